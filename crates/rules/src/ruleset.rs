//! Descriptions of rulesets. The app contains no ruleset: it draws these descriptions.

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
pub use tracker::{Clears, Control, FormerTracker, TEXT_MAX, Toll, Tracker, Tracks, Wording};

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

/// Greatest length of a unit's name in every ruleset, in characters.
pub const UNIT_NAME_MAX: usize = 60;

/// Title of a ruleset, shown on pages before the ruleset is downloaded.
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
    /// Size of its battles and its special features, in one line.
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
    /// Its period and the author's permission, in our own words.
    pub about: &'static str,
    /// Its word for a turn: `Bound`.
    pub turn: &'static str,
    /// Its word for a unit: `unit`, `character`, `formation`.
    pub unit_noun: &'static str,
    /// Form of a unit on a roster. Its first field is `name`.
    pub profile: &'static Form,
    /// Form of a side on a roster, if it has fields in addition to its units. Each field sets the start of the side's tracker with its id.
    pub side_profile: Option<&'static Form>,
    /// Ids of all facts that the rules read or set, from [`facts!`](crate::facts!).
    pub facts: &'static [&'static str],
    /// Trackers of a unit.
    pub trackers: &'static [Tracker],
    /// Trackers of units in earlier versions, with functions that convert their values.
    pub former_trackers: &'static [FormerTracker],
    /// Trackers of a side.
    pub side_trackers: &'static [Tracker],
    /// Trackers of the battle, except turn and phase.
    pub battle_trackers: &'static [Tracker],
    /// Fact that is true if a unit's General is with it. With an umpire, players see only the counters of such units. `None` if the rules
    /// have no such fact.
    pub general_with: Option<Fact<bool>>,
    /// Adds facts that are derived from a unit's profile and trackers, under the ids of the procedures' fields.
    pub derive: fn(&mut Facts),
    /// Returns a short description of a unit for its card: `Raw · average · 12 pikes, 11 muskets · Dutch order`.
    pub describe: fn(&Facts) -> Vec<Text>,
    /// Facts derived from a profile that are shown while players enter it: (label, fact).
    pub insights: &'static [(&'static str, &'static str)],
    /// Returns the status of a unit, such as broken, near its breaking number, or pistols empty.
    pub status_tags: fn(&Facts) -> Vec<StatusTag>,
    /// Short texts for rows and the status line.
    pub glance: Glance,
    /// Rules of the turn: bars, duties, and the end of a phase.
    pub turn_rules: &'static TurnRules,
    /// Choices of players in a chain, and descriptions of its end.
    pub forecast: &'static ForecastRules,
    /// The turn, phase by phase.
    pub phases: &'static [Phase],
    /// Editions that players choose from when a battle begins. `None` if there is only one.
    pub editions: Option<Editions>,
    /// Quick questions that belong to no phase, asked while they concern a unit.
    pub boards: &'static [Board],
    /// Rulings on open questions of the source, with switches between readings.
    pub rulings: &'static [Ruling],
    /// Fields of switches that only the turn reads, not a procedure.
    pub battle_switches: &'static [&'static str],
    /// Its procedures, in the order of the source.
    pub procedures: &'static [&'static Procedure],
    /// Meanings of its terms and modifiers.
    pub glossary: &'static Glossary,
    /// The quick reference.
    pub reference: &'static [Chapter],
    /// Returns notes on a roster, from its units' facts: points, and violations of the army lists.
    pub roster_notes: fn(&[Facts]) -> Vec<Text>,
    /// Returns alerts about the whole battle, from its facts and the units of each side, such as a side that runs, or troops outside their
    /// period.
    pub alerts: fn(&Facts, &[Vec<Facts>; 2]) -> Vec<Alert>,
    /// Returns the verdict if the rules have one, such as a rout, or points at nightfall. Players may choose another.
    pub result: fn(&Table) -> Option<Decided>,
    /// Returns the verdict that the rules allow players to count at the end of any battle, such as victory points.
    pub proposal: fn(&Table) -> Option<Decided>,
    /// Random generation of an army, if the rules have it.
    pub muster: Option<Muster>,
    /// Statistics of its battles.
    pub battle_stats: &'static BattleStats,
    /// Typical units from which players can make new ones: a list of profiles, as JSON text.
    pub presets: &'static str,
    /// Ids of profile fields that a new unit copies from the one before it, because they concern the army.
    pub inherited: &'static [&'static str],
    /// Ids of profile fields whose trackers last beyond a battle, such as effects of wounds. A roster of survivors takes them over.
    pub lasting: &'static [&'static str],
    /// Returns profile fields with the losses of a unit, from its profile and its facts at the end of a battle. Trackers that start with a
    /// profile field of their id are copied without it. Empty if there are no losses.
    pub survivor: fn(&Facts, &Facts) -> Map<String, Json>,
    /// Sample rosters, as the text of a shared file. They are always marked as samples.
    pub samples: &'static str,
    /// Id of the phase in which a battle with sample rosters begins, if the first phases have no dice. Empty: the first phase.
    pub sample_phase: &'static str,
    /// Its guided first battle, if it has one.
    pub guide: Option<&'static Guide>,
}

/// Random generation of an army: a procedure, and the units of its outcome.
#[derive(Debug)]
pub struct Muster {
    /// The procedure.
    pub procedure: &'static Procedure,
    /// Returns a name for the army of an outcome.
    pub name: fn(&Record) -> Text,
    /// Returns the units of an outcome, as profiles.
    pub units: fn(&Record) -> Vec<Map<String, Json>>,
    /// Returns values of an outcome for the [side profile](Ruleset::side_profile).
    pub side: fn(&Record) -> Map<String, Json>,
}

/// Status of a unit in a word or two.
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
    /// Index of its side, 0 or 1; `None` for both.
    pub side: Option<usize>,
    /// The message and its urgency.
    pub news: StatusTag,
    /// Reasons and further sentences.
    pub because: Vec<Text>,
}

/// Urgency of a status or an alert.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Urgency {
    /// All is well.
    Calm,
    /// Worth remembering.
    Note,
    /// In trouble.
    Alarm,
}

impl Ruleset {
    /// Returns a ruleset with this name, unit profile and statistics, and defaults for everything else. A description starts with it and
    /// sets what its rules have.
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

    /// Returns the procedure with this id. `None` if there is none.
    pub fn procedure(&self, id: &str) -> Option<&'static Procedure> {
        self.procedures.iter().copied().find(|procedure| procedure.id == id)
    }

    /// Returns the edition that a battle's rulings choose, in a few words. `None` if the ruleset has only one.
    pub fn chosen_edition(&self, rulings: &Map<String, Json>) -> Option<&'static str> {
        let field = self.editions.as_ref()?.field;
        let switch = self.rulings.iter().filter_map(|ruling| ruling.switch.as_ref()).find(|own| own.field == field)?;
        switch.chosen(rulings).map(|value| value.label)
    }

    /// Returns the current phase. `None` if its index is out of range.
    pub fn phase(&self, battle: &Facts) -> Option<&'static Phase> {
        usize::try_from(battle.value(PHASE).unwrap_or_default()).ok().and_then(|place| self.phases.get(place))
    }

    /// Returns all quick questions, each with its phase. `None` for those that belong to no phase.
    pub fn all_boards(&self) -> impl Iterator<Item = (Option<&'static Phase>, &'static Board)> + use<> {
        let of_phases = self.phases.iter().filter_map(|phase| Some((Some(phase), phase.board.as_ref()?)));
        of_phases.chain(self.boards.iter().map(|board| (None, board)))
    }

    /// Returns the facts of a unit on a roster. Missing fields have the profile's defaults.
    pub fn mustered(&self, unit: &Map<String, Json>) -> Facts {
        let mut facts = Facts::from(unit.clone());
        for field in self.profile.fields {
            if let (None, Need::Default(constant)) = (facts.get(field.id), field.need) {
                facts.set(field.id, constant.json());
            }
        }
        facts
    }

    /// Returns the printed trackers of a subject: `of` is the id of a unit, a side or the battle.
    pub fn printed(&self, of: &str) -> &'static [Tracker] {
        match (of, Side::find(of)) {
            (_, Some(_)) => self.side_trackers,
            (BATTLE, None) => self.battle_trackers,
            _ => self.trackers,
        }
    }

    /// Returns the label of a tracker of a unit, a side or the battle. `None` if there is no such tracker.
    pub fn label(&self, tracker: &str) -> Option<&'static str> {
        let all = self.trackers.iter().chain(self.side_trackers).chain(self.battle_trackers);
        all.chain(self.common_trackers()).filter(|known| known.id == tracker).map(|known| known.label).next()
    }

    /// Returns the tracker that holds `id` for a [mustered](Self::mustered) unit. `None` if there is none.
    pub fn tracker(&self, id: &str, mustered: &Facts) -> Option<&'static Tracker> {
        let tracked = |tracker: &&Tracker| tracker.begins(mustered).is_some();
        let own = self.trackers.iter().filter(|tracker| tracker.id == id).find(tracked);
        own.or_else(|| self.trackers.iter().filter(|tracker| tracker.also.contains(&id)).find(tracked))
    }
}
