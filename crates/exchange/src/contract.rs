//! Requests and answers as JSON, for Rust, for JavaScript in the page, and on standard input.
//!
//! No input makes a call panic. A request that the rules cannot answer returns an error.

mod battle;
mod chain;

pub use battle::{MOST_ACTS, MOST_UNITS, battle};
pub use chain::chain;

use rules::dice::{Dist, Halt, Modifier, Roll, RollRequest};
use rules::outcome::Record;
use rules::procedure::{Procedure, Ready};
use rules::refusal::{Code, Refusal};
use rules::registry::Registry;
use rules::ruleset::Ruleset;
use rules::text;
use serde::Serialize;
use serde::ser::{SerializeMap, SerializeSeq, Serializer};
use serde_json::Value as Json;

/// The deepest nesting of lists and objects that a call may have. Real calls use about a quarter of it.
pub const DEEPEST: usize = 64;

/// An answer to a request.
#[derive(Debug)]
pub enum Answer {
    /// The whole distribution, most probable first.
    Odds(Dist<Record>),
    /// The outcome of these faces.
    Resolved {
        /// The outcome.
        outcome: Record,
        /// The rolls.
        rolls: Vec<Roll>,
        /// The modifiers that applied.
        modifiers: Vec<Modifier>,
    },
    /// These dice must be rolled first.
    NeedsDice(RollRequest),
    /// The answers to a script of acts, and the table after them.
    Battle(Json),
    /// The distribution of how an act ends.
    Chain(Json),
    /// The request is refused.
    Error(Refusal),
}

/// The exact odds of a request.
pub fn odds(registry: Registry, request: &Json) -> Json {
    json(&answer_odds(registry, request))
}

/// The outcome of a request with `faces`, or the dice to roll next.
pub fn resolve(registry: Registry, request: &Json, faces: &[u8]) -> Json {
    json(&answer_resolve(registry, request, faces))
}

/// Answers one line of standard input: `{"call": "odds", "request": …}`, `{"call": "resolve", "request": …, "faces": […]}`, `{"call":
/// "battle", "battle": …}` or `{"call": "chain", …}`.
///
/// Invalid UTF-8 is refused in the same way as invalid JSON.
pub fn answer_line(registry: Registry, line: &[u8]) -> Answer {
    match serde_json::from_slice::<Json>(line) {
        // The request or script is one level inside the line's object.
        Ok(call) if is_flat(&call, DEEPEST + 1) => answer_call(registry, &call).unwrap_or_else(Answer::Error),
        Ok(_) => Answer::Error(too_deep("")),
        Err(_) => Answer::Error(Refusal::bad("", "This line is not JSON.")),
    }
}

/// Parses the text of a request, a script or faces. `name` is the argument's name in refusals.
///
/// # Errors
/// `bad_value` at `name` if the text is not JSON, or is nested more deeply than [`DEEPEST`].
pub fn read_text(name: &str, text: &str) -> Result<Json, Refusal> {
    let json = serde_json::from_str(text).map_err(|_| Refusal::bad(name, "This cannot be written as JSON."))?;
    if is_flat(&json, DEEPEST) { Ok(json) } else { Err(too_deep(name)) }
}

fn too_deep(field: &str) -> Refusal {
    Refusal::bad(field, text!("Lists and objects are nested too deeply: at most {n}.", n = DEEPEST))
}

/// True if a value is nested no deeper than this.
fn is_flat(json: &Json, deepest: usize) -> bool {
    let flat = |member: &Json| deepest > 0 && is_flat(member, deepest - 1);
    match json {
        Json::Array(list) => deepest > 0 && list.iter().all(flat),
        Json::Object(map) => deepest > 0 && map.values().all(flat),
        _ => true,
    }
}

fn answer_call(registry: Registry, call: &Json) -> Result<Answer, Refusal> {
    let no_request = Json::Null;
    let request = call.get("request").unwrap_or(&no_request);
    match call.get("call").and_then(Json::as_str) {
        Some("odds") => Ok(answer_odds(registry, request)),
        Some("resolve") => {
            Ok(answer_resolve(registry, request, &read_faces(call.get("faces").unwrap_or(&Json::Null))?))
        }
        Some("battle") => Ok(Answer::Battle(battle(registry, call.get("battle").unwrap_or(&no_request)))),
        Some("chain") => Ok(Answer::Chain(chain(registry, call))),
        _ => Err(Refusal::bad("call", "A call is odds, resolve, battle or chain.")),
    }
}

/// Reads die faces from JSON. A number that does not fit a `u8` becomes 0, which every die refuses.
///
/// # Errors
/// `bad_value` at `faces` if it is not a list of whole numbers.
pub fn read_faces(faces: &Json) -> Result<Vec<u8>, Refusal> {
    let not_faces = || Refusal::bad("faces", "Faces are a list of whole numbers.");
    let faces = faces.as_array().ok_or_else(not_faces)?;
    let face = |face: &Json| match (face.as_i64(), face.as_u64()) {
        (Some(face), _) => Ok(u8::try_from(face).unwrap_or(0)),
        (_, Some(_)) => Ok(0),
        _ => Err(not_faces()),
    };
    faces.iter().map(face).collect()
}

/// The odds of a request.
pub fn answer_odds(registry: Registry, request: &Json) -> Answer {
    match read(registry, request).and_then(|ready| ready.odds()) {
        Ok(dist) => Answer::Odds(dist),
        Err(refusal) => Answer::Error(refusal),
    }
}

/// The outcome of a request with these faces.
pub fn answer_resolve(registry: Registry, request: &Json, faces: &[u8]) -> Answer {
    let ready = match read(registry, request) {
        Ok(ready) => ready,
        Err(refusal) => return Answer::Error(refusal),
    };
    let played = ready.resolve(faces);
    match played.result {
        Ok(resolved) => {
            Answer::Resolved { outcome: resolved.outcome, rolls: played.rolls, modifiers: played.modifiers }
        }
        Err(Halt::Needs(roll)) => Answer::NeedsDice(*roll),
        Err(Halt::Refused(refusal)) => Answer::Error(refusal),
    }
}

/// Returns the procedure of a request with its input read and checked.
///
/// # Errors
/// Those of [`find`] and [`Procedure::read_request`].
pub fn read(registry: Registry, request: &Json) -> Result<Ready, Refusal> {
    let (_, procedure) = find(registry, request)?;
    let input = request.get("input").and_then(Json::as_object);
    procedure.read_request(input.ok_or_else(|| Refusal::bad("", "The input must be an object."))?)
}

/// The ruleset and the procedure that a request names.
///
/// # Errors
/// `unknown_ruleset` or `unknown_procedure`.
pub fn find(registry: Registry, request: &Json) -> Result<(&'static Ruleset, &'static Procedure), Refusal> {
    let name = |field: &str| request.get(field).and_then(Json::as_str).unwrap_or_default().to_owned();
    let (ruleset, procedure) = (name("ruleset"), name("procedure"));
    let found = registry.find(&ruleset).ok_or_else(|| {
        let message = text!("There is no ruleset {name}.", name = ruleset);
        Refusal::new(Code::UnknownRuleset, "ruleset", message)
    })?;
    let procedure = found.procedure(&procedure).ok_or_else(|| {
        let message = text!("{ruleset} has no procedure {name}.", ruleset = found.named.title, name = procedure);
        Refusal::new(Code::UnknownProcedure, "procedure", message)
    })?;
    Ok((found, procedure))
}

fn json(answer: &Answer) -> Json {
    serde_json::to_value(answer).unwrap_or(Json::Null)
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Answer::Battle(answer) | Answer::Chain(answer) = self {
            return answer.serialize(serializer);
        }
        let mut map = serializer.serialize_map(None)?;
        match self {
            Answer::Battle(_) | Answer::Chain(_) => {}
            Answer::Odds(dist) => {
                map.serialize_entry("status", "odds")?;
                map.serialize_entry("outcomes", &Outcomes(dist))?;
            }
            Answer::Resolved { outcome, rolls, modifiers } => {
                map.serialize_entry("status", "resolved")?;
                map.serialize_entry("outcome", outcome)?;
                map.serialize_entry("rolls", rolls)?;
                map.serialize_entry("modifiers", modifiers)?;
            }
            Answer::NeedsDice(roll) => {
                map.serialize_entry("status", "needs_dice")?;
                map.serialize_entry("next", roll)?;
            }
            Answer::Error(refusal) => {
                map.serialize_entry("status", "error")?;
                map.serialize_entry("error", refusal)?;
            }
        }
        map.end()
    }
}

struct Outcomes<'a>(&'a Dist<Record>);

impl Serialize for Outcomes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Evaluated<'a> {
            outcome: &'a Record,
            probability: f64,
        }
        let mut seq = serializer.serialize_seq(Some(self.0.len()))?;
        for (outcome, probability) in self.0.iter() {
            seq.serialize_element(&Evaluated { outcome, probability })?;
        }
        seq.end()
    }
}
