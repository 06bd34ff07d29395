//! Seats in words: `Ann (Left wing), Ben (The King)`.

use crate::seat::{self, Place, Seat};
use crate::{Change, Header, State};
use rules::text;
use rules::text::say;

/// The seats of a device in words, each with its player; empty without seats.
pub fn seats(header: &Header, seats: &[Seat]) -> String {
    let seat = |seat: &Seat| {
        let place = place(header, &seat.place);
        if seat.player.is_empty() {
            return place;
        }
        text!("{who} ({place})", who = seat.player.clone(), place = place).to_string()
    };
    seats.iter().map(seat).collect::<Vec<_>>().join(", ")
}

/// The name of a place at the table. A command that the battle does not have is shown by its id.
pub fn place(header: &Header, place: &Place) -> String {
    match place {
        Place::All => say("Everybody").to_owned(),
        Place::Umpire => say("Umpire").to_owned(),
        Place::Hall => say("Hall view").to_owned(),
        Place::Side(side) => header.sides[side.index()].name.clone(),
        Place::Command(id) => {
            let mut commands = header.sides.iter().flat_map(|side| &side.commands);
            commands.find(|command| command.id == *id).map_or_else(|| id.clone(), |command| command.name.clone())
        }
    }
}

/// A change of seats as a sentence, on the state before it. `None` for other changes, and if the seats cannot be read.
pub fn changed(header: &Header, before: &State, change: &Change) -> Option<String> {
    let Change::Set { key, to, .. } = change else { return None };
    let taken = seat::read(to).filter(|_| seat::sets_seats(change))?;
    if !taken.is_empty() {
        return Some(seats(header, &taken));
    }
    let left = before.battle().get(key).and_then(seat::read).filter(|left| !left.is_empty())?;
    Some(text!("A seat becomes free: {seats}", seats = seats(header, &left)).to_string())
}
