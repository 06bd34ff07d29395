//! Editing of own rules, common to all their kinds: modifiers, trackers, reminders and bars.

use crate::app::platform::keyboard;
use crate::app::state::app_state;
use crate::app::state::notice::Notice;
use battle::analysis::own_words::Worded;
use leptos::prelude::*;
use rules::own::{self, OwnRules};
use rules::procedure::{Agent, Procedure};
use rules::ruleset::Ruleset;
use rules::text;
use rules::text::say;

/// The own rules that are edited.
#[derive(Clone, Copy)]
pub(super) struct Editing {
    pub(super) ruleset: &'static Ruleset,
    /// The current own rules.
    pub(super) rules: Signal<OwnRules>,
    /// Replaces the own rules. If that is not possible, shows the reason as a notice, and returns false.
    pub(super) set: Callback<OwnRules, bool>,
}

/// Selects the rules of one kind.
pub(super) type Kind<T> = fn(&mut OwnRules) -> &mut Vec<T>;

impl Editing {
    /// The rules of a kind. Tracks changes.
    pub(super) fn all<T: Clone>(self, kind: Kind<T>) -> Vec<T> {
        kind(&mut self.rules.get()).clone()
    }

    /// Replaces the rule with the index `nth` of its kind, or adds a rule. Returns false if the rule is invalid or refused.
    pub(super) fn put<T>(self, kind: Kind<T>, nth: Option<usize>, rule: T) -> bool {
        let changed = self.rules.with_untracked(|rules| self.changed(rules, kind, nth, rule));
        changed.is_ok_and(|changed| self.set.run(changed))
    }

    /// The message why a rule cannot replace the one with the index `nth`, or cannot be added; `None` if it can. Tracks the own rules.
    pub(super) fn fault<T>(self, kind: Kind<T>, nth: Option<usize>, rule: T) -> Option<String> {
        self.rules.with(|rules| self.changed(rules, kind, nth, rule)).err()
    }

    /// The own rules after a rule is replaced or added. The error is a message for players.
    fn changed<T>(self, rules: &OwnRules, kind: Kind<T>, nth: Option<usize>, rule: T) -> Result<OwnRules, String> {
        let changed = changed(rules, kind, nth, rule);
        let checked = changed.check_after(rules, self.ruleset).and_then(|()| changed.check_for(self.ruleset));
        checked.map(|()| changed).map_err(|refusal| refusal.message.to_string())
    }

    /// Removes a rule, and offers to undo that in a notice. If another rule depends on it, only shows a notice that names that rule.
    fn remove<T: Clone + Send + Sync + 'static>(self, kind: Kind<T>, nth: usize, name: &str) {
        let mut remaining = self.rules.get_untracked();
        let all = kind(&mut remaining);
        if nth >= all.len() {
            return;
        }
        let removed = all.remove(nth);
        if let Err(refusal) = self.rules.with_untracked(|rules| remaining.check_after(rules, self.ruleset)) {
            app_state().notice.set(Some(Notice::new(refusal.message.to_string()).of_this_page()));
            return;
        }
        if !self.set.run(remaining) {
            return;
        }
        let words = text!("“{name}” is removed.", name = name.to_owned()).to_string();
        let restore = move || {
            let mut restored = self.rules.get_untracked();
            let all = kind(&mut restored);
            all.insert(nth.min(all.len()), removed.clone());
            if restored.check_for(self.ruleset).is_ok() {
                self.set.run(restored);
            }
        };
        app_state().notice.set(Some(Notice::new(words).undo(restore).of_this_page()));
    }

    /// The list of the rules of a kind, each with a button that removes it, and one that calls `change` with its index, if given.
    pub(super) fn list<T: Clone + Send + Sync + 'static>(
        self,
        kind: Kind<T>,
        words: impl Fn(T) -> Worded + Copy + Send + 'static,
        change: Option<Callback<usize>>,
    ) -> impl IntoView {
        let row = move |(nth, rule): (usize, T)| {
            let Worded { name, words, about } = words(rule);
            let removed = name.clone();
            let named = |verb: &'static str| text!("{verb}: {what}", verb = verb, what = name.clone()).to_string();
            let change = change.map(|change| {
                view! { <button type="button" class="quiet" aria-label=named("Change") on:click=move |_| change.run(nth)>{say("Change")}</button> }
            });
            view! {
                <li class="row">
                    <div class="grow"><b>{words}</b><small>{about}</small></div>
                    {change}
                    <button type="button" class="quiet" aria-label=named("Remove") on:click=move |_| self.remove(kind, nth, &removed)>{say("Remove")}</button>
                </li>
            }
        };
        view! {
            <ul class="list">{move || self.all(kind).into_iter().enumerate().map(row).collect_view()}</ul>
        }
    }

    /// The list of the rules of a kind, and a button that adds another. `form` makes the form of the rule at an index, or of a new one,
    /// given a callback that closes it.
    pub(super) fn list_with_form<T: Clone + Send + Sync + 'static>(
        self,
        kind: Kind<T>,
        words: impl Fn(T) -> Worded + Copy + Send + 'static,
        add: &'static str,
        form: impl Fn(Option<usize>, Callback<()>) -> AnyView + Send + 'static,
    ) -> impl IntoView {
        let open_form = RwSignal::new(None::<Option<usize>>);
        let done = Callback::new(move |()| open_form.set(None));
        let change = Callback::new(move |nth| open_form.set(Some(Some(nth))));
        let (form_element, add_button) = (NodeRef::new(), NodeRef::new());
        // Form and list replace each other, so the element with the focus disappears: the focus moves into the new content.
        Effect::new(move |before: Option<bool>| {
            let is_open = open_form.with(Option::is_some);
            match (before, is_open) {
                (Some(false), true) => keyboard::focus(form_element),
                (Some(true), false) => keyboard::focus(add_button),
                _ => {}
            }
            is_open
        });
        move || {
            match open_form.get() {
            Some(nth) => view! { <div node_ref=form_element tabindex="-1">{form(nth, done)}</div> }.into_any(),
            None => view! {
                {self.list(kind, words, Some(change))}
                <p class="tools"><button node_ref=add_button type="button" on:click=move |_| open_form.set(Some(None))>{add}</button></p>
            }
            .into_any(),
        }
        }
    }
}

/// The own rules after a rule is replaced or added, unchecked.
fn changed<T>(rules: &OwnRules, kind: Kind<T>, nth: Option<usize>, rule: T) -> OwnRules {
    let mut changed = rules.clone();
    let all = kind(&mut changed);
    match nth.and_then(|nth| all.get_mut(nth)) {
        Some(other) => *other = rule,
        None => all.push(rule),
    }
    changed
}

/// The form of a rule with a name: its buttons, and the reason why the rule is invalid.
#[component]
pub(super) fn RuleForm(
    /// Title of the form.
    title: &'static str,
    /// Name of the rule.
    name: RwSignal<String>,
    /// Example of a name.
    example: &'static str,
    /// True if the form changes an existing rule.
    is_change: bool,
    /// The message why the rule is invalid; `None` if it is valid.
    #[prop(into)]
    fault: Signal<Option<String>>,
    /// Saves the rule. Returns false if it is invalid or refused.
    save: Callback<(), bool>,
    /// Closes the form.
    done: Callback<()>,
    /// Further fields.
    children: Children,
) -> impl IntoView {
    let is_tried = RwSignal::new(false);
    let try_to_save = move |_| match save.run(()) {
        true => done.run(()),
        false => is_tried.set(true),
    };
    view! {
        <fieldset class="group">
            <legend>{title}</legend>
            <label class="pick">
                <span class="label">{say("Name")}</span>
                <input type="text" autocomplete="off" maxlength=own::NAME_MAX placeholder=example prop:value=name
                    on:input=move |event| name.set(event_target_value(&event))/>
            </label>
            {children()}
            <Fault fault is_tried/>
            <p class="tools">
                <button type="button" on:click=move |_| done.run(())>{say("Cancel")}</button>
                <button type="button" class="primary" on:click=try_to_save>{if is_change { say("Save") } else { say("Add") }}</button>
            </p>
        </fieldset>
    }
}

/// The reason why a rule is invalid. Shown and announced after the first attempt to save, until the rule is valid.
#[component]
pub(super) fn Fault(#[prop(into)] fault: Signal<Option<String>>, is_tried: RwSignal<bool>) -> impl IntoView {
    let shown = Memo::new(move |_| if is_tried.get() { fault.get() } else { None });
    view! { <div role="alert">{move || shown.get().map(|why| view! { <p class="fault">{why}</p> })}</div> }
}

/// The choice of procedures among those of units.
#[component]
pub(super) fn ProceduresChoice(
    ruleset: &'static Ruleset,
    legend: &'static str,
    /// Ids of the chosen procedures.
    chosen: RwSignal<Vec<String>>,
) -> impl IntoView {
    let of_units = ruleset.procedures.iter().copied().filter(|procedure| procedure.agent == Agent::Unit);
    let chip = move |procedure: &'static Procedure| {
        let has = move || chosen.with(|ids| ids.iter().any(|id| id == procedure.id));
        let change = move |_| chosen.update(|ids| toggle(ids, procedure.id));
        view! { <label class="chip"><input type="checkbox" prop:checked=has on:change=change/>{say(procedure.title)}</label> }
    };
    let chips = of_units.map(chip).collect_view();
    view! { <fieldset class="chips"><legend>{legend}</legend>{chips}</fieldset> }
}

/// Removes an id from a list, or adds it if it is not there.
pub(super) fn toggle(ids: &mut Vec<String>, id: &str) {
    let before = ids.len();
    ids.retain(|other| other != id);
    if ids.len() == before {
        ids.push(id.to_owned());
    }
}
