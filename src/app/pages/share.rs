//! Ways to share a roster or a battle: a code to be read off the screen, a link, a file; each while it can hold it.

use crate::app::desk::desk;
use crate::app::parts::frame::head;
use crate::app::route::Route;
use crate::app::{device, storage};
use drumhead::share::{self, LONGEST_LINK, Shared, qr};
use drumhead::store::{Bundle, Item, Key};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// The page of the ways to share what is saved under a key.
pub fn page(key: Key) -> AnyView {
    let saved = storage::all().part(&key);
    let Some(item) = saved.items().into_iter().next() else {
        return super::home::not_here("This is not on this device.").into_any();
    };
    let back = if item.battle { Route::Table(item.id.clone()) } else { Route::Roster(item.id.clone()) };
    let link = Shared::of(&saved, &key).and_then(|shared| share::write(&shared)).map(|fragment| address(&fragment));
    let link = link.filter(|link| link.len() <= LONGEST_LINK);
    let note =
        item.battle.then_some("Whoever has it can go on with the battle, and could work out the app's dice to come.");
    view! {
        {head(Some(back), format!("Share {}", item.name), ())}
        <main class="share">
            {note.map(|note| view! { <p class="soft">{note}</p> })}
            {match link {
                Some(link) => by_link(item.name.clone(), link).into_any(),
                None => view! { <p>"This is too long for a link, or not all of it can be read here. Send it as a file."</p> }.into_any(),
            }}
            {by_file(item, saved)}
        </main>
    }
    .into_any()
}

/// The address of this app with a fragment.
fn address(fragment: &str) -> String {
    let here = window().location();
    let base = here.href().unwrap_or_default();
    format!("{}#{fragment}", base.split('#').next().unwrap_or_default())
}

fn by_link(name: String, link: String) -> impl IntoView {
    let code = qr::code(&link).map(|code| {
        let size = code.size;
        view! {
            <svg class="qr" role="img" aria-label="QR code of the link" viewBox=format!("0 0 {size} {size}") shape-rendering="crispEdges">
                <path class="light" d=format!("M0 0h{size}v{size}H0z")></path>
                <path class="dark" d=code.path></path>
            </svg>
        }
    });
    let about = if code.is_some() {
        "Read the code with another phone’s camera, or send the link. Nothing of it reaches a server."
    } else {
        "It is too long for a code; send the link. Nothing of it reaches a server."
    };
    let copied = RwSignal::new(None::<bool>);
    let text = NodeRef::<leptos::html::Textarea>::new();
    let shown = link.clone();
    let link = StoredValue::new(link);
    let copy = move |_| {
        spawn_local(async move {
            let done = device::copy(&link.get_value()).await;
            copied.set(Some(done));
            if let Some(text) = text.get_untracked().filter(|_| !done) {
                text.select();
            }
        });
    };
    let title = StoredValue::new(name);
    let send = move |_| spawn_local(async move { device::share(&title.get_value(), &link.get_value()).await });
    let said = move || match copied.get() {
        None => "",
        Some(true) => "The link is copied.",
        Some(false) => "This browser does not let pages copy. The link is selected: copy it yourself.",
    };
    view! {
        <p>{about}</p>
        {code}
        <p class="tools">
            {device::can_share().then(|| view! { <button class="primary" on:click=send>"Send…"</button> })}
            <button on:click=copy>"Copy the link"</button>
        </p>
        <p role="status">{said}</p>
        <label class="pick">
            <span class="label">"The link"</span>
            <textarea node_ref=text readonly rows="4" prop:value=shown on:focus=move |_| { if let Some(text) = text.get_untracked() { text.select(); } }></textarea>
        </label>
    }
}

fn by_file(item: Item, saved: Bundle) -> impl IntoView {
    let desk = desk();
    view! {
        <p class="tools"><button on:click=move |_| { desk.download(&item.name, &saved); }>"Save as a file"</button></p>
        <p class="soft">"Another Drumhead opens the file under “Saved on this device”."</p>
    }
}
