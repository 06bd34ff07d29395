//! Attempts random acts and writes the reasons for which they are refused to files. The files of two versions of the rules can be compared.
//! See `docs/longer_runs.md`.

#![allow(clippy::unwrap_used, reason = "a missing sample ends the program")]

#[path = "../tests/it/random_battles/answers.rs"]
mod answers;

use answers::{random_value, say_what_is_asked};
use battle::participants::Participants;
use battle::referee::{self, Barred, Refused};
use battle::{Action, ActionEvent, Battle, Event, Header, Resolved};
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rules::dice::Halt;
use rules::dice::rng::Seed;
use rules::form::{Form, Kind};
use rules::procedure::Procedure;
use rules::refusal::Refusal;
use rules::ruleset::Ruleset;
use serde_json::{Map, Value as Json};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use testing::sample_units;

/// Acts that are attempted in one battle.
const LENGTH: usize = 4_000;
/// Attempts after which the next phase begins if nothing else did it.
const MAX_IDLE_ATTEMPTS: usize = 40;

/// Takes three arguments: the folder for the files, the number of acts for each ruleset, and optionally the id of the only ruleset.
fn main() -> std::io::Result<()> {
    let mut args = std::env::args().skip(1);
    let folder = args.next().unwrap_or_else(|| ".".to_owned());
    let acts = args.next().and_then(|acts| acts.parse().ok()).unwrap_or(100_000);
    let only = args.next();
    for id in ["toy", "argad", "arquebusier", "pike_and_shot", "pikette_squared"] {
        if only.as_deref().is_some_and(|only| only != id) {
            continue;
        }
        let ruleset = test_rulesets::RULESETS.find(id).unwrap();
        let file = |kind: &str| File::create(Path::new(&folder).join(format!("{id}.{kind}"))).map(BufWriter::new);
        let mut player = Player::new(ruleset, 0, file("first")?, file("all")?);
        for nth in 0..acts {
            if nth > 0 && nth % LENGTH == 0 {
                player.begin(nth as u64);
            }
            player.attempt()?;
        }
        println!("{id}: {acts} acts, {} applied, {} by next", player.applied, player.nexts);
    }
    Ok(())
}

struct Player {
    ruleset: &'static Ruleset,
    battle: Battle,
    rng: ChaCha8Rng,
    /// The first reason of each attempt.
    first: BufWriter<File>,
    /// All reasons, and the offers of the cards.
    all: BufWriter<File>,
    since_next: usize,
    applied: usize,
    nexts: usize,
}

impl Player {
    fn new(ruleset: &'static Ruleset, seed: u64, first: BufWriter<File>, all: BufWriter<File>) -> Self {
        let (battle, rng) = begun(ruleset, seed);
        Self { ruleset, battle, rng, first, all, since_next: 0, applied: 0, nexts: 0 }
    }

    fn begin(&mut self, seed: u64) {
        (self.battle, self.rng) = begun(self.ruleset, seed);
    }

    fn attempt(&mut self) -> std::io::Result<()> {
        self.since_next += 1;
        if self.since_next > MAX_IDLE_ATTEMPTS {
            self.next()?;
        }
        let (procedure, participants, mut answers) = self.chosen();
        let state = self.battle.state();
        let known = referee::filled(procedure, &participants, state, &answers);
        let cautious = self.rng.random_range(0..3) > 0;
        say_what_is_asked(procedure.form, &known, &mut answers, cautious, &mut self.rng);
        let input = referee::filled(procedure, &participants, state, &answers);
        let bars = referee::bars(self.ruleset, procedure, &participants, state, &input);
        let overrides = !bars.is_empty() && self.rng.random_range(0..12) == 0;
        let played = self.played(procedure, &participants, &input);
        let result = bars.first().map_or_else(
            || played.as_ref().map_or_else(spelt, |_| "ok".to_owned()),
            |own| format!("{}: {}", own.rule, own.message),
        );
        let by_play = played.as_ref().map_or_else(spelt, |_| "ok".to_owned());
        let mut alone = input.clone();
        if self.rng.random_bool(0.5) {
            vary(procedure.form, &mut alone, &mut self.rng);
        }
        let read = procedure.read_request(&alone).map_or_else(|refusal| spelt(&refusal), |_| "ok".to_owned());
        writeln!(self.first, "{} | {result} | {read}", procedure.id)?;
        let all: Vec<String> = bars.iter().map(described).collect();
        writeln!(self.all, "{} | {} | {by_play}", procedure.id, all.join(" / "))?;
        let may = bars.is_empty() || overrides && referee::permit_override(&bars).is_ok();
        if let (Ok((faces, resolved)), true) = (played, may) {
            let state = self.battle.state();
            let changes = referee::resolved_changes(self.ruleset, procedure, &participants, state, &input, &resolved);
            let done = Resolved::of(procedure.id, input, participants.json(), &resolved.outcome);
            writeln!(self.all, "applied with {faces:?}")?;
            self.add(Action::Resolved(done), changes);
            self.applied += 1;
            self.offers()?;
            if self.rng.random_range(0..12) == 0 {
                self.next()?;
            }
        }
        Ok(())
    }

    /// A random procedure with participants and answers: those of a random duty, or random ones.
    fn chosen(&mut self) -> (&'static Procedure, Participants, Map<String, Json>) {
        let kind = self.rng.random_range(0..8);
        if kind == 0
            && let Some(duty) = referee::duties(self.ruleset, self.battle.state()).choose(&mut self.rng)
        {
            let procedure = self.ruleset.procedure(duty.procedure).unwrap();
            return (procedure, referee::participants_of(duty), referee::fixed_answers(duty));
        }
        let procedure: &'static Procedure = self.ruleset.procedures.choose(&mut self.rng).copied().unwrap();
        let variant = procedure.variants.choose(&mut self.rng).filter(|_| kind < 5);
        let answers = variant.map(|variant| variant.answers()).unwrap_or_default();
        let state = self.battle.state();
        let mut participants = Participants::nobody();
        participants.act_for(self.rng.random_range(0..2));
        for (nth, role) in procedure.participants.iter().enumerate() {
            let anybody: Vec<String> = state.units().map(|unit| unit.id.clone()).collect();
            let fitting = participants.candidates(procedure, role, state);
            let wild = self.rng.random_range(0..10) == 0;
            let candidates = if wild || nth == 0 && self.rng.random_bool(0.2) { anybody } else { fitting };
            let most = role.max.min(candidates.len()).min(role.min.max(2));
            let least = role.min.min(most);
            let count = if most <= least { most } else { self.rng.random_range(least..=most) };
            let units: Vec<String> = candidates.sample(&mut self.rng, count).cloned().collect();
            if !units.is_empty() {
                participants.set(role.id, units);
            }
        }
        (procedure, participants, answers)
    }

    /// The faces and the result of a procedure with random dice.
    ///
    /// # Errors
    /// The refusal of the input, before or after dice.
    fn played(
        &mut self,
        procedure: &'static Procedure,
        participants: &Participants,
        input: &Map<String, Json>,
    ) -> Result<(Vec<u8>, rules::procedure::Resolved), Refusal> {
        let mut faces: Vec<u8> = Vec::new();
        let seed: u64 = self.rng.random();
        let mut dice = ChaCha8Rng::seed_from_u64(seed);
        loop {
            let played = referee::play(procedure, participants, self.battle.state(), input, &faces)?;
            match played.result {
                Ok(resolved) => return Ok((faces, resolved)),
                Err(Halt::Needs(roll)) => faces.extend((0..roll.count).map(|_| dice.random_range(1..=roll.sides))),
                Err(Halt::Refused(refusal)) => return Err(refusal),
            }
        }
    }

    fn next(&mut self) -> std::io::Result<()> {
        self.since_next = 0;
        let barred = referee::next_barred(self.ruleset, self.battle.state());
        writeln!(self.first, "next | {:?}", barred.as_ref().map(|(rule, message)| format!("{rule}: {message}")))?;
        if barred.is_some_and(|(rule, _)| rule != referee::DUE) {
            let seed = self.rng.random();
            self.begin(seed);
            return Ok(());
        }
        let changes = referee::next_changes(self.ruleset, self.battle.state());
        self.add(Action::Phase, changes);
        self.nexts += 1;
        Ok(())
    }

    /// The offers of a unit, and the quick answers about all units.
    fn offers(&mut self) -> std::io::Result<()> {
        let state = self.battle.state();
        let units: Vec<String> = state.units().map(|unit| unit.id.clone()).collect();
        let Some(unit) = units.choose(&mut self.rng) else { return Ok(()) };
        for offer in referee::offers(self.ruleset, state, unit) {
            let refused = match &offer.refused {
                None => "may".to_owned(),
                Some(Refused::Barred(barred)) => described(barred),
                Some(other) => other.message().to_string(),
            };
            let variant = offer.variant.map_or("", |variant| variant.label);
            writeln!(self.all, "  offer {} {variant} {} {refused}", offer.procedure.id, offer.is_shown())?;
        }
        let may: Vec<&String> = units.iter().filter(|unit| referee::may_act(self.ruleset, state, unit)).collect();
        writeln!(self.all, "  may act {may:?}")?;
        let duties = referee::duties(self.ruleset, state).len();
        let sides = referee::side_offers(self.ruleset, state);
        let sides: Vec<&str> = sides.iter().map(|offer| offer.procedure).collect();
        let notes: Vec<String> = referee::notes(self.ruleset, state).iter().map(ToString::to_string).collect();
        writeln!(self.all, "  duties {duties} sides {sides:?} notes {notes:?}")
    }

    fn add(&mut self, action: Action, changes: Vec<battle::Change>) {
        let stamp = self.battle.next_stamp("t");
        self.battle.add(stamp, Event::Action(Box::new(ActionEvent::new(0.0, action, changes).refereed(Vec::new()))));
    }
}

fn spelt(refusal: &Refusal) -> String {
    format!("{:?} at {}: {}", refusal.code, refusal.field, refusal.message)
}

fn described(barred: &Barred) -> String {
    format!("{} {:?} {}", barred.rule, barred.message.to_string(), if barred.is_final { "final" } else { "" })
}

/// Gives some fields other values.
fn vary(form: &'static Form, input: &mut Map<String, Json>, rng: &mut ChaCha8Rng) {
    for field in form.fields {
        match (field.kind, input.get_mut(field.id)) {
            (Kind::Object(inner), Some(Json::Object(object))) => vary(inner, object, rng),
            (Kind::List { of: Kind::Object(inner), .. }, Some(Json::Array(members))) => {
                members.iter_mut().filter_map(Json::as_object_mut).for_each(|member| vary(inner, member, rng));
            }
            _ if rng.random_range(0..6) == 0 => {
                if let Some(value) = random_value(field, rng) {
                    input.insert(field.id.to_owned(), value);
                }
            }
            _ => {}
        }
    }
}

fn begun(ruleset: &'static Ruleset, seed: u64) -> (Battle, ChaCha8Rng) {
    let header = Header::new(ruleset.named.id, "", ["First", "Second"], sample_units(ruleset), Seed([0; 32]));
    let mut battle = Battle::begin(test_rulesets::RULESETS, header);
    let begun = referee::beginning(ruleset, battle.state());
    if !begun.is_empty() {
        let stamp = battle.next_stamp("t");
        battle.add(stamp, Event::Action(Box::new(ActionEvent::beginning(0.0, begun))));
    }
    (battle, ChaCha8Rng::seed_from_u64(seed))
}
