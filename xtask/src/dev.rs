//! Serves a development build. Trunk builds again after a change of Rust alone: styles and scripts are served from the project, so
//! a change of one needs no build. `trunk serve` would run cargo twice and wasm-bindgen once for it, as Trunk has one pipeline.
//!
//! The page loads itself anew after a change of either kind.

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
use crate::place;
use crate::serve::{address, listen, no_port, print_addresses, uncached};
use crate::setup::Tools;

/// Files and folders after whose changes Trunk builds.
pub const COMPILED: [&str; 5] = ["Cargo.toml", "build.rs", "crates", "index.html", "src"];

/// Folders whose files are served as they are.
const SERVED: [&str; 2] = ["public", "style"];

/// Trunk moves the files of a build within this time. Until then, pages wait.
const SETTLING_TIME: Duration = Duration::from_millis(300);

/// Shown until the first build is done.
const WAITING: &str =
    "<!doctype html><title>Drumhead</title><p>The first build is not done yet: see the terminal.</p></body>";

/// Serves the project until interrupted, while Trunk builds it after each change of Rust.
pub fn serve(options: &Serve, tools: &Tools) -> Result<(), Failure> {
    let trouble = |error| no_port(options.port, &error);
    let listener = TcpListener::bind((address(options), options.port)).map_err(trouble)?;
    listener.set_nonblocking(true).map_err(trouble)?;
    print_addresses(options);
    let (folder, port) = (place::dev_dist(), options.port);
    let pages = files(place::project(), &folder);
    thread::spawn(move || {
        if let Err(failure) = listen(port, listener, pages) {
            eprintln!("\n{failure}");
        }
    });
    bundle::watch(tools, &folder, &COMPILED)
}

/// Answers requests for the page of the build in `dist`, and for the project's styles and scripts.
fn files(project: &Path, dist: &Path) -> Router {
    let [public, style] = SERVED.map(|folder| project.join(folder));
    let place = Place { sources: [public.clone(), style.clone()], dist: dist.to_owned() };
    let (page, also, changed) = (place.clone(), place.clone(), place);
    uncached(
        Router::new()
            .route("/", get(|| async move { page.page() }))
            .route("/index.html", get(|| async move { also.page() }))
            .route("/.changed", get(|| async move { changed.stamp().ok_or(StatusCode::NOT_FOUND) }))
            .nest_service("/style", ServeDir::new(style))
            .fallback_service(ServeDir::new(public).fallback(ServeDir::new(dist))),
    )
}

/// The folders of what is served.
#[derive(Clone)]
struct Place {
    sources: [PathBuf; 2],
    dist: PathBuf,
}

impl Place {
    /// The built page, with a script that loads it anew once something has changed.
    fn page(&self) -> Html<String> {
        let stamp = self.stamp().unwrap_or_default();
        let reload = format!(
            "<script>setInterval(async () => {{
              const answer = await fetch('.changed').catch(() => undefined);
              if (answer?.ok && (await answer.text()) !== '{stamp}') location.reload();
            }}, 500);</script></body>"
        );
        let page = fs::read_to_string(self.dist.join("index.html")).unwrap_or_else(|_| WAITING.to_owned());
        Html(page.replace("</body>", &reload))
    }

    /// The time of the last change, in milliseconds since 1970; `None` while there is no build, or its files are being moved.
    fn stamp(&self) -> Option<String> {
        let moved = modified(&self.dist)?;
        let page = modified(&self.dist.join("index.html"))?;
        let is_settled = moved.elapsed().unwrap_or_default() >= SETTLING_TIME;
        let newest = self.sources.iter().filter_map(|folder| newest(folder)).chain([page]).max()?;
        let since_1970 = newest.duration_since(UNIX_EPOCH).ok()?;
        is_settled.then(|| since_1970.as_millis().to_string())
    }
}

fn modified(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|data| data.modified()).ok()
}

/// The time of the last change in a folder and its folders.
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

    /// The status and the text of an answer.
    fn ask(pages: &Router, path: &str) -> (StatusCode, String) {
        let request = Request::builder().uri(path).body(Body::empty()).expect("a request");
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let answer = runtime.block_on(pages.clone().oneshot(request)).expect("an answer");
        let status = answer.status();
        let body = runtime.block_on(to_bytes(answer.into_body(), 10_000)).expect("a body");
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
        assert!(ask(&pages, "/").1.contains("not done yet"));
        assert_eq!(ask(&pages, "/.changed").0, StatusCode::NOT_FOUND, "there is no build");

        write("dist/style/main.css", "built");
        write("dist/app.js", "built");
        write("dist/index.html", "<body>the app</body>");
        assert_eq!(ask(&pages, "/.changed").0, StatusCode::NOT_FOUND, "the files may still be moved");
        thread::sleep(SETTLING_TIME * 2);
        let (_, before) = ask(&pages, "/.changed");
        let (_, page) = ask(&pages, "/index.html");
        assert!(page.contains("the app<script>") && page.contains(&format!("'{before}'")), "{page}");
        assert_eq!(ask(&pages, "/app.js").1, "built");

        write("style/main.css", "new");
        write("public/page/theme.js", "new");
        assert_eq!([ask(&pages, "/style/main.css").1, ask(&pages, "/page/theme.js").1], ["new", "new"]);
        assert_ne!(ask(&pages, "/.changed").1, before);
        fs::remove_dir_all(&top).expect("removed");
    }

    #[test]
    fn trunk_watches_what_is_compiled_and_nothing_that_is_served_as_it_is() {
        let settings = fs::read_to_string(place::project().join("Trunk.toml")).expect("the settings of Trunk alone");
        for name in COMPILED.iter().chain(&SERVED) {
            assert!(place::project().join(name).exists() && settings.contains(&format!("\"{name}\"")), "{name}");
        }
        assert!(COMPILED.iter().all(|name| !SERVED.contains(name)));
    }
}
