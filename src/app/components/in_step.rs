//! The line with the devices that share the battle, and the entries that they lack.

use crate::app::state::BattleState;
use crate::app::state::known::{Contact, Device};
use crate::app::state::live::live;
use crate::app::state::route::BattlePage;
use battle::relation::MergeFailure;
use exchange::share::live::Trouble;
use leptos::prelude::*;
use rules::text;
use rules::text::say;

/// The line with the devices; nothing if no other device is known. It is kept short, so that two devices fit a phone. The page of
/// the devices has more details, and screen readers announce more.
#[component]
pub fn InStep(battle: BattleState) -> impl IntoView {
    let devices = Memo::new(move |_| live().devices(battle));
    // The numbers of missing entries change with every act, so they are not announced.
    let announced = Memo::new(move |_| devices.with(|all| all.iter().map(state_words).collect::<Vec<_>>().join(" ")));
    let href = BattlePage::Devices.of(battle.id()).href();
    let in_full = move || devices.with(|all| all.iter().map(in_words).collect::<Vec<_>>().join(" · "));
    let shown = move || devices.get().into_iter().map(|device| view! { <Short device/> }).collect_view();
    view! {
        <Show when=move || devices.with(|all| !all.is_empty())>
            <p class="in-step"><a href=href.clone()>
                <span class="visually-hidden">{say("Devices")}{say(": ")}{in_full}</span>
                <span class="devices" aria-hidden="true">{shown}</span>
            </a></p>
        </Show>
        <p class="visually-hidden" role="status" aria-label=say("Devices")>{announced}</p>
    }
}

/// The warning that a connection was lost. It stays until the devices are connected again, are no longer listed, or the battle is
/// closed.
#[component]
pub fn LostConnections(battle: BattleState) -> impl IntoView {
    let id = StoredValue::new(battle.id());
    let is_closed = Memo::new(move |_| battle.whole().with(|open| open.ending().is_some()));
    let lost = Memo::new(move |_| if is_closed.get() { Vec::new() } else { live().lost(&id.get_value()) });
    let href = BattlePage::Devices.of(battle.id()).href();
    let words = move || text!("No connection: {devices}", devices = lost.get().join(", ")).to_string();
    view! {
        <Show when=move || lost.with(|lost| !lost.is_empty())>
            <p class="lost-connection"><a href=href.clone()>{words}</a></p>
        </Show>
    }
}

/// A device in two or three words.
#[component]
fn Short(device: Device) -> impl IntoView {
    let state = match (&device.trouble, &device.contact) {
        (Some(_), _) => Some(say("stopped")),
        (None, Contact::Connected | Contact::Through(_)) => None,
        (None, Contact::Silent) => Some(say("silent")),
        (None, Contact::Codes) => Some(say("by codes")),
        (None, Contact::CutOff) => Some(say("use codes")),
    };
    let lacks = (device.lacks > 0).then(|| text!("{n} to send", n = device.lacks).to_string());
    let short = device.short_of.is_some().then(|| say("entries missing").to_owned());
    let rest: Vec<String> = state.map(str::to_owned).into_iter().chain(lacks).chain(short).collect();
    let is_well = rest.is_empty();
    view! {
        <span class="device"><b>{device.name}</b>{if is_well { " ✓".to_owned() } else { format!(": {}", rest.join(", ")) }}</span>
    }
}

/// The state of a device's connection, with the number of entries that it lacks. For a device that is cut off, it is the number when the device
/// was last seen, because it may have got entries from others since.
pub fn in_words(device: &Device) -> String {
    let state = state_words(device);
    let is_last_seen = matches!(device.contact, Contact::CutOff | Contact::Silent);
    let words = match device.lacks {
        0 if is_last_seen => text!("{state}; it had everything when last seen", state = state).to_string(),
        0 => text!("{state}, all transferred", state = state).to_string(),
        n if is_last_seen => text!("{state}, {n} not transferred when last seen", state = state, n = n).to_string(),
        n => text!("{state}, {n} not transferred", state = state, n = n).to_string(),
    };
    if device.short_of.is_none() {
        return words;
    }
    text!("{state}. Entries are missing from its log: see “Log”", state = words).to_string()
}

/// The state of a device's connection.
fn state_words(device: &Device) -> String {
    let name = device.name.clone();
    match (&device.trouble, &device.contact) {
        (Some(trouble), _) => text!("{name}: {why}", name = name, why = trouble_words(trouble)),
        (None, Contact::Connected) => text!("Connected: {name}", name = name),
        (None, Contact::Through(via)) => text!("Connected through {via}: {name}", via = via.clone(), name = name),
        (None, Contact::Silent) => text!("{name} does not answer: wait, or use codes", name = name),
        (None, Contact::Codes) => text!("By codes: {name}", name = name),
        (None, Contact::CutOff) => text!("No connection to {name}: connect again, or use codes", name = name),
    }
    .to_string()
}

fn trouble_words(trouble: &Trouble) -> &'static str {
    match trouble {
        Trouble::OtherBattle => say("it has another battle open"),
        Trouble::Newer => say("it has a newer version of Drumhead; update this one"),
        Trouble::Strange => say("it sent something that is not from Drumhead; nothing was saved"),
        Trouble::Apart(why) => apart_words(why),
    }
}

/// The reason why the logs of two devices cannot be merged.
pub fn apart_words(why: &MergeFailure) -> &'static str {
    match why {
        MergeFailure::Beginning => say("it is a different battle with the same ID"),
        MergeFailure::Entry(_) => say("both devices have different entries under one number"),
        MergeFailure::Altered(_) => say("an entry was altered after later ones were written"),
        MergeFailure::TooMuch => say("together the logs would be longer than any battle that Drumhead opens"),
    }
}
