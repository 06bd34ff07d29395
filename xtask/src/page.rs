//! Puts into the page of a build what browsers wait for: the policy, the styles, the small scripts, and the names of the parts.
//!
//! In a build of Trunk's alone these are files of their own, so that a change of one is seen at once.

use std::fs;
use std::path::Path;

use crate::failure::Failure;
use crate::place;
use crate::run::{minify, without_comments};
use crate::seal::{PAGE, rewrite};
use crate::split::Split;

/// A comment in `index.html`, replaced by the policy. `seal.rs` adds the hashes of what stands in the page.
const POLICY_PLACE: &str = "<!-- policy -->";
const POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'self' \
                      'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; \
                      worker-src 'self'; base-uri 'none'; form-action 'none'\" />";
/// Folders of `index.html` whose files stand in the page of a release.
const INLINED: [&str; 2] = ["style", "page"];

/// Writes the page of the build in `folder`, and removes the files that then stand in it.
pub fn write(folder: &Path, parts: &Split) -> Result<(), Failure> {
    let style = inlined(folder, "style/main.css", minify)?;
    let page = folder.join(PAGE);
    let mut text = fs::read_to_string(&page).map_err(|error| trouble(&page, &error))?;
    for file in scripts(&text) {
        let script = inlined(folder, &format!("public/{file}"), without_comments)?;
        text = text.replace(&element(&file), &format!("<script>{script}</script>"));
    }
    fs::write(&page, text).map_err(|error| trouble(&page, &error))?;
    rewrite(&page, |page| with_policy_and_style(page, &style))?;
    rewrite(&page, |page| with_parts(page, parts))?;
    for inlined in INLINED {
        fs::remove_dir_all(folder.join(inlined)).map_err(|error| trouble(&folder.join(inlined), &error))?;
    }
    Ok(())
}

fn trouble(file: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("{}: {error}.", file.display()), "compare index.html with git, and build again.")
}

/// The text of a file of the project that stands in the page, made small by `shrink`.
fn inlined(folder: &Path, file: &str, shrink: impl Fn(&Path, &Path) -> Result<(), Failure>) -> Result<String, Failure> {
    let small = folder.join("inlined");
    shrink(&place::project().join(file), &small)?;
    let text = fs::read_to_string(&small).and_then(|text| fs::remove_file(&small).map(|()| text));
    Ok(text.map_err(|error| trouble(&small, &error))?.trim_end().to_owned())
}

/// The files of the scripts that are put into the page.
fn scripts(page: &str) -> Vec<String> {
    let named = page.split("<script src=\"").skip(1).filter_map(|after| after.split('"').next());
    named.filter(|file| file.starts_with("page/")).map(str::to_owned).collect()
}

fn element(script: &str) -> String {
    format!("<script src=\"{script}\"></script>")
}

fn with_policy_and_style(page: &str, style: &str) -> Option<String> {
    const SHEET: &str = "<link rel=\"stylesheet\" href=\"style/main.css\" />";
    let is_complete = page.contains(POLICY_PLACE) && page.contains(SHEET);
    is_complete.then(|| page.replace(POLICY_PLACE, POLICY).replace(SHEET, &format!("<style>{style}</style>")))
}

/// The page of a split build. It names the split module instead of Trunk's, and preloads the script that fetches the parts.
fn with_parts(page: &str, split: &Split) -> Option<String> {
    const END: &str = "</head>";
    let is_complete = split.replaced.iter().all(|file| page.contains(file)) && page.contains(END);
    let early = format!("<link rel=\"modulepreload\" href=\"./{}\" crossorigin=\"anonymous\" />{END}", split.loader);
    let mut page = is_complete.then(|| page.replacen(END, &early, 1))?;
    for (old, new) in split.replaced.iter().zip(&split.main) {
        page = page.replace(old, new);
    }
    Some(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source() -> String {
        fs::read_to_string(place::project().join(PAGE)).expect("the page")
    }

    #[test]
    fn the_page_names_the_parts_and_the_split_module() {
        let split = Split {
            replaced: ["drumhead-1f.js".into(), "drumhead-1f_bg.wasm".into()],
            main: ["drumhead-2e.js".into(), "drumhead-2e.wasm".into()],
            loader: "parts-2e.js".into(),
        };
        let built = source() + "<script data-script='./drumhead-1f.js' data-module='./drumhead-1f_bg.wasm'></script>";
        let page = with_parts(&built, &split).expect("a place for the parts");
        assert!(page.contains("\"./parts-2e.js\"") && !page.contains("drumhead-1f"), "{page}");
        assert!(page.contains("'./drumhead-2e.js'") && page.contains("'./drumhead-2e.wasm'"), "{page}");
        assert_eq!(with_parts(&source(), &split), None, "a page without Trunk's module");
    }

    #[test]
    fn a_search_finds_the_app_by_a_title_and_a_description() {
        let page = source();
        let between = |begin: &str, end: &str| page.split_once(begin)?.1.split_once(end).map(|(text, _)| text.trim());
        assert_eq!(between("<title>", "</title>"), Some("Drumhead"));
        let description = between("<meta name=\"description\" content=\"", "\"").expect("a description");
        // Search engines show about 155 letters of it.
        assert!((50..=155).contains(&description.len()) && description.contains("wargames"), "{description}");
        assert!(!page.contains("noindex") && page.contains("<html lang=\"en-GB\""), "it may be found, in its language");
    }

    #[test]
    fn scripts_styles_and_policy_have_their_places() {
        assert!(scripts(&source()).iter().all(|file| source().contains(&element(file))));
        assert!(scripts(&source()).contains(&"page/theme.js".to_owned()));
        let page = with_policy_and_style(&source(), "p{}").expect("both places");
        assert!(
            page.contains("<style>p{}</style>") && page.contains("script-src 'self' 'wasm-unsafe-eval';"),
            "{page}"
        );
        let (policy, script) = (page.find("Content-Security-Policy"), page.find("<script"));
        assert!(policy < script, "the policy governs what follows it");
    }
}
