//! Names of participants, which fill the gaps of sentences and labels.
//!
//! A sentence contains a unit as the tag of its role with a number, `{a1}` or `{fighter 1}`, and a side as `{side a}`. With [`Names`], the
//! gap shows the name of the unit or side, without them the tag.

use crate::text::{say, term};

/// Returns a free name similar to this one, with the least number from 2 on for which `is_taken` is false: `Essex's foot 2`. A number at
/// the end of the name is replaced. `numbered` joins name and number.
pub fn another(name: &str, numbered: impl Fn(&str, u32) -> String, is_taken: impl Fn(&str) -> bool) -> String {
    let unnumbered = name.trim_end_matches(|c: char| c.is_ascii_digit());
    // A number with more digits is a year and belongs to the name.
    let stem = if name.len() - unnumbered.len() <= 2 { unnumbered.trim_end() } else { name };
    (2..).map(|number| numbered(stem, number)).find(|name| !is_taken(name)).unwrap_or_default()
}

const SIDES: [&str; 2] = ["side a", "side b"];
/// Tags of the acting side and of the other side.
const ACTING: [&str; 2] = ["its side", "the enemy"];
/// Tags of sides as sentences write them. They are listed here for translators.
const WRITTEN: [&str; 12] = [
    term("side a"),
    term("side b"),
    term("Side a"),
    term("Side b"),
    term("side A"),
    term("side B"),
    term("Side A"),
    term("Side B"),
    term("its side"),
    term("the enemy"),
    term("Its side"),
    term("The enemy"),
];

/// Names of units and sides by their tags: `a1`, `side a`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names(Vec<(String, String)>);

impl Names {
    /// Adds the name of a unit, by the tag of its role and its number, from 1.
    pub fn add_unit(&mut self, tag: &str, number: usize, name: String) {
        self.0.push((unit_tag(tag, number), name));
    }

    /// Adds the name of a side, by its id, such as `a`. Has no effect if the side already has a name: the first one is found.
    pub fn add_side(&mut self, id: &str, name: String) {
        self.0.push((side_tag(id), name));
    }

    /// Adds the names of the acting side and of the other side: `{its side}`, `{the enemy}`.
    pub fn add_acting(&mut self, names: [String; 2]) {
        self.0.extend(ACTING.map(str::to_owned).into_iter().zip(names));
    }

    /// Adds the names of the units of the acting and of the other side, for sentences of reports: `{actor}`, `{foe}`.
    pub fn add_opponents(&mut self, names: [String; 2]) {
        self.0.extend(["actor", "foe"].map(str::to_owned).into_iter().zip(names));
    }

    /// True if it contains the name of a side of the battle.
    pub fn has_sides(&self) -> bool {
        SIDES.iter().any(|tag| self.find(tag).is_some())
    }

    /// Returns the name for a tag; upper and lower case are equal. `None` if there is none.
    pub fn find(&self, tag: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known.eq_ignore_ascii_case(tag)).map(|(_, name)| name.as_str())
    }

    /// Returns the name whose tag begins an id, and the rest of the id: `a1_hit`, `side_a_pieces`. `None` if no tag does.
    pub fn split_id<'a>(&self, id: &'a str) -> Option<(&str, &'a str)> {
        self.0.iter().find_map(|(tag, name)| {
            let rest = id.strip_prefix(&tag.replace(' ', "_"))?;
            let rest = if rest.is_empty() { rest } else { rest.strip_prefix('_')? };
            Some((name.as_str(), rest))
        })
    }

    /// Returns all names whose tags begin an id, and the rest of the id. If only two units take part, the second name is left out, because
    /// it follows from the first.
    pub fn split_all<'a>(&'a self, id: &'a str) -> (Vec<&'a str>, &'a str) {
        let (mut names, mut rest) = (Vec::new(), id);
        while let Some((name, others)) = self.split_id(rest) {
            names.push(name);
            rest = others;
        }
        let units = self.0.iter().filter(|(tag, _)| !tag.starts_with("side ") && !ACTING.contains(&tag.as_str()));
        if !rest.is_empty() && units.count() <= 2 {
            names.truncate(1);
        }
        (names, rest)
    }

    /// Returns a label in the player's language, with its gaps filled.
    pub fn label(&self, english: &str) -> String {
        self.fill(say(english))
    }

    /// Returns a translated label with its gaps filled.
    pub fn fill(&self, translated: &str) -> String {
        fill(translated, |tag| self.find(tag).map_or_else(|| spoken(tag, say), str::to_owned))
    }
}

/// Returns the tag of a unit in sentences: `a1`, `fighter 1`.
pub fn unit_tag(tag: &str, number: usize) -> String {
    format!("{tag}{number}")
}

/// Returns the tag of a side in sentences, by its id: `side a`.
pub fn side_tag(id: &str) -> String {
    format!("side {id}")
}

/// Returns a tag in the player's language, for gaps without a name: `fighter 1`, `Side a`.
pub(super) fn spoken(tag: &str, say: fn(&str) -> &str) -> String {
    let word = tag.trim_end_matches(|c: char| c.is_ascii_digit());
    if word.len() < tag.len() {
        let (word, space) = word.split_at(word.trim_end().len());
        return format!("{}{space}{}", say(word), &tag[word.len() + space.len()..]);
    }
    WRITTEN.iter().find(|written| **written == tag).map_or(tag, |written| say(written)).to_owned()
}

/// Returns a template with its gaps filled. An unmatched brace stays.
pub(super) fn fill(template: &str, filling: impl Fn(&str) -> String) -> String {
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((gap, after)) = after.split_once('}') else { break };
        out.push_str(before);
        out.push_str(&filling(gap));
        rest = after;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;
    use crate::text::{Gap, Text};

    fn named() -> Names {
        let mut names = Names::default();
        names.add_unit("a", 1, "The {side b} of a1".into());
        names.add_unit("fighter ", 1, "Otto".into());
        names.add_side("a", "Parliament".into());
        names
    }

    #[test]
    fn a_gap_shows_the_name_or_else_the_tag() {
        let words = |english: &'static str| (named().label(english), Names::default().label(english));
        assert_eq!(words("{side a} to lose"), ("Parliament to lose".into(), "side a to lose".into()));
        assert_eq!(
            words("{Side A} wins, {Side B} flees"),
            ("Parliament wins, Side B flees".into(), "Side A wins, Side B flees".into())
        );
        assert_eq!(words("{fighter 1}: killed"), ("Otto: killed".into(), "fighter 1: killed".into()));
    }

    #[test]
    fn names_and_words_are_never_searched_for_tags() {
        assert_eq!(named().label("a1 and side a: {a1}"), "a1 and side a: The {side b} of a1");
        assert_eq!(text!("{who} rolls", who = String::from("{a1}")).named(&named()), "{a1} rolls");
        let inner: Text = text!("{own} holds", own = Gap::Unit("a", 1));
        assert_eq!(
            text!("Side by side: {why}.", why = inner).named(&named()),
            "Side by side: The {side b} of a1 holds."
        );
    }

    #[test]
    fn a_roll_between_two_units_names_the_one_that_rolls() {
        let mut names = Names::default();
        names.add_unit("a", 1, "Skippon".into());
        names.add_unit("b", 1, "Rupert".into());
        names.add_side("a", "Parliament".into());
        assert_eq!(names.split_all("a1_b1_hit"), (vec!["Skippon"], "hit"));
        names.add_unit("b", 2, "Byron".into());
        assert_eq!(names.split_all("a1_b2_kill_pikes"), (vec!["Skippon", "Byron"], "kill_pikes"));
        assert_eq!(names.split_all("kill_pikes"), (vec![], "kill_pikes"));
    }

    #[test]
    fn an_id_begins_with_a_name_up_to_an_underscore() {
        assert_eq!(named().split_id("fighter_1_hit"), Some(("Otto", "hit")));
        assert_eq!(named().split_id("side_a"), Some(("Parliament", "")));
        assert_eq!(named().split_id("side_above"), None);
    }
}
