//! What can be written only once all of a build is there: into its page the hash of the start script, which the content
//! security policy asks for, and into its service worker the list of its files.
//!
//! Trunk runs this after each build, before it puts the build into `dist`: see `Trunk.toml`.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

use crate::failure::Failure;
use crate::one_style;
use crate::split::{Cut, split};

const PAGE: &str = "index.html";
const WORKER: &str = "sw.js";

/// Seals the build in `folder`, or in the one that Trunk names. A build may be sealed again after a change.
///
/// # Errors
/// If there is no build, or it is not of the form that this knows.
pub fn seal(folder: Option<&Path>) -> Result<(), Failure> {
    let folder = folder
        .map(Path::to_owned)
        .or_else(|| env::var_os("TRUNK_STAGING_DIR").map(PathBuf::from))
        .ok_or_else(|| Failure::new("No folder is named.", "use `cargo xtask seal FOLDER`."))?;
    if env::var_os("TRUNK_PROFILE").is_some_and(|profile| profile == "release") {
        let cut = split(&folder)?;
        let page = folder.join(PAGE);
        let text = fs::read_to_string(&page).map_err(|error| trouble(&page, &error.to_string()))?;
        fs::write(&page, one_style::join(&folder, &text)?).map_err(|error| trouble(&page, &error.to_string()))?;
        rewrite(&page, |text| fetch_early(text, &cut))?;
    }
    rewrite(&folder.join(PAGE), offer_calls_once_ready)?;
    rewrite(&folder.join(PAGE), allow_inline_scripts)?;
    let files = list(&folder)?;
    rewrite(&folder.join(WORKER), |worker| write_list(worker, &files))
}

fn rewrite(file: &Path, change: impl Fn(&str) -> Option<String>) -> Result<(), Failure> {
    let text = fs::read_to_string(file).map_err(|error| trouble(file, &error.to_string()))?;
    let text = change(&text).ok_or_else(|| trouble(file, "it lacks what the build writes into"))?;
    fs::write(file, text).map_err(|error| trouble(file, &error.to_string()))
}

pub fn trouble(file: &Path, what: &str) -> Failure {
    Failure::new(
        format!("{} cannot be sealed: {what}.", file.display()),
        "compare it with index.html and public/sw.js in git, and build again.",
    )
}

/// The hash as policies and integrity attributes write it.
pub fn integrity(bytes: &[u8]) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(bytes)))
}

// The page.

/// The page, its policy allowing just the inline scripts that it has; nothing if it has no policy for scripts.
fn allow_inline_scripts(page: &str) -> Option<String> {
    const POLICY: &str = "http-equiv=\"Content-Security-Policy\" content=\"";
    const SCRIPTS: &str = "script-src ";
    let policy = page.find(POLICY)? + POLICY.len();
    let policy_end = policy + page[policy..].find('"')?;
    let start = policy + page[policy..policy_end].find(SCRIPTS)? + SCRIPTS.len();
    let end = page[start..policy_end].find(';').map_or(policy_end, |length| start + length);
    let kept = page[start..end].split(' ').filter(|source| !source.starts_with("'sha256-")).map(str::to_owned);
    // A parser of HTML reads every line ending as a plain one, and it is what it read that browsers hash.
    let hashes = inline_scripts(page).map(|script| format!("'{}'", integrity(script.replace("\r\n", "\n").as_bytes())));
    let sources: Vec<String> = kept.chain(hashes).collect();
    Some(format!("{}{}{}", &page[..start], sources.join(" "), &page[end..]))
}

/// The page, offering the app's calls (`wasmBindings`) to scripts once all rulesets have come: the calls answer at once, and
/// cannot wait for one. They come when the page has nothing better to do.
fn offer_calls_once_ready(page: &str) -> Option<String> {
    const AT_ONCE: &str = "window.wasmBindings = bindings;";
    const READY: &str = "(window.requestIdleCallback ?? setTimeout)(async () => {\n  await bindings.ready();\n  \
                         window.wasmBindings = bindings;\n});";
    if page.contains(READY) {
        return Some(page.to_owned());
    }
    page.contains(AT_ONCE).then(|| page.replace(AT_ONCE, READY))
}

/// The page, fetching all parts of the app at once where it is opened elsewhere than at home: at a battle, mostly. They come,
/// and are compiled, while the first of the app begins; the script that fetches parts takes them from `earlyParts`. That
/// script is named, too: the page would find it only once it has read the one that begins the app.
fn fetch_early(page: &str, cut: &Cut) -> Option<String> {
    const THEME: &str = "</script>";
    let after = page.find(THEME)? + THEME.len();
    let list = cut.parts.iter().map(|part| format!("'./{part}'")).collect::<Vec<_>>().join(", ");
    let script = format!(
        "\n    <script>\n      if (location.hash.length > 2) {{\n        globalThis.earlyParts = {{}};\n        \
         for (const part of [{list}]) {{\n          \
         (earlyParts[part] = WebAssembly.compileStreaming(fetch(part))).catch(() => {{}}); // it is fetched again then\n        \
         }}\n      }}\n    </script>"
    );
    let preload = format!("\n    <link rel=\"modulepreload\" href=\"./{}\" crossorigin=\"anonymous\">", cut.loader);
    Some(format!("{}{script}{preload}{}", &page[..after], &page[after..]))
}

/// The text of each script that the page itself holds.
fn inline_scripts(page: &str) -> impl Iterator<Item = &str> {
    page.split("<script").skip(1).filter_map(|after| {
        let (attributes, rest) = after.split_once('>')?;
        let (text, _) = rest.split_once("</script>")?;
        (!attributes.contains(" src=")).then_some(text)
    })
}

// The service worker.

/// A file of the build: its path, as the page asks for it, and its hash.
type Listed = (String, String);

/// Every file of the build but the service worker, which browsers keep themselves.
fn list(folder: &Path) -> Result<Vec<Listed>, Failure> {
    let mut files = Vec::new();
    walk(folder, "", &mut files)?;
    // A system that installs the app takes its icons then, and keeps them itself; the page shows none of these.
    files.retain(|(path, _)| !path.ends_with(".png"));
    files.sort();
    Ok(files)
}

fn walk(folder: &Path, under: &str, files: &mut Vec<Listed>) -> Result<(), Failure> {
    let unreadable = |error: std::io::Error| trouble(folder, &error.to_string());
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let name = entry.file_name().into_string().unwrap_or_default();
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if name.is_empty() || !name.chars().all(plain) {
            return Err(trouble(&entry.path(), "its name needs other characters than letters, digits, -, _ and ."));
        }
        let path = format!("{under}{name}");
        if entry.path().is_dir() {
            walk(&entry.path(), &format!("{path}/"), files)?;
        } else if path != WORKER {
            let bytes = fs::read(entry.path()).map_err(unreadable)?;
            // The page goes by the folder's address: some hosts lead from `index.html` there by a detour.
            let path = if path == PAGE { "./".to_owned() } else { path };
            files.push((path, integrity(&bytes)));
        }
    }
    Ok(())
}

/// The worker with its list and its version; nothing if it lacks the lines for them.
fn write_list(worker: &str, files: &[Listed]) -> Option<String> {
    let entries: Vec<String> = files.iter().map(|(path, hash)| format!("\"{path}\":\"{hash}\"")).collect();
    let listed = with_line(worker, "const FILES = ", &format!("{{{}}};", entries.join(",")))?;
    let unversioned = with_line(&listed, "const VERSION = ", "'';")?;
    let version: String = Sha256::digest(&unversioned).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    with_line(&unversioned, "const VERSION = ", &format!("'{version}';"))
}

/// The text, with the line that begins with `begin` going on as `end`.
fn with_line(text: &str, begin: &str, end: &str) -> Option<String> {
    let mut found = false;
    let lines: Vec<String> = text
        .lines()
        .map(|line| match line.starts_with(begin) {
            true => {
                found = true;
                format!("{begin}{end}")
            }
            false => line.to_owned(),
        })
        .collect();
    found.then(|| lines.join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place;

    const POLICED: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
                           script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'\" />";

    #[test]
    fn the_policy_allows_the_inline_scripts_alone() {
        let page = format!("{POLICED}<script src=\"a.js\"></script><script type=\"module\">alert(1)</script>");
        let sealed = allow_inline_scripts(&page).expect("a policy");
        // printf 'alert(1)' | openssl dgst -sha256 -binary | base64
        let hash = "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='";
        assert!(
            sealed.contains(&format!("; script-src 'self' 'wasm-unsafe-eval' {hash}; base-uri 'none'")),
            "{sealed}"
        );
        assert_eq!(allow_inline_scripts(&sealed), Some(sealed), "sealing again changes nothing");
    }

    #[test]
    fn a_script_is_hashed_as_browsers_read_it() {
        let policy = |page: &str| allow_inline_scripts(page).map(|sealed| sealed[..POLICED.len() + 40].to_owned());
        let (unix, windows) = ("<script>\na()\n</script>", "<script>\r\na()\r\n</script>");
        assert_eq!(policy(&format!("{POLICED}{unix}")), policy(&format!("{POLICED}{windows}")));
    }

    #[test]
    fn a_page_without_a_policy_is_refused() {
        assert_eq!(allow_inline_scripts("<script>a()</script>"), None);
        assert_eq!(allow_inline_scripts(&POLICED.replace("script-src", "style-src")), None);
    }

    fn worker(files: &[(&str, &str)]) -> String {
        let source = fs::read_to_string(place::project().join("public").join(WORKER)).expect("the worker");
        let files: Vec<Listed> = files.iter().map(|&(path, hash)| (path.to_owned(), hash.to_owned())).collect();
        let sealed = write_list(&source, &files).expect("lines for the list and the version");
        assert_eq!(write_list(&sealed, &files), Some(sealed.clone()), "sealing again changes nothing");
        sealed
    }

    #[test]
    fn every_change_is_another_version() {
        let version = |sealed: &str| {
            sealed.lines().find(|line| line.starts_with("const VERSION = ")).map(str::to_owned).expect("a version")
        };
        let one = worker(&[("./", "sha256-a"), ("app.js", "sha256-b")]);
        let two = worker(&[("./", "sha256-a"), ("app.js", "sha256-c")]);
        assert!(one.contains("const FILES = {\"./\":\"sha256-a\",\"app.js\":\"sha256-b\"};"), "{one}");
        assert_ne!(version(&one), version(&two));
        assert_ne!(version(&one), "const VERSION = '';");
        let code = write_list(&(one.clone() + "// another line\n"), &[]).expect("sealed");
        assert_ne!(version(&code), version(&write_list(&one, &[]).expect("sealed")));
    }

    #[test]
    fn the_list_names_all_but_the_worker() {
        let folder = env::temp_dir().join(format!("drumhead-seal-{}", std::process::id()));
        fs::create_dir_all(folder.join("icons")).expect("a folder");
        for file in [PAGE, WORKER, "app-1f.js", "icons/drum.svg"] {
            fs::write(folder.join(file), "").expect("a file");
        }
        let listed = list(&folder);
        fs::write(folder.join("two words.js"), "").expect("a file");
        let refused = list(&folder);
        fs::remove_dir_all(&folder).expect("removed");
        let paths: Vec<String> = listed.expect("listed").into_iter().map(|(path, _)| path).collect();
        assert_eq!(paths, ["./", "app-1f.js", "icons/drum.svg"]);
        assert!(refused.is_err());
    }
}
