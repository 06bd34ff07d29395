//! Applies counts to a value that differs from the value which the author of the count saw.

use rules::ruleset::{Tracker, Tracks};
use serde_json::Value as Json;

/// Returns the new value for `here`, after a change of a tracker that led from `from` to `to` on its author's table.
pub(crate) fn counted_on(tracker: &Tracker, [from, to]: [&Json; 2], here: &Json) -> Json {
    match tracker.kind {
        _ if tracker.counts() => number(tracker, [from, to], here),
        Tracks::Units(_) => units([from, to], here),
        _ => to.clone(),
    }
}

/// The number `here` with the difference added, within the limits of its tracker.
fn number(tracker: &Tracker, [from, to]: [&Json; 2], here: &Json) -> Json {
    let most = tracker.kind.most();
    if let (Some(from), Some(to), Some(here)) = (from.as_i64(), to.as_i64(), here.as_i64()) {
        return here
            .saturating_add(to.saturating_sub(from))
            .clamp(i64::from(tracker.kind.least()), i64::from(most))
            .into();
    }
    match (from.as_f64(), to.as_f64(), here.as_f64()) {
        (Some(from), Some(to), Some(here)) => (here + to - from).clamp(0.0, f64::from(most)).into(),
        _ => to.clone(),
    }
}

/// The list of units `here` after the same additions and removals as from `from` to `to`. `to` if one of the values is no list.
fn units([from, to]: [&Json; 2], here: &Json) -> Json {
    let (Some(from), Some(to), Some(here)) = (from.as_array(), to.as_array(), here.as_array()) else {
        return to.clone();
    };
    let stays = here.iter().filter(|unit| to.contains(unit) || !from.contains(unit));
    let comes = to.iter().filter(|unit| !from.contains(unit) && !here.contains(unit));
    stays.chain(comes).cloned().collect()
}
