//! A unit's card: how it stands, its trackers, what it can do now.

use super::drawing::DrawingOrder;
use crate::app::components::field::meaning;
use crate::app::components::status_tag::in_trouble;
use crate::app::components::trackers::{PipsControl, TrackerControl};
use crate::app::components::unit_card::{Status, trackers_of};
use crate::app::pages::table::board;
use crate::app::pages::table::board::UnitBoards;
use crate::app::platform::keyboard::card_id;
use crate::app::state::prepared::Prepared;
use crate::app::state::route::Route;
use crate::app::state::{BattleState, app_state};
use drumhead::battle::binding;
use drumhead::battle::binding::Offer;
use drumhead::battle::participants::Participants;
use drumhead::battle::{Action, Change};
use drumhead::core::facts::Facts;
use drumhead::core::facts::NAME;
use drumhead::core::text::say;
use drumhead::text;
use leptos::prelude::*;
use std::sync::Arc;

/// The card of a unit: what is on it is drawn when its turn comes.
#[component]
pub fn UnitCard(
    /// The battle in play.
    battle: BattleState,
    /// The unit's id.
    id: String,
    /// Trackers of the battle and its sides.
    place: Place,
    /// The order in which cards are drawn.
    turns: DrawingOrder,
) -> impl IntoView {
    let name = battle.with_untracked(|open| open.state().unit(&id).map(|unit| unit.name().to_owned()));
    let name = name.unwrap_or_default();
    let (facts, card) = (battle.facts(&id), card_id(&id));
    let drawn = turns.take(&id);
    let alarm = move || drawn.get() && facts.with(|facts| in_trouble(battle.ruleset, facts));
    view! {
        <article class="card unit" id=card tabindex="-1" class:alarm=move || alarm() class:blank=move || !drawn.get() aria-label=name.clone()>
            <h2>{name.clone()}</h2>
            <Show when=move || drawn.get()><Face battle id=id.clone() facts place/></Show>
        </article>
    }
}

/// Everything on a unit's card below its name.
#[component]
fn Face(battle: BattleState, id: String, facts: Memo<Facts>, place: Place) -> impl IntoView {
    let pips = trackers_of(battle, facts, true).into_iter();
    let pips = pips.map(|tracker| view! { <PipsControl battle of=id.clone() tracker facts/> }).collect_view();
    let opened = RwSignal::new(false);
    let offered = all_offers(battle, id.clone(), facts, place);
    view! {
        <Status battle facts/>
        {pips}
        <UnitBoards battle id=id.clone()/>
        <Offers battle id=id.clone() facts offered/>
        <details class="more" on:toggle=move |_| opened.set(true)>
            <summary>{say("Trackers and more")}</summary>
            // Of a hundred cards one or two are opened: what is in the others is not drawn.
            <Show when=move || opened.get()><More battle id=id.clone() facts offered/></Show>
        </details>
    }
}

/// Trackers and procedures that are asked for more seldom.
#[component]
fn More(battle: BattleState, id: String, facts: Memo<Facts>, offered: Memo<Vec<Offered>>) -> impl IntoView {
    let controls = trackers_of(battle, facts, false).into_iter();
    let controls = controls.map(|tracker| view! { <TrackerControl battle of=id.clone() tracker/> }).collect_view();
    let gone = id.clone();
    // On the front of a card there is no room for questions.
    let glossary = battle.ruleset.glossary;
    let in_front = trackers_of(battle, facts, true).into_iter();
    let in_front = in_front.filter_map(|own| {
        let help = meaning(glossary, own.id, own.label)?;
        Some(view! { <div class="explained"><span class="label">{say(own.label)}</span>{help}</div> })
    });
    view! {
        <div class="trackers">{controls}{in_front.collect_view()}</div>
        <OtherOffers battle id facts offered/>
        <button class="quiet" on:click=move |_| battle.act(Action::Muster, vec![Change::Remove(gone.clone())])>{say("Take off the table")}</button>
    }
}

// What it can do.

/// Links to everything that the unit can do in this phase.
#[component]
fn Offers(battle: BattleState, id: String, facts: Memo<Facts>, offered: Memo<Vec<Offered>>) -> impl IntoView {
    let name = facts.with_untracked(|facts| facts.value(NAME).unwrap_or_default());
    move || {
        let now = |all: &Vec<Offered>| all.iter().filter(|(_, at_hand)| *at_hand).map(|(own, _)| own.clone()).collect();
        let offers: Vec<Offer> = offered.with(now);
        let label = text!("What it can do now: {name}", name = name.clone()).to_string();
        (!offers.is_empty()).then(|| view! { <OfferLinks battle id=id.clone() label offers/> })
    }
}

/// Links to everything that the unit can do besides, and what it cannot do, with why.
#[component]
fn OtherOffers(battle: BattleState, id: String, facts: Memo<Facts>, offered: Memo<Vec<Offered>>) -> impl IntoView {
    let name = facts.with_untracked(|facts| facts.value(NAME).unwrap_or_default());
    move || {
        let all = offered.get();
        let cannot = all.iter().filter_map(|(offer, _)| {
            let why = offer.refused.as_ref()?.to_string();
            Some(view! { <li>{title(offer)}": "<span class="soft">{why}</span></li> })
        });
        let cannot = cannot.collect_view();
        let others = all.into_iter().filter(|(offer, at_hand)| !at_hand && offer.refused.is_none());
        let offers: Vec<Offer> = others.map(|(offer, _)| offer).collect();
        let label = text!("What else it can do: {name}", name = name.clone()).to_string();
        view! {
            {(!offers.is_empty()).then(|| view! { <OfferLinks battle id=id.clone() label offers/> })}
            {(!cannot.is_empty()).then(|| view! { <ul class="cannot">{cannot}</ul> })}
        }
    }
}

#[component]
fn OfferLinks(battle: BattleState, id: String, label: String, offers: Vec<Offer>) -> impl IntoView {
    let links = offers.into_iter().map(|offer| view! { <OfferLink battle unit=id.clone() offer/> }).collect_view();
    view! { <nav class="offers" aria-label=label>{links}</nav> }
}

#[component]
fn OfferLink(battle: BattleState, unit: String, offer: Offer) -> impl IntoView {
    let way = Route::Resolve { battle: battle.id(), procedure: offer.procedure.id.into(), unit: Some(unit.clone()) };
    // The answers that the way in which it is offered gives.
    let (app, chosen, procedure) = (app_state(), offer.way, offer.procedure);
    let prepare = move |_| {
        if let (Some(chosen), Some(role)) = (chosen, procedure.participants.first()) {
            let mut participants = Participants::nobody();
            participants.set(role.id, vec![unit.clone()]);
            app.prepared.set(Some(Prepared { procedure: procedure.id, participants, asked: chosen.asked() }));
        }
    };
    view! { <a class="button" href=way.href() on:click=prepare>{title(&offer)}</a> }
}

/// Title of an offer.
fn title(offer: &Offer) -> &'static str {
    say(offer.way.map_or(offer.procedure.title, |way| way.label))
}

/// An offer, and true if the card shows it outright.
type Offered = (Offer, bool);

/// Trackers of the battle and its sides, on which offers depend.
pub type Place = Memo<[Arc<Facts>; 3]>;

/// The place that the cards of a table share.
pub fn place(battle: BattleState) -> Place {
    let tracked = ["battle", "a", "b"].map(|of| battle.tracked(of));
    Memo::new(move |_| tracked.each_ref().map(|own| own.get()))
}

fn all_offers(battle: BattleState, id: String, facts: Memo<Facts>, place: Place) -> Memo<Vec<Offered>> {
    let offers = move |_: Option<&Vec<Offered>>| {
        // Read, not only tracked: a memo that nobody reads never finds out what it depends on.
        facts.with(|_| place.with(|_| ()));
        battle.with_untracked(|open| {
            let on_board = |offer: &Offer| board::does(battle, open, &id, offer.procedure.id);
            // What belongs to the phase, and is not done from a board.
            let at_hand = |offer: &Offer| offer.of_this_phase && offer.refused.is_none() && !on_board(offer);
            let all = binding::offers(battle.ruleset, open.state(), &id);
            all.into_iter()
                .map(|offer| {
                    let at_hand = at_hand(&offer);
                    (offer, at_hand)
                })
                .collect()
        })
    };
    Memo::new_with_compare(offers, |before, now| !before.zip(now).is_some_and(|(before, now)| same(before, now)))
}

/// True if there is nothing to draw anew.
fn same(before: &[Offered], now: &[Offered]) -> bool {
    let shown = |(offer, at_hand): &Offered| {
        (offer.procedure.id, offer.way.map(|way| way.label), offer.refused.clone(), *at_hand)
    };
    before.iter().map(shown).eq(now.iter().map(shown))
}
