//! Luck: the number of successes of each side's dice, compared with the expected number.
//!
//! Each act in force is played again with its own dice. The rules [record](rules::dice::LuckSample) the faces that each die needed, and the
//! side that it served. Two dice rolled against each other count as a chance for each side. The total of successes is compared with its
//! exact distribution, the convolution of all chances. Rolls without success or failure are not counted; the ruleset's
//! [description](rules::battle_stats::BattleStats) lists them.

use crate::analysis::battle_stats;
use crate::{Action, Battle, Resolved, State, ruled};
use rules::procedure::Whose;
use rules::ruleset::Ruleset;
use rules::text;
use rules::text::say;
use std::collections::BTreeMap;

/// The smallest variance for which a percentile is shown: the variance of ten dice that succeed half the time.
const LEAST_VARIANCE: f64 = 2.5;

/// The smallest height of a total that is drawn; the most probable total has height 1.
const LEAST_SEEN: f64 = 0.004;

/// The highest number of dice with an exact percentile. Above it, as over many battles, the error is at most 0.05 %.
const EXACT: usize = 4_000;

/// The highest number of totals that are drawn on either side of the expected one.
const MOST_DRAWN: usize = 4_000;

/// Dice of a side, either from the app or typed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Luck {
    /// Number of dice by their chance to succeed, alone or against another die. A chance is stored as the bits of the float; from 0 to 1
    /// these have the same order as the floats.
    by_chance: BTreeMap<u64, usize>,
    /// Number of successes.
    pub successes: usize,
}

/// The luck of both sides.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lucks {
    /// Dice of the app, by side.
    pub app: [Luck; 2],
    /// Typed dice, by side.
    pub table: [Luck; 2],
}

impl Luck {
    /// Dice with these chances, of which `successes` succeeded.
    pub fn of(chances: impl IntoIterator<Item = f64>, successes: usize) -> Self {
        Self::counted(chances.into_iter().map(|chance| (chance, 1)), successes)
    }

    /// Dice as pairs of a chance and a number of dice, of which `successes` succeeded in total.
    pub fn counted(counts: impl IntoIterator<Item = (f64, usize)>, successes: usize) -> Self {
        let mut luck = Self::default();
        counts.into_iter().for_each(|(chance, count)| luck.add(chance, count));
        luck.successes = successes.min(luck.chances());
        luck
    }

    /// All dice of several `Luck`s together.
    pub fn joined<'a>(all: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut joined = Self::default();
        all.into_iter().for_each(|luck| joined.join(luck));
        joined
    }

    /// Adds the dice of another `Luck`.
    pub fn join(&mut self, other: &Self) {
        other.counts().for_each(|(chance, count)| self.add(chance, count));
        self.successes = self.successes.saturating_add(other.successes);
    }

    /// Each chance with its number of dice, from the lowest chance to the highest.
    pub fn counts(&self) -> impl Iterator<Item = (f64, usize)> {
        self.by_chance.iter().map(|(bits, count)| (f64::from_bits(*bits), *count))
    }

    /// Number of dice.
    pub fn chances(&self) -> usize {
        self.by_chance.values().fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// Expected number of successes.
    pub fn expected(&self) -> f64 {
        self.moment(|chance| chance)
    }

    fn variance(&self) -> f64 {
        self.moment(|chance| chance * (1.0 - chance))
    }

    /// Sum of a function of each die's chance.
    fn moment(&self, of: impl Fn(f64) -> f64) -> f64 {
        self.counts().map(|(chance, count)| count as f64 * of(chance)).sum()
    }

    /// The chance of each die whose result is not certain.
    fn each_chance(&self) -> impl Iterator<Item = f64> {
        let uncertain = self.counts().filter(|(chance, _)| *chance > 0.0 && *chance < 1.0);
        uncertain.flat_map(|(chance, count)| std::iter::repeat_n(chance, count))
    }

    /// Percentile, 0 to 100: of 100 players with these dice, the number with fewer successes, plus half of those with equally many. `None`
    /// if there are too few dice.
    pub fn luckier_than(&self) -> Option<f64> {
        if self.variance() < LEAST_VARIANCE {
            return None;
        }
        let (first, totals) = self.likely_totals();
        let rolled = self.successes.checked_sub(first);
        let fewer: f64 = rolled.map_or(0.0, |rolled| totals.iter().take(rolled).sum());
        let as_many = rolled.and_then(|rolled| totals.get(rolled)).copied().unwrap_or(0.0);
        Some(100.0 * (fewer + as_many / 2.0))
    }

    /// The lowest probable total, and the probability of each total from it on. Nearly impossible totals at both ends are left out, so that
    /// a few hundred totals remain for thousands of dice. Above [`EXACT`] dice the result is a normal distribution, corrected for skewness.
    fn likely_totals(&self) -> (usize, Vec<f64>) {
        /// Even for a million dice, the sum of everything left out is below the last digit of a float.
        const IMPOSSIBLE: f64 = 1e-24;
        if self.chances() > EXACT && self.variance() >= LEAST_VARIANCE {
            return self.normal_totals();
        }
        // Dice that are certain to succeed only move all totals. An entry of a chronicle can have hundreds of thousands of them.
        let (mut first, mut totals) =
            (self.counts().filter(|(chance, _)| *chance >= 1.0).map(|(_, count)| count).sum(), vec![1.0]);
        for chance in self.each_chance() {
            convolve(&mut totals, chance);
            while totals.last().is_some_and(|p| *p < IMPOSSIBLE) && totals.len() > 1 {
                totals.pop();
            }
            let gone = totals.iter().take_while(|p| **p < IMPOSSIBLE).count().min(totals.len() - 1);
            totals.drain(..gone);
            first += gone;
        }
        (first, totals)
    }

    /// The totals of many dice within ten standard deviations, with their probabilities by the first terms of Edgeworth's series.
    fn normal_totals(&self) -> (usize, Vec<f64>) {
        const WIDTH: f64 = 10.0;
        let (mean, deviation) = (self.expected(), self.variance().sqrt());
        let skewness = self.moment(|chance| chance * (1.0 - chance) * (1.0 - 2.0 * chance)) / deviation.powi(3);
        // Both are at most the number of dice, and not negative.
        let first = (mean - WIDTH * deviation).max(0.0) as usize;
        let last = ((mean + WIDTH * deviation) as usize).min(self.chances());
        let density = |total: usize| {
            let x = (total as f64 - mean) / deviation;
            (-x * x / 2.0).exp() * (1.0 + skewness / 6.0 * x * (x * x - 3.0)).max(0.0)
        };
        let mut totals: Vec<f64> = (first..=last).map(density).collect();
        let sum: f64 = totals.iter().sum();
        totals.iter_mut().for_each(|p| *p /= sum);
        (first, totals)
    }

    /// The visible part of the distribution, for drawing: each total with its probability, scaled so that the highest is 1. It has no gaps,
    /// and includes the rolled total and those next to the expected one, even if they are improbable. Of thousands of totals only those
    /// around the expected one are drawn.
    pub fn curve(&self) -> Vec<(usize, f64)> {
        let (start, totals) = self.likely_totals();
        let p = |total: usize| total.checked_sub(start).and_then(|index| totals.get(index)).copied().unwrap_or(0.0);
        let most = totals.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        let seen = |total: &usize| p(*total) / most >= LEAST_SEEN;
        // The expected number is at most the number of dice, and not negative.
        let expected = (self.expected().round() as usize).min(self.chances());
        let all = || (start..start + totals.len()).filter(seen).chain([self.successes, expected]);
        let (first, last) = (all().min().unwrap_or_default(), all().max().unwrap_or_default());
        let (first, last) =
            (first.max(expected.saturating_sub(MOST_DRAWN)), last.min(expected.saturating_add(MOST_DRAWN)));
        (first..=last).map(|total| (total, p(total) / most)).collect()
    }

    /// A sentence for players.
    pub fn words(&self) -> String {
        match self.luckier_than() {
            _ if self.chances() == 0 => say("No dice.").into(),
            None => say("Too few dice to judge.").into(),
            Some(of) if of < 1.0 => say("Luckier than fewer than 1 of 100.").into(),
            Some(of) => text!("Luckier than {n} of 100.", n = of.min(99.0).round()).to_string(),
        }
    }

    fn add(&mut self, chance: f64, count: usize) {
        if count > 0 {
            let dice = self.by_chance.entry(chance.max(0.0).to_bits()).or_default();
            *dice = dice.saturating_add(count);
        }
    }
}

/// Updates the distribution of a total for one more die.
fn convolve(totals: &mut Vec<f64>, chance: f64) {
    totals.push(0.0);
    for total in (0..totals.len()).rev() {
        let one_less = if total == 0 { 0.0 } else { totals[total - 1] };
        totals[total] = totals[total] * (1.0 - chance) + one_less * chance;
    }
}

/// The luck of both sides in a battle so far.
pub fn luck(battle: &Battle) -> Lucks {
    let mut lucks = Lucks::default();
    let Some(ruleset) = battle_stats::ruleset(battle) else { return lucks };
    let everybody = battle_stats::roll_call(battle);
    // A discarded roll decided nothing.
    for act in battle_stats::acts(battle).filter(|act| !act.is_discarded()) {
        if let Action::Resolved(resolved) = &act.action {
            // Acts that the current rules refuse are left out.
            let _ = add(&mut lucks, ruleset, resolved, &everybody);
        }
    }
    lucks
}

fn add(lucks: &mut Lucks, ruleset: &'static Ruleset, act: &Resolved, everybody: &State) -> Result<(), String> {
    let ruled = act.ruled(ruleset)?;
    let (acts, by_app) = (battle_stats::side(ruled.procedure, act, everybody), ruled::by_app(&act.rolls));
    for sample in &ruled.played.luck {
        let side = if sample.whose == Whose::Own { acts } else { 1 - acts };
        let app = by_app.get(sample.dice.clone()).is_some_and(|dice| dice.iter().all(|app| *app));
        let of = if app { &mut lucks.app } else { &mut lucks.table };
        of[side].add(sample.chance, 1);
        of[side].successes += usize::from(sample.success);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luck(chances: &[f64], successes: usize) -> Luck {
        Luck::of(chances.iter().copied(), successes)
    }

    /// Probability of each total for dice with these chances, from 0 to all.
    fn each_total(chances: &[f64]) -> Vec<f64> {
        chances.iter().fold(vec![1.0], |totals, chance| {
            let fails = totals.iter().map(|p| p * (1.0 - chance)).chain([0.0]);
            let succeeds = [0.0].into_iter().chain(totals.iter().map(|p| p * chance));
            fails.zip(succeeds).map(|(one, other)| one + other).collect()
        })
    }

    #[test]
    fn the_curve_of_the_total_is_exact() {
        // The chances are 1/2 and 1/3: none 1/2 · 2/3, one 1/2 · 2/3 + 1/2 · 1/3, both 1/2 · 1/3. The curve is scaled so that its peak is
        // 1.
        let curve = luck(&[0.5, 1.0 / 3.0], 0).curve();
        assert_eq!(curve.len(), 3);
        for ((total, height), expected) in curve.iter().zip([2.0 / 3.0, 1.0, 1.0 / 3.0]) {
            assert!((height - expected).abs() < 1e-12, "{total}: {height}");
        }
        assert_eq!(luck(&[1.0, 0.0, 1.0], 2).curve(), [(2, 1.0)]);
    }

    #[test]
    fn the_percentile_of_thousands_of_dice_is_exact() {
        let chances: Vec<f64> = (0..3000).map(|nth| [1.0 / 6.0, 0.5, 1.0, 0.25, 0.0][nth % 5]).collect();
        for successes in [0, 1100, 1150, 1160, 1400, 3000] {
            let luck = luck(&chances, successes);
            let totals = each_total(&chances);
            let whole = 100.0 * (totals[..successes].iter().sum::<f64>() + totals[successes] / 2.0);
            assert!((luck.luckier_than().unwrap() - whole).abs() < 1e-9, "{successes}");
        }
        let halves = [luck(&chances[..1000], 400), luck(&chances[1000..], 750)];
        assert_eq!(Luck::joined(&halves), luck(&chances, 1150));
    }

    #[test]
    fn the_percentile_of_the_dice_of_many_battles_is_accurate_to_a_twentieth_of_a_percent() {
        for chance in [1.0 / 36.0, 1.0 / 6.0, 0.5, 0.9] {
            let mut few = luck(&vec![chance; EXACT], 0);
            let deviation = few.variance().sqrt();
            for off in [-2.0, -0.3, 0.0, 1.0] {
                few.successes = (few.expected() + off * deviation).round() as usize;
                let exact = few.luckier_than().unwrap();
                let (first, totals) = few.normal_totals();
                let fewer: f64 = totals[..few.successes - first].iter().sum();
                let normal = 100.0 * (fewer + totals[few.successes - first] / 2.0);
                assert!((normal - exact).abs() < 0.05, "{chance} {off}: {normal}, not {exact}");
            }
        }
    }

    #[test]
    fn billions_of_dice_take_no_more_work_than_thousands() {
        let mut many = Luck::counted([(0.5, 100_000), (1.0 / 6.0, 100_000)], 0);
        for _ in 0..14 {
            many = Luck::joined([&many, &many]);
        }
        assert_eq!(many.chances(), 200_000 << 14);
        assert_eq!(many.words(), "Luckier than fewer than 1 of 100.");
        assert!(many.curve().len() <= 2 * MOST_DRAWN + 1);
        let most = Luck::counted([(0.5, usize::MAX), (0.25, 3)], 7);
        let twice = Luck::joined([&most, &most]);
        assert_eq!((twice.chances(), twice.successes), (usize::MAX, 14), "nothing wraps");
        let certain = Luck::counted([(0.0, 1 << 50), (0.5, 2), (1.0, 1 << 50)], (1 << 50) + 1);
        assert_eq!(certain.curve(), [(1 << 50, 0.5), ((1 << 50) + 1, 1.0), ((1 << 50) + 2, 0.5)]);
    }

    #[test]
    fn the_curve_shows_the_likely_totals_and_the_total_of_the_side() {
        let even = luck(&[0.5; 100], 50).curve();
        let (first, last) = (even[0].0, even[even.len() - 1].0);
        assert_eq!(even.iter().map(|(total, _)| *total).collect::<Vec<_>>(), (first..=last).collect::<Vec<_>>());
        assert!(30 < first && last < 70, "{first} to {last}: hardly any total of 100 dice lies outside");
        let totals = each_total(&[0.5; 100]);
        assert!(totals[first..=last].iter().sum::<f64>() > 0.998);
        for (total, height) in &even {
            assert!((height - totals[*total] / totals[50]).abs() < 1e-12, "as high as it is likely: {total}");
        }
        assert_eq!(luck(&[0.5; 100], 5).curve()[0].0, 5, "an unlikely total is drawn with all between");
        assert_eq!(luck(&[0.5; 100], 95).curve().last().unwrap().0, 95);
        assert_eq!(luck(&[], 0).curve(), [(0, 1.0)]);
        assert_eq!(luck(&[1.0], 1).curve(), [(1, 1.0)]);
    }

    #[test]
    fn luck_in_words_compares_with_a_hundred_and_needs_enough_dice() {
        assert_eq!(luck(&[0.5; 40], 20).words(), "Luckier than 50 of 100.");
        assert_eq!(luck(&[0.5; 9], 9).words(), "Too few dice to judge.");
        assert_eq!(luck(&[], 0).words(), "No dice.");
        assert_eq!(luck(&[0.5; 40], 0).words(), "Luckier than fewer than 1 of 100.");
        assert_eq!(luck(&[0.5; 40], 40).words(), "Luckier than 99 of 100.");
        assert_eq!(luck(&[1.0; 40], 40).luckier_than(), None, "what is certain is no luck");
    }
}
