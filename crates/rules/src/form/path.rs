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

/// Sets the value at a path, and adds missing objects and lists on the way. If `value` is `None`, removes the value at the path, if there
/// is one.
pub fn set(object: &mut Map<String, Json>, path: &str, value: Option<Json>) {
    if value.is_none() && get(object, path).is_none() {
        return;
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_set_and_removed_at_their_paths() {
        let after = |path: &str, value: Option<Json>| {
            let mut object = json!({ "range": 4, "shooters": [{ "hits": 1 }] }).as_object().cloned().unwrap();
            set(&mut object, path, value);
            Json::Object(object)
        };
        let before = after("range", Some(json!(4)));
        assert_eq!(after("range", None), json!({ "shooters": [{ "hits": 1 }] }));
        assert_eq!(after("shooters[0].hits", None), json!({ "range": 4, "shooters": [{}] }));
        assert_eq!(
            after("shooters[1].unit.hits", Some(json!(2))),
            json!({ "range": 4, "shooters": [{ "hits": 1 }, { "unit": { "hits": 2 } }] })
        );
        for absent in ["targets", "targets.hits", "shooters[2].hits", "shooters[0].unit.hits", "range.inches", ""] {
            assert_eq!(after(absent, None), before, "nothing is added on the way to {absent:?}");
        }
    }
}
