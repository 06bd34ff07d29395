//! Conditions of the bars on shots and loading.

use super::super::facts::{
    CHARGING, ELITE_SHOOTER, ELITE_SHOT, ELITE_USED, IN_CONTACT_AT_START, MOVED, PLAYER, RAN_UP, STEPPED,
};
use super::super::loading::{at_hand, fit, fouled, loads_of, ready, stock_of, thrown, to_load};
use super::super::rulings::{PISTOL_AND_BLOW, ShotAndBlow};
use super::super::shoot::weapons::{Handling, Missile};
use super::super::terms::{Edition, Movement};
use super::super::unit::{able, began_in_contact, blows, figures, is_out, shot_figures, went};
use super::bars;
use crate::core::facts::{Fact, FactValue, Facts};
use crate::core::text::Text;
use crate::form::Choices;
use crate::rules::table::{Table, TableUnit};
use crate::rules::turn::Attempt;
use crate::text;
use serde_json::{Map, Value as Json, json};

/// Shots of one unit that somebody wants to make.
pub struct Shots<'a> {
    unit: &'a TableUnit,
    missile: Missile,
    /// Number of shots.
    pub count: i32,
    /// Movement as players say it, or as the table fills it in; `None` for an offer.
    movement: Option<Movement>,
    /// An elite shot, with the +1 or aimed.
    pub elite: bool,
}

/// The first reason that forbids any of the shots. A weapon that the form would refuse is not judged.
pub fn first(act: &Attempt, forbids: impl Fn(&Shots) -> Option<Text>) -> Option<Text> {
    let entries = act.input.get("shooters").and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
    let shooters = act.units("shooters").iter().enumerate();
    let mut shots = shooters.filter_map(|(place, unit)| match entries.get(place) {
        Some(entry) => Shots::said(unit, entry),
        None => Some(Shots::offered(act.table, unit)),
    });
    shots.find_map(|shots| forbids(&shots))
}

impl<'a> Shots<'a> {
    fn said(unit: &'a TableUnit, entry: &Json) -> Option<Self> {
        let says = |field: &str| entry.get(field).and_then(Json::as_bool) == Some(true);
        let count = entry.get("count").and_then(Json::as_i64).and_then(|count| i32::try_from(count).ok());
        Some(Self {
            unit,
            missile: entry.get("weapon").and_then(Missile::read)?,
            count: count.unwrap_or(1),
            movement: entry.get("movement").and_then(Movement::read),
            elite: says("elite") || says("aimed"),
        })
    }

    fn offered(table: &Table, unit: &'a TableUnit) -> Self {
        // Whoever has nothing in hand any more has thrown it.
        let missile = weapon(table, unit).unwrap_or(Missile::Javelin);
        Self { unit, missile, count: 1, movement: None, elite: false }
    }

    /// Facts of the shooters.
    pub fn facts(&self) -> &Facts {
        &self.unit.facts
    }

    /// Refuses more shots than muskets that no melee has fouled, less those that were fired this turn.
    pub fn fouled(&self) -> Option<Text> {
        let (fouled, facts) = (self.missile.is_fouled_by_melee() && fouled(self.facts()) > 0, self.facts());
        let left = fit(facts, self.missile) - stock_of(facts, self.missile).map_or(0, |stock| stock.shot);
        match (fouled && self.count > left, fit(facts, self.missile)) {
            (false, _) => None,
            (_, ..=0) => Some("Useless for the rest of the day".into()),
            _ => Some(text!("{n} of {all} are fit to be fired", n = left.max(0), all = figures(facts))),
        }
    }

    /// True for more weapons other than pistols than there are figures that did not begin the turn in contact.
    pub fn needs_distance(&self) -> bool {
        let others = figures(self.facts()) - began_in_contact(self.facts());
        self.missile != Missile::Pistol && self.facts().holds(IN_CONTACT_AT_START) && self.count > others
    }

    /// Refuses more shots than weapons that are loaded, or left to throw.
    pub fn not_loaded(&self) -> Option<Text> {
        let facts = self.facts();
        if self.missile == Missile::Javelin {
            let left: i32 = thrown(facts).iter().sum();
            return (left < self.count).then(|| text!("{n} left to throw", n = left));
        }
        let stock = stock_of(facts, self.missile)?;
        (stock.loaded < self.count).then(|| text!("{n} of {all} loaded", n = stock.loaded, all = stock.all))
    }

    /// True if weapons of the kind were emptied this turn.
    pub fn emptied(&self) -> bool {
        stock_of(self.facts(), self.missile).is_some_and(|stock| stock.shot > 0)
    }

    /// True if the weapon must be fired standing still and they went, or if players say that they stand who do not.
    pub fn has_moved(&self, table: &Table) -> bool {
        let (went, stepped) = (went(self.facts()), self.facts().holds(STEPPED));
        let said_still = self.movement == Some(Movement::Immobile);
        let said_paces = self.movement == Some(Movement::TwoPaces) && !stepped;
        went && (must_stand(table, self.missile) || said_still || said_paces) || stepped && said_still
    }

    /// True if too few of them have a blow left, in place of which they shoot (R43).
    pub fn has_struck(&self, table: &Table) -> bool {
        let spares_blow = self.missile == Missile::Pistol && pistols_spare_blows(table);
        !spares_blow && blows(self.facts()) + self.count > able(self.facts())
    }

    /// True if their player has made the elite shot of the turn.
    pub fn elite_shot_made(&self, act: &Attempt) -> bool {
        used_by_player(act.table, self.unit, ELITE_USED, ELITE_SHOT)
    }

    /// True for elite shooters.
    pub fn is_by_an_elite_shooter(&self) -> bool {
        self.facts().holds(ELITE_SHOOTER)
    }
}

/// R43: true if a pistol shot leaves the blow.
pub fn pistols_spare_blows(table: &Table) -> bool {
    table.ruling(PISTOL_AND_BLOW) == Some(ShotAndBlow::Both.id())
}

/// True for weapons that are fired standing still. In 2024 the long arquebus is a short one. *Weapon cards.*
fn must_stand(table: &Table, missile: Missile) -> bool {
    let sheet = table.ruling("edition") == Some(Edition::Sheet2024.id());
    let edition = if sheet { Edition::Sheet2024 } else { Edition::April2025 };
    missile.in_edition(edition).handling() != Handling::Easy
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
    let free = |missile: &&Missile| bars::barred(table, "shoot", "shooters", unit, &said_of(**missile)).is_none();
    kinds.iter().find(free).or(kinds.first()).copied()
}

/// A player makes one elite shot a turn: the next takes it from his other elite shooters. *Elite shooters.*
pub fn ends(act: &Attempt) -> Vec<Text> {
    let entries = act.input.get("shooters").and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
    let shooters = act.units("shooters");
    let mut shots = shooters.iter().zip(entries).filter_map(|(unit, entry)| Shots::said(unit, entry));
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

fn said_of(missile: Missile) -> Map<String, Json> {
    Map::from_iter([("shooters".to_owned(), json!([{ "weapon": missile.id(), "count": 1 }]))])
}

/// True if nothing of the weapon that is said, or of any, can be loaded this turn.
pub fn nothing_to_load(act: &Attempt, unit: &TableUnit) -> bool {
    let kinds = to_load(&unit.facts);
    match act.input.get("weapon").and_then(Missile::read) {
        Some(missile) => {
            let own = loads_of(&unit.facts, missile);
            own.is_some_and(|own| !kinds.iter().any(|kind| kind.missile == own.missile))
        }
        None => kinds.is_empty(),
    }
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
    if [MOVED, CHARGING, RAN_UP].iter().any(|mark| unit.holds(*mark)) {
        Movement::Moving
    } else if unit.holds(STEPPED) {
        Movement::TwoPaces
    } else {
        Movement::Immobile
    }
}
