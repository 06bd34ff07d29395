//! Runs every check and test with one command, as cargo cannot run those of Node and of the build.

use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::ValueEnum;

use crate::args::Test;
use crate::bundle::{self, BackgroundBuild};
use crate::failure::Failure;
use crate::place;
use crate::run::{announce, command, npm, run};
use crate::setup::{self, Tools, WASM};

/// A step of the tests, in the order in which they run; its comment is printed when it begins.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub enum Step {
    /// rustfmt
    Format,
    /// clippy, native and wasm32, warnings denied (2 minutes the first time); licences; workflows; scripts and styles
    Lint,
    /// native tests (2 minutes the first time), and the release build in parallel
    Native,
    /// documentation, warnings denied (a minute the first time)
    Docs,
    /// release build: waits until it is done
    Build,
    /// bytes that a phone downloads, against the ceilings
    Size,
    /// Playwright tests against the release build, in Chromium
    Browser,
    /// those that show what could differ, in Firefox
    Firefox,
    /// the main jobs, in WebKit
    Webkit,
}

impl Step {
    /// The step's name and description.
    fn about(self) -> (String, String) {
        let value = self.to_possible_value().unwrap_or_default();
        (value.get_name().to_owned(), value.get_help().map(ToString::to_string).unwrap_or_default())
    }

    /// The browser that the step needs.
    fn browser(self) -> Option<&'static str> {
        match self {
            Self::Browser => Some("chromium"),
            Self::Firefox => Some("firefox"),
            Self::Webkit => Some("webkit"),
            _ => None,
        }
    }
}

/// Tools of the steps, set up once before the first step.
struct Ready {
    tools: Option<Tools>,
    deny: Option<PathBuf>,
    /// Steps, and parts of steps, that are not run here.
    skipped: Vec<Skipped>,
}

/// A step, or a part of one, that is not run because its program is missing.
#[derive(Debug, PartialEq)]
struct Skipped {
    name: String,
    reason: String,
}

impl Skipped {
    /// The check of licences, without cargo-deny. Before a version is published, it must not be missing.
    fn licences(all: bool) -> Result<Self, Failure> {
        let reason = "cargo-deny is neither on PATH nor can cargo-binstall fetch it. To have it: install cargo-binstall, or \
                      `cargo install cargo-deny --locked` (2 minutes)";
        if all {
            return Err(Failure::new("There is no cargo-deny, which --all requires.", format!("{reason}.")));
        }
        Ok(Self { name: "licences".into(), reason: reason.into() })
    }
}

/// Sets up and runs the steps asked for, stopping at the first that fails.
pub fn test(options: &Test) -> Result<(), Failure> {
    let one_runner = matches!(options.only[..], [Step::Native | Step::Browser | Step::Firefox | Step::Webkit]);
    if !one_runner && !options.arguments.is_empty() {
        let next = "add one of --only native, browser, firefox and webkit.";
        return Err(Failure::new("Arguments of a test runner are for one runner.", next));
    }
    let mut steps = plan(options);
    let start = Instant::now();
    let ready = ready(&steps, options)?;
    steps.retain(|step| ready.skipped.iter().all(|skipped| skipped.name != step.about().0));
    let mut times = vec![("set-up".to_owned(), start.elapsed())];
    let mut background = None;
    for (done, &step) in steps.iter().enumerate() {
        println!();
        let (name, description) = step.about();
        announce(&format!("{} of {}: {name}: {description}", done + 1, steps.len()));
        let start = Instant::now();
        if step == Step::Native && steps.contains(&Step::Build) {
            // Native tests leave a quarter of two processors idle, and more of more.
            background = Some(BackgroundBuild::begin()?);
        }
        let result = match background.take_if(|_| step == Step::Build) {
            Some(build) => build.finish(),
            None => execute(step, &ready, options),
        };
        times.push((name, start.elapsed()));
        if let Err(failure) = result {
            summarise(&times, &ready.skipped, &steps[done..]);
            return Err(failure);
        }
    }
    summarise(&times, &ready.skipped, &[]);
    Ok(())
}

/// The steps to run. Steps that test the build bring it with them, so that nobody tests a stale one by mistake.
fn plan(options: &Test) -> Vec<Step> {
    let wanted = |step: Step| match step {
        _ if options.only.is_empty() => true,
        Step::Build => options.only.iter().any(|step| *step == Step::Size || step.browser().is_some()),
        _ => options.only.contains(&step),
    };
    let steps = Step::value_variants().iter().copied();
    steps.filter(|&step| wanted(step) && !(options.no_build && step == Step::Build)).collect()
}

fn ready(steps: &[Step], options: &Test) -> Result<Ready, Failure> {
    let any = |of: &[Step]| steps.iter().any(|step| of.contains(step));
    let browsers = || steps.iter().filter_map(|step| Some((*step, step.browser()?)));
    if browsers().next().is_some() || any(&[Step::Lint]) {
        // All packages at once, rather than those of the build first and then all again.
        setup::packages(setup::Packages::All)?;
    }
    let tools = any(&[Step::Lint, Step::Docs, Step::Build, Step::Browser]).then(setup::for_build).transpose()?;
    if any(&[Step::Format, Step::Lint]) {
        setup::components()?;
    }
    let deny = any(&[Step::Lint]).then(setup::cargo_deny).transpose()?.flatten();
    let mut skipped = Vec::new();
    if any(&[Step::Lint]) && deny.is_none() {
        skipped.push(Skipped::licences(options.all)?);
    }
    for (step, browser) in browsers() {
        match setup::browser(browser) {
            Ok(()) => {}
            // Chromium runs everywhere. Systems without the others test in it alone, unless another is asked for.
            Err(reason) if step != Step::Browser && options.only.is_empty() => {
                skipped.push(Skipped { name: step.about().0, reason });
            }
            Err(reason) => return Err(Failure::new(format!("There is no {browser} for the tests."), reason)),
        }
    }
    Ok(Ready { tools, deny, skipped })
}

fn execute(step: Step, ready: &Ready, options: &Test) -> Result<(), Failure> {
    match step {
        Step::Format => run(command("cargo").args(["fmt", "--all", "--check"]), "run `cargo fmt --all`."),
        Step::Lint => {
            let next = "fix what clippy names above.";
            cargo("clippy", &["--workspace", "--all-targets", "--", "-D", "warnings"], next)?;
            let app = ["--package", "drumhead", "--lib", "--bins", "--target", WASM, "--", "-D", "warnings"];
            cargo("clippy", &app, next)?;
            if let Some(deny) = &ready.deny {
                // Set-up has fetched the crates, so licences are checked without a network.
                let offline = ["--locked", "--offline", "check", "licenses", "bans", "sources"];
                let next =
                    "use another crate, or add its licence to deny.toml if it asks for no more than attribution.";
                run(command(deny).args(offline), next)?;
            }
            run(command("node").arg("tests/lint/workflows.js"), "mend the workflow at the line named above.")?;
            let next = "mend what is named above; `npm run format` does so for spaces and line breaks.";
            run(npm("npm").args(["run", "--silent", "lint"]), next)
        }
        Step::Native => run(
            command("cargo").args(["test", "--locked", "--workspace"]).args(&options.arguments),
            "fix the test named above; `cargo test NAME` runs it alone.",
        ),
        Step::Docs => {
            let next = "fix the documentation named above.";
            cargo("doc", &["--no-deps", "--document-private-items", "--workspace"], next)?;
            // The app compiles for browsers alone. Quietly, because cargo warns that the library of the same name would
            // overwrite these pages; nobody reads them.
            let app = ["--quiet", "--package", "drumhead", "--bins", "--target", WASM];
            cargo("doc", &[&["--no-deps", "--document-private-items"], &app[..]].concat(), next)
        }
        Step::Build => ready.tools.as_ref().map_or(Ok(()), bundle::build),
        Step::Size => {
            bundle::require()?;
            let mut node = command("node");
            run(node.arg("tests/measure/size.js").arg(place::dist()), "find out what became heavier, and why.")
        }
        Step::Browser => in_playwright("tests/browser", "browser", options),
        Step::Firefox => in_playwright("tests/browser/firefox.config.ts", "firefox", options),
        Step::Webkit => {
            bundle::require()?;
            let mut node = command("node");
            node.args(["--test", "--test-reporter=spec"]).args(&options.arguments).arg("tests/webkit/webkit.test.js");
            run(&mut node, "fix the test named above; `cargo xtask test --only webkit` runs them alone.")
        }
    }
}

/// Runs a command of cargo's; warnings of rustdoc fail, too.
fn cargo(name: &str, options: &[&str], next: &str) -> Result<(), Failure> {
    run(command("cargo").args([name, "--locked"]).args(options).env("RUSTDOCFLAGS", "-D warnings"), next)
}

fn in_playwright(config: &str, step: &str, options: &Test) -> Result<(), Failure> {
    bundle::require()?;
    let mut playwright = setup::playwright("test");
    playwright.args(["--config", config]).args(&options.arguments);
    playwright.envs(options.all.then_some(("DRUMHEAD_ALL", "1"))); // read by playwright.config.ts
    playwright.env("DRUMHEAD_PORT", free_port()?.to_string());
    let next = format!(
        "fix the test named above; `cargo xtask test --only {step} -- --grep NAME` runs it alone, and \
         `npx playwright show-report` shows what happened in the browser."
    );
    run(&mut playwright, &next)
}

/// A port for the tests' own server, so that two checkouts can be tested at once.
fn free_port() -> Result<u16, Failure> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .and_then(|listener| listener.local_addr())
        .map(|address| address.port())
        .map_err(|error| Failure::new(format!("No port is free: {error}."), "close some programs and try again."))
}

/// Prints the time of each step; `left` holds the failed step and those after it.
fn summarise(times: &[(String, Duration)], skipped: &[Skipped], left: &[Step]) {
    println!("\n==> Summary");
    for (name, time) in times {
        let failed = left.first().is_some_and(|step| step.about().0 == *name);
        println!("    {name:<8} {:>7.1} s  {}", time.as_secs_f64(), if failed { "FAILED" } else { "passed" });
    }
    for step in left.iter().skip(1) {
        println!("    {:<8} {:>9}  not run", step.about().0, "");
    }
    for Skipped { name, reason } in skipped {
        println!("    {name:<8} {:>9}  SKIPPED: {reason}", "");
    }
    let failed = left.len().min(1);
    println!("steps: {} passed, {failed} failed, {} skipped", times.len() - 1 - failed, skipped.len());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planned(only: &[Step], no_build: bool) -> Vec<Step> {
        plan(&Test { only: only.to_vec(), no_build, ..Test::default() })
    }

    #[test]
    fn steps_run_in_their_order_and_bring_the_build_that_they_test() {
        assert_eq!(planned(&[], false), Step::value_variants());
        assert_eq!(planned(&[Step::Native, Step::Format], false), [Step::Format, Step::Native]);
        assert_eq!(planned(&[Step::Browser], false), [Step::Build, Step::Browser]);
        assert_eq!(planned(&[Step::Size], false), [Step::Build, Step::Size]);
        assert_eq!(planned(&[Step::Browser], true), [Step::Browser]);
    }

    #[test]
    fn without_cargo_deny_the_summary_says_so_and_a_publication_stops() {
        let skipped = Skipped::licences(false).expect("every day");
        assert!(skipped.name == "licences" && skipped.reason.contains("install cargo-binstall"), "{skipped:?}");
        let failure = Skipped::licences(true).expect_err("before a version is published").to_string();
        assert!(failure.contains("There is no cargo-deny"), "{failure}");
    }
}
