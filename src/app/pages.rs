//! The places with an address.

mod board;
pub mod home;
pub mod log;
pub mod luck;
pub mod new_battle;
pub mod open;
pub mod paper;
pub mod quick;
pub mod replay;
pub mod report;
pub mod resolve;
pub mod roster;
pub mod rosters;
pub mod rules;
pub mod saved;
pub mod scan;
pub mod settings;
pub mod share;
pub mod table;
pub mod verify;
