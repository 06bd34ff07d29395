//! The guided first battles: every step is offered and legal when its turn comes, and with the dice of the guide the turn
//! completes.

#![allow(clippy::unwrap_used, reason = "what cannot be read fails the test, as it should")]

use drumhead::battle::guide::{self, Progress};
use drumhead::battle::{Action, ActionEvent, Battle, Change, Event, LoggedRoll, Resolved, referee};
use drumhead::dice::Halt;
use drumhead::rules::guide::{Act, Doing, Guide};
use drumhead::rules::ruleset::Ruleset;
use drumhead::rulesets;
use drumhead::storage::beginning;

/// A guided battle as it begins.
fn begun(ruleset: &'static Ruleset, guide: &Guide) -> Battle {
    let (header, changes) = beginning::guided(ruleset, guide);
    let mut battle = Battle::begin(header);
    let by_rules = referee::beginning(ruleset, battle.state());
    add(&mut battle, ActionEvent::beginning(0.0, by_rules));
    if !changes.is_empty() {
        let changes = referee::changes_by_hand(ruleset, battle.state(), changes);
        add(&mut battle, ActionEvent::new(0.0, Action::ByHand, changes));
    }
    battle
}

fn add(battle: &mut Battle, act: ActionEvent) {
    let stamp = battle.next_stamp("t");
    battle.add(stamp, Event::Action(Box::new(act)));
}

/// Ends the phase.
fn next(ruleset: &'static Ruleset, battle: &mut Battle) {
    let changes = referee::next_changes(ruleset, battle.state());
    add(battle, ActionEvent::new(0.0, Action::Phase, changes));
}

/// Resolves a procedure with the dice of the battle's seed.
fn resolve(ruleset: &'static Ruleset, battle: &mut Battle, doing: &Doing) -> String {
    let opening = guide::opening(ruleset, doing, battle.state()).expect("it was possible");
    let (procedure, participants) = (opening.procedure, &opening.participants);
    let input = opening.input(battle.state());
    let (seed, mut number) = (battle.header().dice(), battle.next_roll());
    let (mut faces, mut rolls): (Vec<u8>, Vec<LoggedRoll>) = (Vec::new(), Vec::new());
    loop {
        let played = referee::play(procedure, participants, battle.state(), &input, &faces).unwrap();
        match played.result {
            Err(Halt::Needs(roll)) => {
                assert!(procedure.raised(&input, &roll, &played.rolls).is_none(), "a guide raises no choices");
                let own = seed.faces(number, roll.sides, roll.count);
                faces.extend(&own);
                let purpose = roll.purpose.to_string();
                rolls.push(LoggedRoll { purpose, sides: roll.sides, faces: own, number: Some(number), steps: None });
                number += 1;
            }
            Err(halt) => panic!("{}: {halt:?}", procedure.id),
            Ok(resolved) => {
                let changes =
                    referee::resolved_changes(ruleset, procedure, participants, battle.state(), &input, &resolved);
                let done =
                    Resolved { rolls, ..Resolved::of(procedure.id, input, participants.json(), &resolved.outcome) };
                add(battle, ActionEvent::new(0.0, Action::Resolved(done), changes));
                return resolved.consequences.words.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            }
        }
    }
}

/// Follows a guide to its end.
fn follow(ruleset: &'static Ruleset, guide: &Guide) -> Battle {
    let mut battle = begun(ruleset, guide);
    for (place, step) in guide.steps.iter().enumerate() {
        let now = guide::progress(ruleset, guide, &battle);
        assert_eq!(now, Progress::Step(place), "{} cannot do {:?}\n{}", ruleset.id, step.act, told(ruleset, &battle));
        match &step.act {
            Act::Next => next(ruleset, &mut battle),
            Act::Do(doing) => {
                let words = resolve(ruleset, &mut battle, doing);
                if std::env::var_os("DRUMHEAD_TELL").is_some() {
                    println!("{place}. {}: {words}", doing.procedure);
                }
            }
        }
    }
    battle
}

/// The table in a few lines, for messages.
fn told(ruleset: &'static Ruleset, battle: &Battle) -> String {
    let state = battle.state();
    let table = state.table();
    let mut lines = vec![format!("turn {}, phase {}", table.turn, table.phase)];
    lines.extend(
        referee::duties(ruleset, state)
            .iter()
            .map(|duty| format!("due: {} {:?}: {}", duty.procedure, duty.roles, duty.why)),
    );
    lines.extend(
        referee::side_offers(ruleset, state)
            .iter()
            .map(|duty| format!("side: {} {:?}: {}", duty.procedure, duty.side, duty.why)),
    );
    lines.extend(referee::next_barred(ruleset, state).map(|(_, why)| format!("next: {why}")));
    for unit in state.units() {
        let offers = referee::offers(ruleset, state, &unit.id).into_iter().filter(|offer| offer.of_this_phase);
        let offers = offers.map(|offer| match offer.barred {
            None => offer.procedure.id.to_owned(),
            Some(barred) => format!("({}: {})", offer.procedure.id, barred.message),
        });
        lines.push(format!("{} {}: {}", unit.id, unit.name(), offers.collect::<Vec<_>>().join(", ")));
    }
    lines.join("\n")
}

fn guides() -> impl Iterator<Item = (&'static Ruleset, &'static Guide)> {
    rulesets::ALL.iter().filter_map(|ruleset| Some((*ruleset, ruleset.guide?)))
}

#[test]
fn every_ruleset_that_is_played_has_a_guided_battle() {
    let without: Vec<&str> = rulesets::ALL.iter().filter(|own| own.guide.is_none()).map(|own| own.id).collect();
    assert_eq!(without, [rulesets::toy::NAMED.id]);
}

#[test]
fn every_step_is_offered_and_legal_and_the_turn_completes() {
    for (ruleset, guide) in guides() {
        let first = begun(ruleset, guide).state().table().turn;
        let battle = follow(ruleset, guide);
        assert_eq!(guide::progress(ruleset, guide, &battle), Progress::Done, "{}", ruleset.id);
        assert_eq!(battle.state().table().turn, first + 1, "{}\n{}", ruleset.id, told(ruleset, &battle));
    }
}

#[test]
fn something_else_leads_astray_and_an_undo_leads_back() {
    for (ruleset, guide) in guides() {
        let mut battle = begun(ruleset, guide);
        let unit = battle.state().units().next().unwrap().id.clone();
        add(&mut battle, ActionEvent::new(0.0, Action::Muster, vec![Change::Remove(unit)]));
        assert_eq!(guide::progress(ruleset, guide, &battle), Progress::Strayed, "{}", ruleset.id);
        let (stamp, undo) = (battle.next_stamp("t"), battle.undoing().unwrap());
        battle.add(stamp, undo);
        assert_eq!(guide::progress(ruleset, guide, &battle), Progress::Step(0), "{}", ruleset.id);
    }
}

#[test]
fn every_step_says_why() {
    for (ruleset, guide) in guides() {
        assert!(guide.steps.iter().all(|step| step.why.ends_with('.')), "{}", ruleset.id);
        assert!(guide.steps.iter().any(|step| matches!(&step.act, Act::Do(_))), "{}", ruleset.id);
    }
}

#[test]
fn a_phase_offers_nothing_only_where_nobody_can_do_anything() {
    let ruleset = rulesets::find("pike_and_shot").unwrap();
    let mut battle = begun(ruleset, ruleset.guide.unwrap());
    let mut idle = Vec::new();
    for _ in 0..ruleset.phases.len() {
        if guide::offers_nothing(ruleset, battle.state()) {
            idle.push(battle.state().table().phase);
        }
        next(ruleset, &mut battle);
    }
    // No general is there to speak.
    assert_eq!(idle, ["generals"]);
}
