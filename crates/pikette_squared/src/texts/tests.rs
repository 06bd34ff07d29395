//! Compares tables of the reference with the rules.

use super::super::army_lists::{ListedArmy, Row};
use super::super::terms::{Class, Die, TroopType};
use super::reference::{FRENCH, IMPERIALIST, ITALIAN, MOORISH, ODDS, OTTOMAN, SPANISH, TYPES};
use rules::prelude::*;
use std::cmp::Ordering;

#[test]
fn the_printed_tables_show_the_units_of_the_army_lists() {
    let chapters = [FRENCH, ITALIAN, SPANISH, IMPERIALIST, OTTOMAN, MOORISH];
    for (army, chapter) in ListedArmy::ALL.iter().zip(chapters) {
        let Some(Part::Table { rows, .. }) = chapter.parts.last() else { panic!("a list is a table") };
        let printed: Vec<Vec<&str>> = rows.iter().map(|row| row[..6].to_vec()).collect();
        let fielded: Vec<Vec<String>> = army.rows().iter().map(list_columns).collect();
        assert_eq!(printed, fielded);
        for (printed, row) in rows.iter().zip(army.rows()) {
            assert_eq!(notes(printed).any(|note| note == "fearsome"), row.fearsome, "{row:?}");
            assert_eq!(notes(printed).any(|note| note == "bows"), row.bows, "{row:?}");
        }
    }
}

fn notes<'a>(row: &'a [&'static str]) -> impl Iterator<Item = &'static str> + 'a {
    row[6].split(", ")
}

fn list_columns(row: &Row) -> Vec<String> {
    let shoots = row.shoots.map_or("–".to_owned(), |(die, squares)| format!("{} to {squares}", die.label()));
    let (moves, units) = (row.moves.to_string(), row.units.to_string());
    vec![row.id.label().into(), row.kind.label().into(), moves, shoots, row.fights.label().into(), units]
}

#[test]
fn the_printed_table_shows_the_values_of_each_type() {
    let [Part::Table { rows, .. }] = TYPES.parts else { panic!("the types are a table") };
    let printed: Vec<Vec<&str>> = rows.iter().map(|row| row.to_vec()).collect();
    let known: Vec<Vec<String>> = TroopType::ALL.iter().copied().map(type_columns).collect();
    assert_eq!(printed, known);
}

fn type_columns(kind: TroopType) -> Vec<String> {
    let arm = match kind.class() {
        Class::Cavalry => "horse",
        Class::Infantry => "foot",
        Class::Artillery => "guns",
        Class::WarWagons => "wagons",
    };
    let (full, last) = (kind.hits_per_stand(kind.full_stands()), kind.hits_per_stand(1));
    let hits = if full == last { full.to_string() } else { format!("{full}, then {last}") };
    vec![kind.label().into(), arm.into(), kind.full_stands().to_string(), hits, kind.max_turn().to_string()]
}

#[test]
fn the_printed_odds_of_two_dice_are_right() {
    let Some(Part::Table { rows, .. }) = ODDS.parts.first() else { panic!("the odds are a table") };
    for (die, row) in Die::ALL.iter().zip(*rows) {
        assert_eq!(row[0], die.label());
        for (other, printed) in Die::ALL.iter().zip(&row[1..]) {
            assert_eq!(*printed, counted(die.sides(), other.sides()));
        }
    }
}

fn counted(own: u8, other: u8) -> String {
    let faces = || (1..=own).flat_map(|face| (1..=other).map(move |other| face.cmp(&other)));
    let count = |wanted: Ordering| faces().filter(|is| *is == wanted).count();
    let rolls = u16::from(own) * u16::from(other);
    format!("{}, {}, {} / {rolls}", count(Ordering::Greater), count(Ordering::Equal), count(Ordering::Less))
}
