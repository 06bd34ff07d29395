//! Rules of the bound that forbid an act, in the order in which they are named if several hold.

use super::super::facts::{
    ADDRESSED, ALREADY_TESTED, BROKE, BROKEN, CHARGING, FAILED_CHARGE, FIRED, FOUGHT, HALF_MOVES_DONE,
    HALF_MOVES_SPENT, IN_MELEE, KIND, LIMBERED, MOVED, MOVED_IN, PISTOLS, PLUG_FIXED, PURSUING, PURSUIT_OF,
    PURSUIT_TESTED, RESPONSE, RESTED, WEAPON, has_charged, is_at_its_number, is_general, is_out, named,
    rally_bounds_left, recovery_bounds,
};
use super::super::fire::combined::FirerKind;
use super::super::morale::breaking::Cause;
use super::super::unit::words::{Pistols, Response, Weapon};
use super::phases;
use super::relations::{
    CHARGE_FIRE, CHARGE_MOVES, CHARGES_PHASE, OTHER_MOVES, chargers, general_recovers, has_answered, is_charged,
    is_class_unknown, is_general_with, is_in_action, owes_answer,
};
use crate::core::facts::Facts;
use crate::core::text::Text;
use crate::form::Choices;
use crate::rules::table::{Table, TableUnit};
use crate::rules::turn::{Attempt, Bar, when};
use crate::text;

const FIRE: &[&str] = &["infantry_fire", "cavalry_fire", "artillery_fire", "combined_fire"];
/// Acts that take time out of a move (R32). Of `sub_unit`, detaching alone.
const SHIFT: &[&str] = &["movement_allowance", "bridge_crossing", "gun_limbering", "mounting", "formation", "sub_unit"];
const TESTS: &[&str] = &["reaction_charge", "reaction_stand", "reaction_pursuit"];
const CHARGE: &[&str] = &["reaction_charge"];
const STAND: &[&str] = &["reaction_stand"];
const PURSUE: &[&str] = &["reaction_pursuit"];
const FIGHT: &[&str] = &["melee_round"];
const BREAK: &[&str] = &["break_unit"];
const MOVE: &[&str] = &["movement_allowance"];
const REJOIN: &[&str] = &["sub_unit"];
const SPEECH: &[&str] = &["rousing_speech"];
const RISK: &[&str] = &["general_casualty"];
const REST: &[&str] = &["rest"];

/// Farthest that cavalry moves in the bound in which it fires, in inches. *Cavalry Firing; Bows.*
const MOVE_AND_FIRE_IN: f64 = 9.0;
/// Half moves in a move.
const WHOLE_MOVE: i32 = 2;

/// The bars.
pub const BARS: &[Bar] = &[
    Bar::new("out_of_battle", &[], "Reaction Tests 3; Generals", out_of_battle),
    Bar::new("class_unknown", TESTS, "Classification of Troops", |act| class_unknown(act.actors())),
    Bar::new("class_unknown", BREAK, "Classification of Troops", |act| class_unknown(act.actors())),
    Bar::new("class_unknown", FIGHT, "Classification of Troops", |act| class_unknown(&everybody(act))),
    Bar::new("recovering", MOVE, "Generals", |act| recovering(any(act, |unit| recovery_bounds(unit) > 0))),
    Bar::new("recovering", SPEECH, "Generals", |act| recovering(its_general_recovers(act))),
    Bar::new("recovering", TESTS, "Generals", |act| {
        let lends = act.word("general").is_some_and(|general| general != "none");
        recovering(lends && its_general_recovers(act))
    })
    .on_acts()
    .repeats(&["general"]),
    Bar::new("broken", FIRE, "Morale", broken),
    Bar::new("broken", SHIFT, "Morale", |act| when(shifts(act) && any(act, is_broken), BROKEN_ACTS)),
    Bar::new("broken", REJOIN, "Morale", |act| when(rejoins(act) && has_anybody(act, is_broken), BROKEN_ACTS))
        .on_acts(),
    Bar::new("broken", TESTS, "Morale", broken),
    Bar::new("broken", FIGHT, "Morale", |act| when(has_anybody(act, is_broken), BROKEN_ACTS)),
    Bar::new("rallying", FIRE, "Reaction Tests 3", rallying),
    Bar::new("rallying", SHIFT, "Reaction Tests 3", |act| if shifts(act) { rallying(act) } else { None }),
    Bar::new("rallying", CHARGE, "Reaction Tests 3", rallying),
    Bar::new("pursuing", FIRE, "Reaction Tests 3", pursuing),
    Bar::new("pursuing", SHIFT, "Reaction Tests 3", |act| {
        let owes_test = act.table.phase == OTHER_MOVES && any(act, |unit| named(unit, PURSUIT_OF).is_some());
        match () {
            () if !shifts(act) => None,
            () if owes_test => Some("It must first test to halt its pursuit.".into()),
            () => pursuing(act),
        }
    }),
    Bar::new("pursuing", CHARGE, "Reaction Tests 3", pursuing),
    Bar::new("in_melee", FIRE, "Melee", in_melee),
    Bar::new("in_melee", SHIFT, "Move Sequence 5", |act| if shifts(act) { in_melee(act) } else { None }),
    Bar::new("in_melee", REJOIN, "Move Sequence 5", |act| {
        when(rejoins(act) && has_anybody(act, |unit| unit.holds(IN_MELEE)), HELD)
    })
    .on_acts(),
    Bar::new("in_melee", CHARGE, "Melee", in_melee),
    Bar::new("in_melee", PURSUE, "Reaction Tests 3", in_melee),
    Bar::new("in_melee", SPEECH, "Generals", in_melee).repeats(&["in_melee"]),
    Bar::new("fired_already", FIRE, "Move Sequence 3 and 6", |act| {
        when(any(act, |unit| unit.holds(FIRED)), "It has fired this bound.")
    }),
    Bar::new("fired", SHIFT, "Infantry Firing; Artillery Movement", |act| {
        let fired = |unit: &Facts| unit.holds(FIRED) && !is_on_horseback(unit);
        when(shifts(act) && any(act, fired), "It fired this bound, and may not move.")
    })
    .repeats(&["fired", "parent_in_action"]),
    Bar::new("fired", CHARGE, "Cavalry Firing", |act| {
        when(any(act, |unit| unit.holds(FIRED)), "It fired this bound, and may not charge.")
    }),
    Bar::new("fired", SPEECH, "Generals", |act| {
        when(any(act, |unit| unit.holds(FIRED)), "It fired this bound, and may not be addressed.")
    })
    .repeats(&["fired"]),
    Bar::new("charged", FIRE, "Cavalry Firing; Bows", |act| {
        let charged = |unit: &Facts| is_on_horseback(unit) && has_charged(unit);
        when(any(act, charged), "Cavalry does not fire in the move of a charge.")
    })
    .repeats(&["charged", "firers[].charged"]),
    Bar::new("moved", FIRE, "Infantry Firing; Artillery Movement", |act| {
        let moved = |unit: &Facts| unit.holds(MOVED) && !is_on_horseback(unit);
        when(any(act, moved), "It moved this bound, and may not fire.")
    })
    .repeats(&["moved", "firers[].moved"]),
    Bar::new("moved_nine_inches", FIRE, "Cavalry Firing; Bows", moved_nine_inches)
        .repeats(&["moved_in", "firers[].moved_in"]),
    Bar::new("pistols_empty", FIRE, "Cavalry Firing", |act| {
        let empty = |unit: &Facts| unit.equals(WEAPON, Weapon::Pistol) && unit.equals(PISTOLS, Pistols::Empty);
        when(any(act, empty), "Its pistols are empty.")
    })
    .repeats(&["pistols_loaded", "firers[].pistols_loaded"]),
    Bar::new("gun_not_ready", FIRE, "Artillery Movement", |act| {
        when(any(act, is_gun_not_ready), "The gun is not unlimbered and prepared.")
    })
    .repeats(&["ready", "firers[].ready"]),
    Bar::new("bayonets_fixed", FIRE, "Musket with Bayonet", |act| {
        when(any(act, |unit| unit.holds(PLUG_FIXED)), "Plug bayonets are fixed.")
    })
    .repeats(&["plug_fixed", "firers[].plug_fixed"]),
    Bar::new("charging_already", CHARGE, "Reaction Tests 1", charging_already),
    Bar::new("charging_already", STAND, "Reaction Tests 1", charging_already),
    Bar::new("answered", STAND, "Reaction Tests 1", answered),
    Bar::new("answered", CHARGE, "Reaction Tests 1", |act| if counter_charges(act) { answered(act) } else { None })
        .on_acts(),
    Bar::new("failed_charge", CHARGE, "Reaction Tests 1", |act| {
        when(any(act, |unit| unit.holds(FAILED_CHARGE)), "It would not charge this bound.")
    }),
    Bar::new("failed_charge", MOVE, "Reaction Tests 1", |act| {
        let forward = act.word("direction").is_none_or(|direction| direction == "forward");
        let failed = any(act, |unit| unit.holds(FAILED_CHARGE));
        when(forward && failed, "It would not charge, and does not advance this bound.")
    })
    .on_acts()
    .repeats(&["failed_charge"]),
    Bar::new("not_charged", STAND, "Reaction Tests 1", |act| when(!is_charged_by(act), NOBODY_CHARGES)),
    Bar::new("not_charged", CHARGE, "Reaction Tests 1", |act| {
        when(counter_charges(act) && !is_charged_by(act), NOBODY_CHARGES)
    })
    .on_acts(),
    Bar::new("broke_already", BREAK, "Morale", |act| {
        let broke = any(act, |unit| unit.holds(BROKE));
        when(broke, "It broke this bound; if it still must, it breaks in the next.")
    }),
    Bar::new("no_cause", BREAK, "Morale; Reaction Tests 1 and 2", no_cause),
    Bar::new("no_cause", BREAK, "Morale; Reaction Tests 1 and 2", other_cause).on_acts(),
    Bar::new("move_spent", SHIFT, "Movement", move_spent).repeats(&["half_moves_spent"]),
    Bar::new("not_charging", &["movement_allowance", "formation"], "Move Sequence 2", |act| {
        let idle = |unit: &Facts| !is_general(unit) && !unit.holds(CHARGING);
        when(act.table.phase == CHARGE_MOVES && any(act, idle), "Only those who charge move now.")
    }),
    Bar::new("charge_moved", SHIFT, "Move Sequence 5", |act| {
        let charged = act.table.phase == OTHER_MOVES && any(act, has_charged);
        when(shifts(act) && charged, "It moved as it charged.")
    }),
    Bar::new("in_action", REJOIN, "Formations and Sub-units", |act| {
        let engaged = act.actors().iter().any(|unit| is_in_action(act.table, unit));
        when(detaches(act) && engaged, "Nothing is detached from a unit in action.")
    })
    .repeats(&["parent_in_action"]),
    Bar::new("fought_already", FIGHT, "Move Sequence 4", |act| {
        when(has_anybody(act, |unit| unit.holds(FOUGHT)), "It has fought this bound.")
    }),
    Bar::new("acted", REST, "Move Sequence 7; Morale; Cavalry Firing", |act| {
        let acted = |unit: &Facts| [MOVED, FIRED, FOUGHT].iter().any(|mark| unit.holds(*mark));
        when(any(act, acted), "It moved, fired or fought this bound.")
    })
    .repeats(&["moved", "fired", "fought"]),
    Bar::new("rested_already", REST, "Morale; Move Sequence 7", |act| {
        when(any(act, |unit| unit.holds(RESTED)), "One counter, or the pistols, in a bound.")
    }),
    Bar::new("no_general", SPEECH, "Generals", |act| {
        let alone = act.actors().iter().any(|unit| !is_general_with(act.table, unit));
        when(alone, "No general is with it.")
    })
    .repeats(&["general_with"]),
    Bar::new("addressed", SPEECH, "Generals", |act| {
        when(any(act, |unit| unit.holds(ADDRESSED)), "One speech to a unit in a bound.")
    })
    .repeats(&["already_addressed"]),
    Bar::new("pursuit_not_due", PURSUE, "Reaction Tests 3", pursuit_not_due),
    Bar::new("pursued_already", PURSUE, "Reaction Tests 3", |act| {
        when(any(act, |unit| unit.holds(PURSUIT_TESTED)), "One test to halt in a bound.")
    }),
    Bar::new("general_tested", RISK, "Generals", |act| {
        when(any(act, |unit| unit.holds(ALREADY_TESTED)), "One roll for a general in a bound.")
    })
    .repeats(&["already_tested"]),
    Bar::new("charge_fire_target", FIRE, "Move Sequence 3", |act| {
        let in_charge = |unit: &TableUnit| has_charged(&unit.facts) || is_charged(act.table, &unit.id);
        let other = act.table.phase == CHARGE_FIRE && act.unit("target").is_some_and(|target| !in_charge(target));
        when(other, "Fire at units that charge or are charged. Other fire comes in the sixth phase.")
    })
    .on_acts(),
    Bar::new("phase", &[], "Move Sequence", out_of_phase),
];

const BROKEN_ACTS: &str = "A broken unit must rally first: no moving, firing or fighting.";
const HELD: &str = "It is held in a melee.";
const NOBODY_CHARGES: &str = "Nobody charges it.";

/// True if one of the acting units is such a unit.
fn any(act: &Attempt, is: impl Fn(&Facts) -> bool) -> bool {
    act.actors().iter().any(|unit| is(&unit.facts))
}

/// True if somebody who takes part is such a unit.
fn has_anybody(act: &Attempt, is: impl Fn(&Facts) -> bool) -> bool {
    act.everybody().any(|unit| is(&unit.facts))
}

fn everybody<'a>(act: &Attempt<'a>) -> Vec<&'a TableUnit> {
    act.everybody().collect()
}

/// Nobody acts who is out of the battle, nor is acted on; a pursuit is settled even if the enemy is gone.
fn out_of_battle(act: &Attempt) -> Option<Text> {
    let checked = act.roles.iter().filter(|(role, _)| act.procedure != "reaction_pursuit" || *role != "opponent");
    let out = checked.flat_map(|(_, units)| units).any(|unit| is_out(&unit.facts));
    when(out, "It is out of the battle.")
}

fn class_unknown(units: &[&TableUnit]) -> Option<Text> {
    when(units.iter().any(|unit| is_class_unknown(&unit.facts)), "Roll its morale class first.")
}

fn recovering(holds: bool) -> Option<Text> {
    when(holds, "The general is recovering from his wound.")
}

fn its_general_recovers(act: &Attempt) -> bool {
    act.actors().iter().any(|unit| general_recovers(act.table, unit))
}

fn is_broken(unit: &Facts) -> bool {
    unit.holds(BROKEN)
}

fn broken(act: &Attempt) -> Option<Text> {
    when(any(act, is_broken), BROKEN_ACTS)
}

/// Pursuers and those who rally from a pursuit are not used in action (R33).
fn rallying(act: &Attempt) -> Option<Text> {
    when(any(act, |unit| rally_bounds_left(unit) > 0), "It must rally from its pursuit first.")
}

fn pursuing(act: &Attempt) -> Option<Text> {
    when(any(act, |unit| unit.holds(PURSUING)), "It is in pursuit.")
}

/// A unit in melee neither moves nor charges nor fires: it leaves by breaking or in pursuit (R24, R35, R36).
fn in_melee(act: &Attempt) -> Option<Text> {
    when(any(act, |unit| unit.holds(IN_MELEE)), HELD)
}

fn is_on_horseback(unit: &Facts) -> bool {
    unit.equals(KIND, FirerKind::Cavalry)
}

fn moved_nine_inches(act: &Attempt) -> Option<Text> {
    let far = |unit: &Facts| unit.value(MOVED_IN).filter(|inches| *inches > MOVE_AND_FIRE_IN);
    let moved = act.actors().iter().filter(|unit| is_on_horseback(&unit.facts)).find_map(|unit| far(&unit.facts))?;
    Some(text!("It moved {n} inches: cavalry that fires moves 9 at most.", n = moved))
}

fn is_gun_not_ready(unit: &Facts) -> bool {
    unit.equals(KIND, FirerKind::Artillery)
        && (unit.holds(LIMBERED) || unit.value(HALF_MOVES_DONE).is_some_and(|done| done > 0))
}

/// A counter-charge, which only an act says: the same offer is for charges too.
fn counter_charges(act: &Attempt) -> bool {
    act.word("role") == Some("counter_charge")
}

fn charging_already(act: &Attempt) -> Option<Text> {
    when(any(act, |unit| unit.holds(CHARGING)), "It is charging.")
}

/// A unit answers once a bound, whoever charges it (R34).
fn answered(act: &Attempt) -> Option<Text> {
    when(any(act, has_answered), "It has answered the charge.")
}

/// True if the opponent charges the unit; of an offer, if anybody does.
fn is_charged_by(act: &Attempt) -> bool {
    let opponent = act.unit("opponent");
    act.actors().iter().all(|unit| {
        chargers(act.table, &unit.id).any(|charger| opponent.is_none_or(|opponent| opponent.id == charger.id))
    })
}

const NO_CAUSE: &str = "Nothing makes it break.";

/// A unit breaks at its number, if it fails to stand, or rather than answer a charge. *Morale; Reaction Tests 1 and 2.*
fn no_cause(act: &Attempt) -> Option<Text> {
    let broken_by = |unit: &TableUnit| Cause::ALL.iter().any(|cause| cause_holds(act.table, unit, *cause));
    when(!act.actors().iter().all(|unit| broken_by(unit)), NO_CAUSE)
}

/// Of several causes, the one that is said must hold.
fn other_cause(act: &Attempt) -> Option<Text> {
    let said = Cause::ALL.iter().find(|cause| act.word("cause") == Some(cause.id()));
    let holds = |cause: &Cause| act.actors().iter().all(|unit| cause_holds(act.table, unit, *cause));
    when(!said.is_none_or(holds), NO_CAUSE)
}

/// True if a unit may break for this cause now. The broken break again in the fifth phase only (R16).
fn cause_holds(table: &Table, unit: &TableUnit, cause: Cause) -> bool {
    match cause {
        Cause::Counters => {
            let now = !unit.facts.holds(BROKEN) || table.phase == OTHER_MOVES;
            is_at_its_number(&unit.facts) && now
        }
        Cause::FailedStand => unit.facts.equals(RESPONSE, Response::Break),
        Cause::Elected => table.phase == CHARGES_PHASE && owes_answer(table, unit),
    }
}

/// Shifts: all of them but rejoining.
fn shifts(act: &Attempt) -> bool {
    act.procedure != "sub_unit" || detaches(act)
}

/// Detaching, which an offer of `sub_unit` is taken for.
fn detaches(act: &Attempt) -> bool {
    act.procedure == "sub_unit" && !rejoins(act)
}

fn rejoins(act: &Attempt) -> bool {
    act.procedure == "sub_unit" && act.word("action") == Some("rejoin")
}

/// A unit has one move a bound (R38). Detaching takes a full move, other changes half of one.
/// *Movement; Formations and Sub-units.*
fn move_spent(act: &Attempt) -> Option<Text> {
    let moved = |unit: &Facts| unit.value(MOVED_IN).is_some_and(|inches| inches > 0.0);
    let spent = |unit: &Facts, most: i32| unit.value(HALF_MOVES_SPENT).is_some_and(|half_moves| half_moves >= most);
    match act.procedure {
        "movement_allowance" | "bridge_crossing" => {
            when(any(act, |unit| moved(unit) || spent(unit, WHOLE_MOVE)), "It has made its move.")
        }
        "sub_unit" => {
            let begun = any(act, |unit| moved(unit) || spent(unit, 1));
            when(detaches(act) && begun, "Detaching takes a full move, and it has moved.")
        }
        _ => when(any(act, |unit| spent(unit, WHOLE_MOVE)), "It has made its move."),
    }
}

/// A pursuit is due only after an enemy who broke in melee or to avoid one (R36).
fn pursuit_not_due(act: &Attempt) -> Option<Text> {
    let opponent = act.unit("opponent");
    let due = |unit: &TableUnit| {
        let enemy = named(&unit.facts, PURSUIT_OF);
        enemy.is_some() && opponent.is_none_or(|opponent| enemy == Some(opponent.id.as_str()))
    };
    when(!act.actors().iter().all(|unit| due(unit)), "No enemy of it broke in melee or to avoid one.")
}

fn out_of_phase(act: &Attempt) -> Option<Text> {
    when(!phases::is_played_in(act.procedure, act.table.phase), "This belongs to another phase.")
}
