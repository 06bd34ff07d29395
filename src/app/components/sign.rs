//! The sign of a unit: its troops, drawn as on battle plans of the period, and its formation and state.

mod drawing;

use drawing::{Part, Paths, SIZE};
use leptos::prelude::*;
use rules::ruleset::{Bearing, Sign};

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
    let parts = drawing::parts(sign).into_iter().map(|part| match part {
        Part::Path(pen, path) => view! { <path class=pen.class() d=path/> }.into_any(),
        Part::Group { transform, strip: None, paths } => {
            view! { <g transform=transform>{view_of_paths(paths)}</g> }.into_any()
        }
        Part::Group { transform, strip: Some((x, width)), paths } => view! {
            <g transform=transform>
                <svg x=x y="0" width=width height=SIZE.1 viewBox=format!("{x} 0 {width} {}", SIZE.1)>
                    {view_of_paths(paths)}
                </svg>
            </g>
        }
        .into_any(),
    });
    view! {
        <svg class=format!("{class}{motion}") viewBox=format!("0 0 {} {}", SIZE.0, SIZE.1) aria-hidden="true">
            {parts.collect_view()}
        </svg>
    }
}

fn view_of_paths(paths: Paths) -> impl IntoView {
    paths.into_iter().map(|(pen, path)| view! { <path class=pen.class() d=path/> }).collect_view()
}
