//! Rallying: a free leader restores a unit's order.

use super::bans::{
    ATTACHED_LEADER, LEADER_FIRST, LEADER_LOST, LEADERS_AND_RALLY, NIGHT_FALLEN, NOT_ACTIVE, OFF_TABLE, cannot_afford,
    cannot_pay, card_needed, missing_card, once_on_a_card, too_dear,
};
use super::price;
use super::terms::adjustable::{ENEMY_DIE, FIGHT_DIE};
use super::terms::{ActionKind, Actor, Die, Fate, Leader, State};
use super::unit::body::RollingUnit;
use super::words;
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Procedure in which a free leader rallies a unit.
pub const RALLY_CHECK: Procedure = Procedure::of::<RallyCheck>(procedures::RALLY_CHECK, "Rally")
    .heading("Rally; How to battle – cards and pips: Leader Check; Ottomans")
    .about(
        "On a Leader Check card that he survives, a leader attached to no unit may rally units within 5 squares, \
        for a morale chip each.",
    )
    .participants(&[Role::own(roles::UNIT, "Unit", "unit").tag("unit ")])
    .chances(&[Chance::of("rallies", field!(Rallied, success), Is::True)])
    .steps_dice()
    .roll_names(&[("unit", "{unit 1}"), ("opponent", "{The enemy}")])
    .adjustable(&[FIGHT_DIE.at(field!(RallyCheck, unit)), ENEMY_DIE.at(field!(RallyCheck, unit))])
    .rulings(&["R3", "R31", "R39", "R55"])
    .grouping(Grouping::in_turn())
    .price(price::rally)
    .bans(&[BANS])
    .fill(|scene, input| {
        put(input, LEADER_FREE, leader(scene.side()) != Leader::Attached);
        put(input, SULTAN, sultan(scene));
    });

const BANS: &[Ban] = &[
    NIGHT_FALLEN,
    NOT_ACTIVE,
    OFF_TABLE,
    Ban::unit("in_order", "Rally", "in good order, so nothing to rally.", |unit| Some(unit.get(STATE)? == Fate::Ok))
        .at(STATE)
        .even_if_overridden(),
    LEADER_LOST,
    card_needed(|act| missing_card(act, ActionKind::Rally.cards(Actor::Leader))),
    LEADER_FIRST,
    ATTACHED_LEADER,
    Ban::input("leader_attached", LEADERS_AND_RALLY, ATTACHED, |unit| unit.get(LEADER_ATTACHED)).at(LEADER_ATTACHED),
    Ban::input("leader_attached", LEADERS_AND_RALLY, ATTACHED, |unit| Some(!unit.get(LEADER_FREE)?)).at(LEADER_FREE),
    Ban::PERMIT,
    once_on_a_card(|unit| unit.get(DONE_RALLY)),
    too_dear(|act| cannot_afford(act, ActionKind::Rally, roles::UNIT)),
    cannot_pay("Every attempt costs a morale chip, and there is none left.", |unit| {
        Some(unit.get(MORALE_CHIPS)? < price::RALLY_COST)
    })
    .at(MORALE_CHIPS),
];

const ATTACHED: &str = "A leader who is attached to a unit rallies nobody.";
/// Field that is true if the leader is with no unit.
const LEADER_FREE: Fact<bool> = fact!(field!(RallyCheck, leader_free));

/// Distance up to which a leader rallies a unit, in squares.
const RALLIES_WITHIN_SQUARES: f64 = 5.0;

form! {
    /// Input of a rally.
    pub struct RallyCheck {
        unit: RollingUnit = unit(object::<RollingUnit>()).label("Unit"),
        distance_squares: f64 = situation(half(0.0, 30.0)).label("Distance to the leader")
            .help("In squares; 5 at most.")
            .bands(|_, _| vec![Band::up_to(RALLIES_WITHIN_SQUARES)]),
        leader_free: bool = unit(flag()).or(true).label("Leader is free").help("Attached to no unit."),
        morale_chips: i32 = unit(of(MORALE_CHIPS)).required(),
        sultan: bool = unit(of(SULTAN)).rare(),
    }
}

outcome! {
    /// Outcome of a rally.
    pub struct Rallied {
        /// The unit's die.
        pub unit_die: Die,
        /// True if the unit rallies.
        pub success: bool,
        /// State of the unit afterwards.
        pub state: State,
        /// Morale chips left; at least 0.
        pub chips_left: i32,
    }
}

impl Rule for RallyCheck {
    type Outcome = Rallied;

    fn permit(&self) -> Result<(), Refusal> {
        forbid_if(
            self.distance_squares > RALLIES_WITHIN_SQUARES,
            field!(RallyCheck, distance_squares),
            "He rallies units within 5 squares.",
        )
    }

    fn preview(&self) -> Preview {
        Preview::of(words::dice_changed([
            ("The unit".into(), self.unit.body.fight_die, words::unrolled(|dice| self.die(dice))),
            ("The enemy".into(), Die::D6, words::unrolled(|dice| self.unit.enemy_die(dice))),
        ]))
    }

    fn play(&self, dice: &mut Dice) -> Result<Rallied, Halt> {
        let unit_die = self.die(dice);
        let against = self.unit.enemy_die(dice);
        let success = dice.beats([("unit", unit_die.sides()), ("opponent", against.sides())], Equal::Other)?;
        let state = match (success, self.unit.body.state) {
            (true, State::Routed) => State::Disordered,
            (true, _) => State::Ok,
            (false, state) => state,
        };
        Ok(Rallied { unit_die, success, state, chips_left: (self.morale_chips - price::RALLY_COST).max(0) })
    }

    fn describe(&self, rallied: &Rallied, consequences: &mut ConsequencesBuilder) {
        consequences.say(match rallied.state {
            _ if !rallied.success => "The unit does not rally.",
            State::Ok => "It rallies and is in good order again.",
            _ => "It stops running: disordered now, and it may be turned to face the enemy.",
        });
        consequences.say(text!("{chips} left.", chips = words::chips(rallied.chips_left)));
        consequences.put(roles::UNIT, STATE, rallied.state);
        consequences.count(SIDE, MORALE_CHIPS, self.morale_chips, rallied.chips_left);
    }
}

impl RallyCheck {
    /// Die that the unit rolls. *Rally; Ottomans.*
    fn die(&self, dice: &mut Dice) -> Die {
        self.unit.body.fight_die.stepped(dice, |dice| {
            dice.modify("disordered", self.unit.body.disorder_step())
                + dice.modify("routed", -2 * i32::from(self.unit.body.state == State::Routed))
                + dice.modify("sultan", i32::from(self.sultan))
                + self.unit.own.on(FIGHT_DIE, dice)
        })
    }
}
