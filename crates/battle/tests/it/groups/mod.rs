//! Group acts: the value, its entries in the log, and comparisons with the same acts made one by one.

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
