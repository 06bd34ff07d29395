//! Movement allowances of units, guns and generals. *Movement; Terrain; Artillery Movement.*

use super::super::bans::{
    BROKEN, CHARGE_MOVED, CountsAsMoving, FIRED, HELD, MOVE_AND_FIRE_IN, MOVE_SPENT, NOT_CHARGING, OUT_OF_BATTLE,
    PHASE, PURSUING, PURSUIT_TEST_FIRST, RALLYING,
};
use super::super::effects;
use super::super::facts;
use super::super::relations::RECOVERS;
use super::super::terms::{BarredTo, Mover, WHOLE_MOVE, inches};
use super::super::terrain::{AGREED, NAME_MAX, NAMES, agreed, names};
use super::renew_move;
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Movement allowance of a unit.
pub const MOVEMENT_ALLOWANCE: Procedure = Procedure::of::<Movement>(procedures::MOVEMENT_ALLOWANCE, "Movement")
    .moves()
    .heading("Terrain; Movement; Artillery Movement; Cavalry Firing; Irregular Light Cavalry")
    .about("How far a unit, a gun or a general may move, and what the terrain costs.")
    .participants(&[Role::own(roles::UNIT, "Who moves", "")])
    .rulings(&["R15", "R16", "R17", "R18", "R19", "R32", "R38"])
    .grouping(Grouping::in_turn())
    .bans(&[BANS])
    .fill(|scene, input| {
        renew_move(&MOVE_SPENT, scene, input);
        if let Some(ground) = agreed(scene, input) {
            put(input, AGREED_HALF_SPEED, ground.half_speed);
            put(input, AGREED_HALF_MOVE, ground.half_move);
            put(input, AGREED_COUNTER, ground.counter);
            put(input, AGREED_BARRED_TO, ground.barred_to);
        }
        if scene.facts(roles::UNIT).is_some_and(|unit| unit.holds(FAILED_CHARGE)) {
            suggest(input, DIRECTION, Direction::Other);
        }
    })
    .names(names);

const BANS: &[Ban] = &[
    OUT_OF_BATTLE,
    RECOVERING,
    BROKEN,
    RALLYING,
    PURSUIT_TEST_FIRST,
    PURSUING,
    HELD,
    FIRED.at(facts::FIRED),
    // The unit may still move in other directions.
    Ban::unit("failed_charge", "Reaction Tests 1", "refused to charge, so no advance this bound.", |unit| {
        Some(unit.get(FAILED_CHARGE)? && unit.get(DIRECTION)? == Direction::Forward)
    })
    .at(FAILED_CHARGE),
    MOVE_SPENT,
    NOT_CHARGING,
    CHARGE_MOVED,
    PHASE,
];

/// A wounded general does nothing until recovered. (R20)
pub const RECOVERING: Ban =
    Ban::unit("recovering", "Generals", RECOVERS, |general| Some(general.get(RECOVERY_BOUNDS)? > 0));

// Effects of ground on which players agreed.
const AGREED_HALF_SPEED: Fact<bool> = fact!("agreed_half_speed");
const AGREED_HALF_MOVE: Fact<bool> = fact!("agreed_half_move");
const AGREED_COUNTER: Fact<bool> = fact!("agreed_counter");
const AGREED_BARRED_TO: Fact<BarredTo> = fact!("agreed_barred_to");

const DIRECTION: Fact<Direction> = fact!("direction");

choices! {
    /// Direction of a move.
    pub enum Direction {
        Forward = "forward" "Forward",
        Other = "other" "Another way",
    }
}

choices! {
    /// Route of the unit through woods or a town.
    pub enum Woods {
        None = "none" "No woods or town",
        Road = "road" "By road",
        OffRoad = "off_road" "Off the road",
    }
}

choices! {
    /// Route of the unit across a river.
    pub enum River {
        None = "none" "No river",
        Bridge = "bridge" "By a bridge",
        Ford = "ford" "By a ford",
        Wade = "wade" "Through the water",
        Deep = "deep" "Too deep or fast",
    }
}

choices! {
    /// R18: effect of a steep hill on a move. *Hills.*
    pub enum SteepHill {
        HalfSpeed = "half_speed" "Half speed",
        HalfMove = "half_move" "Half a move",
        ByAgreement = "by_agreement" "The players measure it",
    }
}

choices! {
    /// R19: speed of infantry on a road through woods or a town. *Woods Towns and Villages.*
    pub enum InfantryOnRoad {
        Slowed = "slowed" "As off the road",
        Free = "free" "Free of cost",
    }
}

choices! {
    /// A hill that the unit crosses.
    pub enum Hill {
        None = "none" "No hill",
        Gentle = "gentle" "Gentle slope",
        Steep = "steep" "Steep slope",
        Cliff = "cliff" "Cliff",
    }
}

form! {
    /// Rulings on moves.
    pub struct MovementRulings {
        r18_steep_hill: SteepHill = choice_of(choice::<SteepHill>()).or_id("half_speed").label("Steep hills"),
        r19_infantry_on_road: InfantryOnRoad = choice_of(choice::<InfantryOnRoad>()).or_id("slowed").label("Infantry on a road"),
        r32_counts_as_moving: CountsAsMoving = choice_of(choice::<CountsAsMoving>()).or_id("time").label("What counts as moving"),
    }
}

form! {
    /// A unit that moves, and the terrain that it crosses.
    pub struct Movement {
        mover: Mover = unit(of(MOVER)),
        counters: i32 = unit(of(COUNTERS)),
        direction: Direction = situation(choice::<Direction>()).or_id("forward").label("Direction")
            .help("Counters slow forward moves only."),
        pursuing: bool = unit(of(facts::PURSUING)),
        failed_charge: bool = unit(of(FAILED_CHARGE)).label("Failed to charge this bound"),
        firing: bool = choice_of(flag()).or(false).label("Will fire this bound").help("For cavalry.")
            .when(&[When { field: field!(Movement, mover), is: &["cavalry", "irregular_light_cavalry"] }]),
        fired: bool = unit(of(facts::FIRED)),
        /// Half moves already spent in this bound.
        half_moves_spent: i32 = unit(of(HALF_MOVES_SPENT)),
        /// Inches that the unit moves. `None` for the whole move.
        distance_in: Option<f64> = choice_of(inches()).optional().label("Inches moved")
            .help("Left out, it moves as far as it may."),
        formation_changes: i32 = choice_of(whole(0, WHOLE_MOVE)).or(0).label("Changes")
            .help("Half a move each: a change of formation, mounting, dismounting, limbering a light gun."),
        walls_crossed: i32 = situation(whole(0, 2)).or(0).label("Walls crossed").help("Through a gate is no crossing.").rare(),
        hedges_crossed: i32 = situation(whole(0, 2)).or(0).label("Hedges crossed").rare(),
        woods_or_town: Woods = situation(choice::<Woods>()).or_id("none").label("Woods or town"),
        river: River = situation(choice::<River>()).or_id("none").label("River").rare(),
        hill: Hill = situation(choice::<Hill>()).or_id("none").label("Hill").rare(),
        agreed_ground: bool = situation(flag()).or(false).label("Ground that players agreed on").rare()
            .help("Any other ground, or another effect of known ground, as it was agreed before the battle."),
        /// Name of that ground. It may be left out if players agreed on one kind.
        ground: Option<String> = situation(text(NAME_MAX)).or_null().names(NAMES).label("Which ground").rare().when(AGREED),
        agreed_half_speed: bool = unit(flag()).or(false).label("Agreed: half speed").when(AGREED),
        agreed_half_move: bool = unit(flag()).or(false).label("Agreed: half a move").when(AGREED),
        agreed_counter: bool = unit(flag()).or(false).label("Agreed: a counter").when(AGREED),
        agreed_barred_to: BarredTo = unit(choice::<BarredTo>()).or_id("nobody").label("Agreed: barred to").when(AGREED),
        rulings: MovementRulings = situation(object::<MovementRulings>()).or_empty(),
    }
    validate(Movement::validate)
}

outcome! {
    /// Movement allowance of a unit, in inches. *Movement; Terrain.*
    pub struct Allowance {
        /// Inches by the table of moves.
        pub base_in: f64,
        /// Inches lost to counters.
        pub deduction_in: f64,
        /// Inches in open ground; at least 0.
        pub allowance_in: f64,
        /// True if each inch in the entered terrain costs two.
        pub half_speed: bool,
        /// Inches if the whole move is in the entered terrain; at least 0.
        pub move_in: f64,
        /// Counters that the terrain costs; at least 0.
        pub counters_gained: i32,
    }
}

impl Movement {
    fn validate(&self) -> Result<(), Refusal> {
        bad_if(self.mover.is_general() && self.counters > 0, field!(Movement, counters), "Generals take no counters.")
    }

    /// True if the unit crosses a steep hill, and R18 is ruled like this. *Hills.*
    fn steep(&self, reading: SteepHill) -> bool {
        self.hill == Hill::Steep && self.rulings.r18_steep_hill == reading
    }

    /// Half moves already spent in the bound, plus those for changes, walls, hedges and ground on this move. In one reading of R18, a steep
    /// hill costs one. *Movement; Hedges and Walls; Hills.*
    fn half_moves(&self) -> i32 {
        let hill = i32::from(self.steep(SteepHill::HalfMove));
        let agreed = i32::from(self.agreed_ground && self.agreed_half_move);
        self.half_moves_spent + self.formation_changes + self.walls_crossed + self.hedges_crossed + hill + agreed
    }

    /// True if woods or a town slow the unit. Off the road, they slow every unit. On a road they slow infantry, unless the players ruled
    /// otherwise (R19), because the source exempts only artillery and cavalry. *Woods Towns and Villages.*
    fn slowed_by_woods(&self) -> bool {
        match self.woods_or_town {
            Woods::None => false,
            Woods::OffRoad => true,
            Woods::Road => self.mover.is_infantry() && self.rulings.r19_infantry_on_road == InfantryOnRoad::Slowed,
        }
    }

    /// True if the move is at half speed: in woods, towns or water, on steep hills (R18), or in ground that players agreed is slow. Several of
    /// these halve the move only once.
    fn half_speed(&self) -> bool {
        let agreed = self.agreed_ground && self.agreed_half_speed;
        self.slowed_by_woods() || self.river == River::Wade || self.steep(SteepHill::HalfSpeed) || agreed
    }

    /// Counters gained: one for woods or a town that slow the unit, one for a ford or for wading, and one if agreed ground costs a counter.
    /// Generals gain none (R19). *Rivers and Streams; Bridges and Fords; Woods Towns and Villages; Other Terrain.*
    fn counters_gained(&self) -> i32 {
        let woods = self.slowed_by_woods();
        let water = matches!(self.river, River::Ford | River::Wade);
        let agreed = self.agreed_ground && self.agreed_counter;
        if self.mover.is_general() { 0 } else { i32::from(woods) + i32::from(water) + i32::from(agreed) }
    }

    /// True if players agreed that this unit may not enter the ground. *Terrain; Other Terrain.*
    fn is_barred_by_agreement(&self) -> bool {
        self.agreed_ground
            && match self.agreed_barred_to {
                BarredTo::Nobody => false,
                BarredTo::Guns => self.mover.is_gun(),
                BarredTo::GunsAndCavalry => self.mover.is_gun() || self.mover.is_cavalry(),
                BarredTo::Everybody => true,
            }
    }

    /// Refuses terrain that the unit may not enter.
    fn permit_terrain(&self) -> Result<(), Refusal> {
        let (gun, cavalry) = (self.mover.is_gun(), self.mover.is_cavalry());
        forbid_if(gun && self.walls_crossed > 0, field!(Movement, walls_crossed), "Guns pass walls at gates only.")?;
        forbid_if(
            self.woods_or_town == Woods::OffRoad && (gun || cavalry),
            field!(Movement, woods_or_town),
            "Guns and cavalry keep to the roads in woods and towns.",
        )?;
        forbid_if(
            gun && self.river == River::Wade,
            field!(Movement, river),
            "Guns cross water by bridges and fords only.",
        )?;
        forbid_if(
            self.river == River::Deep,
            field!(Movement, river),
            "Too deep or too fast: only a bridge or a ford will do.",
        )?;
        forbid_if(self.hill == Hill::Cliff, field!(Movement, hill), "Nobody climbs a cliff.")?;
        forbid_if(
            self.is_barred_by_agreement(),
            field!(Movement, agreed_ground),
            "The players agreed that it may not enter this ground.",
        )
    }
}

/// Inches by the table of moves, and the inches that each rule subtracts.
struct Measured {
    base_in: f64,
    deduction_in: f64,
    half_moves_in: f64,
    half_speed_in: f64,
    over_limit_in: f64,
}

impl Measured {
    /// Inches in open ground.
    fn allowance_in(&self) -> f64 {
        self.base_in - self.deduction_in - self.half_moves_in
    }

    /// Inches if the whole move is in the entered terrain.
    fn move_in(&self) -> f64 {
        self.allowance_in() - self.half_speed_in - self.over_limit_in
    }
}

impl Movement {
    /// Computes a move. Subtracts the inches for counters, half moves, half speed and the limit for firing, in this order (R18). Fractions are
    /// kept.
    fn measure(&self) -> Measured {
        let base_in = self.mover.base_in();
        let slowed = self.direction == Direction::Forward && !self.pursuing;
        let deduction_in = if slowed { f64::from(self.counters).min(base_in) } else { 0.0 };
        let half_moves_in = (base_in - deduction_in) * f64::from(self.half_moves()) / 2.0;
        let mut measured = Measured { base_in, deduction_in, half_moves_in, half_speed_in: 0.0, over_limit_in: 0.0 };
        if self.half_speed() {
            measured.half_speed_in = measured.allowance_in() / 2.0;
        }
        // The limit holds whether the cavalry fired before this move or will fire after it. *Cavalry Firing.*
        if self.firing || self.fired {
            measured.over_limit_in = (measured.move_in() - MOVE_AND_FIRE_IN).max(0.0);
        }
        measured
    }
}

impl Movement {
    /// Half moves spent on the distance: 0 for no inches, 1 for up to half of the full move, otherwise 2. The full move is that after counters
    /// and half speed. *Movement.*
    fn half_moves_of_distance(&self, outcome: &Allowance) -> i32 {
        let full_in = outcome.base_in - outcome.deduction_in;
        let full_in = if outcome.half_speed { full_in / 2.0 } else { full_in };
        match self.distance_in {
            None => WHOLE_MOVE,
            Some(inches) if inches <= 0.0 => 0,
            Some(inches) if inches * 2.0 <= full_in => 1,
            Some(_) => WHOLE_MOVE,
        }
    }
}

impl Rule for Movement {
    type Outcome = Allowance;

    fn permit(&self) -> Result<(), Refusal> {
        let fires_on_foot = self.firing && !self.mover.is_cavalry();
        forbid_if(fires_on_foot, field!(Movement, firing), "Only cavalry moves and fires in one bound.")?;
        self.permit_terrain()?;
        forbid_if(
            self.half_moves() > WHOLE_MOVE,
            field!(Movement, formation_changes),
            "Half moves for changes, walls, hedges and other ground: two at most in a bound.",
        )?;
        let move_in = self.measure().move_in();
        let too_far = self.distance_in.is_some_and(|distance_in| distance_in > move_in);
        forbid_if(too_far, field!(Movement, distance_in), text!("{n} {n|inch|inches} at most.", n = move_in))
    }

    fn play(&self, dice: &mut Dice) -> Result<Allowance, Halt> {
        let measured = self.measure();
        dice.modify_by("counters", -measured.deduction_in);
        dice.modify_by("half_moves", -measured.half_moves_in);
        dice.modify_by("half_speed", -measured.half_speed_in);
        dice.modify_by("firing_limit", -measured.over_limit_in);
        Ok(Allowance {
            base_in: measured.base_in,
            deduction_in: measured.deduction_in,
            allowance_in: measured.allowance_in(),
            half_speed: self.half_speed(),
            move_in: measured.move_in(),
            counters_gained: self.counters_gained(),
        })
    }

    fn describe(&self, outcome: &Allowance, consequences: &mut ConsequencesBuilder) {
        consequences.say(text!("Move: up to {n} {n|inch|inches}.", n = outcome.move_in));
        if outcome.half_speed && outcome.allowance_in > 0.0 {
            consequences.say(text!(
                "{n} {n|inch|inches} in open ground; in that terrain every inch costs two.",
                n = outcome.allowance_in
            ));
        }
        if outcome.deduction_in > 0.0 {
            consequences.say(text!("Counters cost {n} {n|inch|inches}.", n = outcome.deduction_in));
        }
        if let Some(gained) = effects::count(outcome.counters_gained, "one counter", "{n} counters") {
            consequences.say(text!("The terrain costs {gained} for every move in it.", gained = gained));
        }
        let goes = self.distance_in.unwrap_or(outcome.move_in) > 0.0;
        if goes {
            consequences.raise(roles::UNIT, COUNTERS, outcome.counters_gained);
        }
        let agreed = self.agreed_ground && self.agreed_half_move;
        let crosses = agreed || self.walls_crossed + self.hedges_crossed > 0;
        let changes = self.formation_changes > 0 && self.rulings.r32_counts_as_moving == CountsAsMoving::Time;
        if !self.mover.is_general() && (goes || crosses || changes) {
            consequences.put(roles::UNIT, MOVED, true);
        }
        // The tracker limits the sum to 2.
        let spends = self.half_moves() - self.half_moves_spent + self.half_moves_of_distance(outcome);
        consequences.raise(roles::UNIT, HALF_MOVES_SPENT, spends);
    }

    /// Adds the distance to the inches that the unit moved this bound.
    fn aftermath(&self, scene: &Scene, outcome: &Allowance, consequences: &mut ConsequencesBuilder) {
        if let Some(before) = scene.facts(roles::UNIT).and_then(|unit| unit.value(MOVED_IN)) {
            let distance_in = self.distance_in.unwrap_or(outcome.move_in);
            consequences.count(roles::UNIT, MOVED_IN, before, before + distance_in);
        }
    }
}
