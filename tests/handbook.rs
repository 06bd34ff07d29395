//! The handbook, `cargo doc`, is complete: each ruleset's page has a row for each of its procedures and rulings.

use drumhead::rules::procedure::Procedure;
use drumhead::rules::ruleset::Ruling;
use drumhead::rulesets;
use std::path::{Path, PathBuf};

#[test]
fn the_page_of_each_ruleset_lists_its_procedures_and_its_rulings() {
    for ruleset in rulesets::ALL {
        let page = page(ruleset.id);
        let procedures =
            table(["procedure", "what it is", "in the source"], ruleset.procedures.iter().map(|own| row(own)));
        let rulings = table(["", "the question", "who decides"], ruleset.rulings.iter().map(ruled));
        for part in [procedures, rulings] {
            assert!(page.contains(&part), "this belongs into the page of {}, as it is:\n\n{part}", ruleset.id);
        }
    }
}

#[test]
fn the_map_names_every_module() {
    let page = include_str!("../src/lib.rs");
    for module in page.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')) {
        let named = |line: &str| line.starts_with("//! | ") && line.contains(&format!("[`{module}`]"));
        assert!(page.lines().any(named), "the map of src/lib.rs lacks {module}");
    }
}

/// The documentation of a ruleset's module.
fn page(id: &str) -> String {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let places =
        [format!("src/rulesets/{id}/mod.rs"), format!("src/rulesets/{id}.rs"), format!("tests/{id}/ruleset.rs")];
    let file: Option<PathBuf> = places.iter().map(|place| project.join(place)).find(|file| file.is_file());
    std::fs::read_to_string(file.unwrap_or_else(|| panic!("{id} is in none of {places:?}"))).expect("it is text")
}

fn row(procedure: &Procedure) -> [String; 3] {
    [format!("`{}`", procedure.id), procedure.title.to_owned(), procedure.heading.to_owned()]
}

fn ruled(ruling: &Ruling) -> [String; 3] {
    let who = if ruling.switch.is_some() { "the players" } else { "Drumhead" };
    [ruling.number.to_owned(), ruling.question.to_owned(), who.to_owned()]
}

/// A table of these rows; nothing where there are none.
fn table(head: [&str; 3], rows: impl Iterator<Item = [String; 3]>) -> String {
    let line = |cells: [String; 3]| format!("//! | {} |\n", cells.join(" | "));
    let rows: String = rows.map(line).collect();
    if rows.is_empty() {
        return rows;
    }
    line(head.map(str::to_owned)) + &line(head.map(|_| "---".to_owned())) + &rows
}
