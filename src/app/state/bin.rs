//! The bin of this visit, from which deleted things can be restored.

use super::AppState;
use crate::app::platform::{local_storage, session_storage};
use crate::app::state::notice::Notice;
use exchange::storage::bin::{Bin, Thing};
use leptos::prelude::*;
use rules::text;
use rules::text::say;

/// Name of the bin in the session storage.
const NAME: &str = "drumhead/bin";

/// The bin from before a reload.
pub(super) fn load() -> Bin {
    session_storage::read(NAME).unwrap_or_default()
}

impl AppState {
    /// Puts something deleted into the bin. The notice offers to restore it.
    pub(super) fn put_in_bin(self, name: String, notice: impl Into<String>, thing: Thing) {
        let number = self.storage.bin.try_update(|bin| bin.put(name, thing));
        self.save_bin();
        let Some(number) = number else { return };
        self.notice.set(Some(Notice::new(notice).undo(move || self.restore(number))));
    }

    /// Puts a deleted unit of a roster into the bin.
    pub fn unit_deleted(self, name: String, thing: Thing) {
        let notice = text!("“{name}” is deleted.", name = name.clone()).to_string();
        self.put_in_bin(name, notice, thing);
    }

    /// Restores something from the bin. Existing texts with the same name are not replaced.
    pub fn restore(self, number: u64) {
        let Some(deleted) = self.storage.bin.try_update(|bin| bin.take(number)).flatten() else { return };
        match deleted.thing {
            Thing::Texts(texts) => {
                let missing = texts.into_iter().filter(|(name, _)| local_storage::read_name(name).is_none());
                missing.for_each(|(name, text)| self.write(&name, &text));
                self.read_all();
            }
            Thing::Unit { roster, place, profile } => {
                if untrack(|| self.roster(&roster)).is_none() {
                    let unit = Thing::Unit { roster, place, profile };
                    self.storage.bin.update(|bin| {
                        bin.put(deleted.words, unit);
                    });
                    self.notice.set(Some(Notice::new(say("Its roster is deleted. Bring that back first."))));
                    return;
                }
                self.change_roster(&roster, |roster| roster.units.insert(place.min(roster.units.len()), profile));
            }
        }
        self.save_bin();
    }

    fn save_bin(self) {
        self.storage.bin.with_untracked(|bin| session_storage::write(NAME, bin));
    }
}
