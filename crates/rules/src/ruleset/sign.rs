//! The sign of a unit: its formation as the battle plans of the time drew it, by which the eye knows who it is and how it stands.
//!
//! A ruleset describes the sign from a unit's facts; the app draws it, and knows no ruleset.

/// The sign of a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Sign {
    /// The troops or the piece that stand there.
    pub body: Body,
    /// How it stands.
    pub bearing: Bearing,
    /// The muzzles of those who shoot: `None` of those who do not, or whose loads the rules do not count.
    pub muzzle: Option<Muzzle>,
}

impl Sign {
    /// In good order, and without anything to load.
    pub fn of(body: Body) -> Self {
        Self { body, bearing: Bearing::Steady, muzzle: None }
    }
}

/// Troops or a piece, as they are drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// Troops side by side, from left to right, drawn in proportion, and those behind them.
    Block {
        /// Those in front.
        front: Vec<Files>,
        /// Those behind, if the rules know who stands there.
        behind: Vec<Files>,
    },
    /// Stands of a base, next to each other.
    Stands {
        /// Their troops.
        troops: Troops,
        /// Stands left.
        left: u32,
        /// Stands of a whole unit.
        full: u32,
    },
    /// A gun and its crew.
    Gun {
        /// Its weight.
        weight: Weight,
        /// Crew left.
        crew: u32,
    },
    /// Figures, each by itself.
    Figures {
        /// Troops on foot or on horseback.
        troops: Troops,
        /// Their class: 1, the weakest, to 5.
        class: u32,
        /// Figures that can act.
        sound: u32,
        /// Figures that are wounded, stunned or down.
        down: u32,
        /// Figures as it was raised.
        raised: u32,
    },
    /// Somebody who leads: a flag.
    Flag,
}

impl Body {
    /// Troops of one kind, of whom so many are left.
    pub fn block(troops: Troops, left: u32, raised: u32) -> Self {
        Self::Block { front: vec![Files::new(troops, left, raised)], behind: Vec::new() }
    }
}

/// Troops of one kind that stand together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Files {
    /// Their kind.
    pub troops: Troops,
    /// Figures or elements left.
    pub left: u32,
    /// Figures or elements as it was raised; at least as many as are left.
    pub raised: u32,
}

impl Files {
    /// Troops of one kind, of whom so many are left.
    pub fn new(troops: Troops, left: u32, raised: u32) -> Self {
        Self { troops, left, raised: raised.max(left) }
    }
}

/// Kinds of troops that are drawn differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Troops {
    /// Pikemen: solid, with staves.
    Pikes,
    /// Musketeers, archers, skirmishers: dotted.
    Shot,
    /// Other foot: halberds, bills, swords: solid.
    Blades,
    /// Foot without order, as a mob is.
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
    /// Guns that stand in a formation.
    Guns,
}

/// Weights of guns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Light guns.
    Light,
    /// Medium guns.
    Medium,
    /// Heavy guns.
    Heavy,
}

/// How a unit stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bearing {
    /// In good order.
    Steady,
    /// Out of order: disordered, Irregular for a time.
    Shaken,
    /// On the run: broken, routed.
    Running,
    /// Gone: destroyed, out of the battle.
    Gone,
}

/// Readiness of a unit to shoot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Muzzle {
    /// All loaded.
    Loaded,
    /// Some loaded, or all half loaded.
    Half,
    /// None loaded.
    Empty,
}
