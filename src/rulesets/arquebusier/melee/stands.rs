//! Lines in contact, which players describe instead of every single attack.

use super::permit::{deepest_rank, need};
use super::scene::{Ranked, groups_of, whose};
use super::{DiceGrouping, MeleeGroup, Side};
use crate::core::text::say;
use crate::form;
use crate::form::{Choices, Filled};
use crate::rules::procedure::Sketch;
use crate::rules::table::Scene;
use serde_json::{Map, Value as Json, json};

/// Sketch of a melee: lines that face each other.
pub(super) const STANDS: Sketch = Sketch { form: Stands::FORM, instead_of: &["groups", "attacks"], work_out };

form! {
    /// Like elements of both sides that face each other.
    pub struct Stand {
        /// Own group, from 0.
        own: i32 = choice_of(whole(0, 35)).or(0).names(OWN_GROUPS).label("Own troops"),
        /// Number of its elements that touch the enemy.
        own_elements: i32 = choice_of(whole(1, 40)).or(1).label("Own elements")
            .help("Those that touch the enemy."),
        /// Number of ranks that strike.
        own_ranks: i32 = choice_of(whole(1, 3)).or(1).label("Own ranks")
            .help("Bills strike with two ranks and Pikes with three, flat behind each other; all others with one."),
        /// Enemy group, from 0.
        enemy: i32 = choice_of(whole(0, 35)).or(0).names(ENEMY_GROUPS).label("Enemy troops"),
        /// Number of its elements that are touched.
        enemy_elements: i32 = choice_of(whole(1, 40)).or(1).label("Enemy elements"),
        /// Number of ranks that strike.
        enemy_ranks: i32 = choice_of(whole(1, 3)).or(1).label("Enemy ranks"),
    }
}

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
pub(super) fn names(scene: &Scene, what: &str) -> Vec<String> {
    let groups = match what {
        OWN_GROUPS => groups_of(scene, "own", Side::A),
        ENEMY_GROUPS => groups_of(scene, "enemies", Side::B),
        _ => return Vec::new(),
    };
    let are_of_one = groups.windows(2).all(|pair| whose(&pair[0].group.id) == whose(&pair[1].group.id));
    let named = |ranked: &Ranked| {
        let troops = format!("{} ({})", say(ranked.group.troop.label()), ranked.group.elements);
        if are_of_one { troops } else { format!("{troops}, {}", ranked.formation) }
    };
    groups.iter().map(named).collect()
}

/// Two lines that meet head on, from one flank to the other: to be corrected where the table shows something else.
pub(super) fn fill(scene: &Scene, input: &mut Map<String, Json>) {
    let (own, enemies) = (groups_of(scene, "own", Side::A), groups_of(scene, "enemies", Side::B));
    let mut stands: Vec<(usize, usize, i32)> = Vec::new();
    for (by, on) in files(&own).zip(files(&enemies)) {
        match stands.last_mut() {
            Some((last_by, last_on, files)) if (*last_by, *last_on) == (by, on) => *files += 1,
            _ => stands.push((by, on, 1)),
        }
    }
    let stands = stands.into_iter().map(|(by, on, files)| {
        json!({
            "own": by, "own_elements": files, "own_ranks": own[by].ranks(),
            "enemy": on, "enemy_elements": files, "enemy_ranks": enemies[on].ranks(),
        })
    });
    input.insert("stands".into(), stands.collect());
    // At the table it is clear whose die it is.
    input.insert("dice".into(), DiceGrouping::ByGroup.id().into());
}

/// Group of each file of the first rank.
fn files(groups: &[Ranked]) -> impl Iterator<Item = usize> {
    groups.iter().enumerate().flat_map(|(index, ranked)| (0..ranked.front).map(move |_| index))
}

/// Works out the blows: in each contact every element of the first rank strikes at the one before it, with the ranks behind.
fn work_out(scene: &Scene, input: &mut Map<String, Json>) {
    let sketched: Map<String, Json> =
        input.remove("stands").map(|stands| ("stands".to_owned(), stands)).into_iter().collect();
    // What cannot be read was refused at its field.
    let Ok(Stands { stands }) = Stands::from_object(&sketched) else { return };
    let mut own = Line::of(groups_of(scene, "own", Side::A));
    let mut enemies = Line::of(groups_of(scene, "enemies", Side::B));
    let fronts: Vec<(Front, Front)> = stands
        .iter()
        .map(|stand| (own.front(stand.own, stand.own_elements), enemies.front(stand.enemy, stand.enemy_elements)))
        .collect();
    let mut blows = Vec::new();
    for (stand, (by, on)) in stands.iter().zip(&fronts) {
        blows.extend(own.strike(by, stand.own_ranks, &enemies, on));
        blows.extend(enemies.strike(on, stand.enemy_ranks, &own, by));
    }
    let here = |line: &Line, used: fn(&(Front, Front)) -> usize| -> Vec<Json> {
        let stands = |index: usize| fronts.iter().any(|fronts| used(fronts) == index);
        line.0.iter().enumerate().filter(|(index, _)| stands(*index)).map(|(_, body)| as_json(&body.group)).collect()
    };
    let groups = [here(&own, |fronts| fronts.0.group), here(&enemies, |fronts| fronts.1.group)].concat();
    input.insert("groups".into(), groups.into());
    input.insert("attacks".into(), blows.into());
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
    fn front(&mut self, group: i32, count: i32) -> Front {
        let group = usize::try_from(group).unwrap_or(0).min(self.0.len().saturating_sub(1));
        let Some(body) = self.0.get_mut(group) else { return Front { group, first: 0, count: 0 } };
        let first = body.touching.min((body.group.elements - count).max(0));
        body.touching = body.touching.max(first + count);
        Front { group, first, count }
    }

    /// The blows of one contact. An element that has struck in an earlier one strikes no more: one target each.
    fn strike(&mut self, by: &Front, ranks: i32, enemies: &Line, on: &Front) -> Vec<Json> {
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
                blows.push(json!({
                    "by": body.group.id, "element": element, "on": target.group.id,
                    "target": on.first + file % on.count, "rank": rank,
                }));
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
    /// Number of its ranks that strike, head on.
    fn ranks(&self) -> i32 {
        let deep = (self.group.elements + self.front - 1) / self.front.max(1);
        deep.clamp(1, deepest_rank(self.group.troop))
    }
}

fn as_json(group: &MeleeGroup) -> Json {
    json!({
        "id": group.id, "side": group.side.id(), "type": group.troop.id(),
        "state": group.state.id(), "elements": group.elements,
    })
}
