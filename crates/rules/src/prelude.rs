//! Names that most files of a ruleset use: `use rules::prelude::*`.

pub use crate::ban::{Ban, Judged, JudgesUnit};
pub use crate::consequences::ConsequencesBuilder;
pub use crate::dice::{Dice, Dist, Equal, Halt, Tally, without_rolls};
pub use crate::facts::{Fact, FactValue, Facts};
pub use crate::form::{Band, Choice, Choices, Constant, Counts, Filled, Form, Origin, When};
pub use crate::input::{Input, answer, members, put, suggest};
pub use crate::outcome::{Record, Value};
pub use crate::own::{Adjustable, Change, Changes, changes};
pub use crate::procedure::{Assumption, Axis, Chance, Grouping, Is, Preview, Procedure, Role, Rule, Variant, Whose};
pub use crate::refusal::{Refusal, bad_if, forbid_if};
pub use crate::ruleset::{Clears, Glance, PaperCard, Part, Phase, Ruleset, State, StatusTag, Tracker, Tracks, Urgency};
pub use crate::subject::{BATTLE, ENEMY_SIDE, SIDE, Side, Subject};
pub use crate::table::{Scene, Table, TableUnit};
pub use crate::text::{Gap, Text, term};
pub use crate::turn::{AtNext, Attempt, By, Duty, DutyRule, Followed, Likely, TurnRules};
pub use crate::{choices, fact, field, form, outcome, text};
