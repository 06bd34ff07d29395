//! The turn: duties, bars, and values that earlier acts fill in.

use super::{soldiers, table};
use battle::analysis::act_words::headline;
use battle::analysis::last_roll::watched;
use battle::{Action, Resolved, referee};
use rules::names::Names;
use serde_json::{Value as Json, json};
use testing::table::{Table, taking, typed};

/// Three riders with swords.
fn riders() -> Json {
    soldiers(json!({ "mount": "cavalry" }))
}

#[test]
fn strength_counts_figures_that_are_left() {
    assert_eq!(table(&soldiers(json!({})), &[]).strength("a1"), 3);
    assert_eq!(table(&soldiers(json!({})), &[("figures", json!(1))]).strength("a1"), 1);
}

#[test]
fn a_draw_settles_only_the_duty_of_its_units() {
    let shooters = [soldiers(json!({ "missile": ["longbow"] })), soldiers(json!({ "missile": ["longbow"] }))];
    let foes = [soldiers(json!({})), soldiers(json!({})), soldiers(json!({})), soldiers(json!({}))];
    let mut table = Table::laid("argad", &shooters, &foes);
    table.phase("shoot");
    let shot = |count: i32| json!({ "shooters": [{ "range_cm": 10, "count": count }] });
    // A group at 10 cm is hit by 5 or more.
    table.play("shoot", &[("shooters", &["a1"]), ("target", &["b1", "b2"])], shot(1), &[5]);
    table.play("shoot", &[("shooters", &["a2"]), ("target", &["b3", "b4"])], shot(2), &[5, 5]);
    assert_eq!(table.duties(), ["!casualties: 1 to draw from B1, B2", "!casualties: 2 to draw from B3, B4"]);
    assert_eq!(table.filled("casualties", &[("groups", &["b3", "b4"])])["casualties"], 2);
    assert_eq!(table.filled("casualties", &[("groups", &["b1", "b2"])])["casualties"], 1);
    table.play("casualties", &[("groups", &["b4", "b3"])], json!({}), &[1, 1]);
    assert_eq!(table.duties(), ["!casualties: 1 to draw from B1, B2"]);
}

#[test]
fn replacements_of_fallen_chargers_have_no_bonus() {
    // R55. A shot at 10 cm hits with 5.
    let lost = |target: Json, charging: bool| {
        let mut table = Table::laid("argad", &[soldiers(json!({ "missile": ["longbow"] }))], &[target]);
        table.set("b1", "charging", charging);
        let shot = json!({ "shooters": [{ "range_cm": 10, "count": 1 }] });
        table.play("shoot", &[("shooters", &["a1"]), ("target", &["b1"])], shot, &[5]);
        table.value("b1", "charge_lost")
    };
    assert_eq!(lost(riders(), true), 1);
    assert_eq!(lost(riders(), false), 0);
}

#[test]
fn a_unit_that_shot_with_all_figures_does_not_load() {
    let muskets = soldiers(json!({ "missile": ["matchlock_musket"] }));
    let fired = |shot: i32| {
        let table = table(&muskets, &[("shot_figures", json!(shot))]);
        table.filled("reload", &[("shooter", &["a1"])])["fired"].clone()
    };
    assert_eq!([0, 1, 2, 3].map(fired), [json!(false), json!(false), json!(false), json!(true)]);
    let held_up = table(&muskets, &[("blocked", json!(true))]).filled("reload", &[("shooter", &["a1"])]);
    assert_eq!(held_up["fired"], false, "nobody shot");
    let says = |shot: i32| table(&muskets, &[("shot_figures", json!(shot))]).says("shoot", "a1");
    assert_eq!((says(2).as_str(), says(3).as_str()), ("may shoot to 60 cm", "all shots taken this turn"));
}

#[test]
fn trained_foot_that_stood_still_receives_a_charge() {
    // Light thrusting spear; Pike: class 3, standing still, and not in contact at the start of the turn.
    let braced = |profile: Json, trackers: &[(&str, Json)]| {
        let mut table = Table::laid("argad", &[profile], &[riders()]);
        for (tracker, to) in trackers {
            table.set("a1", tracker, to.clone());
        }
        table.set("b1", "charging", true);
        table.filled("melee", &[("one", &["b1"]), ("many", &["a1"])])["many"][0]["braced"].clone()
    };
    let spear = |class: i32| json!({ "figures": 1, "weapon": "light_spear", "class": class });
    assert_eq!(braced(spear(3), &[]), true);
    assert_eq!(braced(spear(2), &[]), Json::Null);
    assert_eq!(braced(json!({ "figures": 1, "weapon": "light_spear", "mount": "mounted_infantry" }), &[]), Json::Null);
    assert_eq!(braced(spear(3), &[("moved", json!(true))]), Json::Null);
    assert_eq!(braced(spear(3), &[("in_contact_at_start", json!(true))]), Json::Null);
}

#[test]
fn stunned_soldiers_do_not_take_part() {
    // Melee: stunned figures do nothing.
    let muskets = soldiers(json!({ "missile": ["matchlock_musket"] }));
    let shots = |stunned: i32| {
        let table = table(&muskets, &[("knocked_figures", json!(stunned))]);
        table.filled("shoot", &[("shooters", &["a1"]), ("target", &["b1"])])["shooters"][0]["count"].clone()
    };
    assert_eq!((shots(0), shots(1)), (json!(3), json!(2)));
    let says = |stunned: i32| table(&muskets, &[("knocked_figures", json!(stunned))]).says("shoot", "a1");
    assert_eq!((says(2).as_str(), says(3).as_str()), ("may shoot to 60 cm", "stunned, so no action"));
}

#[test]
fn fouled_and_fired_muskets_are_not_fired() {
    // Matchlock musket; R58. Of five muskets, two are fouled.
    let muskets = soldiers(json!({ "figures": 5, "missile": ["matchlock_musket"] }));
    let shots = |fired: i32| {
        let table = table(
            &muskets,
            &[
                ("fouled_muskets", json!(2)),
                ("loaded_matchlock_musket", json!(5 - fired)),
                ("shot_matchlock_musket", json!(fired)),
                ("shot_figures", json!(fired)),
            ],
        );
        table.filled("shoot", &[("shooters", &["a1"]), ("target", &["b1"])])["shooters"][0]["count"].clone()
    };
    assert_eq!([0, 1, 2].map(shots), [json!(3), json!(2), json!(1)]);
}

#[test]
fn a_struck_blow_has_a_mark_unless_shot_or_contact_shows_it() {
    let marked =
        |trackers: &[(&str, Json)]| table(&soldiers(json!({})), trackers).card_texts("a1").contains(&"struck".into());
    let struck = || ("struck", json!(true));
    assert!(marked(&[struck()]));
    assert!(!marked(&[]));
    assert!(!marked(&[struck(), ("fired", json!(true))]));
    assert!(!marked(&[struck(), ("contacted", json!(true))]));
}

#[test]
fn pivoting_and_keeping_order_are_offered_in_close_order() {
    let (mut loose, mut formed) = (table(&soldiers(json!({})), &[]), table(&soldiers(json!({})), &[]));
    formed.set("a1", "close_order", true);
    let barred = |table: &mut Table, action: &str| {
        table.phase("move");
        let answers = json!({ "action": action });
        let state = table.battle.state();
        let procedure = table.procedure("close_order");
        let unit = taking(&[("unit", &["a1"])]);
        let barred = referee::offer_barred(table.ruleset, procedure, &unit, state, answers.as_object().unwrap());
        barred.map(|barred| barred.rule)
    };
    for action in ["pivot", "keep"] {
        assert_eq!(barred(&mut loose, action), Some("phase"), "{action}");
        assert_eq!(barred(&mut formed, action), None, "{action}");
    }
    assert_eq!(barred(&mut loose, "form"), None);
}

#[test]
fn close_order_is_offered_to_units_that_may_form_join_or_keep_it() {
    // Close order formation: three or more trained soldiers form it, others join later.
    let variants = |profile: Json, formed: bool| {
        let mut table = Table::laid("argad", &[profile, soldiers(json!({}))], &[soldiers(json!({}))]);
        table.set("a1", "close_order", formed);
        table.phase("move");
        let offers = referee::offers(table.ruleset, table.battle.state(), "a1").into_iter();
        let variants = offers
            .filter(|offer| offer.is_fit() && offer.procedure.id == "close_order")
            .filter_map(|offer| offer.variant);
        variants.map(|variant| variant.label).collect::<Vec<_>>()
    };
    assert_eq!(variants(soldiers(json!({})), false), ["Form close order", "Join a close order"]);
    assert_eq!(variants(soldiers(json!({ "figures": 2 })), false), ["Join a close order"]);
    assert_eq!(variants(soldiers(json!({ "class": 2 })), false), [""; 0]);
    assert_eq!(variants(soldiers(json!({})), true), ["Pivot", "Keep close order"]);
}

#[test]
fn duties_are_listed_in_the_order_in_which_they_became_due() {
    let bows = soldiers(json!({ "missile": ["longbow"] }));
    let mut table = Table::laid("argad", &[riders(), bows], &[soldiers(json!({})), soldiers(json!({}))]);
    table.phase("shoot");
    let shot = json!({ "shooters": [{ "range_cm": 10, "count": 1 }] });
    table.play("shoot", &[("shooters", &["a2"]), ("target", &["b1", "b2"])], shot, &[5]);
    table.play("run_up", &[("rider", &["a1"]), ("target", &["b1"])], json!({ "straight_cm": 20 }), &[]);
    assert_eq!(table.duties(), ["!casualties: 1 to draw from B1, B2", "!melee: A1: charge at B1"]);
}

#[test]
fn a_charging_rider_who_fought_anybody_has_no_open_duty() {
    // Cavalry charge.
    let rider = || json!({ "figures": 1, "mount": "cavalry" });
    let mut table = Table::laid("argad", &[rider(), rider()], &[soldiers(json!({})), soldiers(json!({}))]);
    for (rider, target) in [("a1", "b1"), ("a2", "b2")] {
        table.play("run_up", &[("rider", &[rider]), ("target", &[target])], json!({ "straight_cm": 20 }), &[]);
    }
    assert_eq!(table.duties(), ["!melee: A1: charge at B1", "!melee: A2: charge at B2"]);
    table.phase("melee");
    table.play("melee", &[("one", &["a1"]), ("many", &["b2"])], json!({}), &[1, 1]);
    assert_eq!(table.duties(), ["!melee: A2: charge at B2"]);
}

#[test]
fn a_fight_of_several_pairs_has_sentences_for_each_and_for_all() {
    // Resolution of the melee; R58. Charging cavalry kills class 3 with 2 or more, and class 3 on foot drives it back with 4.
    let mut table = Table::laid("argad", &[riders()], &[soldiers(json!({ "figures": 8 }))]);
    table.set("a1", "charging", true);
    table.phase("melee");
    let fight: &[(&'static str, &[&str])] = &[("one", &["a1"]), ("many", &["b1"])];
    let words = table.words("melee", fight, &json!({ "pairs": 3 }), &[4, 1, 1, 1, 1, 4]);
    assert_eq!(
        words,
        [
            "B1: 1 of 8 out, killed or badly wounded.",
            "A1: 1 of 3 driven back two paces.",
            "Pair 1: opponent 1: one out.",
            "Pair 2: nobody hurt or driven back.",
            "Pair 3: fighter 1: one driven back.",
        ]
    );
}

#[test]
fn the_log_the_report_and_the_hall_begin_a_fight_of_several_pairs_with_its_headline() {
    let mut table = Table::laid("argad", &[riders()], &[soldiers(json!({ "figures": 8 }))]);
    table.set("a1", "charging", true);
    table.phase("melee");
    let fight: &[(&'static str, &[&str])] = &[("one", &["a1"]), ("many", &["b1"])];
    let (answers, faces) = (json!({ "pairs": 3 }), [4, 1, 1, 1, 1, 4]);
    let words = table.words("melee", fight, &answers, &faces);
    let (procedure, participants) = (table.procedure("melee"), taking(fight));
    let (input, before) = (table.filled_with("melee", fight, &answers), table.battle.state().clone());
    let played = referee::play(procedure, &participants, &before, &input, &faces).unwrap();
    let (resolved, rolls) = (played.result.unwrap(), played.rolls.iter().map(typed).collect());
    let changes = referee::resolved_changes(table.ruleset, procedure, &participants, &before, &input, &resolved);
    let done = Resolved { rolls, ..Resolved::of("melee", input, participants.json(), &resolved.outcome) };
    assert_eq!(headline(table.ruleset, &before, &done, ToString::to_string), Some(words[0].clone()));
    table.add(Action::Resolved(done), changes);
    assert_eq!(table.reported()[..words.len()], words);
    let shown = watched(&table.battle, &|_, _| Names::default()).unwrap().roll.unwrap();
    assert_eq!(shown.result, Some(words[0].clone()));
}

#[test]
fn sentences_give_the_number_of_each_consequence_for_a_group() {
    // Class 3 is driven back by 3 and killed by 4.
    let mut table = Table::laid("argad", &[soldiers(json!({ "figures": 4 }))], &[soldiers(json!({ "figures": 6 }))]);
    table.phase("melee");
    let fight: &[(&'static str, &[&str])] = &[("one", &["a1"]), ("many", &["b1"])];
    let words = |faces: &[u8]| table.words("melee", fight, &json!({}), faces)[..2].to_vec();
    assert_eq!(words(&[4, 1]), ["B1: 1 of 6 out, killed or badly wounded.", "A1: 1 of 4 fought unhurt."]);
    assert_eq!(words(&[3, 1]), ["B1: 1 of 6 driven back two paces.", "A1: 1 of 4 fought unhurt."]);
    assert_eq!(words(&[1, 1])[0], "Nobody is hurt, and nobody goes back.");
}

#[test]
fn the_phase_shows_the_reach_of_arquebusiers_who_moved() {
    // Arquebus (short): on foot and on the move only at short range (R2). Long arquebuses need a standing shooter.
    let says = |profile: Json, trackers: &[(&str, Json)]| table(&soldiers(profile), trackers).says("shoot", "a1");
    let moved: &[(&str, Json)] = &[("moved", json!(true))];
    assert_eq!(says(json!({ "missile": ["short_arquebus"] }), &[]), "may shoot to 40 cm");
    assert_eq!(says(json!({ "missile": ["short_arquebus"] }), moved), "may shoot to 10 cm");
    assert_eq!(says(json!({ "missile": ["short_arquebus"], "mount": "cavalry" }), moved), "may shoot to 40 cm");
    assert_eq!(says(json!({ "missile": ["long_arquebus"] }), moved), "already moved");
    let both = json!({ "missile": ["matchlock_musket", "pistol"] });
    assert_eq!(says(both, moved), "may shoot to 20 cm: Pistol");
}

#[test]
fn firelocks_are_not_fouled_with_the_heavy_muskets_of_a_unit() {
    // Matchlock musket; R32: firelocks need no match.
    let says = |missile: Json, firelock: bool| {
        let unit = soldiers(json!({ "missile": missile, "firelock": firelock }));
        table(&unit, &[("fouled", json!(true))]).says("shoot", "a1")
    };
    let both = json!(["matchlock_musket", "light_musket"]);
    assert_eq!(says(both.clone(), true), "may shoot to 40 cm: Light musket, early firelock");
    assert_eq!(says(both, false), "useless for the rest of the day");
    assert_eq!(says(json!(["light_musket"]), true), "useless for the rest of the day", "marked by hand");
}

#[test]
fn equal_units_in_two_close_orders_do_not_stand_behind_each_other() {
    let pikes = || soldiers(json!({ "name": "Pikes", "weapon": "pike" }));
    let mut table = Table::laid("argad", &[soldiers(json!({}))], &[pikes(), pikes()]);
    table.set("b1", "close_order", true);
    table.set("b2", "close_order", true);
    let rank =
        |many: &[&str]| table.filled("melee", &[("one", &["a1"]), ("many", many)])["many"][1].get("rank").cloned();
    assert_eq!(rank(&["b1", "b2"]), None);
    assert_eq!(rank(&["b1", "b1"]), Some(json!(2)));
}

#[test]
fn a_dismounted_rider_has_the_price_of_the_horse() {
    // Budget: cavalry costs twice its class.
    let mut table = table(&soldiers(json!({ "mount": "cavalry" })), &[]);
    let points = |table: &Table| table.battle.state().facts("a1").text(argad::facts::POINTS).unwrap().to_owned();
    assert_eq!(points(&table), "18");
    table.set("a1", "on_foot", true);
    assert_eq!(points(&table), "18");
    assert_eq!(table.filled("budget", &[("entries", &["a1"])])["entries"][0]["mount"], "cavalry");
}

#[test]
fn a_rider_who_has_struck_is_struck_by_the_charged_enemy() {
    let mut table = Table::laid("argad", &[riders()], &[soldiers(json!({}))]);
    table.play("run_up", &[("rider", &["a1"]), ("target", &["b1"])], json!({ "straight_cm": 20 }), &[]);
    table.phase("melee");
    let strikes = |table: &Table| {
        let duty = referee::duties(table.ruleset, table.battle.state()).remove(0);
        (duty.units("one").to_vec(), duty.units("many").to_vec(), duty.must)
    };
    let (rider, foot) = (vec!["a1".to_owned()], vec!["b1".to_owned()]);
    assert_eq!(strikes(&table), (rider.clone(), foot.clone(), true));
    table.set("b1", "struck", true);
    assert_eq!(strikes(&table), (rider.clone(), foot.clone(), true));
    table.set("a1", "struck", true);
    assert_eq!(strikes(&table), (rider.clone(), foot.clone(), false), "nobody can strike");
    table.set("b1", "struck", false);
    assert_eq!(strikes(&table), (foot, rider, true));
}

#[test]
fn a_successful_run_makes_the_throw_due_and_a_failed_one_does_not() {
    // Throwing spear or javelin; two dice against the centimetres.
    let thrown = |faces: &[u8]| {
        let mut table =
            Table::laid("argad", &[soldiers(json!({ "mount": "cavalry", "missile": ["javelin"] }))], &[riders()]);
        let (rider, run) = ([("rider", &["a1"][..])], json!({ "purpose": "javelin", "straight_cm": 5 }));
        let words = table.words("run_up", &rider, &run, faces).remove(0);
        table.play("run_up", &rider, run, faces);
        (words, table.duties())
    };
    let due = vec!["shoot: A1 may throw a javelin at full speed".to_owned()];
    assert_eq!(thrown(&[2, 3]), ("Room enough: the javelin is thrown at full speed.".into(), due));
    assert_eq!(thrown(&[3, 3]), ("Too close: the javelin is thrown as from the halt.".into(), vec![]));
}

#[test]
fn units_in_contact_may_fight_unless_a_charge_is_due_between_them() {
    // Melee; R56.
    let foes = [soldiers(json!({})), soldiers(json!({}))];
    let mut table = Table::laid("argad", &[riders(), soldiers(json!({}))], &foes);
    table.play("run_up", &[("rider", &["a1"]), ("target", &["b1"])], json!({ "straight_cm": 20 }), &[]);
    table.set("a1", "contacts", json!(["b1"]));
    table.set("a2", "contacts", json!(["b2"]));
    table.phase("shoot");
    table.next();
    assert_eq!(table.duties(), ["!melee: A1: charge at B1", "melee: A2 and B2 are in contact"]);
    table.set("b2", "contacts", json!([]));
    assert_eq!(table.value("a2", "contacts"), json!([]));
    assert_eq!(table.duties(), ["!melee: A1: charge at B1"]);
}

#[test]
fn players_choose_between_several_weapons_to_load() {
    // Firearms; R53.
    let both = || soldiers(json!({ "missile": ["pistol", "short_arquebus"] }));
    let due = |trackers: &[(&str, Json)]| {
        let mut table = table(&both(), &[("loaded_pistol", json!(0)), ("loaded_short_arquebus", json!(0))]);
        for (tracker, to) in trackers {
            table.set("a1", tracker, to.clone());
        }
        table.phase("melee");
        table.next();
        table.duties()
    };
    assert_eq!(due(&[]), ["!reload: A1: several kinds of weapons to load"]);
    assert_eq!(due(&[("loaded_pistol", json!(3))]), [""; 0]);
    for idle in ["blocked", "stunned", "moved"] {
        assert_eq!(due(&[(idle, json!(true))]), [""; 0], "{idle}");
    }
}

#[test]
fn close_order_is_checked_after_a_fight() {
    // Close order formation.
    let units = [soldiers(json!({})), soldiers(json!({})), soldiers(json!({}))];
    let mut table = Table::laid("argad", &units, &[soldiers(json!({}))]);
    for id in ["a1", "a2", "a3"] {
        table.set(id, "close_order", true);
    }
    table.set("a2", "contacted", true);
    table.phase("end");
    table.set("a1", "figures", 2);
    assert_eq!(table.duties(), ["!close_order: A1: does the close order hold?"]);
    // The order is too small already, so there is nothing to check.
    table.set("battle", "open_duties", json!([]));
    table.set("a1", "figures", 1);
    assert!(table.duties().is_empty(), "{:?}", table.duties());
    // If players go back a phase, the end phase begins again.
    table.set("a1", "figures", 3);
    table.set("a1", "figures", 2);
    table.phase("reload");
    table.next();
    let due = ["!close_order: A1: does the close order hold?", "!close_order: A2: does the close order hold?"];
    assert_eq!(table.duties(), due);
}

#[test]
fn a_placed_mark_for_life_is_no_longer_due() {
    // Wound healing: at 3, class 3 heals with a mark for life.
    let hero = json!({ "figures": 1, "player_character": true });
    let mut table = table(&hero, &[("wounded", json!(true)), ("life_points", json!(1))]);
    table.phase("end");
    table.play("healing", &[("wounded", &["a1"])], json!({}), &[3]);
    assert_eq!(table.duties(), ["wound_location: A1: where is the mark?"]);
    table.set("a1", "sequelae_open", 0);
    assert!(table.duties().is_empty(), "{:?}", table.duties());
}

#[test]
fn a_charged_unit_is_struck_only_by_riders() {
    // Cavalry charge.
    let units = [riders(), soldiers(json!({})), riders()];
    let foes = [json!({ "figures": 1 }), json!({ "figures": 1 }), soldiers(json!({}))];
    let mut table = Table::laid("argad", &units, &foes);
    table.phase("melee");
    let barred =
        |table: &Table, target: &str| table.barred("melee", &[("one", &["a2"]), ("many", &[target])], &json!({}));
    let nothing: [&str; 0] = [];
    assert_eq!(barred(&table, "b1"), nothing);
    table.set("a1", "charge_target", "b1");
    assert_eq!(barred(&table, "b1"), nothing, "named, but not charged");
    table.set("a1", "charging", true);
    assert_eq!(barred(&table, "b1"), ["ridden_at"]);
    assert_eq!(barred(&table, "b2"), nothing, "somebody else is charged");
    table.set("a3", "charging", true);
    assert_eq!(barred(&table, "b2"), nothing);
    table.set("a1", "struck", true);
    assert_eq!(barred(&table, "b1"), nothing, "the rider has struck");
    // Fighters on foot may strike a charged group until as many of its figures were charged as are left.
    for (ridden, rules) in [(2, vec![]), (3, vec!["ridden_at"])] {
        table.set("b3", "ridden_at", ridden);
        assert_eq!(barred(&table, "b3"), rules, "{ridden}");
    }
    // For a unit without figures, the missing figures are the only reason.
    table.set("b3", "figures", 0);
    assert_eq!(barred(&table, "b3"), ["out"]);
}

#[test]
fn bars_of_a_blow_depend_on_its_target() {
    let foes = [json!({ "figures": 1 }), json!({ "figures": 1 })];
    let mut table = Table::laid("argad", &[soldiers(json!({})), soldiers(json!({})), riders()], &foes);
    table.phase("melee");
    table.set("a3", "charging", true);
    table.set("a3", "charge_target", "b2");
    let fight: &[(&'static str, &[&str])] = &[("one", &["a1"]), ("friends", &["a2"]), ("many", &["b1", "b2"])];
    let barred = |target: i32, aim: i32| {
        let answers = json!({ "targets": [target], "friends": [{ "aim": aim }], "many": [{}, { "helpless": true }] });
        table.barred("melee", fight, &answers)
    };
    assert_eq!(barred(0, 0), [""; 0]);
    assert_eq!(barred(1, 0), ["ridden_at"]);
    assert_eq!(barred(0, 1), ["ridden_at"]);
}
