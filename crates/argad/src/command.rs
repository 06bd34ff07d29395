//! Command: officers and sergeants order soldiers to form, to move in close order, and to fire a salvo.

use super::input::{Input, OFFICER, put};
use super::terms::Post;
use super::unit::{is_down, is_out};
use crate::facts::*;
use crate::ids::phases;
use rules::prelude::*;

/// True of officers and sergeants. *Close order formation; Matchlock musket with fork.*
fn commands(unit: &Facts) -> bool {
    unit.equals(ROLE, Post::Officer) || unit.equals(ROLE, Post::Sergeant)
}

/// All officers and sergeants of a side's roster.
fn commanders(table: &Table, side: Side) -> impl Iterator<Item = &TableUnit> {
    table.of(side).filter(|unit| commands(&unit.facts))
}

/// True if a side has an officer or sergeant who is neither out nor stunned. `None` if its roster has none: players then answer
/// themselves.
pub fn is_led(table: &Table, side: Side) -> Option<bool> {
    let mut all = commanders(table, side).peekable();
    all.peek()?;
    Some(all.any(|unit| !is_out(&unit.facts) && !is_down(&unit.facts)))
}

/// Fills in whether an officer or sergeant can give the order.
pub fn fill(scene: &Scene, input: &mut Input) {
    if let Some(led) = is_led(&scene.table, scene.acts) {
        put(input, OFFICER, led);
    }
}

/// Warnings about sides whose officers and sergeants are all out.
pub fn notes(table: &Table) -> Vec<Text> {
    if ![phases::DECLARE, phases::MOVE, phases::SHOOT].contains(&table.phase) {
        return Vec::new();
    }
    let lost = |side: &Side| {
        let mut all = commanders(table, *side).peekable();
        all.peek().is_some() && all.all(|unit| is_out(&unit.facts))
    };
    let note = |side: Side| {
        let side = ["{Side A}", "{Side B}"][side.index()];
        text!("{side}: no officer or sergeant is left to order close order or a salvo.", side = side)
    };
    Side::BOTH.into_iter().filter(lost).map(note).collect()
}
