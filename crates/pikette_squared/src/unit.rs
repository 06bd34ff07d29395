//! A unit as a roster enters it: profile, derived facts, card.

pub mod body;
mod glance;
mod sign;
mod states;
pub mod trackers;

pub use glance::{GLANCE, PAPER};
pub use states::STATES;

use super::army_lists::{Army, Row, RowId};
use super::terms::{Actor, Die, DieOrNone, ExtraOrNone, TroopType};
use super::words;
use crate::facts::*;
use rules::prelude::*;
use rules::ruleset::UNIT_NAME_MAX;
use serde_json::{Map, Value as Json};

form! {
    /// A unit of a roster. *Army lists.*
    ///
    /// The row of a list provides all values; units of other armies have their own.
    pub struct Unit {
        name: String = unit(text(UNIT_NAME_MAX)).label("Name"),
        army: Army = unit(of(ARMY)),
        row: Option<RowId> = unit(of(ROW)).optional()
            .help("It brings type, dice, move and range with it.").when(LISTED).among(rows),
        r#type: Option<TroopType> = unit(of(TYPE)).optional()
            .help("It says how many stands there are: 4 in a phalanx, 6 in a tercio, 1 gun or wagon, otherwise 2.")
            .when(OTHER),
        move_squares: Option<f64> = unit(of(MOVE_SQUARES)).optional().help("In squares.").when(OTHER),
        fight_die: Option<Die> = unit(of(FIGHT_DIE)).optional()
            .help("For fighting and for morale.").when(OTHER),
        shoot_die: Option<DieOrNone> = unit(of(SHOOT_DIE)).optional().when(OTHER),
        weapon_range_squares: Option<f64> = unit(of(WEAPON_RANGE_SQUARES)).optional()
            .help("In squares.").when(SHOOTS),
        bow_armed: Option<bool> = unit(of(BOW_ARMED)).optional()
            .help("Not longbows, not crossbows.").when(SHOOTS),
        fearsome: Option<bool> = unit(of(FEARSOME)).optional().when(OTHER),
        headstrong: Option<bool> = unit(of(HEADSTRONG)).optional()
            .help("French knights of the later Middle Ages and of the wars of the Reformation.").when(OTHER_KNIGHTS),
        swiss: Option<bool> = unit(of(SWISS)).optional().when(&[When { field: field!(Unit, r#type), is: &["phalanx"] }]),
        /// Stands left; all stands of its type if `None`.
        stands: Option<i32> = unit(of(STANDS)).optional().rare()
            .help("For a unit that goes on from an earlier battle with losses. Empty: all of its stands."),
    } validate(Unit::validate)
}

form! {
    /// Facts of a side in a roster.
    pub struct Command {
        extra_card: ExtraOrNone = unit(of(EXTRA_CARD))
            .help("The twentieth card of the deck. Every list but that of the Moors names it; other armies choose."),
        sultan: bool = unit(of(SULTAN)).label("Led by the Sultan")
            .help("3 more morale chips, rallies up 1; if he is lost, every chip goes."),
    }
}

const LISTED: &[When] =
    &[When { field: field!(Unit, army), is: &["french", "italian", "spanish", "imperialist", "ottoman", "moorish"] }];
const OTHER: &[When] = &[When { field: field!(Unit, army), is: &["other"] }];
const OTHER_KNIGHTS: &[When] =
    &[When { field: field!(Unit, army), is: &["other"] }, When { field: field!(Unit, r#type), is: &["knights"] }];
const SHOOTS: &[When] = &[When { field: field!(Unit, shoot_die), is: &["d4", "d6", "d8", "d10", "d12"] }];

/// A unit as a roster enters it.
pub const PROFILE: &Form = Unit::FORM;
/// Form for the facts of a side in a roster.
pub const COMMAND: &Form = Command::FORM;

impl Unit {
    fn validate(&self) -> Result<(), Refusal> {
        let row = self.check_row()?;
        let kind = self.r#type.or(row.map(|row| row.kind)).ok_or_else(|| Refusal::missing(field!(Unit, r#type)))?;
        if row.is_none() {
            self.move_squares.ok_or_else(|| Refusal::missing(field!(Unit, move_squares)))?;
            self.fight_die.ok_or_else(|| Refusal::missing(field!(Unit, fight_die)))?;
        }
        self.check_range()?;
        let full = kind.full_stands();
        bad_if(
            self.stands.is_some_and(|stands| stands > full),
            field!(Unit, stands),
            text!("It has {n} {n|stand|stands} at most.", n = full),
        )?;
        bad_if(
            self.swiss == Some(true) && kind != TroopType::Phalanx,
            field!(Unit, swiss),
            "Only a phalanx can be Swiss.",
        )
    }

    /// Row of the army's list; `None` for armies without a list.
    fn check_row(&self) -> Result<Option<&'static Row>, Refusal> {
        let Some(army) = self.army.listed() else {
            bad_if(self.row.is_some(), field!(Unit, row), "An army without a list has no rows.")?;
            return Ok(None);
        };
        let id = self.row.ok_or_else(|| Refusal::missing(field!(Unit, row)))?;
        let row = army.rows().iter().find(|row| row.id == id);
        row.map(Some).ok_or_else(|| {
            let message = text!("The list of the {army} has no {row}.", army = army.label(), row = id.label());
            Refusal::bad(field!(Unit, row), message)
        })
    }

    /// Refuses a die for shooting without a range.
    fn check_range(&self) -> Result<(), Refusal> {
        if self.shoot_die.is_none_or(|die| die == DieOrNone::None) {
            return Ok(());
        }
        let range = self.weapon_range_squares.ok_or_else(|| Refusal::missing(field!(Unit, weapon_range_squares)))?;
        bad_if(
            range == 0.0,
            field!(Unit, weapon_range_squares),
            "A unit that shoots reaches further than its own square.",
        )
    }
}

/// Values of a unit that its roster keeps after the battle: its stands, if it has lost any. Hits on a stand and disorder end with the
/// battle.
pub fn survivor(_: &Facts, unit: &Facts) -> Map<String, Json> {
    let mut left = Facts::default();
    if let Some(stands) = unit.value(STANDS).filter(|stands| Some(*stands) < full_stands(unit)) {
        left.put(STANDS, stands);
    }
    left.into()
}

/// Number of stands of a full unit.
fn full_stands(unit: &Facts) -> Option<i32> {
    kind_of(unit).map(TroopType::full_stands)
}

/// Ids of the rows of the chosen list.
fn rows(unit: &Input) -> Vec<&'static str> {
    let listed = answer(unit, ARMY).and_then(Army::listed);
    listed.map_or_else(Vec::new, |army| army.rows().iter().map(|row| row.id.id()).collect())
}

/// Type of a unit: the one entered, or that of its row. `None` if neither is known.
fn kind_of(unit: &Facts) -> Option<TroopType> {
    unit.value(TYPE).or_else(|| row_of(unit).map(|row| row.kind))
}

/// Row of a list that a unit's facts refer to.
fn row_of(unit: &Facts) -> Option<&'static Row> {
    let listed = unit.value(ARMY).and_then(Army::listed);
    unit.value(ROW).zip(listed).and_then(|(id, army)| army.rows().iter().find(|row| row.id == id))
}

/// Adds derived facts: the values of the row, and copies of the type under the ids that procedures use.
pub fn derive(unit: &mut Facts) {
    if let Some(row) = row_of(unit) {
        for (id, value) in figures(row) {
            if !unit.has(id) {
                unit.set(id, value);
            }
        }
    }
    fight_on_foot(unit);
    if let Some(kind) = unit.value(TYPE) {
        unit.put(UNIT_TYPE, Actor::from(kind));
        unit.put(WINNER_TYPE, kind);
    }
}

/// Replaces the type and values of dismounted knights by those on foot. *Army lists (2).*
fn fight_on_foot(unit: &mut Facts) {
    if !unit.holds(DISMOUNTED) || !unit.equals(TYPE, TroopType::Knights) {
        return;
    }
    unit.put(TYPE, TroopType::DismountedKnights);
    let figures = Facts::from(unit.value(DISMOUNTED_AS).unwrap_or_default());
    if let Some(squares) = figures.value(MOVE_SQUARES) {
        unit.put(MOVE_SQUARES, squares);
    }
    if let Some(die) = figures.value(FIGHT_DIE) {
        unit.put(FIGHT_DIE, die);
    }
}

/// Values of a row, by the ids of the profile's fields.
pub fn figures(row: &Row) -> Vec<(&'static str, serde_json::Value)> {
    let mut figures = vec![
        (TYPE.id(), row.kind.id().into()),
        (MOVE_SQUARES.id(), row.moves.into()),
        (FIGHT_DIE.id(), row.fights.id().into()),
        (SHOOT_DIE.id(), row.shoots.map_or("none", |(die, _)| die.id()).into()),
        (BOW_ARMED.id(), row.bows.into()),
        (FEARSOME.id(), row.fearsome.into()),
        (SWISS.id(), row.swiss.into()),
    ];
    figures.extend(row.shoots.map(|(_, squares)| (WEAPON_RANGE_SQUARES.id(), squares.into())));
    figures
}

/// A unit in a few words.
pub fn describe(unit: &Facts) -> Vec<Text> {
    let mut says = Vec::new();
    says.extend(unit.value(TYPE).map(|kind| Text::from(kind.label())));
    says.extend(row_of(unit).filter(|row| row.id.label() != row.kind.label()).map(|row| Text::from(row.id.label())));
    says.extend(unit.value(MOVE_SQUARES).map(|squares| text!("moves {squares}", squares = words::squares(squares))));
    says.extend(fights(unit));
    says.extend(shoots(unit));
    let notes =
        [(BOW_ARMED, term("bows")), (FEARSOME, term("fearsome")), (SWISS, "Swiss"), (HEADSTRONG, term("headstrong"))];
    says.extend(notes.into_iter().filter(|(note, _)| unit.holds(*note)).map(|(_, words)| Text::from(words)));
    says
}

fn fights(unit: &Facts) -> Option<Text> {
    unit.value(FIGHT_DIE).map(|die| text!("fights {die}", die = words::word(die)))
}

fn shoots(unit: &Facts) -> Option<Text> {
    let die = unit.value(SHOOT_DIE).filter(|die| *die != DieOrNone::None)?;
    let squares = unit.value(WEAPON_RANGE_SQUARES)?;
    Some(text!("shoots {die} to {squares}", die = words::word(die), squares = words::squares(squares)))
}

/// Dice of a unit for fighting and shooting, in words.
pub fn dice_in_words(unit: &Facts) -> Option<Text> {
    let shoots = unit.value(SHOOT_DIE).filter(|die| *die != DieOrNone::None);
    let shoots = shoots.map(|die| text!("shoots {die}", die = words::word(die)));
    let dice = [fights(unit), shoots].into_iter().flatten();
    dice.reduce(|first, more| text!("{first}, {more}", first = first, more = more))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::army_lists::ListedArmy;
    use exchange::contract::resolve;
    use serde_json::{Map, Value as Json, json};

    fn read(unit: Json) -> Result<Unit, Refusal> {
        Unit::from_object(unit.as_object().unwrap())
    }

    #[test]
    fn every_row_of_every_list_makes_a_unit_that_can_fight() {
        for army in ListedArmy::ALL {
            for row in army.rows() {
                let stands = row.kind.full_stands();
                let profile = json!({ "name": "A unit", "army": army.id(), "row": row.id.id() });
                read(profile.clone()).unwrap();
                let mut facts = Facts::from(profile.as_object().unwrap().clone());
                derive(&mut facts);
                let body: Map<String, Json> = body::Body::FORM
                    .fields
                    .iter()
                    .filter_map(|field| Some((field.id.to_owned(), facts.get(field.id)?.clone())))
                    .collect();
                let request =
                    json!({ "ruleset": "pikette_squared", "procedure": "apply_result", "input": { "unit": body } });
                assert_eq!(
                    resolve(test_rulesets::RULESETS, &request, &[])["outcome"]["stands"],
                    stands,
                    "{army:?} {row:?}"
                );
            }
        }
    }

    #[test]
    fn units_that_fit_no_list_or_no_type_are_refused() {
        let refusal = |unit: Json| read(unit).unwrap_err().field.clone();
        assert_eq!(refusal(json!({ "name": "Spahis", "army": "french", "row": "spahis" })), "row");
        assert_eq!(refusal(json!({ "name": "Spahis", "army": "ottoman" })), "row");
        assert_eq!(refusal(json!({ "name": "Bills" })), "type");
        assert_eq!(refusal(json!({ "name": "Bills", "type": "militia", "move_squares": 2.5 })), "fight_die");
    }

    #[test]
    fn an_army_list_offers_only_its_rows() {
        let rows = |army: &str| rows(json!({ "army": army }).as_object().unwrap());
        assert_eq!(rows("moorish")[0], "household");
        assert!(!rows("french").contains(&"spahis"));
        assert!(rows("other").is_empty());
    }

    #[test]
    fn a_unit_has_the_stands_of_its_type() {
        let stands = |unit: Json| {
            let ruleset = test_rulesets::RULESETS.find("pikette_squared").unwrap();
            exchange::storage::roster::facts(ruleset, unit.as_object().unwrap()).value(STANDS)
        };
        assert_eq!(stands(json!({ "name": "Tercio", "army": "spanish", "row": "tercio" })), Some(6));
        assert_eq!(stands(json!({ "name": "Wagons", "army": "other", "type": "war_wagons" })), Some(1));
        assert_eq!(stands(json!({ "name": "Bows", "army": "other", "type": "longbowmen" })), Some(2));
        // A type that is entered counts before that of the row.
        let pike = json!({ "name": "Pike", "army": "spanish", "row": "tercio", "type": "pike" });
        assert!(read(pike.clone()).is_ok());
        assert_eq!(stands(pike), Some(2));
    }
}
