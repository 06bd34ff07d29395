//! Taking a seat: the player's name, the places at the table with the players who have them, and the briefing of the seat that was taken.

use crate::app::components::briefing::BriefingTexts;
use crate::app::components::page_header::PageHeader;
use crate::app::components::sign::UnitSign;
use crate::app::state::BattleState;
use crate::app::state::route::{BattlePage, Route, router};
use battle::Device;
use battle::analysis::seat_words;
use battle::control::NAME;
use battle::seat::Place;
use leptos::prelude::*;
use rules::ruleset::Sign;
use rules::subject::Side;
use rules::text;
use rules::text::say;

/// The page on which a device takes its seats.
#[component]
pub fn SeatsPage(battle: BattleState) -> impl IntoView {
    let name = RwSignal::new(untrack(|| battle.app.device()).name);
    let changed = move |event| {
        name.set(event_target_value(&event));
        // The name is asked once: the first one is that of the device, too.
        if untrack(|| battle.app.device()).name.is_empty() {
            battle.app.name_device(&name.get_untracked());
        }
    };
    let has_seat = Memo::new(move |_| !battle.own_seats().is_empty());
    let needs_control = battle.follow(|open| open.has_seats() && !open.everybody_acts());
    provide_context(Taking(RwSignal::new(None)));
    let sides = Side::BOTH.map(|side| view! { <SideSeats battle side name/> });
    let others = [Place::Umpire, Place::Hall, Place::All].map(|place| view! { <SeatRow battle place name/> });
    view! {
        <PageHeader back=Route::table(battle.id()) title=say("Seats")/>
        <main class="form seats">
            <p class="headline">{battle.with_untracked(|open| open.header().name.clone())}</p>
            <p class="soft">{say("Each player acts for the units of their seat, on their own device. Two players can share one.")}</p>
            <label class="field">
                <span>{say("Name of the player")}</span>
                <input type="text" maxlength=NAME.to_string() autocomplete="off" prop:value=name on:change=changed/>
            </label>
            <Show when=move || needs_control.get()>
                <p class="soft">{say("This battle has rolls of version 1.0.0. Here seats only name the players, and one device is in control.")}</p>
            </Show>
            {sides}
            <section class="card" aria-label=say("Other seats")>
                <h2>{say("Other seats")}</h2>
                <ul class="list seat-list">{others}</ul>
            </section>
            <Briefing battle/>
            <Show when=move || has_seat.get()>
                <p class="tools"><a class="button primary" href=Route::table(battle.id()).href()>{say("Go to the table")}</a></p>
            </Show>
        </main>
    }
}

/// The place whose takeover is being confirmed, with the device that has it.
#[derive(Clone, Copy)]
struct Taking(RwSignal<Option<(Place, Device)>>);

/// The seats of a side: the side, and each of its commands.
#[component]
fn SideSeats(battle: BattleState, side: Side, name: RwSignal<String>) -> impl IntoView {
    let (title, commands) = battle.with_untracked(|open| {
        let of = &open.header().sides[side.index()];
        (of.name.clone(), of.commands.iter().map(|command| Place::Command(command.id.clone())).collect::<Vec<_>>())
    });
    let places = std::iter::once(Place::Side(side)).chain(commands);
    let rows: Vec<_> = places.map(|place| view! { <SeatRow battle place name/> }).collect();
    view! {
        <section class=format!("card side-{}", side.index()) aria-label=title.clone()>
            <h2>{title.clone()}</h2>
            <ul class="list seat-list">{rows}</ul>
        </section>
    }
}

/// A place, the players who have it, and the button that takes it, takes it over or leaves it.
#[component]
fn SeatRow(battle: BattleState, place: Place, name: RwSignal<String>) -> impl IntoView {
    let Taking(taking) = expect_context();
    let router = router();
    let this = untrack(|| battle.app.device()).device;
    let (words, general, units) = battle.with_untracked(|open| {
        let words = match &place {
            Place::Side(_) => say("Whole side").to_owned(),
            other => seat_words::place(open.header(), other),
        };
        let general = match &place {
            Place::Command(id) => open.header().command(id).map(|command| command.general.clone()),
            _ => None,
        };
        let is_part = matches!(place, Place::Side(_) | Place::Command(_));
        let units = if is_part { open.units_of_place(&place) } else { Vec::new() };
        let sign: Option<Sign> = units.first().and_then(|unit| {
            let facts = open.state().mustered(&unit.id)?;
            Some((battle.ruleset.glance.sign)(facts, facts))
        });
        (words, general.filter(|general| !general.is_empty()), sign.map(|sign| (sign, units.len())))
    });
    let about = match &place {
        Place::Umpire => Some(say("Sees everything, and acts for all units.")),
        Place::Hall => Some(say("A large screen that only watches.")),
        Place::All => Some(say("One device for all players.")),
        Place::Side(_) | Place::Command(_) => None,
    };
    let count = units.as_ref().map(|(_, n)| text!("{n} {n|unit|units}", n = *n).to_string());
    let sign = units.map(|(sign, _)| view! { <UnitSign sign=Signal::stored(sign)/> });
    let place = StoredValue::new(place);
    let holders = Memo::new(move |_| battle.with(|open| open.holders_of(&place.get_value())));
    let own = this.clone();
    let is_own = Memo::new(move |_| holders.with(|holders| holders.contains(&own)));
    // Several devices can have these places.
    let is_shared = place.with_value(|place| matches!(place, Place::All | Place::Hall));
    let other = Memo::new(move |_| holders.with(|holders| holders.iter().find(|holder| **holder != this).cloned()));
    let who = move || {
        let players = battle.seats().into_iter().filter(|(device, _)| holders.with(|holders| holders.contains(device)));
        let names: Vec<String> = players
            .map(|(device, seats)| {
                let own = seats.into_iter().find(|seat| place.with_value(|place| *place == seat.place));
                let named = own.map(|seat| seat.player).filter(|name| !name.is_empty());
                named.unwrap_or_else(|| battle.shown_device(&device))
            })
            .collect();
        if names.is_empty() { say("not taken").to_owned() } else { names.join(", ") }
    };
    let label = StoredValue::new(words.clone());
    let named = move |verb: &'static str| text!("{verb}: {what}", verb = verb, what = label.get_value()).to_string();
    let take = move |_| {
        let place = place.get_value();
        let is_taken = battle.take_seat(&name.get_untracked(), place.clone());
        if is_taken && place == Place::Hall {
            router.go(&BattlePage::Hall.of(battle.id()));
        }
    };
    let leave = move |_| {
        battle.leave_seat(&place.get_value());
    };
    let ask = move |_| taking.set(other.get_untracked().map(|device| (place.get_value(), device)));
    let button = move || match (is_own.get(), other.get()) {
        (true, _) => view! { <button aria-label=named(say("Leave")) on:click=leave>{say("Leave")}</button> }.into_any(),
        (false, Some(_)) if !is_shared => {
            view! { <button aria-label=named(say("Take over")) on:click=ask>{say("Take over")}</button> }.into_any()
        }
        (false, _) => view! { <button aria-label=named(say("Take")) on:click=take>{say("Take")}</button> }.into_any(),
    };
    let confirming = Memo::new(move |_| {
        taking.get().filter(|(asked, _)| place.with_value(|place| asked == place)).map(|(_, device)| device)
    });
    let confirmation = move || {
        let device = confirming.get()?;
        let who = battle.shown_device(&device);
        let words =
            text!("Take over all seats of {who}? Do this if that device is gone. It can take a seat again.", who = who);
        let take_over = move |_| {
            taking.set(None);
            battle.take_over_seats(&device);
        };
        Some(view! {
            <div class="seat-confirmation" role="group" aria-label=named(say("Take over"))>
                <p>{words.to_string()}</p>
                <p class="tools">
                    <button class="primary" on:click=take_over>{say("Take over")}</button>
                    <button class="quiet" on:click=move |_| taking.set(None)>{say("Back")}</button>
                </p>
            </div>
        })
    };
    view! {
        <li class="seat" class:own=move || is_own.get()>
            <div class="seat-line">
                {sign}
                <span class="grow"><b>{words}</b>" "<span class="soft">{count}</span><small>{general}</small><small>{about}</small><small class="seat-holder">{who}</small></span>
                {button}
            </div>
            {confirmation}
        </li>
    }
}

/// The briefing of the seats of this device.
#[component]
fn Briefing(battle: BattleState) -> impl IntoView {
    if !battle.has_scenario() {
        return ().into_any();
    }
    let by_seat = Memo::new(move |_| battle.has_viewer_by_seat());
    view! {
        <Show when=move || by_seat.get()>
            <section class="card" aria-label=say("Briefing")>
                <h2>{say("Briefing")}</h2>
                <BriefingTexts battle/>
            </section>
        </Show>
    }
    .into_any()
}
