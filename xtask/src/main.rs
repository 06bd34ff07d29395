//! Sets up, builds, serves and tests Drumhead: `cargo xtask serve`, `cargo xtask test`.
//!
//! | module | holds |
//! | --- | --- |
//! | [`args`] | the command line, read into a [`args::Command`] |
//! | [`setup`] | what must be on the machine before anything can be built or tested |
//! | [`bundle`] | the release build into `dist` |
//! | [`unchanged`] | whether a build would come out the same again |
//! | [`seal`] | the last touch to each build: its list of files, its policy |
//! | [`split`] | the release build cut into parts |
//! | [`order`] | the functions of a part, in an order in which they pack well |
//! | [`serve`] and [`server`] | the command that serves `dist`, and the web server behind it |
//! | [`check`] | every test, in order, with a summary |
//! | [`slowest`] | the native tests, timed |
//! | [`licences`] | the licences of all crates |
//! | [`place`], [`run`], [`failure`] | the folders, other programs, and what is said when a step fails |
//!
//! Two rules: nothing is installed outside the project, the user's cache folder and the package managers' own places;
//! and another way than the ordinary one is taken only once the ordinary one has failed, after saying so.

mod args;
mod bundle;
mod check;
mod failure;
mod glue;
mod licences;
mod one_style;
mod order;
mod place;
mod run;
mod seal;
mod serve;
mod server;
mod setup;
mod slowest;
mod split;
mod unchanged;

use std::process::ExitCode;

use args::Command;
use failure::Failure;

fn main() -> ExitCode {
    match args::parse(std::env::args().skip(1)).and_then(carry_out) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("\n{failure}");
            ExitCode::FAILURE
        }
    }
}

fn carry_out(command: Command) -> Result<(), Failure> {
    match command {
        Command::Help => {
            print!("{}", args::HELP);
            Ok(())
        }
        Command::Build => bundle::build(&setup::for_build()?),
        Command::Seal(folder) => seal::seal(folder.as_deref()),
        Command::Serve(options) => serve::serve(&options),
        Command::Test(options) => check::test(&options),
    }
}
