//! A battle, entry by entry: the table as it stood, and another battle that goes on from there.

use crate::app::components::act_words::act_result;
use crate::app::components::battle_snapshot::{BattleSnapshot, UnitSnapshots};
use crate::app::components::choice::Choice;
use crate::app::components::dice::Faces;
use crate::app::components::log_tabs::LogTabs;
use crate::app::components::page_header::PageHeader;
use crate::app::platform::clock::{log_time, new_seed};
use crate::app::platform::keyboard;
use crate::app::state::route::{BattlePage, Route, router};
use crate::app::state::{BattleState, app_state};
use battle::analysis::act_words::changed_words;
use battle::analysis::battle_stats;
use battle::{Action, ActionEvent, Battle, Change, Event, Resolved};
use leptos::prelude::*;
use rules::procedure::Procedure;
use rules::secrecy::{Onlooker, SECRECY};
use rules::subject::{Side, Subject};
use rules::text;
use rules::text::{say, shortened};

/// The most turns that are numbered below the slider.
const MOST_NUMBERS: usize = 10;

/// The replay of a battle.
#[component]
pub fn ReplayPage(
    /// The battle in play.
    battle: BattleState,
) -> impl IntoView {
    // Steps of the replay: how many entries of the log, and what came last. Undoings are steps, rolls are told by their acts.
    let entries = battle.follow(entries);
    let last = Memo::new(move |_| entries.with(Vec::len));
    let at = RwSignal::new(last.get_untracked());
    let go = move |to: usize| at.set(to.min(last.get_untracked()));
    keyboard::while_shown(move |key| {
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
        entries
            .with(|entries| at.get().checked_sub(1).and_then(|place| entries.get(place).copied()))
            .map_or(0, |n| n + 1)
    });
    let said = move || {
        let count = then.get();
        let words = battle.with(|open| count.checked_sub(1).and_then(|place| Some(open.log().get(place)?.1.clone())));
        let words = words.map_or_else(|| say("Before the first action").to_owned(), |event| describe(battle, &event));
        text!("{n} of {all}: {what}", n = at.get(), all = last.get(), what = words).to_string()
    };
    let seen_by = RwSignal::new(None);
    let step = move || {
        let count = then.get();
        view! { <StepView battle seen_by=seen_by.get() count/> }
    };
    view! {
        <PageHeader back=Route::table(battle.id()) title=say("Replay")/>
        <main class="replay">
            <LogTabs id=battle.id() current=BattlePage::Replay/>
            <input type="range" min="0" max=last prop:value=move || at.get().to_string() aria-label=say("Action")
                on:input=move |event| go(event_target_value(&event).parse().unwrap_or(0))/>
            <Ticks battle entries last/>
            <SeenFrom battle seen_by/>
            <p class="tools steps-bar">
                <button aria-label=say("First") disabled=move || at.get() == 0 on:click=move |_| go(0)>"|◀"</button>
                <button data-repeats aria-label=say("Previous") disabled=move || at.get() == 0 on:click=move |_| go(at.get_untracked().saturating_sub(1))>"◀"</button>
                <button data-repeats aria-label=say("Next") disabled={move || at.get() == last.get()} on:click=move |_| go(at.get_untracked() + 1)>"▶"</button>
                <button aria-label=say("Last") disabled={move || at.get() == last.get()} on:click=move |_| go(usize::MAX)>"▶|"</button>
            </p>
            <p class="headline" role="status">{move || said()}</p>
            <Show when=move || last.get() == 0>
                <p class="empty">{say("Nothing has happened yet. Here you can step through the battle, action by action.")}</p>
            </Show>
            {move || step()}
            <div class="actions"><button on:click=move |_| go_on(battle, then.get_untracked())>{say("Continue from here as a new battle")}</button></div>
        </main>
    }
}

/// The battle after so many entries of its log, as this device shows it or as a side saw it.
fn after_first(battle: BattleState, seen_by: Option<Side>, count: usize) -> Battle {
    let then = battle.whole().with(|open| open.after_first(count));
    let seen_by = seen_by.map(Onlooker::Side).filter(|_| !battle.hides());
    match battle.onlooker().or(seen_by) {
        Some(onlooker) => then.seen_by(onlooker).into(),
        None => then,
    }
}

/// The choice of the side from which a battle is watched that had hidden counters, once they are hidden no more.
#[component]
fn SeenFrom(battle: BattleState, seen_by: RwSignal<Option<Side>>) -> impl IntoView {
    let had_secrets =
        battle.with(|open| open.events().any(|event| matches!(event, Event::Action(act) if sets_secrecy(act))));
    let names = battle.with_untracked(|open| open.header().sides.clone().map(|side| side.name));
    (had_secrets && !untrack(|| battle.hides())).then(|| {
        let [a, b] = names;
        let options = vec![(None, say("Everything").to_owned()), (Some(Side::A), a), (Some(Side::B), b)];
        view! { <Choice label=say("Seen by") options chosen=seen_by choose=Callback::new(move |side| seen_by.set(side))/> }
    })
}

fn sets_secrecy(act: &ActionEvent) -> bool {
    act.changes
        .iter()
        .any(|change| matches!(change, Change::Set { of: Subject::Battle, key, .. } if key == SECRECY.id()))
}

/// A tick below the slider for each turn, at the step with which it begins.
#[component]
fn Ticks(battle: BattleState, entries: Memo<Vec<usize>>, last: Memo<usize>) -> impl IntoView {
    let turns = battle.follow(battle_stats::turns_begun);
    let tick = move |step: usize, turn: Option<u64>| {
        let at = format!("{:.2}%", 100.0 * step as f64 / last.get().max(1) as f64);
        view! { <i style:--at=at>{turn}</i> }
    };
    let ticks = move || {
        let turns = turns.get();
        let each = turns.len() / MOST_NUMBERS + 1;
        let step_of = |event: usize| entries.with(|entries| entries.iter().position(|step| *step == event));
        let begun = turns
            .into_iter()
            .enumerate()
            .filter_map(|(nth, (event, turn))| Some(tick(step_of(event)? + 1, (nth % each == 0).then_some(turn))));
        begun.collect_view()
    };
    view! { <p class="replay-ticks" aria-hidden="true">{move || ticks()}</p> }
}

/// The result of a step, its changes, and the whole table for those who ask.
#[component]
fn StepView(
    battle: BattleState,
    /// The side whose view is shown; `None` for all that this device shows.
    seen_by: Option<Side>,
    /// Number of the log's entries up to the step.
    count: usize,
) -> impl IntoView {
    let then = after_first(battle, seen_by, count);
    let ruleset = battle.ruleset;
    let Some(event) = count.checked_sub(1).and_then(|last| Some(then.log().get(last)?.1.clone())) else {
        return view! { <BattleSnapshot ruleset battle=then/> }.into_any();
    };
    let before = after_first(battle, seen_by, count - 1);
    let changes = before.state().changes_to(then.state());
    let mut units: Vec<String> = Vec::new();
    for change in &changes {
        let id = match change {
            Change::Set { of: Subject::Unit(id), .. } => id,
            Change::Add(unit) => &unit.id,
            Change::Set { .. } | Change::Remove(_) => continue,
        };
        if !units.contains(id) {
            units.push(id.clone());
        }
    }
    let words = changes.iter().filter_map(|change| changed_words(ruleset, then.header(), before.state(), change));
    let words: Vec<String> = words.collect();
    let happened = match event {
        Event::Action(act) => Some(view! { <Happened battle act/> }),
        _ => None,
    };
    let whole = then.clone();
    let asked = RwSignal::new(false);
    view! {
        {happened}
        {if words.is_empty() {
            view! { <p class="soft">{say("Nothing on the table changed.")}</p> }.into_any()
        } else {
            view! { <ul class="changed">{words.into_iter().map(|words| view! { <li>{words}</li> }).collect_view()}</ul> }.into_any()
        }}
        {(!units.is_empty()).then(|| view! { <h2 class="visually-hidden">{say("Units")}</h2> })}
        <div class="changed-units"><UnitSnapshots ruleset battle=then units/></div>
        <details class="disclosure" on:toggle=move |_| asked.set(true)>
            <summary>{say("The whole table")}</summary>
            {move || asked.get().then(|| view! { <BattleSnapshot ruleset battle=whole.clone()/> })}
        </details>
    }
    .into_any()
}

/// The result of an act in a sentence, with its dice.
#[component]
fn Happened(battle: BattleState, act: Box<ActionEvent>) -> impl IntoView {
    let result = match &act.action {
        Action::Resolved(_) => act_result(battle, &act),
        // What else it changed is listed.
        _ => String::new(),
    };
    let draws_lots = |done: &Resolved| battle.ruleset.procedure(&done.procedure).is_some_and(Procedure::draws_lots);
    let faces: Vec<u8> = match &act.action {
        Action::Resolved(done) if draws_lots(done) => Vec::new(),
        Action::Resolved(done) => done.rolls.iter().flat_map(|roll| roll.faces.clone()).collect(),
        _ => Vec::new(),
    };
    view! {
        {(!result.is_empty()).then(|| view! { <p class="result">{result}</p> })}
        {(!faces.is_empty()).then(|| view! { <p class="rolled"><Faces faces successes=Vec::new()/></p> })}
    }
}

/// The places in the log that are steps: acts, undoings and redoings.
fn entries(open: &Battle) -> Vec<usize> {
    let places = open
        .events()
        .enumerate()
        .filter(|(_, event)| !matches!(event, Event::Rolled(_) | Event::Pen(_) | Event::Chain(_)));
    places.map(|(place, _)| place).collect()
}

fn describe(battle: BattleState, event: &Event) -> String {
    let of = |stamp: &_| {
        battle.with_untracked(|open| {
            let found = open.log().iter().find(|(other, _)| other == stamp);
            match found {
                Some((_, Event::Action(act))) => battle_stats::title(battle.ruleset, act),
                _ => String::new(),
            }
        })
    };
    match event {
        Event::Action(act) => match act.note().filter(|_| act.verdict().is_some()) {
            Some(note) => {
                format!("{}: {note}", battle_stats::title(battle.ruleset, act))
            }
            None => battle_stats::title(battle.ruleset, act),
        },
        Event::Undo(reversal) => text!("undone: {what}", what = of(&reversal.act)).to_string(),
        Event::Redo(reversal) => text!("redone: {what}", what = of(&reversal.act)).to_string(),
        Event::Rolled(_) | Event::Pen(_) | Event::Chain(_) => String::new(),
    }
}

/// Begins a battle that goes on from the table as it stood after so many entries of the log.
fn go_on(battle: BattleState, events: usize) {
    let (app, router, id) = (app_state(), router(), battle.id());
    let then = battle.whole().with_untracked(|open| open.after_first(events));
    let name = text!("{name} – what if", name = shortened(&then.header().name, 70)).to_string();
    let (header, act) = then.fork(&id, name, new_seed(), log_time());
    let Some(id) = app.begin_battle(|_| header) else { return };
    BattleState::in_play(app, battle.ruleset).begin_with(act);
    router.go(&Route::table(id));
}
