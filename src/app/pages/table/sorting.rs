//! Which units the table shows, and in which order.

use super::card::in_trouble;
use crate::app::desk::InBattle;
use crate::app::pages::board;
use crate::app::parts::frame::lower;
use drumhead::battle::Battle;
use drumhead::battle::binding;
use drumhead::core::lists::put_in_order;
use drumhead::core::text::say;
use leptos::prelude::*;

/// What players asked to see, on every table.
#[derive(Clone, Copy, Default)]
pub struct Sorting {
    show: RwSignal<usize>,
    order: RwSignal<usize>,
    name: RwSignal<String>,
}

/// Which units are shown, each by what it is called.
fn shows() -> [&'static str; 4] {
    [say("All units"), say("Those in trouble"), say("Those that can act now"), say("Those in good order")]
}

/// In which order.
fn orders() -> [&'static str; 3] {
    [say("as they were mustered"), say("those in trouble first"), say("by name")]
}

/// Fewer units than this are seen at a glance.
const MANY: usize = 7;

/// The units of a side that are shown, in order.
pub fn units(battle: InBattle, side: usize) -> Memo<Vec<String>> {
    let Sorting { show, order, name } = expect_context();
    Memo::new(move |_| {
        let (show, order, name) = (show.get(), order.get(), name.with(|name| lower(name.trim())));
        battle.with(|open| {
            let own = board::in_order(battle, open, side);
            let named = own
                .into_iter()
                .map(|(unit, facts)| {
                    (unit, facts, if name.is_empty() && order != 2 { String::new() } else { lower(unit.name()) })
                })
                .filter(|(.., own)| own.contains(&name));
            let mut shown: Vec<(bool, &str, String)> = named
                .filter_map(|(unit, facts, name)| {
                    // What nobody asked for is not worked out: there may be a hundred units.
                    let asked = show != 0 || order == 1;
                    let trouble = asked && in_trouble(battle.ruleset, facts);
                    let fits = match show {
                        1 => trouble,
                        2 => can_act(battle, open, &unit.id),
                        3 => !trouble,
                        _ => true,
                    };
                    fits.then_some((trouble, unit.id.as_str(), name))
                })
                .collect();
            match order {
                1 => put_in_order(&mut shown, |(a, ..), (b, ..)| a > b),
                2 => put_in_order(&mut shown, |(.., a), (.., b)| a < b),
                _ => {}
            }
            shown.into_iter().map(|(_, id, _)| id.to_owned()).collect()
        })
    })
}

fn can_act(battle: InBattle, open: &Battle, unit: &str) -> bool {
    let offers = binding::offers(battle.ruleset, open.state(), unit);
    offers.iter().any(|offer| offer.of_this_phase && offer.refused.is_none())
}

/// The controls, where there are many units.
pub fn controls(battle: InBattle) -> impl IntoView {
    let Sorting { show, order, name } = expect_context();
    let many = battle.follow(|open| open.state().units().count() > 2 * MANY);
    let said = move || {
        let named = name.with(|name| (!name.trim().is_empty()).then(|| format!("“{}”", name.trim())));
        let parts =
            [Some(shows()[show.get()].to_owned()), named, (order.get() != 0).then(|| orders()[order.get()].to_owned())];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    };
    let choice = |label: &'static str, chosen: RwSignal<usize>, all: &[&'static str]| {
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
                <summary>{move || said()}</summary>
                <div class="sorts">
                    {choice(say("Show"), show, &shows())}
                    {choice(say("Order"), order, &orders())}
                    <label class="pick">
                        <span class="label">{say("With this in the name")}</span>
                        <input type="search" autocomplete="off" prop:value=move || name.get() on:input=move |event| name.set(event_target_value(&event))/>
                    </label>
                </div>
            </details>
        </Show>
    }
}
