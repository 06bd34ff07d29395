//! Reference: shooting, fighting, their table, and the odds of dice.

use crate::rules::ruleset::{Chapter, Part};

/// The grid.
pub const GRID: Chapter = Chapter {
    title: "Front, flank, rear and range",
    heading: "What you need to play; the author on diagonal facing",
    parts: &[
        Part::Words(
            "Of the eight squares around a unit three are front, the two level with it flank, the three behind rear; \
             the same for a unit that faces a corner. Further out the lines are continued. The field of fire is the \
             front and 45 degrees to either side. A square counts from where the shot comes, or from which the \
             attacker entered.",
        ),
        Part::Words(
            "The square next in front is at range 1; a diagonal step counts 1.5. Units in one square may go on \
             shooting and reloading. War wagons and tercios have neither flank nor rear.",
        ),
    ],
};

/// Shooting.
pub const SHOOTING: Chapter = Chapter {
    title: "Shooting",
    heading: "How to battle – shooting; Firing distance; reference sheet",
    parts: &[
        Part::Words(
            "Anyone with a shoot die and no F marker may shoot at any time, for a pip with the initiative or an \
             opportunity chip without. Then it carries an F marker until it reloads. Light horse and an undiminished \
             tercio shoot all round. Nobody shoots at leaders.",
        ),
        Part::Table {
            caption: "The shoot die, against a D6",
            head: &["When", "Steps"],
            rows: &[
                &["at a flank or rear, or at a phalanx or tercio", "up 1"],
                &["longbows at mounted troops", "up 1"],
                &["the shooter is disordered", "down 1"],
                &["beyond half range", "down 1"],
                &["ordinary bows at knights, pike, phalanx or tercio", "down 1"],
                &["the target is in woods or a building, or in or behind war wagons", "down 1"],
            ],
        },
        Part::Words(
            "Only a roll above the D6 scores: the difference is pips. Several shooters add theirs, and what was \
             scored in this initiative already counts too. Read the table of results.",
        ),
    ],
};

/// Fighting.
pub const FIGHTING: Chapter = Chapter {
    title: "Fighting",
    heading: "How to battle – fighting; reference sheet",
    parts: &[
        Part::Words(
            "Two units in one square fight for a pip, on a melee card; without one if the attacker came in from a \
             flank or the rear, or the enemy is disordered or routed. A routed unit that is fought is destroyed \
             without dice.",
        ),
        Part::Table {
            caption: "The fight die, against the other's",
            head: &["When", "Steps"],
            rows: &[
                &["charging: who starts the fight", "up 1"],
                &["attacking a flank or rear", "up 1"],
                &["more stands than the other", "up 1"],
                &["leader attached", "up 2"],
                &["attacked in flank or rear", "down 1"],
                &["the other stands better (uphill, woods, behind a stream, building) or is war wagons", "down 1"],
                &["disordered", "down 1"],
            ],
        },
        Part::Table {
            caption: "Exceptions",
            head: &["Between", "What"],
            rows: &[
                &["horse and foot", "the horse charges, never the foot"],
                &["reiters or carabins and other horse", "they charge only each other"],
                &[
                    "horse that made an opportunity charge and the enemy who fights it on his card",
                    "the enemy charges; by a house rule the horse does, too",
                ],
                &["knights or lancers and foot without pikes", "if the horse win by double, the foot rout"],
                &["horse and tercio, or phalanx in front", "the block cannot lose: no effect"],
            ],
        },
        Part::Words("A tie changes nothing, but a leader with either unit is killed."),
        Part::Words(
            "If the loser falls back and no more, horse that won must follow and foot may. If it routs before \
             militia or horse, these pursue a full move unless their player wins a roll-off of a D6 each.",
        ),
    ],
};

/// Results.
pub const RESULTS: Chapter = Chapter {
    title: "Results of shooting and fighting",
    heading: "How to battle – shooting; – fighting; reference sheet",
    parts: &[
        Part::Table {
            caption: "By the difference; double and quadruple are of the two rolls",
            head: &["Difference", "Hits", "Disorder and rout", "After a fight", "Chip"],
            rows: &[
                &["0 or less", "0", "–", "tie", "no"],
                &["1–2", "0", "–", "back 1", "yes"],
                &["3–5", "1", "double: disordered", "back 2", "yes"],
                &["6–8", "2", "double: disordered; quadruple: routed", "back 3", "yes, unless routed"],
                &["9 or more", "3", "routed", "back 4", "no"],
            ],
        },
        Part::Words(
            "Hits go on one stand until it has its number and is taken off, then on the next. Each stand destroyed \
             costs its side a morale chip, and so does each stand of a unit that routs.",
        ),
    ],
};

/// Odds of dice.
pub const ODDS: Chapter = Chapter {
    title: "Odds of one die against another",
    heading: "worked out here",
    parts: &[
        Part::Table {
            caption: "Own die (rows) against the other (columns): wins, ties, losses / rolls",
            head: &["Own", "D4", "D6", "D8", "D10", "D12"],
            rows: &[
                &["D4", "6, 4, 6 / 16", "6, 4, 14 / 24", "6, 4, 22 / 32", "6, 4, 30 / 40", "6, 4, 38 / 48"],
                &["D6", "14, 4, 6 / 24", "15, 6, 15 / 36", "15, 6, 27 / 48", "15, 6, 39 / 60", "15, 6, 51 / 72"],
                &["D8", "22, 4, 6 / 32", "27, 6, 15 / 48", "28, 8, 28 / 64", "28, 8, 44 / 80", "28, 8, 60 / 96"],
                &["D10", "30, 4, 6 / 40", "39, 6, 15 / 60", "44, 8, 28 / 80", "45, 10, 45 / 100", "45, 10, 65 / 120"],
                &["D12", "38, 4, 6 / 48", "51, 6, 15 / 72", "60, 8, 28 / 96", "65, 10, 45 / 120", "66, 12, 66 / 144"],
            ],
        },
        Part::Table {
            caption: "One shot at a target in good order (d.: disordered, r.: routed)",
            head: &["Die", "Miss", "1–2", "3–5", "3–5 d.", "6–8", "6–8 d.", "6–8 r.", "9+ r.", "Rolls"],
            rows: &[
                &["D4", "18", "5", "0", "1", "0", "0", "0", "0", "24"],
                &["D6", "21", "9", "0", "6", "0", "0", "0", "0", "36"],
                &["D8", "21", "12", "2", "10", "0", "0", "3", "0", "48"],
                &["D10", "21", "12", "5", "12", "0", "3", "6", "1", "60"],
                &["D12", "21", "12", "6", "12", "0", "9", "6", "6", "72"],
            ],
        },
    ],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::Choices;
    use crate::rulesets::pikette_squared::terms::Die;
    use std::cmp::Ordering;

    #[test]
    fn the_table_of_two_dice_is_counted_right() {
        let Some(Part::Table { rows, .. }) = ODDS.parts.first() else { panic!("the odds are a table") };
        for (own, row) in Die::ALL.iter().zip(*rows) {
            assert_eq!(row[0], own.label());
            for (other, printed) in Die::ALL.iter().zip(&row[1..]) {
                assert_eq!(*printed, counted(own.sides(), other.sides()));
            }
        }
    }

    fn counted(own: u8, other: u8) -> String {
        let faces = || (1..=own).flat_map(|face| (1..=other).map(move |other| face.cmp(&other)));
        let count = |wanted: Ordering| faces().filter(|is| *is == wanted).count();
        let rolls = u16::from(own) * u16::from(other);
        format!("{}, {}, {} / {rolls}", count(Ordering::Greater), count(Ordering::Equal), count(Ordering::Less))
    }
}
