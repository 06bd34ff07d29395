//! Totals over the entries of a chronicle: units, dice, and chances.

use super::entry::{Entry, Fate};
use crate::analysis::calibration::Calibration;
use crate::analysis::luck::Luck;
use rules::closing::Verdict;
use rules::text::folded;
use std::collections::BTreeMap;

/// A filter for entries.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// Id of the ruleset; empty for all.
    pub ruleset: String,
    /// True for only closed battles.
    pub closed: bool,
    /// A text that must occur in the battle's name, a side or the note; empty for all.
    pub text: String,
}

impl Filter {
    /// True if the filter accepts an entry.
    pub fn matches(&self, entry: &Entry) -> bool {
        let wanted = folded(self.text.trim());
        let mut texts = [&entry.name, &entry.note].into_iter().chain(&entry.sides);
        (self.ruleset.is_empty() || self.ruleset == entry.ruleset)
            && (!self.closed || entry.verdict != Verdict::Open)
            && (wanted.is_empty() || texts.any(|text| folded(text).contains(&wanted)))
    }
}

/// Totals over battles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Across {
    /// Units, each with its ruleset, roster and name. Units with the most battles come first.
    pub units: Vec<UnitTotals>,
    /// Results of each scenario. Those with the most battles come first.
    pub scenarios: Vec<ScenarioTotals>,
    /// Dice of each roster: ruleset, name and dice. Rosters with the most dice come first.
    pub lucks: Vec<(String, String, Luck)>,
    /// The chances that were shown before dice.
    pub calibration: Calibration,
    /// Number of battles whose dice are not stored.
    pub without_dice: usize,
    /// Number of battles with dice but without stored chances.
    pub without_chances: usize,
    /// Number of units that entries left out for lack of space.
    pub left_out: u32,
}

/// A unit over several battles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitTotals {
    /// Id of the ruleset.
    pub ruleset: String,
    /// Name of its roster.
    pub roster: String,
    /// Name of the unit.
    pub name: String,
    /// Number of battles in which it fought.
    pub fought: u32,
    /// Number of battles in which it broke but could fight at the end.
    pub broke: u32,
    /// Number of battles at whose end it was broken, off the table or destroyed.
    pub lost: u32,
    /// Strength that it lost.
    pub losses: u32,
    /// Strength that enemies lost by its acts.
    pub caused: u32,
}

/// Results of a scenario. Scenarios are identified by ruleset and name, because their ids differ between devices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScenarioTotals {
    /// Id of the ruleset.
    pub ruleset: String,
    /// Name of the scenario.
    pub name: String,
    /// Names of the sides in the battle that began last.
    pub sides: [String; 2],
    /// Number of battles that were played to a verdict.
    pub played: u32,
    /// Number of battles that each side won.
    pub won: [u32; 2],
}

impl ScenarioTotals {
    /// Counts a battle. `is_last` is true if none of the battles so far began later.
    fn count(&mut self, entry: &Entry, is_last: bool) {
        if is_last {
            self.sides.clone_from(&entry.sides);
        }
        self.played += 1;
        if let Some(side) = entry.verdict.winner() {
            self.won[side.index()] += 1;
        }
    }
}

impl Across {
    /// The totals over these entries.
    pub fn of<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Self {
        let mut across = Self::default();
        let mut units: BTreeMap<[String; 3], UnitTotals> = BTreeMap::new();
        let mut lucks: BTreeMap<(String, String), Luck> = BTreeMap::new();
        // Each with the time at which its last battle began.
        let mut scenarios: BTreeMap<[String; 2], (f64, ScenarioTotals)> = BTreeMap::new();
        for entry in entries {
            across.calibration.join(&entry.calibration());
            if !entry.scenario.is_empty() && entry.verdict != Verdict::Open {
                let [ruleset, name] = [&entry.ruleset, &entry.scenario].map(String::clone);
                let new =
                    || ScenarioTotals { ruleset: ruleset.clone(), name: name.clone(), ..ScenarioTotals::default() };
                let (began, totals) =
                    scenarios.entry([ruleset.clone(), name.clone()]).or_insert_with(|| (f64::NEG_INFINITY, new()));
                totals.count(entry, entry.began >= *began);
                *began = began.max(entry.began);
            }
            across.left_out = across.left_out.saturating_add(entry.left_out);
            let dice = [0, 1].map(|side| entry.luck(side));
            across.without_dice += usize::from(dice.iter().any(Option::is_none));
            let is_rolled = dice.iter().flatten().any(|luck| luck.chances() > 0);
            across.without_chances += usize::from(is_rolled && entry.calibration().shown() == 0);
            for (side, luck) in dice.into_iter().enumerate() {
                let Some(luck) = luck.filter(|luck| luck.chances() > 0) else { continue };
                lucks.entry((entry.ruleset.clone(), entry.sides[side].clone())).or_default().join(&luck);
            }
            for unit in &entry.units {
                let roster = &entry.sides[unit.side.index()];
                let key = [entry.ruleset.clone(), roster.clone(), unit.name.clone()];
                let total = units.entry(key.clone()).or_insert_with(|| {
                    let [ruleset, roster, name] = key;
                    UnitTotals { ruleset, roster, name, ..UnitTotals::default() }
                });
                total.fought += 1;
                total.broke += u32::from(unit.fate == Fate::Broke);
                total.lost += u32::from(unit.fate == Fate::Lost);
                total.losses = total.losses.saturating_add(unit.lost);
                total.caused = total.caused.saturating_add(unit.caused);
            }
        }
        across.units = units.into_values().collect();
        across.units.sort_by_key(|unit| std::cmp::Reverse((unit.fought, unit.caused)));
        across.scenarios = scenarios.into_values().map(|(_, totals)| totals).collect();
        across.scenarios.sort_by_key(|totals| std::cmp::Reverse(totals.played));
        across.lucks = lucks.into_iter().map(|((ruleset, roster), luck)| (ruleset, roster, luck)).collect();
        across.lucks.sort_by_key(|(_, _, luck)| std::cmp::Reverse(luck.chances()));
        across
    }
}

#[cfg(test)]
mod tests {
    use super::super::entry::UnitEntry;
    use super::*;
    use rules::subject::Side;

    fn entry(name: &str, ruleset: &str, foot: Fate, successes: usize) -> Entry {
        let unit = |name: &str, side, fate, lost, caused| UnitEntry { name: name.into(), side, fate, lost, caused };
        let mut entry = Entry {
            name: name.into(),
            ruleset: ruleset.into(),
            sides: ["Waller".into(), "Hopton".into()],
            verdict: Verdict::A,
            units: vec![unit("Foot", Side::A, foot, 3, 5), unit("Horse", Side::B, Fate::Stood, 5, 3)],
            left_out: 1,
            ..Entry::default()
        };
        entry.set_luck(&[Luck::of(vec![0.5; 20], successes), Luck::of(vec![1.0 / 6.0; 30], 5)]);
        let mut calibration = Calibration::default();
        calibration.add(&[(0.35, true), (0.5, false)]);
        entry.set_calibration(&calibration);
        entry
    }

    #[test]
    fn results_are_counted_for_each_scenario() {
        let of = |scenario: &str, ruleset: &str, verdict| Entry {
            scenario: scenario.into(),
            verdict,
            ..entry("Any", ruleset, Fate::Stood, 5)
        };
        let all = [
            of("", "argad", Verdict::A),
            of("Naseby", "pike_and_shot", Verdict::A),
            of("Naseby", "pike_and_shot", Verdict::B),
            of("Naseby", "pike_and_shot", Verdict::A),
            of("Naseby", "pike_and_shot", Verdict::Draw),
            of("Naseby", "pike_and_shot", Verdict::Open),
            of("Naseby", "argad", Verdict::B),
        ];
        let scenarios = Across::of(&all).scenarios;
        let counts: Vec<(&str, u32, [u32; 2])> =
            scenarios.iter().map(|totals| (totals.ruleset.as_str(), totals.played, totals.won)).collect();
        assert_eq!(counts, [("pike_and_shot", 4, [2, 1]), ("argad", 1, [0, 1])]);
        assert_eq!(scenarios[0].sides, ["Waller", "Hopton"]);
    }

    #[test]
    fn a_scenario_has_the_side_names_of_the_battle_that_began_last_in_whatever_order_battles_are_counted() {
        let of = |name: &str, began| Entry {
            scenario: "Naseby".into(),
            sides: [name.into(), "Rupert".into()],
            began,
            ..entry("Any", "pike_and_shot", Fate::Stood, 5)
        };
        let (earlier, later) = (of("Fairfax", 1.0), of("Parliament", 2.0));
        for all in [[&earlier, &later], [&later, &earlier]] {
            assert_eq!(Across::of(all).scenarios[0].sides, ["Parliament", "Rupert"]);
        }
    }

    #[test]
    fn totals_add_up_units_dice_and_chances_of_all_battles() {
        let all = [
            entry("Cheriton", "pike_and_shot", Fate::Broke, 12),
            entry("Alton", "pike_and_shot", Fate::Lost, 8),
            entry("Alton", "argad", Fate::Stood, 10),
        ];
        let across = Across::of(&all);
        let foot = &across.units[0];
        assert_eq!(
            (foot.name.as_str(), foot.fought, foot.broke, foot.lost, foot.losses, foot.caused),
            ("Foot", 2, 1, 1, 6, 10)
        );
        assert_eq!((across.units.len(), across.left_out, across.without_dice, across.without_chances), (4, 3, 0, 0));
        let mut without = all[0].clone();
        without.set_calibration(&Calibration::default());
        assert_eq!(Across::of(&[without]).without_chances, 1, "dice without chances are named");
        let (ruleset, roster, luck) = &across.lucks[0];
        assert_eq!((ruleset.as_str(), roster.as_str(), luck.chances()), ("pike_and_shot", "Hopton", 60));
        let waller = across.lucks.iter().find(|(ruleset, roster, _)| ruleset == "pike_and_shot" && roster == "Waller");
        let (_, _, luck) = waller.unwrap();
        assert_eq!((luck.chances(), luck.successes), (40, 20));
        assert!((luck.luckier_than().unwrap() - 50.0).abs() < 1e-9);
        assert_eq!((across.calibration.shown(), across.calibration.0[3].happened), (6, 3));
        assert_eq!(Across::of(&[Entry::default()]).without_dice, 1);
    }

    #[test]
    fn entries_are_filtered_by_ruleset_text_and_closing() {
        let stood = entry("Cheriton", "pike_and_shot", Fate::Stood, 9);
        let part =
            |ruleset: &str, closed: bool, text: &str| Filter { ruleset: ruleset.into(), closed, text: text.into() };
        assert!(part("", false, "").matches(&stood) && part("pike_and_shot", true, "cher").matches(&stood));
        assert!(part("", false, " hopton ").matches(&stood));
        assert!(!part("argad", false, "").matches(&stood) && !part("", false, "naseby").matches(&stood));
        assert!(!part("", true, "").matches(&Entry { verdict: Verdict::Open, ..stood }));
    }
}
