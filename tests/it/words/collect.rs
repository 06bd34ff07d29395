//! Collects every English text that players may read, for each part of a catalogue.

use super::played::named;
use super::scan::{Literal, literals};
use crate::folders;
use exchange::storage::scenario::Scenario;
use rules::facts::Facts;
use rules::form::{Choice, Form, Kind};
use rules::procedure::Procedure;
use rules::ruleset::{Chapter, Part, Ruleset, Tracker, Tracks, Wording};
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use test_rulesets as rulesets;
use testing::conformance;

/// English texts.
pub type Texts = BTreeSet<String>;

/// Returns the texts of the app: the marked string literals of its sources.
pub fn of_app() -> Texts {
    marked(&sources(&folders::app()))
}

/// Returns the texts of the engine without its rulesets: the marked string literals of its sources.
pub fn of_engine() -> Texts {
    let mut texts = marked(&of_engine_files("rs"));
    // Trackers that players agree on, such as the clock, are the same in all rulesets.
    for tracker in rulesets::ALL.iter().flat_map(|ruleset| ruleset.common_trackers()) {
        of_tracker(tracker, &mut |text| texts.extend([text.to_owned()]));
    }
    texts
}

/// Returns the texts of a ruleset: those of its description, and the string literals of its sources that players may read.
pub fn of_ruleset(ruleset: &'static Ruleset) -> Texts {
    let mut texts = Texts::new();
    for file in sources(&folders::of_ruleset(ruleset.named.id)) {
        let found = literals(&read(&file)).into_iter().filter(|literal| is_marked(literal) || is_shown(literal));
        texts.extend(found.map(|literal| literal.text));
    }
    let headings = headings(ruleset);
    texts.retain(|text| !headings.contains(text.as_str()));
    let mut described = Texts::new();
    describe(ruleset, &mut described);
    described.extend(headings.iter().flat_map(|heading| heading.split("; ")).map(str::to_owned));
    described.extend(named_in_cases(ruleset));
    texts.extend(described.into_iter().filter(|text| has_words(text)));
    // Titles are names, which are not translated.
    texts.remove(ruleset.named.title);
    texts
}

/// Returns the files that may contain a part's texts, each with its content in one line. The folder's own come first, then the cases, where
/// ids are shown as words.
pub fn contents(part: &str) -> Vec<(String, String)> {
    let cases = conformance::file(part);
    let of_part = |ending: &str| match part {
        "app" => files(&folders::app(), ending),
        "engine" => of_engine_files(ending),
        ruleset => {
            let sources = folders::of_ruleset(ruleset);
            let others = ["texts", "scenarios"].map(|name| sources.with_file_name(name));
            let folders = std::iter::once(&sources).chain(others.iter().filter(|folder| folder.is_dir()));
            folders.flat_map(|folder| files(folder, ending)).collect()
        }
    };
    let mut found: Vec<PathBuf> = ["rs", "toml", "json"].into_iter().flat_map(of_part).collect();
    found.extend(cases.is_file().then_some(cases));
    let in_one_line = |file: PathBuf| {
        let content = read(&file).replace("\\\"", "\"");
        let words: Vec<&str> = content.split_whitespace().filter(|word| *word != "\\").collect();
        (file.display().to_string(), words.join(" "))
    };
    found.into_iter().map(in_one_line).collect()
}

/// Returns the file of a text: one that contains it in quotes, else one that contains its id in quotes, else one that contains it anywhere.
pub fn source_of<'a>(text: &str, contents: &'a [(String, String)]) -> Option<&'a str> {
    let id = format!("\"{}\"", text.replace(' ', "_"));
    let forms = [format!("\"{text}\""), id, text.to_owned()];
    let found = forms.iter().find_map(|form| contents.iter().find(|(_, content)| content.contains(form)));
    found.map(|(file, _)| file.as_str())
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Returns the engine's files with this extension, without tests.
fn of_engine_files(ending: &str) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = folders::engine().iter().flat_map(|folder| files(folder, ending)).collect();
    found.retain(|file| !file.starts_with(folders::app()));
    found
}

/// Returns the Rust files in a folder, without tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    files(folder, "rs")
}

/// Returns the files with this extension in a folder, without tests.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path, ending).into_iter().filter(|_| !path.ends_with("tests")));
        } else if path.extension().is_some_and(|extension| extension == ending) && !path.ends_with("tests.rs") {
            found.push(path);
        }
    }
    found
}

// Literals.

fn marked(files: &[PathBuf]) -> Texts {
    let literals = files.iter().flat_map(|file| literals(&read(file)));
    literals.filter(is_marked).map(|literal| literal.text).collect()
}

/// True if a literal is an argument of a function or macro that creates a text.
fn is_marked(literal: &Literal) -> bool {
    let makes_text = ["say", "term"].contains(&&*literal.within) || literal.within.ends_with("text!");
    let refuses = literal.within.starts_with("Refusal::") || ["bad_if", "forbid_if"].contains(&&*literal.within);
    !literal.text.is_empty() && (makes_text || refuses && !is_id(&literal.text))
}

/// True for a literal of a ruleset that players may read: all, except ids, patterns and headings of the source, which are collected apart.
fn is_shown(literal: &Literal) -> bool {
    const NOT_SHOWN: [&str; 12] = [
        "format!",
        "format_args!",
        ".expect",
        "expect",
        "unreachable!",
        "panic!",
        "assert!",
        "write!",
        "include_str!",
        ".tag",
        "Gap::Unit",
        ".heading",
    ];
    let aside = NOT_SHOWN.contains(&&*literal.within) || ["heading", "authors"].contains(&&*literal.field);
    let is_label = ["label", "words", "title", "caption"].contains(&&*literal.field);
    !aside && (is_label || !is_id(&literal.text)) && has_words(&literal.text)
}

/// True for a text that could be an id, or a path to one.
fn is_id(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "_.[]*".contains(c))
}

/// True if there is a word of at least two letters to translate, outside the names of gaps.
fn has_words(text: &str) -> bool {
    let mut within = false;
    let outside = |c: char| {
        within = (within || c == '{') && c != '}' && c != '|';
        if within || c == '}' { ' ' } else { c }
    };
    let plain: String = text.chars().map(outside).collect();
    plain.split(|c: char| !c.is_alphabetic()).any(|word| word.chars().count() > 1)
}

// Descriptions.

fn describe(ruleset: &'static Ruleset, texts: &mut Texts) {
    let mut add = |text: &str| texts.extend([text.to_owned()]);
    for text in
        [ruleset.named.edition, ruleset.named.about, ruleset.turn, ruleset.unit_noun, ruleset.battle_stats.counts]
    {
        add(text);
    }
    ruleset.battle_stats.uncounted.iter().for_each(|(_, words)| add(words));
    for (label, _) in ruleset.rosters.insights {
        add(label);
    }
    for phase in ruleset.phases {
        add(phase.title);
        add(phase.needs);
    }
    for (_, question) in ruleset.all_quick_questions() {
        add(question.asks);
        question.answers.iter().for_each(|answer| add(answer.label));
    }
    for ruling in ruleset.texts.rulings {
        add(ruling.question);
        add(ruling.answer);
        ruling.switch.iter().for_each(|switch| choices(switch.values, &mut add));
    }
    let differences = ruleset.texts.editions.as_ref().map(|editions| editions.differences);
    for chapter in ruleset.texts.reference.iter().chain(differences) {
        of_chapter(chapter, &mut add);
    }
    for tracker in [ruleset.trackers.unit, ruleset.trackers.side, ruleset.trackers.battle].into_iter().flatten() {
        of_tracker(tracker, &mut add);
    }
    for term in [ruleset.texts.glossary.modifiers, ruleset.texts.glossary.terms].into_iter().flatten() {
        add(term.label);
        add(term.rule);
    }
    form(ruleset.profile, &mut add);
    ruleset.rosters.side_profile.iter().for_each(|profile| form(profile, &mut add));
    for procedure in ruleset.procedures {
        of_procedure(procedure, &mut add);
    }
    samples(ruleset.rosters.samples, &mut add);
    for file in ruleset.rosters.scenarios {
        let mut scenario: Scenario = serde_json::from_str(file).expect("a scenario is JSON");
        scenario.texts_mut().into_iter().for_each(|text| add(text));
    }
    for preset in serde_json::from_str::<Vec<Json>>(ruleset.rosters.presets).expect("presets are JSON") {
        add(preset["name"].as_str().expect("a preset has a name"));
    }
    if let Some(guide) = ruleset.guide {
        samples(guide.armies, &mut add);
    }
}

/// Headings of the source, as rules name them: several are separated by semicolons. Each part is translated by itself.
fn headings(ruleset: &'static Ruleset) -> BTreeSet<&'static str> {
    let terms =
        [ruleset.texts.glossary.modifiers, ruleset.texts.glossary.terms].into_iter().flatten().map(|term| term.heading);
    let chapters = ruleset.texts.reference.iter().map(|chapter| chapter.heading);
    let rules = ruleset.turn_rules;
    let turn = rules.next_bans.iter().map(|ban| ban.heading).chain(rules.duties.iter().map(|rule| rule.heading));
    let bans = ruleset.procedures.iter().flat_map(|procedure| procedure.all_bans()).map(|ban| ban.heading);
    let turn = turn.chain(bans);
    terms.chain(chapters).chain(turn).chain(ruleset.procedures.iter().map(|procedure| procedure.heading)).collect()
}

fn of_chapter(chapter: &Chapter, add: &mut impl FnMut(&str)) {
    add(chapter.title);
    for part in chapter.parts {
        match part {
            Part::Words(words) => add(words),
            Part::Table { caption, head, rows } => {
                add(caption);
                rows.iter().flat_map(|row| row.iter()).chain(*head).for_each(|cell| add(cell));
            }
        }
    }
}

fn of_tracker(tracker: &Tracker, add: &mut impl FnMut(&str)) {
    add(tracker.label);
    if let Wording::CardText(template) = tracker.wording {
        add(template);
    }
    if let Tracks::Word(values) = tracker.kind {
        choices(values, add);
    }
}

fn of_procedure(procedure: &Procedure, add: &mut impl FnMut(&str)) {
    add(procedure.title);
    add(procedure.group_label());
    add(procedure.about);
    form(procedure.form, add);
    procedure.sketch.iter().for_each(|sketch| form(sketch.form, add));
    for role in procedure.participants {
        add(role.label);
        add(role.tag.trim());
    }
    procedure.chances.iter().for_each(|chance| add(chance.label));
    procedure.axes.iter().for_each(|axis| add(axis.label));
    procedure.roll_names.iter().for_each(|(_, words)| add(words));
    procedure.variants.iter().for_each(|variant| add(variant.label));
    procedure.lots.iter().for_each(|lots| [lots.draw, lots.name].into_iter().for_each(&mut *add));
    if let Some(grid) = &procedure.grid {
        add(grid.words);
        marks(grid.facing, grid.lies).into_iter().for_each(&mut *add);
    }
}

/// Returns the names of the squares around a unit, for one of its facings.
fn marks(facing: &str, lies: fn(&Facts, i32, i32) -> Vec<&'static str>) -> Vec<&'static str> {
    const AROUND: std::ops::RangeInclusive<i32> = -6..=6;
    let ways = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
    let faces = ways.map(|way| {
        let mut facts = Facts::default();
        facts.set(facing, way);
        facts
    });
    let squares = AROUND.flat_map(|east| AROUND.map(move |north| (east, north)));
    squares.flat_map(|(east, north)| faces.iter().flat_map(move |facts| lies(facts, east, north))).collect()
}

fn form(form: &Form, add: &mut impl FnMut(&str)) {
    for field in form.fields {
        add(&if field.label.is_empty() { spaced(field.id) } else { field.label.to_owned() });
        field.ways.into_iter().flatten().for_each(&mut *add);
        add(field.help);
        kind(&field.kind, add);
    }
    form.one_of.iter().chain(&form.head).for_each(|form| self::form(form, add));
}

fn kind(kind: &Kind, add: &mut impl FnMut(&str)) {
    match kind {
        Kind::Choice(values) | Kind::Counts { of: values, .. } => choices(values, add),
        Kind::Object(inner) => form(inner, add),
        Kind::List { of, .. } => self::kind(of, add),
        Kind::Whole { .. } | Kind::OneOf(_) | Kind::Number { .. } | Kind::Flag | Kind::Text(_) => {}
    }
}

fn choices(values: &[Choice], add: &mut impl FnMut(&str)) {
    for value in values {
        add(&if value.label.is_empty() { spaced(value.id) } else { value.label.to_owned() });
    }
}

/// Adds the names in sample rosters. A copy of a sample has them in the player's language.
fn samples(text: &str, add: &mut impl FnMut(&str)) {
    let file: Json = serde_json::from_str(text).expect("samples are JSON");
    for roster in file["rosters"].as_array().expect("rosters") {
        let units = roster["units"].as_array().into_iter().flatten();
        let names = units.map(|unit| &unit["name"]).chain([&roster["name"], &roster["note"]]);
        names.filter_map(Json::as_str).for_each(&mut *add);
    }
}

// Ids that are shown as words: of rolls, modifiers and values of outcomes.

/// Returns an id as words.
pub fn spaced(id: &str) -> String {
    id.replace('_', " ")
}

/// Returns the words that ids in the ruleset's cases are shown as, without the numbers of participants.
fn named_in_cases(ruleset: &Ruleset) -> Texts {
    let mut ids = Texts::new();
    for case in conformance::cases(ruleset.named.id) {
        let procedure = case["request"]["procedure"].as_str().and_then(|id| ruleset.procedure(id));
        // Names from the request are no texts of the ruleset, and neither are rolls named after them.
        let mut names = Vec::new();
        named(&case["request"]["input"], &mut names);
        let names: Vec<String> = names.into_iter().map(|name| format!("_{name}_")).collect();
        let nameless = |id: &str| !names.iter().any(|name| format!("_{id}_").contains(name));
        for resolution in case["resolutions"].as_array().into_iter().flatten() {
            let answer = &resolution["answer"];
            let list = |key: &str| answer[key].as_array().into_iter().flatten();
            let named = list("modifiers").map(|modifier| &modifier["id"]);
            let rolled =
                list("rolls").map(|roll| &roll["purpose"]).filter(|purpose| purpose.as_str().is_some_and(nameless));
            let spoken = named.chain(rolled).filter_map(Json::as_str);
            ids.extend(spoken.flat_map(|id| spoken_of(id, procedure)).map(|id| spaced(&id)));
            answer["outcome"]
                .as_object()
                .into_iter()
                .flatten()
                .for_each(|(name, value)| data(name, value, &nameless, &mut ids));
        }
    }
    ids
}

/// Returns an id without its participants, in the forms in which it is shown: next to their names, and without tags of several words. Empty
/// if the procedure has words for the whole id.
fn spoken_of(id: &str, procedure: Option<&Procedure>) -> Vec<String> {
    let Some(procedure) = procedure else { return Vec::new() };
    if procedure.roll_names.iter().any(|(roll, _)| *roll == id) {
        return Vec::new();
    }
    let is_one = |part: &str| {
        let number = |role: &str| part.strip_prefix(role).is_some_and(|rest| rest.parse::<u8>().is_ok());
        procedure.participants.iter().any(|role| !role.tag.is_empty() && number(role.tag))
    };
    let mut rest = id;
    while let Some((_, others)) = rest.split_once('_').filter(|(part, _)| is_one(part)) {
        rest = others;
    }
    if is_one(rest) {
        return Vec::new();
    }
    // `shooter_1_in_cover`, `side_a_pieces`.
    let tags = procedure.participants.iter().map(|role| role.tag.replace(' ', "_")).filter(|tag| tag.ends_with('_'));
    let prefixes = tags.chain(["side_".to_owned()]);
    let after = |prefix: String| Some(rest.strip_prefix(&prefix)?.split_once('_')?.1.to_owned());
    prefixes.filter_map(after).chain([rest.to_owned()]).collect()
}

/// Adds the name of a value and the words in it, without names from the request.
fn data(name: &str, value: &Json, nameless: &dyn Fn(&str) -> bool, ids: &mut Texts) {
    if nameless(name) {
        ids.insert(spaced(name));
    }
    match value {
        // A word with a digit comes from the request.
        Json::String(word) if is_id(word) && !word.contains(|c: char| c.is_ascii_digit()) => ids.extend([spaced(word)]),
        Json::Array(list) => list.iter().for_each(|member| data(name, member, nameless, ids)),
        Json::Object(inner) => inner.iter().for_each(|(name, value)| data(name, value, nameless, ids)),
        _ => {}
    }
}
