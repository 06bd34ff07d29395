//! The page of a roster: its units, with the form of the edited one.

use crate::app::components::bin::DeletedThings;
use crate::app::components::field::Terms;
use crate::app::components::icon::{Icon, PRINT, SHARE};
use crate::app::components::not_here::NotHere;
use crate::app::components::own_rules::{CopyOwnRules, OwnRulesEditor};
use crate::app::components::page_header::PageHeader;
use crate::app::components::page_list::PageList;
use crate::app::components::sign::UnitSign;
use crate::app::components::status_tag::description;
use crate::app::components::unit_form::{ProfileForm, UnitForm, fault_in_words, sign_of};
use crate::app::state::notice::Notice;
use crate::app::state::route::{RosterPage, Route, router};
use crate::app::state::rulesets;
use crate::app::state::{AppState, app_state, move_by_one};
use exchange::storage::bin::Thing;
use exchange::storage::roster;
use exchange::storage::roster::Roster;
use leptos::prelude::*;
use rules::facts::Facts;
use rules::form::Form;
use rules::form::path;
use rules::own::OwnRules;
use rules::ruleset::Ruleset;
use rules::text;
use rules::text::{SHORT, is_blank, say, short_proposed, words};
use serde_json::{Map, Value as Json};

/// The page of a roster.
#[component]
pub fn RosterPage(id: String) -> impl IntoView {
    let app = app_state();
    let Some(roster) = untrack(|| app.roster(&id)) else {
        return view! { <NotHere words=say("This roster is not on this device.")/> }.into_any();
    };
    match rulesets::find(&roster.ruleset) {
        Some(ruleset) => {
            provide_context(Terms(ruleset.texts.glossary));
            let editor = Editor {
                app,
                ruleset,
                id: StoredValue::new(id),
                editing: RwSignal::new(None),
                untouched: RwSignal::new(None),
            };
            // Leaving a unit means that it is finished.
            Effect::new(move |_| {
                if editor.editing.get() != editor.untouched.get_untracked() {
                    editor.untouched.set(None);
                }
            });
            let edited = Signal::derive(move || editor.editing.get().map(|index| index.to_string()));
            let edit = move |to: Option<String>| editor.editing.set(to.and_then(|index| index.parse().ok()));
            router().close_by_back("unit", edited, edit);
            view! { <RosterEditor editor/> }.into_any()
        }
        None => view! { <NotHere words=say("This version of Drumhead does not have the rules of this roster.")/> }
            .into_any(),
    }
}

#[derive(Clone, Copy)]
struct Editor {
    app: AppState,
    ruleset: &'static Ruleset,
    id: StoredValue<String>,
    /// Index of the edited unit.
    editing: RwSignal<Option<usize>>,
    /// Index of a new unit of which nothing but its name and its kind has been entered.
    untouched: RwSignal<Option<usize>>,
}

impl Editor {
    fn roster(self) -> Roster {
        self.id.with_value(|id| self.app.roster(id)).unwrap_or_default()
    }

    fn change(self, change: impl FnOnce(&mut Roster)) {
        self.id.with_value(|id| self.app.change_roster(id, change));
    }

    fn unit(self, index: usize) -> Map<String, Json> {
        self.roster().units.get(index).cloned().unwrap_or_default()
    }

    /// Adds a unit with the values of a preset. An empty preset gives the defaults.
    fn add(self, preset: &Map<String, Json>) {
        let count = untrack(|| self.roster().units.len());
        let plain = || format!("{} {}", words(self.ruleset.unit_noun), count + 1);
        let name = preset.get("name").and_then(Json::as_str).map_or_else(plain, str::to_owned);
        self.change(|roster| {
            let unit = roster::joining(self.ruleset, roster, &name, preset);
            roster.units.push(unit);
        });
        self.untouched.set(preset.is_empty().then_some(count));
        self.editing.set(Some(count));
    }

    /// Gives a unit the values of a preset, except its name.
    fn take(self, index: usize, preset: &Map<String, Json>) {
        self.change(|roster| {
            let Some(name) = roster.units.get(index).and_then(|unit| unit.get("name").cloned()) else { return };
            let mut unit = roster::joining(self.ruleset, roster, "", preset);
            unit.insert("name".into(), name);
            roster.units[index] = unit;
        });
        self.untouched.set(None);
    }

    /// Sets a value of a unit's profile. A flag that only one unit can have is removed from the others.
    fn set(self, index: usize, place: &str, value: Option<Json>) {
        let mut moved = None;
        if place != "name" && !self.ruleset.rosters.kinds.contains(&place) {
            self.untouched.set(None);
        }
        self.change(|roster| {
            if value == Some(Json::Bool(true)) {
                moved = roster::take_from_others(self.ruleset, roster, index, place);
            }
            if let Some(unit) = roster.units.get_mut(index) {
                roster::set_value(self.ruleset.profile, unit, place, value.as_ref());
            }
        });
        if let Some(message) = moved {
            self.app.notice.set(Some(Notice::new(message.to_string())));
        }
    }

    fn duplicate(self, index: usize) {
        self.change(|roster| {
            if let Some(mut copy) = roster.units.get(index).map(|unit| roster::copied_unit(self.ruleset, unit)) {
                let name = copy.get("name").and_then(Json::as_str).unwrap_or_default().to_owned();
                copy.insert("name".into(), roster::untaken_by_units(self.ruleset, roster, &name).into());
                roster.units.insert(index + 1, copy);
            }
        });
        self.editing.set(Some(index + 1));
    }

    fn remove(self, index: usize) {
        let unit = untrack(|| self.unit(index));
        self.change(|roster| {
            if index < roster.units.len() {
                roster.units.remove(index);
            }
        });
        self.editing.set(None);
        let name = unit.get("name").and_then(Json::as_str).unwrap_or(say("The unit")).to_owned();
        let roster = self.id.get_value();
        self.app.unit_deleted(name, Thing::Unit { roster, place: index, profile: unit });
    }

    fn shift(self, index: usize, down: bool) {
        self.change(|roster| {
            let mut order: Vec<usize> = (0..roster.units.len()).collect();
            move_by_one(&mut order, |other| *other == index, down);
            roster.units = order.iter().map(|index| roster.units[*index].clone()).collect();
        });
        self.editing.set(None);
    }
}

#[component]
fn RosterEditor(editor: Editor) -> impl IntoView {
    let name = Memo::new(move |_| editor.roster().name);
    let count = Memo::new(move |_| editor.roster().units.len());
    let share = RosterPage::Share.of(editor.id.get_value());
    let print = RosterPage::Print.of(editor.id.get_value());
    let blank = RwSignal::new(false);
    // Read once: a set of rules stays a set on this page even while its last rule is removed to be replaced.
    let is_set = untrack(|| editor.roster().is_set_of_rules());
    let note = Memo::new(move |_| editor.roster().note);
    let rename = move |typed: String| {
        blank.set(is_blank(&typed));
        if !is_blank(&typed) {
            editor.change(|roster| roster.name = typed);
        }
    };
    view! {
        <PageHeader back=Route::Rosters title=name>
            <a class="icon" href=print.href() aria-label=say("Print")><Icon path=PRINT/></a>
            <a class="icon" href=share.href() aria-label=say("Share")><Icon path=SHARE/></a>
        </PageHeader>
        <main class="form">
            <OtherRosters editor/>
            <label class="pick">
                <span class="label">{if is_set { say("Name of the set") } else { say("Name of the roster") }}</span>
                <input type="text" maxlength="80" prop:value=name aria-invalid=move || blank.get().then_some("true") aria-describedby=move || blank.get().then_some("no-name")
                    on:input=move |event| rename(event_target_value(&event))/>
            </label>
            <Show when=move || blank.get()><p class="fault" id="no-name" role="alert">{say("A name needs a letter or a number. The roster keeps its last name until then.")}</p></Show>
            {(!is_set).then(|| view! { <ShortName editor name/> })}
            <p class="soft">{editor.ruleset.named.title}</p>
            <Show when=move || note.with(|note| !note.is_empty())><p class="soft">{note}</p></Show>
            {(!is_set).then(|| view! { <UnitsOfRoster editor count/> })}
            <OwnRulesOfRoster editor name/>
            <DeletedThings/>
        </main>
    }
}

/// The short name of a roster's side, with a proposal.
#[component]
fn ShortName(editor: Editor, name: Memo<String>) -> impl IntoView {
    let short = Memo::new(move |_| editor.roster().short);
    let set_short = move |typed: String| {
        let short = if is_blank(&typed) { String::new() } else { typed.trim().to_owned() };
        editor.change(|roster| roster.short = short);
    };
    view! {
        <label class="pick">
            <span class="label">{say("Short name, where there is little room")}</span>
            <input type="text" maxlength=SHORT placeholder=move || name.with(|name| short_proposed(name)) prop:value=short
                on:change=move |event| set_short(event_target_value(&event))/>
        </label>
    }
}

/// The list of all rosters, with the open one marked.
#[component]
fn OtherRosters(editor: Editor) -> impl IntoView {
    let rosters = Memo::new(move |_| {
        let all = editor.app.storage.rosters.get();
        all.into_iter().map(|saved| (saved.id, saved.value.name, saved.value.ruleset)).collect::<Vec<_>>()
    });
    let row = move |(id, name, ruleset): (String, String, String)| {
        let current = editor.id.with_value(|open| *open == id).then_some("page");
        let title = rulesets::title(&ruleset).to_owned();
        view! { <li><a href=Route::roster(id).href() aria-current=current><b>{name}</b><small>{title}</small></a></li> }
    };
    view! { <PageList label=say("Rosters")><For each=move || rosters.get() key=Clone::clone let(roster)>{row(roster)}</For></PageList> }
}

/// The units of a roster, its notes, the form of its side, and the usual units. Not shown for a set of own rules.
#[component]
fn UnitsOfRoster(editor: Editor, count: Memo<usize>) -> impl IntoView {
    view! {
            {move || notes(editor)}
            {editor.ruleset.rosters.side_profile.map(|profile| view! { <SideForm editor profile/> })}
            <Show when=move || count.get() == 0><p class="empty">{say("No units yet. Add the first.")}</p></Show>
            {move || (0..count.get()).map(|index| view! { <UnitEditor editor index/> }).collect_view()}
            <div class="actions"><button class="primary" on:click=move |_| editor.add(&Map::new())>{text!("Add a {noun}", noun = editor.ruleset.unit_noun).to_string()}</button></div>
            {presets(editor)}
    }
}

/// The own rules of a roster. Once shown, they stay while the page is open, even if the last rule is removed.
#[component]
fn OwnRulesOfRoster(editor: Editor, name: Memo<String>) -> impl IntoView {
    let rules = Memo::new(move |_| editor.roster().own_rules);
    let has_some = Memo::new(move |before: Option<&bool>| {
        let has_some = rules.with(|rules| !rules.is_empty());
        has_some || before.is_some_and(|before| *before)
    });
    let set = Callback::new(move |rules: OwnRules| {
        editor.change(|roster| roster.own_rules = rules);
        true
    });
    view! {
        <Show when=move || has_some.get()>
            <section aria-label=say("Own rules")>
                <h2>{say("Own rules")}</h2>
                <OwnRulesEditor ruleset=editor.ruleset rules set/>
                <CopyOwnRules ruleset=editor.ruleset title=name.into() rules/>
            </section>
        </Show>
    }
}

/// A button for each preset, which adds such a unit.
fn presets(editor: Editor) -> impl IntoView {
    let presets = roster::presets(editor.ruleset).into_iter().map(|preset| {
        let name = preset.get("name").and_then(Json::as_str).unwrap_or_default().to_owned();
        view! { <button on:click=move |_| editor.add(&preset)>{format!("+ {name}")}</button> }
    });
    let presets = presets.collect_view();
    view! { <section aria-label=say("Usual units")><p class="soft">{say("Usual units:")}</p><p class="tools">{presets}</p></section> }
}

/// The ruleset's notes on the roster as a whole.
fn notes(editor: Editor) -> impl IntoView {
    let units: Vec<Facts> = editor.roster().units.iter().map(|unit| roster::facts(editor.ruleset, unit)).collect();
    let notes = (editor.ruleset.rosters.notes)(&units);
    notes.into_iter().map(|note| view! { <p class="note">{note.to_string()}</p> }).collect_view()
}

/// The form with the values of the side.
#[component]
fn SideForm(editor: Editor, profile: &'static Form) -> impl IntoView {
    let side = Memo::new(move |_| editor.roster().side);
    let fault = Memo::new(move |_| side.with(|side| profile.check(side).err()));
    let set = Callback::new(move |(place, value): (String, Option<Json>)| {
        editor.change(|roster| path::set(&mut roster.side, &place, value));
    });
    view! { <ProfileForm form=profile profile=side fault set/> }
}

/// A unit as a card. While it is edited, the card has its form.
#[component]
fn UnitEditor(editor: Editor, index: usize) -> impl IntoView {
    let profile = Memo::new(move |_| editor.unit(index));
    let facts = Memo::new(move |_| profile.with(|profile| roster::facts(editor.ruleset, profile)));
    // A new unit has no error before something was entered.
    let fault = Memo::new(move |_| {
        let checked = editor.untouched.get() != Some(index);
        checked.then(|| profile.with(|profile| roster::check(editor.ruleset, profile).err())).flatten()
    });
    let sign = Memo::new(move |_| profile.with(|profile| sign_of(editor.ruleset, profile)));
    let open = Memo::new(move |_| editor.editing.get() == Some(index));
    let name = Memo::new(move |_| {
        profile.with(|profile| profile.get("name").and_then(Json::as_str).unwrap_or(say("(no name)")).to_owned())
    });
    let set = Callback::new(move |(place, value): (String, Option<Json>)| editor.set(index, &place, value));
    let take = Callback::new(move |preset: Map<String, Json>| editor.take(index, &preset));
    let toggle =
        move |_| editor.editing.update(|editing| *editing = if *editing == Some(index) { None } else { Some(index) });
    let wrong =
        move || fault.get().map(|fault| view! { <p class="fault">{fault_in_words(editor.ruleset, &fault)}</p> });
    view! {
        <article class="card" aria-label=name>
            <button class="who" aria-expanded=move || open.get().to_string() on:click=toggle>
                <span class="unit-heading"><h2>{name}</h2><UnitSign sign/></span>
                <p class="soft">{move || facts.with(|facts| description(editor.ruleset, facts))}</p>
                {move || wrong()}
            </button>
            <Show when=move || open.get()>
                <UnitForm ruleset=editor.ruleset profile facts fault set take/>
                <p class="tools">
                    <button on:click=move |_| editor.shift(index, false)>{say("Up")}</button>
                    <button on:click=move |_| editor.shift(index, true)>{say("Down")}</button>
                    <button on:click=move |_| editor.duplicate(index)>{say("Duplicate")}</button>
                    <button on:click=move |_| editor.remove(index)>{say("Delete")}</button>
                    <button class="primary" on:click=move |_| editor.editing.set(None)>{say("Done")}</button>
                </p>
            </Show>
        </article>
    }
}
