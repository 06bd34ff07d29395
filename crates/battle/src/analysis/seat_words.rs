//! Seats in words: `Ann (Left wing), Ben (The King)`.

use crate::referee::fixed_answers;
use crate::seat::{self, Place, Seat};
use crate::{Battle, Change, Device, Event, Header, State};
use rules::ruleset::Ruleset;
use rules::text;
use rules::text::say;
use rules::turn::Duty;

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
        Place::Command(id) => header.command(id).map_or_else(|| id.clone(), |command| command.name.clone()),
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

/// The duties of a device, counted by their titles: `2 × Fire, 1 × Break test`.
pub fn due_words(ruleset: &'static Ruleset, duties: &[Duty]) -> String {
    let mut counted: Vec<(&str, usize)> = Vec::new();
    for duty in duties {
        let procedure = ruleset.procedure(duty.procedure);
        let title = procedure.map_or(duty.procedure, |procedure| say(procedure.title_with(&fixed_answers(duty))));
        match counted.iter_mut().find(|(known, _)| *known == title) {
            Some((_, count)) => *count += 1,
            None => counted.push((title, 1)),
        }
    }
    let words = |(title, count): (&str, usize)| format!("{count} × {title}");
    counted.into_iter().map(words).collect::<Vec<_>>().join(", ")
}

/// Notice of another device's act that involves units of this device: `Rupert’s Horse: Charge · your Foot`. `None` for any other entry.
/// `battle` is the battle before the entry.
pub fn done_to_own(battle: &Battle, this: &Device, event: &Event) -> Option<String> {
    let own = battle.own_units_in(this, event);
    let (Event::Action(act), Some(ruleset)) = (event, battle.state().ruleset()) else { return None };
    if own.is_empty() {
        return None;
    }
    let name = |id: &String| battle.state().unit(id).map(|unit| unit.name().to_owned());
    let acting = super::act_words::unit_of(ruleset, act).as_ref().and_then(name)?;
    let units = own.iter().filter_map(name).collect::<Vec<_>>().join(", ");
    let what = super::battle_stats::title(ruleset, act);
    Some(text!("{who}: {what} · your {units}", who = acting, what = what, units = units).to_string())
}
