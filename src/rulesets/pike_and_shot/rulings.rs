//! The rulings on what the source leaves open. Ten of them are played both ways: players choose for a battle.

use crate::form::Choice;
use crate::rules::ruleset::Ruling;

/// Every ruling, by number.
pub const RULINGS: &[Ruling] = &[
    Ruling::fixed(
        "R1",
        "Which roll kills which armour? The printed rolls stand in a muddled order.",
        "Unarmoured 4, 5, 6; partly armoured 5, 6; fully armoured 6. In no other order does more armour protect better.",
    ),
    Ruling::fixed(
        "R2",
        "Which guns are heavy, medium or light? The three printed columns have run together.",
        "Heavy: cannon royal, cannon serpentine, cannon, French cannon, demi-cannon, culverin. Medium: quarter cannon, \
         demi-culverin, saker, drake, minion. Light: falcon, falconet, robinet, serpentine, base. So the rows read, and \
         so the weights of shot sort them.",
    ),
    Ruling::fixed("R3", "How deep is an infantry base? \"15m.\" is printed.", "15 mm: a slip of the pen."),
    Ruling::fixed(
        "R4",
        "Which line of the table decides if a pikeman or a musketeer is hit, when the ratio lies between two lines or \
         below the last; and what if one kind runs out?",
        "The next line below, which is worse for musketeers, as the table says; the last line is good for anything beyond \
         it. The figures there are at the start of the attack count, so the line follows losses. Losses beyond the \
         figures of one kind fall on the other.",
    ),
    Ruling::fixed(
        "R5",
        "What are halberdiers in a mixed unit, bowmen on foot, dragoons off their horses?",
        "Halberdiers are units of their own. Bowmen on foot count as musketeers, as the appendix says. Dragoons on foot \
         are foot with muskets only: they were infantry with horses.",
    ),
    Ruling::switched(
        "R6",
        "Who is Horse, and who is cavalry? Who has the half rank more of later bounds of a melee?",
        "In tests, Horse and irregular light cavalry, as the text has it, not dragoons. In melee and for the bonus of a \
         charge, all three mounted kinds. Irregulars fail by themselves against Horse only. The half rank more is by \
         default for the two lines with a star: Horse and mounted dragoons. Or for all cavalry: the sentence says \
         cavalry, and the appendix prints no star.",
        "r6_irregular_half_rank",
        &[
            Choice { id: "starred", label: "Horse and mounted dragoons" },
            Choice { id: "all_cavalry", label: "Irregulars too" },
        ],
    ),
    Ruling::switched(
        "R7",
        "Pistols instead of swords in melee: which figures fire, in what groups?",
        "The rules give them 4, 5 or 6 to hit and no more. By default the paragraph on pistols holds here too, that is \
         two ranks in groups of 4 without bonus for charge or lance. Or only the roll changes, and figures and groups \
         are those of swords, without the lance's bonus. Either way the pistols are then empty.",
        "r7_pistols_in_melee",
        &[
            Choice { id: "firing_group", label: "Groups as in firing" },
            Choice { id: "fighting_group", label: "Groups as with swords" },
        ],
    ),
    Ruling::switched(
        "R8",
        "No unit is to face more than three times its own front rank, and yet one that does loses the melee. Which?",
        "Both make sense together. So by default front-rank figures beyond three to one do not fight, and the \
         outnumbered side still loses. Or all of them fight, and the outnumbered side loses.",
        "r8_outnumbered",
        &[
            Choice { id: "limit_and_lose", label: "The excess does not fight" },
            Choice { id: "lose_only", label: "All fight" },
        ],
    ),
    Ruling::switched(
        "R9",
        "Half a rank of an odd number of figures?",
        "Rounded up, because the rules round up where they speak of fractions of counters and bounds. Or down.",
        "r9_half_rank",
        &[Choice { id: "up", label: "Rounded up" }, Choice { id: "down", label: "Rounded down" }],
    ),
    Ruling::switched(
        "R10",
        "Who lost a melee: which losses and counters are those of this bound?",
        "By default those of the melee, because the rules' own example counts what the enemy in the melee inflicted. \
         Or all of the bound, with what fire did before.",
        "r10_this_bound",
        &[
            Choice { id: "melee_only", label: "Of this melee" },
            Choice { id: "whole_bound", label: "Of the whole bound" },
        ],
    ),
    Ruling::switched(
        "R11",
        "A unit fails to stand: is the counter of the test also that of breaking?",
        "By default one counter, because the sentence on the failed test describes the break in full. Or two, one for \
         each rule.",
        "r11_failed_stand",
        &[Choice { id: "one", label: "One counter" }, Choice { id: "two", label: "Two counters" }],
    ),
    Ruling::switched(
        "R12",
        "Counters for an attack on flank or rear: by group or by hit, and only at first contact?",
        "By default one for each group that fights there, whether it hits or not: the text counts groups that fight. Or one \
         for each group there that hits: it says that of a unit hit in flank or rear, and the counters come on top of those \
         for hits. Either way in every bound in which somebody fights there.",
        "r12_flank_counters",
        &[
            Choice { id: "each_group", label: "Every group, hit or not" },
            Choice { id: "groups_that_hit", label: "Only groups that hit" },
        ],
    ),
    Ruling::fixed(
        "R13",
        "How are several units on one side compared?",
        "Figures, counters and front ranks are added up; for morale class and fighting ability, the worst unit speaks for \
         its side, as the list says.",
    ),
    Ruling::fixed(
        "R14",
        "One unit faces two enemies: who fights whom?",
        "Its owner shares out the front rank; in equal parts if he says nothing. The example with two regiments needs it so: \
         twelve charging horse roll three dice at each.",
    ),
    Ruling::fixed(
        "R15",
        "When does a unit break, how far does it go, and who falls?",
        "As soon as it reaches its number, chooses to, or fails to stand. Broken in the first phase it retires in the \
         second; in the third or fourth, in the fifth; in the sixth, at once. Broken by charge fire it does not fight, and a charger \
         stops short. It goes its full move, for only forward moves are slowed. The figure falls without roll or save; \
         a mixed unit rolls which kind.",
    ),
    Ruling::fixed(
        "R16",
        "How do the broken come back?",
        "In the next fifth phase those still at their number break again. Once below it, a bound without moving, firing, \
         fighting or reloading rallies them. Until then they neither charge nor counter-charge nor stand: if charged, they \
         break.",
    ),
    Ruling::fixed(
        "R17",
        "How does a pursuit go?",
        "A first test when the enemy breaks, then one each bound. All moves are simultaneous, so the distance that ends it \
         is what is left when both have moved. It takes time to rally however it ended. The fugitives suffer only \
         from breaking. Pursuers who run into fresh enemies fight them as chargers, without a test.",
    ),
    Ruling::switched(
        "R18",
        "In what order is a move worked out, and what does a steep hill cost?",
        "Take off counters, then half moves, then halve once for slow ground. Fractions of an inch are kept. Of steep hills \
         the rules only say that they restrict a move. By default they are slow ground. Or they cost half a move, as a \
         hedge does. Or the players measure such moves as they agree.",
        "r18_steep_hill",
        &[
            Choice { id: "half_speed", label: "Half speed" },
            Choice { id: "half_move", label: "Half a move" },
            Choice { id: "by_agreement", label: "The players measure it" },
        ],
    ),
    Ruling::switched(
        "R19",
        "What does terrain do that the rules do not spell out? Does a road help infantry?",
        "Roads through woods and towns are named for artillery and cavalry only. So by default infantry is slowed and \
         takes its counter on them too. Or its move along a road costs nothing. A gate is no crossing. Generals are slowed but never \
         barred, except by cliffs and deep water, and take no counters. Fords give guns a counter too. Walls, woods and \
         towns are cover; a hedge is only an obstacle. A gun crosses a bridge as the figures of its crew.",
        "r19_infantry_on_road",
        &[Choice { id: "slowed", label: "As off the road" }, Choice { id: "free", label: "Free of cost" }],
    ),
    Ruling::fixed(
        "R20",
        "When is a general in danger?",
        "One roll for a general and a bound. Every counter from fire or melee counts, those for flanks and for losing too; \
         counters from ground, tests or passing through friends do not. On foot he has no horse to lose. While \
         he recovers he does nothing and helps nobody.",
    ),
    Ruling::fixed(
        "R21",
        "A general's plus or minus 1: may he leave it?",
        "No, he uses one of them. 1 less is offered first, because that is what nearly everyone wants.",
    ),
    Ruling::fixed(
        "R22",
        "What of a needed roll below 1 or above 6?",
        "Tests are rolled all the same: 1 or less always passes, 7 or more never does. A gun that needs more than 6 does not \
         fire.",
    ),
    Ruling::fixed(
        "R23",
        "Can a group be smaller than a figure?",
        "No, in fire and in melee alike. The rules say it of lancers; a group of none means nothing for anyone.",
    ),
    Ruling::fixed(
        "R24",
        "Do limits that are stated for one weapon hold for the others?",
        "Yes: to the front only, and never over friends' heads, whatever the weapon. A unit fires once a bound, and not while \
         held in a melee from an earlier bound, pistols in melee excepted; one that stands against a charge fires and then \
         fights. Ranges of charge fire are those after the charge moves: 0 inches to a charger in contact. \
         Cavalry with bows that charges does not fire, and dragoons do not fire muskets from the saddle.",
    ),
    Ruling::fixed(
        "R25",
        "When are plug bayonets fixed?",
        "In the first phase, in or out, free of cost, because the choice is between firing at a charge and meeting it. While they \
         are fixed the muskets do not fire.",
    ),
    Ruling::fixed(
        "R26",
        "A class that is rolled in play: exactly when?",
        "At the first counter or before the first reaction test, whichever comes first, at once. The counter that called \
         for the roll may break the unit. Classes of a scenario's own are entered before the first roll of a side.",
    ),
    Ruling::fixed(
        "R27",
        "Can counters go below none, and do rest and a speech add up?",
        "Never below none. Rest and a speech in the same bound may both help the same unit: they are separate phases.",
    ),
    Ruling::fixed(
        "R28",
        "How long does rejoining take?",
        "No longer than the move that brings the companies back: no time is given.",
    ),
    Ruling::fixed("R29", "Points, army lists, victory, length of the game?", "The rules have none: the players agree."),
    Ruling::fixed(
        "R30",
        "What falls when a gun is hit?",
        "Its crew: they are the figures, unarmoured unless the roster says otherwise, and the gun is served by those who \
         are left.",
    ),
    Ruling::fixed(
        "R31",
        "The corners of a gun's base bound its arc of fire: by which lines?",
        "By the base's two diagonals, drawn on past its front corners. That is why the base must keep its shape of 2 to 3.",
    ),
    Ruling::switched(
        "R32",
        "Does time that is taken out of a move count as moving?",
        "By default yes, for fire and for rest: a change of formation, mounting, limbering, a bridge and detaching are all \
         measured in moves. Or only distance does, because the rules never call these changes movement; they still take \
         their time. A bridge is crossed, so whoever crosses it has moved either way.",
        "r32_counts_as_moving",
        &[Choice { id: "time", label: "Time out of the move, too" }, Choice { id: "distance", label: "Only distance" }],
    ),
    Ruling::fixed(
        "R33",
        "What may a unit do in pursuit, or while it rallies from one?",
        "It may not be used in action: it makes no charge, counter-charge, fire or move of its own. If it is charged it \
         may try to stand, because the rules forbid its use, not its defence.",
    ),
    Ruling::fixed(
        "R34",
        "Several units charge one: how often does it answer?",
        "Once in a bound, whoever charges it. A unit that charges owes no answer itself.",
    ),
    Ruling::fixed(
        "R35",
        "May a unit in melee charge or walk away?",
        "No: the fifth phase moves all other units. It leaves a melee by breaking or in pursuit.",
    ),
    Ruling::fixed(
        "R36",
        "Does a unit pursue that is still in contact with another enemy?",
        "No, and it takes no test: it is in melee. A pursuit that it has begun waits until it is free.",
    ),
    Ruling::fixed(
        "R37",
        "A unit in action detaches nothing: which units are in action?",
        "Those that charge, are charged, fire or fight in this bound. Units in melee, in pursuit or rallying detach \
         nothing either.",
    ),
    Ruling::fixed(
        "R38",
        "May a unit move several times in a bound?",
        "No: it has one move a bound. Its legs are measured together and entered at once.",
    ),
    Ruling::fixed(
        "R39",
        "May a unit stand deeper than in Dutch order?",
        "Yes, in four ranks of figures, twelve of men: the table of fire counts three ranks or more, so units may be deeper \
         than three. It fires as one in three ranks, and of its pikes the first two and a half ranks fight.",
    ),
];
