//! Marching: the whole army for two pips.

use super::bans::{
    CARDS_AND_PIPS, MOVING, NIGHT_FALLEN, NOT_ACTIVE, OFF_TABLE, REPLIES, acts_once_in_all, cannot_pay, card_needed,
    done_on_card, has_done_otherwise, missing_card, own_side, short_of, too_dear,
};
use super::price::{self, MARCH_COST};
use super::terms::{ActionKind, Card, Currency, Ground, InPlay, TroopType};
use super::words;
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Procedure in which the whole army marches.
pub const MARCH: Procedure = Procedure::of::<March>(procedures::MARCH, "March")
    .heading("Marching")
    .about(
        "Early in a battle, either move card lets a whole army, foot and horse alike, go toward the enemy for two \
        pips.",
    )
    .for_side()
    // A march is not offered to single units.
    .offered_to(|_, _| false)
    .participants(&[
        Role::own_without_fields(roles::NEAR, "Units within 3 squares of French knights")
            .several(0, 12)
            .fits(comes_near),
        Role::enemy_without_fields(roles::DRAWS, "French knights whom they draw, in the same order")
            .several(0, 12)
            .fits(can_be_drawn),
    ])
    .price(price::only_end_chip_time)
    .rulings(&["R24", "R33", "R48"])
    .bans(&[&[
        NIGHT_FALLEN,
        NOT_ACTIVE,
        OFF_TABLE,
        card_needed(|act| missing_card(act, &[Card::InfantryMove, Card::CavalryMove])),
        Ban::input("wrong_card", CARDS_AND_PIPS, "An army marches on a move card.", |side| {
            Some(!side.get(CARD)?.is_move_card())
        })
        .at(CARD),
        Ban::table(
            "nobody_near",
            MOVING,
            "Name the unit that comes within three squares of the French knights.",
            |act| act.scene.unit(roles::DRAWS).is_some() && act.scene.unit(roles::NEAR).is_none(),
        )
        .on_acts(),
        Ban::table("march_over", "Marching", "The army no longer marches.", |act| {
            !own_side(act).holds(MARCH_AVAILABLE)
        }),
        Ban::input(
            "march_over",
            "Marching",
            "Marching ended with the first move card on which not every unit went, or with a unit in an enemy's \
             square.",
            |side| Some(!side.get(MARCH_AVAILABLE)?),
        )
        .at(MARCH_AVAILABLE)
        .even_if_overridden(),
        Ban::PERMIT,
        done_on_card(|act| own_side(act).holds(MARCHED)),
        Ban::table("done_on_card", REPLIES, "A unit has acted on this card: not every unit can march.", |act| {
            let has_acted =
                |unit: &TableUnit| goes_along(&unit.facts) && has_done_otherwise(&unit.facts, ActionKind::Move);
            acts_once_in_all(act) && act.scene.table.of(act.scene.acts).any(has_acted)
        }),
        too_dear(|act| short_of(own_side(act), Currency::Pips, MARCH_COST)),
        cannot_pay("A march costs 2 pips.", |side| Some(side.get(PIPS)? < MARCH_COST)).at(PIPS),
    ]]);

/// Accepts units that march with the army.
fn comes_near(unit: &Facts) -> Result<(), Text> {
    if goes_along(unit) { Ok(()) } else { Err("not marching with the army.".into()) }
}

/// Records that all units of the side have moved on this card, and have left their contacts and their ground. Cannon and routed units do
/// not march (R48).
fn everybody_moves(scene: &Scene, consequences: &mut ConsequencesBuilder) {
    for unit in scene.table.of(scene.acts).filter(|unit| goes_along(&unit.facts)) {
        consequences.put_on(Subject::unit(unit.id.clone()), DONE_MOVE, true);
        if unit.facts.lists_any(CONTACT) {
            consequences.put_on(Subject::unit(unit.id.clone()), CONTACT, Vec::new());
        }
        if unit.facts.named(MAY_FOLLOW).is_some() {
            consequences.put_on(Subject::unit(unit.id.clone()), MAY_FOLLOW, "");
        }
        if ground(&unit.facts) != Ground::Open {
            consequences.put_on(Subject::unit(unit.id.clone()), GROUND, Ground::Open);
        }
    }
}

/// True of a unit that marches with its army: cannon and routed units do not (R48).
pub fn goes_along(unit: &Facts) -> bool {
    in_hand(unit) && !unit.equals(TYPE, TroopType::Cannon)
}

form! {
    /// Input of a march.
    pub struct March {
        card: InPlay = unit(of(CARD)).required(),
        march_available: bool = unit(of(MARCH_AVAILABLE)).label("Can still march")
            .help("Until the first move card that is not used to march."),
        all_units_move: bool = situation(flag()).or(true).label("Every unit goes")
            .help("All but the cannon, toward the enemy, each up to its own move."),
        enters_enemy_square: bool = situation(flag()).or(false).label("A unit enters an enemy's square"),
        pips: i32 = unit(of(PIPS)).required(),
    }
}

outcome! {
    /// Price of a march. *Marching.*
    pub struct Marched {
        /// Pips paid.
        pub cost: i32,
        /// Pips left: 0 or more.
        pub pips_left: i32,
        /// True if the side can march again.
        pub march_available: bool,
    }
}

impl Rule for March {
    type Outcome = Marched;

    fn permit(&self) -> Result<(), Refusal> {
        forbid_if(
            !self.all_units_move,
            field!(March, all_units_move),
            "An army marches with every unit but the cannon, or not at all.",
        )?;
        forbid_if(
            self.enters_enemy_square,
            field!(March, enters_enemy_square),
            "A march does not end in an enemy's square: pay for each unit instead.",
        )
    }

    fn play(&self, _: &mut Dice) -> Result<Marched, Halt> {
        Ok(Marched { cost: MARCH_COST, pips_left: (self.pips - MARCH_COST).max(0), march_available: true })
    }

    fn describe(&self, marched: &Marched, consequences: &mut ConsequencesBuilder) {
        consequences.say(text!("The whole army goes forward; {pips} left.", pips = words::pips(marched.pips_left)));
        consequences
            .count(SIDE, PIPS, self.pips, marched.pips_left)
            .put(SIDE, MARCHED, true)
            .put(SIDE, MARCH_DUE, false);
    }

    /// Records the march, and the French knights that units have drawn.
    fn aftermath(&self, scene: &Scene, _: &Marched, consequences: &mut ConsequencesBuilder) {
        everybody_moves(scene, consequences);
        let near = scene.ids(roles::NEAR);
        let Some(last) = near.last() else { return };
        if !scene.units(roles::DRAWS).is_empty() {
            consequences.say("The French knights charge the units that came near, unless they are held back.");
        }
        for index in 0..scene.units(roles::DRAWS).len() {
            // The last unit draws all remaining knights.
            consequences.put_nth(roles::DRAWS, index, DRAWN_BY, near.get(index).unwrap_or(last).as_str());
        }
    }
}
