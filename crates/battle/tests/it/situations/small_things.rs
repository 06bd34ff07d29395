//! Situations that differ from others in a single condition, in all rulesets.

use battle::analysis::act_words;
use battle::analysis::battle_stats::Loss;
use battle::analysis::report::report;
use battle::participants::Participants;
use battle::{Action, Battle, Change, Event, referee};
use exchange::storage::survivors::survivors;
use rules::battle_stats::Presence;
use rules::facts::NAME;
use rules::names::Names;
use rules::procedure::Whose;
use serde_json::{Map, Value as Json, json};
use test_rulesets as rulesets;
use testing::asked::{Rules, with};
use testing::table::{Table, before, foot, formation, french, horse, outcome, set_by_hand, spanish};

#[test]
fn fallen_figures_are_named_by_their_arms() {
    // Identifying Casualties: figures other than pikemen and musketeers are called figures.
    let sentences = |hits: i32, target: serde_json::Value| {
        let input = json!({ "hits": hits, "cause": "artillery", "target": target });
        outcome("pike_and_shot", "casualty_test", &input, &vec![6; usize::try_from(hits).unwrap()]).remove(0)
    };
    let pikes = json!({ "troop_type": "foot", "pikes": 8 });
    assert_eq!(sentences(1, pikes.clone()), "Of 1 hit: one pikeman falls.");
    assert_eq!(sentences(2, pikes), "Of 2 hits: 2 pikemen fall.");
    assert_eq!(sentences(2, json!({ "troop_type": "foot", "muskets": 8 })), "Of 2 hits: 2 musketeers fall.");
    assert_eq!(sentences(1, json!({ "troop_type": "horse", "figures": 8 })), "Of 1 hit: one figure falls.");
}

#[test]
fn a_side_with_morale_chips_need_not_roll_for_them() {
    // Setting up: each side rolls for morale chips, unless its chips were entered by hand.
    let mut table = Table::laid("pikette_squared", &[french("pike")], &[spanish("pike")]);
    table.phase("turn_start");
    let rolls = |table: &Table| {
        let due = table.duties().into_iter().filter(|duty| duty.trim_start_matches('!').starts_with("morale_chips: "));
        due.map(|duty| duty.starts_with('!')).collect::<Vec<_>>()
    };
    assert_eq!(rolls(&table), [true, true]);
    table.set("a", "morale_chips", 9);
    assert_eq!(rolls(&table), [false, true]);
    table.set("a", "morale_chips", 0);
    assert_eq!(rolls(&table), [true, true]);
}

#[test]
fn odds_of_a_melee_are_given_by_unit_up_to_a_number_of_outcomes() {
    // With n dice on a unit of one arm, there are (n + 1)(n + 2) / 2 results: 210 for 19 dice, 231 for 20. Up to 50,000 outcomes are
    // evaluated, so 210 × 210 are, but not 231 × 231.
    let regiment = |more: Json| with(json!({ "ranks": 1, "morale_class": "average" }), more);
    let horse = |n: i32| regiment(json!({ "troop_type": "horse", "figures": n }));
    assert_eq!([19, 20].map(|dice| goes_by_sides(&horse, dice)), [false, true]);
    // With n dice on a unit of two arms, there are (n + 1)(n + 2)(n + 3) / 6 results, as either arm may lose figures: 220 for 9 dice, 286
    // for 10.
    let foot = |n: i32| regiment(json!({ "troop_type": "foot", "pikes": n, "muskets": 1 }));
    assert_eq!([9, 10].map(|dice| goes_by_sides(&foot, dice)), [false, true]);
}

/// True if the odds are given by side in a melee of two such units, with this many dice rolled at each.
fn goes_by_sides(unit: &dyn Fn(i32) -> Json, dice: i64) -> bool {
    let melee = |n: i32| json!({ "side_a": [unit(n)], "side_b": [unit(n)] });
    let rolled = |n: i32| {
        let lines = Rules("pike_and_shot").outcome("melee_groups", melee(n), &[])["lines"].clone();
        let lines_of_a1 = lines.as_array().unwrap().iter().filter(|line| line["attacker"] == "a1");
        lines_of_a1.map(|line| line["groups"].as_i64().unwrap()).sum::<i64>()
    };
    let n = (1..).find(|n| rolled(*n) == dice).unwrap();
    before("pike_and_shot", "melee_round", &melee(n)).iter().any(|words| words.contains("too many outcomes"))
}

#[test]
fn units_that_break_in_or_before_melee_are_pursued_but_not_under_fire() {
    // Reaction Tests 3.
    let pursued = |phase: &str| {
        let mut table = Table::laid("pike_and_shot", &[foot()], &[horse()]);
        table.set("a1", "contacts", json!(["b1"]));
        table.phase(phase);
        table.set("b1", "counters", 6);
        table.play("break_unit", &[("unit", &["b1"])], json!({ "cause": "counters" }), &[]);
        table.value("a1", "pursuit_of")
    };
    assert_eq!([pursued("melee"), pursued("other_moves")], [json!("b1"), json!("b1")]);
    assert_eq!([pursued("charge_fire"), pursued("other_fire")], [json!(""), json!("")]);
}

#[test]
fn a_loser_falls_back_by_its_distance_unless_it_holds_its_ground() {
    // How to battle – fighting.
    let sentences = |attacker: &str, defender: serde_json::Value, faces: &[u8]| {
        let attacker = json!({ "type": attacker, "move_squares": 2.5, "fight_die": "d10" });
        outcome("pikette_squared", "fight", &json!({ "attacker": attacker, "defender": defender }), faces)
    };
    let lancers = json!({ "type": "lancers", "move_squares": 4, "fight_die": "d10", "state": "disordered" });
    let words = sentences("pike", lancers, &[7, 3]);
    assert!(words.contains(&"The loser falls back 2 squares.".to_owned()), "{words:?}");
    let tercio = json!({
        "type": "tercio", "move_squares": 1.5, "fight_die": "d10", "shoot_die": "d8", "weapon_range_squares": 3,
    });
    let words = sentences("pike", tercio, &[9, 2]);
    assert!(words.iter().any(|sentence| sentence.contains("wins by")), "{words:?}");
    assert!(!words.iter().any(|sentence| sentence.contains("falls back")), "it holds its ground: {words:?}");
}

#[test]
fn pikemen_in_the_second_rank_are_behind_their_own_unit() {
    // Pike; Close order formation: a swordsman next to pikemen is no front rank for them.
    let pikes = json!({ "figures": 6, "weapon": "pike" });
    let mut table = Table::laid("argad", &[json!({ "figures": 3 }), pikes], &[json!({ "figures": 3 })]);
    table.set("a2", "close_order", true);
    let input = table.filled("melee", &[("one", &["b1"]), ("many", &["a1", "a2", "a2"])]);
    let of =
        |field: &str| input["many"].as_array().unwrap().iter().map(|figure| figure[field].clone()).collect::<Vec<_>>();
    assert_eq!(of("rank"), [json!(null), json!(null), json!(2)]);
    assert_eq!(of("behind"), [json!(null), json!(null), json!(1)]);
}

#[test]
fn halberdiers_fight_three_ranks_deep() {
    // Halberd or bill; Close order formation.
    let mut table = Table::laid("argad", &[json!({ "figures": 6, "weapon": "halberd" })], &[json!({ "figures": 3 })]);
    let ranks = |table: &Table| {
        let input = table.filled("melee", &[("one", &["b1"]), ("many", &["a1"; 4])]);
        input["many"].as_array().unwrap().iter().map(|figure| figure["rank"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(ranks(&table), vec![json!(null); 4], "each stands for himself");
    table.set("a1", "close_order", true);
    assert_eq!(ranks(&table), [json!(null), json!(2), json!(3), json!(3)]);
}

#[test]
fn only_cavalry_takes_the_run_of_a_charge() {
    // Charge: only mounted figures take the run.
    let table = Table::laid("argad", &["foot", "cavalry"].map(|mount| json!({ "figures": 3, "mount": mount })), &[]);
    assert_eq!(table.fits("run_up", "rider", "a2"), "fits");
    assert_ne!(table.fits("run_up", "rider", "a1"), "fits");
}

#[test]
fn a_loaded_musket_without_its_fork_is_still_shown_as_loaded() {
    // Matchlock musket with fork; R54.
    let both = json!({ "figures": 3, "missile": ["pistol", "matchlock_musket"] });
    let says = |muskets: i32, pistols: i32| {
        let mut table = Table::laid("argad", std::slice::from_ref(&both), &[json!({ "figures": 3 })]);
        table.set("a1", "fork_dropped", true);
        table.set("a1", "loaded_matchlock_musket", muskets);
        table.set("a1", "loaded_pistol", pistols);
        table.says("shoot", "a1")
    };
    assert_eq!(says(0, 0), "nothing loaded");
    assert!(says(0, 3).ends_with("cm: Pistol"), "{}", says(0, 3));
    assert!(says(3, 0).starts_with("may shoot to"), "{}", says(3, 0));
    assert!(!says(3, 0).contains("Pistol"), "{}", says(3, 0));
}

#[test]
fn a_budget_states_its_points() {
    // Budget: a foot soldier of class 3 without equipment costs 3 points.
    let sentences = |count: i32, class: i32| {
        outcome("argad", "budget", &json!({ "entries": [{ "count": count, "class": class }] }), &[])
    };
    assert_eq!([sentences(4, 3), sentences(1, 1)], [["12 points."], ["1 point."]]);
}

#[test]
fn a_figure_in_a_rear_rank_is_behind_one_in_contact_in_any_order() {
    let refusal = |many: serde_json::Value, struck: usize| {
        Rules("argad").refusal("melee", json!({ "one": {}, "many": many, "targets": [struck] }))
    };
    let bill = json!({ "weapon": "halberd" });
    let behind = |front: usize| json!({ "weapon": "halberd", "rank": 2, "behind": front });
    assert_eq!(refusal(json!([bill, behind(0)]), 0), "allowed");
    assert_eq!(refusal(json!([behind(1), bill]), 1), "allowed");
    assert_eq!(refusal(json!([bill, behind(2), behind(0)]), 0), "bad_value many[1].behind");
    assert_eq!(refusal(json!([bill, behind(7)]), 0), "bad_value many[1].behind");
    // A figure that fights alone against many is in contact with them.
    let one = |rank: i32| {
        Rules("argad").refusal("melee", json!({ "one": { "weapon": "halberd", "rank": rank }, "many": [{}] }))
    };
    assert_eq!([one(1), one(2)], ["allowed", "bad_value one.rank"]);
}

#[test]
fn a_contact_is_recorded_on_both_formations() {
    // Melee Combat; R30.
    let mut table = Table::laid("arquebusier", &[formation("pike")], &[formation("pike")]);
    for contacts in [json!(["b1"]), json!([])] {
        table.set("a1", "contacts", contacts.clone());
        let other = if contacts == json!([]) { json!([]) } else { json!(["a1"]) };
        assert_eq!([table.value("a1", "contacts"), table.value("b1", "contacts")], [contacts, other]);
    }
    // A log can contain a contact that is recorded on one formation only. The next act adds it to the other formation.
    let held = vec![Change::set("a1", "contacts", json!(["b1"])), Change::set("a1", "in_melee", true)];
    table.add(Action::ByHand, held);
    table.set("a1", "lost_pike", 1);
    assert_eq!([table.value("a1", "contacts"), table.value("b1", "contacts")], [json!(["b1"]), json!(["a1"])]);
}

#[test]
fn the_end_of_a_melee_does_not_change_formations_outside_it() {
    // Melee Combat; R30: a melee without recorded contacts ends when no enemy is in melee.
    let mut table = Table::laid("arquebusier", &[formation("pike"), formation("pike")], &[formation("pike")]);
    table.set("a1", "in_melee", true);
    table.set("a2", "entered_melee", true);
    table.set("b1", "lost_pike", 4);
    assert_eq!(table.value("a1", "in_melee"), json!(false));
    assert_eq!(table.value("a2", "entered_melee"), json!(true));
}

#[test]
fn a_unit_without_figures_is_out_and_not_stunned() {
    // Resolution of the melee; Melee: a stunned figure lies on the ground for a turn.
    let mut table = Table::laid("argad", &[json!({ "figures": 2 })], &[json!({ "figures": 2 })]);
    let barred = |table: &Table| table.barred("move", &[("mover", &["a1"])], &json!({}));
    table.phase("move");
    assert!(barred(&table).is_empty());
    table.set("a1", "stunned_figures", 2);
    assert_eq!(barred(&table), ["stunned"]);
    table.set("a1", "stunned_figures", 0);
    table.set("a1", "figures", 0);
    assert_eq!(barred(&table), ["out"]);
}

#[test]
fn open_duties_of_a_battle_can_be_set_by_hand() {
    let answer = |to: Json| set_by_hand("argad", &json!({ "figures": 3 }), "battle", "open_duties", &to);
    assert_eq!(answer(json!([{ "kind": "fight", "units": ["a1", "b1"] }])), "applied");
    assert_ne!(answer(json!([{ "kind": "feast", "units": ["a1"] }])), "applied");
}

#[test]
fn a_side_is_checked_for_a_rout_once_a_formation_is_shaken_or_destroyed() {
    // Rout: whenever a formation's state changes or a formation is destroyed.
    let due = |elements: i32, faces: &[u8]| {
        let input = json!({
            "target": { "state": "regular", "groups": [{ "type": "pike", "front": 2, "elements": elements }] },
            "shooters": [{ "state": "regular", "range_in": 10, "groups": [{ "type": "firearm", "front": 8 }] }],
        });
        let procedure = test_rulesets::RULESETS.find("arquebusier").unwrap().procedure("shooting").unwrap();
        let consequences =
            procedure.read(input.as_object().unwrap()).unwrap().resolve(faces).result.unwrap().consequences;
        consequences.due.iter().any(|due| due.procedure == "rout_check")
    };
    assert!(!due(20, &[1; 9]), "nothing was hit");
    assert!(due(20, &[6; 18]), "losses of a formation make it Irregular");
    assert!(due(2, &[6; 9]), "nobody is left");
}

#[test]
fn a_volley_without_hits_slows_nobody_and_records_no_loss() {
    // Arquebusier!, Shooting.
    let table = Table::laid("arquebusier", &[formation("firearm")], &[formation("pike")]);
    let roles: &[(&'static str, &[&str])] = &[("shooters", &["a1"]), ("target", &["b1"])];
    let volley = |face: u8| {
        let answers = json!({ "shooters": [{ "range_in": 10 }] });
        let consequences = table.consequences("shooting", roles, &answers, &[face; 5]);
        let slows = consequences.words.iter().any(|words| words.to_string().contains("less until nobody shoots"));
        [slows, consequences.effects.iter().any(|effect| effect.key == "casualties_this_turn")]
    };
    assert_eq!([volley(1), volley(6)], [[false, false], [true, true]]);
}

#[test]
fn an_own_rule_can_change_the_face_needed_to_kill() {
    let needs = |own_modifiers: Json| {
        let target = json!({ "state": "regular", "groups": [{ "type": "pike", "front": 2, "elements": 4 }], "own": own_modifiers });
        let shooter = json!({ "state": "regular", "range_in": 10, "groups": [{ "type": "firearm", "front": 8 }] });
        let input = json!({ "target": target, "shooters": [shooter] });
        Rules("arquebusier").outcome("shooting", input, &[1; 9])["needs"][0].as_i64().unwrap()
    };
    let by = |by: i32| needs(json!([{ "name": "Smoke", "number": "kills_on", "by": by }]));
    let printed = needs(json!([]));
    assert_eq!([by(1), by(-1)], [printed + 1, printed - 1]);
}

#[test]
fn a_shot_without_a_result_does_not_change_its_target() {
    // Pikette Squared, How to battle – shooting.
    let table = Table::laid("pikette_squared", &[french("arquebus")], &[spanish("pike")]);
    let roles: &[(&'static str, &[&str])] = &[("shooters", &["a1"]), ("target", &["b1"])];
    let touches = |faces: &[u8]| {
        let consequences =
            table.consequences("shoot", roles, &json!({ "shooters": [{ "distance_squares": 1 }] }), faces);
        consequences.effects.iter().any(|effect| effect.role == "target")
    };
    assert_eq!([touches(&[1, 6]), touches(&[6, 1])], [false, true]);
}

#[test]
fn a_rout_reduced_to_a_lost_stand_allows_no_chip() {
    // Pikette Squared, PHALANX; Morale chips (R34): earlier shots already routed a stand.
    let chipped = |ratio: &str| {
        let phalanx =
            json!({ "type": "phalanx", "move_squares": 2.5, "fight_die": "d10", "stands": 4, "state": "disordered" });
        let arquebus = json!({
            "type": "arquebus", "move_squares": 2.5, "fight_die": "d6", "shoot_die": "d8", "weapon_range_squares": 3,
        });
        let input = json!({
            "target": phalanx, "prior_pips": 6, "prior_ratio": ratio,
            "shooters": [{ "unit": arquebus, "distance_squares": 1 }],
        });
        Rules("pikette_squared").outcome("shoot", input, &[3, 2])["chip_allowed"].clone()
    };
    assert_eq!([chipped("quadruple"), chipped("none")], [json!(false), json!(true)]);
}

#[test]
fn half_a_rank_of_an_odd_number_is_rounded_as_players_choose() {
    // Melee; R9: five pikes in front, and seven and a half behind them.
    let pikes = json!({ "troop_type": "foot", "pikes": 15, "ranks": 3, "morale_class": "average" });
    let figures = |way: &str| {
        let melee = json!({ "side_a": [pikes], "side_b": [pikes], "rulings": { "r9_half_rank": way } });
        Rules("pike_and_shot").outcome("melee_groups", melee, &[])["lines"][0]["figures"].as_i64().unwrap()
    };
    assert_eq!(["up", "down"].map(figures), [13, 12]);
}

#[test]
fn dice_of_a_melee_count_as_luck_of_the_striking_side() {
    // If a unit is taken in flank, only the other unit fights.
    let regiment = json!({ "troop_type": "horse", "figures": 6, "ranks": 1, "morale_class": "average" });
    let whose = |place: &str| {
        let contacts = json!([{ "a": 1, "b": 1, "where": place }]);
        let melee = json!({ "side_a": [regiment], "side_b": [regiment], "contacts": contacts });
        let procedure = test_rulesets::RULESETS.find("pike_and_shot").unwrap().procedure("melee_round").unwrap();
        let luck = procedure.read(melee.as_object().unwrap()).unwrap().resolve(&[1; 6]).luck;
        luck.into_iter().map(|sample| sample.whose).collect::<Vec<_>>()
    };
    assert_eq!([whose("b_flank"), whose("a_flank")], [vec![Whose::Own], vec![Whose::Enemy]]);
}

#[test]
fn an_unknown_class_is_rolled_before_the_answer_to_a_charge() {
    // Classification of Troops; Reaction Tests 1 (R26).
    let unknown = json!({ "troop_type": "foot", "pikes": 8, "muskets": 8 });
    let mut table = Table::laid("pike_and_shot", &[unknown.clone(), unknown], &[horse()]);
    table.phase("charges");
    table.play("reaction_charge", &[("unit", &["b1"]), ("opponent", &["a1"])], json!({}), &[6]);
    let rolls = |table: &Table| table.duties().into_iter().filter(|due| due.contains("class")).collect::<Vec<_>>();
    assert_eq!(rolls(&table), ["!morale_class_roll: A1: roll its morale class."]);
    table.phase("charge_moves");
    assert!(rolls(&table).is_empty());
}

#[test]
fn only_mounted_knights_dismount() {
    // Army lists.
    let table = Table::laid("pikette_squared", &["gendarmes", "archers"].map(french), &[]);
    assert_eq!(table.fits("dismount", "unit", "a1"), "fits");
    assert_ne!(table.fits("dismount", "unit", "a2"), "fits");
}

#[test]
fn a_caught_leader_is_the_sultan_if_the_guard_is_fielded() {
    // Leaders; Ottomans: only the Sultan fields the guard, and his loss costs all chips.
    let guard = json!({ "army": "ottoman", "row": "sultans_guard" });
    let mut table = Table::laid("pikette_squared", &[french("pike")], &[guard]);
    table.set("a", "morale_chips", 3);
    table.set("b", "morale_chips", 7);
    let known = |side: usize| {
        let mut participants = Participants::nobody();
        participants.act_for(side);
        let procedure = table.procedure("leader_caught");
        let input = referee::filled(procedure, &participants, table.battle.state(), &Map::new());
        (input["morale_chips"].clone(), input.get("sultan").cloned().unwrap_or(json!(false)))
    };
    assert_eq!([known(0), known(1)], [(json!(3), json!(false)), (json!(7), json!(true))]);
}

#[test]
fn french_knights_without_a_chip_charge_without_paying() {
    // How to battle – moving (R24).
    let chips = |left: i32| {
        let input = json!({ "distance_squares": 3, "opportunity_chips": left });
        let outcome = Rules("pikette_squared").outcome("french_knights_charge", input, &[3, 3]);
        (outcome["must_charge"].clone(), outcome["chips_spent"].clone())
    };
    assert_eq!([chips(0), chips(1)], [(json!(true), json!(0)), (json!(true), json!(1))]);
}

/// Rows, lists, log, report, refusals and survivors use a unit's name on the table, which is unique.
#[test]
fn units_with_one_roster_name_are_named_differently_everywhere() {
    let profiles = [
        ("pike_and_shot", foot(), "muskets"),
        ("pikette_squared", french("pike"), "stands"),
        ("argad", json!({ "class": 3, "figures": 5 }), "figures"),
        ("arquebusier", formation("pike"), ""),
    ];
    for (ruleset, profile, tracker) in profiles {
        let named = with(profile, json!({ "name": "Bluecoats" }));
        let mut table = Table::laid(ruleset, &[named.clone(), named.clone()], &[named]);
        let state = table.battle.state();
        let names: Vec<&str> = state.units().map(|unit| unit.name()).collect();
        assert_eq!(names, ["Bluecoats", "Bluecoats 2", "Bluecoats 3"], "{ruleset}");
        let facts: Vec<String> =
            state.armies().concat().iter().map(|unit| unit.text(NAME).unwrap().to_owned()).collect();
        assert_eq!(facts, names, "{ruleset}: as rules read them");
        if tracker.is_empty() {
            continue;
        }
        let held = state.tracked("a2").unwrap().get(tracker).and_then(Json::as_i64).unwrap();
        table.set("a2", tracker, held - 1);
        let Some((_, Event::Action(act))) = table.battle.log().last() else { panic!("{ruleset}: no act") };
        let begun = Battle::begin(test_rulesets::RULESETS, table.battle.header().clone());
        let logged = act_words::sentence(table.ruleset, &table.battle, begun.state(), act);
        assert!(logged.contains("Bluecoats 2"), "{ruleset}: {logged}");
        let told = report(&table.battle, &|_, _| Names::default()).unwrap();
        let losses: Vec<String> =
            told.turns.iter().flat_map(|turn| &turn.entries).flat_map(|entry| entry.losses.clone()).collect();
        assert!(losses.iter().any(|words| words.starts_with("Bluecoats 2: ")), "{ruleset}: {losses:?}");
        let survivors: Vec<String> = survivors(&table.battle, 0).into_iter().map(|unit| unit.name).collect();
        assert_eq!(survivors, ["Bluecoats", "Bluecoats 2"], "{ruleset}");
    }
}

/// A company is named after its own unit, even if another unit has the same roster name.
#[test]
fn a_company_is_named_after_its_own_unit() {
    let named = with(foot(), json!({ "name": "Bluecoats" }));
    let table = Table::laid("pike_and_shot", &[named.clone(), named], &[foot()]);
    let detached =
        table.consequences("sub_unit", &[("parent", &["a2"])], &json!({ "action": "detach", "muskets": 4 }), &[]);
    let words: Vec<String> = detached.words.iter().map(ToString::to_string).collect();
    assert!(words.iter().any(|words| words.starts_with("Bluecoats 2 1: ")), "{words:?}");
}

/// The noun is singular for 1 figure, and a single unit needs no numbers.
#[test]
fn strengths_use_singular_and_plural() {
    for ruleset in rulesets::ALL {
        let stats = ruleset.battle_stats;
        let [one, two] = [1, 2].map(|n| (stats.counted)(n).to_string());
        assert_eq!((two.as_str(), format!("{one}s")), (format!("2 {}", stats.counts).as_str(), two.replace('2', "1")));
        let loss = |before: i32, now: i32, fate: Option<Presence>| Loss {
            unit: "u".into(),
            name: "Officer".into(),
            side: 0,
            before,
            now,
            fate,
        };
        let many = stats.counts;
        let single = one.trim_start_matches("1 ");
        assert_eq!(loss(2, 1, None).words(stats.counted), format!("Officer: 2 → 1 {single}"));
        assert_eq!(loss(3, 2, None).words(stats.counted), format!("Officer: 3 → 2 {many}"));
        assert_eq!(loss(1, 0, Some(Presence::Destroyed)).words(stats.counted), "Officer: destroyed");
        let left = loss(1, 1, Some(Presence::LeftTable)).words(stats.counted);
        assert_eq!(left, format!("Officer: left the table with 1 {single}"));
    }
}

#[test]
fn the_lists_of_a_ruleset_name_its_own_procedures_and_fields() {
    for ruleset in rulesets::ALL {
        for id in ruleset.often.iter().chain(ruleset.before_battle) {
            assert!(ruleset.procedure(id).is_some(), "{}: {id}", ruleset.named.id);
        }
        for id in ruleset.rosters.kinds.iter().chain(ruleset.rosters.quality).chain(ruleset.rosters.inherited) {
            assert!(ruleset.profile.field(id).is_some(), "{}: {id}", ruleset.named.id);
        }
        let by_use: Vec<&str> = ruleset.procedures_by_use().iter().map(|procedure| procedure.id).collect();
        assert_eq!(by_use.len(), ruleset.procedures.len(), "{}", ruleset.named.id);
        assert!(by_use.starts_with(ruleset.often), "{}: {by_use:?}", ruleset.named.id);
        let last = &by_use[by_use.len() - ruleset.before_battle.len()..];
        assert!(last.iter().all(|id| ruleset.before_battle.contains(id)), "{}: {by_use:?}", ruleset.named.id);
    }
}
