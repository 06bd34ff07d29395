//! *Pike & Shot*, English Civil War Wargames Rules, by John Armatys (amended edition, March 2005).
//!
//! # Its procedures
//!
//! | procedure | what it is | in the source |
//! | --- | --- | --- |
//! | `agree_ground` | Agree on ground | Terrain; Other Terrain |
//! | `agree_classes` | Classes of the scenario | Classification of Troops |
//! | `formation` | Formation | Figure Scale; Base Sizes; Using 25mm. Figures; Formations and Sub-units; Armour and Organization |
//! | `morale_class_roll` | Morale class | Classification of Troops |
//! | `sub_unit` | Detach or rejoin | Formations and Sub-units |
//! | `interpenetration` | Pass through | Interpenetration |
//! | `movement_allowance` | Movement | Terrain; Movement; Artillery Movement; Cavalry Firing; Irregular Light Cavalry |
//! | `bridge_crossing` | Cross a bridge | Bridges and Fords |
//! | `gun_limbering` | Limber or unlimber | Artillery Movement |
//! | `mounting` | Mount or dismount | Movement |
//! | `reaction_charge` | Charge or counter-charge | Reaction Tests 1; Irregular Light Cavalry |
//! | `reaction_stand` | Stand and receive a charge | Reaction Tests 2; Hedges and Walls; Woods Towns and Villages |
//! | `reaction_pursuit` | Pursuit | Reaction Tests 3; Melee |
//! | `run_into` | Run into fresh enemies | Reaction Tests 3; Melee |
//! | `infantry_fire` | Infantry fire | Infantry Firing; Testing to See if Figures are Lost; Appendix I |
//! | `cavalry_fire` | Cavalry fire | Cavalry Firing; Testing to See if Figures are Lost; Appendix I, Bows |
//! | `artillery_fire` | Artillery fire | Firing Artillery |
//! | `combined_fire` | Combined fire | Infantry Firing; Cavalry Firing; Firing Artillery |
//! | `casualty_test` | Casualties of given hits | Testing to See if Figures are Lost |
//! | `melee_groups` | Melee: who fights | Melee; Appendix I |
//! | `melee_round` | Melee | Melee; Appendix I |
//! | `break_unit` | Break | Morale; Reaction Tests 1 and 2; Melee |
//! | `rest` | Rest | Move Sequence 7; Morale; Cavalry Firing; Reaction Tests 3 |
//! | `rousing_speech` | Rousing speech | Generals; Morale |
//! | `general_casualty` | General's risk | Generals |
//! | `give_horse` | A horseman gives up his horse | Generals |
//!
//! # Its bound
//!
//! Both sides act in each of the eight phases. [`facts`] declares every fact and tracker once. A rule that forbids something is a
//! [ban](rules::ban) of its procedure. `turn` contains the duties, and the changes that follow from other changes. Each ban, duty and effect
//! is declared in one file:
//!
//! | file | contents |
//! | --- | --- |
//! | `bans.rs`, `fire/bans.rs` | bans that several procedures share |
//! | `turn/duties.rs` | duties, computed from the table |
//! | `turn/follow.rs` | changes that follow from any change: melees end, early losses are recorded, generals are at risk |
//! | `turn/generals.rs` | changes that follow if a general joins a unit, leaves it or falls |
//! | `relations.rs` | relations between units: charges, melees, and generals with their units |
//! | `unit/trackers.rs` | trackers of units, each with the time at which it is cleared |
//! | `agreements.rs` | trackers of sides and of the battle: agreements of the players |
//!
//! A folder or file uses only folders and files below it in this table. Folders of procedures do not use each other:
//!
//! | folder or file | contents |
//! | --- | --- |
//! | `lib.rs` | the description of the ruleset |
//! | `turn` | the bound |
//! | `set_up`, `organisation`, `movement`, `reactions`, `fire`, `melee`, `morale`, `generals` | procedures |
//! | `bans`, `relations`, `target`, `effects`, `casualties`, `labels`, `agreements`, `terrain` | functions and types that several procedures share |
//! | `unit` | profile, trackers, figures, derived facts, card |
//! | `facts` | the table of facts |
//! | `terms` | terms of the game: choices, and the numbers that belong to them |
//!
//! Two decisions go beyond the text. Gunners are never part of a melee that is due, because they break if charged. Guns have no
//! detachments.
//!
//! # Where it departs from the source
//!
//! - Three passages of the published text have printing errors: the rolls that kill in each armour, the columns of guns, and the depth of
//!   bases. A ruling corrects each of them.
//! - The source forbids that a unit faces more than three times its front rank, but also says that such a unit loses. Players choose
//!   if the surplus fights. They also choose about pistols in melee, half ranks, and other open questions.
//! - The source gives no number for steep hills. By default they halve the move; players can agree otherwise.
//! - On roads through woods and towns, artillery and cavalry are not slowed. By default, infantry is slowed there and takes a counter.
//! - The source lets players hide counters in boxes. Here both players see them, because both look at one screen.
//! - Left to the players: measuring, arcs, lines of sight, points, the order of battle, victory, and the length of the game.
//!
//! # What the source leaves open
//!
//! |  | the question | who decides |
//! | --- | --- | --- |
//! | R1 | Which roll kills which armour? The printed rolls stand in a muddled order. | Drumhead |
//! | R2 | Which guns are heavy, medium or light? The three printed columns have run together. | Drumhead |
//! | R3 | How deep is an infantry base? "15m." is printed. | Drumhead |
//! | R4 | Which line of the table decides if a pikeman or a musketeer is hit, when the ratio lies between two lines or below the last; and what if one kind runs out? | Drumhead |
//! | R5 | What are halberdiers in a mixed unit, bowmen on foot, dragoons off their horses? | Drumhead |
//! | R6 | Who is Horse, and who is cavalry? Who has the half rank more of later bounds of a melee? | the players |
//! | R7 | Pistols instead of swords in melee: which figures fire, in what groups? | the players |
//! | R8 | No unit is to face more than three times its own front rank, and yet one that does loses the melee. Which? | the players |
//! | R9 | Half a rank of an odd number of figures? | the players |
//! | R10 | Who lost a melee: which losses and counters are those of this bound? | the players |
//! | R11 | A unit fails to stand: is the counter of the test also that of breaking? | the players |
//! | R12 | Counters for an attack on flank or rear: by group or by hit, and only at first contact? | the players |
//! | R13 | How are several units on one side compared? | Drumhead |
//! | R14 | One unit faces two enemies: who fights whom? | Drumhead |
//! | R15 | When does a unit break, how far does it go, and who falls? | Drumhead |
//! | R16 | How do the broken come back? | Drumhead |
//! | R17 | How does a pursuit go? | Drumhead |
//! | R18 | In what order is a move worked out, and what does a steep hill cost? | the players |
//! | R19 | What does terrain do that the rules do not spell out? Does a road help infantry? | the players |
//! | R20 | When is a general in danger? | Drumhead |
//! | R21 | A general's plus or minus 1: may he leave it? | Drumhead |
//! | R22 | What of a needed roll below 1 or above 6? | Drumhead |
//! | R23 | Can a group be smaller than a figure? | Drumhead |
//! | R24 | Do limits that are stated for one weapon hold for the others? | Drumhead |
//! | R25 | When are plug bayonets fixed? | Drumhead |
//! | R26 | A class that is rolled in play: exactly when? | Drumhead |
//! | R27 | Can counters go below none, and do rest and a speech add up? | Drumhead |
//! | R28 | How long does rejoining take? | Drumhead |
//! | R29 | Points, army lists, victory, length of the game? | Drumhead |
//! | R30 | What falls when a gun is hit? | Drumhead |
//! | R31 | The corners of a gun's base bound its arc of fire: by which lines? | Drumhead |
//! | R32 | Does time that is taken out of a move count as moving? | the players |
//! | R33 | What may a unit do in pursuit, or while it rallies from one? | Drumhead |
//! | R34 | Several units charge one: how often does it answer? | Drumhead |
//! | R35 | May a unit in melee charge or walk away? | Drumhead |
//! | R36 | Does a unit pursue that is still in contact with another enemy? | Drumhead |
//! | R37 | A unit in action detaches nothing: which units are in action? | Drumhead |
//! | R38 | May a unit move several times in a bound? | Drumhead |
//! | R39 | May a unit stand deeper than in Dutch order? | Drumhead |
//! | R40 | Cavalry charges into a melee with several enemies: against whom are its groups smaller? | the players |
//! | R41 | Several units of a side fire in one act: does a later one meet what an earlier one has done? | the players |

mod agreements;
mod bans;
mod battle_stats;
mod casualties;
mod effects;
pub mod facts;
pub mod fire;
pub mod generals;
mod guide;
mod ids;
mod labels;
mod melee;
pub mod morale;
pub mod movement;
pub mod organisation;
mod paper;
pub mod reactions;
mod relations;
pub mod set_up;
mod target;
mod terms;
mod terrain;
mod texts;
mod turn;
pub mod unit;

#[cfg(test)]
mod tests;

use crate::facts::*;
use rules::ids;
use rules::prelude::*;
use rules::ruleset::{Named, Rosters, Trackers};

/// Name of the ruleset, as every page shows it.
pub const NAMED: Named = Named {
    id: "pike_and_shot",
    title: "Pike & Shot",
    authors: "John Armatys",
    edition: "March 2005",
    scale: "Regiments and armies: pike and shot wear out counter by counter, until they break.",
    about: "English Civil War battles of several players in an evening; with its appendix, other wars of the seventeenth century. \
            Inches, six-sided dice, and one kind of counter. Free to copy on paper, not to sell.",
    sample_armies: include_str!("sample_armies.html"),
};

/// The ruleset.
pub static RULESET: Ruleset = Ruleset {
    turn: "Bound",
    trackers: Trackers {
        unit: unit::TRACKERS,
        side: agreements::SIDE_TRACKERS,
        battle: agreements::BATTLE_TRACKERS,
        ..Trackers::NONE
    },
    general_with: Some(GENERAL_WITH),
    derive: unit::derive,
    describe: unit::describe,
    glance: unit::GLANCE,
    paper: paper::PAPER,
    states: unit::STATES,
    phases: turn::PHASES,
    turn_rules: &turn::RULES,
    forecast: &turn::FORECAST,
    facts: ALL,
    often: &[
        ids::procedures::INFANTRY_FIRE,
        ids::procedures::CAVALRY_FIRE,
        ids::procedures::ARTILLERY_FIRE,
        ids::procedures::MELEE_ROUND,
        ids::procedures::REACTION_CHARGE,
        ids::procedures::REACTION_STAND,
    ],
    before_battle: &[ids::procedures::AGREE_GROUND, ids::procedures::AGREE_CLASSES],
    procedures: &[
        &set_up::ground::AGREE_GROUND,
        &set_up::classes::AGREE_CLASSES,
        &organisation::formation::FORMATION,
        &organisation::morale_class::MORALE_CLASS_ROLL,
        &organisation::sub_unit::SUB_UNIT,
        &organisation::interpenetration::INTERPENETRATION,
        &movement::allowance::MOVEMENT_ALLOWANCE,
        &movement::bridges::BRIDGE_CROSSING,
        &movement::limbering::GUN_LIMBERING,
        &movement::mounting::MOUNTING,
        &reactions::charge::REACTION_CHARGE,
        &reactions::stand::REACTION_STAND,
        &reactions::pursuit::REACTION_PURSUIT,
        &reactions::run_into::RUN_INTO,
        &fire::infantry::INFANTRY_FIRE,
        &fire::cavalry::CAVALRY_FIRE,
        &fire::artillery::ARTILLERY_FIRE,
        &fire::combined::COMBINED_FIRE,
        &fire::casualty_test::CASUALTY_TEST,
        &melee::groups::MELEE_GROUPS,
        &melee::round::MELEE_ROUND,
        &morale::breaking::BREAK_UNIT,
        &morale::rest::REST,
        &generals::speech::ROUSING_SPEECH,
        &generals::casualty::GENERAL_CASUALTY,
        &generals::horse::GIVE_HORSE,
    ],
    texts: texts::TEXTS,
    rosters: Rosters {
        presets: include_str!("presets.json"),
        inherited: ids![FORMATION],
        kinds: ids![ARM],
        quality: ids![ABILITY, CLASS],
        insights: &[
            ("Men", MEN.id()),
            ("Ranks", RANKS.id()),
            ("Front rank figures", FRONT_FIGURES.id()),
            ("Pikes in front", FRONT_PIKES.id()),
            ("Muskets in front", FRONT_MUSKETS.id()),
            ("Casualty line", CASUALTY_LINE.id()),
            ("Figures to a firing group", FIRING_GROUP.id()),
            ("Frontage, mm", FRONTAGE_MM.id()),
            ("Breaks at counters", BREAKING_NUMBER.id()),
        ],
        samples: include_str!("samples.json"),
        scenarios: &[include_str!("../scenarios/edgehill.json"), include_str!("../scenarios/naseby.json")],
        survivor: unit::survivor,
        ..Rosters::NONE
    },
    guide: Some(&guide::GUIDE),
    ..Ruleset::of(NAMED, unit::PROFILE, &battle_stats::BATTLE_STATS)
};
