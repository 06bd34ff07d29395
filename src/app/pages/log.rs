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
use battle::analysis::act_words::{changed_words, each_act, entry, sentence, turn_of};
use battle::analysis::battle_stats::{self, Loss};
use battle::{Action, ActionEvent, Battle, Change, Event, EventStatus, Stamp, State};
use check::CheckOfLog;
use correction::SettleBeforeCorrection;
use entry::{ActEntry, AwaitingEntry};
use group_entry::GroupEntry;
use leptos::ev;
use leptos::html::Div;
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
    let target = Target { entry: RwSignal::new(None), empty_step: RwSignal::new(None), pane };
    provide_context(target);
    let entries = move || {
        let (entries, words) = battle.with(|open| {
            let entries: Vec<((Stamp, Event), EventStatus)> =
                open.log().iter().cloned().zip(open.event_statuses()).collect();
            (entries, each_act(open, |stamp, before, act| ActWords::of(battle.ruleset, open, before, stamp, act)))
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
            let turn = words.as_ref().map(|words| words.turn.clone());
            let turn = turn.or_else(|| all.last().map(|last| last.turn.clone())).unwrap_or_default();
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
                add_entry(&mut all, Entry { number, stamp, event, status, is_correctable, words, turn, parts });
            }
        }
        leave_out_empty_phases(&mut all, target.empty_step.get());
        all.reverse();
        pane.keep_choice_among(&all);
        view! { <Entries battle all/> }.into_any()
    };
    let scenario = battle.with_untracked(|open| {
        let played = open.header().scenario.as_ref()?;
        Some(text!("Scenario: {what}", what = played.words()).to_string())
    });
    view! {
        <PageHeader back=Route::table(battle.id()) title=say("Log")><UndoRedo battle/></PageHeader>
        <main>
            <LogTabs id=battle.id() current=BattlePage::Log/>
            {scenario.map(|words| view! { <p class="soft">{words}</p> })}
            <CheckOfLog battle/>
            <div class="log-tools">
                {move || (!battle.hides()).then(|| view! { <p class="soft">{say("Log fingerprint")}{say(": ")}<span class="digits">{battle.with(Battle::mark)}</span></p> })}
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
    /// Turn in which it was made.
    turn: String,
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

    /// True if it only begins a phase: players see no change that it made.
    fn is_bare_step(&self) -> bool {
        let is_step = |act: &ActionEvent| matches!(act.action, Action::Phase) && act.overrides.is_empty();
        let is_plain = self.status == EventStatus::InForce && self.words.changes.is_empty();
        is_plain && matches!(&self.event, Event::Action(act) if is_step(act))
    }

    /// True if dice were rolled for it, or for a part of its group act.
    fn has_dice(&self) -> bool {
        let has_rolls = |act: &ActionEvent| matches!(&act.action, Action::Resolved(done) if !done.rolls.is_empty());
        let is_rolled = |entry: &Self| matches!(&entry.event, Event::Action(act) if has_rolls(act));
        is_rolled(self) || self.parts.iter().any(is_rolled)
    }

    /// True if it has details: an outcome to explain, or buttons that correct it.
    fn has_details(&self) -> bool {
        matches!(&self.event, Event::Action(act) if matches!(act.action, Action::Resolved(_)) || self.is_correctable)
    }
}

/// Leaves out phases without entries: a bare step before another step. The latest step stays, and so does the one with the number `kept`.
fn leave_out_empty_phases(all: &mut Vec<Entry>, kept: Option<usize>) {
    let is_step = |entry: &Entry| matches!(&entry.event, Event::Action(act) if matches!(act.action, Action::Phase));
    let is_empty = |pair: &[Entry]| pair[0].is_bare_step() && is_step(&pair[1]) && Some(pair[0].number) != kept;
    let empty: HashSet<usize> = all.windows(2).filter(|pair| is_empty(pair)).map(|pair| pair[0].number).collect();
    all.retain(|entry| !empty.contains(&entry.number));
}

/// The entry whose details are shown next to the list, on a screen with room for both.
#[derive(Clone, Copy)]
struct DetailsPane {
    has_room: Signal<bool>,
    /// Number of the entry.
    chosen: RwSignal<Option<usize>>,
}

impl DetailsPane {
    /// Chooses the latest entry with dice, or else the latest with details, unless the chosen entry still has details.
    fn keep_choice_among(self, all: &[Entry]) {
        let mut detailed = all.iter().filter(|entry| entry.has_details());
        let chosen = self.chosen.get_untracked();
        if !detailed.clone().any(|entry| Some(entry.number) == chosen) {
            let with_dice = detailed.clone().find(|entry| entry.has_dice());
            self.chosen.set(with_dice.or_else(|| detailed.next()).map(|entry| entry.number));
        }
    }
}

/// The entry to which the player followed a link of the check, by its number.
#[derive(Clone, Copy)]
struct Target {
    entry: RwSignal<Option<usize>>,
    /// The number of the step that is shown although its phase has no entries, because the player followed a link to it.
    empty_step: RwSignal<Option<usize>>,
    pane: DetailsPane,
}

impl Target {
    /// Scrolls to an entry. The list is drawn up to it.
    fn go_to(self, battle: BattleState, number: usize) {
        let is = |is: fn(&Action) -> bool| {
            battle.with_untracked(|open| {
                let event = open.log().get(number).map(|(_, event)| event);
                matches!(event, Some(Event::Action(act)) if is(&act.action))
            })
        };
        if is(|action| matches!(action, Action::Resolved(_))) {
            self.pane.chosen.set(Some(number));
        }
        if is(|action| matches!(action, Action::Phase)) {
            self.empty_step.set(Some(number));
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
    /// Title of the entry that begins with it: of all parts of a group act, or of all taps in a row on one tracker.
    entry: String,
    /// Its changes, without those of turn and phase.
    changes: Vec<String>,
    /// Index of the side that acted, or whose unit was changed.
    side: Option<usize>,
    /// The losses that it caused.
    losses: Vec<Loss>,
    /// Turn of the act. For an act that begins a turn, the new one.
    turn: String,
    /// The table before the act, on which its outcome is put into words. `None` for an entry that is no act.
    before: Option<State>,
}

impl ActWords {
    fn of(ruleset: &'static Ruleset, open: &Battle, before: &State, stamp: &Stamp, act: &ActionEvent) -> Self {
        let is_step = |change: &&Change| matches!(change, Change::Set { of: Subject::Battle, key, .. } if *key == TURN.id() || *key == PHASE.id());
        let words = |change: &Change| changed_words(ruleset, open.header(), before, change);
        let changes = match act.action {
            // The outcome shows its changes.
            Action::Resolved(_) => Vec::new(),
            // The title contains the verdict, so only the note remains.
            _ if act.verdict().is_some() => act.note().map(str::to_owned).into_iter().collect(),
            _ => act.changes.iter().filter(|change| !is_step(change)).filter_map(words).collect(),
        };
        let turn = turn_of(ruleset, before, act);
        let losses = battle_stats::losses(ruleset, before, act);
        let side = match &act.action {
            Action::Phase => None,
            _ => battle_stats::side_of(ruleset, before, act),
        };
        let title = sentence(ruleset, open, before, act);
        let entry = entry(ruleset, open, before, stamp).unwrap_or_default();
        Self { title, entry, changes, side, losses, turn, before: Some(before.clone()) }
    }
}

/// Number of entries that are drawn at first, and added each time that the player scrolls near the end.
const BATCH: usize = 60;

/// The list of entries, turn by turn. The head of a turn stays in view while its entries scroll by.
#[component]
fn Entries(battle: BattleState, all: Vec<Entry>) -> impl IntoView {
    let count = all.len();
    let drawn = RwSignal::new(count.min(BATCH));
    let end = NodeRef::<Div>::new();
    let target: Target = expect_context();
    let numbers: Vec<Vec<usize>> = all.iter().map(Entry::numbers).collect();
    Effect::new(move |_| {
        let number = target.entry.get();
        let index = numbers.iter().position(|entry| number.is_some_and(|number| entry.contains(&number)));
        if let Some(index) = index.filter(|index| *index >= drawn.get_untracked()) {
            drawn.set(index + 1);
        }
    });
    let on_scroll = window_event_listener(ev::scroll, move |_| {
        let is_near = || end.get_untracked().is_some_and(|end| scrolling::ends_soon(&end));
        if drawn.get_untracked() < count && is_near() {
            drawn.update(|drawn| *drawn = (*drawn + BATCH).min(count));
        }
    });
    // Printing draws everything.
    let on_print = window_event_listener(ev::beforeprint, move |_| drawn.set(count));
    on_cleanup(move || {
        on_scroll.remove();
        on_print.remove();
    });
    let mut before = 0;
    let turns = all.chunk_by(|a, b| a.turn == b.turn).map(|turn| {
        let first = before;
        before += turn.len();
        view! { <TurnEntries battle all=turn.to_vec() drawn=Signal::derive(move || drawn.get().saturating_sub(first))/> }
    });
    let turns = turns.collect_view();
    let rest = move || {
        let words = text!("Show all {n} entries", n = count).to_string();
        (drawn.get() < count)
            .then(|| view! { <p class="tools"><button on:click=move |_| drawn.set(count)>{words}</button></p> })
    };
    view! { <div node_ref=end>{turns}{rest}</div> }
}

/// The entries of a turn, under its head.
#[component]
fn TurnEntries(
    battle: BattleState,
    all: Vec<Entry>,
    /// How many are drawn. With 0 the turn is not shown.
    #[prop(into)]
    drawn: Signal<usize>,
) -> impl IntoView {
    let count = all.len();
    let turn = all.first().map(|entry| entry.turn.clone()).unwrap_or_default();
    let all = StoredValue::new(all);
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
    let is_shown = Memo::new(move |_| drawn.get() > 0);
    move || {
        is_shown.get().then(|| {
            view! {
                <section class="log-turn">
                    <h2>{turn.clone()}</h2>
                    <ol reversed class="list"><For each=move || 0..drawn.get().min(count) key=|index| *index let(index)>{row(index)}</For></ol>
                </section>
            }
        })
    }
}
