//! Sets of own rules on this device, which can be saved from a battle and used in another. A set is a roster that has own rules.

use super::editing::Fault;
use crate::app::components::copy_button::CopyText;
use crate::app::state::app_state;
use crate::app::state::notice::Notice;
use battle::analysis::own_words;
use exchange::storage::roster::Roster;
use leptos::prelude::*;
use rules::own::OwnRules;
use rules::ruleset::Ruleset;
use rules::text;
use rules::text::{is_blank, say};

/// The sets of own rules for a ruleset, each with a button that uses it. Another button saves the battle's own rules as a set.
#[component]
pub fn OwnRulesSets(
    ruleset: &'static Ruleset,
    /// The own rules of the battle.
    #[prop(into)]
    rules: Signal<OwnRules>,
    /// Replaces the own rules. Returns false if they are refused.
    set: Callback<OwnRules, bool>,
) -> impl IntoView {
    let app = app_state();
    let is_set = move |roster: &Roster| roster.ruleset == ruleset.named.id && !roster.own_rules.is_empty();
    let sets = Memo::new(move |_| {
        let rosters = app.storage.rosters.get().into_iter().map(|saved| saved.value);
        rosters.filter(is_set).map(|roster| (roster.name, roster.own_rules)).collect::<Vec<_>>()
    });
    let row = move |(name, saved): (String, OwnRules)| {
        let label = text!("Use: {what}", what = name.clone()).to_string();
        let words = saved.words();
        let is_able = saved.check_for(ruleset).is_ok();
        view! {
            <li class="row">
                <div class="grow"><b>{name}</b><small>{words}</small></div>
                <button type="button" aria-label=label disabled=!is_able on:click=move |_| { set.run(saved.clone()); }>{say("Use")}</button>
            </li>
        }
    };
    let name = RwSignal::new(say("Own rules").to_owned());
    let is_tried = RwSignal::new(false);
    let fault = move || sets.with(|sets| why_not_kept(&name.read(), &rules.read(), sets));
    let keep = move |_| {
        let why = untrack(fault);
        is_tried.set(why.is_some());
        if why.is_none() {
            let (name, own_rules) = (name.get_untracked().trim().to_owned(), rules.get_untracked());
            app.add_roster(Roster { ruleset: ruleset.named.id.into(), name, own_rules, ..Roster::default() });
            app.notice.set(Some(Notice::new(say("Kept as a set among your rosters, where it can be shared."))));
        }
    };
    let is_none = move || rules.with(OwnRules::is_empty);
    view! {
        <h2>{say("Sets")}</h2>
        <p class="soft">{say("A set is kept on this device, among the rosters, and is shared like a roster. Using one replaces the own rules of this battle.")}</p>
        <ul class="list">{move || sets.get().into_iter().map(row).collect_view()}</ul>
        <Show when=move || !is_none()>
            <label class="pick">
                <span class="label">{say("Name of the set")}</span>
                <input type="text" autocomplete="off" maxlength="80" prop:value=name on:input=move |event| name.set(event_target_value(&event))/>
            </label>
        </Show>
        <Fault fault=Signal::derive(fault) is_tried/>
        <p class="tools"><button type="button" disabled=is_none on:click=keep>{say("Keep these as a set")}</button></p>
        <Show when=move || !is_none()><CopyOwnRules ruleset title=Signal::derive(move || name.get()) rules/></Show>
    }
}

/// The reason why own rules cannot be saved as a set: they are saved already, or the name is empty or taken. `None` if they can.
fn why_not_kept(name: &str, rules: &OwnRules, sets: &[(String, OwnRules)]) -> Option<String> {
    let name = name.trim();
    if let Some((saved, _)) = sets.iter().find(|(_, saved)| saved == rules) {
        return Some(text!("These own rules are kept already, as “{name}”.", name = saved.clone()).to_string());
    }
    if is_blank(name) {
        return Some(say("Give the set a name.").to_owned());
    }
    let is_taken = sets.iter().any(|(saved, _)| saved == name);
    is_taken.then(|| {
        text!("There is a set “{name}” already. Give this one another name.", name = name.to_owned()).to_string()
    })
}

/// The button that copies own rules as text, one rule per line.
#[component]
pub fn CopyOwnRules(
    ruleset: &'static Ruleset,
    /// Title of the text.
    title: Signal<String>,
    /// The own rules.
    #[prop(into)]
    rules: Signal<OwnRules>,
) -> impl IntoView {
    let text = Callback::new(move |()| {
        let title = format!("{} · {}", title.get_untracked(), ruleset.named.title);
        rules.with_untracked(|rules| own_words::as_text(ruleset, &title, rules))
    });
    view! { <CopyText label=say("Copy as text") text copied=say("Copied.")/> }
}

/// A read-only list of own rules, also for printing.
#[component]
pub fn OwnRulesList(
    ruleset: &'static Ruleset,
    /// The own rules.
    rules: OwnRules,
) -> impl IntoView {
    let rows = own_words::all(ruleset, &rules).into_iter();
    let rows = rows.map(
        |rule| view! { <li class="row"><div class="grow"><b>{rule.words}</b><small>{rule.about}</small></div></li> },
    );
    view! { <ul class="list">{rows.collect_view()}</ul> }
}
