//! Selection and order of the units on the table.

use crate::app::state::BattleState;
use crate::app::state::sorting::Sorting;
use battle::referee;
use leptos::prelude::*;
use rules::text::{folded, say};

/// Labels of the selections of units.
fn shows() -> [&'static str; 4] {
    [say("All units"), say("In trouble"), say("Can act now"), say("In good order")]
}

/// In which order.
fn orders() -> [&'static str; 3] {
    [say("in roster order"), say("in trouble first"), say("by name")]
}

/// Sorting is offered from this many units on.
const MANY: usize = 7;

/// The units of a side that are shown, in order.
pub fn units(battle: BattleState, side: usize) -> Memo<Vec<String>> {
    let Sorting { show, order, name } = expect_context();
    Memo::new(move |_| {
        let (show, order, name) = (show.get(), order.get(), name.with(|name| folded(name.trim())));
        battle.with(|open| {
            let own = battle.units_in_order(open, side);
            let named = own
                .into_iter()
                .map(|(unit, facts)| {
                    (unit, facts, if name.is_empty() && order != 2 { String::new() } else { folded(unit.name()) })
                })
                .filter(|(.., words)| words.contains(&name));
            let mut shown: Vec<(bool, &str, String)> = named
                .filter_map(|(unit, facts, name)| {
                    // Worked out only if it is asked for, as there may be a hundred units.
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

/// The controls, where there are many units.
#[component]
pub fn SortingControls(
    /// The battle in play.
    battle: BattleState,
) -> impl IntoView {
    let Sorting { show, order, name } = expect_context();
    let many = battle.follow(|open| open.state().units().count() > 2 * MANY);
    let said = move || {
        let named = name.with(|name| (!name.trim().is_empty()).then(|| format!("“{}”", name.trim())));
        let parts =
            [Some(shows()[show.get()].to_owned()), named, (order.get() != 0).then(|| orders()[order.get()].to_owned())];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    };
    view! {
        <Show when=move || many.get()>
            <details class="disclosure sorting">
                <summary>{move || said()}</summary>
                <div class="sorts">
                    <Choice label=say("Show") chosen=show all=shows().to_vec()/>
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

/// One of several words.
#[component]
fn Choice(label: &'static str, chosen: RwSignal<usize>, all: Vec<&'static str>) -> impl IntoView {
    let options = all.into_iter().enumerate().map(|(place, words)| {
        view! { <option value=place selected=move || chosen.get() == place>{words}</option> }
    });
    view! {
        <label class="pick">
            <span class="label">{label}</span>
            <select on:change=move |event| chosen.set(event_target_value(&event).parse().unwrap_or(0))>{options.collect_view()}</select>
        </label>
    }
}
