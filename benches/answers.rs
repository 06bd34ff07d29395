//! How long the odds of requests take, for tests/measure/compare.py: a request a line in, seconds a line out. From the JSON
//! that was read to the whole distribution.

use drumhead::contract;
use std::hint::black_box;
use std::io::BufRead;
use std::time::{Duration, Instant};

/// How long a run is at least: far longer than a clock's tick.
const RUN: Duration = Duration::from_millis(50);

fn main() {
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let Ok(request) = serde_json::from_str(&line) else { continue };
        let mut calls = 1;
        while run(&request, calls) < RUN {
            calls *= 2;
        }
        let least = (0..5).map(|_| run(&request, calls)).min().unwrap_or_default();
        println!("{}", least.as_secs_f64() / f64::from(calls));
    }
}

fn run(request: &serde_json::Value, calls: u32) -> Duration {
    let began = Instant::now();
    for _ in 0..calls {
        black_box(contract::answer_odds(black_box(request)));
    }
    began.elapsed()
}
