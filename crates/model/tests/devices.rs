//! Checks every history of a few events of three devices that share a battle.
//!
//! A device acts with any subset of the others' events: entries get lost, arrive late, twice, and in any order. It can do everything that
//! the app permits. Stamps, links, control, numbers of rolls, undo and verification are Drumhead's own functions. There are no rules: no
//! ruleset has this id.
//!
//! Three models share this code. In the first, one device is in control and the others wait for it, as in version 1.0.0. In the second, nobody is in
//! control, and each device rolls for either of two units, as when several players act. In the third, the devices have seats: two players with a unit
//! each, and the game master, who acts for both. A device that dies receives and sends nothing. Another device takes over its seat, and the first
//! device comes back and acts without knowing this.
//!
//! A step is an act and all events that its device received before it. Receiving events between two acts has no effect by itself. Histories that
//! differ only in the order of independent acts count as one state.

use battle::control::Named;
use battle::seat::{Place, Seat};
use battle::seats::SeatUndo;
use battle::verify::{Fault, verify};
use battle::{
    Action, ActionEvent, Battle, Change, Command, Device, Event, EventStatus, Header, LoggedRoll, Resolved, Rolled,
    SeenBefore, Stamp, Stream, Unit,
};
use rules::dice::rng::Seed;
use serde_json::{Map, json};
use stateright::{Checker, Model, Property};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock};

/// The greatest number of events in a history, for each [`Rule`]. For `Control` and `Seats`, the first event takes control or seats.
/// `DRUMHEAD_EVENTS` overrides all three.
const EVENTS: [usize; 3] = [6, 5, 5];
static ASKED: LazyLock<Option<usize>> =
    LazyLock::new(|| std::env::var("DRUMHEAD_EVENTS").ok().map(|events| events.parse().expect("a number")));

/// The rule on the devices that may act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    /// One device at a time is in control.
    Control,
    /// Every device acts for every unit, without seats.
    AtOnce,
    /// Each device acts for the units of its seat.
    Seats,
}

impl Rule {
    fn most_events(self) -> usize {
        ASKED.unwrap_or(match self {
            Rule::Control => EVENTS[0],
            Rule::AtOnce => EVENTS[1],
            Rule::Seats => EVENTS[2],
        })
    }

    /// The maximum number of changes by hand in a history. With seats, they are left out: they do not depend on who may act.
    fn most_by_hand(self) -> usize {
        usize::from(self != Rule::Seats)
    }
}

/// The maximum numbers of forced takeovers of control, and of seats that are taken over, in a history.
const FORCED: usize = 1;
const TAKEN_OVER: usize = 1;
/// Units that roll.
const UNITS: [&str; 2] = ["u1", "u2"];
const DEVICES: [&str; 3] = ["aaaaaaaa", "bbbbbbbb", "cccccccc"];
/// The commands of the units. With seats, the first two devices have them, and the third is the game master's.
const COMMANDS: [&str; 2] = ["left", "right"];

/// An act of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Kind {
    /// A roll for one of the units.
    Roll(usize),
    Apply,
    Discard,
    Undo,
    Redo,
    ByHand,
    Pass(usize),
    Force,
    /// The device takes over the seat of another.
    TakeOver(usize),
}

/// An act of a device that had received some events of the others.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Step {
    device: usize,
    /// The events that the device knows, one bit for each by its index in the history.
    knows: u16,
    kind: Kind,
}

/// An event in a history.
#[derive(Debug)]
struct Made {
    by: usize,
    kind: Kind,
    stamp: Stamp,
    event: Event,
}

/// All events in the order of their stamps, each with the events that its author knew.
#[derive(Clone, Debug)]
struct History {
    rule: Rule,
    made: Vec<(Arc<Made>, u16)>,
    steps: Arc<Vec<Step>>,
    found: Found,
}

/// Faults of a history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Found {
    two_holders: bool,
    same_stamp: bool,
    number_twice: bool,
    fresh_dice: bool,
    /// A device used another number than the lowest free one that it knew.
    skipped: bool,
    unlike: bool,
    accused: bool,
    /// With seats: two rolls that stand have one number, although each unit has its own.
    dice_twice: bool,
    /// With seats: two rolls for different units have one number, whether they stand or not.
    dice_of_another: bool,
    /// With seats: an entry is set aside, but no earlier entry that its author had not seen has its dice.
    lost: bool,
}

impl PartialEq for History {
    fn eq(&self, other: &Self) -> bool {
        self.key().eq(other.key())
    }
}

impl Eq for History {}

impl Hash for History {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().for_each(|made| made.hash(state));
    }
}

impl History {
    fn key(&self) -> impl Iterator<Item = (usize, Kind, u16)> {
        self.made.iter().map(|(made, knew)| (made.by, made.kind, *knew))
    }

    fn count(&self, is_it: impl Fn(Kind) -> bool) -> usize {
        self.made.iter().filter(|(made, _)| is_it(made.kind)).count()
    }

    fn all(&self) -> u16 {
        (1 << self.made.len()) - 1
    }

    /// Returns the events that a device knows at least: its own and those that it knew when it wrote them. All devices know the first
    /// event.
    fn known(&self, device: usize) -> u16 {
        let authored = self.made.iter().enumerate().filter(|(_, (made, _))| made.by == device);
        authored.fold(1, |known, (place, (_, knew))| known | knew | 1 << place)
    }

    fn battle(&self, knows: u16) -> Battle {
        let known = self.made.iter().enumerate().filter(|(place, _)| knows & 1 << place != 0);
        Battle::replay(
            test_rulesets::RULESETS,
            header(),
            known.map(|(_, (made, _))| (made.stamp.clone(), made.event.clone())),
        )
    }

    /// Returns the history with one more event.
    fn with(&self, by: usize, knows: u16, kind: Kind, event: Event) -> Self {
        let battle = self.battle(knows);
        let stamp = battle.next_stamp(&device(by).device.tab("11111111"));
        let skipped = skips(&battle, kind, &event);
        let event = battle.linked(event);
        let mut next = self.clone();
        let place = next.made.partition_point(|(made, _)| made.stamp < stamp);
        let same_stamp = next.made.get(place).is_some_and(|(made, _)| made.stamp == stamp);
        // Events from this index on move up by one.
        let low = (1_u16 << place) - 1;
        let moved = |mask: u16| mask & low | (mask & !low) << 1;
        next.made.iter_mut().for_each(|(_, knew)| *knew = moved(*knew));
        next.made.insert(place, (Arc::new(Made { by, kind, stamp, event }), moved(knows)));
        next.check();
        next.found.same_stamp |= same_stamp;
        next.found.skipped |= skipped;
        next
    }

    /// Checks everything that each device may know, and the log of all events.
    fn check(&mut self) {
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
                if self.made.len() < self.rule.most_events() {
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
        let forced = self.count(|kind| kind == Kind::Force) > 0;
        let whole = self.battle(self.all());
        self.found = Found {
            two_holders: self.rule == Rule::Control && !forced && holders.iter().filter(|holds| **holds).count() > 1,
            same_stamp: self.found.same_stamp,
            skipped: self.found.skipped,
            unlike: self.is_unlike(&whole),
            accused: verify(&whole)
                .iter()
                .flat_map(|finding| &finding.faults)
                .any(|fault| !matches!(fault, Fault::Refused(_))),
            ..numbers(&whole, forced || self.rule != Rule::Control)
        };
        if self.rule == Rule::Seats {
            let [dice_twice, dice_of_another, lost] = self.seat_faults(&whole);
            self.found = Found { dice_twice, dice_of_another, lost, ..self.found };
        }
    }

    /// The faults that are judged only with seats: see [`Found`].
    fn seat_faults(&self, whole: &Battle) -> [bool; 3] {
        let statuses = whole.event_statuses();
        let rolls = || (0..self.made.len()).filter(|place| matches!(self.made[*place].0.event, Event::Rolled(_)));
        let number = |place: usize| self.made[place].0.event.rolls()[0].number;
        let unit = |place: usize| match self.made[place].0.kind {
            Kind::Roll(unit) => unit,
            _ => unreachable!("only rolls are rolled"),
        };
        let uses = |place: usize| is_used(&self.made[place].0.event, statuses[place]);
        let mut used: Vec<u64> = Vec::new();
        for place in (0..self.made.len()).filter(|place| uses(*place)) {
            used.extend(self.made[place].0.event.rolls().iter().filter_map(|roll| roll.number));
        }
        let dice_twice = (1..used.len()).any(|place| used[..place].contains(&used[place]));
        let of_others = |one: usize| rolls().any(|other| number(one) == number(other) && unit(one) != unit(other));
        let is_explained = |place: usize| {
            let (made, knew) = &self.made[place];
            let has_dice = |other: &usize| {
                knew & 1 << other == 0
                    && self.made[*other]
                        .0
                        .event
                        .rolls()
                        .iter()
                        .any(|roll| made.event.rolls().iter().any(|own| own.number == roll.number))
            };
            let is_same_act = |other: &usize| {
                knew & 1 << other == 0
                    && self.applied_for(place).is_some_and(|unit| self.applied_for(*other) == Some(unit))
            };
            (0..place).any(|other| has_dice(&other) || is_same_act(&other)) || self.settles_set_aside(place, &statuses)
        };
        let aside = (0..self.made.len()).filter(|place| statuses[*place] == EventStatus::SetAside);
        [dice_twice, rolls().any(of_others), aside.into_iter().any(|place| !is_explained(place))]
    }

    /// The participants of an act that applies a roll; `None` for other events.
    fn applied_for(&self, place: usize) -> Option<&Map<String, serde_json::Value>> {
        let Event::Action(act) = &self.made[place].0.event else { return None };
        let Action::Resolved(done) = &act.action else { return None };
        (!done.discarded).then_some(&done.participants)
    }

    /// True if an act settles a roll that is set aside.
    fn settles_set_aside(&self, place: usize, statuses: &[EventStatus]) -> bool {
        let Event::Action(act) = &self.made[place].0.event else { return false };
        let Action::Resolved(resolved) = &act.action else { return false };
        let is_it = |other: &usize| Some(&self.made[*other].0.stamp) == resolved.settles.as_ref();
        (0..place).find(is_it).is_some_and(|roll| statuses[roll] == EventStatus::SetAside)
    }

    /// Returns the acts that the app permits on a device with this knowledge.
    fn kinds(&self, device: usize, battle: &Battle, may: bool) -> Vec<Kind> {
        let mut kinds = Vec::new();
        if self.count(|kind| kind == Kind::ByHand) < self.rule.most_by_hand() {
            kinds.push(Kind::ByHand);
        }
        if self.rule == Rule::Seats {
            kinds.extend(self.kinds_of_seat(device, battle));
            return kinds;
        }
        if !may {
            // Players who continue although entries are missing can repeat the rolls of these entries.
            if self.count(|kind| kind == Kind::Force) < FORCED && battle.is_whole() {
                kinds.push(Kind::Force);
            }
            return kinds;
        }
        match battle.awaiting().next() {
            Some(_) => kinds.extend([Kind::Apply, Kind::Discard]),
            None => kinds.extend((0..UNITS.len()).map(Kind::Roll)),
        }
        kinds.extend(battle.undoing().map(|_| Kind::Undo));
        kinds.extend(battle.redoing().map(|_| Kind::Redo));
        if self.rule == Rule::Control {
            kinds.extend((0..DEVICES.len()).filter(|to| *to != device).map(Kind::Pass));
        }
        kinds
    }

    /// Returns the acts that the app permits on a device with this knowledge and a seat.
    fn kinds_of_seat(&self, device: usize, battle: &Battle) -> Vec<Kind> {
        let this = self::device(device).device;
        let mut kinds: Vec<Kind> = match own_roll(battle, &this) {
            Some(_) => vec![Kind::Apply, Kind::Discard],
            None => (0..UNITS.len()).filter(|unit| battle.may_act_for(&this, UNITS[*unit])).map(Kind::Roll).collect(),
        };
        kinds.extend(battle.undo_of(&this).map(|_| Kind::Undo));
        kinds.extend(battle.redo_of(&this).map(|_| Kind::Redo));
        if self.count(|kind| matches!(kind, Kind::TakeOver(_))) < TAKEN_OVER {
            let has_seat = |other: &usize| !battle.seats_of(&self::device(*other).device).is_empty();
            kinds.extend((0..DEVICES.len()).filter(|other| *other != device && has_seat(other)).map(Kind::TakeOver));
        }
        kinds
    }

    /// True if the events make another battle when they arrive in reverse order and twice.
    fn is_unlike(&self, whole: &Battle) -> bool {
        let mut other = Battle::begin(test_rulesets::RULESETS, header());
        for (made, _) in self.made.iter().rev().chain(&self.made) {
            other.add(made.stamp.clone(), made.event.clone());
        }
        let unlike_table = || other.state().tracked("battle") != whole.state().tracked("battle");
        let unlike_control = || {
            other.control() != whole.control()
                || UNITS.iter().any(|unit| next_number(&other, unit) != next_number(whole, unit))
        };
        other.log() != whole.log()
            || other.log().len() != self.made.len()
            || other.event_statuses() != whole.event_statuses()
            || unlike_table()
            || unlike_control()
    }
}

/// Checks the numbers of rolls in force and of pending rolls. If one device is in control, no number is skipped: a skipped number was seen
/// and given back, and the next roll would have fresh dice.
///
/// If several devices act at once, two of them can use one number without knowing of each other. The log then reports this.
fn numbers(whole: &Battle, at_once: bool) -> Found {
    let (mut used, mut at_once_seen) = (Vec::new(), false);
    for (place, (event, status)) in whole.events().zip(whole.event_statuses()).enumerate() {
        if is_used(event, status) {
            at_once_seen |= whole.seen_before(place) == Some(SeenBefore::AtOnce);
            used.extend(event.rolls().iter().filter_map(|roll| roll.number));
        }
    }
    let is_twice = (1..used.len()).any(|place| used[..place].contains(&used[place]));
    let is_left_out = |unit: &&str| {
        let next = next_number(whole, unit);
        used.iter().any(|number| *number > next && *number - next < 1_000)
    };
    Found {
        number_twice: is_twice && !(at_once && at_once_seen),
        fresh_dice: !at_once && UNITS.iter().any(is_left_out),
        ..Found::default()
    }
}

fn is_used(event: &Event, status: EventStatus) -> bool {
    match (event, status) {
        (Event::Rolled(_), EventStatus::Awaiting) => true,
        (Event::Action(act), EventStatus::InForce) => !act.is_discarded(),
        _ => false,
    }
}

/// True if a roll does not have the lowest number that is free in its unit's stream, by the statuses of all events.
fn skips(battle: &Battle, kind: Kind, event: &Event) -> bool {
    let (Kind::Roll(unit), Event::Rolled(rolled)) = (kind, event) else { return false };
    let used: Vec<u64> = battle
        .events()
        .zip(battle.event_statuses())
        .filter(|(event, status)| is_used(event, *status))
        .flat_map(|(event, _)| event.rolls().iter().filter_map(|roll| roll.number))
        .collect();
    let first = next_number(&Battle::begin(test_rulesets::RULESETS, header()), UNITS[unit]);
    let lowest = (first..).find(|number| !used.contains(number));
    rolled.rolls[0].number != lowest
}

fn next_number(battle: &Battle, unit: &str) -> u64 {
    battle.roll_numbers(Stream::of_unit(battle.header(), unit)).next().expect("a free number")
}

fn header() -> Header {
    let unit =
        |place: usize| Unit { id: UNITS[place].into(), side: 0, command: COMMANDS[place].into(), ..Unit::default() };
    let command = |id: &str| Command { id: id.into(), name: id.into(), ..Command::default() };
    let mut header = Header::new("none", "Model", ["A", "B"], [0, 1].map(unit).into(), Seed([3; 32]));
    header.sides[0].commands = COMMANDS.map(command).into();
    header
}

/// The first event with seats: each device has its own.
fn seated() -> Event {
    let places = [Place::Command(COMMANDS[0].into()), Place::Command(COMMANDS[1].into()), Place::Umpire];
    let battle = Battle::begin(test_rulesets::RULESETS, header());
    let each = places
        .into_iter()
        .enumerate()
        .map(|(place, of)| battle.seating(1.0, &device(place).device, &[Seat::new("", of)], None));
    let changes = each.filter_map(|event| match event {
        Event::Action(act) => Some(act.changes),
        _ => None,
    });
    act(Action::ByHand, changes.flatten().collect())
}

/// The waiting roll of a device.
fn own_roll<'a>(battle: &'a Battle, device: &Device) -> Option<(&'a Stamp, &'a Rolled)> {
    battle.awaiting().find(|(stamp, _)| stamp.device() == *device)
}

fn device(place: usize) -> Named {
    Named { device: Device::parse(DEVICES[place]).expect("a device"), name: String::new() }
}

fn event(rule: Rule, battle: &Battle, by: usize, kind: Kind) -> Option<Event> {
    let this = device(by).device;
    let settled = |discarded: bool| {
        let (stamp, rolled) = if rule == Rule::Seats { own_roll(battle, &this)? } else { battle.awaiting().next()? };
        let mut resolved = Resolved::discarded(stamp.clone(), rolled.clone());
        resolved.discarded = discarded;
        let set = |roll: &LoggedRoll| Change::set("battle", "shown", roll.faces[0]);
        let changes = rolled.rolls.iter().filter(|_| !discarded).map(set).collect();
        Some(act(Action::Resolved(resolved), changes))
    };
    match kind {
        Kind::Roll(unit) => {
            let number = next_number(battle, UNITS[unit]);
            let faces = battle.header().dice().faces(number, 6, 1);
            let roll = LoggedRoll {
                purpose: "roll".into(),
                sides: 6,
                faces,
                number: Some(number),
                steps: None,
                counted: None,
            };
            let participants = Map::from_iter([("unit".to_owned(), json!([UNITS[unit]]))]);
            Some(Event::Rolled(Box::new(Rolled::of(1.0, "roll", Map::new(), participants, vec![roll]))))
        }
        Kind::Apply => settled(false),
        Kind::Discard => settled(true),
        Kind::Undo => match battle.undo_of(&this)? {
            SeatUndo::Plain(event) => Some(event),
            SeatUndo::Asks { .. } => unreachable!("without rules, nothing depends on an act"),
        },
        Kind::Redo => battle.redo_of(&this),
        Kind::TakeOver(from) => {
            let from = device(from).device;
            let seats = [battle.seats_of(&this), battle.seats_of(&from)].concat();
            Some(battle.seating(1.0, &this, &seats, Some(&from)))
        }
        Kind::ByHand => Some(act(Action::ByHand, vec![Change::set("battle", "marked", json!(by))])),
        Kind::Pass(to) => battle.passing(1.0, &device(by), &device(to)),
        Kind::Force => Some(battle.taking(1.0, &device(by))),
    }
}

fn act(action: Action, changes: Vec<Change>) -> Event {
    Event::Action(Box::new(ActionEvent::new(1.0, action, changes).refereed(Vec::new())))
}

struct Devices {
    rule: Rule,
}

impl Model for Devices {
    type State = History;
    type Action = Step;

    fn init_states(&self) -> Vec<History> {
        let none = History { rule: self.rule, made: Vec::new(), steps: Arc::default(), found: Found::default() };
        let first = match self.rule {
            Rule::Control => Battle::begin(test_rulesets::RULESETS, header()).taking(1.0, &device(0)),
            Rule::AtOnce => act(Action::ByHand, vec![Change::set("battle", "marked", json!(0))]),
            Rule::Seats => seated(),
        };
        vec![none.with(0, 0, Kind::Pass(0), first)]
    }

    fn actions(&self, state: &History, actions: &mut Vec<Step>) {
        actions.extend(state.steps.iter().cloned());
    }

    fn next_state(&self, state: &History, step: Step) -> Option<History> {
        let made = event(self.rule, &state.battle(step.knows), step.device, step.kind)?;
        Some(state.with(step.device, step.knows, step.kind, made))
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always(
                "only one device is in control, unless another took over by force",
                |_, history: &History| !history.found.two_holders,
            ),
            Property::always("stamps are unique", |_, history: &History| !history.found.same_stamp),
            Property::always("no number of a roll is in force twice", |_, history: &History| {
                !history.found.number_twice
            }),
            Property::always("undo and discard grant no fresh dice", |_, history: &History| !history.found.fresh_dice),
            Property::always(
                "a roll takes the lowest number that its device knows to be free",
                |_, history: &History| !history.found.skipped,
            ),
            Property::always("equal sets of events make equal battles, and lose nothing", |_, history: &History| {
                !history.found.unlike
            }),
            Property::always("no honest device is accused", |_, history: &History| !history.found.accused),
            Property::always("with seats, no dice are in force twice", |_, history: &History| {
                !history.found.dice_twice
            }),
            Property::always("with seats, units never share dice", |_, history: &History| {
                !history.found.dice_of_another
            }),
            Property::always(
                "an entry is set aside only for an entry that its author had not seen",
                |_, history: &History| !history.found.lost,
            ),
            Property::sometimes("an entry is set aside, or there are no seats", |model: &Self, history: &History| {
                let is_aside = || history.battle(history.all()).event_statuses().contains(&EventStatus::SetAside);
                model.rule != Rule::Seats || is_aside()
            }),
            Property::sometimes(
                "a device that lost its seat acts, or there are no seats",
                |model: &Self, history: &History| {
                    let taken = history.made.iter().position(|(made, _)| matches!(made.kind, Kind::TakeOver(_)));
                    let acts_unaware = |taken: usize| {
                        let Kind::TakeOver(from) = history.made[taken].0.kind else { return false };
                        let later = &history.made[taken + 1..];
                        later.iter().any(|(made, knew)| made.by == from && knew & 1 << taken == 0)
                    };
                    model.rule != Rule::Seats || taken.is_some_and(acts_unaware)
                },
            ),
            Property::sometimes("control is taken by force, or nobody has it", |model: &Self, history: &History| {
                model.rule != Rule::Control || history.count(|kind| kind == Kind::Force) > 0
            }),
            Property::sometimes("a roll is made again after an undo", |_, history: &History| {
                history.count(|kind| kind == Kind::Undo) > 0 && history.count(|kind| matches!(kind, Kind::Roll(_))) > 1
            }),
            Property::sometimes("a roll is made again after a discard", |_, history: &History| {
                history.count(|kind| kind == Kind::Discard) > 0
                    && history.count(|kind| matches!(kind, Kind::Roll(_))) > 1
            }),
        ]
    }
}

fn check(rule: Rule) {
    // In a breadth-first search, one of two threads can get only states without successors, and then waits for the other.
    let checker = Devices { rule }.checker().threads(8).spawn_dfs().join();
    println!("{} states, {} of them different", checker.state_count(), checker.unique_state_count());
    checker.assert_properties();
}

#[test]
fn with_one_device_in_control_no_history_has_a_fault() {
    check(Rule::Control);
}

#[test]
fn with_three_devices_rolling_at_once_no_history_has_a_fault() {
    check(Rule::AtOnce);
}

#[test]
fn with_seats_and_a_device_that_dies_and_returns_no_history_has_a_fault() {
    check(Rule::Seats);
}
