//! A device's time for the log of a battle, in milliseconds since 1970.
//!
//! The device's clock may be wrong, and may be changed while a battle is played. Two corrections keep the times of a log comparable:
//!
//! - When devices connect, they exchange their times, and the one that joins follows the other: [`SteadyClock::follow`].
//! - If the clock is changed while the page is awake, it jumps relative to the monotonic clock. The jump is subtracted:
//!   [`SteadyClock::read`].
//!
//! On most systems the monotonic clock stops while a device sleeps, so sleep looks like a clock that jumps forward. A forward jump is
//! therefore subtracted only if the page was visible all the time: a sleeping device shows no page.

/// Greatest correction towards another device's time, in milliseconds: a day. A clock in a wrong time zone is off by less. Greater
/// differences are sent by mistake or on purpose, and are ignored.
const FURTHEST: f64 = 24.0 * 3_600_000.0;

/// Greatest difference between both clocks that is not treated as a jump, in milliseconds. Systems adjust clocks in small steps, and timers
/// are late.
const TOLERANCE: f64 = 1_500.0;

/// A device's time for logs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SteadyClock {
    /// Difference to the device's clock, in milliseconds.
    offset: f64,
    /// The part of the difference that comes from other devices.
    followed: f64,
    /// The device's clock and the monotonic clock at the last reading.
    last: Option<(f64, f64)>,
    /// True if the page was hidden at the last reading.
    was_hidden: bool,
}

impl SteadyClock {
    /// Returns a clock with this difference to the device's clock, in milliseconds.
    pub fn with_offset(offset: f64) -> Self {
        Self { offset: if offset.is_finite() { offset } else { 0.0 }, ..Self::default() }
    }

    /// Returns the difference to the device's clock, in milliseconds.
    pub fn offset(&self) -> f64 {
        self.offset
    }

    /// Returns the corrected time, from the device's clock and the monotonic clock. Must also be called whenever the page is hidden or shown, because
    /// `is_hidden` is assumed to be true until the next call.
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

    /// Follows the time of another device, unless the difference is too great. Returns true if the followed time differs noticeably from the time
    /// here.
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

    /// Returns the clock of a visible page, read at minute 100 of the device's clock.
    fn read_at_100() -> SteadyClock {
        let mut clock = SteadyClock::default();
        clock.read(100.0 * MINUTE, 0.0, false);
        clock
    }

    /// Returns the time that a clock shows in minutes, after it was read at minute 100. The arguments are the minutes of both clocks.
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
        assert!(!clock.follow(here, here), "the second time makes no difference");
    }

    #[test]
    fn setting_the_clock_while_the_page_is_shown_has_no_effect() {
        assert_eq!(read_next(95.5, 0.5), 100.5, "set back by five minutes");
        assert_eq!(read_next(105.5, 0.5), 100.5, "set forward by five minutes");
        assert_eq!(read_next(100.985, 1.0), 100.985, "an adjustment of the system by 900 ms is followed");
        // The next reading contains no further jump.
        let mut clock = read_at_100();
        for minute in [0.5, 1.0, 7.0] {
            assert_eq!(clock.read((95.0 + minute) * MINUTE, minute * MINUTE, false), (100.0 + minute) * MINUTE);
        }
    }

    #[test]
    fn setting_the_clock_back_while_the_page_is_hidden_has_no_effect() {
        let mut clock = read_at_100();
        clock.read(100.0 * MINUTE, 0.0, true);
        assert_eq!(clock.read(95.5 * MINUTE, 0.5 * MINUTE, false), 100.5 * MINUTE);
    }

    #[test]
    fn ten_minutes_of_sleep_count_even_if_the_monotonic_clock_stops() {
        for monotonic in [1.0, 10.0 * MINUTE] {
            let mut clock = read_at_100();
            clock.read(100.0 * MINUTE, 0.0, true);
            assert_eq!(clock.read(110.0 * MINUTE, monotonic, false), 110.0 * MINUTE);
            assert_eq!(clock.read(111.0 * MINUTE, monotonic + MINUTE, false), 111.0 * MINUTE);
        }
    }

    #[test]
    fn readings_of_a_hidden_page_before_and_after_sleep_lose_no_time() {
        let mut clock = read_at_100();
        clock.read(100.0 * MINUTE, 0.0, true);
        clock.read(101.0 * MINUTE, MINUTE, true);
        assert_eq!(clock.read(111.0 * MINUTE, MINUTE, true), 111.0 * MINUTE);
        assert_eq!(clock.read(111.0 * MINUTE, MINUTE, false), 111.0 * MINUTE);
    }

    #[test]
    fn absurd_times_of_other_devices_are_ignored() {
        let here = 100.0 * MINUTE;
        for other in [0.0, -1e300, 1e300, f64::MAX, f64::NAN, f64::INFINITY, here + FURTHEST + MINUTE] {
            let mut clock = read_at_100();
            let other = if other == 0.0 { here - FURTHEST - MINUTE } else { other };
            assert!(!clock.follow(other, here), "{other} is not followed");
            assert_eq!(clock.read(here, 0.0, false), here, "{other}");
        }
        assert_eq!(SteadyClock::with_offset(f64::NAN).offset(), 0.0, "the stored difference is ignored, too");
    }

    #[test]
    fn repeated_small_steps_move_the_clock_by_a_day_at_most() {
        let mut clock = read_at_100();
        for _ in 0..100 {
            let here = clock.read(100.0 * MINUTE, 0.0, false);
            clock.follow(here + FURTHEST / 3.0, here);
        }
        assert_eq!(clock.offset(), FURTHEST);
        let here = clock.read(100.0 * MINUTE, 0.0, false);
        assert!(clock.follow(here - FURTHEST, here), "a plausible time is followed again");
    }

    #[test]
    fn a_clock_that_is_years_off_can_still_follow_another_device() {
        let mut clock = read_at_100();
        let years = 3.0 * 365.0 * FURTHEST;
        assert_eq!(clock.read(100.0 * MINUTE + years, 0.0, false), 100.0 * MINUTE);
        assert!(clock.follow(105.0 * MINUTE, 100.0 * MINUTE));
        assert_eq!(clock.read(101.0 * MINUTE + years, MINUTE, false), 106.0 * MINUTE);
    }
}
