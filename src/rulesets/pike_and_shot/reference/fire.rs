//! Fire of infantry and cavalry, and who falls.

use crate::rules::ruleset::{Chapter, Part};

/// Small arms.
pub const FIRE: Chapter = Chapter {
    title: "Fire",
    heading: "Infantry Firing; Cavalry Firing; Appendix I: Bows",
    parts: &[
        Part::Words(
            "Fire goes to the front only, never over friends' heads. A die for each firing group; 5 or 6 hits. Each hit is a \
             counter for the target, and perhaps a figure.",
        ),
        Part::Table {
            caption: "Figures in a firing group",
            head: &["Ranks", "Group of musketeers"],
            rows: &[&["1", "5"], &["2", "4"], &["3 or more", "3"]],
        },
        Part::Table {
            caption: "Who fires how",
            head: &["Weapon", "Inches", "Fire", "Group", "Counters"],
            rows: &[
                &["Musket, or bow on foot", "6", "front rank", "by ranks", "+1 for every 2"],
                &["Pistols", "2", "two ranks", "4", "+1 for every 2"],
                &["Bows on horseback", "3", "front rank", "4", "+1 for each"],
            ],
        },
        Part::Table {
            caption: "What changes a firing group",
            head: &["Firer", "Change"],
            rows: &[&["Raw", "+1"], &["Veteran", "−1"], &["Counters", "as above"]],
        },
        Part::Words("A rest of more than half a group is a group. No group is smaller than one figure."),
        Part::Words(
            "Infantry does not move and fire. Cavalry may move up to 9 inches and fire, but does not charge in that move. \
             Pistols fire once; reloading takes a whole bound in which the unit does nothing else.",
        ),
        Part::Words("Fixed plug bayonets keep muskets from firing."),
    ],
};

/// Identification and kill rolls.
pub const CASUALTIES: Chapter = Chapter {
    title: "Who falls",
    heading: "Testing to See if Figures are Lost; Firing Artillery; Grenadiers",
    parts: &[
        Part::Words("For each hit on a unit of pikes and muskets, a die decides who is hit."),
        Part::Table {
            caption: "Pikeman (P) or musketeer (M); between two lines, the lower",
            head: &["Pikes : muskets", "1", "2", "3", "4", "5", "6"],
            rows: &[
                &["5:1", "P", "P", "P", "P", "P", "M"],
                &["2:1", "P", "P", "P", "P", "M", "M"],
                &["1:1", "P", "P", "P", "M", "M", "M"],
                &["1:2", "P", "P", "M", "M", "M", "M"],
                &["1:5", "P", "M", "M", "M", "M", "M"],
            ],
        },
        Part::Table {
            caption: "Rolls that kill",
            head: &["Struck", "By small arms or in melee", "By a gun"],
            rows: &[&["Unarmoured", "4, 5, 6", "6"], &["Partly armoured", "5, 6", "6"], &["Fully armoured", "6", "6"]],
        },
        Part::Words(
            "In cover, a roll of 4, 5 or 6 keeps the figure after all: against small arms and in melee in any cover, against \
             guns behind walls and among buildings only. Grenadiers under 2 inches, and in melee, leave no such roll.",
        ),
        Part::Words("Under gunfire, first roll who is killed and saved, then whom the loss strikes."),
    ],
};
