//! Small numbers as pips.

use super::flash_marks;
use crate::app::components::stepper::{Step, StepButton, Steps, ends};
use crate::app::state::BattleState;
use battle::{Action, Change};
use leptos::prelude::*;
use rules::facts::Facts;
use rules::ruleset::Tracker;
use rules::text;
use rules::text::say;

/// Pips without a limit that are drawn empty, at most.
const EMPTY: i32 = 6;
/// The most pips that are drawn. No rules count so far.
const MOST_DRAWN: i32 = 200;

/// A small number as pips between two buttons, with the number at which something happens dashed.
#[component]
pub fn PipsControl(
    /// The battle in play.
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

/// Draws a tracker; one that only procedures keep is drawn while it is not at its start.
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

/// True for a tracker that only procedures keep, while it is at its start.
pub fn is_at_rest(tracker: &Tracker, facts: &Facts) -> bool {
    tracker.is_automatic() && facts.get(tracker.id).is_none_or(|held| *held == tracker.start.json())
}

/// A unit's tracker that counts: its numbers, and the change of it by hand.
#[derive(Clone, Copy)]
pub(super) struct Pips {
    pub(super) number: Memo<i32>,
    pub(super) limit: Memo<Option<i32>>,
    most: Memo<i32>,
    /// The steps that players take by hand.
    pub(super) steps: Steps,
    /// True while its number is hidden from who looks at it.
    pub(super) is_hidden: Memo<bool>,
}

impl Pips {
    pub(super) fn of(battle: BattleState, of: String, tracker: &'static Tracker, facts: Memo<Facts>) -> Self {
        let most = move |facts: &Facts| tracker.most.and_then(|most| most(facts)).unwrap_or(tracker.kind.most());
        let number = Memo::new(move |_| facts.with(|facts| tracker.count_in(facts)));
        let most = Memo::new(move |_| facts.with(most));
        let owner = battle.unit_name(&of);
        let take = move |step: Step| {
            let to = (number.get_untracked() + step.one()).clamp(0, tracker.kind.most());
            battle.act(Action::ByHand, vec![Change::set(of.clone(), tracker.id, to)]);
        };
        let ends = move || ends(number.get(), 0, most.get(), |n| n.to_string());
        Self {
            number,
            limit: Memo::new(move |_| facts.with(|facts| tracker.limit.and_then(|limit| limit(facts)))),
            most,
            steps: Steps::new(battle.app, say(tracker.label), owner, ends, take),
            is_hidden: Memo::new(move |_| facts.with(|facts| tracker.is_hidden_in(facts))),
        }
    }
}

#[component]
fn PipsButtons(battle: BattleState, of: String, tracker: &'static Tracker, facts: Memo<Facts>) -> impl IntoView {
    let pips = Pips::of(battle, of, tracker, facts);
    let Pips { number, limit, most, steps, is_hidden } = pips;
    let reached = move || limit.get().is_some_and(|limit| number.get() >= limit);
    let shown = move || {
        view! {
            <div class="pips" role="group" aria-label=say(tracker.label) class:reached=move || reached() data-turn=flash_marks(number)>
                <StepButton steps step=Step::Less/>
                <div class="grow">
                    <p class="pips-line"><span class="label">{say(tracker.label)}</span>" "<output aria-label=say(tracker.label)>{move || counted(number.get(), limit.get())}</output></p>
                    <span class="dots" aria-hidden="true"><Dots look=tracker.look.name() number limit most/></span>
                </div>
                <StepButton steps step=Step::More/>
            </div>
        }
    };
    move || if is_hidden.get() { unknown(tracker).into_any() } else { shown().into_any() }
}

/// A tracker whose number is hidden from who looks at it.
pub fn unknown(tracker: &'static Tracker) -> impl IntoView {
    view! {
        <div class="pips unknown"><p class="pips-line"><span class="label">{say(tracker.label)}</span>" "<b aria-hidden="true">"?"</b><span class="visually-hidden">{say("hidden")}</span></p></div>
    }
}

#[component]
fn Dots(look: &'static str, number: Memo<i32>, limit: Memo<Option<i32>>, most: Memo<i32>) -> impl IntoView {
    let drawn =
        Memo::new(move |_| number.get().max(limit.get().unwrap_or_else(|| most.get().min(EMPTY))).min(MOST_DRAWN));
    let dot = move |n: i32| {
        let full = move || n <= number.get();
        let limit = move || limit.get() == Some(n);
        view! { <i class=format!("pip look-{look}") class:full=move || full() class:limit=move || limit()></i> }
    };
    move || (1..=drawn.get()).map(dot).collect_view()
}

/// A small number as pips, only to be looked at; it flashes as it changes.
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

/// A small number as pips, as it stands.
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
    let (number, limit) = (tracker.count_in(&facts), tracker.limit.and_then(|limit| limit(&facts)));
    let most = tracker.most.and_then(|most| most(&facts)).unwrap_or(tracker.kind.most());
    let dot = |n: i32| {
        view! { <i class=format!("pip look-{}", tracker.look.name()) class:full=n <= number class:limit=limit == Some(n)></i> }
    };
    let dots = (1..=number.max(limit.unwrap_or(most.min(EMPTY))).min(MOST_DRAWN)).map(dot).collect_view();
    view! {
        <div class="grow">
            <p class="pips-line"><span class="label">{say(tracker.label)}</span>" "<b>{counted(number, limit)}</b></p>
            <span class="dots" aria-hidden="true">{dots}</span>
        </div>
    }
    .into_any()
}

/// A number, and out of how many; above the limit, beside it.
pub fn counted(number: i32, limit: Option<i32>) -> String {
    match limit {
        Some(limit) if number > limit => text!("{n} (limit {limit})", n = number, limit = limit).to_string(),
        Some(limit) => text!("{n} of {limit}", n = number, limit = limit).to_string(),
        None => number.to_string(),
    }
}

/// Pips in a few words; none where the unit has no such pips, and where there are none and nothing happens at any number.
pub fn pips_in_words(tracker: &Tracker, facts: &Facts) -> Option<String> {
    let (number, limit) = (tracker.count_in(facts), tracker.limit.and_then(|limit| limit(facts)));
    facts.get(tracker.id)?;
    if tracker.is_hidden_in(facts) {
        return Some(hidden_words(tracker));
    }
    (number > 0 || limit.is_some()).then(|| format!("{} {}", say(tracker.label), counted(number, limit)))
}

/// A tracker that is hidden from who looks at it, in a few words.
pub fn hidden_words(tracker: &Tracker) -> String {
    format!("{} ?", say(tracker.label))
}
