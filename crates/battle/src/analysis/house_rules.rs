//! House rules in force: for each question of the rules with two readings, the reading that players chose.

use super::own_words;
use rules::own::OwnRules;
use rules::ruleset::Ruleset;
use rules::text;
use rules::text::say;
use serde_json::{Map, Value as Json};

/// A house rule in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HouseRule {
    /// Number of the question: `R7`.
    pub number: &'static str,
    /// The question, in the language of the page.
    pub question: &'static str,
    /// The chosen reading, in the language of the page.
    pub chosen: &'static str,
    /// True if it is the default reading.
    pub is_default: bool,
}

/// House rules in force, in the order of the questions. Without a choice, the first reading applies.
pub fn house_rules(ruleset: &Ruleset, rulings: &Map<String, Json>) -> Vec<HouseRule> {
    let switched = ruleset.texts.rulings.iter().filter_map(|ruling| Some((ruling, ruling.switch.as_ref()?)));
    let in_force = switched.filter_map(|(ruling, switch)| {
        let (chosen, default) = (switch.chosen(rulings)?, switch.values.first()?);
        Some(HouseRule {
            number: ruling.number,
            question: say(ruling.question),
            chosen: say(chosen.label),
            is_default: chosen.id == default.id,
        })
    });
    in_force.collect()
}

/// House rules in force as plain text, one per line: the players' own rules, then changed readings, then default readings.
pub fn as_text(ruleset: &Ruleset, rulings: &Map<String, Json>, own: &OwnRules) -> String {
    let (kept, changed): (Vec<HouseRule>, Vec<HouseRule>) =
        house_rules(ruleset, rulings).into_iter().partition(|rule| rule.is_default);
    let head = text!("{ruleset}: house rules", ruleset = ruleset.named.title.to_owned()).to_string();
    let line = |rule: HouseRule| format!("{} {} {}", rule.number, rule.question, rule.chosen);
    let (changed, kept) = (changed.into_iter().map(line), kept.into_iter().map(line));
    let added = (!own.is_empty()).then(|| own_words::as_text(ruleset, say("Own rules:"), own));
    std::iter::once(head).chain(added).chain(changed).chain(kept).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::{OwnRules, as_text, house_rules};
    use serde_json::{Map, Value as Json};
    use test_rulesets as rulesets;

    #[test]
    fn the_default_reading_applies_until_players_choose_another() {
        for ruleset in
            rulesets::ALL.iter().filter(|ruleset| ruleset.texts.rulings.iter().any(|ruling| ruling.switch.is_some()))
        {
            let by_default = house_rules(ruleset, &Map::new());
            assert!(by_default.iter().all(|rule| rule.is_default), "{}", ruleset.named.id);
            let switch = ruleset.texts.rulings.iter().find_map(|ruling| ruling.switch.as_ref());
            let (field, other) =
                switch.map(|switch| (switch.field, switch.values[1])).unwrap_or_else(|| unreachable!());
            let rulings = Map::from_iter([(field.to_owned(), Json::from(other.id))]);
            let changed: Vec<_> = house_rules(ruleset, &rulings).into_iter().filter(|rule| !rule.is_default).collect();
            assert_eq!(
                changed.iter().map(|rule| rule.chosen).collect::<Vec<_>>(),
                [other.label],
                "{}",
                ruleset.named.id
            );
            // Changed readings come right below the title.
            let text = as_text(ruleset, &rulings, &OwnRules::default());
            let second = text.lines().nth(1).unwrap_or_default();
            assert!(second.starts_with(changed[0].number) && second.ends_with(other.label), "{second}");
            assert_eq!(text.lines().count(), by_default.len() + 1);
        }
    }

    #[test]
    fn an_unknown_reading_is_replaced_by_the_default() {
        let ruleset = &rulesets::argad::RULESET;
        let field =
            ruleset.texts.rulings.iter().find_map(|ruling| ruling.switch.as_ref()).map_or("", |switch| switch.field);
        let rulings = Map::from_iter([(field.to_owned(), Json::from("none such"))]);
        let none = OwnRules::default();
        assert_eq!(as_text(ruleset, &rulings, &none), as_text(ruleset, &Map::new(), &none));
    }
}
