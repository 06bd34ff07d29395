//! Offers of group acts, as buttons show them.

use crate::referee::JointOffer;
use serde_json::Value as Json;

impl JointOffer {
    /// Identifies the offer among those of its procedure and side in an address: the index of its variant, or its answers for all units as
    /// letters and digits. `None` if it has neither.
    pub fn variant(&self) -> Option<String> {
        if let Some(variant) = self.variant {
            let index = self.procedure.variants.iter().position(|known| std::ptr::eq(known, variant));
            return index.map(|index| index.to_string());
        }
        let word = |answer: &Json| answer.as_str().map_or_else(|| answer.to_string(), str::to_owned);
        let words: Vec<String> = self.answers().values().map(word).collect();
        let letters = words.join("-").replace(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-', "_");
        (!letters.is_empty()).then_some(letters)
    }
}
