//! Marks that a fight leaves on the table: losses, blows, contacts, charges.

use super::super::facts::{
    BLOWS, CAPTURED, CHARGE_TARGET, CONTACTED, CONTACTS, FALLEN, FIGURES, FOULED, KNOCKED_DOWN, KNOCKED_FIGURES, LANCE,
    LIFE_POINTS, NAME, PIKE_LOOSE, RIDDEN_AT, WOUNDED,
};
use super::super::terms::Lance;
use super::super::turn::duties::{self, Kind};
use super::super::unit::{blows, figures};
use super::describe::{Group, describe};
use super::weapons::Weapon;
use super::{Fighter, Fought, Melee, Status};
use crate::core::facts::Facts;
use crate::form::{Choices, Filled};
use crate::outcome::Record;
use crate::rules::consequences::ConsequencesBuilder;
use crate::rules::table::Scene;
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;

/// A fighter, as part of the unit that he belongs to.
struct Part<'a> {
    role: &'static str,
    index: usize,
    id: &'a str,
    facts: &'a Facts,
    fighter: &'a Fighter,
    /// Status after the fight; friends cannot be hurt.
    status: Status,
    /// Life points lost.
    wounds: i32,
}

impl Part<'_> {
    /// Killed, or taken because there was no room.
    fn is_gone(&self) -> bool {
        matches!(self.status, Status::Killed | Status::Cornered)
    }

    /// In the front rank, where bases touch.
    fn is_in_front(&self) -> bool {
        self.fighter.rank == 1
    }

    /// Still touching the enemy. Two paces back is out of contact (R11).
    fn stays(&self) -> bool {
        self.is_in_front() && !self.is_gone() && self.status != Status::Recoils
    }
}

/// Records a fight.
pub fn record(scene: &Scene, input: &Map<String, Json>, outcome: &Record, consequences: &mut ConsequencesBuilder) {
    let Ok(melee) = Melee::from_object(input) else { return };
    let one = parts(scene, "one", std::slice::from_ref(&melee.one), |_| fate(outcome, "one_status", "one_wounds"));
    let friends = parts(scene, "friends", &melee.friends, |_| Some((Status::Unhurt, 0)));
    let many = parts(scene, "many", &melee.many, |nth| {
        fate(outcome, &format!("many_status[{nth}]"), &format!("many_wounds[{nth}]"))
    });
    describe_groups(&melee, &one, &many, consequences);
    for part in one.iter().chain(&friends).chain(&many) {
        hurt(part, consequences);
        if part.is_in_front() {
            touch(part, consequences);
        }
    }
    spend_blows(one.iter().chain(&friends).chain(&many), consequences);
    let Some(one) = one.first() else { return };
    keep_contacts(&melee, one, &friends, &many, consequences);
    ride_at(&melee, one, &friends, &many, consequences);
    let ids: Vec<&str> = [one].into_iter().chain(&friends).chain(&many).map(|part| part.id).collect();
    let took_part = |unit: &String| ids.contains(&unit.as_str());
    // A rider fights in one melee of the turn, whoever it is that he meets. *Cavalry charge.*
    let fought = |duty: &duties::OpenDuty| match duty.kind {
        Kind::Charge | Kind::Ride => duty.units.first().is_some_and(took_part),
        Kind::Fight => duty.units.iter().all(took_part),
        _ => false,
    };
    duties::settle(scene, consequences, fought, []);
}

/// The fighters of a role, each with its unit.
fn parts<'a>(
    scene: &'a Scene,
    role: &'static str,
    fighters: &'a [Fighter],
    fate: impl Fn(usize) -> Option<(Status, i32)>,
) -> Vec<Part<'a>> {
    let units = scene.ids(role).iter().zip(scene.units(role));
    let part = |(index, (fighter, (id, facts))): (usize, (&'a Fighter, (&'a String, &'a Facts)))| {
        fate(index).map(|(status, wounds)| Part { role, index, id, facts, fighter, status, wounds })
    };
    fighters.iter().zip(units).enumerate().filter_map(part).collect()
}

/// Describes the fight anew if groups of several figures took part: how many of each are out.
fn describe_groups(melee: &Melee, one: &[Part], many: &[Part], consequences: &mut ConsequencesBuilder) {
    let parts: Vec<&Part> = one.iter().chain(many).collect();
    let mut groups: BTreeMap<&str, Group> = BTreeMap::new();
    for (place, part) in parts.iter().enumerate() {
        if let (Some(name), 2..) = (part.facts.text(NAME), figures(part.facts)) {
            let group = || Group { name: name.to_owned(), figures: figures(part.facts), fighters: Vec::new() };
            groups.entry(part.id).or_insert_with(group).fighters.push(place);
        }
    }
    let Some((first, opponents)) = parts.split_first().filter(|_| !groups.is_empty()) else { return };
    let fought = Fought {
        one_status: first.status,
        many_status: opponents.iter().map(|part| part.status).collect(),
        one_wounds: first.wounds,
        many_wounds: opponents.iter().map(|part| part.wounds).collect(),
    };
    let groups: Vec<Group> = groups.into_values().collect();
    describe(melee, &fought, &groups, consequences.drop_words());
}

fn fate(outcome: &Record, status: &str, wounds: &str) -> Option<(Status, i32)> {
    let status = Status::ALL.iter().copied().find(|own| outcome.word(status) == Some(own.id()));
    status.zip(outcome.sum(wounds))
}

/// Records losses. A figure with one life falls; a player character loses a life point first.
fn hurt(part: &Part, consequences: &mut ConsequencesBuilder) {
    let (role, index) = (part.role, part.index);
    consequences.raise_nth(role, index, LIFE_POINTS, -part.wounds);
    if part.wounds > 0 {
        consequences.put_nth(role, index, WOUNDED, true);
    }
    match part.status {
        Status::Killed => {
            consequences.raise_nth(role, index, FALLEN, 1);
        }
        Status::Stunned if part.facts.knows(KNOCKED_FIGURES) => {
            consequences.raise_nth(role, index, KNOCKED_FIGURES, 1);
        }
        Status::Stunned => {
            consequences.put_nth(role, index, KNOCKED_DOWN, true);
        }
        Status::Cornered => {
            consequences.raise_nth(role, index, FIGURES, -1).raise_nth(role, index, CAPTURED, 1);
        }
        Status::Recoils | Status::Wounded | Status::Unhurt => {}
    }
}

/// Contact fouls heavy muskets, makes pikes useless outside close order, and costs a lance that was not couched.
/// *Matchlock musket; Pike; Heavy couched lance.*
fn touch(part: &Part, consequences: &mut ConsequencesBuilder) {
    let (role, index, fighter) = (part.role, part.index, part.fighter);
    consequences.put_nth(role, index, CONTACTED, true).put_nth(role, index, FOULED, true);
    if fighter.weapon == Weapon::Pike && !fighter.close_order {
        consequences.put_nth(role, index, PIKE_LOOSE, true);
    }
    if !fighter.on_foot() && !fighter.charging {
        consequences.put_nth(role, index, LANCE, Lance::Lost);
    }
}

/// Each fighter who strikes spends a blow of his unit, also if he was put out first; whoever is gone takes his with him.
/// *Resolution of the melee.*
fn spend_blows<'a>(parts: impl Iterator<Item = &'a Part<'a>>, consequences: &mut ConsequencesBuilder) {
    let mut spent: BTreeMap<&str, (i32, i32)> = BTreeMap::new();
    for part in parts {
        let unit = spent.entry(part.id).or_insert((blows(part.facts), 0));
        unit.0 += i32::from(part.fighter.strikes());
        unit.1 += i32::from(part.is_gone());
    }
    for (id, (blows, gone)) in spent {
        consequences.put_on(id, BLOWS, (blows - gone).max(0));
    }
}

/// Units stay in contact if any two of their fighters do who struck each other, or one the other. *Melee; R11, R56.*
fn keep_contacts(melee: &Melee, one: &Part, friends: &[Part], many: &[Part], consequences: &mut ConsequencesBuilder) {
    let mut touching: Vec<(String, String)> = Vec::new();
    let mut meet = |own: &Part, enemy: &Part| {
        if own.stays() && enemy.stays() {
            touching.push((own.id.to_owned(), enemy.id.to_owned()));
        }
    };
    for enemy in melee.targets().filter_map(|target| many.get(target)) {
        if one.fighter.strikes() {
            meet(one, enemy);
        }
    }
    let aims = friends.iter().filter(|friend| friend.fighter.strikes());
    let aims = aims.filter_map(|friend| many.get(melee.aim(friend.fighter)).map(|enemy| (friend, enemy)));
    aims.for_each(|(friend, enemy)| meet(friend, enemy));
    many.iter().filter(|enemy| enemy.fighter.strikes()).for_each(|enemy| meet(one, enemy));
    let own: Vec<&Part> = [one].into_iter().chain(friends).filter(|part| part.is_in_front()).collect();
    let enemies: Vec<&Part> = many.iter().filter(|part| part.is_in_front()).collect();
    let mut contacts: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for part in own.iter().chain(&enemies) {
        contacts.entry(part.id).or_insert_with(|| part.facts.value(CONTACTS).unwrap_or_default());
    }
    for (ours, theirs) in own.iter().flat_map(|ours| enemies.iter().map(move |theirs| (ours.id, theirs.id))) {
        let stay = touching.iter().any(|(own, enemy)| own == ours && enemy == theirs);
        for (id, other) in [(ours, theirs), (theirs, ours)] {
            contacts.entry(id).and_modify(|list| {
                list.retain(|held| stay || held != other);
                if stay && !list.iter().any(|held| held == other) {
                    list.push(other.to_owned());
                }
            });
        }
    }
    for (id, list) in contacts {
        consequences.put_on(id, CONTACTS, list);
    }
}

/// A charge shields whom it is ridden at from men on foot, if he is still there, and names whom the rider really met.
/// *Cavalry charge.*
fn ride_at(melee: &Melee, one: &Part, friends: &[Part], many: &[Part], consequences: &mut ConsequencesBuilder) {
    if let (true, Some(met)) = (one.fighter.charging, melee.targets().find_map(|target| many.get(target))) {
        consequences.put_on(one.id, CHARGE_TARGET, met.id);
    }
    let mut ridden = |part: &Part, charged: bool| {
        if charged && !part.fighter.charging && !part.is_gone() {
            consequences.raise_nth(part.role, part.index, RIDDEN_AT, 1);
        }
    };
    for enemy in many {
        let by_one = one.fighter.charging && melee.targets().any(|target| target == enemy.index);
        let aims = |friend: &&Part| friend.fighter.charging && melee.aim(friend.fighter) == enemy.index;
        ridden(enemy, by_one || friends.iter().any(|friend| aims(&friend)));
    }
    ridden(one, many.iter().any(|enemy| enemy.fighter.charging));
}
