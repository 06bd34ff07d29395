//! Ids of the procedures, the phases and the roles of participants, as stored in logs and used by the contract.

/// Procedures.
pub mod procedures {
    pub const ACTION: &str = "action";
    pub const PURSUIT: &str = "pursuit";
    pub const APPLY_RESULT: &str = "apply_result";
    pub const ARMY_GENERATE: &str = "army_generate";
    pub const ARMY_CHECK: &str = "army_check";
    pub const BEARING: &str = "bearing";
    pub const DECK_BUILD: &str = "deck_build";
    pub const DRAW_CARD: &str = "draw_card";
    pub const DISMOUNT: &str = "dismount";
    pub const FIGHT: &str = "fight";
    pub const FOLLOW_UP: &str = "follow_up";
    pub const INITIATIVE: &str = "initiative";
    pub const INITIATIVE_CHOICE: &str = "initiative_choice";
    pub const TURN_END: &str = "turn_end";
    pub const LEADER_CHECK: &str = "leader_check";
    pub const LEADER_CAUGHT: &str = "leader_caught";
    pub const LEADER_LOSS: &str = "leader_loss";
    pub const MARCH: &str = "march";
    pub const CHIP_CHECK: &str = "chip_check";
    pub const COURAGE_REQUIRED: &str = "courage_required";
    pub const COURAGE_CHECK: &str = "courage_check";
    pub const MOVE: &str = "move";
    pub const RALLY_CHECK: &str = "rally_check";
    pub const REACTION: &str = "reaction";
    pub const FRENCH_KNIGHTS_CHARGE: &str = "french_knights_charge";
    pub const MORALE_CHIPS: &str = "morale_chips";
    pub const NIGHTFALL: &str = "nightfall";
    pub const TERRAIN_ROLL: &str = "terrain_roll";
    pub const TERRAIN_BUDGET: &str = "terrain_budget";
    pub const TERRAIN_SHIFT: &str = "terrain_shift";
    pub const SHOOT: &str = "shoot";
    pub const VICTORY_POINTS: &str = "victory_points";
}

/// Phases of the turn.
pub mod phases {
    pub const TURN_START: &str = "turn_start";
    pub const INITIATIVE: &str = "initiative";
    pub const FIRST_SIDE: &str = "first_side";
    pub const SECOND_SIDE: &str = "second_side";
    pub const TURN_END: &str = "turn_end";
}

/// Roles of participants in a procedure.
pub mod roles {
    pub const UNIT: &str = "unit";
    pub const ENEMY: &str = "enemy";
    pub const OTHER: &str = "other";
    pub const ATTACKER: &str = "attacker";
    pub const DEFENDER: &str = "defender";
    pub const VICTOR: &str = "victor";
    pub const FRIENDS: &str = "friends";
    pub const LEFT: &str = "left";
    pub const ENTERS: &str = "enters";
    pub const NEAR: &str = "near";
    pub const DRAWS: &str = "draws";
    pub const SHOOTERS: &str = "shooters";
    pub const TARGET: &str = "target";
}
