//! Has `tests/browser/install.js` find or install the browsers of the tests: it can start them as the tests will.

use std::process::{Command, Stdio};

use crate::place;
use crate::run::command;

/// Finds or installs this browser; else returns the reason, and a way to install it. The npm packages must be there.
pub fn browser(name: &str) -> Result<(), String> {
    let mut install = command("node");
    install.args(["tests/browser/install.js", name]).stderr(Stdio::inherit());
    let output = install.output().map_err(|error| format!("node did not run: {error}"))?;
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stdout).trim().to_owned()) }
}

/// A command of Playwright's command line.
pub fn playwright(verb: &str) -> Command {
    let mut node = command("node");
    node.arg(place::project().join("node_modules").join("@playwright").join("test").join("cli.js")).arg(verb);
    node
}
