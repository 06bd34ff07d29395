use super::*;
use crate::{ActionEvent, Change, Header, Unit, referee};
use rules::dice::rng::Seed;
use serde_json::{Map, Value as Json, json};
use test_rulesets::toy;

fn object(json: Json) -> Map<String, Json> {
    json.as_object().cloned().unwrap()
}

/// Two troops of six tin soldiers.
fn battle() -> Battle {
    let unit = |id: &str, side| Unit { id: id.into(), side, profile: object(json!({ "name": id })), ..Unit::default() };
    let units = vec![unit("u1", 0), unit("u2", 1)];
    Battle::begin(test_rulesets::RULESETS, Header::new("toy", "Alley", ["Ours", "Theirs"], units, Seed([9; 32])))
}

fn next(battle: &mut Battle, event: Event) -> Stamp {
    let stamp = battle.next_stamp("t");
    battle.add(stamp.clone(), event);
    stamp
}

fn act(battle: &mut Battle, action: Action, changes: Vec<Change>, overrides: Vec<String>) -> Stamp {
    next(battle, Event::Action(Box::new(ActionEvent::new(1.0, action, changes).refereed(overrides))))
}

fn end_phase(battle: &mut Battle) {
    let changes = referee::next_changes(&toy::RULESET, battle.state());
    act(battle, Action::Phase, changes, Vec::new());
}

/// Two marbles thrown at the other troop: 4 or more knocks a soldier over.
fn marbles() -> (Map<String, Json>, Map<String, Json>) {
    let input = json!({ "marbles": 2, "roller": { "standing": 6 }, "target": { "standing": 6, "made_of": "tin" } });
    (object(input), object(json!({ "roller": ["u1"], "target": ["u2"] })))
}

fn draft(battle: &Battle, faces: &[u8]) -> Draft {
    let (input, participants) = marbles();
    Draft {
        procedure: "marbles".into(),
        input,
        answers: Map::new(),
        participants,
        unit: None,
        rolled: None,
        after: battle.log().last().map(|(stamp, _)| stamp.clone()),
        at: Some(1_790_000_000_000.0),
        overrides: Vec::new(),
        faces: faces.to_vec(),
        counted: Vec::new(),
        discarded: false,
    }
}

fn entered(battle: &Battle, draft: &Draft) -> Option<Waiting> {
    Waiting::entered(&toy::RULESET, battle, draft)
}

#[test]
fn dice_entered_by_hand_are_pending_whether_complete_or_not() {
    let battle = battle();
    assert_eq!(entered(&battle, &draft(&battle, &[])), None, "answers alone are no roll");
    let half = entered(&battle, &draft(&battle, &[5])).unwrap();
    assert_eq!((half.rolled.faces(), half.rolled.rolls[0].purpose.as_str()), (vec![5], "knock_over"));
    assert!(half.applied(&toy::RULESET, battle.state()).is_none(), "a die is missing");
    let whole = entered(&battle, &draft(&battle, &[5, 2])).unwrap();
    let settled = whole.applied(&toy::RULESET, battle.state()).unwrap();
    assert_eq!(settled.action.outcome["knocked_over"], 1);
    assert_eq!(settled.action.rolls, whole.rolled.rolls);
    assert!(settled.action.rolls.iter().all(|roll| roll.number.is_none()), "the table's dice are not the app's");
    assert_eq!(battle.state().after(&settled.changes).tracked("u2").unwrap().get("fallen"), Some(&json!(1)));
}

#[test]
fn a_number_of_successes_is_a_roll_apart_from_typed_dice() {
    let battle = battle();
    let counted = Draft { counted: vec![1], ..draft(&battle, &[5, 6]) };
    let rolls = entered(&battle, &counted).unwrap().rolled.rolls;
    assert_eq!(rolls, [by_hand("knock_over", 6, vec![5], None), by_hand("knock_over", 6, vec![6], Some(4))]);
}

#[test]
fn dice_entered_after_dice_of_the_app_are_pending_with_them() {
    let mut battle = battle();
    let (input, participants) = marbles();
    let of_the_app = LoggedRoll { number: Some(0), ..by_hand("knock_over", 6, vec![6], None) };
    let rolled = Rolled::of(1.0, "marbles", input, participants, vec![of_the_app.clone()]);
    let stamp = next(&mut battle, Event::Rolled(Box::new(rolled)));
    let continued = Draft { rolled: Some(stamp.clone()), ..draft(&battle, &[1]) };
    let waiting = entered(&battle, &continued).unwrap();
    assert_eq!(waiting.logged, Some(stamp));
    assert_eq!(waiting.rolled.rolls, [of_the_app, by_hand("knock_over", 6, vec![1], None)]);
    // After the discard, no roll is pending.
    act(&mut battle, Action::Resolved(waiting.discarded()), Vec::new(), Vec::new());
    assert_eq!((entered(&battle, &continued), battle.awaiting().count()), (None, 0));
}

#[test]
fn a_pending_roll_is_late_once_its_phase_ends_unless_that_is_undone() {
    let mut battle = battle();
    let typed = draft(&battle, &[5, 2]);
    let (input, participants) = marbles();
    let rolled = Rolled::of(1.0, "marbles", input, participants, vec![by_hand("knock_over", 6, vec![1, 1], None)]);
    let stamp = next(&mut battle, Event::Rolled(Box::new(rolled.clone())));
    act(&mut battle, Action::ByHand, vec![Change::set("u1", "fallen", 1)], Vec::new());
    let late = |battle: &Battle| {
        [entered(battle, &typed).unwrap(), Waiting::logged(&stamp, &rolled)].map(|waiting| waiting.is_late(battle))
    };
    assert_eq!(late(&battle), [false, false], "other acts end no phase");
    end_phase(&mut battle);
    assert_eq!(late(&battle), [true, true]);
    let waiting = entered(&battle, &typed).unwrap();
    assert_eq!(waiting.overrides(&battle), [LATE]);
    // If players apply it all the same, the log has the overridden rule with its reason. A phase that was undone makes no roll late.
    let settled = waiting.applied(&toy::RULESET, battle.state()).unwrap();
    let overrides = waiting.overrides(&battle);
    act(&mut battle, Action::Resolved(settled.action), settled.changes, overrides);
    let Event::Action(applied) = battle.log().last().unwrap().1.clone() else { unreachable!() };
    let reasons = referee::overridden(&toy::RULESET, battle.state(), &applied);
    assert_eq!(
        reasons.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["The phase in which it was rolled is over."]
    );
    act(&mut battle, Action::Resolved(Waiting::logged(&stamp, &rolled).discarded()), Vec::new(), Vec::new());
    for _ in 0..2 {
        let undo = battle.undoing().unwrap();
        next(&mut battle, undo);
    }
    assert!(!Waiting::logged(&stamp, &rolled).is_late(&battle));
}

#[test]
fn applied_dice_are_not_pending_again_on_a_device_that_was_offline() {
    let mut battle = battle();
    let typed = draft(&battle, &[5, 2]);
    let settled = entered(&battle, &typed).unwrap().applied(&toy::RULESET, battle.state()).unwrap();
    act(&mut battle, Action::Resolved(settled.action), settled.changes, Vec::new());
    assert_eq!(entered(&battle, &typed), None);
    let other = draft(&battle, &[5, 2]);
    assert!(entered(&battle, &other).is_some(), "the same faces in a later act are others");
}

#[test]
fn discarded_dice_are_in_the_log_without_a_fault() {
    let mut battle = battle();
    let half = entered(&battle, &draft(&battle, &[5])).unwrap();
    act(&mut battle, Action::Resolved(half.discarded()), Vec::new(), Vec::new());
    let findings = crate::verify::verify(&battle);
    assert!(findings[0].faults.is_empty(), "{:?}", findings[0].faults);
    assert!(battle.to_undo().is_none(), "it changed nothing");
}

#[test]
fn a_phase_that_ends_with_a_pending_roll_has_the_overridden_rule() {
    let mut battle = battle();
    let changes = referee::next_changes(&toy::RULESET, battle.state());
    act(&mut battle, Action::Phase, changes, vec![WAITING.into()]);
    let Event::Action(left) = &battle.log()[0].1 else { unreachable!() };
    let reasons = referee::overridden(&toy::RULESET, battle.state(), left);
    assert_eq!(
        reasons.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["A roll was neither applied nor discarded."]
    );
}
