//! The sign of a unit, drawn: troops in the manner of the battle plans of the time, and how they stand by their shape.

mod drawing;

use drawing::SIZE;
use leptos::prelude::*;
use rules::ruleset::{Bearing, Sign};

/// The sign of a unit. Whoever shows it says in words what it shows.
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

/// Name of the motion by which a sign becomes another: none as it is first drawn.
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
    view! { <svg class=format!("{class}{motion}") viewBox=view_box aria-hidden="true" inner_html=drawing::contents(sign)/> }
}
