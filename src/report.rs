//! The battle told: turn by turn, who did what to whom and what it cost, its turning points, and how strong both sides were.

use crate::battle::{Act, Battle, Deed, Resolved, State};
use crate::chronicle;
use crate::outcome::Record;
use crate::procedure::Procedure;
use crate::ruleset::Ruleset;
use crate::text;
use crate::text::{percent, say};
use std::fmt::Write as _;

/// How improbable a thing must have been to turn a battle.
const IMPROBABLE: f64 = 1.0 / 3.0;
/// The most turning points that are told.
const MOST: usize = 5;

/// Puts the names of those who took part into a sentence.
pub type Spell<'a> = &'a dyn Fn(&'static Procedure, &Resolved, &str) -> String;

/// A battle told.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The battle's name.
    pub title: String,
    /// Rules and sides, a line each.
    pub about: Vec<String>,
    /// What happened, turn by turn.
    pub turns: Vec<Turn>,
    /// Improbable things that mattered, the most improbable first.
    pub turning_points: Vec<String>,
    /// The sides' names.
    pub sides: [String; 2],
    /// What strength counts.
    pub counts: &'static str,
    /// How strong both sides were: at the start, and after each turn.
    pub strengths: Vec<(String, [i32; 2])>,
}

/// What happened in a turn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Turn {
    /// Its name: `Bound 2`.
    pub title: String,
    /// What happened, in order.
    pub told: Vec<Told>,
}

/// An act told.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Told {
    /// What it was, and who took part.
    pub what: String,
    /// What it came to: the headline and the reasons.
    pub words: Vec<String>,
    /// What it cost whom.
    pub losses: Vec<String>,
}

/// Tells a battle so far; what was undone is not told. None if its rules are not here.
pub fn report(battle: &Battle, spell: Spell) -> Option<Report> {
    let ruleset = chronicle::ruleset(battle)?;
    let mut telling = Telling::begin(battle, ruleset);
    for act in chronicle::acts(battle) {
        telling.tell(act, spell);
    }
    Some(telling.end())
}

struct Telling<'a> {
    ruleset: &'static Ruleset,
    report: Report,
    /// How things stand after the acts told so far.
    state: State,
    everybody: State,
    turning: Vec<(f64, String)>,
    battle: &'a Battle,
}

impl<'a> Telling<'a> {
    fn begin(battle: &'a Battle, ruleset: &'static Ruleset) -> Self {
        let header = battle.header();
        let sides = header.sides.clone().map(|side| side.name);
        let mut about = vec![
            format!("{}, {}", ruleset.title, say(ruleset.edition)),
            text!("{a} against {b}", a = sides[0].clone(), b = sides[1].clone()).to_string(),
        ];
        about.extend(
            header.from.as_ref().map(|from| text!("Goes on from “{name}”.", name = from.name.clone()).to_string()),
        );
        let state = Battle::begin(header.clone()).state().clone();
        let start = (say("Start").to_owned(), chronicle::strengths(ruleset, &state));
        let report = Report {
            title: header.name.clone(),
            about,
            sides,
            counts: ruleset.chronicle.counts,
            strengths: vec![start],
            turns: vec![Turn { title: turn_title(ruleset, &state), told: Vec::new() }],
            ..Report::default()
        };
        Self { ruleset, report, state, everybody: chronicle::roll_call(battle), turning: Vec::new(), battle }
    }

    fn tell(&mut self, act: &Act, spell: Spell) {
        let after = self.state.after(&act.changes);
        let mut told = Told { losses: self.losses(&after), ..Told::default() };
        let title = chronicle::title(self.ruleset, act);
        match &act.deed {
            Deed::Resolved(resolved) => {
                if let Some(procedure) = self.ruleset.procedure(&resolved.procedure) {
                    self.tell_resolved(procedure, resolved, spell, &mut told);
                }
                let who = self.who(resolved);
                told.what =
                    if who.is_empty() { title } else { text!("{what}: {who}", what = title, who = who).to_string() };
            }
            Deed::Note(note) => told.what.clone_from(note),
            Deed::ByHand | Deed::Muster => told.what = title,
            Deed::Phase => {}
        }
        let worth_telling = match act.deed {
            Deed::Phase => !told.losses.is_empty(),
            Deed::ByHand => !told.losses.is_empty(),
            _ => true,
        };
        let before = turn_title(self.ruleset, &self.state);
        self.state = after;
        if let (true, Some(turn)) = (worth_telling, self.report.turns.last_mut()) {
            turn.told.push(told);
        }
        let now = turn_title(self.ruleset, &self.state);
        if now != before {
            self.report.strengths.push((before, chronicle::strengths(self.ruleset, &self.state)));
            self.report.turns.push(Turn { title: now, told: Vec::new() });
        }
    }

    fn tell_resolved(&mut self, procedure: &'static Procedure, act: &Resolved, spell: Spell, told: &mut Told) {
        let faces: Vec<u8> = act.throws.iter().flat_map(|thrown| thrown.faces.iter().copied()).collect();
        let Ok(ready) = procedure.read(&act.input) else { return };
        let Ok(resolved) = ready.resolve(&faces).result else { return };
        let words = resolved.story.words.iter().map(|words| spell(procedure, act, &words.to_string()));
        told.words = words.collect();
        if act.discarded {
            told.words.push(say("Discarded: it changed nothing.").into());
        } else if !faces.is_empty()
            && procedure.chances.iter().any(|own| self.ruleset.chronicle.fateful.contains(&own.label))
            && let Ok(odds) = ready.odds()
        {
            let odds: Vec<(&Record, f64)> = odds.iter().collect();
            self.weigh(procedure, act, &resolved.outcome, &odds, spell);
        }
    }

    /// Notes what was improbable and decides battles: that something came true, or that it did not.
    fn weigh(
        &mut self,
        procedure: &'static Procedure,
        act: &Resolved,
        came_to: &Record,
        odds: &[(&Record, f64)],
        spell: Spell,
    ) {
        let fateful = procedure.chances.iter().filter(|own| self.ruleset.chronicle.fateful.contains(&own.label));
        let turn = turn_title(self.ruleset, &self.state);
        for chance in fateful {
            for nth in 0..chance.count(came_to) {
                let p: f64 = odds.iter().filter(|(outcome, _)| chance.comes_true(outcome, nth)).map(|(_, p)| p).sum();
                let came_true = chance.comes_true(came_to, nth);
                let of_this = if came_true { p } else { 1.0 - p };
                if of_this > 0.0 && of_this <= IMPROBABLE {
                    let label = spell(procedure, act, &chance.label_of(nth));
                    let (turn, what) = (turn.clone(), procedure.title);
                    let (who, chance) = (self.who(act), percent(p));
                    let words = if came_true {
                        text!(
                            "{turn}, {what} ({who}): {event}: it came so, at {chance}.",
                            turn = turn,
                            what = what,
                            who = who,
                            event = label,
                            chance = chance
                        )
                    } else {
                        text!(
                            "{turn}, {what} ({who}): {event}: it did not come so, though the chance was {chance}.",
                            turn = turn,
                            what = what,
                            who = who,
                            event = label,
                            chance = chance
                        )
                    };
                    self.turning.push((of_this, words.to_string()));
                }
            }
        }
    }

    /// Who took part, by name.
    fn who(&self, act: &Resolved) -> String {
        let ids = act.cast.values().filter_map(|ids| ids.as_array()).flatten().filter_map(|id| id.as_str());
        let names = ids.filter_map(|id| Some(self.everybody.unit(id)?.name().to_owned()));
        names.collect::<Vec<_>>().join(", ")
    }

    /// What each unit loses until `after`.
    fn losses(&self, after: &State) -> Vec<String> {
        let strength = |state: &State, id: &str| (self.ruleset.chronicle.strength)(&state.facts(id));
        let counts = self.ruleset.chronicle.counts;
        let lost = self.state.units().filter_map(|unit| {
            let lost = strength(&self.state, &unit.id) - strength(after, &unit.id);
            (lost > 0).then(|| {
                text!("{who}: {n} {counts} fewer", who = unit.name().to_owned(), n = lost, counts = counts).to_string()
            })
        });
        lost.collect()
    }

    fn end(mut self) -> Report {
        let now = turn_title(self.ruleset, &self.state);
        self.report.strengths.push((now, chronicle::strengths(self.ruleset, self.battle.state())));
        self.turning.sort_by(|(p, _), (q, _)| p.total_cmp(q));
        self.report.turning_points = self.turning.into_iter().take(MOST).map(|(_, words)| words).collect();
        self.report.turns.retain(|turn| !turn.told.is_empty());
        self.report
    }
}

fn turn_title(ruleset: &Ruleset, state: &State) -> String {
    format!("{} {}", say(ruleset.turn), state.tracked("battle").map_or(1, |battle| battle.whole("turn")))
}

impl Report {
    /// As plain text.
    pub fn text(&self) -> String {
        self.written(&Style { title: "", heading: "\n", item: "- ", reason: "  ", escape: str::to_owned })
    }

    /// As Markdown.
    pub fn markdown(&self) -> String {
        self.written(&Style { title: "# ", heading: "\n## ", item: "- ", reason: "  ", escape: escaped })
    }

    fn written(&self, style: &Style) -> String {
        let mut out = String::new();
        let mut line = |before: &str, words: &str| {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{before}{}", (style.escape)(words));
        };
        line(style.title, &self.title);
        line("", "");
        for words in &self.about {
            line(style.item, words);
        }
        for turn in &self.turns {
            line(style.heading, &turn.title);
            line("", "");
            for told in &turn.told {
                line(style.item, if told.what.is_empty() { say("By itself") } else { &told.what });
                for words in told.words.iter().chain(&told.losses) {
                    line(&format!("{}{}", style.reason, style.item), words);
                }
            }
        }
        line(style.heading, say("Turning points"));
        line("", "");
        if self.turning_points.is_empty() {
            line(style.item, say("None: nothing that decided anything was improbable."));
        }
        for words in &self.turning_points {
            line(style.item, words);
        }
        line(style.heading, &text!("Strength, in {counts}", counts = self.counts).to_string());
        line("", "");
        for (when, [a, b]) in &self.strengths {
            line(
                style.item,
                &text!(
                    "{when}: {strengths}",
                    when = when.clone(),
                    strengths = format!("{} {a}, {} {b}", self.sides[0], self.sides[1])
                )
                .to_string(),
            );
        }
        out
    }
}

/// How a report is written down.
struct Style {
    title: &'static str,
    heading: &'static str,
    item: &'static str,
    reason: &'static str,
    escape: fn(&str) -> String,
}

/// Text in which Markdown finds nothing to mark up.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if "\\`*_{}[]<>#|~".contains(c) {
            out.push('\\');
        }
        out.push(if c == '\n' || c == '\r' { ' ' } else { c });
    }
    out
}
