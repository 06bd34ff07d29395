//! The table: its header, the duties, and the units of both sides.

mod board;
mod card;
mod dock;
mod drawing;
mod duty_strip;
mod guided;
mod head;
mod joint_acts;
mod new_unit;
mod next_phase;
mod off_table;
mod phase;
mod reminders;
mod row;
mod scenario_line;
mod side;
mod sorting;
mod status_line;
mod tracker_bar;
mod unit_index;
mod upkeep_news;

use crate::app::components::acts;
use crate::app::components::alerts::Alerts;
use crate::app::components::awaiting::{AwaitingNotice, AwaitingRegion};
use crate::app::components::clock::{BattleClock, TimeUp};
use crate::app::components::closing::ClosingLine;
use crate::app::components::control::ControlLine;
use crate::app::components::hall_offer::HallOffer;
use crate::app::components::hidden_counters::SeenBy;
use crate::app::components::hint::Hint;
use crate::app::components::in_step::InStep;
use crate::app::components::seats::{CommandSwitch, PhaseWaits};
use crate::app::components::unit_state::NamedUnits;
use crate::app::state::BattleState;
use crate::app::state::route::{BattlePage, Route, router};
use dock::Dock;
use drawing::DrawingOrder;
use duty_strip::DutyStrip;
use guided::TableGuide;
use head::TableHead;
use leptos::prelude::*;
use next_phase::NextAction;
use rules::text::say;
use scenario_line::BriefingLine;
use side::Side;
use sorting::SortingControls;
use upkeep_news::UpkeepNews;

/// The table of the battle in play.
#[component]
pub fn TablePage(battle: BattleState) -> impl IntoView {
    let shown = battle.app.battle.shown_side;
    let is_back = router().scrolled(&Route::table(battle.id())).is_some();
    // When another side's move begins, that side is shown. A player who comes back to the table finds the side shown before.
    let acting = Memo::new(move |_| battle.acting());
    let show_mover = move |acting: Option<usize>| {
        let begins = battle.app.side_that_begins(battle, acting);
        // A device with its own units keeps showing their side.
        let own = untrack(|| if battle.shows_own_units() { battle.own_sides() } else { Vec::new() });
        let is_own = |side: usize| own.iter().any(|own| own.index() == side);
        let shown = battle.app.battle.shown_side.get_untracked();
        match begins {
            Some(side) if own.is_empty() || is_own(side) => battle.show_side(side),
            Some(_) if !is_own(shown) => own.first().into_iter().for_each(|side| battle.show_side(side.index())),
            Some(_) | None => {}
        }
    };
    open_hall(battle);
    show_mover(acting.get_untracked());
    Effect::new(move |_| show_mover(acting.get()));
    show_applied(battle);
    provide_context(battle.app.battle.rows.of_battle(&battle.id()));
    provide_context(NamedUnits::follow(battle));
    let next_action = NextAction::of(battle);
    let asking = next_action.asking;
    let turns = DrawingOrder::begin(battle, is_back);
    let clock = BattleClock::follow(battle);
    let sides = [0, 1].map(|side| {
        let label = move || battle.with(|open| open.header().sides[side].name.clone());
        let at_once = turns.is_drawn_at_once(side);
        view! {
            <section class=format!("side side-{side}") class:hidden=move || shown.get() != side aria-label=move || label()>
                <Show when=move || at_once || turns.is_painted()><Side battle side turns/></Show>
            </section>
        }
    });
    view! {
        <TableHead battle acting turns clock/>
        <div class="devices-line"><InStep battle/><ControlLine battle/><HallOffer battle/><SeenBy battle/></div>
        <TableGuide battle asking leave_words=next_action.leave_words/>
        <DutyStrip battle next_action/>
        <main class="table" class:boarded=battle.has_boards()>
            <Hint name="table" words=say("Each row is a unit. Tap it to see its actions, with their odds and dice. You can undo everything.")/>
            <BriefingLine battle/>
            <CommandSwitch battle/>
            <Awaiting battle/>
            <UpkeepNews battle/>
            <PhaseWaits battle/>
            <TimeUp clock/>
            <ClosingLine battle/>
            <BattleAlerts battle/>
            <div class="sides">{sides}</div>
            <div class="table-foot">
                <SortingControls battle/>
            </div>
        </main>
        <Dock battle next_action/>
    }
}

/// Opens the hall view if that is the only seat of this device, unless the player comes from there.
fn open_hall(battle: BattleState) {
    let (router, hall) = (router(), BattlePage::Hall.of(battle.id()));
    let comes_from_seats = router.came_from(&BattlePage::Seats.of(battle.id()));
    if untrack(|| battle.only_watches()) && !router.came_from(&hall) && !comes_from_seats {
        request_animation_frame(move || router.swap(&hall));
    }
}

/// Shows a notice about the outcome that was just applied on a panel.
fn show_applied(battle: BattleState) {
    let Some(applied) = battle.app.take_applied(&battle.id()) else { return };
    // Delayed, because the router is just removing the notices of the page that was left.
    request_animation_frame(move || acts::show_applied(battle, applied));
}

/// Alerts about the battle as a whole.
#[component]
fn BattleAlerts(battle: BattleState) -> impl IntoView {
    let news = battle.follow(|open| (open.state().alerts(), open.header().sides.clone().map(|side| side.name)));
    move || {
        let (alerts, sides) = news.get();
        view! { <Alerts alerts sides/> }
    }
}

/// The notices of unapplied rolls.
#[component]
fn Awaiting(battle: BattleState) -> impl IntoView {
    let waiting = Memo::new(move |_| battle.waiting());
    let notices =
        move || waiting.get().into_iter().map(|waiting| view! { <AwaitingNotice battle waiting/> }).collect_view();
    view! { <AwaitingRegion>{notices}</AwaitingRegion> }
}
