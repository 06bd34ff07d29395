use super::RULESET;
use super::terms::{RosterClass, TargetType};
use super::unit::profile::Unit;
use super::unit::{PROFILE, derive, describe};
use crate::facts::*;
use rules::prelude::*;
use rules::refusal::Code;
use serde_json::{Map, Value as Json, json};

fn object(json: &Json) -> Map<String, Json> {
    json.as_object().cloned().expect("a profile is an object")
}

/// Facts of a unit at the start of a battle, with some trackers changed.
fn unit(profile: Json, trackers: Json) -> Facts {
    let mustered = RULESET.mustered(&object(&profile));
    let mut facts = mustered.clone();
    for tracker in RULESET.trackers.unit {
        if let Some(start) = tracker.begins(&mustered) {
            facts.set(tracker.id, start);
        }
    }
    for (id, value) in object(&trackers) {
        assert!(RULESET.tracker(&id, &mustered).is_some(), "{id} is not tracked of such a unit");
        facts.set(&id, value);
    }
    derive(&mut facts);
    facts
}

/// Asserts that the facts have these values; `null` means that the fact is unknown.
#[track_caller]
fn assert_known(facts: &Facts, expected: Json) {
    for (id, value) in object(&expected) {
        assert_eq!(facts.get(&id).unwrap_or(&Json::Null), &value, "{id}");
    }
}

fn refused(profile: Json) -> (Code, String) {
    let refusal = Unit::from_object(&object(&profile)).expect_err("to be refused");
    (refusal.code, refusal.field.clone())
}

fn words(facts: &Facts) -> String {
    describe(facts).iter().map(ToString::to_string).collect::<Vec<_>>().join(" · ")
}

fn tags(facts: &Facts) -> Vec<String> {
    RULESET.tags(facts).iter().map(|tag| tag.words.to_string()).collect()
}

fn mixed_regiment() -> Json {
    json!({
        "name": "Montagu's", "pikes": 8, "muskets": 12, "command": 4, "command_as_pikes": 4, "formation": "dutch",
        "fighting_ability": "raw", "morale_class": "average"
    })
}

fn horse() -> Json {
    json!({ "name": "Byron's", "troop_type": "horse", "figures": 9 })
}

fn dragoons() -> Json {
    json!({ "name": "Okey's", "troop_type": "dragoons", "figures": 10 })
}

#[test]
fn every_field_of_the_profile_is_explained() {
    for field in PROFILE.fields {
        assert!(!field.label.is_empty(), "{} has no label", field.id);
        assert!(field.id == "name" || !field.help.is_empty(), "{} has no help", field.id);
    }
}

#[test]
fn a_name_and_some_figures_are_enough() {
    for troops in ["halberds", "horse", "dragoons", "irregular_light_cavalry", "artillery"] {
        let profile = json!({ "name": "Theirs", "troop_type": troops, "figures": 2 });
        assert!(Unit::from_object(&object(&profile)).is_ok(), "{troops}");
    }
    assert!(Unit::from_object(&object(&json!({ "name": "Ours", "muskets": 1 }))).is_ok());
    assert!(Unit::from_object(&object(&json!({ "name": "Fairfax", "troop_type": "general" }))).is_ok());
}

#[test]
fn contradictory_entries_of_a_roster_are_refused_at_their_field() {
    let cases = [
        (json!({ "name": "A" }), Code::BadValue, "pikes"),
        (json!({ "name": "A", "pikes": 4, "command": 1, "command_as_pikes": 2 }), Code::BadValue, "command_as_pikes"),
        (json!({ "name": "A", "pikes": 200, "command": 1, "command_as_pikes": 1 }), Code::BadValue, "command"),
        (json!({ "name": "A", "pikes": 4, "figures": 4 }), Code::BadValue, "figures"),
        (json!({ "name": "A", "muskets": 4, "lance": true }), Code::BadValue, "lance"),
        (json!({ "name": "A", "troop_type": "horse" }), Code::MissingField, "figures"),
        (json!({ "name": "A", "troop_type": "horse", "figures": 9, "muskets": 9 }), Code::BadValue, "muskets"),
        (json!({ "name": "A", "troop_type": "dragoons", "figures": 9, "armour": "partly" }), Code::BadValue, "armour"),
        (
            json!({ "name": "A", "troop_type": "horse", "figures": 9, "formation": "open_order" }),
            Code::NotAllowed,
            "formation",
        ),
        (json!({ "name": "A", "troop_type": "artillery", "gun": "light", "figures": 3 }), Code::BadValue, "figures"),
        (json!({ "name": "A", "troop_type": "general", "figures": 1 }), Code::BadValue, "figures"),
        (json!({ "name": "A", "troop_type": "general", "morale_class": "good" }), Code::BadValue, "morale_class"),
    ];
    for (profile, code, field) in cases {
        assert_eq!(refused(profile.clone()), (code, field.to_owned()), "{profile}");
    }
}

#[test]
fn command_figures_count_among_pikes_and_muskets_from_the_start() {
    let fresh = unit(mixed_regiment(), json!({}));
    assert_known(&fresh, json!({ "pikes": 12, "muskets": 12, "command": null }));
    let later = unit(mixed_regiment(), json!({ "pikes": 9 }));
    assert_known(&later, json!({ "pikes": 9, "muskets": 12 }));
}

#[test]
fn both_regiments_of_the_source_have_its_ranks_and_fronts() {
    let dutch = unit(mixed_regiment(), json!({}));
    assert_known(&dutch, json!({ "ranks": 3, "front_pikes": 4, "front_muskets": 4 }));
    assert_known(&dutch, json!({ "casualty_line": "1:1", "frontage_mm": 80, "men": 600 }));
    let swedish = unit(json!({ "name": "A", "pikes": 8, "muskets": 12, "command": 4 }), json!({}));
    assert_known(&swedish, json!({ "ranks": 2, "front_pikes": 4, "front_muskets": 8 }));
    assert_known(&swedish, json!({ "casualty_line": "1:2", "frontage_mm": 120 }));
}

#[test]
fn firing_groups_grow_with_counters_and_shrink_with_training() {
    assert_eq!(unit(mixed_regiment(), json!({ "counters": 3 })).value(FIRING_GROUP), Some(3 + 1 + 1));
    let bows = json!({ "name": "A", "troop_type": "irregular_light_cavalry", "figures": 8, "bows": true });
    assert_eq!(unit(bows, json!({ "counters": 3 })).value(FIRING_GROUP), Some(4 + 3));
    assert_eq!(unit(horse(), json!({ "counters": 3 })).value(FIRING_GROUP), Some(4 + 1));
}

#[test]
fn facts_that_do_not_apply_to_a_unit_are_missing() {
    let horse = unit(horse(), json!({}));
    for id in ["pikes", "muskets", "front_pikes", "pike_armour", "bayonet", "gun", "mounted", "crew"] {
        assert_eq!(horse.get(id), None, "{id} of horse");
    }
    let foot = unit(mixed_regiment(), json!({}));
    for id in ["figures", "front_figures", "armour", "lance", "pistols", "pistols_loaded", "plug_fixed", "gun"] {
        assert_eq!(foot.get(id), None, "{id} of foot");
    }
    let general = unit(json!({ "name": "Rupert", "troop_type": "general" }), json!({}));
    for id in ["counters", "figures", "morale_class", "armour", "ranks", "general_with"] {
        assert_eq!(general.get(id), None, "{id} of a general");
    }
    assert_known(&general, json!({ "mover": "mounted_general" }));
}

#[test]
fn mounted_dragoons_are_cavalry_and_dismounted_ones_musketeers() {
    let mounted = unit(dragoons(), json!({}));
    assert_known(&mounted, json!({ "troop_type": "mounted_dragoons", "figures": 10 }));
    assert_known(&mounted, json!({ "mover": "cavalry", "ranks": 1, "armour": null }));
    let on_foot = unit(dragoons(), json!({ "mounted": false, "figures": 8 }));
    assert_known(&on_foot, json!({ "troop_type": "foot", "muskets": 8, "figures": null }));
    assert_known(&on_foot, json!({ "mover": "infantry", "front_muskets": 4, "roster_troop_type": "dragoons" }));
    // Losses of dragoons on foot are losses of muskets, which reduce the tracker `figures`.
    let mustered = RULESET.mustered(&object(&dragoons()));
    assert_eq!(RULESET.tracker("muskets", &mustered).map(|tracker| tracker.id), Some("figures"));
}

#[test]
fn horse_have_pistols_and_armour_unless_the_roster_gives_others() {
    let usual = unit(horse(), json!({}));
    assert_known(
        &usual,
        json!({ "pistols": "loaded", "pistols_loaded": true, "armour": "partly", "weapon": "pistol" }),
    );
    let empty = unit(horse(), json!({ "pistols": "empty" }));
    assert_known(&empty, json!({ "pistols": "empty", "pistols_loaded": false }));
    let lancers = json!({ "name": "A", "troop_type": "horse", "figures": 9, "pistols": false, "lance": true });
    let lancers = unit(lancers, json!({}));
    assert_known(&lancers, json!({ "pistols": "none", "weapon": null }));
    let croats = unit(json!({ "name": "A", "troop_type": "irregular_light_cavalry", "figures": 9 }), json!({}));
    assert_known(&croats, json!({ "pistols": "none", "armour": "unarmoured" }));
}

#[test]
fn a_gun_is_ready_once_it_is_unlimbered_and_prepared() {
    let gun = json!({ "name": "A drake", "troop_type": "artillery", "figures": 3 });
    let limbered = unit(gun.clone(), json!({}));
    assert_known(&limbered, json!({ "ready": false, "mover": "limbered_guns", "crew": 3 }));
    let limbering = unit(gun.clone(), json!({ "limbered": false, "half_moves_done": 1 }));
    assert!(!limbering.holds(READY));
    let ready = unit(gun, json!({ "limbered": false }));
    assert_known(&ready, json!({ "ready": true, "mover": "manhandled_guns" }));
}

#[test]
fn counters_are_limited_by_the_morale_class_once_it_is_known() {
    let limit = |facts: &Facts| {
        RULESET
            .trackers
            .unit
            .iter()
            .find(|tracker| tracker.id == "counters")
            .and_then(|counters| (counters.threshold?)(facts))
    };
    assert_eq!(limit(&unit(mixed_regiment(), json!({}))), Some(6));
    assert_eq!(limit(&unit(horse(), json!({}))), None);
    assert_eq!(limit(&unit(horse(), json!({ "morale_class": "nervous" }))), Some(2));
}

#[test]
fn a_card_describes_training_class_figures_and_formation() {
    assert_eq!(
        words(&unit(mixed_regiment(), json!({ "muskets": 11 }))),
        "Raw · average · 12 pikes, 11 muskets · Dutch order, 3 deep"
    );
    assert_eq!(
        words(&unit(horse(), json!({}))),
        "Trained · class not known yet · 9 horse · pistols · Swedish order, 1 deep"
    );
    assert_eq!(
        words(&unit(dragoons(), json!({ "mounted": false, "formation": "open_order", "morale_class": "poor" }))),
        "Trained · poor · 10 dragoons on foot · Open order, 1 deep"
    );
    let gun = json!({ "name": "A", "troop_type": "artillery", "figures": 2, "morale_class": "good" });
    assert_eq!(words(&unit(gun, json!({}))), "Trained · good · medium gun, crew 2 of 3");
    assert_eq!(words(&unit(json!({ "name": "A", "troop_type": "general" }), json!({}))), "General · mounted");
}

#[test]
fn tags_show_counters_losses_and_wounds() {
    let regiment = |trackers| tags(&unit(mixed_regiment(), trackers));
    assert_eq!(regiment(json!({})), Vec::<String>::new());
    assert_eq!(regiment(json!({ "counters": 4 })), ["2 counters from breaking"]);
    assert_eq!(regiment(json!({ "counters": 5 })), ["1 counter from breaking"]);
    assert_eq!(regiment(json!({ "counters": 6, "broken": true })), ["Broken", "At its breaking number"]);
    assert_eq!(regiment(json!({ "pikes": 0, "muskets": 0, "broken": true })), ["Destroyed"]);
    let horse = tags(&unit(horse(), json!({ "counters": 1, "pistols": "empty", "rally_bounds_left": 2 })));
    assert_eq!(horse, ["Morale class to be rolled", "Pistols empty", "2 bounds until rallied"]);
    let general = json!({ "name": "A", "troop_type": "general" });
    assert_eq!(tags(&unit(general.clone(), json!({ "dead": true, "lost": true }))), ["Dead"]);
    assert_eq!(
        tags(&unit(general, json!({ "mounted": false, "recovery_bounds": 1 }))),
        ["On foot", "Wounded: 1 bound"]
    );
}

#[test]
fn a_unit_is_in_melee_in_contact_or_after_the_first_bound() {
    assert!(!unit(horse(), json!({ "charging": true })).holds(IN_MELEE));
    assert!(unit(horse(), json!({ "contacts": ["k1"] })).holds(IN_MELEE));
    assert!(unit(horse(), json!({ "melee_bound": 2 })).holds(IN_MELEE));
}

#[test]
fn units_of_the_samples_have_no_tags_except_guns_that_are_not_ready() {
    let samples: Json = serde_json::from_str(RULESET.rosters.samples).expect("samples are JSON");
    for profile in
        samples["rosters"].as_array().into_iter().flatten().flat_map(|roster| roster["units"].as_array()).flatten()
    {
        assert!(tags(&unit(profile.clone(), json!({}))).iter().all(|words| words == "Gun not ready"), "{profile}");
    }
}

#[test]
fn conversions_between_enums_keep_the_id() {
    for target in TargetType::ALL {
        let is_general = *target == TargetType::General;
        assert_eq!(target.troops().map(Choices::id), Some(target.id()).filter(|_| !is_general));
    }
    for class in RosterClass::ALL {
        let is_unknown = *class == RosterClass::Unknown;
        assert_eq!(class.known().map(Choices::id), Some(class.id()).filter(|_| !is_unknown));
    }
}

#[test]
fn a_broken_unit_retires_a_full_move_of_its_troops() {
    let foot = |formation: &str| json!({ "muskets": 8, "formation": formation });
    let others = ["halberds", "horse", "dragoons", "irregular_light_cavalry", "artillery"];
    let others = others.map(|arm| json!({ "troop_type": arm, "figures": 4, "gun": "heavy" }));
    for mut profile in [foot("swedish"), foot("open_order")].into_iter().chain(others) {
        profile["name"] = "A unit".into();
        profile["morale_class"] = "average".into();
        let broken = unit(profile.clone(), json!({ "broken": true }));
        let scene = Scene::without_table(vec![("unit", vec![broken.clone()])]);
        let procedure = RULESET.procedure("break_unit").expect("the procedure");
        let input = rules::filling::input(procedure, &scene, &Map::new(), &Map::new());
        let ready = procedure.read(&input).unwrap_or_else(|refusal| panic!("{refusal:?} of {profile}"));
        let resolved =
            (0..8).find_map(|dice| ready.resolve(&vec![1; dice]).result.ok()).expect("fewer than eight dice");
        let retires = resolved.outcome.at("retire_in").and_then(Value::number);
        assert_eq!(retires, broken.value(MOVER).map(|mover| mover.base_in()), "{profile}");
    }
}
