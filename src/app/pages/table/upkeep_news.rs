//! The outcomes of procedures at the ends of phases, such as losses. They are shown until the player confirms them.

use crate::app::components::names::Names;
use crate::app::state::{BattleState, SEEN};
use battle::participants::Participants;
use battle::upkeep::{UpkeepResult, upkeep_results_since};
use battle::{Action, Battle, Stamp};
use leptos::prelude::*;
use rules::text;
use rules::text::{capital, say};
use serde_json::{Map, Value as Json};

/// Number of ends of phases that are considered: about those of a turn.
const MAX_PHASES: usize = 8;

/// The outcomes at the ends of phases, with a button that confirms them.
#[component]
pub fn UpkeepNews(battle: BattleState) -> impl IntoView {
    // Computed again only when another phase has ended.
    let last = battle.follow(last_end);
    let news = Memo::new(move |_| {
        last.get()?;
        let last_confirmed = last_confirmed(battle);
        let all = battle
            .with_untracked(|open| upkeep_results_since(battle.ruleset, open, last_confirmed.as_ref(), MAX_PHASES));
        (!all.is_empty()).then_some(all)
    });
    let rows = move |all: Vec<(Stamp, Vec<UpkeepResult>)>| {
        let words = all.into_iter().flat_map(|(_, taken)| taken).filter_map(|taken| in_words(battle, &taken));
        words.map(|words| view! { <li>{words}</li> }).collect_view()
    };
    let on_confirm = move |_| {
        if let Some(last) = last.get_untracked() {
            confirm(battle, &last);
        }
    };
    let shown = move || {
        news.get().map(|all| {
            view! {
                <section class="banner upkeep-news">
                    <p><b>{say("Done as the phase ended:")}</b></p>
                    <ul>{rows(all)}</ul>
                    <p class="tools"><button on:click=on_confirm>{say("Seen")}</button></p>
                </section>
            }
        })
    };
    view! { <div class="live" role="status" aria-label=say("Done as the phase ended")>{shown}</div> }
}

/// Stamp of the last act in force that ended a phase.
fn last_end(open: &Battle) -> Option<Stamp> {
    let acts = open.acts_in_force();
    let last = acts.iter().rev().find(|(_, act)| matches!(act.action, Action::Phase));
    last.map(|(stamp, _)| (*stamp).clone())
}

/// An outcome in words, after the names of its units.
fn in_words(battle: BattleState, taken: &UpkeepResult) -> Option<String> {
    let procedure = taken.procedure(battle.ruleset)?;
    let participants = Participants::read(procedure, &taken.done.participants);
    let names = Names::of_participants(battle, procedure, &participants);
    let words = taken.words.iter().map(|words| capital(&names.spell(words))).collect::<Vec<_>>().join(" ");
    let units = procedure.participants.iter().flat_map(|role| participants.units(role.id));
    let who = units.filter_map(|unit| battle.unit_name(unit)).collect::<Vec<_>>().join(", ");
    Some(if who.is_empty() { words } else { text!("{who}: {words}", who = who, words = words).to_string() })
}

/// Stamp of the last end of a phase that was confirmed on this device.
fn last_confirmed(battle: BattleState) -> Option<Stamp> {
    Stamp::parse(battle.app.preferred(SEEN)?.get(battle.id())?.as_str()?)
}

/// Stores that everything up to this end of a phase is confirmed. Entries of deleted battles are removed.
fn confirm(battle: BattleState, last: &Stamp) {
    let before = untrack(|| battle.app.preferred(SEEN)).and_then(|all| all.as_object().cloned()).unwrap_or_default();
    let existing =
        battle.app.storage.battles.with_untracked(|all| all.iter().map(|battle| battle.id.clone()).collect::<Vec<_>>());
    let mut all: Map<String, Json> = before.into_iter().filter(|(id, _)| existing.contains(id)).collect();
    all.insert(battle.id(), last.to_string().into());
    battle.app.prefer(SEEN, Some(all.into()));
}
