//! QR codes of links.

use qrcodegen::{QrCode, QrCodeEcc, QrSegment, Version};

/// Version of the largest code that is drawn, with 97 modules a side. Phones can read it from the screen of another phone.
const LARGEST: u8 = 20;
/// Width of the light margin around a code, in modules. Readers need it.
const MARGIN: usize = 4;

/// A QR code as a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// Its version: 1 to 20.
    pub version: u8,
    /// Number of modules a side, with the margins.
    pub size: usize,
    /// The dark modules as an SVG path. The drawing has `size` units a side.
    pub path: String,
}

/// Returns the code of a text. `None` if the text is too long.
pub fn code(text: &str) -> Option<Code> {
    let segments = QrSegment::make_segments(text);
    let (smallest, low) = (Version::MIN, QrCodeEcc::Low);
    let code = QrCode::encode_segments_advanced(&segments, low, smallest, Version::new(LARGEST), None, true).ok()?;
    let side = 0..code.size();
    let dark = side.clone().flat_map(|y| side.clone().map(move |x| (x, y))).filter(|(x, y)| code.get_module(*x, *y));
    let margin = i32::try_from(MARGIN).unwrap_or_default();
    let path = dark.map(|(x, y)| format!("M{} {}h1v1h-1z", x + margin, y + margin)).collect();
    let size = usize::try_from(code.size()).unwrap_or_default() + 2 * MARGIN;
    Some(Code { version: code.version().value(), size, path })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_the_smallest_version_for_its_text_up_to_a_limit() {
        let small = code("https://example.org/#s=1.A").unwrap();
        assert_eq!((small.version, small.size), (2, 33));
        assert!(small.path.starts_with("M4 4h1v1h-1z"), "the corner that readers look for");
        assert_eq!(code(&"x".repeat(858)).map(|code| code.version), Some(20));
        assert_eq!(code(&"x".repeat(859)), None);
    }
}
