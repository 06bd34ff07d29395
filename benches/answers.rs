//! How long the odds of requests take, for tests/measure/compare.py: a request a line in, two times in seconds a line out. The
//! first is from the procedure, filled in, to its whole distribution; the second what reading the request into it takes.

use drumhead::contract;
use std::hint::black_box;
use std::io::BufRead;
use std::time::{Duration, Instant};

/// How long a run is at least: far longer than a clock's tick.
const RUN: Duration = Duration::from_millis(50);

fn main() {
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let Ok(request) = serde_json::from_str(&line) else { continue };
        let Ok(ready) = contract::read(&request) else { continue };
        let odds = seconds(|| drop(black_box(black_box(&ready).odds())));
        let reading = seconds(|| drop(black_box(contract::read(black_box(&request)))));
        println!("{odds} {reading}");
    }
}

/// The least of a few runs, each of as many calls as fill it.
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
