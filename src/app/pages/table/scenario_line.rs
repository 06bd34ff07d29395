//! The briefing as a folded line above the units, until the first act.

use crate::app::components::briefing::BriefingTexts;
use crate::app::state::BattleState;
use battle::{Action, Battle, Change, Event};
use leptos::prelude::*;
use rules::subject::Subject;
use rules::text;
use rules::text::say;

/// The line with the briefing. Not shown in a battle without a scenario, and once something has happened.
#[component]
pub fn BriefingLine(battle: BattleState) -> impl IntoView {
    if !battle.has_scenario() {
        return ().into_any();
    }
    let name = battle.with_untracked(|open| open.header().scenario.as_ref().map(|scenario| scenario.name.clone()));
    let summary = text!("Briefing: {what}", what = name.unwrap_or_default()).to_string();
    let is_new = battle.follow(has_only_begun);
    let has_texts = Memo::new(move |_| !battle.briefings().is_empty() || !battle.deployments().is_empty());
    view! {
        <Show when=move || is_new.get() && has_texts.get()>
            <details class="disclosure briefing-line">
                <summary>{summary.clone()}</summary>
                <BriefingTexts battle/>
                <p class="soft">{say("You find it again in the menu, under “Scenario”.")}</p>
            </details>
        </Show>
    }
    .into_any()
}

/// True if nothing has happened yet besides the beginning by the rules and what the players agreed on.
fn has_only_begun(open: &Battle) -> bool {
    let is_of_battle = |change: &Change| matches!(change, Change::Set { of: Subject::Battle, .. });
    open.log().iter().all(|(_, event)| match event {
        Event::Action(act) => {
            act.begins || matches!(act.action, Action::ByHand) && act.changes.iter().all(is_of_battle)
        }
        Event::Control(_) => true,
        _ => false,
    })
}
