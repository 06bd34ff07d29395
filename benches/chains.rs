//! Times chains: how an act ends, through everything that becomes due.

use drumhead::contract::chain;
use serde_json::{Value as Json, json};

fn main() {
    divan::main();
}

fn act(procedure: &str, participants: &Json) -> Json {
    json!({ "act": "procedure", "procedure": procedure, "participants": participants })
}

fn time(bencher: divan::Bencher, request: &Json) {
    let answer = chain(request);
    assert_eq!(answer["status"], "chain", "{answer}");
    println!("{} states, {} not followed", answer["states"], answer["not_followed"]);
    bencher.bench_local(|| chain(request));
}

/// Times a charge of horse at foot: its answer, fire at it, the melee, who breaks and who pursues, to the end of the bound.
#[divan::bench]
fn charge_of_pike_and_shot(bencher: divan::Bencher) {
    let request = json!({
        "battle": {
            "ruleset": "pike_and_shot", "sides": [{}, {}],
            "units": [
                { "id": "r1", "side": "a",
                  "profile": { "name": "R1", "pikes": 12, "muskets": 24, "morale_class": "average" } },
                { "id": "h1", "side": "b",
                  "profile": { "name": "H1", "troop_type": "horse", "figures": 12, "morale_class": "average" } },
            ],
        },
        "act": act("reaction_charge", &json!({ "unit": ["h1"], "opponent": ["r1"] })),
        "until": "turn",
    });
    time(bencher, &request);
}

/// Times a shot, the chip on who suffers by it, and a Courage card in both initiatives.
#[divan::bench]
fn shot_of_pikette_squared(bencher: divan::Bencher) {
    let mut shot = act("shoot", &json!({ "shooters": ["q1"], "target": ["p2"] }));
    shot["input"] = json!({ "shooters": [{ "distance_squares": 1 }] });
    let request = json!({
        "battle": {
            "ruleset": "pikette_squared", "sides": [{}, {}],
            "units": [
                { "id": "q1", "side": "a", "profile": { "name": "Q1", "army": "french", "row": "arquebus" } },
                { "id": "p2", "side": "b", "profile": { "name": "P2", "army": "spanish", "row": "pike" } },
            ],
            "acts": [
                { "act": "set", "of": "a", "tracker": "morale_chips", "to": 6 },
                { "act": "set", "of": "b", "tracker": "morale_chips", "to": 6 },
                { "act": "next", "override": true },
                { "act": "procedure", "procedure": "initiative", "faces": [7, 12] },
                { "act": "procedure", "procedure": "initiative_choice", "input": { "choice": "second" } },
            ],
        },
        "act": shot,
        "until": "turn",
        "policies": { "card": "courage" },
    });
    time(bencher, &request);
}

/// Times a duel of three turns, in which who was driven back comes again.
#[divan::bench]
fn duel_of_argad(bencher: divan::Bencher) {
    let next = json!({ "act": "next" });
    let request = json!({
        "battle": {
            "ruleset": "argad", "sides": [{}, {}],
            "units": [
                { "id": "u1", "side": "a", "profile": { "name": "U1", "figures": 1, "weapon": "halberd" } },
                { "id": "k1", "side": "b", "profile": { "name": "K1", "figures": 1, "weapon": "sword" } },
            ],
            "acts": [next, next, next, next],
        },
        "act": act("melee", &json!({ "one": ["u1"], "many": ["k1"] })),
        "until": { "rounds": 3 },
        "policies": { "fight": "every_turn" },
    });
    time(bencher, &request);
}

/// Times a melee of two regiments until one is destroyed, or six rounds were fought.
#[divan::bench]
fn melee_of_arquebusier(bencher: divan::Bencher) {
    let firearms = |name: &str| json!({ "name": name, "nature": "regular", "groups": [{ "type": "firearm", "elements": 4, "front": 4 }] });
    let next = json!({ "act": "next" });
    let check = |formation: &str| {
        let mut check = act("irregular_check", &json!({ "formation": [formation] }));
        check["input"] = json!({ "contact": ["front"] });
        check
    };
    let request = json!({
        "battle": {
            "ruleset": "arquebusier", "sides": [{}, {}],
            "units": [
                { "id": "p1", "side": "a", "profile": firearms("Skippon's") },
                { "id": "k1", "side": "b", "profile": firearms("Tillier's") },
            ],
            "acts": [
                next, next, { "act": "set", "of": "p1", "tracker": "contacts", "to": ["k1"] }, next, check("p1"), check("k1"),
            ],
        },
        "act": act("melee", &json!({ "own": ["p1"], "enemies": ["k1"] })),
        "until": { "rounds": 6 },
    });
    time(bencher, &request);
}
