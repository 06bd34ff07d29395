//! A report as text, to send or to store.

use super::{Deed, Report, total};
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
        self.written(&Style { title: "", heading: "\n", item: "- ", reason: "  ", escape: str::to_owned })
    }

    /// The report as Markdown.
    pub fn markdown(&self) -> String {
        self.written(&Style { title: "# ", heading: "\n## ", item: "- ", reason: "  ", escape: markdown::escaped })
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
        line(style.heading, say("What happened"));
        line("", "");
        for words in self.story.iter().map(|sentence| sentence.words.clone()).chain(self.left_out()) {
            line(style.item, &words);
        }
        if !self.units.is_empty() {
            line(style.heading, say("Losses and breaks"));
            line("", "");
        }
        for (side, name) in self.sides.iter().enumerate() {
            line(style.item, name);
            for unit in self.units.iter().filter(|unit| unit.side == side && unit.has_lost()) {
                let words = text!("{who}: {losses}", who = unit.name.clone(), losses = unit.words());
                line(&format!("{}{}", style.reason, style.item), &words.to_string());
            }
        }
        if !self.deeds.is_empty() {
            line(style.heading, say("Who did what to whom"));
            line("", "");
        }
        self.deeds.iter().map(Deed::words).for_each(|words| line(style.item, &words));
        for turn in &self.turns {
            line(style.heading, &turn.title);
            line("", "");
            for entry in &turn.entries {
                line(style.item, if entry.what.is_empty() { say("Automatic") } else { &entry.what });
                for words in entry.words.iter().chain(&entry.losses) {
                    line(&format!("{}{}", style.reason, style.item), words);
                }
            }
        }
        if !self.expectations.is_empty() {
            line(style.heading, say("Expected and actual"));
            line("", "");
            for (side, name) in self.sides.iter().enumerate() {
                line(style.item, &total(&self.expectations, side, name).words());
                for own in self.expectations.iter().filter(|own| own.side == side) {
                    line(&format!("{}{}", style.reason, style.item), &own.words());
                }
            }
        }
        line(style.heading, say("Dice"));
        line("", "");
        for words in self.disclosures.iter().cloned().chain([self.mark_in_words()]) {
            line(style.item, &words);
        }
        line(style.heading, &text!("Strength, in {counts}", counts = self.counts).to_string());
        line("", "");
        for (index, (when, [a, b])) in self.strengths.iter().enumerate() {
            line(
                style.item,
                &text!(
                    "{when}: {strengths}",
                    when = when.clone(),
                    strengths = format!("{} {a}, {} {b}", self.sides[0], self.sides[1])
                )
                .to_string(),
            );
            for broken in self.breaks.iter().filter(|broken| broken.strength == index) {
                line(&format!("{}{}", style.reason, style.item), &broken.words);
            }
        }
        out
    }
}

/// Formats of a written report.
struct Style {
    title: &'static str,
    heading: &'static str,
    item: &'static str,
    reason: &'static str,
    escape: fn(&str) -> String,
}
