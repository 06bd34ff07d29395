//! The battle told: turn by turn, who did what to whom and what it cost, its turning points, and how strong both sides were.

use crate::battle::ruled::{self, Ruled};
use crate::battle::{Act, Battle, Deed, Resolved, State};
use crate::cast::Cast;
use crate::chronicle;
use crate::dice::{Dist, bounded};
use crate::outcome::Record;
use crate::procedure::{AT_ONCE, Chance, Procedure, Ready};
use crate::ruleset::Ruleset;
use crate::text;
use crate::text::{percent, say};
use std::fmt::Write as _;

/// The least swing of a chance that turns a battle: what came about was at best as likely as not.
const LEAST_SWING: f64 = 0.5;
/// The most dice of an act that is weighed: the odds of more are too heavy for a page to wait for.
const MOST_DICE: usize = 150;
/// The most turning points that are told.
const MOST: usize = 5;

/// What is said where there was no turning point.
pub fn no_turn() -> &'static str {
    say("None: nothing that decided anything came against the odds.")
}

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
    /// The acts with the largest swing of a chance that decides battles, the largest first.
    pub turning_points: Vec<String>,
    /// How many acts could have been turning points, but were too much to weigh.
    pub not_weighed: usize,
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
    let mut telling = Telling::begin(battle)?;
    while telling.step(spell) {}
    Some(telling.end())
}

/// A report while it is being made, act by act: weighing what acts could have come to takes its time.
pub struct Telling {
    ruleset: &'static Ruleset,
    report: Report,
    /// How things stand after the acts told so far.
    state: State,
    everybody: State,
    turning: Vec<(f64, String)>,
    acts: Vec<Act>,
    told: usize,
}

impl Telling {
    /// Begins; none if the rules of the battle are not here.
    pub fn begin(battle: &Battle) -> Option<Self> {
        let ruleset = chronicle::ruleset(battle)?;
        let header = battle.header();
        let sides = header.sides.clone().map(|side| side.name);
        let mut about = vec![format!("{}, {}", ruleset.title, say(ruleset.edition))];
        let against = text!("{a} against {b}", a = sides[0].clone(), b = sides[1].clone()).to_string();
        about.extend(Some(against).filter(|words| *words != header.name));
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
        let (everybody, acts) = (chronicle::roll_call(battle), chronicle::acts(battle).cloned().collect());
        Some(Self { ruleset, report, state, everybody, turning: Vec::new(), acts, told: 0 })
    }

    /// How many acts are told, of how many.
    pub fn progress(&self) -> (usize, usize) {
        (self.told, self.acts.len())
    }

    /// Tells the next act; false if there is none.
    pub fn step(&mut self, spell: Spell) -> bool {
        let Some(act) = self.acts.get(self.told).cloned() else { return false };
        self.told += 1;
        self.tell(&act, spell);
        true
    }

    fn tell(&mut self, act: &Act, spell: Spell) {
        let after = self.state.after(&act.changes);
        let mut told = Told { losses: self.losses(&after), ..Told::default() };
        let title = chronicle::title(self.ruleset, act);
        match &act.deed {
            Deed::Resolved(resolved) => {
                // What the rules rule otherwise by now is told by its name alone.
                if let Ok(ruled) = resolved.ruled(self.ruleset) {
                    self.tell_resolved(ruled, resolved, spell, &mut told);
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

    fn tell_resolved(&mut self, ruled: Ruled, act: &Resolved, spell: Spell, told: &mut Told) {
        let Ruled { procedure, ready, played } = ruled;
        let Ok(resolved) = played.result else { return };
        let words = resolved.story.words.iter().map(|words| spell(procedure, act, &words.to_string()));
        told.words = words.collect();
        if act.discarded {
            told.words.push(say("Discarded: it changed nothing.").into());
        } else if !act.throws.is_empty() && self.fateful(procedure).next().is_some() {
            match weighed(procedure, ready, &resolved.outcome, act) {
                Some((odds, came_to)) => self.weigh(procedure, act, &came_to, &odds, spell),
                None => self.report.not_weighed += 1,
            }
        }
    }

    /// The chances of a procedure that decide battles.
    fn fateful(&self, procedure: &'static Procedure) -> impl Iterator<Item = &'static Chance> + use<> {
        let fateful = self.ruleset.chronicle.fateful;
        procedure.chances.iter().filter(move |own| fateful.contains(&own.label))
    }

    /// Notes by how much what an act came to swung a chance that decides battles: of several, the most.
    fn weigh(
        &mut self,
        procedure: &'static Procedure,
        act: &Resolved,
        came_to: &Record,
        odds: &Dist<Record>,
        spell: Spell,
    ) {
        let mut most: Option<(f64, bool, String, String)> = None;
        for chance in self.fateful(procedure) {
            for nth in 0..chance.count(came_to) {
                let p: f64 = odds.iter().filter(|(outcome, _)| chance.comes_true(outcome, nth)).map(|(_, p)| p).sum();
                let came_true = chance.comes_true(came_to, nth);
                let swing = if came_true { 1.0 - p } else { p };
                if swing >= most.as_ref().map_or(LEAST_SWING, |most| most.0) {
                    let event = spell(procedure, act, &chance.label_of(nth));
                    most = Some((swing, came_true, event, percent(p)));
                }
            }
        }
        if let Some((swing, came_true, event, chance)) = most {
            let (turn, what) = (turn_title(self.ruleset, &self.state), say(procedure.title).to_owned());
            let what = match self.who(act) {
                who if who.is_empty() => what,
                who => text!("{what} ({who})", what = what, who = who).to_string(),
            };
            let words = if came_true {
                text!(
                    "{turn}, {what}: “{event}” came about, at {chance}.",
                    turn = turn,
                    what = what,
                    event = event,
                    chance = chance
                )
            } else {
                text!(
                    "{turn}, {what}: “{event}” did not come about, at {chance}.",
                    turn = turn,
                    what = what,
                    event = event,
                    chance = chance
                )
            };
            let words = words.to_string();
            let place = self.turning.iter().position(|(other, _)| *other < swing).unwrap_or(self.turning.len());
            self.turning.insert(place, (swing, words));
            self.turning.truncate(MOST);
        }
    }

    /// Who took part, by name, whoever acts first; where that is nobody, the side for which it was done.
    fn who(&self, act: &Resolved) -> String {
        let Some(procedure) = self.ruleset.procedure(&act.procedure) else { return String::new() };
        let cast = Cast::read(procedure, &act.cast);
        let ids = procedure.cast.iter().flat_map(|role| cast.units(role.id));
        let names: Vec<&str> = ids.filter_map(|id| Some(self.everybody.unit(id)?.name())).collect();
        match names.is_empty() && procedure.for_side {
            true => self.report.sides[cast.side(procedure, &self.everybody)].clone(),
            false => names.join(", "),
        }
    }

    /// What each unit loses until `after`.
    fn losses(&self, after: &State) -> Vec<String> {
        let strength = |state: &State, id: &str| (self.ruleset.chronicle.strength)(&state.facts(id));
        let counts = self.ruleset.chronicle.counts;
        let lost = self.state.units().filter_map(|unit| {
            let (before, now) = (strength(&self.state, &unit.id), strength(after, &unit.id));
            (now < before).then(|| {
                text!(
                    "{who}: {before} → {n} {counts} in the fight",
                    who = unit.name().to_owned(),
                    before = before,
                    n = now,
                    counts = counts
                )
                .to_string()
            })
        });
        lost.collect()
    }

    /// The report of what was told so far.
    pub fn end(mut self) -> Report {
        let now = turn_title(self.ruleset, &self.state);
        self.report.strengths.push((now, chronicle::strengths(self.ruleset, &self.state)));
        self.report.turning_points = self.turning.into_iter().map(|(_, words)| words).collect();
        self.report.turns.retain(|turn| !turn.told.is_empty());
        self.report
    }
}

/// The odds of an act, told as far as its chances ask, and what it came to as they tell it; none if they are too heavy.
fn weighed(
    procedure: &'static Procedure,
    ready: Ready,
    came_to: &Record,
    act: &Resolved,
) -> Option<(Dist<Record>, Record)> {
    let faces = ruled::faces(&act.throws);
    if faces.len() > MOST_DICE {
        return None;
    }
    let at_once = |ready: &Ready| bounded(AT_ONCE, |_| false, || ready.glance());
    if let Ok(odds) = at_once(&ready)? {
        return Some((odds, came_to.clone()));
    }
    let mut lighter = act.input.clone();
    lighter.extend(procedure.lighter.iter().map(|(field, value)| ((*field).to_owned(), value.json())));
    let ready = procedure.read(&lighter).ok()?;
    let came_to = ready.resolve(&faces).result.ok()?.outcome;
    Some((at_once(&ready)?.ok()?, came_to))
}

fn turn_title(ruleset: &Ruleset, state: &State) -> String {
    format!("{} {}", say(ruleset.turn), state.tracked("battle").map_or(1, |battle| battle.whole("turn")))
}

impl Report {
    /// That some acts were not weighed, if there are such.
    pub fn left_out(&self) -> Option<String> {
        let words = match self.not_weighed {
            0 => return None,
            1 => say("1 act is left out here: too many dice to weigh what else could have come.").to_owned(),
            n => text!("{n} acts are left out here: too many dice to weigh what else could have come.", n = n)
                .to_string(),
        };
        Some(words)
    }

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
            line(style.item, no_turn());
        }
        for words in self.turning_points.iter().cloned().chain(self.left_out()) {
            line(style.item, &words);
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
