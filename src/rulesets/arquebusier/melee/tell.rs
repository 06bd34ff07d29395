//! A melee in words, and on the trackers.

use super::super::unit;
use super::{Fought, Melee, Side, scene};
use crate::form::Choices;
use crate::outcome::Datum;
use crate::story::Teller;
use crate::text;

impl Melee {
    pub(super) fn tell_all(&self, outcome: &Fought, teller: &mut Teller) {
        let losses: Vec<i32> = self.groups.iter().map(|group| lost(outcome, &group.id)).collect();
        let of = |side: Side| -> i32 {
            self.groups.iter().zip(&losses).filter(|(group, _)| group.side == side).map(|(_, lost)| *lost).sum()
        };
        teller.say(text!("Side A loses {a}, side B {b}.", a = of(Side::A), b = of(Side::B)));
        let mut wiped_out = false;
        for (group, lost) in self.groups.iter().zip(losses).filter(|(_, lost)| *lost > 0) {
            let (name, troop) = (group.id.clone(), group.troop.label());
            teller.say(text!("{name} ({troop}) loses {n}.", name = name, troop = troop, n = lost));
            if let Some((role, index)) = scene::whose(&group.id) {
                teller.add_nth(role, index, unit::lost(group.troop), lost);
                teller.set_nth(role, index, "casualties_this_turn", true);
            }
            wiped_out |= lost == group.elements;
        }
        if wiped_out {
            teller.say("A formation with nothing left is destroyed. A General who had joined it dies with it.");
            teller.due("rout_check", "A side with nothing Regular left is beaten.");
        }
    }
}

fn lost(outcome: &Fought, id: &str) -> i32 {
    match outcome.losses.iter().find(|(name, _)| *name == id) {
        Some((_, Datum::Whole(lost))) => *lost,
        _ => 0,
    }
}
