//! Numbers of the app's rolls. Each unit has its own numbers.
//!
//! The number of a roll selects its dice (see [`rng`](rules::dice::rng)). The rolls of an act take the lowest free numbers of one [`Stream`].
//! The stream belongs to the first unit of the act's first role, else to the acting side, else to the battle. A number is free while no act in
//! force and no waiting roll has it. Undoing an act and discarding a roll free their numbers, on any device. So the same unit gets the same
//! dice again, and no other unit can use them.
//!
//! Version 1.0.0 counted the rolls of all units together, and a discarded roll kept its number. A log that begins with such rolls keeps
//! that rule ([`Numbering::Together`]).

use super::{Header, LoggedRoll};
use rules::hashes;
use rules::subject::Side;
use std::collections::BTreeMap;
use std::ops::Range;

/// First number of all streams. Lower numbers belong to logs whose rolls are counted together.
const STREAMS: u64 = 1_000_000;
/// Count of numbers in one stream.
const LENGTH: u64 = 2_000;
/// Index of the first unit's stream. The streams of the battle and of both sides come before it, in this order.
const FIRST_UNIT: u64 = 3;
/// Index of the first stream for units that join after the battle has begun. A battle begins with at most 800 units.
const FIRST_LATER_UNIT: u64 = 1_000;
/// Number of streams for units that join later. Two of these units may share a stream; even then, no number is used twice.
const LATER_UNITS: u64 = 40_000;
/// Numbers for units that have used all numbers of their stream.
const COMMON: Range<u64> = 90_000_000..100_000_000;

/// The numbers of the rolls of one unit, of one side, or of the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream(u64);

impl Stream {
    /// The stream of acts without a unit and without a side.
    pub const BATTLE: Self = Self(0);

    /// The stream of a side's acts without a unit.
    pub fn of_side(side: Side) -> Self {
        Self(1 + side.index() as u64)
    }

    /// The stream of a unit.
    pub fn of_unit(header: &Header, id: &str) -> Self {
        let later = || FIRST_LATER_UNIT + u64::from(hashes::of(&[id.as_bytes()])) % LATER_UNITS;
        let index = header.units.iter().position(|unit| unit.id == id);
        Self(index.map_or_else(later, |index| FIRST_UNIT + index as u64))
    }

    /// The numbers of the stream in the order of use, followed by the numbers that all streams share.
    pub(super) fn numbers(self) -> impl Iterator<Item = u64> {
        let first = STREAMS + self.0 * LENGTH;
        (first..first + LENGTH).chain(COMMON)
    }
}

/// Numbering of the rolls in a log. The first roll of the log determines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// Counted from 0, for all units together: the rule of version 1.0.0.
    Together,
    /// Counted for each unit.
    ByUnit,
}

impl Numbering {
    /// The numbering to which a roll's number belongs.
    pub fn of(number: u64) -> Self {
        if number < STREAMS { Self::Together } else { Self::ByUnit }
    }
}

/// The block of consecutive numbers that contains a number: a stream, or all numbers of a log whose rolls are counted together.
pub(super) fn block(number: u64) -> u64 {
    number.checked_sub(STREAMS).map_or(0, |number| 1 + number / LENGTH)
}

/// Numbers of rolls that are in force or wait, each with the count of events that have it.
#[derive(Clone, Debug, Default)]
pub(super) struct Taken(BTreeMap<u64, u32>);

impl Taken {
    pub fn add(&mut self, rolls: &[LoggedRoll]) {
        for number in numbers(rolls) {
            *self.0.entry(number).or_default() += 1;
        }
    }

    pub fn remove(&mut self, rolls: &[LoggedRoll]) {
        for number in numbers(rolls) {
            if let Some(times) = self.0.get_mut(&number) {
                *times -= 1;
                if *times == 0 {
                    self.0.remove(&number);
                }
            }
        }
    }

    pub fn has(&self, number: u64) -> bool {
        self.0.contains_key(&number)
    }

    /// The free numbers of a stream, in order.
    pub fn free(&self, stream: Stream) -> impl Iterator<Item = u64> {
        stream.numbers().filter(|number| !self.has(*number))
    }
}

/// The numbers of the rolls that the app made, in order; typed dice have none.
pub(super) fn numbers(rolls: &[LoggedRoll]) -> impl Iterator<Item = u64> {
    rolls.iter().filter_map(|roll| roll.number)
}
