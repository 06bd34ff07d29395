//! The editor of the players' own rules: before a battle and during play.

mod editing;
mod modifiers;
mod sets;
mod trackers;
mod turn;

use editing::Editing;
use leptos::prelude::*;
use modifiers::modifiers;
use rules::own::OwnRules;
use rules::ruleset::Ruleset;
use rules::text::say;
pub use sets::{CopyOwnRules, OwnRulesList, OwnRulesSets};
use trackers::trackers;
use turn::{Bars, Reminders};

/// The own rules of a battle, with buttons that change or remove each, and forms that add others.
#[component]
pub fn OwnRulesEditor(
    ruleset: &'static Ruleset,
    /// The current own rules.
    #[prop(into)]
    rules: Signal<OwnRules>,
    /// Replaces the own rules. Returns false if they are refused.
    set: Callback<OwnRules, bool>,
) -> impl IntoView {
    let has_numbers = ruleset.procedures.iter().any(|procedure| !procedure.adjustable.is_empty());
    let editing = Editing { ruleset, rules, set };
    view! {
        <p class="soft">{say("House rules choose how the book is read; own rules add what it leaves out. A modifier is offered in the panels of its actions, and counts in the odds like a printed one.")}</p>
        {has_numbers.then(|| modifiers(editing))}
        {trackers(editing)}
        <Reminders editing/>
        <Bars editing/>
    }
}
