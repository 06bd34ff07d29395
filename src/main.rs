//! In a browser, mounts the app. Natively, answers contract requests from standard input.

#[cfg(target_arch = "wasm32")]
mod app;

/// Addresses need no browser, so they can be tested natively.
#[cfg(all(test, not(target_arch = "wasm32")))]
#[path = "app/state/route/address.rs"]
mod address;

/// So are drawings of signs.
#[cfg(all(test, not(target_arch = "wasm32")))]
#[path = "app/components/sign/drawing.rs"]
mod sign_drawing;

#[cfg(all(test, not(target_arch = "wasm32")))]
#[path = "app/components/sign/tests.rs"]
mod sign_tests;

/// So is the picture of a report.
#[cfg(all(test, not(target_arch = "wasm32")))]
#[path = "app/pages/report/picture.rs"]
mod report_picture;

#[cfg(all(test, not(target_arch = "wasm32")))]
#[path = "app/pages/home/sample_armies.rs"]
mod sample_armies;

#[cfg(target_arch = "wasm32")]
fn main() {
    console_error_panic_hook::set_once();
    // The odds worker runs this module, too, but has no page.
    if web_sys::window().is_none() {
        return;
    }
    wasm_bindgen_futures::spawn_local(async {
        app::lazy::fetch_early();
        app::platform::journal::recovered().await;
        let is_translated = app::state::language::apply().await;
        app::lazy::wait_briefly().await;
        app::platform::drawing::wait_for_journal();
        leptos::mount::mount_to_body(move || leptos::view! { <app::App is_translated/> });
        app::platform::first_paint::remove();
    });
}

/// Reads one call per line, and writes one answer per line, in the same order and without delay.
#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::io::Result<()> {
    use std::io::{BufRead, Write};
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().split(b'\n') {
        let answer = exchange::contract::answer_line(drumhead::RULESETS, &line?);
        serde_json::to_writer(&mut out, &answer)?;
        out.write_all(b"\n")?;
        out.flush()?;
    }
    Ok(())
}
