//! *Argad!* in battles: rosters are accepted, units fill in the inputs of procedures, and outcomes change the trackers.

mod table;

use argad::facts::loads::LOADS;
use argad::facts::{
    BLOCKED, CAPTURED, CHARGED_LAST_TURN, CHARGING, CLOSE_ORDER, CONTACTED, FALLEN, FIGURES, FOULED, LIFE_POINTS,
    LIGHT_SPEAR, MOVED, PIKE_SPENT, POINTS, WEAPON, WOUNDED,
};
use argad::terms::Weapon;
use argad::unit::has_blow_left;
use battle::binding::scene;
use battle::referee::{self};
use battle::{Battle, Change, Unit};
use exchange::storage::roster::{Roster, check, facts};
use rules::filling::input;
use serde_json::{Map, Value as Json, json};
use table::{RULESET, battle, by_hand, next_turn, participants, play, procedure};

#[test]
fn sample_units_begin_without_problems() {
    for unit in Roster::samples(RULESET).iter().flat_map(|roster| &roster.units) {
        assert!(RULESET.tags(&facts(RULESET, unit)).is_empty(), "{unit:?}");
    }
}

#[test]
fn nobody_is_both_very_swift_and_very_strong() {
    let unit = json!({ "name": "Porthos", "fencer": "swift", "very_strong": true });
    assert!(check(RULESET, unit.as_object().unwrap()).is_err());
}

#[test]
fn a_salvo_is_filled_in_and_changes_loads_and_figures() {
    let mut battle = battle();
    let participants = participants(&[("shooters", &["a4"]), ("target", &["b1"])]);
    let answers = json!({ "shooters": [{ "range_cm": 15 }] });
    let input = play(&mut battle, "shoot", &participants, answers, &[6, 6, 2, 1, 1]);
    assert_eq!(
        (&input["shooters"][0]["weapon"], &input["shooters"][0]["count"]),
        (&json!("matchlock_musket"), &json!(5))
    );
    assert_eq!((&input["target"]["figures"], &input["target"]["armour"]), (&json!(6), &json!("4")));
    let state = battle.state();
    assert_eq!(state.facts("a4").value(LOADS[3].loaded), Some(0));
    assert_eq!(state.facts("b1").value(FIGURES), Some(4));
    next_turn(&mut battle);
    let loading = self::participants(&[("shooter", &["a4"])]);
    play(&mut battle, "reload", &loading, json!({}), &[]);
    assert_eq!(battle.state().facts("a4").value(LOADS[3].loading.unwrap()), Some(5));
}

#[test]
fn a_musket_is_loaded_in_turns_without_moves_and_contacts() {
    let mut battle = battle();
    let participants = participants(&[("shooters", &["a4"]), ("target", &["b1"])]);
    play(&mut battle, "shoot", &participants, json!({ "shooters": [{ "range_cm": 15 }] }), &[1, 1, 1, 1, 1]);
    let stock = |battle: &Battle| {
        let stock = LOADS[3].stock(&battle.state().facts("a4")).unwrap();
        (stock.loaded, stock.loading)
    };
    let mut after_each = Vec::new();
    for flag in [None, Some(MOVED), None, Some(CONTACTED), None] {
        by_hand(&mut battle, flag.map(|flag| Change::to("a4", flag, true)).into_iter().collect());
        next_turn(&mut battle);
        after_each.push(stock(&battle));
    }
    // The turn of the shot does not count as loading.
    assert_eq!(after_each, [(0, 0), (0, 0), (0, 5), (0, 5), (5, 0)]);
}

#[test]
fn soldiers_in_close_order_form_ranks_and_receive_a_charge() {
    let mut battle = battle();
    by_hand(&mut battle, vec![Change::set("a3", "close_order", true), Change::set("b2", "charging", true)]);
    let fight = participants(&[("one", &["b2"]), ("many", &["a3", "a3", "a3"])]);
    let input = input_of("melee", &scene(procedure("melee"), &fight, battle.state()));
    let of =
        |field: &str| input["many"].as_array().unwrap().iter().map(|figure| figure[field].clone()).collect::<Vec<_>>();
    assert_eq!((of("braced"), of("behind")), (vec![json!(true); 3], vec![Json::Null, json!(0), json!(0)]));
    assert_eq!(of("rank"), [Json::Null, json!(2), json!(3)]);
    let before = procedure("melee").read(&input).unwrap().preview().words;
    let words: Vec<String> = before.iter().map(ToString::to_string).collect();
    assert_eq!(
        words,
        [
            "The pike strikes first: opponent 1, opponent 2, opponent 3 (drives back on 4, kills on 5+).",
            "Then the lance: fighter 1 (kills on 2+)."
        ]
    );
}

#[test]
fn a_player_character_survives_a_first_shot() {
    let mut battle = battle();
    let participants = participants(&[("shooters", &["b4"]), ("target", &["a0"])]);
    play(&mut battle, "shoot", &participants, json!({ "shooters": [{ "range_cm": 15 }] }), &[6]);
    let captain = battle.state().facts("a0");
    assert_eq!((captain.value(LIFE_POINTS), captain.holds(WOUNDED)), (Some(1), true));
    let healing = self::participants(&[("wounded", &["a0"])]);
    let input = play(&mut battle, "healing", &healing, json!({}), &[6]);
    assert_eq!(input["first_wound"], true);
}

#[test]
fn a_successful_run_counts_as_a_charge_in_the_melee() {
    let mut battle = battle();
    let run = participants(&[("rider", &["b2"])]);
    play(&mut battle, "run_up", &run, json!({ "straight_cm": 20 }), &[]);
    let fight = participants(&[("one", &["b2"]), ("many", &["a3"])]);
    let input = play(&mut battle, "melee", &fight, json!({}), &[1, 4]);
    assert_eq!((&input["one"]["charging"], &input["one"]["weapon"]), (&json!(true), &json!("heavy_lance")));
    let pikemen = battle.state().facts("a3");
    assert_eq!((pikemen.value(FIGURES), pikemen.value(FALLEN)), (Some(7), Some(1)));
    next_turn(&mut battle);
    let state = battle.state();
    // The next charge needs a turn without one. Out of close order, a pike can be used for one turn.
    assert!(state.facts("b2").holds(CHARGED_LAST_TURN) && !state.facts("b2").holds(CHARGING));
    assert!(state.facts("a3").holds(PIKE_SPENT));
    let scene = scene(procedure("melee"), &fight, battle.state());
    let input = input_of("melee", &scene);
    assert_eq!(input["one"]["weapon"], "sword");
}

fn input_of(id: &str, scene: &rules::table::Scene) -> Map<String, Json> {
    input(procedure(id), scene, &Map::new(), &Map::new())
}

/// Adds `pair`, a unit of reiters with a pair of pistols each.
fn add_pair(battle: &mut Battle) {
    let mut reiter = battle.state().unit("b1").expect("he is there").profile.clone();
    reiter.insert("pistols".into(), json!(2));
    by_hand(battle, vec![Change::Add(Unit { id: "pair".into(), side: 1, profile: reiter, ..Unit::default() })]);
}

#[test]
fn turns_to_load_of_earlier_logs_are_read_as_loads() {
    let mut battle = battle();
    add_pair(&mut battle);
    let stock = |battle: &Battle, of: &str, kind: usize| {
        let stock = LOADS[kind].stock(&battle.state().facts(of)).unwrap();
        (stock.loaded, stock.loading)
    };
    // A log of an earlier version records the turns left. A musket takes two turns, so five bearers have one turn done, or none.
    for (turns, read) in [(2, (0, 0)), (1, (0, 5)), (0, (5, 0))] {
        by_hand(&mut battle, vec![Change::set("a4", LOADS[3].turns_left.id(), turns)]);
        assert_eq!(stock(&battle, "a4", 3), read, "{turns} turns left");
    }
    // For a pair of pistols, 1 means that one of two is loaded. Six riders have two each.
    for (turns, loaded) in [(2, 0), (1, 6), (0, 12)] {
        by_hand(&mut battle, vec![Change::set("pair", LOADS[0].turns_left.id(), turns)]);
        assert_eq!(stock(&battle, "pair", 0).0, loaded, "{turns} turns left");
    }
    // For a single pistol, 1 means that it is not loaded.
    by_hand(&mut battle, vec![Change::set("b1", LOADS[0].turns_left.id(), 1)]);
    assert_eq!(stock(&battle, "b1", 0).0, 0);
}

#[test]
fn each_pistol_of_a_pair_is_fired_and_loaded_separately() {
    let mut battle = battle();
    add_pair(&mut battle);
    let participants = participants(&[("shooters", &["pair"]), ("target", &["a3"])]);
    let loaded = |battle: &Battle| battle.state().facts("pair").value(LOADS[0].loaded).unwrap();
    // Six riders have two pistols each and fire half of them in a turn.
    for left in [6, 0] {
        play(&mut battle, "shoot", &participants, json!({ "shooters": [{ "range_cm": 10 }] }), &[1; 6]);
        assert_eq!(loaded(&battle), left);
        next_turn(&mut battle);
    }
    // The turns of the shots do not count as loading. Then one pistol is loaded each turn.
    let after_each = [0; 2].map(|_| {
        next_turn(&mut battle);
        loaded(&battle)
    });
    assert_eq!(after_each, [6, 12]);
}

#[test]
fn a_unit_that_has_struck_is_helpless_in_another_fight() {
    let mut battle = battle();
    play(&mut battle, "melee", &participants(&[("one", &["a0"]), ("many", &["b0"])]), json!({}), &[2, 2, 2]);
    let helpless = |battle: &Battle| {
        let fight = participants(&[("one", &["a1"]), ("many", &["b0"])]);
        input_of("melee", &scene(procedure("melee"), &fight, battle.state()))["many"][0]["helpless"].clone()
    };
    assert_eq!(helpless(&battle), true);
    assert!(!has_blow_left(&battle.state().facts("a0")));
    next_turn(&mut battle);
    assert_eq!(helpless(&battle), false);
}

#[test]
fn a_cut_lance_becomes_a_spear_and_a_thrown_spear_is_gone() {
    let mut battle = battle();
    by_hand(&mut battle, vec![Change::set("b2", "lance", "cut")]);
    assert!(battle.state().facts("b2").equals(WEAPON, Weapon::LightSpear));
    let kern = json!({ "name": "Kern", "weapon": "light_spear" }).as_object().cloned().unwrap();
    by_hand(&mut battle, vec![Change::Add(Unit { id: "kern".into(), side: 0, profile: kern, ..Unit::default() })]);
    let participants = participants(&[("shooters", &["kern"]), ("target", &["b1"])]);
    let input = play(&mut battle, "shoot", &participants, json!({ "shooters": [{ "range_cm": 10 }] }), &[1]);
    assert_eq!(input["shooters"][0]["weapon"], "javelin");
    let kern = battle.state().facts("kern");
    assert_eq!((kern.value(LIGHT_SPEAR), kern.value(WEAPON)), (Some(0), Some(Weapon::Sword)));
    // The panel still fills in the thrown weapon, so that the refusal can give the reason that none is left.
    next_turn(&mut battle);
    let filled = input_of("shoot", &scene(procedure("shoot"), &participants, battle.state()));
    assert_eq!(filled["shooters"][0]["weapon"], "javelin");
}

#[test]
fn the_phase_distinguishes_fouled_and_empty_muskets() {
    let mut battle = battle();
    let phase = RULESET.phases.iter().find(|phase| phase.id == "shoot").expect("there is a phase of shots");
    let says = |battle: &Battle| {
        phase.says.expect("it says what to do")(&battle.state().facts("a4"), &battle.header().rulings).to_string()
    };
    assert_eq!(says(&battle), "may shoot to 60 cm");
    by_hand(&mut battle, vec![Change::to("a4", LOADS[3].loaded, 0)]);
    assert_eq!(says(&battle), "nothing loaded");
    for loaded in [0, 5] {
        by_hand(&mut battle, vec![Change::to("a4", FOULED, true), Change::to("a4", LOADS[3].loaded, loaded)]);
        assert_eq!(says(&battle), "useless for the rest of the day");
    }
    // A sergeant with a pistol and a fouled musket can still load the pistol.
    let armed = json!({ "name": "Sergeant", "missile": ["pistol", "matchlock_musket"] }).as_object().cloned().unwrap();
    by_hand(&mut battle, vec![Change::Add(Unit { id: "armed".into(), side: 0, profile: armed, ..Unit::default() })]);
    by_hand(&mut battle, vec![Change::to("armed", FOULED, true), Change::to("armed", LOADS[0].loaded, 0)]);
    let says =
        phase.says.expect("it says what to do")(&battle.state().facts("armed"), &battle.header().rulings).to_string();
    assert_eq!(says, "nothing loaded");
}

#[test]
fn a_figure_that_cannot_recoil_is_captured() {
    let mut battle = battle();
    let fight = participants(&[("one", &["a1"]), ("many", &["b4"])]);
    play(&mut battle, "melee", &fight, json!({ "many": [{ "cannot_recoil": true }] }), &[3]);
    let taken = battle.state().facts("b4");
    assert_eq!([FIGURES, CAPTURED, FALLEN].map(|count| taken.value(count)), [Some(0), Some(1), Some(0)]);
}

#[test]
fn a_group_moves_at_its_slowest_pace_and_is_blocked_as_a_whole() {
    let mut battle = battle();
    let group = participants(&[("mover", &["a2", "a3"])]);
    let input = play(&mut battle, "move", &group, json!({ "terrain": "woods" }), &[6]);
    assert_eq!(input["armour"], "4");
    assert!(["a2", "a3"].iter().all(|id| battle.state().facts(id).holds(BLOCKED)));
}

#[test]
fn reserve_horses_and_better_weapons_cost_points() {
    let reiter = json!({
        "name": "Reiter", "class": 4, "mount": "cavalry", "missile": ["pistol"], "pistols": 2, "reserve_horses": 1,
        "technology": 3, "figures": 2,
    });
    let facts = facts(RULESET, reiter.as_object().unwrap());
    // 2 · (4 + 4 + 4 + 3 · 8)
    assert_eq!(facts.text(POINTS), Some("72"));
    let words: Vec<String> = (RULESET.rosters.notes)(&[facts]).iter().map(ToString::to_string).collect();
    assert_eq!(words, ["72 points", "Reiter 72"]);
}

#[test]
fn pikes_that_form_close_order_move_as_a_line() {
    let mut battle = battle();
    let unit = participants(&[("unit", &["a3"])]);
    play(&mut battle, "close_order", &unit, json!({ "action": "form" }), &[]);
    assert!(!battle.state().facts("a3").holds(CLOSE_ORDER));
    next_turn(&mut battle);
    assert!(battle.state().facts("a3").holds(CLOSE_ORDER));
    let mover = participants(&[("mover", &["a3"])]);
    let input = play(&mut battle, "move", &mover, json!({ "terrain": "woods" }), &[2]);
    assert_eq!(input["formation"], "line");
    assert!(!battle.state().facts("a3").holds(CLOSE_ORDER));
}

#[test]
fn a_budget_is_filled_in_from_rosters() {
    let battle = battle();
    let participants = participants(&[("entries", &["a3", "b0"])]);
    let scene = scene(procedure("budget"), &participants, battle.state());
    let ready = procedure("budget").read(&input_of("budget", &scene)).unwrap();
    let outcome = ready.resolve(&[]).result.unwrap().outcome;
    // 8 · (3 + 1 + 2), and 5 · 3 + 2 + 4
    assert_eq!(serde_json::to_value(&outcome).unwrap()["entry_points"], json!([48, 21]));
}

#[test]
fn the_edition_is_chosen_for_the_whole_battle() {
    let battle = battle();
    let participants = participants(&[("mover", &["b5"])]);
    let scene = scene(procedure("move"), &participants, battle.state());
    let chosen = json!({ "edition": "sheet_2024", "r3_half_armour": "as_5" });
    let input = input(procedure("move"), &scene, chosen.as_object().unwrap(), &Map::new());
    assert_eq!(input["edition"], "sheet_2024");
    assert!(procedure("move").read(&input).is_ok());
}

/// Returns the texts of trackers on a unit's card, except texts that its tags repeat.
fn card_texts(battle: &Battle, unit: &str) -> Vec<String> {
    let name = |id: &str| battle.state().unit(id).map(|unit| unit.name().to_owned());
    let facts = battle.state().facts(unit);
    let texts = RULESET.trackers.unit.iter().filter_map(|tracker| tracker.card_text_of(&facts, name));
    texts.map(|text| text.to_string()).collect()
}

#[test]
fn marks_show_acts_of_this_turn_charges_and_contacts() {
    let mut battle = battle();
    let shot = participants(&[("shooters", &["a5"]), ("target", &["b5"])]);
    play(&mut battle, "shoot", &shot, json!({ "shooters": [{ "range_cm": 10 }] }), &[1, 1, 1, 1]);
    // A shot replaces a blow, so the blow is not listed, too.
    assert_eq!(card_texts(&battle, "a5"), ["fired", "fired standing still"]);
    play(
        &mut battle,
        "run_up",
        &participants(&[("rider", &["b2"]), ("target", &["a3"])]),
        json!({ "straight_cm": 12 }),
        &[],
    );
    assert_eq!(card_texts(&battle, "b2"), ["made the run", "charging", "charging Pikemen"]);
    play(&mut battle, "melee", &participants(&[("one", &["b2"]), ("many", &["a3"])]), json!({}), &[1, 1]);
    let fought = ["1 of 3 fought", "in contact with Pikemen", "charging", "charging Pikemen"];
    assert!(
        fought.iter().all(|flag| card_texts(&battle, "b2").contains(&(*flag).to_owned())),
        "{:?}",
        card_texts(&battle, "b2")
    );
    play(&mut battle, "move", &participants(&[("mover", &["a2"])]), json!({ "terrain": "woods" }), &[6]);
    assert_eq!(card_texts(&battle, "a2"), ["blocked this turn"]);
    play(&mut battle, "move", &participants(&[("mover", &["b4"])]), json!({}), &[]);
    assert_eq!(card_texts(&battle, "b4"), ["moved"]);
    next_turn(&mut battle);
    assert_eq!(card_texts(&battle, "a5"), [""; 0]);
    assert_eq!(card_texts(&battle, "b2"), ["in contact with Pikemen", "1 of 3 began in contact", "charged last turn"]);
}

/// Returns the sentences of a melee in a battle.
fn words_of(battle: &Battle, roles: &[(&'static str, &[&str])], faces: &[u8]) -> Vec<String> {
    let (procedure, participants) = (procedure("melee"), participants(roles));
    let scene = scene(procedure, &participants, battle.state());
    let input = input(procedure, &scene, &Map::new(), &Map::new());
    let ready = procedure.read(&input).expect("it may be done");
    let mut resolved = ready.resolve(faces).result.expect("dice enough");
    ready.describe_aftermath(&scene, &mut resolved);
    resolved.consequences.words.iter().map(ToString::to_string).collect()
}

#[test]
fn a_melee_states_how_many_of_a_group_are_out() {
    let battle = battle();
    let one_of_three = words_of(&battle, &[("one", &["a1"]), ("many", &["b5"])], &[6]);
    assert_eq!(one_of_three[0], "Carters: 1 of 3 out, killed or badly wounded.");
    assert!(one_of_three.contains(&"fighter 1: unhurt.".to_owned()), "{one_of_three:?}");
    let of_two = words_of(&battle, &[("one", &["a1"]), ("many", &["b5", "b5"]), ("friends", &["a2"])], &[6, 6]);
    for words in ["Carters: 1 of 3 out, killed or badly wounded.", "Carters: 1 of 3 fought unhurt."] {
        assert!(of_two.contains(&words.to_owned()), "{of_two:?}");
    }
    // A single character is out as a whole.
    let alone = words_of(&battle, &[("one", &["a2"]), ("many", &["b4"])], &[6, 1]);
    assert_eq!(alone[0], "opponent 1: out, killed or badly wounded.");
}

/// Returns the procedures on a card, with their variants.
fn shown(battle: &Battle, unit: &str) -> Vec<String> {
    let offers = referee::offers(RULESET, battle.state(), unit);
    let title =
        |offer: &referee::Offer| offer.variant.map_or(offer.procedure.title, |variant| variant.label).to_owned();
    offers.iter().filter(|offer| offer.is_fit() && offer.is_shown()).map(title).collect()
}

#[test]
fn cards_offer_only_acts_that_their_units_can_ever_do() {
    let mut battle = battle();
    let has = |battle: &Battle, unit: &str, title: &str| shown(battle, unit).contains(&title.to_owned());
    // A budget belongs before the battle, a drummer is less than three soldiers, nobody is hurt, and nothing is due to be drawn.
    for never in
        ["Budget", "Form close order", "Pivot", "Keep close order", "Healing", "Place of the wound", "Casualties"]
    {
        assert!(!has(&battle, "a2", never), "{never}");
    }
    assert!(has(&battle, "a3", "Form close order") && !has(&battle, "a3", "Pivot"));
    by_hand(&mut battle, vec![Change::to("a3", CLOSE_ORDER, true), Change::to("a0", WOUNDED, true)]);
    assert!(!has(&battle, "a3", "Form close order"));
    assert!(has(&battle, "a3", "Pivot") && has(&battle, "a3", "Keep close order"));
    assert!(has(&battle, "a0", "Healing") && !has(&battle, "a0", "Place of the wound"));
}
