//! Luck as a short text: the number of dice with each chance. Chances of dice are fractions, so nothing is lost: `1/6*12 1/2*4`.

use crate::analysis::luck::Luck;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The largest denominator that is stored: 12⁴, the number of throws of four twelve-sided dice.
const LARGEST: u32 = 20_736;
/// Tolerance for recognising a chance as a fraction.
const EXACT: f64 = 1e-12;
/// The highest number of dice of a side in a battle: far more than players roll.
const MOST_DICE: usize = 100_000;

/// The dice of a side as text; `None` if a chance is no fraction with a small enough denominator.
pub fn written(luck: &Luck) -> Option<String> {
    let mut counts: BTreeMap<(u32, u32), usize> = BTreeMap::new();
    for (chance, count) in luck.counts() {
        *counts.entry(fraction(chance)?).or_default() += count;
    }
    let mut text = format!("{}:", luck.successes);
    for ((part, of), count) in counts {
        // Writing to a string cannot fail.
        let _ = write!(text, " {part}/{of}*{count}");
    }
    Some(text)
}

/// Reads the dice of a side; `None` if the text is malformed, or has too many dice.
pub fn read(text: &str) -> Option<Luck> {
    let (successes, list) = text.split_once(':')?;
    let (mut counts, mut dice) = (Vec::new(), 0_usize);
    for row in list.split_ascii_whitespace() {
        let (fraction, count) = row.split_once('*')?;
        let (part, of) = fraction.split_once('/')?;
        let (part, of, count) = (part.parse::<u32>().ok()?, of.parse::<u32>().ok()?, count.parse::<usize>().ok()?);
        dice = dice.saturating_add(count);
        if of == 0 || of > LARGEST || part > of || dice > MOST_DICE {
            return None;
        }
        counts.push((f64::from(part) / f64::from(of), count));
    }
    let successes = successes.parse::<usize>().ok().filter(|successes| *successes <= dice)?;
    Some(Luck::counted(counts, successes))
}

/// The fraction that equals a chance, found by its continued fraction; `None` if there is none.
fn fraction(chance: f64) -> Option<(u32, u32)> {
    if !(0.0..=1.0 + EXACT).contains(&chance) {
        return None;
    }
    // The last two convergents, each as numerator and denominator.
    let (mut before, mut now) = ((0.0, 1.0), (1.0, 0.0));
    let mut rest = chance;
    loop {
        let whole = (rest + 1e-9).floor();
        let next = (whole * now.0 + before.0, whole * now.1 + before.1);
        (before, now) = (now, next);
        if now.1 > f64::from(LARGEST) {
            return None;
        }
        if (now.0 / now.1 - chance).abs() <= EXACT {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "whole numbers from 0 to 20736"
            )]
            return Some((now.0 as u32, now.1 as u32));
        }
        let part = rest - whole;
        if part.abs() < 1e-9 {
            return None;
        }
        rest = 1.0 / part;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_kept_as_fractions_and_read_again() {
        let chances = vec![1.0 / 6.0, 0.5, 1.0 / 6.0, 0.0, 1.0, 55.0 / 144.0, 1.0 - 1.0 / 6.0, 25.0 / 216.0];
        let luck = Luck::of(chances, 3);
        let text = written(&luck).unwrap();
        assert_eq!(text, "3: 0/1*1 1/1*1 1/2*1 1/6*2 5/6*1 25/216*1 55/144*1");
        let parsed = read(&text).unwrap();
        assert_eq!((parsed.successes, parsed.chances()), (3, 8));
        assert!((parsed.expected() - luck.expected()).abs() < 1e-9);
        assert_eq!(read("0: 1/6*100000").map(|luck| luck.chances()), Some(MOST_DICE));
        assert_eq!(read("0:"), Some(Luck::default()));
        assert_eq!(written(&Luck::default()).as_deref(), Some("0:"));
    }

    #[test]
    fn every_fraction_of_dice_is_found() {
        for of in 1..=300_u32 {
            for part in 0..=of {
                let chance = f64::from(part) / f64::from(of);
                let (least, all) = fraction(chance).unwrap();
                assert!((f64::from(least) / f64::from(all) - chance).abs() < 1e-12 && all <= of, "{part}/{of}");
            }
        }
        assert_eq!(fraction(std::f64::consts::FRAC_1_PI), None);
        assert_eq!((fraction(-0.1), fraction(1.5), fraction(f64::NAN)), (None, None, None));
    }

    #[test]
    fn a_text_that_is_no_list_of_dice_is_refused() {
        for text in [
            "",
            "1",
            "x:",
            "1: 1/6",
            "1: 1/0*2",
            "1: 7/6*2",
            "3: 1/6*2",
            "0: 1/6*99999999",
            "0: 1/6*60000 1/2*60000",
            "0: 1/6*18446744073709551615 1/2*1",
            "0: 1/99999*2",
            "0: -1/6*2",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
