//! A field of a form as a control. What cannot be read stays as it was typed, with a message beside it.

mod choices;
mod lists;
mod plain;

use super::frame::words;
use super::path;
use crate::app::pages::rules::SOURCE;
use choices::{chips, one_of_names, unit_named};
use drumhead::core::refusal::{Code, Refusal};
use drumhead::core::text::say;
use drumhead::form::{Field, Form, Kind, Origin};
use drumhead::rules::glossary::{Glossary, Term};
use drumhead::text;
use leptos::prelude::*;
use serde_json::{Map, Value as Json};

/// A form being filled in.
#[derive(Clone, Copy)]
pub struct Sheet {
    /// What it holds so far.
    pub value: Signal<Map<String, Json>>,
    /// What is wrong, and where.
    pub fault: Signal<Option<Fault>>,
    /// Puts a value at a place, or empties the place.
    pub set: Callback<(String, Option<Json>)>,
    /// The name of an object or a member of a list, by its place: `firers[0]`. None if no unit stands behind it.
    pub name: Callback<String, Option<String>>,
    /// Whether units stand behind a list's members, so that the cast says who they are.
    pub participants: Callback<String, bool>,
    /// A label with the names of those who take part.
    pub spell: Callback<String, String>,
    /// The names of the units that take a role, or of what else fields name.
    pub names: Callback<&'static str, Vec<String>>,
    /// Fields that are not drawn: what players sketch instead is.
    pub hidden: &'static [&'static str],
}

/// What is wrong with a form.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// Where: `target.counters`.
    pub field: String,
    /// What.
    pub message: String,
    /// Whether it is only that something was not said yet.
    pub unsaid: bool,
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        Self {
            message: refusal.message.to_string(),
            unsaid: refusal.code == Code::MissingField,
            field: refusal.field.clone(),
        }
    }
}

/// Which fields of a form are drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// All of them.
    All,
    /// All that are not rare.
    Usual,
    /// All that are.
    Unusual,
    /// What must be asked at the table: situations and choices that are not rare.
    Asked,
    /// What is asked only of players who ask for more: the rare ones.
    Rare,
    /// What the units tell.
    Facts,
}

impl Shown {
    fn shows(self, field: &Field) -> bool {
        match self {
            Shown::All => true,
            Shown::Usual => !field.rare,
            Shown::Unusual => field.rare,
            Shown::Asked => field.origin != Origin::Unit && !field.rare,
            Shown::Rare => field.origin != Origin::Unit && field.rare,
            Shown::Facts => field.origin == Origin::Unit,
        }
    }

    /// Whether each field of a form within the form is where it belongs, rather than the form as a whole.
    fn splits_forms(self) -> bool {
        matches!(self, Shown::Asked | Shown::Rare | Shown::Facts)
    }

    /// Whether a form has anything to show.
    pub fn any(self, form: &Form) -> bool {
        // Rulings are not asked at the table.
        form.fields.iter().filter(|field| self == Shown::All || field.id != "rulings").any(|field| {
            match inner_form(field) {
                Some(inner) if self.splits_forms() && !field.rare => self.any(inner),
                _ => self.shows(field),
            }
        })
    }
}

fn inner_form(field: &Field) -> Option<&'static Form> {
    match field.kind {
        Kind::Object(inner) => Some(inner),
        Kind::List { of: Kind::Object(inner), .. } => Some(*inner),
        _ => None,
    }
}

/// The fields of a form whose object is at `holder`.
pub fn fields(sheet: Sheet, form: &'static Form, holder: String, shown: Shown) -> AnyView {
    form.fields
        .iter()
        // Rulings are the battle's, chosen once: not asked at every shot.
        .filter(|field| shown == Shown::All || field.id != "rulings")
        .filter(|field| field.is_asked_at(&holder))
        .filter(|field| !sheet.hidden.contains(&field.id) && field.asked_at.is_empty())
        .filter_map(|field| {
            // A rare object is wholly rare; of any other, each field is where it belongs.
            let inner = inner_form(field).filter(|_| shown.splits_forms() && !field.rare);
            let drawn = inner.map_or_else(|| shown.shows(field), |inner| shown.any(inner));
            let shown = if field.rare || !shown.splits_forms() { Shown::All } else { shown };
            drawn.then(|| {
                let holder = holder.clone();
                let place = path::join(&holder, field.id);
                let matters =
                    Memo::new(move |_| sheet.value.with(|whole| field.matters(form, &path::object(whole, &holder))));
                view! { <Show when=move || matters.get()>{control(sheet, field, place.clone(), shown)}</Show> }
            })
        })
        .collect_view()
        .into_any()
}

/// A field's label.
pub fn label(field: &Field) -> String {
    if field.label.is_empty() { words(field.id) } else { say(field.label).to_owned() }
}

fn control(sheet: Sheet, field: &'static Field, place: String, shown: Shown) -> AnyView {
    let label = sheet.spell.run(label(field));
    let one_of = |choices| chips(sheet, field, &place, &label, choices);
    let number = |min, max, step| plain::stepper(sheet, field, &place, &label, min, max, step);
    let drawn = match field.kind {
        Kind::Flag => plain::flag(sheet, field, &place, &label),
        Kind::Whole { min, max } if !field.names.is_empty() => unit_named(sheet, field, &place, &label, (min, max)),
        Kind::Whole { min, max } => number(f64::from(min), f64::from(max), 1.0),
        Kind::Number { min, max, step } => number(min, max, if step > 0.0 { step } else { 1.0 }),
        Kind::OneOf(numbers) => {
            one_of(numbers.iter().map(|number| (Json::from(*number), number.to_string())).collect())
        }
        Kind::Choice(choices) => choices::offered(sheet, field, &place, &label, choices),
        Kind::Text(longest) if !field.names.is_empty() => one_of_names(sheet, field, &place, &label, longest),
        Kind::Text(longest) => plain::text(sheet, field, &place, &label, longest),
        Kind::List { of: Kind::Choice(choices), max, .. } if field.in_order => {
            lists::sequence(sheet, field, &place, &label, (choices, max))
        }
        // A list of choices of any length from none is a set; one of fixed length has an order.
        Kind::List { of: Kind::Choice(choices), min, max } if min != max => {
            lists::set_of(sheet, &place, &label, choices)
        }
        Kind::List { of: Kind::Object(inner), min, max } => {
            lists::members(sheet, inner, place.clone(), &label, shown, (min, max))
        }
        Kind::List { of, min, max } => lists::values(sheet, field, of, &place, &label, (min, max)),
        // What is wrong within a form stands at its own field.
        Kind::Object(inner) => {
            let title = sheet.name.run(place.clone()).unwrap_or(label);
            return view! { <fieldset class="group"><legend>{title}</legend>{fields(sheet, inner, place, shown)}</fieldset> }.into_any();
        }
        Kind::Counts { of, max } => return plain::counts(sheet, of, max, &place, &label),
    };
    with_fault(sheet, &place, drawn)
}

/// What a field holds: what was said, else its default.
fn held(sheet: Sheet, field: &'static Field, place: &str) -> Signal<Option<Json>> {
    let place = place.to_owned();
    Memo::new(move |_| sheet.value.with(|value| path::get(value, &place).cloned().or_else(|| field.need.default())))
        .into()
}

/// A control with what is wrong with it below.
fn with_fault(sheet: Sheet, place: &str, control: AnyView) -> AnyView {
    let place = place.to_owned();
    let fault = Memo::new(move |_| sheet.fault.with(|fault| fault.clone().filter(|fault| fault.field == place)));
    let is = move |unsaid: bool| fault.with(|fault| fault.as_ref().is_some_and(|fault| fault.unsaid == unsaid));
    let message = move || fault.get().filter(|fault| !fault.unsaid).map(|fault| fault.message);
    view! {
        <div class="field" class:wrong=move || is(false) class:unsaid=move || is(true)>
            {control}
            {move || message().map(|message| view! { <p class="fault" role="alert">{message}</p> })}
        </div>
    }
    .into_any()
}

/// What the terms of the rules mean, for the fields below: of a ruleset.
#[derive(Clone, Copy)]
pub struct Terms(pub &'static Glossary);

fn help(field: &Field) -> Option<AnyView> {
    if !field.help.is_empty() {
        return Some(asked_for("", view! { <p>{say(field.help)}</p> }.into_any()));
    }
    use_context::<Terms>()
        .and_then(|terms| terms.0.term(field.id))
        .map(|term| asked_for("", explained(term).into_any()))
}

/// What a tracker means, for whoever asks, if the glossary has it. `whose`: its label, where none stands beside it.
pub fn meaning(glossary: &Glossary, tracker: &str, whose: &'static str) -> Option<AnyView> {
    glossary.term(tracker).map(|term| asked_for(whose, explained(term).into_any()))
}

fn asked_for(whose: &'static str, words: AnyView) -> AnyView {
    let name = if whose.is_empty() {
        say("What is this?").to_owned()
    } else {
        text!("{what}: what is this?", what = whose).to_string()
    };
    view! { <details class="help"><summary aria-label=name>"?"</summary>{words}</details> }.into_any()
}

/// A term's rule, with the heading of the source.
pub fn explained(term: &'static Term) -> impl IntoView {
    view! { <p>{say(term.rule)}" "<small lang=SOURCE>{term.heading}</small></p> }
}
