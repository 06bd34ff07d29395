//! What comes in by a link or a file: what is in it, and the question what to do with it.

use crate::app::desk::desk;
use crate::app::storage;
use drumhead::store::arrival::{Met, Taking, meet};
use drumhead::store::{Bundle, Item};
use leptos::prelude::*;

/// Shows what comes in and asks. `done` is told once the question is answered, with the roster or battle if it is the only
/// one and is here now.
pub fn arrival(incoming: Bundle, done: impl Fn(Option<Item>) + Copy + 'static) -> impl IntoView {
    let desk = desk();
    let met = meet(&incoming, &storage::all());
    let unreadable = incoming.unreadable();
    let collides = met.iter().any(|(_, met)| matches!(met, Met::Other(_)));
    let nothing_new = unreadable == 0 && !met.is_empty() && met.iter().all(|(_, met)| *met == Met::Same);
    let only = match met.as_slice() {
        [(item, _)] => Some(item.clone()),
        _ => None,
    };
    let rows = met.iter().map(|(item, met)| row(item, *met)).collect_view();
    let incoming = StoredValue::new(incoming);
    let only = StoredValue::new(only);
    let take = move |taking: Taking| {
        incoming.with_value(|incoming| desk.take(incoming, taking));
        // Beside what was here, it stands under an id of its own.
        let there = if collides && taking == Taking::Beside { None } else { only.get_value() };
        done(there);
    };
    let questions = if nothing_new {
        view! {
            <p>"All of it is here already."</p>
            <p class="tools"><button class="primary" on:click=move |_| done(only.get_value())>"Go on"</button></p>
        }
        .into_any()
    } else if collides {
        view! {
            <p class="tools">
                <button class="primary" on:click=move |_| take(Taking::Beside)>"Add beside it"</button>
                <button on:click=move |_| take(Taking::Instead)>"Replace what is here"</button>
                <button class="quiet" on:click=move |_| done(None)>"Do nothing"</button>
            </p>
        }
        .into_any()
    } else {
        view! {
            <p class="tools">
                <button class="primary" on:click=move |_| take(Taking::Beside)>"Add"</button>
                <button class="quiet" on:click=move |_| done(None)>"Do nothing"</button>
            </p>
        }
        .into_any()
    };
    view! {
        <section class="card" aria-label="What is in it">
            <ul class="list">{rows}</ul>
            {(unreadable > 0).then(|| view! { <p class="soft">{format!("Texts in it that cannot be read, to be kept as they are: {unreadable}")}</p> })}
            {questions}
        </section>
    }
}

fn row(item: &Item, met: Met) -> impl IntoView + use<> {
    let (noun, parts) = if item.battle { ("Battle", "acts and undoings") } else { ("Roster", "units") };
    let about = format!("{noun} · {} · {} {parts}", item.rules(), item.size);
    let here = match met {
        Met::New => String::new(),
        Met::Same => "It is here already, the same.".into(),
        Met::Other(None) => "Under its id, something is here that cannot be read.".into(),
        Met::Other(Some(here)) if item.battle => format!("It is here already, with a log of {here} acts and undoings."),
        Met::Other(Some(here)) => {
            format!("It is here already, but differs: saved {here} times here, {} times there.", item.revision)
        }
    };
    let holds = item.holds.join(if item.battle { " against " } else { ", " });
    view! {
        <li>
            <h3>{item.name.clone()}</h3>
            <p class="soft">{about}</p>
            <p>{holds}</p>
            {(!here.is_empty()).then(|| view! { <p><b>{here}</b></p> })}
        </li>
    }
}
