//! Printing.

/// Prints the page.
pub fn print() {
    unfold();
    // A browser that prints nothing does nothing.
    let _ = web_sys::window().map(|window| window.print());
}

/// Opens the chapters that are folded: on paper nobody can. Also for who prints by the browser's own menu.
pub fn unfold() {
    let folded = || web_sys::window()?.document()?.query_selector("details.chapter:not([open])").ok().flatten();
    while let Some(own) = folded() {
        if own.set_attribute("open", "").is_err() {
            break;
        }
    }
}
