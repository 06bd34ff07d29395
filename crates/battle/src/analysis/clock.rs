//! The clock: time of the battle, of the turn, and of each side, computed from the times in the log alone.
//!
//! The time between two entries counts for the side whose phase it was. Three of the four rulesets have only phases of both sides. There
//! the time before an act counts for the side that acts, like the time before a move on a chess clock. The acting side is the side of the
//! unit that acts or is changed by hand. If no side acted, for example at the end of a phase, each side gets half. Until then the time is
//! [open](Spent::open) and counts for no side, so no side's time ever decreases. If rolled dice wait to be applied, the time counts for the
//! side that rolled.
//!
//! The clocks of devices can differ, and can be set. Connected devices share one time (see [`rules::steady_clock`]); devices of earlier
//! versions do not. If an entry was certainly made after another but has an earlier time, its device is behind by at least the difference.
//! From then on, the difference is added to the device's times.
//!
//! Acts that were undone took time, too. After [`PAUSE`] without an entry the clock stops until the next entry, because the players are
//! away.

use super::battle_stats;
use crate::{Action, Battle, Change, Device, Event, Stamp};
use rules::closing::is_closed;
use rules::subject::{Side, Subject};
use rules::table::TURN;
use std::collections::BTreeMap;

/// The longest time between two entries that counts, in milliseconds: a quarter of an hour.
pub const PAUSE: f64 = 900_000.0;

/// Times, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spent {
    /// Time of the whole battle.
    pub battle: f64,
    /// Time of the current turn.
    pub turn: f64,
    /// Times of each side.
    pub sides: [f64; 2],
    /// In a phase of both sides, the time since the last entry. It will count for the side that acts next.
    pub open: f64,
}

/// A clock that follows a log.
#[derive(Clone, Debug)]
pub struct Clock {
    so_far: Battle,
    /// Time of the last entry.
    last: f64,
    spent: Spent,
    /// The side whose rolled dice wait to be applied.
    rolled: Option<Side>,
    devices: BTreeMap<Device, DeviceTime>,
    newest: Option<Newest>,
}

/// Times of one device in the log.
#[derive(Clone, Copy, Debug, Default)]
struct DeviceTime {
    /// The known delay of the device's clock, in milliseconds.
    behind: f64,
    /// Time of its last entry, with the delay added.
    last: f64,
}

/// The entries with the highest number so far. The author of an entry with the next number has seen one of them.
#[derive(Clone, Copy, Debug)]
struct Newest {
    number: u32,
    /// Time of that entry; `None` if several entries have the number.
    time: Option<f64>,
}

impl Clock {
    /// A clock at the start of a battle.
    pub fn begin(battle: &Battle) -> Self {
        Self {
            last: battle.header().began,
            so_far: battle.at_start(),
            spent: Spent::default(),
            rolled: None,
            devices: BTreeMap::new(),
            newest: None,
        }
    }

    /// A clock that has followed the whole log of a battle.
    pub fn of(battle: &Battle) -> Self {
        let mut clock = Self::begin(battle);
        clock.follow(battle);
        clock
    }

    /// Follows the log to its end. Begins again if the log belongs to another battle, or if entries were inserted before the last known
    /// one.
    pub fn follow(&mut self, battle: &Battle) {
        let known = self.so_far.log().len();
        let goes_on = battle.header() == self.so_far.header()
            && battle
                .log()
                .get(..known)
                .is_some_and(|log| log.last().map(stamp) == self.so_far.log().last().map(stamp));
        if !goes_on {
            *self = Self::begin(battle);
        }
        let known = self.so_far.log().len();
        for (stamp, event) in &battle.log()[known..] {
            self.add(stamp.clone(), event.clone());
        }
    }

    fn add(&mut self, stamp: Stamp, event: Event) {
        let turn = |battle: &Battle| battle.state().battle().value(TURN);
        let at = self.time_of(&stamp, event.at());
        if event.at().is_some() {
            let time = self.since_last(at);
            self.spent.battle += time;
            self.spent.turn += time;
            let actor = self.actor(&event);
            match self.side().or(actor) {
                Some(side) => self.spent.sides[side.index()] += time,
                None => self.spent.sides.iter_mut().for_each(|side| *side += time / 2.0),
            }
            // Notes, and entries about devices, leave the dice waiting.
            match &event {
                Event::Rolled(_) => self.rolled = actor,
                Event::Action(act) if act.note().is_none() => self.rolled = None,
                _ => {}
            }
            // Entries that two devices made at the same time, without knowing of each other, may be in another order than their times.
            self.last = self.last.max(at);
        }
        let before = turn(&self.so_far);
        self.so_far.add(stamp, event);
        if turn(&self.so_far) != before {
            self.spent.turn = 0.0;
        }
    }

    /// The time of an entry, with the delay of its device added. `at` is the time in the entry, if it has one.
    fn time_of(&mut self, stamp: &Stamp, at: Option<f64>) -> f64 {
        let began = self.so_far.header().began;
        let device = self.devices.entry(stamp.device()).or_insert(DeviceTime { behind: 0.0, last: began });
        // The author had certainly seen the device's earlier entries. If only one entry has the previous number, the author had seen that
        // entry, too.
        let seen = match self.newest {
            Some(Newest { number, time: Some(time) }) if number + 1 == stamp.number() => time,
            _ => began,
        };
        let earliest = device.last.max(seen);
        let time = at.map_or(earliest, |at| at + device.behind);
        if time < earliest {
            device.behind += earliest - time;
        }
        let time = time.max(earliest);
        device.last = time;
        self.newest = Some(match self.newest {
            Some(newest) if newest.number == stamp.number() => Newest { time: None, ..newest },
            _ => Newest { number: stamp.number(), time: Some(time) },
        });
        time
    }

    /// The time `now` on a device, with the device's delay added.
    pub fn time_on(&self, device: &Device, now: f64) -> f64 {
        now + self.devices.get(device).map_or(0.0, |device| device.behind)
    }

    /// Time that counts between the last entry and a moment, in milliseconds.
    fn since_last(&self, now: f64) -> f64 {
        if is_closed(self.so_far.state().battle()) { 0.0 } else { (now - self.last).clamp(0.0, PAUSE) }
    }

    /// The side that makes an entry; `None` if no single side does.
    fn actor(&self, event: &Event) -> Option<Side> {
        let before = self.so_far.state();
        let ruleset = before.ruleset()?;
        match event {
            Event::Action(act) if matches!(act.action, Action::Phase) => None,
            Event::Action(act) => {
                battle_stats::side_of(ruleset, before, act).map(Side::at).or_else(|| only_side(&act.changes))
            }
            Event::Rolled(rolled) => {
                battle_stats::acting_side(ruleset, &rolled.procedure, &rolled.participants, before).map(Side::at)
            }
            Event::Control(_) | Event::Chain(_) | Event::Undo(_) | Event::Redo(_) => None,
        }
    }

    /// Times at the moment `now`, in milliseconds since 1970. `now` must include the delay of the device that shows the times: see
    /// [`time_on`](Self::time_on).
    pub fn at(&self, now: f64) -> Spent {
        let (mut spent, time) = (self.spent, self.since_last(now));
        spent.battle += time;
        spent.turn += time;
        match self.side() {
            Some(side) => spent.sides[side.index()] += time,
            None => spent.open = time,
        }
        spent
    }

    /// Times at the last entry.
    pub fn spent(&self) -> Spent {
        self.spent
    }

    /// The side whose time is running; `None` in a phase of both sides, unless dice wait to be applied.
    pub fn side(&self) -> Option<Side> {
        self.so_far.acting().or(self.rolled)
    }

    /// True if the clock is stopped, because the battle is closed or [`PAUSE`] has passed.
    pub fn stands_still(&self, now: f64) -> bool {
        now - self.last >= PAUSE || is_closed(self.so_far.state().battle())
    }
}

/// The side of all changed trackers; `None` if the changes concern both sides or none.
fn only_side(changes: &[Change]) -> Option<Side> {
    let mut sides = changes.iter().filter_map(|change| match change {
        Change::Set { of: Subject::Side(side), .. } => Some(*side),
        _ => None,
    });
    let first = sides.next()?;
    sides.all(|side| side == first).then_some(first)
}

fn stamp(entry: &(Stamp, Event)) -> &Stamp {
    &entry.0
}

/// A time as hours, minutes and seconds: `1:05:30`.
pub fn in_words(milliseconds: f64) -> String {
    let seconds = (milliseconds / 1000.0).floor().max(0.0);
    let (hours, minutes) = ((seconds / 3600.0).floor(), (seconds / 60.0).floor() % 60.0);
    format!("{hours}:{minutes:02}:{:02}", seconds % 60.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::sample;
    use crate::{ActionEvent, Header, Resolved, Rolled, referee};
    use rules::closing::Verdict;
    use rules::dice::rng::Seed;
    use rules::procedure::Whose;
    use serde_json::{Map, json};

    const MINUTE: f64 = 60_000.0;

    fn push(battle: &mut Battle, event: Event) {
        let stamp = battle.next_stamp("t");
        battle.add(stamp, event);
    }

    fn act(battle: &mut Battle, minute: f64, action: Action, changes: Vec<Change>) {
        push(battle, Event::Action(Box::new(ActionEvent::new(minute * MINUTE, action, changes))));
    }

    fn begun(ruleset: &str) -> Battle {
        let (header, _) = sample(test_rulesets::RULESETS.find(ruleset).unwrap(), Seed([9; 32]));
        Battle::begin(test_rulesets::RULESETS, Header { began: 0.0, ..header })
    }

    fn minutes(spent: Spent) -> [f64; 4] {
        let [a, b] = spent.sides;
        [spent.battle, spent.turn, a, b].map(|time| time / MINUTE)
    }

    #[test]
    fn time_counts_for_the_side_of_the_phase_and_each_turn_begins_at_zero() {
        let mut battle = begun("pikette_squared");
        let phases = test_rulesets::RULESETS.find("pikette_squared").unwrap().phases;
        let phase = |id: &str| i32::try_from(phases.iter().position(|phase| phase.id == id).unwrap()).unwrap();
        let to = |phase: i32| Change::set(Subject::Battle, "phase", phase);
        let place = |side: Side, place: &str| Change::set(side, "place", place);
        act(
            &mut battle,
            2.0,
            Action::ByHand,
            vec![place(Side::A, "second"), place(Side::B, "first"), to(phase("first_side"))],
        );
        assert_eq!(Clock::of(&battle).side(), Some(Side::B));
        act(&mut battle, 7.0, Action::Note("A volley.".into()), Vec::new());
        act(&mut battle, 9.0, Action::ByHand, vec![to(phase("second_side"))]);
        assert_eq!(minutes(Clock::of(&battle).spent()), [9.0, 9.0, 1.0, 8.0]);
        act(&mut battle, 12.0, Action::ByHand, vec![Change::set(Subject::Battle, "turn", 2), to(phase("initiative"))]);
        let clock = Clock::of(&battle);
        assert_eq!(minutes(clock.spent()), [12.0, 0.0, 4.0, 8.0]);
        assert_eq!((minutes(clock.at(13.5 * MINUTE)), clock.side()), ([13.5, 1.5, 4.0, 8.0], None));
        assert_eq!(clock.at(13.5 * MINUTE).open, 1.5 * MINUTE);
    }

    /// Plays a sample battle minute by minute: each side acts and changes a unit by hand, and the phase ends.
    #[track_caller]
    fn counts_by_who_acts(ruleset: &str) {
        let mut battle = begun(ruleset);
        assert_eq!(battle.acting(), None, "the first phase is of both");
        let unit = |battle: &Battle, side: usize| {
            battle.state().units().find(|unit| unit.side == side).map(|unit| unit.id.clone()).unwrap()
        };
        let (ours, theirs) = (unit(&battle, 0), unit(&battle, 1));
        let procedures = test_rulesets::RULESETS.find(ruleset).unwrap().procedures;
        let (procedure, role) = procedures
            .iter()
            .find_map(|procedure| {
                let role = procedure.participants.first().filter(|role| role.whose == Whose::Own)?;
                Some((procedure.id, role.id))
            })
            .unwrap();
        let of = |id: &str| Map::from_iter([(role.to_owned(), json!([id]))]);
        let by = |id: &str| {
            let rolled = Rolled::of(0.0, procedure, Map::new(), of(id), Vec::new());
            Action::Resolved(Resolved::of_discarded(rolled))
        };
        act(&mut battle, 2.0, by(&theirs), Vec::new());
        act(&mut battle, 5.0, by(&ours), Vec::new());
        act(&mut battle, 9.0, Action::ByHand, vec![Change::set(Subject::Unit(theirs.clone()), "note", "They come.")]);
        assert_eq!(minutes(Clock::of(&battle).spent()), [9.0, 9.0, 3.0, 6.0]);
        let undo = battle.undoing().unwrap();
        push(&mut battle, undo);
        act(&mut battle, 10.0, Action::ByHand, vec![Change::set(Side::A, "name", "Ours")]);
        assert_eq!(minutes(Clock::of(&battle).spent()), [10.0, 10.0, 4.0, 6.0]);
        let rolled = Rolled::of(12.0 * MINUTE, procedure, Map::new(), of(&theirs), Vec::new());
        push(&mut battle, Event::Rolled(Box::new(rolled)));
        let clock = Clock::of(&battle);
        assert_eq!((minutes(clock.at(13.0 * MINUTE)), clock.side()), ([13.0, 13.0, 4.0, 9.0], Some(Side::B)));
        act(&mut battle, 13.0, Action::Note("They look it up.".into()), Vec::new());
        assert_eq!(Clock::of(&battle).side(), Some(Side::B), "the dice still wait");
        act(&mut battle, 14.0, by(&theirs), Vec::new());
        let to = referee::next_changes(test_rulesets::RULESETS.find(ruleset).unwrap(), battle.state());
        act(&mut battle, 20.0, Action::Phase, to);
        assert_eq!(minutes(Clock::of(&battle).spent()), [20.0, 20.0, 7.0, 13.0]);
    }

    #[test]
    fn time_of_a_phase_of_both_counts_for_the_side_that_acts_in_pike_and_shot() {
        counts_by_who_acts("pike_and_shot");
    }

    #[test]
    fn time_of_a_phase_of_both_counts_for_the_side_that_acts_in_pikette_squared() {
        counts_by_who_acts("pikette_squared");
    }

    #[test]
    fn time_of_a_phase_of_both_counts_for_the_side_that_acts_in_argad() {
        counts_by_who_acts("argad");
    }

    #[test]
    fn time_of_a_phase_of_both_counts_for_the_side_that_acts_in_arquebusier() {
        counts_by_who_acts("arquebusier");
    }

    /// Adds a change by hand of a side, made on a device.
    fn by(battle: &mut Battle, device: &str, side: Side, minute: f64) {
        let stamp = battle.next_stamp(&format!("{device}tab1"));
        let changes = vec![Change::set(side, "name", format!("After {minute}"))];
        battle.add(stamp, Event::Action(Box::new(ActionEvent::new(minute * MINUTE, Action::ByHand, changes))));
    }

    const PHONE: &str = "phone000";
    const TABLET: &str = "tablet00";

    #[test]
    fn acts_of_a_device_whose_clock_is_slow_get_no_time_of_the_other() {
        let mut battle = begun("argad");
        // The tablet's clock is five minutes behind. Its first act takes no time; each later act of either device takes a minute.
        by(&mut battle, PHONE, Side::A, 1.0);
        by(&mut battle, TABLET, Side::B, 1.0 - 5.0);
        for round in 1..10 {
            let minute = 2.0 * f64::from(round);
            by(&mut battle, PHONE, Side::A, minute);
            by(&mut battle, TABLET, Side::B, minute + 1.0 - 5.0);
        }
        assert_eq!(minutes(Clock::of(&battle).spent()), [19.0, 19.0, 10.0, 9.0]);
        let clock = Clock::of(&battle);
        let here = |device: &str, minute: f64| clock.time_on(&Device::parse(device).unwrap(), minute * MINUTE) / MINUTE;
        assert_eq!((here(PHONE, 20.0), here(TABLET, 15.0)), (20.0, 20.0));
    }

    #[test]
    fn acts_count_after_the_clock_of_the_only_device_was_set_back() {
        let mut battle = begun("argad");
        by(&mut battle, PHONE, Side::A, 10.0);
        for second in [0.0, 13.0, 26.0] {
            by(&mut battle, PHONE, Side::A, 5.0 + second / 60.0);
        }
        let spent = Clock::of(&battle).spent();
        assert!((spent.battle / 1000.0 - 626.0).abs() < 0.1, "{spent:?}");
    }

    #[test]
    fn ten_minutes_between_two_acts_count_as_ten() {
        let mut battle = begun("argad");
        by(&mut battle, PHONE, Side::A, 1.0);
        by(&mut battle, PHONE, Side::A, 11.0);
        assert_eq!(minutes(Clock::of(&battle).spent())[0], 11.0);
    }

    #[test]
    fn devices_that_acted_independently_are_not_taken_for_slow() {
        let mut battle = begun("argad");
        by(&mut battle, PHONE, Side::A, 1.0);
        let mut other = battle.clone();
        // Both devices act for ten minutes. The tablet acts less often, so its numbers are lower.
        for minute in 2..=10 {
            by(&mut battle, PHONE, Side::A, f64::from(minute));
        }
        for minute in [5.0, 10.0] {
            by(&mut other, TABLET, Side::B, minute);
        }
        battle.add_all(other.log()[1..].to_vec());
        assert_eq!(minutes(Clock::of(&battle).spent())[0], 10.0);
    }

    #[test]
    fn undone_acts_count_and_long_gaps_do_not() {
        let mut battle = begun("pike_and_shot");
        act(&mut battle, 4.0, Action::ByHand, vec![Change::set(Subject::Battle, "turn", 1)]);
        let undo = battle.undoing().unwrap();
        push(&mut battle, undo);
        assert_eq!(minutes(Clock::of(&battle).spent())[0], 4.0);
        act(&mut battle, 100.0, Action::Note("After lunch.".into()), Vec::new());
        let clock = Clock::of(&battle);
        assert_eq!(minutes(clock.spent())[0], 19.0, "a quarter of an hour counts");
        assert_eq!(minutes(clock.at(90.0 * MINUTE))[0], 19.0, "a device whose clock is behind takes nothing away");
        assert!(!clock.stands_still(114.0 * MINUTE) && clock.stands_still(115.0 * MINUTE));
        push(&mut battle, Event::Action(Box::new(Battle::closing(101.0 * MINUTE, Verdict::A, ""))));
        let clock = Clock::of(&battle);
        assert_eq!(minutes(clock.at(110.0 * MINUTE))[0], 20.0);
        assert!(clock.stands_still(101.0 * MINUTE), "a closed battle takes no time");
    }

    #[test]
    fn a_clock_that_follows_a_log_equals_one_computed_from_the_whole_log() {
        let ruleset = test_rulesets::RULESETS.find("argad").unwrap();
        let mut battle = begun("argad");
        let mut clock = Clock::of(&battle);
        for minute in 1..40 {
            let changes = referee::next_changes(ruleset, battle.state());
            act(&mut battle, f64::from(minute), Action::Phase, changes);
            clock.follow(&battle);
            assert_eq!(clock.spent(), Clock::of(&battle).spent());
        }
        let other = begun("argad");
        clock.follow(&other);
        assert_eq!(clock.spent(), Spent::default());
    }

    #[test]
    fn times_are_written_in_hours_minutes_and_seconds() {
        assert_eq!([0.0, 61_000.0, 3_725_999.0, -5.0].map(in_words), ["0:00:00", "0:01:01", "1:02:05", "0:00:00"]);
    }
}
