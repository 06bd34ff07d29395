//! The battle in play, and acts in it. Each act is an event of its log, and saved at once.

use super::{AppState, Saved};
use crate::app::platform::clock::log_time;
use crate::app::platform::local_storage;
use crate::app::platform::scrolling;
use crate::app::state::notice::Notice;
use crate::app::state::rulesets;
use battle::forecast::job::Supposed;
use battle::seats::{Acting, SeatUndo};
use battle::turn;
use battle::{Action, ActionEvent, Battle, Change, Event, Joined, Stamp, referee};
use exchange::storage::Key;
use exchange::storage::limits;
use leptos::prelude::*;
use rules::closing::Verdict;
use rules::facts::Facts;
use rules::own::REMINDERS;
use rules::ruleset::Ruleset;
use rules::subject::Subject;
use rules::text;
use rules::text::say;

/// A handle to the battle in play, for pages.
#[derive(Clone, Copy)]
pub struct BattleState {
    /// State of the app.
    pub app: AppState,
    /// Its ruleset.
    pub ruleset: &'static Ruleset,
    /// The battle that it reads.
    pub(super) view: View,
}

/// The battle that a [`BattleState`] reads.
#[derive(Clone, Copy)]
pub(super) enum View {
    /// The battle in play as this device shows it.
    Shown,
    /// The battle in play on which acts are checked and made, including hidden values. Pages must not show it.
    Judged,
    /// The saved battle in play, also while an earlier table is shown for a correction.
    Whole,
    /// A hypothetical table instead of the battle in play. No acts are possible on it.
    Supposed(StoredValue<Supposed>),
}

impl BattleState {
    /// The battle in play.
    pub fn in_play(app: AppState, ruleset: &'static Ruleset) -> Self {
        Self { app, ruleset, view: View::Shown }
    }

    /// The battle in a hypothetical state. No acts are possible in it.
    pub fn supposing(self, battle: Supposed) -> Self {
        Self { view: View::Supposed(StoredValue::new(battle)), ..self }
    }

    /// The battle on which acts are checked and made, including hidden values. Pages must not show it.
    pub fn judged(self) -> Self {
        self.reading(View::Judged)
    }

    /// The saved battle, including hidden values.
    pub fn whole(self) -> Self {
        self.reading(View::Whole)
    }

    /// A supposed battle has no other views.
    fn reading(self, view: View) -> Self {
        let is_supposed = matches!(self.view, View::Supposed(_));
        if is_supposed { self } else { Self { view, ..self } }
    }

    /// The battle's id.
    pub fn id(self) -> String {
        self.app.in_play(|in_play| Some(in_play.whole().id.clone())).unwrap_or_default()
    }

    /// True if the cards of units have boards with questions in this battle.
    pub fn has_boards(self) -> bool {
        self.ruleset.all_quick_questions().next().is_some()
    }

    /// The units of a side. If there are boards, they are in the order in which the phase lets them act.
    pub fn units_in_order(self, open: &Battle, side: usize) -> Vec<(&Joined, &Facts)> {
        let state = open.state();
        let phase = self.ruleset.phase(state.battle()).filter(|_| self.has_boards());
        let mut units: Vec<_> = state.known_units().filter(|(unit, _)| unit.side == side).collect();
        if let Some(phase) = phase {
            units.sort_by_key(|(_, facts)| (!(phase.concerns)(facts), (phase.rank)(facts)));
        }
        units
    }

    /// Adds an act to the log.
    pub fn act(self, action: Action, changes: Vec<Change>) {
        self.act_overriding(action, changes, Vec::new());
    }

    /// Adds an act although these rules of the turn forbid it. False, with a notice, if it cannot be saved.
    pub fn act_overriding(self, action: Action, mut changes: Vec<Change>, overrides: Vec<String>) -> bool {
        let judged = self.judged();
        if matches!(action, Action::ByHand) {
            let moved = judged.with_untracked(|battle| turn::moved_from(self.ruleset, battle.state(), &changes));
            self.notify_moved(&moved);
            changes = judged.with_untracked(|battle| referee::changes_by_hand(self.ruleset, battle.state(), changes));
        } else if matches!(action, Action::Muster) {
            changes = judged.with_untracked(|battle| referee::changes_of_muster(self.ruleset, battle.state(), changes));
        }
        let at = log_time();
        // Several taps on one tracker in a row are one entry.
        let group = match action {
            Action::ByHand => {
                let tab = self.app.tab_name();
                self.whole().with_untracked(|open| open.group_by_hand(&tab, at, &changes))
            }
            _ => None,
        };
        self.write(ActionEvent::new(at, action, changes).refereed(overrides).in_group(group))
    }

    /// Adds an act event. False, with a notice, if it cannot be saved.
    pub(super) fn write(self, act: ActionEvent) -> bool {
        self.add(Event::Action(Box::new(act))).is_some()
    }

    /// Ends the phase, with its upkeep. `overrides` has the rule that forbids this, if any.
    pub fn begin_next(self, overrides: Vec<String>) {
        let judged = self.judged();
        let barred = judged.with_untracked(|open| referee::next_barred(self.ruleset, open.state()));
        if barred
            .is_some_and(|(rule, _)| untrack(|| self.hides()) && !overrides.iter().any(|overridden| overridden == rule))
        {
            let words = say("Something is still due that you do not see. The other side, or the umpire, sees it.");
            self.app.notice.set(Some(Notice::new(words)));
            return;
        }
        // Skipped reminders return if the end of the phase is undone.
        let reminders = self.drop_reminders();
        let changes = judged.with_untracked(|open| referee::next_changes(self.ruleset, open.state()));
        self.write(ActionEvent::new(log_time(), Action::Phase, changes).refereed(overrides).in_group(reminders));
        scrolling::show_due();
    }

    /// Removes the reminders that are not ticked off. Returns the stamp of the act; `None` if there were none.
    fn drop_reminders(self) -> Option<Stamp> {
        let left: Vec<String> = self.with_untracked(|open| open.state().battle().value(REMINDERS).unwrap_or_default());
        if left.is_empty() {
            return None;
        }
        let none: Vec<String> = Vec::new();
        let drop = vec![Change::to(Subject::Battle, REMINDERS, none)];
        let judged = self.judged();
        let changes = judged.with_untracked(|open| referee::changes_by_hand(self.ruleset, open.state(), drop));
        let act = ActionEvent::new(log_time(), Action::ByHand, changes).refereed(Vec::new());
        self.add(Event::Action(Box::new(act)))
    }

    /// Settles all duties that need neither dice nor answers, including duties that follow from these. Each is a separate act.
    pub fn settle_all_without_dice(self) {
        // A limit, because duties may follow from each other without end. No table has more than a few hundred.
        const MAX_DUTIES: usize = 500;
        let next_due = move || {
            self.judged().with_untracked(|open| {
                let duties = referee::duties(self.ruleset, open.state());
                let (duties, _) = self.own_and_other_duties(duties);
                let due = duties.iter().filter(|duty| duty.holds_up());
                due.filter_map(|duty| referee::settle_without_dice(self.ruleset, open.state(), duty)).next()
            })
        };
        self.settle_at_one_tap((0..MAX_DUTIES).map_while(|_| next_due()).map(|due| (due.action, due.changes)));
    }

    /// Shows a notice with the unit that lost a mark because it was ticked for another unit.
    fn notify_moved(self, moved: &[Change]) {
        let message = moved.iter().find_map(|change| {
            let Change::Set { of, key, .. } = change else { return None };
            let tracker = self.ruleset.trackers.unit.iter().find(|tracker| tracker.id == *key)?;
            let who = self.with_untracked(|battle| Some(battle.state().unit(of.id())?.name().to_owned()))?;
            Some(text!("{what}: no longer {who}.", what = tracker.label, who = who))
        });
        if let Some(message) = message {
            self.app.notice.set(Some(Notice::new(message.to_string())));
        }
    }

    /// Adds the first act of a battle that continues another one.
    pub fn begin_with(self, event: Event) {
        self.add(event);
    }

    /// Closes the battle with a verdict and a note. False, with a notice, if this cannot be saved.
    pub fn close(self, verdict: Verdict, note: &str) -> bool {
        self.add(Event::Action(Box::new(Battle::closing(log_time(), verdict, note)))).is_some()
    }

    /// Reopens the battle.
    pub fn reopen(self) {
        self.add(Event::Action(Box::new(Battle::closing(log_time(), Verdict::Open, ""))));
    }

    /// Adds a note to the log that the players see the seed, unless there is one. False if this fails. A battle of a newer Drumhead gets no
    /// note, because it cannot be changed here.
    pub fn show_seed(self) -> bool {
        let noted = |event: &Event| matches!(event, Event::Action(act) if act.seed_shown);
        let needs_no_note = self.app.in_play(|in_play| {
            let Saved { value: battle, read_only, .. } = in_play.whole();
            Some(*read_only || battle.log().iter().any(|(_, event)| noted(event)))
        });
        needs_no_note == Some(true)
            || self.add(Event::Action(Box::new(ActionEvent::of_seed_shown(log_time())))).is_some()
    }

    /// The undo of the last act of this device's seats.
    fn undo_by_seat(self) -> Option<SeatUndo> {
        let this = untrack(|| self.app.device()).device;
        self.whole().with_untracked(|open| open.undo_of(&this))
    }

    /// The last act of this device, if entries of other devices depend on it. Then an undo is a correction that leaves the act out.
    pub fn undo_that_asks(self) -> Option<Stamp> {
        match self.undo_by_seat()? {
            SeatUndo::Asks { act, .. } => Some(act),
            SeatUndo::Plain(_) => None,
        }
    }

    /// Undoes the last act in force, with the other acts of the same tap. Returns their number; 0 if this is not possible.
    pub fn undo(self) -> usize {
        if untrack(|| self.everybody_acts()) {
            let undo = if self.must_settle_first() { None } else { self.undo_by_seat() };
            return match undo {
                Some(SeatUndo::Plain(event)) => usize::from(self.add(event).is_some()),
                Some(SeatUndo::Asks { .. }) | None => 0,
            };
        }
        let mut count = 0;
        let mut goes_on = !self.must_settle_first();
        while goes_on {
            let (event, further) = self.whole().with_untracked(|open| (open.undoing(), open.undoes_further()));
            let undone = event.is_some_and(|event| self.add(event).is_some());
            count += usize::from(undone);
            goes_on = undone && further;
        }
        count
    }

    /// Redoes the last undone act, with the other acts of the same tap. Returns their number; 0 if this is not possible.
    pub fn redo(self) -> usize {
        if untrack(|| self.everybody_acts()) {
            let this = untrack(|| self.app.device()).device;
            let redo = || self.whole().with_untracked(|open| open.redo_of(&this));
            let redo = if self.must_settle_first() { None } else { redo() };
            return usize::from(redo.is_some_and(|event| self.add(event).is_some()));
        }
        let mut count = 0;
        let mut goes_on = !self.must_settle_first();
        while goes_on {
            let redone = self.whole().with_untracked(Battle::redoing).is_some_and(|event| self.add(event).is_some());
            count += usize::from(redone);
            goes_on = redone && self.whole().with_untracked(Battle::redoes_further);
        }
        count
    }

    /// True if the battle with this id is still in play.
    pub fn is_open(self, id: &str) -> bool {
        self.app.is_in_play(id)
    }

    /// New ids for units. Another tab that adds units at the same moment gets different ones.
    pub fn free_ids(self, count: usize) -> Vec<String> {
        let tab = self.app.tab_name();
        self.with_untracked(|open| open.state().free_ids(&tab, count))
    }

    /// True if no act is possible now, because the battle is closed or another device is in control. Then shows a notice with a remedy.
    pub fn turns_away_acts(self) -> bool {
        self.turns_away(&Event::Action(Box::new(ActionEvent::new(log_time(), Action::Phase, Vec::new()))))
    }

    fn turns_away(self, event: &Event) -> bool {
        if let Some(why) = self.app.in_play(|in_play| in_play.whole().value.refuses(event)) {
            let id = self.id();
            let reopen = move || {
                if self.is_open(&id) {
                    self.reopen();
                }
            };
            self.app.notice.set(Some(Notice::new(why.to_string()).way_back(say("Reopen"), reopen).of_this_page()));
            return true;
        }
        if !takes_seats(event) && untrack(|| self.everybody_acts() && self.only_watches()) {
            return !self.may_act_or_notify(&Acting::Battle);
        }
        let needs_control = event.needs_control() && !self.is_in_control();
        if needs_control {
            self.offer_control();
        }
        needs_control
    }

    /// Adds an event to the log, and saves it. Returns its stamp, or `None` if this fails. While a correction shows an earlier table, nothing
    /// is added.
    pub(super) fn add(self, event: Event) -> Option<Stamp> {
        if self.is_rewound() {
            let words = say("This is an earlier table. Finish or cancel the correction first.");
            self.app.notice.set(Some(Notice::new(words)));
            return None;
        }
        self.dropping_discards(|| self.add_to_log(event))
    }

    /// Adds an event to the log of the saved battle, even while a correction shows an earlier table.
    pub(super) fn add_to_log(self, event: Event) -> Option<Stamp> {
        if matches!(self.view, View::Supposed(_)) {
            return None;
        }
        let app = self.app;
        app.vibrate(10);
        if app.is_read_only() {
            app.refuse_newer();
            return None;
        }
        if self.turns_away(&event) {
            return None;
        }
        app.withdraw_offer();
        let (tab, mut seats) = (app.tab_name(), false);
        let added = app.change_in_play(|in_play| {
            let Saved { id, value: battle, .. } = in_play.whole();
            let (event, stamp) = (battle.linked(event), battle.next_stamp(&tab));
            if limits::added(rulesets::registry(), battle.header(), battle.log(), &stamp, &event).is_err() {
                return Err(too_much(battle, &event));
            }
            if !local_storage::has(&Key::Battle(id.clone())) {
                app.save_again(id, battle);
            }
            app.save_event(id, &stamp, &event);
            seats = takes_seats(&event);
            in_play.add(stamp.clone(), event);
            Ok(stamp)
        });
        if seats {
            app.refresh_viewer();
        }
        match added? {
            Ok(stamp) => Some(stamp),
            Err(why) => {
                app.notice.set(Some(Notice::new(why)));
                None
            }
        }
    }
}

/// True if an event changes the seats, so that the battle may be shown for another player.
pub(super) fn takes_seats(event: &Event) -> bool {
    matches!(event, Event::Action(act) if act.takes_seats())
}

/// The reason why an event cannot be added: with it, the battle would exceed a limit, and could not be read again.
fn too_much(battle: &Battle, event: &Event) -> String {
    match event {
        _ if battle.log().len() >= limits::EVENTS => text!(
            "The log of this battle is full: it has {n} entries. Continue from here as a new battle.",
            n = battle.log().len()
        )
        .to_string(),
        Event::Action(act) if matches!(act.action, Action::Corrected(_)) => {
            say("This correction changes more later actions than one can. Nothing has changed.").to_owned()
        }
        _ => say("This is more than a battle can hold. Nothing has changed.").to_owned(),
    }
}
