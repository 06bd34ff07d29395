//! What a ruleset says so that the log of a battle can be told: what strength is, which throws are no luck, and which chances
//! decide battles. And the acts of a battle, one after the other, for whatever tells of them.

use crate::battle::{Act, Battle, Deed, Event, Header, Standing, State, Unit};
use crate::battle::{Change, Resolved};
use crate::cast::Cast;
use crate::facts::Facts;
use crate::procedure::Procedure;
use crate::ruleset::Ruleset;
use crate::rulesets;
use crate::text::say;

/// What a ruleset says of its battles.
#[derive(Debug)]
pub struct Chronicle {
    /// How strong a unit is, in what `counts` says: what it loses in a battle. 0 or more.
    pub strength: fn(&Facts) -> i32,
    /// What strength counts: `figures`.
    pub counts: &'static str,
    /// The throws that say which or how much, not whether: (purpose, in words). No face of theirs is luck.
    pub uncounted: &'static [(&'static str, &'static str)],
    /// The labels of the [chances](crate::procedure::Chance) that decide battles.
    pub fateful: &'static [&'static str],
}

/// A battle with everybody on the table who ever was: for the names and sides of units that are gone.
pub fn roll_call(battle: &Battle) -> State {
    let mut units = battle.header().units.clone();
    for event in battle.events() {
        let Event::Act(act) = event else { continue };
        for change in &act.changes {
            if let Change::Add(unit) = change
                && units.iter().all(|own| own.id != unit.id)
            {
                units.push(unit.clone());
            }
        }
    }
    Battle::begin(Header { units, ..battle.header().clone() }).state().clone()
}

/// The acts in force, oldest first.
pub fn acts(battle: &Battle) -> impl Iterator<Item = &Act> {
    battle.events().zip(battle.standings()).filter_map(|(event, standing)| match event {
        Event::Act(act) if standing == Standing::InForce => Some(&**act),
        _ => None,
    })
}

/// The ruleset of a battle, if it is here.
pub fn ruleset(battle: &Battle) -> Option<&'static Ruleset> {
    rulesets::find(&battle.header().ruleset)
}

/// The side whose act it was: 0 or 1.
pub fn side(procedure: &'static Procedure, act: &Resolved, everybody: &State) -> usize {
    Cast::read(procedure, &act.cast).side(procedure, everybody)
}

/// How strong each side is: the sum of its units, the first side first.
pub fn strengths(ruleset: &Ruleset, state: &State) -> [i32; 2] {
    let of = |unit: &Unit| (ruleset.chronicle.strength)(&state.facts(&unit.id));
    [0, 1].map(|side| state.units().filter(|unit| unit.side == side).map(of).sum())
}

/// What an act was, in a few words.
pub fn title(ruleset: &Ruleset, act: &Act) -> String {
    match &act.deed {
        Deed::Resolved(resolved) => {
            let known = ruleset.procedure(&resolved.procedure);
            known.map_or_else(|| resolved.procedure.clone(), |own| say(own.title).to_owned())
        }
        Deed::ByHand => say("By hand").into(),
        Deed::Phase => phase_title(ruleset, act),
        Deed::Muster => say("Units on the table").into(),
        Deed::Note(note) => note.clone(),
    }
}

/// The phase that began: `Bound 2 · Charges`.
fn phase_title(ruleset: &Ruleset, act: &Act) -> String {
    let set = |tracker: &str| {
        act.changes.iter().find_map(|change| match change {
            Change::Set { of, key, to } if of == "battle" && key == tracker => to.as_u64(),
            _ => None,
        })
    };
    let phase = set("phase").and_then(|place| ruleset.phases.get(usize::try_from(place).ok()?));
    let title = phase.map_or(say("Next phase"), |phase| say(phase.title));
    set("turn").map_or_else(|| title.to_owned(), |turn| format!("{} {turn} · {title}", say(ruleset.turn)))
}
