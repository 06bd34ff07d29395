//! Checks the floors inside the crates and the order of the app's folders, where code uses only lower ones, and the style of docs.

use crate::folders;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use syn::visit::Visit;

/// Returns a path from the project's folder.
fn here(path: PathBuf) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The app's folders, from the lowest. The root of the app, which mounts it, uses all of them.
const APP: [&str; 5] = ["platform", "state", "components", "pages", "lazy"];

/// True if a line selects a value by the index of another enum's variant. Reordering either enum would change the result without an error.
fn converts_by_index(line: &str) -> bool {
    line.contains(".index()") && (line.contains("::ALL.get(") || line.contains("::ALL["))
}

#[test]
fn no_enum_is_converted_by_index() {
    assert!(converts_by_index("TroopType::ALL.get(self.troop_type.index()).copied()"));
    let mut found = Vec::new();
    for file in test_rulesets::ALL.iter().flat_map(|ruleset| files(&here(folders::of_ruleset(ruleset.named.id)))) {
        let text = fs::read_to_string(&file).expect("it is text");
        let lines = text.lines().filter(|line| converts_by_index(line));
        found.extend(lines.map(|line| format!("{}: {line}", file.display())));
    }
    assert!(found.is_empty(), "write these value by value:\n{}", found.join("\n"));
}

#[test]
fn no_folder_of_the_app_uses_a_higher_one_and_no_page_another() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let level = |folder: &str| APP.iter().position(|known| *known == folder);
    let files = files(&sources.join("app"));
    assert!(files.len() > 60, "only {} files of the app were found", files.len());
    let mut upwards = Vec::new();
    for file in files {
        let place = module(file.strip_prefix(&sources).expect("a file of the sources"));
        let Some(own_level) = place.get(1).and_then(|folder| level(folder)) else { continue };
        for used in uses(&fs::read_to_string(&file).expect("it is text"), &place) {
            let Some([_, folder, rest @ ..]) = used.first().filter(|root| *root == "app").map(|_| used.as_slice())
            else {
                continue;
            };
            let is_above = level(folder).is_none_or(|level| level > own_level);
            let is_another = folder == "pages" && place[1] == "pages" && rest.first() != place.get(2);
            if is_above || is_another {
                upwards.push(format!("{}: {} uses {}", file.display(), place.join("::"), used.join("::")));
            }
        }
    }
    assert!(upwards.is_empty(), "these point up, or from one page to another:\n{}", upwards.join("\n"));
}

/// The floors of a folder: names of its files and folders, from the lowest. Cargo checks dependencies between crates.
struct Room {
    /// The sources of a crate.
    sources: &'static str,
    /// A folder of these sources; empty for all.
    folder: &'static str,
    /// Floors below the groups.
    below: &'static [&'static [&'static str]],
    /// True if names without a floor are groups that do not use each other, such as the procedures of a ruleset.
    has_groups: bool,
    /// Floors above the groups.
    above: &'static [&'static [&'static str]],
}

/// Folders with floors. Names on one floor may use each other.
const ROOMS: [Room; 8] = [
    Room {
        sources: "crates/rules/src",
        folder: "",
        below: &[
            &[
                "grid",
                "hashes",
                "lists",
                "names",
                "number",
                "refusal",
                "side",
                "steady_clock",
                "subject",
                "text",
                "trail",
            ],
            &["dice"],
            &["outcome"],
            &["facts", "form"],
            &[
                "ban",
                "battle_stats",
                "clock",
                "closing",
                "consequences",
                "filling",
                "forecast",
                "glossary",
                "guide",
                "input",
                "own",
                "procedure",
                "registry",
                "ruleset",
                "scenario",
                "secrecy",
                "table",
                "turn",
            ],
            &["prelude"],
        ],
        has_groups: false,
        above: &[],
    },
    Room {
        sources: "crates/argad/src",
        folder: "",
        below: &[
            &["ids", "terms", "rulings"],
            &["facts"],
            &["unit", "glance", "states", "sign", "loading"],
            &["input", "bans", "order", "command", "losses", "open_duties"],
        ],
        has_groups: true,
        above: &[&["turn", "phases"], &["battle_stats", "guide", "texts", "trackers"]],
    },
    Room {
        sources: "crates/arquebusier/src",
        folder: "",
        below: &[&["ids", "terms", "rulings"], &["facts"], &["unit"], &["bans", "disorder", "dice_words"]],
        has_groups: true,
        above: &[&["turn"], &["battle_stats", "guide", "texts"]],
    },
    Room {
        sources: "crates/pike_and_shot/src",
        folder: "",
        below: &[
            &["ids", "terms"],
            &["facts"],
            &["unit"],
            &["labels"],
            &["agreements", "bans", "casualties", "effects", "relations", "target", "terrain"],
        ],
        has_groups: true,
        above: &[&["turn"], &["battle_stats", "guide", "paper", "texts"]],
    },
    Room {
        sources: "crates/pikette_squared/src",
        folder: "",
        below: &[
            &["ids", "terms", "rulings"],
            &["army_lists", "words"],
            &["facts"],
            &["unit"],
            &["bans", "bearing", "ground", "price", "result", "roll_off"],
        ],
        has_groups: true,
        above: &[&["turn"], &["battle_stats", "guide", "texts"]],
    },
    // The type `Battle` is at the root of its crate. Its methods are in the modules of their subjects, so every floor may use it.
    Room {
        sources: "crates/battle/src",
        folder: "",
        below: &[
            &[
                "checked_string",
                "chain",
                "control",
                "corrected",
                "draft",
                "event",
                "header",
                "link",
                "revision",
                "stamp",
            ],
            &["seat", "streams"],
            &["groups", "rolls"],
            &["state", "turn"],
            &["carried", "checkpoint", "mark", "participants", "relation", "replay", "sample"],
            &["act"],
            &["aside", "binding", "concurrent"],
            &["referee"],
            &["ruled"],
            &["correct", "guide", "upkeep", "waiting"],
            &["seats"],
            &["closed", "verify", "view"],
            &["analysis"],
            &["forecast"],
            &["panel"],
        ],
        has_groups: false,
        above: &[],
    },
    Room {
        sources: "crates/battle/src",
        folder: "forecast",
        below: &[
            &["reads"],
            &["versions"],
            &["acts", "known", "states", "summary"],
            &["decide", "job", "outcomes", "tree"],
            &["steps"],
            &["walk"],
        ],
        has_groups: false,
        above: &[],
    },
    Room {
        sources: "crates/exchange/src",
        folder: "",
        below: &[&["storage"], &["share"], &["contract"]],
        has_groups: false,
        above: &[],
    },
];

impl Room {
    /// Returns the floor of a name; `None` if it has no floor and is no group.
    fn floor(&self, name: &str) -> Option<usize> {
        let has = |floor: &&[&str]| floor.contains(&name);
        let above = || self.above.iter().position(has).map(|floor| self.below.len() + 1 + floor);
        let group = || self.has_groups.then_some(self.below.len());
        self.below.iter().position(has).or_else(above).or_else(group)
    }

    /// True if this is the floor of groups that may not use each other.
    fn are_groups(&self, floor: usize) -> bool {
        self.has_groups && floor == self.below.len()
    }
}

#[test]
fn no_file_uses_a_higher_floor_and_no_procedure_another() {
    let mut upwards = Vec::new();
    for room in ROOMS {
        let sources = here(PathBuf::from(room.sources));
        let inside: Vec<String> = room.folder.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect();
        let files = files(&sources.join(room.folder));
        let places = files.iter().map(|file| module(file.strip_prefix(&sources).expect("a file of the sources")));
        let names: BTreeSet<String> = places.filter_map(|place| place.get(inside.len()).cloned()).collect();
        let shown = shown_by_root(&sources, room.folder);
        for named in room.below.iter().chain(room.above).copied().flatten() {
            assert!(names.contains(*named), "{} {} has no {named}", room.sources, room.folder);
        }
        for file in &files {
            let place = module(file.strip_prefix(&sources).expect("a file of the sources"));
            let Some(name) = place.get(inside.len()) else { continue };
            let own_floor =
                room.floor(name).unwrap_or_else(|| panic!("{name} has no floor in {} {}", room.sources, room.folder));
            for used in uses(&fs::read_to_string(file).expect("it is text"), &place) {
                let used = used.strip_prefix(inside.as_slice()).and_then(|used| used.first());
                let used = used.map(|used| shown.get(used).unwrap_or(used));
                let Some(used) = used.filter(|used| *used != name && names.contains(*used)) else { continue };
                let floor = room.floor(used).unwrap_or(usize::MAX);
                if floor > own_floor || floor == own_floor && room.are_groups(floor) {
                    upwards.push(format!("{}: {name} uses {used}", file.display()));
                }
            }
        }
    }
    assert!(upwards.is_empty(), "these point up, or from one group to another:\n{}", upwards.join("\n"));
}

/// Breakpoints of the styles, which the tokens explain. The app uses equal ones (`src/app/platform/screen.rs`).
const BREAKPOINTS: [&str; 5] = [
    "(max-width: 47.99em)",
    "(min-width: 48em)",
    "(min-width: 48em) and (min-height: 30em)",
    "(min-width: 60em) and (min-height: 30em)",
    "(orientation: landscape) and (min-width: 30em) and (max-height: 30em)",
];

#[test]
fn styles_and_app_have_the_same_few_breakpoints_and_every_sheet_has_its_layer() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let main = fs::read_to_string(project.join("style/main.css")).expect("the list of sheets");
    let mut wrong = Vec::new();
    for entry in fs::read_dir(project.join("style")).expect("the folder of styles") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        let text = fs::read_to_string(&path).expect("it is text");
        let queries = text.lines().filter_map(|line| line.trim().strip_prefix("@media ")?.strip_suffix(" {"));
        let strange = queries.filter(|query| query.contains("width") && !BREAKPOINTS.contains(query));
        wrong.extend(strange.map(|query| format!("{name}: {query}")));
        if name != "main.css" && !main.contains(&format!("@import './{name}' layer(")) {
            wrong.push(format!("{name} has no layer in main.css"));
        }
    }
    let screen = fs::read_to_string(project.join("src/app/platform/screen.rs")).expect("the app's queries");
    let asked = screen.lines().filter_map(|line| line.split('"').nth(1).filter(|text| text.starts_with("(min-width")));
    wrong.extend(asked.filter(|query| !BREAKPOINTS.contains(query)).map(|query| format!("screen.rs: {query}")));
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Returns the custom properties of CSS that begin with `before` in a text, without their dashes.
fn properties(text: &str, before: &str) -> BTreeSet<String> {
    let name = |rest: &str| rest.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).next().map(str::to_owned);
    text.split(before).skip(1).filter_map(name).collect()
}

#[test]
fn every_custom_property_that_a_style_uses_is_set_somewhere() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sheets: String = fs::read_dir(project.join("style"))
        .expect("the folder of styles")
        .map(|entry| fs::read_to_string(entry.expect("an entry").path()).expect("it is text"))
        .collect();
    let app: String =
        files(&project.join("src/app")).iter().map(|file| fs::read_to_string(file).expect("it is text")).collect();
    let is_set = |name: &String| sheets.contains(&format!("--{name}:")) || app.contains(&format!("--{name}"));
    let used = properties(&sheets, "var(--");
    assert!(used.len() > 40, "only {} properties were found", used.len());
    let missing: Vec<&String> = used.iter().filter(|name| !is_set(name)).collect();
    assert!(missing.is_empty(), "nothing sets {missing:?}");
}

/// Markup that only one component may contain, and the files that contain it.
const DRAWN_ONCE: [(&str, &[&str]); 5] = [
    ("type=\"radio\"", &["components/choice.rs"]),
    ("class=\"step\"", &["components/stepper.rs"]),
    // After a panic no component works, so a script shows that the app has stopped.
    ("<dialog", &["components/dialog.rs", "components/stopped.rs"]),
    ("show_modal", &["components/dialog.rs"]),
    ("role=\"dialog\"", &[]),
];

#[test]
fn choices_steps_and_dialogs_are_each_drawn_by_one_component() {
    let app = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/app");
    let mut texts: Vec<(String, String)> = files(&app)
        .into_iter()
        .map(|file| {
            let name = file.strip_prefix(&app).expect("a file of the app").display().to_string();
            (name, fs::read_to_string(&file).expect("it is text"))
        })
        .collect();
    texts.sort();
    assert!(texts.len() > 60, "only {} files of the app were found", texts.len());
    for (markup, expected) in DRAWN_ONCE {
        let found: Vec<&str> =
            texts.iter().filter(|(_, text)| text.contains(markup)).map(|(name, _)| name.as_str()).collect();
        assert_eq!(found, expected, "files with {markup}");
    }
}

/// Words that must not begin a doc comment, because they lead to sentences without a noun.
const NO_BEGINNINGS: [&str; 5] = ["What", "Whether", "Who", "Whose", "The same"];

#[test]
fn no_doc_comment_begins_with_a_question_word() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut wrong = Vec::new();
    let mut count = 0;
    for folder in ["src", "crates", "tests", "xtask/src"] {
        for file in rust_files(&project.join(folder)) {
            let text = fs::read_to_string(&file).expect("it is text");
            let mut inside = false;
            for (number, line) in text.lines().enumerate() {
                let comment = line.trim_start().strip_prefix("///").or_else(|| line.trim_start().strip_prefix("//!"));
                let begins = comment.is_some_and(|comment| !inside && !comment.trim().is_empty());
                inside = comment.is_some_and(|comment| !comment.trim().is_empty());
                count += usize::from(begins);
                let words = comment.unwrap_or_default().trim_start();
                let begins_with = |beginning: &str| {
                    words.strip_prefix(beginning).is_some_and(|rest| rest.starts_with([' ', ',', ':']))
                };
                if begins && NO_BEGINNINGS.iter().any(|beginning| begins_with(beginning)) {
                    wrong.push(format!("{}:{}: {words}", file.display(), number + 1));
                }
            }
        }
    }
    assert!(count > 2_000, "only {count} doc comments were found");
    assert!(wrong.is_empty(), "begin these with the noun or the verb that they are about:\n{}", wrong.join("\n"));
}

#[test]
fn re_exports_of_a_root_are_found() {
    let mut shown = BTreeMap::new();
    let source = "pub use event::{Event, inner::Seen as Looked}; use std::fmt; pub use crate::core::text::Text;";
    for item in syn::parse_file(source).expect("it is Rust").items {
        let syn::Item::Use(used) = item else { continue };
        note_shown(&used.tree, None, &mut shown);
    }
    let known = |name: &str| shown.get(name).map(String::as_str);
    assert_eq!([known("Event"), known("Looked"), known("Seen")], [Some("event"), Some("event"), None]);
}

#[test]
fn uses_are_found_in_every_form() {
    let source = "
        use crate::core::text::Text;
        use crate::{dice, form::{self, Field}};
        use super::super::battle::State;
        use super::sibling::Own;
        fn f(own: crate::rules::Rule) -> bool { matches!(own, crate::share::Shared) }
        macro_rules! m { () => { $crate::outcome::Value } }
        #[cfg(test)]
        mod tests { use crate::contract; }
        mod inner { use super::super::super::storage::Key; }
    ";
    let place = ["analysis".to_owned(), "odds".to_owned()];
    let found: BTreeSet<String> = uses(source, &place).into_iter().map(first).collect();
    let expected = ["analysis", "battle", "core", "dice", "form", "outcome", "rules", "share", "storage"];
    assert_eq!(found, expected.map(str::to_owned).into());
}

/// Returns the folder that a path begins with.
fn first(path: Vec<String>) -> String {
    path.into_iter().next().unwrap_or_default()
}

/// Returns all Rust files below a folder, except tests.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        if name == "tests" {
            continue;
        }
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") && !["lib", "main"].contains(&name.as_str()) {
            found.push(path);
        }
    }
    found
}

/// Returns all Rust files below a folder.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of sources").map(|entry| entry.expect("an entry").path());
    let found = entries.flat_map(|path| if path.is_dir() { rust_files(&path) } else { vec![path] });
    found.filter(|path| path.extension().is_some_and(|ending| ending == "rs")).collect()
}

/// Returns the path of the module in a file: `["battle", "verify"]`.
fn module(file: &Path) -> Vec<String> {
    let parts = file.with_extension("");
    let mut parts: Vec<String> = parts.iter().filter_map(|part| Some(part.to_str()?.to_owned())).collect();
    if parts.last().is_some_and(|last| last == "mod") {
        parts.pop();
    }
    parts
}

/// Returns the names that the root of a folder re-exports, each with its file.
fn shown_by_root(sources: &Path, folder: &str) -> BTreeMap<String, String> {
    let folder = sources.join(folder);
    let roots = [folder.join("lib.rs"), folder.with_extension("rs"), folder.join("mod.rs")];
    let root = roots.iter().find(|root| root.exists()).expect("a folder has a root");
    let source = fs::read_to_string(root).expect("it is text");
    let mut shown = BTreeMap::new();
    for item in syn::parse_file(&source).expect("it is Rust").items {
        if let syn::Item::Use(used) = item {
            note_shown(&used.tree, None, &mut shown);
        }
    }
    shown
}

/// Records the names that a `use` of a file of the same folder imports: `pub use event::{Event, Seen}`.
fn note_shown(tree: &syn::UseTree, file: Option<&str>, shown: &mut BTreeMap<String, String>) {
    let mut note = |name: &syn::Ident| {
        if let Some(file) = file {
            shown.insert(name.to_string(), file.to_owned());
        }
    };
    match tree {
        syn::UseTree::Path(path) => {
            let first = path.ident.to_string();
            note_shown(&path.tree, Some(file.unwrap_or(&first)), shown);
        }
        syn::UseTree::Group(group) => group.items.iter().for_each(|item| note_shown(item, file, shown)),
        syn::UseTree::Name(name) => note(&name.ident),
        syn::UseTree::Rename(renamed) => note(&renamed.rename),
        syn::UseTree::Glob(_) => {}
    }
}

/// Returns the paths that a source in the module `place` uses, from the root of the crate.
fn uses(source: &str, place: &[String]) -> BTreeSet<Vec<String>> {
    let file = syn::parse_file(source).expect("it is Rust");
    let mut uses = Uses { place: place.to_vec(), found: BTreeSet::new() };
    uses.visit_file(&file);
    uses.found
}

/// The paths found so far, and the current module.
struct Uses {
    place: Vec<String>,
    found: BTreeSet<Vec<String>>,
}

impl Uses {
    /// Records a path that begins with `crate`, or with as many `super` as lead out of its folder.
    fn note(&mut self, path: &[String]) {
        let absolute = match path.first().map(String::as_str) {
            Some("crate") => path[1..].to_vec(),
            Some("super") => {
                let supers = path.iter().take_while(|part| *part == "super").count();
                let left = self.place.len().saturating_sub(supers);
                [&self.place[..left], &path[supers..]].concat()
            }
            _ => return,
        };
        if absolute.first().is_some_and(|first| first != "self") {
            self.found.insert(absolute);
        }
    }

    fn note_tree(&mut self, tree: &syn::UseTree, before: &mut Vec<String>) {
        match tree {
            syn::UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.note_tree(&path.tree, before);
                before.pop();
            }
            syn::UseTree::Group(group) => group.items.iter().for_each(|item| self.note_tree(item, before)),
            syn::UseTree::Name(syn::UseName { ident }) | syn::UseTree::Rename(syn::UseRename { ident, .. }) => {
                before.push(ident.to_string());
                self.note(before);
                before.pop();
            }
            syn::UseTree::Glob(_) => self.note(before),
        }
    }

    /// Records the paths in the tokens of a macro: `crate::…`, `$crate::…` and `super::…`.
    fn note_tokens(&mut self, tokens: proc_macro2::TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                proc_macro2::TokenTree::Ident(ident) if colons == 2 && !path.is_empty() => {
                    path.push(ident.to_string());
                    colons = 0;
                    continue;
                }
                proc_macro2::TokenTree::Punct(ref punct)
                    if punct.as_char() == ':' && !path.is_empty() && colons < 2 =>
                {
                    colons += 1;
                    continue;
                }
                _ => {}
            }
            self.note(&path);
            path.clear();
            colons = 0;
            match token {
                proc_macro2::TokenTree::Ident(ident) => path.push(ident.to_string()),
                proc_macro2::TokenTree::Group(group) => self.note_tokens(group.stream()),
                _ => {}
            }
        }
        self.note(&path);
    }
}

fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && matches!(&attribute.meta, syn::Meta::List(list) if list.tokens.to_string() == "test")
    })
}

impl<'ast> Visit<'ast> for Uses {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_for_tests(&item.attrs) {
            self.place.push(item.ident.to_string());
            syn::visit::visit_item_mod(self, item);
            self.place.pop();
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if !is_for_tests(&item.attrs) {
            self.note_tree(&item.tree, &mut Vec::new());
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let parts: Vec<String> = path.segments.iter().map(|part| part.ident.to_string()).collect();
        self.note(&parts);
        syn::visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.note_tokens(call.tokens.clone());
        syn::visit::visit_macro(self, call);
    }
}
