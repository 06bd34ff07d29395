//! Where the bundle is cut: what only the functions here lead to becomes a part by itself.

use super::Door;
use crate::app::desk::Desk;
use crate::app::pages as rooms;
use crate::app::route::Route;
use drumhead::ruleset::Ruleset;
use drumhead::store::Key;
use drumhead::{every_ruleset, rulesets};
use leptos::prelude::*;

#[cfg(not(debug_assertions))]
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// What cannot come of a build in one piece: a part that cannot be fetched.
#[cfg(debug_assertions)]
type SplitLoaderError = std::convert::Infallible;

type Fetched<T> = Result<T, SplitLoaderError>;

/// What shows every page but home.
pub async fn door() -> Option<Door> {
    pages().await.ok()
}

/// Declares functions whose calls are cuts in a release build, and plain calls in a debug build.
macro_rules! cut {
    ($($part:ident: $given:ty = $it:expr;)*) => {$(
        #[cfg(not(debug_assertions))]
        #[wasm_split($part, fallible)]
        fn $part() -> Fetched<$given> {
            Ok($it)
        }

        #[cfg(debug_assertions)]
        async fn $part() -> Fetched<$given> {
            Ok($it)
        }
    )*};
}

/// Cuts out each ruleset.
macro_rules! cut_out {
    ($($(#[$only:meta])? $ruleset:ident),*) => {
        $(
            $(#[$only])?
            cut! { $ruleset: &'static Ruleset = &rulesets::$ruleset::RULESET; }
        )*

        /// A ruleset, by id.
        pub async fn ruleset(id: &str) -> Option<&'static Ruleset> {
            match id {
                $($(#[$only])? stringify!($ruleset) => $ruleset().await.ok(),)*
                _ => None,
            }
        }
    };
}
every_ruleset!(cut_out);

cut! {
    pages: Door = page;
}

fn page(place: Route, desk: Desk) -> AnyView {
    match place {
        Route::Home => rooms::home::page().into_any(),
        Route::Rosters => rooms::rosters::page().into_any(),
        Route::Roster(id) => rooms::roster::page(id).into_any(),
        Route::NewBattle => rooms::new_battle::page().into_any(),
        Route::Table(id) => desk.in_battle(&id, rooms::table::page),
        Route::Resolve { battle, procedure, unit } => {
            desk.in_battle(&battle, move |battle| rooms::resolve::in_battle(battle, &procedure, unit.as_deref()))
        }
        Route::Log(id) => desk.in_battle(&id, rooms::log::page),
        Route::Verify(id) => desk.in_battle(&id, rooms::verify::page),
        Route::Replay(id) => desk.in_battle(&id, rooms::replay::page),
        Route::Luck(id) => desk.in_battle(&id, rooms::luck::page),
        Route::Report(id) => desk.in_battle(&id, rooms::report::page),
        Route::Paper(Key::Battle(id)) => desk.in_battle(&id, rooms::paper::of_battle),
        Route::Paper(key) => rooms::paper::of_roster(key).into_any(),
        Route::Dice => rooms::verify::scheme().into_any(),
        Route::Scan => rooms::scan::page().into_any(),
        Route::Rules(ruleset) => rooms::rules::page(&ruleset).into_any(),
        Route::Saved => rooms::saved::page().into_any(),
        Route::Settings => rooms::settings::page().into_any(),
        Route::Share(key) => rooms::share::page(key).into_any(),
        Route::Open(link) => rooms::open::page(&link).into_any(),
        Route::Quick { ruleset, procedure } => rooms::quick::page(&ruleset, procedure.as_deref()).into_any(),
    }
}
