//! Rosters: the units of a side, as players enter them before a battle.

use crate::storage::limits;
use battle::{Battle, Change, Unit};
use rules::facts::Facts;
use rules::facts::NAME;
use rules::form::{Form, Kind, path};
use rules::names;
use rules::number;
use rules::own::OwnRules;
use rules::refusal::Refusal;
use rules::ruleset::Ruleset;
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
    /// A short name, where there is little room; empty for [one of the app's](rules::text::short_proposed).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub short: String,
    /// A sentence about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// True for a sample that comes with the app.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sample: bool,
    /// Values for its side besides units, by the ruleset's [side profile](rules::ruleset::Rosters::side_profile).
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub side: Map<String, Json>,
    /// Own rules that go with it. A roster without units is a set of them by itself.
    #[serde(default, skip_serializing_if = "OwnRules::is_empty")]
    pub own_rules: OwnRules,
    /// The units, each as the ruleset's profile form takes it.
    pub units: Vec<Map<String, Json>>,
}

/// A file of rosters.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Rosters {
    /// The rosters.
    pub rosters: Vec<Roster>,
}

impl Roster {
    /// True for a set of own rules: there is nobody in it to take to the table.
    pub fn is_set_of_rules(&self) -> bool {
        self.units.is_empty() && !self.own_rules.is_empty()
    }

    /// The samples that come with a ruleset, with names in the player's language.
    pub fn samples(ruleset: &Ruleset) -> Vec<Roster> {
        Self::of_file(ruleset.rosters.samples)
    }

    /// The rosters of a file that comes with a ruleset, with names in the player's language.
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

    /// The roster with which a side began a battle, with what [lasts](rules::ruleset::Rosters::lasting) of it; `None` if nothing does.
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
        let (name, short, profile) = (battle_side.name.clone(), battle_side.short.clone(), battle_side.profile.clone());
        is_another.then(|| Self {
            ruleset: header.ruleset.clone(),
            name,
            short,
            side: profile,
            units,
            ..Self::default()
        })
    }

    /// A copy whose name is not among `names`: `Essex's foot 2`.
    #[must_use]
    pub fn copied(&self, names: &[String]) -> Self {
        Self { name: another(&self.name, names, limits::NAME), sample: false, ..self.clone() }
    }
}

/// The name, or if it is among `names` another like it, of no more letters than this.
pub fn untaken(name: &str, names: &[String], longest: usize) -> String {
    if names.iter().any(|taken| taken == name) { another(name, names, longest) } else { name.to_owned() }
}

/// A name like this one that is not among `names`: `Essex's foot 2`.
fn another(name: &str, names: &[String], longest: usize) -> String {
    let numbered = |stem: &str, number: u32| limits::with_ending(stem, &format!(" {number}"), longest);
    names::another(name, numbered, |name| names.iter().any(|taken| taken == name))
}

/// The most letters of a unit's name.
fn longest_unit_name(form: &Form) -> usize {
    match form.field(NAME.id()).map(|field| &field.kind) {
        Some(Kind::Text(longest)) => *longest,
        _ => limits::NAME,
    }
}

/// A name for another unit of a roster, which is none of its units'.
pub fn untaken_by_units(ruleset: &Ruleset, roster: &Roster, name: &str) -> String {
    untaken(name, &names(roster), longest_unit_name(ruleset.profile))
}

/// A number as players typed it into a form, as JSON: whole where it is whole. What is no number stays text, to be refused at its
/// field; and so does a number that no form takes, as nothing could be worked out with it: one beyond the limits, or one of more
/// decimals than come back exactly wherever it is read again.
pub fn typed_number(text: &str) -> Option<Json> {
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    let is_short = |number: f64| (number * 1e6).round() / 1e6 == number;
    let fits = |number: &f64| number.abs() <= limits::TRACKED && is_short(*number);
    Some(number::typed(text).filter(fits).map_or_else(|| text.into(), number::json))
}

/// A unit with the defaults of its form.
pub fn blank(form: &Form) -> Map<String, Json> {
    Map::from_iter(form.fields.iter().filter_map(|field| Some((field.id.to_owned(), field.need.default()?))))
}

/// The usual units of a ruleset, with names in the player's language.
pub fn presets(ruleset: &Ruleset) -> Vec<Map<String, Json>> {
    let mut presets: Vec<Map<String, Json>> = serde_json::from_str(ruleset.rosters.presets).unwrap_or_default();
    presets.iter_mut().for_each(translate_name);
    presets
}

/// A unit that joins a roster: with the defaults of its form, the settings of the army as the unit before has them, and the
/// values of a preset over both. Its name is no other unit's.
pub fn joining(ruleset: &Ruleset, roster: &Roster, name: &str, preset: &Map<String, Json>) -> Map<String, Json> {
    let mut unit = blank(ruleset.profile);
    if let Some(before) = roster.units.last() {
        let own = ruleset
            .rosters
            .inherited
            .iter()
            .filter_map(|field| Some(((*field).to_owned(), before.get(*field)?.clone())));
        unit.extend(own);
    }
    unit.extend(preset.clone());
    unit.insert("name".into(), untaken_by_units(ruleset, roster, name).into());
    unit
}

/// Names of a roster's units.
pub fn names(roster: &Roster) -> Vec<String> {
    roster.units.iter().filter_map(|unit| unit.get("name")?.as_str().map(str::to_owned)).collect()
}

fn translate_name(unit: &mut Map<String, Json>) {
    if let Some(Json::String(name)) = unit.get_mut("name") {
        *name = say(name).to_owned();
    }
}

/// A profile without the fields that do not matter to it, so that values typed for another kind of unit do not stay
/// behind unseen.
pub fn relevant(form: &Form, profile: &Map<String, Json>) -> Map<String, Json> {
    form.relevant(profile)
}

/// A profile as its form shows it: fields without an answer have the value that is used, be it a default or one that follows from
/// the others, such as the armour of horse.
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

/// Changes by a roster of its side's trackers, on the side `of` (`a`, `b`).
pub fn brought(ruleset: &Ruleset, roster: &Roster, of: &str) -> Vec<Change> {
    let tracked = |id: &str| ruleset.trackers.side.iter().any(|tracker| tracker.id == id);
    let brought = roster.side.iter().filter(|(id, _)| tracked(id));
    brought.map(|(id, to)| Change::set(of, id.as_str(), to.clone())).collect()
}

/// Facts of a unit before a battle: its profile, its trackers at their start, and the facts that follow.
pub fn facts(ruleset: &Ruleset, profile: &Map<String, Json>) -> Facts {
    let mut facts = battle::start(ruleset, profile);
    (ruleset.derive)(&mut facts);
    facts
}

/// Sets a value of a profile. Numbers that [follow](rules::form::Field::follows) it change with it while they are equal to it.
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

/// True if a field starts a tracker that is [true of one](rules::ruleset::Tracker::sole) unit of a side alone.
fn is_sole(ruleset: &Ruleset, field: &str) -> bool {
    ruleset.trackers.unit.iter().any(|tracker| tracker.sole && tracker.id == field)
}

/// Removes from all units but one a mark that one unit alone can have, such as the General. Returns its previous owner.
pub fn take_from_others(ruleset: &Ruleset, roster: &mut Roster, unit: usize, field: &str) -> Option<Text> {
    if !is_sole(ruleset, field) {
        return None;
    }
    let what = ruleset.profile.field(field)?.label;
    let others = roster.units.iter_mut().enumerate().filter(|(place, _)| *place != unit);
    let had = others.filter_map(|(_, other)| {
        other.insert(field.to_owned(), false.into()).filter(|had| *had == true).map(|_| other)
    });
    let names: Vec<String> = had.map(|other| Facts::from(other.clone()).value(NAME).unwrap_or_default()).collect();
    (!names.is_empty()).then(|| text!("{what}: no longer {who}.", what = what, who = names.join(", ")))
}

/// A copy of a unit, without marks that one unit alone can have.
#[must_use]
pub fn copied_unit(ruleset: &Ruleset, unit: &Map<String, Json>) -> Map<String, Json> {
    let mut copy = unit.clone();
    copy.retain(|field, value| *value != true || !is_sole(ruleset, field));
    copy
}

/// Checks that the ruleset takes this profile.
///
/// # Errors
/// The first thing that is wrong with it, at its field.
pub fn check(ruleset: &Ruleset, profile: &Map<String, Json>) -> Result<(), Refusal> {
    ruleset.profile.check(&relevant(ruleset.profile, profile))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use test_rulesets as rulesets;

    #[test]
    fn a_number_is_read_as_players_type_it_and_what_no_form_takes_stays_text() {
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
    fn a_whole_number_of_an_older_roster_may_have_a_fraction_of_nothing() {
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
    fn a_first_rank_that_nobody_set_apart_follows_the_number_of_elements() {
        let form = test_rulesets::RULESETS.find("arquebusier").unwrap().profile;
        let mut unit = Map::from_iter([("groups".to_owned(), json!([{ "type": "gun", "elements": 2, "front": 2 }]))]);
        let mut type_in = |place: &str, value: Json| {
            set_value(form, &mut unit, place, (!value.is_null()).then_some(&value));
            unit["groups"][0].clone()
        };
        assert_eq!(type_in("groups[0].elements", json!(3)), json!({ "type": "gun", "elements": 3, "front": 3 }));
        // A number is typed anew: the field is empty in between.
        assert_eq!(type_in("groups[0].elements", Json::Null), json!({ "type": "gun" }));
        assert_eq!(type_in("groups[0].elements", json!(4)), json!({ "type": "gun", "elements": 4, "front": 4 }));
        assert_eq!(type_in("groups[0].front", json!(2)), json!({ "type": "gun", "elements": 4, "front": 2 }));
        assert_eq!(type_in("groups[0].elements", json!(6)), json!({ "type": "gun", "elements": 6, "front": 2 }));
    }

    #[test]
    fn presets_are_units_that_their_rulesets_take() {
        for ruleset in rulesets::ALL.iter().filter(|own| own.guide.is_some()) {
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
    fn a_unit_that_joins_has_the_settings_of_its_army_and_a_name_of_its_own() {
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
        let mut roster = Roster { units: vec![unit("Ludwig", true), unit("Karl", false)], ..Roster::default() };
        let notice = take_from_others(ruleset, &mut roster, 1, "general_joined").unwrap();
        assert_eq!(notice.to_string(), "General with it: no longer Ludwig.");
        assert_eq!(roster.units[0]["general_joined"], false);
        assert_eq!(take_from_others(ruleset, &mut roster, 1, "general_joined"), None);
        assert_eq!(take_from_others(ruleset, &mut roster, 1, "name"), None);
        assert_eq!(copied_unit(ruleset, &unit("Ludwig", true)).get("general_joined"), None);
    }

    #[test]
    fn a_copied_roster_is_nobodys_sample_and_has_a_name_of_its_own() {
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
    fn what_several_units_can_have_is_taken_from_nobody() {
        let ruleset = test_rulesets::RULESETS.find("arquebusier").unwrap();
        assert!(is_sole(ruleset, "general_joined") && !is_sole(ruleset, "general_near") && !is_sole(ruleset, "name"));
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
