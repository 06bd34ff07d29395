//! The table: both sides' units as cards, and what the phase needs.

mod agenda;
mod card;
mod phase;
mod sorting;
mod strip;
mod turns;

use super::board;
use super::log::undo_redo;
use super::resolve::on_table;
use crate::app::awake::awake;
use crate::app::desk::{AWAKE, InBattle, desk};
use crate::app::parts::frame::head;
use crate::app::parts::hint::hint;
use crate::app::parts::icon::{BOOK, CANDLE, LOG, SHARE, SNUFFED, icon};
use crate::app::parts::tidings::tidings;
use crate::app::route::Route;
use drumhead::battle::{Action, Change, Unit};
use drumhead::core::text::say;
use drumhead::storage::Key;
use leptos::prelude::*;
use serde_json::Value as Json;

pub use card::{in_trouble, standing_card, tag, tags};
pub use sorting::Sorting;
pub use strip::told;
use turns::Turns;

/// The table of the battle in play.
pub fn page(battle: InBattle) -> impl IntoView {
    let name = battle.with_untracked(|open| open.header().name.clone());
    let shown = battle.desk.shown_side;
    // The side whose move it is comes to the front.
    let acting = agenda::acting(battle);
    Effect::new(move |_| {
        if let Some(side) = acting.get() {
            shown.set(side);
        }
    });
    let (place, turns) = (card::place(battle), Turns::begin(battle));
    let share = Route::Share(Key::Battle(battle.id())).href();
    let menu = view! {
        {candle(battle)}
        <a class="icon" href=share aria-label=say("Share")>{icon(SHARE)}</a>
    };
    view! {
        {head(Some(Route::Home), name, menu)}
        {phase::phases(battle, acting)}
        {desks(battle)}
        <main class="table" class:boarded=board::asks(battle)>
            {hint("table", say("A card is a unit. Tap what it can do: Drumhead gives the odds and takes your dice. Everything can be undone."))}
            {on_table(battle)}
            {news(battle)}
            {agenda::agenda(battle)}
            {sorting::controls(battle)}
            <div class="sides">
                {[0, 1].map(|side_index| view! {
                    <section class=format!("side side-{side_index}") class:hidden=move || shown.get() != side_index
                        aria-label=move || battle.with(|open| open.header().sides[side_index].name.clone())>
                        {side(battle, side_index, place, turns)}
                    </section>
                })}
            </div>
        </main>
        {dock(battle)}
    }
}

/// Within the thumb's reach: which side is shown, and what is done most.
fn dock(battle: InBattle) -> impl IntoView {
    let shown = battle.desk.shown_side;
    let tabs = [0, 1].map(|side| {
        let name = move || battle.with(|open| open.header().sides[side].name.clone());
        let count = battle.follow(move |open| open.state().units().filter(|unit| unit.side == side).count());
        view! {
            <button class=format!("tab side-{side}") aria-pressed=move || (shown.get() == side).to_string() on:click=move |_| shown.set(side)>
                <span>{move || name()}</span><b>{count}<span class="unseen">" "{say("units")}</span></b>
            </button>
        }
    });
    view! {
        <nav class="dock" aria-label=say("Battle")>
            <div class="tabs" role="group" aria-label=say("Sides")>{tabs}</div>
            <div class="row-of-dock">
                {undo_redo(battle)}
                <a class="icon" href=Route::Log(battle.id()).href()>{icon(LOG)}<span class="under">{say("Log")}</span></a>
                <a class="icon" href=Route::Rules(battle.ruleset.id.into()).href() aria-label=say("Quick reference: rules")>{icon(BOOK)}<span class="under">{say("Rules")}</span></a>
                {phase::next(battle)}
            </div>
        </nav>
    }
}

/// Whether the screen is kept on, and the switch for it.
fn candle(battle: InBattle) -> Option<impl IntoView> {
    let (desk, is) = (battle.desk, awake().is);
    crate::app::device::can_keep_screen_on().then(|| {
        view! {
            <button class="icon candle" aria-label=say("Keep the screen on") aria-pressed=move || is.get().to_string()
                on:click=move |_| desk.prefer(AWAKE, is.get_untracked().then_some(Json::Bool(false)))>
                {move || icon(if is.get() { CANDLE } else { SNUFFED })}
            </button>
        }
    })
}

/// What the battle as a whole is worth saying.
fn news(battle: InBattle) -> impl IntoView {
    let news = battle.follow(|open| (open.state().alerts(), open.header().sides.clone().map(|side| side.name)));
    view! { {move || news.with(|(news, sides)| tidings(news, sides))} }
}

/// The desks of the battle and of both sides, a line each.
fn desks(battle: InBattle) -> impl IntoView {
    let ruleset = battle.ruleset;
    let own = |side: usize| Signal::derive(move || battle.with(|open| open.header().sides[side].name.clone()));
    let empty = ruleset.side_trackers.is_empty() && ruleset.battle_trackers.is_empty();
    view! {
        <section class="desks" class:hidden=empty aria-label=say("Desks")>
            {strip::strip(battle, "battle", ruleset.battle_trackers, Signal::stored(say("Battle").to_owned()))}
            {strip::strip(battle, "a", ruleset.side_trackers, own(0))}
            {strip::strip(battle, "b", ruleset.side_trackers, own(1))}
        </section>
    }
}

// The sides.

fn side(battle: InBattle, side: usize, place: card::Place, turns: Turns) -> impl IntoView {
    let ids = sorting::units(battle, side);
    let bare = battle.follow(move |open| open.state().units().all(|unit| unit.side != side));
    let name = move || battle.with(|open| open.header().sides[side].name.clone());
    let nothing = move || match bare.get() {
        true => say("No units here yet. Add them from a roster or a sample below."),
        false => say("No unit of this side is such as you asked for."),
    };
    view! {
        <h2 class="banner-of-side">{move || name()}</h2>
        <Show when=move || ids.with(Vec::is_empty)><p class="empty">{move || nothing()}</p></Show>
        {board::for_all(battle, side)}
        <For each=move || so_far(ids.get(), turns.so_far(side)) key=|id| id.clone() children=move |id| card::card(battle, id, place, turns)/>
        {muster(battle, side)}
    }
}

fn so_far(mut ids: Vec<String>, count: usize) -> Vec<String> {
    ids.truncate(count);
    ids
}

/// Adds a roster's units to a side.
fn muster(battle: InBattle, side: usize) -> impl IntoView {
    let desk = desk();
    let rosters = move || {
        let own =
            desk.rosters.get().into_iter().map(|kept| kept.it).filter(|roster| roster.ruleset == battle.ruleset.id);
        own.chain(drumhead::storage::roster::Roster::samples(battle.ruleset)).collect::<Vec<_>>()
    };
    let add = move |profile: &serde_json::Map<String, Json>| {
        let id = battle.free_id();
        let profile = drumhead::storage::roster::relevant(battle.ruleset.profile, profile);
        battle.act(Action::Muster, vec![Change::Add(Unit { id, side, profile })]);
    };
    view! {
        <details class="more">
            <summary>{say("Add units")}</summary>
            {move || rosters().into_iter().map(|roster| {
                let units = roster.units.into_iter().map(|unit| {
                    let name = unit.get("name").and_then(|name| name.as_str()).unwrap_or("?").to_owned();
                    view! { <button on:click=move |_| add(&unit)>{format!("+ {name}")}</button> }
                }).collect_view();
                view! { <p class="soft">{roster.name}</p><p class="tools">{units}</p> }
            }).collect_view()}
        </details>
    }
}
