//! Shots in the form that the bans of the table check.

use super::super::input::{AIMED, COUNT, ELITE, Input, SHOOTERS, SHOT_WITH, answer};
use super::super::terms::Missile;
use super::super::unit::{is_out, name};
use super::usual::{has_struck, player, used_by_player, weapon};
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Shots of one unit that players are about to make.
pub struct Shots<'a> {
    unit: &'a TableUnit,
    missile: Missile,
    /// Number of shots.
    pub count: i32,
    /// True for an elite shot, with the +1 or aimed.
    pub elite: bool,
}

/// True if any of the shots meets the predicate.
pub fn any(act: &Attempt, holds: impl Fn(&Shots) -> bool) -> bool {
    find(act, holds).is_some()
}

/// The first unit whose shots meet the predicate. Entries with a weapon that the form refuses are skipped.
pub fn find<'a>(act: &Attempt<'a>, holds: impl Fn(&Shots) -> bool) -> Option<&'a TableUnit> {
    let entries = answer(act.input, SHOOTERS).unwrap_or_default();
    let shooters = act.scene.units(roles::SHOOTERS).iter().enumerate();
    let mut shots = shooters.filter_map(|(place, unit)| match entries.get(place) {
        Some(entry) => Shots::said(unit, entry),
        None => Some(Shots::offered(&act.scene.table, unit)),
    });
    shots.find(|shots| holds(shots)).map(|shots| shots.unit)
}

impl<'a> Shots<'a> {
    fn said(unit: &'a TableUnit, entry: &Input) -> Option<Self> {
        let says = |field| answer(entry, field) == Some(true);
        let (missile, count) = (answer(entry, SHOT_WITH)?, answer(entry, COUNT).unwrap_or(1));
        Some(Self { unit, missile, count, elite: says(ELITE) || says(AIMED) })
    }

    fn offered(table: &Table, unit: &'a TableUnit) -> Self {
        // A unit without any weapon at hand has thrown its last javelin or spear.
        let missile = weapon(table, unit).unwrap_or(Missile::Javelin);
        Self { unit, missile, count: 1, elite: false }
    }

    /// Facts of the shooting unit.
    pub fn facts(&self) -> &Facts {
        &self.unit.facts
    }

    /// True if fewer figures than shots have a blow left. Each shot takes the place of a blow (R43).
    pub fn has_struck(&self, table: &Table) -> bool {
        has_struck(table, self.facts(), self.missile, self.count)
    }

    /// True if the unit's player has made the elite shot of this turn.
    pub fn elite_shot_made(&self, act: &Attempt) -> bool {
        used_by_player(&act.scene.table, self.unit, ELITE_USED, ELITE_SHOT)
    }
}

/// Warning with the names of the player's other elite shooters, if the act makes the player's only elite shot of the turn. Empty if the act
/// is no elite shot, or if there are no others. *Elite shooter.*
pub fn ends(act: &Attempt) -> Vec<Text> {
    let entries = answer(act.input, SHOOTERS).unwrap_or_default();
    let shooters = act.scene.units(roles::SHOOTERS);
    let mut shots = shooters.iter().zip(&entries).filter_map(|(unit, entry)| Shots::said(unit, entry));
    let Some(elite) = shots.find(|shots| shots.elite) else { return Vec::new() };
    if act.procedure != procedures::SHOOT || elite.elite_shot_made(act) {
        return Vec::new();
    }
    let others =
        act.scene.table.of(act.scene.acts).filter(|unit| !shooters.iter().any(|shooter| shooter.id == unit.id));
    let others = others.filter(|unit| player(&unit.facts) == player(elite.facts()));
    let others = others.filter(|unit| unit.facts.holds(ELITE_SHOOTER) && !is_out(&unit.facts));
    let names: Vec<String> = others.map(|unit| name(&act.scene.table, &unit.id)).collect();
    let words = || text!("After this no elite shot is left this turn to: {names}", names = names.join(", "));
    (!names.is_empty()).then(words).into_iter().collect()
}
