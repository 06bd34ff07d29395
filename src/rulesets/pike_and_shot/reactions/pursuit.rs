//! Whether a unit goes on after a broken enemy. *Reaction Tests 3; Melee.*

use super::super::terms::{TroopType, in_lots};
use super::{Tester, for_obstacle, test};
use crate::dice::{Dice, Halt};
use crate::procedure::{Procedure, Rule};
use crate::refusal::{Refusal, forbid_if};
use crate::{choices, form, outcome};

/// The test not to pursue.
pub const REACTION_PURSUIT: Procedure =
    Procedure::of::<ReactionPursuit>("reaction_pursuit", "Pursuit").heading("Reaction Tests 3; Melee");

/// A pursuit ends when more than this lies between. *Reaction Tests 3.*
const OUT_OF_REACH_IN: f64 = 6.0;

choices! {
    /// What becomes of the pursuers.
    pub enum Pursuit {
        MayHalt = "may_halt" "May halt",
        MustPursue = "must_pursue" "Must pursue",
        Over = "over" "Over",
        Lost = "lost" "Lost",
    }
}

choices! {
    /// What ended the pursuit.
    pub enum EndedBy {
        None = "none" "It goes on",
        Test = "test" "The test",
        OffTable = "off_table" "The edge of the table",
        Destroyed = "destroyed" "Nothing left to pursue",
        Terrain = "terrain" "Terrain",
        Distance = "distance" "Distance",
    }
}

form! {
    /// A unit whose enemy has broken.
    pub struct ReactionPursuit {
        ..tester: Tester,
        /// Whether it defends a wall, a hedge or a town.
        defending_obstacle: bool = situation(flag()).or(false).label("Defends an obstacle").help("A wall, a hedge or a town."),
        /// Bounds already spent pursuing.
        bounds_pursued: i32 = unit(whole(0, 100)).or(0).label("Bounds pursued"),
        /// What is left between them when both have moved (R17).
        enemy_distance_in: f64 = situation(number(0.0, 1000.0)).or(0.0).label("Gap to the enemy")
            .help("Inches between them after both have moved; 0 while still in contact."),
        /// Whether the enemy is where it cannot follow.
        terrain_bars: bool = situation(flag()).or(false).label("Terrain bars the way").rare(),
        /// Whether nothing is left of the enemy.
        enemy_destroyed: bool = situation(flag()).or(false).label("Enemy destroyed").rare(),
        /// Whether it followed the enemy off the table.
        followed_off_table: bool = situation(flag()).or(false).label("Followed off the table").rare(),
        /// Whether the enemy are gunners.
        enemy_gunners: bool = situation(flag()).or(false).label("Enemy are gunners").rare(),
    }
}

outcome! {
    /// What the pursuit comes to.
    pub struct Pursued {
        /// What becomes of the pursuers.
        pub result: Pursuit,
        /// What ended it.
        pub ended_by: EndedBy,
        /// The die needed; none without dice.
        pub required: Option<i32>,
        /// Bounds that rallying takes.
        pub rally_bounds: i32,
        /// Whether gunners are cut down.
        pub gunners_cut_down: bool,
    }
}

impl ReactionPursuit {
    fn need(&self, dice: &mut Dice) -> i32 {
        self.tester.morale_class.needs()
            + self.tester.for_counters(dice)
            + self.tester.for_horse(3, dice)
            + for_obstacle(self.defending_obstacle, dice)
            + self.tester.for_general(dice)
    }

    /// What ends a pursuit without a test. *Reaction Tests 3.*
    fn ended(&self) -> Option<(Pursuit, EndedBy)> {
        if self.followed_off_table {
            // Who follows an enemy off the table is out of the game.
            Some((Pursuit::Lost, EndedBy::OffTable))
        } else if self.enemy_destroyed {
            Some((Pursuit::Over, EndedBy::Destroyed))
        } else if self.terrain_bars {
            Some((Pursuit::Over, EndedBy::Terrain))
        } else if self.enemy_distance_in > OUT_OF_REACH_IN {
            Some((Pursuit::Over, EndedBy::Distance))
        } else {
            None
        }
    }
}

impl Rule for ReactionPursuit {
    type Outcome = Pursued;

    fn permit(&self) -> Result<(), Refusal> {
        forbid_if(self.tester.troop_type == TroopType::Artillery, "troop_type", "Gunners do not pursue.")?;
        self.tester.permit()
    }

    fn play(&self, dice: &mut Dice) -> Result<Pursued, Halt> {
        let (result, ended_by, required) = match self.ended() {
            Some((result, ended_by)) => (result, ended_by, None),
            None => {
                let need = self.need(dice);
                match test(dice, need)? {
                    true => (Pursuit::MayHalt, EndedBy::Test, Some(need)),
                    false => (Pursuit::MustPursue, EndedBy::None, Some(need)),
                }
            }
        };
        // Rallying takes half the bounds spent pursuing, however the pursuit ended (R17).
        let over = matches!(result, Pursuit::MayHalt | Pursuit::Over);
        let rally_bounds = if over { in_lots(self.bounds_pursued, 2) } else { 0 };
        let gunners_cut_down = result == Pursuit::MustPursue && self.enemy_gunners;
        Ok(Pursued { result, ended_by, required, rally_bounds, gunners_cut_down })
    }
}
