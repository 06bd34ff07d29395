//! Plays all cases in a language that translates every known text to dots. A text that still has letters is missing from the catalogues.

use super::collect::Texts;
use battle::{Battle, Header, Unit, referee};
use exchange::storage::roster;
use exchange::storage::roster::Roster;
use rules::dice::rng::Seed;
use rules::facts::Facts;
use rules::ruleset::Ruleset;
use rules::text::Text;
use serde_json::{Map, Value as Json};
use std::cmp::Reverse;
use testing::conformance;

/// Replaces the letters of a text by dots, except in the names of gaps.
pub fn dotted(text: &str) -> String {
    let mut gap = false;
    let dot = |c: char| {
        gap = (gap || c == '{') && c != '}' && c != '|';
        if c.is_alphabetic() && !gap { '·' } else { c }
    };
    text.chars().map(dot).collect()
}

/// Returns the texts of a ruleset's samples and cases that still contain a word.
pub fn unknown(ruleset: &'static Ruleset) -> Texts {
    let mut texts: Vec<String> = Vec::new();
    table(ruleset, &mut texts);
    cases(ruleset, &mut texts);
    let word = |text: &String| text.split(|c: char| !c.is_alphabetic()).any(|word| word.chars().count() > 2);
    texts.into_iter().filter(word).collect()
}

fn add(new: impl IntoIterator<Item = Text>, texts: &mut Vec<String>) {
    texts.extend(new.into_iter().map(|text| text.to_string()));
}

/// Collects the texts of a battle of two samples, in every phase.
fn table(ruleset: &'static Ruleset, texts: &mut Vec<String>) {
    let samples = Roster::samples(ruleset);
    let profiles = samples.iter().zip([0, 1].into_iter().cycle()).flat_map(|(roster, side)| {
        roster.units.iter().map(move |profile| (side, roster::relevant(ruleset.profile, profile)))
    });
    let units = profiles
        .enumerate()
        .map(|(n, (side, profile))| Unit { id: format!("u{n}"), side, profile, ..Unit::default() })
        .collect();
    let battle =
        Battle::begin(test_rulesets::RULESETS, Header::new(ruleset.named.id, "", ["1", "2"], units, Seed([7; 32])));
    let state = battle.state();
    let facts: Vec<Facts> = state.units().map(|unit| state.facts(&unit.id)).collect();
    for unit_facts in &facts {
        add((ruleset.describe)(unit_facts), texts);
        add(ruleset.tags(unit_facts).into_iter().map(|tag| tag.words), texts);
        add(ruleset.trackers.unit.iter().filter_map(|tracker| tracker.rendered(unit_facts)), texts);
        add(ruleset.phases.iter().filter_map(|phase| Some(phase.says?(unit_facts, &Map::new()))), texts);
    }
    add((ruleset.rosters.notes)(&facts), texts);
    add(state.alerts().into_iter().flat_map(|alert| alert.because.into_iter().chain([alert.news.words])), texts);
    let offers = state.units().flat_map(|unit| referee::offers(ruleset, state, &unit.id));
    add(offers.filter_map(|offer| Some(offer.refused?.message().clone())), texts);
    let table = state.table();
    add((ruleset.turn_rules.side_offers)(&table).into_iter().map(|offer| offer.why), texts);
    add(referee::duties(ruleset, state).into_iter().map(|duty| duty.why), texts);
}

/// Collects the texts of the ruleset's cases: before the dice, in outcomes and in refusals.
fn cases(ruleset: &'static Ruleset, all_texts: &mut Vec<String>) {
    for case in conformance::cases(ruleset.named.id) {
        let request = &case["request"];
        let Some(procedure) = request["procedure"].as_str().and_then(|id| ruleset.procedure(id)) else { continue };
        let Some(input) = request["input"].as_object() else { continue };
        let mut texts = Vec::new();
        let ready = match procedure.read(input) {
            Ok(ready) => ready,
            Err(refusal) => {
                add([refusal.into_message()], &mut texts);
                all_texts.extend(texts);
                continue;
            }
        };
        add(ready.preview().words, &mut texts);
        for resolution in case["resolutions"].as_array().into_iter().flatten() {
            let faces = resolution["faces"].as_array().into_iter().flatten();
            let faces: Vec<u8> = faces.filter_map(|face| u8::try_from(face.as_u64()?).ok()).collect();
            let Ok(resolved) = ready.resolve(&faces).result else { continue };
            add(resolved.consequences.words, &mut texts);
            add(resolved.consequences.due.into_iter().map(|due| due.why), &mut texts);
        }
        let mut names = Vec::new();
        named(&request["input"], &mut names);
        // A name may be within another.
        names.sort_by_key(|name| Reverse(name.len()));
        let nameless = |text: String| names.iter().fold(text, |text, name| text.replace(name, ""));
        all_texts.extend(texts.into_iter().map(nameless));
    }
}

/// Names in a request.
pub fn named<'a>(json: &'a Json, names: &mut Vec<&'a str>) {
    match json {
        Json::Object(fields) => {
            names.extend(fields.get("id").and_then(Json::as_str));
            fields.values().for_each(|value| named(value, names));
        }
        Json::Array(list) => list.iter().for_each(|value| named(value, names)),
        _ => {}
    }
}
