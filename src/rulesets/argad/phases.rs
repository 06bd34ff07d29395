//! The turn, phase by phase. There is no initiative: both sides act at the same time.

use crate::facts::Facts;
use crate::ruleset::Phase;

use super::unit::{can_reload, missiles};

/// The phases of a game turn.
pub const PHASES: &[Phase] = &[
    Phase {
        id: "start",
        title: "Start",
        needs: "Mark everybody who begins the turn in contact with an enemy. Whoever was stunned last turn gets up.",
        procedures: &[],
        concerns: |_| true,
    },
    Phase {
        id: "declare",
        title: "Declare",
        needs: "Players say quickly and openly what their characters do. Chargers name whom they charge; those may stand, go away, or let others step in front. Forming close order, and marching in it, take an officer's word.",
        procedures: &["close_order"],
        concerns: |_| true,
    },
    Phase {
        id: "move",
        title: "Move",
        needs: "Everybody moves at the same time, as the players agree. Dice for bad ground are thrown once for a group, on its edge, and nobody thinks better of it afterwards.",
        procedures: &["move", "run_up", "close_order"],
        concerns: |facts| !facts.flag("stunned"),
    },
    Phase {
        id: "shoot",
        title: "Shoot",
        needs: "After all moves (before or during them if you agree so). Whoever is hit is out; in a group, draw who. Shooting falls on the same moment for both sides.",
        procedures: &["shoot"],
        concerns: |facts| missiles(facts).next().is_some(),
    },
    Phase {
        id: "melee",
        title: "Melee",
        needs: "Fights are settled one by one. Each blow is struck in one fight of the turn only.",
        procedures: &["melee"],
        concerns: |_| true,
    },
    Phase {
        id: "reload",
        title: "Reload",
        needs: "Whoever stood still all turn, did not shoot and was not touched loads for one turn.",
        procedures: &["reload"],
        concerns: |facts| can_reload(facts).is_ok(),
    },
    Phase {
        id: "end",
        title: "End",
        needs: "Units in close order that moved or were attacked: does their order hold? Riders who charged this turn may not charge in the next: mark them, and take the mark off those who rested. A pike is useful again after a whole turn away from the enemy. See to the wounded.",
        procedures: &["close_order", "healing", "wound_location"],
        concerns: ends_with_something,
    },
];

/// Units with an order to keep or a mark to take off.
fn ends_with_something(facts: &Facts) -> bool {
    ["close_order", "charged_last_turn", "charging", "pike_spent", "wounded", "stunned"].iter().any(|id| facts.flag(id))
}
