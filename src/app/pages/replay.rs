//! A battle, entry by entry: the table as it stood, and another battle that goes on from there.

use crate::app::components::battle_snapshot::BattleSnapshot;
use crate::app::components::log_tabs::LogTabs;
use crate::app::components::page_header::PageHeader;
use crate::app::platform::clock::{new_seed, now};
use crate::app::platform::keyboard;
use crate::app::state::route::{BattlePage, Route, router};
use crate::app::state::{BattleState, app_state};
use drumhead::analysis::battle_stats;
use drumhead::battle::{Battle, Event};
use drumhead::core::text::say;
use drumhead::text;
use leptos::prelude::*;

/// The replay of a battle.
#[component]
pub fn ReplayPage(
    /// The battle in play.
    battle: BattleState,
) -> impl IntoView {
    // Steps of the replay: how many entries of the log, and what came last. Undoings are steps, rolls are told by their acts.
    let entries = battle.follow(entries);
    let last = Memo::new(move |_| entries.with(Vec::len));
    let at = RwSignal::new(last.get_untracked());
    let go = move |to: usize| at.set(to.min(last.get_untracked()));
    keyboard::while_shown(move |key| {
        match key {
            "ArrowLeft" => go(at.get_untracked().saturating_sub(1)),
            "ArrowRight" => go(at.get_untracked() + 1),
            "Home" => go(0),
            "End" => go(usize::MAX),
            _ => return false,
        }
        true
    });
    let then = Memo::new(move |_| {
        entries
            .with(|entries| at.get().checked_sub(1).and_then(|place| entries.get(place).copied()))
            .map_or(0, |n| n + 1)
    });
    let said = move || {
        let count = then.get();
        let words = battle.with(|open| count.checked_sub(1).and_then(|place| Some(open.log().get(place)?.1.clone())));
        let words = words.map_or_else(|| say("Before the first action").to_owned(), |event| describe(battle, &event));
        text!("{n} of {all}: {what}", n = at.get(), all = last.get(), what = words).to_string()
    };
    let table = move || {
        let count = then.get();
        let then = battle.with(|open| open.after_first(count));
        view! { <BattleSnapshot ruleset=battle.ruleset battle=then/> }
    };
    view! {
        <PageHeader back=Route::table(battle.id()) title=say("Replay")/>
        <main class="replay">
            <LogTabs id=battle.id() current=BattlePage::Replay/>
            <p class="headline" role="status">{move || said()}</p>
            <input type="range" min="0" max=last prop:value=move || at.get().to_string() aria-label=say("Action")
                on:input=move |event| go(event_target_value(&event).parse().unwrap_or(0))/>
            <p class="tools steps-bar">
                <button aria-label=say("First") disabled=move || at.get() == 0 on:click=move |_| go(0)>"|◀"</button>
                <button data-repeats aria-label=say("Previous") disabled=move || at.get() == 0 on:click=move |_| go(at.get_untracked().saturating_sub(1))>"◀"</button>
                <button data-repeats aria-label=say("Next") disabled={move || at.get() == last.get()} on:click=move |_| go(at.get_untracked() + 1)>"▶"</button>
                <button aria-label=say("Last") disabled={move || at.get() == last.get()} on:click=move |_| go(usize::MAX)>"▶|"</button>
            </p>
            <Show when=move || last.get() == 0>
                <p class="empty">{say("Nothing has happened yet. Here you can step through the battle, action by action.")}</p>
            </Show>
            {move || table()}
            <div class="actions"><button on:click=move |_| go_on(battle, then.get_untracked())>{say("Continue from here as a new battle")}</button></div>
        </main>
    }
}

/// The places in the log that are steps: acts, undoings and redoings.
fn entries(open: &Battle) -> Vec<usize> {
    let places = open
        .events()
        .enumerate()
        .filter(|(_, event)| !matches!(event, Event::Rolled(_) | Event::Pen(_) | Event::Chain(_)));
    places.map(|(place, _)| place).collect()
}

fn describe(battle: BattleState, event: &Event) -> String {
    let of = |stamp: &_| {
        battle.with_untracked(|open| {
            let found = open.log().iter().find(|(other, _)| other == stamp);
            match found {
                Some((_, Event::Action(act))) => battle_stats::title(battle.ruleset, act),
                _ => String::new(),
            }
        })
    };
    match event {
        Event::Action(act) => battle_stats::title(battle.ruleset, act),
        Event::Undo(reversal) => text!("undone: {what}", what = of(&reversal.act)).to_string(),
        Event::Redo(reversal) => text!("redone: {what}", what = of(&reversal.act)).to_string(),
        Event::Rolled(_) | Event::Pen(_) | Event::Chain(_) => String::new(),
    }
}

/// Begins a battle that goes on from the table as it stood after so many entries of the log.
fn go_on(battle: BattleState, events: usize) {
    let (app, router, id) = (app_state(), router(), battle.id());
    let then = battle.with_untracked(|open| open.after_first(events));
    let name = text!("{name} – what if", name = then.header().name.chars().take(70).collect::<String>()).to_string();
    let (header, act) = then.fork(&id, name, new_seed(), now());
    let Some(id) = app.begin_battle(|_| header) else { return };
    BattleState::in_play(app, battle.ruleset).begin_with(act);
    router.go(&Route::table(id));
}
