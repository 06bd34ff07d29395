//! The string literals of a Rust source, and what stands before each.

/// A string literal of a source.
#[derive(Debug)]
pub struct Literal {
    /// What it says.
    pub says: String,
    /// The code before it on the way from the start of its statement, without spaces; literals are `""` in it.
    pub before: String,
    /// What opened the innermost bracket that it stands in, braces aside: `text!`, `.heading`.
    pub within: String,
}

/// Reads the literals of a source, leaving out comments, attributes and what is compiled for tests alone.
pub fn literals(source: &str) -> Vec<Literal> {
    let mut scan = Scan { rest: source, code: String::new(), open: Vec::new(), found: Vec::new() };
    while scan.step() {}
    let Scan { code, found, .. } = scan;
    found
        .into_iter()
        .map(|(says, at, within)| {
            let start = code[..at].rfind([';', '{', '}']).map_or(0, |place| place + 1);
            Literal { says, before: code[start..at].to_owned(), within }
        })
        .collect()
}

struct Scan<'a> {
    rest: &'a str,
    /// The code so far, without spaces and comments, literals being `""`.
    code: String,
    /// What stands before each bracket that is open.
    open: Vec<String>,
    /// Each literal: what it says, where it stands in the code, and what it stands within.
    found: Vec<(String, usize, String)>,
}

impl Scan<'_> {
    /// Takes in the next piece; false at the end.
    fn step(&mut self) -> bool {
        let rest = self.rest;
        let Some(first) = rest.chars().next() else { return false };
        if rest.starts_with("//") {
            self.rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
        } else if rest.starts_with("/*") {
            self.rest = &rest[rest.find("*/").map_or(rest.len(), |end| end + 2)..];
        } else if rest.starts_with("#[") || rest.starts_with("#![") {
            self.attribute();
        } else if let Some((says, length)) = literal(rest).filter(|_| !self.in_word()) {
            self.found.push((says, self.code.len(), self.open.last().cloned().unwrap_or_default()));
            self.code.push_str("\"\"");
            self.rest = &rest[length..];
        } else if let Some(length) = character(rest) {
            self.code.push_str("' '");
            self.rest = &rest[length..];
        } else {
            self.code(first);
            self.rest = &rest[first.len_utf8()..];
        }
        true
    }

    /// Whether the code ends in a name, so that an `r` goes on with it.
    fn in_word(&self) -> bool {
        self.rest.starts_with('r') && self.code.ends_with(|last: char| last.is_alphanumeric() || last == '_')
    }

    fn code(&mut self, next: char) {
        match next {
            '(' | '[' => {
                let start = self.code.rfind(|c: char| !(c.is_alphanumeric() || "_!.:".contains(c)));
                let opener = self.code[start.map_or(0, |place| place + 1)..].to_owned();
                let opener = if next == '[' { self.open.last().cloned().unwrap_or_default() } else { opener };
                self.open.push(opener);
            }
            // A block stands within what its statement stands within.
            '{' => self.open.push(self.open.last().cloned().unwrap_or_default()),
            ')' | ']' | '}' => {
                self.open.pop();
            }
            _ => {}
        }
        if next.is_whitespace() {
            // Names stay apart.
            if self.code.ends_with(|last: char| last.is_alphanumeric()) {
                self.code.push(' ');
            }
        } else {
            self.code.push(next);
        }
    }

    fn attribute(&mut self) {
        let length = bracketed(self.rest, '[', ']');
        let test = self.rest.starts_with("#[cfg(test)]");
        self.rest = &self.rest[length..];
        if test {
            let body = self.rest.find('{').unwrap_or(self.rest.len());
            let end = self.rest.find(';').unwrap_or(self.rest.len());
            self.rest = &self.rest[if end < body { end + 1 } else { bracketed(self.rest, '{', '}') }..];
        }
    }
}

/// How far it is to the end of the first bracket.
fn bracketed(text: &str, open: char, close: char) -> usize {
    let (mut depth, mut at) = (0, 0);
    while let Some(next) = text[at..].chars().next() {
        if let Some((_, length)) = literal(&text[at..]) {
            at += length;
            continue;
        }
        if let Some(length) = character(&text[at..]) {
            at += length;
            continue;
        }
        at += next.len_utf8();
        if next == open {
            depth += 1;
        } else if next == close {
            depth -= 1;
            if depth == 0 {
                return at;
            }
        }
    }
    text.len()
}

/// The literal that the text begins with, and its length in the source.
fn literal(text: &str) -> Option<(String, usize)> {
    if let Some(raw) = text.strip_prefix('r') {
        let marks = raw.len() - raw.trim_start_matches('#').len();
        let end = format!("\"{}", "#".repeat(marks));
        let says = raw[marks..].strip_prefix('"')?;
        let length = says.find(&end)?;
        return Some((says[..length].to_owned(), 1 + marks + 1 + length + end.len()));
    }
    let mut letters = text.strip_prefix('"')?.char_indices().peekable();
    let mut says = String::new();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((says, at + 2)),
            '\\' => match letters.next()?.1 {
                'n' => says.push('\n'),
                '\n' => while letters.next_if(|(_, next)| next.is_whitespace()).is_some() {},
                'u' => {
                    let code: String = letters.by_ref().map(|(_, c)| c).skip(1).take_while(|c| *c != '}').collect();
                    says.extend(u32::from_str_radix(&code, 16).ok().and_then(char::from_u32));
                }
                other => says.push(other),
            },
            other => says.push(other),
        }
    }
    None
}

/// The length of the character literal that the text begins with; not of a lifetime.
fn character(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('\'')?;
    let mut letters = inner.char_indices();
    let (_, first) = letters.next()?;
    if first == '\\' {
        return Some(3 + inner[2..].find('\'')?);
    }
    let (at, quote) = letters.next()?;
    (quote == '\'').then_some(at + 2)
}
