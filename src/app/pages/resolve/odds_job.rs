//! Odds that take long: a worker evaluates them, so that the page stays responsive. It stops as soon as an answer changes.

use super::odds::{Odds, OddsView, Outlook};
use super::panel::Panel;
use crate::app::components::names::Names;
use crate::app::platform::odds_worker::{OddsReply, OddsWorker};
use drumhead::analysis::odds::{AT_ONCE, OddsSummary};
use drumhead::core::text::{say, tenths};
use drumhead::dice::bounded;
use drumhead::text;
use leptos::prelude::*;
use serde_json::{Map, Value as Json};

/// Factor by which the page itself evaluates longer for a player who waits for it.
const PATIENT: u64 = 25;

/// Stage of odds that take long.
#[derive(Clone, Debug, PartialEq)]
enum Stage {
    /// The worker evaluates them: so many steps are done.
    Running(f64),
    /// Their summary.
    OddsSummary(OddsSummary),
    /// They are more than can be evaluated.
    TooMuch,
    /// There is no worker: the page evaluates them itself if the player says so.
    Alone,
}

/// Odds that a worker evaluates.
#[derive(Clone, Copy)]
pub(super) struct OddsJob {
    pub(super) worker: OddsWorker,
    stage: RwSignal<Stage>,
}

impl OddsJob {
    /// Follows what is said on a panel.
    pub(super) fn follow(panel: Panel, outlook: Memo<Outlook>) -> Self {
        let odds_job = Self { worker: OddsWorker::new(), stage: RwSignal::new(Stage::Running(0.0)) };
        Effect::new(move |_| {
            let long = outlook.with(|outlook| long(outlook).map(text_of));
            odds_job.stage.set(Stage::Running(0.0));
            match long {
                Some(input) => odds_job.ask(panel, input, move |on_reply| odds_job.receive(on_reply)),
                None => odds_job.worker.cancel(),
            }
        });
        odds_job
    }

    /// Asks for the odds of an input.
    pub(super) fn ask(self, panel: Panel, input: String, on_reply: impl Fn(OddsReply) + 'static) {
        self.worker.ask([panel.ruleset.id, panel.procedure.id], input, on_reply);
    }

    /// Reads the summary of the odds, if the worker has evaluated them.
    pub(super) fn summary<T>(self, read: impl FnOnce(&OddsSummary) -> T) -> Option<T> {
        self.stage.with(|stage| if let Stage::OddsSummary(summary) = stage { Some(read(summary)) } else { None })
    }

    fn receive(self, on_reply: OddsReply) {
        self.stage.set(match on_reply {
            OddsReply::Done(done) => Stage::Running(done),
            OddsReply::OddsSummary(summary) => Stage::OddsSummary(summary),
            OddsReply::TooMuch => Stage::TooMuch,
            OddsReply::Nobody | OddsReply::Forecast(_) => Stage::Alone,
        });
    }

    /// The page evaluates them itself, and does nothing else meanwhile.
    fn evaluate_for_player(self, panel: Panel) {
        let input = untrack(|| panel.input());
        self.stage.set(evaluate_here(panel, &input, true).map_or(Stage::TooMuch, Stage::OddsSummary));
    }
}

/// The odds of a worker, or its progress.
#[component]
pub(super) fn OddsJobView(panel: Panel, odds_job: OddsJob, names: Names) -> impl IntoView {
    let stage = odds_job.stage;
    // The count of steps is hidden from screen readers, which would read each change.
    let steps = move || {
        let millions = stage.with(|stage| if let Stage::Running(done) = stage { done / 1e6 } else { 0.0 });
        let millions = tenths(millions);
        (millions > 0.0).then(|| text!("{n} million steps so far", n = millions).to_string())
    };
    let running = Memo::new(move |_| stage.with(|stage| matches!(stage, Stage::Running(_))));
    move || {
        if running.get() {
            return view! { <p class="evaluating">{say("Working out the odds…")}" "<span class="soft" aria-hidden="true">{move || steps()}</span></p> }
                .into_any();
        }
        match stage.get() {
            Stage::OddsSummary(summary) => view! { <OddsView panel summary names=names.clone()/> }.into_any(),
            Stage::Alone => view! {
                <button class="quiet" on:click=move |_| odds_job.evaluate_for_player(panel)>{say("Work out the odds (slow)")}</button>
            }
            .into_any(),
            _ => {
                view! { <p class="evaluating">{say("There are too many possible outcomes to work out the odds. You can roll without them.")}</p> }
                    .into_any()
            }
        }
    }
}

/// Evaluates an input in the page itself; `None` if that would take too long, or it cannot be read.
pub(super) fn evaluate_here(panel: Panel, input: &Map<String, Json>, patient: bool) -> Option<OddsSummary> {
    let ready = panel.procedure.read(input).ok()?;
    let most = if patient { AT_ONCE * PATIENT } else { AT_ONCE };
    let mut summary = bounded(most, |_| false, || panel.procedure.odds_summary(&ready))?.ok()?;
    summary.drop_moot(panel.procedure, input);
    Some(summary)
}

/// The input whose odds take long.
fn long(outlook: &Outlook) -> Option<&Map<String, Json>> {
    match outlook {
        Outlook::Open(open) => match &open.odds {
            Odds::Long(input) => Some(input),
            _ => None,
        },
        _ => None,
    }
}

/// An input as text.
pub(super) fn text_of(input: &Map<String, Json>) -> String {
    serde_json::to_string(input).unwrap_or_default()
}
