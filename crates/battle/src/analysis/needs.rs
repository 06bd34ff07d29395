//! The faces that each die of the next roll needs, for players before they roll.
//!
//! The procedure is played with each face in turn, and the [luck](rules::dice::LuckSample) of the roll shows which faces succeed. So no
//! rule is written a second time. A roll without success or failure has no luck, so its dice need nothing.

use rules::dice::{Halt, LuckSample, Played, RollRequest};
use rules::procedure::{Ready, Resolved, Whose};
use rules::text;
use rules::text::{Text, say};
use std::ops::Range;

/// The needs of a roll's dice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RollNeeds {
    /// The need of each die.
    pub dice: Vec<Need>,
    /// Owner of each die, as a path in the input. Empty if the purpose of the roll names the owner.
    pub owners: Vec<String>,
    /// Chance of more dice after the roll.
    pub more: More,
}

/// Chance of more dice after a roll: none, some or certain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum More {
    /// No dice follow.
    #[default]
    Never,
    /// Dice follow after some results.
    Maybe,
    /// Dice always follow.
    Always,
}

/// The need of a die.
#[derive(Clone, Debug, PartialEq)]
pub enum Need {
    /// The die has neither success nor failure.
    Nothing,
    /// The die has neither success nor failure, but its faces have these meanings.
    Means {
        /// Meanings of the faces.
        grades: Vec<Grade>,
        /// The highest face of the die.
        sides: u8,
    },
    /// The die needs one of these faces.
    Faces {
        /// The faces, in order.
        good: Vec<u8>,
        /// Meanings of the faces, if there are more than success and failure; empty otherwise.
        grades: Vec<Grade>,
        /// The highest face of the die.
        sides: u8,
        /// The side that a success serves.
        whose: Whose,
    },
    /// The dice need one of these totals.
    Total {
        /// The totals, in order.
        good: Vec<i32>,
        /// The highest total.
        most: i32,
    },
    /// The die must beat the die with this purpose, which is rolled next.
    Against(String),
}

/// Faces of a die with the same meaning.
#[derive(Clone, Debug, PartialEq)]
pub struct Grade {
    /// The meaning in a few words: `kills`, or a name.
    pub words: Text,
    /// The faces, in order.
    pub faces: Vec<u8>,
}

impl Need {
    /// Meanings of the faces, for players: `drives back on 3, kills on 4+`. `None` if there is only success and failure.
    pub fn legend(&self) -> Option<Text> {
        let (Need::Means { grades, sides } | Need::Faces { grades, sides, .. }) = self else { return None };
        let grade = |grade: &Grade| {
            let faces: Vec<i32> = grade.faces.iter().map(|face| i32::from(*face)).collect();
            text!("{what} on {range}", what = grade.words.clone(), range = range_words(&faces, i32::from(*sides)))
        };
        grades.iter().map(grade).reduce(|so_far, next| text!("{so_far}, {next}", so_far = so_far, next = next))
    }

    /// Text for players: `5+`, `1–2`, `7+ in total`. `None` if the die needs nothing or has no fixed need.
    pub fn words(&self) -> Option<Text> {
        match self {
            Need::Nothing | Need::Means { .. } | Need::Against(_) => None,
            Need::Faces { good, sides, .. } => {
                let good: Vec<i32> = good.iter().map(|face| i32::from(*face)).collect();
                Some(range_words(&good, i32::from(*sides)))
            }
            Need::Total { good, most } => Some(text!("{range} in total", range = range_words(good, *most))),
        }
    }

    /// True if this face succeeds; `None` if one face alone does not decide success.
    pub fn succeeds(&self, face: u8) -> Option<bool> {
        match self {
            Need::Faces { good, .. } => Some(good.contains(&face)),
            Need::Nothing | Need::Means { .. } | Need::Total { .. } | Need::Against(_) => None,
        }
    }
}

/// Numbers as a text: `5+` for all from 5 to the highest, `1–2` for the lowest ones, `1, 6` if there are gaps.
fn range_words(good: &[i32], most: i32) -> Text {
    let (Some(first), Some(last)) = (good.first().copied(), good.last().copied()) else {
        return text!("more than {n}", n = most);
    };
    let in_a_row = good.windows(2).all(|pair| pair[1] - pair[0] == 1);
    match (in_a_row, first == last) {
        (_, true) if first != most => text!("{n}", n = first),
        (true, _) if last == most => text!("{n}+", n = first),
        (true, _) => text!("{first}–{last}", first = first, last = last),
        (false, _) => {
            let each: Vec<String> = good.iter().map(ToString::to_string).collect();
            text!("{numbers}", numbers = each.join(", "))
        }
    }
}

/// The needs of a roll's dice, each once: `5+`, `4+ or 5+`. `None` if they need nothing.
pub fn needs_in_words(dice: &[Need]) -> Option<String> {
    let mut words: Vec<String> = Vec::new();
    for need in dice.iter().filter_map(Need::words) {
        let need = need.to_string();
        if !words.contains(&need) {
            words.push(need);
        }
    }
    (!words.is_empty()).then(|| words.join(say(" or ")))
}

/// The legends of a roll's dice, each once. Empty if there is only success and failure.
fn legends(dice: &[Need]) -> Vec<Text> {
    let mut legends: Vec<Text> = Vec::new();
    for legend in dice.iter().filter_map(Need::legend) {
        if !legends.contains(&legend) {
            legends.push(legend);
        }
    }
    legends
}

/// The needs of dice, for players: their legends, or `needs 5+`, `each needs 5+`. `None` if they need nothing.
pub fn need_words(dice: &[Need], spell: impl Fn(&Text) -> String) -> Option<String> {
    let legends: Vec<String> = legends(dice).iter().map(spell).collect();
    if !legends.is_empty() {
        return Some(legends.join(say("; ")));
    }
    let needs = needs_in_words(dice)?;
    let together = dice.iter().any(|need| matches!(need, Need::Total { .. }));
    let words = match dice {
        [_, _, ..] if !together => text!("each needs {needs}", needs = needs),
        _ => text!("needs {needs}", needs = needs),
    };
    Some(words.to_string())
}

/// A procedure with the faces so far, and its next roll.
struct Trial<'a> {
    ready: &'a Ready,
    faces: &'a [u8],
    /// Indexes of the roll's dice in the list of all faces.
    dice: Range<usize>,
    sides: u8,
}

impl RollNeeds {
    /// The needs of the roll that follows these faces.
    pub fn of(ready: &Ready, faces: &[u8], roll: &RollRequest) -> Self {
        let trial = Trial::of(ready, faces, roll);
        let played = trial.each_face();
        let goes_on = played.iter().filter(|played| next(played).is_some()).count();
        let more = match goes_on {
            0 if trial.mixed().any(|played| next(&played).is_some()) => More::Maybe,
            0 => More::Never,
            all if all == played.len() => More::Always,
            _ => More::Maybe,
        };
        let owners = trial.dice.clone().map(|die| owner_of(die, played.first())).collect();
        Self { dice: trial.needs(&played), owners, more }
    }

    /// The needs of the dice only, which takes far fewer plays.
    pub(super) fn of_dice(ready: &Ready, faces: &[u8], roll: &RollRequest) -> Vec<Need> {
        let trial = Trial::of(ready, faces, roll);
        trial.needs(&trial.each_face())
    }
}

impl<'a> Trial<'a> {
    fn of(ready: &'a Ready, faces: &'a [u8], roll: &RollRequest) -> Self {
        Self { ready, faces, dice: faces.len()..faces.len() + roll.count, sides: roll.sides }
    }

    /// Plays the roll once for each face, with that face on all dice. The need of a die does not depend on the other dice of its roll.
    fn each_face(&self) -> Vec<Played<Resolved>> {
        (1..=self.sides).map(|face| self.play(&vec![face; self.dice.len()])).collect()
    }

    fn needs(&self, played: &[Played<Resolved>]) -> Vec<Need> {
        let mut dice: Vec<Need> = self.dice.clone().map(|die| self.need_of(die, played)).collect();
        if dice.iter().all(|need| *need == Need::Nothing) {
            let found = self.total(played).or_else(|| self.contest(played));
            found.into_iter().for_each(|need| dice.fill(need));
        }
        dice
    }

    fn play(&self, dice: &[u8]) -> Played<Resolved> {
        let all: Vec<u8> = self.faces.iter().chain(dice).copied().collect();
        self.ready.resolve(&all)
    }

    /// Plays of the roll with every combination of faces on the first three dice. Further dice show the face of the third. None for a
    /// single die.
    fn mixed(&self) -> impl Iterator<Item = Played<Resolved>> {
        const FEW: usize = 3;
        let count = self.dice.len();
        let (sides, digits) = (usize::from(self.sides), count.min(FEW));
        let all = if count > 1 { sides.pow(u32::try_from(digits).unwrap_or(0)) } else { 0 };
        (0..all).map(move |number| {
            let mut left = number;
            let digits: Vec<u8> = (0..digits)
                .map(|_| {
                    let digit = left % sides;
                    left /= sides;
                    u8::try_from(digit + 1).unwrap_or(1)
                })
                .collect();
            let mut dice = vec![*digits.last().unwrap_or(&1); count];
            dice.iter_mut().zip(digits).for_each(|(die, face)| *die = face);
            self.play(&dice)
        })
    }

    /// The need of a die on its own, or against dice that were rolled before.
    fn need_of(&self, die: usize, played: &[Played<Resolved>]) -> Need {
        let decides = |sample: &&LuckSample| {
            sample.dice.end == die + 1 && (sample.dice.len() == 1 || sample.dice.start < self.dice.start)
        };
        // In a contest, the last sample belongs to the side that rolls last.
        let samples = (1..).zip(played).filter_map(|(face, played)| Some((face, played.luck.iter().rfind(decides)?)));
        let samples: Vec<(u8, &LuckSample)> = samples.collect();
        let (grades, sides) = (grades_of(die, played), self.sides);
        let Some((_, first)) = samples.first() else {
            return if grades.is_empty() { Need::Nothing } else { Need::Means { grades, sides } };
        };
        let good = samples.iter().filter(|(_, sample)| sample.success).map(|(face, _)| *face).collect();
        Need::Faces { good, grades, sides, whose: first.whose }
    }

    /// The total that the dice of the roll need together; `None` if they need none.
    fn total(&self, played: &[Played<Resolved>]) -> Option<Need> {
        let count = self.dice.len();
        let together = |played: &Played<Resolved>| played.luck.iter().find(|sample| sample.dice == self.dice).cloned();
        if count < 2 || !played.iter().any(|played| together(played).is_some()) {
            return None;
        }
        let (sides, dice) = (i32::from(self.sides), i32::try_from(count).ok()?);
        let comes_to = |total: i32| {
            // The first dice show their highest face, one die shows the remainder, and all others show a one.
            let mut left = total - dice;
            let faces: Vec<u8> = (0..count)
                .filter_map(|_| {
                    let more = left.clamp(0, sides - 1);
                    left -= more;
                    u8::try_from(more + 1).ok()
                })
                .collect();
            together(&self.play(&faces)).is_some_and(|sample| sample.success)
        };
        let good = (dice..=dice * sides).filter(|total| comes_to(*total)).collect();
        Some(Need::Total { good, most: dice * sides })
    }

    /// The need to beat the next die; `None` unless both dice decide together.
    fn contest(&self, played: &[Played<Resolved>]) -> Option<Need> {
        let first = played.first()?;
        let then = next(first)?;
        let dice: Vec<u8> = vec![1; self.dice.len() + then.count];
        let decided = self.play(&dice);
        let both = |sample: &LuckSample| sample.dice.start < self.dice.end && sample.dice.end > self.dice.end;
        decided.luck.iter().any(both).then(|| Need::Against(then.purpose.clone()))
    }
}

/// Meanings of the faces of a die, in the order of the faces. Empty if there is only one meaning.
fn grades_of(die: usize, played: &[Played<Resolved>]) -> Vec<Grade> {
    let mut grades: Vec<Grade> = Vec::new();
    for (face, played) in (1..).zip(played) {
        let Some(meaning) = played.meanings.iter().find(|meaning| meaning.die == die) else { continue };
        match grades.iter_mut().find(|grade| grade.words == meaning.words) {
            Some(grade) => grade.faces.push(face),
            None => grades.push(Grade { words: meaning.words.clone(), faces: vec![face] }),
        }
    }
    grades
}

/// Owner of a die, as a path in the input.
fn owner_of(die: usize, played: Option<&Played<Resolved>>) -> String {
    let sample = played.and_then(|played| played.luck.iter().find(|sample| sample.dice == (die..die + 1)));
    sample.map(|sample| sample.owner.clone()).unwrap_or_default()
}

/// The next roll of a play; `None` if the play is complete.
fn next(played: &Played<Resolved>) -> Option<&RollRequest> {
    match &played.result {
        Err(Halt::Needs(roll)) => Some(roll),
        _ => None,
    }
}

/// For each rolled face in order: true if it succeeded, by itself or with the help of a rule; false if it failed; `None` if it decides no
/// success by itself.
pub fn successes(played: &Played<Resolved>) -> Vec<Option<bool>> {
    let count: usize = played.rolls.iter().map(|roll| roll.faces.len()).sum();
    let of = |die: usize| played.luck.iter().find(|sample| sample.dice == (die..die + 1)).map(|sample| sample.success);
    (0..count).map(|die| if played.helped.contains(&die) { Some(true) } else { of(die) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_legend_is_shown_once() {
        let means = |words: &'static str| {
            let grades = vec![Grade { words: text!("{what}", what = words), faces: vec![5, 6] }];
            Need::Means { grades, sides: 6 }
        };
        let dice = ["kills", "drives back", "kills"].map(means);
        let words = need_words(&dice, ToString::to_string);
        assert_eq!(words.as_deref(), Some("kills on 5+; drives back on 5+"));
    }
}
