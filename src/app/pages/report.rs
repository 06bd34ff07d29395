//! A battle told, turn by turn, to be read, shared or kept.

use super::log::names_of;
use crate::app::desk::{InBattle, desk, now};
use crate::app::device;
use crate::app::parts::frame::head;
use crate::app::parts::sheet::print_button;
use crate::app::route::Route;
use drumhead::analysis::report::{Report, ReportBuilder, ReportEntry, no_turn};
use drumhead::battle::Resolved;
use drumhead::core::text::say;
use drumhead::rules::procedure::Procedure;
use drumhead::text;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The report of a battle.
pub fn page(battle: InBattle) -> AnyView {
    let Some(mut telling) = battle.with_untracked(ReportBuilder::begin) else {
        return super::home::not_here(say("The rules of this battle are not here.")).into_any();
    };
    let (told, left) = (RwSignal::new(None::<Report>), Arc::new(AtomicBool::new(false)));
    let progress = RwSignal::new(String::new());
    on_cleanup({
        let left = left.clone();
        move || left.store(true, Ordering::Relaxed)
    });
    // What acts could have come to takes its time to weigh: in slices, between which the page answers.
    spawn_local(async move {
        let spell = |procedure: &'static Procedure, act: &Resolved, words: &str| {
            untrack(|| names_of(battle, procedure, &act.participants).spell(words))
        };
        let mut since = now();
        while telling.step(&spell) {
            if now() - since > SLICE {
                let (done, all) = telling.progress();
                progress.try_set(text!("Looking back: act {n} of {all}…", n = done, all = all).to_string());
                device::wait(Duration::ZERO).await;
                since = now();
            }
            if left.load(Ordering::Relaxed) {
                return;
            }
        }
        told.try_set(Some(telling.end()));
    });
    let body = move || match told.get() {
        Some(own) => whole(own).into_any(),
        None => view! { <p role="status">{move || progress.get()}</p> }.into_any(),
    };
    view! {
        {head(Some(Route::Log(battle.id())), say("Report"), print_button())}
        <main>{move || body()}</main>
    }
    .into_any()
}

/// How long the page may be busy at a time, in milliseconds.
const SLICE: f64 = 12.0;

fn whole(own: Report) -> impl IntoView {
    let about = own.about.iter().map(|line| view! { <p class="soft">{line.clone()}</p> }).collect_view();
    let untold = own.turns.iter().all(|turn| turn.entries.is_empty());
    let turns = own.turns.iter().map(|turn| {
        view! {
            <section class="told-turn" aria-label=turn.title.clone()>
                <h2>{turn.title.clone()}</h2>
                <ul>{turn.entries.iter().map(told).collect_view()}</ul>
            </section>
        }
    });
    let turns = turns.collect_view();
    let points = match own.turning_points.as_slice() {
        [] => view! { <p class="soft">{no_turn()}</p> }.into_any(),
        points => points.iter().map(|words| view! { <p class="note">{words.clone()}</p> }).collect_view().into_any(),
    };
    let left_out = own.left_out().map(|words| view! { <p class="soft">{words}</p> });
    let chart = chart(&own);
    view! {
        <h2>{own.title.clone()}</h2>
        {about}
        {ways(own)}
        {untold.then(|| view! { <p class="empty">{say("Nothing to tell yet. Resolve something at the table: it is told here, turn by turn.")}</p> })}
        {turns}
        <section aria-label=say("Turning points")><h2>{say("Turning points")}</h2>{points}{left_out}</section>
        {chart}
    }
}

fn told(own: &ReportEntry) -> impl IntoView + use<> {
    let words = own.words.iter().map(|words| view! { <p>{words.clone()}</p> }).collect_view();
    let losses = own.losses.iter().map(|words| view! { <p class="soft">{words.clone()}</p> }).collect_view();
    view! { <li class="entry"><h3>{own.what.clone()}</h3>{words}{losses}</li> }
}

/// Ways to keep or to send it.
fn ways(own: Report) -> impl IntoView {
    let desk = desk();
    let own = StoredValue::new(own);
    let save = move |ending: &'static str| {
        own.with_value(|own| {
            let text = if ending == "md" { own.markdown() } else { own.text() };
            desk.save_text(&own.title, ending, &text);
        });
    };
    let said = RwSignal::new("");
    let copy = move |_| {
        let text = own.with_value(Report::text);
        spawn_local(async move {
            let done = device::copy(&text).await;
            said.set(if done {
                say("The report is copied.")
            } else {
                say("This browser does not let pages copy. Save it as a file.")
            });
        });
    };
    let send = move |_| {
        let (title, text) = own.with_value(|own| (own.title.clone(), own.text()));
        spawn_local(async move { device::share_text(&title, &text).await });
    };
    view! {
        <p class="tools">
            {device::can_share().then(|| view! { <button class="primary" on:click=send>{say("Send…")}</button> })}
            <button on:click=copy>{say("Copy")}</button>
            <button on:click=move |_| save("txt")>{say("Save as text")}</button>
            <button on:click=move |_| save("md")>{say("Save as Markdown")}</button>
        </p>
        <p role="status">{move || said.get()}</p>
    }
}

/// Both sides' strength over the battle: lines, and the table that says the same.
fn chart(own: &Report) -> impl IntoView + use<> {
    const WIDE: f64 = 600.0;
    const HIGH: f64 = 200.0;
    let most = own.strengths.iter().flat_map(|(_, both)| *both).max().unwrap_or(0).max(1);
    let steps = own.strengths.len().saturating_sub(1).max(1);
    // A battle has a few hundred turns at most
    let x = |place: usize| 30.0 + (WIDE - 40.0) * place as f64 / steps as f64;
    let y = |strength: i32| 10.0 + (HIGH - 20.0) * (1.0 - f64::from(strength) / f64::from(most));
    let line = |side: usize| {
        let points =
            own.strengths.iter().enumerate().map(|(place, (_, both))| format!("{:.1},{:.1}", x(place), y(both[side])));
        let points = points.collect::<Vec<_>>().join(" ");
        view! { <polyline class=format!("of-{side}") points=points></polyline> }
    };
    let rows = own.strengths.iter().map(|(when, [a, b])| {
        view! { <tr><th scope="row">{when.clone()}</th><td>{*a}</td><td>{*b}</td></tr> }
    });
    let caption = text!("Strength, in {counts}", counts = own.counts).to_string();
    let [a, b] = own.sides.clone();
    view! {
        <figure aria-label=say("Strength over the battle")>
            <h2>{say("Strength")}</h2>
            <svg class="chart" viewBox=format!("0 0 {WIDE} {HIGH}") aria-hidden="true">
                <path class="grid" d=format!("M30 {0}H{WIDE}M30 {1}H{WIDE}", y(0), y(most))></path>
                <text x="0" y=y(most) + 4.0>{most}</text>
                <text x="0" y=y(0) + 4.0>"0"</text>
                {line(0)}
                {line(1)}
            </svg>
            <table>
                <caption>{caption}</caption>
                <thead><tr><th scope="col">{say("After")}</th><th scope="col">{text!("{side} (solid)", side = a).to_string()}</th><th scope="col">{text!("{side} (dashed)", side = b).to_string()}</th></tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </figure>
    }
}
