//! Candidates for a role ranked: the chance that matters of each, worked out a little at a time once the panel is painted. A
//! worker evaluates heavy odds after the others, one by one.

use super::odds_job::text_of;
use super::pairs;
use super::panel::Panel;
use crate::app::components::names::Names;
use crate::app::platform::odds_worker::{OddsReply, OddsWorker, PAUSE};
use crate::app::platform::slices::in_slices;
use crate::app::state::BattleState;
use crate::app::state::pairs::PairAnswers;
use drumhead::analysis::candidates::{self, Candidate, Likely, Prospect};
use drumhead::battle::Battle;
use drumhead::battle::participants::Participants;
use drumhead::core::text::{percent, say};
use drumhead::rules::procedure::{Assumption, Role};
use drumhead::text;
use leptos::prelude::*;
use serde_json::{Map, Value as Json};
use std::time::Duration;

/// Candidates of all roles of a panel, ranked once for all lists that show them.
#[derive(Clone, Copy)]
pub(super) struct Rankings(StoredValue<Vec<Ranking>>);

impl Rankings {
    /// Puts them in the context of a panel.
    pub(super) fn provide(panel: Panel, battle: BattleState) {
        let roles = panel.procedure.participants.iter();
        let all = roles.map(|role| Ranking::of(panel, battle, role)).collect();
        provide_context(Self(StoredValue::new(all)));
    }

    /// The candidates for a role, ranked as long as the caller is shown.
    pub(super) fn watch(self, role: &Role) -> Ranking {
        let ranking = self.0.with_value(|all| all.iter().find(|ranking| ranking.role.id == role.id).copied());
        let ranking = ranking.expect("a panel asks for the roles of its ranking procedure");
        ranking.watchers.update(|count| *count += 1);
        on_cleanup(move || {
            // The panel may have gone before.
            ranking.watchers.try_update(|count| *count -= 1);
        });
        ranking
    }
}

/// Candidates for a role as they are ranked.
#[derive(Clone, Copy)]
pub(super) struct Ranking {
    panel: Panel,
    battle: BattleState,
    role: &'static Role,
    /// Answers about pairs.
    memory: PairAnswers,
    /// Number of lists that show them. Without any, nothing is ranked.
    watchers: RwSignal<usize>,
    /// Index of the situation that is ranked. Results for an earlier one are dropped.
    turn: StoredValue<u32>,
    /// The candidates ranked, the best first; empty until all are.
    ranked: RwSignal<Vec<Candidate>>,
    /// Evaluates heavy odds.
    worker: OddsWorker,
}

impl Ranking {
    /// Evaluates the candidates for a role while they are shown, and again whenever an answer or the table changes.
    fn of(panel: Panel, battle: BattleState, role: &'static Role) -> Self {
        let ranking = Self {
            panel,
            battle,
            role,
            memory: expect_context(),
            watchers: RwSignal::new(0),
            turn: StoredValue::new(0),
            ranked: RwSignal::default(),
            worker: OddsWorker::new(),
        };
        let revision = battle.follow(Battle::revision);
        let is_watched = Memo::new(move |_| ranking.watchers.get() > 0 && !panel.is_rolling());
        Effect::new(move |_| {
            ranking.cancel();
            if !is_watched.get() {
                return ranking.ranked.set(Vec::new());
            }
            revision.get();
            panel.participants.chosen.track();
            panel.answers.given.track();
            // The chances of the situation before are not shown while these are worked out.
            ranking.ranked.set(Vec::new());
            ranking.begin();
        });
        ranking
    }

    /// Gives up what is being ranked.
    fn cancel(self) {
        self.turn.update_value(|turn| *turn = turn.wrapping_add(1));
        self.worker.cancel();
    }

    fn begin(self) {
        let turn = self.turn.get_value();
        let Self { panel, battle, role, .. } = self;
        if panel.procedure.stakes.is_empty() {
            return self.ranked.set(Vec::new());
        }
        let left = panel.participants.chosen.with_untracked(|participants| {
            battle.with_untracked(|open| participants.candidates(panel.procedure, role, open.state()))
        });
        let (mut left, mut done) = (left.into_iter(), Vec::new());
        let step = move || self.step(turn, left.next(), &mut done);
        request_animation_frame(move || in_slices(move || self.turn.try_get_value() == Some(turn), step));
    }

    /// The act with a unit as the only one of its role, and what is said and remembered of it. One that would join others is
    /// ranked by itself, as before any was picked.
    fn alone(self, unit: &str) -> (Participants, Map<String, Json>) {
        let Self { panel, battle, role, memory, .. } = self;
        let (taken, mut said) = panel.participants.chosen.with(|participants| {
            panel.answers.given.with(|said| candidates::alone(panel.procedure, participants, role, unit, said))
        });
        pairs::add_remembered(memory, panel, battle, &taken, &mut said);
        (taken, said)
    }

    /// Evaluates a candidate. Returns false after the last: then those with heavy odds are next.
    fn step(self, turn: u32, unit: Option<String>, done: &mut Vec<Candidate>) -> bool {
        let Self { panel, battle, .. } = self;
        let Some(unit) = unit else {
            candidates::sort(done);
            let is_heavy = |candidate: &&Candidate| candidate.prospect == Prospect::Heavy;
            let heavy = done.iter().rev().filter(is_heavy).map(|candidate| candidate.unit.clone()).collect();
            self.ranked.set(std::mem::take(done));
            self.ask(turn, PAUSE, heavy);
            return false;
        };
        let (taken, answers) = self.alone(&unit);
        let prospect =
            battle.with(|open| candidates::prospect_of(panel.ruleset, panel.procedure, &taken, open.state(), &answers));
        done.push(Candidate { unit, prospect });
        true
    }

    /// Hands those with heavy odds to the worker, the last first. The order stays until all are known, so that no tap hits
    /// another unit than meant.
    fn ask(self, turn: u32, pause: Duration, mut heavy: Vec<String>) {
        let Some(unit) = heavy.pop() else {
            return self.ranked.update(|ranked| candidates::sort(ranked));
        };
        let Self { panel, battle, .. } = self;
        let (taken, said) = self.alone(&unit);
        let (input, assumed) =
            battle.with(|open| candidates::assumed_input(panel.procedure, &taken, open.state(), &said));
        let ids = [panel.ruleset.id, panel.procedure.id];
        self.worker.ask_after(pause, ids, text_of(&input), move |reply| {
            let prospect = match reply {
                OddsReply::Done(_) => return,
                OddsReply::OddsSummary(summary) => {
                    Likely::of(panel.procedure, &summary, assumed.clone()).map_or(Prospect::Open, Prospect::Likely)
                }
                OddsReply::TooMuch | OddsReply::Nobody | OddsReply::Forecast(_) => Prospect::Open,
            };
            if self.turn.try_get_value() != Some(turn) {
                return;
            }
            self.ranked.update(|ranked| {
                let candidate = ranked.iter_mut().find(|candidate| candidate.unit == unit);
                candidate.into_iter().for_each(|candidate| candidate.prospect = prospect.clone());
            });
            self.ask(turn, Duration::ZERO, heavy.clone());
        });
    }

    /// The units in the order of their chances, once they are ranked.
    pub(super) fn sort(self, units: &mut [String]) {
        self.ranked.with(|ranked| {
            units.sort_by_key(|id| ranked.iter().position(|candidate| candidate.unit == *id).unwrap_or(usize::MAX));
        });
    }

    /// Prospect of a unit in words: "56 % a figure lost", or why it cannot.
    pub(super) fn words(self, unit: &str) -> Option<String> {
        let prospect = self.ranked.with(|ranked| {
            ranked.iter().find(|candidate| candidate.unit == unit).map(|candidate| candidate.prospect.clone())
        })?;
        let Self { panel, battle, .. } = self;
        match prospect {
            Prospect::Likely(likely) => {
                let (taken, _) = self.alone(unit);
                let names = Names::of_participants(battle, panel.procedure, &taken);
                let said = |(place, nth, p): &(usize, usize, f64)| {
                    let of = panel.procedure.chances.get(*place)?.label_of(*nth, names.inner());
                    Some(format!("{} {of}", percent(*p)))
                };
                // The first is always shown, others only if they can happen.
                let shown = likely.chances.iter().enumerate().filter(|(n, chance)| *n == 0 || chance.2 > 0.0);
                Some(shown.filter_map(|(_, chance)| said(chance)).collect::<Vec<_>>().join(" · "))
            }
            Prospect::Not(why) => Some(panel.named_units().spell(&why)),
            Prospect::Heavy => Some(say("Working out the odds…").to_owned()),
            Prospect::Open => None,
        }
    }

    /// True if a unit cannot be chosen by the rules.
    pub(super) fn is_barred(self, unit: &str) -> bool {
        self.ranked.with(|ranked| {
            ranked.iter().any(|candidate| candidate.unit == unit && matches!(candidate.prospect, Prospect::Not(_)))
        })
    }

    /// Assumptions for all of them in words: "Assumed: at 6″, in the open".
    pub(super) fn assumed(self) -> Option<String> {
        let mut assumed: Vec<&'static Assumption> = Vec::new();
        self.ranked.with(|ranked| {
            for candidate in ranked {
                if let Prospect::Likely(likely) = &candidate.prospect {
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
