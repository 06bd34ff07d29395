//! Runs every check and test with one command. Cargo cannot run those that need Node or the built app.

use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::ValueEnum;

use crate::args::Test;
use crate::bundle::{self, BackgroundBuild};
use crate::failure::Failure;
use crate::folders;
use crate::run::{announce, command, npm, run};
use crate::setup::{self, Tools, WASM};

/// The steps of the tests, in their order. The doc comment of a step is printed when it starts.
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
    /// waits for the release build
    Build,
    /// download sizes, against the ceilings
    Size,
    /// Playwright tests against the release build, in Chromium
    Browser,
    /// the browser tests of features in which browsers may differ, in Firefox
    Firefox,
    /// the main tasks of a player, in WebKit
    Webkit,
}

impl Step {
    fn name_and_description(self) -> (String, String) {
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

/// The result of set-up, which runs once before the first step.
struct SetUp {
    tools: Option<Tools>,
    deny: Option<PathBuf>,
    /// Steps and parts of steps that cannot run on this machine.
    skipped: Vec<Skipped>,
}

/// A step, or a part of one, that does not run because a program is missing.
#[derive(Debug, PartialEq)]
struct Skipped {
    name: String,
    reason: String,
}

impl Skipped {
    /// The check of licences, which needs cargo-deny.
    ///
    /// # Errors
    ///
    /// If `all` is set: then no check may be skipped.
    fn licences(all: bool) -> Result<Self, Failure> {
        let reason = "cargo-deny is neither on PATH nor can cargo-binstall fetch it. Install cargo-binstall, or run \
                      `cargo install cargo-deny --locked` (2 minutes)";
        if all {
            return Err(Failure::new("There is no cargo-deny, which --all requires.", format!("{reason}.")));
        }
        Ok(Self { name: "licences".into(), reason: reason.into() })
    }
}

/// Runs set-up and the chosen steps, and stops at the first step that fails.
pub fn test(options: &Test) -> Result<(), Failure> {
    let one_runner = matches!(options.only[..], [Step::Native | Step::Browser | Step::Firefox | Step::Webkit]);
    if !one_runner && !options.arguments.is_empty() {
        let advice = "add one of --only native, browser, firefox and webkit.";
        return Err(Failure::new("Arguments after -- need exactly one test runner.", advice));
    }
    let mut steps = plan(options);
    let start = Instant::now();
    let set_up = set_up(&steps, options)?;
    steps.retain(|step| set_up.skipped.iter().all(|skipped| skipped.name != step.name_and_description().0));
    let mut times = vec![("set-up".to_owned(), start.elapsed())];
    let mut background = None;
    for (done, &step) in steps.iter().enumerate() {
        println!();
        let (name, description) = step.name_and_description();
        announce(&format!("{} of {}: {name}: {description}", done + 1, steps.len()));
        let start = Instant::now();
        if step == Step::Native && steps.contains(&Step::Build) {
            // The native tests use three quarters of two processors, and a smaller share of more, so the app is built at the same time.
            background = Some(BackgroundBuild::start()?);
        }
        let result = match background.take_if(|_| step == Step::Build) {
            Some(build) => build.finish(),
            None => execute(step, &set_up, options),
        };
        times.push((name, start.elapsed()));
        if let Err(failure) = result {
            summarise(&times, &set_up.skipped, &steps[done..]);
            return Err(failure);
        }
    }
    summarise(&times, &set_up.skipped, &[]);
    Ok(())
}

/// The steps to run. A step that tests the build also adds the step `Build`, so that it never tests an outdated one.
fn plan(options: &Test) -> Vec<Step> {
    let wanted = |step: Step| match step {
        _ if options.only.is_empty() => true,
        Step::Build => options.only.iter().any(|step| *step == Step::Size || step.browser().is_some()),
        _ => options.only.contains(&step),
    };
    let steps = Step::value_variants().iter().copied();
    steps.filter(|&step| wanted(step) && !(options.no_build && step == Step::Build)).collect()
}

fn set_up(steps: &[Step], options: &Test) -> Result<SetUp, Failure> {
    let has_any = |wanted: &[Step]| steps.iter().any(|step| wanted.contains(step));
    let browsers = || steps.iter().filter_map(|step| Some((*step, step.browser()?)));
    if browsers().next().is_some() || has_any(&[Step::Lint]) {
        // Before `for_build`, which would first install the packages of the build alone.
        setup::packages(setup::Packages::All)?;
    }
    let tools = has_any(&[Step::Lint, Step::Docs, Step::Build, Step::Browser]).then(setup::for_build).transpose()?;
    if has_any(&[Step::Format, Step::Lint]) {
        setup::components()?;
    }
    let deny = has_any(&[Step::Lint]).then(setup::cargo_deny).transpose()?.flatten();
    let mut skipped = Vec::new();
    if has_any(&[Step::Lint]) && deny.is_none() {
        skipped.push(Skipped::licences(options.all)?);
    }
    for (step, browser) in browsers() {
        match setup::browser(browser) {
            Ok(()) => {}
            // Chromium runs on all systems. If another browser is missing, its step is skipped, unless `--only` names it.
            Err(reason) if step != Step::Browser && options.only.is_empty() => {
                skipped.push(Skipped { name: step.name_and_description().0, reason });
            }
            Err(reason) => return Err(Failure::new(format!("There is no {browser} for the tests."), reason)),
        }
    }
    Ok(SetUp { tools, deny, skipped })
}

fn execute(step: Step, set_up: &SetUp, options: &Test) -> Result<(), Failure> {
    match step {
        Step::Format => run(command("cargo").args(["fmt", "--all", "--check"]), "run `cargo fmt --all`."),
        Step::Lint => {
            let advice = "fix the code that clippy names above.";
            cargo("clippy", &["--workspace", "--all-targets", "--", "-D", "warnings"], advice)?;
            let app = ["--package", "drumhead", "--lib", "--bins", "--target", WASM, "--", "-D", "warnings"];
            cargo("clippy", &app, advice)?;
            if let Some(deny) = &set_up.deny {
                // Set-up has fetched the crates, so this needs no network.
                let offline = ["--locked", "--offline", "check", "licenses", "bans", "sources"];
                let advice =
                    "use another crate, or add its licence to deny.toml if it requires no more than attribution.";
                run(command(deny).args(offline), advice)?;
            }
            run(command("node").arg("tests/lint/workflows.js"), "correct the workflow at the line named above.")?;
            let advice = "correct the lines named above; `npm run format` corrects spaces and line breaks.";
            run(npm("npm").args(["run", "--silent", "lint"]), advice)
        }
        Step::Native => run(
            command("cargo").args(["test", "--locked", "--workspace"]).args(&options.arguments),
            "fix the test named above; `cargo test --workspace NAME` runs it alone.",
        ),
        Step::Docs => {
            let advice = "fix the documentation named above.";
            cargo("doc", &["--no-deps", "--document-private-items", "--workspace"], advice)?;
            // The app compiles for browsers alone. `--quiet` hides a warning of cargo: the library of the same name
            // overwrites these pages. That is harmless, as this run only checks them.
            let app = ["--quiet", "--package", "drumhead", "--bins", "--target", WASM];
            cargo("doc", &[&["--no-deps", "--document-private-items"], &app[..]].concat(), advice)
        }
        Step::Build => set_up.tools.as_ref().map_or(Ok(()), bundle::build),
        Step::Size => {
            bundle::require()?;
            let mut node = command("node");
            run(
                node.arg("tests/measure/size.js").arg(folders::dist()),
                "find the files that have grown, and the reason.",
            )
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

/// Runs a command of cargo's. Warnings of rustdoc count as failures.
fn cargo(name: &str, options: &[&str], advice: &str) -> Result<(), Failure> {
    run(command("cargo").args([name, "--locked"]).args(options).env("RUSTDOCFLAGS", "-D warnings"), advice)
}

fn in_playwright(config: &str, step: &str, options: &Test) -> Result<(), Failure> {
    bundle::require()?;
    let mut playwright = setup::playwright("test");
    playwright.args(["--config", config]).args(&options.arguments);
    playwright.envs(options.all.then_some(("DRUMHEAD_ALL", "1"))); // read by playwright.config.ts
    playwright.env("DRUMHEAD_PORT", free_port()?.to_string());
    let advice = format!(
        "fix the test named above; `cargo xtask test --only {step} -- --grep NAME` runs it alone, and \
         `npx playwright show-report` shows what happened in the browser."
    );
    run(&mut playwright, &advice)
}

/// A free port for the tests' own server, so that two checkouts can be tested at the same time.
fn free_port() -> Result<u16, Failure> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .and_then(|listener| listener.local_addr())
        .map(|address| address.port())
        .map_err(|error| Failure::new(format!("No port is free: {error}."), "close some programs and try again."))
}

/// Prints the time of each step. `left` has the failed step and the steps after it.
fn summarise(times: &[(String, Duration)], skipped: &[Skipped], left: &[Step]) {
    println!("\n==> Summary");
    for (name, time) in times {
        let failed = left.first().is_some_and(|step| step.name_and_description().0 == *name);
        println!("    {name:<8} {:>7.1} s  {}", time.as_secs_f64(), if failed { "FAILED" } else { "passed" });
    }
    for step in left.iter().skip(1) {
        println!("    {:<8} {:>9}  not run", step.name_and_description().0, "");
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
    fn steps_run_in_their_order_after_the_build_that_they_test() {
        assert_eq!(planned(&[], false), Step::value_variants());
        assert_eq!(planned(&[Step::Native, Step::Format], false), [Step::Format, Step::Native]);
        assert_eq!(planned(&[Step::Browser], false), [Step::Build, Step::Browser]);
        assert_eq!(planned(&[Step::Size], false), [Step::Build, Step::Size]);
        assert_eq!(planned(&[Step::Browser], true), [Step::Browser]);
    }

    #[test]
    fn without_cargo_deny_licences_are_skipped_and_a_publication_fails() {
        let skipped = Skipped::licences(false).expect("every day");
        assert!(skipped.name == "licences" && skipped.reason.contains("Install cargo-binstall"), "{skipped:?}");
        let failure = Skipped::licences(true).expect_err("before a version is published").to_string();
        assert!(failure.contains("There is no cargo-deny"), "{failure}");
    }
}
