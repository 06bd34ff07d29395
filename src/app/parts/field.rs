//! A field of a form as a control. What cannot be read stays as it was typed, with a message beside it.

use super::frame::words;
use super::path;
use drumhead::form::{Choice, Field, Form, Kind, Origin};
use drumhead::refusal::{Code, Refusal};
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
    pub cast: Callback<String, bool>,
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
        Self { message: refusal.message.to_string(), unsaid: refusal.code == Code::MissingField, field: refusal.field }
    }
}

/// Which fields of a form are drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// All of them.
    All,
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
            Shown::Asked => field.origin != Origin::Unit && !field.rare,
            Shown::Rare => field.origin != Origin::Unit && field.rare,
            Shown::Facts => field.origin == Origin::Unit,
        }
    }

    /// Whether a form has anything to show.
    pub fn any(self, form: &Form) -> bool {
        // Rulings are not asked at the table.
        form.fields.iter().filter(|field| self == Shown::All || field.id != "rulings").any(|field| {
            match inner_form(field) {
                Some(inner) if self != Shown::All && !field.rare => self.any(inner),
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
        .filter(|field| !sheet.hidden.contains(&field.id))
        .filter_map(|field| {
            // A rare object is wholly rare; of any other, each field is where it belongs.
            let inner = inner_form(field).filter(|_| shown != Shown::All && !field.rare);
            let drawn = inner.map_or_else(|| shown.shows(field), |inner| shown.any(inner));
            let shown = if field.rare { Shown::All } else { shown };
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
    if field.label.is_empty() { words(field.id) } else { field.label.to_owned() }
}

fn control(sheet: Sheet, field: &'static Field, place: String, shown: Shown) -> AnyView {
    let label = sheet.spell.run(label(field));
    match field.kind {
        Kind::Flag => with_fault(sheet, &place, flag(sheet, field, &place, &label)),
        Kind::Whole { min, max } if !field.names.is_empty() => {
            with_fault(sheet, &place, unit_named(sheet, field, &place, &label, (min, max)))
        }
        Kind::Whole { min, max } => {
            with_fault(sheet, &place, stepper(sheet, field, &place, &label, f64::from(min), f64::from(max), 1.0))
        }
        Kind::Number { min, max, step } => {
            let step = if step > 0.0 { step } else { 1.0 };
            with_fault(sheet, &place, stepper(sheet, field, &place, &label, min, max, step))
        }
        Kind::OneOf(numbers) => {
            let choices = numbers.iter().map(|number| (Json::from(*number), number.to_string())).collect();
            with_fault(sheet, &place, chips(sheet, field, &place, &label, choices))
        }
        Kind::Choice(choices) => with_fault(sheet, &place, choice(sheet, field, &place, &label, choices)),
        Kind::Text(longest) if !field.names.is_empty() => {
            with_fault(sheet, &place, one_of_names(sheet, field, &place, &label, longest))
        }
        Kind::Text(longest) => with_fault(sheet, &place, text(sheet, field, &place, &label, longest)),
        Kind::Object(inner) => view! {
            <fieldset class="group"><legend>{sheet.name.run(place.clone()).unwrap_or(label)}</legend>{fields(sheet, inner, place, shown)}</fieldset>
        }
        .into_any(),
        Kind::List { of: Kind::Object(inner), min, max } => members(sheet, inner, place, &label, shown, (min, max)),
        Kind::List { of: Kind::Choice(choices), max, .. } if field.in_order => {
            with_fault(sheet, &place, sequence(sheet, field, &place, &label, (choices, max)))
        }
        Kind::List { of: Kind::Choice(choices), .. } if field_is_set(field) => {
            with_fault(sheet, &place, set_of(sheet, &place, &label, choices))
        }
        Kind::List { of, min, max } => with_fault(sheet, &place, values(sheet, field, of, &place, &label, (min, max))),
        Kind::Counts { of, max } => counts(sheet, of, max, &place, &label),
    }
}

/// A list of choices of any length from none is a set; one of fixed length has an order.
fn field_is_set(field: &Field) -> bool {
    matches!(field.kind, Kind::List { min, max, .. } if min != max)
}

fn as_json(choices: &[Choice]) -> Vec<(Json, String)> {
    choices.iter().map(|choice| (Json::from(choice.id), choice.label.to_owned())).collect()
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
    let message = Memo::new(move |_| {
        sheet.fault.with(|fault| {
            fault.as_ref().filter(|fault| fault.field == place && !fault.unsaid).map(|fault| fault.message.clone())
        })
    });
    view! {
        <div class="field" class:wrong=move || message.with(Option::is_some)>
            {control}
            {move || message.get().map(|message| view! { <p class="fault" role="alert">{message}</p> })}
        </div>
    }
    .into_any()
}

fn help(field: &Field) -> Option<impl IntoView + use<>> {
    (!field.help.is_empty())
        .then(|| view! { <details class="help"><summary aria-label="What is this?">"?"</summary><p>{field.help}</p></details> })
}

fn flag(sheet: Sheet, field: &'static Field, place: &str, label: &str) -> AnyView {
    let value = held(sheet, field, place);
    let place = place.to_owned();
    view! {
        <label class="chip">
            <input
                type="checkbox"
                prop:checked=move || value.get() == Some(Json::Bool(true))
                on:change=move |event| sheet.set.run((place.clone(), Some(event_target_checked(&event).into())))
            />
            {label.to_owned()}
        </label>
        {help(field)}
    }
    .into_any()
}

fn shown_number(value: Option<Json>) -> String {
    match value {
        Some(Json::String(text)) => text,
        Some(Json::Number(number)) => number.as_f64().map(|number| number.to_string()).unwrap_or_default(),
        _ => String::new(),
    }
}

/// A number as JSON: whole where it is whole; what is no number stays text, to be refused at its field.
fn typed_number(text: &str) -> Option<Json> {
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    let plain = text.replace(',', ".");
    Some(
        plain
            .parse::<i64>()
            .map(Json::from)
            .or_else(|_| plain.parse::<f64>().map(Json::from))
            .unwrap_or_else(|_| Json::from(text)),
    )
}

fn number_json(number: f64) -> Json {
    #[expect(clippy::cast_possible_truncation, reason = "whole and small, as just tested")]
    if number.fract() == 0.0 && number.abs() < 1e9 { Json::from(number as i64) } else { Json::from(number) }
}

fn stepper(sheet: Sheet, field: &'static Field, place: &str, label: &str, min: f64, max: f64, step: f64) -> AnyView {
    let value = held(sheet, field, place);
    let number = move || value.get().and_then(|value| value.as_f64());
    let set = {
        let place = place.to_owned();
        move |to: Option<Json>| sheet.set.run((place.clone(), to))
    };
    let by = {
        let set = set.clone();
        move |by: f64| set(Some(number_json((number().unwrap_or(min - by.max(0.0)) + by).clamp(min, max))))
    };
    let (less, more) = (by.clone(), by);
    view! {
        <div class="stepper" role="group" aria-label=label.to_owned()>
            <span class="label">{label.to_owned()}</span>
            {help(field)}
            <button type="button" class="step" aria-label=format!("{label}: less")
                disabled={move || number().is_some_and(|number| number <= min)} on:click=move |_| less(-step)>"−"</button>
            <input inputmode="decimal" autocomplete="off" aria-label=label.to_owned()
                prop:value=move || shown_number(value.get())
                on:change=move |event| set(typed_number(&event_target_value(&event)))/>
            <button type="button" class="step" aria-label=format!("{label}: more")
                disabled={move || number().is_some_and(|number| number >= max)} on:click=move |_| more(step)>"+"</button>
        </div>
    }
    .into_any()
}

/// More choices than fit beside each other are a drop-down list.
const CHIPS: usize = 8;

fn chips(sheet: Sheet, field: &'static Field, place: &str, label: &str, mut choices: Vec<(Json, String)>) -> AnyView {
    if field.nullable {
        choices.insert(0, (Json::Null, "—".into()));
    }
    let value = held(sheet, field, place);
    let place = place.to_owned();
    if choices.len() > CHIPS {
        let options = choices.clone();
        return view! {
            <label class="pick">
                <span class="label">{label.to_owned()}</span>
                <select on:change=move |event| {
                    let chosen = event_target_value(&event).parse::<usize>().ok().and_then(|index| choices.get(index));
                    sheet.set.run((place.clone(), chosen.map(|(value, _)| value.clone())));
                }>
                    <option value="" selected=move || value.get().is_none()>"…"</option>
                    {options.into_iter().enumerate().map(|(index, (own, word))| view! {
                        <option value=index selected=move || value.get().as_ref() == Some(&own)>{word}</option>
                    }).collect_view()}
                </select>
            </label>
            {help(field)}
        }
        .into_any();
    }
    let group = place.clone();
    let buttons = choices.into_iter().map(|(own, word)| {
        let word = sheet.spell.run(word);
        let (place, mine) = (place.clone(), own.clone());
        view! {
            <label class="chip">
                <input type="radio" name=group.clone() prop:checked=move || value.get().as_ref() == Some(&mine)
                    on:change=move |_| sheet.set.run((place.clone(), Some(own.clone())))/>
                {word}
            </label>
        }
    });
    let buttons = buttons.collect_view();
    view! {
        <fieldset class="chips"><legend>{label.to_owned()}{help(field)}</legend>{buttons}</fieldset>
    }
    .into_any()
}

/// One of a list of choices: of those that are offered, given the form that the field stands in.
fn choice(sheet: Sheet, field: &'static Field, place: &str, label: &str, choices: &'static [Choice]) -> AnyView {
    let Some(among) = field.among else { return chips(sheet, field, place, label, as_json(choices)) };
    let (place, label) = (place.to_owned(), label.to_owned());
    let holder = place.rsplit_once('.').map_or_else(String::new, |(holder, _)| holder.to_owned());
    let offered = Memo::new(move |_| sheet.value.with(|whole| among(&path::object(whole, &holder))));
    let drawn = move || {
        let offered: Vec<Choice> =
            offered.with(|ids| choices.iter().filter(|choice| ids.contains(&choice.id)).copied().collect());
        chips(sheet, field, &place, &label, as_json(&offered))
    };
    drawn.into_any()
}

/// A unit of a role by its name; by its number where the role has no units.
fn unit_named(sheet: Sheet, field: &'static Field, place: &str, label: &str, (min, max): (i32, i32)) -> AnyView {
    let (place, label) = (place.to_owned(), label.to_owned());
    // The names change with the units that take part.
    let drawn = move || {
        let names = sheet.names.run(field.names);
        if names.is_empty() {
            return stepper(sheet, field, &place, &label, f64::from(min), f64::from(max), 1.0);
        }
        if nothing_to_choose(field, &names) {
            return ().into_any();
        }
        chips(sheet, field, &place, &label, numbered(min, names))
    };
    drawn.into_any()
}

/// Units by their names, the first having the number `min`.
fn numbered(min: i32, names: Vec<String>) -> Vec<(Json, String)> {
    (min..).zip(names).map(|(number, name)| (Json::from(number), name)).collect()
}

/// Where there is only one unit to name, and it is named already, nobody is asked.
fn nothing_to_choose(field: &Field, names: &[String]) -> bool {
    names.len() == 1 && !field.nullable && field.need.default().is_some()
}

/// One of the names that a field knows; any text where there are none.
fn one_of_names(sheet: Sheet, field: &'static Field, place: &str, label: &str, longest: usize) -> AnyView {
    let (place, label) = (place.to_owned(), label.to_owned());
    // The names change with the units that take part.
    let drawn = move || {
        let names = sheet.names.run(field.names);
        if names.is_empty() {
            return text(sheet, field, &place, &label, longest);
        }
        let choices = names.into_iter().map(|name| (Json::from(name.clone()), words(&name))).collect();
        chips(sheet, field, &place, &label, choices)
    };
    drawn.into_any()
}

fn text(sheet: Sheet, field: &'static Field, place: &str, label: &str, longest: usize) -> AnyView {
    let value = held(sheet, field, place);
    let place = place.to_owned();
    view! {
        <label class="pick">
            <span class="label">{label.to_owned()}</span>
            <input type="text" autocomplete="off" maxlength=longest
                prop:value=move || value.get().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
                on:input=move |event| {
                    let text = event_target_value(&event);
                    sheet.set.run((place.clone(), (!text.is_empty()).then(|| text.into())));
                }/>
        </label>
        {help(field)}
    }
    .into_any()
}

/// How many members a list has.
fn length(sheet: Sheet, place: &str) -> Memo<usize> {
    let place = place.to_owned();
    Memo::new(move |_| sheet.value.with(|value| path::get(value, &place).and_then(Json::as_array).map_or(0, Vec::len)))
}

fn list_at(sheet: Sheet, place: &str) -> Vec<Json> {
    sheet.value.with_untracked(|value| path::get(value, place).and_then(Json::as_array).cloned()).unwrap_or_default()
}

fn members(
    sheet: Sheet,
    inner: &'static Form,
    place: String,
    label: &str,
    shown: Shown,
    (min, max): (usize, usize),
) -> AnyView {
    let count = length(sheet, &place);
    let free = !sheet.cast.run(place.clone());
    let (title, whole, add_words) = (label.to_owned(), place.clone(), format!("Add: {}", label.to_lowercase()));
    let add = {
        let place = place.clone();
        move |_| {
            let mut list = list_at(sheet, &place);
            list.push(Json::Object(inner.usual()));
            sheet.set.run((place.clone(), Some(list.into())));
        }
    };
    let member = move |index: usize| {
        let here = format!("{whole}[{index}]");
        let name = sheet.name.run(here.clone()).unwrap_or_else(|| format!("{title} {}", index + 1));
        let whole = whole.clone();
        let remove = move |_| {
            let mut list = list_at(sheet, &whole);
            if index < list.len() {
                list.remove(index);
            }
            sheet.set.run((whole.clone(), Some(list.into())));
        };
        view! {
            <fieldset class="group">
                <legend>{name}</legend>
                {fields(sheet, inner, here, shown)}
                <Show when=move || free && (count.get() > min)>
                    <button type="button" class="quiet" on:click=remove.clone()>"Remove"</button>
                </Show>
            </fieldset>
        }
    };
    let list = view! {
        {move || (0..count.get()).map(member.clone()).collect_view()}
        <Show when=move || free && (count.get() < max)>
            <button type="button" class="quiet" on:click=add.clone()>{add_words.clone()}</button>
        </Show>
    }
    .into_any();
    with_fault(sheet, &place, list)
}

fn set_of(sheet: Sheet, place: &str, label: &str, choices: &'static [Choice]) -> AnyView {
    let whole = place.to_owned();
    let value = Memo::new(move |_| {
        sheet.value.with(|value| path::get(value, &whole).and_then(Json::as_array).cloned()).unwrap_or_default()
    });
    let boxes = choices.iter().map(|choice| {
        let place = place.to_owned();
        view! {
            <label class="chip">
                <input type="checkbox" prop:checked=move || value.with(|list| list.iter().any(|own| own == choice.id))
                    on:change=move |event| {
                        let mut list = list_at(sheet, &place);
                        list.retain(|own| own != choice.id);
                        if event_target_checked(&event) {
                            list.push(choice.id.into());
                        }
                        sheet.set.run((place.clone(), Some(list.into())));
                    }/>
                {choice.label}
            </label>
        }
    });
    let boxes = boxes.collect_view();
    view! { <fieldset class="chips"><legend>{label.to_owned()}</legend>{boxes}</fieldset> }.into_any()
}

/// A list of choices in the order in which they are tapped.
fn sequence(
    sheet: Sheet,
    field: &'static Field,
    place: &str,
    label: &str,
    (choices, max): (&'static [Choice], usize),
) -> AnyView {
    let (read, whole) = (place.to_owned(), place.to_owned());
    let so_far = move || {
        let list =
            sheet.value.with(|value| path::get(value, &read).and_then(Json::as_array).cloned()).unwrap_or_default();
        let word = |id: &Json| choices.iter().find(|choice| id == choice.id).map(|choice| choice.label.to_owned());
        list.iter().filter_map(word).collect::<Vec<_>>().join(", ")
    };
    let buttons = choices.iter().map(|choice| {
        let place = place.to_owned();
        view! {
            <button type="button" on:click=move |_| {
                let mut list = list_at(sheet, &place);
                if list.len() < max {
                    list.push(choice.id.into());
                    sheet.set.run((place.clone(), Some(list.into())));
                }
            }>{choice.label.to_owned()}</button>
        }
    });
    let buttons = buttons.collect_view();
    let back = move |_| {
        let mut list = list_at(sheet, &whole);
        list.pop();
        sheet.set.run((whole.clone(), Some(list.into())));
    };
    view! {
        <fieldset class="chips">
            <legend>{label.to_owned()}{help(field)}</legend>
            <output class="wide" aria-label=label.to_owned()>{so_far}</output>
            {buttons}
            <button type="button" class="quiet" on:click=back>"⌫ Take the last back"</button>
        </fieldset>
    }
    .into_any()
}

/// A list of numbers or choices in order, each with a control of its own.
fn values(
    sheet: Sheet,
    field: &'static Field,
    of: &'static Kind,
    place: &str,
    label: &str,
    (min, max): (usize, usize),
) -> AnyView {
    let defaults = field.need.default().and_then(|list| list.as_array().cloned()).unwrap_or_default();
    let place = place.to_owned();
    let here = place.clone();
    let current = move || {
        let list = sheet.value.with(|value| path::get(value, &here).and_then(Json::as_array).cloned());
        list.unwrap_or_else(|| defaults.clone())
    };
    let names = if field.names.is_empty() { Vec::new() } else { sheet.names.run(field.names) };
    if nothing_to_choose(field, &names) {
        return ().into_any();
    }
    let options: Vec<(Json, String)> = match *of {
        Kind::Choice(choices) => as_json(choices),
        Kind::Whole { min, .. } if !names.is_empty() => numbered(min, names),
        Kind::Whole { min, max } => (min..=max).map(|number| (number.into(), number.to_string())).collect(),
        _ => Vec::new(),
    };
    let set = move |list: Vec<Json>| sheet.set.run((place.clone(), Some(list.into())));
    let title = label.to_owned();
    let list = current.clone();
    let set_one = set.clone();
    let selects = move || {
        let members = list();
        members.clone().into_iter().enumerate().map(|(index, own)| {
            let (options, members, set) = (options.clone(), members.clone(), set_one.clone());
            let chosen = options.clone();
            view! {
                <select aria-label=format!("{title} {}", index + 1) on:change=move |event| {
                    let picked = event_target_value(&event).parse::<usize>().ok().and_then(|index| chosen.get(index));
                    if let Some((value, _)) = picked {
                        let mut members = members.clone();
                        members[index] = value.clone();
                        set(members);
                    }
                }>
                    {options.into_iter().enumerate().map(|(place, (value, word))| view! {
                        <option value=place selected=value == own>{word}</option>
                    }).collect_view()}
                </select>
            }
        }).collect_view()
    };
    let first = match *of {
        Kind::Choice(choices) => choices.first().map(|choice| Json::from(choice.id)),
        Kind::Whole { min, .. } => Some(min.into()),
        _ => None,
    };
    let (longer, shorter, now, then) = (set.clone(), set, current.clone(), current);
    view! {
        <fieldset class="chips">
            <legend>{label.to_owned()}{help(field)}</legend>
            {selects}
            {(min != max).then(|| view! {
                <button type="button" class="step" aria-label=format!("{label}: one more") on:click=move |_| {
                    let mut list = now();
                    if list.len() < max {
                        list.extend(first.clone());
                        longer(list);
                    }
                }>"+"</button>
                <button type="button" class="step" aria-label=format!("{label}: one less") on:click=move |_| {
                    let mut list = then();
                    if list.len() > min {
                        list.pop();
                        shorter(list);
                    }
                }>"−"</button>
            })}
        </fieldset>
    }
    .into_any()
}

fn counts(sheet: Sheet, of: &'static [Choice], max: i32, place: &str, label: &str) -> AnyView {
    let each = of.iter().map(|choice| {
        let here = path::join(place, choice.id);
        let (read, wrong) = (here.clone(), here.clone());
        let value = Memo::new(move |_| sheet.value.with(|value| path::get(value, &read).cloned()));
        let number = move || value.get().and_then(|value| value.as_i64()).unwrap_or(0);
        let (less, more, typed) = (here.clone(), here.clone(), here);
        with_fault(sheet, &wrong, view! {
            <div class="stepper" role="group" aria-label=choice.label>
                <span class="label">{choice.label}</span>
                <button type="button" class="step" aria-label=format!("{}: less", choice.label) disabled={move || number() <= 0}
                    on:click=move |_| sheet.set.run((less.clone(), Some((number() - 1).max(0).into())))>"−"</button>
                <input inputmode="numeric" autocomplete="off" aria-label=choice.label
                    prop:value=move || value.get().map_or_else(|| "0".into(), |value| shown_number(Some(value)))
                    on:change=move |event| sheet.set.run((typed.clone(), typed_number(&event_target_value(&event))))/>
                <button type="button" class="step" aria-label=format!("{}: more", choice.label)
                    disabled={move || number() >= i64::from(max)}
                    on:click=move |_| sheet.set.run((more.clone(), Some((number() + 1).min(i64::from(max)).into())))>"+"</button>
            </div>
        }.into_any())
    });
    let each = each.collect_view();
    view! { <fieldset class="group"><legend>{label.to_owned()}</legend>{each}</fieldset> }.into_any()
}
