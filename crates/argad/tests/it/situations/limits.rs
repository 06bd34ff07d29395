//! Limits of requests: numbers of participants, and equipment of fighters.

use super::soldiers;
use serde_json::{Value as Json, json};
use testing::asked::{Rules, with};
use testing::table::{Table, before};

const RULES: Rules = Rules("argad");

#[test]
fn a_group_has_sixty_figures_at_most() {
    let draw = |figures: &[i32]| {
        let groups: Vec<Json> = figures.iter().map(|n| json!({ "figures": n })).collect();
        RULES.refusal("casualties", json!({ "groups": groups, "casualties": 1 }))
    };
    assert_eq!(draw(&[30, 30]), "allowed");
    assert_eq!(draw(&[30, 31]), "bad_value groups");
}

#[test]
fn twenty_shots_are_rolled_together_at_most() {
    let shot = |first: i32, second: i32| {
        let shooter = |count: i32| json!({ "weapon": "pistol", "range_cm": 5, "count": count });
        RULES.refusal("shoot", json!({ "shooters": [shooter(first), shooter(second)], "target": {} }))
    };
    assert_eq!(shot(12, 8), "allowed");
    assert_eq!(shot(12, 9), "bad_value shooters");
    // In a battle, the second unit shoots only with the figures that are within the limit of twenty.
    let pistols = |figures: i32| json!({ "figures": figures, "missile": ["pistol"] });
    let table = Table::laid("argad", &[pistols(12), pistols(12)], &[soldiers(json!({}))]);
    let filled = table.filled("shoot", &[("shooters", &["a1", "a2"]), ("target", &["b1"])]);
    assert_eq!((&filled["shooters"][0]["count"], &filled["shooters"][1]["count"]), (&json!(12), &json!(8)));
}

#[test]
fn a_fight_has_at_most_nine_dice_and_six_against_one_fighter() {
    let fight = |one: Json, many: usize, friends: usize| {
        let input = json!({ "one": one, "many": vec![json!({}); many], "friends": vec![json!({}); friends] });
        RULES.refusal("melee", input)
    };
    assert_eq!(fight(json!({}), 6, 2), "allowed");
    assert_eq!(fight(json!({}), 6, 3), "bad_value friends");
    assert_eq!(fight(json!({}), 6, 5), "bad_value friends");
    assert_eq!(fight(json!({ "fencer": "two_best" }), 6, 2), "bad_value friends");
    let two_dice = json!({ "fencer": "two_best" });
    let many = json!({ "one": {}, "many": [two_dice, two_dice, two_dice, {}] });
    assert_eq!(RULES.refusal("melee", many), "bad_value many");
}

#[test]
fn an_arquebus_on_the_move_reaches_ten_centimetres_on_foot() {
    // Short arquebus; R2: in the edition of 2025 players may follow the card instead of the sheet. In 2024 there is no choice.
    let shot = |edition: &str, range: i32, ruling: &str| {
        let shooter = json!({ "weapon": "short_arquebus", "range_cm": range, "movement": "moving" });
        let rulings = json!({ "r2_foot_arquebus_moving": ruling });
        RULES.refusal("shoot", json!({ "edition": edition, "shooters": [shooter], "target": {}, "rulings": rulings }))
    };
    for edition in ["april_2025", "sheet_2024"] {
        assert_eq!(shot(edition, 10, "short_range"), "allowed", "{edition}");
        assert_eq!(shot(edition, 15, "short_range"), "not_allowed shooters[0].movement", "{edition}");
    }
    assert_eq!(shot("april_2025", 15, "any_range"), "allowed");
    assert_eq!(shot("sheet_2024", 15, "any_range"), "not_allowed shooters[0].movement");
}

#[test]
fn mounted_infantry_fires_on_the_move_in_contact_depending_on_the_edition() {
    // R5.
    let shot = |edition: &str, contact: &str, ruling: &str| {
        let shooter = json!({
            "weapon": "pistol", "range_cm": 5, "movement": "moving", "mount": "mounted_infantry", "contact": contact,
        });
        let rulings = json!({ "r5_mounted_infantry_moving": ruling });
        RULES.refusal("shoot", json!({ "edition": edition, "shooters": [shooter], "target": {}, "rulings": rulings }))
    };
    let refused = "not_allowed shooters[0].movement";
    assert_eq!(shot("sheet_2024", "none", "not_allowed"), refused);
    assert_eq!(shot("sheet_2024", "in_contact", "not_allowed"), "allowed");
    assert_eq!(shot("april_2025", "in_contact", "not_allowed"), refused);
    assert_eq!(shot("april_2025", "none", "minus_two"), "allowed");
}

#[test]
fn riders_cannot_use_weapons_of_foot_soldiers() {
    // Common weapons; weapon cards.
    let rider = |weapon: &str| {
        let one = json!({ "mount": "cavalry", "weapon": weapon });
        RULES.refusal("melee", json!({ "one": one, "many": [{}] }))
    };
    let on_foot = ["pike", "halberd", "bill", "long_bardiche", "two_handed", "pointed_axe", "heavy_tool", "long_tool"];
    for weapon in on_foot {
        assert_eq!(rider(weapon), "not_allowed one.weapon", "{weapon}");
    }
    for weapon in ["sword", "light_spear", "dagger", "short_tool", "bare_hands"] {
        assert_eq!(rider(weapon), "allowed", "{weapon}");
    }
}

#[test]
fn only_a_usable_pike_receives_a_charge() {
    // Pike: after a turn of melee it is useless, unless in close order.
    let braced = |more: Json| {
        let one = with(json!({ "weapon": "pike", "braced": true }), more);
        RULES.refusal("melee", json!({ "one": one, "many": [{ "mount": "cavalry", "charging": true }] }))
    };
    assert_eq!(braced(json!({})), "allowed");
    assert_eq!(braced(json!({ "close_order": true })), "allowed");
    assert_eq!(braced(json!({ "pike_spent": true, "close_order": true })), "allowed");
    assert_eq!(braced(json!({ "pike_spent": true })), "not_allowed one.braced");
}

#[test]
fn pikes_and_third_ranks_strike_over_friends_only_in_close_order() {
    // Melee, limitations; weapon cards.
    let rank = |weapon: &str, rank: i32, close_order: bool| {
        let friend = json!({ "weapon": weapon, "rank": rank, "close_order": close_order });
        RULES.refusal("melee", json!({ "one": { "weapon": weapon }, "friends": [friend], "many": [{}] }))
    };
    let refused = "not_allowed friends[0].rank";
    assert_eq!(rank("pike", 2, false), refused);
    assert_eq!(rank("pike", 2, true), "allowed");
    assert_eq!(rank("halberd", 2, false), "allowed");
    assert_eq!(rank("halberd", 3, false), refused);
    assert_eq!(rank("halberd", 3, true), "allowed");
    assert_eq!(rank("halberd", 4, true), refused);
    assert_eq!(rank("pike", 4, true), "allowed");
    // A figure cannot strike over a rider, or over a figure with a heavy weapon.
    let over = |one: Json| {
        let friend = json!({ "weapon": "halberd", "rank": 2 });
        RULES.refusal("melee", json!({ "one": one, "friends": [friend], "many": [{}] }))
    };
    assert_eq!(over(json!({ "mount": "cavalry" })), "not_allowed friends[0].behind");
    assert_eq!(over(json!({ "weapon": "two_handed" })), "not_allowed friends[0].behind");
    assert_eq!(over(json!({})), "allowed");
}

#[test]
fn by_ruling_half_long_weapons_reach_a_charger_from_the_second_rank() {
    // R50.
    let reaches = |ruling: &str, weapon: &str, rank: i32, charging: bool| {
        let rider = json!({ "mount": "cavalry", "charging": charging });
        let friend = json!({ "weapon": weapon, "rank": rank, "close_order": rank > 2 });
        let rulings = json!({ "r50_second_rank": ruling });
        let answer =
            RULES.refusal("melee", json!({ "one": {}, "friends": [friend], "many": [rider], "rulings": rulings }));
        assert!(["allowed", "not_allowed friends[0].rank"].contains(&answer.as_str()), "{answer}");
        answer == "allowed"
    };
    for weapon in ["two_handed", "pointed_axe", "heavy_tool", "long_tool"] {
        assert!(reaches("half_long", weapon, 2, true), "{weapon}");
        assert!(!reaches("half_long", weapon, 2, false), "{weapon}: nobody charges");
        assert!(!reaches("half_long", weapon, 3, true), "{weapon}: from the third rank");
        assert!(!reaches("held_firm", weapon, 2, true), "{weapon}: it is swung");
    }
    for weapon in ["sword", "short_tool", "dagger", "bare_hands"] {
        assert!(!reaches("half_long", weapon, 2, true), "{weapon}");
    }
}

#[test]
fn many_sixes_are_explained_if_one_six_does_not_hit() {
    // A pistol moving at 10 cm needs a 6, so several sixes have no further effect.
    let caracole = json!({ "weapon": "pistol", "range_cm": 10, "mount": "cavalry", "movement": "moving" });
    assert_eq!(before("argad", "shoot", &json!({ "shooters": [caracole], "target": {} })), ["shooters 1: a 6 hits."]);
}

#[test]
fn a_unit_without_a_missile_weapon_is_no_shooter() {
    let units = [
        soldiers(json!({})),
        soldiers(json!({ "missile": ["longbow"] })),
        soldiers(json!({ "weapon": "light_spear" })),
    ];
    let table = Table::laid("argad", &units, &[soldiers(json!({}))]);
    let fits = |unit: &str| table.fits("shoot", "shooters", unit);
    assert_eq!(fits("a1"), "nothing to shoot with.");
    assert_eq!((fits("a2"), fits("a3")), ("fits".into(), "fits".into()));
}
