//! The odds after each other choice of a panel, shown in its option: "In cover → 13 %". They are computed in slices of time after the odds
//! are drawn. A new answer cancels the computation. A worker evaluates slow ones.

use super::odds_job::{OddsJob, evaluate_here, text_of};
use super::panel::LivePanel;
use crate::app::components::field::{Figure, Offer, OptionFigures};
use crate::app::platform::clock::now;
use crate::app::platform::odds_worker::{OddsReply, PAUSE};
use crate::app::platform::queue::{Queue, Turn};
use battle::analysis::odds::OddsSummary;
use battle::analysis::variants::{ChanceEffect, Variant, own_variants, variants};
use battle::panel::{Cached, Key, Odds};
use leptos::prelude::*;
use rules::own::OwnRules;
use rules::text::say;
use serde_json::{Map, Value as Json};
use std::cell::Cell;

/// If one variant takes longer than this, in milliseconds, the others are evaluated only if the player asks for them.
const SLOW: f64 = 2_000.0;

/// The probabilities of the followed chances.
type Chances = Vec<Option<f64>>;

/// The effect that another choice would have on the odds.
#[derive(Clone)]
struct ChoiceEffect {
    choice: Variant,
    /// The chance that it changes.
    effect: ChanceEffect,
}

/// The job that computes the effects of the choices.
#[derive(Clone, Copy)]
pub(super) struct ChoiceEffects {
    panel: LivePanel,
    odds_job: OddsJob,
    queue: Queue,
    /// Effects found so far, cached by act and table.
    found: RwSignal<Cached<Vec<ChoiceEffect>>>,
    /// True while the job runs.
    is_busy: RwSignal<bool>,
    /// True while slow effects wait for the player to ask for them.
    awaits_request: RwSignal<bool>,
}

/// The variants of an act that are still to be evaluated, and the effects so far.
struct Remaining {
    turn: Turn,
    key: Key,
    /// The chances without any variant.
    current_chances: Chances,
    variants: std::vec::IntoIter<Variant>,
    effects: Vec<ChoiceEffect>,
    /// True if the player asked for slow effects.
    includes_slow: bool,
    /// True if one of them was slow. The worker then evaluates all others.
    is_slow: bool,
    /// True if there is no worker.
    has_no_worker: bool,
}

/// The button that asks for slow effects.
#[component]
pub(super) fn SlowEffects(effects: ChoiceEffects) -> impl IntoView {
    let all = move |_| effects.begin(untrack(|| effects.panel.key.get()), untrack(|| effects.chances()), true);
    view! {
        <p class="slow-effects" aria-busy=move || effects.is_busy.get().to_string()>
            <Show when=move || effects.awaits_request.get()>
                <button class="quiet" on:click=all>{say("Work out what choices change (slow)")}</button>
            </Show>
        </p>
    }
}

impl ChoiceEffects {
    /// Starts the job, which runs again whenever the odds of the panel change.
    pub(super) fn follow(panel: LivePanel, odds_job: OddsJob) -> Self {
        let effects = Self {
            panel,
            odds_job,
            queue: Queue::new(),
            found: RwSignal::default(),
            awaits_request: RwSignal::new(false),
            is_busy: RwSignal::new(false),
        };
        Effect::new(move |_| effects.begin(panel.key.get(), effects.chances(), false));
        effects
    }

    /// The odds of the options, to be provided as a context of the panel's form.
    pub(super) fn figures(self) -> OptionFigures {
        OptionFigures(Callback::new(move |(place, offer): (String, Offer)| self.figure(&place, &offer)))
    }

    /// The followed chances of the current act; empty while they are not known.
    fn chances(self) -> Chances {
        let procedure = self.panel.procedure;
        self.panel.outlook.with(|outlook| match outlook.ready() {
            Some(ready) if ready.next.is_some() => match &ready.odds {
                Odds::Known(summary) => summary.followed(procedure),
                Odds::Long(_) => self.odds_job.summary(|summary| summary.followed(procedure)).unwrap_or_default(),
                Odds::None(_) => Vec::new(),
            },
            _ => Vec::new(),
        })
    }

    /// The odds of an option for the current act; `None` if they are not known or do not change.
    fn figure(self, place: &str, offer: &Offer) -> Option<Figure> {
        self.panel.key.with(|key| {
            self.found.with(|found| {
                let effect = found.get(key)?.iter().find(|effect| offer.is_of(&effect.choice, place))?;
                let ChanceEffect { short, words, is_named } = effect.effect.clone();
                Some(Figure { short, words, is_named })
            })
        })
    }

    /// Starts the job anew for the current act.
    fn begin(self, key: Key, current_chances: Chances, includes_slow: bool) {
        let turn = self.queue.begin();
        self.awaits_request.set(false);
        self.is_busy.set(!current_chances.is_empty());
        if current_chances.is_empty() {
            return;
        }
        let mut remaining = None;
        let mut start = Some((key, current_chances));
        turn.in_slices(move || {
            if let Some((key, current_chances)) = start.take() {
                remaining = Some(untrack(|| self.all(turn, key, current_chances, includes_slow)));
            }
            self.step(&mut remaining)
        });
    }

    /// Evaluates the remaining variants, one after another.
    fn evaluate(self, remaining: Remaining) {
        let (turn, mut remaining) = (remaining.turn, Some(remaining));
        turn.in_slices(move || self.step(&mut remaining));
    }

    /// All variants of the current act.
    fn all(self, turn: Turn, key: Key, current_chances: Chances, includes_slow: bool) -> Remaining {
        let panel = self.panel;
        let answers = panel.sketch();
        let sketch = panel.drawn_sketch();
        let mut variants_left =
            variants(panel.procedure.form, sketch.map_or(&[], |sketch| sketch.instead_of), &answers);
        variants_left.extend(sketch.into_iter().flat_map(|sketch| variants(sketch.form, &[], &answers)));
        if let Some(battle) = panel.battle {
            let rules = battle.with(|open| OwnRules::of(open.state().battle()));
            variants_left.extend(own_variants(&rules, panel.procedure, &answers));
        }
        // If the worker had to compute the odds of the act, those of its variants are slow, too.
        let is_slow = self.odds_job.summary(|_| ()).is_some();
        Remaining {
            turn,
            key,
            current_chances,
            variants: variants_left.into_iter(),
            effects: Vec::new(),
            includes_slow,
            is_slow,
            has_no_worker: false,
        }
    }

    /// Shows the effects so far.
    fn publish(self, remaining: &Remaining) {
        self.found.update(|found| found.set(remaining.key.clone(), remaining.effects.clone()));
    }

    /// Evaluates one variant. Returns false if none is left, or if the worker has taken over.
    fn step(self, remaining: &mut Option<Remaining>) -> bool {
        let Some(mut current) = remaining.take() else { return false };
        let Some(variant) = current.variants.next() else {
            self.end(&current);
            return false;
        };
        let input = self.panel.with_panel(|panel, tables| panel.input_if(&variant.place, &variant.value, tables));
        if self.panel.procedure.read(&input).is_ok() {
            if current.is_slow && !current.has_no_worker {
                self.evaluate_in_worker(current, variant, input);
                return false;
            }
            match evaluate_here(self.panel, &input, current.includes_slow) {
                Some(summary) => self.record(&mut current, &variant, &summary),
                None if current.has_no_worker => {}
                None => {
                    self.evaluate_in_worker(current, variant, input);
                    return false;
                }
            }
        }
        *remaining = Some(current);
        true
    }

    /// Sends one variant to the worker, and continues with the others when it replies.
    fn evaluate_in_worker(self, mut remaining: Remaining, variant: Variant, input: Map<String, Json>) {
        remaining.is_slow = true;
        let (turn, began, remaining) = (remaining.turn, now(), Cell::new(Some(remaining)));
        turn.ask(PAUSE, [self.panel.ruleset.named.id, self.panel.procedure.id], text_of(&input), move |on_reply| {
            if matches!(on_reply, OddsReply::Done(_)) {
                return;
            }
            let Some(mut remaining) = remaining.take() else { return };
            match on_reply {
                OddsReply::OddsSummary(summary) => self.record(&mut remaining, &variant, &summary),
                OddsReply::NoWorker => remaining.has_no_worker = true,
                _ => {}
            }
            self.publish(&remaining);
            if (remaining.has_no_worker || now() - began > SLOW) && !remaining.includes_slow {
                self.awaits_request.set(true);
                return self.end(&remaining);
            }
            self.evaluate(remaining);
        });
    }

    fn end(self, remaining: &Remaining) {
        self.publish(remaining);
        self.is_busy.set(false);
    }

    /// Records the effect of a choice, if it changes a chance.
    fn record(self, remaining: &mut Remaining, choice: &Variant, summary: &OddsSummary) {
        let names = self.panel.named_units();
        let procedure = self.panel.procedure;
        let effect =
            ChanceEffect::of(procedure, &remaining.current_chances, &summary.followed(procedure), names.inner());
        remaining.effects.extend(effect.map(|effect| ChoiceEffect { choice: choice.clone(), effect }));
    }
}
