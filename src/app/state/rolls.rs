//! Rolls of the app that were not applied or discarded yet, and dice that are being typed. No roll is lost.

use super::{AppState, BattleState, load};
use crate::app::platform::clock::{log_time, new_id};
use crate::app::platform::local_storage;
use crate::app::state::notice::Notice;
use drumhead::battle::{Action, ActionEvent, Battle, Change, Draft, Event, Resolved, Rolled, Stamp, Waiting};
use drumhead::core::text::say;
use drumhead::storage::Key;
use leptos::prelude::*;
use serde_json::Map;

/// A roll that was begun, by the app or by hand, and that waits to be applied or discarded.
#[derive(Clone, Debug, PartialEq)]
pub struct WaitingRoll {
    /// The roll.
    pub roll: Waiting,
    /// Id under which its dice are kept, if some were entered by hand.
    pub dice: Option<String>,
}

impl BattleState {
    /// All rolls that wait: those in the log, and those of which dice were entered by hand. None on an earlier table that is shown
    /// for a correction.
    pub fn waiting(self) -> Vec<WaitingRoll> {
        if self.is_rewound() {
            return Vec::new();
        }
        let entered = self.entered_dice();
        self.with(|open| {
            let entered = entered.iter().filter_map(|(id, draft)| {
                let mut roll = Waiting::entered(self.ruleset, open, draft)?;
                if open.hides(&roll.rolled.procedure, &roll.rolled.participants, &roll.rolled.input) {
                    roll.rolled = Rolled { input: Map::new(), hidden: true, ..roll.rolled };
                }
                Some(WaitingRoll { roll, dice: Some(id.clone()) })
            });
            let entered: Vec<WaitingRoll> = entered.collect();
            let is_gone_on = |stamp: &Stamp| entered.iter().any(|waiting| waiting.roll.logged.as_ref() == Some(stamp));
            let logged = open.awaiting().filter(|(stamp, _)| !is_gone_on(stamp));
            let logged = logged.map(|(stamp, rolled)| WaitingRoll { roll: Waiting::logged(stamp, rolled), dice: None });
            logged.chain(entered.iter().cloned()).collect()
        })
    }

    /// Dice of this battle that were entered by hand, each with its id, those of the earliest act first.
    pub fn entered_dice(self) -> Vec<(String, Draft)> {
        self.app.battle.entered.track();
        let mut entered = self.all_dice();
        entered.retain(|(_, draft)| !draft.faces.is_empty() && !draft.discarded);
        entered.sort_by(|(id, draft), (other, after)| (&draft.after, id).cmp(&(&after.after, other)));
        entered
    }

    /// Dice of this battle that are kept, discarded or not.
    fn all_dice(self) -> Vec<(String, Draft)> {
        let battle = self.id();
        self.app.move_dice_of_before(&battle);
        let kept = local_storage::keys().into_iter().filter_map(|key| match &key {
            Key::Dice(of, id) if *of == battle => Some((id.clone(), load::<Draft>(&key)?.it)),
            _ => None,
        });
        kept.collect()
    }

    /// Applies a roll that waits, as the table is now; says whether it could. It cannot while dice or choices are missing.
    pub fn apply_waiting(self, waiting: &WaitingRoll) -> bool {
        let roll = self.whole_of(waiting).roll;
        let act = self
            .judged()
            .with_untracked(|open| Some((roll.applied(self.ruleset, open.state())?, roll.overrides(open))));
        let Some((settled, overrides)) = act else { return false };
        let could = self.settle(settled.action, settled.changes, overrides);
        waiting.dice.iter().filter(|_| could).for_each(|id| self.drop_dice(id));
        could
    }

    /// Discards a roll that waits, in the log.
    pub fn discard_waiting(self, waiting: &WaitingRoll) {
        let entered = waiting.dice.as_ref().and_then(|id| untrack(|| self.kept_dice(id)));
        let whole = self.whole_of(waiting).roll;
        let (procedure, participants) = (whole.rolled.procedure.clone(), whole.rolled.participants.clone());
        if self.settle(whole.discarded(), Vec::new(), Vec::new()) {
            waiting.dice.iter().for_each(|id| self.drop_dice(id));
            self.offer_discarded(entered.unwrap_or_else(|| Draft { procedure, participants, ..Draft::default() }));
        }
    }

    /// A roll that waits with all that is hidden of it.
    fn whole_of(self, waiting: &WaitingRoll) -> WaitingRoll {
        let all = untrack(|| self.whole().waiting());
        let is_it = |own: &WaitingRoll| own.dice == waiting.dice && own.roll.logged == waiting.roll.logged;
        all.into_iter().find(is_it).unwrap_or_else(|| waiting.clone())
    }

    /// The roll that was not applied or discarded yet, if there is one other than `but`.
    pub fn awaiting(self, but: Option<&Stamp>) -> Option<(Stamp, Rolled)> {
        self.with(|open| {
            let (stamp, rolled) = open.awaiting().find(|(stamp, _)| Some(*stamp) != but)?;
            Some((stamp.clone(), rolled.clone()))
        })
    }

    /// The faces of a roll of the app, each from 1 to `sides`. The saved battle knows dice that were seen before, also in a correction.
    pub fn faces(self, number: u64, sides: u8, count: usize) -> Vec<u8> {
        self.whole().with_untracked(|open| open.faces(number, sides, count))
    }

    /// A roll that awaits its settlement, with all that is hidden of it.
    pub fn whole_rolled(self, stamp: &Stamp) -> Option<Rolled> {
        self.judged().with_untracked(|open| {
            open.awaiting().find(|(awaited, _)| *awaited == stamp).map(|(_, rolled)| rolled.clone())
        })
    }

    /// True if this roll still awaits its settlement.
    pub fn awaits(self, stamp: &Stamp) -> bool {
        self.with(|open| open.awaiting().any(|(awaited, _)| awaited == stamp))
    }

    /// Writes a roll down before anybody sees it; hands back its stamp if that was possible.
    pub fn roll(self, rolled: Rolled) -> Option<Stamp> {
        if self.is_rewound() {
            return self.roll_in_correction(rolled);
        }
        let stamp = self.add(Event::Rolled(Box::new(rolled)));
        self.drop_answers();
        stamp
    }

    /// Applies or discards what a procedure came to, although these rules of the turn forbid it; says whether it could. It
    /// cannot while another roll of the app waits: dice that were seen are settled first.
    pub fn settle(self, action: Resolved, changes: Vec<Change>, overrides: Vec<String>) -> bool {
        self.settle_as(action, changes, overrides, false)
    }

    /// Applies what several procedures came to, one after the other, for one tap: they are undone together. It stops where one
    /// cannot be applied.
    pub fn settle_at_one_tap(self, all: impl Iterator<Item = (Resolved, Vec<Change>)>) {
        for (nth, (action, changes)) in all.enumerate() {
            if !self.settle_as(action, changes, Vec::new(), nth > 0) {
                return;
            }
        }
    }

    fn settle_as(self, action: Resolved, changes: Vec<Change>, overrides: Vec<String>, together: bool) -> bool {
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
                    .is_some_and(|settled| !self.awaits(settled))
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
        let act = ActionEvent::new(log_time(), Action::Resolved(action), changes).refereed(overrides);
        let is_applied = self.write(ActionEvent { together, ..act });
        if is_applied {
            self.drop_answers();
        }
        is_applied
    }

    /// Discards a roll that has no outcome.
    pub fn discard(self, stamp: Stamp, rolled: Rolled) {
        self.settle(Resolved::discarded(stamp, rolled), Vec::new(), Vec::new());
    }

    /// True if a roll waits, so that nothing is undone or redone: the page then asks what becomes of it.
    pub(super) fn must_settle_first(self) -> bool {
        untrack(|| !self.waiting().is_empty())
    }

    /// Keeps what was discarded until the next act, and offers to take it back.
    pub fn offer_discarded(self, draft: Draft) {
        self.drop_discards_but(None);
        let Some((after, _)) = self.whole().with_untracked(Battle::last_discard) else { return };
        self.keep_dice(&new_id(), &Draft { discarded: true, after: Some(after), ..draft });
        let id = self.id();
        let back = move || {
            if self.is_open(&id) {
                self.take_discard_back();
            }
        };
        let notice = Notice::new(say("Discarded.")).way_back(say("Take back"), back).until_next_act();
        self.app.notice.set(Some(notice));
    }

    /// The discard that is the last act, if it can be taken back: its stamp and the roll. The app's dice are in the log. Dice that were
    /// entered by hand are kept by the device that discarded them.
    fn last_discard(self) -> Option<(Stamp, Rolled)> {
        self.app.battle.entered.track();
        let last = self.whole().with(Battle::last_discard).filter(|_| !self.is_rewound());
        last.filter(|(stamp, rolled)| is_by_app(rolled) || self.kept_discard(stamp).is_some())
    }

    /// The discarded roll that Undo brings back. `None` if the player discarded it to undo the act before it.
    pub fn discard_to_undo(self) -> Option<Rolled> {
        let (stamp, rolled) = self.last_discard()?;
        let is_passed = self.app.battle.passed_discard.with(|passed| passed.as_ref() == Some(&stamp));
        (!is_passed).then_some(rolled)
    }

    /// Lets the next undo pass over the last discard: the player discarded the roll to undo the act before it. The notice can still
    /// take the discard back.
    pub fn pass_discard(self) {
        let last = self.whole().with_untracked(Battle::last_discard);
        self.app.battle.passed_discard.set(last.map(|(stamp, _)| stamp));
    }

    /// Takes a discard back: the same dice wait again, with the answers that were given. Returns false if something else happened since.
    pub fn take_discard_back(self) -> bool {
        let Some((stamp, rolled)) = untrack(|| self.last_discard()) else { return false };
        let kept = self.kept_discard(&stamp);
        let by_app = is_by_app(&rolled);
        let logged = if by_app { self.roll(Rolled { at: log_time(), ..rolled }) } else { None };
        if by_app && logged.is_none() {
            return false;
        }
        let Some((id, draft)) = kept else { return true };
        let draft = Draft { discarded: false, rolled: logged, after: self.last_stamp(), ..draft };
        if !draft.faces.is_empty() {
            self.keep_dice(&id, &draft);
            return true;
        }
        self.drop_dice(&id);
        if draft.rolled.is_none() {
            self.app.keep_answers(self.id(), &draft);
        }
        true
    }

    /// Runs a change of the log. If the last discard can then no longer be taken back, its dice and answers are forgotten.
    pub(super) fn dropping_discards<T>(self, change: impl FnOnce() -> T) -> T {
        let last_discard = || self.whole().with_untracked(Battle::last_discard).map(|(stamp, _)| stamp);
        let before = last_discard();
        let changed = change();
        let last = last_discard();
        if before.is_some() && last != before {
            self.drop_discards_but(last.as_ref());
        }
        changed
    }

    /// Forgets dice and answers that were discarded, but for those of one act.
    fn drop_discards_but(self, act: Option<&Stamp>) {
        for (id, draft) in untrack(|| self.discarded_dice()) {
            if !act.is_some_and(|act| draft.was_discarded_by(act)) {
                self.drop_dice(&id);
            }
        }
    }

    /// Dice and answers that an act discarded, with their id. Those of an earlier discard stay in storage if the log grew while the
    /// battle was not in play.
    fn kept_discard(self, act: &Stamp) -> Option<(String, Draft)> {
        self.discarded_dice().into_iter().find(|(_, draft)| draft.was_discarded_by(act))
    }

    /// Dice and answers of this battle that were discarded, each with its id.
    fn discarded_dice(self) -> Vec<(String, Draft)> {
        self.all_dice().into_iter().filter(|(_, draft)| draft.discarded).collect()
    }

    /// Answers of a procedure as its page was left, unless something happened since.
    pub fn answers_left(self) -> Option<Draft> {
        self.app.move_dice_of_before(&self.id());
        let draft: Draft = load(&Key::Draft(self.id()))?.it;
        (draft.after == self.last_stamp()).then_some(draft)
    }

    /// The stamp of the last event of the log.
    pub fn last_stamp(self) -> Option<Stamp> {
        self.with_untracked(|open| open.log().last().map(|(stamp, _)| stamp.clone()))
    }

    /// Forgets the answers that were given: the act is settled.
    pub fn drop_answers(self) {
        if self.is_rewound() {
            return;
        }
        let key = Key::Draft(self.id());
        if local_storage::read(&key).is_some() {
            self.app.remove([key.to_string()]);
        }
    }

    /// Keeps dice that are entered by hand under an id, so that a reload, another page and another tab find them again.
    pub fn keep_dice(self, id: &str, draft: &Draft) {
        if !self.is_rewound() {
            self.app.save(&Key::Dice(self.id(), id.to_owned()), draft);
            self.app.notify_entered();
        }
    }

    /// Dice as they are kept under an id.
    pub fn kept_dice(self, id: &str) -> Option<Draft> {
        self.app.battle.entered.track();
        Some(load::<Draft>(&Key::Dice(self.id(), id.to_owned()))?.it)
    }

    /// Forgets dice that were entered by hand: they are settled, or taken back.
    pub fn drop_dice(self, id: &str) {
        let key = Key::Dice(self.id(), id.to_owned());
        if !self.is_rewound() && local_storage::has(&key) {
            self.app.remove([key.to_string()]);
            self.app.notify_entered();
        }
    }
}

impl AppState {
    /// Keeps the answers to a procedure of this battle, which need not be open any more.
    pub fn keep_answers(self, battle: String, draft: &Draft) {
        if !self.is_rewound() {
            self.move_dice_of_before(&battle);
            self.save(&Key::Draft(battle), draft);
        }
    }

    /// Earlier versions kept typed dice where answers are kept.
    fn move_dice_of_before(self, battle: &str) {
        let key = Key::Draft(battle.to_owned());
        if let Some(opened) = load::<Draft>(&key).filter(|opened| !opened.it.faces.is_empty()) {
            self.save(&Key::Dice(battle.to_owned(), new_id()), &opened.it);
            self.remove([key.to_string()]);
        }
    }

    /// Runs a change of the log of the battle in play, which has this id: see [`BattleState::dropping_discards`].
    pub(super) fn dropping_discards<T>(self, id: &str, change: impl FnOnce() -> T) -> T {
        match self.open_battle(id) {
            Ok(battle) => battle.dropping_discards(change),
            Err(_) => change(),
        }
    }

    /// Wakes what shows dice that were entered by hand.
    pub(super) fn notify_entered(self) {
        self.battle.entered.update(|times| *times = times.wrapping_add(1));
    }
}

/// True if the app made some of the rolls.
fn is_by_app(rolled: &Rolled) -> bool {
    rolled.rolls.iter().any(|roll| roll.number.is_some())
}
