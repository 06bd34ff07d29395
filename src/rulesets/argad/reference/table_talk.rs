//! Everything around the dice.

use crate::rules::ruleset::{Chapter, Part};

/// Class and armour.
pub const CLASSES: Chapter = Chapter {
    title: "Class and armour",
    heading: "Class; Clothing or armour, encumbrance",
    parts: &[
        Part::table(
            "Class",
            &["class", "who"],
            &[
                &["1", "does not fight"],
                &["2", "untrained: civilians, militia, stragglers, bandits"],
                &["3", "trained soldiers, practised brigands, anybody with a cause"],
                &["4", "well trained; sergeants, officers, nobles in practice"],
                &["5", "exceptional; nobles in complete armour"],
            ],
        ),
        Part::table(
            "Armour",
            &["armour", "what"],
            &[
                &["none", "light clothing, or as good as none"],
                &["4", "breastplate or mail"],
                &["4*", "half-armour of cuirassiers and demi-lancers: as 4 against shots, better in melee"],
                &["5", "complete or nearly complete armour"],
            ],
        ),
        Part::Words(
            "Class and armour often agree: 2 or 3 in light clothing, 4 in armour 4 or 4*, 5 in armour 5. Swordsmen by trade are 4 at least, player characters often 5. There are no army lists. Weapons follow history, not advantage: everybody from class 3 on has a short weapon too.",
        ),
        Part::Words(
            "Mounted arquebusiers may be mounted infantry with calivers, who get off to fight, or cavalry with short arquebuses. Forked muskets are heavy; figures without a fork carry arquebuses, calivers or light muskets. Flintlocks reach further at the end of the century. Japanese pikes of the time fight alike.",
        ),
    ],
};

/// The turn.
pub const TURN: Chapter = Chapter {
    title: "The turn",
    heading: "Simple and fast actions with a rpg mind; Shooting; Melee",
    parts: &[Part::Words(
        "Players say what their characters do, as quickly as the characters would; all move at once; then shots, then melee, then loading. Shots may fall before or during movement if you agree. There is no initiative and no morale: end and victory come from the story. Leave out whatever you do not need.",
    )],
};

/// Wounds.
pub const WOUNDS: Chapter = Chapter {
    title: "Wounds",
    heading: "Wound healing",
    parts: &[
        Part::Words(
            "Whoever is hit is out, without a saving roll. Player characters have two life points and survive a first wound.",
        ),
        Part::table(
            "Healing: one die against health",
            &["die", "result"],
            &[
                &["below health", "heals, on another day"],
                &["equal", "heals, and something stays"],
                &["above", "dies; a player character with a first wound waits for a better healer"],
            ],
        ),
        Part::Words(
            "Health is the class unless you said otherwise; a qualified healer in contact adds 1, bad conditions take 1 off. What stays is decided by the place of the wound, by chance or by agreement: a handicap, or a point of health for good.",
        ),
    ],
};

/// Prices.
pub const BUDGET: Chapter = Chapter {
    title: "Budget (optional)",
    heading: "Budget",
    parts: &[
        Part::table(
            "Points",
            &["what", "points"],
            &[
                &["character", "class"],
                &["officer, sergeant, musician", "class more"],
                &["cavalry on a warhorse", "class more"],
                &["draught horse", "2"],
                &["warhorse in reserve", "class"],
                &["armour 4, 4*, 5", "1, 2, 3"],
                &["pistol, arquebus short or long, longbow", "4"],
                &["matchlock musket, light musket", "6"],
                &["halberd, bill, long bardiche, heavy lance", "3"],
                &["light spear, pike with its drill, two-handed weapon, half-long bardiche, sparth axe", "2"],
                &["light crossbow, weaker bow", "2"],
                &["three javelins (two beside a spear), heavy tool", "1"],
                &["half-long tool", "½"],
            ],
        ),
        Part::Words(
            "A side with more advanced weapons pays two or three times their price. Class 3 and above have a short weapon free.",
        ),
    ],
};

/// Advice.
pub const ADVICE: Chapter = Chapter {
    title: "Advice and colour",
    heading: "Basic tactical suggestions; Caracole tactic; Pikes and muskets; A taste of surnatural",
    parts: &[
        Part::Words(
            "Mix firearms with long weapons. Muskets reach far and load slowly: place them well. Arquebuses suit riders and skirmishers; pistols are for contact.",
        ),
        Part::Words(
            "Caracole: ride up, shoot at short range on the move, needing 6; ride off, stand one turn to load; come again. It wears down those who cannot shoot back, and is a bad bargain against those who stand firm and need 5.",
        ),
        Part::Words(
            "A column of pikes that pivots becomes a line that faces cavalry. To pivot back is a risk while the riders are near: nobody pivots twice in a turn.",
        ),
        Part::Words(
            "Prisoners are worth a ransom, and a scenario to free them. Player characters who are surrounded are rather taken than killed.",
        ),
        Part::Words(
            "Ghosts and witches are optional: a flying target is 1 harder to hit, one under a spell perhaps 1 more.",
        ),
    ],
};

/// Differences between the two sheets.
pub const EDITIONS: Chapter = Chapter {
    title: "2025 and 2024",
    heading: "Reference sheets of April 2025 and 2024",
    parts: &[
        Part::table(
            "Where they differ",
            &["no.", "subject", "April 2025", "sheet of 2024"],
            &[
                &[
                    "D1",
                    "caliver",
                    "own ranges; never on the move; mounted 1 less",
                    "as a short arquebus in everything",
                ],
                &[
                    "D2",
                    "mounted infantry on the move",
                    "does not fire; by leave with 2 less",
                    "fires only as bases come together",
                ],
                &[
                    "D3",
                    "salvo",
                    "in close order or from behind something solid; at a group, or at people partly behind a wall",
                    "in close order, at a group",
                ],
                &["D4", "short arquebus, on foot and moving", "short range (sheet) or any (card)", "short range"],
                &[
                    "D5",
                    "rider who counts as moving",
                    "whoever could be touched; loading counts if nobody comes",
                    "whoever will be touched; nothing about loading",
                ],
                &["D6", "farm horse", "36 or 32 cm", "32 cm"],
                &["D7", "bill", "as a halberd", "long, but no help against riders or charges"],
                &["D8", "receiving a charge", "not from contact", "no such limit"],
                &["D9", "charge", "two dice of straight ride", "easy ground is enough"],
                &["D10", "tie in everything", "both blows stand", "nothing said: as in 2025"],
                &[
                    "D11",
                    "words",
                    "caliver left over among the modifiers; half-long",
                    "caliver rightly there; semi-long",
                ],
            ],
        ),
        Part::Words(
            "Both agree on the lance: its 2 are the charge and the lance, and against foot cavalry's 1 comes on top.",
        ),
    ],
};
