//! Check of a battle's log: each act, with its dice rolled again from the seed.

use crate::app::components::page_header::PageHeader;
use crate::app::platform::slices::in_slices;
use crate::app::state::BattleState;
use crate::app::state::live::live;
use crate::app::state::route::{BattlePage, Route};
use drumhead::analysis::battle_stats;
use drumhead::battle::verify::{Changed, Finding, Source, Verification, disclosures};
use drumhead::battle::{Battle, Event, Stamp};
use drumhead::core::text::say;
use drumhead::text;
use leptos::prelude::*;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

/// Entries that are listed at once, besides invalid ones: the latest.
const LISTED: usize = 300;

/// State of the check.
#[derive(Clone)]
enum Progress {
    /// So many entries are checked.
    Checked(usize),
    /// All are.
    Found(Arc<Vec<Finding>>),
}

/// Checks the log from its beginning, slice by slice, and again whenever something is added to it.
fn check(battle: BattleState) -> RwSignal<Progress> {
    let progress = RwSignal::new(Progress::Checked(0));
    let run = StoredValue::new(0_u32);
    Effect::new(move |_| {
        let verification = battle.with(|open| Verification::of(open.clone()));
        let this_run = run.get_value().wrapping_add(1);
        run.set_value(this_run);
        let (checked, mut verification) = (Rc::new(Cell::new(0)), verification);
        let so_far = checked.clone();
        // The page may be gone, or the check begun anew.
        let goes_on = move || {
            let goes_on = run.try_get_value() == Some(this_run);
            if goes_on {
                progress.set(Progress::Checked(so_far.get()));
            }
            goes_on
        };
        let step = move || {
            let goes_on = verification.step();
            checked.set(verification.findings().len());
            if !goes_on {
                progress.set(Progress::Found(Arc::new(verification.findings().to_vec())));
            }
            goes_on
        };
        progress.set(Progress::Checked(0));
        in_slices(goes_on, step);
    });
    progress
}

/// The check of a battle's log.
#[component]
pub fn VerifyPage(
    /// The battle in play.
    battle: BattleState,
) -> impl IntoView {
    if untrack(|| battle.hides()) {
        return view! { <HiddenCheck battle/> }.into_any();
    }
    let (progress, all_listed) = (check(battle), RwSignal::new(false));
    let body = move || match progress.get() {
        Progress::Checked(done) => {
            let all = battle.with_untracked(|open| open.log().len());
            let words = text!("Checking: {done} of {all} entries", done = done, all = all).to_string();
            view! { <p class="headline" role="status">{words}</p><progress max=all value=done aria-label=say("Checking")></progress> }
                .into_any()
        }
        Progress::Found(found) => view! { <Found battle found all_listed/> }.into_any(),
    };
    view! {
        <PageHeader back=BattlePage::Log.of(battle.id()) title=say("Check the dice")/>
        <main>
            {move || body()}
            <Disclosures battle/>
            <MarkCard battle/>
            <SeedCard battle/>
            <details class="disclosure">
                <summary>{say("Scope and limits of the check")}</summary>
                <p>{say("The check repeats every app roll from the seed. It applies the rules again to every action, including its changes on the table. Each entry identifies the one before it, so the next entry shows when one was changed, removed or moved.")}</p>
                <p>{say("The app cannot repeat dice from the table: it takes them as entered. Somebody with the right tools could write a new log that is valid, but not one with the same fingerprint. Compare the fingerprint on both devices, or write it down now and then.")}</p>
            </details>
        </main>
    }
    .into_any()
}

/// The check of a log of which not everything is shown: its result alone.
#[component]
fn HiddenCheck(battle: BattleState) -> impl IntoView {
    let progress = check(battle.whole());
    let words = move || match progress.get() {
        Progress::Checked(_) => say("Checking…").to_owned(),
        Progress::Found(found) => summary(&found),
    };
    view! {
        <PageHeader back=BattlePage::Log.of(battle.id()) title=say("Check the dice")/>
        <main>
            <p class="headline" role="status">{words}</p>
            <p>{say("The check covers everything, hidden or not. What it found of each entry, and the log fingerprint, are shown once everybody sees all counters.")}</p>
        </main>
    }
}

/// Findings about all entries in a sentence.
fn summary(found: &[Finding]) -> String {
    let wrong = found.iter().filter(|finding| !finding.faults.is_empty()).count();
    match (found.len(), wrong) {
        (0, _) => say("Nothing has happened yet.").to_owned(),
        (1, 0) => say("The only entry is valid.").to_owned(),
        (1, _) => say("The only entry is invalid.").to_owned(),
        (all, 0) => text!("All {n} entries are valid.", n = all).to_string(),
        (all, 1) => text!("1 of {n} entries is invalid.", n = all).to_string(),
        (all, wrong) => text!("{wrong} of {n} entries are invalid.", wrong = wrong, n = all).to_string(),
    }
}

/// Findings about all entries.
#[component]
fn Found(battle: BattleState, found: Arc<Vec<Finding>>, all_listed: RwSignal<bool>) -> impl IntoView {
    let wrong = found.iter().filter(|finding| !finding.faults.is_empty()).count();
    let summary = summary(&found);
    let left_out = found.len().saturating_sub(LISTED);
    let rows = move || {
        let first = if all_listed.get() { 0 } else { left_out };
        let row = |(place, finding): (usize, &Finding)| {
            if place < first && finding.faults.is_empty() {
                return None;
            }
            let (stamp, name) = battle.with_untracked(|open| {
                open.log().get(place).map(|(stamp, event)| (stamp.to_string(), name(battle, open, event)))
            })?;
            // Faults name entries by their stamps.
            let stamp = (wrong > 0).then_some(stamp);
            Some(view! { <Entry place name stamp finding=finding.clone()/> })
        };
        found.iter().enumerate().filter_map(row).collect_view()
    };
    view! {
        <p class="headline" role="status">{summary}</p>
        {move || (left_out > 0 && !all_listed.get()).then(|| view! {
            <p class="tools"><button on:click=move |_| all_listed.set(true)>{text!("List {n} earlier {n|entry|entries}, too", n = left_out).to_string()}</button></p>
        })}
        <ol class="list" aria-label=say("Entries")>{rows}</ol>
    }
}

/// Disclosures: no rule forbids them, but the other side should know of them.
#[component]
fn Disclosures(battle: BattleState) -> impl IntoView {
    let body = move || {
        let mut all: Vec<String> = battle.with(disclosures).iter().map(ToString::to_string).collect();
        all.extend(live().shortened(&battle.id()));
        (!all.is_empty()).then(|| {
            let rows = all.into_iter().map(|words| view! { <li>{words}</li> }).collect_view();
            view! {
                <section class="card" aria-label=say("Worth knowing")>
                    <h2>{say("Worth knowing")}</h2>
                    <p class="soft">{say("This is allowed, but it could have been used to get better dice.")}</p>
                    <ul>{rows}</ul>
                </section>
            }
        })
    };
    view! { {body} }
}

/// The mark of the log, and the check of one that was noted.
#[component]
fn MarkCard(battle: BattleState) -> impl IntoView {
    let noted = RwSignal::new(String::new());
    let answer = move || {
        let noted = noted.get();
        if noted.trim().is_empty() {
            return String::new();
        }
        let (all, found) = battle.with(|open| (open.log().len(), open.entries_under(&noted)));
        match found {
            Some(n) if n == all => say("This is the fingerprint of the whole log.").to_owned(),
            Some(n) => text!("This was the fingerprint after entry {n}. Everything up to there is unchanged.", n = n)
                .to_string(),
            None => say(
                "This log never had this fingerprint: entries are missing or were changed since, or it is mistyped.",
            )
            .to_owned(),
        }
    };
    let kept = move || {
        let known = live().known_devices(&battle.id());
        let marked = known.all().iter().filter(|device| !device.mark.is_empty()).cloned().map(|device| {
            let is_here = battle.with(|open| device.has.is_within(open.log()));
            let words = if is_here { say("all of it is here") } else { say("not all of it is here") };
            view! { <dt>{battle.shown_device(&device.device)}</dt><dd><span class="digits">{device.mark}</span>" "<small>{words}</small></dd> }
        });
        marked.collect_view()
    };
    view! {
        <section class="card" aria-label=say("Log fingerprint")>
            <dl class="listed wordy"><dt>{say("Log fingerprint")}</dt><dd class="digits">{move || battle.with(Battle::mark)}</dd>{kept}</dl>
            <p class="soft">{say("Both sides note the log fingerprint now and then. A log that is shortened or changed later no longer has it. Devices that were connected, or read each other’s codes, note it by themselves.")}</p>
            <label class="pick">
                <span class="label">{say("A log fingerprint noted earlier")}</span>
                <input type="text" maxlength="40" autocomplete="off" autocapitalize="characters" spellcheck="false" prop:value=noted
                    on:input=move |event| noted.set(event_target_value(&event))/>
            </label>
            <p role="status">{answer}</p>
        </section>
    }
}

/// An entry of the log, with what was found.
#[component]
fn Entry(place: usize, name: String, stamp: Option<String>, finding: Finding) -> impl IntoView {
    let words = match finding.dice {
        Source::None => say("No dice."),
        Source::App => say("App dice."),
        Source::TwoDevices => say("Dice of two devices with version 1.0.0: they cannot be checked."),
        Source::Table => say("Dice from the table: the app cannot check them."),
        Source::Both => say("App dice, and dice from the table: the app cannot check those."),
    };
    let changed = match finding.changed {
        Changed::Nothing => "",
        Changed::ByRules => say("The check covers its changes on the table, too."),
        Changed::ByHand => say("Changed by hand. Players may do this, and no rule can check it."),
    };
    let holds = finding.faults.is_empty();
    let overridden = finding.overridden.iter().map(|why| {
        view! { <p class="override">{text!("Override: {why}", why = why.clone()).to_string()}</p> }
    });
    let overridden = overridden.collect_view();
    let faults = finding.faults.iter().map(|fault| view! { <p class="fault">{fault.to_string()}</p> }).collect_view();
    view! {
        <li class="entry" value=place + 1>
            <h2>{if holds { "✓ " } else { "✗ " }}{place + 1}" · "{name}" "<small>{if holds { say("valid") } else { say("invalid") }}</small></h2>
            <p class="soft">{words}" "{changed}</p>
            {overridden}
            {stamp.map(|stamp| view! { <p class="soft">{text!("Entry {stamp}", stamp = stamp).to_string()}</p> })}
            {faults}
        </li>
    }
}

/// Title of an entry.
fn name(battle: BattleState, open: &Battle, event: &Event) -> String {
    let of = |stamp: &Stamp| match open.event(stamp) {
        Some(Event::Action(act)) => battle_stats::title(battle.ruleset, act),
        _ => stamp.to_string(),
    };
    match event {
        Event::Action(act) => battle_stats::title(battle.ruleset, act),
        Event::Pen(change) if change.by_force => say("Control, taken over").to_owned(),
        Event::Pen(_) => say("Control").to_owned(),
        Event::Chain(_) => say("A device commits to its steps").to_owned(),
        Event::Undo(step) => text!("Undo: {what}", what = of(&step.act)).to_string(),
        Event::Redo(step) => text!("Redo: {what}", what = of(&step.act)).to_string(),
        Event::Rolled(rolled) => {
            let known = battle.ruleset.procedure(&rolled.procedure);
            text!(
                "Roll: {what}",
                what = known.map_or(rolled.procedure.as_str(), |procedure| say(procedure.title)).to_owned()
            )
            .to_string()
        }
    }
}

/// Seed, phrases and fingerprint.
#[component]
fn SeedCard(battle: BattleState) -> impl IntoView {
    let (seed, phrases) = battle.with_untracked(|open| (open.header().seed, open.header().phrases.clone()));
    let sides = battle.with_untracked(|open| open.header().sides.clone().map(|side| side.name));
    let said = move || {
        let each = sides.clone().into_iter().zip(phrases.clone());
        let row = |(side, phrase): (String, String)| {
            let words = if phrase.trim().is_empty() {
                say("nothing").to_owned()
            } else {
                text!("“{phrase}”", phrase = phrase).to_string()
            };
            view! { <dt>{text!("Phrase of {side}", side = side).to_string()}</dt><dd>{words}</dd> }
        };
        each.map(row).collect_view()
    };
    let shown = RwSignal::new(false);
    let show = move |_| shown.set(battle.show_seed());
    let seed_shown = move || {
        match shown.get() {
        false => view! {
            <p class="soft">{say("Show the seed only when the battle is over: it reveals the rolls to come. The log says that it was shown.")}</p>
            <p class="tools"><button on:click=show>{say("Show the seed")}</button></p>
        }
        .into_any(),
        true => view! {
            <dl class="listed wordy">
                <dt>{say("Seed")}</dt><dd class="digits">{String::from(seed)}</dd>
                <dt>{say("Key of the dice")}</dt><dd class="digits">{battle.with_untracked(|open| String::from(open.header().dice()))}</dd>
            </dl>
        }
        .into_any(),
    }
    };
    view! {
        <section class="card" aria-label=say("Seed")>
            <dl class="listed wordy">
                <dt>{say("Fingerprint of battle and log")}</dt><dd class="digits">{move || battle.with(|open| open.fingerprint())}</dd>
                <dt>{say("Commitment, shown before play")}</dt><dd class="digits">{seed.commitment()}</dd>
                {said()}
            </dl>
            {seed_shown}
            <p><a href=Route::Dice.href()>{say("How the dice are rolled")}</a></p>
        </section>
    }
}
