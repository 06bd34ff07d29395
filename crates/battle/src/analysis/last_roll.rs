//! The last roll of a battle, for spectators: the participants, the faces that the dice needed, the chance before the roll, and the
//! effects.

use super::act_words::{units, words_alone};
use super::battle_stats;
use super::needs::{RollNeeds, need_words, successes};
use super::odds::OddsSummary;
use super::report::NamesOf;
use crate::binding;
use crate::participants::Participants;
use crate::{Action, ActionEvent, Battle, Change, LastRoll, LoggedRoll, Resolved, Rolled, State};
use rules::dice::Halt;
use rules::names::Names;
use rules::procedure::{Procedure, Ready};
use rules::ruleset::{Clears, Ruleset, Tracks};
use rules::subject::Subject;
use rules::table::{Scene, TURN};
use rules::text::{capital, say};
use serde_json::{Map, Value as Json};

/// The last roll, and the strengths up to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Watched {
    /// The roll; `None` before the first.
    pub roll: Option<ShownRoll>,
    /// Strength of both sides on the table: at the start, after each turn, and now.
    pub strengths: Vec<[i32; 2]>,
    /// Units that broke, left the table or were destroyed: the index in `strengths` of the end of that turn, and the side.
    pub breaks: Vec<(usize, usize)>,
}

/// A roll with its circumstances and its effects.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownRoll {
    /// Id of the procedure.
    pub procedure: &'static str,
    /// Participants: each role with its units.
    pub participants: Map<String, Json>,
    /// The input; empty if it is hidden from the onlooker.
    pub input: Map<String, Json>,
    /// Ids of the participating units, by side. On each side, the unit that acts first comes first.
    pub units: [Vec<String>; 2],
    /// The acting side: 0 or 1.
    pub acting: usize,
    /// The dice.
    pub rolls: Vec<LoggedRoll>,
    /// For each face in order: true if it succeeded, false if it failed, `None` if it decides no success by itself.
    pub successes: Vec<Option<bool>>,
    /// The faces that the dice of the first roll needed: `5+`; `None` if they needed none.
    pub needs: Option<String>,
    /// The chances before the roll, each with its label.
    pub chances: Vec<(String, f64)>,
    /// True if the odds take too long to compute at once.
    pub is_long: bool,
    /// The first sentence of the outcome, or a note that the roll was discarded or is partly hidden. `None` while dice are missing, or if
    /// the current rules refuse the act.
    pub result: Option<String>,
    /// The effects, by unit or side; empty until the roll is applied.
    pub effects: Vec<Effect>,
    /// Names of the participants.
    pub names: Names,
}

/// Effect of a roll on a unit or a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// Name of the unit or side.
    pub who: String,
    /// The side: 0 or 1.
    pub side: usize,
    /// The changes in words: `Counters 3 → 5`.
    pub changes: Vec<String>,
}

/// The last roll in force and the strengths of both sides over the battle. `None` if the ruleset is not registered.
pub fn watched(battle: &Battle, names_of: NamesOf) -> Option<Watched> {
    let ruleset = battle_stats::ruleset(battle)?;
    let last = battle.last_roll();
    let mut state = battle.at_start().state().clone();
    let mut strengths = vec![battle_stats::strengths(ruleset, &state)];
    let (mut before, mut breaks) = (None, Vec::new());
    for (_, act) in battle.acts_in_force() {
        if matches!(last, Some(LastRoll::Used(used)) if std::ptr::eq(used, act)) {
            before = Some(state.clone());
        }
        let turn = state.battle().value(TURN);
        let losses = battle_stats::losses(ruleset, &state, act);
        breaks.extend(losses.iter().filter(|loss| loss.is_out_of_fight()).map(|loss| (strengths.len(), loss.side)));
        state = state.after_act(act);
        if state.battle().value(TURN) != turn {
            strengths.push(battle_stats::strengths(ruleset, &state));
        }
    }
    strengths.push(battle_stats::strengths(ruleset, &state));
    let roll = match last {
        Some(LastRoll::Used(act)) => of_act(ruleset, battle, &before.unwrap_or(state), act, names_of),
        Some(LastRoll::Awaiting(rolled)) => of_rolled(ruleset, &state, rolled, names_of),
        None => None,
    };
    Some(Watched { roll, strengths, breaks })
}

fn of_act(
    ruleset: &'static Ruleset,
    battle: &Battle,
    before: &State,
    act: &ActionEvent,
    names_of: NamesOf,
) -> Option<ShownRoll> {
    let Action::Resolved(resolved) = &act.action else { return None };
    let mut shown = of_resolved(ruleset, before, resolved, act.hidden, names_of)?;
    shown.effects = effects(ruleset, battle, before, act);
    if resolved.discarded {
        shown.result = Some(say("Discarded: it changed nothing.").to_owned());
    }
    Some(shown)
}

/// A waiting roll, with its results so far.
fn of_rolled(ruleset: &'static Ruleset, state: &State, rolled: &Rolled, names_of: NamesOf) -> Option<ShownRoll> {
    of_resolved(ruleset, state, &Resolved::of_discarded(rolled.clone()), rolled.hidden, names_of)
}

/// A roll with its chances and its outcome, but without effects; [`of_act`] notes that a roll was discarded.
fn of_resolved(
    ruleset: &'static Ruleset,
    before: &State,
    resolved: &Resolved,
    is_hidden: bool,
    names_of: NamesOf,
) -> Option<ShownRoll> {
    let procedure = ruleset.procedure(&resolved.procedure)?;
    let side_of = |id: &String| before.unit(id).map(|unit| unit.side);
    let all = units(ruleset, resolved);
    let of_side = |side: usize| all.iter().filter(|id| side_of(id) == Some(side)).cloned().collect();
    let mut shown = ShownRoll {
        procedure: procedure.id,
        participants: resolved.participants.clone(),
        input: resolved.input.clone(),
        units: [of_side(0), of_side(1)],
        acting: battle_stats::side(procedure, resolved, before),
        rolls: resolved.rolls.clone(),
        successes: Vec::new(),
        needs: None,
        chances: Vec::new(),
        is_long: false,
        result: is_hidden.then(|| say("The rest of it is hidden from you.").to_owned()),
        effects: Vec::new(),
        names: names_of(procedure, resolved),
    };
    // Without the input there are no odds. If the current rules refuse the act, only its dice are shown.
    if let Some(ready) = procedure.read(&resolved.input).ok().filter(|_| !is_hidden) {
        let participants = Participants::read(procedure, &resolved.participants);
        shown.add_odds(procedure, &ready, &binding::scene(procedure, &participants, before));
    }
    Some(shown)
}

impl ShownRoll {
    /// The roll with its dice and participants, but without chances, outcome and effects.
    #[must_use]
    pub fn dice_alone(&self) -> Self {
        Self { chances: Vec::new(), result: None, effects: Vec::new(), ..self.clone() }
    }

    /// Adds the faces that the dice needed, the chances, and the outcome.
    fn add_odds(&mut self, procedure: &'static Procedure, ready: &Ready, scene: &Scene) {
        if let (Err(Halt::Needs(first)), None) = (ready.resolve(&[]).result, &procedure.lots) {
            let names = &self.names;
            self.needs = need_words(&RollNeeds::of(ready, &[], &first).dice, |text| text.named(names));
        }
        match OddsSummary::at_once(procedure, ready) {
            Some(Ok(mut summary)) => {
                summary.drop_moot(procedure, &self.input);
                self.chances = summary.named_gist(procedure, &self.names);
            }
            Some(Err(_)) => {}
            None => self.is_long = true,
        }
        let faces: Vec<u8> = self.rolls.iter().flat_map(|roll| roll.faces.iter().copied()).collect();
        let mut played = ready.resolve(&faces);
        if let Ok(resolved) = &mut played.result {
            ready.describe_aftermath(scene, resolved);
        }
        self.successes = successes(&played);
        self.result = played
            .result
            .ok()
            .and_then(|resolved| resolved.consequences.words.first().map(|words| capital(&words.named(&self.names))));
    }
}

impl OddsSummary {
    /// The [gist](Self::gist), each chance with its label.
    pub fn named_gist(&self, procedure: &Procedure, names: &Names) -> Vec<(String, f64)> {
        let label =
            |(index, nth, p): (usize, usize, f64)| Some((procedure.chances.get(index)?.label_of(nth, names), p));
        self.gist(procedure).into_iter().filter_map(label).collect()
    }
}

/// Effects of an act on units and sides, in the order of its changes. Flags that the turn resets are left out.
fn effects(ruleset: &'static Ruleset, battle: &Battle, before: &State, act: &ActionEvent) -> Vec<Effect> {
    let mut effects: Vec<(&Subject, Effect)> = Vec::new();
    for (index, change) in act.changes.iter().enumerate() {
        let Change::Set { of, key, .. } = change else { continue };
        let is_last = !act.changes[index + 1..]
            .iter()
            .any(|later| matches!(later, Change::Set { of: other, key: id, .. } if other == of && id == key));
        let Some(words) = lasting(ruleset, before, change).filter(|_| is_last) else { continue };
        if let Some((_, effect)) = effects.iter_mut().find(|(subject, _)| *subject == of) {
            effect.changes.push(words);
            continue;
        }
        let (who, side) = match of {
            Subject::Unit(id) => match before.unit(id) {
                Some(unit) => (unit.name().to_owned(), unit.side),
                None => continue,
            },
            Subject::Side(side) => (battle.header().sides[side.index()].name.clone(), side.index()),
            Subject::Battle => continue,
        };
        effects.push((of, Effect { who, side, changes: vec![words] }));
    }
    effects.into_iter().map(|(_, effect)| effect).collect()
}

/// A lasting change of a number or a state, in words. `None` for contacts and for flags that the turn resets.
fn lasting(ruleset: &'static Ruleset, before: &State, change: &Change) -> Option<String> {
    let Change::Set { of, key, to } = change else { return None };
    let trackers = ruleset.trackers_in(of, before.battle());
    let tracker = trackers.into_iter().find(|tracker| tracker.id == *key)?;
    let held = before.tracked(of.id())?.get(key).cloned().unwrap_or(Json::Null);
    if held == *to || tracker.is_automatic() || tracker.internal {
        return None;
    }
    match tracker.kind {
        Tracks::Flag if tracker.clears != Clears::Never => None,
        // A set flag is shown by its label alone, a cleared flag with both values.
        Tracks::Flag if *to == Json::Bool(true) => Some(say(tracker.label).to_owned()),
        Tracks::Unit(_) | Tracks::Units(_) | Tracks::Text | Tracks::Data => None,
        Tracks::Flag
        | Tracks::Word(_)
        | Tracks::Pips { .. }
        | Tracks::Count { .. }
        | Tracks::Reading { .. }
        | Tracks::Number { .. } => words_alone(ruleset, before, change, Some(&held)),
    }
}

#[cfg(test)]
mod tests;
