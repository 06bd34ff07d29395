//! Finds or installs a Chromium for the tests, as Playwright's own cannot be downloaded everywhere.

use std::path::PathBuf;
use std::process::Command;

use crate::failure::Failure;
use crate::place;
use crate::run::{announce, answer, command, run};

const NEXT: &str = "install Chromium or Google Chrome so that it is on PATH, or set DRUMHEAD_CHROMIUM to its program, \
                    then try again.";

/// A Chromium that has been started once.
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
pub fn chromium() -> Result<Chromium, Failure> {
    if let Some(program) = std::env::var_os("DRUMHEAD_CHROMIUM") {
        let failure = || Failure::new("The browser in DRUMHEAD_CHROMIUM does not start.", "correct or unset it.");
        return starting(Some(PathBuf::from(program))).ok_or_else(failure);
    }
    if let Some(found) = starting(None).or_else(of_system) {
        return Ok(found);
    }
    announce("Downloading Playwright's headless Chromium (about 110 MB, a few minutes)");
    let download = run(playwright("install").args(["--only-shell", "chromium"]), "check that this machine is online.");
    match download {
        Ok(()) => starting(None).map_or_else(with_libraries, Ok),
        Err(failure) => {
            println!("    {}", failure.what());
            from_apt()
        }
    }
}

/// A command of Playwright's command line.
pub fn playwright(verb: &str) -> Command {
    let mut node = command("node");
    node.arg(place::project().join("node_modules").join("@playwright").join("test").join("cli.js")).arg(verb);
    node
}

/// A Chromium on `PATH`; first a headless shell, which runs the tests in two thirds of the time of a whole browser.
fn of_system() -> Option<Chromium> {
    ["chromium-headless-shell", "chromium", "google-chrome", "google-chrome-stable", "chromium-browser"]
        .into_iter()
        .filter_map(place::on_path)
        .find_map(|program| starting(Some(program)))
}

/// Tries to start `program` as the tests will, with its sandbox if that works; `None` is Playwright's own.
fn starting(program: Option<PathBuf>) -> Option<Chromium> {
    [true, false].into_iter().map(|sandbox| Chromium { program: program.clone(), sandbox }).find_map(|candidate| {
        let version = answer(candidate.hand_to(command("node").arg("tests/browser/try-chromium.js")))?;
        let unsandboxed = if candidate.sandbox { "" } else { ", without its sandbox, which does not work here" };
        let program = candidate.program.as_ref().map_or("Playwright's".into(), |program| program.display().to_string());
        println!("    browser: {program} {version}{unsandboxed}");
        Some(candidate)
    })
}

/// Installs the libraries that Playwright's Chromium lacks on a bare Linux.
fn with_libraries() -> Result<Chromium, Failure> {
    let failure = || Failure::new("Playwright's Chromium was downloaded but does not start.", NEXT);
    apt_get().ok_or_else(failure)?;
    announce("It does not start: installing the system libraries it needs with apt-get (a few minutes)");
    run(playwright("install-deps").arg("chromium"), NEXT)?;
    starting(None).ok_or_else(failure)
}

fn from_apt() -> Result<Chromium, Failure> {
    let none = || Failure::new("There is no browser for the tests, and none could be downloaded.", NEXT);
    let mut update = apt_get().ok_or_else(none)?;
    announce("Installing the system's own Chromium with apt-get instead (a few minutes)");
    run(update.arg("update"), NEXT)?;
    // Some systems have no package of the shell.
    let mut installs = ["chromium-headless-shell", "chromium"].into_iter().filter_map(|package| {
        let mut install = apt_get()?;
        install.args(["install", "--yes", "--no-install-recommends", package]);
        Some(install)
    });
    if !installs.any(|mut install| run(&mut install, NEXT).is_ok()) {
        return Err(Failure::new("The system's Chromium cannot be installed.", NEXT));
    }
    of_system().ok_or_else(|| Failure::new("The system's Chromium was installed but does not start.", NEXT))
}

/// apt-get as root; `None` if it is missing or would ask for a password.
fn apt_get() -> Option<Command> {
    let program = place::on_path("apt-get")?;
    let mut apt_get = if answer(command("id").arg("-u"))? == "0" {
        command(program)
    } else {
        answer(command("sudo").args(["-n", "true"]))?;
        let mut sudo = command("sudo");
        sudo.args(["-n", "--preserve-env=DEBIAN_FRONTEND"]).arg(program);
        sudo
    };
    apt_get.env("DEBIAN_FRONTEND", "noninteractive");
    apt_get.args(["-o", "Acquire::Retries=2", "-o", "Acquire::http::Timeout=60", "-o", "DPkg::Lock::Timeout=300"]);
    Some(apt_get)
}
