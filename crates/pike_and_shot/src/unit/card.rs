//! Texts of a unit's card and row, except its states.

use super::super::terms::{
    Ability, Arm, Armour, Bayonet, Formation, Gun, Missile, MoraleClass, PikeArmour, Pistols, TargetType,
};
use crate::facts::*;
use rules::prelude::*;
use rules::ruleset::{Look, StatusItem};

/// A unit in a few words: `Raw · average · 12 pikes, 11 muskets · Dutch order, 3 deep`.
pub fn describe(facts: &Facts) -> Vec<Text> {
    let arm = facts.value(ROSTER_ARM).unwrap_or(Arm::Foot);
    if arm == Arm::General {
        return vec![arm.label().into(), if facts.holds(MOUNTED) { term("mounted") } else { "on foot" }.into()];
    }
    let mut words = vec![
        Text::from(facts.value(ABILITY).map_or("", Ability::label)),
        class_words(facts).into(),
        if arm == Arm::Foot { foot(facts) } else { others(facts, arm) },
    ];
    words.extend(equipment(facts).into_iter().map(Text::from));
    words.extend(facts.value(FORMATION).map(|formation| drawn_up(facts, formation)));
    words
}

fn class_words(facts: &Facts) -> &'static str {
    match class(facts) {
        Some(MoraleClass::Good) => term("good"),
        Some(MoraleClass::Average) => term("average"),
        Some(MoraleClass::Poor) => term("poor"),
        Some(MoraleClass::Nervous) => term("nervous"),
        None => "class not known yet",
    }
}

fn foot(facts: &Facts) -> Text {
    let pikes = match facts.value(PIKES) {
        None | Some(0) => None,
        Some(n) => Some(text!("{n} {n|pike|pikes}", n = n)),
    };
    let bows = facts.equals(MISSILE, Missile::Bow);
    let muskets = match facts.value(MUSKETS) {
        None | Some(0) => None,
        Some(n) if bows => Some(text!("{n} {n|bow|bows}", n = n)),
        Some(n) => Some(text!("{n} {n|musket|muskets}", n = n)),
    };
    match (pikes, muskets) {
        (Some(pikes), Some(muskets)) => text!("{pikes}, {muskets}", pikes = pikes, muskets = muskets),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => "nobody left".into(),
    }
}

fn others(facts: &Facts, arm: Arm) -> Text {
    // Dragoons on foot have muskets instead of figures.
    let n = figures_left(facts);
    match arm {
        Arm::Halberds => text!("{n} halberds", n = n),
        Arm::Horse => text!("{n} horse", n = n),
        Arm::Dragoons if facts.holds(MOUNTED) => text!("{n} dragoons", n = n),
        Arm::Dragoons => text!("{n} dragoons on foot", n = n),
        Arm::IrregularLightCavalry => text!("{n} light cavalry", n = n),
        _ => {
            let gun = facts.value(GUN).unwrap_or(Gun::Medium);
            let words = match gun {
                Gun::Light => "light gun, crew {n} of {full}",
                Gun::Medium => "medium gun, crew {n} of {full}",
                Gun::Heavy => "heavy gun, crew {n} of {full}",
            };
            text!(words, n = n, full = gun.full_crew())
        }
    }
}

/// Armour and arms for the description. The usual armour of the troops is left out.
fn equipment(facts: &Facts) -> Vec<&'static str> {
    let horse = facts.equals(TROOPS, TargetType::Horse);
    [
        (facts.equals(PIKE_ARMOUR, PikeArmour::Partly), "pikes partly armoured"),
        (facts.equals(ARMOUR, Armour::Partly) && !horse, "partly armoured"),
        (facts.equals(ARMOUR, Armour::Fully), "fully armoured"),
        (facts.equals(ARMOUR, Armour::Unarmoured) && horse, term("unarmoured")),
        (facts.value(PISTOLS).is_some_and(|pistols| pistols != Pistols::None), term("pistols")),
        (facts.holds(LANCE), term("lances")),
        (facts.holds(BOWS), term("bows")),
        (facts.holds(GRENADIERS), term("grenadiers")),
        (facts.equals(BAYONET, Bayonet::Plug), "plug bayonets"),
        (facts.equals(BAYONET, Bayonet::Ring), "ring bayonets"),
        (facts.holds(GALLOPER), term("galloper")),
    ]
    .into_iter()
    .filter_map(|(worth_it, words)| worth_it.then_some(words))
    .collect()
}

fn drawn_up(facts: &Facts, formation: Formation) -> Text {
    text!("{order}, {n} deep", order = formation.label(), n = facts.value(RANKS).unwrap_or(1))
}

/// Short description of a unit, and the status of the sides. The main tracker is the counters, which change most often. The status of a side
/// is its number of units that have not broken.
pub const GLANCE: Glance = Glance {
    sign: super::sign::sign,
    arms: |_| None,
    remaining: |_, _| None,
    has_acted: |unit| [MOVED, FIRED, FOUGHT, RESTED].iter().any(|flag| unit.holds(*flag)),
    has_occasion: |_, _| true,
    left: |unit| match unit.value(ROSTER_ARM).unwrap_or(Arm::Foot) {
        Arm::General => Some(Arm::General.label().into()),
        Arm::Foot => Some(foot(unit)),
        arm => Some(others(unit, arm)),
    },
    is_out,
    main_tracker: |unit| unit.knows(COUNTERS).then(|| COUNTERS.id()),
    status: |table| Side::BOTH.into_iter().map(|side| in_the_field(table, side)).collect(),
};

/// Status of a side: its number of units in the battle that are not broken, without generals.
fn in_the_field(table: &Table, side: Side) -> StatusItem {
    let units = || table.of(side).filter(|unit| !is_general(&unit.facts));
    let standing = units().filter(|unit| !is_out(&unit.facts) && !unit.facts.holds(BROKEN)).count();
    let shown = i32::try_from(standing).unwrap_or(i32::MAX);
    StatusItem::number("Units that have not broken", shown, Look::Stand)
        .of(side)
        .low_if(standing * 3 <= units().count())
}
