//! The `chain` call: how an act in a battle ends, including the procedures that become due because of it.

mod write;

use super::battle::{Script, Stopped, answer_stopped, read};
use battle::Act;
use battle::forecast::{BELOW, Chain, Forecast, MOST_ROUNDS, Until};
use read::{known_fields, object, required_text};
use rules::dice::bounded;
use rules::forecast::Policy;
use rules::refusal::{Code, Refusal};
use rules::registry::Registry;
use rules::ruleset::Ruleset;
use rules::text;
use serde_json::{Map, Value as Json};
use write::forecast_json;

/// The maximum [work](rules::dice::spend) for a chain, which takes some seconds on a phone. Branches beyond it are not followed.
const MOST_WORK: u64 = 400_000_000;
/// Work between two checks of the limit.
const STRETCH: u64 = 100_000;

/// The distribution of how an act ends.
pub fn chain(registry: Registry, request: &Json) -> Json {
    match read_chain(registry, request) {
        Ok(chain) => answer(&chain),
        Err(stopped) => answer_stopped(stopped),
    }
}

fn answer(chain: &Chain) -> Json {
    let mut forecast = None;
    // If the work is stopped, the forecast lists the branches that were not followed.
    let _ = bounded(STRETCH, |done| done < MOST_WORK, || forecast = Some(Forecast::of(chain)));
    match forecast {
        Some(Ok(forecast)) => forecast_json(chain, &forecast),
        Some(Err(refusal)) => answer_stopped(Stopped::Refused(refusal)),
        None => Json::Null,
    }
}

/// Reads a chain and plays the acts of its battle.
fn read_chain(registry: Registry, request: &Json) -> Result<Chain, Stopped> {
    let request = object(request, "").map_err(Stopped::Error)?;
    let fields = ["call", "battle", "act", "until", "policies", "answers", "below"];
    known_fields(request, &fields, "").map_err(Stopped::Error)?;
    let none = Json::Null;
    let battle = request.get("battle").ok_or_else(|| Stopped::Error(Refusal::missing("battle")))?;
    let mut script = Script::read(registry, battle).map_err(|refusal| Stopped::Error(refusal.within("battle")))?;
    script.play_all().map_err(Stopped::Error)?;
    let ruleset = script.ruleset;
    let (until, below) = (
        read_until(request.get("until")).map_err(Stopped::Error)?,
        read_below(request.get("below")).map_err(Stopped::Error)?,
    );
    let choices = read_policies(ruleset, request.get("policies").unwrap_or(&none)).map_err(Stopped::Error)?;
    let answers = read_answers(ruleset, request.get("answers").unwrap_or(&none)).map_err(Stopped::Error)?;
    let act = request.get("act").ok_or_else(|| Stopped::Error(Refusal::missing("act")))?;
    let act = read_act(&script, act)?;
    Ok(Chain { ruleset, state: script.battle.state().clone(), act, until, choices, answers, below })
}

/// Reads the act. The referee can refuse it, as in a battle.
fn read_act(script: &Script, act: &Json) -> Result<Act, Stopped> {
    let wrong = |refusal: Refusal| Stopped::Error(refusal.within("act"));
    let act = object(act, "").map_err(wrong)?;
    known_fields(act, &["act", "procedure", "participants", "input"], "").map_err(wrong)?;
    if required_text(act, "act").map_err(wrong)? != "procedure" {
        return Err(wrong(Refusal::bad("act", "A chain begins with a procedure.")));
    }
    let (procedure, participants, said) = script.read_procedure(act)?;
    script.judge(procedure, &participants, &said)?;
    Ok(Act::new(procedure, participants, said))
}

fn read_until(until: Option<&Json>) -> Result<Until, Refusal> {
    let most = || Refusal::bad("until", text!("The end is turn, phase, or rounds from 1 to {n}.", n = MOST_ROUNDS));
    match until {
        None => Ok(Until::Turn),
        Some(Json::String(word)) if word == "turn" => Ok(Until::Turn),
        Some(Json::String(word)) if word == "phase" => Ok(Until::Phase),
        Some(Json::Object(object)) if object.len() == 1 => {
            let rounds = object.get("rounds").and_then(Json::as_u64).and_then(|rounds| usize::try_from(rounds).ok());
            rounds.filter(|rounds| (1..=MOST_ROUNDS).contains(rounds)).map(Until::Rounds).ok_or_else(most)
        }
        Some(_) => Err(most()),
    }
}

fn read_below(below: Option<&Json>) -> Result<f64, Refusal> {
    let wrong = || Refusal::bad("below", "This must be a probability.");
    below.map_or(Ok(BELOW), |below| below.as_f64().filter(|below| (0.0..=1.0).contains(below)).ok_or_else(wrong))
}

fn read_policies(ruleset: &'static Ruleset, said: &Json) -> Result<Vec<(&'static Policy, &'static str)>, Refusal> {
    let mut choices = Vec::new();
    for (id, choice) in optional_object(said, "policies")? {
        let policy = ruleset.forecast.policies.iter().find(|policy| policy.id == id);
        let policy = policy.ok_or_else(|| unknown(&id).within("policies"))?;
        let known = policy.choices.iter().find(|known| choice == known.id);
        let known = known.ok_or_else(|| Refusal::bad(id.as_str(), "There is no such choice.").within("policies"))?;
        choices.push((policy, known.id));
    }
    Ok(choices)
}

fn read_answers(ruleset: &'static Ruleset, said: &Json) -> Result<Map<String, Json>, Refusal> {
    let answers = optional_object(said, "answers")?;
    for (id, fields) in &answers {
        let procedure = ruleset.procedure(id).ok_or_else(|| unknown(id).within("answers"))?;
        let fields = object(fields, id).map_err(|refusal| refusal.within("answers"))?;
        let sketch = procedure.sketch.as_ref();
        let is_known = |field: &str| {
            procedure.form.field(field).is_some() || sketch.is_some_and(|sketch| sketch.form.field(field).is_some())
        };
        if let Some(field) = fields.keys().find(|field| !is_known(field)) {
            return Err(unknown(field).within(id).within("answers"));
        }
    }
    Ok(answers)
}

fn optional_object(json: &Json, path: &str) -> Result<Map<String, Json>, Refusal> {
    if json.is_null() { Ok(Map::new()) } else { object(json, path).cloned() }
}

fn unknown(field: &str) -> Refusal {
    Refusal::new(Code::UnknownField, field, "There is no such field.")
}
