//! The table after an entry of the log: read-only cards of its units.

use super::side_by_side::side_by_side;
use super::status_tag::{description, status_tags};
use super::trackers::{PipsDrawn, discs, in_words, is_at_rest, tokens};
use battle::Battle;
use leptos::prelude::*;
use rules::facts::Facts;
use rules::ruleset::{Ruleset, Tracker, Tracks};

/// The trackers of a battle, and the cards and trackers of both sides.
#[component]
pub fn BattleSnapshot(
    ruleset: &'static Ruleset,
    /// The battle after the first entries of its log.
    battle: Battle,
) -> impl IntoView {
    let name = |id: &str| Some(battle.state().unit(id)?.name().to_owned());
    let unit = |unit: String, facts: Facts| unit_snapshot(ruleset, unit, &facts, name);
    side_by_side(ruleset, &battle, unit, |trackers, facts| trackers_in_words(trackers, facts, name))
}

/// The cards of some units.
#[component]
pub fn UnitSnapshots(
    ruleset: &'static Ruleset,
    /// The battle after the first entries of its log.
    battle: Battle,
    /// Ids of the units.
    units: Vec<String>,
) -> impl IntoView {
    let state = battle.state();
    let name_of = |id: &str| Some(state.unit(id)?.name().to_owned());
    let one = |id: &String| {
        let unit = state.unit(id)?;
        let card = unit_snapshot(ruleset, unit.name().to_owned(), &state.facts(id), name_of);
        Some(view! { <div class=format!("of-side side-{}", unit.side)>{card}</div> })
    };
    units.iter().filter_map(one).collect_view()
}

fn unit_snapshot(
    ruleset: &'static Ruleset,
    name: String,
    facts: &Facts,
    name_of: impl Fn(&str) -> Option<String> + Copy,
) -> AnyView {
    let pips = ruleset.trackers.unit.iter().filter(|tracker| matches!(tracker.kind, Tracks::Pips { .. }));
    let pips = pips.filter(|tracker| facts.get(tracker.id).is_some() && !is_at_rest(tracker, facts));
    let pips =
        pips.map(|tracker| view! { <div class="pips"><PipsDrawn tracker facts=facts.clone()/></div> }).collect_view();
    view! {
        <article class="card unit" class:alarm=ruleset.is_in_trouble(facts) aria-label=name.clone()>
            <h3>{name.clone()}</h3>
            <p class="tags">{discs(ruleset, facts)}{status_tags(ruleset, facts)}{tokens(ruleset, facts, name_of)}</p>
            <p class="soft">{description(ruleset, facts)}</p>
            {pips}
        </article>
    }
    .into_any()
}

/// The trackers of a side or of the battle, each in a few words.
fn trackers_in_words(
    trackers: &[&'static Tracker],
    facts: &Facts,
    name: impl Fn(&str) -> Option<String> + Copy,
) -> AnyView {
    let each = trackers.iter().filter_map(|tracker| Some((tracker.look.name(), in_words(tracker, facts, name)?)));
    let each = each.map(|(look, words)| view! { <span class=format!("tracker-words look-{look}")>{words}</span> });
    view! { <p class="tags">{each.collect_view()}</p> }.into_any()
}
