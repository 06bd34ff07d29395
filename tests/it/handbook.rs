//! Checks the handbook, `cargo doc`: each ruleset's page has a row for each of its procedures and rulings, and paths and calls exist.

use crate::folders;
use rules::procedure::Procedure;
use rules::ruleset::Ruling;
use std::path::{Path, PathBuf};
use test_rulesets as rulesets;

#[test]
fn the_page_of_each_ruleset_lists_its_procedures_and_rulings() {
    for ruleset in rulesets::ALL {
        let page = page(ruleset.named.id);
        let procedures = table(
            ["procedure", "what it is", "in the source"],
            ruleset.procedures.iter().map(|procedure| row(procedure)),
        );
        let rulings = table(["", "the question", "who decides"], ruleset.texts.rulings.iter().map(ruled));
        for part in [procedures, rulings] {
            assert!(page.contains(&part), "this belongs into the page of {}, as it is:\n\n{part}", ruleset.named.id);
        }
    }
}

#[test]
fn the_map_of_the_handbook_lists_every_crate() {
    let page = include_str!("../../src/lib.rs");
    for folder in folders::crates() {
        let name = folder.parent().and_then(Path::file_name).expect("a crate has a folder").display().to_string();
        let named = |line: &str| line.starts_with("//! | ") && line.contains(&format!("`{name}`"));
        assert!(page.lines().any(named), "the map of src/lib.rs lacks {name}");
    }
}

/// Returns a path from the project's folder.
fn here(path: impl AsRef<Path>) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Returns the documentation of a ruleset's crate.
fn page(id: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(folders::of_ruleset(id)).join("lib.rs");
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn row(procedure: &Procedure) -> [String; 3] {
    [format!("`{}`", procedure.id), procedure.title.to_owned(), procedure.heading.to_owned()]
}

fn ruled(ruling: &Ruling) -> [String; 3] {
    let who = if ruling.switch.is_some() { "the players" } else { "Drumhead" };
    [ruling.number.to_owned(), ruling.question.to_owned(), who.to_owned()]
}

/// Writes a table with these rows; an empty text without rows.
fn table(head: [&str; 3], rows: impl Iterator<Item = [String; 3]>) -> String {
    let line = |cells: [String; 3]| format!("//! | {} |\n", cells.join(" | "));
    let rows: String = rows.map(line).collect();
    if rows.is_empty() {
        return rows;
    }
    line(head.map(str::to_owned)) + &line(head.map(|_| "---".to_owned())) + &rows
}

/// The readme, pages of `docs`, and the first page of the handbook.
const PAGES: [&str; 9] = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "docs/building.md",
    "docs/log_fields.md",
    "docs/longer_runs.md",
    "docs/publishing.md",
    "docs/measured.md",
    "src/lib.rs",
];

/// Returns the code of a page: between backticks, and the lines of code blocks.
fn code(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut in_block = false;
    for line in page.lines() {
        let line = line.strip_prefix("//!").unwrap_or(line).trim();
        match line.strip_prefix("```") {
            Some(_) => in_block = !in_block,
            None if in_block => found.push(line.to_owned()),
            None => found.extend(line.split('`').skip(1).step_by(2).map(str::to_owned)),
        }
    }
    found
}

/// Returns the targets of links to files.
fn links(page: &str) -> Vec<&str> {
    let targets = page.split("](").skip(1).filter_map(|rest| rest.split([')', '#', ' ']).next());
    let images = page.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
    targets.chain(images).filter(|to| !to.is_empty() && !to.contains("://") && !to.contains("::")).collect()
}

/// True if a path from the project's folder exists. The last name may contain `*`, and `<ruleset>` stands for any ruleset.
fn is_there(project: &Path, path: &str) -> bool {
    let path = path.trim_end_matches('/').replace("<ruleset>", "argad");
    let Some((before, after)) = path.split_once('*') else { return project.join(&path).exists() };
    let (folder, start) = before.rsplit_once('/').unwrap_or((".", before));
    let entries = std::fs::read_dir(project.join(folder)).into_iter().flatten().filter_map(Result::ok);
    let mut names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.any(|name| name.starts_with(start) && name.ends_with(after))
}

#[test]
fn every_path_in_the_readme_and_the_docs_exists() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["src/", "crates/", "tests/", "docs/", "xtask/", "public/", "style/", ".ci/", ".cargo/"];
    let (mut count, mut missing) = (0, Vec::new());
    for name in PAGES {
        let page = std::fs::read_to_string(project.join(name)).expect("it is text");
        let here = Path::new(name).parent().expect("a file");
        let is_markdown = name.ends_with(".md");
        let linked = links(&page).into_iter().filter(|_| is_markdown).map(|to| here.join(to).display().to_string());
        let code = code(&page);
        let words = code.iter().flat_map(|code| code.split([' ', '='])).filter(|word| {
            let is_file = [".toml", ".md", ".rs"].iter().any(|end| word.ends_with(end)) && !word.contains('/');
            folders.iter().any(|folder| word.starts_with(folder)) || is_file
        });
        for path in linked.chain(words.map(str::to_owned)) {
            count += 1;
            if !is_there(project, &path) {
                missing.push(format!("{name}: {path}"));
            }
        }
    }
    assert!(count > 40, "only {count} paths were found");
    assert!(missing.is_empty(), "these are not there:\n{}", missing.join("\n"));
}

/// Returns the folders of the packages that a command of Cargo tests: those after `-p`, or the root package.
fn packages(words: &[&str]) -> Vec<PathBuf> {
    let names = words.windows(2).filter(|pair| pair[0] == "-p").map(|pair| pair[1]);
    let folders: Vec<PathBuf> = names.map(|name| here(Path::new("crates").join(name))).collect();
    if folders.is_empty() { vec![here("")] } else { folders }
}

/// True if a filter of tests, such as `oracle::random`, begins with a module of the test program in this folder.
fn is_module(program: &Path, filter: &str) -> bool {
    let module = program.join(filter.split("::").next().unwrap_or_default());
    module.with_extension("rs").is_file() || module.join("mod.rs").is_file()
}

// Commands of `cargo xtask` are checked by its own parser: xtask/src/args.rs.
#[test]
fn every_test_and_script_in_the_readme_and_the_docs_exists() {
    let read = |file: &str| std::fs::read_to_string(here(file)).expect("it is text");
    let mut count = 0;
    for page in PAGES {
        for command in code(&read(page)) {
            let command = command.replace("RULESET", "argad");
            let words: Vec<&str> = command.split_whitespace().take_while(|word| *word != "#").collect();
            let packages = packages(&words);
            for (place, pair) in words.windows(2).enumerate() {
                let (is_right, kind) = match *pair {
                    ["--test", name] => {
                        let programs = packages.iter().map(|folder| folder.join("tests").join(name));
                        let programs: Vec<PathBuf> = programs.collect();
                        let filters = words[place + 2..].iter().filter(|word| !word.starts_with(['-', '\\']));
                        let mut filters = filters.filter(|word| **word != "app::");
                        let is_one = |filter: &&str| programs.iter().any(|program| is_module(program, filter));
                        (
                            programs.iter().all(|program| program.join("main.rs").is_file()) && filters.all(is_one),
                            "test",
                        )
                    }
                    ["--bench", name] => (packages[0].join(format!("benches/{name}.rs")).is_file(), "bench"),
                    ["--bin", name] => (read("Cargo.toml").contains(&format!("default-run = \"{name}\"")), "program"),
                    [interpreter, file] if interpreter == "node" || interpreter.ends_with("python") => {
                        (here(file).is_file(), "script")
                    }
                    _ => continue,
                };
                count += 1;
                assert!(is_right, "{page}: {command}: no such {kind}");
            }
        }
    }
    assert!(count > 10, "only {count} commands were found");
}

/// A row of a table of the handbook may name a file. The file must contain the call in the row.
#[test]
fn every_file_in_a_table_of_the_handbook_contains_its_call() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    for row in include_str!("../../src/lib.rs").lines().filter(|line| line.starts_with("//! |")) {
        let code = code(row);
        for file in code.iter().filter(|code| code.ends_with(".rs")) {
            let source = ["", "crates/"]
                .iter()
                .find_map(|folder| std::fs::read_to_string(project.join(format!("{folder}{file}"))).ok());
            let source = source.unwrap_or_else(|| panic!("{file} is not there: {row}"));
            for call in code.iter().filter(|code| code.starts_with('.')).filter_map(|code| code.split_once('(')) {
                count += 1;
                assert!(source.contains(&format!("{}(", call.0)), "{file} has no {}: {row}", call.0);
            }
        }
    }
    assert!(count >= 3, "only {count} examples were found");
}
