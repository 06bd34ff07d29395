//! A report as text, to send or to store.

use super::{Deed, Report, Turn, total};
use crate::analysis::markdown;
use rules::text;
use rules::text::say;
use std::fmt::Write as _;

impl Report {
    /// A note on acts whose odds were too heavy; `None` if there are none.
    pub fn left_out(&self) -> Option<String> {
        let words = match self.not_evaluated {
            0 => return None,
            1 => say("1 action is left out: it has too many dice to work out its odds.").to_owned(),
            n => text!("{n} actions are left out: they have too many dice to work out their odds.", n = n).to_string(),
        };
        Some(words)
    }

    /// The log's fingerprint with its label.
    pub fn mark_in_words(&self) -> String {
        if self.mark.is_empty() {
            return say("The log fingerprint is shown once no counters are hidden any more.").to_owned();
        }
        text!("Log fingerprint: {mark}", mark = self.mark.clone()).to_string()
    }

    /// The report as plain text.
    pub fn text(&self) -> String {
        self.written(&Style { title: "", heading: "", escape: str::to_owned })
    }

    /// The report as Markdown.
    pub fn markdown(&self) -> String {
        self.written(&Style { title: "# ", heading: "## ", escape: markdown::escaped })
    }

    fn written(&self, style: &Style) -> String {
        let mut out = format!("{}{}\n", style.title, (style.escape)(&self.title));
        let about = (String::new(), self.about.iter().cloned().map(Line::Item).collect());
        for (heading, lines) in [about].into_iter().chain(self.sections()).filter(|(_, lines)| !lines.is_empty()) {
            // Writing to a string cannot fail.
            let _ = match heading.as_str() {
                "" => writeln!(out),
                heading => writeln!(out, "\n{}{}\n", style.heading, (style.escape)(heading)),
            };
            for line in lines {
                let (before, words) = match line {
                    Line::Item(words) => ("- ", words),
                    Line::Detail(words) => ("  - ", words),
                };
                let _ = writeln!(out, "{before}{}", (style.escape)(&words));
            }
        }
        out
    }

    /// The sections, each with its heading. Those without lines are left out.
    fn sections(&self) -> Vec<(String, Vec<Line>)> {
        let story = self.story.iter().map(|sentence| sentence.words.clone()).chain(self.left_out());
        let deeds = self.deeds.iter().map(Deed::words);
        let dice = self.disclosures.iter().cloned().chain([self.mark_in_words()]);
        let mut sections = vec![
            (say("What happened").to_owned(), story.map(Line::Item).collect()),
            (say("Points").to_owned(), self.points.iter().cloned().map(Line::Item).collect()),
            (say("Losses and breaks").to_owned(), self.losses_in_words()),
            (say("Who did what to whom").to_owned(), deeds.map(Line::Item).collect()),
        ];
        sections.extend(self.turns.iter().map(|turn| (turn.title.clone(), turn.lines())));
        sections.extend([
            (say("Expected and actual").to_owned(), self.expectations_in_words()),
            (say("Dice").to_owned(), dice.map(Line::Item).collect()),
            (text!("Strength, in {counts}", counts = self.counts).to_string(), self.strengths_in_words()),
        ]);
        sections
    }

    /// The units with losses, after the name of their side.
    fn losses_in_words(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        for (side, name) in self.sides.iter().enumerate() {
            let lost = self.units.iter().filter(|unit| unit.side == side && unit.has_lost());
            let words = lost.map(|unit| text!("{who}: {losses}", who = unit.name.clone(), losses = unit.words()));
            let words: Vec<Line> = words.map(|words| Line::Detail(words.to_string())).collect();
            lines.extend((!words.is_empty()).then(|| Line::Item(name.clone())));
            lines.extend(words);
        }
        lines
    }

    fn expectations_in_words(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        for (side, name) in self.sides.iter().enumerate().filter(|_| !self.expectations.is_empty()) {
            lines.push(Line::Item(total(&self.expectations, side, name).words()));
            let units = self.expectations.iter().filter(|expectation| expectation.side == side);
            lines.extend(units.map(|expectation| Line::Detail(expectation.words())));
        }
        lines
    }

    fn strengths_in_words(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        for (index, (when, [a, b])) in self.strengths.iter().enumerate() {
            let strengths = format!("{} {a}, {} {b}", self.sides[0], self.sides[1]);
            lines
                .push(Line::Item(text!("{when}: {strengths}", when = when.clone(), strengths = strengths).to_string()));
            let breaks = self.breaks.iter().filter(|broken| broken.strength == index);
            lines.extend(breaks.map(|broken| Line::Detail(broken.words.clone())));
        }
        lines
    }
}

impl Turn {
    fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        for entry in &self.entries {
            let what = if entry.what.is_empty() { say("Automatic") } else { &entry.what };
            lines.push(Line::Item(what.to_owned()));
            lines.extend(entry.words.iter().chain(&entry.losses).cloned().map(Line::Detail));
        }
        lines
    }
}

/// A line of a written report.
enum Line {
    /// An entry of a list.
    Item(String),
    /// An entry below the one before it.
    Detail(String),
}

/// Formats of a written report.
struct Style {
    title: &'static str,
    heading: &'static str,
    escape: fn(&str) -> String,
}
