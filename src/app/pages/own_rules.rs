//! The players' own rules of a battle in play.

use crate::app::components::own_rules::{OwnRulesEditor, OwnRulesSets};
use crate::app::components::page_header::PageHeader;
use crate::app::state::BattleState;
use crate::app::state::route::Route;
use battle::{Action, Change};
use leptos::prelude::*;
use rules::own::{OWN_RULES, OwnRules};
use rules::subject::Subject;
use rules::text::say;

#[component]
pub fn OwnRulesPage(battle: BattleState) -> impl IntoView {
    let rules = battle.whole().follow(|open| OwnRules::of(open.state().battle()));
    let set = Callback::new(move |rules: OwnRules| {
        battle.act_overriding(Action::ByHand, vec![Change::to(Subject::Battle, OWN_RULES, rules)], Vec::new())
    });
    view! {
        <PageHeader back=Route::table(battle.id()) title=say("Own rules")/>
        <main class="form">
            <OwnRulesEditor ruleset=battle.ruleset rules set/>
            <OwnRulesSets ruleset=battle.ruleset rules set/>
            <p class="soft">{say("Both sides agree on them: the log says who changed them, and it can be undone.")}</p>
        </main>
    }
}
