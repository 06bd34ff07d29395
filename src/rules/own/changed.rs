//! Own rules in words: all of them, or what is changed where others take their place.

use super::OwnRules;
use crate::core::text::{Text, say};
use crate::rules::ruleset::Ruleset;
use crate::text;
use serde_json::{Value as Json, json};

/// A rule of any kind.
struct Listed {
    /// What it is known by, as long as it is the same rule: its kind and its name.
    id: Json,
    /// All of it.
    definition: Json,
    words: String,
}

impl OwnRules {
    fn listed(&self, ruleset: &Ruleset) -> Vec<Listed> {
        let modifiers = self.modifiers.iter().map(|modifier| Listed {
            id: json!(["modifier", modifier.name]),
            definition: json!(modifier),
            words: modifier.words(),
        });
        let trackers = self.trackers.iter().map(|tracker| Listed {
            id: json!(["tracker", tracker.first_name()]),
            definition: json!(tracker),
            words: tracker.name.clone(),
        });
        let bars = self.bars.iter().map(|bar| Listed {
            id: json!(bar),
            definition: json!(bar),
            words: self.bar_words(ruleset, bar).to_string(),
        });
        let reminders = self.reminders.iter().map(|reminder| Listed {
            id: json!(reminder),
            definition: json!(reminder),
            words: reminder.text.clone(),
        });
        modifiers.chain(trackers).chain(bars).chain(reminders).collect()
    }

    /// All of them in a few words: `Charging uphill +1, Wet powder -1`.
    pub fn words(&self, ruleset: &Ruleset) -> String {
        let all: Vec<String> = self.listed(ruleset).into_iter().map(|rule| rule.words).collect();
        if all.is_empty() { say("none").to_owned() } else { all.join(", ") }
    }

    /// Differences from the rules before them, in a few words: `added Ammunition, removed Wet powder -1`. All of them if there are no
    /// differences.
    pub fn words_since(&self, before: &Self, ruleset: &Ruleset) -> String {
        let (was, now) = (before.listed(ruleset), self.listed(ruleset));
        let same = |all: &[Listed], id: &Json| all.iter().position(|rule| rule.id == *id);
        let mut words: Vec<Text> = Vec::new();
        for rule in &now {
            let what = rule.words.clone();
            match same(&was, &rule.id) {
                None => words.push(text!("added {what}", what = what)),
                Some(place) if was[place].definition != rule.definition => {
                    words.push(text!("changed {what}", what = what));
                }
                Some(_) => {}
            }
        }
        for rule in was.iter().filter(|rule| same(&now, &rule.id).is_none()) {
            words.push(text!("removed {what}", what = rule.words.clone()));
        }
        if words.is_empty() {
            return self.words(ruleset);
        }
        words.iter().map(Text::to_string).collect::<Vec<_>>().join(", ")
    }
}
