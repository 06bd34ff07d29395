//! What shots mean at the table.

use super::super::trackers;
use super::weapons::Missile;
use super::{Shoot, Shooter, Shot};
use crate::story::Teller;
use crate::text;

/// Tells it.
pub fn tell(shoot: &Shoot, outcome: &Shot, teller: &mut Teller) {
    say_hits(shoot, outcome, teller);
    say_needs(outcome, teller);
    if outcome.plus_one_used {
        teller.say("One of the hits is owed to the +1 for muskets at a group; it is used for this turn.");
        teller.set("side", "musket_plus_one_used", true);
    }
    for (index, shooter) in shoot.shooters.iter().enumerate() {
        spend(shooter, index, teller);
    }
    // A single character may have a second life; in a group each hit is a figure.
    let falls = if shoot.target.figures == 1 { "life_points" } else { "figures" };
    teller.add("target", falls, -outcome.casualties);
    if shoot.target.figures == 1 && outcome.hits > 0 {
        teller.set("target", "wounded", true);
        teller.due("healing", "Out of action, but perhaps still alive.").cast("wounded", "target");
    }
}

fn say_hits(shoot: &Shoot, outcome: &Shot, teller: &mut Teller) {
    let headline = match (outcome.hits, outcome.casualties, shoot.target.figures) {
        (0, ..) => text!("{n} shots, no hit.", n = outcome.shots),
        (_, _, 1) => text!("Hit, and out, unless a second life is left."),
        (1, ..) => text!("1 hit: one falls, drawn at random in a group."),
        (hits, fallen, _) => text!("{n} hits: {fallen} fall, drawn at random in a group.", n = hits, fallen = fallen),
    };
    teller.say(headline);
}

fn say_needs(outcome: &Shot, teller: &mut Teller) {
    for need in &outcome.needs {
        teller.say(match need {
            ..=6 => text!("Needs {n} or more.", n = *need),
            _ => text!("Needs {n}: two sixes are worth 6 and 7, three 6, 7 and 8.", n = *need),
        });
    }
}

/// What a shot leaves behind on the shooter.
fn spend(shooter: &Shooter, index: usize, teller: &mut Teller) {
    if let Some(tracker) = trackers::reload(shooter.weapon) {
        teller.set_nth("shooters", index, tracker, shooter.weapon.reload_turns());
    }
    if shooter.weapon == Missile::Javelin {
        teller.add_nth("shooters", index, "javelins", -shooter.count);
    }
    teller.set_nth("shooters", index, "fired", true);
    if shooter.elite {
        teller.set("side", "elite_used", true);
    }
}
