//! The clock: time of the battle, of the turn, and of each side's phases, from the times of the log alone.
//!
//! The time from one entry to the next is that of the side whose phase it was. Acts that were undone took time, too. After
//! [`PAUSE`] without an entry the clock stands still until the next: nobody is at the table.

use crate::battle::{Battle, Event, Header, Stamp};
use crate::core::subject::Side;
use crate::rules::closing::is_closed;
use crate::rules::table::TURN;

/// Time without an entry that is counted at most, in milliseconds: a quarter of an hour.
pub const PAUSE: f64 = 900_000.0;

/// Times, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spent {
    /// Time of the whole battle.
    pub battle: f64,
    /// Time of the turn that is played.
    pub turn: f64,
    /// Times of each side's phases.
    pub sides: [f64; 2],
}

/// A clock that follows a log.
#[derive(Clone, Debug)]
pub struct Clock {
    so_far: Battle,
    /// Time of the last entry.
    last: f64,
    spent: Spent,
}

impl Clock {
    /// A clock at the beginning of a battle.
    pub fn begin(header: Header) -> Self {
        Self { last: header.began, so_far: Battle::begin(header), spent: Spent::default() }
    }

    /// A clock at the end of a battle's log.
    pub fn of(battle: &Battle) -> Self {
        let mut clock = Self::begin(battle.header().clone());
        clock.follow(battle);
        clock
    }

    /// Goes on to the end of the log; begins anew if the log is another, or has new entries before its end.
    pub fn follow(&mut self, battle: &Battle) {
        let known = self.so_far.log().len();
        let goes_on = battle.header() == self.so_far.header()
            && battle
                .log()
                .get(..known)
                .is_some_and(|log| log.last().map(stamp) == self.so_far.log().last().map(stamp));
        if !goes_on {
            *self = Self::begin(battle.header().clone());
        }
        let known = self.so_far.log().len();
        for (stamp, event) in &battle.log()[known..] {
            self.add(stamp.clone(), event.clone());
        }
    }

    fn add(&mut self, stamp: Stamp, event: Event) {
        let turn = |battle: &Battle| battle.state().battle().value(TURN);
        if let Some(at) = event.at() {
            self.spent = self.at(at);
            // The clocks of two devices may differ by a little.
            self.last = self.last.max(at);
        }
        let before = turn(&self.so_far);
        self.so_far.add(stamp, event);
        if turn(&self.so_far) != before {
            self.spent.turn = 0.0;
        }
    }

    /// Times at a moment after the last entry, in milliseconds since 1970.
    pub fn at(&self, now: f64) -> Spent {
        let mut spent = self.spent;
        if is_closed(self.so_far.state().battle()) {
            return spent;
        }
        let time = (now - self.last).clamp(0.0, PAUSE);
        spent.battle += time;
        spent.turn += time;
        if let Some(side) = self.side() {
            spent.sides[side.index()] += time;
        }
        spent
    }

    /// Times at the last entry.
    pub fn spent(&self) -> Spent {
        self.spent
    }

    /// The side whose time runs; `None` in phases of both.
    pub fn side(&self) -> Option<Side> {
        self.so_far.acting()
    }

    /// True if it stands still: the battle is closed, or nobody has done anything for long.
    pub fn stands_still(&self, now: f64) -> bool {
        now - self.last >= PAUSE || is_closed(self.so_far.state().battle())
    }
}

fn stamp(entry: &(Stamp, Event)) -> &Stamp {
    &entry.0
}

/// A time in hours, minutes and seconds: `1:05:30`.
pub fn in_words(milliseconds: f64) -> String {
    let seconds = (milliseconds / 1000.0).floor().max(0.0);
    let (hours, minutes) = ((seconds / 3600.0).floor(), (seconds / 60.0).floor() % 60.0);
    format!("{hours}:{minutes:02}:{:02}", seconds % 60.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Action, ActionEvent, Change, referee};
    use crate::core::subject::Subject;
    use crate::dice::rng::Seed;
    use crate::rules::closing::Verdict;
    use crate::rulesets;
    use crate::storage::beginning;

    const MINUTE: f64 = 60_000.0;

    fn push(battle: &mut Battle, event: Event) {
        let stamp = battle.next_stamp("t");
        battle.add(stamp, event);
    }

    fn act(battle: &mut Battle, minute: f64, action: Action, changes: Vec<Change>) {
        push(battle, Event::Action(Box::new(ActionEvent::new(minute * MINUTE, action, changes))));
    }

    fn begun(ruleset: &str) -> Battle {
        let (header, _) = beginning::sample(rulesets::find(ruleset).unwrap(), Seed([9; 32]));
        Battle::begin(Header { began: 0.0, ..header })
    }

    fn minutes(spent: Spent) -> [f64; 4] {
        let [a, b] = spent.sides;
        [spent.battle, spent.turn, a, b].map(|time| time / MINUTE)
    }

    #[test]
    fn time_belongs_to_the_side_whose_phase_it_is_and_turns_begin_at_nothing() {
        let mut battle = begun("pikette_squared");
        let phases = rulesets::find("pikette_squared").unwrap().phases;
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
        assert_eq!(minutes(Clock::of(&battle).spent()), [9.0, 9.0, 0.0, 7.0]);
        act(&mut battle, 12.0, Action::ByHand, vec![Change::set(Subject::Battle, "turn", 2), to(phase("initiative"))]);
        let clock = Clock::of(&battle);
        assert_eq!(minutes(clock.spent()), [12.0, 0.0, 3.0, 7.0]);
        assert_eq!((minutes(clock.at(13.5 * MINUTE)), clock.side()), ([13.5, 1.5, 3.0, 7.0], None));
    }

    #[test]
    fn undone_acts_took_time_and_long_gaps_are_pauses() {
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
    fn a_clock_that_follows_a_log_shows_what_one_made_anew_shows() {
        let ruleset = rulesets::find("argad").unwrap();
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
