//! Sentences before the dice and in outcomes, labels of rolls, and chances that panels compute before the odds.

use super::{of, table};
use serde_json::{Map, Value as Json, json};
use testing::table::Table;
use testing::table::{before, glanced, outcome};

#[track_caller]
fn assert_near(p: f64, numerator: f64, denominator: f64) {
    assert!((p - numerator / denominator).abs() < 1e-12, "{p} is not {numerator}/{denominator}");
}

fn volley(shooters: Json, target: Json, rulings: Json) -> Json {
    let mut input = json!({ "shooters": shooters, "target": target, "rulings": rulings });
    for shooter in input["shooters"].as_array_mut().unwrap() {
        shooter["stationary"] = true.into();
        shooter["state"] = "regular".into();
        shooter["range_in"] = 10.into();
    }
    input
}

fn group(troop: &str, front: i32) -> Json {
    json!({ "groups": [{ "type": troop, "front": front }] })
}

fn target(troop: &str, elements: i32) -> Json {
    json!({ "state": "regular", "groups": [{ "type": troop, "front": elements, "elements": elements }] })
}

#[test]
fn before_the_dice_shots_state_the_source_of_the_dice() {
    let sentences = |shooters: Json| before("arquebusier", "shooting", &volley(shooters, target("pike", 4), json!({})));
    // The table: Regular Firearm +1, Harquebusier 0, Gun −1. Regular Pikes fall on a 5.
    assert_eq!(sentences(json!([group("firearm", 3)])), ["4 dice at Pike, 5 or more each.", "3 elements + 1"]);
    assert_eq!(sentences(json!([group("harquebusier", 3)])), ["3 dice at Pike, 5 or more each.", "3 elements"]);
    assert_eq!(sentences(json!([group("gun", 2)])), ["1 die at Pike, 5 or more each.", "2 elements − 1"]);
    // With several types or several formations, no sum is shown.
    let two_types = json!({ "groups": [{ "type": "firearm", "front": 3 }, { "type": "harquebusier", "front": 2 }] });
    assert_eq!(sentences(json!([two_types])), ["6 dice at Pike, 5 or more each."]);
    assert_eq!(sentences(json!([group("firearm", 3), group("gun", 2)])), ["5 dice at Pike, 5 or more each."]);
    let mixed = json!({
        "state": "regular",
        "groups": [
            { "type": "pike", "front": 4, "elements": 8 }, { "type": "firearm", "front": 4, "elements": 4 },
        ],
    });
    // Three Guns have two dice, one at each type in front. The first roll is only one of these dice, so no sum is shown.
    assert_eq!(
        before("arquebusier", "shooting", &volley(json!([group("gun", 3)]), mixed, json!({}))),
        ["1 die at Pike, 5 or more each.", "1 die at Firearm, 3 or more each."]
    );
}

// Shooting: each shot goes to an element in the front rank.
#[test]
fn a_type_behind_the_first_rank_is_left_out_of_the_words_about_shots() {
    let screened = json!({
        "state": "regular",
        "groups": [
            { "type": "pike", "front": 0, "elements": 4 }, { "type": "firearm", "front": 4, "elements": 4 },
        ],
    });
    let input = volley(json!([group("gun", 2)]), screened, json!({}));
    assert_eq!(before("arquebusier", "shooting", &input), ["1 die at Firearm, 3 or more each."]);
    assert_eq!(
        outcome("arquebusier", "shooting", &input, &[1])[..2],
        ["Nothing is lost.", "Firearm: 1 die, 3 or more, 0 lost."]
    );
}

#[test]
fn shots_and_blows_that_cannot_hit_are_described_as_such() {
    // Regular Pistoliers fall on a 6, and an own rule makes this a 7.
    let described = |by: i32, dice: usize| {
        let mut target = target("pistolier", 4);
        target["own"] = json!([{ "name": "Smoke", "number": "kills_on", "by": by }]);
        let input = volley(json!([group("harquebusier", 3)]), target, json!({}));
        [
            before("arquebusier", "shooting", &input)[0].clone(),
            outcome("arquebusier", "shooting", &input, &vec![6; dice])[1].clone(),
        ]
    };
    assert_eq!(
        described(1, 3),
        ["3 dice at Pistolier, but no roll is enough.", "Pistolier: 3 dice, but no roll is enough."]
    );
    assert_eq!(described(-1, 6), ["3 dice at Pistolier, 5 or more each.", "Pistolier: 3 dice, 5 or more, 3 lost."]);
    // Swords strike down Regular Swords on a 5.
    let blow = |by: i32| {
        let swords = |id: &str| json!({ "id": id, "side": id, "type": "sword", "state": "regular", "elements": 1 });
        let input = json!({
            "groups": [swords("a"), swords("b")],
            "attacks": [{ "by": "a", "element": 0, "on": "b", "target": 0 }],
            "own": [{ "name": "Mud", "number": "a_kills_on", "by": by }],
        });
        let words = before("arquebusier", "melee", &input);
        words.into_iter().find_map(|line| line.split_once("(Regular), ").map(|(_, needs)| needs.to_owned())).unwrap()
    };
    assert_eq!([1, 2].map(blow), ["6 or more.", "but no roll is enough."]);
}

#[test]
fn sentences_about_dragoons_caught_changing_follow_the_ruling() {
    let mut caught = target("dragoon", 6);
    caught["changing"] = true.into();
    let sentences = |ruling: &str| {
        let input = volley(json!([group("firearm", 8)]), caught.clone(), json!({ "r2_becoming_irregular": ruling }));
        before("arquebusier", "shooting", &input)
    };
    // The Earl of Essex: nine dice that need the 5 against Irregulars; by the table ten.
    assert_eq!(
        sentences("example")[..2],
        ["9 dice at Dragoon, 5 or more each.", "Caught changing, it is hit as Irregular, but gives no extra die (R2).",]
    );
    assert_eq!(
        sentences("table")[..2],
        [
            "10 dice at Dragoon, 5 or more each.",
            "Caught changing, it is hit as Irregular and gives the extra die too (R2).",
        ]
    );
}

#[test]
fn a_panel_computes_chances_of_losses_before_the_odds() {
    let mut caught = target("dragoon", 6);
    caught["changing"] = true.into();
    let input = volley(json!([group("firearm", 8)]), caught, json!({}));
    // The Earl of Essex: two or more losses with nine dice at 5 or more.
    assert_near(glanced("arquebusier", "shooting", &input, "loses two or more"), 16867.0, 19683.0);
    let melee = json!({
        "groups": [
            { "id": "a1.1 Swords", "side": "a", "type": "sword", "state": "regular", "elements": 2 },
            { "id": "b1.1 Pikes", "side": "b", "type": "pike", "state": "regular", "elements": 2 },
        ],
        "attacks": [
            { "by": "a1.1 Swords", "element": 0, "on": "b1.1 Pikes", "target": 0 },
            { "by": "a1.1 Swords", "element": 1, "on": "b1.1 Pikes", "target": 0 },
            { "by": "b1.1 Pikes", "element": 0, "on": "a1.1 Swords", "target": 0 },
            { "by": "b1.1 Pikes", "element": 1, "on": "a1.1 Swords", "target": 0, "rank": 2 },
        ],
    });
    // Two swords at one pike, 4 or more. Two pikes at one sword, 5 or more.
    assert_near(glanced("arquebusier", "melee", &melee, "an element lost by {side b}"), 3.0, 4.0);
    assert_near(glanced("arquebusier", "melee", &melee, "an element lost by {side a}"), 5.0, 9.0);
    assert_eq!(
        before("arquebusier", "melee", &melee),
        [
            "2 dice: Swords: Sword at Pikes: Pike (Regular), 4 or more.",
            "2 dice: Pikes: Pike at Swords: Sword (Regular), 5 or more.",
        ]
    );
    assert_eq!(
        outcome("arquebusier", "melee", &melee, &[4, 1, 5, 6]),
        ["Swords: 1 lost; Pikes: 1 lost.", "Swords: Sword: 1 lost, 1 left.", "Pikes: Pike: 1 lost, 1 left."]
    );
}

#[test]
fn groups_of_a_request_are_named_by_their_ids() {
    let melee = json!({
        "groups": [
            { "id": "c1.1 Swords", "side": "a", "type": "sword", "state": "regular", "elements": 2 },
            { "id": "horse", "side": "a", "type": "lancer", "state": "regular", "elements": 2 },
            { "id": "pikes", "side": "b", "type": "pike", "state": "irregular", "elements": 2 },
        ],
        "attacks": [
            { "by": "c1.1 Swords", "element": 0, "on": "pikes", "target": 0 },
            { "by": "horse", "element": 0, "on": "pikes", "target": 1 },
        ],
        "dice": "by_group",
    });
    // Each group's roll names striker and target itself.
    assert_eq!(before("arquebusier", "melee", &melee), Vec::<String>::new());
    let mut together = melee.clone();
    together["dice"] = "together".into();
    assert_eq!(
        before("arquebusier", "melee", &together),
        [
            "1 die: c1.1 Swords: Sword at pikes: Pike (Irregular), 2 or more.",
            "1 die: horse: Lancer at pikes: Pike (Irregular), 2 or more.",
        ]
    );
    let lost = outcome("arquebusier", "melee", &melee, &[2, 1]);
    assert_eq!(lost[0], "c1.1 Swords, horse: 0 lost; pikes: 1 lost.");
    let label = |input: &Json, purpose: &str| {
        let procedure = Table::laid("arquebusier", &[], &[]).procedure("melee");
        (procedure.roll_label)(input.as_object().unwrap(), purpose, 0).map(|words| words.to_string())
    };
    assert_eq!(label(&melee, "melee_horse_at_pikes").unwrap(), "horse: Lancer at pikes: Pike");
    assert_eq!(label(&melee, "melee"), None);
    assert_eq!(label(&json!({}), "melee_horse_at_pikes"), None);
}

#[test]
fn a_choice_of_target_makes_shots_or_a_command_due() {
    let table = |phase: &str, trackers: &[(&str, Json)]| {
        let mut table = Table::laid("arquebusier", &[of("firearm", 4)], &[of("pike", 4), of("pike", 4)]);
        for (tracker, to) in trackers {
            table.set("a1", tracker, to.clone());
        }
        table.phase(phase);
        table
    };
    let roles: &[(&'static str, &[&str])] = &[("shooter", &["a1"]), ("enemies", &["b1", "b2"])];
    let chosen = |table: &Table, distances: [i32; 2], wanted: Json| {
        let enemies = distances.map(|inches| json!({ "distance_in": inches }));
        let consequences =
            table.consequences("target_choice", roles, &json!({ "enemies": enemies, "wanted": wanted }), &[]);
        let words: Vec<String> = consequences.words.iter().map(ToString::to_string).collect();
        let due: Vec<(&'static str, Vec<(&'static str, Json)>)> =
            consequences.due.into_iter().map(|due| (due.procedure, due.fields)).collect();
        (words, due)
    };
    let shoots = || vec![("shooting", vec![])];
    let shooting = table("shooting", &[]);
    // The nearest can be chosen. If it is beyond 12" and did not approach, the second nearest can be chosen, too.
    assert_eq!(
        chosen(&shooting, [5, 20], Json::Null),
        (vec!["Without a command it shoots at B1.".to_owned()], shoots())
    );
    assert_eq!(
        chosen(&shooting, [14, 20], json!("B2")),
        (vec!["Without a command it shoots at B1.".into(), "It may shoot at B2 instead.".into()], shoots())
    );
    // Any other target needs a command, which is given in its own step. With a passed command, the formation shoots.
    let needs = "Your choice takes a passed command this turn.";
    let (words, due) = chosen(&shooting, [5, 20], json!("B2"));
    assert_eq!((words[1].as_str(), due.len()), (needs, 0));
    let commands = table("commands", &[]);
    let due_of = |wanted: &str| chosen(&commands, [5, 20], json!(wanted)).1;
    assert_eq!(due_of("B2"), [("command", vec![("kind", json!("change_target"))])]);
    assert_eq!(due_of("hold_fire"), [("command", vec![("kind", json!("hold_fire"))])]);
    let obeyed = table("shooting", &[("target_override", json!(true))]);
    let (words, due) = chosen(&obeyed, [5, 20], json!("B2"));
    assert_eq!(
        (words[1..].to_vec(), due),
        (vec![needs.to_owned(), "It has passed that command.".to_owned()], shoots())
    );
}

#[test]
fn enemies_have_short_and_different_names() {
    let called = |names: [&str; 2]| {
        let foe = |name: &str| {
            let mut foe = of("pike", 4);
            foe["name"] = name.into();
            foe
        };
        let table = Table::laid("arquebusier", &[of("firearm", 4)], &names.map(foe));
        let roles: &[(&'static str, &[&str])] = &[("shooter", &["a1"]), ("enemies", &["b1", "b2"])];
        let procedure = table.procedure("target_choice");
        let scene = battle::binding::scene(procedure, &testing::table::taking(roles), table.battle.state());
        let wishes = procedure.names_of(&scene, "wishes");
        let filled = table.filled("target_choice", roles);
        let ids: Vec<String> = filled["enemies"]
            .as_array()
            .unwrap()
            .iter()
            .map(|enemy| enemy["id"].as_str().unwrap().to_owned())
            .collect();
        assert_eq!(wishes, [ids.clone(), vec!["hold_fire".to_owned()]].concat());
        assert!(procedure.names_of(&scene, "prayers").is_empty());
        ids
    };
    assert_eq!(called(["Holles", "Brooke"]), ["Holles", "Brooke"]);
    // An id in a request has at most 32 characters.
    let long = "The Trained Bands of the City of London";
    let ids = called([&format!("{long}, Red"), &format!("{long}, Blue")]);
    assert_eq!(ids, ["The Trained Bands of the Cit", "The Trained Bands of the Cit 2"]);
}

#[test]
fn known_distances_and_decisions_are_not_asked_for() {
    let mut table = table(&of("firearm", 4), &[]);
    let formation: &[(&'static str, &[&str])] = &[("formation", &["a1"])];
    assert!(!table.known("command", formation, "general"));
    assert!(!table.known("command", formation, "kind"));
    table.set("a1", "general_joined", true);
    assert!(table.known("command", formation, "general"));
    table.set("a", "general", "killed");
    assert!(table.known("command", formation, "general"), "nobody asks where the dead are");
    let shots: &[(&'static str, &[&str])] = &[("shooters", &["a1"]), ("target", &["b1"])];
    assert!(!table.known("shooting", shots, "shooters[0].range_in"));
    table.set("a1", "aim", json!({ "automatic": "b1", "free_second": null, "distances": { "b1": 7.5 } }));
    assert!(table.known("shooting", shots, "shooters[0].range_in"));
    assert!(!table.known("shooting", &[("shooters", &["a1"])], "shooters[0].range_in"), "of no target");
    assert_eq!(table.filled("shooting", shots)["shooters"][0]["range_in"], 7.5);
    // A formation that did not move did not approach.
    let choice: &[(&'static str, &[&str])] = &[("shooter", &["a1"]), ("enemies", &["b1"])];
    assert!(table.known("target_choice", choice, "enemies[0].moved_towards_last_turn"));
    assert!(!table.known("target_choice", choice, "enemies[0].blocked"));
    table.set("b1", "moved_last_turn", true);
    assert!(!table.known("target_choice", choice, "enemies[0].moved_towards_last_turn"));
}

#[test]
fn availability_sharing_and_melee_are_filled_in_from_formations() {
    let mixed = json!({
        "nature": "regular", "volley": "longbow",
        "groups": [{ "type": "pike", "elements": 6, "front": 3 }, { "type": "firearm", "elements": 8, "front": 4 }],
    });
    let table = table(&mixed, &[]);
    assert_eq!(table.filled("availability", &[("formation", &["a1"])])["type"], "pike");
    let target: &[(&'static str, &[&str])] = &[("target", &["a1"])];
    let front = json!([{ "type": "pike", "front": 3 }, { "type": "firearm", "front": 4 }]);
    assert_eq!(table.filled("shot_allocation", target)["groups"], front);
    let shots = table.filled("shooting", &[("shooters", &["a1"]), ("target", &["b1"])]);
    let volley = json!([{ "type": "firearm", "front": 4, "rear": 4, "volley": "longbow" }]);
    assert_eq!(shots["shooters"][0]["groups"], volley);
    let roles: &[(&'static str, &[&str])] = &[("own", &["a1"]), ("enemies", &["b1"])];
    let melee = table.procedure("melee");
    let scene = battle::binding::scene(melee, &testing::table::taking(roles), table.battle.state());
    assert_eq!(melee.names_of(&scene, "own_groups"), ["Pike (6)", "Firearm (8)"]);
    assert_eq!(melee.names_of(&scene, "enemy_groups"), ["Pike (4)"]);
    let drawn = (melee.names)(&scene, "own_groups").into_iter().map(|named| named.unit.unwrap());
    assert_eq!(drawn.collect::<Vec<_>>(), ["a1", "a1"], "groups are drawn as their formation");
    assert!(melee.names_of(&scene, "others").is_empty());
    let nobody: Map<String, Json> = table.filled("availability", &[]);
    assert!(!nobody.contains_key("type"));
}
