//! Every check and test, in order, with a summary.

use std::net::{Ipv4Addr, TcpListener};
use std::time::{Duration, Instant};

use crate::args::Test;
use crate::failure::Failure;
use crate::run::{announce, command, run};
use crate::setup::{self, Chromium, Tools, WASM};
use crate::{bundle, licences, place, slowest};

/// One step of the tests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// rustfmt finds nothing to change.
    Format,
    /// clippy has no warning, natively and for browsers; every crate's licence is allowed.
    Lint,
    /// The native tests.
    Native,
    /// The documentation builds without a warning.
    Docs,
    /// The release build.
    Build,
    /// The build is no heavier than a phone should have to fetch.
    Size,
    /// The tests in a browser, against the release build.
    Browser,
}

impl Step {
    /// In the order in which they run.
    const ALL: [Self; 7] = [Self::Format, Self::Lint, Self::Native, Self::Docs, Self::Build, Self::Size, Self::Browser];

    /// The step that users call `name`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|step| step.name() == name)
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Format => "format",
            Self::Lint => "lint",
            Self::Native => "native",
            Self::Docs => "docs",
            Self::Build => "build",
            Self::Size => "size",
            Self::Browser => "browser",
        }
    }

    const fn what(self) -> &'static str {
        match self {
            Self::Format => "rustfmt",
            Self::Lint => "clippy, native and wasm32, warnings denied (2 minutes the first time), and licences",
            Self::Native => "native tests (2 minutes the first time)",
            Self::Docs => "documentation, warnings denied (a minute the first time)",
            Self::Build => "release build, unless nothing has changed since the last",
            Self::Size => "what a phone has to fetch, against its budgets",
            Self::Browser => "Playwright tests against the release build",
        }
    }
}

/// What the steps need, set up once before the first.
struct Ready {
    tools: Option<Tools>,
    chromium: Option<Chromium>,
}

/// Sets up and runs the steps asked for, ending at the first that fails.
///
/// # Errors
/// If set-up or a step fails.
pub fn test(options: &Test) -> Result<(), Failure> {
    let steps = plan(options);
    let start = Instant::now();
    let ready = ready(&steps)?;
    let mut times = vec![("set-up", start.elapsed())];
    for (done, &step) in steps.iter().enumerate() {
        println!();
        announce(&format!("{} of {}: {}: {}", done + 1, steps.len(), step.name(), step.what()));
        let start = Instant::now();
        let outcome = carry_out(step, &ready, options);
        times.push((step.name(), start.elapsed()));
        if let Err(failure) = outcome {
            summarise(&times, &steps[done..]);
            return Err(failure.in_step(step.name()));
        }
    }
    summarise(&times, &[]);
    Ok(())
}

/// The steps to run. What looks at the build brings it along: nobody means to test a stale one.
fn plan(options: &Test) -> Vec<Step> {
    let wanted = |step: Step| match step {
        _ if options.only.is_empty() => true,
        Step::Build => [Step::Build, Step::Size, Step::Browser].iter().any(|step| options.only.contains(step)),
        _ => options.only.contains(&step),
    };
    Step::ALL.into_iter().filter(|&step| wanted(step) && (options.build || step != Step::Build)).collect()
}

fn ready(steps: &[Step]) -> Result<Ready, Failure> {
    let any = |of: &[Step]| steps.iter().any(|step| of.contains(step));
    if any(&[Step::Browser]) {
        // All at once, rather than some for the build and then all again.
        setup::packages(setup::Packages::All)?;
    }
    let tools = any(&[Step::Lint, Step::Docs, Step::Build, Step::Browser]).then(setup::for_build).transpose()?;
    if any(&[Step::Format, Step::Lint]) {
        setup::components()?;
    }
    let chromium = any(&[Step::Browser]).then(setup::chromium).transpose()?;
    Ok(Ready { tools, chromium })
}

fn carry_out(step: Step, ready: &Ready, options: &Test) -> Result<(), Failure> {
    match step {
        Step::Format => run(command("cargo").args(["fmt", "--all", "--check"]), "run `cargo fmt --all`."),
        Step::Lint => {
            let lint = |which: &[&str]| {
                run(
                    command("cargo").args(["clippy", "--locked"]).args(which).args(["--", "-D", "warnings"]),
                    "mend what clippy names above.",
                )
            };
            lint(&["--workspace", "--all-targets"])?;
            lint(&["--package", "drumhead", "--lib", "--bins", "--target", WASM])?;
            licences::check()
        }
        Step::Native => slowest::run(
            command("cargo").args(["test", "--locked", "--workspace"]).args(&options.rest),
            "mend the test named above; `cargo test NAME` runs it alone.",
        ),
        Step::Docs => {
            let document = |which: &[&str]| {
                run(
                    command("cargo")
                        .args(["doc", "--locked", "--no-deps", "--document-private-items"])
                        .args(which)
                        .env("RUSTDOCFLAGS", "-D warnings"),
                    "mend the documentation named above.",
                )
            };
            document(&["--workspace"])?;
            // The app is compiled for browsers alone, so its pages are too. Quietly, else cargo warns that the library,
            // of the same name, would have its pages in the same place: nobody reads these.
            document(&["--quiet", "--package", "drumhead", "--bins", "--target", WASM])
        }
        Step::Build => ready.tools.as_ref().map_or(Ok(()), bundle::build),
        Step::Size => {
            built()?;
            run(command("node").arg("tests/measure/size.js").arg(place::dist()), "see what became heavier, and why.")
        }
        Step::Browser => {
            if let (Some(tools), true) = (&ready.tools, options.build) {
                bundle::toy(tools)?;
            }
            ready.chromium.as_ref().map_or(Ok(()), |chromium| in_browser(chromium, &options.rest))
        }
    }
}

fn in_browser(chromium: &Chromium, rest: &[String]) -> Result<(), Failure> {
    built()?;
    let mut playwright = setup::playwright("test");
    playwright.args(["--config", "tests/browser"]).args(rest);
    playwright.env("DRUMHEAD_PORT", free_port()?.to_string()).env("DRUMHEAD_TOY", place::toy_dist());
    run(
        chromium.hand_to(&mut playwright),
        "mend the test named above; `cargo xtask test --only browser -- --grep NAME` runs it alone, and \
         `npx playwright show-trace FILE` shows what happened in the browser.",
    )
}

/// Whether there is a build to look at.
fn built() -> Result<(), Failure> {
    let page = place::dist().join("index.html");
    let missing = || Failure::new("There is no built app in dist.", "leave out --no-build.");
    page.is_file().then_some(()).ok_or_else(missing)
}

/// A port for the tests' own server, so that two checkouts can be tested at once.
fn free_port() -> Result<u16, Failure> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .and_then(|listener| listener.local_addr())
        .map(|address| address.port())
        .map_err(|error| Failure::new(format!("No port is free: {error}."), "close some programs and try again."))
}

/// Prints how long everything took; `left` are the steps from the failed one on.
fn summarise(times: &[(&str, Duration)], left: &[Step]) {
    println!("\n==> Summary");
    for (name, time) in times {
        let failed = left.first().is_some_and(|step| step.name() == *name);
        println!("    {name:<8} {:>7.1} s  {}", time.as_secs_f64(), if failed { "FAILED" } else { "passed" });
    }
    for step in left.iter().skip(1) {
        println!("    {:<8} {:>9}  not run", step.name(), "");
    }
    let passed = times.len() - 1 - left.len().min(1);
    println!("steps: {passed} passed, {} failed", left.len().min(1));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planned(only: &[Step], build: bool) -> Vec<Step> {
        plan(&Test { only: only.to_vec(), build, rest: Vec::new() })
    }

    #[test]
    fn everything_runs_unless_told_otherwise() {
        assert_eq!(planned(&[], true), Step::ALL);
    }

    #[test]
    fn a_stale_build_is_tested_only_when_asked_for() {
        assert_eq!(planned(&[Step::Browser], true), [Step::Build, Step::Browser]);
        assert_eq!(planned(&[Step::Size], true), [Step::Build, Step::Size]);
        assert_eq!(planned(&[Step::Browser], false), [Step::Browser]);
    }

    #[test]
    fn steps_run_in_their_order_whatever_the_order_asked() {
        assert_eq!(planned(&[Step::Native, Step::Format], true), [Step::Format, Step::Native]);
    }

    #[test]
    fn each_step_is_found_by_its_name() {
        for step in Step::ALL {
            assert_eq!(Step::named(step.name()), Some(step));
        }
    }
}
