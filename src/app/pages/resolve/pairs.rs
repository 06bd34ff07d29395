//! Answers about the pair on a panel: remembered for the turn, and filled in when the same two meet again. What is said before a
//! target is picked counts for all targets.

use super::panel::Panel;
use crate::app::state::BattleState;
use crate::app::state::pairs::{Pair, PairAnswers};
use drumhead::battle::participants::Participants;
use drumhead::form::path;
use drumhead::rules::procedure::{Assumption, Whose};
use drumhead::rules::table::TURN;
use leptos::prelude::*;
use serde_json::{Map, Value as Json};

/// Place of an assumption in the answers about a pair.
fn place(assumption: &Assumption) -> String {
    assumption.path.replace("[]", "[0]")
}

/// The pair that these participants are, if they are two.
fn pair_of(panel: Panel, battle: BattleState, participants: &Participants) -> Option<Pair> {
    let of = |whose: Whose| {
        let roles = panel.procedure.participants.iter().filter(move |role| role.whose == whose);
        roles.flat_map(|role| participants.units(role.id)).collect::<Vec<_>>()
    };
    let (acting, other) = (of(Whose::Own), of(Whose::Enemy));
    let ([acting], [other]) = (acting.as_slice(), other.as_slice()) else { return None };
    let turn = battle.with_untracked(|open| open.state().battle().value(TURN))?;
    Some(Pair { battle: battle.id(), turn, units: [(*acting).clone(), (*other).clone()] })
}

/// Adds what is remembered of a pair to answers that lack it.
pub(super) fn add_remembered(
    memory: PairAnswers,
    panel: Panel,
    battle: BattleState,
    participants: &Participants,
    said: &mut Map<String, Json>,
) {
    let Some(pair) = pair_of(panel, battle, participants) else { return };
    for (path, value) in memory.about(&pair) {
        let assumption = panel.procedure.assumes.iter().find(|assumption| assumption.path == path).map(place);
        if let Some(place) = assumption.filter(|place| path::get(said, place).is_none()) {
            path::set(said, &place, Some(value));
        }
    }
}

/// The pair on the panel, and what was said for all targets before it met.
#[derive(Clone, Default)]
struct Met {
    pair: Option<Pair>,
    for_all: Vec<(&'static str, Json)>,
}

/// Remembers what is said of the pair on a panel, and fills it in where a pair meets again.
pub(super) fn follow(panel: Panel, battle: BattleState) {
    if panel.procedure.assumes.is_empty() {
        return;
    }
    let memory = expect_context::<PairAnswers>();
    Effect::new(move |before: Option<Met>| {
        let pair = panel.participants.chosen.with(|participants| pair_of(panel, battle, participants));
        let said: Vec<(&'static Assumption, Json)> = panel.answers.given.with(|answers| {
            let said =
                |assumption: &'static Assumption| Some((assumption, path::get(answers, &place(assumption))?.clone()));
            panel.procedure.assumes.iter().filter_map(said).collect()
        });
        let is_opened = before.is_none();
        let before = before.unwrap_or_default();
        // Once dice are rolled, the answers stay those with which they were rolled.
        if panel.is_rolling() {
            return before;
        }
        if pair == before.pair {
            if let Some(pair) = &pair {
                for assumption in panel.procedure.assumes {
                    let value =
                        said.iter().find(|(said, _)| said.path == assumption.path).map(|(_, value)| value.clone());
                    if !before.for_all.iter().any(|(path, all)| *path == assumption.path && Some(all) == value.as_ref())
                    {
                        memory.remember(pair, assumption.path, value);
                    }
                }
            }
            return before;
        }
        // Answers about the earlier pair do not apply to this one.
        let of_earlier = before.pair.map(|pair| memory.about(&pair)).unwrap_or_default();
        let stays = |(assumption, value): &&(&'static Assumption, Json)| {
            !of_earlier.iter().any(|(path, earlier)| *path == assumption.path && earlier == value)
        };
        // Answers of a panel that is resumed are about the pair that it was left with.
        let is_resumed = |assumption: &Assumption| is_opened && !panel.was_opened_with(&place(assumption));
        // A range is measured to one unit, so it is not remembered for others.
        let is_measured = |assumption: &Assumption| {
            panel.procedure.form.at(&place(assumption)).is_some_and(|field| field.bands.is_some())
        };
        let (of_pair, for_all): (Vec<_>, Vec<_>) =
            said.iter().filter(stays).partition(|(assumption, _)| is_measured(assumption) || is_resumed(assumption));
        if let Some(pair) = &pair {
            of_pair.iter().for_each(|(assumption, value)| memory.remember(pair, assumption.path, Some(value.clone())));
        }
        let for_all = for_all.into_iter().map(|(assumption, value)| (assumption.path, value.clone())).collect();
        let mut answers = panel.answers.given.get_untracked();
        for (assumption, _) in said.iter().filter(|assumption| !stays(assumption)) {
            path::set(&mut answers, &place(assumption), None);
        }
        panel
            .participants
            .chosen
            .with(|participants| add_remembered(memory, panel, battle, participants, &mut answers));
        if panel.answers.given.with_untracked(|now| *now != answers) {
            panel.answers.given.set(answers);
        }
        Met { pair, for_all }
    });
}
