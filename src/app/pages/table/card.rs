//! A unit's card: how it stands, its trackers, what it can do now.

use super::turns::Turns;
use crate::app::desk::{InBattle, desk};
use crate::app::pages::board;
use crate::app::pages::resolve::Prepared;
use crate::app::pages::roster::described;
use crate::app::parts::field::meaning;
use crate::app::parts::keys::card_id;
use crate::app::parts::trackers::{discs, pips, pips_seen, tokens, tracker};
use crate::app::route::Route;
use drumhead::battle::binding;
use drumhead::battle::binding::Offer;
use drumhead::battle::participants::Participants;
use drumhead::battle::{Action, Change};
use drumhead::core::facts::Facts;
use drumhead::core::text::say;
use drumhead::rules::ruleset::{Ruleset, StatusTag, Tracker, Tracks, Urgency};
use drumhead::text;
use leptos::prelude::*;
use std::sync::Arc;

/// The card of a unit: what is on it is drawn when its turn comes.
pub fn card(battle: InBattle, id: String, place: Place, turns: Turns) -> impl IntoView {
    let name = battle.with_untracked(|open| open.state().unit(&id).map(|unit| unit.name().to_owned()));
    let name = name.unwrap_or_default();
    let (title, own_id) = (name.clone(), card_id(&id));
    let facts = battle.facts(&id);
    let drawn = turns.take(&id);
    let alarm = move || drawn.get() && trouble(battle.ruleset, facts);
    let face = move || drawn.get().then(|| face(battle, &id, facts, place));
    view! {
        <article class="card unit" id=own_id tabindex="-1" class:alarm=alarm class:blank=move || !drawn.get() aria-label=name>
            <h2>{title}</h2>
            {move || face()}
        </article>
    }
}

/// What is on a unit's card below its name.
fn face(battle: InBattle, id: &str, facts: Memo<Facts>, place: Place) -> impl IntoView + use<> {
    let name = facts.with_untracked(|facts| facts.word("name").to_owned());
    let on_board = board::of_unit(battle, id);
    let row =
        tracked(battle, facts, true).into_iter().map(|own| pips(battle, id.to_owned(), own, facts)).collect_view();
    let opened = RwSignal::new(false);
    let offered = all_offers(battle, id.to_owned(), facts, place);
    let (now, who, own) = (id.to_owned(), name, id.to_owned());
    // Of a hundred cards one or two are opened: what is in the others is not drawn.
    let more = move || opened.get().then(|| rest(battle, own.clone(), facts, offered));
    view! {
        {stands(battle, facts)}
        {row}
        {on_board}
        {move || offers(battle, &now, &who, offered)}
        <details class="more" on:toggle=move |_| opened.set(true)>
            <summary>{say("Trackers and more")}</summary>
            {move || more()}
        </details>
    }
}

/// A unit as it stands, to be looked at beside what it takes part in.
pub fn standing_card(battle: InBattle, id: String) -> impl IntoView {
    let side = battle.with_untracked(|open| open.state().unit(&id).map_or(0, |unit| unit.side));
    let facts = battle.facts(&id);
    let name = facts.with_untracked(|facts| facts.word("name").to_owned());
    let row = tracked(battle, facts, true).into_iter().map(|own| pips_seen(own, facts)).collect_view();
    view! {
        <div class=format!("side-{side}")>
            <div class="card unit" class:alarm=move || trouble(battle.ruleset, facts)>
                <h2>{name}</h2>
                {stands(battle, facts)}
                {row}
            </div>
        </div>
    }
}

/// How it stands, in tags and in a few words.
fn stands(battle: InBattle, facts: Memo<Facts>) -> impl IntoView {
    view! {
        <p class="tags">
            {move || facts.with(|facts| discs(battle.ruleset, facts))}
            {move || facts.with(|facts| tags(battle.ruleset, facts))}
            {move || facts.with(|facts| tokens(battle.ruleset, facts))}
        </p>
        <p class="soft">{move || facts.with(|facts| described(battle.ruleset, facts))}</p>
    }
}

fn trouble(ruleset: &Ruleset, facts: Memo<Facts>) -> bool {
    facts.with(|facts| in_trouble(ruleset, facts))
}

/// Whether a unit is in trouble.
pub fn in_trouble(ruleset: &Ruleset, facts: &Facts) -> bool {
    (ruleset.status_tags)(facts).iter().any(|standing| standing.urgency == Urgency::Alarm)
}

/// The trackers that a unit has: those shown as pips, or the others.
fn tracked(battle: InBattle, facts: Memo<Facts>, pips: bool) -> Vec<&'static Tracker> {
    let has = |own: &&Tracker| facts.with_untracked(|facts| facts.get(own.id).is_some());
    let shown = |own: &&Tracker| matches!(own.kind, Tracks::Pips { .. }) == pips;
    battle.ruleset.trackers.iter().filter(has).filter(shown).collect()
}

/// What is asked for more seldom.
fn rest(battle: InBattle, id: String, facts: Memo<Facts>, offered: Memo<Vec<Offered>>) -> impl IntoView {
    let controls = tracked(battle, facts, false).into_iter().map(|own| tracker(battle, id.clone(), own)).collect_view();
    let gone = id.clone();
    let name = facts.with_untracked(|facts| facts.word("name").to_owned());
    // On the front of a card there is no room for questions.
    let glossary = battle.ruleset.glossary;
    let in_front = tracked(battle, facts, true).into_iter();
    let in_front = in_front.filter_map(|own| {
        let help = meaning(glossary, own.id, own.label)?;
        Some(view! { <div class="explained"><span class="label">{say(own.label)}</span>{help}</div> })
    });
    view! {
        <div class="trackers">{controls}{in_front.collect_view()}</div>
        {move || other_offers(battle, &id, &name, offered)}
        <button class="quiet" on:click=move |_| battle.act(Action::Muster, vec![Change::Remove(gone.clone())])>{say("Take off the table")}</button>
    }
}

/// How a unit stands, as tags.
pub fn tags(ruleset: &Ruleset, facts: &Facts) -> Vec<impl IntoView + use<>> {
    (ruleset.status_tags)(facts).iter().map(tag).collect_view()
}

/// A tag.
pub fn tag(standing: &StatusTag) -> impl IntoView + use<> {
    let class = match standing.urgency {
        Urgency::Calm => "tag ok",
        Urgency::Note => "tag note",
        Urgency::Alarm => "tag alarm",
    };
    view! { <span class=class>{standing.words.to_string()}</span> }
}

// What it can do.

/// What the unit can do in this phase.
fn offers(battle: InBattle, id: &str, name: &str, offered: Memo<Vec<Offered>>) -> Option<impl IntoView + use<>> {
    let links = offered.with(|all| {
        let now = all.iter().filter(|(_, at_hand)| *at_hand);
        now.map(|(offer, _)| link(battle, id, offer)).collect::<Vec<_>>()
    });
    (!links.is_empty())
        .then(|| view! { <nav class="offers" aria-label=text!("What it can do now: {name}", name = name.to_owned()).to_string()>{links}</nav> })
}

/// What the unit can do besides, and what it cannot do, with why.
fn other_offers(battle: InBattle, id: &str, name: &str, offered: Memo<Vec<Offered>>) -> impl IntoView + use<> {
    let (links, cannot) = offered.with(|all| {
        let links = all.iter().filter(|(offer, at_hand)| !at_hand && offer.refused.is_none());
        let cannot = all.iter().filter_map(|(offer, _)| {
            let why = offer.refused.as_ref()?.to_string();
            Some(view! { <li>{title(offer)}": "<span class="soft">{why}</span></li> })
        });
        (links.map(|(offer, _)| link(battle, id, offer)).collect::<Vec<_>>(), cannot.collect::<Vec<_>>())
    });
    view! {
        {(!links.is_empty()).then(|| view! { <nav class="offers" aria-label=text!("What else it can do: {name}", name = name.to_owned()).to_string()>{links}</nav> })}
        {(!cannot.is_empty()).then(|| view! { <ul class="cannot">{cannot}</ul> })}
    }
}

fn link(battle: InBattle, unit: &str, offer: &Offer) -> impl IntoView + use<> {
    let way = Route::Resolve { battle: battle.id(), procedure: offer.procedure.id.into(), unit: Some(unit.to_owned()) };
    // What is already said by the way in which it is offered.
    let (desk, chosen, unit) = (desk(), offer.way, unit.to_owned());
    let procedure = offer.procedure;
    let prepare = move |_| {
        if let (Some(chosen), Some(role)) = (chosen, procedure.participants.first()) {
            let mut participants = Participants::nobody();
            participants.set(role.id, vec![unit.clone()]);
            desk.prepared.set(Some(Prepared { procedure: procedure.id, participants, asked: chosen.asked() }));
        }
    };
    view! { <a class="button" href=way.href() on:click=prepare>{title(offer)}</a> }
}

/// What an offer is called.
fn title(offer: &Offer) -> &'static str {
    say(offer.way.map_or(offer.procedure.title, |way| way.label))
}

/// What a unit might do, and whether its card offers it outright.
type Offered = (Offer, bool);

/// What the battle and its sides stand at: what units can do depends on it.
pub type Place = Memo<[Arc<Facts>; 3]>;

/// The place that the cards of a table share.
pub fn place(battle: InBattle) -> Place {
    let tracked = ["battle", "a", "b"].map(|of| battle.tracked(of));
    Memo::new(move |_| tracked.each_ref().map(|own| own.get()))
}

fn all_offers(battle: InBattle, id: String, facts: Memo<Facts>, place: Place) -> Memo<Vec<Offered>> {
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

/// Whether there is nothing to draw anew.
fn same(before: &[Offered], now: &[Offered]) -> bool {
    let shown = |(offer, at_hand): &Offered| {
        (offer.procedure.id, offer.way.map(|way| way.label), offer.refused.clone(), *at_hand)
    };
    before.iter().map(shown).eq(now.iter().map(shown))
}
