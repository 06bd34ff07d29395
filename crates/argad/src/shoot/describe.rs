//! Description and records of the results of shots.

use super::super::loading::{left_to_throw, loads_of};
use super::super::losses::lives;
use super::super::terms::Missile;
use super::super::terms::duties::{Kind, OpenDuty};
use super::super::{losses, open_duties};
use super::fill::counted_unit;
use super::usual::{pistols_spare_blows, used_by_player};
use super::{Hits, Shoot, Shooter, Shot, modifiers, victims};
use crate::facts::*;
use crate::ids::roles;
use rules::prelude::*;

/// Sentences before the dice: the value that each entry needs, and the effect of several sixes.
pub fn before(shoot: &Shoot) -> Vec<Text> {
    let targets = victims::targets(shoot);
    let mut needs = Vec::new();
    for shooter in &shoot.shooters {
        needs.extend(targets.iter().map(|target| without_rolls(|dice| modifiers::needs(shoot, shooter, target, dice))));
    }
    let beyond_six = needs.iter().any(|need| *need > 6);
    let mut words: Vec<Text> = Vec::new();
    if victims::are_drawn(shoot) {
        words.push("It is drawn first whom each shot is at. Then the dice follow in the order of the draws.".into());
    }
    words.extend(needs_in_words(shoot, &needs));
    if beyond_six && shoot.reroll_sixes {
        words.push(
            "Two sixes count 6 and 7, three 6, 7 and 8. A single 6 may be rolled again: another 6 makes it a 7.".into(),
        );
    } else if beyond_six {
        words.push("Two sixes count 6 and 7, three 6, 7 and 8. A single 6 stays a 6.".into());
    }
    if shoot.shooters.iter().any(|shooter| shoot.has_plus_one(shooter)) {
        words.push("Muskets at a group: one die may count 1 more, once a turn.".into());
    }
    words
}

/// True if the player's +1 for muskets may turn a 6 of this entry into a 7.
fn may_have_seven(shoot: &Shoot, entry: usize) -> bool {
    shoot.shooters.get(entry).is_some_and(|shooter| !shooter.disorder && shoot.has_plus_one(shooter))
}

/// Sentences with the value that each entry needs. If victims are drawn, there is one for each entry and unit of the group.
fn needs_in_words(shoot: &Shoot, needs: &[i32]) -> Vec<Text> {
    let (drawn, units) = (victims::are_drawn(shoot), shoot.group.len().max(1));
    let words = |(class, need): (usize, &i32)| {
        let who = |index: usize| Text::from(Gap::Unit("shooters ", index + 1));
        if !drawn {
            if *need == 7 && may_have_seven(shoot, class) {
                return text!("{who}: needs a 7: two sixes, or a 6 with the +1 for muskets.", who = who(class));
            }
            return need_words(who(class), *need, shoot.shooters.get(class).is_some_and(|shooter| shooter.disorder));
        }
        let target = Text::from(Gap::Unit("target ", class % units + 1));
        let entry = class / units;
        let who = text!("{who} at {target}", who = who(entry), target = target);
        if *need == 7 && may_have_seven(shoot, entry) {
            return text!("{who}: needs a 7: two sixes, or a 6 with the +1 for muskets.", who = who);
        }
        need_words(who, *need, shoot.shooters.get(entry).is_some_and(|shooter| shooter.disorder))
    };
    needs.iter().enumerate().map(words).collect()
}

/// Value that a die needs, in words. Sixes of soldiers in disorder always count 6. *Shooting; rules of many sixes.*
fn need_words(who: Text, need: i32, disorder: bool) -> Text {
    match need {
        ..=5 => text!("{who}: {n} or more hits.", who = who, n = need),
        6 => text!("{who}: a 6 hits.", who = who),
        _ if disorder => text!("{who}: needs {n}, and in disorder a 6 counts no more than 6.", who = who, n = need),
        7 => text!("{who}: needs a 7: two sixes.", who = who),
        8 => text!("{who}: needs an 8: three sixes.", who = who),
        _ => text!("{who}: needs {n}: {sixes} sixes.", who = who, n = need, sixes = need - 5),
    }
}

/// Describes the result.
pub fn describe(shoot: &Shoot, outcome: &Shot, consequences: &mut ConsequencesBuilder) {
    say(shoot, outcome, None, consequences);
    if outcome.hits.plus_one_used {
        consequences.put(SIDE, MUSKET_PLUS_ONE_USED, true);
    }
}

/// Units of a group that shots treat as one target.
struct TargetGroup {
    /// Number of units.
    units: usize,
    /// Index of the unit whose armour and mount counted, if the units differ (R47).
    counted: Option<usize>,
}

fn say(shoot: &Shoot, outcome: &Shot, group: Option<&TargetGroup>, consequences: &mut ConsequencesBuilder) {
    consequences.say(match group {
        Some(group) => hits_on_group(&outcome.hits, group.units),
        None => hits_in_words(shoot, &outcome.hits),
    });
    if let Some(counted) = group.and_then(|group| group.counted) {
        let who = Gap::Unit("target ", counted + 1);
        consequences.say(text!("Armour and mount of {who} counted, as those of most figures.", who = who));
    }
    for (index, (unit, fallen)) in shoot.group.iter().zip(&outcome.fallen).enumerate() {
        let who = Gap::Unit("target ", index + 1).into();
        consequences.say_all(unit.strength().words(who, *fallen).into_iter().collect());
    }
    consequences.say_all(needs_in_words(shoot, &outcome.hits.needs));
    if outcome.hits.plus_one_used {
        consequences.say("One of the hits is owed to the +1 for muskets at a group; it is used for this turn.");
    }
}

/// Records the shots on the shooters and on the target, and adds duties that follow.
pub fn record(shoot: &Shoot, scene: &Scene, outcome: &Shot, consequences: &mut ConsequencesBuilder) {
    let casualties = outcome.hits.casualties;
    if let (targets @ [_, _, ..], false) = (scene.units(roles::TARGET), victims::are_drawn(shoot) || is_aimed(shoot)) {
        let group = TargetGroup { units: targets.len(), counted: counted_unit(targets) };
        say(shoot, outcome, Some(&group), consequences.drop_words());
    }
    for (index, (shooter, unit)) in shoot.shooters.iter().zip(scene.units(roles::SHOOTERS)).enumerate() {
        spend(shooter, index, &unit.facts, scene, consequences);
    }
    if outcome.hits.plus_one_used
        && let Some(first) = first_with_plus_one(shoot, scene)
    {
        consequences.put_nth(roles::SHOOTERS, first, PLUS_ONE, true);
    }
    if casualties > 0 && losses::fall_at_once(&scene.table) {
        consequences.say("They fall as the phase ends, and may shoot until then.");
    }
    let draw = if victims::are_drawn(shoot) {
        drawn_fall(scene, &outcome.fallen, consequences);
        None
    } else {
        remove_casualties(shoot, casualties, scene, consequences)
    };
    let thrown = |duty: &OpenDuty| {
        duty.kind == Kind::Throw && scene.units(roles::SHOOTERS).iter().any(|shooter| duty.concerns(&shooter.id))
    };
    open_duties::update(scene, consequences, thrown, draw);
}

/// Removes the figures that were drawn and hit from each unit of a group (R47).
fn drawn_fall(scene: &Scene, fallen: &[i32], consequences: &mut ConsequencesBuilder) {
    for (index, (unit, fallen)) in scene.units(roles::TARGET).iter().zip(fallen).enumerate() {
        losses::take_losses(scene, (roles::TARGET, index), &unit.facts, *fallen, consequences);
    }
}

/// Index of the first shooter who could have the +1 for muskets, and whose player still has it.
fn first_with_plus_one(shoot: &Shoot, scene: &Scene) -> Option<usize> {
    let left = |(place, own): (usize, &Shooter)| {
        let unit = scene.units(roles::SHOOTERS).get(place)?;
        let used = used_by_player(&scene.table, unit, MUSKET_PLUS_ONE_USED, PLUS_ONE);
        (shoot.has_plus_one(own) && !used).then_some(place)
    };
    shoot.shooters.iter().enumerate().find_map(left)
}

/// Removes the casualties from the target. For a group of several units, returns a duty to draw the casualties, unless all figures fall or
/// the shot was aimed at one figure. *Shooting; Elite shooter.*
fn remove_casualties(
    shoot: &Shoot,
    casualties: i32,
    scene: &Scene,
    consequences: &mut ConsequencesBuilder,
) -> Option<OpenDuty> {
    let targets = scene.units(roles::TARGET);
    let all: i32 = targets.iter().map(|unit| lives(&unit.facts)).sum();
    if let ([target], _) | ([target, ..], true) = (targets, is_aimed(shoot)) {
        losses::take_losses(scene, (roles::TARGET, 0), &target.facts, casualties, consequences);
        return None;
    }
    if casualties < all {
        return (casualties > 0).then(|| OpenDuty::draw(&scene.ids(roles::TARGET), casualties));
    }
    for (index, unit) in targets.iter().enumerate() {
        losses::take_losses(scene, (roles::TARGET, index), &unit.facts, lives(&unit.facts), consequences);
    }
    None
}

/// Number of hits on one unit, or on a group whose victims were drawn first, in words.
fn hits_in_words(shoot: &Shoot, outcome: &Hits) -> Text {
    let target = Gap::Unit("target ", 1);
    match (outcome.hits, outcome.casualties, shoot.target.figures) {
        (1.., ..) if victims::are_drawn(shoot) => text!("{n} {n|hit|hits}.", n = outcome.hits),
        (0, ..) if outcome.shots == 1 => text!("Missed {who}.", who = target),
        (0, ..) => text!("{n} shots, no hit.", n = outcome.shots),
        (_, fallen, 1) if fallen < shoot.target.strength().lives => {
            text!("{who} is hit: wounded, with one life point left.", who = target)
        }
        (_, _, 1) => text!("{who} is hit: out.", who = target),
        (1, ..) => text!("1 hit: {who} lose one, drawn at random.", who = target),
        (hits, fallen, _) => {
            text!("{n} hits: {who} lose {fallen}, drawn at random.", n = hits, fallen = fallen, who = target)
        }
    }
}

/// Number of hits on a group of several units that is one target, in words.
fn hits_on_group(outcome: &Hits, units: usize) -> Text {
    let targets = (1..=units).map(|unit| Text::from(Gap::Unit("target ", unit)));
    let group = targets.reduce(|so_far, next| text!("{so_far}, {next}", so_far = so_far, next = next));
    let group = group.unwrap_or("".into());
    match (outcome.hits, outcome.casualties) {
        (0, _) if outcome.shots == 1 => text!("Missed {who}.", who = group),
        (0, _) => text!("{n} shots, no hit.", n = outcome.shots),
        (hits, fallen) => text!(
            "{n} {n|hit|hits} on {group}: {fallen} of them {fallen|falls|fall}, drawn at random.",
            n = hits,
            group = group,
            fallen = fallen
        ),
    }
}

/// True if an elite shot picks out one figure.
fn is_aimed(shoot: &Shoot) -> bool {
    shoot.shooters.iter().any(|shooter| shooter.aimed)
}

/// Records shots on their shooter. A shot takes the place of the figure's blow (R43), and empties the weapon.
fn spend(shooter: &Shooter, index: usize, unit: &Facts, scene: &Scene, consequences: &mut ConsequencesBuilder) {
    let count = shooter.count;
    if let Some(own) = loads_of(unit, shooter.weapon) {
        consequences.raise_nth(roles::SHOOTERS, index, own.loaded, -count).raise_nth(
            roles::SHOOTERS,
            index,
            own.shot,
            count,
        );
    }
    if shooter.weapon == Missile::Javelin {
        // Javelins are thrown before light spears, because a thrown spear can no longer be used in melee. *Light thrusting spear.*
        let [javelins, _] = left_to_throw(unit);
        let first = count.min(javelins);
        consequences.raise_nth(roles::SHOOTERS, index, JAVELINS, -first);
        consequences.raise_nth(roles::SHOOTERS, index, LIGHT_SPEAR, first - count);
    }
    consequences.put_nth(roles::SHOOTERS, index, FIRED, true).raise_nth(roles::SHOOTERS, index, SHOT_FIGURES, count);
    if !shooter.is_moving() {
        consequences.put_nth(roles::SHOOTERS, index, SHOT_STANDING, true);
    }
    if shooter.weapon != Missile::Pistol || !pistols_spare_blows(&scene.table) {
        consequences.raise_nth(roles::SHOOTERS, index, BLOWS, count);
    }
    if shooter.elite || shooter.aimed {
        consequences.put(SIDE, ELITE_USED, true).put_nth(roles::SHOOTERS, index, ELITE_SHOT, true);
    }
}
