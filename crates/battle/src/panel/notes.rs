//! Notes on changes of the table under an open panel, one line each: "Counters of Cromwell's Horse: 0 → 3, by Ann".

use super::{Panel, Tables};
use crate::{Action, Battle, Change, Device, Event, Revision, Stamp, State};
use rules::subject::Subject;
use serde_json::Value as Json;
use std::collections::BTreeSet;

/// The highest number of notes. Older notes are dropped.
const MOST: usize = 3;

/// A change of the table under an open panel.
#[derive(Clone, Debug, PartialEq)]
pub struct TableChange {
    /// Subject of the change: a unit, a side, or the battle.
    pub of: Subject,
    /// Id of the tracker.
    pub key: String,
    /// Its value when the panel was opened.
    pub from: Json,
    /// Its current value.
    pub to: Json,
    /// The last cause of the change.
    pub by: Cause,
}

/// Cause of a change of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Cause {
    /// The device that wrote the event.
    pub device: Device,
    /// Id of the procedure, if one was resolved.
    pub procedure: Option<String>,
    /// True for an undo or a redo.
    pub is_undo: bool,
    /// True for the end of a phase.
    pub is_next: bool,
}

/// The tables at the panel's last update.
#[derive(Clone, Debug)]
pub(super) struct Sighting {
    revision: Revision,
    state: State,
    known: BTreeSet<Stamp>,
}

impl Sighting {
    pub(super) fn of(tables: &Tables) -> Option<Self> {
        let battle = tables.shown?;
        let known = battle.log().iter().map(|(stamp, _)| stamp.clone()).collect();
        Some(Self { revision: battle.revision(), state: battle.state().clone(), known })
    }

    /// True if the tables are unchanged.
    pub(super) fn is_of(&self, tables: &Tables) -> bool {
        tables.shown.is_none_or(|battle| battle.revision() == self.revision)
    }
}

impl Panel {
    /// Adds notes on changes by others since the last update, if they concern the act.
    pub(super) fn note_changes(&mut self, before: &Sighting, tables: &Tables) {
        let Some(battle) = tables.shown else { return };
        let found: Vec<TableChange> = before
            .state
            .changes_to(battle.state())
            .into_iter()
            .filter_map(|change| self.noted(&change, before, battle))
            .collect();
        for change in found {
            let earlier = self.notes.iter().position(|note| note.of == change.of && note.key == change.key);
            let from = earlier.map_or_else(|| change.from.clone(), |index| self.notes.remove(index).from);
            // A value that was changed back needs no note.
            if from != change.to {
                self.notes.push(TableChange { from, ..change });
            }
        }
        let surplus = self.notes.len().saturating_sub(MOST);
        self.notes.drain(..surplus);
    }

    /// A change as a note. `None` unless players see the tracker and the act concerns its subject.
    fn noted(&self, change: &Change, before: &Sighting, battle: &Battle) -> Option<TableChange> {
        let Change::Set { of, key, to } = change else { return None };
        let is_shown = match of {
            Subject::Unit(id) => {
                let takes_part = self
                    .act
                    .procedure
                    .participants
                    .iter()
                    .any(|role| self.act.participants.units(role.id).contains(id));
                takes_part
                    && battle.state().mustered(id).is_some_and(|facts| self.ruleset.tracker(key, facts).is_some())
            }
            Subject::Side(_) => self.ruleset.trackers.side.iter().any(|tracker| tracker.id == key),
            Subject::Battle => self.ruleset.trackers.battle.iter().any(|tracker| tracker.id == key),
        };
        if !is_shown {
            return None;
        }
        let from = before.state.tracked(of.id()).and_then(|facts| facts.get(key)).cloned().unwrap_or_default();
        let by = cause(battle, &before.known)?;
        Some(TableChange { of: of.clone(), key: key.clone(), from, to: to.clone(), by })
    }
}

/// The cause of the latest new event; `None` if there is none.
fn cause(battle: &Battle, known: &BTreeSet<Stamp>) -> Option<Cause> {
    let (stamp, event) = battle.log().iter().rev().find(|(stamp, _)| !known.contains(stamp))?;
    let (mut procedure, mut is_next) = (None, false);
    if let Event::Action(act) = event {
        match &act.action {
            Action::Resolved(done) => procedure = Some(done.procedure.clone()),
            Action::Phase => is_next = true,
            _ => {}
        }
    }
    let is_undo = matches!(event, Event::Undo(_) | Event::Redo(_));
    Some(Cause { device: stamp.device(), procedure, is_undo, is_next })
}
