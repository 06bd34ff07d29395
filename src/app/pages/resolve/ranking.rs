//! The ranking of the candidates for a role by their main chance. It is computed in slices of time after the panel is drawn. Then a worker
//! evaluates the candidates with slow odds, one by one.

use super::odds_job::text_of;
use super::panel::LivePanel;
use crate::app::components::names::Names;
use crate::app::platform::odds_worker::{OddsReply, PAUSE};
use crate::app::platform::queue::{Queue, Turn};
use crate::app::state::BattleState;
use battle::analysis::candidates::{Candidate, Likely, Prospect};
use battle::panel::{Cached, Key, candidates};
use leptos::prelude::*;
use rules::procedure::{Assumption, Role};
use rules::text;
use rules::text::{Text, capital, percent, say};
use std::time::Duration;

/// The rankings for all roles of a panel, shared by all lists that show them.
#[derive(Clone, Copy)]
pub(super) struct Rankings(StoredValue<Vec<Ranking>>);

impl Rankings {
    /// Provides the rankings as a context of a panel.
    pub(super) fn provide(panel: LivePanel, battle: BattleState) {
        let roles = panel.procedure.participants.iter();
        let all = roles.map(|role| Ranking::of(panel, battle, role)).collect();
        provide_context(Self(StoredValue::new(all)));
    }

    /// The ranking for a role. It is computed only while a component that called this is shown.
    pub(super) fn watch(self, role: &Role) -> Ranking {
        let ranking = self.0.with_value(|all| all.iter().find(|ranking| ranking.role.id == role.id).copied());
        let ranking = ranking.expect("a panel asks for the roles of its ranking procedure");
        ranking.watchers.update(|count| *count += 1);
        on_cleanup(move || {
            // This fails if the panel was removed first.
            ranking.watchers.try_update(|count| *count -= 1);
        });
        ranking
    }
}

/// The ranking of the candidates for a role.
#[derive(Clone, Copy)]
pub(super) struct Ranking {
    panel: LivePanel,
    battle: BattleState,
    role: &'static Role,
    /// Number of lists that show the ranking. While it is 0, nothing is computed.
    watchers: RwSignal<usize>,
    queue: Queue,
    /// The candidates, cached by act and table. Empty until all candidates with quick odds are evaluated.
    ranked: RwSignal<Cached<candidates::Ranking>>,
}

impl Ranking {
    /// Evaluates the candidates while a list shows them, and again whenever an answer or the table changes.
    fn of(panel: LivePanel, battle: BattleState, role: &'static Role) -> Self {
        let ranking =
            Self { panel, battle, role, watchers: RwSignal::new(0), queue: Queue::new(), ranked: RwSignal::default() };
        let is_watched = Memo::new(move |_| ranking.watchers.get() > 0 && !panel.is_rolling());
        Effect::new(move |_| {
            let (key, turn) = (panel.key.get(), ranking.queue.begin());
            if is_watched.get() {
                ranking.begin(turn, key);
            }
        });
        ranking
    }

    fn begin(self, turn: Turn, key: Key) {
        let Self { panel, role, .. } = self;
        let (mut working, mut key) = (panel.with_panel(|panel, tables| panel.ranking(role, tables)), Some(key));
        turn.in_slices(move || {
            let has_more = panel.with_panel(|panel, tables| working.step(panel, role, tables));
            if let Some(key) = key.take_if(|_| !has_more) {
                let heavy = working.heavy().into_iter().rev().collect();
                self.ranked.update(|ranked| ranked.set(key.clone(), working.clone()));
                self.ask(turn, key, PAUSE, heavy);
            }
            has_more
        });
    }

    /// Sends the candidates with slow odds to the worker one by one, from the end of the list.
    fn ask(self, turn: Turn, key: Key, pause: Duration, mut heavy: Vec<String>) {
        let Self { panel, role, .. } = self;
        let Some(unit) = heavy.pop() else { return };
        let Some((input, assumed)) = panel.with_panel(|panel, tables| panel.assumed_input(role, &unit, tables)) else {
            return;
        };
        turn.ask(pause, [panel.ruleset.named.id, panel.procedure.id], text_of(&input), move |reply| {
            let prospect = match reply {
                OddsReply::Done(_) => return,
                OddsReply::OddsSummary(summary) => {
                    Likely::of(panel.procedure, &summary, assumed.clone()).map_or(Prospect::Open, Prospect::Likely)
                }
                OddsReply::TooMuch | OddsReply::NoWorker | OddsReply::Forecast(_) => Prospect::Open,
            };
            self.ranked.update(|ranked| {
                if let Some(ranked) = ranked.get_mut(&key) {
                    ranked.put(&unit, prospect);
                }
            });
            self.ask(turn, key.clone(), Duration::ZERO, heavy.clone());
        });
    }

    /// Reads the candidates as ranked for the current act and table; none while they are being ranked.
    fn read<T>(self, read: impl FnOnce(&[Candidate]) -> T) -> T {
        self.panel
            .key
            .with(|key| self.ranked.with(|ranked| read(ranked.get(key).map_or(&[], |found| found.candidates()))))
    }

    /// Sorts units by rank, the best first. Units without a rank come last.
    pub(super) fn sort(self, units: &mut [String]) {
        self.read(|ranked| {
            units.sort_by_key(|id| ranked.iter().position(|candidate| candidate.unit == *id).unwrap_or(usize::MAX));
        });
    }

    /// The reason that forbids the act with every candidate, unless the panel shows it elsewhere.
    pub(super) fn common_bar(self) -> Option<String> {
        let why = self
            .panel
            .key
            .with(|key| self.ranked.with(|ranked| ranked.get(key).and_then(|ranking| ranking.common_bar().cloned())))?;
        (!self.is_shown(&why)).then(|| capital(&self.panel.named_units().spell(&why)))
    }

    /// True if the panel shows this reason above its lists.
    fn is_shown(self, why: &Text) -> bool {
        self.panel.shown.with(|shown| shown.barred.iter().any(|barred| barred.message == *why))
    }

    /// The chances of a candidate in words: "56 % a figure lost", or the reason why the rules forbid it. `None` if its odds are unknown, or if
    /// the reason is shown above the list.
    pub(super) fn words(self, unit: &str) -> Option<String> {
        let prospect = self.read(|ranked| {
            ranked.iter().find(|candidate| candidate.unit == unit).map(|candidate| candidate.prospect.clone())
        })?;
        let Self { panel, battle, .. } = self;
        match prospect {
            Prospect::Likely(likely) => {
                let act = panel.with_panel(|panel, tables| panel.act_with(self.role, unit, tables));
                let names = Names::of_participants(battle, panel.procedure, &act.participants);
                let chance_words = |(index, nth, p): &(usize, usize, f64)| {
                    let of = panel.procedure.chances.get(*index)?.label_of(*nth, names.inner());
                    Some(format!("{} {of}", percent(*p)))
                };
                // The first chance is always shown, others only if they are possible.
                let shown = likely.chances.iter().enumerate().filter(|(n, chance)| *n == 0 || chance.2 > 0.0);
                Some(shown.filter_map(|(_, chance)| chance_words(chance)).collect::<Vec<_>>().join(" · "))
            }
            Prospect::Not(why) => {
                let is_common = self.read(|ranked| {
                    ranked.len() > 1 && ranked.iter().all(|candidate| candidate.prospect == Prospect::Not(why.clone()))
                });
                (!is_common && !self.is_shown(&why)).then(|| panel.named_units().spell(&why))
            }
            Prospect::Heavy => Some(say("Working out the odds…").to_owned()),
            Prospect::Open => None,
        }
    }

    /// True if the rules forbid a candidate.
    pub(super) fn is_barred(self, unit: &str) -> bool {
        self.read(|ranked| {
            ranked.iter().any(|candidate| candidate.unit == unit && matches!(candidate.prospect, Prospect::Not(_)))
        })
    }

    /// The assumptions behind all chances in words: "Assumed: at 6″, in the open". `None` if there are none.
    pub(super) fn assumed(self) -> Option<String> {
        let mut assumed: Vec<&'static Assumption> = Vec::new();
        self.read(|ranked| {
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
