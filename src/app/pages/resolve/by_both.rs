//! The rolls of a tap: one after the other, each from the seed, or from the steps of two devices that commit to it.

use super::panel::LivePanel;
use crate::app::platform::clock::log_time;
use crate::app::state::BattleState;
use crate::app::state::live::Live;
use drumhead::battle::Battle;
use drumhead::battle::both::{ActDigest, RollSteps};
use drumhead::panel::{Die, Message};
use drumhead::share::own_chain::Ask;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// Rolls that were made, and are not in the log yet.
struct Rolls {
    panel: LivePanel,
    dice: Vec<Die>,
    /// The number of the next one.
    number: u64,
    /// Steps of rolls that nobody had seen.
    steps: Vec<(u64, Option<RollSteps>)>,
}

impl LivePanel {
    /// Rolls whatever is still to be rolled. In a battle it is written down before it is shown.
    /// Where the dice raise a choice, it is made before the next roll.
    pub(super) fn roll_rest(self) {
        if self.asking.get_untracked() || !self.send_and_say(Message::EnterDice) {
            return;
        }
        if self.with_panel(|panel, _| panel.rolling().is_none()) {
            return;
        }
        let number = self.battle.map_or(0, |battle| battle.with_untracked(Battle::next_roll));
        let mut rolls = Rolls { panel: self, dice: self.dice.get_untracked(), number, steps: Vec::new() };
        match (self.battle, self.connections, rolls.go_on()) {
            (Some(battle), Some(live), Some(ask)) => {
                self.asking.set(true);
                spawn_local(rolls.with_another(battle, live, ask));
            }
            _ => rolls.show(),
        }
    }
}

impl Rolls {
    /// Makes rolls until none is left, or one needs the step of another device: returns the question to it.
    fn go_on(&mut self) -> Option<Ask> {
        while let Some(roll) = self.panel.with_panel(|panel, tables| panel.needs(&self.dice, tables)) {
            let number = self.number;
            let decided = self.steps.iter().find(|(decided, _)| *decided == number).map(|(_, steps)| steps.clone());
            let faces = match self.panel.battle {
                None => self.panel.seed.get_untracked().faces(number, roll.sides, roll.count),
                Some(battle) => {
                    let steps = match (decided, battle.known_steps(number)) {
                        // A roll that somebody has seen keeps its dice.
                        (_, Some(known)) => known,
                        (Some(decided), None) => decided,
                        (None, None) if self.has_partner(battle) => return Some(self.ask()),
                        (None, None) => None,
                    };
                    battle.faces(number, roll.sides, roll.count, steps.as_ref())
                }
            };
            self.dice.extend(faces.into_iter().map(|face| Die { number: Some(number), ..Die::typed(face) }));
            self.number += 1;
        }
        None
    }

    fn has_partner(&self, battle: BattleState) -> bool {
        self.panel.connections.is_some_and(|live| live.has_partner(&battle.id(), self.number))
    }

    fn ask(&self) -> Ask {
        let (participants, input) =
            self.panel.with_panel(|panel, tables| (panel.act().participants.json(), panel.input(tables)));
        Ask { roll: self.number, act: ActDigest::of(self.panel.procedure.id, &input, &participants) }
    }

    /// Goes on with the steps of another device. A roll that it gives none for is made from the seed.
    async fn with_another(mut self, battle: BattleState, live: Live, first: Ask) {
        let id = battle.id();
        let mut next = Some(first);
        while let Some(ask) = next {
            let number = ask.roll;
            let both = live.ask(id.clone(), ask).await;
            // The page may be gone, or another battle in play.
            if self.panel.asking.try_get_untracked() != Some(true) || battle.id() != id {
                return;
            }
            self.steps.push((number, both.and_then(|[here, other]| RollSteps::of(here, other))));
            next = self.go_on();
        }
        self.panel.asking.set(false);
        self.show();
    }

    /// Writes the rolls down, and shows them.
    fn show(self) {
        let Self { panel, dice, steps, .. } = self;
        // An act without dice rolls nothing.
        if dice.len() == panel.dice.with_untracked(Vec::len) {
            return;
        }
        let mut logged = None;
        if let Some(battle) = panel.battle {
            let steps_of = |number| {
                let new = || steps.iter().find(|(decided, _)| *decided == number)?.1.clone();
                battle.known_steps(number).unwrap_or_else(new)
            };
            let rolled = panel.with_panel(|panel, tables| panel.rolled(log_time(), &dice, steps_of, tables));
            let Some(stamp) = rolled.and_then(|rolled| battle.roll(rolled)) else { return };
            logged = Some(stamp);
        }
        panel.send(Message::Rolled(dice, logged));
    }
}
