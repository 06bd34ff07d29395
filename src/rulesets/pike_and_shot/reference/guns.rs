//! Guns.

use crate::rules::ruleset::{Chapter, Part};

/// Guns by name, and how they move.
pub const GUNS: Chapter = Chapter {
    title: "Guns",
    heading: "Artillery; Artillery Movement",
    parts: &[
        Part::Table {
            caption: "By weight of shot",
            head: &["Weight", "Guns"],
            rows: &[
                &["Heavy", "Cannon royal, cannon serpentine, cannon, French cannon, demi-cannon, culverin"],
                &["Medium", "Quarter cannon, demi-culverin, saker, drake, minion"],
                &["Light", "Falcon, falconet, robinet, serpentine, base"],
            ],
        },
        Part::Table {
            caption: "Moves to limber, and to unlimber and prepare",
            head: &["Gun", "Limber", "Unlimber"],
            rows: &[&["Light", "½", "1"], &["Medium", "1", "3"], &["Heavy", "1", "3"]],
        },
        Part::Words(
            "Limbered guns move 6 inches, gallopers with mounted crews 9. Once ready, a gun is pushed an inch by hand. \
             Gunners without their gun move as infantry in open order.",
        ),
    ],
};

/// Gunfire.
pub const GUN_FIRE: Chapter = Chapter {
    title: "Gunfire",
    heading: "Firing Artillery",
    parts: &[
        Part::Table {
            caption: "Die needed for a counter, by range in inches",
            head: &["Gun", "Full crew", "to 6", "to 12", "to 24", "to 36"],
            rows: &[
                &["Light", "2", "5", "6", "–", "–"],
                &["Medium", "3", "4", "5", "6", "–"],
                &["Heavy", "4", "3", "4", "5", "6"],
            ],
        },
        Part::Words(
            "1 more is needed for each figure that the crew is short. A gun that would need more than 6 does not fire.",
        ),
        Part::Words(
            "The diagonals of its base, drawn on past the front corners, bound its arc of fire. It does not fire over friends' \
             heads, nor in a bound in which it moved.",
        ),
        Part::Words(
            "A hit is a counter, and a 6 then kills a figure whatever it wears. Behind walls and among buildings 4, 5 or 6 \
             saves it. Hits on a gun strike its crew.",
        ),
    ],
};
