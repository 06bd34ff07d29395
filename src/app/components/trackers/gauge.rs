//! The number of a unit on its row: it fills a gauge towards the number at which something happens.

use super::flash_marks;
use super::pips::Pips;
use crate::app::components::stepper::{Step, StepButton};
use crate::app::state::BattleState;
use leptos::prelude::*;
use rules::facts::Facts;
use rules::ruleset::Tracker;
use rules::text::say;

/// Reading of a gauge.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Reading {
    number: u32,
    /// The number at which something happens, or with which the unit was raised.
    of: Option<u32>,
    /// How full it is: 0.0 to 1.0.
    share: f64,
}

impl Reading {
    /// A strength that falls: so many left of so many.
    fn remaining((left, all): (u32, u32)) -> Self {
        let lost = all.saturating_sub(left);
        Self { number: left, of: Some(all).filter(|_| lost > 0), share: share(lost, all) }
    }

    /// A count that rises to a limit.
    fn rising(number: u32, limit: Option<u32>) -> Self {
        Self { number, of: limit, share: limit.map_or(0.0, |limit| share(number, limit)) }
    }

    /// The gauge of a unit that is nearly lost, or is.
    fn class(self) -> &'static str {
        const NEAR: f64 = 0.66;
        match self.share {
            1.0.. => "gauge reached",
            NEAR.. => "gauge near",
            _ => "gauge",
        }
    }
}

fn share(part: u32, whole: u32) -> f64 {
    if whole == 0 { 0.0 } else { (f64::from(part) / f64::from(whole)).min(1.0) }
}

/// The number of a unit: a count that its row can change, or the strength left to it. Some units have none.
#[derive(Clone, Copy)]
pub struct UnitNumber {
    tracker: Option<&'static Tracker>,
    pips: Option<Pips>,
    /// Strength left to the unit, and its strength as it was raised, if that is its number.
    remaining: Memo<Option<(u32, u32)>>,
    reading: Memo<Reading>,
}

impl UnitNumber {
    /// The number of a unit, with the tracker that its row can change, if it has one.
    pub fn of(battle: BattleState, id: &str, tracker: Option<&'static Tracker>, facts: Memo<Facts>) -> Self {
        let raised = battle.with_untracked(|open| open.state().mustered(id).cloned()).unwrap_or_default();
        let remaining = Memo::new(move |_| facts.with(|facts| (battle.ruleset.glance.remaining)(facts, &raised)));
        let pips = tracker.map(|tracker| Pips::of(battle, id.to_owned(), tracker, facts));
        let reading = Memo::new(move |_| {
            let rising = || pips.map(|pips| Reading::rising(whole(pips.number.get()), pips.limit.get().map(whole)));
            remaining.get().map(Reading::remaining).or_else(rising).unwrap_or_default()
        });
        Self { tracker, pips, remaining, reading }
    }

    /// True if it is a strength, which falls as play goes on.
    fn falls(self) -> bool {
        self.remaining.get_untracked().is_some()
    }

    fn number(self) -> Memo<u32> {
        Memo::new(move |_| self.reading.get().number)
    }
}

/// The number of a unit, and the button that counts on as play does: counters come, figures go. Nothing for a unit without one.
#[component]
pub fn Gauge(
    /// The number.
    number: UnitNumber,
) -> impl IntoView {
    let turn = flash_marks(number.number());
    let gauge = view! { <GaugeNumber number/> };
    let Some((tracker, pips)) = number.tracker.zip(number.pips) else {
        return number
            .falls()
            .then(|| view! { <div class="main-tracker" aria-hidden="true" data-turn=turn>{gauge}</div> })
            .into_any();
    };
    let step = if number.falls() { Step::Less } else { Step::More };
    view! {
        <div class="main-tracker" role="group" aria-label=say(tracker.label) data-turn=turn>
            <output aria-label=say(tracker.label)>{gauge}</output>
            <Show when=move || !pips.is_hidden.get()><StepButton steps=pips.steps step/></Show>
        </div>
    }
    .into_any()
}

/// The number of a unit in its gauge, to be looked at. Nothing for a unit without one.
#[component]
pub fn GaugeShown(
    /// The number.
    number: UnitNumber,
) -> impl IntoView {
    (number.pips.is_some() || number.falls()).then(|| view! { <GaugeNumber number/> })
}

/// The gauge with its number; a question mark while that is hidden.
#[component]
fn GaugeNumber(number: UnitNumber) -> impl IntoView {
    let UnitNumber { pips, remaining, reading, .. } = number;
    let number = number.number();
    let of = move || reading.get().of.map(|of| view! { <small>{format!("/{of}")}</small> });
    // A strength of figures is seen on the table, whatever else is hidden.
    let is_hidden = Memo::new(move |_| remaining.get().is_none() && pips.is_some_and(|pips| pips.is_hidden.get()));
    view! {
        <span class=move || if is_hidden.get() { "gauge" } else { reading.get().class() }>
            <i style:height=move || format!("{:.0}%", if is_hidden.get() { 0.0 } else { reading.get().share * 100.0 })></i>
            {move || if is_hidden.get() { view! { <b>"?"</b> }.into_any() } else { view! { <b>{number}{of}</b> }.into_any() }}
        </span>
    }
}

/// A count that trackers keep as a signed number.
fn whole(number: i32) -> u32 {
    number.max(0).unsigned_abs()
}
