//! Offers of the browser and the device, each of which may be missing. Nothing here knows the state of the app.

pub mod camera;
pub mod clock;
pub mod device;
pub mod keyboard;
pub mod local_storage;
pub mod odds_worker;
pub mod service_worker;
pub mod wake_lock;
