//! The native tests, timed: which are the slowest.
//!
//! Stable Rust's test programs do not say how long each test took. They begin them in the order of their names, so many at a time,
//! the next as soon as one ends, and tell of each end: so what ran when can be told from when the lines came.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::failure::Failure;
use crate::run::judge;

/// How many are named.
const SHOWN: usize = 8;

/// Runs `cargo test` with its words passed through, and names the slowest tests after it; `next` is what to do if it fails.
///
/// # Errors
/// If a test fails.
pub fn run(command: &mut Command, next: &str) -> Result<(), Failure> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    command.env("RUST_TEST_THREADS", threads.to_string()).stdout(Stdio::piped());
    let mut slowest = Vec::new();
    let status = command.spawn().and_then(|mut child| {
        if let Some(out) = child.stdout.take() {
            slowest = pass_through(out, threads);
        }
        child.wait()
    });
    name(slowest);
    judge(command, status, next)
}

type Timed = (Duration, String);

/// Prints what comes, and hands back how long each test took.
fn pass_through(out: impl std::io::Read, threads: usize) -> Vec<Timed> {
    let (mut timed, mut ended, mut began) = (Vec::new(), Vec::new(), Instant::now());
    for line in BufReader::new(out).lines().map_while(Result::ok) {
        println!("{line}");
        if line.starts_with("running ") {
            began = Instant::now();
        } else if let Some(test) = done(&line) {
            ended.push((began.elapsed(), test.to_owned()));
        } else if line.starts_with("test result: ") {
            timed.extend(durations(&std::mem::take(&mut ended), threads));
        }
    }
    timed
}

/// The test whose end a line tells of; not one that was passed over.
fn done(line: &str) -> Option<&str> {
    let (test, verdict) = line.strip_prefix("test ")?.split_once(" ... ")?;
    ["ok", "FAILED"].contains(&verdict).then_some(test)
}

/// How long each test of a program took, of when they ended, in that order.
fn durations(ended: &[Timed], threads: usize) -> Vec<Timed> {
    let mut order: Vec<&str> = ended.iter().map(|(_, test)| test.as_str()).collect();
    order.sort_unstable();
    let begun = |test: &str| {
        let place = order.iter().position(|own| *own == test).unwrap_or(0);
        place.checked_sub(threads).and_then(|before| ended.get(before)).map_or(Duration::ZERO, |(end, _)| *end)
    };
    ended.iter().map(|(end, test)| (end.saturating_sub(begun(test)), test.clone())).collect()
}

fn name(mut timed: Vec<Timed>) {
    timed.sort_by(|a, b| b.cmp(a));
    if timed.len() > SHOWN {
        println!("    the slowest:");
        for (time, test) in &timed[..SHOWN] {
            println!("    {:>7.1} s  {test}", time.as_secs_f64());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_begins_when_the_one_so_many_places_before_it_ends() {
        let seconds = Duration::from_secs;
        // Two at a time: a and b begin at once, c when b has ended, d when c has.
        let ended = [(seconds(1), "b"), (seconds(4), "c"), (seconds(5), "a"), (seconds(9), "d")];
        let ended: Vec<Timed> = ended.into_iter().map(|(end, test)| (end, test.to_owned())).collect();
        let took: Vec<u64> = durations(&ended, 2).iter().map(|(time, _)| time.as_secs()).collect();
        assert_eq!(took, [1, 3, 5, 5]);
    }

    #[test]
    fn the_end_of_a_test_is_told_from_other_lines() {
        assert_eq!(done("test dice::tests::a_die_has_faces ... ok"), Some("dice::tests::a_die_has_faces"));
        assert_eq!(done("test dice::tests::a_die_has_faces ... FAILED"), Some("dice::tests::a_die_has_faces"));
        assert_eq!(done("test slow ... ignored"), None);
        assert_eq!(done("test result: ok. 1 passed"), None);
    }
}
