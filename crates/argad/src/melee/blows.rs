//! Bans of blows, and the checks of the table that they make.

use super::super::input::{AIM, BRACED, FRIENDS, Input, MANY, ONE, PAIRS, TARGETS, answer};
use super::super::terms::Mount;
use super::super::unit::{figures, has_blow_left, is_down};
use super::pairs::most_in;
use crate::facts::*;
use crate::ids::roles;
use rules::prelude::*;

/// Bans of blows. The units concerned depend on the other fighters: a fighter with friends may be struck without striking.
pub const OF_BLOWS: &[Ban] = &[
    Ban::found("stunned", "Melee", "stunned, so no action", |act| {
        strikers(act).iter().find(|unit| is_down(&unit.facts))
    }),
    Ban::found("blocked", "Slowing dice", "held up by the ground this turn", |act| {
        strikers(act).iter().find(|unit| unit.facts.holds(BLOCKED))
    }),
    Ban::found("shot_for_blow", "Simple and fast actions; R43", "a shot taken instead of the blow", |act| {
        strikers(act).iter().find(|unit| !has_blow_left(&unit.facts) && unit.facts.holds(FIRED))
    }),
    Ban::found("struck", "Resolution of the melee", "blow already struck this turn", |act| {
        strikers(act).iter().find(|unit| !has_blow_left(&unit.facts) && !unit.facts.holds(FIRED))
    }),
    Ban::table(
        "charger_struck",
        "Cavalry charge",
        "The charger has met somebody else: all who strike him do so in one fight",
        |act| blows(act).any(|blow| has_met_another(&blow)),
    )
    .on_acts(),
    Ban::found("ridden_at", "Cavalry charge", "charged this turn, so struck by riders alone", |act| {
        blows(act).find(|blow| is_for_riders_alone(&act.scene.table, blow)).map(|blow| blow.target)
    })
    .on_acts(),
    Ban::found(
        "braced_moved",
        "Light thrusting spear; Pike; Cavalry charge",
        "a charge is received standing still",
        moved_and_braced,
    )
    .on_acts(),
    Ban::worded("pairs", "Resolution of the melee; R58", |act| {
        let most = most_in(act.scene);
        (pairs(act) > most).then(|| text!("{n} such {n|pair|pairs} can be made of them", n = most))
    })
    .on_acts(),
];

/// Units that strike: the friends if there are any, because their fighter may be struck without striking.
fn strikers<'a>(act: &Attempt<'a>) -> &'a [TableUnit] {
    act.scene.units(if act.scene.units(roles::FRIENDS).is_empty() { roles::ONE } else { roles::FRIENDS })
}

/// A blow that a unit is about to strike.
struct Blow<'a> {
    striker: &'a TableUnit,
    target: &'a TableUnit,
    /// True if the striker charges.
    charging: bool,
    /// True if the striker is on foot.
    on_foot: bool,
}

/// A unit that takes part, with its entry in the input.
type Participant<'a> = (&'a TableUnit, Input);

/// Blows of a fight: of the fighter at each target, of friends at the opponents they aim at, and of opponents at the fighter.
fn blows<'a>(act: &Attempt<'a>) -> impl Iterator<Item = Blow<'a>> {
    let (one, many) = (one(act), parts(act, roles::MANY, MANY));
    let opponent = |index: usize| Some(many.get(index)?.0);
    let mut blows = Vec::new();
    if let Some(one) = &one {
        let targets = answer(act.input, TARGETS).unwrap_or_else(|| vec![0]);
        blows.extend(targets.into_iter().filter_map(|target| Blow::of(one, opponent(target)?)));
    }
    for friend in parts(act, roles::FRIENDS, FRIENDS) {
        let aim = answer(&friend.1, AIM).unwrap_or(0);
        blows.extend(opponent(aim).and_then(|target| Blow::of(&friend, target)));
    }
    if let Some((target, _)) = one {
        blows.extend(many.iter().filter_map(|striker| Blow::of(striker, target)));
    }
    blows.into_iter()
}

/// The fighter at the centre, with the entry in the input.
fn one<'a>(act: &Attempt<'a>) -> Option<Participant<'a>> {
    act.scene.unit(roles::ONE).zip(answer(act.input, ONE))
}

/// Units of a role, with their entries in the input.
fn parts<'a>(act: &Attempt<'a>, role: &str, entries: Fact<Vec<Input>>) -> Vec<Participant<'a>> {
    act.scene.units(role).iter().zip(answer(act.input, entries).unwrap_or_default()).collect()
}

fn says(entry: &Input, field: Fact<bool>) -> bool {
    answer(entry, field) == Some(true)
}

impl<'a> Blow<'a> {
    /// Blow of a participant; `None` if it does not strike.
    fn of((striker, entry): &Participant<'a>, target: &'a TableUnit) -> Option<Self> {
        (!says(entry, HELPLESS)).then(|| Self {
            striker,
            target,
            charging: says(entry, CHARGING),
            on_foot: answer(entry, MOUNT).is_none_or(|mount| mount == Mount::Foot),
        })
    }
}

/// True if the target is a charger that has already fought another unit, and the striker does not charge. *Cavalry charge.*
fn has_met_another(blow: &Blow) -> bool {
    let charger = &blow.target.facts;
    let has_fought = charger.holds(CHARGING) && charger.holds(CONTACTED) && !has_blow_left(charger);
    has_fought && !blow.charging && charger.text(CHARGE_TARGET) != Some(blow.striker.id.as_str())
}

/// True if riders have charged or will charge the target, so that a striker on foot may not interfere. *Cavalry charge.*
fn is_for_riders_alone(table: &Table, blow: &Blow) -> bool {
    let target = &blow.target.facts;
    if !blow.on_foot || target.holds(CHARGING) {
        return false;
    }
    let all = figures(target) > 0 && target.value(RIDDEN_AT).is_some_and(|ridden| ridden >= figures(target));
    let to_come = figures(target) == 1
        && table.of(blow.striker.side).any(|rider| {
            let aims = rider.facts.text(CHARGE_TARGET) == Some(blow.target.id.as_str());
            rider.facts.holds(CHARGING) && aims && has_blow_left(&rider.facts)
        });
    all || to_come
}

/// Number of pairs that fight side by side, from the input.
fn pairs(act: &Attempt) -> i32 {
    answer(act.input, PAIRS).unwrap_or(1)
}

/// The first participant that holds a weapon firm against a charge although it has moved. Two paces count as standing still. *Pike.*
fn moved_and_braced<'a>(act: &Attempt<'a>) -> Option<&'a TableUnit> {
    let others = parts(act, roles::FRIENDS, FRIENDS).into_iter().chain(parts(act, roles::MANY, MANY));
    let mut parts = one(act).into_iter().chain(others);
    let moved = |unit: &TableUnit| unit.facts.holds(MOVED) || unit.facts.holds(CHANGED_HORSE);
    parts.find(|(unit, entry)| says(entry, BRACED) && moved(unit)).map(|(unit, _)| unit)
}
