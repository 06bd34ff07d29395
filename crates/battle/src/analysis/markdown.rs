//! Text for forums, which read Markdown.

/// Text with Markdown's characters escaped: those that mean something within a line. Parentheses and exclamation marks do so next to
/// brackets alone, which are escaped.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if "\\`*_{}[]<>#|~".contains(c) {
            out.push('\\');
        }
        out.push(if c == '\n' || c == '\r' { ' ' } else { c });
    }
    out
}
