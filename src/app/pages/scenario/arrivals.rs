//! Units that are off the table until they arrive: who, when and where.

use super::editing::{Editing, NumberEntry, TextEntry};
use super::rows::{AddSelect, Choices, lines};
use crate::app::components::choice::Choice;
use exchange::storage::scenario::{Scenario, words};
use leptos::prelude::*;
use rules::scenario::{Arrival, ArrivesAt, DIE_SIDES, NAME_MAX, SENTENCE_MAX};
use rules::subject::Side;
use rules::text;
use rules::text::say;

/// Before the id of a command, among the values of the list of those that can arrive.
const COMMAND: &str = "command:";

/// Kinds of times of arrivals.
#[derive(Clone, Copy, PartialEq)]
enum When {
    Turn,
    Roll,
    Word,
}

#[component]
pub(super) fn Arrivals(editing: Editing) -> impl IntoView {
    let ruleset = editing.ruleset;
    if !editing.can_edit() {
        let line = |scenario: &Scenario, one: &Arrival| {
            let who = words::arriving(scenario, one);
            (one.name.clone(), format!("{} · {who}", words::arrival(ruleset, one)))
        };
        let all = editing.scenario.with_untracked(|scenario| {
            scenario.course.arrivals.iter().map(|one| line(scenario, one)).collect::<Vec<_>>()
        });
        return lines(all).into_any();
    }
    let ids = editing.read(|scenario| scenario.course.arrivals.iter().map(|one| one.id.clone()).collect::<Vec<_>>());
    let choices = editing.read(candidates);
    let add = Callback::new(move |who: String| {
        editing.change_or_notice(|scenario| add_arrival(scenario, &who));
    });
    view! {
        <For each=move || ids.get() key=Clone::clone let(id)><ArrivalForm editing id/></For>
        <AddSelect label=say("Who arrives later?") choices=choices.into() add/>
    }
    .into_any()
}

/// The commands and units that can still arrive later.
fn candidates(scenario: &Scenario) -> Choices {
    let army = scenario.army();
    let is_here =
        |id: &str| !scenario.course.arrivals.iter().any(|one| units_of(scenario, one).iter().any(|unit| unit == id));
    let of_side = |side: Side| {
        let force = &scenario.sides[side.index()];
        let whole = |id: &str| {
            let units: Vec<_> = army.units.iter().filter(|unit| unit.command == id).collect();
            !units.is_empty() && units.iter().all(|unit| is_here(&unit.id))
        };
        let commands = force.commands.iter().filter(|command| whole(&command.id));
        let commands = commands.map(|command| (format!("{COMMAND}{}", command.id), command.name.clone()));
        let units = force.units.iter().filter(|unit| is_here(&unit.id));
        let units = units.map(|unit| (unit.id.clone(), words::unit_name(scenario, &unit.id)));
        (force.name.clone(), commands.chain(units).collect())
    };
    Side::BOTH.map(of_side).into()
}

/// Ids of the units of an arrival.
fn units_of(scenario: &Scenario, arrival: &Arrival) -> Vec<String> {
    if arrival.command.is_empty() {
        return arrival.units.clone();
    }
    let units = scenario.sides.iter().flat_map(|side| side.units_of(&arrival.command));
    units.map(|unit| unit.id.clone()).collect()
}

fn add_arrival(scenario: &mut Scenario, who: &str) {
    let mut arrival = match who.strip_prefix(COMMAND) {
        Some(command) => Arrival { command: command.to_owned(), ..Arrival::default() },
        None => Arrival { units: vec![who.to_owned()], ..Arrival::default() },
    };
    let commands = scenario.sides.iter().flat_map(|side| &side.commands);
    let command = commands.into_iter().find(|command| !arrival.command.is_empty() && command.id == arrival.command);
    arrival.name = command.map_or_else(|| words::unit_name(scenario, who), |command| command.name.clone());
    arrival.at = ArrivesAt::Turn(2);
    let taken: Vec<&str> = scenario.course.arrivals.iter().map(|one| one.id.as_str()).collect();
    arrival.id = Scenario::free_id(&arrival.name, &taken);
    scenario.course.arrivals.push(arrival);
}

#[component]
fn ArrivalForm(editing: Editing, id: String) -> impl IntoView {
    let ruleset = editing.ruleset;
    let id = StoredValue::new(id);
    let one =
        editing.read(move |scenario| id.with_value(|id| scenario.course.arrival(id).cloned()).unwrap_or_default());
    let change = move |change: &dyn Fn(&mut Arrival)| {
        editing.change(|scenario| {
            let all = scenario.course.arrivals.iter_mut();
            id.with_value(|id| all.filter(|one| one.id == *id).for_each(change));
        })
    };
    let part = move |read: fn(&Arrival) -> String| Memo::new(move |_| one.with(read));
    let put_name = Callback::new(move |text: String| change(&|one| one.name.clone_from(&text)));
    let put_place = Callback::new(move |text: String| change(&|one| one.place.clone_from(&text)));
    let when = Memo::new(move |_| {
        one.with(|one| match one.at {
            ArrivesAt::Word => When::Word,
            ArrivesAt::Turn(_) => When::Turn,
            ArrivesAt::Roll { .. } => When::Roll,
        })
    });
    let times = [
        (When::Turn, say("In a turn").to_owned()),
        (When::Roll, say("By a roll").to_owned()),
        (When::Word, say("When the game master says so").to_owned()),
    ];
    let choose = Callback::new(move |when: When| {
        let from = one.with_untracked(|one| match one.at {
            ArrivesAt::Turn(from) | ArrivesAt::Roll { from, .. } => from,
            ArrivesAt::Word => 2,
        });
        let at = match when {
            When::Turn => ArrivesAt::Turn(from),
            When::Roll => ArrivesAt::Roll { from, dice: 1, sides: 6, need: 5 },
            When::Word => ArrivesAt::Word,
        };
        // Each of these is a valid time.
        let _ = change(&|one| one.at = at.clone());
    });
    let remove = move |_| {
        let name = one.with_untracked(|one| one.name.clone());
        editing.remove(&name, |scenario| id.with_value(|id| scenario.course.arrivals.retain(|one| one.id != *id)));
    };
    let name = part(|one| one.name.clone());
    let summary = editing.read(move |scenario| {
        let found = id.with_value(|id| scenario.course.arrival(id).cloned()).unwrap_or_default();
        format!("{} · {}", words::arrival(ruleset, &found), words::arriving(scenario, &found))
    });
    view! {
        <fieldset class="group">
            <legend>{name}</legend>
            <p class="soft">{summary}</p>
            <TextEntry editing label=say("Name") value=name put=put_name most=NAME_MAX/>
            <Choice label=say("When does it arrive?") options=times.to_vec() chosen=when choose/>
            {move || time_form(editing, id, when.get())}
            <TextEntry editing label=say("Where does it arrive?") value=part(|one| one.place.clone()) put=put_place most=SENTENCE_MAX example=say("such as: the east edge")/>
            <WithIt editing id/>
            <p class="tools"><button type="button" class="quiet" on:click=remove>{move || text!("Remove {name}", name = name.get()).to_string()}</button></p>
        </fieldset>
    }
}

/// The numbers of a time: the turn, or the first turn, the dice and the number needed.
fn time_form(editing: Editing, id: StoredValue<String>, when: When) -> Option<impl IntoView> {
    let number = move |label: String, read: fn(&ArrivesAt) -> i32, write: fn(&mut ArrivesAt, i32)| {
        let value = editing.read(move |scenario| {
            id.with_value(|id| scenario.course.arrival(id).map(|one| read(&one.at))).unwrap_or_default()
        });
        let put = Callback::new(move |number: i32| {
            editing.change(|scenario| {
                let all = scenario.course.arrivals.iter_mut();
                id.with_value(|id| all.filter(|one| one.id == *id).for_each(|one| write(&mut one.at, number)));
            })
        });
        view! { <NumberEntry editing label value put/> }
    };
    let turn = say(editing.ruleset.turn);
    let from = |at: &ArrivesAt| match at {
        ArrivesAt::Turn(from) | ArrivesAt::Roll { from, .. } => *from,
        ArrivesAt::Word => 0,
    };
    let set_from = |at: &mut ArrivesAt, to| match at {
        ArrivesAt::Turn(from) | ArrivesAt::Roll { from, .. } => *from = to,
        ArrivesAt::Word => {}
    };
    match when {
        When::Word => None,
        When::Turn => Some(number(turn.to_owned(), from, set_from).into_any()),
        When::Roll => {
            let label = text!("From {turn}", turn = turn.to_lowercase()).to_string();
            let dice = number(
                say("Dice").to_owned(),
                |at| if let ArrivesAt::Roll { dice, .. } = at { *dice } else { 1 },
                |at, to| {
                    if let ArrivesAt::Roll { dice, .. } = at {
                        *dice = to;
                    }
                },
            );
            let need = number(
                say("Arrives with").to_owned(),
                |at| if let ArrivesAt::Roll { need, .. } = at { *need } else { 1 },
                |at, to| {
                    if let ArrivesAt::Roll { need, .. } = at {
                        *need = to;
                    }
                },
            );
            let first = number(label, from, set_from);
            Some(view! { <div class="numbers-in-line"><div>{first}</div><div>{dice}</div><div><DieSides editing id/></div><div>{need}</div></div> }.into_any())
        }
    }
}

/// The number of sides of the dice of an arrival.
#[component]
fn DieSides(editing: Editing, id: StoredValue<String>) -> impl IntoView {
    let sides = editing.read(move |scenario| {
        let found = id.with_value(|id| scenario.course.arrival(id).cloned());
        if let Some(ArrivesAt::Roll { sides, .. }) = found.map(|one| one.at) { sides } else { 6 }
    });
    let choose = move |text: String| {
        let Ok(to) = text.parse::<i32>() else { return };
        editing.change_or_notice(|scenario| {
            for one in scenario.course.arrivals.iter_mut().filter(|one| id.with_value(|id| one.id == *id)) {
                if let ArrivesAt::Roll { sides, dice, need, .. } = &mut one.at {
                    *sides = to;
                    *need = (*need).min(*dice * to);
                }
            }
        });
    };
    view! { <SidesSelect sides choose=Callback::new(choose)/> }
}

/// A drop-down list of the dice that there are.
#[component]
pub(super) fn SidesSelect(sides: Memo<i32>, choose: Callback<String>) -> impl IntoView {
    let options = DIE_SIDES
        .iter()
        .map(|n| view! { <option value=*n selected=move || sides.get() == *n>{format!("D{n}")}</option> });
    view! {
        <label class="pick">
            <span class="label">{say("Die")}</span>
            <select on:change=move |event| choose.run(event_target_value(&event))>{options.collect_view()}</select>
        </label>
    }
}

/// Further units that arrive with the first one, as chips. Not shown for a command.
#[component]
fn WithIt(editing: Editing, id: StoredValue<String>) -> impl IntoView {
    let chips = editing.read(move |scenario| {
        let found = id.with_value(|id| scenario.course.arrival(id).cloned()).unwrap_or_default();
        let Some(side) = found.units.first().and_then(|unit| scenario.army().unit(unit).map(|unit| unit.side)) else {
            return Vec::new();
        };
        let others = scenario.course.arrivals.iter().filter(|one| one.id != found.id);
        let elsewhere: Vec<String> = others.flat_map(|one| units_of(scenario, one)).collect();
        let units = scenario.sides[side.index()].units.iter().filter(|unit| !elsewhere.contains(&unit.id));
        units.map(|unit| unit.id.clone()).collect()
    });
    let chip = move |unit: String| {
        let unit = StoredValue::new(unit);
        let name = editing.read(move |scenario| unit.with_value(|unit| words::unit_name(scenario, unit)));
        let arrives = editing.read(move |scenario| {
            let found = id.with_value(|id| scenario.course.arrival(id));
            found.is_some_and(|one| unit.with_value(|unit| one.units.contains(unit)))
        });
        let toggle = move |event| {
            let is_done = editing.change_or_notice(|scenario| {
                for one in scenario.course.arrivals.iter_mut().filter(|one| id.with_value(|id| one.id == *id)) {
                    let unit = unit.get_value();
                    if one.units.contains(&unit) {
                        one.units.retain(|other| *other != unit)
                    } else {
                        one.units.push(unit)
                    }
                }
            });
            if !is_done {
                event_target::<web_sys::HtmlInputElement>(&event).set_checked(arrives.get_untracked());
            }
        };
        view! { <label class="chip"><input type="checkbox" prop:checked=arrives on:change=toggle/>{name}</label> }
    };
    view! {
        <Show when=move || chips.with(|chips| chips.len() > 1)>
            <details class="disclosure">
                <summary>{say("Units that arrive together")}</summary>
                <fieldset class="chips">
                    <legend class="visually-hidden">{say("Units that arrive together")}</legend>
                    <For each=move || chips.get() key=Clone::clone let(unit)>{chip(unit)}</For>
                </fieldset>
            </details>
        </Show>
    }
}
