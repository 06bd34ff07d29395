//! Labels of rolls: the owner of the dice, and their purpose. All pages use the same labels.
//!
//! No two rolls of one act have the same label. A ruleset gives different labels to rolls with the same purpose that belong to different
//! units; further rolls of the same kind are numbered.

use rules::names::Names;
use rules::procedure::Procedure;
use rules::text;
use rules::text::{spaced, uncapital, words};
use serde_json::{Map, Value as Json};

/// Texts for the purposes of rolls.
type RollNames = &'static [(&'static str, &'static str)];

/// Labels of the rolls of one act, in order, given their purposes.
pub fn roll_labels<'a>(
    procedure: &Procedure,
    names: &Names,
    input: &Map<String, Json>,
    purposes: impl IntoIterator<Item = &'a str>,
) -> Vec<String> {
    let mut earlier: Vec<&str> = Vec::new();
    let mut bases: Vec<String> = Vec::new();
    let label = |purpose: &'a str| {
        let nth = earlier.iter().filter(|other| **other == purpose).count();
        let base = base_label(procedure, names, input, purpose, nth);
        let same = bases.iter().filter(|other| **other == base).count();
        earlier.push(purpose);
        bases.push(base.clone());
        match same {
            0 => base,
            _ => text!("{label}, roll {n}", label = base, n = same + 1).to_string(),
        }
    };
    purposes.into_iter().map(label).collect()
}

/// Label of the next roll, after rolls with these purposes.
pub fn roll_label<'a>(
    procedure: &Procedure,
    names: &Names,
    input: &Map<String, Json>,
    earlier: impl IntoIterator<Item = &'a str>,
    purpose: &'a str,
) -> String {
    let all = roll_labels(procedure, names, input, earlier.into_iter().chain([purpose]));
    all.into_iter().next_back().unwrap_or_default()
}

/// A label for use within a sentence. Its first letter is lower case, unless it begins with a name or the ruleset wrote it for this roll.
pub fn within_sentence(
    procedure: &Procedure,
    names: &Names,
    input: &Map<String, Json>,
    purpose: &str,
    label: String,
) -> String {
    let begins_with_name = match named(procedure.roll_names, purpose) {
        Some(words) => words.starts_with('{'),
        None => names.split_id(purpose).is_some(),
    };
    let is_own = (procedure.roll_label)(input, purpose, 0).is_some();
    if is_own || begins_with_name { label } else { uncapital(&label) }
}

/// Label of a roll after `nth` other rolls with the same purpose. It may equal the labels of those rolls.
fn base_label(procedure: &Procedure, names: &Names, input: &Map<String, Json>, purpose: &str, nth: usize) -> String {
    match (procedure.roll_label)(input, purpose, nth) {
        Some(label) => label.named(names),
        None => id_in_words(procedure.roll_names, names, purpose),
    }
}

/// An id as words, with the names in it: `a1_b2_hit` → `Cromwell's Horse · Prince Rupert's Foot · hit`.
pub fn id_in_words(roll_names: RollNames, names: &Names, id: &str) -> String {
    if let Some(words) = named(roll_names, id) {
        return names.label(words);
    }
    let (owners, rest) = names.split_all(id);
    let mut parts: Vec<String> = owners.into_iter().map(str::to_owned).collect();
    if !rest.is_empty() {
        parts.push(if parts.is_empty() { words(rest) } else { spaced(rest) });
    }
    parts.join(" · ")
}

fn named(roll_names: RollNames, id: &str) -> Option<&'static str> {
    roll_names.iter().find(|(roll, _)| *roll == id).map(|(_, words)| *words)
}
