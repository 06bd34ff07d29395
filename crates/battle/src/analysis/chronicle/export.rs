//! The chronicle as text: CSV for spreadsheets, Markdown for forums.

use super::entry::Entry;
use super::totals::Across;
use crate::analysis::calibration::Calibration;
use crate::analysis::markdown;
use rules::closing::Verdict;
use rules::registry::Registry;
use rules::text;
use rules::text::{percent, say};
use std::fmt::Write as _;

/// Formats a time, in milliseconds since 1970, as its date: `2026-11-27`.
pub type Day<'a> = &'a dyn Fn(f64) -> String;

/// Heads of the columns.
fn heads() -> [&'static str; 12] {
    [
        say("Date"),
        say("Battle"),
        say("Rules"),
        say("First side"),
        say("Second side"),
        say("Turns"),
        say("Minutes"),
        say("Result"),
        say("Strength of the first side"),
        say("Strength of the second side"),
        say("Turning point"),
        say("Note"),
    ]
}

fn cells(registry: Registry, entry: &Entry, day: Day) -> [String; 12] {
    let [[a, b], [a_left, b_left]] = entry.strengths;
    let [first, second] = entry.sides.clone();
    [
        day(entry.began),
        entry.name.clone(),
        registry.title(&entry.ruleset).to_owned(),
        first,
        second,
        entry.turns.to_string(),
        entry.minutes.to_string(),
        result(entry),
        format!("{a} → {a_left}"),
        format!("{b} → {b_left}"),
        entry.turning.clone(),
        entry.note.clone(),
    ]
}

/// The result of a battle, in words.
pub fn result(entry: &Entry) -> String {
    match entry.verdict {
        Verdict::Open => say("Not closed").to_owned(),
        verdict => verdict.words(entry.sides.each_ref().map(String::as_str)).to_string(),
    }
}

/// The battles as comma-separated values, one per line, below a line of heads.
pub fn csv<'a>(registry: Registry, entries: impl IntoIterator<Item = &'a Entry>, day: Day) -> String {
    let mut out = String::new();
    let mut line = |cells: &[String]| {
        let quoted: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
        out.push_str(&quoted.join(","));
        out.push_str("\r\n");
    };
    line(&heads().map(str::to_owned));
    for entry in entries {
        line(&cells(registry, entry, day));
    }
    out
}

/// A quoted cell. A cell that begins with `=` would be a formula in a spreadsheet, and names of battles can come from other people.
fn quoted(cell: &str) -> String {
    let plain = cell.replace(['\r', '\n'], " ").replace('"', "\"\"");
    let guard = if plain.starts_with(['=', '+', '-', '@', '\t']) { "'" } else { "" };
    format!("\"{guard}{plain}\"")
}

/// The battles and their totals, as Markdown.
pub fn markdown(registry: Registry, entries: &[&Entry], across: &Across, day: Day) -> String {
    let mut out = format!("# {}\n\n", say("Chronicle"));
    table(&mut out, &heads(), entries.iter().map(|entry| cells(registry, entry, day).to_vec()));
    if !across.units.is_empty() {
        section(&mut out, say("Units"));
        let heads = [
            say("Rules"),
            say("Roster"),
            say("Unit"),
            say("Fought"),
            say("Broke"),
            say("Lost"),
            say("Losses"),
            say("Caused"),
        ];
        let rows = across.units.iter().map(|unit| {
            let counts = [unit.fought, unit.broke, unit.lost, unit.losses, unit.caused].map(|n| n.to_string());
            let names = [registry.title(&unit.ruleset).to_owned(), unit.roster.clone(), unit.name.clone()];
            names.into_iter().chain(counts).collect()
        });
        table(&mut out, &heads, rows);
    }
    if !across.scenarios.is_empty() {
        section(&mut out, say("Scenarios"));
        let heads = [say("Rules"), say("Scenario"), say("Played"), say("Won")];
        let rows = across.scenarios.iter().map(|totals| {
            let [a, b] = [0, 1].map(|side| format!("{} {}", totals.sides[side], totals.won[side]));
            let names = [registry.title(&totals.ruleset).to_owned(), totals.name.clone()];
            names.into_iter().chain([totals.played.to_string(), format!("{a}, {b}")]).collect()
        });
        table(&mut out, &heads, rows);
    }
    if !across.lucks.is_empty() {
        section(&mut out, say("Luck"));
        let heads = [say("Rules"), say("Roster"), say("Dice"), say("Successes"), say("Luck")];
        let rows = across.lucks.iter().map(|(ruleset, roster, luck)| {
            let (dice, successes) = (luck.chances().to_string(), luck.successes.to_string());
            vec![registry.title(ruleset).to_owned(), roster.clone(), dice, successes, luck.words()]
        });
        table(&mut out, &heads, rows);
    }
    if across.calibration.shown() > 0 {
        section(&mut out, say("Were the odds right?"));
        table(&mut out, &calibration_heads(), calibration_rows(&across.calibration));
    }
    out
}

/// Heads of the table of chances.
pub fn calibration_heads() -> [&'static str; 5] {
    [say("Shown at"), say("Chances"), say("Expected"), say("Happened"), say("True rate, 95 % sure")]
}

/// Rows of the table of chances, one for each band that is not empty.
pub fn calibration_rows(calibration: &Calibration) -> Vec<Vec<String>> {
    let row = |(index, band): (usize, &crate::analysis::calibration::Band)| {
        let (rate, (least, most)) = (band.rate()?, band.interval()?);
        let happened = text!("{n} ({rate})", n = band.happened, rate = percent(rate)).to_string();
        let range = text!("{least} to {most}", least = percent(least), most = percent(most)).to_string();
        Some(vec![Calibration::name(index), band.shown.to_string(), band.expected_words(), happened, range])
    };
    calibration.0.iter().enumerate().filter_map(row).collect()
}

fn section(out: &mut String, title: &str) {
    // Writing to a string cannot fail.
    let _ = write!(out, "\n## {title}\n\n");
}

fn table(out: &mut String, heads: &[&str], rows: impl IntoIterator<Item = Vec<String>>) {
    let mut line = |cells: Vec<String>| {
        let _ = writeln!(out, "| {} |", cells.join(" | "));
    };
    line(heads.iter().map(|head| (*head).to_owned()).collect());
    line(heads.iter().map(|_| "---".to_owned()).collect());
    for row in rows {
        line(row.iter().map(|cell| markdown::escaped(cell)).collect());
    }
}

#[cfg(test)]
mod tests {
    use super::super::entry::{Fate, UnitEntry};
    use super::*;
    use rules::subject::Side;

    fn entry() -> Entry {
        let unit = UnitEntry { name: "Foot".into(), side: Side::A, fate: Fate::Lost, lost: 3, caused: 5 };
        let mut entry = Entry {
            name: "=cmd|' \"Cheriton\"".into(),
            ruleset: "pike_and_shot".into(),
            sides: ["Waller".into(), "Hopton".into()],
            began: 5.0,
            turns: 6,
            minutes: 95,
            verdict: Verdict::B,
            strengths: [[40, 36], [11, 30]],
            units: vec![unit],
            ..Entry::default()
        };
        entry.set_luck(&[crate::analysis::luck::Luck::of(vec![0.5; 40], 20), Default::default()]);
        let mut calibration = Calibration::default();
        calibration.add(&[(0.35, true), (0.35, false)]);
        entry.set_calibration(&calibration);
        entry
    }

    fn day(at: f64) -> String {
        format!("day {at}")
    }

    #[test]
    fn no_cell_of_the_csv_text_begins_a_formula() {
        let text = csv(test_rulesets::RULESETS, [&entry()], &day);
        let lines: Vec<&str> = text.split("\r\n").collect();
        assert!(lines[0].starts_with("\"Date\",\"Battle\",\"Rules\""), "{}", lines[0]);
        assert_eq!(
            lines[1],
            "\"day 5\",\"'=cmd|' \"\"Cheriton\"\"\",\"Pike & Shot\",\"Waller\",\"Hopton\",\"6\",\"95\",\"Hopton won\",\"40 → 11\",\"36 → 30\",\"\",\"\""
        );
        assert_eq!(lines[2], "");
    }

    #[test]
    fn the_markdown_text_has_the_battles_and_their_totals() {
        let short = entry();
        let text = markdown(test_rulesets::RULESETS, &[&short], &Across::of([&short]), &day);
        assert!(text.contains("=cmd\\|' \"Cheriton\""), "{text}");
        assert!(text.contains("| Pike & Shot | Waller | Foot | 1 | 0 | 1 | 3 | 5 |"), "{text}");
        assert!(text.contains("| Pike & Shot | Waller | 40 | 20 | Luckier than 50 of 100. |"), "{text}");
        assert!(text.contains("| 30–40 % | 2 | 0.7 | 1 (50 %) | 1 % to 99 % |"), "{text}");
        let nothing = markdown(test_rulesets::RULESETS, &[], &Across::default(), &day);
        assert!(!nothing.contains("##"), "{nothing}");
    }
}
