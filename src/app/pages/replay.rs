//! The replay of a battle, step by step: the table after each step, and a button that begins a new battle from there.

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
use battle::analysis::act_words::{changed_words, group_title};
use battle::analysis::battle_stats;
use battle::{Action, ActionEvent, Battle, Change, Event, Resolved, Stamp, State};
use leptos::prelude::*;
use rules::procedure::Procedure;
use rules::secrecy::{Onlooker, SECRECY};
use rules::subject::{Side, Subject};
use rules::text;
use rules::text::{say, shortened};

/// Maximal number of turns that are numbered below the slider.
const MAX_NUMBERS: usize = 10;

#[component]
pub fn ReplayPage(battle: BattleState) -> impl IntoView {
    // Indexes of the log's entries that are steps. Step 0 is the table before the first of them.
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
    let entry_count = Memo::new(move |_| {
        entries
            .with(|entries| at.get().checked_sub(1).and_then(|index| entries.get(index).copied()))
            .map_or(0, |n| n + 1)
    });
    let headline = move || {
        let count = entry_count.get();
        let words = battle.with(|open| {
            let (stamp, event) = open.log().get(count.checked_sub(1)?)?;
            Some(group_words(battle, open, stamp).filter(|_| is_act(event)).unwrap_or_else(|| describe(battle, event)))
        });
        let words = words.unwrap_or_else(|| say("Before the first action").to_owned());
        text!("{n} of {all}: {what}", n = at.get(), all = last.get(), what = words).to_string()
    };
    let seen_by = RwSignal::new(None);
    let step = move || {
        let count = entry_count.get();
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
            <p class="headline" role="status">{move || headline()}</p>
            <Show when=move || last.get() == 0>
                <p class="empty">{say("Nothing has happened yet. Here you can step through the battle, action by action.")}</p>
            </Show>
            {move || step()}
            <div class="actions"><button on:click=move |_| fork(battle, entry_count.get_untracked())>{say("Continue from here as a new battle")}</button></div>
        </main>
    }
}

/// The battle after the first `count` entries of its log, as this device shows it, or as the side `seen_by` saw it.
fn after_first(battle: BattleState, seen_by: Option<Side>, count: usize) -> Battle {
    let snapshot = battle.whole().with(|open| open.after_first(count));
    let seen_by = seen_by.map(Onlooker::Side).filter(|_| !battle.hides());
    match battle.onlooker().or(seen_by) {
        Some(onlooker) => snapshot.seen_by(onlooker).into(),
        None => snapshot,
    }
}

/// The choice to replay a battle as one side saw it. Shown for a battle that had hidden counters, once they are no longer hidden.
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

/// A tick below the slider for each turn, at the step that begins the turn.
#[component]
fn Ticks(battle: BattleState, entries: Memo<Vec<usize>>, last: Memo<usize>) -> impl IntoView {
    let turns = battle.follow(battle_stats::turns_begun);
    let tick = move |step: usize, turn: Option<u64>| {
        let at = format!("{:.2}%", 100.0 * step as f64 / last.get().max(1) as f64);
        view! { <i style:--at=at>{turn}</i> }
    };
    let ticks = move || {
        let turns = turns.get();
        let each = turns.len() / MAX_NUMBERS + 1;
        let step_of = |event: usize| entries.with(|entries| entries.iter().position(|step| *step == event));
        let begun = turns
            .into_iter()
            .enumerate()
            .filter_map(|(nth, (event, turn))| Some(tick(step_of(event)? + 1, (nth % each == 0).then_some(turn))));
        begun.collect_view()
    };
    view! { <p class="replay-ticks" aria-hidden="true">{move || ticks()}</p> }
}

/// The result of a step, its changes, the changed units, and the whole table, folded.
#[component]
fn StepView(
    battle: BattleState,
    /// The side whose view is shown; `None` for all that this device shows.
    seen_by: Option<Side>,
    /// Number of log entries up to and including the step.
    count: usize,
) -> impl IntoView {
    let snapshot = after_first(battle, seen_by, count);
    let ruleset = battle.ruleset;
    if count == 0 || snapshot.log().len() < count {
        return view! { <BattleSnapshot ruleset battle=snapshot/> }.into_any();
    }
    let before = after_first(battle, seen_by, count - snapshot.parts_before(count));
    let changes = before.state().changes_to(snapshot.state());
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
    let words = changes.iter().filter_map(|change| changed_words(ruleset, snapshot.header(), before.state(), change));
    // A value stays on the line of its arrow.
    let words: Vec<String> = words.map(|words| words.replace(" → ", "\u{a0}→\u{a0}")).collect();
    let from = count - snapshot.parts_before(count);
    let mut now = before.state().clone();
    let happened = snapshot.log().get(from..count).unwrap_or_default().iter().filter_map(|(_, event)| match event {
        Event::Action(act) => {
            let after = now.after_act(act);
            let before = std::mem::replace(&mut now, after);
            Some(view! { <Happened battle before act=act.clone()/> })
        }
        _ => None,
    });
    let happened = happened.collect_view();
    let whole = snapshot.clone();
    let unfolded = RwSignal::new(false);
    view! {
        {happened}
        {if words.is_empty() {
            view! { <p class="soft">{say("Nothing on the table changed.")}</p> }.into_any()
        } else {
            view! { <ul class="changed">{words.into_iter().map(|words| view! { <li>{words}</li> }).collect_view()}</ul> }.into_any()
        }}
        {(!units.is_empty()).then(|| view! { <h2 class="visually-hidden">{say("Units")}</h2> })}
        <div class="changed-units"><UnitSnapshots ruleset battle=snapshot units/></div>
        <details class="disclosure" on:toggle=move |_| unfolded.set(true)>
            <summary>{say("The whole table")}</summary>
            {move || unfolded.get().then(|| view! { <BattleSnapshot ruleset battle=whole.clone()/> })}
        </details>
    }
    .into_any()
}

/// The result of an act, and its dice.
#[component]
fn Happened(
    battle: BattleState,
    /// The table before the act.
    before: State,
    act: Box<ActionEvent>,
) -> impl IntoView {
    let result = match &act.action {
        Action::Resolved(_) => act_result(battle, &before, &act),
        // The changes of other acts are in the list below.
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

/// Indexes of the log entries that are steps: acts, undo and redo. Rolls are shown with their acts. The parts of a group act that follow
/// each other are one step, which has the index of the last.
fn entries(open: &Battle) -> Vec<usize> {
    let indexes = open
        .events()
        .enumerate()
        .filter(|(_, event)| !matches!(event, Event::Rolled(_) | Event::Control(_) | Event::Chain(_)));
    indexes.map(|(index, _)| index).filter(|index| open.parts_before(index + 2) < 2).collect()
}

fn is_act(event: &Event) -> bool {
    matches!(event, Event::Action(_))
}

/// The title of the group act to which an act belongs; `None` if it belongs to none.
fn group_words(battle: BattleState, open: &Battle, act: &Stamp) -> Option<String> {
    let acts = open.parts_of(act).into_iter().filter_map(|stamp| match open.event(stamp) {
        Some(Event::Action(act)) => Some(&**act),
        _ => None,
    });
    group_title(battle.ruleset, &acts.collect::<Vec<_>>())
}

fn describe(battle: BattleState, event: &Event) -> String {
    let of = |stamp: &Stamp| {
        battle.with_untracked(|open| {
            if let Some(words) = group_words(battle, open, stamp) {
                return words;
            }
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
                let title = battle_stats::title(battle.ruleset, act);
                text!("{what}: {words}", what = title, words = note.to_owned()).to_string()
            }
            None => battle_stats::title(battle.ruleset, act),
        },
        Event::Undo(reversal) => text!("undone: {what}", what = of(&reversal.act)).to_string(),
        Event::Redo(reversal) => text!("redone: {what}", what = of(&reversal.act)).to_string(),
        Event::Rolled(_) | Event::Control(_) | Event::Chain(_) => String::new(),
    }
}

/// Begins a new battle from the table after the first `events` entries of the log.
fn fork(battle: BattleState, events: usize) {
    let (app, router, id) = (app_state(), router(), battle.id());
    let snapshot = battle.whole().with_untracked(|open| open.after_first(events));
    let name = text!("{name} – what if", name = shortened(&snapshot.header().name, 70)).to_string();
    let (header, act) = snapshot.fork(&id, name, new_seed(), log_time());
    let Some(id) = app.begin_battle(|_| header) else { return };
    BattleState::in_play(app, battle.ruleset).begin_with(act);
    router.go(&Route::table(id));
}
