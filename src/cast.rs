//! From units on the table to a procedure's input, and from its story back to changes on the table.

use crate::battle::{Change as TableChange, State};
use crate::facts::{Facts, Scene};
use crate::form::{Field, Form, Kind, Origin};
use crate::lists::{gathered, put_in_order};
use crate::outcome::Datum;
use crate::procedure::{Procedure, Resolved, Role, Way, Whose};
use crate::ruleset::{Ruleset, Tracker};
use crate::story::{BATTLE, Change, Due, Effect, PHASE, TURN};
use crate::text::Text;
use crate::turn;
use serde_json::{Map, Value as Json};

/// Who takes part in a procedure: the units of each role, by id; and the side that acts, where no unit shows it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cast {
    roles: Vec<(&'static str, Vec<String>)>,
    side: Option<usize>,
}

impl Cast {
    /// Nobody.
    pub fn nobody() -> Self {
        Self::default()
    }

    /// Gives a role to these units.
    pub fn set(&mut self, role: &'static str, units: Vec<String>) {
        self.roles.retain(|(own, _)| *own != role);
        self.roles.push((role, units));
    }

    /// The units that take a role.
    pub fn units(&self, role: &str) -> &[String] {
        self.roles.iter().find(|(own, _)| *own == role).map_or(&[], |(_, units)| units.as_slice())
    }

    /// How often a unit takes part.
    fn times(&self, unit: &str) -> usize {
        self.roles.iter().flat_map(|(_, units)| units).filter(|own| *own == unit).count()
    }

    /// Gives the act to a side, 0 or 1, where no unit shows whose it is.
    pub fn act_for(&mut self, side: usize) {
        self.side = Some(side.min(1));
    }

    /// Whether nothing shows yet whose act it is.
    pub fn is_nobodys(&self) -> bool {
        self.side.is_none() && self.roles.iter().all(|(_, units)| units.is_empty())
    }

    /// Whether every role of the procedure has the units that it needs.
    pub fn complete(&self, procedure: &Procedure) -> bool {
        procedure.cast.iter().all(|role| (role.min..=role.max).contains(&self.units(role.id).len()))
    }

    /// As the log keeps it: role → ids.
    pub fn json(&self) -> Map<String, Json> {
        let roles = self.roles.iter().map(|(role, units)| ((*role).to_owned(), Json::from(units.clone())));
        gathered(roles.chain(self.side.map(|side| (SIDE.to_owned(), Json::from(SIDES[side])))))
    }

    /// What the log keeps, read again; what the procedure has no role for is left out.
    pub fn read(procedure: &Procedure, kept: &Map<String, Json>) -> Self {
        let units = |role: &Role| {
            let ids = kept.get(role.id).and_then(Json::as_array).into_iter().flatten();
            ids.filter_map(Json::as_str).map(str::to_owned).collect::<Vec<_>>()
        };
        let roles = procedure.cast.iter().map(|role| (role.id, units(role)));
        let side = kept.get(SIDE).and_then(Json::as_str);
        Self {
            roles: roles.filter(|(_, units)| !units.is_empty()).collect(),
            side: SIDES.iter().position(|own| side == Some(*own)),
        }
    }

    /// Who takes part in what is due next.
    pub fn of_due(&self, due: &Due) -> Self {
        let mut cast = Self { side: self.side, ..Self::nobody() };
        for (there, here, index) in &due.cast {
            let mut units = cast.units(there).to_vec();
            units.extend(self.units(here).get(*index).cloned());
            cast.set(there, units);
        }
        cast
    }

    /// The side that acts: 0 or 1. That of the first unit of the first role that has one.
    pub fn side(&self, procedure: &Procedure, state: &State) -> usize {
        self.known_side(procedure, state).unwrap_or(0)
    }

    fn known_side(&self, procedure: &Procedure, state: &State) -> Option<usize> {
        let shown = procedure.cast.iter().find_map(|role| {
            let side = state.unit(self.units(role.id).first()?)?.side;
            Some(if role.whose == Whose::Own { side } else { 1 - side })
        });
        shown.or(self.side)
    }

    /// The units that can take a role, given who takes the others.
    pub fn candidates(&self, procedure: &Procedure, role: &Role, state: &State) -> Vec<String> {
        let side = self.known_side(procedure, state).map(|side| if role.whose == Whose::Own { side } else { 1 - side });
        let elsewhere =
            |id: &String| procedure.cast.iter().any(|own| own.id != role.id && self.units(own.id).contains(id));
        let there = |id: &String| !elsewhere(id) || self.left(role, id, state).is_some_and(|left| left > 0);
        let units = state.units().filter(|unit| side.is_none_or(|side| unit.side == side) && there(&unit.id));
        units.filter(|unit| (role.fits)(&state.facts(&unit.id)).is_ok()).map(|unit| unit.id.clone()).collect()
    }

    /// How often a unit can still take part, where its members count each by themselves.
    pub fn left(&self, role: &Role, unit: &str, state: &State) -> Option<usize> {
        let most = usize::try_from(role.each?(&state.facts(unit))).unwrap_or(0);
        Some(most.saturating_sub(self.times(unit)))
    }

    /// Gives every role that must be taken, or that is taken by itself, and that only one unit can take, to that unit.
    pub fn fill_in(&mut self, procedure: &Procedure, state: &State) {
        for role in procedure.cast.iter().filter(|role| role.min > 0 || role.by_itself) {
            if self.units(role.id).is_empty()
                && let [only] = self.candidates(procedure, role, state).as_slice()
            {
                self.set(role.id, vec![only.clone()]);
            }
        }
    }
}

/// The names of units; one that is there more than once is numbered.
pub fn names(units: &[String], name: impl Fn(&str) -> String) -> Vec<String> {
    let numbered = |(place, id): (usize, &String)| {
        let times = units.iter().filter(|own| *own == id).count();
        let nth = units[..=place].iter().filter(|own| *own == id).count();
        if times > 1 { format!("{} {nth}", name(id)) } else { name(id) }
    };
    units.iter().enumerate().map(numbered).collect()
}

/// The names of the units that take a role; one that takes several parts, in whatever roles, is numbered through.
pub fn names_in(
    procedure: &Procedure,
    role: &str,
    units: impl Fn(&str) -> Vec<String>,
    name: impl Fn(&str) -> String,
) -> Vec<String> {
    let each: Vec<(&str, String)> =
        procedure.cast.iter().flat_map(|own| units(own.id).into_iter().map(|id| (own.id, id))).collect();
    let ids: Vec<String> = each.iter().map(|(_, id)| id.clone()).collect();
    let named = each.iter().zip(names(&ids, name));
    named.filter(|((own, _), _)| *own == role).map(|(_, name)| name).collect()
}

const SIDES: [&str; 2] = ["a", "b"];
/// Under which the log keeps the side that acts.
const SIDE: &str = "side";

/// The scene that a cast makes on the table.
pub fn scene(procedure: &Procedure, cast: &Cast, state: &State) -> Scene {
    let units = |role: &str| cast.units(role).iter().map(|id| state.facts(id)).collect();
    Scene {
        cast: procedure.cast.iter().map(|role| (role.id, units(role.id))).collect(),
        ..empty_scene(cast.side(procedure, state), state)
    }
}

/// The table as it lies, when this side acts and nobody has been picked yet.
pub fn empty_scene(side: usize, state: &State) -> Scene {
    let tracked = |of: &str| state.tracked(of).cloned().unwrap_or_default();
    Scene {
        cast: Vec::new(),
        acts: side,
        side: tracked(SIDES[side]),
        enemy_side: tracked(SIDES[1 - side]),
        battle: state.battle_facts(),
        sides: SIDES.map(tracked),
        armies: state.armies(),
    }
}

/// The input of a procedure: what players see of it, with what they only sketched worked out.
pub fn input(
    procedure: &Procedure,
    scene: &Scene,
    rulings: &Map<String, Json>,
    asked: &Map<String, Json>,
) -> Map<String, Json> {
    let mut input = sketch(procedure, scene, rulings, asked);
    if let Some(sketch) = &procedure.sketch {
        (sketch.work_out)(scene, &mut input);
    }
    input
}

/// What players see of an input: what the table knows, and over it what they said (`asked`, shaped like the input).
pub fn sketch(
    procedure: &Procedure,
    scene: &Scene,
    rulings: &Map<String, Json>,
    asked: &Map<String, Json>,
) -> Map<String, Json> {
    let mut input = Map::new();
    copy_facts(procedure.form, &scene.battle, &mut input);
    copy_facts(procedure.form, &scene.side, &mut input);
    for role in procedure.cast {
        let units = scene.units(role.id);
        match role.at.split_once("[]") {
            Some((list, rest)) => fill_list(procedure.form, &mut input, list, rest.trim_start_matches('.'), units),
            None => {
                for unit in units.iter().take(1) {
                    fill_object(procedure.form, &mut input, role.at, unit);
                }
            }
        }
    }
    copy_rulings(procedure.form, rulings, &mut input);
    // What players said is there to be looked at, and stands over whatever is filled in.
    overlay(&mut input, asked);
    (procedure.fill)(scene, &mut input);
    // A list that stands for no units is said as a whole: its members can be fewer than those filled in.
    input.retain(|id, _| !asked.get(id).is_some_and(Json::is_array) || procedure.casts(id));
    overlay(&mut input, asked);
    input
}

/// Copies into `object` every fact that a field of the form takes from units.
fn copy_facts(form: &Form, facts: &Facts, object: &mut Map<String, Json>) {
    let from_units =
        form.fields.iter().filter(|field| field.origin == Origin::Unit && !matches!(field.kind, Kind::Object(_)));
    for field in from_units {
        if let Some(fact) = facts.get(field.id).filter(|fact| field.nullable || !fact.is_null()) {
            object.insert(field.id.to_owned(), fact.clone());
        }
    }
}

/// Fills the object at `path` (`""`: the object itself) with a unit's facts.
fn fill_object(form: &Form, object: &mut Map<String, Json>, path: &str, unit: &Facts) {
    let Some((step, rest)) = (!path.is_empty()).then(|| path.split_once('.').unwrap_or((path, ""))) else {
        return copy_facts(form, unit, object);
    };
    if let Some(Field { kind: Kind::Object(inner), .. }) = form.field(step) {
        let mut filled = object.get(step).and_then(Json::as_object).cloned().unwrap_or_default();
        fill_object(inner, &mut filled, rest, unit);
        object.insert(step.to_owned(), Json::Object(filled));
    }
}

/// Fills a list with an object for each unit.
fn fill_list(form: &Form, object: &mut Map<String, Json>, list: &str, rest: &str, units: &[Facts]) {
    if let Some(Field { kind: Kind::List { of: Kind::Object(inner), .. }, .. }) = form.field(list) {
        let member = |unit: &Facts| {
            let mut filled = inner.usual();
            fill_object(inner, &mut filled, rest, unit);
            Json::Object(filled)
        };
        object.insert(list.to_owned(), units.iter().map(member).collect());
    }
}

/// The switches that the procedure knows, as the battle has them: in its `rulings`, or as a field of its own.
fn copy_rulings(form: &Form, rulings: &Map<String, Json>, input: &mut Map<String, Json>) {
    let known = |form: &Form| -> Map<String, Json> {
        gathered(rulings.iter().filter(|(field, _)| form.field(field).is_some()).map(|(k, v)| (k.clone(), v.clone())))
    };
    if let Some(Field { kind: Kind::Object(inner), .. }) = form.field("rulings") {
        let chosen = known(inner);
        if !chosen.is_empty() {
            input.insert("rulings".into(), Json::Object(chosen));
        }
    }
    input.extend(known(form));
}

/// Lays what players said over what the table knows: objects field by field, lists member by member. A `null` takes the
/// table's value away.
pub fn overlay(under: &mut Map<String, Json>, over: &Map<String, Json>) {
    for (key, value) in over {
        match (under.get_mut(key), value) {
            (Some(Json::Object(under)), Json::Object(over)) => overlay(under, over),
            (Some(Json::Array(under)), Json::Array(over)) if over.iter().all(Json::is_object) => {
                for (index, member) in over.iter().enumerate() {
                    match (under.get_mut(index), member) {
                        (Some(Json::Object(under)), Json::Object(over)) => overlay(under, over),
                        (Some(under), over) => *under = over.clone(),
                        (None, over) => under.push(over.clone()),
                    }
                }
            }
            _ => {
                under.insert(key.clone(), value.clone());
            }
        }
    }
}

/// What an outcome changes on the table: what doing it costs, and what its story says.
pub fn comes_to(
    ruleset: &Ruleset,
    procedure: &Procedure,
    cast: &Cast,
    state: &State,
    input: &Map<String, Json>,
    resolved: &Resolved,
) -> Vec<TableChange> {
    let mut effects = procedure.costs(&scene(procedure, cast, state), input).unwrap_or_default().effects;
    effects.extend(resolved.story.effects.iter().cloned());
    changes(ruleset, procedure, cast, state, &effects)
}

/// What the effects of a story change on the table. An effect on what is not tracked of a unit (the pistols of a gun) is none.
pub fn changes(
    ruleset: &Ruleset,
    procedure: &Procedure,
    cast: &Cast,
    state: &State,
    effects: &[Effect],
) -> Vec<TableChange> {
    let side = cast.side(procedure, state);
    let mut changes = moved_on(ruleset, state, effects);
    for effect in effects {
        let Some((of, tracker)) = target(ruleset, procedure, cast, state, side, effect) else { continue };
        let to = match &effect.change {
            Change::Set(datum) => serde_json::to_value(datum).unwrap_or(Json::Null),
            Change::Add(by) => {
                let now = standing_at(&changes, &of, tracker.id, state);
                Json::from((now + by).clamp(0, tracker.kind.most()))
            }
        };
        changes.push(TableChange::set(of, tracker.id, to));
    }
    changes
}

/// What is over when a story begins a phase or a turn. It comes before whatever else the story changes.
fn moved_on(ruleset: &Ruleset, state: &State, effects: &[Effect]) -> Vec<TableChange> {
    let begun = |key: &str| effects.iter().rev().find(|effect| effect.role == BATTLE && effect.key == key);
    let phase = begun(PHASE).and_then(|effect| match &effect.change {
        Change::Set(datum) => ruleset.phases.iter().position(|phase| Some(phase.id) == datum.word()),
        _ => None,
    });
    let turn = begun(TURN).and_then(|effect| match effect.change {
        Change::Set(Datum::Whole(turn)) => Some(turn),
        _ => None,
    });
    let now = state.tracked(BATTLE).map_or(1, |battle| battle.whole(TURN));
    match phase.and_then(|place| i32::try_from(place).ok()) {
        Some(place) => turn::begin(ruleset, state, place, turn.unwrap_or(now)),
        None => Vec::new(),
    }
}

/// Whose tracker an effect changes, and which.
fn target(
    ruleset: &Ruleset,
    procedure: &Procedure,
    cast: &Cast,
    state: &State,
    side: usize,
    effect: &Effect,
) -> Option<(String, &'static Tracker)> {
    let of = match effect.role {
        role if procedure.cast.iter().any(|own| own.id == role) => {
            let unit = state.unit(cast.units(role).get(effect.index)?)?;
            let tracker = ruleset.tracker(effect.key, &ruleset.mustered(&unit.profile))?;
            return Some((unit.id.clone(), tracker));
        }
        "side" => SIDES[side],
        "enemy_side" => SIDES[1 - side],
        other => other,
    };
    let trackers = if of == "battle" { ruleset.battle_trackers } else { ruleset.side_trackers };
    trackers.iter().find(|tracker| tracker.id == effect.key).map(|tracker| (of.to_owned(), tracker))
}

/// What a tracker holds, after the changes made so far.
fn standing_at(changes: &[TableChange], of: &str, key: &str, state: &State) -> i32 {
    let changed = changes.iter().rev().find_map(|change| match change {
        TableChange::Set { of: own, key: tracker, to } if own == of && tracker == key => Some(to.clone()),
        _ => None,
    });
    let number = changed.or_else(|| state.tracked(of)?.get(key).cloned()).and_then(|held| held.as_i64());
    number.and_then(|number| i32::try_from(number).ok()).unwrap_or(0)
}

/// A procedure that a unit might do: whether it can now, and if not, why.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The procedure.
    pub procedure: &'static Procedure,
    /// The way in which it is offered, of those that have several.
    pub way: Option<&'static Way>,
    /// Why it cannot be done, if it cannot.
    pub refused: Option<Text>,
    /// Whether it belongs to the phase that is being played.
    pub of_this_phase: bool,
}

/// Why the unit's side cannot have it done, if it cannot.
fn cannot_pay(procedure: &Procedure, way: Option<&Way>, state: &State, unit: &str) -> Option<Text> {
    // Every card asks this of every procedure: what is always free is answered at once.
    let price = procedure.pricing?;
    let mut cast = Cast::nobody();
    cast.set(procedure.cast.first()?.id, vec![unit.to_owned()]);
    let scene = scene(procedure, &cast, state);
    let asked = way.map(Way::asked).unwrap_or_default();
    price(&scene, &input(procedure, &scene, &Map::new(), &asked)).err()
}

/// What a unit might do, what it can do now first: its procedures of this phase, then the others, then what it cannot do.
pub fn offers(ruleset: &Ruleset, state: &State, unit: &str) -> Vec<Offer> {
    let facts = state.facts(unit);
    let phase = state.tracked("battle").map_or(0, |battle| battle.whole("phase"));
    let phase = usize::try_from(phase).ok().and_then(|phase| ruleset.phases.get(phase));
    let place_in_phase = |id: &str| phase?.procedures.iter().position(|own| *own == id);
    let mut offers: Vec<Offer> = Vec::new();
    for procedure in ruleset.procedures {
        let Some(actor) = procedure.cast.first() else { continue };
        let of_this_phase = place_in_phase(procedure.id).is_some();
        let ways: Vec<Option<&'static Way>> =
            if procedure.ways.is_empty() { vec![None] } else { procedure.ways.iter().map(Some).collect() };
        for way in ways {
            let affordable = || cannot_pay(procedure, way, state, unit);
            let refused = (actor.fits)(&facts).err().or_else(affordable);
            offers.push(Offer { procedure, way, refused, of_this_phase });
        }
    }
    let last = usize::MAX;
    let place = |offer: &Offer| (offer.refused.is_some(), place_in_phase(offer.procedure.id).unwrap_or(last));
    put_in_order(&mut offers, |a, b| place(a) < place(b));
    offers
}
