//! Runs `tests/browser/install.js`, which finds or installs the browsers of the tests and starts each as a test does.

use std::process::{Command, Stdio};

use crate::folders;
use crate::run::command;

/// Finds or installs this browser. The npm packages must be installed.
///
/// # Errors
///
/// The reason, and a way to install the browser.
pub fn browser(name: &str) -> Result<(), String> {
    let mut install = command("node");
    install.args(["tests/browser/install.js", name]).stderr(Stdio::inherit());
    let output = install.output().map_err(|error| format!("node did not run: {error}"))?;
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stdout).trim().to_owned()) }
}

/// Playwright's command line with this subcommand.
pub fn playwright(subcommand: &str) -> Command {
    let mut node = command("node");
    node.arg(folders::project().join("node_modules").join("@playwright").join("test").join("cli.js")).arg(subcommand);
    node
}
