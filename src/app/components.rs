//! Components of pages. They know no page.

pub mod alerts;
pub mod awaiting;
pub mod backup;
pub mod battle_snapshot;
pub mod charts;
pub mod dice;
pub mod duties;
pub mod field;
pub mod grid;
pub mod hint;
pub mod icon;
pub mod incoming;
pub mod names;
pub mod not_here;
pub mod notices;
pub mod outcome;
pub mod page_header;
pub mod reference;
pub mod sheet;
pub mod side_by_side;
pub mod status_tag;
pub mod trackers;
pub mod undo;
pub mod unit_card;
pub mod update;
pub mod words;
