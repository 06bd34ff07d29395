//! The turn: the initiative passes from side to side until a tie or a deck ends it. *How to battle – cards and pips.*
//!
//! | file | what it rules |
//! | --- | --- |
//! | `phases` | the parts of a turn |
//! | `duties` | what must or can be settled now |
//! | `ends` | the end of an initiative, of a turn and of the battle |
//! | `side_offers` | acts of a side as a whole: its next card, a march, the leader's move; its pips, and the end of its march |
//! | `notes` | what the card in play allows, and to whom |
//! | `likely` | units that are likely to meet: those in one square, and who beat whom |
//! | `forecast` | players' choices in forecasts |
//! | `follow` | what follows from any change: a unit that is gone owes nothing, the leader is with one unit, the armies face each other |

mod duties;
mod ends;
mod follow;
mod forecast;
mod likely;
mod notes;
mod phases;
mod side_offers;

pub use forecast::FORECAST;
pub use phases::PHASES;

use super::bans::NIGHT_FALLEN;
use super::facts;
use rules::prelude::*;

/// Rules of the turn.
pub static RULES: TurnRules = TurnRules {
    next_bans: &[NIGHT_FALLEN],
    duties: duties::DUTIES,
    active: facts::active,
    begin: follow::begin,
    follow: follow::follow,
    next: Some(ends::next),
    side_offers: side_offers::side_offers,
    given_up: side_offers::pips_left,
    ends: side_offers::ends,
    notes: notes::notes,
    likely: likely::likely,
    ..TurnRules::PLAIN
};
