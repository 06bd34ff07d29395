//! Replay: the battle as it was after any event, and a fork of it from there.

use super::{Action, ActionEvent, Battle, Change, Event, Header, Origin, Unit};
use rules::closing::VERDICT;
use rules::dice::rng::Seed;
use rules::text;

impl Battle {
    /// The battle as it was after the first `events` of its log; the whole of it if there are no more.
    #[must_use]
    pub fn after_first(&self, events: usize) -> Self {
        self.with_log(self.log.iter().take(events).cloned())
    }

    /// A battle that begins with this one's state, and has dice of its own. Returns its header, and the act that sets the
    /// trackers.
    pub fn fork(&self, id: &str, name: String, seed: Seed, began: f64) -> (Header, Event) {
        let from = Origin { id: id.to_owned(), name: self.header.name.clone(), events: self.log.len() };
        let note = text!(
            "The state of “{name}” after {n} {n|entry|entries} of its log.",
            name = from.name.clone(),
            n = from.events
        )
        .to_string();
        let header = Header {
            name,
            seed,
            began,
            units: self.state.units().map(|unit| Unit::clone(unit)).collect(),
            phrases: Default::default(),
            redrawn: 0,
            from: Some(from),
            ..self.header.clone()
        };
        let mut changes = Battle::begin_by(self.state.ruleset(), header.clone()).state.changes_to(&self.state);
        // It goes on, whoever won the other.
        changes.retain(|change| !matches!(change, Change::Set { key, .. } if key == VERDICT.id()));
        (header, Event::Action(Box::new(ActionEvent::new(began, Action::Note(note), changes))))
    }
}
