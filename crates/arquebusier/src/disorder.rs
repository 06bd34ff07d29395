//! Becoming Irregular, for all procedures that can cause it. *Shooting; Melee Combat.*

use super::facts::{DISORDERED_THIS_TURN, shaken_by};
use super::terms::Cause;
use super::terms::readings::CloseFireLasts;
use crate::ids::procedures;
use rules::prelude::*;

/// Greatest range in inches at which fire makes a target Irregular. *Shooting.*
pub fn close_range_in(cavalry: bool) -> f64 {
    if cavalry { 6.0 } else { 3.0 }
}

/// True if a formation lost more than one element to shooting in a turn, which makes it Irregular. *Shooting.*
pub fn is_shot_up(losses_this_turn: i32) -> bool {
    losses_this_turn > 1
}

/// Reason for a rout check, for players.
pub const IS_BEATEN: &str = "A side without a Regular formation is beaten.";

/// Makes the rout check due, after a formation was destroyed or became Irregular. The turn has a duty for the same check, which `next`
/// resolves. A panel lists such a duty below an outcome only if the outcome names its procedure.
pub fn rout_check_due(consequences: &mut ConsequencesBuilder) {
    consequences.due(procedures::ROUT_CHECK, IS_BEATEN);
}

/// Describes each cause, and sets its flag on the role's unit. For close fire, the ruling on R7 decides how long the flag lasts.
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
