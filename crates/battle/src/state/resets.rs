//! Resets of trackers that another state of the same battle does not have.
//!
//! Some trackers have no value at the beginning of a battle, such as agreements, own rules and seats. A change can set a tracker, but cannot
//! remove it. So a correction that leaves out the act which first set such a tracker sets it to a value that means the same as no value. All
//! versions read these values: version 1.0.0 already wrote them, except for trackers that it only stores.

use super::State;
use crate::{Change, seat};
use rules::ruleset::Tracker;
use rules::subject::{NO_UNITS, Subject};
use serde_json::Value as Json;

impl State {
    /// The changes that reset the trackers which only this state has, among the subjects that both states have. A tracker that already has its
    /// reset value is left out.
    pub(crate) fn resets_for(&self, other: &Self) -> Vec<Change> {
        let mut resets = Vec::new();
        for of in other.units().map(|unit| unit.id.as_str()).chain(NO_UNITS) {
            let (Some(here), Some(there)) = (self.tracked(of), other.tracked(of)) else { continue };
            for (key, held) in here.all().iter().filter(|(key, _)| !there.has(key)) {
                let subject = Subject::from(of);
                let reset = self.reset_value(&subject, key).filter(|reset| reset != held);
                resets.extend(reset.map(|reset| Change::set(subject, key.as_str(), reset)));
            }
        }
        resets
    }

    /// The value of a tracker that means the same as no value. `None` for a tracker of an earlier version, because the current trackers that
    /// were read from it are reset instead.
    fn reset_value(&self, of: &Subject, key: &str) -> Option<Json> {
        let ruleset = self.ruleset?;
        let is_former = || ruleset.trackers.former.iter().any(|former| former.id == key);
        let start = |tracker: &Tracker| {
            let mustered = self.mustered(of.id()).map(|mustered| ruleset.with_usual(mustered));
            mustered.and_then(|mustered| tracker.begins(&mustered)).unwrap_or_else(|| tracker.start.json())
        };
        let common = ruleset.common_trackers().filter(|_| *of == Subject::Battle);
        let mut known = ruleset.trackers_in(of, &self.battle).into_iter().chain(common);
        match known.find(|tracker| tracker.id == key) {
            Some(tracker) => Some(start(tracker)),
            None if *of == Subject::Battle && key.starts_with(seat::PREFIX) => Some(Json::Array(Vec::new())),
            None if matches!(of, Subject::Unit(_)) && is_former() => None,
            None => Some(Json::Null),
        }
    }
}
