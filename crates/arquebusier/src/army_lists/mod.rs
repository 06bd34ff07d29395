//! Types of troops and the years to which they belong. *Army Lists.*

pub mod availability;
pub mod years;
