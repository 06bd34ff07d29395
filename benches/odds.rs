//! How long the odds take that players wait for: a melee of four units a side, a great volley, nine fencers.
//! A frame is 16 ms; these run natively, and a phone is slower.

use drumhead::contract;
use serde_json::{Value as Json, json};

fn main() {
    divan::main();
}

/// Four units against four, each facing its own: 12 horse and 24 foot by turns.
fn melee(report: Json) -> Json {
    let horse = json!({
        "troop_type": "horse", "figures": 12, "ranks": 1, "armour": "partly", "morale_class": "average",
    });
    let foot = json!({
        "troop_type": "foot", "pikes": 12, "muskets": 12, "pike_armour": "partly", "ranks": 3, "morale_class": "average",
    });
    let mut input = json!({
        "side_a": [horse, foot, horse, foot],
        "side_b": [foot, horse, horse, foot],
        "contacts": (1..=4).map(|unit| json!({ "a": unit, "b": unit })).collect::<Vec<_>>(),
    });
    for (field, value) in report.as_object().into_iter().flatten() {
        input[field] = value.clone();
    }
    json!({ "ruleset": "pike_and_shot", "procedure": "melee_round", "input": input })
}

#[divan::bench]
fn melee_of_four_units_a_side_by_sides(bencher: divan::Bencher) {
    let request = melee(json!({ "report": "sides" }));
    bencher.bench(|| contract::answer_odds(&request));
}

#[divan::bench]
fn melee_of_four_units_a_side_for_one_unit(bencher: divan::Bencher) {
    let request = melee(json!({ "report": "one_unit", "focus": "a2" }));
    bencher.bench(|| contract::answer_odds(&request));
}

/// Thirty dice at this target, behind a wall.
fn volley(target: Json) -> Json {
    let input = json!({ "front_muskets": 90, "ranks": 3, "range_in": 5, "target_terrain": "wall", "target": target });
    json!({ "ruleset": "pike_and_shot", "procedure": "infantry_fire", "input": input })
}

#[divan::bench]
fn volley_of_thirty_dice_at_horse(bencher: divan::Bencher) {
    let request = volley(json!({ "troop_type": "horse", "figures": 60, "armour": "partly" }));
    bencher.bench(|| contract::answer_odds(&request));
}

/// 5456 outcomes: every hit may cost a pikeman, a musketeer or nobody.
#[divan::bench]
fn volley_of_thirty_dice_at_a_mixed_regiment(bencher: divan::Bencher) {
    let request = volley(json!({ "troop_type": "foot", "pikes": 60, "muskets": 60, "pike_armour": "partly" }));
    bencher.bench(|| contract::answer_odds(&request));
}

/// Nine fencers with rapier and dagger, no two alike: each dagger may have to follow, whoever has fallen by then.
#[divan::bench]
fn melee_of_nine_fencers(bencher: divan::Bencher) {
    let fencer = |more: Json| {
        let mut own = json!({ "fencer": "rapier_dagger", "class": 4, "life_points": 2 });
        for (field, value) in more.as_object().into_iter().flatten() {
            own[field] = value.clone();
        }
        own
    };
    let input = json!({
        "one": fencer(json!({ "class": 3, "disorder": true })),
        "friends": [
            fencer(json!({ "defends_obstacle": true })),
            fencer(json!({ "aim": 1, "enemy_higher": true })),
            fencer(json!({ "aim": 2, "defends_obstacle": true })),
            fencer(json!({ "aim": 3, "disorder": true })),
        ],
        "many": [
            fencer(json!({ "armour": "4", "enemy_higher": true })),
            fencer(json!({})),
            fencer(json!({ "life_points": 1 })),
            fencer(json!({ "class": 3, "defends_obstacle": true })),
        ],
    });
    let request = json!({ "ruleset": "argad", "procedure": "melee", "input": input });
    bencher.bench(|| contract::answer_odds(&request));
}
