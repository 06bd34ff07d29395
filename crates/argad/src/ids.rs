//! Ids of the phases, of the procedures and of the roles of participants, as stored in logs and used by the contract.

/// Phases of the turn.
pub mod phases {
    pub const START: &str = "start";
    pub const DECLARE: &str = "declare";
    pub const MOVE: &str = "move";
    pub const SHOOT: &str = "shoot";
    pub const MELEE: &str = "melee";
    pub const RELOAD: &str = "reload";
    pub const END: &str = "end";
}

/// Procedures.
pub mod procedures {
    pub const HEALING: &str = "healing";
    pub const WOUND_LOCATION: &str = "wound_location";
    pub const BUDGET: &str = "budget";
    pub const CASUALTIES: &str = "casualties";
    pub const CLOSE_ORDER: &str = "close_order";
    pub const MELEE: &str = "melee";
    pub const MOVE: &str = "move";
    pub const RELOAD: &str = "reload";
    pub const RUN_UP: &str = "run_up";
    pub const SHOOT: &str = "shoot";
}

/// Roles of participants in a procedure.
pub mod roles {
    pub const WOUNDED: &str = "wounded";
    pub const ENTRIES: &str = "entries";
    pub const GROUPS: &str = "groups";
    pub const UNIT: &str = "unit";
    pub const JOINED: &str = "joined";
    pub const ONE: &str = "one";
    pub const FRIENDS: &str = "friends";
    pub const MANY: &str = "many";
    pub const MOVER: &str = "mover";
    pub const SHOOTER: &str = "shooter";
    pub const RIDER: &str = "rider";
    pub const TARGET: &str = "target";
    pub const SHOOTERS: &str = "shooters";
}
