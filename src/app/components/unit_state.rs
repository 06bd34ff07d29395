//! The second line of a unit's row: a stamp, the players' own trackers, the enemies that it deals with or what it can do, its leader, its
//! ground and its strength.

use super::icon::{CROSSED, FLAG, Icon};
use super::trackers::in_words as tracker_words;
use super::unit_glance::in_words;
use crate::app::state::BattleState;
use battle::Battle;
use battle::analysis::act_words::unit_names;
use leptos::prelude::*;
use rules::facts::Facts;
use rules::own::{OwnRules, OwnTracker};
use rules::ruleset::{NamedBy, RowLine, Tracker};
use rules::text;
use rules::text::say;
use std::collections::BTreeMap;

/// The records that units have of units that they name, by the id of the named unit. A context of the pages with rows.
#[derive(Clone, Copy)]
pub struct NamedUnits(Memo<BTreeMap<String, Vec<NamedBy>>>);

impl NamedUnits {
    /// Follows the units of a battle. Read once for all rows.
    pub fn follow(battle: BattleState) -> Self {
        Self(battle.follow(move |open: &Battle| {
            let units = open.state().known_units();
            battle.ruleset.named_by(units.map(|(unit, facts)| (unit.id.as_str(), facts)))
        }))
    }
}

/// Everything that a row shows of its unit.
///
/// It is a single memo, and the view reads nothing else of the unit's facts. An effect that reads a memo and also the sources of that
/// memo can miss a change. If the effect's own read updates the memo, `reactive_graph` 0.2 does not notify the effect.
#[derive(Clone, Default, PartialEq)]
pub struct UnitState {
    /// The whole text, for screen readers: empty, or with a colon before it.
    pub spoken: String,
    /// A state that changes what the unit can do.
    stamp: Option<String>,
    /// The players' own trackers that rows show, except those at their start.
    tracked: Vec<String>,
    /// The note after the stamp.
    note: Option<Note>,
    /// Its strength, next to a note on enemies.
    strength: Option<String>,
    leader: Option<String>,
    ground: Option<String>,
    /// True while the unit can do a procedure of the current phase.
    pub may_act: bool,
    /// True if the unit has acted.
    pub has_acted: bool,
    /// True if it has nothing left to do in a phase in which units act.
    pub is_quiet: bool,
}

/// The part of a unit in the current phase.
#[derive(Clone, Default, PartialEq)]
pub struct InPhase {
    /// Its text about the unit.
    pub words: Option<String>,
    /// True while the unit can do one of its procedures.
    pub may_act: bool,
    /// True if units of its side act in it.
    pub has_acts: bool,
}

impl UnitState {
    /// Follows a unit. `main`: the tracker that its gauge shows.
    pub fn follow(
        battle: BattleState,
        id: &str,
        main: Option<&'static Tracker>,
        facts: Memo<Facts>,
        phase: Memo<InPhase>,
    ) -> Memo<Self> {
        let rules = battle.follow(|open| OwnRules::of(open.state().battle()));
        let NamedUnits(all) = expect_context();
        let id = id.to_owned();
        let named_by = Memo::new(move |_| all.with(|all| all.get(&id).cloned().unwrap_or_default()));
        Memo::new(move |_| {
            let (phase, named_by) = (phase.get(), named_by.get());
            let tracked = rules.with(|rules| facts.with(|facts| own_words(rules, facts)));
            facts.with(|facts| Self::of(battle, main, facts, phase, tracked, &named_by))
        })
    }

    fn of(
        battle: BattleState,
        main: Option<&'static Tracker>,
        facts: &Facts,
        phase: InPhase,
        tracked: Vec<String>,
        named_by: &[NamedBy],
    ) -> Self {
        let InPhase { words: of_phase, may_act, has_acts } = phase;
        let glance = battle.ruleset.glance;
        let RowLine { stamp, names, words, leader, ground } = battle.ruleset.row_line(facts);
        let against: Vec<String> = named_by.iter().map(|named| named_words(battle, named)).collect();
        let ground = ground.map(|words| words.to_string());
        let parts = [of_phase.clone()].into_iter().flatten();
        let parts = parts.chain(in_words(battle, main, facts, of_phase.as_deref())).chain(tracked.iter().cloned());
        let parts = parts.chain(against.iter().cloned()).chain(ground.clone());
        let spoken: Vec<String> = parts.chain(may_act.then(|| say("may act").to_owned())).collect();
        let left = || (glance.left)(facts).filter(|_| stamp.is_none()).map(|words| words.to_string());
        let words = words.map(|words| words.to_string());
        let named = names.and_then(|tracker| Note::names(battle, facts, tracker));
        let charged = (!against.is_empty())
            .then(|| Note::Names(against.into_iter().chain(words.clone()).collect::<Vec<_>>().join(" · ")));
        let on_enemies = named.or(charged);
        // The gauge of other rulesets already shows the strength.
        let shows_strength = on_enemies.is_some() && (glance.remaining)(facts, facts).is_none();
        let plain = || words.or_else(left).map(Note::Plain);
        let has_acted = (glance.has_acted)(facts);
        Self {
            spoken: if spoken.is_empty() { String::new() } else { format!(": {}", spoken.join(", ")) },
            strength: if shows_strength { left() } else { None },
            note: on_enemies.or_else(|| of_phase.map(Note::OfPhase)).or_else(plain),
            stamp: stamp.map(|word| word.to_string()),
            leader: leader.map(|word| word.to_string()),
            is_quiet: !may_act && (has_acted || has_acts),
            tracked,
            ground,
            may_act,
            has_acted,
        }
    }

    /// The line. Hidden from screen readers, which read [`spoken`](Self::spoken) instead.
    pub fn view(self) -> AnyView {
        let own =
            self.tracked.into_iter().map(|words| view! { <span class="of-players">{words}</span> }).collect_view();
        view! {
            <span class="unit-state" aria-hidden="true">
                {self.stamp.map(|word| view! { <b class="stamp">{word}</b> })}
                {own}
                {self.note.map(Note::view)}
                {self.strength.map(|words| view! { <span class="strength">{words}</span> })}
                {self.leader.map(|word| view! { <b class="with-leader"><Icon path=FLAG/>{word}</b> })}
                {self.ground.map(|words| view! { <span class="ground">{words}</span> })}
                {self.has_acted.then(|| view! { <i class="tick">"✓"</i> })}
            </span>
        }
        .into_any()
    }
}

/// The words about the units that name this one: `charged by Bluecoats`.
fn named_words(battle: BattleState, named: &NamedBy) -> String {
    let names: Vec<String> = named.units.iter().filter_map(|id| battle.unit_name(id)).collect();
    text!(named.words, names = names.join(", ")).to_string()
}

/// The players' own trackers that the row shows, in words. A tracker at its start says nothing new.
fn own_words(rules: &OwnRules, facts: &Facts) -> Vec<String> {
    let shown = rules.trackers.iter().filter(|tracker| tracker.on_row).filter_map(OwnTracker::tracker);
    shown
        .filter(|tracker| facts.get(tracker.id).is_some_and(|value| *value != tracker.start.json()))
        .filter_map(|tracker| tracker_words(tracker, facts, |_| None))
        .collect()
}

/// The note in a row.
#[derive(Clone, PartialEq)]
enum Note {
    /// Names of the enemies in contact.
    Fights(String),
    /// Another relation to named units: `charging Bluecoats`.
    Names(String),
    /// The phase's text about the unit, or its board in brief.
    OfPhase(String),
    /// Another text.
    Plain(String),
}

impl Note {
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
            Self::OfPhase(words) => view! { <b class="of-phase words">{words}</b> }.into_any(),
            Self::Plain(words) => view! { <span class="words">{words}</span> }.into_any(),
        }
    }
}
