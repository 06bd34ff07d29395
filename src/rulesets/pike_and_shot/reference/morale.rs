//! Morale, reaction tests and generals.

use crate::rules::ruleset::{Chapter, Part};

/// Counters, breaking and rallying.
pub const MORALE: Chapter = Chapter {
    title: "Morale",
    heading: "Morale; Move Sequence 7",
    parts: &[
        Part::Table {
            caption: "Counters that break a unit",
            head: &["Class", "Counters"],
            rows: &[&["Good", "8"], &["Average", "6"], &["Poor", "4"], &["Nervous", "2"]],
        },
        Part::Words(
            "A unit that breaks goes back a full move, takes a counter and loses a figure, without a roll. If it still has so \
             many counters in the next bound, it breaks again, until it leaves the table or holds fewer.",
        ),
        Part::Table {
            caption: "Full moves of the broken",
            head: &["Who", "Inches"],
            rows: &[
                &["Foot, halberds", "6"],
                &["The same in open order", "8"],
                &["Horse, mounted dragoons", "12"],
                &["Irregular light cavalry", "15"],
                &["Gunners", "8"],
            ],
        },
        Part::Words(
            "Below its number a broken unit rallies by a bound without moving, firing, fighting or reloading. Until then \
             it neither charges nor stands.",
        ),
        Part::Table {
            caption: "Counters come and go",
            head: &["By", "Counters"],
            rows: &[
                &["A hit", "+1"],
                &["A group on its flank or rear", "+1"],
                &["Losing a bound of melee", "+1"],
                &["Failing to charge or counter-charge", "+1"],
                &["Breaking", "+1"],
                &[
                    "A move in a river, through a ford, in woods or town off the road; of infantry on the road too (R19)",
                    "+1",
                ],
                &["Passing through friends", "+ half of theirs, at least 1"],
                &["A bound without moving, firing, fighting or reloading", "−1"],
                &["A general's speech", "−4 to +1"],
            ],
        },
    ],
};

/// The three tests.
pub const TESTS: Chapter = Chapter {
    title: "Reaction tests",
    heading: "Reaction Tests; Irregular Light Cavalry",
    parts: &[
        Part::Table {
            caption: "Die needed, or more",
            head: &["Class", "1 Charge, counter-charge", "2 Stand", "3 Halt a pursuit"],
            rows: &[
                &["Good", "2", "1", "2"],
                &["Average", "3", "2", "3"],
                &["Poor", "4", "3", "4"],
                &["Nervous", "5", "4", "5"],
            ],
        },
        Part::Table {
            caption: "Added to the die needed",
            head: &["For", "1 Charge, counter-charge", "2 Stand", "3 Halt a pursuit"],
            rows: &[
                &["Each counter", "+1", "+1", "+1"],
                &["Horse, irregulars", "−1", "–", "+3"],
                &["Defending an obstacle", "–", "−2", "−2"],
                &["A general with it, as the player likes", "−1 or +1", "−1 or +1", "−1 or +1"],
            ],
        },
        Part::Table {
            caption: "Whoever fails",
            head: &["Test", "Then"],
            rows: &[
                &["1 Charge", "A counter; no advance this bound"],
                &["1 Counter-charge", "A counter; it may still try to stand"],
                &["2 Stand", "It breaks: a counter, a full move back, a figure lost"],
                &["3 Halt a pursuit", "It goes after the enemy with a full move, not shortened by counters"],
            ],
        },
        Part::Words(
            "Gunners always fail tests 1 and 2. So do irregular light cavalry against Horse. A charged unit may also choose to \
             break. One that stands may fire at its charger.",
        ),
        Part::Words(
            "When a unit breaks in melee, or to avoid one, its opponent pursues. A pursuit ends when the enemy is more than 6 \
             inches away after the moves, enters ground that bars the pursuers, or is no more, or when they pass the third \
             test and like to halt. Whoever follows an enemy off the table is out of the battle. Pursuers must rally before \
             they act again: half as many bounds as they pursued, rounded up.",
        ),
    ],
};

/// Generals.
pub const GENERALS: Chapter = Chapter {
    title: "Generals",
    heading: "Generals",
    parts: &[
        Part::Words(
            "A general is with a unit when his base touches it. He takes no counters and no tests. Fire may be aimed at him, \
             and troubles him if it would give a counter.",
        ),
        Part::Words(
            "When the unit he is with takes a counter in fire or melee, or fire hits him, roll once in the bound: a 6 harms \
             him. Roll again:",
        ),
        Part::Table {
            caption: "A general harmed",
            head: &["Die", "What"],
            rows: &[
                &["1, 2, 3", "His horse is dead: he walks, or a trooper of the unit gives him his own (a figure lost)"],
                &["4", "A scratch: one more roll for the bounds until he is himself again"],
                &["5", "Wounded: he leaves the table"],
                &["6", "Dead"],
            ],
        },
        Part::Table {
            caption: "A rousing speech",
            head: &["Die", "Counters of the unit"],
            rows: &[&["1", "+1"], &["2", "0"], &["3", "−1"], &["4", "−2"], &["5", "−3"], &["6", "−4"]],
        },
        Part::Words("One speech for a unit in a bound, and none to one that fires or is in melee."),
    ],
};
