//! The rolls of a tap, one after the other.

use super::panel::LivePanel;
use crate::app::platform::clock::log_time;
use battle::panel::{Die, Message};
use leptos::prelude::*;

impl LivePanel {
    /// Rolls whatever is still to be rolled. In a battle it is written down before it is shown.
    /// Where the dice raise a choice, it is made before the next roll.
    pub(super) fn roll_rest(self) {
        if !self.send_and_say(Message::EnterDice) || self.with_panel(|panel, _| panel.rolling().is_none()) {
            return;
        }
        let mut numbers = self.numbers();
        let before = self.dice.get_untracked();
        let mut dice = before.clone();
        while let Some(roll) = self.with_panel(|panel, tables| panel.needs(&dice, tables)) {
            let Some(number) = numbers.next() else { return };
            let faces = match self.battle {
                None => self.seed.get_untracked().faces(number, roll.sides, roll.count),
                Some(battle) => battle.faces(number, roll.sides, roll.count),
            };
            dice.extend(faces.into_iter().map(|face| Die { number: Some(number), ..Die::typed(face) }));
        }
        // An act without dice rolls nothing.
        if dice.len() == before.len() {
            return;
        }
        let mut logged = None;
        if let Some(battle) = self.battle {
            let rolled = self.with_panel(|panel, tables| panel.rolled(log_time(), &dice, tables));
            let Some(stamp) = rolled.and_then(|rolled| battle.roll(rolled)) else { return };
            logged = Some(stamp);
        }
        self.send(Message::Rolled(dice, logged));
    }

    /// The numbers of the rolls to come: those of the unit that acts, or from 0 without a battle.
    fn numbers(self) -> Box<dyn Iterator<Item = u64>> {
        let Some(battle) = self.battle else { return Box::new(0..) };
        let stream = battle.judged().with_untracked(|open| {
            self.with_panel(|panel, _| panel.act().participants.stream(self.procedure, open.header()))
        });
        Box::new((0..).map_while(move |nth| battle.judged().with_untracked(|open| open.roll_numbers(stream).nth(nth))))
    }
}
