//! The grids of a procedure. A tap on the square of a unit relative to another, or on the squares of a route, fills in the input.

use super::panel::LivePanel;
use crate::app::components::grid::{FacingPicker, Grid};
use crate::app::state::BattleState;
use battle::panel::Message;
use battle::{Action, Change};
use leptos::prelude::*;
use rules::facts::Facts;
use rules::form::{Choice, Kind};
use rules::grid;
use rules::procedure::{self, GridPicked, Taps};
use rules::ruleset::Tracks;
use rules::text;
use rules::text::say;
use serde_json::Value as Json;

/// Returns the input fields that follow from the two units: (path, value).
type Says = fn(&GridPicked) -> Vec<(String, Json)>;

/// The grids of a procedure, if it has any.
#[component]
pub fn Grids(panel: LivePanel, battle: BattleState) -> impl IntoView {
    view! {
        {panel.procedure.grid.as_ref().map(|pick| match pick.taps {
            Taps::Unit { role, says } => view! { <PickGrids panel battle pick role says/> }.into_any(),
            Taps::Path { steps, turn } => view! { <PathGrid panel battle pick fields=[steps, turn]/> }.into_any(),
        })}
    }
}

/// A grid for each unit of the role in the middle.
#[component]
fn PickGrids(
    panel: LivePanel,
    battle: BattleState,
    pick: &'static procedure::Grid,
    /// Role of the unit whose square is tapped.
    role: &'static str,
    says: Says,
) -> impl IntoView {
    let middles = move || {
        let middles = panel.participants.with(|participants| participants.units(pick.around).to_vec());
        let grid = |(index, id)| view! { <PickGrid panel battle pick role says index id/> };
        middles.into_iter().enumerate().map(grid).collect_view()
    };
    view! {
        <details class="disclosure"><summary>{say("On the grid")}</summary><p class="soft">{say(pick.words)}</p>{move || middles()}</details>
    }
}

/// The grid around a unit, on which players tap the square of another.
#[component]
fn PickGrid(
    panel: LivePanel,
    battle: BattleState,
    pick: &'static procedure::Grid,
    role: &'static str,
    says: Says,
    index: usize,
    id: String,
) -> impl IntoView {
    let other = Memo::new(move |_| panel.participants.with(|participants| participants.units(role).first().cloned()));
    let of = id.clone();
    let facts = facts_of(battle, Memo::new(move |_| Some(of.clone())));
    let other_facts = facts_of(battle, other);
    let tapped = RwSignal::new(None::<grid::Square>);
    // Also runs when a unit is turned after the tap.
    let answer = Callback::new(move |()| {
        let Some((east, north)) = tapped.get_untracked() else { return };
        let (from, to) = (facts.get_untracked(), other_facts.get_untracked());
        let answers = says(&GridPicked { from: &from, index, to: &to, east, north });
        panel.send(Message::Answer(answers.into_iter().map(|(place, value)| (place, Some(value))).collect()));
    });
    let on_tap = Callback::new(move |square| {
        tapped.set(Some(square));
        answer.run(());
    });
    let tapped = Signal::derive(move || tapped.get().into_iter().collect());
    let classes = Callback::new(move |(east, north)| facts.with(|facts| (pick.lies)(facts, east, north)));
    let (name, tracker) = (untrack(|| panel.unit_name(&id)), pick.facing);
    view! {
        <section class="grid-pick" aria-label=text!("Grid of {name}", name = name).to_string()>
            <UnitFacing panel battle tracker id facts on_change=answer/>
            {move || other.get().map(|id| view! { <UnitFacing panel battle tracker id facts=other_facts on_change=answer/> })}
            <Grid facing=facing(battle, tracker, facts) tapped classes on_tap/>
            </section>
    }
}

/// The grid on which players tap the route of a unit, and the choice of its final turn.
#[component]
fn PathGrid(
    panel: LivePanel,
    battle: BattleState,
    pick: &'static procedure::Grid,
    /// Fields for the steps and for the facing after them.
    fields: [&'static str; 2],
) -> impl IntoView {
    let [steps_field, turn_field] = fields;
    let directions = directions_of(panel, steps_field);
    let mover =
        Memo::new(move |_| panel.participants.with(|participants| participants.units(pick.around).first().cloned()));
    let facts = facts_of(battle, mover);
    let steps = Memo::new(move |_| panel.answers.with(|answers| read_steps(answers.get(steps_field), directions.0)));
    let on_tap = Callback::new(move |square| {
        let mut route = steps.with_untracked(|steps| grid::tapped(steps, square));
        route.truncate(directions.1);
        let ids: Vec<Json> = route.into_iter().filter_map(|index| Some(directions.0.get(index)?.id.into())).collect();
        panel.answer(steps_field, (!ids.is_empty()).then(|| ids.into()));
    });
    let turn = Memo::new(move |_| {
        panel.answers.with(|answers| {
            directions
                .0
                .iter()
                .position(|direction| answers.get(turn_field).is_some_and(|answer| answer == direction.id))
        })
    });
    // A second tap on the same direction removes the turn.
    let on_turn = Callback::new(move |index: usize| {
        let to = directions
            .0
            .get(index)
            .filter(|_| turn.get_untracked() != Some(index))
            .map(|direction| Json::from(direction.id));
        panel.answer(turn_field, to);
    });
    let route_words = move || {
        let word = |index: &usize| Some(say(directions.0.get(*index)?.label).to_lowercase());
        let words: Vec<String> = steps.with(|steps| steps.iter().filter_map(word).collect());
        (!words.is_empty()).then(|| text!("Route: {way}.", way = words.join(", ")).to_string())
    };
    let tapped = Signal::derive(move || steps.with(|steps| grid::squares(steps)));
    let classes = Callback::new(move |(east, north)| facts.with(|facts| (pick.lies)(facts, east, north)));
    let (tracker, on_change) = (pick.facing, Callback::new(|()| ()));
    view! {
        <section class="grid-pick" aria-label=say("Route on the grid")>
            {move || mover.get().map(|id| view! {
                <UnitFacing panel battle tracker id facts on_change/>
                <FacingPicker asks=say("Turns to").to_owned() facing=turn.into() on_turn/>
            })}
            <p class="soft">{say(pick.words)}</p>
            <Grid facing=facing(battle, tracker, facts) tapped classes on_tap/>
            <output>{move || route_words()}</output>
        </section>
    }
}

/// The facts of a unit; no facts while there is no unit.
fn facts_of(battle: BattleState, unit: Memo<Option<String>>) -> Memo<Facts> {
    Memo::new(move |_| {
        let id = unit.get();
        id.map_or_else(Facts::default, |id| battle.with(|open| open.state().facts(&id)))
    })
}

/// The choice of the direction that a unit faces, which corrects the table.
#[component]
fn UnitFacing(
    panel: LivePanel,
    battle: BattleState,
    tracker: &'static str,
    id: String,
    facts: Memo<Facts>,
    /// Called after a correction.
    on_change: Callback<()>,
) -> impl IntoView {
    let asks = text!("Facing of {name}", name = untrack(|| panel.unit_name(&id))).to_string();
    let on_turn = Callback::new(move |index: usize| {
        if let Some(to) = directions(battle, tracker).get(index) {
            battle.act(Action::ByHand, vec![Change::set(id.clone(), tracker, to.id)]);
            on_change.run(());
        }
    });
    view! { <FacingPicker asks facing=facing(battle, tracker, facts) on_turn/> }
}

/// The eight directions, which are the choices of the tracker of the facing.
fn directions(battle: BattleState, tracker: &str) -> &'static [Choice] {
    let tracker = battle.ruleset.trackers.unit.iter().find(|known| known.id == tracker);
    match tracker.map(|tracker| tracker.kind) {
        Some(Tracks::Word(directions)) => directions,
        _ => &[],
    }
}

/// The directions from which a list of steps is made, and its maximal length.
fn directions_of(panel: LivePanel, steps: &str) -> (&'static [Choice], usize) {
    match panel.procedure.form.field(steps).map(|field| field.kind) {
        Some(Kind::List { of: Kind::Choice(directions), max, .. }) => (directions, max),
        _ => (&[], 0),
    }
}

/// The steps of a route as indexes of directions.
fn read_steps(answer: Option<&Json>, directions: &[Choice]) -> Vec<usize> {
    let ids = answer.and_then(Json::as_array).into_iter().flatten();
    ids.filter_map(|id| directions.iter().position(|direction| id == direction.id)).collect()
}

fn facing(battle: BattleState, tracker: &'static str, facts: Memo<Facts>) -> Signal<Option<usize>> {
    Signal::derive(move || {
        facts.with(|facts| {
            directions(battle, tracker)
                .iter()
                .position(|direction| facts.get(tracker).is_some_and(|value| *value == direction.id))
        })
    })
}
