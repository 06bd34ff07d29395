//! Shooting.

use crate::rules::ruleset::{Chapter, Part};

/// Firearms.
pub const FIREARMS: Chapter = Chapter {
    title: "Firearms",
    heading: "Weapon cards; Firearms",
    parts: &[
        Part::table(
            "What a die needs, by range",
            &["weapon", "short", "medium", "long", "turns to load", "mounted, moving"],
            &[
                &["pistol", "10 cm: 5", "20 cm: 7", "–", "1", "both"],
                &[
                    "short arquebus, petronel, carbine",
                    "10 cm: 5",
                    "20 cm: 6",
                    "40 cm: 7",
                    "1",
                    "both; on foot moving at short range",
                ],
                &[
                    "long arquebus, caliver (2025)",
                    "20 cm: 5",
                    "30 cm: 6",
                    "40 cm: 7",
                    "1",
                    "mounted 1 less; standing still",
                ],
                &["matchlock musket at will", "20 cm: 6", "40 cm: 7", "60 cm: 8", "2", "neither"],
                &["matchlock musket in salvo", "20 cm: 5", "40 cm: 6", "60 cm: 7", "2", "neither"],
                &["heavy musket without fork", "20 cm: 5", "30 cm: 6", "40 cm: 7", "2", "neither"],
                &[
                    "light musket, early firelock",
                    "20 cm: 5",
                    "30 cm: 6",
                    "40 cm: 7",
                    "2",
                    "mounted 1 less; standing still",
                ],
                &["rifled", "20 cm: 5", "40 cm: 6", "60 cm: 7", "2", "mounted 1 less; standing still"],
            ],
        ),
        Part::table(
            "What armour takes off",
            &["weapon", "breastplate, half-armour", "complete armour"],
            &[
                &["pistol", "1 at medium range", "1; nothing in contact"],
                &["arquebus, short or long", "1 at long range", "1 at medium and long range"],
                &["muskets, rifled", "1 at long range", "1 at long range"],
            ],
        ),
        Part::Words(
            "Muskets fired at will into a group of three or more: one die, once a turn for each player, is one better. In salvo three or more matchlocks in close order fire on the word at a group; since 2025 also from behind something solid, and at people partly behind a wall.",
        ),
        Part::Words(
            "Heavy muskets fire in one rank; without their forks the first may kneel and the second fire over it. A matchlock that has been in a melee is useless for the day; of a group, those that were in contact.",
        ),
        Part::Words(
            "In contact, or after beginning the turn in contact, only pistols are fired. A rider who could be touched this turn counts as moving even if he stands.",
        ),
    ],
};

/// Bows, crossbows, javelins.
pub const OTHER_WEAPONS: Chapter = Chapter {
    title: "Bows, crossbows, javelins",
    heading: "Light crossbow and various bows; Throwing spear or javelin",
    parts: &[
        Part::table(
            "What a die needs, by range",
            &["weapon", "short", "medium", "long", "turns to load", "armour 4 / 5"],
            &[
                &["light crossbow", "10 cm: 5", "20 cm: 6", "30 cm: 7", "1", "0 / -1"],
                &["traditional bow", "10 cm: 5", "20 cm: 6", "40 cm: 7, in the open", "0", "-1 / -2"],
                &[
                    "longbow, on foot and standing still",
                    "20 cm: 5",
                    "30 cm: 6",
                    "40 cm: 7, in the open",
                    "0",
                    "-1 / -2",
                ],
                &["javelin, light spear", "10 cm: 6, in the open", "–", "–", "0", "0 / 0"],
                &["javelin after a straight ride", "10 cm: 5, in the open", "20 cm: 6, in the open", "–", "0", "0 / 0"],
            ],
        ),
        Part::Words(
            "In the open: not through a window or slit. Those behind throw javelins over the heads of friends who fight, at rear ranks that touch no friend; a light spear that is thrown is gone.",
        ),
    ],
};

/// Modifiers.
pub const MODIFIERS: Chapter = Chapter {
    title: "Shooting modifiers",
    heading: "Shooting modifiers; Elite shooter",
    parts: &[
        Part::table(
            "Terrain and target: together 2 at most",
            &["when", "modifier"],
            &[
                &[
                    "target on foot behind a wall or bank (not for a shot in contact), in bushes, a window, or the edge of a wood",
                    "-1",
                ],
                &["target swimming, or behind up to 10 cm of wood, even mounted", "-1"],
                &["target on foot behind a narrow opening in something strong", "-2"],
                &["only the worst of these counts", ""],
                &["armour, by weapon and range", "-1, -2"],
                &["target moving, and hidden or touching a friend of the shooter at both ends of the turn", "-1"],
                &["target flying; target protected by magic", "-1 each"],
            ],
        ),
        Part::table(
            "Shooter",
            &["when", "modifier"],
            &[
                &[
                    "moving with pistol, crossbow, bow or short arquebus (pistol and crossbow not on foot as bases meet); or a furtive shooter",
                    "-1",
                ],
                &[
                    "mounted infantry mounted; caliver, light musket or rifle from any saddle; class 1 or 2 with a firearm",
                    "-1",
                ],
                &["elite shot: one a turn for each player; or aim at one of a group instead", "+1"],
            ],
        ),
    ],
};

/// Many sixes.
pub const SIXES: Chapter = Chapter {
    title: "Many sixes",
    heading: "Shooting; rules of many sixes",
    parts: &[Part::Words(
        "At one target, two natural sixes count 6 and 7, three 6, 7 and 8, and so on. A single six may be rolled again while more would help: another six makes it 7, then 8; anything else leaves it a 6. In disorder a six is a six.",
    )],
};

/// Large creatures.
pub const CREATURES: Chapter = Chapter {
    title: "Large creatures",
    heading: "Large fantasy creatures",
    parts: &[
        Part::Words(
            "Skin and armour count together as armour. Each level above 5 takes 1 off every shot, beyond the limit of 2.",
        ),
        Part::table(
            "What a die needs against",
            &["weapon and range", "4", "5", "6", "7"],
            &[
                &["pistol, short (in contact)", "5 (5)", "6 (5)", "7 (6)", "8 (7)"],
                &["pistol, medium", "8", "8", "9", "10"],
                &["short or long arquebus, short", "5", "5", "6", "7"],
                &["short or long arquebus, medium", "6", "7", "8", "9"],
                &["short or long arquebus, long", "8", "8", "9", "10"],
                &["musket at will (salvo), short", "6 (5)", "6 (5)", "7 (6)", "8 (7)"],
                &["musket at will (salvo), medium", "7 (6)", "7 (6)", "8 (7)", "9 (8)"],
                &["musket at will (salvo), long", "9 (8)", "9 (8)", "10 (9)", "11 (10)"],
                &["light musket, short", "5", "5", "6", "7"],
                &["light musket, medium", "6", "6", "7", "8"],
                &["light musket, long", "8", "8", "9", "10"],
            ],
        ),
    ],
};
