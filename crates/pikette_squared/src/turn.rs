//! The turn: the initiative passes from side to side until a tie or a deck ends it. *How to battle – cards and pips.*
//!
//! | file | contents |
//! | --- | --- |
//! | `phases` | phases of the turn |
//! | `duties` | acts that must or can be done now |
//! | `ends` | the end of an initiative, of a turn and of the battle |
//! | `side_offers` | acts of a side as a whole: its next card, a march, the leader's move; its pips, and the end of its march |
//! | `notes` | acts that the card in play allows, and the units that can do them |
//! | `likely` | likely participants: enemies in the same square, and the winner of a fight |
//! | `forecast` | choices of players, and results for units, in forecasts |
//! | `follow` | automatic changes after any other change: for example, a destroyed unit loses its duties, and the leader stays with one
//! unit |

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
