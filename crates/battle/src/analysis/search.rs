//! Search of a ruleset's quick reference.

use rules::procedure::Procedure;
use rules::ruleset::{Part, Ruleset};
use rules::text::{folded, headings, say};

/// English and French words that are too frequent to search for, without accents and in lower case.
const SMALL: [&str; 44] = [
    "a", "an", "and", "are", "as", "at", "be", "by", "do", "for", "from", "how", "if", "in", "is", "it", "of", "on",
    "or", "that", "the", "to", "what", "when", "with", "au", "aux", "ce", "de", "des", "du", "en", "est", "et", "la",
    "le", "les", "ou", "par", "pour", "que", "sur", "un", "une",
];

/// A search for words, in any order. It ignores case and accents, and treats singular and plural alike.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Search {
    /// For each word, all its forms.
    words: Vec<Vec<String>>,
    /// True if one of the words is enough.
    takes_any: bool,
}

/// A passage that was found, by its indexes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Passage {
    /// A part of a chapter.
    Part(usize, usize),
    /// A procedure.
    Procedure(usize),
    /// A ruling.
    Ruling(usize),
}

impl Search {
    /// The search for the words of a text. Small words count only if there are no others.
    pub fn of(text: &str) -> Self {
        let text = folded(text);
        let is_small = |word: &&str| SMALL.contains(word);
        let large: Vec<&str> = text.split_whitespace().filter(|word| !is_small(word)).collect();
        let words = if large.is_empty() { text.split_whitespace().collect() } else { large };
        Self { words: words.into_iter().map(forms).collect(), takes_any: false }
    }

    /// True if one of the words is enough, because no passage has all of them.
    pub fn takes_any(&self) -> bool {
        self.takes_any
    }

    /// True if there are no words to search for. Such a search finds everything.
    pub fn is_for_all(&self) -> bool {
        self.words.is_empty()
    }

    fn finds(&self, texts: &[&str]) -> bool {
        let text = folded(&texts.iter().map(|text| say(text)).collect::<Vec<_>>().join(" "));
        let has = |forms: &Vec<String>| forms.iter().any(|form| text.contains(form.as_str()));
        if self.takes_any { self.words.iter().any(has) } else { self.words.iter().all(has) }
    }

    /// The rows of a table that match. All rows if the caption matches or the search is empty.
    pub fn rows<'a>(&self, caption: &str, head: &[&str], rows: &'a [&'a [&'a str]]) -> Vec<&'a [&'a str]> {
        let within = |row: &[&str]| self.finds(&[&[caption], head, row].concat());
        let whole = self.finds(&[caption]) || self.finds(head);
        let found: Vec<_> = rows.iter().copied().filter(|row| whole || within(row)).collect();
        if found.is_empty() { rows.to_vec() } else { found }
    }

    /// Searches a ruleset. Returns the search and the passages with all its words. If there are none, any of the words is enough, and the
    /// returned search says so.
    pub fn through(&self, ruleset: &Ruleset) -> (Self, Vec<Passage>) {
        if self.is_for_all() {
            return (self.clone(), Vec::new());
        }
        let found = self.passages(ruleset);
        if !found.is_empty() || self.words.len() == 1 {
            return (self.clone(), found);
        }
        let any = Self { takes_any: true, ..self.clone() };
        let found = any.passages(ruleset);
        (any, found)
    }

    /// Every passage of a ruleset that matches. If the title of a chapter matches, all its parts do.
    fn passages(&self, ruleset: &Ruleset) -> Vec<Passage> {
        let mut found = Vec::new();
        for (place, chapter) in ruleset.texts.reference.iter().enumerate() {
            let whole = self.finds(&[chapter.title]);
            let parts = chapter.parts.iter().enumerate().filter(|(_, part)| whole || self.finds_in(part));
            found.extend(parts.map(|(part, _)| Passage::Part(place, part)));
        }
        let procedures = ruleset.procedures.iter().enumerate();
        let bans = |procedure: &Procedure| {
            procedure.all_bans().filter(|ban| !ban.is_of_table()).any(|ban| self.finds(&[ban.message()]))
        };
        let procedures = procedures.filter(|(_, procedure)| {
            self.finds(&[procedure.title, procedure.about, &headings(procedure.heading)]) || bans(procedure)
        });
        found.extend(procedures.map(|(place, _)| Passage::Procedure(place)));
        let rulings = ruleset.texts.rulings.iter().enumerate();
        let rulings = rulings.filter(|(_, ruling)| self.finds(&[ruling.number, ruling.question, ruling.answer]));
        found.extend(rulings.map(|(place, _)| Passage::Ruling(place)));
        found
    }

    fn finds_in(&self, part: &Part) -> bool {
        match part {
            Part::Words(words) => self.finds(&[words]),
            Part::Table { caption, head, rows } => {
                self.finds(&[caption]) || rows.iter().any(|row| self.finds(&[&[*caption], *head, *row].concat()))
            }
        }
    }
}

/// The forms of a word: as it was typed, and as a singular or plural in English or French. All without accents and in lower case.
fn forms(word: &str) -> Vec<String> {
    // Endings of the plural and of the singular.
    const ENDINGS: [(&str, &str); 4] = [("men", "man"), ("ies", "y"), ("eaux", "eau"), ("aux", "al")];
    const SHORTEST: usize = 3;
    let other = |from: &str, to: &str| {
        let stem = word.strip_suffix(from)?;
        (stem.len() + to.len() >= SHORTEST).then(|| format!("{stem}{to}"))
    };
    let mut forms = vec![word.to_owned()];
    forms.extend(
        ENDINGS.iter().flat_map(|(plural, singular)| [other(plural, singular), other(singular, plural)]).flatten(),
    );
    // A plural with an added ending contains the singular, so only the removal of an ending makes another form.
    let is_plural = word.ends_with('s') && !word.ends_with("ss");
    forms.extend(is_plural.then(|| other("s", "")).flatten());
    forms.extend(
        ["ches", "shes", "xes", "sses"].iter().any(|ending| word.ends_with(ending)).then(|| other("es", "")).flatten(),
    );
    forms
}

#[cfg(test)]
mod tests {
    use super::*;
    use test_rulesets as rulesets;

    fn finds(words: &str, text: &str) -> bool {
        Search::of(words).finds(&[text])
    }

    #[test]
    fn case_accents_and_number_make_no_difference() {
        for (words, text) in [
            ("PIKES", "A unit of pike"),
            ("pike", "All pikes"),
            ("pikemen", "A pikeman"),
            ("pikeman", "Pikemen"),
            ("batteries", "a battery"),
            ("battery", "Two batteries"),
            ("charges", "It may charge"),
            ("melees", "Mêlée"),
            ("généraux", "Le général"),
            ("drapeaux", "un drapeau"),
            ("inches", "an inch"),
        ] {
            assert!(finds(words, text), "{words} in {text}");
        }
        assert!(!finds("pass", "pa"), "nothing is cut from a word in ss");
        assert!(!finds("charge", "It may shoot"));
    }

    #[test]
    fn small_words_count_only_if_there_are_no_others() {
        assert!(finds("the charge of the horse", "Horse: charge"));
        assert!(!finds("the charge of the guns", "Horse: charge"));
        assert!(finds("the", "the horse") && !finds("the", "horse"));
    }

    #[test]
    fn passages_with_any_word_are_found_if_none_has_all() {
        for ruleset in rulesets::ALL.iter().filter(|ruleset| !ruleset.texts.reference.is_empty()) {
            let is_large = |word: &&str| word.len() > 3 && !SMALL.contains(&folded(word).as_str());
            let word = ruleset.texts.reference[0].title.split_whitespace().find(is_large).unwrap();
            let (all, found) = Search::of(word).through(ruleset);
            assert!(!found.is_empty() && !all.takes_any(), "{}", ruleset.named.id);
            let (any, with_any) = Search::of(&format!("{word} xyzzy")).through(ruleset);
            assert!(any.takes_any(), "{}", ruleset.named.id);
            assert_eq!(with_any, found, "{}", ruleset.named.id);
            let (one, nothing) = Search::of("xyzzy").through(ruleset);
            assert!(!one.takes_any() && nothing.is_empty(), "{}", ruleset.named.id);
        }
    }
}
