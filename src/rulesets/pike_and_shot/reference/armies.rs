//! Agreements before a battle, troops, formations, and the phases of a bound.

use crate::rules::ruleset::{Chapter, Part};

/// Equipment and agreements.
pub const BEFORE_THE_BATTLE: Chapter = Chapter {
    title: "Before the battle",
    heading: "Introduction; Equipment Required; Figure Scale; Base Sizes; Using 25mm. Figures",
    parts: &[
        Part::Words(
            "Two armies, a figure of a general for each player, a ruler in inches, six-sided dice, and counters. A table of \
             6 by 4 feet is ample; half of it does for a small battle.",
        ),
        Part::Words(
            "A figure stands for about 25 men, a general's for him and his staff, a model gun with its crew for one or two \
             pieces.",
        ),
        Part::Words(
            "Counters stand behind a unit and show its morale. Casualty figures may stand for them. They may also be hidden, in \
             a box for each unit or with an umpire, who then alone knows them, unless a player's general is with the \
             unit.",
        ),
        Part::Table {
            caption: "Bases: frontage and depth in mm",
            head: &["Figures", "15 mm", "25 mm"],
            rows: &[
                &["Infantry", "10 × 15", "20 × 30"],
                &["Cavalry", "12½ × 25", "25 × 50"],
                &["General", "25 × 25", "50 × 50"],
                &["Gun", "40 × 60", "80 × 120"],
            ],
        },
        Part::Words(
            "Only the gun's base matters, for its arc of fire: it may be larger if it stays 2 to 3. Mount the others as you \
             like, several to a base, with single figures enough to take losses off. Moves and ranges are the same for 25 mm \
             figures, unless the table is very large.",
        ),
        Part::Words(
            "Agree beforehand what the ground does. What the rules do not cover, the players add; what turns out silly, \
             they or the umpire change. Above every rule: nothing is done that real war would not allow.",
        ),
        Part::Words("The rules have no points, army lists or conditions of victory: the players agree on all three."),
    ],
};

/// Ability, class, armour and arms.
pub const TROOPS: Chapter = Chapter {
    title: "Troops",
    heading: "Classification of Troops; Armour and Organization; Appendix I",
    parts: &[
        Part::Words(
            "Fighting ability is training: veteran, trained or raw. Morale class is how much a unit can bear: good, average, \
             poor or nervous.",
        ),
        Part::Table {
            caption: "A class rolled in play, at the first counter or first test",
            head: &["Die", "Class"],
            rows: &[&["1", "Nervous"], &["2, 3", "Poor"], &["4, 5", "Average"], &["6", "Good"]],
        },
        Part::Words(
            "A scenario may change the classes of that roll. They are entered before the first roll, for a side or for both.",
        ),
        Part::Table {
            caption: "Armour",
            head: &["Armour", "Worn", "By"],
            rows: &[
                &["None", "A buff coat, perhaps helmet or shield", "Musketeers, dragoons, some pikemen"],
                &["Partly", "Back and breast, helmet, iron glove, perhaps tassets", "Pikemen, most horse"],
                &["Fully", "All of the body but the lower legs", "Cuirassiers"],
            ],
        },
        Part::Table {
            caption: "Troops",
            head: &["Troops", "Who they are"],
            rows: &[
                &["Foot", "Pikes and muskets: two muskets to a pike at best, often one to one. Bowmen are musketeers"],
                &["Halberds", "Scythes and other polearms too; units of their own"],
                &["Horse", "Heavy cavalry with swords, often with pistols"],
                &["Dragoons", "Infantry with muskets and swords that rides; off its horses it is foot with muskets"],
                &["Irregular light cavalry", "Fast, and no match for Horse: fails every test to charge or meet it"],
                &["Lancers", "Horse or irregulars: the lance helps in the first bound of a melee"],
                &["Grenadiers", "Musketeers against whom cover is no help under 2 inches and in melee"],
                &["Bayonets", "Plug: fixed, the musket does not fire. Ring: it does"],
            ],
        },
        Part::Words(
            "Officers, drummers and ensigns count as pikes or as muskets, as their owner likes: so the same figures make a \
             regiment with one musket to a pike or with two.",
        ),
    ],
};

/// Ranks and detachments.
pub const FORMATIONS: Chapter = Chapter {
    title: "Formations",
    heading: "Formations and Sub-units",
    parts: &[
        Part::Table {
            caption: "Ranks of figures; each stands for three ranks of men",
            head: &["Order", "Infantry", "Cavalry"],
            rows: &[
                &["Open", "1", "dragoons 1"],
                &["Swedish", "2", "1"],
                &["Dutch", "3", "2"],
                &["Deep (R39)", "4", "4"],
            ],
        },
        Part::Words("A unit keeps its formation while it is in action. It fights and fires only to its front."),
        Part::Words(
            "Companies or troops may be detached while the unit is not in action. That takes a full move; both parts hold the \
             counters of the whole, and are separate units. When they rejoin, the larger number of counters holds for both.",
        ),
    ],
};

/// The phases.
pub const BOUND: Chapter = Chapter {
    title: "The bound",
    heading: "Move Sequence",
    parts: &[
        Part::Table {
            caption: "Both sides act in every phase",
            head: &["Phase", "What happens"],
            rows: &[
                &["1 Charges", "Charges and counter-charges are declared; everyone in them is tested"],
                &["2 Charge moves", "Chargers and counter-chargers move"],
                &["3 Charge fire", "Fire at those who charge or are charged"],
                &["4 Melee", "A bound of every melee"],
                &["5 Other moves", "Everyone else, the broken and their pursuers among them"],
                &["6 Other fire", "All other fire"],
                &["7 Rest", "Idle units remove a counter or reload pistols"],
                &["8 Generals", "Generals address the units they are with"],
            ],
        },
        Part::Words("Plug bayonets are fixed or taken out in the first phase. A unit fires once a bound."),
    ],
};
