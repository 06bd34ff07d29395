//! The facts of a saved battle that lists show.

use battle::Header;
use serde_json::{Map, Value as Json};

/// The facts of a saved battle that lists show. The home page reads only these, and neither units nor dice.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// The id of the ruleset.
    pub ruleset: String,
    /// Names of the two sides.
    pub sides: [String; 2],
    /// Time of the battle's beginning, in milliseconds since 1970.
    pub began: f64,
}

impl Listed {
    /// Reads the facts from a saved header. `None` if one of them is missing. A header with all these facts may still be unreadable.
    pub fn read(header: &Map<String, Json>) -> Option<Self> {
        let text = |field: &Json| field.as_str().map(str::to_owned);
        let side = |index: usize| text(header.get("sides")?.get(index)?.get("name")?);
        Some(Self {
            name: text(header.get("name")?)?,
            ruleset: text(header.get("ruleset")?)?,
            sides: [side(0)?, side(1)?],
            began: header.get("began")?.as_f64()?,
        })
    }
}

impl From<&Header> for Listed {
    fn from(header: &Header) -> Self {
        Self {
            name: header.name.clone(),
            ruleset: header.ruleset.clone(),
            sides: header.sides.each_ref().map(|side| side.name.clone()),
            began: header.began,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::dice::rng::Seed;
    use serde_json::json;

    #[test]
    fn a_listed_battle_has_the_facts_of_its_header() {
        let header =
            Header { began: 12.5, ..Header::new("argad", "Lens", ["France", "Spain"], Vec::new(), Seed([7; 32])) };
        let saved = serde_json::to_value(&header).expect("JSON");
        let listed = Listed::read(saved.as_object().expect("an object"));
        assert_eq!(listed, Some(Listed::from(&header)));
    }

    #[test]
    fn a_header_without_a_name_or_a_side_is_not_listed() {
        let whole =
            json!({ "name": "Lens", "ruleset": "argad", "sides": [{ "name": "a" }, { "name": "b" }], "began": 0 });
        let read = |json: &Json| Listed::read(json.as_object().expect("an object"));
        assert!(read(&whole).is_some());
        for (key, wrong) in
            [("name", json!(1)), ("ruleset", json!(null)), ("sides", json!([{ "name": "a" }])), ("began", json!(""))]
        {
            let mut other = whole.clone();
            other[key] = wrong;
            assert_eq!(read(&other), None, "{key}");
        }
    }
}
