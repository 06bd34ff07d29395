//! Changes of a scenario's trackers in words.

use crate::{Change, Header, State};
use rules::scenario::OFF_TABLE;
use rules::subject::{Side, Subject};
use rules::text;
use rules::text::say;
use serde_json::Value as Json;

/// A change of a tracker of the scenario.
pub(super) enum OfScenario {
    /// Its sentence.
    Shown(String),
    /// Only the rules read the tracker.
    Internal,
}

/// Returns a change in words, with the name of its subject. `None` if the scenario has no such tracker. `before` is the previous value, if
/// it is known.
pub(super) fn changed(header: &Header, state: &State, change: &Change, before: Option<&Json>) -> Option<OfScenario> {
    let (Change::Set { of, key, to }, planned) = (change, state.planned()?) else { return None };
    let label = || planned.label(key);
    let side_name = |side: Side| header.sides[side.index()].name.clone();
    let words = match (of, key.split_once(':').map(|(prefix, _)| prefix)) {
        (Subject::Unit(id), None) if key == OFF_TABLE.id() => {
            let place = if *to == true { say("off the table") } else { say("on the table") };
            format!("{} · {place}", state.unit(id)?.name())
        }
        (Subject::Battle, Some("arrival" | "event" | "skipped" | "switched")) => return Some(OfScenario::Internal),
        (Subject::Battle, Some("ground")) => {
            let holder = to.as_str().and_then(Side::find).map(side_name);
            let who = holder.unwrap_or_else(|| say("nobody").to_owned());
            text!("{what}: held by {who}", what = label()?, who = who).to_string()
        }
        (Subject::Side(side), Some("points")) => {
            let [was, now] = [before, Some(to)].map(|value| value.and_then(Json::as_i64).unwrap_or(0));
            let what = text!("Points, {what}", what = label()?).to_string();
            format!("{} · {what} {was} → {now}", side_name(*side))
        }
        _ => return None,
    };
    Some(OfScenario::Shown(words))
}
