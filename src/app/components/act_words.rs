//! An act in a line or two: what was done, by whom, and the result.

use super::awaiting::who;
use super::names::Names;
use super::outcome::change_made_words;
use crate::app::state::BattleState;
use drumhead::analysis::battle_stats;
use drumhead::battle::participants::Participants;
use drumhead::battle::{Action, ActionEvent, Resolved};
use leptos::prelude::*;

/// The act with those who took part: `Melee · Haselrig's Horse · Pinchbeck's Foot`.
pub fn act_title(battle: BattleState, act: &ActionEvent) -> String {
    let title = battle_stats::title(battle.ruleset, act);
    let who = match &act.action {
        Action::Resolved(resolved) => who(battle, &resolved.participants),
        _ => String::new(),
    };
    [title, who].into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// The result of the act: the first sentence of its outcome, or its changes.
pub fn act_result(battle: BattleState, act: &ActionEvent) -> String {
    if let Action::Resolved(resolved) = &act.action {
        return headline(battle, resolved).unwrap_or_default();
    }
    let changes = act.changes.iter().filter_map(|change| change_made_words(battle, change));
    changes.collect::<Vec<_>>().join("; ")
}

fn headline(battle: BattleState, resolved: &Resolved) -> Option<String> {
    let procedure = battle.ruleset.procedure(&resolved.procedure)?;
    let faces: Vec<u8> = resolved.rolls.iter().flat_map(|roll| roll.faces.iter().copied()).collect();
    let outcome = procedure.read(&resolved.input).ok()?.resolve(&faces).result.ok()?;
    let participants = Participants::read(procedure, &resolved.participants);
    let names = untrack(|| Names::of_participants(battle, procedure, &participants));
    Some(names.spell(outcome.consequences.words.first()?))
}
