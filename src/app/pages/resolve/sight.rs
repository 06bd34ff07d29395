//! The grid of a procedure: where one unit stands as another sees it, said of the input.

use super::panel::Panel;
use crate::app::desk::InBattle;
use crate::app::parts::grid::{Facing, Grid};
use crate::app::parts::path;
use drumhead::battle::{Change, Deed};
use drumhead::facts::Facts;
use drumhead::procedure::{Sight, Sighted};
use drumhead::ruleset::Tracks;
use leptos::prelude::*;

/// A grid for each unit in the middle, of procedures that a place on a grid fills in.
pub fn view(panel: Panel, battle: InBattle) -> Option<impl IntoView> {
    let sight = panel.procedure.sight.as_ref()?;
    let middles = move || {
        let middles = panel.cast.with(|cast| cast.units(sight.from).to_vec());
        middles.into_iter().enumerate().map(|(index, id)| one(panel, battle, sight, index, id)).collect_view()
    };
    Some(view! {
        <details class="more"><summary>"On the grid"</summary><p class="soft">{sight.words}</p>{middles}</details>
    })
}

fn one(panel: Panel, battle: InBattle, sight: &'static Sight, index: usize, id: String) -> impl IntoView {
    let other = Memo::new(move |_| panel.cast.with(|cast| cast.units(sight.to).first().cloned()));
    let facts = {
        let id = id.clone();
        battle.follow(move |open| open.state().facts(&id))
    };
    let other_facts = Memo::new(move |_| {
        let id = other.get();
        id.map_or_else(Facts::default, |id| battle.with(|open| open.state().facts(&id)))
    });
    let tapped = RwSignal::new(None::<(i32, i32)>);
    // Turning a unit afterwards says it anew.
    let say = move || {
        let Some((east, north)) = tapped.get_untracked() else { return };
        let (from, to) = (facts.get_untracked(), other_facts.get_untracked());
        let said = (sight.says)(&Sighted { from: &from, index, to: &to, east, north });
        panel.asked.update(|asked| {
            for (place, value) in said {
                path::set(asked, &place, Some(value));
            }
        });
    };
    let on_tap = Callback::new(move |place| {
        tapped.set(Some(place));
        say();
    });
    let facing = move |facts: Memo<Facts>| Signal::derive(move || facts.with(|facts| direction(battle, sight, facts)));
    let turn = move |id: String| {
        Callback::new(move |place: usize| {
            if let Some(to) = directions(battle, sight).get(place) {
                battle.act(Deed::ByHand, vec![Change::set(id.clone(), sight.facing, to.id)]);
                say();
            }
        })
    };
    let name = panel.unit_name(&id);
    view! {
        <section class="sight" aria-label=format!("Grid of {name}")>
            <Facing name=name.clone() facing=facing(facts) on_turn=turn(id)/>
            {move || other.get().map(|id| view! {
                <Facing name=panel.unit_name(&id) facing=facing(other_facts) on_turn=turn(id)/>
            })}
            <Grid facing=facing(facts) tapped=tapped.into() on_tap=on_tap
                lies=Callback::new(move |(east, north)| facts.with(|facts| (sight.lies)(facts, east, north)))/>
        </section>
    }
}

/// The eight directions as the tracker of the facing has them.
fn directions(battle: InBattle, sight: &Sight) -> &'static [drumhead::form::Choice] {
    let tracker = battle.ruleset.trackers.iter().find(|tracker| tracker.id == sight.facing);
    match tracker.map(|tracker| tracker.kind) {
        Some(Tracks::Word(directions)) => directions,
        _ => &[],
    }
}

fn direction(battle: InBattle, sight: &Sight, facts: &Facts) -> Option<usize> {
    directions(battle, sight).iter().position(|own| facts.is(sight.facing, &[own.id]))
}
