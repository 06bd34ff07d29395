//! A model of three devices that share a battle: see `tests/devices.rs`. It is a crate of its own, so that other builds and tests do not
//! need its dependencies.
