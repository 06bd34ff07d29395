//! The scenario of a battle in play: briefings, what can be called at will, points, ground, and the course.

use crate::app::components::briefing::BriefingTexts;
use crate::app::components::choice::Choice;
use crate::app::components::duties::{at_will_words, open_duty};
use crate::app::components::not_here::NotHere;
use crate::app::components::page_header::PageHeader;
use crate::app::components::score::ScoreLines;
use crate::app::components::undo::UndoRedo;
use crate::app::state::BattleState;
use crate::app::state::route::{BattlePage, Route, router};
use crate::app::state::viewer::Viewer;
use battle::{Action, Change};
use leptos::prelude::*;
use rules::scenario::{Arrival, Ground, Planned};
use rules::subject::{Side, Subject};
use rules::text;
use rules::text::say;
use rules::turn::Duty;
use std::sync::Arc;

#[component]
pub fn BattleScenarioPage(battle: BattleState) -> impl IntoView {
    let about = battle.with_untracked(|open| open.header().scenario.as_ref().map(|scenario| scenario.words()));
    let planned = battle.with_untracked(|open| open.state().planned().cloned());
    let Some((about, planned)) = about.zip(planned) else {
        return view! { <NotHere words=say("This battle has no scenario.")/> }.into_any();
    };
    view! {
        <PageHeader back=Route::table(battle.id()) title=say("Scenario")><UndoRedo battle/></PageHeader>
        <main class="form scenario-in-play">
            <p class="headline">{about}</p>
            <section class="card" aria-label=say("Briefing")>
                <h2>{say("Briefing")}</h2>
                <ReaderChoice battle planned=planned.clone()/>
                <BriefingTexts battle/>
            </section>
            <AtWill battle/>
            <Points battle planned=planned.clone()/>
            <Course battle planned/>
        </main>
    }
    .into_any()
}

/// The choice of the reader at this device. With hidden counters, it is that of the page “Devices”.
#[component]
fn ReaderChoice(battle: BattleState, planned: Arc<Planned>) -> impl IntoView {
    let course = &planned.course;
    let is_for_all = course.briefings.a.is_empty()
        && course.briefings.b.is_empty()
        && course.briefings.umpire.is_empty()
        && course.deployment.a.is_empty()
        && course.deployment.b.is_empty();
    let has_umpire = !course.briefings.umpire.is_empty();
    let names = battle.with_untracked(|open| open.header().sides.clone().map(|side| side.name));
    let id = StoredValue::new(battle.id());
    let chosen = Signal::derive(move || battle.app.viewer(&id.get_value()).unwrap_or(Viewer::Passed));
    let choose = Callback::new(move |viewer: Viewer| battle.app.set_viewer(&id.get_value(), viewer));
    let is_open = move || {
        !is_for_all
            && !battle.has_secrets()
            && !battle.has_viewer_by_seat()
            && battle.with(|open| open.ending().is_none())
    };
    move || {
        if !is_open() {
            if battle.has_viewer_by_seat() {
                let seats = BattlePage::Seats.of(battle.id()).href();
                return view! { <p><a href=seats>{say("This device shows what its seat sees.")}</a></p> }.into_any();
            }
            let devices = BattlePage::Devices.of(battle.id()).href();
            return battle
                .has_secrets()
                .then(|| view! { <p><a href=devices>{say("Whose device is this?")}</a></p> })
                .into_any();
        }
        let sides = Side::BOTH.map(|side| (Viewer::Side(side), names[side.index()].clone()));
        let umpire = has_umpire.then(|| (Viewer::Umpire, say("The game master").to_owned()));
        let all = std::iter::once((Viewer::Passed, say("Both sides").to_owned())).chain(sides).chain(umpire);
        let options: Vec<_> = all.collect();
        view! {
            <Choice label=say("Who reads on this device?") options chosen choose>
                <p class="soft">{say("It is a screen, not a lock: the battle on every device holds all texts.")}</p>
            </Choice>
        }
        .into_any()
    }
}

/// Events and arrivals that can be called now.
#[component]
fn AtWill(battle: BattleState) -> impl IntoView {
    let offers = battle.scenario_offers();
    let button = move |offer: Duty| view! { <li><AtWillButton battle offer/></li> };
    move || {
        let offers = offers.get();
        (!offers.is_empty()).then(|| {
            view! {
                <section class="card" aria-label=say("Can be called now")>
                    <h2>{say("Can be called now")}</h2>
                    <p class="soft">{say("The game master, or both sides, decide when. Undo takes it back.")}</p>
                    <ul class="at-will">{offers.into_iter().map(button).collect_view()}</ul>
                </section>
            }
        })
    }
}

#[component]
fn AtWillButton(battle: BattleState, offer: Duty) -> impl IntoView {
    let (words, router) = (at_will_words(battle, &offer), router());
    let side = offer.side.map(|side| format!("side-{}", side.index()));
    view! { <button class=side on:click=move |_| open_duty(battle, router, &offer)>{words}</button> }
}

/// The points of both sides, and who holds each piece of ground.
#[component]
fn Points(battle: BattleState, planned: Arc<Planned>) -> impl IntoView {
    if !planned.has_points() {
        return ().into_any();
    }
    let (points, lead) = (battle.points(), planned.points.lead);
    let score = move || match points.get() {
        Some(score) => view! { <ScoreLines battle score/> }.into_any(),
        None => view! { <p class="soft">{say("The points depend on hidden counters.")}</p> }.into_any(),
    };
    let rules = rules_of_points(&planned);
    let ground = planned.points.ground.iter().cloned().map(|ground| {
        let planned = planned.clone();
        view! { <GroundChoice battle planned ground/> }
    });
    let ground = ground.collect_view();
    view! {
        <section class="card" aria-label=say("Points")>
            <h2>{say("Points")}</h2>
            {score}
            {ground}
            <ul class="soft">{rules.into_iter().map(|words| view! { <li>{words}</li> }).collect_view()}</ul>
            <p class="soft">{text!("A side wins with a lead of {n} {n|point|points}. With less, it is a draw.", n = lead).to_string()}</p>
        </section>
    }
    .into_any()
}

/// The points for broken units, in sentences.
fn rules_of_points(planned: &Planned) -> Vec<String> {
    let all = (planned.points.broken != 0)
        .then(|| text!("Each enemy unit broken or lost: {n} {n|point|points}", n = planned.points.broken).to_string());
    let named = planned.points.units.iter().filter_map(|points| {
        let unit = planned.units.iter().find(|unit| unit.id == points.unit)?;
        let what = text!("{name} broken or lost", name = unit.name.clone()).to_string();
        Some(text!("{what}: {n} {n|point|points}", what = what, n = points.points).to_string())
    });
    all.into_iter().chain(named).collect()
}

/// The side that holds a piece of ground, as three options.
#[component]
fn GroundChoice(battle: BattleState, planned: Arc<Planned>, ground: Ground) -> impl IntoView {
    let names = battle.with_untracked(|open| open.header().sides.clone().map(|side| side.name));
    let (id, key) = (ground.id.clone(), Planned::ground_key(&ground.id));
    let holder = battle.follow(move |open| planned.holder(&id, open.state().battle()));
    let choose = Callback::new(move |side: Option<Side>| {
        let to = side.map_or("", Side::id);
        battle.act(Action::ByHand, vec![Change::set(Subject::Battle, key.clone(), to)]);
    });
    let sides = Side::BOTH.map(|side| (Some(side), names[side.index()].clone()));
    let options: Vec<_> = sides.into_iter().chain([(None, say("Nobody").to_owned())]).collect();
    let label = text!("{what}: {n} {n|point|points}", what = ground.name, n = ground.points).to_string();
    view! { <Choice label options chosen=holder choose/> }
}

/// Arrivals, events and the end.
#[component]
fn Course(battle: BattleState, planned: Arc<Planned>) -> impl IntoView {
    let arrivals = {
        let planned = planned.clone();
        battle.follow(move |open| {
            let table = open.state().table();
            let state = |waits: bool| if waits { None } else { Some(say("on the table")) };
            let all = planned.arrivals.iter();
            all.map(|arrival| (arrival.clone(), planned.side_of(arrival), state(planned.waits(arrival, &table))))
                .collect::<Vec<_>>()
        })
    };
    let ruleset = battle.ruleset;
    let arrivals = move || {
        let all = arrivals
            .get()
            .into_iter()
            .filter(|(_, side, arrived)| arrived.is_some() || battle.shows_plans_of(Some(*side)));
        let row = |(arrival, side, arrived): (Arrival, Side, Option<&'static str>)| {
            let when = match arrived {
                Some(words) => words.to_owned(),
                None => [arrival.at.words(ruleset), arrival.place]
                    .into_iter()
                    .filter(|part| !part.is_empty())
                    .collect::<Vec<_>>()
                    .join(" · "),
            };
            view! { <li class=format!("side-{}", side.index())><b>{arrival.name}</b>" "<span class="soft">{when}</span></li> }
        };
        let rows: Vec<_> = all.map(row).collect();
        (!rows.is_empty()).then(|| view! { <h3>{say("Arrivals")}</h3><ul>{rows}</ul> })
    };
    let events: Vec<(String, String)> =
        planned.events.iter().map(|event| (event.name.clone(), event.when_words(ruleset))).collect();
    let events = move || {
        let rows = events
            .iter()
            .map(|(name, when)| view! { <li><b>{name.clone()}</b>" "<span class="soft">{when.clone()}</span></li> });
        (!events.is_empty() && battle.shows_plans_of(None))
            .then(|| view! { <h3>{say("Events")}</h3><ul>{rows.collect_view()}</ul> })
    };
    let end = end_words(battle, &planned);
    let end = (!end.is_empty()).then(|| {
        let rows = end.into_iter().map(|words| view! { <li>{words}</li> }).collect_view();
        view! { <h3>{say("End")}</h3><ul>{rows}</ul> }
    });
    view! {
        <section class="card" aria-label=say("Course of the battle")>
            <h2>{say("Course of the battle")}</h2>
            {arrivals}{events}{end}
        </section>
    }
}

/// The ends of the battle, in sentences.
fn end_words(battle: BattleState, planned: &Planned) -> Vec<String> {
    let names = battle.with_untracked(|open| open.header().sides.clone().map(|side| side.name));
    let (last, share) = (planned.end.last_turn, planned.end.share);
    let last = (last > 0).then(|| text!("{turn} {n} is the last.", turn = battle.ruleset.turn, n = last).to_string());
    let beaten = Side::BOTH.into_iter().filter_map(|side| {
        let n = planned.units_to_lose(side)?;
        let side = names[side.index()].clone();
        Some(
            text!(
                "{side} is beaten with {n} {n|unit|units} broken or lost ({share}\u{a0}%).",
                side = side,
                n = n,
                share = share
            )
            .to_string(),
        )
    });
    last.into_iter().chain(beaten).collect()
}
