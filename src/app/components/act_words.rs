//! Acts in words: who did what to whom, as the table stood at that moment.

use super::names::Names;
use super::outcome::{changed_words, made_words};
use super::words::uncapital;
use crate::app::state::BattleState;
use drumhead::analysis::battle_stats;
use drumhead::battle::participants::Participants;
use drumhead::battle::{Action, ActionEvent, Battle, Change, Event, Resolved, State};
use drumhead::core::subject::Subject;
use drumhead::rules::ruleset::Ruleset;
use drumhead::text;
use leptos::prelude::*;

/// An act in words, given the state before it: `Haselrig's Horse: Melee · Pinchbeck's Foot`, `By hand: Foot · Counters 2 → 1`.
pub fn sentence(ruleset: &'static Ruleset, open: &Battle, before: &State, act: &ActionEvent) -> String {
    let title = battle_stats::title(ruleset, act);
    let header = open.header();
    match &act.action {
        Action::Resolved(resolved) => done_by(ruleset, before, resolved, title),
        Action::ByHand => {
            let mut changes = act.changes.iter().filter_map(|change| changed_words(ruleset, header, before, change));
            let Some(first) = changes.next() else { return title };
            let did = text!("{who}: {what}", who = title, what = first).to_string();
            match changes.count() {
                0 => did,
                more => text!("{what}, and {n} more", what = did, n = more).to_string(),
            }
        }
        Action::Muster => {
            let names = act.changes.iter().filter_map(|change| match change {
                Change::Add(unit) => Some(unit.name().to_owned()),
                Change::Remove(id) => before.unit(id).map(|unit| unit.name().to_owned()),
                Change::Set { .. } => None,
            });
            let names: Vec<String> = names.collect();
            match names.as_slice() {
                [] => title,
                [only] => text!("{who}: {what}", who = only.clone(), what = uncapital(&title)).to_string(),
                [first, ..] => {
                    text!("{what}: {who}, and {n} more", what = title, who = first.clone(), n = names.len() - 1)
                        .to_string()
                }
            }
        }
        Action::Corrected(corrected) => match open.event(&corrected.of) {
            Some(Event::Action(of)) if !matches!(of.action, Action::Corrected(_)) => {
                text!("{who}: {what}", who = title, what = sentence(ruleset, open, before, of)).to_string()
            }
            _ => title,
        },
        Action::Phase | Action::Note(_) => title,
    }
}

/// A procedure with those who took part, whoever acted first.
fn done_by(ruleset: &Ruleset, state: &State, resolved: &Resolved, title: String) -> String {
    let units = units(ruleset, resolved);
    let mut names = units.iter().filter_map(|id| state.unit(id)).map(|unit| unit.name().to_owned());
    let Some(first) = names.next() else { return title };
    let did = text!("{who}: {what}", who = first, what = title).to_string();
    [did].into_iter().chain(names).collect::<Vec<_>>().join(" · ")
}

/// The units that took part, the one that acts first.
fn units(ruleset: &Ruleset, resolved: &Resolved) -> Vec<String> {
    let Some(procedure) = ruleset.procedure(&resolved.procedure) else { return Vec::new() };
    let participants = Participants::read(procedure, &resolved.participants);
    let mut units: Vec<String> = Vec::new();
    for id in procedure.participants.iter().flat_map(|role| participants.units(role.id)) {
        if !units.contains(id) {
            units.push(id.clone());
        }
    }
    units
}

/// The unit that an act is about: the one that acted, or the first that was changed.
pub fn unit_of(ruleset: &Ruleset, act: &ActionEvent) -> Option<String> {
    if let Action::Resolved(resolved) = &act.action
        && let Some(first) = units(ruleset, resolved).into_iter().next()
    {
        return Some(first);
    }
    act.changes.iter().find_map(|change| match change {
        Change::Set { of: Subject::Unit(id), .. } => Some(id.clone()),
        Change::Add(unit) => Some(unit.id.clone()),
        _ => None,
    })
}

/// Something about each act of a log, given the state before it; `None` for other events.
pub fn each_act<T>(battle: &Battle, about: impl Fn(&State, &ActionEvent) -> T) -> Vec<Option<T>> {
    let mut past = Battle::begin(battle.header().clone());
    let each = battle.log().iter().map(|(stamp, event)| {
        let words = match event {
            Event::Action(act) => Some(about(past.state(), act)),
            _ => None,
        };
        past.add(stamp.clone(), event.clone());
        words
    });
    each.collect()
}

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
    let changes = act.changes.iter().filter_map(|change| made_words(battle, change));
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
