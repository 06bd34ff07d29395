//! Compares tables of the reference with the rules.

use super::super::terms::FiringGroup;
use super::super::terms::{Formation, Gun, MoraleClass};
use super::super::unit::figures::Figures;
use super::reference::CHAPTERS;
use rules::prelude::*;

type Row = &'static [&'static str];

fn tables() -> impl Iterator<Item = (&'static str, Row, &'static [Row])> {
    CHAPTERS.iter().flat_map(|chapter| chapter.parts).filter_map(|part| match part {
        Part::Words(_) => None,
        Part::Table { caption, head, rows } => Some((*caption, *head, *rows)),
    })
}

/// Rows of the table whose caption begins with this text.
fn rows(caption: &str) -> &'static [Row] {
    tables().find(|table| table.0.starts_with(caption)).expect("the reference has this table").2
}

#[test]
fn no_two_tables_have_the_same_caption() {
    let captions = tables().map(|table| table.0).collect::<Vec<_>>();
    for caption in &captions {
        assert_eq!(captions.iter().filter(|other| other == &caption).count(), 1, "{caption}");
    }
}

#[test]
fn breaking_numbers_are_those_of_the_rules() {
    for (row, class) in rows("Counters that break").iter().zip(MoraleClass::ALL) {
        assert_eq!(*row, [class.label(), &class.breaking_number().to_string()]);
    }
}

#[test]
fn ranks_are_those_of_the_rules() {
    for (row, formation) in rows("Ranks of figures").iter().zip(Formation::ALL) {
        assert_eq!(row[1], formation.ranks(false).to_string());
        assert!(row[2].ends_with(&formation.ranks(true).to_string()));
    }
}

#[test]
fn firing_groups_are_those_of_the_rules() {
    for (row, ranks) in rows("Figures in a firing group").iter().zip(1..) {
        assert_eq!(row[1], FiringGroup::of_infantry(ranks).base().to_string());
    }
}

#[test]
fn crews_are_those_of_the_rules() {
    for (row, gun) in rows("Die needed for a counter").iter().zip(Gun::ALL) {
        assert_eq!(row[1], gun.full_crew().to_string());
    }
}

#[test]
fn lines_of_casualties_are_those_of_the_rules() {
    for (row, (pikes, muskets)) in rows("Pikeman (P)").iter().zip([(5, 1), (2, 1), (1, 1), (1, 2), (1, 5)]) {
        assert_eq!(row[0], Figures { pikes, muskets, figures: None }.casualty_line());
    }
}
