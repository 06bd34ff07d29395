//! Cuts a release build in two: what the first page needs, and what is fetched after it, the rulesets and every other page.
//!
//! Where to cut is said in `src/app/shelf/rest.rs`: what only a cut function leads to, code and data, goes into its part. The
//! linker's relocations, which `.cargo/config.toml` asks for, say what leads where. Trunk cannot cut: it hands on the module
//! whole, and this puts the pieces, each made small by itself, in its place.

use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};
use wasm_split_cli_support::{Options, transform};

use crate::failure::Failure;
use crate::glue;
use crate::order;
use crate::place;
use crate::run::{announce, command, run};

/// What the splitter calls the script that fetches the parts.
const LOADER: &str = "__wasm_split.js";

/// A build that was cut, by the names of its files.
pub struct Cut {
    /// The script that fetches the parts.
    pub loader: String,
    /// The parts.
    pub parts: Vec<String>,
}

/// Cuts the release build that Trunk has put into `folder`.
///
/// Hands back what the page has to know of it.
///
/// # Errors
/// If the build is not of the form that this knows, or a tool fails.
pub fn split(folder: &Path) -> Result<Cut, Failure> {
    announce("Cutting the app into what the first page needs and the rest");
    let glue = glue_name(folder)?;
    let pieces = folder.join("pieces");
    let main = pieces.join(format!("{glue}.wasm"));
    let whole = read(&place::wasm("release"))?;
    let glue_script = format!("./{glue}.js");
    let mut options = Options::new(&whole);
    options.output_dir = &pieces;
    options.main_out_path = &main;
    options.main_module = &glue_script;
    let split = transform(options).map_err(|error| trouble(&error.to_string()))?;
    bind(&main, &glue, folder)?;
    let (module, script) = (folder.join(format!("{glue}_bg.wasm")), folder.join(format!("{glue}.js")));
    write(&module, glue::without_unused(&read(&module)?).map_err(|error| trouble(&error.to_string()))?)?;
    shrink(&module)?;
    let text = String::from_utf8(read(&script)?).map_err(|error| trouble(&error.to_string()))?;
    let lean = glue::lean(&read(&module)?, &text).map_err(|error| trouble(&error.to_string()))?;
    write(&module, lean.0)?;
    write(&script, lean.1)?;
    for part in &split.split_modules {
        shrink(part)?;
    }
    let cut = name_by_content(folder, &glue, &pieces.join(LOADER), &split.split_modules)?;
    fs::remove_dir_all(&pieces).map_err(|error| trouble(&error.to_string()))?;
    Ok(cut)
}

fn trouble(what: &str) -> Failure {
    Failure::new(format!("The build cannot be cut: {what}."), "compare xtask/src/split.rs and src/app/shelf in git.")
}

fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(file).map_err(|error| trouble(&format!("{}: {error}", file.display())))
}

fn write(file: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
    fs::write(file, bytes).map_err(|error| trouble(&format!("{}: {error}", file.display())))
}

/// What Trunk called the script that starts the module: `drumhead-3f0a1b2c`, without its ending.
fn glue_name(folder: &Path) -> Result<String, Failure> {
    let entries = fs::read_dir(folder).map_err(|error| trouble(&error.to_string()))?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let glues = names.filter_map(|name| Some(name.strip_suffix("_bg.wasm")?.to_owned()));
    glues.last().ok_or_else(|| trouble("it has no module"))
}

/// Writes the script that starts the main piece, in place of Trunk's.
fn bind(main: &Path, glue: &str, folder: &Path) -> Result<(), Failure> {
    run(
        command("wasm-bindgen")
            .args(["--target", "web", "--no-typescript", "--keep-lld-exports", "--no-demangle"])
            .args(["--remove-name-section", "--out-name", glue, "--out-dir"])
            .arg(folder)
            .arg(main),
        "read the messages above.",
    )
}

/// Makes a piece as small as it can be without the others, and lays it out so that it packs well.
fn shrink(piece: &Path) -> Result<(), Failure> {
    const FEATURES: [&str; 6] = [
        "--enable-bulk-memory",
        "--enable-multivalue",
        "--enable-mutable-globals",
        "--enable-nontrapping-float-to-int",
        "--enable-reference-types",
        "--enable-sign-ext",
    ];
    let wasm_opt = place::npm_programs().join(if cfg!(windows) { "wasm-opt.cmd" } else { "wasm-opt" });
    run(
        command(wasm_opt)
            // An optimiser that strips as well says so on the error stream: what a name section of the splitter's lacks.
            .args(["--strip-debug", "--strip-producers", "-Oz", "-Oz", "--quiet"])
            // What is written twice packs better than what is kept in a local of its own, differently in each function.
            .arg("--skip-pass=local-cse")
            // The first kilobyte is the far end of the stack, which nothing reaches: no address wraps around into it.
            .arg("--low-memory-unused")
            .args(FEATURES)
            .arg(piece)
            .arg("-o")
            .arg(piece),
        "read the messages above.",
    )?;
    let ordered = order::ordered(&read(piece)?).map_err(|error| trouble(&error.to_string()))?;
    write(piece, ordered)
}

/// Moves the parts into `folder` under names that carry a hash of what they hold, like all that a page refers to, so that
/// files of two builds never meet; the loader after them, as it names them.
fn name_by_content(folder: &Path, glue: &str, loader: &Path, parts: &[PathBuf]) -> Result<Cut, Failure> {
    let mut script = String::from_utf8(read(loader)?).map_err(|error| trouble(&error.to_string()))?;
    let mut names = Vec::new();
    for part in parts {
        let bytes = read(part)?;
        let stem = part.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let named = format!("{}-{}.wasm", stem.trim_start_matches("split_"), hash(&bytes));
        script =
            take_early(&script, stem, &named).ok_or_else(|| trouble(&format!("the loader does not fetch {stem}")))?;
        write(&folder.join(&named), bytes)?;
        names.push(named);
    }
    let named = format!("parts-{}.js", hash(script.as_bytes()));
    write(&folder.join(&named), script)?;
    let glue = folder.join(format!("{glue}.js"));
    let start = String::from_utf8(read(&glue)?).map_err(|error| trouble(&error.to_string()))?;
    // Only where the script imports it: the module goes on asking for it by the splitter's name.
    write(&glue, start.replace(&format!("from \"./{LOADER}\""), &format!("from \"./{named}\"")))?;
    Ok(Cut { loader: named, parts: names })
}

/// The loader, taking a part by its name: the one that the page began to fetch early (see `seal`), if it did, which is then
/// compiled already; else it fetches it, and again after a failure.
fn take_early(loader: &str, stem: &str, named: &str) -> Option<String> {
    let fetches = format!(
        "    const src = fetch(new URL(\"./{stem}.wasm\", import.meta.url));\n    src.catch(() => {{}});\n    \
         return async (imports) => (WebAssembly.instantiateStreaming(src, imports));"
    );
    let takes = format!(
        "    const early = globalThis.earlyParts?.[\"./{named}\"];\n    delete globalThis.earlyParts?.[\"./{named}\"];\n    \
         const module = early ?? WebAssembly.compileStreaming(fetch(new URL(\"./{named}\", import.meta.url)));\n    \
         module.catch(() => {{}});\n    return async (imports) => WebAssembly.instantiate(await module, imports);"
    );
    loader.contains(&fetches).then(|| loader.replace(&fetches, &takes))
}

/// The first 16 digits of the hash.
pub fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
