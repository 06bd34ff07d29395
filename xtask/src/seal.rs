//! Seals a build: writes the hashes of inline scripts and styles into the content security policy, and the list of files into the
//! service worker.

use std::fs;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

use crate::failure::Failure;
use crate::split::hash;

/// The page of a build.
pub const PAGE: &str = "index.html";
const WORKER: &str = "sw.js";

/// Updates the content security policy and the list of files of the build in `folder`.
pub fn seal(folder: &Path) -> Result<(), Failure> {
    rewrite(&folder.join(PAGE), |page| allow_inline(&allow_inline(page, "script")?, "style"))?;
    let files = list(folder)?;
    rewrite(&folder.join(WORKER), |worker| write_list(worker, &files))
}

/// Rewrites a file. `change` returns `None` if the file lacks a line that the build has to write.
pub fn rewrite(file: &Path, change: impl Fn(&str) -> Option<String>) -> Result<(), Failure> {
    let text = fs::read_to_string(file).map_err(|error| failure(file, &error.to_string()))?;
    let text = change(&text).ok_or_else(|| failure(file, "a line that the build has to write is missing"))?;
    fs::write(file, text).map_err(|error| failure(file, &error.to_string()))
}

fn failure(file: &Path, problem: &str) -> Failure {
    Failure::new(
        format!("{} cannot be sealed: {problem}.", file.display()),
        "compare it with index.html and public/sw.js in git, and build again.",
    )
}

/// The hash, as content security policies and integrity attributes have it.
fn integrity(bytes: &[u8]) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(bytes)))
}

// The page.

/// The page with a policy that allows its inline scripts or styles; `element` is "script" or "style". `None` if the page has no
/// policy for them.
fn allow_inline(page: &str, element: &str) -> Option<String> {
    const POLICY: &str = "http-equiv=\"Content-Security-Policy\" content=\"";
    let directive = format!("{element}-src ");
    let policy = page.find(POLICY)? + POLICY.len();
    let policy_end = policy + page[policy..].find('"')?;
    let start = policy + page[policy..policy_end].find(&directive)? + directive.len();
    let end = page[start..policy_end].find(';').map_or(policy_end, |length| start + length);
    let kept = page[start..end].split(' ').filter(|source| !source.starts_with("'sha256-")).map(str::to_owned);
    // HTML parsers turn every line ending into \n, and browsers hash the parsed text.
    let hashes =
        inline_texts(page, element).map(|text| format!("'{}'", integrity(text.replace("\r\n", "\n").as_bytes())));
    let sources: Vec<String> = kept.chain(hashes).collect();
    Some(format!("{}{}{}", &page[..start], sources.join(" "), &page[end..]))
}

/// The texts of the page's inline elements of this name. Script elements that contain JSON are left out.
fn inline_texts<'a>(page: &'a str, element: &'a str) -> impl Iterator<Item = &'a str> {
    page.split(&format!("<{element}")).skip(1).collect::<Vec<_>>().into_iter().filter_map(move |after| {
        let (attributes, rest) = after.split_once('>')?;
        let (text, _) = rest.split_once(&format!("</{element}>"))?;
        (!attributes.contains(" src=") && !attributes.contains("json")).then_some(text)
    })
}

// The service worker.

/// A file of the build: the path that the page requests, and the file's hash.
type Listed = (String, String);

/// All files of the build, except the service worker, which browsers store themselves, and pictures for installers.
fn list(folder: &Path) -> Result<Vec<Listed>, Failure> {
    let mut files = Vec::new();
    walk(folder, "", &mut files)?;
    // These are icons and screenshots. A system that installs the app fetches them itself, and no page shows them.
    files.retain(|(path, _)| !path.ends_with(".png"));
    files.sort();
    Ok(files)
}

fn walk(folder: &Path, under: &str, files: &mut Vec<Listed>) -> Result<(), Failure> {
    let unreadable = |error: std::io::Error| failure(folder, &error.to_string());
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let name = entry.file_name().into_string().unwrap_or_default();
        if name.starts_with('.') {
            continue; // Trunk's folder `.stage` after a failed build, or files of the system
        }
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if name.is_empty() || !name.chars().all(is_allowed) {
            return Err(failure(&entry.path(), "its name has characters other than letters, digits, -, _ and ."));
        }
        let path = format!("{under}{name}");
        if entry.path().is_dir() {
            walk(&entry.path(), &format!("{path}/"), files)?;
        } else if path != WORKER {
            let bytes = fs::read(entry.path()).map_err(unreadable)?;
            // The page is listed under the folder's address, because some hosts redirect `index.html` to it.
            let path = if path == PAGE { "./".to_owned() } else { path };
            files.push((path, integrity(&bytes)));
        }
    }
    Ok(())
}

/// The service worker's script with its list and version; `None` if the script lacks the lines for them.
fn write_list(worker: &str, files: &[Listed]) -> Option<String> {
    let entries: Vec<String> = files.iter().map(|(path, hash)| format!("\"{path}\":\"{hash}\"")).collect();
    let listed = with_line(worker, "const FILES = ", &format!("{{{}}};", entries.join(",")))?;
    let unversioned = with_line(&listed, "const VERSION = ", "'';")?;
    with_line(&unversioned, "const VERSION = ", &format!("'{}';", hash(unversioned.as_bytes())))
}

/// The text with `end` in place of the rest of each line that begins with `begin`; `None` if there is no such line.
fn with_line(text: &str, begin: &str, end: &str) -> Option<String> {
    let matches = |line: &&str| line.starts_with(begin);
    text.lines().any(|line| matches(&line)).then(|| {
        let new = format!("{begin}{end}");
        text.lines().map(|line| if matches(&line) { &new } else { line }.to_owned() + "\n").collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folders;
    use std::env;

    const POLICED: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
                           script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'\" />";

    #[test]
    fn the_policy_allows_only_the_inline_scripts_and_styles() {
        let page = format!("{POLICED}<script src=\"a.js\"></script><script type=\"module\">alert(1)</script>");
        let sealed = allow_inline(&page, "script").expect("a policy");
        // printf 'alert(1)' | openssl dgst -sha256 -binary | base64
        let hash = "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='";
        let policy = format!("; script-src 'self' 'wasm-unsafe-eval' {hash}; base-uri 'none'");
        assert!(sealed.contains(&policy), "{sealed}");
        assert_eq!(allow_inline(&sealed, "script"), Some(sealed), "sealing again changes nothing");
        assert_eq!(allow_inline(POLICED, "style"), None);
        let styled = POLICED.replace("script-src", "style-src") + "<style>p{}</style>";
        assert!(
            allow_inline(&styled, "style")
                .is_some_and(|page| page.contains("style-src 'self' 'wasm-unsafe-eval' 'sha256-"))
        );
    }

    #[test]
    fn every_change_gives_another_version() {
        let source = fs::read_to_string(folders::project().join("public").join(WORKER)).expect("the worker");
        let sealed = |source: &str, hash: &str| {
            let files = [("./".to_owned(), "sha256-a".to_owned()), ("app.js".to_owned(), hash.to_owned())];
            write_list(source, &files).expect("lines for the list and the version")
        };
        let version = |sealed: &str| sealed.lines().find(|line| line.starts_with("const VERSION")).map(str::to_owned);
        let one = sealed(&source, "sha256-b");
        assert!(one.contains("const FILES = {\"./\":\"sha256-a\",\"app.js\":\"sha256-b\"};"), "{one}");
        assert_eq!(sealed(&one, "sha256-b"), one, "sealing again changes nothing");
        assert_ne!(version(&one), version(&sealed(&source, "sha256-c")));
        assert_ne!(version(&one), version(&sealed(&(source + "// another line\n"), "sha256-b")));
    }

    #[test]
    fn the_list_names_all_files_except_the_service_worker() {
        let folder = env::temp_dir().join(format!("drumhead-seal-{}", std::process::id()));
        fs::create_dir_all(folder.join("icons")).expect("a folder");
        for file in [PAGE, WORKER, "app-1f.js", "icons/drum.svg", ".hidden"] {
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
