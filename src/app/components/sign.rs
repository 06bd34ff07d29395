//! The sign of a unit, drawn: troops in the manner of the battle plans of the time, and how they stand by their shape.

mod drawing;

use drawing::Drawing;
use drumhead::rules::ruleset::{Bearing, Body, Muzzle, Sign};
use leptos::prelude::*;

/// Width and height of the drawing.
const SIZE: (f64, f64) = (52.0, 36.0);

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
    let (class, body) = match sign.bearing {
        Bearing::Steady => ("sign", paths(&sign.body).into_any()),
        Bearing::Shaken => ("sign shaken", shaken(&sign.body).into_any()),
        Bearing::Running => ("sign running", running(&sign.body).into_any()),
        Bearing::Gone => ("sign gone", paths(&sign.body).into_any()),
    };
    let class = format!("{class}{motion}");
    let muzzle = sign.muzzle.filter(|_| sign.bearing != Bearing::Gone).map(|muzzle| {
        let (class, path) = match muzzle {
            Muzzle::Loaded => ("loaded", ""),
            Muzzle::Half => ("half", "M46 2.5a4.5 4.5 0 0 1 0 9z"),
            Muzzle::Empty => ("empty", "M42.5 10.5l7-7"),
        };
        view! { <g class=format!("muzzle {class}")><circle cx="46" cy="7" r="4.5"/><path d=path/></g> }
    });
    view! {
        <svg class=class viewBox=format!("0 0 {} {}", SIZE.0, SIZE.1) aria-hidden="true">{body}{muzzle}</svg>
    }
}

fn paths(body: &Body) -> impl IntoView + use<> {
    let paths = Drawing::of(body).0.into_iter();
    paths.map(|(pen, path)| view! { <path class=pen.class() d=path/> }).collect_view()
}

/// Its body cut in three, each part turned another way.
fn shaken(body: &Body) -> impl IntoView + use<> {
    let parts = [
        ("rotate(-13 9 20)", 0.0),
        ("translate(0 -2) rotate(8 26 20)", 17.3),
        ("translate(0 2) rotate(17 43 20)", 34.6),
    ];
    parts
        .map(|(turned, x)| {
            view! {
                <g transform=turned>
                    <svg x=x y="0" width="16" height="36" viewBox=format!("{x} 0 16 36")>{paths(body)}</svg>
                </g>
            }
        })
        .collect_view()
}

/// Arrows to the rear, and after them what runs.
fn running(body: &Body) -> impl IntoView + use<> {
    view! {
        <path class="flight" d="M12 6L3 18l9 12M22 6l-9 12 9 12"/>
        <g transform="translate(23 7) scale(.56 .7)">{paths(body)}</g>
    }
}
