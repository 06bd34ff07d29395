//! The sign of a unit: a drawing of its formation as in battle plans of the period, which shows its type and its state.
//!
//! A ruleset computes the sign from a unit's facts. The app draws it without knowing the ruleset.

/// The sign of a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Sign {
    /// The troops or the gun.
    pub body: Body,
    /// Order of the unit.
    pub bearing: Bearing,
    /// State of its loads. `None` for units that do not shoot, or whose loads the rules do not track.
    pub muzzle: Option<Muzzle>,
}

impl Sign {
    /// Returns the sign of a unit in good order without loads.
    pub fn of(body: Body) -> Self {
        Self { body, bearing: Bearing::Steady, muzzle: None }
    }
}

/// Troops or a gun, as they are drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// Troops next to each other, drawn in proportion from left to right, and troops behind them.
    Block {
        /// Troops in front.
        front: Vec<Files>,
        /// Troops behind; empty if the rules do not track them.
        behind: Vec<Files>,
    },
    /// Stands of a base, next to each other.
    Stands {
        /// Their troops.
        troops: Troops,
        /// Number of stands left.
        left: u32,
        /// Number of stands of a full unit.
        full: u32,
    },
    /// A gun and its crew.
    Gun {
        /// Its weight.
        weight: Weight,
        /// Number of crew left.
        crew: u32,
    },
    /// Single figures.
    Figures {
        /// Type of the troops.
        troops: Troops,
        /// Their class, from 1 (weakest) to 5.
        class: u32,
        /// Number of figures that can act.
        sound: u32,
        /// Number of figures that are wounded, stunned or down.
        down: u32,
        /// Number of figures as the unit joined.
        raised: u32,
    },
    /// A leader, drawn as a flag.
    Flag,
}

impl Body {
    /// Returns a block of one type of troops.
    pub fn block(troops: Troops, left: u32, raised: u32) -> Self {
        Self::Block { front: vec![Files::new(troops, left, raised)], behind: Vec::new() }
    }
}

/// Troops of one type that are drawn as one part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Files {
    /// Their type.
    pub troops: Troops,
    /// Number of figures or elements left.
    pub left: u32,
    /// Number of figures or elements as the unit joined: at least `left`.
    pub raised: u32,
}

impl Files {
    /// Returns troops of one type, with their numbers left and as the unit joined.
    pub fn new(troops: Troops, left: u32, raised: u32) -> Self {
        Self { troops, left, raised: raised.max(left) }
    }
}

/// Types of troops with different drawings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Troops {
    /// Pikemen: solid, with staves.
    Pikes,
    /// Musketeers, archers, skirmishers: dotted.
    Shot,
    /// Other foot: halberds, bills, swords: solid.
    Blades,
    /// Foot without order, such as a mob.
    Mob,
    /// Horse: a filled half below the diagonal.
    Horse,
    /// Light or shooting horse: the diagonal alone.
    LightHorse,
    /// Dragoons on horseback: a diagonal and a dot.
    Dragoons,
    /// Dragoons on foot: a dot alone.
    DragoonsOnFoot,
    /// War wagons.
    Wagons,
    /// Guns inside a formation.
    Guns,
}

/// Weight of a gun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Light guns.
    Light,
    /// Medium guns.
    Medium,
    /// Heavy guns.
    Heavy,
}

/// Order of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bearing {
    /// In good order.
    Steady,
    /// In disorder, or Irregular for a time.
    Shaken,
    /// Running: broken or routed.
    Running,
    /// Destroyed or out of the battle.
    Gone,
}

/// Loads of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Muzzle {
    /// All loaded.
    Loaded,
    /// Some loaded, or all half loaded.
    Half,
    /// None loaded.
    Empty,
}
