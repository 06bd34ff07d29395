//! Own modifiers in the input of an act: those that each part can take, and those that flags of units apply.

use super::rules::{Applies, OWN_RULES, OwnModifier, OwnRules};
use super::{FIELD, Part, parts};
use crate::facts::Facts;
use crate::form::path;
use crate::input::Input;
use crate::procedure::Procedure;
use crate::scenario;
use crate::table::Scene;
use serde_json::Value as Json;

impl OwnRules {
    /// Returns the parts of an input that can take own modifiers, each with these modifiers.
    pub fn offered<'a>(&'a self, procedure: &Procedure, input: &Input) -> Vec<(Part, Vec<&'a OwnModifier>)> {
        let of_part = |part: Part| {
            let changes = |modifier: &&OwnModifier| part.numbers.iter().any(|number| number.id == modifier.number);
            let modifiers: Vec<_> =
                self.modifiers.iter().filter(|modifier| modifier.is_for(procedure)).filter(changes).collect();
            (!modifiers.is_empty()).then_some((part, modifiers))
        };
        parts(procedure, input).into_iter().filter_map(of_part).collect()
    }
}

impl Part {
    /// Returns the path to the changes of this part: `own`, `side_a[0].own`.
    pub fn changes_at(&self) -> String {
        path::join(&self.path, FIELD)
    }

    /// Returns the changes of this part in an input.
    pub fn changes_in(&self, input: &Input) -> Vec<Json> {
        path::get(input, &self.changes_at()).and_then(Json::as_array).cloned().unwrap_or_default()
    }

    /// Returns the changes of this part with a modifier added, or removed if it is among them.
    pub fn toggled(&self, modifier: &OwnModifier, input: &Input) -> Vec<Json> {
        let mut changes = self.changes_in(input);
        let before = changes.len();
        changes.retain(|change| change.get("name").is_none_or(|name| *name != modifier.name));
        if changes.len() == before {
            changes.push(modifier.change());
        }
        changes
    }
}

/// True if changes contain a modifier of this name. The value is not compared, so a panel keeps its tick when players edit the value.
pub fn is_among(modifier: &OwnModifier, changes: &[Json]) -> bool {
    changes.iter().any(|change| change.get("name").is_some_and(|name| *name == modifier.name))
}

/// Adds the changes that flags of units and events of the scenario apply to an input. Parts for which players have entered changes are not filled in.
pub fn fill(procedure: &Procedure, scene: &Scene, input: &mut Input, answers: &Input) {
    if procedure.adjustable.is_empty() || !scene.table.battle.knows(OWN_RULES) {
        return;
    }
    let rules = OwnRules::of(&scene.table.battle);
    let offered = rules.offered(procedure, input);
    for (part, modifiers) in offered {
        let applying = modifiers.into_iter().filter(|modifier| applies(modifier, procedure, scene, &part.path));
        let changes: Vec<Json> = applying.map(OwnModifier::change).collect();
        if !changes.is_empty() && path::get(answers, &part.changes_at()).is_none() {
            path::set(input, &part.changes_at(), Some(changes.into()));
        }
    }
}

/// True if a flag of a unit applies a modifier to the part at a path, or an event of the scenario has switched it on.
fn applies(modifier: &OwnModifier, procedure: &Procedure, scene: &Scene, path: &str) -> bool {
    if scene.table.scenario.is_some() && scenario::is_switched_on(&modifier.name, &scene.table.battle) {
        return true;
    }
    let [units, opponents] = units_at(procedure, scene, path);
    let has = |units: &[&Facts], flag: &str| units.iter().any(|unit| unit.get(flag) == Some(&Json::Bool(true)));
    match &modifier.when {
        Applies::Asked => false,
        Applies::Unit(flag) => has(&units, flag),
        Applies::Opponent(flag) => has(&opponents, flag),
    }
}

/// Returns the units that the part at a path belongs to, and the units of the other side. The input itself belongs to the acting units.
fn units_at<'a>(procedure: &Procedure, scene: &'a Scene, path: &str) -> [Vec<&'a Facts>; 2] {
    let member = path.strip_suffix(']').and_then(|path| path.split_once('['));
    let nth = member.and_then(|(_, nth)| nth.parse::<usize>().ok());
    let roles = procedure.participants;
    let role = match member {
        Some((list, _)) => roles.iter().find(|role| role.list().is_some_and(|(bound, _)| bound == list)),
        None => roles.iter().find(|role| role.at == Some(path)).or(roles.first()),
    };
    let Some(role) = role else { return [Vec::new(), Vec::new()] };
    let units = scene.units(role.id).iter().enumerate();
    let units = units.filter(|(index, _)| nth.is_none_or(|nth| nth == *index)).map(|(_, unit)| &*unit.facts);
    let opponents = roles.iter().filter(|other| other.whose != role.whose);
    [units.collect(), opponents.flat_map(|role| scene.units(role.id)).map(|unit| &*unit.facts).collect()]
}
