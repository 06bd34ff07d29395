//! Splits a release build, which Trunk cannot: into the module that the first page needs, and parts that are fetched later.
//!
//! The split points are the functions marked `#[wasm_split]` in `src/app`. Code and data that only such a function leads to
//! move into its part. The splitter (`wasm_split_cli_support`) follows the linker's relocations, which `.cargo/config.toml`
//! asks for. Then come wasm-bindgen and wasm-opt, as Trunk runs them for a whole module.

use std::fs;
use std::path::Path;

use sha2::{Digest as _, Sha256};
use wasm_split_cli_support::{Options, transform};

use crate::failure::Failure;
use crate::order::ordered;
use crate::place;
use crate::run::{announce, command, minify, npm, run};

/// The split build, by the names of its files.
pub struct Split {
    /// The stem of Trunk's own script and module, which are gone.
    pub replaced: String,
    /// The stem of the script and module that replace them.
    pub stem: String,
    /// The script that fetches the parts.
    pub loader: String,
    pub parts: Vec<String>,
}

/// Replaces the module that Trunk put into `folder` by a split one.
pub fn split(folder: &Path) -> Result<Split, Failure> {
    announce("Splitting the app into the first load and the rest");
    let replaced = trunk_stem(folder)?;
    for file in [format!("{replaced}.js"), format!("{replaced}_bg.wasm")] {
        fs::remove_file(folder.join(file)).map_err(|error| trouble(&error))?;
    }
    let whole = read(&place::wasm())?;
    let hash = hash_of_inputs(&whole)?;
    let (stem, loader) = (format!("drumhead-{hash}"), format!("parts-{hash}.js"));

    let pieces = folder.join("pieces");
    let main = pieces.join("main.wasm");
    let (main_path, loader_path) = (format!("./{stem}.js"), format!("./{loader}"));
    let mut options = Options::new(&whole);
    options.output_dir = &pieces;
    options.main_out_path = &main;
    options.main_module = &main_path;
    options.link_name = &loader_path;
    let split = transform(options).map_err(|error| trouble(&error))?;

    bind(&main, &stem, folder, &["--keep-lld-exports"])?;
    shrink(&folder.join(format!("{stem}_bg.wasm")))?;
    let script = read(&pieces.join(&loader))?;
    let mut script = String::from_utf8(script).map_err(|error| trouble(&error))?;
    let mut parts = Vec::new();
    for part in &split.split_modules {
        shrink(part)?;
        let stem = part.file_stem().and_then(|stem| stem.to_str()).ok_or_else(|| trouble(&"a part has no name"))?;
        let (name, hashed) = (format!("{stem}.wasm"), format!("{stem}-{hash}.wasm"));
        // The splitter's script does not mention a part that is empty.
        if script.contains(&name) {
            script = script.replace(&name, &hashed);
            fs::rename(part, folder.join(&hashed)).map_err(|error| trouble(&error))?;
            parts.push(hashed);
        }
    }
    if parts.is_empty() {
        return Err(trouble(&"the splitter's script fetches no part"));
    }
    fs::write(folder.join(&loader), script).map_err(|error| trouble(&error))?;
    minify(&folder.join(format!("{stem}.js")), &folder.join(format!("{stem}.js")))?;
    minify(&folder.join(&loader), &folder.join(&loader))?;
    fs::remove_dir_all(&pieces).map_err(|error| trouble(&error))?;
    Ok(Split { replaced, stem, loader, parts })
}

fn trouble(error: &impl ToString) -> Failure {
    let what = format!("The build cannot be split: {}.", error.to_string());
    Failure::new(what, "read the messages above, and xtask/src/split.rs for what is expected.")
}

fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(file).map_err(|error| trouble(&format!("{}: {error}", file.display())))
}

/// The stem of the script and module that Trunk wrote: `drumhead-3f0a1b2c`.
fn trunk_stem(folder: &Path) -> Result<String, Failure> {
    let entries = fs::read_dir(folder).map_err(|error| trouble(&error))?;
    let mut names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let stem = names.find_map(|name| name.strip_suffix("_bg.wasm").map(str::to_owned));
    stem.ok_or_else(|| trouble(&"Trunk made no module"))
}

/// A hash of all that the split build is made from, so that another build has other names and both may be cached for ever.
fn hash_of_inputs(module: &[u8]) -> Result<String, Failure> {
    let locks = ["Cargo.lock", "package-lock.json"].map(|lock| read(&place::project().join(lock)));
    let mut inputs = [module, include_bytes!("split.rs"), include_bytes!("order.rs")].concat();
    for lock in locks {
        inputs.extend(lock?);
    }
    Ok(hash(&inputs))
}

/// Writes the script that starts a module, and the module as the script wants it.
pub fn bind(module: &Path, stem: &str, folder: &Path, options: &[&str]) -> Result<(), Failure> {
    let mut bindgen = command("wasm-bindgen");
    bindgen.args(["--target", "web", "--no-typescript", "--no-demangle", "--remove-name-section"]).args(options);
    run(bindgen.args(["--out-name", stem, "--out-dir"]).arg(folder).arg(module), "read the messages above.")
}

/// Makes a module smaller, and orders its functions so that they compress better: see docs/building.md for the options.
pub fn shrink(module: &Path) -> Result<(), Failure> {
    // The instructions that rustc emits by default: the splitter drops the section in which a module lists them.
    const FEATURES: [&str; 6] = [
        "--enable-bulk-memory",
        "--enable-multivalue",
        "--enable-mutable-globals",
        "--enable-nontrapping-float-to-int",
        "--enable-reference-types",
        "--enable-sign-ext",
    ];
    let mut wasm_opt = npm("wasm-opt");
    wasm_opt.args(FEATURES).args(["-Oz", "--skip-pass=local-cse", "--low-memory-unused"]).arg(module);
    wasm_opt.args(["--strip-debug", "--strip-producers", "--quiet", "-o"]).arg(module);
    run(&mut wasm_opt, "read the messages above.")?;
    let ordered = ordered(&read(module)?).map_err(|error| trouble(&error))?;
    fs::write(module, ordered).map_err(|error| trouble(&error))
}

/// The first 16 digits of the SHA-256 hash.
pub fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
