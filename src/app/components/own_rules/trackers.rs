//! The list of own trackers, and the form of a tracker.

use super::editing::{self, Editing, ProceduresChoice, RuleForm, toggle};
use crate::app::components::choice::Choice;
use battle::analysis::own_words::{self, UPKEEP};
use leptos::prelude::*;
use rules::form::Choice;
use rules::number;
use rules::own::{COUNT_MAX, Only, OwnKind, OwnTracker, Owner, TypeField, Upkeep, type_fields};
use rules::ruleset::Ruleset;
use rules::text;
use rules::text::say;

/// The list of own trackers, with the form that adds or changes one.
pub(super) fn trackers(editing: Editing) -> impl IntoView {
    let words = move |tracker: OwnTracker| own_words::tracker(editing.ruleset, &tracker);
    let form = move |nth, done| view! { <TrackerForm editing nth done/> }.into_any();
    editing.list_with_form(KIND, words, say("Add a tracker"), form)
}

const KIND: editing::Kind<OwnTracker> = |rules| &mut rules.trackers;

/// The tracker in the form.
#[derive(Clone, Copy)]
struct Draft {
    ruleset: &'static Ruleset,
    name: RwSignal<String>,
    of: RwSignal<Owner>,
    only: RwSignal<Option<Only>>,
    kind: RwSignal<OwnKind>,
    upkeep: RwSignal<Upkeep>,
    on_row: RwSignal<bool>,
    secret: RwSignal<bool>,
    bars_at_zero: RwSignal<Vec<String>>,
    spent_by: RwSignal<Vec<String>>,
}

/// A new count, with its limits and its start.
const NEW_COUNT: OwnKind = OwnKind::Count { from: 0, to: 3, start: 3 };

impl Draft {
    fn of(ruleset: &'static Ruleset, tracker: Option<OwnTracker>) -> Self {
        let OwnTracker { name, id: _, of, only, kind, upkeep, on_row, secret, bars_at_zero, spent_by } =
            tracker.unwrap_or_else(|| OwnTracker::new("", NEW_COUNT));
        Self {
            ruleset,
            name: RwSignal::new(name),
            of: RwSignal::new(of),
            only: RwSignal::new(only),
            kind: RwSignal::new(kind),
            upkeep: RwSignal::new(upkeep),
            on_row: RwSignal::new(on_row),
            secret: RwSignal::new(secret),
            bars_at_zero: RwSignal::new(bars_at_zero),
            spent_by: RwSignal::new(spent_by),
        }
    }

    fn counts(self) -> bool {
        matches!(self.kind.get(), OwnKind::Count { .. })
    }

    /// The tracker as chosen, without options that do not apply to its owner and kind.
    fn tracker(self) -> OwnTracker {
        let of = self.of.get();
        let runs_down = matches!(self.upkeep.get(), Upkeep::RunsDownEachPhase | Upkeep::RunsDownEachTurn);
        OwnTracker {
            name: self.name.get().trim().to_owned(),
            id: None,
            of,
            only: self.only.get().filter(|_| of == Owner::Unit),
            kind: self.kind.get(),
            upkeep: if runs_down && !self.counts() { Upkeep::Never } else { self.upkeep.get() },
            on_row: self.on_row.get() && of == Owner::Unit,
            secret: self.secret.get() && of != Owner::Battle,
            bars_at_zero: if self.counts_units() { self.bars_at_zero.get() } else { Vec::new() },
            spent_by: if self.counts_units() { self.spent_by.get() } else { Vec::new() },
        }
    }

    /// True if it is a number of each unit, which actions can take 1 of.
    fn counts_units(self) -> bool {
        self.counts() && self.of.get() == Owner::Unit
    }
}

/// The form of a new tracker, or of the one with the index `nth`.
#[component]
fn TrackerForm(editing: Editing, nth: Option<usize>, done: Callback<()>) -> impl IntoView {
    let existing = nth.and_then(|nth| editing.rules.with_untracked(|rules| rules.trackers.get(nth).cloned()));
    let draft = Draft::of(editing.ruleset, existing);
    let with_id = move || {
        let tracker = draft.tracker();
        editing.rules.with(|rules| rules.identified(nth, tracker))
    };
    let save = Callback::new(move |()| editing.put(KIND, nth, untrack(with_id)));
    let fault = Signal::derive(move || editing.fault(KIND, nth, with_id()));
    let Draft { name, of, kind, upkeep, on_row, secret, bars_at_zero, spent_by, .. } = draft;
    let ruleset = editing.ruleset;
    let title = if nth.is_some() { say("Change the tracker") } else { say("A new tracker") };
    let owners = [(Owner::Unit, say("Each unit")), (Owner::Side, say("Each side")), (Owner::Battle, say("The battle"))];
    let owners = owners.map(|(owner, words)| (owner, words.to_owned())).to_vec();
    let kinds = [(NEW_COUNT, say("A number")), (OwnKind::Flag, say("Yes or no")), (OwnKind::Text, say("A text"))];
    let kinds = kinds.map(|(kind, words)| (kind, words.to_owned())).to_vec();
    // The kind of a count contains its limits, which must not matter for the chosen option.
    let chosen_kind = Signal::derive(move || if draft.counts() { NEW_COUNT } else { kind.get() });
    let upkeeps = Memo::new(move |_| {
        let counts = draft.counts();
        let fits = |upkeep: &Upkeep| counts || !matches!(upkeep, Upkeep::RunsDownEachPhase | Upkeep::RunsDownEachTurn);
        let fitting = UPKEEP.iter().filter(|(upkeep, _)| fits(upkeep));
        fitting.map(|(upkeep, words)| (*upkeep, say(words).to_owned())).collect::<Vec<_>>()
    });
    view! {
        <RuleForm title name example=say("such as: Ammunition") is_change=nth.is_some() fault save done>
            <Choice label=say("Who has it?") options=owners chosen=of choose=Callback::new(move |owner| of.set(owner))/>
            <Show when=move || of.get() == Owner::Unit><OnlyChips draft/></Show>
            <Choice label=say("What is it?") options=kinds chosen=chosen_kind choose=Callback::new(move |to| kind.set(to))/>
            <Show when=move || draft.counts()><CountLimits kind/></Show>
            <Choice label=say("Does it change by itself?") options=upkeeps chosen=upkeep choose=Callback::new(move |to| upkeep.set(to))/>
            <Show when=move || draft.counts_units()>
                <details class="disclosure">
                    <summary>{say("Actions")}</summary>
                    <ProceduresChoice ruleset legend=say("1 less after each") chosen=spent_by/>
                    <ProceduresChoice ruleset legend=say("Forbidden at 0") chosen=bars_at_zero/>
                </details>
            </Show>
            <Show when=move || of.get() == Owner::Unit>
                <label class="chip"><input type="checkbox" prop:checked=on_row on:change=move |event| on_row.set(event_target_checked(&event))/>{say("Show it on the unit’s row")}</label>
            </Show>
            <Show when=move || of.get() != Owner::Battle>
                <label class="chip"><input type="checkbox" prop:checked=secret on:change=move |event| secret.set(event_target_checked(&event))/>{say("It can be hidden from the other side")}</label>
            </Show>
        </RuleForm>
    }
}

/// The inputs for the limits and the start of a count.
#[component]
fn CountLimits(kind: RwSignal<OwnKind>) -> impl IntoView {
    let limits = move || match kind.get() {
        OwnKind::Count { from, to, start } => [from, to, start],
        OwnKind::Flag | OwnKind::Text => [0; 3],
    };
    let wrong = RwSignal::new(false);
    let inputs = [(0, say("From")), (1, say("To")), (2, say("Starts at"))].map(|(nth, label): (usize, &str)| {
        let typed = move |text: String| {
            let mut changed = limits();
            let number = number::typed(&text).and_then(|number| number::whole(&number::json(number)));
            let number = number.filter(|number| (-COUNT_MAX..=COUNT_MAX).contains(number));
            wrong.set(number.is_none());
            changed[nth] = number.unwrap_or(changed[nth]);
            let [from, to, start] = changed;
            kind.set(OwnKind::Count { from, to, start });
        };
        view! {
            <label class="pick">
                <span class="label">{label}</span>
                <input type="text" inputmode="numeric" autocomplete="off" maxlength="12" prop:value=move || text::number(f64::from(limits()[nth]))
                    on:change=move |event| untrack(|| typed(event_target_value(&event)))/>
            </label>
        }
    });
    let message = text!("A whole number from {min} to {max}.", min = -COUNT_MAX, max = COUNT_MAX).to_string();
    view! {
        {inputs.collect_view()}
        <Show when=move || wrong.get()><p class="fault" role="alert">{message.clone()}</p></Show>
    }
}

/// The choice of the units that have a tracker: all, or those with certain values in a field of the roster.
#[component]
fn OnlyChips(draft: Draft) -> impl IntoView {
    let fields = StoredValue::new(type_fields(draft.ruleset));
    let only = draft.only;
    let chosen = move || {
        let id = only.with(|only| only.as_ref().map(|only| only.field.clone()))?;
        fields.with_value(|fields| fields.iter().find(|field| field.id == id).cloned())
    };
    let choices = move || {
        // A flag has only one value, which is chosen with it.
        let TypeField { label, choices, .. } = chosen().filter(|field| field.choices.len() > 1)?;
        let chip = move |choice: &'static Choice| {
            let has =
                move || only.with(|only| only.as_ref().is_some_and(|only| only.is.iter().any(|id| id == choice.id)));
            let change = move |_| only.update(|only| only.iter_mut().for_each(|only| toggle(&mut only.is, choice.id)));
            view! { <label class="chip"><input type="checkbox" prop:checked=has on:change=change/>{say(choice.label)}</label> }
        };
        let chips = choices.iter().map(chip).collect_view();
        Some(view! { <fieldset class="chips"><legend>{say(label)}</legend>{chips}</fieldset> })
    };
    let option = |field: &TypeField| {
        let (id, label) = (field.id.clone(), field.label);
        let value = id.clone();
        view! { <option value=value selected=move || only.with(|only| only.as_ref().is_some_and(|only| only.field == id))>{say(label)}</option> }
    };
    let options = fields.with_value(|fields| fields.iter().map(option).collect_view());
    let choose = move |id: String| {
        let field = fields.with_value(|fields| fields.iter().find(|field| field.id == id).cloned());
        only.set(field.map(|field| Only {
            field: field.id,
            is: if let [single] = field.choices { vec![single.id.to_owned()] } else { Vec::new() },
        }));
    };
    view! {
        <label class="pick">
            <span class="label">{say("Which units?")}</span>
            <select on:change=move |event| choose(event_target_value(&event))>
                <option value="" selected=move || only.with(Option::is_none)>{say("All")}</option>
                {options}
            </select>
        </label>
        {choices}
    }
}
