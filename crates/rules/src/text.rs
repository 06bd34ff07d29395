//! Sentences for players.
//!
//! A sentence is an English template, written next to its rule, with values for its gaps. The template is also the key of its translation,
//! and is shown if there is no translation. Code that shows another text than a [`Text`] translates it with [`say`].
//!
//! A word that depends on a number is a gap with its singular and plural: `It moves {n} {n|inch|inches}.`
//!
//! Translations are in [catalogues](speak), `public/lang/<language>/*.json`. A test (`tests/it/words.rs`) lists missing translations. The
//! native program has no catalogues: the contract answers in English.

mod folded;
mod given;
mod room;
mod written;

pub use folded::folded;
pub use given::{SHORT, ends, is_blank, short_proposed, shortened};
pub use room::room_words;

use crate::names::{self, Names};
use serde_json::{Map, Value as Json};
use std::fmt;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Catalogues of translations: English text → translation. They are searched in order, after the leading one.
static CATALOGUES: OnceLock<Vec<Map<String, Json>>> = OnceLock::new();
/// Index of the catalogue that is searched first. If there is no such catalogue, none leads.
static LEADING: AtomicUsize = AtomicUsize::new(NONE_LEADS);
const NONE_LEADS: usize = usize::MAX;

/// Sets the catalogues: English text → translation. Must be called before any text is shown. Later calls
/// do nothing.
pub fn speak(catalogues: Vec<Map<String, Json>>) {
    // If the catalogues are set already, this call does nothing.
    let _ = CATALOGUES.set(catalogues);
}

/// Sets the catalogue that is searched before the others, by its index; `None` if they are searched in order alone. Words such as "Mount"
/// or "Stands" mean different things in different rulesets, so on pages of a ruleset its catalogue leads.
pub fn lead(catalogue: Option<usize>) {
    LEADING.store(catalogue.unwrap_or(NONE_LEADS), Ordering::Relaxed);
}

/// Returns the translation of a text, or the text itself if there is no translation.
pub fn say(english: &str) -> &str {
    let catalogues = CATALOGUES.get().map_or(&[][..], Vec::as_slice);
    say_in(catalogues, LEADING.load(Ordering::Relaxed), english)
}

/// Returns the translation of a text in the first of these catalogues that has it, after the one with the index `leading`.
fn say_in<'a>(catalogues: &'a [Map<String, Json>], leading: usize, english: &'a str) -> &'a str {
    let mut searched = catalogues.get(leading).into_iter().chain(catalogues);
    searched.find_map(|catalogue| catalogue.get(english)?.as_str()).unwrap_or(english)
}

/// Returns the headings of a rule in its source, such as `Melee; Slowing dice`, each in the player's language.
pub fn headings(source: &str) -> String {
    source.split("; ").map(say).collect::<Vec<_>>().join(say("; "))
}

/// Marks a word as one that players read. Without it, the list for translators omits a word that looks like an id.
pub const fn term(word: &'static str) -> &'static str {
    word
}

/// Returns the name of a field without Rust's escape for keywords: `where` for `r#where`.
pub const fn plain_name(name: &'static str) -> &'static str {
    match name.as_bytes() {
        [b'r', b'#', ..] => name.split_at(2).1,
        _ => name,
    }
}

/// Formats a number without superfluous decimals, with a proper minus sign.
pub fn number(number: f64) -> String {
    number.to_string().replace('.', say(".")).replace('-', "−")
}

/// Rounds a number to tenths, the precision of averages.
pub fn tenths(number: f64) -> f64 {
    // Adding 0 turns a negative zero, such as an empty sum, into 0.
    (number * 10.0).round() / 10.0 + 0.0
}

/// Formats a number that is added to another: `+1`, `−0.5`.
pub fn signed(added: f64) -> String {
    if added < 0.0 { number(added) } else { format!("+{}", number(added)) }
}

/// Returns the text with its first letter in upper case.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// Formats a probability, from 0 to 1, as a percentage: `26 %`.
pub fn percent(probability: f64) -> String {
    match probability * 100.0 {
        p if p > 0.0 && p < 1.0 => say("under 1 %").into(),
        p if p > 99.0 && p < 100.0 - 1e-9 => say("over 99 %").into(),
        // Adding 0 turns a negative zero, such as an empty sum, into 0.
        p => crate::text!("{n} %", n = p.round() + 0.0).to_string(),
    }
}

/// Returns an id as words inside a sentence: `front_muskets` → `front muskets`.
pub fn spaced(id: &str) -> String {
    say(&id.replace('_', " ")).to_owned()
}

/// Returns an id as words: `front_muskets` → `Front muskets`.
pub fn words(id: &str) -> String {
    capital(&spaced(id))
}

/// Returns a label for use inside a sentence, without its capital.
pub fn uncapital(words: &str) -> String {
    let mut chars = words.chars();
    let first = chars.next().map(|first| first.to_ascii_lowercase());
    first.into_iter().chain(chars).collect()
}

/// A sentence for players: a template with `{gaps}` and their values.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    template: &'static str,
    gaps: Vec<(&'static str, Gap)>,
}

/// A value for a gap in a [`Text`].
#[derive(Clone, Debug, PartialEq)]
pub enum Gap {
    /// A number, shown without superfluous decimals.
    Number(f64),
    /// A term of the game, which is translated.
    Term(&'static str),
    /// A name that players gave, which is never translated.
    Name(String),
    /// A unit that takes part: the tag of its role, and its number in the role, from 1.
    Unit(&'static str, usize),
    /// A side, by its id: `a`.
    Side(&'static str),
    /// A sentence within the sentence.
    Text(Text),
}

impl Text {
    /// Fills a gap; usually written as [`text!`](crate::text!).
    #[must_use]
    pub fn with(mut self, gap: &'static str, filling: impl Into<Gap>) -> Self {
        self.gaps.push((gap, filling.into()));
        self
    }

    /// Returns the sentence in the player's language, with these names of units and sides.
    pub fn named(&self, names: &Names) -> String {
        self.render(say, names)
    }

    /// Returns the sentence, with `say` applied to the template and to every term. A gap without a value is the tag of a unit or a side, as
    /// in a [label](Names::label).
    fn render(&self, say: fn(&str) -> &str, names: &Names) -> String {
        let named = |tag: &str| names.find(tag).map_or_else(|| names::spoken(tag, say), str::to_owned);
        let filling = |gap: &str| self.gaps.iter().find(|(known, _)| *known == gap).map(|(_, filling)| filling);
        names::fill(say(self.template), |gap| match filling(gap) {
            Some(Gap::Number(own)) => number(*own),
            // A term may be a label that has a gap itself.
            Some(Gap::Term(term)) => names::fill(say(term), named),
            Some(Gap::Name(name)) => name.clone(),
            Some(Gap::Unit(tag, number)) => named(&names::unit_tag(tag, *number)),
            Some(Gap::Side(id)) => named(&names::side_tag(id)),
            Some(Gap::Text(text)) => text.render(say, names),
            None => {
                match gap.split_once('|').and_then(|(number, forms)| Some((filling(number)?, forms.split_once('|')?))) {
                    Some((Gap::Number(own), (one, many))) => if is_one(*own, say) { one } else { many }.to_owned(),
                    _ => named(gap),
                }
            }
        })
    }
}

/// Key of the plural rule: English uses the plural for every number except 1.
const MANY_IN_ENGLISH: &str = term("many: any but 1");
/// Translation of that key for languages whose plural begins at 2, such as French.
pub const MANY_FROM_2: &str = "many: 2 or more";

/// True if the language uses the singular for this number.
fn is_one(number: f64, say: fn(&str) -> &str) -> bool {
    if say(MANY_IN_ENGLISH) == MANY_FROM_2 { number.abs() < 2.0 } else { number.abs() == 1.0 }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.named(&Names::default()))
    }
}

impl From<&'static str> for Text {
    fn from(template: &'static str) -> Self {
        Self { template, gaps: Vec::new() }
    }
}

impl From<Gap> for Text {
    fn from(gap: Gap) -> Self {
        Self { template: "{gap}", gaps: vec![("gap", gap)] }
    }
}

macro_rules! gap_from_number {
    ($($number:ty),*) => {$(
        impl From<$number> for Gap {
            fn from(number: $number) -> Self {
                Gap::Number(f64::from(number))
            }
        }
    )*};
}
gap_from_number!(u8, u16, i32, u32, f64);

impl From<usize> for Gap {
    fn from(count: usize) -> Self {
        Gap::Number(u32::try_from(count).map_or(f64::INFINITY, f64::from))
    }
}

impl From<&'static str> for Gap {
    fn from(term: &'static str) -> Self {
        Gap::Term(term)
    }
}

impl From<String> for Gap {
    fn from(name: String) -> Self {
        Gap::Name(name)
    }
}

impl From<Text> for Gap {
    fn from(text: Text) -> Self {
        Gap::Text(text)
    }
}

/// Makes a [`Text`]: `text!("{n} hits: a counter each", n = hits)`.
#[macro_export]
macro_rules! text {
    ($template:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::text::Text::from($template)$(.with(stringify!($name), $value))*
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_leading_catalogue_is_searched_first() {
        let catalogue =
            |words: &[(&str, &str)]| words.iter().map(|(key, word)| ((*key).to_owned(), (*word).into())).collect();
        let catalogues: [Map<String, Json>; 2] =
            [catalogue(&[("Stands", "Tient"), ("Pike", "Piques")]), catalogue(&[("Stands", "Socles")])];
        assert_eq!(
            [0, 1, NONE_LEADS].map(|leading| say_in(&catalogues, leading, "Stands")),
            ["Tient", "Socles", "Tient"]
        );
        assert_eq!(["Pike", "Musket"].map(|word| say_in(&catalogues, 1, word)), ["Piques", "Musket"]);
    }

    #[test]
    fn a_sum_of_no_probabilities_is_0_percent() {
        assert_eq!(percent(std::iter::empty::<f64>().sum()), "0 %");
        assert_eq!(percent(-0.0), "0 %");
        assert_eq!(percent(0.004), "under 1 %");
    }

    #[test]
    fn a_sentence_begins_with_a_capital_and_the_rest_stays_as_it_is() {
        let capitals = ["one counter of 6.", "à droite", "œil", "5 hits", "Élan", ""].map(capital);
        assert_eq!(capitals, ["One counter of 6.", "À droite", "Œil", "5 hits", "Élan", ""]);
    }

    #[test]
    fn gaps_are_filled_with_numbers_terms_and_names() {
        let text = text!("{n} hits on {who} ({what})", n = 2, who = String::from("Byron's"), what = "horse");
        assert_eq!(text.to_string(), "2 hits on Byron's (horse)");
    }

    #[test]
    fn a_word_agrees_with_its_number_as_each_language_does() {
        fn french(english: &str) -> &str {
            match english {
                MANY_IN_ENGLISH => MANY_FROM_2,
                "{n} {n|inch|inches}, {m} {m|die|dice}" => "{n} {n|pouce|pouces}, {m} {m|dé|dés}",
                "." => ",",
                _ => english,
            }
        }
        let text = |n: f64, m: i32| text!("{n} {n|inch|inches}, {m} {m|die|dice}", n = n, m = m);
        let english = [text(1.0, 2), text(0.0, 1), text(1.5, 0), text(-1.0, 1)].map(|text| text.to_string());
        assert_eq!(english, ["1 inch, 2 dice", "0 inches, 1 die", "1.5 inches, 0 dice", "−1 inch, 1 die"]);
        let said = [text(1.0, 2), text(0.0, 1), text(2.0, 0)].map(|text| text.render(french, &Names::default()));
        assert_eq!(said, ["1 pouce, 2 dés", "0 pouce, 1 dé", "2 pouces, 0 dé"]);
    }

    #[test]
    fn probabilities_are_shown_in_whole_percents() {
        let shown = [0.0, 0.004, 0.257, 0.995, 1.0].map(percent);
        assert_eq!(shown, ["0 %", "under 1 %", "26 %", "over 99 %", "100 %"]);
    }

    #[test]
    fn templates_and_terms_are_translated_and_names_are_not() {
        let text = text!("{who}: {what}", who = String::from("horse"), what = "horse");
        fn french(english: &str) -> &str {
            if english == "horse" { "cavalerie" } else { english }
        }
        assert_eq!(text.render(french, &Names::default()), "horse: cavalerie");
    }
}
