//! Seats: their stored form, who acts, entries that are set aside, and undo by seat.

use super::*;
use crate::EventStatus::{Awaiting, InForce, SetAside, Settled};
use crate::analysis::seat_words;
use crate::control::Named;
use crate::referee::{self, JointOffer};
use crate::seat::{self, Place, Seat};
use crate::seats::{
    Acting, PhaseAnswer, PhaseEnd, PhaseEndState, PhaseMessage, PhaseTalk, SeatUndo, own_due, own_offers, still_due,
};
use crate::verify::{Disclosure, Fault, disclosures, verify};
use rules::subject::Side as TableSide;
use test_rulesets::pike_and_shot;

const ANN: &str = "aaaaaaaa";
const BEN: &str = "bbbbbbbb";
const UMPIRE: &str = "cccccccc";

fn device(name: &str) -> Device {
    Device::parse(name).unwrap()
}

fn tab(device: &str) -> String {
    format!("{device}11111111")
}

/// A battle of two commands against a side without commands.
fn divided() -> Header {
    let mut header = header();
    let unit = |id: &str, side, command: &str| Unit {
        id: id.into(),
        command: command.into(),
        ..Unit { side, ..header.units[0].clone() }
    };
    let units = [("u1", 0, "left"), ("u2", 1, ""), ("u3", 0, "right"), ("u4", 0, ""), ("u5", 1, "")];
    let command = |id: &str| Command { id: id.into(), name: id.to_uppercase(), ..Command::default() };
    header.units = units.map(|(id, side, command)| unit(id, side, command)).into();
    header.sides[0].commands = ["left", "right"].map(command).into();
    header
}

/// Adds an event of a device, with its links. Returns its stamp.
fn add(battle: &mut Battle, device: &str, event: Event) -> Stamp {
    let (stamp, event) = (battle.next_stamp(&tab(device)), battle.linked(event));
    battle.add(stamp.clone(), event);
    stamp
}

fn seat(battle: &mut Battle, device_name: &str, player: &str, place: Place) -> Stamp {
    let event = battle.seating(1.0, &device(device_name), &[Seat::new(player, place)], None);
    add(battle, device_name, event)
}

/// Ann has the left command, Ben the other side, and a third device is the game master's.
fn seated() -> Battle {
    let mut battle = Battle::begin(test_rulesets::RULESETS, divided());
    seat(&mut battle, ANN, "Ann", Place::Command("left".into()));
    seat(&mut battle, BEN, "Ben", Place::Side(TableSide::B));
    seat(&mut battle, UMPIRE, "Cleo", Place::Umpire);
    battle
}

/// An act of a unit that sets its counters, with dice from the table.
fn acts(unit: &str, counters: i32) -> Event {
    let mut event = resolved(None, None, vec![Change::set(unit, "counters", counters)]);
    if let Event::Action(act) = &mut event
        && let Action::Resolved(resolved) = &mut act.action
    {
        resolved.participants = object(unit);
    }
    event
}

fn object(unit: &str) -> Map<String, Json> {
    json!({ "unit": [unit] }).as_object().unwrap().clone()
}

/// A device rolls a die of the app for a unit.
fn roll_for(battle: &mut Battle, device: &str, unit: &str) -> (Stamp, u64) {
    let number = battle.roll_numbers(Stream::of_unit(battle.header(), unit)).next().unwrap();
    let rolled = Rolled::of(2.0, "reaction_charge", Map::new(), object(unit), logged(Some(number)));
    (add(battle, device, Event::Rolled(Box::new(rolled))), number)
}

/// The device applies or discards a roll.
fn settle(battle: &mut Battle, device: &str, unit: &str, roll: &(Stamp, u64), discards: bool) -> Stamp {
    let mut event = acts(unit, 1);
    if let Event::Action(act) = &mut event
        && let Action::Resolved(resolved) = &mut act.action
    {
        (resolved.rolls, resolved.settles, resolved.discarded) = (logged(Some(roll.1)), Some(roll.0.clone()), discards);
        if discards {
            act.changes.clear();
        }
    }
    add(battle, device, event)
}

fn counters_of(battle: &Battle, unit: &str) -> i32 {
    battle.state().facts(unit).value::<i32>(rules::fact!("counters")).unwrap()
}

/// Merges two copies of a battle, and checks that the order of the merge does not matter.
fn merged(one: &Battle, other: &Battle) -> Battle {
    let (mut ours, mut theirs) = (one.clone(), other.clone());
    ours.add_all(other.log().to_vec());
    theirs.add_all(one.log().to_vec());
    assert_eq!((ours.log(), ours.event_statuses()), (theirs.log(), theirs.event_statuses()));
    assert!(ours.state().is_same(theirs.state()));
    let replayed = ours.with_log(ours.log().to_vec());
    assert_eq!(ours.event_statuses(), replayed.event_statuses());
    ours
}

/// Statuses of the entries after the first `known`.
fn later(battle: &Battle, known: usize) -> Vec<EventStatus> {
    battle.event_statuses()[known..].to_vec()
}

#[test]
fn seats_are_bounded_and_a_value_that_cannot_be_read_is_no_seat() {
    let valid =
        json!([{ "player": "Ann", "of": { "command": "left" } }, { "of": { "side": "a" } }, { "of": "umpire" }]);
    let seats = seat::read(&valid).unwrap();
    let places = [Place::Command("left".into()), Place::Side(TableSide::A), Place::Umpire];
    assert_eq!(seats.iter().map(|seat| seat.place.clone()).collect::<Vec<_>>(), places);
    assert_eq!(serde_json::to_value(&seats).unwrap(), valid);
    assert_eq!(seat::read(&json!([])), Some(vec![]));
    assert_eq!(seat::read(&json!([{}])), Some(vec![Seat::default()]), "everybody, without a name");
    let long = "x".repeat(200);
    for invalid in [
        json!(null),
        json!({}),
        json!([1]),
        json!([{ "of": "king" }]),
        json!([{ "of": { "command": "" } }]),
        json!([{ "of": { "command": long } }]),
        json!([{ "player": "x".repeat(41) }]),
        json!([{ "player": "A\u{7}" }]),
        json!([{ "player": "A", "colour": "red" }]),
        json!(vec![json!({}); seat::SEATS_ON_A_DEVICE + 1]),
    ] {
        assert_eq!(seat::read(&invalid), None, "{invalid}");
        let mut battle = Battle::begin(test_rulesets::RULESETS, divided());
        next(&mut battle, by_hand(vec![Change::set("battle", "seat:aaaaaaaa", invalid)]));
        assert!(battle.seats().is_empty() && !battle.everybody_acts());
    }
    assert_eq!(Seat::new(&format!(" {}\n", "é".repeat(50)), Place::All).player, "é".repeat(40));
    let strange = Change::set("battle", "seat:Not a device", json!([{ "of": "umpire" }]));
    assert!(seat::sets_seats(&strange) && !seat::is_valid(&strange));
    let mut battle = Battle::begin(test_rulesets::RULESETS, divided());
    next(&mut battle, by_hand(vec![strange]));
    assert!(battle.seats().is_empty());
}

#[test]
fn seats_are_taken_left_and_taken_over_and_an_undo_skips_them() {
    let mut battle = seated();
    assert_eq!(battle.players_at(&device(ANN)), ["Ann"]);
    assert!(battle.everybody_acts() && battle.is_marked());
    assert_eq!((battle.undoing(), battle.undo_of(&device(ANN))), (None, None), "seats are not undone");
    let act = add(&mut battle, ANN, acts("u1", 1));
    let both = [battle.seats_of(&device(BEN)), battle.seats_of(&device(ANN))].concat();
    let taken = battle.seating(2.0, &device(BEN), &both, Some(&device(ANN)));
    let taken = add(&mut battle, BEN, taken);
    assert_eq!(
        (battle.players_at(&device(BEN)), battle.seats_of(&device(ANN))),
        (vec!["Ben".into(), "Ann".into()], vec![])
    );
    assert_eq!(battle.predecessors(&device(BEN)), [(device(BEN), None), (device(ANN), Some(&taken))]);
    // Ben can now undo Ann's acts at that seat, but not her later acts at her device.
    let Some(SeatUndo::Plain(Event::Undo(undo))) = battle.undo_of(&device(BEN)) else { panic!("an undo") };
    assert_eq!(undo.act, act);
    seat(&mut battle, ANN, "Ann", Place::Command("right".into()));
    let hers = add(&mut battle, ANN, acts("u3", 1));
    let undone = |battle: &Battle, name: &str| match battle.undo_of(&device(name)) {
        Some(SeatUndo::Plain(Event::Undo(undo))) => Some(undo.act),
        _ => None,
    };
    assert_eq!((undone(&battle, BEN), undone(&battle, ANN)), (Some(act), Some(hers)));
    let leaving = battle.seating(3.0, &device(UMPIRE), &[], None);
    add(&mut battle, UMPIRE, leaving);
    assert_eq!(battle.seats().len(), 2);
}

#[test]
fn seats_of_everybody_and_the_hall_view_change_nothing() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, divided());
    let control = battle.taking(1.0, &Named { device: device(ANN), name: String::new() });
    add(&mut battle, ANN, control);
    seat(&mut battle, ANN, "Ann", Place::All);
    seat(&mut battle, BEN, "", Place::Hall);
    assert_eq!((battle.everybody_acts(), battle.may_write(&device(BEN)).is_ok()), (false, false));
    seat(&mut battle, BEN, "Ben", Place::Side(TableSide::B));
    assert_eq!((battle.everybody_acts(), battle.may_write(&device(BEN)).is_ok()), (true, true), "control is ignored");
    let old = Battle::begin(test_rulesets::RULESETS, divided());
    let (mut old, rolled) = (old, rolled(0));
    next(&mut old, rolled);
    seat(&mut old, ANN, "Ann", Place::Umpire);
    assert!(old.has_seats() && !old.everybody_acts(), "rolls of version 1.0.0 need control");
}

#[test]
fn a_device_acts_for_the_units_of_its_seat() {
    let mut battle = seated();
    let may = |battle: &Battle, name: &str| -> Vec<String> {
        let units = battle.state().units().map(|unit| unit.id.clone());
        units.filter(|unit| battle.may_act_for(&device(name), unit)).collect()
    };
    // Nobody has the right command, nor the unit without a command: both are Ann's, as the only player of the side.
    assert_eq!(may(&battle, ANN), ["u1", "u3", "u4"]);
    assert_eq!(may(&battle, BEN), ["u2", "u5"]);
    let unclaimed = |battle: &Battle, name: &str| {
        let commands =
            ["left", "right", ""].map(|command| (TableSide::A, command)).into_iter().chain([(TableSide::B, "")]);
        let is_unclaimed =
            |(side, command): &(TableSide, &str)| battle.acts_for_unclaimed(&device(name), *side, command);
        commands.filter(is_unclaimed).map(|(side, command)| (side.index(), command)).collect::<Vec<_>>()
    };
    assert_eq!(unclaimed(&battle, ANN), [(0, "right"), (0, "")]);
    assert!([BEN, UMPIRE, "dddddddd"].iter().all(|name| unclaimed(&battle, name).is_empty()));
    assert_eq!(
        (may(&battle, UMPIRE).len(), may(&battle, "dddddddd").len()),
        (5, 5),
        "a device without a seat is everybody's"
    );
    seat(&mut battle, "dddddddd", "Dan", Place::Command("right".into()));
    assert_eq!(
        (may(&battle, ANN), may(&battle, "dddddddd")),
        (vec!["u1".into(), "u4".into()], vec!["u3".into(), "u4".into()])
    );
    assert_eq!((unclaimed(&battle, ANN), unclaimed(&battle, "dddddddd")), (vec![(0, "")], vec![(0, "")]));
    seat(&mut battle, "eeeeeeee", "", Place::Hall);
    assert_eq!(may(&battle, "eeeeeeee"), Vec::<String>::new());
    assert!(!battle.may_act(&device("eeeeeeee"), &Acting::Battle) && battle.may_act(&device(ANN), &Acting::Battle));
    assert!(battle.may_act(&device(ANN), &Acting::Side(TableSide::A)));
    assert!(!battle.may_act(&device(ANN), &Acting::Side(TableSide::B)));
    assert_eq!(battle.devices_of(&Acting::Unit("u2".into())), [device(BEN)]);
    let leaving = battle.seating(3.0, &device(BEN), &[], None);
    add(&mut battle, BEN, leaving);
    assert_eq!(may(&battle, ANN), ["u1", "u2", "u4", "u5"], "nobody plays that side");
    assert_eq!(unclaimed(&battle, ANN), [(0, ""), (1, "")]);
}

#[test]
fn the_first_of_two_rolls_with_the_same_dice_stands() {
    let (begun, known) = (seated(), seated().log().len());
    let (mut ann, mut umpire) = (begun.clone(), begun);
    let [of_ann, of_umpire] = [roll_for(&mut ann, ANN, "u1"), roll_for(&mut umpire, UMPIRE, "u1")];
    assert_eq!(of_ann.1, of_umpire.1);
    let whole = merged(&ann, &umpire);
    assert_eq!(later(&whole, known), [Awaiting, SetAside]);
    settle(&mut ann, ANN, "u1", &of_ann, false);
    settle(&mut umpire, UMPIRE, "u1", &of_umpire, false);
    let whole = merged(&ann, &umpire);
    assert_eq!(later(&whole, known), [Settled, SetAside, InForce, SetAside]);
    assert_eq!(counters_of(&whole, "u1"), 1);
    assert_eq!(whole.seen_before(known + 1), Some(SeenBefore::AtOnce));
    let told = disclosures(&whole);
    assert_eq!(told, [Disclosure::SetAside { entry: known + 2, stands: known + 1 }]);
    // The number belongs to the first roll, and a redo does not put the other roll's act in force.
    let next_number = whole.roll_numbers(Stream::of_unit(whole.header(), "u1")).next().unwrap();
    assert_eq!(next_number, of_ann.1 + 1);
    let mut redone = whole.clone();
    add(&mut redone, UMPIRE, Event::Redo(whole.log()[known + 3].0.clone().into()));
    assert_eq!(redone.event_statuses()[..known + 4], whole.event_statuses()[..]);
}

#[test]
fn without_seats_both_rolls_stand_as_before() {
    let begun = Battle::begin(test_rulesets::RULESETS, divided());
    let (mut ann, mut ben) = (begun.clone(), begun);
    roll_for(&mut ann, ANN, "u1");
    roll_for(&mut ben, BEN, "u1");
    assert_eq!(merged(&ann, &ben).event_statuses(), [Awaiting; 2]);
}

#[test]
fn devices_that_roll_for_different_units_use_different_dice_and_do_not_wait() {
    let begun = seated();
    let (mut ann, mut ben) = (begun.clone(), begun);
    let [of_ann, of_ben] = [roll_for(&mut ann, ANN, "u1"), roll_for(&mut ben, BEN, "u2")];
    assert_ne!(of_ann.1, of_ben.1);
    let mut whole = merged(&ann, &ben);
    assert_eq!(whole.awaiting().count(), 2);
    settle(&mut whole, BEN, "u2", &of_ben, false);
    assert!(whole.undo_of(&device(ANN)).is_none(), "her own roll waits");
    assert!(whole.undo_of(&device(BEN)).is_some(), "Ann's waiting roll does not hold up Ben");
}

#[test]
fn the_first_of_two_acts_that_do_the_same_stands_unless_the_second_author_knew() {
    let (begun, known) = (seated(), seated().log().len());
    let (mut ann, mut umpire) = (begun.clone(), begun.clone());
    add(&mut ann, ANN, acts("u1", 2));
    add(&mut umpire, UMPIRE, acts("u1", 5));
    add(&mut umpire, UMPIRE, acts("u1", 6));
    let whole = merged(&ann, &umpire);
    assert_eq!(later(&whole, known), [InForce, SetAside, InForce], "one act sets aside one act");
    let set_aside = Disclosure::SetAside { entry: known + 2, stands: known + 1 };
    assert_eq!(disclosures(&whole), [set_aside, Disclosure::Concurrent { entry: known + 3, other: known + 1 }]);
    let mut knew = begun.clone();
    add(&mut knew, ANN, acts("u1", 2));
    add(&mut knew, UMPIRE, acts("u1", 5));
    assert_eq!(later(&knew, known), [InForce; 2]);
    let (mut ann, mut ben) = (begun.clone(), begun);
    add(&mut ann, ANN, acts("u1", 2));
    add(&mut ben, BEN, acts("u2", 5));
    assert_eq!(later(&merged(&ann, &ben), known), [InForce; 2], "another unit");
}

#[test]
fn an_act_without_links_may_have_followed_entries_with_lower_numbers() {
    let (begun, known) = (seated(), seated().log().len());
    let mut ann = begun.clone();
    let first = add(&mut ann, ANN, acts("u1", 2));
    let met = |number: u32| {
        let mut umpire = begun.clone();
        umpire.add(Stamp::parse(&format!("{number}-{}", tab(UMPIRE))).unwrap(), acts("u1", 5));
        later(&merged(&ann, &umpire), known)
    };
    assert_eq!((met(first.number()), met(first.number() + 1)), (vec![InForce, SetAside], vec![InForce; 2]));
}

#[test]
fn acts_without_units_do_the_same_if_their_inputs_are_equal() {
    let (begun, known) = (seated(), seated().log().len());
    let of_nobody = |dice: i32| {
        let mut event = resolved(None, None, vec![]);
        if let Event::Action(act) = &mut event
            && let Action::Resolved(resolved) = &mut act.action
        {
            resolved.input.insert("dice".into(), dice.into());
        }
        event
    };
    let met = |dice: [i32; 2]| {
        let [mut ann, mut ben] = [begun.clone(), begun.clone()];
        add(&mut ann, ANN, of_nobody(dice[0]));
        add(&mut ben, BEN, of_nobody(dice[1]));
        later(&merged(&ann, &ben), known)
    };
    assert_eq!((met([1, 1]), met([1, 2])), (vec![InForce, SetAside], vec![InForce, InForce]));
}

fn next_phase(battle: &Battle) -> Event {
    let changes = referee::next_changes(&pike_and_shot::RULESET, battle.state());
    Event::Action(Box::new(ActionEvent::new(2.0, Action::Phase, changes).refereed(vec!["due".into()])))
}

#[test]
fn a_phase_that_two_devices_end_at_once_ends_once() {
    let begun = seated();
    let end = |battle: &mut Battle, name: &str| {
        let event = next_phase(battle);
        add(battle, name, event);
    };
    let (mut ann, mut ben) = (begun.clone(), begun.clone());
    for _ in 0..3 {
        end(&mut ann, ANN);
    }
    end(&mut ben, BEN);
    let whole = merged(&ann, &ben);
    let phase = |battle: &Battle| battle.state().table().phase;
    assert_eq!(phase(&whole), phase(&ann), "Ben's end of the first phase does not lead back");
    let (mut ann, mut ben) = (begun.clone(), begun);
    end(&mut ann, ANN);
    let ends = pike_and_shot::RULESET.phases.len() + 1;
    (0..ends).for_each(|_| end(&mut ben, BEN));
    let whole = merged(&ann, &ben);
    let aside = whole.event_statuses().iter().filter(|status| **status == SetAside).count();
    assert_eq!((aside, phase(&whole)), (1, phase(&ben)), "also where the same phase of the next turn ends");
}

#[test]
fn a_device_undoes_and_redoes_its_own_acts_while_others_act() {
    let mut battle = seated();
    let first = add(&mut battle, ANN, acts("u1", 2));
    let other = add(&mut battle, BEN, acts("u2", 3));
    let Some(SeatUndo::Plain(undo)) = battle.undo_of(&device(ANN)) else { panic!("an undo") };
    add(&mut battle, ANN, undo);
    assert_eq!((counters_of(&battle, "u1"), counters_of(&battle, "u2")), (0, 3));
    assert!(battle.is_in_force(battle.place(&other).unwrap()));
    add(&mut battle, BEN, acts("u2", 4));
    let redo = battle.redo_of(&device(ANN)).expect("Ben's act does not overtake it");
    assert!(battle.redo_of(&device(BEN)).is_none());
    add(&mut battle, ANN, redo);
    assert_eq!((counters_of(&battle, "u1"), counters_of(&battle, "u2")), (2, 4));
    assert!(battle.is_in_force(battle.place(&first).unwrap()));
    assert!(battle.log().iter().all(|(_, event)| !matches!(event, Event::Undo(own) if own.after.is_empty())));
}

#[test]
fn an_act_whose_dice_another_roll_has_taken_is_not_redone() {
    let mut battle = seated();
    let roll = roll_for(&mut battle, ANN, "u1");
    let act = settle(&mut battle, ANN, "u1", &roll, false);
    let Some(SeatUndo::Plain(undo)) = battle.undo_of(&device(ANN)) else { panic!("an undo") };
    add(&mut battle, ANN, undo);
    assert!(battle.redo_of(&device(ANN)).is_some());
    assert_eq!(roll_for(&mut battle, UMPIRE, "u1").1, roll.1, "undo grants no fresh dice");
    assert_eq!(battle.redo_of(&device(ANN)), None);
    add(&mut battle, ANN, Event::Redo(act.clone().into()));
    assert!(!battle.is_in_force(battle.place(&act).unwrap()), "nor does a redo that arrives late");
}

#[test]
fn an_undo_asks_if_a_roll_that_waits_has_a_unit_that_the_act_changed() {
    let mut battle = seated();
    let act = add(&mut battle, ANN, acts("u1", 2));
    let roll = roll_for(&mut battle, UMPIRE, "u1");
    assert_eq!(battle.undo_of(&device(ANN)), Some(SeatUndo::Asks { act, dependent: vec![roll.0] }));
}

#[test]
fn an_undo_asks_if_another_device_has_corrected_the_act() {
    let mut battle = seated();
    let act = add(&mut battle, ANN, acts("u1", 2));
    let Event::Action(instead) = acts("u1", 4) else { unreachable!() };
    let plan = battle.correction(&act, Some(*instead), &[]).unwrap();
    let corrected = plan.act(&battle, 1.0, None).unwrap();
    let corrected = add(&mut battle, UMPIRE, Event::Action(Box::new(corrected)));
    assert_eq!(battle.undo_of(&device(ANN)), Some(SeatUndo::Asks { act, dependent: vec![corrected] }));
    assert!(matches!(battle.undo_of(&device(UMPIRE)), Some(SeatUndo::Plain(_))), "the correction itself");
}

#[test]
fn an_undo_asks_if_acts_of_others_do_not_fit_without_the_act() {
    let mut battle = seated();
    let unit = Unit { id: "u9".into(), ..divided().units[0].clone() };
    let mut joins = ActionEvent::new(1.0, Action::Muster, vec![Change::Add(unit)]);
    joins.refereed = true;
    let act = add(&mut battle, ANN, Event::Action(Box::new(joins)));
    let alone = add(&mut battle, BEN, acts("u2", 1));
    let changed = add(&mut battle, UMPIRE, by_hand(vec![Change::set("u9", "counters", 3)]));
    assert_eq!(battle.undo_of(&device(ANN)), Some(SeatUndo::Asks { act, dependent: vec![changed] }), "{alone} fits");
}

#[test]
fn an_act_for_a_unit_of_another_seat_is_a_fault_if_its_author_knew() {
    let not_its_unit = |battle: &Battle| {
        let findings = verify(battle);
        let all = findings.iter().enumerate();
        let has = |faults: &[Fault]| faults.iter().any(|fault| matches!(fault, Fault::NotItsUnit(_)));
        all.filter(|(_, finding)| has(&finding.faults)).map(|(place, _)| place).collect::<Vec<_>>()
    };
    let (mut battle, known) = (seated(), seated().log().len());
    add(&mut battle, ANN, acts("u1", 2));
    add(&mut battle, UMPIRE, acts("u2", 2));
    add(&mut battle, "dddddddd", acts("u2", 3));
    assert_eq!(not_its_unit(&battle), Vec::<usize>::new());
    add(&mut battle, BEN, acts("u1", 3));
    roll_for(&mut battle, BEN, "u1");
    assert_eq!(not_its_unit(&battle), [known + 3, known + 4]);
    // Dan takes the right command while Ann, who does not know it, acts for it.
    let (mut ann, mut dan) = (seated(), seated());
    add(&mut ann, ANN, acts("u3", 2));
    seat(&mut dan, "dddddddd", "Dan", Place::Command("right".into()));
    assert_eq!(not_its_unit(&merged(&ann, &dan)), Vec::<usize>::new());
}

#[test]
fn a_closed_battle_still_lets_devices_take_seats() {
    let mut battle = seated();
    let closing = Battle::closing(3.0, rules::closing::Verdict::Draw, "");
    add(&mut battle, UMPIRE, Event::Action(Box::new(closing)));
    let seating = battle.seating(4.0, &device(ANN), &[], None);
    assert!(battle.refuses(&seating).is_none() && battle.refuses(&acts("u1", 1)).is_some());
}

#[test]
fn the_end_of_a_phase_waits_for_devices_that_are_awake_and_have_something_due() {
    let (mut battle, ruleset) = (seated(), &pike_and_shot::RULESET);
    // A unit that is at risk has to test: the duty is its player's.
    let mut due = Vec::new();
    for _ in 0..ruleset.phases.len() {
        let mut at_risk = battle.clone();
        next(&mut at_risk, by_hand(vec![Change::set("u1", "at_risk", true)]));
        due = still_due(ruleset, &at_risk);
        if !due.is_empty() {
            battle = at_risk;
            break;
        }
        let event = next_phase(&battle);
        add(&mut battle, UMPIRE, event);
    }
    assert_eq!(due.iter().map(|due| (due.device.clone(), due.holds_up())).collect::<Vec<_>>(), [(device(ANN), true)]);
    let mut end = PhaseEnd::new(&battle, device(BEN));
    let standing = |end: &PhaseEnd, battle: &Battle, awake: &[&str]| {
        end.standing(ruleset, battle, &awake.iter().map(|name| device(name)).collect::<Vec<_>>())
    };
    assert_eq!(standing(&end, &battle, &[BEN, UMPIRE]), PhaseEndState::Ready(true), "a phone that sleeps is not asked");
    assert_eq!(standing(&end, &battle, &[ANN, BEN]), PhaseEndState::Waits(due.clone()));
    end.answer(&battle, device(ANN), PhaseAnswer::Wait);
    assert_eq!(standing(&end, &battle, &[ANN, BEN]), PhaseEndState::Waits(due));
    end.answer(&battle, device("dddddddd"), PhaseAnswer::GoOn);
    assert!(
        matches!(standing(&end, &battle, &[ANN, BEN]), PhaseEndState::Waits(_)),
        "a device without a seat has no say"
    );
    let mut goes_on = end.clone();
    goes_on.answer(&battle, device(ANN), PhaseAnswer::GoOn);
    assert_eq!(standing(&goes_on, &battle, &[ANN, BEN]), PhaseEndState::Ready(true));
    let mut done = battle.clone();
    next(&mut done, by_hand(vec![Change::set("u1", "at_risk", false)]));
    assert_eq!(standing(&end, &done, &[ANN, BEN]), PhaseEndState::Ready(false));
    let ended = next_phase(&battle);
    add(&mut battle, ANN, ended);
    assert_eq!(standing(&end, &battle, &[ANN, BEN]), PhaseEndState::Over);
    let alone = Battle::begin(test_rulesets::RULESETS, divided());
    assert!(still_due(ruleset, &alone).is_empty());
}

#[test]
fn devices_ask_each_other_about_the_end_of_a_phase() {
    let (mut battle, ruleset) = (seated(), &pike_and_shot::RULESET);
    next(&mut battle, by_hand(vec![Change::set("u1", "at_risk", true)]));
    while still_due(ruleset, &battle).is_empty() {
        let event = next_phase(&battle);
        add(&mut battle, UMPIRE, event);
        next(&mut battle, by_hand(vec![Change::set("u1", "at_risk", true)]));
    }
    let (mut ann, mut ben) = (PhaseTalk::default(), PhaseTalk::default());
    let awake = [device(ANN), device(BEN)];
    let standing = |ben: &PhaseTalk, battle: &Battle| ben.own().unwrap().standing(ruleset, battle, &awake);
    let asks = ben.ask(&battle, &device(BEN));
    assert!(matches!(standing(&ben, &battle), PhaseEndState::Waits(_)));
    ann.receive(&battle, &device("dddddddd"), asks);
    assert_eq!(ann, PhaseTalk::default(), "a device without a seat has no say");
    ann.receive(&battle, &device(BEN), asks);
    assert_eq!(ann.asking(ruleset, &battle, &device(ANN)), [device(BEN)]);
    assert_eq!(ann.asking(ruleset, &battle, &device(UMPIRE)), [], "it has nothing due");
    let answer = ann.answer(&battle, &device(BEN), PhaseAnswer::GoOn).unwrap();
    assert_eq!(ann.answer(&battle, &device(UMPIRE), PhaseAnswer::GoOn), None, "it did not ask");
    ben.receive(&battle, &device(ANN), answer);
    assert_eq!(standing(&ben, &battle), PhaseEndState::Ready(true));
    let text = serde_json::to_string(&answer).unwrap();
    assert_eq!(serde_json::from_str::<PhaseMessage>(&text).unwrap(), answer);
    let withdraws = ben.withdraw().unwrap();
    ann.receive(&battle, &device(BEN), withdraws);
    assert_eq!((ann.asking(ruleset, &battle, &device(ANN)), ben.withdraw()), (vec![], None));
    ann.receive(&battle, &device(BEN), asks);
    let ended = next_phase(&battle);
    add(&mut battle, UMPIRE, ended);
    assert_eq!(ann.answer(&battle, &device(BEN), PhaseAnswer::Wait), None, "the phase is over");
}

#[test]
fn acts_that_met_in_flight_are_told() {
    let (begun, known) = (seated(), seated().log().len());
    let (mut ann, mut ben) = (begun.clone(), begun.clone());
    add(&mut ann, ANN, by_hand(vec![Change::set("u1", "counters", 2)]));
    add(&mut ben, BEN, by_hand(vec![Change::set("u1", "counters", 3)]));
    let met = Disclosure::Concurrent { entry: known + 2, other: known + 1 };
    assert_eq!(disclosures(&merged(&ann, &ben)), [met]);
    let (mut ann, mut ben) = (begun.clone(), begun.clone());
    let end = next_phase(&ann);
    add(&mut ann, ANN, end);
    add(&mut ben, BEN, acts("u2", 3));
    let met = Disclosure::ConcurrentPhaseEnd { entry: known + 2, other: known + 1 };
    assert_eq!(disclosures(&merged(&ann, &ben)), [met]);
    let (mut ann, mut ben) = (begun.clone(), begun);
    add(&mut ann, ANN, acts("u1", 3));
    add(&mut ben, BEN, acts("u2", 3));
    assert_eq!(disclosures(&merged(&ann, &ben)), [], "they have nothing to do with each other");
    add(&mut ann, BEN, by_hand(vec![Change::set("u1", "counters", 4)]));
    assert_eq!(disclosures(&ann), [], "the author had seen the other act");
}

#[test]
fn a_device_has_the_units_of_its_seats() {
    let mut battle = seated();
    seat(&mut battle, "dddddddd", "", Place::Hall);
    let (ann, ben, umpire, hall) = (device(ANN), device(BEN), device(UMPIRE), device("dddddddd"));
    let has = [&ann, &ben, &umpire, &hall].map(|device| battle.has_own_units(device));
    assert_eq!(has, [true, true, false, false]);
    let sides = [&ann, &ben, &umpire].map(|device| battle.sides_of(device));
    assert_eq!(sides, [vec![TableSide::A], vec![TableSide::B], vec![]]);
    assert_eq!([&ann, &hall].map(|device| battle.only_watches(device)), [false, true]);
    let units = |place: Place| battle.units_of_place(&place).iter().map(|unit| unit.id.clone()).collect::<Vec<_>>();
    assert_eq!(units(Place::Command("left".into())), ["u1"]);
    assert_eq!(units(Place::Side(TableSide::B)), ["u2", "u5"]);
    assert_eq!(battle.holders_of(&Place::Umpire), [umpire]);
    assert_eq!(battle.holders_of(&Place::Command("right".into())), []);
}

#[test]
fn duties_are_split_between_a_device_and_the_others() {
    let (mut battle, ruleset) = (seated(), &pike_and_shot::RULESET);
    seat(&mut battle, "dddddddd", "Dan", Place::Command("right".into()));
    for unit in ["u1", "u2", "u3"] {
        next(&mut battle, by_hand(vec![Change::set(unit, "at_risk", true)]));
    }
    let duties = |battle: &Battle| referee::duties(ruleset, battle.state());
    while duties(&battle).len() < 3 {
        let event = next_phase(&battle);
        add(&mut battle, UMPIRE, event);
        for unit in ["u1", "u2", "u3"] {
            next(&mut battle, by_hand(vec![Change::set(unit, "at_risk", true)]));
        }
    }
    let all = duties(&battle);
    let (own, others) = own_due(ruleset, &battle, &device(ANN), all.clone());
    assert_eq!(own.iter().map(|duty| duty.roles[0].1.clone()).collect::<Vec<_>>(), [["u1"]]);
    let of = |name: &str| others.iter().find(|due| due.device == device(name)).map(|due| due.duties.len());
    assert_eq!((others.len(), of(BEN), of("dddddddd")), (2, Some(1), Some(1)));
    let words = seat_words::due_words(ruleset, &own);
    assert!(words.starts_with("1 × "), "{words}");
    assert_eq!(seat_words::due_words(ruleset, &all), words.replacen('1', "3", 1));
    let (own, others) = own_due(ruleset, &battle, &device(UMPIRE), all.clone());
    assert_eq!((own, others), (all, vec![]), "the game master acts for all");
}

#[test]
fn group_acts_are_offered_for_the_units_of_the_device() {
    let ruleset = &pike_and_shot::RULESET;
    let mut header = divided();
    let further = Unit { id: "u6".into(), command: "left".into(), ..header.units[0].clone() };
    header.units.push(further);
    let mut battle = Battle::begin(test_rulesets::RULESETS, header);
    let all = |battle: &Battle| referee::joint_and_last_offers(ruleset, battle.state());
    while all(&battle).0.iter().all(|offer| offer.side != TableSide::A) {
        let event = next_phase(&battle);
        add(&mut battle, UMPIRE, event);
    }
    let (joint, last) = all(&battle);
    let of = |battle: &Battle, name: &str| {
        let (several, alone) = own_offers(battle, &device(name), &joint, &last);
        let units = |offers: &[JointOffer]| {
            let of_side = offers.iter().filter(|offer| offer.side == TableSide::A);
            of_side.flat_map(|offer| &offer.units).map(|unit| unit.id.clone()).collect::<BTreeSet<_>>()
        };
        (units(&several), units(&alone))
    };
    let (whole, _) = of(&battle, ANN);
    assert!(["u1", "u3", "u4", "u6"].iter().all(|unit| whole.contains(*unit)), "{whole:?}");
    seat(&mut battle, ANN, "Ann", Place::Command("left".into()));
    seat(&mut battle, "dddddddd", "Dan", Place::Command("right".into()));
    seat(&mut battle, BEN, "Ben", Place::Side(TableSide::B));
    let (of_ann, _) = of(&battle, ANN);
    // A unit without a command belongs to all seats of its side.
    assert!(["u1", "u4", "u6"].iter().all(|unit| of_ann.contains(*unit)) && !of_ann.contains("u3"), "{of_ann:?}");
    assert_eq!(of(&battle, BEN).0.len(), 0);
}

#[test]
fn an_act_on_units_of_another_device_is_told_there() {
    let battle = seated();
    let mut event = acts("u2", 1);
    if let Event::Action(act) = &mut event
        && let Action::Resolved(resolved) = &mut act.action
    {
        let procedure = pike_and_shot::RULESET.procedures.iter().find(|one| one.participants.len() > 1).unwrap();
        resolved.procedure = procedure.id.to_owned();
        let [first, second] = [0, 1].map(|role| procedure.participants[role].id);
        resolved.participants = json!({ first: ["u2"], second: ["u1"] }).as_object().unwrap().clone();
    }
    assert_eq!(battle.own_units_in(&device(ANN), &event), ["u1"]);
    let words = seat_words::done_to_own(&battle, &device(ANN), &event).unwrap();
    assert!(words.contains(": ") && words.contains(" · your "), "{words}");
    assert_eq!(battle.own_units_in(&device(BEN), &event), Vec::<String>::new(), "it is Ben's act");
    assert_eq!(seat_words::done_to_own(&battle, &device(UMPIRE), &event), None);
}

#[test]
fn only_rolls_of_the_device_hold_it_up() {
    let mut battle = seated();
    let roll = roll_for(&mut battle, ANN, "u1");
    let open = |battle: &Battle, name: &str| battle.awaiting_of(&device(name)).len();
    assert_eq!((open(&battle, ANN), open(&battle, BEN), battle.awaiting().count()), (1, 0, 1));
    let act = add(&mut battle, BEN, acts("u2", 1));
    assert_eq!((battle.acts_to_undo_of(&device(BEN)).len(), battle.acts_to_undo_of(&device(ANN)).len()), (1, 0));
    let Some(SeatUndo::Plain(undo)) = battle.undo_of(&device(BEN)) else { panic!("an undo") };
    add(&mut battle, BEN, undo);
    assert_eq!((battle.acts_to_redo_of(&device(BEN)).len(), battle.acts_to_redo_of(&device(ANN)).len()), (1, 0));
    assert!(battle.is_entry_of(&device(BEN), &act) && !battle.is_entry_of(&device(ANN), &act));
    let seats = battle.seats_of(&device(ANN));
    let taking = battle.seating(4.0, &device("dddddddd"), &seats, Some(&device(ANN)));
    add(&mut battle, "dddddddd", taking);
    assert_eq!(open(&battle, "dddddddd"), 1, "a device that takes over the seat settles the roll");
    assert!(battle.is_entry_of(&device("dddddddd"), &roll.0));
}

#[test]
fn devices_that_left_all_seats_do_not_count_towards_the_limit_on_devices() {
    let mut battle = seated();
    let name = |nth: usize| format!("d{nth:07}");
    let leaves = |nth: usize| Change::set("battle", format!("{}{}", seat::PREFIX, name(nth)), json!([]));
    next(&mut battle, by_hand((0..seat::DEVICES_WITH_SEATS).map(leaves).collect()));
    let hall = |nth: usize| {
        let seats = json!([{ "of": "hall" }]);
        Change::set("battle", format!("{}{}", seat::PREFIX, name(nth)), seats)
    };
    let last = seat::DEVICES_WITH_SEATS - 4;
    next(&mut battle, by_hand((0..=last).map(hall).collect()));
    assert_eq!(battle.seats().len(), seat::DEVICES_WITH_SEATS);
    assert_eq!(battle.seats_of(&device(&name(last))), [Seat::new("", Place::Hall)]);
    next(&mut battle, by_hand(vec![hall(last + 1)]));
    assert_eq!(battle.seats_of(&device(&name(last + 1))), [], "one device too many");
}
