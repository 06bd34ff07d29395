//! Ids of the phases, of the procedures and of the roles of participants, as stored in logs and used by the contract.

/// Phases.
pub mod phases {
    pub const COMMANDS: &str = "commands";
    pub const SHOOTING: &str = "shooting";
    pub const MOVE: &str = "move";
    pub const MELEE: &str = "melee";
    pub const END: &str = "end";
}

/// Procedures.
pub mod procedures {
    pub const AVAILABILITY: &str = "availability";
    pub const IRREGULAR_CHECK: &str = "irregular_check";
    pub const END_OF_TURN: &str = "end_of_turn";
    pub const GENERAL_DEATH: &str = "general_death";
    pub const ROUT_CHECK: &str = "rout_check";
    pub const MELEE: &str = "melee";
    pub const COMMAND: &str = "command";
    pub const MOVEMENT_ALLOWANCE: &str = "movement_allowance";
    pub const SHOT_ALLOCATION: &str = "shot_allocation";
    pub const SHOOTING: &str = "shooting";
    pub const TARGET_CHOICE: &str = "target_choice";
}

/// Procedures that each phase lists for players. Rout checks can be made in every phase.
pub mod procedures_of {
    use super::{phases, procedures};

    pub const COMMANDS: &[&str] = &[procedures::COMMAND];
    pub const SHOOTING: &[&str] = &[procedures::SHOOTING, procedures::TARGET_CHOICE, procedures::ROUT_CHECK];
    pub const MOVE: &[&str] = &[procedures::MOVEMENT_ALLOWANCE];
    pub const MELEE: &[&str] = &[procedures::MELEE, procedures::MOVEMENT_ALLOWANCE, procedures::ROUT_CHECK];
    pub const END: &[&str] = &[procedures::END_OF_TURN, procedures::ROUT_CHECK];

    /// Procedures of the phase with this id.
    pub fn phase(id: &str) -> &'static [&'static str] {
        match id {
            phases::COMMANDS => COMMANDS,
            phases::SHOOTING => SHOOTING,
            phases::MOVE => MOVE,
            phases::MELEE => MELEE,
            phases::END => END,
            _ => &[],
        }
    }
}

/// Roles of participants in a procedure.
pub mod roles {
    pub const FORMATION: &str = "formation";
    pub const FORMATIONS: &str = "formations";
    pub const OWN: &str = "own";
    pub const ENEMIES: &str = "enemies";
    pub const TOUCHED: &str = "touched";
    pub const TARGET: &str = "target";
    pub const SHOOTERS: &str = "shooters";
    pub const SHOOTER: &str = "shooter";
}
