//! Acts of units and of the leader: the cards that allow them, and their price.

mod bans;

use super::bans::{NO_MELEE_CARD, act_of, needs_melee_card};
use super::terms::{ActionKind, Actor, Arc, Currency, DieOrNone, Fate, InPlay, Leader, State, TroopType};
use super::words::{self, MARCHES_NO_MORE, says};
use super::{ground, price};
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;
use rules::procedure::Price as PriceOfAct;

/// Procedure that checks whether an act is allowed, and its price.
pub const ACTION: Procedure = Procedure::of::<Action>(procedures::ACTION, "Act")
    .heading("How to battle – cards and pips; – moving; – shooting; – fighting; Leaders; Rally")
    .about("Whether a unit or the leader may do something now, and what it costs.")
    .participants(&[
        // The leader can act without a unit.
        Role::own(roles::UNIT, "Unit", "").several(0, 1),
        Role::enemy_without_fields(roles::ENEMY, "Enemy in its square").several(0, 1),
    ])
    .rulings(&["R12", "R14", "R18", "R19", "R23", "R32", "R37", "R39", "R42", "R45", "R50", "R54", "R55"])
    .variants(&[
        Variant { label: "Reload", fields: &[(ACTION_OF.id(), Constant::Word("reload"))] },
        Variant { label: "Leader joins it", fields: &[(ACTION_OF.id(), Constant::Word("attach_leader"))] },
        Variant { label: "Rout move", fields: &[(ACTION_OF.id(), Constant::Word("rout_move"))] },
    ])
    .offered_to(|unit, variant| !says(variant, ActionKind::Reload.id()) || can_reload(unit))
    .grouping(Grouping::in_turn().shared(&[ACTION_OF.id()]))
    .price(price_of_variant)
    .bans(&[bans::ALL])
    .fill(fill);

form! {
    /// Input of an action.
    pub struct Action {
        action: ActionKind = choice_of(choice::<ActionKind>()).label("Action"),
        unit_type: Actor = unit(of(UNIT_TYPE)),
        shoot_die: DieOrNone = unit(of(SHOOT_DIE)).when(SHOOTING),
        state: State = unit(choice::<State>()).or_id("ok").label("State"),
        fired: bool = unit(of(FIRED)).when(SHOOTING),
        has_initiative: bool = unit(of(HAS_INITIATIVE)),
        card: InPlay = unit(of(CARD)),
        done_on_card: bool = unit(flag()).or(false).label("Has done so on this card")
            .help("Moving and changing direction count as one."),
        moved_through: bool =
            unit(flag()).or(false).label("Friends moved through it").when(&[When { field: field!(Action, action), is: &["move"] }]),
        same_square_as_enemy: bool = situation(of(SAME_SQUARE_AS_ENEMY)).when(FIGHTING),
        enemy_type: Option<TroopType> = unit(choice::<TroopType>()).optional().label("Enemy").when(FIGHTING),
        enemy_state: State = unit(choice::<State>()).or_id("ok").label("Enemy's state").when(FIGHTING),
        attack_arc: Arc = situation(of(ATTACK_ARC)).when(FIGHTING),
        pips: i32 = unit(of(PIPS)),
        opportunity_chips: i32 = unit(of(OPPORTUNITY_CHIPS)),
        morale_chips: i32 = unit(of(MORALE_CHIPS)),
    } validate(Action::validate)
}

const SHOOTING: &[When] = &[When { field: field!(Action, action), is: &["shoot", "reload"] }];
const FIGHTING: &[When] = &[When { field: field!(Action, action), is: &["fight"] }];

outcome! {
    /// Price of an act, and the amount of its currency left afterwards.
    pub struct Price {
        /// Currency of the price.
        pub currency: Currency,
        /// Amount to pay; at least 0.
        pub cost: i32,
        /// Amount left; at least 0.
        pub left: i32,
    }
}

impl Rule for Action {
    type Outcome = Price;

    fn permit(&self) -> Result<(), Refusal> {
        self.permit_actor()?;
        match self.action {
            ActionKind::Reload | ActionKind::Shoot => {
                forbid_if(self.shoot_die == DieOrNone::None, field!(Action, shoot_die), "nothing to shoot with.")
            }
            ActionKind::Fight => self.permit_fight(),
            ActionKind::Move
            | ActionKind::ChangeDirection
            | ActionKind::AttachLeader
            | ActionKind::Rally
            | ActionKind::RoutMove => Ok(()),
        }
    }

    fn play(&self, _: &mut Dice) -> Result<Price, Halt> {
        let (currency, cost) = self.price();
        Ok(Price { currency, cost, left: (self.purse(currency) - cost).max(0) })
    }

    fn describe(&self, price: &Price, consequences: &mut ConsequencesBuilder) {
        consequences.say(match price.currency {
            Currency::Free => "Allowed, at no cost.".into(),
            Currency::Pips => {
                text!("Allowed for {pips}; {left} left.", pips = words::pips(price.cost), left = price.left)
            }
            Currency::OpportunityChips => text!("Allowed for an opportunity chip; {left} left.", left = price.left),
            Currency::MoraleChips => text!("Allowed for a morale chip; {left} left.", left = price.left),
        });
        // Shots and fights are paid for when the dice are rolled, and only once.
        if price.currency == Currency::Pips && !matches!(self.action, ActionKind::Shoot | ActionKind::Fight) {
            consequences.raise(SIDE, PIPS, -price.cost);
        }
        self.describe_marks(consequences);
    }

    fn aftermath(&self, scene: &Scene, _: &Price, consequences: &mut ConsequencesBuilder) {
        match self.action {
            ActionKind::RoutMove => ground::leave(scene, consequences),
            // The leader's move leaves the unit where it is, and a change of direction stays in the square.
            ActionKind::Move if self.unit_type != Actor::Leader => {
                ground::leave(scene, consequences);
                ground::leave_square(scene, &[], consequences);
            }
            _ => {}
        }
    }
}

impl Action {
    fn validate(&self) -> Result<(), Refusal> {
        if self.action == ActionKind::Fight && self.enemy_type.is_none() {
            return Err(Refusal::missing(field!(Action, enemy_type)));
        }
        Ok(())
    }

    fn permit_actor(&self) -> Result<(), Refusal> {
        let is_leader = self.unit_type == Actor::Leader;
        let message =
            if is_leader { "Only units do this, and the leader is not one." } else { "Only the leader does this." };
        forbid_if(!self.action.is_of(is_leader), field!(Action, unit_type), message)
    }

    /// Refuses fights with an enemy in another square. Without a melee card, also refuses fights unless the attack hits a flank or rear, or
    /// the enemy is disordered or routed. *How to battle – fighting.*
    fn permit_fight(&self) -> Result<(), Refusal> {
        forbid_if(!self.same_square_as_enemy, field!(Action, same_square_as_enemy), "Units fight within one square.")?;
        let is_needed = needs_melee_card(self.attack_arc, self.enemy_type, self.enemy_state == State::Ok);
        forbid_if(self.card != InPlay::Melee && is_needed, field!(Action, card), NO_MELEE_CARD)
    }

    /// Currency and price of the act. *How to battle – cards and pips.*
    fn price(&self) -> (Currency, i32) {
        price::cost(self.action, self.unit_type, self.has_initiative)
    }

    fn purse(&self, currency: Currency) -> i32 {
        match currency {
            Currency::Pips => self.pips,
            Currency::OpportunityChips => self.opportunity_chips,
            Currency::MoraleChips => self.morale_chips,
            Currency::Free => 0,
        }
    }

    /// Sets the trackers that the act changes, and adds the roll that is due next.
    fn describe_marks(&self, consequences: &mut ConsequencesBuilder) {
        match self.action {
            ActionKind::Move | ActionKind::ChangeDirection if self.unit_type == Actor::Leader => {
                consequences.say("If he is with a unit, he may leave it now.");
                consequences.put(SIDE, LEADER_MOVED, true);
            }
            ActionKind::Move | ActionKind::ChangeDirection => {
                consequences.put(roles::UNIT, DONE_MOVE, true);
                consequences.say("It has moved on this card.");
                // The cannon does not march with the army (R48).
                if self.unit_type != Actor::Cannon {
                    consequences.say(MARCHES_NO_MORE);
                    consequences.put(SIDE, MARCH_AVAILABLE, false);
                }
            }
            ActionKind::Reload => {
                consequences.say("It is loaded again: its F marker goes.");
                consequences.put(roles::UNIT, DONE_RELOAD, true).put(roles::UNIT, FIRED, false);
            }
            ActionKind::Shoot => {
                consequences.due(procedures::SHOOT, "It shoots.").participant(roles::SHOOTERS, roles::UNIT);
            }
            ActionKind::Fight => {
                consequences
                    .due(procedures::FIGHT, "It fights.")
                    .participant(roles::ATTACKER, roles::UNIT)
                    .participant(roles::DEFENDER, roles::ENEMY);
            }
            ActionKind::AttachLeader => {
                consequences.say("The leader is with it now.");
                consequences.put(roles::UNIT, LEADER_ATTACHED, true).put(SIDE, LEADER, Leader::Attached);
            }
            ActionKind::Rally => {
                consequences
                    .due(procedures::RALLY_CHECK, "He rallies; the chip is paid with the die.")
                    .participant(roles::UNIT, roles::UNIT);
            }
            ActionKind::RoutMove => {
                consequences.say("It runs a full move to the rear.");
                consequences.put(roles::UNIT, DONE_ROUT, true);
            }
        }
    }
}

/// Type of the enemy.
const ENEMY_TYPE: Fact<TroopType> = fact!(field!(Action, enemy_type));
/// State of the enemy.
const ENEMY_STATE: Fact<Fate> = fact!(field!(Action, enemy_state));

/// Price of one variant of the procedure. A reload only ends the time for a chip here (R53), because `describe` subtracts its pips. Joining
/// a unit and rout moves cost nothing.
fn price_of_variant(scene: &Scene, input: &Input) -> PriceOfAct {
    if act_of(input) == Some(ActionKind::Reload) {
        price::only_end_chip_time(scene, input)
    } else {
        PriceOfAct::default()
    }
}

/// Fills in the initiative, the actor, the enemy, and the unit's acts on this card.
fn fill(scene: &Scene, input: &mut Input) {
    fill_initiative(scene, input);
    let act = act_of(input);
    // The leader is the actor, regardless of the unit.
    if matches!(act, Some(ActionKind::AttachLeader | ActionKind::Rally)) {
        put(input, UNIT_TYPE, Actor::Leader);
    }
    let moves = matches!(act, Some(ActionKind::Move | ActionKind::ChangeDirection));
    let done = match act {
        Some(ActionKind::Move | ActionKind::ChangeDirection) => Some(DONE_MOVE),
        Some(ActionKind::Reload) => Some(DONE_RELOAD),
        Some(ActionKind::Fight) => Some(DONE_FIGHT),
        _ => None,
    };
    match (scene.facts(roles::UNIT), done) {
        (Some(unit), Some(done)) => copy_as(unit, done, input, bans::DONE_ON_CARD),
        (None, _) if moves => copy_as(scene.side(), LEADER_MOVED, input, bans::DONE_ON_CARD),
        _ => {}
    }
    if let Some(enemy) = scene.facts(roles::ENEMY) {
        copy_as(enemy, TYPE, input, ENEMY_TYPE);
        copy_as(enemy, STATE, input, ENEMY_STATE);
        put(input, SAME_SQUARE_AS_ENEMY, true);
    }
}
