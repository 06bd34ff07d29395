//! Numbers that are written as text. The browser reads them: Rust's own parser of floating-point numbers brings a table of
//! 10 kB that hardly compresses.

use wasm_bindgen::JsValue;
use web_sys::js_sys::Number;

/// A number that a player typed, with a point or a comma before its fraction, and a minus or a hyphen; `None` if the text is no number.
pub fn typed(text: &str) -> Option<f64> {
    let text = text.trim().replace(',', ".").replace('−', "-");
    // As JavaScript converts it: the whole text, or NaN.
    let number = JsValue::from_str(&text).unchecked_into_f64();
    // To JavaScript an empty text is 0.
    (!text.is_empty() && number.is_finite()).then_some(number)
}

/// A number of pixels, as styles are computed: `48px`.
pub fn pixels(text: &str) -> Option<f64> {
    Some(Number::parse_float(text.strip_suffix("px")?)).filter(|number| number.is_finite())
}
