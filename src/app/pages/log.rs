//! A battle's log: every act, with its dice and where they came from; what was undone stays readable.

use super::resolve::{Names, change_words, told};
use crate::app::desk::InBattle;
use crate::app::parts::dice::thrown;
use crate::app::parts::frame::head;
use crate::app::parts::icon::{REDO, UNDO, icon};
use crate::app::route::Route;
use drumhead::battle::{Act, Change, Deed, Event, Resolved, Standing};
use drumhead::procedure::Procedure;
use leptos::prelude::*;

/// The log, the latest first.
pub fn page(battle: InBattle) -> impl IntoView {
    let rows = move || {
        let entries: Vec<(usize, Event, Standing)> = battle.with(|open| {
            open.events()
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
        <main class="log">
            {note(battle)}
            <ol reversed class="list">{rows}</ol>
        </main>
    }
}

/// Something to be written down.
fn note(battle: InBattle) -> impl IntoView {
    let words = RwSignal::new(String::new());
    let write = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let note = words.get_untracked().trim().to_owned();
        if !note.is_empty() {
            battle.act(Deed::Note(note), Vec::new());
            words.set(String::new());
        }
    };
    view! {
        <form class="row" on:submit=write>
            <input type="text" maxlength="200" aria-label="A note for the log" placeholder="A note for the log"
                prop:value=move || words.get() on:input=move |event| words.set(event_target_value(&event))/>
            <button>"Note"</button>
        </form>
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
        <button class="icon" aria-label=move || said("Undo", undo.get()) disabled=move || undo.with(Option::is_none) on:click=move |_| battle.undo()>{icon(UNDO)}<span class="under">"Undo"</span></button>
        <button class="icon" aria-label=move || said("Redo", redo.get()) disabled=move || redo.with(Option::is_none) on:click=move |_| battle.redo()>{icon(REDO)}<span class="under">"Redo"</span></button>
    }
}

fn title(battle: InBattle, act: &Act) -> String {
    match &act.deed {
        Deed::Resolved(resolved) => battle
            .ruleset
            .procedure(&resolved.procedure)
            .map_or_else(|| resolved.procedure.clone(), |own| own.title.to_owned()),
        Deed::ByHand => "By hand".into(),
        Deed::Phase => phase_title(battle, act),
        Deed::Muster => "Units on the table".into(),
        Deed::Note(note) => note.clone(),
    }
}

/// The phase that began: `Bound 2 · Charges`.
fn phase_title(battle: InBattle, act: &Act) -> String {
    let set = |tracker: &str| {
        act.changes.iter().find_map(|change| match change {
            Change::Set { of, key, to } if of == "battle" && key == tracker => to.as_u64(),
            _ => None,
        })
    };
    let phase = set("phase").and_then(|place| battle.ruleset.phases.get(usize::try_from(place).ok()?));
    let title = phase.map_or("Next phase", |phase| phase.title);
    set("turn").map_or_else(|| title.to_owned(), |turn| format!("{} {turn} · {title}", battle.ruleset.turn))
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
        Deed::Phase => ().into_any(),
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
    let named =
        battle.ruleset.procedure(&resolved.procedure).map(|own| names_of(battle, own, resolved)).unwrap_or_default();
    let story = played.and_then(|played| played.result.ok()).map(|again| told(&again, &named));
    view! {
        <p class="soft">{names}</p>
        {resolved.discarded.then(|| view! { <p class="fault">"Discarded: it changed nothing."</p> })}
        {story}
        {thrown(&resolved.throws, |purpose| named.spell_id(purpose))}
    }
    .into_any()
}

/// The names of those who took part.
fn names_of(battle: InBattle, procedure: &'static Procedure, resolved: &Resolved) -> Names {
    let units = |role: &str| -> Vec<String> {
        let ids = resolved.cast.get(role).and_then(|ids| ids.as_array().cloned()).unwrap_or_default();
        ids.iter().filter_map(|id| id.as_str().map(str::to_owned)).collect()
    };
    battle.with_untracked(|open| {
        let unit = |id: &str| open.state().unit(id);
        let name = |id: &str| unit(id).map(|unit| unit.name().to_owned()).unwrap_or_default();
        let side_of = |id: &str| unit(id).map(|unit| open.header().sides[unit.side].name.clone());
        let sides = open.header().sides.clone().map(|side| side.name);
        Names::from_cast(procedure, units, name, side_of).or_sides(sides)
    })
}
