//! Acts of the battle that is open in words, with what came of them.

use super::names::Names;
use crate::app::state::BattleState;
use drumhead::analysis::act_words::{done_by, set_words};
use drumhead::analysis::battle_stats;
use drumhead::battle::participants::Participants;
use drumhead::battle::{Action, ActionEvent, Resolved};
use leptos::prelude::*;

/// The act with those who took part: `Haselrig's Horse: Melee · Pinchbeck's Foot`.
pub fn act_title(battle: BattleState, act: &ActionEvent) -> String {
    let title = battle_stats::title(battle.ruleset, act);
    match &act.action {
        Action::Resolved(resolved) => {
            battle.with_untracked(|open| done_by(battle.ruleset, open.state(), resolved, title))
        }
        _ => title,
    }
}

/// The result of the act: the first sentence of its outcome, or its changes.
pub fn act_result(battle: BattleState, act: &ActionEvent) -> String {
    if let Action::Resolved(resolved) = &act.action {
        return headline(battle, resolved).unwrap_or_default();
    }
    let changes = act.changes.iter().filter_map(|change| {
        battle.with_untracked(|open| set_words(battle.ruleset, open.header(), open.state(), change, None))
    });
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
