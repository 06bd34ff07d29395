//! House rules: shots at mixed groups, simultaneous shots, and time to mount or dismount.

use super::soldiers;
use serde_json::{Value as Json, json};
use testing::table::Table;

const ID: &str = "argad";

fn archers() -> Json {
    soldiers(json!({ "missile": ["traditional_bow"] }))
}

/// Shots at 10 cm, which hit with 5. A traditional bow has 1 less against a breastplate and 2 less against complete armour.
fn shots(count: i32) -> Json {
    json!({ "shooters": [{ "range_cm": 10, "count": count }] })
}

const AT_BOTH: &[(&str, &[&str])] = &[("shooters", &["a1"]), ("target", &["b1", "b2"])];

#[test]
fn by_ruling_the_victim_in_a_mixed_group_is_drawn_first() {
    let group = [soldiers(json!({})), soldiers(json!({ "armour": "5" }))];
    let mut table = Table::under(ID, &json!({ "r47_mixed_group": "drawn" }), &[archers()], &group);
    table.phase("shoot");
    let filled = table.filled("shoot", AT_BOTH);
    assert_eq!(
        filled["group"],
        json!([
            { "figures": 3, "mount": "foot", "armour": "none", "equivalent_armour": 0 },
            { "figures": 3, "mount": "foot", "armour": "5", "equivalent_armour": 0 },
        ])
    );
    // The draws are the second of six figures, in light clothing, and the fifth of the five left, in armour.
    let words = table.words("shoot", AT_BOTH, &shots(2), &[2, 5, 5, 5]);
    assert_eq!(
        words[..4],
        [
            "1 hit.",
            "target 1: one out.",
            "shooters 1 at target 1: 5 or more hits.",
            "shooters 1 at target 2: needs a 7: two sixes."
        ]
    );
    table.play("shoot", AT_BOTH, shots(2), &[2, 5, 5, 5]);
    assert_eq!([table.value("b1", "figures"), table.value("b2", "figures")], [json!(2), json!(3)]);
    assert_eq!((table.value("b1", "fallen"), table.duties()), (json!(1), Vec::new()), "nobody is drawn afterwards");
}

#[test]
fn luck_of_a_shot_is_counted_against_the_drawn_victim() {
    // R47, drawn. The victim is in light clothing and hit with 5, or in complete armour and hit only with several sixes.
    let input = json!({
        "shooters": [{ "weapon": "traditional_bow", "range_cm": 10 }],
        "target": { "figures": 2 },
        "group": [{ "figures": 1 }, { "figures": 1, "armour": "5" }],
        "rulings": { "r47_mixed_group": "drawn" },
    });
    let procedure = test_rulesets::RULESETS.find(ID).unwrap().procedure("shoot").unwrap();
    let luck = |faces: &[u8]| {
        let played = procedure.read(input.as_object().unwrap()).unwrap().resolve(faces);
        played.luck.iter().map(|sample| (sample.success, (sample.chance * 6.0).round())).collect::<Vec<_>>()
    };
    assert_eq!(luck(&[1, 4]), [(false, 2.0)]);
    assert_eq!(luck(&[1, 5]), [(true, 2.0)]);
    assert_eq!(luck(&[2, 5]), [(false, 0.0)]);
}

#[test]
fn without_that_ruling_most_figures_count_and_the_fallen_are_drawn() {
    let group = [soldiers(json!({})), soldiers(json!({ "armour": "5" }))];
    let mut table = Table::laid(ID, &[archers()], &group);
    table.phase("shoot");
    assert_eq!(table.filled("shoot", AT_BOTH).get("group"), None);
    table.play("shoot", AT_BOTH, shots(2), &[5, 4]);
    assert_eq!(table.duties(), ["!casualties: 1 to draw from B1, B2"]);
    // If all targets are alike, nothing is drawn first.
    let alike = [soldiers(json!({})), soldiers(json!({}))];
    let table = Table::under(ID, &json!({ "r47_mixed_group": "drawn" }), &[archers()], &alike);
    assert_eq!(table.filled("shoot", AT_BOTH).get("group"), None);
}

#[test]
fn by_ruling_hit_figures_still_shoot_until_the_phase_ends() {
    let mut table = Table::under(ID, &json!({ "r45_shots_of_a_turn": "at_once" }), &[archers()], &[archers()]);
    table.phase("shoot");
    let at = |side: &str| -> Vec<(&'static str, &[&str])> {
        if side == "b" {
            vec![("shooters", &["a1"]), ("target", &["b1"])]
        } else {
            vec![("shooters", &["b1"]), ("target", &["a1"])]
        }
    };
    let words = table.words("shoot", &at("b"), &shots(3), &[5, 5, 1]);
    assert!(words.contains(&"They fall as the phase ends, and may shoot until then.".to_owned()), "{words:?}");
    table.play("shoot", &at("b"), shots(3), &[5, 5, 1]);
    assert_eq!((table.value("b1", "figures"), table.value("b1", "falling")), (json!(3), json!(2)));
    assert_eq!(table.card_texts("b1"), ["2 hit, out as the phase ends"]);
    // All three shoot back, because figures that were hit fall only as the phase ends.
    assert_eq!(table.filled("shoot", &at("a"))["shooters"][0]["count"], 3);
    table.play("shoot", &at("a"), shots(3), &[5, 5, 5]);
    assert_eq!((table.value("a1", "figures"), table.value("a1", "falling")), (json!(3), json!(3)));
    table.next();
    let after = |table: &Table, unit: &str| ["figures", "fallen", "falling"].map(|tracker| table.value(unit, tracker));
    assert_eq!(after(&table, "a1"), [json!(0), json!(3), json!(0)]);
    assert_eq!(after(&table, "b1"), [json!(1), json!(2), json!(0)]);
}

#[test]
fn chargers_shot_simultaneously_are_replaced_without_the_bonus() {
    // R45 with R55, and a player character who loses a life.
    let riders = soldiers(json!({ "mount": "cavalry" }));
    let hero = json!({ "figures": 1, "player_character": true, "mount": "cavalry" });
    let rules = json!({ "r45_shots_of_a_turn": "at_once" });
    let mut table = Table::under(ID, &rules, &[archers()], &[riders.clone(), hero, riders]);
    table.phase("shoot");
    table.set("b1", "charging", true);
    table.set("b2", "charging", true);
    for target in ["b1", "b2", "b3"] {
        table.play("shoot", &[("shooters", &["a1"]), ("target", &[target])], shots(1), &[5]);
    }
    assert_eq!((table.value("b1", "charge_lost"), table.value("b2", "life_points")), (json!(0), json!(2)));
    table.next();
    assert_eq!((table.value("b1", "charge_lost"), table.value("b1", "figures")), (json!(1), json!(2)));
    assert_eq!((table.value("b2", "life_points"), table.value("b2", "wounded")), (json!(1), json!(true)));
    assert_eq!(table.value("b2", "charge_lost"), 0, "with the life that is left he charges on");
    assert_eq!(
        (table.value("b3", "charge_lost"), table.value("b3", "figures")),
        (json!(0), json!(2)),
        "nobody charged"
    );
}

#[test]
fn drawn_casualties_fall_with_the_others_at_the_end_of_the_phase() {
    let rules = json!({ "r45_shots_of_a_turn": "at_once" });
    let mut table = Table::under(ID, &rules, &[archers()], &[soldiers(json!({})), soldiers(json!({}))]);
    table.phase("shoot");
    table.play("shoot", AT_BOTH, shots(1), &[5]);
    table.play("casualties", &[("groups", &["b1", "b2"])], json!({}), &[4]);
    assert_eq!([table.value("b2", "figures"), table.value("b2", "falling")], [json!(3), json!(1)]);
    table.next();
    assert_eq!([table.value("b1", "figures"), table.value("b2", "figures")], [json!(3), json!(2)]);
}

#[test]
fn an_order_below_three_after_simultaneous_shots_is_checked_at_the_end() {
    let mut table =
        Table::under(ID, &json!({ "r45_shots_of_a_turn": "at_once" }), &[archers()], &[soldiers(json!({}))]);
    table.phase("shoot");
    table.set("b1", "close_order", true);
    table.play("shoot", &[("shooters", &["a1"]), ("target", &["b1"])], shots(1), &[5]);
    assert!(table.duties().is_empty());
    table.next();
    assert_eq!(table.duties(), ["!close_order: B1: does the close order hold?"]);
    while table.battle.state().table().phase != "end" {
        table.next();
    }
    assert!(table.every_duty()[0].holds_up());
}

#[test]
fn by_ruling_dismounting_takes_half_a_move() {
    // Arquebusiers on horseback: 20 cm on foot, of which half is left.
    let dragoons = soldiers(json!({ "mount": "mounted_infantry", "missile": ["light_musket"] }));
    let gets_off = |rules: Json| {
        let mut table = Table::under(ID, &rules, std::slice::from_ref(&dragoons), &[soldiers(json!({}))]);
        table.phase("move");
        table.set("a1", "on_foot", true);
        table
    };
    let mover: &[(&'static str, &[&str])] = &[("mover", &["a1"])];
    let shot: &[(&'static str, &[&str])] = &[("shooters", &["a1"]), ("target", &["b1"])];
    let table = gets_off(json!({}));
    assert_eq!(table.words("move", mover, &json!({}), &[])[0], "Up to 20 cm.");
    let mut table = gets_off(json!({ "r49_horses": "half_move" }));
    assert_eq!(
        (&table.tags("a1")[0], &table.card_texts("a1")[0]),
        (&"on foot".to_owned(), &"got on or off the horse".to_owned())
    );
    assert_eq!(table.words("move", mover, &json!({}), &[])[0], "Up to 10 cm.");
    // The change of horse counts as a move, so they cannot fire their muskets as if they stood still.
    table.phase("shoot");
    assert_eq!(table.filled("shoot", shot)["shooters"][0]["movement"], "moving");
    assert_eq!(
        table.barred("shoot", shot, &json!({ "shooters": [{ "range_cm": 10, "movement": "immobile" }] })),
        ["moved"]
    );
    // In the next turn, the change of horse no longer counts.
    while table.battle.state().table().turn() == 1 {
        table.next();
    }
    assert_eq!(table.value("a1", "changed_horse"), false);
}

#[test]
fn a_unit_that_just_dismounted_does_not_receive_a_charge() {
    let halberds = soldiers(json!({ "mount": "mounted_infantry", "weapon": "halberd" }));
    let riders = soldiers(json!({ "mount": "cavalry" }));
    let braced = |rules: Json| {
        let mut table = Table::under(ID, &rules, std::slice::from_ref(&halberds), std::slice::from_ref(&riders));
        table.phase("move");
        table.set("a1", "on_foot", true);
        table.set("b1", "charging", true);
        table.phase("melee");
        let roles: &[(&'static str, &[&str])] = &[("one", &["a1"]), ("many", &["b1"])];
        let barred = table.barred("melee", roles, &json!({ "one": { "braced": true } }));
        (table.filled("melee", roles)["one"].get("braced").cloned(), barred.contains(&"braced_moved".to_owned()))
    };
    assert_eq!(braced(json!({})), (Some(json!(true)), false));
    assert_eq!(braced(json!({ "r49_horses": "half_move" })), (None, true));
}
