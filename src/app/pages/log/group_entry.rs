//! The entry of a group act: its title, and its parts, folded.

use super::entry::ActEntry;
use super::{Entry, Target, entry_id};
use crate::app::state::BattleState;
use battle::{Action, Event, EventStatus};
use leptos::ev;
use leptos::prelude::*;
use rules::text;
use rules::text::say;

/// The entry of a group act, or of several changes by hand of one tracker.
#[component]
pub(super) fn GroupEntry(battle: BattleState, entry: Entry) -> impl IntoView {
    let is_by_hand = |part: &Entry| matches!(&part.event, Event::Action(act) if matches!(act.action, Action::ByHand));
    let is_by_hand = is_by_hand(&entry) && entry.parts.iter().all(is_by_hand);
    let title = entry.words.entry.clone();
    let state = if entry.status == EventStatus::Undone { say("undone") } else { "" };
    let (number, side, status) = (entry.number, entry.words.side, entry.status);
    let opened = RwSignal::new(false);
    let target: Target = expect_context();
    let numbers = entry.numbers();
    Effect::new(move |_| {
        if target.entry.get().is_some_and(|number| numbers.contains(&number)) {
            opened.set(true);
        }
    });
    let on_print = window_event_listener(ev::beforeprint, move |_| opened.set(true));
    on_cleanup(move || on_print.remove());
    let summary = if is_by_hand {
        text!("{n} {n|tap|taps}", n = entry.parts.len() + 1)
    } else {
        text!("{n} {n|act|acts}", n = entry.parts.len() + 1)
    };
    let parts: Vec<Entry> = [Entry { parts: Vec::new(), ..entry.clone() }].into_iter().chain(entry.parts).collect();
    let rows = move || {
        let part = |part: &Entry| {
            let Event::Action(act) = part.event.clone() else { return ().into_any() };
            let correctable = part.is_correctable.then(|| part.stamp.clone());
            let (number, status, words) = (part.number, part.status, part.words.clone());
            view! { <ActEntry battle number act status words correctable/> }.into_any()
        };
        opened.get().then(|| view! { <ol class="list">{parts.iter().map(part).collect_view()}</ol> })
    };
    view! {
        <li class=side.map_or("entry".to_owned(), |side| format!("entry of-side side-{side}")) class:undone=status != EventStatus::InForce id=format!("group-{}", entry_id(number)) value=number + 1>
            <h2>{title}{(!state.is_empty()).then(|| view! { " "<small>{state}</small> })}</h2>
            <details class="disclosure" prop:open=opened on:toggle:target=move |event| opened.set(event.target().open())><summary>{summary.to_string()}</summary>{rows}</details>
        </li>
    }
}
