//! What a fight means at the table.

use super::weapons::Weapon;
use super::{Fought, Melee, Status};
use crate::form::Choices;
use crate::story::Teller;
use crate::text;

/// Tells it.
pub fn tell(melee: &Melee, outcome: &Fought, teller: &mut Teller) {
    teller.say(text!("The fighter: {how}.", how = outcome.one_status.label()));
    for (index, status) in outcome.many_status.iter().enumerate() {
        let number = f64::from(u32::try_from(index + 1).unwrap_or(0));
        teller.say(text!("Opponent {n}: {how}.", n = number, how = status.label()));
    }
    happen("one", 0, outcome.one_status, outcome.one_wounds, teller);
    for (index, (status, wounds)) in outcome.many_status.iter().zip(&outcome.many_wounds).enumerate() {
        happen("many", index, *status, *wounds, teller);
    }
    spend(melee, teller);
}

/// What happens to one who was struck.
fn happen(role: &'static str, index: usize, status: Status, wounds: i32, teller: &mut Teller) {
    match status {
        Status::Killed => {
            teller.add_nth(role, index, "figures", -1);
            teller.due("healing", "Out of action, but perhaps still alive.").cast_nth("wounded", role, index);
        }
        Status::Stunned => {
            teller.set_nth(role, index, "stunned", true);
        }
        Status::Cornered => {
            teller.add_nth(role, index, "figures", -1);
        }
        Status::Recoils | Status::Wounded | Status::Unhurt => {}
    }
    if status != Status::Killed && wounds > 0 {
        teller.add_nth(role, index, "life_points", -wounds).set_nth(role, index, "wounded", true);
    }
}

/// Contact fouls heavy muskets, makes pikes useless outside close order, and ends a charge.
fn spend(melee: &Melee, teller: &mut Teller) {
    let everybody = std::iter::once(("one", 0, &melee.one))
        .chain(melee.friends.iter().enumerate().map(|(index, fighter)| ("friends", index, fighter)))
        .chain(melee.many.iter().enumerate().map(|(index, fighter)| ("many", index, fighter)));
    for (role, index, fighter) in everybody {
        if fighter.rank > 1 {
            continue;
        }
        if fighter.on_foot() {
            teller.set_nth(role, index, "fouled", true);
        }
        if fighter.weapon == Weapon::Pike && !fighter.close_order {
            teller.set_nth(role, index, "pike_spent", true);
        }
        if fighter.charging {
            teller.set_nth(role, index, "charged_last_turn", true);
        }
    }
}
