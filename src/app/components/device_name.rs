//! The name of this device, which the other players see.

use crate::app::state::app_state;
use battle::control;
use leptos::prelude::*;
use rules::text::say;

/// The input field for the name of this device.
#[component]
pub fn DeviceName() -> impl IntoView {
    let app = app_state();
    // Read untracked, so that a change does not redraw the field while the player types.
    let saved_name = untrack(|| app.device()).name;
    view! {
        <label class="field">
            <span>{say("Name of this device, for the other players")}</span>
            <input type="text" maxlength=control::NAME.to_string() autocomplete="off" prop:value=saved_name
                on:change=move |event| app.name_device(&event_target_value(&event))/>
        </label>
    }
}

/// The input field for the name of this device, unless it has one. For pages that connect devices.
#[component]
pub fn AskDeviceName() -> impl IntoView {
    let has_name = !untrack(|| app_state().device()).name.is_empty();
    (!has_name).then(|| view! { <DeviceName/> })
}
