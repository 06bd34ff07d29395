//! Dangers of a leader: the Leader Check card, being caught alone, and the cost of a loss.

use super::bans::{
    LEADER_LOST, LEADERS, NIGHT_FALLEN, NO_INITIATIVE, NOT_ACTIVE, OFF_TABLE, card_needed, done_on_card, leader,
    missing_card, own_side,
};
use super::roll_off::{self, OWN_DIE};
use super::terms::adjustable::ENEMY_DIE;
use super::terms::{Card, Leader};
use super::words::{self, BY_SIDES};
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Procedure of the Leader Check card.
pub const LEADER_CHECK: Procedure = Procedure::of::<LeaderCheck>(procedures::LEADER_CHECK, "Leader check")
    .heading("How to battle – cards and pips: Leader Check; Leaders; Ottomans")
    .about("The card must be obeyed. A leader in danger is rolled for; if he lives, he may move, join a unit or rally.")
    .chances(&[Chance::of("the leader is lost", field!(LeaderChecked, leader_lost), Is::True)
        .fateful("{its side} lost its leader", "{its side} kept its leader")])
    .axes(&[Axis::of("chips lost", field!(LeaderChecked, chips_lost))])
    .participants(&[WITH])
    .for_side()
    .bans(&[&[
        NIGHT_FALLEN,
        NOT_ACTIVE,
        OFF_TABLE,
        LEADER_LOST,
        card_needed(|act| missing_card(act, &[Card::LeaderCheck])),
        done_on_card(|act| own_side(act).holds(LEADER_CHECKED)),
    ]])
    .roll_names(BY_SIDES)
    .adjustable(IN_DANGER)
    .rulings(&["R3", "R32", "R55"])
    .fill(|scene, input| {
        fill(scene, input);
        let unit = unit_of_leader(&scene.table, scene.acts);
        if unit.is_some_and(|unit| unit.facts.lists_any(CONTACT)) {
            put(input, SAME_SQUARE_AS_ENEMY, true);
        }
    });

/// Procedure for a leader who is alone when an enemy enters the square.
pub const LEADER_CAUGHT: Procedure = Procedure::of::<LeaderCaught>(procedures::LEADER_CAUGHT, "Leader caught alone")
    .heading("Leaders")
    .about("An enemy unit enters the square of a leader who is with no unit.")
    .chances(&[
        Chance::of("the leader escapes", field!(LeaderFate, result), Is::Word("escapes")),
        Chance::of("the leader is lost", field!(LeaderFate, result), Is::Word("lost"))
            .fateful("{its side} lost its leader", "{its side} kept its leader"),
    ])
    .axes(&[Axis::of("chips lost", field!(LeaderFate, chips_lost))])
    .for_side()
    .roll_names(BY_SIDES)
    .adjustable(IN_DANGER)
    .rulings(&["R40", "R52"])
    .bans(&[&[
        NIGHT_FALLEN,
        NO_INITIATIVE,
        LEADER_LOST,
        Ban::table("leader_not_alone", LEADERS, "The leader is with a unit.", |act| leader(act) == Leader::Attached),
    ]])
    .fill(fill);

/// Procedure that works out the cost of a lost leader.
pub const LEADER_LOSS: Procedure = Procedure::of::<LeaderLoss>(procedures::LEADER_LOSS, "Leader lost")
    .heading("Leaders; Ottomans")
    .about("The leader was killed in a tied fight, or otherwise: his side loses a D6 of morale chips.")
    .participants(&[WITH])
    .for_side()
    .axes(&[Axis::of("chips lost", field!(LossCounted, chips_lost))])
    .adjustable(&[CHIPS_LOST])
    .bans(&[&[
        NIGHT_FALLEN,
        OFF_TABLE,
        Ban::table("leader_paid", LEADERS, "The loss of the leader has been paid for.", |act| {
            leader(act) == Leader::Lost && !own_side(act).holds(LEADER_LOSS_DUE)
        }),
    ]])
    .fill(fill);

/// Values that players' own modifiers can change in rolls for a leader in danger.
const IN_DANGER: &[Adjustable] = &[OWN_DIE, ENEMY_DIE, CHIPS_LOST];
/// Chips lost with a leader other than the Sultan.
const CHIPS_LOST: Adjustable = Adjustable::of("chips_lost", "Morale chips lost with him");

/// The unit that the leader is with.
const WITH: Role = Role::own_without_fields(roles::UNIT, "Unit that he is with").several(0, 1).fits(led).by_itself();

fn fill(scene: &Scene, input: &mut Input) {
    put(input, SULTAN, sultan(scene));
}

/// Chips lost with a leader: a D6, at most all of them; with the Sultan, all. *Leaders; Ottomans.*
fn chips_lost(morale_chips: i32, sultan: bool, own: &[Change], dice: &mut Dice) -> Result<i32, Halt> {
    if sultan {
        return Ok(morale_chips);
    }
    let more = own.on(CHIPS_LOST, dice);
    Ok((dice.die("chips", 6)? + more).clamp(0, morale_chips))
}

fn describe_loss(chips_lost: i32, chips_left: i32, consequences: &mut ConsequencesBuilder) {
    let (lost, left) = (words::chips(chips_lost), words::chips(chips_left));
    consequences.say(text!("{lost} lost with him, {left} left.", lost = lost, left = left));
    consequences.put(SIDE, LEADER, Leader::Lost).put(SIDE, LEADER_LOSS_DUE, false);
    consequences.count(SIDE, MORALE_CHIPS, chips_left + chips_lost, chips_left);
}

form! {
    /// Input of a leader check.
    pub struct LeaderCheck {
        in_combat: bool = situation(flag()).or(false).label("In combat"),
        in_enemy_weapon_range: bool = situation(flag()).or(false).label("In range of enemy weapons"),
        same_square_as_enemy: bool = situation(of(SAME_SQUARE_AS_ENEMY)).label("Enemy in his square"),
        morale_chips: i32 = unit(of(MORALE_CHIPS)).required(),
        sultan: bool = unit(of(SULTAN)).rare(),
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    }
}

outcome! {
    /// Outcome of a leader check.
    pub struct LeaderChecked {
        /// True if the leader was in danger.
        pub tested: bool,
        /// True if the leader is lost.
        pub leader_lost: bool,
        /// Morale chips lost with the leader: no more than there were.
        pub chips_lost: i32,
        /// Morale chips left: 0 or more.
        pub chips_left: i32,
        /// True if the leader may rally.
        pub may_rally: bool,
    }
}

impl Rule for LeaderCheck {
    type Outcome = LeaderChecked;

    fn play(&self, dice: &mut Dice) -> Result<LeaderChecked, Halt> {
        let tested = self.in_combat || self.in_enemy_weapon_range || self.same_square_as_enemy;
        // On equal rolls, the leader is safe (R3).
        let leader_lost = tested && !roll_off::is_won(&self.own, Equal::Own, dice)?;
        let chips_lost = if leader_lost { chips_lost(self.morale_chips, self.sultan, &self.own, dice)? } else { 0 };
        Ok(LeaderChecked {
            tested,
            leader_lost,
            chips_lost,
            chips_left: self.morale_chips - chips_lost,
            may_rally: !leader_lost,
        })
    }

    fn describe(&self, checked: &LeaderChecked, consequences: &mut ConsequencesBuilder) {
        consequences.put(SIDE, LEADER_CHECKED, true);
        if checked.leader_lost {
            consequences.say("The leader is hit and taken off.");
            consequences.put(roles::UNIT, LEADER_ATTACHED, false);
            describe_loss(checked.chips_lost, checked.chips_left, consequences);
            return;
        }
        consequences.say(if checked.tested {
            "The leader lives."
        } else {
            "No roll: the leader has not fought, no enemy weapon reaches him, and no enemy is in his square."
        });
        consequences.say("He may move for a pip, join a unit in his square, or rally units within 5 squares.");
    }
}

choices! {
    /// Result for a leader caught alone.
    pub enum Caught {
        Escapes = "escapes" "Escapes",
        Stays = "stays" "Stays",
        Lost = "lost" "Lost",
    }
}

form! {
    /// Input for a leader caught alone.
    pub struct LeaderCaught {
        morale_chips: i32 = unit(of(MORALE_CHIPS)).required(),
        sultan: bool = unit(of(SULTAN)).rare(),
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    }
}

outcome! {
    /// Result for a leader caught alone.
    pub struct LeaderFate {
        /// Result for the leader.
        pub result: Caught,
        /// Morale chips lost with the leader: no more than there were.
        pub chips_lost: i32,
        /// Morale chips left: 0 or more.
        pub chips_left: i32,
    }
}

impl Rule for LeaderCaught {
    type Outcome = LeaderFate;

    fn play(&self, dice: &mut Dice) -> Result<LeaderFate, Halt> {
        use std::cmp::Ordering;
        let rolled = roll_off::dice_of(&self.own, dice);
        let result = dice.against_for(rolled, Equal::Nobody, |[owner, opponent]| match owner.cmp(&opponent) {
            Ordering::Greater => Caught::Escapes,
            // On equal rolls, the leader neither escapes nor is taken (R40).
            Ordering::Equal => Caught::Stays,
            Ordering::Less => Caught::Lost,
        })?;
        let lost = result == Caught::Lost;
        let chips_lost = if lost { chips_lost(self.morale_chips, self.sultan, &self.own, dice)? } else { 0 };
        Ok(LeaderFate { result, chips_lost, chips_left: self.morale_chips - chips_lost })
    }

    fn describe(&self, fate: &LeaderFate, consequences: &mut ConsequencesBuilder) {
        match fate.result {
            Caught::Escapes => {
                consequences.say("He gets away: one move, to safety.");
            }
            Caught::Stays => {
                consequences.say("A tie: he stays in the square.");
            }
            Caught::Lost => {
                consequences.say("He is killed or taken.");
                describe_loss(fate.chips_lost, fate.chips_left, consequences);
            }
        }
    }
}

form! {
    /// Input for a leader lost.
    pub struct LeaderLoss {
        morale_chips: i32 = unit(of(MORALE_CHIPS)).required(),
        sultan: bool = unit(of(SULTAN)).label("He was the Sultan").rare(),
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    }
}

outcome! {
    /// Chips lost with a leader. *Leaders; Ottomans.*
    pub struct LossCounted {
        /// Morale chips lost with the leader: no more than there were.
        pub chips_lost: i32,
        /// Morale chips left: 0 or more.
        pub chips_left: i32,
    }
}

impl Rule for LeaderLoss {
    type Outcome = LossCounted;

    fn play(&self, dice: &mut Dice) -> Result<LossCounted, Halt> {
        let chips_lost = chips_lost(self.morale_chips, self.sultan, &self.own, dice)?;
        Ok(LossCounted { chips_lost, chips_left: self.morale_chips - chips_lost })
    }

    fn describe(&self, loss: &LossCounted, consequences: &mut ConsequencesBuilder) {
        consequences.put(roles::UNIT, LEADER_ATTACHED, false);
        describe_loss(loss.chips_lost, loss.chips_left, consequences);
    }
}
