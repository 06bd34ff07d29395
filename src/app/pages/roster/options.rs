//! Effects of a unit's options on ordinary acts, before they are chosen: worked out once the form is painted, a little at a time,
//! and shown beside each option.

use crate::app::components::field::{Figure, Offer, OptionFigures, label};
use crate::app::components::names::Names;
use crate::app::platform::slices::in_slices;
use drumhead::analysis::variants::{Otherwise, Variant};
use drumhead::analysis::worth::{OptionEffect, Worth};
use drumhead::core::text::{percent, say};
use drumhead::rules::matchup::Trial;
use drumhead::rules::ruleset::Ruleset;
use drumhead::text;
use leptos::prelude::*;
use serde_json::{Map, Value as Json};

/// An option that changes a chance.
#[derive(Clone)]
struct Evaluated {
    option: Variant,
    effects: Vec<OptionEffect>,
}

/// The options of a unit that change a chance, as they are worked out.
#[derive(Clone, Copy)]
pub(super) struct Effects {
    ruleset: &'static Ruleset,
    evaluated: RwSignal<Vec<Evaluated>>,
    busy: RwSignal<bool>,
    /// Index of the act whose chance stands beside the options.
    trial: RwSignal<usize>,
    /// Index of the profile that is evaluated. Results for an earlier one are dropped.
    turn: StoredValue<u32>,
}

impl Effects {
    /// Follows a profile as it is entered.
    pub(super) fn follow(ruleset: &'static Ruleset, profile: Memo<Map<String, Json>>) -> Self {
        let effects = Self {
            ruleset,
            evaluated: RwSignal::default(),
            busy: RwSignal::new(true),
            trial: RwSignal::new(0),
            turn: StoredValue::new(0),
        };
        Effect::new(move |_| {
            let profile = profile.get();
            let turn = effects.turn.get_value().wrapping_add(1);
            effects.turn.set_value(turn);
            effects.busy.set(true);
            let mut job = None;
            let step = move || effects.step(job.get_or_insert_with(|| Job::of(ruleset, &profile)));
            request_animation_frame(move || in_slices(move || effects.turn.try_get_value() == Some(turn), step));
        });
        effects
    }

    /// The figures, for the context of the unit's form.
    pub(super) fn figures(self) -> OptionFigures {
        OptionFigures(Callback::new(move |(place, offer): (String, Offer)| self.figure(&place, &offer)))
    }

    /// Evaluates one option; false if none is left.
    fn step(self, job: &mut Job) -> bool {
        let Some(option) = job.left.next() else {
            self.evaluated.set(std::mem::take(&mut job.done));
            self.busy.set(false);
            return false;
        };
        let effects = job.worth.effects(&option);
        if !effects.is_empty() {
            job.done.push(Evaluated { option, effects });
        }
        true
    }

    /// Figure beside an option: the chance that is shown, now and with it.
    fn figure(self, place: &str, offer: &Offer) -> Option<Figure> {
        let shown = self.ruleset.trials.get(self.trial.get())?;
        self.evaluated.with(|evaluated| {
            let option = evaluated.iter().find(|option| offer.is_of(&option.option, place))?;
            let effect = option.effects.iter().find(|effect| effect.trial.words == shown.words);
            let short = effect.map(|effect| {
                text!("{a} → {b} %", a = short_percent(effect.without), b = short_percent(effect.with)).to_string()
            });
            let words = option.effects.iter().map(in_words).collect::<Vec<_>>().join("; ");
            Some(Figure { short: short.unwrap_or_default(), words })
        })
    }
}

/// A percentage without its sign: `26`, `<1`.
fn short_percent(p: f64) -> String {
    match p * 100.0 {
        p if p > 0.0 && p < 1.0 => "<1".to_owned(),
        p if p > 99.0 && p < 100.0 => ">99".to_owned(),
        p => p.round().to_string(),
    }
}

/// Options that are still to be evaluated.
struct Job {
    worth: Worth,
    left: std::vec::IntoIter<Variant>,
    done: Vec<Evaluated>,
}

impl Job {
    fn of(ruleset: &'static Ruleset, profile: &Map<String, Json>) -> Self {
        let worth = Worth::of(ruleset, profile);
        let left = worth.options().into_iter();
        Self { worth, left, done: Vec::new() }
    }
}

/// The act whose chance stands beside the options.
#[component]
pub(super) fn ShownTrial(effects: Effects) -> impl IntoView {
    let choose = move |event| {
        event_target_value(&event).parse().into_iter().for_each(|place| effects.trial.set(place));
    };
    let option = |(place, trial): (usize, &Trial)| view! { <option value=place>{say(trial.words)}</option> };
    let options = effects.ruleset.trials.iter().enumerate().map(option).collect_view();
    (!effects.ruleset.trials.is_empty()).then(|| {
        view! {
            <label class="pick"><span class="label">{say("Show the effect on")}</span><select on:change=choose>{options}</select></label>
        }
    })
}

/// An option and its effects, in words.
struct Row {
    place: String,
    option: String,
    effects: Vec<String>,
}

/// All options that change a chance, each with what to.
#[component]
pub(super) fn OptionEffects(effects: Effects) -> impl IntoView {
    let rows = move || {
        let rows = effects.evaluated.with(|evaluated| rows(evaluated));
        if rows.is_empty() {
            return view! { <li>{say("No option changes these chances.")}</li> }.into_any();
        }
        let row = |row: Row| {
            let effects = row.effects.into_iter().map(|words| view! { <br/>{words} }).collect_view();
            view! { <li><b>{row.option}</b>{effects}</li> }
        };
        rows.into_iter().map(row).collect_view().into_any()
    };
    (!effects.ruleset.trials.is_empty()).then(|| {
        view! {
            <details class="disclosure options" aria-busy=move || effects.busy.get().to_string()>
                <summary>{say("Effects of options")}</summary>
                <ul>{rows}</ul>
            </details>
        }
    })
}

fn rows(evaluated: &[Evaluated]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for Evaluated { option, effects } in evaluated {
        let effects: Vec<String> = effects.iter().map(in_words).collect();
        match rows.last_mut().filter(|last| last.place == option.place && last.effects == effects) {
            // Another choice of the same that comes to the same.
            Some(last) => last.option = format!("{} / {}", last.option, held(option)),
            None => {
                let words = text!("{what}: {held}", what = label(option.field, &Names::default()), held = held(option));
                rows.push(Row { place: option.place.clone(), option: words.to_string(), effects });
            }
        }
    }
    rows
}

fn in_words(effect: &OptionEffect) -> String {
    let change = format!("{} → {}", percent(effect.without), percent(effect.with));
    text!("{what}: {held}", what = say(effect.trial.words).to_owned(), held = change).to_string()
}

/// The option in words.
fn held(option: &Variant) -> String {
    let said = |ticked: bool| if ticked { say("yes") } else { say("no") };
    match option.otherwise {
        Otherwise::Ticked(ticked) | Otherwise::Own(_, ticked) => said(ticked).to_owned(),
        Otherwise::Member(member, ticked) => {
            text!("{what}: {held}", what = say(member).to_owned(), held = said(ticked)).to_string()
        }
        Otherwise::Is(word) => say(word).to_owned(),
        Otherwise::Number(number) => number.to_string(),
        // A profile has no bands.
        Otherwise::Band => option.value.to_string(),
    }
}
