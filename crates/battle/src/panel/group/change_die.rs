//! Another face for a die that was entered by hand.

use super::super::{Message, Tables};
use super::{GroupAct, GroupEffect, GroupMessage};
use crate::panel::Die;

impl GroupAct {
    /// Gives a die of a part another face. The later dice, of this part and of those after it, are entered again as far as they are still
    /// needed, because their number and their inputs can depend on this die. Nothing happens if, in this part or a later one, the app
    /// rolled dice, dice were entered as a number of successes, or players made a choice that the dice offered.
    pub(super) fn change_die(&mut self, part: usize, die: usize, face: u8, tables: &Tables) -> Vec<GroupEffect> {
        let Some(later) = self.retyped(part, die, face) else { return Vec::new() };
        for part in self.parts.iter_mut().skip(part) {
            if let Some(rolling) = part.panel.rolling_mut() {
                rolling.dice.clear();
            }
            part.panel.take(Message::Back, tables);
        }
        self.forget_since_without_dice();
        self.shown = None;
        for (part, dice) in (part..).zip(later) {
            for die in dice {
                if self.shown(tables).next != Some(part) {
                    break;
                }
                self.take(GroupMessage::Die(die.face), tables);
            }
        }
        self.save_draft(tables)
    }

    /// The dice of a part and of all later ones, with another face of one die; `None` if that is not possible.
    fn retyped(&self, part: usize, die: usize, face: u8) -> Option<Vec<Vec<Die>>> {
        let mut later: Vec<Vec<Die>> = self.parts.iter().skip(part).map(|part| part.panel.dice().to_vec()).collect();
        if self.parts.iter().skip(part).any(|part| part.panel.changeable_from() > 0) {
            return None;
        }
        later.first_mut()?.get_mut(die)?.face = face;
        Some(later)
    }
}
