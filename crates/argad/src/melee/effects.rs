//! Changes of trackers by a fight: losses, blows, contacts and charges.

use super::super::loading::{fouled, fouls};
use super::super::open_duties;
use super::super::terms::duties::{Kind, OpenDuty};
use super::super::terms::{Lance, Weapon};
use super::super::unit::{able, blows, figures, fought};
use super::describe::{GroupInFight, describe, describe_groups};
use super::{Fighter, Fought, Melee, Pair, Status};
use crate::facts::*;
use crate::ids::roles;
use rules::prelude::*;
use std::collections::BTreeMap;

/// A fighter, as one figure of a unit.
struct Figure<'a> {
    role: &'static str,
    index: usize,
    id: &'a str,
    facts: &'a Facts,
    fighter: &'a Fighter,
    /// Status after the fight. Friends cannot be hurt.
    status: Status,
    /// Life points lost.
    wounds: i32,
}

impl Figure<'_> {
    /// True if killed, or taken prisoner for lack of room.
    fn is_gone(&self) -> bool {
        self.status.is_out()
    }

    /// True if the figure is in the front rank, where bases touch.
    fn is_in_front(&self) -> bool {
        self.fighter.rank == 1
    }
}

/// One pair that fought: a fighter, friends and opponents.
struct PairOnTable<'a> {
    one: Figure<'a>,
    friends: Vec<Figure<'a>>,
    many: Vec<Figure<'a>>,
}

impl<'a> PairOnTable<'a> {
    /// Combines the fighters of a melee with the results of a pair.
    fn of(pair: &Pair, scene: &'a Scene, melee: &'a Melee) -> Option<Self> {
        let one =
            parts(scene, roles::ONE, std::slice::from_ref(&melee.one), |_| Some((pair.one_status, pair.one_wounds)));
        let friends = parts(scene, roles::FRIENDS, &melee.friends, |_| Some((Status::Unhurt, 0)));
        let many = parts(scene, roles::MANY, &melee.many, |nth| {
            pair.many_status.get(nth).copied().zip(pair.many_wounds.get(nth).copied())
        });
        Some(Self { one: one.into_iter().next()?, friends, many })
    }

    fn everybody(&self) -> impl Iterator<Item = &Figure<'a>> {
        std::iter::once(&self.one).chain(&self.friends).chain(&self.many)
    }

    /// Fighters who can be hurt.
    fn opposed(&self) -> impl Iterator<Item = &Figure<'a>> {
        std::iter::once(&self.one).chain(&self.many)
    }
}

/// Records the results of a fight.
pub fn record(melee: &Melee, scene: &Scene, fought: &Fought, consequences: &mut ConsequencesBuilder) {
    let pairs: Vec<PairOnTable> = fought.pairs.iter().filter_map(|pair| PairOnTable::of(pair, scene, melee)).collect();
    describe_by_groups(melee, &pairs, consequences);
    for part in pairs.iter().flat_map(PairOnTable::everybody) {
        hurt(part, consequences);
        if part.is_in_front() {
            touch(part, consequences);
        }
    }
    let units = units(&pairs);
    for (id, unit) in &units {
        unit.count(id, scene, consequences);
    }
    keep_contacts(melee, &pairs, &units, consequences);
    pairs.iter().for_each(|pair| keep_ranks(pair, consequences));
    pairs.iter().for_each(|pair| ride_at(melee, pair, consequences));
    // A rider must fight once this turn, against any enemy. So the duty of a unit is done once all its riders have fought. *Cavalry charge.*
    let all_fought = |id: &String| units.get(id.as_str()).is_some_and(UnitCounts::have_all_fought);
    let done = |duty: &OpenDuty| match duty.kind {
        Kind::Charge | Kind::Ride => duty.units.first().is_some_and(all_fought),
        Kind::Fight => {
            let took_part = |id: &String| units.contains_key(id.as_str());
            duty.units.iter().all(took_part) && duty.units.iter().any(all_fought)
        }
        _ => false,
    };
    open_duties::update(scene, consequences, done, []);
}

/// Numbers of figures of a unit that fought, over all pairs.
struct UnitCounts<'a> {
    facts: &'a Facts,
    /// Figures in the front rank, where bases touch.
    in_front: i32,
    /// Blows struck.
    struck: i32,
    /// Figures killed or taken prisoner.
    gone: i32,
    /// Figures driven back.
    driven_back: i32,
}

/// Units that took part, by their ids.
fn units<'a>(pairs: &'a [PairOnTable<'a>]) -> BTreeMap<&'a str, UnitCounts<'a>> {
    let mut units: BTreeMap<&str, UnitCounts> = BTreeMap::new();
    for part in pairs.iter().flat_map(PairOnTable::everybody) {
        let fresh = UnitCounts { facts: part.facts, in_front: 0, struck: 0, gone: 0, driven_back: 0 };
        let unit = units.entry(part.id).or_insert(fresh);
        unit.in_front += i32::from(part.is_in_front());
        unit.struck += i32::from(part.fighter.strikes());
        unit.gone += i32::from(part.is_gone());
        unit.driven_back += i32::from(part.status == Status::Recoils);
    }
    units
}

impl UnitCounts<'_> {
    /// Figures left. A player character with a life point left still counts.
    fn figures(&self) -> i32 {
        (figures(self.facts) - self.gone).max(0)
    }

    /// Figures in contact this turn, including figures that fell in this fight.
    fn touched(&self) -> i32 {
        (fought(self.facts) + self.in_front).min(figures(self.facts))
    }

    /// Figures in contact this turn that have not fallen.
    fn fought(&self) -> i32 {
        (self.touched() - self.gone).max(0)
    }

    fn have_all_fought(&self) -> bool {
        self.fought() >= self.figures()
    }

    fn driven_back(&self) -> i32 {
        (self.facts.value(DRIVEN_BACK).unwrap_or(0) + self.driven_back).min(self.figures())
    }

    /// True if no figure is left, or if all have been driven back. A figure that is driven back two paces is out of contact (R11).
    fn has_left(&self) -> bool {
        self.driven_back() >= self.figures()
    }

    /// Records figures that fought, fouled weapons, and spent blows, for the figures that are left. *Resolution of the melee;
    /// Matchlock musket.*
    fn count(&self, id: &str, scene: &Scene, consequences: &mut ConsequencesBuilder) {
        consequences.put_on(id, BLOWS, (blows(self.facts) + self.struck - self.gone).max(0));
        consequences.put_on(id, FOUGHT, self.fought()).put_on(id, DRIVEN_BACK, self.driven_back());
        if self.gone > 0 {
            consequences.put_on(id, FELL_FIGHTING, self.facts.value(FELL_FIGHTING).unwrap_or(0) + self.gone);
        }
        // Figures whose muskets are fouled already fight first (R58), so only contact beyond their number fouls more muskets.
        if self.in_front == 0 || !fouls(self.facts, &scene.table) {
            return;
        }
        if self.facts.knows(FOULED_MUSKETS) {
            let fouled = fouled(self.facts).max(self.touched()) - self.gone;
            consequences.put_on(id, FOULED_MUSKETS, fouled.max(0));
        } else {
            consequences.put_on(id, FOULED, true);
        }
    }
}

/// Fighters of a role, each with its unit.
fn parts<'a>(
    scene: &'a Scene,
    role: &'static str,
    fighters: &'a [Fighter],
    fate: impl Fn(usize) -> Option<(Status, i32)>,
) -> Vec<Figure<'a>> {
    let part = |(index, (fighter, unit)): (usize, (&'a Fighter, &'a TableUnit))| {
        let (id, facts) = (&unit.id, &unit.facts);
        fate(index).map(|(status, wounds)| Figure { role, index, id, facts, fighter, status, wounds })
    };
    fighters.iter().zip(scene.units(role)).enumerate().filter_map(part).collect()
}

/// Replaces the description of a fight with numbers of figures, if units of several figures took part. For several pairs, the numbers come
/// first, and the sentences for each pair remain below.
fn describe_by_groups(melee: &Melee, pairs: &[PairOnTable], consequences: &mut ConsequencesBuilder) {
    let mut groups: BTreeMap<&str, GroupInFight> = BTreeMap::new();
    for (place, part) in pairs.iter().flat_map(|pair| pair.opposed().enumerate()) {
        if let (Some(name), 2..) = (part.facts.text(NAME), figures(part.facts)) {
            let (name, figures) = (name.to_owned(), figures(part.facts));
            let group = || GroupInFight { name, figures, fought: Vec::new(), places: Vec::new() };
            let group = groups.entry(part.id).or_insert_with(group);
            group.fought.push(part.status);
            group.places.push(place);
        }
    }
    let groups: Vec<GroupInFight> = groups.into_values().collect();
    match pairs {
        [only] if !groups.is_empty() => {
            let pair = Pair {
                one_status: only.one.status,
                many_status: only.many.iter().map(|part| part.status).collect(),
                one_wounds: only.one.wounds,
                many_wounds: only.many.iter().map(|part| part.wounds).collect(),
            };
            describe(melee, &Fought { pairs: vec![pair] }, &groups, consequences.drop_words());
        }
        [_, _, ..] => {
            let mut first = ConsequencesBuilder::default();
            describe_groups(&groups, &mut first);
            consequences.say_first(first.build().words);
        }
        _ => {}
    }
}

/// Records losses of a figure: life points, wounds, stuns and capture. A figure with one life point falls if it loses that point.
fn hurt(part: &Figure, consequences: &mut ConsequencesBuilder) {
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

/// Records contact of a figure, a pike used out of close order, and the loss of a lance that was not couched. *Pike; Heavy couched lance.*
fn touch(part: &Figure, consequences: &mut ConsequencesBuilder) {
    let (role, index, fighter) = (part.role, part.index, part.fighter);
    consequences.put_nth(role, index, CONTACTED, true);
    if fighter.weapon == Weapon::Pike && !fighter.close_order {
        consequences.put_nth(role, index, PIKE_LOOSE, true);
    }
    if !fighter.on_foot() && !fighter.charging {
        consequences.put_nth(role, index, LANCE, Lance::Lost);
    }
}

/// Records the units in contact. Two units are in contact from the first blow between their figures until one unit is out or driven back.
/// *Melee; R11, R56.*
fn keep_contacts(
    melee: &Melee,
    pairs: &[PairOnTable],
    units: &BTreeMap<&str, UnitCounts>,
    consequences: &mut ConsequencesBuilder,
) {
    let mut met: Vec<(&str, &str)> = Vec::new();
    for pair in pairs {
        let strikers = pair.friends.iter().filter(|friend| friend.fighter.strikes());
        let aims = strikers.filter_map(|friend| Some((friend, pair.many.get(friend.fighter.aim)?)));
        let targets = melee.targets().filter_map(|target| pair.many.get(target)).map(|enemy| (&pair.one, enemy));
        let targets = targets.filter(|(one, _)| one.fighter.strikes());
        let back = pair.many.iter().filter(|enemy| enemy.fighter.strikes()).map(|enemy| (&pair.one, enemy));
        // An enemy in reach also touches a fighter who is held up or stunned, even if neither may strike.
        let idle = |part: &Figure| able(part.facts) == 0;
        let touched = pair.many.iter().filter(|enemy| idle(enemy) || idle(&pair.one)).map(|enemy| (&pair.one, enemy));
        let struck = aims.chain(targets).chain(back).chain(touched);
        met.extend(
            struck
                .filter(|(own, enemy)| own.is_in_front() && enemy.is_in_front())
                .map(|(own, enemy)| (own.id, enemy.id)),
        );
    }
    let left = |id: &str| units.get(id).is_some_and(UnitCounts::has_left);
    for (id, unit) in units {
        let before = unit.facts.value(CONTACTS).unwrap_or_default();
        let mut contacts = before.clone();
        for other in
            met.iter().filter_map(|(own, enemy)| if own == id { Some(*enemy) } else { (enemy == id).then_some(*own) })
        {
            if !contacts.iter().any(|held| held == other) {
                contacts.push(other.to_owned());
            }
        }
        contacts.retain(|other| !left(id) && !left(other));
        if contacts != before {
            consequences.put_on(*id, CONTACTS, contacts);
        }
    }
}

/// Records ranks out of close order for the next fight. *Some limitations.*
fn keep_ranks(pair: &PairOnTable, consequences: &mut ConsequencesBuilder) {
    let behind_one = pair.friends.iter().map(|friend| (friend, Some(&pair.one)));
    let of_many = pair.many.iter().map(|enemy| (enemy, pair.many.get(enemy.fighter.behind)));
    let parts: Vec<_> = std::iter::once((&pair.one, None)).chain(behind_one).chain(of_many).collect();
    let mut two_deep: BTreeMap<&str, (&Facts, bool, usize)> = BTreeMap::new();
    for (part, front) in parts.into_iter().filter(|(part, _)| !part.fighter.close_order) {
        let front = front.filter(|_| !part.is_in_front());
        let is_behind_itself = front.is_some_and(|front| front.id == part.id);
        let (_, deep, parts) = two_deep.entry(part.id).or_insert((part.facts, false, 0));
        (*deep, *parts) = (*deep || is_behind_itself, *parts + 1);
        let friend = front.filter(|_| !is_behind_itself).map_or("", |front| front.id);
        if part.facts.text(STANDS_BEHIND).is_some_and(|held| held != friend) {
            consequences.put_on(part.id, STANDS_BEHIND, friend);
        }
    }
    // A single figure does not show how many ranks there are.
    let shown = two_deep
        .into_iter()
        .filter(|(_, (facts, deep, parts))| *parts > 1 && facts.knows(TWO_DEEP) && facts.holds(TWO_DEEP) != *deep);
    for (id, (_, deep, _)) in shown {
        consequences.put_on(id, TWO_DEEP, deep);
    }
}

/// Counts the charged figures that are left, because fighters on foot may not strike them. Also records the enemy that the rider met, which
/// may differ from the enemy that was named. *Cavalry charge.*
fn ride_at(melee: &Melee, pair: &PairOnTable, consequences: &mut ConsequencesBuilder) {
    let PairOnTable { one, friends, many } = pair;
    if let (true, Some(met)) = (one.fighter.charging, melee.targets().find_map(|target| many.get(target))) {
        consequences.put_on(one.id, CHARGE_TARGET, met.id);
    }
    let mut ridden = |part: &Figure, charged: bool| {
        if charged && !part.fighter.charging && !part.is_gone() {
            consequences.raise_nth(part.role, part.index, RIDDEN_AT, 1);
        }
    };
    for enemy in many {
        let by_one = one.fighter.charging && melee.targets().any(|target| target == enemy.index);
        let aims = |friend: &&Figure| friend.fighter.charging && friend.fighter.aim == enemy.index;
        ridden(enemy, by_one || friends.iter().any(|friend| aims(&friend)));
    }
    ridden(one, many.iter().any(|enemy| enemy.fighter.charging));
}
