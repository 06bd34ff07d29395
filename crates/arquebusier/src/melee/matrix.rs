//! Table of melee: the face that each type needs against each other. *Melee Combat.*

use super::super::terms::{Order, TroopType};
use rules::prelude::*;

/// The striker cannot harm the target.
const NO: u8 = 0;

/// The least face that kills. Rows are strikers, columns targets; each pair is against Regular and Irregular targets.
#[rustfmt::skip]
const MATRIX: [[[u8; 2]; 9]; 9] = [
    // Sword    Mob      Bill     Pike     Firearm  Pistolier Lancer  Harq.    Dragoon
    [[5, 4],  [3, 2],  [4, 3],  [4, 2],  [3, 2],  [6, 6],  [6, 6],  [6, 5],  [6, 4]],  // Sword
    [[6, 3],  [5, 4],  [6, 3],  [6, 2],  [5, 2],  [NO, 6], [NO, 5], [NO, 5], [NO, 4]], // Mob
    [[5, 4],  [3, 2],  [5, 4],  [5, 4],  [4, 3],  [6, 4],  [5, 4],  [5, 5],  [5, 4]],  // Bill
    [[5, 5],  [4, 3],  [4, 4],  [5, 5],  [4, 3],  [5, 3],  [4, 3],  [4, 4],  [5, 4]],  // Pike
    [[6, 5],  [5, 4],  [6, 5],  [6, 4],  [4, 3],  [5, 4],  [6, 5],  [5, 4],  [5, 3]],  // Firearm
    [[5, 4],  [4, 4],  [5, 5],  [5, 4],  [4, 3],  [5, 4],  [5, 4],  [5, 4],  [5, 4]],  // Pistolier
    [[3, 2],  [3, 2],  [4, 2],  [5, 2],  [3, 2],  [5, 3],  [5, 4],  [4, 3],  [4, 2]],  // Lancer
    [[5, 5],  [4, 3],  [5, 4],  [5, 4],  [3, 2],  [5, 4],  [4, 4],  [5, 4],  [5, 4]],  // Harquebusier
    [[6, 5],  [4, 3],  [6, 5],  [6, 5],  [4, 3],  [5, 4],  [5, 4],  [5, 4],  [5, 3]],  // Dragoon
];

/// The least face with which `striker` kills `target`; `None` if it cannot harm it. The striker's state does not matter.
pub fn to_strike_down(striker: TroopType, target: TroopType, order: Order) -> Option<i32> {
    let need = MATRIX[striker.in_tables().index()][target.in_tables().index()][order.index()];
    (need != NO).then_some(i32::from(need))
}
