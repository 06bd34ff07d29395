//! The end of a battle: the verdict by the rules, the result of a closed battle, and links to its report.

use super::names::Names;
use crate::app::platform::dates;
use crate::app::state::BattleState;
use crate::app::state::route::BattlePage;
use battle::{Battle, Ending};
use leptos::prelude::*;
use rules::closing::Decided;
use rules::text;
use rules::text::say;

/// Maximal number of characters of a note.
pub const NOTE_MAX: usize = 200;

/// A battle's end in words: `Closed on 27 November 2026: The King won.`
pub fn ending_words(sides: [&str; 2], ending: &Ending) -> String {
    let result = ending.verdict.words(sides);
    text!("Closed on {date}: {result}.", date = dates::day(ending.at), result = result).to_string()
}

/// The verdict, if the rules decide the battle. `None` while counters are hidden, as it may depend on them.
pub fn decided(battle: BattleState) -> Option<Decided> {
    if battle.hides() {
        return None;
    }
    battle.with(|open| battle.ruleset.decided(&open.state().table()))
}

/// The verdict to propose to players who close the battle. `None` while counters are hidden, as it may depend on them.
pub fn proposed(battle: BattleState) -> Option<Decided> {
    if battle.hides() {
        return None;
    }
    battle.with(|open| battle.ruleset.proposed(&open.state().table()))
}

/// The line above the units of a battle that is closed, with its result, or that the rules decide, with a link to close it.
#[component]
pub fn ClosingLine(battle: BattleState) -> impl IntoView {
    let ending = battle.follow(Battle::ending);
    let decided = Memo::new(move |_| decided(battle));
    let close = BattlePage::Close.of(battle.id()).href();
    move || match (ending.get(), decided.get()) {
        (Some(ending), _) => Some(view! { <Closed battle ending/> }.into_any()),
        (None, Some(decided)) => {
            let why = Names::of_battle(battle).spell(&decided.because);
            let close = close.clone();
            Some(
                view! {
                    <section class="banner" aria-label=say("The end")>
                        <p><b>{why}</b></p>
                        <p class="tools"><a class="button primary" href=close>{say("Close the battle")}</a></p>
                    </section>
                }
                .into_any(),
            )
        }
        (None, None) => None,
    }
}

/// The result of a closed battle, with links to its report, replay and survivors, and a button that reopens it.
#[component]
pub fn Closed(
    battle: BattleState,
    /// Its end.
    ending: Ending,
) -> impl IntoView {
    let sides = battle.with_untracked(|open| open.header().sides.clone().map(|side| side.name));
    let words = ending_words(sides.each_ref().map(String::as_str), &ending);
    let link = |page: BattlePage, words: &'static str| view! { <a class="button" href=page.of(battle.id()).href()>{words}</a> };
    view! {
        <section class="banner" aria-label=say("The end")>
            <p><b>{words}</b></p>
            {(!ending.note.is_empty()).then(|| view! { <p>{ending.note.clone()}</p> })}
            <p class="tools">
                {link(BattlePage::Report, say("Report"))}
                {link(BattlePage::Replay, say("Replay"))}
                {link(BattlePage::Survivors, say("Survivors"))}
                <button on:click=move |_| battle.reopen()>{say("Reopen")}</button>
            </p>
        </section>
    }
}
