//! The page of a roster: its units, with the form of the edited one.

use crate::app::components::army_editor::{Army, Editor, UnitsOfArmy};
use crate::app::components::bin::DeletedThings;
use crate::app::components::field::Terms;
use crate::app::components::icon::{Icon, PRINT, SHARE};
use crate::app::components::not_here::NotHere;
use crate::app::components::own_rules::{CopyOwnRules, OwnRulesEditor};
use crate::app::components::page_header::PageHeader;
use crate::app::components::page_list::PageList;
use crate::app::state::app_state;
use crate::app::state::route::{RosterPage, Route};
use crate::app::state::rulesets;
use leptos::prelude::*;
use rules::own::OwnRules;
use rules::text::{SHORT, is_blank, say, short_proposed};

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
            let editor = Editor::open(ruleset, Army::Roster(id.clone()));
            view! { <RosterEditor editor id/> }.into_any()
        }
        None => view! { <NotHere words=say("This version of Drumhead does not have the rules of this roster.")/> }
            .into_any(),
    }
}

#[component]
fn RosterEditor(editor: Editor, id: String) -> impl IntoView {
    let name = Memo::new(move |_| editor.roster().name);
    let share = RosterPage::Share.of(id.clone());
    let print = RosterPage::Print.of(id.clone());
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
            <OtherRosters editor open=id/>
            <label class="pick">
                <span class="label">{if is_set { say("Name of the set") } else { say("Name of the roster") }}</span>
                <input type="text" maxlength="80" prop:value=name aria-invalid=move || blank.get().then_some("true") aria-describedby=move || blank.get().then_some("no-name")
                    on:input=move |event| rename(event_target_value(&event))/>
            </label>
            <Show when=move || blank.get()><p class="fault" id="no-name" role="alert">{say("A name needs a letter or a number. The roster keeps its last name until then.")}</p></Show>
            {(!is_set).then(|| view! { <ShortName editor name/> })}
            <p class="soft">{editor.ruleset.named.title}</p>
            <Show when=move || note.with(|note| !note.is_empty())><p class="soft">{note}</p></Show>
            {(!is_set).then(|| view! { <UnitsOfArmy editor/> })}
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
fn OtherRosters(editor: Editor, open: String) -> impl IntoView {
    let open = StoredValue::new(open);
    let rosters = Memo::new(move |_| {
        let all = editor.app.storage.rosters.get();
        all.into_iter().map(|saved| (saved.id, saved.value.name, saved.value.ruleset)).collect::<Vec<_>>()
    });
    let row = move |(id, name, ruleset): (String, String, String)| {
        let current = open.with_value(|open| *open == id).then_some("page");
        let title = rulesets::title(&ruleset).to_owned();
        view! { <li><a href=Route::roster(id).href() aria-current=current><b>{name}</b><small>{title}</small></a></li> }
    };
    view! { <PageList label=say("Rosters")><For each=move || rosters.get() key=Clone::clone let(roster)>{row(roster)}</For></PageList> }
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
