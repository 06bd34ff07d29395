//! Fire by musketeers, or by bowmen on foot. *Infantry Firing.*

use super::super::bans::OUT_OF_BATTLE;
use super::super::casualties::{CasualtyRules, HitCause};
use super::super::labels;
use super::super::target::{AXES, CHANCES, Target};
use super::super::terms::adjustable::{GROUP_SIZE, HITS};
use super::super::terms::{Ability, Bayonet, FirerKind, FiringGroup};
use super::super::terrain::names;
use super::bans::{OF_FIRE, OF_INFANTRY};
use super::{
    FIRE_TOGETHER, GroupsFired, HITS_ON, LineOfFire, Shooting, TARGET_FALLS, TARGET_SAVES, Volley, fill_fire,
    has_muskets, risk_general,
};
use crate::facts::*;
use crate::ids::{fields, procedures, roles};
use rules::prelude::*;

/// Fire by infantry.
pub const INFANTRY_FIRE: Procedure = Procedure::of::<InfantryFire>(procedures::INFANTRY_FIRE, "Infantry fire")
    .heading("Infantry Firing; Testing to See if Figures are Lost; Appendix I")
    .about("Muskets, or bows on foot, at a target within 6 inches.")
    .participants(&[
        Role::own(roles::FIRER, "Firer", "").fits(shoots_on_foot),
        Role::enemy(roles::TARGET, "Target", fields::TARGET),
    ])
    .assumes(&[
        Assumption { path: field!(LineOfFire, range_in), value: Constant::Number(6.0), words: "at {n}″" },
        Assumption { path: field!(LineOfFire, target_terrain), value: Constant::Word("open"), words: "in the open" },
    ])
    .chances(CHANCES)
    .roll_label(labels::roll_label)
    .axes(AXES)
    .adjustable(&[HITS, GROUP_SIZE, TARGET_FALLS, TARGET_SAVES])
    .rulings(&["R1", "R4", "R15", "R20", "R23", "R24", "R25", "R26", "R41"])
    .grouping(FIRE_TOGETHER)
    .bans(&[&[OUT_OF_BATTLE], OF_INFANTRY, OF_FIRE])
    .fill(|scene, input| {
        if let Some(firer) = scene.facts(roles::FIRER) {
            let plugs = firer.equals(BAYONET, Bayonet::Plug) && firer.holds(PLUG_FIXED);
            suggest(input, PLUG_FIXED, plugs);
        }
        fill_fire(scene, input);
    })
    .names(names);

fn shoots_on_foot(unit: &Facts) -> Result<(), Text> {
    let armed = unit.equals(KIND, FirerKind::Infantry) && has_muskets(unit);
    if armed { Ok(()) } else { Err("Only foot with muskets or bows in its front rank fires like this.".into()) }
}

/// Range of a musket or of a bow on foot, in inches.
const REACH_IN: f64 = 6.0;
/// Grenadiers throw grenades at targets nearer than this, in inches. *Appendix I, Grenadiers.*
const GRENADES_BELOW_IN: f64 = 2.0;

/// Bands of range of infantry. Muskets hit equally well at any range; within grenade range, cover does not help.
pub(super) fn bands(grenadiers: bool) -> Vec<Band> {
    let sign = format!("< {GRENADES_BELOW_IN}");
    let label = text!("under {n}", n = GRENADES_BELOW_IN);
    let near = Band { label, sign, ..Band::up_to(GRENADES_BELOW_IN - 0.01) };
    grenadiers.then_some(near).into_iter().chain([Band::up_to(REACH_IN)]).collect()
}

choices! {
    /// Weapon of infantry; muskets and bows are alike. *Appendix I, Bows.*
    pub enum FootWeapon {
        Musket = "musket" "Muskets",
        Bow = "bow" "Bows",
    }
}

form! {
    /// Infantry that fires.
    pub struct InfantryVolley {
        ..line: LineOfFire,
        front_muskets: i32 = unit(of(FRONT_MUSKETS))
            .help("Figures of the front rank with musket or bow that bear on the target."),
        ranks: i32 = unit(of(RANKS)),
        weapon: FootWeapon = unit(choice::<FootWeapon>()).or_id("musket").label("Weapon"),
        fighting_ability: Ability = unit(of(ABILITY)),
        counters: i32 = unit(of(COUNTERS)),
        moved: bool = unit(of(MOVED)),
        in_front: bool = situation(flag()).or(true).label("Target in front").rare(),
        grenadiers: bool = unit(of(GRENADIERS)),
        bayonet: Bayonet = unit(of(BAYONET)),
        plug_fixed: bool = choice_of(of(PLUG_FIXED))
            .when(&[When { field: field!(InfantryVolley, bayonet), is: &["plug"] }]),
    }
    validate(InfantryVolley::validate)
}

form! {
    /// Infantry fires at a target.
    pub struct InfantryFire {
        ..volley: InfantryVolley,
        target: Target = situation(object::<Target>()),
    }
}

impl InfantryVolley {
    fn validate(&self) -> Result<(), Refusal> {
        let no_plugs = self.plug_fixed && self.bayonet != Bayonet::Plug;
        bad_if(no_plugs, field!(InfantryVolley, plug_fixed), "Only plug bayonets are fixed in the muzzle.")
    }

    pub(super) fn permit(&self) -> Result<(), Refusal> {
        forbid_if(!self.in_front, field!(InfantryVolley, in_front), "Troops fire to their front only.")?;
        let weapons = match self.weapon {
            FootWeapon::Musket => "Muskets",
            FootWeapon::Bow => "Bows on foot",
        };
        self.line.permit(weapons, REACH_IN)
    }

    /// Figures that fire and their groups. Only the front rank fires.
    fn shooting(&self, dice: &mut Dice) -> Shooting {
        let group = FiringGroup::of_infantry(self.ranks);
        Shooting::of(self.front_muskets, group, (self.fighting_ability, self.counters), &self.line.own, dice)
    }

    /// Cause of the hits. Cover does not help against grenades. *Appendix I, Grenadiers.*
    fn casualty_rules(&self) -> CasualtyRules {
        let grenades = self.grenadiers && self.line.range_in < GRENADES_BELOW_IN;
        let rules = self.line.casualty_rules(HitCause::Hand);
        CasualtyRules { saves: rules.saves && !grenades, ..rules }
    }

    pub(super) fn volley(&self, dice: &mut Dice) -> (Shooting, Volley) {
        let shooting = self.shooting(dice);
        let hits_on = self.line.hits_on(HITS_ON, dice);
        (shooting, Volley { dice: shooting.groups, hits_on, casualty_rules: self.casualty_rules() })
    }
}

impl Rule for InfantryFire {
    type Outcome = GroupsFired;

    fn permit(&self) -> Result<(), Refusal> {
        self.volley.permit()
    }

    fn preview(&self) -> Preview {
        Preview::default().dice_from(Shooting::in_words(|dice| self.volley.volley(dice).0))
    }

    fn play(&self, dice: &mut Dice) -> Result<GroupsFired, Halt> {
        let (shooting, volley) = self.volley.volley(dice);
        let victims = self.target.victims_of(dice);
        let harm = volley.strike(dice, &victims)?;
        Ok(GroupsFired::of(shooting, self.target.struck(harm)))
    }

    fn describe(&self, outcome: &GroupsFired, consequences: &mut ConsequencesBuilder) {
        outcome.describe(&self.target, consequences);
        consequences.put(roles::FIRER, FIRED, true);
    }

    fn aftermath(&self, scene: &Scene, outcome: &GroupsFired, consequences: &mut ConsequencesBuilder) {
        risk_general(scene, &outcome.struck, consequences);
    }
}
