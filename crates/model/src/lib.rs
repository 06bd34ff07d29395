//! A model of three devices that share a battle: see `tests/devices.rs`. It is a member of its own, so that the app's builds and
//! tests need none of its crates.
