//! Trackers as they look on the table: numbers, switches, words; pips, and the markers beside a unit.

mod gauge;
mod markers;
mod pips;

pub use gauge::{Gauge, GaugeShown, UnitNumber};
pub use markers::{discs, marks, tokens};
pub use pips::{PipsControl, PipsDrawn, PipsView, counted, hidden_words, is_at_rest, pips_in_words, unknown};

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
use rules::ruleset::{Lie, TEXT_MAX, Tracker, Tracks, Wording};
use rules::text;
use rules::text::say;
use serde_json::Value as Json;
use web_sys::HtmlInputElement;

/// The control of a tracker.
#[component]
pub fn TrackerControl(
    /// The battle in play.
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

/// Sets a tracker; false if that is refused, as in a closed battle. A control of the browser's own then shows again what is held.
type Setter = Callback<Json, bool>;

/// Shows again what is held, in a field or a list whose change was refused.
fn put_back(event: &Event, held: &str) {
    event_target::<HtmlInputElement>(event).set_value(held);
}

/// The text, the choice or the unit that is held; empty without one.
fn word(held: Memo<Option<Json>>) -> String {
    held.with(|held| held.as_ref().and_then(Json::as_str).unwrap_or_default().to_owned())
}

/// The control of a tracker that is not hidden.
#[component]
fn ShownControl(battle: BattleState, of: String, tracker: &'static Tracker) -> impl IntoView {
    let tracked = battle.tracked(&of);
    let held = Memo::new(move |_| tracked.with(|facts| facts.get(tracker.id).cloned()));
    let named_of = of.clone();
    let set: Setter = Callback::new(move |to: Json| {
        battle.act_overriding(Action::ByHand, vec![Change::set(of.clone(), tracker.id, to)], Vec::new())
    });
    let control = match tracker.kind {
        Tracks::Pips { max } | Tracks::Count { max, .. } | Tracks::Reading { max } => {
            let number = Memo::new(move |_| held.with(|held| held.as_ref().and_then(Json::as_i64)).unwrap_or(0));
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
                <input type="checkbox" prop:checked=move || held.get() == Some(Json::Bool(true))
                    on:click=move |event| if !set.run(event_target_checked(&event).into()) { event.prevent_default() }/>
                {say(tracker.label)}
            </label>
        }
        .into_any(),
        Tracks::Word(choices) => view! {
            <label class="pick">
                <span class="label">{say(tracker.label)}</span>
                <select on:change=move |event| if !set.run(event_target_value(&event).into()) { untrack(|| put_back(&event, &word(held))) }>
                    {choices.iter().map(|choice| view! {
                        <option value=choice.id selected=move || held.get().is_some_and(|held| held == choice.id)>
                            {Names::of_battle(battle).spell_label(choice.label)}
                        </option>
                    }).collect_view()}
                </select>
            </label>
        }
        .into_any(),
        Tracks::Number { max } => view! { <NumberInput label=say(tracker.label) held max set/> }.into_any(),
        Tracks::Unit(_) => view! { <UnitSelect battle of=named_of tracker held set/> }.into_any(),
        Tracks::Units(_) => view! { <UnitBoxes battle of=named_of tracker held set/> }.into_any(),
        Tracks::Text => view! {
            <label class="pick">
                <span class="label">{say(tracker.label)}</span>
                <input type="text" autocomplete="off" maxlength=TEXT_MAX prop:value=move || word(held)
                    on:change=move |event| if !set.run(event_target_value(&event).trim().into()) { untrack(|| put_back(&event, &word(held))) }/>
            </label>
        }
        .into_any(),
        // Only procedures change it: there is nothing to explain beside it.
        Tracks::Data => return ().into_any(),
    };
    let control = match meaning(battle.ruleset.texts.glossary, tracker.id, say(tracker.label)) {
        Some(help) => view! { <div class="explained">{control}{help}</div> }.into_any(),
        None => control,
    };
    if !tracker.is_automatic() {
        return control;
    }
    let idle = move || held.get().is_none_or(|held| held == tracker.start.json());
    view! { <div hidden=move || idle()>{control}</div> }.into_any()
}

/// A whole number, with a true minus sign.
fn with_minus(number: i64) -> String {
    number.to_string().replace('-', "−")
}

/// A number with a fraction, to be typed. Text that is no such number stays as it was typed, with a message.
#[component]
fn NumberInput(label: &'static str, held: Memo<Option<Json>>, max: i32, set: Setter) -> impl IntoView {
    let wrong = RwSignal::new(false);
    let shown = move || text::number(held.get().and_then(|held| held.as_f64()).unwrap_or_default());
    let typed = move |event: Event| {
        let number = number::typed(&event_target_value(&event));
        let number = number.filter(|number| (0.0..=f64::from(max)).contains(number));
        wrong.set(number.is_none());
        if number.is_some_and(|number| !set.run(number.into())) {
            put_back(&event, &untrack(shown));
        }
    };
    view! {
        <label class="pick">
            <span class="label">{label}</span>
            <input type="text" inputmode="decimal" autocomplete="off" prop:value=shown on:change=typed/>
        </label>
        <Show when=move || wrong.get()>
            <p class="fault" role="alert">{text!("A number from 0 to {max}.", max = max).to_string()}</p>
        </Show>
    }
}

/// The units that a tracker of somebody can name, each with its id and its name.
fn candidates(battle: BattleState, of: String, tracker: &'static Tracker) -> Memo<Vec<(String, String)>> {
    battle.follow(move |open| {
        let table = open.state().table();
        let named = |id: &str| open.state().unit(id).map(|unit| unit.name().to_owned()).unwrap_or_default();
        tracker.candidates(&of, &table).into_iter().map(|unit| (unit.id.clone(), named(&unit.id))).collect()
    })
}

/// One of the units that a tracker can name, or none.
#[component]
fn UnitSelect(
    battle: BattleState,
    of: String,
    tracker: &'static Tracker,
    held: Memo<Option<Json>>,
    set: Setter,
) -> impl IntoView {
    let units = candidates(battle, of, tracker);
    let option = move |(id, name): (String, String)| {
        let this = id.clone();
        view! { <option value=id selected=move || held.get().is_some_and(|held| held == this)>{name}</option> }
    };
    view! {
        <label class="pick">
            <span class="label">{say(tracker.label)}</span>
            <select on:change=move |event| if !set.run(event_target_value(&event).into()) { untrack(|| put_back(&event, &word(held))) }>
                <option value="">"–"</option>
                {move || units.get().into_iter().map(option).collect_view()}
            </select>
        </label>
    }
}

/// One of the units that a tracker can name, or none, as chips: a tap each.
#[component]
pub fn UnitChips(
    /// The battle in play.
    battle: BattleState,
    /// The unit that it belongs to, by its id.
    of: String,
    /// Its description.
    tracker: &'static Tracker,
) -> impl IntoView {
    let tracked = battle.tracked(&of);
    let held = Memo::new(move |_| tracked.with(|facts| facts.get(tracker.id).cloned()));
    let units = candidates(battle, of.clone(), tracker);
    let options = Memo::new(move |_| {
        let nobody = (String::new(), say("Nobody").to_owned());
        std::iter::once(nobody).chain(units.get()).collect::<Vec<_>>()
    });
    let choose = Callback::new(move |id: String| {
        battle.act_overriding(Action::ByHand, vec![Change::set(of.clone(), tracker.id, id)], Vec::new());
    });
    view! { <Choice label=say(tracker.label) options chosen=Signal::derive(move || word(held)) choose/> }
}

/// Any of the units that a tracker can name as check boxes, behind the names of those that are picked.
#[component]
fn UnitBoxes(
    battle: BattleState,
    of: String,
    tracker: &'static Tracker,
    held: Memo<Option<Json>>,
    set: Setter,
) -> impl IntoView {
    let units = candidates(battle, of.clone(), tracker);
    let owner = StoredValue::new(of);
    let ids = move || held.get().and_then(|held| held.as_array().cloned()).unwrap_or_default();
    let picked = move || {
        let name = |id: &str| units.with(|all| all.iter().find(|(unit, _)| unit == id).map(|(_, name)| name.clone()));
        held.with(|held| held.as_ref().map(|held| unit_names(held, name)))
    };
    let unit = move |(id, name): (String, String)| {
        let (held_id, touched) = (id.clone(), id.clone());
        let is_picked = Memo::new(move |_| ids().iter().any(|held| *held == touched));
        let lie = tracker.kind.names().and_then(|names| names.lie).map(|lie| {
            let (other, name) = (id.clone(), name.clone());
            view! {
                <Show when=move || is_picked.get()>
                    <EdgeSelect battle of=owner.get_value() lie other=other.clone() name=name.clone()/>
                </Show>
            }
        });
        let tick = move |ticked: bool| {
            let mut ids = untrack(ids);
            ids.retain(|held| *held != id);
            if ticked {
                ids.push(id.clone().into());
            }
            set.run(ids.into())
        };
        view! {
            <label class="chip">
                <input type="checkbox" prop:checked=move || ids().iter().any(|held| *held == held_id)
                    on:click=move |event| if !tick(event_target_checked(&event)) { event.prevent_default() }/>
                {name}
            </label>
            {lie}
        }
    };
    view! {
        <details class="disclosure">
            <summary>{say(tracker.label)}" "{picked}</summary>
            {move || units.get().into_iter().map(unit).collect_view()}
        </details>
    }
}

/// The edge of a unit at which one of its contacts lies, as far as it is known.
#[component]
fn EdgeSelect(
    battle: BattleState,
    /// The unit, by its id.
    of: String,
    /// The tracker of the edges.
    lie: Lie,
    /// The enemy in contact, by its id.
    other: String,
    /// The name of the enemy.
    name: String,
) -> impl IntoView {
    let tracked = battle.tracked(&of);
    let edges = Memo::new(move |_| {
        tracked.with(|facts| facts.get(lie.tracker).and_then(Json::as_object).cloned()).unwrap_or_default()
    });
    let enemy = other.clone();
    let held =
        Memo::new(move |_| edges.with(|edges| edges.get(&enemy).and_then(Json::as_str).unwrap_or_default().to_owned()));
    let set = move |event: Event| {
        let edge = event_target_value(&event);
        let mut edges = edges.get_untracked();
        if edge.is_empty() {
            edges.remove(&other);
        } else {
            edges.insert(other.clone(), edge.into());
        }
        if !battle.act_overriding(Action::ByHand, vec![Change::set(of.clone(), lie.tracker, edges)], Vec::new()) {
            put_back(&event, &held.get_untracked());
        }
    };
    view! {
        <label class="pick">
            <span class="label">{text!("{name} touches", name = name).to_string()}</span>
            <select on:change=set>
                <option value="" selected=move || held.with(String::is_empty)>"–"</option>
                {lie.edges.iter().map(|edge| view! {
                    <option value=edge.id selected=move || held.with(|held| held == edge.id)>{say(edge.label)}</option>
                }).collect_view()}
            </select>
        </label>
    }
}

/// The mark of an element that flashes as its value changes: `a` and `b` in turn, nothing at first.
pub fn flash_marks<T: PartialEq + Clone + Send + Sync + 'static>(value: Memo<T>) -> Memo<Option<&'static str>> {
    Memo::new(move |before: Option<&Option<&'static str>>| {
        // Read here, because a memo that is only tracked never computes what it depends on.
        value.with(|_| ());
        match before {
            None => None,
            Some(Some("a")) => Some("b"),
            Some(_) => Some("a"),
        }
    })
}

/// A tracker in a few words; none where it has nothing to say. `name` gives a unit's name from its id.
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
        Tracks::Unit(_) | Tracks::Units(_) => Some(format!("{label}: {}", unit_names(facts.get(tracker.id)?, name))),
        Tracks::Word(choices) => {
            let word = choices.iter().find(|choice| facts.get(tracker.id).is_some_and(|held| *held == choice.id))?;
            Some(text!("{what}: {held}", what = tracker.label, held = word.label).to_string())
        }
        Tracks::Text => Some(facts.get(tracker.id)?.as_str()?)
            .filter(|text| !text.is_empty())
            .map(|text| text!("{what}: {held}", what = tracker.label, held = text.to_owned()).to_string()),
        Tracks::Data => None,
    }
}
