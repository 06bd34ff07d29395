//! Calls of the contract.

use crate::dice::Dice;
use crate::{ALONE, bounded, runs};
use exchange::contract;
use serde_json::Value as Json;
use serde_json::json;
use testing::{conformance, scripts};

/// Valid calls, which the test changes: the requests of the samples, battle scripts, and chains that begin with the last procedure of a
/// script.
fn calls() -> Vec<Json> {
    let mut all = Vec::new();
    for (ruleset, cases) in conformance::samples() {
        for case in cases {
            all.push(json!({ "call": "odds", "request": case["request"] }));
            let faces = case.pointer("/resolutions/0/faces").cloned().unwrap_or_else(|| json!([]));
            all.push(json!({ "call": "resolve", "request": case["request"], "faces": faces }));
        }
        for case in scripts::files(ruleset).iter().flat_map(|file| scripts::cases_of(file)) {
            let battle = &case["battle"];
            all.push(json!({ "call": "battle", "battle": battle }));
            let acts = battle["acts"].as_array().expect("acts");
            if let Some((act, before)) = acts.split_last().filter(|(act, _)| act["act"] == "procedure") {
                let mut battle = battle.clone();
                battle["acts"] = before.into();
                all.push(json!({ "call": "chain", "battle": battle, "act": act, "until": { "rounds": 1 } }));
            }
        }
    }
    all
}

#[test]
fn no_call_of_the_contract_crashes_it_or_fills_its_memory() {
    /// One call in this many is a chain. Chains are slow in a debug build.
    const CHAINS: usize = 40;
    let _alone = ALONE.lock();
    let all = calls();
    let (chains, others): (Vec<&Json>, Vec<&Json>) = all.iter().partition(|call| call["call"] == "chain");
    let battles: Vec<&Json> = others.iter().copied().filter(|call| call["call"] == "battle").collect();
    assert!(chains.len() > 100 && battles.len() > 100 && others.len() > 2 * battles.len());
    let mut dice = Dice::new();
    let (mut answered, runs) = (0, runs("DRUMHEAD_CALLS", 2_000));
    for run in 0..runs {
        let call = match run {
            run if run % CHAINS == 0 => *dice.pick(&chains),
            run if run % 2 == 0 => *dice.pick(&battles),
            _ => *dice.pick(&others),
        };
        let line = if dice.below(4) == 0 {
            let mut line = call.to_string().into_bytes();
            let other = dice.pick(&others).to_string();
            dice.bytes(&mut line, other.as_bytes());
            line
        } else {
            let mut call = call.clone();
            for _ in 0..=dice.below(2) {
                dice.json(&mut call);
            }
            call.to_string().into_bytes()
        };
        let answer = bounded("a call", || contract::answer_line(test_rulesets::RULESETS, &line));
        let answer = serde_json::to_value(&answer).expect("every answer can be written");
        answered += usize::from(answer.get("error").is_none());
    }
    println!("{runs} calls, of which {answered} were answered");
    assert!(answered > runs / 50, "changed so much that nothing is answered, nothing is tried: {answered} of {runs}");
}
