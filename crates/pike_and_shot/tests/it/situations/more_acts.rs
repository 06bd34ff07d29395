//! Requests that contradict themselves, names of companies, and effects of acts on the table.

use super::{gun, table, troops};
use serde_json::{Value as Json, json};
use testing::asked::{Rules, with};
use testing::table::{Table, foot, horse, outcome};

const ID: &str = "pike_and_shot";
const RULES: Rules = Rules(ID);

#[test]
fn figures_are_counted_by_their_own_kinds() {
    let test = |target: Json| RULES.refusal("casualty_test", json!({ "hits": 1, "target": target }));
    assert_eq!(test(json!({ "troop_type": "horse", "figures": 8 })), "allowed");
    assert_eq!(test(json!({ "troop_type": "horse", "figures": 8, "pikes": 1 })), "bad_value target.pikes");
    assert_eq!(test(json!({ "troop_type": "horse", "figures": 8, "muskets": 1 })), "bad_value target.muskets");
    let line = |pikes: i32, muskets: i32| {
        let drawn = json!({ "troop_type": "foot", "formation": "swedish", "pikes": pikes, "muskets": muskets });
        RULES.outcome("formation", drawn, &[])["casualty_line"].clone()
    };
    assert_eq!((line(8, 0), line(0, 8), line(8, 8)), (json!("none"), json!("none"), json!("1:1")));
    let command = |troops: &str, figures: Json| {
        let drawn = with(json!({ "troop_type": troops, "formation": "swedish", "command": 2 }), figures);
        RULES.refusal("formation", drawn)
    };
    assert_eq!(command("foot", json!({ "pikes": 8, "muskets": 8 })), "allowed");
    assert_eq!(command("horse", json!({ "figures": 8 })), "bad_value command");
}

#[test]
fn a_gun_kills_figures_of_any_kind() {
    // Firing Artillery: a 6 kills, regardless of armour.
    let lost = |target: Json| {
        let lost = RULES.outcome("casualty_test", json!({ "hits": 1, "cause": "artillery", "target": target }), &[6]);
        ["pikes_lost", "muskets_lost", "figures_lost"].map(|kind| lost[kind].as_i64().unwrap())
    };
    assert_eq!(lost(json!({ "troop_type": "foot", "pikes": 8 })), [1, 0, 1]);
    assert_eq!(lost(json!({ "troop_type": "foot", "muskets": 8 })), [0, 1, 1]);
    assert_eq!(lost(json!({ "troop_type": "horse", "figures": 8 })), [0, 0, 1]);
}

#[test]
fn fallen_musketeers_reduce_only_muskets() {
    let table = Table::laid(ID, &[foot()], &[foot()]);
    // At eight pikes to sixteen muskets, a 6 hits a musketeer.
    let consequences = table.consequences("casualty_test", &[("target", &["b1"])], &json!({ "hits": 1 }), &[6, 6]);
    let keys: Vec<&str> = consequences.effects.iter().map(|effect| effect.key).collect();
    assert!(keys.contains(&"muskets") && !keys.contains(&"pikes") && !keys.contains(&"figures"), "{keys:?}");
}

#[test]
fn only_plug_bayonets_prevent_fire() {
    // Musket with Bayonet.
    let fire = |bayonet: &str, fixed: bool| {
        let input = json!({
            "front_muskets": 4, "ranks": 2, "range_in": 5, "bayonet": bayonet, "plug_fixed": fixed,
            "target": { "troop_type": "horse", "figures": 8 },
        });
        RULES.refusal("infantry_fire", input)
    };
    assert_eq!(fire("plug", false), "allowed");
    assert_eq!(fire("plug", true), "not_allowed plug_fixed");
    assert_eq!([fire("ring", true), fire("none", true)], ["bad_value plug_fixed"; 2]);
    assert_eq!(fire("ring", false), "allowed");
}

#[test]
fn each_firer_is_named_by_its_number() {
    let firer = json!({ "kind": "infantry", "front_muskets": 4, "ranks": 2, "range_in": 5 });
    let input = json!({ "firers": [firer, firer], "target": { "troop_type": "horse", "figures": 8 } });
    let sentences = outcome(ID, "combined_fire", &input, &[1, 1]);
    assert_eq!(sentences, ["No hit.", "Firer 1: 1 die.", "Firer 2: 1 die."]);
}

#[test]
fn a_firer_among_several_is_asked_each_field_once() {
    let fire = test_rulesets::RULESETS.find(ID).unwrap().procedure("combined_fire").unwrap();
    let firer = fire.form.holding("firers[0].kind").unwrap();
    for (kind, own) in [("infantry", "plug_fixed"), ("cavalry", "pistols_loaded"), ("artillery", "crew")] {
        let input = json!({ "kind": kind, "agreed_ground": true, "bayonet": "plug", "weapon": "pistol" });
        let asked = firer.fields.iter().filter(|field| field.matters(firer, input.as_object().unwrap()));
        let asked: Vec<&str> = asked.map(|field| field.id).collect();
        for field in ["range_in", "ground", "target_in_ground", "agreed_ground_in", own] {
            assert_eq!(asked.iter().filter(|id| **id == field).count(), 1, "{field} of {kind}: {asked:?}");
        }
        let of_others = ["plug_fixed", "pistols_loaded", "crew"].into_iter().filter(|field| *field != own);
        of_others.for_each(|field| assert!(!asked.contains(&field), "{field} of {kind}"));
    }
}

#[test]
fn combined_fire_lists_the_rulings_of_all_its_firers() {
    let rulings = |id: &str| test_rulesets::RULESETS.find(ID).unwrap().procedure(id).unwrap().rulings;
    // Combined fire is always simultaneous, so the choice of R41 has no effect on it.
    let of_one = ["infantry_fire", "cavalry_fire", "artillery_fire"].into_iter().flat_map(rulings);
    for ruling in of_one.filter(|ruling| **ruling != "R41") {
        assert!(rulings("combined_fire").contains(ruling), "{ruling}");
    }
}

#[test]
fn own_rules_can_change_saves_wherever_a_unit_in_cover_saves() {
    for (id, places) in [("infantry_fire", &["target"][..]), ("melee_round", &["side_a[]", "side_b[]"])] {
        let procedure = test_rulesets::RULESETS.find(ID).unwrap().procedure(id).unwrap();
        let saves = procedure.adjustable.iter().filter(|number| number.id == "saves_on");
        assert_eq!(saves.map(|number| number.at).collect::<Vec<_>>(), places, "{id}");
    }
}

#[test]
fn only_a_change_of_formation_takes_time() {
    let words = |formation: &str| {
        let mut table = table(&foot(), &[]);
        table.phase("other_moves");
        table.words("formation", &[("unit", &["a1"])], &json!({ "formation": formation }), &[])
    };
    let takes_time = "Changing formation takes half a move.".to_owned();
    assert_eq!([words("dutch").contains(&takes_time), words("swedish").contains(&takes_time)], [true, false]);
}

#[test]
fn a_sub_unit_rejoins_only_a_unit_of_its_troops() {
    // Figures of horse have no place in a unit of foot.
    let mut table = Table::laid(ID, &[foot(), horse(), foot()], &[horse()]);
    table.phase("other_moves");
    let barred = |sub_unit: &str| {
        table.barred("sub_unit", &[("parent", &["a1"]), ("sub_unit", &[sub_unit])], &json!({ "action": "rejoin" }))
    };
    assert_eq!(barred("a2"), ["other_troops"]);
    assert_eq!(barred("a3"), [""; 0]);
}

#[test]
fn only_cavalry_with_pistols_or_bows_is_a_cavalry_firer() {
    let bows = troops("irregular_light_cavalry", json!({ "bows": true }));
    let none = troops("irregular_light_cavalry", json!({}));
    let table = Table::laid(ID, &[horse(), bows, none, foot(), gun(json!({}))], &[foot()]);
    let fits = ["a1", "a2", "a3", "a4", "a5"].map(|id| table.fits("cavalry_fire", "firer", id) == "fits");
    assert_eq!(fits, [true, true, false, false, false]);
}

#[test]
fn units_without_figures_do_not_give_up_a_horse() {
    let mut table = Table::laid(ID, &[json!({ "troop_type": "general" }), horse()], &[foot()]);
    table.set("a2", "figures", 0);
    let roles: &[(&'static str, &[&str])] = &[("general", &["a1"]), ("unit", &["a2"])];
    let consequences = table.consequences("general_casualty", roles, &json!({ "trooper_gives_horse": true }), &[6, 2]);
    assert!(consequences.others.is_empty(), "{:?}", consequences.others);
}

#[test]
fn odds_of_one_unit_need_a_unit_of_the_melee() {
    let unit = json!({ "troop_type": "foot", "pikes": 8, "muskets": 8, "ranks": 2, "morale_class": "average" });
    let shown = |more: Json| RULES.refusal("melee_round", with(json!({ "side_a": [unit], "side_b": [unit] }), more));
    let of = |focus: &str| json!({ "report": "one_unit", "focus": focus });
    assert_eq!(shown(json!({})), "allowed");
    assert_eq!([shown(of("a1")), shown(of("b1"))], ["allowed"; 2]);
    assert_eq!(shown(of("a2")), "bad_value focus");
    assert_eq!(shown(json!({ "report": "one_unit" })), "missing_field focus");
    assert_eq!(shown(json!({ "focus": "a1" })), "bad_value focus");
}

#[test]
fn a_unit_that_breaks_has_answered_a_charge_only_if_it_was_charged() {
    // Reaction Tests 1.
    let answered = |phase: &str, charged: bool| {
        let mut table = Table::laid(ID, &[horse()], &[horse()]);
        table.phase("charges");
        if charged {
            table.play("reaction_charge", &[("unit", &["b1"]), ("opponent", &["a1"])], json!({}), &[6]);
        }
        table.phase(phase);
        table.set("a1", "counters", 6);
        let consequences = table.consequences("break_unit", &[("unit", &["a1"])], &json!({ "cause": "counters" }), &[]);
        consequences.effects.iter().any(|effect| effect.key == "response")
    };
    assert!(answered("charges", true));
    assert!(!answered("charges", false));
    assert!(!answered("melee", true));
}

#[test]
fn broken_units_of_unknown_class_cannot_rest() {
    let rest = |more: Json| RULES.refusal("rest", with(json!({ "action": "none", "counters": 1 }), more));
    assert_eq!(rest(json!({ "broken": true })), "bad_value morale_class");
    assert_eq!([rest(json!({})), rest(json!({ "broken": true, "morale_class": "good" }))], ["allowed"; 2]);
}

#[test]
fn a_distance_takes_one_half_move_or_two() {
    // Movement: six inches, or three in woods.
    let spent = |distance: f64, woods: bool, before: i32| {
        let mut table = table(&foot(), &[("half_moves_spent", json!(before))]);
        table.phase("other_moves");
        let terrain = if woods { "off_road" } else { "none" };
        let answers = json!({ "distance_in": distance, "woods_or_town": terrain });
        table.play("movement_allowance", &[("unit", &["a1"])], answers, &[]);
        table.value("a1", "half_moves_spent")
    };
    assert_eq!([spent(3.0, false, 0), spent(3.5, false, 0)], [json!(1), json!(2)]);
    assert_eq!([spent(1.5, true, 0), spent(2.0, true, 0)], [json!(1), json!(2)]);
    assert_eq!(spent(0.0, false, 1), 1);
}

#[test]
fn a_company_is_named_after_its_unit_within_the_limit() {
    // A name has at most sixty characters.
    let mut long = foot();
    long["name"] = "x".repeat(60).into();
    let mut table = Table::laid(ID, &[long], &[foot()]);
    table.phase("other_moves");
    let answers = json!({ "action": "detach", "muskets": 6 });
    let sentences = table.words("sub_unit", &[("parent", &["a1"])], &answers, &[]);
    assert!(sentences.contains(&format!("{} 1: now on the table.", "x".repeat(58))), "{sentences:?}");
}

#[test]
fn speeches_are_offered_to_units_that_a_general_can_help() {
    // Generals.
    let due = |trackers: &[(&str, Json)]| {
        let mut table = table(&foot(), trackers);
        table.phase("generals");
        table.duties().iter().any(|duty| duty.starts_with("rousing_speech"))
    };
    let (shaken, with_him) = (|| ("counters", json!(2)), || ("general_with", json!(true)));
    assert!(due(&[shaken(), with_him()]));
    assert!(!due(&[with_him()]));
    assert!(!due(&[shaken()]));
    for flag in ["fired", "already_addressed"] {
        assert!(!due(&[shaken(), with_him(), (flag, json!(true))]), "{flag}");
    }
}

#[test]
fn the_pursued_unit_is_filled_in() {
    let mut table = Table::laid(ID, &[horse()], &[foot(), foot()]);
    table.set("a1", "pursuit_of", "b2");
    assert_eq!(table.opened("reaction_pursuit", ("unit", "a1"), "opponent"), ["b2"]);
    assert_eq!(table.offered("reaction_pursuit", ("unit", "a1"), "opponent"), ["b2", "b1"]);
}

#[test]
fn guns_without_crew_do_not_fire_and_units_that_acted_do_not_rest() {
    let concerned = |profile: Json, trackers: &[(&str, Json)]| table(&profile, trackers).concerned("a1");
    let ready = || ("limbered", json!(false));
    assert!(concerned(gun(json!({})), &[ready()]).contains(&"other_fire"));
    assert!(!concerned(gun(json!({})), &[ready(), ("figures", json!(0))]).contains(&"other_fire"));
    assert!(concerned(horse(), &[("counters", json!(1))]).contains(&"rest"));
    assert!(!concerned(horse(), &[("counters", json!(1)), ("fired", json!(true))]).contains(&"rest"));
    assert!(!concerned(horse(), &[]).contains(&"rest"));
    assert!(!concerned(horse(), &[("counters", json!(1)), ("lost", json!(true))]).contains(&"rest"));
}
