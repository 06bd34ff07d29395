//! The battle in play: the saved battle, the battle as this device's onlooker sees it, and an earlier table during a correction. See "Views
//! of a battle" in the handbook.

use super::{AppState, Saved};
use crate::app::state::rulesets;
use battle::{Battle, Event, Header, Rewound, Rolled, Shown, Stamp, State};
use leptos::prelude::*;
use rules::dice::rng::Seed;
use rules::secrecy::Onlooker;
use std::sync::Arc;

/// The battle in play.
#[derive(Clone)]
pub(super) struct InPlay {
    /// The saved battle, including entries of other tabs and devices.
    whole: Saved<Arc<Battle>>,
    /// The onlooker for whom this device shows it; `None` if it shows everything.
    onlooker: Option<Onlooker>,
    /// The battle as that onlooker sees it, while counters are hidden.
    shown: Option<Box<Shown>>,
    /// The battle before the act that a correction repeats. Panels, odds and dice work on it as on any other. It is never saved.
    rewound: Option<Box<Rewound>>,
}

impl InPlay {
    fn new(whole: Saved<Arc<Battle>>, onlooker: Option<Onlooker>) -> Self {
        let mut in_play = Self { whole, onlooker, shown: None, rewound: None };
        in_play.renew_shown();
        in_play
    }

    /// The saved battle.
    pub(super) fn whole(&self) -> &Saved<Arc<Battle>> {
        &self.whole
    }

    /// The battle that pages show.
    pub(super) fn shown(&self) -> &Battle {
        match (&self.shown, &self.rewound) {
            (Some(shown), _) => shown,
            (None, Some(rewound)) => rewound,
            (None, None) => &self.whole.value,
        }
    }

    /// The battle against which acts are checked, including hidden values.
    pub(super) fn judged(&self) -> &Battle {
        match &self.rewound {
            Some(rewound) => rewound,
            None => &self.whole.value,
        }
    }

    pub(super) fn is_rewound(&self) -> bool {
        self.rewound.is_some()
    }

    /// The onlooker from whom counters are hidden at the moment.
    pub(super) fn onlooker(&self) -> Option<Onlooker> {
        self.shown.as_ref().map(|shown| shown.onlooker())
    }

    /// True if it is shown for this onlooker. `None` shows everything.
    pub(super) fn is_for(&self, onlooker: Option<Onlooker>) -> bool {
        self.onlooker == onlooker
    }

    /// Shows it for an onlooker, or everything.
    pub(super) fn show_for(&mut self, onlooker: Option<Onlooker>) {
        self.onlooker = onlooker;
        self.renew_shown();
    }

    /// Adds an event to the saved battle. An earlier table that is shown does not change.
    pub(super) fn add(&mut self, stamp: Stamp, event: Event) {
        let before = self.shown.is_some().then(|| self.whole.value.state().clone());
        Arc::make_mut(&mut self.whole.value).add(stamp.clone(), event);
        if !before.is_some_and(|before| self.follow(&before, stamp)) {
            self.renew_shown();
        }
    }

    /// Adds the last event to the shown battle, as far as the onlooker may see it. False if that battle must be rebuilt.
    fn follow(&mut self, before: &State, stamp: Stamp) -> bool {
        let whole = &self.whole.value;
        let (Some(shown), Some((last, event))) = (&mut self.shown, whole.log().last()) else { return false };
        let can = *last == stamp && shown.log().len() + 1 == whole.log().len() && whole.has_secrets();
        if can {
            shown.follow([before, whole.state()], stamp, event);
        }
        can
    }

    /// Adds events, like [`add`](Self::add).
    pub(super) fn add_all(&mut self, events: impl IntoIterator<Item = (Stamp, Event)>) {
        Arc::make_mut(&mut self.whole.value).add_all(events);
        self.renew_shown();
    }

    fn renew_shown(&mut self) {
        let onlooker = self.onlooker.filter(|_| self.whole.value.has_secrets());
        self.shown = onlooker.map(|onlooker| Box::new(self.whole.value.seen_by(onlooker)));
    }

    /// Marks the battle as partly saved by a newer Drumhead.
    pub(super) fn mark_read_only(&mut self) {
        self.whole.read_only = true;
    }

    /// Adds a roll to the earlier table, if one is shown. Otherwise does nothing, because the log has the roll.
    pub(super) fn add_to_rewound(&mut self, stamp: Stamp, rolled: Rolled) {
        if let Some(rewound) = &mut self.rewound {
            rewound.add_roll(stamp, rolled);
        }
    }
}

impl AppState {
    /// Reads a value of the battle in play without following it; `None` if there is none.
    pub(super) fn in_play<T>(self, read: impl FnOnce(&InPlay) -> Option<T>) -> Option<T> {
        self.battle.in_play.with_untracked(|in_play| in_play.as_ref().and_then(read))
    }

    /// Reads the battle in play. The caller runs again when it changes. Another tab, device or notice can remove the battle while a page shows
    /// it. Until that page is removed, it shows the last state.
    pub(super) fn follow_in_play<T>(self, read: impl FnOnce(&InPlay) -> T) -> T {
        self.battle.in_play.with(|in_play| match in_play {
            Some(in_play) => read(in_play),
            None => self.battle.shown_last.with_value(|last| match last {
                Some(last) => read(last),
                None => {
                    let header = Header::new("", "", ["", ""], Vec::new(), Seed([0; 32]));
                    let value = Arc::new(Battle::begin(rulesets::registry(), header));
                    read(&InPlay::new(Saved { id: String::new(), value, touched: 0.0, read_only: false }, None))
                }
            }),
        })
    }

    /// Changes the battle in play; `None` if there is none.
    pub(super) fn change_in_play<T>(self, change: impl FnOnce(&mut InPlay) -> T) -> Option<T> {
        let done = self.battle.in_play.try_update(|in_play| in_play.as_mut().map(change))?;
        self.notify_followers();
        done
    }

    /// Puts a saved battle in play, or none.
    pub(super) fn put_in_play(self, battle: Option<Saved<Arc<Battle>>>) {
        if battle.is_some() {
            untrack(|| self.device());
        }
        if self.in_play(|in_play| Some(in_play.whole().id.clone())) != battle.as_ref().map(|battle| battle.id.clone()) {
            // Units of another battle can have the same ids. The components of the previous battle are about to be removed.
            self.battle.followed.update_value(Vec::clear);
        }
        let is_gone = battle.is_none();
        let battle = battle.map(|battle| {
            let onlooker = self.onlooker_at_start(&battle.id, &battle.value);
            InPlay::new(battle, onlooker)
        });
        let before = self.battle.in_play.try_update(|in_play| std::mem::replace(in_play, battle)).flatten();
        if !is_gone || before.is_some() {
            self.battle.shown_last.set_value(before.filter(|_| is_gone));
        }
        self.notify_followers();
    }

    /// True while an earlier table is shown for a correction.
    pub(super) fn is_rewound(self) -> bool {
        self.in_play(|in_play| Some(in_play.is_rewound())) == Some(true)
    }

    /// Shows an earlier table of the battle in play.
    pub(super) fn rewind(self, rewound: Rewound) {
        self.change_in_play(|in_play| in_play.rewound = Some(Box::new(rewound)));
    }

    /// Shows the current table again, if an earlier one was shown.
    pub(super) fn put_back(self) {
        if self.is_rewound() {
            self.change_in_play(|in_play| in_play.rewound = None);
        }
    }
}
