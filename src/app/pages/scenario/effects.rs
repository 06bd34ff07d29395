//! Effects of a row of an event: own modifiers that it switches on, own trackers that it changes, arrivals that it brings, and points.

use super::editing::{NumberEntry, TextEntry};
use super::events::EventEditing;
use super::rows::{AddSelect, Choices};
use exchange::storage::scenario::{Scenario, words};
use leptos::prelude::*;
use rules::own::{OwnKind, OwnTracker, Owner};
use rules::scenario::{Effect, Event, SENTENCE_MAX};
use rules::subject::{Side, Subject};
use rules::text;
use rules::text::say;
use serde_json::Value as Json;

/// The effects of the row with this index, and the list that adds one.
#[component]
pub(super) fn Effects(of: EventEditing, index: usize) -> impl IntoView {
    let ruleset = of.editing.ruleset;
    let count = of.read(move |_, event| event.rows.get(index).map(|row| row.effects.len()).unwrap_or_default());
    let offers = of.editing.read(offers);
    let choices = Signal::derive(move || -> Choices {
        of.editing.scenario.with(|scenario| {
            let mut nth = 0;
            let groups = offers.get().into_iter().map(|(label, effects)| {
                let options = effects.iter().map(|effect| {
                    nth += 1;
                    ((nth - 1).to_string(), words::effect(ruleset, scenario, effect))
                });
                (label, options.collect())
            });
            groups.collect()
        })
    });
    let add = Callback::new(move |nth: String| {
        let all = offers.get_untracked().into_iter().flat_map(|(_, effects)| effects);
        if let Some(effect) = nth.parse().ok().and_then(|nth: usize| all.into_iter().nth(nth)) {
            of.change_or_notice(|event| {
                event.rows.iter_mut().skip(index).take(1).for_each(|row| row.effects.push(effect.clone()));
            });
        }
    });
    view! {
        {move || (0..count.get()).map(|nth| view! { <EffectForm of at=[index, nth]/> }).collect_view()}
        <AddSelect label=say("What does it do?") choices add/>
    }
}

/// Effects that can be added, in groups with a label.
fn offers(scenario: &Scenario) -> Vec<(String, Vec<Effect>)> {
    let rules = &scenario.own_rules;
    let switches = rules.modifiers.iter().map(|modifier| Effect::Switch { modifier: modifier.name.clone(), turns: 1 });
    let trackers = rules.trackers.iter().map(|tracker| {
        let owners: Vec<Subject> = match tracker.of {
            Owner::Battle => vec![Subject::Battle],
            Owner::Side => Side::BOTH.map(Subject::Side).into(),
            Owner::Unit => scenario.army().units.into_iter().map(|unit| Subject::Unit(unit.id)).collect(),
        };
        (tracker.name.clone(), owners.into_iter().flat_map(|of| of_tracker(tracker, &of)).collect())
    });
    let arrivals = scenario.course.arrivals.iter().map(|arrival| Effect::Bring(arrival.id.clone()));
    let points = Side::BOTH.map(|side| Effect::Points { side, points: 1 });
    let groups = [
        (say("Own modifiers").to_owned(), switches.collect()),
        (say("Arrivals").to_owned(), arrivals.collect()),
        (say("Points").to_owned(), points.into()),
    ];
    groups.into_iter().chain(trackers).filter(|(_, effects): &(String, Vec<Effect>)| !effects.is_empty()).collect()
}

/// The effects on a tracker: a number is added to or set, anything else is set.
fn of_tracker(tracker: &OwnTracker, of: &Subject) -> Vec<Effect> {
    let id = tracker.tracker_id();
    let set = |to: Json| Effect::Set { of: of.clone(), tracker: id.clone(), to };
    match tracker.kind {
        OwnKind::Count { start, .. } => {
            vec![Effect::Add { of: of.clone(), tracker: id.clone(), by: 1 }, set(start.into())]
        }
        OwnKind::Flag => vec![set(true.into())],
        OwnKind::Text => vec![set(tracker.name.clone().into())],
    }
}

/// An effect, by the index of its row and its own.
#[component]
fn EffectForm(of: EventEditing, at: [usize; 2]) -> impl IntoView {
    let ruleset = of.editing.ruleset;
    let [row, nth] = at;
    let words = of.read(move |scenario, event| {
        found(event, at).map(|effect| words::effect(ruleset, scenario, effect)).unwrap_or_default()
    });
    let remove = move |_| {
        of.change_or_notice(|event| {
            if let Some(row) = event.rows.get_mut(row).filter(|row| nth < row.effects.len()) {
                row.effects.remove(nth);
            }
        });
    };
    let kind = of.read(move |_, event| found(event, at).map(kind).unwrap_or_default());
    view! {
        <div class="row effect">
            <div class="grow"><b>{words}</b>{move || value_form(of, at, kind.get())}</div>
            <button type="button" class="quiet" aria-label=move || text!("Remove: {what}", what = words.get()).to_string() on:click=remove>{say("Remove")}</button>
        </div>
    }
}

/// Kinds of values that effects have.
#[derive(Clone, Copy, Default, PartialEq)]
enum Kind {
    /// The effect has no value of its own.
    #[default]
    Nothing,
    Turns,
    Points,
    Added,
    Number,
    Flag,
    Text,
}

fn kind(effect: &Effect) -> Kind {
    match effect {
        Effect::Bring(_) => Kind::Nothing,
        Effect::Switch { .. } => Kind::Turns,
        Effect::Points { .. } => Kind::Points,
        Effect::Add { .. } => Kind::Added,
        Effect::Set { to: Json::Bool(_), .. } => Kind::Flag,
        Effect::Set { to: Json::String(_), .. } => Kind::Text,
        Effect::Set { .. } => Kind::Number,
    }
}

fn found(event: &Event, [row, nth]: [usize; 2]) -> Option<&Effect> {
    event.rows.get(row)?.effects.get(nth)
}

/// The number of an effect.
fn number(effect: &Effect) -> i32 {
    match effect {
        Effect::Switch { turns, .. } => *turns,
        Effect::Points { points, .. } => *points,
        Effect::Add { by, .. } => *by,
        Effect::Set { to, .. } => to.as_i64().and_then(|number| i32::try_from(number).ok()).unwrap_or_default(),
        Effect::Bring(_) => 0,
    }
}

fn set_number(effect: &mut Effect, number: i32) {
    match effect {
        Effect::Switch { turns, .. } => *turns = number,
        Effect::Points { points, .. } => *points = number,
        Effect::Add { by, .. } => *by = number,
        Effect::Set { to, .. } => *to = number.into(),
        Effect::Bring(_) => {}
    }
}

/// The field of an effect's value.
fn value_form(of: EventEditing, at: [usize; 2], kind: Kind) -> Option<AnyView> {
    let change = move |change: &dyn Fn(&mut Effect)| {
        let [row, nth] = at;
        of.change(|event| {
            let effect = event.rows.get_mut(row).and_then(|row| row.effects.get_mut(nth));
            effect.into_iter().for_each(change);
        })
    };
    let editing = of.editing;
    let value = of.read(move |_, event| found(event, at).map(number).unwrap_or_default());
    let put = Callback::new(move |to: i32| change(&|effect| set_number(effect, to)));
    let labelled = move |label: &'static str| view! { <NumberEntry editing label value put/> }.into_any();
    match kind {
        Kind::Nothing => None,
        Kind::Turns => {
            let label = say("Number of turns");
            let none = say("to the end");
            Some(view! { <NumberEntry editing label value put none/> }.into_any())
        }
        Kind::Points => Some(labelled(say("Points"))),
        Kind::Added => Some(labelled(say("Adds"))),
        Kind::Number => Some(labelled(say("Becomes"))),
        Kind::Flag => {
            let is_on =
                of.read(move |_, event| matches!(found(event, at), Some(Effect::Set { to: Json::Bool(true), .. })));
            let toggle = move |event| {
                let on = event_target_checked(&event);
                of.change_or_notice(|event| {
                    let [row, nth] = at;
                    let effect = event.rows.get_mut(row).and_then(|row| row.effects.get_mut(nth));
                    if let Some(Effect::Set { to, .. }) = effect {
                        *to = on.into();
                    }
                });
            };
            Some(view! { <label class="chip"><input type="checkbox" prop:checked=is_on on:change=toggle/>{say("Ticked")}</label> }.into_any())
        }
        Kind::Text => {
            let value = of.read(move |_, event| match found(event, at) {
                Some(Effect::Set { to: Json::String(text), .. }) => text.clone(),
                _ => String::new(),
            });
            let put = Callback::new(move |text: String| {
                change(&|effect| {
                    if let Effect::Set { to, .. } = effect {
                        *to = text.clone().into();
                    }
                })
            });
            Some(view! { <TextEntry editing label=say("Becomes") value put most=SENTENCE_MAX/> }.into_any())
        }
    }
}
