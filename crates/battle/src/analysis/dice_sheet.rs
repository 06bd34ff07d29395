//! The dice that are certainly rolled, whatever faces come: for each roll its owner, the number of dice, and the needed faces. Players see
//! this before the first roll, and the roll button shows the number.

use super::needs::{Need, RollNeeds};
use rules::dice::{Halt, RollRequest, dice_words, named_dice};
use rules::procedure::{Procedure, Ready};
use rules::text;
use rules::text::Text;
use serde_json::{Map, Value as Json};

/// The highest number of rolls: players would not read a longer sheet before a roll.
const MOST_ROLLS: usize = 12;

/// A roll in the sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetRoll {
    /// The roll.
    pub roll: RollRequest,
    /// The need of each of its dice; `Need::Nothing` if it depends on earlier dice.
    pub dice: Vec<Need>,
    /// Owner of each die, as a path in the input. Empty if the purpose of the roll names the owner.
    pub owners: Vec<String>,
}

/// The dice that certainly come first, whatever their faces. The roll button names them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertainDice {
    /// For each kind of die, in the order of the first roll: the number, 1 or more, and the sides.
    pub kinds: Vec<(usize, u8)>,
    /// True if more dice may follow, depending on the faces of these or on a choice that they offer.
    pub more: bool,
}

/// The highest number of rolls that are compared in one play. A play with more rolls counts as unfinished.
const MOST_COMPARED: usize = 60;
/// Number of plays that are compared.
const PLAYS: usize = 32;
/// Approximate limit on how often the rules are run: if a melee has many rolls, fewer plays are compared.
const RESOLVED: usize = 600;

impl CertainDice {
    /// The certain dice of a procedure that needs a roll. Compares plays with low, high, mixed and random faces: rolls that begin all of
    /// these plays are certain.
    pub fn of(procedure: &Procedure, input: &Map<String, Json>, ready: &Ready) -> Self {
        let mut scatter = 1_u32;
        let mut play = |number: usize| {
            ComparedPlay::of(procedure, input, ready, |die, sides| match number {
                0 => 0,
                1 => sides - 1,
                2 => die % sides,
                3 => die % 2 * (sides - 1),
                4 => (die + 1) % 2 * (sides - 1),
                // Only the first die is high, or only the first die is low.
                5 => usize::from(die == 0) * (sides - 1),
                6 => usize::from(die > 0) * (sides - 1),
                _ => {
                    // A fixed sequence, so that the label does not change.
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

    /// Number of dice.
    pub fn count(&self) -> usize {
        self.kinds.iter().map(|(count, _)| count).sum()
    }

    /// The dice in words: `6 dice`, `1 D8 + 1 D10`. `None` without dice.
    pub fn dice(&self) -> Option<Text> {
        let in_words = if self.kinds.len() > 1 { named_dice } else { dice_words };
        let kinds = self.kinds.iter().map(|(count, sides)| in_words(*count, *sides));
        kinds.reduce(|dice, more| text!("{dice} + {more}", dice = dice, more = more))
    }

    /// Label of the roll button: `Roll 6 dice`, `Roll 1 die (more may follow)`, `Roll 1 D8 + 1 D10`.
    pub fn button(&self) -> Text {
        let roll = self.dice().map_or_else(|| text!("Roll"), |dice| text!("Roll {dice}", dice = dice));
        if self.more { text!("{roll} (more may follow)", roll = roll) } else { roll }
    }
}

/// The rolls of a play: number of dice and sides of each.
struct ComparedPlay {
    rolls: Vec<(usize, u8)>,
    /// True if the play ended before its outcome: at a choice of the players, or at the limit on rolls.
    goes_on: bool,
}

impl ComparedPlay {
    /// A play in which `face` returns the index of each die's face, from the die's index and its number of sides.
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
            let is_choice = || procedure.mid_roll_choice(input, &roll, &played.rolls).is_some();
            if rolls.len() == MOST_COMPARED || !rolls.is_empty() && is_choice() {
                return Self { rolls, goes_on: true };
            }
            let dice = faces.len()..faces.len() + roll.count;
            faces.extend(dice.map(|die| u8::try_from(face(die, usize::from(roll.sides)) + 1).unwrap_or(1)));
            rolls.push((roll.count, roll.sides));
        }
    }
}

/// A play with certain faces.
struct SamplePlay {
    faces: Vec<u8>,
    /// The rolls, each with the number of faces rolled before it.
    rolls: Vec<(RollRequest, usize)>,
}

impl SamplePlay {
    /// A play in which the first die shows `first`, and each further die shows `step` more, starting again after its highest face.
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

    /// The faces before a roll of this play, after `nth` equal rolls; `None` if the play does not have the roll.
    fn before(&self, wanted: &RollRequest, nth: usize) -> Option<&[u8]> {
        let (_, before) = self.rolls.iter().filter(|(roll, _)| roll == wanted).nth(nth)?;
        self.faces.get(..*before)
    }
}

/// The sheet of a procedure with complete input: the rolls that occur in every compared play. In these plays, all dice are equal, rise or
/// fall. Empty for fewer than two rolls, because the next roll is shown anyway.
pub fn dice_sheet(ready: &Ready) -> Vec<SheetRoll> {
    let lowest = SamplePlay::of(ready, 1, 0);
    let sides = lowest.rolls.iter().map(|(roll, _)| usize::from(roll.sides)).max().unwrap_or(0);
    if lowest.rolls.len() < 2 {
        return Vec::new();
    }
    let starts = (1..=sides).flat_map(|first| [0, 1, sides - 1].map(|step| (first, step)));
    let others: Vec<SamplePlay> = starts.map(|(first, step)| SamplePlay::of(ready, first, step)).collect();
    let row = |(index, (roll, before)): (usize, &(RollRequest, usize))| {
        let nth = lowest.rolls[..index].iter().filter(|(earlier, _)| earlier == roll).count();
        // A roll is certain only if every play has it.
        let before_others: Vec<&[u8]> = others.iter().map(|play| play.before(roll, nth)).collect::<Option<_>>()?;
        let RollNeeds { dice, owners, .. } = RollNeeds::of(ready, &lowest.faces[..*before], roll);
        let depends = before_others.into_iter().any(|faces| RollNeeds::of_dice(ready, faces, roll) != dice);
        let dice = if depends { vec![Need::Nothing; roll.count] } else { dice };
        Some(SheetRoll { roll: roll.clone(), dice, owners })
    };
    let sheet: Vec<SheetRoll> = lowest.rolls.iter().enumerate().filter_map(row).collect();
    if sheet.len() < 2 { Vec::new() } else { sheet }
}
