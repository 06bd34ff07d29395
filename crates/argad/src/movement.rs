//! Movement of a character or a group.

use super::bans::{BUSY_FORMING, HELD_UP, OF_ACTS, PHASE, STUNNED_SOLDIERS};
use super::command;
use super::input::{EDITION, FORMATION, GROUND_CROSSED, Input, TWO_PACES, answer, put};
use super::rulings::FarmHorse;
use super::terms::{Armour, Burden, Edition, Formation, Ground, Mount, OrderShape, Slow, is_trained};
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Procedure that moves units.
pub const MOVE: Procedure = Procedure::of::<Move>(procedures::MOVE, "Move")
    .moves()
    .heading("Movement; Clothing or armour, encumbrance; Close order formation")
    .about("How far may this character or group go, and does bad ground hold it up?")
    .participants(&[Role::own(roles::MOVER, "Who moves", "").several(1, GROUP)])
    .chances(&[
        Chance::of("blocked", field!(Moved, blocked), Is::True),
        Chance::of("12 cm or more", field!(Moved, move_cm), Is::AtLeast(12)),
    ])
    .axes(&[Axis::of("cm", field!(Moved, move_cm))])
    .roll_names(&[("slowing", "cm that the ground takes")])
    .adjustable(&[DISTANCE, BLOCKS_ON])
    .rulings(&["E", "R1", "R7", "R28", "R29", "R30", "R31", "R37", "R49"])
    .grouping(Grouping::in_turn())
    .bans(&[OF_ACTS, BANS, &[PHASE]])
    .fill(|scene, input| {
        // A group that moves together is as slow as its slowest unit. *Movement.*
        let movers = || scene.units(roles::MOVER).iter().map(|unit| &*unit.facts);
        if let Some(slowest) = movers().min_by_key(|unit| allowance_cm(unit).ok()) {
            input.extend(facts_of(slowest));
            // Units in close order keep it, even if others in the group are loose.
            let formed = std::iter::once(slowest).chain(movers()).find(|unit| unit.holds(CLOSE_ORDER));
            if let Some(formed) = formed.filter(|_| slowest.equals(MOUNT, Mount::Foot)) {
                form_up(formed, input);
            }
        }
        // Riders start on the ground where they stand.
        let grounds = scene.units(roles::MOVER).iter().filter_map(|unit| unit.facts.value(GROUND));
        if let Some(ground) = grounds.max().filter(|ground| *ground != Ground::Easy) {
            put(input, GROUND_CROSSED, ground);
        }
        // A loose formation needs no officer.
        if answer(input, FORMATION).is_some_and(|formation| formation != Formation::Loose) {
            command::fill(scene, input);
        }
    });

/// Numbers that players' own modifiers can change.
const DISTANCE: Adjustable = Adjustable::of("distance_cm", "Centimetres of the move");
const BLOCKS_ON: Adjustable = Adjustable::of("blocks_on", "Number that blocks");

/// Bans of a move. Soldiers in close order may move two paces even after shooting while standing still, or while loading.
const BANS: &[Ban] = &[
    STUNNED_SOLDIERS.at(STUNNED),
    HELD_UP,
    BUSY_FORMING,
    // Two paces are a move, too.
    Ban::unit("moved", "Movement", "already moved", |unit| Some(unit.get(MOVED)? || unit.get(STEPPED)?)),
    Ban::unit("fired_standing", "Weapon cards; R44", "fired standing still", |unit| {
        Some(is_more_than_a_step(unit) && unit.get(SHOT_STANDING)?)
    }),
    Ban::unit("reloaded", "Weapon cards: reloading", "loading this turn", |unit| {
        Some(is_more_than_a_step(unit) && unit.get(RELOADED)?)
    }),
    Ban::unit("untrained_pivot", "Close order formation", "untrained soldiers pivot without moving", |unit| {
        Some(is_more_than_a_step(unit) && !is_trained(unit.get(CLASS)?) && unit.get(PIVOT_USED)?)
    }),
    // Soldiers stand still while others join their close order.
    Ban::found("joined", "Close order formation; R59", "others join this turn, so no move", |act| {
        let is_joined = |unit: &TableUnit| {
            let joins = |other: &TableUnit| {
                other.facts.text(JOINED_ORDER) == Some(unit.id.as_str()) && other.facts.holds(FORMING)
            };
            act.scene.table.of(act.scene.acts).any(joins)
        };
        act.scene.actors().iter().find(|unit| !act.says(TWO_PACES.id()) && is_joined(unit))
    })
    .on_acts(),
];

/// True unless the unit is in close order and moves two paces at most.
fn is_more_than_a_step(unit: &Judged) -> bool {
    !(unit.answer(TWO_PACES) == Some(true) && unit.get(CLOSE_ORDER) == Some(true))
}

/// Most units that move together.
const GROUP: usize = 8;

impl Formation {
    /// Formation of a move for this shape of close order.
    fn of(shape: OrderShape) -> Self {
        match shape {
            // A square that marches becomes a column.
            OrderShape::Line | OrderShape::Square => Formation::Line,
            OrderShape::ColumnOfTwos => Formation::ColumnOfTwos,
            OrderShape::ColumnOfThrees => Formation::ColumnOfThrees,
        }
    }

    /// Shape of close order that the move defines, or `None` if it defines none.
    fn shape(self) -> Option<OrderShape> {
        match self {
            Formation::ColumnOfTwos => Some(OrderShape::ColumnOfTwos),
            Formation::ColumnOfThrees => Some(OrderShape::ColumnOfThrees),
            Formation::Line => Some(OrderShape::Line),
            Formation::Loose | Formation::SidewaysOrBack => None,
        }
    }
}

form! {
    /// Rulings that affect movement.
    pub struct Rulings {
        r1_farm_horse: FarmHorse = choice_of(choice::<FarmHorse>()).or_id("36").label("Farm horse").rare(),
    }
}

const MOUNTED: &[When] = &[When { field: field!(Move, mount), is: &["cavalry", "mounted_infantry", "farm_horse"] }];
const FOOT: &[When] = &[When { field: field!(Move, mount), is: &["foot"] }];
const FORMED: &[When] =
    &[When { field: field!(Move, formation), is: &["column_of_twos", "column_of_threes", "line", "sideways_or_back"] }];

form! {
    /// Input of a move.
    pub struct Move {
        edition: Edition = unit(of(EDITION)).rare(),
        /// Mount, or `foot`.
        mount: Mount = unit(of(MOUNT)),
        armour: Armour = unit(of(ARMOUR))
            .help("Of the slowest in the group."),
        burden: Burden = unit(of(BURDEN))
            .help("A heavy musket without its fork is no burden."),
        slow: Slow = unit(of(SLOW)).when(FOOT).rare(),
        formation: Formation = situation(choice::<Formation>()).or_id("loose").label("Formation").when(FOOT)
            .help("All but loose is close order."),
        officer: bool = situation(flag()).or(true).label("Officer orders it").when(FORMED),
        terrain: Ground = situation(choice::<Ground>()).or_id("easy").label("Worst ground crossed"),
        ends_on: Ground = situation(choice::<Ground>()).or_id("easy").label("Ends on").when(MOUNTED)
            .help("Where the next move or charge begins."),
        /// True if the unit mounted or dismounted this turn, under the ruling that this takes half a move (R49).
        changed_horse: bool = unit(of(CHANGED_HORSE)).rare()
            .help("Where it takes half a move: they have the other half left."),
        stunned: bool = unit(of(STUNNED)),
        /// True for two paces at most. Such a unit counts as standing still to receive a charge, and in close order also to shoot and
        /// load.
        two_paces: bool = choice_of(flag()).or(false).label("Two paces at most").rare()
            .help("Soldiers in close order may then still shoot and load; anybody may still receive a charge."),
        rulings: Rulings = choice_of(object::<Rulings>()).or_empty().label("Rulings").rare(),
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    }
}

outcome! {
    /// Distance that units may move. *Movement.*
    pub struct Moved {
        /// Distance on easy ground, in centimetres.
        pub base_cm: i32,
        /// Distance on this ground, in centimetres; at least 0.
        pub move_cm: i32,
        /// True if the ground stops the units for the whole turn.
        pub blocked: bool,
        /// True if the units leave close order.
        pub breaks_close_order: bool,
    }
}

/// Difficulty of the ground for the units.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Going {
    Easy,
    Difficult,
    VeryDifficult,
}

impl Rule for Move {
    type Outcome = Moved;

    fn permit(&self) -> Result<(), Refusal> {
        let formed = self.formation != Formation::Loose;
        let heavy_armour = matches!(self.armour, Armour::FourStar | Armour::Five);
        forbid_if(
            formed && self.mount.is_mounted(),
            field!(Move, formation),
            "Only soldiers on foot go in close order.",
        )?;
        forbid_if(
            formed && !self.officer,
            field!(Move, officer),
            "A move in close order needs an officer who orders it.",
        )?;
        forbid_if(
            formed && self.going() == Going::VeryDifficult,
            field!(Move, formation),
            "There is no close order in very difficult ground.",
        )?;
        forbid_if(
            self.mount == Mount::MountedInfantry && heavy_armour,
            field!(Move, armour),
            "Mounted infantry wears a breastplate at most.",
        )
    }

    fn play(&self, dice: &mut Dice) -> Result<Moved, Halt> {
        let base_cm = (self.base_cm() + self.own.on(DISTANCE, dice)).max(0);
        let going = self.going();
        if going == Going::Easy {
            return Ok(Moved { base_cm, move_cm: base_cm, blocked: false, breaks_close_order: false });
        }
        let halved = if going == Going::VeryDifficult { dice.modify("halved", -base_cm / 2) } else { 0 };
        let slowing = dice.faces("slowing", 6, if self.mount.is_mounted() { 2 } else { 1 })?;
        let blocks_on = 6 + self.own.on(BLOCKS_ON, dice);
        if !self.mount.is_mounted() || going == Going::VeryDifficult {
            dice.record_meanings(&|_, face| (face >= blocks_on).then(|| term("blocks").into()));
        }
        if self.is_blocked(&slowing, blocks_on) {
            return Ok(Moved { base_cm, move_cm: 0, blocked: true, breaks_close_order: false });
        }
        let slowed = dice.modify("slowing_dice", -slowing.iter().sum::<i32>());
        Ok(Moved {
            base_cm,
            move_cm: (base_cm + halved + slowed).max(0),
            blocked: false,
            // Bad ground breaks a formation as soon as it is crossed. *Close order formation.*
            breaks_close_order: self.formation != Formation::Loose,
        })
    }

    fn describe(&self, outcome: &Moved, consequences: &mut ConsequencesBuilder) {
        let all = |consequences: &mut ConsequencesBuilder, fact: Fact<bool>, to: bool| {
            for nth in 0..GROUP {
                consequences.put_nth(roles::MOVER, nth, fact, to);
            }
        };
        if outcome.blocked {
            all(consequences, BLOCKED, true);
            consequences.say("Blocked: they stay where the bad ground begins and do nothing this turn.");
            return;
        }
        // Two paces do not count as movement for soldiers in close order, or for units that receive a charge. *Close order formation.*
        if self.two_paces {
            all(consequences, STEPPED, true);
        } else {
            all(consequences, MOVED, true);
            // A unit that moves away is out of contact (R56).
            for nth in 0..GROUP {
                consequences.put_nth(roles::MOVER, nth, CONTACTS, Vec::new());
            }
        }
        for nth in 0..GROUP {
            if self.mount.is_mounted() {
                consequences.put_nth(roles::MOVER, nth, GROUND, self.ends_on);
            }
            if let Some(shape) = self.formation.shape() {
                consequences.put_nth(roles::MOVER, nth, SHAPE, shape);
            }
        }
        // Cavalry that crosses such ground may not charge. *Cavalry charge.*
        if self.going() != Going::Easy {
            all(consequences, CROSSED_BAD_GROUND, true);
        }
        if outcome.breaks_close_order {
            all(consequences, CLOSE_ORDER, false);
        }
        consequences.say(if self.two_paces {
            "Two paces at most.".into()
        } else {
            text!("Up to {n} cm.", n = outcome.move_cm)
        });
        if outcome.move_cm != outcome.base_cm {
            consequences.say(text!(
                "The ground takes {n} of {base} cm.",
                n = outcome.base_cm - outcome.move_cm,
                base = outcome.base_cm
            ));
        }
        if outcome.breaks_close_order {
            consequences.say("Bad ground breaks their close order.");
        }
    }

    /// Ends the close order of units that move loosely. *Close order formation: it is broken at will.*
    fn aftermath(&self, scene: &Scene, outcome: &Moved, consequences: &mut ConsequencesBuilder) {
        if self.formation != Formation::Loose || outcome.blocked {
            return;
        }
        let mut formed = scene.units(roles::MOVER).iter().filter(|unit| unit.facts.holds(CLOSE_ORDER)).peekable();
        if formed.peek().is_some() {
            consequences.say("They break their close order on purpose.");
        }
        for unit in formed {
            consequences.put_on(unit.id.as_str(), CLOSE_ORDER, false);
        }
    }
}

/// Returns the distance that a unit may move on easy ground, in cm.
///
/// # Errors
/// Reason why the unit may not move at all, such as mounted infantry in heavy armour.
pub fn allowance_cm(facts: &Facts) -> Result<i32, Refusal> {
    let mut input = facts_of(facts);
    form_up(facts, &mut input);
    Move::from_object(&input).and_then(|entered| entered.permit().map(|()| entered.base_cm()))
}

/// Selects the facts of a unit that a move's input has fields for.
fn facts_of(unit: &Facts) -> Input {
    let known = Move::FORM.fields.iter().filter(|field| field.origin == Origin::Unit);
    Input::from_iter(known.filter_map(|field| Some((field.id.to_owned(), unit.get(field.id)?.clone()))))
}

/// Fills in the formation of a unit in close order.
fn form_up(facts: &Facts, input: &mut Input) {
    if facts.holds(CLOSE_ORDER) {
        let shape = facts.value(SHAPE).unwrap_or(OrderShape::Line);
        put(input, FORMATION, Formation::of(shape));
    }
}

impl Move {
    /// Returns the distance of the table less the load, in cm; half of it after mounting or dismounting, if that takes time (R49).
    /// *Movement; Clothing or armour, encumbrance.*
    fn base_cm(&self) -> i32 {
        let allowed = match self.mount {
            Mount::Foot => self.on_foot_cm(),
            Mount::Cavalry => match self.armour {
                Armour::None | Armour::Four => 40,
                Armour::FourStar => 36,
                Armour::Five => 32,
            },
            Mount::MountedInfantry => 36,
            Mount::FarmHorse if self.farm_horse_is_slow() || self.armour == Armour::Five => 32,
            Mount::FarmHorse => 36,
        };
        let load = match self.burden {
            Burden::None | Burden::Musket => 0,
            Burden::Heavy => 4,
            Burden::VeryHeavy => 8,
        };
        let left = (allowed - load).max(0);
        if self.changed_horse { left / 2 } else { left }
    }

    /// Returns the least of the distances that clothing, a musket, a robe and a formation allow, in cm.
    fn on_foot_cm(&self) -> i32 {
        let clothing = match self.armour {
            Armour::None => 20,
            Armour::Four | Armour::FourStar => 16,
            Armour::Five => 12,
        };
        let musket = if self.burden == Burden::Musket { 16 } else { 20 };
        let fitness = match self.slow {
            Slow::None => 20,
            Slow::DressOrRobe | Slow::Unfit16 => 16,
            Slow::Unfit12 => 12,
        };
        let formation = match self.formation {
            Formation::Loose => 20,
            Formation::ColumnOfTwos => 16,
            // A column of threes counts as a larger column (R31).
            Formation::ColumnOfThrees | Formation::Line => 12,
            Formation::SidewaysOrBack => 8,
        };
        clothing.min(musket).min(fitness).min(formation)
    }

    /// R1: true if a farm horse moves 32 cm, as the sheets say, rather than 36 cm, as the card says.
    fn farm_horse_is_slow(&self) -> bool {
        self.edition == Edition::Sheet2024 || self.rulings.r1_farm_horse == FarmHorse::Sheet
    }

    /// Difficulty of the ground for the units. Woods are more difficult for riders than on foot. *Terrain.*
    fn going(&self) -> Going {
        match self.terrain {
            Ground::Easy => Going::Easy,
            Ground::Difficult | Ground::Bushes => Going::Difficult,
            Ground::VeryDifficult => Going::VeryDifficult,
            Ground::Woods if self.mount.is_mounted() => Going::VeryDifficult,
            Ground::Woods => Going::Difficult,
        }
    }

    /// True if the ground stops the units. On foot, one blocking die is enough; riders need two, or one in very difficult ground.
    /// *Slowing dice.*
    fn is_blocked(&self, slowing: &[i32], blocks_on: i32) -> bool {
        let mut blocking = slowing.iter().map(|face| *face >= blocks_on);
        if self.going() == Going::VeryDifficult { blocking.any(|blocks| blocks) } else { blocking.all(|blocks| blocks) }
    }
}
