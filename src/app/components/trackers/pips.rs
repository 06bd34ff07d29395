//! Trackers with small numbers, drawn as pips.

use super::flash_marks;
use crate::app::components::stepper::{Step, StepButton, Steps, ends};
use crate::app::state::BattleState;
use battle::{Action, Change};
use leptos::prelude::*;
use rules::facts::Facts;
use rules::ruleset::Tracker;
use rules::text;
use rules::text::say;

/// Number of pips drawn for a tracker without a limit, unless its number is larger.
const DEFAULT_PIPS: i32 = 6;
/// Maximal number of pips drawn. No rules count so far.
const MAX_PIPS: i32 = 200;

/// A number as pips between two buttons. The pip of the limit, at which something happens, is dashed.
#[component]
pub fn PipsControl(
    battle: BattleState,
    /// The unit's id.
    #[prop(into)]
    of: String,
    /// Description of the tracker.
    tracker: &'static Tracker,
    /// The unit's facts.
    facts: Memo<Facts>,
) -> impl IntoView {
    unless_at_rest(tracker, facts, move || view! { <PipsButtons battle of=of.clone() tracker facts/> }.into_any())
}

/// Draws a tracker. If only procedures change it, it is drawn only while its value is not the initial one.
fn unless_at_rest(
    tracker: &'static Tracker,
    facts: Memo<Facts>,
    draw: impl Fn() -> AnyView + Send + Sync + 'static,
) -> AnyView {
    if !tracker.is_automatic() {
        return draw();
    }
    let shown = Memo::new(move |_| facts.with(|facts| !is_at_rest(tracker, facts)));
    (move || shown.get().then(&draw)).into_any()
}

/// True for a tracker that only procedures change, while it has its initial value.
pub fn is_at_rest(tracker: &Tracker, facts: &Facts) -> bool {
    tracker.is_automatic() && facts.get(tracker.id).is_none_or(|value| *value == tracker.start.json())
}

/// The numbers of a counting tracker of a unit, and its steps.
#[derive(Clone, Copy)]
pub(super) struct Pips {
    pub(super) number: Memo<i32>,
    pub(super) limit: Memo<Option<i32>>,
    max: Memo<i32>,
    /// The steps that players take by hand.
    pub(super) steps: Steps,
    /// True while the number is hidden on this device.
    pub(super) is_hidden: Memo<bool>,
}

impl Pips {
    pub(super) fn of(battle: BattleState, of: String, tracker: &'static Tracker, facts: Memo<Facts>) -> Self {
        let max = move |facts: &Facts| tracker.most.and_then(|max| max(facts)).unwrap_or(tracker.kind.most());
        let number = Memo::new(move |_| facts.with(|facts| tracker.count_in(facts)));
        let max = Memo::new(move |_| facts.with(max));
        let owner = battle.unit_name(&of);
        let take = move |step: Step| {
            let to = (number.get_untracked() + step.one()).clamp(0, tracker.kind.most());
            battle.act(Action::ByHand, vec![Change::set(of.clone(), tracker.id, to)]);
        };
        let ends = move || ends(number.get(), 0, max.get(), |n| n.to_string());
        Self {
            number,
            limit: Memo::new(move |_| facts.with(|facts| tracker.threshold.and_then(|limit| limit(facts)))),
            max,
            steps: Steps::new(battle.app, say(tracker.label), owner, ends, take),
            is_hidden: Memo::new(move |_| facts.with(|facts| tracker.is_hidden_in(facts))),
        }
    }
}

#[component]
fn PipsButtons(battle: BattleState, of: String, tracker: &'static Tracker, facts: Memo<Facts>) -> impl IntoView {
    let pips = Pips::of(battle, of, tracker, facts);
    let Pips { number, limit, max, steps, is_hidden } = pips;
    let reached = move || limit.get().is_some_and(|limit| number.get() >= limit);
    let shown = move || {
        view! {
            <div class="pips" role="group" aria-label=say(tracker.label) class:reached=move || reached() data-turn=flash_marks(number)>
                <StepButton steps step=Step::Less/>
                <div class="grow">
                    <p class="pips-line"><span class="label">{say(tracker.label)}</span>" "<output aria-label=say(tracker.label)>{move || counted(number.get(), limit.get())}</output></p>
                    <span class="dots" aria-hidden="true"><Dots look=tracker.look.name() number limit max/></span>
                </div>
                <StepButton steps step=Step::More/>
            </div>
        }
    };
    move || if is_hidden.get() { unknown(tracker).into_any() } else { shown().into_any() }
}

/// A tracker whose number is hidden on this device.
pub fn unknown(tracker: &'static Tracker) -> impl IntoView {
    view! {
        <div class="pips unknown"><p class="pips-line"><span class="label">{say(tracker.label)}</span>" "<b aria-hidden="true">"?"</b><span class="visually-hidden">{say("hidden")}</span></p></div>
    }
}

#[component]
fn Dots(look: &'static str, number: Memo<i32>, limit: Memo<Option<i32>>, max: Memo<i32>) -> impl IntoView {
    let drawn =
        Memo::new(move |_| number.get().max(limit.get().unwrap_or_else(|| max.get().min(DEFAULT_PIPS))).min(MAX_PIPS));
    let dot = move |n: i32| {
        let full = move || n <= number.get();
        let limit = move || limit.get() == Some(n);
        view! { <i class=format!("pip look-{look}") class:full=move || full() class:limit=move || limit()></i> }
    };
    move || (1..=drawn.get()).map(dot).collect_view()
}

/// A number as pips, read-only. It flashes when it changes.
#[component]
pub fn PipsView(
    /// Description of the tracker.
    tracker: &'static Tracker,
    /// The unit's facts.
    facts: Memo<Facts>,
) -> impl IntoView {
    unless_at_rest(tracker, facts, move || {
        let number = Memo::new(move |_| facts.with(|facts| tracker.count_in(facts)));
        view! { <div class="pips" data-turn=flash_marks(number)>{move || view! { <PipsDrawn tracker facts=facts.get()/> }}</div> }.into_any()
    })
}

/// A number as pips, read-only and not updated.
#[component]
pub fn PipsDrawn(
    /// Description of the tracker.
    tracker: &'static Tracker,
    /// The unit's facts.
    facts: Facts,
) -> impl IntoView {
    if tracker.is_hidden_in(&facts) {
        return unknown(tracker).into_any();
    }
    let (number, limit) = (tracker.count_in(&facts), tracker.threshold.and_then(|limit| limit(&facts)));
    let max = tracker.most.and_then(|max| max(&facts)).unwrap_or(tracker.kind.most());
    let dot = |n: i32| {
        view! { <i class=format!("pip look-{}", tracker.look.name()) class:full=n <= number class:limit=limit == Some(n)></i> }
    };
    let dots = (1..=number.max(limit.unwrap_or(max.min(DEFAULT_PIPS))).min(MAX_PIPS)).map(dot).collect_view();
    view! {
        <div class="grow">
            <p class="pips-line"><span class="label">{say(tracker.label)}</span>" "<b>{counted(number, limit)}</b></p>
            <span class="dots" aria-hidden="true">{dots}</span>
        </div>
    }
    .into_any()
}

/// A number with its limit: `3 of 5`; above the limit, `6 (limit 5)`.
pub fn counted(number: i32, limit: Option<i32>) -> String {
    match limit {
        Some(limit) if number > limit => text!("{n} (limit {limit})", n = number, limit = limit).to_string(),
        Some(limit) => text!("{n} of {limit}", n = number, limit = limit).to_string(),
        None => number.to_string(),
    }
}

/// A tracker's number in a few words. `None` if the unit does not have the tracker, or if the number is 0 and there is no limit.
pub fn pips_in_words(tracker: &Tracker, facts: &Facts) -> Option<String> {
    let (number, limit) = (tracker.count_in(facts), tracker.threshold.and_then(|limit| limit(facts)));
    facts.get(tracker.id)?;
    if tracker.is_hidden_in(facts) {
        return Some(hidden_words(tracker));
    }
    (number > 0 || limit.is_some()).then(|| format!("{} {}", say(tracker.label), counted(number, limit)))
}

/// A tracker that is hidden on this device, in a few words.
pub fn hidden_words(tracker: &Tracker) -> String {
    text!("{what} ?", what = tracker.label).to_string()
}
