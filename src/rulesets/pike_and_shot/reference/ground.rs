//! Effects of terrain, and moves.

use crate::rules::ruleset::{Chapter, Part};

/// Terrain.
pub const GROUND: Chapter = Chapter {
    title: "Ground",
    heading: "Terrain",
    parts: &[
        Part::Table {
            caption: "Crossing it",
            head: &["Ground", "Infantry", "Cavalry", "Guns"],
            rows: &[
                &["Gentle hill", "–", "–", "–"],
                &["Steep hill (R18)", "half speed", "half speed", "half speed"],
                &["Cliff", "impassable", "impassable", "impassable"],
                &["River, each move in it", "half speed, a counter", "half speed, a counter", "impassable"],
                &["Deep or fast river", "impassable", "impassable", "impassable"],
                &["Ford", "a counter", "a counter", "a counter"],
                &["Bridge", "10 figures a move", "10 figures a move", "10 figures a move"],
                &["Woods or town, each move", "half speed, a counter", "impassable", "impassable"],
                &["Road through woods or town (R19)", "half speed, a counter", "–", "–"],
                &["Hedge", "half a move", "half a move", "half a move"],
                &["Wall", "half a move", "half a move", "by a gate only"],
            ],
        },
        Part::Words(
            "To cross a bridge a unit leaves its formation first and takes it up again behind it: half a move each. Generals \
             are slowed by the ground, but take no counters, and only cliffs and deep water bar them.",
        ),
        Part::Table {
            caption: "Sheltering in it",
            head: &["Ground", "Cover", "Hard cover", "Obstacle"],
            rows: &[
                &["Hedge", "no", "no", "yes"],
                &["Wall", "yes", "yes", "yes"],
                &["Woods", "yes", "no", "no"],
                &["Town, village", "yes", "yes", "yes"],
            ],
        },
        Part::Words(
            "Cover lets troops save from small arms and in melee, hard cover from guns too. An obstacle helps its defenders \
             in the tests to stand and to halt.",
        ),
        Part::Words(
            "Hills block sight and fire. In woods and towns sight, and fire, end at 3 inches. The houses and trees of a town \
             or wood may be shifted to let troops through: only its outline counts.",
        ),
        Part::Words(
            "For any other ground the players agree what it does, looking at movement, formation, sight and fire. They may \
             also agree something else for the ground listed here. What they agree is kept for the battle, for \
             each kind of ground by its name: half speed, half a move, a counter, who may not enter it, cover, and how far one \
             sees and fires in it.",
        ),
    ],
};

/// Movement.
pub const MOVES: Chapter = Chapter {
    title: "Moves",
    heading: "Movement; Interpenetration; Artillery Movement; Irregular Light Cavalry",
    parts: &[
        Part::Table {
            caption: "Inches a move",
            head: &["Who", "Inches"],
            rows: &[
                &["Infantry", "6"],
                &["Infantry in open order, generals on foot", "8"],
                &["Gunners away from their gun", "8"],
                &["Cavalry", "12"],
                &["Irregular light cavalry", "15"],
                &["Mounted generals", "15"],
                &["Limbered guns", "6"],
                &["Limbered galloper guns", "9"],
                &["Guns ready for action, by hand", "1"],
            ],
        },
        Part::Words(
            "Forward moves are an inch shorter for every counter, except in pursuit. A unit that would not charge does not \
             advance. Cavalry that fires moves at most 9 inches.",
        ),
        Part::Table {
            caption: "What takes time",
            head: &["Doing", "Moves"],
            rows: &[
                &["Changing formation", "½"],
                &["Mounting, dismounting", "½"],
                &["Crossing a hedge or wall", "½"],
                &["Limbering a light gun", "½"],
                &["Limbering a medium or heavy gun", "1"],
                &["Unlimbering and preparing a light gun", "1"],
                &["Unlimbering and preparing a medium or heavy gun", "3"],
                &["Detaching companies or troops", "1"],
            ],
        },
        Part::Words(
            "Whoever takes this time has moved, and neither fires on foot nor rests in that bound. Where players agree so, \
             only distance counts (R32).",
        ),
        Part::Words(
            "Two friendly units that pass through each other each take half the counters of the other, rounded up, and at \
             least one.",
        ),
    ],
};
