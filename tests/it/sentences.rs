//! Checks sentences that players read: a 1 has no plural, no count exceeds its limit, and odds list all outcomes.

use exchange::contract;
use rules::dice::Halt;
use rules::procedure::Whose;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use test_rulesets as rulesets;

/// Returns all sentences of a ruleset's cases: before the dice, in outcomes and in refusals.
fn sentences(id: &str, cases: &[Json]) -> Vec<String> {
    let ruleset = test_rulesets::RULESETS.find(id).unwrap();
    let mut sentences = Vec::new();
    for case in cases {
        let request = &case["request"];
        let Some(procedure) = request["procedure"].as_str().and_then(|id| ruleset.procedure(id)) else { continue };
        let Some(input) = request["input"].as_object() else { continue };
        let ready = match procedure.read(input) {
            Ok(ready) => ready,
            Err(refusal) => {
                sentences.push(refusal.message.to_string());
                continue;
            }
        };
        sentences.extend(ready.preview().words.iter().map(ToString::to_string));
        sentences.extend(ready.preview().dice_from.map(|words| words.to_string()));
        for resolution in case["resolutions"].as_array().into_iter().flatten() {
            let faces = resolution["faces"].as_array().into_iter().flatten();
            let faces: Vec<u8> = faces.filter_map(|face| u8::try_from(face.as_u64()?).ok()).collect();
            match ready.resolve(&faces).result {
                Ok(resolved) => {
                    sentences.extend(resolved.consequences.words.iter().map(ToString::to_string));
                    sentences.extend(resolved.consequences.due.iter().map(|due| due.why.to_string()));
                }
                Err(Halt::Refused(refusal)) => sentences.push(refusal.message.to_string()),
                Err(Halt::Needs(_)) => {}
            }
        }
    }
    sentences
}

/// Words that end in "s" and are no plurals.
const NO_PLURALS: &[&str] = &[
    "is", "was", "has", "loses", "needs", "hits", "counts", "falls", "less", "as", "stands", "strikes", "heals",
    "leaves", "becomes",
];

/// Returns the plural that follows a 1: "1 dice".
fn plural_of_one(words: &str) -> Option<String> {
    let words: Vec<&str> = words.split_whitespace().collect();
    let of_one = |pair: &[&str]| {
        let [number, noun] = pair else { return None };
        // A word in brackets after "fighter 1" does not belong to the number.
        if noun.starts_with('(') {
            return None;
        }
        let noun = noun.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase();
        let many = noun == "dice" || noun.ends_with('s') && !NO_PLURALS.contains(&noun.as_str());
        (*number == "1" && many).then(|| format!("1 {noun}"))
    };
    words.windows(2).find_map(of_one)
}

#[test]
fn a_noun_after_1_has_no_plural() {
    assert_eq!(plural_of_one("It moves up to 1 inches."), Some("1 inches".into()));
    assert_eq!(plural_of_one("Roll 11 dice, or 1 die."), None);
    for (id, cases) in testing::conformance::samples() {
        let sentences = sentences(id, &cases);
        assert!(sentences.iter().any(|words| words.split_whitespace().any(|word| word == "1")), "{id} tells of no 1");
        let wrong: BTreeSet<String> = sentences.into_iter().filter(|words| plural_of_one(words).is_some()).collect();
        assert!(wrong.is_empty(), "{id}: {wrong:#?}");
    }
}

/// Returns the two numbers of "3 counters of 8".
fn of_limit(words: &str) -> Option<(u32, u32)> {
    let (before, after) = words.split_once(" of ").filter(|(before, _)| before.ends_with("counters"))?;
    let limit: String = after.chars().take_while(char::is_ascii_digit).collect();
    let held = before.split_whitespace().rev().nth(1)?;
    Some((held.parse().ok()?, limit.parse().ok()?))
}

#[test]
fn no_sentence_counts_more_counters_than_the_limit() {
    let (_, cases) = testing::conformance::samples().into_iter().find(|(id, _)| *id == "pike_and_shot").unwrap();
    let sentences = sentences("pike_and_shot", &cases);
    let limits: Vec<(u32, u32)> = sentences.iter().filter_map(|words| of_limit(words)).collect();
    assert!(limits.len() > 20, "only {} limits were found", limits.len());
    assert!(limits.iter().all(|(held, limit)| held <= limit), "{limits:?}");
    assert!(sentences.iter().any(|words| words.contains(" counters: it breaks at ")), "none goes beyond its limit");
}

#[test]
fn the_odds_of_a_card_list_every_card() {
    let ruleset = test_rulesets::RULESETS.find("pikette_squared").unwrap();
    let draw = ruleset.procedure("draw_card").unwrap();
    let deck = json!({
        "infantry_move": 3, "cavalry_move": 3, "reload": 2, "melee": 3, "leader_check": 2, "milling_around": 4,
        "courage": 1, "command_indecision": 1
    });
    let input = json!({ "deck": deck, "pips": 5 });
    let ready = draw.read(input.as_object().unwrap()).unwrap();
    let odds = ready.odds().unwrap();
    let chances: Vec<f64> = draw.chances.iter().map(|chance| chance.likely(&odds, 0).unwrap()).collect();
    assert!(chances.iter().all(|p| *p > 0.0), "{chances:?}");
    assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{chances:?}");
}

/// Bars without units and sides, such as those for nightfall and initiative, have no side's colour.
#[test]
fn bars_that_concern_both_sides_have_no_sides_colour() {
    let mut checked = BTreeSet::new();
    for procedure in rulesets::ALL.iter().flat_map(|ruleset| ruleset.procedures) {
        if procedure.participants.is_empty() && !procedure.axes.is_empty() {
            checked.insert(procedure.id);
            let of_a_side = procedure.axes.iter().find(|axis| matches!(axis.whose, Some(Whose::Own | Whose::Enemy)));
            assert!(of_a_side.is_none(), "{}", procedure.id);
        }
    }
    assert!(checked.contains("nightfall") && checked.contains("initiative"), "{checked:?}");
}

#[test]
fn a_group_that_loses_one_of_three_is_not_out() {
    let shooters = json!([{ "weapon": "long_arquebus", "range_cm": 10, "class": 3 }]);
    let request = |figures: i32| json!({ "ruleset": "argad", "procedure": "shoot", "input": { "shooters": shooters, "target": { "figures": figures } } });
    let ruleset = test_rulesets::RULESETS.find("argad").unwrap();
    let words = |figures: i32| {
        let request = request(figures);
        assert_eq!(contract::resolve(test_rulesets::RULESETS, &request, &[6])["status"], "resolved");
        let ready = ruleset.procedure("shoot").unwrap().read(request["input"].as_object().unwrap()).unwrap();
        let resolved = ready.resolve(&[6]).result.unwrap();
        resolved.consequences.words.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    let out = |words: &str| words.split(|c: char| !c.is_alphabetic()).any(|word| word == "out");
    assert!(out(&words(1)), "{}", words(1));
    assert!(!out(&words(3)), "{}", words(3));
    assert!(words(3).contains("lose"), "{}", words(3));
}

/// A unit or side may have a plural name, and “Covenanters has” would be wrong. So no verb with a singular form follows a name.
#[test]
fn no_singular_verb_follows_a_name() {
    const NAMES: &[&str] = &["name", "names", "unit", "side", "general", "first", "second"];
    const SIDES: &[&str] = &["Side A", "Side B", "side A", "side B", "Side a", "Side b", "side a", "side b"];
    const UNITS: &[&str] = &["a1", "b1", "attacker 1", "defender 1"];
    const VERBS: &[&str] = &["is", "has", "was", "does", "goes"];
    let (mut checked, mut wrong) = (0, Vec::new());
    for ruleset in rulesets::ALL.iter().filter(|ruleset| ruleset.named.id != rulesets::toy::NAMED.id) {
        let file = format!("{}/public/lang/fr/{}.json", env!("CARGO_MANIFEST_DIR"), ruleset.named.id);
        let catalogue: Json = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        for words in catalogue.as_object().unwrap().keys() {
            for name in NAMES.iter().chain(SIDES).chain(UNITS) {
                let parts: Vec<&str> = words.split(&format!("{{{name}}} ")).collect();
                for pair in parts.windows(2) {
                    checked += 1;
                    let verb = pair[1].split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
                    let shows = VERBS.contains(&verb) || verb.len() > 3 && verb.ends_with('s') && verb != "less";
                    // In “Nothing of {name} is left”, the verb belongs to “nothing”.
                    if shows && !pair[0].ends_with("of ") {
                        wrong.push(format!("{}: {words}", ruleset.named.id));
                    }
                }
            }
        }
    }
    assert!(checked > 20, "only {checked} names were found");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
