//! The battle in play: as it is saved, or an earlier table of it that is shown for a correction.

use super::{AppState, Saved};
use drumhead::battle::{Battle, Event, Header, Rolled, Stamp};
use drumhead::dice::rng::Seed;
use leptos::prelude::*;

/// The battle in play.
#[derive(Clone)]
pub(super) enum InPlay {
    /// The battle as it is saved, which pages show.
    Whole(Saved<Battle>),
    /// An earlier table, shown for a correction. Panels, odds and dice work on it as on any other; nothing of it is saved.
    Rewound {
        /// The battle as it is saved. Whatever other tabs and devices write goes here.
        whole: Saved<Battle>,
        /// The battle before the act that is done again.
        shown: Box<Battle>,
    },
}

impl InPlay {
    /// The battle as it is saved.
    pub(super) fn whole(&self) -> &Saved<Battle> {
        match self {
            InPlay::Whole(whole) | InPlay::Rewound { whole, .. } => whole,
        }
    }

    /// The battle as pages show it.
    pub(super) fn shown(&self) -> &Battle {
        match self {
            InPlay::Whole(whole) => &whole.it,
            InPlay::Rewound { shown, .. } => shown,
        }
    }

    pub(super) fn is_rewound(&self) -> bool {
        matches!(self, InPlay::Rewound { .. })
    }

    /// Adds an event to the battle that is saved. An earlier table that is shown stays as it is.
    pub(super) fn add(&mut self, stamp: Stamp, event: Event) {
        self.whole_mut().it.add(stamp, event);
    }

    /// Adds events, like [`add`](Self::add).
    pub(super) fn add_all(&mut self, events: impl IntoIterator<Item = (Stamp, Event)>) {
        self.whole_mut().it.add_all(events);
    }

    /// Notes that a newer Drumhead saved something of it.
    pub(super) fn mark_read_only(&mut self) {
        self.whole_mut().read_only = true;
    }

    /// Adds a roll to the earlier table that is shown. Without one it does nothing: the log has the roll.
    pub(super) fn add_to_rewound(&mut self, stamp: Stamp, rolled: Rolled) {
        if let InPlay::Rewound { shown, .. } = self {
            shown.add(stamp, Event::Rolled(Box::new(rolled)));
        }
    }

    fn whole_mut(&mut self) -> &mut Saved<Battle> {
        match self {
            InPlay::Whole(whole) | InPlay::Rewound { whole, .. } => whole,
        }
    }

    /// Shows an earlier table of it.
    fn rewound(self, shown: Battle) -> Self {
        match self {
            InPlay::Whole(whole) | InPlay::Rewound { whole, .. } => InPlay::Rewound { whole, shown: Box::new(shown) },
        }
    }

    /// Shows it as it is saved.
    fn put_back(self) -> Self {
        match self {
            InPlay::Whole(whole) | InPlay::Rewound { whole, .. } => InPlay::Whole(whole),
        }
    }
}

impl AppState {
    /// Reads something of the battle in play once; `None` if there is none.
    pub(super) fn in_play<T>(self, read: impl FnOnce(&InPlay) -> Option<T>) -> Option<T> {
        self.battle.in_play.with_untracked(|in_play| in_play.as_ref().and_then(read))
    }

    /// Reads the battle in play, and again whenever it changes. Another tab, device or notice can take it away while a page
    /// shows it: until the page is removed, it shows the battle as it was last.
    pub(super) fn follow_in_play<T>(self, read: impl FnOnce(&InPlay) -> T) -> T {
        self.battle.in_play.with(|in_play| match in_play {
            Some(in_play) => read(in_play),
            None => self.battle.shown_last.with_value(|last| match last {
                Some(last) => read(last),
                None => {
                    let it = Battle::begin(Header::new("", "", ["", ""], Vec::new(), Seed([0; 32])));
                    read(&InPlay::Whole(Saved { id: String::new(), it, touched: 0.0, read_only: false }))
                }
            }),
        })
    }

    /// Changes the battle in play, if there is one.
    pub(super) fn change_in_play<T>(self, change: impl FnOnce(&mut InPlay) -> T) -> Option<T> {
        let done = self.battle.in_play.try_update(|in_play| in_play.as_mut().map(change))?;
        self.notify_followers();
        done
    }

    /// Puts a battle in play, as it is saved, or none.
    pub(super) fn put_in_play(self, battle: Option<Saved<Battle>>) {
        if battle.is_some() {
            untrack(|| self.device());
        }
        if self.in_play(|in_play| Some(in_play.whole().id.clone())) != battle.as_ref().map(|battle| battle.id.clone()) {
            // Units of another battle can have the same ids. The components that followed the former units are about to be
            // removed.
            self.battle.followed.update_value(Vec::clear);
        }
        let is_gone = battle.is_none();
        let before =
            self.battle.in_play.try_update(|in_play| std::mem::replace(in_play, battle.map(InPlay::Whole))).flatten();
        if !is_gone || before.is_some() {
            self.battle.shown_last.set_value(before.filter(|_| is_gone));
        }
        self.notify_followers();
    }

    /// True while an earlier table is shown, for a correction.
    pub(super) fn is_rewound(self) -> bool {
        self.in_play(|in_play| Some(in_play.is_rewound())) == Some(true)
    }

    /// Shows an earlier table of the battle in play.
    pub(super) fn rewind(self, shown: Battle) {
        self.battle.in_play.update(|in_play| *in_play = in_play.take().map(|in_play| in_play.rewound(shown)));
        self.notify_followers();
    }

    /// Shows the battle in play as it is saved, if an earlier table was shown.
    pub(super) fn put_back(self) {
        if self.is_rewound() {
            self.battle.in_play.update(|in_play| *in_play = in_play.take().map(InPlay::put_back));
            self.notify_followers();
        }
    }
}
