//! Attacks of a melee: the figures that fight, in groups.

use super::super::terms::adjustable::{GROUP_SIZE, HITS};
use super::super::terms::{FiringGroup, TroopType, groups};
use super::contacts::Contact;
use super::units::{ByArm, MUSKETS, MeleeUnit, OTHERS, PIKES};
use super::{ChargingBonus, HalfRank, IrregularHalfRank, Melee, Outnumbered, PistolsInMelee, UnitRef};
use rules::number::count;
use rules::prelude::*;

choices! {
    /// Arms of a fighting group.
    pub enum Arms {
        Pikes = "pikes" "Pikes",
        Muskets = "muskets" "Muskets",
        Halberds = "halberds" "Halberds",
        Horse = "horse" "Horse",
        MountedDragoons = "mounted_dragoons" "Mounted dragoons",
        IrregularLightCavalry = "irregular_light_cavalry" "Irregular light cavalry",
        Pistols = "pistols" "Pistols",
    }
}

/// Attacks of all units of a melee in this bound.
#[derive(Clone, Debug)]
pub struct Plan {
    /// All attacks, in the order in which their dice are rolled.
    pub attacks: Vec<Attack>,
    /// Modifiers of the group size of each attacking unit, side a first. `charging` counts if any attack of the unit has it.
    pub modifiers: Vec<(UnitRef, Modifiers)>,
}

/// Modifiers of the size of a unit's groups, in the order of the table.
pub type Modifiers = [(&'static str, i32); 4];

/// Attack of one unit in one contact.
#[derive(Clone, Debug)]
pub struct Attack {
    /// Attacker.
    pub by: UnitRef,
    /// Target.
    pub on: UnitRef,
    /// True if the attack is against a flank or a rear.
    pub on_flank_or_rear: bool,
    /// True if the attacker gets the bonus for charging: its groups are smaller (R40). *Melee.*
    pub charging: bool,
    /// True if the target rolls for cover: it is in cover in this contact, and the attackers have no grenades. *Appendix I, Grenadiers.*
    pub saves: bool,
    /// Groups, by arms.
    pub lines: Vec<Line>,
}

/// The groups of an attack that fight with the same arms.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// Arms.
    pub arms: Arms,
    /// Figures.
    pub figures: i32,
    /// Number of figures that roll one die together.
    pub size: i32,
    /// Number of groups, which is the number of dice.
    pub groups: i32,
}

impl Arms {
    /// The least face that hits: 4 for pistols, 5 for all other arms. *Melee; Cavalry Firing.*
    pub fn hits_on(self) -> i32 {
        if self == Arms::Pistols { 4 } else { 5 }
    }
}

impl Attack {
    /// Number of groups, which is the number of dice.
    pub fn groups(&self) -> i32 {
        self.lines.iter().map(|line| line.groups).sum()
    }

    /// The least face that hits, changed by the attacker's own modifiers. All lines of an attack share it.
    pub fn hits_on(&self, melee: &Melee) -> i32 {
        self.lines.first().map_or(5, |line| line.arms.hits_on()) + melee.unit(self.by).own.sum(HITS)
    }
}

impl Plan {
    /// Returns the attacks of all units of a melee in this bound.
    pub fn of(melee: &Melee) -> Self {
        let mut fronts = fronts(melee);
        if melee.rulings.r8_outnumbered == Outnumbered::LimitAndLose {
            leave_out_surplus(melee, &mut fronts);
        }
        let attacks = with_ranks_behind(melee, &fronts);
        let attacking = melee.unit_refs().filter(|unit_ref| attacks.iter().any(|attack| attack.by == *unit_ref));
        let charges = |unit_ref| attacks.iter().any(|attack| attack.by == unit_ref && attack.charging);
        let modifiers =
            attacking.map(|unit_ref| (unit_ref, modifiers(melee.unit(unit_ref), charges(unit_ref)))).collect();
        Self { attacks, modifiers }
    }

    /// Records the modifiers of group sizes, then the players' own modifiers of all units.
    pub fn record(&self, melee: &Melee, dice: &mut Dice) {
        for (unit_ref, modifiers) in &self.modifiers {
            dice.prefixed(format_args!("{unit_ref}_"), |dice| {
                modifiers.iter().for_each(|(id, value)| {
                    dice.modify(id, *value);
                });
            });
        }
        for unit_ref in melee.unit_refs() {
            dice.prefixed(format_args!("{unit_ref}_"), |dice| melee.unit(unit_ref).own.record(dice));
        }
    }

    /// Attacks on a unit.
    pub fn on(&self, unit_ref: UnitRef) -> impl Iterator<Item = &Attack> {
        self.attacks.iter().filter(move |attack| attack.on == unit_ref)
    }

    /// Number of dice that a unit rolls.
    pub fn dice_by(&self, unit_ref: UnitRef) -> i32 {
        self.attacks.iter().filter(|attack| attack.by == unit_ref).map(Attack::groups).sum()
    }

    /// Number of dice rolled at a unit.
    pub fn dice_on(&self, unit_ref: UnitRef) -> i32 {
        self.on(unit_ref).map(Attack::groups).sum()
    }

    /// Groups that attack a unit's flank or rear. Each gives a counter, by default even without a hit (R12). *Melee.*
    pub fn groups_on_flank_or_rear(&self, unit_ref: UnitRef) -> i32 {
        self.on(unit_ref).filter(|attack| attack.on_flank_or_rear).map(Attack::groups).sum()
    }
}

/// An attack, with its front-rank figures only.
struct Front {
    attack: Attack,
    figures: ByArm,
}

/// Divides the front-rank figures of each unit among its attacks, as the owner chose, or else equally. The earliest attacks get the
/// remainder (R14). *Melee.*
fn fronts(melee: &Melee) -> Vec<Front> {
    let mut fronts: Vec<Front> = Vec::new();
    for contact in melee.contacts() {
        for side in Side::BOTH.into_iter().filter(|&side| contact.fights(side)) {
            let by = contact.unit_ref(side);
            let on = contact.unit_ref(side.other());
            let nth: u32 = fronts.iter().filter(|front| front.attack.by == by).map(|_| 1).sum();
            let figures = contact.share(side).unwrap_or_else(|| equal_share(melee, by, nth));
            let saves = contact.cover(side.other()) && !melee.unit(by).grenadiers;
            let on_flank_or_rear = contact.on_flank_or_rear();
            let charging = charges(melee, by, contact);
            let attack = Attack { by, on, on_flank_or_rear, charging, saves, lines: Vec::new() };
            fronts.push(Front { attack, figures });
        }
    }
    fronts
}

/// True if cavalry gets the bonus for charging in this contact: by default only against the enemy that it charges, counter-charges or ran
/// into. Players may choose all enemies (R40). *Melee.*
fn charges(melee: &Melee, by: UnitRef, contact: &Contact) -> bool {
    let unit = melee.unit(by);
    let all = melee.rulings.r40_charging_bonus == ChargingBonus::AllGroups;
    unit.charging && unit.is_cavalry() && (all || contact.charges(by.side))
}

/// Share of a unit's front rank for its attack number `nth`, counted from 0.
fn equal_share(melee: &Melee, by: UnitRef, nth: u32) -> ByArm {
    let fights = melee.contacts().iter().filter(|contact| contact.unit_ref(by.side) == by && contact.fights(by.side));
    let attacks: i32 = fights.map(|_| 1).sum();
    melee.unit(by).front_rank().map(|figures| figures / attacks + i32::from(nth < count(figures % attacks)))
}

/// Limits the front-rank figures against a unit to three times its own front rank. Leaves out the surplus, from the last attack backwards,
/// and muskets before pikes (R8). *Melee.*
fn leave_out_surplus(melee: &Melee, fronts: &mut [Front]) {
    for unit_ref in melee.unit_refs() {
        let most = 3 * melee.unit(unit_ref).front_rank().iter().sum::<i32>();
        let attackers = fronts.iter().filter(|front| front.attack.on == unit_ref);
        let mut surplus = attackers.map(|front| front.figures.iter().sum::<i32>()).sum::<i32>() - most;
        for front in fronts.iter_mut().rev().filter(|front| front.attack.on == unit_ref) {
            for arm in [MUSKETS, PIKES, OTHERS] {
                let left_out = surplus.clamp(0, front.figures[arm]);
                front.figures[arm] -= left_out;
                surplus -= left_out;
            }
        }
    }
}

/// Returns the attacks, with the figures that fight from behind the front rank. If there are too few of them, the earlier attacks get them.
fn with_ranks_behind(melee: &Melee, fronts: &[Front]) -> Vec<Attack> {
    let mut attacks: Vec<Attack> = Vec::with_capacity(fronts.len());
    for (index, front) in fronts.iter().enumerate() {
        let unit = melee.unit(front.attack.by);
        let earlier = fronts[..index].iter().filter(|other| other.attack.by == front.attack.by);
        let used = earlier.map(|other| wanted_behind(melee, other)).sum::<i32>();
        let behind = (behind_front(unit) - used).clamp(0, wanted_behind(melee, front));
        attacks.push(Attack { lines: lines(melee, front, behind), ..front.attack.clone() });
    }
    attacks
}

/// Index in [`ByArm`] of the figures that can fight from behind the front rank.
fn reaching_arm(unit: &MeleeUnit) -> usize {
    if unit.troop_type == TroopType::Foot { PIKES } else { OTHERS }
}

/// Number of figures behind the front rank that are of the arm in [`reaching_arm`].
fn behind_front(unit: &MeleeUnit) -> i32 {
    let arm = reaching_arm(unit);
    unit.all()[arm] - unit.front_rank()[arm]
}

/// Number of figures that would fight from behind this front, if the unit had enough.
fn wanted_behind(melee: &Melee, front: &Front) -> i32 {
    let unit = melee.unit(front.attack.by);
    let in_front = front.figures[reaching_arm(unit)];
    let half = match melee.rulings.r9_half_rank {
        HalfRank::Up => |count: i32| (count + 1) / 2,
        HalfRank::Down => |count: i32| count / 2,
    };
    if fires_in_groups(melee, unit) {
        // Two ranks fire pistols. *Cavalry Firing* (R7).
        return if unit.ranks >= 2 { in_front } else { 0 };
    }
    match unit.troop_type {
        // One and a half ranks of pikes fight behind the first. *Melee.*
        TroopType::Foot => half(3 * in_front),
        // Half a rank of cavalry fights behind the first against cavalry, from the second bound on. *Melee.*
        _ if has_half_rank_more(melee, unit) => {
            let gets_half_rank = unit.melee_bound >= 2 && melee.unit(front.attack.on).is_cavalry();
            if gets_half_rank { half(in_front) } else { 0 }
        }
        _ => 0,
    }
}

/// True for troops that can fight with an extra half rank: Horse, mounted dragoons, and irregulars if players choose so (R6). *Melee;
/// Irregular Light Cavalry.*
fn has_half_rank_more(melee: &Melee, unit: &MeleeUnit) -> bool {
    match unit.troop_type {
        TroopType::Horse | TroopType::MountedDragoons => true,
        TroopType::IrregularLightCavalry => melee.rulings.r6_irregular_half_rank == IrregularHalfRank::AllCavalry,
        _ => false,
    }
}

/// True if a unit fires pistols in this melee, in groups of the size for fire (R7).
fn fires_in_groups(melee: &Melee, unit: &MeleeUnit) -> bool {
    unit.fire_pistols && melee.rulings.r7_pistols_in_melee == PistolsInMelee::FiringGroup
}

fn lines(melee: &Melee, front: &Front, behind: i32) -> Vec<Line> {
    let unit = melee.unit(front.attack.by);
    let mut figures = front.figures;
    figures[reaching_arm(unit)] += behind;
    let fighting = figures.iter().enumerate().filter(|(_, figures)| **figures > 0);
    let modified =
        modifiers(unit, front.attack.charging).iter().map(|(_, value)| value).sum::<i32>() + unit.own.sum(GROUP_SIZE);
    fighting
        .map(|(arm, &figures)| {
            let base = base_size(melee, unit, arm, melee.unit(front.attack.on).is_cavalry());
            let size = (base + modified).max(1);
            Line { arms: arms(unit, arm), figures, size, groups: groups(figures, size) }
        })
        .collect()
}

/// Arms with which the figures at this index in [`ByArm`] fight.
fn arms(unit: &MeleeUnit, arm: usize) -> Arms {
    match (unit.troop_type, arm) {
        _ if unit.fire_pistols => Arms::Pistols,
        (TroopType::Foot, PIKES) => Arms::Pikes,
        (TroopType::Foot, _) => Arms::Muskets,
        (TroopType::Horse, _) => Arms::Horse,
        (TroopType::MountedDragoons, _) => Arms::MountedDragoons,
        (TroopType::IrregularLightCavalry, _) => Arms::IrregularLightCavalry,
        (TroopType::Halberds | TroopType::Artillery, _) => Arms::Halberds,
    }
}

/// Group size before modifiers, from the table of fighting groups. *Melee; Appendix I.*
fn base_size(melee: &Melee, unit: &MeleeUnit, arm: usize, on_cavalry: bool) -> i32 {
    let (on_horsemen, on_infantry) = match (unit.troop_type, arm) {
        _ if fires_in_groups(melee, unit) => return FiringGroup::PISTOLS.base(),
        (TroopType::Foot, PIKES) => (2, 6),
        (TroopType::Foot, _) if unit.bayonets_fixed() => (6, 4),
        (TroopType::Foot, _) => (7, 4),
        (TroopType::Halberds | TroopType::Artillery, _) => (5, 4),
        (TroopType::Horse, _) => (4, 3),
        (TroopType::MountedDragoons, _) => (6, 4),
        (TroopType::IrregularLightCavalry, _) => (5, 4),
    };
    if on_cavalry { on_horsemen } else { on_infantry }
}

/// Modifiers of a unit's group size. *Melee; Appendix I, Lancers.*
fn modifiers(unit: &MeleeUnit, charging: bool) -> Modifiers {
    let lance = unit.lance && unit.melee_bound == 1 && !unit.fire_pistols;
    [
        ("counters", unit.counters / 2),
        unit.fighting_ability.group_modifier(),
        ("charging", if charging { -1 } else { 0 }),
        ("lance", if lance { -1 } else { 0 }),
    ]
}
