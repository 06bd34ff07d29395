//! Generates Rust code from the texts of a ruleset. Authors of texts need no Rust, and the app needs no parser.
//!
//! An invalid entry fails the build. The error shows its file and line.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::{env, fs, io};
use toml::Spanned;

/// The quick reference.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reference {
    chapter: Vec<Chapter>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Chapter {
    id: Spanned<String>,
    title: Spanned<String>,
    heading: Spanned<String>,
    /// True if the reference shows the chapter unfolded.
    #[serde(default)]
    open: bool,
    /// Side of the printed sheet that has the chapter: 1 or 2.
    side: Option<Spanned<u8>>,
    part: Vec<Spanned<Part>>,
}

/// Part of a chapter: paragraphs, or a table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Part {
    words: Option<String>,
    caption: Option<Spanned<String>>,
    head: Option<Vec<String>>,
    rows: Option<Vec<Spanned<Vec<String>>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Glossary {
    #[serde(default)]
    modifier: Vec<Term>,
    term: Vec<Term>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Term {
    ids: Spanned<Vec<String>>,
    #[serde(default)]
    procedures: Vec<String>,
    label: Spanned<String>,
    heading: Spanned<String>,
    rule: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rulings {
    ruling: Vec<Ruling>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ruling {
    number: Spanned<String>,
    question: Spanned<String>,
    answer: Spanned<String>,
    switch: Option<Spanned<String>>,
    choices: Option<Spanned<Vec<Choice>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Choice {
    id: Spanned<String>,
    label: Spanned<String>,
}

/// An error in a file: its place, and the reason.
struct Fault {
    at: Option<Range<usize>>,
    reason: String,
}

type Result<T> = std::result::Result<T, Fault>;

fn fault<T>(at: Range<usize>, reason: impl Into<String>) -> Result<T> {
    Err(Fault { at: Some(at), reason: reason.into() })
}

/// Generates the texts of the crate that is being built. Its files `texts/*.toml` become `texts.rs` in `OUT_DIR`, which its module `texts`
/// includes.
///
/// # Errors
/// If a file cannot be read or written. An error in a text fails the build, with its file and line.
pub fn write() -> io::Result<()> {
    println!("cargo::rerun-if-changed=texts");
    let texts = Path::new("texts");
    let parts = [
        read(&texts.join("reference.toml"), reference)?,
        read(&texts.join("glossary.toml"), glossary)?,
        read(&texts.join("rulings.toml"), rulings)?,
    ];
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names the folder"));
    let all = "/// All texts of the ruleset.\npub const TEXTS: rules::ruleset::Texts = rules::ruleset::Texts {\n\
               glossary: &GLOSSARY,\nreference: reference::CHAPTERS,\nrulings: RULINGS,\neditions: None,\n};\n";
    fs::write(out.join("texts.rs"), parts.concat() + all)
}

/// Returns the Rust code of a file. After an error in the file, reports the error to Cargo and returns no code.
fn read<T: DeserializeOwned>(file: &Path, written: impl Fn(T) -> Result<String>) -> io::Result<String> {
    let text = fs::read_to_string(file)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", file.display())))?;
    let parsed = toml::from_str(&text);
    let parsed = parsed.map_err(|error| Fault { at: error.span(), reason: error.message().to_owned() });
    Ok(parsed.and_then(written).unwrap_or_else(|Fault { at, reason }| {
        let line = at.map_or(1, |at| text[..at.start.min(text.len())].matches('\n').count() + 1);
        println!("cargo::error={}:{line}: {}", file.display(), reason.trim().replace('\n', " "));
        String::new()
    }))
}

fn reference(reference: Reference) -> Result<String> {
    let mut rust = "/// The quick reference, a constant for each chapter.\n\
                    pub mod reference {\nuse rules::ruleset::{Chapter, Part};\n"
        .to_owned();
    let mut names = Vec::new();
    let mut known = BTreeSet::new();
    for Chapter { id, title, heading, open, side, part } in reference.chapter {
        let name = is_id(&id)?.to_uppercase();
        is_new(&mut known, &id)?;
        let parts = part.into_iter().map(written_part).collect::<Result<String>>()?;
        if let Some(side) = side.as_ref().filter(|side| !(1..=2).contains(side.get_ref())) {
            return fault(side.span(), "a sheet has the sides 1 and 2");
        }
        let side = side.map(Spanned::into_inner);
        let (title, heading) = (line(&title)?, line(&heading)?);
        rust += &format!(
            "#[doc = {title:?}]\npub const {name}: Chapter = Chapter {{\n\
             title: {title:?},\nheading: {heading:?},\nis_open: {open},\nsheet_side: {side:?},\nparts: &[\n{parts}],\n}};\n"
        );
        names.push(name);
    }
    let names = names.join(", ");
    Ok(rust + &format!("/// The chapters, in their order.\npub const CHAPTERS: &[Chapter] = &[{names}];\n}}\n"))
}

fn written_part(part: Spanned<Part>) -> Result<String> {
    let at = part.span();
    let part = part.into_inner();
    let (caption, head, rows) = match (part.words, part.caption, part.head, part.rows) {
        (Some(words), None, None, None) => {
            let paragraphs = paragraphs(&words);
            if paragraphs.is_empty() {
                return fault(at, "these words are empty");
            }
            return Ok(paragraphs.iter().map(|words| format!("Part::Words({words:?}),\n")).collect());
        }
        (None, Some(caption), Some(head), Some(rows)) => (caption, head, rows),
        _ => return fault(at, "a part has `words`, or it is a table with `caption`, `head` and `rows`"),
    };
    let mut rust = format!("Part::table({:?}, {}, &[\n", line(&caption)?, list(&head));
    for row in rows {
        let (at, cells) = (row.span(), row.into_inner());
        if cells.len() != head.len() {
            return fault(at, format!("cells of this row: {}, of the head: {}", cells.len(), head.len()));
        }
        let cells: Vec<String> = cells.iter().map(|cell| paragraphs(cell).join(" ")).collect();
        rust += &format!("{},\n", list(&cells));
    }
    Ok(rust + "]),\n")
}

fn glossary(glossary: Glossary) -> Result<String> {
    let modifiers = glossary.modifier.into_iter().map(term).collect::<Result<String>>()?;
    let terms = glossary.term.into_iter().map(term).collect::<Result<String>>()?;
    Ok(format!(
        "/// The glossary.\npub const GLOSSARY: rules::glossary::Glossary = {{\n\
         use rules::glossary::{{Glossary, Term}};\nGlossary {{\nmodifiers: &[\n{modifiers}],\nterms: &[\n{terms}],\n}}\n}};\n"
    ))
}

fn term(term: Term) -> Result<String> {
    if term.ids.get_ref().is_empty() {
        return fault(term.ids.span(), "a term has an id");
    }
    let (ids, of) = (list(term.ids.get_ref()), list(&term.procedures));
    let (label, rule, heading) = (line(&term.label)?, line(&term.rule)?, line(&term.heading)?);
    Ok(format!("Term {{ ids: {ids}, of: {of}, label: {label:?}, rule: {rule:?}, heading: {heading:?} }},\n"))
}

fn rulings(rulings: Rulings) -> Result<String> {
    let mut rust = String::new();
    let (mut numbers, mut switches) = (BTreeSet::new(), BTreeSet::new());
    let mut bound = 0;
    for Ruling { number, question, answer, switch, choices } in rulings.ruling {
        is_new(&mut numbers, &number)?;
        let words = format!("{:?}, {:?}, {:?}", number.get_ref(), line(&question)?, line(&answer)?);
        let Some(field) = switch else {
            if let Some(choices) = choices {
                return fault(choices.span(), "only a ruling with a `switch` has choices");
            }
            let _ = writeln!(rust, "Ruling::fixed({words}),");
            continue;
        };
        is_new(&mut switches, &field)?;
        let field = is_id(&field)?;
        let values = match choices {
            Some(choices) => offered(choices)?,
            None => {
                bound += 1;
                format!("Switch::choices(super::rulings::SWITCHES, {field:?})")
            }
        };
        let _ = writeln!(rust, "Ruling::switched({words}, {field:?}, {values}),");
    }
    let import = if bound > 0 { "Ruling, Switch" } else { "Ruling" };
    let mut rust = format!(
        "/// The rulings, in the order of their numbers.\npub const RULINGS: &[rules::ruleset::Ruling] = {{\n\
         use rules::ruleset::{{{import}}};\n&[\n{rust}]\n}};\n"
    );
    if bound > 0 {
        let reason = "rulings.rs has choices for a switch that rulings.toml does not have";
        let _ = writeln!(rust, "const _: () = assert!(super::rulings::SWITCHES.len() == {bound}, {reason:?});");
    }
    Ok(rust)
}

/// Returns the Rust code of choices that the file lists.
fn offered(choices: Spanned<Vec<Choice>>) -> Result<String> {
    let at = choices.span();
    let choices = choices.into_inner();
    if choices.len() < 2 {
        return fault(at, "a switch has two choices or more");
    }
    let mut known = BTreeSet::new();
    let mut rust = "&[".to_owned();
    for Choice { id, label } in choices {
        is_new(&mut known, &id)?;
        let _ = write!(rust, "rules::form::Choice {{ id: {:?}, label: {:?} }}, ", is_id(&id)?, line(&label)?);
    }
    Ok(rust + "]")
}

/// Splits a text into paragraphs at blank lines. Other line breaks become spaces.
fn paragraphs(text: &str) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    for line in text.lines().map(|line| line.trim_matches([' ', '\t'])) {
        match paragraphs.last_mut() {
            _ if line.is_empty() => paragraphs.push(String::new()),
            Some(paragraph) if !paragraph.is_empty() => *paragraph += &format!(" {line}"),
            last => drop(last.map(|paragraph| *paragraph = line.to_owned())),
        }
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    paragraphs
}

/// Returns a text that must be one paragraph.
fn line(text: &Spanned<String>) -> Result<String> {
    match <[String; 1]>::try_from(paragraphs(text.get_ref())) {
        Ok([line]) => Ok(line),
        Err(found) if found.is_empty() => fault(text.span(), "this text is empty"),
        Err(_) => fault(text.span(), "this text has a blank line"),
    }
}

fn list(texts: &[String]) -> String {
    format!("&{texts:?}")
}

fn is_id(id: &Spanned<String>) -> Result<&str> {
    let text = id.get_ref();
    let fits = text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_');
    if fits { Ok(text) } else { fault(id.span(), format!("{text:?} is no id: small letters, digits and _")) }
}

fn is_new(known: &mut BTreeSet<String>, id: &Spanned<String>) -> Result<()> {
    let is_new = known.insert(id.get_ref().clone());
    if is_new { Ok(()) } else { fault(id.span(), format!("{:?} is there twice", id.get_ref())) }
}
