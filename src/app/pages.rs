//! The places with an address. A page knows no other.

pub mod corrected;
pub mod devices;
pub mod dice_scheme;
pub mod hall;
pub mod home;
pub mod log;
pub mod luck;
pub mod matchups;
pub mod new_battle;
pub mod open;
pub mod paper;
pub mod quick;
pub mod received;
pub mod replay;
pub mod report;
pub mod resolve;
pub mod roster;
pub mod rosters;
pub mod rules;
pub mod sample;
pub mod saved;
pub mod scan;
pub mod settings;
pub mod share;
pub mod table;
pub mod verify;
