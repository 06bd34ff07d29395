//! The number of a unit on its row: it fills a gauge towards the number at which something happens.

use super::flash_marks;
use super::pips::Pips;
use crate::app::state::BattleState;
use drumhead::core::facts::Facts;
use drumhead::core::text::say;
use drumhead::rules::ruleset::Tracker;
use leptos::prelude::*;

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

/// The number of a unit, and the button that counts on as play does: counters come, figures go. Nothing for a unit without one.
#[component]
pub fn Gauge(
    /// The battle in play.
    battle: BattleState,
    /// The unit's id.
    #[prop(into)]
    of: String,
    /// The tracker that the button changes.
    tracker: Option<&'static Tracker>,
    /// Strength left to the unit, and its strength as it was raised, if that is its number.
    #[prop(into)]
    remaining: Signal<Option<(u32, u32)>>,
    /// The unit's facts.
    facts: Memo<Facts>,
) -> impl IntoView {
    let pips = tracker.map(|tracker| Pips::of(battle, of, tracker, facts));
    let reading = follow(pips, remaining);
    let number = Memo::new(move |_| reading.get().number);
    let gauge = view! { <GaugeNumber reading pips remaining/> };
    let Some((tracker, pips)) = tracker.zip(pips) else {
        let has_any = remaining.get_untracked().is_some();
        return has_any
            .then(|| view! { <div class="main-tracker" aria-hidden="true" data-turn=flash_marks(number)>{gauge}</div> })
            .into_any();
    };
    let falls = remaining.get_untracked().is_some();
    view! {
        <div class="main-tracker" role="group" aria-label=say(tracker.label) data-turn=flash_marks(number)>
            <output aria-label=say(tracker.label)>{gauge}</output>
            {move || if pips.is_hidden.get() { None } else { Some(if falls { pips.less().into_any() } else { pips.more().into_any() }) }}
        </div>
    }
    .into_any()
}

/// The number of a unit in its gauge, to be looked at. Nothing for a unit without one.
#[component]
pub fn GaugeShown(
    /// The battle in play.
    battle: BattleState,
    /// The unit's id.
    #[prop(into)]
    of: String,
    /// The tracker that counts, if the unit has one.
    tracker: Option<&'static Tracker>,
    /// Strength left to the unit, and its strength as it was raised, if that is its number.
    #[prop(into)]
    remaining: Signal<Option<(u32, u32)>>,
    /// The unit's facts.
    facts: Memo<Facts>,
) -> impl IntoView {
    let pips = tracker.map(|tracker| Pips::of(battle, of, tracker, facts));
    let has_any = pips.is_some() || remaining.get_untracked().is_some();
    has_any.then(|| view! { <GaugeNumber reading=follow(pips, remaining) pips remaining/> })
}

/// Reading of a unit's tracker, or of its strength.
fn follow(pips: Option<Pips>, remaining: Signal<Option<(u32, u32)>>) -> Memo<Reading> {
    Memo::new(move |_| {
        let remaining = remaining.get().map(Reading::remaining);
        let rising = || pips.map(|pips| Reading::rising(whole(pips.number.get()), pips.limit.get().map(whole)));
        remaining.or_else(rising).unwrap_or_default()
    })
}

/// The gauge with its number; a question mark while that is hidden.
#[component]
fn GaugeNumber(reading: Memo<Reading>, pips: Option<Pips>, remaining: Signal<Option<(u32, u32)>>) -> impl IntoView {
    let number = Memo::new(move |_| reading.get().number);
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
