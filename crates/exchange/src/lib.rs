//! Storage, sharing and the JSON contract: all data that leaves a device or arrives on it.
//!
//! | module | contents |
//! | --- | --- |
//! | [`contract`] | the JSON API: odds, outcomes, chains, and whole battles as scripts |
//! | [`share`] | links, packing and codes, and what comes in by them |
//! | [`storage`] | keys, envelopes and bundles of saved texts; [rosters](storage::roster), [of survivors](storage::survivors) too; [limits](storage::limits) on input |

pub mod contract;
pub mod share;
pub mod storage;
