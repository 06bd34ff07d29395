//! Times requests for tests/measure/compare.py: reads one request a line, prints two times in seconds for each.
//!
//! The first time is for computing the whole distribution of a procedure that is filled in. The second is for reading the
//! request into the procedure.

use exchange::contract;
use std::hint::black_box;
use std::io::BufRead;
use std::time::{Duration, Instant};

/// Shortest run: far longer than a tick of the clock.
const RUN: Duration = Duration::from_millis(50);

fn main() {
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let Ok(request) = serde_json::from_str(&line) else { continue };
        let Ok(ready) = contract::read(test_rulesets::RULESETS, &request) else { continue };
        let odds = seconds(|| drop(black_box(black_box(&ready).odds())));
        let reading = seconds(|| drop(black_box(contract::read(test_rulesets::RULESETS, black_box(&request)))));
        println!("{odds} {reading}");
    }
}

/// Seconds for one call: the least of five runs, each with enough calls to last [`RUN`].
fn seconds(call: impl Fn()) -> f64 {
    let run = |calls: u32| {
        let began = Instant::now();
        (0..calls).for_each(|_| call());
        began.elapsed()
    };
    let mut calls = 1;
    while run(calls) < RUN {
        calls *= 2;
    }
    let least = (0..5).map(|_| run(calls)).min().unwrap_or_default();
    least.as_secs_f64() / f64::from(calls)
}
