//! Fights: their sentences, contacts afterwards, and equipment that is lost.

use super::soldiers;
use serde_json::{Value as Json, json};
use testing::asked::{Rules, assert_chance};
use testing::table::{Table, outcome};

const RULES: Rules = Rules("argad");

#[test]
fn a_fight_lists_each_hurt_fighter_once() {
    let sentences = |input: Json, faces: &[u8]| outcome("argad", "melee", &input, faces);
    let halberd = || json!({ "one": { "weapon": "halberd" }, "many": [{}] });
    // The two weapons have different lengths, so no blows are simultaneous.
    assert_eq!(sentences(halberd(), &[1, 1]), ["Nobody is hurt, and nobody goes back."]);
    assert_eq!(sentences(halberd(), &[5]), ["opponent 1: out, killed or badly wounded.", "fighter 1: unhurt."]);
    let duel = sentences(json!({ "one": {}, "many": [{}] }), &[5, 5]);
    assert_eq!(duel[0], "fighter 1, opponent 1: out, killed or badly wounded.");
    assert!(!duel.iter().any(|words| words.contains("Nobody")), "{duel:?}");
    // With a friend or a second opponent, the sentence about two blows is left out, because others struck, too.
    let blows = |input: Json, faces: &[u8]| {
        sentences(input, faces).iter().any(|words| {
            words.contains("blow counts") || words.contains("blows count") || words.contains("Only the blow")
        })
    };
    assert!(blows(json!({ "one": {}, "many": [{}] }), &[1, 1]));
    assert!(!blows(json!({ "one": {}, "friends": [{}], "many": [{}] }), &[1, 1, 1]));
    assert!(!blows(json!({ "one": {}, "many": [{}, {}] }), &[1, 1, 1]));
}

#[test]
fn a_formal_duel_is_one_against_one() {
    // Melee, formal duelling.
    let duel = |friends: usize, many: usize, weapon: &str| {
        let opponents = vec![json!({}); many];
        RULES.refusal(
            "melee",
            json!({ "one": { "weapon": weapon }, "friends": vec![json!({}); friends], "many": opponents, "formal_duel": true }),
        )
    };
    assert_eq!(duel(0, 1, "sword"), "allowed");
    for (friends, many, weapon) in [(1, 1, "sword"), (0, 2, "sword"), (0, 1, "halberd")] {
        assert_eq!(duel(friends, many, weapon), "not_allowed formal_duel", "{friends} {many} {weapon}");
    }
}

#[test]
fn an_enemy_charged_by_a_friend_is_not_struck_on_foot() {
    // Cavalry charge.
    let fight = |one_aims: i32, rider_aims: i32, charging: bool| {
        let rider = json!({ "mount": "cavalry", "charging": charging, "aim": rider_aims });
        RULES.refusal("melee", json!({ "one": {}, "targets": [one_aims], "friends": [rider], "many": [{}, {}] }))
    };
    assert_eq!(fight(0, 0, true), "not_allowed targets");
    assert_eq!(fight(0, 1, true), "allowed");
    assert_eq!(fight(1, 1, true), "not_allowed targets");
    assert_eq!(fight(0, 0, false), "allowed");
}

#[test]
fn a_dagger_follows_a_missed_rapier_in_a_fight_of_many() {
    // The fifth friend misses with the rapier, and the second opponent wounds with a rapier.
    let rapier = || json!({ "fencer": "rapier_dagger" });
    let fight = json!({
        "one": { "helpless": true, "life_points": 2 },
        "friends": [{}, {}, {}, {}, rapier()],
        "many": [{ "helpless": true, "class": 5, "armour": "5" }, rapier()],
    });
    // The friends' five dice have no effect on complete armour and class 5, and the opponent's die wounds.
    let answer = RULES.answer("melee", &fight, &[2, 2, 2, 2, 2, 5]);
    assert_eq!((&answer["next"]["purpose"], &answer["next"]["count"]), (&json!("strike_friends"), &json!(1)));
    let over = RULES.answer("melee", &fight, &[2, 2, 2, 2, 2, 5, 2]);
    assert_eq!(over["status"], "resolved", "{over}");
    assert_eq!(over["outcome"]["one_status"], "wounded");
}

#[test]
fn odds_of_rapier_and_dagger_on_both_sides_are_exact() {
    // Three of six faces kill at once; two of six miss, and then three of six kill.
    let one = |one: Json| json!({ "one": one, "many": [{ "fencer": "rapier_dagger" }] });
    let killed = RULES.chance("melee", one(json!({ "helpless": true })), |outcome| outcome["one_status"] == "killed");
    assert_chance(killed, 2, 3);
    let two = json!({
        "one": { "helpless": true }, "many": [{ "fencer": "rapier_dagger" }, { "fencer": "rapier_dagger" }],
        "rulings": { "r38_melee_sixes": "each" }, "reroll_sixes": false,
    });
    // Neither kills with the rapier: 1/4. In 5 of those 9 pairs the fighter is driven back and out of reach. In the others two daggers
    // follow, and one of them kills with 3/4.
    let killed = RULES.chance("melee", two, |outcome| outcome["one_status"] == "killed");
    assert_chance(killed, 3.0 / 4.0 + 4.0 / 36.0 * 3.0 / 4.0, 1);
}

#[test]
fn each_die_with_an_effect_is_good_luck() {
    // Class 3: 3 drives back, 4 or more kill.
    let procedure = test_rulesets::RULESETS.find("argad").unwrap().procedure("melee").unwrap();
    let input = json!({ "one": {}, "many": [{ "helpless": true }] });
    let luck = |face: u8| {
        let luck = procedure.read(input.as_object().unwrap()).unwrap().resolve(&[face]).luck;
        (luck[0].success, (luck[0].chance * 6.0).round())
    };
    assert_eq!([2, 3, 4].map(luck), [(false, 4.0), (true, 4.0), (true, 4.0)]);
}

#[test]
fn a_lance_is_lost_in_contact_unless_it_was_couched_in_a_charge() {
    // Heavy couched lance.
    let lancer = || json!({ "figures": 1, "mount": "cavalry", "weapon": "heavy_lance" });
    let lost = |charging: bool| {
        let mut table = Table::laid("argad", &[lancer()], &[soldiers(json!({}))]);
        let answers = if charging { json!({}) } else { json!({ "one": { "weapon": "sword" } }) };
        table.set("a1", "charging", charging);
        table.phase("melee");
        table.play("melee", &[("one", &["a1"]), ("many", &["b1"])], answers, &[1, 1]);
        table.value("a1", "lance") == "lost"
    };
    assert_eq!((lost(true), lost(false)), (false, true));
}

#[test]
fn a_melee_records_contacts_of_fighters_who_struck_each_other() {
    // Melee; R11, R56.
    let one = || json!({ "figures": 1 });
    let mut table = Table::laid("argad", &[one(), one()], &[one(), one()]);
    table.phase("melee");
    let answers = json!({ "friends": [{ "aim": 1 }] });
    table.play("melee", &[("one", &["a1"]), ("friends", &["a2"]), ("many", &["b1", "b2"])], answers, &[1, 1, 1, 1]);
    assert_eq!(table.value("a1", "contacts"), json!(["b1", "b2"]));
    assert_eq!(table.value("a2", "contacts"), json!(["b2"]));
    assert_eq!(table.value("b1", "contacts"), json!(["a1"]));
}

#[test]
fn a_charging_friend_shields_the_charged_enemy_from_others() {
    // Cavalry charge.
    let rider = || json!({ "figures": 1, "mount": "cavalry" });
    let one = || json!({ "figures": 1 });
    let mut table = Table::laid("argad", &[one(), rider()], &[one(), one()]);
    table.set("a2", "charging", true);
    table.phase("melee");
    let answers = json!({ "friends": [{ "aim": 1 }], "many": [{}, { "helpless": true }] });
    table.play("melee", &[("one", &["a1"]), ("friends", &["a2"]), ("many", &["b1", "b2"])], answers, &[1, 1, 1]);
    assert_eq!(["b1", "b2"].map(|id| table.value(id, "ridden_at")), [json!(0), json!(1)]);
}

#[test]
fn healing_is_good_luck_below_health() {
    // Wound healing: class 3 heals with 1 or 2.
    let procedure = test_rulesets::RULESETS.find("argad").unwrap().procedure("healing").unwrap();
    let input = json!({ "class": 3 });
    let luck = |face: u8| {
        let luck = procedure.read(input.as_object().unwrap()).unwrap().resolve(&[face]).luck;
        (luck[0].success, (luck[0].chance * 6.0).round())
    };
    assert_eq!([2, 3, 4].map(luck), [(true, 2.0), (false, 2.0), (false, 2.0)]);
}

#[test]
fn shots_and_draws_are_described_by_their_number() {
    let pistols =
        |count: i32| json!({ "shooters": [{ "weapon": "pistol", "range_cm": 5, "count": count }], "target": {} });
    assert_eq!(outcome("argad", "shoot", &pistols(1), &[1])[0], "Missed target 1.");
    assert_eq!(outcome("argad", "shoot", &pistols(3), &[1, 1, 1])[0], "3 shots, no hit.");
    let draw = json!({ "groups": [{ "figures": 3 }, { "figures": 3 }], "casualties": 1 });
    assert_eq!(outcome("argad", "casualties", &draw, &[1]), ["group 1: one out."]);
    assert_eq!(outcome("argad", "casualties", &draw, &[4]), ["group 2: one out."]);
}

#[test]
fn runs_and_moves_apply_only_to_their_weapons_and_ground() {
    let javelin = |weapon: &str, mount: &str, run_up: bool, movement: &str| {
        let shooter = json!({
            "weapon": weapon, "mount": mount, "run_up": run_up, "movement": movement, "range_cm": 5,
        });
        RULES.refusal("shoot", json!({ "shooters": [shooter], "target": {} }))
    };
    // Throwing spear or javelin.
    assert_eq!(javelin("javelin", "cavalry", true, "moving"), "allowed");
    assert_eq!(javelin("pistol", "cavalry", true, "moving"), "not_allowed shooters[0].run_up");
    assert_eq!(javelin("javelin", "mounted_infantry", true, "moving"), "not_allowed shooters[0].run_up");
    // Mounted infantry throws on the move, but does not shoot (R5).
    assert_eq!(javelin("javelin", "mounted_infantry", false, "moving"), "allowed");
    assert_eq!(javelin("pistol", "mounted_infantry", false, "moving"), "not_allowed shooters[0].movement");
    let sentences = |terrain: &str, faces: &[u8]| outcome("argad", "move", &json!({ "terrain": terrain }), faces);
    let takes = |words: Vec<String>| words.iter().any(|sentence| sentence.starts_with("The ground takes"));
    assert!(!takes(sentences("easy", &[])));
    assert!(takes(sentences("woods", &[2])));
}
