//! The header of the table, which never scrolls away: the link back, the status line, and a menu.

use super::drawing::DrawingOrder;
use super::status_line::{StatusLine, Unfolded};
use crate::app::components::clock::BattleClock;
use crate::app::components::duties::{at_will_words, open_duty};
use crate::app::components::icon::{
    BOOK, CANDLE, CLOCK, DEVICES, FLAG, HOURGLASS, Icon, LETTER, LOG, MORE, PRINT, QUILL, SCREEN, SEAT, SETTINGS,
    SHARE, SNUFFED,
};
use crate::app::components::page_header::{BackLink, title_of_tab};
use crate::app::components::undo::{BeforeRedo, Redo};
use crate::app::platform::keyboard;
use crate::app::platform::wake_lock::can_keep_screen_on;
use crate::app::state::route::{BattlePage, Route, router};
use crate::app::state::wake_lock::wake_lock;
use crate::app::state::{BattleState, WAKE_LOCK};
use leptos::prelude::*;
use rules::text::say;
use rules::turn::Duty;
use serde_json::Value as Json;

#[component]
pub fn TableHead(
    battle: BattleState,
    /// The side whose move it is.
    acting: Memo<Option<usize>>,
    /// The order in which the table is drawn.
    turns: DrawingOrder,
    clock: BattleClock,
) -> impl IntoView {
    let name = battle.with_untracked(|open| open.header().name.clone());
    title_of_tab(Signal::stored(name.clone()));
    let before_redo = RwSignal::new(false);
    let unfolded = Unfolded { status: RwSignal::new(false), clock: RwSignal::new(false) };
    view! {
        <header class="head table-head">
            <BackLink to=Route::Home/>
            // Hidden by the style sheet, because the status line shows the name.
            <h1 tabindex="-1">{name}</h1>
            <StatusLine battle acting turns clock unfolded/>
            <Menu battle before_redo unfolded/>
        </header>
        <BeforeRedo battle asking=before_redo/>
    }
}

/// The menu with controls that are used less often, and its button.
#[component]
fn Menu(battle: BattleState, before_redo: RwSignal<bool>, unfolded: Unfolded) -> impl IntoView {
    let is_open = RwSignal::new(false);
    router().close_switch_by_back("menu", is_open);
    let button = NodeRef::new();
    keyboard::close_by_escape_to(is_open, button);
    // A choice closes the menu, and the focus goes back to its button. A shortcut works while the menu is closed, and leaves the focus.
    let choose = Callback::new(move |()| {
        if is_open.get_untracked() {
            is_open.set(false);
            // If the dialog before a redo opens, it takes the focus.
            if !before_redo.get_untracked() {
                keyboard::focus(button);
            }
        }
    });
    // The heading of the clock takes the focus itself.
    let choose_clock = move || {
        is_open.set(false);
        unfolded.status.set(true);
        unfolded.clock.set(true);
    };
    let share = BattlePage::Share.of(battle.id()).href();
    let log = BattlePage::Log.of(battle.id()).href();
    let own_rules = BattlePage::OwnRules.of(battle.id()).href();
    let rules = Route::rules(battle.ruleset.named.id).href();
    view! {
        <button node_ref=button class="icon menu-button" aria-label=say("Menu") aria-expanded=move || is_open.get().to_string() on:click=move |_| is_open.update(|open| *open = !*open)><Icon path=MORE/></button>
        <Show when=move || is_open.get()><div class="menu-cover" aria-hidden="true" on:click=move |_| is_open.set(false)></div></Show>
        <div class="menu" class:open=move || is_open.get() role="group" aria-label=say("Menu") on:click=move |_| choose.run(())>
            <Redo battle asking=before_redo close_menu=choose/>
            <ScenarioItems battle/>
            <a class="icon" aria-keyshortcuts="l" href=log><Icon path=LOG/><span class="under">{say("Log")}</span></a>
            <a class="icon" href=rules aria-keyshortcuts="q"><Icon path=BOOK/><span class="under">{say("Quick reference")}</span></a>
            <a class="icon" href=own_rules><Icon path=QUILL/><span class="under">{say("Own rules")}</span></a>
            <button class="icon" on:click=move |_| choose_clock()><Icon path=CLOCK/><span class="under">{say("Clock")}</span></button>
            <a class="icon" href=BattlePage::Devices.of(battle.id()).href()><Icon path=DEVICES/><span class="under">{say("Play on several devices")}</span></a>
            <a class="icon" href=BattlePage::Seats.of(battle.id()).href()><Icon path=SEAT/><span class="under">{say("Seats")}</span></a>
            <a class="icon" href=BattlePage::Hall.of(battle.id()).href()><Icon path=SCREEN/><span class="under">{say("Hall view")}</span></a>
            <a class="icon" href=BattlePage::Close.of(battle.id()).href()><Icon path=FLAG/><span class="under">{say("Close the battle")}</span></a>
            <a class="icon" href=share><Icon path=SHARE/><span class="under">{say("Share")}</span></a>
            <a class="icon" href=BattlePage::Print.of(battle.id()).href()><Icon path=PRINT/><span class="under">{say("Print")}</span></a>
            <ScreenSwitch battle/>
            <a class="icon" href=Route::Settings.href()><Icon path=SETTINGS/><span class="under">{say("Settings")}</span></a>
        </div>
    }
}

/// Number of events and arrivals that the menu lists. The page of the scenario has all.
const MAX_AT_WILL: usize = 4;

/// The link to the scenario, and the events and arrivals that can be called now.
#[component]
fn ScenarioItems(battle: BattleState) -> impl IntoView {
    if !battle.has_scenario() {
        return ().into_any();
    }
    let (offers, router) = (battle.scenario_offers(), router());
    let item = move |offer: Duty| {
        let words = at_will_words(battle, &offer);
        view! { <button class="icon at-will" on:click=move |_| open_duty(battle, router, &offer)><Icon path=HOURGLASS/><span class="under">{words}</span></button> }
    };
    let items = move || offers.get().into_iter().take(MAX_AT_WILL).map(item).collect_view();
    view! {
        <a class="icon" href=BattlePage::Scenario.of(battle.id()).href()><Icon path=LETTER/><span class="under">{say("Scenario")}</span></a>
        {items}
    }
    .into_any()
}

/// The switch that keeps the screen on. Its icon shows the current state.
#[component]
fn ScreenSwitch(battle: BattleState) -> impl IntoView {
    let (app, stays_on) = (battle.app, wake_lock().is);
    can_keep_screen_on().then(|| {
        view! {
            <button class="icon" aria-pressed=move || stays_on.get().to_string()
                on:click=move |_| app.prefer(WAKE_LOCK, stays_on.get_untracked().then_some(Json::Bool(false)))>
                {move || view! { <Icon path=if stays_on.get() { CANDLE } else { SNUFFED }/> }}
                <span class="under">{say("Keep the screen on")}</span>
            </button>
        }
    })
}
