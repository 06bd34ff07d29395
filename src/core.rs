//! Sentences, refusals, facts and small helpers, which all else uses.

pub(crate) mod checked_string;
pub mod facts;
pub mod grid;
pub(crate) mod hashes;
pub mod lists;
pub mod names;
pub mod number;
pub mod refusal;
pub mod side;
pub mod steady_clock;
pub mod subject;
pub mod text;
pub mod trail;
