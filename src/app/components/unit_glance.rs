//! A unit at a glance: its sign, its number, and how it stands in words.

use super::trackers::{marks, pips_in_words};
use crate::app::state::BattleState;
use leptos::prelude::*;
use rules::facts::Facts;
use rules::ruleset::{Bearing, Sign, Tracker, Tracks, Urgency};

/// The tracker that a unit's row can change, if the ruleset names one that the unit has.
pub fn main_tracker(battle: BattleState, facts: Memo<Facts>) -> Option<&'static Tracker> {
    facts.with_untracked(|facts| {
        let id = (battle.ruleset.glance.main_tracker)(facts)?;
        let has = |tracker: &&Tracker| tracker.id == id && facts.get(tracker.id).is_some();
        battle.ruleset.trackers.unit.iter().find(has).filter(|tracker| {
            matches!(tracker.kind, Tracks::Pips { .. } | Tracks::Count { .. } | Tracks::Reading { .. })
        })
    })
}

/// The sign of the unit.
pub fn sign_of(battle: BattleState, id: &str, facts: Memo<Facts>) -> Memo<Sign> {
    let raised = battle.with_untracked(|open| open.state().mustered(id).cloned()).unwrap_or_default();
    Memo::new(move |_| facts.with(|facts| (battle.ruleset.glance.sign)(facts, &raised)))
}

/// Name of the class for a line that shows how its unit bears itself.
pub fn bearing_class(bearing: Bearing) -> &'static str {
    match bearing {
        Bearing::Steady => "steady",
        Bearing::Shaken => "shaken",
        Bearing::Running => "running",
        Bearing::Gone => "gone",
    }
}

/// Marks of a unit in words, but for those that the words of the phase say: “has fought” says “fought”.
fn marks_besides(battle: BattleState, facts: &Facts, of_phase: Option<&str>) -> impl Iterator<Item = String> + use<> {
    let said = of_phase.unwrap_or_default().to_lowercase();
    let is_said = move |mark: &String| {
        let before = said.strip_suffix(&mark.to_lowercase());
        before.is_some_and(|before| before.is_empty() || before.ends_with(' '))
    };
    let marks = marks(battle.ruleset, facts, |id| battle.unit_name(id)).into_iter().map(|(_, mark)| mark);
    marks.filter(move |mark| !is_said(mark))
}

/// Trackers that a row draws as pips.
fn pips(battle: BattleState, main: Option<&'static Tracker>, facts: &Facts) -> impl Iterator<Item = &'static Tracker> {
    let drawn = |tracker: &&Tracker| matches!(tracker.kind, Tracks::Pips { .. }) && facts.get(tracker.id).is_some();
    let is_main = move |tracker: &&Tracker| main.is_some_and(|main| main.id == tracker.id);
    let all: Vec<_> = battle
        .ruleset
        .trackers
        .unit
        .iter()
        .filter(drawn)
        .filter(|tracker| !tracker.is_automatic() || is_main(tracker))
        .collect();
    all.into_iter()
}

/// Status of a unit, in words.
pub fn in_words(
    battle: BattleState,
    main: Option<&'static Tracker>,
    facts: &Facts,
    of_phase: Option<&str>,
) -> Vec<String> {
    let mut tags = (battle.ruleset.status_tags)(facts);
    tags.retain(|tag| tag.urgency != Urgency::Calm);
    tags.sort_by_key(|tag| tag.urgency != Urgency::Alarm);
    let left = (battle.ruleset.glance.left)(facts).map(|words| words.to_string());
    let marks = marks_besides(battle, facts, of_phase);
    let pips = pips(battle, main, facts).filter_map(|tracker| pips_in_words(tracker, facts));
    let words = tags.into_iter().map(|tag| tag.words.to_string()).chain(left).chain(pips).chain(marks);
    words.collect()
}
