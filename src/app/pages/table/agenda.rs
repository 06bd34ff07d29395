//! What the table calls for now: what is worth knowing, and what is to be done, each a tap away and filled in.

use crate::app::desk::{InBattle, desk};
use crate::app::pages::resolve::{Names, Prepared};
use crate::app::route::{Route, router};
use drumhead::battle::binding::empty_scene;
use drumhead::battle::participants::Participants;
use drumhead::battle::{Action, Change};
use drumhead::core::lists::gathered;
use drumhead::core::text::say;
use drumhead::rules::ruleset::{Agenda, Call};
use leptos::prelude::*;
use serde_json::Map;

/// The agenda, of rulesets that have one.
pub fn agenda(battle: InBattle) -> Option<impl IntoView> {
    let agenda = battle.ruleset.agenda.as_ref()?;
    let notes = battle.follow(move |open| {
        let notes = (agenda.notes)(&empty_scene(0, open.state()));
        notes.iter().map(ToString::to_string).collect::<Vec<_>>()
    });
    let calls = battle.follow(move |open| (agenda.calls)(&empty_scene(0, open.state())));
    let nothing = move || notes.with(Vec::is_empty) && calls.with(Vec::is_empty);
    Some(view! {
        <section class="agenda" aria-label=say("Now") class:hidden=move || nothing()>
            {move || notes.get().into_iter().map(|note| view! { <p>{names(battle).spell(&note)}</p> }).collect_view()}
            <p class="tools">{move || calls.get().into_iter().map(|call| button(battle, call)).collect_view()}</p>
        </section>
    })
}

/// The side whose move it is, if it is one of them.
pub fn acting(battle: InBattle) -> Memo<Option<usize>> {
    let acting = battle.ruleset.agenda.as_ref().map(|Agenda { acting, .. }| *acting);
    battle.follow(move |open| acting.and_then(|acting| acting(&empty_scene(0, open.state()))))
}

fn names(battle: InBattle) -> Names {
    Names::of_sides(battle.with(|open| open.header().sides.clone().map(|side| side.name)))
}

fn button(battle: InBattle, call: Call) -> impl IntoView {
    let (desk, router) = (desk(), router());
    let words = names(battle).spell(&call.words.to_string());
    let class = format!("side-{}", call.side);
    let answer =
        move |_| if call.procedure.is_empty() { tick(battle, &call) } else { open(battle, desk, router, &call) };
    view! { <button class=class on:click=answer>{words}</button> }
}

/// The id of the unit at a place of a side.
fn unit_at(battle: InBattle, side: usize, place: usize) -> Option<String> {
    battle.with_untracked(|open| {
        let mut own = open.state().units().filter(|unit| unit.side == side);
        own.nth(place).map(|unit| unit.id.clone())
    })
}

/// Sets what the call is answered by.
fn tick(battle: InBattle, call: &Call) {
    let tick =
        |(place, flag): &(usize, &'static str)| Some(Change::set(unit_at(battle, call.side, *place)?, *flag, true));
    battle.act(Action::ByHand, call.ticks.iter().filter_map(tick).collect());
}

fn open(battle: InBattle, desk: crate::app::desk::Desk, router: crate::app::route::Router, call: &Call) {
    let mut participants = Participants::nobody();
    participants.act_for(call.side);
    if let Some((role, place)) = call.unit {
        participants.set(role, unit_at(battle, call.side, place).into_iter().collect());
    }
    let asked: Map<_, _> = gathered(call.fields.iter().map(|(field, value)| ((*field).to_owned(), value.clone())));
    desk.prepared.set(Some(Prepared { procedure: call.procedure, participants, asked }));
    router.go(&Route::Resolve { battle: battle.id(), procedure: call.procedure.into(), unit: None });
}
