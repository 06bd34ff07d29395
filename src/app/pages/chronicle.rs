//! The chronicle: all battles of this device, including those whose log is deleted, with statistics over all of them.

mod across;
mod rows;

use crate::app::components::choice::Choice;
use crate::app::components::page_header::PageHeader;
use crate::app::platform::dates;
use crate::app::state::route::Route;
use crate::app::state::rulesets;
use crate::app::state::{AppState, app_state};
use across::AcrossView;
use battle::analysis::chronicle::{Across, Entry, Filter, csv, markdown};
use leptos::prelude::*;
use rows::BattleEntry;
use rules::text;
use rules::text::{folded, say};
use std::cmp::Ordering;

/// A battle of the chronicle.
#[derive(Clone, Debug, PartialEq)]
struct Chronicled {
    id: String,
    entry: Entry,
    /// True if its log is on this device.
    has_log: bool,
    /// True once its log has been read for its entry.
    is_known: bool,
}

impl Chronicled {
    /// Key of the list's item, which is redrawn when the key changes.
    fn key(&self) -> (String, usize, bool, bool) {
        (self.id.clone(), self.entry.events, self.has_log, self.is_known)
    }
}

/// Order of the battles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Latest,
    Earliest,
    Longest,
    Name,
}

impl Order {
    fn all() -> [(Self, &'static str); 4] {
        [
            (Self::Latest, say("Latest first")),
            (Self::Earliest, say("Earliest first")),
            (Self::Longest, say("Longest first")),
            (Self::Name, say("By name")),
        ]
    }

    fn compare(self, a: &Entry, b: &Entry) -> Ordering {
        let earlier = a.began.total_cmp(&b.began);
        match self {
            Self::Latest => earlier.reverse(),
            Self::Earliest => earlier,
            Self::Longest => b.minutes.cmp(&a.minutes).then(earlier),
            Self::Name => folded(&a.name).cmp(&folded(&b.name)).then(earlier),
        }
    }
}

/// All battles: battles with a log, whose entry may still be incomplete, and deleted battles with only their entry.
fn all(app: AppState) -> Vec<Chronicled> {
    let entries = app.storage.chronicle.get();
    let mut all: Vec<Chronicled> = app.storage.battles.with(|battles| {
        let with_log = battles.iter().map(|saved| {
            let known = entries.get(&saved.id).cloned();
            let is_known = known.is_some();
            let listed = || Entry {
                name: saved.value.name.clone(),
                ruleset: saved.value.ruleset.clone(),
                sides: saved.value.sides.clone(),
                began: saved.value.began,
                ..Entry::default()
            };
            Chronicled { id: saved.id.clone(), entry: known.unwrap_or_else(listed), has_log: true, is_known }
        });
        with_log.collect()
    });
    let without_log: Vec<Chronicled> = entries
        .into_iter()
        .filter(|(id, _)| all.iter().all(|listed| listed.id != *id))
        .map(|(id, entry)| Chronicled { id, entry, has_log: false, is_known: true })
        .collect();
    all.extend(without_log);
    all
}

#[component]
pub fn ChroniclePage() -> impl IntoView {
    let app = app_state();
    let unreadable = RwSignal::new(Vec::<String>::new());
    app.learn_chronicle(
        move || unreadable.try_with_untracked(|_| ()).is_some(),
        move |id| unreadable.update(|all| all.push(id)),
    );
    let battles = Memo::new(move |_| all(app));
    let (filter, order) = (RwSignal::new(Filter::default()), RwSignal::new(Order::Latest));
    let shown = Memo::new(move |_| {
        let mut shown = battles.get();
        shown.retain(|battle| filter.with(|filter| filter.matches(&battle.entry)));
        shown.sort_by(|a, b| order.get().compare(&a.entry, &b.entry));
        shown
    });
    let across = Memo::new(move |_| {
        shown.with(|shown| Across::of(shown.iter().filter(|battle| battle.is_known).map(|battle| &battle.entry)))
    });
    let is_empty = Memo::new(move |_| battles.with(Vec::is_empty));
    view! {
        <PageHeader back=Route::Home title=say("Chronicle")/>
        <main class="chronicle">
            <Show when=move || is_empty.get()>
                <p class="empty">{say("No battles yet. Each battle that you play appears here, and stays when you delete it.")}</p>
            </Show>
            <Show when=move || !is_empty.get()>
                <Filters battles filter order/>
                <Counts battles shown unreadable/>
                <ul class="list">
                    <For each=move || shown.get() key=Chronicled::key let(battle)><BattleEntry battle/></For>
                </ul>
                <Export shown across/>
                <AcrossView across/>
            </Show>
        </main>
    }
}

/// The numbers of battles that are shown, that cannot be read, and whose logs are still being read.
#[component]
fn Counts(
    battles: Memo<Vec<Chronicled>>,
    shown: Memo<Vec<Chronicled>>,
    unreadable: RwSignal<Vec<String>>,
) -> impl IntoView {
    let unknown = Memo::new(move |_| {
        battles.with(|battles| {
            let unknown = battles.iter().filter(|battle| !battle.is_known);
            let (cannot, left): (Vec<_>, Vec<_>) =
                unreadable.with(|unreadable| unknown.partition(|battle| unreadable.contains(&battle.id)));
            (cannot.len(), left.len())
        })
    });
    let reading = move || {
        let (all, left) = (battles.with(Vec::len), unknown.get().1);
        let words = text!("Reading the logs: {n} of {all} battles…", n = all - left, all = all);
        (left > 0).then(|| view! { <p class="soft">{words.to_string()}</p> })
    };
    let counts = move || {
        let (n, all) = (shown.with(Vec::len), battles.with(Vec::len));
        if n == all {
            text!("{n} {n|battle|battles}", n = n).to_string()
        } else {
            text!("{n} of {all} battles", n = n, all = all).to_string()
        }
    };
    let cannot = move || {
        let n = unknown.get().0;
        (n > 0).then(|| text!("{n} cannot be read", n = n).to_string())
    };
    // The progress is outside the live region, so that screen readers do not announce it log by log.
    view! {
        {reading}
        <p class="soft" role="status">{counts}{move || cannot().map(|words| format!(" · {words}"))}</p>
    }
}

/// The filters and the order of the list.
#[component]
fn Filters(battles: Memo<Vec<Chronicled>>, filter: RwSignal<Filter>, order: RwSignal<Order>) -> impl IntoView {
    let rules = Memo::new(move |_| {
        let mut ids: Vec<String> =
            battles.with(|battles| battles.iter().map(|battle| battle.entry.ruleset.clone()).collect());
        ids.sort_unstable();
        ids.dedup();
        ids
    });
    let options = move || {
        let options = rules.get().into_iter().map(move |id| {
            let title = rulesets::title(&id).to_owned();
            let chosen = id.clone();
            view! { <option value=id selected=move || filter.with(|filter| filter.ruleset == chosen)>{title}</option> }
        });
        options.collect_view()
    };
    let orders = Order::all().map(|(order, words)| (order, words.to_owned())).to_vec();
    let choose = Callback::new(move |to| order.set(to));
    let closed_only = view! {
        <label class="chip">
            <input type="checkbox" prop:checked=move || filter.with(|filter| filter.closed)
                on:change=move |event| filter.update(|filter| filter.closed = event_target_checked(&event))/>
            {say("Closed battles only")}
        </label>
    };
    view! {
        <details class="disclosure">
            <summary>{say("Filter and order")}</summary>
            <section class="card chronicle-choice" aria-label=say("Which battles")>
                <label class="field"><span>{say("Battle, side or note")}</span>
                    <input type="search" prop:value=move || filter.with(|filter| filter.text.clone())
                        on:input=move |event| filter.update(|filter| filter.text = event_target_value(&event))/>
                </label>
                <label class="field"><span>{say("Rules")}</span>
                    <select on:change=move |event| filter.update(|filter| filter.ruleset = event_target_value(&event))>
                        <option value="">{say("All rules")}</option>
                        {options}
                    </select>
                </label>
                <Choice label=say("Order") is_label_hidden=true options=orders chosen=order choose end=Some(closed_only.into_any())/>
            </section>
        </details>
    }
}

/// Buttons that save the shown battles as a file.
#[component]
fn Export(shown: Memo<Vec<Chronicled>>, across: Memo<Across>) -> impl IntoView {
    let app = app_state();
    let save = move |ending: &'static str| {
        let text = shown.with_untracked(|shown| {
            let entries: Vec<&Entry> = shown.iter().map(|battle| &battle.entry).collect();
            match ending {
                "csv" => csv(rulesets::registry(), entries.iter().copied(), &dates::sortable_day),
                _ => across
                    .with_untracked(|across| markdown(rulesets::registry(), &entries, across, &dates::sortable_day)),
            }
        });
        app.save_text(say("Chronicle"), ending, &text);
    };
    view! {
        <p class="tools">
            <button on:click=move |_| save("csv")>{say("Save as CSV")}</button>
            <button on:click=move |_| save("md")>{say("Save as Markdown")}</button>
        </p>
    }
}
