//! The line that says which devices follow the battle, and what they lack.

use crate::app::platform::direct::LinkState;
use crate::app::state::BattleState;
use crate::app::state::live::{Device, live};
use crate::app::state::route::Route;
use drumhead::battle::relation::Apart;
use drumhead::core::text::say;
use drumhead::share::live::Trouble;
use drumhead::text;
use leptos::prelude::*;

/// The line; nothing as long as no other device is known.
#[component]
pub fn InStep(
    /// The battle in play.
    battle: BattleState,
) -> impl IntoView {
    let lines = Memo::new(move |_| in_words(battle));
    // Counts change with every act, and are not read out.
    let said = Memo::new(move |_| live().devices(battle).into_iter().map(state_words).collect::<Vec<_>>().join(" "));
    let href = Route::Devices(battle.id()).href();
    view! {
        <Show when=move || lines.with(|lines| !lines.is_empty())>
            <p class="in-step"><a href=href.clone()><span class="unseen">{say("Devices")}": "</span>{move || lines.get().join(" · ")}</a></p>
        </Show>
        <p class="unseen" role="status" aria-label=say("Devices")>{said}</p>
    }
}

/// Each device that follows the battle, with what it lacks.
pub fn in_words(battle: BattleState) -> Vec<String> {
    let devices = live().devices(battle);
    let is_open = devices.iter().any(|own| own.state != LinkState::Closed);
    let by_codes = live().known(&battle.id()).filter(|_| !is_open && devices.is_empty()).map(|has| {
        let lacks = battle.with(|open| has.lacks(open.log()).len());
        joined(say("By codes").to_owned(), lacks)
    });
    let words = devices.into_iter().map(|own| (own.lacks, state_words(own)));
    words.map(|(lacks, words)| joined(words, lacks)).chain(by_codes).collect()
}

fn joined(words: String, lacks: usize) -> String {
    match lacks {
        0 => text!("{state}, all transferred", state = words).to_string(),
        n => text!("{state}, {n} not transferred", state = words, n = n).to_string(),
    }
}

/// State of a connection in a few words.
fn state_words(device: Device) -> String {
    let name = device.name;
    match (device.trouble, device.state) {
        (Some(trouble), _) => text!("{name}: {why}", name = name, why = trouble_words(&trouble)),
        (None, LinkState::Open) => text!("Connected: {name}", name = name),
        (None, LinkState::Silent) => text!("{name} does not answer: wait, or use codes", name = name),
        (None, LinkState::Closed) => text!("No connection to {name}: connect again, or use codes", name = name),
    }
    .to_string()
}

fn trouble_words(trouble: &Trouble) -> &'static str {
    match trouble {
        Trouble::OtherBattle => say("it has another battle open"),
        Trouble::Newer => say("it has a newer version of Drumhead; update this one"),
        Trouble::Strange => say("it sent what Drumhead does not send, and nothing of it was taken"),
        Trouble::Apart(why) => apart_words(why),
    }
}

/// Reasons why the logs of two devices cannot be one.
pub fn apart_words(why: &Apart) -> &'static str {
    match why {
        Apart::Beginning => say("it is a different battle with the same ID"),
        Apart::Entry(_) => say("both devices have different entries under one number"),
        Apart::Altered(_) => say("an entry was altered after later ones were written"),
        Apart::TooMuch => say("together the logs would be longer than any battle that Drumhead opens"),
    }
}
