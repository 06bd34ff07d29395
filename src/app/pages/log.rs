//! A battle's log: every act, with its dice and where they came from; what was undone stays readable.

use super::resolve::{Names, change_words, told, way, who};
use crate::app::desk::InBattle;
use crate::app::parts::dice::thrown;
use crate::app::parts::frame::head;
use crate::app::parts::icon::{REDO, UNDO, icon};
use crate::app::route::Route;
use drumhead::analysis::battle_stats;
use drumhead::battle::participants::Participants;
use drumhead::battle::{Action, ActionEvent, Again, Event, EventStatus, Resolved, Rolled, Thrown};
use drumhead::core::text::say;
use drumhead::rules::procedure::Procedure;
use drumhead::storage::Key;
use drumhead::text;
use leptos::prelude::*;
use serde_json::{Map, Value as Json};

/// The log, the latest first.
pub fn page(battle: InBattle) -> impl IntoView {
    let rows = move || {
        let entries: Vec<(usize, Event, EventStatus)> = battle.with(|open| {
            open.events()
                .cloned()
                .zip(open.event_statuses())
                .enumerate()
                .map(|(n, (event, standing))| (n, event, standing))
                .collect()
        });
        if entries.is_empty() {
            return view! { <p class="empty">{say("Nothing has happened yet. Every act will stand here, with its dice.")}</p> }
                .into_any();
        }
        entries
            .into_iter()
            .rev()
            .filter_map(|(number, event, standing)| entry(battle, number, event, standing))
            .collect_view()
            .into_any()
    };
    view! {
        {head(Some(Route::Table(battle.id())), say("Log"), undo_redo(battle))}
        <main>
            {ways(battle)}
            {note(battle)}
            <ol reversed class="list">{move || rows()}</ol>
        </main>
    }
}

/// What else can be made of the log.
fn ways(battle: InBattle) -> impl IntoView {
    let id = battle.id();
    let ways = [
        (Route::Replay(id.clone()), say("Replay")),
        (Route::Report(id.clone()), say("Report")),
        (Route::Luck(id.clone()), say("Luck")),
        (Route::Verify(id.clone()), say("Check the dice")),
        (Route::Paper(Key::Battle(id)), say("Paper")),
    ];
    let links = ways.map(|(way, words)| view! { <a class="button" href=way.href()>{words}</a> });
    view! { <nav class="tools" aria-label=say("What the log tells")>{links.into_iter().collect_view()}</nav> }
}

/// Something to be written down.
fn note(battle: InBattle) -> impl IntoView {
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
                prop:value=move || words.get() on:input=move |event| words.set(event_target_value(&event))/>
            <button>{say("Note")}</button>
        </form>
    }
}

/// Undo and redo, each saying what it would take back or bring back.
pub fn undo_redo(battle: InBattle) -> impl IntoView {
    let undo = battle.follow(move |open| open.to_undo().map(|act| title(battle, act)));
    let redo = battle.follow(move |open| open.to_redo().map(|act| title(battle, act)));
    let said = |verb: &'static str, what: Option<String>| {
        what.map_or_else(|| verb.to_owned(), |what| text!("{verb}: {what}", verb = verb, what = what).to_string())
    };
    view! {
        <button class="icon" aria-label=move || said(say("Undo"), undo.get()) disabled=move || undo.with(Option::is_none) on:click=move |_| battle.undo()>{icon(UNDO)}<span class="under">{say("Undo")}</span></button>
        <button class="icon" aria-label=move || said(say("Redo"), redo.get()) disabled=move || redo.with(Option::is_none) on:click=move |_| battle.redo()>{icon(REDO)}<span class="under">{say("Redo")}</span></button>
    }
}

/// What an act was.
pub fn title(battle: InBattle, act: &ActionEvent) -> String {
    battle_stats::title(battle.ruleset, act)
}

fn entry(battle: InBattle, number: usize, event: Event, standing: EventStatus) -> Option<AnyView> {
    let act = match event {
        Event::Action(act) => act,
        // A throw that was settled is told by the act that settled it.
        Event::Rolled(rolled) if standing == EventStatus::Awaiting => {
            return Some(awaiting(battle, number, &rolled).into_any());
        }
        Event::Rolled(_) | Event::Undo(_) | Event::Redo(_) => return None,
    };
    let state = match standing {
        EventStatus::Undone => say("undone"),
        EventStatus::Overtaken => say("undone, then overtaken"),
        EventStatus::TooLate => say("settled in another tab before: it changed nothing"),
        EventStatus::InForce | EventStatus::Mark | EventStatus::Awaiting | EventStatus::Settled => "",
    };
    let applied = matches!(&act.action, Action::Resolved(own) if own.settles.is_some() && !own.discarded);
    let state = if state.is_empty() && applied { say("applied") } else { state };
    let body = match &act.action {
        Action::Resolved(resolved) => resolved_body(battle, resolved).into_any(),
        Action::Phase => ().into_any(),
        _ => act
            .changes
            .iter()
            .filter_map(|change| change_words(battle, change))
            .map(|words| view! { <p>{words}</p> })
            .collect_view()
            .into_any(),
    };
    let row = view! {
        <li class="entry" class:undone=standing != EventStatus::InForce value=number + 1>
            <h2>{title(battle, &act)}{(!state.is_empty()).then(|| view! { " "<small>{state}</small> })}</h2>
            {body}
            {again(battle, number)}
        </li>
    };
    Some(row.into_any())
}

/// A throw that awaits what becomes of it.
fn awaiting(battle: InBattle, number: usize, rolled: &Rolled) -> impl IntoView + use<> {
    let procedure = battle.ruleset.procedure(&rolled.procedure);
    let title = procedure.map_or_else(|| rolled.procedure.clone(), |own| say(own.title).to_owned());
    let go_on = procedure.map(|_| view! { <a class="button" href=way(battle, rolled).href()>{say("Go on")}</a> });
    view! {
        <li class="entry" value=number + 1>
            <h2>{title}" "<small>{say("thrown; neither applied nor discarded yet")}</small></h2>
            {played_body(battle, &rolled.procedure, &rolled.input, &rolled.participants, &rolled.throws)}
            {again(battle, number)}
            {go_on}
        </li>
    }
}

/// That dice were no secret when they were thrown.
fn again(battle: InBattle, number: usize) -> Option<impl IntoView> {
    let words = match battle.with_untracked(|open| open.seen_before(number))? {
        Again::Undone => say("The same dice as the act undone before."),
        Again::AtOnce => say("The same dice as a throw made in another tab at the same time."),
    };
    Some(view! { <p class="soft">{words}</p> })
}

fn resolved_body(battle: InBattle, resolved: &Resolved) -> impl IntoView + use<> {
    let Resolved { procedure, input, participants, throws, .. } = resolved;
    view! {
        {resolved.discarded.then(|| view! { <p class="fault">{say("Discarded: it changed nothing.")}</p> })}
        {played_body(battle, procedure, input, participants, throws)}
    }
}

/// Who took part, what it came to, and the dice.
fn played_body(
    battle: InBattle,
    procedure: &str,
    input: &Map<String, Json>,
    participants: &Map<String, Json>,
    throws: &[Thrown],
) -> impl IntoView + use<> {
    let procedure = battle.ruleset.procedure(procedure);
    let faces: Vec<u8> = throws.iter().flat_map(|thrown| thrown.faces.clone()).collect();
    let played = procedure.and_then(|own| own.read(input).ok()).map(|ready| ready.resolve(&faces));
    let named = procedure.map(|own| names_of(battle, own, participants)).unwrap_or_default();
    let story = played.and_then(|played| played.result.ok()).map(|again| told(&again, &named));
    view! {
        <p class="soft">{who(battle, participants)}</p>
        {story}
        {thrown(throws, |purpose| named.spell_id(purpose))}
    }
}

/// The names of those who took part.
pub fn names_of(battle: InBattle, procedure: &'static Procedure, participants: &Map<String, Json>) -> Names {
    let participants = Participants::read(procedure, participants);
    let units = |role: &str| participants.units(role).to_vec();
    battle.with_untracked(|open| {
        let unit = |id: &str| open.state().unit(id);
        let name = |id: &str| unit(id).map(|unit| unit.name().to_owned()).unwrap_or_default();
        let side_of = |id: &str| unit(id).map(|unit| open.header().sides[unit.side].name.clone());
        let sides = open.header().sides.clone().map(|side| side.name);
        Names::from_cast(procedure, units, name, side_of).or_sides(sides)
    })
}
