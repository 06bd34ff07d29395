//! The turn apart from bars and duties: notes, reports of Next, candidates for roles, and filled-in values.

use battle::binding;
use rules::filling;
use rules::form::path;
use serde_json::{Map, Value as Json, json};
use testing::table::{Table, foot, formation, french, horse, spanish, taking};

#[test]
fn notes_list_what_the_card_in_play_allows() {
    let mut table =
        Table::laid("pikette_squared", &[spanish("pike"), spanish("lancers")], &[french("gendarmes"), french("pike")]);
    assert!(table.notes().is_empty(), "nobody has the initiative");
    table.phase("first_side");
    table.set("a", "pips", 4);
    table.set("b", "place", "second");
    table.set("battle", "card", "infantry_move");
    let notes = table.notes();
    assert!(notes[0].contains("foot and the leader move or turn"), "{notes:?}");
    assert_eq!(notes[1..], ["They may: A1.", "Who comes within 3 squares of French knights draws them: B1."]);
    table.set("a1", "done_move", true);
    assert!(!table.notes().iter().any(|note| note.starts_with("They may")));
    // Under a melee card, units in contact come first.
    table.set("battle", "card", "melee");
    table.set("a2", "contact", json!(["b2"]));
    assert_eq!(table.notes()[1], "They may: A2, A1.");
    table.set("battle", "card", "reload");
    assert_eq!(table.notes().len(), 1, "nobody has fired");
    table.set("battle", "card", "courage");
    assert_eq!(table.notes()[1], "Feared within their move, by all who are not fearsome themselves: B1.");
    table.set("b1", "state", "disordered");
    assert!(table.notes()[1].starts_with("The enemy has nobody to fear"), "{:?}", table.notes());
    table.set("a", "leader", "lost");
    table.set("battle", "card", "leader_check");
    assert_eq!(table.notes()[1], "The leader is lost: nobody is checked.");
    table.set("a", "pips", 0);
    assert_eq!(table.notes().last().unwrap(), "No pips are left: Next hands the initiative over.");
}

#[test]
fn the_report_says_that_night_fell() {
    let mut table = Table::laid("pikette_squared", &[spanish("pike")], &[french("pike")]);
    table.set("battle", "nightfall_turns", 1);
    table.phase("initiative");
    table.set("battle", "initiative_tied", true);
    table.next();
    assert_eq!(table.battle.state().table().phase, "turn_end");
    assert_eq!(table.reported(), ["Night falls: the battle is over."]);
}

#[test]
fn the_report_lists_losses_at_the_end_of_a_turn_and_a_rout() {
    let mob = json!({ "nature": "irregular", "groups": [{ "type": "mob", "elements": 6, "front": 3 }] });
    let mut table = Table::laid("arquebusier", &[mob, formation("pike")], &[formation("pike")]);
    table.set("a1", "shaken_shooting_losses", true);
    table.phase("end");
    table.next();
    let sentences = table.reported();
    assert_eq!(sentences.len(), 1, "of the others nothing is told: {sentences:?}");
    assert!(sentences[0].starts_with("A1: Remove one Mob"), "{sentences:?}");
    for of in ["a2", "b1"] {
        table.set(of, "shaken_general_killed", true);
    }
    table.next();
    assert_eq!(table.reported()[1..], ["No Regular formation is left on either side: a draw."]);
}

#[test]
fn a_destroyed_formation_is_no_target() {
    let mut table = Table::laid("arquebusier", &[formation("firearm")], &[formation("pike"), formation("pike")]);
    assert_eq!(table.offered("shooting", ("shooters", "a1"), "target"), ["b1", "b2"]);
    table.set("b1", "lost_pike", 4);
    assert_eq!(table.offered("shooting", ("shooters", "a1"), "target"), ["b2"]);
    assert_eq!(table.offered("melee", ("own", "a1"), "enemies"), ["b2"]);
}

#[test]
fn a_general_is_with_one_formation_only() {
    let mut table = Table::laid("arquebusier", &[formation("pike"), formation("pike")], &[formation("pike")]);
    let with = |table: &Table| ["a1", "a2"].map(|id| table.battle.state().facts(id).get("general_joined").cloned());
    table.set("a1", "general_joined", true);
    assert_eq!(with(&table), [Some(json!(true)), Some(json!(false))]);
    table.set("a2", "general_joined", true);
    assert_eq!(with(&table), [Some(json!(false)), Some(json!(true))]);
}

#[test]
fn fields_that_the_table_knows_are_not_asked_for() {
    let known = |table: &Table, id: &str, roles: &[(&'static str, &[&str])], place: &str| {
        let procedure = table.procedure(id);
        let scene = binding::scene(procedure, &taking(roles), table.battle.state());
        procedure.known.is_some_and(|known| known(&scene, place))
    };
    let mut table = Table::laid("pike_and_shot", &[foot(), horse()], &[horse(), horse()]);
    let charge: &[(&'static str, &[&str])] = &[("unit", &["a2"]), ("opponent", &["b1"])];
    for place in ["general", "role", "opponent_troop_type"] {
        assert!(known(&table, "reaction_charge", charge, place), "{place}");
        assert!(!known(&table, "reaction_charge", &[], place), "{place}, of nobody");
    }
    // If the general is with a unit, players are asked what the general does.
    table.set("a2", "general_with", true);
    assert!(!known(&table, "reaction_charge", charge, "general"));
    let melee: &[(&'static str, &[&str])] = &[("a", &["a1", "a2"]), ("b", &["b1"])];
    let pistols = |table: &Table, place| known(table, "melee_round", melee, place);
    assert!(pistols(&table, "side_a[0].fire_pistols"), "foot has none");
    assert!(!pistols(&table, "side_a[1].fire_pistols"));
    table.set("a2", "pistols", "empty");
    assert!(pistols(&table, "side_a[1].fire_pistols"), "they are empty");
    // Trackers of shooters record their acts this turn.
    let argad = Table::laid("argad", &[json!({ "figures": 1, "missile": ["pistol"] })], &[json!({ "figures": 4 })]);
    let shots: &[(&'static str, &[&str])] = &[("shooters", &["a1"]), ("target", &["b1"])];
    for place in ["shooters[0].movement", "shooters[0].count", "target.figures"] {
        assert!(known(&argad, "shoot", shots, place), "{place}");
    }
    assert!(!known(&argad, "shoot", shots, "shooters[0].range_cm"), "nobody has measured");
    for place in ["movement", "contacted", "fired"] {
        assert!(known(&argad, "reload", &[("shooter", &["a1"])], place), "{place}");
        assert!(!known(&argad, "reload", &[], place), "{place}, of nobody");
    }
    // A charge that made contact is in the melee.
    table.set("a1", "contacts", json!(["b1", "b2"]));
    assert_eq!(table.opened("melee_round", ("a", "a1"), "b"), ["b1", "b2"]);
}

#[test]
fn ranges_are_open_and_their_bands_are_those_of_the_weapon() {
    let bands = |ruleset: &str, procedure: &str, input: Json, place: &str| {
        let (form, input) = (
            test_rulesets::RULESETS.find(ruleset).unwrap().procedure(procedure).unwrap().form,
            input.as_object().unwrap().clone(),
        );
        let holder = place.rsplit_once('.').map_or("", |(holder, _)| holder);
        let bands = form.at(place).unwrap().bands().unwrap();
        bands(&input, &path::object(&input, holder)).iter().map(|band| band.to).collect::<Vec<_>>()
    };
    let gun = |gun: &str| bands("pike_and_shot", "artillery_fire", json!({ "gun": gun }), "range_in");
    assert_eq!(gun("light"), [6.0, 12.0]);
    assert_eq!(gun("heavy"), [6.0, 12.0, 24.0, 36.0]);
    assert_eq!(bands("pike_and_shot", "infantry_fire", json!({}), "range_in"), [6.0]);
    assert_eq!(bands("pike_and_shot", "infantry_fire", json!({ "grenadiers": true }), "range_in").len(), 2);
    assert_eq!(bands("pike_and_shot", "cavalry_fire", json!({ "weapon": "bow" }), "range_in"), [3.0]);
    let argad = |edition: &str| {
        let input = json!({ "edition": edition, "shooters": [{ "weapon": "long_arquebus" }] });
        bands("argad", "shoot", input, "shooters[0].range_cm")
    };
    assert_eq!(argad("april_2025"), [20.0, 30.0, 40.0]);
    assert_eq!(argad("sheet_2024"), [10.0, 20.0, 40.0]);
    let firearms = json!({ "state": "regular", "groups": [{ "type": "firearm", "front": 4 }] });
    let arquebusier = |target: Json| {
        let input = json!({ "shooters": [firearms], "target": target });
        bands("arquebusier", "shooting", input, "shooters[0].range_in")
    };
    assert_eq!(arquebusier(json!({ "groups": [{ "type": "pike" }] })), [3.0, 24.0]);
    assert_eq!(arquebusier(json!({ "groups": [{ "type": "lancer" }] })), [6.0, 24.0]);
    assert_eq!(arquebusier(json!({})), [3.0, 6.0, 24.0], "it may be either");
    let squares = json!({ "shooters": [{ "unit": { "weapon_range_squares": 2.0 } }] });
    assert_eq!(bands("pikette_squared", "shoot", squares, "shooters[0].distance_squares"), [0.0, 1.0, 1.5, 2.0]);
}

#[test]
fn charges_and_contacts_are_filled_in_for_pike_and_shot() {
    let mut table = Table::laid("pike_and_shot", &[foot(), foot()], &[horse(), horse(), foot()]);
    assert!(table.opened("reaction_stand", ("unit", "a1"), "opponent").is_empty());
    table.play("reaction_charge", &[("unit", &["b2"]), ("opponent", &["a1"])], json!({}), &[6]);
    assert_eq!(table.opened("reaction_stand", ("unit", "a1"), "opponent"), ["b2"]);
    assert_eq!(table.filled("reaction_charge", &[("unit", &["a1"]), ("opponent", &["b2"])])["role"], "counter_charge");
    table.phase("charge_fire");
    assert_eq!(table.offered("infantry_fire", ("firer", "a1"), "target")[0], "b2");
    table.phase("melee");
    assert_eq!(table.opened("melee_round", ("a", "a1"), "b"), ["b2"]);
    // Contacts continue in the next bound.
    table.set("a2", "contacts", json!(["b3"]));
    table.phase("generals");
    table.next();
    assert_eq!(table.opened("melee_round", ("a", "a2"), "b"), ["b3"]);
    assert_eq!(table.opened("melee_round", ("a", "b3"), "b"), ["a2"]);
}

#[test]
fn charges_and_contacts_are_filled_in_for_argad() {
    let rider = json!({ "figures": 1, "mount": "cavalry" });
    let foot = || json!({ "figures": 3 });
    let mut table = Table::laid("argad", &[rider, foot()], &[foot(), foot()]);
    assert!(table.opened("melee", ("one", "a2"), "many").is_empty());
    table.set("a1", "charging", true);
    table.set("a1", "charge_target", "b2");
    assert_eq!(table.opened("melee", ("one", "a1"), "many"), ["b2"]);
    table.set("a2", "contacts", json!(["b1"]));
    assert_eq!(table.opened("melee", ("one", "a2"), "many"), ["b1"]);
    // Contacts continue in the next turn.
    table.phase("end");
    table.next();
    assert_eq!(table.opened("melee", ("one", "a2"), "many"), ["b1"]);
}

#[test]
fn targets_and_contacts_are_filled_in_for_arquebusier() {
    let foes = [formation("pike"), formation("pike"), formation("pike")];
    let mut table = Table::laid("arquebusier", &[formation("firearm")], &foes);
    table.set("a1", "aim", json!({ "automatic": "b3", "free_second": "b2", "distances": { "b3": 4, "b2": 6 } }));
    assert_eq!(table.offered("shooting", ("shooters", "a1"), "target"), ["b3", "b2", "b1"]);
    table.set("a1", "contacts", json!(["b2"]));
    assert_eq!(table.opened("melee", ("own", "a1"), "enemies"), ["b2"]);
    assert_eq!(table.opened("melee", ("own", "b2"), "enemies"), ["a1"]);
    // Contacts continue in the next turn.
    table.phase("end");
    table.next();
    assert_eq!(table.opened("melee", ("own", "a1"), "enemies"), ["b2"]);
}

#[test]
fn contacts_and_the_choosing_side_are_filled_in_for_pikette_squared() {
    let mut table = Table::laid("pikette_squared", &[french("pike")], &[spanish("pike"), spanish("lancers")]);
    table.set("a1", "contact", json!(["b2"]));
    assert_eq!(table.opened("fight", ("attacker", "a1"), "defender"), ["b2"]);
    assert_eq!(table.opened("fight", ("attacker", "b2"), "defender"), ["a1"]);
    table.phase("initiative");
    table.play("initiative", &[], json!({}), &[3, 9]);
    let filled = table.filled("initiative_choice", &[]);
    assert_eq!((&filled["winner"], &filled["smaller"], &filled["larger"]), (&json!("b"), &json!(3), &json!(9)));
}

/// Returns the answers after a unit is removed from a role.
fn without(ruleset: &str, procedure: &str, role: &str, place: usize, asked: Json) -> Json {
    let procedure = test_rulesets::RULESETS.find(ruleset).unwrap().procedure(procedure).unwrap();
    let role = procedure.participants.iter().find(|known| known.id == role).unwrap();
    let mut asked = asked.as_object().unwrap().clone();
    filling::forget_unit(procedure, role, place, &Map::new(), &mut asked);
    asked.into()
}

#[test]
fn answers_about_a_removed_unit_are_forgotten() {
    // The only unit of an act.
    let asked = json!({ "same_square_as_enemy": true });
    let left = without("pikette_squared", "courage_required", "unit", 0, asked);
    assert_eq!(left, json!({}));
    // The target is removed, and answers about the firer stay.
    let asked = json!({ "moved": true, "target": { "general_with": true } });
    let left = without("pike_and_shot", "infantry_fire", "target", 0, asked);
    assert_eq!(left, json!({ "moved": true }));
    // The range of a removed target is forgotten.
    let asked = json!({ "range_in": 4, "target": {} });
    assert_eq!(without("pike_and_shot", "infantry_fire", "target", 0, asked), json!({}));
    let asked = json!({ "shooters": [{ "range_cm": 4, "elite": true }], "target": {} });
    assert_eq!(without("argad", "shoot", "target", 0, asked), json!({ "shooters": [{ "elite": true }] }));
    // One of several units is removed, and the answers about the others move up.
    let asked = json!({ "shooters": [{ "range_in": 4 }, { "range_in": 9 }] });
    assert_eq!(without("arquebusier", "shooting", "shooters", 0, asked)["shooters"], json!([{ "range_in": 9 }]));
    let asked = json!({ "shooters": [{ "elite": true }] });
    assert_eq!(without("argad", "shoot", "shooters", 0, asked)["shooters"], json!([]));
}

#[test]
fn answers_about_one_unit_are_not_filled_in_for_another() {
    let mut table = Table::laid("pike_and_shot", &[foot(), foot()], &[foot()]);
    let before = table.filled("infantry_fire", &[("firer", &["a2"]), ("target", &["b1"])]);
    let answers = json!({ "range_in": 4, "woods_or_town_in": 1, "plug_fixed": false });
    table.play("infantry_fire", &[("firer", &["a1"]), ("target", &["b1"])], answers, &[1, 1]);
    assert_eq!(table.filled("infantry_fire", &[("firer", &["a2"]), ("target", &["b1"])]), before);
}
