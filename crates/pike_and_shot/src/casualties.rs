//! Casualties of a unit that is hit. *Testing to See if Figures are Lost; Firing Artillery.*

use super::terms::TroopType;
use super::terms::adjustable::{FALLS, SAVES};
use super::unit::figures::{Body, Figures};
use rules::prelude::*;

/// The least face that keeps a figure in cover.
const SAVED_ON: i32 = 4;
/// The least face with which artillery kills, regardless of armour.
const GUN_KILLS_ON: i32 = 6;

/// Figures of a unit that can fall, counted at the start of the procedure (R4).
#[derive(Clone, Copy, Debug, Default)]
pub struct Victims {
    /// Pikemen.
    pikes: i32,
    /// Musketeers of foot, or the figures of other troops.
    others: i32,
    foot: bool,
    pikes_fall_on: i32,
    others_fall_on: i32,
    gun_kills_on: i32,
    saved_on: i32,
}

/// Cause of a hit. *Testing to See if Figures are Lost.*
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HitCause {
    /// A shot from a musket, pistol or bow, or a blow in melee.
    Hand,
    /// A gun's shot.
    Gun,
}

/// Cause of the hits, and whether the target rolls for cover.
#[derive(Clone, Copy, Debug)]
pub struct CasualtyRules {
    /// Cause of the hits.
    pub cause: HitCause,
    /// True if cover lets the target roll to save figures.
    pub saves: bool,
}

/// Hits, and the figures lost to them, not yet limited to the figures that the unit has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Harm {
    /// Hits.
    pub hits: i32,
    /// Pikemen.
    pub pikes: i32,
    /// Musketeers, or figures of other troops.
    pub others: i32,
}

/// Figures lost, limited to the figures that the unit had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Losses {
    /// All figures lost.
    pub figures: i32,
    /// Pikemen among them.
    pub pikes: i32,
    /// Musketeers among them; 0 for troops other than foot.
    pub muskets: i32,
}

impl Tally for Harm {
    fn plus(&self, other: &Self) -> Self {
        Self { hits: self.hits + other.hits, pikes: self.pikes + other.pikes, others: self.others + other.others }
    }
}

impl Victims {
    /// Returns the figures of a unit, and the faces on which they fall after the players' own modifiers.
    pub fn of(body: &Body, troop_type: TroopType, own: &[Change]) -> Self {
        let harder = own.sum(FALLS);
        Self {
            pikes: body.figures.pikes,
            others: body.figures.others(),
            foot: troop_type == TroopType::Foot,
            pikes_fall_on: body.pike_armour.armour().falls_on() + harder,
            others_fall_on: body.armour.falls_on() + harder,
            gun_kills_on: GUN_KILLS_ON + harder,
            saved_on: SAVED_ON + own.sum(SAVES),
        }
    }

    /// Number of figures.
    pub fn total(&self) -> i32 {
        self.pikes + self.others
    }

    /// True for foot with both pikes and muskets. A roll then decides for each casualty if a pikeman or a musketeer falls.
    pub fn mixed(&self) -> bool {
        self.foot && self.pikes > 0 && self.others > 0
    }

    /// Rolls for the figures that fall to the hits of one attack. Returns the hits and the losses, not yet limited to the unit's figures.
    pub fn fall(&self, dice: &mut Dice, hits: i32, rules: CasualtyRules) -> Result<Harm, Halt> {
        let (pikes, others) = match rules.cause {
            _ if self.total() == 0 => (0, 0),
            HitCause::Gun => self.fall_to_a_gun(dice, hits, rules.saves)?,
            HitCause::Hand if self.mixed() => self.fall_mixed(dice, hits, rules.saves)?,
            HitCause::Hand => self.fall_alike(dice, hits, rules.saves)?,
        };
        Ok(Harm { hits, pikes, others })
    }

    /// Rolls for a mixed unit: pikemen or musketeers for each hit, then kills, then saves by cover. Returns the pikemen and the
    /// musketeers lost.
    fn fall_mixed(&self, dice: &mut Dice, hits: i32, saves: bool) -> Result<(i32, i32), Halt> {
        let pikes = self.identify(dice, hits)?;
        let pikes_killed = dice.hits("kill_pikes", 6, pikes, self.pikes_fall_on)?;
        let muskets_killed = dice.hits("kill_muskets", 6, hits - pikes, self.others_fall_on)?;
        if !saves {
            return Ok((pikes_killed, muskets_killed));
        }
        let pikes_saved = self.save(dice, "save_pikes", pikes_killed)?;
        let muskets_saved = self.save(dice, "save_muskets", muskets_killed)?;
        Ok((pikes_killed - pikes_saved, muskets_killed - muskets_saved))
    }

    /// Rolls for a unit of one kind of figures. Reports all losses as musketeers; [`lose`](Self::lose) moves them to the pikes of a unit
    /// without muskets.
    fn fall_alike(&self, dice: &mut Dice, hits: i32, saves: bool) -> Result<(i32, i32), Halt> {
        let falls_on = if self.pikes > 0 { self.pikes_fall_on } else { self.others_fall_on };
        Ok((0, self.kill(dice, hits, falls_on, saves)?))
    }

    /// Rolls for hits by a gun. A gun kills pikemen and musketeers on the same face, so only the figures lost are identified. Returns the
    /// pikemen lost, and the other figures lost. *Firing Artillery.*
    fn fall_to_a_gun(&self, dice: &mut Dice, hits: i32, saves: bool) -> Result<(i32, i32), Halt> {
        let lost = self.kill(dice, hits, self.gun_kills_on, saves)?;
        let pikes = if self.mixed() { self.identify(dice, lost)? } else { 0 };
        Ok((pikes, lost - pikes))
    }

    /// Number of pikemen among `count` casualties.
    fn identify(&self, dice: &mut Dice, count: i32) -> Result<i32, Halt> {
        let figures = Figures { pikes: self.pikes, muskets: self.others, figures: None };
        figures.identify(dice, count)
    }

    /// Rolls for kills, and for saves if the target is in cover. Returns the figures lost.
    fn kill(&self, dice: &mut Dice, hits: i32, falls_on: i32, saves: bool) -> Result<i32, Halt> {
        let killed = dice.hits("kill", 6, hits, falls_on)?;
        let saved = if saves { self.save(dice, "save", killed)? } else { 0 };
        Ok(killed - saved)
    }

    /// Rolls for `count` killed figures that cover may save. The owner of the target rolls. Returns the number of figures saved.
    fn save(&self, dice: &mut Dice, purpose: &str, count: i32) -> Result<i32, Halt> {
        dice.rolled_by(Whose::Enemy, |dice| dice.hits(purpose, 6, count, self.saved_on))
    }

    /// Figures lost, limited to the unit's figures. If more pikemen fall than there are, the surplus falls on the others, and the reverse
    /// (R4).
    pub fn lose(&self, harm: Harm) -> Losses {
        let too_many_pikes = (harm.pikes - self.pikes).max(0);
        let too_many_others = (harm.others - self.others).max(0);
        let pikes = (harm.pikes + too_many_others).min(self.pikes);
        let others = (harm.others + too_many_pikes).min(self.others);
        Losses { figures: pikes + others, pikes, muskets: if self.foot { others } else { 0 } }
    }
}

impl Figures {
    /// Rolls for the pikemen among `count` casualties of a mixed unit, and returns their number.
    ///
    /// # Errors
    /// The roll that is needed next, if its dice are missing.
    pub fn identify(&self, dice: &mut Dice, count: i32) -> Result<i32, Halt> {
        let last = self.pikeman_up_to();
        Ok(dice.sorted("identify", 6, count, 2, |face| usize::from(face > last))?[0])
    }
}
