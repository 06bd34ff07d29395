//! Armies as rows of signs: those of samples, and those of a saved battle.

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

/// More signs than these are left out of a sample.
const MOST_OF_SAMPLE: usize = 3;
/// More signs than these are left out of a side of a battle.
const MOST: usize = 12;

/// Troops of a ruleset's samples, both sides facing each other. Each ruleset's are drawn in a task of their own, so that a tap on
/// the home page waits for one at most.
pub fn sample_armies(ruleset: &'static str) -> AnyView {
    let signs = RwSignal::new(None);
    let draw = move || {
        let Some(ruleset) = rulesets::find(ruleset) else { return };
        // No die is rolled.
        let (header, _) = beginning::sample(ruleset, Seed([0; 32]));
        let signs_of_sample = battle_stats::signs(ruleset, Battle::begin(rulesets::registry(), header).state());
        // The page may have been left.
        let _ = signs.try_set(Some(signs_of_sample.map(varied)));
    };
    set_timeout(draw, Duration::ZERO);
    (move || signs.get().map(|signs| armies(signs, MOST_OF_SAMPLE))).into_any()
}

/// Both armies of a saved battle as they stand, once that was read.
pub fn saved_armies(app: AppState, id: String) -> AnyView {
    let signs = Memo::new(move |_| app.moment(&id).map(|moment| moment.signs).unwrap_or_default());
    (move || armies(signs.get(), MOST)).into_any()
}

/// These signs, each kind of troops once before any comes again, and generals last.
fn varied(signs: Vec<Sign>) -> Vec<Sign> {
    let (mut kinds, mut first, mut again) = (Vec::new(), Vec::new(), Vec::new());
    for sign in signs {
        let kind = kind(&sign.body);
        if kinds.contains(&kind) || sign.body == Body::Flag {
            again.push(sign)
        } else {
            first.push(sign)
        }
        kinds.push(kind);
    }
    first.extend(again);
    first
}

/// Troops of a body, whatever their numbers.
fn kind(body: &Body) -> (Discriminant<Body>, Vec<Troops>) {
    let troops = match body {
        Body::Block { front, behind } => front.iter().chain(behind).map(|files| files.troops).collect(),
        Body::Stands { troops, .. } | Body::Figures { troops, .. } => vec![*troops],
        Body::Gun { .. } | Body::Flag => Vec::new(),
    };
    (mem::discriminant(body), troops)
}

fn armies(signs: [Vec<Sign>; 2], most: usize) -> AnyView {
    let army = |(side, signs): (usize, Vec<Sign>)| {
        let signs = signs.into_iter().take(most).map(|sign| view! { <UnitSign sign/> }).collect_view();
        view! { <span class=format!("army side-{side}")>{signs}</span> }
    };
    signs.into_iter().enumerate().map(army).collect_view().into_any()
}
