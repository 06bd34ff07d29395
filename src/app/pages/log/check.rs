//! The verification of the log: a line with its result, the list of faults, and a folded explanation.

use super::Target;
use super::fingerprint::{FingerprintCard, SeedCard};
use crate::app::platform::slices::in_slices;
use crate::app::state::BattleState;
use crate::app::state::live::live;
use battle::analysis::battle_stats;
use battle::verify::{Disclosure, Fault, Listing, Source, Summary, Verification, disclosures};
use battle::{Event, Stamp};
use leptos::prelude::*;
use rules::text;
use rules::text::say;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

/// A check in progress, or its result.
#[derive(Clone, Copy)]
struct Check {
    /// Numbers of checked entries and of all entries.
    done: RwSignal<(usize, usize)>,
    /// The last result. After a change of the log, the old result stays until the new check has ended.
    summary: RwSignal<Option<Arc<Summary>>>,
}

impl Check {
    /// Checks the whole log in slices of time, and starts again whenever the log changes.
    fn follow(battle: BattleState) -> Self {
        let check = Self { done: RwSignal::default(), summary: RwSignal::new(None) };
        let run_number = StoredValue::new(0_u32);
        Effect::new(move |_| {
            let mut verification = battle.with(|open| Verification::of(open.clone()));
            let this_run = run_number.get_value().wrapping_add(1);
            run_number.set_value(this_run);
            let (all, checked) = (verification.battle().log().len(), Rc::new(Cell::new(0)));
            let so_far = checked.clone();
            // Ends this check once the page is closed, or a newer check has started.
            let is_current = move || {
                let is_current = run_number.try_get_value() == Some(this_run);
                if is_current {
                    check.done.set((so_far.get(), all));
                }
                is_current
            };
            let step = move || {
                let has_more = verification.step();
                checked.set(verification.findings().len());
                if !has_more {
                    let summary = Summary::of(verification.battle(), verification.findings());
                    check.summary.set(Some(Arc::new(summary)));
                }
                has_more
            };
            in_slices(is_current, step);
        });
        check
    }
}

/// The check of a battle's log. While counters are hidden, only its result is shown.
#[component]
pub(super) fn CheckOfLog(battle: BattleState) -> impl IntoView {
    let hides = untrack(|| battle.hides());
    let Check { done, summary } = Check::follow(battle.whole());
    let is_wrong = move || summary.with(|summary| summary.as_ref().is_some_and(|summary| !summary.is_valid()));
    let known = Memo::new(move |_| if hides { Vec::new() } else { worth_knowing(battle) });
    let is_empty = battle.follow(|open| open.log().is_empty());
    let line = move || match summary.get() {
        _ if is_empty.get() => view! { <span role="status">{say("Nothing to check yet.")}</span> }.into_any(),
        // Outside a live region, so that screen readers do not announce the progress.
        None => {
            let (done, all) = done.get();
            view! { <span>{text!("Checking: {done} of {all} entries", done = done, all = all).to_string()}</span> }
                .into_any()
        }
        Some(summary) => {
            let words = words(&summary, known.with(Vec::len));
            let mark = if summary.is_valid() { "✓" } else { "✗" };
            view! { <span><b aria-hidden="true">{mark}</b>" "<span role="status">{words}</span></span> }.into_any()
        }
    };
    let is_open = RwSignal::new(false);
    let rest = move || {
        is_open.get().then(|| match hides {
            true => view! { <p class="soft">{say("The check covers everything, hidden or not. What it found of each entry, and the log fingerprint, are shown once everybody sees all counters.")}</p> }.into_any(),
            false => view! { <Explanation battle summary known/> }.into_any(),
        })
    };
    let wrong = move || {
        let summary = summary.get().filter(|summary| !hides && !summary.is_valid())?;
        Some(view! { <Wrong battle summary/> })
    };
    view! {
        <section class="log-check" aria-label=say("Check of the log")>
            <details class="disclosure" on:toggle=move |_| is_open.set(true)>
                <summary class:fault=is_wrong>{line}</summary>
                {rest}
            </details>
            {wrong}
        </section>
    }
}

/// The result of a check as a line of text.
fn words(summary: &Summary, known: usize) -> String {
    let unchecked = summary.unchecked.len();
    let unchecked = (unchecked > 0).then(|| text!("{n} {n|roll|rolls} cannot be checked.", n = unchecked).to_string());
    let known = (known > 0).then(|| text!("Worth knowing: {n}.", n = known).to_string());
    [Some(summary.to_string()), unchecked, known].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// An event that players should know about.
#[derive(Clone, PartialEq)]
struct Known {
    /// The index of the listed entry, if it has one.
    entry: Option<usize>,
    words: String,
    /// True if two devices acted at the same time. Other events could have been used to get better dice.
    met: bool,
}

/// Acts that are allowed but could have been used to get better dice, and acts that two devices made at the same time.
fn worth_knowing(battle: BattleState) -> Vec<Known> {
    let mut all: Vec<Known> = battle.with(|open| {
        let listing = Listing::of(open);
        let who = |entry: usize| open.log().get(entry - 1).map(|(stamp, _)| battle.shown_device(&stamp.device()));
        let row = |disclosure: Disclosure| {
            let entry = disclosure.entry().map(|entry| listing.entry(entry - 1));
            let (words, met) = (disclosure.to_string(), disclosure.met());
            let devices: Vec<String> = met.into_iter().flatten().filter_map(who).collect();
            let words = match met {
                Some(_) => text!("{what} By: {who}.", what = words, who = devices.join(", ")).to_string(),
                None => words,
            };
            Known { entry, words, met: met.is_some() }
        };
        disclosures(open).into_iter().map(row).collect()
    });
    let shortened = live().shortened(&battle.id());
    all.extend(shortened.into_iter().map(|words| Known { entry: None, words, met: false }));
    all
}

/// The entries with faults, each with its faults.
#[component]
fn Wrong(battle: BattleState, summary: Arc<Summary>) -> impl IntoView {
    let row = |(index, faults): (&usize, &Vec<Fault>)| {
        let faults = faults.iter().map(|fault| view! { <p class="fault">{fault.to_string()}</p> }).collect_view();
        let altered = altered(battle, *index, summary.wrong.get(index)?);
        let others = altered.into_iter().map(|index| view! { <EntryLink battle index/> }).collect_view();
        Some(view! { <li><EntryLink battle index=*index/>{faults}{others}</li> })
    };
    let rows = summary.wrong.iter().filter_map(row).collect_view();
    view! { <ul class="checked" aria-label=say("Entries")>{rows}</ul> }
}

/// Indexes of the other entries that the faults of an entry name as changed.
fn altered(battle: BattleState, index: usize, faults: &[Fault]) -> Vec<usize> {
    battle.with_untracked(|open| {
        let listing = Listing::of(open);
        let of = |fault: &Fault| if let Fault::Changed(stamp) = fault { listing.entry_of(stamp) } else { None };
        let mut all: Vec<usize> = faults.iter().filter_map(of).filter(|other| *other != index).collect();
        all.dedup();
        all
    })
}

/// The explanation of the result: dice that cannot be checked, notable acts, fingerprint and seed, and the limits of the check.
#[component]
fn Explanation(battle: BattleState, summary: RwSignal<Option<Arc<Summary>>>, known: Memo<Vec<Known>>) -> impl IntoView {
    let unchecked = move || {
        let summary = summary.get().filter(|summary| !summary.unchecked.is_empty())?;
        let row = |(index, source): (&usize, &Source)| {
            let why = match source {
                Source::TwoDevices => say("Dice of two devices with version 1.0.0: they cannot be checked."),
                Source::Both => say("App dice, and dice from the table: the app cannot check those."),
                Source::Table | Source::App | Source::None => say("Dice from the table: the app cannot check them."),
            };
            view! { <li><EntryLink battle index=*index/><p class="soft">{why}</p></li> }
        };
        let rows = summary.unchecked.iter().map(row).collect_view();
        Some(view! {
            <section aria-label=say("Not checked")>
                <h2>{say("Not checked")}</h2>
                <ul class="checked">{rows}</ul>
            </section>
        })
    };
    let known = move || {
        let known = known.get();
        (!known.is_empty()).then(|| {
            let row = |Known { entry, words, .. }: Known| {
                let link = entry.map(|index| view! { <EntryLink battle index/> });
                view! { <li>{link}<p>{words}</p></li> }
            };
            let (met, others) = (known.iter().any(|known| known.met), known.iter().any(|known| !known.met));
            view! {
                <section aria-label=say("Worth knowing")>
                    <h2>{say("Worth knowing")}</h2>
                    {others.then(|| view! { <p class="soft">{say("This is allowed, but it could have been used to get better dice.")}</p> })}
                    {met.then(|| view! { <p class="soft">{say("Two players acted at the same time, and neither had seen what the other did.")}</p> })}
                    <ul class="checked">{known.into_iter().map(row).collect_view()}</ul>
                </section>
            }
        })
    };
    let by_hand = move || {
        let n = summary.get().map_or(0, |summary| summary.by_hand);
        (n > 0).then(|| view! { <p>{text!("{n} {n|entry|entries} changed the table by hand. Players may do this, and no rule can check it.", n = n).to_string()}</p> })
    };
    view! {
        {unchecked}
        {known}
        <FingerprintCard battle/>
        <SeedCard battle/>
        <section aria-label=say("Scope and limits of the check")>
            <h2>{say("Scope and limits of the check")}</h2>
            <p>{say("The check repeats every app roll from the seed. It applies the rules again to every action, including its changes on the table. Each entry identifies the one before it, so the next entry shows when one was changed, removed or moved.")}</p>
            <p>{say("The app cannot repeat dice from the table: it takes them as entered. Somebody with the right tools could write a new log that is valid, but not one with the same fingerprint. Compare the fingerprint on both devices, or write it down now and then.")}</p>
            {by_hand}
        </section>
    }
}

/// A button that leads to an entry in the list, with its number and title. For an entry that is not in the list, only the text.
#[component]
fn EntryLink(battle: BattleState, index: usize) -> impl IntoView {
    let target: Target = expect_context();
    let title = battle.with_untracked(|open| open.log().get(index).map(|(stamp, event)| title(battle, stamp, event)));
    let Some((title, is_listed)) = title else { return ().into_any() };
    let words = format!("{} · {title}", index + 1);
    if !is_listed {
        return view! { <b>{words}</b> }.into_any();
    }
    view! { <button class="quiet" on:click=move |_| target.go_to(battle, index)>{words}</button> }.into_any()
}

/// The title of an entry, and true if the entry is in the list.
fn title(battle: BattleState, stamp: &Stamp, event: &Event) -> (String, bool) {
    match event {
        Event::Action(act) => (battle_stats::title(battle.ruleset, act), true),
        Event::Control(change) => (battle.control_words(stamp, change), true),
        Event::Rolled(rolled) => {
            let procedure = battle.ruleset.procedure(&rolled.procedure);
            (procedure.map_or_else(|| rolled.procedure.clone(), |procedure| say(procedure.title).to_owned()), true)
        }
        Event::Undo(_) | Event::Redo(_) | Event::Chain(_) => {
            (text!("Entry {stamp}", stamp = stamp.to_string()).to_string(), false)
        }
    }
}
