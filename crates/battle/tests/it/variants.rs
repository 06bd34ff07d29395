//! Variants of situations. Each variant is an input that players could give, with the odds of that input.

use battle::analysis::variants::{ChanceEffect, Otherwise, Variant, variants};
use rules::form::path;
use rules::names::Names;
use rules::procedure::Procedure;
use serde_json::{Map, Value as Json, json};
use test_rulesets::{self as rulesets, argad, pike_and_shot};

fn map(json: Json) -> Map<String, Json> {
    json.as_object().cloned().unwrap()
}

/// Returns all variants of an input, with nothing hidden.
fn all(procedure: &Procedure, input: &Map<String, Json>) -> Vec<Variant> {
    variants(procedure.form, &[], input)
}

/// Returns the probability of a chance from all odds of an input; `None` if the rules forbid the input.
fn headline(procedure: &Procedure, input: &Map<String, Json>, place: usize) -> Option<f64> {
    let odds = procedure.read(input).ok()?.odds().unwrap();
    procedure.chances[place].likely(&odds, 0)
}

/// Returns the input with one different answer.
fn with_variant(input: &Map<String, Json>, variant: &Variant) -> Map<String, Json> {
    let mut with_variant = input.clone();
    path::set(&mut with_variant, &variant.place, Some(variant.value.clone()));
    with_variant
}

/// A volley of 8 muskets in two ranks at a partly armoured regiment.
fn musketry() -> Map<String, Json> {
    map(json!({
        "front_muskets": 8, "ranks": 2, "range_in": 5,
        "target": { "troop_type": "foot", "pikes": 12, "muskets": 12, "pike_armour": "partly", "morale_class": "average" },
    }))
}

#[test]
fn a_wall_saves_some_of_the_hit_figures() {
    let procedure = pike_and_shot::RULESET.procedure("infantry_fire").unwrap();
    let input = musketry();
    let wall = all(procedure, &input).into_iter().find(|variant| variant.value == "wall").unwrap();
    assert_eq!(wall.place, "target_terrain");
    let mut behind_a_wall = input.clone();
    behind_a_wall.insert("target_terrain".into(), "wall".into());
    assert_eq!(with_variant(&input, &wall), behind_a_wall);
    let (now, then) =
        (headline(procedure, &input, 1).unwrap(), headline(procedure, &with_variant(&input, &wall), 1).unwrap());
    assert!(then < now, "{then} is not less than {now}");
    // A wall does not change the number of hits.
    let hit = |input| headline(procedure, input, 0).unwrap();
    assert!((hit(&input) - hit(&behind_a_wall)).abs() < 1e-12);
}

#[test]
fn a_variant_that_the_rules_forbid_is_refused() {
    let procedure = pike_and_shot::RULESET.procedure("infantry_fire").unwrap();
    let input = musketry();
    let behind = all(procedure, &input).into_iter().find(|variant| variant.place == "in_front").unwrap();
    assert!(behind.rare);
    assert_eq!(behind.otherwise, Otherwise::Ticked(false));
    assert_eq!(headline(procedure, &with_variant(&input, &behind), 0), None);
}

#[test]
fn each_of_several_shooters_varies_by_itself() {
    let procedure = argad::RULESET.procedure("shoot").unwrap();
    let shooter = json!({ "weapon": "pistol", "range_cm": 10 });
    let input = map(json!({ "shooters": [shooter, shooter], "target": { "armour": "none" } }));
    let places: Vec<String> = all(procedure, &input).into_iter().map(|variant| variant.place).collect();
    for place in ["shooters[0].movement", "shooters[1].movement", "target.cover"] {
        assert!(places.iter().any(|known| known == place), "{place} is not among {places:?}");
    }
    // The profile of a unit does not vary.
    assert!(!places.iter().any(|place| place == "target.armour"));
}

#[test]
fn a_ticked_field_is_unticked_and_a_choice_becomes_each_other_choice() {
    let procedure = argad::RULESET.procedure("shoot").unwrap();
    let shooter = json!({ "weapon": "pistol", "range_cm": 10, "furtive": true });
    let input = map(json!({ "shooters": [shooter], "target": { "cover": "low_obstacle" } }));
    let found = all(procedure, &input);
    let at = |place: &str| found.iter().filter(|variant| variant.place == place).collect::<Vec<_>>();
    assert_eq!(at("shooters[0].furtive")[0].value, false);
    assert!(!at("target.cover").is_empty());
    assert!(at("target.cover").iter().all(|variant| variant.value != "low_obstacle"));
}

#[test]
fn fields_that_do_not_matter_are_not_varied() {
    let procedure = argad::RULESET.procedure("shoot").unwrap();
    let with = |weapon: &str| map(json!({ "shooters": [{ "weapon": weapon, "range_cm": 10 }], "target": {} }));
    let run_up = |input: &Map<String, Json>| {
        all(procedure, input).iter().any(|variant| variant.place.ends_with(".through_opening"))
    };
    assert!(run_up(&with("longbow")));
    assert!(!run_up(&with("pistol")));
}

#[test]
fn a_variant_shows_the_change_of_the_headline_or_of_a_named_chance() {
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
    // The headline does not change, so the figure belongs to another chance and names it.
    let other = effect(&same, &[0.875, 0.25]).unwrap();
    assert_eq!((other.short, other.is_named), (format!("→ 25 % {}", labels[1]), true));
    // A headline of probability 0 is not shown, so the figure names its chance.
    let unseen = effect(&[0.0, 0.0], &[0.25, 0.0]).unwrap();
    assert_eq!((unseen.short, unseen.is_named), (format!("→ 25 % {}", labels[0]), true));
}

#[test]
fn figures_of_other_chances_name_them_in_every_procedure() {
    for ruleset in rulesets::ALL {
        for procedure in ruleset.procedures.iter().filter(|procedure| procedure.chances.len() > 1) {
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
fn the_first_followed_chance_of_every_procedure_is_its_headline() {
    for ruleset in rulesets::ALL {
        for procedure in ruleset.procedures.iter().filter(|procedure| !procedure.chances.is_empty()) {
            assert!(procedure.headline() < procedure.chances.len(), "{} of {}", procedure.id, ruleset.named.id);
            let mut followed: Vec<_> = procedure.followed().map(|chance| (chance.path, chance.label)).collect();
            assert_eq!(
                followed[0],
                (procedure.chances[procedure.headline()].path, procedure.chances[procedure.headline()].label)
            );
            let mut paths_and_labels: Vec<_> =
                procedure.chances.iter().map(|chance| (chance.path, chance.label)).collect();
            followed.sort_unstable();
            paths_and_labels.sort_unstable();
            assert_eq!(followed, paths_and_labels, "each once: {}", procedure.id);
        }
    }
}
