//! The editing of own rules, which is the same for each kind: rules are listed, added, changed and removed.

use crate::app::platform::keyboard;
use crate::app::state::app_state;
use crate::app::state::notice::Notice;
use battle::analysis::own_words::Worded;
use leptos::prelude::*;
use rules::own::{self, OwnRules};
use rules::ruleset::Ruleset;
use rules::text;
use rules::text::say;

/// Own rules that are being edited.
#[derive(Clone, Copy)]
pub(super) struct Editing {
    /// Rules of the battle.
    pub(super) ruleset: &'static Ruleset,
    /// The own rules as they are.
    pub(super) rules: Signal<OwnRules>,
    /// Takes others in their place; false, with a notice that says why, if it cannot.
    pub(super) set: Callback<OwnRules, bool>,
}

/// The rules of one kind among all.
pub(super) type Kind<T> = fn(&mut OwnRules) -> &mut Vec<T>;

impl Editing {
    /// The rules of a kind, followed as they change.
    pub(super) fn all<T: Clone>(self, kind: Kind<T>) -> Vec<T> {
        kind(&mut self.rules.get()).clone()
    }

    /// Puts a rule in the place of another of its kind, or adds it; false if it cannot be one, or is not taken.
    pub(super) fn put<T>(self, kind: Kind<T>, nth: Option<usize>, rule: T) -> bool {
        let changed = self.rules.with_untracked(|rules| self.changed(rules, kind, nth, rule));
        changed.is_ok_and(|changed| self.set.run(changed))
    }

    /// The reason for players why a rule cannot be in the place of another of its kind, or be added; followed as the rules change.
    pub(super) fn fault<T>(self, kind: Kind<T>, nth: Option<usize>, rule: T) -> Option<String> {
        self.rules.with(|rules| self.changed(rules, kind, nth, rule)).err()
    }

    /// Rules with another rule in the place of one, or with one more; the reason for players if there cannot be such.
    fn changed<T>(self, rules: &OwnRules, kind: Kind<T>, nth: Option<usize>, rule: T) -> Result<OwnRules, String> {
        let changed = changed(rules, kind, nth, rule);
        let checked = changed.check_after(rules, self.ruleset).and_then(|()| changed.check_for(self.ruleset));
        checked.map(|()| changed).map_err(|refusal| refusal.message.to_string())
    }

    /// Removes a rule. A notice offers to bring it back to its place, or says which rule depends on it.
    fn remove<T: Clone + Send + Sync + 'static>(self, kind: Kind<T>, nth: usize, name: &str) {
        let mut left = self.rules.get_untracked();
        let all = kind(&mut left);
        if nth >= all.len() {
            return;
        }
        let removed = all.remove(nth);
        if let Err(refusal) = self.rules.with_untracked(|rules| left.check_after(rules, self.ruleset)) {
            app_state().notice.set(Some(Notice::new(refusal.message.to_string()).of_this_page()));
            return;
        }
        if !self.set.run(left) {
            return;
        }
        let words = text!("“{name}” is removed.", name = name.to_owned()).to_string();
        let bring_back = move || {
            let mut whole = self.rules.get_untracked();
            let all = kind(&mut whole);
            all.insert(nth.min(all.len()), removed.clone());
            if whole.check_for(self.ruleset).is_ok() {
                self.set.run(whole);
            }
        };
        app_state().notice.set(Some(Notice::new(words).undo(bring_back).of_this_page()));
    }

    /// The rules of a kind, each to be removed, and to be changed if there is a form for that.
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

    /// The rules of a kind, and the way to another: `form` is that of the rule at an index, or of a new one, and says when it is left.
    pub(super) fn list_with_form<T: Clone + Send + Sync + 'static>(
        self,
        kind: Kind<T>,
        words: impl Fn(T) -> Worded + Copy + Send + 'static,
        add: &'static str,
        form: impl Fn(Option<usize>, Callback<()>) -> AnyView + Send + 'static,
    ) -> impl IntoView {
        let writing = RwSignal::new(None::<Option<usize>>);
        let done = Callback::new(move |()| writing.set(None));
        let change = Callback::new(move |nth| writing.set(Some(Some(nth))));
        let (place, adder) = (NodeRef::new(), NodeRef::new());
        // The form takes the place of what had the focus, and the other way round.
        Effect::new(move |before: Option<bool>| {
            let is_open = writing.with(Option::is_some);
            match (before, is_open) {
                (Some(false), true) => keyboard::focus(place),
                (Some(true), false) => keyboard::focus(adder),
                _ => {}
            }
            is_open
        });
        move || {
            match writing.get() {
            Some(nth) => view! { <div node_ref=place tabindex="-1">{form(nth, done)}</div> }.into_any(),
            None => view! {
                {self.list(kind, words, Some(change))}
                <p class="tools"><button node_ref=adder type="button" on:click=move |_| writing.set(Some(None))>{add}</button></p>
            }
            .into_any(),
        }
        }
    }
}

/// Own rules with a rule in the place of another of its kind, or with one more.
fn changed<T>(rules: &OwnRules, kind: Kind<T>, nth: Option<usize>, rule: T) -> OwnRules {
    let mut changed = rules.clone();
    let all = kind(&mut changed);
    match nth.and_then(|nth| all.get_mut(nth)) {
        Some(held) => *held = rule,
        None => all.push(rule),
    }
    changed
}

/// The form of a rule that has a name, with its buttons and the reason why it cannot be one.
#[component]
pub(super) fn RuleForm(
    /// Title of the form.
    title: &'static str,
    /// Name of the rule.
    name: RwSignal<String>,
    /// Example of a name.
    example: &'static str,
    /// True for a rule that is there already.
    is_change: bool,
    /// The reason for players why it cannot be a rule, followed as it is written.
    #[prop(into)]
    fault: Signal<Option<String>>,
    /// Takes the rule; false if it cannot be one, or is not taken.
    save: Callback<(), bool>,
    /// Called when the form is left.
    done: Callback<()>,
    /// More to say of it, above its buttons.
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

/// The reason why a rule cannot be one, read out as it appears: once it was tried, and until it is corrected.
#[component]
pub(super) fn Fault(#[prop(into)] fault: Signal<Option<String>>, is_tried: RwSignal<bool>) -> impl IntoView {
    let shown = Memo::new(move |_| if is_tried.get() { fault.get() } else { None });
    view! { <div role="alert">{move || shown.get().map(|why| view! { <p class="fault">{why}</p> })}</div> }
}

/// An id among others, put there or taken away.
pub(super) fn toggle(ids: &mut Vec<String>, id: &str) {
    let before = ids.len();
    ids.retain(|held| held != id);
    if ids.len() == before {
        ids.push(id.to_owned());
    }
}
