//! Before the battle: morale chips, nightfall, terrain.

use super::bans::{NIGHT_FALLEN, PLACING_TERRAIN, SET_UP_OVER, SETTING_UP, own_side};
use super::terms::{Die, Piece};
use super::{roll_off, words};
use crate::facts;
use crate::facts::*;
use crate::ids::procedures;
use rules::prelude::*;
use rules::turn::Attempt as Act;
use serde_json::{Map, Value as Json};

/// Procedure that rolls the starting morale chips.
pub const MORALE_CHIPS: Procedure = Procedure::of::<MoraleChips>(procedures::MORALE_CHIPS, "Morale chips")
    .heading("How to set up playing; Ottomans")
    .about("Morale chips that a side starts with: a D10 plus 8, and 3 more under the Sultan.")
    .axes(&[Axis::of("morale chips", field!(ChipsRolled, morale_chips))])
    .adjustable(&[CHIPS])
    .for_side()
    .bans(&[&[NIGHT_FALLEN, already_rolled(|act| own_side(act).holds(CHIPS_ROLLED))]])
    .fill(|scene, input| {
        put(input, SULTAN, sultan(scene));
    });

/// Procedure that rolls the length of the battle.
pub const NIGHTFALL: Procedure = Procedure::of::<Nightfall>(procedures::NIGHTFALL, "Nightfall")
    .heading("How to set up playing")
    .about("Turns before nightfall: a D6 plus 4.")
    .axes(&[Axis::of("turns", field!(NightRolled, turns))])
    .adjustable(&[TURNS])
    .bans(&[&[NIGHT_FALLEN, already_rolled(|act| act.scene.table.battle.value(NIGHTFALL_TURNS) > Some(0))]]);

/// Procedure that rolls each side's pieces of terrain.
pub const TERRAIN_ROLL: Procedure = Procedure::of::<TerrainRoll>(procedures::TERRAIN_ROLL, "Roll for terrain")
    .heading("Terrain – setting up")
    .about("A D4 each: the higher places three pieces and the lower one; after a tie, two each.")
    .axes(&[Axis::of("pieces of {Side A}", field!(Pieces, side_a_pieces))])
    .steps_dice()
    .adjustable(roll_off::OF_BOTH_SIDES)
    .bans(&[&[
        NIGHT_FALLEN,
        SET_UP_OVER,
        already_rolled(|act| act.scene.table.sides.iter().any(|side| side.value(TERRAIN_PIECES) > Some(0))),
    ]]);

/// Returns a ban on a roll for the set-up that has been made already.
const fn already_rolled(is_rolled: fn(&Act) -> bool) -> Ban {
    Ban::table("already_rolled", SETTING_UP, "That has been rolled.", is_rolled)
}

/// Procedure that checks the number of pieces chosen.
pub const TERRAIN_BUDGET: Procedure = Procedure::of::<TerrainBudget>(procedures::TERRAIN_BUDGET, "Choose terrain")
    .heading("Terrain – setting up")
    .about("Whether the pieces that a side wants are within what it rolled. A stream takes two.")
    .for_side()
    .bans(&[&[NIGHT_FALLEN, SET_UP_OVER]])
    .fill(|scene, input| {
        if let Some(pieces) = scene.side().value(TERRAIN_PIECES).filter(|pieces| *pieces > 0) {
            put(input, PIECES, pieces);
        }
    });

/// Procedure that removes or shifts a piece of terrain.
pub const TERRAIN_SHIFT: Procedure =
    Procedure::of::<TerrainShift>(procedures::TERRAIN_SHIFT, "Remove or shift terrain")
        .heading("Terrain – setting up")
        .about(
            "Once all terrain lies, each player may try once to remove a piece of the enemy's or to move one of his \
        own to the middle: on a 6.",
        )
        .for_side()
        .chances(&[Chance::of("succeeds", field!(Shifted, success), Is::True)])
        .adjustable(&[NEED])
        .bans(&[&[
            NIGHT_FALLEN,
            SET_UP_OVER,
            Ban::table("terrain_first", PLACING_TERRAIN, "Only once both sides have placed their terrain.", |act| {
                !act.scene.table.sides.iter().all(|side| side.holds(TERRAIN_CHOSEN))
            }),
            Ban::table("shift_tried", PLACING_TERRAIN, "Each player tries once.", |act| {
                own_side(act).holds(TERRAIN_TRIED)
            }),
        ]])
        .rulings(&["R29"])
        .fill(|scene, input| {
            copy_as(scene.side(), TERRAIN, input, OWN_TERRAIN);
            copy_as(scene.enemy_side(), TERRAIN, input, ENEMY_TERRAIN);
        });

/// Values that players' own modifiers can change.
const CHIPS: Adjustable = Adjustable::of("chips", "Morale chips");
const TURNS: Adjustable = Adjustable::of("turns", "Turns before nightfall, 5 to 10");
const NEED: Adjustable = Adjustable::of("need", "Number needed");

const PIECES: Fact<i32> = fact!(field!(TerrainBudget, pieces));
const ATTEMPT: Fact<Attempt> = fact!(field!(TerrainShift, attempt));
/// Pieces that the side has placed.
const OWN_TERRAIN: Fact<Map<String, Json>> = fact!(field!(TerrainShift, own_terrain));
/// Pieces that the enemy has placed.
const ENEMY_TERRAIN: Fact<Map<String, Json>> = fact!(field!(TerrainShift, enemy_terrain));

form! {
    /// Input for the starting chips.
    pub struct MoraleChips {
        sultan: bool = unit(of(SULTAN)).label("The leader is the Sultan"),
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    }
}

outcome! {
    /// The morale chips that a side starts with. *How to set up playing.*
    pub struct ChipsRolled {
        /// Number of morale chips.
        pub morale_chips: i32,
    }
}

impl Rule for MoraleChips {
    type Outcome = ChipsRolled;

    fn play(&self, dice: &mut Dice) -> Result<ChipsRolled, Halt> {
        let sultan = dice.modify("sultan", if self.sultan { 3 } else { 0 });
        let more = sultan + self.own.on(CHIPS, dice);
        Ok(ChipsRolled { morale_chips: (dice.die("morale_chips", 10)? + 8 + more).clamp(0, MOST_CHIPS) })
    }

    fn describe(&self, rolled: &ChipsRolled, consequences: &mut ConsequencesBuilder) {
        consequences.say(text!("{chips} to start with.", chips = words::chips(rolled.morale_chips)));
        consequences.put(SIDE, facts::MORALE_CHIPS, rolled.morale_chips).put(SIDE, SULTAN, self.sultan);
        consequences.put(SIDE, CHIPS_ROLLED, true);
    }
}

form! {
    /// Input of the roll for nightfall.
    pub struct Nightfall {
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    }
}

outcome! {
    /// Length of the battle. *How to set up playing.*
    pub struct NightRolled {
        /// Turns until night falls: 5 to 10.
        pub turns: i32,
    }
}

impl Rule for Nightfall {
    type Outcome = NightRolled;

    fn play(&self, dice: &mut Dice) -> Result<NightRolled, Halt> {
        // Own modifiers cannot exceed the range of the tracker.
        let more = self.own.on(TURNS, dice);
        Ok(NightRolled { turns: (dice.die("nightfall", 6)? + 4 + more).clamp(EARLIEST_NIGHTFALL, LATEST_NIGHTFALL) })
    }

    fn describe(&self, rolled: &NightRolled, consequences: &mut ConsequencesBuilder) {
        consequences.say(text!("Night falls when turn {n} ends.", n = rolled.turns));
        consequences.put(BATTLE, NIGHTFALL_TURNS, rolled.turns);
    }
}

form! {
    /// Input of the roll for terrain.
    pub struct TerrainRoll {
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    }
}

outcome! {
    /// Number of pieces of terrain that each side places. *Terrain – setting up.*
    pub struct Pieces {
        /// Pieces of side A: 1 to 3.
        pub side_a_pieces: i32,
        /// Pieces of side B: 1 to 3.
        pub side_b_pieces: i32,
    }
}

impl Rule for TerrainRoll {
    type Outcome = Pieces;

    fn play(&self, dice: &mut Dice) -> Result<Pieces, Halt> {
        let [a, b] = roll_off::of_both_sides(Die::D4, &self.own, dice)?;
        let side_a_pieces = 2 + (a - b).signum();
        Ok(Pieces { side_a_pieces, side_b_pieces: 4 - side_a_pieces })
    }

    fn describe(&self, pieces: &Pieces, consequences: &mut ConsequencesBuilder) {
        consequences.say(text!(
            "{a} for {Side A}, {b} for {Side B}.",
            a = text!("{n} {n|piece|pieces}", n = pieces.side_a_pieces),
            b = pieces.side_b_pieces
        ));
        consequences.put(Side::A.id(), TERRAIN_PIECES, pieces.side_a_pieces).put(
            Side::B.id(),
            TERRAIN_PIECES,
            pieces.side_b_pieces,
        );
    }
}

form! {
    /// Pieces that a side chooses.
    pub struct TerrainBudget {
        pieces: i32 = unit(of(TERRAIN_PIECES)).label("Pieces allowed"),
        building: i32 = choice_of(whole(0, 3)).or(0).label("Buildings"),
        wood: i32 = choice_of(whole(0, 3)).or(0).label("Woods"),
        hill: i32 = choice_of(whole(0, 3)).or(0).label("Hills"),
        stream: bool = choice_of(flag()).or(false).label("A stream").help("It counts two pieces."),
    }
}

outcome! {
    /// Pieces used and left. *Terrain – setting up.*
    pub struct Budget {
        /// Pieces used; a stream counts as two.
        pub pieces_used: i32,
        /// Pieces left; at least 0.
        pub pieces_left: i32,
    }
}

impl TerrainBudget {
    fn used(&self) -> i32 {
        self.building + self.wood + self.hill + if self.stream { 2 } else { 0 }
    }
}

impl Rule for TerrainBudget {
    type Outcome = Budget;

    fn permit(&self) -> Result<(), Refusal> {
        let (used, pieces) = (self.used(), self.pieces);
        forbid_if(
            used > pieces,
            field!(TerrainBudget, pieces),
            text!("That is {used} pieces, and {n} are allowed.", used = used, n = pieces),
        )
    }

    fn play(&self, _: &mut Dice) -> Result<Budget, Halt> {
        Ok(Budget { pieces_used: self.used(), pieces_left: self.pieces - self.used() })
    }

    fn describe(&self, budget: &Budget, consequences: &mut ConsequencesBuilder) {
        consequences.put(SIDE, TERRAIN_CHOSEN, true);
        let wanted = [
            (Piece::Building, self.building),
            (Piece::Wood, self.wood),
            (Piece::Hill, self.hill),
            (Piece::Stream, i32::from(self.stream)),
        ];
        consequences.put(SIDE, TERRAIN, placed(wanted));
        consequences.say(text!(
            "They fit: {used} used, {left} left.",
            used = budget.pieces_used,
            left = budget.pieces_left
        ));
        consequences.say(
            "A piece is one square wide and one or two long, within four squares of a side edge; a stream \
            runs across the board between the armies.",
        );
    }
}

choices! {
    /// Kinds of attempt to change terrain.
    pub enum Attempt {
        RemoveOpponentsPiece = "remove_opponents_piece" "Remove one of the enemy's",
        MoveOwnPieceToMiddle = "move_own_piece_to_middle" "Move one of his own to the middle",
    }
}

/// Pieces of terrain as a tracker stores them, without zeros.
fn placed(pieces: impl IntoIterator<Item = (Piece, i32)>) -> Map<String, Json> {
    pieces.into_iter().filter(|(_, n)| *n > 0).map(|(piece, n)| (piece.id().to_owned(), n.into())).collect()
}

/// Ids of the kinds of terrain that an attempt can concern: those recorded as placed, or all kinds if none is recorded.
fn attempted(input: &Input) -> Vec<&'static str> {
    let tracker = match answer(input, ATTEMPT) {
        Some(Attempt::RemoveOpponentsPiece) => ENEMY_TERRAIN,
        Some(Attempt::MoveOwnPieceToMiddle) | None => OWN_TERRAIN,
    };
    let known = answer(input, tracker).filter(|pieces| !pieces.is_empty());
    let lies = |piece: &Piece| {
        let number = |pieces: &Input| pieces.get(piece.id()).and_then(i32::read);
        known.as_ref().is_none_or(|pieces| number(pieces) > Some(0))
    };
    Piece::ALL.iter().filter(|piece| lies(piece)).map(|piece| piece.id()).collect()
}

form! {
    /// Input of an attempt to remove or move a piece of terrain.
    pub struct TerrainShift {
        attempt: Attempt = choice_of(choice::<Attempt>()).label("Attempt"),
        piece: Piece = situation(choice::<Piece>()).label("Piece").among(attempted),
        own_terrain: Option<Counts<Piece>> = unit(counts::<Piece>(4)).optional().label("Own pieces").rare(),
        enemy_terrain: Option<Counts<Piece>> = unit(counts::<Piece>(4)).optional().label("The enemy's pieces").rare(),
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    }
}

outcome! {
    /// Result of an attempt to change terrain. *Terrain – setting up.*
    pub struct Shifted {
        /// True if the attempt succeeded.
        pub success: bool,
    }
}

impl Rule for TerrainShift {
    type Outcome = Shifted;

    fn permit(&self) -> Result<(), Refusal> {
        forbid_if(self.piece == Piece::Stream, field!(TerrainShift, piece), "Streams cannot be removed or moved.")?;
        let placed = match self.attempt {
            Attempt::RemoveOpponentsPiece => &self.enemy_terrain,
            Attempt::MoveOwnPieceToMiddle => &self.own_terrain,
        };
        let known = placed.as_ref().filter(|pieces| pieces.total() > 0);
        forbid_if(
            known.is_some_and(|pieces| pieces.of(self.piece) == 0),
            field!(TerrainShift, piece),
            "No such piece was placed.",
        )
    }

    fn play(&self, dice: &mut Dice) -> Result<Shifted, Halt> {
        let need = 6 + self.own.on(NEED, dice);
        Ok(Shifted { success: dice.passes("terrain_shift", 6, need)? })
    }

    fn describe(&self, shifted: &Shifted, consequences: &mut ConsequencesBuilder) {
        consequences.put(SIDE, TERRAIN_TRIED, true);
        if let Some(pieces) = &self.enemy_terrain
            && shifted.success
            && self.attempt == Attempt::RemoveOpponentsPiece
        {
            let left = pieces.iter().map(|(piece, n)| (piece, n - i32::from(piece == self.piece)));
            consequences.put(ENEMY_SIDE, TERRAIN, placed(left));
        }
        consequences.say(match (shifted.success, self.attempt) {
            (false, _) => "It stays where it is.",
            (true, Attempt::RemoveOpponentsPiece) => "The piece is removed.",
            (true, Attempt::MoveOwnPieceToMiddle) => "The piece goes to the middle of the table.",
        });
    }
}
