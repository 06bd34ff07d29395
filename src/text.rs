//! Sentences for players.
//!
//! Every sentence is an English template, written beside the rule that it tells of, and what fills its gaps.
//! The template is also the key under which a translation is found, so a sentence without one is still shown, in English.

use std::fmt;

/// A sentence for players: a template with `{gaps}` and what fills them.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    template: &'static str,
    gaps: Vec<(&'static str, Gap)>,
}

/// What fills a gap in a [`Text`].
#[derive(Clone, Debug, PartialEq)]
pub enum Gap {
    /// A number, shown without needless decimals.
    Number(f64),
    /// A term of the game, itself to be translated.
    Term(&'static str),
    /// A name that players gave: never translated.
    Name(String),
    /// A sentence within the sentence.
    Text(Text),
}

impl Text {
    /// A template and its gaps; usually written as [`text!`](crate::text!).
    pub fn new(template: &'static str, gaps: Vec<(&'static str, Gap)>) -> Self {
        Self { template, gaps }
    }

    /// The sentence with `translate` applied to the template and to every term.
    pub fn render(&self, translate: &dyn Fn(&str) -> Option<String>) -> String {
        let mut out = translate(self.template).unwrap_or_else(|| self.template.to_owned());
        for (name, gap) in &self.gaps {
            let filling = match gap {
                Gap::Number(number) => number.to_string(),
                Gap::Term(term) => translate(term).unwrap_or_else(|| (*term).to_owned()),
                Gap::Name(name) => name.clone(),
                Gap::Text(text) => text.render(translate),
            };
            out = out.replace(&format!("{{{name}}}"), &filling);
        }
        out
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(&|_| None))
    }
}

impl From<&'static str> for Text {
    fn from(template: &'static str) -> Self {
        Self::new(template, Vec::new())
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

/// Writes a [`Text`]: `text!("{n} hits: a counter each", n = hits)`.
#[macro_export]
macro_rules! text {
    ($template:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::text::Text::new($template, vec![$((stringify!($name), $crate::text::Gap::from($value))),*])
    };
}

#[cfg(test)]
mod tests {
    #[test]
    fn gaps_are_filled_with_numbers_terms_and_names() {
        let text = text!("{n} hits on {who} ({what})", n = 2, who = String::from("Byron's"), what = "horse");
        assert_eq!(text.to_string(), "2 hits on Byron's (horse)");
    }

    #[test]
    fn templates_and_terms_are_translated_and_names_are_not() {
        let text = text!("{who}: {what}", who = String::from("horse"), what = "horse");
        let french = |english: &str| (english == "horse").then(|| "cavalerie".to_owned());
        assert_eq!(text.render(&french), "horse: cavalerie");
    }
}
