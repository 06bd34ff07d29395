//! The command line.

use std::path::PathBuf;

use crate::check::Step;
use crate::failure::Failure;
use crate::serve::DEFAULT_PORT;

/// What `cargo xtask help` prints.
pub const HELP: &str = "\
cargo xtask serve [--lan] [--port N] [--no-build]
    Sets up, builds in release and serves the app on this machine.
    --lan        serve the local network too, for a phone at the table
    --port N     the port (ordinarily 1642)
    --no-build   serve what is in dist, setting nothing up

cargo xtask test [--only STEP]... [--no-build] [-- ARGUMENTS]
    Sets up and runs every check and test, stopping at the first that fails.
    --only STEP  run this step alone (may be repeated):
                 format, lint, native, docs, build, browser
    --no-build   let the browser tests use the dist that is there
    ARGUMENTS    passed to Playwright, or to cargo test with --only native

cargo xtask build
    Sets up and builds in release, into dist.

cargo xtask seal FOLDER
    Makes the files in FOLDER one build for offline use, after a change to any of
    them. Trunk does so itself after each build.
";

/// What the user asked for.
#[derive(Debug, PartialEq)]
pub enum Command {
    /// Print [`HELP`].
    Help,
    /// Build into `dist`.
    Build,
    /// Serve `dist`.
    Serve(Serve),
    /// Run the tests.
    Test(Test),
    /// Seal the build in this folder, or in the one that Trunk names.
    Seal(Option<PathBuf>),
}

/// Options of `serve`.
#[derive(Debug, PartialEq)]
pub struct Serve {
    /// Listen on every interface instead of loopback alone.
    pub lan: bool,
    /// The TCP port.
    pub port: u16,
    /// Set up and build first.
    pub build: bool,
}

/// Options of `test`.
#[derive(Debug, PartialEq)]
pub struct Test {
    /// The steps asked for; empty for all.
    pub only: Vec<Step>,
    /// Build before the browser tests.
    pub build: bool,
    /// Arguments for the test runner of the one step asked for.
    pub rest: Vec<String>,
}

/// Reads the words after `cargo xtask`.
///
/// # Errors
/// On any word that is not known where it stands.
pub fn parse(words: impl IntoIterator<Item = String>) -> Result<Command, Failure> {
    let mut words = words.into_iter();
    let command = words.next();
    match command.as_deref() {
        None | Some("help" | "--help" | "-h") => Ok(Command::Help),
        Some("build") => match words.next() {
            None => Ok(Command::Build),
            Some(word) => Err(unknown(&word)),
        },
        Some("seal") => {
            let folder = words.next().map(PathBuf::from);
            words.next().map_or(Ok(Command::Seal(folder)), |word| Err(unknown(&word)))
        }
        Some("serve") => serve(words).map(Command::Serve),
        Some("test") => test(words).map(Command::Test),
        Some(word) => Err(unknown(word)),
    }
}

fn serve(mut words: impl Iterator<Item = String>) -> Result<Serve, Failure> {
    let mut options = Serve { lan: false, port: DEFAULT_PORT, build: true };
    while let Some(word) = words.next() {
        match word.as_str() {
            "--lan" => options.lan = true,
            "--no-build" => options.build = false,
            "--port" => {
                let number = words.next().unwrap_or_default();
                options.port = number.parse().ok().filter(|&port| port != 0).ok_or_else(|| {
                    usage(format!("\"{number}\" is not a port: --port takes a number from 1 to 65535."))
                })?;
            }
            _ => return Err(unknown(&word)),
        }
    }
    Ok(options)
}

fn test(mut words: impl Iterator<Item = String>) -> Result<Test, Failure> {
    let mut options = Test { only: Vec::new(), build: true, rest: Vec::new() };
    while let Some(word) = words.next() {
        match word.as_str() {
            "--no-build" => options.build = false,
            "--only" => {
                let name = words.next().unwrap_or_default();
                let step = Step::named(&name).ok_or_else(|| usage(format!("There is no step \"{name}\".")))?;
                options.only.push(step);
            }
            "--" => options.rest = words.by_ref().collect(),
            _ => return Err(unknown(&word)),
        }
    }
    let takes_rest = matches!(options.only[..], [Step::Native | Step::Browser]);
    if !options.rest.is_empty() && !takes_rest {
        return Err(usage("Arguments after -- need --only native or --only browser.".to_owned()));
    }
    Ok(options)
}

fn unknown(word: &str) -> Failure {
    usage(format!("\"{word}\" is not known here."))
}

fn usage(what: String) -> Failure {
    Failure::new(what, format!("use one of these:\n\n{HELP}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Command, Failure> {
        parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn serve_is_loopback_on_the_usual_port_unless_told() {
        let plain = Serve { lan: false, port: DEFAULT_PORT, build: true };
        assert_eq!(read("serve").expect("plain"), Command::Serve(plain));
        let told = Serve { lan: true, port: 9000, build: false };
        assert_eq!(read("serve --port 9000 --no-build --lan").expect("told"), Command::Serve(told));
    }

    #[test]
    fn test_passes_on_what_follows_two_dashes() {
        let only = Test { only: vec![Step::Browser], build: true, rest: vec!["--grep".into(), "melee".into()] };
        assert_eq!(read("test --only browser -- --grep melee").expect("read"), Command::Test(only));
    }

    #[test]
    fn seal_takes_a_folder_or_none() {
        assert_eq!(read("seal dist").expect("a folder"), Command::Seal(Some("dist".into())));
        assert_eq!(read("seal").expect("Trunk's"), Command::Seal(None));
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        for line in [
            "sreve",
            "serve --lan=yes",
            "serve --port",
            "serve --port 0",
            "serve --port 70000",
            "test --only",
            "test --only all",
            "test -- --grep melee",
            "build now",
            "seal dist now",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
    }
}
