//! Rulings on what the book leaves open, or says twice.

use super::budget::Advanced;
use super::melee::{HalfArmour, MeleeSixes, SecondRank, Simultaneous};
use super::movement::FarmHorse;
use super::shoot::{ArquebusOnTheMove, DragoonOnTheMove, MixedGroup, MountedCaliver};
use super::terms::Edition;
use crate::choices;
use crate::form::Choices;
use crate::rules::ruleset::Ruling;

/// The rulings, in the order of their numbers; before them, the choice of the sheet.
pub const RULINGS: &[Ruling] = &[
    Ruling::switched(
        "E",
        "Which sheet is played?",
        "That of April 2025. The sheet of 2024 differs in a few places, listed in the reference; what it does not mention is as in 2025.",
        "edition",
        Edition::CHOICES,
    ),
    Ruling::switched(
        "R1",
        "How far does a farm or draught horse go: 36 cm as the text and the card say, or 32 as both sheets do?",
        "36: that stands in two places of three. With the sheet of 2024 always 32.",
        "r1_farm_horse",
        FarmHorse::CHOICES,
    ),
    Ruling::switched(
        "R2",
        "At which range is a short arquebus fired on the move, on foot? The card sets no limit, the sheet allows short range.",
        "Short range: the sheet is more precise, and 2024 says the same.",
        "r2_foot_arquebus_moving",
        ArquebusOnTheMove::CHOICES,
    ),
    Ruling::switched(
        "R3",
        "Half-armour is called stronger in melee than a breastplate. In what?",
        "It counts 4 against blows, since class 4 is said to match it, and stands above a breastplate when a tie is broken. Or let it count 5.",
        "r3_half_armour",
        HalfArmour::CHOICES,
    ),
    Ruling::switched(
        "R4",
        "When two would put each other out at the same moment: is the order that breaks the tie a rule or an option?",
        "A rule: the summary of melee gives it plainly, though the card calls it optional.",
        "r4_simultaneous",
        Simultaneous::CHOICES,
    ),
    Ruling::switched(
        "R5",
        "Does mounted infantry fire on the move?",
        "No. If players allow it, 2 less in all: 1 for moving and 1 for the saddle. In 2024 it does when bases come together, with the same sum.",
        "r5_mounted_infantry_moving",
        DragoonOnTheMove::CHOICES,
    ),
    Ruling::switched(
        "R6",
        "The modifiers of 2025 name the caliver among weapons fired on the move, the card and the table forbid it.",
        "It is fired standing still; the name was left over from 2024. Mounted and standing still it has 1 less, as the card says. The sheet does not let riders fire it at all. With the sheet of 2024 it is a short arquebus.",
        "r6_caliver_mounted",
        MountedCaliver::CHOICES,
    ),
    Ruling::fixed("R7", "Is the rider of a farm horse mounted infantry?", "Yes: the horse is not trained for war."),
    Ruling::fixed(
        "R8",
        "What does complete armour take off at medium range? Cards, sheet and the table of creatures disagree.",
        "1 for arquebus and caliver, as the sheet says; nothing for light muskets and firelocks, whose figure in the table is the second.",
    ),
    Ruling::fixed(
        "R9",
        "Is a six lost when it is rolled again and fails?",
        "No: another six only adds. It is rolled again only where it can help. Beyond 8 the count of sixes goes on, since creatures need up to 11.",
    ),
    Ruling::fixed(
        "R10",
        "One would kill, the other make recoil, at the same moment. Which stands?",
        "Both: ties are broken only between like and like.",
    ),
    Ruling::fixed("R11", "Does whoever recoils still strike this turn?", "No: two paces back is out of contact."),
    Ruling::fixed(
        "R12",
        "May a rider load who could be attacked?",
        "Yes, if in the end nobody touches him. 2025 says so, and 2024 does not forbid it.",
    ),
    Ruling::fixed(
        "R13",
        "What does an inferior horse do to its rider?",
        "His class in melee is the lower of his own and the horse's, for being hit, for ties and for the penalty of class 2. Farm horses and mounted infantry keep the rider's class unless you enter a class for the horse.",
    ),
    Ruling::fixed(
        "R14",
        "The place of a wound is rolled with a twelve-sided die, but no table says what the number means.",
        "The app gives the number; players read it as they agree.",
    ),
    Ruling::switched(
        "R15",
        "What does a bill cost, and how much more does the more advanced side pay?",
        "A bill as much as a halberd. Two or three times the price of its shooting weapons, or of everything.",
        "r15_technology",
        Advanced::CHOICES,
    ),
    Ruling::fixed("R16", "To which band does a limit belong that two bands share?", "To the nearer one."),
    Ruling::fixed("R17", "How many are a group?", "Three: one, a couple and a group are told apart."),
    Ruling::fixed(
        "R18",
        "When is a pistol fired in contact?",
        "Also as the bases come together. A rider who is touched counts as moving all the same.",
    ),
    Ruling::fixed(
        "R19",
        "Does skin thicker than armour 5 fall under the limit of 2 for terrain and target?",
        "No: the table of creatures goes beyond it.",
    ),
    Ruling::fixed(
        "R20",
        "Mounted infantry fires a musket from the saddle: 1 less for each?",
        "1 less in all: both stand in one cell of the sheet.",
    ),
    Ruling::fixed(
        "R21",
        "Which modifiers does a javelin have?",
        "None for armour, movement or mounted infantry: it is no firearm, and none are named.",
    ),
    Ruling::fixed("R22", "Has class 1 the penalty of class 2 in melee?", "Yes: it does not fight better."),
    Ruling::fixed("R23", "Who is trained to receive a charge?", "Class 3 and above: that is what the classes say."),
    Ruling::fixed(
        "R24",
        "Do rear ranks count as charged?",
        "Yes: the charge is ridden at the column, so whoever strikes from it receives it.",
    ),
    Ruling::fixed(
        "R25",
        "What does a halberd or spear lose without room?",
        "Its length, its point against riders, and receiving a charge: it is used as a short weapon.",
    ),
    Ruling::fixed("R26", "A heavy two-handed weapon in close order?", "It keeps its length and loses its weight."),
    Ruling::fixed(
        "R27",
        "What does a lancer do who does not charge?",
        "Drop the lance and draw the sword; so too when there was no room for the run.",
    ),
    Ruling::fixed(
        "R28",
        "Where is a group that bad ground blocks, and is it still in close order?",
        "Before the ground, doing nothing, and in the order it had.",
    ),
    Ruling::fixed("R29", "A heavy musket and a breastplate: 16 cm or 12?", "16: they share a column of the table."),
    Ruling::fixed(
        "R30",
        "Several kinds of ground, or a mixed group?",
        "The worst ground, the slowest character, one roll.",
    ),
    Ruling::fixed(
        "R31",
        "How far does a column of threes go?",
        "12 cm: it is a larger column than that of twos, which goes 16. It is allowed to large units.",
    ),
    Ruling::switched(
        "R32",
        "Which muskets does a melee foul?",
        "Every matchlock: the card names no other condition than the contact. Firelocks of the roster are none. Or the heavy matchlock alone, with its fork or without, on whose card the rule stands. Of a group, those that were in contact.",
        FOULED_BY_MELEE,
        FouledByMelee::CHOICES,
    ),
    Ruling::fixed("R33", "Several killing blows at somebody with two life points?", "Each takes one of them."),
    Ruling::fixed("R34", "How long are improvised weapons and butts?", "Short, unless they are plainly longer."),
    Ruling::fixed(
        "R35",
        "Dice rolled at somebody whom another die has killed already?",
        "Lost: they were declared before the roll.",
    ),
    Ruling::fixed("R36", "A furtive shooter who does not move?", "1 less all the same: the player has declared it."),
    Ruling::fixed(
        "R37",
        "Do loads slow riders?",
        "Heavy and very heavy objects slow everybody; musket, robe and fitness only those on foot.",
    ),
    Ruling::switched(
        "R38",
        "Several strike one enemy: do their sixes count together?",
        "Yes, those of one fight who strike at the same moment: they strike one target. Or count each fighter's sixes apart, since fights are one by one.",
        "r38_melee_sixes",
        MeleeSixes::CHOICES,
    ),
    Ruling::fixed(
        "R39",
        "One of several attackers loses a tie. What of the others' blows?",
        "They stand: the tie is between two.",
    ),
    Ruling::fixed(
        "R40",
        "Is a heavy musket without its fork a light one?",
        "It has the same ranges and still two turns of loading; but it is fired on foot only.",
    ),
    Ruling::fixed(
        "R41",
        "A rider charges a man on foot while another rider charges him. May the man strike him?",
        "Yes: whom a charger meets may strike him. The rule that only riders strike shields those who are charged.",
    ),
    Ruling::fixed(
        "R42",
        "Is a swift fencer still faster in a formal duel?",
        "Yes: the duel makes the weapons equal, not the fencers.",
    ),
    Ruling::switched(
        "R43",
        "May whoever shoots also strike in that turn's melee?",
        "No: one shot or one blow a turn. All moves come first, so that whoever fights was already touched when he fired. Or let a pistol shot leave the blow.",
        PISTOL_AND_BLOW,
        ShotAndBlow::CHOICES,
    ),
    Ruling::switched(
        "R44",
        "May shots be fired before or during the moves?",
        "After all moves, or at any time if you agree. Whoever fires standing still then does not move; whoever fires on the move may go on.",
        SHOOTING_WITH_MOVES,
        ShotsAndMoves::CHOICES,
    ),
    Ruling::switched(
        "R45",
        "Do the shots of one turn fall at the same moment?",
        "No: whoever is hit is out at once. No order of fire is given, so players agree who is first. Or yes, as all moves and equal blows fall at once: whoever is hit still shoots, and falls as the phase ends.",
        SHOTS_OF_A_TURN,
        Falling::CHOICES,
    ),
    Ruling::fixed(
        "R46",
        "Somebody carries several loaded weapons. How many does he fire?",
        "One a turn, since a shot takes a turn as loading does. A pair of pistols gives two turns of fire before loading.",
    ),
    Ruling::switched(
        "R47",
        "A group wears different armour, or some of it is mounted. What counts for shots at it?",
        "Armour and mount of most figures; in a tie, the lighter armour: so the group is one target, with one value to roll. Or draw first whom each shot is at, since casualties are random, and let what he wears count: each figure is drawn once before anybody is drawn again.",
        MIXED_GROUP,
        MixedGroup::CHOICES,
    ),
    Ruling::fixed(
        "R48",
        "Which of several identical figures fall?",
        "First those with empty weapons who have shot or struck. Change it by hand if you drew otherwise.",
    ),
    Ruling::switched(
        "R49",
        "How long does it take to get on or off a horse?",
        "No time: it is done while declaring or moving, and is not a move, since the book gives only the movement of the dismounted. Or half a move: half is left, by the movement they then have, and they have moved, for shooting, loading and receiving a charge.",
        HORSES,
        Remounting::CHOICES,
    ),
    Ruling::switched(
        "R50",
        "Which half-long weapons strike from the second rank?",
        "A pointed axe that is held firm, at a rider who charges; otherwise it is swung, and the cards bar heavy weapons from the second rank. Or all half-long staff weapons at a rider who charges, as the page on charges has them strike whom the man in front meets.",
        "r50_second_rank",
        SecondRank::CHOICES,
    ),
    Ruling::fixed(
        "R51",
        "What does the horse of mounted infantry cost?",
        "2, as a draught horse: it is not trained for war.",
    ),
    Ruling::fixed(
        "R52",
        "When does close order stand that is formed this turn?",
        "When the turn ends, even if they are attacked meanwhile. Until then they neither move, shoot nor load.",
    ),
    Ruling::fixed(
        "R53",
        "Somebody has several kinds of weapon to load. Which does he load?",
        "One weapon a turn for each figure. You are asked which, and may leave it.",
    ),
    Ruling::fixed(
        "R54",
        "May a musketeer leave his fork behind?",
        "Yes, at any time, by hand. The musket stays as loaded as it was.",
    ),
    Ruling::fixed(
        "R55",
        "Who takes the place of a charger who is shot down?",
        "As many of the others as fell, without the bonus; they strike last. You may say otherwise in the panel.",
    ),
    Ruling::fixed(
        "R56",
        "Who begins the next turn in contact?",
        "Those who fought and were not driven back, put out or moved off.",
    ),
    Ruling::fixed(
        "R57",
        "The dice find a run too short. Is the rider bound to it?",
        "Yes: he rides on and fights without the bonus. If the run is too short without dice, nobody is bound.",
    ),
    Ruling::fixed(
        "R58",
        "Some of a group fight. Which, and for how long are the groups in contact?",
        "Each figure fights once a turn, so that two groups make as many pairs as the smaller has figures; first those whose muskets are fouled already. The groups stay in contact until one of them is gone, moves off, or has been driven back to the last figure.",
    ),
    Ruling::fixed(
        "R59",
        "How do soldiers join a close order that stands already?",
        "As it was formed: trained soldiers, in a whole turn, on a unit that stands still meanwhile. One or two are enough, and no officer need order it. From then on their figures count together, and what breaks the order breaks it for all.",
    ),
    Ruling::fixed(
        "R60",
        "At whom are javelins thrown over friends?",
        "At the figures of the group that neither began the turn in contact nor have been touched since, at the same range as ever. The throwers stand behind their friends and are not in contact themselves.",
    ),
];

/// R49, a switch of the battle: no request has it.
pub const HORSES: &str = "r49_horses";
/// R45, a switch of the battle: no request has it.
pub const SHOTS_OF_A_TURN: &str = "r45_shots_of_a_turn";
/// R47, a switch of shots.
pub const MIXED_GROUP: &str = "r47_mixed_group";
/// R32, a switch of the battle: no request has it.
pub const FOULED_BY_MELEE: &str = "r32_fouled_by_melee";
/// R43, a switch of the battle: no request has it.
pub const PISTOL_AND_BLOW: &str = "r43_pistol_and_blow";
/// R44, a switch of the battle: no request has it.
pub const SHOOTING_WITH_MOVES: &str = "r44_shooting_with_moves";

choices! {
    /// R32: which muskets a melee fouls.
    pub enum FouledByMelee {
        Matchlocks = "matchlocks" "Every matchlock, dragoons' light ones too",
        Heavy = "heavy" "The heavy matchlock alone",
    }
}

choices! {
    /// R43: whether a pistol shot takes the place of the blow.
    pub enum ShotAndBlow {
        Instead = "instead" "A shot takes the place of the blow",
        Both = "both" "A pistol shot leaves the blow",
    }
}

choices! {
    /// R45: when those who are hit fall.
    pub enum Falling {
        OneByOne = "one_by_one" "One after the other: who is hit is out at once",
        AtOnce = "at_once" "All at once: who is hit still shoots",
    }
}

choices! {
    /// R49: what it takes to get on or off a horse.
    pub enum Remounting {
        Free = "free" "No time",
        HalfMove = "half_move" "Half a move",
    }
}

choices! {
    /// R44: when shots are fired.
    pub enum ShotsAndMoves {
        After = "after" "After all moves",
        Any = "any" "At any time",
    }
}
