//! The ruleset's questions before a battle: initial trackers of the battle, and house rules.

use crate::app::components::choice::Choice;
use leptos::prelude::*;
use rules::facts::Facts;
use rules::number;
use rules::ruleset::{Switch, Tracker, Tracks};
use rules::text;
use rules::text::say;
use serde_json::{Map, Value as Json};

/// A question about a tracker of the battle.
#[component]
pub fn Question(
    /// The tracker that the answer sets.
    tracker: &'static Tracker,
    /// The initial trackers of the battle.
    started: RwSignal<Facts>,
) -> impl IntoView {
    let set = move |to: Option<Json>| {
        started.update(|started| match to {
            Some(to) => started.set(tracker.id, to),
            None => started.forget(tracker.id),
        });
    };
    // The answer from before the page was left or reloaded.
    let answer = started.with_untracked(|started| started.get(tracker.id).cloned());
    match tracker.kind {
        Tracks::Pips { max } | Tracks::Count { max, .. } | Tracks::Reading { max } => {
            let set = Callback::new(set);
            view! { <NumberQuestion answer label=say(tracker.label) max=f64::from(max) in_wholes=true set/> }.into_any()
        }
        Tracks::Word(choices) => view! {
            <label class="pick">
                <span class="label">{say(tracker.label)}</span>
                <select on:change=move |event| set(Some(event_target_value(&event).into()))>
                    {choices.iter().map(|choice| view! { <option value=choice.id selected=answer.as_ref().is_some_and(|answer| answer == choice.id)>{say(choice.label)}</option> }).collect_view()}
                </select>
            </label>
        }
        .into_any(),
        Tracks::Flag => view! {
            <label class="chip">
                <input type="checkbox" prop:checked=answer == Some(Json::Bool(true)) on:change=move |event| set(Some(event_target_checked(&event).into()))/>
                {say(tracker.label)}
            </label>
        }
        .into_any(),
        Tracks::Number { max } => {
            let set = Callback::new(set);
            view! { <NumberQuestion answer label=say(tracker.label) max=f64::from(max) in_wholes=false set/> }.into_any()
        }
        // Before the battle there are no units to name, and texts and data are not asked.
        Tracks::Unit(_) | Tracks::Units(_) | Tracks::Text | Tracks::Data => ().into_any(),
    }
}

/// A number from 0 to `max`, which players may leave out. An invalid text stays as it was typed, with a message.
#[component]
fn NumberQuestion(
    answer: Option<Json>,
    label: &'static str,
    max: f64,
    /// True if only whole numbers are valid.
    in_wholes: bool,
    set: Callback<Option<Json>>,
) -> impl IntoView {
    let wrong = RwSignal::new(false);
    let on_input = move |text: String| {
        let fits = |number: &f64| (0.0..=max).contains(number) && (!in_wholes || number.fract() == 0.0);
        let found = number::typed(&text).filter(fits).map(number::json);
        wrong.set(found.is_none() && !text.trim().is_empty());
        set.run(found);
    };
    let message = if in_wholes {
        text!("A whole number from 0 to {max}.", max = max)
    } else {
        text!("A number from 0 to {max}.", max = max)
    };
    view! {
        <label class="pick">
            <span class="label">{label}</span>
            <input type="text" inputmode=if in_wholes { "numeric" } else { "decimal" } autocomplete="off" placeholder=say("not set")
                prop:value=answer.and_then(|answer| answer.as_f64()).map(text::number).unwrap_or_default()
                on:input=move |event| on_input(event_target_value(&event))/>
        </label>
        <Show when=move || wrong.get()><p class="fault" role="alert">{message.to_string()}</p></Show>
    }
}

/// The choice of a ruling.
#[component]
pub fn HouseRule(
    question: &'static str,
    answer: &'static str,
    switch: &'static Switch,
    rulings: RwSignal<Map<String, Json>>,
) -> impl IntoView {
    let chosen = Signal::derive(move || rulings.with(|rulings| switch.chosen(rulings).map(|value| value.id)));
    let options: Vec<_> = switch.values.iter().map(|value| (Some(value.id), say(value.label).to_owned())).collect();
    let choose = Callback::new(move |id: Option<&'static str>| {
        rulings.update(|rulings| {
            rulings.insert(switch.field.into(), id.into());
        });
    });
    view! { <Choice label=say(question) options chosen choose><p class="soft">{say(answer)}</p></Choice> }
}
