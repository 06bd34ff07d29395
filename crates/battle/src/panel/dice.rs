//! Dice in a panel.

use super::{Panel, Tables};
use crate::{LoggedRoll, Rolled};
use rules::dice::{Halt, Played, Roll, RollRequest};
use rules::procedure::Resolved;

/// A die in a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Die {
    /// Its face.
    pub face: u8,
    /// Number of the roll of the app that contains it; `None` if it was entered by hand.
    pub number: Option<u64>,
    /// True if players entered a number of successes, and this die is one of the successes or failures.
    pub counted: bool,
}

impl Die {
    /// A die that was entered by hand.
    pub const fn typed(face: u8) -> Self {
        Self { face, number: None, counted: false }
    }
}

/// The dice of logged rolls.
pub(super) fn dice_of(rolls: &[LoggedRoll]) -> Vec<Die> {
    let dice = |roll: &LoggedRoll| {
        let (number, counted) = (roll.number, roll.counted.is_some());
        roll.faces.iter().map(move |face| Die { face: *face, number, counted }).collect::<Vec<_>>()
    };
    rolls.iter().flat_map(dice).collect()
}

impl Panel {
    /// The procedure played with these dice, without hiding anything; `None` if its input is refused.
    pub(super) fn played_raw(&self, dice: &[Die], tables: &Tables) -> Option<Played<Resolved>> {
        let faces: Vec<u8> = dice.iter().map(|die| die.face).collect();
        let ready = self.act.procedure.read(&self.input(tables)).ok()?;
        Some(ready.resolve(&faces))
    }

    /// The roll that follows these dice; `None` if they are complete, refused, or offer a choice.
    pub fn needs(&self, dice: &[Die], tables: &Tables) -> Option<RollRequest> {
        let unhidden = tables.unhidden();
        let played = self.played_raw(dice, &unhidden)?;
        let Err(Halt::Needs(roll)) = played.result else { return None };
        let has_mid_roll_choice =
            self.act.procedure.mid_roll_choice(&self.input(&unhidden), &roll, &played.rolls).is_some();
        (!has_mid_roll_choice).then_some(*roll)
    }

    /// A roll of the app with these dice, for the log; `None` if its input is refused.
    pub fn rolled(&self, at: f64, dice: &[Die], tables: &Tables) -> Option<Rolled> {
        let unhidden = tables.unhidden();
        let rolls = tables.with_steps(logged_rolls(&self.played_raw(dice, &unhidden)?.rolls, dice));
        let (procedure, participants) = (self.act.procedure.id, self.act.participants.json());
        let rolling = self.rolling();
        Some(Rolled {
            overrides: rolling.map(|rolling| rolling.overrides.clone()).unwrap_or_default(),
            goes_on: rolling.and_then(|rolling| rolling.logged.clone()),
            ..Rolled::of(at, procedure, self.input(&unhidden), participants, rolls)
        })
    }

    /// Adds dice by hand, up to the first one that is not possible. `counted` are the indexes of faces that are part of a number of
    /// successes.
    pub(super) fn enter(&mut self, faces: &[u8], counted: &[usize], tables: &Tables) {
        for (nth, face) in faces.iter().enumerate() {
            let die = Die { counted: counted.contains(&nth), ..Die::typed(*face) };
            let Some(rolling) = self.rolling_mut() else { return };
            rolling.dice.push(die);
            let dice = rolling.dice.clone();
            let is_possible = self
                .played_raw(&dice, tables)
                .is_some_and(|played| matches!(played.result, Ok(_) | Err(Halt::Needs(_))));
            if !is_possible {
                if let Some(rolling) = self.rolling_mut() {
                    rolling.dice.pop();
                }
                return;
            }
        }
    }

    /// Index of the first die that can be changed: this die and all later dice were entered by hand, one by one. Equals the number of dice
    /// if none can be changed, for example because players made a choice that the dice offered.
    pub(super) fn changeable_from(&self) -> usize {
        let dice = self.dice();
        if self.rolling().is_none_or(|rolling| !rolling.choices.is_empty()) {
            return dice.len();
        }
        dice.iter().rposition(|die| die.number.is_some() || die.counted).map_or(0, |last| last + 1)
    }

    /// Gives a die that was entered by hand another face. Later dice are entered again as far as they are still needed, because their number
    /// can depend on this die.
    pub(super) fn change_die(&mut self, die: usize, face: u8, tables: &Tables) {
        let mut later: Vec<u8> = self.dice().iter().skip(die).map(|die| die.face).collect();
        let roll = self.needs(&self.dice()[..die.min(self.dice().len())], tables);
        let is_face = roll.is_some_and(|roll| (1..=roll.sides).contains(&face));
        let Some(first) = later.first_mut().filter(|_| is_face && die >= self.changeable_from()) else { return };
        *first = face;
        if let Some(rolling) = self.rolling_mut() {
            rolling.dice.truncate(die);
        }
        for face in later {
            let is_possible = |roll: &RollRequest| (1..=roll.sides).contains(&face);
            if !self.needs(self.dice(), tables).as_ref().is_some_and(is_possible) {
                return;
            }
            if let Some(rolling) = self.rolling_mut() {
                rolling.dice.push(Die::typed(face));
            }
        }
    }

    /// Number of dice in the last entry: one, or all dice of an entered number of successes. Such a number always completes its roll.
    pub(super) fn last_entered(&self, tables: &Tables) -> usize {
        let played = self.played_raw(self.dice(), tables);
        let of_roll = played.and_then(|played| Some(played.rolls.last()?.faces.len())).unwrap_or(0);
        self.dice().iter().rev().take(of_roll).take_while(|die| die.counted).count().max(1)
    }

    /// Enters the dice of the corrected act, as far as the rolls are equal.
    pub(super) fn enter_earlier(&mut self, tables: &Tables) {
        loop {
            let Some(Played { result: Err(Halt::Needs(roll)), rolls, .. }) = self.played_raw(self.dice(), tables)
            else {
                return;
            };
            if self.act.procedure.mid_roll_choice(&self.input(tables), &roll, &rolls).is_some() {
                return;
            }
            let Some(was) = self.earlier.get(rolls.len()).filter(|was| was.number.is_none()) else { return };
            let needs_another = was.counted.is_some() && was.counted != roll.counts_from;
            if was.purpose != roll.purpose || was.sides != roll.sides || needs_another {
                return;
            }
            let (counted, is_whole) = (was.counted.is_some(), was.faces.len() == roll.count);
            let dice: Vec<Die> =
                was.faces.iter().take(roll.count).map(|face| Die { counted, ..Die::typed(*face) }).collect();
            if let Some(rolling) = self.rolling_mut() {
                rolling.dice.extend(dice);
            }
            if !is_whole {
                return;
            }
        }
    }

    /// True while typed dice of the corrected act are still to be entered. The app rolls no dice in their place.
    pub fn lacks_earlier(&self, tables: &Tables) -> bool {
        let Some(Played { result: Err(Halt::Needs(roll)), rolls, .. }) = self.played_raw(self.dice(), tables) else {
            return false;
        };
        let complete: usize = rolls.iter().map(|roll| roll.faces.len()).sum();
        let entered = self.dice().len().saturating_sub(complete);
        let was = self.earlier.get(rolls.len()).filter(|was| was.number.is_none());
        was.is_some_and(|was| was.purpose == roll.purpose && was.sides == roll.sides && entered < was.faces.len())
    }

    /// True if the app made the next roll of the corrected act.
    pub fn goes_on_by_app(&self, tables: &Tables) -> bool {
        let Some(Played { result: Err(Halt::Needs(_)), rolls, .. }) = self.played_raw(self.dice(), tables) else {
            return false;
        };
        self.earlier.get(rolls.len()).is_some_and(|was| was.number.is_some())
    }
}

/// Rolls with their dice, for the log.
pub fn logged_rolls(rolls: &[Roll], dice: &[Die]) -> Vec<LoggedRoll> {
    let mut dice = dice.iter();
    let mut logged: Vec<LoggedRoll> = Vec::new();
    for roll in rolls {
        let mut is_first = true;
        for die in dice.by_ref().take(roll.faces.len()) {
            let counted = roll.counts_from.filter(|_| die.counted);
            match logged.last_mut().filter(|last| !is_first && (last.number, last.counted) == (die.number, counted)) {
                Some(last) => last.faces.push(die.face),
                None => logged.push(LoggedRoll {
                    purpose: roll.purpose.clone(),
                    sides: roll.sides,
                    faces: vec![die.face],
                    number: die.number,
                    steps: None,
                    counted,
                }),
            }
            is_first = false;
        }
    }
    logged
}
