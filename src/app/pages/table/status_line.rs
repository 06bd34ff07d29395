//! The status line: turn, phase, active side and the ruleset's own numbers in one row that never scrolls away. Opened, it has
//! the phase's help and both sides' trackers.

use super::drawing::DrawingOrder;
use super::phase::PhaseHelp;
use super::tracker_bar::TrackerBar;
use crate::app::components::clock::{BattleClock, ClockPanel, ClockTimes};
use crate::app::components::short_name::short_name;
use crate::app::state::BattleState;
use crate::app::state::route::{BattlePage, router};
use leptos::prelude::*;
use rules::own::{OwnRules, Owner};
use rules::ruleset::{StatusItem, StatusValue};
use rules::subject::{BATTLE, Side};
use rules::table::{PHASE, TURN};
use rules::text;
use rules::text::say;

/// True for each part of the status line that is unfolded.
#[derive(Clone, Copy)]
pub struct Unfolded {
    /// The part below the line.
    pub status: RwSignal<bool>,
    /// The choice of a clock within that.
    pub clock: RwSignal<bool>,
}

/// The status line.
#[component]
pub fn StatusLine(
    /// The battle in play.
    battle: BattleState,
    /// The side whose move it is.
    acting: Memo<Option<usize>>,
    /// The order in which the table is drawn.
    turns: DrawingOrder,
    /// The clock.
    clock: BattleClock,
    /// Its parts that are unfolded.
    unfolded: Unfolded,
) -> impl IntoView {
    let tracked = battle.tracked(BATTLE);
    let place = Memo::new(move |_| {
        tracked.with(|battle| {
            (battle.value(TURN).unwrap_or(1), usize::try_from(battle.value(PHASE).unwrap_or_default()).unwrap_or(0))
        })
    });
    let all = battle.ruleset.phases;
    let phase = Memo::new(move |_| place.get().1);
    let items = battle.follow(move |open| (battle.ruleset.glance.status)(&open.state().table()));
    let side = move || {
        let side = acting.get()?;
        let name = battle.with(|open| open.header().sides[side].name.clone());
        Some(view! { <span class=format!("active side-{side}")>{short_name(name)}</span> })
    };
    let shown = move || items.get().into_iter().map(|item| view! { <Item battle item/> }).collect_view();
    let said = announced(battle, place, acting);
    let name = battle.with_untracked(|open| open.header().name.clone());
    // Computed only while it is open, as there may be hundreds of units.
    let Unfolded { status: opened, clock: choosing_clock } = unfolded;
    router().close_switch_by_back("status", opened);
    let unfold = move |event| opened.set(event_target::<web_sys::Element>(&event).has_attribute("open"));
    view! {
        <section class="status phase" aria-label=say("Phase")>
            <details open=move || opened.get() on:toggle=unfold>
                <summary class="status-row">
                    <span class="title">
                        <span class="battle-name" aria-hidden="true">{name}</span>
                        <span class="moment">
                            <span class="turn-word">{say(battle.ruleset.turn)}" "</span>
                            <span class="turn-and-phase">
                                <span class="turn">{move || place.get().0}</span>
                                <span class="phase-word">" · "{move || all.get(phase.get()).map(|phase| phase.brief())}</span>
                            </span>
                        </span>
                    </span>
                    {move || side()}
                    <span class="numbers">{move || shown()}</span>
                    <span class="ticks" aria-hidden="true">
                        {all.iter().enumerate().map(|(index, _)| view! { <i class:done=move || index < phase.get() class:now=move || index == phase.get()></i> }).collect_view()}
                    </span>
                </summary>
                <div class="status-panel">
                    <Show when=move || turns.is_painted()><ClockTimes clock/><PhaseHelp battle phase opened/><TrackerBars battle/><ClockPanel clock unfolded=choosing_clock/></Show>
                </div>
            </details>
            <p class="visually-hidden" role="status" aria-label=say("Now")>{said}</p>
        </section>
    }
}

/// Turn, phase and side whenever they change, for players who cannot see the line.
fn announced(battle: BattleState, place: Memo<(i32, usize)>, acting: Memo<Option<usize>>) -> RwSignal<String> {
    let said = RwSignal::new(String::new());
    Effect::new(move |before: Option<_>| {
        let now = (place.get(), acting.get());
        if before.is_some_and(|before| before != now) {
            let ((turn, phase), side) = now;
            let phase = battle.ruleset.phases.get(phase).map_or("", |phase| phase.brief());
            let side = side.map(|side| battle.with_untracked(|open| open.header().sides[side].name.clone()));
            said.set(
                [format!("{} {turn}", say(battle.ruleset.turn)), phase.to_owned()]
                    .into_iter()
                    .chain(side)
                    .collect::<Vec<_>>()
                    .join(", "),
            );
        }
        now
    });
    said
}

/// A number or a word, with its marker.
#[component]
fn Item(battle: BattleState, item: StatusItem) -> impl IntoView {
    let side = item.side.map_or_else(String::new, |side| format!(" side-{}", side.index()));
    let whose = item.side.map(|side| battle.with_untracked(|open| open.header().sides[side.index()].name.clone()));
    let value = match item.value {
        StatusValue::Number(number) => number.to_string(),
        StatusValue::Word(word) => word.to_string(),
        StatusValue::Sign => String::new(),
    };
    let label = match whose {
        Some(whose) => text!("{what}, {side}: ", what = item.label, side = whose).to_string(),
        None if value.is_empty() => item.label.to_string(),
        None => format!("{}: ", item.label),
    };
    view! {
        <span class=format!("number look-{}{side}", item.look.name()) class:few=item.few><span class="visually-hidden">{label}</span>{value}</span>
    }
}

/// The trackers of the battle and of both sides.
#[component]
fn TrackerBars(battle: BattleState) -> impl IntoView {
    let ruleset = battle.ruleset;
    let own = |side: usize| Signal::derive(move || battle.with(|open| open.header().sides[side].name.clone()));
    let rules = battle.follow(|open| OwnRules::of(open.state().battle()));
    let hides = Memo::new(move |_| rules.with(|rules| !ruleset.secrecies(rules).is_empty()));
    let printed = ruleset.trackers.side.len() + ruleset.trackers.battle.len();
    let empty = move || {
        printed == 0
            && !hides.get()
            && rules.with(|rules| rules.trackers.iter().all(|tracker| tracker.of == Owner::Unit))
    };
    view! {
        <section class="tracker-bars" class:hidden=move || empty() aria-label=say("Status")>
            {move || hides.get().then(|| view! { <p class="tools"><a class="button quiet" href=BattlePage::Devices.of(battle.id()).href()>{say("Hidden counters")}</a></p> })}
            <TrackerBar battle of=BATTLE name=say("Battle")/>
            <TrackerBar battle of={Side::A.id()} name=own(0)/>
            <TrackerBar battle of={Side::B.id()} name=own(1)/>
        </section>
    }
}
