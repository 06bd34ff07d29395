//! Every history of a few events of three devices that share a battle and its pen.
//!
//! A device acts on any part of what the others wrote: entries get lost, come late, twice, and in any order. It does whatever
//! the app lets it do. Stamps, links, the pen, numbers of rolls, undo and the check of logs are Drumhead's own functions; only the
//! rules are left out, as no ruleset has this id.
//!
//! A step is an act with all that its device heard before it: nothing heard between two acts has any effect by itself. Histories
//! that differ in the order of acts that do not know of each other are one state.

use drumhead::battle::pen::Named;
use drumhead::battle::verify::{Fault, verify};
use drumhead::battle::{
    Action, ActionEvent, Again, Battle, Change, Device, Event, EventStatus, Header, LoggedRoll, Resolved, Rolled, Stamp,
};
use drumhead::dice::rng::Seed;
use serde_json::{Map, json};
use stateright::{Checker, Model, Property};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock};

/// Events of a history. By the first, a device takes the pen before it hands the battle over. `DRUMHEAD_EVENTS` asks for more.
const EVENTS: usize = 6;
static MOST: LazyLock<usize> =
    LazyLock::new(|| std::env::var("DRUMHEAD_EVENTS").map_or(EVENTS, |events| events.parse().expect("a number")));
/// Marks by hand of a history, and times that the pen is taken by force.
const MARKS: usize = 1;
const FORCED: usize = 1;
const DEVICES: [&str; 3] = ["aaaaaaaa", "bbbbbbbb", "cccccccc"];

/// An act of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Kind {
    Roll,
    Apply,
    Discard,
    Undo,
    Redo,
    Mark,
    Pass(usize),
    Force,
}

/// An act of a device that had heard of some events of the others.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Step {
    device: usize,
    /// The events that it knows, by their places among those of the state.
    knows: u16,
    kind: Kind,
}

/// An event that was made.
#[derive(Debug)]
struct Made {
    by: usize,
    kind: Kind,
    stamp: Stamp,
    event: Event,
}

/// All events that were made, in the order of their stamps, each with the events that its author knew.
#[derive(Clone, Debug)]
struct History {
    made: Vec<(Arc<Made>, u16)>,
    steps: Arc<Vec<Step>>,
    found: Found,
}

/// Properties of a history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Found {
    two_holders: bool,
    same_stamp: bool,
    number_twice: bool,
    fresh_dice: bool,
    unlike: bool,
    accused: bool,
}

impl PartialEq for History {
    fn eq(&self, other: &Self) -> bool {
        self.key().eq(other.key())
    }
}

impl Eq for History {}

impl Hash for History {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().for_each(|own| own.hash(state));
    }
}

impl History {
    fn key(&self) -> impl Iterator<Item = (usize, Kind, u16)> {
        self.made.iter().map(|(own, knew)| (own.by, own.kind, *knew))
    }

    fn count(&self, kind: Kind) -> usize {
        self.made.iter().filter(|(own, _)| own.kind == kind).count()
    }

    fn all(&self) -> u16 {
        (1 << self.made.len()) - 1
    }

    /// The events that a device knows at least: its own, and those that it knew when it wrote them. All know the first.
    fn known(&self, device: usize) -> u16 {
        let own = self.made.iter().enumerate().filter(|(_, (made, _))| made.by == device);
        own.fold(1, |known, (place, (_, knew))| known | knew | 1 << place)
    }

    fn battle(&self, knows: u16) -> Battle {
        let known = self.made.iter().enumerate().filter(|(place, _)| knows & 1 << place != 0);
        Battle::replay(header(), known.map(|(_, (made, _))| (made.stamp.clone(), made.event.clone())))
    }

    /// A history with one event more.
    fn with(&self, by: usize, knows: u16, kind: Kind, event: Event) -> Self {
        let battle = self.battle(knows);
        let stamp = battle.next_stamp(&device(by).device.tab("11111111"));
        let event = battle.linked(event);
        let mut next = self.clone();
        let place = next.made.partition_point(|(own, _)| own.stamp < stamp);
        let same_stamp = next.made.get(place).is_some_and(|(own, _)| own.stamp == stamp);
        // Places from there on move up by one.
        let low = (1_u16 << place) - 1;
        let moved = |mask: u16| mask & low | (mask & !low) << 1;
        next.made.iter_mut().for_each(|(_, knew)| *knew = moved(*knew));
        next.made.insert(place, (Arc::new(Made { by, kind, stamp, event }), moved(knows)));
        next.look();
        next.found.same_stamp |= same_stamp;
        next
    }

    /// Looks at all that each device may know, and at the log of all.
    fn look(&mut self) {
        let (mut steps, mut holders) = (Vec::new(), [false; 3]);
        for (device, holds) in holders.iter_mut().enumerate() {
            let least = self.known(device);
            let open = self.all() & !least;
            let mut more = open;
            loop {
                let knows = least | more;
                let battle = self.battle(knows);
                let may = battle.may_write(&self::device(device).device).is_ok();
                *holds |= may;
                if self.made.len() < *MOST {
                    let kinds = self.kinds(device, &battle, may);
                    steps.extend(kinds.into_iter().map(|kind| Step { device, knows, kind }));
                }
                if more == 0 {
                    break;
                }
                more = (more - 1) & open;
            }
        }
        self.steps = Arc::new(steps);
        let forced = self.count(Kind::Force) > 0;
        let whole = self.battle(self.all());
        self.found = Found {
            two_holders: !forced && holders.iter().filter(|own| **own).count() > 1,
            same_stamp: self.found.same_stamp,
            unlike: self.is_unlike(&whole),
            accused: verify(&whole).iter().flat_map(|own| &own.faults).any(|own| !matches!(own, Fault::Refused(_))),
            ..numbers(&whole, forced)
        };
    }

    /// The acts that the app lets a device do with what it knows.
    fn kinds(&self, device: usize, battle: &Battle, may: bool) -> Vec<Kind> {
        let mut kinds = Vec::new();
        if self.count(Kind::Mark) < MARKS {
            kinds.push(Kind::Mark);
        }
        if !may {
            // Who goes on although entries are missing can roll again what they rolled.
            if self.count(Kind::Force) < FORCED && battle.is_whole() {
                kinds.push(Kind::Force);
            }
            return kinds;
        }
        match battle.awaiting().next() {
            Some(_) => kinds.extend([Kind::Apply, Kind::Discard]),
            None => kinds.push(Kind::Roll),
        }
        kinds.extend(battle.undoing().map(|_| Kind::Undo));
        kinds.extend(battle.redoing().map(|_| Kind::Redo));
        kinds.extend((0..DEVICES.len()).filter(|to| *to != device).map(Kind::Pass));
        kinds
    }

    /// True if these events make another battle where they come in another order, and twice.
    fn is_unlike(&self, whole: &Battle) -> bool {
        let mut other = Battle::begin(header());
        for (made, _) in self.made.iter().rev().chain(&self.made) {
            other.add(made.stamp.clone(), made.event.clone());
        }
        let unlike_table = || other.state().tracked("battle") != whole.state().tracked("battle");
        let unlike_pen = || other.pen() != whole.pen() || other.next_roll() != whole.next_roll();
        other.log() != whole.log()
            || other.log().len() != self.made.len()
            || other.event_statuses() != whole.event_statuses()
            || unlike_table()
            || unlike_pen()
    }
}

/// Looks at the numbers of rolls in force and not settled. They begin at 0 and leave none out: a number that is left out was seen
/// and undone, and the next roll would be a fresh one.
fn numbers(whole: &Battle, forced: bool) -> Found {
    let (mut used, mut discarded, mut again) = (Vec::new(), Vec::new(), false);
    for (place, (event, status)) in whole.events().zip(whole.event_statuses()).enumerate() {
        let (rolls, list) = match (event, status) {
            (Event::Rolled(own), EventStatus::Awaiting) => (&own.rolls, &mut used),
            (Event::Action(act), EventStatus::InForce) => match &act.action {
                Action::Resolved(own) if own.discarded => (&own.rolls, &mut discarded),
                Action::Resolved(own) => (&own.rolls, &mut used),
                _ => continue,
            },
            _ => continue,
        };
        again |= whole.seen_before(place) == Some(Again::AtOnce);
        list.extend(rolls.iter().filter_map(|roll| roll.number));
    }
    let is_twice = (1..used.len()).any(|own| used[..own].contains(&used[own]));
    let is_left_out = (0..whole.next_roll()).any(|own| !used.contains(&own) && !discarded.contains(&own));
    // Where the pen was taken by force, both may roll at once: the log says so.
    Found {
        number_twice: is_twice && !(forced && again),
        fresh_dice: !forced && (is_left_out || used.iter().any(|own| *own >= whole.next_roll())),
        ..Found::default()
    }
}

fn header() -> Header {
    Header::new("none", "Model", ["A", "B"], Vec::new(), Seed([3; 32]))
}

fn device(place: usize) -> Named {
    Named { device: Device::parse(DEVICES[place]).expect("a device"), name: String::new() }
}

fn event(battle: &Battle, by: usize, kind: Kind) -> Option<Event> {
    let settled = |discarded: bool| {
        let (stamp, own) = battle.awaiting().next()?;
        let mut resolved = Resolved::discarded(stamp.clone(), own.clone());
        resolved.discarded = discarded;
        let set = |roll: &LoggedRoll| Change::set("battle", "shown", roll.faces[0]);
        let changes = own.rolls.iter().filter(|_| !discarded).map(set).collect();
        Some(act(Action::Resolved(resolved), changes))
    };
    match kind {
        Kind::Roll => {
            let number = battle.next_roll();
            let faces = battle.header().dice().faces(number, 6, 1);
            let roll = LoggedRoll {
                purpose: "roll".into(),
                sides: 6,
                faces,
                number: Some(number),
                steps: None,
                counted: None,
            };
            Some(Event::Rolled(Box::new(Rolled::of(1.0, "roll", Map::new(), Map::new(), vec![roll]))))
        }
        Kind::Apply => settled(false),
        Kind::Discard => settled(true),
        Kind::Undo => battle.undoing(),
        Kind::Redo => battle.redoing(),
        Kind::Mark => Some(act(Action::ByHand, vec![Change::set("battle", "marked", json!(by))])),
        Kind::Pass(to) => battle.passing(1.0, &device(by), &device(to)),
        Kind::Force => Some(battle.taking(1.0, &device(by))),
    }
}

fn act(action: Action, changes: Vec<Change>) -> Event {
    Event::Action(Box::new(ActionEvent::new(1.0, action, changes).refereed(Vec::new())))
}

struct Devices;

impl Model for Devices {
    type State = History;
    type Action = Step;

    fn init_states(&self) -> Vec<History> {
        let none = History { made: Vec::new(), steps: Arc::default(), found: Found::default() };
        let taking = Battle::begin(header()).taking(1.0, &device(0));
        vec![none.with(0, 0, Kind::Pass(0), taking)]
    }

    fn actions(&self, state: &History, actions: &mut Vec<Step>) {
        actions.extend(state.steps.iter().cloned());
    }

    fn next_state(&self, state: &History, step: Step) -> Option<History> {
        let made = event(&state.battle(step.knows), step.device, step.kind)?;
        Some(state.with(step.device, step.knows, step.kind, made))
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always("one device holds the pen, unless it was taken by force", |_, own: &History| {
                !own.found.two_holders
            }),
            Property::always("stamps are unique", |_, own: &History| !own.found.same_stamp),
            Property::always("no number of a roll is in force twice", |_, own: &History| !own.found.number_twice),
            Property::always("undo grants no fresh dice", |_, own: &History| !own.found.fresh_dice),
            Property::always("equal sets of events make equal battles, and lose nothing", |_, own: &History| {
                !own.found.unlike
            }),
            Property::always("nobody honest is accused", |_, own: &History| !own.found.accused),
            Property::sometimes("the pen is taken by force", |_, own: &History| own.count(Kind::Force) > 0),
            Property::sometimes("a roll is made again after an undo by the next holder", |_, own: &History| {
                own.count(Kind::Undo) > 0 && own.count(Kind::Roll) > 1 && own.count(Kind::Force) == 0
            }),
        ]
    }
}

#[test]
fn in_every_history_of_three_devices_one_rolls_and_nothing_is_lost() {
    // Breadth first, one of two threads is left with last states, of which nothing follows, and waits for the other.
    let checker = Devices.checker().threads(8).spawn_dfs().join();
    println!("{} states, {} of them different", checker.state_count(), checker.unique_state_count());
    checker.assert_properties();
}
