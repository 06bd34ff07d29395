//! Group acts for duties that several units have.

use super::app::{add, send};
use super::nursery::nursery;
use battle::panel::Tables;
use battle::panel::group::{GroupAct, GroupMessage};
use battle::referee::{self, JointOffer};
use battle::{Action, ActionEvent, Battle, Change, Event};
use rules::ruleset::Ruleset;
use serde_json::json;
use testing::table::{Table, foot, formation, french, horse, spanish};

/// The due group acts of a table: the procedure, the proposed units, and the number of those that need neither dice nor answers.
fn due(ruleset: &'static Ruleset, battle: &Battle) -> Vec<(&'static str, Vec<String>, usize)> {
    let state = battle.state();
    let offers = referee::joint_offers(ruleset, state).into_iter().filter(|offer| offer.is_due);
    offers.map(|offer| (offer.procedure.id, proposed(&offer), offer.count_without_dice(state))).collect()
}

fn proposed(offer: &JointOffer) -> Vec<String> {
    offer.units.iter().filter(|unit| unit.is_proposed).map(|unit| unit.id.clone()).collect()
}

fn due_on(table: &Table) -> Vec<(&'static str, Vec<String>, usize)> {
    due(table.ruleset, &table.battle)
}

fn named(procedure: &'static str, units: &[&str], without_dice: usize) -> (&'static str, Vec<String>, usize) {
    (procedure, units.iter().map(|unit| (*unit).to_owned()).collect(), without_dice)
}

#[test]
fn a_procedure_that_is_due_for_several_units_is_one_group_act_and_its_duties_stay_listed() {
    let ruleset = &test_rulesets::toy::RULESET;
    let mut battle = nursery("one_by_one");
    let changes = ["a0", "a2"].map(|unit| Change::set(unit, "fallen", 2));
    add(&mut battle, Event::Action(Box::new(ActionEvent::new(0.0, Action::ByHand, changes.to_vec()))));
    let phase = ActionEvent::new(0.0, Action::Phase, referee::next_changes(ruleset, battle.state()));
    add(&mut battle, Event::Action(Box::new(phase)));
    assert_eq!(due(ruleset, &battle), [named("stand_up", &["a0", "a2"], 0)]);
    let duties = referee::duties(ruleset, battle.state());
    let offers = referee::joint_offers(ruleset, battle.state());
    assert_eq!(duties.len(), 2);
    assert!(duties.iter().all(|duty| offers[0].contains(duty)));
    let mut group = GroupAct::of_offer(ruleset, &offers[0], &Tables::open(&battle)).unwrap();
    send(&mut group, &mut battle, [4, 1, 6, 5].map(GroupMessage::Die).into_iter().chain([GroupMessage::Apply]));
    assert!(group.is_settled());
    assert_eq!(due(ruleset, &battle), []);
}

#[test]
fn a_rest_with_two_uses_is_not_counted_among_those_without_an_answer() {
    let mut table = Table::laid("pike_and_shot", &[horse(), horse(), horse()], &[foot()]);
    let rest = |table: &Table| {
        let offers = referee::joint_offers(table.ruleset, table.battle.state());
        let rest = offers.iter().find(|offer| offer.procedure.id == "rest");
        rest.map(|rest| (rest.count(), rest.count_without_dice(table.battle.state())))
    };
    table.phase("rest");
    assert_eq!(rest(&table), None, "nobody needs one");
    for (unit, tracker, value) in [
        ("a1", "counters", json!(1)),
        ("a2", "counters", json!(1)),
        ("a2", "pistols", json!("empty")),
        ("a3", "pistols", json!("empty")),
    ] {
        table.set(unit, tracker, value);
    }
    assert_eq!(rest(&table), Some((3, 2)));
    // The line of a unit with two uses offers them.
    let offers = referee::joint_offers(table.ruleset, table.battle.state());
    let offer = offers.iter().find(|offer| offer.procedure.id == "rest").unwrap();
    let mut group = GroupAct::of_offer(table.ruleset, offer, &Tables::open(&table.battle)).unwrap();
    let shown = group.shown(&Tables::open(&table.battle));
    let picks = shown
        .parts
        .iter()
        .map(|part| GroupAct::picks(part).iter().map(|pick| (pick.id().to_owned(), pick.is_asked)).collect());
    let picks: Vec<Vec<(String, bool)>> = picks.collect();
    assert_eq!(picks, [vec![], vec![("action".to_owned(), true)], vec![]]);
}

#[test]
fn pikette_asks_for_the_courage_of_all_units_at_once_and_only_those_in_contact_must_check() {
    let units = || vec![french("gendarmes"), french("archers"), french("arquebus"), french("militia")];
    let mut table = Table::laid("pikette_squared", &units(), &[spanish("tercio"), spanish("lancers")]);
    table.phase("first_side");
    table.set("a", "place", "first");
    table.set("b", "place", "second");
    table.set("battle", "card", "courage");
    table.set("a2", "contact", json!(["b1"]));
    table.set("a4", "contact", json!(["b2"]));
    // As in the duties, units in contact come first, and fearsome ones last.
    assert_eq!(due_on(&table), [named("courage_required", &["a2", "a4", "a3", "a1"], 4)]);
    let offers = referee::joint_offers(table.ruleset, table.battle.state());
    let mut group = GroupAct::of_offer(table.ruleset, &offers[0], &Tables::open(&table.battle)).unwrap();
    send(&mut group, &mut table.battle, [GroupMessage::Apply]);
    assert_eq!(due_on(&table), [named("courage_check", &["a2", "a4"], 0)]);
}

#[test]
fn arquebusier_checks_all_contacts_at_the_front_at_once_without_cavalry_that_was_caught_standing() {
    let sides = || vec![formation("pike"), formation("pike"), formation("harquebusier")];
    let mut table = Table::laid("arquebusier", &sides(), &sides());
    table.phase("move");
    for (own, enemy) in [("a1", "b1"), ("a2", "b2"), ("a3", "b3")] {
        table.set(own, "contacts", json!([enemy]));
    }
    table.next();
    assert_eq!(
        due_on(&table),
        [named("irregular_check", &["a1", "a2"], 2), named("irregular_check", &["b1", "b2"], 2)],
        "R4: horse that did not move becomes Irregular"
    );
}

#[test]
fn pike_and_shot_lists_answers_to_charges_and_proposes_to_stand() {
    let mut table = Table::laid("pike_and_shot", &[horse(), horse()], &[foot(), foot()]);
    for (charger, target) in [("a1", "b1"), ("a2", "b2")] {
        table.play("reaction_charge", &[("unit", &[charger]), ("opponent", &[target])], json!({}), &[6]);
    }
    let offers = referee::joint_offers(table.ruleset, table.battle.state());
    let listed: Vec<_> =
        offers.iter().filter(|offer| offer.is_due).map(|offer| (offer.procedure.id, proposed(offer))).collect();
    let both = || vec!["b1".to_owned(), "b2".to_owned()];
    assert_eq!(
        listed,
        [("reaction_charge", vec![]), ("reaction_stand", both()), ("break_unit", vec![])],
        "counter-charges and breaks are choices"
    );
    // The opponent of each unit is its charger.
    let stand = offers.iter().find(|offer| offer.procedure.id == "reaction_stand").unwrap();
    let opponents: Vec<_> = stand.acts().map(|act| act.participants.units("opponent").to_vec()).collect();
    assert_eq!(opponents, [["a1".to_owned()], ["a2".to_owned()]]);
}

#[test]
fn argad_keeps_the_close_order_of_all_that_were_not_attacked() {
    let pikes = || json!({ "figures": 4, "class": 3, "weapon": "pike" });
    let mut table = Table::laid("argad", &[pikes(), pikes(), pikes()], &[pikes()]);
    for unit in ["a1", "a2", "a3"] {
        table.set(unit, "close_order", true);
        table.set(unit, "moved", true);
    }
    table.set("a3", "contacted", true);
    table.phase("reload");
    table.next();
    assert_eq!(due_on(&table), [named("close_order", &["a1", "a2"], 2)]);
    let offers = referee::joint_offers(table.ruleset, table.battle.state());
    let keep = offers.iter().find(|offer| offer.is_due).unwrap();
    assert_eq!((keep.label(), keep.units.len()), ("Keep close order", 3));
}
