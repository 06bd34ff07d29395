//! Controls and short texts for trackers: numbers, flags, choices and units; pips, and the markers next to a unit.

mod gauge;
mod markers;
mod pips;

pub use gauge::{Gauge, GaugeShown, UnitNumber};
pub use markers::{discs, tokens};
pub use pips::{PipsControl, PipsDrawn, PipsView, hidden_words, is_at_rest, pips_in_words, unknown};

use super::choice::Choice;
use super::field::meaning;
use super::stepper::{Step, Stepper, Steps, ends};
use crate::app::components::names::Names;
use crate::app::state::BattleState;
use battle::analysis::act_words::unit_names;
use battle::{Action, Change};
use leptos::ev::Event;
use leptos::prelude::*;
use rules::facts::Facts;
use rules::number;
use rules::ruleset::{ContactEdges, TEXT_MAX, Tracker, Tracks, Wording};
use rules::text;
use rules::text::say;
use serde_json::Value as Json;
use web_sys::HtmlInputElement;

/// The control of a tracker.
#[component]
pub fn TrackerControl(
    battle: BattleState,
    /// The unit (by its id), the side (`a`, `b`) or the battle (`battle`) that it belongs to.
    #[prop(into)]
    of: String,
    /// Its description.
    tracker: &'static Tracker,
) -> impl IntoView {
    let (tracked, named_of) = (battle.tracked(&of), of);
    if tracker.secret {
        let is_hidden = Memo::new(move |_| tracked.with(|facts| tracker.is_hidden_in(facts)));
        let shown = move || view! { <ShownControl battle of=named_of.clone() tracker/> };
        return (move || if is_hidden.get() { unknown(tracker).into_any() } else { shown().into_any() }).into_any();
    }
    view! { <ShownControl battle of=named_of tracker/> }.into_any()
}

/// Sets a tracker. Returns false if that is refused, as in a closed battle; the control must then show the old value again.
type Setter = Callback<Json, bool>;

/// Shows the old value again, in a field or a list whose change was refused.
fn show_old_value(event: &Event, value: &str) {
    event_target::<HtmlInputElement>(event).set_value(value);
}

/// The value of a tracker as a string: the text, or the id of the choice or the unit. Empty without one.
fn string_value(value: Memo<Option<Json>>) -> String {
    value.with(|value| value.as_ref().and_then(Json::as_str).unwrap_or_default().to_owned())
}

/// The control of a tracker that is not hidden.
#[component]
fn ShownControl(battle: BattleState, of: String, tracker: &'static Tracker) -> impl IntoView {
    let tracked = battle.tracked(&of);
    let value = Memo::new(move |_| tracked.with(|facts| facts.get(tracker.id).cloned()));
    let named_of = of.clone();
    let set: Setter = Callback::new(move |to: Json| {
        battle.act_overriding(Action::ByHand, vec![Change::set(of.clone(), tracker.id, to)], Vec::new())
    });
    let control = match tracker.kind {
        Tracks::Pips { max } | Tracks::Count { max, .. } | Tracks::Reading { max } => {
            let number = Memo::new(move |_| value.with(|value| value.as_ref().and_then(Json::as_i64)).unwrap_or(0));
            let (label, least, most) = (say(tracker.label), i64::from(tracker.kind.least()), i64::from(max));
            let take = move |step: Step| {
                set.run((number.get_untracked() + i64::from(step.one())).into());
            };
            let ends = move || ends(number.get(), least, most, with_minus);
            let steps = Steps::new(battle.app, label, battle.unit_name(&named_of), ends, take);
            view! { <Stepper label steps><output data-turn=flash_marks(number)>{move || with_minus(number.get())}</output></Stepper> }.into_any()
        }
        Tracks::Flag => view! {
            <label class="chip">
                <input type="checkbox" prop:checked=move || value.get() == Some(Json::Bool(true))
                    on:click=move |event| if !set.run(event_target_checked(&event).into()) { event.prevent_default() }/>
                {say(tracker.label)}
            </label>
        }
        .into_any(),
        Tracks::Word(choices) => view! {
            <label class="pick">
                <span class="label">{say(tracker.label)}</span>
                <select on:change=move |event| if !set.run(event_target_value(&event).into()) { untrack(|| show_old_value(&event, &string_value(value))) }>
                    {choices.iter().map(|choice| view! {
                        <option value=choice.id selected=move || value.get().is_some_and(|value| value == choice.id)>
                            {Names::of_battle(battle).spell_label(choice.label)}
                        </option>
                    }).collect_view()}
                </select>
            </label>
        }
        .into_any(),
        Tracks::Number { max } => view! { <NumberInput label=say(tracker.label) value max set/> }.into_any(),
        Tracks::Unit(_) => view! { <UnitSelect battle of=named_of tracker value set/> }.into_any(),
        Tracks::Units(_) => view! { <UnitBoxes battle of=named_of tracker value set/> }.into_any(),
        Tracks::Text => view! {
            <label class="pick">
                <span class="label">{say(tracker.label)}</span>
                <input type="text" autocomplete="off" maxlength=TEXT_MAX prop:value=move || string_value(value)
                    on:change=move |event| if !set.run(event_target_value(&event).trim().into()) { untrack(|| show_old_value(&event, &string_value(value))) }/>
            </label>
        }
        .into_any(),
        // Only procedures change it: there is neither a control nor an explanation.
        Tracks::Data => return ().into_any(),
    };
    let control = match meaning(battle.ruleset.texts.glossary, tracker.id, say(tracker.label)) {
        Some(help) => view! { <div class="explained">{control}{help}</div> }.into_any(),
        None => control,
    };
    if !tracker.is_automatic() {
        return control;
    }
    let idle = move || value.get().is_none_or(|value| value == tracker.start.json());
    view! { <div hidden=move || idle()>{control}</div> }.into_any()
}

/// A whole number, with the typographic minus sign.
fn with_minus(number: i64) -> String {
    number.to_string().replace('-', "−")
}

/// A text box for a number that can have a fraction. An invalid text stays as it was typed, with a message.
#[component]
fn NumberInput(label: &'static str, value: Memo<Option<Json>>, max: i32, set: Setter) -> impl IntoView {
    let wrong = RwSignal::new(false);
    let shown = move || text::number(value.get().and_then(|value| value.as_f64()).unwrap_or_default());
    let on_change = move |event: Event| {
        let number = number::typed(&event_target_value(&event));
        let number = number.filter(|number| (0.0..=f64::from(max)).contains(number));
        wrong.set(number.is_none());
        if number.is_some_and(|number| !set.run(number.into())) {
            show_old_value(&event, &untrack(shown));
        }
    };
    view! {
        <label class="pick">
            <span class="label">{label}</span>
            <input type="text" inputmode="decimal" autocomplete="off" prop:value=shown on:change=on_change/>
        </label>
        <Show when=move || wrong.get()>
            <p class="fault" role="alert">{text!("A number from 0 to {max}.", max = max).to_string()}</p>
        </Show>
    }
}

/// The units that a tracker of `of` can name, each with its id and its name.
fn candidates(battle: BattleState, of: String, tracker: &'static Tracker) -> Memo<Vec<(String, String)>> {
    battle.follow(move |open| {
        let table = open.state().table();
        let named = |id: &str| open.state().unit(id).map(|unit| unit.name().to_owned()).unwrap_or_default();
        tracker.candidates(&of, &table).into_iter().map(|unit| (unit.id.clone(), named(&unit.id))).collect()
    })
}

/// A drop-down list of the units that a tracker can name.
#[component]
fn UnitSelect(
    battle: BattleState,
    of: String,
    tracker: &'static Tracker,
    value: Memo<Option<Json>>,
    set: Setter,
) -> impl IntoView {
    let units = candidates(battle, of, tracker);
    let option = move |(id, name): (String, String)| {
        let this = id.clone();
        view! { <option value=id selected=move || value.get().is_some_and(|value| value == this)>{name}</option> }
    };
    view! {
        <label class="pick">
            <span class="label">{say(tracker.label)}</span>
            <select on:change=move |event| if !set.run(event_target_value(&event).into()) { untrack(|| show_old_value(&event, &string_value(value))) }>
                <option value="">"–"</option>
                {move || units.get().into_iter().map(option).collect_view()}
            </select>
        </label>
    }
}

/// The units that a tracker can name, or none, as chips.
#[component]
pub fn UnitChips(
    battle: BattleState,
    /// The unit that it belongs to, by its id.
    of: String,
    /// Its description.
    tracker: &'static Tracker,
) -> impl IntoView {
    let tracked = battle.tracked(&of);
    let value = Memo::new(move |_| tracked.with(|facts| facts.get(tracker.id).cloned()));
    let units = candidates(battle, of.clone(), tracker);
    let options = Memo::new(move |_| {
        let nobody = (String::new(), say("Nobody").to_owned());
        std::iter::once(nobody).chain(units.get()).collect::<Vec<_>>()
    });
    let choose = Callback::new(move |id: String| {
        battle.act_overriding(Action::ByHand, vec![Change::set(of.clone(), tracker.id, id)], Vec::new());
    });
    view! { <Choice label=say(tracker.label) options chosen=Signal::derive(move || string_value(value)) choose/> }
}

/// The names of the checked units: "none" if there are none.
fn checked_names(value: &Json, name: impl Fn(&str) -> Option<String>) -> String {
    if value.as_array().is_some_and(Vec::is_empty) { say("none").to_owned() } else { unit_names(value, name) }
}

/// Check boxes for the units that a tracker can name, folded under the names of the checked ones.
#[component]
fn UnitBoxes(
    battle: BattleState,
    of: String,
    tracker: &'static Tracker,
    value: Memo<Option<Json>>,
    set: Setter,
) -> impl IntoView {
    let units = candidates(battle, of.clone(), tracker);
    let owner = StoredValue::new(of);
    let ids = move || value.get().and_then(|value| value.as_array().cloned()).unwrap_or_default();
    let picked = move || {
        let name = |id: &str| units.with(|all| all.iter().find(|(unit, _)| unit == id).map(|(_, name)| name.clone()));
        value.with(|value| value.as_ref().map(|value| checked_names(value, name)))
    };
    let unit = move |(id, name): (String, String)| {
        let (checked_id, contact) = (id.clone(), id.clone());
        let is_picked = Memo::new(move |_| ids().iter().any(|value| *value == contact));
        let edge_select = tracker.kind.names().and_then(|names| names.contact_edges).map(|contact_edges| {
            let (other, name) = (id.clone(), name.clone());
            view! {
                <Show when=move || is_picked.get()>
                    <EdgeSelect battle of=owner.get_value() contact_edges other=other.clone() name=name.clone()/>
                </Show>
            }
        });
        let tick = move |ticked: bool| {
            let mut ids = untrack(ids);
            ids.retain(|value| *value != id);
            if ticked {
                ids.push(id.clone().into());
            }
            set.run(ids.into())
        };
        view! {
            <label class="chip">
                <input type="checkbox" prop:checked=move || ids().iter().any(|value| *value == checked_id)
                    on:click=move |event| if !tick(event_target_checked(&event)) { event.prevent_default() }/>
                {name}
            </label>
            {edge_select}
        }
    };
    view! {
        <details class="disclosure">
            <summary>{say(tracker.label)}" "{picked}</summary>
            {move || units.get().into_iter().map(unit).collect_view()}
        </details>
    }
}

/// A select of the edge of a unit that an enemy in contact touches.
#[component]
fn EdgeSelect(
    battle: BattleState,
    /// The unit, by its id.
    of: String,
    /// The tracker of the edges, and the edges to choose from.
    contact_edges: ContactEdges,
    /// The enemy in contact, by its id.
    other: String,
    /// The name of the enemy.
    name: String,
) -> impl IntoView {
    let tracked = battle.tracked(&of);
    let edges = Memo::new(move |_| {
        tracked.with(|facts| facts.get(contact_edges.tracker).and_then(Json::as_object).cloned()).unwrap_or_default()
    });
    let enemy = other.clone();
    let value =
        Memo::new(move |_| edges.with(|edges| edges.get(&enemy).and_then(Json::as_str).unwrap_or_default().to_owned()));
    let set = move |event: Event| {
        let edge = event_target_value(&event);
        let mut edges = edges.get_untracked();
        if edge.is_empty() {
            edges.remove(&other);
        } else {
            edges.insert(other.clone(), edge.into());
        }
        if !battle.act_overriding(
            Action::ByHand,
            vec![Change::set(of.clone(), contact_edges.tracker, edges)],
            Vec::new(),
        ) {
            show_old_value(&event, &value.get_untracked());
        }
    };
    view! {
        <label class="pick">
            <span class="label">{text!("{name} touches", name = name).to_string()}</span>
            <select on:change=set>
                <option value="" selected=move || value.with(String::is_empty)>"–"</option>
                {contact_edges.edges.iter().map(|edge| view! {
                    <option value=edge.id selected=move || value.with(|value| value == edge.id)>{say(edge.label)}</option>
                }).collect_view()}
            </select>
        </label>
    }
}

/// An attribute value that alternates between `a` and `b` as a value changes, so that the style sheet flashes the element. `None` at
/// first.
pub fn flash_marks<T: PartialEq + Clone + Send + Sync + 'static>(value: Memo<T>) -> Memo<Option<&'static str>> {
    Memo::new(move |before: Option<&Option<&'static str>>| {
        // The value is read, not only tracked, because a memo is computed only when it is read.
        value.with(|_| ());
        match before {
            None => None,
            Some(Some("a")) => Some("b"),
            Some(_) => Some("a"),
        }
    })
}

/// A tracker and its value in a few words; `None` if there is nothing to show. `name` returns a unit's name by its id.
pub fn in_words(tracker: &Tracker, facts: &Facts, name: impl Fn(&str) -> Option<String>) -> Option<String> {
    if tracker.is_hidden_in(facts) {
        return Some(hidden_words(tracker));
    }
    if let Wording::Render(render) = tracker.wording {
        return render(facts).map(|words| words.to_string());
    }
    let label = say(tracker.label);
    match tracker.kind {
        Tracks::Pips { .. } | Tracks::Count { .. } | Tracks::Reading { .. } => {
            Some(format!("{label} {}", with_minus(i64::from(tracker.count_in(facts)))))
        }
        Tracks::Number { .. } => Some(format!("{label} {}", text::number(facts.get(tracker.id)?.as_f64()?))),
        Tracks::Flag => tracker.is_set_in(facts).then(|| label.to_owned()),
        Tracks::Unit(_) | Tracks::Units(_) => {
            let who = unit_names(facts.get(tracker.id)?, name);
            Some(text!("{what}: {who}", what = tracker.label, who = who).to_string())
        }
        Tracks::Word(choices) => {
            let choice =
                choices.iter().find(|choice| facts.get(tracker.id).is_some_and(|value| *value == choice.id))?;
            Some(text!("{what}: {held}", what = tracker.label, held = choice.label).to_string())
        }
        Tracks::Text => Some(facts.get(tracker.id)?.as_str()?)
            .filter(|text| !text.is_empty())
            .map(|text| text!("{what}: {held}", what = tracker.label, held = text.to_owned()).to_string()),
        Tracks::Data => None,
    }
}
