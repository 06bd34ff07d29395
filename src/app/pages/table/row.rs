//! A unit's row: its name and its state, as high as a finger needs. A tap opens the unit's card below it.

use super::board::in_brief;
use super::card::UnitCard;
use super::drawing::DrawingOrder;
use crate::app::components::icon::{CROSSED, Icon, PIN};
use crate::app::components::short_name::short_name;
use crate::app::components::sign::UnitSign;
use crate::app::components::trackers::{Gauge, UnitNumber, in_words as tracker_words};
use crate::app::components::unit_glance::{bearing_class, in_words, main_tracker, sign_of};
use crate::app::platform::keyboard::card_id;
use crate::app::platform::scrolling;
use crate::app::state::BattleState;
use battle::analysis::act_words::unit_names;
use battle::{Battle, referee};
use leptos::prelude::*;
use rules::facts::Facts;
use rules::own::{OwnRules, OwnTracker};
use rules::ruleset::{RowLine, Tracker};
use rules::subject::BATTLE;
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
    let row = Row::follow(battle, &id, main, facts);
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
        <div class=move || sign.with(|sign| format!("unit-line {}", bearing_class(sign.bearing))) class:may=move || row.with(|row| row.may_act) class:acted=move || row.with(|row| row.has_acted)>
            <UnitSign sign/>
            <h3>
                <button class="unit-row" aria-expanded=move || is_open.get().to_string() aria-controls=move || is_open.get().then(|| body.clone()) on:click=toggle>
                    <span class="unit-name">{short_name(name)}</span><span class="visually-hidden">{move || row.with(|row| row.spoken.clone())}</span>
                    // The card below an open row shows the same, so the line does not.
                    <Show when=move || !is_open.get()>
                        <span class="unit-state" aria-hidden="true">
                            {move || row.with(|row| row.stamp.clone().map(|word| view! { <b class="stamp">{word}</b> }))}
                            {move || row.with(|row| row.note.clone().map(RowNote::view))}
                            {move || row.with(|row| row.has_acted.then(|| view! { <i class="tick">"✓"</i> }))}
                        </span>
                        {move || row.with(|row| (!row.tracked.is_empty()).then(|| view! { <span class="of-players" aria-hidden="true">{row.tracked.join(" · ")}</span> }))}
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

/// True while a unit can do a procedure of the current phase.
fn may_act(battle: BattleState, id: &str) -> Memo<bool> {
    let id = id.to_owned();
    battle.follow(move |open| referee::may_act(battle.ruleset, open.state(), &id))
}

/// Everything that a row shows of its unit.
///
/// It is a single memo, and the view reads nothing else of the unit's facts. An effect that reads a memo and also the sources of that
/// memo can miss a change. If the effect's own read updates the memo, `reactive_graph` 0.2 does not notify the effect.
#[derive(Clone, PartialEq)]
struct Row {
    /// The whole text, for screen readers.
    spoken: String,
    /// A state that changes what the unit can do.
    stamp: Option<String>,
    /// The note after the stamp.
    note: Option<RowNote>,
    /// The players' own trackers that are shown on rows.
    tracked: Vec<String>,
    /// True while the unit can do a procedure of the current phase.
    may_act: bool,
    /// True if the unit has acted.
    has_acted: bool,
}

impl Row {
    fn follow(battle: BattleState, id: &str, main: Option<&'static Tracker>, facts: Memo<Facts>) -> Memo<Self> {
        let (of_phase, may_act) = (of_phase(battle, id, facts), may_act(battle, id));
        let rules = battle.follow(|open| OwnRules::of(open.state().battle()));
        Memo::new(move |_| {
            let (phase_text, may_act) = (of_phase.get(), may_act.get());
            let tracked = rules.with(|rules| facts.with(|facts| own_words(rules, facts)));
            facts.with(|facts| Self::of(battle, main, facts, phase_text, tracked, may_act))
        })
    }

    fn of(
        battle: BattleState,
        main: Option<&'static Tracker>,
        facts: &Facts,
        of_phase: Option<String>,
        tracked: Vec<String>,
        may_act: bool,
    ) -> Self {
        let words = in_words(battle, main, facts, of_phase.as_deref());
        let spoken = of_phase
            .iter()
            .cloned()
            .chain(words)
            .chain(tracked.iter().cloned())
            .chain(may_act.then(|| say("may act").to_owned()));
        let spoken: Vec<String> = spoken.collect();
        let RowLine { stamp, names, words } = battle.ruleset.row_line(facts);
        let named = names.and_then(|tracker| RowNote::names(battle, facts, tracker));
        // Next to a stamp there is no room for the remaining strength.
        let left = || (battle.ruleset.glance.left)(facts).filter(|_| stamp.is_none());
        let plain = || Some(RowNote::Plain(words.or_else(left)?.to_string()));
        Self {
            spoken: if spoken.is_empty() { String::new() } else { format!(": {}", spoken.join(", ")) },
            note: named.or_else(|| of_phase.map(RowNote::OfPhase)).or_else(plain),
            stamp: stamp.map(|word| word.to_string()),
            tracked,
            may_act,
            has_acted: (battle.ruleset.glance.has_acted)(facts),
        }
    }
}

/// The players' own trackers that the row shows, in words.
fn own_words(rules: &OwnRules, facts: &Facts) -> Vec<String> {
    let shown = rules.trackers.iter().filter(|tracker| tracker.on_row).filter_map(OwnTracker::tracker);
    shown
        .filter(|tracker| facts.has(tracker.id))
        .filter_map(|tracker| tracker_words(tracker, facts, |_| None))
        .collect()
}

/// The note in a row.
#[derive(Clone, PartialEq)]
enum RowNote {
    /// Names of the enemies in contact.
    Fights(String),
    /// Another relation to named units: `charging Bluecoats`.
    Names(String),
    /// The phase's text about the unit, or its board in brief.
    OfPhase(String),
    /// Another text.
    Plain(String),
}

impl RowNote {
    /// The note about the units that a tracker names; `None` if it names none.
    fn names(battle: BattleState, facts: &Facts, tracker: &str) -> Option<Self> {
        let tracker = battle.ruleset.trackers.unit.iter().find(|known| known.id == tracker)?;
        let name = |id: &str| battle.unit_name(id);
        if tracker.kind.names().is_some_and(|names| names.mutual) {
            return Some(Self::Fights(unit_names(facts.get(tracker.id)?, name)));
        }
        Some(Self::Names(tracker.card_text_of(facts, name)?.to_string()))
    }

    fn view(self) -> AnyView {
        match self {
            Self::Fights(names) => view! { <b class="against"><Icon path=CROSSED/>{names}</b> }.into_any(),
            Self::Names(words) => view! { <b class="against">{words}</b> }.into_any(),
            Self::OfPhase(words) => view! { <b class="of-phase">{words}</b> }.into_any(),
            Self::Plain(words) => view! { <span>{words}</span> }.into_any(),
        }
    }
}
