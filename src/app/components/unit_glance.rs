//! The parts of a unit's row: its sign, its main tracker, and its status in words.

use super::trackers::pips_in_words;
use crate::app::state::BattleState;
use leptos::prelude::*;
use rules::facts::Facts;
use rules::ruleset::{Bearing, Sign, Tracker, Tracks, Urgency};

/// The tracker that a unit's row can change; `None` if the ruleset names none for the unit.
pub fn main_tracker(battle: BattleState, facts: Memo<Facts>) -> Option<&'static Tracker> {
    facts.with_untracked(|facts| {
        let id = (battle.ruleset.glance.main_tracker)(facts)?;
        let has = |tracker: &&Tracker| tracker.id == id && facts.get(tracker.id).is_some();
        battle.ruleset.trackers.unit.iter().find(has).filter(|tracker| {
            matches!(tracker.kind, Tracks::Pips { .. } | Tracks::Count { .. } | Tracks::Reading { .. })
        })
    })
}

pub fn sign_of(battle: BattleState, id: &str, facts: Memo<Facts>) -> Memo<Sign> {
    let initial = battle.with_untracked(|open| open.state().mustered(id).cloned()).unwrap_or_default();
    Memo::new(move |_| facts.with(|facts| (battle.ruleset.glance.sign)(facts, &initial)))
}

/// The class of a row for its unit's bearing.
pub fn bearing_class(bearing: Bearing) -> &'static str {
    match bearing {
        Bearing::Steady => "steady",
        Bearing::Shaken => "shaken",
        Bearing::Running => "running",
        Bearing::Gone => "gone",
    }
}

/// The marks of a unit, without those that the phase's own text ends with: “has fought” contains “fought”.
fn further_marks(battle: BattleState, facts: &Facts, of_phase: Option<&str>) -> impl Iterator<Item = String> + use<> {
    let phase_text = of_phase.unwrap_or_default().to_lowercase();
    let is_in_phase_text = move |mark: &String| {
        let before = phase_text.strip_suffix(&mark.to_lowercase());
        before.is_some_and(|before| before.is_empty() || before.ends_with(' '))
    };
    let marks =
        battle.ruleset.card_texts(facts, |id| battle.unit_name(id)).into_iter().map(|(_, mark)| mark.to_string());
    marks.filter(move |mark| !is_in_phase_text(mark))
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

/// The status of a unit in words: tags, the remaining strength, pips and marks. `of_phase`: the phase's own text about the unit.
pub fn in_words(
    battle: BattleState,
    main: Option<&'static Tracker>,
    facts: &Facts,
    of_phase: Option<&str>,
) -> Vec<String> {
    let mut tags = battle.ruleset.tags(facts);
    tags.retain(|tag| tag.urgency != Urgency::Calm);
    tags.sort_by_key(|tag| tag.urgency != Urgency::Alarm);
    let left = (battle.ruleset.glance.left)(facts).map(|words| words.to_string());
    let marks = further_marks(battle, facts, of_phase);
    let pips = pips(battle, main, facts).filter_map(|tracker| pips_in_words(tracker, facts));
    let words = tags.into_iter().map(|tag| tag.words.to_string()).chain(left).chain(pips).chain(marks);
    words.collect()
}
