//! Rosters: the units of a side, as players enter them before a battle.

use crate::storage::{beginning, limits};
use battle::{Battle, Change, Unit};
use rules::facts::Facts;
use rules::facts::NAME;
use rules::form::{Field, Form, Kind, path};
use rules::names;
use rules::number;
use rules::own::OwnRules;
use rules::refusal::Refusal;
use rules::ruleset::Ruleset;
use rules::subject::Side;
use rules::text;
use rules::text::{Text, say};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// A list of units for one side.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Roster {
    /// The ruleset that it is for.
    pub ruleset: String,
    /// Its name.
    pub name: String,
    /// A short name, for narrow columns. If it is empty, the app [proposes one](rules::text::short_proposed).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub short: String,
    /// A sentence about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// True for a sample that comes with the app.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sample: bool,
    /// Values of the side itself, by the ruleset's [side profile](rules::ruleset::Rosters::side_profile).
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub side: Map<String, Json>,
    /// Own rules that belong to the roster. A roster without units is a set of own rules.
    #[serde(default, skip_serializing_if = "OwnRules::is_empty")]
    pub own_rules: OwnRules,
    /// The units, each as the input of the ruleset's profile form.
    pub units: Vec<Map<String, Json>>,
}

/// A file of rosters.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Rosters {
    /// The rosters.
    pub rosters: Vec<Roster>,
}

impl Roster {
    /// True for a set of own rules, which has no units.
    pub fn is_set_of_rules(&self) -> bool {
        self.units.is_empty() && !self.own_rules.is_empty()
    }

    /// True if its own rules have fields that version 1.0.0 does not know.
    pub fn is_marked(&self) -> bool {
        self.own_rules.is_marked()
    }

    /// Returns the samples of a ruleset, with names in the player's language.
    pub fn samples(ruleset: &Ruleset) -> Vec<Roster> {
        Self::of_file(ruleset.rosters.samples)
    }

    /// Returns the rosters of a ruleset's file, with names in the player's language.
    pub fn of_file(text: &str) -> Vec<Roster> {
        let rosters: Rosters = serde_json::from_str(text).unwrap_or_default();
        rosters.rosters.into_iter().map(Roster::into_sample).collect()
    }

    fn into_sample(mut self) -> Self {
        self.sample = true;
        self.name = say(&self.name).to_owned();
        self.note = say(&self.note).to_owned();
        self.units.iter_mut().for_each(translate_name);
        self
    }

    /// Returns the roster with which a side began a battle, updated with its [lasting](rules::ruleset::Rosters::lasting) trackers. `None` if none of
    /// them changed, and for an unknown ruleset.
    pub fn after_battle(battle: &Battle, side: usize) -> Option<Self> {
        let (header, state) = (battle.header(), battle.state());
        let ruleset = state.ruleset()?;
        let mut is_another = false;
        let mut after = |unit: &Unit| {
            let (mut profile, before) = (unit.profile.clone(), ruleset.mustered(&unit.profile));
            for field in ruleset.rosters.lasting {
                let now = state.tracked(&unit.id).and_then(|tracked| tracked.get(field));
                if let Some(now) = now.filter(|now| before.get(field) != Some(now)) {
                    profile.insert((*field).to_owned(), now.clone());
                    is_another = true;
                }
            }
            profile
        };
        let units = header.units.iter().filter(|unit| unit.side == side).map(&mut after).collect();
        let battle_side = header.sides.get(side)?;
        is_another.then(|| Self {
            ruleset: header.ruleset.clone(),
            name: battle_side.name.clone(),
            short: battle_side.short.clone(),
            side: side_values(ruleset, beginning::state_at_start(battle).side(Side::at(side))),
            units,
            ..Self::default()
        })
    }

    /// Returns a copy with a name that is not among `names`: `Essex's foot 2`.
    #[must_use]
    pub fn copied(&self, names: &[String]) -> Self {
        Self { name: another_name(&self.name, names), sample: false, ..self.clone() }
    }
}

/// Returns a similar name within the limit of names that is not among `names`: `Naseby 2`.
pub fn another_name(name: &str, names: &[String]) -> String {
    another(name, names, limits::NAME)
}

/// Returns the name. If it is among `names`, returns a similar name of at most `longest` letters.
pub fn untaken(name: &str, names: &[String], longest: usize) -> String {
    if names.iter().any(|taken| taken == name) { another(name, names, longest) } else { name.to_owned() }
}

/// Returns a similar name that is not among `names`: `Essex's foot 2`.
fn another(name: &str, names: &[String], longest: usize) -> String {
    let numbered = |stem: &str, number: u32| limits::with_ending(stem, &format!(" {number}"), longest);
    names::another(name, numbered, |name| names.iter().any(|taken| taken == name))
}

/// Returns the maximum number of letters in a unit's name.
fn longest_unit_name(form: &Form) -> usize {
    match form.field(NAME.id()).map(|field| &field.kind) {
        Some(Kind::Text(longest)) => *longest,
        _ => limits::NAME,
    }
}

/// Returns a name for a new unit that no unit of the roster has.
pub fn untaken_by_units(ruleset: &Ruleset, roster: &Roster, name: &str) -> String {
    untaken(name, &names(roster), longest_unit_name(ruleset.profile))
}

/// Converts a number that was typed into a form to JSON. `None` for an empty text.
///
/// The result is the text itself if it is not a number, exceeds the limits, or has more than six decimals. The form then refuses it at its field.
pub fn typed_number(text: &str) -> Option<Json> {
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    let is_short = |number: f64| (number * 1e6).round() / 1e6 == number;
    let fits = |number: &f64| number.abs() <= limits::TRACKED && is_short(*number);
    Some(number::typed(text).filter(fits).map_or_else(|| text.into(), number::json))
}

/// Returns a unit with the defaults of its form.
pub fn blank(form: &Form) -> Map<String, Json> {
    Map::from_iter(form.fields.iter().filter_map(|field| Some((field.id.to_owned(), field.need.default()?))))
}

/// Returns the usual units of a ruleset, with names in the player's language.
pub fn presets(ruleset: &Ruleset) -> Vec<Map<String, Json>> {
    let mut presets: Vec<Map<String, Json>> = serde_json::from_str(ruleset.rosters.presets).unwrap_or_default();
    presets.iter_mut().for_each(translate_name);
    presets
}

/// Returns a unit to be added to a roster. It has the defaults of its form, then the settings of the army from the last unit, then the
/// values of a preset. Its name is unique in the roster.
pub fn joining(ruleset: &Ruleset, roster: &Roster, name: &str, preset: &Map<String, Json>) -> Map<String, Json> {
    let mut unit = blank(ruleset.profile);
    if let Some(before) = roster.units.last() {
        let settings = ruleset
            .rosters
            .inherited
            .iter()
            .filter_map(|field| Some(((*field).to_owned(), before.get(*field)?.clone())));
        unit.extend(settings);
    }
    unit.extend(preset.clone());
    unit.insert("name".into(), untaken_by_units(ruleset, roster, name).into());
    unit
}

/// Returns the names of a roster's units.
pub fn names(roster: &Roster) -> Vec<String> {
    roster.units.iter().filter_map(|unit| unit.get("name")?.as_str().map(str::to_owned)).collect()
}

fn translate_name(unit: &mut Map<String, Json>) {
    if let Some(Json::String(name)) = unit.get_mut("name") {
        *name = say(name).to_owned();
    }
}

/// Returns a profile without fields that do not apply to it. A value typed for another kind of unit would otherwise remain, and not be
/// shown.
pub fn relevant(form: &Form, profile: &Map<String, Json>) -> Map<String, Json> {
    form.relevant(profile)
}

/// Returns a profile as its form shows it. Empty fields get the value that is used: a default, or one that follows from others, such as the
/// armour of horse.
pub fn shown(ruleset: &Ruleset, profile: &Map<String, Json>) -> Map<String, Json> {
    let mut shown = Map::from(ruleset.mustered(profile));
    let facts = facts(ruleset, profile);
    for field in ruleset.profile.fields.iter().filter(|field| !profile.contains_key(field.id)) {
        let Kind::Choice(choices) = field.kind else { continue };
        if let Some(used) = facts.get(field.id).filter(|used| choices.iter().any(|choice| **used == choice.id)) {
            shown.insert(field.id.to_owned(), used.clone());
        }
    }
    shown
}

/// Returns the changes with which a roster sets the trackers of its side. `of` is the id of the side (`a`, `b`).
pub fn side_changes(ruleset: &Ruleset, roster: &Roster, of: &str) -> Vec<Change> {
    let tracked = |id: &str| ruleset.trackers.side.iter().any(|tracker| tracker.id == id);
    let values = roster.side.iter().filter(|(id, _)| tracked(id));
    values.map(|(id, to)| Change::set(of, id.as_str(), to.clone())).collect()
}

/// Returns the values of the [side profile](rules::ruleset::Rosters::side_profile) from the trackers of a side. Initial values are left
/// out. Empty if the form refuses them.
pub fn side_values(ruleset: &Ruleset, tracked: &Facts) -> Map<String, Json> {
    let Some(form) = ruleset.rosters.side_profile else { return Map::new() };
    let initial =
        |id: &str| ruleset.trackers.side.iter().find(|tracker| tracker.id == id).map(|tracker| tracker.start.json());
    let value = |field: &Field| {
        let now = tracked.get(field.id).filter(|now| initial(field.id).as_ref() != Some(now))?;
        Some((field.id.to_owned(), now.clone()))
    };
    let values = form.fields.iter().filter_map(value).collect();
    if form.check(&values).is_ok() { values } else { Map::new() }
}

/// Returns the facts of a unit before a battle: its profile, the initial values of its trackers, and derived facts.
pub fn facts(ruleset: &Ruleset, profile: &Map<String, Json>) -> Facts {
    let mut facts = battle::start(ruleset, profile);
    (ruleset.derive)(&mut facts);
    facts
}

/// Sets a value of a profile. A number that [follows](rules::form::Field::follows) it and was equal to it changes, too.
pub fn set_value(form: &Form, profile: &mut Map<String, Json>, place: &str, value: Option<&Json>) {
    let before = path::get(profile, place).cloned();
    path::set(profile, place, value.cloned());
    let (holder, id) = place.rsplit_once('.').unwrap_or(("", place));
    let followers = form.holding(place).into_iter().flat_map(|form| form.fields).filter(|field| field.follows == id);
    for follower in followers {
        let at = path::join(holder, follower.id);
        if path::get(profile, &at) == before.as_ref() {
            path::set(profile, &at, value.cloned());
        }
    }
}

/// True if a field sets a tracker that only [one unit](rules::ruleset::Tracker::unique_per_side) of a side can have.
fn is_unique_per_side(ruleset: &Ruleset, field: &str) -> bool {
    ruleset.trackers.unit.iter().any(|tracker| tracker.unique_per_side && tracker.id == field)
}

/// Clears a field that only one unit can have, such as the General, on all other units. Returns a message with the previous owner; `None`
/// if there was none.
pub fn take_from_others(ruleset: &Ruleset, roster: &mut Roster, unit: usize, field: &str) -> Option<Text> {
    if !is_unique_per_side(ruleset, field) {
        return None;
    }
    let what = ruleset.profile.field(field)?.label;
    let others = roster.units.iter_mut().enumerate().filter(|(place, _)| *place != unit);
    let owners = others.map(|(_, other)| other).filter(|other| other.get(field).is_some_and(|has| *has == true));
    let cleared = owners.map(|owner| {
        owner.insert(field.to_owned(), false.into());
        Facts::from(owner.clone()).value(NAME).unwrap_or_default()
    });
    let names: Vec<String> = cleared.collect();
    (!names.is_empty()).then(|| text!("{what}: no longer {who}.", what = what, who = names.join(", ")))
}

/// Returns a copy of a unit, without the fields that only one unit can have.
#[must_use]
pub fn copied_unit(ruleset: &Ruleset, unit: &Map<String, Json>) -> Map<String, Json> {
    let mut copy = unit.clone();
    copy.retain(|field, value| *value != true || !is_unique_per_side(ruleset, field));
    copy
}

/// Checks that the ruleset takes this profile.
///
/// # Errors
/// The first error in it, at its field.
pub fn check(ruleset: &Ruleset, profile: &Map<String, Json>) -> Result<(), Refusal> {
    ruleset.profile.check(&relevant(ruleset.profile, profile))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use test_rulesets as rulesets;

    #[test]
    fn typed_numbers_are_read_and_texts_that_no_form_accepts_are_kept() {
        for (typed, read) in [
            ("12", json!(12)),
            (" 2.5 ", json!(2.5)),
            ("2,5", json!(2.5)),
            ("-3", json!(-3)),
            ("8.0", json!(8)),
            ("8,0", json!(8)),
            ("1,000", json!(1000)),
            ("8″", json!(8)),
            ("0.000001", json!(0.000_001)),
            ("0.0000001", json!("0.0000001")),
            ("1e300", json!("1e300")),
            ("2,5,5", json!("2,5,5")),
            ("six", json!("six")),
        ] {
            assert_eq!(typed_number(typed), Some(read), "{typed}");
        }
        assert_eq!(typed_number("  "), None);
    }

    #[test]
    fn a_whole_number_in_an_older_roster_may_end_with_point_zero() {
        let ruleset = test_rulesets::RULESETS.find("pike_and_shot").unwrap();
        let mut units = Roster::samples(ruleset).into_iter().flat_map(|roster| roster.units);
        let whole = |unit: &Map<String, Json>| {
            let is_known = |field: &str| facts(ruleset, unit).get(field).is_some();
            unit.iter().find(|(field, value)| value.is_i64() && is_known(field)).map(|(field, _)| field.clone())
        };
        let (mut unit, field) = units.find_map(|unit| whole(&unit).map(|field| (unit, field))).unwrap();
        let before = facts(ruleset, &unit);
        let number = unit[&field].as_f64().unwrap();
        unit.insert(field.clone(), serde_json::from_str(&format!("{number:.1}")).unwrap());
        assert!(unit[&field].is_f64());
        assert_eq!(check(ruleset, &unit), Ok(()));
        let value = |facts: &Facts| number::whole(facts.get(&field).unwrap());
        assert_eq!(value(&facts(ruleset, &unit)), value(&before));
    }

    #[test]
    fn an_unchanged_first_rank_follows_the_number_of_elements() {
        let form = test_rulesets::RULESETS.find("arquebusier").unwrap().profile;
        let mut unit = Map::from_iter([("groups".to_owned(), json!([{ "type": "gun", "elements": 2, "front": 2 }]))]);
        let mut type_in = |place: &str, value: Json| {
            set_value(form, &mut unit, place, (!value.is_null()).then_some(&value));
            unit["groups"][0].clone()
        };
        assert_eq!(type_in("groups[0].elements", json!(3)), json!({ "type": "gun", "elements": 3, "front": 3 }));
        // Players type a new number, and the field is empty in between.
        assert_eq!(type_in("groups[0].elements", Json::Null), json!({ "type": "gun" }));
        assert_eq!(type_in("groups[0].elements", json!(4)), json!({ "type": "gun", "elements": 4, "front": 4 }));
        assert_eq!(type_in("groups[0].front", json!(2)), json!({ "type": "gun", "elements": 4, "front": 2 }));
        assert_eq!(type_in("groups[0].elements", json!(6)), json!({ "type": "gun", "elements": 6, "front": 2 }));
    }

    #[test]
    fn presets_are_accepted_by_their_rulesets() {
        for ruleset in rulesets::ALL.iter().filter(|ruleset| ruleset.guide.is_some()) {
            let presets = presets(ruleset);
            assert!(presets.len() >= 3, "{}", ruleset.named.id);
            for preset in &presets {
                let unit = joining(ruleset, &Roster::default(), "A unit", preset);
                assert_eq!(check(ruleset, &unit), Ok(()), "{}: {preset:?}", ruleset.named.id);
                let known = |field: &String| ruleset.profile.field(field).is_some();
                assert!(preset.keys().all(known), "{}: {preset:?}", ruleset.named.id);
                assert!(!(ruleset.describe)(&facts(ruleset, &unit)).is_empty(), "{}: {preset:?}", ruleset.named.id);
            }
        }
    }

    #[test]
    fn a_new_unit_has_the_settings_of_its_army_and_a_unique_name() {
        let ruleset = test_rulesets::RULESETS.find("pikette_squared").unwrap();
        let spanish = json!({ "name": "Tercio", "army": "spanish", "row": "tercio" }).as_object().cloned().unwrap();
        let roster = Roster { units: vec![spanish.clone()], ..Roster::default() };
        let next = joining(ruleset, &roster, "Tercio", &Map::new());
        assert_eq!((&next["army"], &next["name"]), (&json!("spanish"), &json!("Tercio 2")));
        let french = json!({ "army": "french", "row": "pike" }).as_object().cloned().unwrap();
        assert_eq!(joining(ruleset, &roster, "Pike", &french)["army"], "french");
    }

    #[test]
    fn the_only_general_goes_to_the_formation_ticked_last() {
        let ruleset = test_rulesets::RULESETS.find("arquebusier").unwrap();
        let unit =
            |name: &str, joined: bool| json!({ "name": name, "general_joined": joined }).as_object().cloned().unwrap();
        let third = json!({ "name": "Otto" }).as_object().cloned().unwrap();
        let units = vec![unit("Ludwig", true), unit("Karl", false), third.clone()];
        let mut roster = Roster { units, ..Roster::default() };
        let notice = take_from_others(ruleset, &mut roster, 1, "general_joined").unwrap();
        assert_eq!(notice.to_string(), "General with it: no longer Ludwig.");
        assert_eq!(roster.units[0]["general_joined"], false);
        assert_eq!(roster.units[2], third, "a unit without a value gets none");
        assert_eq!(take_from_others(ruleset, &mut roster, 1, "general_joined"), None);
        assert_eq!(take_from_others(ruleset, &mut roster, 1, "name"), None);
        assert_eq!(copied_unit(ruleset, &unit("Ludwig", true)).get("general_joined"), None);
    }

    #[test]
    fn a_copied_roster_is_no_sample_and_has_a_unique_name() {
        let unit = json!({ "name": "Foot" }).as_object().cloned().unwrap();
        let original =
            Roster { ruleset: "argad".into(), name: "Essex's foot".into(), units: vec![unit], ..Roster::default() };
        let sample = Roster { sample: true, ..original.clone() };
        let copy = sample.copied(&["Essex's foot".into(), "Essex's foot 2".into()]);
        assert_eq!(copy, Roster { name: "Essex's foot 3".into(), ..original.clone() });
        let of_a_year = Roster { name: "Eastern Association 1644".into(), ..original };
        assert_eq!(of_a_year.copied(&[]).name, "Eastern Association 1644 2", "a year is no number of a copy");
    }

    #[test]
    fn fields_that_several_units_can_have_are_not_cleared() {
        let ruleset = test_rulesets::RULESETS.find("arquebusier").unwrap();
        assert!(
            is_unique_per_side(ruleset, "general_joined")
                && !is_unique_per_side(ruleset, "general_near")
                && !is_unique_per_side(ruleset, "name")
        );
        let unit = |name: &str| json!({ "name": name, "irregular": true }).as_object().cloned().unwrap();
        let mut roster = Roster { units: vec![unit("Ludwig"), unit("Karl")], ..Roster::default() };
        let before = roster.clone();
        for field in ["name", "irregular"] {
            assert_eq!(take_from_others(ruleset, &mut roster, 1, field), None);
        }
        assert_eq!(roster, before);
        assert_eq!(copied_unit(ruleset, &before.units[0]), before.units[0]);
    }
}
