//! Paths within JSON: `shooters[0].unit.hits`.

use serde_json::{Map, Value as Json};

enum Step<'a> {
    Key(&'a str),
    Index(usize),
}

fn steps(path: &str) -> impl Iterator<Item = Step<'_>> {
    path.split(['.', '[']).filter(|step| !step.is_empty()).map(|step| {
        match step.strip_suffix(']').and_then(|index| index.parse().ok()) {
            Some(index) => Step::Index(index),
            None => Step::Key(step),
        }
    })
}

/// The value at a path.
pub fn get<'a>(object: &'a Map<String, Json>, path: &str) -> Option<&'a Json> {
    let mut steps = steps(path);
    let Step::Key(first) = steps.next()? else { return None };
    steps.try_fold(object.get(first)?, |here, step| match step {
        Step::Key(key) => here.get(key),
        Step::Index(index) => here.get(index),
    })
}

/// The object at a path; the whole for an empty path.
pub fn object(whole: &Map<String, Json>, path: &str) -> Map<String, Json> {
    if path.is_empty() {
        whole.clone()
    } else {
        get(whole, path).and_then(Json::as_object).cloned().unwrap_or_default()
    }
}

/// Puts a value at a path, and makes the objects and lists on the way. Without a value, removes it.
pub fn set(object: &mut Map<String, Json>, path: &str, value: Option<Json>) {
    let mut here = Json::Object(std::mem::take(object));
    set_in(&mut here, &mut steps(path), value);
    if let Json::Object(changed) = here {
        *object = changed;
    }
}

fn set_in<'a>(here: &mut Json, steps: &mut impl Iterator<Item = Step<'a>>, value: Option<Json>) {
    match steps.next() {
        None => *here = value.unwrap_or(Json::Null),
        Some(Step::Key(key)) => {
            if !here.is_object() {
                *here = Json::Object(Map::new());
            }
            if let Json::Object(object) = here {
                set_in(object.entry(key).or_insert(Json::Null), steps, value);
                // A field without a value is left out.
                if object.get(key).is_some_and(Json::is_null) {
                    object.remove(key);
                }
            }
        }
        Some(Step::Index(index)) => {
            if !here.is_array() {
                *here = Json::Array(Vec::new());
            }
            if let Json::Array(list) = here {
                while list.len() <= index {
                    list.push(Json::Object(Map::new()));
                }
                set_in(&mut list[index], steps, value);
            }
        }
    }
}

/// The path of a field in the object at `holder`.
pub fn join(holder: &str, field: &str) -> String {
    if holder.is_empty() { field.to_owned() } else { format!("{holder}.{field}") }
}
