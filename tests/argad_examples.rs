//! The examples of *Argad!* and of its description in this project, as players would tell them.

use drumhead::contract::{odds, resolve};
use drumhead::dice::Halt;
use serde_json::{Value as Json, json};

fn request(procedure: &str, input: Json) -> Json {
    json!({ "ruleset": "argad", "procedure": procedure, "input": input })
}

/// The outcome of these faces.
fn with(procedure: &str, input: Json, faces: &[u8]) -> Json {
    let answer = resolve(&request(procedure, input), faces);
    assert_eq!(answer["status"], "resolved", "{answer}");
    answer["outcome"].clone()
}

/// The throw that is missing: its purpose and how many dice.
fn missing(procedure: &str, input: Json, faces: &[u8]) -> (String, u64) {
    let next = resolve(&request(procedure, input), faces)["next"].clone();
    let purpose = next["purpose"].as_str().expect("dice are missing");
    (purpose.into(), next["count"].as_u64().expect("a count"))
}

/// What is wrong with it: the code and the field.
fn refused(procedure: &str, input: Json) -> (String, String) {
    let error = odds(&request(procedure, input))["error"].clone();
    let word = |field: &str| error[field].as_str().unwrap_or_else(|| panic!("not refused: {error}")).to_owned();
    (word("code"), word("field"))
}

fn not_allowed(procedure: &str, input: Json) -> String {
    let (code, field) = refused(procedure, input);
    assert_eq!(code, "not_allowed");
    field
}

/// How likely it is that the outcome's `field` is `value`.
fn chance(procedure: &str, input: Json, field: &str, value: impl Into<Json>) -> f64 {
    let (answer, value) = (odds(&request(procedure, input)), value.into());
    let outcomes = answer["outcomes"].as_array().unwrap_or_else(|| panic!("{answer}"));
    let so = outcomes.iter().filter(|row| row["outcome"][field] == value);
    so.filter_map(|row| row["probability"].as_f64()).sum()
}

#[track_caller]
fn assert_is(probability: f64, numerator: u32, denominator: u32) {
    let wanted = f64::from(numerator) / f64::from(denominator);
    assert!((probability - wanted).abs() < 1e-12, "{probability} is not {numerator}/{denominator}");
}

/// The natural value that a shot needs.
fn needs(shooter: Json, target: Json) -> i64 {
    let input = json!({ "shooters": [shooter], "target": target, "reroll_sixes": false });
    odds(&request("shoot", input))["outcomes"][0]["outcome"]["needs"][0].as_i64().expect("a shot that is allowed")
}

// Movement

#[test]
fn a_breastplate_in_the_woods_goes_sixteen_less_the_die() {
    let input = json!({ "armour": "4", "terrain": "woods" });
    assert_eq!(with("move", input.clone(), &[4])["move_cm"], 12);
    assert_eq!(with("move", input, &[6])["blocked"], true);
}

#[test]
fn a_cuirassier_in_the_woods_goes_half_as_far_less_two_dice_and_one_six_stops_him() {
    let input = json!({ "mount": "cavalry", "armour": "5", "terrain": "woods" });
    // 32 / 2 - (3 + 5)
    assert_eq!(with("move", input.clone(), &[3, 5])["move_cm"], 8);
    assert_eq!(with("move", input.clone(), &[6, 1])["blocked"], true);
    // no six in two dice: 5/6 · 5/6
    assert_is(chance("move", input, "blocked", false), 25, 36);
}

#[test]
fn in_merely_difficult_ground_it_takes_two_sixes_to_stop_a_rider() {
    let input = json!({ "mount": "cavalry", "terrain": "bushes" });
    assert_is(chance("move", input, "blocked", true), 1, 36);
}

#[test]
fn the_two_sheets_disagree_with_the_card_about_farm_horses() {
    let base = |input: Json| with("move", input, &[])["base_cm"].clone();
    assert_eq!(base(json!({ "mount": "farm_horse" })), 36);
    assert_eq!(base(json!({ "mount": "farm_horse", "rulings": { "r1_farm_horse": "32" } })), 32);
    assert_eq!(base(json!({ "mount": "farm_horse", "edition": "sheet_2024" })), 32);
}

#[test]
fn a_heavy_musket_allows_sixteen_and_a_breastplate_takes_no_more_off() {
    assert_eq!(with("move", json!({ "burden": "musket" }), &[])["move_cm"], 16);
    assert_eq!(with("move", json!({ "burden": "musket", "armour": "4" }), &[])["move_cm"], 16);
}

#[test]
fn a_column_that_enters_a_wood_is_no_column_any_more() {
    let outcome = with("move", json!({ "formation": "column_of_twos", "terrain": "woods" }), &[2]);
    assert_eq!(outcome, json!({ "base_cm": 16, "move_cm": 14, "blocked": false, "breaks_close_order": true }));
}

// Close order

#[test]
fn two_soldiers_are_no_unit() {
    let outcome = with("close_order", json!({ "action": "keep", "soldiers": 2 }), &[]);
    assert_eq!((&outcome["close_order"], &outcome["reason"]), (&json!(false), &json!("too_few")));
    assert_eq!(not_allowed("close_order", json!({ "action": "form", "soldiers": 2 })), "soldiers");
}

#[test]
fn pikes_that_have_pivoted_once_are_lost_when_cavalry_threatens_the_other_side() {
    let input = json!({ "action": "keep", "soldiers": 10, "attacked": "flank_or_rear", "pivot_used": true });
    let outcome = with("close_order", input, &[]);
    assert_eq!((&outcome["disorder"], &outcome["reason"]), (&json!(true), &json!("flank")));
    assert_eq!(
        not_allowed("close_order", json!({ "action": "pivot", "soldiers": 10, "pivot_used": true })),
        "pivot_used"
    );
}

// Charging

#[test]
fn seven_centimetres_may_be_enough_for_a_charge_and_twelve_always_are() {
    let run = |cm: i32| json!({ "straight_cm": cm });
    assert_eq!(with("run_up", run(7), &[3, 4])["success"], true);
    assert_eq!(with("run_up", run(7), &[4, 4])["success"], false);
    // two dice show 7 or less: 21 of 36
    assert_is(chance("run_up", run(7), "success", true), 21, 36);
    assert_eq!(with("run_up", run(12), &[]), json!({ "success": true, "rolled": false }));
    assert_eq!(with("run_up", json!({ "straight_cm": 3, "edition": "sheet_2024" }), &[])["success"], true);
}

// Shooting

#[test]
fn the_arquebusier_kills_the_halberdier_who_comes_on_with_five_or_six() {
    let input = json!({ "shooters": [{ "weapon": "short_arquebus", "range_cm": 8 }] });
    assert_eq!(with("shoot", input.clone(), &[5])["hits"], 1);
    assert_is(chance("shoot", input, "hits", 1), 2, 6);
}

#[test]
fn caracole_riders_hit_with_a_six_and_those_who_stand_firm_with_a_five() {
    let rider = json!({ "weapon": "pistol", "range_cm": 10, "mount": "cavalry", "movement": "moving" });
    assert_eq!(needs(rider.clone(), json!({})), 6);
    // the six is needed and does: it is not thrown again
    assert_is(chance("shoot", json!({ "shooters": [rider] }), "hits", 1), 1, 6);
    assert_eq!(needs(json!({ "weapon": "pistol", "range_cm": 10 }), json!({})), 5);
}

#[test]
fn a_pistol_at_fifteen_centimetres_needs_a_six_and_another() {
    let input = json!({ "shooters": [{ "weapon": "pistol", "range_cm": 15 }] });
    assert_eq!(missing("shoot", input.clone(), &[6]), ("reroll".into(), 1));
    assert_eq!(with("shoot", input.clone(), &[6, 6])["hits"], 1);
    // 1/6 · 1/6
    assert_is(chance("shoot", input, "hits", 1), 1, 36);
}

#[test]
fn one_musket_of_those_who_fire_at_will_into_a_group_shoots_one_better() {
    let input = json!({
        "shooters": [{ "weapon": "matchlock_musket", "count": 3, "range_cm": 30 }], "target": { "figures": 8 },
    });
    let outcome = with("shoot", input, &[6, 3, 5]);
    assert_eq!(outcome, json!({ "shots": 3, "needs": [7], "hits": 1, "casualties": 1, "plus_one_used": true }));
}

fn salvo(range_cm: i32) -> Json {
    json!({
        "weapon": "matchlock_musket", "count": 3, "range_cm": range_cm, "salvo": true, "officer": true, "close_order": true,
    })
}

#[test]
fn two_sixes_in_a_salvo_are_six_and_seven() {
    let input = json!({ "shooters": [salvo(50)], "target": { "figures": 8 } });
    assert_eq!(with("shoot", input, &[6, 6, 2])["hits"], 1);
}

#[test]
fn a_salvo_is_for_groups_and_from_behind_a_wall_only_since_2025() {
    let behind_a_wall = json!({
        "weapon": "matchlock_musket", "count": 3, "range_cm": 30, "salvo": true, "officer": true, "protected": true,
    });
    assert_eq!(not_allowed("shoot", json!({ "shooters": [salvo(30)] })), "target.figures");
    let group = json!({ "figures": 5 });
    assert_eq!(needs(behind_a_wall.clone(), group.clone()), 6);
    let in_2024 = json!({ "edition": "sheet_2024", "shooters": [behind_a_wall], "target": group });
    assert_eq!(not_allowed("shoot", in_2024), "shooters[0].close_order");
    // three muskets on the word at somebody in a window
    assert_eq!(needs(salvo(20), json!({ "cover": "cover" })), 6);
}

#[test]
fn a_six_of_somebody_in_disorder_is_a_six_and_no_more() {
    let shooter = json!({ "weapon": "pistol", "range_cm": 15, "count": 2, "disorder": true });
    assert_eq!(with("shoot", json!({ "shooters": [shooter] }), &[6, 6])["hits"], 0);
}

#[test]
fn the_caliver_has_its_own_row_since_2025() {
    let at = |edition: &str| {
        let input = json!({ "edition": edition, "shooters": [{ "weapon": "long_arquebus", "range_cm": 18 }] });
        odds(&request("shoot", input))["outcomes"][0]["outcome"]["needs"][0].clone()
    };
    assert_eq!((at("april_2025"), at("sheet_2024")), (json!(5), json!(6)));
}

#[test]
fn over_a_low_wall_nothing_protects_from_a_shot_in_contact() {
    let wall = json!({ "cover": "low_obstacle" });
    let pistol = |contact: &str| json!({ "weapon": "pistol", "range_cm": 1, "contact": contact });
    assert_eq!(needs(pistol("none"), wall.clone()), 6);
    assert_eq!(needs(pistol("in_contact"), wall), 5);
}

#[test]
fn cover_and_armour_together_take_two_at_most() {
    let shooter = json!({ "weapon": "short_arquebus", "range_cm": 30 });
    let target = json!({ "cover": "narrow_opening", "armour": "5", "furtive": true });
    let answer = resolve(&request("shoot", json!({ "shooters": [shooter], "target": target })), &[1]);
    assert_eq!(answer["outcome"]["needs"], json!([9]));
    let modifiers = json!([
        { "id": "cover", "value": -2 }, { "id": "armour", "value": -1 }, { "id": "furtive_target", "value": -1 },
        { "id": "cap", "value": 2 },
    ]);
    assert_eq!(answer["modifiers"], modifiers);
}

#[test]
fn each_single_six_is_thrown_again_or_left_as_the_player_says_when_it_comes_up() {
    let shot = |said: &[&str]| json!({ "shooters": [{ "weapon": "pistol", "range_cm": 15 }], "target": { "equivalent_armour": 4 }, "single_sixes": said });
    // It needs an 8: the six and two more. Left at once, or after the first of them, it is no hit.
    assert_eq!(missing("shoot", shot(&[]), &[6]), ("reroll".into(), 1));
    assert_eq!(with("shoot", shot(&["leave"]), &[6])["hits"], 0);
    assert_eq!(with("shoot", shot(&["again", "leave"]), &[6, 6])["hits"], 0);
    assert_eq!(with("shoot", shot(&["again", "again"]), &[6, 6, 6])["hits"], 1);
    // Who leaves them all beforehand is never asked.
    let never = json!({ "shooters": [{ "weapon": "pistol", "range_cm": 15 }], "reroll_sixes": false, "single_sixes": ["again"] });
    assert_eq!(with("shoot", never, &[6])["hits"], 0);
    // A class 3 footman and a dragoon, both of whom need more than the six: each is asked by himself.
    let iron = json!({ "class": 5, "armour": "5" });
    let duel = |said: &[&str]| json!({ "one": iron, "many": [iron], "single_sixes": said, "rulings": { "r4_simultaneous": "both" } });
    let weak = |said: &[&str]| {
        let mut duel = duel(said);
        duel["one"]["enemy_higher"] = json!(true);
        duel["many"][0]["enemy_higher"] = json!(true);
        duel
    };
    assert_eq!(missing("melee", weak(&["leave"]), &[6, 6]), ("reroll_many".into(), 1));
    let outcome = with("melee", weak(&["leave", "again"]), &[6, 6, 6]);
    assert_eq!((&outcome["one_status"], &outcome["many_status"][0]), (&json!("killed"), &json!("recoils")));
}

#[test]
fn players_are_asked_once_for_each_throw_that_a_six_raises() {
    let procedure = drumhead::rulesets::find("argad").and_then(|own| own.procedure("shoot")).expect("it is there");
    let asked = |said: Json, faces: &[u8]| {
        let input = json!({ "shooters": [{ "weapon": "pistol", "range_cm": 15 }], "target": { "equivalent_armour": 4 }, "single_sixes": said });
        let input = input.as_object().expect("an object");
        let played = procedure.read(input).expect("it is allowed").resolve(faces);
        match played.result {
            Err(Halt::Needs(throw)) => procedure.raised(input, &throw, &played.rolls).map(|field| field.id),
            _ => None,
        }
    };
    assert_eq!(asked(json!([]), &[]), None);
    assert_eq!(asked(json!([]), &[6]), Some("single_sixes"));
    assert_eq!(asked(json!(["again"]), &[6]), None);
    assert_eq!(asked(json!(["again"]), &[6, 6]), Some("single_sixes"));
    assert_eq!(asked(json!(["again", "leave"]), &[6, 6]), None);
}

/// *Large fantasy creatures*: what each weapon needs in each band against skin and armour of 4, 5, 6 and 7.
#[test]
fn thick_skin_protects_as_the_table_of_large_creatures_says() {
    let table: &[(&str, i32, [i64; 4])] = &[
        ("pistol", 10, [5, 6, 7, 8]),
        ("pistol", 20, [8, 8, 9, 10]),
        ("short_arquebus", 10, [5, 5, 6, 7]),
        ("short_arquebus", 20, [6, 7, 8, 9]),
        ("short_arquebus", 40, [8, 8, 9, 10]),
        ("matchlock_musket", 20, [6, 6, 7, 8]),
        ("matchlock_musket", 40, [7, 7, 8, 9]),
        ("matchlock_musket", 60, [9, 9, 10, 11]),
        ("long_arquebus", 20, [5, 5, 6, 7]),
        ("long_arquebus", 30, [6, 7, 8, 9]),
        ("long_arquebus", 40, [8, 8, 9, 10]),
        ("light_musket", 20, [5, 5, 6, 7]),
        ("light_musket", 30, [6, 6, 7, 8]),
        ("light_musket", 40, [8, 8, 9, 10]),
    ];
    for (weapon, range_cm, wanted) in table {
        for (armour, need) in (4..=7).zip(wanted) {
            let given =
                needs(json!({ "weapon": weapon, "range_cm": range_cm }), json!({ "equivalent_armour": armour }));
            assert_eq!(given, *need, "{weapon} at {range_cm} cm against {armour}");
        }
    }
    for (range_cm, wanted) in [(20, [5, 5, 6, 7]), (40, [6, 6, 7, 8]), (60, [8, 8, 9, 10])] {
        for (armour, need) in (4..=7).zip(wanted) {
            assert_eq!(needs(salvo(range_cm), json!({ "figures": 3, "equivalent_armour": armour })), need);
        }
    }
    let in_contact = json!({ "weapon": "pistol", "range_cm": 0, "contact": "in_contact" });
    for (armour, need) in [(4, 5), (5, 5), (6, 6), (7, 7)] {
        assert_eq!(needs(in_contact.clone(), json!({ "equivalent_armour": armour })), need);
    }
}

// Reloading

#[test]
fn a_musket_is_loaded_in_two_turns() {
    let musket = |left: i32| json!({ "weapon": "matchlock_musket", "reload_left": left });
    assert_eq!(with("reload", musket(2), &[]), json!({ "reload_left": 1, "loaded": false }));
    assert_eq!(with("reload", musket(1), &[]), json!({ "reload_left": 0, "loaded": true }));
}

// Melee

#[test]
fn the_halberd_strikes_before_the_sword() {
    let input = json!({ "one": { "weapon": "halberd" }, "many": [{}] });
    let recoils = with("melee", input.clone(), &[3]);
    assert_eq!((&recoils["many_status"][0], &recoils["one_status"]), (&json!("recoils"), &json!("unhurt")));
    assert_eq!(with("melee", input.clone(), &[2, 5])["one_status"], "killed");
    // the halberd misses with 1 or 2, then the sword kills with 4 to 6: 2/6 · 3/6
    assert_is(chance("melee", input, "one_status", "killed"), 1, 6);
}

#[test]
fn of_two_equal_swordsmen_the_higher_die_stands() {
    let four = json!({ "class": 4 });
    let input = json!({ "one": four, "many": [four] });
    let outcome = with("melee", input.clone(), &[5, 6]);
    assert_eq!((&outcome["one_status"], &outcome["many_status"][0]), (&json!("killed"), &json!("unhurt")));
    let both = with("melee", input.clone(), &[6, 6]);
    assert_eq!((&both["one_status"], &both["many_status"][0]), (&json!("killed"), &json!("killed")));
    // he is killed by 5 against less than 5, by 6 against less than 6, and by an equal die: 4 + 5 + 2 of 36
    assert_is(chance("melee", input, "one_status", "killed"), 11, 36);
}

#[test]
fn in_a_formal_duel_rapier_and_dagger_are_equally_long() {
    let input = json!({ "one": { "weapon": "dagger" }, "many": [{}], "formal_duel": true });
    assert_eq!(missing("melee", input, &[1]), ("strike_many".into(), 1));
    let halberd = json!({ "one": {}, "many": [{ "weapon": "halberd" }], "formal_duel": true });
    assert_eq!(not_allowed("melee", halberd), "formal_duel");
}

/// A lancer in complete armour rides at three ranks of pikes.
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
    let outcome = with("melee", lancer_against_pikes(), &[4, 3, 3, 2]);
    // 2, cavalry 1, charge 1, lance 1: 5 against class 3
    assert_eq!((&outcome["one_status"], &outcome["many_status"][0]), (&json!("unhurt"), &json!("killed")));
    assert_eq!(with("melee", lancer_against_pikes(), &[6, 1, 1])["one_status"], "killed");
    assert_eq!(with("melee", lancer_against_pikes(), &[5, 1, 1])["one_status"], "recoils");
}

/// Two files of two pikes each.
fn files_of_pikes() -> Json {
    let pike = |rank: i32| json!({ "weapon": "pike", "close_order": true, "rank": rank });
    json!({ "one": pike(1), "friends": [pike(2)], "many": [pike(1), pike(2)] })
}

#[test]
fn two_files_of_pikes_strike_at_the_same_moment() {
    let statuses = |faces: &[u8]| {
        let outcome = with("melee", files_of_pikes(), faces);
        (outcome["one_status"].clone(), outcome["many_status"][0].clone())
    };
    assert_eq!(missing("melee", files_of_pikes(), &[1]), ("strike_friends".into(), 1));
    assert_eq!(missing("melee", files_of_pikes(), &[1, 4]), ("strike_many".into(), 2));
    // The second rank kills the man in front, who kills at the same moment: nobody has a tie with a second rank.
    assert_eq!(statuses(&[1, 4, 4, 1]), (json!("killed"), json!("killed")));
    // The two in front would kill each other, and the 5 beats the 4.
    assert_eq!(statuses(&[5, 1, 4, 1]), (json!("unhurt"), json!("killed")));
}

#[test]
fn a_man_on_foot_needs_a_six_and_another_to_kill_a_cuirassier() {
    let cuirassier = json!({ "class": 5, "armour": "5", "mount": "cavalry", "helpless": true });
    let input = json!({ "one": {}, "many": [cuirassier] });
    let status = |faces: &[u8]| with("melee", input.clone(), faces)["many_status"][0].clone();
    assert_eq!(status(&[6, 3]), "recoils");
    assert_eq!(status(&[6, 6]), "killed");
    // 1/6 · 1/6
    assert_is(chance("melee", input.clone(), "many_status", json!(["killed"])), 1, 36);
}

#[test]
fn bare_hands_stun() {
    let input = json!({ "one": { "weapon": "bare_hands" }, "many": [{ "helpless": true }] });
    assert_eq!(with("melee", input, &[5])["many_status"][0], "stunned");
}

#[test]
fn a_rapier_that_misses_is_followed_by_the_dagger() {
    let input = json!({ "one": { "fencer": "rapier_dagger" }, "many": [{ "helpless": true }] });
    assert_eq!(missing("melee", input.clone(), &[2]), ("strike_one".into(), 1));
    // 3 of 6 kill at once; 2 of 6 miss, and then 3 of 6 kill
    assert_is(chance("melee", input, "many_status", json!(["killed"])), 2, 3);
}

#[test]
fn the_bill_is_a_halberd_since_2025() {
    let against_a_rider = |edition: &str| {
        let input = json!({ "edition": edition, "one": { "weapon": "bill" }, "many": [{ "mount": "cavalry", "helpless": true }] });
        chance("melee", input, "many_status", json!(["killed"]))
    };
    // -1 +1: 4 to 6
    assert_is(against_a_rider("april_2025"), 3, 6);
    // -1: 5, or 6
    assert_is(against_a_rider("sheet_2024"), 2, 6);
}

#[test]
fn half_armour_counts_four_or_as_players_choose_five() {
    let killed = |ruling: &str| {
        let target = json!({ "class": 4, "armour": "4_star", "helpless": true });
        let input = json!({ "one": {}, "many": [target], "rulings": { "r3_half_armour": ruling } });
        chance("melee", input, "many_status", json!(["killed"]))
    };
    assert_is(killed("tie_break"), 2, 6);
    assert_is(killed("as_5"), 1, 6);
}

// The wounded, and the budget

#[test]
fn below_health_heals_on_it_leaves_a_mark_above_it_kills() {
    let result = |die: u8| with("healing", json!({ "class": 3 }), &[die])["result"].clone();
    assert_eq!([result(2), result(3), result(4)], [json!("heals"), json!("sequelae"), json!("dies")]);
    let helped = json!({ "class": 4, "healer": true, "bad_conditions": true });
    assert_eq!(with("healing", helped, &[1])["health"], 4);
}

#[test]
fn a_wound_is_somewhere_between_one_and_twelve() {
    assert_eq!(with("wound_location", json!({}), &[12])["location"], 12);
}

#[test]
fn a_cavalry_officer_costs_three_times_his_class_and_ten_pikes_fifty() {
    let officer = json!({ "class": 4, "role": "officer", "mount": "cavalry", "armour": "4", "items": { "pistol": 2 } });
    let pikes = json!({ "count": 10, "class": 3, "items": { "pike": 1 } });
    let outcome = with("budget", json!({ "entries": [officer, pikes] }), &[]);
    assert_eq!(outcome, json!({ "total_points": 71, "entry_points": [21, 50], "javelins": [0, 0] }));
}
