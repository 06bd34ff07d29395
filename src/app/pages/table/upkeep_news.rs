//! Losses by the ends of phases, shown until somebody has seen it.

use crate::app::components::names::Names;
use crate::app::state::{BattleState, SEEN};
use battle::participants::Participants;
use battle::upkeep::{Taken, taken_since};
use battle::{Action, Battle, Stamp};
use leptos::prelude::*;
use rules::text;
use rules::text::{capital, say};
use serde_json::{Map, Value as Json};

/// Ends of phases that are looked back at: those of a turn.
const MOST: usize = 8;

/// Losses by the ends of phases, with a button for who has seen it.
#[component]
pub fn UpkeepNews(
    /// The battle in play.
    battle: BattleState,
) -> impl IntoView {
    // What an end took is worked out when another phase has ended.
    let last = battle.follow(last_end);
    let news = Memo::new(move |_| {
        last.get()?;
        let seen = seen(battle);
        let all = battle.with_untracked(|open| taken_since(battle.ruleset, open, seen.as_ref(), MOST));
        (!all.is_empty()).then_some(all)
    });
    let rows = move |all: Vec<(Stamp, Vec<Taken>)>| {
        let words = all.into_iter().flat_map(|(_, taken)| taken).filter_map(|taken| in_words(battle, &taken));
        words.map(|words| view! { <li>{words}</li> }).collect_view()
    };
    let see = move |_| {
        if let Some(last) = last.get_untracked() {
            set_seen(battle, &last);
        }
    };
    let shown = move || {
        news.get().map(|all| {
            view! {
                <section class="banner upkeep-news">
                    <p><b>{say("Done as the phase ended:")}</b></p>
                    <ul>{rows(all)}</ul>
                    <p class="tools"><button on:click=see>{say("Seen")}</button></p>
                </section>
            }
        })
    };
    view! { <div class="live" role="status" aria-label=say("Done as the phase ended")>{shown}</div> }
}

/// The last end of a phase in force.
fn last_end(open: &Battle) -> Option<Stamp> {
    let acts = open.acts_in_force();
    let last = acts.iter().rev().find(|(_, act)| matches!(act.action, Action::Phase));
    last.map(|(stamp, _)| (*stamp).clone())
}

/// An outcome in words, after the name of the unit that it is about.
fn in_words(battle: BattleState, taken: &Taken) -> Option<String> {
    let procedure = taken.procedure(battle.ruleset)?;
    let participants = Participants::read(procedure, &taken.done.participants);
    let names = Names::of_participants(battle, procedure, &participants);
    let words = taken.words.iter().map(|words| capital(&names.spell(words))).collect::<Vec<_>>().join(" ");
    let units = procedure.participants.iter().flat_map(|role| participants.units(role.id));
    let who = units.filter_map(|unit| battle.unit_name(unit)).collect::<Vec<_>>().join(", ");
    Some(if who.is_empty() { words } else { text!("{who}: {words}", who = who, words = words).to_string() })
}

/// The last end of a phase of this battle that somebody has seen on this device.
fn seen(battle: BattleState) -> Option<Stamp> {
    Stamp::parse(battle.app.preferred(SEEN)?.get(battle.id())?.as_str()?)
}

/// Everything up to this end of a phase was seen. Battles that are gone are forgotten.
fn set_seen(battle: BattleState, last: &Stamp) {
    let before = untrack(|| battle.app.preferred(SEEN)).and_then(|all| all.as_object().cloned()).unwrap_or_default();
    let there =
        battle.app.storage.battles.with_untracked(|all| all.iter().map(|battle| battle.id.clone()).collect::<Vec<_>>());
    let mut all: Map<String, Json> = before.into_iter().filter(|(id, _)| there.contains(id)).collect();
    all.insert(battle.id(), last.to_string().into());
    battle.app.prefer(SEEN, Some(all.into()));
}
