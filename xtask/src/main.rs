//! Sets up, builds, serves and tests Drumhead: `cargo xtask serve`, `cargo xtask test`.
//!
//! Nothing is installed outside the project, the user's cache folder and the package managers' own folders.
//! Set-up falls back to a second way only after the usual one has failed, and says so first.

mod args;
mod bundle;
mod check;
mod dev;
mod failure;
mod page;
mod place;
mod reader;
mod release;
mod run;
mod seal;
mod serve;
mod setup;
mod split;

use std::process::ExitCode;

use args::Command;
use clap::Parser as _;
use failure::Failure;

fn main() -> ExitCode {
    match execute(Command::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("\n{failure}");
            ExitCode::FAILURE
        }
    }
}

fn execute(command: Command) -> Result<(), Failure> {
    match command {
        Command::Build => bundle::build(&setup::for_build()?),
        Command::Seal { folder } => seal::seal(&folder),
        Command::Serve(options) => serve::serve(&options),
        Command::Test(options) => check::test(&options),
    }
}
