//! A battle, entry by entry: the table as it stood, and another battle that goes on from there.

use super::log::title;
use crate::app::desk::{InBattle, desk, new_seed, now};
use crate::app::parts::frame::head;
use crate::app::parts::{keys, stood};
use crate::app::route::{Route, router};
use drumhead::battle::{Battle, Event};
use drumhead::core::text::say;
use drumhead::text;
use leptos::prelude::*;

/// The replay of a battle.
pub fn page(battle: InBattle) -> impl IntoView {
    // Steps of the replay: how many entries of the log, and what came last. Undoings are steps, throws are told by their acts.
    let steps = battle.follow(steps);
    let last = move || steps.with(Vec::len);
    let at = RwSignal::new(untrack(last));
    let go = move |to: usize| at.set(to.min(untrack(last)));
    keys::while_shown(move |key| {
        match key {
            "ArrowLeft" => go(at.get_untracked().saturating_sub(1)),
            "ArrowRight" => go(at.get_untracked() + 1),
            "Home" => go(0),
            "End" => go(usize::MAX),
            _ => return false,
        }
        true
    });
    let then = Memo::new(move |_| {
        steps.with(|steps| at.get().checked_sub(1).and_then(|place| steps.get(place).copied())).map_or(0, |n| n + 1)
    });
    let names = battle.with_untracked(|open| open.header().sides.clone().map(|side| side.name));
    let said = move || {
        let count = then.get();
        let words = battle.with(|open| count.checked_sub(1).and_then(|place| Some(open.log().get(place)?.1.clone())));
        let words = words.map_or_else(|| say("Before the first act").to_owned(), |event| told(battle, &event));
        text!("{n} of {all}: {what}", n = at.get(), all = last(), what = words).to_string()
    };
    let table = move || {
        let count = then.get();
        battle.with(|open| stood::table(battle.ruleset, open.after_first(count).state(), &names))
    };
    view! {
        {head(Some(Route::Log(battle.id())), say("Replay"), ())}
        <main class="replay">
            <p class="headline" role="status">{move || said()}</p>
            <input type="range" min="0" max=move || last() prop:value=move || at.get().to_string() aria-label=say("Act")
                on:input=move |event| go(event_target_value(&event).parse().unwrap_or(0))/>
            <p class="tools steps-bar">
                <button aria-label=say("First") disabled=move || at.get() == 0 on:click=move |_| go(0)>"|◀"</button>
                <button aria-label=say("Previous") disabled=move || at.get() == 0 on:click=move |_| go(at.get_untracked().saturating_sub(1))>"◀"</button>
                <button aria-label=say("Next") disabled={move || at.get() == last()} on:click=move |_| go(at.get_untracked() + 1)>"▶"</button>
                <button aria-label=say("Last") disabled={move || at.get() == last()} on:click=move |_| go(usize::MAX)>"▶|"</button>
            </p>
            <Show when=move || last() == 0>
                <p class="empty">{say("Nothing has happened yet. Act by act, the battle can be gone through here.")}</p>
            </Show>
            {move || table()}
            <div class="actions"><button on:click=move |_| go_on(battle, then.get_untracked())>{say("Continue from here as a new battle")}</button></div>
        </main>
    }
}

/// The places in the log that are steps: acts, undoings and redoings.
fn steps(open: &Battle) -> Vec<usize> {
    let places = open.events().enumerate().filter(|(_, event)| !matches!(event, Event::Rolled(_)));
    places.map(|(place, _)| place).collect()
}

fn told(battle: InBattle, event: &Event) -> String {
    let of = |stamp: &_| {
        battle.with_untracked(|open| {
            let found = open.log().iter().find(|(own, _)| own == stamp);
            match found {
                Some((_, Event::Action(act))) => title(battle, act),
                _ => String::new(),
            }
        })
    };
    match event {
        Event::Action(act) => title(battle, act),
        Event::Undo(stamp) => text!("undone: {what}", what = of(stamp)).to_string(),
        Event::Redo(stamp) => text!("redone: {what}", what = of(stamp)).to_string(),
        Event::Rolled(_) => String::new(),
    }
}

/// Begins a battle that goes on from the table as it stood after so many entries of the log.
fn go_on(battle: InBattle, events: usize) {
    let (desk, router, id) = (desk(), router(), battle.id());
    let then = battle.with_untracked(|open| open.after_first(events));
    let name = text!("{name} – what if", name = then.header().name.chars().take(70).collect::<String>()).to_string();
    let (header, act) = then.fork(&id, name, new_seed(), now());
    let id = desk.begin_battle(|_| header);
    InBattle { desk, ruleset: battle.ruleset }.begin_with(act);
    router.go(&Route::Table(id));
}
