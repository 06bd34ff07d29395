//! A unit in the input of procedures: profile and state.

use super::super::terms::adjustable::ENEMY_DIE;
use super::super::terms::{Die, DieOrNone, State, TroopType};
use crate::facts::*;
use rules::prelude::*;

form! {
    /// A unit in one square, of one type. *Units.*
    pub struct Body {
        r#type: TroopType = unit(of(TYPE)),
        move_squares: f64 = unit(of(MOVE_SQUARES)).help("A full move, in squares."),
        /// Die for fighting and morale.
        fight_die: Die = unit(of(FIGHT_DIE))
            .help("It fights and checks its morale with this die."),
        /// Die for shooting, if the unit can shoot.
        shoot_die: DieOrNone = unit(of(SHOOT_DIE)),
        /// Range in squares; needed for units that shoot.
        weapon_range_squares: Option<f64> =
            unit(of(WEAPON_RANGE_SQUARES)).optional().help("In squares.").when(SHOOTS),
        bow_armed: bool = unit(of(BOW_ARMED))
            .help("Not longbows, not crossbows.").when(SHOOTS),
        /// Stands left; all of them if `None`.
        stands: Option<i32> = unit(of(STANDS)).optional(),
        hits: i32 = unit(of(HITS)).help("On the stand that is next to go."),
        state: State = unit(choice::<State>()).or_id("ok").label("State"),
        fired: bool = unit(of(FIRED)).when(SHOOTS),
        leader_attached: bool = unit(of(LEADER_ATTACHED)),
        fearsome: bool = unit(of(FEARSOME)),
        swiss: bool = unit(of(SWISS)).when(&[When { field: field!(Body, r#type), is: &["phalanx"] }]),
        /// True if its stands cost no more chips.
        chips_paid: bool = unit(of(CHIPS_PAID))
            .help("It has routed, and players let a stand cost one morale chip in all.").rare(),
    } validate(Body::validate)
}

form! {
    /// A unit that dice are rolled for.
    pub struct RollingUnit {
        ..body: Body,
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    }
}

impl RollingUnit {
    /// Die that the enemy rolls against the unit: a D6, changed by own modifiers.
    pub fn enemy_die(&self, dice: &mut Dice) -> Die {
        Die::D6.stepped(dice, |dice| self.own.on(ENEMY_DIE, dice))
    }
}

/// Condition of fields of units that shoot.
const SHOOTS: &[When] = &[When { field: field!(Body, shoot_die), is: &["d4", "d6", "d8", "d10", "d12"] }];

impl Body {
    /// Type of the unit.
    pub fn kind(&self) -> TroopType {
        self.r#type
    }

    /// Stands left.
    pub fn stands(&self) -> i32 {
        self.stands.unwrap_or(self.kind().full_stands())
    }

    /// Range in squares; 0 for units that do not shoot.
    pub fn range(&self) -> f64 {
        self.weapon_range_squares.unwrap_or(0.0)
    }

    /// Chips for each stand that is lost or routs; 0 once they are paid for (R11). *Morale chips.*
    pub fn chips_per_stand(&self) -> i32 {
        i32::from(!self.chips_paid)
    }

    /// Steps of a disordered unit: one down.
    pub fn disorder_step(&self) -> i32 {
        -i32::from(self.state == State::Disordered)
    }

    /// Steps of a unit with the leader: two up.
    pub fn leader_steps(&self) -> i32 {
        2 * i32::from(self.leader_attached)
    }

    fn validate(&self) -> Result<(), Refusal> {
        let full = self.kind().full_stands();
        if self.shoot_die != DieOrNone::None {
            let range =
                self.weapon_range_squares.ok_or_else(|| Refusal::missing(field!(Body, weapon_range_squares)))?;
            bad_if(
                range == 0.0,
                field!(Body, weapon_range_squares),
                "A unit that shoots reaches further than its own square.",
            )?;
        }
        bad_if(
            self.stands() > full,
            field!(Body, stands),
            text!("A unit of this type has {n} {n|stand|stands} at most.", n = full),
        )?;
        bad_if(
            self.hits >= self.kind().hits_per_stand(self.stands()),
            field!(Body, hits),
            "With so many hits the stand is gone: take it off instead.",
        )?;
        bad_if(
            self.state == State::Routed && self.kind().is_block(),
            field!(Body, state),
            "A phalanx or a tercio never routs: it loses a stand instead.",
        )?;
        bad_if(self.swiss && self.kind() != TroopType::Phalanx, field!(Body, swiss), "Only a phalanx can be Swiss.")
    }
}
