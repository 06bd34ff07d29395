//! Compares tables of the reference with the tables of the rules.

use super::super::melee::matrix::to_strike_down;
use super::super::terms::{Order, TroopType};
use super::super::unit::lines::{line, to_kill};
use super::RULESET;
use rules::prelude::*;

fn table(caption: &str) -> &'static [&'static [&'static str]] {
    let parts = RULESET.texts.reference.iter().flat_map(|chapter| chapter.parts);
    parts
        .filter_map(|part| match part {
            Part::Table { caption: own, rows, .. } if own.starts_with(caption) => Some(*rows),
            _ => None,
        })
        .next()
        .unwrap()
}

/// The nine types of the tables, in order.
fn nine() -> impl Iterator<Item = TroopType> {
    TroopType::ALL.iter().copied().filter(|troop| !troop.is_artillery())
}

#[test]
fn the_melee_table_of_the_reference_equals_the_matrix_of_the_rules() {
    let cell = |need: Option<i32>| need.map_or("–".to_owned(), |need| need.to_string());
    for (striker, row) in nine().zip(table("A die kills with: the striker")) {
        assert!(row[0].starts_with(striker.label()));
        for (target, printed) in nine().zip(&row[1..]) {
            let [regular, irregular] =
                [Order::Regular, Order::Irregular].map(|order| to_strike_down(striker, target, order));
            assert_eq!(**printed, format!("{} / {}", cell(regular), cell(irregular)));
        }
    }
}

#[test]
fn the_table_of_kills_equals_the_numbers_that_shots_need() {
    for (order, row) in [Order::Regular, Order::Irregular].into_iter().zip(table("A die kills an element")) {
        for (target, printed) in nine().zip(&row[1..]) {
            assert_eq!(**printed, to_kill(target, order).to_string());
        }
    }
}

#[test]
fn the_table_of_ranges_equals_that_of_the_rules() {
    let who = [
        (TroopType::Mob, true),
        (TroopType::Firearm, true),
        (TroopType::Pistolier, true),
        (TroopType::Harquebusier, true),
        (TroopType::Dragoon, false),
        (TroopType::Dragoon, true),
        (TroopType::Gun, true),
        (TroopType::Mortar, true),
    ];
    for ((troop, mounted), row) in who.into_iter().zip(table("Who shoots how far")) {
        for (order, printed) in [Order::Regular, Order::Irregular].into_iter().zip(&row[1..]) {
            let Some(line) = line(troop, order, mounted) else {
                assert_eq!(*printed, "–");
                continue;
            };
            assert!(printed.starts_with(&format!("{}\"", line.reach_in)), "{printed}");
            let dice = match line.dice {
                1 => "+1",
                0 => "+0",
                -1 => "−1",
                _ => "−2",
            };
            assert!(printed.contains(dice), "{printed}");
        }
    }
}
