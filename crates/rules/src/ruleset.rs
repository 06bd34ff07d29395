//! Descriptions of rulesets, from which the app draws everything that it shows of them.

mod glance;
mod look;
mod named_units;
mod phases;
mod reference;
mod sign;
mod tracker;

pub use glance::{Glance, RowLine, StatusItem, StatusValue};
pub use look::Look;
pub use named_units::{Lie, NamedUnits, edges_in};
pub use phases::{Board, Phase};
pub use reference::{Chapter, Editions, Part, Ruling, Switch};
pub use sign::{Bearing, Body, Files, Muzzle, Sign, Troops, Weight};
pub use tracker::{Clears, FormerTracker, TEXT_MAX, Toll, Tracker, Tracks};

use crate::battle_stats::BattleStats;
use crate::closing::Decided;
use crate::facts::{Fact, Facts};
use crate::forecast::ForecastRules;
use crate::form::{Form, Need};
use crate::glossary::Glossary;
use crate::guide::Guide;
use crate::outcome::Record;
use crate::procedure::Procedure;
use crate::subject::{BATTLE, Side};
use crate::table::{PHASE, Table};
use crate::text::Text;
use crate::turn::TurnRules;
use serde_json::{Map, Value as Json};

/// Longest name of a unit in the profile of every ruleset, in characters.
pub const UNIT_NAME_MAX: usize = 60;

/// Title of a ruleset, which every page shows before the ruleset is fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// Its id in requests.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Its authors.
    pub authors: &'static str,
    /// Its edition.
    pub edition: &'static str,
    /// The size of its battles and what is special about them, in one line.
    pub scale: &'static str,
}

/// A published set of rules.
#[derive(Debug)]
pub struct Ruleset {
    /// Its id in requests.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Its authors.
    pub authors: &'static str,
    /// Its edition.
    pub edition: &'static str,
    /// The period, and the author's permission, in our own words.
    pub about: &'static str,
    /// Its word for a turn: `Bound`.
    pub turn: &'static str,
    /// Its word for a unit: `unit`, `character`, `formation`.
    pub unit_noun: &'static str,
    /// A unit as a roster enters it. Its first field is `name`.
    pub profile: &'static Form,
    /// Fields of a roster besides its units, if any: each starts the side's tracker of the same id.
    pub side_profile: Option<&'static Form>,
    /// Ids of all facts that the rules read or set, listed by [`facts!`](crate::facts!).
    pub facts: &'static [&'static str],
    /// Trackers of a unit.
    pub trackers: &'static [Tracker],
    /// Trackers of units that earlier versions had, and how their values are read now.
    pub former_trackers: &'static [FormerTracker],
    /// Trackers of a side.
    pub side_trackers: &'static [Tracker],
    /// Trackers of the battle, besides turn and phase.
    pub battle_trackers: &'static [Tracker],
    /// True of a unit that its General is with, if the rules know that: with an umpire, players see the counters of such units alone.
    pub general_with: Option<Fact<bool>>,
    /// Adds the facts that follow from a unit's profile and trackers, under the names of the procedures' fields.
    pub derive: fn(&mut Facts),
    /// A unit in a few words, for its card: `Raw · average · 12 pikes, 11 muskets · Dutch order`.
    pub describe: fn(&Facts) -> Vec<Text>,
    /// The facts that follow from a profile and that players like to see as they enter it: label and fact.
    pub insights: &'static [(&'static str, &'static str)],
    /// Status of a unit: broken, near its breaking number, pistols empty.
    pub status_tags: fn(&Facts) -> Vec<StatusTag>,
    /// Its units and its status at a glance.
    pub glance: Glance,
    /// Rules of the turn: bars, duties, and the end of a phase.
    pub turn_rules: &'static TurnRules,
    /// Choices of players on the way to the end of a chain, and what is told of that end.
    pub forecast: &'static ForecastRules,
    /// The turn, phase by phase.
    pub phases: &'static [Phase],
    /// Editions that players choose between when a battle begins, if there are several.
    pub editions: Option<Editions>,
    /// Boards of any phase, for as long as there is a unit that they concern.
    pub boards: &'static [Board],
    /// The rulings, switches among them.
    pub rulings: &'static [Ruling],
    /// Fields of switches that no procedure has: only the turn asks for them.
    pub battle_switches: &'static [&'static str],
    /// Its procedures, in the order of its description.
    pub procedures: &'static [&'static Procedure],
    /// Meanings of its terms and modifiers.
    pub glossary: &'static Glossary,
    /// The quick reference.
    pub reference: &'static [Chapter],
    /// Notes on a roster, from its units' facts: its points, and offences against the lists.
    pub roster_notes: fn(&[Facts]) -> Vec<Text>,
    /// Alerts about the battle as a whole, from its facts and the units of each side: a side that runs, troops
    /// out of their time.
    pub alerts: fn(&Facts, &[Vec<Facts>; 2]) -> Vec<Alert>,
    /// The verdict on a battle, where the rules have one: a rout, points at nightfall. Players may come to another.
    pub result: fn(&Table) -> Option<Decided>,
    /// The verdict that the rules let players count at the end of any battle, such as victory points.
    pub proposal: fn(&Table) -> Option<Decided>,
    /// Rolling up of an army, if the rules have it.
    pub muster: Option<Muster>,
    /// Statistics of its battles.
    pub battle_stats: &'static BattleStats,
    /// Usual units, from which a new one can be made: a list of profiles, as JSON text.
    pub presets: &'static str,
    /// Fields of a profile that a new unit takes from the one before it: those of the army rather than of the unit.
    pub inherited: &'static [&'static str],
    /// Fields of a profile whose trackers outlast a battle, such as what wounds have left: a roster can take them over.
    pub lasting: &'static [&'static str],
    /// Fields of a unit's profile with its losses, from its profile and its facts at the end of a battle, where its counts do not begin
    /// with fields of the same ids. Empty if it has lost nothing.
    pub survivor: fn(&Facts, &Facts) -> Map<String, Json>,
    /// Sample rosters, as the text of a shared file; marked as samples wherever they are shown.
    pub samples: &'static str,
    /// Phase in which a battle of samples begins, where the first phases have no dice; empty for the first.
    pub sample_phase: &'static str,
    /// Its guided first battle, if it has one.
    pub guide: Option<&'static Guide>,
}

/// Rolling up of an army: a procedure, and the units of its outcome.
#[derive(Debug)]
pub struct Muster {
    /// The procedure.
    pub procedure: &'static Procedure,
    /// Name of an outcome's army.
    pub name: fn(&Record) -> Text,
    /// The units of an outcome, as profiles.
    pub units: fn(&Record) -> Vec<Map<String, Json>>,
    /// Values that an outcome brings to its side, by the [side profile](Ruleset::side_profile).
    pub side: fn(&Record) -> Map<String, Json>,
}

/// Status of a unit, in a word or two.
#[derive(Clone, Debug, PartialEq)]
pub struct StatusTag {
    /// The words.
    pub words: Text,
    /// Its urgency.
    pub urgency: Urgency,
}

/// An alert about the battle as a whole.
#[derive(Clone, Debug, PartialEq)]
pub struct Alert {
    /// Its side, 0 or 1; `None` for both.
    pub side: Option<usize>,
    /// The news and their urgency.
    pub news: StatusTag,
    /// Reasons, and other sentences.
    pub because: Vec<Text>,
}

/// Urgency of a status or an alert.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Urgency {
    /// All is well.
    Calm,
    /// To be kept in mind.
    Note,
    /// In trouble.
    Alarm,
}

impl Ruleset {
    /// A ruleset with this name, unit profile and statistics, and defaults for everything else. A description goes on from
    /// here, and leaves out what its rules do not have.
    pub const fn of(named: Named, profile: &'static Form, battle_stats: &'static BattleStats) -> Self {
        Self {
            id: named.id,
            title: named.title,
            authors: named.authors,
            edition: named.edition,
            about: "",
            turn: "Turn",
            unit_noun: "unit",
            profile,
            side_profile: None,
            facts: &[],
            trackers: &[],
            former_trackers: &[],
            side_trackers: &[],
            battle_trackers: &[],
            general_with: None,
            derive: |_| {},
            describe: |_| Vec::new(),
            insights: &[],
            status_tags: |_| Vec::new(),
            glance: Glance::PLAIN,
            turn_rules: &TurnRules::PLAIN,
            forecast: &ForecastRules::PLAIN,
            phases: &[],
            editions: None,
            boards: &[],
            rulings: &[],
            battle_switches: &[],
            procedures: &[],
            glossary: &Glossary { modifiers: &[], terms: &[] },
            reference: &[],
            roster_notes: |_| Vec::new(),
            alerts: |_, _| Vec::new(),
            result: |_| None,
            proposal: |_| None,
            muster: None,
            battle_stats,
            presets: "[]",
            inherited: &[],
            lasting: &[],
            survivor: |_, _| Map::new(),
            samples: "{ \"rosters\": [] }",
            sample_phase: "",
            guide: None,
        }
    }

    /// The procedure with this id.
    pub fn procedure(&self, id: &str) -> Option<&'static Procedure> {
        self.procedures.iter().copied().find(|procedure| procedure.id == id)
    }

    /// The edition that the rulings of a battle choose, in a few words; `None` if there is only one.
    pub fn chosen_edition(&self, rulings: &Map<String, Json>) -> Option<&'static str> {
        let field = self.editions.as_ref()?.field;
        let switch = self.rulings.iter().filter_map(|ruling| ruling.switch.as_ref()).find(|own| own.field == field)?;
        switch.chosen(rulings).map(|value| value.label)
    }

    /// The phase that is being played.
    pub fn phase(&self, battle: &Facts) -> Option<&'static Phase> {
        usize::try_from(battle.value(PHASE).unwrap_or_default()).ok().and_then(|place| self.phases.get(place))
    }

    /// Boards, and the phase that each is of, if it is of one.
    pub fn all_boards(&self) -> impl Iterator<Item = (Option<&'static Phase>, &'static Board)> + use<> {
        let of_phases = self.phases.iter().filter_map(|phase| Some((Some(phase), phase.board.as_ref()?)));
        of_phases.chain(self.boards.iter().map(|board| (None, board)))
    }

    /// A unit from its roster entry, with the profile's defaults for fields that were left out.
    pub fn mustered(&self, unit: &Map<String, Json>) -> Facts {
        let mut facts = Facts::from(unit.clone());
        for field in self.profile.fields {
            if let (None, Need::Default(constant)) = (facts.get(field.id), field.need) {
                facts.set(field.id, constant.json());
            }
        }
        facts
    }

    /// The printed trackers that a unit, a side or the battle can have, by its id.
    pub fn printed(&self, of: &str) -> &'static [Tracker] {
        match (of, Side::find(of)) {
            (_, Some(_)) => self.side_trackers,
            (BATTLE, None) => self.battle_trackers,
            _ => self.trackers,
        }
    }

    /// Label of a tracker of a unit, a side or the battle.
    pub fn label(&self, tracker: &str) -> Option<&'static str> {
        let all = self.trackers.iter().chain(self.side_trackers).chain(self.battle_trackers);
        all.chain(self.common_trackers()).filter(|known| known.id == tracker).map(|known| known.label).next()
    }

    /// Id of the tracker that holds `id` for a [mustered](Self::mustered) unit, if it has one.
    pub fn tracker(&self, id: &str, mustered: &Facts) -> Option<&'static Tracker> {
        let tracked = |tracker: &&Tracker| tracker.begins(mustered).is_some();
        let own = self.trackers.iter().filter(|tracker| tracker.id == id).find(tracked);
        own.or_else(|| self.trackers.iter().filter(|tracker| tracker.also.contains(&id)).find(tracked))
    }
}
