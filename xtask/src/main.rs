//! Sets up, builds, serves and tests Drumhead: `cargo xtask serve`, `cargo xtask test`.
//!
//! | module | holds |
//! | --- | --- |
//! | [`args`] | the command line, parsed into a [`args::Command`] |
//! | [`setup`] | installs what building and testing need |
//! | [`bundle`] | runs Trunk |
//! | [`seal`] | completes each build: stylesheet, content security policy, list of files |
//! | [`split`] | splits the release build into parts |
//! | [`order`] | orders the functions of each part |
//! | [`reader`] | builds the reader of codes |
//! | [`serve`] | serves `dist` |
//! | [`check`] | runs every check and test, in order, with a summary |
//! | [`place`], [`run`], [`failure`] | folders, other programs, error messages |
//!
//! Two rules. Nothing is installed outside the project, the user's cache folder and the package managers' own folders.
//! Set-up falls back to a second way only after the usual one has failed, and says so first.

mod args;
mod bundle;
mod check;
mod failure;
mod order;
mod place;
mod reader;
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
        Command::Seal { folder: Some(folder) } => seal::seal(&folder),
        Command::Seal { folder: None } => seal::complete_build(),
        Command::Serve(options) => serve::serve(&options),
        Command::Test(options) => check::test(&options),
    }
}
