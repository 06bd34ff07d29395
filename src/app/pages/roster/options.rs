//! Effects of a unit's options on ordinary acts, before they are chosen: worked out once the form is painted, a little at a time.

use crate::app::components::field::label;
use crate::app::components::names::Names;
use crate::app::platform::clock::now;
use drumhead::analysis::variants::{Otherwise, Variant};
use drumhead::analysis::worth::{OptionEffect, Worth};
use drumhead::core::text::{percent, say};
use drumhead::rules::ruleset::Ruleset;
use drumhead::text;
use leptos::prelude::*;
use serde_json::{Map, Value as Json};
use std::time::Duration;

/// For how long options are weighed without a break, in milliseconds: a tap in between waits no longer than that.
const SLICE: f64 = 6.0;

/// An option and its effects, in words.
#[derive(Clone, PartialEq)]
struct Row {
    place: String,
    option: String,
    effects: Vec<String>,
}

/// The options that change a chance, each with what to.
#[component]
pub(super) fn OptionEffects(ruleset: &'static Ruleset, profile: Memo<Map<String, Json>>) -> impl IntoView {
    let (rows, turn) = (RwSignal::new(Vec::<Row>::new()), StoredValue::new(0_u32));
    let busy = RwSignal::new(true);
    Effect::new(move |_| {
        let profile = profile.get();
        turn.set_value(turn.get_value().wrapping_add(1));
        let own = turn.get_value();
        busy.set(true);
        request_animation_frame(move || {
            let begin = move || {
                let worth = Worth::of(ruleset, &profile);
                let left = worth.options().into_iter();
                go_on(Job { worth, left, done: Vec::new(), own, turn, rows, busy });
            };
            set_timeout(begin, Duration::ZERO);
        });
    });
    let list = move || {
        rows.with(|rows| {
            let row = |row: &Row| {
                let effects = row.effects.iter().map(|words| view! { <br/>{words.clone()} }).collect_view();
                view! { <li><b>{row.option.clone()}</b>{effects}</li> }
            };
            rows.iter().map(row).collect_view()
        })
    };
    view! {
        <details class="more options" open hidden=move || rows.with(Vec::is_empty) aria-busy=move || busy.get().to_string()>
            <summary>{say("Effects of options")}</summary>
            <ul>{list}</ul>
        </details>
    }
}

/// Options that are still to be weighed.
struct Job {
    worth: Worth,
    left: std::vec::IntoIter<Variant>,
    done: Vec<Row>,
    /// Index of the profile that is weighed: another one makes it void.
    own: u32,
    turn: StoredValue<u32>,
    rows: RwSignal<Vec<Row>>,
    busy: RwSignal<bool>,
}

fn go_on(mut job: Job) {
    if job.turn.try_get_value() != Some(job.own) {
        return;
    }
    let began = now();
    while now() - began < SLICE {
        let Some(option) = job.left.next() else {
            job.rows.set(job.done);
            return job.busy.set(false);
        };
        let effects: Vec<String> = job.worth.effects(&option).iter().map(in_words).collect();
        if effects.is_empty() {
            continue;
        }
        match job.done.last_mut().filter(|last| last.place == option.place && last.effects == effects) {
            // Another choice of the same that comes to the same.
            Some(last) => last.option = format!("{} / {}", last.option, held(&option)),
            None => {
                let words =
                    text!("{what}: {held}", what = label(option.field, &Names::default()), held = held(&option));
                job.done.push(Row { place: option.place, option: words.to_string(), effects });
            }
        }
    }
    set_timeout(move || go_on(job), Duration::ZERO);
}

fn in_words(effect: &OptionEffect) -> String {
    let change = format!("{} → {}", percent(effect.without), percent(effect.with));
    text!("{what}: {held}", what = say(effect.trial.words).to_owned(), held = change).to_string()
}

/// The option in words.
fn held(option: &Variant) -> String {
    let said = |ticked: bool| if ticked { say("yes") } else { say("no") };
    match option.otherwise {
        Otherwise::Ticked(ticked) => said(ticked).to_owned(),
        Otherwise::Member(member, ticked) => {
            text!("{what}: {held}", what = say(member).to_owned(), held = said(ticked)).to_string()
        }
        Otherwise::Is(word) => say(word).to_owned(),
        Otherwise::Number(number) => number.to_string(),
    }
}
