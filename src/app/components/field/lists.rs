//! Controls for lists: of forms, a set of choices, choices in an order, and values with a control each.

use super::choices::{as_json, nothing_to_choose, numbered};
use super::duel::{Block, ChosenName, Duel, alone_in};
use super::figures::{Offer, OptionFigure};
use super::pairs::{OpponentLine, PairLine, opponent_of, pair_of};
use super::{Fields, Sheet, Shown, help};
use crate::app::components::stepper::{Step, Stepper, Steps};
use crate::app::state::app_state;
use battle::panel::{Selectable, with_length};
use leptos::prelude::*;
use rules::form::path;
use rules::form::{Choice, Field, Form, Kind, Offers, Origin};
use rules::own;
use rules::text;
use rules::text::say;
use serde_json::{Map, Value as Json};

/// A list of forms.
#[component]
pub(super) fn MembersField(
    sheet: Sheet,
    inner: &'static Form,
    place: String,
    label: String,
    shown: Shown,
    lengths: (usize, usize),
) -> impl IntoView {
    let (min, max) = lengths;
    let count = length(sheet, &place);
    let is_editable = !sheet.participants.run(place.clone());
    let add_words = text!("Add: {what}", what = label.to_lowercase()).to_string();
    let list_place = place.clone();
    let add = move |_| {
        let mut list = list_at(sheet, &place);
        list.push(Json::Object(Map::new()));
        sheet.set.run((place.clone(), Some(list.into())));
    };
    let member = move |index: usize| {
        let member_place = format!("{list_place}[{index}]");
        let name = sheet.name.run(member_place.clone()).unwrap_or_else(|| format!("{label} {}", index + 1));
        let list_place = list_place.clone();
        let remove = move || {
            let mut list = list_at(sheet, &list_place);
            if index < list.len() {
                list.remove(index);
            }
            sheet.set.run((list_place.clone(), Some(list.into())));
        };
        if let Some(pair) = pair_of(inner).filter(|_| shown == Shown::Questions) {
            let remove = Callback::new(move |()| remove());
            let remove = Signal::derive(move || (is_editable && count.get() > min).then_some(remove));
            return view! {
                <fieldset class="group paired">
                    <legend class="visually-hidden">{name}</legend>
                    <PairLine sheet form=inner pair place=member_place remove/>
                </fieldset>
            }
            .into_any();
        }
        let opponent = opponent_of(inner, &member_place).filter(|_| shown == Shown::Questions && !is_editable);
        if let Some(field) = opponent {
            return view! {
                <fieldset class="group paired">
                    <legend class="visually-hidden">{name.clone()}</legend>
                    <OpponentLine sheet form=inner field place=member_place name/>
                </fieldset>
            }
            .into_any();
        }
        let remove = move |_| remove();
        view! {
            <fieldset class="group">
                <legend>{name}</legend>
                <Fields sheet form=inner holder=member_place shown/>
                <Show when=move || is_editable && (count.get() > min)>
                    <button type="button" class="quiet" on:click=remove.clone()>{say("Remove")}</button>
                </Show>
            </fieldset>
        }
        .into_any()
    };
    view! {
        {move || (0..count.get()).map(member.clone()).collect_view()}
        <Show when=move || is_editable && (count.get() < max)>
            <button type="button" class="quiet" on:click=add.clone()>{add_words.clone()}</button>
        </Show>
    }
}

/// Number of members from which one tap can answer for all.
const MIN_FOR_ALL: usize = 3;

/// The question of a form that asks a single one, with its options; `None` if it asks more, or another kind of question.
fn only_choice(form: &'static Form) -> Option<(&'static Field, &'static [Choice])> {
    let mut asked =
        form.fields.iter().filter(|field| field.origin != Origin::Unit && !field.rare && !own::is_field(field));
    match (asked.next(), asked.next()) {
        (Some(field), None) => match field.kind {
            Kind::Choice(choices) => Some((field, choices)),
            _ => None,
        },
        _ => None,
    }
}

/// Buttons that give all members of a list the same answer, if each is asked a single question. Each answer can be changed afterwards.
#[component]
pub(super) fn ForAllMembers(
    sheet: Sheet,
    inner: &'static Form,
    /// The place of the list.
    place: String,
) -> impl IntoView {
    let (asked, count) = (only_choice(inner), length(sheet, &place));
    move || {
        let count = count.get();
        let (field, choices) = asked.filter(|_| count >= MIN_FOR_ALL)?;
        let title = sheet.names_of_units.with_untracked(|names| super::label(field, names));
        let summary = match count {
            2 => text!("{what}, for both", what = title).to_string(),
            n => text!("{what}, for all {n}", what = title, n = n).to_string(),
        };
        let button = |choice: &'static Choice| {
            let place = place.clone();
            let choose = move |_| {
                let answer =
                    |nth: usize| sheet.set.run((format!("{place}[{nth}].{}", field.id), Some(choice.id.into())));
                (0..count).for_each(answer);
            };
            view! { <button type="button" class="option" on:click=choose>{sheet.choice_label(choice)}</button> }
        };
        let buttons = choices.iter().map(button).collect_view();
        Some(view! {
            <section class="for-all" aria-label=summary.clone()>
                <p>{summary.clone()}</p>
                <div class="options">{buttons}</div>
            </section>
        })
    }
}

/// A set of choices.
#[component]
pub(super) fn SetField(sheet: Sheet, place: String, label: String, choices: &'static [Choice]) -> impl IntoView {
    let list_place = place.clone();
    let value = Memo::new(move |_| {
        sheet.value.with(|value| path::get(value, &list_place).and_then(Json::as_array).cloned()).unwrap_or_default()
    });
    let figures = OptionFigure::at(&place);
    let boxes = choices.iter().map(|choice| {
        let place = place.clone();
        let offer = || Some(Offer::Member(choice.label));
        view! {
            <label class="chip">
                <input type="checkbox" aria-description=figures.words(offer) prop:checked=move || value.with(|list| list.iter().any(|id| id == choice.id))
                    on:change=move |event| {
                        let mut list = list_at(sheet, &place);
                        list.retain(|id| id != choice.id);
                        if event_target_checked(&event) {
                            list.push(choice.id.into());
                        }
                        sheet.set.run((place.clone(), Some(list.into())));
                    }/>
                {sheet.choice_label(choice)}
                {figures.element(offer)}
            </label>
        }
    });
    view! { <fieldset class="chips"><legend>{label}</legend>{boxes.collect_view()}</fieldset> }
}

/// A list of choices in the order in which they are tapped.
#[component]
pub(super) fn SequenceField(
    sheet: Sheet,
    field: &'static Field,
    place: String,
    label: String,
    choices: &'static [Choice],
    max: usize,
) -> impl IntoView {
    let (read_place, list_place) = (place.clone(), place.clone());
    let so_far = move || {
        let list = sheet
            .value
            .with(|value| path::get(value, &read_place).and_then(Json::as_array).cloned())
            .unwrap_or_default();
        let word = |id: &Json| choices.iter().find(|choice| id == choice.id).map(|choice| sheet.choice_label(choice));
        list.iter().filter_map(word).collect::<Vec<_>>().join(", ")
    };
    let buttons = choices.iter().map(|choice| {
        let place = place.clone();
        view! {
            <button type="button" data-repeats on:click=move |_| {
                let mut list = list_at(sheet, &place);
                if list.len() < max {
                    list.push(choice.id.into());
                    sheet.set.run((place.clone(), Some(list.into())));
                }
            }>{sheet.choice_label(choice)}</button>
        }
    });
    let buttons = buttons.collect_view();
    let back = move |_| {
        let mut list = list_at(sheet, &list_place);
        list.pop();
        sheet.set.run((list_place.clone(), Some(list.into())));
    };
    view! {
        <fieldset class="chips">
            <legend>{label.clone()}{help(field, &label)}</legend>
            <output class="wide" aria-label=label>{move || so_far()}</output>
            {buttons}
            <button type="button" class="quiet" data-repeats on:click=back>{say("⌫ Remove the last")}</button>
        </fieldset>
    }
}

/// An ordered list of numbers or choices, with a control for each member.
#[component]
pub(super) fn ValuesField(
    sheet: Sheet,
    field: &'static Field,
    of: &'static Kind,
    place: String,
    label: String,
    lengths: (usize, usize),
) -> impl IntoView {
    let (min, max) = lengths;
    let defaults = field.need.default().and_then(|list| list.as_array().cloned()).unwrap_or_default();
    let here = place.clone();
    let list = Memo::new(move |_| {
        let list = sheet.value.with(|value| path::get(value, &here).and_then(Json::as_array).cloned());
        list.unwrap_or_else(|| defaults.clone())
    });
    let whole = place.clone();
    let set = Callback::new(move |list: Vec<Json>| sheet.set.run((place.clone(), Some(list.into()))));
    let lengths = Memo::new(move |_| match field.offers {
        Offers::Lengths(lengths) => sheet.value.with(|whole| lengths(whole).to_vec()),
        _ => (min..=max).collect(),
    });
    // The names change with the units that take part.
    move || {
        let names = if field.names.is_empty() { Vec::new() } else { sheet.names.run(field.names) };
        let has_fixed_length = lengths.with(|lengths| lengths.len() == 1);
        let is_certain = has_fixed_length && nothing_to_choose(field, &names);
        if is_certain && field.between().is_none() {
            return None;
        }
        let members = list.get();
        let options = selectable(sheet, of, names, &whole, &members);
        let reasons = reasons_of(&options);
        if let Some([fighter, role]) = field.between().filter(|_| has_fixed_length && !options.is_empty()) {
            let opponent = members.first().and_then(Json::as_u64).and_then(|index| usize::try_from(index).ok());
            let plain_name =
                opponent.and_then(|nth| options.get(nth)).map(|option| option.word.clone()).unwrap_or_default();
            let name = if is_certain {
                view! { <b>{plain_name.clone()}</b> }.into_any()
            } else {
                let select = view! { <MemberSelect title=label.clone() options members index=0 set/> };
                view! { <ChosenName name=plain_name.clone()>{select}</ChosenName> }.into_any()
            };
            let fighter = alone_in(sheet, fighter)?;
            let appearance = Signal::derive(move || sheet.appearance.run((role.to_owned(), opponent?)));
            let other = Block { name, plain_name: Signal::stored(plain_name), appearance };
            return Some(view! { <Duel sheet blocks=[fighter, other] edges=None/>{reasons} }.into_any());
        }
        let selects = (0..members.len()).map(|index| {
            let title = if members.len() == 1 { label.clone() } else { format!("{label} {}", index + 1) };
            view! { <MemberSelect title options=options.clone() members=members.clone() index set/> }
        });
        let selects = selects.collect_view();
        let steps = (!has_fixed_length).then(|| {
            view! {
                <LengthSteps label=label.clone() options=options.clone() members=members.clone() lengths=lengths.get() set/>
            }
        });
        let legend = view! { <legend>{label.clone()}{help(field, &label)}</legend> };
        Some(view! { <fieldset class="chips">{legend}{selects}{steps}{reasons}</fieldset> }.into_any())
    }
}

/// The values that a list at a place can have. Units are offered by name. If the rules forbid a list that has only
/// a certain unit, that unit gets the reason, unless it is in the list already.
fn selectable(sheet: Sheet, of: &Kind, names: Vec<String>, place: &str, members: &[Json]) -> Vec<Selectable> {
    let are_units = !names.is_empty();
    let values: Vec<(Json, String)> = match *of {
        Kind::Choice(choices) => as_json(sheet, choices),
        Kind::Whole { min, .. } if are_units => numbered(min, names),
        Kind::Whole { min, max } => (min..=max).map(|number| (number.into(), number.to_string())).collect(),
        _ => Vec::new(),
    };
    let selectable = |(value, word): (Json, String)| {
        let reason = || sheet.forbidden.run((place.to_owned(), vec![value.clone(); members.len()].into()));
        let cannot = (are_units && !members.contains(&value)).then(reason).flatten();
        Selectable { value, word, cannot }
    };
    values.into_iter().map(selectable).collect()
}

/// The values that the rules forbid, each with its reason.
fn reasons_of(options: &[Selectable]) -> Option<AnyView> {
    let reason = |option: &Selectable| {
        let why = option.cannot.clone()?;
        Some(view! { <li><b>{option.word.clone()}</b>{say(": ")}{why}</li> })
    };
    let reasons: Vec<_> = options.iter().filter_map(reason).collect();
    (!reasons.is_empty()).then(|| view! { <ul class="cannot">{reasons}</ul> }.into_any())
}

/// A drop-down list for one member of a list. Values that the rules forbid are disabled.
#[component]
fn MemberSelect(
    title: String,
    options: Vec<Selectable>,
    members: Vec<Json>,
    index: usize,
    set: Callback<Vec<Json>>,
) -> impl IntoView {
    let chosen = members[index].clone();
    let values: Vec<Json> = options.iter().map(|option| option.value.clone()).collect();
    let choose = move |event| {
        let picked = event_target_value(&event).parse::<usize>().ok().and_then(|index| values.get(index).cloned());
        if let Some(value) = picked {
            let mut members = members.clone();
            members[index] = value;
            set.run(members);
        }
    };
    let options = options.into_iter().enumerate().map(|(index, Selectable { value, word, cannot })| {
        view! { <option value=index selected=value == chosen disabled=cannot.is_some()>{word}</option> }
    });
    view! { <select aria-label=title on:change=choose>{options.collect_view()}</select> }
}

/// The length of a list, with buttons for the next shorter and the next longer allowed length.
#[component]
fn LengthSteps(
    label: String,
    options: Vec<Selectable>,
    members: Vec<Json>,
    lengths: Vec<usize>,
    set: Callback<Vec<Json>>,
) -> impl IntoView {
    let of_length = |length: &usize| with_length(&members, &options, *length);
    let longer = lengths.iter().find(|length| **length > members.len()).and_then(of_length);
    let shorter = lengths.iter().rev().find(|length| **length < members.len()).and_then(of_length);
    let count = members.len().to_string();
    let ends = [&shorter, &longer].map(|next| next.is_none().then(|| count.clone()));
    let take = move |step| {
        let next = match step {
            Step::Less => &shorter,
            Step::More => &longer,
        };
        if let Some(members) = next {
            set.run(members.clone());
        }
    };
    let steps = Steps::new(app_state(), label, None, move || ends.clone(), take);
    view! { <Stepper label=say("How many") steps><output>{count}</output></Stepper> }
}

/// Number of members of a list.
fn length(sheet: Sheet, place: &str) -> Memo<usize> {
    let place = place.to_owned();
    Memo::new(move |_| sheet.value.with(|value| path::get(value, &place).and_then(Json::as_array).map_or(0, Vec::len)))
}

fn list_at(sheet: Sheet, place: &str) -> Vec<Json> {
    sheet.value.with_untracked(|value| path::get(value, place).and_then(Json::as_array).cloned()).unwrap_or_default()
}
