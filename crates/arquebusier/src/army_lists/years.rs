//! Years that a roster fits, and the year of a battle. *Army Lists.*

use super::super::facts::*;
use super::super::terms::TroopType;
use super::super::unit::left;
use super::availability::{self, Status};
use rules::prelude::*;
use rules::ruleset::Alert;

/// Notes on a roster: the years that it fits, and surplus Generals. *Army Lists.*
pub fn roster_notes(units: &[Facts]) -> Vec<Text> {
    let years: Vec<i32> = YEARS.filter(|year| units.iter().all(|unit| out_of_time(unit, *year).is_empty())).collect();
    let mut notes = Vec::new();
    match (years.first(), years.last()) {
        // A roster that fits every year gets no note. Years can have a gap, because Pistoliers were used only early and late in the period.
        (Some(_), Some(_)) if years.len() == YEARS.count() => {}
        (Some(first), Some(last)) => {
            if (*first..=*last).count() == years.len() {
                notes.push(text!(
                    "All its types were in use together from {first} to {last}.",
                    first = *first,
                    last = *last
                ));
            } else {
                notes.push(text!(
                    "All its types were in use together in some years from {first} to {last}.",
                    first = *first,
                    last = *last
                ));
            }
        }
        _ => notes.push("No year has all of these types.".into()),
    }
    if units.iter().filter(|unit| unit.holds(GENERAL_JOINED)).count() > 1 {
        notes.push("A side has one General: he can begin with one formation only.".into());
    }
    notes
}

/// Hints about types that do not fit the year of the battle. Nothing is forbidden. *Army Lists.*
pub fn years(battle: &Facts, armies: &[Vec<Facts>; 2]) -> Vec<Alert> {
    let Some(year) = battle.value(YEAR).filter(|year| YEARS.contains(year)) else { return Vec::new() };
    let of = |side: usize| {
        let hints = armies[side].iter().flat_map(move |unit| {
            let warn = move |warning| text!("{name}: {warning}", name = name(unit), warning = warning);
            out_of_time(unit, year).into_iter().map(warn)
        });
        let because: Vec<Text> = hints.collect();
        let words = text!("some types were not in use in {year}. Guidance only.", year = year);
        let news = StatusTag { words, urgency: Urgency::Note };
        (!because.is_empty()).then_some(Alert { side: Some(side), news, because })
    };
    (0..2).filter_map(of).collect()
}

/// Hints about types of a formation that do not fit a year.
fn out_of_time(facts: &Facts, year: i32) -> Vec<Text> {
    let types = left(facts).into_iter().map(|group| group.troop);
    types.filter_map(|troop| warning(troop, year)).collect()
}

fn warning(troop: TroopType, year: i32) -> Option<Text> {
    let status = availability::status(troop, year);
    (status != Status::Available).then(|| availability::words(troop, status, year))
}
