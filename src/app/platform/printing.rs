//! Printing.

/// Prints the page.
pub fn print() {
    unfold();
    // A browser that cannot print does nothing.
    let _ = web_sys::window().map(|window| window.print());
}

/// Opens the folded chapters, as nobody can on paper. Also when players print by the browser's own menu.
pub fn unfold() {
    let folded = || web_sys::window()?.document()?.query_selector("details.chapter:not([open])").ok().flatten();
    while let Some(chapter) = folded() {
        if chapter.set_attribute("open", "").is_err() {
            break;
        }
    }
}
