//! A unit's row: its name and its state, as high as a finger needs. A tap opens the unit's card below it.

use super::board::in_brief;
use super::card::UnitCard;
use super::drawing::DrawingOrder;
use crate::app::components::icon::{Icon, PIN};
use crate::app::components::short_name::short_name;
use crate::app::components::sign::UnitSign;
use crate::app::components::trackers::{Gauge, UnitNumber};
use crate::app::components::unit_glance::{bearing_class, main_tracker, sign_of};
use crate::app::components::unit_state::{InPhase, UnitState};
use crate::app::platform::keyboard::card_id;
use crate::app::platform::scrolling;
use crate::app::state::BattleState;
use battle::{Battle, referee};
use leptos::prelude::*;
use rules::facts::Facts;
use rules::procedure::Agent;
use rules::subject::{BATTLE, Side};
use rules::text;
use rules::text::{Text, say};

/// Selects the open row. A context of the table.
pub type OpenRow = Selector<Option<String>>;

/// The row of a unit. While it is open or pinned, the unit's card is below it.
#[component]
pub fn UnitRow(
    battle: BattleState,
    /// The unit's id.
    id: String,
    /// The order in which rows are drawn.
    turns: DrawingOrder,
) -> impl IntoView {
    let name = battle.unit_name(&id).unwrap_or_default();
    let (facts, row) = (battle.facts(&id), card_id(&id));
    let drawn = turns.enqueue(&id);
    let rows = battle.app.battle.rows;
    let pinned = RwSignal::new(rows.is_pinned(&id));
    let opened: OpenRow = expect_context();
    let row_id = Some(id.clone());
    let is_opened = Memo::new(move |_| opened.selected(&row_id));
    let is_open = Memo::new(move |_| is_opened.get() || pinned.get());
    let (heading, of, body) = (name.clone(), id.clone(), id.clone());
    view! {
        <article class="unit compact" id=row tabindex="-1" class:blank=move || !drawn.get() class:open=move || is_open.get() aria-label=name>
            <Show when=move || drawn.get() fallback=move || view! { <h3 class="unit-name">{short_name(heading.clone())}</h3> }>
                <Line battle id=of.clone() facts is_open pinned/>
            </Show>
            <Show when=move || is_open.get()>
                <div class="unit-body" id=format!("body-{body}")><UnitCard battle id=body.clone() facts/></div>
            </Show>
        </article>
    }
}

/// The line of the row, closed or open.
#[component]
fn Line(
    battle: BattleState,
    id: String,
    facts: Memo<Facts>,
    is_open: Memo<bool>,
    pinned: RwSignal<bool>,
) -> impl IntoView {
    let name = battle.unit_name(&id).unwrap_or_default();
    let rows = battle.app.battle.rows;
    let main = main_tracker(battle, facts);
    let row = UnitState::follow(battle, &id, main, facts, in_phase(battle, &id, facts));
    let (sign, number) = (sign_of(battle, &id, facts), UnitNumber::of(battle, &id, main, facts));
    let of = id.clone();
    let toggle = move |_| {
        let element = card_id(&of);
        let before = scrolling::top_of(&element);
        match is_open.get_untracked() {
            true => {
                rows.pin(&of, false);
                pinned.set(false);
                rows.close();
            }
            false => rows.show(&of),
        }
        scrolling::keep_in_place(element, before);
    };
    let pin = {
        let of = id.clone();
        move |_| {
            let pin = !pinned.get_untracked();
            rows.pin(&of, pin);
            pinned.set(pin);
            // An unpinned row stays open until another row is opened.
            if !pin {
                rows.show(&of);
            }
        }
    };
    let body = format!("body-{id}");
    let aside = move || {
        match is_open.get() {
        true => view! {
            <button class="icon pin" aria-label=say("Keep open") aria-pressed=move || pinned.get().to_string() on:click=pin.clone()><Icon path=PIN/></button>
        }
        .into_any(),
        false => view! { <Gauge number/> }.into_any(),
    }
    };
    view! {
        <div class=move || sign.with(|sign| format!("unit-line {}", bearing_class(sign.bearing))) class:may=move || row.with(|row| row.may_act) class:quiet=move || row.with(|row| row.is_quiet)>
            <UnitSign sign/>
            <h3>
                <button class="unit-row" aria-expanded=move || is_open.get().to_string() aria-controls=move || is_open.get().then(|| body.clone()) on:click=toggle>
                    <span class="unit-name">{short_name(name)}</span><span class="visually-hidden">{move || row.with(|row| row.spoken.clone())}</span>
                    // The card below an open row shows the same, so the line does not.
                    <Show when=move || !is_open.get()>
                        {move || row.get().view()}
                    </Show>
                </button>
            </h3>
            {move || aside()}
        </div>
    }
}

/// The current phase's text about a unit, or else its board in brief.
fn of_phase(battle: BattleState, id: &str, facts: Memo<Facts>) -> Memo<Option<String>> {
    let (tracked, id) = (battle.tracked(BATTLE), id.to_owned());
    let current = Memo::new(move |_| tracked.with(|facts| battle.ruleset.phase(facts).map(|phase| phase.id)));
    Memo::new(move |_| {
        let now = current.get()?;
        let phase = battle.ruleset.phases.iter().find(|phase| phase.id == now)?;
        let words = |facts: &Facts| {
            battle.with_untracked(|open| {
                let says = phase.says?;
                let barred = own_rule_words(battle, open, &id);
                Some(barred.unwrap_or_else(|| says(facts, &open.header().rulings)).to_string())
            })
        };
        let text = facts.with(|facts| (phase.concerns)(facts).then(|| words(facts)).flatten());
        text.filter(|text| !text.is_empty())
            .or_else(|| battle.ruleset.quick_question(phase).and_then(|_| in_brief(battle, &id)))
    })
}

/// The text on a unit from which an own rule takes its part in the current phase. `None` if there is no such rule.
pub(super) fn own_rule_words(battle: BattleState, open: &Battle, unit: &str) -> Option<Text> {
    let barred = referee::own_bar_in_phase(battle.ruleset, open.state(), unit)?;
    Some(text!("own rule forbids: {what}", what = barred.title))
}

/// Follows the part of a unit in the current phase.
fn in_phase(battle: BattleState, id: &str, facts: Memo<Facts>) -> Memo<InPhase> {
    let (words, id) = (of_phase(battle, id, facts), id.to_owned());
    let of = id.clone();
    let whose = Memo::new(move |_| battle.not_our_unit(&of));
    let side = battle.with_untracked(|open| open.state().unit(&id).map(|unit| Side::at(unit.side)));
    let may_act = battle.follow(move |open| referee::may_act(battle.ruleset, open.state(), &id));
    let has_acts = battle.follow(move |open| {
        let (ruleset, state) = (battle.ruleset, open.state());
        let is_of_side = (ruleset.turn_rules.active)(&state.table()).is_none_or(|active| side == Some(active));
        let mut procedures = ruleset.phase(state.battle()).into_iter().flat_map(|phase| phase.procedures);
        is_of_side && procedures.any(|id| ruleset.procedure(id).is_some_and(|procedure| procedure.agent == Agent::Unit))
    });
    Memo::new(move |_| match whose.get() {
        Some(whose) => InPhase { words: Some(whose), may_act: false, has_acts: true },
        None => InPhase { words: words.get(), may_act: may_act.get(), has_acts: has_acts.get() },
    })
}
