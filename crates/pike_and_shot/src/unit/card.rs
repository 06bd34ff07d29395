//! Texts of a unit's card: description and state.

use super::super::facts::{
    ABILITY, ARMOUR, BAYONET, BOWS, BREAKING_NUMBER, BROKE, BROKEN, CHARGES, CHARGING, COUNTERS, DEAD, DESTROYED,
    FAILED_CHARGE, FIRED, FORMATION, FOUGHT, GALLOPER, GRENADIERS, GUN, IN_MELEE, KIND, LANCE, LOST, MISSILE, MOUNTED,
    MOVED, MOVED_IN, MUSKETS, PIKE_ARMOUR, PIKES, PISTOLS, PLUG_FIXED, PURSUING, RANKS, READY, RESTED, ROSTER_ARM,
    TROOPS, class, counters, figures_left, is_out, rally_bounds_left, recovery_bounds,
};
use super::super::terms::{
    Ability, Arm, Armour, Bayonet, FirerKind, Formation, Gun, Missile, MoraleClass, PikeArmour, Pistols, TargetType,
};
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

/// Armour and arms that the description mentions.
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

/// Parts of a description that are read at a glance. Counters change most often; the rules count nothing else but the units.
pub const GLANCE: Glance = Glance {
    sign: super::sign::sign,
    line: super::row::line,
    remaining: |_, _| None,
    has_acted: super::row::has_acted,
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

/// Number of units in the battle that are not broken, without generals.
fn in_the_field(table: &Table, side: Side) -> StatusItem {
    let stands = |unit: &&TableUnit| {
        !is_out(&unit.facts) && !unit.facts.holds(BROKEN) && !unit.facts.equals(ROSTER_ARM, Arm::General)
    };
    let (all, standing) = (table.of(side).count(), table.of(side).filter(stands).count());
    let shown = i32::try_from(standing).unwrap_or(i32::MAX);
    StatusItem::number("Units that have not broken", shown, Look::Stand).of(side).few_if(standing * 3 <= all)
}

/// States of a unit, the most urgent first.
pub fn status_tags(facts: &Facts) -> Vec<StatusTag> {
    if let Some(words) = out(facts) {
        return vec![StatusTag { words: words.into(), urgency: Urgency::Alarm }];
    }
    let mut tags = morale(facts);
    tags.extend(notes(facts).into_iter().map(|words| StatusTag { words, urgency: Urgency::Note }));
    tags
}

/// Reason why a unit takes no further part, in words; `None` if it does take part.
pub(super) fn out(facts: &Facts) -> Option<&'static str> {
    let ways = [(DEAD, "Dead"), (DESTROYED, "Destroyed"), (LOST, "Out of the battle")];
    ways.into_iter().find(|(way, _)| facts.holds(*way)).map(|(_, words)| words)
}

/// Tags for counters, broken units and rallying. *Morale.*
fn morale(facts: &Facts) -> Vec<StatusTag> {
    let mut tags = Vec::new();
    let mut stands = |words: Text, urgency| tags.push(StatusTag { words, urgency });
    if facts.holds(BROKEN) {
        stands("Broken".into(), Urgency::Alarm);
    }
    let counters = counters(facts);
    match facts.value(BREAKING_NUMBER).map(|number| number - counters) {
        Some(..=0) => stands("At its breaking number".into(), Urgency::Alarm),
        Some(1) => stands("1 counter from breaking".into(), Urgency::Alarm),
        Some(n @ 2..=3) if counters > 0 => stands(text!("{n} counters from breaking", n = n), Urgency::Note),
        None if counters > 0 => stands("Morale class to be rolled".into(), Urgency::Alarm),
        _ => {}
    }
    tags
}

fn notes(facts: &Facts) -> Vec<Text> {
    let mut notes: Vec<Text> = [
        (facts.holds(IN_MELEE), "In melee"),
        (facts.holds(FAILED_CHARGE), "May not advance this bound"),
        (facts.holds(PURSUING), "Pursuing"),
        (facts.equals(PISTOLS, Pistols::Empty), "Pistols empty"),
        (facts.holds(PLUG_FIXED), "Bayonets fixed: cannot fire"),
        (facts.equals(KIND, FirerKind::Artillery) && !facts.holds(READY), "Gun not ready"),
        (is_dismounted(facts), "On foot"),
    ]
    .into_iter()
    .filter(|(holds, _)| *holds)
    .map(|(_, words)| words.into())
    .collect();
    notes.extend(marks(facts));
    notes.extend(bounds(rally_bounds_left(facts), "{n} {n|bound|bounds} until rallied"));
    notes.extend(bounds(recovery_bounds(facts), "Wounded: {n} {n|bound|bounds}"));
    notes
}

/// Acts of a unit in this bound, in words.
fn marks(facts: &Facts) -> Vec<Text> {
    let moved = facts.value(MOVED_IN).filter(|inches| *inches > 0.0);
    let moved = match moved {
        Some(inches) => Some(text!("Moved {n}″", n = inches)),
        None => facts.holds(MOVED).then(|| "Moved".into()),
    };
    // If the target of a charge is recorded, the mark of that tracker names it.
    let charging = facts.holds(CHARGING) && facts.named(CHARGES).is_none();
    let marks = [(FIRED, "Fired"), (FOUGHT, "Fought"), (BROKE, "Broke"), (RESTED, "Rested")];
    let marks = marks.into_iter().filter(|(mark, _)| facts.holds(*mark)).map(|(_, words)| words.into());
    moved.into_iter().chain(charging.then(|| "Charging".into())).chain(marks).collect()
}

fn is_dismounted(facts: &Facts) -> bool {
    facts.equals(MOUNTED, false)
}

pub(super) fn bounds(n: i32, words: &'static str) -> Option<Text> {
    (n != 0).then(|| text!(words, n = n))
}
