//! Sets of own rules on this device: kept from a battle, and taken over into one. A set is a roster that has own rules.

use crate::app::state::app_state;
use crate::app::state::notice::Notice;
use drumhead::core::text::say;
use drumhead::rules::own::OwnRules;
use drumhead::rules::ruleset::Ruleset;
use drumhead::storage::roster::Roster;
use drumhead::text;
use leptos::prelude::*;

/// The sets of own rules for a ruleset, to be taken over, and the button that keeps those of the battle as another.
#[component]
pub fn OwnRulesSets(
    /// Rules of the battle.
    ruleset: &'static Ruleset,
    /// The own rules of the battle.
    #[prop(into)]
    rules: Signal<OwnRules>,
    /// Takes others in their place.
    set: Callback<OwnRules>,
) -> impl IntoView {
    let app = app_state();
    let is_set = move |roster: &Roster| roster.ruleset == ruleset.id && !roster.own_rules.is_empty();
    let sets = Memo::new(move |_| {
        let rosters = app.storage.rosters.get().into_iter().map(|saved| saved.it);
        rosters.filter(is_set).map(|roster| (roster.name, roster.own_rules)).collect::<Vec<_>>()
    });
    let row = move |(name, kept): (String, OwnRules)| {
        let label = text!("Use: {what}", what = name.clone()).to_string();
        let words = kept.words(ruleset);
        let is_able = kept.check_for(ruleset).is_ok();
        view! {
            <li class="row">
                <div class="grow"><b>{name}</b><small>{words}</small></div>
                <button type="button" aria-label=label disabled=!is_able on:click=move |_| set.run(kept.clone())>{say("Use")}</button>
            </li>
        }
    };
    let keep = move |_| {
        let (name, own_rules) = (say("Own rules").to_owned(), rules.get_untracked());
        let roster = Roster { ruleset: ruleset.id.into(), name, own_rules, ..Roster::default() };
        app.add_roster_untaken(roster);
        app.notice.set(Some(Notice::new(say("Kept as a set among your rosters, where it can be named and shared."))));
    };
    view! {
        <h2>{say("Sets")}</h2>
        <p class="soft">{say("A set is kept on this device, among the rosters, and is shared like a roster. Using one replaces the own rules of this battle.")}</p>
        <ul class="list">{move || sets.get().into_iter().map(row).collect_view()}</ul>
        <p class="tools"><button type="button" disabled=move || rules.with(OwnRules::is_empty) on:click=keep>{say("Keep these as a set")}</button></p>
    }
}
