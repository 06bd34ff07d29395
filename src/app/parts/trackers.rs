//! Trackers as they look on the table: pips, numbers, switches, words, and the markers beside a unit.

use super::field::meaning;
use crate::app::desk::InBattle;
use crate::app::parts::frame::lower;
use drumhead::battle::{Action, Change};
use drumhead::core::facts::Facts;
use drumhead::core::text::say;
use drumhead::rules::ruleset::{Ruleset, Tracker, Tracks};
use drumhead::text;
use leptos::prelude::*;
use serde_json::Value as Json;

/// Ids and names of the units on the table.
fn named_units(battle: InBattle) -> Vec<(String, String)> {
    battle.with(|open| open.state().units().map(|unit| (unit.id.clone(), unit.name().to_owned())).collect())
}

/// Units of the battle as check boxes, folded away behind the tracker's label and the names of those that are picked.
fn units_picked(battle: InBattle, tracker: &'static Tracker, held: Memo<Option<Json>>, set: Callback<Json>) -> AnyView {
    let picked = move || {
        let held = held.get();
        let ids = held.as_ref().and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
        ids.iter().filter_map(Json::as_str).map(str::to_owned).collect::<Vec<_>>()
    };
    let names = move || {
        let picked = picked();
        let named = named_units(battle).into_iter().filter(|(id, _)| picked.contains(id));
        named.map(|(_, name)| name).collect::<Vec<_>>().join(", ")
    };
    let toggle = move |id: &str, on: bool| {
        let mut ids = picked();
        ids.retain(|own| own != id);
        if on {
            ids.push(id.to_owned());
        }
        set.run(ids.into());
    };
    let boxes = move || {
        let row = |(id, name): (String, String)| {
            let own = id.clone();
            view! {
                <label class="chip">
                    <input type="checkbox" prop:checked=move || picked().contains(&own)
                        on:change=move |event| toggle(&id, event_target_checked(&event))/>
                    {name}
                </label>
            }
        };
        named_units(battle).into_iter().map(row).collect_view()
    };
    view! {
        <details class="more">
            <summary>{say(tracker.label)}" "{move || names()}</summary>
            {move || boxes()}
        </details>
    }
    .into_any()
}

/// A tracker of a unit (by its id), a side (`a`, `b`) or the battle (`battle`).
pub fn tracker(battle: InBattle, of: String, tracker: &'static Tracker) -> AnyView {
    let tracked = battle.tracked(&of);
    let held = Memo::new(move |_| tracked.with(|facts| facts.get(tracker.id).cloned()));
    let set = Callback::new(move |to: Json| {
        battle.act(Action::ByHand, vec![Change::set(of.clone(), tracker.id, to)]);
    });
    let number = move || held.get().and_then(|held| held.as_i64()).unwrap_or(0);
    let control = match tracker.kind {
        Tracks::Pips { max } | Tracks::Count { max } | Tracks::Number { max } => {
            stepped(say(tracker.label), number, i64::from(max), set).into_any()
        }
        Tracks::Flag => view! {
            <label class="chip">
                <input type="checkbox" prop:checked=move || held.get() == Some(Json::Bool(true))
                    on:change=move |event| set.run(event_target_checked(&event).into())/>
                {say(tracker.label)}
            </label>
        }
        .into_any(),
        Tracks::Word(choices) => view! {
            <label class="pick">
                <span class="label">{say(tracker.label)}</span>
                <select on:change=move |event| set.run(event_target_value(&event).into())>
                    {choices.iter().map(|choice| view! {
                        <option value=choice.id selected=move || held.get().is_some_and(|held| held == choice.id)>
                            {say(choice.label)}
                        </option>
                    }).collect_view()}
                </select>
            </label>
        }
        .into_any(),
        Tracks::Unit => view! {
            <label class="pick">
                <span class="label">{say(tracker.label)}</span>
                <select on:change=move |event| set.run(event_target_value(&event).into())>
                    <option value="" selected=move || held.get().is_none_or(|held| held == "")>"–"</option>
                    {move || named_units(battle).into_iter().map(|(id, name)| {
                        let own = id.clone();
                        view! { <option value=id selected=move || held.get().is_some_and(|held| held == own.as_str())>{name}</option> }
                    }).collect_view()}
                </select>
            </label>
        }
        .into_any(),
        Tracks::Units => units_picked(battle, tracker, held, set),
        Tracks::Data => ().into_any(),
    };
    let control = match meaning(battle.ruleset.glossary, tracker.id, tracker.label) {
        Some(help) => view! { <div class="explained">{control}{help}</div> }.into_any(),
        None => control,
    };
    if !tracker.kept {
        return control;
    }
    let idle = move || held.get().is_none_or(|held| held == tracker.start.json());
    view! { <div hidden=move || idle()>{control}</div> }.into_any()
}

fn stepped(
    label: &'static str,
    number: impl Fn() -> i64 + Copy + Send + Sync + 'static,
    max: i64,
    set: Callback<Json>,
) -> impl IntoView {
    view! {
        <div class="stepper" role="group" aria-label=label>
            <span class="label">{label}</span>
            <button class="step" aria-label=text!("{what}: less", what = label).to_string() disabled={move || number() <= 0}
                on:click=move |_| set.run((number() - 1).max(0).into())>"−"</button>
            <output data-turn=turns(Memo::new(move |_| number()))>{number}</output>
            <button class="step" aria-label=text!("{what}: more", what = label).to_string() disabled={move || number() >= max}
                on:click=move |_| set.run((number() + 1).min(max).into())>"+"</button>
        </div>
    }
}

/// What flashes as it changes: `a` and `b` in turn, nothing at first.
pub fn turns<T: PartialEq + Clone + Send + Sync + 'static>(value: Memo<T>) -> Memo<Option<&'static str>> {
    Memo::new(move |before: Option<&Option<&'static str>>| {
        // Read, not only tracked: a memo that nobody reads never finds out what it depends on.
        value.with(|_| ());
        match before {
            None => None,
            Some(Some("a")) => Some("b"),
            Some(_) => Some("a"),
        }
    })
}

// Pips.

/// A small number as pips.
#[derive(Clone, Copy)]
struct Pips {
    look: &'static str,
    number: Memo<i32>,
    limit: Memo<Option<i32>>,
    /// The most that this unit can have.
    most: Memo<i32>,
}

/// Pips without a limit that are drawn empty, at most.
const EMPTY: i32 = 6;

impl Pips {
    fn of(tracker: &'static Tracker, facts: Memo<Facts>) -> Self {
        let number = Memo::new(move |_| facts.with(|facts| facts.whole(tracker.id)));
        let limit = Memo::new(move |_| facts.with(|facts| tracker.limit.and_then(|limit| limit(facts))));
        let most = Memo::new(move |_| facts.with(|facts| tracker.most.and_then(|most| most(facts))));
        Self {
            look: tracker.look.name(),
            number,
            limit,
            most: Memo::new(move |_| most.get().unwrap_or(tracker.kind.most())),
        }
    }

    fn drawn(self) -> i32 {
        let least = self.limit.get().unwrap_or_else(|| self.most.get().min(EMPTY));
        self.number.get().max(least)
    }

    fn said(self) -> String {
        counted(self.number.get(), self.limit.get())
    }

    /// Whether one more is the last.
    fn at_limit(self) -> bool {
        self.limit.get().is_some_and(|limit| self.number.get() >= limit)
    }

    fn dots(self) -> impl IntoView {
        let dot = move |n: i32| {
            let full = move || n <= self.number.get();
            let limit = move || self.limit.get() == Some(n);
            view! { <i class=format!("pip look-{}", self.look) class:full=move || full() class:limit=move || limit()></i> }
        };
        view! { {move || (1..=self.drawn()).map(dot).collect_view()} }
    }
}

/// A small number as pips, with the number at which something happens dashed.
pub fn pips(battle: InBattle, of: String, tracker: &'static Tracker, facts: Memo<Facts>) -> impl IntoView {
    let pips = Pips::of(tracker, facts);
    let Pips { number, most, .. } = pips;
    let max = tracker.kind.most();
    let set = Callback::new(move |to: i32| {
        battle.act(Action::ByHand, vec![Change::set(of.clone(), tracker.id, to.clamp(0, max))]);
    });
    view! {
        <div class="pips" role="group" aria-label=say(tracker.label) class:reached=move || pips.at_limit() data-turn=turns(number)>
            <button class="step" aria-label=text!("{what}: less", what = tracker.label).to_string() disabled={move || number.get() <= 0}
                on:click=move |_| set.run(number.get_untracked() - 1)>"−"</button>
            <div class="grow">
                <p class="told-of"><span class="label">{say(tracker.label)}</span>" "<output aria-label=say(tracker.label)>{move || pips.said()}</output></p>
                <span class="dots" aria-hidden="true">{pips.dots()}</span>
            </div>
            <button class="step" aria-label=text!("{what}: more", what = tracker.label).to_string() disabled={move || number.get() >= most.get()}
                on:click=move |_| set.run(number.get_untracked() + 1)>"+"</button>
        </div>
    }
}

/// The same, only to be looked at; what changes flashes.
pub fn pips_seen(tracker: &'static Tracker, facts: Memo<Facts>) -> impl IntoView {
    let number = Memo::new(move |_| facts.with(|facts| facts.whole(tracker.id)));
    view! { <div class="pips" data-turn=turns(number)>{move || facts.with(|facts| pips_drawn(tracker, facts))}</div> }
}

/// The same as it stands.
pub fn pips_drawn(tracker: &'static Tracker, facts: &Facts) -> impl IntoView + use<> {
    let (number, limit) = (facts.whole(tracker.id), tracker.limit.and_then(|limit| limit(facts)));
    let most = tracker.most.and_then(|most| most(facts)).unwrap_or(tracker.kind.most());
    let dot = |n: i32| {
        view! { <i class=format!("pip look-{}", tracker.look.name()) class:full=n <= number class:limit=limit == Some(n)></i> }
    };
    let dots = (1..=number.max(limit.unwrap_or(most.min(EMPTY)))).map(dot).collect_view();
    view! {
        <div class="grow">
            <p class="told-of"><span class="label">{say(tracker.label)}</span>" "<b>{counted(number, limit)}</b></p>
            <span class="dots" aria-hidden="true">{dots}</span>
        </div>
    }
}

/// How many, of how many.
fn counted(number: i32, limit: Option<i32>) -> String {
    match limit {
        Some(limit) => text!("{n} of {limit}", n = number, limit = limit).to_string(),
        None => number.to_string(),
    }
}

/// The same in a few words; none where there are none, and nothing happens at any number.
pub fn pips_told(tracker: &Tracker, facts: &Facts) -> Option<String> {
    let (number, limit) = (facts.whole(tracker.id), tracker.limit.and_then(|limit| limit(facts)));
    let limit = limit.filter(|_| facts.get(tracker.id).is_some());
    (number > 0 || limit.is_some()).then(|| format!("{} {}", say(tracker.label), counted(number, limit)))
}

// Markers.

/// The markers beside a unit: what is ticked of it, unless its tags say so already.
pub fn tokens(ruleset: &Ruleset, facts: &Facts) -> Vec<impl IntoView + use<>> {
    let said: Vec<String> =
        (ruleset.status_tags)(facts).iter().map(|standing| lower(&standing.words.to_string())).collect();
    let lies =
        |own: &&Tracker| matches!(own.kind, Tracks::Flag) && facts.flag(own.id) && own.start.json() != Json::Bool(true);
    let unsaid = |own: &&Tracker| {
        let label = lower(say(own.label));
        !said.iter().any(|said| said.contains(&label) || label.contains(said.as_str()))
    };
    let tokens = ruleset.trackers.iter().filter(lies).filter(unsaid);
    let tokens = tokens.map(|own| {
        view! { <span class="token" data-disc=disc(own, facts)>{say(own.label)}</span> }
    });
    tokens.collect_view()
}

/// The discs beside a unit whose words its tags say already.
pub fn discs(ruleset: &Ruleset, facts: &Facts) -> Vec<impl IntoView + use<>> {
    let words = ruleset.trackers.iter().filter(|own| matches!(own.kind, Tracks::Word(_)));
    let discs = words.filter_map(|own| disc(own, facts));
    discs.map(|letter| view! { <i class="disc" aria-hidden="true" data-disc=letter></i> }).collect_view()
}

/// The letter of the disc that lies beside a unit for a tracker.
fn disc(tracker: &Tracker, facts: &Facts) -> Option<&'static str> {
    tracker.look.letter(facts.get(tracker.id)?)
}
