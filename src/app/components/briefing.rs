//! The texts of a scenario that players read before the battle: briefings and deployment.

use crate::app::state::{BattleState, reader_words};
use leptos::prelude::*;
use rules::scenario::Reader;
use rules::subject::Side;
use rules::text;
use rules::text::say;

/// The briefings and the deployment that this device shows. Those of one side or of the game master are folded while others are shown, too.
#[component]
pub fn BriefingTexts(battle: BattleState) -> impl IntoView {
    let sides = battle.with_untracked(|open| open.header().sides.clone().map(|side| side.name));
    let shown = Memo::new(move |_| (battle.reader(), battle.briefings(), battle.deployments()));
    move || {
        let (reader, briefings, deployments) = shown.get();
        let is_own = |side: Side| matches!(reader, Some(rules::secrecy::Onlooker::Side(own)) if own == side);
        let part = |title: String, text: &str, class: String, is_open: bool| {
            if is_open {
                return view! { <section class=class><h3>{title}</h3>{paragraphs(text)}</section> }.into_any();
            }
            let class = format!("disclosure {class}");
            view! { <details class=class><summary>{title}</summary>{paragraphs(text)}</details> }.into_any()
        };
        let briefing = |(of, text): &(Reader, String)| {
            let (class, is_open) = match *of {
                Reader::All => (String::new(), true),
                Reader::Side(side) => (format!("side-{}", side.index()), is_own(side)),
                Reader::Umpire => (String::new(), false),
            };
            part(reader_words(*of, &sides), text, class, is_open)
        };
        let deployment = |(side, text): &(Side, String)| {
            let title = text!("Deployment: {side}", side = sides[side.index()].clone()).to_string();
            part(title, text, format!("side-{}", side.index()), true)
        };
        let nothing = (briefings.is_empty() && deployments.is_empty())
            .then(|| view! { <p class="empty">{say("This scenario has no briefing for this device.")}</p> });
        view! {
            <div class="briefing">
                {briefings.iter().map(briefing).collect_view()}
                {deployments.iter().map(deployment).collect_view()}
                {nothing}
            </div>
        }
    }
}

/// A text with its paragraphs.
fn paragraphs(text: &str) -> impl IntoView + use<> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned);
    lines.map(|line| view! { <p>{line}</p> }).collect_view()
}
