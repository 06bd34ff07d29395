//! The report of a battle as a broadsheet, with buttons that share and save it.

mod picture;

use crate::app::components::copy_button::CopyButton;
use crate::app::components::log_tabs::LogTabs;
use crate::app::components::names::Names;
use crate::app::components::not_here::NotHere;
use crate::app::components::page_header::PageHeader;
use crate::app::components::plot::StrengthLines;
use crate::app::components::sheet::PrintButton;
use crate::app::components::sign::{UnitSign, contents};
use crate::app::platform::picture::png;
use crate::app::platform::sharing;
use crate::app::platform::slices::in_slices;
use crate::app::state::live::live;
use crate::app::state::route::{BattlePage, Route, router};
use crate::app::state::{BattleState, app_state};
use battle::Resolved;
use battle::analysis::report::{Deed, Expectation, Ranked, Report, ReportBuilder, ReportEntry, Sentence, total};
use battle::participants::Participants;
use exchange::storage::NoBattle;
use exchange::storage::roster::Roster;
use leptos::prelude::*;
use leptos::task::spawn_local;
use rules::procedure::Procedure;
use rules::text;
use rules::text::say;
use std::cell::Cell;
use std::rc::Rc;

#[component]
pub fn ReportPage(battle: BattleState) -> impl IntoView {
    let Some(builder) = battle.with_untracked(ReportBuilder::begin) else {
        return view! { <NotHere words=NoBattle::NoRules.to_string()/> }.into_any();
    };
    let live = live();
    let (report, done) = (RwSignal::new(None::<Report>), Rc::new(Cell::new((0, 0))));
    let progress = RwSignal::new(String::new());
    let so_far = done.clone();
    let show_progress = move || {
        let (done, all) = so_far.get();
        let words =
            (all > 0).then(|| text!("Preparing the report: action {n} of {all}…", n = done, all = all).to_string());
        // Ends the work once the page is closed.
        progress.try_set(words.unwrap_or_default()).is_none()
    };
    let mut builder = Some(builder);
    // Each step evaluates the odds of an act, which can take long.
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
        report.set(Some(finished));
        false
    };
    in_slices(show_progress, step);
    let body = move || match report.get() {
        Some(report) => view! { <WholeReport report/> }.into_any(),
        None => view! { <p role="status">{progress}</p> }.into_any(),
    };
    view! {
        <PageHeader back=Route::table(battle.id()) title=say("Report")><PrintButton/></PageHeader>
        <main><LogTabs id=battle.id() current=BattlePage::Report/>{move || body()}
            // Lasting marks can be among the hidden counters.
            {(!untrack(|| battle.hides())).then(|| view! { <LastingMarks battle/> })}
        </main>
    }
    .into_any()
}

/// A button for each side that creates a roster with the lasting effects of the battle.
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
    let is_empty = report.turns.iter().all(|turn| turn.entries.is_empty());
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
    let dice = report.disclosures.iter().cloned().chain([report.mark_in_words()]);
    let dice = dice.map(|words| view! { <p class="note">{words}</p> }).collect_view();
    view! {
        <h2 class="masthead">{report.title.clone()}</h2>
        <p class="soft masthead">{report.about.join(" · ")}</p>
        <Armies report=report.clone()/>
        {(!is_empty).then(|| view! { <Story report=report.clone()/><Strength report=report.clone()/> })}
        <Points report=report.clone()/>
        {(!is_empty).then(|| view! { <Losses report=report.clone()/><Deeds report=report.clone()/> })}
        <ReportButtons report=report.clone()/>
        {is_empty.then(|| view! { <p class="empty">{say("Nothing to report yet. After the first action, the battle appears here turn by turn.")}</p> })}
        {turns}
        {(!report.expectations.is_empty()).then(|| view! { <Expectations report=report.clone()/> })}
        <section aria-label=say("Dice")><h2>{say("Dice")}</h2>{dice}</section>
    }
}

/// The signs of both armies, before the battle and now.
#[component]
fn Armies(report: Report) -> impl IntoView {
    let sides = report.sides.iter().enumerate().map(|(side, name)| {
        let row = |label: &'static str, index: usize| {
            let units = report.units.iter().filter(|unit| unit.side == side);
            let signs = units.map(|unit| view! { <UnitSign sign=Signal::stored(unit.signs[index].clone())/> });
            view! { <p class="signs"><small class="soft">{label}</small>{signs.collect_view()}</p> }
        };
        view! { <div class=format!("side-{side}")><h3>{name.clone()}</h3>{row(say("Before"), 0)}{row(say("Now"), 1)}</div> }
    });
    view! { <section class="report-armies" aria-label=say("Both armies")>{sides.collect_view()}</section> }
}

/// The battle in sentences. The numbers of decisive rolls are those in the drawing of strengths.
#[component]
fn Story(report: Report) -> impl IntoView {
    let sentence = |Sentence { words, roll }: &Sentence| {
        let mark = roll.map(|roll| view! { <b class="roll-mark" aria-hidden="true">{roll}</b>" " });
        view! { <li>{mark}{words.clone()}</li> }
    };
    let left_out = report.left_out().map(|words| view! { <p class="soft">{words}</p> });
    view! {
        <section aria-label=say("What happened")>
            <h2>{say("What happened")}</h2>
            <ul class="story">{report.story.iter().map(sentence).collect_view()}</ul>
            {left_out}
        </section>
    }
}

/// Points of a side by the scenario, with their reasons.
#[component]
fn Points(report: Report) -> impl IntoView {
    let rows = report.points.iter().cloned().map(|words| view! { <li>{words}</li> }).collect_view();
    (!report.points.is_empty())
        .then(|| view! { <section aria-label=say("Points")><h2>{say("Points")}</h2><ul class="report-points">{rows}</ul></section> })
}

/// A table for each side: the strengths of its units before and now, and their fates.
#[component]
fn Losses(report: Report) -> impl IntoView {
    let row = |Ranked { name, strengths: [before, now], fate, .. }: &Ranked| {
        view! { <tr><th scope="row">{name.clone()}</th><td>{*before}</td><td>{*now}</td><td>{fate.clone()}</td></tr> }
    };
    let sides = report.sides.iter().enumerate().map(|(side, name)| {
        let rows = report.units.iter().filter(|unit| unit.side == side).map(row).collect_view();
        view! {
            <div class="scroll" tabindex="0" role="group" aria-label=name.clone()>
            <table class=format!("expectations side-{side}")>
                <caption>{name.clone()}</caption>
                <thead><tr><th scope="col">{say("Unit")}</th><th scope="col">{say("Before")}</th><th scope="col">{say("Now")}</th><th scope="col">{say("Fate")}</th></tr></thead>
                <tbody>{rows}</tbody>
            </table>
            </div>
        }
    });
    view! { <section aria-label=say("Losses and breaks")><h2>{say("Losses and breaks")}</h2><div class="both-sides">{sides.collect_view()}</div></section> }
}

/// A table of the losses that units caused.
#[component]
fn Deeds(report: Report) -> impl IntoView {
    let row = |deed: &Deed| {
        let loss = deed.loss();
        let Deed { who, side, what, whom, .. } = deed.clone();
        view! { <tr class=format!("side-{side}")><th scope="row">{who}</th><td>{what}</td><td>{whom}</td><td>{loss}</td></tr> }
    };
    (!report.deeds.is_empty()).then(|| {
        view! {
            <section aria-label=say("Who did what to whom")>
                <h2>{say("Who did what to whom")}</h2>
                <div class="scroll" tabindex="0" role="group" aria-label=say("Who did what to whom")>
                    <table class="deeds">
                        <thead><tr><th scope="col">{say("Who")}</th><th scope="col">{say("Action")}</th><th scope="col">{say("To whom")}</th><th scope="col">{say("Loss")}</th></tr></thead>
                        <tbody>{report.deeds.iter().map(row).collect_view()}</tbody>
                    </table>
                </div>
            </section>
        }
    })
}

#[component]
fn Entry(entry: ReportEntry) -> impl IntoView {
    let words = entry.words.into_iter().map(|words| view! { <p>{words}</p> }).collect_view();
    let losses = entry.losses.iter().cloned().map(|words| view! { <p class="soft">{words}</p> }).collect_view();
    // On paper, only entries with losses are printed.
    let class = if entry.losses.is_empty() { "entry" } else { "entry costly" };
    view! { <li class=class><h3>{entry.what}</h3>{words}{losses}</li> }
}

/// Buttons that send, copy or save the report.
#[component]
fn ReportButtons(report: Report) -> impl IntoView {
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
    let share_picture = move |_| {
        let (title, (svg, height)) =
            report.with_value(|report| (report.title.clone(), picture::picture(report, contents)));
        spawn_local(async move { app.share_picture(&title, png(&svg, picture::WIDTH, height).await).await });
    };
    view! {
        <p class="tools">
            <button class="primary" on:click=share_picture>{say("Share as a picture")}</button>
            {sharing::can_share().then(|| view! { <button on:click=send>{say("Send…")}</button> })}
            <CopyButton label=say("Copy") text=move || report.with_value(Report::text) copied=say("The report is copied.")
                refused=say("This browser does not let pages copy. Save it as a file.") report=shown/>
            <button on:click=move |_| save("txt")>{say("Save as text")}</button>
            <button on:click=move |_| save("md")>{say("Save as Markdown")}</button>
        </p>
        <p class="copy-report" role="status">{shown}</p>
    }
}

/// For each unit, the number of chances, the expected number of successes, and the actual one.
#[component]
fn Expectations(report: Report) -> impl IntoView {
    let row = |expectation: &Expectation| {
        view! { <tr><th scope="row">{expectation.who.clone()}</th><td>{expectation.chances}</td><td>{expectation.rounded()}</td><td>{expectation.happened}</td></tr> }
    };
    let sides = report.sides.iter().enumerate().map(|(side, name)| {
        let units = report.expectations.iter().filter(|expectation| expectation.side == side).map(row).collect_view();
        let all = row(&total(&report.expectations, side, say("All")));
        view! {
            <div class="scroll" tabindex="0" role="group" aria-label=name.clone()>
                <table class="expectations">
                    <caption>{name.clone()}</caption>
                    <thead><tr><th scope="col">{say("Unit")}</th><th scope="col">{say("Chances")}</th><th scope="col">{say("Expected")}</th><th scope="col">{say("Happened")}</th></tr></thead>
                    <tbody>{units}</tbody>
                    <tfoot>{all}</tfoot>
                </table>
            </div>
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

/// The strengths of both sides over the battle: a line for each, and a table for screen readers.
#[component]
fn Strength(report: Report) -> impl IntoView {
    let all: Vec<[i32; 2]> = report.strengths.iter().map(|(_, both)| *both).collect();
    let marked = report.decisive().iter().map(|point| point.strength).collect();
    let breaks = report.breaks.iter().map(|broken| (broken.strength, broken.side)).collect();
    let broken = report.breaks.iter().map(|broken| {
        let turn = report.strengths.get(broken.strength).map_or_else(String::new, |(when, _)| when.clone());
        view! { <li class=format!("side-{}", broken.side)><b aria-hidden="true">"×"</b>" "{broken.words.clone()}" "<small class="soft">{turn}</small></li> }
    });
    let broken = broken.collect_view();
    let caption = text!("Strength, in {counts}", counts = report.counts).to_string();
    let (first, last) = (report.strengths.first().cloned(), report.strengths.last().cloned());
    let key = report.sides.iter().enumerate().map(|(side, name)| {
        let [before, now] = [&first, &last].map(|at| at.as_ref().map_or(0, |(_, both)| both[side]));
        view! { <li class=format!("side-{side}")><span>{name.clone()}</span>" "<b>{before}" → "{now}</b></li> }
    });
    let rows = report.strengths.iter().map(|(when, [a, b])| {
        view! { <tr><th scope="row">{when.clone()}</th><td>{*a}</td><td>{*b}</td></tr> }
    });
    let [a, b] = report.sides.clone();
    view! {
        <figure class="strength" aria-label=say("Strength over the battle")>
            <h2>{caption.clone()}</h2>
            <ul class="strength-key" aria-hidden="true">{key.collect_view()}</ul>
            <StrengthLines strengths=all marked breaks=breaks/>
            <p class="plot-ends" aria-hidden="true"><span>{first.map(|(when, _)| when)}</span><span>{last.map(|(when, _)| when)}</span></p>
            {(!report.breaks.is_empty()).then(|| view! { <ul class="plot-breaks" aria-label=say("Units out of the fight")>{broken}</ul> })}
            <div class="visually-hidden">
                <table>
                    <caption>{caption}</caption>
                    <thead><tr><th scope="col">{say("After")}</th><th scope="col">{a}</th><th scope="col">{b}</th></tr></thead>
                    <tbody>{rows.collect_view()}</tbody>
                </table>
            </div>
        </figure>
    }
}
