//! Reactions of the side without the initiative, paid with opportunity chips, and the headstrong French knights.

use super::bans::{
    self, NIGHT_FALLEN, NO_INITIATIVE, NO_OPPORTUNITY_CHIP, OF_ROUTED, OFF_TABLE, ONLY_RUNS, REACTIONS, ROUTED,
    cannot_pay, own_side, short_of, too_dear,
};
use super::price::{self, REACTION_COST};
use super::result::MAY_BE_CHIPPED_NOW;
use super::rulings::{OPPORTUNITY_CHARGES, OpportunityCharges};
use super::terms::{Currency, Fate, State, TroopType};
use super::unit::body::Body;
use super::words::{self, BY_SIDES, MARCHES_NO_MORE, says};
use super::{ground, roll_off};
use crate::facts;
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;
use serde_json::Value as Json;

/// Procedure of an opportunity charge or an evasion.
pub const REACTION: Procedure = Procedure::of::<Reaction>(procedures::REACTION, "React")
    .heading("How to battle – moving")
    .about(
        "Without the initiative, an opportunity chip lets horse charge an enemy who comes within reach, or light \
        troops slip away from one in their square.",
    )
    .participants(&[Role::own(roles::UNIT, "Unit", "unit").fits(facts::reacts), ENEMY])
    .variants(&[
        Variant { label: "Opportunity charge", fields: &[(REACTION_OF.id(), Constant::Word("opportunity_charge"))] },
        Variant { label: "Evade", fields: &[(REACTION_OF.id(), Constant::Word("evade"))] },
    ])
    .offered_to(|unit, variant| {
        let is_offered = |reaction: &&ReactionKind| says(variant, reaction.id());
        unit.value(TYPE)
            .is_some_and(|kind| ReactionKind::ALL.iter().find(is_offered).is_some_and(|reaction| reaction.is_of(kind)))
    })
    .price(price::only_end_chip_time)
    .rulings(&["R16", "R23", "R24", "R25", "R46", "R52", "R57"])
    .bans(&[&[
        NIGHT_FALLEN,
        NO_INITIATIVE,
        bans::HAS_INITIATIVE,
        Ban::input(
            "has_initiative",
            REACTIONS,
            "The side with the initiative pays in pips: it does not react.",
            |unit| unit.get(HAS_INITIATIVE).filter(|_| reacts(unit)),
        )
        .at(HAS_INITIATIVE)
        .even_if_overridden(),
        OFF_TABLE,
        Ban::unit("routed", OF_ROUTED, ONLY_RUNS, |unit| {
            Some(unit.get(STATE)? == Fate::Routed).filter(|_| reacts(unit))
        })
        .at(STATE),
        Ban::PERMIT,
        too_dear(|act| short_of(own_side(act), Currency::OpportunityChips, REACTION_COST)),
        cannot_pay(NO_OPPORTUNITY_CHIP, |unit| Some(unit.get(OPPORTUNITY_CHIPS)? < REACTION_COST))
            .at(OPPORTUNITY_CHIPS),
    ]])
    .fill(fill_initiative);

/// Procedure of the roll to hold back French knights.
pub const FRENCH_KNIGHTS_CHARGE: Procedure = Procedure::of::<FrenchKnightsCharge>(
    procedures::FRENCH_KNIGHTS_CHARGE,
    "French knights",
)
.roll_names(BY_SIDES)
.heading("How to battle – moving: the note on French knights")
.about("French knights must charge an enemy who comes within 3 squares, unless terrain or a won roll holds them back.")
.participants(&[Role::own(roles::UNIT, "French knights", "").fits(french_knights), ENEMY])
.chances(&[Chance::of("must charge", field!(Headstrong, must_charge), Is::True)])
.price(price::only_end_chip_time)
.steps_dice()
.adjustable(roll_off::ADJUSTABLE)
.rulings(&["R3", "R24", "R25", "R52", "R57"])
.bans(&[&[NIGHT_FALLEN, NO_INITIATIVE, bans::HAS_INITIATIVE, OFF_TABLE, ROUTED]])
.fill(|scene, input| {
    if scene.facts(roles::ENEMY).is_some_and(ground::holds_off) {
        put(input, OPPONENT_IN_OR_BEHIND_TERRAIN, true);
    }
});

/// True if units of this type have the chosen reaction. [`Ban::PERMIT`] refuses the others.
fn reacts(unit: &Judged) -> bool {
    unit.get(REACTION_OF).zip(unit.get(TYPE)).is_some_and(|(reaction, kind)| reaction.is_of(kind))
}

/// Field for the reaction.
pub const REACTION_OF: Fact<ReactionKind> = fact!(field!(Reaction, reaction));
/// Field that is true if terrain holds the knights back.
const OPPONENT_IN_OR_BEHIND_TERRAIN: Fact<bool> = fact!(field!(FrenchKnightsCharge, opponent_in_or_behind_terrain));

/// Optional role of the enemy that has come near.
const ENEMY: Role = Role::enemy_without_fields(roles::ENEMY, "Enemy that came near").several(0, 1).last_mover();

/// Moves a charging unit to the square of the enemy, if players chose one. Records the charge if a ruling gives it a bonus in fights that
/// the enemy starts (R57).
fn enter_square(scene: &Scene, consequences: &mut ConsequencesBuilder) {
    ground::leave_square(scene, &scene.ids(roles::ENEMY), consequences);
    if scene.table.ruling(OPPORTUNITY_CHARGES) == Some(OpportunityCharges::ChargerToo.id()) {
        consequences.put(roles::UNIT, HAS_CHARGED, true);
    }
}

choices! {
    /// Reactions of a unit without the initiative. *How to battle – moving.*
    pub enum ReactionKind {
        OpportunityCharge = "opportunity_charge" "Charge",
        Evade = "evade" "Evade",
    }
}

impl ReactionKind {
    /// True if units of this type have the reaction.
    fn is_of(self, kind: TroopType) -> bool {
        match self {
            ReactionKind::OpportunityCharge => kind.may_charge_on_opportunity(),
            ReactionKind::Evade => kind.may_evade(),
        }
    }
}

form! {
    /// Input of a reaction.
    pub struct Reaction {
        reaction: ReactionKind = choice_of(choice::<ReactionKind>()).label("Reaction").decides(),
        unit: Body = unit(object::<Body>()).label("Unit"),
        has_initiative: bool = unit(of(HAS_INITIATIVE)).or(false),
        distance_squares: Option<f64> = situation(half(0.0, 30.0)).optional().label("Distance")
            .help("To the enemy that has come near, in squares.")
            .bands(reach)
            .when(&[When { field: field!(Reaction, reaction), is: &["opportunity_charge"] }]),
        enemy_in_same_square: bool = situation(flag()).or(true).label("Enemy in its square")
            .when(&[When { field: field!(Reaction, reaction), is: &["evade"] }]),
        opportunity_chips: i32 = unit(of(OPPORTUNITY_CHIPS)).required(),
    } validate(Reaction::validate)
}

/// Distances that a charging unit reaches.
fn reach(whole: &Input, _: &Input) -> Vec<Band> {
    let squares = whole.get(field!(Reaction, unit)).and_then(|unit| unit.get(MOVE_SQUARES.id())).and_then(Json::as_f64);
    squares.map(Band::up_to).into_iter().collect()
}

outcome! {
    /// Price and effect of a reaction.
    pub struct Reacted {
        /// Opportunity chips paid.
        pub cost: i32,
        /// Opportunity chips left; at least 0.
        pub opportunity_chips_left: i32,
        /// Length of the move in squares.
        pub move_squares: f64,
        /// The state of the unit afterwards.
        pub state: State,
    }
}

impl Reaction {
    fn validate(&self) -> Result<(), Refusal> {
        if self.reaction == ReactionKind::OpportunityCharge && self.distance_squares.is_none() {
            return Err(Refusal::missing(field!(Reaction, distance_squares)));
        }
        Ok(())
    }

    fn permit_type(&self) -> Result<(), Refusal> {
        let message = match self.reaction {
            ReactionKind::OpportunityCharge => "Only knights, lancers and light horse charge on an opportunity.",
            ReactionKind::Evade => "Only skirmishers, carabins and light horse evade.",
        };
        forbid_if(!self.reaction.is_of(self.unit.kind()), field!(Reaction, unit, ".type"), message)
    }

    fn permit_place(&self) -> Result<(), Refusal> {
        match self.reaction {
            ReactionKind::OpportunityCharge => forbid_if(
                self.distance_squares > Some(self.unit.move_squares),
                field!(Reaction, distance_squares),
                text!("A charge reaches {squares}.", squares = words::squares(self.unit.move_squares)),
            ),
            ReactionKind::Evade => forbid_if(
                !self.enemy_in_same_square,
                field!(Reaction, enemy_in_same_square),
                "A unit evades from an enemy who has come into its square.",
            ),
        }
    }
}

impl Rule for Reaction {
    type Outcome = Reacted;

    fn permit(&self) -> Result<(), Refusal> {
        self.permit_type()?;
        self.permit_place()
    }

    fn play(&self, _: &mut Dice) -> Result<Reacted, Halt> {
        let state = if self.reaction == ReactionKind::Evade { State::Disordered } else { self.unit.state };
        Ok(Reacted {
            cost: REACTION_COST,
            opportunity_chips_left: (self.opportunity_chips - REACTION_COST).max(0),
            move_squares: self.unit.move_squares,
            state,
        })
    }

    fn describe(&self, reacted: &Reacted, consequences: &mut ConsequencesBuilder) {
        if self.reaction == ReactionKind::Evade {
            let squares = words::squares(reacted.move_squares);
            consequences.say(text!("It evades {squares}, keeps its facing and is disordered.", squares = squares));
            consequences.put(roles::UNIT, STATE, reacted.state);
            if self.unit.state == State::Ok {
                // A unit that becomes disordered may be chipped right then (R46). *Morale chips.*
                consequences.say(MAY_BE_CHIPPED_NOW);
                consequences.put(roles::UNIT, MAY_BE_CHIPPED, true);
            }
        } else {
            consequences.say("It charges into the enemy's square. The fight needs its own card and pip.");
            consequences.say(MARCHES_NO_MORE);
            consequences.put(SIDE, MARCH_AVAILABLE, false);
        }
        consequences.say(A_CHIP_LESS);
        consequences.raise(SIDE, OPPORTUNITY_CHIPS, -reacted.cost);
    }

    fn aftermath(&self, scene: &Scene, _: &Reacted, consequences: &mut ConsequencesBuilder) {
        if self.reaction == ReactionKind::OpportunityCharge {
            enter_square(scene, consequences);
        } else {
            ground::leave_square(scene, &[], consequences);
            if scene.facts(roles::UNIT).is_some_and(|unit| unit.holds(HAS_CHARGED)) {
                consequences.put(roles::UNIT, HAS_CHARGED, false);
            }
        }
        consequences.put(roles::UNIT, DRAWN_BY, "");
        ground::leave(scene, consequences);
    }
}

/// Sentence shown for every reaction.
const A_CHIP_LESS: &str = "It costs 1 opportunity chip.";

/// Distance up to which an enemy draws French knights, in squares.
const DRAWN_WITHIN_SQUARES: f64 = 3.0;

form! {
    /// Input for French knights.
    pub struct FrenchKnightsCharge {
        state: State = unit(choice::<State>()).or_id("ok").label("State"),
        distance_squares: f64 = situation(half(0.0, 30.0)).label("Distance")
            .help("To the enemy that has come near, in squares.")
            .bands(|_, _| vec![Band::up_to(DRAWN_WITHIN_SQUARES), Band::above(DRAWN_WITHIN_SQUARES)]),
        opponent_in_or_behind_terrain: bool = situation(flag()).or(false).label("Enemy on or behind terrain"),
        opportunity_chips: i32 = unit(of(OPPORTUNITY_CHIPS)).required(),
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    }
}

outcome! {
    /// Outcome of holding back French knights. *How to battle – moving.*
    pub struct Headstrong {
        /// True if an enemy was near enough to draw the knights, and not on or behind terrain.
        pub tested: bool,
        /// True if the knights charge.
        pub must_charge: bool,
        /// Opportunity chips paid: 0 or 1.
        pub chips_spent: i32,
    }
}

impl Rule for FrenchKnightsCharge {
    type Outcome = Headstrong;

    fn play(&self, dice: &mut Dice) -> Result<Headstrong, Halt> {
        let tested = self.distance_squares <= DRAWN_WITHIN_SQUARES && !self.opponent_in_or_behind_terrain;
        // Only a roll that is won holds them back (R3).
        let must_charge = tested && !roll_off::is_won(&self.own, Equal::Other, dice)?;
        // A charge costs a chip if there is one, and is free otherwise (R24).
        let chips_spent = if must_charge { REACTION_COST.min(self.opportunity_chips) } else { 0 };
        Ok(Headstrong { tested, must_charge, chips_spent })
    }

    fn describe(&self, headstrong: &Headstrong, consequences: &mut ConsequencesBuilder) {
        consequences.say(match (headstrong.tested, headstrong.must_charge) {
            (false, _) if self.distance_squares > DRAWN_WITHIN_SQUARES => {
                "No roll: the enemy is more than 3 squares away, so they need not charge."
            }
            (false, _) => "No roll: the enemy is on or behind terrain, so they need not charge.",
            (true, false) => "Held back: they need not charge.",
            (true, true) => "They must charge into the enemy's square.",
        });
        if headstrong.chips_spent > 0 {
            consequences.say(A_CHIP_LESS);
        }
        consequences.raise(SIDE, OPPORTUNITY_CHIPS, -headstrong.chips_spent);
        if headstrong.must_charge {
            consequences.say(MARCHES_NO_MORE);
            consequences.put(SIDE, MARCH_AVAILABLE, false);
        }
    }

    fn aftermath(&self, scene: &Scene, outcome: &Headstrong, consequences: &mut ConsequencesBuilder) {
        consequences.put(roles::UNIT, DRAWN_BY, "");
        if outcome.must_charge {
            enter_square(scene, consequences);
            ground::leave(scene, consequences);
        }
    }
}
