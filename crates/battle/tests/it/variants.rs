//! Variants of situations: each is the input that players would give, and has that input's odds.

use battle::analysis::variants::{ChanceEffect, Otherwise, Variant, variants};
use rules::form::path;
use rules::names::Names;
use rules::procedure::Procedure;
use serde_json::{Map, Value as Json, json};
use test_rulesets::{self as rulesets, argad, pike_and_shot};

fn map(json: Json) -> Map<String, Json> {
    json.as_object().cloned().unwrap()
}

/// All that could be otherwise of an input, nothing being hidden.
fn all(procedure: &Procedure, input: &Map<String, Json>) -> Vec<Variant> {
    variants(procedure.form, &[], input)
}

/// The first chance of an input, by all its odds; none where the rules say no.
fn headline(procedure: &Procedure, input: &Map<String, Json>, place: usize) -> Option<f64> {
    let odds = procedure.read(input).ok()?.odds().unwrap();
    procedure.chances[place].likely(&odds, 0)
}

/// The input with one thing said otherwise.
fn said(input: &Map<String, Json>, variant: &Variant) -> Map<String, Json> {
    let mut said = input.clone();
    path::set(&mut said, &variant.place, Some(variant.value.clone()));
    said
}

/// 8 muskets in two ranks at a partly armoured regiment.
fn musketry() -> Map<String, Json> {
    map(json!({
        "front_muskets": 8, "ranks": 2, "range_in": 5,
        "target": { "troop_type": "foot", "pikes": 12, "muskets": 12, "pike_armour": "partly", "morale_class": "average" },
    }))
}

#[test]
fn a_wall_saves_some_of_those_who_are_hit() {
    let procedure = pike_and_shot::RULESET.procedure("infantry_fire").unwrap();
    let input = musketry();
    let wall = all(procedure, &input).into_iter().find(|own| own.value == "wall").unwrap();
    assert_eq!(wall.place, "target_terrain");
    let mut behind_a_wall = input.clone();
    behind_a_wall.insert("target_terrain".into(), "wall".into());
    assert_eq!(said(&input, &wall), behind_a_wall);
    let (now, then) = (headline(procedure, &input, 1).unwrap(), headline(procedure, &said(&input, &wall), 1).unwrap());
    assert!(then < now, "{then} is not less than {now}");
    // A hit is a hit, wall or not.
    let hit = |input| headline(procedure, input, 0).unwrap();
    assert!((hit(&input) - hit(&behind_a_wall)).abs() < 1e-12);
}

#[test]
fn a_variant_that_the_rules_forbid_is_refused() {
    let procedure = pike_and_shot::RULESET.procedure("infantry_fire").unwrap();
    let input = musketry();
    let behind = all(procedure, &input).into_iter().find(|own| own.place == "in_front").unwrap();
    assert!(behind.rare);
    assert_eq!(behind.otherwise, Otherwise::Ticked(false));
    assert_eq!(headline(procedure, &said(&input, &behind), 0), None);
}

#[test]
fn each_of_several_shooters_varies_by_itself() {
    let procedure = argad::RULESET.procedure("shoot").unwrap();
    let shooter = json!({ "weapon": "pistol", "range_cm": 10 });
    let input = map(json!({ "shooters": [shooter, shooter], "target": { "armour": "none" } }));
    let places: Vec<String> = all(procedure, &input).into_iter().map(|own| own.place).collect();
    for place in ["shooters[0].movement", "shooters[1].movement", "target.cover"] {
        assert!(places.iter().any(|own| own == place), "{place} is not among {places:?}");
    }
    // Units are who they are.
    assert!(!places.iter().any(|own| own == "target.armour"));
}

#[test]
fn a_ticked_field_is_unticked_and_a_choice_becomes_each_other_choice() {
    let procedure = argad::RULESET.procedure("shoot").unwrap();
    let shooter = json!({ "weapon": "pistol", "range_cm": 10, "furtive": true });
    let input = map(json!({ "shooters": [shooter], "target": { "cover": "low_obstacle" } }));
    let found = all(procedure, &input);
    let at = |place: &str| found.iter().filter(|own| own.place == place).collect::<Vec<_>>();
    assert_eq!(at("shooters[0].furtive")[0].value, false);
    assert!(!at("target.cover").is_empty());
    assert!(at("target.cover").iter().all(|own| own.value != "low_obstacle"));
}

#[test]
fn fields_that_do_not_matter_are_not_varied() {
    let procedure = argad::RULESET.procedure("shoot").unwrap();
    let with = |weapon: &str| map(json!({ "shooters": [{ "weapon": weapon, "range_cm": 10 }], "target": {} }));
    let run_up =
        |input: &Map<String, Json>| all(procedure, input).iter().any(|own| own.place.ends_with(".through_opening"));
    assert!(run_up(&with("longbow")));
    assert!(!run_up(&with("pistol")));
}

#[test]
fn a_figure_on_a_chip_is_the_headlines_or_says_of_what_it_is() {
    let procedure = pike_and_shot::RULESET.procedure("infantry_fire").unwrap();
    let (names, labels) = (Names::default(), procedure.followed().map(|chance| chance.label_of(0, &Names::default())));
    let labels: Vec<String> = labels.collect();
    let effect = |now: &[f64], then: &[f64]| {
        let known = |all: &[f64]| all.iter().copied().map(Some).collect::<Vec<_>>();
        ChanceEffect::of(procedure, &known(now), &known(then), &names)
    };
    let same = [0.875, 0.5];
    assert_eq!(effect(&same, &same), None);
    assert_eq!(effect(&same, &[0.8751, 0.5]), None, "nobody reads the difference");
    let headline = effect(&same, &[0.75, 0.25]).unwrap();
    assert_eq!((headline.short.as_str(), headline.is_named), ("→ 75 %", false));
    assert_eq!(headline.words, format!("{} 88 % → 75 %", labels[0]));
    // The headline stays as it is: the figure is of another chance, and says so.
    let other = effect(&same, &[0.875, 0.25]).unwrap();
    assert_eq!((other.short, other.is_named), (format!("→ 25 % {}", labels[1]), true));
    // A headline that cannot come true is not shown, so its name is needed.
    let unseen = effect(&[0.0, 0.0], &[0.25, 0.0]).unwrap();
    assert_eq!((unseen.short, unseen.is_named), (format!("→ 25 % {}", labels[0]), true));
}

#[test]
fn a_figure_of_any_other_chance_of_any_procedure_names_it() {
    for ruleset in rulesets::ALL {
        for procedure in ruleset.procedures.iter().filter(|own| own.chances.len() > 1) {
            let none: Vec<Option<f64>> = procedure.chances.iter().map(|_| Some(0.5)).collect();
            for index in 0..procedure.chances.len() {
                let mut then = none.clone();
                then[index] = Some(0.25);
                let effect = ChanceEffect::of(procedure, &none, &then, &Names::default()).unwrap();
                let label = procedure.followed().nth(index).unwrap().label_of(0, &Names::default());
                assert_eq!(effect.short.contains(&label), index > 0, "{}: {}", procedure.id, effect.short);
            }
        }
    }
}

#[test]
fn the_headline_of_every_procedure_is_one_of_its_chances() {
    for ruleset in rulesets::ALL {
        for procedure in ruleset.procedures.iter().filter(|own| !own.chances.is_empty()) {
            assert!(procedure.headline() < procedure.chances.len(), "{} of {}", procedure.id, ruleset.named.id);
            let mut followed: Vec<_> = procedure.followed().map(|chance| (chance.path, chance.label)).collect();
            assert_eq!(
                followed[0],
                (procedure.chances[procedure.headline()].path, procedure.chances[procedure.headline()].label)
            );
            let mut own: Vec<_> = procedure.chances.iter().map(|chance| (chance.path, chance.label)).collect();
            followed.sort_unstable();
            own.sort_unstable();
            assert_eq!(followed, own, "each once: {}", procedure.id);
        }
    }
}
