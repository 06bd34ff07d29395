//! The filter and the order of the units on the table.

use crate::app::state::BattleState;
use crate::app::state::sorting::Sorting;
use battle::referee;
use leptos::prelude::*;
use rules::text::{folded, say};

/// Labels of the filters.
fn filters() -> [&'static str; 4] {
    [say("All units"), say("In trouble"), say("Can act now"), say("In good order")]
}

/// Labels of the orders.
fn orders() -> [&'static str; 3] {
    [say("in roster order"), say("in trouble first"), say("by name")]
}

/// The controls are shown if the battle has more units than this.
const MAX_UNSORTED: usize = 14;

/// Ids of the units of a side that pass the filter, in the chosen order.
pub fn units(battle: BattleState, side: usize) -> Memo<Vec<String>> {
    let Sorting { show, order, name } = expect_context();
    Memo::new(move |_| {
        let (show, order, name) = (show.get(), order.get(), name.with(|name| folded(name.trim())));
        battle.with(|open| {
            let named = battle
                .units_in_order(open, side)
                .into_iter()
                .map(|(unit, facts)| {
                    (unit, facts, if name.is_empty() && order != 2 { String::new() } else { folded(unit.name()) })
                })
                .filter(|(.., words)| words.contains(&name));
            let mut shown: Vec<(bool, &str, String)> = named
                .filter_map(|(unit, facts, name)| {
                    // Computed only if needed, because there can be a hundred units.
                    let needed = show != 0 || order == 1;
                    let trouble = needed && battle.ruleset.is_in_trouble(facts);
                    let fits = match show {
                        1 => trouble,
                        2 => referee::may_act(battle.ruleset, open.state(), &unit.id),
                        3 => !trouble,
                        _ => true,
                    };
                    fits.then_some((trouble, unit.id.as_str(), name))
                })
                .collect();
            match order {
                1 => shown.sort_by_key(|(trouble, ..)| !trouble),
                2 => shown.sort_by(|(.., a), (.., b)| a.cmp(b)),
                _ => {}
            }
            shown.into_iter().map(|(_, id, _)| id.to_owned()).collect()
        })
    })
}

/// The controls of filter and order. Not shown in battles with few units.
#[component]
pub fn SortingControls(battle: BattleState) -> impl IntoView {
    let Sorting { show, order, name } = expect_context();
    let is_shown = battle.follow(|open| open.state().units().count() > MAX_UNSORTED);
    let summary = move || {
        let named = name.with(|name| (!name.trim().is_empty()).then(|| format!("“{}”", name.trim())));
        let parts = [
            Some(filters()[show.get()].to_owned()),
            named,
            (order.get() != 0).then(|| orders()[order.get()].to_owned()),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    };
    view! {
        <Show when=move || is_shown.get()>
            <details class="disclosure sorting">
                <summary>{move || summary()}</summary>
                <div class="sorts">
                    <Choice label=say("Show") chosen=show all=filters().to_vec()/>
                    <Choice label=say("Order") chosen=order all=orders().to_vec()/>
                    <label class="pick">
                        <span class="label">{say("Name contains")}</span>
                        <input type="search" autocomplete="off" prop:value=name on:input=move |event| name.set(event_target_value(&event))/>
                    </label>
                </div>
            </details>
        </Show>
    }
}

/// A drop-down list of labels.
#[component]
fn Choice(label: &'static str, chosen: RwSignal<usize>, all: Vec<&'static str>) -> impl IntoView {
    let options = all.into_iter().enumerate().map(|(index, words)| {
        view! { <option value=index selected=move || chosen.get() == index>{words}</option> }
    });
    view! {
        <label class="pick">
            <span class="label">{label}</span>
            <select on:change=move |event| chosen.set(event_target_value(&event).parse().unwrap_or(0))>{options.collect_view()}</select>
        </label>
    }
}
