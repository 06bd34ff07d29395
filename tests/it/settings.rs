//! Settings of descriptions: every one is set by a ruleset, and its documentation says why if it is set by one alone.

use super::names::{each_row, is, sources};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use test_rulesets as rulesets;

/// Sources with descriptions whose settings are methods: `Tracker::flag(FIRED).label("fired")`.
const BUILDERS: [&str; 9] = [
    include_str!("../../crates/rules/src/ban.rs"),
    include_str!("../../crates/rules/src/form/build.rs"),
    include_str!("../../crates/rules/src/procedure/builder.rs"),
    include_str!("../../crates/rules/src/procedure/grouping.rs"),
    include_str!("../../crates/rules/src/procedure/role.rs"),
    include_str!("../../crates/rules/src/ruleset/phases.rs"),
    include_str!("../../crates/rules/src/ruleset/state.rs"),
    include_str!("../../crates/rules/src/ruleset/tracker.rs"),
    include_str!("../../crates/rules/src/turn.rs"),
];

/// Sources with descriptions that rulesets write as a struct: `Glance { sign, ..Glance::PLAIN }`.
const STRUCTS: [(&str, &str); 7] = [
    (include_str!("../../crates/rules/src/forecast.rs"), "ForecastRules"),
    (include_str!("../../crates/rules/src/ruleset.rs"), "Ruleset"),
    (include_str!("../../crates/rules/src/ruleset/glance.rs"), "Glance"),
    (include_str!("../../crates/rules/src/ruleset/reference.rs"), "Texts"),
    (include_str!("../../crates/rules/src/ruleset/rosters.rs"), "Rosters"),
    (include_str!("../../crates/rules/src/ruleset/tracker.rs"), "Trackers"),
    (include_str!("../../crates/rules/src/turn.rs"), "TurnRules"),
];

/// A setting of a description.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Setting {
    /// The type of the description.
    described: String,
    name: String,
}

#[test]
fn every_setting_is_set_by_two_rulesets_or_says_why_only_one_needs_it() {
    let rules: Vec<(&str, Vec<TokenStream>)> = rulesets::ALL
        .iter()
        .map(|ruleset| (ruleset.named.id, sources(ruleset).into_iter().map(|(_, tokens)| tokens).collect()))
        .collect();
    let mut settings: BTreeMap<Setting, String> = BUILDERS.iter().flat_map(|source| methods_in(source)).collect();
    let mut users: BTreeMap<Setting, BTreeSet<&str>> = BTreeMap::new();
    for described in settings.keys().map(|setting| setting.described.clone()).collect::<BTreeSet<_>>() {
        let mut begins = BTreeSet::from([described.clone()]);
        for tokens in rules.iter().flat_map(|(_, sources)| sources) {
            each_row(tokens.clone(), &mut |row| begins.extend(made_by(row, &described)));
        }
        for (ruleset, sources) in &rules {
            for tokens in sources {
                each_row(tokens.clone(), &mut |row| {
                    // Fields of forms begin with one of many functions, such as `flag()`.
                    let set = if described == "Spec" { methods(row) } else { chained(row, &begins) };
                    for name in set {
                        users.entry(Setting { described: described.clone(), name }).or_default().insert(ruleset);
                    }
                });
            }
        }
    }
    for (source, described) in STRUCTS {
        settings.extend(fields_in(source, described));
        for (ruleset, sources) in &rules {
            for tokens in sources {
                each_row(tokens.clone(), &mut |row| {
                    for name in written(row, described) {
                        users.entry(Setting { described: described.to_owned(), name }).or_default().insert(ruleset);
                    }
                });
            }
        }
    }
    assert!(settings.len() > 130, "only {} settings were found", settings.len());
    let unused: Vec<_> = settings.keys().filter(|setting| !users.contains_key(setting)).collect();
    assert!(unused.is_empty(), "no ruleset sets these: {unused:#?}");
    // The toy ruleset shows the framework, and is no reason for a setting.
    let games = |setting: &Setting| users[setting].iter().filter(|ruleset| **ruleset != "toy").count();
    let unargued: Vec<_> =
        settings.iter().filter(|(setting, docs)| games(setting) == 1 && !docs.contains("Only *")).collect();
    assert!(
        unargued.is_empty(),
        "one ruleset alone sets these. Set it in a second one, replace it, or give the reason in its documentation: \
         “Only *Argad!* …, because …”\n{unargued:#?}"
    );
}

/// Returns the settings that a source declares as methods, with their documentation: `impl Tracker { pub const fn card_text(mut self, …) }`.
/// The documentation of the description itself counts for each of its settings.
fn methods_in(source: &str) -> Vec<(Setting, String)> {
    let (mut described, mut docs, mut settings) = (String::new(), String::new(), Vec::new());
    let mut of_types: BTreeMap<String, String> = BTreeMap::new();
    for line in source.lines() {
        if let Some(name) = line.strip_prefix("impl<T> ").or_else(|| line.strip_prefix("impl ")) {
            name.split(['<', ' ']).next().unwrap().clone_into(&mut described);
        }
        match line.trim_start().strip_prefix("///") {
            Some(doc) => docs.push_str(doc),
            None if line.trim_start().starts_with('#') => {}
            None => {
                if let Some(name) = line.strip_prefix("pub struct ").and_then(|rest| rest.split([' ', '<', '(']).next())
                {
                    of_types.insert(name.to_owned(), docs.clone());
                }
                let name = line.trim_start().strip_prefix("pub const fn ").and_then(|rest| rest.split_once(['(', '<']));
                if let Some((name, _)) = name.filter(|_| line.contains("mut self")) {
                    let of_type = of_types.get(&described).map_or("", String::as_str);
                    let setting = Setting { described: described.clone(), name: name.to_owned() };
                    settings.push((setting, format!("{of_type}{docs}")));
                }
                docs.clear();
            }
        }
    }
    settings
}

/// Returns the fields of a struct that a source declares, with their documentation, without those that its constructor `of` takes.
fn fields_in(source: &str, described: &str) -> Vec<(Setting, String)> {
    let head = format!("pub struct {described} {{");
    let lines = source.lines().skip_while(|line| *line != head).skip(1).take_while(|line| *line != "}");
    let constructor = source.lines().find(|line| line.contains("pub const fn of(")).unwrap_or_default();
    let (mut docs, mut fields) = (String::new(), Vec::new());
    for line in lines {
        match (line.trim_start().strip_prefix("///"), line.trim_start().strip_prefix("pub ")) {
            (Some(doc), _) => docs.push_str(doc),
            (None, Some(field)) => {
                let name = field.split(':').next().unwrap().to_owned();
                let docs = std::mem::take(&mut docs);
                if !constructor.contains(&format!("{name}: ")) {
                    fields.push((Setting { described: described.to_owned(), name }, docs));
                }
            }
            (None, None) => {}
        }
    }
    assert!(!fields.is_empty(), "no `{head}` in its source");
    fields
}

/// Returns the names of all methods that are called: `.label(…)`.
fn methods(row: &[TokenTree]) -> Vec<String> {
    let name = |window: &[TokenTree]| match window {
        [dot, TokenTree::Ident(name), TokenTree::Group(given)]
            if is(dot, '.') && given.delimiter() == Delimiter::Parenthesis =>
        {
            Some(name.to_string())
        }
        _ => None,
    };
    row.windows(3).filter_map(name).collect()
}

/// Returns the fields that are written in such a struct: `sign` in `Glance { sign, ..Glance::PLAIN }`.
fn written(row: &[TokenTree], described: &str) -> Vec<String> {
    let mut fields = Vec::new();
    for window in row.windows(2) {
        let [TokenTree::Ident(name), TokenTree::Group(group)] = window else { continue };
        if *name != described || group.delimiter() != Delimiter::Brace {
            continue;
        }
        let mut begins_field = true;
        for token in group.stream() {
            if let (true, TokenTree::Ident(field)) = (begins_field, &token) {
                fields.push(field.to_string());
            }
            begins_field = is(&token, ',');
        }
    }
    fields
}

/// Returns the functions and constants of a source that create such a description.
fn made_by(row: &[TokenTree], described: &str) -> Vec<String> {
    let is_described = |token: &TokenTree| matches!(token, TokenTree::Ident(name) if *name == described);
    let mut made = Vec::new();
    for (index, window) in row.windows(2).enumerate() {
        let [TokenTree::Ident(keyword), TokenTree::Ident(name)] = window else { continue };
        let ends = |token: &TokenTree| {
            is(token, '=')
                || is(token, ';')
                || matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
        };
        let signature = row[index + 2..].iter().take_while(|token| !ends(token)).collect::<Vec<_>>();
        let gives = signature.last().is_some_and(|token| is_described(token));
        if gives && (*keyword == "fn" || *keyword == "const" && *name != "fn") {
            made.push(name.to_string());
        }
    }
    made
}

/// Returns the methods in chains that begin with one of these names: `heading` and `about` in `Procedure::of(…).heading(…).about(…)`.
fn chained(row: &[TokenTree], begins: &BTreeSet<String>) -> Vec<String> {
    let mut methods = Vec::new();
    for (index, token) in row.iter().enumerate() {
        let TokenTree::Ident(name) = token else { continue };
        if !begins.contains(&name.to_string()) {
            continue;
        }
        let (mut method, mut within_angles) = (None, 0);
        for window in row[index..].windows(2) {
            let [before, token] = window else { break };
            match token {
                TokenTree::Ident(name) if is(before, '.') => method = Some(name.to_string()),
                TokenTree::Ident(_) => {}
                TokenTree::Group(given) if given.delimiter() == Delimiter::Parenthesis => methods.extend(method.take()),
                TokenTree::Punct(punct) => match punct.as_char() {
                    '<' => within_angles += 1,
                    '>' => within_angles -= 1,
                    '.' | ':' => {}
                    _ if within_angles > 0 => {}
                    _ => break,
                },
                _ => break,
            }
        }
    }
    methods
}
