//! The grids of a procedure: a tap on the square of a unit, as another sees it, or on a route, fills in the input.

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

/// The grids that fill in what a procedure asks, if it has any.
#[component]
pub fn Grids(
    /// The panel.
    panel: LivePanel,
    /// The battle in play.
    battle: BattleState,
) -> impl IntoView {
    view! {
        {panel.procedure.grid.as_ref().map(|pick| match pick.taps {
            Taps::Unit { role, says } => view! { <PickGrids panel battle pick role says/> }.into_any(),
            Taps::Path { steps, turn } => view! { <PathGrid panel battle pick fields=[steps, turn]/> }.into_any(),
        })}
    }
}

/// A grid for each unit in the middle.
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

/// The grid of a unit: where another stands as it sees it.
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
    // If the unit is turned afterwards, the answer is updated.
    let say = Callback::new(move |()| {
        let Some((east, north)) = tapped.get_untracked() else { return };
        let (from, to) = (facts.get_untracked(), other_facts.get_untracked());
        let said = says(&GridPicked { from: &from, index, to: &to, east, north });
        panel.send(Message::Answer(said.into_iter().map(|(place, value)| (place, Some(value))).collect()));
    });
    let on_tap = Callback::new(move |place| {
        tapped.set(Some(place));
        say.run(());
    });
    let tapped = Signal::derive(move || tapped.get().into_iter().collect());
    let lies = Callback::new(move |(east, north)| facts.with(|facts| (pick.lies)(facts, east, north)));
    let (name, tracker) = (untrack(|| panel.unit_name(&id)), pick.facing);
    view! {
        <section class="grid-pick" aria-label=text!("Grid of {name}", name = name).to_string()>
            <UnitFacing panel battle tracker id facts then=say/>
            {move || other.get().map(|id| view! { <UnitFacing panel battle tracker id facts=other_facts then=say/> })}
            <Grid facing=facing(battle, tracker, facts) tapped lies on_tap/>
        </section>
    }
}

/// The way that a unit goes, and how it turns.
#[component]
fn PathGrid(
    panel: LivePanel,
    battle: BattleState,
    pick: &'static procedure::Grid,
    /// Fields for the steps and for the facing after them.
    fields: [&'static str; 2],
) -> impl IntoView {
    let [steps_field, turn_field] = fields;
    let ways = directions_of(panel, steps_field);
    let goes =
        Memo::new(move |_| panel.participants.with(|participants| participants.units(pick.around).first().cloned()));
    let facts = facts_of(battle, goes);
    let steps = Memo::new(move |_| panel.answers.with(|answers| read_steps(answers.get(steps_field), ways.0)));
    let on_tap = Callback::new(move |square| {
        let mut way = steps.with_untracked(|steps| grid::tapped(steps, square));
        way.truncate(ways.1);
        let ids: Vec<Json> = way.into_iter().filter_map(|place| Some(ways.0.get(place)?.id.into())).collect();
        panel.say(steps_field, (!ids.is_empty()).then(|| ids.into()));
    });
    let turn = Memo::new(move |_| {
        panel.answers.with(|answers| {
            ways.0.iter().position(|way| answers.get(turn_field).is_some_and(|answer| answer == way.id))
        })
    });
    // A second tap on the direction takes it back.
    let on_turn = Callback::new(move |place: usize| {
        let to = ways.0.get(place).filter(|_| turn.get_untracked() != Some(place)).map(|way| Json::from(way.id));
        panel.say(turn_field, to);
    });
    let said = move || {
        let word = |place: &usize| Some(say(ways.0.get(*place)?.label).to_lowercase());
        let words: Vec<String> = steps.with(|steps| steps.iter().filter_map(word).collect());
        (!words.is_empty()).then(|| text!("Route: {way}.", way = words.join(", ")).to_string())
    };
    let tapped = Signal::derive(move || steps.with(|steps| grid::squares(steps)));
    let lies = Callback::new(move |(east, north)| facts.with(|facts| (pick.lies)(facts, east, north)));
    let (tracker, then) = (pick.facing, Callback::new(|()| ()));
    view! {
        <section class="grid-pick" aria-label=say("Route on the grid")>
            {move || goes.get().map(|id| view! {
                <UnitFacing panel battle tracker id facts then/>
                <FacingPicker asks=say("Turns to").to_owned() facing=turn.into() on_turn/>
            })}
            <p class="soft">{say(pick.words)}</p>
            <Grid facing=facing(battle, tracker, facts) tapped lies on_tap/>
            <output>{move || said()}</output>
        </section>
    }
}

/// The facts of the unit in a role; `None` while there is none.
fn facts_of(battle: BattleState, unit: Memo<Option<String>>) -> Memo<Facts> {
    Memo::new(move |_| {
        let id = unit.get();
        id.map_or_else(Facts::default, |id| battle.with(|open| open.state().facts(&id)))
    })
}

/// The way in which a unit faces, to be put right on the table.
#[component]
fn UnitFacing(
    panel: LivePanel,
    battle: BattleState,
    tracker: &'static str,
    id: String,
    facts: Memo<Facts>,
    /// Told once it is put right.
    then: Callback<()>,
) -> impl IntoView {
    let asks = text!("Facing of {name}", name = untrack(|| panel.unit_name(&id))).to_string();
    let on_turn = Callback::new(move |place: usize| {
        if let Some(to) = directions(battle, tracker).get(place) {
            battle.act(Action::ByHand, vec![Change::set(id.clone(), tracker, to.id)]);
            then.run(());
        }
    });
    view! { <FacingPicker asks facing=facing(battle, tracker, facts) on_turn/> }
}

/// The eight directions as the tracker of the facing has them.
fn directions(battle: BattleState, tracker: &str) -> &'static [Choice] {
    let tracker = battle.ruleset.trackers.unit.iter().find(|known| known.id == tracker);
    match tracker.map(|tracker| tracker.kind) {
        Some(Tracks::Word(directions)) => directions,
        _ => &[],
    }
}

/// The directions of a list of steps, and how many there can be.
fn directions_of(panel: LivePanel, steps: &str) -> (&'static [Choice], usize) {
    match panel.procedure.form.field(steps).map(|field| field.kind) {
        Some(Kind::List { of: Kind::Choice(ways), max, .. }) => (ways, max),
        _ => (&[], 0),
    }
}

fn read_steps(said: Option<&Json>, ways: &[Choice]) -> Vec<usize> {
    let ids = said.and_then(Json::as_array).into_iter().flatten();
    ids.filter_map(|id| ways.iter().position(|way| id == way.id)).collect()
}

fn facing(battle: BattleState, tracker: &'static str, facts: Memo<Facts>) -> Signal<Option<usize>> {
    Signal::derive(move || {
        facts.with(|facts| {
            directions(battle, tracker)
                .iter()
                .position(|direction| facts.get(tracker).is_some_and(|held| *held == direction.id))
        })
    })
}
