//! Melee.

use crate::rules::ruleset::{Chapter, Part};

/// Eligible figures and their dice.
pub const MELEE: Chapter = Chapter {
    title: "Melee",
    heading: "Melee; Cavalry Firing; Appendix I",
    parts: &[
        Part::Words(
            "Units whose bases touch are in melee. If a part of a unit can fight, all of it is engaged; overlap and wrapping \
             round do not count. Units fight only to their front. A die for each group; 5 or 6 hits: a counter, and perhaps a \
             figure.",
        ),
        Part::Table {
            caption: "Figures in a fighting group",
            head: &["Troops", "Ranks fighting", "against cavalry", "against infantry"],
            rows: &[
                &["Pikes", "2½", "2", "6"],
                &["Muskets", "1", "7", "4"],
                &["Muskets with bayonets", "1", "6", "4"],
                &["Halberds, scythes", "1", "5", "4"],
                &["Horse", "1 *", "4", "3"],
                &["Mounted dragoons", "1 *", "6", "4"],
                &["Irregular light cavalry", "1", "5", "4"],
                &["Pistols, instead of swords; 4, 5 or 6 hits", "2", "4", "4"],
            ],
        },
        Part::Words(
            "* Against cavalry, from the second bound of a melee, half a rank more. Players may allow it to irregulars too (R6).",
        ),
        Part::Table {
            caption: "What changes a fighting group",
            head: &["Fighter", "Change"],
            rows: &[
                &["Every 2 counters", "+1"],
                &["Raw", "+1"],
                &["Veteran", "−1"],
                &["Cavalry that charged into contact this bound", "−1"],
                &["Lances, in the first bound of the melee", "−1"],
            ],
        },
        Part::Words("A rest of more than half a group is a group. No group is smaller than one figure."),
        Part::Words(
            "Front-rank figures beyond three to one do not fight. A bayonet helps while it is fixed; ring bayonets always are.",
        ),
        Part::Words(
            "On its flank or rear a unit takes a counter more for each group that fights there, hit or not, or where players \
             agree so for each that hits (R12); nobody falls by these.",
        ),
        Part::Words("Gunners never fight: charged, they break, and whoever goes after them cuts them down."),
    ],
};

/// Loser of a bound of melee.
pub const LOSER: Chapter = Chapter {
    title: "Who loses a melee",
    heading: "Melee",
    parts: &[
        Part::Table {
            caption: "The first difference between the sides decides",
            head: &["Step", "The losing side"],
            rows: &[
                &["1", "Its front rank is outnumbered by more than three to one"],
                &["2", "It lost more figures this bound"],
                &["3", "It took more counters this bound"],
                &["4", "It holds more counters"],
                &["5", "It has the unit of the worst morale class"],
                &["6", "It has the unit of the worst fighting ability"],
                &["7", "No difference: both lose"],
            ],
        },
        Part::Words(
            "Every unit of the losing side takes a counter more, however well it fought itself. Nobody falls by it.",
        ),
    ],
};
