//! Luck: what both sides threw in a battle, against what they could expect.

use crate::app::components::page_header::PageHeader;
use crate::app::state::BattleState;
use crate::app::state::route::Route;
use drumhead::analysis::luck::{Luck, luck};
use drumhead::core::text::say;
use drumhead::text;
use leptos::prelude::*;

/// The luck of both sides.
#[component]
pub fn LuckPage(
    /// The battle in play.
    battle: BattleState,
) -> impl IntoView {
    let sides = battle.with_untracked(|open| open.header().sides.clone().map(|side| side.name));
    let body = move || {
        let lucks = battle.with(luck);
        let none = ![&lucks.app, &lucks.table].into_iter().flatten().any(|luck| luck.chances() > 0);
        if none {
            return view! { <p class="empty">{say("No dice that count yet. Resolve something at the table, and come back.")}</p> }
                .into_any();
        }
        view! {
            <LuckOfBoth title=say("Dice of the app") sides=sides.clone() lucks=lucks.app/>
            <LuckOfBoth title=say("Dice from the table") sides=sides.clone() lucks=lucks.table/>
        }
        .into_any()
    };
    let mut uncounted: Vec<&str> = battle.ruleset.battle_stats.uncounted.iter().map(|(_, words)| say(words)).collect();
    // Both dice of a pair tell the same.
    uncounted.dedup();
    let uncounted = uncounted.join("; ");
    let uncounted = (!uncounted.is_empty()).then(|| {
        let words = text!(
            "Not counted, as no face of theirs is a success or a failure, are throws that tell {what}.",
            what = uncounted
        );
        view! { <p class="soft">{words.to_string()}</p> }
    });
    view! {
        <PageHeader back=Route::Log(battle.id()) title=say("Luck")/>
        <main>
            <p class="soft">{say("Counted are all throws that can succeed or fail: each for the side that it serves, and with its own chance. Two dice thrown against each other count for both sides.")}</p>
            {move || body()}
            {uncounted}
            <details class="more">
                <summary>{say("What this means")}</summary>
                <p>{say("“Luckier than 62 of 100” means: if 100 players threw these very dice, with the same numbers to beat, 62 would have fewer successes; of those who have as many, half are taken for fewer. It is worked out exactly, not tried out. Half of all players are unluckier than 50, and in ten battles one of them will be unluckier than 10.")}</p>
                <p>{say("Dice of acts that were undone do not count, those of discarded throws do.")}</p>
            </details>
        </main>
    }
}

/// The luck of both sides, with dice of one kind.
#[component]
fn LuckOfBoth(title: &'static str, sides: [String; 2], lucks: [Luck; 2]) -> impl IntoView {
    let rows = sides.into_iter().zip(lucks).map(|(side, luck)| {
        let counts = (luck.chances() > 0).then(|| {
            let expected = (luck.expected() * 10.0).round() / 10.0;
            let (n, all) = (luck.successes, luck.chances());
            text!(
                "Successes: {n}, of {all} chances; {expected} were to be expected.",
                n = n,
                all = all,
                expected = expected
            )
            .to_string()
        });
        view! { <li class="entry"><h3>{side}</h3><p><b>{luck.words()}</b></p><p class="soft">{counts}</p></li> }
    });
    view! { <section aria-label=title><h2>{title}</h2><ul class="list">{rows.collect_view()}</ul></section> }
}
