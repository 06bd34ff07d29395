//! A battle's log: every act, with its dice and where they came from; what was undone stays readable.

mod correction;

use crate::app::components::awaiting::{lost_words, way, who};
use crate::app::components::dice::RolledDice;
use crate::app::components::names::Names;
use crate::app::components::outcome::{OutcomeWords, change_made_words};
use crate::app::components::page_header::PageHeader;
use crate::app::components::undo::UndoRedo;
use crate::app::state::BattleState;
use crate::app::state::route::Route;
use correction::{Correct, CorrectionBody};
use drumhead::analysis::battle_stats;
use drumhead::battle::participants::Participants;
use drumhead::battle::{
    Action, ActionEvent, Again, Change, Event, EventStatus, LoggedRoll, Resolved, Rolled, Stamp, referee,
};
use drumhead::core::subject::Subject;
use drumhead::core::text::{Text, say};
use drumhead::rules::table::{PHASE, TURN};
use drumhead::storage::Key;
use drumhead::text;
use leptos::prelude::*;
use serde_json::{Map, Value as Json};
use std::collections::HashSet;

/// The log, the latest first.
#[component]
pub fn LogPage(
    /// The battle in play.
    battle: BattleState,
) -> impl IntoView {
    let rows = move || {
        let entries: Vec<((Stamp, Event), EventStatus)> =
            battle.with(|open| open.log().iter().cloned().zip(open.event_statuses()).collect());
        if entries.is_empty() {
            return view! { <p class="empty">{say("Nothing has happened yet. Every action will appear here, with its dice.")}</p> }
                .into_any();
        }
        let correctable: HashSet<Stamp> = battle.with(|open| correction::correctable(battle.ruleset, open));
        let entries = entries.into_iter().enumerate().rev();
        let rows = entries.filter_map(|(number, ((stamp, event), status))| {
            let is_correctable = correctable.contains(&stamp);
            entry(battle, number, stamp, event, status, is_correctable)
        });
        rows.collect_view().into_any()
    };
    view! {
        <PageHeader back=Route::Table(battle.id()) title=say("Log")><UndoRedo battle/></PageHeader>
        <main>
            <MorePages id=battle.id()/>
            <NoteForm battle/>
            <ol reversed class="list">{move || rows()}</ol>
        </main>
    }
}

/// Links to the other pages that are made from the log.
#[component]
fn MorePages(id: String) -> impl IntoView {
    let pages = [
        (Route::Replay(id.clone()), say("Replay")),
        (Route::Report(id.clone()), say("Report")),
        (Route::Luck(id.clone()), say("Luck")),
        (Route::Verify(id.clone()), say("Check the dice")),
        (Route::Paper(Key::Battle(id)), say("Paper")),
    ];
    let links = pages.map(|(page, words)| view! { <a class="button" href=page.href()>{words}</a> });
    view! { <nav class="tools" aria-label=say("Analysis")>{links}</nav> }
}

/// A note to be written down.
#[component]
fn NoteForm(battle: BattleState) -> impl IntoView {
    let words = RwSignal::new(String::new());
    let write = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let note = words.get_untracked().trim().to_owned();
        if !note.is_empty() {
            battle.act(Action::Note(note), Vec::new());
            words.set(String::new());
        }
    };
    view! {
        <form class="row" on:submit=write>
            <input type="text" maxlength="200" aria-label=say("A note for the log") placeholder=say("A note for the log")
                prop:value=words on:input=move |event| words.set(event_target_value(&event))/>
            <button>{say("Note")}</button>
        </form>
    }
}

/// An entry of the log; `None` for one that another entry tells.
fn entry(
    battle: BattleState,
    number: usize,
    stamp: Stamp,
    event: Event,
    status: EventStatus,
    is_correctable: bool,
) -> Option<AnyView> {
    match event {
        Event::Action(act) => {
            let correctable = is_correctable.then_some(stamp);
            Some(view! { <ActEntry battle number act status correctable/> }.into_any())
        }
        Event::Rolled(rolled) if status == EventStatus::Awaiting => {
            Some(view! { <AwaitingEntry battle number stamp rolled/> }.into_any())
        }
        // A roll that was settled is told by the act that settled it.
        Event::Rolled(_) | Event::Undo(_) | Event::Redo(_) => None,
    }
}

#[component]
fn ActEntry(
    battle: BattleState,
    number: usize,
    act: Box<ActionEvent>,
    status: EventStatus,
    /// Its stamp, if it can be corrected.
    correctable: Option<Stamp>,
) -> impl IntoView {
    let state = match status {
        EventStatus::Undone => say("undone"),
        EventStatus::Overtaken => say("undone; can no longer be redone"),
        EventStatus::TooLate => say("already applied or discarded in another tab: no change"),
        EventStatus::Corrected => say("corrected later"),
        EventStatus::InForce | EventStatus::Mark | EventStatus::Awaiting | EventStatus::Settled => "",
    };
    let applied = matches!(&act.action, Action::Resolved(own) if own.settles.is_some() && !own.discarded);
    let state = if state.is_empty() && applied { say("applied") } else { state };
    let title = battle_stats::title(battle.ruleset, &act);
    let overridden = overridden(battle, number, &act);
    let is_procedure = matches!(act.action, Action::Resolved(_));
    let correct = correctable.map(|stamp| view! { <Correct battle stamp title=title.clone() is_procedure/> });
    let body = match act.action {
        Action::Resolved(Resolved { procedure, input, participants, rolls, discarded, .. }) => view! {
            {discarded.then(|| view! { <p class="fault">{say("Discarded: it changed nothing.")}</p> })}
            <PlayedBody battle procedure input participants rolls/>
        }
        .into_any(),
        Action::Corrected(corrected) => view! { <CorrectionBody battle number corrected=*corrected/> }.into_any(),
        Action::Phase => upkeep(battle, act.changes).into_any(),
        _ => {
            let words = act.changes.iter().filter_map(|change| change_made_words(battle, change));
            words.map(|words| view! { <p>{words}</p> }).collect_view().into_any()
        }
    };
    view! {
        <li class="entry" class:undone=status != EventStatus::InForce value=number + 1>
            <h2>{title}{(!state.is_empty()).then(|| view! { " "<small>{state}</small> })}</h2>
            {overridden}
            {body}
            {again(battle, number)}
            {correct}
        </li>
    }
}

/// Changes that the end of a phase or turn made besides. There may be hundreds of changes, so they are written when they are unfolded.
fn upkeep(battle: BattleState, changes: Vec<Change>) -> Option<impl IntoView> {
    let is_step = |change: &Change| matches!(change, Change::Set { of: Subject::Battle, key, .. } if *key == TURN.id() || *key == PHASE.id());
    let changes: Vec<Change> = changes.into_iter().filter(|change| !is_step(change)).collect();
    let summary = match changes.len() {
        0 => return None,
        1 => say("1 change").to_owned(),
        n => text!("{n} changes", n = n).to_string(),
    };
    let opened = RwSignal::new(false);
    let rows = move || {
        let words = changes.iter().filter(|_| opened.get()).filter_map(|change| change_made_words(battle, change));
        words.map(|words| view! { <p>{words}</p> }).collect_view()
    };
    Some(
        view! { <details class="more" on:toggle=move |_| opened.set(true)><summary>{summary}</summary>{rows}</details> },
    )
}

/// Rules of the turn that an act overrode, with their reasons as the table stood then.
fn overridden(battle: BattleState, number: usize, act: &ActionEvent) -> Option<impl IntoView + use<>> {
    if act.overrides.is_empty() {
        return None;
    }
    let reasons = battle.with_untracked(|open| {
        let before = open.after_first(number);
        referee::overridden(battle.ruleset, before.state(), act)
    });
    let row = |reason: Text| {
        let words = text!("Override: {why}", why = reason).to_string();
        view! { <p class="override">{words}</p> }
    };
    Some(reasons.into_iter().map(row).collect_view())
}

/// A roll that awaits what becomes of it.
#[component]
fn AwaitingEntry(battle: BattleState, number: usize, stamp: Stamp, rolled: Box<Rolled>) -> impl IntoView {
    let procedure = battle.ruleset.procedure(&rolled.procedure);
    let title = procedure.map_or_else(|| rolled.procedure.clone(), |own| say(own.title).to_owned());
    let correction = rolled.corrects.as_ref().and_then(|_| untrack(|| battle.unfinished_correction()));
    let is_lost = rolled.corrects.is_some() && correction.is_none();
    let href = correction.unwrap_or_else(|| way(battle, &rolled)).href();
    let go_on = procedure.filter(|_| !is_lost).map(|_| view! { <a class="button" href=href>{say("Continue")}</a> });
    let discard = is_lost.then(|| {
        let rolled = (*rolled).clone();
        let discard = move |_| battle.discard(stamp.clone(), rolled.clone());
        view! { <p>{lost_words()}</p><p class="tools"><button on:click=discard>{say("Discard")}</button></p> }
    });
    let Rolled { procedure, input, participants, rolls, .. } = *rolled;
    view! {
        <li class="entry" value=number + 1>
            <h2>{title}" "<small>{say("rolled; not yet applied or discarded")}</small></h2>
            <PlayedBody battle procedure input participants rolls/>
            {again(battle, number)}
            {go_on}
            {discard}
        </li>
    }
}

/// A remark on dice that were no secret when they were rolled.
fn again(battle: BattleState, number: usize) -> Option<impl IntoView> {
    let words = match battle.with_untracked(|open| open.seen_before(number))? {
        Again::Undone => say("Same dice as the action undone before."),
        Again::AtOnce => say("Same dice as a roll made in another tab at the same time."),
    };
    Some(view! { <p class="soft">{words}</p> })
}

/// Participants, outcome and dice.
#[component]
fn PlayedBody(
    battle: BattleState,
    procedure: String,
    input: Map<String, Json>,
    participants: Map<String, Json>,
    rolls: Vec<LoggedRoll>,
) -> impl IntoView {
    let procedure = battle.ruleset.procedure(&procedure);
    let faces: Vec<u8> = rolls.iter().flat_map(|roll| roll.faces.clone()).collect();
    let played = procedure.and_then(|own| own.read(&input).ok()).map(|ready| ready.resolve(&faces));
    let names = procedure
        .map(|own| Names::of_participants(battle, own, &Participants::read(own, &participants)))
        .unwrap_or_default();
    let label = |purpose: &str| match procedure {
        Some(own) => names.label_roll(own, &input, purpose),
        None => names.spell_id(purpose),
    };
    let rolls = rolls.into_iter().map(|roll| (label(&roll.purpose), roll)).collect();
    let outcome = played.and_then(|played| played.result.ok());
    view! {
        <p class="soft">{who(battle, &participants)}</p>
        {outcome.map(|resolved| view! { <OutcomeWords resolved names/> })}
        <RolledDice rolls/>
    }
}
