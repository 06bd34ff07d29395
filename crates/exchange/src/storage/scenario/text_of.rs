//! Writes a scenario as text, for a chat, a forum or a page in Markdown. The texts for the game master are left out.

use super::Scenario;
use super::words::{self, Part, summary};
use crate::storage::roster_text::{self, Writing};
use battle::analysis::markdown::escaped;
use rules::ruleset::Ruleset;
use rules::scenario::Reader;
use rules::subject::Side;
use rules::text;
use rules::text::say;

/// Returns the scenario as text: its name and rules, its description, the briefing for all, both armies, and the course.
pub fn written(ruleset: &Ruleset, scenario: &Scenario, writing: Writing) -> String {
    let plain = writing == Writing::Plain;
    let free = |text: &str| if plain { text.to_owned() } else { escaped(text) };
    let head = |text: String| if plain { text } else { format!("## {}", escaped(&text)) };
    let mut parts =
        vec![head(text!("{name} ({rules})", name = scenario.name.clone(), rules = ruleset.named.title).to_string())];
    let about = [&scenario.date, &scenario.place].into_iter().filter(|text| !text.is_empty()).cloned();
    parts.push(free(&about.collect::<Vec<_>>().join(", ")));
    parts.extend([&scenario.line, &scenario.text].map(|text| free(text)));
    parts.push(free(scenario.course.briefings.text(Reader::All)));
    for side in Side::BOTH {
        parts.push(roster_text::written(ruleset, &scenario.roster(side), writing).trim_end().to_owned());
    }
    let lines = course(ruleset, scenario);
    parts.push(lines.iter().map(|line| format!("- {}", free(line))).collect::<Vec<_>>().join("\n"));
    let between = if plain { "\n" } else { "\n\n" };
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(between) + "\n"
}

/// Returns arrivals, events, end and points, each as a line.
fn course(ruleset: &Ruleset, scenario: &Scenario) -> Vec<String> {
    let mut lines = Vec::new();
    for arrival in &scenario.course.arrivals {
        let when = words::arrival(ruleset, arrival);
        lines.push(text!("{who} arrives: {when}", who = arrival.name.clone(), when = when).to_string());
    }
    for event in &scenario.course.events {
        let rows: Vec<String> = event.rows.iter().map(|row| words::row(ruleset, scenario, row)).collect();
        let when = words::event_time(ruleset, event);
        let head = text!("{what}: {when}", what = event.name.clone(), when = when).to_string();
        lines.push(format!("{head}. {}", rows.join("; ")));
    }
    let labelled = [(say("End"), Part::End), (say("Points"), Part::Points), (say("Rules"), Part::Rules)];
    for (label, part) in labelled {
        let words = summary(ruleset, scenario, part);
        if !words.is_empty() {
            lines.push(format!("{label}: {words}"));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scenario_as_text_has_armies_and_course_but_nothing_of_the_game_master() {
        let ruleset = test_rulesets::RULESETS.find("pike_and_shot").unwrap();
        let naseby = Scenario::samples(ruleset).into_iter().find(|scenario| scenario.name == "Naseby").unwrap();
        let text = written(ruleset, &naseby, Writing::Plain);
        assert!(text.starts_with("Naseby (Pike & Shot)\n14 June 1645, Northamptonshire, England\n"), "{text}");
        for wanted in [
            naseby.line.as_str(),
            naseby.course.briefings.all.as_str(),
            "The New Model Army (Pike & Shot): 12 units",
            "- Okey's Dragoons: ",
            "arrives: bound ",
            "End: After bound 10",
        ] {
            assert!(text.contains(wanted), "{wanted}: {text}");
        }
        for secret in [&naseby.course.briefings.umpire, &naseby.course.briefings.a, &naseby.course.briefings.b] {
            assert!(!text.contains(secret.as_str()), "{secret}");
        }
        assert!(written(ruleset, &naseby, Writing::Markdown).starts_with("## Naseby (Pike & Shot)\n\n14 June"));
    }
}
