//! A grid of squares around a unit, on which players tap the square of another unit, or the squares of a path.

use leptos::html::Div;
use leptos::prelude::*;
use rules::grid::Square;
use rules::text;
use rules::text::say;

/// Arrows in the eight directions, clockwise from north.
const ARROWS: [&str; 8] = ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"];
/// Number of squares to each side of the middle: at first, and after "More squares".
const NEAR: i32 = 3;
const FAR: i32 = 7;

/// A grid of squares around a unit.
#[component]
pub fn Grid(
    /// The direction that the unit in the middle faces, as an index of the eight directions.
    facing: Signal<Option<usize>>,
    /// The tapped squares in order, by their distance east and north of the middle.
    tapped: Signal<Vec<Square>>,
    /// Returns the classes of a square, which depend on its place. They are also part of its accessible name.
    classes: Callback<Square, Vec<&'static str>>,
    /// Called with each tap.
    on_tap: Callback<Square>,
) -> impl IntoView {
    let reach = RwSignal::new(NEAR);
    let frame = NodeRef::<Div>::new();
    // If the grid is wider than the screen, it is scrolled to the middle.
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
                .map(move |east| view! { <GridSquare square=(east, north) facing tapped classes on_tap/> })
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
    square: Square,
    facing: Signal<Option<usize>>,
    tapped: Signal<Vec<Square>>,
    classes: Callback<Square, Vec<&'static str>>,
    on_tap: Callback<Square>,
) -> impl IntoView {
    let square_classes = move || classes.run(square);
    let arrow = move || facing.get().and_then(|facing| ARROWS.get(facing).copied()).unwrap_or("•").to_owned();
    let step = Memo::new(move |_| tapped.with(|tapped| tapped.iter().position(|other| *other == square)));
    // The squares of a path are numbered; a single square needs no number.
    let number = move || {
        let several = tapped.with(|tapped| tapped.len() > 1);
        step.get().filter(|_| several).map(|step| (step + 1).to_string()).unwrap_or_default()
    };
    view! {
        <button type="button" class=move || format!("square {}", square_classes().join(" "))
            aria-label=move || {
                let square_classes: Vec<_> = square_classes().into_iter().map(say).collect();
                text!("{place}: {marks}", place = square_words(square), marks = square_classes.join(", ")).to_string()
            }
            aria-pressed=move || step.get().is_some().to_string()
            on:click=move |_| on_tap.run(square)>{move || if square == (0, 0) { arrow() } else { number() }}</button>
    }
}

/// The place of a square in words: `2 east, 1 south`.
fn square_words((east, north): Square) -> String {
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

/// The choice of the direction that a unit faces.
#[component]
pub fn FacingPicker(
    /// The question: `Swiss phalanx faces`.
    asks: String,
    /// The direction that it faces, as an index of the eight directions.
    facing: Signal<Option<usize>>,
    /// Called with the index of the tapped direction.
    on_turn: Callback<usize>,
) -> impl IntoView {
    let directions = [
        say("north"),
        say("north-east"),
        say("east"),
        say("south-east"),
        say("south"),
        say("south-west"),
        say("west"),
        say("north-west"),
    ];
    let buttons = ARROWS.into_iter().zip(directions).enumerate().map(|(index, (arrow, direction))| {
        view! {
            <button type="button" data-repeats aria-label=direction aria-pressed=move || (facing.get() == Some(index)).to_string()
                on:click=move |_| on_turn.run(index)>{arrow}</button>
        }
    });
    view! { <fieldset class="facing"><legend>{asks}</legend>{buttons.collect_view()}</fieldset> }
}
