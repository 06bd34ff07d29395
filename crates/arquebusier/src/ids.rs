//! Ids of the procedures and of the roles of participants, as stored in logs and used by the contract.

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

/// Roles of participants in a procedure.
pub mod roles {
    pub const FORMATION: &str = "formation";
    pub const OWN: &str = "own";
    pub const ENEMIES: &str = "enemies";
    pub const TOUCHED: &str = "touched";
    pub const TARGET: &str = "target";
    pub const SHOOTERS: &str = "shooters";
    pub const SHOOTER: &str = "shooter";
}
