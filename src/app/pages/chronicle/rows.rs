//! A battle in the chronicle: its facts in a few lines, with links and buttons.

use super::Chronicled;
use crate::app::platform::dates;
use crate::app::state::app_state;
use crate::app::state::route::{BattlePage, Route};
use crate::app::state::rulesets;
use battle::analysis::chronicle::result;
use leptos::prelude::*;
use rules::closing::Verdict;
use rules::text;
use rules::text::say;

#[component]
pub(super) fn BattleEntry(battle: Chronicled) -> impl IntoView {
    let Chronicled { id, entry, has_log, is_known } = battle;
    let title = rulesets::title(&entry.ruleset);
    let [a, b] = entry.sides.clone();
    let about = text!("{title} · {a} against {b}", title = title.to_owned(), a = a, b = b).to_string();
    let length = text!("{n} {n|turn|turns}, {time} of play", n = entry.turns, time = time(entry.minutes)).to_string();
    let strengths = {
        let [[a, b], [a_left, b_left]] = entry.strengths;
        let ruleset = rulesets::find(&entry.ruleset);
        let counted = |n: u32| match ruleset.zip(i32::try_from(n).ok()) {
            Some((ruleset, n)) => (ruleset.battle_stats.counted)(n).to_string(),
            None => n.to_string(),
        };
        let [first, second] = entry.sides.clone();
        let words = text!(
            "{first}: {a} → {a_left} · {second}: {b} → {b_left}",
            first = first,
            a = a,
            a_left = counted(a_left),
            second = second,
            b = b,
            b_left = b_left
        );
        (a + b > 0).then(|| words.to_string())
    };
    let is_closed = entry.verdict != Verdict::Open;
    let facts = is_known.then(|| {
        view! {
            <p><b class:soft=!is_closed>{result(&entry)}</b></p>
            {(!entry.note.is_empty()).then(|| view! { <p>{entry.note.clone()}</p> })}
            <p class="soft">{length}</p>
            {strengths.map(|words| view! { <p class="soft">{words}</p> })}
            {(!entry.turning.is_empty()).then(|| view! { <p class="soft">{text!("Turning point: {what}", what = entry.turning.clone()).to_string()}</p> })}
        }
    });
    view! {
        <li class="card chronicle-entry">
            <h2>{entry.name.clone()}</h2>
            <p class="soft">{dates::day(entry.began)}" · "{about}</p>
            {(!entry.scenario.is_empty()).then(|| view! { <p class="soft">{text!("Scenario: {what}", what = entry.scenario.clone()).to_string()}</p> })}
            {facts}
            <EntryLinks id name=entry.name.clone() has_log/>
        </li>
    }
}

/// The links of a battle; if its log is deleted, the button that deletes its entry.
#[component]
fn EntryLinks(id: String, name: String, has_log: bool) -> impl IntoView {
    let app = app_state();
    if !has_log {
        let label = text!("Delete {name}", name = name).to_string();
        return view! {
            <p class="soft">{say("Its log is deleted; this is what is left of it.")}</p>
            <p class="tools"><button class="quiet" aria-label=label on:click=move |_| app.remove_entry(&id)>{say("Delete the entry")}</button></p>
        }
        .into_any();
    }
    let link = |page: BattlePage, words: &'static str| {
        let label = text!("{what}: {who}", what = words.to_owned(), who = name.clone()).to_string();
        view! { <a class="button" aria-label=label href=page.of(id.clone()).href()>{words}</a> }
    };
    let open = text!("{what}: {who}", what = "Open", who = name.clone()).to_string();
    view! {
        <p class="tools">
            <a class="button" aria-label=open href=Route::table(id.clone()).href()>{say("Open")}</a>
            {link(BattlePage::Replay, say("Replay"))}
            {link(BattlePage::Report, say("Report"))}
        </p>
    }
    .into_any()
}

/// The duration of play in words: `1 h 35`.
fn time(minutes: u32) -> String {
    match (minutes / 60, minutes % 60) {
        (0, minutes) => text!("{n} min", n = minutes).to_string(),
        (hours, minutes) => text!("{h} h {min}", h = hours, min = format!("{minutes:02}")).to_string(),
    }
}
