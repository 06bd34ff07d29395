//! A drawing of two units that face each other: their signs, and the edges at which they touch, which players tap.

use super::figures::{Offer, OptionFigure};
use super::{Sheet, fault_of_control, help, label, value_of};
use crate::app::components::choice::OptionInput;
use crate::app::components::sign::UnitSign;
use leptos::prelude::*;
use rules::form::{Choice, Edges, Field, Kind, TouchedEdge};
use rules::ruleset::Sign;
use rules::text;
use rules::text::say;
use serde_json::Value as Json;

/// The side and the sign of a unit on the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Appearance {
    /// Index of its side.
    pub side: usize,
    pub sign: Sign,
}

/// One of the two units.
pub(super) struct Block {
    /// Its name, or a control that chooses it.
    pub(super) name: AnyView,
    /// Its name as text, for the names of controls.
    pub(super) plain_name: Signal<String>,
    /// Its appearance; `None` if it is not on the table.
    pub(super) appearance: Signal<Option<Appearance>>,
}

/// Shows the chosen name in full. The drop-down list on top of it would cut the name off.
#[component]
pub(super) fn ChosenName(#[prop(into)] name: Signal<String>, children: Children) -> impl IntoView {
    view! { <span class="chosen-name"><span aria-hidden="true">{name}</span>{children()}</span> }
}

/// The block of the only unit of a role; `None` if there is none, or several.
pub(super) fn alone_in(sheet: Sheet, role: &'static str) -> Option<Block> {
    let [name] = <[String; 1]>::try_from(sheet.names.run(role)).ok()?;
    let appearance = Signal::derive(move || sheet.appearance.run((role.to_owned(), 0)));
    Some(Block { plain_name: Signal::stored(name.clone()), name: view! { <b>{name}</b> }.into_any(), appearance })
}

/// The blocks of two units, each of which is the only one of its role.
pub(super) fn both_alone(sheet: Sheet, roles: [&'static str; 2]) -> Option<[Block; 2]> {
    let [one, other] = roles.map(|role| alone_in(sheet, role));
    Some([one?, other?])
}

/// Two units that face each other.
#[component]
pub(super) fn Duel(
    sheet: Sheet,
    /// The two units; the first is of the side that acts.
    blocks: [Block; 2],
    /// The field whose choices are pairs of edges, and its place.
    #[prop(into)]
    edges: Option<(&'static Field, String)>,
    /// Content between the two.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let title = edges.as_ref().map(|(field, _)| {
        let title = sheet.names_of_units.with(|names| label(field, names));
        view! { <legend>{title.clone()}{help(field, &title)}</legend> }
    });
    let block = |(index, Block { name, plain_name, appearance }): (usize, Block)| {
        let appearance = Memo::new(move |_| appearance.get());
        let side = move || appearance.with(|appearance| appearance.as_ref().map(|appearance| appearance.side));
        let sign =
            move || appearance.get().map(|appearance| view! { <UnitSign sign=Signal::stored(appearance.sign)/> });
        let edges = edges.clone().and_then(|(field, place)| edges_of(sheet, field, &place, index, plain_name));
        let class = if edges.is_some() { "ground edged" } else { "ground" };
        view! {
            <div class="block" class:side-0=move || side() == Some(0) class:side-1=move || side() == Some(1)>
                <div class=class>{sign}{edges}</div>
                {name}
            </div>
        }
    };
    let ((_, described), [one, other]) = (fault_of_control(), blocks);
    let (one, other) = (block((0, one)), block((1, other)));
    let between =
        view! { <div class="between"><span aria-hidden="true">"✕"</span>{children.map(|children| children())}</div> };
    match title {
        Some(title) => {
            view! { <fieldset class="duel chips" aria-describedby=described>{title}{one}{between}{other}</fieldset> }
                .into_any()
        }
        None => view! { <div class="duel">{one}{between}{other}</div> }.into_any(),
    }
}

/// The edges with which a unit can touch the other; `None` if only its front can.
fn edges_of(
    sheet: Sheet,
    field: &'static Field,
    place: &str,
    index: usize,
    plain_name: Signal<String>,
) -> Option<AnyView> {
    let (edges, Kind::Choice(choices)) = (field.edges()?, field.kind) else { return None };
    let choice_of = |edge: TouchedEdge| {
        let mut wanted = [TouchedEdge::Front; 2];
        wanted[index] = edge;
        choices.iter().find(|choice| edges(choice.id) == Some(wanted))
    };
    let with_choice = |edge: TouchedEdge| Some((edge, choice_of(edge)?));
    let drawn: Vec<_> =
        [TouchedEdge::Rear, TouchedEdge::Flank, TouchedEdge::Front].into_iter().filter_map(with_choice).collect();
    let edge =
        |(edge, choice)| view! { <EdgeOfBlock sheet field edges place=place.to_owned() index plain_name edge choice/> };
    (drawn.len() > 1).then(|| drawn.into_iter().map(edge).collect_view().into_any())
}

/// An edge of a unit, to be tapped.
#[component]
fn EdgeOfBlock(
    sheet: Sheet,
    field: &'static Field,
    edges: Edges,
    place: String,
    /// Index of the unit.
    index: usize,
    /// Name of the unit.
    plain_name: Signal<String>,
    edge: TouchedEdge,
    /// The choice that a tap makes.
    choice: &'static Choice,
) -> impl IntoView {
    let value = value_of(sheet, field, &place);
    let touches = move || {
        value.with(|value| {
            let touching = value.as_ref().and_then(Json::as_str).and_then(edges);
            touching.is_some_and(|touching| touching[index] == edge)
        })
    };
    let (class, word) = match edge {
        TouchedEdge::Front => ("edge front", say("Front")),
        TouchedEdge::Flank => ("edge flank", say("Flank")),
        TouchedEdge::Rear => ("edge rear", say("Rear")),
    };
    let id = format!("edge-{place}-{}", choice.id);
    // Both fronts label the same radio button: that of the second unit.
    if edge == TouchedEdge::Front && index == 0 {
        return view! { <label class=class class:touches=touches for=id aria-hidden="true"><span>{word}</span></label> }.into_any();
    }
    let figures = OptionFigure::at(&place);
    let offer = || Some(Offer::Value(choice.id.into()));
    let group = format!("edges-{place}");
    let name = move || match edge {
        TouchedEdge::Front => sheet.choice_label(choice),
        _ => text!("{who}: {what}", who = plain_name.get(), what = word.to_lowercase()).to_string(),
    };
    let is_chosen = Signal::derive(move || value.with(|value| value.as_ref().is_some_and(|value| value == choice.id)));
    let choose = Callback::new(move |()| sheet.set.run((place.clone(), Some(choice.id.into()))));
    view! {
        <label class=class class:touches=touches>
            <OptionInput group id name=Signal::derive(move || Some(name())) is_chosen choose description=figures.words(offer)/>
            <span>{word}</span>
            {figures.element(offer)}
        </label>
    }
    .into_any()
}
