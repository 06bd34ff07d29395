//! Melee.

use crate::rules::ruleset::{Chapter, Part};

/// Resolution of a blow.
pub const MELEE: Chapter = Chapter {
    title: "Melee",
    heading: "Melee; Resolution of the melee",
    parts: &[
        Part::Words(
            "The longest weapon strikes first; weapons of one length strike at the same moment. One die for each who strikes.",
        ),
        Part::table(
            "Die and modifiers against the enemy's class",
            &["result", "the enemy"],
            &[
                &["above class, and above armour where that is higher", "out of action"],
                &["above class, but not above armour", "recoils two paces"],
                &["equal", "recoils two paces; without room, killed or surrenders"],
                &["below", "missed"],
                &["natural 1", "missed, whatever the modifiers"],
                &["two natural sixes; three", "6 and 7; 6, 7 and 8, and 8 always kills (not in disorder)"],
            ],
        ),
        Part::Words(
            "When two would put each other out at the same moment, or make each other recoil, one blow stands: that of the higher class, then the better armour, then the higher natural die, then the higher modifiers. All equal: both.",
        ),
        Part::Words(
            "Each figure strikes once a turn. Two groups fight in pairs, as many as the smaller has figures, each with dice of its own; the rest may strike as second opponents or from behind. Groups stay in contact until one is gone, moves off, or has been driven back to the last figure.",
        ),
        Part::Words("Bare hands stun for a turn. Duellists by the rules of honour count all swords as equally long."),
    ],
};

/// Weapons by length.
pub const WEAPONS: Chapter = Chapter {
    title: "Weapons by length",
    heading: "Common weapons; weapon cards; Obvious limitations",
    parts: &[
        Part::table(
            "Longest first",
            &["length", "weapons"],
            &[
                &[
                    "pike",
                    "on foot; out of close order a sword after the first turn of contact, until a whole turn away from the enemy",
                ],
                &[
                    "long",
                    "halberd, bill, long bardiche or Lochaber axe (on foot); light spear, half-pike, spontoon; heavy lance (charging)",
                ],
                &[
                    "half-long",
                    "two-handed sword or axe, half-long bardiche, sparth axe, heavy or long tool (all on foot)",
                ],
                &["short", "sword, rapier, small axe, mace; tool, improvised weapon, firearm butt"],
                &["very short", "dagger, knife"],
                &["bare hands", ""],
            ],
        ),
        Part::Words(
            "In a building that is not very large, through a door or window, climbing, or with one hand full, nothing is longer than a sword, and weight and point count for nothing.",
        ),
        Part::Words("How long the weapon of a miniature is does not matter."),
    ],
};

/// Modifiers.
pub const MODIFIERS: Chapter = Chapter {
    title: "Melee modifiers",
    heading: "Melee modifiers",
    parts: &[Part::table(
        "Added to the die",
        &["when", "modifier"],
        &[
            &["improvised weapon, or class 1 or 2", "-1"],
            &["heavy two-handed weapon with room to swing, not in close order", "+1"],
            &["on foot, the enemy comes through a linear obstacle", "+1"],
            &["the enemy stands higher", "-1"],
            &["cavalry on easy ground against anybody but cavalry", "+1"],
            &["anybody else against cavalry, unless its ground is very difficult", "-1"],
            &["halberd, bill or long bardiche against a rider who does not charge", "+1"],
            &["charge", "+1"],
            &["charge with couched lance, besides", "+1"],
            &["standing to receive a charge with pike, spear, halberd, or a pointed axe", "+1"],
            &["very strong, on foot", "+1"],
        ],
    )],
};

/// Ranks.
pub const RANKS: Chapter = Chapter {
    title: "Ranks",
    heading: "Pike; Halberd or bill; Light thrusting spear; Melee, limitations",
    parts: &[
        Part::table(
            "Who strikes over friends",
            &["rank", "weapons"],
            &[
                &["second", "halberd, bill, spear, long bardiche; pikes in close order"],
                &["third", "the same, in close order only"],
                &["further back", "pikes in close order"],
            ],
        ),
        Part::Words(
            "Not over a rider, nor over a friend who swings a heavy weapon: he may hold back and strike shorter.",
        ),
        Part::Words("Pikes in close order strike with all their ranks at whoever touches the first."),
        Part::Words(
            "To receive a charge takes training, standing still (two paces are no movement), the point held firm, and, since 2025, no contact when the turn began.",
        ),
    ],
};

/// Exceptional fighters.
pub const FENCERS: Chapter = Chapter {
    title: "Exceptional fighters",
    heading: "Exceptional strike",
    parts: &[
        Part::table(
            "Very swift, and rare",
            &["fencer", "sword or dagger"],
            &[
                &["rapier and dagger", "if the rapier misses, the dagger strikes in the same turn"],
                &["two dice, the better counts", "at one enemy"],
                &["two dice, both count", "at one or two enemies"],
                &["three dice", "sword only; heroes of novels"],
                &["a step faster", "the sword as a half-long weapon, the dagger as a sword"],
            ],
        ),
        Part::Words("The very strong add 1 on foot. Nobody is both."),
    ],
};
