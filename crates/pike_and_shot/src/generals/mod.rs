//! Generals: their speeches and their wounds. *Generals.*

pub mod casualty;
pub mod horse;
pub mod speech;
