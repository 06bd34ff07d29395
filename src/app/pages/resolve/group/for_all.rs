//! One tap that answers a question of several lines.

use super::live::LiveGroup;
use super::pick::answers;
use crate::app::components::field::label;
use battle::panel::Message;
use battle::panel::group::{GroupAct, GroupMessage, PickOf, ShownPart};
use leptos::prelude::*;
use rules::text;
use serde_json::Value as Json;

/// A question that several lines ask.
#[derive(Clone, PartialEq)]
struct Common {
    of: Asked,
    title: String,
    /// Number of the lines that ask it.
    lines: usize,
    options: Vec<CommonOption>,
}

/// An option of such a question, which not all lines need to have.
#[derive(Clone, PartialEq)]
struct CommonOption {
    answer: Json,
    label: String,
    /// Indexes of the lines that have it.
    lines: Vec<usize>,
}

/// The thing that the lines ask for.
#[derive(Clone, PartialEq, Eq)]
enum Asked {
    /// The unit of the role with this id.
    Unit(&'static str),
    /// The answer at this path.
    Answer(String),
}

fn number(option: &CommonOption) -> f64 {
    option.answer.as_f64().unwrap_or_default()
}

/// The question that most lines ask; `None` if no two ask the same.
fn common(group: LiveGroup, parts: &[ShownPart]) -> Option<Common> {
    let mut all: Vec<Common> = Vec::new();
    for (index, part) in parts.iter().enumerate().filter(|(_, part)| part.is_done && part.asks) {
        let picks = GroupAct::picks(part);
        let Some(pick) = picks.into_iter().find(|pick| pick.is_asked) else { continue };
        let (of, title, options) = match pick.of {
            PickOf::Unit(role) => {
                let ids = group.battle.with(|open| part.able(role, group.battle.ruleset, open.state()));
                let name = |id: String| Some((Json::from(id.as_str()), group.battle.unit_name(&id)?));
                let options: Vec<(Json, String)> = ids.into_iter().filter_map(name).collect();
                (Asked::Unit(role.id), group.names(part).spell_label(role.label), options)
            }
            PickOf::Answer(field, place) => {
                let options = answers(group, part, field, &place);
                (Asked::Answer(place), label(field, &group.names(part)), options)
            }
        };
        let place = all.iter().position(|common| common.of == of).unwrap_or_else(|| {
            all.push(Common { of, title, lines: 0, options: Vec::new() });
            all.len() - 1
        });
        let common = &mut all[place];
        common.lines += 1;
        for (answer, label) in options {
            match common.options.iter_mut().find(|option| (&option.answer, &option.label) == (&answer, &label)) {
                Some(option) => option.lines.push(index),
                None => common.options.push(CommonOption { answer, label, lines: vec![index] }),
            }
        }
    }
    for common in &mut all {
        common.options.retain(|option| option.lines.len() > 1);
        // The lines have different bands, such as ranges of weapons: numbers are listed in their order.
        if common.options.iter().all(|option| option.answer.is_number()) {
            common.options.sort_by(|one, other| number(one).total_cmp(&number(other)));
        }
    }
    all.into_iter().filter(|common| !common.options.is_empty()).max_by_key(|common| common.lines)
}

/// The question that most lines ask, with buttons that answer it for all of them.
#[component]
pub(super) fn ForAllLines(group: LiveGroup) -> impl IntoView {
    let common = Memo::new(move |_| {
        group.shown.with(|shown| common(group, &shown.parts).filter(|_| !shown.is_rolling && !shown.is_settled))
    });
    move || {
        let Common { of, lines: all, title, options } = common.get()?;
        let summary = match all {
            2 => text!("{what}, for both", what = title).to_string(),
            n => text!("{what}, for all {n}", what = title, n = n).to_string(),
        };
        let of = StoredValue::new(of);
        let button = move |CommonOption { answer, label, lines }: CommonOption| {
            // Ranges and targets differ from unit to unit.
            let some = (lines.len() < all).then(|| text!("{n} of {of}", n = lines.len(), of = all).to_string());
            let choose = move |_| {
                group.opened.set(None);
                for index in &lines {
                    let message = match of.get_value() {
                        Asked::Unit(role) => Message::GiveOrTake(role, answer.as_str().unwrap_or_default().to_owned()),
                        Asked::Answer(place) => Message::Answer(vec![(place, Some(answer.clone()))]),
                    };
                    group.send(GroupMessage::Change(*index, message));
                }
            };
            view! { <button type="button" class="option" on:click=choose>{label}{some.map(|some| view! { " "<small>{some}</small> })}</button> }
        };
        let buttons = options.into_iter().map(button).collect_view();
        Some(view! {
            <section class="for-all" aria-label=summary.clone()>
                <p>{summary.clone()}</p>
                <div class="options">{buttons}</div>
            </section>
        })
    }
}
