//! A unit as the procedures take it: its profile and its state together.

use super::super::terms::adjustable::ENEMY_DIE;
use super::super::terms::{Die, DieOrNone, State, TroopType};
use crate::facts::*;
use rules::prelude::*;

form! {
    /// A unit: a body of one type in one square. *Units.*
    pub struct Body {
        /// Its type.
        r#type: TroopType = unit(of(TYPE)),
        /// Its full move, in squares.
        move_squares: f64 = unit(of(MOVE_SQUARES)).help("A full move, in squares."),
        /// The die with which it fights and keeps its nerve.
        fight_die: Die = unit(of(FIGHT_DIE))
            .help("It fights and checks its morale with this die."),
        /// The die with which it shoots, if it can.
        shoot_die: DieOrNone = unit(of(SHOOT_DIE)),
        /// Range in squares; needed for units that shoot.
        weapon_range_squares: Option<f64> =
            unit(half(0.0, 24.0)).optional().label("Weapon range").help("In squares.").when(SHOOTS),
        /// True if it has ordinary bows.
        bow_armed: bool = unit(of(BOW_ARMED))
            .help("Not longbows, not crossbows.").when(SHOOTS),
        /// Stands left; all of them, if it is not said.
        stands: Option<i32> = unit(of(STANDS)).optional(),
        /// Hits on the marked stand.
        hits: i32 = unit(of(HITS)).help("On the stand that is next to go."),
        /// Its state.
        state: State = unit(choice::<State>()).or_id("ok").label("State"),
        /// True if it carries an F marker.
        fired: bool = unit(of(FIRED)).when(SHOOTS),
        /// True if the leader is with it.
        leader_attached: bool = unit(of(LEADER_ATTACHED)),
        /// True if enemies fear it.
        fearsome: bool = unit(of(FEARSOME)),
        /// True if it is a phalanx of Swiss.
        swiss: bool = unit(of(SWISS)).when(&[When { field: "type", is: &["phalanx"] }]),
        /// True if its stands cost no chip any more.
        chips_paid: bool = unit(of(CHIPS_PAID))
            .help("It has routed, and players let a stand cost one morale chip in all.").rare(),
    } agree(Body::agree)
}

form! {
    /// A unit for which dice are rolled.
    pub struct RollingUnit {
        ..body: Body,
        /// Changes by own modifiers.
        own: Vec<Change> = situation(changes()),
    }
}

impl RollingUnit {
    /// The die that the enemy rolls against it: a D6, but for own modifiers.
    pub fn enemy_die(&self, dice: &mut Dice) -> Die {
        Die::D6.stepped(dice, |dice| self.own.on(ENEMY_DIE, dice))
    }
}

/// Of units that shoot alone.
const SHOOTS: &[When] = &[When { field: "shoot_die", is: &["d4", "d6", "d8", "d10", "d12"] }];

impl Body {
    /// Its type.
    pub fn kind(&self) -> TroopType {
        self.r#type
    }

    /// Stands left.
    pub fn stands(&self) -> i32 {
        self.stands.unwrap_or(self.kind().full_stands())
    }

    /// Range in squares.
    pub fn range(&self) -> f64 {
        self.weapon_range_squares.unwrap_or(0.0)
    }

    /// Chips that each of its stands costs as it is lost or runs: none once they are paid for (R11). *Morale chips.*
    pub fn chips_per_stand(&self) -> i32 {
        i32::from(!self.chips_paid)
    }

    /// A step down for a unit in disorder.
    pub fn disorder_step(&self) -> i32 {
        -i32::from(self.state == State::Disordered)
    }

    /// Two steps up for the leader's company.
    pub fn leader_steps(&self) -> i32 {
        2 * i32::from(self.leader_attached)
    }

    fn agree(&self) -> Result<(), Refusal> {
        let full = self.kind().full_stands();
        if self.shoot_die != DieOrNone::None {
            let range = self.weapon_range_squares.ok_or_else(|| Refusal::missing("weapon_range_squares"))?;
            bad_if(range == 0.0, "weapon_range_squares", "A unit that shoots reaches further than its own square.")?;
        }
        bad_if(
            self.stands() > full,
            "stands",
            text!("A unit of this type has {n} {n|stand|stands} at most.", n = full),
        )?;
        bad_if(
            self.hits >= self.kind().hits_per_stand(self.stands()),
            "hits",
            "With so many hits the stand is gone: take it off instead.",
        )?;
        bad_if(
            self.state == State::Routed && self.kind().is_block(),
            "state",
            "A phalanx or a tercio never routs: it loses a stand instead.",
        )?;
        bad_if(self.swiss && self.kind() != TroopType::Phalanx, "swiss", "Only a phalanx can be Swiss.")
    }
}
