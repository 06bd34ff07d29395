//! Texts about an act before its dice are rolled.

use crate::text::Text;

/// Texts about an act before its dice are rolled.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Preview {
    /// Sentences such as the number that a shot needs, the distribution of shots, or the order of blows.
    pub words: Vec<Text>,
    /// Sentences on consequences that depend on no die, such as cavalry that becomes Irregular by close fire. Every outcome contains
    /// them, too.
    pub certain: Vec<Text>,
    /// Reason for the number of dice of the first roll, in a few words: `8 figures ÷ 4`. `None` if no explanation is needed.
    pub dice_from: Option<Text>,
    /// Effect of the answer to the choice that [decides](crate::form::Field::decides) the act, in a few words: `1 pip`. `None` if
    /// the option's label is enough.
    pub gives: Option<Text>,
}

impl Preview {
    /// Returns a preview with these sentences.
    pub fn of(words: impl IntoIterator<Item = Text>) -> Self {
        Self { words: words.into_iter().collect(), ..Self::default() }
    }

    /// Sets the sentences on consequences that depend on no die.
    #[must_use]
    pub fn certain(mut self, certain: Vec<Text>) -> Self {
        self.certain = certain;
        self
    }

    /// Sets what the answer to the choice that decides the act gives.
    #[must_use]
    pub fn gives(mut self, gives: impl Into<Text>) -> Self {
        self.gives = Some(gives.into());
        self
    }

    /// Sets the reason for the number of dice of the first roll.
    #[must_use]
    pub fn dice_from(mut self, dice_from: Option<Text>) -> Self {
        self.dice_from = dice_from;
        self
    }
}
