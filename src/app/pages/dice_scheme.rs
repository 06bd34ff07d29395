//! Explanation of how the app rolls dice, so that anybody can check them without the app.

use crate::app::components::page_header::PageHeader;
use crate::app::state::route::Route;
use drumhead::core::text::say;
use drumhead::dice::hash_chain::{self, VECTOR};
use drumhead::dice::rng;
use drumhead::dice::rng::{VECTORS, Vector};
use drumhead::text;
use leptos::prelude::*;

/// Explanation of the app's dice in words, with test values for some seeds.
#[component]
pub fn DiceSchemePage() -> impl IntoView {
    let vectors = VECTORS.iter().map(|vector| view! { <VectorCard vector/> }).collect_view();
    let longest = rng::LONGEST_PHRASE;
    let steps = usize::try_from(hash_chain::LENGTH).unwrap_or(usize::MAX);
    view! {
        <PageHeader back=Route::Home title=say("How the dice are rolled")/>
        <main class="rules">
            <p>{say("Anyone can check the app’s dice without the app. This is the whole method.")}</p>
            <ol class="steps">
                <li><b>{say("The seed.")}</b>" "{say("When a battle is set up, the app draws 32 bytes from the device’s own randomness and shows their SHA-256: the commitment. It cannot change the seed afterwards without changing that.")}</li>
                <li><b>{say("The phrases.")}</b>" "{text!("Then each side may enter a phrase of up to {n} letters. Spaces at either end do not count. The rest counts as UTF-8 bytes.", n = longest).to_string()}</li>
                <li><b>{say("The key.")}</b>" "{say("Without phrases, the key of the dice is the seed. With a phrase, it is the SHA-256 of: the 17 bytes “Drumhead dice v1.” in ASCII, the 32 bytes of the seed, and then for the first and for the second side the length of the phrase in bytes, as four bytes with the highest first, and the phrase.")}</li>
                <li><b>{say("The rolls.")}</b>" "{say("Rolls are numbered from 0. The faces of a roll come from the keystream of ChaCha20, with the key, the number of the roll as the 64-bit nonce (the lowest byte first), and the 64-bit block counter at 0.")}</li>
                <li><b>{say("The faces.")}</b>" "{say("Take the bytes one by one. Skip a byte of 256 − (256 mod sides) or more. For any other byte, the face is its remainder by the number of sides, plus 1. So every face is equally likely.")}</li>
                <li><b>{say("Undo.")}</b>" "{say("An undo frees the number of the roll, so the same dice come again. Two tabs that roll at the same moment use the same number.")}</li>
            </ol>
            <p>{say("A limit: the device that stores the battle also stores the seed. Somebody who extracts the seed can work out the rolls to come. But nobody can choose them.")}</p>
            <h2>{say("Rolls by both devices")}</h2>
            <p>{say("While two devices are connected, neither can work out a roll in advance, not even with the seed. Each commits to its part of all rolls beforehand.")}</p>
            <ol class="steps">
                <li><b>{say("The steps.")}</b>" "{text!("Each device draws 16 secret bytes: its step {n}. Each step before is the first 16 bytes of the SHA-256 of: the 17 bytes “Drumhead step v1.” in ASCII, and the step after it. Whoever knows a step can work out the earlier ones, and no later one.", n = steps).to_string()}</li>
                <li><b>{say("The anchor.")}</b>" "{say("Step 0 is written into the log, with the number of the first roll that it is for. That roll takes step 1, the next roll step 2, and so on: the device can no longer choose.")}</li>
                <li><b>{say("The question.")}</b>" "{say("The device that rolls asks the other one for its step, and says for which roll and which action. It gets the step for this action only. If no answer comes within a second and a half, the roll is made from the seed alone, and the log says so.")}</li>
                <li><b>{say("The key of the roll.")}</b>" "{say("It is the SHA-256 of: the 17 bytes “Drumhead both v1.”, the 32 bytes of the battle’s key, the number of the roll as eight bytes with the highest first, and both steps in the order of the devices’ names in the log. The faces come from it as above.")}</li>
                <li><b>{say("The log.")}</b>" "{say("It holds both steps of each such roll, so that “Check the dice” can check them. A step that was given and not used is reported on the device that gave it.")}</li>
            </ol>
            <h2>{say("Test values")}</h2>
            {vectors}
            <BothCard/>
        </main>
    }
}

/// A seed with the dice that it gives.
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

/// A roll by both devices, with what it is made of.
#[component]
fn BothCard() -> impl IntoView {
    let vector = VECTOR;
    let device = |place: usize| {
        let named = [say("First device"), say("Second device")][place];
        let step = text!("{device}: step {n}", device = named, n = vector.numbers[place].to_string()).to_string();
        view! {
            <dt>{text!("{device}: secret", device = named).to_string()}</dt><dd class="digits">{vector.roots[place]}</dd>
            <dt>{text!("{device}: anchor", device = named).to_string()}</dt><dd class="digits">{vector.anchors[place]}</dd>
            <dt>{step}</dt><dd class="digits">{vector.steps[place]}</dd>
        }
    };
    view! {
        <dl class="listed wordy card">
            <dt>{say("Key of the dice")}</dt><dd class="digits">{vector.battle}</dd>
            {device(0)}
            {device(1)}
            <dt>{text!("Key of roll {n}", n = vector.roll.to_string()).to_string()}</dt><dd class="digits">{vector.key}</dd>
        </dl>
    }
}
