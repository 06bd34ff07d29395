//! Rosters and battles of a link or a file, and the buttons that add, merge or replace them.

use crate::app::platform::local_storage;
use crate::app::state::app_state;
use crate::app::state::rulesets;
use battle::relation::{Clash, MergeFailure, Relation};
use exchange::share::arrival::{Met, Other, OtherKind, Taking, clashes, meet, others, stray_acts};
use exchange::storage::scenario::Scenario;
use exchange::storage::{Bundle, Item, ItemKind, envelope};
use leptos::prelude::*;
use rules::subject::Side;
use rules::text;
use rules::text::say;

/// The contents of a link or a file, with buttons that add, merge or replace them.
#[component]
pub fn Incoming(
    /// Texts of the link or file.
    bundle: Bundle,
    /// Names of contents that exceed the limits, and are left out.
    #[prop(optional)]
    left_out: Vec<String>,
    /// Called after the player's choice. The argument is the roster or battle, if it is the only one and is now saved under its own id.
    on_done: Callback<Option<Item>>,
) -> impl IntoView {
    let app = app_state();
    let here = local_storage::all();
    let met = meet(rulesets::registry(), &bundle, &here);
    let (strays, mut others) = (stray_acts(&bundle, &here), others(&bundle, &here));
    let collides = met.iter().any(|(_, met)| met.is_a_choice());
    let apart = met.iter().any(|(_, met)| met.needs_new_id());
    // Other texts that would replace saved ones are listed only if the player gets the choice to replace.
    others.retain(|other| collides || !other.replaces);
    let nothing_new =
        others.is_empty() && met.iter().all(|(_, met)| matches!(met, Met::Same | Met::Log(Relation::Behind(_))));
    let only = if let [(item, _)] = met.as_slice() { Some(item.clone()) } else { None };
    let add_words = add_words(&met, apart);
    let all_the_same = met.iter().all(|(_, met)| *met == Met::Same);
    let nothing_at_all = met.is_empty() && others.is_empty();
    let row = |(item, met): (Item, Met)| {
        let clashes = clash_words(&item, &met, &bundle, &here);
        let plan = bundle.0.get(&item.key().to_string()).filter(|_| item.kind == ItemKind::Scenario);
        let plan = plan.and_then(|text| envelope::open::<Scenario>(&item.key(), text).ok()).map(|opened| opened.value);
        view! { <IncomingItem item met clashes plan/> }
    };
    let rows = met.into_iter().map(row).collect_view();
    let (bundle, only) = (StoredValue::new(bundle), StoredValue::new(only));
    let answered = StoredValue::new(false);
    let take = move |taking: Taking| {
        // A second tap does nothing.
        if answered.try_update_value(|answered| std::mem::replace(answered, true)) != Some(false) {
            return;
        }
        bundle.with_value(|bundle| app.take(bundle, taking));
        // If both are kept, the new one gets a new id.
        let saved = if apart || collides && taking == Taking::KeepBoth { None } else { only.get_value() };
        on_done.run(saved);
    };
    let questions = if nothing_new {
        nothing_to_take(nothing_at_all, all_the_same, move || on_done.run(only.get_value()))
    } else if collides {
        view! {
            <p class="tools">
                <button class="primary" on:click=move |_| take(Taking::KeepBoth)>{say("Keep both")}</button>
                <button on:click=move |_| take(Taking::Replace)>{say("Replace the saved one")}</button>
                <button class="quiet" on:click=move |_| on_done.run(None)>{say("Do nothing")}</button>
            </p>
        }
        .into_any()
    } else {
        view! {
            <p class="tools">
                <button class="primary" on:click=move |_| take(Taking::KeepBoth)>{add_words}</button>
                <button class="quiet" on:click=move |_| on_done.run(None)>{say("Do nothing")}</button>
            </p>
        }
        .into_any()
    };
    view! {
        <section class="card" aria-label=say("Contents")>
            <ul class="list">{rows}</ul>
            {(!others.is_empty()).then(|| view! { <OtherTexts others/> })}
            {left_out_list(left_out)}
            {(strays > 0).then(|| view! { <p class="soft">{text!("Actions without their battle, left out: {n}", n = strays).to_string()}</p> })}
            {questions}
        </section>
    }
}

/// The message if there is nothing to add: the contents are empty, or this device has them already.
fn nothing_to_take(is_empty: bool, is_the_same: bool, go_on: impl Fn() + Send + 'static) -> AnyView {
    let words = if is_empty {
        say("There is nothing in it to be added.")
    } else if is_the_same {
        say("This device already has all of it.")
    } else {
        say("This device already has all of it, and more.")
    };
    view! {
        <p>{words}</p>
        <p class="tools"><button class="primary" on:click=move |_| go_on()>{say("Continue")}</button></p>
    }
    .into_any()
}

/// The names of contents that exceed the limits.
fn left_out_list(left_out: Vec<String>) -> Option<impl IntoView> {
    (!left_out.is_empty()).then(|| {
        view! {
            <p class="refused">{say("Left out, as they hold more than Drumhead takes:")}</p>
            <ul>{left_out.into_iter().map(|name| view! { <li>{name}</li> }).collect_view()}</ul>
        }
    })
}

/// Label of the button that adds the contents.
fn add_words(met: &[(Item, Met)], apart: bool) -> &'static str {
    match met {
        [(_, Met::Log(Relation::Ahead(_)))] => say("Update the battle"),
        [(_, Met::Log(Relation::Parted(..)))] => say("Merge the battles"),
        _ if apart => say("Keep both"),
        _ => say("Add"),
    }
}

/// The list of contents other than rosters and battles that would be saved.
#[component]
fn OtherTexts(others: Vec<Other>) -> impl IntoView {
    let row = |other: Other| {
        let what = match (other.kind, other.replaces) {
            (OtherKind::RosterOrder, false) => say("The order of the rosters"),
            (OtherKind::RosterOrder, true) => say("The order of the rosters, only if you replace"),
            (OtherKind::Settings, false) => say("The settings"),
            (OtherKind::Settings, true) => say("The settings, only if you replace"),
            (OtherKind::Chronicle, false) => say("A battle’s entry in the chronicle"),
            (OtherKind::Chronicle, true) => say("A battle’s entry in the chronicle, only if you replace"),
            (OtherKind::Newer, false) => say("Data of a newer version of Drumhead, kept unchanged"),
            (OtherKind::Newer, true) => say("Data of a newer version of Drumhead, only if you replace"),
            (OtherKind::Unreadable, false) => say("Unreadable data, kept unchanged"),
            (OtherKind::Unreadable, true) => say("Unreadable data, only if you replace"),
        };
        let name = matches!(other.kind, OtherKind::Unreadable | OtherKind::Newer)
            .then(|| view! { " "<code>{other.name}</code> });
        view! { <li>{what}{name}</li> }
    };
    let rows = others.into_iter().map(row).collect_view();
    view! { <ul class="soft">{rows}</ul> }
}

#[component]
fn IncomingItem(
    item: Item,
    met: Met,
    clashes: Vec<String>,
    /// The scenario, if the item is one.
    plan: Option<Scenario>,
) -> impl IntoView {
    let (rules, n) = (item.rules(rulesets::registry()).to_owned(), item.size);
    let about = if item.is_battle() {
        text!("Battle · {rules} · {n} {n|action or undo|actions and undos}", rules = rules, n = n)
    } else if item.kind == ItemKind::Scenario {
        text!("Scenario · {rules} · {n} {n|unit|units}", rules = rules, n = n)
    } else if item.is_set {
        text!("Set of own rules · {rules}", rules = rules)
    } else {
        text!("Roster · {rules} · {n} {n|unit|units}", rules = rules, n = n)
    };
    let here = match met {
        Met::New => String::new(),
        Met::Same => say("This device already has the same one.").into(),
        Met::Different(None) => say("Unreadable data already has this ID.").into(),
        Met::Log(relation) => related(relation),
        Met::Different(Some(here)) if item.is_battle() => {
            text!("This device already has it, with {n} {n|action or undo|actions and undos}.", n = here).to_string()
        }
        Met::Different(Some(here)) => text!(
            "This device has a different version: saved {here} {here|time|times} here, {there} {there|time|times} there.",
            here = here,
            there = item.revision
        )
        .to_string(),
    };
    let holds = match item.holds.as_slice() {
        [a, b] if item.kind != ItemKind::Roster => text!("{a} against {b}", a = a.clone(), b = b.clone()).to_string(),
        holds => holds.join(", "),
    };
    view! {
        <li>
            <h3>{item.name}</h3>
            <p class="soft">{about.to_string()}</p>
            <p>{holds}</p>
            {plan.map(|plan| view! { <IncomingPlan plan/> })}
            {(!here.is_empty()).then(|| view! { <p><b>{here}</b></p> })}
            {(!clashes.is_empty()).then(|| view! {
                <p>{say("Both copies changed these. Counts add up; of anything else the later change stands. The log keeps both:")}</p>
                <ul>{clashes.into_iter().map(|words| view! { <li>{words}</li> }).collect_view()}</ul>
            })}
        </li>
    }
}

/// Contents of an incoming scenario: its date, the briefing for all, and the number of arrivals and events.
#[component]
fn IncomingPlan(plan: Scenario) -> impl IntoView {
    let about = [plan.date, plan.place, plan.line].into_iter().filter(|text| !text.is_empty());
    let about = about.collect::<Vec<_>>().join(" · ");
    let course = &plan.course;
    let counts = text!(
        "{arrivals} {arrivals|arrival|arrivals}, {events} {events|event|events}",
        arrivals = course.arrivals.len(),
        events = course.events.len()
    );
    let briefing = (!course.briefings.all.is_empty()).then(|| {
        let text = course.briefings.all.clone();
        view! { <details class="disclosure"><summary>{say("Briefing for all")}</summary><p class="briefing">{text}</p></details> }
    });
    let left_out = plan
        .for_players
        .then(|| view! { <p class="soft">{say("A copy for players, without the texts for the game master.")}</p> });
    view! {
        {(!about.is_empty()).then(|| view! { <p>{about}</p> })}
        <p class="soft">{counts.to_string()}</p>
        {briefing}
        {left_out}
    }
}

/// How an incoming battle relates to the one with its id on this device.
fn related(relation: Relation) -> String {
    let entries = |count: usize| text!("{n} {n|entry|entries}", n = count);
    let words = match relation {
        Relation::Same => text!("This device already has the same one."),
        Relation::Ahead(more) => text!(
            "It is {entries} of the log ahead of the battle on this device. Updating loses nothing.",
            entries = entries(more)
        ),
        Relation::Behind(more) => {
            text!("It is {entries} of the log behind the battle on this device.", entries = entries(more))
        }
        Relation::Parted(theirs, ours) => text!(
            "Both copies have continued: {theirs} only in the new one, {own} only on this device. Merging loses nothing.",
            theirs = entries(theirs),
            own = entries(ours)
        ),
        Relation::Apart(MergeFailure::Beginning) => {
            text!("A different battle with this ID exists; both are kept.")
        }
        Relation::Apart(MergeFailure::Entry(stamp)) => text!(
            "The copies have different entries under number {stamp}, so they cannot be merged. Both are kept.",
            stamp = stamp.to_string()
        ),
        Relation::Apart(MergeFailure::Altered(stamp)) => text!(
            "Entry {stamp} was altered after later ones were written, so the copies cannot be merged. Both are kept.",
            stamp = stamp.to_string()
        ),
        Relation::Apart(MergeFailure::TooMuch) => {
            text!("Merged, the copies would be longer than any battle that Drumhead opens. Both are kept.")
        }
    };
    words.to_string()
}

/// A line for each tracker that both copies of a battle changed, with the merged value; none unless the copies can be merged.
fn clash_words(item: &Item, met: &Met, incoming: &Bundle, here: &Bundle) -> Vec<String> {
    if !matches!(met, Met::Log(Relation::Parted(..))) {
        return Vec::new();
    }
    let Ok(battle) = app_state().battle(&item.id) else { return Vec::new() };
    let Some(ruleset) = rulesets::find(&battle.header().ruleset) else { return Vec::new() };
    let name = |of: &str| match Side::find(of) {
        Some(side) => battle.header().sides[side.index()].name.clone(),
        None => battle.state().names().find(|(id, _)| *id == of).map_or_else(String::new, |(_, name)| name.to_owned()),
    };
    let words = |Clash { of, key, theirs, own: ours, merged, .. }: Clash| {
        let what = say(ruleset.label(&key)?);
        let [theirs, ours, merged] = [theirs, ours, merged].map(|value| value.to_string());
        Some(
            match name(&of) {
                name if name.is_empty() => text!(
                    "{what}: {theirs} there, {own} here, {merged} merged.",
                    what = what.to_owned(),
                    theirs = theirs,
                    own = ours,
                    merged = merged
                ),
                name => text!(
                    "{who}, {what}: {theirs} there, {own} here, {merged} merged.",
                    who = name,
                    what = what.to_owned(),
                    theirs = theirs,
                    own = ours,
                    merged = merged
                ),
            }
            .to_string(),
        )
    };
    clashes(rulesets::registry(), incoming, here, &item.key()).into_iter().filter_map(words).collect()
}
