//! Reminders of a ruleset beside the duties, each one tap from its filled-in panel.

use crate::app::components::names::Names;
use crate::app::state::prepared::Prepared;
use crate::app::state::route::router;
use crate::app::state::{BattleState, app_state};
use drumhead::battle::binding::empty_scene;
use drumhead::battle::participants::Participants;
use drumhead::battle::{Action, Battle, Change, referee};
use drumhead::rules::ruleset::Call;
use drumhead::rules::turn::Duty;
use leptos::prelude::*;
use serde_json::{Map, Value as Json};

/// Calls that no duty stands for, and that no rule of the turn forbids.
pub fn calls(battle: BattleState, duties: Memo<Vec<Duty>>) -> Memo<Vec<Call>> {
    battle.follow(move |open| {
        let Some(agenda) = &battle.ruleset.agenda else { return Vec::new() };
        let mut calls = (agenda.calls)(&empty_scene(0, open.state()));
        calls
            .retain(|call| call.procedure.is_empty() || !is_due(open, &duties.read(), call) && may(battle, open, call));
        calls
    })
}

/// True if a duty says the same.
fn is_due(open: &Battle, duties: &[Duty], call: &Call) -> bool {
    let unit = call.unit.and_then(|(role, place)| Some((role, unit_at(open, call.side, place)?)));
    let takes_part = |duty: &Duty| unit.as_ref().is_none_or(|(role, unit)| duty.units(role).contains(unit));
    duties.iter().any(|duty| duty.procedure == call.procedure && takes_part(duty))
}

fn may(battle: BattleState, open: &Battle, call: &Call) -> bool {
    let Some(procedure) = battle.ruleset.procedure(call.procedure) else { return false };
    let participants = participants(open, call);
    let input = referee::filled(procedure, &participants, open.state(), &fields(call));
    referee::bars(battle.ruleset, procedure, &participants, open.state(), &input).is_empty()
}

/// The id of the unit at a place of a side.
fn unit_at(open: &Battle, side: usize, place: usize) -> Option<String> {
    open.state().units().filter(|unit| unit.side == side).nth(place).map(|unit| unit.id.clone())
}

fn participants(open: &Battle, call: &Call) -> Participants {
    let mut participants = Participants::nobody();
    participants.act_for(call.side);
    if let Some((role, place)) = call.unit {
        participants.set(role, unit_at(open, call.side, place).into_iter().collect());
    }
    participants
}

fn fields(call: &Call) -> Map<String, Json> {
    call.fields.iter().map(|(field, value)| ((*field).to_owned(), value.clone())).collect()
}

/// A call, answered by a tap.
#[component]
pub fn CallButton(
    /// The battle in play.
    battle: BattleState,
    /// The call.
    call: Call,
) -> impl IntoView {
    let (app, router) = (app_state(), router());
    let class = format!("side-{}", call.side);
    let names = Names::of_sides(battle.with_untracked(|open| open.header().sides.clone().map(|side| side.name)));
    let words = names.spell(&call.words.to_string());
    let answer = move |_| {
        if call.procedure.is_empty() {
            return tick(battle, &call);
        }
        let participants = battle.with_untracked(|open| participants(open, &call));
        let prepared = Prepared { procedure: call.procedure, participants, asked: fields(&call) };
        let route = prepared.route(battle);
        app.prepared.set(Some(prepared));
        router.go(&route);
    };
    view! { <button class=class on:click=answer>{words}</button> }
}

/// Sets what the call is answered by.
fn tick(battle: BattleState, call: &Call) {
    let changes = battle.with_untracked(|open| {
        let tick =
            |(place, flag): &(usize, &'static str)| Some(Change::set(unit_at(open, call.side, *place)?, *flag, true));
        call.ticks.iter().filter_map(tick).collect()
    });
    battle.act(Action::ByHand, changes);
}
