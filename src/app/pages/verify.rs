//! Whether a battle's log holds: each act, its dice thrown again from the seed; and how the app throws dice.

use super::log::title;
use crate::app::desk::InBattle;
use crate::app::parts::frame::head;
use crate::app::route::Route;
use drumhead::battle::Event;
use drumhead::battle::verify::{Changed, Finding, Source, verify};
use drumhead::chance::{self, VECTORS, Vector};
use leptos::prelude::*;

/// The check of a battle's log.
pub fn page(battle: InBattle) -> impl IntoView {
    let body = move || {
        let found = battle.with(verify);
        let events = battle.with(|open| open.log().to_vec());
        let wrong = found.iter().filter(|own| !own.faults.is_empty()).count();
        let summary = match (found.len(), wrong) {
            (0, _) => "Nothing has happened yet.".to_owned(),
            (1, 0) => "The only entry holds.".to_owned(),
            (1, _) => "The only entry does not hold.".to_owned(),
            (all, 0) => format!("All {all} entries hold."),
            (all, 1) => format!("1 of {all} entries does not hold."),
            (all, wrong) => format!("{wrong} of {all} entries do not hold."),
        };
        let rows = events.iter().zip(found).enumerate();
        let rows = rows.map(|(place, ((stamp, event), finding))| {
            let name = format!("{stamp} · {}", name(battle, event));
            row(place, name, &finding)
        });
        view! {
            <p class="headline" role="status">{summary}</p>
            <ol class="list" aria-label="Entries">{rows.collect_view()}</ol>
        }
        .into_any()
    };
    view! {
        {head(Some(Route::Log(battle.id())), "Check the dice", ())}
        <main class="log">
            {body}
            {seed(battle)}
            <details class="more">
                <summary>"What this shows, and what it cannot"</summary>
                <p>"Every throw of the app is thrown again from the seed, and every act is ruled again from what was said and thrown, down to what it changed on the table. An entry that was altered, taken out or moved afterwards is missed by the next one, which names what stood before it."</p>
                <p>"Nobody can throw dice from the table again: what was typed is taken as it is. Who makes a whole log anew with a tool of his own can make it hold; he cannot keep its fingerprint. Compare it on both devices, or write it down now and then."</p>
            </details>
        </main>
    }
}

fn row(place: usize, name: String, finding: &Finding) -> AnyView {
    let words = match finding.dice {
        Source::None => "No dice.",
        Source::App => "Dice of the app.",
        Source::Table => "Dice from the table: what was typed cannot be checked.",
        Source::Both => "Dice of the app, and from the table: what was typed cannot be checked.",
    };
    let changed = match finding.changed {
        Changed::Nothing => "",
        Changed::ByRules => " What it changed on the table is worked out again, too.",
        Changed::ByHand => " Changed by hand, as players may: no rule says whether it was right.",
    };
    let holds = finding.faults.is_empty();
    let faults = finding.faults.iter().map(|fault| view! { <p class="fault">{fault.to_string()}</p> }).collect_view();
    view! {
        <li class="entry" value=place + 1>
            <h2>{if holds { "✓ " } else { "✗ " }}{name}" "<small>{if holds { "holds" } else { "does not hold" }}</small></h2>
            <p class="soft">{words}{changed}</p>
            {faults}
        </li>
    }
    .into_any()
}

/// What an entry is.
fn name(battle: InBattle, event: &Event) -> String {
    let of = |stamp: &_| {
        let named = battle.with_untracked(|open| {
            open.log().iter().find_map(|(own, event)| match event {
                Event::Act(act) if own == stamp => Some((**act).clone()),
                _ => None,
            })
        });
        named.map_or_else(|| stamp.to_string(), |act| title(battle, &act))
    };
    match event {
        Event::Act(act) => title(battle, act),
        Event::Undo(stamp) => format!("Undo: {}", of(stamp)),
        Event::Redo(stamp) => format!("Redo: {}", of(stamp)),
        Event::Rolled(rolled) => {
            let known = battle.ruleset.procedure(&rolled.procedure);
            format!("Throw: {}", known.map_or(rolled.procedure.as_str(), |own| own.title))
        }
    }
}

/// Seed, phrases and fingerprint.
fn seed(battle: InBattle) -> AnyView {
    let (seed, phrases) = battle.with_untracked(|open| (open.header().seed, open.header().phrases.clone()));
    let sides = battle.with_untracked(|open| open.header().sides.clone().map(|side| side.name));
    let said = move || {
        let each = sides.clone().into_iter().zip(phrases.clone());
        let row = |(side, phrase): (String, String)| {
            let words = if phrase.trim().is_empty() { "nothing".to_owned() } else { format!("“{phrase}”") };
            view! { <dt>{format!("{side} said")}</dt><dd>{words}</dd> }
        };
        each.map(row).collect_view()
    };
    view! {
        <section class="card" aria-label="Seed">
            <dl class="listed wordy">
                <dt>"Fingerprint of battle and log"</dt><dd class="digits">{move || battle.with(|open| open.fingerprint())}</dd>
                <dt>"Commitment, shown before play"</dt><dd class="digits">{seed.commitment()}</dd>
                {said()}
            </dl>
            <details class="more">
                <summary>"Show the seed"</summary>
                <p class="soft">"Once the battle is over, that is: whoever has it can work out the throws to come."</p>
                <dl class="listed wordy">
                    <dt>"Seed"</dt><dd class="digits">{String::from(seed)}</dd>
                    <dt>"Key of the dice"</dt><dd class="digits">{battle.with_untracked(|open| String::from(open.header().dice()))}</dd>
                </dl>
            </details>
            <p><a href=Route::Dice.href()>"How the dice are thrown"</a></p>
        </section>
    }
    .into_any()
}

/// How the app throws dice, in words, with what it gives for some seeds.
pub fn scheme() -> impl IntoView {
    let vectors = VECTORS.iter().map(vector).collect_view();
    let longest = chance::LONGEST_PHRASE;
    view! {
        {head(Some(Route::Home), "How the dice are thrown", ())}
        <main class="rules">
            <p>"Anyone can check the app’s dice without the app. This is all there is to them."</p>
            <ol class="steps">
                <li><b>"The seed. "</b>"When a battle is set up, the app draws 32 bytes from the device’s own randomness and shows their SHA-256: the commitment. It cannot change the seed afterwards without changing that."</li>
                <li><b>"The phrases. "</b>{format!("Then each side may type a phrase, of up to {longest} letters. Spaces around it do not count; its bytes in UTF-8 do.")}</li>
                <li><b>"The key. "</b>"If nobody said anything, the key of the dice is the seed. Otherwise it is the SHA-256 of: the 17 bytes “Drumhead dice v1.” in ASCII, the 32 bytes of the seed, and then for the first and for the second side the length of the phrase in bytes, as four bytes with the highest first, and the phrase."</li>
                <li><b>"The throws "</b>"are numbered from 0. The faces of a throw come from the keystream of ChaCha20, with the key, the number of the throw as the 64-bit nonce (the lowest byte first), and the 64-bit block counter at 0."</li>
                <li><b>"The faces. "</b>"Bytes are taken one by one. A byte of at least 256 − (256 mod sides) is passed over. Of any other, the face is its remainder by the number of sides, plus 1. So every face is equally likely."</li>
                <li><b>"Undoing "</b>"gives the number of a throw back: the same dice come again. Two tabs that throw at the same moment throw the same number."</li>
            </ol>
            <p>"What it cannot do: the device that keeps the battle keeps the seed, too. Who takes it apart can work out the throws to come. But nobody has chosen them."</p>
            <h2>"To try it out"</h2>
            {vectors}
        </main>
    }
}

fn vector(own: &'static Vector) -> impl IntoView {
    let faces = own.faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    let phrases = if own.phrases == ["", ""] {
        "none".to_owned()
    } else {
        format!("“{}”, “{}”", own.phrases[0], own.phrases[1])
    };
    view! {
        <dl class="listed wordy card">
            <dt>"Seed"</dt><dd class="digits">{own.seed}</dd>
            <dt>"Commitment"</dt><dd class="digits">{own.commitment}</dd>
            <dt>"Phrases"</dt><dd>{phrases}</dd>
            <dt>"Key"</dt><dd class="digits">{own.key}</dd>
            <dt>{format!("Throw {}, D{}", own.throw, own.sides)}</dt><dd class="digits">{faces}</dd>
        </dl>
    }
}
