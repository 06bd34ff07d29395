//! The questions of a single part, unfolded from its line, and the answers that all parts share.

use super::super::panel::LivePanel;
use super::super::questions::Questions;
use super::super::ranking::Rankings;
use super::super::roles::Roles;
use super::live::LiveGroup;
use crate::app::components::field::{Fields, Shown, label};
use crate::app::state::route::Route;
use battle::panel::Message;
use battle::panel::group::{GroupMessage, ShownPart};
use battle::{Act, Battle};
use leptos::prelude::*;
use rules::form::{Choice, Field, Kind};
use rules::procedure::Variant;
use rules::text;
use rules::text::say;

/// The participants and questions of a part, drawn when players unfold them, with a link to the unit's own panel.
#[component]
pub(super) fn Editor(
    group: LiveGroup,
    index: usize,
    part: Memo<Option<ShownPart>>,
    /// Name of the unit.
    name: Memo<String>,
) -> impl IntoView {
    let is_open = RwSignal::new(false);
    let act = Memo::new(move |_| part.with(|part| part.as_ref().map(|part| part.panel.act.clone())));
    // The act as it was last changed here. The questions are drawn again only if it changes elsewhere in the line.
    let edited = StoredValue::new(None::<Act>);
    let version = Memo::new(move |before: Option<&u32>| {
        let act = act.get();
        let is_same = edited.with_value(|edited| edited.is_some() && *edited == act);
        before.map_or(0, |version| version + u32::from(!is_same))
    });
    let each = move || is_open.get().then(|| version.get());
    let summary = move || text!("More about {who}", who = name.get()).to_string();
    view! {
        <details class="line-more" on:toggle:target=move |event| is_open.set(event.target().open())>
            <summary><span aria-hidden="true">"⋯"</span><span class="visually-hidden">{summary}</span></summary>
            <For each=each key=|version| *version let(_version)>
                {act.get_untracked().map(|act| view! { <PartQuestions group index act edited/> })}
            </For>
        </details>
    }
}

#[component]
fn PartQuestions(group: LiveGroup, index: usize, act: Act, edited: StoredValue<Option<Act>>) -> impl IntoView {
    let battle = group.battle;
    let route = Route::act(battle.id(), &act);
    edited.set_value(Some(act.clone()));
    let panel = part_panel(group, act, move |panel, message| {
        edited.set_value(Some(panel.act_now()));
        group.send(GroupMessage::Change(index, message));
    });
    Rankings::provide(panel, battle);
    let open = move |_| battle.app.battle.prepared.set(Some(panel.act_now()));
    let form = panel.procedure.form;
    let without: Vec<&'static Field> = form.fields.iter().filter(|field| group.grouping.shares(field.id)).collect();
    view! {
        <Roles panel battle but_first=true/>
        <Questions panel without/>
        <p><a href=route.href() on:click=open>{say("Open its own panel")}</a></p>
    }
}

/// A panel with the act of a part. It changes nothing by itself: `pass_on` gets its messages.
fn part_panel(group: LiveGroup, act: Act, pass_on: impl Fn(LivePanel, Message) + Send + Sync + 'static) -> LivePanel {
    let panel = LivePanel::open(group.battle.ruleset, act, Some(group.battle));
    panel.in_group(Callback::new(move |message| pass_on(panel, message)))
}

/// The questions that are answered once for all units, unless the variant answers them.
#[component]
pub(super) fn SharedAnswers(group: LiveGroup, way: Option<&'static Variant>) -> impl IntoView {
    let answered = |field: &Field| way.is_some_and(|way| way.fields.iter().any(|(id, _)| *id == field.id));
    let form = group.procedure.form;
    let is_shared = |field: &&Field| group.grouping.shares(field.id) && !answered(field);
    let shared: Vec<&'static Field> = form.fields.iter().filter(is_shared).collect();
    let (choices, others): (Vec<_>, Vec<_>) = shared.into_iter().partition(|field| choices_of(field).is_some());
    let is_fixed = Memo::new(move |_| group.shown.with(|shown| shown.is_rolling || shown.is_settled));
    let (choices, others) = (StoredValue::new(choices), StoredValue::new(others));
    let buttons =
        move || choices.get_value().into_iter().map(|field| view! { <SharedChoice group field/> }).collect_view();
    view! {
        <Show when=move || !is_fixed.get()>
            {buttons}
            {(!others.with_value(Vec::is_empty)).then(|| view! { <SharedFields group fields=others.get_value()/> })}
        </Show>
    }
}

fn choices_of(field: &Field) -> Option<&'static [Choice]> {
    match field.kind {
        Kind::Choice(choices) => Some(choices),
        _ => None,
    }
}

/// A choice for all units: a button for each option, with the number of the listed units that can do it.
#[component]
fn SharedChoice(group: LiveGroup, field: &'static Field) -> impl IntoView {
    let names = group.battle_names();
    let revision = group.battle.follow(Battle::revision);
    // Neither ticks nor the other options change these numbers.
    let able = Memo::new(move |_| {
        revision.get();
        let choices = choices_of(field).unwrap_or_default();
        choices.iter().map(|choice| group.able(field.id, &choice.id.into())).collect::<Vec<usize>>()
    });
    let count = Memo::new(move |_| group.shown.with(|shown| shown.parts.len()));
    let chosen = Memo::new(move |_| {
        group.shown.with(|shown| shown.parts.first().and_then(|part| part.value(field.id).cloned()))
    });
    let button = |(nth, choice): (usize, &'static Choice)| {
        let able = Memo::new(move |_| able.with(|able| able.get(nth).copied().unwrap_or_default()));
        let is_chosen = Memo::new(move |_| chosen.with(|chosen| *chosen == Some(choice.id.into())));
        let choose = move |_| {
            group.send(GroupMessage::Share(vec![(field.id.to_owned(), Some(choice.id.into()))]));
        };
        let of_all = move || text!("{n} of {of}", n = able.get(), of = count.get()).to_string();
        view! {
            <button type="button" class="option" aria-pressed=move || is_chosen.get().to_string() disabled=move || able.get() == 0 on:click=choose>
                {names.spell_label(choice.label)}" "<small>{of_all}</small>
            </button>
        }
    };
    let buttons = choices_of(field).unwrap_or_default().iter().enumerate().map(button).collect_view();
    let title = label(field, &names);
    // The heading of the page often names it already.
    let is_named = title != say(group.procedure.title);
    view! {
        <div class="shared-answers" role="group" aria-label=title.clone()>
            {is_named.then(|| view! { <p class="headline" aria-hidden="true">{title.clone()}</p> })}
            <div class="options">{buttons}</div>
        </div>
    }
}

/// Other questions for all units.
#[component]
fn SharedFields(group: LiveGroup, fields: Vec<&'static Field>) -> impl IntoView {
    let form = group.procedure.form;
    let without: Vec<&'static Field> =
        form.fields.iter().filter(|field| !fields.iter().any(|shared| shared.id == field.id)).collect();
    // A unit that cannot act now is asked nothing.
    let act = group.shown.with_untracked(|shown| {
        let able = shown.parts.iter().find(|part| part.cannot.is_none()).or(shown.parts.first());
        able.map(|part| part.panel.act.clone())
    });
    act.map(|act| {
        let panel = part_panel(group, act, move |_, message| {
            if let Message::Answer(answers) = message {
                group.send(GroupMessage::Share(answers));
            }
        });
        let sheet = panel.sheet();
        view! {
            <form class="questions shared-answers" on:submit=|event| event.prevent_default()>
                <Fields sheet form shown=Shown::Questions without/>
            </form>
        }
    })
}
