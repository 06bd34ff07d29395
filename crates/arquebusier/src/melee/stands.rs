//! Short form of a melee: players enter lines in contact instead of every attack.

use super::super::facts::{CLOSED_UP_ON, MOST_ELEMENTS, contacts, edges};
use super::super::terms::Edge;
use super::super::terms::readings::BlockEdges;
use super::input::{ATTACKS, FIGHTERS, GROUPING};
use super::permit::{deepest_rank, need};
use super::scene::{Ranked, groups_of, role_and_index};
use super::{Attack, DiceGrouping, MeleeGroup};
use crate::ids::roles;
use rules::number::count;
use rules::prelude::*;
use rules::procedure::{Named, Sketch};
use rules::text::say;

/// Short form of a melee: lines that face each other.
pub(super) const STANDS: Sketch = Sketch { form: Stands::FORM, instead_of: &[FIGHTERS.id(), ATTACKS.id()], work_out };

form! {
    /// Elements of one group of each side that face each other.
    pub struct Stand {
        /// Index of the own group, from 0.
        own: usize = choice_of(index(35)).or(0).names(OWN_GROUPS).label("Own troops"),
        own_elements: i32 = choice_of(whole(1, MOST_ELEMENTS)).or(1).label("Own elements")
            .help("Those that touch the enemy."),
        own_ranks: i32 = choice_of(whole(1, 3)).or(1).label("Own ranks")
            .help("Bills strike with two ranks and Pikes with three, flat behind each other; all others with one."),
        /// Index of the enemy group, from 0.
        enemy: usize = choice_of(index(35)).or(0).names(ENEMY_GROUPS).label("Enemy troops"),
        enemy_elements: i32 = choice_of(whole(1, MOST_ELEMENTS)).or(1).label("Enemy elements"),
        enemy_ranks: i32 = choice_of(whole(1, 3)).or(1).label("Enemy ranks"),
    }
}

rules::fact_value!(Stand {
    own: "own",
    own_elements: "own_elements",
    own_ranks: "own_ranks",
    enemy: "enemy",
    enemy_elements: "enemy_elements",
    enemy_ranks: "enemy_ranks",
});

/// Field for the lines that face each other.
const STANDS_OF_BOTH: Fact<Vec<Stand>> = fact!(field!(Stands, stands));

form! {
    /// All lines that face each other.
    pub struct Stands {
        stands: Vec<Stand> = choice_of(list::<Stand>(1, 40)).label("Contact"),
    }
}

const OWN_GROUPS: &str = "own_groups";
const ENEMY_GROUPS: &str = "enemy_groups";

/// Names of the groups in a role: type and number of elements, and the formation if the role has several.
pub(super) fn names(scene: &Scene, what: &str) -> Vec<Named> {
    let groups = match what {
        OWN_GROUPS => groups_of(scene, Side::A),
        ENEMY_GROUPS => groups_of(scene, Side::B),
        _ => return Vec::new(),
    };
    let are_of_one =
        groups.windows(2).all(|pair| role_and_index(&pair[0].group.id) == role_and_index(&pair[1].group.id));
    let named = |ranked: &Ranked| {
        let troops = format!("{} ({})", say(ranked.group.troop.label()), ranked.group.elements);
        let name = if are_of_one { troops } else { format!("{troops}, {}", ranked.formation) };
        let unit =
            role_and_index(&ranked.group.id).and_then(|(role, place)| Some(scene.units(role).get(place)?.id.clone()));
        Named { name, unit }
    };
    groups.iter().map(named).collect()
}

/// Suggests lines for all formations in contact, by the recorded edges. Players can correct them.
pub(super) fn fill(scene: &Scene, input: &mut Input) {
    let (own, enemies) = (groups_of(scene, Side::A), groups_of(scene, Side::B));
    let pairs = pairs(scene);
    let has_closed_up = |role: &str, place: usize, other: (&str, usize)| closed_up_on(scene, (role, place), other);
    let mut front_a = Fronts::of(&own, scene.units(roles::OWN));
    let mut front_b = Fronts::of(&enemies, scene.units(roles::ENEMIES));
    let mut stands: Vec<Stand> = Vec::new();
    for (place, pair) in pairs.iter().enumerate() {
        let later = &pairs[place + 1..];
        let keep_a = later.iter().filter(|other| other.own == pair.own && other.own_edge == Edge::Front).count();
        let keep_b = later.iter().filter(|other| other.enemy == pair.enemy && other.enemy_edge == Edge::Front).count();
        let width =
            front_a.width(pair.own, pair.own_edge, keep_a).min(front_b.width(pair.enemy, pair.enemy_edge, keep_b));
        let by = front_a.take(pair.own, pair.own_edge, width);
        let on = front_b.take(pair.enemy, pair.enemy_edge, width);
        let mut runs: Vec<Stand> = runs(by.into_iter().zip(on))
            .into_iter()
            .map(|((by, on), files)| Stand {
                own: by,
                own_elements: files,
                own_ranks: own[by].ranks(pair.own_edge),
                enemy: on,
                enemy_elements: files,
                enemy_ranks: enemies[on].ranks(pair.enemy_edge),
            })
            .collect();
        if let Some(last) = runs.last_mut() {
            if has_closed_up(roles::OWN, pair.own, (roles::ENEMIES, pair.enemy)) {
                last.own_elements += front_a.round_the_ends(pair.own, last.own, keep_a);
            }
            if has_closed_up(roles::ENEMIES, pair.enemy, (roles::OWN, pair.own)) {
                last.enemy_elements += front_b.round_the_ends(pair.enemy, last.enemy, keep_b);
            }
        }
        stands.extend(runs);
    }
    put(input, STANDS_OF_BOTH, stands);
    // On the table, each roll has an owner.
    put(input, GROUPING, DiceGrouping::ByGroup);
}

/// Field for the choice of R33.
const BLOCK_EDGES: Fact<BlockEdges> = fact!("r33_block_edges");

/// True if a formation has closed up on an enemy, and so stands round it as if facing it. *Melee Combat.* (R28)
fn closed_up_on(scene: &Scene, (role, place): (&str, usize), (other_role, other): (&str, usize)) -> bool {
    let on = scene.units(role).get(place).and_then(|unit| unit.facts.value(CLOSED_UP_ON)).unwrap_or_default();
    scene.units(other_role).get(other).is_some_and(|unit| on.contains(&unit.id))
}

/// Two formations in contact, by their indexes in their roles, and the edges that touch.
struct Pair {
    own: usize,
    enemy: usize,
    own_edge: Edge,
    enemy_edge: Edge,
}

/// Formations in contact. A formation without recorded contacts faces the one opposite in the list.
fn pairs(scene: &Scene) -> Vec<Pair> {
    let (own, enemies) = (scene.units(roles::OWN), scene.units(roles::ENEMIES));
    let names = |one: &TableUnit, other: &TableUnit| contacts(&one.facts).contains(&other.id);
    let touch = |a: usize, b: usize| names(&own[a], &enemies[b]) || names(&enemies[b], &own[a]);
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
    // In one reading, a formation touched by only one enemy turns to face it. (R33)
    let turns = answer(&scene.table.rulings, BLOCK_EDGES) == Some(BlockEdges::Turns);
    let alone = |count: usize| turns && count == 1;
    let edge = |unit: &TableUnit, other: &TableUnit| edges(&unit.facts).get(&other.id).copied().unwrap_or(Edge::Front);
    let pair = |(a, b): &(usize, usize)| {
        let by_a = alone(places.iter().filter(|pair| pair.0 == *a).count());
        let by_b = alone(places.iter().filter(|pair| pair.1 == *b).count());
        Pair {
            own: *a,
            enemy: *b,
            own_edge: match by_a || closed_up_on(scene, (roles::OWN, *a), (roles::ENEMIES, *b)) {
                true => Edge::Front,
                false => edge(&own[*a], &enemies[*b]),
            },
            enemy_edge: match by_b || closed_up_on(scene, (roles::ENEMIES, *b), (roles::OWN, *a)) {
                true => Edge::Front,
                false => edge(&enemies[*b], &own[*a]),
            },
        }
    };
    places.iter().map(pair).collect()
}

/// Elements that an enemy can touch at each edge, for each formation of a side, and the number of files already facing an enemy.
struct Fronts {
    /// For each formation: the group of each element of the first rank.
    files: Vec<Vec<usize>>,
    /// For each formation: the group of each element of its last file, one for each rank.
    sides: Vec<Vec<usize>>,
    /// For each formation: the group of each element of its last rank.
    rears: Vec<Vec<usize>>,
    used: Vec<usize>,
}

impl Fronts {
    fn of(groups: &[Ranked], formations: &[TableUnit]) -> Self {
        let of = |place: usize| {
            let is_of = |ranked: &Ranked| role_and_index(&ranked.group.id).is_some_and(|(_, index)| index == place);
            groups.iter().enumerate().filter(move |(_, ranked)| is_of(ranked)).collect::<Vec<_>>()
        };
        let formations: Vec<Vec<(usize, &Ranked)>> = (0..formations.len()).map(of).collect();
        let files: Vec<Vec<usize>> = formations.iter().map(|groups| first_rank(groups)).collect();
        let both = || formations.iter().zip(&files);
        let sides = both().map(|(groups, files)| last_file(groups, files)).collect();
        let rears = both().map(|(groups, files)| last_rank(groups, files)).collect();
        Self { sides, rears, used: vec![0; files.len()], files }
    }

    /// Number of elements with which a formation can touch an enemy at an edge, if `kept` files are kept for other enemies; at least 1.
    fn width(&self, place: usize, edge: Edge, kept: usize) -> usize {
        let free = (self.files[place].len() - self.used[place]).saturating_sub(kept);
        match edge {
            Edge::Front => free.max(1),
            Edge::Side => self.sides[place].len().max(1),
            Edge::Rear => self.rears[place].len().max(1),
        }
    }

    /// Takes up to two elements, one for each end, that a formation brings round the enemy in front after closing up. Returns their number.
    /// These elements are of this group, in the first rank, face no enemy, and are not kept for other enemies. *Melee Combat.*
    fn round_the_ends(&mut self, place: usize, group: usize, kept: usize) -> i32 {
        const ENDS: usize = 2;
        let free = &self.files[place][self.used[place]..];
        let more = free.iter().take_while(|other| **other == group).count();
        let more = more.min(free.len().saturating_sub(kept)).min(ENDS);
        self.used[place] += more;
        i32::try_from(more).unwrap_or(0)
    }

    /// Groups of the next `width` elements that touch an enemy at an edge. If none is left in front, the last file is used again.
    fn take(&mut self, place: usize, edge: Edge, width: usize) -> Vec<usize> {
        let files = &self.files[place];
        let Some(last) = files.last() else { return Vec::new() };
        match edge {
            Edge::Front => {
                let first = self.used[place];
                self.used[place] = (first + width).min(files.len());
                (first..first + width).map(|file| files.get(file).copied().unwrap_or(*last)).collect()
            }
            Edge::Side => self.sides[place].iter().copied().take(width).collect(),
            Edge::Rear => self.rears[place].iter().copied().take(width).collect(),
        }
    }
}

/// Group of each element of a formation's first rank.
fn first_rank(groups: &[(usize, &Ranked)]) -> Vec<usize> {
    groups.iter().flat_map(|(index, ranked)| (0..ranked.front).map(|_| *index)).collect()
}

/// Group of each element of a formation's last file. Groups without elements in the first rank stand behind the others.
fn last_file(groups: &[(usize, &Ranked)], files: &[usize]) -> Vec<usize> {
    let width = files.len().max(1);
    let deep = |(index, ranked): &(usize, &Ranked)| {
        let elements = count(ranked.group.elements) as usize;
        let ranks = match count(ranked.front) as usize {
            0 => elements.div_ceil(width),
            front if files.last() == Some(index) => elements.div_ceil(front),
            _ => 0,
        };
        vec![*index; ranks]
    };
    groups.iter().flat_map(deep).collect()
}

/// Group of each element of a formation's last rank: groups that stand behind the others, or else the last rank of each.
fn last_rank(groups: &[(usize, &Ranked)], files: &[usize]) -> Vec<usize> {
    let (in_front, behind): (Vec<_>, Vec<_>) = groups.iter().partition(|(_, ranked)| ranked.front > 0);
    let whole = |(index, ranked): &(usize, &Ranked)| vec![*index; count(ranked.group.elements) as usize];
    if !behind.is_empty() {
        return behind.iter().flat_map(whole).take(files.len().max(1)).collect();
    }
    let of_group = |(index, ranked): &(usize, &Ranked)| {
        let last = (ranked.group.elements - 1) % ranked.front.max(1) + 1;
        vec![*index; count(last) as usize]
    };
    in_front.iter().flat_map(of_group).collect()
}

/// Runs of equal neighbours, with their lengths.
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

/// Works out the attacks. In each contact, every element of the first rank strikes the one opposite, with the ranks behind it.
fn work_out(scene: &Scene, input: &mut Input) {
    let sketched = Input::from_iter(input.remove_entry(STANDS_OF_BOTH.id()));
    // Unreadable fields are refused elsewhere.
    let Ok(Stands { stands }) = Stands::from_object(&sketched) else { return };
    let mut own = Line::of(groups_of(scene, Side::A));
    let mut enemies = Line::of(groups_of(scene, Side::B));
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

/// Groups of a side, with the elements that already touch or have struck.
struct Line(Vec<Body>);

struct Body {
    group: MeleeGroup,
    /// Number of elements that touch an enemy, counted from the first.
    touching: i32,
    /// Indexes of elements that have struck, including elements behind.
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

    /// Returns the next elements of a group. If all touch an enemy already, the last ones are used again.
    fn front(&mut self, group: usize, count: i32) -> Front {
        let group = group.min(self.0.len().saturating_sub(1));
        let Some(body) = self.0.get_mut(group) else { return Front { group, first: 0, count: 0 } };
        let first = body.touching.min((body.group.elements - count).max(0));
        body.touching = body.touching.max(first + count);
        Front { group, first, count }
    }

    /// Attacks of one contact. An element that has struck in an earlier contact does not strike again.
    fn strike(&mut self, by: &Front, ranks: i32, enemies: &Line, on: &Front) -> Vec<Attack> {
        let (Some(body), Some(target)) = (self.0.get_mut(by.group), enemies.0.get(on.group)) else { return Vec::new() };
        // A group that cannot harm its target does not strike. (R20)
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
    /// Index of an element behind that has not struck; `None` if there is none.
    fn behind(&self) -> Option<i32> {
        (self.touching..self.group.elements).rev().find(|element| !self.struck.contains(element))
    }
}

impl Ranked {
    /// Number of ranks that strike an enemy at this edge.
    fn ranks(&self, edge: Edge) -> i32 {
        if edge != Edge::Front {
            return 1;
        }
        let deep = (self.group.elements + self.front - 1) / self.front.max(1);
        deep.clamp(1, deepest_rank(self.group.troop))
    }
}
