//! The rolls of a tap: one after the other, each from the seed, or from the steps of two devices that commit to it.

use super::panel::{Die, Panel};
use super::rolling::logged_rolls;
use crate::app::platform::clock::log_time;
use crate::app::state::BattleState;
use crate::app::state::live::Live;
use drumhead::battle::both::{ActDigest, RollSteps};
use drumhead::battle::participants::Participants;
use drumhead::battle::{Battle, Rolled};
use drumhead::dice::{Halt, Played};
use drumhead::share::own_chain::Ask;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// Rolls that were made, and are not in the log yet.
struct Rolls {
    panel: Panel,
    dice: Vec<Die>,
    /// The number of the next one.
    number: u64,
    /// Steps of rolls that nobody had seen.
    steps: Vec<(u64, Option<RollSteps>)>,
}

impl Panel {
    /// Rolls whatever is still to be rolled. In a battle it is written down before it is shown.
    /// Where the dice raise a choice, it is made before the next roll.
    pub(super) fn roll_rest(self) {
        if self.dice.asking.get_untracked() {
            return;
        }
        if !self.let_stand() {
            return;
        }
        let number = self.battle.map_or(0, |battle| battle.with_untracked(Battle::next_roll));
        let mut rolls = Rolls { panel: self, dice: self.dice.so_far.get_untracked(), number, steps: Vec::new() };
        match (self.battle, self.dice.connections, rolls.go_on()) {
            (Some(battle), Some(live), Some(ask)) => {
                self.dice.asking.set(true);
                spawn_local(rolls.with_another(battle, live, ask));
            }
            _ => rolls.show(),
        }
    }
}

impl Rolls {
    /// Makes rolls until none is left, or one needs the step of another device: returns the question to it.
    fn go_on(&mut self) -> Option<Ask> {
        let mut played = untrack(|| self.panel.played_with(&self.dice));
        while let Ok(Played { result: Err(Halt::Needs(roll)), rolls, .. }) = &played {
            if untrack(|| self.panel.raised(roll, rolls)).is_some() {
                return None;
            }
            let number = self.number;
            let decided = self.steps.iter().find(|(decided, _)| *decided == number).map(|(_, steps)| steps.clone());
            let faces = match self.panel.battle {
                None => self.panel.dice.seed.get_untracked().faces(number, roll.sides, roll.count),
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
            played = untrack(|| self.panel.played_with(&self.dice));
        }
        None
    }

    fn has_partner(&self, battle: BattleState) -> bool {
        self.panel.dice.connections.is_some_and(|live| live.has_partner(&battle.id(), self.number))
    }

    fn ask(&self) -> Ask {
        let participants = self.panel.participants.chosen.with_untracked(Participants::json);
        let input = untrack(|| self.panel.input());
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
            if self.panel.dice.asking.try_get_untracked() != Some(true) || battle.id() != id {
                return;
            }
            self.steps.push((number, both.and_then(|[here, other]| RollSteps::of(here, other))));
            next = self.go_on();
        }
        self.panel.dice.asking.set(false);
        self.show();
    }

    /// Writes the rolls down, and shows them.
    fn show(self) {
        let Self { panel, dice, steps, .. } = self;
        let played = untrack(|| panel.played_with(&dice));
        if let (Some(battle), Ok(played)) = (panel.battle, played) {
            let rolls = logged_rolls(&played.rolls, &dice, |number| {
                let new = || steps.iter().find(|(decided, _)| *decided == number)?.1.clone();
                battle.known_steps(number).unwrap_or_else(new)
            });
            let participants = panel.participants.chosen.with_untracked(Participants::json);
            let rolled = Rolled {
                overrides: panel.dice.overrides.get_untracked(),
                goes_on: panel.dice.logged.get_untracked(),
                ..Rolled::of(log_time(), panel.procedure.id, untrack(|| panel.input()), participants, rolls)
            };
            let Some(stamp) = battle.roll(rolled) else { return };
            panel.dice.logged.set(Some(stamp));
            panel.drop_dice();
        }
        panel.dice.so_far.set(dice);
    }
}
