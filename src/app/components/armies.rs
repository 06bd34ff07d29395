//! Armies as rows of unit signs: of a ruleset's sample, and of a saved battle.

use super::sign::UnitSign;
use crate::app::state::AppState;
use crate::app::state::rulesets;
use battle::Battle;
use battle::analysis::battle_stats;
use exchange::storage::beginning;
use leptos::prelude::*;
use rules::dice::rng::Seed;
use rules::ruleset::{Body, Sign, Troops};
use std::mem::{self, Discriminant};
use std::time::Duration;

/// Number of signs shown of each side of a sample.
const MAX_SAMPLE_SIGNS: usize = 3;
/// Number of signs shown of each side of a battle.
const MAX_BATTLE_SIGNS: usize = 12;

/// Both armies of a ruleset's sample. Each ruleset has a task of its own, so that a tap on the home page waits for one ruleset at most.
pub fn sample_armies(ruleset: &'static str) -> AnyView {
    let signs = RwSignal::new(None);
    let draw = move || {
        let Some(ruleset) = rulesets::find(ruleset) else { return };
        // Setting up a sample rolls no dice, so that any seed will do.
        let (header, _) = beginning::sample(ruleset, Seed([0; 32]));
        let signs_of_sample = battle_stats::signs(ruleset, Battle::begin(rulesets::registry(), header).state());
        // The signal is gone if the player has left the page.
        let _ = signs.try_set(Some(signs_of_sample.map(varied)));
    };
    set_timeout(draw, Duration::ZERO);
    (move || signs.get().map(|signs| armies(signs, MAX_SAMPLE_SIGNS))).into_any()
}

/// Both armies of a saved battle in their current state, once the battle is read.
pub fn saved_armies(app: AppState, id: String) -> AnyView {
    let signs = Memo::new(move |_| app.moment(&id).map(|moment| moment.signs).unwrap_or_default());
    (move || armies(signs.get(), MAX_BATTLE_SIGNS)).into_any()
}

/// Sorts signs: the first unit of each kind of troops, then further units of these kinds and flags, in their order.
fn varied(signs: Vec<Sign>) -> Vec<Sign> {
    let (mut kinds, mut first, mut repeated) = (Vec::new(), Vec::new(), Vec::new());
    for sign in signs {
        let kind = kind(&sign.body);
        if kinds.contains(&kind) || sign.body == Body::Flag {
            repeated.push(sign)
        } else {
            first.push(sign)
        }
        kinds.push(kind);
    }
    first.extend(repeated);
    first
}

/// The kind of a body: its shape and its troops, without their numbers.
fn kind(body: &Body) -> (Discriminant<Body>, Vec<Troops>) {
    let troops = match body {
        Body::Block { front, behind } => front.iter().chain(behind).map(|files| files.troops).collect(),
        Body::Stands { troops, .. } | Body::Figures { troops, .. } => vec![*troops],
        Body::Gun { .. } | Body::Flag => Vec::new(),
    };
    (mem::discriminant(body), troops)
}

fn armies(signs: [Vec<Sign>; 2], max: usize) -> AnyView {
    let army = |(side, signs): (usize, Vec<Sign>)| {
        let signs = signs.into_iter().take(max).map(|sign| view! { <UnitSign sign/> }).collect_view();
        view! { <span class=format!("army side-{side}")>{signs}</span> }
    };
    signs.into_iter().enumerate().map(army).collect_view().into_any()
}
