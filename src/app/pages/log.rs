//! A battle's log: every act, with its dice and their origin. Undone acts stay readable.

mod check;
mod correction;
mod entry;
mod fingerprint;
mod group_entry;

use crate::app::components::closing::NOTE_MAX;
use crate::app::components::log_tabs::LogTabs;
use crate::app::components::page_header::PageHeader;
use crate::app::components::sheet::PrintButton;
use crate::app::components::undo::UndoRedo;
use crate::app::platform::{screen, scrolling};
use crate::app::state::BattleState;
use crate::app::state::route::{BattlePage, Route};
use crate::app::state::session::{keep_draft_of, read_draft};
use battle::analysis::act_words::{changed_words, during, each_act, sentence};
use battle::analysis::battle_stats::{self, Loss};
use battle::{Action, ActionEvent, Battle, Change, Event, EventStatus, Stamp, State};
use check::CheckOfLog;
use correction::SettleBeforeCorrection;
use entry::{ActEntry, AwaitingEntry};
use group_entry::GroupEntry;
use leptos::ev;
use leptos::html::Ol;
use leptos::prelude::*;
use rules::ruleset::Ruleset;
use rules::subject::Subject;
use rules::table::{PHASE, TURN};
use rules::text;
use rules::text::{is_blank, say};
use std::collections::HashSet;

/// The page of the log, with the latest entry first.
#[component]
pub fn LogPage(battle: BattleState) -> impl IntoView {
    let pane = DetailsPane { has_room: screen::follow(screen::LIST_AND_DETAILS), chosen: RwSignal::new(None) };
    provide_context(pane);
    provide_context(Target { entry: RwSignal::new(None), pane });
    let entries = move || {
        let (entries, words) = battle.with(|open| {
            let entries: Vec<((Stamp, Event), EventStatus)> =
                open.log().iter().cloned().zip(open.event_statuses()).collect();
            (entries, each_act(open, |before, act| ActWords::of(battle.ruleset, open, before, act)))
        });
        if entries.is_empty() {
            return view! { <p class="empty">{say("Nothing has happened yet. Every action will appear here, with its dice.")}</p> }
                .into_any();
        }
        let correctable: HashSet<Stamp> = if battle.hides() || battle.with(|open| open.ending().is_some()) {
            HashSet::new()
        } else {
            battle.with(|open| correction::correctable(battle.ruleset, open))
        };
        let mut all: Vec<Entry> = Vec::new();
        for (number, (((stamp, event), status), words)) in entries.into_iter().zip(words).enumerate() {
            let during = words.as_ref().map(|words| words.during.clone());
            let during = during.or_else(|| all.last().map(|last| last.during.clone())).unwrap_or_default();
            let is_entry = match &event {
                Event::Action(_) | Event::Control(_) => true,
                Event::Rolled(_) => status == EventStatus::Awaiting,
                // Undo and redo are shown at the act that they concern.
                Event::Undo(_) | Event::Redo(_) | Event::Chain(_) => false,
            };
            if is_entry {
                let is_correctable = correctable.contains(&stamp);
                let words = words.unwrap_or_default();
                let parts = Vec::new();
                add_entry(&mut all, Entry { number, stamp, event, status, is_correctable, words, during, parts });
            }
        }
        all.reverse();
        pane.keep_choice_among(&all);
        view! { <Entries battle all/> }.into_any()
    };
    view! {
        <PageHeader back=Route::table(battle.id()) title=say("Log")><UndoRedo battle/></PageHeader>
        <main>
            <LogTabs id=battle.id() current=BattlePage::Log/>
            <CheckOfLog battle/>
            <div class="log-tools">
                {move || (!battle.hides()).then(|| view! { <p class="soft">{say("Log fingerprint")}": "<span class="digits">{battle.with(Battle::mark)}</span></p> })}
                <PrintButton/>
            </div>
            {move || battle.hides().then(|| view! { <p class="soft">{say("Earlier actions are corrected at the end, when everything is shown, or by the umpire: a correction changes later actions, and would show what is hidden. Undo works as always.")}</p> })}
            <NoteForm battle/>
            <SettleBeforeCorrection battle>{move || entries()}</SettleBeforeCorrection>
        </main>
    }
}

/// The form that adds a note to the log.
#[component]
fn NoteForm(battle: BattleState) -> impl IntoView {
    let draft = format!("note/{}", battle.id());
    let draft_text = read_draft(&draft).and_then(|words| words.as_str().map(str::to_owned));
    let words = RwSignal::new(draft_text.unwrap_or_default());
    Effect::new(move |_| words.with(|words| keep_draft_of(&draft, &words.as_str().into())));
    let write = move |event: ev::SubmitEvent| {
        event.prevent_default();
        let note = words.get_untracked().trim().to_owned();
        if !is_blank(&note) {
            battle.act(Action::Note(note), Vec::new());
            words.set(String::new());
        }
    };
    view! {
        <form class="row no-print" on:submit=write>
            <input type="text" maxlength=NOTE_MAX aria-label=say("A note for the log") placeholder=say("A note for the log")
                prop:value=words on:input=move |event| words.set(event_target_value(&event))/>
            <button>{say("Note")}</button>
        </form>
    }
}

/// Number of entries that are shown as a plain list. A longer log is grouped.
const MAX_UNGROUPED: usize = 40;

/// An entry of the log.
#[derive(Clone)]
struct Entry {
    /// Its index in the log.
    number: usize,
    stamp: Stamp,
    event: Event,
    status: EventStatus,
    is_correctable: bool,
    words: ActWords,
    /// Turn and phase in which it was made.
    during: String,
    /// The later parts of its group act, in order.
    parts: Vec<Entry>,
}

/// Adds an entry to the list. A later part of a group act is added to the entry of the first.
fn add_entry(all: &mut Vec<Entry>, entry: Entry) {
    let group = match &entry.event {
        Event::Action(act) => act.group.as_ref(),
        _ => None,
    };
    let first = group.and_then(|first| all.iter().rposition(|known| known.stamp == *first));
    match first {
        Some(index) => all[index].parts.push(entry),
        None => all.push(entry),
    }
}

impl Entry {
    /// Indexes in the log of the act and the later parts of its group act.
    fn numbers(&self) -> Vec<usize> {
        [self.number].into_iter().chain(self.parts.iter().map(|part| part.number)).collect()
    }

    /// True if the act or a part of its group act has this index in the log.
    fn has(&self, number: usize) -> bool {
        self.numbers().contains(&number)
    }

    /// True if it has details: an outcome to explain, or buttons that correct it.
    fn has_details(&self) -> bool {
        matches!(&self.event, Event::Action(act) if matches!(act.action, Action::Resolved(_)) || self.is_correctable)
    }
}

/// The entry whose details are shown next to the list, on a screen with room for both.
#[derive(Clone, Copy)]
struct DetailsPane {
    has_room: Signal<bool>,
    /// Number of the entry.
    chosen: RwSignal<Option<usize>>,
}

impl DetailsPane {
    /// Chooses the latest entry with details, unless the chosen entry still has details.
    fn keep_choice_among(self, all: &[Entry]) {
        let mut numbers = all.iter().filter(|entry| entry.has_details()).map(|entry| entry.number);
        let chosen = self.chosen.get_untracked();
        if !numbers.clone().any(|number| Some(number) == chosen) {
            self.chosen.set(numbers.next());
        }
    }
}

/// The entry to which the player followed a link of the check, by its number.
#[derive(Clone, Copy)]
struct Target {
    entry: RwSignal<Option<usize>>,
    pane: DetailsPane,
}

impl Target {
    /// Scrolls to an entry. Its group unfolds, and the list is drawn up to it.
    fn go_to(self, battle: BattleState, number: usize) {
        let has_details = battle.with_untracked(|open| {
            let event = open.log().get(number).map(|(_, event)| event);
            matches!(event, Some(Event::Action(act)) if matches!(act.action, Action::Resolved(_)))
        });
        if has_details {
            self.pane.chosen.set(Some(number));
        }
        self.entry.set(Some(number));
        scrolling::show(entry_id(number));
    }
}

/// Id of the entry's HTML element.
fn entry_id(number: usize) -> String {
    format!("entry-{number}")
}

/// An act in words, computed on the table before the act.
#[derive(Clone, Default)]
struct ActWords {
    title: String,
    /// Its changes, without those of turn and phase.
    changes: Vec<String>,
    /// Index of the side that acted, or whose unit was changed.
    side: Option<usize>,
    /// The losses that it caused.
    losses: Vec<Loss>,
    /// Turn and phase of the act. For an act that begins a phase, the new one.
    during: String,
}

impl ActWords {
    fn of(ruleset: &'static Ruleset, open: &Battle, before: &State, act: &ActionEvent) -> Self {
        let is_step = |change: &&Change| matches!(change, Change::Set { of: Subject::Battle, key, .. } if *key == TURN.id() || *key == PHASE.id());
        let words = |change: &Change| changed_words(ruleset, open.header(), before, change);
        let changes = match act.action {
            // The outcome shows its changes.
            Action::Resolved(_) => Vec::new(),
            // The title contains the verdict, so only the note remains.
            _ if act.verdict().is_some() => act.note().map(str::to_owned).into_iter().collect(),
            _ => act.changes.iter().filter(|change| !is_step(change)).filter_map(words).collect(),
        };
        let during = during(ruleset, before, act);
        let losses = battle_stats::losses(ruleset, before, act);
        let side = match &act.action {
            Action::Phase => None,
            _ => battle_stats::side_of(ruleset, before, act),
        };
        Self { title: sentence(ruleset, open, before, act), changes, side, losses, during }
    }
}

/// The list of entries. A long log is grouped by turn and phase, with the latest group unfolded.
#[component]
fn Entries(battle: BattleState, all: Vec<Entry>) -> impl IntoView {
    if all.len() <= MAX_UNGROUPED {
        return rows(battle, all).into_any();
    }
    let groups = all.chunk_by(|a, b| a.during == b.during).enumerate();
    let groups = groups.map(|(index, group)| view! { <Group battle all=group.to_vec() open=index == 0/> });
    groups.collect_view().into_any()
}

/// The entries of a phase in a turn, drawn when the group is unfolded.
#[component]
fn Group(battle: BattleState, all: Vec<Entry>, open: bool) -> impl IntoView {
    let opened = RwSignal::new(open);
    // Printing unfolds every group.
    let on_print = window_event_listener(ev::beforeprint, move |_| opened.set(true));
    on_cleanup(move || on_print.remove());
    let target: Target = expect_context();
    let numbers: Vec<usize> = all.iter().flat_map(Entry::numbers).collect();
    Effect::new(move |_| {
        if target.entry.get().is_some_and(|number| numbers.contains(&number)) {
            opened.set(true);
        }
    });
    let summary =
        text!("{when} ({n})", when = all.first().map(|entry| entry.during.clone()).unwrap_or_default(), n = all.len());
    let shown = move || opened.get().then(|| rows(battle, all.clone()));
    view! {
        <details class="disclosure log-group" open=open on:toggle=move |_| opened.set(true)><summary>{summary.to_string()}</summary>{shown}</details>
    }
}

/// Number of entries that are drawn at first, and added each time that the player scrolls near the end.
const BATCH: usize = 60;

fn rows(battle: BattleState, all: Vec<Entry>) -> impl IntoView {
    let count = all.len();
    let (all, drawn) = (StoredValue::new(all), RwSignal::new(count.min(BATCH)));
    let list = NodeRef::<Ol>::new();
    let target: Target = expect_context();
    Effect::new(move |_| {
        let number = target.entry.get();
        let index = all.with_value(|all| all.iter().position(|entry| number.is_some_and(|number| entry.has(number))));
        if let Some(index) = index.filter(|index| *index >= drawn.get_untracked()) {
            drawn.set(index + 1);
        }
    });
    let on_scroll = window_event_listener(ev::scroll, move |_| {
        let is_near = || list.get_untracked().is_some_and(|list| scrolling::ends_soon(&list));
        if drawn.get_untracked() < count && is_near() {
            drawn.update(|drawn| *drawn = (*drawn + BATCH).min(count));
        }
    });
    let on_print = window_event_listener(ev::beforeprint, move |_| drawn.set(count));
    on_cleanup(move || {
        on_scroll.remove();
        on_print.remove();
    });
    let row = move |index: usize| {
        let entry = all.with_value(|all| all[index].clone());
        if !entry.parts.is_empty() {
            return view! { <GroupEntry battle entry/> }.into_any();
        }
        let Entry { number, stamp, event, status, is_correctable, words, .. } = entry;
        match event {
            Event::Action(act) => {
                let correctable = is_correctable.then_some(stamp);
                view! { <ActEntry battle number act status words correctable/> }.into_any()
            }
            Event::Rolled(rolled) => view! { <AwaitingEntry battle number stamp rolled/> }.into_any(),
            Event::Control(change) => {
                let words = battle.control_words(&stamp, &change);
                view! { <li class="entry phase-step" id=entry_id(number) tabindex="-1" value=number + 1><h2>{words}</h2></li> }.into_any()
            }
            Event::Undo(_) | Event::Redo(_) | Event::Chain(_) => ().into_any(),
        }
    };
    let rest = move || {
        let words = text!("Show all {n} entries", n = count).to_string();
        (drawn.get() < count)
            .then(|| view! { <p class="tools"><button on:click=move |_| drawn.set(count)>{words}</button></p> })
    };
    view! {
        <ol reversed class="list" node_ref=list><For each=move || 0..drawn.get() key=|index| *index let(index)>{row(index)}</For></ol>
        {rest}
    }
}
