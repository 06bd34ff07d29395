//! Units of a scenario in a link: one list for each field of their profiles, instead of one object for each unit. Names of fields then occur
//! once, and equal values follow each other, which halves the length of the packed text.
//!
//! `{"commands": [["left", 2], ["", 1]], "fields": {"name": ["Rich", "Fleetwood", "A saker"], "figures": [10, 8, null]}}` are three units,
//! `a1`, `a2` and `a3`. If they have other ids, these are in `ids`, separated by spaces. A `null` is a field that a unit does not have.

use super::NoLink;
use crate::storage::limits;
use rules::subject::Side;
use serde_json::{Map, Value as Json, json};

/// Path of the sides in the JSON of a shared scenario.
const SIDES: &str = "/scenario/2/sides";

/// Returns the JSON of a shared scenario with its units in columns. Units that have a field with `null` stay as they are.
pub fn folded(mut scenario: Json) -> Json {
    for (side, units) in units_of(&mut scenario) {
        if let Some(columns) = units.as_array().and_then(|list| fold(side, list)) {
            *units = columns;
        }
    }
    scenario
}

/// Returns the JSON of a shared scenario with one object for each unit.
///
/// # Errors
/// If the columns do not fit together, or there are too many units. Columns that this version does not know stay as they are, so that the
/// scenario cannot be read.
pub fn unfolded(mut scenario: Json) -> Result<Json, NoLink> {
    for (side, units) in units_of(&mut scenario) {
        let Json::Object(columns) = &*units else { continue };
        if columns.keys().all(|key| ["commands", "fields", "ids"].contains(&key.as_str())) {
            *units = unfold(side, columns)?;
        }
    }
    Ok(scenario)
}

fn units_of(scenario: &mut Json) -> impl Iterator<Item = (Side, &mut Json)> {
    let sides = scenario.pointer_mut(SIDES).and_then(Json::as_array_mut).into_iter().flatten();
    Side::BOTH.into_iter().zip(sides).filter_map(|(side, force)| Some((side, force.get_mut("units")?)))
}

/// Returns the id that a unit has if no ids are given.
fn usual_id(side: Side, index: usize) -> String {
    format!("{}{}", side.id(), index + 1)
}

fn fold(side: Side, units: &[Json]) -> Option<Json> {
    let profiles: Vec<&Map<String, Json>> =
        units.iter().map(|unit| unit.get("profile")?.as_object()).collect::<Option<_>>()?;
    if profiles.iter().any(|profile| profile.values().any(Json::is_null)) {
        return None;
    }
    let ids: Vec<&str> = units.iter().map(|unit| unit.get("id")?.as_str()).collect::<Option<_>>()?;
    let mut commands: Vec<(&str, usize)> = Vec::new();
    for unit in units {
        let command = unit.get("command").and_then(Json::as_str).unwrap_or_default();
        match commands.last_mut() {
            Some((last, count)) if *last == command => *count += 1,
            _ => commands.push((command, 1)),
        }
    }
    let mut fields = Map::new();
    for field in profiles.iter().flat_map(|profile| profile.keys()) {
        if !fields.contains_key(field) {
            let column = profiles.iter().map(|profile| profile.get(field).cloned().unwrap_or(Json::Null));
            fields.insert(field.clone(), column.collect());
        }
    }
    let mut columns = json!({ "commands": commands, "fields": fields });
    if ids.iter().enumerate().any(|(index, id)| *id != usual_id(side, index)) {
        columns["ids"] = ids.join(" ").into();
    }
    Some(columns)
}

fn unfold(side: Side, columns: &Map<String, Json>) -> Result<Json, NoLink> {
    let commands: Vec<(String, usize)> = columns
        .get("commands")
        .and_then(|commands| serde_json::from_value(commands.clone()).ok())
        .ok_or(NoLink::Strange)?;
    let count = commands.iter().try_fold(0_usize, |sum, (_, count)| sum.checked_add(*count)).ok_or(NoLink::TooMuch)?;
    if count > limits::UNITS || commands.len() > limits::UNITS {
        return Err(NoLink::TooMuch);
    }
    let mut units: Vec<Map<String, Json>> = vec![Map::new(); count];
    let fields = columns.get("fields").and_then(Json::as_object).ok_or(NoLink::Strange)?;
    for (field, column) in fields {
        let column = column.as_array().filter(|column| column.len() == count).ok_or(NoLink::Strange)?;
        for (profile, value) in units.iter_mut().zip(column).filter(|(_, value)| !value.is_null()) {
            profile.insert(field.clone(), value.clone());
        }
    }
    let ids: Vec<String> = match columns.get("ids") {
        None => (0..count).map(|index| usual_id(side, index)).collect(),
        Some(ids) => ids.as_str().ok_or(NoLink::Strange)?.split(' ').map(str::to_owned).collect(),
    };
    // Without any unit, the text of the ids is empty.
    if ids.len() != count && count > 0 {
        return Err(NoLink::Strange);
    }
    let of_unit = commands.iter().flat_map(|(command, count)| std::iter::repeat_n(command, *count));
    let unit = |((profile, id), command): ((Map<String, Json>, String), &String)| {
        let mut unit = json!({ "id": id, "profile": profile });
        if !command.is_empty() {
            unit["command"] = command.clone().into();
        }
        unit
    };
    Ok(units.into_iter().zip(ids).zip(of_unit).map(unit).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn scenario(units: [Json; 2]) -> Json {
        let [a, b] = units;
        json!({ "scenario": ["x", 1, { "name": "N", "sides": [{ "units": a }, { "units": b }] }] })
    }

    fn unit(id: &str, command: &str, profile: Json) -> Json {
        let mut unit = json!({ "id": id, "profile": profile });
        if !command.is_empty() {
            unit["command"] = command.into();
        }
        unit
    }

    #[test]
    fn units_become_columns_and_units_again() {
        let a = json!([
            unit("a1", "left", json!({ "name": "Rich", "figures": 10 })),
            unit("a2", "left", json!({ "name": "Fleetwood", "figures": 8 })),
            unit("a3", "", json!({ "name": "A saker", "groups": [{ "type": "gun" }] })),
        ]);
        let whole = scenario([a, json!([unit("guns", "", json!({ "name": "Guns" }))])]);
        let folded = folded(whole.clone());
        let columns = json!({
            "commands": [["left", 2], ["", 1]],
            "fields": { "name": ["Rich", "Fleetwood", "A saker"], "figures": [10, 8, null], "groups": [null, null, [{ "type": "gun" }]] }
        });
        assert_eq!(folded.pointer("/scenario/2/sides/0/units"), Some(&columns));
        assert_eq!(folded.pointer("/scenario/2/sides/1/units/ids"), Some(&json!("guns")));
        assert_eq!(unfolded(folded), Ok(whole));
    }

    #[test]
    fn units_without_columns_stay_as_they_are() {
        let with_null = scenario([json!([unit("a1", "", json!({ "slow": null }))]), json!([])]);
        let folded = folded(with_null.clone());
        assert!(folded.pointer("/scenario/2/sides/0/units").unwrap().is_array());
        assert_eq!(unfolded(folded), Ok(with_null));
        let newer = scenario([json!({ "commands": [], "fields": {}, "pictures": [] }), json!([])]);
        assert_eq!(unfolded(newer.clone()), Ok(newer));
        for other in [json!({}), json!({ "scenario": 1 }), json!(null)] {
            assert_eq!(unfolded(super::folded(other.clone())), Ok(other));
        }
    }

    #[test]
    fn columns_that_do_not_fit_together_are_refused() {
        let read = |columns: Json| unfolded(scenario([columns, json!([])])).unwrap_err();
        for columns in [
            json!({ "fields": {} }),
            json!({ "commands": [["", 1]] }),
            json!({ "commands": [["", 2]], "fields": { "name": ["one"] } }),
            json!({ "commands": [["", -1]], "fields": {} }),
            json!({ "commands": [["", 2]], "fields": {}, "ids": "one" }),
            json!({ "commands": [["", 1]], "fields": {}, "ids": 1 }),
            json!({ "commands": "x", "fields": {} }),
        ] {
            assert_eq!(read(columns.clone()), NoLink::Strange, "{columns}");
        }
        for commands in [json!([["", 401]]), json!([["", u64::MAX], ["", u64::MAX]]), json!(vec![json!(["", 0]); 401])]
        {
            assert_eq!(read(json!({ "commands": commands, "fields": {} })), NoLink::TooMuch);
        }
        let most: Json = (1..=400).map(|n| unit(&format!("a{n}"), &format!("c{n}"), json!({}))).collect();
        let whole = scenario([most, json!([])]);
        assert_eq!(unfolded(folded(whole.clone())), Ok(whole), "each of 400 units has its own command");
    }

    proptest! {
        #[test]
        fn any_units_are_the_same_after_folding(
            units in prop::collection::vec(("[a-z0-9]{1,4}", "[a-z]{0,2}", prop::collection::btree_map("[a-c]", 0..9_i32, 0..3)), 0..8)
        ) {
            let units: Json = units.into_iter().map(|(id, command, profile)| unit(&id, &command, json!(profile))).collect();
            let whole = scenario([units.clone(), units]);
            prop_assert_eq!(unfolded(folded(whole.clone())), Ok(whole));
        }
    }
}
