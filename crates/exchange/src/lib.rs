//! Storage, sharing and the JSON contract: all data that leaves a device or arrives on it.
//!
//! | module | contents |
//! | --- | --- |
//! | [`contract`] | the JSON API: odds, outcomes, chains, and whole battles as scripts |
//! | [`share`] | links, packing and codes, and what they bring to this device |
//! | [`storage`] | keys, envelopes and bundles of saved texts; [rosters](storage::roster), also [of survivors](storage::survivors); [limits](storage::limits) on input |

pub mod contract;
pub mod share;
pub mod storage;
