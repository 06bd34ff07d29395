//! Keeps trackers that name units consistent: contacts are mutual, and no tracker names a unit that has left the table or is on the wrong side.

use rules::facts::Facts;
use rules::ruleset::{ContactEdges, NamedUnits, Ruleset, Tracker, Tracks};
use rules::table::{Change, Table, TableUnit};
use serde_json::{Map, Value as Json};

/// The changes that make trackers of named units consistent after an act.
pub fn consistency_changes(ruleset: &Ruleset, before: &Table, after: &Table) -> Vec<Change> {
    let naming = ruleset.trackers.unit.iter().filter_map(|tracker| Some((tracker, tracker.kind.names()?)));
    let changes = naming.flat_map(|(tracker, names)| match tracker.kind {
        Tracks::Units(_) if names.mutual => contacts(&Contacts { tracker, names, before, after }),
        _ => without_missing_units(tracker, names, after),
    });
    changes.collect()
}

/// The changes that remove units which have left the table, or are on the wrong side, from these trackers.
fn without_missing_units(tracker: &Tracker, names: NamedUnits, after: &Table) -> Vec<Change> {
    let mut changes = Vec::new();
    for unit in &after.units {
        let mut named = tracker.named_in(&unit.facts).peekable();
        if named.peek().is_none() {
            continue;
        }
        let ids: Vec<&str> = named.collect();
        let remain = |id: &&str| after.unit(id).is_some_and(|other| names.could_name(unit, other));
        let remaining: Vec<&str> = ids.iter().copied().filter(remain).collect();
        if remaining.len() == ids.len() {
            continue;
        }
        changes.push(match tracker.kind {
            Tracks::Unit(_) => Change::set(unit.id.as_str(), tracker.id, ""),
            _ => Change::set(unit.id.as_str(), tracker.id, remaining),
        });
    }
    changes
}

/// One tracker of contacts, before and after an act.
struct Contacts<'a> {
    tracker: &'static Tracker,
    names: NamedUnits,
    before: &'a Table,
    after: &'a Table,
}

impl Contacts<'_> {
    fn names(&self, facts: &Facts, id: &str) -> bool {
        self.tracker.named_in(facts).any(|named| named == id)
    }

    fn named_before(&self, unit: &str, other: &str) -> bool {
        self.before.unit(unit).is_some_and(|unit| self.names(&unit.facts, other))
    }

    /// True if a unit keeps a contact: both units can still be in contact, and the other unit has not just ended it.
    fn is_kept(&self, unit: &TableUnit, id: &str) -> bool {
        let Some(other) = self.after.unit(id) else { return false };
        let ended = !self.names(&other.facts, &unit.id) && self.named_before(id, &unit.id);
        self.names.can_name(unit, other) && !ended
    }

    /// True if a unit gains a contact because the other unit has just gained it.
    fn is_gained(&self, unit: &TableUnit, other: &TableUnit) -> bool {
        self.names.can_name(unit, other) && !self.named_before(&unit.id, &other.id)
    }

    /// The consistent contacts of a unit, in the order in which they were made.
    fn of(&self, unit: &TableUnit, touching: &[&TableUnit]) -> Vec<String> {
        let mut contacts: Vec<String> = Vec::new();
        for id in self.tracker.named_in(&unit.facts) {
            if !contacts.iter().any(|known| known == id) && self.is_kept(unit, id) {
                contacts.push(id.to_owned());
            }
        }
        for other in touching {
            let touches = self.names(&other.facts, &unit.id) && !self.names(&unit.facts, &other.id);
            if touches && self.is_gained(unit, other) {
                contacts.push(other.id.clone());
            }
        }
        contacts
    }
}

/// The changes that make contacts mutual: if a unit gains or loses one, so does the other unit. The edges of a lost contact are removed.
fn contacts(contacts: &Contacts) -> Vec<Change> {
    let tracker = contacts.tracker;
    let units = &contacts.after.units;
    let touching: Vec<&TableUnit> =
        units.iter().filter(|unit| tracker.named_in(&unit.facts).next().is_some()).collect();
    let contact_edges = contacts.names.contact_edges;
    let has_edges = |unit: &TableUnit| {
        contact_edges
            .is_some_and(|contact_edges| edges(&unit.facts, contact_edges).is_some_and(|edges| !edges.is_empty()))
    };
    let mut changes = Vec::new();
    for unit in units {
        let remembers = has_edges(unit);
        if touching.is_empty() && !remembers {
            continue; // true after most acts
        }
        let in_order = contacts.of(unit, &touching);
        if let Some(contact_edges) = contact_edges.filter(|_| remembers) {
            changes.extend(kept_edges(unit, contact_edges, &in_order));
        }
        if !tracker.named_in(&unit.facts).eq(in_order.iter().map(String::as_str)) {
            changes.push(Change::set(unit.id.as_str(), tracker.id, in_order));
        }
    }
    changes
}

fn edges(facts: &Facts, contact_edges: ContactEdges) -> Option<&Map<String, Json>> {
    facts.get(contact_edges.tracker).and_then(Json::as_object)
}

fn kept_edges(unit: &TableUnit, contact_edges: ContactEdges, contacts: &[String]) -> Option<Change> {
    let held = edges(&unit.facts, contact_edges)?;
    let kept: Map<String, Json> =
        held.iter().filter(|(id, _)| contacts.contains(id)).map(|(id, edge)| (id.clone(), edge.clone())).collect();
    (kept.len() < held.len()).then(|| Change::set(unit.id.as_str(), contact_edges.tracker, kept))
}
