//! Open rolls: rolls of the app that are not applied or discarded yet, and entered dice. None is lost by a reload.

use super::{AppState, BattleState, load};
use crate::app::platform::clock::{log_time, new_id};
use crate::app::platform::local_storage;
use crate::app::state::notice::Notice;
use battle::panel::group::{GroupDraft, GroupMessage};
use battle::{Action, ActionEvent, Battle, Change, Draft, Event, Resolved, Rolled, Stamp, Waiting};
use exchange::storage::Key;
use leptos::prelude::*;
use rules::text::say;
use serde_json::Map;

/// An open roll, with the app's dice or entered ones.
#[derive(Clone, Debug, PartialEq)]
pub struct WaitingRoll {
    /// The roll; of a group act, its first.
    pub roll: Waiting,
    /// Id of its saved dice, if some were entered, or of the saved group act.
    pub dice: Option<String>,
    /// The group act to which the roll belongs, if it belongs to one.
    pub group: Option<Box<GroupDraft>>,
}

impl WaitingRoll {
    /// A roll of the log that no device has continued.
    pub fn logged(stamp: &Stamp, rolled: &Rolled) -> Self {
        Self { roll: Waiting::logged(stamp, rolled), dice: None, group: None }
    }

    /// True if this logged roll is a part of it.
    pub fn has(&self, roll: &Stamp) -> bool {
        match &self.group {
            Some(group) => group.rolls().any(|stamp| stamp == roll),
            None => self.roll.logged.as_ref() == Some(roll),
        }
    }
}

impl BattleState {
    /// All open rolls. An earlier table during a correction has none.
    pub fn waiting(self) -> Vec<WaitingRoll> {
        if self.is_rewound() {
            return Vec::new();
        }
        let (entered, groups) = (self.entered_dice(), self.waiting_groups());
        self.with(|open| {
            let entered = entered.iter().filter_map(|(id, draft)| {
                let mut roll = Waiting::entered(self.ruleset, open, draft)?;
                if open.hides(&roll.rolled.procedure, &roll.rolled.participants, &roll.rolled.input) {
                    roll.rolled = Rolled { input: Map::new(), hidden: true, ..roll.rolled };
                }
                Some(WaitingRoll { roll, dice: Some(id.clone()), group: None })
            });
            let entered: Vec<WaitingRoll> = entered.collect();
            let is_gone_on = |stamp: &Stamp| entered.iter().any(|waiting| waiting.roll.logged.as_ref() == Some(stamp));
            let is_of_group = |stamp: &Stamp| groups.iter().any(|group| group.has(stamp));
            let logged = open.awaiting().filter(|(stamp, _)| !is_gone_on(stamp) && !is_of_group(stamp));
            let logged = logged.map(|(stamp, rolled)| WaitingRoll::logged(stamp, rolled));
            logged.chain(groups.iter().cloned()).chain(entered.iter().cloned()).collect()
        })
    }

    /// The open rolls that this device must settle before it undoes or ends the phase: where everybody acts, its own; otherwise all.
    pub fn own_waiting(self) -> Vec<WaitingRoll> {
        let this = self.app.device().device;
        let mut waiting = self.waiting();
        self.whole().with(|open| {
            waiting.retain(|waiting| match waiting.roll.logged.as_ref().filter(|_| waiting.dice.is_none()) {
                Some(stamp) => !open.everybody_acts() || open.is_entry_of(&this, stamp),
                None => true,
            });
        });
        waiting
    }

    /// Entered dice of this battle with their ids, those of the earliest act first.
    pub fn entered_dice(self) -> Vec<(String, Draft)> {
        self.app.battle.entered.track();
        let mut entered = self.all_dice();
        entered.retain(|(_, draft)| !draft.faces.is_empty() && !draft.discarded);
        entered.sort_by(|(id, draft), (other, after)| (&draft.after, id).cmp(&(&after.after, other)));
        entered
    }

    /// Saved dice of this battle, including discarded ones.
    fn all_dice(self) -> Vec<(String, Draft)> {
        let battle = self.id();
        self.app.migrate_dice(&battle);
        let kept = local_storage::keys().into_iter().filter_map(|key| match &key {
            Key::Dice(of, id) if *of == battle => Some((id.clone(), load::<Draft>(&key)?.value)),
            _ => None,
        });
        kept.collect()
    }

    /// Applies an open roll to the current table. False if this fails, for example because dice or choices are missing.
    pub fn apply_waiting(self, waiting: &WaitingRoll) -> bool {
        if let Some(group) = &waiting.group {
            return self.settle_waiting_group(waiting.dice.as_ref(), group, GroupMessage::Apply);
        }
        let roll = self.whole_of(waiting).roll;
        let act = self
            .judged()
            .with_untracked(|open| Some((roll.applied(self.ruleset, open.state())?, roll.overrides(open))));
        let Some((settled, overrides)) = act else { return false };
        let could = self.settle(settled.action, settled.changes, overrides);
        waiting.dice.iter().filter(|_| could).for_each(|id| self.drop_dice(id));
        could
    }

    /// Discards an open roll in the log.
    pub fn discard_waiting(self, waiting: &WaitingRoll) {
        if let Some(group) = &waiting.group {
            self.settle_waiting_group(waiting.dice.as_ref(), group, GroupMessage::Discard);
            return;
        }
        let entered = waiting.dice.as_ref().and_then(|id| untrack(|| self.kept_dice(id)));
        let whole = self.whole_of(waiting).roll;
        let (procedure, participants) = (whole.rolled.procedure.clone(), whole.rolled.participants.clone());
        if self.settle(whole.discarded(), Vec::new(), Vec::new()) {
            waiting.dice.iter().for_each(|id| self.drop_dice(id));
            self.offer_discarded(entered.unwrap_or_else(|| Draft { procedure, participants, ..Draft::default() }));
        }
    }

    /// An open roll, including hidden values.
    fn whole_of(self, waiting: &WaitingRoll) -> WaitingRoll {
        let all = untrack(|| self.whole().waiting());
        let is_it = |other: &WaitingRoll| other.dice == waiting.dice && other.roll.logged == waiting.roll.logged;
        all.into_iter().find(is_it).unwrap_or_else(|| waiting.clone())
    }

    /// The open roll of the log that this device must settle first, if there is one other than `but`.
    pub fn awaiting(self, but: Option<&Stamp>) -> Option<(Stamp, Rolled)> {
        let this = self.app.device().device;
        self.with(|open| {
            let (stamp, rolled) = open.awaiting_of(&this).into_iter().find(|(stamp, _)| Some(*stamp) != but)?;
            Some((stamp.clone(), rolled.clone()))
        })
    }

    /// The faces of a roll of the app, each from 1 to `sides`. They come from the saved battle, so that a correction repeats dice that were
    /// seen before.
    pub fn faces(self, number: u64, sides: u8, count: usize) -> Vec<u8> {
        self.whole().with_untracked(|open| open.faces(number, sides, count))
    }

    /// An open roll of the log, including hidden values.
    pub fn whole_rolled(self, stamp: &Stamp) -> Option<Rolled> {
        self.judged().with_untracked(|open| {
            open.awaiting().find(|(awaited, _)| *awaited == stamp).map(|(_, rolled)| rolled.clone())
        })
    }

    /// True if this roll is still open.
    pub fn awaits(self, stamp: &Stamp) -> bool {
        self.with(|open| open.awaiting().any(|(awaited, _)| awaited == stamp))
    }

    /// Adds a roll to the log before it is shown. Returns its stamp, or `None` if this fails.
    pub fn roll(self, rolled: Rolled) -> Option<Stamp> {
        if self.is_rewound() {
            return self.roll_in_correction(rolled);
        }
        let acting = self.whole().with_untracked(|open| open.acting_in_roll(&rolled));
        if acting.is_some_and(|acting| !self.may_act_or_notify(&acting)) {
            return None;
        }
        let stamp = self.add(Event::Rolled(Box::new(rolled)));
        self.drop_answers();
        stamp
    }

    /// Applies or discards the result of a procedure, although these rules of the turn forbid it. False if this fails, for example because
    /// another roll of the app is open: it must be settled first.
    pub fn settle(self, action: Resolved, changes: Vec<Change>, overrides: Vec<String>) -> bool {
        self.settle_as(action, changes, overrides, None)
    }

    /// Applies the results of several procedures with one tap, so that one undo takes back all. Stops at the first that cannot be applied.
    pub fn settle_at_one_tap(self, all: impl Iterator<Item = (Resolved, Vec<Change>)>) {
        let mut first = None;
        for (action, changes) in all {
            if !self.settle_as(action, changes, Vec::new(), first.clone()) {
                return;
            }
            first = first.or_else(|| self.last_stamp());
        }
    }

    /// Applies or discards the result of a procedure. `first` is the first act of its group, if it is a later one.
    fn settle_as(self, action: Resolved, changes: Vec<Change>, overrides: Vec<String>, first: Option<Stamp>) -> bool {
        if !self.is_in_control() {
            self.offer_control();
            return false;
        }
        if !self.may_settle(&action) {
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
            // A player who has applied an outcome no longer needs the hints.
            self.app.put_hints_away();
        }
        let act = ActionEvent::new(log_time(), Action::Resolved(action), changes).refereed(overrides);
        let is_applied = self.write(act.in_group(first));
        if is_applied {
            self.drop_answers();
        }
        is_applied
    }

    /// True if this device may apply or discard the result of a procedure. Otherwise shows a notice with whose it is.
    pub(super) fn may_settle(self, action: &Resolved) -> bool {
        let acting = self.whole().with_untracked(|open| open.acting_in_act(action));
        action.discarded || acting.is_none_or(|acting| self.may_act_or_notify(&acting))
    }

    /// Discards a roll that has no outcome.
    pub fn discard(self, stamp: Stamp, rolled: Rolled) {
        self.settle(Resolved::discarded(stamp, rolled), Vec::new(), Vec::new());
    }

    /// True if a roll is open, so that nothing can be undone or redone. The page then asks whether to apply or discard it.
    pub(super) fn must_settle_first(self) -> bool {
        untrack(|| !self.own_waiting().is_empty())
    }

    /// Keeps a discarded draft until the next act, and offers to take the discard back.
    pub fn offer_discarded(self, draft: Draft) {
        self.drop_discards_except(None);
        let Some((after, _)) = self.whole().with_untracked(|open| self.discarded_last(open)) else { return };
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

    /// The last act, if it is a discard that can be taken back: its stamp and the roll. The app's dice are in the log. Entered dice are saved
    /// only on the device that discarded them.
    fn last_discard(self) -> Option<(Stamp, Rolled)> {
        self.app.battle.entered.track();
        let last = self.whole().with(|open| self.discarded_last(open)).filter(|_| !self.is_rewound());
        last.filter(|(stamp, rolled)| is_by_app(rolled) || self.kept_discard(stamp).is_some())
    }

    /// The last act and its roll, if that act is a discard; of a group act, the last discard. Where everybody acts, only a discard of this
    /// device.
    fn discarded_last(self, open: &Battle) -> Option<(Stamp, Rolled)> {
        let this = untrack(|| self.app.device()).device;
        let last = open.last_discards().pop();
        last.filter(|(stamp, _)| !open.everybody_acts() || open.is_entry_of(&this, stamp))
    }

    /// The discarded roll that Undo restores. `None` if the player discarded it to undo the act before it.
    pub fn discard_to_undo(self) -> Option<Rolled> {
        let (stamp, rolled) = self.last_discard()?;
        let is_passed = self.app.battle.passed_discard.with(|passed| passed.as_ref() == Some(&stamp));
        (!is_passed).then_some(rolled)
    }

    /// Makes the next undo skip the last discard, because the player discarded the roll to undo the act before it. The notice can still take
    /// the discard back.
    pub fn pass_discard(self) {
        let last = self.whole().with_untracked(|open| self.discarded_last(open));
        self.app.battle.passed_discard.set(last.map(|(stamp, _)| stamp));
    }

    /// Takes back a discard: the roll is open again, with the same dice and answers. False if another act followed.
    pub fn take_discard_back(self) -> bool {
        let Some((stamp, rolled)) = untrack(|| self.last_discard()) else { return false };
        if let Some(is_back) = self.take_group_back() {
            return is_back;
        }
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

    /// Runs a change of the log. If the last discard can then no longer be taken back, deletes its dice and answers.
    pub(super) fn dropping_discards<T>(self, change: impl FnOnce() -> T) -> T {
        let last_discard = || self.whole().with_untracked(|open| self.discarded_last(open)).map(|(stamp, _)| stamp);
        let before = last_discard();
        let changed = change();
        let last = last_discard();
        if before.is_some() && last != before {
            self.drop_discards_except(last.as_ref());
        }
        changed
    }

    /// Deletes discarded dice and answers, except those of one act.
    pub(super) fn drop_discards_except(self, act: Option<&Stamp>) {
        self.drop_discarded_groups_except(act);
        for (id, draft) in untrack(|| self.discarded_dice()) {
            if !act.is_some_and(|act| draft.was_discarded_by(act)) {
                self.drop_dice(&id);
            }
        }
    }

    /// Dice and answers that an act discarded, with their id. Those of an earlier discard may still be saved, if the log has grown while the
    /// battle was not in play.
    fn kept_discard(self, act: &Stamp) -> Option<(String, Draft)> {
        self.discarded_dice().into_iter().find(|(_, draft)| draft.was_discarded_by(act))
    }

    /// Discarded dice and answers of this battle with their ids.
    fn discarded_dice(self) -> Vec<(String, Draft)> {
        self.all_dice().into_iter().filter(|(_, draft)| draft.discarded).collect()
    }

    /// The answers of the last panel that was left; `None` if an act followed.
    pub fn answers_left(self) -> Option<Draft> {
        self.app.migrate_dice(&self.id());
        let draft: Draft = load(&Key::Draft(self.id()))?.value;
        (draft.after == self.last_stamp()).then_some(draft)
    }

    /// The stamp of the last event of the log.
    pub fn last_stamp(self) -> Option<Stamp> {
        self.with_untracked(|open| open.log().last().map(|(stamp, _)| stamp.clone()))
    }

    /// Deletes the answers, because the act is settled.
    pub fn drop_answers(self) {
        if self.is_rewound() {
            return;
        }
        let key = Key::Draft(self.id());
        if local_storage::read(&key).is_some() {
            self.app.remove([key.to_string()]);
        }
    }

    /// Saves entered dice under an id, for a reload, other pages and other tabs.
    pub fn keep_dice(self, id: &str, draft: &Draft) {
        if !self.is_rewound() {
            self.app.save(&Key::Dice(self.id(), id.to_owned()), draft);
            self.app.notify_entered();
        }
    }

    /// The saved dice with this id.
    pub fn kept_dice(self, id: &str) -> Option<Draft> {
        self.app.battle.entered.track();
        Some(load::<Draft>(&Key::Dice(self.id(), id.to_owned()))?.value)
    }

    /// Deletes entered dice, because they are settled or removed.
    pub fn drop_dice(self, id: &str) {
        let key = Key::Dice(self.id(), id.to_owned());
        if !self.is_rewound() && local_storage::has(&key) {
            self.app.remove([key.to_string()]);
            self.app.notify_entered();
        }
    }
}

impl AppState {
    /// Saves the answers to a procedure of this battle, which may already be closed.
    pub fn keep_answers(self, battle: String, draft: &Draft) {
        if !self.is_rewound() {
            self.migrate_dice(&battle);
            self.save(&Key::Draft(battle), draft);
        }
    }

    /// Moves entered dice of earlier versions, which saved them with the answers.
    fn migrate_dice(self, battle: &str) {
        let key = Key::Draft(battle.to_owned());
        if let Some(opened) = load::<Draft>(&key).filter(|opened| !opened.value.faces.is_empty()) {
            self.save(&Key::Dice(battle.to_owned(), new_id()), &opened.value);
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

    /// Notifies the components that show entered dice.
    pub(super) fn notify_entered(self) {
        self.battle.entered.update(|times| *times = times.wrapping_add(1));
    }
}

/// True if the app made some of the rolls.
fn is_by_app(rolled: &Rolled) -> bool {
    rolled.rolls.iter().any(|roll| roll.number.is_some())
}
