//! A battle for a large screen: both sides, the phase and the last roll, to be read from afar. Nothing here acts.

use crate::app::components::act_words::{act_result, act_title};
use crate::app::components::awaiting::who;
use crate::app::components::dice::Faces;
use crate::app::components::in_step::InStep;
use crate::app::components::page_header::PageHeader;
use crate::app::components::short_name::short_name;
use crate::app::components::status_tag::{in_trouble, status_tags};
use crate::app::components::trackers::{discs, pips_in_words, small_pips};
use crate::app::state::BattleState;
use crate::app::state::route::Route;
use drumhead::battle::{Action, Battle, LastRoll, LoggedRoll};
use drumhead::core::subject::BATTLE;
use drumhead::core::text::say;
use drumhead::rules::ruleset::Tracks;
use drumhead::rules::table::{PHASE, TURN};
use leptos::prelude::*;

/// The most units a side that have room for two lines each on a screen of 1280 by 800.
const FEW: usize = 8;

/// The page of the hall view.
#[component]
pub fn HallPage(
    /// The battle in play.
    battle: BattleState,
) -> impl IntoView {
    let name = battle.with_untracked(|open| open.header().name.clone());
    let sides = [0, 1].map(|side| battle.follow(move |open| units_of(battle, open, side)));
    let are_few = move || sides.iter().all(|units| units.with(|units| units.len() <= FEW));
    let sides = [0, 1].map(|side| view! { <HallSide battle side units=sides[side]/> });
    view! {
        <PageHeader back=Route::table(battle.id()) title=name/>
        <InStep battle/>
        <main class="hall">
            <Moment battle/>
            <LastRoll battle/>
            <div class="hall-sides" class:few=are_few>{sides}</div>
        </main>
    }
}

/// Ids of a side's units that are still in the battle.
fn units_of(battle: BattleState, open: &Battle, side: usize) -> Vec<String> {
    let is_out = battle.ruleset.glance.is_out;
    let units = open.state().known_units().filter(|(unit, facts)| unit.side == side && !is_out(facts));
    units.map(|(unit, _)| unit.id.clone()).collect()
}

/// Turn, phase, and the side whose move it is.
#[component]
fn Moment(battle: BattleState) -> impl IntoView {
    let tracked = battle.tracked(BATTLE);
    let words = move || {
        let (turn, phase) = tracked.with(|tracked| {
            (tracked.value(TURN).unwrap_or(1), usize::try_from(tracked.value(PHASE).unwrap_or_default()).unwrap_or(0))
        });
        let phase = battle.ruleset.phases.get(phase).map_or("", |phase| say(phase.title));
        format!("{} {turn} · {phase}", say(battle.ruleset.turn))
    };
    let acting = Memo::new(move |_| battle.acting());
    let side = move || {
        let side = acting.get()?;
        let name = battle.with(|open| open.header().sides[side].name.clone());
        Some(view! { <span class=format!("active side-{side}")>{short_name(name)}</span> })
    };
    view! { <section class="hall-moment" aria-label=say("Phase")><h2>{words}</h2>{move || side()}</section> }
}

/// The last roll of the log: whose it was, its dice, and what it came to.
#[component]
fn LastRoll(battle: BattleState) -> impl IntoView {
    let last = battle.follow(move |open| last_roll(battle, open));
    let body = move || match last.get() {
        None => view! { <p class="soft">{say("No rolls yet.")}</p> }.into_any(),
        Some(Last { title, rolls, result }) => {
            let faces: Vec<u8> = rolls.into_iter().flat_map(|roll| roll.faces).collect();
            view! { <h2>{title}</h2><p class="hall-dice"><Faces faces successes=Vec::new()/></p><p class="hall-result">{result}</p> }
                .into_any()
        }
    };
    view! { <section class="hall-roll" aria-label=say("Last roll") role="status">{body}</section> }
}

/// A roll in words.
#[derive(Clone, PartialEq)]
struct Last {
    title: String,
    rolls: Vec<LoggedRoll>,
    result: String,
}

fn last_roll(battle: BattleState, open: &Battle) -> Option<Last> {
    Some(match open.last_roll()? {
        LastRoll::Used(act) => {
            let rolls = match &act.action {
                Action::Resolved(done) => done.rolls.clone(),
                _ => Vec::new(),
            };
            Last { title: act_title(battle, act), rolls, result: act_result(battle, act) }
        }
        LastRoll::Awaiting(rolled) => {
            let title = battle.ruleset.procedure(&rolled.procedure).map_or("", |procedure| say(procedure.title));
            let names = who(battle, &rolled.procedure, &rolled.participants);
            let title = [title.to_owned(), names].into_iter().filter(|words| !words.is_empty());
            Last { title: title.collect::<Vec<_>>().join(": "), rolls: rolled.rolls.clone(), result: String::new() }
        }
    })
}

/// The units of a side.
#[component]
fn HallSide(battle: BattleState, side: usize, units: Memo<Vec<String>>) -> impl IntoView {
    let name = move || battle.with(|open| open.header().sides[side].name.clone());
    view! {
        <section class=format!("hall-side side-{side}") aria-label=move || name()>
            <h2>{move || name()}</h2>
            <ul><For each=move || units.get() key=Clone::clone let(id)><HallUnit battle id/></For></ul>
        </section>
    }
}

/// A unit: its name, its strength, and how it stands, in one line where units are many.
#[component]
fn HallUnit(battle: BattleState, id: String) -> impl IntoView {
    let name = battle.unit_name(&id).unwrap_or_default();
    let facts = battle.facts(&id);
    let state = move || {
        facts.with(|facts| {
            let drawn =
                battle.ruleset.trackers.iter().filter(|tracker| {
                    matches!(tracker.kind, Tracks::Pips { .. }) && !tracker.automatic && facts.get(tracker.id).is_some()
                });
            let drawn: Vec<_> = drawn.collect();
            let words = drawn.iter().filter_map(|tracker| pips_in_words(tracker, facts)).collect::<Vec<_>>().join(", ");
            let left = (battle.ruleset.glance.left)(facts)
                .map(|words| view! { <span class="hall-left">{words.to_string()}</span> });
            let pips = drawn.iter().filter_map(|tracker| small_pips(tracker, facts)).collect_view();
            view! {
                {left}<span class="visually-hidden">{words}</span><span class="hall-pips" aria-hidden="true">{pips}</span>
                {discs(battle.ruleset, facts)}{status_tags(battle.ruleset, facts)}
            }
        })
    };
    view! {
        <li class:alarm=move || facts.with(|facts| in_trouble(battle.ruleset, facts))>
            <b>{name}</b><span class="hall-state">{state}</span>
        </li>
    }
}
