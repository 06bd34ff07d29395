//! Conditions of the bars on blows.

use super::super::facts::{CHARGE_TARGET, CHARGING, CONTACTED, MOVED, RIDDEN_AT};
use super::super::unit::{figures, has_blow_left};
use crate::rules::table::{Table, TableUnit};
use crate::rules::turn::Attempt;
use serde_json::Value as Json;

/// A blow that somebody wants to strike.
pub struct Blow<'a> {
    striker: &'a TableUnit,
    target: &'a TableUnit,
    /// The striker charges.
    charging: bool,
    /// The striker is on foot.
    on_foot: bool,
}

/// Part of a unit in a fight, with its entry in the input.
type Part<'a> = (&'a TableUnit, &'a Json);

/// Blows of a fight: of the fighter at each target, of friends at whom they aim, of opponents at the fighter.
pub fn blows<'a>(act: &Attempt<'a>) -> impl Iterator<Item = Blow<'a>> {
    let one = act.unit("one").zip(act.input.get("one"));
    let many = parts(act, "many");
    let mut blows = Vec::new();
    if let Some((unit, entry)) = one {
        let targets = act.input.get("targets").and_then(Json::as_array);
        let targets: Vec<usize> = targets.map_or_else(|| vec![0], |list| list.iter().filter_map(index).collect());
        blows.extend(targets.into_iter().filter_map(|target| Blow::of((unit, entry), many.get(target)?.0)));
    }
    for friend in parts(act, "friends") {
        let aim = friend.1.get("aim").and_then(index).unwrap_or(0);
        blows.extend(many.get(aim).and_then(|(target, _)| Blow::of(friend, target)));
    }
    if let Some((target, _)) = one {
        blows.extend(many.iter().filter_map(|own| Blow::of(*own, target)));
    }
    blows.into_iter()
}

fn index(json: &Json) -> Option<usize> {
    json.as_u64().and_then(|index| usize::try_from(index).ok())
}

/// The units of a role with their entries.
fn parts<'a>(act: &Attempt<'a>, role: &str) -> Vec<Part<'a>> {
    let entries = act.input.get(role).and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
    act.units(role).iter().copied().zip(entries).collect()
}

fn says(entry: &Json, field: &str) -> bool {
    entry.get(field).and_then(Json::as_bool) == Some(true)
}

impl<'a> Blow<'a> {
    /// The blow of a part; `None` if it does not strike.
    fn of((striker, entry): Part<'a>, target: &'a TableUnit) -> Option<Self> {
        let mount = entry.get("mount").and_then(Json::as_str);
        (!says(entry, "helpless")).then(|| Self {
            striker,
            target,
            charging: says(entry, "charging"),
            on_foot: mount.is_none_or(|mount| mount == "foot"),
        })
    }
}

/// True if a charger has met somebody else, and is struck by one who does not charge. *Cavalry charge.*
pub fn has_met_another(blow: &Blow) -> bool {
    let charger = &blow.target.facts;
    let has_fought = charger.holds(CHARGING) && charger.holds(CONTACTED) && !has_blow_left(charger);
    has_fought && !blow.charging && charger.text(CHARGE_TARGET) != Some(blow.striker.id.as_str())
}

/// True if riders charge the target, or are still to charge it, and the striker is on foot. *Cavalry charge.*
pub fn is_for_riders_alone(table: &Table, blow: &Blow) -> bool {
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

/// Pairs that fight side by side, as players say.
pub fn pairs(act: &Attempt) -> i32 {
    act.number("pairs").map_or(1, |pairs| pairs as i32)
}

/// The most equal pairs that the units can still make.
pub fn most_pairs(act: &Attempt) -> i32 {
    let parts = ["one", "friends", "many"].iter().flat_map(|role| act.units(role));
    super::super::melee::most_pairs(parts.map(|unit| (unit.id.as_str(), &*unit.facts)))
}

/// True if a part receives a charge whose unit has moved; two paces are standing still. *Pike.*
pub fn moved_and_braced(act: &Attempt) -> bool {
    let one = act.unit("one").zip(act.input.get("one"));
    let mut parts = one.into_iter().chain(parts(act, "friends")).chain(parts(act, "many"));
    parts.any(|(unit, entry)| says(entry, "braced") && unit.facts.holds(MOVED))
}
