//! The status line, which never scrolls away: turn, phase, active side and the ruleset's own numbers. Unfolded, it has the clock, the
//! help with the phase, and the trackers of the battle and both sides.

use super::drawing::DrawingOrder;
use super::phase::PhaseHelp;
use super::tracker_bar::TrackerBar;
use crate::app::components::clock::{BattleClock, ClockInHead, ClockPanel, ClockTimes};
use crate::app::components::score::ScorePair;
use crate::app::components::short_name::short_name;
use crate::app::state::BattleState;
use crate::app::state::route::{BattlePage, router};
use leptos::prelude::*;
use rules::own::{OwnRules, Owner};
use rules::ruleset::{StatusItem, StatusValue};
use rules::scenario;
use rules::subject::{BATTLE, Side};
use rules::table::{PHASE, TURN};
use rules::text;
use rules::text::say;

/// The unfolded parts of the status line.
#[derive(Clone, Copy)]
pub struct Unfolded {
    /// True while the part below the line is unfolded.
    pub status: RwSignal<bool>,
    /// True while the choice of a clock, within that part, is unfolded.
    pub clock: RwSignal<bool>,
}

/// The status line.
#[component]
pub fn StatusLine(
    battle: BattleState,
    /// The side whose move it is.
    acting: Memo<Option<usize>>,
    /// The order in which the table is drawn.
    turns: DrawingOrder,
    clock: BattleClock,
    /// Its unfolded parts.
    unfolded: Unfolded,
) -> impl IntoView {
    let tracked = battle.tracked(BATTLE);
    let turn_and_phase = Memo::new(move |_| {
        tracked.with(|battle| {
            (battle.value(TURN).unwrap_or(1), usize::try_from(battle.value(PHASE).unwrap_or_default()).unwrap_or(0))
        })
    });
    let all = battle.ruleset.phases;
    let phase = Memo::new(move |_| turn_and_phase.get().1);
    let items = battle.follow(move |open| (battle.ruleset.glance.status)(&open.state().table()));
    let side = move || {
        let side = acting.get()?;
        let name = battle.with(|open| open.header().sides[side].name.clone());
        Some(view! { <span class=format!("active side-{side}")>{short_name(name)}</span> })
    };
    let shown = move || items.get().into_iter().map(|item| view! { <Item battle item/> }).collect_view();
    let last_turn = battle.with_untracked(|open| scenario::last_turn(&open.state().table()));
    let points = points(battle);
    let announcement = announcement(battle, turn_and_phase, acting);
    let name = battle.with_untracked(|open| open.header().name.clone());
    // The help is computed only while it is unfolded, because there can be hundreds of units.
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
                                <span class="turn">{move || turn_and_phase.get().0}</span>
                                {last_turn.map(|last| view! { <span class="of-turns" class:last=move || { last <= turn_and_phase.get().0 }><span class="visually-hidden">" "{text!("of {n}", n = last).to_string()}</span><span aria-hidden="true">"/"{last}</span></span> })}
                                <span class="phase-word">" · "{move || all.get(phase.get()).map(|phase| phase.brief())}</span>
                            </span>
                        </span>
                    </span>
                    {move || side()}
                    <span class="numbers">{points}{move || shown()}<ClockInHead clock/></span>
                    <span class="ticks" aria-hidden="true">
                        {all.iter().enumerate().map(|(index, _)| view! { <i class:done=move || index < phase.get() class:now=move || index == phase.get()></i> }).collect_view()}
                    </span>
                </summary>
                <div class="status-panel">
                    <Show when=move || turns.is_painted()><ClockTimes clock/><PhaseHelp battle phase opened/><TrackerBars battle/><ClockPanel clock unfolded=choosing_clock/></Show>
                </div>
            </details>
            <p class="visually-hidden" role="status" aria-label=say("Now")>{announcement}</p>
        </section>
    }
}

/// The points of both sides, if the battle has a scenario with points.
fn points(battle: BattleState) -> impl Fn() -> Option<AnyView> + Clone {
    let points = battle.points();
    move || {
        let score = points.get()?;
        Some(view! { <span class="number points"><ScorePair battle score/></span> }.into_any())
    }
}

/// Turn, phase and side as text, updated when they change, for screen readers. Empty at first.
fn announcement(
    battle: BattleState,
    turn_and_phase: Memo<(i32, usize)>,
    acting: Memo<Option<usize>>,
) -> RwSignal<String> {
    let announcement = RwSignal::new(String::new());
    Effect::new(move |before: Option<_>| {
        let now = (turn_and_phase.get(), acting.get());
        if before.is_some_and(|before| before != now) {
            let ((turn, phase), side) = now;
            let phase = battle.ruleset.phases.get(phase).map_or("", |phase| phase.brief());
            let side = side.map(|side| battle.with_untracked(|open| open.header().sides[side].name.clone()));
            announcement.set(
                [format!("{} {turn}", say(battle.ruleset.turn)), phase.to_owned()]
                    .into_iter()
                    .chain(side)
                    .collect::<Vec<_>>()
                    .join(", "),
            );
        }
        now
    });
    announcement
}

/// A number or a word of the ruleset, with its marker.
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
        None => text!("{field}: ", field = item.label).to_string(),
    };
    view! {
        <span class=format!("number look-{}{side}", item.look.name()) class:few=item.is_low><span class="visually-hidden">{label}</span>{value}</span>
    }
}

/// The trackers of the battle and of both sides.
#[component]
fn TrackerBars(battle: BattleState) -> impl IntoView {
    let ruleset = battle.ruleset;
    let side_name = |side: usize| Signal::derive(move || battle.with(|open| open.header().sides[side].name.clone()));
    let rules = battle.follow(|open| OwnRules::of(open.state().battle()));
    let hides = Memo::new(move |_| rules.with(|rules| !ruleset.secrecies(rules).is_empty()));
    let printed = ruleset.trackers.side.len() + ruleset.trackers.battle.len();
    let empty = move || {
        !battle.has_scenario()
            && printed == 0
            && !hides.get()
            && rules.with(|rules| rules.trackers.iter().all(|tracker| tracker.of == Owner::Unit))
    };
    view! {
        <section class="tracker-bars" class:hidden=move || empty() aria-label=say("Status")>
            {battle.has_scenario().then(|| view! { <p class="tools"><a class="button quiet" href=BattlePage::Scenario.of(battle.id()).href()>{say("Scenario")}</a></p> })}
            {move || hides.get().then(|| view! { <p class="tools"><a class="button quiet" href=BattlePage::Devices.of(battle.id()).href()>{say("Hidden counters")}</a></p> })}
            <TrackerBar battle of=BATTLE name=say("Battle")/>
            <TrackerBar battle of={Side::A.id()} name=side_name(0)/>
            <TrackerBar battle of={Side::B.id()} name=side_name(1)/>
        </section>
    }
}
