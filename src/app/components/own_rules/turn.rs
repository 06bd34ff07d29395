//! The players' own reminders, and own bars, which forbid procedures to ticked units: a list of each, with a form that adds one.

use super::editing::{Editing, Fault, Kind, ProceduresChoice};
use battle::analysis::own_words;
use leptos::prelude::*;
use rules::own::{self, OwnBar, REMINDER_MAX, Reminder};
use rules::procedure::Agent;
use rules::ruleset::Ruleset;
use rules::text::say;

/// The list of own reminders, with the form that adds one.
#[component]
pub(super) fn Reminders(editing: Editing) -> impl IntoView {
    const KIND: Kind<Reminder> = |rules| &mut rules.reminders;
    let Editing { ruleset, .. } = editing;
    let (when, words, is_tried) = (RwSignal::new(String::new()), RwSignal::new(String::new()), RwSignal::new(false));
    let row = move |reminder: Reminder| own_words::reminder(ruleset, &reminder);
    let reminder = move || {
        let (chosen, text) = (when.get(), words.get().trim().to_owned());
        match chosen.strip_prefix(AT) {
            Some(at) => Reminder { after: None, at: Some(at.to_owned()), text },
            None => Reminder { after: Some(chosen), at: None, text },
        }
    };
    let fault = Signal::derive(move || editing.fault(KIND, None, reminder()));
    let add = move |_| {
        let is_added = editing.put(KIND, None, untrack(reminder));
        if is_added {
            words.set(String::new());
        }
        is_tried.set(!is_added);
    };
    view! {
        <details class="disclosure">
            <summary>{say("Reminders")}</summary>
            {editing.list(KIND, row, None)}
            <label class="pick"><span class="label">{say("When")}</span><MomentSelect ruleset chosen=when/></label>
            <label class="pick">
                <span class="label">{say("Remind us")}</span>
                <input type="text" autocomplete="off" maxlength=REMINDER_MAX placeholder=say("such as: Roll for the weather") prop:value=words
                    on:input=move |event| words.set(event_target_value(&event))/>
            </label>
            <Fault fault is_tried/>
            <p class="tools"><button type="button" on:click=add>{say("Add a reminder")}</button></p>
        </details>
    }
}

/// The list of own bars, with the form that adds one.
#[component]
pub(super) fn Bars(editing: Editing) -> impl IntoView {
    const KIND: Kind<OwnBar> = |rules| &mut rules.bars;
    let Editing { ruleset, rules, .. } = editing;
    let (flag, procedures, is_tried) = (RwSignal::new(String::new()), RwSignal::new(Vec::new()), RwSignal::new(false));
    let row = move |bar: OwnBar| rules.with(|rules| own_words::bar(ruleset, rules, &bar));
    let bar = move || OwnBar::of(flag.get(), procedures.get());
    let fault = Signal::derive(move || editing.fault(KIND, None, bar()));
    let add = move |_| {
        let is_added = editing.put(KIND, None, untrack(bar));
        if is_added {
            procedures.set(Vec::new());
        }
        is_tried.set(!is_added);
    };
    let options = move || {
        let flags = rules.with(|rules| own::flags(ruleset, rules).collect::<Vec<_>>());
        let options = flags.into_iter().map(|tracker| view! { <option value=tracker.id selected=move || flag.with(|flag| flag == tracker.id)>{say(tracker.label)}</option> });
        options.collect_view()
    };
    view! {
        <details class="disclosure">
            <summary>{say("Forbidden actions")}</summary>
            {editing.list(KIND, row, None)}
            <label class="pick">
                <span class="label">{say("Units ticked")}</span>
                <select on:change=move |event| flag.set(event_target_value(&event))><option value="">"…"</option>{options}</select>
            </label>
            <ProceduresChoice ruleset legend=say("may not") chosen=procedures/>
            <Fault fault is_tried/>
            <p class="tools"><button type="button" on:click=add>{say("Add")}</button></p>
        </details>
    }
}

/// Before the id of a phase, or that of the turn, among the values of [`MomentSelect`].
const AT: &str = "at:";

/// A drop-down list of the moments of reminders: the start of a turn or of a phase, and after each procedure but calculators.
#[component]
fn MomentSelect(ruleset: &'static Ruleset, chosen: RwSignal<String>) -> impl IntoView {
    let option = move |value: String, words: String| {
        let is_chosen = {
            let value = value.clone();
            move || chosen.with(|chosen| *chosen == value)
        };
        view! { <option value=value selected=is_chosen>{words}</option> }
    };
    let phases = ruleset.phases.iter().map(|phase| (phase.id, phase.title));
    let starts = [(own::AT_TURN, ruleset.turn)].into_iter().chain(phases);
    let starts = starts.map(|(id, title)| option(format!("{AT}{id}"), say(title).to_owned())).collect_view();
    let done = ruleset.procedures.iter().filter(|procedure| procedure.agent != Agent::Nobody);
    let done = done.map(|procedure| option(procedure.id.to_owned(), say(procedure.title).to_owned())).collect_view();
    view! {
        <select on:change=move |event| chosen.set(event_target_value(&event))>
            <option value="">"…"</option>
            <optgroup label=say("At the start of")>{starts}</optgroup>
            <optgroup label=say("After")>{done}</optgroup>
        </select>
    }
}
