//! Calibration of the odds: of all chances that were shown at 30 to 40 %, the share that happened. It shows players that the odds are
//! honest.
//!
//! Each band has the exact interval of Clopper and Pearson for the true rate. For any rate, at least 95 % of such intervals contain it.

use rules::text;
use rules::text::number;
use rules::text::tenths;

/// Number of bands: tenths.
pub const BANDS: usize = 10;
/// Probability that the interval misses the true rate on each side.
const MISSED: f64 = 0.025;
/// Number of halvings for an end of the interval: more than a float has digits.
const HALVINGS: usize = 60;

/// The chances in one band.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Band {
    /// Number of chances.
    pub shown: u32,
    /// Number of chances that happened.
    pub happened: u32,
    /// Sum of their probabilities.
    pub expected: f64,
}

/// Chances in bands of a tenth each.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Calibration(pub [Band; BANDS]);

impl Band {
    /// The share that happened, from 0 to 1; `None` without chances.
    pub fn rate(&self) -> Option<f64> {
        (self.shown > 0).then(|| f64::from(self.happened) / f64::from(self.shown))
    }

    /// The expected share, from 0 to 1; `None` without chances.
    pub fn expected_rate(&self) -> Option<f64> {
        (self.shown > 0).then(|| self.expected / f64::from(self.shown))
    }

    /// The exact 95 % interval of Clopper and Pearson for the true rate; `None` without chances.
    pub fn interval(&self) -> Option<(f64, f64)> {
        (self.shown > 0).then(|| clopper_pearson(self.happened.min(self.shown), self.shown))
    }

    /// True if the interval contains the expected share.
    pub fn fits(&self) -> bool {
        match (self.interval(), self.expected_rate()) {
            (Some((least, most)), Some(expected)) => (least..=most).contains(&expected),
            _ => true,
        }
    }

    /// The expected number, rounded to a tenth.
    pub fn expected_words(&self) -> String {
        number(tenths(self.expected))
    }
}

impl Calibration {
    /// Adds chances, each with true if it happened. Certain and impossible events are left out.
    pub fn add(&mut self, chances: &[(f64, bool)]) {
        const CERTAIN: f64 = 1e-9;
        for (p, happened) in chances.iter().filter(|(p, _)| *p > CERTAIN && *p < 1.0 - CERTAIN) {
            let band = &mut self.0[band_of(*p)];
            band.shown += 1;
            band.happened += u32::from(*happened);
            band.expected += p;
        }
    }

    /// Adds all chances of another calibration.
    pub fn join(&mut self, other: &Self) {
        for (band, more) in self.0.iter_mut().zip(&other.0) {
            band.shown = band.shown.saturating_add(more.shown);
            band.happened = band.happened.saturating_add(more.happened);
            band.expected += more.expected;
        }
    }

    /// Number of chances.
    pub fn shown(&self) -> u32 {
        self.0.iter().fold(0, |sum, band| sum.saturating_add(band.shown))
    }

    /// Name of a band: `30–40 %`.
    pub fn name(band: usize) -> String {
        text!("{from}–{to} %", from = 10 * band, to = 10 * (band + 1)).to_string()
    }
}

/// The band of a probability. A band includes its lower end, even if a rounding error puts the probability slightly below.
fn band_of(p: f64) -> usize {
    let tenths = (p * 10.0 + 1e-9).floor();
    (0..BANDS).rev().find(|band| tenths >= *band as f64).unwrap_or(0)
}

/// The exact interval for the rate, if `k` of `n` events happened. `n` is above 0.
fn clopper_pearson(k: u32, n: u32) -> (f64, f64) {
    (least_rate(k, n), 1.0 - least_rate(n - k, n))
}

/// The lower end of the interval: the highest rate at which `k` or more of `n` events are too rare.
fn least_rate(k: u32, n: u32) -> f64 {
    // At a rate of k/n or more, the expected number is at least k, so k or more are not rare.
    let is_rare = |p: f64| f64::from(k) > p * f64::from(n) && or_more(k, n, p) < MISSED;
    if k == 0 { 0.0 } else { bisected(is_rare) }
}

/// Probability that `k` or more of `n` events happen, each with probability p, for 0 < p < k/n. From `k` on, each number is less probable
/// than the one before. So of millions of numbers only a few ten thousand are added.
fn or_more(k: u32, n: u32, p: f64) -> f64 {
    const NOTHING: f64 = 1e-17;
    let mut term = mass(k, n, p);
    let mut sum = term;
    for i in k..n {
        term *= f64::from(n - i) / f64::from(i + 1) * p / (1.0 - p);
        sum += term;
        if term <= NOTHING * sum {
            break;
        }
    }
    sum
}

/// The highest rate, from 0 to 1, for which `holds` is true.
fn bisected(holds: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        if holds(middle) { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

/// Probability that exactly i of n events happen, each with probability p, for 0 < p < 1.
fn mass(i: u32, n: u32, p: f64) -> f64 {
    let ways = ln_factorial(n) - ln_factorial(i) - ln_factorial(n - i);
    (ways + f64::from(i) * p.ln() + f64::from(n - i) * (1.0 - p).ln()).exp()
}

/// Logarithm of n!. Stirling's series is used for large n.
fn ln_factorial(n: u32) -> f64 {
    const LARGE: u32 = 64;
    if n < LARGE {
        return (2..=n).map(|i| f64::from(i).ln()).sum();
    }
    let x = f64::from(n);
    (x + 0.5) * x.ln() - x + std::f64::consts::TAU.ln() / 2.0 + 1.0 / (12.0 * x) - 1.0 / (360.0 * x.powi(3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn band(happened: u32, shown: u32, expected: f64) -> Band {
        Band { shown, happened, expected }
    }

    #[test]
    fn the_interval_is_that_of_clopper_and_pearson() {
        // From published tables of the interval, which give four digits.
        for (k, n, least, most) in [
            (0, 10, 0.0, 0.308_497_1),
            (1, 10, 0.002_528_6, 0.445_016_1),
            (5, 10, 0.187_086_0, 0.812_914_0),
            (10, 10, 0.691_502_9, 1.0),
            (34, 100, 0.248_223_5, 0.441_533_4),
        ] {
            let (low, high) = band(k, n, 0.0).interval().unwrap();
            assert!((low - least).abs() < 5e-5 && (high - most).abs() < 5e-5, "{k} of {n}: {low} to {high}");
        }
        let (low, high) = band(3_500, 10_000, 0.0).interval().unwrap();
        assert!(0.340 < low && low < 0.341 && 0.359 < high && high < 0.3595, "{low} to {high}");
        let (low, high) = band(u32::MAX / 4, u32::MAX, 0.0).interval().unwrap();
        assert!(0.24998 < low && low < 0.25 && 0.25 < high && high < 0.25002, "{low} to {high}");
        assert_eq!(band(0, 0, 0.0).interval(), None);
    }

    #[test]
    fn the_true_rate_is_missed_at_most_once_in_twenty() {
        for (n, p) in [(12, 0.35), (40, 0.05), (25, 0.5)] {
            let missed = (0..=n).filter(|k| {
                let (low, high) = clopper_pearson(*k, n);
                !(low..=high).contains(&p)
            });
            let missed: f64 = missed.map(|k| mass(k, n, p)).sum();
            assert!(missed <= 0.05, "{n} at {p}: {missed}");
        }
    }

    #[test]
    fn chances_are_counted_in_bands_of_a_tenth_unless_they_are_certain() {
        let mut calibration = Calibration::default();
        calibration.add(&[(0.3, true), (0.1 + 0.2, false), (0.35, false), (0.399, true), (1.0, true), (0.0, false)]);
        calibration.add(&[(0.4, true), (0.999, true), (0.7 + 0.1 + 0.1, false), (1.0 / 36.0, false)]);
        let counts = calibration.0.map(|band| (band.shown, band.happened));
        assert_eq!(counts, [(1, 0), (0, 0), (0, 0), (4, 2), (1, 1), (0, 0), (0, 0), (0, 0), (0, 0), (2, 1)]);
        assert!((calibration.0[3].expected - 1.349).abs() < 1e-9);
        assert_eq!((calibration.shown(), Calibration::name(3)), (8, "30–40 %".to_owned()));
        let mut twice = calibration;
        twice.join(&calibration);
        assert_eq!(twice.shown(), 16);
        twice.0[0].shown = u32::MAX;
        twice.join(&calibration);
        assert_eq!((twice.0[0].shown, twice.shown()), (u32::MAX, u32::MAX), "nothing wraps");
    }

    #[test]
    fn a_band_fits_if_its_interval_contains_the_expected_rate() {
        assert!(band(34, 100, 35.0).fits() && !band(34, 100, 60.0).fits() && band(0, 0, 0.0).fits());
        assert_eq!(band(1, 4, 1.26).expected_words(), "1.3");
    }
}
