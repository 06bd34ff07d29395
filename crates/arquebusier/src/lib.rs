//! *Arquebusier! Quick-play 16th and 17th Century Rules*, by Rob Stening.
//!
//! # Its procedures
//!
//! | procedure | what it is | in the source |
//! | --- | --- | --- |
//! | `availability` | Check the year | Army Lists |
//! | `command` | Command | Manoeuvre Commands; Shooting; Melee Combat |
//! | `movement_allowance` | Move | Manoeuvre Commands; Shooting; Melee Combat |
//! | `target_choice` | Choose a target | Shooting |
//! | `shot_allocation` | Share out shots | Shooting |
//! | `shooting` | Shoot | Shooting; Melee Combat |
//! | `melee` | Fight a melee | Melee Combat; Results |
//! | `irregular_check` | Does it become Irregular? | Shooting; Melee Combat |
//! | `general_death` | The General's death | Melee Combat |
//! | `end_of_turn` | End of the turn | Melee Combat; Shooting |
//! | `rout_check` | Is a side beaten? | Melee Combat |
//!
//! # Where it departs from the source
//!
//! - Both worked examples of shooting contradict the table beside them. By default the first follows the table, and the second follows
//!   the example. Players can choose otherwise for each; the rulings (R1, R2) give the reasons.
//! - The source does not say when moves are made, or who goes first. Here both sides do each step together, and moves come between
//!   shooting and melee.
//! - The source has no lines for guns and mortars as targets or in melee. Their crews count as firearms.
//! - The source uses "disordered" once, without explanation. Here it means Irregular.
//! - Left to the players: measuring, lines of sight, terrain, bases, and the size of armies.
//!
//! # What the source leaves open
//!
//! |  | the question | who decides |
//! | --- | --- | --- |
//! | R1 | How many dice do Regular Firearms get? | the players |
//! | R2 | Do Dragoons that turn Irregular because they are shot at while changing give the extra die? | the players |
//! | R3 | What if so few shoot that no dice are left? | the players |
//! | R4 | Which move saves cavalry from being caught standing? | the players |
//! | R5 | How does a General die? | the players |
//! | R6 | What does "disordered" mean? | Drumhead |
//! | R7 | How does a formation that became Irregular become Regular again? | the players |
//! | R8 | How is artillery shot at, fought and moved? | Drumhead |
//! | R9 | Who shoots first? | Drumhead |
//! | R10 | When are the moves made, and who goes first? | Drumhead |
//! | R11 | Under fire, and losses last turn: what counts on a command? | the players |
//! | R12 | Who can shoot over walls and troops? | Drumhead |
//! | R13 | What two commands can a formation get with the General? | the players |
//! | R14 | How long does a formation hold its fire, or keep to another target? | Drumhead |
//! | R15 | Which years are meant? | Drumhead |
//! | R16 | Can a type lose more elements than it has? | Drumhead |
//! | R17 | Who is the weakest? | Drumhead |
//! | R18 | What of a side with nothing left? | Drumhead |
//! | R19 | What is a formation of several types? | Drumhead |
//! | R20 | What of melee is left open? | Drumhead |
//! | R21 | What do the modifiers of shooting change? | the players |
//! | R22 | What can Dragoons do while they mount or dismount? | Drumhead |
//! | R23 | What is the General on the table? | Drumhead |
//! | R24 | Who gets an odd shot? | Drumhead |
//! | R25 | What is done in which step? | Drumhead |
//! | R26 | Who gives commands first? | Drumhead |
//! | R27 | How many melees does a formation fight? | Drumhead |
//! | R28 | How often may a formation close up? | Drumhead |
//! | R29 | Does everybody have to shoot? | Drumhead |
//! | R30 | When does contact end? | Drumhead |
//! | R31 | Does a passed order have to be carried out? | Drumhead |
//! | R32 | When does a side rout? | Drumhead |
//! | R33 | Who fights in a block that is touched at its side or rear? | the players |
//!
//! # Its folders
//!
//! Each folder or file uses only the entries below it in this table. Groups of procedures do not use each other.
//!
//! | folder or file | contents |
//! | --- | --- |
//! | `turn` | phases, duties, upkeep |
//! | [`army_lists`], [`orders`], [`shooting`], [`melee`], [`irregular`] | procedures, in groups |
//! | `disorder`, `dice_words` | functions that several groups share |
//! | [`unit`](mod@unit) | formations: profile, derived facts, trackers, card, and what each type does in shooting |
//! | [`facts`] | facts of a formation, a side and the battle |
//! | [`terms`] | choices, and the readings between which players choose |

pub mod army_lists;
pub mod bans;
mod battle_stats;
mod dice_words;
mod disorder;
pub mod facts;
mod guide;
mod ids;
pub mod irregular;
pub mod melee;
pub mod orders;
mod rulings;
pub mod shooting;
pub mod terms;
mod texts;
mod turn;
pub mod unit;

use rules::prelude::*;
use rules::ruleset::{Named, Rosters};

/// Title, author and edition, as every page shows them.
pub const NAMED: Named = Named {
    id: "arquebusier",
    title: "Arquebusier!",
    authors: "Rob Stening",
    edition: "undated",
    scale: "Quick battles of formations that are Regular or Irregular.",
    about: "Quick games of the years 1500 to 1700, in which formations are Regular or Irregular.",
    sample_armies: include_str!("sample_armies.html"),
};

/// The ruleset.
pub static RULESET: Ruleset = Ruleset {
    unit_noun: "formation",
    facts: facts::FACTS,
    trackers: unit::TRACKERS,
    derive: unit::derive,
    describe: unit::describe,
    glance: Glance { has_occasion: irregular::end_of_turn::has_occasion, ..unit::GLANCE },
    paper: unit::PAPER,
    states: unit::STATES,
    turn_rules: &turn::RULES,
    forecast: &turn::FORECAST,
    phases: turn::PHASES,
    quick_questions: turn::QUICK_QUESTIONS,
    often: &[ids::procedures::SHOOTING, ids::procedures::MELEE, ids::procedures::COMMAND],
    before_battle: &[ids::procedures::AVAILABILITY],
    procedures: &[
        &army_lists::availability::AVAILABILITY,
        &orders::command::COMMAND,
        &orders::movement::MOVEMENT_ALLOWANCE,
        &shooting::target_choice::TARGET_CHOICE,
        &shooting::allocation::SHOT_ALLOCATION,
        &shooting::SHOOTING,
        &melee::MELEE,
        &irregular::check::IRREGULAR_CHECK,
        &irregular::general_death::GENERAL_DEATH,
        &irregular::end_of_turn::END_OF_TURN,
        &irregular::rout::ROUT_CHECK,
    ],
    texts: texts::TEXTS,
    rosters: Rosters {
        presets: include_str!("presets.json"),
        notes: army_lists::years::roster_notes,
        samples: include_str!("samples.json"),
        scenarios: &[include_str!("../scenarios/lutzen.json"), include_str!("../scenarios/dreux.json")],
        survivor: unit::survivor,
        ..Rosters::NONE
    },
    alerts: |battle, armies| [irregular::rout::routs(armies), army_lists::years::years(battle, armies)].concat(),
    verdict: irregular::rout::verdict,
    guide: Some(&guide::GUIDE),
    ..Ruleset::of(NAMED, unit::PROFILE, &battle_stats::BATTLE_STATS)
};

#[cfg(test)]
mod tests;
