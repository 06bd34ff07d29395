//! Replay: the battle after any of its events, and a fork of the battle from there.

use super::{Action, ActionEvent, Battle, Change, Event, Header, Origin, Unit};
use rules::closing::VERDICT;
use rules::dice::rng::Seed;
use rules::text;

impl Battle {
    /// The battle after the first `events` entries of its log; the whole battle if the log is shorter.
    #[must_use]
    pub fn after_first(&self, events: usize) -> Self {
        self.with_log(self.log.iter().take(events).cloned())
    }

    /// Forks the battle: a new battle begins with this battle's state and has other dice. Returns its header, and the act that sets the
    /// trackers. `id` is the id of this battle, and `began` is a time in milliseconds since 1970.
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
        // The fork goes on, so it takes no verdict.
        changes.retain(|change| !matches!(change, Change::Set { key, .. } if key == VERDICT.id()));
        (header, Event::Action(Box::new(ActionEvent::new(began, Action::Note(note), changes))))
    }
}
