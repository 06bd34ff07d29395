//! Initiative: the roll, the choice of first or second, and the end of a turn.

use super::RULESET;
use super::bans::{CARDS_AND_PIPS, NIGHT_FALLEN, SETTING_UP, TURN_OVER, is_after_set_up};
use super::rulings::RoutMoves;
use super::terms::{Die, Place, Roller, Side};
use super::{roll_off, words};
use crate::facts::*;
use crate::ids::{phases, procedures};
use rules::prelude::*;
use rules::table::TURN;
use serde_json::Map;

/// Roll for the initiative.
pub const INITIATIVE: Procedure =
    Procedure::of::<Initiative>(procedures::INITIATIVE, "Initiative")
        .heading("How to battle – cards and pips")
        .about("A D12 each. The higher roll chooses; a tie ends the turn.")
        .chances(&[
            Chance::of("{Side A} to choose", field!(InitiativeRolled, winner), Is::Word("a")),
            Chance::of("the turn ends", field!(InitiativeRolled, turn_ends), Is::True),
        ])
        .axes(&[Axis::of("pips of who goes first", field!(InitiativeRolled, first_pips))])
        .steps_dice()
        .adjustable(roll_off::OF_BOTH_SIDES)
        .bans(&[&[
            NIGHT_FALLEN,
            TURN_OVER,
            Ban::table(
                "initiative_rolled",
                CARDS_AND_PIPS,
                "The initiative has been rolled: the higher roll chooses.",
                |act| winner_is_known(&act.scene.table),
            ),
            Ban::table("initiative_runs", CARDS_AND_PIPS, "An initiative is being played: end it first.", |act| {
                matches!(act.scene.table.phase, phases::FIRST_SIDE | phases::SECOND_SIDE)
            }),
            Ban::worded("set_up_first", SETTING_UP, |act| {
                if is_after_set_up(act) { None } else { first_open(&act.scene.table) }
            }),
        ]])
        .rulings(&["R18"]);

/// Procedure of choosing: first with few pips, or second with many.
pub const INITIATIVE_CHOICE: Procedure =
    Procedure::of::<InitiativeChoice>(procedures::INITIATIVE_CHOICE, "First or second")
        .heading("How to battle – cards and pips")
        .about("The higher roller goes first with the smaller roll as pips, or second with the larger.")
        .bans(&[&[
            NIGHT_FALLEN,
            Ban::table("nothing_to_choose", CARDS_AND_PIPS, "Roll for the initiative first.", |act| {
                !winner_is_known(&act.scene.table)
            }),
        ]])
        .rulings(&["R18"])
        .fill(|scene, input| {
            if let Some(winner) = scene.table.battle.value(INITIATIVE_WINNER).filter(|winner| *winner != Roller::None) {
                put(input, WINNER, winner);
                copy_as(&scene.table.battle, FIRST_PIPS, input, SMALLER);
                copy_as(&scene.table.battle, SECOND_PIPS, input, LARGER);
            }
        });

const WINNER: Fact<Roller> = fact!(field!(InitiativeChoice, winner));
const SMALLER: Fact<i32> = fact!(field!(InitiativeChoice, smaller));
const LARGER: Fact<i32> = fact!(field!(InitiativeChoice, larger));

/// Procedure that ends a turn, and the battle at nightfall.
pub const TURN_END: Procedure = Procedure::of::<TurnEnd>(procedures::TURN_END, "End of turn")
    .heading("How to battle – cards and pips")
    .about("A tied initiative or an empty deck ends the turn; after the last turn it is night.")
    .bans(&[&[
        NIGHT_FALLEN,
        Ban::worded("due", CARDS_AND_PIPS, |act| {
            if turn_is_over(&act.scene.table) { first_open(&act.scene.table) } else { None }
        }),
        Ban::table(
            "turn_goes_on",
            CARDS_AND_PIPS,
            "A turn ends with a tied initiative or with a used-up deck.",
            |act| !turn_is_over(&act.scene.table),
        ),
    ]])
    .rulings(&["R19"])
    .fill(|scene, input| {
        put(input, TURN, scene.table.turn());
        // The number of turns is unknown until it is rolled.
        if scene.table.battle.value(NIGHTFALL_TURNS).is_none_or(|turns| turns == 0) {
            input.remove(NIGHTFALL_TURNS.id());
        }
        copy(&scene.table.battle, INITIATIVE_TIED, input);
        for (side, field) in scene.table.sides.iter().zip(CARDS_LEFT) {
            if let Some(cards) = cards_left(side) {
                put(input, field, cards);
            }
        }
    });

/// Message about the first open duty that must be done before a turn ends, except the turn's end itself. `None` if there is none.
fn first_open(table: &Table) -> Option<Text> {
    let mut due = RULESET.turn_rules.duties.iter().flat_map(|rule| (rule.due)(table));
    let open = due.find(|duty| duty.must && duty.at_next != AtNext::Resolves)?;
    Some(text!("Still due – {why}", why = open.why))
}

/// Fields for the cards left to each side.
const CARDS_LEFT: [Fact<i32>; 2] = [fact!(field!(TurnEnd, cards_left_a)), fact!(field!(TurnEnd, cards_left_b))];

form! {
    /// Ruling on the choice.
    pub struct ChoiceRulings {
        r18_rout_moves: RoutMoves = choice_of(choice::<RoutMoves>()).or_id("each_initiative"),
    }
}

form! {
    /// Input of the roll for the initiative.
    pub struct Initiative {
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    }
}

outcome! {
    /// Result of the roll: the side that chooses, and the pips for going first and second. *How to battle – cards and pips.*
    pub struct InitiativeRolled {
        /// Side with the higher roll; `none` on a tie.
        pub winner: Roller,
        /// Pips of the side that goes first: the smaller roll, or 0 on a tie.
        pub first_pips: i32,
        /// Pips of the side that goes second: the larger roll, or 0 on a tie.
        pub second_pips: i32,
        /// True if the turn ends, because the roll is a tie.
        pub turn_ends: bool,
    }
}

impl Rule for Initiative {
    type Outcome = InitiativeRolled;

    fn play(&self, dice: &mut Dice) -> Result<InitiativeRolled, Halt> {
        let [a, b] = roll_off::of_both_sides(Die::D12, &self.own, dice)?;
        if a == b {
            return Ok(InitiativeRolled { winner: Roller::None, first_pips: 0, second_pips: 0, turn_ends: true });
        }
        let winner = if a > b { Roller::A } else { Roller::B };
        Ok(InitiativeRolled { winner, first_pips: a.min(b), second_pips: a.max(b), turn_ends: false })
    }

    fn describe(&self, rolled: &InitiativeRolled, consequences: &mut ConsequencesBuilder) {
        if rolled.turn_ends {
            consequences.say("A tie: the turn ends, and both decks are shuffled.");
            consequences.put(BATTLE, INITIATIVE_TIED, true);
            return;
        }
        consequences.put(BATTLE, INITIATIVE_WINNER, rolled.winner);
        consequences.put(BATTLE, FIRST_PIPS, rolled.first_pips).put(BATTLE, SECOND_PIPS, rolled.second_pips);
        consequences.say(text!(
            "{who} to choose: first with {few}, or second with {many}.",
            who = words::word(rolled.winner),
            few = words::pips(rolled.first_pips),
            many = rolled.second_pips
        ));
    }
}

form! {
    /// Input of the choice.
    pub struct InitiativeChoice {
        winner: Side = situation(choice::<Side>()).label("Higher roll").rare(),
        choice: Place = choice_of(choice::<Place>()).label("First or second").decides(),
        smaller: i32 = situation(whole(1, 11)).label("Smaller roll").rare(),
        larger: i32 = situation(whole(2, 12)).label("Larger roll").rare(),
        rulings: ChoiceRulings = choice_of(object::<ChoiceRulings>()).or_empty().rare(),
    } validate(InitiativeChoice::validate)
}

outcome! {
    /// Order of the two initiatives, and their pips.
    pub struct Chosen {
        /// Side that goes first.
        pub first_side: Side,
        /// Pips of the side that goes first: the smaller roll, or 0 on a tie.
        pub first_pips: i32,
        /// Side that goes second.
        pub second_side: Side,
        /// Pips of the side that goes second: the larger roll, or 0 on a tie.
        pub second_pips: i32,
        /// Opportunity chips of each side.
        pub opportunity_chips: i32,
    }
}

impl InitiativeChoice {
    fn validate(&self) -> Result<(), Refusal> {
        bad_if(
            self.larger <= self.smaller,
            field!(InitiativeChoice, larger),
            "The larger roll is larger than the smaller.",
        )
    }
}

impl Rule for InitiativeChoice {
    type Outcome = Chosen;

    fn preview(&self) -> Preview {
        let pips = if self.choice == Place::First { self.smaller } else { self.larger };
        let chooser = match self.winner {
            Side::A => "{Side A} to choose.",
            Side::B => "{Side B} to choose.",
        };
        Preview::of([Text::from(chooser)]).gives(words::pips(pips))
    }

    fn play(&self, _: &mut Dice) -> Result<Chosen, Halt> {
        let first_side = if self.choice == Place::First { self.winner } else { self.winner.other() };
        Ok(Chosen {
            first_side,
            first_pips: self.smaller,
            second_side: first_side.other(),
            second_pips: self.larger,
            opportunity_chips: 3,
        })
    }

    fn describe(&self, chosen: &Chosen, consequences: &mut ConsequencesBuilder) {
        let (few, many) = (words::pips(chosen.first_pips), chosen.second_pips);
        consequences.say(match chosen.first_side {
            Side::A => text!("First {side A} with {few}, then {side B} with {many}.", few = few, many = many),
            Side::B => text!("First {side B} with {few}, then {side A} with {many}.", few = few, many = many),
        });
        consequences.say(match (self.rulings.r18_rout_moves, self.winner) {
            (RoutMoves::EachInitiative, _) => {
                "The side with the initiative moves its routed units a full move to the rear, free. The other side reacts with three opportunity chips."
            }
            (RoutMoves::AfterWonRoll, Side::A) => {
                "As {side A} won the roll, only its routed units run: a full move to the rear in its initiative, free. The side without the initiative reacts with three opportunity chips."
            }
            (RoutMoves::AfterWonRoll, Side::B) => {
                "As {side B} won the roll, only its routed units run: a full move to the rear in its initiative, free. The side without the initiative reacts with three opportunity chips."
            }
        });
        consequences.begin_phase(phases::FIRST_SIDE);
        if self.rulings.r18_rout_moves == RoutMoves::AfterWonRoll {
            consequences.put(BATTLE, ROLL_WON_BY, Roller::from(self.winner));
        }
        let sides = [
            (chosen.first_side, chosen.first_pips, Place::First),
            (chosen.second_side, chosen.second_pips, Place::Second),
        ];
        for (side, pips, place) in sides {
            consequences.put(side.role(), PLACE, place).put(side.role(), PIPS, pips);
            consequences.put(side.role(), OPPORTUNITY_CHIPS, chosen.opportunity_chips);
        }
    }
}

form! {
    /// Input of the end of a turn.
    pub struct TurnEnd {
        initiative_tied: bool = situation(of(INITIATIVE_TIED)).label("Initiative was tied").rare(),
        cards_left_a: i32 = unit(whole(0, 20)).label("Cards left to {Side A}"),
        cards_left_b: i32 = unit(whole(0, 20)).label("Cards left to {Side B}"),
        turn: i32 = unit(whole(1, LATEST_NIGHTFALL)).label("Turn"),
        nightfall_turns: i32 = unit(of(NIGHTFALL_TURNS)),
    } validate(TurnEnd::validate)
}

outcome! {
    /// End of a turn, and of the battle.
    pub struct TurnEnded {
        /// True if the turn ends.
        pub turn_ends: bool,
        /// True if the battle ends.
        pub battle_ends: bool,
        /// Number of the turn that now begins or continues, from 1.
        pub turn: i32,
    }
}

impl TurnEnd {
    fn validate(&self) -> Result<(), Refusal> {
        bad_if(self.turn > self.nightfall_turns, field!(TurnEnd, turn), "The turn cannot be later than nightfall.")
    }
}

impl Rule for TurnEnd {
    type Outcome = TurnEnded;

    fn play(&self, _: &mut Dice) -> Result<TurnEnded, Halt> {
        let turn_ends = self.initiative_tied || self.cards_left_a == 0 || self.cards_left_b == 0;
        let battle_ends = turn_ends && self.turn == self.nightfall_turns;
        Ok(TurnEnded { turn_ends, battle_ends, turn: self.turn + i32::from(turn_ends && !battle_ends) })
    }

    fn describe(&self, ended: &TurnEnded, consequences: &mut ConsequencesBuilder) {
        if ended.battle_ends {
            consequences.say("Night falls: the battle is over.");
            consequences.begin_phase(phases::TURN_END).put(BATTLE, NIGHT, true);
            consequences.put(SIDE, PIPS, 0).put(ENEMY_SIDE, PIPS, 0);
        } else if ended.turn_ends {
            consequences.say(text!("Turn {n} begins: both decks are full again and shuffled.", n = ended.turn));
            // An empty tracker means a full deck.
            consequences.begin_turn(ended.turn, phases::INITIATIVE);
            for side in [SIDE, ENEMY_SIDE] {
                consequences.put(side, DECK, Map::new()).put(side, PIPS, 0);
            }
        } else {
            consequences.say("The turn goes on: it ends with a tie, or with a deck.");
        }
    }
}
