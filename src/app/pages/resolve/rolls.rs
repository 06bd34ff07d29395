//! Rolling the app's dice: all rolls that one tap makes.

use super::panel::LivePanel;
use crate::app::platform::clock::log_time;
use battle::panel::{Die, Message};
use leptos::prelude::*;

impl LivePanel {
    /// Rolls all remaining dice. In a battle, the roll is written to the log before it is shown. If a choice comes up, stops before the
    /// next roll.
    pub(super) fn roll_rest(self) {
        if !self.try_send(Message::EnterDice) || self.with_panel(|panel, _| panel.rolling().is_none()) {
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
        // There were no dice to roll.
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

    /// The numbers of the next rolls: the free ones of the acting unit; without a battle, all from 0.
    fn numbers(self) -> Box<dyn Iterator<Item = u64>> {
        let Some(battle) = self.battle else { return Box::new(0..) };
        let stream = battle.judged().with_untracked(|open| {
            self.with_panel(|panel, _| panel.act().participants.stream(self.procedure, open.header()))
        });
        Box::new((0..).map_while(move |nth| battle.judged().with_untracked(|open| open.roll_numbers(stream).nth(nth))))
    }
}
