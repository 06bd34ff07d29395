//! Titles and results of the acts of a battle, as text for players.

use super::names::Names;
use crate::app::state::BattleState;
use battle::analysis::act_words::{corrected_results, done_by, headline, set_words, states_before};
use battle::analysis::battle_stats;
use battle::correct::Now;
use battle::participants::Participants;
use battle::{Action, ActionEvent, Battle, Resolved, Stamp, State};
use leptos::prelude::*;
use rules::procedure::Procedure;
use rules::text;
use rules::text::say;
use std::collections::BTreeMap;

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

/// The result of the act on the table before it: the first sentence of its outcome, or its changes.
pub fn act_result(battle: BattleState, before: &State, act: &ActionEvent) -> String {
    if let Action::Resolved(resolved) = &act.action {
        return headline_of(battle, before, resolved).unwrap_or_default();
    }
    let changes = act.changes.iter().filter_map(|change| {
        battle.with_untracked(|open| set_words(battle.ruleset, open.header(), open.state(), change, None))
    });
    changes.collect::<Vec<_>>().join(say("; "))
}

fn headline_of(battle: BattleState, before: &State, resolved: &Resolved) -> Option<String> {
    let procedure = battle.ruleset.procedure(&resolved.procedure)?;
    let participants = Participants::read(procedure, &resolved.participants);
    let names = untrack(|| Names::of_participants(battle, procedure, &participants));
    headline(battle.ruleset, before, resolved, |words| names.spell(words))
}

/// The tables before the acts of a correction, as the battle was and as it is corrected.
pub struct TablesBefore {
    battle: BattleState,
    of: BTreeMap<Stamp, [State; 2]>,
}

impl TablesBefore {
    /// The tables of the acts for which `now_of` returns a corrected version. `open` is the battle before the correction.
    pub fn of<'a>(battle: BattleState, open: &Battle, now_of: impl Fn(&Stamp) -> Option<&'a Now>) -> Self {
        Self { battle, of: states_before(open, now_of) }
    }

    /// The tables before an act; the current table if none is known.
    fn before(&self, stamp: &Stamp) -> [State; 2] {
        let current = || self.battle.with_untracked(|open| open.state().clone());
        self.of.get(stamp).cloned().unwrap_or_else(|| [current(), current()])
    }

    /// The result of an act before the correction.
    pub fn result_before(&self, stamp: &Stamp, act: &ActionEvent) -> String {
        act_result(self.battle, &self.before(stamp)[0], act)
    }

    /// The result of the corrected version of an act.
    pub fn result_now(&self, stamp: &Stamp, now: &ActionEvent) -> String {
        act_result(self.battle, &self.before(stamp)[1], now)
    }

    /// The results of an act before and after the correction; `None` if both read and change the same.
    pub fn results(&self, stamp: &Stamp, was: &ActionEvent, now: &ActionEvent) -> Option<[String; 2]> {
        let battle = self.battle;
        let names_of = |procedure: &'static Procedure, done: &Resolved| {
            let participants = Participants::read(procedure, &done.participants);
            untrack(|| Names::of_participants(battle, procedure, &participants)).inner().clone()
        };
        let before = self.before(stamp);
        let header = battle.with_untracked(|open| open.header().clone());
        corrected_results(battle.ruleset, &header, &before, &names_of, [was, now])
    }
}

/// The result of an act before and after a correction, where the two differ.
pub fn was_and_now(tables: &TablesBefore, stamp: &Stamp, act: &ActionEvent, now: &Now) -> impl IntoView + use<> {
    let battle = tables.battle;
    let was = tables.result_before(stamp, act);
    match now {
        Now::Same => before_and_now(String::new(), say("unchanged").to_owned()).into_any(),
        Now::LeftOut => before_and_now(was, say("left out").to_owned()).into_any(),
        Now::Changed(now) => {
            let (title, results) = (act_title(battle, now), tables.results(stamp, act, now));
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
