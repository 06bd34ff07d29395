//! The page that closes a battle: the choice of the verdict, for which the rules may propose one, and a note.

use crate::app::components::awaiting::{SettleFirst, holds_up};
use crate::app::components::choice::Choice;
use crate::app::components::closing::{Closed, NOTE_MAX, proposed};
use crate::app::components::names::Names;
use crate::app::components::page_header::PageHeader;
use crate::app::components::score::ScoreLines;
use crate::app::state::BattleState;
use crate::app::state::route::{Route, router};
use crate::app::state::session::{keep_draft_of, read_draft};
use battle::Battle;
use leptos::ev;
use leptos::prelude::*;
use rules::closing::{Force, Verdict};
use rules::text;
use rules::text::say;
use serde_json::Value as Json;

/// The page that closes a battle. For a closed one, its result and the button that reopens it.
#[component]
pub fn ClosePage(battle: BattleState) -> impl IntoView {
    let ending = battle.follow(Battle::ending);
    let body = move || match ending.get() {
        Some(ending) => view! { <Closed battle ending/> }.into_any(),
        None => view! { <ClosingForm battle/> }.into_any(),
    };
    view! {
        <PageHeader back=Route::table(battle.id()) title=say("Close the battle")/>
        <main class="form">{body}</main>
    }
}

/// The form with the verdict and the note.
#[component]
fn ClosingForm(battle: BattleState) -> impl IntoView {
    let router = router();
    let proposed = untrack(|| proposed(battle));
    let points = untrack(|| battle.points().get());
    let because = proposed.as_ref().map(|proposed| Names::of_battle(battle).spell(&proposed.because));
    let optional = proposed.as_ref().filter(|proposed| proposed.force != Force::Final).map(|proposed| proposed.verdict);
    let counts = RwSignal::new(true);
    let sides = battle.with_untracked(|open| open.header().sides.clone().map(|side| side.name));
    let verdict = RwSignal::new(proposed.map_or(Verdict::Undecided, |proposed| proposed.verdict));
    let draft = StoredValue::new(format!("closing/{}", battle.id()));
    let stored_note = draft.with_value(|draft| read_draft(draft)).and_then(|words| words.as_str().map(str::to_owned));
    let previous_note = || battle.with_untracked(|open| open.last_closing_note().map(str::to_owned));
    let note = RwSignal::new(stored_note.or_else(previous_note).unwrap_or_default());
    Effect::new(move |_| note.with(|note| draft.with_value(|draft| keep_draft_of(draft, &note.as_str().into()))));
    let asking = RwSignal::new(false);
    let close = move |event: ev::SubmitEvent| {
        event.prevent_default();
        if holds_up(battle) {
            asking.set(true);
        } else if battle.close(verdict.get_untracked(), note.get_untracked().trim()) {
            draft.with_value(|draft| keep_draft_of(draft, &Json::Null));
            router.go(&Route::table(battle.id()));
        }
    };
    let verdicts = [Verdict::A, Verdict::B, Verdict::Draw, Verdict::Undecided];
    let verdicts = verdicts.map(|verdict| (verdict, verdict.words(sides.each_ref().map(String::as_str)).to_string()));
    let choose = Callback::new(move |to| verdict.set(to));
    let count = optional.map(|by_count| {
        let toggle = move |event| {
            counts.set(event_target_checked(&event));
            verdict.set(if counts.get_untracked() { by_count } else { Verdict::Undecided });
        };
        view! {
            <label class="chip">
                <input type="checkbox" prop:checked=counts on:change=toggle/>
                <span>{say("Count the points")}</span>
            </label>
        }
    });
    let reason = match because {
        Some(why) if optional.is_some() || battle.has_scenario() => why,
        Some(why) => text!("By the rules: {why}", why = why).to_string(),
        None if untrack(|| battle.hides()) => say("Who has won by the rules may depend on hidden counters.").to_owned(),
        None => say("The rules do not say who has won. You decide.").to_owned(),
    };
    view! {
        <SettleFirst battle asking title=say("Apply or discard this roll before closing the battle.")/>
        <form class="card closing-form" on:submit=close>
            <Choice label=say("Who has won?") options=verdicts.to_vec() chosen=verdict choose>
                <p class="soft">{reason}</p>
                {points.map(|score| view! { <ScoreLines battle score/> })}
                {count}
            </Choice>
            <label class="field">
                <span>{say("Note")}</span>
                <input type="text" maxlength=NOTE_MAX prop:value=note on:input=move |event| note.set(event_target_value(&event))/>
            </label>
            <p class="soft">{say("Closing shows all hidden counters. Nothing can be changed until you reopen the battle.")}</p>
            <p class="tools"><button class="primary">{say("Close the battle")}</button></p>
        </form>
    }
}
