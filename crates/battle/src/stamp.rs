//! Stamps. They order the events of a log to which several tabs add.

use super::checked_string::checked_string;
use serde::{Deserialize, Serialize};
use std::fmt;

/// All numbers of events are below this. No battle has nearly as many events, and the next number still fits the type.
const NUMBER_LIMIT: u32 = 999_999_999;

/// Position of an event in its log: a number, then the tab that wrote the event.
///
/// Two tabs can have one battle open and act at the same moment without knowing of each other. These rules ensure that no act is lost, and
/// that both tabs read the log in the same way:
///
/// - **No two events share a stamp.** A tab's name is drawn each time the page is loaded, so even a duplicated tab gets another name. The
///   numbers of a tab only rise.
/// - **An event comes after all events that its writer had seen**: its number is one above the highest that the tab knew.
/// - **The order of stamps is total**, so all tabs that have seen the same events have them in the same order.
/// - **An undo and a redo contain the stamp of their act.** If an undo arrives late or twice, it takes back only the act that the player meant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Stamp {
    number: u32,
    tab: String,
}

impl Stamp {
    /// The first stamp of `tab` after `last`.
    pub fn after(last: Option<&Stamp>, tab: &str) -> Self {
        Self { number: last.map_or(0, |last| last.number + 1), tab: tab.to_owned() }
    }

    /// The number, counted from 0.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// The tab that wrote the event.
    pub fn tab(&self) -> &str {
        &self.tab
    }

    /// The device that wrote the event: the first part of the tab's name. Tabs of earlier versions have no device in their names; each
    /// counts as a device.
    pub fn device(&self) -> Device {
        let first = self.tab.get(..DEVICE).filter(|_| self.names_device());
        Device(first.unwrap_or(&self.tab).to_owned())
    }

    /// True if the tab's name begins with the name of a device.
    pub fn names_device(&self) -> bool {
        self.tab.len() > DEVICE
    }

    /// Reads a stamp such as `12-k3x9`; `None` for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        let (number, tab) = text.split_once('-')?;
        // Each stamp has one spelling: `+1-a` and `01-a` would be other names for the position `1-a`.
        let plain = number == "0" || !number.starts_with(['0', '+']);
        let number = number.parse().ok().filter(|number| *number < NUMBER_LIMIT)?;
        (plain && is_tab(tab)).then(|| Self { number, tab: tab.to_owned() })
    }
}

/// Number of characters of a device's name, with which the names of its tabs begin.
const DEVICE: usize = 8;

/// Name of a device in logs: 40 random bits, drawn once. The name of each of its tabs begins with it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Device(String);

impl Device {
    /// Reads the name of a device; `None` for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        is_tab(text).then(|| Self(text.to_owned()))
    }

    /// Name for a tab of this device. `drawn` is a random text, drawn each time a page is loaded; its first 8 characters are used.
    pub fn tab(&self, drawn: &str) -> String {
        let first: String = self.0.chars().chain("00000000".chars()).take(DEVICE).collect();
        first + &drawn.chars().take(DEVICE).collect::<String>()
    }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

checked_string!(Device, is_tab, "a device is up to 16 small letters and digits");

fn is_tab(text: &str) -> bool {
    (1..=16).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

impl fmt::Display for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.number, self.tab)
    }
}

impl From<Stamp> for String {
    fn from(stamp: Stamp) -> Self {
        stamp.to_string()
    }
}

impl TryFrom<String> for Stamp {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::parse(&text).ok_or("a stamp is a number, a hyphen and the name of a tab")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_stamp_has_one_spelling() {
        for text in ["0-a", "12-k3x9", "999999998-0123456789abcdef"] {
            assert_eq!(Stamp::parse(text).map(|stamp| stamp.to_string()).as_deref(), Some(text));
        }
        for text in
            ["", "-", "1", "1-", "-a", "01-a", "+1-a", "1-A", "1-a/b", "1-é", "999999999-a", "1-0123456789abcdefg"]
        {
            assert_eq!(Stamp::parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_number_comes_first_and_then_the_tab() {
        let stamp = |text| Stamp::parse(text).unwrap();
        assert!(stamp("2-z") < stamp("10-a"));
        assert!(stamp("2-a") < stamp("2-b"));
        assert!(Stamp::after(Some(&stamp("2-z")), "a") > stamp("2-z"));
        assert_eq!(Stamp::after(None, "a"), stamp("0-a"));
    }

    /// All texts of these letters with up to `longest` characters.
    fn texts(letters: &str, longest: usize) -> Vec<String> {
        let mut all = vec![String::new()];
        let mut last = 0;
        for _ in 0..longest {
            let next: Vec<String> = all[last..]
                .iter()
                .flat_map(|text| letters.chars().map(move |letter| format!("{text}{letter}")))
                .collect();
            last = all.len();
            all.extend(next);
        }
        all
    }

    #[test]
    fn every_short_text_is_the_spelling_of_a_stamp_or_is_refused() {
        let mut read = 0;
        for text in texts("019-+az A", 5) {
            let Some(stamp) = Stamp::parse(&text) else { continue };
            assert_eq!(stamp.to_string(), text);
            read += 1;
        }
        // Numbers of one digit (0, 1, 9), of two (six of these) and of three (18), then a hyphen and as many characters as remain.
        let numbers = [3, 6, 18];
        let tabs = |longest: u32| (1..=longest).map(|length| 5_usize.pow(length)).sum::<usize>();
        assert_eq!(read, numbers[0] * tabs(3) + numbers[1] * tabs(2) + numbers[2] * tabs(1));
    }

    #[test]
    fn the_order_is_total_over_every_small_triple_and_the_next_stamp_is_above_all() {
        let tabs = texts("0az", 2);
        let all: Vec<Stamp> = (0..12)
            .flat_map(|number| tabs.iter().filter_map(move |tab| Stamp::parse(&format!("{number}-{tab}"))))
            .collect();
        assert_eq!(all.len(), 12 * 12);
        for one in &all {
            for two in &all {
                assert_eq!(one.cmp(two), two.cmp(one).reverse());
                assert_eq!(one == two, one.to_string() == two.to_string());
                assert_eq!(one.number() < two.number(), one < two && one.number() != two.number());
                let next = Stamp::after(Some(one.max(two)), "0");
                assert!(next > *one && next > *two);
                for three in &all {
                    assert!(!(one < two && two < three) || one < three, "{one} < {two} < {three}");
                }
            }
        }
    }
}
