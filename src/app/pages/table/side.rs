//! The units of a side as rows, and the buttons that add units.

use super::drawing::DrawingOrder;
use super::new_unit::NewUnit;
use super::off_table::OffTable;
use super::row::UnitRow;
use super::sorting;
use crate::app::state::{BattleState, app_state};
use battle::{Action, Change, Unit};
use exchange::storage::roster;
use exchange::storage::roster::Roster;
use leptos::prelude::*;
use rules::subject::Side as TableSide;
use rules::text;
use rules::text::say;
use serde_json::{Map, Value as Json};

/// The units of a side. Units out of the battle are folded.
#[component]
pub fn Side(
    battle: BattleState,
    /// Its index.
    side: usize,
    /// The order in which units are drawn.
    turns: DrawingOrder,
) -> impl IntoView {
    let ids = sorting::units(battle, side);
    let has_no_units = battle.follow(move |open| open.state().units().all(|unit| unit.side != side));
    let name = move || battle.with(|open| open.header().sides[side].name.clone());
    let nothing = move || match has_no_units.get() {
        true => say("No units here yet. Add a whole roster or single units below."),
        false => say("No units of this side match the filter."),
    };
    let out = battle.follow(move |open| {
        let is_out = battle.ruleset.glance.is_out;
        let all = open.state().known_units().filter(|(unit, facts)| unit.side == side && is_out(facts));
        all.map(|(unit, _)| unit.id.clone()).collect::<Vec<_>>()
    });
    let by_command = sorting::by_command(battle);
    let shown = move || {
        let mut ids = ids.get();
        out.with(|out| ids.retain(|id| !out.contains(id)));
        ids.truncate(turns.placed_count(side));
        if by_command.get() { under_heads(battle, ids) } else { ids.into_iter().map(Row::Unit).collect() }
    };
    let shown_out = move || {
        let all = ids.get();
        out.get().into_iter().filter(|id| all.contains(id)).collect::<Vec<_>>()
    };
    let shown_out = Memo::new(move |_| shown_out());
    let unit = move |id: String| view! { <UnitRow battle id turns/> };
    let row = move |row: Row| match row {
        Row::Head(id, words) => view! { <CommandHead battle side id words/> }.into_any(),
        Row::Unit(id) => unit(id).into_any(),
    };
    view! {
        <h2 class="banner-of-side">{move || name()}</h2>
        <Show when=move || ids.with(Vec::is_empty)><p class="empty">{move || nothing()}</p></Show>
        <div class="rows"><For each=shown key=Clone::clone let(shown)>{row(shown)}</For></div>
        <OffTable battle side/>
        <Show when=move || shown_out.with(|shown_out| !shown_out.is_empty())>
            <details class="disclosure out">
                <summary>{move || text!("Out ({n})", n = shown_out.with(Vec::len)).to_string()}</summary>
                <div class="rows"><For each=move || shown_out.get() key=Clone::clone let(id)>{unit(id)}</For></div>
            </details>
        </Show>
        <Muster battle side has_no_units/>
    }
}

/// A row of the list.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Row {
    /// The head of a command: its id, and its name with its general.
    Head(String, String),
    /// A unit, by its id.
    Unit(String),
}

/// The head of a command, with a note if nobody has its seat and this device therefore acts for it.
#[component]
fn CommandHead(
    battle: BattleState,
    /// Index of its side.
    side: usize,
    /// Its id; empty for units without a command.
    id: String,
    /// Its name with its general.
    words: String,
) -> impl IntoView {
    let device = untrack(|| battle.app.device()).device;
    let is_unclaimed = battle.follow(move |open| open.acts_for_unclaimed(&device, TableSide::at(side), &id));
    view! {
        <h3 class="command-head">
            {words}
            <Show when=move || is_unclaimed.get()><small>{say("Nobody has this seat, so it is among your units.")}</small></Show>
        </h3>
    }
}

/// The units, each command below its head. The units of a command follow each other.
fn under_heads(battle: BattleState, ids: Vec<String>) -> Vec<Row> {
    battle.with_untracked(|open| {
        let head = |id: &str| {
            let command = open.state().unit(id).and_then(|unit| open.header().command_of(unit));
            let without = || Row::Head(String::new(), say("Without a command").to_owned());
            command.map_or_else(without, |command| Row::Head(command.id.clone(), command.words()))
        };
        let (mut rows, mut last) = (Vec::new(), None);
        for id in ids {
            let head = Some(head(&id));
            if head != last {
                rows.extend(head.clone());
                last = head;
            }
            rows.push(Row::Unit(id));
        }
        rows
    })
}

/// Buttons that add units of rosters to a side: single units, or a whole roster.
#[component]
fn Muster(
    battle: BattleState,
    side: usize,
    /// True while the side has no units.
    has_no_units: Memo<bool>,
) -> impl IntoView {
    let app = app_state();
    let rosters = move || {
        let saved = app
            .storage
            .rosters
            .get()
            .into_iter()
            .map(|saved| saved.value)
            .filter(|roster| roster.ruleset == battle.ruleset.named.id);
        saved.chain(Roster::samples(battle.ruleset)).collect::<Vec<_>>()
    };
    let units = move |roster: Roster| {
        let (all, count) = (roster.units.clone(), roster.units.len());
        let units = roster.units.into_iter().map(|unit| {
            let name = unit.get("name").and_then(|name| name.as_str()).unwrap_or("?").to_owned();
            view! { <button on:click=move |_| add(battle, side, std::slice::from_ref(&unit))>{format!("+ {name}")}</button> }
        });
        let add_all = text!("+ All {n} of {roster}", n = count, roster = roster.name.clone()).to_string();
        view! {
            <p class="soft">{roster.name}</p>
            <p class="tools">
                {(count > 1).then(|| view! { <button class:primary=move || has_no_units.get() on:click=move |_| add(battle, side, &all)>{add_all}</button> })}
                {units.collect_view()}
            </p>
        }
    };
    // Most battles begin with all their units, and rosters can have hundreds of them: the list is drawn once it is unfolded.
    let opened = RwSignal::new(has_no_units.get_untracked());
    view! {
        <details class="disclosure" open=move || has_no_units.get() on:toggle=move |_| opened.set(true)>
            <summary>{say("Add units")}</summary>
            <Show when=move || opened.get()><NewUnit battle side/>{move || rosters().into_iter().map(units).collect_view()}</Show>
        </details>
    }
}

/// Adds units to a side, in one act.
pub(super) fn add(battle: BattleState, side: usize, profiles: &[Map<String, Json>]) {
    let ids = battle.free_ids(profiles.len());
    let units = ids.into_iter().zip(profiles).map(|(id, profile)| {
        let profile = roster::relevant(battle.ruleset.profile, profile);
        Change::Add(Unit { id, side, profile, ..Unit::default() })
    });
    battle.act(Action::Muster, units.collect());
}
