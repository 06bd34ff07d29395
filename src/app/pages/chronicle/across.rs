//! Statistics over several battles: units, the luck of rosters, and how well the odds predicted results.

use crate::app::components::plot::LuckCurve;
use crate::app::state::rulesets;
use battle::analysis::calibration::{Band, Calibration};
use battle::analysis::chronicle::{Across, ScenarioTotals, UnitTotals, calibration_heads, calibration_rows};
use battle::analysis::luck::Luck;
use leptos::prelude::*;
use rules::text;
use rules::text::{say, tenths};

/// Number of units shown before "Show all".
const MAX_UNITS: usize = 20;
/// Number of rosters whose luck is shown.
const MAX_CURVES: usize = 12;

/// The ruleset, the roster and its luck.
type RosterLuck = (String, String, Luck);

/// Statistics over the shown battles.
#[component]
pub(super) fn AcrossView(across: Memo<Across>) -> impl IntoView {
    // A memo for each part, so that it is redrawn only if its own values change.
    let units = Memo::new(move |_| across.with(|across| (across.units.clone(), across.left_out)));
    let lucks = Memo::new(move |_| across.with(|across| across.lucks.clone()));
    let calibration = Memo::new(move |_| across.with(|across| across.calibration));
    let without_dice = Memo::new(move |_| across.with(|across| across.without_dice));
    let without_chances = Memo::new(move |_| across.with(|across| across.without_chances));
    let scenarios = Memo::new(move |_| across.with(|across| across.scenarios.clone()));
    view! {
        <Show when=move || scenarios.with(|scenarios| !scenarios.is_empty())><Scenarios scenarios/></Show>
        <Show when=move || units.with(|(units, _)| !units.is_empty())><Units units/></Show>
        <Show when=move || (without_dice.get() > 0) || lucks.with(|lucks| !lucks.is_empty())><Lucks lucks without_dice/></Show>
        <Show when=move || (without_chances.get() > 0) || calibration.with(|calibration| calibration.shown() > 0)>
            <section aria-label=say("Were the odds right?")>
                <h2>{say("Were the odds right?")}</h2>
                {move || calibration.with(|calibration| (calibration.shown() > 0).then(|| view! { <CalibrationTable calibration=*calibration/> }))}
                {move || without_words(chances_words, without_chances.get())}
            </section>
        </Show>
    }
}

/// The results of each scenario.
#[component]
fn Scenarios(scenarios: Memo<Vec<ScenarioTotals>>) -> impl IntoView {
    let row = |totals: ScenarioTotals| {
        let ScenarioTotals { ruleset, name, sides: [first, second], played, won: [a, b] } = totals;
        let draws = played.saturating_sub(a + b);
        let results = text!(
            "{first}: {a} · {second}: {b} · neither: {n}",
            first = first,
            a = a,
            second = second,
            b = b,
            n = draws
        );
        let count = text!("{n} {n|battle|battles} closed", n = played).to_string();
        view! {
            <li class="entry">
                <h3>{name}<small>" "{rulesets::title(&ruleset).to_owned()}</small></h3>
                <p><b>{count}</b></p>
                <p class="soft">{text!("Won by {results}", results = results).to_string()}</p>
            </li>
        }
    };
    let rows = move || scenarios.get().into_iter().map(row).collect_view();
    view! {
        <section aria-label=say("Scenarios")>
            <h2>{say("Scenarios")}</h2>
            <ul class="list">{rows}</ul>
        </section>
    }
}

/// The line about battles that are not counted; `None` if all are.
fn without_words(words: fn(usize) -> String, without: usize) -> impl IntoView + use<> {
    (without > 0).then(|| view! { <p class="soft">{words(without)}</p> })
}

fn dice_words(without: usize) -> String {
    text!("{n} {n|battle is|battles are} not counted: the dice are not kept.", n = without).to_string()
}

fn chances_words(without: usize) -> String {
    text!("{n} {n|battle is|battles are} not counted: the chances are not kept.", n = without).to_string()
}

/// The table of units over several battles.
#[component]
fn Units(
    /// The units, and the number of units left out because entries are limited in size.
    units: Memo<(Vec<UnitTotals>, u32)>,
) -> impl IntoView {
    let all = RwSignal::new(false);
    let count = move || units.with(|(units, _)| units.len());
    let rows = move || {
        let shown = if all.get() { usize::MAX } else { MAX_UNITS };
        units.with(|(units, _)| units.iter().take(shown).cloned().collect::<Vec<_>>())
    };
    let more = move || {
        let words = text!("Show all {n} units", n = count()).to_string();
        (count() > MAX_UNITS && !all.get())
            .then(|| view! { <p class="tools"><button on:click=move |_| all.set(true)>{words}</button></p> })
    };
    let heads = [say("Unit"), say("Fought"), say("Broke"), say("Lost"), say("Losses"), say("Caused")];
    let heads = heads.map(|head| view! { <th role="columnheader" scope="col">{head}</th> });
    let left_out = move || {
        let left_out = units.with(|(_, left_out)| *left_out);
        let words = text!("{n} {n|unit is|units are} left out: an entry has no room for so many.", n = left_out);
        (left_out > 0).then(|| view! { <p class="soft">{words.to_string()}</p> })
    };
    view! {
        <section aria-label=say("Units")>
            <h2>{say("Units")}</h2>
            <p class="soft">{say("Broke: battles in which the unit was broken for a time. Lost: battles that it ended broken, off the table or destroyed. Losses: what fell of it. Caused: enemy losses in its own actions.")}</p>
            <div class="scroll" tabindex="0" role="group" aria-label=say("Units")>
                <table class="expectations units-across" role="table">
                    <thead role="rowgroup"><tr role="row">{heads}</tr></thead>
                    <tbody role="rowgroup"><For each=rows key=unit_key let(unit)><UnitRow unit/></For></tbody>
                </table>
            </div>
            {more}
            {left_out}
        </section>
    }
}

/// Everything that a unit's row shows, as its key: only changed rows are redrawn.
fn unit_key(unit: &UnitTotals) -> ([String; 3], [u32; 5]) {
    let UnitTotals { ruleset, roster, name, fought, broke, lost, losses, caused } = unit.clone();
    ([ruleset, roster, name], [fought, broke, lost, losses, caused])
}

/// The row of a unit. On a phone, the style sheet lays its cells out as a grid, which removes the table roles: they are given explicitly.
#[component]
fn UnitRow(unit: UnitTotals) -> impl IntoView {
    let ([ruleset, roster, name], numbers) = unit_key(&unit);
    view! {
        <tr role="row">
            <th role="rowheader" scope="row">{name}<small>{roster}" · "{rulesets::title(&ruleset).to_owned()}</small></th>
            {numbers.map(|number| view! { <td role="cell">{number}</td> })}
        </tr>
    }
}

/// The luck of each roster over all its dice.
#[component]
fn Lucks(
    lucks: Memo<Vec<RosterLuck>>,
    /// The number of battles whose dice are not recorded.
    without_dice: Memo<usize>,
) -> impl IntoView {
    let row = |(ruleset, roster, luck): RosterLuck| {
        let counts = text!(
            "Successes: {n} of {all} (expected: {expected}).",
            n = luck.successes,
            all = luck.chances(),
            expected = tenths(luck.expected())
        );
        view! {
            <li class="entry">
                <h3>{roster}<small>" "{rulesets::title(&ruleset).to_owned()}</small></h3>
                <p><b>{luck.words()}</b></p>
                <LuckCurve luck/>
                <p class="soft">{counts.to_string()}</p>
            </li>
        }
    };
    let rows = move || lucks.with(|lucks| lucks.iter().take(MAX_CURVES).cloned().collect::<Vec<_>>());
    view! {
        <section aria-label=say("Luck")>
            <h2>{say("Luck")}</h2>
            <ul class="list both-lucks"><For each=rows key=Clone::clone let(luck)>{row(luck)}</For></ul>
            {move || without_words(dice_words, without_dice.get())}
        </section>
    }
}

/// The comparison of the shown chances with the results.
#[component]
fn CalibrationTable(calibration: Calibration) -> impl IntoView {
    let bands: Vec<Band> = calibration.0.iter().filter(|band| band.shown > 0).copied().collect();
    let off = bands.iter().filter(|band| !band.fits()).count();
    let verdict = match off {
        0 => say("Every row agrees with the odds shown, allowing for chance.").to_owned(),
        _ => text!(
            "In {n} of {all} rows the odds shown lie outside the range in the last column. One row in twenty does so by chance.",
            n = off,
            all = bands.len()
        )
        .to_string(),
    };
    let rows = calibration_rows(&calibration).into_iter().zip(bands).map(|(cells, band)| {
        let mut cells = cells.into_iter();
        let name = cells.next();
        let cells = cells.map(|cell| view! { <td role="cell">{cell}</td> }).collect_view();
        view! { <tr role="row"><th role="rowheader" scope="row">{name}</th>{cells}<td class="range-cell" aria-hidden="true"><Range band/></td></tr> }
    });
    let heads = calibration_heads().map(|head| view! { <th role="columnheader" scope="col">{head}</th> });
    view! {
            <p class="soft">{say("Each roll counts with the chance that mattered most to each side, as it was shown before the dice. The range in the last column holds the true rate in 19 of 20 cases.")}</p>
            <p><b>{verdict}</b></p>
            <div class="scroll" tabindex="0" role="group" aria-label=say("Were the odds right?")>
                <table class="expectations calibration" role="table">
                    <thead role="rowgroup"><tr role="row">{heads}<td class="range-cell" aria-hidden="true"></td></tr></thead>
                    <tbody role="rowgroup">{rows.collect_view()}</tbody>
                </table>
            </div>
    }
}

/// A bar from 0 to 100 % with the confidence interval, the actual rate and the expected rate of a band of chances.
#[component]
fn Range(band: Band) -> impl IntoView {
    let percent = |part: f64| format!("{:.1}%", 100.0 * part);
    let (least, most) = band.interval().unwrap_or((0.0, 1.0));
    let [rate, expected] = [band.rate(), band.expected_rate()].map(|rate| rate.unwrap_or(0.0));
    view! {
        <span class="range" style:--from=percent(least) style:--to=percent(most) style:--rate=percent(rate) style:--expected=percent(expected)>
            <i class="range-bar"></i><i class="range-expected"></i><i class="range-rate"></i>
        </span>
    }
}
