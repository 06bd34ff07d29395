//! Two units that face each other, drawn: their signs, and the edges at which they touch, which players tap.

use super::figures::{Offer, OptionFigure};
use super::{Sheet, fault_of_control, held, help, label};
use crate::app::components::choice::OptionInput;
use crate::app::components::sign::UnitSign;
use leptos::prelude::*;
use rules::form::{Choice, Edges, Field, Kind, TouchedEdge};
use rules::ruleset::Sign;
use rules::text;
use rules::text::say;
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
pub(super) fn both_alone(sheet: Sheet, roles: [&'static str; 2]) -> Option<[Block; 2]> {
    let [one, other] = roles.map(|role| alone_in(sheet, role));
    Some([one?, other?])
}

/// Two units that face each other.
#[component]
pub(super) fn Duel(
    sheet: Sheet,
    /// The units, that of the side that acts first.
    blocks: [Block; 2],
    /// The field whose choices stand for edges, and its place.
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

/// The edges of a unit that can touch the other; nothing if it is its front alone.
fn edges_of(sheet: Sheet, field: &'static Field, place: &str, nth: usize, called: Signal<String>) -> Option<AnyView> {
    let (edges, Kind::Choice(choices)) = (field.edges()?, field.kind) else { return None };
    let choice_of = |edge: TouchedEdge| {
        let mut wanted = [TouchedEdge::Front; 2];
        wanted[nth] = edge;
        choices.iter().find(|choice| edges(choice.id) == Some(wanted))
    };
    let with_choice = |edge: TouchedEdge| Some((edge, choice_of(edge)?));
    let drawn: Vec<_> =
        [TouchedEdge::Rear, TouchedEdge::Flank, TouchedEdge::Front].into_iter().filter_map(with_choice).collect();
    let edge =
        |(edge, choice)| view! { <EdgeOfBlock sheet field edges place=place.to_owned() nth called edge choice/> };
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
    nth: usize,
    /// Name of the unit.
    called: Signal<String>,
    edge: TouchedEdge,
    /// The choice that it stands for.
    choice: &'static Choice,
) -> impl IntoView {
    let value = held(sheet, field, &place);
    let touches = move || {
        value.with(|value| {
            let touching = value.as_ref().and_then(Json::as_str).and_then(edges);
            touching.is_some_and(|touching| touching[nth] == edge)
        })
    };
    let (class, word) = match edge {
        TouchedEdge::Front => ("edge front", say("Front")),
        TouchedEdge::Flank => ("edge flank", say("Flank")),
        TouchedEdge::Rear => ("edge rear", say("Rear")),
    };
    let id = format!("edge-{place}-{}", choice.id);
    // Both fronts stand for one choice: that of the first unit is a second label of the other's control.
    if edge == TouchedEdge::Front && nth == 0 {
        return view! { <label class=class class:touches=touches for=id aria-hidden="true"><span>{word}</span></label> }.into_any();
    }
    let figures = OptionFigure::at(&place);
    let offer = || Some(Offer::Value(choice.id.into()));
    let group = format!("edges-{place}");
    let name = move || match edge {
        TouchedEdge::Front => sheet.choice_label(choice),
        _ => text!("{who}: {what}", who = called.get(), what = word.to_lowercase()).to_string(),
    };
    let is_chosen = Signal::derive(move || value.with(|value| value.as_ref().is_some_and(|value| value == choice.id)));
    let choose = Callback::new(move |()| sheet.set.run((place.clone(), Some(choice.id.into()))));
    view! {
        <label class=class class:touches=touches>
            <OptionInput group id name=Signal::derive(move || Some(name())) is_chosen choose description=figures.words(offer)/>
            <span>{word}</span>
            {figures.room(offer)}
        </label>
    }
    .into_any()
}
