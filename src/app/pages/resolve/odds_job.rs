//! Odds that are long in the weighing: asked for beside the page, so that everything else goes on, and given up as soon as
//! something else is said.

use super::odds::{Odds, OddsView, Outlook};
use super::panel::Panel;
use crate::app::components::names::Names;
use crate::app::platform::odds_worker::{OddsReply, OddsWorker};
use drumhead::analysis::odds::{AT_ONCE, OddsSummary};
use drumhead::core::text::say;
use drumhead::dice::bounded;
use drumhead::text;
use leptos::prelude::*;
use serde_json::{Map, Value as Json};

/// How many times as long the page itself weighs for whoever waits for it.
const PATIENT: u64 = 25;

/// How far it is with odds that are long in the weighing.
#[derive(Clone, Debug, PartialEq)]
enum Stage {
    /// They are being weighed: so many steps are done.
    Weighed(f64),
    /// What is told of them.
    OddsSummary(OddsSummary),
    /// They are more than can be weighed.
    TooMuch,
    /// There is nobody beside the page: it weighs them itself if the player says so.
    Alone,
}

/// Odds that are weighed beside the page.
#[derive(Clone, Copy)]
pub(super) struct OddsJob {
    pub(super) beside: OddsWorker,
    stage: RwSignal<Stage>,
}

impl OddsJob {
    /// Follows what is said on a panel.
    pub(super) fn follow(panel: Panel, outlook: Memo<Outlook>) -> Self {
        let odds_job = Self { beside: OddsWorker::new(), stage: RwSignal::new(Stage::Weighed(0.0)) };
        Effect::new(move |_| {
            let long = outlook.with(|outlook| long(outlook).map(text_of));
            odds_job.stage.set(Stage::Weighed(0.0));
            match long {
                Some(input) => odds_job.ask(panel, input, move |on_reply| odds_job.hear(on_reply)),
                None => odds_job.beside.cancel(),
            }
        });
        odds_job
    }

    /// Asks what is told of an input.
    pub(super) fn ask(self, panel: Panel, input: String, on_reply: impl Fn(OddsReply) + 'static) {
        self.beside.ask([panel.ruleset.id, panel.procedure.id], input, on_reply);
    }

    /// What is told of the odds, if they were long in the weighing and are known now.
    pub(super) fn told<T>(self, read: impl FnOnce(&OddsSummary) -> T) -> Option<T> {
        self.stage.with(|stage| if let Stage::OddsSummary(told) = stage { Some(read(told)) } else { None })
    }

    fn hear(self, on_reply: OddsReply) {
        self.stage.set(match on_reply {
            OddsReply::Done(done) => Stage::Weighed(done),
            OddsReply::OddsSummary(told) => Stage::OddsSummary(told),
            OddsReply::TooMuch => Stage::TooMuch,
            OddsReply::Nobody => Stage::Alone,
        });
    }

    /// The page works it out itself, and does nothing else meanwhile.
    fn evaluate_for_player(self, panel: Panel) {
        let input = untrack(|| panel.input());
        self.stage.set(evaluate_here(panel, &input, true).map_or(Stage::TooMuch, Stage::OddsSummary));
    }
}

/// Odds that are weighed beside the page, or how far that is.
#[component]
pub(super) fn OddsJobView(panel: Panel, odds_job: OddsJob, names: Names) -> impl IntoView {
    let stage = odds_job.stage;
    // Steps are counted for the eye alone: nobody wants to hear each of them.
    let steps = move || {
        let millions = stage.with(|stage| if let Stage::Weighed(done) = stage { done / 1e6 } else { 0.0 });
        let millions = (millions * 10.0).round() / 10.0;
        (millions > 0.0).then(|| text!("{n} million steps so far", n = millions).to_string())
    };
    let weighed = Memo::new(move |_| stage.with(|stage| matches!(stage, Stage::Weighed(_))));
    move || {
        if weighed.get() {
            return view! { <p class="evaluating">{say("Working out the odds…")}" "<span class="soft" aria-hidden="true">{steps}</span></p> }
                .into_any();
        }
        match stage.get() {
            Stage::OddsSummary(told) => view! { <OddsView panel told names=names.clone()/> }.into_any(),
            Stage::Alone => view! {
                <button class="quiet" on:click=move |_| odds_job.evaluate_for_player(panel)>{say("Work it out: that takes a moment")}</button>
            }
            .into_any(),
            _ => {
                view! { <p class="evaluating">{say("There are too many ways in which this can go to work out the odds here. Throw without them.")}</p> }
                    .into_any()
            }
        }
    }
}

/// What is told of an input, weighed by the page itself; none if that would be too long, or it cannot be so.
pub(super) fn evaluate_here(panel: Panel, input: &Map<String, Json>, patient: bool) -> Option<OddsSummary> {
    let ready = panel.procedure.read(input).ok()?;
    let most = if patient { AT_ONCE * PATIENT } else { AT_ONCE };
    bounded(most, |_| false, || panel.procedure.odds_summary(&ready))?.ok()
}

/// The input whose odds are long in the weighing.
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
