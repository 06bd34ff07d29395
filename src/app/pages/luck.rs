//! The luck of both sides in a battle: their successes compared with the expected number.

use crate::app::components::log_tabs::LogTabs;
use crate::app::components::page_header::PageHeader;
use crate::app::components::plot::LuckCurve;
use crate::app::state::BattleState;
use crate::app::state::route::{BattlePage, Route};
use battle::analysis::luck::{Luck, luck};
use leptos::prelude::*;
use rules::text;
use rules::text::{say, tenths};

/// The page of the luck of both sides.
#[component]
pub fn LuckPage(battle: BattleState) -> impl IntoView {
    let sides = battle.with_untracked(|open| open.header().sides.clone().map(|side| side.name));
    let body = move || {
        let lucks = battle.with(luck);
        let none = ![&lucks.app, &lucks.table].into_iter().flatten().any(|luck| luck.chances() > 0);
        if none {
            return view! { <p class="empty">{say("No dice to count yet. They appear here after the first roll.")}</p> }
                .into_any();
        }
        view! {
            <LuckOfBoth title=say("App dice") sides=sides.clone() lucks=lucks.app/>
            <LuckOfBoth title=say("Dice from the table") sides=sides.clone() lucks=lucks.table/>
        }
        .into_any()
    };
    let mut uncounted: Vec<&str> = battle.ruleset.battle_stats.uncounted.iter().map(|(_, words)| say(words)).collect();
    // Two rolls can have the same description.
    uncounted.dedup();
    let uncounted = uncounted.join(say("; "));
    let uncounted = (!uncounted.is_empty()).then(|| {
        let words = text!("Rolls that neither succeed nor fail do not count: {what}.", what = uncounted);
        view! { <p class="soft">{words.to_string()}</p> }
    });
    view! {
        <PageHeader back=Route::table(battle.id()) title=say("Luck")/>
        <main>
            <LogTabs id=battle.id() current=BattlePage::Luck/>
            {move || battle.hides().then(|| view! { <p class="soft">{say("Rolls that depend on hidden counters are left out as long as these are hidden.")}</p> })}
            <p class="soft">{say("Every roll that can succeed or fail counts, with its own chance, for the side that it serves. Opposed rolls count for both sides.")}</p>
            {move || body()}
            {uncounted}
            <details class="disclosure">
                <summary>{say("Meaning")}</summary>
                <p>{say("“Luckier than 62 of 100” means: if 100 players rolled the same dice with the same targets, 62 would have fewer successes. Of players with equally many, half count as having fewer. The number is exact, not simulated. Half of all results are below 50, and one in ten is below 10.")}</p>
                <p>{say("Dice of undone actions do not count. Dice of discarded rolls do.")}</p>
            </details>
        </main>
    }
}

/// The luck of both sides with dice of one origin: the app or the table.
#[component]
fn LuckOfBoth(title: &'static str, sides: [String; 2], lucks: [Luck; 2]) -> impl IntoView {
    let rows = sides.into_iter().zip(lucks).enumerate().map(|(side, (name, luck))| {
        let rolled = luck.chances() > 0;
        let counts = rolled.then(|| {
            let expected = tenths(luck.expected());
            let (n, all) = (luck.successes, luck.chances());
            text!("Successes: {n} of {all} (expected: {expected}).", n = n, all = all, expected = expected).to_string()
        });
        view! {
            <li class=format!("entry luck-of side-{side}")>
                <h3>{name}</h3>
                <p><b>{luck.words()}</b></p>
                {rolled.then(|| view! { <LuckCurve luck/> })}
                <p class="soft">{counts}</p>
            </li>
        }
    });
    view! { <section aria-label=title><h2>{title}</h2><ul class="list both-lucks">{rows.collect_view()}</ul></section> }
}
