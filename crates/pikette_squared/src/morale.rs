//! Morale: chips that an enemy spends on a unit, and the Courage card.

use super::bans::{
    CHIPS, COURAGE_ONCE, NIGHT_FALLEN, NOT_ACTIVE, OFF_TABLE, ROUTED, cannot_pay, card_needed, missing_card, short_of,
    too_dear,
};
use super::price::{self, CHIP_COST};
use super::result::{
    After, BlockRulings, Effect, Instead, Lost, MAY_BE_CHIPPED_NOW, OF_ACTOR, RoutRulings, THE_UNIT,
    arquebus_stand_lost, stand_lost,
};
use super::terms::adjustable::{ENEMY_DIE, FIGHT_DIE};
use super::terms::{Card, Currency, Die, Fate, State};
use super::unit::body::{Body, RollingUnit};
use super::words;
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Procedure in which a side spends a morale chip on an enemy unit.
pub const CHIP_CHECK: Procedure = Procedure::of::<ChipCheck>(procedures::CHIP_CHECK, "Chip")
    .heading("How to battle – morale chips")
    .about(
        "Right after a result, the enemy spends a morale chip to disorder the unit, or to rout it if it is disordered.",
    )
    .participants(&[
        Role::own(roles::UNIT, "Unit that is chipped", "unit").tag("unit "),
        Role::enemy_without_fields(roles::VICTOR, "Winner of the fight").several(0, 1).fits(pursuer),
    ])
    .chances(&[
        Chance::of("succeeds", field!(Chipped, success), Is::True),
        Chance::of("routs", field!(Chipped, target_state), Is::Word("routed"))
            .fateful("{actor} routed", "{actor} held"),
        arquebus_stand_lost(field!(Chipped, instead_of_rout), OF_ACTOR),
        stand_lost(field!(Chipped, instead_of_rout), OF_ACTOR),
    ])
    .axes(&[Axis::of("chips lost", field!(Chipped, chips_lost))])
    .steps_dice()
    .roll_names(&[("target", "{unit 1}"), ("chipper", "{The enemy}")])
    .adjustable(ADJUSTABLE)
    .rulings(&["R3", "R8", "R9", "R11", "R34", "R46", "R47", "R53"])
    .bans(&[&[
        NIGHT_FALLEN,
        OFF_TABLE,
        // A chip may be spent only right after the result, and once. (R53)
        Ban::unit("chip_too_late", CHIPS, "a unit is chipped right after a result that allows it, and once.", |unit| {
            Some(!unit.get(MAY_BE_CHIPPED)?)
        }),
        Ban::PERMIT,
        // A chip is paid by the enemy of the unit.
        too_dear(|act| short_of(act.scene.table.side(act.scene.acts.other()), Currency::MoraleChips, CHIP_COST)),
        cannot_pay("Without morale chips there is nothing to chip with.", |unit| {
            Some(unit.get(MORALE_CHIPS)? < CHIP_COST)
        })
        .at(MORALE_CHIPS)
        .even_if_overridden(),
    ]])
    .fill(|scene, input| copy(scene.enemy_side(), MORALE_CHIPS, input));

/// Procedure that decides whether a unit must check its courage.
pub const COURAGE_REQUIRED: Procedure =
    Procedure::of::<CourageRequired>(procedures::COURAGE_REQUIRED, "Courage checks due")
        .heading("How to battle – cards and pips: Courage; FEARSOME units")
        .about("Which units must check when the Courage card is turned.")
        .participants(&[
            Role::own(roles::UNIT, "Unit", "unit"),
            Role::enemy_without_fields(roles::ENEMY, "Enemy nearby").several(0, 1),
        ])
        .chances(&[Chance::of("must check", field!(CourageAsked, required), Is::True)])
        .bans(&[&[NIGHT_FALLEN, NOT_ACTIVE, OFF_TABLE, COURAGE_CARD, COURAGE_ONCE]])
        .rulings(&["R23", "R38"])
        .grouping(Grouping::in_turn())
        .fill(|scene, input| {
            if scene.facts(roles::UNIT).is_some_and(|unit| unit.lists_any(CONTACT)) {
                put(input, SAME_SQUARE_AS_ENEMY, true);
            }
            if let Some(enemy) = scene.facts(roles::ENEMY) {
                copy_as(enemy, FEARSOME, input, ENEMY_FEARSOME);
                copy_as(enemy, STATE, input, ENEMY_STATE);
                copy_as(enemy, MOVE_SQUARES, input, ENEMY_MOVE_SQUARES);
            }
        });

const ENEMY_FEARSOME: Fact<bool> = fact!(field!(CourageRequired, enemy_fearsome));
const ENEMY_STATE: Fact<Fate> = fact!(field!(CourageRequired, enemy_state));
const ENEMY_MOVE_SQUARES: Fact<f64> = fact!(field!(CourageRequired, enemy_move_squares));

/// Procedure of the courage check.
pub const COURAGE_CHECK: Procedure = Procedure::of::<CourageCheck>(procedures::COURAGE_CHECK, "Courage check")
    .heading("How to battle – cards and pips: Courage; reference sheet: morale")
    .about("The unit's Fight die against a D6. If the D6 is higher, it is disordered, or routs if it was.")
    .participants(&[Role::own(roles::UNIT, "Unit", "unit").tag("unit ")])
    .chances(&[
        Chance::of("holds", field!(CourageChecked, passed), Is::True),
        Chance::of("routs", field!(CourageChecked, state), Is::Word("routed"))
            .fateful("{actor} routed", "{actor} held"),
        arquebus_stand_lost(field!(CourageChecked, instead_of_rout), OF_ACTOR),
        stand_lost(field!(CourageChecked, instead_of_rout), OF_ACTOR),
    ])
    .axes(&[Axis::of("chips lost", field!(CourageChecked, chips_lost))])
    .steps_dice()
    .roll_names(NERVE)
    .adjustable(ADJUSTABLE)
    .rulings(&["R3", "R8", "R9", "R11", "R38", "R46"])
    .grouping(Grouping::in_turn())
    .bans(&[&[NIGHT_FALLEN, NOT_ACTIVE, OFF_TABLE, ROUTED, COURAGE_CARD, COURAGE_ONCE]])
    .price(price::only_end_chip_time);

/// Rolls of a courage check: the unit's and the enemy's.
const NERVE: &[(&str, &str)] = &[("unit", "{unit 1}"), ("opponent", "{The enemy}")];

/// Values of a morale check that players' own modifiers can change.
const ADJUSTABLE: &[Adjustable] = &[FIGHT_DIE.at(UNIT), ENEMY_DIE.at(UNIT)];
/// Field for the unit of a chip and of a courage check.
const UNIT: &str = field!(ChipCheck, unit);

/// Forbids `courage_required` and `courage_check` unless the Courage card is in play.
const COURAGE_CARD: Ban = card_needed(|act| missing_card(act, &[Card::Courage]));

form! {
    /// Input of a chip.
    pub struct ChipCheck {
        unit: RollingUnit = unit(object::<RollingUnit>()).label("Unit that is chipped"),
        morale_chips: i32 = unit(of(MORALE_CHIPS)).required().label("Enemy's morale chips").help("Of the side that chips."),
        rulings: RoutRulings = choice_of(object::<RoutRulings>()).or_empty().rare(),
    }
}

outcome! {
    /// Outcome of a chip. *How to battle – morale chips.*
    pub struct Chipped {
        /// The unit's die.
        pub target_die: Die,
        /// True if the chip succeeds. Even then, it changes nothing for a disordered Swiss phalanx (R47).
        pub success: bool,
        /// State of the unit afterwards.
        pub target_state: Fate,
        /// Stands of the target; at least 0.
        pub target_stands: i32,
        /// Hits on the target's marked stand.
        pub target_hits: i32,
        /// Morale chips lost by the unit's side.
        pub chips_lost: i32,
        /// Length of the rout move in squares if the unit has just routed, otherwise 0.
        pub rout_move_squares: f64,
        /// Morale chips left to the side that spent one; at least 0.
        pub chips_left: i32,
        asides {
            /// Loss in place of a rout.
            pub instead_of_rout: Instead,
            /// Hits removed with a stand in place of a rout.
            pub hits_gone: i32,
        }
    }
}

impl Rule for ChipCheck {
    type Outcome = Chipped;

    fn permit(&self) -> Result<(), Refusal> {
        forbid_if(
            self.unit.body.state == State::Routed,
            field!(ChipCheck, unit, ".state"),
            "A routed unit cannot be chipped.",
        )
    }

    fn preview(&self) -> Preview {
        let in_vain = self.unit.body.swiss && self.unit.body.state == State::Disordered;
        let in_vain =
            in_vain.then(|| "The chip changes nothing: the Swiss never rout, and these are disordered.".into());
        Preview::of(in_vain.into_iter().chain(self.unit.nerve_changed()))
    }

    fn play(&self, dice: &mut Dice) -> Result<Chipped, Halt> {
        let (target_die, held) = self.unit.holds(["target", "chipper"], dice)?;
        let after = self.unit.body.after_check(held, self.rulings.on_blocks());
        Ok(Chipped {
            target_die,
            success: !held,
            target_state: after.fate,
            target_stands: after.stands,
            target_hits: after.hits,
            chips_lost: after.chips_lost,
            rout_move_squares: after.rout_move,
            chips_left: self.morale_chips - CHIP_COST,
            instead_of_rout: after.lost.instead,
            hits_gone: after.lost.hits_gone,
        })
    }

    fn describe(&self, chipped: &Chipped, consequences: &mut ConsequencesBuilder) {
        if chipped.success {
            let after = After {
                fate: chipped.target_state,
                stands: chipped.target_stands,
                hits: chipped.target_hits,
                chips_lost: chipped.chips_lost,
                rout_move: chipped.rout_move_squares,
                lost: Lost { by_hits: 0, instead: chipped.instead_of_rout, hits_gone: chipped.hits_gone },
            };
            if self.unit.body.swiss && self.unit.body.state == State::Disordered {
                // The Swiss never rout, and this unit is disordered already (R47). *PHALANX: Swiss.*
                consequences.say("The chip works, but the Swiss never rout: it changes nothing.");
            } else {
                consequences.say("The chip works.");
            }
            after.describe(&self.unit.body, THE_UNIT, consequences);
        } else {
            consequences.say("The unit holds; the chip is spent.");
        }
        consequences.say(text!("{chips} left to the side that chipped.", chips = words::chips(chipped.chips_left)));
        consequences.count(ENEMY_SIDE, MORALE_CHIPS, self.morale_chips, chipped.chips_left);
        consequences.put(roles::UNIT, MAY_BE_CHIPPED, false).put(roles::UNIT, BEATEN_BY, "");
    }

    /// Records that the militia or horse that beat the unit must pursue unless a roll holds them back, if the chip routs the unit. *How to
    /// battle – fighting.*
    fn aftermath(&self, scene: &Scene, outcome: &Chipped, consequences: &mut ConsequencesBuilder) {
        if outcome.target_state != Fate::Routed {
            return;
        }
        let beaten_by = scene.facts(roles::UNIT).and_then(|unit| unit.value(BEATEN_BY));
        let victor = scene.id(roles::VICTOR).map(str::to_owned).or(beaten_by);
        let pursuer = victor.filter(|id| {
            let unit = scene.table.unit(id);
            unit.is_some_and(|unit| in_hand(&unit.facts) && pursuer(&unit.facts).is_ok())
        });
        if let Some(id) = pursuer {
            consequences.put_on(Subject::unit(id), MUST_PURSUE, true);
        }
    }
}

form! {
    /// Input of a courage check.
    pub struct CourageCheck {
        unit: RollingUnit = unit(object::<RollingUnit>()).label("Unit"),
        rulings: RoutRulings = choice_of(object::<RoutRulings>()).or_empty().rare(),
    }
}

outcome! {
    /// Outcome of a courage check.
    pub struct CourageChecked {
        /// The unit's die.
        pub unit_die: Die,
        /// True if the unit passes.
        pub passed: bool,
        /// State afterwards.
        pub state: Fate,
        /// Stands of the unit; at least 0.
        pub stands: i32,
        /// Hits on its marked stand.
        pub hits: i32,
        /// Morale chips lost by the unit's side.
        pub chips_lost: i32,
        /// Length of the rout move in squares if the unit has just routed, otherwise 0.
        pub rout_move_squares: f64,
        asides {
            /// Loss in place of a rout.
            pub instead_of_rout: Instead,
            /// Hits removed with a stand in place of a rout.
            pub hits_gone: i32,
        }
    }
}

impl Rule for CourageCheck {
    type Outcome = CourageChecked;

    fn preview(&self) -> Preview {
        Preview::of(self.unit.nerve_changed())
    }

    fn play(&self, dice: &mut Dice) -> Result<CourageChecked, Halt> {
        let (unit_die, passed) = self.unit.holds(["unit", "opponent"], dice)?;
        let After { fate, stands, hits, chips_lost, rout_move, lost } =
            self.unit.body.after_check(passed, self.rulings.on_blocks());
        Ok(CourageChecked {
            unit_die,
            passed,
            state: fate,
            stands,
            hits,
            chips_lost,
            rout_move_squares: rout_move,
            instead_of_rout: lost.instead,
            hits_gone: lost.hits_gone,
        })
    }

    fn describe(&self, checked: &CourageChecked, consequences: &mut ConsequencesBuilder) {
        consequences.put(roles::UNIT, DONE_COURAGE, true).put(roles::UNIT, MUST_CHECK_COURAGE, false);
        if checked.passed {
            consequences.say("It holds.");
            return;
        }
        consequences.say("It fails its courage check.");
        let CourageChecked { state: fate, stands, hits, chips_lost, rout_move_squares: rout_move, .. } = *checked;
        let lost = Lost { by_hits: 0, instead: checked.instead_of_rout, hits_gone: checked.hits_gone };
        After { fate, stands, hits, chips_lost, rout_move, lost }.describe(&self.unit.body, THE_UNIT, consequences);
        if self.unit.body.state == State::Ok {
            // The unit becomes disordered, and may be chipped right then (R46). *Morale chips.*
            consequences.say(MAY_BE_CHIPPED_NOW);
            consequences.put(roles::UNIT, MAY_BE_CHIPPED, true);
        }
    }
}

impl RollingUnit {
    /// Rolls the unit's morale against a D6; the unit passes on equal rolls (R3). Returns its die, and whether it passes.
    ///
    /// *Morale chips; reference sheet: morale.*
    fn holds(&self, [own, other]: [&str; 2], dice: &mut Dice) -> Result<(Die, bool), Halt> {
        let die = self.nerve(dice);
        let against = self.enemy_die(dice);
        Ok((die, dice.beats([(own, die.sides()), (other, against.sides())], Equal::Own)?))
    }

    /// Die of the unit's morale. *Reference sheet: morale.*
    fn nerve(&self, dice: &mut Dice) -> Die {
        self.body.fight_die.stepped(dice, |dice| {
            dice.modify("disordered", self.body.disorder_step())
                + dice.modify("leader_attached", self.body.leader_steps())
                + self.own.on(FIGHT_DIE, dice)
        })
    }

    /// Sentences about changes of the unit's die and of the enemy's D6.
    fn nerve_changed(&self) -> Vec<Text> {
        words::dice_changed([
            ("The unit".into(), self.body.fight_die, words::unrolled(|dice| self.nerve(dice))),
            ("The enemy".into(), Die::D6, words::unrolled(|dice| self.enemy_die(dice))),
        ])
    }
}

impl Body {
    /// The unit after its check. A unit that fails is disordered, or routs if it was already.
    fn after_check(&self, held: bool, rulings: BlockRulings) -> After {
        if held { self.unharmed() } else { self.suffers(0, Effect::Disordered.on_morale_of(self.state), rulings) }
    }
}

choices! {
    /// Reasons why a unit checks its courage.
    pub enum Reason {
        SameSquare = "same_square" "An enemy in its square",
        Fearsome = "fearsome" "A fearsome enemy near",
        None = "none" "No reason",
    }
}

form! {
    /// Input of finding out whether a unit must check its courage.
    pub struct CourageRequired {
        unit: Body = unit(object::<Body>()).label("Unit"),
        same_square_as_enemy: bool = situation(of(SAME_SQUARE_AS_ENEMY)),
        enemy_fearsome: bool = unit(flag()).or(false).label("Enemy is fearsome"),
        enemy_state: State = unit(choice::<State>()).or_id("ok").label("Enemy's state").when(FEARSOME_NEAR),
        enemy_move_squares: Option<f64> = unit(of(MOVE_SQUARES)).optional().label("Enemy's move").when(FEARSOME_NEAR),
        distance_squares: Option<f64> = situation(half(0.0, 30.0)).optional().label("Distance")
            .help("In squares.").bands(charged_from).when(FEARSOME_NEAR),
        can_be_charged: bool = situation(flag()).or(true).label("Could be charged by it").when(FEARSOME_NEAR),
    } validate(CourageRequired::validate)
}

const FEARSOME_NEAR: &[When] = &[When { field: field!(CourageRequired, enemy_fearsome), is: &["true"] }];

/// Distances within and beyond the move of the fearsome enemy.
fn charged_from(form: &Input, _: &Input) -> Vec<Band> {
    let squares = answer(form, ENEMY_MOVE_SQUARES);
    squares.map_or_else(Vec::new, |squares| vec![Band::up_to(squares), Band::above(squares)])
}

outcome! {
    /// Result: whether a check is needed, and why.
    pub struct CourageAsked {
        /// True if the unit must check.
        pub required: bool,
        /// Reason for the check; `none` if no check is needed.
        pub reason: Reason,
    }
}

impl CourageRequired {
    fn validate(&self) -> Result<(), Refusal> {
        if self.enemy_fearsome && self.enemy_move_squares.is_none() {
            return Err(Refusal::missing(field!(CourageRequired, enemy_move_squares)));
        }
        if self.enemy_fearsome && self.distance_squares.is_none() {
            return Err(Refusal::missing(field!(CourageRequired, distance_squares)));
        }
        Ok(())
    }

    /// True if a fearsome enemy in good order could reach the unit. Fearsome units fear nobody. *FEARSOME units.*
    fn fears(&self) -> bool {
        self.enemy_fearsome
            && self.enemy_state == State::Ok
            && !self.unit.fearsome
            && self.distance_squares <= self.enemy_move_squares
            && self.can_be_charged
    }
}

impl Rule for CourageRequired {
    type Outcome = CourageAsked;

    fn play(&self, _: &mut Dice) -> Result<CourageAsked, Halt> {
        let reason = if self.unit.state == State::Routed {
            Reason::None
        } else if self.same_square_as_enemy {
            Reason::SameSquare
        } else if self.fears() {
            Reason::Fearsome
        } else {
            Reason::None
        };
        Ok(CourageAsked { required: reason != Reason::None, reason })
    }

    fn describe(&self, courage: &CourageAsked, consequences: &mut ConsequencesBuilder) {
        consequences.say(match courage.reason {
            Reason::SameSquare => "It must check its courage: an enemy is in its square.",
            Reason::Fearsome => "It must check its courage: a fearsome enemy could charge it.",
            Reason::None => "No courage check is needed.",
        });
        consequences.put(roles::UNIT, DONE_COURAGE, !courage.required).put(
            roles::UNIT,
            MUST_CHECK_COURAGE,
            courage.required,
        );
    }
}
