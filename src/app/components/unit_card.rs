//! Parts of a unit's card.

use super::status_tag::{description, status_tags};
use super::trackers::{PipsView, discs, tokens};
use crate::app::state::BattleState;
use leptos::prelude::*;
use rules::facts::Facts;
use rules::facts::NAME;
use rules::own::own_trackers;
use rules::ruleset::{Control, Tracker, Tracks};
use rules::subject::Subject;

/// A read-only card of a unit, shown next to a panel.
#[component]
pub fn StatusCard(
    battle: BattleState,
    /// The unit's id.
    id: String,
) -> impl IntoView {
    let side = battle.with_untracked(|open| open.state().unit(&id).map_or(0, |unit| unit.side));
    let facts = battle.facts(&id);
    let name = facts.with_untracked(|facts| facts.value(NAME).unwrap_or_default());
    let pips = front_trackers(battle, facts).into_iter().filter(|tracker| matches!(tracker.kind, Tracks::Pips { .. }));
    let pips = pips.map(|tracker| view! { <PipsView tracker facts/> }).collect_view();
    view! {
        <div class=format!("side-{side}")>
            <div class="card unit" class:alarm=move || facts.with(|facts| battle.ruleset.is_in_trouble(facts))>
                <h3>{name}</h3>
                <Status battle facts/>
                {pips}
            </div>
        </div>
    }
}

/// The discs, tags, tokens and the short description of a unit.
#[component]
pub fn Status(
    battle: BattleState,
    /// The unit's facts.
    facts: Memo<Facts>,
) -> impl IntoView {
    view! {
        <p class="tags">
            {move || facts.with(|facts| discs(battle.ruleset, facts))}
            {move || facts.with(|facts| status_tags(battle.ruleset, facts))}
            {move || facts.with(|facts| tokens(battle.ruleset, facts, |id| battle.unit_name(id)))}
        </p>
        <p class="soft">{move || facts.with(|facts| description(battle.ruleset, facts))}</p>
    }
}

/// The trackers on the front of a unit's card: pips, and others that players change often.
pub fn front_trackers(battle: BattleState, facts: Memo<Facts>) -> Vec<&'static Tracker> {
    trackers_of(battle, facts).into_iter().filter(|tracker| is_in_front(tracker)).collect()
}

/// The other trackers of a unit, the players' own first.
pub fn further_trackers(battle: BattleState, facts: Memo<Facts>) -> Vec<&'static Tracker> {
    trackers_of(battle, facts).into_iter().filter(|tracker| !is_in_front(tracker)).collect()
}

/// True if a tracker is on the front of a card. Trackers that only procedures change are not.
fn is_in_front(tracker: &Tracker) -> bool {
    tracker.control == Control::Front || matches!(tracker.kind, Tracks::Pips { .. }) && !tracker.is_automatic()
}

fn trackers_of(battle: BattleState, facts: Memo<Facts>) -> Vec<&'static Tracker> {
    let has = |tracker: &&Tracker| facts.with_untracked(|facts| facts.get(tracker.id).is_some());
    let added = battle.with_untracked(|open| own_trackers(&Subject::unit(""), open.state().battle()));
    added.into_iter().chain(battle.ruleset.trackers.unit).filter(has).collect()
}
