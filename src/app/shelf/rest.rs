//! Where the bundle is cut: what only the function here leads to becomes a part by itself.

use super::Door;
use crate::app::desk::Desk;
use crate::app::pages as rooms;
use crate::app::route::Route;
use drumhead::rulesets;
use drumhead::storage::Key;
use leptos::prelude::*;

#[cfg(not(debug_assertions))]
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// What cannot come of a build in one piece: a part that cannot be fetched.
#[cfg(debug_assertions)]
type SplitLoaderError = std::convert::Infallible;

type Fetched = Result<Door, SplitLoaderError>;

/// What shows every page but home, and with it every ruleset, put where it is [found](rulesets::find).
pub async fn door() -> Option<Door> {
    rest().await.ok()
}

/// A call of this is the cut.
#[cfg(not(debug_assertions))]
#[wasm_split(rest, fallible)]
fn rest() -> Fetched {
    Ok(opened())
}

#[cfg(debug_assertions)]
async fn rest() -> Fetched {
    Ok(opened())
}

fn opened() -> Door {
    rulesets::put(rulesets::ALL);
    page
}

fn page(place: Route, desk: Desk) -> AnyView {
    match place {
        Route::Home => rooms::home::page().into_any(),
        Route::Rosters => rooms::rosters::page().into_any(),
        Route::Roster(id) => rooms::roster::page(id),
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
        Route::Paper(key) => rooms::paper::of_roster(key),
        Route::Dice => rooms::verify::scheme().into_any(),
        Route::Scan => rooms::scan::page().into_any(),
        Route::Rules(ruleset) => rooms::rules::page(&ruleset),
        Route::Saved => rooms::saved::page().into_any(),
        Route::Settings => rooms::settings::page().into_any(),
        Route::Share(key) => rooms::share::page(key),
        Route::Open(link) => rooms::open::page(&link).into_any(),
        Route::Quick { ruleset, procedure } => rooms::quick::page(&ruleset, procedure.as_deref()),
    }
}
