//! Odds that are long in the weighing: asked for beside the page, so that everything else goes on, and given up as soon as
//! something else is said.

use super::names::Names;
use super::odds::{Odds, Outlook};
use super::panel::Panel;
use crate::app::beside::{Beside, Heard};
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
pub(super) struct Weighing {
    pub(super) beside: Beside,
    stage: RwSignal<Stage>,
}

impl Weighing {
    /// Follows what is said on a panel.
    pub(super) fn follow(panel: Panel, outlook: Memo<Outlook>) -> Self {
        let weighing = Self { beside: Beside::new(), stage: RwSignal::new(Stage::Weighed(0.0)) };
        Effect::new(move |_| {
            let long = outlook.with(|outlook| long(outlook).map(text_of));
            weighing.stage.set(Stage::Weighed(0.0));
            match long {
                Some(input) => weighing.ask(panel, input, move |heard| weighing.hear(heard)),
                None => weighing.beside.give_up(),
            }
        });
        weighing
    }

    /// Asks what is told of an input.
    pub(super) fn ask(self, panel: Panel, input: String, heard: impl Fn(Heard) + 'static) {
        self.beside.ask([panel.ruleset.id, panel.procedure.id], input, heard);
    }

    /// What is told of the odds, if they were long in the weighing and are known now.
    pub(super) fn told<T>(self, read: impl FnOnce(&OddsSummary) -> T) -> Option<T> {
        self.stage.with(|stage| if let Stage::OddsSummary(told) = stage { Some(read(told)) } else { None })
    }

    fn hear(self, heard: Heard) {
        self.stage.set(match heard {
            Heard::Done(done) => Stage::Weighed(done),
            Heard::OddsSummary(told) => Stage::OddsSummary(told),
            Heard::TooMuch => Stage::TooMuch,
            Heard::Nobody => Stage::Alone,
        });
    }

    pub(super) fn view(self, panel: Panel, names: &Names) -> AnyView {
        let stage = self.stage;
        // Steps are counted for the eye alone: nobody wants to hear each of them.
        let steps = move || {
            let millions = stage.with(|stage| if let Stage::Weighed(done) = stage { done / 1e6 } else { 0.0 });
            let millions = (millions * 10.0).round() / 10.0;
            (millions > 0.0).then(|| text!("{n} million steps so far", n = millions).to_string())
        };
        let weighed = Memo::new(move |_| stage.with(|stage| matches!(stage, Stage::Weighed(_))));
        if weighed.get() {
            return view! { <p class="weighing">{say("Working out the odds…")}" "<span class="soft" aria-hidden="true">{steps}</span></p> }
                .into_any();
        }
        match stage.get() {
            Stage::OddsSummary(told) => panel.told_view(&told, names).into_any(),
            Stage::Alone => view! {
                <button class="quiet" on:click=move |_| self.weigh_here(panel)>{say("Work it out: that takes a moment")}</button>
            }
            .into_any(),
            _ => {
                view! { <p class="weighing">{say("There are too many ways in which this can go to work out the odds here. Throw without them.")}</p> }
                    .into_any()
            }
        }
    }

    /// The page works it out itself, and does nothing else meanwhile.
    fn weigh_here(self, panel: Panel) {
        let input = untrack(|| panel.input());
        self.stage.set(told_here(panel, &input, true).map_or(Stage::TooMuch, Stage::OddsSummary));
    }
}

/// What is told of an input, weighed by the page itself; none if that would be too long, or it cannot be so.
pub(super) fn told_here(panel: Panel, input: &Map<String, Json>, patient: bool) -> Option<OddsSummary> {
    let ready = panel.procedure.read(input).ok()?;
    let most = if patient { AT_ONCE * PATIENT } else { AT_ONCE };
    bounded(most, |_| false, || panel.procedure.odds_summary(input, &ready))?.ok()
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
