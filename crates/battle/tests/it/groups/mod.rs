//! Acts of several units: their value, their log, and what they have in common with the same acts one by one.

mod app;
mod duties;
mod fire;
mod nursery;
mod offered;
mod page;
mod pikette;
mod random;
mod reported;
mod results;
mod turns;
