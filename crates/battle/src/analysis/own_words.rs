//! Own rules as text: a line and an explanation for each, and all of them together.

use rules::own::{self, Applies, OwnBar, OwnKind, OwnModifier, OwnRules, OwnTracker, Owner, Reminder, Upkeep};
use rules::procedure::Procedure;
use rules::ruleset::Ruleset;
use rules::text;
use rules::text::{Text, say, term};
use serde_json::{Value as Json, json};

/// The texts of an own rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worded {
    /// Name of the rule, for its buttons.
    pub name: String,
    /// The rule in a few words: `Charging uphill +1`.
    pub words: String,
    /// Explanation; empty if there is nothing to add.
    pub about: String,
}

/// Automatic changes of a tracker, each with its text.
pub const UPKEEP: [(Upkeep, &str); 5] = [
    (Upkeep::Never, term("stays as it is")),
    (Upkeep::ClearsEachPhase, term("reset each phase")),
    (Upkeep::ClearsEachTurn, term("reset each turn")),
    (Upkeep::RunsDownEachPhase, term("1 less each phase")),
    (Upkeep::RunsDownEachTurn, term("1 less each turn")),
];

/// The texts of a modifier: its value, the number that it changes, its procedures, and when it applies.
pub fn modifier(ruleset: &Ruleset, rules: &OwnRules, modifier: &OwnModifier) -> Worded {
    let procedures: Vec<&Procedure> = modifier.procedures.iter().filter_map(|id| ruleset.procedure(id)).collect();
    let number = own::common_numbers(&procedures).into_iter().find(|number| number.id == modifier.number);
    let titles = procedures.iter().map(|procedure| say(procedure.title)).collect::<Vec<_>>().join(", ");
    let parts =
        [number.map(|number| say(number.label).to_owned()), Some(titles), Some(when(ruleset, rules, &modifier.when))];
    Worded { name: modifier.name.clone(), words: modifier.words(), about: joined(parts.into_iter().flatten()) }
}

/// Text for when a modifier applies.
fn when(ruleset: &Ruleset, rules: &OwnRules, applies: &Applies) -> String {
    let label = |flag: &str| rules.flag_label(ruleset, flag);
    match applies {
        Applies::Asked => say("asked each time").to_owned(),
        Applies::Unit(flag) => text!("while the unit is ticked “{flag}”", flag = label(flag)).to_string(),
        Applies::Opponent(flag) => text!("while its opponent is ticked “{flag}”", flag = label(flag)).to_string(),
    }
}

/// The texts of a tracker: its owners, its type, its automatic changes, the acts that it forbids at 0, and those that take 1.
pub fn tracker(ruleset: &Ruleset, tracker: &OwnTracker) -> Worded {
    let owner = match tracker.of {
        Owner::Unit if tracker.only.is_some() => say("some units"),
        Owner::Unit => say("all units"),
        Owner::Side => say("both sides"),
        Owner::Battle => say("the battle"),
    };
    let kind = match tracker.kind {
        OwnKind::Count { from, to, start } => {
            text!("from {from} to {to}, starts at {start}", from = from, to = to, start = start).to_string()
        }
        OwnKind::Flag => say("yes or no").to_owned(),
        OwnKind::Text => say("a text").to_owned(),
    };
    let upkeep = UPKEEP.iter().find(|(upkeep, _)| *upkeep == tracker.upkeep && *upkeep != Upkeep::Never);
    let upkeep = upkeep.map(|(_, words)| say(words).to_owned());
    let secret = tracker.secret.then(|| say("can be hidden").to_owned());
    let bars = (!tracker.bars_at_zero.is_empty())
        .then(|| text!("at 0 not: {what}", what = titles(ruleset, &tracker.bars_at_zero)).to_string());
    let spent = (!tracker.spent_by.is_empty())
        .then(|| text!("1 less after: {what}", what = titles(ruleset, &tracker.spent_by)).to_string());
    let about = joined([owner.to_owned(), kind].into_iter().chain(upkeep).chain(bars).chain(spent).chain(secret));
    Worded { name: tracker.name.clone(), words: tracker.name.clone(), about }
}

/// The texts of a forbidden act.
pub fn bar(ruleset: &Ruleset, rules: &OwnRules, bar: &OwnBar) -> Worded {
    let words = text!(
        "Units ticked “{flag}” may not: {what}",
        flag = rules.flag_label(ruleset, &bar.flag),
        what = titles(ruleset, bar.forbids())
    );
    let words = words.to_string();
    Worded { name: words.clone(), words, about: String::new() }
}

/// The texts of a reminder, with the procedure that it follows, or the phase or turn at whose start it appears.
pub fn reminder(ruleset: &Ruleset, reminder: &Reminder) -> Worded {
    let phase = |id: &str| ruleset.phases.iter().find(|phase| phase.id == id).map_or("?", |phase| phase.title);
    let about = match (&reminder.after, reminder.at.as_deref()) {
        (Some(procedure), _) => text!("After: {what}", what = title(ruleset, procedure)),
        (None, Some(own::AT_TURN)) => text!("At the start of: {what}", what = ruleset.turn),
        (None, at) => text!("At the start of: {what}", what = phase(at.unwrap_or_default())),
    };
    let about = about.to_string();
    Worded { name: reminder.text.clone(), words: reminder.text.clone(), about }
}

/// The texts of all own rules: modifiers, trackers, reminders, forbidden acts.
pub fn all(ruleset: &Ruleset, rules: &OwnRules) -> Vec<Worded> {
    listed(ruleset, rules).into_iter().map(|rule| rule.worded).collect()
}

/// All own rules as plain text, one per line, below `title`.
pub fn as_text(ruleset: &Ruleset, title: &str, rules: &OwnRules) -> String {
    let lines = all(ruleset, rules).into_iter().map(|rule| rule.line());
    std::iter::once(title.to_owned()).chain(lines).collect::<Vec<_>>().join("\n")
}

/// Text of the differences between two versions of own rules: `added Ammunition, removed Wet powder −1`. Lists all rules if there are no
/// differences.
pub fn changes(ruleset: &Ruleset, rules: &OwnRules, before: &OwnRules) -> String {
    let (was, now) = (listed(ruleset, before), listed(ruleset, rules));
    let same = |all: &[Listed], id: &Json| all.iter().position(|rule| rule.id == *id);
    let mut words: Vec<Text> = Vec::new();
    for rule in &now {
        let what = rule.worded.words.clone();
        match same(&was, &rule.id) {
            None => words.push(text!("added {what}", what = what)),
            Some(place) if was[place].definition != rule.definition => words.push(text!("changed {what}", what = what)),
            Some(_) => {}
        }
    }
    for rule in was.iter().filter(|rule| same(&now, &rule.id).is_none()) {
        words.push(text!("removed {what}", what = rule.worded.words.clone()));
    }
    if words.is_empty() {
        return rules.words();
    }
    words.iter().map(Text::to_string).collect::<Vec<_>>().join(", ")
}

/// An own rule of any kind.
struct Listed {
    /// Kind and name of the rule. They identify it in both versions.
    id: Json,
    /// The whole rule.
    definition: Json,
    worded: Worded,
}

fn listed(ruleset: &Ruleset, rules: &OwnRules) -> Vec<Listed> {
    let modifiers = rules.modifiers.iter().map(|rule| Listed {
        id: json!(["modifier", rule.name]),
        definition: json!(rule),
        worded: modifier(ruleset, rules, rule),
    });
    let trackers = rules.trackers.iter().map(|rule| Listed {
        id: json!(["tracker", rule.tracker_id()]),
        definition: json!(rule),
        worded: tracker(ruleset, rule),
    });
    let reminders = rules.reminders.iter().map(|rule| Listed {
        id: json!(rule),
        definition: json!(rule),
        worded: reminder(ruleset, rule),
    });
    let bars = rules.bars.iter().map(|rule| Listed {
        id: json!(rule),
        definition: json!(rule),
        worded: bar(ruleset, rules, rule),
    });
    modifiers.chain(trackers).chain(reminders).chain(bars).collect()
}

impl Worded {
    /// The rule on one line: `Charging uphill +1 (Number needed to pass · Pursuit · asked each time)`.
    pub fn line(self) -> String {
        if self.about.is_empty() { self.words } else { format!("{} ({})", self.words, self.about) }
    }
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(" · ")
}

/// The titles of procedures, given by their ids.
fn titles(ruleset: &Ruleset, procedures: impl IntoIterator<Item: AsRef<str>>) -> String {
    let titles = procedures.into_iter().map(|id| say(title(ruleset, id.as_ref())));
    titles.collect::<Vec<_>>().join(", ")
}

/// The title of a procedure, given by its id.
fn title(ruleset: &Ruleset, procedure: &str) -> &'static str {
    ruleset.procedure(procedure).map_or("?", |procedure| procedure.title)
}

#[cfg(test)]
mod tests {
    use super::as_text;
    use rules::facts::FactValue;
    use rules::own::OwnRules;
    use serde_json::json;
    use test_rulesets::pike_and_shot::RULESET;

    #[test]
    fn own_rules_are_copied_as_text_with_everything_that_they_contain() {
        let rules = OwnRules::read(&json!({
            "modifiers": [
                { "name": "Uphill", "procedures": ["reaction_charge", "reaction_pursuit"], "number": "need", "by": 1 },
                { "name": "Tired", "procedures": ["reaction_stand"], "number": "need", "by": -2, "when": { "unit": "own:Spent" } }
            ],
            "trackers": [
                { "name": "Ammunition", "kind": { "count": { "from": -1, "to": 3, "start": 3 } }, "upkeep": "runs_down_each_turn" },
                { "name": "Spent", "kind": "flag", "secret": true }
            ],
            "bars": [{ "flag": "own:Spent", "procedure": "reaction_charge" }],
            "reminders": [{ "after": "reaction_charge", "text": "Roll for the weather" }]
        }));
        let text = as_text(&RULESET, "Our club", &rules.expect("they can be made here"));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines,
            [
                "Our club",
                "Uphill +1 (Number needed to pass · Charge or counter-charge, Pursuit · asked each time)",
                "Tired −2 (Number needed to pass · Stand and receive a charge · while the unit is ticked “Spent”)",
                "Ammunition (all units · from −1 to 3, starts at 3 · 1 less each turn)",
                "Spent (all units · yes or no · can be hidden)",
                "Roll for the weather (After: Charge or counter-charge)",
                "Units ticked “Spent” may not: Charge or counter-charge",
            ]
        );
    }
}
