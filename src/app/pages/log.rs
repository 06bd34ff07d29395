//! A battle's log: every act, with its dice and where they came from; what was undone stays readable.

mod correction;

use crate::app::components::awaiting::{lost_words, way, who};
use crate::app::components::closing::NOTE_MAX;
use crate::app::components::dice::RolledDice;
use crate::app::components::hidden_counters::RestHidden;
use crate::app::components::log_tabs::LogTabs;
use crate::app::components::modifiers::own_modifiers;
use crate::app::components::names::Names;
use crate::app::components::outcome::OutcomeWords;
use crate::app::components::page_header::PageHeader;
use crate::app::components::undo::UndoRedo;
use crate::app::platform::scrolling;
use crate::app::state::BattleState;
use crate::app::state::route::{BattlePage, Route};
use crate::app::state::session::{keep_draft_of, read_draft};
use correction::{Correct, CorrectionBody, SettleBeforeCorrection};
use drumhead::analysis::act_words::{changed_words, during, each_act, sentence};
use drumhead::analysis::battle_stats::{self, Loss};
use drumhead::analysis::needs::successes;
use drumhead::battle::participants::Participants;
use drumhead::battle::{Action, ActionEvent, Again, Battle, Change, Event, EventStatus};
use drumhead::battle::{LoggedRoll, Resolved, Rolled, Stamp, State, referee};
use drumhead::core::subject::Subject;
use drumhead::core::text::{Text, is_blank, say};
use drumhead::rules::ruleset::Ruleset;
use drumhead::rules::table::{PHASE, TURN};
use drumhead::text;
use leptos::ev;
use leptos::html::Ol;
use leptos::prelude::*;
use serde_json::{Map, Value as Json};
use std::collections::HashSet;

/// The log, the latest first.
#[component]
pub fn LogPage(
    /// The battle in play.
    battle: BattleState,
) -> impl IntoView {
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
                Event::Action(_) | Event::Pen(_) => true,
                Event::Rolled(_) => status == EventStatus::Awaiting,
                // Shown at the act that they undo or redo.
                Event::Undo(_) | Event::Redo(_) | Event::Chain(_) => false,
            };
            if is_entry {
                let is_correctable = correctable.contains(&stamp);
                all.push(Entry {
                    number,
                    stamp,
                    event,
                    status,
                    is_correctable,
                    words: words.unwrap_or_default(),
                    during,
                });
            }
        }
        all.reverse();
        view! { <Entries battle all/> }.into_any()
    };
    view! {
        <PageHeader back=Route::table(battle.id()) title=say("Log")><UndoRedo battle/></PageHeader>
        <main>
            <LogTabs id=battle.id() current=BattlePage::Log/>
            <MorePages id=battle.id()/>
            {move || (!battle.hides()).then(|| view! { <p class="soft">{say("Log fingerprint")}": "<span class="digits">{battle.with(Battle::mark)}</span></p> })}
            {move || battle.hides().then(|| view! { <p class="soft">{say("Earlier actions are corrected at the end, when everything is shown, or by the umpire: a correction changes later actions, and would show what is hidden. Undo works as always.")}</p> })}
            <NoteForm battle/>
            <SettleBeforeCorrection battle>{move || entries()}</SettleBeforeCorrection>
        </main>
    }
}

/// Links to what else is done with a log.
#[component]
fn MorePages(id: String) -> impl IntoView {
    let pages = [(BattlePage::Verify.of(id.clone()), say("Check the dice")), (BattlePage::Paper.of(id), say("Paper"))];
    let links = pages.map(|(page, words)| view! { <a class="button" href=page.href()>{words}</a> });
    view! { <p class="tools">{links}</p> }
}

/// A note to be written down.
#[component]
fn NoteForm(battle: BattleState) -> impl IntoView {
    let draft = format!("note/{}", battle.id());
    let kept = read_draft(&draft).and_then(|words| words.as_str().map(str::to_owned));
    let words = RwSignal::new(kept.unwrap_or_default());
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

/// A log with more entries than this is grouped.
const MANY: usize = 40;

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
}

/// An act in words, as the table stood when it was made.
#[derive(Clone, Default)]
struct ActWords {
    title: String,
    /// Its changes, but for turn and phase.
    changes: Vec<String>,
    /// The side that acted, or whose unit was changed: 0 or 1.
    side: Option<usize>,
    /// Strength that units lost by it.
    losses: Vec<Loss>,
    /// Turn and phase: those that it began, if it began them.
    during: String,
}

impl ActWords {
    fn of(ruleset: &'static Ruleset, open: &Battle, before: &State, act: &ActionEvent) -> Self {
        let is_step = |change: &&Change| matches!(change, Change::Set { of: Subject::Battle, key, .. } if *key == TURN.id() || *key == PHASE.id());
        let words = |change: &Change| changed_words(ruleset, open.header(), before, change);
        let changes = match act.action {
            // An outcome tells its own.
            Action::Resolved(_) => Vec::new(),
            // The title says who has won.
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

/// The entries, the latest first. A long log is grouped by turn and phase, with the latest group unfolded.
#[component]
fn Entries(battle: BattleState, all: Vec<Entry>) -> impl IntoView {
    if all.len() <= MANY {
        return rows(battle, all).into_any();
    }
    let groups = all.chunk_by(|a, b| a.during == b.during).enumerate();
    let groups = groups.map(|(place, group)| view! { <Group battle all=group.to_vec() open=place == 0/> });
    groups.collect_view().into_any()
}

/// The entries of a turn's phase. They are drawn when they are unfolded.
#[component]
fn Group(battle: BattleState, all: Vec<Entry>, open: bool) -> impl IntoView {
    let opened = RwSignal::new(open);
    let summary =
        text!("{when} ({n})", when = all.first().map(|entry| entry.during.clone()).unwrap_or_default(), n = all.len());
    let shown = move || opened.get().then(|| rows(battle, all.clone()));
    view! {
        <details class="disclosure" open=open on:toggle=move |_| opened.set(true)><summary>{summary.to_string()}</summary>{shown}</details>
    }
}

/// Number of entries that are drawn at once; the others follow as the player comes near.
const AT_ONCE: usize = 60;

fn rows(battle: BattleState, all: Vec<Entry>) -> impl IntoView {
    let count = all.len();
    let (all, drawn) = (StoredValue::new(all), RwSignal::new(count.min(AT_ONCE)));
    let list = NodeRef::<Ol>::new();
    let come_near = window_event_listener(ev::scroll, move |_| {
        let is_near = || list.get_untracked().is_some_and(|list| scrolling::ends_soon(&list));
        if drawn.get_untracked() < count && is_near() {
            drawn.update(|drawn| *drawn = (*drawn + AT_ONCE).min(count));
        }
    });
    let print = window_event_listener(ev::beforeprint, move |_| drawn.set(count));
    on_cleanup(move || {
        come_near.remove();
        print.remove();
    });
    let row = move |place: usize| {
        let entry = all.with_value(|all| all[place].clone());
        let Entry { number, stamp, event, status, is_correctable, words, .. } = entry;
        match event {
            Event::Action(act) => {
                let correctable = is_correctable.then_some(stamp);
                view! { <ActEntry battle number act status words correctable/> }.into_any()
            }
            Event::Rolled(rolled) => view! { <AwaitingEntry battle number stamp rolled/> }.into_any(),
            Event::Pen(change) => {
                let words = battle.pen_words(&stamp, &change);
                view! { <li class="entry phase-step" value=number + 1><h2>{words}</h2></li> }.into_any()
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
        <ol reversed class="list" node_ref=list><For each=move || 0..drawn.get() key=|place| *place let(place)>{row(place)}</For></ol>
        {rest}
    }
}

#[component]
fn ActEntry(
    battle: BattleState,
    number: usize,
    act: Box<ActionEvent>,
    status: EventStatus,
    words: ActWords,
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
    let hidden = act.hidden.then(|| view! { <RestHidden/> });
    let applied = matches!(&act.action, Action::Resolved(done) if done.settles.is_some() && !done.discarded);
    let state = if state.is_empty() && applied { say("applied") } else { state };
    let ActWords { title, changes, side, losses, .. } = words;
    let overridden = overridden(battle, number, &act);
    // The beginning of a phase is a line between the acts, not an act among them.
    let is_step = matches!(act.action, Action::Phase);
    let is_procedure = matches!(act.action, Action::Resolved(_));
    // What explains and what corrects it is folded until somebody asks.
    let folded = RwSignal::new(true);
    let folds = is_procedure || correctable.is_some();
    let fold = folds.then(|| view! { <Fold folded title=title.clone()/> });
    let correct = correctable.map(|stamp| view! { <Correct battle stamp title=title.clone() is_procedure/> });
    let body = match act.action {
        Action::Resolved(Resolved { procedure, input, participants, rolls, discarded, .. }) => view! {
            {discarded.then(|| view! { <p class="fault">{say("Discarded: it changed nothing.")}</p> })}
            <PlayedBody battle procedure input participants rolls/>
        }
        .into_any(),
        Action::Corrected(corrected) => view! { <CorrectionBody battle number corrected=*corrected/> }.into_any(),
        Action::Phase => upkeep(changes).into_any(),
        // The title of a single change by hand tells it.
        Action::ByHand if changes.len() == 1 => ().into_any(),
        _ => changes.into_iter().map(|words| view! { <p>{words}</p> }).collect_view().into_any(),
    };
    view! {
        <li class=side.map_or("entry".to_owned(), |side| format!("entry of-side side-{side}")) class:phase-step=is_step
            class:folded=move || folds && folded.get() class:undone=status != EventStatus::InForce value=number + 1>
            <h2>{title}{(!state.is_empty()).then(|| view! { " "<small>{state}</small> })}</h2>
            {fold}
            {overridden}
            {body}
            {hidden}
            {(!losses.is_empty()).then(|| view! { <Notches losses counts=battle.ruleset.battle_stats.counts/> })}
            {again(battle, number)}
            {correct}
        </li>
    }
}

/// The button that unfolds what explains and what corrects an entry.
#[component]
fn Fold(folded: RwSignal<bool>, title: String) -> impl IntoView {
    let name = text!("Details: {what}", what = title).to_string();
    view! {
        <button class="icon fold" aria-label=name aria-expanded=move || (!folded.get()).to_string() on:click=move |_| folded.update(|folded| *folded = !*folded)>
            {move || if folded.get() { "▸" } else { "▾" }}
        </button>
    }
}

/// The losses of an act: a notch for each figure, or whatever the ruleset counts.
#[component]
fn Notches(losses: Vec<Loss>, counts: &'static str) -> impl IntoView {
    let each = losses.into_iter().map(|loss| {
        let words = loss.words(counts);
        let lost = loss.before - loss.now;
        view! {
            <span class=format!("loss side-{}", loss.side)>
                <span class="visually-hidden">{words}". "</span>
                <b aria-hidden="true" data-words=loss.name></b>
                <i class="notches" style:--lost=lost.to_string()></i>
                <b aria-hidden="true" data-words=format!("−{lost}")></b>
            </span>
        }
    });
    view! { <p class="losses">{each.collect_view()}</p> }
}

/// Changes that the end of a phase or turn made besides. There may be hundreds, so they are written when they are unfolded.
fn upkeep(changes: Vec<String>) -> Option<impl IntoView> {
    let summary = match changes.len() {
        0 => return None,
        n => text!("{n} {n|change|changes}", n = n).to_string(),
    };
    let opened = RwSignal::new(false);
    let rows = move || {
        let words = changes.iter().filter(|_| opened.get());
        words.map(|words| view! { <p>{words.clone()}</p> }).collect_view()
    };
    Some(
        view! { <details class="disclosure" on:toggle=move |_| opened.set(true)><summary>{summary}</summary>{rows}</details> },
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

/// A roll that was not applied or discarded yet.
#[component]
fn AwaitingEntry(battle: BattleState, number: usize, stamp: Stamp, rolled: Box<Rolled>) -> impl IntoView {
    let procedure = battle.ruleset.procedure(&rolled.procedure);
    let title = procedure.map_or_else(|| rolled.procedure.clone(), |procedure| say(procedure.title).to_owned());
    let words = [title, who(battle, &rolled.procedure, &rolled.participants)];
    let title = words.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(": ");
    let correction = rolled.corrects.as_ref().and_then(|_| untrack(|| battle.unfinished_correction()));
    let is_lost = rolled.corrects.is_some() && correction.is_none();
    let href = correction.unwrap_or_else(|| way(battle, &rolled)).href();
    let go_on = procedure.filter(|_| !is_lost).map(|_| view! { <a class="button" href=href>{say("Continue")}</a> });
    let discard = is_lost.then(|| {
        let rolled = (*rolled).clone();
        let discard =
            move |_| battle.discard(stamp.clone(), battle.whole_rolled(&stamp).unwrap_or_else(|| rolled.clone()));
        view! { <p>{lost_words()}</p><p class="tools"><button on:click=discard>{say("Discard")}</button></p> }
    });
    let hidden = rolled.hidden.then(|| view! { <RestHidden/> });
    let Rolled { procedure, input, participants, rolls, .. } = *rolled;
    view! {
        <li class="entry" value=number + 1>
            <h2>{title}" "<small>{say("rolled; not yet applied or discarded")}</small></h2>
            <PlayedBody battle procedure input participants rolls/>
            {hidden}
            {again(battle, number)}
            {go_on}
            {discard}
        </li>
    }
}

/// A remark on dice that had been seen before they were rolled.
fn again(battle: BattleState, number: usize) -> Option<impl IntoView> {
    let words = match battle.with_untracked(|open| open.seen_before(number))? {
        Again::Undone => say("Same dice as the action undone before."),
        Again::AtOnce => say("Same dice as a roll made in another tab at the same time."),
    };
    Some(view! { <p class="soft">{words}</p> })
}

/// Outcome and dice.
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
    let played = procedure.and_then(|procedure| procedure.read(&input).ok()).map(|ready| ready.resolve(&faces));
    let names = procedure
        .map(|procedure| Names::of_participants(battle, procedure, &Participants::read(procedure, &participants)))
        .unwrap_or_default();
    let label = |purpose: &str| match procedure {
        Some(procedure) => names.label_roll(procedure, &input, purpose),
        None => names.spell_id(purpose),
    };
    let rolls = rolls.into_iter().map(|roll| (label(&roll.purpose), roll)).collect();
    let successes = played.as_ref().map(successes).unwrap_or_default();
    let own_rules = procedure.zip(played.as_ref());
    let own_rules = own_rules.and_then(|(procedure, played)| own_modifiers(procedure, &played.modifiers, &names));
    let outcome = played.and_then(|played| played.result.ok());
    view! {
        {outcome.map(|resolved| view! { <OutcomeWords resolved names/> })}
        {own_rules.map(|words| view! { <p class="soft">{words}</p> })}
        <RolledDice rolls successes/>
    }
}
