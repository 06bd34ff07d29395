//! Rolls of the app that were not applied or discarded yet, and dice that are being typed. No roll is lost.

use super::{AppState, BattleState, load};
use crate::app::platform::local_storage;
use crate::app::state::notice::Notice;
use drumhead::battle::both::RollSteps;
use drumhead::battle::{Action, Change, Draft, Event, Resolved, Rolled, Stamp};
use drumhead::core::text::say;
use drumhead::storage::Key;
use leptos::prelude::*;

impl BattleState {
    /// The roll that was not applied or discarded yet, if there is one other than `but`.
    pub fn awaiting(self, but: Option<&Stamp>) -> Option<(Stamp, Rolled)> {
        self.with(|open| {
            let (stamp, rolled) = open.awaiting().find(|(stamp, _)| Some(*stamp) != but)?;
            Some((stamp.clone(), rolled.clone()))
        })
    }

    /// Steps of a roll that somebody has seen, undone or not: `Some(None)` if it was made from the seed alone.
    pub fn known_steps(self, number: u64) -> Option<Option<RollSteps>> {
        self.app.whole(|own| own?.it.known_roll(number).map(|known| known.steps.cloned()))
    }

    /// The faces of a roll: of both devices' steps, or from the seed alone. Each is from 1 to `sides`.
    pub fn faces(self, number: u64, sides: u8, count: usize, steps: Option<&RollSteps>) -> Vec<u8> {
        self.with_untracked(|open| open.faces(number, sides, count, steps))
    }

    /// True if this roll still awaits its settlement.
    pub fn awaits(self, stamp: &Stamp) -> bool {
        self.with(|open| open.awaiting().any(|(own, _)| own == stamp))
    }

    /// Writes a roll down before anybody sees it; hands back its stamp if that was possible.
    pub fn roll(self, rolled: Rolled) -> Option<Stamp> {
        if self.is_rewound() {
            return self.roll_in_correction(rolled);
        }
        let stamp = self.add(Event::Rolled(Box::new(rolled)));
        self.drop_draft();
        stamp
    }

    /// Applies or discards what a procedure came to, although these rules of the turn forbid it; says whether it could. It
    /// cannot while another roll waits: dice that were seen are settled first.
    pub fn settle(self, action: Resolved, changes: Vec<Change>, overrides: Vec<String>) -> bool {
        if !self.holds_pen() {
            self.offer_pen();
            return false;
        }
        let settles = action.settles.as_ref();
        let refused = untrack(|| {
            if self.awaiting(settles).is_some() {
                Some(say("Apply or discard the other roll first."))
            } else {
                settles
                    .is_some_and(|own| !self.awaits(own))
                    .then_some(say("This roll was applied or discarded in another tab."))
            }
        });
        if let Some(words) = refused {
            self.app.notice.set(Some(Notice::new(words)));
            return false;
        }
        if self.is_rewound() {
            return self.settle_in_correction(action, changes, overrides);
        }
        if !action.discarded {
            // A player who has applied an outcome needs the hints no more.
            self.app.put_hints_away();
        }
        self.act_overriding(Action::Resolved(action), changes, overrides);
        self.drop_draft();
        true
    }

    /// Discards a roll that has no outcome.
    pub fn discard(self, stamp: Stamp, rolled: Rolled) {
        self.settle(Resolved::discarded(stamp, rolled), Vec::new(), Vec::new());
    }

    /// Says why nothing is undone or redone while a roll waits.
    pub(super) fn must_settle_first(self) -> bool {
        let awaits = untrack(|| self.awaiting(None).is_some());
        if awaits {
            let words = say("Apply or discard this roll before undoing.");
            self.app.notice.set(Some(Notice::new(words)));
        }
        awaits
    }

    /// Answers and typed dice of a procedure as its page was left, unless something happened since.
    pub fn draft(self) -> Option<Draft> {
        let draft: Draft = load(&Key::Draft(self.id()))?.it;
        (draft.after == self.last_stamp()).then_some(draft)
    }

    /// The stamp of the last event of the log.
    pub fn last_stamp(self) -> Option<Stamp> {
        self.with_untracked(|open| open.log().last().map(|(stamp, _)| stamp.clone()))
    }

    /// Forgets what was said and typed: it is settled, or taken back.
    pub fn drop_draft(self) {
        if self.is_rewound() {
            return;
        }
        let key = Key::Draft(self.id());
        if local_storage::read(&key).is_some() {
            self.app.remove([key.to_string()]);
        }
    }
}

impl AppState {
    /// Keeps what is said and typed for a procedure of this battle, which need not be open any more. Answers alone do not replace
    /// the dice typed for another act.
    pub fn keep_draft(self, battle: String, draft: &Draft) {
        let key = Key::Draft(battle);
        let is_of_another = |own: &Draft| {
            let is_same = own.procedure == draft.procedure && own.participants == draft.participants;
            !own.faces.is_empty() && own.after == draft.after && !is_same
        };
        let stays = || draft.faces.is_empty() && load(&key).is_some_and(|own| is_of_another(&own.it));
        if self.is_rewound() || stays() {
            return;
        }
        self.save(&key, draft);
    }
}
