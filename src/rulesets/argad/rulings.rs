//! Rulings on what the book leaves open, or says twice.

use super::melee::{HalfArmour, Simultaneous};
use super::movement::FarmHorse;
use super::shoot::{ArquebusOnTheMove, DragoonOnTheMove};
use super::terms::Edition;
use crate::form::Choices;
use crate::ruleset::{Ruling, Switch};

const fn taken(number: &'static str, question: &'static str, answer: &'static str) -> Ruling {
    Ruling { number, question, answer, switch: None }
}

const fn either(
    number: &'static str,
    question: &'static str,
    answer: &'static str,
    field: &'static str,
    values: &'static [crate::form::Choice],
) -> Ruling {
    Ruling { number, question, answer, switch: Some(Switch { field, values }) }
}

/// The rulings, in the order of their numbers; before them, the choice of the sheet.
pub const RULINGS: &[Ruling] = &[
    either(
        "E",
        "Which sheet is played?",
        "That of April 2025. The sheet of 2024 differs in a few places, listed in the reference; what it does not mention is as in 2025.",
        "edition",
        Edition::CHOICES,
    ),
    either(
        "R1",
        "How far does a farm or draught horse go: 36 cm as the text and the card say, or 32 as both sheets do?",
        "36: that stands in two places of three. With the sheet of 2024 always 32.",
        "r1_farm_horse",
        FarmHorse::CHOICES,
    ),
    either(
        "R2",
        "At which range is a short arquebus fired on the move, on foot? The card sets no limit, the sheet allows short range.",
        "Short range: the sheet is more precise, and 2024 says the same.",
        "r2_foot_arquebus_moving",
        ArquebusOnTheMove::CHOICES,
    ),
    either(
        "R3",
        "Half-armour is called stronger in melee than a breastplate. In what?",
        "It counts 4 against blows, since class 4 is said to match it, and stands above a breastplate when a tie is broken. Or let it count 5.",
        "r3_half_armour",
        HalfArmour::CHOICES,
    ),
    either(
        "R4",
        "When two would put each other out at the same moment: is the order that breaks the tie a rule or an option?",
        "A rule: the summary of melee gives it plainly, though the card calls it optional.",
        "r4_simultaneous",
        Simultaneous::CHOICES,
    ),
    either(
        "R5",
        "Does mounted infantry fire on the move?",
        "No. If players allow it, 2 less in all: 1 for moving and 1 for the saddle. In 2024 it does when bases come together, with the same sum.",
        "r5_mounted_infantry_moving",
        DragoonOnTheMove::CHOICES,
    ),
    taken(
        "R6",
        "The modifiers of 2025 name the caliver among weapons fired on the move, the card and the table forbid it.",
        "It is fired standing still; the name was left over from 2024. Mounted and standing still it has 1 less, as the card says.",
    ),
    taken("R7", "Is the rider of a farm horse mounted infantry?", "Yes: the horse is not trained for war."),
    taken(
        "R8",
        "What does complete armour take off at medium range? Cards, sheet and the table of creatures disagree.",
        "1 for arquebus and caliver, as the sheet says; nothing for light muskets and firelocks, whose figure in the table is the second.",
    ),
    taken(
        "R9",
        "Is a six lost when it is thrown again and fails?",
        "No: another six only adds. It is thrown again only where it can help. Beyond 8 the count of sixes goes on, since creatures need up to 11.",
    ),
    taken(
        "R10",
        "One would kill, the other make recoil, at the same moment. Which stands?",
        "Both: ties are broken only between like and like.",
    ),
    taken("R11", "Does whoever recoils still strike this turn?", "No: two paces back is out of contact."),
    taken(
        "R12",
        "May a rider load who could be attacked?",
        "Yes, if in the end nobody touches him. 2025 says so, and 2024 does not forbid it.",
    ),
    taken(
        "R13",
        "What does an inferior horse do to its rider?",
        "His class in melee is the lower of his own and the horse's, for being hit, for ties and for the penalty of class 2. Farm horses and mounted infantry keep the rider's class unless you enter a class for the horse.",
    ),
    taken(
        "R14",
        "The place of a wound is thrown with twelve sides, but no table says what the number means.",
        "The app gives the number; players read it as they agree.",
    ),
    taken(
        "R15",
        "What does a bill cost, and how much more does the more advanced side pay?",
        "A bill as much as a halberd. Two or three times the price of its shooting weapons.",
    ),
    taken("R16", "To which band does a limit belong that two bands share?", "To the nearer one."),
    taken("R17", "How many are a group?", "Three: one, a couple and a group are told apart."),
    taken(
        "R18",
        "When is a pistol fired in contact?",
        "Also as the bases come together. A rider who is touched counts as moving all the same.",
    ),
    taken(
        "R19",
        "Does skin thicker than armour 5 fall under the limit of 2 for terrain and target?",
        "No: the table of creatures goes beyond it.",
    ),
    taken(
        "R20",
        "Mounted infantry fires a musket from the saddle: 1 less for each?",
        "1 less in all: both stand in one cell of the sheet.",
    ),
    taken(
        "R21",
        "Which modifiers does a javelin have?",
        "None for armour, movement or mounted infantry: it is no firearm, and none are named.",
    ),
    taken("R22", "Has class 1 the penalty of class 2 in melee?", "Yes: it does not fight better."),
    taken("R23", "Who is trained to receive a charge?", "Class 3 and above: that is what the classes say."),
    taken(
        "R24",
        "Do rear ranks count as charged?",
        "Yes: the charge is ridden at the column, so whoever strikes from it receives it.",
    ),
    taken(
        "R25",
        "What does a halberd or spear lose without room?",
        "Its length, its point against riders, and receiving a charge: it is used as a short weapon.",
    ),
    taken("R26", "A heavy two-handed weapon in close order?", "It keeps its length and loses its weight."),
    taken(
        "R27",
        "What does a lancer do who does not charge?",
        "Drop the lance and draw the sword; so too when there was no room for the run.",
    ),
    taken(
        "R28",
        "Where is a group that bad ground blocks, and is it still in close order?",
        "Before the ground, doing nothing, and in the order it had.",
    ),
    taken("R29", "A heavy musket and a breastplate: 16 cm or 12?", "16: they share a column of the table."),
    taken("R30", "Several kinds of ground, or a mixed group?", "The worst ground, the slowest character, one throw."),
    taken("R31", "How far does a column of threes go?", "16 cm, like a column of twos; it is allowed to large units."),
    taken("R32", "Which muskets does a melee foul?", "The heavy matchlock, with its fork or without."),
    taken("R33", "Several killing blows at somebody with two life points?", "Each takes one of them."),
    taken("R34", "How long are improvised weapons and butts?", "Short, unless they are plainly longer."),
    taken(
        "R35",
        "Dice thrown at somebody whom another die has killed already?",
        "Lost: they were declared before the throw.",
    ),
    taken(
        "R36",
        "A shooter who shows himself only to shoot, and does not move?",
        "1 less all the same: the player has declared it.",
    ),
    taken(
        "R37",
        "Do loads slow riders?",
        "Heavy and very heavy objects slow everybody; musket, robe and fitness only those on foot.",
    ),
    taken(
        "R38",
        "Several strike one enemy: do their sixes count together?",
        "Yes, those of one fight who strike at the same moment.",
    ),
    taken(
        "R39",
        "One of several attackers loses a tie. What of the others' blows?",
        "They stand: the tie is between two.",
    ),
    taken(
        "R40",
        "Is a heavy musket without its fork a light one?",
        "It has the same ranges and still two turns of loading; but it is fired on foot only.",
    ),
    taken(
        "R41",
        "A rider charges a man on foot while another rider charges him. May the man strike him?",
        "Yes: whom a charger meets may strike him. The rule that only riders strike shields those who are charged.",
    ),
    taken(
        "R42",
        "Is a swift fencer still faster in a formal duel?",
        "Yes: the duel makes the weapons equal, not the fencers.",
    ),
];
