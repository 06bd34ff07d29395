//! Rulings: what the source leaves open or says in two ways, and what is taken here.

use super::terms::readings::{
    BecomingIrregular, CavalryMoved, CloseFireLasts, FirearmDice, GeneralsDeath, IrregularDie, LossesCount,
    MinimumDice, SecondCommand,
};
use crate::form::Choices;
use crate::rules::ruleset::Ruling;

/// The rulings, by number. Those with a switch are choices of the players.
pub const RULINGS: &[Ruling] = &[
    Ruling::switched(
        "R1",
        "How many dice do Regular Firearms get?",
        "The table gives one more than there are elements, so six roll seven. The source's first example has \
         six roll eight at Regulars. Eight is exactly the table's number against Irregulars, so the example \
         looks like a slip of one word, and the table is the default. The other reading gives two more; the \
         second example then no longer fits.",
        "r1_regular_firearm_dice",
        FirearmDice::CHOICES,
    ),
    Ruling::switched(
        "R2",
        "Do Dragoons that turn Irregular because they are shot at while changing give the extra die?",
        "In the source's example eight Regular Firearms roll nine dice at them, without the extra die, yet \
         need the number against Irregulars. So the dice follow the target's state before, and the number \
         needed its state after. By the table alone they would roll ten. Dragoons that were Irregular before \
         give the extra die in both readings.",
        "r2_becoming_irregular",
        BecomingIrregular::CHOICES,
    ),
    Ruling::switched(
        "R3",
        "What if so few shoot that no dice are left?",
        "By the table one Gun or Mortar, or one or two Regular Mobs, roll no dice. By default the table \
         stands: no type rolls fewer than none, and a formation without dice cannot shoot. The other reading \
         gives each type at least one die.",
        "r3_minimum_dice",
        MinimumDice::CHOICES,
    ),
    Ruling::switched(
        "R4",
        "Which move saves cavalry from being caught standing?",
        "The source says cavalry that \"did not move last turn\". Here a move into contact and its melee fall \
         in the same turn, so the letter would punish a charge. By default a move this turn or last saves it, \
         and only cavalry that stood both turns is caught. The letter can be chosen.",
        "r4_cavalry_moved",
        CavalryMoved::CHOICES,
    ),
    Ruling::switched(
        "R5",
        "How does a General die?",
        "The source says what follows when he is killed, not how. By default he dies with the last element of \
         the formation that he joined, and in no other way; a 6 on the commander dice means the formation's \
         own officer. In the other reading that 6 kills him too.",
        "r5_general_killed",
        GeneralsDeath::CHOICES,
    ),
    Ruling::fixed(
        "R6",
        "What does \"disordered\" mean?",
        "Temporarily Irregular. The source uses the word once, among the ways of becoming Irregular, and has \
         no other state. It needs no loss, and takes effect after the shooting that causes it.",
    ),
    Ruling::switched(
        "R7",
        "How does a formation that became Irregular become Regular again?",
        "By one passed command to restore order, which ends every cause at once and takes that turn's move and \
         shot. Failed, it stands still but shoots. The source names this cure for Dragoons caught changing, cavalry \
         caught standing and a General's death, and says of the first two that they last until out of combat. Of \
         losses, close fire and enemies at flank or rear it says neither how they end nor when. By default a \
         command cures them all alike, and nobody with enemies at flank or rear restores order in melee, as it \
         would be Irregular again at once. But a formation shot at from close by is called disordered, which may \
         be meant to pass: in the other reading that disorder ends with the turn, by itself. Until then it counts, \
         and at the end of that turn it still costs a formation that is Irregular by nature an element. Other \
         causes stay.",
        "r7_close_fire",
        CloseFireLasts::CHOICES,
    ),
    Ruling::fixed(
        "R8",
        "How is artillery shot at, fought and moved?",
        "The source does not say; this fills the gap. The tables have no place for it as a target or in melee, so \
         its crew counts as Firearms in all of them. It moves as foot, by command: that it must keep still to \
         shoot implies that it can move.",
    ),
    Ruling::fixed(
        "R9",
        "Who shoots first?",
        "Nobody: all shooting of a step is simultaneous, like melee. Losses and changes of state come \
         afterwards, so elements that fall still shoot. Shooting at formations in melee is not forbidden and \
         harms only the target.",
    ),
    Ruling::fixed(
        "R10",
        "When are the moves made, and who goes first?",
        "The source does not say. A command only lays a marker. Moves come after shooting, whose losses \
         shorten them, and before melee, which needs contact. There is no initiative: both sides do each step \
         together, Regulars before Irregulars. Where the order matters, the players agree on it.",
    ),
    Ruling::switched(
        "R11",
        "Under fire, and losses last turn: what counts on a command?",
        "A formation that was shot at last turn, with or without loss, is under fire: −1. The source takes off a \
         further one for losses from any source. By default they count by themselves, since losses in melee or by \
         attrition come without fire. In the other reading a further one needs a first: they count only for a \
         formation that was shot at too.",
        "r11_losses_count",
        LossesCount::CHOICES,
    ),
    Ruling::fixed(
        "R12",
        "Who can shoot over walls and troops?",
        "Only Mortars. Others cannot shoot at a formation behind them, and the nearest is the nearest of the \
         rest. Between formations equally near the shooter chooses.",
    ),
    Ruling::switched(
        "R13",
        "What two commands can a formation get with the General?",
        "One from each officer, so both must live; two attempts are all. The source's case is to move and to \
                 change target. Whether the orders must differ, and what a failed one leaves open, it does not \
                 say. An order that passed holds its place: one for moving or mounting, one for shooting, and \
                 restoring order takes both. One that failed holds nothing, so the other officer may try it \
                 again. The other reading wants a second order of another sort whatever became of the first. \
                 Each is rolled for with everything that applies.",
        "r13_second_command",
        SecondCommand::CHOICES,
    ),
    Ruling::fixed(
        "R14",
        "How long does a formation hold its fire, or keep to another target?",
        "For this turn. Next turn it shoots without a command again.",
    ),
    Ruling::fixed(
        "R15",
        "Which years are meant?",
        "Swords to 1600, Bills to 1620, Pikes and Lancers to 1675, Dragoons from 1630, Pistoliers to 1570 and \
         again from 1642. Harquebusiers are typical of 1620 to 1660 and unusual outside. Artillery is always \
         available. Guidance only.",
    ),
    Ruling::fixed(
        "R16",
        "Can a type lose more elements than it has?",
        "No. Further hits on it are wasted, as the types count as separate formations. A formation that is \
         destroyed, or has lost its commander before, does not roll for its commander.",
    ),
    Ruling::fixed(
        "R17",
        "Who is the weakest?",
        "The source does not say; this fills the gap. Weakest is whoever is easiest to shoot down while Irregular. \
         The owner chooses between equals.",
    ),
    Ruling::fixed(
        "R18",
        "What of a side with nothing left?",
        "It has lost. If both sides lose at once, it is a draw. A side with only formations that are Irregular \
         by nature loses at the start: bring at least one Regular formation.",
    ),
    Ruling::fixed(
        "R19",
        "What is a formation of several types?",
        "With any Mob element it takes the Mob's −1 on commands. With any Pikes it becomes Irregular by \
         contact at its side. With any mounted element it is cavalry. It moves at the speed of its slowest \
         type.",
    ),
    Ruling::fixed(
        "R20",
        "What of melee is left open?",
        "A roll of the number needed or more kills. Bills and Pikes in the rear support a first rank of any \
         type of their formation. An element that can only reach what it cannot harm does nothing. Troops in \
         melee cannot run away, but can be commanded to move: the command has a modifier for it.",
    ),
    Ruling::switched(
        "R21",
        "What do the modifiers of shooting change?",
        "The number of dice, never the faces. Each type that shoots is a line of its own, with its own \
                 modifier; then all are added up. The extra die at Irregulars stands below the lines, for any of \
                 the above: each type that shoots has it. The other reading gives it once, since it is the \
                 formation that rolls.",
        "r21_irregular_die",
        IrregularDie::CHOICES,
    ),
    Ruling::fixed(
        "R22",
        "What can Dragoons do while they mount or dismount?",
        "They shoot and are shot at as they stood when the turn began. They change over at the end of the move \
         step, and can be caught changing until the turn ends.",
    ),
    Ruling::fixed(
        "R23",
        "What is the General on the table?",
        "The source gives him neither base nor move; this fills the gap. He is neither element nor formation. He \
         moves up to 12\" in the move step without a command, joins a formation by being put with it, and comes to \
         harm only as R5 says.",
    ),
    Ruling::fixed(
        "R24",
        "Who gets an odd shot?",
        "A type draws its share rounded down or up, never more. Odd shots go first to the type that drew \
         fewest, then to the one with more elements in the first rank; between equals the shooter chooses.",
    ),
    Ruling::fixed(
        "R25",
        "What is done in which step?",
        "Commands come first and nothing moves yet; shooting and melee follow in the order of the headings, with moves \
         between them. Each act belongs to its step. Orders to hold fire or to change target are commands, and so \
         are given in the command step too.",
    ),
    Ruling::fixed(
        "R26",
        "Who gives commands first?",
        "Regulars before Irregulars, on each side by itself: neither side waits for the other. Nobody has to be \
         commanded, so an Irregular may be chosen as soon as no Regular of its side wants a command. What is barred \
         is a Regular after it. The second command of a formation that has had its first is not held back.",
    ),
    Ruling::fixed(
        "R27",
        "How many melees does a formation fight?",
        "One a turn, with all its contacts: each element strikes once, and all losses come off together.",
    ),
    Ruling::fixed(
        "R28",
        "How often may a formation close up?",
        "Once a turn, up to its maximum. It needs no command and comes besides an ordered move, and does not count as \
         moving.",
    ),
    Ruling::fixed(
        "R29",
        "Does everybody have to shoot?",
        "Shooting is automatic, but reach and sight are on the table and not in the record. It is offered, not \
         demanded.",
    ),
    Ruling::fixed(
        "R30",
        "When does contact end?",
        "The source does not say; this fills the gap. It ends at once when the enemy is destroyed or leaves, or when \
         players take it off. A formation that is freed in the shooting step may still shoot.",
    ),
    Ruling::fixed(
        "R31",
        "Does a passed order have to be carried out?",
        "Yes, it is executed: the move is due in the move step. Players who no longer want it take the marker off.",
    ),
    Ruling::fixed(
        "R32",
        "When does a side rout?",
        "At any point, says the source, but shooting and melee are simultaneous: so at the end of each step, or at once \
         by the check. Checks of contacts come before the dice of a melee: a side beaten by them has lost then.",
    ),
];
