//! Variants of an input: each differs in one field of the situation or in one decision.

use rules::form::{Band, Choice, Field, Form, Kind, Offers, Origin, Sequence, path};
use rules::names::Names;
use rules::own::{self, OwnModifier, OwnRules, Part, is_among};
use rules::procedure::Procedure;
use rules::text::percent;
use serde_json::{Map, Value as Json};

/// The highest number of other values that are tried for a field.
const FEW: usize = 12;

/// An input with one changed value.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Path of the field: `target.in_cover`.
    pub place: String,
    /// The value in the variant.
    pub value: Json,
    /// True if the field is among the uncommon options.
    pub rare: bool,
    /// The field.
    pub field: &'static Field,
    /// The kind of change.
    pub otherwise: Otherwise,
}

/// Kinds of changes of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Otherwise {
    /// The flag is set, or cleared.
    Ticked(bool),
    /// A member of the field's set is added, or removed.
    Member(&'static str, bool),
    /// Another choice, by its label.
    Is(&'static str),
    /// Another number.
    Number(i32),
    /// Another band of the field's numbers.
    Band,
    /// An own modifier is added, or removed; with its name.
    Own(String, bool),
}

/// The effect of a variant on the first chance that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct ChanceEffect {
    /// Short text on the variant's chip. `→ 13 %` is about the first chance shown above the dice; any other chance is named: `→ 54 % two
    /// hits`.
    pub short: String,
    /// Sentence for screen readers, in place of the chip's text: `at least one hit 87 % → 81 %`.
    pub words: String,
    /// True if `short` names the chance.
    pub is_named: bool,
}

impl ChanceEffect {
    /// Compares a procedure's [followed](Procedure::followed) chances `now` with those of the variant, `then`. `None` if the rounded
    /// chances that players see are equal.
    pub fn of(procedure: &Procedure, now: &[Option<f64>], then: &[Option<f64>], names: &Names) -> Option<Self> {
        // An impossible headline is not shown, so another chance comes first above the dice.
        let has_headline = now.first().is_some_and(|p| p.is_some_and(|p| p > 0.0));
        let pairs = procedure.followed().zip(now.iter().zip(then)).enumerate();
        let (index, chance, now, then) = pairs
            .filter_map(|(index, (chance, (now, then)))| Some((index, chance, percent((*now)?), percent((*then)?))))
            .find(|(_, _, now, then)| now != then)?;
        let label = chance.label_of(0, names);
        let is_named = index > 0 || !has_headline;
        let short = if is_named { format!("→ {then} {label}") } else { format!("→ {then}") };
        Some(Self { short, words: format!("{label} {now} → {then}"), is_named })
    }
}

/// Variants of a form's fields, given the values that players see now. Fields in `hidden` are left out, because players fill in a sketch
/// instead.
pub fn variants(form: &'static Form, hidden: &[&str], seen: &Map<String, Json>) -> Vec<Variant> {
    let mut found = Vec::new();
    collect(form, hidden, seen, "", false, &mut found);
    found
}

/// Variants of an input by own modifiers: each possible one added, or removed.
pub fn own_variants(rules: &OwnRules, procedure: &Procedure, seen: &Map<String, Json>) -> Vec<Variant> {
    let of_part = |(part, modifiers): (Part, Vec<&OwnModifier>)| {
        let (place, ticked) = (part.changes_at(), part.changes_in(seen));
        let field = procedure.form.at(&place)?;
        let variants = modifiers.into_iter().map(|modifier| Variant {
            place: place.clone(),
            value: part.toggled(modifier, seen).into(),
            rare: false,
            field,
            otherwise: Otherwise::Own(modifier.name.clone(), !is_among(modifier, &ticked)),
        });
        Some(variants.collect::<Vec<_>>())
    };
    rules.offered(procedure, seen).into_iter().filter_map(of_part).flatten().collect()
}

fn collect(
    form: &'static Form,
    hidden: &[&str],
    seen: &Map<String, Json>,
    holder: &str,
    rare: bool,
    found: &mut Vec<Variant>,
) {
    let here = path::object(seen, holder);
    for field in form.fields {
        // Rulings belong to the battle. Choices that dice offer are made only after those dice.
        let is_question = field.id != "rulings"
            && !own::is_field(field)
            && field.mid_roll_purposes().is_empty()
            && !hidden.contains(&field.id);
        if !is_question || !field.is_shown_in(holder) || !field.matters(form, &here) {
            continue;
        }
        let (place, rare) = (path::join(holder, field.id), rare || field.rare);
        match field.kind {
            Kind::Object(inner) => collect(inner, &[], seen, &place, rare, found),
            Kind::List { of: Kind::Object(inner), .. } => {
                let members = here.get(field.id).and_then(Json::as_array).map_or(0, Vec::len);
                for index in 0..members {
                    collect(inner, &[], seen, &format!("{place}[{index}]"), rare, found);
                }
            }
            // References to units are not part of the situation.
            _ if field.origin == Origin::Unit => {}
            _ => {
                let now = here.get(field.id).cloned().or_else(|| field.need.default());
                let others = match field.bands() {
                    Some(bands) => other_bands(&bands(seen, &here), now.as_ref()),
                    None => otherwise(field, now.as_ref(), &here),
                };
                let variant = |(otherwise, value)| Variant { place: place.clone(), value, rare, field, otherwise };
                found.extend(others.into_iter().map(variant));
            }
        }
    }
}

/// Other values for a field than its current one, each with the kind of change.
fn otherwise(field: &Field, now: Option<&Json>, form: &Map<String, Json>) -> Vec<(Otherwise, Json)> {
    match field.kind {
        Kind::Flag => {
            let ticked = now != Some(&Json::Bool(true));
            vec![(Otherwise::Ticked(ticked), ticked.into())]
        }
        Kind::Choice(choices) if choices.len() <= FEW => {
            let among = if let Offers::Among(among) = field.offers { Some(among(form)) } else { None };
            let offered = |choice: &&Choice| among.as_ref().is_none_or(|ids| ids.contains(&choice.id));
            let others = choices.iter().filter(offered).filter(|choice| now.is_none_or(|now| now != choice.id));
            others.map(|choice| (Otherwise::Is(choice.label), choice.id.into())).collect()
        }
        Kind::OneOf(numbers) if numbers.len() <= FEW => {
            let others =
                numbers.iter().filter(|number| now.is_none_or(|now| now.as_i64() != Some(i64::from(**number))));
            others.map(|number| (Otherwise::Number(*number), (*number).into())).collect()
        }
        Kind::List { of: Kind::Choice(choices), min, max }
            if min != max && field.sequence == Sequence::None && choices.len() <= FEW =>
        {
            choices.iter().map(|choice| toggled(now, choice)).collect()
        }
        _ => Vec::new(),
    }
}

/// The bands that do not contain the current number.
fn other_bands(bands: &[Band], now: Option<&Json>) -> Vec<(Otherwise, Json)> {
    let now = now.and_then(Json::as_f64);
    let current = now.and_then(|now| bands.iter().position(|band| now <= band.to));
    let others = bands.iter().enumerate().filter(|(index, _)| Some(*index) != current);
    others.map(|(_, band)| (Otherwise::Band, band.to.into())).collect()
}

/// A set with one member added or removed.
fn toggled(now: Option<&Json>, choice: &Choice) -> (Otherwise, Json) {
    let mut members = now.and_then(Json::as_array).cloned().unwrap_or_default();
    let before = members.len();
    members.retain(|member| member != choice.id);
    let ticked = members.len() == before;
    if ticked {
        members.push(choice.id.into());
    }
    (Otherwise::Member(choice.label, ticked), members.into())
}
