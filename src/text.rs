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
    /// Somebody who takes part: by name where the table knows it.
    Who(Who),
}

/// Somebody who takes part in a procedure, where a sentence speaks of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Who {
    /// The role.
    pub role: &'static str,
    /// Which of the role's units, from 0.
    pub index: usize,
    /// What they are called where no name is known: `the fighter`.
    pub otherwise: &'static str,
}

impl Text {
    /// A template and its gaps; usually written as [`text!`](crate::text!).
    pub fn new(template: &'static str, gaps: Vec<(&'static str, Gap)>) -> Self {
        Self { template, gaps }
    }

    /// The same with names in it, of all that `name` knows by role and place.
    #[must_use]
    pub fn naming(&self, name: &dyn Fn(&str, usize) -> Option<String>) -> Self {
        let named = |gap: &Gap| match gap {
            Gap::Who(who) => name(who.role, who.index).map_or(Gap::Who(*who), Gap::Name),
            Gap::Text(text) => Gap::Text(text.naming(name)),
            other => other.clone(),
        };
        Self { template: self.template, gaps: self.gaps.iter().map(|(gap, filling)| (*gap, named(filling))).collect() }
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
                Gap::Who(who) => {
                    let word = translate(who.otherwise).unwrap_or_else(|| who.otherwise.to_owned());
                    if who.index == 0 { word } else { format!("{word} {}", who.index + 1) }
                }
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

impl From<Who> for Gap {
    fn from(who: Who) -> Self {
        Gap::Who(who)
    }
}

impl From<Text> for Gap {
    fn from(text: Text) -> Self {
        Gap::Text(text)
    }
}

/// Writes a [`Text`](crate::text::Text): `text!("{n} hits: a counter each", n = hits)`.
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
    fn whoever_takes_part_is_named_where_the_table_knows_the_name() {
        let who = super::Who { role: "many", index: 1, otherwise: "opponent" };
        let text = text!("{fate} for {who}", fate = text!("Alas {who}!", who = who), who = who);
        assert_eq!(text.to_string(), "Alas opponent 2! for opponent 2");
        let name = |role: &str, index: usize| (role == "many" && index == 1).then(|| "Ruy".to_owned());
        assert_eq!(text.naming(&name).to_string(), "Alas Ruy! for Ruy");
    }

    #[test]
    fn templates_and_terms_are_translated_and_names_are_not() {
        let text = text!("{who}: {what}", who = String::from("horse"), what = "horse");
        let french = |english: &str| (english == "horse").then(|| "cavalerie".to_owned());
        assert_eq!(text.render(&french), "horse: cavalerie");
    }
}
