//! Agreements of players in a scenario: house rules, own rules, hidden counters and the clock; and which of these they may change. On a
//! scenario that cannot be edited, those that players may change are changed for the battle that this page begins.

use super::editing::Editing;
use crate::app::components::clock::ClockQuestion;
use crate::app::components::hidden_counters::SecrecyChoice;
use crate::app::components::own_rules::{OwnRulesEditor, OwnRulesList, OwnRulesSets};
use crate::app::components::set_up_questions::{HouseRule, Question};
use crate::app::state::notice::Notice;
use battle::analysis::house_rules::house_rules;
use exchange::storage::scenario::words::{self, Part};
use leptos::prelude::*;
use rules::facts::Facts;
use rules::own::OwnRules;
use rules::ruleset::Control;
use rules::scenario::Agreement;
use rules::secrecy::{SECRECY, Secrecy};
use rules::text;
use rules::text::say;
use serde_json::Map;

#[component]
pub(super) fn RulesOfPlay(editing: Editing) -> impl IntoView {
    let ruleset = editing.ruleset;
    let words = editing.scenario.with_untracked(|scenario| words::summary(ruleset, scenario, Part::Rules));
    let is_open = move |agreement: Agreement| {
        editing.can_edit() || editing.scenario.with_untracked(|scenario| scenario.course.lets_change(agreement))
    };
    let open = Agreement::ALL.map(is_open);
    let about = (!editing.can_edit()).then(|| match (open.contains(&true), words.is_empty()) {
        (true, _) => say("What can be changed here is changed for the next battle from this page.").to_owned(),
        (false, true) => say("The rules as in the book.").to_owned(),
        (false, false) => words,
    });
    view! {
        {about.map(|about| view! { <p class="soft">{about}</p> })}
        {is_open(Agreement::HouseRules).then(|| house_rules_of(editing))}
        {(!is_open(Agreement::HouseRules)).then(|| view! { <HouseRulesShown editing/> })}
        {is_open(Agreement::Secrecy).then(|| hidden_counters(editing))}
        {if is_open(Agreement::OwnRules) { own_rules(editing).into_any() } else { own_rules_shown(editing).into_any() }}
        {is_open(Agreement::Clock).then(|| clock(editing))}
        {editing.can_edit().then(|| may_change(editing))}
    }
}

/// House rules that differ from the default, to read.
#[component]
fn HouseRulesShown(editing: Editing) -> impl IntoView {
    let rules = editing.scenario.with_untracked(|scenario| house_rules(editing.ruleset, &scenario.rulings));
    let rows = rules.into_iter().filter(|rule| !rule.is_default);
    super::rows::lines(rows.map(|rule| (rule.question.to_string(), rule.chosen.to_string())).collect::<Vec<_>>())
}

/// The house rules, as on the page of a new battle, with the ruleset's questions before a battle.
fn house_rules_of(editing: Editing) -> impl IntoView {
    let ruleset = editing.ruleset;
    let rulings = RwSignal::new(editing.scenario.with_untracked(|scenario| scenario.rulings.clone()));
    Effect::new(move |begun: Option<()>| {
        let chosen = rulings.get();
        if begun.is_some() {
            editing.change_or_notice(|scenario| scenario.rulings = chosen);
        }
    });
    let switches = ruleset.texts.rulings.iter().filter_map(|ruling| Some((ruling, ruling.switch.as_ref()?)));
    let switches = switches.map(|(ruling, switch)| {
        view! { <HouseRule question=ruling.question answer=ruling.answer switch rulings/> }
    });
    let started = agreed(editing);
    let questions = ruleset.trackers.battle.iter().filter(|tracker| tracker.control == Control::SetUp);
    let questions = questions.map(|tracker| view! { <Question tracker started/> }).collect_view();
    view! {
        {questions}
        <details class="disclosure"><summary>{say("House rules")}</summary>{switches.collect_view()}</details>
    }
}

/// The trackers of the battle at the start. Their changes are saved.
fn agreed(editing: Editing) -> RwSignal<Facts> {
    let held = move |scenario: &exchange::storage::scenario::Scenario| Facts::from(scenario.agreed.clone());
    let started = RwSignal::new(editing.scenario.with_untracked(held));
    Effect::new(move |begun: Option<()>| {
        let chosen = Map::from(started.get());
        if begun.is_some() {
            // Other parts of the page change other trackers.
            let before = editing.scenario.with_untracked(|scenario| scenario.agreed.clone());
            if chosen != before {
                editing.change_or_notice(|scenario| scenario.agreed = chosen);
            }
        }
    });
    // The other parts' changes are taken over.
    Effect::new(move |_| {
        let saved = editing.scenario.with(held);
        if started.with_untracked(|started| *started != saved) {
            started.set(saved);
        }
    });
    started
}

/// The choice of hidden counters. Not shown if neither the rules nor the own trackers have any.
fn hidden_counters(editing: Editing) -> impl IntoView {
    let ruleset = editing.ruleset;
    let offered = editing.read(move |scenario| ruleset.secrecies(&scenario.own_rules));
    let agreed = editing.read(|scenario| Secrecy::of(&Facts::from(scenario.agreed.clone())));
    let set = Callback::new(move |secrecy| {
        editing.change_or_notice(|scenario| {
            let mut facts = Facts::from(std::mem::take(&mut scenario.agreed));
            facts.put(SECRECY, secrecy);
            scenario.agreed = Map::from(facts);
        });
    });
    view! {
        <Show when=move || offered.with(|offered| !offered.is_empty())>
            <details class="disclosure"><summary>{say("Hidden counters")}</summary><SecrecyChoice offered agreed set/></details>
        </Show>
    }
}

/// The editor of the own rules. A rule that an event uses is not removed.
fn own_rules(editing: Editing) -> impl IntoView {
    let ruleset = editing.ruleset;
    let rules = editing.read(|scenario| scenario.own_rules.clone());
    let set = Callback::new(move |rules: OwnRules| {
        let changed = editing.change(|scenario| scenario.take_own_rules(rules));
        let refused = changed.err();
        let is_done = refused.is_none();
        if let Some(why) = refused {
            let words = text!("An event uses it: change the event first. {why}", why = why).to_string();
            editing.app.notice.set(Some(Notice::new(words).of_this_page()));
        }
        is_done
    });
    view! {
        <details class="disclosure"><summary>{say("Own rules")}</summary><OwnRulesEditor ruleset rules set/><OwnRulesSets ruleset rules set/></details>
    }
}

fn own_rules_shown(editing: Editing) -> impl IntoView {
    let rules = editing.scenario.with_untracked(|scenario| scenario.own_rules.clone());
    (!rules.is_empty()).then(|| view! { <h3>{say("Own rules")}</h3><OwnRulesList ruleset=editing.ruleset rules/> })
}

fn clock(editing: Editing) -> impl IntoView {
    let started = agreed(editing);
    view! { <ClockQuestion started/> }
}

/// The agreements that players may change before they begin a battle of the scenario.
fn may_change(editing: Editing) -> impl IntoView {
    let words = |agreement: Agreement| match agreement {
        Agreement::HouseRules => say("House rules"),
        Agreement::OwnRules => say("Own rules"),
        Agreement::Clock => say("Clock"),
        Agreement::Secrecy => say("Hidden counters"),
    };
    let chip = move |agreement: Agreement| {
        let is_on = editing.read(move |scenario| scenario.course.lets_change(agreement));
        let toggle = move |_| {
            editing.change_or_notice(|scenario| {
                let all = &mut scenario.course.may_change;
                if all.contains(&agreement) { all.retain(|one| *one != agreement) } else { all.push(agreement) }
            });
        };
        view! { <label class="chip"><input type="checkbox" prop:checked=is_on on:change=toggle/>{words(agreement)}</label> }
    };
    view! {
        <fieldset class="chips">
            <legend>{say("Players may change before the battle")}</legend>
            {Agreement::ALL.map(chip).into_iter().collect_view()}
        </fieldset>
    }
}
