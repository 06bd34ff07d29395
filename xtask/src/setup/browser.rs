//! A Chromium for the browser tests.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use crate::failure::Failure;
use crate::place;
use crate::run::{announce, answer, command, run, run_within};

const NEXT: &str = "install Chromium or Google Chrome so that it is on PATH, or set DRUMHEAD_CHROMIUM to its program, \
                    then try again.";

/// A Chromium that was seen to start.
#[derive(Clone, Debug)]
pub struct Chromium {
    /// `None` is Playwright's own.
    program: Option<PathBuf>,
    sandbox: bool,
}

impl Chromium {
    /// Tells the tests' configuration (`tests/browser/chromium.js`) about it.
    pub fn hand_to<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        match &self.program {
            Some(program) => command.env("DRUMHEAD_CHROMIUM", program),
            None => command.env_remove("DRUMHEAD_CHROMIUM"),
        };
        command.env("DRUMHEAD_CHROMIUM_SANDBOX", if self.sandbox { "on" } else { "off" })
    }
}

/// Finds a Chromium, or installs one: Playwright's own, else the system's. The npm packages must be there.
///
/// A headless shell is taken before a whole browser: it does all that the tests ask with two thirds of the work.
///
/// # Errors
/// If there is none and none can be installed.
pub fn chromium() -> Result<Chromium, Failure> {
    if let Some(program) = std::env::var_os("DRUMHEAD_CHROMIUM") {
        return starting(Some(PathBuf::from(program))).ok_or_else(|| {
            Failure::new("The browser that DRUMHEAD_CHROMIUM names does not start.", "correct or unset it.")
        });
    }
    if let Some(found) = playwrights_own().or_else(systems) {
        return Ok(found);
    }
    announce("Downloading Playwright's headless Chromium (about 110 MB, a few minutes)");
    let download = run_within(
        Duration::from_secs(20 * 60),
        playwright("install").args(["--only-shell", "chromium"]),
        "check that this machine is online.",
    );
    match download {
        Ok(()) => playwrights_own().map_or_else(with_libraries, Ok),
        Err(failure) => {
            println!("    {}", failure.what());
            from_apt()
        }
    }
}

/// A command of Playwright's, without the detour over npx.
pub fn playwright(verb: &str) -> Command {
    let mut node = command("node");
    node.arg(place::project().join("node_modules").join("@playwright").join("test").join("cli.js")).arg(verb);
    node
}

/// Playwright's own headless shell, if it has been downloaded in the version that this Playwright wants.
fn playwrights_own() -> Option<Chromium> {
    starting(None)
}

fn systems() -> Option<Chromium> {
    ["chromium-headless-shell", "chromium", "google-chrome", "google-chrome-stable", "chromium-browser"]
        .into_iter()
        .filter_map(place::on_path)
        .find_map(|program| starting(Some(program)))
}

/// Tries to start `program` as the tests will, in its sandbox if that works.
fn starting(program: Option<PathBuf>) -> Option<Chromium> {
    [true, false].into_iter().map(|sandbox| Chromium { program: program.clone(), sandbox }).find_map(|candidate| {
        let version = answer(candidate.hand_to(command("node").arg("tests/browser/try-chromium.js")))?;
        let unsandboxed = if candidate.sandbox { "" } else { ", without its sandbox, in which it does not start here" };
        let program = candidate.program.as_ref().map_or("Playwright's".into(), |program| program.display().to_string());
        println!("    browser: {program} {version}{unsandboxed}");
        Some(candidate)
    })
}

/// What Playwright's Chromium lacks on a bare Linux is libraries.
fn with_libraries() -> Result<Chromium, Failure> {
    let failure = || Failure::new("Playwright's Chromium was downloaded but does not start.", NEXT);
    if as_root("apt-get").is_none() {
        return Err(failure());
    }
    announce("It does not start: installing the system libraries it needs with apt-get (a few minutes)");
    run(playwright("install-deps").arg("chromium"), NEXT)?;
    playwrights_own().ok_or_else(failure)
}

fn from_apt() -> Result<Chromium, Failure> {
    let apt_get = |arguments: &[&str]| {
        let mut command = as_root("apt-get")?;
        command
            .env("DEBIAN_FRONTEND", "noninteractive")
            .args(["-o", "Acquire::Retries=2", "-o", "Acquire::http::Timeout=60", "-o", "DPkg::Lock::Timeout=300"])
            .args(arguments);
        Some(command)
    };
    let Some(mut update) = apt_get(&["update"]) else {
        return Err(Failure::new("There is no browser for the tests, and none could be downloaded.", NEXT));
    };
    announce("Installing the system's own Chromium with apt-get instead (a few minutes)");
    run(&mut update, NEXT)?;
    // Not every system has the shell as a package of its own.
    let packages = ["chromium-headless-shell", "chromium"].into_iter();
    let mut installs =
        packages.filter_map(|package| apt_get(&["install", "--yes", "--no-install-recommends", package]));
    if !installs.any(|mut install| run(&mut install, NEXT).is_ok()) {
        return Err(Failure::new("The system's Chromium cannot be installed.", NEXT));
    }
    systems().ok_or_else(|| Failure::new("The system's Chromium was installed but does not start.", NEXT))
}

/// `program` as root, if it is there and no password is asked for.
fn as_root(program: &str) -> Option<Command> {
    let program = place::on_path(program)?;
    if answer(command("id").arg("-u"))? == "0" {
        return Some(command(program));
    }
    answer(command("sudo").args(["-n", "true"]))?;
    let mut sudo = command("sudo");
    sudo.args(["-n", "--preserve-env=DEBIAN_FRONTEND"]).arg(program);
    Some(sudo)
}
