//! Meanings of a ruleset's terms and modifiers, each as a sentence with the heading of the source.

/// A term, or a modifier of a roll.
#[derive(Debug)]
pub struct Term {
    /// Ids of the modifiers, trackers or fields that it explains.
    pub ids: &'static [&'static str],
    /// Ids of the procedures in which it has this meaning; empty: all.
    pub of: &'static [&'static str],
    /// Label for players.
    pub label: &'static str,
    /// The rule, in our own words.
    pub rule: &'static str,
    /// Headings of the source.
    pub heading: &'static str,
}

/// The terms of a ruleset.
#[derive(Debug)]
pub struct Glossary {
    /// Modifiers of rolls, by the ids that rules record.
    pub modifiers: &'static [Term],
    /// Terms, by the ids of trackers and fields.
    pub terms: &'static [Term],
}

impl Term {
    /// Returns a term with these ids.
    pub const fn of(
        ids: &'static [&'static str],
        label: &'static str,
        heading: &'static str,
        rule: &'static str,
    ) -> Self {
        Self { ids, of: &[], label, rule, heading }
    }

    /// Restricts the meaning to these procedures. Must precede the general meaning in the list.
    #[must_use]
    pub const fn within(mut self, procedures: &'static [&'static str]) -> Self {
        self.of = procedures;
        self
    }

    fn is_of(&self, procedure: &str) -> bool {
        self.of.is_empty() || self.of.contains(&procedure)
    }
}

impl Glossary {
    /// Returns the meaning of a modifier in a procedure, and the prefix of its id: `a1_` of `a1_counters`. `None` if there is none.
    pub fn modifier<'a>(&self, procedure: &str, id: &'a str) -> Option<(&'static Term, &'a str)> {
        let before = |known: &str| {
            let before = id.strip_suffix(known)?;
            (before.is_empty() || before.ends_with('_')).then_some(before)
        };
        let found = |term: &'static Term| {
            let before = term.ids.iter().filter_map(|known| before(known)).min_by_key(|before| before.len())?;
            Some((term, before))
        };
        let all = self.modifiers.iter().filter(|term| term.is_of(procedure)).filter_map(found);
        // The longest matching id wins. Among equally long ones the first of the list wins: meanings within procedures precede general ones.
        all.reduce(|best, other| if other.1.len() < best.1.len() { other } else { best })
    }

    /// Returns the term of a tracker or a field, by its id. `None` if there is none.
    pub fn term(&self, id: &str) -> Option<&'static Term> {
        self.terms.iter().find(|term| term.ids.contains(&id))
    }
}
