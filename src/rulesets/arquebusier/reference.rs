//! The quick reference: every rule and table, in our own words.

use crate::rules::ruleset::{Chapter, Part};

/// The chapters, in the order of play.
pub const CHAPTERS: &[Chapter] =
    &[FORMATIONS, TYPES, TURN, COMMANDS, MOVES, SHOOTING, MELEE, IRREGULARS, GENERAL, EXAMPLES, YEARS];

const FORMATIONS: Chapter = Chapter {
    title: "Elements and formations",
    heading: "Representation; Classification",
    parts: &[
        Part::Words(
            "An element stands for 6 to 12 men or one big thing such as a gun. It is there or it is gone; it has \
             no hit points. Put on it as many figures as you like: three bases of two in 20 to 28 mm, two ranks of \
             six in 6 mm, or movement trays of three to six large single figures.",
        ),
        Part::Words(
            "A formation is one or more elements, of one type or several, that are commanded, moved and shot with \
             together. It is Regular or Irregular. Some are Irregular by nature; any Regular can become so for a \
             time.",
        ),
    ],
};

const TYPES: Chapter = Chapter {
    title: "Types of troops",
    heading: "Classification",
    parts: &[
        Part::Table {
            caption: "Foot",
            head: &["Type", "Who they are"],
            rows: &[
                &["Sword", "Short blades. Good against polearms, lost against horse"],
                &[
                    "Mob",
                    "Peasants and fanatics. Deadly with an advantage such as a flank attack, useless in an \
                     even fight; Regular ones have some discipline",
                ],
                &["Bill", "Bills and the like, fighting in line and not in deep blocks"],
                &["Pike", "Pikes and long spears, very strong in deep ranks"],
                &["Firearm", "Handguns; in early armies some crossbows and longbows"],
            ],
        },
        Part::Table {
            caption: "Horse",
            head: &["Type", "Who they are"],
            rows: &[
                &["Pistolier", "Firearms, bows or javelins, used at close range by caracole or circling"],
                &["Lancer", "Earlier cavalry with lance or sword, for the charge"],
                &["Harquebusier", "Later cavalry that shoots from the saddle at some distance"],
                &["Dragoon", "Later: rides to battle and mostly fights on foot with firearms"],
            ],
        },
        Part::Table {
            caption: "Artillery",
            head: &["Type", "What it is"],
            rows: &[
                &["Gun", "Shoots flat, at men, horses, buildings and walls"],
                &["Mortar", "Lobs over walls and troops"],
            ],
        },
    ],
};

const TURN: Chapter = Chapter {
    title: "The turn",
    heading: "Manoeuvre Commands; Shooting; Melee Combat; Results",
    parts: &[
        Part::Words("Both sides play each step together (R10)."),
        Part::Table {
            caption: "Steps",
            head: &["Step", "What happens"],
            rows: &[
                &["1 Commands", "Regulars first. Moves are only marked"],
                &["2 Shooting", "All at once; then losses, and who becomes Irregular"],
                &["3 Move", "All marked moves; Dragoons turn over"],
                &["4 Melee", "Close up, see who becomes Irregular, strike, take off the fallen together"],
                &["5 End", "Attrition of those Irregular by nature and for another reason; check for a rout"],
            ],
        },
        Part::Words(
            "A side loses when all its formations on the table are Irregular, by nature or for the moment. \
             Check whenever one becomes Irregular or is destroyed.",
        ),
    ],
};

const COMMANDS: Chapter = Chapter {
    title: "Commands",
    heading: "Manoeuvre Commands; Shooting; Melee Combat",
    parts: &[
        Part::Words(
            "Roll one die for each formation that is to move, mount, dismount, hold its fire, shoot at another \
             target or restore order. It passes with 3 or more.",
        ),
        Part::Table {
            caption: "Added to the die",
            head: &["When", "Die"],
            rows: &[
                &["Regular at the moment", "+1"],
                &["General within 12\"", "+1"],
                &["First turn", "+1"],
                &["Any Mob in it", "−1"],
                &["In melee", "−2"],
                &["Shot at last turn", "−1"],
                &["Lost elements last turn, from any cause (R11)", "−1"],
                &["Its commander lost", "−2"],
            ],
        },
        Part::Words(
            "One command a formation a turn, passed or not. With the General joined it gets two, as long as its own \
             commander lives: it obeys one about moving and one about shooting, and a failed one may be tried again \
             (R13). Without a passed command it stays where it is.",
        ),
        Part::Words(
            "Restoring order ends everything that made a formation Irregular for a time. It takes the turn's move \
             and shot. What lasts until out of combat cannot be ended in melee (R7).",
        ),
    ],
};

const MOVES: Chapter = Chapter {
    title: "Moves",
    heading: "Manoeuvre Commands; Shooting; Melee Combat",
    parts: &[
        Part::Table {
            caption: "The most",
            head: &["Who", "Inches"],
            rows: &[
                &["Foot, artillery, Dragoons on foot", "6\""],
                &["Mounted", "12\""],
                &["A mixed formation", "as its slowest"],
            ],
        },
        Part::Words(
            "1\" less for each element lost to shooting, down to 0\", until a turn passes in which nobody \
             shoots at it.",
        ),
        Part::Words("Formations in melee may close up as far, without a command, to bring more elements into contact."),
        Part::Words(
            "Dragoons mount and dismount by command, instead of moving, and turn over in the move step. Attacked \
             meanwhile, by fire or in melee, they become Irregular.",
        ),
    ],
};

const SHOOTING: Chapter = Chapter {
    title: "Shooting",
    heading: "Shooting",
    parts: &[
        Part::Words(
            "Every formation not in melee shoots by itself at the nearest enemy. If that one is more than 12\" \
             away and did not come on last turn, the second nearest may be chosen. Holding fire, or any other \
             target, takes a command.",
        ),
        Part::Words(
            "A die for each element of the first rank; late Swedish volleys and longbows bring in the ranks \
             behind. Then the line's modifier for each type, and one more at Irregulars (R21). Whoever is not \
             listed cannot shoot.",
        ),
        Part::Table {
            caption: "Who shoots how far",
            head: &["Type", "Regular", "Irregular"],
            rows: &[
                &["Mob", "6\", −2 dice", "–"],
                &["Firearm", "24\", +1 (R1)", "18\", +0"],
                &["Pistolier", "6\", +0", "3\", −1"],
                &["Harquebusier", "18\", +0", "12\", −1"],
                &["Dragoon on foot", "18\", +1", "12\", +0"],
                &["Dragoon mounted", "12\", +0", "–"],
                &["Gun, still last turn and this", "60\", −1", "60\", −1"],
                &["Mortar, still last turn and this", "48\", −1", "48\", −1"],
            ],
        },
        Part::Table {
            caption: "A die kills an element with",
            head: &[
                "Target",
                "Sword",
                "Mob",
                "Bill",
                "Pike",
                "Firearm, artillery",
                "Pistolier",
                "Lancer",
                "Harq.",
                "Dragoon",
            ],
            rows: &[
                &["Regular", "6", "5", "5", "5", "3", "6", "5", "5", "6"],
                &["Irregular", "5", "4", "5", "4", "3", "5", "4", "5", "5"],
            ],
        },
        Part::Words(
            "Shots at several types are shared by their first ranks, as proportionately as possible; odd shots \
             go to the type that drew fewest. Two or more shots never all go to one type.",
        ),
        Part::Words("Roll a die for each element lost. On a 6 it was the commander: −2 on every command from now on."),
    ],
};

const MELEE: Chapter = Chapter {
    title: "Melee",
    heading: "Melee Combat; Results",
    parts: &[
        Part::Words(
            "Each element strikes at one enemy element that it touches in any way. Bills in the second rank, and \
             Pikes in the second and third, strike too if they stand flat behind the rank before them, at anything \
             the first rank touches.",
        ),
        Part::Table {
            caption: "A die kills with: the striker's row, the target's column, Regular / Irregular",
            head: &[
                "",
                "Sword",
                "Mob",
                "Bill",
                "Pike",
                "Firearm, artillery",
                "Pistolier",
                "Lancer",
                "Harq.",
                "Dragoon",
            ],
            rows: &[
                &["Sword", "5 / 4", "3 / 2", "4 / 3", "4 / 2", "3 / 2", "6 / 6", "6 / 6", "6 / 5", "6 / 4"],
                &["Mob", "6 / 3", "5 / 4", "6 / 3", "6 / 2", "5 / 2", "– / 6", "– / 5", "– / 5", "– / 4"],
                &["Bill", "5 / 4", "3 / 2", "5 / 4", "5 / 4", "4 / 3", "6 / 4", "5 / 4", "5 / 5", "5 / 4"],
                &["Pike", "5 / 5", "4 / 3", "4 / 4", "5 / 5", "4 / 3", "5 / 3", "4 / 3", "4 / 4", "5 / 4"],
                &[
                    "Firearm, artillery",
                    "6 / 5",
                    "5 / 4",
                    "6 / 5",
                    "6 / 4",
                    "4 / 3",
                    "5 / 4",
                    "6 / 5",
                    "5 / 4",
                    "5 / 3",
                ],
                &["Pistolier", "5 / 4", "4 / 4", "5 / 5", "5 / 4", "4 / 3", "5 / 4", "5 / 4", "5 / 4", "5 / 4"],
                &["Lancer", "3 / 2", "3 / 2", "4 / 2", "5 / 2", "3 / 2", "5 / 3", "5 / 4", "4 / 3", "4 / 2"],
                &["Harquebusier", "5 / 5", "4 / 3", "5 / 4", "5 / 4", "3 / 2", "5 / 4", "4 / 4", "5 / 4", "5 / 4"],
                &["Dragoon", "6 / 5", "4 / 3", "6 / 5", "6 / 5", "4 / 3", "5 / 4", "5 / 4", "5 / 4", "5 / 3"],
            ],
        },
        Part::Words(
            "All strike at once: an element can kill and be killed in the same melee. Remove all losses \
             together. There is no other test and nobody runs away: being Irregular stands for lost morale and \
             cohesion.",
        ),
    ],
};

const IRREGULARS: Chapter = Chapter {
    title: "Becoming Irregular",
    heading: "Shooting; Melee Combat",
    parts: &[
        Part::Table {
            caption: "At once, when",
            head: &["Cause", "Lasts"],
            rows: &[
                &["It lost two or more to shooting this turn", "until restored"],
                &["It was shot at from 6\" or less (cavalry), 3\" or less (foot)", "until restored (R7)"],
                &["Dragoons were attacked while mounting or dismounting", "until out of combat, then restored"],
                &["Enemies touch its rear; with Pikes in it, its side too", "until out of combat, then restored"],
                &["Cavalry got into melee without having moved (R4)", "until out of combat, then restored"],
                &["Its General was killed within 12\"", "until restored"],
            ],
        },
        Part::Words(
            "A formation that is Irregular by nature loses one element at the end of every turn in which one of \
             these causes holds too, the weakest first: Firearms and artillery, then Mobs, Pikes and Lancers, then \
             all others.",
        ),
    ],
};

const GENERAL: Chapter = Chapter {
    title: "The General",
    heading: "Manoeuvre Commands; Shooting; Melee Combat",
    parts: &[Part::Words(
        "Each side has one. Within 12\" he gives +1 on commands; with a formation he adds a second command. He \
         moves up to 12\" in the move step without a command (R23), and dies with the last element of the \
         formation that he joined (R5). His death makes every formation of his side within 12\" Irregular.",
    )],
};

const EXAMPLES: Chapter = Chapter {
    title: "The book's examples, and where they disagree",
    heading: "Manoeuvre Commands; Shooting",
    parts: &[
        Part::Table {
            caption: "The source's examples, and the default here",
            head: &["Example", "The book", "Here"],
            rows: &[
                &[
                    "Ludwig's Infantry: third turn, Regular, the General near, shot at last turn without loss, a 2",
                    "3: obeys",
                    "The same",
                ],
                &["5 shots at 4 and 4 in front", "2 and 3", "The same; the shooter says who draws 3 (R24)"],
                &["7 shots at 8 and 4 in front", "4 and 3", "The same"],
                &[
                    "6 Regular Firearms at Regulars",
                    "8 dice",
                    "7: its own table adds one, and gives 8 at Irregulars. A switch plays 8 (R1)",
                ],
                &[
                    "8 Regular Firearms at Regular Dragoons caught dismounting",
                    "9 dice, 5 or more",
                    "The same: as the table for Regulars, hit as Irregulars. A switch adds the extra die, 10 (R2)",
                ],
            ],
        },
        Part::Words(
            "The two examples do not follow the same table: by the first the second would roll ten dice, by \
             the second the first would roll seven. Choose the readings with the other house rules when you \
             start a battle.",
        ),
    ],
};

const YEARS: Chapter = Chapter {
    title: "Who fought when",
    heading: "Army Lists",
    parts: &[
        Part::Table {
            caption: "Years (R15)",
            head: &["Type", "Seen"],
            rows: &[
                &["Sword", "to 1600"],
                &["Bill", "to 1620"],
                &["Pike, Lancer", "to 1675"],
                &["Harquebusier", "1620 to 1660; unusual outside"],
                &["Dragoon", "from 1630"],
                &["Pistolier", "to 1570 with bows; from 1642 with firearms"],
                &["Mob, Firearm, Gun, Mortar", "always"],
            ],
        },
        Part::Words("No points and no fixed lists: bring what your battle had. The years are guidance only."),
    ],
};
