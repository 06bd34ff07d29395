//! Tests of the views of both sides.

use super::*;
use crate::analysis::act_words::{each_act, sentence};
use crate::analysis::candidates::assumed_input;
use crate::analysis::luck::luck;
use crate::analysis::report::report;
use crate::header::Side as Army;
use crate::sample::sample;
use crate::{Act, referee};
use crate::{Header, LoggedRoll, Unit};
use rules::dice::Halt;
use rules::dice::rng::Seed;
use rules::facts::Facts;
use rules::names::Names;
use rules::own::OwnRules;
use rules::secrecy::SECRECY;
use serde_json::json;
use test_rulesets as rulesets;

/// A battle of the samples with this agreement between the sides.
fn begun(ruleset: &'static Ruleset, secrecy: Secrecy) -> Battle {
    let (header, changes) = sample(ruleset, Seed([9; 32]));
    let mut battle = Battle::begin(test_rulesets::RULESETS, header);
    by_hand(&mut battle, changes);
    by_hand(&mut battle, vec![Change::to(Subject::Battle, SECRECY, secrecy)]);
    battle
}

fn by_hand(battle: &mut Battle, changes: Vec<Change>) {
    add(battle, ActionEvent::new(0.0, Action::ByHand, changes));
}

fn add(battle: &mut Battle, act: ActionEvent) {
    let stamp = battle.next_stamp("t");
    battle.add(stamp, Event::Action(Box::new(act)));
}

/// A unit of a side and a secret tracker that it has.
fn secret_of(battle: &Battle, ruleset: &'static Ruleset, side: Side) -> Option<(String, &'static Tracker)> {
    let units = battle.state().units().filter(|unit| unit.side == side.index());
    units.into_iter().find_map(|unit| {
        let has = |tracker: &&Tracker| {
            tracker.secret && battle.state().tracked(&unit.id).is_some_and(|facts| facts.has(tracker.id))
        };
        Some((unit.id.clone(), ruleset.trackers.unit.iter().find(has)?))
    })
}

fn held(battle: &Battle, of: &str, key: &str) -> Json {
    battle.state().tracked(of).and_then(|facts| facts.get(key)).cloned().unwrap_or_default()
}

/// The rulesets that have secret trackers.
fn with_secrets() -> impl Iterator<Item = &'static Ruleset> {
    rulesets::ALL.iter().copied().filter(|ruleset| !ruleset.secrecies(&OwnRules::default()).is_empty())
}

#[test]
fn each_side_sees_only_its_own_hidden_counters() {
    assert!(with_secrets().count() >= 3);
    for ruleset in with_secrets() {
        let mut battle = begun(ruleset, Secrecy::OwnSide);
        let (unit, tracker) = secret_of(&battle, ruleset, Side::B).expect("a unit with counters");
        by_hand(&mut battle, vec![Change::set(unit.as_str(), tracker.id, 1)]);
        let [owner, other] = [Side::B, Side::A].map(|side| battle.seen_by(Onlooker::Side(side)));
        assert_eq!(held(&owner, &unit, tracker.id), json!(1), "{}", ruleset.named.id);
        assert_eq!(held(&other, &unit, tracker.id), Json::Null, "{}", ruleset.named.id);
        assert!(tracker.is_hidden_in(&other.state().facts(&unit)));
        let Some((_, Event::Action(last))) = other.log().last() else { panic!("an act") };
        assert!(last.hidden && last.changes.is_empty());
        // After agreeing on openness, everything is known; after undoing that, it is hidden again.
        by_hand(&mut battle, vec![Change::to(Subject::Battle, SECRECY, Secrecy::Open)]);
        assert_eq!(held(&battle.seen_by(Onlooker::Side(Side::A)), &unit, tracker.id), json!(1));
        let undo = battle.undoing().expect("something to undo");
        let stamp = battle.next_stamp("t");
        battle.add(stamp, undo);
        assert_eq!(held(&battle.seen_by(Onlooker::Side(Side::A)), &unit, tracker.id), Json::Null);
    }
}

#[test]
fn with_an_umpire_a_player_sees_units_that_the_general_is_with() {
    for ruleset in with_secrets() {
        let Some(with) = ruleset.general_with else { continue };
        let mut battle = begun(ruleset, Secrecy::Umpire);
        let (unit, tracker) = secret_of(&battle, ruleset, Side::B).expect("a unit with counters");
        by_hand(&mut battle, vec![Change::set(unit.as_str(), tracker.id, 1), Change::to(unit.as_str(), with, false)]);
        assert_eq!(
            held(&battle.seen_by(Onlooker::Side(Side::B)), &unit, tracker.id),
            Json::Null,
            "{}",
            ruleset.named.id
        );
        by_hand(&mut battle, vec![Change::to(unit.as_str(), with, true)]);
        assert_eq!(held(&battle.seen_by(Onlooker::Side(Side::B)), &unit, tracker.id), json!(1), "{}", ruleset.named.id);
        assert_eq!(
            held(&battle.seen_by(Onlooker::Side(Side::A)), &unit, tracker.id),
            Json::Null,
            "{}",
            ruleset.named.id
        );
        by_hand(&mut battle, vec![Change::to(unit.as_str(), with, false)]);
        assert_eq!(
            held(&battle.seen_by(Onlooker::Side(Side::B)), &unit, tracker.id),
            Json::Null,
            "{}",
            ruleset.named.id
        );
    }
}

#[test]
fn an_act_that_depends_on_hidden_counters_shows_only_its_units_and_dice() {
    let ruleset = test_rulesets::RULESETS.find("pike_and_shot").expect("it is known");
    let unit = |id: &str, side: usize| Unit {
        id: id.into(),
        side,
        profile: json!({ "name": id, "troop_type": "foot", "pikes": 12, "muskets": 12, "morale_class": "raw" })
            .as_object()
            .cloned()
            .unwrap_or_default(),
        ..Unit::default()
    };
    let header = Header {
        sides: ["King", "Parliament"].map(|name| Army { name: name.into(), ..Army::default() }),
        ..Header::new(ruleset.named.id, "Edgehill", ["", ""], vec![unit("k", 0), unit("p", 1)], Seed([9; 32]))
    };
    let mut battle = Battle::begin(test_rulesets::RULESETS, header);
    by_hand(&mut battle, vec![Change::to(Subject::Battle, SECRECY, Secrecy::OwnSide)]);
    by_hand(&mut battle, vec![Change::set("p", "counters", 2)]);
    let input = json!({ "counters": 2, "action": "remove_counter" }).as_object().cloned().unwrap_or_default();
    let participants = json!({ "unit": ["p"] }).as_object().cloned().unwrap_or_default();
    let rest = Resolved {
        procedure: "rest".into(),
        input,
        participants,
        rolls: Vec::new(),
        settles: None,
        outcome: json!({ "counters": 1 }),
        discarded: false,
    };
    let changes = vec![Change::set("p", "counters", 1), Change::set("p", "rested", true)];
    add(&mut battle, ActionEvent::new(0.0, Action::Resolved(rest), changes));
    for (side, is_hidden) in [(Side::A, true), (Side::B, false)] {
        let view = battle.seen_by(Onlooker::Side(side));
        let Some((_, Event::Action(last))) = view.log().last() else { panic!("an act") };
        let Action::Resolved(resolved) = &last.action else { panic!("a procedure") };
        assert_eq!(
            (resolved.outcome.is_null(), resolved.input.is_empty(), last.hidden),
            (is_hidden, is_hidden, is_hidden)
        );
        assert_eq!(held(&view, "p", "rested"), json!(true));
        assert_eq!(last.changes.len(), if is_hidden { 1 } else { 2 });
    }
}

#[test]
fn an_answer_can_make_an_act_depend_on_hidden_counters() {
    // *Argad!*, Close order formation: soldiers in close order need an officer, and the onlooker cannot see whether that officer is alive.
    let ruleset = test_rulesets::RULESETS.find("argad").expect("it is known");
    let battle = begun(ruleset, Secrecy::OwnSide).seen_by(Onlooker::Side(Side::A));
    let procedure = ruleset.procedure("move").expect("it is known");
    let soldiers = battle.state().units().find(|unit| unit.side == 1).expect("a unit of the other side");
    let mut participants = Participants::nobody();
    participants.set("mover", vec![soldiers.id.clone()]);
    let hidden = |answers: Json| {
        let answers = answers.as_object().cloned().unwrap_or_default();
        battle.state().hidden_fields(procedure, &participants, &answers)
    };
    assert!(hidden(json!({})).is_empty() && hidden(json!({ "formation": "loose" })).is_empty());
    assert_eq!(hidden(json!({ "formation": "line" })), BTreeSet::from(["officer".to_owned()]));
}

/// The lowest number of acts for a pair of battles.
const ACTS: usize = 60;
/// The highest number of attempts to find an act.
const TRIES: usize = 4000;

/// Two battles that look alike to one side, although the other side's hidden counters differ.
struct Pair {
    ruleset: &'static Ruleset,
    onlooker: Onlooker,
    battles: [Battle; 2],
    random: u64,
    /// Number of acts so far, and number of those that depend on hidden trackers.
    acts: usize,
    hidden: usize,
}

/// An act of a battle in the form for the log, and its changes.
type Done = (Resolved, Vec<Change>);

impl Pair {
    fn of(ruleset: &'static Ruleset, side: Side) -> Self {
        let battle = begun(ruleset, Secrecy::OwnSide);
        let random = 7 + side.index() as u64;
        let battles = [battle.clone(), battle];
        let mut pair = Self { ruleset, onlooker: Onlooker::Side(side), battles, random, acts: 0, hidden: 0 };
        let theirs = owners(pair.battles[0].state()).filter(|of| pair.is_hidden(of)).collect::<Vec<_>>();
        theirs.iter().for_each(|of| pair.differ(of));
        pair
    }

    /// A random number from 0 to below `most`.
    fn below(&mut self, most: usize) -> usize {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.random >> 33).expect("31 bits") % most.max(1)
    }

    fn is_hidden(&self, of: &Subject) -> bool {
        is_hidden(self.battles[0].state(), self.ruleset, self.onlooker, of)
    }

    /// Sets hidden counters of a subject by hand, to different values in the two battles.
    fn differ(&mut self, of: &Subject) {
        for place in 0..2 {
            let state = self.battles[place].state();
            let trackers = self
                .ruleset
                .secret_trackers(of, &Facts::default())
                .filter(|tracker| state.tracked(of.id()).is_some_and(|facts| facts.has(tracker.id)));
            let changes = trackers
                .map(|tracker| Change::set(of.clone(), tracker.id, (place + 1).min(tracker.kind.most() as usize)));
            let changes: Vec<Change> = changes.collect();
            if !changes.is_empty() {
                by_hand(&mut self.battles[place], changes);
            }
        }
    }

    fn play(&mut self) {
        for _ in 0..TRIES {
            if self.acts >= ACTS {
                return;
            }
            match self.below(12) {
                0 => {
                    let theirs: Vec<_> = owners(self.battles[0].state()).filter(|of| self.is_hidden(of)).collect();
                    let nth = self.below(theirs.len());
                    self.differ(&theirs[nth].clone());
                }
                1 => self.end_phase(),
                2 => self.undo(),
                _ => self.try_act(),
            }
        }
    }

    fn undo(&mut self) {
        let step = self.below(2);
        for battle in &mut self.battles {
            let event = if step == 0 { battle.undoing() } else { battle.redoing() };
            let stamp = battle.next_stamp("t");
            event.into_iter().for_each(|event| battle.add(stamp.clone(), event));
        }
    }

    fn end_phase(&mut self) {
        let changes = self.battles.each_ref().map(|battle| referee::next_changes(self.ruleset, battle.state()));
        if self.look_alike(&changes) {
            for (battle, changes) in self.battles.iter_mut().zip(changes) {
                add(battle, ActionEvent::new(0.0, Action::Phase, changes));
            }
            self.acts += 1;
        }
    }

    /// True if the onlooker sees the same changes in both battles.
    fn look_alike(&self, changes: &[Vec<Change>; 2]) -> bool {
        let [one, other] =
            [0, 1].map(|place| self.battles[place].state().visible_changes(self.onlooker, &changes[place]));
        one == other
    }

    /// Tries an act with the same dice in both battles. It is added if both allow it and it looks alike to the onlooker.
    fn try_act(&mut self) {
        let units: Vec<String> = self.battles[0].state().units().map(|unit| unit.id.clone()).collect();
        let (unit, random) = (units[self.below(units.len())].clone(), self.below(usize::MAX));
        let procedure = self.ruleset.procedures[self.below(self.ruleset.procedures.len())];
        let acts = [0, 1].map(|place| act(self.ruleset, procedure, &self.battles[place], &unit, random));
        let [Some(one), Some(other)] = acts else { return };
        let changes = [one.1.clone(), other.1.clone()];
        if one.0.rolls != other.0.rolls || one.0.participants != other.0.participants || !self.look_alike(&changes) {
            return;
        }
        let logs_roll = random % 2 == 0;
        for (battle, (done, changes)) in self.battles.iter_mut().zip([one, other]) {
            let mut done = done;
            if logs_roll {
                let stamp = battle.next_stamp("t");
                let rolled =
                    Rolled::of(0.0, &done.procedure, done.input.clone(), done.participants.clone(), done.rolls.clone());
                let event = battle.linked(Event::Rolled(Box::new(rolled)));
                battle.add(stamp.clone(), event);
                done.settles = Some(stamp);
            }
            let event = battle.linked(Event::Action(Box::new(ActionEvent::new(0.0, Action::Resolved(done), changes))));
            let stamp = battle.next_stamp("t");
            battle.add(stamp, event);
        }
        self.acts += 1;
        let view = self.battles[0].seen_by(self.onlooker);
        self.hidden += usize::from(matches!(view.log().last(), Some((_, Event::Action(act))) if act.hidden));
    }
}

/// A unit's act by a procedure, with random participants and dice; `None` if it cannot be done.
fn act(
    ruleset: &'static Ruleset,
    procedure: &'static Procedure,
    battle: &Battle,
    unit: &str,
    random: usize,
) -> Option<Done> {
    let state = battle.state();
    let mut participants = Participants::nobody();
    if let Some(first) = procedure.participants.first() {
        participants.candidates(procedure, first, state).contains(&unit.to_owned()).then_some(())?;
        participants.set(first.id, vec![unit.to_owned()]);
    }
    for role in procedure.participants.iter().skip(1).filter(|role| role.min > 0) {
        let able = participants.candidates(procedure, role, state);
        participants.set(role.id, vec![able.get(random % able.len().max(1))?.clone()]);
    }
    let Act { participants, answers: given, .. } = Act::new(procedure, participants, Map::new()).opened(ruleset, state);
    let (input, _) = assumed_input(procedure, &participants, state, &given);
    let mut faces: Vec<u8> = Vec::new();
    loop {
        let played = referee::play(procedure, &participants, state, &input, &faces).ok()?;
        match played.result {
            Ok(resolved) => {
                let changes = referee::resolved_changes(ruleset, procedure, &participants, state, &input, &resolved);
                let rolls = played.rolls.into_iter().map(|roll| LoggedRoll {
                    purpose: roll.purpose,
                    sides: roll.sides,
                    faces: roll.faces,
                    number: None,
                    steps: None,
                    counted: None,
                });
                let done = Resolved::of(procedure.id, input.clone(), participants.json(), &resolved.outcome);
                return Some((Resolved { rolls: rolls.collect(), ..done }, changes));
            }
            Err(Halt::Needs(roll)) if faces.len() < 200 => {
                let face = |nth: usize| {
                    u8::try_from((random / 7 + 5 * nth) % usize::from(roll.sides)).map_or(1, |face| face + 1)
                };
                faces.extend((faces.len()..faces.len() + roll.count).map(face).collect::<Vec<_>>());
            }
            Err(_) => return None,
        }
    }
}

/// Everything in a view, as text.
fn written(ruleset: &'static Ruleset, view: &Battle) -> String {
    let state = view.state();
    let facts: Vec<String> = owners(state).map(|of| format!("{of}: {:?}", state.facts(of.id()).all())).collect();
    let words = each_act(view, |_, before, act| sentence(ruleset, view, before, act));
    let told = report(view, &|_, _| Names::default()).map(|report| report.text());
    let log: Vec<String> = view.log().iter().map(|entry| format!("{entry:?}")).collect();
    format!(
        "{}\n{}\n{words:?}\n{told:?}\n{:?} {:?}",
        log.join("\n"),
        facts.join("\n"),
        luck(view).app,
        luck(view).table
    )
}

#[test]
fn battles_that_differ_only_in_hidden_counters_have_equal_views() {
    for ruleset in with_secrets() {
        for side in Side::BOTH {
            let mut pair = Pair::of(ruleset, side);
            pair.play();
            assert!(pair.acts >= ACTS, "{}: {} acts", ruleset.named.id, pair.acts);
            let [one, other] = pair.battles.each_ref().map(|battle| written(ruleset, &battle.seen_by(pair.onlooker)));
            for (one, other) in one.lines().zip(other.lines()) {
                assert_eq!(one, other, "{}, {}", ruleset.named.id, side.id());
            }
            assert_eq!(one, other);
            let [one, other] = pair.battles.each_ref().map(|battle| written(ruleset, battle));
            assert_ne!(one, other, "{}: nothing was hidden", ruleset.named.id);
            // Once players agree on openness, nothing is hidden from anybody.
            let open = vec![Change::to(Subject::Battle, SECRECY, Secrecy::Open)];
            let mut battle = pair.battles[0].clone();
            by_hand(&mut battle, open);
            assert!(battle.seen_by(pair.onlooker).state().is_same(battle.state()), "{}", ruleset.named.id);
            assert!(pair.hidden > 0, "{}: no act depended on anything hidden", ruleset.named.id);
        }
    }
}
