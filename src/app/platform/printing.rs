//! Printing.

/// Prints the page.
pub fn print() {
    unfold();
    // Without a printing function, nothing happens.
    let _ = web_sys::window().map(|window| window.print());
}

/// Unfolds all folded chapters before printing, including printing by the browser's menu.
pub fn unfold() {
    let folded = || web_sys::window()?.document()?.query_selector("details.chapter:not([open])").ok().flatten();
    while let Some(chapter) = folded() {
        if chapter.set_attribute("open", "").is_err() {
            break;
        }
    }
}
