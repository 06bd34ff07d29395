//! *Pikette Squared* in battles: costs and records of acts, limits in time, and duties.

mod table;

use battle::{Change, referee};
use exchange::storage::roster::{Roster, side_changes};
use rules::turn::Duty;
use serde_json::{Value as Json, json};
use table::{ARQUEBUS, CANNON, GENDARMES, LANCERS, PIKE, Table, participants, ruleset};

#[test]
fn each_side_gets_its_own_place_from_the_initiative() {
    for reader in 0..2 {
        let mut table = Table::laid();
        let choice = json!({ "winner": "b", "choice": "first", "smaller": 3, "larger": 8 });
        table.play("initiative_choice", reader, &[], choice, &[]);
        assert_eq!(
            (
                table.of("b").text(rules::fact!("place")).unwrap(),
                table.of("b").value::<i32>(rules::fact!("pips")).unwrap()
            ),
            ("first", 3)
        );
        assert_eq!(
            (
                table.of("a").text(rules::fact!("place")).unwrap(),
                table.of("a").value::<i32>(rules::fact!("pips")).unwrap()
            ),
            ("second", 8)
        );
    }
}

#[test]
fn an_unused_march_is_lost_with_the_next_move_card() {
    let mut table = Table::in_play();
    table.turn(0, "infantry_move");
    assert!(table.may("march"));
    table.next_phase();
    table.next_phase();
    let choice = json!({ "winner": "a", "choice": "first", "smaller": 5, "larger": 6 });
    table.play("initiative_choice", 0, &[], choice, &[]);
    table.turn(0, "cavalry_move");
    assert!(!table.may("march"));
    assert!(!table.of("a").holds(rules::fact!("march_available")));
}

#[test]
fn a_march_allows_the_next_march() {
    let mut table = Table::in_play();
    table.turn(0, "infantry_move");
    table.play("march", 0, &[], json!({}), &[]);
    assert_eq!(table.of("a").value::<i32>(rules::fact!("pips")).unwrap(), 1);
    assert_eq!(table.refused("march", 0, &[], json!({})), "That was done on this card: once on each card.");
    table.turn(0, "cavalry_move");
    assert!(table.of("a").holds(rules::fact!("march_available")));
}

#[test]
fn a_move_of_a_cannon_does_not_end_marching() {
    let mut table = Table::laid();
    let choice = json!({ "winner": "a", "choice": "second", "smaller": 4, "larger": 9 });
    table.play("initiative_choice", 0, &[], choice, &[]);
    table.next_phase();
    table.turn(0, "infantry_move");
    table.play("move", 0, &[("unit", CANNON)], json!({ "steps": ["n"] }), &[]);
    assert_eq!(table.of("a").value::<i32>(rules::fact!("pips")).unwrap(), 5);
    assert!(table.of("a").holds(rules::fact!("march_available")));
    table.play("move", 0, &[("unit", ARQUEBUS)], json!({ "steps": ["n"] }), &[]);
    assert!(!table.of("a").holds(rules::fact!("march_available")));
}

#[test]
fn a_charge_into_an_enemys_square_ends_marching() {
    let mut table = Table::in_play();
    let charge = json!({ "reaction": "opportunity_charge", "distance_squares": 3 });
    table.play("reaction", 1, &[("unit", LANCERS)], charge, &[]);
    assert!(!table.of("b").holds(rules::fact!("march_available")));
    assert!(table.of("a").holds(rules::fact!("march_available")));
}

#[test]
fn a_chip_must_be_spent_before_the_next_paid_act() {
    let mut table = Table::in_play();
    let shot: &[(&str, &str)] = &[("shooters", ARQUEBUS), ("target", PIKE)];
    table.play("shoot", 0, shot, json!({ "shooters": [{ "distance_squares": 1 }] }), &[5, 3]);
    assert_eq!(table.may_be_chipped(), [PIKE]);
    table.play("chip_check", 1, &[("unit", PIKE)], json!({}), &[1, 6]);
    assert_eq!(
        (
            table.of("a").value::<i32>(rules::fact!("morale_chips")).unwrap(),
            table.of(PIKE).text(rules::fact!("state")).unwrap()
        ),
        (11, "disordered")
    );
    let once = "a unit is chipped right after a result that allows it, and once.";
    assert!(table.refused("chip_check", 1, &[("unit", PIKE)], json!({})).ends_with(once));
    // A second shot allows a chip again, until a card is turned.
    table.play(
        "shoot",
        0,
        &[("shooters", "a6"), ("target", PIKE)],
        json!({ "shooters": [{ "distance_squares": 1 }] }),
        &[4, 3],
    );
    assert!(table.of(PIKE).holds(rules::fact!("may_be_chipped")));
    table.turn(0, "milling_around");
    assert!(table.refused("chip_check", 1, &[("unit", PIKE)], json!({})).ends_with(once));
}

#[test]
fn without_chips_no_chip_is_offered() {
    let mut table = Table::in_play();
    table.by_hand("a", "morale_chips", 0);
    let shot: &[(&str, &str)] = &[("shooters", ARQUEBUS), ("target", PIKE)];
    table.play("shoot", 0, shot, json!({ "shooters": [{ "distance_squares": 1 }] }), &[5, 3]);
    assert!(table.of(PIKE).holds(rules::fact!("may_be_chipped")));
    assert!(table.may_be_chipped().is_empty());
}

#[test]
fn a_leader_must_obey_the_leader_card_first() {
    let mut table = Table::in_play();
    table.turn(0, "leader_check");
    let join = || json!({ "action": "attach_leader" });
    assert_eq!(table.refused("action", 0, &[("unit", GENDARMES)], join()), "Check the leader first.");
    assert_eq!(table.refused("move", 0, &[], json!({})), "Check the leader first.");
    table.play("leader_check", 0, &[], json!({}), &[]);
    table.play("action", 0, &[("unit", GENDARMES)], join(), &[]);
    assert!(table.refused("action", 0, &[("unit", ARQUEBUS)], join()).starts_with("The leader is with a unit"));
    table.by_hand("a", "leader", "lost");
    assert_eq!(table.refused("move", 0, &[], json!({})), "The leader is lost.");
}

#[test]
fn the_leader_moves_once_on_a_card_and_leaves_his_unit() {
    let mut table = Table::in_play();
    table.by_hand(GENDARMES, "leader_attached", true);
    table.by_hand("a", "leader", "attached");
    table.turn(0, "cavalry_move");
    let moves = table.side_offers().into_iter().find(|offer| offer.procedure == "move").unwrap();
    assert_eq!(moves.units("left"), [GENDARMES]);
    table.play("move", 0, &[("left", GENDARMES)], json!({ "steps": ["w", "w"] }), &[]);
    assert_eq!(
        (
            table.of("a").text(rules::fact!("leader")).unwrap(),
            table.of("a").value::<i32>(rules::fact!("pips")).unwrap()
        ),
        ("free", 2)
    );
    assert!(!table.of(GENDARMES).holds(rules::fact!("leader_attached")));
    assert_eq!(table.refused("move", 0, &[], json!({})), "That was done on this card: once on each card.");
    // Only the leader moved, so the army may still march.
    assert!(table.of("a").holds(rules::fact!("march_available")));
}

#[test]
fn other_courage_checks_are_dismissed_with_one_tap() {
    let mut table = Table::in_play();
    table.turn(0, "courage");
    assert_eq!(table.refused("draw_card", 0, &[], json!({})), "Settle the card in play first: it is compulsory.");
    table.play("courage_required", 0, &[("unit", ARQUEBUS)], json!({ "same_square_as_enemy": true }), &[]);
    let rest: Vec<Duty> = table.duties().into_iter().filter(|duty| duty.dismissal.is_some()).collect();
    assert_eq!(rest.len(), 11);
    let tick = |duty: &Duty| Change::set(duty.units("unit")[0].clone(), duty.dismissal.unwrap().flag, true);
    table.apply(rest.iter().map(tick).collect());
    // The unit that must check is still due.
    assert_eq!(table.must(), ["Gascon arquebus: courage check."]);
    table.play("courage_check", 0, &[("unit", ARQUEBUS)], json!({}), &[6, 2]);
    assert!(table.must().is_empty());
    assert!(table.side_offers().iter().all(|offer| offer.why.to_string().starts_with("Turn a card")));
    assert!(table.may("draw_card"));
}

#[test]
fn friends_moved_through_are_recorded_until_the_initiative_passes() {
    let mut table = Table::in_play();
    table.turn(0, "infantry_move");
    table.play("move", 0, &[("unit", ARQUEBUS), ("friends", "a9")], json!({ "steps": ["n"] }), &[]);
    assert!(table.of("a9").holds(rules::fact!("moved_through")));
    table.next_phase();
    assert!(!table.of("a9").holds(rules::fact!("moved_through")));
}

#[test]
fn a_unit_that_routs_does_not_run_twice_in_an_initiative() {
    let mut table = Table::in_play();
    table.turn(0, "melee");
    // Knights that roll at least double rout foot without pikes, which runs at once.
    table.play("fight", 0, &[("attacker", GENDARMES), ("defender", "b4")], json!({}), &[4, 1]);
    assert_eq!(table.of("b4").text(rules::fact!("state")).unwrap(), "routed");
    assert!(table.of("b4").holds(rules::fact!("done_rout")));
    table.next_phase();
    assert!(table.must()[0].ends_with(": a full move to the rear."));
    assert!(!table.may("march"));
}

#[test]
fn an_act_that_cannot_be_paid_for_is_refused() {
    let mut table = Table::in_play();
    table.by_hand("a", "pips", 1);
    table.turn(0, "infantry_move");
    assert_eq!(table.refused("move", 0, &[("unit", ARQUEBUS)], json!({})), "That costs 1 pip: 0 left.");
}

#[test]
fn a_roster_sets_the_leader_and_the_extra_card_of_its_side() {
    let side = json!({ "sultan": true, "extra_card": "cavalry_move", "nonsense": 1 });
    let roster = Roster { side: side.as_object().cloned().unwrap(), ..Roster::default() };
    let changes = side_changes(ruleset(), &roster, "b");
    assert_eq!(changes, [Change::set("b", "extra_card", "cavalry_move"), Change::set("b", "sultan", true)]);
}

#[test]
fn a_generated_army_lists_what_it_adds() {
    let muster = ruleset().rosters.muster.as_ref().unwrap();
    let side = |answers: Json, faces: &[u8]| {
        let ready = muster.procedure.read(answers.as_object().unwrap()).unwrap();
        Json::from((muster.side)(&ready.resolve(faces).result.unwrap().outcome))
    };
    let sultan = json!({ "sultan": true, "extra_card": "cavalry_move" });
    assert_eq!(side(json!({ "army": "ottoman" }), &[5]), sultan);
    let moors = json!({ "sultan": false, "extra_card": "cavalry_move" });
    assert_eq!(side(json!({ "army": "moorish", "moorish_card": "cavalry_move" }), &[]), moors);
    assert!(ruleset().rosters.side_profile.unwrap().check(sultan.as_object().unwrap()).is_ok());
}

#[test]
fn the_card_of_a_unit_shows_its_acts_and_contacts() {
    let mut table = Table::in_play();
    let card_texts = |table: &Table, unit: &str| -> Vec<String> {
        let facts = table.0.state().facts(unit);
        let name = |id: &str| Some(table.0.state().unit(id)?.name().to_owned());
        let texts = ruleset().trackers.unit.iter().filter_map(|tracker| tracker.card_text_of(&facts, name));
        let tags = ruleset().tags(&facts).into_iter().map(|tag| tag.words.to_string());
        texts.map(|text| text.to_string()).chain(tags).collect()
    };
    assert!(card_texts(&table, ARQUEBUS).is_empty());
    table.turn(0, "infantry_move");
    table.play("move", 0, &[("unit", ARQUEBUS), ("enters", PIKE)], json!({ "steps": ["n"] }), &[]);
    assert_eq!(card_texts(&table, ARQUEBUS), ["moved on this card", "in the square with Pike of Sicily"]);
    assert_eq!(card_texts(&table, PIKE), ["in the square with Gascon arquebus"]);
    table.play(
        "shoot",
        0,
        &[("shooters", ARQUEBUS), ("target", PIKE)],
        json!({ "shooters": [{ "distance_squares": 0 }] }),
        &[1, 6],
    );
    assert!(card_texts(&table, ARQUEBUS).contains(&"must reload".to_owned()));
    table.turn(0, "melee");
    assert!(!card_texts(&table, ARQUEBUS).contains(&"moved on this card".to_owned()));
    table.play("fight", 0, &[("attacker", ARQUEBUS), ("defender", PIKE)], json!({}), &[3, 3]);
    assert!(card_texts(&table, ARQUEBUS).contains(&"fought on this card".to_owned()));
}

#[test]
fn an_enemy_in_the_square_is_preselected() {
    let mut table = Table::in_play();
    table.by_hand(GENDARMES, "contact", json!([PIKE]));
    let fight = ruleset().procedure("fight").unwrap();
    let mut fighters = participants(0, &[("attacker", GENDARMES)]);
    assert_eq!(fighters.candidates(fight, &fight.participants[1], table.0.state())[..2], [PIKE, LANCERS]);
    fighters.fill_in(fight, table.0.state());
    assert_eq!(fighters.units("defender"), [PIKE]);
    // Of two candidates, players choose.
    table.by_hand(GENDARMES, "contact", json!([PIKE, "b4"]));
    let mut fighters = participants(0, &[("attacker", GENDARMES)]);
    assert_eq!(fighters.candidates(fight, &fight.participants[1], table.0.state())[..3], [PIKE, "b4", LANCERS]);
    fighters.fill_in(fight, table.0.state());
    assert!(fighters.units("defender").is_empty());
}

#[test]
fn a_unit_evades_from_the_enemy_in_its_square() {
    let mut table = Table::in_play();
    table.by_hand(GENDARMES, "contact", json!(["b2"]));
    let reaction = ruleset().procedure("reaction").unwrap();
    let mut evades = participants(1, &[("unit", "b2")]);
    evades.fill_in(reaction, table.0.state());
    assert_eq!(evades.units("enemy"), [GENDARMES]);
    table.play("reaction", 1, &[("unit", "b2"), ("enemy", GENDARMES)], json!({ "reaction": "evade" }), &[]);
    let free = table.of(GENDARMES).get("contact").cloned();
    assert_eq!(free, Some(json!([])));
}

#[test]
fn a_unit_is_offered_only_what_its_type_can_do() {
    let table = Table::in_play();
    let offered = |unit: &str| -> Vec<&'static str> {
        let offers = referee::offers(ruleset(), table.0.state(), unit);
        offers
            .iter()
            .filter(|offer| offer.is_fit())
            .filter_map(|offer| offer.variant)
            .map(|variant| variant.label)
            .collect()
    };
    // Knights and lancers charge, carabins evade, and light horse does either.
    for (unit, charges, evades) in
        [(LANCERS, true, false), ("b1", false, true), ("b2", true, true), (PIKE, false, false)]
    {
        let variants = offered(unit);
        assert_eq!(
            (variants.contains(&"Opportunity charge"), variants.contains(&"Evade")),
            (charges, evades),
            "{unit}"
        );
    }
    assert_eq!(offered(ARQUEBUS), ["Reload", "Leader joins it", "Rout move"]);
    assert_eq!(offered(PIKE), ["Leader joins it", "Rout move"]);
}

#[test]
fn rout_moves_of_a_side_are_settled_with_one_tap() {
    let mut table = Table::laid();
    for unit in ["a3", "a10"] {
        table.by_hand(unit, "state", "routed");
    }
    let choice = json!({ "winner": "a", "choice": "first", "smaller": 4, "larger": 9 });
    table.play("initiative_choice", 0, &[], choice, &[]);
    let runs: Vec<Duty> = table.duties().into_iter().filter(|duty| duty.procedure == "action").collect();
    assert_eq!(runs.len(), 2);
    for duty in runs {
        table.by_hand(&duty.units("unit")[0], duty.dismissal.unwrap().flag, true);
    }
    assert!(table.must().is_empty());
}
