//! Events: when they happen, their dice, and the rows of their tables.

use super::arrivals::SidesSelect;
use super::editing::{Editing, NumberEntry, TextEntry};
use super::effects::Effects;
use crate::app::state::notice::Notice;
use exchange::storage::scenario::{Scenario, words};
use leptos::prelude::*;
use rules::scenario::{Event, EventRow, EventTime, NAME_MAX, SENTENCE_MAX, TURN_START};
use rules::text;
use rules::text::say;

#[component]
pub(super) fn Events(editing: Editing) -> impl IntoView {
    if !editing.can_edit() {
        return shown(editing).into_any();
    }
    let ids = editing.read(|scenario| scenario.course.events.iter().map(|event| event.id.clone()).collect::<Vec<_>>());
    let add = move |_| {
        editing.change_or_notice(|scenario| {
            let events = &mut scenario.course.events;
            let taken: Vec<&str> = events.iter().map(|event| event.id.as_str()).collect();
            let name = text!("Event {n}", n = events.len() + 1).to_string();
            let when = EventTime::Each { phase: TURN_START.to_owned(), from: 1, until: 0 };
            let rows = vec![EventRow { faces: [1, 1], ..EventRow::default() }];
            let id = Scenario::free_id(&name, &taken);
            events.push(Event { id, name, dice: 1, sides: 6, when, rows });
        });
    };
    view! {
        <For each=move || ids.get() key=Clone::clone let(id)><EventForm editing id/></For>
        <p class="tools"><button type="button" on:click=add>{say("Add an event")}</button></p>
    }
    .into_any()
}

/// The events, to read, with the chance of each row.
fn shown(editing: Editing) -> impl IntoView {
    let ruleset = editing.ruleset;
    let event = |scenario: &Scenario, event: &Event| {
        let chances = event.chances().into_iter().map(text::percent);
        let rows = event.rows.iter().zip(chances).map(|(row, chance)| {
            let chance = (event.dice > 0).then(|| view! { " "<small class="soft">{chance}</small> });
            view! { <li>{words::row(ruleset, scenario, row)}{chance}</li> }
        });
        let rows = rows.collect_view();
        view! { <h3>{event.name.clone()}</h3><p class="soft">{words::event_time(ruleset, event)}</p><ul class="event-rows">{rows}</ul> }
    };
    editing
        .scenario
        .with_untracked(|scenario| scenario.course.events.iter().map(|one| event(scenario, one)).collect_view())
}

/// An event that is edited.
#[derive(Clone, Copy)]
pub(super) struct EventEditing {
    pub(super) editing: Editing,
    pub(super) id: StoredValue<String>,
}

impl EventEditing {
    /// Reads a value of the event, and follows it.
    pub(super) fn read<T: PartialEq + Default + Send + Sync + 'static>(
        self,
        read: impl Fn(&Scenario, &Event) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        self.editing.read(move |scenario| {
            let event = self.id.with_value(|id| scenario.course.event(id));
            event.map(|event| read(scenario, event)).unwrap_or_default()
        })
    }

    /// Changes the event. The error is the reason in words why it cannot be so.
    pub(super) fn change(self, change: impl FnOnce(&mut Event)) -> Result<(), String> {
        self.editing.change(|scenario| {
            let mut events = scenario.course.events.iter_mut();
            if let Some(event) = self.id.with_value(|id| events.find(|event| event.id == *id)) {
                change(event);
            }
        })
    }

    /// Changes the event, or shows a notice why that is not possible.
    pub(super) fn change_or_notice(self, change: impl FnOnce(&mut Event)) {
        self.editing.change_or_notice(|scenario| {
            let mut events = scenario.course.events.iter_mut();
            if let Some(event) = self.id.with_value(|id| events.find(|event| event.id == *id)) {
                change(event);
            }
        });
    }
}

#[component]
fn EventForm(editing: Editing, id: String) -> impl IntoView {
    let of = EventEditing { editing, id: StoredValue::new(id) };
    let name = of.read(|_, event| event.name.clone());
    let put_name = Callback::new(move |text: String| of.change(|event| event.name = text));
    let count = of.read(|_, event| event.rows.len());
    let remove = move |_| {
        editing.remove(&name.get_untracked(), |scenario| {
            of.id.with_value(|id| scenario.course.events.retain(|event| event.id != *id));
        });
    };
    let has_dice = of.read(|_, event| event.dice > 0);
    let free = of.read(|_, event| free_sum(event));
    let add_row = move |_| match free.get_untracked() {
        Some(sum) => {
            of.change_or_notice(|event| event.rows.push(EventRow { faces: [sum, sum], ..EventRow::default() }))
        }
        None => {
            let words = say("Every result of the dice has a row. Narrow one first.");
            editing.app.notice.set(Some(Notice::new(words).of_this_page()));
        }
    };
    view! {
        <fieldset class="group">
            <legend>{name}</legend>
            <TextEntry editing label=say("Name") value=name put=put_name most=NAME_MAX/>
            <Time of/>
            <Dice of/>
            {move || (0..count.get()).map(|index| view! { <RowForm of index/> }).collect_view()}
            <p class="tools">
                <Show when=move || has_dice.get()><button type="button" on:click=add_row>{say("Add a row")}</button></Show>
                <button type="button" class="quiet" on:click=remove>{move || text!("Remove {name}", name = name.get()).to_string()}</button>
            </p>
        </fieldset>
    }
}

/// The first sum of the dice that has no row. `None` if all have one.
fn free_sum(event: &Event) -> Option<i32> {
    let is_free = |sum: &i32| !event.rows.iter().any(|row| (row.faces[0]..=row.faces[1]).contains(sum));
    (event.dice..=event.dice * event.sides).find(is_free)
}

/// The time of an event: by hand, or once in each turn, at its start or in a phase.
#[component]
fn Time(of: EventEditing) -> impl IntoView {
    let ruleset = of.editing.ruleset;
    let chosen = of.read(|_, event| match &event.when {
        EventTime::ByHand => String::new(),
        EventTime::Each { phase, .. } => phase.clone(),
    });
    let option = move |value: &'static str, words: String| {
        view! { <option value=value selected=move || chosen.with(|chosen| chosen == value)>{words}</option> }
    };
    let each = text!("At the start of each {turn}", turn = say(ruleset.turn).to_lowercase()).to_string();
    let phases = ruleset.phases.iter().map(|phase| {
        let words = text!("In each {turn}: {phase}", turn = say(ruleset.turn).to_lowercase(), phase = phase.title);
        option(phase.id, words.to_string())
    });
    let phases = phases.collect_view();
    let choose = move |phase: String| {
        of.change_or_notice(|event| {
            event.when = match (phase.as_str(), &event.when) {
                ("", _) => EventTime::ByHand,
                (_, EventTime::Each { from, until, .. }) => EventTime::Each { phase, from: *from, until: *until },
                (_, EventTime::ByHand) => EventTime::Each { phase, from: 1, until: 0 },
            };
        });
    };
    let limits = move |label: String, nth: usize, none: Option<&'static str>| {
        let value = of.read(move |_, event| match event.when {
            EventTime::Each { from, until, .. } => [from, until][nth],
            EventTime::ByHand => 0,
        });
        let put = Callback::new(move |to: i32| {
            of.change(|event| {
                if let EventTime::Each { from, until, .. } = &mut event.when {
                    *[from, until][nth] = to;
                }
            })
        });
        match none {
            Some(none) => view! { <NumberEntry editing=of.editing label value put none/> }.into_any(),
            None => view! { <NumberEntry editing=of.editing label value put/> }.into_any(),
        }
    };
    let turn = say(ruleset.turn).to_lowercase();
    let (first, last) =
        (text!("From {turn}", turn = turn.clone()).to_string(), text!("To {turn}", turn = turn).to_string());
    view! {
        <label class="pick">
            <span class="label">{say("When does it happen?")}</span>
            <select on:change=move |event| choose(event_target_value(&event))>
                {option(TURN_START, each)}
                {phases}
                {option("", say("When the players want it").to_owned())}
            </select>
        </label>
        <Show when=move || chosen.with(|chosen| !chosen.is_empty())>
            <div class="numbers-in-line"><div>{limits(first.clone(), 0, None)}</div><div>{limits(last.clone(), 1, Some(say("the end")))}</div></div>
        </Show>
    }
}

/// The dice of an event.
#[component]
fn Dice(of: EventEditing) -> impl IntoView {
    let (dice, sides) = (of.read(|_, event| event.dice), of.read(|_, event| event.sides));
    let choose_dice = move |text: String| {
        if let Ok(to) = text.parse::<i32>() {
            of.change_or_notice(|event| with_dice(event, to, event.sides));
        }
    };
    let choose_sides = Callback::new(move |text: String| {
        if let Ok(to) = text.parse::<i32>() {
            of.change_or_notice(|event| with_dice(event, event.dice, to));
        }
    });
    let options = (0..=rules::scenario::DICE_MAX).map(|n| {
        let words = if n == 0 { say("none").to_owned() } else { n.to_string() };
        view! { <option value=n selected=move || dice.get() == n>{words}</option> }
    });
    view! {
        <div class="numbers-in-line">
            <label class="pick">
                <span class="label">{say("Dice")}</span>
                <select on:change=move |event| choose_dice(event_target_value(&event))>{options.collect_view()}</select>
            </label>
            <Show when=move || { dice.get() > 0 }><SidesSelect sides choose=choose_sides/></Show>
        </div>
    }
}

/// Gives an event other dice. Rows that these cannot show get the least sums, one after another.
fn with_dice(event: &mut Event, dice: i32, sides: i32) {
    (event.dice, event.sides) = (dice, sides);
    let possible = dice..=dice * sides;
    let fits = |row: &EventRow| possible.contains(&row.faces[0]) && possible.contains(&row.faces[1]);
    if !event.rows.iter().all(fits) {
        (dice..).zip(&mut event.rows).for_each(|(sum, row)| row.faces = [sum, sum]);
    }
}

/// A row of an event: its faces, its text and its effects.
#[component]
fn RowForm(of: EventEditing, index: usize) -> impl IntoView {
    let faces = of.read(move |_, event| event.rows.get(index).map(EventRow::sums).unwrap_or_default());
    let put_faces = Callback::new(move |text: String| {
        let read =
            read_faces(&text).ok_or_else(|| say("Enter a number such as 1, or a range such as 2–5.").to_owned())?;
        of.change(|event| event.rows.iter_mut().skip(index).take(1).for_each(|row| row.faces = read))
    });
    let words_of_row = of.read(move |_, event| event.rows.get(index).map(|row| row.text.clone()).unwrap_or_default());
    let put_words = Callback::new(move |text: String| {
        of.change(|event| event.rows.iter_mut().skip(index).take(1).for_each(|row| row.text.clone_from(&text)))
    });
    let chance = of.read(move |_, event| event.chances().get(index).copied().map(text::percent).unwrap_or_default());
    let (has_dice, is_only) = (of.read(|_, event| event.dice > 0), of.read(|_, event| event.rows.len() < 2));
    let heading = move || match has_dice.get() {
        true => text!("Row {n}: {chance}", n = index + 1, chance = chance.get()).to_string(),
        false => say("What happens").to_owned(),
    };
    let remove = move |_| {
        of.change_or_notice(|event| {
            if index < event.rows.len() {
                event.rows.remove(index);
            }
        });
    };
    view! {
        <fieldset class="group">
            <legend>{heading}</legend>
            <Show when=move || has_dice.get()><TextEntry editing=of.editing label=say("The dice show") value=faces put=put_faces most=7/></Show>
            <TextEntry editing=of.editing label=say("Text for the players") value=words_of_row put=put_words most=SENTENCE_MAX lines=2 example=say("empty if nothing happens")/>
            <Effects of index/>
            <Show when=move || !is_only.get()><p class="tools"><button type="button" class="quiet" on:click=remove>{text!("Remove row {n}", n = index + 1).to_string()}</button></p></Show>
        </fieldset>
    }
}

/// Reads `1` or `2–5`.
fn read_faces(text: &str) -> Option<[i32; 2]> {
    let numbers: Option<Vec<i32>> = text.split(['-', '–', '−']).map(|part| part.trim().parse().ok()).collect();
    match numbers?.as_slice() {
        [one] => Some([*one, *one]),
        [from, to] => Some([*from, *to]),
        _ => None,
    }
}
