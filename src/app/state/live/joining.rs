//! The end of joining a battle: the page that a device shows next.

use super::Live;
use crate::app::platform::direct::LinkState;
use crate::app::platform::room;
use crate::app::platform::signals::set_if_changed;
use crate::app::state::route::{BattlePage, Route};
use exchange::share::mesh::Mesh;
use leptos::prelude::*;

impl Live {
    /// True if all entries of a battle have arrived that the connected device had when it sent its greeting, and its report about other
    /// devices. The caller follows this.
    pub fn has_arrived(self, battle: &str) -> bool {
        if !self.meshes.with(|meshes| meshes.get(battle).is_none_or(Mesh::has_reports)) {
            return false;
        }
        let Ok(here) = self.app.battle(battle) else { return false };
        self.links.with(|links| {
            let mut links = links.iter().filter(|link| link.battle == battle && link.state != LinkState::Closed);
            links.all(|link| link.peer.greeted_with().is_some_and(|has| has.is_within(here.log())))
        })
    }

    /// The page that a device shows after it has joined a battle: the seats, if there are any. On a large screen, the table offers the hall
    /// view.
    pub fn after_joining(self, battle: &str) -> Route {
        self.offers_hall.set(room::suits_hall().then(|| battle.to_owned()));
        let has_seats = self.app.battle(battle).is_ok_and(|here| here.has_seats());
        if has_seats { BattlePage::Seats.of(battle) } else { Route::table(battle) }
    }

    /// True if this device has just joined a battle, and is large enough for the hall view. The caller follows this.
    pub fn offers_hall(self, battle: &str) -> bool {
        self.offers_hall.with(|offered| offered.as_deref() == Some(battle))
    }

    /// No longer offers the hall view.
    pub fn end_hall_offer(self) {
        set_if_changed(self.offers_hall, None);
    }
}
