//! Sentences before the dice.

use serde_json::{Value as Json, json};
use testing::table::{bands, before, outcome};

/// A fighter with these changes.
fn fighter(changed: Json) -> Json {
    let mut fighter = json!({ "weapon": "sword", "class": 3 });
    for (field, value) in changed.as_object().unwrap() {
        fighter[field] = value.clone();
    }
    fighter
}

fn words_of_fight(one: Json, many: Json, more: Json) -> Vec<String> {
    let mut input = json!({ "one": fighter(one), "many": [fighter(many)] });
    for (field, value) in more.as_object().unwrap() {
        input[field] = value.clone();
    }
    before("argad", "melee", &input)
}

#[test]
fn before_the_dice_shots_state_the_value_needed() {
    let sentences = |shooters: Json, more: Json| {
        let mut input = json!({ "shooters": shooters, "target": {} });
        for (field, value) in more.as_object().unwrap() {
            input[field] = value.clone();
        }
        before("argad", "shoot", &input)
    };
    // A pistol needs 5 up to 10 cm and 7 up to 20 cm. A caracole, moving at 10 cm, needs 6.
    let pistol = json!({ "weapon": "pistol", "range_cm": 10 });
    assert_eq!(sentences(json!([pistol]), json!({})), ["shooters 1: 5 or more hits."]);
    let caracole = json!({ "weapon": "pistol", "range_cm": 10, "mount": "cavalry", "movement": "moving" });
    let far = json!({ "weapon": "pistol", "range_cm": 15 });
    assert_eq!(
        sentences(json!([caracole, far]), json!({})),
        [
            "shooters 1: a 6 hits.",
            "shooters 2: needs a 7: two sixes.",
            "Two sixes count 6 and 7, three 6, 7 and 8. A single 6 may be rolled again: another 6 makes it a 7.",
        ]
    );
    let once = sentences(json!([far]), json!({ "reroll_sixes": false }));
    assert_eq!(once[1], "Two sixes count 6 and 7, three 6, 7 and 8. A single 6 stays a 6.");
    // Matchlocks at will, 30 cm, at a group of 8 need 7. Once a turn, one die counts 1 more.
    let muskets = json!([{ "weapon": "matchlock_musket", "count": 3, "range_cm": 30 }]);
    let plus_one = "Muskets at a group: one die may count 1 more, once a turn.";
    assert_eq!(sentences(muskets.clone(), json!({ "target": { "figures": 8 } })).last().unwrap(), plus_one);
    let with_plus_one = "shooters 1: needs a 7: two sixes, or a 6 with the +1 for muskets.";
    assert_eq!(sentences(muskets.clone(), json!({ "target": { "figures": 8 } }))[0], with_plus_one);
    let used = json!({ "target": { "figures": 8 }, "musket_plus_one_used": true });
    assert_eq!(sentences(muskets.clone(), used)[0], "shooters 1: needs a 7: two sixes.");
    for no_more in
        [json!({ "target": { "figures": 2 } }), json!({ "target": { "figures": 8 }, "musket_plus_one_used": true })]
    {
        assert_ne!(sentences(muskets.clone(), no_more).last().unwrap(), plus_one);
    }
    let salvo = json!([{ "weapon": "matchlock_musket", "count": 3, "range_cm": 50, "salvo": true, "officer": true, "close_order": true }]);
    assert_ne!(sentences(salvo, json!({ "target": { "figures": 8 } })).last().unwrap(), plus_one);
}

#[test]
fn bands_of_range_depend_on_weapon_and_edition() {
    // Shooting; weapon cards.
    let weapons: [(&str, &[f64]); 11] = [
        ("pistol", &[10.0, 20.0]),
        ("short_arquebus", &[10.0, 20.0, 40.0]),
        ("long_arquebus", &[20.0, 30.0, 40.0]),
        ("matchlock_musket", &[20.0, 40.0, 60.0]),
        ("forkless_musket", &[20.0, 30.0, 40.0]),
        ("light_musket", &[20.0, 30.0, 40.0]),
        ("rifled", &[20.0, 40.0, 60.0]),
        ("light_crossbow", &[10.0, 20.0, 30.0]),
        ("traditional_bow", &[10.0, 20.0, 40.0]),
        ("longbow", &[20.0, 30.0, 40.0]),
        ("javelin", &[10.0]),
    ];
    let of = |edition: &str, shooter: Json| {
        bands("argad", "shoot", &json!({ "edition": edition, "shooters": [shooter] }), "shooters[0].range_cm")
    };
    for (weapon, expected) in weapons {
        assert_eq!(of("april_2025", json!({ "weapon": weapon })), expected, "{weapon}");
    }
    assert_eq!(of("sheet_2024", json!({ "weapon": "long_arquebus" })), [10.0, 20.0, 40.0]);
    assert_eq!(of("april_2025", json!({ "weapon": "javelin", "run_up": true })), [10.0, 20.0]);
    assert!(of("april_2025", json!({})).is_empty(), "nobody knows the weapon");
}

#[test]
fn before_the_dice_a_fight_states_the_value_of_each_weapon() {
    // The source's halberdier against an arquebusier with a sword, both of class 3: 4 or more kills, and 3 drives back.
    assert_eq!(
        words_of_fight(json!({ "weapon": "halberd" }), json!({}), json!({})),
        [
            "The halberd strikes first: fighter 1 (drives back on 3, kills on 4+).",
            "Then the sword: opponent 1 (drives back on 3, kills on 4+).",
        ]
    );
    // To kill through complete armour, a blow needs more than 5. Against class 5 a 5 drives back, so 5 drives back and 6 kills.
    let armoured = json!({ "class": 5, "armour": "5" });
    let words = words_of_fight(json!({ "weapon": "halberd" }), armoured.clone(), json!({}));
    assert_eq!(words[0], "The halberd strikes first: fighter 1 (drives back on 5, kills on 6).");
    // Against class 3 in complete armour, 3 to 5 drive back.
    let words = words_of_fight(json!({ "weapon": "halberd" }), json!({ "armour": "5" }), json!({}));
    assert_eq!(words[0], "The halberd strikes first: fighter 1 (drives back on 3 to 5, kills on 6).");
    // A sword on foot against a cuirassier has −1, so 7 kills and 6 drives back.
    let cuirassier = json!({ "class": 5, "armour": "5", "mount": "cavalry" });
    let words = words_of_fight(json!({}), cuirassier, json!({}));
    assert!(words[0].contains("fighter 1 (drives back on 6, kills on a 7: two sixes)"), "{words:?}");
}

#[test]
fn daggers_spent_pikes_and_helpless_fighters_are_described() {
    let words = words_of_fight(json!({ "fencer": "rapier_dagger" }), json!({ "weapon": "dagger" }), json!({}));
    assert!(words.contains(&"fighter 1: the dagger follows if the rapier misses.".into()), "{words:?}");
    let words = words_of_fight(json!({}), json!({ "helpless": true }), json!({}));
    assert_eq!(words.last().unwrap(), "opponent 1: no blow in this fight.");
    // A spent pike is replaced by a sword, unless in close order.
    let spent = json!({ "weapon": "pike", "pike_spent": true });
    let words = words_of_fight(spent, json!({ "weapon": "halberd" }), json!({}));
    assert_eq!(
        words,
        [
            "The halberd strikes first: opponent 1 (drives back on 3, kills on 4+).",
            "Then the sword: fighter 1 (drives back on 3, kills on 4+).",
        ]
    );
    let formed = json!({ "weapon": "pike", "pike_spent": true, "close_order": true });
    let words = words_of_fight(formed, json!({}), json!({}));
    assert!(words[0].starts_with("The pike strikes first: fighter 1"), "{words:?}");
    // Friends strike with their own weapons at the opponent that they aim at.
    let friends = json!({ "friends": [fighter(json!({ "weapon": "halberd" }))] });
    let words = words_of_fight(json!({}), json!({}), friends);
    assert_eq!(words[0], "The halberd strikes first: friend 1 (drives back on 3, kills on 4+).");
    assert_eq!(words[1], "Then the sword: fighter 1, opponent 1 (drives back on 3, kills on 4+).");
}

#[test]
fn of_simultaneous_blows_the_better_counts() {
    let tie = |one: Json, many: Json, rulings: Json| {
        words_of_fight(one, many, json!({ "rulings": rulings }))
            .into_iter()
            .find(|words| words.contains("same moment"))
            .unwrap()
    };
    let start = "fighter 1 and opponent 1 strike at the same moment";
    assert_eq!(
        tie(json!({ "class": 4 }), json!({}), json!({})),
        format!("{start}: of two equal blows, the one by fighter 1 stands (class).")
    );
    assert_eq!(
        tie(json!({}), json!({ "armour": "4" }), json!({})),
        format!("{start}: of two equal blows, the one by opponent 1 stands (armour).")
    );
    let matched = format!(
        "{start}, and are a match in class and armour: of two equal blows the higher die stands; of equal dice,"
    );
    assert_eq!(tie(json!({}), json!({}), json!({})), format!("{matched} both."));
    assert_eq!(
        tie(json!({ "very_strong": true }), json!({}), json!({})),
        format!("{matched} the one by fighter 1, who has more to add.")
    );
    assert_eq!(
        tie(json!({}), json!({ "very_strong": true }), json!({})),
        format!("{matched} the one by opponent 1, who has more to add.")
    );
    assert_eq!(
        tie(json!({ "class": 4 }), json!({}), json!({ "r4_simultaneous": "both" })),
        format!("{start}: both blows stand.")
    );
}

#[test]
fn before_the_dice_healing_states_the_health_that_counts() {
    let sentences = |input: Json| before("argad", "healing", &input);
    assert_eq!(sentences(json!({ "class": 3 })), ["Below 3 heals, 3 leaves its mark for life, more is too much."]);
    assert_eq!(
        sentences(json!({ "class": 3, "health": 5, "healer": true })),
        ["Below 6 heals, 6 leaves its mark for life, more is too much."]
    );
    assert_eq!(
        sentences(json!({ "class": 3, "bad_conditions": true })),
        ["Below 2 heals, 2 leaves its mark for life, more is too much."]
    );
}

/// Results that need no dice, or that no die can change, state the reason.
#[test]
fn a_certain_result_states_its_reason() {
    let first = |procedure: &str, input: Json| outcome("argad", procedure, &input, &[]).remove(0);
    // Cavalry charge: two dice show at least 2 cm and at most 12 cm.
    let run =
        |straight_cm: f64, purpose: &str| first("run_up", json!({ "straight_cm": straight_cm, "purpose": purpose }));
    assert_eq!(run(12.0, "charge"), "Room for any two dice: they charge.");
    assert_eq!(run(1.5, "charge"), "Two dice show 2 cm at least.");
    assert_eq!(run(12.0, "javelin"), "Room for any two dice: the javelin is thrown at full speed.");
    assert_eq!(run(1.5, "javelin"), "Two dice show 2 cm at least.");
    // Shooting: all figures fall, or everybody is hit once before anybody is hit twice (R61).
    let draw = |casualties: i32| {
        let groups = json!([{ "figures": 2 }, { "figures": 1, "life_points": 2 }]);
        first("casualties", json!({ "groups": groups, "casualties": casualties }))
    };
    assert_eq!(draw(4), "As many hits as life points: nobody is left.");
    assert_eq!(draw(3), "As many hits as figures: each is hit once.");
    // Rules of many sixes: in disorder sixes are not added up, so no single shot counts more than 6.
    let shot = |changed: Json| {
        let pistol = json!({ "weapon": "pistol", "range_cm": 15 });
        let shooter = testing::asked::with(pistol, changed);
        before("argad", "shoot", &json!({ "shooters": [shooter], "target": {} })).remove(0)
    };
    assert_eq!(shot(json!({})), "shooters 1: needs a 7: two sixes.");
    assert_eq!(shot(json!({ "disorder": true })), "shooters 1: needs 7, and in disorder a 6 counts no more than 6.");
    // Close order formation.
    let keeps = |changed: Json| {
        let order = json!({ "action": "keep", "soldiers": 6 });
        testing::asked::with(order, changed)
    };
    let reason = |changed: Json| first("close_order", keeps(changed));
    assert_eq!(reason(json!({ "soldiers": 2 })), "Fewer than three: no close order any more.");
    assert_eq!(reason(json!({ "terrain": "very_difficult" })), "Bad ground breaks their close order.");
    assert_eq!(reason(json!({ "at_will": true })), "They break their close order on purpose.");
    let flanked = json!({ "attacked": "flank_or_rear", "had_time": false });
    let broken = "Taken in flank or rear before they could face: their order breaks and they are in disorder.";
    assert_eq!(reason(flanked), broken);
    let news = |changed: Json| before("argad", "close_order", &keeps(changed));
    let square = news(json!({ "attacked": "flank_or_rear", "square": true }));
    assert_eq!(square, ["A square has a front on every side."]);
    let pivoted = news(json!({ "attacked": "flank_or_rear", "pivot_used": true }));
    assert_eq!(pivoted, ["They have pivoted this turn: no time to face another enemy."]);
    // Wound healing: a healer raises class 5 to 6, which no die exceeds.
    let healed = before("argad", "healing", &json!({ "class": 5, "healer": true }));
    assert_eq!(healed, ["Below 6 heals, 6 leaves its mark for life, more is too much."]);
}
