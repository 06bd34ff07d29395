//! The command line.

use std::ffi::OsString;
use std::num::NonZeroU16;
use std::path::PathBuf;

use lexopt::prelude::*;

use crate::check::Step;
use crate::failure::Failure;
use crate::serve::DEFAULT_PORT;

/// The output of `cargo xtask help`.
pub const HELP: &str = "\
cargo xtask serve [--lan] [--port N] [--no-build]
    Sets up, builds in release and serves the app on this machine.
    --lan        also serve the local network, for a phone at the table
    --port N     use this port (default 1642)
    --no-build   serve the existing dist, without setting anything up

cargo xtask test [--only STEP]... [--no-build] [-- ARGUMENTS]
    Sets up and runs every check and test, stopping at the first that fails.
    --only STEP  run this step alone (may be repeated):
                 format, lint, native, docs, build, size, browser
    --no-build   test the existing dist
    ARGUMENTS    passed to cargo test with --only native, or to Playwright
                 with --only browser

cargo xtask build
    Sets up and builds in release, into dist.

cargo xtask seal FOLDER
    Updates the list of files and the content security policy of the build in
    FOLDER after its files were edited. Trunk runs `seal` itself after a build.
";

#[derive(Debug, PartialEq)]
pub enum Command {
    Help,
    Build,
    Serve(Serve),
    Test(Test),
    /// Seal the build in this folder; without one, complete the build that Trunk is making.
    Seal(Option<PathBuf>),
}

#[derive(Debug, PartialEq)]
pub struct Serve {
    /// Listen on every interface instead of loopback alone.
    pub lan: bool,
    pub port: u16,
    /// Set up and build first.
    pub build: bool,
}

#[derive(Debug, PartialEq)]
pub struct Test {
    /// The steps to run; empty for all.
    pub only: Vec<Step>,
    /// Build before the browser tests.
    pub build: bool,
    /// Arguments for the test runner of the one step asked for.
    pub rest: Vec<OsString>,
}

/// Parses the words after `cargo xtask`.
pub fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Command, Failure> {
    command(lexopt::Parser::from_args(words))
        .map_err(|error| Failure::new(format!("{error}."), format!("use one of these:\n\n{HELP}")))
}

fn command(mut words: lexopt::Parser) -> Result<Command, lexopt::Error> {
    let name = match words.next()? {
        None | Some(Short('h') | Long("help")) => return Ok(Command::Help),
        Some(Value(name)) => name.string()?,
        Some(other) => return Err(other.unexpected()),
    };
    match name.as_str() {
        "help" => end(words, Command::Help),
        "build" => end(words, Command::Build),
        "seal" => match words.next()? {
            None => Ok(Command::Seal(None)),
            Some(Value(folder)) => end(words, Command::Seal(Some(folder.into()))),
            Some(other) => Err(other.unexpected()),
        },
        "serve" => serve(words).map(Command::Serve),
        "test" => test(words).map(Command::Test),
        _ => Err(format!("unknown command {name:?}").into()),
    }
}

fn end(mut words: lexopt::Parser, command: Command) -> Result<Command, lexopt::Error> {
    words.next()?.map_or(Ok(command), |word| Err(word.unexpected()))
}

fn serve(mut words: lexopt::Parser) -> Result<Serve, lexopt::Error> {
    let mut options = Serve { lan: false, port: DEFAULT_PORT, build: true };
    while let Some(word) = words.next()? {
        match word {
            Long("lan") => options.lan = true,
            Long("no-build") => options.build = false,
            Long("port") => options.port = words.value()?.parse::<NonZeroU16>()?.get(),
            _ => return Err(word.unexpected()),
        }
    }
    Ok(options)
}

fn test(mut words: lexopt::Parser) -> Result<Test, lexopt::Error> {
    let mut options = Test { only: Vec::new(), build: true, rest: Vec::new() };
    while let Some(word) = words.next()? {
        match word {
            Long("no-build") => options.build = false,
            Long("only") => options.only.push(words.value()?.parse()?),
            Value(argument) => options.rest.push(argument),
            _ => return Err(word.unexpected()),
        }
    }
    let takes_rest = matches!(options.only[..], [Step::Native | Step::Browser]);
    if !options.rest.is_empty() && !takes_rest {
        return Err("arguments of a test runner need --only native or --only browser".into());
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Command, Failure> {
        parse(line.split_whitespace().map(OsString::from))
    }

    #[test]
    fn commands_are_read_with_their_options() {
        let plain = Serve { lan: false, port: DEFAULT_PORT, build: true };
        assert_eq!(read("serve").expect("plain"), Command::Serve(plain));
        let full = Serve { lan: true, port: 9000, build: false };
        assert_eq!(read("serve --port 9000 --no-build --lan").expect("full"), Command::Serve(full));
        let only = Test { only: vec![Step::Browser], build: true, rest: vec!["--grep".into(), "melee".into()] };
        assert_eq!(read("test --only browser -- --grep melee").expect("read"), Command::Test(only));
        assert_eq!(read("seal dist").expect("a folder"), Command::Seal(Some("dist".into())));
    }

    #[test]
    fn unknown_words_are_refused() {
        const SERVE: [&str; 5] = ["sreve", "serve --lan=yes", "serve --port", "serve --port 0", "serve --port 70000"];
        const TEST: [&str; 4] = ["test --only", "test --only all", "test --grep melee", "test -- --grep melee"];
        for line in SERVE.into_iter().chain(TEST).chain(["build now", "seal dist now"]) {
            assert!(read(line).is_err(), "{line}");
        }
    }
}
