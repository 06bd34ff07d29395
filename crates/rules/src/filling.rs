//! Fills in a procedure's input: facts of the table, and over them the answers of the players.

use crate::facts::Facts;
use crate::form::{Field, Form, Kind, Origin};
use crate::own;
use crate::procedure::{Procedure, Role, Whose};
use crate::table::{Scene, TableUnit};
use serde_json::{Map, Value as Json};

/// Returns the input of a procedure: the [sketch] with its missing fields computed.
pub fn input(
    procedure: &Procedure,
    scene: &Scene,
    rulings: &Map<String, Json>,
    answers: &Map<String, Json>,
) -> Map<String, Json> {
    let mut input = sketch(procedure, scene, rulings, answers);
    if let Some(sketch) = &procedure.sketch {
        (sketch.work_out)(scene, &mut input);
    }
    input
}

/// Returns the input as players see it: facts of the table, overlaid with `answers`, which has the form of an input.
pub fn sketch(
    procedure: &Procedure,
    scene: &Scene,
    rulings: &Map<String, Json>,
    answers: &Map<String, Json>,
) -> Map<String, Json> {
    let mut input = Map::new();
    copy_facts(procedure.form, &scene.table.battle, &mut input);
    copy_facts(procedure.form, scene.side(), &mut input);
    for role in procedure.participants {
        let units = scene.units(role.id);
        match (role.list(), role.at) {
            (Some((list, rest)), _) => fill_list(procedure.form, &mut input, list, rest, units),
            (None, Some(path)) => {
                for unit in units.iter().take(1) {
                    fill_object(procedure.form, &mut input, path, &unit.facts);
                }
            }
            (None, None) => {}
        }
    }
    copy_rulings(procedure.form, rulings, &mut input);
    // `fill` may read the players' answers, which later overlay the fields that it sets.
    overlay(&mut input, answers);
    (procedure.fill)(scene, &mut input);
    // A list that is not bound to units is answered as a whole: it may have fewer members than were filled in.
    input.retain(|id, _| !answers.get(id).is_some_and(Json::is_array) || procedure.binds(id));
    own::fill(procedure, scene, &mut input, answers);
    overlay(&mut input, answers);
    input
}

/// Copies into `object` each fact that a field of the form takes from a unit.
fn copy_facts(form: &Form, facts: &Facts, object: &mut Map<String, Json>) {
    let from_units =
        form.fields.iter().filter(|field| field.origin == Origin::Unit && !matches!(field.kind, Kind::Object(_)));
    for field in from_units {
        if let Some(fact) = facts.get(field.id).filter(|fact| field.is_nullable() || !fact.is_null()) {
            object.insert(field.id.to_owned(), fact.clone());
        }
    }
}

/// Copies a unit's facts into the object at `path`; if `path` is empty, into `object`.
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

/// Fills a list with one object for each unit.
fn fill_list(form: &Form, object: &mut Map<String, Json>, list: &str, rest: &str, units: &[TableUnit]) {
    if let Some(Field { kind: Kind::List { of: Kind::Object(inner), .. }, .. }) = form.field(list) {
        let member = |unit: &TableUnit| {
            let mut filled = Map::new();
            fill_object(inner, &mut filled, rest, &unit.facts);
            Json::Object(filled)
        };
        object.insert(list.to_owned(), units.iter().map(member).collect());
    }
}

/// Copies the rulings that the battle has chosen into the input's object `rulings`, and into fields with the same ids.
pub fn copy_rulings(form: &Form, rulings: &Map<String, Json>, input: &mut Map<String, Json>) {
    let known = |form: &Form| {
        let known = rulings.iter().filter(|(id, _)| form.field(id).is_some());
        Map::from_iter(known.map(|(id, value)| (id.clone(), value.clone())))
    };
    if let Some(Field { kind: Kind::Object(inner), .. }) = form.field("rulings") {
        let chosen = known(inner);
        if !chosen.is_empty() {
            input.insert("rulings".into(), Json::Object(chosen));
        }
    }
    input.extend(known(form));
}

/// Overlays the facts of the table with the players' answers: objects field by field, lists of objects member by member. A `null` replaces the value.
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

/// Removes players' answers about a unit that leaves a role, so that they do not apply to its successor. If the unit acts, all answers are
/// removed, otherwise those in the fields of its role. `place` is its index in the role. Answers that the panel opened with (`opened_with`)
/// stay.
pub fn forget_unit(
    procedure: &Procedure,
    role: &Role,
    place: usize,
    opened_with: &Map<String, Json>,
    asked: &mut Map<String, Json>,
) {
    let acts = role.max == 1 && procedure.participants.first().is_some_and(|first| first.id == role.id);
    match (role.list(), role.at) {
        _ if acts => asked.clone_from(opened_with),
        (Some((list, _)), _) => {
            if let Some(said) = asked.get_mut(list).and_then(Json::as_array_mut).filter(|said| place < said.len()) {
                said.remove(place);
            }
        }
        // A role without fields has no answers.
        (None, None | Some("")) => {}
        (None, Some(path)) => {
            let field = path.split('.').next().unwrap_or(path);
            match opened_with.get(field) {
                Some(usual) => asked.insert(field.to_owned(), usual.clone()),
                None => asked.remove(field),
            };
        }
    }
    if role.whose == Whose::Enemy && !acts {
        forget_bands(procedure.form, opened_with, asked);
    }
}

/// Removes numbers with bands, because they are distances to units of the other side.
fn forget_bands(form: &Form, opened_with: &Map<String, Json>, asked: &mut Map<String, Json>) {
    for field in form.fields {
        match (field.kind, asked.get_mut(field.id)) {
            (Kind::List { of: Kind::Object(inner), .. }, Some(Json::Array(members))) => {
                let opened = opened_with.get(field.id).and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
                for (place, member) in members.iter_mut().enumerate() {
                    let opened = opened.get(place).and_then(Json::as_object).cloned().unwrap_or_default();
                    member.as_object_mut().into_iter().for_each(|member| forget_bands(inner, &opened, member));
                }
            }
            (_, Some(said)) if field.bands().is_some() => match opened_with.get(field.id) {
                Some(opened) => *said = opened.clone(),
                None => {
                    asked.remove(field.id);
                }
            },
            _ => {}
        }
    }
}
