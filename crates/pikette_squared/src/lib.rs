//! *Pikette Squared*, rules for Renaissance and late medieval wargames, by Ken Baggaley,
//! gridded by Peter Anderson (2.0, 2012).
//!
//! # Its procedures
//!
//! | procedure | what it is | in the source |
//! | --- | --- | --- |
//! | `army_generate` | Muster an army | How to set up playing; Army lists (1) |
//! | `army_check` | Twelve units and a cannon? | Units; What you need to play |
//! | `morale_chips` | Morale chips | How to set up playing; Ottomans |
//! | `nightfall` | Nightfall | How to set up playing |
//! | `terrain_roll` | Roll for terrain | Terrain – setting up |
//! | `terrain_budget` | Choose terrain | Terrain – setting up |
//! | `terrain_shift` | Remove or shift terrain | Terrain – setting up |
//! | `deck_build` | Build the deck | How to set up playing; extra cards of the army lists |
//! | `draw_card` | Turn a card | How to battle – cards and pips |
//! | `initiative` | Initiative | How to battle – cards and pips |
//! | `initiative_choice` | First or second | How to battle – cards and pips |
//! | `turn_end` | End of turn | How to battle – cards and pips |
//! | `action` | Act | How to battle – cards and pips; – moving; – shooting; – fighting; Leaders; Rally |
//! | `march` | March | Marching |
//! | `reaction` | React | How to battle – moving |
//! | `french_knights_charge` | French knights | How to battle – moving: the note on French knights |
//! | `bearing` | Front, flank or rear | What you need to play: the grid; How to battle – shooting; TERCIO; the author on diagonal facing |
//! | `move` | Move | How to battle – cards and pips: the move cards; – moving; Move distance |
//! | `shoot` | Shoot | How to battle – shooting; Firing distance; PHALANX; TERCIO |
//! | `fight` | Fight | How to battle – fighting; PHALANX; TERCIO; Leaders |
//! | `follow_up` | Follow | How to battle – fighting |
//! | `pursuit` | Pursuit | How to battle – fighting |
//! | `apply_result` | Apply a result by hand | How to battle – shooting; – morale chips; PHALANX; TERCIO |
//! | `chip_check` | Chip | How to battle – morale chips |
//! | `courage_required` | Courage checks due | How to battle – cards and pips: Courage; FEARSOME units |
//! | `courage_check` | Courage check | How to battle – cards and pips: Courage; reference sheet: morale |
//! | `rally_check` | Rally | Rally; How to battle – cards and pips: Leader Check; Ottomans |
//! | `leader_check` | Leader check | How to battle – cards and pips: Leader Check; Leaders; Ottomans |
//! | `leader_caught` | Leader caught alone | Leaders |
//! | `leader_loss` | Leader lost | Leaders; Ottomans |
//! | `victory_points` | Victory points | A note about victory and defeat |
//! | `dismount` | Dismount knights | Army lists (2): the later Middle Ages |
//!
//! # Where it departs from the source
//!
//! - The author's replies to readers count as rules: on diagonal fronts, on the bonus for charging, and on acts that a unit can do only
//!   once on a card.
//! - Players choose where tables and text disagree or are silent: a second disorder, falling back, a tercio that routs, the hits of
//!   a lost stand, charging, and moving and turning.
//! - The source describes a card, Command Indecision, that is in none of its decks. It is not in the deck here, unless players choose
//!   otherwise.
//! - Players can use a real deck. They then type its cards, as they type dice.
//! - Where the source has no rule, there is none here: no limit to the units in a square, no line of sight, and no rule on shooting into
//!   a fight.
//! - Left to the players: the look of the field, the position of terrain, and what a scenario asks for.
//!
//! # What the source leaves open
//!
//! |  | the question | who decides |
//! | --- | --- | --- |
//! | R1 | One troop type goes by several names. Which are the same? | Drumhead |
//! | R2 | Does a die stop at D4 or D12 after each step, or only at the end? | Drumhead |
//! | R3 | What does a tie mean when two dice are rolled against each other? | Drumhead |
//! | R4 | Fighting asks for double the target's D6, but no D6 is rolled. Which roll is meant? | Drumhead |
//! | R5 | How do double and quadruple work when several units shoot? | Drumhead |
//! | R6 | The tables of shooting or fighting disorder a unit that is in disorder. Does it rout? | the players |
//! | R7 | Does a unit that routs in a fight also fall back? | the players |
//! | R8 | Is a tercio disordered when a rout costs it a stand of arquebus? | the players |
//! | R9 | Which stand goes in place of a rout, and what of the hits on it? | the players |
//! | R10 | How many stands have cannon and war wagons? | Drumhead |
//! | R11 | How many chips does a rout cost? | the players |
//! | R12 | Who is charging? | the players |
//! | R13 | Are cannon and war wagons foot or horse? | Drumhead |
//! | R14 | May a unit move and also change direction for one payment? | the players |
//! | R15 | Which squares are front, flank and rear beyond the eight next to a unit? | Drumhead |
//! | R16 | How is range measured? | Drumhead |
//! | R17 | Command Indecision is explained but no deck has it. Is it used? | the players |
//! | R18 | When do routed units run on? | the players |
//! | R19 | What if the last card of a deck is turned? | Drumhead |
//! | R20 | Two reasons of one printed line apply at once. Does it count twice? | Drumhead |
//! | R21 | Who has ordinary bows, and against whom are they weak? | Drumhead |
//! | R22 | Who is in or behind war wagons? | Drumhead |
//! | R23 | What can routed units do? | Drumhead |
//! | R24 | When must French knights charge? | Drumhead |
//! | R25 | Small questions of evading and charging | Drumhead |
//! | R26 | How are the printed numbers of units to be read? | Drumhead |
//! | R27 | Is the die for the azabs rolled under the Sultan? | Drumhead |
//! | R28 | When are the choices of an army list made? | Drumhead |
//! | R29 | How often may terrain be removed or shifted? | Drumhead |
//! | R30 | Who may enter what? | Drumhead |
//! | R31 | The source refers to sections by numbers that are wrong | Drumhead |
//! | R32 | How does a leader join and leave a unit? | Drumhead |
//! | R33 | What exactly is a march? | Drumhead |
//! | R34 | When may a unit be chipped? | Drumhead |
//! | R35 | When do knights and lancers rout foot with a double? | Drumhead |
//! | R36 | When is a phalanx safe from horse? | Drumhead |
//! | R37 | What the source leaves out | Drumhead |
//! | R38 | A unit has two reasons to check its courage | Drumhead |
//! | R39 | What does once a card mean? | the players |
//! | R40 | A leader is caught alone and the roll is a tie | Drumhead |
//! | R41 | When does a loser just fall back? | Drumhead |
//! | R42 | Who can shoot? | Drumhead |
//! | R43 | What counts for points? | Drumhead |
//! | R44 | May friends go through pikes? | Drumhead |
//! | R45 | May a unit that friends moved through change direction? | Drumhead |
//! | R46 | May a unit be chipped that gets disordered by evading or by Courage? | Drumhead |
//! | R47 | What does a chip do to a disordered Swiss phalanx? | Drumhead |
//! | R48 | Do cannon and routed units belong to a march? | Drumhead |
//! | R49 | Who waits for the next initiative before it cuts down a routed unit? | Drumhead |
//! | R50 | When in the initiative do routed units move? | Drumhead |
//! | R51 | Which knights may dismount? | Drumhead |
//! | R52 | What can be done while neither side has the initiative? | Drumhead |
//! | R53 | How long is "right after" a result? | Drumhead |
//! | R54 | In which order may a unit move, shoot and fight on one card? | Drumhead |
//! | R55 | What waits for the check on a Leader Check card? | Drumhead |
//! | R56 | Two enemies share a square: who is in better terrain? | Drumhead |
//! | R57 | A unit made an opportunity charge, and the enemy fights it on his own card. Does it have the bonus for charging? | the players |
//!
//! # Its files
//!
//! Each file, or folder of the same name, uses only files below it in this table. Procedures do not use each other.
//!
//! | file | contents |
//! | --- | --- |
//! | `turn` | phases, duties, upkeep |
//! | [`action`], `fighting`, `shooting`, … | procedures |
//! | `bans`, `bearing`, `ground`, `price`, `result`, `roll_off` | functions that several procedures share |
//! | [`unit`](mod@unit) | units: profile, derived facts, trackers, card, and the body that procedures take |
//! | `facts` | facts of a unit, a side and the battle |
//! | `army_lists`, `words` | rows of the lists, and parts of sentences |
//! | `terms`, `rulings` | choices, and the rulings between which players choose |

pub mod action;
mod aftermath;
mod army;
mod army_lists;
mod bans;
mod battle_stats;
mod bearing;
mod cards;
mod dismount;
mod facts;
mod fighting;
mod follow_up;
mod ground;
mod guide;
mod ids;
mod initiative;
mod leader;
pub mod march;
mod morale;
pub mod movement;
mod price;
pub mod rally;
pub mod reaction;
mod result;
mod roll_off;
mod rulings;
mod set_up;
mod shooting;
mod terms;
mod texts;
mod turn;
pub mod unit;
mod victory;
mod words;

use rules::prelude::*;
use rules::ruleset::{Named, Rosters, Trackers};

/// Title, authors and edition.
pub const NAMED: Named = Named {
    id: "pikette_squared",
    title: "Pikette Squared",
    authors: "Ken Baggaley; gridded by Peter Anderson",
    edition: "2.0 (2012)",
    scale: "Armies on squares: cards and pips decide who acts.",
    about: "Late medieval and Renaissance battles on a grid of squares, with lists for the Italian Wars, 1494 to \
        1560. Published with the consent of Piquet, Inc.",
    sample_armies: include_str!("sample_armies.html"),
};

/// The ruleset.
pub static RULESET: Ruleset = Ruleset {
    trackers: Trackers {
        unit: unit::trackers::UNIT,
        side: unit::trackers::SIDE,
        battle: unit::trackers::BATTLE,
        later: &[
            (ids::procedures::ACTION, facts::GROUND.id()),
            (ids::procedures::ARMY_GENERATE, facts::EXTRA_CARD.id()),
        ],
        ..Trackers::NONE
    },
    general_with: Some(facts::LEADER_ATTACHED),
    derive: unit::derive,
    describe: unit::describe,
    glance: Glance { has_occasion: fighting::has_occasion, ..unit::GLANCE },
    paper: unit::PAPER,
    states: unit::STATES,
    facts: facts::ALL,
    turn_rules: &turn::RULES,
    forecast: &turn::FORECAST,
    phases: turn::PHASES,
    often: &[ids::procedures::SHOOT, ids::procedures::FIGHT, ids::procedures::REACTION],
    before_battle: &[
        ids::procedures::ARMY_GENERATE,
        ids::procedures::ARMY_CHECK,
        ids::procedures::MORALE_CHIPS,
        ids::procedures::NIGHTFALL,
        ids::procedures::TERRAIN_ROLL,
        ids::procedures::TERRAIN_BUDGET,
        ids::procedures::TERRAIN_SHIFT,
        ids::procedures::DECK_BUILD,
    ],
    procedures: &[
        &army::ARMY_GENERATE,
        &army::ARMY_CHECK,
        &set_up::MORALE_CHIPS,
        &set_up::NIGHTFALL,
        &set_up::TERRAIN_ROLL,
        &set_up::TERRAIN_BUDGET,
        &set_up::TERRAIN_SHIFT,
        &cards::DECK_BUILD,
        &cards::DRAW_CARD,
        &initiative::INITIATIVE,
        &initiative::INITIATIVE_CHOICE,
        &initiative::TURN_END,
        &action::ACTION,
        &march::MARCH,
        &reaction::REACTION,
        &reaction::FRENCH_KNIGHTS_CHARGE,
        &bearing::BEARING,
        &movement::MOVE,
        &shooting::SHOOT,
        &fighting::FIGHT,
        &follow_up::FOLLOW_UP,
        &aftermath::PURSUIT,
        &aftermath::APPLY_RESULT,
        &morale::CHIP_CHECK,
        &morale::COURAGE_REQUIRED,
        &morale::COURAGE_CHECK,
        &rally::RALLY_CHECK,
        &leader::LEADER_CHECK,
        &leader::LEADER_CAUGHT,
        &leader::LEADER_LOSS,
        &victory::VICTORY_POINTS,
        &dismount::DISMOUNT,
    ],
    texts: texts::TEXTS,
    rosters: Rosters {
        side_profile: Some(unit::COMMAND),
        presets: include_str!("presets.json"),
        inherited: &["army"],
        kinds: &["row", "type"],
        quality: &["fight_die", "shoot_die"],
        notes: army::roster_notes,
        muster: Some(army::MUSTER),
        samples: include_str!("samples.json"),
        scenarios: &[include_str!("../scenarios/ceresole.json"), include_str!("../scenarios/pavia.json")],
        survivor: unit::survivor,
        ..Rosters::NONE
    },
    verdict: victory::verdict,
    guide: Some(&guide::GUIDE),
    ..Ruleset::of(NAMED, unit::PROFILE, &battle_stats::BATTLE_STATS)
};

#[cfg(test)]
mod tests;
