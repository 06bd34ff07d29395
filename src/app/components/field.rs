//! Fields of a form as controls. An input that cannot be read stays as it was typed, with a message below it.

mod bands;
mod choices;
mod duel;
mod figures;
mod lists;
mod pairs;
mod plain;

use super::names::Names;
use bands::BandsField;
pub use bands::bands_at;
use battle::panel::InputFault;
use choices::{Chips, NamedUnit, OfferedChoices, OneOfNames};
pub use duel::Appearance;
use duel::{Duel, both_alone};
pub use figures::{Figure, Offer, OptionFigure, OptionFigures, StepFigure};
use leptos::context::Provider;
use leptos::prelude::*;
use lists::{ForAllMembers, MembersField, SequenceField, SetField, ValuesField};
use plain::{CountsField, FlagField, NumberField, TextField};
pub use plain::{TypedNumber, shown_number};
use rules::form::path;
use rules::form::{Choice, Field, Form, Kind, Origin, Sequence};
use rules::glossary::{Glossary, Term};
use rules::own;
use rules::text;
use rules::text::{headings, say, words};
use serde_json::{Map, Value as Json};

/// A form being filled in.
#[derive(Clone, Copy)]
pub struct Sheet {
    /// Values so far.
    pub value: Signal<Map<String, Json>>,
    /// The error of the form, with its field.
    pub fault: Signal<Option<InputFault>>,
    /// Sets the value at a place, or removes it.
    pub set: Callback<(String, Option<Json>)>,
    /// The name of the unit that an object or a list member describes, by its place: `firers[0]`. `None` if it describes no unit.
    pub name: Callback<String, Option<String>>,
    /// True for the place of a list whose members are the units of a role, which players choose elsewhere.
    pub participants: Callback<String, bool>,
    /// The names of the units that take part, for labels.
    pub names_of_units: Signal<Names>,
    /// The names of the units of a role, or of another list from which fields choose by name.
    pub names: Callback<&'static str, Vec<String>>,
    /// The side and the sign of a unit. The key is a role, a list of facts or a list of names, and the unit's index in it.
    pub appearance: Callback<(String, usize), Option<Appearance>>,
    /// True for the place of a question that the table answers: its value is among the facts of the units.
    pub known: Callback<String, bool>,
    /// The reason why the rules forbid a value at a place. Tracks the act.
    pub forbidden: Callback<(String, Json), Option<String>>,
    /// Id of the field that the page draws as buttons, because the act turns on it.
    pub decisive: Signal<Option<&'static str>>,
    /// Fields that are not drawn, because players fill in a sketch instead.
    pub hidden: &'static [&'static str],
}

impl Sheet {
    /// The label of a choice, with the names of the units.
    fn choice_label(&self, choice: &Choice) -> String {
        self.names_of_units.with(|names| names.spell_label(choice.label))
    }
}

/// A context of fields that share a line: numbers have no buttons, and choices are drop-down lists.
#[derive(Clone, Copy)]
pub struct InLine;

/// The fields of a form that are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// All fields.
    All,
    /// Fields that are not rare.
    Usual,
    /// Rare fields.
    Unusual,
    /// Questions to the players: situations and choices that are not rare.
    Questions,
    /// Rare questions, which are folded.
    Rare,
    /// Facts of the units.
    Facts,
}

impl Shown {
    fn shows(self, field: &Field) -> bool {
        match self {
            Shown::All => true,
            Shown::Usual => !field.rare,
            Shown::Unusual => field.rare,
            Shown::Questions => field.origin != Origin::Unit && !field.rare,
            Shown::Rare => field.origin != Origin::Unit && field.rare,
            Shown::Facts => field.origin == Origin::Unit,
        }
    }

    /// True if the fields of an inner form are selected one by one. Otherwise an inner form is shown or left out as a whole.
    fn splits_forms(self) -> bool {
        matches!(self, Shown::Questions | Shown::Rare | Shown::Facts)
    }

    /// True if a form has a field to show.
    pub fn any(self, form: &Form) -> bool {
        // Rulings are not asked at the table.
        let mut asked =
            form.fields.iter().filter(|field| !own::is_field(field) && (self == Shown::All || field.id != "rulings"));
        asked.any(|field| match inner_form(field) {
            Some(inner) if self.splits_forms() && !field.rare => self.any(inner),
            _ => self.shows(field),
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

/// The fields of a form.
#[component]
pub fn Fields(
    /// The form being filled in.
    sheet: Sheet,
    /// Description of the fields.
    form: &'static Form,
    /// The place of the object that the fields belong to; empty for the form as a whole.
    #[prop(optional, into)]
    holder: String,
    /// The fields that are drawn.
    shown: Shown,
    /// Fields that are drawn elsewhere.
    #[prop(optional, into)]
    without: Vec<&'static Field>,
) -> impl IntoView {
    let fields = form
        .fields
        .iter()
        .filter(|field| !without.iter().any(|left_out| left_out.id == field.id))
        // Rulings are chosen once for the battle.
        .filter(|field| shown == Shown::All || field.id != "rulings")
        .filter(|field| field.is_shown_in(&holder) && !own::is_field(field))
        .filter(|field| !sheet.hidden.contains(&field.id) && field.mid_roll_purposes().is_empty())
        .filter_map(|field| {
            // If an object is rare, so are all its fields. In other objects, each field is rare or not.
            let inner = inner_form(field).filter(|_| shown.splits_forms() && !field.rare);
            // A field that the table can answer moves between the questions and the facts as the table changes.
            let may_be_known = inner.is_none() && field.origin != Origin::Unit && !field.rare;
            let belongs = inner.map_or_else(|| shown.shows(field), |inner| shown.any(inner));
            let drawn = belongs || may_be_known && shown == Shown::Facts;
            let selection = shown;
            let shown = if field.rare || !shown.splits_forms() { Shown::All } else { shown };
            drawn.then(|| {
                let holder = holder.clone();
                let place = path::join(&holder, field.id);
                let asked = place.clone();
                let matters = Memo::new(move |_| {
                    let known = may_be_known && sheet.known.run(asked.clone());
                    let is_here = match selection {
                        Shown::Questions => !known,
                        Shown::Facts => known || !may_be_known,
                        _ => true,
                    };
                    let is_drawn_elsewhere = field.decides && sheet.decisive.get() == Some(field.id);
                    let is_asked = |object: &Map<String, Json>| {
                        field.matters(form, object) && !(selection == Shown::Questions && field.is_settled(object))
                    };
                    is_here && !is_drawn_elsewhere && sheet.value.with(|whole| is_asked(&path::object(whole, &holder)))
                });
                view! { <Show when=move || matters.get()><Control sheet field place=place.clone() shown/></Show> }
            })
        });
    fields.collect_view()
}

/// A field's label, with the names of the units.
pub fn label(field: &Field, names: &Names) -> String {
    if field.label.is_empty() { words(field.id) } else { names.spell_label(field.label) }
}

/// A field as a control. Redrawn when the names in its label change.
#[component]
fn Control(sheet: Sheet, field: &'static Field, place: String, shown: Shown) -> impl IntoView {
    move || {
        let (place, label) = (place.clone(), sheet.names_of_units.with(|names| label(field, names)));
        match field.kind {
            // A fault within a form is shown at its own field.
            Kind::Object(form) => {
                let title = sheet.name.run(place.clone()).unwrap_or(label);
                let fields = view! { <Fields sheet form holder=place shown/> };
                view! { <fieldset class="group"><legend>{title}</legend>{fields}</fieldset> }.into_any()
            }
            Kind::Counts { of, max } => view! { <CountsField sheet of max place label/> }.into_any(),
            _ => view! { <WithFault sheet place=place.clone()>{one_control(sheet, field, place, label, shown)}</WithFault> }
                .into_any(),
        }
    }
}

/// The control of a field with a single value or a list.
fn one_control(sheet: Sheet, field: &'static Field, place: String, label: String, shown: Shown) -> AnyView {
    match field.kind {
        Kind::Flag => match field.ways {
            Some([yes, no]) => {
                let spell = |way| sheet.names_of_units.with(|names| names.spell_label(way));
                let choices = vec![(true.into(), spell(yes)), (false.into(), spell(no))];
                view! { <Chips sheet field place label choices/> }.into_any()
            }
            None => view! { <FlagField sheet field place label/> }.into_any(),
        },
        Kind::Whole { min, max } if !field.names.is_empty() => {
            view! { <NamedUnit sheet field place label range=(min, max)/> }.into_any()
        }
        Kind::Whole { min, max } => {
            view! { <NumberField sheet field place label range=(f64::from(min), f64::from(max), 1.0)/> }.into_any()
        }
        Kind::Number { min, max, step } => {
            let range = (min, max, if step > 0.0 { step } else { 1.0 });
            match field.bands() {
                Some(bands) => view! { <BandsField sheet field bands place label range/> }.into_any(),
                None => view! { <NumberField sheet field place label range/> }.into_any(),
            }
        }
        Kind::OneOf(numbers) => {
            let choices = numbers.iter().map(|number| (Json::from(*number), number.to_string())).collect();
            view! { <Chips sheet field place label choices/> }.into_any()
        }
        Kind::Choice(choices) => match field.between().and_then(|roles| both_alone(sheet, roles)) {
            Some(blocks) => view! { <Duel sheet blocks edges=(field, place)/> }.into_any(),
            None => view! { <OfferedChoices sheet field place label choices/> }.into_any(),
        },
        Kind::Text(longest) if !field.names.is_empty() => {
            view! { <OneOfNames sheet field place label longest/> }.into_any()
        }
        Kind::Text(longest) => view! { <TextField sheet field place label longest/> }.into_any(),
        Kind::List { of: Kind::Choice(choices), max, .. } if field.sequence == Sequence::InOrder => {
            view! { <SequenceField sheet field place label choices max/> }.into_any()
        }
        // A list of choices whose length can vary is a set; one of fixed length has an order.
        Kind::List { of: Kind::Choice(choices), min, max } if min != max => {
            view! { <SetField sheet place label choices/> }.into_any()
        }
        Kind::List { of: Kind::Object(inner), min, max } => {
            // The members are the units of a role, so players only answer for them.
            let asks = shown == Shown::Questions && sheet.participants.run(place.clone());
            let for_all = asks.then(|| view! { <ForAllMembers sheet inner place=place.clone()/> });
            view! { {for_all}<MembersField sheet inner place label shown lengths=(min, max)/> }.into_any()
        }
        Kind::List { of, min, max } => {
            view! { <ValuesField sheet field of place label lengths=(min, max)/> }.into_any()
        }
        Kind::Object(_) | Kind::Counts { .. } => ().into_any(),
    }
}

/// The value of a field: the player's answer; without one, its default.
fn value_of(sheet: Sheet, field: &'static Field, place: &str) -> Signal<Option<Json>> {
    let place = place.to_owned();
    let usual = move |value: &Map<String, Json>, place: &str| {
        let holder = place.rsplit_once('.').map_or("", |(holder, _)| holder);
        field.need.default().or_else(|| field.usual?(&path::object(value, holder)))
    };
    let value = move || sheet.value.with(|value| path::get(value, &place).cloned().or_else(|| usual(value, &place)));
    Memo::new(move |_| value()).into()
}

/// The fault of a field. A context for its controls.
#[derive(Clone)]
struct FieldFault {
    /// Id of the element that has the message.
    id: String,
    /// True while there is a message.
    is_wrong: Memo<bool>,
}

/// The attributes `aria-invalid` and `aria-describedby` of a control. A control that is redrawn may read them once more when the signals
/// of the field are already gone, so they are read by `try_get`.
fn fault_of_control() -> (impl Fn() -> Option<&'static str> + Clone, impl Fn() -> Option<String> + Clone) {
    let fault: Option<FieldFault> = use_context();
    let is_wrong = fault.as_ref().map(|fault| fault.is_wrong);
    let is_wrong = move || is_wrong.and_then(|is_wrong| is_wrong.try_get()).unwrap_or_default();
    let described = move || fault.as_ref().filter(|_| is_wrong()).map(|fault| fault.id.clone());
    (move || is_wrong().then_some("true"), described)
}

/// A control with its fault below it, if it has one.
#[component]
fn WithFault(sheet: Sheet, place: String, children: Children) -> impl IntoView {
    let id = format!("fault-{place}");
    let fault = Memo::new(move |_| sheet.fault.with(|fault| fault.clone().filter(|fault| fault.field == place)));
    let is_wrong = Memo::new(move |_| fault.with(|fault| fault.as_ref().is_some_and(|fault| !fault.is_missing)));
    let field_fault = FieldFault { id: id.clone(), is_wrong };
    let has_fault =
        move |is_missing: bool| fault.with(|fault| fault.as_ref().is_some_and(|fault| fault.is_missing == is_missing));
    let message = move || fault.get().filter(|fault| !fault.is_missing).map(|fault| fault.message);
    view! {
        <div class="field" class:wrong=move || has_fault(false) class:missing=move || has_fault(true)>
            <Provider value=field_fault>{children()}</Provider>
            {move || message().map(|message| view! { <p class="fault" role="alert" id=id.clone()>{message}</p> })}
        </div>
    }
}

/// The glossary of a ruleset. A context for the fields, which show the meanings of terms.
#[derive(Clone, Copy)]
pub struct Terms(pub &'static Glossary);

/// The explanation of a field, behind a question mark.
fn help(field: &'static Field, label: &str) -> Option<AnyView> {
    if !field.help.is_empty() {
        return Some(view! { <Help whose=label><p>{say(field.help)}</p></Help> }.into_any());
    }
    let term = use_context::<Terms>().and_then(|terms| terms.0.term(field.id))?;
    Some(view! { <Help whose=label><Explained term/></Help> }.into_any())
}

/// The explanation of a tracker, behind a question mark; `None` if the glossary has none. `whose` is the tracker's label.
pub fn meaning(glossary: &Glossary, tracker: &str, whose: &'static str) -> Option<impl IntoView + use<>> {
    glossary.term(tracker).map(|term| view! { <Help whose><Explained term/></Help> })
}

/// An explanation behind a question mark.
#[component]
fn Help(
    /// Label of the field or tracker. It is part of the accessible name, because screen readers list all question marks of a page.
    #[prop(into)]
    whose: String,
    children: Children,
) -> impl IntoView {
    let name = text!("{what}: what is this?", what = whose).to_string();
    view! { <details class="help"><summary><span aria-hidden="true">"?"</span><span class="visually-hidden">{name}</span></summary>{children()}</details> }
}

/// The rule about a term, with its heading in the rulebook.
#[component]
pub fn Explained(term: &'static Term) -> impl IntoView {
    view! { <p>{say(term.rule)}" "<small>{headings(term.heading)}</small></p> }
}
