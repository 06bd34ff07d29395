//! Worth of options: with and without are the chances of the contract, and the rules say which way they go.

#![allow(clippy::unwrap_used, reason = "what is not there fails the test, as it should")]

use drumhead::analysis::worth::{OptionEffect, Worth};
use drumhead::rules::ruleset::Ruleset;
use drumhead::rulesets;
use drumhead::storage::roster::presets;
use serde_json::{Map, Value as Json, json};

const RULESETS: [&str; 4] = ["pike_and_shot", "pikette_squared", "argad", "arquebusier"];

fn preset(ruleset: &'static Ruleset, name: &str) -> Map<String, Json> {
    presets(ruleset).into_iter().find(|own| own["name"] == name).unwrap()
}

/// Effects of an option, by field and value.
fn effects(worth: &Worth, field: &str, value: &Json) -> Vec<OptionEffect> {
    let options = worth.options();
    let option = options.iter().find(|own| own.place == field && own.value == *value);
    worth.effects(option.unwrap_or_else(|| panic!("no option {field} {value}")))
}

#[test]
fn options_of_the_usual_units_have_effects() {
    for id in RULESETS {
        let ruleset = rulesets::find(id).unwrap();
        assert!(!ruleset.trials.is_empty());
        let mut seen: Vec<&str> = Vec::new();
        for preset in presets(ruleset) {
            let worth = Worth::of(ruleset, &preset);
            for option in worth.options() {
                for effect in worth.effects(&option) {
                    assert!((0.0..=1.0).contains(&effect.without) && (0.0..=1.0).contains(&effect.with));
                    seen.push(effect.trial.words);
                }
            }
        }
        for trial in ruleset.trials {
            assert!(seen.contains(&trial.words), "{id}: no option of a usual unit changes “{}”", trial.words);
            let named = trial.other.is_empty() || ruleset.presets.contains(&format!("\"{}\"", trial.other));
            assert!(named, "{id}: nobody is called {}", trial.other);
        }
    }
}

/// *Weapon cards*: between 10 and 20 cm a short arquebus needs 6, and 7 against complete armour, which only two sixes are.
#[test]
fn complete_armour_alone_protects_from_an_arquebus_and_a_better_class_strikes_better() {
    let ruleset = rulesets::find("argad").unwrap();
    let worth = Worth::of(ruleset, &preset(ruleset, "Arquebusiers"));
    let shot = |armour: &str| {
        let all = effects(&worth, "armour", &json!(armour));
        all.into_iter().find(|own| own.trial.words.starts_with("hit by"))
    };
    assert!(shot("4").is_none(), "a breastplate stops no ball");
    let hit = shot("5").unwrap();
    assert!((hit.without - (1.0 - (5.0_f64 / 6.0).powi(5))).abs() < 1e-12, "{hit:?}: a 6 of five dice");
    assert!(hit.with < hit.without / 2.0, "{hit:?}");
    let melee = effects(&worth, "class", &json!(4));
    let beats = melee.iter().find(|own| own.trial.words.starts_with("puts an equal out")).unwrap();
    assert!(beats.with > beats.without, "a better class strikes better: {beats:?}");
}

#[test]
fn armoured_pikemen_lose_fewer_figures_to_muskets() {
    let ruleset = rulesets::find("pike_and_shot").unwrap();
    let worth = Worth::of(ruleset, &preset(ruleset, "Regiment of foot"));
    let armoured = worth.options().into_iter().filter(|own| own.place == "pike_armour").collect::<Vec<_>>();
    assert!(!armoured.is_empty());
    for option in armoured {
        for effect in worth.effects(&option).iter().filter(|own| own.trial.suffers) {
            assert!(effect.with < effect.without, "{option:?}: {effect:?}");
        }
    }
}

#[test]
fn an_option_that_the_unit_cannot_have_has_no_effect() {
    let ruleset = rulesets::find("argad").unwrap();
    let mut swift = preset(ruleset, "Officer");
    swift.insert("fencer".into(), "rapier_dagger".into());
    let worth = Worth::of(ruleset, &swift);
    assert!(effects(&worth, "very_strong", &json!(true)).is_empty(), "nobody is both very swift and very strong");
}
