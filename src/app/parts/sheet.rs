//! Units, sides and the battle as they stand, to be read and not touched: on the screen and on paper.

use super::frame::words;
use super::icon::{PRINT, icon};
use super::sides;
use crate::app::device;
use crate::app::pages::roster::described;
use crate::app::pages::table::tags;
use drumhead::battle::State;
use drumhead::core::facts::Facts;
use drumhead::core::text::say;
use drumhead::rules::ruleset::{Ruleset, Tracker, Tracks};
use drumhead::text;
use leptos::prelude::*;
use serde_json::Value as Json;

/// The most boxes in a row: what goes beyond is written as a number.
const MOST: i32 = 12;

/// A button that prints the page.
pub fn print_button() -> impl IntoView {
    view! { <button class="icon no-print" aria-label=say("Print") on:click=move |_| device::print()>{icon(PRINT)}</button> }
}

/// A unit as it stands: all that is tracked of it, as boxes to be ticked on paper.
pub fn unit(ruleset: &'static Ruleset, name: &str, facts: &Facts) -> AnyView {
    let own = ruleset.trackers.iter().filter(|own| facts.get(own.id).is_some());
    let rows = own.map(|own| tracked(own, facts)).collect_view();
    view! {
        <article class="card sheet" aria-label=name.to_owned()>
            <h3>{name.to_owned()}</h3>
            <p class="tags">{tags(ruleset, facts)}</p>
            <p class="soft">{described(ruleset, facts)}</p>
            <ul class="tracked">{rows}</ul>
        </article>
    }
    .into_any()
}

/// What is tracked of a side or of the battle.
pub fn desk(trackers: &'static [Tracker], facts: &Facts) -> AnyView {
    let rows = trackers.iter().map(|own| tracked(own, facts)).collect_view();
    view! { <ul class="tracked">{rows}</ul> }.into_any()
}

/// Both sides of a battle, and the battle itself.
pub fn table(ruleset: &'static Ruleset, state: &State, names: &[String; 2]) -> impl IntoView + use<> {
    sides::table(ruleset, state, names, unit, desk)
}

fn tracked(tracker: &'static Tracker, facts: &Facts) -> AnyView {
    let held = facts.get(tracker.id);
    let shown = match tracker.kind {
        Tracks::Data | Tracks::Unit | Tracks::Units => return ().into_any(),
        Tracks::Flag => boxes([(String::new(), held == Some(&Json::Bool(true)))]),
        Tracks::Pips { max } => {
            let (number, limit) = (facts.whole(tracker.id), tracker.limit.and_then(|limit| limit(facts)));
            let drawn = limit.unwrap_or(max).max(number).min(max).min(MOST);
            let row = boxes((1..=drawn).map(|n| (String::new(), n <= number)));
            let of = limit.map_or_else(
                || number.to_string(),
                |limit| text!("{n} of {limit}", n = number, limit = limit).to_string(),
            );
            view! { {row}<small>{of}</small> }.into_any()
        }
        Tracks::Count { .. } | Tracks::Number { .. } => {
            view! { <b>{drumhead::core::text::number(facts.number(tracker.id))}</b><span class="write" aria-hidden="true"></span> }
                .into_any()
        }
        Tracks::Word(choices) => boxes(choices.iter().map(|choice| {
            let here = held.and_then(Json::as_str) == Some(choice.id);
            (if choice.label.is_empty() { words(choice.id) } else { say(choice.label).to_owned() }, here)
        })),
    };
    view! { <li><span class="label">{say(tracker.label)}</span>" "{shown}</li> }.into_any()
}

/// Boxes to be ticked, each with its words.
fn boxes(all: impl IntoIterator<Item = (String, bool)>) -> AnyView {
    let mut in_words = false;
    let each = all.into_iter().map(|(words, ticked)| {
        in_words |= !words.is_empty();
        let said = if ticked { say("ticked") } else { say("not ticked") };
        view! { <span class="tick"><span class="box" class:full=ticked role="img" aria-label=said></span>{words}</span> }
    });
    let each = each.collect_view();
    view! { <span class="boxes" class:words=in_words>{each}</span> }.into_any()
}
