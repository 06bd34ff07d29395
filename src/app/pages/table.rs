//! The table: both sides' units as cards, and what the phase needs.

mod board;
mod card;
mod drawing;
mod duty_strip;
mod next_phase;
mod phase;
mod sorting;
mod tracker_bar;

use crate::app::components::alerts::Alerts;
use crate::app::components::awaiting::AwaitingNotice;
use crate::app::components::hint::Hint;
use crate::app::components::icon::{BOOK, CANDLE, Icon, LOG, SHARE, SNUFFED};
use crate::app::components::page_header::PageHeader;
use crate::app::components::undo::UndoRedo;
use crate::app::platform::wake_lock::can_keep_screen_on;
use crate::app::state::route::Route;
use crate::app::state::wake_lock::wake_lock;
use crate::app::state::{BattleState, WAKE_LOCK, app_state};
use board::ForAll;
use drumhead::battle::{Action, Change, Unit};
use drumhead::core::text::say;
use drumhead::storage::Key;
use drumhead::storage::roster;
use drumhead::storage::roster::Roster;
use duty_strip::DutyStrip;
use leptos::prelude::*;
use next_phase::NextPhase;
use phase::PhaseBar;
use serde_json::{Map, Value as Json};
use sorting::SortingControls;
use tracker_bar::TrackerBar;

use card::UnitCard;
use drawing::DrawingOrder;

/// The table of the battle in play.
#[component]
pub fn TablePage(
    /// The battle in play.
    battle: BattleState,
) -> impl IntoView {
    let name = battle.with_untracked(|open| open.header().name.clone());
    let shown = battle.app.shown_side;
    // The side whose move it is comes to the front.
    let acting = Memo::new(move |_| battle.acting());
    Effect::new(move |_| {
        if let Some(side) = acting.get() {
            shown.set(side);
        }
    });
    let turns = DrawingOrder::begin(battle);
    let share = Route::Share(Key::Battle(battle.id())).href();
    let sides = [0, 1].map(|side| {
        let label = move || battle.with(|open| open.header().sides[side].name.clone());
        view! {
            <section class=format!("side side-{side}") class:hidden=move || shown.get() != side aria-label=move || label()>
                <Side battle side turns/>
            </section>
        }
    });
    view! {
        <PageHeader back=Route::Home title=name>
            <ScreenSwitch battle/>
            <a class="icon" href=share aria-label=say("Share")><Icon path=SHARE/></a>
        </PageHeader>
        <PhaseBar battle acting/>
        <DutyStrip battle/>
        <TrackerBars battle/>
        <main class="table" class:boarded=battle.has_boards()>
            <Hint name="table" words=say("Each card is a unit. Tap an action to see its odds and roll its dice. You can undo everything.")/>
            <Awaiting battle/>
            <News battle/>
            <SortingControls battle/>
            <div class="sides">{sides}</div>
        </main>
        <Dock battle/>
    }
}

/// The bar within the thumb's reach: which side is shown, and what is done most.
#[component]
fn Dock(battle: BattleState) -> impl IntoView {
    let shown = battle.app.shown_side;
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
                <UndoRedo battle/>
                <a class="icon" href=Route::Log(battle.id()).href()><Icon path=LOG/><span class="under">{say("Log")}</span></a>
                <a class="icon" href=Route::Rules(battle.ruleset.id.into()).href() aria-label=say("Quick reference: rules")><Icon path=BOOK/><span class="under">{say("Rules")}</span></a>
                <NextPhase battle/>
            </div>
        </nav>
    }
}

/// The switch of the screen that stays on, and whether it does.
#[component]
fn ScreenSwitch(battle: BattleState) -> impl IntoView {
    let (app, is) = (battle.app, wake_lock().is);
    can_keep_screen_on().then(|| {
        view! {
            <button class="icon wake-lock" aria-label=say("Keep the screen on") aria-pressed=move || is.get().to_string()
                on:click=move |_| app.prefer(WAKE_LOCK, is.get_untracked().then_some(Json::Bool(false)))>
                {move || view! { <Icon path=if is.get() { CANDLE } else { SNUFFED }/> }}
            </button>
        }
    })
}

/// News of the battle as a whole.
#[component]
fn News(battle: BattleState) -> impl IntoView {
    let news = battle.follow(|open| (open.state().alerts(), open.header().sides.clone().map(|side| side.name)));
    move || {
        let (alerts, sides) = news.get();
        view! { <Alerts alerts sides/> }
    }
}

/// The trackers of the battle and of both sides, a line each.
#[component]
fn TrackerBars(battle: BattleState) -> impl IntoView {
    let ruleset = battle.ruleset;
    let own = |side: usize| Signal::derive(move || battle.with(|open| open.header().sides[side].name.clone()));
    let empty = ruleset.side_trackers.is_empty() && ruleset.battle_trackers.is_empty();
    view! {
        <section class="tracker-bars" class:hidden=empty aria-label=say("Status")>
            <TrackerBar battle of="battle" trackers=ruleset.battle_trackers name=say("Battle")/>
            <TrackerBar battle of="a" trackers=ruleset.side_trackers name=own(0)/>
            <TrackerBar battle of="b" trackers=ruleset.side_trackers name=own(1)/>
        </section>
    }
}

/// The notice of a roll that awaits its settlement.
#[component]
fn Awaiting(battle: BattleState) -> impl IntoView {
    let awaiting = Memo::new(move |_| battle.awaiting(None));
    move || awaiting.get().map(|(stamp, rolled)| view! { <AwaitingNotice battle stamp rolled/> })
}

// The sides.

/// The units of a side, as cards.
#[component]
fn Side(battle: BattleState, side: usize, turns: DrawingOrder) -> impl IntoView {
    let ids = sorting::units(battle, side);
    let bare = battle.follow(move |open| open.state().units().all(|unit| unit.side != side));
    let name = move || battle.with(|open| open.header().sides[side].name.clone());
    let nothing = move || match bare.get() {
        true => say("No units here yet. Add them from a roster or a sample below."),
        false => say("No units of this side match the filter."),
    };
    let shown = move || {
        let mut ids = ids.get();
        ids.truncate(turns.so_far(side));
        ids
    };
    view! {
        <h2 class="banner-of-side">{move || name()}</h2>
        <Show when=move || ids.with(Vec::is_empty)><p class="empty">{move || nothing()}</p></Show>
        <ForAll battle side/>
        <For each=shown key=Clone::clone let(id)><UnitCard battle id turns/></For>
        <Muster battle side/>
    }
}

/// Adds a roster's units to a side.
#[component]
fn Muster(battle: BattleState, side: usize) -> impl IntoView {
    let app = app_state();
    let rosters = move || {
        let own =
            app.rosters.get().into_iter().map(|kept| kept.it).filter(|roster| roster.ruleset == battle.ruleset.id);
        own.chain(Roster::samples(battle.ruleset)).collect::<Vec<_>>()
    };
    let add = move |profile: &Map<String, Json>| {
        let id = battle.free_id();
        let profile = roster::relevant(battle.ruleset.profile, profile);
        battle.act(Action::Muster, vec![Change::Add(Unit { id, side, profile })]);
    };
    let units = move |roster: Roster| {
        let units = roster.units.into_iter().map(|unit| {
            let name = unit.get("name").and_then(|name| name.as_str()).unwrap_or("?").to_owned();
            view! { <button on:click=move |_| add(&unit)>{format!("+ {name}")}</button> }
        });
        view! { <p class="soft">{roster.name}</p><p class="tools">{units.collect_view()}</p> }
    };
    view! {
        <details class="more">
            <summary>{say("Add units")}</summary>
            {move || rosters().into_iter().map(units).collect_view()}
        </details>
    }
}
