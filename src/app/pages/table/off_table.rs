//! The units of a side that have not arrived yet, below its other units. They take no part. Their cards show when and where they arrive.

use super::row::OpenRow;
use super::sorting;
use crate::app::components::duties::{at_will_words, open_duty};
use crate::app::components::short_name::short_name;
use crate::app::components::sign::UnitSign;
use crate::app::components::unit_card::Status;
use crate::app::components::unit_glance::sign_of;
use crate::app::platform::keyboard::card_id;
use crate::app::platform::scrolling;
use crate::app::state::BattleState;
use crate::app::state::route::router;
use battle::{Action, Change};
use leptos::prelude::*;
use rules::scenario::OFF_TABLE;
use rules::subject::Subject;
use rules::text;
use rules::text::say;

/// The units of a side that are off the table.
#[component]
pub fn OffTable(
    battle: BattleState,
    /// Its index.
    side: usize,
) -> impl IntoView {
    if !battle.has_scenario() {
        return ().into_any();
    }
    let ids = sorting::units_off_table(battle, side);
    let name = battle.with_untracked(|open| open.header().sides[side].name.clone());
    let label = text!("Off the table, {side}", side = name).to_string();
    let title = move || text!("Off the table ({n})", n = ids.with(Vec::len)).to_string();
    view! {
        <Show when=move || ids.with(|ids| !ids.is_empty())>
            <section class="off-table" aria-label=label.clone()>
                <h3 class="command-head">{title}</h3>
                <div class="rows"><For each=move || ids.get() key=Clone::clone let(id)><OffTableRow battle id/></For></div>
            </section>
        </Show>
    }
    .into_any()
}

/// The row of a unit off the table.
#[component]
fn OffTableRow(battle: BattleState, id: String) -> impl IntoView {
    let name = battle.unit_name(&id).unwrap_or_default();
    let (facts, row, rows) = (battle.facts(&id), card_id(&id), battle.app.battle.rows);
    let opened: OpenRow = expect_context();
    let row_id = Some(id.clone());
    let is_open = Memo::new(move |_| opened.selected(&row_id));
    let of = id.clone();
    let arrival = Memo::new(move |_| battle.arrival_words(&of));
    let state = move || match arrival.get() {
        words if words.is_empty() => say("Off table").to_owned(),
        words => text!("Off table · {when}", when = words).to_string(),
    };
    let of = id.clone();
    let toggle = move |_| {
        let element = card_id(&of);
        let before = scrolling::top_of(&element);
        if is_open.get_untracked() {
            rows.close()
        } else {
            rows.show(&of)
        }
        scrolling::keep_in_place(element, before);
    };
    let (sign, body, heading) = (sign_of(battle, &id, facts), format!("body-{id}"), name.clone());
    let controls = body.clone();
    view! {
        <article class="unit compact off" id=row tabindex="-1" class:open=move || is_open.get() aria-label=name>
            <div class="unit-line">
                <UnitSign sign/>
                <h3>
                    <button class="unit-row" aria-expanded=move || is_open.get().to_string() aria-controls=move || is_open.get().then(|| controls.clone()) on:click=toggle>
                        <span class="unit-name">{short_name(heading)}</span>
                        <span class="unit-state"><span>{state}</span></span>
                    </button>
                </h3>
            </div>
            <Show when=move || is_open.get()>
                <div class="unit-body" id=body.clone()>
                    <p>{move || arrives_words(&arrival.get())}</p>
                    <Status battle facts/>
                    <Bring battle id=id.clone()/>
                </div>
            </Show>
        </article>
    }
}

/// The sentence on the arrival of a unit. `when` has its time and place, if they are shown.
fn arrives_words(when: &str) -> String {
    match when {
        "" => say("It has not arrived yet.").to_owned(),
        when => text!("It has not arrived yet. It arrives: {when}.", when = when.trim_end_matches('.').to_owned())
            .to_string(),
    }
}

/// The button that brings a unit at will: with its arrival, or by hand if it has none.
#[component]
fn Bring(battle: BattleState, id: String) -> impl IntoView {
    let (offers, router) = (battle.scenario_offers(), router());
    let has_arrival =
        battle.with_untracked(|open| open.state().planned().is_some_and(|planned| planned.arrival_of(&id).is_some()));
    move || {
        if !has_arrival {
            let by_hand = vec![Change::to(Subject::unit(id.clone()), OFF_TABLE, false)];
            let put = move |_| battle.act(Action::ByHand, by_hand.clone());
            return Some(
                view! { <p class="tools"><button on:click=put>{say("Put it on the table")}</button></p> }.into_any(),
            );
        }
        let offer = offers.with(|offers| battle.offer_for(&id, offers))?;
        let words = at_will_words(battle, &offer);
        let open = move |_| open_duty(battle, router, &offer);
        Some(view! { <p class="tools"><button on:click=open>{words}</button></p> }.into_any())
    }
}
