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

/// What a player who has the battle open in one tab does next.
fn next(battle: &mut Battle, event: Event) {
    battle.add(battle.next_stamp("t"), event);
}

fn undo(battle: &mut Battle) {
    let event = battle.undoing().unwrap();
    next(battle, event);
}

fn redo(battle: &mut Battle) {
    let event = battle.redoing().unwrap();
    next(battle, event);
}

fn counters(battle: &Battle) -> i32 {
    battle.state().facts("u1").whole("counters")
}

#[test]
fn acts_change_the_table_and_undo_and_redo_take_them_back_and_forth() {
    let mut battle = Battle::begin(header());
    for n in 1..=3 {
        next(&mut battle, by_hand(vec![Change::set("u1", "counters", n)]));
    }
    undo(&mut battle);
    undo(&mut battle);
    assert_eq!(counters(&battle), 1);
    redo(&mut battle);
    assert_eq!(counters(&battle), 2);
    redo(&mut battle);
    assert_eq!(counters(&battle), 3);
}

#[test]
fn a_new_act_overtakes_what_was_undone_but_the_log_keeps_it() {
    let mut battle = Battle::begin(header());
    next(&mut battle, by_hand(vec![Change::set("u1", "counters", 1)]));
    undo(&mut battle);
    next(&mut battle, by_hand(vec![Change::set("u1", "counters", 5)]));
    assert!(battle.to_redo().is_none());
    assert_eq!(battle.standings(), [Standing::Overtaken, Standing::Mark, Standing::InForce]);
}

#[test]
fn a_unit_that_was_removed_returns_to_its_place_as_it_was() {
    let mut battle = Battle::begin(header());
    next(&mut battle, by_hand(vec![Change::set("u1", "counters", 4)]));
    next(&mut battle, by_hand(vec![Change::Remove("u1".into())]));
    assert!(battle.state().unit("u1").is_none());
    undo(&mut battle);
    assert_eq!(counters(&battle), 4);
    assert_eq!(battle.state().units().next().map(|unit| unit.id.as_str()), Some("u1"));
}

#[test]
fn a_log_written_down_and_read_again_gives_the_same_table() {
    let mut battle = Battle::begin(header());
    next(&mut battle, by_hand(vec![Change::set("u1", "counters", 4), Change::set("battle", "turn", 2)]));
    undo(&mut battle);
    redo(&mut battle);
    let header = serde_json::to_string(battle.header()).unwrap();
    let events = serde_json::to_string(battle.log()).unwrap();
    let again: Vec<(Stamp, Event)> = serde_json::from_str(&events).unwrap();
    let again = Battle::replay(serde_json::from_str(&header).unwrap(), again);
    assert_eq!(counters(&again), 4);
    assert_eq!(again.state().tracked("battle"), battle.state().tracked("battle"));
    assert_eq!(again.log(), battle.log());
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
    next(&mut battle, resolved(Some(0)));
    assert_eq!(battle.next_throw(), 1);
    next(&mut battle, resolved(None));
    assert_eq!(battle.next_throw(), 1, "dice from the table are not the app's");
    undo(&mut battle);
    undo(&mut battle);
    assert_eq!(battle.next_throw(), 0);
}

#[test]
fn a_change_to_what_is_not_there_and_an_undo_of_nothing_do_nothing() {
    let mut battle = Battle::begin(header());
    assert!(battle.undoing().is_none() && battle.redoing().is_none());
    let nowhere = Stamp::parse("7-x").unwrap();
    next(&mut battle, Event::Undo(nowhere.clone()));
    next(&mut battle, Event::Redo(nowhere));
    let itself = battle.next_stamp("t");
    next(&mut battle, Event::Redo(itself));
    next(&mut battle, by_hand(vec![Change::set("u99", "counters", 1), Change::Remove("u98".into())]));
    undo(&mut battle);
    assert_eq!(battle.state().units().count(), 2);
}

mod two_tabs {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn acts_made_at_once_are_both_there_in_one_order() {
        let (mut a, mut b) = (Battle::begin(header()), Battle::begin(header()));
        let of_a = (a.next_stamp("a"), by_hand(vec![Change::set("u1", "counters", 3)]));
        let of_b = (b.next_stamp("b"), by_hand(vec![Change::set("u2", "counters", 2)]));
        a.add(of_a.0.clone(), of_a.1.clone());
        a.add(of_b.0.clone(), of_b.1.clone());
        b.add(of_b.0, of_b.1);
        b.add(of_a.0, of_a.1);
        assert_eq!(a.log(), b.log());
        assert_eq!(a.standings(), [Standing::InForce; 2]);
        assert_eq!((counters(&b), b.state().facts("u2").whole("counters")), (3, 2));
    }

    #[test]
    fn an_undoing_takes_back_its_own_act_whatever_the_other_tab_did_meanwhile() {
        let mut a = Battle::begin(header());
        next(&mut a, by_hand(vec![Change::set("u1", "counters", 1)]));
        let mut b = a.clone();
        let elsewhere = (b.next_stamp("b"), by_hand(vec![Change::set("u2", "counters", 2)]));
        b.add(elsewhere.0.clone(), elsewhere.1.clone());
        undo(&mut a);
        a.add(elsewhere.0, elsewhere.1);
        assert_eq!((counters(&a), a.state().facts("u2").whole("counters")), (0, 2));
        assert_eq!(a.to_undo(), b.to_undo(), "what the other tab did is in force");
    }

    #[test]
    fn an_act_that_both_undo_is_undone_once() {
        let mut battle = Battle::begin(header());
        next(&mut battle, by_hand(vec![Change::set("u1", "counters", 1)]));
        next(&mut battle, by_hand(vec![Change::set("u1", "counters", 2)]));
        let undoing = battle.undoing().unwrap();
        let at = [battle.next_stamp("a"), battle.next_stamp("b")];
        for stamp in at {
            battle.add(stamp, undoing.clone());
        }
        assert_eq!(counters(&battle), 1);
    }

    #[test]
    fn units_added_at_once_are_two() {
        let battle = Battle::begin(header());
        assert_ne!(battle.state().free_id("a"), battle.state().free_id("b"));
    }

    /// What one of three tabs does: acts on a unit, undoes, redoes, or sees what the others did so far.
    #[derive(Clone, Debug)]
    enum Move {
        Act(&'static str, u8),
        Undo,
        Redo,
        Look,
    }

    fn moves() -> impl Strategy<Value = Vec<(usize, Move)>> {
        let one = prop_oneof![
            3 => (prop_oneof![Just("u1"), Just("u2"), Just("a")], 0..9_u8).prop_map(|(of, to)| Move::Act(of, to)),
            2 => Just(Move::Undo),
            1 => Just(Move::Redo),
            2 => Just(Move::Look),
        ];
        proptest::collection::vec((0..3_usize, one), 0..40)
    }

    proptest! {
        #[test]
        fn all_tabs_agree_once_they_have_seen_everything(moves in moves()) {
            let mut tabs = [(); 3].map(|()| Battle::begin(header()));
            let mut saved: Vec<(Stamp, Event)> = Vec::new();
            for (tab, made) in moves {
                let battle = &mut tabs[tab];
                let event = match made {
                    Move::Act(of, to) => Some(by_hand(vec![Change::set(of, "counters", to)])),
                    Move::Undo => battle.undoing(),
                    Move::Redo => battle.redoing(),
                    Move::Look => {
                        for (stamp, event) in saved.iter().rev() {
                            battle.add(stamp.clone(), event.clone());
                        }
                        None
                    }
                };
                if let Some(event) = event {
                    let stamp = battle.next_stamp(["a", "b", "c"][tab]);
                    prop_assert!(saved.iter().all(|(own, _)| *own != stamp), "a key is written once");
                    battle.add(stamp.clone(), event.clone());
                    saved.push((stamp, event));
                }
            }
            let whole = Battle::replay(header(), saved.clone());
            prop_assert_eq!(whole.log().len(), saved.len(), "nothing is lost");
            for mut battle in tabs {
                for (stamp, event) in &saved {
                    battle.add(stamp.clone(), event.clone());
                }
                prop_assert_eq!(battle.log(), whole.log());
                prop_assert_eq!(battle.standings(), whole.standings());
                prop_assert_eq!(battle.to_redo(), whole.to_redo());
                for of in ["u1", "u2", "a"] {
                    prop_assert_eq!(battle.state().tracked(of), whole.state().tracked(of));
                }
            }
        }
    }
}
