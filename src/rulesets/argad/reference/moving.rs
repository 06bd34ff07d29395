//! Movement, close order, charges.

use crate::rules::ruleset::{Chapter, Part};

/// Movement allowances.
pub const MOVEMENT: Chapter = Chapter {
    title: "Movement",
    heading: "Movement; Clothing or armour, encumbrance; Terrain",
    parts: &[
        Part::table(
            "Centimetres a turn",
            &["who", "light clothing", "breastplate (4)", "half-armour (4*)", "complete (5)"],
            &[
                &["on foot", "20", "16", "16", "12"],
                &["cavalry", "40", "40", "36", "32"],
                &["mounted infantry, dragoons", "36", "36", "–", "–"],
                &["farm or draught horse (2025)", "36", "36", "36", "32"],
                &["farm or draught horse (2024)", "32", "32", "32", "32"],
            ],
        ),
        Part::table(
            "On foot, no more than",
            &["who", "cm"],
            &[
                &["heavy musket with fork; everyday dress or robe; not very fit", "16"],
                &["not fit at all", "12"],
                &["column of twos, in close order", "16"],
                &["line, or larger column: of threes too", "12"],
                &["sideways or backwards", "8"],
            ],
        ),
        Part::Words("A heavy object takes 4 cm off, a very heavy one 8, on foot or mounted."),
        Part::table(
            "Ground",
            &["ground", "on foot", "mounted"],
            &[
                &["difficult; bushes, high crops", "less 1 die", "less 2 dice"],
                &["woods", "less 1 die", "half, less 2 dice"],
                &["very difficult", "half, less 1 die", "half, less 2 dice"],
                &["blocked for the turn", "on a 6", "two 6s; in very difficult ground one 6"],
            ],
        ),
        Part::Words(
            "A group that goes together rolls once, even over several kinds of ground, and only when it gets there.",
        ),
        Part::Words(
            "Nobody sees somebody who crouches in bushes and does nothing, nor through more than 10 cm of wood.",
        ),
    ],
};

/// Close order.
pub const CLOSE_ORDER: Chapter = Chapter {
    title: "Close order (optional)",
    heading: "Close order formation; Units in close order",
    parts: &[
        Part::Words(
            "Three or more trained soldiers on foot form shoulder to shoulder on an officer, ensign or musician who stands still, when an officer says so. Very difficult ground forbids it. It takes the whole turn. Others may join later, in a whole turn, on soldiers who stand still; from then on all count together. Bases stay in contact.",
        ),
        Part::Words(
            "They pivot on the spot once a turn: class 2 without moving, class 3 and above before or after a move. Pivoting, two paces, or bringing a rank in front or behind leave them free to shoot and load. They may face different ways, or stand in square, if they can still pivot into it.",
        ),
        Part::Words(
            "The order breaks at will, with fewer than three, on moving across difficult ground, and when flank or rear is attacked before they can face: then they are in disorder, and only those who are touched use their pikes, in the first turn.",
        ),
    ],
};

/// Charges.
pub const CHARGES: Chapter = Chapter {
    title: "Charges",
    heading: "Cavalry charge; Cavalry and mounted infantry; Heavy couched lance",
    parts: &[
        Part::Words(
            "Cavalry, never mounted infantry, charges over easy ground in a straight line of two dice of centimetres: twelve are always enough, and dice are rolled only when it is close. Not from contact, and not in the turn after a charge: ride off, gather, charge again.",
        ),
        Part::Words(
            "Say whom you charge. They may stand or go; others may step in front if they have the movement, and after two paces they still count as standing still. Riders who are shot down are replaced by those behind, without the bonus.",
        ),
        Part::Words(
            "A charger is struck that turn by whom he meets, by long and half-long weapons behind him, and by riders who charge him. Whoever is charged is struck by riders alone.",
        ),
        Part::Words(
            "The couched lance adds 1 to a charge: with charge and cavalry against foot, 3 in all. Without a charge it is dropped for the sword. Somebody on foot can cut a lance down to a light spear in a turn.",
        ),
    ],
};
