//! The words of a unit's card: what it is, and how it stands.

use super::super::terms::{Ability, MoraleClass};
use super::words::{Arm, Armour, Bayonet, Formation, Gun, PikeArmour, chosen};
use crate::core::facts::Facts;
use crate::core::text::{Text, term};
use crate::form::Choices;
use crate::rules::ruleset::{StatusTag, Urgency};
use crate::text;

/// A unit in a few words: `Raw · average · 12 pikes, 11 muskets · Dutch order, 3 deep`.
pub fn describe(facts: &Facts) -> Vec<Text> {
    let arm = chosen::<Arm>(facts, "roster_troop_type").unwrap_or(Arm::Foot);
    if arm == Arm::General {
        return vec![arm.label().into(), if facts.flag("mounted") { term("mounted") } else { "on foot" }.into()];
    }
    let mut words = vec![
        Text::from(chosen(facts, "fighting_ability").map_or("", Ability::label)),
        class(facts).into(),
        if arm == Arm::Foot { foot(facts) } else { others(facts, arm) },
    ];
    words.extend(equipment(facts).into_iter().map(Text::from));
    words.extend(chosen::<Formation>(facts, "formation").map(|formation| drawn_up(facts, formation)));
    words
}

fn class(facts: &Facts) -> &'static str {
    match chosen(facts, "morale_class") {
        Some(MoraleClass::Good) => term("good"),
        Some(MoraleClass::Average) => term("average"),
        Some(MoraleClass::Poor) => term("poor"),
        Some(MoraleClass::Nervous) => term("nervous"),
        None => "class not known yet",
    }
}

fn foot(facts: &Facts) -> Text {
    let pikes = match facts.whole("pikes") {
        0 => None,
        1 => Some("1 pike".into()),
        n => Some(text!("{n} pikes", n = n)),
    };
    let bows = facts.is("missile", &["bow"]);
    let muskets = match facts.whole("muskets") {
        0 => None,
        1 => Some(if bows { "1 bow" } else { "1 musket" }.into()),
        n if bows => Some(text!("{n} bows", n = n)),
        n => Some(text!("{n} muskets", n = n)),
    };
    match (pikes, muskets) {
        (Some(pikes), Some(muskets)) => text!("{pikes}, {muskets}", pikes = pikes, muskets = muskets),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => "nobody left".into(),
    }
}

fn others(facts: &Facts, arm: Arm) -> Text {
    // Dragoons on foot have muskets instead of figures.
    let n = facts.whole("figures") + facts.whole("muskets");
    match arm {
        Arm::Halberds => text!("{n} halberds", n = n),
        Arm::Horse => text!("{n} horse", n = n),
        Arm::Dragoons if facts.flag("mounted") => text!("{n} dragoons", n = n),
        Arm::Dragoons => text!("{n} dragoons on foot", n = n),
        Arm::IrregularLightCavalry => text!("{n} light cavalry", n = n),
        _ => {
            let gun = chosen(facts, "gun").unwrap_or(Gun::Medium);
            let words = match gun {
                Gun::Light => "light gun, crew {n} of {full}",
                Gun::Medium => "medium gun, crew {n} of {full}",
                Gun::Heavy => "heavy gun, crew {n} of {full}",
            };
            text!(words, n = n, full = gun.full_crew())
        }
    }
}

/// Armour and arms worth a word.
fn equipment(facts: &Facts) -> Vec<&'static str> {
    let horse = facts.is("troop_type", &["horse"]);
    [
        (chosen(facts, "pike_armour") == Some(PikeArmour::Partly), "pikes partly armoured"),
        (chosen(facts, "armour") == Some(Armour::Partly) && !horse, "partly armoured"),
        (chosen(facts, "armour") == Some(Armour::Fully), "fully armoured"),
        (chosen(facts, "armour") == Some(Armour::Unarmoured) && horse, term("unarmoured")),
        (facts.flag("lance"), term("lances")),
        (facts.flag("bows"), term("bows")),
        (facts.flag("grenadiers"), term("grenadiers")),
        (chosen(facts, "bayonet") == Some(Bayonet::Plug), "plug bayonets"),
        (chosen(facts, "bayonet") == Some(Bayonet::Ring), "ring bayonets"),
        (facts.flag("galloper"), term("galloper")),
    ]
    .into_iter()
    .filter_map(|(worth_it, words)| worth_it.then_some(words))
    .collect()
}

fn drawn_up(facts: &Facts, formation: Formation) -> Text {
    text!("{order}, {n} deep", order = formation.label(), n = facts.whole("ranks"))
}

/// How a unit stands, the most urgent first.
pub fn standing(facts: &Facts) -> Vec<StatusTag> {
    let out = if facts.flag("dead") {
        Some("Dead")
    } else if facts.flag("destroyed") {
        Some("Destroyed")
    } else if facts.flag("lost") {
        Some("Out of the battle")
    } else {
        None
    };
    if let Some(words) = out {
        return vec![StatusTag { words: words.into(), urgency: Urgency::Alarm }];
    }
    let mut standing = morale(facts);
    standing.extend(notes(facts).into_iter().map(|words| StatusTag { words, urgency: Urgency::Note }));
    standing
}

/// How near it is to breaking. *Morale.*
fn morale(facts: &Facts) -> Vec<StatusTag> {
    let mut standing = Vec::new();
    let mut stands = |words: Text, urgency| standing.push(StatusTag { words, urgency });
    if facts.flag("broken") {
        stands("Broken".into(), Urgency::Alarm);
    }
    let counters = facts.whole("counters");
    match facts.get("breaking_number").map(|_| facts.whole("breaking_number") - counters) {
        Some(..=0) => stands("At its breaking number".into(), Urgency::Alarm),
        Some(1) => stands("1 counter from breaking".into(), Urgency::Alarm),
        Some(n @ 2..=3) if counters > 0 => stands(text!("{n} counters from breaking", n = n), Urgency::Note),
        None if counters > 0 => stands("Morale class to be rolled".into(), Urgency::Alarm),
        _ => {}
    }
    standing
}

fn notes(facts: &Facts) -> Vec<Text> {
    let mut notes: Vec<Text> = [
        (facts.flag("in_melee"), "In melee"),
        (facts.flag("failed_charge"), "May not advance this bound"),
        (facts.flag("pursuing"), "Pursuing"),
        (facts.is("pistols", &["empty"]), "Pistols empty"),
        (facts.flag("plug_fixed"), "Bayonets fixed: cannot fire"),
        (facts.is("kind", &["artillery"]) && !facts.flag("ready"), "Gun not ready"),
        (is_dismounted(facts), "On foot"),
    ]
    .into_iter()
    .filter(|(holds, _)| *holds)
    .map(|(_, words)| words.into())
    .collect();
    notes.extend(bounds(facts.whole("rally_bounds_left"), "1 bound until rallied", "{n} bounds until rallied"));
    notes.extend(bounds(facts.whole("recovery_bounds"), "Wounded: 1 bound", "Wounded: {n} bounds"));
    notes
}

fn is_dismounted(facts: &Facts) -> bool {
    facts.get("mounted").is_some() && !facts.flag("mounted")
}

fn bounds(n: i32, one: &'static str, several: &'static str) -> Option<Text> {
    match n {
        0 => None,
        1 => Some(one.into()),
        n => Some(Text::from(several).with("n", n)),
    }
}
