//! Runs other programs. Their output is passed through, and they get no keyboard input.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::failure::Failure;
use crate::folders;

/// Prints the task that starts now.
pub fn announce(task: &str) {
    println!("==> {task}");
}

/// A command that runs in the project's folder.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folders::project()).stdin(Stdio::null());
    command
}

/// npm itself, or a program of its packages; on Windows, both are scripts.
pub fn npm(program: &str) -> Command {
    let file = if cfg!(windows) { format!("{program}.cmd") } else { program.to_owned() };
    if program == "npm" { command(file) } else { command(folders::npm_programs().join(file)) }
}

/// Runs `command` to its end; `advice` is for the user if it fails.
pub fn run(command: &mut Command, advice: &str) -> Result<(), Failure> {
    let result = match command.status() {
        Ok(status) if status.success() => return Ok(()),
        Ok(status) => format!("ended with {status}"),
        Err(error) => format!("did not run: {error}"),
    };
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let line = words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ");
    Err(Failure::new(format!("`{line}` {result}."), advice))
}

/// The trimmed output of `command`; `None` if it fails.
pub fn output(command: &mut Command) -> Option<String> {
    let result = command.stderr(Stdio::null()).output().ok()?;
    result.status.success().then(|| String::from_utf8_lossy(&result.stdout).trim().to_owned())
}

/// Minifies a script or a stylesheet. Imported stylesheets are inlined.
pub fn minify(from: &Path, to: &Path) -> Result<(), Failure> {
    let bundle = from.extension().is_some_and(|ending| ending == "css").then_some("--bundle");
    esbuild(from, to, &["--minify"], bundle)
}

/// Removes comments and white space from a script. Its syntax does not change, so that old browsers can still parse it.
pub fn without_comments(from: &Path, to: &Path) -> Result<(), Failure> {
    esbuild(from, to, &["--minify-whitespace"], None)
}

fn esbuild(from: &Path, to: &Path, options: &[&str], bundle: Option<&str>) -> Result<(), Failure> {
    let mut outfile = OsString::from("--outfile=");
    outfile.push(to);
    let mut esbuild = npm("esbuild");
    esbuild.arg(from).args(options).args(bundle).args(["--log-level=warning", "--allow-overwrite"]).arg(outfile);
    run(&mut esbuild, "read the messages above.")
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_failure_names_the_command() {
        let failure = run(command("sh").args(["-c", "exit 3"]), "look.").expect_err("fails");
        assert!(failure.to_string().contains("`sh -c exit 3` ended with exit status: 3"), "{failure}");
        assert!(run(&mut command("no-such-program"), "install it.").is_err());
    }

    #[test]
    fn the_output_is_trimmed_and_missing_after_a_failure() {
        assert_eq!(output(command("echo").arg("yes")).as_deref(), Some("yes"));
        assert_eq!(output(&mut command("false")), None);
    }
}
