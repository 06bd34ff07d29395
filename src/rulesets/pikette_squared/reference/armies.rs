//! Reference: the lists of the Italian Wars, and the armies that have none here.

use crate::rules::ruleset::{Chapter, Part};

const HEAD: &[&str] = &["Row", "Type", "Move", "Shoot", "Fight", "Units", "Notes"];

/// The rolls of the lists.
pub const ROLLS: Chapter = Chapter {
    title: "Army lists: the rolls",
    heading: "Army lists (1)",
    parts: &[
        Part::Table {
            caption: "A D6 each, before the battle",
            head: &["Army", "Upgrades", "Extra unit", "Extra card"],
            rows: &[
                &[
                    "French",
                    "4–6: both pike become a Swiss phalanx",
                    "1–2 militia, 3–4 skirmishers, 5 arquebus, 6 stradiots or carabins",
                    "Melee",
                ],
                &[
                    "Italian",
                    "6: one condottieri becomes familia. 4–6: all crossbows become citizens",
                    "1–3 militia, 4–5 skirmishers, 6 arquebus",
                    "Milling Around",
                ],
                &["Spanish", "6: the genitors fight with D6", "1 musketeers, 2–4 pike, 5–6 arquebus", "Infantry Move"],
                &["Imperialist", "–", "1–2 Hungarians, 3–4 carabins, 5–6 arquebus", "Reload"],
                &[
                    "Ottoman",
                    "5–6: one spahis becomes the Sultan's Guard, and the Sultan leads. 6: both azabs fight with D6",
                    "none",
                    "Cavalry Move",
                ],
                &["Moorish", "–", "none", "Infantry Move or Cavalry Move"],
            ],
        },
        Part::Words("Whatever the dice, a list comes to twelve units, a cannon and 25 stands."),
        Part::Words(
            "The Sultan brings 3 morale chips more, better azabs without a roll, and every rally up 1. If he is \
             lost, all chips of the army go with him.",
        ),
    ],
};

/// The French list.
pub const FRENCH: Chapter = Chapter {
    title: "French army",
    heading: "Army lists (1): The Italian Wars 1494–1560",
    parts: &[
        Part::Words(
            "The finest heavy horse of its day and new guns on wheels; pikes hired from the Swiss, who feared nobody \
             and whom all feared. Long roads and false friends wore it down.",
        ),
        Part::Table {
            caption: "Units before the rolls; distances in squares",
            head: HEAD,
            rows: &[
                &["Gendarmes", "Knights", "3", "–", "D12", "2", "fearsome, French knights charge on their own"],
                &["Archers", "Lancers", "4", "–", "D10", "1", ""],
                &["Stradiots", "Light horse", "5", "–", "D6", "1", ""],
                &["Carabins", "Carabins", "5", "D6 to 2", "D4", "0", "only as the extra unit"],
                &["Pike", "Pike", "2.5", "–", "D8", "2", "no phalanx of their own"],
                &["Swiss phalanx", "Phalanx", "2.5", "–", "D10", "0", "fearsome, replaces both pike"],
                &["Arquebus", "Arquebus", "2.5", "D8 to 3", "D6", "2", ""],
                &["Crossbows", "Crossbows", "2.5", "D6 to 3", "D4", "1", ""],
                &["Skirmishers", "Skirmishers", "2.5", "D6 to 3", "D4", "1", "arquebus"],
                &["Militia", "Militia", "2.5", "–", "D4", "1", "rabble"],
                &["Cannon", "Cannon", "1.5", "D8 to 6", "D4", "1", ""],
            ],
        },
    ],
};

/// The Italian list.
pub const ITALIAN: Chapter = Chapter {
    title: "Italian army",
    heading: "Army lists (1): The Italian Wars 1494–1560",
    parts: &[
        Part::Words(
            "Mercenaries of an older age who learned as they went, short of pikes but for Florence, with citizens \
             called up from the towns and light horse from across the Adriatic.",
        ),
        Part::Table {
            caption: "Units before the rolls; distances in squares",
            head: HEAD,
            rows: &[
                &["Condottieri", "Knights", "3", "–", "D10", "2", ""],
                &["Familia", "Knights", "3", "–", "D12", "0", "in place of one condottieri"],
                &["Carabins", "Carabins", "5", "D6 to 2", "D4", "1", ""],
                &["Stradiots", "Light horse", "5", "–", "D6", "1", ""],
                &["Pike", "Pike", "2.5", "–", "D8", "1", ""],
                &["Arquebus", "Arquebus", "2.5", "D8 to 3", "D6", "2", ""],
                &["Crossbows", "Crossbows", "2.5", "D6 to 3", "D4", "2", ""],
                &["Citizen crossbows", "Crossbows", "2.5", "D6 to 3", "D6", "0", "in place of both crossbows"],
                &["Skirmishers", "Skirmishers", "2.5", "D6 to 3", "D4", "1", "arquebus"],
                &["Militia", "Militia", "2.5", "–", "D6", "1", "citizens"],
                &["Cannon", "Cannon", "1.5", "D8 to 6", "D4", "1", ""],
            ],
        },
    ],
};

/// The Spanish list.
pub const SPANISH: Chapter = Chapter {
    title: "Spanish army",
    heading: "Army lists (1): The Italian Wars 1494–1560",
    parts: &[
        Part::Words(
            "Hardened by the war against the Moors, proud foot in tercios, the nearest thing to a standing army of \
             the century, and in the end more than its crown could pay.",
        ),
        Part::Table {
            caption: "Units before the rolls; distances in squares",
            head: HEAD,
            rows: &[
                &["Lancers", "Lancers", "4", "–", "D10", "1", ""],
                &["Carabins", "Carabins", "5", "D6 to 2", "D4", "1", ""],
                &["Genitors", "Light horse", "5", "–", "D4", "1", ""],
                &["Genitors, upgraded", "Light horse", "5", "–", "D6", "0", "in place of the genitors"],
                &["Tercio", "Tercio", "1.5", "D8 to 3", "D10", "1", "stands for three units"],
                &["Arquebus", "Arquebus", "2.5", "D8 to 3", "D6", "2", ""],
                &["Pike", "Pike", "2.5", "–", "D10", "1", "no phalanx, no tercio"],
                &["Musketeers", "Skirmishers", "2.5", "D8 to 3", "D4", "2", "fearsome, some muskets"],
                &["Cannon", "Cannon", "1.5", "D8 to 6", "D4", "1", ""],
            ],
        },
    ],
};

/// The Imperialist list.
pub const IMPERIALIST: Chapter = Chapter {
    title: "Imperialist army",
    heading: "Army lists (1): The Italian Wars 1494–1560",
    parts: &[
        Part::Words(
            "The home of the two great hired soldiers, the black-armoured reiter and the many-coloured Landsknecht, \
             with Hungarian hussars on the wings and border marksmen on foot.",
        ),
        Part::Table {
            caption: "Units before the rolls; distances in squares",
            head: HEAD,
            rows: &[
                &["Lancers", "Lancers", "4", "–", "D10", "1", ""],
                &["Reiters", "Reiters", "4", "D6 to 1", "D6", "2", ""],
                &["Hungarians", "Light horse", "5", "D4 to 2", "D4", "0", "bows, only as the extra unit"],
                &["Carabins", "Carabins", "5", "D6 to 2", "D4", "0", "only as the extra unit"],
                &["Landsknechts", "Phalanx", "2.5", "–", "D10", "2", "each stands for two units"],
                &["Arquebus", "Arquebus", "2.5", "D8 to 3", "D6", "1", ""],
                &["Skirmishers", "Skirmishers", "2.5", "D6 to 3", "D4", "2", "arquebus"],
                &["Militia", "Militia", "2.5", "–", "D6", "1", "citizens"],
                &["Cannon", "Cannon", "1.5", "D8 to 6", "D4", "1", ""],
            ],
        },
    ],
};

/// The Ottoman list.
pub const OTTOMAN: Chapter = Chapter {
    title: "Ottoman army",
    heading: "Army lists (1): The Italian Wars 1494–1560",
    parts: &[
        Part::Words(
            "Feudal spahis under bright coats and mail, clouds of horse archers, masses of azabs, and the \
             janissaries, raised from boyhood in their barracks.",
        ),
        Part::Table {
            caption: "Units before the rolls; distances in squares",
            head: HEAD,
            rows: &[
                &["Spahis", "Lancers", "4", "–", "D8", "2", ""],
                &["Sultan's Guard", "Lancers", "4", "–", "D10", "0", "in place of one spahis"],
                &["Akinjis", "Light horse", "5", "D4 to 2", "D4", "4", "bows"],
                &["Janissaries", "Arquebus", "2.5", "D8 to 3", "D8", "2", "fearsome"],
                &["Skirmishers", "Skirmishers", "2.5", "D4 to 3", "D4", "2", "bows"],
                &["Azabs", "Militia", "2.5", "–", "D4", "2", ""],
                &["Azabs, upgraded", "Militia", "2.5", "–", "D6", "0", "in place of both azabs"],
                &["Cannon", "Cannon", "1.5", "D6 to 6", "D4", "1", ""],
            ],
        },
    ],
};

/// The Moorish list.
pub const MOORISH: Chapter = Chapter {
    title: "Moorish army",
    heading: "Army lists (1): The Italian Wars 1494–1560",
    parts: &[
        Part::Words(
            "Refugees from Spain, corsairs and raiders of the African coast: fast horse and much shot, little armour \
             and no pikes.",
        ),
        Part::Table {
            caption: "Units before the rolls; distances in squares",
            head: HEAD,
            rows: &[
                &["Household cavalry", "Lancers", "4", "–", "D8", "1", ""],
                &["Light horse", "Light horse", "5", "–", "D4", "3", ""],
                &["Carabins", "Carabins", "5", "D6 to 2", "D4", "1", ""],
                &["Arquebus", "Arquebus", "2.5", "D8 to 3", "D6", "2", "renegades and fanatics"],
                &["Crossbows", "Crossbows", "2.5", "D6 to 3", "D6", "2", ""],
                &["Skirmishers", "Skirmishers", "2.5", "D6 to 3", "D6", "1", "arquebus"],
                &["Militia", "Militia", "2.5", "–", "D6", "2", "tribesmen"],
                &["Cannon", "Cannon", "1.5", "D4 to 6", "D4", "1", "light guns only"],
            ],
        },
    ],
};

/// Armies without a list here.
pub const OTHERS: Chapter = Chapter {
    title: "Other armies",
    heading: "Army lists (2) to (6)",
    parts: &[
        Part::Words("For these the source names no figures. Enter them with figures of your own, as another army."),
        Part::Table {
            caption: "Armies",
            head: &["Period", "Army", "What it was like"],
            rows: &[
                &["Later Middle Ages", "English", "longbows behind stakes or pits; lost when caught away from them"],
                &[
                    "Later Middle Ages",
                    "Scots",
                    "great blocks of spears, strong in defence and a good mark for archers",
                ],
                &[
                    "Later Middle Ages",
                    "French",
                    "the proudest knights, taught by longbow and pike to get off their horses",
                ],
                &[
                    "Later Middle Ages",
                    "Flemish",
                    "townsmen fighting as the Scots did, with better luck in their enemies",
                ],
                &["Later Middle Ages", "Italians", "as in the Italian Wars, without firearms"],
                &[
                    "Later Middle Ages",
                    "Wars of the Roses",
                    "longbow and bill side by side, in paid retinues or raised levies",
                ],
                &[
                    "Burgundian Wars",
                    "Burgundians",
                    "the best troops of all Europe and a great train of guns, badly led",
                ],
                &["Burgundian Wars", "Swiss", "three blocks that attack at once"],
                &["Hussite Wars", "Hussites", "peasants drilled around their war wagons"],
                &["Hussite Wars", "Germans", "knights, many of them Hungarians and other crusaders"],
                &["Reformation", "English", "half-trained foot with some longbows and bills, good light lancers"],
                &["Reformation", "Scots", "pike blocks, few horse, little shot, border riders"],
                &["Reformation", "Spanish", "veteran tercios with muskets, the most feared of all"],
                &["Reformation", "Dutch", "hard to beat behind their water"],
                &["Reformation", "French", "Catholic gendarmes and Swiss against Huguenot horse and arquebus"],
                &["Reformation", "Germans", "hired reiters and Landsknechts, and a board of directors"],
                &["Eastern Renaissance", "Very late Byzantines", "named only"],
                &["Eastern Renaissance", "Medieval Hungarians", "named only"],
            ],
        },
        Part::Words(
            "In the later Middle Ages any knights may be fielded on foot as dismounted knights. Decide before lining \
             up; they never mount again.",
        ),
    ],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::Choices;
    use crate::rulesets::pikette_squared::army_lists::{ListedArmy, Row};

    #[test]
    fn the_tables_say_what_the_lists_field() {
        let chapters = [FRENCH, ITALIAN, SPANISH, IMPERIALIST, OTTOMAN, MOORISH];
        for (army, chapter) in ListedArmy::ALL.iter().zip(chapters) {
            let Some(Part::Table { rows, .. }) = chapter.parts.last() else { panic!("a list is a table") };
            let printed: Vec<Vec<&str>> = rows.iter().map(|row| row[..6].to_vec()).collect();
            let fielded: Vec<Vec<String>> = army.rows().iter().map(columns).collect();
            assert_eq!(printed, fielded);
            for (printed, row) in rows.iter().zip(army.rows()) {
                assert_eq!(notes(printed).any(|note| note == "fearsome"), row.fearsome, "{row:?}");
                assert_eq!(notes(printed).any(|note| note == "bows"), row.bows, "{row:?}");
            }
        }
    }

    fn notes<'a>(row: &'a [&'static str]) -> impl Iterator<Item = &'static str> + 'a {
        row[6].split(", ")
    }

    fn columns(row: &Row) -> Vec<String> {
        let shoots = row.shoots.map_or("–".to_owned(), |(die, squares)| format!("{} to {squares}", die.label()));
        let (moves, units) = (row.moves.to_string(), row.units.to_string());
        vec![row.id.label().into(), row.kind.label().into(), moves, shoots, row.fights.label().into(), units]
    }
}
