//! The form of a unit that joins a side during play and is in no roster.

use super::side::add;
use crate::app::components::field::Terms;
use crate::app::components::unit_form::{UnitForm, fault_in_words};
use crate::app::state::BattleState;
use exchange::storage::roster;
use exchange::storage::roster::Roster;
use leptos::context::Provider;
use leptos::prelude::*;
use rules::text;
use rules::text::words;
use serde_json::{Map, Value as Json};

/// The form of a new unit, folded at first.
#[component]
pub fn NewUnit(
    battle: BattleState,
    /// Index of the side that it joins.
    side: usize,
) -> impl IntoView {
    let ruleset = battle.ruleset;
    // It has the settings of the side's army, and a name that no unit has.
    let joining = move |name: &str, preset: &Map<String, Json>| {
        let known = battle.with_untracked(|open| {
            let (mut own, mut all): (Vec<_>, Vec<_>) =
                open.header().units.iter().cloned().partition(|unit| unit.side == side);
            all.append(&mut own);
            all.into_iter().map(|unit| unit.profile).collect::<Vec<_>>()
        });
        roster::joining(ruleset, &Roster { units: known, ..Roster::default() }, name, preset)
    };
    let blank = move || {
        let count = battle.with_untracked(|open| open.state().units().filter(|unit| unit.side == side).count());
        joining(&format!("{} {}", words(ruleset.unit_noun), count + 1), &Map::new())
    };
    let unit = RwSignal::new(blank());
    // It has no error before something was entered.
    let is_checked = RwSignal::new(false);
    let profile = Memo::new(move |_| unit.get());
    let facts = Memo::new(move |_| unit.with(|unit| roster::facts(ruleset, unit)));
    let fault = Memo::new(move |_| unit.with(|unit| roster::check(ruleset, unit).err()).filter(|_| is_checked.get()));
    let set = Callback::new(move |(place, value): (String, Option<Json>)| {
        if place != "name" && !ruleset.rosters.kinds.contains(&place.as_str()) {
            is_checked.set(true);
        }
        unit.update(|unit| roster::set_value(ruleset.profile, unit, &place, value.as_ref()));
    });
    let take = Callback::new(move |preset: Map<String, Json>| {
        let name = unit.with_untracked(|unit| unit.get("name").cloned());
        unit.set(joining("", &preset));
        unit.update(|unit| unit.extend(name.map(|name| ("name".to_owned(), name))));
    });
    let is_open = RwSignal::new(false);
    let join = move |_| {
        is_checked.set(true);
        if untrack(|| fault.get()).is_none() {
            add(battle, side, std::slice::from_ref(&unit.get_untracked()));
            is_checked.set(false);
            unit.set(blank());
            is_open.set(false);
        }
    };
    let wrong =
        move || fault.get().map(|fault| view! { <p class="fault" role="alert">{fault_in_words(ruleset, &fault)}</p> });
    let unfold = move |event| is_open.set(event_target::<web_sys::Element>(&event).has_attribute("open"));
    view! {
        <details class="disclosure" open=move || is_open.get() on:toggle=unfold>
            <summary>{text!("New {noun}", noun = ruleset.unit_noun).to_string()}</summary>
            <Show when=move || is_open.get()>
                <Provider value=Terms(ruleset.texts.glossary)><UnitForm ruleset profile facts fault set take/></Provider>
                {wrong}
                <p class="tools"><button class="primary" on:click=join>{text!("Add the {noun}", noun = ruleset.unit_noun).to_string()}</button></p>
            </Show>
        </details>
    }
}
