//! A report of a battle, turn by turn, to be read, shared or kept.

use crate::app::components::copy_button::CopyButton;
use crate::app::components::log_tabs::LogTabs;
use crate::app::components::names::Names;
use crate::app::components::not_here::NotHere;
use crate::app::components::page_header::PageHeader;
use crate::app::components::sheet::PrintButton;
use crate::app::platform::sharing;
use crate::app::platform::slices::in_slices;
use crate::app::state::live::live;
use crate::app::state::route::{BattlePage, Route, router};
use crate::app::state::{BattleState, app_state};
use drumhead::analysis::report::{Expectation, Report, ReportBuilder, ReportEntry, no_turn, total};
use drumhead::battle::Resolved;
use drumhead::battle::participants::Participants;
use drumhead::core::text::say;
use drumhead::rules::procedure::Procedure;
use drumhead::storage::roster::Roster;
use drumhead::text;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::cell::Cell;
use std::rc::Rc;

/// The report of a battle.
#[component]
pub fn ReportPage(
    /// The battle in play.
    battle: BattleState,
) -> impl IntoView {
    let Some(builder) = battle.with_untracked(ReportBuilder::begin) else {
        return view! { <NotHere words=say("This version of Drumhead does not have the rules of this battle.")/> }
            .into_any();
    };
    let live = live();
    let (report, done) = (RwSignal::new(None::<Report>), Rc::new(Cell::new((0, 0))));
    let progress = RwSignal::new(String::new());
    let so_far = done.clone();
    let goes_on = move || {
        let (done, all) = so_far.get();
        let words =
            (all > 0).then(|| text!("Preparing the report: action {n} of {all}…", n = done, all = all).to_string());
        // The page may be gone.
        progress.try_set(words.unwrap_or_default()).is_none()
    };
    let mut builder = Some(builder);
    // Evaluating the odds of acts takes time.
    let step = move || {
        let names_of = |procedure: &'static Procedure, act: &Resolved| {
            untrack(|| {
                let participants = Participants::read(procedure, &act.participants);
                Names::of_participants(battle, procedure, &participants).inner().clone()
            })
        };
        if builder.as_mut().is_some_and(|builder| builder.step(&names_of)) {
            done.set(builder.as_ref().map_or((0, 0), ReportBuilder::progress));
            return true;
        }
        let Some(mut finished) = builder.take().map(ReportBuilder::end) else { return false };
        finished.disclosures.extend(live.shortened(&battle.id()));
        finished.disclosures.extend(live.unused_steps(&battle.id()));
        report.set(Some(finished));
        false
    };
    in_slices(goes_on, step);
    let body = move || match report.get() {
        Some(report) => view! { <WholeReport report/> }.into_any(),
        None => view! { <p role="status">{progress}</p> }.into_any(),
    };
    view! {
        <PageHeader back=Route::table(battle.id()) title=say("Report")><PrintButton/></PageHeader>
        <main><LogTabs id=battle.id() current=BattlePage::Report/>{move || body()}<LastingMarks battle/></main>
    }
    .into_any()
}

/// Buttons that make rosters with what the battle has left for good.
#[component]
fn LastingMarks(battle: BattleState) -> impl IntoView {
    let (app, router) = (app_state(), router());
    let rosters = battle.with_untracked(|open| [0, 1].map(|side| Roster::after_battle(open, side)));
    let button = |roster: Roster| {
        let label = text!("Create a roster of {side} with its lasting marks", side = roster.name.clone()).to_string();
        let create = move |_| router.go(&Route::roster(app.add_roster_untaken(roster.clone())));
        view! { <p class="tools"><button on:click=create>{label}</button></p> }
    };
    rosters.into_iter().flatten().map(button).collect_view()
}

#[component]
fn WholeReport(report: Report) -> impl IntoView {
    let about = report.about.iter().map(|line| view! { <p class="soft">{line.clone()}</p> }).collect_view();
    let untold = report.turns.iter().all(|turn| turn.entries.is_empty());
    let turns = report.turns.iter().map(|turn| {
        let entries = turn.entries.iter().map(|entry| view! { <Entry entry=entry.clone()/> }).collect_view();
        view! {
            <section class="report-turn" aria-label=turn.title.clone()>
                <h2>{turn.title.clone()}</h2>
                <ul>{entries}</ul>
            </section>
        }
    });
    let turns = turns.collect_view();
    let points = match report.turning_points.as_slice() {
        [] => view! { <p class="soft">{no_turn()}</p> }.into_any(),
        points => points.iter().map(|words| view! { <p class="note">{words.clone()}</p> }).collect_view().into_any(),
    };
    let dice = report.disclosures.iter().cloned().chain([report.mark_in_words()]);
    let dice = dice.map(|words| view! { <p class="note">{words}</p> }).collect_view();
    let left_out = report.left_out().map(|words| view! { <p class="soft">{words}</p> });
    view! {
        <h2>{report.title.clone()}</h2>
        {about}
        <KeepOrSend report=report.clone()/>
        {untold.then(|| view! { <p class="empty">{say("Nothing to report yet. After the first action, the battle appears here turn by turn.")}</p> })}
        {turns}
        <section aria-label=say("Turning points")><h2>{say("Turning points")}</h2>{points}{left_out}</section>
        {(!report.expectations.is_empty()).then(|| view! { <Expectations report=report.clone()/> })}
        <section aria-label=say("Dice")><h2>{say("Dice")}</h2>{dice}</section>
        <StrengthChart report/>
    }
}

#[component]
fn Entry(entry: ReportEntry) -> impl IntoView {
    let words = entry.words.into_iter().map(|words| view! { <p>{words}</p> }).collect_view();
    let losses = entry.losses.into_iter().map(|words| view! { <p class="soft">{words}</p> }).collect_view();
    view! { <li class="entry"><h3>{entry.what}</h3>{words}{losses}</li> }
}

/// Ways to keep or to send the report.
#[component]
fn KeepOrSend(report: Report) -> impl IntoView {
    let app = app_state();
    let report = StoredValue::new(report);
    let save = move |ending: &'static str| {
        report.with_value(|report| {
            let text = if ending == "md" { report.markdown() } else { report.text() };
            app.save_text(&report.title, ending, &text);
        });
    };
    let shown = RwSignal::new("");
    let send = move |_| {
        let (title, text) = report.with_value(|report| (report.title.clone(), report.text()));
        spawn_local(async move { sharing::share_text(&title, &text).await });
    };
    view! {
        <p class="tools">
            {sharing::can_share().then(|| view! { <button class="primary" on:click=send>{say("Send…")}</button> })}
            <CopyButton label=say("Copy") text=move || report.with_value(Report::text) copied=say("The report is copied.")
                refused=say("This browser does not let pages copy. Save it as a file.") report=shown/>
            <button on:click=move |_| save("txt")>{say("Save as text")}</button>
            <button on:click=move |_| save("md")>{say("Save as Markdown")}</button>
        </p>
        <p class="copy-report" role="status">{shown}</p>
    }
}

/// Chances of each unit that came true, beside the number that could be expected.
#[component]
fn Expectations(report: Report) -> impl IntoView {
    let row = |expectation: &Expectation| {
        view! { <tr><th scope="row">{expectation.who.clone()}</th><td>{expectation.chances}</td><td>{expectation.rounded()}</td><td>{expectation.came_true}</td></tr> }
    };
    let sides = report.sides.iter().enumerate().map(|(side, name)| {
        let units = report.expectations.iter().filter(|expectation| expectation.side == side).map(row).collect_view();
        let all = row(&total(&report.expectations, side, say("All")));
        view! {
            <table class="expectations">
                <caption>{name.clone()}</caption>
                <thead><tr><th scope="col">{say("Unit")}</th><th scope="col">{say("Chances")}</th><th scope="col">{say("Expected")}</th><th scope="col">{say("Happened")}</th></tr></thead>
                <tbody>{units}</tbody>
                <tfoot>{all}</tfoot>
            </table>
        }
    });
    view! {
        <section aria-label=say("Expected and actual")>
            <h2>{say("Expected and actual")}</h2>
            <p class="soft">{say("Each roll counts with the chance that matters most to the unit, such as a loss of its enemy. The sum of these chances is what could be expected.")}</p>
            {sides.collect_view()}
        </section>
    }
}

/// Both sides' strength over the battle: lines, and the table that says the same.
#[component]
fn StrengthChart(report: Report) -> impl IntoView {
    const WIDE: f64 = 600.0;
    const HIGH: f64 = 200.0;
    let most = report.strengths.iter().flat_map(|(_, both)| *both).max().unwrap_or(0).max(1);
    let steps = report.strengths.len().saturating_sub(1).max(1);
    // A battle has a few hundred turns at most
    let x = |place: usize| 30.0 + (WIDE - 40.0) * place as f64 / steps as f64;
    let y = |strength: i32| 10.0 + (HIGH - 20.0) * (1.0 - f64::from(strength) / f64::from(most));
    let line = |side: usize| {
        let points = report
            .strengths
            .iter()
            .enumerate()
            .map(|(place, (_, both))| format!("{:.1},{:.1}", x(place), y(both[side])));
        let points = points.collect::<Vec<_>>().join(" ");
        view! { <polyline class=format!("of-{side}") points=points></polyline> }
    };
    let rows = report.strengths.iter().map(|(when, [a, b])| {
        view! { <tr><th scope="row">{when.clone()}</th><td>{*a}</td><td>{*b}</td></tr> }
    });
    let caption = text!("Strength, in {counts}", counts = report.counts).to_string();
    let [a, b] = report.sides.clone();
    view! {
        <figure aria-label=say("Strength over the battle")>
            <h2>{say("Strength")}</h2>
            <svg class="chart" viewBox=format!("0 0 {WIDE} {HIGH}") aria-hidden="true">
                <path class="grid" d=format!("M30 {0}H{WIDE}M30 {1}H{WIDE}", y(0), y(most))></path>
                <text x="0" y=y(most) + 4.0>{most}</text>
                <text x="0" y=y(0) + 4.0>"0"</text>
                {line(0)}
                {line(1)}
            </svg>
            <table>
                <caption>{caption}</caption>
                <thead><tr><th scope="col">{say("After")}</th><th scope="col">{text!("{side} (solid)", side = a).to_string()}</th><th scope="col">{text!("{side} (dashed)", side = b).to_string()}</th></tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </figure>
    }
}
