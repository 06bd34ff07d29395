//! The page that begins a battle: its rules, two sides, house rules, a name.

mod answers;
mod last_rules;

use crate::app::components::alerts::Alerts;
use crate::app::components::choice::Choice;
use crate::app::components::clock::ClockQuestion;
use crate::app::components::facing::FacingArmies;
use crate::app::components::hidden_counters::SecrecyChoice;
use crate::app::components::house_rules::CopyHouseRules;
use crate::app::components::own_rules::{OwnRulesEditor, OwnRulesSets};
use crate::app::components::page_header::PageHeader;
use crate::app::components::reference::ChapterParts;
use crate::app::components::roster_choice::RosterChoice;
use crate::app::components::set_up_questions::{HouseRule, Question};
use crate::app::platform::keyboard;
use crate::app::state::app_state;
use crate::app::state::language;
use crate::app::state::route::{Route, router};
use crate::app::state::rulesets;
use answers::{Common, RulesetAnswers};
use last_rules::LastRules;
use leptos::prelude::*;
use rules::dice::rng::LONGEST_PHRASE;
use rules::own::{OWN_RULES, OwnRules};
use rules::ruleset::{Control, Ruleset};
use rules::secrecy::{SECRECY, Secrecy};
use rules::text::{is_blank, say};

#[component]
pub fn NewBattlePage() -> impl IntoView {
    let app = app_state();
    let common = Common::open(app);
    let known = |id: String| rulesets::LIST.iter().map(|named| named.id).find(|ruleset| **ruleset == *id);
    let last = || app.last_rules().and_then(known);
    let ruleset = RwSignal::new(common.ruleset().and_then(known).or_else(last).unwrap_or(rulesets::LIST[0].id));
    let choose = Callback::new(move |id: &'static str| {
        common.change(|saved| saved.ruleset = Some(id.to_owned()));
        ruleset.set(id);
    });
    let all: Vec<_> = rulesets::LIST.iter().map(|offered| (offered.id, offered.title.to_owned())).collect();
    view! {
        <PageHeader back=Route::Home title=say("New battle")/>
        <main class="form">
            <Choice label=say("Rules") options=all chosen=ruleset choose/>
            // Redrawn for another ruleset, in its words.
            {move || {
                language::lead_by(ruleset.get());
                rulesets::find(ruleset.get()).map(|ruleset| view! { <SetUp ruleset common/> })
            }}
        </main>
    }
}

/// The questions about a battle, once its ruleset is chosen.
#[component]
fn SetUp(ruleset: &'static Ruleset, common: Common) -> impl IntoView {
    let (app, router) = (app_state(), router());
    let answers = RulesetAnswers::open(ruleset, common);
    let (Common { name, .. }, RulesetAnswers { rosters, sides, .. }) = (common, answers);
    let sides = [say("First side"), say("Second side")].into_iter().zip(sides);
    let sides = sides.map(|(label, side)| view! { <RosterChoice label side rosters/> });
    let questions = ruleset.trackers.battle.iter().filter(|tracker| tracker.control == Control::SetUp);
    let questions = questions.map(|tracker| view! { <Question tracker started=answers.started/> });
    let differences = ruleset.texts.editions.as_ref().map(|editions| {
        let chapter = editions.differences;
        view! { <details class="disclosure rules"><summary>{say("Differences")}</summary><ChapterParts chapter/></details> }
    });
    // Without a name, the battle is named after its sides.
    let blank = Memo::new(move |_| name.with(|name| !name.is_empty() && is_blank(name)));
    let name_field = NodeRef::new();
    let begin = move |_| {
        if blank.get_untracked() {
            keyboard::focus(name_field);
        } else if let Some(id) = answers.begin(app) {
            router.swap(&Route::table(id));
        }
    };
    let armies = Memo::new(move |_| answers.armies());
    let keep = move |_| {
        if let Some(id) = answers.scenario().and_then(|scenario| app.add_scenario(scenario)) {
            router.go(&Route::scenario(id));
        }
    };
    // The edition is always shown; the other rulings are folded.
    view! {
        {sides.collect_view()}
        <FacingArmies armies/>
        <label class="pick">
            <span class="label">{say("Name of the battle")}</span>
            <input node_ref=name_field type="text" maxlength="80" placeholder=say("from the sides") prop:value=name
                aria-invalid=move || blank.get().then_some("true") aria-describedby=move || blank.get().then_some("no-name")
                on:input=move |event| name.set(event_target_value(&event))/>
        </label>
        <Show when=move || blank.get()><p class="fault" id="no-name" role="alert">{say("A name needs a letter or a number. Without any name, the battle is named after its sides.")}</p></Show>
        {switches(answers, true)}
        {differences}
        {questions.collect_view()}
        {hidden_counters(answers)}
        {move || {
            let (alerts, sides) = answers.alerts();
            view! { <Alerts alerts sides/> }
        }}
        <details class="disclosure"><summary>{say("House rules")}</summary>{switches(answers, false)}<LastRules answers/><CopyHouseRules ruleset=answers.ruleset rulings=answers.rulings.into() added=Signal::derive(move || answers.started.with(OwnRules::of))/></details>
        {own_rules(answers)}
        <ClockQuestion started=answers.started/>
        <FairDice common/>
        <p class="tools"><button type="button" on:click=keep>{say("Save as scenario")}</button></p>
        <div class="actions"><button class="primary" aria-keyshortcuts="b" on:click=begin>{say("Begin the battle")}</button></div>
    }
}

/// The choice of the agreement on hidden counters. Not shown if neither the rules nor the players' trackers have any.
fn hidden_counters(answers: RulesetAnswers) -> impl IntoView {
    // The players' own trackers can be secret, too.
    let offered = Memo::new(move |_| answers.started.with(|started| answers.ruleset.secrecies(&OwnRules::of(started))));
    let agreed = Signal::derive(move || answers.started.with(Secrecy::of));
    let set = Callback::new(move |secrecy| answers.started.update(|started| started.put(SECRECY, secrecy)));
    view! {
        <Show when=move || offered.with(|offered| !offered.is_empty())>
            <details class="disclosure"><summary>{say("Hidden counters")}</summary><SecrecyChoice offered agreed set/></details>
        </Show>
    }
}

/// The editor of the players' own rules.
fn own_rules(answers: RulesetAnswers) -> impl IntoView {
    let rules = Signal::derive(move || answers.started.with(OwnRules::of));
    let set = Callback::new(move |rules: OwnRules| {
        answers.started.update(|started| started.put(OWN_RULES, rules));
        true
    });
    view! {
        <details class="disclosure"><summary>{say("Own rules")}</summary><OwnRulesEditor ruleset=answers.ruleset rules set/><OwnRulesSets ruleset=answers.ruleset rules set/></details>
    }
}

/// The choices of rulings: with `edition`, only that of the edition; else all others.
fn switches(answers: RulesetAnswers, edition: bool) -> impl IntoView {
    let field = answers.ruleset.texts.editions.as_ref().map_or("", |editions| editions.field);
    let switches = answers.ruleset.texts.rulings.iter().filter_map(|ruling| Some((ruling, ruling.switch.as_ref()?)));
    switches
        .filter(|(_, switch)| (switch.field == field) == edition)
        .map(|(ruling, switch)| {
            view! { <HouseRule question=ruling.question answer=ruling.answer switch rulings=answers.rulings/> }
        })
        .collect_view()
}

/// The commitment to the seed and the phrases of both sides, which make the app's dice verifiable.
#[component]
fn FairDice(common: Common) -> impl IntoView {
    let inputs = [say("One side’s phrase"), say("The other side’s phrase")].into_iter().zip(common.phrases).map(|(label, phrase)| {
        view! {
            <label class="pick">
                <span class="label">{label}</span>
                <input type="text" maxlength=LONGEST_PHRASE autocomplete="off" placeholder=say("none") prop:value=phrase
                    on:input=move |event| phrase.set(event_target_value(&event))/>
            </label>
        }
    });
    view! {
        <details class="disclosure">
            <summary>{say("Fair dice")}</summary>
            <p>{say("The app has already drawn the seed of its dice, and this number commits it to that seed. Write the number down, or photograph it. Then each side enters a phrase. The dice depend on all three, so nobody can choose them.")}</p>
            <p><output class="digits" aria-label=say("Commitment")>{move || common.seed.get().commitment()}</output></p>
            {inputs.collect_view()}
            <p><a href=Route::Dice.href()>{say("How the dice are rolled")}</a></p>
        </details>
    }
}
