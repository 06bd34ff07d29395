//! Chains of acts, and the probabilities of their ends.

use crate::table::{Table, taking};
use battle::Act;
use battle::forecast::{Chain, Forecast, Until};
use serde_json::{Map, Value as Json};

/// Forecasts an act with these choices. The forecast follows the units of the act, in their order.
pub fn followed(
    table: &Table,
    id: &str,
    roles: &[(&'static str, &[&str])],
    answers: Json,
    until: Until,
    choices: &[(&str, &'static str)],
) -> Forecast {
    let policy = |wanted: &str| table.ruleset.forecast.policies.iter().find(|policy| policy.id == wanted).unwrap();
    let act = Act::new(table.procedure(id), taking(roles), answers.as_object().unwrap().clone());
    let chain = Chain {
        ruleset: table.ruleset,
        state: table.battle.state().clone(),
        act,
        until,
        choices: choices.iter().map(|(id, choice)| (policy(id), *choice)).collect(),
        answers: Map::new(),
        below: 0.0,
    };
    Forecast::of(&chain).unwrap()
}

/// Asserts the probability of a fate of a unit.
#[track_caller]
pub fn assert_fate(forecast: &Forecast, unit: &str, fate: usize, numerator: f64, denominator: f64) {
    let place = forecast.units.iter().position(|id| id == unit).unwrap();
    let p = forecast.ends.units[place].fates[fate];
    assert!((p - numerator / denominator).abs() < 1e-12, "{unit}: {p} is not {numerator}/{denominator}");
}
