//! A device's time for the log of a battle, in milliseconds since 1970.
//!
//! The device's own clock may be wrong, and may be set while a battle is played. Two corrections keep the times of a log comparable:
//!
//! - Devices that connect exchange their times, and the one that joins follows the other: [`SteadyClock::follow`].
//! - A clock that is set while the page is awake jumps against the monotonic clock. The jump is taken out again: [`SteadyClock::read`].
//!
//! On most systems the monotonic clock stands still while a device sleeps, so that sleep looks like a clock that is set forward. A
//! forward jump is therefore taken out only if the page was visible all the time: a device that sleeps shows no page.

/// Time of another device that is followed at most, as a difference to what this device had without it: a day. It is more than any
/// clock of a wrong time zone is off. A device that sends other times sends them by mistake or on purpose.
const FURTHEST: f64 = 24.0 * 3_600_000.0;

/// Difference between both clocks that is no jump: systems adjust their clocks in small steps, and timers are late.
const TOLERANCE: f64 = 1_500.0;

/// A device's time for logs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SteadyClock {
    /// Difference to the device's own clock.
    offset: f64,
    /// The part of it that other devices caused.
    followed: f64,
    /// The device's clock and the monotonic clock when they were read last.
    last: Option<(f64, f64)>,
    /// True if the page was hidden when they were read last.
    was_hidden: bool,
}

impl SteadyClock {
    /// A clock with a difference to the device's own clock.
    pub fn with_offset(offset: f64) -> Self {
        Self { offset: if offset.is_finite() { offset } else { 0.0 }, ..Self::default() }
    }

    /// The difference to the device's own clock, in milliseconds.
    pub fn offset(&self) -> f64 {
        self.offset
    }

    /// The time, from the device's own clock and the monotonic clock. It must also be read whenever the page is hidden or shown, so that
    /// `is_hidden` holds until the next reading.
    pub fn read(&mut self, wall: f64, monotonic: f64, is_hidden: bool) -> f64 {
        if let Some((wall_before, monotonic_before)) = self.last {
            let jump = (wall - wall_before) - (monotonic - monotonic_before);
            let was_set = jump < -TOLERANCE || jump > TOLERANCE && !self.was_hidden;
            if was_set {
                self.offset -= jump;
            }
        }
        self.last = Some((wall, monotonic));
        self.was_hidden = is_hidden;
        wall + self.offset
    }

    /// Takes over the time of another device, unless it is absurd. Returns true if it differs noticeably from the time here.
    pub fn follow(&mut self, other: f64, here: f64) -> bool {
        let difference = other - here;
        let followed = self.followed + difference;
        if !followed.is_finite() || followed.abs() > FURTHEST {
            return false;
        }
        self.followed = followed;
        self.offset += difference;
        difference.abs() > TOLERANCE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: f64 = 60_000.0;

    /// A clock of a page that is shown, read at minute 100 of the device's clock.
    fn read_at_100() -> SteadyClock {
        let mut clock = SteadyClock::default();
        clock.read(100.0 * MINUTE, 0.0, false);
        clock
    }

    /// The minute that a page shows after it was read at minute 100, from the minutes of both clocks.
    #[track_caller]
    fn read_next(wall: f64, monotonic: f64) -> f64 {
        read_at_100().read(wall * MINUTE, monotonic * MINUTE, false) / MINUTE
    }

    #[test]
    fn a_device_that_is_five_minutes_slow_has_the_time_of_the_one_it_joined() {
        let mut clock = read_at_100();
        assert!(clock.follow(105.0 * MINUTE, 100.0 * MINUTE));
        assert_eq!(clock.read(101.0 * MINUTE, MINUTE, false), 106.0 * MINUTE);
        let here = clock.read(102.0 * MINUTE, 2.0 * MINUTE, false);
        assert!(!clock.follow(here, here), "it is followed already");
    }

    #[test]
    fn a_clock_that_is_set_while_the_page_is_shown_goes_on_as_if_it_had_not_been() {
        assert_eq!(read_next(95.5, 0.5), 100.5, "set back by five minutes");
        assert_eq!(read_next(105.5, 0.5), 100.5, "set forward by five minutes");
        assert_eq!(read_next(100.985, 1.0), 100.985, "an adjustment of the system by 900 ms is followed");
        // The next reading has nothing more to take out.
        let mut clock = read_at_100();
        for minute in [0.5, 1.0, 7.0] {
            assert_eq!(clock.read((95.0 + minute) * MINUTE, minute * MINUTE, false), (100.0 + minute) * MINUTE);
        }
    }

    #[test]
    fn a_clock_that_is_set_back_while_the_page_is_hidden_goes_on_too_as_no_sleep_does_that() {
        let mut clock = read_at_100();
        clock.read(100.0 * MINUTE, 0.0, true);
        assert_eq!(clock.read(95.5 * MINUTE, 0.5 * MINUTE, false), 100.5 * MINUTE);
    }

    #[test]
    fn ten_minutes_asleep_count_whether_the_monotonic_clock_stands_still_or_not() {
        for monotonic in [1.0, 10.0 * MINUTE] {
            let mut clock = read_at_100();
            clock.read(100.0 * MINUTE, 0.0, true);
            assert_eq!(clock.read(110.0 * MINUTE, monotonic, false), 110.0 * MINUTE);
            assert_eq!(clock.read(111.0 * MINUTE, monotonic + MINUTE, false), 111.0 * MINUTE);
        }
    }

    #[test]
    fn a_timer_that_reads_the_clock_of_a_hidden_page_before_and_after_the_sleep_takes_nothing_away() {
        let mut clock = read_at_100();
        clock.read(100.0 * MINUTE, 0.0, true);
        clock.read(101.0 * MINUTE, MINUTE, true);
        assert_eq!(clock.read(111.0 * MINUTE, MINUTE, true), 111.0 * MINUTE);
        assert_eq!(clock.read(111.0 * MINUTE, MINUTE, false), 111.0 * MINUTE);
    }

    #[test]
    fn absurd_times_of_a_device_that_is_not_trusted_change_nothing() {
        let here = 100.0 * MINUTE;
        for other in [0.0, -1e300, 1e300, f64::MAX, f64::NAN, f64::INFINITY, here + FURTHEST + MINUTE] {
            let mut clock = read_at_100();
            let other = if other == 0.0 { here - FURTHEST - MINUTE } else { other };
            assert!(!clock.follow(other, here), "{other} is not followed");
            assert_eq!(clock.read(here, 0.0, false), here, "{other}");
        }
        assert_eq!(SteadyClock::with_offset(f64::NAN).offset(), 0.0, "nor does what is stored");
    }

    #[test]
    fn many_times_that_each_are_a_little_later_move_the_clock_by_a_day_at_most() {
        let mut clock = read_at_100();
        for _ in 0..100 {
            let here = clock.read(100.0 * MINUTE, 0.0, false);
            clock.follow(here + FURTHEST / 3.0, here);
        }
        assert_eq!(clock.offset(), FURTHEST);
        let here = clock.read(100.0 * MINUTE, 0.0, false);
        assert!(clock.follow(here - FURTHEST, here), "what is right again is followed");
    }

    #[test]
    fn a_clock_that_was_set_by_years_can_still_follow_another_device() {
        let mut clock = read_at_100();
        let years = 3.0 * 365.0 * FURTHEST;
        assert_eq!(clock.read(100.0 * MINUTE + years, 0.0, false), 100.0 * MINUTE);
        assert!(clock.follow(105.0 * MINUTE, 100.0 * MINUTE));
        assert_eq!(clock.read(101.0 * MINUTE + years, MINUTE, false), 106.0 * MINUTE);
    }
}
