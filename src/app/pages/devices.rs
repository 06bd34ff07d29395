//! Playing a battle on several devices: with QR codes of new entries, or by a direct connection.

mod answer;
mod join;

pub use join::JoinPage;

use crate::app::components::codes::{CodeAsText, CodePlayer, address};
use crate::app::components::device_name::AskDeviceName;
use crate::app::components::hidden_counters::HiddenCounters;
use crate::app::components::in_step::in_words;
use crate::app::components::page_header::PageHeader;
use crate::app::state::BattleState;
use crate::app::state::known::Device;
use crate::app::state::live::{Live, Step, live};
use crate::app::state::route::{BattlePage, Route};
use crate::app::state::rulesets;
use answer::AnswerReader;
use battle::analysis::seat_words;
use exchange::share::codes::Codes;
use exchange::share::news::News;
use join::{Failed, PairingCode};
use leptos::prelude::*;
use rules::text;
use rules::text::say;

/// The page about the devices that share a battle.
#[component]
pub fn DevicesPage(battle: BattleState) -> impl IntoView {
    let hall = BattlePage::Hall.of(battle.id()).href();
    let seats = battle.follow(|open| {
        let all = open.seats();
        let words: Vec<String> = all.iter().map(|(_, seats)| seat_words::seats(open.header(), seats)).collect();
        if words.is_empty() {
            return say("Each player can act on their own device, for their own units.").to_owned();
        }
        words.join(" · ")
    });
    view! {
        <PageHeader back=Route::table(battle.id()) title=say("Play on several devices")/>
        <main class="share">
            <ByConnection battle/>
            <ByCodes battle/>
            <section class="card" aria-label=say("Seats")>
                <h2>{say("Seats")}</h2>
                <p>{move || seats.get()}</p>
                <p class="tools"><a class="button" href=BattlePage::Seats.of(battle.id()).href()>{say("Take a seat")}</a></p>
            </section>
            <HiddenCounters battle/>
            <section class="card" aria-label=say("Hall view")>
                <h2>{say("Hall view")}</h2>
                <p>{say("For a large screen: both sides, the phase and the last roll, to be read from afar. It follows this battle in another tab, or on a connected device.")}</p>
                <p class="tools"><a class="button" href=hall>{say("Open the hall view")}</a></p>
            </section>
        </main>
    }
}

/// Codes with the entries that the other device lacks. If nothing is known about another device, codes with the whole battle.
#[component]
fn ByCodes(battle: BattleState) -> impl IntoView {
    let (live, id) = (live(), StoredValue::new(battle.id()));
    let known = Memo::new(move |_| live.known(&id.get_value()));
    let lacks = Memo::new(move |_| {
        known.with(|known| {
            let known = known.as_ref()?;
            let lacks = |open: &battle::Battle| known.has.lacks(open.log());
            Some(battle.with(|open| live.lacked_by(open, &id.get_value(), Some(&known.named()), &lacks(open))))
        })
    });
    let shown = RwSignal::new(false);
    let about = move || match lacks.get() {
        None => say("Nothing is known of the other device yet: the first codes hold the whole battle.").to_owned(),
        Some(0) => say("The other device had everything when it was last read.").to_owned(),
        Some(1) => say("The other device lacks 1 entry.").to_owned(),
        Some(n) => text!("The other device lacks {n} entries.", n = n).to_string(),
    };
    // Read untracked: the codes must not change while they are scanned.
    let codes = move || {
        let this = untrack(|| battle.app.device()).device;
        let codes_of = |news: News| {
            let fragment = news.from(&this).write(rulesets::registry())?;
            Codes::of(&fragment).map(|codes| (codes, address(&fragment)))
        };
        let (id, known) = (id.get_value(), known.get_untracked());
        battle.with_untracked(|open| match known {
            Some(known) => codes_of(News::of(&id, open, Some(&known.has))),
            // If the whole battle is too large, a device that has the battle can still use the summary of the log.
            None => codes_of(News::whole(&id, open)).or_else(|| codes_of(News::of(&id, open, None))),
        })
    };
    let drawn = move || match codes() {
        Some((codes, text)) => view! { <CodePlayer codes runs=true/><CodeAsText text/> }.into_any(),
        None => view! { <p role="alert">{say("Too large for QR codes. Send the battle as a file: see “Share”.")}</p> }
            .into_any(),
    };
    let share = BattlePage::Share.of(battle.id()).href();
    view! {
        <section class="card" aria-label=say("By codes")>
            <h2>{say("By codes")}</h2>
            <p>{say("Works everywhere, without any network. One device shows its update codes, and the other reads them; then the other way round.")}</p>
            <p role="status">{about}</p>
            <p class="tools">
                <button class="primary" aria-expanded=move || shown.get().to_string() on:click=move |_| shown.update(|shown| *shown = !*shown)>{say("Show update codes")}</button>
                <a class="button" href=Route::Scan.href()>{say("Read update codes")}</a>
                <a class="button quiet" href=share>{say("Share the whole battle")}</a>
            </p>
            {move || shown.get().then(drawn)}
        </section>
    }
}

/// Direct connections: the known devices, and the steps of a new connection.
#[component]
fn ByConnection(battle: BattleState) -> impl IntoView {
    let (live, id) = (live(), StoredValue::new(battle.id()));
    let devices = Memo::new(move |_| live.devices(battle));
    let line = move |device: Device| {
        let words = in_words(&device);
        let leave = device.id.filter(|_| !device.contact.is_current()).map(|left| {
            let label = text!("No longer show {name}", name = device.name).to_string();
            let leave = move |_| live.leave(&id.get_value(), &left);
            view! { " "<button class="quiet" aria-label=label on:click=leave>{say("No longer show")}</button> }
        });
        view! { <li>{words}{leave}</li> }
    };
    let lines = move || devices.get().into_iter().map(line).collect_view();
    let making =
        Memo::new(move |_| live.making().filter(|making| making.battle == id.get_value()).map(|making| making.step));
    let steps = move || {
        let step = making.get()?;
        Some(view! { <Offering live step/> })
    };
    let idle = move || making.with(Option::is_none);
    view! {
        <section class="card" aria-label=say("Direct connection")>
            <h2>{say("Direct connection")}</h2>
            <p>{say("In one Wi-Fi or hotspot, each device sees at once what the others do. No internet, server or account is needed. It ends when the page is closed; nothing is lost.")}</p>
            <p><a href=Route::Dice.href()>{say("How the dice are rolled")}</a></p>
            <div role="status"><ul class="list">{lines}</ul></div>
            <Show when=idle>
                <p class="tools">
                    <button class="primary" on:click=move |_| live.offer(&id.get_value())>{say("Connect a device")}</button>
                    <a class="button" href=Route::Scan.href()>{say("Read its code")}</a>
                </p>
                <EndedConnections live id/>
            </Show>
            {steps}
        </section>
    }
}

/// The message that connections have ended, and how to connect again.
#[component]
fn EndedConnections(live: Live, id: StoredValue<String>) -> impl IntoView {
    let names = Memo::new(move |_| live.ended(&id.get_value()).join(", "));
    let words = move || {
        let words = text!(
            "The connection to {devices} has ended, as when a page is closed or loaded again. Nothing is lost: connect again by a code each way.",
            devices = names.get()
        );
        words.to_string()
    };
    view! { <Show when=move || !names.with(String::is_empty)><p class="soft">{move || words()}</p></Show> }
}

/// The current step of a connection that this device offers.
#[component]
fn Offering(live: Live, step: Step) -> impl IntoView {
    let cancel = move |_| live.cancel();
    let body = match step {
        Step::Looking => view! { <p role="status">{say("Connecting…")}</p> }.into_any(),
        Step::Offer(code) => view! {
            <p>{say("1. On the other device, open “Play on several devices” on the home page, then “Read its code”, and read this code.")}</p>
            <PairingCode code/>
            <AskDeviceName/>
            <p>{say("2. The other device shows an answer. Read it here.")}</p>
            <AnswerReader live/>
            <p class="tools"><a class="button primary" href=Route::Scan.href()>{say("Read its answer")}</a></p>
        }
        .into_any(),
        Step::Answer(_) | Step::Opening => view! { <p role="status">{say("Connecting…")}</p> }.into_any(),
        Step::Failed(why) => view! { <Failed why/> }.into_any(),
    };
    view! { {body}<p class="tools"><button class="quiet" on:click=cancel>{say("Cancel")}</button></p> }
}
