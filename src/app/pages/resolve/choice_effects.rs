//! Effects of the choices of a panel, each beside its choice: "In cover → 13 %". Worked out after the odds are painted, a little at a
//! time, and given up as soon as something else is answered. A worker evaluates those that take long.

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

/// Odds that take longer than this, in milliseconds, are evaluated only if the player asks for them.
const LONG: f64 = 2_000.0;

/// Probability of each chance that is followed.
type Chances = Vec<Option<f64>>;

/// Effect of a choice that is not made now.
#[derive(Clone)]
struct ChoiceEffect {
    choice: Variant,
    /// The chance that it changes.
    effect: ChanceEffect,
}

/// Job that finds the effects of the choices.
#[derive(Clone, Copy)]
pub(super) struct ChoiceEffects {
    panel: LivePanel,
    odds_job: OddsJob,
    queue: Queue,
    /// Effects found so far, with the act and table that they are of.
    found: RwSignal<Cached<Vec<ChoiceEffect>>>,
    /// True while it is being worked on.
    busy: RwSignal<bool>,
    /// True while it waits for the player to ask, as it would take long.
    waits: RwSignal<bool>,
}

/// Variants that are still to be evaluated for an input.
struct Rest {
    turn: Turn,
    key: Key,
    now: Chances,
    left: std::vec::IntoIter<Variant>,
    effects: Vec<ChoiceEffect>,
    /// True if the player asked for what takes long.
    patient: bool,
    /// True if one of them took long: then the worker evaluates all of them.
    long: bool,
    /// True if there is no worker.
    alone: bool,
}

/// The button for effects that take long.
#[component]
pub(super) fn SlowEffects(
    /// The effects of the choices.
    effects: ChoiceEffects,
) -> impl IntoView {
    let all = move |_| effects.begin(untrack(|| effects.panel.key.get()), untrack(|| effects.chances()), true);
    view! {
        <p class="slow-effects" aria-busy=move || effects.busy.get().to_string()>
            <Show when=move || effects.waits.get()>
                <button class="quiet" on:click=all>{say("Work out what choices change (slow)")}</button>
            </Show>
        </p>
    }
}

impl ChoiceEffects {
    /// Follows the odds of a panel.
    pub(super) fn follow(panel: LivePanel, odds_job: OddsJob) -> Self {
        let effects = Self {
            panel,
            odds_job,
            queue: Queue::new(),
            found: RwSignal::default(),
            waits: RwSignal::new(false),
            busy: RwSignal::new(false),
        };
        Effect::new(move |_| effects.begin(panel.key.get(), effects.chances(), false));
        effects
    }

    /// The figures, for the context of the panel's form alone.
    pub(super) fn figures(self) -> OptionFigures {
        OptionFigures(Callback::new(move |(place, offer): (String, Offer)| self.figure(&place, &offer)))
    }

    /// The chances that are followed, as they are now.
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

    /// The figure beside a choice of the act as it is now.
    fn figure(self, place: &str, offer: &Offer) -> Option<Figure> {
        self.panel.key.with(|key| {
            self.found.with(|found| {
                let effect = found.get(key)?.iter().find(|effect| offer.is_of(&effect.choice, place))?;
                let ChanceEffect { short, words, is_named } = effect.effect.clone();
                Some(Figure { short, words, is_named })
            })
        })
    }

    /// Begins again for the act as it is now.
    fn begin(self, key: Key, now: Chances, patient: bool) {
        let turn = self.queue.begin();
        self.waits.set(false);
        self.busy.set(!now.is_empty());
        if now.is_empty() {
            return;
        }
        let mut rest = None;
        let mut begun = Some((key, now));
        turn.in_slices(move || {
            if let Some((key, now)) = begun.take() {
                rest = Some(untrack(|| self.all(turn, key, now, patient)));
            }
            self.step(&mut rest)
        });
    }

    /// Evaluates them, one after another.
    fn go_on(self, rest: Rest) {
        let (turn, mut rest) = (rest.turn, Some(rest));
        turn.in_slices(move || self.step(&mut rest));
    }

    fn all(self, turn: Turn, key: Key, now: Chances, patient: bool) -> Rest {
        let panel = self.panel;
        let seen = panel.sketch();
        let sketched = panel.drawn_sketch();
        let mut left = variants(panel.procedure.form, sketched.map_or(&[], |sketch| sketch.instead_of), &seen);
        left.extend(sketched.into_iter().flat_map(|sketch| variants(sketch.form, &[], &seen)));
        if let Some(battle) = panel.battle {
            let rules = battle.with(|open| OwnRules::of(open.state().battle()));
            left.extend(own_variants(&rules, panel.procedure, &seen));
        }
        // Where the odds took long, they will do so again.
        let long = self.odds_job.summary(|_| ()).is_some();
        Rest { turn, key, now, left: left.into_iter(), effects: Vec::new(), patient, long, alone: false }
    }

    fn note_found(self, rest: &Rest) {
        self.found.update(|found| found.set(rest.key.clone(), rest.effects.clone()));
    }

    /// Evaluates one of them. Returns false if none is left, or the worker goes on.
    fn step(self, rest: &mut Option<Rest>) -> bool {
        let Some(mut now) = rest.take() else { return false };
        let Some(variant) = now.left.next() else {
            self.end(&now);
            return false;
        };
        let input = self.panel.with_panel(|panel, tables| panel.input_if(&variant.place, &variant.value, tables));
        if self.panel.procedure.read(&input).is_ok() {
            if now.long && !now.alone {
                self.go_on_in_worker(now, variant, input);
                return false;
            }
            match evaluate_here(self.panel, &input, now.patient) {
                Some(summary) => self.note(&mut now, &variant, &summary),
                None if now.alone => {}
                None => {
                    self.go_on_in_worker(now, variant, input);
                    return false;
                }
            }
        }
        *rest = Some(now);
        true
    }

    /// Has the worker evaluate one of them, and goes on.
    fn go_on_in_worker(self, mut rest: Rest, variant: Variant, input: Map<String, Json>) {
        rest.long = true;
        let (turn, began, rest) = (rest.turn, now(), Cell::new(Some(rest)));
        turn.ask(PAUSE, [self.panel.ruleset.named.id, self.panel.procedure.id], text_of(&input), move |on_reply| {
            if matches!(on_reply, OddsReply::Done(_)) {
                return;
            }
            let Some(mut rest) = rest.take() else { return };
            match on_reply {
                OddsReply::OddsSummary(summary) => self.note(&mut rest, &variant, &summary),
                OddsReply::NoWorker => rest.alone = true,
                _ => {}
            }
            self.note_found(&rest);
            if (rest.alone || now() - began > LONG) && !rest.patient {
                self.waits.set(true);
                return self.end(&rest);
            }
            self.go_on(rest);
        });
    }

    fn end(self, rest: &Rest) {
        self.note_found(rest);
        self.busy.set(false);
    }

    /// Notes the effect of a choice, if it has one.
    fn note(self, rest: &mut Rest, choice: &Variant, summary: &OddsSummary) {
        let names = self.panel.named_units();
        let procedure = self.panel.procedure;
        let effect = ChanceEffect::of(procedure, &rest.now, &summary.followed(procedure), names.inner());
        rest.effects.extend(effect.map(|effect| ChoiceEffect { choice: choice.clone(), effect }));
    }
}
