//! Writes a forecast as JSON.

use battle::forecast::{Branch, Chain, Forecast, Node, Step, Summary};
use rules::subject::Side;
use rules::table::Change;
use serde_json::{Map, Value as Json, json};

/// The maximum number of nodes in the list. The most probable come first.
const MOST_LISTED: usize = 400;

pub(super) fn forecast_json(chain: &Chain, forecast: &Forecast) -> Json {
    let rounds = forecast.rounds.iter().enumerate().map(|(place, (fought, summary))| {
        let mut round = summary_json(chain, forecast, summary);
        round.insert("round".into(), (place + 1).into());
        round.insert("fought".into(), (*fought).into());
        Json::Object(round)
    });
    let mut answer = summary_json(chain, forecast, &forecast.ends);
    let more = json!({
        "status": "chain",
        "rounds": rounds.collect::<Vec<_>>(),
        "not_followed": forecast.not_followed,
        "below": forecast.below,
        "stopped": stopped_json(forecast),
        "policies": policies_json(chain),
        "assumed": assumed_json(chain, forecast),
        "states": forecast.nodes.len(),
        "nodes": nodes_json(forecast),
    });
    if let Json::Object(more) = more {
        answer.extend(more);
    }
    Json::Object(answer)
}

/// The combinations of the units' fates, and the fates and numbers of each unit.
fn summary_json(chain: &Chain, forecast: &Forecast, summary: &Summary) -> Map<String, Json> {
    let rules = chain.ruleset.forecast;
    let fate = |place: usize| rules.fates.get(place).map_or("", |fate| fate.id);
    let mut ends: Vec<(&Vec<usize>, f64)> = summary.fates.iter().map(|(fates, p)| (fates, *p)).collect();
    ends.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let ends = ends.into_iter().map(|(fates, probability)| {
        let units = forecast.units.iter().zip(fates).map(|(id, place)| (id.clone(), Json::from(fate(*place))));
        json!({ "probability": probability, "units": Map::from_iter(units) })
    });
    let units = forecast.units.iter().zip(&summary.units).map(|(id, unit)| {
        let side = chain.state.unit(id).map(|unit| Side::at(unit.side).id());
        let fates = unit.fates.iter().enumerate().filter(|(_, p)| **p > 0.0);
        let fates = Map::from_iter(fates.map(|(place, p)| (fate(place).to_owned(), Json::from(*p))));
        let numbers = rules.numbers.iter().zip(&unit.numbers).filter_map(|(number, spread)| {
            let chances = spread.0.iter().map(|(value, p)| json!({ "value": value, "probability": p }));
            let value = json!({ "average": spread.average()?, "chances": chances.collect::<Vec<_>>() });
            Some((number.id.to_owned(), value))
        });
        let unit = json!({ "side": side, "fates": fates, "numbers": Map::from_iter(numbers) });
        (id.clone(), unit)
    });
    Map::from_iter([("ends".to_owned(), ends.collect()), ("units".to_owned(), Json::Object(Map::from_iter(units)))])
}

fn stopped_json(forecast: &Forecast) -> Vec<Json> {
    let stopped = forecast.stopped.iter().filter(|stopped| stopped.probability > 0.0);
    stopped
        .map(|branch| json!({ "procedure": branch.procedure, "probability": branch.probability, "error": branch.why }))
        .collect()
}

fn policies_json(chain: &Chain) -> Vec<Json> {
    let choice = |choice: &rules::form::Choice| json!({ "id": choice.id, "label": choice.label });
    let policies = chain.ruleset.forecast.policies.iter();
    policies
        .map(|policy| {
            let choices: Vec<Json> = policy.choices.iter().map(choice).collect();
            json!({ "id": policy.id, "label": policy.label, "choice": chain.choice(policy), "choices": choices })
        })
        .collect()
}

fn assumed_json(chain: &Chain, forecast: &Forecast) -> Json {
    let notes: Vec<String> = Chain::notes(chain.ruleset).iter().map(ToString::to_string).collect();
    let answers = forecast.assumed.iter();
    let answers =
        answers.map(|(procedure, field, value)| json!({ "procedure": procedure, "field": field, "value": value }));
    json!({ "notes": notes, "answers": answers.collect::<Vec<_>>() })
}

/// The most probable nodes. A branch to a node that is not listed leads to `null`.
fn nodes_json(forecast: &Forecast) -> Vec<Json> {
    let mut order: Vec<usize> =
        (0..forecast.nodes.len()).filter(|node| forecast.nodes[*node].probability > 0.0).collect();
    order.sort_by(|one, other| {
        let probability = |node: usize| forecast.nodes[node].probability;
        probability(*other).total_cmp(&probability(*one)).then(one.cmp(other))
    });
    order.truncate(MOST_LISTED);
    let mut places = vec![None; forecast.nodes.len()];
    order.iter().enumerate().for_each(|(place, node)| places[*node] = Some(place));
    order.iter().map(|node| node_json(&forecast.nodes[*node], &places)).collect()
}

fn node_json(node: &Node, places: &[Option<usize>]) -> Json {
    let branch = |branch: &Branch| {
        let words = branch.words.as_ref().map(ToString::to_string);
        json!({ "to": places[branch.node], "probability": branch.probability, "words": words })
    };
    let (step, acts) = match &*node.step {
        Step::Act { procedure, participants, answers } => {
            let act = json!({ "act": "procedure", "procedure": procedure.id, "participants": participants, "input": answers });
            ("acts", vec![act])
        }
        Step::Set(changes) => ("acts", changes.iter().filter_map(set_json).collect()),
        Step::Next => ("acts", vec![json!({ "act": "next" })]),
        Step::Over(_) => ("end", Vec::new()),
        Step::NotFollowed => ("not_followed", Vec::new()),
    };
    json!({
        "probability": node.probability,
        "turn": node.when.0,
        "phase": node.when.1,
        "step": step,
        "acts": acts,
        "branches": node.branches.iter().map(branch).collect::<Vec<_>>(),
    })
}

fn set_json(change: &Change) -> Option<Json> {
    let Change::Set { of, key, to } = change else { return None };
    Some(json!({ "act": "set", "of": of.id(), "tracker": key, "to": to }))
}
