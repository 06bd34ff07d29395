//! Dice: as faces, and a pad to type them on.

use drumhead::battle::Thrown;
use drumhead::dice::Throw;
use drumhead::text::Text;
use leptos::prelude::*;

/// Throws that were made, each with its purpose and where its dice came from.
pub fn thrown<F: Fn(&str) -> String>(throws: &[Thrown], spell: F) -> impl IntoView + use<F> {
    let rows = throws
        .iter()
        .map(|thrown| {
            let faces = thrown.faces.iter().map(|face| view! { <b class="face">{*face}</b> }).collect_view();
            let origin = if thrown.number.is_some() { "app" } else { "table" };
            view! { <p class="thrown"><span>{spell(&thrown.purpose)}</span>{faces}<small>{origin}</small></p> }
        })
        .collect_view();
    view! { <div class="throws">{rows}</div> }
}

/// What is thrown next, in words: `Throw 6 dice: hit`.
pub fn asked(throw: &Throw, purpose: &str) -> String {
    let dice = if throw.count == 1 { "1 die".into() } else { format!("{} dice", throw.count) };
    let sides = if throw.sides == 6 { String::new() } else { format!(" (D{})", throw.sides) };
    format!("Throw {dice}{sides}: {purpose}")
}

/// A pad with the lots that are left, to name the one that was drawn at the table.
pub fn lots_pad(name: &'static str, lots: Vec<(Text, u8)>, on_face: Callback<u8>) -> impl IntoView + use<> {
    let lots = lots
        .into_iter()
        .map(|(words, face)| view! { <button on:click=move |_| on_face.run(face)>{words.to_string()}</button> })
        .collect_view();
    view! {
        <section class="pad" aria-label=name>
            <p class="headline" role="status">{name}</p>
            <div class="candidates">{lots}</div>
        </section>
    }
}

/// A pad with the faces of the die that is asked for.
pub fn pad(
    throw: &Throw,
    purpose: &str,
    on_face: Callback<u8>,
    on_back: Callback<()>,
    can_go_back: bool,
) -> impl IntoView + use<> {
    let slots =
        (0..throw.count).map(|index| view! { <i class="slot" class:next=index == 0></i> }).take(12).collect_view();
    let faces = (1..=throw.sides)
        .map(|face| view! { <button class="die" on:click=move |_| on_face.run(face)>{face}</button> })
        .collect_view();
    view! {
        <section class="pad" aria-label="Type the dice on the table">
            <p class="headline" role="status">{asked(throw, purpose)}</p>
            <div class="slots" aria-hidden="true">{slots}</div>
            <div class="faces">{faces}</div>
            <button class="quiet" disabled=!can_go_back on:click=move |_| on_back.run(())>"⌫ Take the last die back"</button>
        </section>
    }
}
