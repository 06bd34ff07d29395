//! Makes one stylesheet of those that the page names: each is a request of its own that the first picture waits for, also
//! when all of them come from the copy that the browser keeps.

use std::fs;
use std::path::Path;

use crate::failure::Failure;
use crate::seal::{integrity, trouble};
use crate::split::hash;

const BEGIN: &str = "<link rel=\"stylesheet\" href=\"./";
const END: &str = "/>";

/// Puts all stylesheets of the build in `folder` into one; its page, which is handed back, names that.
///
/// # Errors
/// If a stylesheet that the page names is not there.
pub fn join(folder: &Path, page: &str) -> Result<String, Failure> {
    let Some(first) = page.find(BEGIN) else { return Ok(page.to_owned()) };
    let names: Vec<&str> = page.split(BEGIN).skip(1).filter_map(|after| after.split('"').next()).collect();
    let mut style = String::new();
    for name in &names {
        let file = folder.join(name);
        style += &fs::read_to_string(&file).map_err(|error| trouble(&file, &error.to_string()))?;
        fs::remove_file(&file).map_err(|error| trouble(&file, &error.to_string()))?;
    }
    let style = lean(&style);
    let named = format!("style-{}.css", hash(style.as_bytes()));
    let link = format!("{BEGIN}{named}\" integrity=\"{}\"{END}", integrity(style.as_bytes()));
    let file = folder.join(&named);
    fs::write(&file, style).map_err(|error| trouble(&file, &error.to_string()))?;
    Ok(format!("{}{link}{}", &page[..first], without_styles(&page[first..])))
}

/// The same to a browser, without comments, indents and empty lines. None of what stands in quotes looks like a comment, or has
/// several lines.
fn lean(style: &str) -> String {
    let (first, rest) = style.split_once("/*").unwrap_or((style, ""));
    let uncommented = rest
        .split("/*")
        .filter_map(|comment| comment.split_once("*/"))
        .fold(first.to_owned(), |kept, (_, own)| kept + own);
    uncommented.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// The page without any link to a stylesheet.
fn without_styles(page: &str) -> String {
    let mut parts = page.split(BEGIN);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.filter_map(|after| after.split_once(END)).fold(first, |page, (_, rest)| page.trim_end().to_owned() + rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::env;

    #[test]
    fn the_stylesheets_become_one_in_their_order() {
        let folder = env::temp_dir().join(format!("drumhead-style-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("a-1.css"), "/* first */\n  a{}/**/\n\n").expect("a file");
        fs::write(folder.join("b-2.css"), "b{}").expect("a file");
        let link = |name: &str| format!("{BEGIN}{name}\" integrity=\"sha384-x\"{END}");
        let page = format!("<head>\n  {}\n  {}\n  <i></i></head>", link("a-1.css"), link("b-2.css"));
        let joined = join(&folder, &page);
        let again = joined.as_ref().ok().map(|page| join(&folder, page));
        let left: Vec<_> = fs::read_dir(&folder).expect("a folder").flatten().map(|own| own.file_name()).collect();
        let name = left[0].to_string_lossy().into_owned();
        let text = fs::read_to_string(folder.join(&name)).expect("one stylesheet");
        fs::remove_dir_all(&folder).expect("removed");
        let joined = joined.expect("joined");
        assert_eq!((left.len(), text.as_str()), (1, "a{}\nb{}"));
        assert_eq!(joined.matches(BEGIN).count(), 1, "{joined}");
        assert!(joined.contains(&format!("href=\"./{name}\"")) && joined.ends_with("<i></i></head>"), "{joined}");
        assert_eq!(again.and_then(Result::ok), Some(joined), "joining again changes nothing");
    }
}
