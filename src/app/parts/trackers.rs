//! Trackers as they look on the table: pips, numbers, switches, words.

use crate::app::desk::InBattle;
use drumhead::battle::{Change, Deed};
use drumhead::facts::Facts;
use drumhead::ruleset::{Tracker, Tracks};
use leptos::prelude::*;
use serde_json::Value as Json;

/// A tracker of a unit (by its id), a side (`a`, `b`) or the battle (`battle`).
pub fn tracker(battle: InBattle, of: String, tracker: &'static Tracker) -> AnyView {
    let id = of.clone();
    let held =
        battle.follow(move |battle| battle.state().tracked(&id).and_then(|facts| facts.get(tracker.id).cloned()));
    let set = Callback::new(move |to: Json| {
        battle.act(Deed::ByHand, vec![Change::set(of.clone(), tracker.id, to)]);
    });
    let number = move || held.get().and_then(|held| held.as_i64()).unwrap_or(0);
    let control = match tracker.kind {
        Tracks::Pips { max } => view! {
            {stepped(tracker.label, number, i64::from(max), set)}
        }
        .into_any(),
        Tracks::Count { max } => stepped(tracker.label, number, i64::from(max), set),
        Tracks::Flag => view! {
            <label class="chip">
                <input type="checkbox" prop:checked=move || held.get() == Some(Json::Bool(true))
                    on:change=move |event| set.run(event_target_checked(&event).into())/>
                {tracker.label}
            </label>
        }
        .into_any(),
        Tracks::Word(choices) => view! {
            <label class="pick">
                <span class="label">{tracker.label}</span>
                <select on:change=move |event| set.run(event_target_value(&event).into())>
                    {choices.iter().map(|choice| view! {
                        <option value=choice.id selected=move || held.get().is_some_and(|held| held == choice.id)>
                            {choice.label}
                        </option>
                    }).collect_view()}
                </select>
            </label>
        }
        .into_any(),
        Tracks::Data => ().into_any(),
    };
    if !tracker.kept {
        return control;
    }
    let idle = move || held.get().is_none_or(|held| held == tracker.start.json());
    view! { <div hidden=idle>{control}</div> }.into_any()
}

fn stepped(
    label: &'static str,
    number: impl Fn() -> i64 + Copy + Send + Sync + 'static,
    max: i64,
    set: Callback<Json>,
) -> AnyView {
    view! {
        <div class="stepper" role="group" aria-label=label>
            <span class="label">{label}</span>
            <button class="step" aria-label=format!("{label}: less") disabled={move || number() <= 0}
                on:click=move |_| set.run((number() - 1).max(0).into())>"−"</button>
            <output>{number}</output>
            <button class="step" aria-label=format!("{label}: more") disabled={move || number() >= max}
                on:click=move |_| set.run((number() + 1).min(max).into())>"+"</button>
        </div>
    }
    .into_any()
}

/// A small number as pips that can be tapped, with the number at which something happens dashed.
pub fn pips(battle: InBattle, of: String, tracker: &'static Tracker, facts: Memo<Facts>) -> AnyView {
    let Tracks::Pips { max } = tracker.kind else { return ().into_any() };
    let number = move || facts.with(|facts| facts.whole(tracker.id));
    let limit = move || facts.with(|facts| tracker.limit.and_then(|limit| limit(facts)));
    let most = move || facts.with(|facts| tracker.most.and_then(|most| most(facts))).unwrap_or(max);
    let set = Callback::new(move |to: i32| {
        battle.act(Deed::ByHand, vec![Change::set(of.clone(), tracker.id, to.clamp(0, max))]);
    });
    let drawn = move || number().max(limit().unwrap_or(if most() < max { most() } else { 4 })).min(max);
    let said = move || match limit() {
        Some(limit) => format!("{} of {limit}", number()),
        None => number().to_string(),
    };
    view! {
        <p class="label">{tracker.label}</p>
        <div class="pips" role="group" aria-label=tracker.label>
            <button class="step" aria-label=format!("{}: less", tracker.label) disabled={move || number() <= 0}
                on:click=move |_| set.run(number() - 1)>"−"</button>
            <span class="dots">
                {move || (1..=drawn()).map(|n| view! {
                    <button class="pip" tabindex="-1" aria-hidden="true" class:full=n <= number() class:limit=limit() == Some(n)
                        on:click=move |_| set.run(if number() == n { n - 1 } else { n })></button>
                }).collect_view()}
            </span>
            <output aria-label=tracker.label>{said}</output>
            <button class="step" aria-label=format!("{}: more", tracker.label) disabled={move || number() >= most()}
                on:click=move |_| set.run(number() + 1)>"+"</button>
        </div>
    }
    .into_any()
}
