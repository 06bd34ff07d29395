//! A unit's row: its name and how it stands, in the height of a finger. A tap opens everything else below it.

use super::board::in_brief;
use super::card::Face;
use super::drawing::DrawingOrder;
use crate::app::components::icon::{Icon, PIN};
use crate::app::components::short_name::short_name;
use crate::app::components::sign::UnitSign;
use crate::app::components::status_tag::{StatusTag, in_trouble};
use crate::app::components::trackers::{MainTracker, discs, marks, pips_in_words, small_pips};
use crate::app::platform::keyboard::card_id;
use crate::app::platform::scrolling;
use crate::app::state::BattleState;
use drumhead::core::facts::Facts;
use drumhead::core::subject::BATTLE;
use drumhead::core::text::say;
use drumhead::rules::ruleset::{Sign, StatusTag as Tag, Tracker, Tracks, Urgency};
use leptos::prelude::*;

/// Follows which row is open; in the context of the table.
pub type OpenRow = Selector<Option<String>>;

/// The row of a unit, with its actions and trackers below it while it is open or pinned.
#[component]
pub fn UnitRow(
    /// The battle in play.
    battle: BattleState,
    /// The unit's id.
    id: String,
    /// The order in which rows are drawn.
    turns: DrawingOrder,
) -> impl IntoView {
    let name = battle.unit_name(&id).unwrap_or_default();
    let (facts, row) = (battle.facts(&id), card_id(&id));
    let drawn = turns.take(&id);
    let rows = battle.app.battle.rows;
    let pinned = RwSignal::new(rows.is_pinned(&id));
    let opened: OpenRow = expect_context();
    let own = Some(id.clone());
    let is_opened = Memo::new(move |_| opened.selected(&own));
    let is_open = Memo::new(move |_| is_opened.get() || pinned.get());
    let alarm = move || drawn.get() && facts.with(|facts| in_trouble(battle.ruleset, facts));
    let (heading, of, body) = (name.clone(), id.clone(), id.clone());
    view! {
        <article class="unit compact" id=row tabindex="-1" class:alarm=move || alarm() class:blank=move || !drawn.get() class:open=move || is_open.get() aria-label=name>
            <Show when=move || drawn.get() fallback=move || view! { <h3 class="unit-name">{short_name(heading.clone())}</h3> }>
                <Line battle id=of.clone() facts is_open pinned/>
            </Show>
            <Show when=move || is_open.get()>
                <div class="unit-body" id=format!("body-{body}")><Face battle id=body.clone() facts/></div>
            </Show>
        </article>
    }
}

/// The row itself, closed or open.
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
    let of_phase = of_phase(battle, &id, facts);
    let sign = sign_of(battle, &id, facts);
    let words = move || {
        let words = of_phase.with(|said| facts.with(|facts| in_words(battle, main, facts, said.as_deref())));
        let words: Vec<String> = of_phase.get().into_iter().chain(words).collect();
        if words.is_empty() { String::new() } else { format!(": {}", words.join(", ")) }
    };
    let of = id.clone();
    let toggle = move |_| {
        let place = card_id(&of);
        let before = scrolling::top_of(&place);
        match is_open.get_untracked() {
            true => {
                rows.pin(&of, false);
                pinned.set(false);
                rows.close();
            }
            false => rows.show(&of),
        }
        scrolling::keep_in_place(place, before);
    };
    let pin = {
        let of = id.clone();
        move |_| {
            let pin = !pinned.get_untracked();
            rows.pin(&of, pin);
            pinned.set(pin);
            // One that is let go stays open until another is.
            if !pin {
                rows.show(&of);
            }
        }
    };
    let body = format!("body-{id}");
    let aside = move || {
        match main {
        _ if is_open.get() => view! {
            <button class="icon pin" aria-label=say("Keep open") aria-pressed=move || pinned.get().to_string() on:click=pin.clone()><Icon path=PIN/></button>
        }
        .into_any(),
        Some(tracker) => view! { <MainTracker battle of=id.clone() tracker facts/> }.into_any(),
        None => ().into_any(),
    }
    };
    view! {
        <div class="unit-line">
            <UnitSign sign/>
            <h3>
                <button class="unit-row" aria-expanded=move || is_open.get().to_string() aria-controls=move || is_open.get().then(|| body.clone()) on:click=toggle>
                    <span class="unit-name">{short_name(name)}</span><span class="visually-hidden">{words}</span>
                    // What stands below an open row is not said twice.
                    <Show when=move || !is_open.get()>
                        <span class="unit-state" aria-hidden="true">
                            {move || facts.with(|facts| tags(battle, facts, Urgency::Alarm))}
                            {move || of_phase.get().map(|words| view! { <b class="of-phase">{words}</b> })}
                            {move || of_phase.with(|said| facts.with(|facts| state(battle, main, facts, said.as_deref())))}
                        </span>
                    </Show>
                </button>
            </h3>
            {move || aside()}
        </div>
    }
}

/// The tracker that a unit's row can change, if the ruleset names one that the unit has.
fn main_tracker(battle: BattleState, facts: Memo<Facts>) -> Option<&'static Tracker> {
    facts.with_untracked(|facts| {
        let id = (battle.ruleset.glance.main_tracker)(facts)?;
        let has = |own: &&Tracker| own.id == id && facts.get(own.id).is_some();
        battle
            .ruleset
            .trackers
            .iter()
            .find(has)
            .filter(|own| matches!(own.kind, Tracks::Pips { .. } | Tracks::Count { .. }))
    })
}

/// The sign of the unit.
fn sign_of(battle: BattleState, id: &str, facts: Memo<Facts>) -> Memo<Sign> {
    let raised = battle.with_untracked(|open| open.state().mustered(id).cloned()).unwrap_or_default();
    Memo::new(move |_| facts.with(|facts| (battle.ruleset.glance.sign)(facts, &raised)))
}

/// Words of the phase that is played on the unit, or its offers.
fn of_phase(battle: BattleState, id: &str, facts: Memo<Facts>) -> Memo<Option<String>> {
    let (tracked, id) = (battle.tracked(BATTLE), id.to_owned());
    let place = Memo::new(move |_| tracked.with(|place| battle.ruleset.phase(place).map(|phase| phase.id)));
    Memo::new(move |_| {
        let now = place.get()?;
        let phase = battle.ruleset.phases.iter().find(|phase| phase.id == now)?;
        let words = |facts: &Facts| {
            battle.with_untracked(|open| Some((phase.says?)(facts, &open.header().rulings).to_string()))
        };
        let said = facts.with(|facts| (phase.concerns)(facts).then(|| words(facts)).flatten());
        said.filter(|said| !said.is_empty()).or_else(|| phase.board.as_ref().and_then(|_| in_brief(battle, &id)))
    })
}

/// The tags of an urgency.
fn tags(battle: BattleState, facts: &Facts, urgency: Urgency) -> impl IntoView + use<> {
    let own = of_urgency(battle, facts, urgency).into_iter();
    own.map(|tag| view! { <StatusTag tag/> }).collect_view()
}

fn of_urgency(battle: BattleState, facts: &Facts, urgency: Urgency) -> Vec<Tag> {
    let mut tags = (battle.ruleset.status_tags)(facts);
    tags.retain(|tag| tag.urgency == urgency);
    tags
}

/// Marks of a unit in words, but for those that the words of the phase say: “has fought” says “fought”.
fn marks_besides(battle: BattleState, facts: &Facts, of_phase: Option<&str>) -> impl Iterator<Item = String> + use<> {
    let said = of_phase.unwrap_or_default().to_lowercase();
    let is_said = move |mark: &String| {
        let before = said.strip_suffix(&mark.to_lowercase());
        before.is_some_and(|before| before.is_empty() || before.ends_with(' '))
    };
    let marks = marks(battle.ruleset, facts, |id| battle.unit_name(id)).into_iter().map(|(_, mark)| mark);
    marks.filter(move |mark| !is_said(mark))
}

/// Strength of a unit, its pips and discs, and its marks of the turn.
fn state(
    battle: BattleState,
    main: Option<&'static Tracker>,
    facts: &Facts,
    of_phase: Option<&str>,
) -> impl IntoView + use<> {
    let left = (battle.ruleset.glance.left)(facts).map(|words| view! { <span>{words.to_string()}</span> });
    let marks = marks_besides(battle, facts, of_phase);
    // The number of the main tracker stands beside them; its pips are for the eye.
    let pips = pips(battle, main, facts).filter_map(|own| small_pips(own, facts)).collect_view();
    let marks = marks.map(|mark| view! { <span class="mark">{mark}</span> }).collect_view();
    view! {
        {left}{pips}{discs(battle.ruleset, facts)}
        {tags(battle, facts, Urgency::Note)}{marks}
    }
}

/// Trackers that a row draws as pips.
fn pips(battle: BattleState, main: Option<&'static Tracker>, facts: &Facts) -> impl Iterator<Item = &'static Tracker> {
    let drawn = |own: &&Tracker| matches!(own.kind, Tracks::Pips { .. }) && facts.get(own.id).is_some();
    let is_main = move |own: &&Tracker| main.is_some_and(|main| main.id == own.id);
    let all: Vec<_> =
        battle.ruleset.trackers.iter().filter(drawn).filter(|own| !own.automatic || is_main(own)).collect();
    all.into_iter()
}

/// Status of a unit, in words.
fn in_words(battle: BattleState, main: Option<&'static Tracker>, facts: &Facts, of_phase: Option<&str>) -> Vec<String> {
    let tags = [Urgency::Alarm, Urgency::Note].into_iter().flat_map(|own| of_urgency(battle, facts, own));
    let left = (battle.ruleset.glance.left)(facts).map(|words| words.to_string());
    let marks = marks_besides(battle, facts, of_phase);
    let pips = pips(battle, main, facts).filter_map(|own| pips_in_words(own, facts));
    let words = tags.map(|tag| tag.words.to_string()).chain(left).chain(pips).chain(marks);
    words.collect()
}
