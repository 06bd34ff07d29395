//! Becoming Irregular, for procedures that make a formation so. *Shooting; Melee Combat.*

use super::facts::{DISORDERED_THIS_TURN, shaken_by};
use super::terms::Cause;
use super::terms::readings::CloseFireLasts;
use rules::prelude::*;

/// From how near fire disorders, in inches. *Shooting.*
pub fn close(cavalry: bool) -> f64 {
    if cavalry { 6.0 } else { 3.0 }
}

/// True if so many elements lost to shooting in one turn disorder a formation: more than one. *Shooting.*
pub fn is_shot_up(losses_this_turn: i32) -> bool {
    losses_this_turn > 1
}

/// Tells of each cause, and sets its flag on the role's unit: for disorder by close fire the one that lasts as R7 says.
pub fn shake(role: &'static str, causes: &[Cause], close_fire: CloseFireLasts, consequences: &mut ConsequencesBuilder) {
    for cause in causes {
        consequences.say(text!("Irregular: {why}.", why = cause.label()));
        if *cause == Cause::CloseFire && close_fire == CloseFireLasts::ThisTurn {
            consequences.say("This disorder ends with the turn.");
            consequences.put(role, DISORDERED_THIS_TURN, true);
        } else {
            consequences.put(role, shaken_by(*cause), true);
        }
    }
}
