//! Matchups: one roster's units against another's, with the chances that matter.

mod grid;

use crate::app::components::field::label;
use crate::app::components::names::Names;
use crate::app::components::not_here::NotHere;
use crate::app::components::page_header::PageHeader;
use crate::app::components::sheet::PrintButton;
use crate::app::platform::numbers;
use crate::app::state::app_state;
use crate::app::state::route::Route;
use crate::app::state::session::{keep_draft_of, read_draft};
use drumhead::analysis::matchups::{Army, Matchups};
use drumhead::core::text::words;
use drumhead::core::text::{number, say};
use drumhead::form::{Choice, Field, Kind, path};
use drumhead::rules::matchup::Matchup;
use drumhead::rules::procedure::{Assumption, Procedure};
use drumhead::rules::ruleset::Ruleset;
use drumhead::rulesets;
use drumhead::storage::roster::{Roster, relevant};
use drumhead::text;
use grid::Grid;
use leptos::prelude::*;
use serde_json::{Map, Value as Json, json};

/// The page of matchups.
#[component]
pub fn MatchupsPage(
    /// The ruleset.
    ruleset: String,
    /// The roster of the rows, by its id.
    roster: Option<String>,
) -> impl IntoView {
    let Some(ruleset) = rulesets::find(&ruleset).filter(|ruleset| !ruleset.matchups.is_empty()) else {
        return view! { <NotHere words=say("This version of Drumhead does not have these rules.")/> }.into_any();
    };
    let back = roster.clone().map_or(Route::Rosters, Route::roster);
    let all_saved = app_state().storage.rosters.get_untracked().into_iter();
    let saved_rosters = all_saved.filter(|saved| saved.it.ruleset == ruleset.id && !saved.it.is_set_of_rules());
    let (ids, saved_rosters): (Vec<String>, Vec<Roster>) = saved_rosters.map(|saved| (saved.id, saved.it)).unzip();
    let rows = roster.and_then(|id| ids.iter().position(|known| *known == id));
    let rosters: Vec<Roster> = saved_rosters.into_iter().chain(Roster::samples(ruleset)).collect();
    // The rosters that were compared last, else those that met last. Else, without a roster of the rows, two samples; beside one
    // of the players', the first sample.
    let draft = format!("matchups/{}", ruleset.id);
    let compared = read_draft(&draft).unwrap_or_default();
    let is_compared = |side: usize| rosters.iter().position(|roster| compared.get(side) == Some(&key(roster)));
    let met = app_state().last_sides(ruleset.id, &rosters);
    let used = [0, 1].map(|side| is_compared(side).or(met[side]));
    let first = rows.or(used[0]).unwrap_or(ids.len());
    let other = [used[1], used[0]].into_iter().flatten().find(|index| rows.is_none() || *index != first);
    let second = other.unwrap_or(if rows.is_some() { ids.len() } else { ids.len() + 1 });
    let last = rosters.len().saturating_sub(1);
    let asked = Asked {
        ruleset,
        rosters: StoredValue::new(rosters),
        sides: [RwSignal::new(first.min(last)), RwSignal::new(second.min(last))],
        matchup: RwSignal::new(0),
    };
    let matchup = move || asked.matchup();
    Effect::new(move |begun: Option<()>| {
        let taken = asked.taken();
        // What nobody changed was not used.
        if begun.is_some() {
            keep_draft_of(&draft, &taken.iter().map(key).collect::<Vec<_>>().into());
        }
    });
    view! {
        <PageHeader back title=say("Matchups")><PrintButton/></PageHeader>
        <main class="matchups">
            <p class="soft">{say("Each unit of the rows against each of the columns, as both stand at the start of a battle.")}</p>
            <div class="asked no-print">
                <ArmyChoice label=say("Rows") asked side=0/>
                <ArmyChoice label=say("Columns") asked side=1/>
                <p class="tools"><button on:click=move |_| asked.swap()>{say("Swap rows and columns")}</button></p>
                <fieldset class="chips">
                    <legend>{say("Act")}</legend>
                    {ruleset.matchups.iter().enumerate().map(|(nth, matchup)| view! {
                        <label class="chip">
                            <input type="radio" name="matchup" prop:checked=move || asked.matchup.get() == nth
                                on:change=move |_| asked.matchup.set(nth)/>
                            {say(matchup.label)}
                        </label>
                    }).collect_view()}
                </fieldset>
            </div>
            // The rosters are read here, so that another choice of either makes another table.
            {move || {
                let rosters = asked.taken();
                matchup().map(|matchup| view! { <Compared asked matchup rosters/> })
            }}
        </main>
    }
    .into_any()
}

/// A roster as the draft of the page names it.
fn key(roster: &Roster) -> Json {
    json!([roster.name, roster.sample])
}

/// Choices of the page.
#[derive(Clone, Copy)]
struct Asked {
    ruleset: &'static Ruleset,
    /// The player's own rosters, and the samples.
    rosters: StoredValue<Vec<Roster>>,
    /// Indexes of the rosters of the rows and of the columns.
    sides: [RwSignal<usize>; 2],
    /// Index of the matchup.
    matchup: RwSignal<usize>,
}

impl Asked {
    fn matchup(self) -> Option<&'static Matchup> {
        self.ruleset.matchups.get(self.matchup.get())
    }

    fn swap(self) {
        let [rows, columns] = self.sides.map(|side| side.get_untracked());
        self.sides[0].set(columns);
        self.sides[1].set(rows);
    }

    /// The rosters of the rows and of the columns.
    fn taken(self) -> [Roster; 2] {
        self.sides.map(|side| self.rosters.with_value(|all| all.get(side.get()).cloned()).unwrap_or_default())
    }
}

/// The roster of the rows or of the columns.
#[component]
fn ArmyChoice(label: &'static str, asked: Asked, side: usize) -> impl IntoView {
    let chosen = asked.sides[side];
    let options = asked.rosters.with_value(|all| {
        let option = |(nth, roster): (usize, &Roster)| {
            let name = roster.name.clone();
            let name = if roster.sample { text!("{name} (sample)", name = name).to_string() } else { name };
            view! { <option value=nth selected=move || chosen.get() == nth>{name}</option> }
        };
        all.iter().enumerate().map(option).collect_view()
    });
    view! {
        <label class="pick">
            <span class="label">{label}</span>
            <select on:change=move |event| chosen.set(event_target_value(&event).parse().unwrap_or_default())>{options}</select>
        </label>
    }
}

/// A matchup of two rosters: what is assumed of it, the chance that is shown, and the table.
#[component]
fn Compared(asked: Asked, matchup: &'static Matchup, rosters: [Roster; 2]) -> impl IntoView {
    let armies = rosters.each_ref().map(|roster| Army {
        side: roster.side.clone(),
        units: roster.units.iter().map(|unit| relevant(asked.ruleset.profile, unit)).collect(),
    });
    let matchups = Matchups::begin(asked.ruleset, matchup, &armies)?;
    let procedure = matchups.procedure();
    let mut usual = Map::new();
    for assumption in procedure.assumes {
        path::set(&mut usual, &place(assumption), Some(assumption.value.json()));
    }
    let (said, shown) = (RwSignal::new(usual), RwSignal::new(0_usize));
    let questions = procedure.assumes.iter().filter_map(|assumption| {
        let field = procedure.form.at(&place(assumption))?;
        Some(view! { <Question field place=place(assumption) said/> })
    });
    let labels = chance_labels(&matchups);
    let options = labels.clone().into_iter().enumerate().map(|(nth, words)| {
        view! { <option value=nth selected=move || shown.get() == nth>{words}</option> }
    });
    let caption = Signal::derive({
        let names = rosters.each_ref().map(|roster| roster.name.clone());
        move || {
            let words = text!(
                "{act}: {chance}. Rows: {rows}. Columns: {columns}.",
                act = say(matchup.label),
                chance = labels.get(shown.get()).cloned().unwrap_or_default(),
                rows = names[0].clone(),
                columns = names[1].clone()
            );
            said.with(|said| format!("{words} {}", settings(procedure, said)))
        }
    });
    let left_out = left_out(&matchups, &rosters);
    Some(view! {
        <div class="asked no-print">
            {questions.collect_view()}
            <label class="pick">
                <span class="label">{say("Chance")}</span>
                <select on:change=move |event| shown.set(event_target_value(&event).parse().unwrap_or_default())>{options.collect_view()}</select>
            </label>
        </div>
        <Grid ruleset=asked.ruleset matchups rosters said shown caption/>
        {left_out}
    })
}

/// The place of an assumption in the answers: that of the only unit of a list.
fn place(assumption: &Assumption) -> String {
    assumption.path.replace("[]", "[0]")
}

/// The chances that can be shown, with the row and the column in the place of names.
fn chance_labels(matchups: &Matchups) -> Vec<String> {
    let mut names = drumhead::core::names::Names::default();
    let units = [say("unit of the row"), say("unit of the column")];
    for (role, name) in matchups.roles().into_iter().zip(units).filter(|(role, _)| !role.tag.is_empty()) {
        names.add_unit(role.tag, 1, name.to_owned());
        names.add_side(role.tag, name.to_owned());
    }
    let procedure = matchups.procedure();
    let chances = matchups.chances().into_iter().filter_map(|chance| procedure.chances.get(chance));
    chances.map(|chance| chance.label_of(0, &names)).collect()
}

/// The settings of the table in words: `Range: 6 · Cover: In the open`.
fn settings(procedure: &Procedure, said: &Map<String, Json>) -> String {
    let each = procedure.assumes.iter().filter_map(|assumption| {
        let place = place(assumption);
        let (field, value) = (procedure.form.at(&place)?, path::get(said, &place)?);
        let value = match (field.kind, value) {
            (Kind::Choice(choices), Json::String(id)) => {
                choices.iter().find(|own| own.id == id).map(choice_label).unwrap_or_default()
            }
            (_, value) => value.as_f64().map(number).unwrap_or_default(),
        };
        Some(text!("{field}: {value}", field = label(field, &Names::default()), value = value).to_string())
    });
    each.collect::<Vec<_>>().join(" · ")
}

fn choice_label(choice: &Choice) -> String {
    if choice.label.is_empty() { words(choice.id) } else { say(choice.label).to_owned() }
}

/// A question about the whole table: a range, cover.
#[component]
fn Question(field: &'static Field, place: String, said: RwSignal<Map<String, Json>>) -> impl IntoView {
    let held = {
        let place = place.clone();
        Memo::new(move |_| said.with(|said| path::get(said, &place).cloned()))
    };
    let set = move |value: Option<Json>| said.update(|said| path::set(said, &place, value));
    let label = label(field, &Names::default());
    let control = match field.kind {
        Kind::Choice(choices) => view! {
            <select on:change=move |event| set(Some(event_target_value(&event).into()))>
                {choices.iter().map(|own| view! {
                    <option value=own.id selected=move || held.get().is_some_and(|held| held == own.id)>{choice_label(own)}</option>
                }).collect_view()}
            </select>
        }
        .into_any(),
        _ => view! {
            <input type="text" inputmode="decimal" autocomplete="off"
                prop:value=move || held.get().and_then(|held| held.as_f64()).map(number)
                // A text that is no number changes nothing.
                on:change=move |event| if let Some(typed) = numbers::typed(&event_target_value(&event)) { set(Some(typed.into())) }/>
        }
        .into_any(),
    };
    view! { <label class="pick"><span class="label">{label}</span>{control}</label> }
}

/// Names of the units that are not in the table because they cannot take part.
fn left_out(matchups: &Matchups, rosters: &[Roster; 2]) -> impl IntoView + use<> {
    let each = rosters.iter().zip(matchups.left_out()).filter(|(_, units)| !units.is_empty()).map(|(roster, units)| {
        let names: Vec<String> = units.iter().map(|nth| unit_name(roster, *nth)).collect();
        let words = text!("Not in the table, as they cannot take part: {units}.", units = names.join(", "));
        view! { <p class="soft">{words.to_string()}</p> }
    });
    each.collect_view()
}

/// Name of a unit of a roster.
fn unit_name(roster: &Roster, nth: usize) -> String {
    let name = roster.units.get(nth).and_then(|unit| unit.get("name")?.as_str());
    name.unwrap_or(say("(no name)")).to_owned()
}
