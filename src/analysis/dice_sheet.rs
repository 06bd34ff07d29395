//! All dice that are rolled whatever the dice before them show: who rolls how many, and what each needs. Players see them before the
//! first roll.

use super::needs::{Need, RollNeeds};
use crate::dice::{Halt, RollRequest};
use crate::rules::procedure::Ready;

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
