//! Values that players' own modifiers can change in several procedures. Their steps of dice are added to the steps of the rules before the
//! limits of D4 and D12 apply (R2).

use rules::prelude::*;
/// Steps of the die for fighting and morale.
pub const FIGHT_DIE: Adjustable = Adjustable::of("fight_die", "Steps of its Fight die");
/// Steps of the D6 that the enemy rolls against a unit, or against a leader.
pub const ENEMY_DIE: Adjustable = Adjustable::of("enemy_die", "Steps of the enemy's D6");
