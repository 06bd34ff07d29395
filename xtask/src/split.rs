//! Splits the module of a release build, because Trunk cannot: into a main module, which the first page needs, and parts that are
//! fetched later.
//!
//! The split points are the functions marked `#[wasm_split]` in `src/app`. Code and data that only such a function uses move into
//! its part. The splitter (`wasm_split_cli_support`) needs the linker's relocations, which `build.rs` requests with the feature
//! `split`. Then wasm-bindgen and wasm-opt run, as Trunk runs them for an unsplit module.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use sha2::{Digest as _, Sha256};
use wasm_split_cli_support::{Options, transform};

use crate::failure::Failure;
use crate::folders;
use crate::run::{announce, minify, npm, run};
use crate::setup::Tools;

/// File names of a split build.
pub struct Split {
    /// Trunk's own script and module, which are deleted.
    pub replaced: [String; 2],
    /// The script and module that replace them.
    pub main: [String; 2],
    /// The script that fetches the parts.
    pub loader: String,
}

/// Replaces Trunk's module in `folder` by a split one. A cached one is used if an earlier build had the same inputs.
pub fn split(folder: &Path, tools: &Tools) -> Result<Split, Failure> {
    let replaced = [find_one(folder, "drumhead", ".js")?, find_one(folder, "", ".wasm")?];
    for file in &replaced {
        fs::remove_file(folder.join(file)).map_err(|error| failure(&error))?;
    }
    let module = read(&folders::wasm("drumhead"))?;
    let hash = hash_of_inputs(&module)?;
    let cached = folders::splits().join(&hash);
    if cached.is_dir() {
        announce("Splitting the app into the first load and the rest: unchanged, from the cache");
    } else {
        announce("Splitting the app into the first load and the rest");
        make(tools, &module, &hash, &cached)?;
    }
    for file in files(&cached)? {
        fs::copy(cached.join(&file), folder.join(&file)).map_err(|error| failure(&error))?;
    }
    let stem = format!("drumhead-{hash}");
    let main = [format!("{stem}.js"), find_one(folder, &stem, ".wasm")?];
    Ok(Split { replaced, main, loader: loader(&hash) })
}

/// Splits the module, and writes the files into the folder `cached`. Cached files of other builds are deleted.
fn make(tools: &Tools, module: &[u8], hash: &str, cached: &Path) -> Result<(), Failure> {
    let (stem, loader) = (format!("drumhead-{hash}"), loader(hash));
    // The folder gets its final name at the end, so that an interrupted build leaves no cached files.
    let folder = cached.with_extension("unfinished");
    let pieces = folder.join("pieces");
    if folders::splits().is_dir() {
        fs::remove_dir_all(folders::splits()).map_err(|error| failure(&error))?;
    }
    fs::create_dir_all(&pieces).map_err(|error| failure(&error))?;
    let main = pieces.join("main.wasm");
    let (main_path, loader_path) = (format!("./{stem}.js"), format!("./{loader}"));
    let mut options = Options::new(module);
    options.output_dir = &pieces;
    options.main_out_path = &main;
    options.main_module = &main_path;
    options.link_name = &loader_path;
    let split = transform(options).map_err(|error| failure(&error))?;
    // Empty parts are left out, because no script fetches them.
    let fetched: BTreeSet<String> = split.prefetch_map.into_values().flatten().collect();
    let script = String::from_utf8(read(&pieces.join(&loader))?).map_err(|error| failure(&error))?;
    let (script, parts) = with_hash(&script, &fetched, hash)?;
    for (part, hashed) in fetched.iter().zip(&parts) {
        fs::rename(pieces.join(format!("{part}.wasm")), folder.join(hashed)).map_err(|error| failure(&error))?;
        shrink(&folder.join(hashed))?;
    }

    bind(tools, &main, &stem, &folder, &["--keep-lld-exports"])?;
    shrink(&folder.join(find_one(&folder, &stem, ".wasm")?))?;
    fs::write(folder.join(&loader), script).map_err(|error| failure(&error))?;
    for script in [&main_path, &loader_path] {
        minify(&folder.join(script), &folder.join(script))?;
    }
    fs::remove_dir_all(&pieces).map_err(|error| failure(&error))?;
    fs::rename(&folder, cached).map_err(|error| failure(&error))
}

/// The name of the script that fetches the parts.
fn loader(hash: &str) -> String {
    format!("parts-{hash}.js")
}

/// Adds the hash to the names of the parts that the splitter's script fetches. Returns the script and the new names.
fn with_hash(script: &str, parts: &BTreeSet<String>, hash: &str) -> Result<(String, Vec<String>), Failure> {
    let hashed: Vec<String> = parts.iter().map(|part| format!("{part}-{hash}.wasm")).collect();
    let mut renamed = script.to_owned();
    for (part, hashed) in parts.iter().zip(&hashed) {
        renamed = renamed.replace(&format!("/{part}.wasm"), &format!("/{hashed}"));
    }
    let is_fetched = |part: &String| renamed.contains(&format!("/{part}"));
    let all_renamed = script.matches(".wasm").count() == renamed.matches(&format!("-{hash}.wasm")).count();
    if parts.is_empty() || !all_renamed || !hashed.iter().all(is_fetched) {
        return Err(failure(&format!("the splitter lists the parts {parts:?}, but its script fetches others")));
    }
    Ok((renamed, hashed))
}

fn failure(error: &impl ToString) -> Failure {
    let what = format!("The build cannot be split: {}.", error.to_string());
    Failure::new(what, "read the messages above, and xtask/src/split.rs for the expected files.")
}

fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(file).map_err(|error| failure(&format!("{}: {error}", file.display())))
}

/// The sorted names of all files in a folder.
fn files(folder: &Path) -> Result<Vec<String>, Failure> {
    let entries = fs::read_dir(folder).map_err(|error| failure(&error))?;
    let mut names: Vec<String> = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    names.sort();
    Ok(names)
}

/// The name of the only file in a folder that begins and ends with these texts: tools put a hash between them.
pub fn find_one(folder: &Path, begin: &str, end: &str) -> Result<String, Failure> {
    let names = files(folder)?.into_iter();
    let mut found: Vec<String> = names.filter(|name| name.starts_with(begin) && name.ends_with(end)).collect();
    let one = (found.len() == 1).then(|| found.remove(0));
    one.ok_or_else(|| failure(&format!("one file {begin}*{end} should be in {}, not {found:?}", folder.display())))
}

/// A hash of all inputs of a split build. Different builds have different file names, so that browsers may cache them for ever.
fn hash_of_inputs(module: &[u8]) -> Result<String, Failure> {
    let mut inputs = [module, include_bytes!("split.rs")].concat();
    for file in ["xtask/src/run.rs", "Cargo.lock", "package-lock.json"] {
        inputs.extend(read(&folders::project().join(file))?);
    }
    Ok(hash(&inputs))
}

/// Runs wasm-bindgen: writes the module and the script that starts it into `folder`.
pub fn bind(tools: &Tools, module: &Path, stem: &str, folder: &Path, options: &[&str]) -> Result<(), Failure> {
    let mut bindgen = tools.command("wasm-bindgen");
    bindgen.args(["--target", "web", "--no-typescript", "--no-demangle", "--remove-name-section"]).args(options);
    run(bindgen.args(["--out-name", stem, "--out-dir"]).arg(folder).arg(module), "read the messages above.")
}

/// Shrinks a module with wasm-opt. docs/building.md explains the options.
pub fn shrink(module: &Path) -> Result<(), Failure> {
    // The features that rustc enables by default. They are listed here because the splitter drops the section that names them.
    const FEATURES: &str = "bulk-memory multivalue mutable-globals nontrapping-float-to-int reference-types sign-ext";
    let mut wasm_opt = npm("wasm-opt");
    wasm_opt.args(FEATURES.split(' ').map(|feature| format!("--enable-{feature}")));
    wasm_opt.args(["-Oz", "--skip-pass=local-cse", "--low-memory-unused"]).arg(module);
    wasm_opt.args(["--strip-debug", "--strip-producers", "--quiet", "-o"]).arg(module);
    run(&mut wasm_opt, "read the messages above.")
}

/// The first 16 digits of the SHA-256 hash.
pub fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_fetches_parts_by_names_with_a_hash() {
        let script = r#"a(new URL("./rest.wasm", base)); b(import("./0_rest.wasm")); "#;
        let parts = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let (renamed, files) = with_hash(script, &parts(&["rest", "0_rest"]), "1f").expect("two parts");
        assert_eq!(renamed, r#"a(new URL("./rest-1f.wasm", base)); b(import("./0_rest-1f.wasm")); "#);
        assert_eq!(files, ["0_rest-1f.wasm", "rest-1f.wasm"]);
        for wrong in [&["rest"][..], &["rest", "0_rest", "more"], &[]] {
            let failure = with_hash(script, &parts(wrong), "1f").expect_err("others are fetched").to_string();
            assert!(failure.contains(&format!("parts {:?}", parts(wrong))), "{failure}");
        }
    }

    #[test]
    fn a_development_build_is_linked_without_relocations_and_debug_information() {
        // A release build needs no test: the splitter fails without relocations.
        let read = |file: &str| fs::read_to_string(folders::project().join(file)).expect("it is text");
        let (flags, script, manifest) = (read(".cargo/config.toml"), read("build.rs"), read("Cargo.toml"));
        assert!(!flags.contains("link-arg"), "flags there are for every build: {flags}");
        let (before, _) = script.split_once("--emit-relocs").expect("the build script asks for them");
        assert!(before.trim_end().lines().rev().take(2).any(|line| line.contains("CARGO_FEATURE_SPLIT")), "{before}");
        let profile = manifest.split("[profile.dev]").nth(1).expect("the profile");
        assert!(profile.trim_start().starts_with("debug = false"), "{profile}");
    }

    #[test]
    fn the_hash_depends_on_all_inputs() {
        let [one, same, other] = [&b"one"[..], b"one", b"other"].map(|module| hash_of_inputs(module).expect("a hash"));
        assert_eq!(one, same);
        assert_ne!(one, other);
        assert_ne!(one, hash(b"one"), "the module is one of several inputs");
    }

    #[test]
    fn one_script_and_one_module_are_found_by_parts_of_their_names() {
        let folder = std::env::temp_dir().join(format!("drumhead-split-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        for file in ["drumhead-1f.js", "sw.js", "drumhead-1f_bg.wasm"] {
            fs::write(folder.join(file), "").expect("a file");
        }
        let found = [("drumhead", ".js"), ("", ".wasm")].map(|(begin, end)| find_one(&folder, begin, end));
        let wrong = [("app", ".wasm"), ("", ".js")].map(|(begin, end)| find_one(&folder, begin, end));
        fs::remove_dir_all(&folder).expect("removed");
        assert_eq!(found.map(|name| name.expect("one")), ["drumhead-1f.js", "drumhead-1f_bg.wasm"]);
        let [none, two] = wrong.map(|failure| failure.expect_err("none or two").to_string());
        assert!(none.contains("one file app*.wasm should be in") && two.contains("sw.js"), "{none}\n{two}");
    }
}
