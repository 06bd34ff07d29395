//! Bans that several procedures share: units that do nothing this turn, draws that come first, and phases.

use super::RULESET;
use super::input::{ACTION, answer};
use super::open_duties;
use super::rulings::{SHOOTING_WITH_MOVES, ShotsAndMoves};
use super::terms::Action;
use super::terms::duties::{Kind, OpenDuty};
use super::unit::{able, is_down, is_out, name};
use crate::facts::*;
use crate::ids::{phases, procedures, roles};
use rules::prelude::*;

/// Bans of acts of a soldier or a group. Procedures list these bans first, so that players read these reasons first.
pub const OF_ACTS: &[Ban] = &[
    Ban::worded("out", "Shooting; Resolution of the melee", |act| {
        let out = act.scene.everybody().find(|unit| is_out(&unit.facts))?;
        Some(text!("Nobody of {unit} is left", unit = name(&act.scene.table, &out.id)))
    }),
    DRAW_FIRST,
];

/// No unit of a group acts before its casualties are drawn.
pub const DRAW_FIRST: Ban = Ban::worded("draw_first", "Shooting", |act| {
    let draw = draws(&act.scene.table).find(|draw| act.scene.everybody().any(|unit| draw.concerns(&unit.id)))?;
    let group: Vec<String> = draw.units.iter().map(|id| name(&act.scene.table, id)).collect();
    Some(text!("Draw first who of {group} fell", group = group.join(", ")))
});

/// Forbids procedures outside their phases.
pub const PHASE: Ban = Ban::table("phase", "Shooting; R44", "Not in this phase", |act| !is_open(act));

/// Stunned soldiers do nothing. Without a battle, the field with the id of [`STUNNED`] is read instead of the trackers.
pub const STUNNED_SOLDIERS: Ban = Ban::unit("stunned", "Melee", "stunned, so no action", |unit| match unit.record() {
    Some(facts) => Some(does_something(unit) && is_down(facts)),
    None => unit.answer(STUNNED),
});

/// Soldiers held up by the ground do nothing else.
pub const HELD_UP: Ban = Ban::unit("blocked", "Slowing dice", "held up by the ground this turn", |unit| {
    Some(does_something(unit) && unit.get(BLOCKED)?)
});

/// A unit with no figures left cannot lose one in a draw or be in a close order.
pub const NOBODY_LEFT: Ban =
    Ban::unit("out", "Shooting; Resolution of the melee", "nobody is left", |unit| Some(is_out(unit.record()?)))
        .of_everybody()
        .even_if_overridden();

/// Forbids acts of units that players entered as stunned or held up, although their trackers do not show it.
pub const SAID_TO_BE_IDLE: Ban =
    Ban::unit("stunned", "Melee; Slowing dice", "stunned or held up by the ground", |unit| {
        Some(unit.answer(DISABLED)? && unit.record().is_none_or(|facts| able(facts) > 0))
    })
    .at(DISABLED);

/// Forming close order takes the whole turn. (R52)
pub const BUSY_FORMING: Ban =
    Ban::unit("forming", "Close order formation; R52", "forming close order all turn", |unit| {
        Some(does_something(unit) && unit.get(FORMING)?)
    });

/// True unless the act only finds out whether close order holds, which is not an action of the unit.
fn does_something(unit: &Judged) -> bool {
    unit.answer(ACTION) != Some(Action::Keep)
}

/// True if the unit's facts meet `on_record`, or if the answer in `field` is true.
pub fn is_known(unit: &Judged, on_record: fn(&Facts) -> bool, field: Fact<bool>) -> bool {
    unit.record().is_some_and(on_record) || unit.answer(field) == Some(true)
}

/// True in the phases of the procedure. Keeping close order is allowed in all phases.
fn is_open(act: &Attempt) -> bool {
    let table = &act.scene.table;
    let in_phase_of = |procedure: &str| {
        RULESET.phases.iter().any(|phase| phase.id == table.phase && phase.procedures.contains(&procedure))
    };
    match act.procedure {
        procedures::CLOSE_ORDER if is_out_of_order(act) => false,
        procedures::CLOSE_ORDER if answer(act.input, ACTION) == Some(Action::Keep) => true,
        // At the end of the turn, units only keep their order.
        procedures::CLOSE_ORDER if table.phase == phases::END => false,
        procedures::SHOOT if table.ruling(SHOOTING_WITH_MOVES) == Some(ShotsAndMoves::Any.id()) => {
            in_phase_of(procedures::SHOOT) || in_phase_of(procedures::MOVE)
        }
        procedure => in_phase_of(procedure),
    }
}

/// True of offers to soldiers out of close order, for actions other than forming or joining one.
fn is_out_of_order(act: &Attempt) -> bool {
    let forms = [None, Some(Action::Form), Some(Action::Join)].contains(&answer(act.input, ACTION));
    act.is_offer && !forms && act.scene.units(roles::UNIT).iter().any(|unit| !unit.facts.holds(CLOSE_ORDER))
}

/// Open duties to draw casualties.
pub fn draws(table: &Table) -> impl Iterator<Item = OpenDuty> {
    let open = open_duties::open(&table.battle).into_iter();
    open.filter(|duty| duty.kind == Kind::Draw && duty.is_current(table))
}

/// True if a draw of casualties that concerns the unit is open.
pub fn awaits_draw(table: &Table, unit: &str) -> bool {
    draws(table).any(|draw| draw.concerns(unit))
}
