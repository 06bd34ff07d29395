//! Rosters and battles that players create, created as the app does it.

use battle::{Action, ActionEvent, Battle, Change, Event, Header, Unit, referee};
use exchange::storage::roster::{self, Roster};
use exchange::storage::{Bundle, Key, beginning, envelope, limits};
use proptest::prelude::*;
use rules::dice::rng::Seed;
use rules::form::{Field, Kind};
use rules::ruleset::{Ruleset, Tracks};
use serde::Serialize;
use serde_json::{Map, Value as Json};
use test_rulesets as rulesets;

pub const SEED: Seed = Seed([7; 32]);

/// Returns the text under which something is saved.
pub fn sealed(thing: &impl Serialize) -> String {
    envelope::seal(thing, 1).unwrap()
}

/// True for a field whose control takes a typed number.
pub fn takes_a_number(field: &Field) -> bool {
    matches!(field.kind, Kind::Whole { .. } | Kind::Number { .. })
}

/// A battle before its first event.
pub struct Begun {
    header: Header,
    changes: Vec<Change>,
}

impl Begun {
    /// Begins a battle of two rosters. `None` if the app refuses to begin it.
    pub fn of(ruleset: &str, rosters: [Roster; 2], name: &str) -> Option<Self> {
        let ruleset = test_rulesets::RULESETS.find(ruleset)?;
        let taken = rosters.map(Some);
        let header = beginning::header(ruleset, name, &taken, SEED);
        limits::header(&header).and_then(|()| limits::battle(test_rulesets::RULESETS, &header, &[])).ok()?;
        let changes = beginning::known_at_once(ruleset, rules::facts::Facts::default(), &taken);
        Some(Self { header, changes })
    }

    /// Adds the events at the start.
    pub fn played(self) -> Played {
        let mut played = Played::of(Battle::begin(test_rulesets::RULESETS, self.header));
        let begins = referee::beginning(played.ruleset, played.battle.state());
        if !begins.is_empty() {
            played.add(Event::Action(Box::new(ActionEvent::beginning(1.0, begins))));
        }
        if !self.changes.is_empty() {
            played.by_hand(self.changes);
        }
        played
    }
}

/// A battle in play.
pub struct Played {
    pub battle: Battle,
    ruleset: &'static Ruleset,
}

impl Played {
    pub fn of(battle: Battle) -> Self {
        let ruleset = test_rulesets::RULESETS.find(&battle.header().ruleset).expect("a ruleset");
        Self { battle, ruleset }
    }

    /// Adds an event as the app does, unless it could not be read again. True if it was added.
    pub fn add(&mut self, event: Event) -> bool {
        let (event, stamp) = (self.battle.linked(event), self.battle.next_stamp("t"));
        let could =
            limits::added(test_rulesets::RULESETS, self.battle.header(), self.battle.log(), &stamp, &event).is_ok();
        if could {
            self.battle.add(stamp, event);
        }
        could
    }

    fn by_hand(&mut self, changes: Vec<Change>) {
        let changes = referee::changes_by_hand(self.ruleset, self.battle.state(), changes);
        self.add(Event::Action(Box::new(ActionEvent::new(1.0, Action::ByHand, changes).refereed(Vec::new()))));
    }

    pub fn undo(&mut self) -> bool {
        self.battle.undoing().is_some_and(|event| self.add(event))
    }

    pub fn redo(&mut self) -> bool {
        self.battle.redoing().is_some_and(|event| self.add(event))
    }

    /// Returns all texts that are saved of the battle.
    pub fn bundle(&self, id: &str) -> Bundle {
        let header = (Key::Battle(id.into()).to_string(), sealed(self.battle.header()));
        let events = self.battle.log().iter();
        let events = events.map(|(stamp, event)| (Key::Event(id.into(), stamp.clone()).to_string(), sealed(event)));
        Bundle(std::iter::once(header).chain(events).collect())
    }
}

/// An act of a player.
#[derive(Clone, Debug)]
pub enum Step {
    Note(String),
    /// Sets a unit's tracker by hand, within its bounds. The first two numbers select the unit and the tracker.
    Set(usize, usize, i64),
    Undo,
    Redo,
    Next,
    /// Lets a copy of this unit of the first roster join.
    Join(usize),
    /// Corrects the act at this index: leaves it out.
    LeaveOut(usize),
}

/// Rosters, a battle between them, and its steps.
#[derive(Clone, Debug)]
pub struct Plan {
    pub ruleset: String,
    pub rosters: [Roster; 2],
    pub name: String,
    steps: Vec<(Step, usize)>,
}

impl Plan {
    /// Plays the steps. A battle of more than 50 units takes long; another test plays one.
    pub fn play(&self, played: &mut Played) {
        if played.battle.state().units().count() > 50 {
            return;
        }
        for (step, times) in &self.steps {
            for _ in 0..*times {
                self.take(step, played);
            }
        }
    }

    fn take(&self, step: &Step, played: &mut Played) {
        let ruleset = played.ruleset;
        match step {
            Step::Note(note) => {
                played.add(Event::Action(Box::new(ActionEvent::new(1.0, Action::Note(note.clone()), Vec::new()))));
            }
            Step::Set(unit, tracker, to) => {
                let units: Vec<String> = played.battle.state().units().map(|unit| unit.id.clone()).collect();
                let Some(unit) = units.get(unit % units.len().max(1)) else { return };
                let tracker = &ruleset.trackers.unit[tracker % ruleset.trackers.unit.len()];
                if matches!(tracker.kind, Tracks::Pips { .. } | Tracks::Count { .. } | Tracks::Reading { .. }) {
                    let to = (*to).clamp(0, i64::from(tracker.kind.most()));
                    played.by_hand(vec![Change::set(unit.as_str(), tracker.id, to)]);
                }
            }
            Step::Undo => drop(played.undo()),
            Step::Redo => drop(played.redo()),
            Step::Next => {
                let changes = referee::next_changes(ruleset, played.battle.state());
                let overrides = vec![referee::DUE.to_owned()];
                played.add(Event::Action(Box::new(ActionEvent::new(1.0, Action::Phase, changes).refereed(overrides))));
            }
            Step::Join(nth) => {
                let units = &self.rosters[0].units;
                let Some(profile) = units.get(nth % units.len().max(1)) else { return };
                let id = played.battle.state().free_ids("t", 1).remove(0);
                let joins = vec![Change::Add(Unit { id, side: nth % 2, profile: profile.clone(), ..Unit::default() })];
                let changes = referee::changes_of_muster(ruleset, played.battle.state(), joins);
                played
                    .add(Event::Action(Box::new(ActionEvent::new(1.0, Action::Muster, changes).refereed(Vec::new()))));
            }
            Step::LeaveOut(place) => self.leave_out(*place, played),
        }
    }

    fn leave_out(&self, place: usize, played: &mut Played) {
        let acts: Vec<_> = played.battle.acts_in_force().into_iter().map(|(stamp, _)| stamp.clone()).collect();
        let Some(of) = acts.get(place % acts.len().max(1)) else { return };
        let Some(plan) = played.battle.correction(of, None, &[]) else { return };
        if let Some(correction) = plan.act(&played.battle, 2.0, None) {
            played.add(Event::Action(Box::new(correction)));
        }
    }
}

/// Names up to their limit, of any letters.
fn name(longest: usize) -> impl Strategy<Value = String> {
    prop_oneof![
        "[A-Z][a-z]{2,12}",
        prop::collection::vec(any::<char>(), 0..=longest).prop_map(|letters| letters.into_iter().collect()),
        (longest.saturating_sub(3)..=longest).prop_map(|letters| "é".repeat(letters)),
        (longest / 2 - 4..=longest / 2 + 4).prop_map(|letters| "m".repeat(letters)),
    ]
}

/// A number as players may type it.
fn typed() -> impl Strategy<Value = String> {
    prop_oneof![
        (0..100_i64).prop_map(|number| number.to_string()),
        any::<i64>().prop_map(|number| number.to_string()),
        any::<f64>().prop_map(|number| number.to_string()),
        prop::sample::select(vec!["1000000", "1000001", "-1000000", "1e15", "12,5", "", "99999999999999999999"])
            .prop_map(str::to_owned),
        "\\PC{0,40}",
    ]
}

/// A unit of a sample with some newly typed numbers.
fn unit(ruleset: &'static Ruleset) -> impl Strategy<Value = Map<String, Json>> {
    let samples: Vec<_> = Roster::samples(ruleset).into_iter().flat_map(|roster| roster.units).collect();
    let typed = prop::collection::vec((any::<prop::sample::Index>(), typed()), 0..3);
    (prop::sample::select(samples), name(60), typed).prop_map(move |(mut unit, name, typed)| {
        unit.insert("name".into(), name.into());
        let numbers: Vec<_> = ruleset.profile.fields.iter().filter(|field| takes_a_number(field)).collect();
        for (place, text) in typed {
            let Some(field) = (!numbers.is_empty()).then(|| numbers[place.index(numbers.len())]) else { continue };
            match roster::typed_number(&text) {
                Some(number) => drop(unit.insert(field.id.into(), number)),
                None => drop(unit.remove(field.id)),
            }
        }
        unit
    })
}

fn roster(ruleset: &'static Ruleset) -> impl Strategy<Value = Roster> {
    let units = prop_oneof![
        4 => prop::collection::vec(unit(ruleset), 0..6).boxed(),
        // One unit too many is included: the app refuses such a roster.
        1 => (unit(ruleset), limits::UNITS..=limits::UNITS + 1).prop_map(|(unit, count)| vec![unit; count]).boxed(),
    ];
    let note = prop_oneof!["\\PC{0,80}", (limits::TEXT - 2..=limits::TEXT + 1).prop_map(|letters| "n".repeat(letters))];
    // One letter too many is included: the app refuses it.
    let short = prop_oneof!["", "\\PC{0,20}", Just("s".repeat(21))];
    (name(limits::NAME), short, note, units).prop_map(|(name, short, note, units)| Roster {
        ruleset: ruleset.named.id.into(),
        name,
        short,
        note,
        units,
        ..Roster::default()
    })
}

fn step() -> impl Strategy<Value = (Step, usize)> {
    let step = prop_oneof![
        "\\PC{0,200}".prop_map(Step::Note),
        (limits::TEXT - 2..=limits::TEXT + 1).prop_map(|letters| Step::Note("ü".repeat(letters))),
        (0..8_usize, 0..60_usize, prop_oneof![0..12_i64, Just(1_000_000)])
            .prop_map(|(unit, tracker, to)| Step::Set(unit, tracker, to)),
        Just(Step::Undo),
        Just(Step::Redo),
        Just(Step::Next),
        (0..8_usize).prop_map(Step::Join),
        (0..40_usize).prop_map(Step::LeaveOut),
    ];
    (step, prop_oneof![8 => Just(1_usize), 1 => 2..20_usize])
}

/// Rosters and battles that players might create.
pub fn plan() -> impl Strategy<Value = Plan> {
    let ruleset = prop::sample::select(rulesets::ALL.to_vec());
    ruleset.prop_flat_map(|ruleset| {
        let steps = prop::collection::vec(step(), 0..12);
        let name = prop_oneof![Just(String::new()), name(80)];
        (roster(ruleset), roster(ruleset), name, steps).prop_map(|(one, other, name, steps)| Plan {
            ruleset: ruleset.named.id.into(),
            rosters: [one, other],
            name,
            steps,
        })
    })
}
