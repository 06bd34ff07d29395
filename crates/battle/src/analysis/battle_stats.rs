//! Summaries of a battle's log: the acts in force, their sides and titles, and the strength of both sides.

use crate::participants::Participants;
use crate::{Action, ActionEvent, Battle, Event, Joined, State};
use crate::{Change, Resolved};
use rules::battle_stats::Presence;
use rules::closing::Verdict;
use rules::facts::{Facts, NAME};
use rules::procedure::{Agent, Procedure};
use rules::ruleset::{Ruleset, Sign, StatusValue};
use rules::scenario;
use rules::scenario::Score;
use rules::subject::{Side, Subject};
use rules::table::TURN;
use rules::text;
use rules::text::{Text, say};
use serde_json::{Map, Value as Json};

/// A state in which every unit that ever joined is on the table. It provides the names and sides of units that have left.
pub fn roll_call(battle: &Battle) -> State {
    let added = battle.events().flat_map(|event| match event {
        Event::Action(act) => act.changes.as_slice(),
        _ => &[],
    });
    let mut changes: Vec<Change> = added.filter(|change| matches!(change, Change::Add(_))).cloned().collect();
    // The units get their current names. Numbering them again could give other names, if acts were undone or names were set.
    let named = battle.state().names().map(|(id, name)| Change::to(id, NAME, name));
    changes.extend(named);
    battle.at_start().state().after(&changes)
}

/// The acts in force, oldest first, in their corrected versions.
pub fn acts(battle: &Battle) -> impl Iterator<Item = &ActionEvent> {
    battle.acts_in_force().into_iter().map(|(_, act)| act)
}

/// The ruleset of a battle; `None` if it is not registered.
pub fn ruleset(battle: &Battle) -> Option<&'static Ruleset> {
    battle.state().ruleset()
}

/// The acting side: 0 or 1.
pub fn side(procedure: &'static Procedure, act: &Resolved, everybody: &State) -> usize {
    Participants::read(procedure, &act.participants).side(procedure, everybody)
}

/// For each turn that began in a log: the index of the event that began it, and the number of the turn.
pub fn turns_begun(battle: &Battle) -> Vec<(usize, u64)> {
    let begun = |(index, event): (usize, &Event)| {
        let Event::Action(act) = event else { return None };
        act.changes.iter().find_map(|change| match change {
            Change::Set { of: Subject::Battle, key, to } if *key == TURN.id() => Some((index, to.as_u64()?)),
            _ => None,
        })
    };
    battle.events().enumerate().filter_map(begun).collect()
}

/// The side of an act, given the state before it. For a procedure this is the acting side; for any other act, the side of the first changed
/// unit. `None` if there is none.
pub fn side_of(ruleset: &'static Ruleset, before: &State, act: &ActionEvent) -> Option<usize> {
    if let Action::Resolved(resolved) = &act.action {
        return acting_side(ruleset, &resolved.procedure, &resolved.participants, before);
    }
    act.changes.iter().find_map(|change| match change {
        Change::Set { of: Subject::Unit(id), .. } | Change::Remove(id) => Some(before.unit(id)?.side),
        Change::Add(unit) => Some(unit.side),
        Change::Set { .. } => None,
    })
}

/// The side that acts in a procedure, given by its id; `None` if both sides act, or if the procedure is unknown.
pub fn acting_side(
    ruleset: &'static Ruleset,
    procedure: &str,
    participants: &Map<String, Json>,
    state: &State,
) -> Option<usize> {
    let procedure = ruleset.procedure(procedure)?;
    let is_of_side = procedure.agent == Agent::Side || !participants.is_empty();
    is_of_side.then(|| Participants::read(procedure, participants).side(procedure, state))
}

/// The points of both sides by the scenario. `None` without points, or in a view in which they depend on hidden counters.
pub fn points(ruleset: &Ruleset, state: &State) -> Option<Score> {
    let now = scenario::score(ruleset, &state.table())?;
    let is_same = |possible: &State| scenario::score(ruleset, &possible.table()).as_ref() == Some(&now);
    state.extremes().is_none_or(|both| both.iter().all(is_same)).then_some(now)
}

/// Strength of each side: the sum of its units on the table, including broken ones.
pub fn strengths(ruleset: &Ruleset, state: &State) -> [i32; 2] {
    let of = |(unit, _): (&Joined, &Facts)| ruleset.battle_stats.on_table(&state.facts(&unit.id));
    [0, 1].map(|side| state.known_units().filter(|(unit, _)| unit.side == side).map(of).sum())
}

/// The score: the last number of each side in the status line, with its label. `None` if there is none.
pub fn score(ruleset: &Ruleset, state: &State) -> Option<(Text, [i64; 2])> {
    let items = (ruleset.glance.status)(&state.table());
    let last = |side: Side| {
        items.iter().rev().find_map(|item| match item.value {
            StatusValue::Number(number) if item.side == Some(side) => Some((item.label.clone(), number)),
            _ => None,
        })
    };
    let ((label, first), (_, second)) = (last(Side::A)?, last(Side::B)?);
    Some((label, [first, second]))
}

/// For each side, the signs of its units that are still in the battle.
pub fn signs(ruleset: &Ruleset, state: &State) -> [Vec<Sign>; 2] {
    let sign = |(unit, _): (&Joined, &Facts)| {
        let facts = state.facts(&unit.id);
        let raised = state.mustered(&unit.id).cloned().unwrap_or_default();
        (!(ruleset.glance.is_out)(&facts)).then(|| (ruleset.glance.sign)(&facts, &raised))
    };
    [0, 1].map(|side| state.known_units().filter(|(unit, _)| unit.side == side).filter_map(sign).collect())
}

/// Loss of a unit by an act: strength, a worse fate, or both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The unit's id.
    pub unit: String,
    /// The unit's name.
    pub name: String,
    /// Side of the unit: 0 or 1.
    pub side: usize,
    /// Strength before the act.
    pub before: i32,
    /// Strength after the act, including strength that moved to other units.
    pub now: i32,
    /// Presence after the act, if it is worse than before: the unit broke, left the table or was destroyed.
    pub fate: Option<Presence>,
}

impl Loss {
    /// Strength that the unit lost.
    pub fn fallen(&self) -> i32 {
        self.before - self.now
    }

    /// True if the unit broke, left the table or was destroyed by the act. Strength curves mark this.
    pub fn is_out_of_fight(&self) -> bool {
        self.fate.is_some_and(|fate| fate != Presence::Fighting)
    }

    /// The loss in words; `counted` is the text of a [strength](rules::battle_stats::BattleStats::counted). Lost figures and the fate of
    /// the unit are separate parts. A single figure that is destroyed needs no number.
    pub fn words(&self, counted: fn(i32) -> Text) -> String {
        let who = self.name.clone();
        let is_only_one = [self.before, self.now] == [1, 0] && self.fate == Some(Presence::Destroyed);
        let fallen = (self.fallen() > 0 && !is_only_one)
            .then(|| text!("{before} → {now}", before = self.before, now = counted(self.now)));
        let fate = self.fate.and_then(|fate| fate_in_words(fate, self.before, self.now, counted));
        let words = match (fallen, fate) {
            (Some(fallen), Some(fate)) => text!("{who}: {losses}; {fate}", who = who, losses = fallen, fate = fate),
            (Some(only), None) | (None, Some(only)) => text!("{who}: {losses}", who = who, losses = only),
            (None, None) => text!("{who}", who = who),
        };
        words.to_string()
    }

    /// The fate of the unit in a word or two: `broken`. `None` if it is no worse than before.
    pub fn fate_words(&self, counted: fn(i32) -> Text) -> Option<String> {
        self.fate.and_then(|fate| fate_in_words(fate, self.before, self.now, counted)).map(|words| words.to_string())
    }
}

/// A fate in a word or two, given the strength before and the strength that left the table. `None` for a unit that fights.
pub fn fate_in_words(fate: Presence, before: i32, now: i32, counted: fn(i32) -> Text) -> Option<Text> {
    match fate {
        Presence::Fighting => None,
        Presence::Broken => Some(text!("broken")),
        Presence::LeftTable if now > 0 => Some(text!("left the table with {what}", what = counted(now))),
        Presence::LeftTable => Some(text!("left the table")),
        Presence::Destroyed if before == 0 => Some(text!("dead")),
        Presence::Destroyed => Some(text!("destroyed")),
    }
}

/// The losses of each unit by an act, given the state before it. A unit that players remove from the table has no loss.
pub fn losses(ruleset: &Ruleset, before: &State, act: &ActionEvent) -> Vec<Loss> {
    let is_changed = |unit: &&Joined| {
        act.changes.iter().any(|change| match change {
            Change::Set { of: Subject::Unit(id), .. } | Change::Remove(id) => *id == unit.id,
            Change::Set { .. } | Change::Add(_) => false,
        })
    };
    let after = before.after_act(act);
    let is_by_hand = !matches!(act.action, Action::Resolved(_) | Action::Phase);
    let changed = || before.units().filter(is_changed).filter(|unit| !is_by_hand || after.unit(&unit.id).is_some());
    let strengths = |unit: &Joined| [before, &after].map(|state| strength(ruleset, state, &unit.id));
    // A unit that has become part of another unit has no fate of its own.
    let fate = |unit: &Joined| {
        after.unit(&unit.id)?;
        let [was, is] = [before, &after].map(|state| (ruleset.battle_stats.presence)(&state.facts(&unit.id)));
        (is > was).then_some(is)
    };
    let mut gained = gained(ruleset, act, &after, changed().map(|unit| (unit.side, strengths(unit))));
    let loss = |unit: &Joined| {
        let [before, now] = strengths(unit);
        let moved = (before - now).clamp(0, gained[unit.side]);
        gained[unit.side] -= moved;
        let now = now + moved;
        let fate = fate(unit);
        (now < before || fate.is_some()).then(|| Loss {
            unit: unit.id.clone(),
            name: unit.name().to_owned(),
            side: unit.side,
            before,
            now,
            fate,
        })
    };
    changed().filter_map(loss).collect()
}

/// Strength of a unit, even if it is broken or has left the table; 0 if it has become part of another unit.
pub fn strength(ruleset: &Ruleset, state: &State, id: &str) -> i32 {
    if state.unit(id).is_some() { (ruleset.battle_stats.strength)(&state.facts(id)) } else { 0 }
}

/// Strength that each side gained by an act in which units join or leave, given the strengths of the units that it changes. For example, a
/// company that is detached takes its figures from its regiment, and gives them back later.
fn gained(
    ruleset: &Ruleset,
    act: &ActionEvent,
    after: &State,
    changed: impl Iterator<Item = (usize, [i32; 2])>,
) -> [i32; 2] {
    let mut gained = [0; 2];
    if !act.changes.iter().any(|change| matches!(change, Change::Add(_) | Change::Remove(_))) {
        return gained;
    }
    for (side, [before, now]) in changed {
        gained[side] += (now - before).max(0);
    }
    for change in &act.changes {
        if let Change::Add(unit) = change {
            gained[unit.side] += strength(ruleset, after, &unit.id);
        }
    }
    gained
}

/// Title of an act, in a few words.
pub fn title(ruleset: &Ruleset, act: &ActionEvent) -> String {
    match act.verdict() {
        Some(Verdict::Open) => return say("Battle reopened").to_owned(),
        Some(_) => return say("Battle closed").to_owned(),
        None => {}
    }
    match &act.action {
        Action::Resolved(resolved) => {
            let known = ruleset.procedure(&resolved.procedure);
            let title = known.map_or_else(|| resolved.procedure.clone(), |own| say(own.title).to_owned());
            match known.and_then(|procedure| named(procedure, resolved)) {
                Some(name) => text!("{what}: {name}", what = title, name = name).to_string(),
                None => title,
            }
        }
        Action::ByHand if act.takes_seats() => say("Seats").into(),
        Action::ByHand if act.begins => say("Beginning").into(),
        Action::ByHand => say("By hand").into(),
        Action::Phase => phase_title(ruleset, act),
        Action::Muster => say("Units on the table").into(),
        Action::Note(note) => note.clone(),
        Action::Corrected(_) => say("Correction").into(),
    }
}

/// The name that a game master gave to an event or an arrival. `None` for other procedures.
fn named(procedure: &Procedure, resolved: &Resolved) -> Option<String> {
    scenario::is_of_scenario(procedure.id).then(|| resolved.input.get("name")?.as_str().map(str::to_owned)).flatten()
}

/// Title of a phase that began: `Bound 2 · Charges`.
fn phase_title(ruleset: &Ruleset, act: &ActionEvent) -> String {
    let set = |tracker: &str| {
        act.changes.iter().find_map(|change| match change {
            Change::Set { of, key, to } if *of == Subject::Battle && key == tracker => to.as_u64(),
            _ => None,
        })
    };
    let phase = set("phase").and_then(|place| ruleset.phases.get(usize::try_from(place).ok()?));
    let title = phase.map_or(say("Next phase"), |phase| say(phase.title));
    set("turn").map_or_else(|| title.to_owned(), |turn| format!("{} {turn} · {title}", say(ruleset.turn)))
}
