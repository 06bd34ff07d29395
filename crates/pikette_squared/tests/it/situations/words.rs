//! Sentences of outcomes, and refusals of requests.

use battle::analysis::roll_labels::roll_labels;
use battle::binding;
use rules::names::Names;
use serde_json::{Map, Value as Json, json};
use testing::asked::{Rules, with};
use testing::table::{Table, before, french, outcome, roster_notes, spanish, taking};

const ID: &str = "pikette_squared";
const RULES: Rules = Rules(ID);

/// A unit of pike with a D8 and these changes.
fn pike(more: Json) -> Json {
    with(json!({ "type": "pike", "move_squares": 2.5, "fight_die": "d8" }), more)
}

/// A unit of arquebus that shoots with a D8.
fn arquebus() -> Json {
    json!({
        "type": "arquebus", "move_squares": 2.5, "fight_die": "d6", "shoot_die": "d8", "weapon_range_squares": 3,
    })
}

#[test]
fn sentences_of_shots_give_pips_and_hits_with_earlier_ones() {
    // How to battle – shooting: 1 or 2 pips only allow a chip, and 3 to 5 are a hit.
    let sentences = |more: Json, faces: &[u8]| {
        let shooter = json!({ "unit": arquebus(), "distance_squares": 1 });
        let shot = with(json!({ "shooters": [shooter], "target": pike(json!({})) }), more);
        outcome(ID, "shoot", &shot, faces)
    };
    assert_eq!(sentences(json!({}), &[2, 2]), ["No pips scored: no effect."]);
    assert_eq!(sentences(json!({}), &[5, 4]), ["1 pip scored, but no hit yet."]);
    assert_eq!(sentences(json!({}), &[8, 5]), ["1 hit for 3 pips."]);
    let before = json!({ "prior_pips": 2 });
    let so_far = "With earlier shots that makes 3 pips in this initiative.";
    assert_eq!(sentences(before, &[5, 4]), ["1 hit for 1 pip.", so_far]);
    // After an earlier hit, the sentence does not say that there is no hit yet.
    let after_a_hit = json!({ "prior_pips": 3 });
    let so_far = "With earlier shots that makes 4 pips in this initiative.";
    assert_eq!(sentences(after_a_hit, &[5, 4]), ["1 pip scored, but no further hit.", so_far]);
    let refusal = |pips: i32, ratio: &str| {
        let shooter = json!({ "unit": arquebus(), "distance_squares": 1 });
        let prior =
            json!({ "shooters": [shooter], "target": pike(json!({})), "prior_pips": pips, "prior_ratio": ratio });
        RULES.refusal("shoot", prior)
    };
    assert_eq!(refusal(0, "double"), "bad_value prior_ratio");
    assert_eq!([refusal(0, "none"), refusal(1, "double"), refusal(1, "none")], ["allowed"; 3]);
}

/// Returns the sentences about a result applied by hand, without the first, which gives the unit's state, stands and hits.
fn put_on(unit: Json, hits: i32, effect: &str) -> Vec<String> {
    outcome(ID, "apply_result", &json!({ "unit": unit, "hits": hits, "effect": effect }), &[]).split_off(1)
}

#[test]
fn sentences_of_a_result_give_stands_order_and_chips() {
    // Two stands of pike take four hits each.
    assert_eq!(put_on(pike(json!({})), 0, "none"), [""; 0]);
    assert_eq!(put_on(pike(json!({})), 1, "none"), [""; 0]);
    assert_eq!(put_on(pike(json!({})), 1, "disordered"), ["The unit is disordered."]);
    assert_eq!(put_on(pike(json!({ "state": "disordered" })), 1, "disordered"), [""; 0], "it was before");
    assert_eq!(
        put_on(pike(json!({ "hits": 3 })), 1, "none"),
        ["The unit loses 1 stand and has 1 left.", "Its side loses 1 morale chip."]
    );
    assert_eq!(
        put_on(pike(json!({})), 0, "routed"),
        ["The unit turns its back and runs 2.5 squares to the rear.", "Its side loses 2 morale chips."]
    );
    assert_eq!(
        put_on(pike(json!({ "stands": 1, "hits": 3 })), 1, "none"),
        ["The unit is destroyed to the last stand.", "Its side loses 1 morale chip."]
    );
}

#[test]
fn a_leader_stands_alone_once_his_unit_is_destroyed() {
    // Leaders.
    let alone = "Its leader stands alone in the square.";
    let led = |more: Json| pike(with(json!({ "leader_attached": true }), more));
    let last = || json!({ "stands": 1, "hits": 3 });
    assert!(put_on(led(last()), 1, "none").contains(&alone.to_owned()));
    assert!(!put_on(led(json!({})), 1, "disordered").contains(&alone.to_owned()));
    assert!(!put_on(pike(last()), 1, "none").contains(&alone.to_owned()));
}

#[test]
fn the_loser_of_a_fight_is_the_side_that_rolled_less() {
    // How to battle – fighting: 8 against 1 is a difference of 7.
    let sentences = |faces: &[u8]| {
        let fight = json!({ "attacker": pike(json!({ "stands": 1 })), "defender": pike(json!({})) });
        outcome(ID, "fight", &fight, faces)
    };
    let (attacker, defender) = (sentences(&[1, 8]), sentences(&[8, 1]));
    // Seven pips are two hits and a rout, of the attacker's one stand or of both stands of the defender.
    assert!(attacker.contains(&"Its side loses 1 morale chip.".into()), "{attacker:?}");
    assert!(defender.contains(&"Its side loses 2 morale chips.".into()), "{defender:?}");
}

#[test]
fn a_chip_without_effect_on_the_swiss_is_reported() {
    // R47.
    let sentences = |swiss: bool, state: &str| {
        let phalanx = json!({
            "type": "phalanx", "move_squares": 2.5, "fight_die": "d10", "swiss": swiss, "state": state,
        });
        outcome(ID, "chip_check", &json!({ "unit": phalanx, "morale_chips": 3 }), &[1, 6]).remove(0)
    };
    assert_eq!(sentences(true, "disordered"), "The chip works, but the Swiss never rout: it changes nothing.");
    assert_eq!(sentences(true, "ok"), "The chip works.");
    assert_eq!(sentences(false, "disordered"), "The chip works.");
}

#[test]
fn the_sentence_of_a_move_includes_a_turn() {
    let sentences = |more: Json| {
        let step = json!({ "unit_type": "pike", "move_squares": 2.5, "facing": "n", "steps": ["n"] });
        outcome(ID, "move", &with(step, more), &[])
    };
    assert_eq!(sentences(json!({})), ["Legal move: 1 square used, 1.5 squares left."]);
    assert_eq!(sentences(json!({ "steps": ["ne"] })), ["Legal move: 1.5 squares used, 1 square left."]);
    let far = json!({ "unit_type": "pike", "move_squares": 2.5, "facing": "n", "steps": ["n", "n", "n"] });
    assert_eq!(RULES.answer("move", far, &[])["error"]["message"], "That is 3 squares, and it moves 2.5 squares.");
    let turned = sentences(json!({ "steps": [], "new_facing": "ne" }));
    assert!(turned.contains(&"It turns 45 degrees.".into()), "{turned:?}");
}

#[test]
fn the_sentence_of_a_rally_gives_the_new_state() {
    // Rally: two dice down if routed, one if disordered.
    let sentences = |state: &str, faces: &[u8]| {
        let rally = json!({ "unit": pike(json!({ "state": state })), "distance_squares": 3, "morale_chips": 4 });
        outcome(ID, "rally_check", &rally, faces).remove(0)
    };
    assert_eq!(sentences("disordered", &[4, 1]), "It rallies and is in good order again.");
    assert_eq!(
        sentences("routed", &[4, 1]),
        "It stops running: disordered now, and it may be turned to face the enemy."
    );
    assert_eq!(sentences("disordered", &[1, 6]), "The unit does not rally.");
}

#[test]
fn some_cards_must_be_obeyed_and_a_deck_has_twenty() {
    // How to battle – cards and pips.
    let sentences = |card: &str| outcome(ID, "draw_card", &json!({ "deck": { card: 2 }, "pips": 3 }), &[1]);
    let obeyed = |card: &str| sentences(card).contains(&"The card must be obeyed.".to_owned());
    assert!(obeyed("leader_check") && obeyed("courage"));
    for card in ["infantry_move", "cavalry_move", "melee", "reload", "milling_around", "command_indecision"] {
        assert!(!obeyed(card), "{card}");
    }
    let refusal =
        |melee: i32| RULES.refusal("draw_card", json!({ "deck": { "courage": 10, "melee": melee }, "pips": 3 }));
    assert_eq!((refusal(10), refusal(11)), ("allowed".into(), "bad_value deck".into()));
}

#[test]
fn a_generated_army_is_listed_row_by_row() {
    // Spain: two pike on 2 to 4 of the second die, and Genitors without an upgrade.
    let sentences = outcome(ID, "army_generate", &json!({ "army": "spanish" }), &[1, 2]);
    assert!(sentences[0].contains(" units and a cannon: "), "{sentences:?}");
    assert!(sentences.contains(&"2 × Pike".into()) && sentences.contains(&"1 × Cannon".into()), "{sentences:?}");
    assert!(!sentences.iter().any(|words| words.contains("Sultan")));
}

#[test]
fn units_of_a_roster_are_counted_by_type() {
    // Units: twelve and a cannon. Each pike counts as one.
    let unit = |row: &str| json!({ "name": row, "army": "french", "row": row });
    let notes = |pikes: usize| {
        let units: Vec<Json> = vec![unit("pike"); pikes].into_iter().chain([unit("cannon")]).collect();
        roster_notes(ID, &units)
    };
    assert_ne!(notes(12), notes(11));
    assert_eq!(notes(12), outcome(ID, "army_check", &json!({ "units": { "pike": 12, "cannon": 1 } }), &[]));
}

#[test]
fn an_act_is_paid_once_and_by_its_own_currency() {
    // How to battle – cards and pips: the procedure that rolls the dice of an act also takes its price.
    let procedure = test_rulesets::RULESETS.find(ID).unwrap().procedure("action").unwrap();
    let pays = |input: Json| {
        let ready = procedure.read(input.as_object().unwrap()).unwrap_or_else(|refusal| panic!("{refusal:?}"));
        let effects = ready.resolve(&[]).result.unwrap().consequences.effects;
        effects.iter().any(|effect| effect.key == "pips")
    };
    let act = |action: &str, more: Json| {
        let act =
            json!({ "action": action, "unit_type": "arquebus", "shoot_die": "d8", "pips": 4, "opportunity_chips": 3 });
        with(act, more)
    };
    assert!(pays(act("move", json!({ "card": "infantry_move" }))));
    assert!(!pays(act("shoot", json!({}))), "with the roll");
    assert!(!pays(act("shoot", json!({ "has_initiative": false }))), "a chip");
    assert!(!pays(act("attach_leader", json!({ "unit_type": "leader", "card": "leader_check" }))), "nothing");
}

#[test]
fn sentences_of_an_act_give_its_cost_and_what_is_left() {
    let mut table = Table::laid(ID, &[french("pike")], &[spanish("arquebus"), spanish("arquebus")]);
    table.phase("first_side");
    table.set("b", "place", "second");
    table.set("a", "pips", 4);
    table.set("battle", "card", "melee");
    table.set("a1", "contact", json!(["b1"]));
    let price = |table: &Table, id: &str, roles: &[(&'static str, &[&str])]| {
        let procedure = table.procedure(id);
        let scene = binding::scene(procedure, &taking(roles), table.battle.state());
        procedure.price_in(&scene, &Map::new()).words.unwrap().to_string()
    };
    assert_eq!(price(&table, "fight", &[("attacker", &["a1"]), ("defender", &["b1"])]), "Costs 1 pip; 3 left.");
    table.set("a", "pips", 0);
    assert_eq!(price(&table, "fight", &[("attacker", &["a1"]), ("defender", &["b1"])]), "Costs 1 pip; 0 left.");
    // Without the initiative, each shooter uses an opportunity chip.
    table.set("b", "opportunity_chips", 3);
    let shots = |shooters: &[&str]| price(&table, "shoot", &[("shooters", shooters), ("target", &["a1"])]);
    assert_eq!(shots(&["b1"]), "Costs an opportunity chip; 2 left.");
    assert_eq!(shots(&["b1", "b2"]), "Costs 2 opportunity chips; 1 left.");
}

#[test]
fn a_charge_reaches_as_far_as_the_unit_moves() {
    // How to battle – moving.
    let charge = |squares: f64| {
        let lancers = json!({ "type": "lancers", "move_squares": 4, "fight_die": "d8" });
        let input = json!({
            "unit": lancers, "reaction": "opportunity_charge", "distance_squares": squares, "opportunity_chips": 3,
        });
        RULES.refusal("reaction", input)
    };
    assert_eq!(charge(4.0), "allowed");
    assert_eq!(charge(4.5), "not_allowed distance_squares");
}

#[test]
fn a_fight_without_dice_or_without_effect_is_reported() {
    // How to battle – fighting; TERCIO.
    let routed = json!({ "attacker": pike(json!({})), "defender": pike(json!({ "state": "routed" })) });
    let sentences = outcome(ID, "fight", &routed, &[]);
    assert_eq!(sentences[0], "The routed unit is destroyed: it does not fight back.");
    let lancers = json!({ "type": "lancers", "move_squares": 4, "fight_die": "d8" });
    let tercio = json!({ "type": "tercio", "move_squares": 2, "fight_die": "d10" });
    let sentences = outcome(ID, "fight", &json!({ "attacker": lancers, "defender": tercio }), &[8, 1]);
    assert!(sentences[0].ends_with("but horse cannot beat such a block: both stay in the square."), "{sentences:?}");
}

/// Every die is labelled with its owner: the unit, or the side that rolls against it.
#[test]
fn every_die_is_labelled_by_the_unit_or_the_side_that_rolls_it() {
    let labels = |id: &str, shooters: usize, purposes: &[&str]| {
        let procedure = test_rulesets::RULESETS.find(ID).unwrap().procedure(id).unwrap();
        let mut names = Names::default();
        names.add_unit("unit ", 1, "Gascons".into());
        names.add_unit("shooter ", 1, "Gascons".into());
        names.add_unit("shooter ", 2, "Stradiots".into());
        names.add_unit("target ", 1, "Tercio of Naples".into());
        names.add_acting(["France", "Spain"].map(str::to_owned));
        let input = json!({ "shooters": vec![json!({}); shooters] });
        roll_labels(procedure, &names, input.as_object().unwrap(), purposes.iter().copied())
    };
    assert_eq!(labels("chip_check", 0, &["target", "chipper"]), ["Gascons", "Spain"]);
    assert_eq!(labels("courage_check", 0, &["unit", "opponent"]), ["Gascons", "Spain"]);
    assert_eq!(labels("rally_check", 0, &["unit", "opponent"]), ["Gascons", "Spain"]);
    assert_eq!(labels("shoot", 1, &["shooter_1", "target_1"]), ["Gascons", "Tercio of Naples"]);
    let several = labels("shoot", 2, &["shooter_1", "target_1", "shooter_2", "target_2"]);
    let expected = ["Gascons", "Tercio of Naples, against Gascons", "Stradiots", "Tercio of Naples, against Stradiots"];
    assert_eq!(several, expected);
}

#[test]
fn a_certain_result_states_its_reason() {
    let block = |kind: &str| json!({ "type": kind, "move_squares": 2, "fight_die": "d8" });
    let horse = json!({ "type": "lancers", "move_squares": 4, "fight_die": "d10" });
    let fight = |defender: Json, arc: &str| {
        let input = json!({ "attacker": horse, "defender": defender, "attack_arc": arc });
        before(ID, "fight", &input).into_iter().filter(|words| words.contains("cannot beat")).collect::<Vec<_>>()
    };
    // TERCIO; PHALANX.
    let tercio = "attacker 1 cannot beat defender 1: horse never beats a tercio.";
    let phalanx = "attacker 1 cannot beat defender 1: horse beats a phalanx from its flank or rear alone.";
    assert_eq!(fight(block("tercio"), "rear"), [tercio]);
    assert_eq!(fight(block("phalanx"), "front"), [phalanx]);
    assert_eq!([fight(block("phalanx"), "flank"), fight(block("pike"), "front")], [[""; 0]; 2]);
    let attacked = before(ID, "fight", &json!({ "attacker": block("tercio"), "defender": horse }));
    assert!(attacked.contains(&"defender 1 cannot beat attacker 1: horse never beats a tercio.".to_owned()));
    // PHALANX: Swiss.
    let swiss =
        json!({ "type": "phalanx", "move_squares": 2, "fight_die": "d8", "swiss": true, "state": "disordered" });
    let in_vain = "The chip changes nothing: the Swiss never rout, and these are disordered.";
    assert_eq!(before(ID, "chip_check", &json!({ "unit": swiss, "morale_chips": 3 }))[0], in_vain);
    // How to battle – moving; – cards and pips.
    let knights =
        |more: Json| outcome(ID, "french_knights_charge", &with(json!({ "opportunity_chips": 1 }), more), &[]);
    let far = "No roll: the enemy is more than 3 squares away, so they need not charge.";
    assert_eq!(knights(json!({ "distance_squares": 4 })), [far]);
    let terrain = "No roll: the enemy is on or behind terrain, so they need not charge.";
    assert_eq!(knights(json!({ "distance_squares": 3, "opponent_in_or_behind_terrain": true })), [terrain]);
    let safe = "No roll: the leader has not fought, no enemy weapon reaches him, and no enemy is in his square.";
    assert_eq!(outcome(ID, "leader_check", &json!({ "morale_chips": 4 }), &[])[0], safe);
}
