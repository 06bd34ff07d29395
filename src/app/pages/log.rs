//! A battle's log: every act, with its dice and where they came from; what was undone stays readable.

use super::resolve::{change_words, purpose_words, told};
use crate::app::desk::InBattle;
use crate::app::parts::dice::thrown;
use crate::app::parts::frame::{head, words};
use crate::app::route::Route;
use drumhead::battle::{Act, Deed, Event, Resolved, Standing};
use drumhead::cast;
use leptos::prelude::*;

/// The log, the latest first.
pub fn page(battle: InBattle) -> impl IntoView {
    let rows = move || {
        let entries: Vec<(usize, Event, Standing)> = battle.with(|open| {
            open.events()
                .iter()
                .cloned()
                .zip(open.standings())
                .enumerate()
                .map(|(n, (event, standing))| (n, event, standing))
                .collect()
        });
        if entries.is_empty() {
            return view! { <p class="empty">"Nothing has happened yet. Every act will stand here, with its dice."</p> }.into_any();
        }
        entries
            .into_iter()
            .rev()
            .filter_map(|(number, event, standing)| entry(battle, number, event, standing))
            .collect_view()
            .into_any()
    };
    view! {
        {head(Some(Route::Table(battle.id())), "Log", undo_redo(battle))}
        <main class="log"><ol reversed class="list">{rows}</ol></main>
    }
}

/// Undo and redo, each saying what it would take back or bring back.
pub fn undo_redo(battle: InBattle) -> impl IntoView {
    let undo = battle.follow(move |open| open.to_undo().map(|act| title(battle, act)));
    let redo = battle.follow(move |open| open.to_redo().map(|act| title(battle, act)));
    let said = |verb: &'static str, what: Option<String>| {
        what.map_or_else(|| verb.to_owned(), |what| format!("{verb}: {what}"))
    };
    view! {
        <button class="icon" aria-label=move || said("Undo", undo.get()) disabled=move || undo.with(Option::is_none) on:click=move |_| battle.undo()>"↶"</button>
        <button class="icon" aria-label=move || said("Redo", redo.get()) disabled=move || redo.with(Option::is_none) on:click=move |_| battle.redo()>"↷"</button>
    }
}

fn title(battle: InBattle, act: &Act) -> String {
    match &act.deed {
        Deed::Resolved(resolved) => battle
            .ruleset
            .procedure(&resolved.procedure)
            .map_or_else(|| resolved.procedure.clone(), |own| own.title.to_owned()),
        Deed::ByHand => "By hand".into(),
        Deed::Phase => "Next phase".into(),
        Deed::Muster => "Units on the table".into(),
        Deed::Note(note) => note.clone(),
    }
}

fn entry(battle: InBattle, number: usize, event: Event, standing: Standing) -> Option<AnyView> {
    let Event::Act(act) = event else { return None };
    let state = match standing {
        Standing::Undone => "undone",
        Standing::Overtaken => "undone, then overtaken",
        Standing::InForce | Standing::Mark => "",
    };
    let body = match &act.deed {
        Deed::Resolved(resolved) => resolved_body(battle, resolved),
        _ => act
            .changes
            .iter()
            .filter_map(|change| change_words(battle, change))
            .map(|words| view! { <p>{words}</p> })
            .collect_view()
            .into_any(),
    };
    Some(
        view! {
            <li class="entry" class:undone=standing != Standing::InForce value=number + 1>
                <h2>{title(battle, &act)}{(!state.is_empty()).then(|| view! { " "<small>{state}</small> })}</h2>
                {body}
            </li>
        }
        .into_any(),
    )
}

fn resolved_body(battle: InBattle, resolved: &Resolved) -> AnyView {
    let who = resolved.cast.values().flat_map(|ids| ids.as_array().cloned().unwrap_or_default()).collect::<Vec<_>>();
    let names = battle.with_untracked(|open| {
        who.iter()
            .filter_map(|id| Some(open.state().unit(id.as_str()?)?.name().to_owned()))
            .collect::<Vec<_>>()
            .join(" · ")
    });
    let faces: Vec<u8> = resolved.throws.iter().flat_map(|thrown| thrown.faces.clone()).collect();
    let played = battle
        .ruleset
        .procedure(&resolved.procedure)
        .and_then(|own| own.read(&resolved.input).ok())
        .map(|ready| ready.resolve(&faces));
    let name = |role: &str, at: usize| {
        let ids: Vec<String> = serde_json::from_value(resolved.cast.get(role)?.clone()).ok()?;
        battle
            .with_untracked(|open| cast::names(&ids, open.state()))
            .into_iter()
            .nth(at)
            .filter(|name| !name.is_empty())
    };
    let procedure = battle.ruleset.procedure(&resolved.procedure);
    let purpose =
        |id: &str| procedure.map_or_else(|| words(id).to_lowercase(), |procedure| purpose_words(procedure, id, &name));
    let story = played.and_then(|played| played.result.ok()).map(|again| told(&again, &name));
    view! {
        <p class="soft">{names}</p>
        {resolved.discarded.then(|| view! { <p class="fault">"Discarded: it changed nothing."</p> })}
        {story}
        {thrown(&resolved.throws, &purpose)}
    }
    .into_any()
}
