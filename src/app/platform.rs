//! Offers of the browser and the device, each of which may be missing. Nothing here knows the state of the app.

pub mod camera;
pub mod clock;
pub mod direct;
pub mod fetch;
pub mod files;
pub mod first_paint;
pub mod journal;
pub mod keyboard;
pub mod launch;
pub mod local_storage;
pub mod lost_focus;
pub mod navigator;
pub mod numbers;
pub mod odds_worker;
pub mod persistence;
pub mod printing;
pub mod room;
pub mod screen;
pub mod scrolling;
pub mod service_worker;
pub mod session_storage;
pub mod sharing;
pub mod taps;
pub mod translation;
pub mod vibration;
pub mod wake_lock;
