//! All dice that are rolled whatever the dice before them show: who rolls how many, and what each needs. Players see them before the
//! first roll, and their number on the button that rolls them.

use super::needs::{Need, RollNeeds};
use rules::dice::{Halt, RollRequest, dice_words, named_dice};
use rules::procedure::{Procedure, Ready};
use rules::text;
use rules::text::Text;
use serde_json::{Map, Value as Json};

/// A longer sheet is not read before a roll.
const MOST_ROLLS: usize = 12;

/// A roll of the sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetRoll {
    /// The roll.
    pub roll: RollRequest,
    /// For each of its dice, what it needs; nothing where that depends on dice before it.
    pub dice: Vec<Need>,
    /// Owner of each die, as a path in the input. Empty where the purpose of the roll says it.
    pub owners: Vec<String>,
}

/// Dice that certainly come first, whatever they show: those that a press of the roll button promises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertainDice {
    /// Their number, 1 or more, and their sides, for each kind in the order in which it is rolled first.
    pub kinds: Vec<(usize, u8)>,
    /// True if more dice may follow, by what these show or by a choice that they raise.
    pub more: bool,
}

/// Rolls of a play that are compared. A play with more of them counts as one that may go on.
const MOST_COMPARED: usize = 60;
/// Plays that are compared.
const PLAYS: usize = 32;
/// Times that the rules are played for it, about: a melee of many rolls compares fewer plays.
const RESOLVED: usize = 600;

impl CertainDice {
    /// The dice of a procedure that can be ruled on and needs a roll. Compares plays with low, high, mixed and random faces: the rolls
    /// with which all of them begin are certain.
    pub fn of(procedure: &Procedure, input: &Map<String, Json>, ready: &Ready) -> Self {
        let mut scatter = 1_u32;
        let mut play = |number: usize| {
            ComparedPlay::of(procedure, input, ready, |die, sides| match number {
                0 => 0,
                1 => sides - 1,
                2 => die % sides,
                3 => die % 2 * (sides - 1),
                4 => (die + 1) % 2 * (sides - 1),
                // The first die alone is high, or low.
                5 => usize::from(die == 0) * (sides - 1),
                6 => usize::from(die > 0) * (sides - 1),
                _ => {
                    // A fixed sequence, so that the label stays as it is.
                    scatter = scatter.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (scatter >> 16) as usize % sides
                }
            })
        };
        let first = play(0);
        let plays = (RESOLVED / first.rolls.len().max(1)).clamp(8, PLAYS);
        let others: Vec<ComparedPlay> = (1..plays).map(play).collect();
        let in_all =
            |(place, roll): &(usize, &(usize, u8))| others.iter().all(|other| other.rolls.get(*place) == Some(roll));
        let certain: Vec<&(usize, u8)> =
            first.rolls.iter().enumerate().take_while(in_all).map(|(_, roll)| roll).collect();
        let goes_on = |play: &ComparedPlay| play.goes_on || play.rolls.len() > certain.len();
        let mut kinds: Vec<(usize, u8)> = Vec::new();
        for (count, sides) in certain.iter().map(|kind| **kind) {
            match kinds.iter_mut().find(|(_, kind)| *kind == sides) {
                Some((number, _)) => *number += count,
                None => kinds.push((count, sides)),
            }
        }
        Self { kinds, more: goes_on(&first) || others.iter().any(goes_on) }
    }

    /// Their number.
    pub fn count(&self) -> usize {
        self.kinds.iter().map(|(count, _)| count).sum()
    }

    /// Label of the roll button: `Roll 6 dice`, `Roll 1 die (more may follow)`, `Roll 1 D8 + 1 D10`.
    pub fn button(&self) -> Text {
        let in_words = if self.kinds.len() > 1 { named_dice } else { dice_words };
        let kinds = self.kinds.iter().map(|(count, sides)| in_words(*count, *sides));
        let dice = kinds.reduce(|dice, more| text!("{dice} + {more}", dice = dice, more = more));
        let roll = dice.map_or_else(|| text!("Roll"), |dice| text!("Roll {dice}", dice = dice));
        if self.more { text!("{roll} (more may follow)", roll = roll) } else { roll }
    }
}

/// The rolls of a play: number of dice and sides of each.
struct ComparedPlay {
    rolls: Vec<(usize, u8)>,
    /// True if it ended before its outcome: at a choice of the players, or at the most rolls that are compared.
    goes_on: bool,
}

impl ComparedPlay {
    /// The play in which `face` returns the index of each die's face, given the die's index and its number of sides.
    fn of(
        procedure: &Procedure,
        input: &Map<String, Json>,
        ready: &Ready,
        mut face: impl FnMut(usize, usize) -> usize,
    ) -> Self {
        let (mut faces, mut rolls) = (Vec::new(), Vec::new());
        loop {
            let played = ready.resolve(&faces);
            let Err(Halt::Needs(roll)) = played.result else { return Self { rolls, goes_on: false } };
            let is_choice = || procedure.raised(input, &roll, &played.rolls).is_some();
            if rolls.len() == MOST_COMPARED || !rolls.is_empty() && is_choice() {
                return Self { rolls, goes_on: true };
            }
            let dice = faces.len()..faces.len() + roll.count;
            faces.extend(dice.map(|die| u8::try_from(face(die, usize::from(roll.sides)) + 1).unwrap_or(1)));
            rolls.push((roll.count, roll.sides));
        }
    }
}

/// A play with some faces.
struct SamplePlay {
    faces: Vec<u8>,
    /// The rolls, each with the number of faces before it.
    rolls: Vec<(RollRequest, usize)>,
}

impl SamplePlay {
    /// The play in which the first die shows `first`, and each after it by `step` more, beginning anew after its highest face.
    fn of(ready: &Ready, first: usize, step: usize) -> Self {
        let mut play = Self { faces: Vec::new(), rolls: Vec::new() };
        while let Err(Halt::Needs(roll)) = ready.resolve(&play.faces).result {
            if play.rolls.len() == MOST_ROLLS {
                break;
            }
            let before = play.faces.len();
            let face = |die: usize| u8::try_from((first - 1 + die * step) % usize::from(roll.sides) + 1).unwrap_or(1);
            play.faces.extend((before..before + roll.count).map(face));
            play.rolls.push((*roll, before));
        }
        play
    }

    /// The faces before a roll of this play; none if it is not rolled.
    fn before(&self, wanted: &RollRequest) -> Option<&[u8]> {
        let (_, before) = self.rolls.iter().find(|(roll, _)| roll == wanted)?;
        self.faces.get(..*before)
    }
}

/// The sheet of a procedure that can be ruled on: those rolls that come whether its dice are low, high or equal, or the earlier beat the
/// later. Empty if fewer than two do, as the next roll is shown anyway.
pub fn dice_sheet(ready: &Ready) -> Vec<SheetRoll> {
    let lowest = SamplePlay::of(ready, 1, 0);
    let sides = lowest.rolls.iter().map(|(roll, _)| usize::from(roll.sides)).max().unwrap_or(0);
    if lowest.rolls.len() < 2 {
        return Vec::new();
    }
    let starts = (1..=sides).flat_map(|first| [0, 1, sides - 1].map(|step| (first, step)));
    let others: Vec<SamplePlay> = starts.map(|(first, step)| SamplePlay::of(ready, first, step)).collect();
    let row = |(roll, before): &(RollRequest, usize)| {
        // Not certain unless each play makes it.
        let before_others: Vec<&[u8]> = others.iter().map(|play| play.before(roll)).collect::<Option<_>>()?;
        let RollNeeds { dice, owners, .. } = RollNeeds::of(ready, &lowest.faces[..*before], roll);
        let depends = before_others.into_iter().any(|faces| RollNeeds::of_dice(ready, faces, roll) != dice);
        let dice = if depends { vec![Need::Nothing; roll.count] } else { dice };
        Some(SheetRoll { roll: roll.clone(), dice, owners })
    };
    let sheet: Vec<SheetRoll> = lowest.rolls.iter().filter_map(row).collect();
    if sheet.len() < 2 { Vec::new() } else { sheet }
}
