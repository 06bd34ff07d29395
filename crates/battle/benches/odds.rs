//! Times the heaviest odds that players wait for: a melee of four units a side, a large volley, nine fencers.
//!
//! These run natively; a phone is slower. A frame of its screen lasts 16 ms.

use exchange::contract;
use serde_json::{Value as Json, json};

fn main() {
    divan::main();
}

/// Four units against four, each facing one: 12 horse and 24 foot in turn.
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
    bencher.bench(|| contract::answer_odds(test_rulesets::RULESETS, &request));
}

/// Twice the melee of four units a side, in one line.
fn great_melee(report: Json) -> Json {
    let mut request = melee(report);
    let input = &mut request["input"];
    for side in ["side_a", "side_b"] {
        let units = input[side].as_array().cloned().unwrap_or_default();
        input[side] = [units.clone(), units].concat().into();
    }
    input["contacts"] = (1..=8).map(|unit| json!({ "a": unit, "b": unit })).collect();
    request
}

#[divan::bench]
fn melee_of_eight_units_a_side_by_sides(bencher: divan::Bencher) {
    let request = great_melee(json!({ "report": "sides" }));
    bencher.bench(|| contract::answer_odds(test_rulesets::RULESETS, &request));
}

#[divan::bench]
fn melee_of_eight_units_a_side_for_one_unit(bencher: divan::Bencher) {
    let request = great_melee(json!({ "report": "one_unit", "focus": "a2" }));
    bencher.bench(|| contract::answer_odds(test_rulesets::RULESETS, &request));
}

#[divan::bench]
fn chances_of_a_melee_of_eight_units_a_side(bencher: divan::Bencher) {
    chances(bencher, &great_melee(json!({})));
}

#[divan::bench]
fn melee_of_four_units_a_side_for_one_unit(bencher: divan::Bencher) {
    let request = melee(json!({ "report": "one_unit", "focus": "a2" }));
    bencher.bench(|| contract::answer_odds(test_rulesets::RULESETS, &request));
}

/// Thirty dice at a target behind a wall.
fn volley(target: Json) -> Json {
    let input = json!({ "front_muskets": 90, "ranks": 3, "range_in": 5, "target_terrain": "wall", "target": target });
    json!({ "ruleset": "pike_and_shot", "procedure": "infantry_fire", "input": input })
}

#[divan::bench]
fn volley_of_thirty_dice_at_horse(bencher: divan::Bencher) {
    let request = volley(json!({ "troop_type": "horse", "figures": 60, "armour": "partly" }));
    bencher.bench(|| contract::answer_odds(test_rulesets::RULESETS, &request));
}

/// 5456 outcomes: every hit may kill a pikeman, a musketeer or nobody.
#[divan::bench]
fn volley_of_thirty_dice_at_a_mixed_regiment(bencher: divan::Bencher) {
    let request = volley(json!({ "troop_type": "foot", "pikes": 60, "muskets": 60, "pike_armour": "partly" }));
    bencher.bench(|| contract::answer_odds(test_rulesets::RULESETS, &request));
}

fn arquebusier(procedure: &str, input: &Json) -> Json {
    json!({ "ruleset": "arquebusier", "procedure": procedure, "input": input })
}

/// Eight shooters of eight elements at a target with `front` elements of each of these types.
fn shooting(types: &[&str], front: i32) -> Json {
    let groups: Vec<Json> = types.iter().map(|own| json!({ "type": own, "front": front, "elements": front })).collect();
    let shooter = json!({ "state": "regular", "range_in": 12, "groups": [{ "type": "firearm", "front": 8 }] });
    arquebusier(
        "shooting",
        &json!({ "target": { "state": "regular", "groups": groups }, "shooters": vec![shooter; 8] }),
    )
}

#[divan::bench]
fn eight_shooters_at_forty_elements_of_two_types(bencher: divan::Bencher) {
    let request = shooting(&["pike", "firearm"], 20);
    bencher.bench(|| contract::answer_odds(test_rulesets::RULESETS, &request));
}

#[divan::bench]
fn eight_shooters_at_forty_elements_of_each_of_two_types(bencher: divan::Bencher) {
    let request = shooting(&["pike", "firearm"], 40);
    bencher.bench(|| contract::answer_odds(test_rulesets::RULESETS, &request));
}

/// Times the summary that a panel shows, for which the whole distribution is not needed.
fn chances(bencher: divan::Bencher, request: &Json) {
    let (_, procedure) = contract::find(test_rulesets::RULESETS, request).expect("a request of a procedure");
    let input = request["input"].as_object().expect("an input");
    bencher.bench(|| procedure.read(input).and_then(|ready| ready.chances()));
}

/// The largest odds of all: 5.6 million outcomes, of which a panel shows the total losses.
#[divan::bench]
fn chances_of_eight_shooters_at_forty_elements_of_each_of_four_types(bencher: divan::Bencher) {
    chances(bencher, &shooting(&["pike", "firearm", "bill", "sword"], 40));
}

/// 15625 outcomes: 24 blows at 24 elements of six groups.
fn largest_melee() -> Json {
    let sides = ["a", "b"];
    let group = |n: usize| json!({ "id": format!("g{n}"), "side": sides[n % 2], "type": "pike", "state": "regular", "elements": 4 });
    let attack = |n: usize| {
        json!({
            "by": format!("g{}", n % 6), "element": n / 6, "on": format!("g{}", (n + 1) % 6), "target": n / 6,
        })
    };
    let (groups, attacks): (Vec<_>, Vec<_>) = ((0..6).map(group).collect(), (0..24).map(attack).collect());
    arquebusier("melee", &json!({ "groups": groups, "attacks": attacks }))
}

#[divan::bench]
fn the_largest_melee_of_one_request(bencher: divan::Bencher) {
    let request = largest_melee();
    bencher.bench(|| contract::answer_odds(test_rulesets::RULESETS, &request));
}

#[divan::bench]
fn chances_of_the_largest_melee_of_one_request(bencher: divan::Bencher) {
    chances(bencher, &largest_melee());
}

/// The most units that may shoot at one target, with dice from D4 to D12.
#[divan::bench]
fn twelve_units_shooting_at_one(bencher: divan::Bencher) {
    let dice = ["d4", "d6", "d8", "d10", "d12"];
    let shooter = |nth: usize| {
        let unit = json!({
            "type": "arquebus", "move_squares": 2.5, "fight_die": "d6", "shoot_die": dice[nth % dice.len()],
            "weapon_range_squares": 24,
        });
        json!({ "unit": unit, "distance_squares": 1 + nth })
    };
    let input = json!({
        "shooters": (0..12).map(shooter).collect::<Vec<_>>(),
        "target": { "type": "phalanx", "move_squares": 2.5, "fight_die": "d10" },
    });
    let request = json!({ "ruleset": "pikette_squared", "procedure": "shoot", "input": input });
    bencher.bench(|| contract::answer_odds(test_rulesets::RULESETS, &request));
}

/// Nine different fencers with rapier and dagger: each may strike with the dagger too, depending on who is left.
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
    bencher.bench(|| contract::answer_odds(test_rulesets::RULESETS, &request));
}
