//! An army in rows of signs. Routing units are hatched; units out of the battle are at the bottom.

use crate::app::components::short_name::short_name;
use crate::app::components::sign::UnitSign;
use crate::app::components::trackers::{GaugeShown, UnitNumber};
use crate::app::components::unit_glance::{bearing_class, in_words, main_tracker, sign_of};
use crate::app::state::BattleState;
use battle::Battle;
use leptos::prelude::*;
use rules::text;

/// The units of a side.
#[component]
pub(super) fn HallSide(battle: BattleState, side: usize) -> impl IntoView {
    let name = move || battle.with(|open| open.header().sides[side].name.clone());
    let units = battle.follow(move |open| units_of(battle, open, side, false));
    let ids_out = battle.follow(move |open| units_of(battle, open, side, true));
    let names = move || {
        let names = ids_out.get().iter().filter_map(|id| battle.unit_name(id)).collect::<Vec<_>>().join(", ");
        text!("Out of the battle: {names}", names = names).to_string()
    };
    let ids_waiting = battle.follow(move |open| {
        let waiting = open.state().units_off_table().filter(|(unit, _)| unit.side == side);
        waiting.map(|(unit, _)| unit.id.clone()).collect::<Vec<_>>()
    });
    let names_waiting = move || {
        let names = ids_waiting.get().iter().filter_map(|id| battle.unit_name(id)).collect::<Vec<_>>().join(", ");
        text!("Off the table: {names}", names = names).to_string()
    };
    view! {
        <section class=format!("hall-side side-{side}") aria-label=move || name()>
            <h2>{move || name()}</h2>
            <ul><For each=move || units.get() key=Clone::clone let(id)><HallUnit battle id/></For></ul>
            <Show when=move || ids_waiting.with(|waiting| !waiting.is_empty())>
                <div class="hall-waiting">
                    <For each=move || ids_waiting.get() key=Clone::clone let(id)><UnitSign sign=sign_of(battle, &id, battle.facts(&id))/></For>
                    <small>{move || names_waiting()}</small>
                </div>
            </Show>
            <Show when=move || ids_out.with(|ids_out| !ids_out.is_empty())>
                <div class="hall-gone" role="img" aria-label=move || names()>
                    <For each=move || ids_out.get() key=Clone::clone let(id)><UnitSign sign=sign_of(battle, &id, battle.facts(&id))/></For>
                </div>
            </Show>
        </section>
    }
}

/// Ids of a side's units: with `out`, those out of the battle; else those still in it.
fn units_of(battle: BattleState, open: &Battle, side: usize, out: bool) -> Vec<String> {
    let is_out = battle.ruleset.glance.is_out;
    let units = open.state().known_units().filter(|(unit, facts)| unit.side == side && is_out(facts) == out);
    units.map(|(unit, _)| unit.id.clone()).collect()
}

/// A unit with its sign, its name and its main number.
#[component]
fn HallUnit(battle: BattleState, id: String) -> impl IntoView {
    let name = battle.unit_name(&id).unwrap_or_default();
    let facts = battle.facts(&id);
    let main = main_tracker(battle, facts);
    let (sign, number) = (sign_of(battle, &id, facts), UnitNumber::of(battle, &id, main, facts));
    let words = Memo::new(move |_| facts.with(|facts| in_words(battle, main, facts, None)).join(", "));
    view! {
        <li class=move || sign.with(|sign| bearing_class(sign.bearing))>
            <UnitSign sign/>
            <b>{short_name(name)}</b>
            <span class="visually-hidden">{move || words.with(|words| if words.is_empty() { String::new() } else { format!(": {words}") })}</span>
            <span class="hall-number" aria-hidden="true"><GaugeShown number/></span>
        </li>
    }
}
