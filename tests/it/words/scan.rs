//! Finds the string literals of a Rust source, each with the code that it is given to.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A string literal of a source.
#[derive(Debug)]
pub struct Literal {
    /// The text, without quotes and escapes.
    pub text: String,
    /// The innermost call or macro that it is an argument of: `text!`, `.heading`, `Refusal::bad`. Empty if there is none.
    pub within: String,
    /// The field of a struct that it is the value of; empty if it is none.
    pub field: String,
}

/// Reads the literals of a source, without comments, attributes and items for tests alone.
///
/// Reads tokens rather than a syntax tree, as many literals stand in macros, of which a tree says no more.
pub fn literals(source: &str) -> Vec<Literal> {
    let tokens = source.parse().unwrap_or_else(|error| panic!("no Rust: {error}"));
    let mut found = Vec::new();
    scan(tokens, "", &mut found);
    found
}

fn scan(tokens: TokenStream, within: &str, found: &mut Vec<Literal>) {
    let mut before: Vec<TokenTree> = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match &token {
            TokenTree::Punct(hash) if hash.as_char() == '#' => {
                tokens.next_if(|next| matches!(next, TokenTree::Punct(inner) if inner.as_char() == '!'));
                let attribute = tokens.next_if(|next| matches!(next, TokenTree::Group(_)));
                if attribute.is_some_and(|attribute| attribute.to_string().replace(' ', "") == "[cfg(test)]") {
                    let is_end = |token: &TokenTree| match token {
                        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                        TokenTree::Punct(end) => end.as_char() == ';',
                        _ => false,
                    };
                    tokens.by_ref().find(is_end);
                }
                continue;
            }
            TokenTree::Group(group) => {
                // Lists and blocks stand within the same call as the whole of them.
                let is_call = group.delimiter() == Delimiter::Parenthesis || is_macro(&before);
                if is_macro(&before) && called(&before) == "include!" {
                    continue; // a path, not a text
                }
                scan(group.stream(), &if is_call { called(&before) } else { within.to_owned() }, found);
            }
            TokenTree::Literal(literal) => {
                if let syn::Lit::Str(literal) = syn::Lit::new(literal.clone()) {
                    found.push(Literal { text: literal.value(), within: within.to_owned(), field: field(&before) });
                }
            }
            _ => {}
        }
        before.push(token);
    }
}

fn punct(token: Option<&TokenTree>) -> Option<char> {
    token.and_then(|token| if let TokenTree::Punct(punct) = token { Some(punct.as_char()) } else { None })
}

/// True if the tokens end in the name of a macro: `view!`.
fn is_macro(before: &[TokenTree]) -> bool {
    let at = |place: usize| before.len().checked_sub(place).and_then(|index| before.get(index));
    punct(at(1)) == Some('!') && matches!(at(2), Some(TokenTree::Ident(_)))
}

/// The name of a call at the end of the tokens: a method with its dot, a path, a macro with its mark.
fn called(before: &[TokenTree]) -> String {
    let mut name = String::new();
    for token in before.iter().rev() {
        match token {
            TokenTree::Ident(ident) if !name.starts_with(|first: char| first.is_alphanumeric() || first == '_') => {
                name.insert_str(0, &ident.to_string());
            }
            TokenTree::Punct(mark) if mark.as_char() == '!' && name.is_empty() => name.push('!'),
            TokenTree::Punct(mark) if mark.as_char() == ':' => name.insert(0, ':'),
            TokenTree::Punct(dot) if dot.as_char() == '.' => return format!(".{name}"),
            _ => break,
        }
    }
    name
}

/// The name of the field at the end of the tokens: `label:`.
fn field(before: &[TokenTree]) -> String {
    match before {
        [.., TokenTree::Ident(name), TokenTree::Punct(colon)] if colon.as_char() == ':' => name.to_string(),
        _ => String::new(),
    }
}

#[test]
fn a_literal_is_found_with_its_call_and_field() {
    const SOURCE: &str = r##"
        //! "A comment"
        #[doc = "an attribute"]
        fn shown<'a>(unit: &'a Unit) -> View {
            let label = Label { text: "in a field", list: &["in a list"] };
            story.line("to a method").heading("*Melee*");
            Refusal::bad("id", [text!("in {a}\u{301} macro", a = 'c')]);
            view! { <p title=text!("in a view")>{say(r#"in "quotes""#)}</p> }
        }
        #[cfg(test)]
        mod tests { fn of() { text!("a test"); } }
        const LAST: &str = "the last \
                            line";
    "##;
    let found = literals(SOURCE);
    let found: Vec<[&str; 3]> =
        found.iter().map(|literal| [&*literal.text, &*literal.within, &*literal.field]).collect();
    assert_eq!(
        found,
        [
            ["in a field", "", "text"],
            ["in a list", "", ""],
            ["to a method", ".line", ""],
            ["*Melee*", ".heading", ""],
            ["id", "Refusal::bad", ""],
            ["in {a}\u{301} macro", "text!", ""],
            ["in a view", "text!", ""],
            ["in \"quotes\"", "say", ""],
            ["the last line", "", ""],
        ]
    );
}
