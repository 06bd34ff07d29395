//! Descriptions of rulesets. The app contains no ruleset: it draws these descriptions.

mod glance;
mod look;
mod named_units;
mod paper;
mod phases;
mod reference;
mod rosters;
mod sign;
mod state;
mod tracker;

pub use glance::{Glance, NamedBy, RowLine, StatusItem, StatusValue};
pub use look::Look;
pub use named_units::{ContactEdges, NamedUnits, edges_in};
pub use paper::{Boxes, PaperCard};
pub use phases::{Phase, QuickQuestion};
pub use reference::{Chapter, Editions, Part, Ruling, Switch, Texts};
pub use rosters::{Muster, Rosters};
pub use sign::{Bearing, Body, Files, Muzzle, Sign, Troops, Weight};
pub use state::State;
pub use tracker::{Clears, Control, FormerTracker, ManualCost, TEXT_MAX, Tracker, Trackers, Tracks, Wording};

use crate::battle_stats::BattleStats;
use crate::closing::Decided;
use crate::facts::{Fact, Facts};
use crate::forecast::ForecastRules;
use crate::form::{Form, Need};
use crate::guide::Guide;
use crate::procedure::Procedure;
use crate::scenario;
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
    /// Its period and the author's permission, in our own words.
    pub about: &'static str,
    /// Drawing of the armies of its sample battle, as HTML. It is stored, so that the home page can show it before the rules are fetched.
    pub sample_armies: &'static str,
}

/// A published set of rules.
#[derive(Debug)]
pub struct Ruleset {
    /// Its title, authors, edition, and a short description.
    pub named: Named,
    /// Its word for a turn: `Bound`.
    pub turn: &'static str,
    /// Its word for a unit: `unit`, `character`, `formation`.
    pub unit_noun: &'static str,
    /// Form of a unit on a roster. Its first field is `name`.
    pub profile: &'static Form,
    /// Ids of the procedures that players resolve most often, the most frequent first: fire, melee, charges.
    pub often: &'static [&'static str],
    /// Ids of the procedures that prepare a battle. Lists show them last.
    pub before_battle: &'static [&'static str],
    /// Ids of all facts that the rules read or set, from [`facts!`](crate::facts!).
    pub facts: &'static [&'static str],
    /// Its trackers.
    pub trackers: Trackers,
    /// Fact that is true if a unit's General is with it. With an umpire, players see only the counters of such units. `None` if the rules
    /// have no such fact.
    pub general_with: Option<Fact<bool>>,
    /// Adds facts that are derived from a unit's profile and trackers, under the ids of the procedures' fields.
    pub derive: fn(&mut Facts),
    /// Returns a short description of a unit for its card: `Raw · average · 12 pikes, 11 muskets · Dutch order`.
    pub describe: fn(&Facts) -> Vec<Text>,
    /// States of a unit, such as broken, near its breaking number, or pistols empty, in the order of the card's tags.
    pub states: &'static [State],
    /// Short texts for rows and the status line.
    pub glance: Glance,
    /// Its cards of units on paper.
    pub paper: PaperCard,
    /// Rules of the turn: duties, and the end of a phase.
    pub turn_rules: &'static TurnRules,
    /// Choices of players in a chain, and descriptions of its end.
    pub forecast: &'static ForecastRules,
    /// The turn, phase by phase.
    pub phases: &'static [Phase],
    /// Quick questions on a unit's card, those of the first phases first.
    /// Only *Arquebusier!* has some, because nearly all its formations are asked the same in a phase.
    pub quick_questions: &'static [QuickQuestion],
    /// Its procedures, in the order of the source.
    pub procedures: &'static [&'static Procedure],
    /// Its rulings, its glossary and its quick reference.
    pub texts: Texts,
    /// How players make its rosters.
    pub rosters: Rosters,
    /// Returns alerts about the whole battle, from its facts and the units of each side, such as a side that runs, or troops outside their
    /// period.
    /// Only *Arquebusier!* has some: a side that runs, and troops outside their period.
    pub alerts: fn(&Facts, &[Vec<Facts>; 2]) -> Vec<Alert>,
    /// Returns the verdict by the rules as the table is now, such as a rout, or points at nightfall. Players may choose another.
    pub verdict: fn(&Table) -> Option<Decided>,
    /// Statistics of its battles.
    pub battle_stats: &'static BattleStats,
    /// Its guided first battle, if it has one.
    pub guide: Option<&'static Guide>,
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
    /// Returns the procedures in the order in which players look for them: the frequent ones, all others, those before a battle.
    pub fn procedures_by_use(&self) -> Vec<&'static Procedure> {
        let mut all = self.procedures.to_vec();
        all.sort_by_key(|procedure| {
            let often = self.often.iter().position(|id| *id == procedure.id);
            (self.before_battle.contains(&procedure.id), often.unwrap_or(self.often.len()))
        });
        all
    }

    /// Returns a ruleset with this name, unit profile and statistics, and defaults for everything else. A description starts with it and
    /// sets what its rules have.
    pub const fn of(named: Named, profile: &'static Form, battle_stats: &'static BattleStats) -> Self {
        Self {
            named,
            turn: "Turn",
            unit_noun: "unit",
            profile,
            often: &[],
            before_battle: &[],
            facts: &[],
            trackers: Trackers::NONE,
            general_with: None,
            derive: |_| {},
            describe: |_| Vec::new(),
            states: &[],
            glance: Glance::PLAIN,
            paper: PaperCard::PLAIN,
            turn_rules: &TurnRules::PLAIN,
            forecast: &ForecastRules::PLAIN,
            phases: &[],
            quick_questions: &[],
            procedures: &[],
            texts: Texts::NONE,
            rosters: Rosters::NONE,
            alerts: |_, _| Vec::new(),
            verdict: |_| None,
            battle_stats,
            guide: None,
        }
    }

    /// Returns the procedure with this id: one of its own, or one that [all rulesets have](scenario::PROCEDURES). `None` if there is none.
    pub fn procedure(&self, id: &str) -> Option<&'static Procedure> {
        self.procedures.iter().chain(scenario::PROCEDURES).copied().find(|procedure| procedure.id == id)
    }

    /// Returns the ruleset's first procedure of the same [family](crate::procedure::Grouping::family). For a procedure without a family, returns the
    /// procedure itself.
    pub fn first_of_family(&self, procedure: &'static Procedure) -> &'static Procedure {
        self.procedures.iter().copied().find(|first| first.is_grouped_with(procedure)).unwrap_or(procedure)
    }

    /// Returns the edition that a battle's rulings choose, in a few words. `None` if the ruleset has only one.
    pub fn chosen_edition(&self, rulings: &Map<String, Json>) -> Option<&'static str> {
        let field = self.texts.editions.as_ref()?.field;
        let switch = self.texts.switches().find(|switch| switch.field == field)?;
        switch.chosen(rulings).map(|value| value.label)
    }

    /// Returns the current phase. `None` if its index is out of range.
    pub fn phase(&self, battle: &Facts) -> Option<&'static Phase> {
        usize::try_from(battle.value(PHASE).unwrap_or_default()).ok().and_then(|place| self.phases.get(place))
    }

    /// Returns all quick questions, each with its phase. `None` for those that belong to no phase.
    pub fn all_quick_questions(
        &self,
    ) -> impl Iterator<Item = (Option<&'static Phase>, &'static QuickQuestion)> + use<> {
        let phases = self.phases;
        let phase = move |id: &str| phases.iter().find(|phase| phase.id == id);
        self.quick_questions.iter().map(move |question| (phase(question.phase), question))
    }

    /// Returns the quick question of a phase. `None` if it has none.
    pub fn quick_question(&self, phase: &Phase) -> Option<&'static QuickQuestion> {
        self.quick_questions.iter().find(|question| question.phase == phase.id)
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

    /// Returns the facts of a [mustered](Self::mustered) unit, with usual values for the fields that its roster leaves out: Horse have pistols.
    pub fn with_usual(&self, mustered: &Facts) -> Facts {
        let mut facts = mustered.clone();
        for field in self.profile.fields {
            let is_left_out = facts.get(field.id).is_none() && field.matters(self.profile, facts.all());
            if let Some(usual) = field.usual.filter(|_| is_left_out).and_then(|usual| usual(facts.all())) {
                facts.set(field.id, usual);
            }
        }
        facts
    }

    /// Returns the printed trackers of a subject: `of` is the id of a unit, a side or the battle.
    pub fn printed(&self, of: &str) -> &'static [Tracker] {
        match (of, Side::find(of)) {
            (_, Some(_)) => self.trackers.side,
            (BATTLE, None) => self.trackers.battle,
            _ => self.trackers.unit,
        }
    }

    /// Returns the label of a tracker of a unit, a side or the battle. `None` if there is no such tracker.
    pub fn label(&self, tracker: &str) -> Option<&'static str> {
        self.trackers
            .all()
            .chain(self.common_trackers())
            .filter(|known| known.id == tracker)
            .map(|known| known.label)
            .next()
    }

    /// Returns the tracker that a [mustered](Self::mustered) unit has for `id`: the one with this id, or else one with this alias. `None` if there is
    /// none.
    pub fn tracker(&self, id: &str, mustered: &Facts) -> Option<&'static Tracker> {
        let tracked = |tracker: &&Tracker| tracker.begins(mustered).is_some();
        let own = self.trackers.unit.iter().filter(|tracker| tracker.id == id).find(tracked);
        own.or_else(|| self.trackers.unit.iter().filter(|tracker| tracker.aliases.contains(&id)).find(tracked))
    }
}
