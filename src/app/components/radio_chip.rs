//! A choice among several, as a chip.

use leptos::ev::MouseEvent;
use leptos::prelude::*;

/// A choice among several. One that is refused leaves the choice before it as it was.
#[component]
pub fn RadioChip(
    /// Name of the choices on the page.
    #[prop(into)]
    group: String,
    /// True while this one is chosen.
    #[prop(into)]
    chosen: Signal<bool>,
    /// Chooses it.
    choose: Callback<()>,
    /// Its label.
    #[prop(into)]
    words: String,
) -> impl IntoView {
    let click = move |event: MouseEvent| {
        if chosen.get_untracked() {
            return;
        }
        choose.run(());
        // The browser then checks again what was checked before.
        if !chosen.get_untracked() {
            event.prevent_default();
        }
    };
    view! { <label class="chip"><input type="radio" name=group prop:checked=chosen on:click=click/>{words}</label> }
}
