//! The pages that share a roster, a scenario or a battle: as a link with its QR code, a sequence of codes, a file, or text. Options that
//! are too small for the contents are left out.

mod scenario;

pub use scenario::ShareScenario;

use crate::app::components::codes::{CodePlayer, QrCode, address};
use crate::app::components::copy_button::CopyButton;
use crate::app::components::not_here::NotHere;
use crate::app::components::page_header::PageHeader;
use crate::app::platform::{local_storage, sharing};
use crate::app::state::app_state;
use crate::app::state::route::{BattlePage, Route};
use crate::app::state::rulesets;
use exchange::share::codes::Codes;
use exchange::share::{self, LONGEST_LINK, Shared, qr};
use exchange::storage::roster_text::{Writing, written};
use exchange::storage::{Bundle, Item, Key};
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use rules::text;
use rules::text::say;
use scenario::AsScenario;

#[component]
pub fn SharePage(
    /// Key of the roster or battle.
    key: Key,
) -> impl IntoView {
    let saved = local_storage::all().part(&key);
    let Some(item) = saved.items().into_iter().next() else {
        return view! { <NotHere words=say("This is not on this device.")/> }.into_any();
    };
    let back = Route::item(&item);
    let note = item
        .is_battle()
        .then_some(say("Anyone who has it can continue the battle, and could work out the app’s dice to come."));
    view! {
        <PageHeader back title=text!("Share {name}", name = item.name.clone()).to_string()/>
        <main class="share">
            {item.is_battle().then(|| view! { <p class="tools"><a class="button primary" href=BattlePage::Devices.of(item.id.clone()).href()>{say("Play on several devices")}</a></p> })}
            {note.map(|note| view! { <p class="soft">{note}</p> })}
            <Options key item=item.clone() saved/>
            {if item.is_battle() { view! { <AsScenario id=item.id/> }.into_any() } else { view! { <RosterAsText id=item.id/> }.into_any() }}
        </main>
    }
    .into_any()
}

/// All ways to share something but as text.
#[component]
fn Options(
    /// Its key in `saved`.
    key: Key,
    item: Item,
    /// Its texts.
    saved: Bundle,
) -> impl IntoView {
    let fragment =
        Shared::of(rulesets::registry(), &saved, &key).and_then(|shared| share::write(rulesets::registry(), &shared));
    let link = fragment.as_deref().map(address);
    // Only needed if the link is too long for a single code.
    let codes =
        fragment.filter(|_| link.as_deref().and_then(qr::code).is_none()).and_then(|fragment| Codes::of(&fragment));
    let link = link.filter(|link| link.len() <= LONGEST_LINK);
    view! {
        {match link {
            Some(link) => view! { <ByLink name=item.name.clone() link/> }.into_any(),
            None => view! { <p>{say("This is too long for a link, or part of it is unreadable. Send it as a file, or with the codes below if there are any.")}</p> }.into_any(),
        }}
        {codes.map(|codes| view! { <ByCodes codes/> })}
        <ByFile item saved/>
    }
}

/// A sequence of codes, which only Drumhead can read.
#[component]
fn ByCodes(codes: Codes) -> impl IntoView {
    let enough = codes.enough();
    view! {
        <section class="card" aria-label=say("Several codes")>
            <h2>{say("Several codes")}</h2>
            <p>{text!("This is too long for one code: about {n} are needed. On the other device, open “Backup and storage”, then “Read codes with the camera”, and point it at this screen. Any codes will do, in any order.", n = enough + 2).to_string()}</p>
            <CodePlayer codes runs=false/>
        </section>
    }
}

#[component]
fn ByLink(name: String, link: String) -> impl IntoView {
    let code = qr::code(&link);
    let about = if code.is_some() {
        say("Read the code with another phone’s camera, or send the link. None of it reaches a server.")
    } else {
        say("It is too long for one code. Send the link; none of it reaches a server.")
    };
    let report = RwSignal::new("");
    let text = NodeRef::<html::Textarea>::new();
    let shown = link.clone();
    let link = StoredValue::new(link);
    let select = move || text.get_untracked().into_iter().for_each(|text| text.select());
    let title = StoredValue::new(name);
    let send = move |_| spawn_local(async move { sharing::share(&title.get_value(), &link.get_value()).await });
    view! {
        <p>{about}</p>
        {code.map(|code| view! { <QrCode code label=say("QR code of the link").to_owned()/> })}
        <p class="tools">
            {sharing::can_share().then(|| view! { <button class="primary" on:click=send>{say("Send…")}</button> })}
            <CopyButton label=say("Copy the link") text=move || link.get_value() copied=say("The link is copied.")
                refused=say("This browser does not let pages copy. The link is selected: copy it yourself.") on_refused=Callback::new(move |()| select()) report/>
        </p>
        <p class="copy-report" role="status">{report}</p>
        <label class="pick">
            <span class="label">{say("The link")}</span>
            <textarea node_ref=text readonly rows="4" prop:value=shown on:focus=move |_| select()></textarea>
        </label>
    }
}

#[component]
fn ByFile(item: Item, saved: Bundle) -> impl IntoView {
    let app = app_state();
    let name = item.name.clone();
    let bundle = StoredValue::new(saved.clone());
    let send = move |_| {
        // This cannot fail for texts that were read from storage.
        let Ok(text) = bundle.with_value(Bundle::file) else { return };
        let name = name.clone();
        spawn_local(async move { sharing::share_file(&name, &text).await });
    };
    view! {
        <p class="tools">
            {sharing::can_share_files().then(|| view! { <button on:click=send>{say("Send as a file…")}</button> })}
            <button on:click=move |_| { app.download(&item.name, &saved); }>{say("Save as a file")}</button>
        </p>
        <p class="soft">{say("To open the file on another device, go to “Backup and storage”.")}</p>
    }
}

/// Buttons that copy a roster as text, for chats and forums.
#[component]
fn RosterAsText(id: String) -> impl IntoView {
    let app = app_state();
    let roster = untrack(|| app.roster(&id));
    let ruleset = roster.as_ref().and_then(|roster| rulesets::find(&roster.ruleset));
    let Some((roster, ruleset)) = roster.zip(ruleset) else { return ().into_any() };
    let text = Callback::new(move |writing| written(ruleset, &roster, writing));
    view! { <AsText text copied=say("The roster is copied.")/> }.into_any()
}

/// Buttons that copy something as text.
#[component]
fn AsText(
    text: Callback<Writing, String>,
    /// Message after copying.
    copied: &'static str,
) -> impl IntoView {
    let report = RwSignal::new("");
    view! {
        <section class="card" aria-label=say("As text")>
            <h2>{say("As text")}</h2>
            <p class="tools">
                <CopyButton label=say("Copy for a chat") text=move || text.run(Writing::Plain) copied report/>
                <CopyButton label=say("Copy as Markdown") text=move || text.run(Writing::Markdown) copied report/>
            </p>
            <p class="copy-report" role="status">{report}</p>
        </section>
    }
}
