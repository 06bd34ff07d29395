//! The sign of a unit: its troops, drawn as on battle plans of the period, and its formation and state.

mod drawing;

use drawing::SIZE;
use leptos::prelude::*;
use rules::ruleset::{Bearing, Sign};

pub use drawing::contents;

/// The sign of a unit, hidden from screen readers. The caller shows the same as text.
#[component]
pub fn UnitSign(
    /// The sign to draw.
    #[prop(into)]
    sign: Signal<Sign>,
) -> impl IntoView {
    let before = StoredValue::new(None);
    move || {
        sign.with(|sign| {
            let was = before.try_update_value(|before: &mut Option<Sign>| before.replace(sign.clone())).flatten();
            view_of(sign, was.map_or("", |was| motion(&was, sign)))
        })
    }
}

/// The class that animates the change from a previous sign; empty if neither bearing nor body changed.
fn motion(was: &Sign, now: &Sign) -> &'static str {
    if was.bearing != now.bearing {
        " turned"
    } else if was.body != now.body {
        " fell"
    } else {
        ""
    }
}

fn view_of(sign: &Sign, motion: &str) -> impl IntoView + use<> {
    let class = match sign.bearing {
        Bearing::Steady => "sign",
        Bearing::Shaken => "sign shaken",
        Bearing::Running => "sign running",
        Bearing::Gone => "sign gone",
    };
    let view_box = format!("0 0 {} {}", SIZE.0, SIZE.1);
    view! { <svg class=format!("{class}{motion}") viewBox=view_box aria-hidden="true" inner_html=contents(sign)/> }
}
