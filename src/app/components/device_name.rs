//! The name of this device, which the other players see.

use crate::app::state::app_state;
use battle::pen;
use leptos::prelude::*;
use rules::text::say;

/// The field of the name.
#[component]
pub fn DeviceName() -> impl IntoView {
    let app = app_state();
    // Read once: the field keeps what is being typed.
    let held = untrack(|| app.device()).name;
    view! {
        <label class="field">
            <span>{say("Name of this device, for the other players")}</span>
            <input type="text" maxlength=pen::NAME.to_string() autocomplete="off" prop:value=held
                on:change=move |event| app.name_device(&event_target_value(&event))/>
        </label>
    }
}

/// The field of the name where devices are about to meet, unless this one has a name.
#[component]
pub fn AskDeviceName() -> impl IntoView {
    let has_name = !untrack(|| app_state().device()).name.is_empty();
    (!has_name).then(|| view! { <DeviceName/> })
}
