//! The command line, parsed by clap.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, value_parser};

use crate::check::Step;
use crate::serve::DEFAULT_PORT;

/// Sets up, builds, serves and tests Drumhead.
#[derive(Debug, Parser, PartialEq)]
#[command(bin_name = "cargo xtask")]
pub enum Command {
    /// Set up, build and serve the app on this machine
    Serve(Serve),
    /// Set up and run every check and test, stopping at the first that fails
    Test(Test),
    /// Set up and build in release, into dist
    Build,
    /// Update the list of files and the content security policy of a build after its files were edited
    Seal {
        /// The build's folder
        folder: PathBuf,
    },
}

#[derive(Args, Debug, PartialEq)]
pub struct Serve {
    /// Also serve the local network, for a phone at the table
    #[arg(long)]
    pub lan: bool,
    /// Use this port
    #[arg(long, default_value_t = DEFAULT_PORT, value_parser = value_parser!(u16).range(1..))]
    pub port: u16,
    /// Serve the existing dist, without setting anything up
    #[arg(long, conflicts_with = "dev")]
    pub no_build: bool,
    /// Serve a debug build, not offline, and build again after each change of a source
    #[arg(long)]
    pub dev: bool,
}

#[derive(Args, Debug, Default, PartialEq)]
pub struct Test {
    /// Run this step alone (may be repeated)
    #[arg(long, value_name = "STEP")]
    pub only: Vec<Step>,
    /// Also run the browser tests that are too slow for every change, and require cargo-deny: as before a version is published
    #[arg(long)]
    pub all: bool,
    /// Test the existing dist
    #[arg(long)]
    pub no_build: bool,
    /// Passed to cargo test with `--only native`, to Playwright with `--only browser` or `firefox`, to Node with `webkit`
    #[arg(last = true)]
    pub arguments: Vec<OsString>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place;
    use std::fs;

    fn read(line: &str) -> Result<Command, clap::Error> {
        Command::try_parse_from(["xtask"].into_iter().chain(line.split_whitespace()))
    }

    #[test]
    fn commands_are_read_with_their_options() {
        let full = Serve { lan: true, port: 9000, no_build: true, dev: false };
        assert_eq!(read("serve --port 9000 --no-build --lan").expect("full"), Command::Serve(full));
        let only =
            Test { only: vec![Step::Browser], arguments: vec!["--grep".into(), "melee".into()], ..Test::default() };
        assert_eq!(read("test --only browser -- --grep melee").expect("read"), Command::Test(only));
        assert_eq!(read("test --all").expect("read"), Command::Test(Test { all: true, ..Test::default() }));
        assert_eq!(read("seal dist").expect("a folder"), Command::Seal { folder: "dist".into() });
        assert_eq!(read("build").expect("read"), Command::Build);
        for line in [
            "sreve",
            "serve --dev --no-build",
            "serve --port 0",
            "serve --port 70000",
            "test --only all",
            "test --grep melee",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
    }

    #[test]
    fn every_command_in_the_docs_is_one() {
        let mut count = 0;
        for page in [
            "README.md",
            "CONTRIBUTING.md",
            "docs/building.md",
            "docs/longer_runs.md",
            "docs/publishing.md",
            "docs/measured.md",
        ] {
            let text = fs::read_to_string(place::project().join(page)).expect("it is text");
            for code in text.split(['`', '\n', ';', '#']) {
                let command = code.split_once("cargo xtask ").map(|(_, command)| command.to_owned());
                let step = code.trim().strip_prefix("--only ").map(|step| format!("test --only {step}"));
                let Some(command) = command.or(step).filter(|command| !command.ends_with(" STEP")) else { continue };
                count += 1;
                if let Err(error) = read(&command) {
                    panic!("{page}: {command}: {error}");
                }
            }
        }
        assert!(count > 10, "only {count} commands were found");
    }
}
