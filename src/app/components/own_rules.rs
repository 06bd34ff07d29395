//! The players' own rules: listed, added, changed and removed, before a battle and during play.

mod modifiers;
mod sets;
mod trackers;
mod turn;

use drumhead::core::text::say;
use drumhead::rules::own::OwnRules;
use drumhead::rules::ruleset::Ruleset;
use drumhead::text;
use leptos::prelude::*;
use modifiers::Modifiers;
pub use sets::OwnRulesSets;
use trackers::Trackers;
use turn::{Bars, Reminders};

/// Takes the rules with what was written, or nothing if it is given up.
type Done = Callback<Option<OwnRules>>;

/// The own rules of a battle, each to be changed or removed, and forms for more.
#[component]
pub fn OwnRulesEditor(
    /// Rules of the battle.
    ruleset: &'static Ruleset,
    /// The own rules so far.
    #[prop(into)]
    rules: Signal<OwnRules>,
    /// Takes others in their place.
    set: Callback<OwnRules>,
) -> impl IntoView {
    let has_numbers = ruleset.procedures.iter().any(|procedure| !procedure.adjustable.is_empty());
    view! {
        <p class="soft">{say("For what the rulebook leaves out. A modifier is offered in the panels of its actions, and counts in the odds like a printed one.")}</p>
        {has_numbers.then(|| view! { <Modifiers ruleset rules set/> })}
        <Trackers ruleset rules set/>
        <Reminders ruleset rules set/>
        <Bars ruleset rules set/>
    }
}

/// An own rule in the list.
#[component]
fn OwnRow(
    /// Its name.
    name: String,
    /// Itself in a few words.
    words: String,
    /// More about it.
    about: String,
    /// Opens its form, if it can be changed.
    #[prop(optional)]
    change: Option<Callback<()>>,
    /// Takes it away.
    remove: Callback<()>,
) -> impl IntoView {
    let named = |verb: &'static str| text!("{verb}: {what}", verb = verb, what = name.clone()).to_string();
    view! {
        <li class="row">
            <div class="grow"><b>{words}</b><small>{about}</small></div>
            {change.map(|change| view! { <button type="button" class="quiet" aria-label=named("Change") on:click=move |_| change.run(())>{say("Change")}</button> })}
            <button type="button" class="quiet" aria-label=named("Remove") on:click=move |_| remove.run(())>{say("Remove")}</button>
        </li>
    }
}
