//! Two units that face each other, drawn: their signs, and the edges at which they touch, which players tap.

use super::figures::{Offer, OptionFigure};
use super::{Sheet, held, help, label};
use crate::app::components::sign::UnitSign;
use drumhead::core::text::say;
use drumhead::form::{Choice, Field, Kind, Touch, TouchedEdge};
use drumhead::rules::ruleset::Sign;
use drumhead::text;
use leptos::prelude::*;
use serde_json::Value as Json;

/// Appearance of a unit on the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Its side.
    pub side: usize,
    /// Its sign.
    pub sign: Sign,
}

/// One of the two units.
pub(super) struct Block {
    /// Its name, or a control that chooses it.
    pub(super) name: AnyView,
    /// Its name, for controls.
    pub(super) called: Signal<String>,
    /// Its appearance; `None` if the table does not know it.
    pub(super) standing: Signal<Option<Standing>>,
}

/// The name that is chosen, whole, under a drop-down list, which would cut it.
#[component]
pub(super) fn ChosenName(#[prop(into)] name: Signal<String>, children: Children) -> impl IntoView {
    view! { <span class="chosen-name"><span aria-hidden="true">{name}</span>{children()}</span> }
}

/// The block of the only unit of a role; `None` if there is none, or several.
pub(super) fn alone_in(sheet: Sheet, role: &'static str) -> Option<Block> {
    let [name] = <[String; 1]>::try_from(sheet.names.run(role)).ok()?;
    let standing = Signal::derive(move || sheet.standing.run((role.to_owned(), 0)));
    Some(Block { called: Signal::stored(name.clone()), name: view! { <b>{name}</b> }.into_any(), standing })
}

/// The blocks of two units, each of which is the only one of its role.
pub(super) fn both_alone(sheet: Sheet, touch: Touch) -> Option<[Block; 2]> {
    let [one, other] = touch.roles.map(|role| alone_in(sheet, role));
    Some([one?, other?])
}

/// Two units that face each other.
#[component]
pub(super) fn Duel(
    sheet: Sheet,
    /// The units, that of the side that acts first.
    blocks: [Block; 2],
    /// The choice between edges that touch, and its place.
    #[prop(into)]
    edges: Option<(&'static Field, String)>,
    /// Content of the space between them.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let title = edges.as_ref().map(|(field, _)| {
        let title = sheet.names_of_units.with(|names| label(field, names));
        view! { <legend>{title.clone()}{help(field, &title)}</legend> }
    });
    let block = |(nth, Block { name, called, standing }): (usize, Block)| {
        let standing = Memo::new(move |_| standing.get());
        let side = move || standing.with(|standing| standing.as_ref().map(|standing| standing.side));
        let sign = move || standing.get().map(|standing| view! { <UnitSign sign=Signal::stored(standing.sign)/> });
        let edges = edges.clone().and_then(|(field, place)| edges_of(sheet, field, &place, nth, called));
        let class = if edges.is_some() { "ground edged" } else { "ground" };
        view! {
            <div class="block" class:side-0=move || side() == Some(0) class:side-1=move || side() == Some(1)>
                <div class=class>{sign}{edges}</div>
                {name}
            </div>
        }
    };
    let [one, other] = blocks;
    let (one, other) = (block((0, one)), block((1, other)));
    let between =
        view! { <div class="between"><span aria-hidden="true">"✕"</span>{children.map(|children| children())}</div> };
    match title {
        Some(title) => view! { <fieldset class="duel chips">{title}{one}{between}{other}</fieldset> }.into_any(),
        None => view! { <div class="duel">{one}{between}{other}</div> }.into_any(),
    }
}

/// The edges of a unit that can touch the other; nothing if it is its front alone.
fn edges_of(sheet: Sheet, field: &'static Field, place: &str, nth: usize, called: Signal<String>) -> Option<AnyView> {
    let (touch, Kind::Choice(choices)) = (field.touch?, field.kind) else { return None };
    let of_this = |edge: TouchedEdge| {
        let is = |(_, edges): &&(&str, [TouchedEdge; 2])| edges[nth] == edge && edges[1 - nth] == TouchedEdge::Front;
        let (id, _) = touch.edges.iter().find(is)?;
        choices.iter().find(|choice| choice.id == *id)
    };
    let drawn = [TouchedEdge::Rear, TouchedEdge::Flank, TouchedEdge::Front].map(|edge| (edge, of_this(edge)));
    if drawn.iter().filter(|(_, choice)| choice.is_some()).count() < 2 {
        return None;
    }
    let edges = drawn.into_iter().filter_map(|(edge, choice)| Some((edge, choice?)));
    let edges = edges.map(|(edge, choice)| {
        // Both fronts stand for one choice: the other unit has its control.
        let is_control = edge != TouchedEdge::Front || nth == 1;
        view! { <EdgeOfBlock sheet field place=place.to_owned() nth called edge choice is_control/> }
    });
    Some(edges.collect_view().into_any())
}

/// An edge of a unit, to be tapped.
#[component]
fn EdgeOfBlock(
    sheet: Sheet,
    field: &'static Field,
    place: String,
    /// Index of the unit.
    nth: usize,
    /// Name of the unit.
    called: Signal<String>,
    edge: TouchedEdge,
    choice: &'static Choice,
    is_control: bool,
) -> impl IntoView {
    let value = held(sheet, field, &place);
    let edges = field.touch.map_or(&[][..], |touch| touch.edges);
    let touches = move || {
        let id = value.with(|value| value.as_ref().and_then(Json::as_str).map(str::to_owned));
        edges.iter().any(|(own, touching)| id.as_deref() == Some(*own) && touching[nth] == edge)
    };
    let (class, word) = match edge {
        TouchedEdge::Front => ("edge front", say("Front")),
        TouchedEdge::Flank => ("edge flank", say("Flank")),
        TouchedEdge::Rear => ("edge rear", say("Rear")),
    };
    let id = format!("edge-{place}-{}", choice.id);
    if !is_control {
        // A second label of the control that the other unit has.
        return view! { <label class=class class:touches=touches for=id aria-hidden="true"><span>{word}</span></label> }.into_any();
    }
    let figures = OptionFigure::at(&place);
    let offer = || Some(Offer::Value(choice.id.into()));
    let group = place.clone();
    let name = move || match edge {
        TouchedEdge::Front => sheet.choice_label(choice),
        _ => text!("{who}: {what}", who = called.get(), what = word.to_lowercase()).to_string(),
    };
    view! {
        <label class=class class:touches=touches>
            <input type="radio" id=id name=group aria-label=name aria-description=figures.words(offer)
                prop:checked=move || value.with(|value| value.as_ref().is_some_and(|value| value == choice.id))
                on:change=move |_| sheet.set.run((place.clone(), Some(choice.id.into())))/>
            <span>{word}</span>
            {figures.room(offer)}
        </label>
    }
    .into_any()
}
