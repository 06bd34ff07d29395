//! A place on a grid: one unit in the middle, and the square of another to be tapped.

use leptos::prelude::*;

/// The eight directions, north first, clockwise, as arrows.
const ARROWS: [&str; 8] = ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"];
/// Squares to each side of the middle, at first and when more are asked for.
const NEAR: i32 = 4;
const FAR: i32 = 7;

/// The grid.
#[component]
pub fn Grid(
    /// How the unit in the middle faces: its place among the eight directions.
    facing: Signal<Option<usize>>,
    /// The square tapped, east and north of the middle.
    tapped: Signal<Option<(i32, i32)>>,
    /// How a square lies: words that are also classes.
    lies: Callback<(i32, i32), Vec<&'static str>>,
    /// A square is tapped.
    on_tap: Callback<(i32, i32)>,
) -> impl IntoView {
    let reach = RwSignal::new(NEAR);
    let squares = move || {
        let reach = reach.get();
        let row = move |north: i32| {
            (-reach..=reach).map(move |east| square((east, north), facing, tapped, lies, on_tap)).collect_view()
        };
        (-reach..=reach).rev().map(row).collect_view()
    };
    view! {
        <div class="grid" role="group" aria-label="Grid" style:--across=move || (2 * reach.get() + 1).to_string()>{squares}</div>
        <button type="button" class="quiet" on:click=move |_| reach.update(|reach| *reach = if *reach == NEAR { FAR } else { NEAR })>
            {move || if reach.get() == NEAR { "More squares" } else { "Fewer squares" }}
        </button>
    }
}

fn square(
    place: (i32, i32),
    facing: Signal<Option<usize>>,
    tapped: Signal<Option<(i32, i32)>>,
    lies: Callback<(i32, i32), Vec<&'static str>>,
    on_tap: Callback<(i32, i32)>,
) -> impl IntoView {
    let marks = move || lies.run(place);
    let arrow =
        move || (place == (0, 0)).then(|| facing.get().and_then(|facing| ARROWS.get(facing).copied()).unwrap_or("•"));
    view! {
        <button type="button" class=move || format!("square {}", marks().join(" "))
            aria-label=move || format!("{}: {}", place_words(place), marks().join(", "))
            aria-pressed=move || (tapped.get() == Some(place)).to_string()
            on:click=move |_| on_tap.run(place)>{arrow}</button>
    }
}

/// `2 east, 1 south`.
fn place_words((east, north): (i32, i32)) -> String {
    let along = |by: i32, ahead: &str, behind: &str| match by {
        0 => None,
        1.. => Some(format!("{by} {ahead}")),
        ..0 => Some(format!("{} {behind}", -by)),
    };
    let words: Vec<String> =
        [along(east, "east", "west"), along(north, "north", "south")].into_iter().flatten().collect();
    if words.is_empty() { "the same square".into() } else { words.join(", ") }
}

/// Which way a unit faces, to be put right.
#[component]
pub fn Facing(
    /// Whose.
    #[prop(into)]
    name: String,
    /// The place among the eight directions.
    facing: Signal<Option<usize>>,
    /// It is turned.
    on_turn: Callback<usize>,
) -> impl IntoView {
    let ways = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    let buttons = ARROWS.into_iter().zip(ways).enumerate().map(|(place, (arrow, way))| {
        view! {
            <button type="button" class="step" aria-label=way aria-pressed=move || (facing.get() == Some(place)).to_string()
                on:click=move |_| on_turn.run(place)>{arrow}</button>
        }
    });
    let buttons = buttons.collect_view();
    view! { <fieldset class="facing"><legend>{format!("{name} faces")}</legend>{buttons}</fieldset> }
}
