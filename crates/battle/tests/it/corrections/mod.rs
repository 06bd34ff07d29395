//! Corrections of earlier acts. Afterwards, the table is as if the act had been right from the start, with the same dice.

mod kept;
mod later;
mod resets;

use battle::correct::{MisfitDecision, Now};
use battle::participants::Participants;
use battle::verify::verify;
use battle::{
    Action, ActionEvent, Battle, Change, Event, EventStatus, Header, LoggedRoll, Resolved, Stamp, Unit, referee,
};
use exchange::storage::limits;
use rules::dice::Halt;
use rules::dice::rng::Seed;
use serde_json::{Map, Value as Json, json};
use test_rulesets::pike_and_shot::RULESET;

/// Enough dice for any volley. Dice that are left over are not used.
const SIXES: &[u8] = &[6; 8];

fn object(json: Json) -> Map<String, Json> {
    json.as_object().cloned().unwrap()
}

/// Horse `h2` of the King against the regiments `r1` and `r2` of Parliament.
fn begin() -> Battle {
    let foot = json!({ "name": "R", "pikes": 8, "muskets": 16, "morale_class": "average" });
    let horse = json!({ "name": "H", "troop_type": "horse", "figures": 12, "morale_class": "average" });
    let unit = |id: &str, side, profile: &Json| Unit {
        id: id.into(),
        side,
        profile: object(profile.clone()),
        ..Unit::default()
    };
    let units = vec![unit("r1", 0, &foot), unit("r2", 0, &foot), unit("h2", 1, &horse)];
    Battle::begin(
        test_rulesets::RULESETS,
        Header::new("pike_and_shot", "Cheriton lane", ["Parliament", "The King"], units, Seed([9; 32])),
    )
}

/// A procedure with typed dice, or with dice of the app if there are none.
fn act(battle: &Battle, procedure: &str, roles: Json, answers: Json, typed: &[u8]) -> ActionEvent {
    let procedure = RULESET.procedure(procedure).unwrap();
    let participants = Participants::read(procedure, &object(roles));
    let input = referee::filled(procedure, &participants, battle.state(), &object(answers));
    assert!(referee::bars(&RULESET, procedure, &participants, battle.state(), &input).is_empty());
    let (mut faces, mut rolls, mut number) = (Vec::new(), Vec::new(), battle.next_roll());
    let resolved = loop {
        match referee::play(procedure, &participants, battle.state(), &input, &faces).unwrap().result {
            Ok(resolved) => break resolved,
            Err(Halt::Needs(roll)) => {
                let rolled_faces = match typed.get(faces.len()..faces.len() + roll.count) {
                    Some(typed) => typed.to_vec(),
                    None => battle.header().dice().faces(number, roll.sides, roll.count),
                };
                faces.extend(&rolled_faces);
                let of_app = typed.is_empty().then_some(number);
                number += 1;
                rolls.push(LoggedRoll {
                    purpose: roll.purpose,
                    sides: roll.sides,
                    faces: rolled_faces,
                    number: of_app,
                    steps: None,
                    counted: None,
                });
            }
            Err(Halt::Refused(refusal)) => panic!("{refusal:?}"),
        }
    };
    let changes = referee::resolved_changes(&RULESET, procedure, &participants, battle.state(), &input, &resolved);
    let done = Resolved::of(procedure.id, input, participants.json(), &resolved.outcome);
    ActionEvent::new(0.0, Action::Resolved(Resolved { rolls, ..done }), changes).refereed(Vec::new())
}

fn add(battle: &mut Battle, act: ActionEvent) -> Stamp {
    let stamp = battle.next_stamp("t");
    let event = battle.linked(Event::Action(Box::new(act)));
    battle.add(stamp.clone(), event);
    stamp
}

fn next(battle: &mut Battle) -> Stamp {
    let changes = referee::next_changes(&RULESET, battle.state());
    add(battle, ActionEvent::new(0.0, Action::Phase, changes).refereed(Vec::new()))
}

/// A charge and its answer, a volley at the horse in this terrain, another volley, a counter by hand and the next phase. Returns the battle
/// and the stamp of the first volley.
fn fought(terrain: &str, dice: &[u8]) -> (Battle, Stamp) {
    let mut battle = begin();
    let charge = act(&battle, "reaction_charge", json!({ "unit": ["h2"], "opponent": ["r1"] }), json!({}), &[6]);
    add(&mut battle, charge);
    let stand = act(&battle, "reaction_stand", json!({ "unit": ["r1"], "opponent": ["h2"] }), json!({}), &[6]);
    add(&mut battle, stand);
    next(&mut battle);
    next(&mut battle);
    let volley = volley(&battle, terrain, dice);
    let stamp = add(&mut battle, volley);
    let second =
        act(&battle, "infantry_fire", json!({ "firer": ["r2"], "target": ["h2"] }), json!({ "range_in": 4 }), SIXES);
    add(&mut battle, second);
    let by_hand = referee::changes_by_hand(&RULESET, battle.state(), vec![Change::set("r2", "counters", 1)]);
    add(&mut battle, ActionEvent::new(0.0, Action::ByHand, by_hand).refereed(Vec::new()));
    next(&mut battle);
    (battle, stamp)
}

fn volley(battle: &Battle, terrain: &str, dice: &[u8]) -> ActionEvent {
    let roles = json!({ "firer": ["r1"], "target": ["h2"] });
    act(battle, "infantry_fire", roles, json!({ "range_in": 4, "target_terrain": terrain }), dice)
}

fn tracked(battle: &Battle) -> Vec<Json> {
    let subjects = battle.state().units().map(|unit| unit.id.clone()).chain(["a", "b", "battle"].map(str::to_owned));
    subjects.map(|of| Json::Object(battle.state().tracked(&of).unwrap().all().clone())).collect()
}

fn faults(battle: &Battle) -> Vec<battle::verify::Fault> {
    verify(battle).into_iter().flat_map(|finding| finding.faults).collect()
}

#[test]
fn a_corrected_battle_equals_one_played_correctly_from_the_start() {
    let (mut wrong, volley_at) = fought("woods", SIXES);
    let (right, _) = fought("open", SIXES);
    assert_ne!(tracked(&wrong), tracked(&right), "woods save figures");
    let before = tracked(&wrong);

    let rewound = wrong.rewound(&volley_at).unwrap();
    let plan = wrong.correction(&volley_at, Some(volley(&rewound, "open", SIXES)), &[]).unwrap();
    assert_eq!(plan.open().count(), 0);
    let corrected = plan.act(&wrong, 5.0, None).unwrap();
    add(&mut wrong, corrected);
    assert_eq!(tracked(&wrong), tracked(&right));
    assert_eq!(faults(&wrong), []);
    let luck = battle::analysis::luck::luck(&wrong);
    assert_eq!(luck, battle::analysis::luck::luck(&right));

    // A correction is one step of undo and redo.
    let undo = wrong.undoing().unwrap();
    wrong.add(wrong.next_stamp("t"), undo);
    assert_eq!(tracked(&wrong), before);
    let redo = wrong.redoing().unwrap();
    wrong.add(wrong.next_stamp("t"), redo);
    assert_eq!(tracked(&wrong), tracked(&right));
    let log: Vec<_> = serde_json::from_str(&serde_json::to_string(wrong.log()).unwrap()).unwrap();
    assert_eq!(tracked(&Battle::replay(test_rulesets::RULESETS, wrong.header().clone(), log)), tracked(&right));
}

#[test]
fn a_correction_uses_the_same_dice_of_the_app_and_no_others() {
    let (mut wrong, volley_at) = fought("woods", &[]);
    let rewound = wrong.rewound(&volley_at).unwrap();
    let right = volley(&rewound, "open", &[]);
    let rolls = |act: &ActionEvent| match &act.action {
        Action::Resolved(resolved) => resolved.rolls.clone(),
        _ => panic!("no procedure"),
    };
    let was =
        wrong.acts_in_force().into_iter().find(|(stamp, _)| **stamp == volley_at).map(|(_, act)| rolls(act)).unwrap();
    assert_eq!(rolls(&right)[0], was[0]);
    let mut other = right.clone();
    if let Action::Resolved(resolved) = &mut other.action {
        resolved.rolls.iter_mut().for_each(|roll| roll.number = roll.number.map(|number| number + 7));
    }
    for (act, is_clean) in [(right, true), (other, false)] {
        let corrected = wrong.correction(&volley_at, Some(act), &[]).unwrap().act(&wrong, 5.0, None).unwrap();
        add(&mut wrong, corrected);
        assert_eq!(faults(&wrong).is_empty(), is_clean);
        let undo = wrong.undoing().unwrap();
        wrong.add(wrong.next_stamp("t"), undo);
    }
}

#[test]
fn later_acts_that_no_longer_fit_are_listed_and_answered_one_by_one() {
    let (battle, _) = fought("open", SIXES);
    let charge_at = battle.acts_in_force()[0].0.clone();
    let rewound = battle.rewound(&charge_at).unwrap();
    let refuses = act(&rewound, "reaction_charge", json!({ "unit": ["h2"], "opponent": ["r1"] }), json!({}), &[1]);
    let mut answers = Vec::new();
    let mut misfits = Vec::new();
    let plan = loop {
        let plan = battle.correction(&charge_at, Some(refuses.clone()), &answers).unwrap();
        assert!(plan.act(&battle, 5.0, None).is_none() || plan.open().next().is_none());
        let Some(open) = plan.open().next() else { break plan };
        misfits.push(open.misfit.as_ref().unwrap().to_string());
        let answer = if misfits.len() == 1 { MisfitDecision::LeaveOut } else { MisfitDecision::Keep };
        answers.push((open.stamp.clone(), answer));
    };
    // Nobody charges now. The answer to the charge and the two volleys at the charging horse no longer fit.
    assert_eq!(misfits.len(), 3, "{misfits:?}");
    let mut corrected = battle.clone();
    let correction = plan.act(&battle, 5.0, None).unwrap();
    add(&mut corrected, correction);
    assert!(corrected.state().facts("h2").get("failed_charge").is_some_and(|failed| *failed == true));
    let statuses = corrected.event_statuses();
    assert_eq!(statuses[..2], [EventStatus::Corrected; 2]);
    // The remaining answer puts another act in place of the misfit, on the table at that point.
    let second = plan.steps.iter().find(|step| step.misfit.is_some() && step.kept).unwrap();
    let there = plan.rewound(&battle, &second.stamp).unwrap();
    assert!(there.acts_in_force().len() < battle.acts_in_force().len());
    let note = ActionEvent::new(0.0, Action::Note("They held their fire.".into()), Vec::new()).refereed(Vec::new());
    answers.retain(|(stamp, _)| *stamp != second.stamp);
    answers.push((second.stamp.clone(), MisfitDecision::Instead(Box::new(note))));
    let plan = battle.correction(&charge_at, Some(refuses), &answers).unwrap();
    let replaced = plan.steps.iter().find(|step| step.stamp == second.stamp).unwrap();
    assert!(matches!(&replaced.now, Now::Changed(act) if matches!(act.action, Action::Note(_))));
}

#[test]
fn a_correction_can_be_corrected_and_an_altered_one_is_found() {
    let (mut battle, volley_at) = fought("woods", SIXES);
    let rewound = battle.rewound(&volley_at).unwrap();
    for terrain in ["open", "hedge", "open"] {
        let act = volley(&rewound, terrain, SIXES);
        let correction = battle.correction(&volley_at, Some(act), &[]).unwrap().act(&battle, 5.0, None).unwrap();
        add(&mut battle, correction);
        assert_eq!(tracked(&battle), tracked(&fought(terrain, SIXES).0));
    }
    assert_eq!(faults(&battle), []);
    let mut log = battle.log().to_vec();
    let Event::Action(last) = &mut log.last_mut().unwrap().1 else { panic!("an act") };
    last.changes.push(Change::set("h2", "figures", 12));
    last.changes.push(Change::set("h2", "counters", 0));
    assert!(!faults(&Battle::replay(test_rulesets::RULESETS, battle.header().clone(), log)).is_empty());
}

#[test]
fn a_correction_can_leave_out_an_act_with_its_consequences() {
    let (mut battle, volley_at) = fought("open", SIXES);
    let plan = battle.correction(&volley_at, None, &[]).unwrap();
    assert_eq!((plan.open().count(), plan.steps[0].now.clone()), (0, Now::LeftOut));
    let correction = plan.act(&battle, 5.0, None).unwrap();
    add(&mut battle, correction);
    assert!(battle.acts_in_force().iter().all(|(stamp, _)| **stamp != volley_at));
    assert!(!battle.state().facts("r1").get("fired").is_some_and(|fired| *fired == true));
    assert_eq!(faults(&battle), []);
}

#[test]
fn a_correction_inside_a_correction_is_refused() {
    let (battle, volley_at) = fought("open", SIXES);
    let correction = battle.correction(&volley_at, None, &[]).unwrap().act(&battle, 5.0, None).unwrap();
    assert!(limits::event(&volley_at, &Event::Action(Box::new(correction.clone()))).is_ok());
    let nested = battle.correction(&volley_at, Some(correction), &[]).unwrap().act(&battle, 5.0, None).unwrap();
    assert!(limits::event(&volley_at, &Event::Action(Box::new(nested))).is_err());
}
