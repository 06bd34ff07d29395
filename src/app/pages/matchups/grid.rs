//! The table of matchups. It is filled in row by row, in slices that never delay a tap.

use super::unit_name;
use crate::app::platform::odds_worker::{OddsReply, OddsWorker};
use crate::app::platform::slices::in_slices;
use drumhead::analysis::candidates::{Likely, Prospect};
use drumhead::analysis::matchups::Matchups;
use drumhead::core::text::{percent, say};
use drumhead::rules::ruleset::Ruleset;
use drumhead::storage::roster::Roster;
use drumhead::text;
use leptos::prelude::*;
use serde_json::{Map, Value as Json};
use std::time::Duration;

/// A table being filled in.
#[derive(Clone, Copy)]
struct Filling {
    ruleset: &'static Ruleset,
    matchups: StoredValue<Matchups, LocalStorage>,
    said: RwSignal<Map<String, Json>>,
    /// Indexes of the chances that can be shown, and which of them is.
    chances: StoredValue<Vec<usize>>,
    shown: RwSignal<usize>,
    /// The cells of each row, as far as they are known.
    rows: StoredValue<Vec<RwSignal<Vec<Prospect>>>>,
    /// Number of columns.
    wide: usize,
    /// Index of the situation. Results for an earlier one are dropped.
    turn: StoredValue<u32>,
    /// Number of cells that are known.
    done: RwSignal<usize>,
    worker: OddsWorker,
}

impl Filling {
    /// The chance that is shown in a cell; `None` while it is not known, or if there is none.
    fn chance(self, row: usize, column: usize) -> Option<f64> {
        let cells = self.rows.with_value(|rows| rows.get(row).copied())?;
        let shown = self.shown.get();
        let chance = self.chances.with_value(|chances| chances.get(shown).copied())?;
        cells.with(|cells| match cells.get(column)? {
            Prospect::Likely(likely) => {
                likely.chances.iter().find(|(known, _, _)| *known == chance).map(|(_, _, p)| *p)
            }
            _ => None,
        })
    }

    /// Mean of a row's chances, as far as they are known.
    fn mean(self, row: usize) -> Option<f64> {
        let known: Vec<f64> = (0..self.wide).filter_map(|column| self.chance(row, column)).collect();
        let count = u32::try_from(known.len()).ok().filter(|count| *count > 0)?;
        Some(known.iter().sum::<f64>() / f64::from(count))
    }

    /// Begins anew, with other answers.
    fn begin(self) {
        self.worker.cancel();
        let turn = self.turn.get_value().wrapping_add(1);
        self.turn.set_value(turn);
        self.done.set(0);
        let (mut row, mut cells, mut heavy) = (0, Vec::new(), Vec::new());
        let step = move || self.step(turn, &mut row, &mut cells, &mut heavy);
        request_animation_frame(move || in_slices(move || self.turn.try_get_value() == Some(turn), step));
    }

    /// Evaluates the next cell of a row, or shows the row and begins another. Returns false after the last row: then the heavy
    /// cells, each a row and a column, are next.
    fn step(self, turn: u32, row: &mut usize, cells: &mut Vec<Prospect>, heavy: &mut Vec<(usize, usize)>) -> bool {
        let Some(known) = self.rows.with_value(|rows| rows.get(*row).copied()) else {
            heavy.reverse();
            self.ask(turn, std::mem::take(heavy));
            return false;
        };
        if cells.len() == self.wide {
            let count = cells.iter().filter(|cell| !matches!(cell, Prospect::Heavy)).count();
            known.set(std::mem::take(cells));
            self.done.update(|done| *done += count);
            *row += 1;
            return true;
        }
        let cell = self.said.with(|said| self.matchups.with_value(|matchups| matchups.cell(*row, cells.len(), said)));
        if matches!(cell, Prospect::Heavy) {
            heavy.push((*row, cells.len()));
        }
        cells.push(cell);
        true
    }

    /// Hands heavy cells to the worker, one by one.
    fn ask(self, turn: u32, mut heavy: Vec<(usize, usize)>) {
        let Some((row, column)) = heavy.pop() else { return };
        let procedure = self.matchups.with_value(Matchups::procedure);
        let input = self.said.with(|said| self.matchups.with_value(|matchups| matchups.input(row, column, said)));
        let Ok(input) = serde_json::to_string(&input) else { return };
        let heavy = StoredValue::new(heavy);
        self.worker.ask_after(Duration::ZERO, [self.ruleset.id, procedure.id], input, move |reply| {
            let cell = match reply {
                OddsReply::Done(_) => return,
                OddsReply::OddsSummary(summary) => {
                    Likely::of(procedure, &summary, Vec::new()).map_or(Prospect::Open, Prospect::Likely)
                }
                OddsReply::TooMuch | OddsReply::Nobody | OddsReply::Forecast(_) => Prospect::Open,
            };
            if self.turn.try_get_value() != Some(turn) {
                return;
            }
            let known = self.rows.with_value(|rows| rows.get(row).copied());
            known.into_iter().for_each(|known| known.update(|cells| cells[column] = cell.clone()));
            self.done.update(|done| *done += 1);
            self.ask(turn, heavy.get_value());
        });
    }
}

/// The order of the rows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    /// That of the roster.
    Roster,
    /// The chance against a column, or the mean of all; the highest first, or the lowest.
    Chance { column: Option<usize>, falling: bool },
}

/// The rows in an order.
fn sorted(filling: Filling, by: By, high: usize) -> Vec<usize> {
    let By::Chance { column, falling } = by else { return (0..high).collect() };
    let value = |row: usize| column.map_or_else(|| filling.mean(row), |column| filling.chance(row, column));
    let mut keyed: Vec<(Option<f64>, usize)> = (0..high).map(|row| (value(row), row)).collect();
    // Cells that are not known come last either way.
    keyed.sort_by(|(a, _), (b, _)| match (a, b) {
        (Some(a), Some(b)) if falling => b.total_cmp(a),
        (Some(a), Some(b)) => a.total_cmp(b),
        _ => b.is_some().cmp(&a.is_some()),
    });
    keyed.into_iter().map(|(_, row)| row).collect()
}

/// The number of cells that are there, in words.
fn progress(done: usize, all: usize) -> String {
    if done == all {
        text!("All {n} {n|cell|cells} worked out.", n = all).to_string()
    } else {
        text!("{n} of {all} cells worked out…", n = done, all = all).to_string()
    }
}

/// The table.
#[component]
pub(super) fn Grid(
    ruleset: &'static Ruleset,
    matchups: Matchups,
    rosters: [Roster; 2],
    said: RwSignal<Map<String, Json>>,
    shown: RwSignal<usize>,
    /// Its title.
    #[prop(into)]
    caption: Signal<String>,
) -> impl IntoView {
    let [rows, columns] = [0, 1].map(|side| {
        let units = &matchups.units()[side];
        units.iter().map(|nth| unit_name(&rosters[side], *nth)).collect::<Vec<_>>()
    });
    let (high, wide) = (rows.len(), columns.len());
    if high == 0 || wide == 0 {
        return view! { <p class="empty">{say("No unit of these rosters can take part.")}</p> }.into_any();
    }
    let filling = Filling {
        ruleset,
        chances: StoredValue::new(matchups.chances()),
        matchups: StoredValue::new_local(matchups),
        said,
        shown,
        rows: StoredValue::new((0..high).map(|_| RwSignal::new(Vec::new())).collect()),
        wide,
        turn: StoredValue::new(0),
        done: RwSignal::new(0),
        worker: OddsWorker::new(),
    };
    Effect::new(move |_| {
        said.track();
        filling.begin();
    });
    let by = RwSignal::new(By::Roster);
    let order = Memo::new(move |_| sorted(filling, by.get(), high));
    let head = columns.into_iter().map(Some).chain([None]).enumerate().map(|(nth, name)| {
        let column = (nth < wide).then_some(nth);
        view! { <SortHead by column name=name.unwrap_or_else(|| say("Mean").to_owned())/> }
    });
    let head = head.collect_view();
    let all = high * wide;
    let progress = move || progress(filling.done.get(), all);
    let rows = StoredValue::new(rows);
    let row = move |row: usize| {
        let name = rows.with_value(|rows| rows[row].clone());
        let cells = (0..wide).map(|column| view! { <Cell filling row column/> }).collect_view();
        let mean = move || filling.mean(row).map(percent);
        view! { <tr><th scope="row">{name}</th>{cells}<td class="mean">{mean}</td></tr> }
    };
    view! {
        <div class="scroll" role="region" tabindex="0" aria-label=say("Table of matchups")>
            <table class="grid-of-units">
                <caption>{caption}</caption>
                <thead>
                    <tr>
                        <th scope="col" aria-sort=move || (by.get() == By::Roster).then_some("other")>
                            <button class="quiet" on:click=move |_| by.set(By::Roster)>{say("Unit")}</button>
                        </th>
                        {head}
                    </tr>
                </thead>
                <tbody><For each=move || order.get() key=|row| *row children=row/></tbody>
            </table>
        </div>
        <p class="soft" role="status">{progress}</p>
        {move || reasons(filling)}
    }
    .into_any()
}

/// Head of a column, which sorts the rows by it: the highest chance first, then the lowest.
#[component]
fn SortHead(by: RwSignal<By>, column: Option<usize>, name: String) -> impl IntoView {
    let sorted = move || match by.get() {
        By::Chance { column: sorted, falling } if sorted == column => {
            Some(if falling { "descending" } else { "ascending" })
        }
        _ => None,
    };
    let sort = move |_| by.set(By::Chance { column, falling: sorted() != Some("descending") });
    view! { <th scope="col" aria-sort=sorted><button class="quiet" on:click=sort><span>{name}</span></button></th> }
}

/// A cell: a chance, or the sign that there is none.
#[component]
fn Cell(filling: Filling, row: usize, column: usize) -> impl IntoView {
    let chance = Memo::new(move |_| filling.chance(row, column));
    let state = move || {
        let cells = filling.rows.with_value(|rows| rows[row]);
        cells.with(|cells| match cells.get(column) {
            None | Some(Prospect::Heavy) => "…",
            _ => "–",
        })
    };
    let words = move || chance.get().map_or_else(|| state().to_owned(), percent);
    // In fifths, for the eye.
    let heat = move || {
        chance.get().map(|p| {
            if p < 0.2 {
                "0"
            } else if p < 0.4 {
                "1"
            } else if p < 0.6 {
                "2"
            } else if p < 0.8 {
                "3"
            } else {
                "4"
            }
        })
    };
    view! { <td data-heat=heat>{words}</td> }
}

/// The reasons why cells have no chance, each once.
fn reasons(filling: Filling) -> impl IntoView {
    let mut reasons: Vec<String> = Vec::new();
    for cells in filling.rows.get_value() {
        cells.with(|cells| {
            for cell in cells {
                if let Prospect::Not(why) = cell
                    && reasons.iter().all(|known| *known != why.to_string())
                {
                    reasons.push(why.to_string());
                }
            }
        });
    }
    let each = reasons.into_iter().map(|why| view! { <li>{text!("– means: {why}", why = why).to_string()}</li> });
    view! { <ul class="soft">{each.collect_view()}</ul> }
}
