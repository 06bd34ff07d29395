//! A device's time for the log of a battle, in milliseconds since 1970.
//!
//! The device's own clock may be wrong, and may be set while a battle is played. Two corrections keep the times of a log comparable:
//!
//! - Devices that connect exchange their times, and the one that joins follows the other: [`SteadyClock::follow`].
//! - A clock that is set while the page is awake jumps against the monotonic clock. The jump is taken out again: [`SteadyClock::read`].
//!
//! On most systems the monotonic clock stands still while a device sleeps, so that sleep looks like a clock that is set forward. A
//! forward jump is therefore taken out only if the page was awake all the time.

/// Difference between both clocks that is no jump: systems adjust their clocks in small steps, and timers are late.
const TOLERANCE: f64 = 1_500.0;

/// A device's time for logs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SteadyClock {
    /// Difference to the device's own clock.
    offset: f64,
    /// The device's clock and the monotonic clock when they were read last.
    last: Option<(f64, f64)>,
    /// True if the device may have slept since.
    may_have_slept: bool,
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

    /// The time, from the device's own clock and the monotonic clock.
    pub fn read(&mut self, wall: f64, monotonic: f64) -> f64 {
        if let Some((wall_before, monotonic_before)) = self.last {
            let jump = (wall - wall_before) - (monotonic - monotonic_before);
            let was_set = jump < -TOLERANCE || jump > TOLERANCE && !self.may_have_slept;
            if was_set {
                self.offset -= jump;
            }
        }
        self.last = Some((wall, monotonic));
        self.may_have_slept = false;
        wall + self.offset
    }

    /// Notes that the device may sleep before the clock is read again, as the page is hidden.
    pub fn may_sleep(&mut self) {
        self.may_have_slept = true;
    }

    /// Takes over the time of another device. Returns true if it differs noticeably from the time here.
    pub fn follow(&mut self, other: f64, here: f64) -> bool {
        let difference = other - here;
        if difference.is_finite() {
            self.offset += difference;
        }
        difference.abs() > TOLERANCE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: f64 = 60_000.0;

    #[test]
    fn a_device_that_is_five_minutes_slow_has_the_time_of_the_one_it_joined() {
        let mut clock = SteadyClock::default();
        let here = clock.read(100.0 * MINUTE, 0.0);
        assert!(clock.follow(105.0 * MINUTE, here));
        assert_eq!(clock.read(101.0 * MINUTE, MINUTE), 106.0 * MINUTE);
        let here = clock.read(102.0 * MINUTE, 2.0 * MINUTE);
        assert!(!clock.follow(here, here), "it is followed already");
    }

    #[test]
    fn a_clock_that_is_set_back_by_five_minutes_goes_on_as_if_it_had_not_been() {
        let mut clock = SteadyClock::default();
        clock.read(100.0 * MINUTE, 0.0);
        assert_eq!(clock.read(95.5 * MINUTE, 0.5 * MINUTE), 100.5 * MINUTE);
        // Also while the page was hidden: no sleep sets a clock back.
        clock.may_sleep();
        assert_eq!(clock.read(91.0 * MINUTE, MINUTE), 101.0 * MINUTE);
    }

    #[test]
    fn a_clock_that_is_set_forward_while_the_page_is_awake_goes_on_as_if_it_had_not_been() {
        let mut clock = SteadyClock::default();
        clock.read(100.0 * MINUTE, 0.0);
        assert_eq!(clock.read(105.5 * MINUTE, 0.5 * MINUTE), 100.5 * MINUTE);
    }

    #[test]
    fn ten_minutes_asleep_count_whether_the_monotonic_clock_stands_still_or_not() {
        for monotonic in [1.0, 10.0 * MINUTE] {
            let mut clock = SteadyClock::default();
            clock.read(100.0 * MINUTE, 0.0);
            clock.may_sleep();
            assert_eq!(clock.read(110.0 * MINUTE, monotonic), 110.0 * MINUTE);
        }
    }

    #[test]
    fn small_adjustments_of_the_system_are_followed() {
        let mut clock = SteadyClock::default();
        clock.read(100.0 * MINUTE, 0.0);
        assert_eq!(clock.read(101.0 * MINUTE - 900.0, MINUTE), 101.0 * MINUTE - 900.0);
    }

    #[test]
    fn a_time_that_is_no_number_changes_nothing() {
        let mut clock = SteadyClock::with_offset(f64::NAN);
        assert!(!clock.follow(f64::INFINITY, 0.0) || clock.offset() == 0.0);
        assert_eq!(clock.read(5.0, 0.0), 5.0);
    }
}
