//! A unit is one character, or several identical ones. Profile, derived facts, card.

use super::facts::loads::{LOADS, Loads};
use super::loading::carried;
use super::terms::{Armour, Burden, Fencer, Lance, Missile, Mount, Movement, Post, Slow, Weapon, is_trained};
use crate::facts::*;
use rules::prelude::*;
use rules::ruleset::UNIT_NAME_MAX;

/// Condition for riders.
pub(super) const MOUNTED: &[When] =
    &[When { field: field!(Unit, mount), is: &["cavalry", "mounted_infantry", "farm_horse"] }];
const LIGHT_MUSKET: &[When] = &[When { field: field!(Unit, missile), is: &["light_musket"] }];
const PISTOL: &[When] = &[When { field: field!(Unit, missile), is: &["pistol"] }];
/// Condition for characters on foot.
pub(super) const FOOT: &[When] = &[When { field: field!(Unit, mount), is: &["foot"] }];

form! {
    /// A character of a roster, or several identical ones. *Class; Clothing or armour, encumbrance; Common weapons.*
    pub struct Unit {
        name: String = unit(text(UNIT_NAME_MAX)).label("Name"),
        /// Number of identical characters.
        figures: i32 = unit(of(FIGURES)).help("Identical characters who act together."),
        class: i32 = unit(of(CLASS))
            .help("1 no fighter, 2 untrained, 3 trained, 4 well trained, 5 exceptional."),
        armour: Armour = unit(of(ARMOUR)),
        equivalent_armour: i32 = unit(of(EQUIVALENT_ARMOUR)).rare()
            .help("Of a large creature, in place of armour; 0 for people."),
        /// Mount, or `foot`.
        mount: Mount = unit(of(MOUNT)),
        horse_class: i32 = unit(of(HORSE_CLASS)).when(MOUNTED).rare()
            .help("0: their own warhorse."),
        missile: Vec<Missile> = unit(of(MISSILE)).or_empty(),
        pistols: i32 = unit(of(PISTOLS)).when(PISTOL)
            .help("Of a pair, one is fired after the other, and each is loaded by itself."),
        firelock: bool = unit(of(FIRELOCK)).when(LIGHT_MUSKET).rare()
            .help("Early flintlocks, which need no match: a melee does not foul them."),
        weapon: Weapon = unit(of(WEAPON))
            .help("From class 3 on everybody has a short weapon besides."),
        role: Post = unit(of(ROLE)),
        player_character: bool = unit(of(PLAYER_CHARACTER)).help("Two life points."),
        health: i32 = unit(of(HEALTH)).rare().help("0: as the class."),
        health_lost: i32 = unit(of(HEALTH_LOST)).rare()
            .help("To wounds of earlier battles, as their marks were agreed."),
        fencer: Fencer = unit(of(FENCER)).rare(),
        very_strong: bool = unit(of(VERY_STRONG)).rare(),
        elite_shooter: bool = unit(of(ELITE_SHOOTER)).rare(),
        player: i32 = unit(of(PLAYER)).rare()
            .help("Where several play on one side: which of them leads it. Each has an elite shot and a +1 for muskets a turn."),
        reserve_horses: i32 = unit(of(RESERVE_HORSES)).rare().help("For each of them."),
        technology: i32 = unit(whole(1, 3)).or(1).label("Price of shooting weapons").rare()
            .help("2 or 3 times for the side whose shooting weapons are more advanced, if there is such a side."),
        burden: Burden = unit(of(BURDEN)).rare()
            .help("A heavy object takes 4 cm of a move, a very heavy one 8. A heavy musket counts by itself.")
            .among(|_| vec!["none", "heavy", "very_heavy"]),
        slow: Option<Slow> = unit(of(SLOW)).optional().when(FOOT).rare(),
        drilled: Option<bool> = unit(of(DRILLED)).optional().when(FOOT)
            .help("May form close order; from class 3 on unless you say otherwise."),
    } validate(validate)
}

/// Refuses fighters who have an exceptional strike and are very strong. *Exceptional strike.*
fn validate(unit: &Unit) -> Result<(), Refusal> {
    let both = unit.very_strong && unit.fencer != Fencer::None;
    bad_if(both, field!(Unit, very_strong), SWIFT_AND_STRONG)
}

/// Refusal of a fighter who has an exceptional strike and is very strong. *Exceptional strike.*
pub const SWIFT_AND_STRONG: &str = "Nobody is both very swift and very strong.";

/// Refusal of a charge by riders other than cavalry. *Cavalry charge.*
pub const ONLY_CAVALRY_CHARGES: &str = "Only cavalry charges; mounted infantry does not.";

/// Form of a unit on a roster.
pub const PROFILE: &Form = Unit::FORM;

/// Adds the present mount, and the mount on the roster.
pub fn derive_mount(facts: &mut Facts) {
    if let Some(mount) = facts.value(MOUNT) {
        facts.put(ROSTER_MOUNT, mount);
    }
    // Dismounted riders fight and move as soldiers on foot. *Cavalry and mounted infantry; Movement.*
    if facts.holds(ON_FOOT) {
        facts.put(MOUNT, Mount::Foot);
    }
}

/// Adds the derived facts except mounts and points.
pub fn derive(facts: &mut Facts) {
    let idle = able(facts) == 0;
    facts.put(DISABLED, idle);
    // A fighter strikes in one fight of the turn. *Resolution of the melee.*
    facts.put(HELPLESS, idle || blows(facts) >= able(facts));
    facts.put(SOLDIERS, figures(facts));
    facts.put(MOVES, facts.holds(MOVED));
    if let (false, Some(class)) = (facts.knows(DRILLED), facts.value(CLASS)) {
        facts.put(DRILLED, is_trained(class));
    }
    let free = facts.value(BURDEN).is_none_or(|burden| burden == Burden::None);
    if free && carried(facts).contains(&Missile::MatchlockMusket) && !facts.holds(FORK_DROPPED) {
        facts.put(BURDEN, Burden::Musket);
    }
    let lance = facts.equals(WEAPON, Weapon::HeavyLance);
    // Only riders can use a lance. *Heavy couched lance.*
    let useless = lance && (facts.equals(LANCE, Lance::Lost) || facts.holds(ON_FOOT));
    // A unit that has thrown its last light spear draws the sword.
    let thrown = facts.equals(WEAPON, Weapon::LightSpear) && facts.equals(LIGHT_SPEAR, 0);
    if useless || thrown {
        facts.put(WEAPON, Weapon::Sword);
    }
    // On foot, a lance can be cut to a spear in one turn. *Heavy couched lance.*
    if facts.equals(LANCE, Lance::Cut) {
        facts.put(WEAPON, Weapon::LightSpear);
    }
}

/// Figures left. A roster entry without a number is one character.
pub fn figures(facts: &Facts) -> i32 {
    facts.value(FIGURES).unwrap_or(1)
}

/// Blows and shots spent this turn; 0 for a roster entry outside a battle.
pub fn blows(facts: &Facts) -> i32 {
    facts.value(BLOWS).unwrap_or(0)
}

/// Figures that shot this turn; 0 for a roster entry outside a battle.
pub fn shot_figures(facts: &Facts) -> i32 {
    facts.value(SHOT_FIGURES).unwrap_or(0)
}

/// Figures that were in contact this turn and have not fallen; 0 for a roster entry outside a battle.
pub fn fought(facts: &Facts) -> i32 {
    facts.value(FOUGHT).unwrap_or(0)
}

/// True if players recorded contact this turn by hand, without a fight.
pub fn is_touched_by_hand(facts: &Facts) -> bool {
    facts.holds(CONTACTED) && fought(facts) == 0 && facts.value(FELL_FIGHTING).unwrap_or(0) == 0
}

/// Figures that were in contact this turn.
pub fn touched(facts: &Facts) -> i32 {
    match (fought(facts), facts.value(FELL_FIGHTING).unwrap_or(0)) {
        _ if !facts.holds(CONTACTED) => 0,
        // Players recorded contact by hand, which means all figures.
        (0, 0) => figures(facts),
        (fought, _) => fought.min(figures(facts)),
    }
}

/// Figures that began the turn in contact. If only the flag is recorded, all of them.
pub fn began_in_contact(facts: &Facts) -> i32 {
    match facts.value(START_FIGURES).unwrap_or(0) {
        _ if !facts.holds(IN_CONTACT_AT_START) => 0,
        0 => figures(facts),
        began => began.min(figures(facts)),
    }
}

/// Figures that did not begin the turn in contact.
pub fn began_apart(facts: &Facts) -> i32 {
    figures(facts) - began_in_contact(facts)
}

/// Figures in contact with an enemy: those that began the turn in contact, or those that were in contact since, whichever is more.
pub fn in_contact(facts: &Facts) -> i32 {
    began_in_contact(facts).max(touched(facts))
}

/// True if all figures that can act were in contact this turn.
pub fn touched_all(facts: &Facts) -> bool {
    touched(facts) > 0 && touched(facts) >= able(facts)
}

/// True if all figures that can act began the turn in contact.
pub fn began_in_contact_all(facts: &Facts) -> bool {
    began_in_contact(facts) > 0 && began_in_contact(facts) >= able(facts)
}

/// True if all figures that can act shot this turn.
pub fn shot_all(facts: &Facts) -> bool {
    shot_figures(facts) > 0 && shot_figures(facts) >= able(facts)
}

/// Number of ranks that can strike over each other in close order. *Pike; Halberd or bill; Light thrusting spear.*
pub fn ranks_in_reach(facts: &Facts) -> usize {
    match facts.value(WEAPON) {
        Some(Weapon::Pike) => 6,
        Some(Weapon::Halberd | Weapon::Bill | Weapon::LongBardiche | Weapon::LightSpear) => 3,
        _ => 1,
    }
}

/// Fallen figures whose wounds have not been treated. Player characters have wounds instead.
pub fn fallen(facts: &Facts) -> i32 {
    facts.value(FALLEN).unwrap_or(0)
}

/// Figures taken prisoner; 0 for a roster entry outside a battle.
pub fn captured(facts: &Facts) -> i32 {
    facts.value(CAPTURED).unwrap_or(0)
}

/// Figures of a group that are stunned or were knocked down. Single characters have a flag instead.
pub fn down_figures(facts: &Facts) -> i32 {
    [KNOCKED_FIGURES, STUNNED_FIGURES].iter().filter_map(|down| facts.value(*down)).sum()
}

/// True if no figure is left, or a player character has lost both lives.
pub fn is_out(facts: &Facts) -> bool {
    figures(facts) == 0 || facts.equals(LIFE_POINTS, 0)
}

/// True if all figures are stunned or knocked down. *Melee.*
pub fn is_down(facts: &Facts) -> bool {
    let all = figures(facts) > 0 && down_figures(facts) >= figures(facts);
    facts.holds(KNOCKED_DOWN) || facts.holds(STUNNED) || all
}

/// Figures that can act this turn.
pub fn able(facts: &Facts) -> i32 {
    if is_out(facts) || is_down(facts) || facts.holds(BLOCKED) {
        return 0;
    }
    (figures(facts) - down_figures(facts)).max(0)
}

/// True if at least one figure can still strike this turn.
pub fn has_blow_left(facts: &Facts) -> bool {
    blows(facts) < able(facts)
}

/// True if the unit has moved this turn. Two paces do not count in close order. *Close order formation.*
pub fn has_moved(facts: &Facts) -> bool {
    let stepped = facts.holds(STEPPED) && !facts.holds(CLOSE_ORDER);
    stepped || [MOVED, CHANGED_HORSE, CHARGING, RAN_UP].iter().any(|flag| facts.holds(*flag))
}

fn label<T: Choices + FactValue>(facts: &Facts, fact: Fact<T>) -> Option<&'static str> {
    facts.value(fact).map(Choices::label)
}

/// Description of a unit for its card: number of figures, class, armour, mount and weapons.
pub fn describe(facts: &Facts) -> Vec<Text> {
    let mut words = Vec::new();
    if figures(facts) > 1 {
        words.push(text!("{n} figures", n = figures(facts)));
    }
    words.extend(facts.value(CLASS).map(|class| text!("class {n}", n = class)));
    if facts.holds(PLAYER_CHARACTER) {
        words.push("player character".into());
    }
    let dressed = label(facts, ARMOUR).filter(|_| !facts.equals(ARMOUR, Armour::None));
    let mounted = label(facts, MOUNT).filter(|_| !facts.equals(MOUNT, Mount::Foot));
    let armed = facts.value(WEAPON).map(Weapon::noun);
    words.extend([dressed, mounted, armed].into_iter().flatten().map(Text::from));
    words.extend(carried(facts).into_iter().map(|missile| match missile {
        Missile::Pistol if facts.equals(PISTOLS, 2) => "A pair of pistols".into(),
        _ => Text::from(missile.label()),
    }));
    if let Some(skin @ 1..) = facts.value(EQUIVALENT_ARMOUR) {
        words.push(text!("skin and armour {n}", n = skin));
    }
    words
}

/// For each kind of weapon that is not fully loaded, a sentence with the number of loaded ones.
pub fn loads_in_words(facts: &Facts) -> Vec<Text> {
    let in_words = |loads: &Loads| {
        let stock = loads.stock(facts).filter(|stock| stock.loaded < stock.all)?;
        let words =
            text!("{weapon}: {n} of {all} loaded", weapon = loads.missile.label(), n = stock.loaded, all = stock.all);
        Some(match stock.loading {
            0 => words,
            half => text!("{loaded}, {n} half loaded", loaded = words, n = half),
        })
    };
    LOADS.iter().filter_map(in_words).collect()
}

/// Refuses units that are out: with no figures left, or a player character without life points.
///
/// # Errors
/// Reason, for players.
pub fn can_take_part(facts: &Facts) -> Result<(), Text> {
    if is_out(facts) { Err("Nobody of them is left.".into()) } else { Ok(()) }
}

/// Refuses units without a shooting weapon.
///
/// # Errors
/// Reason, for players.
pub fn is_shooter(facts: &Facts) -> Result<(), Text> {
    let throws = facts.knows(LIGHT_SPEAR);
    if throws || !carried(facts).is_empty() { Ok(()) } else { Err("nothing to shoot with.".into()) }
}

/// Refuses units without a weapon that has to be loaded.
///
/// # Errors
/// Reason, for players.
pub fn is_loader(facts: &Facts) -> Result<(), Text> {
    let loads = LOADS.iter().any(|kind| facts.knows(kind.loaded));
    if loads { Ok(()) } else { Err("no weapon that is loaded.".into()) }
}

/// Refuses units that are not cavalry on their roster.
///
/// # Errors
/// Reason, for players.
pub fn is_cavalry(facts: &Facts) -> Result<(), Text> {
    if facts.equals(ROSTER_MOUNT, Mount::Cavalry) { Ok(()) } else { Err("Only cavalry charges.".into()) }
}

/// Refuses units that are not in close order.
///
/// # Errors
/// Reason, for players.
pub fn is_in_close_order(facts: &Facts) -> Result<(), Text> {
    if facts.holds(CLOSE_ORDER) { Ok(()) } else { Err("not in close order.".into()) }
}

/// Refuses mounted riders.
///
/// # Errors
/// Reason, for players.
pub fn is_on_foot(facts: &Facts) -> Result<(), Text> {
    if facts.equals(MOUNT, Mount::Foot) { Ok(()) } else { Err("Only soldiers on foot form close order.".into()) }
}

/// Movement this turn that is suggested for a shooter or loader, from the unit's trackers.
pub fn usual_movement(unit: &Facts) -> Movement {
    if [MOVED, CHANGED_HORSE, CHARGING, RAN_UP].iter().any(|flag| unit.holds(*flag)) {
        Movement::Moving
    } else if unit.holds(STEPPED) {
        Movement::TwoPaces
    } else {
        Movement::Immobile
    }
}

/// True of units whose wounds may be treated: player characters, and fallen soldiers that players have marked. *Wound healing.*
pub fn is_to_be_seen_to(unit: &Facts) -> bool {
    unit.holds(WOUNDED) || unit.holds(SEE_TO) && fallen(unit) > 0
}

/// True of units with untreated wounds. *Wound healing.*
pub fn is_hurt(unit: &Facts) -> bool {
    unit.holds(WOUNDED) || unit.value(FALLEN).is_some_and(|fallen| fallen > 0)
}

/// Name of a unit, or the id of a unit that has left.
pub fn name(table: &Table, id: &str) -> String {
    table.unit(id).and_then(|unit| unit.facts.text(NAME)).unwrap_or(id).to_owned()
}
