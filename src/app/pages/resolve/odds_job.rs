//! Slow odds: a worker evaluates them, so that the page stays responsive. A changed answer stops it.

use super::odds::OddsView;
use super::panel::LivePanel;
use crate::app::components::names::Names;
use crate::app::platform::odds_worker::{OddsReply, PAUSE};
use crate::app::platform::queue::Queue;
use battle::analysis::odds::{AT_ONCE, OddsSummary};
use battle::panel::{Cached, Key, Odds};
use leptos::prelude::*;
use rules::dice::bounded;
use rules::text;
use rules::text::{say, tenths};
use serde_json::{Map, Value as Json};

/// Factor by which the page itself evaluates longer if the player has asked for slow odds.
const SLOW_FACTOR: u64 = 25;

/// Stage of slow odds.
#[derive(Clone, Debug, PartialEq)]
enum Stage {
    /// The worker evaluates them. The value is the number of steps done.
    Running(f64),
    /// The result.
    OddsSummary(OddsSummary),
    /// They exceed the limit of what can be evaluated.
    TooMuch,
    /// There is no worker. The page evaluates them itself if the player asks for it.
    NoWorker,
}

/// The evaluation of a panel's slow odds.
#[derive(Clone, Copy)]
pub(super) struct OddsJob {
    panel: LivePanel,
    queue: Queue,
    /// The stage, cached by act and table.
    stage: RwSignal<Cached<Stage>>,
}

impl OddsJob {
    /// Follows the answers of a panel.
    pub(super) fn follow(panel: LivePanel) -> Self {
        let odds_job = Self { panel, queue: Queue::new(), stage: RwSignal::default() };
        Effect::new(move |_| {
            let (key, turn) = (panel.key.get(), odds_job.queue.begin());
            let long = panel.outlook.with(|outlook| match &outlook.ready()?.odds {
                Odds::Long(input) => Some(text_of(input)),
                Odds::Known(_) | Odds::None(_) => None,
            });
            odds_job.stage.update(|stage| stage.set(key.clone(), Stage::Running(0.0)));
            if let Some(input) = long {
                turn.ask(PAUSE, [panel.ruleset.named.id, panel.procedure.id], input, move |reply| {
                    odds_job.receive(&key, reply)
                });
            }
        });
        odds_job
    }

    /// The stage for the current act and table. Results for others are not shown.
    fn stage(self) -> Stage {
        self.panel.key.with(|key| self.stage.with(|stage| stage.get(key).cloned())).unwrap_or(Stage::Running(0.0))
    }

    /// Reads the summary of the odds, if the worker has evaluated them.
    pub(super) fn summary<T>(self, read: impl FnOnce(&OddsSummary) -> T) -> Option<T> {
        if let Stage::OddsSummary(summary) = self.stage() { Some(read(&summary)) } else { None }
    }

    fn receive(self, key: &Key, reply: OddsReply) {
        let stage = match reply {
            OddsReply::Done(done) => Stage::Running(done),
            OddsReply::OddsSummary(summary) => Stage::OddsSummary(summary),
            OddsReply::TooMuch => Stage::TooMuch,
            OddsReply::NoWorker | OddsReply::Forecast(_) => Stage::NoWorker,
        };
        self.stage.update(|known| known.set(key.clone(), stage));
    }

    /// Evaluates the odds in the page itself, which does not respond meanwhile.
    fn evaluate_for_player(self) {
        let (key, input) = untrack(|| (self.panel.key.get(), self.panel.input()));
        let stage = evaluate_here(self.panel, &input, true).map_or(Stage::TooMuch, Stage::OddsSummary);
        self.stage.update(|known| known.set(key, stage));
    }
}

/// The odds that the worker has evaluated, or its progress.
#[component]
pub(super) fn OddsJobView(panel: LivePanel, odds_job: OddsJob, names: Names) -> impl IntoView {
    // The number of steps is hidden from screen readers, which would announce each change.
    let steps = move || {
        let millions = if let Stage::Running(done) = odds_job.stage() { done / 1e6 } else { 0.0 };
        let millions = tenths(millions);
        (millions > 0.0).then(|| text!("{n} million steps so far", n = millions).to_string())
    };
    // The view reads only this memo. If it also read a memo on which this one depends, it could miss a change.
    let ended = Memo::new(move |_| Some(odds_job.stage()).filter(|stage| !matches!(stage, Stage::Running(_))));
    move || {
        let Some(stage) = ended.get() else {
            return view! { <p class="evaluating">{say("Working out the odds…")}" "<span class="soft" aria-hidden="true">{move || steps()}</span></p> }
                .into_any();
        };
        match stage {
            Stage::OddsSummary(summary) => view! { <OddsView panel summary names=names.clone()/> }.into_any(),
            Stage::NoWorker => view! {
                <button class="quiet" on:click=move |_| odds_job.evaluate_for_player()>{say("Work out the odds (slow)")}</button>
            }
            .into_any(),
            _ => {
                view! { <p class="evaluating">{say("There are too many possible outcomes to work out the odds. You can roll without them.")}</p> }
                    .into_any()
            }
        }
    }
}

/// Evaluates the odds of an input in the page itself. `None` if that would take too long, or if the input cannot be read.
pub(super) fn evaluate_here(panel: LivePanel, input: &Map<String, Json>, is_slow: bool) -> Option<OddsSummary> {
    let ready = panel.procedure.read(input).ok()?;
    let max_steps = if is_slow { AT_ONCE * SLOW_FACTOR } else { AT_ONCE };
    let mut summary = bounded(max_steps, |_| false, || OddsSummary::of(panel.procedure, &ready))?.ok()?;
    summary.drop_moot(panel.procedure, input);
    Some(summary)
}

/// An input as text.
pub(super) fn text_of(input: &Map<String, Json>) -> String {
    serde_json::to_string(input).unwrap_or_default()
}
