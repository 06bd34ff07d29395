//! A procedure: who takes part, what the table shows, the odds, the dice, the outcome, and what it changes.

mod outcome;
mod panel;
mod sight;

use crate::app::desk::{InBattle, desk};
use crate::app::parts::frame::head;
use crate::app::route::Route;
use drumhead::cast::{self, Cast};
use drumhead::procedure::{Procedure, Whose};
use drumhead::ruleset::Ruleset;
use leptos::prelude::*;
pub use outcome::{change_words, told};
use panel::Panel;
use serde_json::{Map, Value as Json};

/// What a procedure already knows when it is opened: from what was due.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The procedure.
    pub procedure: &'static str,
    /// Who takes part.
    pub cast: Cast,
    /// What was said.
    pub asked: Map<String, Json>,
}

/// A procedure in a battle, for the unit that acts.
pub fn in_battle(battle: InBattle, procedure: &str, unit: Option<&str>) -> AnyView {
    let Some(procedure) = battle.ruleset.procedure(procedure) else {
        return super::home::not_here("This ruleset has no such procedure.").into_any();
    };
    let prepared = desk().prepared.try_update(Option::take).flatten().filter(|due| due.procedure == procedure.id);
    let (cast, asked) = match prepared {
        Some(due) => (due.cast, due.asked),
        None => (first_cast(battle, procedure, unit), battle.desk.remembered(&battle.id(), procedure.id)),
    };
    let cast = self_evident(battle, procedure, cast);
    let back = Route::Table(battle.id());
    let panel = Panel::new(battle.ruleset, procedure, Some(battle), cast, asked);
    page(panel, back)
}

/// A procedure without a battle: every fact is asked.
pub fn quick(ruleset: &'static Ruleset, procedure: &'static Procedure) -> AnyView {
    let back = Route::Quick { ruleset: ruleset.id.into(), procedure: None };
    page(Panel::new(ruleset, procedure, None, Cast::nobody(), Map::new()), back)
}

fn page(panel: Panel, back: Route) -> AnyView {
    let procedure = panel.procedure;
    view! {
        {head(Some(back), procedure.title, ())}
        <main class="resolve">{panel.view()}</main>
    }
    .into_any()
}

/// The cast with what need not be asked: the side whose move it is, and who takes a role by itself.
fn self_evident(battle: InBattle, procedure: &'static Procedure, mut cast: Cast) -> Cast {
    battle.with_untracked(|open| {
        let state = open.state();
        if cast.is_nobodys()
            && let Some(agenda) = &battle.ruleset.agenda
            && let Some(side) = (agenda.acting)(&cast::empty_scene(0, state))
        {
            cast.act_for(side);
        }
        let side = cast.side(procedure, state);
        for role in procedure.cast.iter().filter(|role| role.by_itself) {
            let side = if role.whose == Whose::Own { side } else { 1 - side };
            let mut able = state
                .units()
                .filter(|unit| unit.side == side && (role.fits)(&state.facts(&unit.id)).is_ok())
                .map(|unit| unit.id.clone());
            if let (true, Some(unit), None) = (cast.units(role.id).is_empty(), able.next(), able.next()) {
                cast.set(role.id, vec![unit]);
            }
        }
    });
    cast
}

/// Who takes part when a unit's card opens a procedure: the unit itself, and where only one other can take a role, that one.
fn first_cast(battle: InBattle, procedure: &'static Procedure, unit: Option<&str>) -> Cast {
    let mut cast = Cast::nobody();
    for (index, role) in procedure.cast.iter().enumerate() {
        let mut able = candidates(battle, procedure, index, unit);
        let taken: Vec<&String> = procedure.cast[..index].iter().flat_map(|role| cast.units(role.id)).collect();
        able.retain(|id| !taken.contains(&id));
        match unit {
            Some(unit) if index == 0 => cast.set(role.id, vec![unit.to_owned()]),
            _ if able.len() == 1 && role.min > 0 => cast.set(role.id, able),
            _ => {}
        }
    }
    cast
}

/// The units that can take a role, when `unit` acts.
fn candidates(battle: InBattle, procedure: &'static Procedure, role: usize, unit: Option<&str>) -> Vec<String> {
    let role = &procedure.cast[role];
    battle.with_untracked(|battle| {
        let state = battle.state();
        let own = unit.and_then(|id| state.unit(id)).map(|unit| unit.side);
        state
            .units()
            .filter(|candidate| own.is_none_or(|own| (candidate.side == own) == (role.whose == Whose::Own)))
            .filter(|candidate| (role.fits)(&state.facts(&candidate.id)).is_ok())
            .map(|candidate| candidate.id.clone())
            .collect()
    })
}
