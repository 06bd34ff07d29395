//! Reference: setting up, the turn, the cards, moving.

use crate::rules::ruleset::{Chapter, Part};

/// Setting up.
pub const SET_UP: Chapter = Chapter {
    title: "Setting up",
    heading: "What you need to play; How to set up playing",
    parts: &[
        Part::Table {
            caption: "In order",
            head: &["Step", "What"],
            rows: &[
                &["1", "Choose armies and make the rolls of their lists: twelve units, a cannon and a leader each."],
                &["2", "Build a deck of twenty cards each and shuffle it. Take three opportunity chips each."],
                &["3", "Roll a D10 and add 8: morale chips, 9 to 18. The Sultan adds 3."],
                &["4", "Roll for terrain and place it; each player may try once to remove or shift a piece."],
                &["5", "Line up about six squares apart, most foot in the centre, horse on the wings."],
                &["6", "Roll a D6 and add 4: that many turns until nightfall."],
            ],
        },
        Part::Words(
            "The field is 14 or 15 squares each way. With 25 to 28 mm figures a square of about 80 mm makes a table \
             of 120 cm; with smaller ones 50 to 60 mm makes one of 80 cm. A unit is wholly within one square and \
             faces a side or a corner of it.",
        ),
        Part::Words(
            "Up and down mean steps along D4, D6, D8, D10, D12. Add up all steps; the die rolled is never below D4 \
             or above D12.",
        ),
    ],
};

/// Terrain.
pub const TERRAIN: Chapter = Chapter {
    title: "Terrain",
    heading: "Terrain – setting up; How to battle – moving",
    parts: &[
        Part::Words(
            "A D4 each: the higher places three pieces, the lower one; after a tie two each. A building, a wood or a \
             hill is one square wide and one or two long, within four squares of a side edge. A stream takes two \
             pieces and crosses the board between the armies.",
        ),
        Part::Words(
            "When all lies, each player may try once to remove a piece of the enemy's or to move one of his own to \
             the middle: with a 6 on a D6. Streams stay.",
        ),
        Part::Table {
            caption: "Who may not enter",
            head: &["Terrain", "Barred"],
            rows: &[
                &["Woods", "all horse, phalanx, tercio, war wagons"],
                &["Building", "phalanx, tercio, war wagons"],
                &["Hill, stream", "nobody"],
            ],
        },
        Part::Words("A unit halts when it reaches terrain, and goes in or through with its next move."),
        Part::Words(
            "Woods and buildings cover a target. A hill, woods, a building or a stream in front are better terrain in a \
             fight, for whoever was there first: a unit that enters an enemy's square has nothing of its terrain.",
        ),
    ],
};

/// The turn.
pub const INITIATIVE: Chapter = Chapter {
    title: "Initiative and pips",
    heading: "How to battle – cards and pips",
    parts: &[
        Part::Words(
            "Both sides roll a D12. The higher roll chooses to go first with the smaller number of pips, or second \
             with the larger. When the first has used his pips, or stops, the second has the initiative; then both \
             roll again.",
        ),
        Part::Words(
            "A tie ends the turn, and so does the moment in which a deck is empty and its last card has been acted \
             on. Then both decks are shuffled, whole again. Nightfall ends the battle after the last turn.",
        ),
        Part::Words(
            "At the start of each initiative both sides have three opportunity chips again, scores against targets \
             are forgotten, and the routed units of the side that acts run a full move, free. Pips and opportunity \
             chips are never carried over.",
        ),
        Part::Words("By a house rule only the side that won the roll moves its routed units."),
        Part::Table {
            caption: "Prices with the initiative",
            head: &["What", "Price"],
            rows: &[
                &["Turn a card", "1 pip"],
                &["Move or change direction", "1 pip; cannon and war wagons 3"],
                &["March with the whole army", "2 pips"],
                &["Reload", "1 pip; crossbows, cannon and war wagons 2"],
                &["Shoot", "1 pip"],
                &["Fight", "1 pip"],
                &["Leader joins a unit", "free"],
                &["Rally", "1 morale chip"],
                &["Chip an enemy", "1 morale chip"],
            ],
        },
        Part::Table {
            caption: "Without the initiative: 1 opportunity chip each",
            head: &["Who", "What"],
            rows: &[
                &["whoever can shoot", "shoots"],
                &["knights, lancers, light horse", "charge an enemy who has come within their move, into his square"],
                &[
                    "skirmishers, carabins, light horse",
                    "evade an enemy who has come into their square: a full move away, facing as before, disordered",
                ],
            ],
        },
        Part::Words(
            "French knights must charge an enemy who comes within three squares, unless he is on or behind terrain, \
             or their player wins a roll-off of a D6 each. So must those of the later Middle Ages and of the wars of the \
             Reformation, whose rosters say it.",
        ),
    ],
};

/// The cards.
pub const CARDS: Chapter = Chapter {
    title: "The cards",
    heading: "How to set up playing; How to battle – cards and pips",
    parts: &[
        Part::Table {
            caption: "A deck of twenty",
            head: &["Card", "Number", "What it allows"],
            rows: &[
                &[
                    "Infantry Move",
                    "3",
                    "foot, cannon, war wagons and the leader move or change direction; or the army marches",
                ],
                &["Cavalry Move", "3", "horse and the leader move or change direction; or the army marches"],
                &["Reload", "2", "F markers come off"],
                &["Melee", "3", "units fight an enemy in their square"],
                &[
                    "Leader Check",
                    "2",
                    "must be obeyed: a leader in danger is rolled for; then he may move, join a unit, rally",
                ],
                &["Milling Around", "5", "nothing"],
                &["Courage", "1", "must be obeyed: units near the enemy check their courage"],
                &["Extra card", "1", "by army"],
                &["Command Indecision", "0", "only by ruling: pips are lost and the initiative is rolled again"],
            ],
        },
        Part::Words(
            "A card may be acted on or passed over, but for Leader Check and Courage. On one card each unit does \
             each kind of thing once; moving and changing direction are one.",
        ),
        Part::Words(
            "By a house rule a unit does one thing in all on a card: it moves, reloads or fights. Shooting stays outside.",
        ),
    ],
};

/// Moving.
pub const MOVING: Chapter = Chapter {
    title: "Moving",
    heading: "How to battle – moving; Move distance",
    parts: &[
        Part::Words(
            "Each step goes straight ahead or 45 degrees to either side. A step to a side of the square costs 1, to \
             a corner 1.5. Distances are in the army lists; a leader moves 4, a cannon 1.5.",
        ),
        Part::Table {
            caption: "Change of direction, at most",
            head: &["Who", "Degrees"],
            rows: &[
                &["Light horse, carabins, skirmishers", "180"],
                &["Lancers, reiters", "90"],
                &["Knights, other foot, cannon, war wagons", "45"],
            ],
        },
        Part::Words(
            "Units may go through friends, but pike, phalanx and tercio may not; whoever was gone through does not \
             move for the rest of the initiative.",
        ),
        Part::Words(
            "A unit that routs runs a full move to the rear at once, away from the enemy, its back turned; and again \
             at the start of each initiative of its side. Whoever leaves the table is gone for the battle, but costs \
             no chips.",
        ),
    ],
};

/// Marching.
pub const MARCHING: Chapter = Chapter {
    title: "Marching",
    heading: "Marching",
    parts: &[Part::Words(
        "From the first move card on, of either kind, the whole army but its cannon may go toward the enemy for 2 \
         pips in all. Once a move card passes on which any unit stays, or a unit enters an enemy's square, that is \
         over for the battle and everyone pays. The cannon stands outside: its own move does not end marching.",
    )],
};
