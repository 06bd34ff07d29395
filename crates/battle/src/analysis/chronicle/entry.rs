//! An entry of the chronicle: the facts of a battle that remain when its log is deleted.

use super::luck_text;
use crate::Header;
use crate::analysis::calibration::{BANDS, Band, Calibration};
use crate::analysis::luck::Luck;
use rules::closing::Verdict;
use rules::facts::FactValue;
use rules::form::Choices;
use rules::subject::Side;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Maximum size of a saved entry, in bytes.
pub const LONGEST: usize = 1024;
/// Maximum length of the battle's name, in characters.
const NAME: usize = 60;
/// Maximum length of the name of a side, unit, scenario or ruleset, in characters.
const SIDE: usize = 30;
/// Maximum length of the note and of the turning point, in characters.
const SENTENCE: usize = 160;
/// Number of units for which dice and sentences always leave space.
const FEW_UNITS: usize = 6;
/// Limit for times, in milliseconds since 1970.
const NUMBER: f64 = 1e15;
/// Limit for counts, such as turns, strengths and chances. No battle reaches it.
const MANY: u32 = 1_000_000;

/// An entry of the chronicle, at most [`LONGEST`] bytes as JSON.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Name of the battle.
    pub name: String,
    /// Id of the ruleset.
    pub ruleset: String,
    /// Name of the scenario; empty for a battle without one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub scenario: String,
    /// Names of the sides, as on their rosters.
    pub sides: [String; 2],
    /// Time at which the battle began, in milliseconds since 1970.
    pub began: f64,
    /// Length of the log when the entry was made.
    pub events: usize,
    /// Number of turns that began.
    pub turns: u32,
    /// Playing time in minutes, without pauses.
    pub minutes: u32,
    /// The verdict, saved by its id. An unknown id is read as no verdict.
    #[serde(serialize_with = "write_verdict", deserialize_with = "read_verdict")]
    pub verdict: Verdict,
    /// Time at which the battle was closed, in milliseconds since 1970; 0 while it is open.
    #[serde(default)]
    pub closed: f64,
    /// The players' closing note.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Strength of both sides on the table at the start and at the end, including broken units. Entries of earlier versions do not include
    /// broken units.
    #[serde(default)]
    pub strengths: [[u32; 2]; 2],
    /// The roll that turned the battle most, as a sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub turning: String,
    /// Dice of each side, as fractions: `5: 1/6*12 1/2*4`; empty if they are not stored.
    #[serde(default)]
    pub luck: [String; 2],
    /// For each band of chances: their number, the number that happened, and the sum of their probabilities in thousandths.
    #[serde(default)]
    pub shown: Vec<[u32; 3]>,
    /// The units, sorted by the sum of the losses that they suffered and caused, highest first.
    #[serde(default)]
    pub units: Vec<UnitEntry>,
    /// Number of units that are left out for lack of space.
    #[serde(default)]
    pub left_out: u32,
}

/// Fate of a unit in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// At the end it could fight, and it never broke.
    Stood,
    /// It broke, but could fight at the end.
    Broke,
    /// At the end it was broken, off the table or destroyed.
    Lost,
}

/// A unit in an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "UnitText", try_from = "UnitText")]
pub struct UnitEntry {
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: Side,
    /// Its fate.
    pub fate: Fate,
    /// Strength that it lost.
    pub lost: u32,
    /// Strength that enemies lost by its acts.
    pub caused: u32,
}

/// A unit as it is saved: name; side plus twice the fate; losses; losses of enemies.
#[derive(Serialize, Deserialize)]
struct UnitText(String, u8, u32, u32);

impl From<UnitEntry> for UnitText {
    fn from(unit: UnitEntry) -> Self {
        let fate = match unit.fate {
            Fate::Stood => 0,
            Fate::Broke => 2,
            Fate::Lost => 4,
        };
        Self(unit.name, fate + u8::from(unit.side == Side::B), unit.lost, unit.caused)
    }
}

impl TryFrom<UnitText> for UnitEntry {
    type Error = &'static str;

    fn try_from(UnitText(name, state, lost, caused): UnitText) -> Result<Self, Self::Error> {
        let fate = match state / 2 {
            0 => Fate::Stood,
            1 => Fate::Broke,
            2 => Fate::Lost,
            _ => return Err("no fate of a unit"),
        };
        Ok(Self { name, side: Side::at(usize::from(state % 2)), fate, lost, caused })
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn write_verdict<S: Serializer>(verdict: &Verdict, into: S) -> Result<S::Ok, S::Error> {
    into.serialize_str(verdict.id())
}

fn read_verdict<'de, D: Deserializer<'de>>(from: D) -> Result<Verdict, D::Error> {
    let id = String::deserialize(from)?;
    Ok(Verdict::read(&id.into()).unwrap_or_default())
}

/// The text, cut to at most `most` characters.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

/// Size of a value as it is saved, in bytes.
fn bytes(thing: &impl Serialize) -> usize {
    serde_json::to_string(thing).map_or(usize::MAX, |text| text.len())
}

impl Entry {
    /// An entry with the facts at the start of a battle.
    pub fn of_header(header: &Header) -> Self {
        Self {
            name: cut(&header.name, NAME),
            ruleset: cut(&header.ruleset, SIDE),
            scenario: header.scenario.as_ref().map(|scenario| cut(&scenario.name, SIDE)).unwrap_or_default(),
            sides: header.sides.each_ref().map(|side| cut(&side.name, SIDE)),
            began: header.began,
            ..Self::default()
        }
    }

    /// The dice of a side; `None` if they are not stored.
    pub fn luck(&self, side: usize) -> Option<Luck> {
        luck_text::read(self.luck.get(side)?)
    }

    /// The chances that were shown before dice.
    pub fn calibration(&self) -> Calibration {
        let mut calibration = Calibration::default();
        for (band, [shown, happened, expected]) in calibration.0.iter_mut().zip(&self.shown) {
            *band = Band { shown: *shown, happened: *happened, expected: f64::from(*expected) / 1000.0 };
        }
        calibration
    }

    /// Sets the dice of both sides.
    pub(super) fn set_luck(&mut self, luck: &[Luck; 2]) {
        self.luck = luck.each_ref().map(|luck| luck_text::written(luck).unwrap_or_default());
    }

    /// Sets the chances that were shown before dice.
    pub(super) fn set_calibration(&mut self, calibration: &Calibration) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a sum of at most 20,000 chances")]
        let row = |band: &Band| [band.shown, band.happened, (band.expected * 1000.0).round() as u32];
        self.shown = if calibration.shown() == 0 { Vec::new() } else { calibration.0.iter().map(row).collect() };
    }

    /// Shortens the entry to its maximum size. If dice and sentences leave no space for a few units, first the dice are removed, then the
    /// turning point, then the note. After that, the units with the fewest losses, suffered and caused, are removed.
    pub(super) fn fit(&mut self) {
        self.turning = cut(&self.turning, SENTENCE);
        self.note = cut(&self.note, SENTENCE);
        for unit in &mut self.units {
            unit.name = cut(&unit.name, SIDE);
        }
        self.units.sort_by_key(|unit| std::cmp::Reverse(unit.caused.saturating_add(unit.lost)));
        let units = std::mem::take(&mut self.units).into_iter();
        let few: usize = units.as_slice().iter().take(FEW_UNITS).map(|unit| bytes(unit) + 1).sum();
        // `few` can exceed the maximum, because a control character takes six bytes in JSON.
        let most = LONGEST.saturating_sub(few);
        if bytes(self) > most {
            self.luck = Default::default();
        }
        if bytes(self) > most {
            self.turning.clear();
        }
        if bytes(self) > most {
            self.note.clear();
        }
        self.left_out += u32::try_from(units.len()).unwrap_or(u32::MAX);
        for unit in units {
            self.units.push(unit);
            self.left_out -= 1;
            if bytes(self) > LONGEST {
                self.units.pop();
                self.left_out += 1;
                break;
            }
        }
    }

    /// True if the entry is within all limits. Entries from elsewhere must be checked by this.
    pub fn is_within_limits(&self) -> bool {
        let numbers = [self.began, self.closed];
        let counts = self.strengths.iter().flatten().chain([&self.turns, &self.minutes, &self.left_out]);
        let rows = |row: &[u32; 3]| {
            row[1] <= row[0] && row[0] <= MANY && f64::from(row[2]) <= 1000.0 * f64::from(row[0]) + 1.0
        };
        bytes(self) <= LONGEST
            && numbers.iter().all(|number| number.abs() <= NUMBER)
            && counts.into_iter().all(|count| *count <= MANY)
            && self.units.iter().all(|unit| unit.lost <= MANY && unit.caused <= MANY)
            && self.shown.len() <= BANDS
            && self.shown.iter().all(rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full() -> Entry {
        let unit = |n: u32| UnitEntry {
            name: format!("Sir Arthur Haselrig’s regiment {n}"),
            side: Side::at(n as usize % 2),
            fate: [Fate::Stood, Fate::Broke, Fate::Lost][n as usize % 3],
            lost: n,
            caused: 2 * n,
        };
        let chances: Vec<f64> = (0..400).map(|n| f64::from(1 + n % 11) / f64::from(12 + n % 7)).collect();
        let mut entry = Entry {
            name: "Cheriton ".repeat(9),
            ruleset: "pike_and_shot".into(),
            note: "é".repeat(300),
            turning: "The King’s horse broke. ".repeat(20),
            units: (0..80).map(unit).collect(),
            ..Entry::default()
        };
        entry.set_luck(&[Luck::of(chances.clone(), 100), Luck::of(chances, 120)]);
        let mut calibration = Calibration::default();
        calibration.add(&[(0.35, true), (0.35, false), (0.91, true)]);
        entry.set_calibration(&calibration);
        entry
    }

    #[test]
    fn a_long_entry_keeps_its_most_important_parts_within_a_kilobyte() {
        let mut entry = full();
        entry.fit();
        let text = serde_json::to_string(&entry).unwrap();
        assert!(text.len() <= LONGEST, "{} bytes", text.len());
        assert_eq!(entry.left_out as usize + entry.units.len(), 80);
        assert!(entry.units.len() >= FEW_UNITS, "{} units", entry.units.len());
        assert_eq!(entry.units[0].caused, 158, "those that did most");
        assert!(!entry.note.is_empty(), "what players wrote stays longest: {text}");
        let read: Entry = serde_json::from_str(&text).unwrap();
        assert_eq!(read, entry);
        assert!(read.is_within_limits());
        assert_eq!(read.calibration().0[3].shown, 2);
    }

    #[test]
    fn names_that_are_long_as_json_push_out_the_note_and_units() {
        let mut entry = full();
        entry.units.iter_mut().for_each(|unit| unit.name = "\u{1}".repeat(SIDE));
        entry.fit();
        assert!(bytes(&entry) <= LONGEST && entry.note.is_empty() && entry.left_out > 0);
    }

    #[test]
    fn a_short_entry_keeps_everything() {
        let mut entry = Entry { units: full().units[..6].to_vec(), name: "Cheriton".into(), ..Entry::default() };
        entry.set_luck(&[Luck::of(vec![0.5; 40], 25), Luck::of(vec![1.0 / 6.0; 12], 2)]);
        entry.fit();
        assert_eq!((entry.units.len(), entry.left_out), (6, 0));
        assert_eq!(entry.units[0].caused, 10, "those that did most come first");
        assert_eq!(entry.luck(0).map(|luck| (luck.chances(), luck.successes)), Some((40, 25)));
        assert_eq!(Entry::default().luck(0), None);
    }

    #[test]
    fn an_entry_beyond_a_limit_is_refused() {
        let within = |change: &dyn Fn(&mut Entry)| {
            let mut entry = Entry { verdict: Verdict::A, ..Entry::default() };
            change(&mut entry);
            entry.is_within_limits()
        };
        assert!(within(&|_| {}));
        assert!(!within(&|entry| entry.name = "x".repeat(LONGEST)));
        assert!(!within(&|entry| entry.began = 1e16));
        assert!(!within(&|entry| entry.turns = 2_000_000));
        assert!(!within(&|entry| entry.shown = vec![[1, 2, 0]]));
        assert!(!within(&|entry| entry.shown = vec![[1, 1, 5000]]));
        assert!(!within(&|entry| entry.shown = vec![[0, 0, 0]; 11]));
        let read = |unit: &str| serde_json::from_str::<UnitEntry>(unit).is_ok();
        assert!(read(r#"["Foot",5,0,0]"#) && !read(r#"["Foot",6,0,0]"#) && !read(r#"["Foot",0,-1,0]"#));
        let text = serde_json::to_string(&Entry { verdict: Verdict::B, ..Entry::default() }).unwrap();
        let verdict = |text: &str| serde_json::from_str::<Entry>(text).map(|entry| entry.verdict).ok();
        assert_eq!(verdict(&text), Some(Verdict::B));
        assert_eq!(verdict(&text.replace(r#""verdict":"b""#, r#""verdict":"nonsense""#)), Some(Verdict::Open));
    }
}
