//! Duties of a bound. They are computed from the table each time, so a change by hand can make a duty due or remove it.

use super::super::bans;
use super::super::generals::casualty::GENERAL_CASUALTY;
use super::super::generals::speech::ROUSING_SPEECH;
use super::super::morale::breaking::BREAK_UNIT;
use super::super::morale::rest;
use super::super::reactions::charge::{ChargeRole, REACTION_CHARGE, ROLE};
use super::super::reactions::pursuit;
use super::super::relations::{
    Melee, charged_now, chargers, general_recovers, irresistible_charger, is_class_unknown, lacks_classes, melees,
    owes_answer,
};
use super::super::terms::{BreakCause, FirerKind, Pistols, Response, TargetType};
use crate::facts::*;
use crate::ids::{fields, phases, procedures, roles};
use rules::prelude::*;

/// Duties in the order in which they are shown. Morale classes come first, because the class decides whether a unit breaks. A scenario's
/// classes come before those of units. Rests and speeches, which are optional, come last.
pub const DUTIES: &[DutyRule] = &[
    DutyRule { heading: "Classification of Troops", procedures: &[procedures::AGREE_CLASSES], due: scenario },
    DutyRule { heading: "Classification of Troops", procedures: &[procedures::MORALE_CLASS_ROLL], due: classes },
    DutyRule { heading: "Morale; Reaction Tests 2", procedures: &[procedures::BREAK_UNIT], due: breaks },
    DutyRule {
        heading: "Reaction Tests 1",
        procedures: &[procedures::REACTION_STAND, procedures::REACTION_CHARGE, procedures::BREAK_UNIT],
        due: answers,
    },
    DutyRule { heading: "Move Sequence 4", procedures: &[procedures::MELEE_ROUND], due: fights },
    DutyRule { heading: "Generals", procedures: &[procedures::GENERAL_CASUALTY], due: risks },
    DutyRule { heading: "Generals", procedures: &[procedures::GIVE_HORSE], due: horses },
    DutyRule { heading: "Reaction Tests 3", procedures: &[procedures::REACTION_PURSUIT], due: pursuits },
    DutyRule { heading: "Move Sequence 7", procedures: &[procedures::REST], due: rests },
    DutyRule { heading: "Generals; Move Sequence 8", procedures: &[procedures::ROUSING_SPEECH], due: speeches },
];

/// Units in the battle, without generals.
fn units(table: &Table) -> impl Iterator<Item = &TableUnit> {
    table.units.iter().filter(|unit| !is_general(&unit.facts) && !is_out(&unit.facts))
}

/// Name on the roster, or the id of a unit without a name.
fn name(unit: &TableUnit) -> String {
    unit.facts.text(NAME).unwrap_or(&unit.id).to_owned()
}

/// A scenario's own classes must be entered before the first roll for a class. *Classification of Troops.*
fn scenario(table: &Table) -> Vec<Duty> {
    let rolls = |side: Side| units(table).any(|unit| unit.side == side && is_class_unknown(&unit.facts));
    let due = Side::BOTH.into_iter().filter(|&side| lacks_classes(table, side) && rolls(side));
    due.map(|side| Duty::new(procedures::AGREE_CLASSES, "Enter the morale classes of the scenario.").of(side).must())
        .collect()
}

/// A unit's class must be rolled at its first counter, and before it answers a charge, fights or pursues (R26). *Classification of
/// Troops.*
fn classes(table: &Table) -> Vec<Duty> {
    let fighting: Vec<&TableUnit> =
        fights_now(table).into_iter().flat_map(|melee| [melee.a, melee.b].concat()).collect();
    let charged = charged_now(table);
    let needs_class = |unit: &TableUnit| {
        counters(&unit.facts) > 0
            || table.phase == phases::CHARGES && charged.contains(&&*unit.id) && owes_answer(table, unit)
            || fighting.iter().any(|fighter| fighter.id == unit.id)
            || to_pursue(table, unit).is_some()
    };
    let due = units(table).filter(|unit| is_class_unknown(&unit.facts) && needs_class(unit));
    due.map(|unit| {
        let why = text!("{unit}: roll its morale class.", unit = name(unit));
        Duty::new(procedures::MORALE_CLASS_ROLL, why).with(roles::UNIT, [&unit.id]).must()
    })
    .collect()
}

/// A unit breaks once it reaches its breaking number or fails to stand. A broken unit at its number breaks again in the fifth phase (R15,
/// R16). *Morale; Reaction Tests 2.*
fn breaks(table: &Table) -> Vec<Duty> {
    let due = units(table).filter(|unit| BREAK_UNIT.may(&unit.facts, &[]));
    due.filter_map(|unit| {
        let again = unit.facts.holds(BROKEN);
        let (cause, why) = if unit.facts.equals(RESPONSE, Response::Break) {
            (BreakCause::FailedStand, text!("{unit} failed to stand: it breaks.", unit = name(unit)))
        } else if !is_at_its_number(&unit.facts) || again && table.phase != phases::OTHER_MOVES {
            return None;
        } else if again {
            (BreakCause::Counters, text!("{unit}: still at its breaking number, it breaks again.", unit = name(unit)))
        } else {
            (BreakCause::Counters, text!("{unit}: at its breaking number, it breaks.", unit = name(unit)))
        };
        Some(
            Duty::new(procedures::BREAK_UNIT, why)
                .with(roles::UNIT, [&unit.id])
                .field(fields::CAUSE, cause.id())
                .must(),
        )
    })
    .collect()
}

/// A charged unit counter-charges, stands or breaks. It must break if it is broken (R16), or if it fails every test. *Reaction Tests 1.*
fn answers(table: &Table) -> Vec<Duty> {
    if table.phase != phases::CHARGES {
        return Vec::new();
    }
    let charged = charged_now(table);
    let called = units(table).filter(|unit| charged.contains(&&*unit.id));
    let due = called.filter(|unit| owes_answer(table, unit) && !is_class_unknown(&unit.facts));
    due.flat_map(|unit| chargers(table, &unit.id).take(1).flat_map(|charger| answer(table, unit, charger))).collect()
}

fn answer(table: &Table, unit: &TableUnit, charger: &TableUnit) -> Vec<Duty> {
    let elects = |why: Text| {
        Duty::new(procedures::BREAK_UNIT, why)
            .with(roles::UNIT, [&unit.id])
            .field(fields::CAUSE, BreakCause::Elected.id())
    };
    if unit.facts.holds(BROKEN) {
        let why = text!("{unit}: charged while broken, it breaks.", unit = name(unit));
        return vec![elects(why).must()];
    }
    if let Some(charger) = irresistible_charger(table, unit) {
        let why = text!(
            "{unit}: charged by {charger}, it breaks without a test.",
            unit = name(unit),
            charger = name(charger)
        );
        return vec![elects(why).must()];
    }
    let stand = text!("{unit}: answer to the charge of {charger}.", unit = name(unit), charger = name(charger));
    let mut duties = vec![
        Duty::new(procedures::REACTION_STAND, stand)
            .with(roles::UNIT, [&unit.id])
            .with(roles::OPPONENT, [&charger.id])
            .option("Stand")
            .must(),
    ];
    if REACTION_CHARGE.may(&unit.facts, &[(ROLE.id(), ChargeRole::CounterCharge.id().into())]) {
        let why = text!("{unit} may counter-charge {charger}.", unit = name(unit), charger = name(charger));
        let charge = Duty::new(procedures::REACTION_CHARGE, why)
            .with(roles::UNIT, [&unit.id])
            .with(roles::OPPONENT, [&charger.id])
            .option("Counter-charge");
        duties.push(charge);
    }
    duties.push(elects(text!("{unit} may break instead.", unit = name(unit))).option("Break"));
    duties
}

fn fights_now(table: &Table) -> Vec<Melee<'_>> {
    if table.phase == phases::MELEE { melees(table) } else { Vec::new() }
}

/// Every melee must be fought for one bound. *Move Sequence 4.*
fn fights(table: &Table) -> Vec<Duty> {
    let known = |melee: &Melee| !melee.a.iter().chain(&melee.b).any(|unit| is_class_unknown(&unit.facts));
    let ids = |units: &[&TableUnit]| units.iter().map(|unit| unit.id.clone()).collect::<Vec<_>>();
    let due = fights_now(table).into_iter().filter(known);
    due.map(|melee| {
        // Neither side of a melee is empty.
        let why = text!("{one} against {other}.", one = name(melee.a[0]), other = name(melee.b[0]));
        Duty::new(procedures::MELEE_ROUND, why).with(roles::A, ids(&melee.a)).with(roles::B, ids(&melee.b)).must()
    })
    .collect()
}

/// One roll is due for each general who was hit, or whose unit took a counter in combat (R20). *Generals.*
fn risks(table: &Table) -> Vec<Duty> {
    let at_risk = table
        .units
        .iter()
        .filter(|unit| unit.facts.holds(AT_RISK) && !is_out(&unit.facts) && GENERAL_CASUALTY.may(&unit.facts, &[]));
    at_risk
        .map(|general| {
            let why = text!("{general}: in danger.", general = name(general));
            Duty::new(procedures::GENERAL_CASUALTY, why).with(roles::GENERAL, [&general.id]).must()
        })
        .collect()
}

/// A general whose horse was killed may take the horse of a cavalryman, if cavalry is with the general. *Generals.*
fn horses(table: &Table) -> Vec<Duty> {
    let on_foot =
        |unit: &&TableUnit| unit.facts.holds(HORSE_KILLED) && !unit.facts.holds(MOUNTED) && !is_out(&unit.facts);
    let duty = |general: &TableUnit| {
        let unit = table.unit(general.facts.named(WITH_UNIT)?)?;
        let riders = unit.facts.equals(KIND, FirerKind::Cavalry) && !is_out(&unit.facts);
        let why =
            text!("{general}: a horseman of {unit} may give up his horse.", general = name(general), unit = name(unit));
        let duty =
            Duty::new(procedures::GIVE_HORSE, why).with(roles::GENERAL, [&general.id]).with(roles::UNIT, [&unit.id]);
        riders.then(|| duty.dismissed_without("He goes on foot", HORSE_KILLED))
    };
    table.units.iter().filter(on_foot).filter_map(duty).collect()
}

/// The enemy after whom a unit must now test to halt its pursuit. `None` outside the phase of other moves, and without such an enemy. Also
/// `None` if the unit has tested this bound, is broken, is at its breaking number, or is in melee (R36).
fn to_pursue<'a>(table: &'a Table, unit: &TableUnit) -> Option<&'a TableUnit> {
    let facts = &unit.facts;
    let permitted = [bans::BROKEN, pursuit::HELD, pursuit::TESTED].iter().all(|ban| ban.permits(facts));
    let tests = table.phase == phases::OTHER_MOVES
        && !facts.equals(TROOPS, TargetType::Artillery)
        && !is_at_its_number(facts)
        && permitted;
    facts.named(PURSUIT_OF).filter(|_| tests).and_then(|enemy| table.unit(enemy))
}

/// A unit in pursuit tests to halt once in a bound. *Reaction Tests 3.*
fn pursuits(table: &Table) -> Vec<Duty> {
    let known = units(table).filter(|unit| !is_class_unknown(&unit.facts));
    let due = known.filter_map(|unit| to_pursue(table, unit).map(|enemy| (unit, enemy)));
    due.map(|(unit, enemy)| {
        let why = text!("{unit}: pursuit of {enemy}, or a test to halt.", unit = name(unit), enemy = name(enemy));
        Duty::new(procedures::REACTION_PURSUIT, why)
            .with(roles::UNIT, [&unit.id])
            .with(roles::OPPONENT, [&enemy.id])
            .must()
    })
    .collect()
}

/// Idle units may rest: to remove a counter, reload pistols, or rally. *Move Sequence 7.*
fn rests(table: &Table) -> Vec<Duty> {
    if table.phase != phases::REST {
        return Vec::new();
    }
    let due = units(table).filter(|unit| {
        let facts = &unit.facts;
        let broken = facts.holds(BROKEN);
        // Broken units at their breaking number do not rest, because they break again (R16).
        let rests = !(broken && (is_at_its_number(facts) || is_class_unknown(facts)));
        let in_need = counters(facts) > 0 || facts.equals(PISTOLS, Pistols::Empty) || broken;
        rests && (in_need || rally_bounds_left(facts) > 0) && rest::REST.may(facts, &[])
    });
    due.map(|unit| {
        Duty::new(procedures::REST, text!("{unit} may rest.", unit = name(unit))).with(roles::UNIT, [&unit.id])
    })
    .collect()
}

/// Generals may address the units they are with. *Generals.*
fn speeches(table: &Table) -> Vec<Duty> {
    if table.phase != phases::GENERALS {
        return Vec::new();
    }
    let due = units(table).filter(|unit| {
        counters(&unit.facts) > 0 && ROUSING_SPEECH.may(&unit.facts, &[]) && !general_recovers(table, unit)
    });
    due.map(|unit| {
        let why = text!("A general may address {unit}.", unit = name(unit));
        Duty::new(procedures::ROUSING_SPEECH, why).with(roles::UNIT, [&unit.id])
    })
    .collect()
}
