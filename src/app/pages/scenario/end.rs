//! The end of the battle, and the points of both sides.

use super::editing::{Editing, NumberEntry, TextEntry};
use super::rows::{AddSelect, Choices, lines};
use exchange::storage::scenario::Scenario;
use exchange::storage::scenario::words::{self, Part};
use leptos::prelude::*;
use rules::scenario::{Ground, NAME_MAX, UnitPoints};
use rules::subject::Side;
use rules::text;
use rules::text::say;

/// A number of a scenario that is edited: its label, its text for 0, and how it is found.
fn number(
    editing: Editing,
    label: String,
    none: Option<&'static str>,
    find: fn(&mut Scenario) -> &mut i32,
) -> impl IntoView {
    let value = editing.read(move |scenario| *find(&mut scenario.clone()));
    let put = Callback::new(move |to: i32| editing.change(|scenario| *find(scenario) = to));
    match none {
        Some(none) => view! { <NumberEntry editing label value put none/> }.into_any(),
        None => view! { <NumberEntry editing label value put/> }.into_any(),
    }
}

/// The last turn, and the share of an army that ends the battle.
#[component]
pub(super) fn Ends(editing: Editing) -> impl IntoView {
    let ruleset = editing.ruleset;
    if !editing.can_edit() {
        let words = editing.scenario.with_untracked(|scenario| words::summary(ruleset, scenario, Part::End));
        return view! { <p>{words}</p> }.into_any();
    }
    let last = text!("Last {turn}", turn = say(ruleset.turn).to_lowercase()).to_string();
    view! {
        {number(editing, last, Some(say("no limit")), |scenario| &mut scenario.course.end.last_turn)}
        {number(editing, say("A side loses with this share of its units broken or lost, in %").to_owned(), Some(say("no limit")), |scenario| &mut scenario.course.end.share)}
    }
    .into_any()
}

/// Points for broken units, for certain units, and for ground; and the lead that wins.
#[component]
pub(super) fn PointsOfPlan(editing: Editing) -> impl IntoView {
    if !editing.can_edit() {
        return editing.scenario.with_untracked(shown).into_any();
    }
    let units =
        editing.read(|scenario| scenario.course.points.units.iter().map(|one| one.unit.clone()).collect::<Vec<_>>());
    let ground =
        editing.read(|scenario| scenario.course.points.ground.iter().map(|one| one.id.clone()).collect::<Vec<_>>());
    let choices = editing.read(|scenario| -> Choices {
        let is_new = |id: &str| !scenario.course.points.units.iter().any(|one| one.unit == id);
        let of_side = |side: Side| {
            let force = &scenario.sides[side.index()];
            let units = force.units.iter().filter(|unit| is_new(&unit.id));
            (force.name.clone(), units.map(|unit| (unit.id.clone(), words::unit_name(scenario, &unit.id))).collect())
        };
        Side::BOTH.map(of_side).into()
    });
    let add_unit = Callback::new(move |unit: String| {
        editing.change_or_notice(|scenario| scenario.course.points.units.push(UnitPoints { unit, points: 2 }));
    });
    let add_ground = move |_| {
        editing.change_or_notice(|scenario| {
            let all = &mut scenario.course.points.ground;
            let taken: Vec<&str> = all.iter().map(|one| one.id.as_str()).collect();
            let name = text!("Ground {n}", n = all.len() + 1).to_string();
            let id = Scenario::free_id(&name, &taken);
            all.push(Ground { id, name, points: 1 });
        });
    };
    view! {
        <p class="soft">{say("A side gets points for units of the enemy that are broken or lost, and for ground that it holds.")}</p>
        {number(editing, say("For each broken or lost unit").to_owned(), Some(say("none")), |scenario| &mut scenario.course.points.broken)}
        <For each=move || units.get() key=Clone::clone let(unit)><UnitForm editing unit/></For>
        <AddSelect label=say("Other points for a unit") choices=choices.into() add=add_unit/>
        <For each=move || ground.get() key=Clone::clone let(id)><GroundForm editing id/></For>
        <p class="tools"><button type="button" on:click=add_ground>{say("Add ground")}</button></p>
        {number(editing, say("A side wins with a lead of").to_owned(), None, |scenario| &mut scenario.course.points.lead)}
    }
    .into_any()
}

/// The rules of points, to read.
fn shown(scenario: &Scenario) -> impl IntoView + use<> {
    let points = &scenario.course.points;
    let counted = |n: i32| text!("{n} {n|point|points}", n = n).to_string();
    let broken = (points.broken != 0).then(|| (say("For each broken or lost unit").to_owned(), counted(points.broken)));
    let units = points.units.iter().map(|one| (words::unit_name(scenario, &one.unit), counted(one.points)));
    let ground = points.ground.iter().map(|one| (one.name.clone(), counted(one.points)));
    let lead = Some((say("A side wins with a lead of").to_owned(), counted(points.lead)));
    lines(broken.into_iter().chain(units).chain(ground).chain(lead).collect::<Vec<_>>())
}

/// The points for a certain unit.
#[component]
fn UnitForm(editing: Editing, unit: String) -> impl IntoView {
    let unit = StoredValue::new(unit);
    let name = editing.read(move |scenario| unit.with_value(|unit| words::unit_name(scenario, unit)));
    let value = editing.read(move |scenario| {
        let found = scenario.course.points.units.iter().find(|one| unit.with_value(|unit| one.unit == *unit));
        found.map_or(0, |one| one.points)
    });
    let put = Callback::new(move |to: i32| {
        editing.change(|scenario| {
            let units = scenario.course.points.units.iter_mut();
            units.filter(|one| unit.with_value(|unit| one.unit == *unit)).for_each(|one| one.points = to);
        })
    });
    let remove = move |_| {
        editing.remove(&name.get_untracked(), |scenario| {
            unit.with_value(|unit| scenario.course.points.units.retain(|one| one.unit != *unit));
        });
    };
    view! {
        <div class="row">
            <div class="grow"><NumberEntry editing label=name.get_untracked() value put/></div>
            <button type="button" class="quiet" aria-label=move || text!("Remove: {what}", what = name.get()).to_string() on:click=remove>{say("Remove")}</button>
        </div>
    }
}

/// A piece of ground, with its points.
#[component]
fn GroundForm(editing: Editing, id: String) -> impl IntoView {
    let id = StoredValue::new(id);
    let one = editing.read(move |scenario| {
        scenario.course.points.ground.iter().find(|one| id.with_value(|id| one.id == *id)).cloned().unwrap_or_default()
    });
    let change = move |change: &dyn Fn(&mut Ground)| {
        editing.change(|scenario| {
            let all = scenario.course.points.ground.iter_mut();
            all.filter(|one| id.with_value(|id| one.id == *id)).for_each(change);
        })
    };
    let (name, points) =
        (Memo::new(move |_| one.with(|one| one.name.clone())), Memo::new(move |_| one.with(|one| one.points)));
    let put_name = Callback::new(move |text: String| change(&|one| one.name.clone_from(&text)));
    let put_points = Callback::new(move |to: i32| change(&|one| one.points = to));
    let remove = move |_| {
        editing.remove(&name.get_untracked(), |scenario| {
            id.with_value(|id| scenario.course.points.ground.retain(|one| one.id != *id));
        });
    };
    view! {
        <div class="row">
            <div class="grow numbers-in-line">
                <div><TextEntry editing label=say("Ground") value=name put=put_name most=NAME_MAX example=say("such as: The bridge")/></div>
                <div><NumberEntry editing label=say("Points") value=points put=put_points/></div>
            </div>
            <button type="button" class="quiet" aria-label=move || text!("Remove: {what}", what = name.get()).to_string() on:click=remove>{say("Remove")}</button>
        </div>
    }
}
