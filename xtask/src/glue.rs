//! Makes the script that starts the module, and what the module asks of it, no larger than they need be.
//!
//! wasm-bindgen writes for developers: long names with hashes, comments, and classes for whatever any crate exports. A player's
//! phone fetches it all.

use std::collections::HashMap;

use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{ExportSection, ImportSection, Module};
use wasmparser::{ExportSectionReader, ImportSectionReader, Parser, Payload};

/// What Leptos's server functions export, for streams that this app never makes.
const UNUSED: &str = "intounderlying";
/// The same in the script: classes, and what frees them.
const UNUSED_CLASS: &str = "IntoUnderlying";
/// What the script calls the module that it is for the other.
const SCRIPT: &str = "_bg.js";

/// The module without exports that nobody calls; what only they lead to is for the optimiser to find.
///
/// # Errors
/// If it is no module.
pub fn without_unused(module: &[u8]) -> Result<Vec<u8>, Error> {
    rewritten(module, &mut Writer::default())
}

/// The module and the script, with short names for what one asks of the other, and the script without comments and without what
/// the module does not ask for.
///
/// # Errors
/// If it is no module.
pub fn lean(module: &[u8], script: &str) -> Result<(Vec<u8>, String), Error> {
    let mut writer = Writer::default();
    for payload in Parser::new(0).parse_all(module) {
        if let Payload::ImportSection(imports) = payload? {
            for import in imports.into_imports() {
                let import = import?;
                if import.module.ends_with(SCRIPT) {
                    let short = short(writer.names.len());
                    writer.names.insert(import.name.to_owned(), short);
                }
            }
        }
    }
    let module = rewritten(module, &mut writer)?;
    Ok((module, lean_script(script, &writer.names)))
}

fn rewritten(module: &[u8], writer: &mut Writer) -> Result<Vec<u8>, Error> {
    let mut anew = Module::new();
    writer.parse_core_module(&mut anew, Parser::new(0), module)?;
    Ok(anew.finish())
}

/// Writes a module anew, with other names.
#[derive(Default)]
struct Writer {
    /// Short names for what it asks of the script.
    names: HashMap<String, String>,
}

impl Reencode for Writer {
    type Error = std::convert::Infallible;

    fn parse_import_section(&mut self, imports: &mut ImportSection, section: ImportSectionReader) -> Result<(), Error> {
        for import in section.into_imports() {
            let import = import?;
            let name = Some(import.name).filter(|_| import.module.ends_with(SCRIPT));
            let name = name.and_then(|name| self.names.get(name)).map_or(import.name, String::as_str);
            let name = name.to_owned();
            imports.import(import.module, &name, self.entity_type(import.ty)?);
        }
        Ok(())
    }

    fn parse_export_section(&mut self, exports: &mut ExportSection, section: ExportSectionReader) -> Result<(), Error> {
        for export in section {
            let export = export?;
            if !export.name.trim_start_matches("__wbg_").starts_with(UNUSED) {
                self.parse_export(exports, export)?;
            }
        }
        Ok(())
    }
}

/// `a`, `b` … `z`, `ba`, `bb` …
fn short(number: usize) -> String {
    let letter = char::from(b'a' + u8::try_from(number % 26).unwrap_or_default());
    if number < 26 { letter.to_string() } else { format!("{}{letter}", short(number / 26)) }
}

/// The script, which is written line by line: what belongs together is indented alike.
fn lean_script(script: &str, names: &HashMap<String, String>) -> String {
    let mut lean = String::new();
    // What a line begins that is left out: how far it is indented.
    let mut left_out: Option<usize> = None;
    for line in script.lines() {
        let indented = line.len() - line.trim_start().len();
        if let Some(from) = left_out {
            // It ends with the line that is indented as it began, or before the next empty one.
            if line.is_empty() || indented == from && line.trim_start().starts_with('}') {
                left_out = None;
            }
            continue;
        }
        let words = line.trim_start();
        let comment = ["//", "/*", "* ", "*/"].iter().any(|mark| words.starts_with(mark)) || words == "*";
        if comment || words.is_empty() {
            continue;
        }
        let asked = words.split_once(':').filter(|(name, _)| name.starts_with("__wb"));
        let is_unasked = asked.is_some_and(|(name, _)| indented == 8 && !names.contains_key(name));
        if is_unasked || indented == 0 && words.contains(UNUSED_CLASS) {
            left_out = (!words.ends_with("},") && !words.ends_with(';')).then_some(indented);
            continue;
        }
        match asked.and_then(|(name, rest)| Some((names.get(name)?, rest))) {
            Some((name, rest)) => lean.extend([name, ":", rest, "\n"]),
            None => lean.extend([words, "\n"]),
        }
    }
    lean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_become_names_of_letters() {
        assert_eq!([0, 25, 26, 51, 52].map(short), ["a", "z", "ba", "bz", "ca"]);
    }

    #[test]
    fn a_script_keeps_what_is_asked_of_it_by_its_short_name_and_nothing_else() {
        const WRITTEN: &str = "export class IntoUnderlyingSink {\n    free() {\n    }\n}\n\
            if (Symbol.dispose) IntoUnderlyingSink.prototype.free;\n\n\
            /**\n * The odds.\n */\nexport function odds(request) {\n    return wasm.odds(request); }\n\
            const imports = {\n        __proto__: null,\n\
            \x20       __wbg_asked_1f: function(arg0) {\n            // as it says\n            return arg0;\n        },\n\
            \x20       __wbg_unasked_2e: function() { return handleError(function () {\n            return 1;\n        }, arguments); },\n\
            };\n\
            const IntoUnderlyingSinkFinalization = (typeof FinalizationRegistry === 'undefined')\n    ? {}\n    : 1;\n\n\
            let last;\n";
        let names = HashMap::from([("__wbg_asked_1f".to_owned(), "a".to_owned())]);
        assert_eq!(
            lean_script(WRITTEN, &names),
            "export function odds(request) {\nreturn wasm.odds(request); }\nconst imports = {\n__proto__: null,\n\
             a: function(arg0) {\nreturn arg0;\n},\n};\nlet last;\n"
        );
    }
}
