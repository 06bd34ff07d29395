//! How far a unit, a gun or a general may move. *Movement; Terrain; Artillery Movement.*

use super::super::told;
use crate::dice::{Dice, Halt};
use crate::facts::Facts;
use crate::procedure::{Procedure, Role, Rule};
use crate::refusal::{Refusal, bad_if, forbid_if};
use crate::story::Teller;
use crate::text::Text;
use crate::{choices, form, outcome, text};

/// How far it may move.
pub const MOVEMENT_ALLOWANCE: Procedure = Procedure::of::<Movement>("movement_allowance", "Movement")
    .heading("Terrain; Movement; Artillery Movement; Cavalry Firing; Irregular Light Cavalry")
    .about("How far a unit, a gun or a general may move, and what the terrain costs.")
    .cast(&[Role::own("unit", "Who moves", "").fits(may_move)])
    .rulings(&["R15", "R16", "R17", "R18", "R19"]);

fn may_move(unit: &Facts) -> Result<(), Text> {
    told::in_battle(unit)?;
    if unit.whole("recovery_bounds") > 0 { Err("He recovers from his wound.".into()) } else { Ok(()) }
}

/// How far cavalry may move in the bound in which it fires. *Cavalry Firing.*
const MOVE_AND_FIRE_IN: f64 = 9.0;

choices! {
    /// What moves, as the table has it. *Movement.*
    pub enum Mover {
        Infantry = "infantry" "Infantry",
        OpenOrderInfantry = "open_order_infantry" "Infantry in open order",
        Cavalry = "cavalry" "Cavalry",
        IrregularLightCavalry = "irregular_light_cavalry" "Irregular light cavalry",
        LimberedGuns = "limbered_guns" "Limbered gun",
        LimberedGallopers = "limbered_galloper_guns" "Limbered galloper gun",
        ManhandledGuns = "manhandled_guns" "Man-handled gun",
        GunCrew = "gun_crew" "Gunners without their gun",
        GeneralOnFoot = "general_on_foot" "General on foot",
        MountedGeneral = "mounted_general" "Mounted general",
    }
}

choices! {
    /// Which way it goes.
    pub enum Direction {
        Forward = "forward" "Forward",
        Other = "other" "Another way",
    }
}

choices! {
    /// Woods or town on the way.
    pub enum Woods {
        None = "none" "No woods or town",
        Road = "road" "By road",
        OffRoad = "off_road" "Off the road",
    }
}

choices! {
    /// A river on the way.
    pub enum River {
        None = "none" "No river",
        Bridge = "bridge" "By a bridge",
        Ford = "ford" "By a ford",
        Wade = "wade" "Through the water",
        Deep = "deep" "Too deep or fast",
    }
}

choices! {
    /// A hill on the way.
    pub enum Hill {
        None = "none" "No hill",
        Gentle = "gentle" "Gentle slope",
        Steep = "steep" "Steep slope",
        Cliff = "cliff" "Cliff",
    }
}

form! {
    /// A unit that moves, and what is on its way.
    pub struct Movement {
        /// What moves.
        mover: Mover = unit(choice::<Mover>()).label("Who moves"),
        /// Its counters.
        counters: i32 = unit(whole(0, 30)).or(0).label("Counters"),
        /// Which way.
        direction: Direction = situation(choice::<Direction>()).or_id("forward").label("Direction")
            .help("Counters slow forward moves only."),
        /// Whether it pursues.
        pursuing: bool = unit(flag()).or(false).label("Pursuing"),
        /// Whether it failed to charge this bound.
        failed_charge: bool = unit(flag()).or(false).label("Failed to charge this bound"),
        /// Whether it is to fire this bound.
        firing: bool = choice_of(flag()).or(false).label("Will fire this bound").help("For cavalry.")
            .when(&[When { field: "mover", is: &["cavalry", "irregular_light_cavalry"] }]),
        /// Half moves spent on changing.
        formation_changes: i32 = choice_of(whole(0, 2)).or(0).label("Changes")
            .help("Half a move each: a change of formation, mounting, dismounting, limbering a light gun."),
        /// Walls crossed.
        walls_crossed: i32 = situation(whole(0, 2)).or(0).label("Walls crossed").help("Through a gate is no crossing.").rare(),
        /// Hedges crossed.
        hedges_crossed: i32 = situation(whole(0, 2)).or(0).label("Hedges crossed").rare(),
        /// Woods or town.
        woods_or_town: Woods = situation(choice::<Woods>()).or_id("none").label("Woods or town"),
        /// A river.
        river: River = situation(choice::<River>()).or_id("none").label("River").rare(),
        /// A hill.
        hill: Hill = situation(choice::<Hill>()).or_id("none").label("Hill").rare(),
    }
    agree(Movement::agree)
}

outcome! {
    /// How far a unit may move, in inches. *Movement; Terrain.*
    pub struct Allowance {
        /// Inches by the table.
        pub base_in: f64,
        /// Inches lost to counters.
        pub deduction_in: f64,
        /// Inches in open ground: 0 or more.
        pub allowance_in: f64,
        /// Whether an inch of the terrain ticked costs two.
        pub half_speed: bool,
        /// Inches if the whole move is in that terrain: 0 or more.
        pub move_in: f64,
        /// Counters that the terrain costs: 0 or more.
        pub counters_gained: i32,
    }
}

impl Mover {
    /// The table of moves. *Movement; Artillery Movement; Irregular Light Cavalry.*
    fn base_in(self) -> f64 {
        match self {
            Mover::Infantry | Mover::LimberedGuns => 6.0,
            Mover::OpenOrderInfantry | Mover::GunCrew | Mover::GeneralOnFoot => 8.0,
            Mover::LimberedGallopers => 9.0,
            Mover::Cavalry => 12.0,
            Mover::IrregularLightCavalry | Mover::MountedGeneral => 15.0,
            Mover::ManhandledGuns => 1.0,
        }
    }

    fn is_gun(self) -> bool {
        matches!(self, Mover::LimberedGuns | Mover::LimberedGallopers | Mover::ManhandledGuns)
    }

    fn is_cavalry(self) -> bool {
        matches!(self, Mover::Cavalry | Mover::IrregularLightCavalry)
    }

    fn is_general(self) -> bool {
        matches!(self, Mover::GeneralOnFoot | Mover::MountedGeneral)
    }
}

impl Movement {
    fn agree(&self) -> Result<(), Refusal> {
        bad_if(self.mover.is_general() && self.counters > 0, "counters", "Generals take no counters.")
    }

    fn half_moves(&self) -> i32 {
        self.formation_changes + self.walls_crossed + self.hedges_crossed
    }

    /// Woods, towns, water and steep hills (R18): half speed, but once only.
    fn half_speed(&self) -> bool {
        self.woods_or_town == Woods::OffRoad || self.river == River::Wade || self.hill == Hill::Steep
    }

    /// A counter for a move in woods or town, and one for water, be it a ford; none for generals (R19).
    /// *Rivers and Streams; Bridges and Fords; Woods Towns and Villages.*
    fn counters_gained(&self) -> i32 {
        let woods = self.woods_or_town == Woods::OffRoad;
        let water = matches!(self.river, River::Ford | River::Wade);
        if self.mover.is_general() { 0 } else { i32::from(woods) + i32::from(water) }
    }

    /// Terrain that bars the way altogether.
    fn permit_terrain(&self) -> Result<(), Refusal> {
        let (gun, cavalry) = (self.mover.is_gun(), self.mover.is_cavalry());
        forbid_if(gun && self.walls_crossed > 0, "walls_crossed", "Guns pass walls at gates only.")?;
        forbid_if(
            self.woods_or_town == Woods::OffRoad && (gun || cavalry),
            "woods_or_town",
            "Guns and cavalry keep to the roads in woods and towns.",
        )?;
        forbid_if(gun && self.river == River::Wade, "river", "Guns cross water by bridges and fords only.")?;
        forbid_if(self.river == River::Deep, "river", "Too deep or too fast: only a bridge or a ford will do.")?;
        forbid_if(self.hill == Hill::Cliff, "hill", "Nobody climbs a cliff.")
    }
}

impl Rule for Movement {
    type Outcome = Allowance;

    fn permit(&self) -> Result<(), Refusal> {
        let forward = self.direction == Direction::Forward;
        forbid_if(
            self.failed_charge && forward,
            "failed_charge",
            "A unit that would not charge does not go forward in that bound.",
        )?;
        let may_fire = self.mover.is_cavalry();
        forbid_if(self.firing && !may_fire, "firing", "Only cavalry moves and fires in one bound.")?;
        self.permit_terrain()?;
        forbid_if(self.half_moves() > 2, "formation_changes", "Half moves for changes, walls and hedges: two at most.")
    }

    /// Counters first, then half moves, then half speed, then the limit for firing (R18). Fractions are kept.
    fn play(&self, dice: &mut Dice) -> Result<Allowance, Halt> {
        let base_in = self.mover.base_in();
        let slowed = self.direction == Direction::Forward && !self.pursuing;
        let deduction_in = if slowed { f64::from(self.counters).min(base_in) } else { 0.0 };
        let left_in = base_in + dice.modify_by("counters", -deduction_in);
        let allowance_in = left_in + dice.modify_by("half_moves", -left_in * f64::from(self.half_moves()) / 2.0);
        let half_speed = self.half_speed();
        let slow_in = allowance_in + dice.modify_by("half_speed", if half_speed { -allowance_in / 2.0 } else { 0.0 });
        let over_in = if self.firing { (slow_in - MOVE_AND_FIRE_IN).max(0.0) } else { 0.0 };
        let move_in = slow_in + dice.modify_by("firing_limit", -over_in);
        Ok(Allowance {
            base_in,
            deduction_in,
            allowance_in,
            half_speed,
            move_in,
            counters_gained: self.counters_gained(),
        })
    }

    fn tell(&self, outcome: &Allowance, teller: &mut Teller) {
        teller.say(text!("It moves up to {n} inches.", n = outcome.move_in));
        if outcome.half_speed && outcome.allowance_in > 0.0 {
            teller.say(text!(
                "{n} inches in open ground; in that terrain every inch costs two.",
                n = outcome.allowance_in
            ));
        }
        if outcome.deduction_in > 0.0 {
            teller.say(text!("Its counters cost {n} inches.", n = outcome.deduction_in));
        }
        if let Some(gained) = told::count(outcome.counters_gained, "one counter", "{n} counters") {
            teller.say(text!("The terrain costs {gained} for every move in it.", gained = gained));
            told::give_before_melee(teller, "unit", outcome.counters_gained);
        }
        if !self.mover.is_general() {
            teller.set("unit", "moved", true);
        }
    }
}
