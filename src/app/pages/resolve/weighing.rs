//! Candidates for a role weighed: the chance that matters of each, worked out a little at a time once the panel is painted.

use super::pairs;
use super::panel::Panel;
use crate::app::components::names::Names;
use crate::app::platform::clock::now;
use crate::app::state::BattleState;
use crate::app::state::pairs::PairAnswers;
use drumhead::analysis::candidates::{self, Candidate, Prospect};
use drumhead::battle::participants::Participants;
use drumhead::core::text::percent;
use drumhead::rules::procedure::{Assumption, Role};
use drumhead::text;
use leptos::prelude::*;
use serde_json::{Map, Value as Json};
use std::time::Duration;

/// For how long candidates are weighed without a break, in milliseconds: a tap in between waits no longer than that.
const BREATH: f64 = 8.0;

/// Candidates for a role as they are weighed.
#[derive(Clone, Copy)]
pub(super) struct Weighing {
    panel: Panel,
    battle: BattleState,
    role: &'static Role,
    /// Answers about pairs.
    memory: PairAnswers,
    /// Index of the situation that is weighed: another one makes the earlier void.
    turn: StoredValue<u32>,
    /// The candidates weighed, the best first; empty until all are.
    weighed: RwSignal<Vec<Candidate>>,
}

impl Weighing {
    /// Weighs the candidates for a role, and anew whenever something else is said or happens.
    pub(super) fn follow(panel: Panel, battle: BattleState, role: &'static Role) -> Self {
        let memory = expect_context();
        let weighing = Self { panel, battle, role, memory, turn: StoredValue::new(0), weighed: RwSignal::default() };
        let acts = battle.follow(|open| open.log().len());
        Effect::new(move |_| {
            acts.track();
            panel.participants.track();
            panel.answers.track();
            weighing.begin();
        });
        weighing
    }

    fn begin(self) {
        let turn = self.turn.get_value().wrapping_add(1);
        self.turn.set_value(turn);
        let Self { panel, battle, role, .. } = self;
        if panel.procedure.stakes.is_empty() {
            return self.weighed.set(Vec::new());
        }
        let left = panel.participants.with_untracked(|participants| {
            battle.with_untracked(|open| participants.candidates(panel.procedure, role, open.state()))
        });
        request_animation_frame(move || self.later(turn, left.into_iter(), Vec::new()));
    }

    fn later(self, turn: u32, left: std::vec::IntoIter<String>, done: Vec<Candidate>) {
        let due = move || {
            if self.turn.try_get_value() == Some(turn) {
                untrack(|| self.go_on(turn, left, done));
            }
        };
        set_timeout(due, Duration::ZERO);
    }

    fn alone(self, unit: &str) -> (Participants, Map<String, Json>) {
        let Self { panel, role, .. } = self;
        panel.participants.with(|participants| {
            panel.answers.with(|said| candidates::alone(panel.procedure, participants, role, unit, said))
        })
    }

    fn go_on(self, turn: u32, mut left: std::vec::IntoIter<String>, mut done: Vec<Candidate>) {
        let Self { panel, battle, .. } = self;
        let began = now();
        while now() - began < BREATH {
            let Some(unit) = left.next() else {
                candidates::sort(&mut done);
                return self.weighed.set(done);
            };
            // One that would join others is weighed by itself, as before any was picked.
            let (taken, mut said) = self.alone(&unit);
            pairs::add_remembered(self.memory, panel, battle, &taken, &mut said);
            let prospect =
                battle.with(|open| candidates::weigh(panel.ruleset, panel.procedure, &taken, open.state(), &said));
            done.push(Candidate { unit, prospect });
        }
        self.later(turn, left, done);
    }

    /// The units in the order of their chances, once they are weighed.
    pub(super) fn sort(self, units: &mut [String]) {
        self.weighed.with(|weighed| {
            units.sort_by_key(|id| weighed.iter().position(|own| own.unit == *id).unwrap_or(usize::MAX));
        });
    }

    /// Prospect of a unit in words: "56 % a figure lost", or why it cannot.
    pub(super) fn words(self, unit: &str) -> Option<String> {
        let prospect =
            self.weighed.with(|weighed| weighed.iter().find(|own| own.unit == unit).map(|own| own.prospect.clone()))?;
        let Self { panel, battle, .. } = self;
        match prospect {
            Prospect::Likely(likely) => {
                let (taken, _) = self.alone(unit);
                let names = Names::of_participants(battle, panel.procedure, &taken);
                let said = |(place, nth, p): &(usize, usize, f64)| {
                    let of = panel.procedure.chances.get(*place)?.label_of(*nth, names.inner());
                    Some(format!("{} {of}", percent(*p)))
                };
                // The first is told whatever it is; others that cannot happen are not.
                let told = likely.chances.iter().enumerate().filter(|(n, own)| *n == 0 || own.2 > 0.0);
                Some(told.filter_map(|(_, own)| said(own)).collect::<Vec<_>>().join(" · "))
            }
            Prospect::Not(why) => Some(panel.named_units().spell(&why)),
            Prospect::Open | Prospect::Heavy => None,
        }
    }

    /// True if a unit cannot be chosen by the rules.
    pub(super) fn is_barred(self, unit: &str) -> bool {
        self.weighed
            .with(|weighed| weighed.iter().any(|own| own.unit == unit && matches!(own.prospect, Prospect::Not(_))))
    }

    /// Assumptions for all of them in words: "Assumed: at 6″, in the open".
    pub(super) fn assumed(self) -> Option<String> {
        let mut assumed: Vec<&'static Assumption> = Vec::new();
        self.weighed.with(|weighed| {
            for own in weighed {
                if let Prospect::Likely(likely) = &own.prospect {
                    for assumption in &likely.assumed {
                        if !assumed.contains(assumption) {
                            assumed.push(assumption);
                        }
                    }
                }
            }
        });
        let words: Vec<String> = assumed.into_iter().map(Assumption::said).collect();
        (!words.is_empty()).then(|| text!("Assumed: {what}", what = words.join(", ")).to_string())
    }
}
