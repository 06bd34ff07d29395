//! Markers of trackers on the table.

/// A marker next to a unit, or in a side's status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// A round counter.
    Counter,
    /// A stand on its base.
    Stand,
    /// A hit; several are stacked.
    Hit,
    /// A chip.
    Chip,
    /// A card, face up.
    Card,
    /// A deck of cards, face down.
    Deck,
    /// A moon.
    Night,
    /// A disc with a letter that depends on the value as JSON text: (value, letter). For instance `F` for a unit that has fired.
    Disc(&'static [(&'static str, &'static str)]),
}

impl Look {
    /// Returns the name of its drawing.
    pub fn name(self) -> &'static str {
        match self {
            Look::Counter => "counter",
            Look::Stand => "stand",
            Look::Hit => "hit",
            Look::Chip => "chip",
            Look::Card => "card",
            Look::Deck => "deck",
            Look::Night => "night",
            Look::Disc(_) => "disc",
        }
    }

    /// Returns the letter of its disc for a value. `None` if the value has no letter, or the marker is not a disc.
    pub fn letter(self, held: &serde_json::Value) -> Option<&'static str> {
        let Look::Disc(letters) = self else { return None };
        let held = held.as_str().map_or_else(|| held.to_string(), str::to_owned);
        letters.iter().find(|(value, _)| *value == held).map(|(_, letter)| *letter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disc_has_the_letter_of_its_value() {
        let fired = Look::Disc(&[("true", "F")]);
        assert_eq!(fired.letter(&true.into()), Some("F"));
        assert_eq!(fired.letter(&false.into()), None);
        let state = Look::Disc(&[("disordered", "D"), ("routed", "R")]);
        assert_eq!(state.letter(&"routed".into()), Some("R"));
        assert_eq!(state.letter(&"ok".into()), None);
        assert_eq!(Look::Chip.letter(&true.into()), None);
    }
}
