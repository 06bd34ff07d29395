//! Numbers that players' own modifiers can change, in fire and in melee alike.

use rules::prelude::*;
/// The least face with which a group hits.
pub const HITS: Adjustable = Adjustable::of("hits_on", "Number that hits");
/// Number of figures that roll one die together.
pub const GROUP_SIZE: Adjustable = Adjustable::of("group_size", "Figures for each die");
/// The least face that kills a figure of the unit that was hit.
pub const FALLS: Adjustable = Adjustable::of("falls_on", "Number that kills one of its figures");
/// The least face that keeps a figure in cover.
pub const SAVES: Adjustable = Adjustable::of("saves_on", "Number that saves one of its figures in cover");
