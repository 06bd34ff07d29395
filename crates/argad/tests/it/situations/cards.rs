//! Cards, rows, texts of trackers, and rosters.

use super::{soldiers, table};
use serde_json::{Value as Json, json};
use testing::table::{Table, TextCase, roster_notes};

#[test]
fn a_card_shows_class_armour_mount_and_weapons() {
    let cards = [
        (json!({ "figures": 10, "weapon": "pike" }), "10 figures · class 3 · pike"),
        (
            json!({ "figures": 1, "class": 5, "player_character": true, "armour": "4", "mount": "cavalry", "missile": ["pistol"],
                    "pistols": 2 }),
            "class 5 · player character · 4: breastplate or mail · Cavalry · sword · A pair of pistols",
        ),
        (json!({ "figures": 1, "missile": ["pistol"] }), "class 3 · sword · Pistol"),
        (
            json!({ "figures": 1, "class": 1, "weapon": "bare_hands", "equivalent_armour": 7 }),
            "class 1 · bare hand · skin and armour 7",
        ),
        (
            json!({ "figures": 2, "class": 2, "armour": "4_star", "mount": "farm_horse", "missile": ["javelin", "longbow"] }),
            "2 figures · class 2 · 4*: half-armour · Farm or draught horse · sword · Longbow · Javelin, light spear",
        ),
    ];
    for (profile, expected) in cards {
        assert_eq!(table(&profile, &[]).card("a1"), expected);
    }
}

#[test]
fn a_card_shows_the_weapon_in_hand() {
    let weapons = [
        ("pike", "pike"),
        ("halberd", "halberd"),
        ("bill", "bill"),
        ("long_bardiche", "long bardiche"),
        ("light_spear", "light spear"),
        ("two_handed", "two-handed weapon"),
        ("pointed_axe", "pointed axe"),
        ("heavy_tool", "heavy tool"),
        ("long_tool", "long tool"),
        ("sword", "sword"),
        ("short_tool", "tool"),
        ("dagger", "dagger"),
        ("bare_hands", "bare hand"),
    ];
    for (weapon, noun) in weapons {
        let card = table(&json!({ "figures": 1, "weapon": weapon }), &[]).card("a1");
        assert_eq!(card, format!("class 3 · {noun}"));
    }
    let lancer = json!({ "figures": 1, "mount": "cavalry", "weapon": "heavy_lance" });
    let card = |trackers: &[(&str, Json)]| table(&lancer, trackers).card("a1");
    assert_eq!(card(&[]), "class 3 · Cavalry · lance");
    // A lost lance is replaced by a sword, and one cut by an enemy on foot is a light spear. On foot, a lance cannot be couched.
    assert_eq!(card(&[("lance", json!("lost"))]), "class 3 · Cavalry · sword");
    assert_eq!(card(&[("lance", json!("cut"))]), "class 3 · Cavalry · light spear");
    assert_eq!(card(&[("on_foot", json!(true))]), "class 3 · sword");
}

#[test]
fn a_row_counts_life_points_of_player_characters_and_figures_of_others() {
    let left = |profile: Json, trackers: &[(&str, Json)]| {
        let table = table(&profile, trackers);
        (table.left("a1").unwrap(), table.main_tracker("a1").unwrap())
    };
    let hero = json!({ "figures": 1, "player_character": true });
    assert_eq!(left(hero.clone(), &[]), ("2 life points".into(), "life_points"));
    assert_eq!(left(hero, &[("life_points", json!(1))]), ("1 life point".into(), "life_points"));
    assert_eq!(left(soldiers(json!({})), &[]), ("3 figures".into(), "figures"));
    assert_eq!(left(soldiers(json!({ "figures": 1 })), &[]), ("1 figure".into(), "figures"));
}

#[test]
fn a_side_is_in_danger_when_a_third_of_its_figures_is_left() {
    let status = |left: i32| {
        let mut table = table(&soldiers(json!({})), &[("figures", json!(left)), ("fallen", json!(3 - left))]);
        table.set("b1", "captured", 3);
        table.set("b1", "figures", 0);
        table.status()
    };
    assert_eq!(status(2), ["a: Figures left 2", "b: Figures left 0!"]);
    assert_eq!(status(1), ["a: Figures left 1!", "b: Figures left 0!"]);
}

#[test]
fn a_third_is_counted_of_all_figures_of_a_side() {
    // A player character who is out has a figure, and figures whose wounds heal are not on the table.
    let status = |a: &[Json], change: fn(&mut Table)| {
        let mut table = Table::laid("argad", a, &[soldiers(json!({}))]);
        change(&mut table);
        table.status()[0].clone()
    };
    let hero = || json!({ "figures": 1, "player_character": true });
    let two_out = |table: &mut Table| ["a1", "a2"].iter().for_each(|id| table.set(id, "life_points", 0));
    assert_eq!(status(&[hero(), hero(), hero()], two_out), "a: Figures left 1!");
    assert_eq!(status(&[hero(), hero(), hero(), hero()], two_out), "a: Figures left 2");
    let two_healed = |table: &mut Table| {
        table.set("a1", "figures", 1);
        table.set("a1", "fallen", 2);
        for _ in 0..2 {
            table.play("healing", &[("wounded", &["a1"])], json!({}), &[1]);
        }
    };
    assert_eq!(status(&[soldiers(json!({}))], two_healed), "a: Figures left 1!");
}

#[test]
fn tags_show_what_a_unit_cannot_do() {
    let hero = json!({ "figures": 1, "player_character": true });
    let muskets = soldiers(json!({ "missile": ["matchlock_musket"] }));
    let cases: Vec<TextCase> = vec![
        (soldiers(json!({})), vec![], vec![]),
        (soldiers(json!({})), vec![("captured", json!(1))], vec!["a prisoner taken by the enemy"]),
        (soldiers(json!({})), vec![("captured", json!(2))], vec!["2 prisoners taken by the enemy"]),
        (
            soldiers(json!({})),
            vec![("figures", json!(0)), ("fallen", json!(3)), ("see_to", json!(true))],
            vec!["!out of action", "to be seen to"],
        ),
        (soldiers(json!({})), vec![("figures", json!(0))], vec!["!out of action"]),
        (
            hero.clone(),
            vec![("life_points", json!(0)), ("wounded", json!(true))],
            vec!["!out of action", "to be seen to"],
        ),
        (hero.clone(), vec![("wounded", json!(true))], vec!["!wounded"]),
        (hero.clone(), vec![("treated", json!(true))], vec!["wound seen to"]),
        (hero.clone(), vec![("knocked_down", json!(true))], vec!["!knocked down"]),
        (hero, vec![("stunned", json!(true))], vec!["!stunned"]),
        (soldiers(json!({})), vec![("knocked_figures", json!(1)), ("stunned_figures", json!(1))], vec!["!2 stunned"]),
        (soldiers(json!({})), vec![("disorder", json!(true))], vec!["!in disorder"]),
        (soldiers(json!({})), vec![("blocked", json!(true))], vec!["!blocked this turn"]),
        (soldiers(json!({})), vec![("fallen", json!(2))], vec!["2 fallen"]),
        (soldiers(json!({})), vec![("close_order", json!(true))], vec!["~in close order"]),
        (
            muskets.clone(),
            vec![("loaded_matchlock_musket", json!(2))],
            vec!["Matchlock musket with fork: 2 of 3 loaded"],
        ),
        (
            muskets.clone(),
            vec![("loaded_matchlock_musket", json!(0)), ("loading_matchlock_musket", json!(1))],
            vec!["Matchlock musket with fork: 0 of 3 loaded, 1 half loaded"],
        ),
        (muskets.clone(), vec![("fouled", json!(true))], vec!["musket fouled"]),
        (muskets.clone(), vec![("fouled_muskets", json!(1))], vec!["1 of 3 muskets fouled"]),
        (muskets, vec![("fork_dropped", json!(true))], vec!["without forks"]),
        (soldiers(json!({ "weapon": "pike" })), vec![("pike_spent", json!(true))], vec!["pike useless"]),
        (soldiers(json!({ "mount": "mounted_infantry" })), vec![("on_foot", json!(true))], vec!["on foot"]),
    ];
    for (profile, trackers, expected) in cases {
        assert_eq!(table(&profile, &trackers).tags("a1"), expected, "{trackers:?}");
    }
}

#[test]
fn each_kind_of_weapon_has_its_stock() {
    // Weapon and turns to load: with one loaded weapon of three, the other two are ready after that many turns.
    let kinds = [
        ("pistol", "Pistol", 1),
        ("short_arquebus", "Short arquebus, petronel, carbine", 1),
        ("long_arquebus", "Long arquebus, caliver", 1),
        ("matchlock_musket", "Matchlock musket with fork", 2),
        ("forkless_musket", "Heavy musket without its fork", 2),
        ("light_musket", "Light musket, early firelock", 2),
        ("rifled", "Rifled firearm", 2),
        ("light_crossbow", "Light crossbow", 1),
    ];
    for (weapon, label, turns) in kinds {
        let loaded = format!("loaded_{weapon}");
        let mut table = table(&soldiers(json!({ "missile": [weapon] })), &[(loaded.as_str(), json!(1))]);
        assert_eq!(table.tags("a1"), [format!("{label}: 1 of 3 loaded")]);
        assert_eq!(table.filled("shoot", &[("shooters", &["a1"]), ("target", &["b1"])])["shooters"][0]["count"], 1);
        assert_eq!(table.filled("reload", &[("shooter", &["a1"])])["reload_left"], turns, "{weapon}");
        table.phase("end");
        table.next();
        if turns == 2 {
            assert_eq!(table.tags("a1"), [format!("{label}: 1 of 3 loaded, 2 half loaded")]);
            table.set("a1", &loaded, 0);
            let input = table.filled("shoot", &[("shooters", &["a1"]), ("target", &["b1"])]);
            assert_eq!(input["shooters"][0]["reload_left"], 1, "{weapon}");
            assert_eq!(table.filled("reload", &[("shooter", &["a1"])])["reload_left"], 1, "{weapon}");
            table.set("a1", &loaded, 1);
            table.phase("end");
            table.next();
        }
        assert_eq!(table.tags("a1"), Vec::<String>::new(), "{weapon}");
    }
}

#[test]
fn turns_to_load_of_earlier_versions_are_read_for_every_kind() {
    let kinds = [
        ("short_arquebus", 1),
        ("long_arquebus", 1),
        ("forkless_musket", 2),
        ("light_musket", 2),
        ("rifled", 2),
        ("light_crossbow", 1),
    ];
    for (weapon, turns) in kinds {
        let mut table = table(&soldiers(json!({ "missile": [weapon] })), &[]);
        table.set("a1", &format!("reload_{weapon}"), turns);
        assert_eq!(table.value("a1", &format!("loaded_{weapon}")), 0, "{weapon}");
        if turns == 2 {
            assert_eq!(table.value("a1", &format!("loading_{weapon}")), 0, "{weapon}");
            table.set("a1", &format!("reload_{weapon}"), 1);
            assert_eq!(table.value("a1", &format!("loading_{weapon}")), 3, "{weapon}");
        }
        table.set("a1", &format!("reload_{weapon}"), 0);
        assert_eq!(table.value("a1", &format!("loaded_{weapon}")), 3, "{weapon}");
    }
}

#[test]
fn a_roster_is_described_with_its_points() {
    // A cavalry officer of class 4 with a warhorse, a breastplate and two pistols costs 12 + 1 + 8. Ten pikemen of class 3 cost 10 × 5.
    let officer = json!({ "name": "Officer", "class": 4, "role": "officer", "mount": "cavalry", "armour": "4",
                          "missile": ["pistol"], "pistols": 2 });
    let pikes = json!({ "name": "Pikes", "figures": 10, "weapon": "pike" });
    assert_eq!(roster_notes("argad", &[officer, pikes]), ["71 points", "Officer 21, Pikes 50"]);
    // Rifles have no price, so only the soldier of class 3 counts.
    let rifle = json!({ "name": "Rifle", "missile": ["rifled"] });
    assert_eq!(roster_notes("argad", &[rifle]), ["3 points", "Rifle 3", "Rifles have no price: they are not counted."]);
}

#[test]
fn everything_with_a_price_counts_in_a_roster() {
    // Points of the items, without those of a soldier of class 3.
    let missiles = [
        ("pistol", 4.0),
        ("short_arquebus", 4.0),
        ("long_arquebus", 4.0),
        ("matchlock_musket", 6.0),
        ("forkless_musket", 6.0),
        ("light_musket", 6.0),
        ("light_crossbow", 2.0),
        ("traditional_bow", 2.0),
        ("longbow", 4.0),
        ("javelin", 1.0),
    ];
    let points = |unit: Json| roster_notes("argad", &[unit])[0].clone();
    for (missile, price) in missiles {
        let unit = json!({ "name": "A", "missile": [missile] });
        assert_eq!(points(unit), format!("{} points", 3.0 + price), "{missile}");
    }
    let weapons = [
        ("sword", 0.0),
        ("dagger", 0.0),
        ("light_spear", 2.0),
        ("halberd", 3.0),
        ("bill", 3.0),
        ("long_bardiche", 3.0),
        ("pointed_axe", 2.0),
        ("pike", 2.0),
        ("two_handed", 2.0),
        ("long_tool", 0.5),
        ("heavy_tool", 1.0),
    ];
    for (weapon, price) in weapons {
        assert_eq!(points(json!({ "name": "A", "weapon": weapon })), format!("{} points", 3.0 + price), "{weapon}");
    }
}
