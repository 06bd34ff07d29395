//! Other programs: announced, run with their output passed through, never waiting for a keyboard.

use std::io;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::failure::Failure;
use crate::place;

/// Tells the user what begins now.
pub fn announce(what: &str) {
    println!("==> {what}");
}

/// A command that runs in the project's folder.
pub fn command(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(place::project()).stdin(Stdio::null());
    command
}

/// A program that npm ships, which has another ending on Windows.
pub fn npm_command(program: &str) -> Command {
    command(if cfg!(windows) { format!("{program}.cmd") } else { program.to_owned() })
}

/// Runs `command` to its end; `next` is what to do if it fails.
///
/// # Errors
/// If it cannot be started or does not succeed.
pub fn run(command: &mut Command, next: &str) -> Result<(), Failure> {
    let status = command.status();
    judge(command, status, next)
}

/// As [`run`], but ended after `limit`: for what might wait for ever on the network.
///
/// # Errors
/// If it cannot be started, does not succeed, or takes longer.
pub fn run_within(limit: Duration, command: &mut Command, next: &str) -> Result<(), Failure> {
    let status = command.spawn().and_then(|child| wait_within(limit, child));
    judge(command, status, next)
}

/// What `command` prints, without the blanks around it; nothing if it fails.
pub fn answer(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn wait_within(limit: Duration, mut child: Child) -> io::Result<ExitStatus> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if start.elapsed() >= limit {
            child.kill()?;
            child.wait()?;
            return Err(io::Error::new(
                io::ErrorKind::TimedOut,
                format!("it took longer than {} minutes", limit.as_secs() / 60),
            ));
        }
        thread::sleep(Duration::from_millis(100));
    }
}

/// What came of `command`; `next` is what to do if it failed.
///
/// # Errors
/// If it could not be started or did not succeed.
pub fn judge(command: &Command, status: io::Result<ExitStatus>, next: &str) -> Result<(), Failure> {
    let line = || {
        let words = std::iter::once(command.get_program()).chain(command.get_args());
        words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
    };
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failure::new(format!("`{}` ended with {status}.", line()), next)),
        Err(error) => Err(Failure::new(format!("`{}` did not run: {error}.", line()), next)),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn what_hangs_is_ended() {
        let failure = run_within(Duration::from_millis(50), command("sleep").arg("60"), "wait.").expect_err("hangs");
        assert!(failure.what().contains("`sleep 60` did not run: it took longer"), "{failure}");
    }

    #[test]
    fn a_failure_names_the_command() {
        let failure = run(command("sh").args(["-c", "exit 3"]), "look.").expect_err("fails");
        assert!(failure.to_string().contains("`sh -c exit 3` ended with exit status: 3"), "{failure}");
        assert!(run(&mut command("no-such-program"), "install it.").is_err());
    }

    #[test]
    fn an_answer_is_what_was_printed() {
        assert_eq!(answer(command("echo").arg("yes")).as_deref(), Some("yes"));
        assert_eq!(answer(&mut command("false")), None);
    }
}
