//! The split point: code and data that only the function here uses become the second module.

use super::{Part, answers};
use crate::app::components::armies::saved_armies;
use crate::app::components::backup::Unreadable;
use crate::app::components::charts::Reading;
use crate::app::components::hidden_counters::{AskViewer, HandOver, NotWhileHidden};
use crate::app::components::not_here::NotHere;
use crate::app::components::notices::Notices;
use crate::app::components::seats::SeatNews;
use crate::app::components::shortcuts::Shortcuts;
use crate::app::components::stopped::Stopped;
use crate::app::components::text_limit::TextLimit;
use crate::app::components::update::UpdateNotice;
use crate::app::components::warnings::Warnings;
use crate::app::pages::battle_scenario::BattleScenarioPage;
use crate::app::pages::chronicle::ChroniclePage;
use crate::app::pages::close::ClosePage;
use crate::app::pages::corrected::CorrectedPage;
use crate::app::pages::devices::{DevicesPage, JoinPage};
use crate::app::pages::dice_scheme::DiceSchemePage;
use crate::app::pages::hall::HallPage;
use crate::app::pages::home::HomePage;
use crate::app::pages::log::LogPage;
use crate::app::pages::luck::LuckPage;
use crate::app::pages::new_battle::NewBattlePage;
use crate::app::pages::open::OpenPage;
use crate::app::pages::own_rules::OwnRulesPage;
use crate::app::pages::print::{PrintBattle, PrintReference, PrintRoster};
use crate::app::pages::quick::QuickPage;
use crate::app::pages::received::ReceivedPage;
use crate::app::pages::replay::ReplayPage;
use crate::app::pages::report::ReportPage;
use crate::app::pages::resolve::{CorrectPage, GroupPage, QuickResolvePage, ResolvePage};
use crate::app::pages::roster::RosterPage;
use crate::app::pages::rosters::RostersPage;
use crate::app::pages::rules::RulesPage;
use crate::app::pages::sample::SamplePage;
use crate::app::pages::saved::SavedPage;
use crate::app::pages::scan::ScanPage;
use crate::app::pages::scenario::{ArmyPage, PlanPage};
use crate::app::pages::scenario_print::PrintScenario;
use crate::app::pages::scenarios::ScenariosPage;
use crate::app::pages::seats::SeatsPage;
use crate::app::pages::settings::SettingsPage;
use crate::app::pages::share::{SharePage, ShareScenario};
use crate::app::pages::survivors::SurvivorsPage;
use crate::app::pages::table::TablePage;
use crate::app::platform::{keyboard, launch, lost_focus, printing, room};
use crate::app::state::extras::Extras;
use crate::app::state::live::Live;
use crate::app::state::pairs::RememberedPairs;
use crate::app::state::route::{self, BattlePage, Route, Router, ScenarioPage, router};
use crate::app::state::sorting::Sorting;
use crate::app::state::viewer::Access;
use crate::app::state::wake_lock::WakeLock;
use crate::app::state::{AppState, BattleState, app_state};
use exchange::storage::Key;
use leptos::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

#[cfg(feature = "split")]
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// The error of a failed fetch, which cannot occur in a build without a split.
#[cfg(not(feature = "split"))]
type SplitLoaderError = std::convert::Infallible;

type Fetched = Result<&'static Part, SplitLoaderError>;

/// Fetches the part, and registers the rulesets for [`find`](crate::app::state::rulesets::find). `None` after a failure.
pub async fn load() -> Option<&'static Part> {
    lazy_pages().await.ok()
}

/// The split point.
#[cfg(feature = "split")]
#[wasm_split(lazy_pages, fallible)]
fn lazy_pages() -> Fetched {
    Ok(loaded())
}

#[cfg(not(feature = "split"))]
async fn lazy_pages() -> Fetched {
    Ok(loaded())
}

fn loaded() -> &'static Part {
    crate::app::state::rulesets::put(drumhead::RULESETS);
    &Part {
        begin,
        follow,
        render,
        odds: answers::odds,
        resolve: answers::resolve,
        battle: answers::battle,
        chain: answers::chain,
        evaluate: answers::evaluate,
        forecast: answers::forecast,
    }
}

/// Additions to the first page.
static EXTRAS: Extras = Extras {
    frame: || view! { <Warnings/><Notices/><UpdateNotice/><Shortcuts/><Stopped/><TextLimit/> }.into_any(),
    unreadable: || view! { <Unreadable/> }.into_any(),
    saved_armies,
};

/// Provides the contexts of all pages, and registers listeners for the lifetime of the page.
fn begin(app: AppState, router: Router, late: bool) {
    provide_context(WakeLock::keep(app, router));
    provide_context(Sorting::default());
    provide_context(RememberedPairs::default());
    provide_context(Live::new(app));
    provide_context(RwSignal::new(Reading::default()));
    keyboard::close_by_escape();
    room::watch();
    lost_focus::watch();
    launch::listen(move || router.go(&Route::Received));
    // Completes the input of the focused field before pages save their answers.
    let _ = window_event_listener(leptos::ev::pagehide, |_| keyboard::leave_field());
    let _ = window_event_listener(leptos::ev::beforeprint, |_| printing::unfold());
    app.open_rest(late);
    if router.here_untracked() == Route::Home {
        app.learn_moments();
    }
    let add = move || app.extras.set(Some(&EXTRAS));
    // No page needs these additions at once, so pending taps are handled first.
    if late { set_timeout(add, Duration::ZERO) } else { add() }
}

/// Handles a change of the page. Moves the focus to the top of the new page; on the table, to the card of the unit that acted or is open.
fn follow(place: &Route, left: bool, app: AppState, router: Router) {
    app.leave_panel_of_correction(place);
    if *place == Route::Home {
        app.learn_moments();
    }
    if !left {
        return;
    }
    if !place.is_table() {
        return keyboard::focus_on_arrival(None, None, false);
    }
    let acted = app.returned_to();
    let unit = acted.clone().or_else(|| app.battle.rows.open());
    keyboard::focus_on_arrival(unit.map(|unit| keyboard::card_id(&unit)), router.scrolled(place), acted.is_some());
}

fn render(place: Route, app: AppState) -> AnyView {
    match place {
        Route::Home => view! { <HomePage/> }.into_any(),
        Route::Rosters => view! { <RostersPage/> }.into_any(),
        Route::Roster { roster: id, page: route::RosterPage::Units } => view! { <RosterPage id/> }.into_any(),
        Route::Roster { roster: id, page: route::RosterPage::Print } => view! { <PrintRoster id/> }.into_any(),
        Route::Roster { roster: id, page: route::RosterPage::Share } => {
            view! { <SharePage key=Key::Roster(id)/> }.into_any()
        }
        Route::Scenarios => view! { <ScenariosPage/> }.into_any(),
        Route::Scenario { scenario: id, page } => match page {
            ScenarioPage::Plan => view! { <PlanPage id/> }.into_any(),
            ScenarioPage::Army { side } => view! { <ArmyPage id side/> }.into_any(),
            ScenarioPage::Print => view! { <PrintScenario id/> }.into_any(),
            ScenarioPage::Share => view! { <ShareScenario id/> }.into_any(),
        },
        Route::NewBattle => view! { <NewBattlePage/> }.into_any(),
        Route::Sample { ruleset } => view! { <SamplePage ruleset guided=false/> }.into_any(),
        Route::Guide { ruleset } => view! { <SamplePage ruleset guided=true/> }.into_any(),
        Route::Battle { battle, page } => render_in_battle(app, battle, page),
        Route::Join => view! { <JoinPage/> }.into_any(),
        Route::Dice => view! { <DiceSchemePage/> }.into_any(),
        Route::Scan => view! { <ScanPage/> }.into_any(),
        Route::Received => view! { <ReceivedPage/> }.into_any(),
        Route::Chronicle => view! { <ChroniclePage/> }.into_any(),
        Route::Last => view! { <LastBattle/> }.into_any(),
        Route::Rules { ruleset, procedure } => view! { <RulesPage ruleset section=procedure/> }.into_any(),
        Route::Sheet { ruleset } => view! { <PrintReference ruleset/> }.into_any(),
        Route::Saved => view! { <SavedPage/> }.into_any(),
        Route::Settings => view! { <SettingsPage/> }.into_any(),
        Route::Open { link } => view! { <OpenPage link=link.0/> }.into_any(),
        Route::Quick { ruleset, procedure: None } => view! { <QuickPage ruleset/> }.into_any(),
        Route::Quick { ruleset, procedure: Some(procedure) } => {
            view! { <QuickResolvePage ruleset procedure/> }.into_any()
        }
    }
}

fn render_in_battle(app: AppState, id: String, page: BattlePage) -> AnyView {
    if page == BattlePage::Share {
        // A saved battle can be shared even if its ruleset is missing.
        return view! { <SharePage key=Key::Battle(id)/> }.into_any();
    }
    // Everybody sees the hall view, so it hides the counters of both sides.
    app.show_in_public(page == BattlePage::Hall);
    // A seat decides what is hidden, so its page shows nothing that is.
    let is_for_all = page == BattlePage::Seats;
    in_battle(app, id.clone(), is_for_all, move |battle| match page.clone() {
        BattlePage::Correct | BattlePage::Corrected | BattlePage::Survivors if untrack(|| battle.hides()) => {
            view! { <NotWhileHidden battle/> }.into_any()
        }
        BattlePage::Table => view! { <TablePage battle/> }.into_any(),
        BattlePage::Resolve { procedure, unit } => view! { <ResolvePage battle procedure of=unit/> }.into_any(),
        BattlePage::Group { side, procedure, variant } => {
            view! { <GroupPage battle side procedure variant/> }.into_any()
        }
        BattlePage::Log => view! { <LogPage battle/> }.into_any(),
        BattlePage::Correct => view! { <CorrectPage battle/> }.into_any(),
        BattlePage::Corrected => view! { <CorrectedPage battle/> }.into_any(),
        BattlePage::Replay => view! { <ReplayPage battle/> }.into_any(),
        BattlePage::Luck => view! { <LuckPage battle/> }.into_any(),
        BattlePage::Report => view! { <ReportPage battle/> }.into_any(),
        BattlePage::Print => view! { <PrintBattle battle/> }.into_any(),
        BattlePage::Devices => view! { <DevicesPage battle=battle.whole()/> }.into_any(),
        BattlePage::Seats => view! { <SeatsPage battle=battle.whole()/> }.into_any(),
        BattlePage::Hall => view! { <HallPage battle/> }.into_any(),
        BattlePage::Survivors => view! { <SurvivorsPage battle/> }.into_any(),
        BattlePage::Scenario => view! { <BattleScenarioPage battle/> }.into_any(),
        BattlePage::Close => view! { <ClosePage battle/> }.into_any(),
        BattlePage::OwnRules => view! { <OwnRulesPage battle/> }.into_any(),
        BattlePage::Share => view! { <SharePage key=Key::Battle(id.clone())/> }.into_any(),
    })
}

/// Shows a page of a battle. Opens the battle first if it is not in play. If the battle is deleted, the page is removed; if the battle is
/// restored, the page is rendered again. A page that is for all is shown before players say whose device it is.
fn in_battle(
    app: AppState,
    id: String,
    is_for_all: bool,
    page: impl Fn(BattleState) -> AnyView + Clone + Send + 'static,
) -> AnyView {
    /// Number of pages rendered so far. A new number makes `For` render the page again.
    static LAST: AtomicU32 = AtomicU32::new(0);
    let (whereabouts, access) = (app.whereabouts(&id), app.access());
    let opened = id.clone();
    let each = move || {
        // Opening a battle changes `whereabouts`. It is opened before that is read, so that the page is not rendered twice.
        let _ = app.open_battle(&opened);
        let _ = whereabouts.get();
        // A change of the onlooker renders the page again.
        let _ = access.get();
        [LAST.fetch_add(1, Ordering::Relaxed)]
    };
    let body = move |_| match app.open_battle(&id) {
        Ok(battle) => match access.get_untracked() {
            Access::Pages(_) => view! { {page(battle)}<SeatNews battle/> }.into_any(),
            _ if is_for_all => page(battle),
            Access::Ask => view! { <AskViewer battle/> }.into_any(),
            Access::HandOver(to) => view! { <HandOver battle to/> }.into_any(),
        },
        Err(why) => view! { <NotHere words=why.to_string()/> }.into_any(),
    };
    view! { <For each=move || each() key=|number| *number children=move |number| body(number)/> }.into_any()
}

/// Opens the battle that was played last, for the installed app's shortcut.
#[component]
fn LastBattle() -> impl IntoView {
    let last = untrack(|| app_state().by_last_writing()).into_iter().next().map(|saved| saved.id);
    let router = router();
    request_animation_frame(move || router.instead(last.map_or(Route::Home, Route::table)));
}
