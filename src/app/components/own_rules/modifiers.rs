//! The list of own modifiers, and the form of a modifier.

use super::editing::{Editing, Kind, RuleForm, toggle};
use crate::app::components::choice::Choice;
use crate::app::components::stepper::{Step, Stepper, Steps, ends};
use crate::app::state::app_state;
use battle::analysis::own_words;
use leptos::prelude::*;
use rules::own::{self, Adjustable, Applies, OwnModifier, OwnRules, common_numbers};
use rules::procedure::Procedure;
use rules::ruleset::Ruleset;
use rules::text::{say, signed};

/// The list of own modifiers, with the form that adds or changes one.
pub(super) fn modifiers(editing: Editing) -> impl IntoView {
    let words =
        move |modifier: OwnModifier| editing.rules.with(|rules| own_words::modifier(editing.ruleset, rules, &modifier));
    let form = move |nth, done| view! { <ModifierForm editing nth done/> }.into_any();
    editing.list_with_form(KIND, words, say("Add a modifier"), form)
}

const KIND: Kind<OwnModifier> = |rules| &mut rules.modifiers;

/// The modifier in the form.
#[derive(Clone, Copy)]
struct Draft {
    ruleset: &'static Ruleset,
    rules: StoredValue<OwnRules>,
    name: RwSignal<String>,
    procedures: RwSignal<Vec<String>>,
    number: RwSignal<String>,
    by: RwSignal<i32>,
    when: RwSignal<Applies>,
}

impl Draft {
    fn of(ruleset: &'static Ruleset, rules: &OwnRules, modifier: Option<OwnModifier>) -> Self {
        let blank = || OwnModifier {
            name: String::new(),
            procedures: Vec::new(),
            number: String::new(),
            by: 1,
            when: Applies::Asked,
        };
        let OwnModifier { name, procedures, number, by, when } = modifier.unwrap_or_else(blank);
        Self {
            ruleset,
            rules: StoredValue::new(rules.clone()),
            name: RwSignal::new(name),
            procedures: RwSignal::new(procedures),
            number: RwSignal::new(number),
            by: RwSignal::new(by),
            when: RwSignal::new(when),
        }
    }

    /// The numbers that it can change: those that all its procedures have in common.
    fn numbers(self) -> Vec<Adjustable> {
        let chosen = self.procedures.get();
        let chosen: Vec<&Procedure> = chosen.iter().filter_map(|id| self.ruleset.procedure(id)).collect();
        common_numbers(&chosen)
    }

    /// Id of the number that it changes: the only one possible, or the chosen one. Empty if none is chosen.
    fn number(self) -> String {
        let (numbers, chosen) = (self.numbers(), self.number.get());
        match numbers.as_slice() {
            [only] => only.id.to_owned(),
            all if all.iter().any(|number| number.id == chosen) => chosen,
            _ => String::new(),
        }
    }

    fn modifier(self) -> OwnModifier {
        OwnModifier {
            name: self.name.get().trim().to_owned(),
            procedures: self.procedures.get(),
            number: self.number(),
            by: self.by.get(),
            when: self.when.get(),
        }
    }
}

/// The form of a new modifier, or of the one with the index `nth`.
#[component]
fn ModifierForm(editing: Editing, nth: Option<usize>, done: Callback<()>) -> impl IntoView {
    let rules = editing.rules.get_untracked();
    let draft = Draft::of(editing.ruleset, &rules, nth.and_then(|nth| rules.modifiers.get(nth).cloned()));
    let save = Callback::new(move |()| editing.put(KIND, nth, untrack(|| draft.modifier())));
    let fault = Signal::derive(move || editing.fault(KIND, nth, draft.modifier()));
    let Draft { name, by, .. } = draft;
    let words = |by: i32| signed(f64::from(by));
    let ends = move || ends(by.get(), -own::MOST, own::MOST, words);
    let steps = Steps::new(app_state(), say("Modifier"), None, ends, move |step| by.update(|by| *by = next(*by, step)));
    let title = if nth.is_some() { say("Change the modifier") } else { say("A new modifier") };
    view! {
        <RuleForm title name example=say("such as: Charging uphill") is_change=nth.is_some() fault save done>
            <ProcedureChips draft/>
            <NumberChips draft/>
            <Stepper label=say("By how much?") steps><output>{move || words(by.get())}</output></Stepper>
            <WhenChips draft/>
        </RuleForm>
    }
}

/// The next value of a number that is never 0.
fn next(by: i32, step: Step) -> i32 {
    let one = step.one();
    if by + one == 0 { one } else { by + one }
}

/// The choice of the procedures to which a modifier applies.
#[component]
fn ProcedureChips(draft: Draft) -> impl IntoView {
    let chip = move |procedure: &'static Procedure| {
        let has = move || draft.procedures.with(|ids| ids.iter().any(|id| id == procedure.id));
        let change = move |_| draft.procedures.update(|ids| toggle(ids, procedure.id));
        view! { <label class="chip"><input type="checkbox" prop:checked=has on:change=change/>{say(procedure.title)}</label> }
    };
    let able = draft.ruleset.procedures.iter().copied().filter(|procedure| !procedure.adjustable.is_empty());
    view! { <fieldset class="chips"><legend>{say("What is it for?")}</legend>{able.map(chip).collect_view()}</fieldset> }
}

/// The choice of the number that a modifier changes, once a procedure is chosen.
#[component]
fn NumberChips(draft: Draft) -> impl IntoView {
    let options = Memo::new(move |_| {
        let option = |number: Adjustable| (number.id.to_owned(), say(number.label).to_owned());
        draft.numbers().into_iter().map(option).collect::<Vec<_>>()
    });
    let chosen = Memo::new(move |_| draft.number());
    let choose = Callback::new(move |id| draft.number.set(id));
    view! {
        <Show when=move || draft.procedures.with(|ids| !ids.is_empty())>
            <Choice label=say("What does it change?") options chosen choose>
                <Show when=move || options.with(Vec::is_empty)><p class="fault">{say("These actions have no number in common. Make a modifier for each.")}</p></Show>
            </Choice>
        </Show>
    }
}

/// The choice when a modifier applies: asked each time, or while a unit or its opponent has a flag. `None` if units have no flags.
#[component]
fn WhenChips(draft: Draft) -> impl IntoView {
    let flags: Vec<_> = draft
        .rules
        .with_value(|rules| own::flags(draft.ruleset, rules).collect::<Vec<_>>())
        .into_iter()
        .map(|tracker| (tracker.id, say(tracker.label)))
        .collect();
    let first = flags.first().map(|(id, _)| (*id).to_owned())?;
    let when = draft.when;
    let flag = move || when.with(|when| when.flag().map_or_else(|| first.clone(), str::to_owned));
    // Without a flag, which is chosen in the drop-down list below.
    let times = [
        (Applies::Asked, say("Ask us each time")),
        (Applies::Unit(String::new()), say("While the unit is ticked…")),
        (Applies::Opponent(String::new()), say("While its opponent is ticked…")),
    ];
    let times = times.map(|(time, words)| (time, words.to_owned())).to_vec();
    let of_flag = |time: &Applies, flag: String| match time {
        Applies::Asked => Applies::Asked,
        Applies::Unit(_) => Applies::Unit(flag),
        Applies::Opponent(_) => Applies::Opponent(flag),
    };
    let chosen = Signal::derive(move || when.with(|when| of_flag(when, String::new())));
    let choose_time = Callback::new(move |time| when.set(of_flag(&time, untrack(&flag))));
    let options = move || {
        let options = flags.iter().map(|(id, label)| {
            let id = *id;
            view! { <option value=id selected=move || when.with(|when| when.flag() == Some(id))>{*label}</option> }
        });
        options.collect_view()
    };
    let choose = move |id: String| {
        when.update(|when| match when {
            Applies::Asked => {}
            Applies::Unit(flag) | Applies::Opponent(flag) => *flag = id,
        });
    };
    Some(view! {
        <Choice label=say("When does it apply?") options=times chosen choose=choose_time/>
        <Show when=move || when.with(|when| when.flag().is_some())>
            <label class="pick">
                <span class="label">{say("Ticked")}</span>
                <select on:change=move |event| choose(event_target_value(&event))>{options()}</select>
            </label>
        </Show>
    })
}
