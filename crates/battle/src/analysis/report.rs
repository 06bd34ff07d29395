//! Reports of battles: acts and losses turn by turn, turning points, and the strength of both sides.

mod expected;
mod listed;
mod ranks;
mod story;
mod turning;
mod written;

pub use expected::{Expectation, total};
pub use ranks::{Deed, Ranked};
pub use story::Sentence;
pub use turning::TurningPoint;

use crate::analysis::battle_stats;
use crate::participants::Participants;
use crate::ruled::Ruled;
use crate::verify::disclosures;
use crate::{Action, ActionEvent, Battle, PlayedScenario, Resolved, Stamp, State, referee, upkeep};
use listed::Listed;
use rules::closing::Verdict;
use rules::names::Names;
use rules::procedure::{Agent, Chance, Procedure, Whose};
use rules::ruleset::Ruleset;
use rules::scenario::{self, ScoreLine};
use rules::subject::Side;
use rules::table::TURN;
use rules::text;
use rules::text::{capital, say};
use std::collections::BTreeMap;

/// Returns the names of an act's participants.
pub type NamesOf<'a> = &'a dyn Fn(&'static Procedure, &Resolved) -> Names;

/// A report of a battle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Name of the battle.
    pub title: String,
    /// Rules and sides, one per line.
    pub about: Vec<String>,
    /// Reasons for points by the scenario, each with its side and its points.
    pub points: Vec<String>,
    /// The turns.
    pub turns: Vec<Turn>,
    /// The acts with the largest swing of a decisive chance, largest first.
    pub turning_points: Vec<TurningPoint>,
    /// Sentences on the whole battle, from five to eight.
    pub story: Vec<Sentence>,
    /// The units, in the order of the table.
    pub units: Vec<Ranked>,
    /// Losses that units caused, in the order of the first acts that caused them.
    pub deeds: Vec<Deed>,
    /// Expected and actual successes of each unit, in the order of the units' first acts.
    pub expectations: Vec<Expectation>,
    /// Probabilities that were shown before the dice, from 0 to 1, each with true if the event happened.
    pub shown: Vec<(f64, bool)>,
    /// Number of acts whose odds were too heavy to compute.
    pub not_evaluated: usize,
    /// The log's fingerprint as a short code.
    pub mark: String,
    /// Facts that no rule forbids but the other side should know.
    pub disclosures: Vec<String>,
    /// Names of the sides.
    pub sides: [String; 2],
    /// Label of the unit of strength.
    pub counts: &'static str,
    /// Strength of both sides on the table, including broken units: at the start, and after each turn.
    pub strengths: Vec<(String, [i32; 2])>,
    /// Units that broke, left the table or were destroyed, in order.
    pub breaks: Vec<Break>,
}

/// A unit that broke, left the table or was destroyed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// Index in [`Report::strengths`] of the strength after that turn.
    pub strength: usize,
    /// Side of the unit: 0 or 1.
    pub side: usize,
    /// The unit and its fate: `Byron's Horse: broken`.
    pub words: String,
}

/// A turn in a report.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Turn {
    /// Name of the turn: `Bound 2`.
    pub title: String,
    /// Acts of the turn, in order.
    pub entries: Vec<ReportEntry>,
}

/// An act in a report.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReportEntry {
    /// Title and participants.
    pub what: String,
    /// The outcome: the headline and the reasons.
    pub words: Vec<String>,
    /// Losses by the act.
    pub losses: Vec<String>,
}

/// The report of a battle so far, without undone acts. `None` if the ruleset is not registered.
pub fn report(battle: &Battle, names_of: NamesOf) -> Option<Report> {
    let mut telling = ReportBuilder::begin(battle)?;
    while telling.step(names_of) {}
    Some(telling.end())
}

/// Returns the name, date and place of the scenario, and the points of both sides if it has some.
fn about_scenario(ruleset: &Ruleset, battle: &Battle, scenario: &PlayedScenario) -> String {
    let words = text!("Scenario: {what}", what = scenario.words()).to_string();
    let mut names = Names::default();
    for (side, own) in Side::BOTH.into_iter().zip(&battle.header().sides) {
        names.add_side(side.id(), own.name.clone());
    }
    match battle_stats::points(ruleset, battle.state()) {
        Some(score) => format!("{words}. {}", score.words().named(&names)),
        None => words,
    }
}

/// Returns the points of both sides by the scenario, a line for each thing that gave some.
fn points(ruleset: &Ruleset, battle: &Battle) -> Vec<String> {
    let lines = battle_stats::points(ruleset, battle.state()).map(|score| score.lines).unwrap_or_default();
    let line = |line: ScoreLine| {
        let side = battle.header().sides[line.side.index()].name.clone();
        text!("{side}: {what}, {n} {n|point|points}", side = side, what = line.why, n = line.points).to_string()
    };
    lines.into_iter().map(line).collect()
}

/// Builds a report in steps of one act, because the odds of the acts take time.
pub struct ReportBuilder {
    ruleset: &'static Ruleset,
    report: Report,
    /// The state after the acts reported so far.
    state: State,
    everybody: State,
    acts: Vec<(Stamp, ActionEvent)>,
    reported: usize,
    /// Positions of the entries of procedures so far, by the first part of their group act and by procedure. Later parts join the entry of the
    /// first part of their procedure that is reported.
    listed: BTreeMap<(Stamp, String), Listed>,
    /// The act that cost the most strength so far: the strength, and a sentence.
    costliest: Option<(i32, String)>,
    verdict: Verdict,
}

impl ReportBuilder {
    /// Begins a report; `None` if the ruleset is not registered.
    pub fn begin(battle: &Battle) -> Option<Self> {
        let ruleset = battle_stats::ruleset(battle)?;
        let header = battle.header();
        let sides = header.sides.clone().map(|side| side.name);
        let edition = ruleset.chosen_edition(&header.rulings).unwrap_or(ruleset.named.edition);
        let mut about = vec![format!("{}, {}", ruleset.named.title, say(edition))];
        let against = text!("{a} against {b}", a = sides[0].clone(), b = sides[1].clone()).to_string();
        about.extend(Some(against).filter(|words| *words != header.name));
        about.extend(
            header.from.as_ref().map(|from| text!("Continues “{name}”.", name = from.name.clone()).to_string()),
        );
        about.extend(header.scenario.as_ref().map(|scenario| about_scenario(ruleset, battle, scenario)));
        let state = battle.at_start().state().clone();
        let start = (say("Start").to_owned(), battle_stats::strengths(ruleset, &state));
        let report = Report {
            title: header.name.clone(),
            about,
            points: points(ruleset, battle),
            sides,
            counts: ruleset.battle_stats.counts,
            mark: if battle.has_secrets() { String::new() } else { battle.mark() },
            disclosures: disclosures(battle).iter().map(ToString::to_string).collect(),
            strengths: vec![start],
            turns: vec![Turn { title: turn_title(ruleset, &state), entries: Vec::new() }],
            ..Report::default()
        };
        let everybody = battle_stats::roll_call(battle);
        let acts = battle.acts_in_force().into_iter().map(|(stamp, act)| (stamp.clone(), act.clone())).collect();
        let verdict = Verdict::of(battle.state().battle());
        let (listed, costliest) = (BTreeMap::new(), None);
        Some(Self { ruleset, report, state, everybody, acts, reported: 0, listed, costliest, verdict })
    }

    /// Number of acts reported so far, and number of all acts.
    pub fn progress(&self) -> (usize, usize) {
        (self.reported, self.acts.len())
    }

    /// Reports the next act. Returns false if there is none.
    pub fn step(&mut self, names_of: NamesOf) -> bool {
        let Some((stamp, act)) = self.acts.get(self.reported).cloned() else { return false };
        self.reported += 1;
        self.report_act(stamp, &act, names_of);
        true
    }

    fn report_act(&mut self, stamp: Stamp, act: &ActionEvent, names_of: NamesOf) {
        let after = self.state.after_act(act);
        let mut entry = ReportEntry { losses: self.losses(act), ..ReportEntry::default() };
        let title = battle_stats::title(self.ruleset, act);
        let mut is_fateful = false;
        match &act.action {
            Action::Resolved(resolved) => {
                // If the current rules refuse an act, only its name is reported.
                if let Ok(ruled) = resolved.ruled_on(self.ruleset, &self.state) {
                    is_fateful = self.describe_resolved(ruled, resolved, names_of, &mut entry);
                }
                let who = self.who(resolved);
                // Arrivals and events are reported even without dice.
                is_fateful |= who.is_empty() || scenario::is_of_scenario(&resolved.procedure);
                entry.what =
                    if who.is_empty() { title } else { text!("{what}: {who}", what = title, who = who).to_string() };
            }
            Action::Note(note) => entry.what.clone_from(note),
            Action::ByHand | Action::Muster | Action::Corrected(_) => entry.what = title,
            Action::Phase => {
                if !act.overrides.is_empty() {
                    entry.what = title;
                }
                self.describe_next(act, names_of, &mut entry);
            }
        }
        let overridden = referee::overridden(self.ruleset, &self.state, act).into_iter();
        entry.words.extend(overridden.map(|why| text!("Override: {why}", why = why).to_string()));
        let worth_telling = match act.action {
            Action::Phase => !entry.losses.is_empty() || !entry.words.is_empty(),
            Action::ByHand => !entry.losses.is_empty(),
            // An act without dice and losses, such as a rest, decided nothing.
            Action::Resolved(ref resolved) => {
                is_fateful || !resolved.rolls.is_empty() || !entry.losses.is_empty() || !act.overrides.is_empty()
            }
            _ => true,
        };
        let before = turn_title(self.ruleset, &self.state);
        if worth_telling {
            self.list(stamp, act, entry);
        }
        self.state = after;
        let now = turn_title(self.ruleset, &self.state);
        if now != before {
            self.report.strengths.push((before, battle_stats::strengths(self.ruleset, &self.state)));
            self.report.turns.push(Turn { title: now, entries: Vec::new() });
        }
    }

    /// Adds an entry to the turn, or joins it to the entry of its group act.
    fn list(&mut self, stamp: Stamp, act: &ActionEvent, entry: ReportEntry) {
        let Some(turn) = self.report.turns.len().checked_sub(1) else { return };
        let Action::Resolved(resolved) = &act.action else {
            self.report.turns[turn].entries.push(entry);
            return;
        };
        let who = self.who(resolved);
        let key = (act.group.clone().unwrap_or(stamp), resolved.procedure.clone());
        if let Some(group) = self.listed.get_mut(&key)
            && let Some(listed) =
                self.report.turns.get_mut(group.turn).and_then(|turn| turn.entries.get_mut(group.index))
        {
            group.join(who, &entry, listed);
            let title = battle_stats::title(self.ruleset, act);
            listed.what = text!("{what}: {who}", what = title, who = group.who.join(", ")).to_string();
            return;
        }
        let entries = &mut self.report.turns[turn].entries;
        self.listed.insert(key, Listed { turn, index: entries.len(), who: vec![who] });
        entries.push(entry);
    }

    /// Adds the outcome to the entry and counts its chances. Returns true if an event happened that decides battles.
    fn describe_resolved(&mut self, ruled: Ruled, act: &Resolved, names_of: NamesOf, entry: &mut ReportEntry) -> bool {
        let Ruled { procedure, ready, played } = ruled;
        let Ok(resolved) = played.result else { return false };
        let mut names = names_of(procedure, act);
        let words = resolved.consequences.words.iter().map(|words| capital(&words.named(&names)));
        entry.words = words.collect();
        names.add_opponents(self.opponents(procedure, act));
        let outcome = ready.asked(&resolved);
        if act.discarded {
            entry.words.push(say("Discarded: it changed nothing.").into());
        } else if !act.rolls.is_empty() {
            self.evaluate(procedure, &ready, &outcome, act, &names);
        }
        let happened = |chance: &Chance| (0..chance.count(&outcome)).any(|nth| chance.comes_true(&outcome, nth));
        procedure.chances.iter().any(|chance| chance.told.is_some() && happened(chance))
    }

    /// Describes the end of a phase or turn: nightfall, and procedures of the upkeep that cost a unit something or concerned the whole
    /// battle.
    fn describe_next(&self, act: &ActionEvent, names_of: NamesOf, entry: &mut ReportEntry) {
        for taken in upkeep::upkeep_results(self.ruleset, &self.state, act) {
            let Some(procedure) = taken.procedure(self.ruleset) else { continue };
            let (names, who) = (names_of(procedure, &taken.done), self.who(&taken.done));
            let words = taken.words.iter().map(|words| capital(&words.named(&names)));
            let named = |words: String| match who.is_empty() {
                true => words,
                false => text!("{who}: {words}", who = who.clone(), words = words).to_string(),
            };
            entry.words.extend(words.map(named));
        }
        let done = referee::next_done(self.ruleset, &self.state);
        entry.words.extend(done.event.filter(|_| done.changes == act.changes).map(|event| event.to_string()));
    }

    /// Names of the participants, the acting unit first. Without units, the name of the acting side.
    fn who(&self, act: &Resolved) -> String {
        let Some(procedure) = self.ruleset.procedure(&act.procedure) else { return String::new() };
        let participants = Participants::read(procedure, &act.participants);
        let ids = procedure.participants.iter().flat_map(|role| participants.units(role.id));
        let names: Vec<&str> = ids.filter_map(|id| Some(self.everybody.unit(id)?.name())).collect();
        match names.is_empty() && procedure.agent == Agent::Side {
            true => self.report.sides[participants.side(procedure, &self.everybody)].clone(),
            false => names.join(", "),
        }
    }

    /// Names of the acting side's units, and of the other side's units. For a side without units, the name of the side.
    fn opponents(&self, procedure: &Procedure, act: &Resolved) -> [String; 2] {
        let participants = Participants::read(procedure, &act.participants);
        let acts = participants.side(procedure, &self.everybody);
        [(Whose::Own, acts), (Whose::Enemy, 1 - acts)].map(|(whose, side)| {
            let roles = procedure.participants.iter().filter(|role| role.whose == whose);
            let ids = roles.flat_map(|role| participants.units(role.id));
            let names: Vec<&str> = ids.filter_map(|id| Some(self.everybody.unit(id)?.name())).collect();
            if names.is_empty() { self.report.sides[side].clone() } else { names.join(", ") }
        })
    }

    /// Losses of each unit by an act, in words. Also records who caused them, and the units that are out of the fight.
    fn losses(&mut self, act: &ActionEvent) -> Vec<String> {
        let counted = self.ruleset.battle_stats.counted;
        let losses = battle_stats::losses(self.ruleset, &self.state, act);
        let strength = self.report.strengths.len();
        let broken = losses.iter().filter(|loss| loss.is_out_of_fight());
        let broken = broken.filter_map(|loss| {
            let words =
                text!("{who}: {losses}", who = loss.name.clone(), losses = loss.fate_words(counted)?).to_string();
            Some(Break { strength, side: loss.side, words })
        });
        self.report.breaks.extend(broken);
        self.record_deeds(act, &losses);
        losses.iter().map(|loss| loss.words(counted)).collect()
    }

    /// The report so far.
    pub fn end(mut self) -> Report {
        let now = turn_title(self.ruleset, &self.state);
        self.report.strengths.push((now, battle_stats::strengths(self.ruleset, &self.state)));
        self.report.turns.retain(|turn| !turn.entries.is_empty());
        self.report.units = self.ranked();
        self.report.story = self.story();
        self.report
    }
}

fn turn_title(ruleset: &Ruleset, state: &State) -> String {
    format!("{} {}", say(ruleset.turn), state.battle().value(TURN).unwrap_or(1))
}
