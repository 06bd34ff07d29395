//! The viewer of a battle with hidden counters on this device: see [`rules::secrecy`].
//!
//! This is no protection: the battle on this device has everything, so that it can be played and checked.

use super::{AppState, BattleState, load};
use crate::app::platform::signals::set_if_changed;
use battle::Battle;
use exchange::storage::Key;
use leptos::prelude::*;
use rules::secrecy::Onlooker;
use rules::subject::Side;

/// The player for whom a device shows a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// The player of a side.
    Side(Side),
    /// The umpire, who sees everything.
    Umpire,
    /// Both sides in turn, who pass the device to each other.
    Passed,
}

impl Viewer {
    /// All viewers.
    pub const ALL: [Self; 4] = [Self::Side(Side::A), Self::Side(Side::B), Self::Passed, Self::Umpire];

    /// The saved id.
    pub fn id(self) -> &'static str {
        match self {
            Self::Side(side) => side.id(),
            Self::Umpire => "umpire",
            Self::Passed => "passed",
        }
    }
}

/// Signals of the viewer of the battle in play.
#[derive(Default)]
pub struct Looking {
    /// Notified when the viewer changes.
    changed: RwSignal<u32>,
    /// The battle, and the side that has the device, if it is passed.
    holder: RwSignal<Option<(String, Side)>>,
    /// The side to which the device is being passed.
    to: RwSignal<Option<Side>>,
    /// True while a page shows the battle to everyone.
    public: RwSignal<bool>,
}

/// Access to the pages of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// The pages are shown; if counters are hidden, for this onlooker.
    Pages(Option<Onlooker>),
    /// Players first choose the viewer.
    Ask,
    /// The device is first passed to this side.
    HandOver(Side),
}

impl AppState {
    /// The viewer of a battle on this device: the one that its seats imply, else the chosen one, if there is one. The caller follows changes
    /// of both.
    pub fn viewer(self, battle: &str) -> Option<Viewer> {
        self.battle.looking.changed.track();
        let by_seat = self.in_play(|in_play| {
            let saved = Some(in_play.whole()).filter(|saved| saved.id == battle)?;
            self.viewer_by_seat(&saved.value)
        });
        by_seat.or_else(|| self.chosen_viewer(battle))
    }

    fn chosen_viewer(self, battle: &str) -> Option<Viewer> {
        let saved = load::<String>(&Key::Viewer(battle.to_owned()))?.value;
        let (viewer, _) = split(&saved);
        Viewer::ALL.into_iter().find(|known| known.id() == viewer)
    }

    /// The last side that had the device, if it is passed.
    fn last_holder(self, battle: &str) -> Option<Side> {
        let saved = load::<String>(&Key::Viewer(battle.to_owned()))?.value;
        let (_, side) = split(&saved);
        Side::find(side)
    }

    /// Sets the viewer of a battle.
    pub fn set_viewer(self, battle: &str, viewer: Viewer) {
        self.save(&Key::Viewer(battle.to_owned()), &viewer.id());
        set_if_changed(self.battle.looking.holder, None);
        // A narrow screen then shows the player's side.
        if let Viewer::Side(side) = viewer {
            set_if_changed(self.battle.shown_side, side.index());
        }
        self.refresh_viewer();
    }

    /// Passes the device to a side. Counters of both sides are hidden until that side confirms.
    pub fn hand_to(self, side: Side) {
        set_if_changed(self.battle.looking.to, Some(side));
        set_if_changed(self.battle.looking.holder, None);
        self.refresh_viewer();
    }

    /// Confirms that a side has the device.
    pub fn take_over(self, battle: &str, side: Side) {
        set_if_changed(self.battle.shown_side, side.index());
        // After a reload, the page asks for the same side.
        self.save(&Key::Viewer(battle.to_owned()), &format!("{}/{}", Viewer::Passed.id(), side.id()));
        set_if_changed(self.battle.looking.holder, Some((battle.to_owned(), side)));
        self.refresh_viewer();
    }

    /// Shows the battle to everyone, as on a large screen, or ends this.
    pub fn show_in_public(self, public: bool) {
        if self.battle.looking.public.get_untracked() != public {
            self.battle.looking.public.set(public);
            self.refresh_viewer();
        }
    }

    /// Updates the view of the battle in play after a change of the viewer, or of seats.
    pub(super) fn refresh_viewer(self) {
        self.battle.looking.changed.update(|times| *times = times.wrapping_add(1));
        if let Some(id) = self.in_play(|in_play| Some(in_play.whole().id.clone())) {
            let onlooker = self.onlooker_of(&id);
            if self.in_play(|in_play| Some(in_play.is_for(onlooker))) == Some(false) {
                self.change_in_play(|in_play| in_play.show_for(onlooker));
            }
        }
    }

    /// The onlooker for whom this device shows a battle; `None` if it shows everything.
    pub(super) fn onlooker_of(self, battle: &str) -> Option<Onlooker> {
        self.onlooker_for(battle, untrack(|| self.viewer(battle)))
    }

    /// The onlooker for whom this device shows a battle that is about to be put in play.
    pub(super) fn onlooker_at_start(self, battle: &str, open: &Battle) -> Option<Onlooker> {
        self.onlooker_for(battle, self.viewer_by_seat(open).or_else(|| self.chosen_viewer(battle)))
    }

    fn onlooker_for(self, battle: &str, viewer: Option<Viewer>) -> Option<Onlooker> {
        let looking = &self.battle.looking;
        let saved = looking.holder.with_untracked(|holder| holder.clone().filter(|(id, _)| id == battle));
        match viewer {
            _ if looking.public.get_untracked() => Some(Onlooker::Anybody),
            Some(Viewer::Side(side)) => Some(Onlooker::Side(side)),
            Some(Viewer::Umpire) => None,
            Some(Viewer::Passed) => Some(saved.map_or(Onlooker::Anybody, |(_, side)| Onlooker::Side(side))),
            None => Some(Onlooker::Anybody),
        }
    }

    /// A memo of the access to the pages of the battle in play.
    pub fn access(self) -> Memo<Access> {
        Memo::new(move |_| {
            let looking = &self.battle.looking;
            looking.changed.track();
            let (id, onlooker, has_secrets) = self.follow_in_play(|in_play| {
                let whole = in_play.whole();
                (whole.id.clone(), in_play.onlooker(), whole.value.has_secrets())
            });
            let is_held = looking.holder.with(|holder| holder.as_ref().is_some_and(|(battle, _)| *battle == id));
            let acting = || self.follow_in_play(|in_play| in_play.whole().value.acting());
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

/// Splits a saved text such as `passed/b` into the viewer's id and the last side that had the device.
fn split(saved: &str) -> (&str, &str) {
    saved.split_once('/').unwrap_or((saved, ""))
}

impl BattleState {
    /// The onlooker from whom counters are hidden at the moment. The caller follows this.
    pub fn onlooker(self) -> Option<Onlooker> {
        self.app.follow_in_play(super::in_play::InPlay::onlooker)
    }

    /// True while something is hidden from the viewer.
    pub fn hides(self) -> bool {
        self.onlooker().is_some()
    }

    /// True if the players have agreed to hide counters.
    pub fn has_secrets(self) -> bool {
        self.app.follow_in_play(|in_play| in_play.whole().value.has_secrets())
    }

    /// Shows the units of a side on a narrow screen. A device that is passed must first be passed to that side.
    pub fn show_side(self, side: usize) {
        match untrack(|| self.held_by()) {
            Some(holder) if holder.index() != side => self.app.hand_to(Side::at(side)),
            _ => set_if_changed(self.app.battle.shown_side, side),
        }
    }

    /// The side that has the device, if it is passed and counters are hidden.
    pub fn held_by(self) -> Option<Side> {
        let is_passed = self.has_secrets() && self.app.viewer(&self.id()) == Some(Viewer::Passed);
        match self.onlooker()? {
            Onlooker::Side(side) if is_passed => Some(side),
            _ => None,
        }
    }
}
