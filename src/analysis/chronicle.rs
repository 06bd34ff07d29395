//! The chronicle: an entry for each battle, which stays when its log is deleted, and what entries show across battles.

mod across;
mod entry;
mod kept_luck;
mod making;
mod written;

pub use across::{Across, Part, UnitTotals};
pub use entry::{Entry, Fate, LONGEST, UnitEntry};
pub use making::EntryBuilder;
pub use written::{calibration_heads, calibration_rows, csv, markdown, result};
