//! The filter and the order of the units on the table.

use crate::app::state::BattleState;
use crate::app::state::sorting::Sorting;
use battle::{Battle, referee};
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
    let Sorting { show, order, name, by_command } = expect_context();
    let own_only = own_only(battle, side);
    Memo::new(move |_| {
        let own_only = own_only.get();
        let (show, order, name) = (show.get(), order.get(), name.with(|name| folded(name.trim())));
        battle.with(|open| {
            let named = battle
                .units_in_order(open, side)
                .into_iter()
                .map(|(unit, facts)| {
                    (unit, facts, if name.is_empty() && order != 2 { String::new() } else { folded(unit.name()) })
                })
                .filter(|(unit, _, words)| words.contains(&name) && (!own_only || battle.is_our_unit(open, &unit.id)));
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
            // Own units that have not acted yet come first.
            if own_only && order == 0 {
                shown.sort_by_cached_key(|(_, id, _)| !referee::may_act(battle.ruleset, open.state(), id));
            }
            if by_command.get() {
                shown.sort_by_key(|(_, id, _)| command_index(open, id));
            }
            shown.into_iter().map(|(_, id, _)| id.to_owned()).collect()
        })
    })
}

/// True if the table shows only this device's units of a side.
fn own_only(battle: BattleState, side: usize) -> Memo<bool> {
    Memo::new(move |_| battle.shows_own_units() && battle.own_sides().iter().any(|own| own.index() == side))
}

/// The index of a unit's command; `None` without one. Units without a command come last.
fn command_index(open: &Battle, id: &str) -> (bool, Option<usize>) {
    let index = open.state().unit(id).and_then(|unit| {
        let commands = &open.header().sides[unit.side].commands;
        commands.iter().position(|command| command.id == unit.command)
    });
    (index.is_none(), index)
}

/// Ids of the units of a side that are off the table and pass the filter.
pub fn units_off_table(battle: BattleState, side: usize) -> Memo<Vec<String>> {
    let Sorting { show, name, .. } = expect_context();
    Memo::new(move |_| {
        let (is_filtered, name) = (show.get() != 0, name.with(|name| folded(name.trim())));
        battle.with(|open| {
            let waiting = open.state().units_off_table().map(|(unit, _)| unit);
            let shown = waiting.filter(|unit| !is_filtered && unit.side == side && folded(unit.name()).contains(&name));
            shown.map(|unit| unit.id.clone()).collect()
        })
    })
}

/// True if units are grouped by their commands.
pub fn by_command(battle: BattleState) -> Signal<bool> {
    let Sorting { by_command, .. } = expect_context();
    let has_commands = has_commands(battle);
    Signal::derive(move || by_command.get() && has_commands)
}

fn has_commands(battle: BattleState) -> bool {
    battle.with_untracked(|open| open.header().sides.iter().any(|side| !side.commands.is_empty()))
}

/// The controls of filter and order. Not shown in battles with few units and without commands.
#[component]
pub fn SortingControls(battle: BattleState) -> impl IntoView {
    let Sorting { show, order, name, by_command } = expect_context();
    let has_commands = has_commands(battle);
    let is_shown = battle.follow(move |open| has_commands || open.state().units().count() > MAX_UNSORTED);
    let summary = move || {
        let named = name.with(|name| (!name.trim().is_empty()).then(|| format!("“{}”", name.trim())));
        let parts = [
            Some(filters()[show.get()].to_owned()),
            named,
            (order.get() != 0).then(|| orders()[order.get()].to_owned()),
            (has_commands && by_command.get()).then(|| say("by command").to_owned()),
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
                    {has_commands.then(|| view! {
                        <label class="chip">
                            <input type="checkbox" prop:checked=by_command on:change=move |event| by_command.set(event_target_checked(&event))/>
                            <span>{say("Grouped by command")}</span>
                        </label>
                    })}
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
