//! Cached results about the whole table: duties, acts of a side as a whole, and what the page for spectators shows.

use super::{Cached, Key, Tables};
use crate::analysis::last_roll::{Watched, watched};
use crate::analysis::report::NamesOf;
use crate::referee::{self, JointOffer};
use rules::ruleset::Ruleset;
use rules::turn::Duty;

/// Results about the drawn table. Each is computed once for a revision, even if several lists show it.
#[derive(Clone, Debug, Default)]
pub struct TableAnswers {
    duties: Cached<Vec<Duty>>,
    side_offers: Cached<Vec<Duty>>,
    joint_offers: Cached<(Vec<JointOffer>, Vec<JointOffer>)>,
    watched: Cached<Option<Watched>>,
}

impl TableAnswers {
    /// The duties; those that hold up the phase come first.
    pub fn duties(&mut self, ruleset: &'static Ruleset, tables: &Tables) -> &[Duty] {
        self.duties.get_or_set(Key::of_table(tables), || {
            let mut duties =
                tables.state().map(|state| Duty::gathered(referee::duties(ruleset, state))).unwrap_or_default();
            duties.sort_by_key(|duty| (!duty.holds_up(), !duty.must));
            duties
        })
    }

    /// Acts that a side can do as a whole, except those that are due.
    pub fn side_offers(&mut self, ruleset: &'static Ruleset, tables: &Tables) -> &[Duty] {
        let key = Key::of_table(tables);
        if self.side_offers.get(&key).is_none() {
            let mut offers = tables.state().map(|state| referee::side_offers(ruleset, state)).unwrap_or_default();
            let due = self.duties(ruleset, tables);
            offers.retain(|offer| !due.iter().any(|duty| duty.procedure == offer.procedure && duty.side == offer.side));
            self.side_offers.set(key.clone(), offers);
        }
        self.side_offers.get(&key).map_or(&[], Vec::as_slice)
    }

    /// The group acts that the table offers, and the acts of groupable procedures that only one unit can still do.
    pub fn joint_and_last_offers(
        &mut self,
        ruleset: &'static Ruleset,
        tables: &Tables,
    ) -> &(Vec<JointOffer>, Vec<JointOffer>) {
        self.joint_offers.get_or_set(Key::of_table(tables), || {
            tables.state().map(|state| referee::joint_and_last_offers(ruleset, state)).unwrap_or_default()
        })
    }

    /// The last roll and the strengths for spectators; `None` without a battle, or if its ruleset is not registered.
    pub fn watched(&mut self, tables: &Tables, names_of: NamesOf) -> Option<&Watched> {
        let watch = || tables.shown.and_then(|battle| watched(battle, names_of));
        self.watched.get_or_set(Key::of_table(tables), watch).as_ref()
    }
}
