//! The briefing as a folded line above the units, until the first act.

use crate::app::components::briefing::BriefingTexts;
use crate::app::state::BattleState;
use battle::{Battle, Event};
use leptos::prelude::*;
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

/// True if nothing has happened yet besides the beginning by the rules.
fn has_only_begun(open: &Battle) -> bool {
    open.log().iter().all(|(_, event)| match event {
        Event::Action(act) => act.begins,
        Event::Control(_) => true,
        _ => false,
    })
}
