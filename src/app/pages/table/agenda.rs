//! The agenda of the table: notes, and calls for procedures, each a tap away and filled in.

use crate::app::components::names::Names;
use crate::app::state::prepared::Prepared;
use crate::app::state::route::{Route, Router, router};
use crate::app::state::{AppState, BattleState, app_state};
use drumhead::battle::binding::empty_scene;
use drumhead::battle::participants::Participants;
use drumhead::battle::{Action, Change};
use drumhead::core::text::say;
use drumhead::rules::ruleset::{Agenda, Call};
use leptos::prelude::*;
use serde_json::Map;

/// The agenda, of rulesets that have one.
#[component]
pub fn AgendaBar(
    /// The battle in play.
    battle: BattleState,
) -> impl IntoView {
    battle.ruleset.agenda.as_ref().map(|agenda| view! { <Calls battle agenda/> })
}

#[component]
fn Calls(battle: BattleState, agenda: &'static Agenda) -> impl IntoView {
    let notes = battle.follow(move |open| {
        let notes = (agenda.notes)(&empty_scene(0, open.state()));
        notes.iter().map(ToString::to_string).collect::<Vec<_>>()
    });
    let calls = battle.follow(move |open| (agenda.calls)(&empty_scene(0, open.state())));
    let nothing = move || notes.with(Vec::is_empty) && calls.with(Vec::is_empty);
    let notes = move || {
        let names = names(battle);
        notes.get().into_iter().map(|note| view! { <p>{names.spell(&note)}</p> }).collect_view()
    };
    let buttons = move || {
        let names = names(battle);
        let button = |call: Call| {
            let words = names.spell(&call.words.to_string());
            view! { <CallButton battle call words/> }
        };
        calls.get().into_iter().map(button).collect_view()
    };
    view! {
        <section class="agenda" aria-label=say("Now") class:hidden=move || nothing()>
            {move || notes()}
            <p class="tools">{move || buttons()}</p>
        </section>
    }
}

/// The side whose move it is, if it is one of them.
pub fn acting(battle: BattleState) -> Memo<Option<usize>> {
    let acting = battle.ruleset.agenda.as_ref().map(|Agenda { acting, .. }| *acting);
    battle.follow(move |open| acting.and_then(|acting| acting(&empty_scene(0, open.state()))))
}

fn names(battle: BattleState) -> Names {
    Names::of_sides(battle.with(|open| open.header().sides.clone().map(|side| side.name)))
}

/// A call, answered by a tap.
#[component]
fn CallButton(battle: BattleState, call: Call, words: String) -> impl IntoView {
    let (app, router) = (app_state(), router());
    let class = format!("side-{}", call.side);
    let answer =
        move |_| if call.procedure.is_empty() { tick(battle, &call) } else { open(battle, app, router, &call) };
    view! { <button class=class on:click=answer>{words}</button> }
}

/// The id of the unit at a place of a side.
fn unit_at(battle: BattleState, side: usize, place: usize) -> Option<String> {
    battle.with_untracked(|open| {
        let mut own = open.state().units().filter(|unit| unit.side == side);
        own.nth(place).map(|unit| unit.id.clone())
    })
}

/// Sets what the call is answered by.
fn tick(battle: BattleState, call: &Call) {
    let tick =
        |(place, flag): &(usize, &'static str)| Some(Change::set(unit_at(battle, call.side, *place)?, *flag, true));
    battle.act(Action::ByHand, call.ticks.iter().filter_map(tick).collect());
}

fn open(battle: BattleState, app: AppState, router: Router, call: &Call) {
    let mut participants = Participants::nobody();
    participants.act_for(call.side);
    if let Some((role, place)) = call.unit {
        participants.set(role, unit_at(battle, call.side, place).into_iter().collect());
    }
    let asked: Map<_, _> = call.fields.iter().map(|(field, value)| ((*field).to_owned(), value.clone())).collect();
    app.prepared.set(Some(Prepared { procedure: call.procedure, participants, asked }));
    router.go(&Route::Resolve { battle: battle.id(), procedure: call.procedure.into(), unit: None });
}
