//! The table: the status line, what is due, and both sides' units.

mod board;
mod card;
mod dock;
mod drawing;
mod duty_strip;
mod guided;
mod next_phase;
mod phase;
mod row;
mod side;
mod sorting;
mod status_line;
mod tracker_bar;
mod unit_index;
mod upkeep_news;

use crate::app::components::alerts::Alerts;
use crate::app::components::awaiting::{AwaitingNotice, AwaitingRegion};
use crate::app::components::hint::Hint;
use crate::app::components::icon::{BOOK, CANDLE, Icon, LOG, SHARE, SNUFFED};
use crate::app::components::in_step::InStep;
use crate::app::components::page_header::PageHeader;
use crate::app::components::pen::PenLine;
use crate::app::components::undo::Redo;
use crate::app::platform::wake_lock::can_keep_screen_on;
use crate::app::state::route::{BattlePage, Route, router};
use crate::app::state::wake_lock::wake_lock;
use crate::app::state::{BattleState, WAKE_LOCK};
use dock::Dock;
use drawing::DrawingOrder;
use drumhead::core::text::say;
use duty_strip::DutyStrip;
use guided::TableGuide;
use leptos::prelude::*;
use serde_json::Value as Json;
use side::Side;
use sorting::SortingControls;
use status_line::StatusLine;
use upkeep_news::UpkeepNews;

/// The table of the battle in play.
#[component]
pub fn TablePage(
    /// The battle in play.
    battle: BattleState,
) -> impl IntoView {
    let name = battle.with_untracked(|open| open.header().name.clone());
    let shown = battle.app.battle.shown_side;
    let is_back = router().scrolled(&Route::table(battle.id())).is_some();
    // The side whose move it is comes to the front, as soon as it is its move. A player who comes back finds the side that was
    // shown.
    let acting = Memo::new(move |_| battle.acting());
    let follow = move |acting: Option<usize>| {
        if let Some(side) = battle.app.side_that_begins(battle, acting) {
            shown.set(side);
        }
    };
    follow(acting.get_untracked());
    Effect::new(move |_| follow(acting.get()));
    provide_context(battle.app.battle.rows.of_battle(&battle.id()));
    let asking = RwSignal::new(false);
    let turns = DrawingOrder::begin(battle, is_back);
    let sides = [0, 1].map(|side| {
        let label = move || battle.with(|open| open.header().sides[side].name.clone());
        let at_once = turns.begins_with(side);
        view! {
            <section class=format!("side side-{side}") class:hidden=move || shown.get() != side aria-label=move || label()>
                <Show when=move || at_once || turns.is_painted()><Side battle side turns/></Show>
            </section>
        }
    });
    view! {
        <PageHeader back=Route::Home title=name><Tools battle/></PageHeader>
        <StatusLine battle acting turns/>
        <div class="devices-line"><InStep battle/><PenLine battle/></div>
        <TableGuide battle asking/>
        <DutyStrip battle/>
        <main class="table" class:boarded=battle.has_boards()>
            <Hint name="table" words=say("Each row is a unit. Tap it to see its actions, with their odds and dice. You can undo everything.")/>
            <Awaiting battle/>
            <UpkeepNews battle/>
            <News battle/>
            <div class="sides">{sides}</div>
            <div class="table-foot">
                <SortingControls battle/>
                <p class="tools"><a class="button quiet" href=BattlePage::Devices.of(battle.id()).href()>{say("Play on several devices")}</a></p>
            </div>
        </main>
        <Dock battle asking/>
    }
}

/// Controls that are used less often, at the head of the page.
#[component]
fn Tools(battle: BattleState) -> impl IntoView {
    let share = BattlePage::Share.of(battle.id()).href();
    view! {
        <Redo battle/>
        <a class="icon" aria-keyshortcuts="l" href=BattlePage::Log.of(battle.id()).href()><Icon path=LOG/><span class="under">{say("Log")}</span></a>
        <a class="icon" href=Route::Rules(battle.ruleset.id.into(), None).href() aria-keyshortcuts="q" aria-label=say("Quick reference: rules")><Icon path=BOOK/><span class="under">{say("Rules")}</span></a>
        <ScreenSwitch battle/>
        <a class="icon" href=share aria-label=say("Share")><Icon path=SHARE/></a>
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

/// The notices of rolls that wait to be applied or discarded.
#[component]
fn Awaiting(battle: BattleState) -> impl IntoView {
    let waiting = Memo::new(move |_| battle.waiting());
    let notices =
        move || waiting.get().into_iter().map(|waiting| view! { <AwaitingNotice battle waiting/> }).collect_view();
    view! { <AwaitingRegion>{notices}</AwaitingRegion> }
}
