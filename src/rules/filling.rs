//! From who takes part to a procedure's input: what the table knows, and over it what players say.

use crate::core::facts::Facts;
use crate::form::{Field, Form, Kind, Origin};
use crate::rules::procedure::Procedure;
use crate::rules::table::Scene;
use serde_json::{Map, Value as Json};

/// The input of a procedure: what players see of it, with what they only sketched worked out.
pub fn input(
    procedure: &Procedure,
    scene: &Scene,
    rulings: &Map<String, Json>,
    asked: &Map<String, Json>,
) -> Map<String, Json> {
    let mut input = sketch(procedure, scene, rulings, asked);
    if let Some(sketch) = &procedure.sketch {
        (sketch.work_out)(scene, &mut input);
    }
    input
}

/// What players see of an input: what the table knows, and over it what they said (`asked`, shaped like the input).
pub fn sketch(
    procedure: &Procedure,
    scene: &Scene,
    rulings: &Map<String, Json>,
    asked: &Map<String, Json>,
) -> Map<String, Json> {
    let mut input = Map::new();
    copy_facts(procedure.form, &scene.battle, &mut input);
    copy_facts(procedure.form, &scene.side, &mut input);
    for role in procedure.participants {
        let units = scene.units(role.id);
        match role.at.split_once("[]") {
            Some((list, rest)) => fill_list(procedure.form, &mut input, list, rest.trim_start_matches('.'), units),
            None => {
                for unit in units.iter().take(1) {
                    fill_object(procedure.form, &mut input, role.at, unit);
                }
            }
        }
    }
    copy_rulings(procedure.form, rulings, &mut input);
    // What players said is there to be looked at, and stands over whatever is filled in.
    overlay(&mut input, asked);
    (procedure.fill)(scene, &mut input);
    // A list that stands for no units is said as a whole: its members can be fewer than those filled in.
    input.retain(|id, _| !asked.get(id).is_some_and(Json::is_array) || procedure.binds(id));
    overlay(&mut input, asked);
    input
}

/// Copies into `object` every fact that a field of the form takes from units.
fn copy_facts(form: &Form, facts: &Facts, object: &mut Map<String, Json>) {
    let from_units =
        form.fields.iter().filter(|field| field.origin == Origin::Unit && !matches!(field.kind, Kind::Object(_)));
    for field in from_units {
        if let Some(fact) = facts.get(field.id).filter(|fact| field.nullable || !fact.is_null()) {
            object.insert(field.id.to_owned(), fact.clone());
        }
    }
}

/// Fills the object at `path` (`""`: the object itself) with a unit's facts.
fn fill_object(form: &Form, object: &mut Map<String, Json>, path: &str, unit: &Facts) {
    let Some((step, rest)) = (!path.is_empty()).then(|| path.split_once('.').unwrap_or((path, ""))) else {
        return copy_facts(form, unit, object);
    };
    if let Some(Field { kind: Kind::Object(inner), .. }) = form.field(step) {
        let mut filled = object.get(step).and_then(Json::as_object).cloned().unwrap_or_default();
        fill_object(inner, &mut filled, rest, unit);
        object.insert(step.to_owned(), Json::Object(filled));
    }
}

/// Fills a list with an object for each unit.
fn fill_list(form: &Form, object: &mut Map<String, Json>, list: &str, rest: &str, units: &[Facts]) {
    if let Some(Field { kind: Kind::List { of: Kind::Object(inner), .. }, .. }) = form.field(list) {
        let member = |unit: &Facts| {
            let mut filled = inner.usual();
            fill_object(inner, &mut filled, rest, unit);
            Json::Object(filled)
        };
        object.insert(list.to_owned(), units.iter().map(member).collect());
    }
}

/// The switches that the procedure knows, as the battle has them: in its `rulings`, or as a field of its own.
fn copy_rulings(form: &Form, rulings: &Map<String, Json>, input: &mut Map<String, Json>) {
    let known = |form: &Form| -> Map<String, Json> {
        rulings
            .iter()
            .filter(|(id, _)| form.field(id).is_some())
            .map(|(id, value)| (id.clone(), value.clone()))
            .collect()
    };
    if let Some(Field { kind: Kind::Object(inner), .. }) = form.field("rulings") {
        let chosen = known(inner);
        if !chosen.is_empty() {
            input.insert("rulings".into(), Json::Object(chosen));
        }
    }
    input.extend(known(form));
}

/// Lays what players said over what the table knows: objects field by field, lists member by member. A `null` takes the
/// table's value away.
pub fn overlay(under: &mut Map<String, Json>, over: &Map<String, Json>) {
    for (key, value) in over {
        match (under.get_mut(key), value) {
            (Some(Json::Object(under)), Json::Object(over)) => overlay(under, over),
            (Some(Json::Array(under)), Json::Array(over)) if over.iter().all(Json::is_object) => {
                for (index, member) in over.iter().enumerate() {
                    match (under.get_mut(index), member) {
                        (Some(Json::Object(under)), Json::Object(over)) => overlay(under, over),
                        (Some(under), over) => *under = over.clone(),
                        (None, over) => under.push(over.clone()),
                    }
                }
            }
            _ => {
                under.insert(key.clone(), value.clone());
            }
        }
    }
}
