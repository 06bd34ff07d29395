//! Numbers that players' own modifiers can change, in several procedures alike. Steps along the ladder of dice add up with
//! those of the rules before it ends (R2).

use rules::prelude::*;
/// Steps of the die with which a unit fights and keeps its nerve.
pub const FIGHT_DIE: Adjustable = Adjustable::of("fight_die", "Steps of its Fight die");
/// Steps of the D6 that the enemy rolls against a unit, or against a leader.
pub const ENEMY_DIE: Adjustable = Adjustable::of("enemy_die", "Steps of the enemy's D6");
