//! Serves a development build. Trunk builds again only after a change of Rust. Styles and scripts are served from the project, so a change of one
//! needs no build. `trunk serve` would build for each change, because its only pipeline runs cargo and wasm-bindgen.
//!
//! The page reloads after both kinds of change.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::Router;
use axum::http::StatusCode;
use axum::response::Html;
use axum::routing::get;
use tower_http::services::ServeDir;

use crate::args::Serve;
use crate::bundle;
use crate::failure::Failure;
use crate::folders;
use crate::serve::{address, listen, no_port, print_addresses, uncached};
use crate::setup::Tools;

/// Files and folders that Trunk watches. A change of one starts a build.
pub const COMPILED: [&str; 5] = ["Cargo.toml", "build.rs", "crates", "index.html", "src"];

/// Folders whose files are served as they are.
const SERVED: [&str; 2] = ["public", "style"];

/// Trunk moves the files of a finished build within this time. Until then, pages do not reload.
const SETTLING_TIME: Duration = Duration::from_millis(300);

/// The page until the first build is done.
const WAITING_PAGE: &str =
    "<!doctype html><title>Drumhead</title><p>The first build is not done yet: see the terminal.</p></body>";

/// Serves the project until interrupted, while Trunk builds it after each change of Rust.
pub fn serve(options: &Serve, tools: &Tools) -> Result<(), Failure> {
    let failure = |error| no_port(options.port, &error);
    let listener = TcpListener::bind((address(options), options.port)).map_err(failure)?;
    listener.set_nonblocking(true).map_err(failure)?;
    print_addresses(options);
    let (folder, port) = (folders::dev_dist(), options.port);
    let pages = files(folders::project(), &folder);
    thread::spawn(move || {
        if let Err(failure) = listen(port, listener, pages) {
            eprintln!("\n{failure}");
        }
    });
    bundle::watch(tools, &folder, &COMPILED)
}

/// Serves the build in `dist`, and the project's styles and scripts.
fn files(project: &Path, dist: &Path) -> Router {
    let [public, style] = SERVED.map(|folder| project.join(folder));
    let served = Served { sources: [public.clone(), style.clone()], dist: dist.to_owned() };
    let (for_root, for_index, for_stamp) = (served.clone(), served.clone(), served);
    uncached(
        Router::new()
            .route("/", get(|| async move { for_root.page() }))
            .route("/index.html", get(|| async move { for_index.page() }))
            .route("/.changed", get(|| async move { for_stamp.stamp().ok_or(StatusCode::NOT_FOUND) }))
            .nest_service("/style", ServeDir::new(style))
            .fallback_service(ServeDir::new(public).fallback(ServeDir::new(dist))),
    )
}

/// The folders that are served.
#[derive(Clone)]
struct Served {
    sources: [PathBuf; 2],
    dist: PathBuf,
}

impl Served {
    /// The built page, with a script that reloads it after a change.
    fn page(&self) -> Html<String> {
        let stamp = self.stamp().unwrap_or_default();
        let reload = format!(
            "<script>setInterval(async () => {{
              const answer = await fetch('.changed').catch(() => undefined);
              if (answer?.ok && (await answer.text()) !== '{stamp}') location.reload();
            }}, 500);</script></body>"
        );
        let page = fs::read_to_string(self.dist.join("index.html")).unwrap_or_else(|_| WAITING_PAGE.to_owned());
        Html(page.replace("</body>", &reload))
    }

    /// The time of the last change, in milliseconds since 1970. `None` if there is no build, or while Trunk moves its files.
    fn stamp(&self) -> Option<String> {
        let dist_changed = modified(&self.dist)?;
        let page = modified(&self.dist.join("index.html"))?;
        let is_settled = dist_changed.elapsed().unwrap_or_default() >= SETTLING_TIME;
        let newest = self.sources.iter().filter_map(|folder| newest(folder)).chain([page]).max()?;
        let since_1970 = newest.duration_since(UNIX_EPOCH).ok()?;
        is_settled.then(|| since_1970.as_millis().to_string())
    }
}

fn modified(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|data| data.modified()).ok()
}

/// The time of the last change in a folder and its subfolders.
fn newest(folder: &Path) -> Option<SystemTime> {
    let entries = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    let times = entries.filter_map(|path| if path.is_dir() { newest(&path) } else { modified(&path) });
    times.chain(modified(folder)).max()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::{Body, to_bytes};
    use axum::http::Request;
    use std::env;
    use tower::ServiceExt as _;

    /// The status and the text of the response to a request for `path`.
    fn get_text(pages: &Router, path: &str) -> (StatusCode, String) {
        let request = Request::builder().uri(path).body(Body::empty()).expect("a request");
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let response = runtime.block_on(pages.clone().oneshot(request)).expect("a response");
        let status = response.status();
        let body = runtime.block_on(to_bytes(response.into_body(), 10_000)).expect("a body");
        (status, String::from_utf8(body.to_vec()).expect("it is text"))
    }

    #[test]
    fn a_change_of_a_style_or_script_is_served_and_announced_without_a_build() {
        let top = env::temp_dir().join(format!("drumhead-dev-{}", std::process::id()));
        for folder in ["style", "public/page", "dist/style"] {
            fs::create_dir_all(top.join(folder)).expect("a folder");
        }
        let write = |file: &str, text: &str| fs::write(top.join(file), text).expect("a file");
        write("style/main.css", "old");
        write("public/page/theme.js", "old");
        let pages = files(&top, &top.join("dist"));
        assert!(get_text(&pages, "/").1.contains("not done yet"));
        assert_eq!(get_text(&pages, "/.changed").0, StatusCode::NOT_FOUND, "there is no build");

        write("dist/style/main.css", "built");
        write("dist/app.js", "built");
        write("dist/index.html", "<body>the app</body>");
        assert_eq!(get_text(&pages, "/.changed").0, StatusCode::NOT_FOUND, "the files may still be moved");
        thread::sleep(SETTLING_TIME * 2);
        let (_, before) = get_text(&pages, "/.changed");
        let (_, page) = get_text(&pages, "/index.html");
        assert!(page.contains("the app<script>") && page.contains(&format!("'{before}'")), "{page}");
        assert_eq!(get_text(&pages, "/app.js").1, "built");

        write("style/main.css", "new");
        write("public/page/theme.js", "new");
        assert_eq!([get_text(&pages, "/style/main.css").1, get_text(&pages, "/page/theme.js").1], ["new", "new"]);
        assert_ne!(get_text(&pages, "/.changed").1, before);
        fs::remove_dir_all(&top).expect("removed");
    }

    #[test]
    fn trunk_watches_compiled_sources_and_no_served_ones() {
        let settings = fs::read_to_string(folders::project().join("Trunk.toml")).expect("the settings of Trunk alone");
        for name in COMPILED.iter().chain(&SERVED) {
            assert!(folders::project().join(name).exists() && settings.contains(&format!("\"{name}\"")), "{name}");
        }
        assert!(COMPILED.iter().all(|name| !SERVED.contains(name)));
    }
}
