//! The main number of a unit on its row, in a gauge that fills up towards a limit.

use super::flash_marks;
use super::pips::Pips;
use crate::app::components::stepper::{Step, StepButton};
use crate::app::state::BattleState;
use leptos::prelude::*;
use rules::facts::Facts;
use rules::ruleset::Tracker;
use rules::text::say;

/// The number and the level of a gauge.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Reading {
    number: u32,
    /// The limit at which something happens, or the initial strength.
    of: Option<u32>,
    /// The level, from 0.0 to 1.0.
    share: f64,
}

impl Reading {
    /// The gauge of a strength, with what is left and the initial strength. It fills up with losses.
    fn remaining((left, all): (u32, u32)) -> Self {
        let lost = all.saturating_sub(left);
        Self { number: left, of: Some(all).filter(|_| lost > 0), share: share(lost, all) }
    }

    /// The gauge of a count that rises to a limit.
    fn rising(number: u32, limit: Option<u32>) -> Self {
        Self { number, of: limit, share: limit.map_or(0.0, |limit| share(number, limit)) }
    }

    /// The class of the gauge, which depends on the level.
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

/// The main number of a unit: its remaining strength, or a count that its row can change. Some units have none.
#[derive(Clone, Copy)]
pub struct UnitNumber {
    tracker: Option<&'static Tracker>,
    pips: Option<Pips>,
    /// Remaining and initial strength, if the number is a strength.
    remaining: Memo<Option<(u32, u32)>>,
    reading: Memo<Reading>,
}

impl UnitNumber {
    /// The main number of a unit, given the tracker that its row can change, if it has one.
    pub fn of(battle: BattleState, id: &str, tracker: Option<&'static Tracker>, facts: Memo<Facts>) -> Self {
        let initial = battle.with_untracked(|open| open.state().mustered(id).cloned()).unwrap_or_default();
        let remaining = Memo::new(move |_| facts.with(|facts| (battle.ruleset.glance.remaining)(facts, &initial)));
        let pips = tracker.map(|tracker| Pips::of(battle, id.to_owned(), tracker, facts));
        let reading = Memo::new(move |_| {
            let rising =
                || pips.map(|pips| Reading::rising(unsigned(pips.number.get()), pips.limit.get().map(unsigned)));
            remaining.get().map(Reading::remaining).or_else(rising).unwrap_or_default()
        });
        Self { tracker, pips, remaining, reading }
    }

    /// True if the number is a strength, which falls during play.
    fn falls(self) -> bool {
        self.remaining.get_untracked().is_some()
    }

    fn number(self) -> Memo<u32> {
        Memo::new(move |_| self.reading.get().number)
    }
}

/// The gauge of a unit, with a button that steps in the usual direction: counts up, strengths down. Nothing for a unit without a number.
#[component]
pub fn Gauge(number: UnitNumber) -> impl IntoView {
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

/// The gauge of a unit, read-only. Nothing for a unit without a number.
#[component]
pub fn GaugeShown(number: UnitNumber) -> impl IntoView {
    (number.pips.is_some() || number.falls()).then(|| view! { <GaugeNumber number/> })
}

/// The gauge with its number, or a question mark while the number is hidden.
#[component]
fn GaugeNumber(number: UnitNumber) -> impl IntoView {
    let UnitNumber { pips, remaining, reading, .. } = number;
    let number = number.number();
    let of = move || reading.get().of.map(|of| view! { <small>{format!("/{of}")}</small> });
    // Everybody can count the figures on the table, so a strength is never hidden.
    let is_hidden = Memo::new(move |_| remaining.get().is_none() && pips.is_some_and(|pips| pips.is_hidden.get()));
    view! {
        <span class=move || if is_hidden.get() { "gauge" } else { reading.get().class() }>
            <i style:height=move || format!("{:.0}%", if is_hidden.get() { 0.0 } else { reading.get().share * 100.0 })></i>
            {move || if is_hidden.get() { view! { <b>"?"</b> }.into_any() } else { view! { <b>{number}{of}</b> }.into_any() }}
        </span>
    }
}

/// A count as an unsigned number; 0 if it is negative.
fn unsigned(number: i32) -> u32 {
    number.max(0).unsigned_abs()
}
