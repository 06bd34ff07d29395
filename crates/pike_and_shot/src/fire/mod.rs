//! Fire: by infantry, by cavalry, by a gun, and by several together.

pub mod artillery;
mod bans;
pub mod casualty_test;
pub mod cavalry;
pub mod combined;
pub mod infantry;

use super::casualties::{CasualtyRules, Harm, HitCause, Victims};
use super::effects;
use super::effects::GeneralHelp;
use super::relations::{chargers, generals_with};
use super::target::{Cover, Struck, Target};
use super::terms::adjustable::{FALLS, GROUP_SIZE, HITS, SAVES};
use super::terms::{Ability, AgreedCover, FiringGroup, Response, groups, inches};
use super::terrain::{AGREED, NAME_MAX, NAMES, agreed};
use crate::facts::*;
use crate::ids::{fields, phases, roles};
use cavalry::HorseWeapon;
use combined::CombinedFire;
use rules::input::part;
use rules::prelude::*;

/// The least face with which a group of musketeers, bowmen or horsemen hits.
const HITS_ON: i32 = 5;
/// Limit of sight and of fire in woods and towns, in inches. *Woods Towns and Villages.*
const SIGHT_IN_WOODS_IN: f64 = 3.0;

const RANGE_IN: Fact<f64> = fact!("range_in");
const HORSE_WEAPON: Fact<HorseWeapon> = fact!("weapon");

form! {
    /// Line of fire from the firer to the target.
    pub struct LineOfFire {
        /// Range, in inches.
        range_in: f64 = situation(inches()).label("Range").bands(bands)
            .help("Inches from the firer to the target."),
        overhead: bool = situation(flag()).or(false).label("Overhead").help("Other troops stand between.").rare(),
        /// Inches of the line of fire in woods or a town.
        woods_or_town_in: f64 = situation(inches()).or(0.0).label("Through woods or town")
            .help("Inches of the line of fire inside woods or a town.").rare(),
        target_terrain: Cover = situation(choice::<Cover>()).or_id("open").label("Target stands"),
        /// True if the target stands in ground on which the players agreed before the battle, or the line of fire
        /// crosses it.
        agreed_ground: bool = situation(flag()).or(false).label("Ground that players agreed on").rare()
            .help("The target stands in it, or the line of fire crosses it."),
        /// Name of that ground. It may be left out if players agreed on one kind.
        ground: Option<String> = situation(text(NAME_MAX)).or_null().names(NAMES).label("Which ground").rare().when(AGREED),
        target_in_ground: bool = situation(flag()).or(true).label("Target stands in that ground").rare()
            .when(AGREED),
        /// Inches of the line of fire in that ground.
        agreed_ground_in: f64 = situation(inches()).or(0.0).label("Through that ground").rare()
            .when(AGREED)
            .help("Inches of the line of fire inside it."),
        agreed_cover: AgreedCover = unit(choice::<AgreedCover>()).or_id("none").label("Agreed: cover").when(AGREED),
        /// Longest line of fire through that ground, in inches; 0 if there is no limit.
        agreed_sight_in: f64 = unit(inches()).or(0.0).label("Agreed: inches of sight and fire").when(AGREED),
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    }
}

/// Field of the ruling R41. It is a setting of a battle, so requests do not have it.
pub const FIRE_OF_SEVERAL: &str = "r41_fire";

/// Group acts of fire, with foot, horse and guns in one list. The firers are resolved one after the other, unless players choose that all
/// fire at the same moment (R41).
const FIRE_TOGETHER: Grouping = Grouping::in_turn()
    .at_once_under(FIRE_OF_SEVERAL, "at_once")
    .family("Fire")
    .proposes(|table, _, _| has_targets(table));

/// True outside the phase of charge fire, and in it if any unit has charged. *Move Sequence 3.*
fn has_targets(table: &Table) -> bool {
    table.phase != phases::CHARGE_FIRE || table.units.iter().any(|unit| has_charged(&unit.facts))
}

/// Numbers of the target that players' own modifiers can change.
const TARGET_FALLS: Adjustable = FALLS.at(fields::TARGET);
const TARGET_SAVES: Adjustable = SAVES.at(fields::TARGET);

/// Bands of range for the input of a firer: infantry, cavalry or a gun.
fn bands(_: &Input, firer: &Input) -> Vec<Band> {
    if let Some(gun) = answer(firer, GUN) {
        return Band::each_up_to(gun.bands_in().to_vec());
    }
    // Bows on horseback reach half as far as bows on foot. The inputs of foot and horse both have ranks, but only that of horse has figures.
    // (Appendix I, Bows)
    let has_ranks = answer(firer, RANKS).or_else(|| answer(firer, FRONT_MUSKETS)).is_some();
    let on_foot = has_ranks && answer(firer, FIGURES).is_none();
    match answer(firer, HORSE_WEAPON).filter(|_| !on_foot) {
        Some(weapon) => vec![Band::up_to(weapon.reach_in())],
        None => infantry::bands(answer(firer, GRENADIERS) == Some(true)),
    }
}

impl LineOfFire {
    /// The least face that hits: the face that the rules give, changed by the players' own modifiers.
    fn hits_on(&self, usual: i32, dice: &mut Dice) -> i32 {
        usual + self.own.on(HITS, dice)
    }

    /// Refuses fire that is out of range, over friends' heads, or too deep in woods or town.
    fn permit(&self, weapons: &'static str, reach_in: f64) -> Result<(), Refusal> {
        let reach = text!("{weapons} reach {n} {n|inch|inches}.", weapons = weapons, n = reach_in);
        forbid_if(self.range_in > reach_in, field!(LineOfFire, range_in), reach)?;
        forbid_if(self.overhead, field!(LineOfFire, overhead), "Nobody fires over the heads of others.")?;
        forbid_if(
            self.woods_or_town_in > SIGHT_IN_WOODS_IN,
            field!(LineOfFire, woods_or_town_in),
            "In woods and towns nobody sees, or shoots, farther than 3 inches.",
        )?;
        self.permit_agreed_ground()
    }

    /// Refuses fire through more inches of agreed ground than the players agreed. *Other Terrain.*
    fn permit_agreed_ground(&self) -> Result<(), Refusal> {
        let ends = self.agreed_ground && self.agreed_sight_in > 0.0 && self.agreed_ground_in > self.agreed_sight_in;
        let farther = text!(
            "The players agreed that nobody sees, or shoots, farther than {n} {n|inch|inches} in this ground.",
            n = self.agreed_sight_in
        );
        forbid_if(ends, field!(LineOfFire, agreed_ground_in), farther)
    }

    /// True if the agreed ground lets the target roll for cover. *Terrain; Other Terrain.*
    fn saves_by_agreement(&self, cause: HitCause) -> bool {
        let cover = match self.agreed_cover {
            AgreedCover::None => Cover::Open,
            AgreedCover::Soft => Cover::OtherSoft,
            AgreedCover::Hard => Cover::OtherHard,
        };
        self.agreed_ground && self.target_in_ground && cover.saves(cause)
    }

    /// Cause of the hits along this line of fire, and whether the target rolls for cover.
    fn casualty_rules(&self, cause: HitCause) -> CasualtyRules {
        CasualtyRules { cause, saves: self.target_terrain.saves(cause) || self.saves_by_agreement(cause) }
    }
}

/// Figures that fire, and the groups that roll one die each.
#[derive(Clone, Copy, Debug)]
struct Shooting {
    figures: i32,
    size: i32,
    groups: i32,
}

impl Shooting {
    /// Groups the figures by the rule of the weapon and the players' own modifiers.
    fn of(
        figures: i32,
        group: FiringGroup,
        (ability, counters): (Ability, i32),
        own: &[Change],
        dice: &mut Dice,
    ) -> Self {
        let [ability, counters] = group.modifiers(ability, counters).map(|(id, value)| dice.modify(id, value));
        let size = group.with([ability, counters, own.on(GROUP_SIZE, dice)]);
        Self { figures, size, groups: groups(figures, size) }
    }

    /// The division that gives the number of dice, in words: `8 figures ÷ 4`.
    fn in_words(shooting: impl FnOnce(&mut Dice) -> Self) -> Option<Text> {
        let shooting = rules::dice::play(&[], |dice| Ok(shooting(dice))).result.ok();
        shooting.map(|shooting| {
            text!("{figures} {figures|figure|figures} ÷ {size}", figures = shooting.figures, size = shooting.size)
        })
    }
}

outcome! {
    /// Result of one unit's fire. *Infantry Firing; Cavalry Firing.*
    pub struct GroupsFired {
        /// Figures in the ranks that fire.
        pub firing_figures: i32,
        /// Number of figures that roll one die together.
        pub group_size: i32,
        /// Number of dice: one for each group. A remainder of more than half a group rolls one more.
        pub groups: i32,
        ..
        /// Result for the target.
        struck: Struck,
    }
}

impl GroupsFired {
    fn of(shooting: Shooting, struck: Struck) -> Self {
        Self { firing_figures: shooting.figures, group_size: shooting.size, groups: shooting.groups, struck }
    }

    /// Describes the result for the target, and the dice that caused it.
    fn describe(&self, target: &Target, consequences: &mut ConsequencesBuilder) {
        self.struck.describe(target, consequences);
        consequences.say(text!(
            "{figures} {figures|figure|figures} in groups of {size}: {dice} {dice|die|dice}.",
            figures = self.firing_figures,
            size = self.group_size,
            dice = self.groups
        ));
    }
}

/// Dice that are rolled at a target.
#[derive(Clone, Copy, Debug)]
struct Volley {
    dice: i32,
    hits_on: i32,
    casualty_rules: CasualtyRules,
}

impl Volley {
    /// Rolls to hit, and for the figures that fall.
    fn strike(&self, dice: &mut Dice, victims: &Victims) -> Result<Harm, Halt> {
        dice.repeat(self.dice, |dice, count| {
            let hits = dice.hits("hit", 6, count, self.hits_on)?;
            victims.fall(dice, hits, self.casualty_rules)
        })
    }
}

/// True of foot with muskets or bows in its front rank.
fn has_muskets(unit: &Facts) -> bool {
    unit.value(FRONT_MUSKETS).is_some_and(|muskets| muskets > 0)
}

/// Fills in a general with the target, and the effects of agreed ground. For a firer that stands against the target's charge, also fills in
/// range 0 (R24).
fn fill_fire(scene: &Scene, input: &mut Input) {
    if effects::general_with(scene, roles::TARGET) != GeneralHelp::None
        && let Some(target) = part(input, fields::TARGET)
    {
        put(target, GENERAL_WITH, true);
    }
    if scene.id(roles::FIRER).is_some() {
        fill_agreed_ground(scene, input);
    }
    members(input, field!(CombinedFire, firers)).for_each(|firer| fill_agreed_ground(scene, firer));
    if scene.id(roles::FIRER).is_some_and(|firer| stands_against(scene, firer)) {
        suggest(input, RANGE_IN, 0.0);
    }
    for (firer, unit) in members(input, field!(CombinedFire, firers)).zip(scene.units(roles::FIRERS)) {
        if stands_against(scene, &unit.id) {
            suggest(firer, RANGE_IN, 0.0);
        }
    }
}

const AGREED_COVER: Fact<AgreedCover> = fact!("agreed_cover");
const AGREED_SIGHT_IN: Fact<f64> = fact!("agreed_sight_in");

/// Fills in the effects of the agreed ground on a line of fire.
fn fill_agreed_ground(scene: &Scene, line: &mut Input) {
    if let Some(ground) = agreed(scene, line) {
        put(line, AGREED_COVER, ground.cover);
        put(line, AGREED_SIGHT_IN, ground.sight_in);
    }
}

/// True if it is the phase of charge fire, and the firer stands against a charge of the target.
fn stands_against(scene: &Scene, firer: &str) -> bool {
    let table = &scene.table;
    let stands = table.unit(firer).is_some_and(|unit| unit.facts.equals(RESPONSE, Response::Stand));
    let charges = |target: &str| chargers(table, firer).any(|charger| charger.id == target);
    table.phase == phases::CHARGE_FIRE && stands && scene.id(roles::TARGET).is_some_and(charges)
}

/// Marks the general who was hit, or the generals with the unit that was hit, as at risk. A casualty roll then becomes due. *Generals.*
fn risk_general(scene: &Scene, struck: &Struck, consequences: &mut ConsequencesBuilder) {
    let due = struck.general_test_due;
    let Some(target) = scene.unit(roles::TARGET).filter(|_| due) else { return };
    let at_risk = if is_general(&target.facts) { vec![target] } else { generals_with(&scene.table, target) };
    for general in at_risk {
        consequences.put_on(general.id.as_str(), AT_RISK, true);
    }
}
