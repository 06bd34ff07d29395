//! Icons as SVG paths, because the symbols of fonts differ between phones.

use leptos::prelude::*;

/// An arrow to the left: back.
pub const BACK: &str = "M15 5l-7 7 7 7";
/// An arrow that turns back: undo.
pub const UNDO: &str = "M8 4.5L3.5 9 8 13.5M3.5 9H14a5.5 5.5 0 0 1 0 11h-3";
/// An arrow that turns forward: redo.
pub const REDO: &str = "M16 4.5L20.5 9 16 13.5M20.5 9H10a5.5 5.5 0 0 0 0 11h3";
/// A scroll: the log.
pub const LOG: &str = "M7 4h12v13a3 3 0 0 1-3 3H6a2 2 0 0 1-2-2v-2h9v2a2 2 0 0 0 3 1.7M7 4v12M10 8h6M10 12h6";
/// A list: the units of both sides.
pub const LIST: &str = "M4 6h1.5M4 12h1.5M4 18h1.5M9 6h11M9 12h11M9 18h11";
/// A pin: a row stays open.
pub const PIN: &str = "M9 3.5h6l-.8 7L17.500 14h-11l3.300-3.500zM12 14v7";
/// An open book: the rules.
pub const BOOK: &str = "M12 6.5C10 5 7 4.5 3.5 4.5v13c3.5 0 6.5.5 8.5 2 2-1.5 5-2 8.5-2v-13c-3.5 0-6.5.5-8.5 2zv13";
/// An arrow out of a box: share.
pub const SHARE: &str = "M12 15V3.5M8 7l4-3.5L16 7M6 11H5v9.5h14V11h-1";
/// A printer.
pub const PRINT: &str = "M7 9V3.5h10V9M7 17H4.5V9h15v8H17M7 14h10v6.5H7z";
/// Two sheets, one behind the other: copy.
pub const COPY: &str = "M8 8h12v12H8zM16 8V4H4v12h4";
/// Settings: three slides.
pub const SETTINGS: &str =
    "M4 7h8M18 7h2M4 17h2M12 17h8M12 7a3 3 0 1 0 6 0 3 3 0 1 0-6 0M6 17a3 3 0 1 0 6 0 3 3 0 1 0-6 0";
/// Two phones, one behind the other: devices.
pub const DEVICES: &str = "M8 7.500V3.500h10v15h-4M5.500 7.500h8.500v13H5.500zM8.500 18h2.500";
/// A screen on its foot: the hall view.
pub const SCREEN: &str = "M3.500 4.500h17v12h-17zM12 16.500v4M8 20.500h8";
/// A stool at a table: a seat.
pub const SEAT: &str = "M7 3.500v9h10M7 12.500l-1 8M17 12.500l1 8M7 8h6";
/// A flag on its staff: the end of a battle.
pub const FLAG: &str = "M6 21V3.500M6 4.500h12l-3 4 3 4H6M4 21h4";
/// A clock face.
pub const CLOCK: &str = "M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 1 0 0-17M12 7v5l3.500 2.500";
/// Three dots: more.
pub const MORE: &str = "M3.500 12a1.500 1.500 0 1 0 3 0 1.500 1.500 0 1 0-3 0M10.500 12a1.500 1.500 0 1 0 3 0 1.500 1.500 0 1 0-3 0M17.500 12a1.500 1.500 0 1 0 3 0 1.500 1.500 0 1 0-3 0";
/// A burning candle: the screen is kept on.
pub const CANDLE: &str = "M12 2.5c2.6 2.8 2.6 5 0 6.5-2.6-1.5-2.6-3.7 0-6.5zM9 12h6v9H9zM5.5 21h13";
/// A candle without a flame: the screen may go dark.
pub const SNUFFED: &str = "M12 9v3M9 12h6v9H9zM5.5 21h13";

/// A quill: texts that players write.
pub const QUILL: &str = "M20 3.5C13 4 8.500 8 7 15.500L5 20.500M7 15.500c5 0 8-2 9.500-5M10 12.500l6-4.500";
/// An hourglass: an event or an arrival.
pub const HOURGLASS: &str = "M6 3.500h12M6 20.500h12M7.500 3.500c0 5 9 5 9 17M16.500 3.500c0 5-9 5-9 17";
/// A sealed letter: the scenario with its briefings.
pub const LETTER: &str = "M3.500 6h17v12.500h-17zM3.500 6.500l8.500 7 8.500-7";
/// Two pikes crossed: in contact.
pub const CROSSED: &str = "M4 4l16 16M20 4L4 20M4 14.5l5.5 5.5M20 14.5L14.500 20";

/// An icon, hidden from screen readers. The control around it needs an accessible name.
#[component]
pub fn Icon(
    /// One of the paths above.
    path: &'static str,
) -> impl IntoView {
    view! { <svg class="glyph" viewBox="0 0 24 24" aria-hidden="true"><path d=path></path></svg> }
}
