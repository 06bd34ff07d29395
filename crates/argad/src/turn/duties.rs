//! Duties of the turn: the open duties of the battle, while they can still be settled.

use super::super::input::{ACTION, CASUALTIES, Input, PAIRS, RUN_UP, SHOOTERS, SHOT_WITH, put};
use super::super::melee::{OPPONENTS, most_pairs};
use super::super::open_duties;
use super::super::order::{self, SMALLEST};
use super::super::terms::duties::{Kind, OpenDuty};
use super::super::terms::{Action, Missile};
use super::super::unit::{figures, fought, has_blow_left, is_out, is_to_be_seen_to, name, ranks_in_reach};
use super::ends::may_load;
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

impl OpenDuty {
    /// True while the duty can be settled. False if one of its units has left the battle.
    pub fn is_current(&self, table: &Table) -> bool {
        let units: Option<Vec<&Facts>> = self.units.iter().map(|id| Some(&*table.unit(id)?.facts)).collect();
        let Some(units) = units else { return false };
        let any_out = units.iter().any(|unit| is_out(unit));
        match (self.kind, units.as_slice()) {
            (Kind::Charge, [rider, _]) => !any_out && rider.holds(CHARGING),
            (Kind::Ride | Kind::Throw, _) => !any_out,
            (Kind::Fight, [one, _]) => {
                let contacts = one.value(CONTACTS).unwrap_or_default();
                !any_out && self.units.last().is_some_and(|other| contacts.contains(other))
            }
            (Kind::Keep, [unit]) => !any_out && unit.holds(CLOSE_ORDER),
            (Kind::Load, _) => self.units.iter().all(|id| table.unit(id).is_some_and(|unit| may_load(table, unit))),
            (Kind::Heal, [unit]) => is_to_be_seen_to(unit),
            (Kind::Mark, [unit]) => unit.value(SEQUELAE_OPEN).is_some_and(|open| open > 0),
            (Kind::Draw, [_, _, ..]) => true,
            _ => false,
        }
    }

    /// Describes the duty for players and for the contract.
    fn duty(&self, table: &Table) -> Option<Duty> {
        let (first, last) = self.units.first().zip(self.units.last())?;
        let (who, other) = (|| name(table, first), || name(table, last));
        let duty = match self.kind {
            Kind::Charge => {
                let why = text!("{who}: charge at {other}", who = who(), other = other());
                ridden(table.unit(first)?, table.unit(last)?, why)
            }
            Kind::Ride => {
                let why = text!("{who}: on at {other} without the bonus", who = who(), other = other());
                ridden(table.unit(first)?, table.unit(last)?, why)
            }
            Kind::Throw => {
                let mut thrown = Input::new();
                put(&mut thrown, SHOT_WITH, Missile::Javelin);
                put(&mut thrown, RUN_UP, true);
                let why = text!("{who} may throw a javelin at full speed", who = who());
                Duty::new(procedures::SHOOT, why)
                    .with(roles::SHOOTERS, &self.units)
                    .field(SHOOTERS.id(), vec![thrown].write())
            }
            Kind::Draw => {
                let casualties = self.casualties?;
                let names: Vec<String> = self.units.iter().map(|id| name(table, id)).collect();
                let why = text!("{n} to draw from {names}", n = casualties, names = names.join(", "));
                Duty::new(procedures::CASUALTIES, why)
                    .with(roles::GROUPS, &self.units)
                    .field(CASUALTIES.id(), casualties)
                    .must()
            }
            Kind::Fight => {
                let (one, other) = (table.unit(first)?, table.unit(last)?);
                let why = text!("{who} and {other} are in contact", who = who(), other = name(table, &other.id));
                let duty = shared_fight(table, one, other).unwrap_or_else(|| fight(one, other, why));
                if has_blow_left(&one.facts) || has_blow_left(&other.facts) { duty } else { return None }
            }
            Kind::Load => {
                let why = text!("{who}: several kinds of weapons to load", who = who());
                Duty::new(procedures::RELOAD, why).with(roles::SHOOTER, [first]).must()
            }
            Kind::Keep => {
                let why = text!("{who}: does the close order hold?", who = who());
                let duty = Duty::new(procedures::CLOSE_ORDER, why)
                    .with(roles::UNIT, [first])
                    .field(ACTION.id(), Action::Keep.id());
                // A move over bad ground already ends close order on the table. So the check is compulsory only after contact, or if the
                // soldiers are too few.
                let unit = table.unit(first)?;
                let in_doubt = unit.facts.holds(CONTACTED) || order::soldiers(table, unit) < SMALLEST;
                if in_doubt { duty.must() } else { duty }
            }
            Kind::Heal => Duty::new(procedures::HEALING, text!("{who}: wounds to see to", who = who()))
                .with(roles::WOUNDED, [first]),
            Kind::Mark => Duty::new(procedures::WOUND_LOCATION, text!("{who}: where is the mark?", who = who()))
                .with(roles::WOUNDED, [first]),
        };
        let later = duty.must && !self.until.is_empty() && self.until != table.phase;
        Some(if later { duty.later() } else { duty })
    }
}

/// Duty of a fight between a rider and the target of the ride. It is compulsory while either unit can strike, and both have figures that
/// have not fought.
fn ridden(rider: &TableUnit, target: &TableUnit, why: Text) -> Duty {
    let strikes = has_blow_left(&rider.facts) || has_blow_left(&target.facts);
    let duty = fight(rider, target, why);
    if strikes && fresh(&rider.facts) > 0 && fresh(&target.facts) > 0 { duty.must() } else { duty }
}

/// Duty of a fight between a single figure and all enemies in contact, so that players choose whom the figure strikes. `None` if neither
/// unit is a single figure with several enemies in contact. *Resolution of the melee.*
fn shared_fight(table: &Table, first: &TableUnit, other: &TableUnit) -> Option<Duty> {
    let (middle, enemies) = [first, other].into_iter().find_map(|middle| {
        let enemies = enemies_of(table, middle);
        (figures(&middle.facts) == 1 && enemies.len() > 1).then_some((middle, enemies))
    })?;
    let who = name(table, &middle.id);
    let others: Vec<String> = enemies.iter().map(|enemy| name(table, &enemy.id)).collect();
    let why = if has_blow_left(&middle.facts) {
        text!("{who} is in contact with {others}: say whom {who} strikes", who = who, others = others.join(", "))
    } else {
        text!("{who} is in contact with {others}", who = who, others = others.join(", "))
    };
    Some(
        Duty::new(procedures::MELEE, why)
            .with(roles::ONE, [&middle.id])
            .with(roles::MANY, enemies.iter().map(|enemy| &enemy.id)),
    )
}

/// Enemies in contact with a unit, at most [`OPPONENTS`]. If the unit cannot strike, only enemies that can strike are included.
fn enemies_of<'a>(table: &'a Table, unit: &TableUnit) -> Vec<&'a TableUnit> {
    let contacts = unit.facts.value(CONTACTS).unwrap_or_default();
    let enemies = contacts.iter().filter_map(|id| table.unit(id)).filter(|enemy| !is_out(&enemy.facts));
    let strikes = has_blow_left(&unit.facts);
    enemies.filter(|enemy| strikes || has_blow_left(&enemy.facts)).take(OPPONENTS).collect()
}

/// Duty of a fight between two units, in as many equal pairs as possible. `first` is the fighter, unless only `other` can strike. If a unit
/// fights in ranks, players enter the pairs themselves. If some figures of `first` have fought, the reason includes their number.
fn fight(first: &TableUnit, other: &TableUnit, why: Text) -> Duty {
    let swapped = !has_blow_left(&first.facts) && has_blow_left(&other.facts);
    let (one, many) = if swapped { (other, first) } else { (first, other) };
    let why = match (fought(&first.facts), figures(&first.facts)) {
        (n @ 1.., all) if n < all => text!("{what}: {n} of {all} fought", what = why, n = n, all = all),
        _ => why,
    };
    let duty = Duty::new(procedures::MELEE, why).with(roles::ONE, [&one.id]).with(roles::MANY, [&many.id]);
    let parts = [one, many].map(|unit| (unit.id.as_str(), &*unit.facts));
    let fresh = [one, many].map(|unit| fresh(&unit.facts)).into_iter().filter(|fresh| *fresh > 0).min();
    let pairs = most_pairs(parts.into_iter()).min(fresh.unwrap_or(1));
    let in_files = |unit: &TableUnit| unit.facts.holds(CLOSE_ORDER) && ranks_in_reach(&unit.facts) > 1;
    if pairs > 1 && !in_files(one) && !in_files(many) { duty.field(PAIRS.id(), pairs) } else { duty }
}

/// Figures that have not fought this turn.
fn fresh(unit: &Facts) -> i32 {
    figures(unit) - fought(unit)
}

fn due(table: &Table, kinds: &[Kind]) -> Vec<Duty> {
    let open = open_duties::open(&table.battle);
    let standing = open.iter().filter(|duty| kinds.contains(&duty.kind) && duty.is_current(table));
    let mut due: Vec<Duty> = Vec::new();
    for duty in standing.filter_map(|duty| duty.duty(table)) {
        // Several contacts of one fighter give one fight.
        let is_known = due.iter().any(|known| known.procedure == duty.procedure && known.roles == duty.roles);
        if duty.procedure != procedures::MELEE || !is_known {
            due.push(duty);
        }
    }
    due
}

/// Sorts the duties in the order in which they became due. Duties that are not in the list of the battle come first.
pub fn order(table: &Table, duties: &mut [Duty]) {
    let open = open_duties::open(&table.battle);
    let place = |duty: &Duty| {
        let units: Vec<String> = duty.roles.iter().flat_map(|(_, units)| units.iter().cloned()).collect();
        open.iter().position(|known| {
            known.kind.procedure() == duty.procedure && known.units.iter().all(|unit| units.contains(unit))
        })
    };
    duties.sort_by_key(place);
}

/// Duties, by their cause.
pub const RULES: &[DutyRule] = &[
    DutyRule {
        heading: "Cavalry charge; R57",
        procedures: &[procedures::MELEE],
        due: |table| due(table, &[Kind::Charge, Kind::Ride]),
    },
    DutyRule {
        heading: "Throwing spear or javelin",
        procedures: &[procedures::SHOOT],
        due: |table| due(table, &[Kind::Throw]),
    },
    DutyRule { heading: "Shooting", procedures: &[procedures::CASUALTIES], due: |table| due(table, &[Kind::Draw]) },
    DutyRule { heading: "Melee; R56", procedures: &[procedures::MELEE], due: |table| due(table, &[Kind::Fight]) },
    DutyRule { heading: "Firearms; R53", procedures: &[procedures::RELOAD], due: |table| due(table, &[Kind::Load]) },
    DutyRule {
        heading: "Close order formation",
        procedures: &[procedures::CLOSE_ORDER],
        due: |table| due(table, &[Kind::Keep]),
    },
    DutyRule { heading: "Wound healing", procedures: &[procedures::HEALING], due: |table| due(table, &[Kind::Heal]) },
    DutyRule {
        heading: "Wound healing",
        procedures: &[procedures::WOUND_LOCATION],
        due: |table| due(table, &[Kind::Mark]),
    },
];
