//! The chronicle: an entry for each battle, which remains when the log is deleted, and totals over several entries.

mod builder;
mod entry;
mod export;
mod luck_text;
mod totals;

pub use builder::EntryBuilder;
pub use entry::{Entry, Fate, LONGEST, UnitEntry};
pub use export::{calibration_heads, calibration_rows, csv, markdown, result};
pub use totals::{Across, Filter, ScenarioTotals, UnitTotals};
