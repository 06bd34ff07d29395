//! Shots as the bars of the turn see them, and what is prefilled of them.

use super::super::facts::{
    CHANGED_HORSE, CHARGING, ELITE_SHOOTER, ELITE_SHOT, ELITE_USED, MOVED, PLAYER, RAN_UP, STEPPED,
};
use super::super::input::{AIMED, COUNT, EDITION, ELITE, Input, SHOOTERS, SHOT_WITH, answer};
use super::super::loading::{at_hand, ready};
use super::super::rulings::{PISTOL_AND_BLOW, ShotAndBlow};
use super::super::shoot::SHOOT;
use super::super::shoot::weapons::Missile;
use super::super::terms::Movement;
use super::super::unit::{able, began_in_contact, blows, figures, is_out, shot_figures};
use crate::core::facts::{Fact, FactValue, Facts};
use crate::core::text::Text;
use crate::form::Choices;
use crate::rules::table::{Table, TableUnit};
use crate::rules::turn::Attempt;
use crate::text;

/// Shots of one unit that somebody wants to make.
pub struct Shots<'a> {
    unit: &'a TableUnit,
    missile: Missile,
    /// Number of shots.
    pub count: i32,
    /// An elite shot, with the +1 or aimed.
    pub elite: bool,
}

/// The first reason that forbids any of the shots. A weapon that the form would refuse is not judged.
pub fn first(act: &Attempt, forbids: impl Fn(&Shots) -> Option<Text>) -> Option<Text> {
    let entries = answer(act.input, SHOOTERS).unwrap_or_default();
    let shooters = act.units("shooters").iter().enumerate();
    let mut shots = shooters.filter_map(|(place, unit)| match entries.get(place) {
        Some(entry) => Shots::said(unit, entry),
        None => Some(Shots::offered(act.table, unit)),
    });
    shots.find_map(|shots| forbids(&shots))
}

impl<'a> Shots<'a> {
    fn said(unit: &'a TableUnit, entry: &Input) -> Option<Self> {
        let says = |field| answer(entry, field) == Some(true);
        let (missile, count) = (answer(entry, SHOT_WITH)?, answer(entry, COUNT).unwrap_or(1));
        Some(Self { unit, missile, count, elite: says(ELITE) || says(AIMED) })
    }

    fn offered(table: &Table, unit: &'a TableUnit) -> Self {
        // Whoever has nothing in hand any more has thrown it.
        let missile = weapon(table, unit).unwrap_or(Missile::Javelin);
        Self { unit, missile, count: 1, elite: false }
    }

    /// Facts of the shooters.
    pub fn facts(&self) -> &Facts {
        &self.unit.facts
    }

    /// True if too few of them have a blow left, in place of which they shoot (R43).
    pub fn has_struck(&self, table: &Table) -> bool {
        has_struck(table, self.facts(), self.missile, self.count)
    }

    /// True if their player has made the elite shot of the turn.
    pub fn elite_shot_made(&self, act: &Attempt) -> bool {
        used_by_player(act.table, self.unit, ELITE_USED, ELITE_SHOT)
    }
}

/// True if too few of a unit have a blow left for so many shots, each of which takes the place of a blow (R43).
fn has_struck(table: &Table, unit: &Facts, missile: Missile, count: i32) -> bool {
    let spares_blow = missile == Missile::Pistol && pistols_spare_blows(table);
    !spares_blow && blows(unit) + count > able(unit)
}

/// R43: true if a pistol shot leaves the blow.
pub fn pistols_spare_blows(table: &Table) -> bool {
    table.ruling(PISTOL_AND_BLOW) == Some(ShotAndBlow::Both.id())
}

/// True if a player has used something that he has once a turn: the units of his that used it are marked by `of_unit`, and his
/// side by `of_side`, which stands for all of its players while no unit is marked. *Elite shooter; Matchlock musket with fork.*
pub fn used_by_player(table: &Table, unit: &TableUnit, of_side: Fact<bool>, of_unit: Fact<bool>) -> bool {
    let mut marked =
        table.of(unit.side).filter(|own| own.facts.holds(of_unit)).map(|own| player(&own.facts)).peekable();
    if marked.peek().is_none() {
        table.side(unit.side).holds(of_side)
    } else {
        marked.any(|own| own == player(&unit.facts))
    }
}

fn player(unit: &Facts) -> i32 {
    unit.value(PLAYER).unwrap_or(1)
}

/// The weapon that they would shoot with: the first that nothing forbids, or the first. `None` if they have none.
pub fn weapon(table: &Table, unit: &TableUnit) -> Option<Missile> {
    let kinds = at_hand(&unit.facts);
    let edition = answer(&table.rulings, EDITION).map(|edition| (EDITION.id(), edition.write()));
    let free = |missile: &&Missile| {
        let mut shot = vec![(SHOT_WITH.id(), missile.write())];
        shot.extend(edition.clone());
        SHOOT.may(&unit.facts, &shot) && !has_struck(table, &unit.facts, **missile, 1)
    };
    kinds.iter().find(free).or(kinds.first()).copied()
}

/// A player makes one elite shot a turn: the next takes it from his other elite shooters. *Elite shooters.*
pub fn ends(act: &Attempt) -> Vec<Text> {
    let entries = answer(act.input, SHOOTERS).unwrap_or_default();
    let shooters = act.units("shooters");
    let mut shots = shooters.iter().zip(&entries).filter_map(|(unit, entry)| Shots::said(unit, entry));
    let Some(elite) = shots.find(|own| own.elite) else { return Vec::new() };
    if act.procedure != "shoot" || elite.elite_shot_made(act) {
        return Vec::new();
    }
    let others = act.table.of(act.side).filter(|unit| !shooters.iter().any(|own| own.id == unit.id));
    let others = others.filter(|unit| player(&unit.facts) == player(elite.facts()));
    let others = others.filter(|unit| unit.facts.holds(ELITE_SHOOTER) && !is_out(&unit.facts));
    let names: Vec<String> = others.map(|unit| super::name(act.table, &unit.id)).collect();
    let words = || text!("After this no elite shot is left this turn to: {names}", names = names.join(", "));
    (!names.is_empty()).then(words).into_iter().collect()
}

/// Shots that are prefilled: as many as are loaded, of those who have not shot.
pub fn usual_count(unit: &Facts, missile: Missile) -> i32 {
    let left = able(unit) - shot_figures(unit);
    let others = figures(unit) - began_in_contact(unit);
    let left = if missile == Missile::Pistol { left } else { left.min(others) };
    ready(unit, missile).map_or(left, |ready| ready.min(left)).max(1)
}

/// Movement that is prefilled.
pub fn usual_movement(unit: &Facts) -> Movement {
    if [MOVED, CHANGED_HORSE, CHARGING, RAN_UP].iter().any(|mark| unit.holds(*mark)) {
        Movement::Moving
    } else if unit.holds(STEPPED) {
        Movement::TwoPaces
    } else {
        Movement::Immobile
    }
}
