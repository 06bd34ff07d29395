//! Tabs of the log and of the pages derived from it.

use crate::app::state::route::BattlePage;
use leptos::prelude::*;
use rules::text::say;

#[component]
pub fn LogTabs(
    /// The battle's id.
    id: String,
    /// The page that is shown.
    current: BattlePage,
) -> impl IntoView {
    let tabs = [
        (BattlePage::Log, say("Log")),
        (BattlePage::Replay, say("Replay")),
        (BattlePage::Report, say("Report")),
        (BattlePage::Luck, say("Luck")),
    ];
    let links = tabs.map(|(page, words)| {
        let is_current = (page == current).then_some("page");
        view! { <a href=page.of(id.clone()).href() aria-current=is_current>{words}</a> }
    });
    view! { <nav class="log-tabs" aria-label=say("Analysis")>{links}</nav> }
}
