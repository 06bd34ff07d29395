//! The button that copies the house rules of the last battle with the same ruleset.

use super::answers::RulesetAnswers;
use crate::app::state::app_state;
use crate::app::state::notice::Notice;
use leptos::prelude::*;
use rules::own::OWN_RULES;
use rules::text;
use rules::text::say;

/// The button that copies house rules and own rules from the last battle; `None` if there is no such battle.
#[component]
pub(super) fn LastRules(
    /// The answers so far.
    answers: RulesetAnswers,
) -> impl IntoView {
    let app = app_state();
    let last = untrack(|| app.last_battle_of(answers.ruleset.named.id))?;
    let name = last.value.name;
    let label = text!("Use those of “{name}”", name = name.clone()).to_string();
    let take = move |_| {
        let Some(rules) = app.rules_of_battle(&last.id) else {
            app.notice.set(Some(Notice::new(say("This battle cannot be read."))));
            return;
        };
        let before = untrack(|| answers.rules());
        if before.has_rules_of(&rules) {
            let words = text!("“{name}” has the same house rules and own rules.", name = name.clone());
            app.notice.set(Some(Notice::new(words.to_string()).of_this_page()));
            return;
        }
        let set = move |rules: exchange::storage::new_battle::Answers| {
            answers.rulings.set(rules.rulings.clone());
            answers.started.update(|started| match rules.started.get(OWN_RULES.id()) {
                Some(own_rules) => started.set(OWN_RULES.id(), own_rules.clone()),
                None => started.forget(OWN_RULES.id()),
            });
        };
        set(rules);
        let words = text!("House rules and own rules are those of “{name}”.", name = name.clone()).to_string();
        app.notice.set(Some(Notice::new(words).undo(move || set(before.clone())).of_this_page()));
    };
    Some(view! { <p class="tools"><button type="button" on:click=take>{label}</button></p> })
}
