//! Signs of units: their troops, the numbers left, and their formation.

use battle::State;
use exchange::storage::roster::{Roster, presets};
use rules::ruleset::{Bearing, Body, Files, Muzzle, Sign, Troops, Weight};
use serde_json::{Value as Json, json};
use test_rulesets as rulesets;
use testing::table::{Table, formation};

fn sign(table: &Table, unit: &str) -> Sign {
    let state: &State = table.battle.state();
    (table.ruleset.glance.sign)(&state.facts(unit), state.mustered(unit).unwrap())
}

fn alone(ruleset: &str, unit: Json) -> Table {
    Table::laid(ruleset, &[unit], &[])
}

fn files(troops: Troops, left: u32, raised: u32) -> Files {
    Files { troops, left, raised }
}

#[test]
fn foot_is_drawn_as_pikes_between_shot_and_loses_from_either() {
    let mut table = alone("pike_and_shot", json!({ "pikes": 8, "muskets": 16, "morale_class": "average" }));
    table.set("a1", "pikes", 5);
    table.set("a1", "muskets", 13);
    let Sign { body: Body::Block { front, behind }, bearing, muzzle } = sign(&table, "a1") else { panic!("a block") };
    let expected = [files(Troops::Shot, 6, 8), files(Troops::Pikes, 5, 8), files(Troops::Shot, 7, 8)];
    assert_eq!((front.as_slice(), behind.len()), (&expected[..], 0));
    assert_eq!((bearing, muzzle), (Bearing::Steady, None));
    table.set("a1", "broken", true);
    assert_eq!(sign(&table, "a1").bearing, Bearing::Running);
    table.set("a1", "lost", true);
    assert_eq!(sign(&table, "a1").bearing, Bearing::Gone);
}

#[test]
fn dragoons_horse_guns_and_generals_have_different_signs() {
    let mut table = Table::laid(
        "pike_and_shot",
        &[
            json!({ "troop_type": "dragoons", "figures": 8, "morale_class": "average" }),
            json!({ "troop_type": "horse", "figures": 10, "pistols": true, "morale_class": "good" }),
            json!({ "troop_type": "artillery", "gun": "heavy", "figures": 4, "morale_class": "average" }),
            json!({ "troop_type": "general" }),
        ],
        &[],
    );
    assert_eq!(sign(&table, "a1").body, Body::block(Troops::Dragoons, 8, 8));
    table.set("a1", "mounted", false);
    assert_eq!(sign(&table, "a1").body, Body::block(Troops::DragoonsOnFoot, 8, 8));
    assert_eq!(sign(&table, "a2").muzzle, Some(Muzzle::Loaded));
    table.set("a2", "pistols", "empty");
    table.set("a2", "figures", 7);
    let horse = sign(&table, "a2");
    assert_eq!((horse.body, horse.muzzle), (Body::block(Troops::Horse, 7, 10), Some(Muzzle::Empty)));
    let gun = sign(&table, "a3");
    assert_eq!(gun.body, Body::Gun { weight: Weight::Heavy, crew: 4 });
    assert_eq!(
        gun.muzzle,
        Some(if table.battle.state().facts("a3").get("ready") == Some(&json!(true)) {
            Muzzle::Loaded
        } else {
            Muzzle::Empty
        })
    );
    assert_eq!(sign(&table, "a4").body, Body::Flag);
}

#[test]
fn a_tercio_loses_arquebuses_first_and_other_units_lose_stands() {
    let unit = |kind: &str| json!({ "army": "other", "type": kind, "move_squares": 2, "fight_die": "d8", "shoot_die": "d8", "weapon_range_squares": 2 });
    let mut table = Table::laid("pikette_squared", &[unit("tercio"), unit("arquebus")], &[]);
    table.set("a1", "stands", 5);
    let Body::Block { front, .. } = sign(&table, "a1").body else { panic!("a block") };
    assert_eq!(front, [files(Troops::Shot, 1, 1), files(Troops::Pikes, 4, 4), files(Troops::Shot, 0, 1)]);
    table.set("a2", "stands", 1);
    assert_eq!(sign(&table, "a2").body, Body::Stands { troops: Troops::Shot, left: 1, full: 2 });
    assert_eq!(sign(&table, "a2").muzzle, Some(Muzzle::Loaded));
    table.set("a2", "fired", true);
    assert_eq!(sign(&table, "a2").muzzle, Some(Muzzle::Empty));
    for (state, bearing) in
        [("disordered", Bearing::Shaken), ("routed", Bearing::Running), ("destroyed", Bearing::Gone)]
    {
        table.set("a2", "state", state);
        assert_eq!(sign(&table, "a2").bearing, bearing, "{state}");
    }
}

#[test]
fn elements_are_drawn_in_ranks_and_losses_come_off_the_rear() {
    let groups =
        json!([{ "type": "pike", "elements": 4, "front": 2 }, { "type": "firearm", "elements": 6, "front": 6 }]);
    let mut table = alone("arquebusier", json!({ "nature": "regular", "groups": groups }));
    table.set("a1", "lost_pike", 1);
    let Body::Block { front, behind } = sign(&table, "a1").body else { panic!("a block") };
    assert_eq!(front, [files(Troops::Pikes, 2, 2), files(Troops::Shot, 6, 6)]);
    assert_eq!(behind, [files(Troops::Pikes, 1, 2)]);
    table.set("a1", "shaken_close_fire", true);
    assert_eq!(sign(&table, "a1").bearing, Bearing::Shaken);
}

#[test]
fn each_type_of_element_has_its_sign_and_dragoons_two() {
    for (troop, troops) in [
        ("pike", Troops::Pikes),
        ("firearm", Troops::Shot),
        ("sword", Troops::Blades),
        ("bill", Troops::Blades),
        ("mob", Troops::Mob),
        ("pistolier", Troops::Horse),
        ("lancer", Troops::Horse),
        ("harquebusier", Troops::LightHorse),
    ] {
        assert_eq!(sign(&alone("arquebusier", formation(troop)), "a1").body, Body::block(troops, 4, 4), "{troop}");
    }
    let mut table = alone("arquebusier", formation("dragoon"));
    for (mounted, troops) in [(true, Troops::Dragoons), (false, Troops::DragoonsOnFoot)] {
        table.set("a1", "mounted", mounted);
        assert_eq!(sign(&table, "a1").body, Body::block(troops, 4, 4));
    }
}

#[test]
fn figures_are_counted_one_by_one_with_their_loads() {
    let mut table = alone("argad", json!({ "figures": 5, "class": 3, "missile": ["long_arquebus"] }));
    let all = sign(&table, "a1");
    assert_eq!(all.muzzle, Some(Muzzle::Loaded));
    table.set("a1", "figures", 4);
    table.set("a1", "stunned_figures", 1);
    table.set("a1", "loaded_long_arquebus", 2);
    let now = sign(&table, "a1");
    assert_eq!(now.body, Body::Figures { troops: Troops::Blades, class: 3, sound: 3, down: 1, raised: 5 });
    assert_eq!(now.muzzle, Some(Muzzle::Half));
    table.set("a1", "loaded_long_arquebus", 0);
    assert_eq!(sign(&table, "a1").muzzle, Some(Muzzle::Empty));
}

#[test]
fn signs_of_unharmed_units_show_no_losses() {
    for ruleset in rulesets::ALL {
        let of_samples = Roster::samples(ruleset).into_iter().flat_map(|roster| roster.units);
        for unit in of_samples.chain(presets(ruleset)) {
            let raised = ruleset.mustered(&unit);
            let mut facts = raised.clone();
            (ruleset.derive)(&mut facts);
            let sign = (ruleset.glance.sign)(&facts, &raised);
            assert_eq!(sign.bearing, Bearing::Steady, "{unit:?}");
            match sign.body {
                Body::Block { front, behind } => {
                    assert!(!front.is_empty(), "{unit:?}");
                    assert!(front.iter().chain(&behind).all(|files| files.left == files.raised), "{unit:?}");
                }
                Body::Stands { left, full, .. } => assert!(left == full && full > 0, "{unit:?}"),
                Body::Gun { crew, .. } => assert!(crew > 0, "{unit:?}"),
                Body::Figures { sound, down, raised, .. } => assert!(sound == raised && down == 0, "{unit:?}"),
                Body::Flag => {}
            }
        }
    }
}
