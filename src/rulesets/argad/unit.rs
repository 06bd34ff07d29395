//! A character, or several identical ones: the profile in a roster, and what follows from it.

use super::melee::weapons::Weapon;
use super::shoot::weapons::Missile;
use super::terms::{Armour, Fencer, Mount};
use super::{budget, trackers};
use crate::core::facts::Facts;
use crate::core::refusal::{Refusal, bad_if};
use crate::core::text::Text;
use crate::form;
use crate::form::{Choices, Filled, Form, When};
use crate::rules::ruleset::{StatusTag, Urgency};
use crate::text;

const MOUNTED: &[When] = &[When { field: "mount", is: &["cavalry", "mounted_infantry", "farm_horse"] }];
const PISTOL: &[When] = &[When { field: "missile", is: &["pistol"] }];
const ON_FOOT: &[When] = &[When { field: "mount", is: &["foot"] }];

form! {
    /// A character of a roster, or several identical ones. *Class; Clothing or armour, encumbrance; Common weapons.*
    pub struct Unit {
        /// The name.
        name: String = unit(text(60)).label("Name"),
        /// Identical characters.
        figures: i32 = unit(whole(1, 60)).or(1).label("Figures").help("Identical characters who act together."),
        /// Class.
        class: i32 = unit(whole(1, 5)).or(3).label("Class")
            .help("1 no fighter, 2 untrained, 3 trained, 4 well trained, 5 exceptional."),
        /// What they wear.
        armour: Armour = unit(choice::<Armour>()).or_id("none").label("Armour"),
        /// Skin and armour of a large creature.
        equivalent_armour: i32 = unit(whole(0, 9)).or(0).label("Skin and armour").rare()
            .help("Of a large creature, in place of armour; 0 for people."),
        /// What carries them.
        mount: Mount = unit(choice::<Mount>()).or_id("foot").label("Mount"),
        /// What an inferior horse is worth.
        horse_class: i32 = unit(whole(0, 5)).or(0).label("Class of an inferior horse").when(MOUNTED).rare()
            .help("0: their own warhorse."),
        /// What they shoot with.
        missile: Vec<Missile> = unit(list::<Missile>(0, 4)).or_empty().label("Shoots with"),
        /// How many pistols each carries.
        pistols: i32 = unit(whole(1, 2)).or(1).label("Pistols each").when(PISTOL)
            .help("Of a pair, one is fired after the other, and each is loaded by itself."),
        /// The weapon in hand.
        weapon: Weapon = unit(choice::<Weapon>()).or_id("sword").label("Weapon in hand")
            .help("From class 3 on everybody has a short weapon besides."),
        /// What they are to the others.
        role: budget::Post = unit(choice::<budget::Post>()).or_id("soldier").label("Role"),
        /// Somebody's own character.
        player_character: bool = unit(flag()).or(false).label("Player character").help("Two life points."),
        /// Health.
        health: i32 = unit(whole(0, 6)).or(0).label("Health").rare().help("0: as the class."),
        /// Fences like few others.
        fencer: Fencer = unit(choice::<Fencer>()).or_id("none").label("Exceptional strike").rare(),
        /// Very strong.
        very_strong: bool = unit(flag()).or(false).label("Very strong").rare(),
        /// Shoots like few others.
        elite_shooter: bool = unit(flag()).or(false).label("Elite shooter").rare(),
        /// Warhorses that wait.
        reserve_horses: i32 = unit(whole(0, 9)).or(0).label("Warhorses in reserve").rare().help("For each of them."),
        /// How many times more advanced their shooting weapons are.
        technology: i32 = unit(whole(1, 3)).or(1).label("Price of shooting weapons").rare()
            .help("2 or 3 times for the side whose shooting weapons are more advanced, if there is such a side."),
        /// May form close order.
        drilled: Option<bool> = unit(flag()).optional().label("Drilled").when(ON_FOOT)
            .help("May form close order; from class 3 on unless you say otherwise."),
    } agree(agree)
}

/// Nobody is both very swift and very strong. *Exceptional strike.*
fn agree(unit: &Unit) -> Result<(), Refusal> {
    let both = unit.very_strong && unit.fencer != Fencer::None;
    bad_if(both, "very_strong", "Nobody is both very swift and very strong.")
}

/// A character as a roster enters it.
pub const PROFILE: &Form = Unit::FORM;

/// The weapons in a unit's `missile`.
pub fn missiles(facts: &Facts) -> impl Iterator<Item = Missile> {
    let carried: Vec<&str> = facts
        .get("missile")
        .and_then(|list| list.as_array())
        .into_iter()
        .flatten()
        .filter_map(|id| id.as_str())
        .collect();
    Missile::ALL.iter().copied().filter(move |missile| carried.contains(&missile.id()))
}

/// What a unit can shoot or throw: a light spear is thrown like a javelin. *Light thrusting spear.*
pub fn at_hand(facts: &Facts) -> impl Iterator<Item = Missile> {
    let javelins = missiles(facts).any(|missile| missile == Missile::Javelin);
    let spear = (facts.whole("light_spear") > 0 && !javelins).then_some(Missile::Javelin);
    missiles(facts).chain(spear)
}

/// Turns still to load a weapon.
pub fn reload_left(facts: &Facts, missile: Missile) -> i32 {
    trackers::reload(missile).map_or(0, |tracker| facts.whole(tracker))
}

/// Whether a weapon can be used as it is: loaded, or of a pair one of them, clean, or something left to throw.
pub fn is_ready(facts: &Facts, missile: Missile) -> bool {
    let left = reload_left(facts, missile);
    match missile {
        Missile::Pistol => left < facts.whole("pistols").max(1),
        Missile::Javelin => facts.whole("javelins") + facts.whole("light_spear") > 0,
        _ => left == 0 && !(facts.flag("fouled") && missile.is_heavy_musket()),
    }
}

/// Adds what follows from profile and trackers.
pub fn derive(facts: &mut Facts) {
    let disabled = why_disabled(facts).is_some();
    facts.set("disabled", disabled);
    // A fighter strikes in one fight of the turn. *Resolution of the melee.*
    facts.set("helpless", disabled || facts.flag("struck"));
    facts.set("points", text!("{n}", n = budget::points(facts)).to_string());
    facts.set("soldiers", facts.whole("figures"));
    if facts.get("drilled").is_none() {
        facts.set("drilled", facts.whole("class") >= 3);
    }
    if missiles(facts).any(|missile| missile == Missile::MatchlockMusket) {
        facts.set("burden", "musket");
    }
    let lost = facts.is("weapon", &["heavy_lance"]) && facts.is("lance", &["lost"]);
    // A spear that was thrown is gone.
    let thrown = facts.is("weapon", &["light_spear"]) && facts.get("light_spear").is_some_and(|left| *left == 0);
    if lost || thrown {
        facts.set("weapon", Weapon::Sword.id());
    }
    // Somebody on foot makes a spear of a lance in one turn. *Heavy couched lance.*
    if facts.is("lance", &["cut"]) {
        facts.set("weapon", Weapon::LightSpear.id());
    }
}

fn label<T: Choices>(facts: &Facts, id: &str) -> Option<&'static str> {
    T::CHOICES.iter().find(|choice| facts.is(id, &[choice.id])).map(|choice| choice.label)
}

/// A character in a few words.
pub fn describe(facts: &Facts) -> Vec<Text> {
    let mut words = vec![text!("class {n}", n = facts.whole("class"))];
    if facts.whole("figures") > 1 {
        words.insert(0, text!("{n} figures", n = facts.whole("figures")));
    }
    if facts.flag("player_character") {
        words.push("player character".into());
    }
    let dressed = label::<Armour>(facts, "armour").filter(|_| !facts.is("armour", &["none"]));
    let mounted = label::<Mount>(facts, "mount").filter(|_| !facts.is("mount", &["foot"]));
    let armed = Weapon::ALL.iter().find(|weapon| facts.is("weapon", &[weapon.id()])).map(|weapon| weapon.noun());
    words.extend([dressed, mounted, armed].into_iter().flatten().map(Text::from));
    words.extend(missiles(facts).map(|missile| match missile {
        Missile::Pistol if facts.whole("pistols") > 1 => "A pair of pistols".into(),
        _ => Text::from(missile.label()),
    }));
    if facts.whole("equivalent_armour") > 0 {
        words.push(text!("skin and armour {n}", n = facts.whole("equivalent_armour")));
    }
    words
}

/// Whether nobody of them is left. A player character may have lost both lives.
pub fn is_out(facts: &Facts) -> bool {
    facts.whole("figures") == 0 || facts.get("life_points").is_some_and(|left| *left == 0)
}

/// Why they do nothing this turn, if they do not.
pub fn why_disabled(facts: &Facts) -> Option<Text> {
    const WHY: &[(&str, &str)] = &[
        ("knocked_down", "Whoever is knocked down lies there to the end of the next turn."),
        ("stunned", "Whoever is stunned does nothing."),
        ("blocked", "The ground holds them up: they do nothing this turn."),
    ];
    WHY.iter().find(|(flag, _)| facts.flag(flag)).map(|(_, why)| Text::from(*why))
}

/// Why they do not load this turn, if they do not. *Weapon cards: Reloading.*
pub fn why_not_loading(facts: &Facts) -> Option<Text> {
    const WHY: &[(&str, &str)] = &[
        ("fired", "shot this turn"),
        ("moved", "moved this turn"),
        ("contacted", "in contact this turn"),
        ("in_contact_at_start", "in contact this turn"),
        ("reloaded", "loaded this turn already"),
    ];
    why_disabled(facts).or_else(|| WHY.iter().find(|(flag, _)| facts.flag(flag)).map(|(_, why)| Text::from(*why)))
}

/// Whether they spend the turn loading: whoever stands still and is left alone does.
pub fn loads_this_turn(facts: &Facts) -> bool {
    !is_out(facts) && why_not_loading(facts).is_none()
}

/// How they stand.
pub fn standing(facts: &Facts) -> Vec<StatusTag> {
    let mut standing = Vec::new();
    let mut note = |applies: bool, words: Text, urgency| {
        if applies {
            standing.push(StatusTag { words, urgency });
        }
    };
    let taken = facts.whole("captured");
    note(taken == 1, "a prisoner taken by the enemy".into(), Urgency::Note);
    note(taken > 1, text!("{n} prisoners taken by the enemy", n = taken), Urgency::Note);
    if is_out(facts) {
        note(true, "out of action".into(), Urgency::Alarm);
        note(facts.flag("wounded") || facts.whole("fallen") > 0, "to be seen to".into(), Urgency::Note);
        return standing;
    }
    note(facts.flag("knocked_down"), "knocked down".into(), Urgency::Alarm);
    note(facts.flag("stunned"), text!("stunned"), Urgency::Alarm);
    note(facts.flag("disorder"), "in disorder".into(), Urgency::Alarm);
    note(facts.flag("blocked"), "blocked this turn".into(), Urgency::Alarm);
    note(facts.flag("wounded"), text!("wounded"), Urgency::Alarm);
    note(facts.flag("treated"), "wound seen to".into(), Urgency::Note);
    let fallen = facts.whole("fallen");
    note(fallen > 0, text!("{n} fallen", n = fallen), Urgency::Note);
    for missile in missiles(facts) {
        let left = reload_left(facts, missile);
        let other = is_ready(facts, missile);
        note(left > 0 && other, "Pistols: one of two to load".into(), Urgency::Note);
        note(left > 0 && !other, text!("{weapon}: {n} to load", weapon = missile.label(), n = left), Urgency::Note);
    }
    note(facts.flag("fouled"), "musket fouled".into(), Urgency::Note);
    note(facts.flag("pike_spent"), "pike useless".into(), Urgency::Note);
    note(facts.flag("charging"), text!("charges"), Urgency::Note);
    note(facts.flag("close_order"), "in close order".into(), Urgency::Calm);
    standing
}

/// Whether they can be struck at all.
///
/// # Errors
/// Why not, for players.
pub fn can_be_struck(facts: &Facts) -> Result<(), Text> {
    if is_out(facts) { Err("Nobody of them is left.".into()) } else { Ok(()) }
}

/// Whether they can do anything.
///
/// # Errors
/// Why not, for players.
pub fn can_act(facts: &Facts) -> Result<(), Text> {
    can_be_struck(facts)?;
    why_disabled(facts).map_or(Ok(()), Err)
}

/// Whether they can help a friend in a fight.
///
/// # Errors
/// Why not, for players.
pub fn can_strike(facts: &Facts) -> Result<(), Text> {
    can_act(facts)?;
    if facts.flag("struck") { Err("They have struck this turn.".into()) } else { Ok(()) }
}

/// Whether there is a wound to see to.
///
/// # Errors
/// Why not, for players.
pub fn can_be_healed(facts: &Facts) -> Result<(), Text> {
    let hurt = facts.flag("wounded") || facts.whole("fallen") > 0;
    if hurt { Ok(()) } else { Err("Nobody of them is wounded.".into()) }
}

/// How many they are: each may strike, or be struck, by himself.
pub fn figures(facts: &Facts) -> i32 {
    facts.whole("figures")
}

/// Whether they can shoot.
///
/// # Errors
/// Why not, for players.
pub fn can_shoot(facts: &Facts) -> Result<(), Text> {
    can_act(facts)?;
    if at_hand(facts).next().is_none() {
        return Err("They have nothing to shoot with.".into());
    }
    if at_hand(facts).any(|missile| is_ready(facts, missile)) {
        return Ok(());
    }
    Err(if facts.flag("fouled") {
        "A heavy musket that has been in a melee is useless for the rest of the day.".into()
    } else if at_hand(facts).all(|missile| missile == Missile::Javelin) {
        "Nothing is left to throw.".into()
    } else {
        "Nothing is loaded.".into()
    })
}

/// Whether they have something to load.
///
/// # Errors
/// Why not, for players.
pub fn can_reload(facts: &Facts) -> Result<(), Text> {
    can_act(facts)?;
    let empty = missiles(facts).any(|missile| reload_left(facts, missile) > 0);
    if empty { Ok(()) } else { Err("Everything is loaded.".into()) }
}
