//! Acts after a corrected one, and dice that a correction needs.

use super::*;
use battle::Rolled;
use battle::analysis::act_words::{corrected_results, differences, states_before};
use battle::correct::{Plan, Step};
use battle::verify::Fault;
use rules::names::Names;
use rules::procedure::Procedure;

fn resolved(act: &ActionEvent) -> &Resolved {
    match &act.action {
        Action::Resolved(resolved) => resolved,
        other => panic!("{other:?} is no procedure"),
    }
}

fn hand(changes: Vec<Change>) -> ActionEvent {
    ActionEvent::new(0.0, Action::ByHand, changes).refereed(Vec::new())
}

fn muster(changes: Vec<Change>) -> ActionEvent {
    ActionEvent::new(0.0, Action::Muster, changes).refereed(Vec::new())
}

fn step<'a>(plan: &'a Plan, stamp: &Stamp) -> &'a Step {
    plan.steps.iter().find(|step| step.stamp == *stamp).unwrap()
}

fn misfit(plan: &Plan, stamp: &Stamp) -> Option<String> {
    step(plan, stamp).misfit.as_ref().map(ToString::to_string)
}

#[test]
fn dice_for_a_correction_must_be_a_roll_in_the_log() {
    let (battle, volley_at) = fought("woods", SIXES);
    assert_eq!(battle.next_roll(), 0, "all dice were typed");
    let act = volley(&battle.rewound(&volley_at).unwrap(), "open", &[]);
    let done = resolved(&act).clone();
    let after = done.rolls.len() as u64;
    assert!(after > 1 && done.rolls.iter().map(|roll| roll.number).eq((0..after).map(Some)));
    let plan = |battle: &Battle| battle.correction(&volley_at, Some(act.clone()), &[]).unwrap();

    // Without a roll in the log, players could have repeated the roll secretly until they liked its dice.
    let mut secretly = battle.clone();
    let correction = plan(&battle).act(&battle, 5.0, None).unwrap();
    add(&mut secretly, correction);
    assert_eq!(faults(&secretly), [Fault::RollNumber { number: after - 1, next: 0 }]);

    let mut openly = battle.clone();
    let rolled = Rolled {
        corrects: Some(volley_at.clone()),
        ..Rolled::of(4.0, &done.procedure, done.input, done.participants, done.rolls)
    };
    let stamp = openly.next_stamp("t");
    openly.add(stamp.clone(), openly.linked(Event::Rolled(Box::new(rolled))));
    assert_eq!(openly.awaiting().count(), 1);
    let correction = plan(&openly).act(&openly, 5.0, Some(stamp)).unwrap();
    add(&mut openly, correction);
    assert_eq!(faults(&openly), []);
    assert_eq!((openly.awaiting().count(), openly.next_roll()), (0, after), "its dice are spent");
    let undo = openly.undoing().unwrap();
    openly.add(openly.next_stamp("t"), undo);
    assert_eq!(openly.next_roll(), 0, "and undo gives the same again");
}

#[test]
fn a_correction_without_changes_makes_no_act() {
    let (battle, volley_at) = fought("woods", SIXES);
    let then = battle.acts_in_force().into_iter().find(|(stamp, _)| **stamp == volley_at).unwrap().1.clone();
    assert!(!then.after.is_empty(), "it links what was there before");
    let unchanged = ActionEvent { at: 99.0, after: Vec::new(), ..then };
    let plan = battle.correction(&volley_at, Some(unchanged), &[]).unwrap();
    assert!(plan.steps.iter().all(|step| step.now == Now::Same && step.is_decided), "neither does any act after it");
    assert_eq!(plan.act(&battle, 5.0, None), None);
}

#[test]
fn acts_after_a_corrected_one_are_computed_again() {
    let done = |battle: &Battle| -> Vec<(Action, Vec<Change>)> {
        let acts = battle.acts_in_force().into_iter().map(|(_, act)| act);
        acts.map(|act| (act.action.clone(), act.changes.clone())).collect()
    };
    // After the volley, another regiment fires at the same horse. Its dice depend on how many are left.
    let (mut wrong, volley_at) = fought("open", SIXES);
    let (right, _) = fought("open", &[1; 8]);
    let before = done(&wrong);
    let act = volley(&wrong.rewound(&volley_at).unwrap(), "open", &[1; 8]);
    let plan = wrong.correction(&volley_at, Some(act), &[]).unwrap();
    assert_eq!(plan.open().count(), 0);
    let correction = plan.act(&wrong, 5.0, None).unwrap();
    add(&mut wrong, correction);
    assert_eq!(done(&wrong), done(&right));
    let fires = |all: &[(Action, Vec<Change>)]| match &all[5].0 {
        Action::Resolved(resolved) => (resolved.procedure.clone(), resolved.input.clone(), resolved.outcome.clone()),
        other => panic!("{other:?} is no procedure"),
    };
    assert_ne!(fires(&before), fires(&done(&wrong)), "the second volley was at more horse");
}

#[test]
fn the_end_of_a_phase_no_longer_fits_if_a_correction_leaves_a_duty_open() {
    let charged = |overrides: &[&str]| {
        let mut battle = begin();
        let charge = act(&battle, "reaction_charge", json!({ "unit": ["h2"], "opponent": ["r1"] }), json!({}), &[6]);
        add(&mut battle, charge);
        let stand = act(&battle, "reaction_stand", json!({ "unit": ["r1"], "opponent": ["h2"] }), json!({}), &[6]);
        let stood = add(&mut battle, stand);
        let changes = referee::next_changes(&RULESET, battle.state());
        let overrides = overrides.iter().map(|rule| (*rule).to_owned()).collect();
        let ended = add(&mut battle, ActionEvent::new(0.0, Action::Phase, changes).refereed(overrides));
        (battle, stood, ended)
    };
    let (battle, stood, ended) = charged(&[]);
    let plan = battle.correction(&stood, None, &[]).unwrap();
    let why = misfit(&plan, &ended).expect("the charge is not answered");
    assert!(why.starts_with("Still due – "), "{why}");
    assert!(!step(&plan, &ended).is_decided && step(&plan, &ended).kept, "until players settle it, it is kept");
    let plan = battle.correction(&stood, None, &[(ended.clone(), MisfitDecision::Keep)]).unwrap();
    let Now::Changed(kept) = &step(&plan, &ended).now else { panic!("it ends all the same") };
    assert_eq!(kept.overrides, [referee::DUE]);
    let (battle, stood, ended) = charged(&[referee::DUE]);
    let plan = battle.correction(&stood, None, &[]).unwrap();
    assert_eq!(misfit(&plan, &ended), None, "the players ended it all the same");
}

#[test]
fn changes_of_a_unit_whose_joining_is_left_out_do_not_fit() {
    let mut battle = begin();
    let joining = |id: &str| {
        let profile = object(json!({ "name": id, "pikes": 8, "muskets": 16, "morale_class": "average" }));
        Change::Add(Unit { id: id.into(), side: 0, profile, ..Unit::default() })
    };
    let joined = add(&mut battle, muster(vec![joining("r9")]));
    let marked = add(&mut battle, hand(vec![Change::set("r9", "counters", 1)]));
    let with_mark = add(&mut battle, muster(vec![joining("r8"), Change::set("r8", "counters", 1)]));
    let known = add(&mut battle, hand(vec![Change::set("r1", "counters", 1), Change::set("a", "victory", 1)]));
    let gone = add(&mut battle, muster(vec![Change::Remove("r9".into())]));
    let plan = battle.correction(&joined, None, &[]).unwrap();
    let absent = Some("A unit that it changes is not on the table.".to_owned());
    assert_eq!(misfit(&plan, &marked), absent);
    assert_eq!(misfit(&plan, &gone), absent);
    assert_eq!((misfit(&plan, &with_mark), misfit(&plan, &known)), (None, None));
    let open: Vec<&Stamp> = plan.open().map(|step| &step.stamp).collect();
    assert_eq!(open, [&marked, &gone]);
}

/// A regiment fires twice in one phase, the second time against the rules.
fn fired_twice() -> (Battle, Stamp, Stamp) {
    let mut battle = begin();
    let phase = hand(vec![Change::set("battle", "phase", 5)]);
    add(&mut battle, phase);
    let first = volley(&battle, "open", &[1; 8]);
    let first = add(&mut battle, first);
    let procedure = RULESET.procedure("infantry_fire").unwrap();
    let participants = Participants::read(procedure, &object(json!({ "firer": ["r1"], "target": ["h2"] })));
    let answers = object(json!({ "range_in": 4, "target_terrain": "open" }));
    let state = battle.state();
    let input = referee::filled(procedure, &participants, state, &answers);
    let barred = referee::bars(&RULESET, procedure, &participants, state, &input);
    let rules = referee::rule_ids(&barred);
    assert_eq!(rules, ["fired_already"]);
    let played = |faces: &[u8]| referee::play(procedure, &participants, state, &input, faces).unwrap();
    let Err(Halt::Needs(roll)) = played(&[]).result else { panic!("it needs dice") };
    let faces = vec![1; roll.count];
    let came_to = played(&faces).result.unwrap();
    let changes = referee::resolved_changes(&RULESET, procedure, &participants, state, &input, &came_to);
    let rolls =
        vec![LoggedRoll { purpose: roll.purpose, sides: roll.sides, faces, number: None, steps: None, counted: None }];
    let done = Resolved { rolls, ..Resolved::of(procedure.id, input, participants.json(), &came_to.outcome) };
    let second = ActionEvent::new(0.0, Action::Resolved(done), changes).refereed(rules);
    let second = add(&mut battle, second);
    (battle, first, second)
}

#[test]
fn after_a_correction_a_later_act_overrides_only_rules_that_still_forbid_it() {
    let (battle, first, second) = fired_twice();
    let overridden = |plan: &Plan| match &step(plan, &second).now {
        Now::Same => battle.acts_in_force().last().unwrap().1.overrides.clone(),
        Now::Changed(act) => act.overrides.clone(),
        Now::LeftOut => panic!("it fits"),
    };
    let woods = volley(&battle.rewound(&first).unwrap(), "woods", &[1; 8]);
    let plan = battle.correction(&first, Some(woods), &[]).unwrap();
    assert_eq!((misfit(&plan, &second), overridden(&plan)), (None, vec!["fired_already".to_owned()]));
    // Without the first volley, the second breaks no rule.
    let plan = battle.correction(&first, None, &[]).unwrap();
    assert_eq!((misfit(&plan, &second), overridden(&plan)), (None, Vec::new()));
    let mut corrected = battle.clone();
    let correction = plan.act(&battle, 5.0, None).unwrap();
    add(&mut corrected, correction);
    assert_eq!(faults(&corrected), []);
}

/// Returns the faults of a log with a corrected volley after this change of the corrected act.
fn altered(change: impl FnOnce(&mut ActionEvent)) -> Vec<Fault> {
    let (mut battle, volley_at) = fought("woods", SIXES);
    let right = volley(&battle.rewound(&volley_at).unwrap(), "open", SIXES);
    let correction = battle.correction(&volley_at, Some(right), &[]).unwrap().act(&battle, 5.0, None).unwrap();
    add(&mut battle, correction);
    let mut log = battle.log().to_vec();
    let Event::Action(last) = &mut log.last_mut().unwrap().1 else { panic!("an act") };
    let Action::Corrected(corrected) = &mut last.action else { panic!("a correction") };
    let Now::Changed(act) = &mut corrected.acts[0].now else { panic!("it was changed") };
    change(act);
    faults(&Battle::replay(test_rulesets::RULESETS, battle.header().clone(), log))
}

#[test]
fn corrected_acts_are_verified_like_any_other() {
    fn resolved_of(act: &mut ActionEvent) -> &mut Resolved {
        match &mut act.action {
            Action::Resolved(resolved) => resolved,
            other => panic!("{other:?} is no procedure"),
        }
    }
    assert_eq!(altered(|_| {}), []);
    assert!(altered(|act| resolved_of(act).outcome = json!({})).contains(&Fault::Outcome));
    assert!(altered(|act| drop(resolved_of(act).rolls.pop())).contains(&Fault::Rolls));
    assert!(altered(|act| act.changes.clear()).iter().any(|fault| matches!(fault, Fault::Table(_))));
    let number = altered(|act| resolved_of(act).rolls[0].number = Some(3));
    assert!(number.contains(&Fault::RollNumber { number: 3, next: 0 }), "{number:?}");
}

#[test]
fn acts_that_a_correction_leaves_unchanged_are_verified_only_once() {
    let (mut battle, volley_at) = fought("woods", SIXES);
    // An act of an earlier version, which the referee did not check. By the present rules it has another outcome.
    let mut early = resolved(battle.acts_in_force()[0].1).clone();
    early.rolls[0].faces = vec![1];
    add(&mut battle, ActionEvent::new(0.0, Action::Resolved(early), vec![Change::set("r2", "counters", 3)]));
    let outcome =
        |battle: &Battle| faults(battle).into_iter().filter(|fault| *fault != Fault::Outcome).collect::<Vec<_>>();
    assert_eq!(faults(&battle), [Fault::Outcome], "that its outcome is another is seen where it stands");
    let right = volley(&battle.rewound(&volley_at).unwrap(), "open", SIXES);
    let correction = battle.correction(&volley_at, Some(right), &[]).unwrap().act(&battle, 5.0, None).unwrap();
    add(&mut battle, correction);
    assert_eq!(outcome(&battle), []);
    assert_eq!(faults(&battle).len(), 1);
}

#[test]
fn a_later_act_keeps_its_dice_if_a_correction_uses_fewer_of_the_app() {
    let mut battle = begin();
    add(&mut battle, hand(vec![Change::set("battle", "phase", 5)]));
    let first = volley(&battle, "open", &[]);
    let first = add(&mut battle, first);
    let roles = json!({ "firer": ["r2"], "target": ["h2"] });
    let second = act(&battle, "infantry_fire", roles, json!({ "range_in": 4, "target_terrain": "open" }), &[]);
    let app_rolls = resolved(&second).rolls.clone();
    assert!(app_rolls[0].number > Some(0));
    let second = add(&mut battle, second);
    assert_eq!(faults(&battle), []);
    // If the first volley has typed dice, the app rolls nothing before the second. With these dice, fewer or more figures fall.
    for dice in [[1; 8], [6; 8]] {
        let typed = volley(&battle.rewound(&first).unwrap(), "open", &dice);
        let plan = battle.correction(&first, Some(typed), &[]).unwrap();
        let mut corrected = battle.clone();
        let correction = plan.act(&battle, 5.0, None).unwrap();
        add(&mut corrected, correction);
        assert_eq!(faults(&corrected), [], "{dice:?}");
        if let Now::Changed(act) = &step(&plan, &second).now {
            assert_eq!(resolved(act).rolls, app_rolls);
        } else {
            assert_ne!(dice, [6; 8], "more horse fell than by the dice of the app");
        }
    }
}

#[test]
fn the_table_before_each_later_act_is_that_of_the_corrected_battle() {
    let (wrong, volley_at) = fought("woods", SIXES);
    let (right, _) = fought("open", SIXES);
    let act = volley(&wrong.rewound(&volley_at).unwrap(), "open", SIXES);
    let plan = wrong.correction(&volley_at, Some(act), &[]).unwrap();
    assert_eq!(plan.steps.len(), 4, "the volley, another, a counter by hand and the next phase");
    for step in &plan.steps {
        let (there, then) = (plan.rewound(&wrong, &step.stamp).unwrap(), right.rewound(&step.stamp).unwrap());
        let stamps =
            |battle: &Battle| battle.acts_in_force().iter().map(|(stamp, _)| (*stamp).clone()).collect::<Vec<_>>();
        assert_eq!(stamps(&there), stamps(&then));
        assert_eq!(tracked(&there), tracked(&then));
    }
    assert!(plan.rewound(&wrong, &wrong.next_stamp("t")).is_none());
}

#[test]
fn the_first_act_of_a_battle_is_corrected_like_any_other() {
    let mut battle = begin();
    let first = add(&mut battle, hand(vec![Change::set("r2", "counters", 1)]));
    let second = add(&mut battle, hand(vec![Change::set("r1", "counters", 3)]));
    let now = hand(vec![Change::set("r2", "counters", 2)]);
    let correction = battle.correction(&first, Some(now.clone()), &[]).unwrap().act(&battle, 5.0, None).unwrap();
    add(&mut battle, correction);
    let acts = battle.acts_in_force();
    assert_eq!(acts.iter().map(|(stamp, _)| *stamp).collect::<Vec<_>>(), [&first, &second]);
    assert_eq!(acts[0].1.changes, now.changes);
    assert_eq!(faults(&battle), []);
}

#[test]
fn a_corrected_act_lists_only_changes_that_differ() {
    let set = |of: &str, key: &str, to: i64| Change::set(of, key, to);
    let was = hand(vec![set("r1", "counters", 1), set("r2", "counters", 4), set("r1", "pikes", 7)]);
    let now =
        hand(vec![set("r1", "counters", 9), set("r2", "counters", 4), set("r1", "counters", 2), set("r1", "pikes", 7)]);
    let [before, after] = differences(&was, &now);
    assert_eq!((before, after), (vec![&was.changes[0]], vec![&now.changes[2]]), "the last value of each counts");
    assert_eq!(differences(&was, &was), [Vec::<&Change>::new(), Vec::new()]);
    let phase = |changes| ActionEvent::new(0.0, Action::Phase, changes);
    let (one, other) = (phase(was.changes.clone()), phase(now.changes.clone()));
    assert_eq!(
        differences(&one, &other),
        [Vec::<&Change>::new(), Vec::new()],
        "what a phase brings follows from the table"
    );
}

#[test]
fn a_correction_with_the_same_headline_lists_the_changes_that_differ() {
    let (battle, volley_at) = fought("open", SIXES);
    let header = battle.header();
    let names_of = |_: &'static Procedure, _: &Resolved| Names::default();
    let was = battle.acts_in_force().into_iter().find(|(stamp, _)| **stamp == volley_at).unwrap().1.clone();
    let before =
        || states_before(&battle, |stamp| (*stamp == volley_at).then_some(&Now::Same)).remove(&volley_at).unwrap();
    let words = |now: &ActionEvent| corrected_results(&RULESET, header, &before(), &names_of, [&was, now]);
    assert_eq!(words(&was), None);
    // The headline is the same, but the act adds one more counter.
    let mut more = was.clone();
    more.changes.push(Change::set("r1", "counters", 1));
    assert_eq!(words(&more), Some([String::new(), "R · Counters 0 → 1".to_owned()]));
    // Other dice have another headline.
    let few = volley(&battle.rewound(&volley_at).unwrap(), "open", &[1; 8]);
    let [then, now] = words(&few).unwrap();
    assert!(then.contains("hit") && now.starts_with("No hit"), "{then} {now}");
    // A later act is put into words on the corrected table.
    let plan = battle.correction(&volley_at, Some(few), &[]).unwrap();
    let now_of = |stamp: &Stamp| plan.steps.iter().find(|step| step.stamp == *stamp).map(|step| &step.now);
    let states = states_before(&battle, now_of);
    let second = &plan.steps[1].stamp;
    let counters = states[second].each_ref().map(|state| state.facts("h2").get("counters").cloned());
    assert_ne!(counters[0], counters[1]);
    assert_eq!(states[&volley_at][0].digest(), states[&volley_at][1].digest());
}

/// An act by which a unit joins the first side.
fn joining(id: &str, name: &str) -> ActionEvent {
    let profile = object(json!({ "name": name, "pikes": 8, "muskets": 16, "morale_class": "average" }));
    muster(vec![Change::Add(Unit { id: id.into(), side: 0, profile, ..Unit::default() })])
}

/// Returns the names of all units that are or were on the table. The table and the report must agree.
fn names(battle: &Battle) -> Vec<(String, String)> {
    let mut names: Vec<(String, String)> =
        battle.state().names().map(|(id, name)| (id.to_owned(), name.to_owned())).collect();
    names.sort();
    let roll_call = battle::analysis::battle_stats::roll_call(battle);
    for (id, name) in &names {
        assert_eq!(
            roll_call.unit(id).map(|unit| unit.name()),
            Some(name.as_str()),
            "the report names {id} as the table does"
        );
    }
    names
}

fn named<const N: usize>(names: [(&str, &str); N]) -> Vec<(String, String)> {
    names.map(|(id, name)| (id.to_owned(), name.to_owned())).to_vec()
}

#[test]
fn a_correction_that_renames_a_unit_renumbers_units_with_its_old_name() {
    let with =
        |second: &str, third: &str| named([("h2", "H"), ("r1", "R"), ("r2", "R 2"), ("r3", second), ("r4", third)]);
    for leaves in [false, true] {
        let mut battle = begin();
        let renamed = add(&mut battle, joining("r3", "R"));
        add(&mut battle, joining("r4", "R"));
        if leaves {
            add(&mut battle, muster(vec![Change::Remove("r3".into())]));
        }
        assert_eq!(names(&battle), with("R 3", "R 4"));
        for (name, expected) in [("S", with("S", "R 3")), ("H", with("H 2", "R 3"))] {
            let mut corrected = battle.clone();
            let plan = corrected.correction(&renamed, Some(joining("r3", name)), &[]).unwrap();
            let correction = plan.act(&corrected, 5.0, None).unwrap();
            add(&mut corrected, correction);
            assert_eq!(names(&corrected), expected, "leaves: {leaves}");
            assert_eq!(faults(&corrected), []);
            // The names are equal after reading the log, and a unit that joins later gets the next number.
            let log: Vec<(Stamp, Event)> = corrected.log().to_vec();
            assert_eq!(names(&Battle::replay(test_rulesets::RULESETS, corrected.header().clone(), log)), expected);
            let mut later = corrected.clone();
            add(&mut later, joining("r5", "R"));
            assert_eq!(names(&later).last().unwrap().1, "R 4");
            let undo = corrected.undoing().unwrap();
            corrected.add(corrected.next_stamp("t"), undo);
            assert_eq!(names(&corrected), with("R 3", "R 4"), "the correction is undone");
        }
    }
}
