//! Questions that the source leaves open, and how they are ruled on here.

use super::cards::Indecision;
use super::fighting::{Charging, OPPORTUNITY_CHARGES, OpportunityCharges, RoutFallBack};
use super::initiative::{ROUT_MOVES, RoutMoves};
use super::movement::MoveAndTurn;
use super::result::{HitsOfStand, SecondDisorder, TercioRout};
use crate::choices;
use crate::form::Choices;
use crate::rules::ruleset::Ruling;

/// The rulings, in the order of their numbers.
pub const RULINGS: &[Ruling] = &[
    Ruling::fixed(
        "R1",
        "One troop type goes by several names. Which are the same?",
        "Light cavalry are light horse; pikes and pikemen are pike; arquebusiers are arquebus. Impetus is another \
         word for pips.",
    ),
    Ruling::fixed(
        "R2",
        "Does a die stop at D4 or D12 after each step, or only at the end?",
        "Add up every step first, then stop at the end of the ladder: the limit is on the die that is rolled.",
    ),
    Ruling::fixed(
        "R3",
        "What does a tie mean when two dice are rolled against each other?",
        "Whoever has to win needs the higher roll. So on a tie a shot misses, a unit holds against chip and courage, \
         a rally fails, a leader survives his check, and pursuers and French knights cannot be held back.",
    ),
    Ruling::fixed(
        "R4",
        "Fighting asks for double the target's D6, but no D6 is rolled. Which roll is meant?",
        "The loser's own fighting roll.",
    ),
    Ruling::fixed(
        "R5",
        "How do double and quadruple work when several units shoot?",
        "Pips are added and read as one number. Double or quadruple counts if any one shooter that scored made it \
         against its own D6. Later shots of the same initiative build on the earlier ones, but what was given \
         already is not given again: no more than three hits in one initiative.",
    ),
    Ruling::switched(
        "R6",
        "The tables of shooting or fighting disorder a unit that is in disorder. Does it rout?",
        "By default nothing more happens: only the chips' own sentence makes a second disorder a rout. Some play it \
         as a rout here too.",
        "r6_second_disorder",
        SecondDisorder::CHOICES,
    ),
    Ruling::switched(
        "R7",
        "Does a unit that routs in a fight also fall back?",
        "By default it falls back and then makes its rout move, as the worst line of the table has both. Some make \
         the rout move alone.",
        "r7_rout_fall_back",
        RoutFallBack::CHOICES,
    ),
    Ruling::switched(
        "R8",
        "Is a tercio disordered when a rout costs it a stand of arquebus?",
        "The source says no and then yes. By default the loss of an arquebus stand keeps it in order and that of a \
         pike stand does not, so that both sentences mean something; a line of the table that disorders still does. \
         It can always be disordered; or an arquebus stand that goes by hits can ward off the disorder of the same \
         result too, as the sentence says to the letter.",
        "r8_tercio_rout",
        TercioRout::CHOICES,
    ),
    Ruling::switched(
        "R9",
        "Which stand goes in place of a rout, and what of the hits on it?",
        "The hits of the line come first: if they fill a stand, it goes by them, and another goes in place of the rout. By \
         default that is the stand with the hits that are left, and they go with it. Some take another stand and leave \
         the hits; the last arquebus stand, and the last of all, take their hits along. A tercio gives up its \
         arquebus first, whatever the cause.",
        "r9_hits_of_stand",
        HitsOfStand::CHOICES,
    ),
    Ruling::fixed(
        "R10",
        "How many stands have cannon and war wagons?",
        "One: a gun with its crew, a wagon with its crew.",
    ),
    Ruling::switched(
        "R11",
        "How many chips does a rout cost?",
        "By default one for each stand, each time. A unit that routs costs a chip for every stand left, and again if \
         those are destroyed later, as each time names both. Some let a stand cost one chip in all: once its unit has \
         routed, it costs nothing more, whether it is destroyed as it runs or routs again after a rally. A stand lost \
         in place of a rout counts as destroyed. Leaving the table costs nothing.",
        CHIPS_FOR_A_STAND,
        ChipsForAStand::CHOICES,
    ),
    Ruling::switched(
        "R12",
        "Who is charging?",
        "Whoever starts the fight, said the author: on a melee card, or against a flank or rear on a move card. By \
         default every fight counts, also against an enemy in disorder without any card. Some keep to the two ways \
         that he names.",
        "r12_charging",
        Charging::CHOICES,
    ),
    Ruling::fixed(
        "R13",
        "Are cannon and war wagons foot or horse?",
        "Neither. The rules on charges between horse and foot, and on lances that ride down foot, leave them out; \
         and they follow nobody.",
    ),
    Ruling::switched(
        "R14",
        "May a unit move and also change direction for one payment?",
        "By default one or the other, to the letter; going obliquely is how to shift while moving. Some allow both \
         at once.",
        "r14_move_and_turn",
        MoveAndTurn::CHOICES,
    ),
    Ruling::fixed(
        "R15",
        "Which squares are front, flank and rear beyond the eight next to a unit?",
        "The diagram is continued: whatever lies exactly level with the unit is flank. A unit on the diagonal has \
         three squares in front, two beside and three behind, as the author said, and the same rule gives that. \
         Within its own square all is front and can be shot at.",
    ),
    Ruling::fixed(
        "R16",
        "How is range measured?",
        "By the shortest way, a diagonal step being one and a half. Half range is exact: reiters, who reach one \
         square, are beyond it at one, cannot reach the square diagonally next to them, and shoot without penalty \
         within their own.",
    ),
    Ruling::switched(
        "R17",
        "Command Indecision is explained but no deck has it. Is it used?",
        "By default not, as the list makes exactly twenty without it. It can take the place of one Milling Around.",
        "r17_command_indecision",
        Indecision::CHOICES,
    ),
    Ruling::switched(
        "R18",
        "When do routed units run on?",
        "By default at the start of each of their own side's initiatives, whether it goes first or second: whoever \
         goes second has the initiative then too. Some read of winning the initiative as of the roll: then only the \
         routed units of the side that rolled higher run, in its initiative that follows, and those of the other \
         side stay where they are until it wins a roll.",
        ROUT_MOVES,
        RoutMoves::CHOICES,
    ),
    Ruling::fixed(
        "R19",
        "What if the last card of a deck is turned?",
        "It is still acted on. Then the turn is over, whatever pips are left.",
    ),
    Ruling::fixed(
        "R20",
        "Two reasons of one printed line apply at once. Does it count twice?",
        "No. Flank or rear or phalanx or tercio is one step; better terrain or war wagons is one; woods or building \
         or war wagons is one.",
    ),
    Ruling::fixed(
        "R21",
        "Who has ordinary bows, and against whom are they weak?",
        "Units whose list says bows: akinjis and Ottoman skirmishers. The Hungarians' list does not say so, but their \
         weapon is the same; untick their bows to keep to the letter. Crossbows are not bows. The penalty is for \
         knights on their horses, not for knights on foot.",
    ),
    Ruling::fixed("R22", "Who is in or behind war wagons?", "A target that is a unit of war wagons is always in them."),
    Ruling::fixed(
        "R23",
        "What can routed units do?",
        "Run. They may be attacked without a melee card and are then destroyed without dice. A further rout adds \
         only its hits.",
    ),
    Ruling::fixed(
        "R24",
        "When must French knights charge?",
        "When an enemy comes within three squares during the enemy's initiative. The charge takes an opportunity \
         chip if there is one and is made even if there is none. Their player may always let them go without a roll. \
         Terrain that the enemy is on or behind frees them. In their own initiative they are free, as opportunity \
         chips belong to the other side. A march draws them as a move does.",
    ),
    Ruling::fixed(
        "R25",
        "Small questions of evading and charging",
        "To evade there must be an enemy in the square. Who was in disorder stays so. Within a distance includes \
         that distance.",
    ),
    Ruling::fixed(
        "R26",
        "How are the printed numbers of units to be read?",
        "Two Imperialist phalanxes stand for four units; two French pike become one Swiss phalanx; a tercio stands \
         for three; 0-1 is none before the extra unit. So every list makes twelve and a cannon. The figures named in \
         the closing note fit no reading and are left aside.",
    ),
    Ruling::fixed(
        "R27",
        "Is the die for the azabs rolled under the Sultan?",
        "No: under him they are upgraded anyway.",
    ),
    Ruling::fixed(
        "R28",
        "When are the choices of an army list made?",
        "They may wait for the die: French light horse or carabins on a 6, the Moors' card.",
    ),
    Ruling::fixed("R29", "How often may terrain be removed or shifted?", "Each player may try once."),
    Ruling::fixed(
        "R30",
        "Who may enter what?",
        "To the letter: horse may enter buildings and cannon may enter anything. Leaders are no units and nothing \
         stops them.",
    ),
    Ruling::fixed("R31", "The source refers to sections by numbers that are wrong", "The headings are meant."),
    Ruling::fixed(
        "R32",
        "How does a leader join and leave a unit?",
        "He joins free of cost on a leader check card if he is in its square, moves with it, and leaves it on any \
         card on which he can move. If it is destroyed he stands there alone.",
    ),
    Ruling::fixed(
        "R33",
        "What exactly is a march?",
        "Every unit but the cannon goes, foot and horse, on either move card. The first move card that is not used \
         so ends it for good. Entering an enemy's square is no part of a march: who wants that pays for each unit, \
         and marching is over.",
    ),
    Ruling::fixed(
        "R34",
        "When may a unit be chipped?",
        "Once after each result, also after one of only 1 or 2 pips, where a unit in disorder routs as well. Not \
         after a rout, even one that came down to a lost stand, and not after a fight without effect.",
    ),
    Ruling::fixed(
        "R35",
        "When do knights and lancers rout foot with a double?",
        "By whatever number they win, attacking or attacked.",
    ),
    Ruling::fixed(
        "R36",
        "When is a phalanx safe from horse?",
        "Always to its front, also when it attacks. A tie stays a tie, and kills leaders.",
    ),
    Ruling::fixed(
        "R37",
        "What the source leaves out",
        "Fights are one against one, each for its own pip. There is no limit to units in a square, no line of sight \
         and no rule about shooting into a fight, so none is enforced. A side may give up the pips that it has left.",
    ),
    Ruling::fixed("R38", "A unit has two reasons to check its courage", "It checks once."),
    Ruling::switched(
        "R39",
        "What does once a card mean?",
        "By default each kind of act once on each card turned: the author's example is of moves, and he lets a unit \
         charge a flank on a move card. So a unit may move and then fight a flank on one card, but not move twice, \
         fight twice, move and turn for two payments, or be rallied twice. Some take his reply to the letter: a unit \
         that has moved, turned, marched, reloaded or fought on a card does none of these on it again. In both, \
         shooting needs no card, and the F marker alone limits it; and it is the leader who acts when he rallies.",
        ACTS_ON_A_CARD,
        ActsOnACard::CHOICES,
    ),
    Ruling::fixed(
        "R40",
        "A leader is caught alone and the roll is a tie",
        "He stays in the square, neither away nor taken.",
    ),
    Ruling::fixed(
        "R41",
        "When does a loser just fall back?",
        "When it has neither routed nor been destroyed; hits and disorder do not matter.",
    ),
    Ruling::fixed(
        "R42",
        "Who can shoot?",
        "Every unit whose list has a die for it, though the source's sentence leaves some out. A tercio that has \
         lost a stand fires to its front and 45 degrees to either side; without its arquebus it does not fire.",
    ),
    Ruling::fixed("R43", "What counts for points?", "Stands, not units; the cannon is one."),
    Ruling::fixed(
        "R44",
        "May friends go through pikes?",
        "Pike, phalanx and tercio cannot go through others. Nothing bars others from going through them.",
    ),
    Ruling::fixed(
        "R45",
        "May a unit that friends moved through change direction?",
        "Yes: it may not move, but it may turn.",
    ),
    Ruling::fixed(
        "R46",
        "May a unit be chipped that gets disordered by evading or by Courage?",
        "Yes, once, if it was in good order before. Not if a chip disordered it.",
    ),
    Ruling::fixed(
        "R47",
        "What does a chip do to a disordered Swiss phalanx?",
        "Nothing: it never routs and is disordered already. The chip is lawful, and is spent.",
    ),
    Ruling::fixed(
        "R48",
        "Do cannon and routed units belong to a march?",
        "The cannon stands outside: its own move, for its own price, does not end marching. Routed units run and do \
         not march; whether the army then marches with all its units is for the players to say.",
    ),
    Ruling::fixed(
        "R49",
        "Who waits for the next initiative before it cuts down a routed unit?",
        "The unit that pursued it. Another, or one that was held back, may fight on another card.",
    ),
    Ruling::fixed(
        "R50",
        "When in the initiative do routed units move?",
        "From its start on, and before it ends. No act has to wait for it.",
    ),
    Ruling::fixed(
        "R51",
        "Which knights may dismount?",
        "Those of the later Middle Ages, which are entered without a list. The lists of the Italian Wars do not \
         offer it. The source prints no figures, so the players agree on them.",
    ),
    Ruling::fixed(
        "R52",
        "What can be done while neither side has the initiative?",
        "Nothing: pips and opportunity chips belong to an initiative.",
    ),
    Ruling::fixed(
        "R53",
        "How long is \"right after\" a result?",
        "Until anything else is paid for, a card is turned, another result comes or the initiative passes.",
    ),
    Ruling::fixed(
        "R54",
        "In which order may a unit move, shoot and fight on one card?",
        "In any order. Only the F marker and once on each card limit it.",
    ),
    Ruling::fixed(
        "R55",
        "What waits for the check on a Leader Check card?",
        "Rallying, moving and joining: otherwise the leader could step out of the danger that he is tested for.",
    ),
    Ruling::fixed(
        "R56",
        "Two enemies share a square: who is in better terrain?",
        "Whoever was in it first: a unit that enters an enemy's square has nothing of its woods, building or hill. A loser \
         that leaves the square gives them up, and a winner that stays there takes them over. Units in the same kind \
         of terrain have no better one.",
    ),
    Ruling::switched(
        "R57",
        "A unit made an opportunity charge, and the enemy fights it on his own card. Does it have the bonus for charging?",
        "By default not: the author gives the bonus to whoever starts the fight, and the charge only brings the unit \
         into the square. Against foot, horse has it in any case. Some give it to the charger too, in the first fight \
         before the initiative passes, as the source calls it a charge and the list of steps says no more than \
         charging; whoever starts that fight keeps his own.",
        OPPORTUNITY_CHARGES,
        OpportunityCharges::CHOICES,
    ),
];

/// R11, a switch of the battle: no request has it.
pub const CHIPS_FOR_A_STAND: &str = "r11_chips_for_a_stand";
/// R39, a switch of the battle: no request has it.
pub const ACTS_ON_A_CARD: &str = "r39_acts_on_a_card";

choices! {
    /// Morale chips that a stand costs that routs and is destroyed later (R11).
    pub enum ChipsForAStand {
        EachTime = "each_time" "One each time it routs or is destroyed",
        Once = "once" "One in all",
    }
}

choices! {
    /// Acts of one unit on one card (R39).
    pub enum ActsOnACard {
        EachKindOnce = "each_kind_once" "Each kind of act once",
        OnceInAll = "once_in_all" "One act in all",
    }
}
