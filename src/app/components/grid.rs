//! A grid: one unit in the middle, and the square of another, or squares of a way, to be tapped.

use leptos::html::Div;
use leptos::prelude::*;
use rules::grid::Square;
use rules::text;
use rules::text::say;

/// The eight directions, north first, clockwise, as arrows.
const ARROWS: [&str; 8] = ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"];
/// Squares to each side of the middle, at first and when more are asked for.
const NEAR: i32 = 3;
const FAR: i32 = 7;

/// A grid of squares around a unit.
#[component]
pub fn Grid(
    /// The way in which the unit in the middle faces, by its place among the eight directions.
    facing: Signal<Option<usize>>,
    /// The squares tapped, east and north of the middle, the first first.
    tapped: Signal<Vec<Square>>,
    /// Classes of a square by where it lies; they are also its words.
    lies: Callback<Square, Vec<&'static str>>,
    /// Called with each tap.
    on_tap: Callback<Square>,
) -> impl IntoView {
    let reach = RwSignal::new(NEAR);
    let frame = NodeRef::<Div>::new();
    // Where not all squares fit beside each other, the middle is shown first.
    Effect::new(move |_| {
        reach.track();
        if let Some(frame) = frame.get() {
            request_animation_frame(move || frame.set_scroll_left((frame.scroll_width() - frame.client_width()) / 2));
        }
    });
    let squares = move || {
        let reach = reach.get();
        let row = move |north: i32| {
            (-reach..=reach)
                .map(move |east| view! { <GridSquare place=(east, north) facing tapped lies on_tap/> })
                .collect_view()
        };
        (-reach..=reach).rev().map(row).collect_view()
    };
    view! {
        <div class="grid-frame" node_ref=frame>
            <div class="grid" role="group" aria-label=say("Grid") style:--across=move || (2 * reach.get() + 1).to_string()>{move || squares()}</div>
        </div>
        <button type="button" class="quiet" on:click=move |_| reach.update(|reach| *reach = if *reach == NEAR { FAR } else { NEAR })>
            {move || if reach.get() == NEAR { say("More squares") } else { say("Fewer squares") }}
        </button>
    }
}

#[component]
fn GridSquare(
    place: Square,
    facing: Signal<Option<usize>>,
    tapped: Signal<Vec<Square>>,
    lies: Callback<Square, Vec<&'static str>>,
    on_tap: Callback<Square>,
) -> impl IntoView {
    let marks = move || lies.run(place);
    let arrow = move || facing.get().and_then(|facing| ARROWS.get(facing).copied()).unwrap_or("•").to_owned();
    let step = Memo::new(move |_| tapped.with(|tapped| tapped.iter().position(|square| *square == place)));
    // A way is numbered, square by square; a single square needs no number.
    let number = move || {
        let several = tapped.with(|tapped| tapped.len() > 1);
        step.get().filter(|_| several).map(|step| (step + 1).to_string()).unwrap_or_default()
    };
    view! {
        <button type="button" class=move || format!("square {}", marks().join(" "))
            aria-label=move || {
                let marks: Vec<_> = marks().into_iter().map(say).collect();
                text!("{place}: {marks}", place = place_words(place), marks = marks.join(", ")).to_string()
            }
            aria-pressed=move || step.get().is_some().to_string()
            on:click=move |_| on_tap.run(place)>{move || if place == (0, 0) { arrow() } else { number() }}</button>
    }
}

/// `2 east, 1 south`.
fn place_words((east, north): Square) -> String {
    let along = |by: i32, ahead: &str, behind: &str| match by {
        0 => None,
        1.. => Some(format!("{by} {ahead}")),
        ..0 => Some(format!("{} {behind}", -by)),
    };
    let words: Vec<String> = [along(east, say("east"), say("west")), along(north, say("north"), say("south"))]
        .into_iter()
        .flatten()
        .collect();
    if words.is_empty() { say("the same square").into() } else { words.join(", ") }
}

/// A choice of the way in which a unit faces.
#[component]
pub fn FacingPicker(
    /// The question: `Swiss phalanx faces`.
    asks: String,
    /// The way in which it faces, by its place among the eight directions.
    facing: Signal<Option<usize>>,
    /// Called with the direction that was tapped.
    on_turn: Callback<usize>,
) -> impl IntoView {
    let ways = [
        say("north"),
        say("north-east"),
        say("east"),
        say("south-east"),
        say("south"),
        say("south-west"),
        say("west"),
        say("north-west"),
    ];
    let buttons = ARROWS.into_iter().zip(ways).enumerate().map(|(place, (arrow, way))| {
        view! {
            <button type="button" data-repeats aria-label=way aria-pressed=move || (facing.get() == Some(place)).to_string()
                on:click=move |_| on_turn.run(place)>{arrow}</button>
        }
    });
    view! { <fieldset class="facing"><legend>{asks}</legend>{buttons.collect_view()}</fieldset> }
}
