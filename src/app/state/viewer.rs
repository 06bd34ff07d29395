//! For whom this device shows a battle in which some counters are hidden: see [`drumhead::rules::secrecy`].
//!
//! It is a screen and no lock: the battle on this device holds everything, so that it can be played on and checked.

use super::{AppState, BattleState, load};
use crate::app::platform::signals::set_if_changed;
use drumhead::core::subject::Side;
use drumhead::rules::secrecy::Onlooker;
use drumhead::storage::Key;
use leptos::prelude::*;

/// For whom a device shows a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// For the player of a side.
    Side(Side),
    /// For the umpire, who sees everything.
    Umpire,
    /// For both sides in turn: the device is handed from one to the other.
    Passed,
}

impl Viewer {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Side(Side::A), Self::Side(Side::B), Self::Passed, Self::Umpire];

    /// Its id, as it is saved.
    pub fn id(self) -> &'static str {
        match self {
            Self::Side(side) => side.id(),
            Self::Umpire => "umpire",
            Self::Passed => "passed",
        }
    }
}

/// Signals of who looks at the battle in play.
#[derive(Default)]
pub struct Looking {
    /// Notified when somebody else looks.
    changed: RwSignal<u32>,
    /// The side that holds the device that is passed, and the battle.
    holder: RwSignal<Option<(String, Side)>>,
    /// The side to which it is handed, while nobody holds it.
    to: RwSignal<Option<Side>>,
    /// True while a page shows the battle to everybody.
    public: RwSignal<bool>,
}

/// Access to the pages of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// They are shown, for an onlooker if counters are hidden.
    Pages(Option<Onlooker>),
    /// Players first say for whom.
    Ask,
    /// The device is first handed to this side.
    HandOver(Side),
}

impl AppState {
    /// For whom this device shows a battle, if that was said. Followed as it changes.
    pub fn viewer(self, battle: &str) -> Option<Viewer> {
        self.battle.looking.changed.track();
        let held = load::<String>(&Key::Viewer(battle.to_owned()))?.it;
        let (viewer, _) = split(&held);
        Viewer::ALL.into_iter().find(|known| known.id() == viewer)
    }

    /// The side that held the device last, on a device that is passed.
    fn last_holder(self, battle: &str) -> Option<Side> {
        let held = load::<String>(&Key::Viewer(battle.to_owned()))?.it;
        let (_, side) = split(&held);
        Side::find(side)
    }

    /// Shows a battle for somebody from now on.
    pub fn set_viewer(self, battle: &str, viewer: Viewer) {
        self.save(&Key::Viewer(battle.to_owned()), &viewer.id());
        set_if_changed(self.battle.looking.holder, None);
        // A narrow screen shows one side: that of the player.
        if let Viewer::Side(side) = viewer {
            set_if_changed(self.battle.shown_side, side.index());
        }
        self.look_again();
    }

    /// Hands the device to a side: nobody's counters are shown until that side says that it has it.
    pub fn hand_to(self, side: Side) {
        set_if_changed(self.battle.looking.to, Some(side));
        set_if_changed(self.battle.looking.holder, None);
        self.look_again();
    }

    /// A side has the device in its hands.
    pub fn take_over(self, battle: &str, side: Side) {
        set_if_changed(self.battle.shown_side, side.index());
        // Loaded anew, the page asks for the same hands.
        self.save(&Key::Viewer(battle.to_owned()), &format!("{}/{}", Viewer::Passed.id(), side.id()));
        set_if_changed(self.battle.looking.holder, Some((battle.to_owned(), side)));
        self.look_again();
    }

    /// Shows the battle to everybody, as on a large screen, or no longer.
    pub fn show_in_public(self, public: bool) {
        if self.battle.looking.public.get_untracked() != public {
            self.battle.looking.public.set(public);
            self.look_again();
        }
    }

    /// Follows a change of the device that another tab has saved.
    pub(super) fn look_again(self) {
        self.battle.looking.changed.update(|times| *times = times.wrapping_add(1));
        if let Some(id) = self.in_play(|in_play| Some(in_play.whole().id.clone())) {
            let onlooker = self.onlooker_of(&id);
            if self.in_play(|in_play| Some(in_play.is_for(onlooker))) == Some(false) {
                self.change_in_play(|in_play| in_play.show_for(onlooker));
            }
        }
    }

    /// The onlooker for whom this device shows a battle; `None` if it shows all of it.
    pub(super) fn onlooker_of(self, battle: &str) -> Option<Onlooker> {
        let looking = &self.battle.looking;
        let held = looking.holder.with_untracked(|holder| holder.clone().filter(|(id, _)| id == battle));
        match untrack(|| self.viewer(battle)) {
            _ if looking.public.get_untracked() => Some(Onlooker::Anybody),
            Some(Viewer::Side(side)) => Some(Onlooker::Side(side)),
            Some(Viewer::Umpire) => None,
            Some(Viewer::Passed) => Some(held.map_or(Onlooker::Anybody, |(_, side)| Onlooker::Side(side))),
            None => Some(Onlooker::Anybody),
        }
    }

    /// Access to the pages of the battle in play, followed as it changes.
    pub fn access(self) -> Memo<Access> {
        Memo::new(move |_| {
            let looking = &self.battle.looking;
            looking.changed.track();
            let (id, onlooker, has_secrets) = self.follow_in_play(|in_play| {
                let whole = in_play.whole();
                (whole.id.clone(), in_play.onlooker(), whole.it.has_secrets())
            });
            let is_held = looking.holder.with(|holder| holder.as_ref().is_some_and(|(battle, _)| *battle == id));
            let acting = || self.follow_in_play(|in_play| in_play.whole().it.acting());
            let last = || self.last_holder(&id);
            let to = || looking.to.get().or_else(last).or_else(acting).unwrap_or(Side::A);
            match self.viewer(&id) {
                _ if !has_secrets || looking.public.get() => Access::Pages(onlooker),
                None => Access::Ask,
                Some(Viewer::Passed) if !is_held => Access::HandOver(to()),
                Some(_) => Access::Pages(onlooker),
            }
        })
    }
}

/// A viewer's id as it is saved, and after it the side that held the device last: `passed/b`.
fn split(held: &str) -> (&str, &str) {
    held.split_once('/').unwrap_or((held, ""))
}

impl BattleState {
    /// The onlooker from whom counters are hidden now. Followed as that changes.
    pub fn onlooker(self) -> Option<Onlooker> {
        self.app.follow_in_play(super::in_play::InPlay::onlooker)
    }

    /// True while something is hidden from who looks at it.
    pub fn hides(self) -> bool {
        self.onlooker().is_some()
    }

    /// True if players have agreed to hide counters.
    pub fn has_secrets(self) -> bool {
        self.app.follow_in_play(|in_play| in_play.whole().it.has_secrets())
    }

    /// Shows the units of a side where there is room for one. A device that is passed is handed to that side first.
    pub fn show_side(self, side: usize) {
        match untrack(|| self.held_by()) {
            Some(holder) if holder.index() != side => self.app.hand_to(Side::at(side)),
            _ => set_if_changed(self.app.battle.shown_side, side),
        }
    }

    /// The side that looks at it on a device that is passed, if counters are hidden.
    pub fn held_by(self) -> Option<Side> {
        let is_passed = self.has_secrets() && self.app.viewer(&self.id()) == Some(Viewer::Passed);
        match self.onlooker()? {
            Onlooker::Side(side) if is_passed => Some(side),
            _ => None,
        }
    }
}
