//! Paths within JSON: `shooters[0].unit.hits`.

use serde_json::{Map, Value as Json};

enum Segment<'a> {
    Key(&'a str),
    Index(usize),
}

fn segments(path: &str) -> impl Iterator<Item = Segment<'_>> {
    path.split(['.', '[']).filter(|segment| !segment.is_empty()).map(|segment| {
        match segment.strip_suffix(']').and_then(|index| index.parse().ok()) {
            Some(index) => Segment::Index(index),
            None => Segment::Key(segment),
        }
    })
}

/// Returns the value at a path.
pub fn get<'a>(object: &'a Map<String, Json>, path: &str) -> Option<&'a Json> {
    let mut segments = segments(path);
    let Segment::Key(first) = segments.next()? else { return None };
    segments.try_fold(object.get(first)?, |here, segment| match segment {
        Segment::Key(key) => here.get(key),
        Segment::Index(index) => here.get(index),
    })
}

/// Returns the object at a path; for an empty path, the whole object.
pub fn object(whole: &Map<String, Json>, path: &str) -> Map<String, Json> {
    if path.is_empty() {
        whole.clone()
    } else {
        get(whole, path).and_then(Json::as_object).cloned().unwrap_or_default()
    }
}

/// Sets the value at a path, and adds missing objects and lists on the way. Removes the value if it is `None`.
pub fn set(object: &mut Map<String, Json>, path: &str, value: Option<Json>) {
    let mut here = Json::Object(std::mem::take(object));
    set_in(&mut here, &mut segments(path), value);
    if let Json::Object(changed) = here {
        *object = changed;
    }
}

fn set_in<'a>(here: &mut Json, segments: &mut impl Iterator<Item = Segment<'a>>, value: Option<Json>) {
    match segments.next() {
        None => *here = value.unwrap_or(Json::Null),
        Some(Segment::Key(key)) => {
            if !here.is_object() {
                *here = Json::Object(Map::new());
            }
            if let Json::Object(object) = here {
                set_in(object.entry(key).or_insert(Json::Null), segments, value);
                // A field without a value is removed.
                if object.get(key).is_some_and(Json::is_null) {
                    object.remove(key);
                }
            }
        }
        Some(Segment::Index(index)) => {
            if !here.is_array() {
                *here = Json::Array(Vec::new());
            }
            if let Json::Array(list) = here {
                while list.len() <= index {
                    list.push(Json::Object(Map::new()));
                }
                set_in(&mut list[index], segments, value);
            }
        }
    }
}

/// Returns the path of a field in the object at `holder`.
pub fn join(holder: &str, field: &str) -> String {
    if holder.is_empty() { field.to_owned() } else { format!("{holder}.{field}") }
}
