//! Reference: morale chips, morale, leaders, special units, victory.

use crate::rules::ruleset::{Chapter, Part};

/// Morale chips.
pub const CHIPS: Chapter = Chapter {
    title: "Morale chips",
    heading: "How to battle – morale chips",
    parts: &[
        Part::Table {
            caption: "What costs chips",
            head: &["What", "Chips"],
            rows: &[
                &["each stand routed or destroyed", "1"],
                &["each try to rally", "1"],
                &["each try to chip an enemy", "1"],
                &["the leader lost", "D6; the Sultan: all"],
            ],
        },
        Part::Words(
            "Chips never come back. A side without any neither chips nor rallies. Up to 36 are needed for both \
             sides, and three opportunity chips each.",
        ),
        Part::Words("By a house rule a stand costs one chip in all: none when it is destroyed after it has routed."),
        Part::Words(
            "To chip: right after a shot or a fight that allows it, pay a chip. The target rolls its fight die, down \
             1 if disordered and up 2 with a leader; the other side rolls a D6. If the D6 is higher, a unit in order \
             is disordered and one in disorder routs.",
        ),
    ],
};

/// Morale.
pub const MORALE: Chapter = Chapter {
    title: "Courage and rally",
    heading: "How to battle – cards and pips: Courage; FEARSOME units; Rally; reference sheet",
    parts: &[
        Part::Table {
            caption: "The fight die against a D6",
            head: &["Check", "Steps", "A higher roll"],
            rows: &[
                &["chip, courage", "disordered down 1, leader up 2", "of the D6: disordered, or routed if it was"],
                &["rally", "disordered down 1, routed down 2, Sultan up 1", "of the unit: one state better"],
            ],
        },
        Part::Words(
            "On a Courage card each unit of the side that turned it checks if an enemy is in its square, or if a \
             fearsome enemy in good order could reach and charge it. The fearsome do not fear, and the routed do not \
             check. One check, whatever the reasons.",
        ),
        Part::Words(
            "On a Leader Check card that he survives, a leader who is with no unit may rally units within five \
             squares, one try a unit, a chip a try. A routed unit that rallies is disordered and may be turned to \
             the enemy.",
        ),
    ],
};

/// Leaders.
pub const LEADERS: Chapter = Chapter {
    title: "Leaders",
    heading: "Leaders; How to battle – cards and pips: Leader Check",
    parts: &[
        Part::Words(
            "A leader moves 4 squares for a pip on either move card or on a Leader Check card. On the latter he may \
             join a unit in his square: it fights and checks morale up 2, but he rallies nobody.",
        ),
        Part::Table {
            caption: "In danger: a D6 each",
            head: &["When", "Higher", "Tie", "Lower"],
            rows: &[
                &[
                    "Leader Check card, if he fought, is within reach of enemy weapons, or shares a square with an \
                     enemy",
                    "lives",
                    "lives",
                    "lost",
                ],
                &["an enemy enters his square while he is alone", "moves to safety", "stays", "lost"],
                &["a tied fight with him attached", "–", "lost, without dice", "–"],
            ],
        },
        Part::Words("With a leader lost goes a D6 of morale chips. Nobody shoots at leaders."),
    ],
};

/// Special units.
pub const SPECIAL: Chapter = Chapter {
    title: "Special units",
    heading: "FEARSOME units; PHALANX; TERCIO; War wagons",
    parts: &[Part::Table {
        caption: "What is different",
        head: &["Unit", "Rules"],
        rows: &[
            &[
                "Fearsome",
                "enemies within its move check on a Courage card, unless it is disordered or routed or they are \
                 fearsome too",
            ],
            &[
                "Phalanx",
                "four stands; horse cannot beat it in front; instead of routing it loses a stand and is disordered",
            ],
            &["Swiss phalanx", "never routs: it is disordered at the worst"],
            &[
                "Tercio",
                "four stands of pike and two of arquebus, which go first; horse cannot beat it; no flank or rear; \
                 shoots all round until it loses a stand; instead of routing it loses a stand and holds its ground",
            ],
            &["War wagons", "one stand; no flank or rear; cover for who is in or behind them; neither horse nor foot"],
        ],
    }],
};

/// Victory.
pub const VICTORY: Chapter = Chapter {
    title: "Victory",
    heading: "A note about victory and defeat",
    parts: &[
        Part::Words("Mostly plain to both. If not, count points."),
        Part::Table {
            caption: "Points",
            head: &["What is left", "Points"],
            rows: &[
                &["the leader", "2"],
                &["a stand in good order", "2"],
                &["a disordered stand", "1"],
                &["routed, destroyed or gone", "0"],
            ],
        },
    ],
};
