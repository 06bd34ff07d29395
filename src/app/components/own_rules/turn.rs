//! The players' own reminders, and own bars, which forbid a procedure to ticked units: a list of each, with a form that adds one.

use super::editing::{Editing, Fault, Kind};
use battle::analysis::own_words;
use leptos::prelude::*;
use rules::own::{self, OwnBar, REMINDER_MAX, Reminder};
use rules::procedure::{Agent, Procedure};
use rules::ruleset::Ruleset;
use rules::text::say;

/// The list of own reminders, with the form that adds one.
#[component]
pub(super) fn Reminders(editing: Editing) -> impl IntoView {
    const KIND: Kind<Reminder> = |rules| &mut rules.reminders;
    let Editing { ruleset, .. } = editing;
    let (after, words, is_tried) = (RwSignal::new(String::new()), RwSignal::new(String::new()), RwSignal::new(false));
    let row = move |reminder: Reminder| own_words::reminder(ruleset, &reminder);
    let reminder = move || Reminder { after: after.get(), text: words.get().trim().to_owned() };
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
            <label class="pick"><span class="label">{say("After")}</span><ProcedureSelect ruleset chosen=after/></label>
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
    let (flag, procedure, is_tried) =
        (RwSignal::new(String::new()), RwSignal::new(String::new()), RwSignal::new(false));
    let row = move |bar: OwnBar| rules.with(|rules| own_words::bar(ruleset, rules, &bar));
    let bar = move || OwnBar { flag: flag.get(), procedure: procedure.get() };
    let fault = Signal::derive(move || editing.fault(KIND, None, bar()));
    let add = move |_| is_tried.set(!editing.put(KIND, None, untrack(bar)));
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
            <label class="pick"><span class="label">{say("may not")}</span><ProcedureSelect ruleset chosen=procedure/></label>
            <Fault fault is_tried/>
            <p class="tools"><button type="button" on:click=add>{say("Add")}</button></p>
        </details>
    }
}

/// A drop-down list of the procedures that can be done in a battle: all but calculators.
#[component]
fn ProcedureSelect(ruleset: &'static Ruleset, chosen: RwSignal<String>) -> impl IntoView {
    let done = ruleset.procedures.iter().copied().filter(|procedure| procedure.agent != Agent::Nobody);
    let option = |procedure: &'static Procedure| {
        view! { <option value=procedure.id selected=move || chosen.with(|chosen| chosen == procedure.id)>{say(procedure.title)}</option> }
    };
    view! {
        <select on:change=move |event| chosen.set(event_target_value(&event))>
            <option value="">"…"</option>
            {done.map(option).collect_view()}
        </select>
    }
}
