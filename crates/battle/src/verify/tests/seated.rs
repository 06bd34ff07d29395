//! Four seats that act at random, on devices that are cut off from each other for a while. One of the devices may die and come back: another
//! one takes over its seat. A longer run is in docs/longer_runs.md.

use super::*;
use crate::correct::MisfitDecision;
use crate::seat::{Place, Seat};
use crate::seats::SeatUndo;
use crate::{Command, EventStatus, Stream};
use rand::rngs::ChaCha20Rng;
use rand::{Rng, SeedableRng};
use std::collections::BTreeMap;

const DEVICES: [&str; 4] = ["aaaaaaaa", "bbbbbbbb", "cccccccc", "dddddddd"];
const UNITS: [(&str, usize, &str); 5] =
    [("u1", 0, "left"), ("u2", 1, ""), ("u3", 0, "right"), ("u4", 0, "left"), ("u5", 1, "")];

fn device(nth: usize) -> Device {
    Device::parse(DEVICES[nth]).unwrap()
}

fn divided() -> Header {
    let mut header = header();
    let unit = |(id, side, command): (&str, usize, &str)| {
        let mut profile = header.units[side].profile.clone();
        profile.insert("name".into(), json!(id));
        Unit { id: id.into(), side, profile, command: command.into() }
    };
    header.units = UNITS.map(unit).into();
    let command = |id: &str| Command { id: id.into(), name: id.into(), ..Command::default() };
    header.sides[0].commands = ["left", "right"].map(command).into();
    header
}

struct Table {
    rng: ChaCha20Rng,
    battles: Vec<Battle>,
    /// Devices that have died: they neither act nor exchange entries, until they come back.
    dead: [bool; 4],
    /// All entries that were made, on any device.
    made: Vec<(Stamp, Event)>,
    seen: BTreeMap<&'static str, usize>,
}

impl Table {
    fn new(seed: u64) -> Self {
        let mut battle = Battle::begin(test_rulesets::RULESETS, divided());
        let places =
            [Place::Command("left".into()), Place::Command("right".into()), Place::Side(Side::B), Place::Umpire];
        let mut made = Vec::new();
        for (nth, place) in places.into_iter().enumerate() {
            let event = battle.seating(1.0, &device(nth), &[Seat::new("", place)], None);
            let (stamp, event) = (battle.next_stamp(&device(nth).tab("11111111")), battle.linked(event));
            battle.add(stamp.clone(), event.clone());
            made.push((stamp, event));
        }
        let rng = ChaCha20Rng::seed_from_u64(seed);
        Self { rng, battles: vec![battle; 4], dead: [false; 4], made, seen: BTreeMap::new() }
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.rng.next_u32()).unwrap() % end
    }

    fn note(&mut self, what: &'static str) {
        *self.seen.entry(what).or_default() += 1;
    }

    fn write(&mut self, nth: usize, event: Event, what: &'static str) {
        let battle = &mut self.battles[nth];
        let (stamp, event) = (battle.next_stamp(&device(nth).tab("11111111")), battle.linked(event));
        battle.add(stamp.clone(), event.clone());
        self.made.push((stamp, event));
        self.note(what);
    }

    /// One device reads the log of another.
    fn merge(&mut self, from: usize, to: usize) {
        read_log(&mut self.battles, &divided(), from, to);
    }

    /// A unit for which the device may act.
    fn unit(&mut self, nth: usize) -> &'static str {
        let battle = &self.battles[nth];
        let own: Vec<&str> =
            UNITS.iter().map(|unit| unit.0).filter(|unit| battle.may_act_for(&device(nth), unit)).collect();
        let drawn = self.below(own.len());
        own[drawn]
    }

    fn act(&mut self, nth: usize) {
        let this = device(nth);
        let waits = self.battles[nth].awaiting().find(|(stamp, _)| stamp.device() == this);
        if let Some((stamp, rolled)) = waits.map(|(stamp, rolled)| (stamp.clone(), rolled.clone())) {
            let discards = self.below(4) == 0;
            let event = settled(&self.battles[nth], stamp, rolled, discards);
            return self.write(nth, event, if discards { "discarded" } else { "applied" });
        }
        match self.below(12) {
            0..4 => {
                let unit = self.unit(nth);
                let event = rolled_for(&self.battles[nth], unit);
                self.write(nth, event, "rolled");
            }
            4 | 5 => {
                let unit = self.unit(nth);
                let event = typed_for(&self.battles[nth], unit);
                self.write(nth, event, "typed");
            }
            6 | 7 => self.undo(nth),
            8 => {
                if let Some(event) = self.battles[nth].redo_of(&this) {
                    self.write(nth, event, "redone");
                }
            }
            9 => {
                let changes = referee::next_changes(&pike_and_shot::RULESET, self.battles[nth].state());
                let act = ActionEvent::new(1.0, Action::Phase, changes).refereed(Vec::new());
                self.write(nth, Event::Action(Box::new(act)), "ended a phase");
            }
            10 => self.take_over(nth),
            _ => {
                let counters = i32::try_from(self.below(9)).unwrap();
                self.write(nth, by_hand(counters), "by hand");
            }
        }
    }

    fn undo(&mut self, nth: usize) {
        let corrects = self.below(4) == 0;
        let battle = &self.battles[nth];
        match (battle.undo_of(&device(nth)), corrects) {
            (Some(SeatUndo::Plain(Event::Undo(undo))), true) => self.correct(nth, &undo.act),
            (Some(SeatUndo::Plain(event)), _) => self.write(nth, event, "undone"),
            (Some(SeatUndo::Asks { act, dependent }), _) => {
                assert!(!dependent.is_empty());
                self.correct(nth, &act);
            }
            (None, _) => {}
        }
    }

    /// Leaves an act out, and keeps the results of later acts.
    fn correct(&mut self, nth: usize, act: &Stamp) {
        let battle = &self.battles[nth];
        let Some(plan) = battle.correction(act, None, &[]) else { return };
        let answers: Vec<(Stamp, MisfitDecision)> =
            plan.open().map(|step| (step.stamp.clone(), MisfitDecision::Keep)).collect();
        let plan = battle.correction(act, None, &answers).unwrap();
        if let Some(act) = plan.act(battle, 1.0, None) {
            self.write(nth, Event::Action(Box::new(act)), "corrected");
        }
    }

    /// A device takes over the seat of a dead device, if there is one.
    fn take_over(&mut self, nth: usize) {
        let Some(from) = (0..4).find(|other| self.dead[*other] && *other != nth) else { return };
        let battle = &self.battles[nth];
        let seats = [battle.seats_of(&device(nth)), battle.seats_of(&device(from))].concat();
        let event = battle.seating(1.0, &device(nth), &seats, Some(&device(from)));
        self.write(nth, event, "taken over");
    }
}

fn participants(unit: &str) -> Map<String, Json> {
    object(json!({ "unit": [unit] }))
}

/// A roll of the app for a unit, up to its outcome.
fn rolled_for(battle: &Battle, unit: &str) -> Event {
    let mut numbers = battle.roll_numbers(Stream::of_unit(battle.header(), unit));
    let rolls = rolls(|roll| {
        let number = numbers.next().unwrap();
        (Some(number), battle.header().dice().faces(number, roll.sides, roll.count))
    });
    Event::Rolled(Box::new(Rolled::of(1.0, PROCEDURE, sample(), participants(unit), rolls)))
}

fn rolls(mut each: impl FnMut(&rules::dice::RollRequest) -> (Option<u64>, Vec<u8>)) -> Vec<LoggedRoll> {
    let ready = pike_and_shot::RULESET.procedure(PROCEDURE).unwrap().read(&sample()).unwrap();
    let (mut all, mut faces) = (Vec::new(), Vec::new());
    while let Err(Halt::Needs(roll)) = ready.resolve(&faces).result {
        let (number, rolled) = each(&roll);
        faces.extend(&rolled);
        let (purpose, sides) = (roll.purpose.clone(), roll.sides);
        all.push(LoggedRoll { purpose, sides, faces: rolled, number, steps: None, counted: None });
    }
    all
}

/// An act of a unit with dice from the table.
fn typed_for(battle: &Battle, unit: &str) -> Event {
    let rolled = Rolled::of(1.0, PROCEDURE, sample(), participants(unit), rolls(|roll| (None, vec![6; roll.count])));
    let mut event = settled(battle, battle.next_stamp("t"), rolled, false);
    resolved(&mut event).settles = None;
    event
}

/// Plays a battle until all devices have the same log, and checks that log. Returns how often each kind of entry was made or set aside.
fn play_apart(seed: u64) -> BTreeMap<&'static str, usize> {
    let mut table = Table::new(seed);
    for _ in 0..30 {
        let (one, other) = (table.below(4), table.below(4));
        match table.below(12) {
            // A device dies while the others play, and comes back with its old log.
            0 => {
                let living = table.dead.iter().filter(|dead| !**dead).count();
                table.dead[one] = !table.dead[one] && living > 2;
            }
            1..5 if !table.dead[one] && !table.dead[other] => table.merge(one, other),
            _ if !table.dead[one] => table.act(one),
            // The player of a dead phone does not notice that it is cut off, and acts on it once.
            _ if table.below(4) == 0 => table.act(one),
            _ => {}
        }
    }
    for _ in 0..2 {
        for to in 0..4 {
            let first = table.below(4);
            (0..4).for_each(|nth| table.merge((first + nth) % 4, to));
        }
    }
    check(&table, seed);
    let whole = &table.battles[0];
    let aside = whole.event_statuses().into_iter().filter(|status| *status == EventStatus::SetAside).count();
    table.seen.insert("set aside", aside);
    table.seen
}

fn check(table: &Table, seed: u64) {
    let mut made = table.made.clone();
    made.sort_by(|(a, _), (b, _)| a.cmp(b));
    assert!(made.windows(2).all(|pair| pair[0].0 != pair[1].0), "stamps are unique in battle {seed}");
    let whole = &table.battles[0];
    for battle in &table.battles {
        assert_eq!(battle.log(), made, "nothing is lost in battle {seed}");
        assert_eq!(battle.fingerprint(), whole.fingerprint());
        assert_eq!(battle.event_statuses(), whole.event_statuses(), "battle {seed}");
        assert!(battle.state().is_same(whole.state()), "battle {seed}");
    }
    // No roll is in use twice, and no two units have used the same roll number.
    let (mut standing, mut units) = (BTreeMap::new(), BTreeMap::new());
    for (place, ((_, event), status)) in whole.log().iter().zip(whole.event_statuses()).enumerate() {
        let (is_used, participants) = match event {
            Event::Rolled(rolled) => (status == EventStatus::Awaiting, &rolled.participants),
            Event::Action(act) => match &act.action {
                Action::Resolved(done) => (status == EventStatus::InForce && !done.discarded, &done.participants),
                _ => continue,
            },
            _ => continue,
        };
        for number in event.rolls().iter().filter_map(|roll| roll.number) {
            let unit = units.entry(number).or_insert(participants);
            assert_eq!(*unit, participants, "two units roll {number} in battle {seed}");
            if is_used {
                let other = standing.insert(number, place);
                assert_eq!(other, None, "roll {number} stands twice in battle {seed}");
            }
        }
    }
    assert_eq!(faults(&verify(whole)), [], "battle {seed}");
}

#[test]
fn four_seats_that_act_apart_end_with_equal_battles_without_faults() {
    let runs = std::env::var("DRUMHEAD_PARTITIONS").map_or(400, |runs| runs.parse().unwrap());
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..runs {
        play_apart(seed).into_iter().for_each(|(what, times)| *seen.entry(what).or_default() += times);
    }
    println!("{runs} battles: {seen:?}");
    for what in [
        "applied",
        "corrected",
        "by hand",
        "discarded",
        "ended a phase",
        "redone",
        "rolled",
        "set aside",
        "taken over",
        "typed",
        "undone",
    ] {
        assert!(seen.get(what).is_some_and(|times| *times > 10), "{what} was hardly seen: {seen:?}");
    }
}
