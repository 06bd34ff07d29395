//! Numbers in styles. The browser parses them, because Rust's parser of floating-point numbers adds a table of 10 kB that hardly
//! compresses.

use web_sys::js_sys::Number;

/// The number in a length in pixels, such as `48px`.
pub fn pixels(text: &str) -> Option<f64> {
    Some(Number::parse_float(text.strip_suffix("px")?)).filter(|number| number.is_finite())
}
