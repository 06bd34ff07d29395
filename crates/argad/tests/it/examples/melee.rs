//! Order and results of blows. *Melee; Resolution of the melee; Melee modifiers.*

use super::{RULES, assert_chance, chance, missing, not_allowed};
use serde_json::{Value as Json, json};

#[test]
fn the_halberd_strikes_before_the_sword() {
    let input = json!({ "one": { "weapon": "halberd" }, "many": [{}] });
    let recoils = RULES.outcome("melee", input.clone(), &[3]);
    assert_eq!((&recoils["many_status"][0], &recoils["one_status"]), (&json!("recoils"), &json!("unhurt")));
    assert_eq!(RULES.outcome("melee", input.clone(), &[2, 5])["one_status"], "killed");
    // The halberd misses with 1 or 2, then the sword kills with 4 to 6: 2/6 · 3/6.
    assert_chance(chance("melee", input, "one_status", "killed"), 1, 6);
}

#[test]
fn of_two_equal_swordsmen_the_higher_die_counts() {
    let four = json!({ "class": 4 });
    let input = json!({ "one": four, "many": [four] });
    let outcome = RULES.outcome("melee", input.clone(), &[5, 6]);
    assert_eq!((&outcome["one_status"], &outcome["many_status"][0]), (&json!("killed"), &json!("unhurt")));
    let both = RULES.outcome("melee", input.clone(), &[6, 6]);
    assert_eq!((&both["one_status"], &both["many_status"][0]), (&json!("killed"), &json!("killed")));
    // The first swordsman is killed by 5 against less than 5, by 6 against less than 6, and by an equal die: 4 + 5 + 2 of 36.
    assert_chance(chance("melee", input, "one_status", "killed"), 11, 36);
}

#[test]
fn in_a_formal_duel_rapier_and_dagger_have_equal_length() {
    let input = json!({ "one": { "weapon": "dagger" }, "many": [{}], "formal_duel": true });
    assert_eq!(missing("melee", input, &[1]), ("strike_many".into(), 1));
    let halberd = json!({ "one": {}, "many": [{ "weapon": "halberd" }], "formal_duel": true });
    assert_eq!(not_allowed("melee", halberd), "formal_duel");
}

/// A lancer in complete armour who charges three ranks of pikes.
fn lancer_against_pikes() -> Json {
    let rank = |rank: i32| json!({ "weapon": "pike", "close_order": true, "braced": true, "rank": rank });
    json!({
        "one": { "class": 5, "armour": "5", "weapon": "heavy_lance", "mount": "cavalry", "charging": true },
        "many": [rank(1), rank(2), rank(3)],
    })
}

#[test]
fn three_ranks_of_pikes_strike_before_the_lance() {
    assert_eq!(missing("melee", lancer_against_pikes(), &[]), ("strike_many".into(), 3));
    let outcome = RULES.outcome("melee", lancer_against_pikes(), &[4, 3, 3, 2]);
    // The pike rolls 2, with cavalry 1, charge 1 and lance 1: 5 against class 3.
    assert_eq!((&outcome["one_status"], &outcome["many_status"][0]), (&json!("unhurt"), &json!("killed")));
    assert_eq!(RULES.outcome("melee", lancer_against_pikes(), &[6, 1, 1])["one_status"], "killed");
    assert_eq!(RULES.outcome("melee", lancer_against_pikes(), &[5, 1, 1])["one_status"], "recoils");
}

/// Two files of two pikes each.
fn files_of_pikes() -> Json {
    let pike = |rank: i32| json!({ "weapon": "pike", "close_order": true, "rank": rank });
    json!({ "one": pike(1), "friends": [pike(2)], "many": [pike(1), pike(2)] })
}

#[test]
fn two_files_of_pikes_strike_at_the_same_moment() {
    let statuses = |faces: &[u8]| {
        let outcome = RULES.outcome("melee", files_of_pikes(), faces);
        (outcome["one_status"].clone(), outcome["many_status"][0].clone())
    };
    assert_eq!(missing("melee", files_of_pikes(), &[1]), ("strike_friends".into(), 1));
    assert_eq!(missing("melee", files_of_pikes(), &[1, 4]), ("strike_many".into(), 2));
    // A pikeman of the second rank kills the enemy in front, who kills at the same moment. A tie with a second rank is not broken.
    assert_eq!(statuses(&[1, 4, 4, 1]), (json!("killed"), json!("killed")));
    // The two in front would kill each other, and the 5 beats the 4.
    assert_eq!(statuses(&[5, 1, 4, 1]), (json!("unhurt"), json!("killed")));
}

#[test]
fn a_fighter_on_foot_needs_two_sixes_to_kill_a_cuirassier() {
    let cuirassier = json!({ "class": 5, "armour": "5", "mount": "cavalry", "helpless": true });
    let input = json!({ "one": {}, "many": [cuirassier] });
    let status = |faces: &[u8]| RULES.outcome("melee", input.clone(), faces)["many_status"][0].clone();
    assert_eq!(status(&[6, 3]), "recoils");
    assert_eq!(status(&[6, 6]), "killed");
    // 1/6 · 1/6
    assert_chance(chance("melee", input.clone(), "many_status", json!(["killed"])), 1, 36);
}

#[test]
fn bare_hands_stun() {
    let input = json!({ "one": { "weapon": "bare_hands" }, "many": [{ "helpless": true }] });
    assert_eq!(RULES.outcome("melee", input, &[5])["many_status"][0], "stunned");
}

#[test]
fn a_rapier_that_misses_is_followed_by_the_dagger() {
    let input = json!({ "one": { "fencer": "rapier_dagger" }, "many": [{ "helpless": true }] });
    assert_eq!(missing("melee", input.clone(), &[2]), ("strike_one".into(), 1));
    // 3 of 6 faces kill at once; 2 of 6 miss, and then 3 of 6 kill.
    assert_chance(chance("melee", input, "many_status", json!(["killed"])), 2, 3);
}

#[test]
fn the_bill_is_a_halberd_since_2025() {
    let against_a_rider = |edition: &str| {
        let input = json!({ "edition": edition, "one": { "weapon": "bill" }, "many": [{ "mount": "cavalry", "helpless": true }] });
        chance("melee", input, "many_status", json!(["killed"]))
    };
    // −1 and +1: 4 to 6 kill.
    assert_chance(against_a_rider("april_2025"), 3, 6);
    // −1: 5 and 6 kill.
    assert_chance(against_a_rider("sheet_2024"), 2, 6);
}

#[test]
fn half_armour_is_4_or_by_ruling_5() {
    let killed = |ruling: &str| {
        let target = json!({ "class": 4, "armour": "4_star", "helpless": true });
        let input = json!({ "one": {}, "many": [target], "rulings": { "r3_half_armour": ruling } });
        chance("melee", input, "many_status", json!(["killed"]))
    };
    assert_chance(killed("tie_break"), 2, 6);
    assert_chance(killed("as_5"), 1, 6);
}

#[test]
fn sixes_of_two_against_one_are_pooled_or_by_ruling_separate() {
    let uphill = json!({ "enemy_higher": true });
    let status = |rule: &str| {
        let input = json!({ "one": uphill, "friends": [uphill], "many": [{ "class": 5, "helpless": true }],
                            "rulings": { "r38_melee_sixes": rule }, "reroll_sixes": false });
        RULES.outcome("melee", input, &[6, 6])["many_status"][0].clone()
    };
    // The sixes are 6 and 7, less 1. Pooled, the 7 beats class 5. Separately, each six only equals it.
    assert_eq!([status("pooled"), status("each")], [json!("killed"), json!("recoils")]);
}

#[test]
fn each_fighter_rerolls_a_single_six_in_the_order_of_the_dice() {
    let high = json!({ "enemy_higher": true });
    let input = json!({ "one": high, "friends": [high], "many": [{ "class": 5, "helpless": true, "life_points": 2 }],
                        "rulings": { "r38_melee_sixes": "each" } });
    assert_eq!(missing("melee", input.clone(), &[6, 6]), ("reroll_one".into(), 1));
    // The six of the fighter becomes 7 and kills, so no 8 is needed. The six of the friend is rolled again separately.
    assert_eq!(missing("melee", input.clone(), &[6, 6, 6]), ("reroll_one".into(), 1));
    let outcome = RULES.outcome("melee", input.clone(), &[6, 6, 6, 1]);
    assert_eq!((&outcome["many_status"][0], &outcome["many_wounds"][0]), (&json!("wounded"), &json!(1)));
    assert_eq!(RULES.outcome("melee", input, &[6, 6, 6, 6])["many_wounds"][0], 2);
}

#[test]
fn a_simultaneous_kill_and_recoil_are_one_wound() {
    // Class 3 with two lives: 4 kills once, and 3 drives back. A kill at the same moment cancels the recoil.
    let input = |rule: &str| {
        json!({ "one": {}, "friends": [{}], "many": [{ "helpless": true, "life_points": 2 }],
                                     "rulings": { "r38_melee_sixes": rule } })
    };
    for rule in ["pooled", "each"] {
        for faces in [[3, 4], [4, 3]] {
            assert_eq!(RULES.outcome("melee", input(rule), &faces)["many_status"][0], "wounded", "{rule} {faces:?}");
        }
    }
}

#[test]
fn a_pointed_axe_strikes_from_the_second_rank_only_against_a_charge() {
    let axe = |braced: bool, rank: i32| json!({ "weapon": "pointed_axe", "braced": braced, "rank": rank, "close_order": true });
    let rider = |charging: bool| json!({ "mount": "cavalry", "charging": charging });
    let fight = |axe: Json, charging: bool| json!({ "one": rider(charging), "many": [{ "weapon": "halberd" }, axe] });
    assert_eq!(RULES.refusal("melee", fight(axe(true, 2), true)), "allowed");
    for (axe, charging) in [(axe(false, 2), true), (axe(true, 3), true), (axe(true, 2), false)] {
        assert_eq!(not_allowed("melee", fight(axe, charging)), "many[1].rank");
    }
    let helping = json!({ "one": { "weapon": "halberd" }, "friends": [axe(true, 2)], "many": [rider(true)] });
    assert_eq!(RULES.refusal("melee", helping), "allowed");
}

#[test]
fn a_charger_that_has_struck_still_counts_as_charging() {
    let spent = json!({ "mount": "cavalry", "charging": true, "helpless": true });
    let pike = json!({ "weapon": "pike", "braced": true });
    let input = json!({ "one": spent, "many": [pike] });
    // Foot against cavalry −1, receiving the charge +1: 4 kills class 3. Nobody strikes back.
    assert_eq!(RULES.outcome("melee", input, &[4])["one_status"], "killed");
    let beside = json!({ "one": spent, "many": [pike, {}] });
    assert_eq!(not_allowed("melee", beside), "many[1]");
}
