//! The hall view: a battle on a large screen, legible from a distance. Both armies are rows of signs that face each other. Between
//! them are the phase, the score, the last roll and the strengths over the battle. It has no controls.

mod roll;
mod side;

use crate::app::components::clock::{BattleClock, ClockTimes};
use crate::app::components::in_step::InStep;
use crate::app::components::names::Names;
use crate::app::components::page_header::PageHeader;
use crate::app::components::plot::StrengthLines;
use crate::app::components::score::ScorePair;
use crate::app::components::short_name::short_name;
use crate::app::state::BattleState;
use crate::app::state::live::live;
use crate::app::state::route::{BattlePage, Route};
use battle::Resolved;
use battle::analysis::battle_stats;
use battle::analysis::last_roll::Watched;
use battle::participants::Participants;
use leptos::prelude::*;
use roll::LastRoll;
use rules::procedure::Procedure;
use rules::scenario;
use rules::subject::BATTLE;
use rules::table::{PHASE, TURN};
use rules::text;
use rules::text::say;
use side::HallSide;

#[component]
pub fn HallPage(battle: BattleState) -> impl IntoView {
    let name = battle.with_untracked(|open| open.header().name.clone());
    live().end_hall_offer();
    let watched = battle.watched(move |procedure: &'static Procedure, act: &Resolved| {
        let participants = Participants::read(procedure, &act.participants);
        untrack(|| Names::of_participants(battle, procedure, &participants)).inner().clone()
    });
    let roll = Memo::new(move |_| watched.with(|watched| watched.as_ref().and_then(|watched| watched.roll.clone())));
    let strengths = Memo::new(move |_| {
        let both = |watched: &Watched| (watched.strengths.clone(), watched.breaks.clone());
        watched.with(|watched| watched.as_ref().map(both).unwrap_or_default())
    });
    // A device that only watches opens the hall view instead of the table.
    let back = match untrack(|| battle.only_watches()) {
        true => BattlePage::Seats.of(battle.id()),
        false => Route::table(battle.id()),
    };
    view! {
        <PageHeader back title=name/>
        <InStep battle/>
        <main class="hall">
            <div class="hall-middle">
                <Moment battle/>
                <ClockTimes clock=BattleClock::follow(battle)/>
                <LastRoll battle roll/>
                <Strength battle strengths/>
            </div>
            <HallSide battle side=0/>
            <HallSide battle side=1/>
        </main>
    }
}

/// The turn, the phase, the side whose move it is, and the score.
#[component]
fn Moment(battle: BattleState) -> impl IntoView {
    let tracked = battle.tracked(BATTLE);
    let turn_and_phase = Memo::new(move |_| {
        tracked.with(|tracked| {
            (tracked.value(TURN).unwrap_or(1), usize::try_from(tracked.value(PHASE).unwrap_or_default()).unwrap_or(0))
        })
    });
    let last = battle.with_untracked(|open| scenario::last_turn(&open.state().table()));
    let turn = move || {
        let now = turn_and_phase.get().0;
        let turn = format!("{} {now}", say(battle.ruleset.turn));
        match last {
            Some(last) if now == last => text!("{turn}, the last", turn = turn).to_string(),
            Some(last) if now < last => text!("{turn} of {n}", turn = turn, n = last).to_string(),
            _ => turn,
        }
    };
    let points = battle.points();
    let points = move || {
        let score = points.get()?;
        Some(
            view! { <p class="hall-score" aria-label=say("Points")><ScorePair battle score/><span>{say("Points")}</span></p> },
        )
    };
    let phase = move || battle.ruleset.phases.get(turn_and_phase.get().1).map_or("", |phase| say(phase.title));
    let acting = Memo::new(move |_| battle.acting());
    let side_name = move |side: usize| battle.with(|open| open.header().short_names()[side].clone());
    let side = move || {
        let side = acting.get()?;
        Some(view! { <span class=format!("active side-{side}")>{short_name(side_name(side))}</span> })
    };
    let score = battle.follow(move |open| {
        battle_stats::score(battle.ruleset, open.state()).map(|(label, numbers)| (label.to_string(), numbers))
    });
    let score = move || {
        score.get().map(|(label, [first, second])| {
            view! {
                <p class="hall-score" aria-label=say("Score")>
                    <b class="side-0">{first}</b>"–"<b class="side-1">{second}</b><span>{label}</span>
                </p>
            }
        })
    };
    view! {
        <section class="hall-moment" aria-label=say("Phase")>
            <h2>{turn}" · "{phase}</h2>
            <div class="hall-now">{points}{move || score()}{move || side()}</div>
        </section>
    }
}

/// The strengths of both sides after each act, and the breaks, each as the index of the act and the side.
type Strengths = (Vec<[i32; 2]>, Vec<(usize, usize)>);

/// The strengths of both sides over the battle, as a strip.
#[component]
fn Strength(battle: BattleState, strengths: Memo<Strengths>) -> impl IntoView {
    let words = move || {
        let ends = strengths.with(|(all, _)| all.first().copied().zip(all.last().copied()));
        let names = battle.with(|open| open.header().sides.clone().map(|side| side.name));
        ends.map(|(first, last)| {
            let of = |side: usize| format!("{} {} → {}", names[side], first[side], last[side]);
            format!("{}, {}", of(0), of(1))
        })
    };
    view! {
        <figure class="hall-strength" aria-label=say("Strength over the battle")>
            <span class="visually-hidden">{words}</span>
            {move || {
                let (strengths, breaks) = strengths.get();
                view! { <StrengthLines strengths breaks/> }
            }}
        </figure>
    }
}
