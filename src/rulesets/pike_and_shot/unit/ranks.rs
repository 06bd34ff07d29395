//! Ranks, fronts and what is counted from them.

use super::words::Formation;

/// Ranks of figures; each stands for three of men. *Formations and Sub-units.*
pub fn ranks(formation: Formation, cavalry: bool) -> i32 {
    match (formation, cavalry) {
        (Formation::OpenOrder, _) | (Formation::Swedish, true) => 1,
        (Formation::Swedish, false) | (Formation::Dutch, true) => 2,
        (Formation::Dutch, false) => 3,
    }
}

/// Figures in the front rank. *Formations and Sub-units.*
pub fn front(figures: i32, ranks: i32) -> i32 {
    (figures + ranks - 1) / ranks
}

/// The line of the table by which a casualty is told apart: that of the ratio, or the next below. *Identifying
/// Casualties.* (R4)
pub fn casualty_line(pikes: i32, muskets: i32) -> &'static str {
    match (pikes, muskets) {
        (0, _) | (_, 0) => "none",
        (p, m) if p >= 5 * m => "5:1",
        (p, m) if p >= 2 * m => "2:1",
        (p, m) if p >= m => "1:1",
        (p, m) if 2 * p >= m => "1:2",
        _ => "1:5",
    }
}

/// Width of a front on the table, for figures of 15 mm. *Base Sizes.*
pub fn frontage_mm(front: i32, cavalry: bool) -> f64 {
    f64::from(front) * if cavalry { 12.5 } else { 10.0 }
}

/// Musketeers of the front rank that make one die. *Infantry Firing.*
pub fn firing_group_on_foot(ranks: i32) -> i32 {
    match ranks {
        1 => 5,
        2 => 4,
        _ => 3,
    }
}
