use super::*;
use serde_json::json;

fn header() -> Header {
    let unit = |id: &str, side, name: &str| Unit {
        id: id.into(),
        side,
        profile: json!({ "name": name, "troop_type": "foot", "pikes": 12 }).as_object().unwrap().clone(),
    };
    Header {
        name: "Cheriton lane".into(),
        ruleset: "pike_and_shot".into(),
        rulings: Map::new(),
        seed: Seed([9; 32]),
        sides: [Side { name: "Parliament".into() }, Side { name: "Royalists".into() }],
        units: vec![unit("u1", 0, "Waller's"), unit("u2", 1, "Byron's")],
        began: 0.0,
    }
}

fn by_hand(changes: Vec<Change>) -> Event {
    Event::Act(Box::new(Act { at: 1.0, deed: Deed::ByHand, changes }))
}

fn counters(battle: &Battle) -> i32 {
    battle.state().facts("u1").whole("counters")
}

#[test]
fn acts_change_the_table_and_undo_and_redo_take_them_back_and_forth() {
    let mut battle = Battle::begin(header());
    for n in 1..=3 {
        battle.add(by_hand(vec![Change::set("u1", "counters", n)]));
    }
    battle.add(Event::Undo);
    battle.add(Event::Undo);
    assert_eq!(counters(&battle), 1);
    battle.add(Event::Redo);
    assert_eq!(counters(&battle), 2);
    battle.add(Event::Redo);
    battle.add(Event::Redo);
    assert_eq!(counters(&battle), 3);
}

#[test]
fn a_new_act_overtakes_what_was_undone_but_the_log_keeps_it() {
    let mut battle = Battle::begin(header());
    battle.add(by_hand(vec![Change::set("u1", "counters", 1)]));
    battle.add(Event::Undo);
    battle.add(by_hand(vec![Change::set("u1", "counters", 5)]));
    assert!(battle.to_redo().is_none());
    assert_eq!(battle.standings(), [Standing::Overtaken, Standing::Mark, Standing::InForce]);
}

#[test]
fn a_unit_that_was_removed_returns_to_its_place_as_it_was() {
    let mut battle = Battle::begin(header());
    battle.add(by_hand(vec![Change::set("u1", "counters", 4)]));
    battle.add(by_hand(vec![Change::Remove("u1".into())]));
    assert!(battle.state().unit("u1").is_none());
    battle.add(Event::Undo);
    assert_eq!(counters(&battle), 4);
    assert_eq!(battle.state().units().next().map(|unit| unit.id.as_str()), Some("u1"));
}

#[test]
fn a_log_written_down_and_read_again_gives_the_same_table() {
    let mut battle = Battle::begin(header());
    battle.add(by_hand(vec![Change::set("u1", "counters", 4), Change::set("battle", "turn", 2)]));
    battle.add(Event::Undo);
    battle.add(Event::Redo);
    let header = serde_json::to_string(battle.header()).unwrap();
    let events = serde_json::to_string(battle.events()).unwrap();
    let again: Vec<Event> = serde_json::from_str(&events).unwrap();
    let again = Battle::replay(serde_json::from_str(&header).unwrap(), again);
    assert_eq!(counters(&again), 4);
    assert_eq!(again.state().tracked("battle"), battle.state().tracked("battle"));
    assert_eq!(again.events(), battle.events());
}

#[test]
fn undoing_gives_the_same_dice_again() {
    let resolved = |number| {
        let thrown = Thrown { purpose: "test".into(), sides: 6, faces: vec![3], number };
        let resolved = Resolved {
            procedure: "reaction_charge".into(),
            input: Map::new(),
            cast: Map::new(),
            throws: vec![thrown],
            outcome: json!({}),
            discarded: false,
        };
        Event::Act(Box::new(Act { at: 2.0, deed: Deed::Resolved(resolved), changes: vec![] }))
    };
    let mut battle = Battle::begin(header());
    assert_eq!(battle.next_throw(), 0);
    battle.add(resolved(Some(0)));
    assert_eq!(battle.next_throw(), 1);
    battle.add(resolved(None));
    assert_eq!(battle.next_throw(), 1, "dice from the table are not the app's");
    battle.add(Event::Undo);
    battle.add(Event::Undo);
    assert_eq!(battle.next_throw(), 0);
}

#[test]
fn a_change_to_what_is_not_there_and_an_undo_of_nothing_do_nothing() {
    let mut battle = Battle::begin(header());
    battle.add(Event::Undo);
    battle.add(Event::Redo);
    battle.add(by_hand(vec![Change::set("u99", "counters", 1), Change::Remove("u98".into())]));
    battle.add(Event::Undo);
    assert_eq!(battle.state().units().count(), 2);
}
