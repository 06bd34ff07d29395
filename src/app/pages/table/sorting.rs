//! Which units the table shows, and in which order.

use super::card::in_trouble;
use crate::app::desk::InBattle;
use crate::app::pages::board;
use drumhead::battle::{Battle, Unit};
use drumhead::cast;
use drumhead::text::say;
use leptos::prelude::*;

/// What players asked to see, on every table.
#[derive(Clone, Copy, Default)]
pub struct Sorting {
    show: RwSignal<usize>,
    order: RwSignal<usize>,
    name: RwSignal<String>,
}

/// Which units are shown, each by what it is called.
const SHOW: [&str; 4] = ["All units", "Those in trouble", "Those that can act now", "Those in good order"];
/// In which order.
const ORDER: [&str; 3] = ["as they were mustered", "those in trouble first", "by name"];

/// Fewer units than this are seen at a glance.
const MANY: usize = 7;

/// The units of a side that are shown, in order.
pub fn units(battle: InBattle, side: usize) -> Memo<Vec<String>> {
    let Sorting { show, order, name } = expect_context();
    Memo::new(move |_| {
        let (show, order, name) = (show.get(), order.get(), name.with(|name| name.trim().to_lowercase()));
        battle.with(|open| {
            let own = board::in_order(battle, open, side);
            let named = own
                .iter()
                .filter_map(|id| open.state().unit(id))
                .filter(|unit| name.is_empty() || unit.name().to_lowercase().contains(&name));
            let mut shown: Vec<(bool, &Unit)> = named
                .filter_map(|unit| {
                    // What nobody asked for is not worked out: there may be a hundred units.
                    let asked = show != 0 || order == 1;
                    let trouble = asked && in_trouble(battle.ruleset, &open.state().facts(&unit.id));
                    let fits = match show {
                        1 => trouble,
                        2 => can_act(battle, open, &unit.id),
                        3 => !trouble,
                        _ => true,
                    };
                    fits.then_some((trouble, unit))
                })
                .collect();
            match order {
                1 => shown.sort_by_key(|(trouble, _)| !trouble),
                2 => shown.sort_by_key(|(_, unit)| unit.name().to_lowercase()),
                _ => {}
            }
            shown.into_iter().map(|(_, unit)| unit.id.clone()).collect()
        })
    })
}

fn can_act(battle: InBattle, open: &Battle, unit: &str) -> bool {
    let offers = cast::offers(battle.ruleset, open.state(), unit);
    offers.iter().any(|offer| offer.of_this_phase && offer.refused.is_none())
}

/// The controls, where there are many units.
pub fn controls(battle: InBattle) -> impl IntoView {
    let Sorting { show, order, name } = expect_context();
    let many = battle.follow(|open| open.state().units().count() > 2 * MANY);
    let said = move || {
        let named = name.with(|name| (!name.trim().is_empty()).then(|| format!("“{}”", name.trim())));
        let parts =
            [Some(SHOW[show.get()].to_owned()), named, (order.get() != 0).then(|| ORDER[order.get()].to_owned())];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    };
    let choice = |label: &'static str, chosen: RwSignal<usize>, all: &'static [&'static str]| {
        let options = all.iter().enumerate().map(|(place, words)| {
            view! { <option value=place selected=move || chosen.get() == place>{*words}</option> }
        });
        let options = options.collect_view();
        view! {
            <label class="pick">
                <span class="label">{label}</span>
                <select on:change=move |event| chosen.set(event_target_value(&event).parse().unwrap_or(0))>{options}</select>
            </label>
        }
    };
    view! {
        <Show when=move || many.get()>
            <details class="more sorting">
                <summary>{said}</summary>
                <div class="sorts">
                    {choice(say("Show"), show, &SHOW)}
                    {choice(say("Order"), order, &ORDER)}
                    <label class="pick">
                        <span class="label">{say("With this in the name")}</span>
                        <input type="search" autocomplete="off" prop:value=move || name.get() on:input=move |event| name.set(event_target_value(&event))/>
                    </label>
                </div>
            </details>
        </Show>
    }
}
