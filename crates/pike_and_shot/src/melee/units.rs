//! A unit in melee.

use super::super::casualties::Victims;
use super::super::terms::{Ability, Bayonet, FIGURES_MAX, MoraleClass, TroopType, in_lots};
use super::super::unit::figures::Body;
use crate::facts::*;
use rules::prelude::*;

/// Numbers of figures by arm: pikes, muskets, and figures of other troops.
pub type ByArm = [i32; 3];
/// Index of pikes in [`ByArm`].
pub const PIKES: usize = 0;
/// Index of muskets in [`ByArm`].
pub const MUSKETS: usize = 1;
/// Index of other troops in [`ByArm`].
pub const OTHERS: usize = 2;

/// Reason why gunners take no part.
pub const GUNNERS: &str = "Gunners do not fight in melee: charged, they break.";

form! {
    /// A unit in melee.
    pub struct MeleeUnit {
        ..body: Body,
        troop_type: TroopType = unit(choice::<TroopType>()).label("Troops"),
        ranks: i32 = unit(of(RANKS)),
        front_pikes: Option<i32> = unit(of(FRONT_PIKES)).optional(),
        front_muskets: Option<i32> = unit(whole(0, FIGURES_MAX)).optional().label("Front rank muskets"),
        front_figures: Option<i32> = unit(of(FRONT_FIGURES)).optional(),
        fighting_ability: Ability = unit(of(ABILITY)),
        morale_class: MoraleClass = unit(choice::<MoraleClass>()).label("Morale class")
            .help("If it is not known yet, it is rolled before the melee."),
        /// Counters before this bound of the melee.
        counters: i32 = unit(of(COUNTERS)),
        charging: bool = unit(of(CHARGING))
            .help("It charged or counter-charged into contact this bound."),
        /// Number of the unit's bound in this melee, counted from 1.
        melee_bound: i32 = unit(of(MELEE_BOUND)).label("Bound of this melee")
            .help("1 in the bound of contact, then 2, 3…"),
        lance: bool = unit(of(LANCE)),
        fire_pistols: bool = choice_of(flag()).or(false).label("Fires pistols")
            .help("Instead of swords; they are empty afterwards.")
            .when(&[When { field: field!(MeleeUnit, troop_type), is: &["horse", "mounted_dragoons", "irregular_light_cavalry"] }]),
        pistols_loaded: bool = unit(of(PISTOLS_LOADED))
            .when(&[When { field: field!(MeleeUnit, fire_pistols), is: &["true"] }]),
        bayonet: Bayonet = unit(of(BAYONET)),
        plug_fixed: bool = choice_of(of(PLUG_FIXED))
            .when(&[When { field: field!(MeleeUnit, bayonet), is: &["plug"] }]),
        grenadiers: bool = unit(of(GRENADIERS)),
        general_with: bool = unit(of(GENERAL_WITH)),
        earlier_counters: i32 = unit(of(EARLIER_COUNTERS)).label("Counters earlier this bound").rare(),
        earlier_figures_lost: i32 = unit(of(EARLIER_FIGURES_LOST)).label("Figures lost earlier this bound").rare(),
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    }
    validate(MeleeUnit::validate)
}

impl MeleeUnit {
    fn validate(&self) -> Result<(), Refusal> {
        self.body.check(self.troop_type)?;
        self.validate_front()?;
        let no_plugs = self.plug_fixed && self.bayonet != Bayonet::Plug;
        bad_if(no_plugs, field!(MeleeUnit, plug_fixed), "Only plug bayonets are fixed in the muzzle.")?;
        // The rules come last among the checks of a unit, so that its first fault is reported before those of later units.
        self.permit()
    }

    /// Refuses a front rank with more figures than the unit.
    fn validate_front(&self) -> Result<(), Refusal> {
        let [pikes, muskets, others] = self.all();
        if self.troop_type == TroopType::Foot {
            bad_if(
                self.front_figures.is_some(),
                field!(MeleeUnit, front_figures),
                "The front of foot is given in pikes and muskets.",
            )?;
            bad_if(self.front_pikes > Some(pikes), field!(MeleeUnit, front_pikes), "There are not so many pikes.")?;
            bad_if(
                self.front_muskets > Some(muskets),
                field!(MeleeUnit, front_muskets),
                "There are not so many muskets.",
            )?;
            let nobody = self.front_rank().iter().sum::<i32>() == 0;
            return bad_if(nobody, field!(MeleeUnit, front_pikes), "At least one figure stands in the front rank.");
        }
        bad_if(self.front_pikes > Some(0), field!(MeleeUnit, front_pikes), "Only foot has pikes in front.")?;
        bad_if(self.front_muskets > Some(0), field!(MeleeUnit, front_muskets), "Only foot has muskets in front.")?;
        bad_if(
            self.front_figures > Some(others),
            field!(MeleeUnit, front_figures),
            "The front rank is part of the unit.",
        )
    }

    fn permit(&self) -> Result<(), Refusal> {
        let cavalry = self.is_cavalry();
        forbid_if(self.troop_type == TroopType::Artillery, field!(MeleeUnit, troop_type), GUNNERS)?;
        forbid_if(
            self.charging && self.melee_bound > 1,
            field!(MeleeUnit, charging),
            "A charge counts in the bound of contact only.",
        )?;
        let lancers = matches!(self.troop_type, TroopType::Horse | TroopType::IrregularLightCavalry);
        forbid_if(
            self.lance && !lancers,
            field!(MeleeUnit, lance),
            "Only horse and irregular light cavalry carry lances.",
        )?;
        forbid_if(
            self.fire_pistols && !cavalry,
            field!(MeleeUnit, fire_pistols),
            "Only horsemen fire pistols in melee.",
        )?;
        forbid_if(
            self.fire_pistols && self.charging,
            field!(MeleeUnit, fire_pistols),
            "A unit that charges does not fire pistols.",
        )?;
        forbid_if(
            self.fire_pistols && !self.pistols_loaded,
            field!(MeleeUnit, pistols_loaded),
            "The pistols are empty.",
        )
    }

    /// True if the unit is on horseback.
    pub fn is_cavalry(&self) -> bool {
        self.troop_type.is_cavalry()
    }

    /// All figures, by arm.
    pub fn all(&self) -> ByArm {
        let figures = &self.body.figures;
        [figures.pikes, figures.muskets, figures.figures.unwrap_or(0)]
    }

    /// Figures of the front rank, by arm.
    pub fn front_rank(&self) -> ByArm {
        let given = [self.front_pikes, self.front_muskets, self.front_figures];
        let all = self.all();
        std::array::from_fn(|arm| given[arm].unwrap_or_else(|| in_lots(all[arm], self.ranks)))
    }

    /// Figures that can fall.
    pub fn victims(&self) -> Victims {
        Victims::of(&self.body, self.troop_type, &self.own)
    }

    /// True if bayonets are fixed, so that muskets fight cavalry in smaller groups. *Appendix I, Musket with Bayonet.*
    pub fn bayonets_fixed(&self) -> bool {
        match self.bayonet {
            Bayonet::Ring => true,
            Bayonet::Plug => self.plug_fixed,
            Bayonet::None => false,
        }
    }
}
