//! Dice of which players say only how many succeed.

use super::dice::Faces;
use crate::app::platform::scrolling;
use leptos::prelude::*;
use rules::dice::{RollRequest, dice_words};
use rules::text;
use web_sys::HtmlDetailsElement;

/// Numbers to choose from, from none to all: for rolls in which only the number of successes matters, so that nobody has to type
/// twenty dice.
#[component]
pub fn CountPad(
    /// The roll, and the lowest face that succeeds; `None` where faces matter.
    counts: Memo<Option<(RollRequest, u8)>>,
    /// True while the numbers are unfolded, also for the next roll.
    open: RwSignal<bool>,
    /// Called with the number of successes.
    on_count: Callback<usize>,
) -> impl IntoView {
    let pad = move |(roll, from): (RollRequest, u8)| {
        let (count, dice) = (roll.count, dice_words(roll.count, roll.sides));
        let words = text!("Or enter how many of the {dice} show {from}+", dice = dice, from = from).to_string();
        let number =
            |number: usize| view! { <button class="die" on:click=move |_| on_count.run(number)>{number}</button> };
        let unfolded = move |details: HtmlDetailsElement| {
            let was_open = open.get_untracked();
            open.set(details.open());
            if details.open() && !was_open {
                scrolling::show_end(details.into());
            }
        };
        view! {
            <details class="disclosure count-pad" prop:open=open.get_untracked() on:toggle:target=move |event| unfolded(event.target())>
                <summary>{words.clone()}</summary>
                <div class="faces" role="group" aria-label=words>{(0..=count).map(number).collect_view()}</div>
            </details>
        }
    };
    move || counts.get().map(pad)
}

/// A number of successes that was entered, in the place of dice: `5 of 8 succeed`.
#[component]
fn Counted(
    /// Faces that stand for it: those above 1 are successes.
    faces: Vec<u8>,
) -> impl IntoView {
    let successes = faces.iter().filter(|face| **face > 1).count();
    let words = text!("{n} of {of} succeed", n = successes, of = faces.len());
    view! { <b class="counted">{words.to_string()}</b> }
}

/// The dice of a roll, or the number of their successes where no more is known.
#[component]
pub fn RolledFaces(
    /// Their faces.
    faces: Vec<u8>,
    /// Success of each face, where one decides.
    successes: Vec<Option<bool>>,
    /// True if only the number of successes was entered.
    counted: bool,
) -> impl IntoView {
    if counted {
        return view! { <Counted faces/> }.into_any();
    }
    view! { <Faces faces successes/> }.into_any()
}
