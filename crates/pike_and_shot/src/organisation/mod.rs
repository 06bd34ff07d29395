//! Organisation of units: formation, class, companies, passing through one another.

mod detachments;
pub mod formation;
pub mod interpenetration;
pub mod morale_class;
pub mod sub_unit;
