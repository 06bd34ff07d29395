//! Types of troops, and the years in which they are available. *Army Lists.*

pub mod availability;
pub mod years;
