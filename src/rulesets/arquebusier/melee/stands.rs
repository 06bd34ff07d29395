//! Lines in contact, which players describe instead of every single attack.

use super::super::facts::{contacts, edges};
use super::super::terms::Edge;
use super::input::{ATTACKS, FIGHTERS, GROUPING};
use super::permit::{deepest_rank, need};
use super::scene::{Ranked, groups_of, whose};
use super::{Attack, DiceGrouping, MeleeGroup};
use crate::core::facts::{Fact, Facts};
use crate::core::number::count;
use crate::core::subject::Side;
use crate::core::text::say;
use crate::form;
use crate::form::{Choices, Filled};
use crate::rules::input::{Input, put};
use crate::rules::procedure::{Named, Sketch};
use crate::rules::table::Scene;

/// Sketch of a melee: lines that face each other.
pub(super) const STANDS: Sketch = Sketch { form: Stands::FORM, instead_of: &["groups", "attacks"], work_out };

form! {
    /// Like elements of both sides that face each other.
    pub struct Stand {
        /// Own group, from 0.
        own: usize = choice_of(index(35)).or(0).names(OWN_GROUPS).label("Own troops"),
        /// Number of its elements that touch the enemy.
        own_elements: i32 = choice_of(whole(1, 40)).or(1).label("Own elements")
            .help("Those that touch the enemy."),
        /// Number of ranks that strike.
        own_ranks: i32 = choice_of(whole(1, 3)).or(1).label("Own ranks")
            .help("Bills strike with two ranks and Pikes with three, flat behind each other; all others with one."),
        /// Enemy group, from 0.
        enemy: usize = choice_of(index(35)).or(0).names(ENEMY_GROUPS).label("Enemy troops"),
        /// Number of its elements that are touched.
        enemy_elements: i32 = choice_of(whole(1, 40)).or(1).label("Enemy elements"),
        /// Number of ranks that strike.
        enemy_ranks: i32 = choice_of(whole(1, 3)).or(1).label("Enemy ranks"),
    }
}

crate::fact_value!(Stand {
    own: "own",
    own_elements: "own_elements",
    own_ranks: "own_ranks",
    enemy: "enemy",
    enemy_elements: "enemy_elements",
    enemy_ranks: "enemy_ranks",
});

/// Lines that face each other.
const STANDS_OF_BOTH: Fact<Vec<Stand>> = Fact::new("stands");

form! {
    /// All who face each other.
    pub struct Stands {
        /// Lines that face each other.
        stands: Vec<Stand> = choice_of(list::<Stand>(1, 40)).label("Contact"),
    }
}

const OWN_GROUPS: &str = "own_groups";
const ENEMY_GROUPS: &str = "enemy_groups";

/// The groups that can stand, by their names: their troops, and their formation where several take the role.
pub(super) fn names(scene: &Scene, what: &str) -> Vec<Named> {
    let groups = match what {
        OWN_GROUPS => groups_of(scene, "own", Side::A),
        ENEMY_GROUPS => groups_of(scene, "enemies", Side::B),
        _ => return Vec::new(),
    };
    let are_of_one = groups.windows(2).all(|pair| whose(&pair[0].group.id) == whose(&pair[1].group.id));
    let named = |ranked: &Ranked| {
        let troops = format!("{} ({})", say(ranked.group.troop.label()), ranked.group.elements);
        let name = if are_of_one { troops } else { format!("{troops}, {}", ranked.formation) };
        let unit = whose(&ranked.group.id).and_then(|(role, place)| scene.ids(role).get(place).cloned());
        Named { name, unit }
    };
    groups.iter().map(named).collect()
}

/// Lines of all who touch each other, as far as the table knows how they touch: to be corrected where it shows something else.
pub(super) fn fill(scene: &Scene, input: &mut Input) {
    let (own, enemies) = (groups_of(scene, "own", Side::A), groups_of(scene, "enemies", Side::B));
    let pairs = pairs(scene);
    let mut front_a = Fronts::of(&own, scene.units("own"));
    let mut front_b = Fronts::of(&enemies, scene.units("enemies"));
    let mut stands: Vec<Stand> = Vec::new();
    for (place, pair) in pairs.iter().enumerate() {
        let later = &pairs[place + 1..];
        let keep_a = later.iter().filter(|other| other.own == pair.own && other.own_edge == Edge::Front).count();
        let keep_b = later.iter().filter(|other| other.enemy == pair.enemy && other.enemy_edge == Edge::Front).count();
        let width =
            front_a.width(pair.own, pair.own_edge, keep_a).min(front_b.width(pair.enemy, pair.enemy_edge, keep_b));
        let by = front_a.take(pair.own, pair.own_edge, width);
        let on = front_b.take(pair.enemy, pair.enemy_edge, width);
        stands.extend(runs(by.into_iter().zip(on)).into_iter().map(|((by, on), files)| Stand {
            own: by,
            own_elements: files,
            own_ranks: own[by].ranks(pair.own_edge),
            enemy: on,
            enemy_elements: files,
            enemy_ranks: enemies[on].ranks(pair.enemy_edge),
        }));
    }
    put(input, STANDS_OF_BOTH, stands);
    // At the table it is clear whose die it is.
    put(input, GROUPING, DiceGrouping::ByGroup);
}

/// Two formations that touch, by their places in their roles, and the edges at which they do.
struct Pair {
    own: usize,
    enemy: usize,
    own_edge: Edge,
    enemy_edge: Edge,
}

/// Formations that touch. One of whose contacts nothing is on record faces the one opposite.
fn pairs(scene: &Scene) -> Vec<Pair> {
    let (own, enemies) = (scene.units("own"), scene.units("enemies"));
    let id = |role: &str, place: usize| scene.ids(role).get(place).cloned().unwrap_or_default();
    let touch = |a: usize, b: usize| {
        contacts(&own[a]).contains(&id("enemies", b)) || contacts(&enemies[b]).contains(&id("own", a))
    };
    let all = (0..own.len()).flat_map(|a| (0..enemies.len()).map(move |b| (a, b)));
    let mut places: Vec<(usize, usize)> = all.filter(|(a, b)| touch(*a, *b)).collect();
    if own.is_empty() || enemies.is_empty() {
        return Vec::new();
    }
    for place in 0..own.len().max(enemies.len()) {
        let (a, b) = (place.min(own.len() - 1), place.min(enemies.len() - 1));
        let faces_a = place >= own.len() || places.iter().any(|pair| pair.0 == a);
        let faces_b = place >= enemies.len() || places.iter().any(|pair| pair.1 == b);
        if !faces_a || !faces_b {
            places.push((a, b));
        }
    }
    // Whoever is touched by one enemy alone turns to him.
    let alone = |count: usize| count == 1;
    let edge = |unit: &Facts, other: String| edges(unit).get(&other).copied().unwrap_or(Edge::Front);
    let pair = |(a, b): &(usize, usize)| {
        let by_a = alone(places.iter().filter(|pair| pair.0 == *a).count());
        let by_b = alone(places.iter().filter(|pair| pair.1 == *b).count());
        Pair {
            own: *a,
            enemy: *b,
            own_edge: if by_a { Edge::Front } else { edge(&own[*a], id("enemies", *b)) },
            enemy_edge: if by_b { Edge::Front } else { edge(&enemies[*b], id("own", *a)) },
        }
    };
    places.iter().map(pair).collect()
}

/// The first ranks of a side's formations, file by file, and how many files have an enemy before them.
struct Fronts {
    /// Of each formation: the group of each file.
    files: Vec<Vec<usize>>,
    /// Of each formation: its ranks.
    depths: Vec<usize>,
    used: Vec<usize>,
}

impl Fronts {
    fn of(groups: &[Ranked], formations: &[Facts]) -> Self {
        let mut files = vec![Vec::new(); formations.len()];
        let mut elements = vec![0; formations.len()];
        for (index, ranked) in groups.iter().enumerate() {
            let Some((_, place)) = whose(&ranked.group.id).filter(|(_, place)| *place < formations.len()) else {
                continue;
            };
            files[place].extend((0..ranked.front).map(|_| index));
            elements[place] += count(ranked.group.elements) as usize;
        }
        let depth = |(files, elements): (&Vec<usize>, &usize)| elements.div_ceil(files.len().max(1)).max(1);
        let depths = files.iter().zip(&elements).map(depth).collect();
        Self { used: vec![0; files.len()], files, depths }
    }

    /// Number of elements with which a formation can touch an enemy at an edge, if some files are kept for others: at least one.
    fn width(&self, place: usize, edge: Edge, kept: usize) -> usize {
        let free = (self.files[place].len() - self.used[place]).saturating_sub(kept);
        match edge {
            Edge::Front => free.max(1),
            Edge::Side => self.depths[place],
            Edge::Rear => self.files[place].len().max(1),
        }
    }

    /// The groups of so many elements that touch an enemy at an edge. Those of the front are the next; where none is left, the
    /// last file is touched once more.
    fn take(&mut self, place: usize, edge: Edge, width: usize) -> Vec<usize> {
        let files = &self.files[place];
        let Some(last) = files.last() else { return Vec::new() };
        match edge {
            Edge::Front => {
                let first = self.used[place];
                self.used[place] = (first + width).min(files.len());
                (first..first + width).map(|file| files.get(file).copied().unwrap_or(*last)).collect()
            }
            Edge::Side => vec![*last; width],
            Edge::Rear => files.iter().copied().take(width).collect(),
        }
    }
}

/// Equal neighbours, each with its number.
fn runs(files: impl Iterator<Item = (usize, usize)>) -> Vec<((usize, usize), i32)> {
    let mut runs: Vec<((usize, usize), i32)> = Vec::new();
    for file in files {
        match runs.last_mut() {
            Some((last, count)) if *last == file => *count += 1,
            _ => runs.push((file, 1)),
        }
    }
    runs
}

/// Works out the blows: in each contact every element of the first rank strikes at the one before it, with the ranks behind.
fn work_out(scene: &Scene, input: &mut Input) {
    let sketched = Input::from_iter(input.remove_entry(STANDS_OF_BOTH.id()));
    // What cannot be read was refused at its field.
    let Ok(Stands { stands }) = Stands::from_object(&sketched) else { return };
    let mut own = Line::of(groups_of(scene, "own", Side::A));
    let mut enemies = Line::of(groups_of(scene, "enemies", Side::B));
    let fronts: Vec<(Front, Front)> = stands
        .iter()
        .map(|stand| (own.front(stand.own, stand.own_elements), enemies.front(stand.enemy, stand.enemy_elements)))
        .collect();
    let mut blows: Vec<Attack> = Vec::new();
    for (stand, (by, on)) in stands.iter().zip(&fronts) {
        blows.extend(own.strike(by, stand.own_ranks, &enemies, on));
        blows.extend(enemies.strike(on, stand.enemy_ranks, &own, by));
    }
    let here = |line: &Line, used: fn(&(Front, Front)) -> usize| -> Vec<MeleeGroup> {
        let stands = |index: usize| fronts.iter().any(|fronts| used(fronts) == index);
        let standing = line.0.iter().enumerate().filter(|(index, _)| stands(*index));
        standing.map(|(_, body)| body.group.clone()).collect()
    };
    let groups = [here(&own, |fronts| fronts.0.group), here(&enemies, |fronts| fronts.1.group)].concat();
    put(input, FIGHTERS, groups);
    put(input, ATTACKS, blows);
}

/// The groups of a side, and which of their elements have a part already.
struct Line(Vec<Body>);

struct Body {
    group: MeleeGroup,
    /// Elements that touch an enemy, counted from the first.
    touching: i32,
    /// Those of them that have struck, and those behind them.
    struck: Vec<i32>,
}

/// Elements of a group that touch the enemy in one contact.
struct Front {
    group: usize,
    first: i32,
    count: i32,
}

impl Line {
    fn of(groups: Vec<Ranked>) -> Self {
        Self(groups.into_iter().map(|ranked| Body { group: ranked.group, touching: 0, struck: Vec::new() }).collect())
    }

    /// The next elements of a group; where all touch an enemy already, those that do so last are touched again.
    fn front(&mut self, group: usize, count: i32) -> Front {
        let group = group.min(self.0.len().saturating_sub(1));
        let Some(body) = self.0.get_mut(group) else { return Front { group, first: 0, count: 0 } };
        let first = body.touching.min((body.group.elements - count).max(0));
        body.touching = body.touching.max(first + count);
        Front { group, first, count }
    }

    /// The blows of one contact. An element that has struck in an earlier one strikes no more: one target each.
    fn strike(&mut self, by: &Front, ranks: i32, enemies: &Line, on: &Front) -> Vec<Attack> {
        let (Some(body), Some(target)) = (self.0.get_mut(by.group), enemies.0.get(on.group)) else { return Vec::new() };
        // Whoever cannot harm what it touches does nothing. (R20)
        if on.count == 0 || need(&body.group, &target.group).is_none() {
            return Vec::new();
        }
        let mut blows = Vec::new();
        for rank in 1..=ranks {
            for file in 0..by.count {
                let element = if rank == 1 { Some(by.first + file) } else { body.behind() };
                let Some(element) = element.filter(|element| !body.struck.contains(element)) else { continue };
                body.struck.push(element);
                let (by, on_id) = (body.group.id.clone(), target.group.id.clone());
                blows.push(Attack { by, element, on: on_id, target: on.first + file % on.count, rank });
            }
        }
        blows
    }
}

impl Body {
    /// An element of the ranks behind that has not struck.
    fn behind(&self) -> Option<i32> {
        (self.touching..self.group.elements).rev().find(|element| !self.struck.contains(element))
    }
}

impl Ranked {
    /// Number of its ranks that strike at an enemy at this edge.
    fn ranks(&self, edge: Edge) -> i32 {
        if edge != Edge::Front {
            return 1;
        }
        let deep = (self.group.elements + self.front - 1) / self.front.max(1);
        deep.clamp(1, deepest_rank(self.group.troop))
    }
}
