//! Rolls for which players enter only the number of successes.

use super::dice::Faces;
use crate::app::platform::scrolling;
use leptos::prelude::*;
use rules::dice::{RollRequest, dice_words};
use rules::text;
use web_sys::HtmlDetailsElement;

/// Number of dice of a roll from which the buttons are unfolded.
const MANY: usize = 6;

/// Buttons for the number of successes, from 0 to all dice. For rolls in which only this number matters, so that nobody has to
/// type twenty dice.
#[component]
pub fn CountPad(
    /// The roll, and the lowest face that succeeds; `None` if the faces matter.
    counts: Memo<Option<(RollRequest, u8)>>,
    /// True if the player unfolded the buttons, false if the player folded them. `None`: they are unfolded for many dice. Kept for the next
    /// roll.
    open: RwSignal<Option<bool>>,
    /// Called with the number of successes.
    on_count: Callback<usize>,
) -> impl IntoView {
    let pad = move |(roll, from): (RollRequest, u8)| {
        let (count, dice) = (roll.count, dice_words(roll.count, roll.sides));
        let words = text!("Or enter how many of the {dice} show {from}+", dice = dice, from = from).to_string();
        let number =
            |number: usize| view! { <button class="die" on:click=move |_| on_count.run(number)>{number}</button> };
        let is_open = open.get_untracked().unwrap_or(count >= MANY);
        let unfolded = move |details: HtmlDetailsElement| {
            let was_open = open.get_untracked().unwrap_or(is_open);
            if details.open() != was_open {
                open.set(Some(details.open()));
            }
            if details.open() && !was_open {
                scrolling::show_end(details.into());
            }
        };
        view! {
            <details class="disclosure count-pad" prop:open=is_open on:toggle:target=move |event| unfolded(event.target())>
                <summary>{words.clone()}</summary>
                <div class="faces" role="group" aria-label=words>{(0..=count).map(number).collect_view()}</div>
            </details>
        }
    };
    move || counts.get().map(pad)
}

/// The number of successes that was entered, instead of dice: `5 of 8 succeed`.
#[component]
fn Counted(
    /// Faces that represent the number: each above 1 is a success.
    faces: Vec<u8>,
) -> impl IntoView {
    let successes = faces.iter().filter(|face| **face > 1).count();
    let words = text!("{n} of {of} succeed", n = successes, of = faces.len());
    view! { <b class="counted">{words.to_string()}</b> }
}

/// The dice of a roll, or the number of successes if only that was entered.
#[component]
pub fn RolledFaces(
    faces: Vec<u8>,
    /// True for each face that succeeds; `None` for one that decides nothing by itself.
    successes: Vec<Option<bool>>,
    /// True if only the number of successes was entered.
    counted: bool,
) -> impl IntoView {
    if counted {
        return view! { <Counted faces/> }.into_any();
    }
    view! { <Faces faces successes/> }.into_any()
}
