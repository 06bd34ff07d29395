//! Titles and results of the acts of a battle, as text for players.

use super::names::Names;
use crate::app::state::BattleState;
use battle::analysis::act_words::{differences, done_by, set_words};
use battle::analysis::battle_stats;
use battle::correct::Now;
use battle::participants::Participants;
use battle::{Action, ActionEvent, Resolved};
use leptos::prelude::*;
use rules::text;
use rules::text::say;

/// The title of an act with the names of its units: `Haselrig's Horse: Melee · Pinchbeck's Foot`.
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
    changes.collect::<Vec<_>>().join(say("; "))
}

/// The results of an act before and after a correction; `None` if both read the same. For changes by hand, only the differences.
pub fn results(battle: BattleState, was: &ActionEvent, now: &ActionEvent) -> Option<[String; 2]> {
    let is_resolved = |act: &ActionEvent| matches!(act.action, Action::Resolved(_));
    if is_resolved(was) || is_resolved(now) {
        let results = [was, now].map(|act| act_result(battle, act));
        return (results[0] != results[1]).then_some(results);
    }
    let differences = differences(was, now);
    let words = differences.map(|changes| {
        let words = changes.into_iter().filter_map(|change| {
            battle.with_untracked(|open| set_words(battle.ruleset, open.header(), open.state(), change, None))
        });
        words.collect::<Vec<_>>().join(say("; "))
    });
    words.iter().any(|words| !words.is_empty()).then_some(words)
}

/// The result of an act before and after a correction, where the two differ.
pub fn was_and_now(battle: BattleState, act: &ActionEvent, now: &Now) -> impl IntoView + use<> {
    let was = act_result(battle, act);
    match now {
        Now::Same => before_and_now(String::new(), say("unchanged").to_owned()).into_any(),
        Now::LeftOut => before_and_now(was, say("left out").to_owned()).into_any(),
        Now::Changed(now) => {
            let (title, results) = (act_title(battle, now), results(battle, act, now));
            let other = (title != act_title(battle, act)).then_some(title);
            match (results, other) {
                (None, None) => view! { <p>{say("The result is the same.")}</p> }.into_any(),
                (None, Some(title)) => before_and_now(String::new(), title).into_any(),
                (Some([was, now]), None) => before_and_now(was, now).into_any(),
                (Some([was, now]), Some(title)) => {
                    let now = text!("{what}: {words}", what = title, words = now).to_string();
                    before_and_now(was, now).into_any()
                }
            }
        }
    }
}

/// Lines with the results before and after a correction. An empty result gets no line.
pub fn before_and_now(was: String, now: String) -> impl IntoView {
    view! {
        {(!was.is_empty()).then(|| view! { <p class="soft">{text!("Before: {what}", what = was).to_string()}</p> })}
        {(!now.is_empty()).then(|| view! { <p>{text!("Now: {what}", what = now).to_string()}</p> })}
    }
}

fn headline(battle: BattleState, resolved: &Resolved) -> Option<String> {
    let procedure = battle.ruleset.procedure(&resolved.procedure)?;
    let faces: Vec<u8> = resolved.rolls.iter().flat_map(|roll| roll.faces.iter().copied()).collect();
    let outcome = procedure.read(&resolved.input).ok()?.resolve(&faces).result.ok()?;
    let participants = Participants::read(procedure, &resolved.participants);
    let names = untrack(|| Names::of_participants(battle, procedure, &participants));
    Some(names.spell(outcome.consequences.words.first()?))
}
