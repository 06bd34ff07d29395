//! The form of a unit: its name, the signs of its kinds, its numbers on one line, its quality on another, and the rest.

use super::choice::{Choice, OptionOdds};
use super::field::{Fields, InLine, Sheet, Shown, label};
use super::names::Names;
use super::sign::UnitSign;
use battle::panel::InputFault;
use exchange::storage::roster;
use leptos::context::Provider;
use leptos::prelude::*;
use rules::facts::Facts;
use rules::form::{Field, Form, Kind};
use rules::refusal::Refusal;
use rules::ruleset::{Ruleset, Sign};
use rules::text;
use rules::text::say;
use serde_json::{Map, Value as Json};

/// Number of figures in the sign of a kind that has no typical unit.
const FIGURES_IN_SIGN: i32 = 8;

/// The parts of the form, in their order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Name,
    /// Fields on which the kinds depend, such as the army.
    Army,
    Kind,
    Number,
    Quality,
    Rest,
}

impl Part {
    fn of(ruleset: &Ruleset, field: &Field) -> Self {
        let rosters = &ruleset.rosters;
        let kinds = || rosters.kinds.iter().filter_map(|id| ruleset.profile.field(id));
        if field.id == "name" {
            Self::Name
        } else if rosters.kinds.contains(&field.id) {
            Self::Kind
        } else if rosters.quality.contains(&field.id) {
            Self::Quality
        } else if rosters.inherited.contains(&field.id)
            && kinds().any(|kind| kind.when.iter().any(|when| when.field == field.id))
        {
            Self::Army
        } else if !field.rare && matches!(field.kind, Kind::Whole { .. } | Kind::Number { .. }) {
            Self::Number
        } else {
            Self::Rest
        }
    }

    /// The fields of all other parts.
    fn others(self, ruleset: &'static Ruleset) -> Vec<&'static Field> {
        ruleset.profile.fields.iter().filter(|field| Self::of(ruleset, field) != self).collect()
    }
}

/// The form of a unit, and the values derived from it.
#[component]
pub fn UnitForm(
    ruleset: &'static Ruleset,
    profile: Memo<Map<String, Json>>,
    facts: Memo<Facts>,
    #[prop(into)] fault: Signal<Option<Refusal>>,
    /// Sets the value at a place, or removes it.
    set: Callback<(String, Option<Json>)>,
    /// Gives the unit the values of a typical one, except its name.
    take: Callback<Map<String, Json>>,
) -> impl IntoView {
    // Fields without an answer show the value that applies.
    let shown = Memo::new(move |_| profile.with(|profile| roster::shown(ruleset, profile)));
    let (form, sheet) = (ruleset.profile, profile_sheet(shown.into(), fault, set));
    let fields = move |part: Part| view! { <Fields sheet form shown=Shown::Usual without=part.others(ruleset)/> };
    view! {
        <form class="questions" on:submit=|event| event.prevent_default()>
            {fields(Part::Name)}
            {fields(Part::Army)}
            <Kinds ruleset profile=shown set take/>
            <Provider value=InLine>
                <div class="fields-in-line">{fields(Part::Number)}</div>
                <div class="fields-in-line">{fields(Part::Quality)}</div>
            </Provider>
            {fields(Part::Rest)}
            {uncommon(sheet, form)}
        </form>
        {move || facts.with(|facts| insights(ruleset, facts))}
    }
}

/// The kinds of units as a strip of signs: the choices of a field, or the ruleset's typical units if it has no such field.
#[component]
fn Kinds(
    ruleset: &'static Ruleset,
    profile: Memo<Map<String, Json>>,
    set: Callback<(String, Option<Json>)>,
    take: Callback<Map<String, Json>>,
) -> impl IntoView {
    let strip = move |field: &'static Field| {
        let matters = Memo::new(move |_| profile.with(|profile| field.matters(ruleset.profile, profile)));
        let options = Memo::new(move |_| {
            let offered = profile.with(|profile| field.offered(profile));
            offered.iter().map(|choice| (Some(choice.id), say(choice.label).to_owned())).collect::<Vec<_>>()
        });
        let chosen = Signal::derive(move || {
            let chosen = profile.with(|profile| profile.get(field.id).cloned());
            options.with(|all| all.iter().map(|(id, _)| *id).find(|id| chosen.as_ref() == id.map(Json::from).as_ref()))
        });
        let chosen = Signal::derive(move || chosen.get().flatten());
        let choose = Callback::new(move |id: Option<&'static str>| set.run((field.id.to_owned(), id.map(Json::from))));
        let odds = Callback::new(move |id: Option<&'static str>| {
            let sign = id.map(|id| sign_of_kind(ruleset, field, id, &profile.get_untracked()));
            OptionOdds { element: sign.map(sign_view), ..OptionOdds::default() }
        });
        let label = label(field, &Names::default());
        view! {
            <Show when=move || matters.get()>
                <Choice label=label.clone() options chosen choose odds class="kinds"/>
            </Show>
        }
        .into_any()
    };
    let typical = |preset: Map<String, Json>| {
        let name = preset.get("name").and_then(Json::as_str).unwrap_or_default().to_owned();
        let sign = sign_view(sign_of(ruleset, &preset));
        view! { <button type="button" class="kind" on:click=move |_| take.run(preset.clone())>{name}{sign}</button> }
    };
    let kinds: Vec<AnyView> =
        ruleset.rosters.kinds.iter().filter_map(|id| ruleset.profile.field(id)).map(strip).collect();
    if !kinds.is_empty() {
        return kinds.into_any();
    }
    let presets: Vec<_> = roster::presets(ruleset).into_iter().map(typical).collect();
    (!presets.is_empty())
        .then(|| view! { <div class="kinds" role="group" aria-label=say("Kinds")>{presets}</div> })
        .into_any()
}

fn sign_view(sign: Sign) -> AnyView {
    view! { <UnitSign sign=Signal::stored(sign)/> }.into_any()
}

/// The sign of a unit with this profile, before a battle.
pub fn sign_of(ruleset: &Ruleset, profile: &Map<String, Json>) -> Sign {
    let facts = roster::facts(ruleset, profile);
    (ruleset.glance.sign)(&facts, &facts)
}

/// The sign of a kind: that of the first typical unit of it, or of this unit as one of that kind.
fn sign_of_kind(ruleset: &Ruleset, field: &'static Field, kind: &str, profile: &Map<String, Json>) -> Sign {
    let default = field.need.default();
    let is_of_kind =
        |preset: &Map<String, Json>| preset.get(field.id).or(default.as_ref()).is_some_and(|id| *id == kind);
    let mut unit = roster::blank(ruleset.profile);
    match roster::presets(ruleset).into_iter().find(is_of_kind) {
        Some(preset) => unit.extend(preset),
        None => {
            unit.extend(profile.clone());
            unit.insert(field.id.to_owned(), kind.into());
            let form = ruleset.profile;
            for number in form.fields.iter().filter(|number| !number.rare && number.matters(form, profile)) {
                if let Kind::Whole { max, .. } = number.kind {
                    unit.entry(number.id).or_insert_with(|| FIGURES_IN_SIGN.min(max).into());
                }
            }
        }
    }
    sign_of(ruleset, &roster::relevant(ruleset.profile, &unit))
}

/// The form of a side's profile.
#[component]
pub fn ProfileForm(
    form: &'static Form,
    #[prop(into)] profile: Signal<Map<String, Json>>,
    #[prop(into)] fault: Signal<Option<Refusal>>,
    set: Callback<(String, Option<Json>)>,
) -> impl IntoView {
    let sheet = profile_sheet(profile, fault, set);
    view! {
        <form class="questions" on:submit=|event| event.prevent_default()>
            <Fields sheet form shown=Shown::Usual/>
            {uncommon(sheet, form)}
        </form>
    }
}

/// An error of a unit's profile in words, with the label of its field.
pub fn fault_in_words(ruleset: &Ruleset, fault: &Refusal) -> String {
    let field = ruleset.profile.at(&fault.field).map(|field| label(field, &Names::default())).unwrap_or_default();
    text!("{field}: {why}", field = field, why = fault.message.clone()).to_string()
}

fn profile_sheet(
    profile: Signal<Map<String, Json>>,
    fault: Signal<Option<Refusal>>,
    set: Callback<(String, Option<Json>)>,
) -> Sheet {
    Sheet {
        value: profile,
        fault: Signal::derive(move || fault.get().map(InputFault::from)),
        set,
        name: Callback::new(|_| None),
        participants: Callback::new(|_| false),
        names_of_units: Signal::derive(Names::default),
        names: Callback::new(|_| Vec::new()),
        appearance: Callback::new(|_| None),
        known: Callback::new(|_| false),
        forbidden: Callback::new(|_| None),
        decisive: Signal::derive(|| None),
        hidden: &[],
    }
}

fn uncommon(sheet: Sheet, form: &'static Form) -> Option<AnyView> {
    Shown::Unusual.any(form).then(|| {
        view! { <details class="disclosure"><summary>{say("Uncommon options")}</summary><Fields sheet form shown=Shown::Unusual/></details> }
            .into_any()
    })
}

/// The values that the ruleset derives from a profile.
fn insights(ruleset: &Ruleset, facts: &Facts) -> impl IntoView + use<> {
    let rows = ruleset.rosters.insights.iter().filter_map(|(label, fact)| {
        let shown = match facts.get(fact)? {
            Json::String(word) => say(word).to_owned(),
            other => other.to_string(),
        };
        Some(view! { <dt>{say(label)}</dt><dd>{shown}</dd> })
    });
    let rows = rows.collect_view();
    view! { <dl class="listed" aria-label=say("Derived values") aria-live="polite">{rows}</dl> }
}
