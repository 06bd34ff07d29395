//! Names in the sources of the rules: the fields that they read from inputs and scenes, and the roles of their effects.
//!
//! `tests/it/facts.rs` checks the results of procedures. This file reads their code, so that it also finds names without a case.

use crate::descriptions::ONLY_OF_THE_TURN;
use crate::folders;
use proc_macro2::{TokenStream, TokenTree};
use rules::form::{Form, Kind};
use rules::procedure::Is;
use rules::ruleset::Ruleset;
use rules::subject::{BATTLE, ENEMY_SIDE, SIDE};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use test_rulesets as rulesets;
use testing::conformance::samples;

/// A call of a method whose first argument is a string literal: `outcome.at("winner")`.
struct Call {
    file: PathBuf,
    /// The last name before the dot; empty if the receiver is another call.
    receiver: String,
    method: String,
    text: String,
}

/// Returns the sources of a ruleset, as tokens.
pub fn sources(ruleset: &Ruleset) -> Vec<(PathBuf, TokenStream)> {
    sources_in(&folders::of_ruleset(ruleset.named.id))
}

/// Returns the sources in a folder of the project, as tokens.
fn sources_in(folder: &Path) -> Vec<(PathBuf, TokenStream)> {
    let mut files = Vec::new();
    let mut left = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(path) = left.pop() {
        if path.is_dir() {
            let entries = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
            left.extend(entries.filter(|entry| entry.file_stem().is_some_and(|name| name != "tests")));
        } else if path.is_file() && path.extension().is_some_and(|ending| ending == "rs") {
            let tokens = code(&fs::read_to_string(&path).unwrap());
            files.push((path, tokens));
        }
    }
    files
}

/// Returns the tokens of a source without its tests, which come last.
fn code(source: &str) -> TokenStream {
    source.split("#[cfg(test)]\nmod tests {").next().unwrap().parse().unwrap()
}

/// Calls `look` with each sequence of neighbouring tokens, at every depth.
pub fn each_row(tokens: TokenStream, look: &mut impl FnMut(&[TokenTree])) {
    let row: Vec<TokenTree> = tokens.into_iter().collect();
    look(&row);
    for token in row {
        if let TokenTree::Group(group) = token {
            each_row(group.stream(), look);
        }
    }
}

pub fn is(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}

fn calls(sources: Vec<(PathBuf, TokenStream)>) -> Vec<Call> {
    let mut calls = Vec::new();
    for (file, tokens) in sources {
        each_row(tokens, &mut |row| {
            for window in row.windows(4) {
                let [before, dot, TokenTree::Ident(method), TokenTree::Group(given)] = window else { continue };
                let Some(TokenTree::Literal(first)) = given.stream().into_iter().next() else { continue };
                let syn::Lit::Str(text) = syn::Lit::new(first) else { continue };
                if is(dot, '.') {
                    let receiver = if let TokenTree::Ident(name) = before { name.to_string() } else { String::new() };
                    let (method, text) = (method.to_string(), text.value());
                    calls.push(Call { file: file.clone(), receiver, method, text });
                }
            }
        });
    }
    calls
}

/// Adds the names of all fields of a form and of the forms inside it.
fn fields_of(form: &'static Form, fields: &mut BTreeSet<&'static str>) {
    for field in form.fields {
        fields.insert(field.id);
        match field.kind {
            Kind::Object(inner) => fields_of(inner, fields),
            Kind::List { of: Kind::Object(inner), .. } => fields_of(inner, fields),
            _ => {}
        }
    }
}

/// Returns calls of these methods with an unknown text. Asserts that some ruleset has such calls.
fn unknown(
    what: &str,
    is_call: impl Fn(&Call) -> bool,
    is_known: impl Fn(&'static Ruleset, &str) -> bool,
) -> Vec<String> {
    let (mut found, mut unknown) = (0, Vec::new());
    for ruleset in rulesets::ALL {
        for call in calls(sources(ruleset)).into_iter().filter(&is_call) {
            found += 1;
            if !is_known(ruleset, &call.text) {
                unknown.push(format!("{}: {}.{}({:?})", call.file.display(), call.receiver, call.method, call.text));
            }
        }
    }
    assert!(found >= 10, "only {found} places name {what}");
    unknown
}

/// Returns the ids of facts that a source declares outside its ruleset's list: `fact!("rolled")`.
fn facts_declared(tokens: TokenStream) -> Vec<String> {
    let mut ids = Vec::new();
    each_row(tokens, &mut |row| {
        for window in row.windows(3) {
            let [TokenTree::Ident(fact), mark, TokenTree::Group(given)] = window else { continue };
            let Some(TokenTree::Literal(first)) = given.stream().into_iter().next() else { continue };
            if let syn::Lit::Str(id) = syn::Lit::new(first)
                && *fact == "fact"
                && is(mark, '!')
            {
                ids.push(id.value());
            }
        }
    });
    ids
}

/// Inputs are read and filled in by facts. Each belongs to a unit, a side or the battle, or is a field of a form.
#[test]
fn every_field_that_is_read_from_an_input_is_in_a_form() {
    let (mut found, mut unknown) = (0, Vec::new());
    for ruleset in rulesets::ALL {
        let mut fields = BTreeSet::new();
        fields_of(ruleset.profile, &mut fields);
        for procedure in
            ruleset.procedures.iter().copied().chain(ruleset.rosters.muster.as_ref().map(|muster| muster.procedure))
        {
            fields_of(procedure.form, &mut fields);
            procedure.sketch.iter().for_each(|sketch| fields_of(sketch.form, &mut fields));
        }
        fields.extend(ONLY_OF_THE_TURN);
        fields.extend(ruleset.trackers.former.iter().map(|former| former.id));
        for (file, tokens) in sources(ruleset) {
            for id in facts_declared(tokens) {
                found += 1;
                if !fields.contains(id.as_str()) && !ruleset.facts.contains(&id.as_str()) {
                    unknown.push(format!("{}: {id}", file.display()));
                }
            }
        }
    }
    assert!(found >= 50, "only {found} places name a field of an input");
    assert!(unknown.is_empty(), "a field of an input that there is not:\n{}", unknown.join("\n"));
}

#[test]
fn no_fact_is_looked_up_by_a_string() {
    let by_id = ["get", "has", "set", "replace", "forget"];
    let holders = ["facts", "tracked", "battle", "known", "before", "after"];
    let is_look_up = |call: &Call| by_id.contains(&&*call.method) && holders.contains(&&*call.receiver);
    let calls =
        calls(folders::crates().iter().chain([&PathBuf::from("src")]).flat_map(|folder| sources_in(folder)).collect());
    assert!(calls.len() > 1_500, "only {} calls were found", calls.len());
    let wrong = calls.iter().filter(|call| is_look_up(call));
    let wrong: Vec<String> = wrong.map(|call| format!("{}: {:?}", call.file.display(), call.text)).collect();
    assert!(wrong.is_empty(), "declare a `Fact` for each of these:\n{}", wrong.join("\n"));
}

fn is_role(ruleset: &Ruleset, role: &str) -> bool {
    ruleset.procedures.iter().any(|procedure| procedure.participants.iter().any(|known| known.id == role))
}

/// Owners of effects that are no roles.
const NO_ROLES: [&str; 3] = [SIDE, ENEMY_SIDE, BATTLE];

/// Roles, other owners of effects, and procedures are constants, so that the compiler finds a wrong name.
#[test]
fn no_role_or_procedure_is_named_by_a_string() {
    let writes = ["put", "put_nth", "raise", "raise_nth", "count", "count_nth"];
    let of_roles = ["units", "ids", "with", "participant", "participant_nth"];
    let (mut count, mut wrong) = (0, Vec::new());
    for ruleset in rulesets::ALL {
        for call in calls(sources(ruleset)) {
            count += 1;
            let names_owner = writes.contains(&&*call.method) && NO_ROLES.contains(&&*call.text);
            let names_role = [&writes[..], &of_roles].concat().contains(&&*call.method)
                || ["unit", "id"].contains(&&*call.method)
                    && ["scene", "act", "participants"].contains(&&*call.receiver);
            let names_procedure = ["due", "duty"].contains(&&*call.method);
            let is_procedure = ruleset.procedure(&call.text).is_some();
            if names_owner || names_role && is_role(ruleset, &call.text) || names_procedure && is_procedure {
                wrong.push(format!("{}: {}({:?})", call.file.display(), call.method, call.text));
            }
        }
    }
    assert!(count > 1_000, "only {count} calls were found");
    assert!(wrong.is_empty(), "write the constant of `ids` for each of these:\n{}", wrong.join("\n"));
}

/// Returns the ids of all choices that a ruleset declares: `Killed = "killed" "Killed"`.
fn choice_ids(ruleset: &Ruleset) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    for (_, tokens) in sources(ruleset) {
        each_row(tokens, &mut |row| {
            ids.extend(row.windows(3).filter_map(|window| {
                let [TokenTree::Ident(_), equals, TokenTree::Literal(id)] = window else { return None };
                let syn::Lit::Str(id) = syn::Lit::new(id.clone()) else { return None };
                is(equals, '=').then(|| id.value())
            }));
        });
    }
    ids
}

#[test]
fn every_word_that_odds_look_for_is_a_choice() {
    for ruleset in rulesets::ALL {
        let ids = choice_ids(ruleset);
        for query in ruleset.procedures.iter().flat_map(|procedure| procedure.chances) {
            if let Is::Word(word) = query.is {
                assert!(
                    ids.contains(word) || ruleset.named.id == "toy",
                    "{}: {}: no {word}",
                    ruleset.named.id,
                    query.label
                );
            }
        }
    }
}

#[test]
fn every_modifier_of_the_rules_is_in_some_case() {
    let mut recorded: BTreeSet<String> = BTreeSet::new();
    for (ruleset, cases) in samples() {
        let answers = cases.iter().filter_map(|case| case["resolutions"].as_array()).flatten();
        let modifiers =
            answers.filter_map(|case_resolution| case_resolution["answer"]["modifiers"].as_array()).flatten();
        recorded.extend(modifiers.filter_map(|modifier| Some(format!("{ruleset} {}", modifier["id"].as_str()?))));
    }
    // A prefix shows the owner of a modifier: `attacker_charging`.
    let is_recorded = |ruleset: &Ruleset, id: &str| {
        let of_somebody = format!("_{id}");
        recorded.contains(&format!("{} {id}", ruleset.named.id))
            || recorded.iter().any(|id| id.starts_with(ruleset.named.id) && id.ends_with(&of_somebody))
    };
    let unknown = unknown("a modifier", |call| call.method == "modify", is_recorded);
    assert!(
        unknown.is_empty(),
        "no case of crates/<ruleset>/tests/conformance.json records these modifiers: add one whose answer lists it\n{}",
        unknown.join("\n")
    );
}

/// Only `Facts::named` and `Facts::lists_any` may compare a fact with an empty text or list.
#[test]
fn only_shared_functions_compare_a_fact_with_an_empty_value() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let roots = rulesets::ALL.iter().map(|ruleset| project.join(folders::of_ruleset(ruleset.named.id)));
    let (mut left, mut copies): (Vec<PathBuf>, Vec<String>) = (roots.collect(), Vec::new());
    while let Some(path) = left.pop() {
        if path.is_dir() {
            left.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        let source = fs::read_to_string(&path).unwrap();
        let code: String = source.split_whitespace().collect();
        let found = code.match_indices(").is_some_and(|").chain(code.match_indices(").filter(|"));
        for (at, call) in found {
            let (fact, closure) = (&code[..at], &code[at + call.len()..]);
            let fact =
                fact.trim_end_matches(|c: char| c.is_ascii_uppercase() || c == '_' || c == ':' || c.is_lowercase());
            let reads = fact.ends_with(".text(") || call.contains("is_some_and") && fact.ends_with(".value(");
            let name = closure.split('|').next().unwrap_or_default();
            if reads && closure.starts_with(&format!("{name}|!{name}.is_empty())")) {
                copies.push(format!("{}: |{name}| !{name}.is_empty()", path.display()));
            }
        }
    }
    assert!(copies.is_empty(), "{copies:#?}");
}
