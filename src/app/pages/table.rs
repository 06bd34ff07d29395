//! The table: both sides' units as cards, and what the phase needs.

mod agenda;
mod strip;

use super::board;
use super::log::undo_redo;
use super::resolve::{Prepared, on_table};
use super::roster::described;
use super::rules::parts;
use crate::app::desk::{InBattle, desk};
use crate::app::parts::frame::head;
use crate::app::parts::keys::card_id;
use crate::app::parts::tidings::tidings;
use crate::app::parts::trackers::{pips, tracker};
use crate::app::route::Route;
use drumhead::battle::{Change, Deed, Unit};
use drumhead::cast::{self, Cast, Offer};
use drumhead::facts::Facts;
use drumhead::ruleset::{Checklist, Phase, Ruleset, Tracks, Urgency};
use drumhead::store::Key;
use drumhead::turn;
use leptos::prelude::*;

/// The table of the battle in play.
pub fn page(battle: InBattle) -> impl IntoView {
    let name = battle.with_untracked(|open| open.header().name.clone());
    let shown = battle.desk.shown_side;
    // The side whose move it is comes to the front.
    let acting = agenda::acting(battle);
    Effect::new(move |_| {
        if let Some(side) = acting.get() {
            shown.set(side);
        }
    });
    let menu = view! {
        {undo_redo(battle)}
        <a class="icon" href=Route::Log(battle.id()).href() aria-label="Log">"☰"</a>
        <a class="icon" href=Route::Rules(battle.ruleset.id.into()).href() aria-label="Quick reference">"❦"</a>
        <a class="icon" href=Route::Share(Key::Battle(battle.id())).href() aria-label="Share">"⇪"</a>
    };
    view! {
        {head(Some(Route::Home), name, menu)}
        {phases(battle, acting)}
        {desks(battle)}
        <main class="table" class:boarded=!battle.ruleset.boards.is_empty()>
            {on_table(battle)}
            {news(battle)}
            {agenda::agenda(battle)}
            <div class="tabs" role="group" aria-label="Sides">
                {[0, 1].map(|side| {
                    let words = move || battle.with(|open| {
                        let units = open.state().units().filter(|unit| unit.side == side).count();
                        format!("{} · {units}", open.header().sides[side].name)
                    });
                    view! {
                        <button class=format!("tab side-{side}") aria-pressed=move || (shown.get() == side).to_string()
                            on:click=move |_| shown.set(side)>{words}</button>
                    }
                })}
            </div>
            <div class="sides">
                {[0, 1].map(|side_index| view! {
                    <section class=format!("side side-{side_index}") class:hidden=move || shown.get() != side_index
                        aria-label=move || battle.with(|open| open.header().sides[side_index].name.clone())>
                        {side(battle, side_index)}
                    </section>
                })}
            </div>
        </main>
    }
}

/// What the battle as a whole is worth saying.
fn news(battle: InBattle) -> impl IntoView {
    let news = battle.follow(|open| (open.state().tidings(), open.header().sides.clone().map(|side| side.name)));
    move || news.with(|(news, sides)| tidings(news, sides))
}

/// The desks of the battle and of both sides, a line each.
fn desks(battle: InBattle) -> impl IntoView {
    let ruleset = battle.ruleset;
    let own = |side: usize| Signal::derive(move || battle.with(|open| open.header().sides[side].name.clone()));
    let empty = ruleset.side_trackers.is_empty() && ruleset.battle_trackers.is_empty();
    view! {
        <section class="desks" class:hidden=empty aria-label="Desks">
            {strip::strip(battle, "battle", ruleset.battle_trackers, Signal::stored("Battle".to_owned()))}
            {strip::strip(battle, "a", ruleset.side_trackers, own(0))}
            {strip::strip(battle, "b", ruleset.side_trackers, own(1))}
        </section>
    }
}

// The phases.

fn phases(battle: InBattle, acting: Memo<Option<usize>>) -> impl IntoView {
    let place = battle.follow(|open| {
        let battle = open.state().tracked("battle").cloned().unwrap_or_default();
        (battle.whole("turn"), usize::try_from(battle.whole("phase")).unwrap_or(0))
    });
    let all = battle.ruleset.phases;
    let phase = move || all.get(place.get().1);
    let title = move || {
        let turn = format!("{} {}", battle.ruleset.turn, place.get().0);
        let whose = acting.get().map(|side| battle.with(|open| format!(": {}", open.header().sides[side].name)));
        phase().map_or(turn.clone(), |phase| format!("{turn} · {}{}", phase.title, whose.unwrap_or_default()))
    };
    let concerned = move || phase().map(|phase| concerned(battle, phase));
    let edition = battle.with_untracked(|open| battle.ruleset.chosen_edition(&open.header().rulings));
    let differences = edition.zip(battle.ruleset.editions.as_ref()).map(|(edition, editions)| {
        view! { <details class="more rules"><summary>{format!("Played: {edition}")}</summary>{parts(editions.differences)}</details> }
    });
    view! {
        <section class="phase" aria-label="Phase">
            <div class="ticks" aria-hidden="true">
                {move || all.iter().enumerate().map(|(index, _)| view! { <i class:done=index < place.get().1 class:now=index == place.get().1></i> }).collect_view()}
            </div>
            <div class="bar">
                <details class="grow">
                    <summary>{title}</summary>
                    {move || phase().map(|phase| view! { <p>{phase.needs}</p> })}
                    {concerned}
                    <p>{move || phase().map(|phase| phase_procedures(battle, phase.procedures))}</p>
                    {differences}
                </details>
                <button on:click=move |_| next_phase(battle)>"Next ›"</button>
            </div>
        </section>
    }
}

/// The units that a phase concerns: their names, or where the ruleset has a checklist, each with what it has to do.
fn concerned(battle: InBattle, phase: &'static Phase) -> AnyView {
    let units = battle.with(|open| {
        let state = open.state();
        let all = state.units().map(|unit| (unit.clone(), state.facts(&unit.id)));
        all.filter(|(_, facts)| (phase.concerns)(facts)).collect::<Vec<_>>()
    });
    let Some(checklist) = &battle.ruleset.checklist else {
        let names: Vec<&str> = units.iter().map(|(unit, _)| unit.name()).collect();
        return (!names.is_empty()).then(|| view! { <p>"Concerns: "{names.join(", ")}</p> }).into_any();
    };
    let side = |side: usize| {
        let rows = units
            .iter()
            .filter(|(unit, _)| unit.side == side)
            .map(|(unit, facts)| checked(battle, phase, checklist, unit, facts))
            .collect_view();
        let own = |unit: &(Unit, Facts)| unit.0.side == side;
        let name = battle.with_untracked(|open| open.header().sides[side].name.clone());
        units
            .iter()
            .any(own)
            .then(|| view! { <li class=format!("checklist side-{side}")><b>{name}</b><ul>{rows}</ul></li> })
    };
    view! { <ul aria-label="Checklist">{side(0)}{side(1)}</ul> }.into_any()
}

/// A unit on the checklist: what it has to do, the phase's only procedure if it can do that, and what players tick.
fn checked(
    battle: InBattle,
    phase: &'static Phase,
    checklist: &'static Checklist,
    unit: &Unit,
    facts: &Facts,
) -> impl IntoView + use<> {
    let says = (checklist.says)(phase.id, facts).to_string();
    let ticks = checklist.ticks.iter().filter(|(own, _)| *own == phase.id).filter_map(|(_, id)| {
        let shown = battle.ruleset.trackers.iter().find(|own| own.id == *id && facts.get(id).is_some())?;
        Some(tracker(battle, unit.id.clone(), shown))
    });
    let ticks = ticks.collect_view();
    let only = match phase.procedures {
        [only] => battle.ruleset.procedure(only),
        _ => None,
    };
    let able = only.filter(|own| own.cast.first().is_some_and(|actor| (actor.fits)(facts).is_ok()));
    let link = able.map(|procedure| {
        let way =
            Route::Resolve { battle: battle.id(), procedure: procedure.id.into(), unit: Some(unit.id.clone()) };
        view! { <a class="button" href=way.href() aria-label=format!("{}: {}", procedure.title, unit.name())>{procedure.title}</a> }
    });
    view! {
        <li class="check" aria-label=unit.name().to_owned()>
            <span class="grow"><b>{unit.name().to_owned()}</b>" "<span class="soft">{says}</span></span>
            {ticks}{link}
        </li>
    }
}

/// The phase's procedures as links; a unit's card offers them filled in.
fn phase_procedures(battle: InBattle, ids: &'static [&'static str]) -> impl IntoView {
    ids.iter()
        .filter_map(|id| battle.ruleset.procedure(id))
        .map(|procedure| {
            let way = Route::Resolve { battle: battle.id(), procedure: procedure.id.into(), unit: None };
            view! { <a class="button" href=way.href()>{procedure.title}</a> }
        })
        .collect_view()
}

fn next_phase(battle: InBattle) {
    let changes = battle.with_untracked(|open| turn::next_phase(battle.ruleset, open.state()));
    battle.act(Deed::Phase, changes);
}

// The sides.

fn side(battle: InBattle, side: usize) -> impl IntoView {
    let ids = battle.follow(move |open| board::in_order(battle, open, side));
    view! {
        <Show when=move || ids.with(Vec::is_empty)><p class="empty">"No units here yet. Add them from a roster below."</p></Show>
        {board::for_all(battle, side)}
        <For each=move || ids.get() key=|id| id.clone() children=move |id| card(battle, id)/>
        {muster(battle, side)}
    }
}

/// Adds a roster's units to a side.
fn muster(battle: InBattle, side: usize) -> impl IntoView {
    let desk = desk();
    let rosters = move || {
        let own =
            desk.rosters.get().into_iter().map(|kept| kept.it).filter(|roster| roster.ruleset == battle.ruleset.id);
        own.chain(drumhead::roster::Roster::samples(battle.ruleset)).collect::<Vec<_>>()
    };
    let add = move |profile: &serde_json::Map<String, serde_json::Value>| {
        let id = battle.free_id();
        let profile = drumhead::roster::relevant(battle.ruleset.profile, profile);
        battle.act(Deed::Muster, vec![Change::Add(Unit { id, side, profile })]);
    };
    view! {
        <details class="more">
            <summary>"Add units"</summary>
            {move || rosters().into_iter().map(|roster| {
                let units = roster.units.into_iter().map(|unit| {
                    let name = unit.get("name").and_then(|name| name.as_str()).unwrap_or("?").to_owned();
                    view! { <button on:click=move |_| add(&unit)>{format!("+ {name}")}</button> }
                }).collect_view();
                view! { <p class="soft">{roster.name}</p><p class="tools">{units}</p> }
            }).collect_view()}
        </details>
    }
}

// A unit's card.

fn card(battle: InBattle, id: String) -> impl IntoView {
    let own = id.clone();
    let facts = battle.follow(move |open| open.state().facts(&own));
    let unit = battle.with_untracked(|open| open.state().unit(&id).cloned());
    let name = unit.as_ref().map(|unit| unit.name().to_owned()).unwrap_or_default();
    let applies = {
        let id = id.clone();
        move |pips: bool| {
            let facts = battle.with_untracked(|open| open.state().tracked(&id).cloned().unwrap_or_default());
            let trackers = battle.ruleset.trackers.iter();
            trackers
                .filter(|own| facts.get(own.id).is_some() && matches!(own.kind, Tracks::Pips { .. }) == pips)
                .collect::<Vec<_>>()
        }
    };
    let row = applies(true).into_iter().map(|own| pips(battle, id.clone(), own, facts)).collect_view();
    let rest = applies(false).into_iter().map(|own| tracker(battle, id.clone(), own)).collect_view();
    let (gone, title, own_id) = (id.clone(), name.clone(), card_id(&id));
    let standing = move || facts.with(|facts| tags(battle.ruleset, facts));
    view! {
        <article class="card unit" id=own_id tabindex="-1" aria-label=name>
            <h2>{title}</h2>
            <p class="tags">{standing}</p>
            <p class="soft">{move || facts.with(|facts| described(battle.ruleset, facts))}</p>
            {row}
            {board::of_unit(battle, &id)}
            {offers(battle, id.clone(), facts)}
            <details class="more">
                <summary>"Trackers and more"</summary>
                <div class="trackers">{rest}</div>
                {other_offers(battle, id, facts)}
                <button class="quiet" on:click=move |_| battle.act(Deed::Muster, vec![Change::Remove(gone.clone())])>"Take off the table"</button>
            </details>
        </article>
    }
}

/// How a unit stands, as tags.
pub fn tags(ruleset: &Ruleset, facts: &Facts) -> impl IntoView + use<> {
    (ruleset.standing)(facts)
        .into_iter()
        .map(|standing| {
            let class = match standing.urgency {
                Urgency::Calm => "tag ok",
                Urgency::Note => "tag note",
                Urgency::Alarm => "tag alarm",
            };
            view! { <span class=class>{standing.words.to_string()}</span> }
        })
        .collect_view()
}

/// What the unit can do in this phase.
fn offers(battle: InBattle, id: String, facts: Memo<Facts>) -> impl IntoView {
    let all = all_offers(battle, id.clone(), facts);
    move || {
        let links = all
            .get()
            .iter()
            .filter(|offer| is_at_hand(battle, &id, offer))
            .map(|offer| link(battle, &id, offer))
            .collect_view();
        view! { <nav class="offers" aria-label="What it can do now">{links}</nav> }
    }
}

/// Whether a card offers it outright: what belongs to the phase and is not done from a board.
fn is_at_hand(battle: InBattle, id: &str, offer: &Offer) -> bool {
    let on_board = || battle.with_untracked(|open| board::does(battle, open, id, offer.procedure.id));
    offer.of_this_phase && offer.refused.is_none() && !on_board()
}

/// What the unit can do besides, and what it cannot do, with why.
fn other_offers(battle: InBattle, id: String, facts: Memo<Facts>) -> impl IntoView {
    let all = all_offers(battle, id.clone(), facts);
    move || {
        let all = all.get();
        let links = all
            .iter()
            .filter(|offer| offer.refused.is_none() && !is_at_hand(battle, &id, offer))
            .map(|offer| link(battle, &id, offer))
            .collect_view();
        let cannot = all
            .iter()
            .filter_map(|offer| {
                let why = offer.refused.as_ref()?.to_string();
                Some(view! { <li>{title(offer)}": "<span class="soft">{why}</span></li> })
            })
            .collect_view();
        view! {
            <nav class="offers" aria-label="What else it can do">{links}</nav>
            <ul class="cannot">{cannot}</ul>
        }
    }
}

fn link(battle: InBattle, unit: &str, offer: &Offer) -> impl IntoView + use<> {
    let way = Route::Resolve { battle: battle.id(), procedure: offer.procedure.id.into(), unit: Some(unit.to_owned()) };
    // What is already said by the way in which it is offered.
    let (desk, chosen, unit) = (desk(), offer.way, unit.to_owned());
    let procedure = offer.procedure;
    let prepare = move |_| {
        if let (Some(chosen), Some(role)) = (chosen, procedure.cast.first()) {
            let mut cast = Cast::nobody();
            cast.set(role.id, vec![unit.clone()]);
            desk.prepared.set(Some(Prepared { procedure: procedure.id, cast, asked: chosen.asked() }));
        }
    };
    view! { <a class="button" href=way.href() on:click=prepare>{title(offer)}</a> }
}

/// What an offer is called.
fn title(offer: &Offer) -> &'static str {
    offer.way.map_or(offer.procedure.title, |way| way.label)
}

fn all_offers(battle: InBattle, id: String, facts: Memo<Facts>) -> Signal<Vec<Offer>> {
    let place = battle.follow(|open| ["battle", "a", "b"].map(|of| open.state().tracked(of).cloned()));
    Signal::derive(move || {
        facts.track();
        place.track();
        battle.with_untracked(|open| cast::offers(battle.ruleset, open.state(), &id))
    })
}
