//! Moves on the grid: whether a move is legal, and where it ends.

use super::bans::{
    MOVING, NIGHT_FALLEN, NOT_ACTIVE, OF_ROUTED, OFF_TABLE, ONLY_RUNS, cannot_afford, card_needed, done_on_card,
    has_acted, is_of_leader, leader, leader_check_is_due, leader_first, leader_has_moved, leader_lost, missing_card,
    once_in_all, once_on_a_card, too_dear,
};
use super::bearing::{arc, distance, relative_to};
use super::rulings::MoveAndTurn;
use super::terms::{ActionKind, Actor, Direction, Fate, Ground, Leader, State, Terrain, TroopType};
use super::{ground, price, words};
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;
use rules::procedure::{Grid, Taps};

/// Procedure that checks a move step by step.
pub const MOVE: Procedure = Procedure::of::<Move>(procedures::MOVE, "Move")
    .moves()
    .heading("How to battle – cards and pips: the move cards; – moving; Move distance")
    .about("Whether a unit may go these steps and turn so, and where it ends.")
    // The leader can move without a unit.
    .participants(&[
        Role::own(roles::UNIT, "Unit", "").several(0, 1),
        Role::own_without_fields(roles::FRIENDS, "Friends it goes through").several(0, 12),
        Role::own_without_fields(roles::LEFT, "Unit that the leader leaves").several(0, 1).fits(led),
        Role::enemy_without_fields(roles::ENTERS, "Enemy whose square it enters").several(0, 1),
        Role::enemy_without_fields(roles::DRAWS, "French knights within 3 squares").several(0, 12).fits(can_be_drawn),
    ])
    .bans(&[BANS])
    .price(price::move_price)
    .grid(Grid {
        around: roles::UNIT,
        facing: FACING.id(),
        words: "Tap the square to go to, or square after square; north is up. The middle takes the way back.",
        lies: within_reach,
        taps: Taps::Path { steps: STEPS.id(), turn: field!(Move, new_facing) },
    })
    .rulings(&["R14", "R30", "R44", "R45", "R48", "R54", "R56"])
    .fill(|scene, input| {
        if scene.facts(roles::UNIT).is_none() {
            put(input, UNIT_TYPE, Actor::Leader);
            put(input, MOVE_SQUARES, LEADER_MOVES);
            put(input, FACING, Direction::N);
        }
        if !scene.units(roles::FRIENDS).is_empty() {
            put(input, PASSES_THROUGH_FRIENDS, true);
        }
        fill_ground(scene, input);
    });

const BANS: &[Ban] = &[
    NIGHT_FALLEN,
    NOT_ACTIVE,
    OFF_TABLE,
    // The leader cannot be routed.
    Ban::unit("routed", OF_ROUTED, ONLY_RUNS, |unit| {
        Some(unit.get(UNIT_TYPE)? != Actor::Leader && unit.get(STATE)? == Fate::Routed)
    })
    .at(STATE),
    leader_lost(|act| is_of_leader(act) && leader(act) == Leader::Lost),
    card_needed(|act| missing_card(act, ActionKind::Move.cards(price::actor(act.scene.unit(roles::UNIT))))),
    leader_first(|act| is_of_leader(act) && leader_check_is_due(act)),
    // Changes of direction remain possible. (R45)
    Ban::unit("moved_through", MOVING, "friends moved through, so no move.", |unit| {
        Some(!unit.get(STEPS)?.is_empty() && unit.get(MOVED_THROUGH)?)
    }),
    done_on_card(leader_has_moved),
    once_in_all(|act| has_acted(act, roles::UNIT, ActionKind::Move)),
    once_on_a_card(|unit| unit.get(DONE_MOVE)),
    too_dear(|act| cannot_afford(act, ActionKind::Move, roles::UNIT)),
];

/// Field for the squares entered.
const STEPS: Fact<Vec<Direction>> = fact!(field!(Move, steps));
const ENTERS_TERRAIN: Fact<Terrain> = fact!(field!(Move, enters_terrain));
const AT_TERRAIN_EDGE: Fact<bool> = fact!(field!(Move, at_terrain_edge));
const ENDS_ON: Fact<Ground> = fact!(field!(Move, ends_on));
/// Field that is true if the unit passes through friends.
const PASSES_THROUGH_FRIENDS: Fact<bool> = fact!(field!(Move, passes_through_friends));

/// True if an input has at least one step.
fn has_steps(input: &Input) -> bool {
    answer(input, STEPS).is_some_and(|steps| !steps.is_empty())
}

/// Fills in whether the unit starts halted at the terrain that it enters, and the ground that it ends on. A unit that enters an enemy's
/// square ends on open ground (R56).
fn fill_ground(scene: &Scene, input: &mut Input) {
    let Some(unit) = scene.facts(roles::UNIT) else { return };
    let enters = answer(input, ENTERS_TERRAIN).unwrap_or(Terrain::None);
    if ground(unit).halted_at(enters) {
        put(input, AT_TERRAIN_EDGE, true);
    }
    if has_steps(input) {
        let ends_on = if scene.facts(roles::ENTERS).is_some() { Ground::Open } else { Ground::entered(enters) };
        put(input, ENDS_ON, ends_on);
    }
}

/// The id of a square's arc, followed by `reach` if the unit can reach the square in one move. The leader has no facing, so his squares
/// have no arc.
fn within_reach(unit: &Facts, east: i32, north: i32) -> Vec<&'static str> {
    let moves = full_move(unit);
    let facing = unit.value(FACING);
    let obliquely = facing.is_none_or(|facing| {
        let (ahead, aside) = relative_to(facing, east, north);
        aside.abs() <= ahead
    });
    let arc = facing.map(|facing| arc(facing, east, north).id());
    let reached = obliquely && (east, north) != (0, 0) && distance(east, north) <= moves;
    [arc, reached.then_some("reach")].into_iter().flatten().collect()
}

form! {
    /// Ruling on moving.
    pub struct MoveRulings {
        r14_move_and_turn: MoveAndTurn = choice_of(choice::<MoveAndTurn>()).or_id("either"),
    }
}

form! {
    /// Input of a move.
    pub struct Move {
        unit_type: Actor = unit(of(UNIT_TYPE)),
        move_squares: f64 = unit(of(MOVE_SQUARES)).help("A full move, in squares; the leader has 4."),
        state: State = unit(choice::<State>()).or_id("ok").label("State"),
        facing: Direction = unit(of(FACING)),
        steps: Vec<Direction> = choice_of(list::<Direction>(0, 12)).or_empty().label("Steps").in_order()
            .help("The squares entered, one by one.").rare(),
        new_facing: Option<Direction> = choice_of(choice::<Direction>()).optional().label("New facing").rare(),
        turn_first: bool = choice_of(flag()).or(false).label("Turns first").rare(),
        enters_terrain: Terrain = situation(choice::<Terrain>()).or_id("none").label("Enters"),
        at_terrain_edge: bool = situation(flag()).or(false).label("Had halted at it")
            .help("It began this move halted at that terrain, or in it.")
            .when(&[When { field: field!(Move, enters_terrain), is: &["woods", "building", "hill", "stream"] }]),
        ends_on: Option<Ground> = situation(choice::<Ground>()).optional().label("Ends on")
            .help("What it enters, if it does not say. It halts at the edge of terrain."),
        passes_through_friends: bool = situation(flag()).or(false).label("Through friends").rare(),
        rulings: MoveRulings = choice_of(object::<MoveRulings>()).or_empty().rare(),
    }
}

outcome! {
    /// Result of a move. *How to battle – moving.*
    pub struct Moved {
        /// Squares used; a diagonal step costs 1.5.
        pub squares_used: f64,
        /// Squares left; at least 0.
        pub squares_left: f64,
        /// Squares to the east of the start; negative to the west.
        pub dx: i32,
        /// Squares to the north of the start; negative to the south.
        pub dy: i32,
        /// Facing of the unit afterwards.
        pub facing: Direction,
        /// Angle of the change of direction in degrees, 0 to 180.
        pub turn_degrees: i32,
    }
}

impl Rule for Move {
    type Outcome = Moved;

    fn permit(&self) -> Result<(), Refusal> {
        let kind = self.unit_type.troop_type();
        if let Some(kind) = kind {
            self.permit_turn(kind)?;
            self.permit_oblique()?;
        }
        // The leader moves in any direction.
        forbid_if(
            self.used() > self.move_squares,
            field!(Move, steps),
            text!(
                "That is {used}, and it moves {full}.",
                used = words::squares(self.used()),
                full = words::squares(self.move_squares)
            ),
        )?;
        kind.map_or(Ok(()), |kind| self.permit_ground(kind))
    }

    fn play(&self, _: &mut Dice) -> Result<Moved, Halt> {
        let (dx, dy) = self.steps.iter().fold((0, 0), |(dx, dy), step| {
            let (east, north) = step.step();
            (dx + east, dy + north)
        });
        Ok(Moved {
            squares_used: self.used(),
            squares_left: self.move_squares - self.used(),
            dx,
            dy,
            facing: self.faces_after(),
            turn_degrees: self.turn(),
        })
    }

    fn describe(&self, moved: &Moved, consequences: &mut ConsequencesBuilder) {
        consequences.say(text!(
            "Legal move: {used} used, {left} left.",
            used = words::squares(moved.squares_used),
            left = words::squares(moved.squares_left)
        ));
        if moved.turn_degrees > 0 {
            consequences.say(text!("It turns {n} degrees.", n = moved.turn_degrees));
        }
        if self.passes_through_friends {
            consequences.say("The friends it goes through do not move in this initiative.");
        }
        if self.unit_type == Actor::Leader {
            consequences.put(SIDE, LEADER, Leader::Free);
        } else {
            consequences.put(roles::UNIT, FACING, moved.facing);
            if !self.steps.is_empty() {
                let ground = self.ends_on.unwrap_or(Ground::entered(self.enters_terrain));
                consequences.put(roles::UNIT, GROUND, ground);
                if ground != Ground::Open {
                    consequences.say(text!("Its ground now: {ground}.", ground = words::word(ground)));
                }
            }
        }
    }

    /// Replaces the contacts of a unit that made steps by the enemy whose square it enters, if players chose one. Records the French
    /// knights that the unit draws. A leader who moves leaves his unit. *How to battle – moving; Leaders.*
    fn aftermath(&self, scene: &Scene, _: &Moved, consequences: &mut ConsequencesBuilder) {
        if scene.facts(roles::UNIT).is_none() {
            for unit in scene.table.of(scene.acts).filter(|unit| unit.facts.holds(LEADER_ATTACHED)) {
                consequences.put_on(Subject::unit(unit.id.clone()), LEADER_ATTACHED, false);
            }
            return;
        }
        if !self.steps.is_empty() {
            ground::leave_square(scene, &scene.ids(roles::ENTERS), consequences);
        }
        if let Some(unit) = scene.id(roles::UNIT).filter(|_| !scene.units(roles::DRAWS).is_empty()) {
            consequences.say("The French knights charge it, unless they are held back.");
            for index in 0..scene.units(roles::DRAWS).len() {
                consequences.put_nth(roles::DRAWS, index, DRAWN_BY, unit);
            }
        }
    }
}

impl Move {
    fn faces_after(&self) -> Direction {
        self.new_facing.unwrap_or(self.facing)
    }

    fn turn(&self) -> i32 {
        self.facing.angle(self.faces_after())
    }

    fn used(&self) -> f64 {
        // `sum` would return −0 for no steps.
        self.steps.iter().fold(0.0, |used, step| used + step.cost())
    }

    /// Refuses turns that are too wide for the type, and steps and a turn in one move unless a ruling allows both (R14). *Infantry Move;
    /// Cavalry Move.*
    fn permit_turn(&self, kind: TroopType) -> Result<(), Refusal> {
        let most = kind.max_turn();
        forbid_if(self.turn() > most, field!(Move, new_facing), text!("{n} degrees at most.", n = most))?;
        forbid_if(
            self.turn() > 0 && !self.steps.is_empty() && self.rulings.r14_move_and_turn == MoveAndTurn::Either,
            field!(Move, new_facing),
            "A unit moves or changes direction, not both for one payment.",
        )
    }

    /// Refuses steps other than straight ahead or at 45 degrees. *Infantry Move; Cavalry Move: oblique.*
    fn permit_oblique(&self) -> Result<(), Refusal> {
        let facing = if self.turn_first { self.faces_after() } else { self.facing };
        forbid_if(
            self.steps.iter().any(|step| facing.angle(*step) > 45),
            field!(Move, steps),
            "A unit goes straight ahead, or 45 degrees to either side of it.",
        )
    }

    /// Refuses terrain that the type may not enter or that the unit had not halted at, and pikes that pass through friends. *How to battle
    /// – moving: terrain; through friends.*
    fn permit_ground(&self, kind: TroopType) -> Result<(), Refusal> {
        let unwieldy = kind.is_block() || kind == TroopType::WarWagons;
        let is_forbidden = match self.enters_terrain {
            Terrain::Woods => unwieldy || kind.is_cavalry(),
            Terrain::Building => unwieldy,
            Terrain::None | Terrain::Hill | Terrain::Stream => false,
        };
        forbid_if(is_forbidden, field!(Move, enters_terrain), "Troops of this type cannot enter that.")?;
        forbid_if(
            self.enters_terrain != Terrain::None && !self.at_terrain_edge,
            field!(Move, at_terrain_edge),
            "A unit halts at terrain, and enters it with its next move.",
        )?;
        forbid_if(
            self.passes_through_friends && (kind.is_block() || kind == TroopType::Pike),
            field!(Move, passes_through_friends),
            "Pikes are too close-packed to go through friends.",
        )
    }
}
