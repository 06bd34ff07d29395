//! The index of the units of both sides: an overview with their signs, in which a tap leads to the unit's row.

use crate::app::components::dialog::Dialog;
use crate::app::components::short_name::short_name;
use crate::app::components::sign::UnitSign;
use crate::app::platform::keyboard::card_id;
use crate::app::platform::scrolling;
use crate::app::state::BattleState;
use battle::Joined;
use leptos::prelude::*;
use rules::facts::Facts;
use rules::ruleset::Sign;
use rules::text::say;

/// A unit of the index.
#[derive(Clone, PartialEq)]
struct Entry {
    id: String,
    name: String,
    sign: Sign,
    alarm: bool,
    out: bool,
    /// True if it has not arrived yet.
    is_off_table: bool,
}

/// The index as a dialog. A tap on a unit closes it, opens the unit's row and scrolls to it.
#[component]
pub fn UnitIndex(
    battle: BattleState,
    /// True while the index is shown.
    listing: RwSignal<bool>,
) -> impl IntoView {
    let sides = move || {
        view! { <div class="unit-index">{[0, 1].map(|side| view! { <SideIndex battle listing side/> })}</div> }
    };
    view! {
        <Dialog is_open=listing on_close=move |()| listing.set(false) label=say("Units of both sides").to_owned() class="drawer">
            {sides}
            <p class="tools ways"><button class="quiet" on:click=move |_| listing.set(false)>{say("Close")}</button></p>
        </Dialog>
    }
}

/// The units of a side in the index.
#[component]
fn SideIndex(battle: BattleState, listing: RwSignal<bool>, side: usize) -> impl IntoView {
    let name = battle.with_untracked(|open| open.header().sides[side].name.clone());
    let all = battle.follow(move |open| {
        let glance = battle.ruleset.glance;
        let entry = |unit: &Joined, facts: &Facts, is_off_table: bool| Entry {
            id: unit.id.clone(),
            name: unit.name().to_owned(),
            sign: (glance.sign)(facts, &open.state().mustered(&unit.id).cloned().unwrap_or_default()),
            alarm: battle.ruleset.is_in_trouble(facts),
            out: (glance.is_out)(facts),
            is_off_table,
        };
        let here = battle.units_in_order(open, side).into_iter().map(|(unit, facts)| entry(unit, facts, false));
        let waiting = open.state().units_off_table().filter(|(unit, _)| unit.side == side);
        here.chain(waiting.map(|(unit, facts)| entry(unit, &facts, true))).collect::<Vec<_>>()
    });
    let show = move |id: String| {
        listing.set(false);
        battle.app.battle.shown_side.set(side);
        battle.app.battle.rows.show(&id);
        scrolling::show(card_id(&id));
    };
    let entry = move |entry: Entry| {
        let (id, waits) = (entry.id, entry.is_off_table);
        let off_table = waits.then(|| view! { <small>{say("off table")}</small> });
        view! {
            <li><button class="entry-of-index" class:alarm=entry.alarm class:gone=entry.out class:off=waits on:click=move |_| show(id.clone())><UnitSign sign=Signal::stored(entry.sign)/><span>{short_name(entry.name)}</span>{off_table}</button></li>
        }
    };
    view! {
        <div class=format!("side-{side}")>
            <h2>{name}</h2>
            <ul>{move || all.get().into_iter().map(entry).collect_view()}</ul>
        </div>
    }
}
