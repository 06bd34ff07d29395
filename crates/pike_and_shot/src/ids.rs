//! Ids of the procedures, of the roles of participants, of the phases and of some fields, as stored in logs and used by the contract.

/// Procedures.
pub mod procedures {
    pub const ARTILLERY_FIRE: &str = "artillery_fire";
    pub const CASUALTY_TEST: &str = "casualty_test";
    pub const CAVALRY_FIRE: &str = "cavalry_fire";
    pub const COMBINED_FIRE: &str = "combined_fire";
    pub const INFANTRY_FIRE: &str = "infantry_fire";
    pub const GENERAL_CASUALTY: &str = "general_casualty";
    pub const GIVE_HORSE: &str = "give_horse";
    pub const ROUSING_SPEECH: &str = "rousing_speech";
    pub const MELEE_GROUPS: &str = "melee_groups";
    pub const MELEE_ROUND: &str = "melee_round";
    pub const BREAK_UNIT: &str = "break_unit";
    pub const REST: &str = "rest";
    pub const MOVEMENT_ALLOWANCE: &str = "movement_allowance";
    pub const BRIDGE_CROSSING: &str = "bridge_crossing";
    pub const GUN_LIMBERING: &str = "gun_limbering";
    pub const MOUNTING: &str = "mounting";
    pub const FORMATION: &str = "formation";
    pub const INTERPENETRATION: &str = "interpenetration";
    pub const MORALE_CLASS_ROLL: &str = "morale_class_roll";
    pub const SUB_UNIT: &str = "sub_unit";
    pub const REACTION_CHARGE: &str = "reaction_charge";
    pub const REACTION_PURSUIT: &str = "reaction_pursuit";
    pub const RUN_INTO: &str = "run_into";
    pub const REACTION_STAND: &str = "reaction_stand";
    pub const AGREE_CLASSES: &str = "agree_classes";
    pub const AGREE_GROUND: &str = "agree_ground";
}

/// Roles of participants in a procedure.
pub mod roles {
    pub const FIRER: &str = "firer";
    pub const TARGET: &str = "target";
    pub const FIRERS: &str = "firers";
    pub const GENERAL: &str = "general";
    pub const UNIT: &str = "unit";
    pub const A: &str = "a";
    pub const B: &str = "b";
    pub const PARENT: &str = "parent";
    pub const SUB_UNIT: &str = "sub_unit";
    pub const OPPONENT: &str = "opponent";
    pub const ENEMIES: &str = "enemies";
}

/// Phases of the bound. *Move Sequence.*
pub mod phases {
    /// First phase: charges are declared.
    pub const CHARGES: &str = "charges";
    /// Second phase: chargers move.
    pub const CHARGE_MOVES: &str = "charge_moves";
    /// Third phase: fire at units that charge or are charged.
    pub const CHARGE_FIRE: &str = "charge_fire";
    /// Fourth phase.
    pub const MELEE: &str = "melee";
    /// Fifth phase: all other moves.
    pub const OTHER_MOVES: &str = "other_moves";
    /// Sixth phase: all other fire.
    pub const OTHER_FIRE: &str = "other_fire";
    /// Seventh phase.
    pub const REST: &str = "rest";
    /// Eighth phase: speeches.
    pub const GENERALS: &str = "generals";
}

/// Fields that several files name.
pub mod fields {
    /// Reason why a unit breaks, in the form for breaking.
    pub const CAUSE: &str = "cause";
    /// The target, in every form of fire.
    pub const TARGET: &str = "target";
}
