//! Counters that the other general does not see: the agreement about them, the choice of the side that this device shows, and handing
//! the device over.

use crate::app::components::choice::Choice;
use crate::app::components::page_header::PageHeader;
use crate::app::state::BattleState;
use crate::app::state::route::{BattlePage, Route};
use crate::app::state::viewer::Viewer;
use battle::{Action, Change};
use leptos::prelude::*;
use rules::form::Choices;
use rules::own::OwnRules;
use rules::secrecy::{Onlooker, SECRECY, Secrecy};
use rules::subject::{Side, Subject};
use rules::text;
use rules::text::say;

/// The warning that hidden counters are not safe from a player who looks for them.
fn no_lock() -> &'static str {
    say(
        "It is a screen, not a lock. The log on every device holds everything, so that the battle can be checked. Share links, files and backups hold everything, too.",
    )
}

/// The last line of an act that this device shows only in part.
#[component]
pub fn RestHidden() -> impl IntoView {
    view! { <p class="soft">{say("The rest of it is hidden from you.")}</p> }
}

/// The choice among the agreements that a ruleset offers.
#[component]
pub fn SecrecyChoice(
    /// Agreements to choose among.
    offered: Memo<Vec<Secrecy>>,
    /// The current agreement.
    #[prop(into)]
    agreed: Signal<Secrecy>,
    /// Changes the agreement.
    set: Callback<Secrecy>,
) -> impl IntoView {
    let options = Memo::new(move |_| {
        let option = |secrecy: Secrecy| (secrecy, say(secrecy.label()).to_owned());
        offered.get().into_iter().map(option).collect::<Vec<_>>()
    });
    view! {
        <Choice label=say("Who sees them?") options chosen=agreed choose=set>
            <p class="soft">{say("Some counters show what figures on the table do not. They can be hidden from the other side, as in a matchbox.")}" "{no_lock()}</p>
        </Choice>
    }
}

/// The choice of the agreement, and of the side for which this device shows the battle. Not shown if the rules have no secret trackers.
#[component]
pub fn HiddenCounters(battle: BattleState) -> impl IntoView {
    let offered = battle.whole().follow(move |open| battle.ruleset.secrecies(&OwnRules::of(open.state().battle())));
    let agreed = Memo::new(move |_| battle.whole().with(|open| Secrecy::of(open.state().battle())));
    let set = Callback::new(move |secrecy: Secrecy| {
        battle.act(Action::ByHand, vec![Change::to(Subject::Battle, SECRECY, secrecy)]);
    });
    view! {
        <Show when=move || offered.with(|offered| !offered.is_empty())>
            <section class="card" aria-label=say("Hidden counters")>
                <h2>{say("Hidden counters")}</h2>
                <SecrecyChoice offered agreed set/>
                <p class="soft">{say("Both sides agree on it: the log says who changed it, and it can be undone. When the battle is closed, everybody sees all counters.")}</p>
                <Show when=move || agreed.get() != Secrecy::Open><ViewerOrSeat battle/></Show>
            </section>
        </Show>
    }
}

/// The choice of the side for which this device shows the battle, unless its seat implies the side.
#[component]
fn ViewerOrSeat(battle: BattleState) -> impl IntoView {
    let by_seat = Memo::new(move |_| battle.has_viewer_by_seat());
    let seats = BattlePage::Seats.of(battle.id()).href();
    move || {
        if by_seat.get() {
            return view! { <p><a href=seats.clone()>{say("This device shows what its seat sees.")}</a></p> }
                .into_any();
        }
        view! { <ViewerChoice battle/> }.into_any()
    }
}

/// The choice of the side for which this device shows the battle.
#[component]
fn ViewerChoice(battle: BattleState) -> impl IntoView {
    let id = StoredValue::new(battle.id());
    let names = battle.with_untracked(|open| open.header().sides.clone().map(|side| side.name));
    let has_umpire = move || battle.whole().with(|open| Secrecy::of(open.state().battle())) == Secrecy::Umpire;
    let options = Viewer::ALL.map(|viewer| {
        let words = match viewer {
            Viewer::Side(side) => names[side.index()].clone(),
            Viewer::Umpire => say("The umpire: everything is shown").to_owned(),
            Viewer::Passed => say("Both sides: it is handed from one to the other").to_owned(),
        };
        (Some(viewer), words)
    });
    let chosen = Signal::derive(move || battle.app.viewer(&id.get_value()));
    let choose = Callback::new(move |viewer: Option<Viewer>| {
        if let Some(viewer) = viewer {
            battle.app.set_viewer(&id.get_value(), viewer);
        }
    });
    view! {
        <Choice label=say("Whose device is this?") options=options.to_vec() chosen choose>
            <Show when=has_umpire><p class="soft">{say("A player sees the counters of units that his General is with. The umpire sees all.")}</p></Show>
        </Choice>
    }
}

/// The page that asks which side uses this device, before it shows a battle with hidden counters.
#[component]
pub fn AskViewer(battle: BattleState) -> impl IntoView {
    view! {
        <PageHeader back=Route::Home title=say("Whose device is this?")/>
        <main>
            <p>{say("In this battle each side has counters that the other does not see.")}" "{no_lock()}</p>
            <ViewerChoice battle/>
            <p><a href=BattlePage::Seats.of(battle.id()).href()>{say("Or take a seat")}</a></p>
        </main>
    }
}

/// The page shown while players of both sides hand a shared device over. It shows nothing of the battle.
#[component]
pub fn HandOver(
    battle: BattleState,
    /// The side that gets the device.
    to: Side,
) -> impl IntoView {
    let names = battle.with_untracked(|open| open.header().sides.clone().map(|side| side.name));
    let [who, other] = [to, to.other()].map(|side| names[side.index()].clone());
    let title = text!("Hand the phone to {side}", side = who.clone()).to_string();
    let id = battle.id();
    let taken = move |side: Side| {
        let id = id.clone();
        move |_| battle.app.take_over(&id, side)
    };
    view! {
        <PageHeader back=Route::Home title=title/>
        <main>
            <p>{text!("Only {side} should look at it from here on.", side = who.clone()).to_string()}</p>
            <div class="actions">
                <button on:click=taken(to.other())>{text!("{side} keeps it", side = other).to_string()}</button>
                <button class="primary" on:click=taken(to)>{text!("{side} has it", side = who).to_string()}</button>
            </div>
        </main>
    }
}

/// The page shown instead of one that would reveal hidden counters.
#[component]
pub fn NotWhileHidden(battle: BattleState) -> impl IntoView {
    view! {
        <PageHeader back=Route::table(battle.id()) title=say("Hidden until the end")/>
        <main><p class="empty">{say("This page would show counters that are hidden from you. It is there again once everybody sees all counters, or for the umpire.")}</p></main>
    }
}

/// The line above the table: the side whose counters are shown, and the button that hands the device over.
#[component]
pub fn SeenBy(battle: BattleState) -> impl IntoView {
    let names = battle.with_untracked(|open| open.header().sides.clone().map(|side| side.name));
    let devices = BattlePage::Devices.of(battle.id()).href();
    let who = {
        let names = names.clone();
        move || match battle.onlooker()? {
            Onlooker::Side(side) => {
                Some(text!("Counters shown: {side}", side = names[side.index()].clone()).to_string())
            }
            Onlooker::Anybody => Some(say("No counters are shown").to_owned()),
        }
    };
    let hand = move || {
        let to = battle.held_by()?.other();
        let words = text!("Hand the phone to {side}", side = names[to.index()].clone()).to_string();
        Some(view! { <button on:click=move |_| battle.app.hand_to(to)>{words}</button> })
    };
    move || {
        who().map(|words| {
            let words = words.clone();
            view! { <p class="tools seen-by"><a href=devices.clone()>{words}</a>{hand()}</p> }
        })
    }
}
