//! The page that explains how the app rolls dice, so that anybody can check rolls without the app.

use crate::app::components::page_header::PageHeader;
use crate::app::state::route::Route;
use leptos::prelude::*;
use rules::dice::rng;
use rules::dice::rng::{VECTORS, Vector};
use rules::text;
use rules::text::say;

/// The explanation, with test values for some seeds.
#[component]
pub fn DiceSchemePage() -> impl IntoView {
    let vectors = VECTORS.iter().map(|vector| view! { <VectorCard vector/> }).collect_view();
    let longest = rng::LONGEST_PHRASE;
    view! {
        <PageHeader back=Route::Home title=say("How the dice are rolled")/>
        <main class="rules">
            <p>{say("Anyone can check the app’s dice without the app. This is the whole method.")}</p>
            <ol class="steps">
                <li><b>{say("The seed.")}</b>" "{say("When a battle is set up, the app draws 32 bytes from the device’s own randomness and shows their SHA-256: the commitment. It cannot change the seed afterwards without changing that.")}</li>
                <li><b>{say("The phrases.")}</b>" "{text!("Then each side may enter a phrase of up to {n} letters. Spaces at either end do not count. The rest counts as UTF-8 bytes.", n = longest).to_string()}</li>
                <li><b>{say("The key.")}</b>" "{say("Without phrases, the key of the dice is the seed. With a phrase, it is the SHA-256 of: the 17 bytes “Drumhead dice v1.” in ASCII, the 32 bytes of the seed, and then for the first and for the second side the length of the phrase in bytes, as four bytes with the highest first, and the phrase.")}</li>
                <li><b>{say("The rolls.")}</b>" "{say("Each unit has 2,000 numbers of its own, from 1,000,000 on: the battle has the first, each side the next, then come the units in the order in which the battle began. A roll takes the lowest free number of the unit that acts. In battles that began with version 1.0.0, all rolls are numbered together, from 0.")}" "{say("The faces of a roll come from the keystream of ChaCha20, with the key, the number of the roll as the 64-bit nonce (the lowest byte first), and the 64-bit block counter at 0.")}</li>
                <li><b>{say("The faces.")}</b>" "{say("Take the bytes one by one. Skip a byte of 256 − (256 mod sides) or more. For any other byte, the face is its remainder by the number of sides, plus 1. So every face is equally likely.")}</li>
                <li><b>{say("Undo.")}</b>" "{say("Undoing an act or discarding a roll frees its number: the same unit gets the same dice again. Two tabs that roll for one unit at the same moment use the same number.")}</li>
            </ol>
            <p>{say("A limit: the device that stores the battle also stores the seed. Somebody who extracts the seed can work out the rolls to come. But nobody can choose them.")}</p>
            <h2>{say("Test values")}</h2>
            {vectors}
        </main>
    }
}

/// A seed with the dice that result from it.
#[component]
fn VectorCard(vector: &'static Vector) -> impl IntoView {
    let faces = vector.faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    let phrases = if vector.phrases == ["", ""] {
        say("none").to_owned()
    } else {
        text!("“{a}”, “{b}”", a = vector.phrases[0].to_owned(), b = vector.phrases[1].to_owned()).to_string()
    };
    view! {
        <dl class="listed wordy card">
            <dt>{say("Seed")}</dt><dd class="digits">{vector.seed}</dd>
            <dt>{say("Commitment")}</dt><dd class="digits">{vector.commitment}</dd>
            <dt>{say("Phrases")}</dt><dd>{phrases}</dd>
            <dt>{say("Key")}</dt><dd class="digits">{vector.key}</dd>
            <dt>{text!("Roll {n}, D{sides}", n = vector.roll.to_string(), sides = vector.sides).to_string()}</dt><dd class="digits">{faces}</dd>
        </dl>
    }
}
