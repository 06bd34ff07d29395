//! Own modifiers: rules that players add for their battle, such as one for charges uphill.
//!
//! A procedure names the numbers that can be [adjusted](Adjustable), and its rule adds what was made of them by [`Changes::on`],
//! beside the printed modifiers. So the dice, the exact odds and the reasons of an outcome take own modifiers as they take
//! printed ones. The fields of a form whose numbers can be changed are [`changes`].
//!
//! Players make a [`Modifier`] once, and the battle keeps all of them in its tracker [`MODIFIERS`]. In a panel it is answered
//! each time, or follows from a tracker of the unit: see [`fill`] and [`offers`].

use crate::core::facts::{Fact, Facts};
use crate::core::refusal::{Refusal, bad_if};
use crate::dice::Dice;
use crate::form;
use crate::form::{Constant, Filled, Spec, list, path};
use crate::rules::input::Input;
use crate::rules::procedure::Procedure;
use crate::rules::ruleset::{Tracker, Tracks};
use crate::rules::table::Scene;
use serde_json::{Map, Value as Json, json};

/// Most letters of a modifier's name.
pub const NAME_MAX: usize = 40;
/// The most that a modifier adds or takes away.
pub const MOST: i32 = 6;
/// Most own modifiers of a battle, and of a unit in an act.
pub const MODIFIERS_MAX: usize = 12;
/// Most numbers that a modifier changes.
const NUMBERS_MAX: usize = 24;
/// Most letters of an id.
const ID_MAX: usize = 40;
/// Beginning of the ids of own modifiers among those that applied, before the name.
pub const PREFIX: &str = "own:";
/// Field of a form that holds the changes.
pub const FIELD: &str = "own";

/// A number of a procedure that own modifiers can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjustable {
    /// Its id in changes.
    pub id: &'static str,
    /// Words for players: "Number needed".
    pub label: &'static str,
    /// Part of the input that it belongs to, as the [place](crate::rules::procedure::Role::at) of a role: empty for the input itself,
    /// `side_a[]`, `target`.
    pub at: &'static str,
    /// True if it is the size of a die: each 1 is a step up.
    pub steps: bool,
}

impl Adjustable {
    /// A number of the input itself.
    pub const fn of(id: &'static str, label: &'static str) -> Self {
        Self { id, label, at: "", steps: false }
    }

    /// Says in which part of the input it lies.
    #[must_use]
    pub const fn at(self, at: &'static str) -> Self {
        Self { at, ..self }
    }

    /// Makes it the size of a die.
    #[must_use]
    pub const fn steps(self) -> Self {
        Self { steps: true, ..self }
    }
}

form! {
    /// Change that an own modifier makes in one act.
    pub struct Change {
        /// Name of the modifier.
        name: String = situation(text(NAME_MAX)).label("Name"),
        /// Number that it changes: the id of an [`Adjustable`].
        number: String = situation(text(ID_MAX)).label("Number"),
        /// Value added.
        by: i32 = situation(whole(-MOST, MOST)).label("By"),
    }
}

/// The field of a form whose numbers own modifiers can change.
pub const fn changes() -> Spec<Vec<Change>> {
    list::<Change>(0, MODIFIERS_MAX).or_empty().label("Own modifiers").apart()
}

/// Changes that are in force.
pub trait Changes {
    /// Sum of what is added to a number. Each change is recorded as a modifier.
    fn on(&self, number: &str, dice: &mut Dice) -> i32;

    /// Sum of what is added to a number, [recorded](Self::record) elsewhere.
    fn sum(&self, number: &str) -> i32;

    /// Records all changes as modifiers.
    fn record(&self, dice: &mut Dice);
}

impl Changes for [Change] {
    fn on(&self, number: &str, dice: &mut Dice) -> i32 {
        let own = self.iter().filter(|change| change.number == number);
        own.map(|change| dice.modify(&format!("{PREFIX}{}", change.name), change.by)).sum()
    }

    fn sum(&self, number: &str) -> i32 {
        self.iter().filter(|change| change.number == number).map(|change| change.by).sum()
    }

    fn record(&self, dice: &mut Dice) {
        for change in self {
            dice.modify(&format!("{PREFIX}{}", change.name), change.by);
        }
    }
}

form! {
    /// A number of a procedure that a modifier changes.
    pub struct Affected {
        /// Id of the procedure.
        procedure: String = situation(text(ID_MAX)).label("Procedure"),
        /// Id of the [`Adjustable`].
        number: String = situation(text(ID_MAX)).label("Number"),
    }
}

form! {
    /// A modifier that players made for their battle.
    pub struct Modifier {
        /// Its name.
        name: String = situation(text(NAME_MAX)).label("Name"),
        /// Value added.
        by: i32 = situation(whole(-MOST, MOST)).label("Adds"),
        /// Numbers that it changes.
        affects: Vec<Affected> = situation(list::<Affected>(1, NUMBERS_MAX)).label("Changes"),
        /// Id of the tracker of a unit, a flag, with which it applies. It is asked each time if there is none.
        flag: Option<String> = situation(text(ID_MAX)).or_null().label("Applies"),
    }
    agree(|modifier| bad_if(modifier.by == 0, "by", "A modifier that adds 0 changes nothing."))
}

form! {
    /// All own modifiers of a battle.
    pub struct Modifiers {
        /// The modifiers.
        modifiers: Vec<Modifier> = situation(list::<Modifier>(0, MODIFIERS_MAX)).or_empty(),
    }
    agree(Modifiers::agree)
}

impl Modifiers {
    fn agree(&self) -> Result<(), Refusal> {
        let twice =
            |(place, own): (usize, &Modifier)| self.modifiers[..place].iter().any(|other| other.name == own.name);
        bad_if(self.modifiers.iter().enumerate().any(twice), "modifiers", "Two modifiers have the same name.")
    }

    /// The modifiers of a battle, from its trackers. What cannot be read is none.
    pub fn of(battle: &Facts) -> Self {
        let kept = battle.get(MODIFIERS.id()).and_then(Json::as_array).cloned().unwrap_or_default();
        let read = Self::from_object(&Map::from_iter([("modifiers".to_owned(), Json::from(kept))]));
        read.unwrap_or(Self { modifiers: Vec::new() })
    }
}

/// Own modifiers of the battle.
pub const MODIFIERS: Fact<Json> = Fact::new("own_modifiers");

/// The tracker of a battle's own modifiers, which every ruleset has.
pub const TRACKER: Tracker = Tracker::new(MODIFIERS, "Own modifiers", Tracks::Data, Constant::EmptyList);

/// A change that a modifier can make in a part of an act's input.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// Path to that part of the input: empty, `target`, `side_a[0]`.
    pub place: String,
    /// Name of the modifier.
    pub name: String,
    /// Number that it changes.
    pub number: Adjustable,
    /// Value added.
    pub by: i32,
    /// True if it follows from a tracker of the unit.
    pub by_flag: bool,
}

impl Modifier {
    fn affects(&self, procedure: &Procedure, number: &Adjustable) -> bool {
        self.affects.iter().any(|affected| affected.procedure == procedure.id && affected.number == number.id)
    }
}

impl Offer {
    fn of(modifier: &Modifier, number: Adjustable, place: String) -> Self {
        Self { place, name: modifier.name.clone(), number, by: modifier.by, by_flag: modifier.flag.is_some() }
    }

    /// The change as it stands in the input.
    pub fn change(&self) -> Json {
        json!({ "name": self.name, "number": self.number.id, "by": self.by })
    }
}

/// A part of an act's input that has adjustable numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Path to it: empty, `target`, `side_a[0]`.
    pub place: String,
    /// Its numbers.
    pub numbers: Vec<Adjustable>,
}

/// The parts of an input that have adjustable numbers, in the order in which the procedure names them.
pub fn parts(procedure: &Procedure, input: &Input) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for number in procedure.adjustable {
        for place in places(input, number.at) {
            match parts.iter_mut().find(|part| part.place == place) {
                Some(part) => part.numbers.push(*number),
                None => parts.push(Part { place, numbers: vec![*number] }),
            }
        }
    }
    parts
}

/// Paths to the parts of an input at a place: `side_a[0]`, `side_a[1]` for `side_a[]`.
fn places(input: &Input, at: &str) -> Vec<String> {
    let all = match at.split_once("[]") {
        Some((list, rest)) => {
            let members = input.get(list).and_then(Json::as_array).map_or(0, Vec::len);
            (0..members).map(|nth| format!("{list}[{nth}]{rest}")).collect()
        }
        None => vec![at.to_owned()],
    };
    all.into_iter().filter(|place| place.is_empty() || path::get(input, place).is_some()).collect()
}

/// Changes that the battle's own modifiers can make in an act, part by part of its input.
pub fn offers(procedure: &Procedure, modifiers: &Modifiers, input: &Input) -> Vec<Offer> {
    let parts = parts(procedure, input);
    let of_part = |part: &Part| {
        let numbers = modifiers.modifiers.iter().flat_map(|modifier| {
            let affected = part.numbers.iter().filter(|number| modifier.affects(procedure, number));
            affected.map(|number| Offer::of(modifier, *number, part.place.clone())).collect::<Vec<_>>()
        });
        numbers.collect::<Vec<_>>()
    };
    parts.iter().flat_map(of_part).collect()
}

/// Fills in the changes of modifiers that follow from a tracker of the units that take part.
pub fn fill(procedure: &Procedure, scene: &Scene, input: &mut Input) {
    if procedure.adjustable.is_empty() {
        return;
    }
    for modifier in Modifiers::of(&scene.battle).modifiers {
        let Some(flag) = &modifier.flag else { continue };
        for number in procedure.adjustable.iter().filter(|number| modifier.affects(procedure, number)) {
            let marked = units_at(procedure, scene, number.at).into_iter().filter(|(_, unit)| holds(unit, flag));
            for (place, _) in marked {
                add(input, &place, &Offer::of(&modifier, *number, String::new()).change());
            }
        }
    }
}

fn holds(unit: &Facts, flag: &str) -> bool {
    unit.get(flag) == Some(&Json::Bool(true))
}

/// The units whose numbers lie in a part of the input, with the path to that of each. In the input itself they are those of the
/// unit that acts.
fn units_at<'a>(procedure: &Procedure, scene: &'a Scene, at: &str) -> Vec<(String, &'a Facts)> {
    let roles = procedure.participants.iter().filter(|role| role.at == at);
    let roles = roles.take(if at.is_empty() { 1 } else { usize::MAX });
    let units = roles.flat_map(|role| scene.units(role.id).iter().enumerate());
    units.map(|(nth, unit)| (at.replace("[]", &format!("[{nth}]")), unit)).collect()
}

/// Adds a change to the part of the input at a path, once.
fn add(input: &mut Input, place: &str, change: &Json) {
    let field = path::join(place, FIELD);
    let mut changes = path::get(input, &field).and_then(Json::as_array).cloned().unwrap_or_default();
    if !changes.contains(change) {
        changes.push(change.clone());
        path::set(input, &field, Some(changes.into()));
    }
}

/// Refuses changes of numbers that a procedure does not have.
///
/// # Errors
/// `bad_value` at the first such change: `side_a[1].own[0].number`.
pub fn check(procedure: &Procedure, input: &Input) -> Result<(), Refusal> {
    check_part(procedure.adjustable, input, "")
}

fn check_part(adjustable: &[Adjustable], part: &Input, at: &str) -> Result<(), Refusal> {
    for (key, value) in part {
        let inner = if at.is_empty() { key.clone() } else { format!("{at}.{key}") };
        match value {
            Json::Array(changes) if key == FIELD => {
                for (nth, change) in changes.iter().enumerate() {
                    let named = |own: &&Adjustable| own.at == at && change.get("number") == Some(&Json::from(own.id));
                    let strange = !adjustable.iter().any(|own| named(&own));
                    bad_if(strange, "number", "No own modifier can change such a number here.")
                        .map_err(|refusal| refusal.at_index(nth).within(FIELD))?;
                }
            }
            Json::Array(members) => {
                for (nth, member) in members.iter().enumerate() {
                    let Json::Object(member) = member else { continue };
                    check_part(adjustable, member, &format!("{inner}[]"))
                        .map_err(|refusal| refusal.at_index(nth).within(key))?;
                }
            }
            Json::Object(object) => check_part(adjustable, object, &inner).map_err(|refusal| refusal.within(key))?,
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
