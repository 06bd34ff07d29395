//! Results of acts in words, with the units that they concern: `Skippon's Regiment → Rupert's Horse: 1 hit, 1 counter.`

use crate::act::Act;
use crate::{Change, State};
use rules::procedure::Whose;
use rules::subject::Subject;
use rules::text;

/// Maximum number of units with the same result that are listed by name. If there are more, only their number is shown.
const MAX_NAMED: usize = 3;

/// The units that the verdict of an act concerns: the acting units and their enemies, `Skippon's Regiment → Rupert's Horse`. Without acting
/// units or enemies, the first changed unit if it is an acting unit, else the first participant. `None` if the verdict names a participant
/// itself.
pub fn subject(state: &State, act: &Act, changes: &[Change], verdict: &str) -> Option<String> {
    let (actors, enemies) = (names(state, act, false), names(state, act, true));
    if actors.iter().chain(&enemies).any(|name| mentions(verdict, name)) {
        return None;
    }
    if !actors.is_empty() && !enemies.is_empty() {
        return Some(aimed(&actors.join(", "), &enemies.join(", ")));
    }
    let changed = changes.iter().find_map(|change| match change {
        Change::Set { of: Subject::Unit(id), .. } => Some(state.unit(id)?.name().to_owned()),
        _ => None,
    });
    changed.filter(|name| actors.contains(name)).or_else(|| actors.into_iter().chain(enemies).next())
}

/// The verdict of a part of a group act, for a line that already shows the acting unit. The enemies are added unless the verdict names one.
pub fn in_line(state: &State, act: &Act, verdict: &str) -> String {
    match unnamed_enemies(state, act, verdict) {
        Some(enemies) => text!("→ {who}: {what}", who = enemies, what = verdict.to_owned()).to_string(),
        None => verdict.to_owned(),
    }
}

/// The results of several acts, each with its verdict: `Skippon's Regiment, Holles's Regiment, each → Rupert's Horse: No hit.` Acts of
/// single units with the same result share a sentence with "each".
pub fn summary<'a>(state: &State, parts: impl IntoIterator<Item = (&'a Act, String)>) -> Vec<String> {
    /// Acting units with the same verdict about the same enemies.
    struct Same {
        actors: Vec<String>,
        enemies: Option<String>,
        verdict: String,
        /// True if each unit acted in an act of its own, so that the sentence contains "each".
        is_one_by_one: bool,
    }
    let mut all: Vec<Same> = Vec::new();
    for (act, verdict) in parts {
        let enemies = unnamed_enemies(state, act, &verdict);
        let mut actors = names(state, act, false);
        // A verdict that names all acting units needs no subject, unless enemies have to be added.
        if enemies.is_none() && actors.iter().all(|name| mentions(&verdict, name)) {
            actors.clear();
        }
        let is_one_by_one = actors.len() == 1;
        let is_same = |same: &&mut Same| {
            is_one_by_one && same.is_one_by_one && same.enemies == enemies && same.verdict == verdict
        };
        match all.iter_mut().find(is_same) {
            Some(same) => same.actors.extend(actors),
            None => all.push(Same { actors, enemies, verdict, is_one_by_one }),
        }
    }
    let sentence = |Same { actors, enemies, verdict, is_one_by_one }: Same| {
        let who = match actors.len() {
            0 => return verdict,
            n if n > MAX_NAMED => text!("{n} {n|unit|units}", n = n).to_string(),
            _ => actors.join(", "),
        };
        let who = if is_one_by_one && actors.len() > 1 { text!("{who}, each", who = who).to_string() } else { who };
        let who = enemies.map_or_else(|| who.clone(), |enemies| aimed(&who, &enemies));
        text!("{who}: {what}", who = who, what = verdict).to_string()
    };
    all.into_iter().map(sentence).collect()
}

/// Acting units and their enemies.
fn aimed(actors: &str, enemies: &str) -> String {
    format!("{actors} → {enemies}")
}

/// Names of the enemies of an act; `None` if it has none, or if the verdict names one.
fn unnamed_enemies(state: &State, act: &Act, verdict: &str) -> Option<String> {
    let enemies = names(state, act, true);
    let is_named = enemies.iter().any(|name| mentions(verdict, name));
    (!enemies.is_empty() && !is_named).then(|| enemies.join(", "))
}

/// Names of the units in the roles of the enemy, or in the other roles.
fn names(state: &State, act: &Act, enemy: bool) -> Vec<String> {
    let roles = act.procedure.participants.iter().filter(|role| (role.whose == Whose::Enemy) == enemy);
    let units = roles.flat_map(|role| act.participants.units(role.id)).filter_map(|id| state.unit(id));
    units.map(|unit| unit.name().to_owned()).filter(|name| !name.is_empty()).collect()
}

/// True if a sentence contains a name as whole words.
fn mentions(sentence: &str, name: &str) -> bool {
    let is_part_of_word = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    sentence.match_indices(name).any(|(at, _)| {
        !is_part_of_word(sentence[..at].chars().next_back())
            && !is_part_of_word(sentence[at + name.len()..].chars().next())
    })
}
