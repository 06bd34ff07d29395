//! The profile: a unit as a roster enters it.

use super::super::terms::{
    Ability, Arm, Armour, Bayonet, FIGURES_MAX, Formation, Gun, Missile, PikeArmour, RosterClass,
};
use crate::facts::*;
use rules::prelude::*;
use rules::ruleset::UNIT_NAME_MAX;
use serde_json::Value as Json;

/// Condition for foot, which is counted in pikes and muskets.
pub(super) const FOOT: &[When] = &[When { field: field!(Unit, troop_type), is: &["foot"] }];
/// Condition for units that count figures of one kind.
pub(super) const BY_FIGURES: &[When] = &[When {
    field: field!(Unit, troop_type),
    is: &["halberds", "horse", "dragoons", "irregular_light_cavalry", "artillery"],
}];
const ARMOURED: &[When] =
    &[When { field: field!(Unit, troop_type), is: &["halberds", "horse", "irregular_light_cavalry", "artillery"] }];
/// Condition for units that take counters: all but generals.
pub(super) const UNITS: &[When] = &[When {
    field: field!(Unit, troop_type),
    is: &["foot", "halberds", "horse", "dragoons", "irregular_light_cavalry", "artillery"],
}];
/// Condition for troops that fight hand to hand: not gunners, who break instead. *Melee.*
pub(super) const FIGHTERS: &[When] = &[When {
    field: field!(Unit, troop_type),
    is: &["foot", "halberds", "horse", "dragoons", "irregular_light_cavalry"],
}];
const CAVALRY: &[When] =
    &[When { field: field!(Unit, troop_type), is: &["horse", "dragoons", "irregular_light_cavalry"] }];
const HORSE: &[When] = &[When { field: field!(Unit, troop_type), is: &["horse", "irregular_light_cavalry"] }];
/// Condition for guns.
pub(super) const GUNS: &[When] = &[When { field: field!(Unit, troop_type), is: &["artillery"] }];
/// Condition for units that can be mounted or on foot: dragoons and generals.
pub(super) const RIDERS: &[When] = &[When { field: field!(Unit, troop_type), is: &["dragoons", "general"] }];

form! {
    /// A unit, a gun or a general of a roster. *Classification of Troops; Formations and Sub-units; Armour and
    /// Organization; Artillery; Generals; Appendix I.*
    pub struct Unit {
        name: String = unit(text(UNIT_NAME_MAX)).label("Name"),
        troop_type: Arm = unit(of(ARM))
            .help("A regiment, one gun with its crew, or a general. Cuirassiers and lancers are horse; bowmen on foot are foot."),
        pikes: i32 = unit(of(PIKES)).when(FOOT)
            .help("Figures with a pike: about 25 men each. Officers, drummers and ensigns come later."),
        muskets: i32 = unit(of(MUSKETS)).when(FOOT)
            .help("Figures with a musket or a bow. Twice as many as pikes was thought best; as many as pikes was common."),
        command: i32 = unit(of(COMMAND)).when(FOOT)
            .help("Officers, drummers and ensigns. You decide whether each counts as a pike or as a musket."),
        command_as_pikes: i32 = unit(of(COMMAND_AS_PIKES)).label("Command counted as pikes").when(FOOT)
            .help("The other command figures count as muskets. This holds for the whole battle."),
        /// All figures of a unit that is not foot; the crew of a gun.
        figures: Option<i32> = unit(of(FIGURES)).optional().when(BY_FIGURES)
            .help("Command figures included. Of a gun, its crew: 2 serve a light gun, 3 a medium one, 4 a heavy one."),
        pike_armour: PikeArmour = unit(of(PIKE_ARMOUR)).when(FOOT)
            .help("Partly armoured: back and breast, helmet, perhaps tassets. Musketeers wear no armour."),
        armour: Option<Armour> = unit(of(ARMOUR)).optional().when(ARMOURED).usual(usual_armour)
            .help("Horse are partly armoured unless you say otherwise, others unarmoured. Cuirassiers are fully armoured."),
        fighting_ability: Ability = unit(of(ABILITY)).when(UNITS)
            .help("Veterans fight and fire in smaller groups, so with more dice; raw troops in larger ones."),
        morale_class: RosterClass = unit(of(CLASS)).when(UNITS)
            .help("Counters that break it: 8 if good, 6 average, 4 poor, 2 nervous. Otherwise roll when it first matters."),
        formation: Formation = unit(of(FORMATION)).when(FIGHTERS)
            .help("Ranks of figures. Open order: 1 rank of infantry or dragoons. Swedish: infantry 2, cavalry 1. Dutch: infantry 3, cavalry 2. Deep: 4."),
        missile: Missile = unit(of(MISSILE)).when(FOOT).rare()
            .help("Bows on foot count as muskets in everything."),
        pistols: Option<bool> = unit(of(HAS_PISTOLS)).optional().when(CAVALRY).usual(usual_pistols)
            .help("Horse have pistols unless you say otherwise; other mounted troops have none."),
        bows: bool = unit(of(BOWS)).when(HORSE).rare()
            .help("They shoot from the saddle, one rank, up to 3 inches."),
        lance: bool = unit(of(LANCE)).when(HORSE).rare()
            .help("They help in the first bound of a melee."),
        bayonet: Bayonet = unit(of(BAYONET)).when(FOOT).rare()
            .help("Plug bayonets stop the muskets while they are fixed; ring bayonets do not."),
        grenadiers: bool = unit(of(GRENADIERS)).when(FOOT).rare()
            .help("Cover is no help against them under 2 inches and in melee."),
        gun: Gun = unit(of(GUN)).when(GUNS)
            .help("By weight of shot. The quick reference has the guns by name."),
        galloper: bool = unit(of(GALLOPER)).when(GUNS)
            .help("Its crew is mounted: 9 inches limbered instead of 6."),
        limbered: bool = unit(of(LIMBERED)).when(GUNS)
            .help("Begins the battle limbered. Otherwise it stands unlimbered, ready to fire."),
        mounted: bool = unit(of(MOUNTED)).when(RIDERS)
            .help("Begins the battle on horseback."),
    } validate(check)
}

fn usual_armour(unit: &Input) -> Option<Json> {
    Some(answer(unit, ARM).unwrap_or(Arm::Foot).usual_armour().id().into())
}

fn usual_pistols(unit: &Input) -> Option<Json> {
    Some(answer(unit, ARM).is_some_and(Arm::usually_has_pistols).into())
}

fn check(unit: &Unit) -> Result<(), Refusal> {
    only_what_is_asked(unit)?;
    strength(unit)?;
    // Open order is for infantry and dragoons. *Formations and Sub-units.* A profile has no rule with a `permit`.
    forbid_if(
        unit.formation == Formation::OpenOrder && matches!(unit.troop_type, Arm::Horse | Arm::IrregularLightCavalry),
        field!(Unit, formation),
        "Only infantry and dragoons fight in open order.",
    )
}

fn strength(unit: &Unit) -> Result<(), Refusal> {
    match unit.troop_type {
        Arm::Foot => foot(unit),
        Arm::General => Ok(()),
        _ => {
            let figures = unit.figures.ok_or_else(|| Refusal::missing(field!(Unit, figures)))?;
            let full = unit.gun.full_crew();
            bad_if(
                unit.troop_type == Arm::Artillery && figures > full,
                field!(Unit, figures),
                text!("The full crew of this gun is {full} figures.", full = full),
            )
        }
    }
}

/// Checks a unit of foot. Each command figure counts once, as a pike or as a musket. *Armour and Organization.*
fn foot(unit: &Unit) -> Result<(), Refusal> {
    bad_if(
        unit.pikes + unit.muskets + unit.command == 0,
        field!(Unit, pikes),
        "A unit of foot needs at least one figure.",
    )?;
    bad_if(
        unit.command_as_pikes > unit.command,
        field!(Unit, command_as_pikes),
        text!("{n|There is only|There are only} {n} command {n|figure|figures}.", n = unit.command),
    )?;
    let pikes = unit.pikes + unit.command_as_pikes;
    let muskets = unit.muskets + unit.command - unit.command_as_pikes;
    bad_if(
        pikes.max(muskets) > FIGURES_MAX,
        field!(Unit, command),
        text!("With these, more than {most} figures carry the same weapon.", most = FIGURES_MAX),
    )
}

fn only_what_is_asked(unit: &Unit) -> Result<(), Refusal> {
    let said = [
        (field!(Unit, pikes), unit.pikes != 0),
        (field!(Unit, muskets), unit.muskets != 0),
        (field!(Unit, command), unit.command != 0),
        (field!(Unit, command_as_pikes), unit.command_as_pikes != 0),
        (field!(Unit, figures), unit.figures.is_some()),
        (field!(Unit, pike_armour), unit.pike_armour != PikeArmour::Unarmoured),
        (field!(Unit, armour), unit.armour.is_some_and(|armour| armour != Armour::Unarmoured)),
        (field!(Unit, fighting_ability), unit.fighting_ability != Ability::Trained),
        (field!(Unit, morale_class), unit.morale_class != RosterClass::Unknown),
        (field!(Unit, formation), unit.formation != Formation::Swedish),
        (field!(Unit, missile), unit.missile != Missile::Musket),
        (field!(Unit, pistols), unit.pistols == Some(true)),
        (field!(Unit, bows), unit.bows),
        (field!(Unit, lance), unit.lance),
        (field!(Unit, bayonet), unit.bayonet != Bayonet::None),
        (field!(Unit, grenadiers), unit.grenadiers),
        (field!(Unit, gun), unit.gun != Gun::Medium),
        (field!(Unit, galloper), unit.galloper),
        (field!(Unit, limbered), !unit.limbered),
        (field!(Unit, mounted), !unit.mounted),
    ];
    said.iter().try_for_each(|(id, said)| {
        let who = unit.troop_type.plural();
        bad_if(
            *said && !is_asked_of(id, unit.troop_type),
            id,
            text!("The rules have no use for this with {who}.", who = who),
        )
    })
}

/// True if the profile asks for this field for these troops. Every condition of the profile depends only on the type of troops.
pub fn is_asked_of(id: &str, arm: Arm) -> bool {
    Unit::FORM.field(id).is_some_and(|field| field.when.iter().all(|when| when.is.contains(&arm.id())))
}
