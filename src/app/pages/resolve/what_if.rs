//! Changes that each situation would make: "In cover: yes — 26 % → 13 %". Worked out after the odds are painted, a little at a time,
//! and given up as soon as something else is said. A worker evaluates those that take long.

use super::odds::{Odds, Outlook};
use super::odds_job::{OddsJob, evaluate_here, text_of};
use super::panel::Panel;
use crate::app::components::field::label;
use crate::app::components::names::Names;
use crate::app::platform::clock::now;
use crate::app::platform::odds_worker::OddsReply;
use crate::app::platform::slices::in_slices;
use drumhead::analysis::odds::OddsSummary;
use drumhead::analysis::variants::{Otherwise, Variant, variants};
use drumhead::core::text::{percent, say};
use drumhead::text;
use leptos::prelude::*;
use serde_json::{Map, Value as Json};
use std::cell::Cell;

/// Odds that take longer than this, in milliseconds, are evaluated only if the player asks for them.
const LONG: f64 = 2_000.0;

/// Probability of each chance that is followed.
type Chances = Vec<Option<f64>>;

/// Change of the odds if something were otherwise.
#[derive(Clone, Debug, PartialEq)]
struct Change {
    /// Place of the answer.
    place: String,
    /// "Target stands: Behind a wall".
    when: String,
    /// The chance that it changes, if there are several.
    what: String,
    /// "26 % → 13 %".
    to: String,
    rare: bool,
}

/// Job that finds the changes.
#[derive(Clone, Copy)]
struct Work {
    panel: Panel,
    odds_job: OddsJob,
    /// Index of the input. Results for an earlier one are dropped.
    turn: StoredValue<u32>,
    /// Changes found so far.
    found: RwSignal<Vec<Change>>,
    /// True while it is being worked on.
    busy: RwSignal<bool>,
    /// True while it waits for the player to ask, as it would take long.
    waits: RwSignal<bool>,
}

/// Variants that are still to be evaluated for an input.
struct Rest {
    turn: u32,
    now: Chances,
    seen: Map<String, Json>,
    left: std::vec::IntoIter<Variant>,
    changes: Vec<Change>,
    /// True if the player asked for what takes long.
    patient: bool,
    /// True if one of them took long: then the worker evaluates all of them.
    long: bool,
    /// True if there is no worker.
    alone: bool,
}

impl Panel {
    /// Another answer, in words: "Target stands: Behind a wall". Labels are written to stand by themselves, and so they do
    /// here, as players see them where they are said.
    fn otherwise(self, names: &Names, variant: &Variant) -> String {
        let (field, held) = (label(variant.field, names), held(names, variant));
        let words = match variant.otherwise {
            Otherwise::Member(..) => format!("{field} · {held}"),
            // Some choices say of themselves what they are of.
            Otherwise::Is(_) if held.starts_with(&field) => held,
            _ => text!("{what}: {held}", what = field, held = held).to_string(),
        };
        // Of several of a kind, whose it is.
        match variant.place.rsplit_once('.').and_then(|(holder, _)| self.member_name(holder)) {
            Some(name) => format!("{name} · {words}"),
            None => words,
        }
    }
}

/// The situations that would change the odds, each with what to.
#[component]
pub(super) fn WhatIf(panel: Panel, outlook: Memo<Outlook>, odds_job: OddsJob) -> impl IntoView {
    let work = Work {
        panel,
        odds_job,
        turn: StoredValue::new(0),
        found: RwSignal::default(),
        waits: RwSignal::new(false),
        busy: RwSignal::new(false),
    };
    let chances = move || {
        outlook.with(|outlook| match outlook {
            Outlook::Open(open) if open.next.is_some() => match &open.odds {
                Odds::OddsSummary(summary) => summary.followed(panel.procedure),
                Odds::Long(_) => odds_job.summary(|summary| summary.followed(panel.procedure)).unwrap_or_default(),
                Odds::None(_) => Vec::new(),
            },
            _ => Vec::new(),
        })
    };
    Effect::new(move |_| {
        // Fields without an effect now can change the effects of others.
        panel.answers.given.track();
        work.begin(chances(), false);
    });
    let rows = move |rare: bool| {
        let is_shown = move |change: &&Change| change.rare == rare;
        let row = |change: &Change| view! { <li>{change.when.clone()}" — "{change.what.clone()}<b>{change.to.clone()}</b></li> };
        work.found.with(|found| found.iter().filter(is_shown).map(row).collect_view())
    };
    let any = move |rare: bool| work.found.with(|found| found.iter().any(|change| change.rare == rare));
    let idle = move || work.found.with(Vec::is_empty) && !work.waits.get();
    view! {
        <section class="what-if" aria-label=say("Effects of changes") aria-busy=move || work.busy.get().to_string() hidden=move || idle()>
            <h2>{say("Effects of changes")}</h2>
            <ul>{move || rows(false)}</ul>
            <details class="disclosure" hidden=move || !any(true)>
                <summary>{say("Rarer situations")}</summary>
                <ul>{move || rows(true)}</ul>
            </details>
            <Show when=move || work.waits.get()>
                <button class="quiet" on:click=move |_| work.begin(untrack(chances), true)>{say("Work out the odds (slow)")}</button>
            </Show>
        </section>
    }
}

/// The other answer in words.
fn held(names: &Names, variant: &Variant) -> String {
    let said = |ticked: bool| if ticked { say("yes") } else { say("no") };
    match variant.otherwise {
        Otherwise::Ticked(ticked) => said(ticked).to_owned(),
        Otherwise::Member(member, ticked) => {
            text!("{what}: {held}", what = names.spell_label(member), held = said(ticked)).to_string()
        }
        Otherwise::Is(word) => names.spell_label(word),
        Otherwise::Number(number) => number.to_string(),
    }
}

impl Work {
    /// Begins again for the answers as they are now.
    fn begin(self, now: Chances, patient: bool) {
        let turn = self.turn.get_value().wrapping_add(1);
        self.turn.set_value(turn);
        self.waits.set(false);
        self.busy.set(!now.is_empty());
        if now.is_empty() {
            return self.found.set(Vec::new());
        }
        // Once the odds are on the screen.
        request_animation_frame(move || {
            if self.turn.try_get_value() == Some(turn) {
                self.go_on(untrack(|| self.all(turn, now, patient)));
            }
        });
    }

    /// Evaluates them, one after another, unless an answer changes before.
    fn go_on(self, rest: Rest) {
        let (turn, mut rest) = (rest.turn, Some(rest));
        in_slices(move || self.turn.try_get_value() == Some(turn), move || self.step(&mut rest));
    }

    fn all(self, turn: u32, now: Chances, patient: bool) -> Rest {
        let panel = self.panel;
        let seen = panel.sketch();
        let sketched = panel.drawn_sketch();
        let mut left = variants(panel.procedure.form, sketched.map_or(&[], |sketch| sketch.instead_of), &seen);
        left.extend(sketched.into_iter().flat_map(|sketch| variants(sketch.form, &[], &seen)));
        // Where the odds took long, they will do so again.
        let long = self.odds_job.summary(|_| ()).is_some();
        Rest { turn, now, seen, left: left.into_iter(), changes: Vec::new(), patient, long, alone: false }
    }

    /// Evaluates one of them. Returns false if none is left, or the worker goes on.
    fn step(self, rest: &mut Option<Rest>) -> bool {
        let Some(mut now) = rest.take() else { return false };
        let Some(variant) = now.left.next() else {
            self.end(now);
            return false;
        };
        let input = self.panel.input_if(&now.seen, &variant.place, &variant.value);
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
        self.odds_job.ask(self.panel, text_of(&input), move |on_reply| {
            if self.turn.try_get_value() != Some(turn) || matches!(on_reply, OddsReply::Done(_)) {
                return;
            }
            let Some(mut rest) = rest.take() else { return };
            match on_reply {
                OddsReply::OddsSummary(summary) => self.note(&mut rest, &variant, &summary),
                OddsReply::Nobody => rest.alone = true,
                _ => {}
            }
            self.found.set(rest.changes.clone());
            if (rest.alone || now() - began > LONG) && !rest.patient {
                self.waits.set(true);
                return self.end(rest);
            }
            self.go_on(rest);
        });
    }

    fn end(self, rest: Rest) {
        self.found.set(rest.changes);
        self.busy.set(false);
    }

    /// Notes what it would change, if it does.
    fn note(self, rest: &mut Rest, variant: &Variant, summary: &OddsSummary) {
        let names = self.panel.named_units();
        let Some(change) = self.change(rest, variant, &names, &summary.followed(self.panel.procedure)) else { return };
        let alike = |last: &&mut Change| last.place == change.place && last.what == change.what && last.to == change.to;
        match rest.changes.last_mut().filter(alike) {
            // Another choice of the same that comes to the same.
            Some(last) => last.when = format!("{} / {}", last.when, held(&names, variant)),
            None => rest.changes.push(change),
        }
    }

    /// The change that it makes: of the first chance that differs then.
    fn change(self, rest: &Rest, variant: &Variant, names: &Names, then: &[Option<f64>]) -> Option<Change> {
        let pairs = self.panel.procedure.followed().zip(rest.now.iter().zip(then));
        let changes = pairs.map(|(chance, (now, then))| {
            let (now, then) = (percent((*now)?), percent((*then)?));
            (now != then).then(|| (chance.label_of(0, names.inner()), now, then))
        });
        let (label, now, then) = changes.flatten().next()?;
        // Where there is only one chance, it is plain which.
        let label = if rest.now.len() == 1 { String::new() } else { format!("{label} ") };
        let (what, to) = (label, format!("{now} → {then}"));
        Some(Change {
            what,
            place: variant.place.clone(),
            when: self.panel.otherwise(names, variant),
            to,
            rare: variant.rare,
        })
    }
}
