//! Text for forums, which read Markdown.

/// Escapes the characters that have a meaning within a line of Markdown. Parentheses and exclamation marks have a meaning only next to
/// square brackets, which are escaped.
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
