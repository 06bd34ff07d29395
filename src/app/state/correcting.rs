//! The correction of an earlier act.
//!
//! While its panel is open, the battle in play is [rewound](super::in_play::InPlay) to the table before the act. Panels, odds and dice work
//! on the earlier table as on any other. When the player leaves the panel, the current table returns.

use super::route::{BattlePage, Route};
use super::{AppState, BattleState};
use crate::app::platform::clock::log_time;
use crate::app::platform::session_storage;
use crate::app::state::notice::Notice;
use battle::correct::{MisfitDecision, Plan};
use battle::{Action, ActionEvent, Change, Event, Resolved, Rewound, Rolled, Stamp};
use leptos::prelude::*;
use rules::text::say;
use serde::{Deserialize, Serialize};

/// Name of the unfinished correction in the session storage, so that it continues after a reload.
const NAME: &str = "drumhead/correction";

/// An unfinished correction.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Correcting {
    /// Id of its battle.
    battle: String,
    /// The act that was wrong.
    of: Stamp,
    /// The corrected act, once it is known. The inner `None` leaves the act out.
    act: Option<Option<ActionEvent>>,
    /// The players' decisions about later acts that no longer fit, in order.
    answers: Vec<(Stamp, MisfitDecision)>,
    /// The act whose panel is open, or was left without a result.
    step: Option<Stamp>,
    /// A roll in the log with new dice, which were first seen in this correction.
    fresh: Option<Stamp>,
    /// The entries that the correction depends on, when it began: see [`correction_basis`](battle::Battle::correction_basis).
    basis: (usize, usize),
}

/// An act that is repeated in a panel.
pub struct Again {
    /// The original act.
    pub act: ActionEvent,
    /// The battle before the act.
    pub then: Rewound,
    /// True for the corrected act, false for a later one.
    pub is_first: bool,
}

/// A correction for review.
pub struct Review {
    /// The act that was wrong.
    pub of: Stamp,
    /// Its effects on later acts.
    pub plan: Plan,
    /// The players' decisions about later acts that no longer fit.
    pub answers: Vec<(Stamp, MisfitDecision)>,
}

impl AppState {
    /// Restores the current table when the player leaves the panel of a correction.
    pub fn leave_panel_of_correction(self, place: &Route) {
        let stays = self.battle.correcting.with_untracked(|correction| {
            correction.as_ref().is_some_and(|correction| *place == BattlePage::Correct.of(&correction.battle))
        });
        if !stays {
            self.put_back();
        }
    }

    /// Forgets an unfinished correction of the battle.
    pub(super) fn forget_correction(self) {
        self.put_back();
        if self.battle.correcting.with_untracked(Option::is_some) {
            self.battle.correcting.set(None);
        }
        session_storage::remove(NAME);
    }

    /// After a reload, continues the correction of the battle in play that this tab had begun, if the entries that it depends on are
    /// unchanged.
    pub(super) fn recall_correction(self) {
        let is_known = self.battle.correcting.with_untracked(Option::is_some);
        let Some(left) = session_storage::read::<Correcting>(NAME).filter(|_| !is_known) else { return };
        let fits = self.in_play(|in_play| {
            let battle = in_play.whole();
            (battle.id == left.battle).then(|| battle.value.correction_basis(&left.of) == left.basis)
        });
        match fits {
            Some(true) => self.battle.correcting.set(Some(left)),
            Some(false) => session_storage::remove(NAME),
            None => {}
        }
    }

    /// Saves the correction until the tab is closed.
    fn save_correction(self) {
        self.battle.correcting.with_untracked(|correcting| {
            if let Some(correcting) = correcting {
                session_storage::write(NAME, correcting);
            }
        });
    }

    /// Forgets the correction if another tab has changed something that it depends on.
    pub(super) fn event_from_elsewhere(self, stamp: &Stamp, event: &Event) {
        let is_affected = self
            .battle
            .correcting
            .with_untracked(|correction| correction.as_ref().is_some_and(|correction| *stamp < correction.of))
            || matches!(event, Event::Undo(_) | Event::Redo(_))
            || matches!(event, Event::Action(act) if matches!(act.action, Action::Corrected(_)));
        if is_affected && self.battle.correcting.with_untracked(Option::is_some) {
            self.forget_correction();
            let words = say("Another tab changed earlier actions. The correction was cancelled.");
            self.notice.set(Some(Notice::new(words)));
        }
    }
}

impl BattleState {
    /// True while a panel shows an earlier table for a correction.
    pub fn is_rewound(self) -> bool {
        self.app.is_rewound()
    }

    /// Begins the correction of an act in force, or the removal of the act. False, with a notice, if this is not possible.
    pub fn begin_correction(self, of: &Stamp, leave_out: bool) -> bool {
        if untrack(|| self.hides()) {
            self.notify(say("Actions are corrected once no counters are hidden any more, or by the umpire."));
            return false;
        }
        if self.app.is_read_only() {
            self.app.refuse_newer();
            return false;
        }
        if !self.is_in_control() {
            self.offer_control();
            return false;
        }
        let (act, step) = if leave_out { (Some(None), None) } else { (None, Some(of.clone())) };
        let of = of.clone();
        let basis = self.whole().with_untracked(|open| open.correction_basis(&of));
        let begun = Correcting { battle: self.id(), of, act, answers: Vec::new(), step, fresh: None, basis };
        self.app.battle.correcting.set(Some(begun));
        self.app.save_correction();
        true
    }

    /// The page that continues the unfinished correction of this battle, if there is one.
    pub fn unfinished_correction(self) -> Option<Route> {
        let id = self.id();
        self.app.battle.correcting.with(|correction| {
            let correction = correction.as_ref().filter(|correction| correction.battle == id)?;
            Some(if correction.step.is_some() || correction.act.is_none() {
                BattlePage::Correct.of(id)
            } else {
                BattlePage::Corrected.of(id)
            })
        })
    }

    /// Shows the table before the act that is repeated. `None` if the act no longer exists.
    pub fn rewind_for_correction(self) -> Option<Again> {
        self.app.put_back();
        let correction = self.current_correction()?;
        let step = correction.step.as_ref().unwrap_or(&correction.of);
        let is_first = *step == correction.of;
        let (mut rewound, again, roll) = self.with_untracked(|open| {
            let act = open.acts_in_force().into_iter().find(|(stamp, _)| *stamp == step).map(|(_, act)| act.clone())?;
            let then = open.rewound(step)?;
            let rewound = if is_first {
                then.clone()
            } else {
                open.correction(&correction.of, correction.act.clone()?, &correction.answers)?.rewound(open, step)?
            };
            // Includes dice that were rolled for it and not used yet.
            let roll = open.awaiting().find(|(stamp, rolled)| {
                Some(*stamp) == correction.fresh.as_ref() && rolled.corrects.as_ref() == Some(step)
            });
            let roll = roll.map(|(stamp, rolled)| (stamp.clone(), rolled.clone()));
            Some((rewound, Again { act, then, is_first }, roll))
        })?;
        if let Some((stamp, rolled)) = roll {
            rewound.add_roll(stamp, rolled);
        }
        self.change_correction(|correcting| {
            correcting.step.get_or_insert_with(|| correcting.of.clone());
        });
        self.app.rewind(rewound);
        Some(again)
    }

    /// The correction so far; `None` if this battle has none, or its act is no longer in force.
    pub fn review(self) -> Option<Review> {
        let id = self.id();
        let correction = self
            .app
            .battle
            .correcting
            .with(|correction| correction.clone().filter(|correction| correction.battle == id))?;
        let plan = self.with(|open| open.correction(&correction.of, correction.act?, &correction.answers))?;
        Some(Review { of: correction.of, plan, answers: correction.answers })
    }

    /// Opens the panel that repeats the corrected act or a later one.
    pub fn do_again(self, step: &Stamp) {
        self.change_correction(|correction| correction.step = Some(step.clone()));
    }

    /// Records a decision about a later act that no longer fits. Decisions about acts after it are dropped.
    pub fn answer(self, step: &Stamp, answer: MisfitDecision) {
        self.change_correction(|correction| {
            correction.answers.retain(|(stamp, _)| stamp < step);
            correction.answers.push((step.clone(), answer));
            correction.step = None;
        });
    }

    /// Adds the correction to the log. False, with a notice, if this fails.
    pub fn apply_correction(self) -> bool {
        let Some(correction) = self.current_correction() else { return false };
        let fresh = correction.fresh.filter(|fresh| untrack(|| self.awaits(fresh)));
        if untrack(|| self.awaiting(fresh.as_ref()).is_some()) {
            self.notify(say("Apply or discard the other roll first."));
            return false;
        }
        let plan = self.with_untracked(|open| open.correction(&correction.of, correction.act?, &correction.answers));
        let act = plan.and_then(|plan| self.with_untracked(|open| plan.act(open, log_time(), fresh)));
        let added = act.and_then(|act| self.add(Event::Action(Box::new(act)))).is_some();
        if added {
            self.app.forget_correction();
        }
        added
    }

    /// Cancels the correction. New dice are discarded in the log.
    pub fn cancel_correction(self) {
        self.app.put_back();
        self.discard_fresh();
        self.app.forget_correction();
    }

    /// Adds the result of a panel to the correction, and restores the current table.
    pub(super) fn settle_in_correction(self, done: Resolved, changes: Vec<Change>, overrides: Vec<String>) -> bool {
        let Some(correction) = self.current_correction() else { return false };
        let step = correction.step.as_ref().unwrap_or(&correction.of).clone();
        self.app.put_back();
        if done.discarded {
            self.discard_fresh();
            return true;
        }
        let was = self.with_untracked(|open| {
            let act = open.acts_in_force().into_iter().find(|(stamp, _)| **stamp == step)?.1;
            let Action::Resolved(was) = &act.action else { return None };
            Some((act.at, was.settles.clone()))
        });
        let Some((at, settles)) = was else {
            self.notify(say("This action is no longer in force."));
            return false;
        };
        let act = ActionEvent::new(at, Action::Resolved(Resolved { settles, ..done }), changes).refereed(overrides);
        if step == correction.of {
            self.change_correction(|correction| {
                correction.answers.clear();
                correction.act = Some(Some(act));
                correction.step = None;
            });
        } else {
            self.answer(&step, MisfitDecision::Instead(Box::new(act)));
        }
        true
    }

    /// Rolls dice on the earlier table. New dice are first added to the log of the whole battle.
    pub(super) fn roll_in_correction(self, rolled: Rolled) -> Option<Stamp> {
        let correction = self.current_correction()?;
        let is_free =
            |number: u64| self.app.in_play(|in_play| Some(in_play.whole().value.is_free(number))).unwrap_or(false);
        let is_fresh = rolled.rolls.iter().any(|roll| roll.number.is_some_and(is_free));
        let stamp = if is_fresh {
            let goes_on = rolled.goes_on.clone().filter(|before| correction.fresh.as_ref() == Some(before));
            if goes_on.is_none() {
                self.discard_fresh();
            }
            let corrects = Some(correction.step.unwrap_or(correction.of));
            let stamp = self.add_to_log(Event::Rolled(Box::new(Rolled { corrects, goes_on, ..rolled.clone() })))?;
            self.change_correction(|correction| correction.fresh = Some(stamp.clone()));
            stamp
        } else {
            self.with_untracked(|open| open.next_stamp(&self.app.tab_name()))
        };
        self.app.change_in_play(|in_play| in_play.add_to_rewound(stamp.clone(), rolled));
        Some(stamp)
    }

    /// Discards new dice that are not settled.
    fn discard_fresh(self) {
        let fresh = self
            .app
            .battle
            .correcting
            .try_update_untracked(|correction| correction.as_mut().and_then(|correction| correction.fresh.take()))
            .flatten();
        self.app.save_correction();
        let rolled = self.app.in_play(|in_play| {
            let (stamp, rolled) = in_play.whole().value.awaiting().find(|(stamp, _)| Some(*stamp) == fresh.as_ref())?;
            Some((stamp.clone(), rolled.clone()))
        });
        if let Some((stamp, rolled)) = rolled {
            let done = Resolved::discarded(stamp, rolled);
            let act = ActionEvent::new(log_time(), Action::Resolved(done), Vec::new()).refereed(Vec::new());
            let _ = self.add_to_log(Event::Action(Box::new(act)));
        }
    }

    fn current_correction(self) -> Option<Correcting> {
        let id = self.id();
        self.app
            .battle
            .correcting
            .with_untracked(|correction| correction.clone().filter(|correction| correction.battle == id))
    }

    fn change_correction(self, change: impl FnOnce(&mut Correcting)) {
        self.app.battle.correcting.update(|correction| {
            if let Some(correction) = correction {
                change(correction);
            }
        });
        self.app.save_correction();
    }

    fn notify(self, words: &'static str) {
        self.app.notice.set(Some(Notice::new(words)));
    }
}
