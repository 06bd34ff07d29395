//! Random battles: any offered act, with legal dice and in any order, and `next` when nothing is due.
//!
//! In every battle there is always a possible act, every duty can be settled, no offered act is refused because of known facts, and the log
//! alone leads to the same table. `DRUMHEAD_ACTS=1000000` plays longer:
//!
//! ```sh
//! DRUMHEAD_ACTS=1000000 cargo test --release -p battle --test it random_battles:: -- --nocapture
//! ```

pub mod answers;
mod checks;
mod library;
mod openings;
mod overrides;
mod reported;
mod survivors;
mod ten_turns;
mod told;

use answers::say_what_is_asked;
use battle::participants::Participants;
use battle::referee::Offer;
use battle::{Action, ActionEvent, Battle, Change, Event, Header, LoggedRoll, Resolved, referee};
use checks::snapshot;
use openings::Opened;
use overrides::Overridden;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rules::dice::Halt;
use rules::dice::rng::Seed;
use rules::procedure::{Agent, Procedure};
use rules::ruleset::{Ruleset, Tracks};
use rules::turn::Duty;
use serde_json::{Map, Value as Json};
use testing::sample_units;
use told::SentenceCheck;

/// Number of acts for each ruleset, unless `DRUMHEAD_ACTS` sets another.
const ACTS: usize = 10_000;
/// Number of acts in one battle. Then it is undone, redone and replayed, and another begins.
const LENGTH: usize = 250;
/// Number of acts after which all openings are compared again.
const EVERY: usize = 50;
/// Number of acts after which forbidden acts are tried again.
const OVERRIDE_EVERY: usize = 10;
/// Number of random inputs after which an act is given up, or a duty is reported as one that cannot be settled.
const TRIES: usize = 60;

fn acts() -> usize {
    std::env::var("DRUMHEAD_ACTS").ok().and_then(|acts| acts.parse().ok()).unwrap_or(ACTS)
}

/// True if enough acts are played for most things to happen. A shorter run does not fail if something never happened.
fn are_long() -> bool {
    acts() >= ACTS
}

macro_rules! random_battles_of {
    ($($name:ident),*) => {$(
        #[test]
        fn $name() {
            play_battles(stringify!($name));
        }
    )*};
}
random_battles_of!(pike_and_shot, pikette_squared, argad, arquebusier, toy);

fn play_battles(ruleset: &str) {
    let ruleset = test_rulesets::RULESETS.find(ruleset).unwrap();
    let (mut played, mut seed) = (0, 0);
    let (mut told, mut opened) = (SentenceCheck::of(ruleset), Opened::default());
    let mut overridden = Overridden::default();
    told::check_samples(&mut told);
    while played < acts() {
        let mut player = Player::new(ruleset, seed, told);
        player.opened = opened;
        player.overridden = overridden;
        player.play(LENGTH.min(acts() - played));
        player.check_survivors();
        player.check_log();
        // Verifying a whole log takes as long as playing it, so only one battle in eight is verified.
        if seed % 8 == 0 {
            player.check_corrections();
            player.check_report();
        }
        (told, opened, overridden) = (player.told, player.opened, player.overridden);
        played += LENGTH;
        seed += 1;
        if acts() > ACTS && played % 10_000 == 0 {
            println!("{}: {played} acts", ruleset.named.id);
        }
    }
    told.check();
    opened.check(ruleset);
    overridden.check(ruleset);
}

struct Player {
    ruleset: &'static Ruleset,
    battle: Battle,
    rng: ChaCha8Rng,
    seed: u64,
    /// True while only required answers are given.
    cautious: bool,
    /// Short descriptions of the last acts, for messages.
    history: Vec<String>,
    /// The table at the start.
    start: Json,
    /// Changes that sentences of outcomes name.
    told: SentenceCheck,
    /// Acts that were opened.
    opened: Opened,
    /// Acts that were done against a rule.
    overridden: Overridden,
}

impl Player {
    fn new(ruleset: &'static Ruleset, seed: u64, told: SentenceCheck) -> Self {
        let header = Header::new(ruleset.named.id, "", ["First", "Second"], sample_units(ruleset), Seed([0; 32]));
        let rng = ChaCha8Rng::seed_from_u64(seed);
        let mut player = Self {
            ruleset,
            battle: Battle::begin(test_rulesets::RULESETS, header),
            rng,
            seed,
            cautious: false,
            history: Vec::new(),
            start: Json::Null,
            told,
            opened: Opened::default(),
            overridden: Overridden::default(),
        };
        let begun = referee::beginning(ruleset, player.battle.state());
        if !begun.is_empty() {
            let stamp = player.battle.next_stamp("t");
            player.battle.add(stamp, Event::Action(Box::new(ActionEvent::beginning(0.0, begun))));
        }
        player.start = snapshot(&player.battle);
        player
    }

    fn play(&mut self, acts: usize) {
        let mut duties_in_a_row = 0;
        for nth in 0..acts {
            if nth % EVERY == 0 {
                self.check_openings();
            }
            if nth % OVERRIDE_EVERY == 0 {
                self.check_overrides();
            }
            let duties = referee::duties(self.ruleset, self.battle.state());
            let must: Vec<Duty> = duties.iter().filter(|duty| duty.holds_up()).cloned().collect();
            let barred = referee::next_barred(self.ruleset, self.battle.state());
            let choice = self.rng.random_range(0..10);
            if !must.is_empty() && (choice < 4 || duties_in_a_row > 0) {
                duties_in_a_row += 1;
                assert!(duties_in_a_row < 600, "duties without end: {:?}\n{}", must, self.described());
                // Some duties wait for others. For example, a melee waits for the checks of its units.
                let ready: Vec<&Duty> = must.iter().filter(|duty| !self.waits(duty)).collect();
                assert!(!ready.is_empty(), "everything due is barred: {must:?}\n{}", self.described());
                let duty = (*ready.choose(&mut self.rng).unwrap()).clone();
                self.settle(&duty);
                continue;
            }
            duties_in_a_row = 0;
            if self.rng.random_range(0..100) == 0 {
                self.muster();
            } else if choice < 6 && !duties.is_empty() {
                let duty = duties.choose(&mut self.rng).unwrap().clone();
                self.check_opening(&duty);
                self.try_duty(&duty);
            } else if choice < 9 && self.do_something() {
            } else if barred.is_none() {
                self.next();
            } else if must.is_empty() {
                // Something other than a duty forbids `next`, such as nightfall: the battle is over, or players continue.
                let over = barred.map(|(rule, _)| rule).unwrap();
                assert_ne!(over, referee::DUE, "next is refused, and nothing is due\n{}", self.described());
                return;
            }
        }
    }

    /// Does an act that is offered to some unit or side. False if no attempt succeeded.
    fn do_something(&mut self) -> bool {
        for _ in 0..8 {
            let units: Vec<String> = self.battle.state().units().map(|unit| unit.id.clone()).collect();
            let for_sides: Vec<&'static Procedure> =
                self.ruleset.procedures.iter().copied().filter(|procedure| procedure.agent == Agent::Side).collect();
            if self.rng.random_range(0..5) == 0
                && let Some(procedure) = for_sides.choose(&mut self.rng)
            {
                let mut participants = Participants::nobody();
                participants.act_for(self.rng.random_range(0..2));
                if self.attempt(procedure, &participants, &Map::new(), None) {
                    return true;
                }
                continue;
            }
            let Some(unit) = units.choose(&mut self.rng).cloned() else { return false };
            let offers = referee::offers(self.ruleset, self.battle.state(), &unit);
            let free: Vec<_> = offers.into_iter().filter(Offer::is_possible).collect();
            let Some(offer) = free.choose(&mut self.rng) else { continue };
            let answers = offer.variant.map(|variant| variant.answers()).unwrap_or_default();
            let participants = self.participants(offer.procedure, &unit);
            if self.attempt(offer.procedure, &participants, &answers, Some(&unit)) {
                return true;
            }
        }
        false
    }

    /// Removes a unit from the table, or adds one of the original units again.
    fn muster(&mut self) {
        let first = self.battle.header().units.clone();
        let Some(unit) = first.choose(&mut self.rng) else { return };
        let state = self.battle.state();
        let change = match state.unit(&unit.id) {
            Some(_) if state.units().count() > first.len() / 2 => Change::Remove(unit.id.clone()),
            Some(_) => return,
            None => Change::Add(unit.clone()),
        };
        let changes = referee::changes_of_muster(self.ruleset, state, vec![change]);
        self.history.push(format!("muster {}", unit.id));
        self.add(Action::Muster, changes);
    }

    /// Asserts that removed units are in no unit's contacts, charges or pursuits.
    fn assert_nobody_names_the_missing(&self) {
        let state = self.battle.state();
        let of_units = || {
            self.ruleset
                .trackers
                .unit
                .iter()
                .filter(|tracker| matches!(tracker.kind, Tracks::Unit(_) | Tracks::Units(_)))
        };
        for unit in state.units() {
            for tracker in of_units() {
                let held = state.tracked(&unit.id).and_then(|facts| facts.get(tracker.id));
                let named: Vec<&str> = match held {
                    Some(Json::Array(ids)) => ids.iter().filter_map(Json::as_str).collect(),
                    Some(Json::String(id)) if !id.is_empty() => vec![id],
                    _ => Vec::new(),
                };
                let missing = named.into_iter().find(|id| state.unit(id).is_none());
                assert_eq!(missing, None, "{} of {}\n{}", tracker.id, unit.id, self.described());
            }
        }
    }

    /// Returns participants: the unit in the first role, and random units that fit in the others.
    fn participants(&mut self, procedure: &'static Procedure, unit: &str) -> Participants {
        let mut participants = Participants::nobody();
        participants.set(procedure.participants[0].id, vec![unit.to_owned()]);
        for role in procedure.participants.iter().skip(1) {
            let candidates = participants.candidates(procedure, role, self.battle.state());
            let most = role.max.min(candidates.len()).min(role.min.max(2));
            let count = if most <= role.min { most } else { self.rng.random_range(role.min..=most) };
            let units: Vec<String> = candidates.sample(&mut self.rng, count).cloned().collect();
            if !units.is_empty() {
                participants.set(role.id, units);
            }
        }
        participants
    }

    /// Settles a duty that must be settled, with random input and dice.
    fn settle(&mut self, duty: &Duty) {
        self.check_opening(duty);
        self.settle_unopened(duty);
    }

    /// Settles a duty without a comparison of its openings. Arrivals and events are on no card.
    fn settle_unopened(&mut self, duty: &Duty) {
        // Random answers to many optional fields seldom fit together, so the last attempts give only required answers.
        for tried in 0..TRIES {
            self.cautious = tried >= TRIES / 2;
            let settled = self.try_duty(duty);
            self.cautious = false;
            if settled {
                return;
            }
        }
        panic!("this duty cannot be settled: {duty:?}: {}\n{}", self.last_refusal(duty), self.described());
    }

    /// True if a rule of the turn bars a duty until something else is done.
    fn waits(&self, duty: &Duty) -> bool {
        let Some(procedure) = self.ruleset.procedure(duty.procedure) else { return false };
        let (participants, state) = (referee::participants_of(duty), self.battle.state());
        let input = referee::filled(procedure, &participants, state, &referee::fixed_answers(duty));
        !referee::bars(self.ruleset, procedure, &participants, state, &input).is_empty()
    }

    fn try_duty(&mut self, duty: &Duty) -> bool {
        let procedure = self.ruleset.procedure(duty.procedure).unwrap_or_else(|| panic!("no procedure: {duty:?}"));
        let participants = referee::participants_of(duty);
        self.attempt(procedure, &participants, &referee::fixed_answers(duty), None)
    }

    /// Does an act with random answers and dice. False if it was refused.
    fn attempt(
        &mut self,
        procedure: &'static Procedure,
        participants: &Participants,
        given: &Map<String, Json>,
        offered_to: Option<&str>,
    ) -> bool {
        if !participants.complete(procedure) {
            return false;
        }
        let state = self.battle.state();
        let known = referee::filled(procedure, participants, state, given);
        let mut given = given.clone();
        say_what_is_asked(procedure.form, &known, &mut given, self.cautious, &mut self.rng);
        let input = referee::filled(procedure, participants, state, &given);
        let barred = referee::bars(self.ruleset, procedure, participants, state, &input);
        if let Some(barred) = barred.first() {
            let alone = procedure.participants.iter().skip(1).all(|role| participants.units(role.id).is_empty());
            // Answers beyond the table, such as the place of the General, were not known when the act was offered.
            let at_offer = referee::bars(self.ruleset, procedure, participants, state, &known);
            let known = at_offer.iter().any(|bar| bar.in_offers) && alone && offered_to.is_some();
            assert!(
                !known,
                "offered and refused: {} of {participants:?}: {}\n{}",
                procedure.id,
                barred.rule,
                self.described()
            );
            return false;
        }
        let (mut faces, mut rolls): (Vec<u8>, Vec<LoggedRoll>) = (Vec::new(), Vec::new());
        let resolved = loop {
            let Ok(played) = referee::play(procedure, participants, state, &input, &faces) else { return false };
            match played.result {
                Ok(resolved) => break resolved,
                Err(Halt::Needs(roll)) => {
                    let rolled_faces: Vec<u8> =
                        (0..roll.count).map(|_| self.rng.random_range(1..=roll.sides)).collect();
                    faces.extend(&rolled_faces);
                    rolls.push(LoggedRoll {
                        purpose: roll.purpose,
                        sides: roll.sides,
                        faces: rolled_faces,
                        number: None,
                        steps: None,
                        counted: None,
                    });
                }
                Err(Halt::Refused(_)) => return false,
            }
        };
        for effect in &resolved.consequences.effects {
            let there_is = testing::is_tracker(self.ruleset, procedure, effect.role, effect.key);
            assert!(there_is, "{}: no {} of {}\n{}", procedure.id, effect.key, effect.role, self.described());
        }
        let changes = referee::resolved_changes(self.ruleset, procedure, participants, state, &input, &resolved);
        self.check(procedure, participants, &input, &resolved);
        self.history.push(format!("{} {:?} {}", procedure.id, participants.json(), Json::Object(given)));
        let outcome = Resolved::of(procedure.id, input, participants.json(), &resolved.outcome);
        self.add(Action::Resolved(Resolved { rolls, ..outcome }), changes);
        true
    }

    fn next(&mut self) {
        let changes = referee::next_changes(self.ruleset, self.battle.state());
        self.history.push("next".into());
        self.add(Action::Phase, changes);
        let table = self.battle.state().table();
        assert!(self.ruleset.phases.iter().any(|phase| phase.id == table.phase), "no phase\n{}", self.described());
    }

    fn add(&mut self, action: Action, changes: Vec<Change>) {
        let stamp = self.battle.next_stamp("t");
        self.battle.add(stamp, Event::Action(Box::new(ActionEvent::new(0.0, action, changes).refereed(Vec::new()))));
        self.assert_nobody_names_the_missing();
    }

    /// Returns the refusal of a duty, for messages.
    fn last_refusal(&self, duty: &Duty) -> String {
        let Some(procedure) = self.ruleset.procedure(duty.procedure) else { return "no such procedure".into() };
        let (participants, state) = (referee::participants_of(duty), self.battle.state());
        let input = referee::filled(procedure, &participants, state, &referee::fixed_answers(duty));
        let bars: Vec<_> = referee::bars(self.ruleset, procedure, &participants, state, &input);
        let refusal = referee::play(procedure, &participants, state, &input, &[]).err();
        format!(
            "bars {:?}; refusal {refusal:?}; input {}",
            bars.iter().map(|bar| bar.rule).collect::<Vec<_>>(),
            Json::Object(input)
        )
    }

    fn described(&self) -> String {
        let last = self.history.len().saturating_sub(12);
        format!("{} seed {}, after:\n  {}", self.ruleset.named.id, self.seed, self.history[last..].join("\n  "))
    }
}
