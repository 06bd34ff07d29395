//! What a procedure came to: in words, what it changes, what is due next.

use super::Prepared;
use super::names::Names;
use super::odds::modifiers;
use super::panel::Panel;
use crate::app::desk::{InBattle, desk};
use crate::app::parts::dice::thrown;
use crate::app::parts::frame::{spaced, words};
use crate::app::parts::keys;
use crate::app::parts::tidings::tidings;
use crate::app::route::{Route, router};
use drumhead::battle::{self, Change};
use drumhead::battle::{binding, participants};
use drumhead::core::lists::gathered;
use drumhead::core::subject::Subject;
use drumhead::core::text;
use drumhead::core::text::say;
use drumhead::dice::Played;
use drumhead::outcome::{Rare, Record, Value};
use drumhead::rules::consequences::{Due, PHASE, TURN};
use drumhead::rules::procedure::Resolved;
use drumhead::storage::roster::Roster;
use drumhead::text;
use leptos::prelude::*;
use serde_json::{Map, Value as Json};

/// The outcome of the dice on the panel.
pub fn view(panel: Panel) -> AnyView {
    let Ok(Played { result: Ok(resolved), rolls, modifiers: applied, .. }) = panel.played() else {
        return ().into_any();
    };
    let throws = panel.throws(&rolls);
    let changes = panel.battle.map(|battle| changes(panel, battle, &resolved)).unwrap_or_default();
    let rulings = panel
        .ruleset
        .rulings
        .iter()
        .filter(|ruling| panel.procedure.rulings.contains(&ruling.number))
        .map(|ruling| view! { <li><b>{say(ruling.question)}</b>" "{say(ruling.answer)}" "<small>{ruling.number}</small></li> })
        .collect_view();
    let names = Names::of(panel);
    let upside_down = RwSignal::new(false);
    view! {
        <section class="outcome" tabindex="-1" class:upside-down=move || upside_down.get() aria-label=say("Outcome") aria-live="polite">
            {told(&resolved, &names)}
            {thrown(&throws, |purpose| names.spell_id(purpose))}
            {panel.battle.map(|battle| news(battle, &changes))}
            {panel.battle.map(|battle| changed(battle, &changes))}
            {modifiers(panel, &applied, &names)}
            {(!panel.procedure.rulings.is_empty()).then(|| view! {
                <details class="more"><summary>{say("Rulings that bear on this")}</summary><ul>{rulings}</ul></details>
            })}
            <button class="quiet" on:click=move |_| upside_down.update(|turned| *turned = !*turned)>{say("⟲ Turn to opponent")}</button>
        </section>
        {match panel.battle {
            Some(battle) => in_battle(panel, battle, &resolved, throws, changes).into_any(),
            None => view! { {mustered(panel, &resolved)}{again(panel)} }.into_any(),
        }}
    }
    .into_any()
}

/// The outcome in words; where a procedure has none of its own, what it came to.
pub fn told(resolved: &Resolved, names: &Names) -> AnyView {
    let mut words = resolved.consequences.words.iter().map(|words| names.spell(&words.to_string()));
    match words.next() {
        Some(headline) => view! {
            <p class="headline">{headline}</p>
            {words.map(|reason| view! { <p>{reason}</p> }).collect_view()}
        }
        .into_any(),
        None => listed(&resolved.outcome).into_any(),
    }
}

fn listed(outcome: &Record) -> impl IntoView + use<> {
    let rows = outcome
        .iter()
        .map(|(name, datum)| view! { <dt>{words(name)}</dt><dd>{datum_words(datum)}</dd> })
        .collect_view();
    view! { <dl class="listed">{rows}</dl> }
}

fn datum_words(datum: &Value) -> String {
    match datum {
        Value::Null => "–".into(),
        Value::Flag(flag) => if *flag { say("yes") } else { say("no") }.into(),
        Value::Whole(number) => number.to_string(),
        Value::Number(bits) => text::number(bits.get()),
        Value::Word(word) => spaced(word),
        Value::Rare(rare) => rare_words(rare),
    }
}

fn rare_words(rare: &Rare) -> String {
    match rare {
        Rare::Number(bits) => text::number(f64::from_bits(*bits)),
        Rare::Term(term) => spaced(term),
        Rare::Name(name) => name.clone(),
        Rare::List(list) => list.iter().map(datum_words).collect::<Vec<_>>().join("; "),
        Rare::Record(record) => record
            .iter()
            .map(|(name, datum)| format!("{} {}", spaced(name), datum_words(datum)))
            .collect::<Vec<_>>()
            .join(", "),
    }
}

fn changes(panel: Panel, battle: InBattle, resolved: &Resolved) -> Vec<Change> {
    panel.participants.with(|participants| {
        battle.with_untracked(|battle| {
            binding::comes_to(panel.ruleset, panel.procedure, participants, battle.state(), &panel.input(), resolved)
        })
    })
}

/// What the changes mean for the battle as a whole, where they mean something new.
fn news(battle: InBattle, changes: &[Change]) -> impl IntoView + use<> {
    battle.with_untracked(|open| {
        let before = open.state().alerts();
        let mut after = open.state().after(changes).alerts();
        after.retain(|tiding| !before.iter().any(|old| old.side == tiding.side && old.news == tiding.news));
        tidings(&after, &open.header().sides.clone().map(|side| side.name))
    })
}

/// What changes on the table, tracker by tracker.
fn changed(battle: InBattle, changes: &[Change]) -> Option<impl IntoView + use<>> {
    let rows = changes
        .iter()
        .filter_map(|change| change_words(battle, change))
        .map(|words| view! { <li>{words}</li> })
        .collect_view();
    (!changes.is_empty()).then(|| view! { <div class="why"><h2>{say("On the table")}</h2><ul>{rows}</ul></div> })
}

/// A change in words: `Waller's · Counters 3 → 5`; none if nothing changes.
pub fn change_words(battle: InBattle, change: &Change) -> Option<String> {
    let Change::Set { of, key, to } = change else { return None };
    battle.with_untracked(|open| {
        let state = open.state();
        let before = state.tracked(of.id())?.get(key).cloned().unwrap_or(Json::Null);
        if to.is_object() {
            // Data such as a deck: what it means is told in words.
            return None;
        }
        let whose = match of {
            Subject::Side(side) => open.header().sides[side.index()].name.clone(),
            Subject::Battle => String::new(),
            Subject::Unit(id) => state.unit(id)?.name().to_owned(),
        };
        let ruleset = battle.ruleset;
        if *of == Subject::Battle && key == PHASE {
            let phase = to.as_u64().and_then(|place| ruleset.phases.get(usize::try_from(place).ok()?))?;
            return (before != *to).then(|| text!("Next: {phase}", phase = phase.title).to_string());
        }
        if *of == Subject::Battle && key == TURN {
            return (before != *to).then(|| format!("{} {}", say(ruleset.turn), json_words(to)));
        }
        let label = ruleset.label(key).map(|label| say(label).to_owned());
        (before != *to).then(|| {
            let whose = if whose.is_empty() { whose } else { format!("{whose} · ") };
            format!("{whose}{} {} → {}", label.unwrap_or_else(|| words(key)), json_words(&before), json_words(to))
        })
    })
}

fn json_words(json: &Json) -> String {
    match json {
        Json::Null => "–".into(),
        Json::Bool(flag) => if *flag { say("yes") } else { say("no") }.into(),
        Json::String(word) => spaced(word),
        Json::Number(number) => number.to_string(),
        Json::Array(_) | Json::Object(_) => "…".into(),
    }
}

fn in_battle(
    panel: Panel,
    battle: InBattle,
    resolved: &Resolved,
    throws: Vec<battle::Thrown>,
    changes: Vec<Change>,
) -> impl IntoView + use<> {
    let applied = RwSignal::new(false);
    // Applied or discarded, here or in another tab.
    let settled = Memo::new(move |_| {
        applied.get() || panel.rolled.with(|own| own.as_ref().is_some_and(|own| !battle.awaits(own)))
    });
    let participants = panel.participants.with_untracked(participants::Participants::json);
    let action = battle::Resolved {
        throws,
        settles: panel.rolled.get_untracked(),
        ..battle::Resolved::of(panel.procedure.id, panel.input(), participants, &resolved.outcome)
    };
    let log = Callback::new(move |keep: bool| {
        let action = battle::Resolved { discarded: !keep, ..action.clone() };
        let done = battle.settle(action, if keep { changes.clone() } else { Vec::new() });
        if done {
            panel.remember(battle);
            panel.let_stand();
            applied.set(true);
        }
        done
    });
    let dues: Vec<_> =
        resolved.consequences.due.iter().filter_map(|due| due_button(panel, battle, due, log, settled)).collect();
    let any_due = !dues.is_empty();
    view! {
        {any_due.then(|| view! { <section class="due" aria-label=say("Due next")><h2>{say("Due next")}</h2>{dues}</section> })}
        <Show when=move || settled.get() && !applied.get()><p class="refused" role="alert">{say("This throw was settled in another tab.")}</p></Show>
        {super::source(panel)}
        {actions(panel, battle, log, settled, any_due)}
    }
}

/// Discarding and applying; the way back to the table once either is done.
fn actions(
    panel: Panel,
    battle: InBattle,
    log: Callback<bool, bool>,
    settled: Memo<bool>,
    any_due: bool,
) -> impl IntoView {
    let router = router();
    let table = Route::Table(battle.id());
    let href = table.href();
    let leave = Callback::new(move |()| {
        battle.desk.return_to(panel.acting());
        router.go(&table);
    });
    let discard = move |_| {
        if log.run(false) {
            leave.run(());
        }
    };
    let apply = move |_| match (log.run(true), any_due) {
        (true, true) => keys::focus(".due .next"),
        (true, false) => leave.run(()),
        (false, _) => {}
    };
    view! {
        <div class="actions">
            <Show
                when=move || settled.get()
                fallback=move || view! {
                    <button disabled=move || panel.blocked() on:click=discard>{say("Discard")}</button>
                    <button class="primary" disabled=move || panel.blocked() on:click=apply>{say("Apply to the table")}</button>
                }
            >
                <a class="button primary" href=href.clone()>{say("Back to the table")}</a>
            </Show>
        </div>
    }
}

/// A button for what is due: applies this outcome if that was not done, and opens the next procedure, filled in.
fn due_button(
    panel: Panel,
    battle: InBattle,
    due: &Due,
    log: Callback<bool, bool>,
    settled: Memo<bool>,
) -> Option<impl IntoView + use<>> {
    let procedure = panel.ruleset.procedure(due.procedure)?;
    // What is due of a unit that took no part is due of nobody.
    if !panel.participants.with_untracked(|participants| {
        due.participants.iter().all(|(_, here, nth)| participants.units(here).len() > *nth)
    }) {
        return None;
    }
    let participants = panel.participants.with_untracked(|participants| participants.of_due(due));
    // Whoever acts is the first role of a procedure.
    let first = procedure.participants.iter().find_map(|role| participants.units(role.id).first());
    let who = first.map(|id| panel.unit_name(id)).unwrap_or_default();
    let asked: Map<String, Json> =
        gathered(due.fields.iter().map(|(field, value)| ((*field).to_owned(), value.clone())));
    let (desk, router, why) = (desk(), router(), Names::of(panel).spell(&due.why.to_string()));
    let id = due.procedure;
    Some(view! {
        <button class="next" disabled=move || panel.blocked() on:click=move |_| {
            if !settled.get_untracked() && !log.run(true) {
                return;
            }
            desk.prepared.set(Some(Prepared { procedure: id, participants: participants.clone(), asked: asked.clone() }));
            router.go(&Route::Resolve { battle: battle.id(), procedure: id.into(), unit: None });
        }>
            <b>{say(procedure.title)}</b>" "{who}<small>{why}</small>
        </button>
    })
}

/// Where the outcome is an army, a roster of it.
fn mustered(panel: Panel, resolved: &Resolved) -> Option<impl IntoView + use<>> {
    let muster = panel.ruleset.muster.as_ref().filter(|muster| muster.procedure.id == panel.procedure.id)?;
    let (desk, router, outcome) = (desk(), router(), resolved.outcome.clone());
    let fill = move |_| {
        let roster = Roster {
            ruleset: panel.ruleset.id.into(),
            name: (muster.name)(&outcome).to_string(),
            units: (muster.units)(&outcome),
            side: (muster.side)(&outcome),
            ..Roster::default()
        };
        let names =
            desk.rosters.with_untracked(|rosters| rosters.iter().map(|kept| kept.it.name.clone()).collect::<Vec<_>>());
        let roster = if names.contains(&roster.name) { roster.copied(&names) } else { roster };
        router.go(&Route::Roster(desk.add_roster(roster)));
    };
    Some(view! { <button class="primary wide" on:click=fill>{say("Fill a roster with it")}</button> })
}

fn again(panel: Panel) -> impl IntoView {
    view! {
        {super::source(panel)}
        <div class="actions">
            <button class="primary" on:click=move |_| panel.again()>{say("Again")}</button>
        </div>
    }
}
