//! Phases of the bound. *Move Sequence.*

use super::super::bans::can_act;
use super::super::fire::combined::{COMBINED_FIRE, is_firer};
use super::super::generals::speech::ROUSING_SPEECH;
use super::super::morale::rest::REST;
use super::super::terms::{Arm, Pistols, Response};
use crate::facts::*;
use crate::ids::{phases, procedures};
use rules::prelude::*;

/// Procedures of both phases of fire.
const FIRE: &[&str] = &[
    procedures::INFANTRY_FIRE,
    procedures::CAVALRY_FIRE,
    procedures::ARTILLERY_FIRE,
    procedures::COMBINED_FIRE,
    procedures::CASUALTY_TEST,
    procedures::MORALE_CLASS_ROLL,
    procedures::GENERAL_CASUALTY,
    procedures::GIVE_HORSE,
    procedures::BREAK_UNIT,
];

/// True of a charged unit that stands or counter-charges.
fn stands(unit: &Facts) -> bool {
    matches!(unit.value(RESPONSE), Some(Response::Stand | Response::CounterCharge))
}

/// The eight phases; both sides act in each.
pub const PHASES: &[Phase] = &[
    Phase::new(phases::CHARGES, "Charges")
        .needs(
            "Say which units charge, and test each of them. Then the charged choose: they counter-charge \
             (a test; a unit that fails it may still try to stand), stand (a test), or break. Plug bayonets are fixed \
             or taken out now.",
        )
        .procedures(&[
            procedures::REACTION_CHARGE,
            procedures::REACTION_STAND,
            procedures::MORALE_CLASS_ROLL,
            procedures::BREAK_UNIT,
            procedures::AGREE_GROUND,
            procedures::AGREE_CLASSES,
        ])
        .concerns(|unit| in_battle(unit) && can_act(unit)),
    Phase::new(phases::CHARGE_MOVES, "Charge moves")
        .needs(
            "Move the units that charge and counter-charge; two that charge each other meet between the places where \
             they began. Units that broke in the first phase retire.",
        )
        .procedures(&[procedures::MOVEMENT_ALLOWANCE, procedures::FORMATION, procedures::BREAK_UNIT, procedures::INTERPENETRATION])
        .concerns(|unit| in_battle(unit) && (unit.holds(CHARGING) || unit.holds(BROKEN))),
    Phase::new(phases::CHARGE_FIRE, "Charge fire")
        .needs(
            "Fire at units that charge or are charged, at the ranges where the charge moves ended; a unit that \
             stands may fire at its charger. Then roll for generals in danger. Units that reach their breaking \
             number break.",
        )
        .procedures(FIRE)
        .concerns(may_fire),
    Phase::new(phases::MELEE, "Melee")
        .needs(
            "Fight one bound of every melee: units whose bases touch. The losing side takes a counter more on \
             each of its units. Then roll for generals in danger.",
        )
        .procedures(&[procedures::MELEE_ROUND, procedures::MELEE_GROUPS, procedures::GENERAL_CASUALTY, procedures::GIVE_HORSE, procedures::CASUALTY_TEST])
        .concerns(|unit| in_battle(unit) && !unit.holds(FOUGHT) && (unit.holds(CHARGING) || unit.holds(IN_MELEE) || stands(unit))),
    Phase::new(phases::OTHER_MOVES, "Other moves")
        .needs(
            "Move everyone else. Units that broke in fire or melee retire, and units still at their \
             breaking number from earlier break again; the opponents of units broken so far pursue or test to halt, and \
             fight whom they run into. Limber, unlimber, mount, dismount, detach companies, cross bridges.",
        )
        .procedures(&[
            procedures::BREAK_UNIT,
            procedures::REACTION_PURSUIT,
            procedures::RUN_INTO,
            procedures::MOVEMENT_ALLOWANCE,
            procedures::FORMATION,
            procedures::INTERPENETRATION,
            procedures::BRIDGE_CROSSING,
            procedures::GUN_LIMBERING,
            procedures::MOUNTING,
            procedures::SUB_UNIT,
        ])
        .concerns(|unit| in_battle(unit) && !unit.holds(CHARGING) && (unit.holds(BROKEN) || !unit.holds(IN_MELEE))),
    Phase::new(phases::OTHER_FIRE, "Other fire")
        .needs(
            "All other fire: infantry and guns that have not moved, cavalry that moved 9 inches or less, each \
             unit once a bound. Then roll for generals in danger. Units that reach their breaking number break \
             at once.",
        )
        .procedures(FIRE)
        .concerns(may_fire),
    Phase::new(phases::REST, "Rest")
        .needs(
            "A unit that neither moved nor fired nor fought takes off a counter or reloads its pistols. \
             Broken units and units back from a pursuit rally.",
        )
        .procedures(&[procedures::REST])
        .concerns(may_rest),
    Phase::new(phases::GENERALS, "Generals")
        .needs(
            "A general may address the unit that he is with, unless it fired or is in melee: one speech for a \
             unit. It may do harm.",
        )
        .procedures(&[procedures::ROUSING_SPEECH, procedures::BREAK_UNIT])
        .concerns(may_be_addressed),
];

fn in_battle(unit: &Facts) -> bool {
    !is_out(unit) && !unit.equals(ROSTER_ARM, Arm::General)
}

/// True of units that have a weapon to fire and may fire.
fn may_fire(unit: &Facts) -> bool {
    in_battle(unit) && is_firer(unit).is_ok() && COMBINED_FIRE.may(unit, &[])
}

/// True of units that may rest and have something to gain by it. *Move Sequence 7; Morale; Cavalry Firing.*
fn may_rest(unit: &Facts) -> bool {
    let in_need =
        counters(unit) > 0 || unit.equals(PISTOLS, Pistols::Empty) || unit.holds(BROKEN) || rally_bounds_left(unit) > 0;
    in_battle(unit) && in_need && REST.may(unit, &[])
}

/// True of units with counters that a general may address. *Generals.*
fn may_be_addressed(unit: &Facts) -> bool {
    in_battle(unit) && counters(unit) > 0 && ROUSING_SPEECH.may(unit, &[])
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value as Json, json};

    fn concerned(unit: Json) -> Vec<&'static str> {
        let unit = Facts::from(unit.as_object().cloned().expect("facts are an object"));
        PHASES.iter().filter(|phase| (phase.concerns)(&unit)).map(|phase| phase.id).collect()
    }

    #[test]
    fn a_fresh_regiment_may_charge_move_and_fire_but_needs_no_rest() {
        let regiment = json!({ "kind": "infantry", "front_muskets": 8 });
        assert_eq!(concerned(regiment), ["charges", "charge_fire", "other_moves", "other_fire"]);
    }

    #[test]
    fn infantry_that_moved_does_not_fire_afterwards() {
        let regiment = json!({ "kind": "infantry", "front_muskets": 8, "moved": true, "counters": 2 });
        assert!(!concerned(regiment).contains(&"other_fire"));
        let horse = json!({ "kind": "cavalry", "weapon": "pistol", "pistols_loaded": true, "moved": true });
        assert!(concerned(horse).contains(&"other_fire"));
    }

    #[test]
    fn phases_of_rest_and_of_speeches_concern_idle_units_with_counters() {
        let unit = json!({ "kind": "infantry", "counters": 3, "general_with": true });
        assert!(concerned(unit).ends_with(&["rest", "generals"]));
    }

    #[test]
    fn phases_concern_broken_units_only_to_retire_and_to_rest() {
        let unit =
            json!({ "kind": "infantry", "front_muskets": 8, "broken": true, "counters": 6, "general_with": false });
        assert_eq!(concerned(unit), ["charge_moves", "other_moves", "rest"]);
    }

    #[test]
    fn no_phase_concerns_a_lost_unit() {
        assert_eq!(concerned(json!({ "kind": "infantry", "front_muskets": 8, "lost": true })), Vec::<&str>::new());
    }
}
