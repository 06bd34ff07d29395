//! Maps that are filled entry by entry.
//!
//! `collect` makes a tree from sorted entries. For that, the standard library's sort is compiled anew, in 3 kB, for each iterator
//! that is collected. Inserting needs no sort, and is as quick for the few entries of an object.

use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;

/// A map of these entries; of two with the same key, the later one.
pub fn map<K: Ord, V>(entries: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    for (key, value) in entries {
        map.insert(key, value);
    }
    map
}

/// A JSON object of these members; of two with the same name, the later one.
pub fn object(members: impl IntoIterator<Item = (String, Json)>) -> Map<String, Json> {
    let mut object = Map::new();
    for (name, value) in members {
        object.insert(name, value);
    }
    object
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_hold_what_would_be_collected() {
        let entries = [("b", 2), ("a", 1), ("b", 3)];
        assert_eq!(map(entries), BTreeMap::from(entries));
        let members = entries.map(|(name, value)| (name.to_owned(), Json::from(value)));
        assert_eq!(object(members.clone()), Map::from_iter(members));
    }
}
