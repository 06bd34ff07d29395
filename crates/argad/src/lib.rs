//! *Argad!*, skirmishes of the mid-sixteenth to the mid-seventeenth century, by Patrice Méallier (April 2025, and the sheet of
//! 2024).
//!
//! One figure is one character. A shot that hits, or a blow that exceeds the enemy's class, takes a life point. Only player characters
//! have more than one. Dice are six-sided, except dice that draw figures or the place of a wound.
//!
//! # Its procedures
//!
//! | procedure | what it is | in the source |
//! | --- | --- | --- |
//! | `move` | Move | Movement; Clothing or armour, encumbrance; Close order formation |
//! | `close_order` | Close order | Close order formation; Units in close order; Pike |
//! | `run_up` | Charge: the run | Cavalry charge; Throwing spear or javelin |
//! | `shoot` | Shoot | Shooting; weapon cards; Elite shooter; Firearms; Shooting modifiers; Large fantasy creatures |
//! | `reload` | Reload | Weapon cards; Firearms |
//! | `melee` | Melee | Melee; Resolution of the melee; weapon cards; Cavalry charge; Exceptional strike; Melee modifiers |
//! | `casualties` | Casualties | Shooting |
//! | `healing` | Healing | Wound healing |
//! | `wound_location` | Place of the wound | Wound healing |
//! | `budget` | Budget | Budget |
//!
//! # Where it departs from the source
//!
//! - Players choose between two editions. One uses the sheet of 2024, the other the sheet of 2025. Rules that neither sheet
//!   mentions follow the text of April 2025 in both editions. If the sheet of 2024 has a rule but omits one of its conditions, the
//!   condition is checked only if players choose so. [`texts::reference`] lists the differences between the editions.
//! - If the card, the text and the sheet of one edition disagree, a ruling decides which one applies. Players choose the
//!   ruling if it changes a game.
//! - The place of a wound is a number, because the source has no table for it.
//! - Left to the players: simultaneous moves and other agreements, measuring, lines of sight, capture and ransom, and everything that
//!   the source calls advice.
//!
//! # What the source leaves open
//!
//! |  | the question | who decides |
//! | --- | --- | --- |
//! | E | Which sheet is played? | the players |
//! | R1 | How far does a farm or draught horse go: 36 cm as the text and the card say, or 32 as both sheets do? | the players |
//! | R2 | At which range is a short arquebus fired on the move, on foot? The card sets no limit, the sheet allows short range. | the players |
//! | R3 | Half-armour is called stronger in melee than a breastplate. In what? | the players |
//! | R4 | When two would put each other out at the same moment: is the order that breaks the tie a rule or an option? | the players |
//! | R5 | Does mounted infantry fire on the move? | the players |
//! | R6 | The modifiers of 2025 name the caliver among weapons fired on the move, the card and the table forbid it. | the players |
//! | R7 | Is the rider of a farm horse mounted infantry? | Drumhead |
//! | R8 | What does complete armour take off at medium range? Cards, sheet and the table of creatures disagree. | Drumhead |
//! | R9 | Is a six lost when it is rolled again and fails? | Drumhead |
//! | R10 | One would kill, the other make recoil, at the same moment. Which stands? | Drumhead |
//! | R11 | Does a figure that recoils still strike this turn? | Drumhead |
//! | R12 | May a rider load who could be attacked? | Drumhead |
//! | R13 | What does an inferior horse do to its rider? | Drumhead |
//! | R14 | The place of a wound is rolled with a twelve-sided die, but no table says what the number means. | Drumhead |
//! | R15 | What does a bill cost, and how much more does the more advanced side pay? | the players |
//! | R16 | To which band does a limit belong that two bands share? | Drumhead |
//! | R17 | How many are a group? | Drumhead |
//! | R18 | When is a pistol fired in contact? | Drumhead |
//! | R19 | Does skin thicker than armour 5 fall under the limit of 2 for terrain and target? | Drumhead |
//! | R20 | Mounted infantry fires a musket from the saddle: 1 less for each? | Drumhead |
//! | R21 | Which modifiers does a javelin have? | Drumhead |
//! | R22 | Has class 1 the penalty of class 2 in melee? | Drumhead |
//! | R23 | Who is trained to receive a charge? | Drumhead |
//! | R24 | Do rear ranks count as charged? | Drumhead |
//! | R25 | What does a halberd or spear lose without room? | Drumhead |
//! | R26 | A heavy two-handed weapon in close order? | Drumhead |
//! | R27 | What does a lancer do who does not charge? | Drumhead |
//! | R28 | Where is a group that bad ground blocks, and is it still in close order? | Drumhead |
//! | R29 | A heavy musket and a breastplate: 16 cm or 12? | Drumhead |
//! | R30 | Several kinds of ground, or a mixed group? | Drumhead |
//! | R31 | How far does a column of threes go? | Drumhead |
//! | R32 | Which muskets does a melee foul? | the players |
//! | R33 | Several killing blows at somebody with two life points? | Drumhead |
//! | R34 | How long are improvised weapons and butts? | Drumhead |
//! | R35 | Dice rolled at somebody whom another die has killed already? | Drumhead |
//! | R36 | A furtive shooter who does not move? | Drumhead |
//! | R37 | Do loads slow riders? | Drumhead |
//! | R38 | Several strike one enemy: do their sixes count together? | the players |
//! | R39 | One of several attackers loses a tie. What of the others' blows? | Drumhead |
//! | R40 | Is a heavy musket without its fork a light one? | Drumhead |
//! | R41 | A rider charges a man on foot while another rider charges him. May the man strike him? | Drumhead |
//! | R42 | Is a swift fencer still faster in a formal duel? | Drumhead |
//! | R43 | May a figure that shoots also strike in that turn's melee? | the players |
//! | R44 | May shots be fired before or during the moves? | the players |
//! | R45 | Do the shots of one turn fall at the same moment? | the players |
//! | R46 | Somebody carries several loaded weapons. How many does he fire? | Drumhead |
//! | R47 | A group wears different armour, or some of it is mounted. What counts for shots at it? | the players |
//! | R48 | Which of several identical figures fall? | Drumhead |
//! | R49 | How long does it take to get on or off a horse? | the players |
//! | R50 | Which half-long weapons strike from the second rank? | the players |
//! | R51 | What does the horse of mounted infantry cost? | Drumhead |
//! | R52 | When does close order stand that is formed this turn? | Drumhead |
//! | R53 | Somebody has several kinds of weapon to load. Which does he load? | Drumhead |
//! | R54 | May a musketeer leave his fork behind? | Drumhead |
//! | R55 | Who takes the place of a charger who is shot down? | Drumhead |
//! | R56 | Who begins the next turn in contact? | Drumhead |
//! | R57 | The dice find a run too short. Is the rider bound to it? | Drumhead |
//! | R58 | Some of a group fight. Which, and for how long are the groups in contact? | Drumhead |
//! | R59 | How do soldiers join a close order that stands already? | Drumhead |
//! | R60 | At whom are javelins thrown over friends? | Drumhead |
//! | R61 | Several hits of one volley are drawn from a group. May somebody be drawn again? | the players |
//! | R62 | The sheet of 2024 names no run for a charge. Does it need one? | the players |

pub mod aftermath;
mod bans;
mod battle_stats;
pub mod budget;
pub mod casualties;
pub mod close_order;
mod command;
pub mod facts;
mod glance;
mod guide;
mod ids;
pub mod input;
pub mod loading;
mod losses;
pub mod melee;
pub mod movement;
mod open_duties;
mod order;
pub mod phases;
pub mod reload;
pub mod rulings;
pub mod run_up;
pub mod shoot;
mod sign;
mod states;
mod survivors;
pub mod terms;
pub mod texts;
pub mod trackers;
pub mod turn;
pub mod unit;

use rules::prelude::*;
use rules::ruleset::{Editions, Named, Rosters, Texts};

/// Name, authors and edition.
pub const NAMED: Named = Named {
    id: "argad",
    title: "Argad!",
    authors: "Patrice Méallier, Argad! Éditions",
    edition: "April 2025, or the sheet of 2024",
    scale: "Skirmishes: each figure loads, fights and is wounded by itself.",
    about: "Adventures and skirmishes from the wars of religion to the Thirty Years War: one figure is one person.",
    sample_armies: include_str!("sample_armies.html"),
};

/// The ruleset.
pub static RULESET: Ruleset = Ruleset {
    turn: "Game turn",
    unit_noun: "character",
    trackers: trackers::TRACKERS,
    facts: facts::ALL,
    derive: budget::derive,
    describe: unit::describe,
    glance: glance::GLANCE,
    paper: glance::PAPER,
    states: states::STATES,
    turn_rules: &turn::RULES,
    forecast: &turn::FORECAST,
    phases: phases::PHASES,
    often: &[ids::procedures::SHOOT, ids::procedures::MELEE, ids::procedures::RUN_UP],
    before_battle: &[ids::procedures::BUDGET],
    procedures: &[
        &movement::MOVE,
        &close_order::CLOSE_ORDER,
        &run_up::RUN_UP,
        &shoot::SHOOT,
        &reload::RELOAD,
        &melee::MELEE,
        &casualties::CASUALTIES,
        &aftermath::HEALING,
        &aftermath::WOUND_LOCATION,
        &budget::BUDGET,
    ],
    texts: Texts {
        editions: Some(Editions { field: input::EDITION.id(), differences: &texts::reference::EDITIONS }),
        ..texts::TEXTS
    },
    rosters: Rosters {
        presets: include_str!("presets.json"),
        quality: rules::ids![facts::CLASS, facts::ARMOUR],
        insights: &[("Points", facts::POINTS.id())],
        notes: budget::notes,
        samples: include_str!("samples.json"),
        scenarios: &[include_str!("../scenarios/ambush.json"), include_str!("../scenarios/street_fight.json")],
        sample_phase: ids::phases::SHOOT,
        lasting: &[facts::HEALTH_LOST.id()],
        survivor: survivors::survivor,
        ..Rosters::NONE
    },
    guide: Some(&guide::GUIDE),
    ..Ruleset::of(NAMED, unit::PROFILE, &battle_stats::BATTLE_STATS)
};
