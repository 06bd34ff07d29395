//! Numbers in styles. The browser reads them: Rust's own parser of floating-point numbers brings a table of 10 kB that hardly
//! compresses.

use web_sys::js_sys::Number;

/// A number of pixels, as styles are computed: `48px`.
pub fn pixels(text: &str) -> Option<f64> {
    Some(Number::parse_float(text.strip_suffix("px")?)).filter(|number| number.is_finite())
}
