//! Fire by horsemen: pistols, or bows. *Cavalry Firing; Appendix I, Bows.*

use super::super::bans::OUT_OF_BATTLE;
use super::super::casualties::HitCause;
use super::super::labels;
use super::super::target::{AXES, CHANCES, Target};
use super::super::terms::adjustable::{GROUP_SIZE, HITS};
use super::super::terms::{Ability, FirerKind, FiringGroup, Pistols, in_lots};
use super::super::terrain::names;
use super::bans::{OF_CAVALRY, OF_FIRE};
use super::{
    FIRE_TOGETHER, GroupsFired, HITS_ON, LineOfFire, Shooting, TARGET_FALLS, TARGET_SAVES, Volley, fill_fire,
    risk_general,
};
use crate::facts::*;
use crate::ids::{fields, procedures, roles};
use rules::prelude::*;

/// Fire by cavalry.
pub const CAVALRY_FIRE: Procedure = Procedure::of::<CavalryFire>(procedures::CAVALRY_FIRE, "Cavalry fire")
    .heading("Cavalry Firing; Testing to See if Figures are Lost; Appendix I, Bows")
    .about("Pistols within 2 inches, or bows from the saddle within 3.")
    .participants(&[
        Role::own(roles::FIRER, "Firer", "").fits(shoots_on_horseback),
        Role::enemy(roles::TARGET, "Target", fields::TARGET),
    ])
    .assumes(&[
        Assumption { path: field!(LineOfFire, range_in), value: Constant::Number(2.0), words: "at {n}″" },
        Assumption { path: field!(LineOfFire, target_terrain), value: Constant::Word("open"), words: "in the open" },
    ])
    .chances(CHANCES)
    .roll_label(labels::roll_label)
    .axes(AXES)
    .adjustable(&[HITS, GROUP_SIZE, TARGET_FALLS, TARGET_SAVES])
    .rulings(&["R1", "R4", "R15", "R20", "R23", "R24", "R26", "R41"])
    .grouping(FIRE_TOGETHER)
    .bans(&[&[OUT_OF_BATTLE], OF_CAVALRY, OF_FIRE])
    .fill(fill_fire)
    .names(names);

fn shoots_on_horseback(unit: &Facts) -> Result<(), Text> {
    let armed = unit.equals(KIND, FirerKind::Cavalry) && unit.knows(WEAPON);
    if armed { Ok(()) } else { Err("Only cavalry with pistols or bows fires like this.".into()) }
}

choices! {
    /// Weapon of horsemen.
    pub enum HorseWeapon {
        Pistol = "pistol" "Pistols",
        Bow = "bow" "Bows",
    }
}

impl HorseWeapon {
    /// Reach of the weapon in inches. *Cavalry Firing; Appendix I, Bows.*
    pub(super) fn reach_in(self) -> f64 {
        match self {
            HorseWeapon::Pistol => 2.0,
            HorseWeapon::Bow => 3.0,
        }
    }
}

form! {
    /// Cavalry that fires.
    pub struct CavalryVolley {
        ..line: LineOfFire,
        weapon: HorseWeapon = unit(choice::<HorseWeapon>()).label("Weapon"),
        figures: i32 = unit(of(FIGURES)),
        ranks: i32 = unit(of(RANKS)),
        front_figures: Option<i32> = unit(of(FRONT_FIGURES)).optional(),
        fighting_ability: Ability = unit(of(ABILITY)),
        counters: i32 = unit(of(COUNTERS)),
        moved_in: f64 = unit(of(MOVED_IN)).label("Moved")
            .help("Inches moved this bound: cavalry that fires moves up to 9."),
        charged: bool = unit(of(CHARGED)),
        pistols_loaded: bool = unit(of(PISTOLS_LOADED))
            .when(&[When { field: field!(CavalryVolley, weapon), is: &["pistol"] }]),
        in_front: bool = situation(flag()).or(true).label("Target in front").rare(),
    }
    validate(CavalryVolley::validate)
}

form! {
    /// Cavalry fires at a target.
    pub struct CavalryFire {
        ..volley: CavalryVolley,
        target: Target = situation(object::<Target>()),
    }
}

impl CavalryVolley {
    fn validate(&self) -> Result<(), Refusal> {
        let too_many = self.front_figures.is_some_and(|front| front > self.figures);
        bad_if(too_many, field!(CavalryVolley, front_figures), "The front rank is part of the unit.")
    }

    pub(super) fn permit(&self) -> Result<(), Refusal> {
        let weapons = match self.weapon {
            HorseWeapon::Pistol => "Pistols",
            HorseWeapon::Bow => "Bows on horseback",
        };
        forbid_if(!self.in_front, field!(CavalryVolley, in_front), "Troops fire to their front only.")?;
        self.line.permit(weapons, self.weapon.reach_in())
    }

    /// Figures that fire and their groups: two ranks with pistols, one with bows. *Cavalry Firing; Appendix I, Bows.*
    fn shooting(&self, dice: &mut Dice) -> Shooting {
        let front = self.front_figures.unwrap_or_else(|| in_lots(self.figures, self.ranks));
        let (figures, group) = match self.weapon {
            HorseWeapon::Pistol if self.ranks >= 2 => ((2 * front).min(self.figures), FiringGroup::PISTOLS),
            HorseWeapon::Pistol => (front, FiringGroup::PISTOLS),
            HorseWeapon::Bow => (front, FiringGroup::BOWS_ON_HORSEBACK),
        };
        Shooting::of(figures, group, (self.fighting_ability, self.counters), &self.line.own, dice)
    }

    pub(super) fn volley(&self, dice: &mut Dice) -> (Shooting, Volley) {
        let shooting = self.shooting(dice);
        let hits_on = self.line.hits_on(HITS_ON, dice);
        (shooting, Volley { dice: shooting.groups, hits_on, casualty_rules: self.line.casualty_rules(HitCause::Hand) })
    }

    /// True if this fire empties the unit's pistols. *Cavalry Firing.*
    pub(super) fn empties_pistols(&self) -> bool {
        self.weapon == HorseWeapon::Pistol
    }

    pub(super) fn mark_fired(&self, role: &'static str, index: usize, consequences: &mut ConsequencesBuilder) {
        consequences.put_nth(role, index, FIRED, true);
        if self.empties_pistols() {
            consequences.put_nth(role, index, PISTOLS, Pistols::Empty);
        }
    }
}

impl CavalryFire {
    /// Sentences on consequences that depend on no die.
    fn certain(&self) -> Vec<Text> {
        let empties = self.volley.empties_pistols();
        empties.then(|| "Its pistols are empty now.".into()).into_iter().collect()
    }
}

impl Rule for CavalryFire {
    type Outcome = GroupsFired;

    fn permit(&self) -> Result<(), Refusal> {
        self.volley.permit()
    }

    fn preview(&self) -> Preview {
        Preview::default().certain(self.certain()).dice_from(Shooting::in_words(|dice| self.volley.volley(dice).0))
    }

    fn play(&self, dice: &mut Dice) -> Result<GroupsFired, Halt> {
        let (shooting, volley) = self.volley.volley(dice);
        let victims = self.target.victims_of(dice);
        let harm = volley.strike(dice, &victims)?;
        Ok(GroupsFired::of(shooting, self.target.struck(harm)))
    }

    fn describe(&self, outcome: &GroupsFired, consequences: &mut ConsequencesBuilder) {
        outcome.describe(&self.target, consequences);
        consequences.say_all(self.certain());
        self.volley.mark_fired(roles::FIRER, 0, consequences);
    }

    fn aftermath(&self, scene: &Scene, outcome: &GroupsFired, consequences: &mut ConsequencesBuilder) {
        risk_general(scene, &outcome.struck, consequences);
    }
}
