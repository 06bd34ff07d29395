//! Answers about the pair of units in a panel. They are remembered for the turn, and filled in when the same two units meet again. Answers
//! that are given before a target is picked apply to all targets.

use super::{Effect, Panel, Tables};
use crate::Act;
use rules::form::path;
use rules::procedure::{Assumption, Procedure, Whose};
use rules::table::TURN;
use serde_json::Value as Json;

/// A pair of units in one turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Id of the battle.
    pub battle: String,
    /// Number of the turn.
    pub turn: i32,
    /// Ids of the acting unit and of the other one.
    pub units: [String; 2],
}

/// Answers about pairs, each at the path of an assumption.
#[derive(Clone, Debug, Default)]
pub struct PairAnswers(Vec<(Pair, &'static str, Json)>);

impl PairAnswers {
    /// Stores an answer; `None` removes it. Answers of other turns and other battles are removed.
    pub fn remember(&mut self, pair: &Pair, path: &'static str, value: Option<Json>) {
        self.0.retain(|(known, at, _)| {
            known.battle == pair.battle && known.turn == pair.turn && !(known == pair && *at == path)
        });
        self.0.extend(value.map(|value| (pair.clone(), path, value)));
    }

    /// The answers about a pair, each with its path.
    fn about(&self, pair: &Pair) -> Vec<(&'static str, Json)> {
        let known = self.0.iter().filter(|(known, _, _)| known == pair);
        known.map(|(_, path, value)| (*path, value.clone())).collect()
    }
}

/// The pair to which a panel's answers belong, and the answers for all targets, which were given before the pair was chosen.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct AnsweredPair {
    pair: Option<Pair>,
    for_all: Vec<(&'static str, Json)>,
}

/// Path at which an assumption is stored among the answers about a pair.
fn place(assumption: &Assumption) -> String {
    assumption.path.replace("[]", "[0]")
}

/// Ids of an act's units on one side.
fn units_of(act: &Act, whose: Whose) -> Vec<String> {
    let roles = act.procedure.participants.iter().filter(|role| role.whose == whose);
    roles.flat_map(|role| act.participants.units(role.id)).cloned().collect()
}

/// The pair of an act; `None` unless it has one unit of each side.
fn pair_of(act: &Act, tables: &Tables) -> Option<Pair> {
    let ([acting], [other]) =
        (units_of(act, Whose::Own).try_into().ok()?, units_of(act, Whose::Enemy).try_into().ok()?);
    let turn = tables.state()?.battle().value(TURN)?;
    Some(Pair { battle: tables.id.to_owned(), turn, units: [acting, other] })
}

/// Adds the remembered answers about an act's pair, where the act has none.
pub(super) fn add_remembered(act: &mut Act, tables: &Tables) {
    let (Some(pair), Some(known)) = (pair_of(act, tables), tables.pairs) else { return };
    for (path, value) in known.about(&pair) {
        let assumption = act.procedure.assumes.iter().find(|assumption| assumption.path == path).map(place);
        if let Some(place) = assumption.filter(|place| path::get(&act.answers, place).is_none()) {
            path::set(&mut act.answers, &place, Some(value));
        }
    }
}

/// Those answers of an act that replace the procedure's assumptions.
fn answered(act: &Act) -> Vec<(&'static Assumption, Json)> {
    let procedure: &'static Procedure = act.procedure;
    let value =
        |assumption: &'static Assumption| Some((assumption, path::get(&act.answers, &place(assumption))?.clone()));
    procedure.assumes.iter().filter_map(value).collect()
}

impl Panel {
    /// Sets the pair with which the panel opens. Stores no answers: those of a resumed panel are stored already.
    pub(super) fn meet_first(&mut self, tables: &Tables) {
        if self.act.procedure.assumes.is_empty() || self.rolling().is_some() {
            return;
        }
        self.meet_again(tables);
        add_remembered(&mut self.act, tables);
    }

    /// Sets the pair of a resumed panel.
    pub(super) fn meet_again(&mut self, tables: &Tables) {
        self.answered_pair = AnsweredPair { pair: pair_of(&self.act, tables), for_all: Vec::new() };
    }

    /// Stores the answers about the current pair. If the pair has changed, fills in the stored answers about the new one.
    pub(super) fn meet(&mut self, tables: &Tables) -> Vec<Effect> {
        // Once dice are rolled, the answers are fixed.
        if self.act.procedure.assumes.is_empty() || self.rolling().is_some() {
            return Vec::new();
        }
        let (pair, answers) = (pair_of(&self.act, tables), answered(&self.act));
        if pair == self.answered_pair.pair {
            return pair.map_or_else(Vec::new, |pair| self.remembered(&pair, &answers));
        }
        // Answers about the earlier pair do not apply to a new pair. They still apply if a unit only joined the two.
        let all = [units_of(&self.act, Whose::Own), units_of(&self.act, Whose::Enemy)].concat();
        let earlier =
            self.answered_pair.pair.take().filter(|earlier| !earlier.units.iter().all(|unit| all.contains(unit)));
        let of_earlier = earlier.zip(tables.pairs).map(|(earlier, known)| known.about(&earlier)).unwrap_or_default();
        let stays = |(assumption, value): &&(&'static Assumption, Json)| {
            !of_earlier.iter().any(|(path, earlier)| *path == assumption.path && earlier == value)
        };
        // A range is measured to one unit, so it does not apply to other targets.
        let form = self.act.procedure.form;
        let is_measured =
            |assumption: &Assumption| form.at(&place(assumption)).is_some_and(|field| field.bands().is_some());
        let (of_pair, for_all): (Vec<_>, Vec<_>) =
            answers.iter().filter(stays).partition(|(assumption, _)| is_measured(assumption));
        let mut effects = Vec::new();
        if let Some(pair) = &pair {
            effects.extend(
                of_pair
                    .iter()
                    .map(|(assumption, value)| Effect::Remember(pair.clone(), assumption.path, Some(value.clone()))),
            );
        }
        let for_all = for_all.into_iter().map(|(assumption, value)| (assumption.path, value.clone())).collect();
        for (assumption, _) in answers.iter().filter(|answer| !stays(answer)) {
            path::set(&mut self.act.answers, &place(assumption), None);
        }
        add_remembered(&mut self.act, tables);
        self.answered_pair = AnsweredPair { pair, for_all };
        effects
    }

    /// Effects that store the answers about the pair, except those for all targets.
    fn remembered(&self, pair: &Pair, answers: &[(&'static Assumption, Json)]) -> Vec<Effect> {
        let mut effects = Vec::new();
        for assumption in self.act.procedure.assumes {
            let value = answers.iter().find(|(other, _)| other.path == assumption.path).map(|(_, value)| value.clone());
            let is_for_all = self
                .answered_pair
                .for_all
                .iter()
                .any(|(path, all)| *path == assumption.path && Some(all) == value.as_ref());
            if !is_for_all {
                effects.push(Effect::Remember(pair.clone(), assumption.path, value));
            }
        }
        effects
    }
}
