//! Text for forums, which read Markdown.

/// Escapes the characters that have a meaning within a line of Markdown. Parentheses and exclamation marks have one only next to brackets,
/// and these are escaped.
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
