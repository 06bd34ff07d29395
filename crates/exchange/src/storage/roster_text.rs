//! Writes a roster as text, for a chat, a forum or a page in Markdown.

use crate::storage::roster::Roster;
use battle;
use battle::analysis::markdown::escaped;
use rules::facts::NAME;
use rules::ruleset::Ruleset;
use rules::text;
use rules::text::{capital, say};
use serde_json::{Map, Value as Json};

/// Formats of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writing {
    /// Plain text, with one unit on each line.
    Plain,
    /// Markdown: a heading and a list.
    Markdown,
}

/// Returns the roster as text: its name and rules, its note, and a line for each unit.
pub fn written(ruleset: &Ruleset, roster: &Roster, writing: Writing) -> String {
    let plain = writing == Writing::Plain;
    let title = text!("{name} ({rules})", name = roster.name.clone(), rules = ruleset.named.title).to_string();
    let count = text!("{n} {n|unit|units}", n = roster.units.len()).to_string();
    let head = if plain {
        text!("{what}: {words}", what = title, words = count).to_string()
    } else {
        format!("## {}\n\n{count}", escaped(&title))
    };
    let note = (!roster.note.is_empty()).then(|| if plain { roster.note.clone() } else { escaped(&roster.note) });
    let units = roster.units.iter().map(|unit| line(ruleset, unit, plain)).collect::<Vec<_>>().join("\n");
    let between = if plain { "\n" } else { "\n\n" };
    let parts = [Some(head), note, Some(units).filter(|units| !units.is_empty())];
    parts.into_iter().flatten().collect::<Vec<_>>().join(between) + "\n"
}

fn line(ruleset: &Ruleset, profile: &Map<String, Json>, plain: bool) -> String {
    let mut facts = battle::start(ruleset, profile);
    (ruleset.derive)(&mut facts);
    let name = profile.get(NAME.id()).and_then(Json::as_str).filter(|name| !name.is_empty()).unwrap_or(say("Unnamed"));
    let about = (ruleset.describe)(&facts).iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let about = capital(&about);
    let (name, about) =
        if plain { (name.to_owned(), about) } else { (format!("**{}**", escaped(name)), escaped(&about)) };
    text!("- {who}: {what}", who = name, what = about).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> (&'static Ruleset, Roster) {
        let ruleset = test_rulesets::RULESETS.find("pike_and_shot").expect("a ruleset");
        (ruleset, Roster::samples(ruleset).remove(0))
    }

    #[test]
    fn each_unit_has_a_line_with_its_name_and_description() {
        let (ruleset, roster) = sample();
        let text = written(ruleset, &roster, Writing::Plain);
        assert!(text.starts_with(&format!("{} (Pike & Shot): {} units\n", roster.name, roster.units.len())), "{text}");
        for unit in &roster.units {
            let name = unit.get("name").and_then(Json::as_str).expect("a name");
            assert_eq!(
                text.lines().filter(|line| line.starts_with(&format!("- {name}: "))).count(),
                1,
                "{name} in {text}"
            );
        }
        assert!(text.contains("muskets"), "{text}");
    }

    #[test]
    fn a_note_comes_between_heading_and_units_without_a_gap_if_empty() {
        let (ruleset, mut roster) = sample();
        roster.units.truncate(1);
        let after_head = |roster: &Roster, writing| {
            let text = written(ruleset, roster, writing);
            text.split_once(if writing == Writing::Plain { ": 1 unit" } else { "1 unit" }).expect("a head").1.to_owned()
        };
        for (note, plain, markdown) in
            [("", "\n- ", "\n\n- **"), ("Bring *dice*", "\nBring *dice*\n- ", "\n\nBring \\*dice\\*\n\n- **")]
        {
            roster.note = note.into();
            assert!(after_head(&roster, Writing::Plain).starts_with(plain), "{note}");
            assert!(after_head(&roster, Writing::Markdown).starts_with(markdown), "{note}");
        }
    }

    #[test]
    fn names_are_escaped_for_markdown() {
        let (ruleset, mut roster) = sample();
        roster.name = "# <b>Foot</b>".into();
        roster.units.truncate(1);
        roster.units[0].insert("name".into(), "*Red*\n[Regiment](x)".into());
        let text = written(ruleset, &roster, Writing::Markdown);
        assert!(text.starts_with("## \\# \\<b\\>Foot\\</b\\> (Pike & Shot)\n\n1 unit\n\n"), "{text}");
        assert!(text.contains("- **\\*Red\\* \\[Regiment\\](x)**: "), "{text}");
    }
}
