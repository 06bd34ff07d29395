//! Policies for the choices of players during a chain, and the list of further assumptions.

use super::PlayOut;
use crate::app::components::field::label;
use crate::app::components::names::Names;
use battle::forecast::Chain;
use battle::forecast::job::ChainAnswer;
use leptos::prelude::*;
use rules::forecast::Policy;
use rules::form::{Field, Kind};
use rules::text;
use rules::text::{number, say, words};
use serde_json::Value as Json;
use std::sync::Arc;

/// The drop-down list of a policy.
#[component]
pub(super) fn PolicyChoice(play_out: PlayOut, policy: &'static Policy) -> impl IntoView {
    let choices = play_out.choices;
    let is_chosen = move |id: &'static str| {
        let chosen = choices
            .with(|choices| choices.iter().find(|(chosen, _)| chosen.id == policy.id).map(|(_, choice)| *choice));
        chosen.or(policy.choices.first().map(|choice| choice.id)) == Some(id)
    };
    let choose = move |event| {
        let value = event_target_value(&event);
        let Some(choice) = policy.choices.iter().find(|choice| choice.id == value) else { return };
        choices.update(|choices| {
            choices.retain(|(chosen, _)| chosen.id != policy.id);
            choices.push((policy, choice.id));
        });
    };
    let options = policy.choices.iter().map(|choice| {
        view! { <option value=choice.id selected=move || is_chosen(choice.id)>{say(choice.label)}</option> }
    });
    view! {
        <label class="pick"><span class="label">{say(policy.label)}</span><select on:change=choose>{options.collect_view()}</select></label>
    }
}

/// The list of assumptions: the ruleset's notes, and the assumed answers to fields of other procedures.
#[component]
pub(super) fn Assumed(play_out: PlayOut, answer: Arc<ChainAnswer>) -> impl IntoView {
    let ruleset = play_out.panel.ruleset;
    let notes = Chain::notes(ruleset).into_iter().map(|note| view! { <li>{note.to_string()}</li> });
    let row = |(procedure, field, value): &(String, String, Json)| {
        let procedure = ruleset.procedure(procedure).filter(|other| other.id != play_out.panel.procedure.id)?;
        let field = procedure.form.field(field)?;
        let names = Names::of_procedure(procedure);
        let words = text!("{what}: {held}", what = label(field, &names), held = value_words(field, value, &names));
        Some(view! { <li>{say(procedure.title)}" · "{words.to_string()}</li> })
    };
    let rows = answer.assumed.iter().filter_map(row).collect_view();
    view! {
        <details class="disclosure assumptions"><summary>{say("Assumptions")}</summary><ul>{notes.collect_view()}{rows}</ul></details>
    }
}

/// A value of a field in words.
fn value_words(field: &Field, value: &Json, names: &Names) -> String {
    match (field.kind, value) {
        (_, Json::Bool(true)) => say("yes").to_owned(),
        (_, Json::Bool(false)) => say("no").to_owned(),
        (_, Json::Null) => "—".to_owned(),
        (Kind::Choice(choices), Json::String(id)) => {
            let choice = choices.iter().find(|choice| choice.id == id);
            choice.map_or_else(|| words(id), |choice| names.spell_label(choice.label))
        }
        (_, Json::String(words)) => words.clone(),
        (_, other) => other.as_f64().map(number).unwrap_or_default(),
    }
}
