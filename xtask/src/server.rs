//! A small web server for a folder of files: `GET` and `HEAD`, one thread and one answer a connection.
//!
//! It gives out nothing but files that lie in its folder: a path is read strictly, and where it leads is checked again
//! once links are followed. Nothing is cached by the browser, so that what works offline does so by the app's own doing.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// How long a browser may take to ask or to listen.
const PATIENCE: Duration = Duration::from_secs(20);

/// More of a request than this, in bytes, is not read.
const LONGEST_REQUEST: u64 = 16 * 1024;

/// Serves `folder` on `listener` for as long as the process lives.
pub fn serve(listener: &TcpListener, folder: &Path) {
    for stream in listener.incoming().flatten() {
        let folder = folder.to_owned();
        // A browser that leaves early is no concern of the others.
        thread::spawn(move || answer(&stream, &folder).ok());
    }
}

fn answer(stream: &TcpStream, folder: &Path) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let Some(request) = read_request(stream)? else {
        return Ok(());
    };
    let reply = reply(&request, folder);
    let mut out = stream;
    write!(
        out,
        "HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nCache-Control: no-cache\r\n\
         X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
        reply.status,
        reply.mime,
        reply.body.len()
    )?;
    if !request.starts_with("HEAD ") {
        out.write_all(&reply.body)?;
    }
    out.flush()
}

/// The first line of a request, once the rest of its head has been read; nothing from a browser that asked nothing.
fn read_request(stream: &TcpStream) -> io::Result<Option<String>> {
    let mut lines = BufReader::new(stream.take(LONGEST_REQUEST)).lines();
    let Some(first) = lines.next().transpose()? else {
        return Ok(None);
    };
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    Ok(Some(first))
}

struct Reply {
    status: &'static str,
    mime: &'static str,
    body: Vec<u8>,
}

fn reply(request: &str, folder: &Path) -> Reply {
    let refusal = |status: &'static str| Reply { status, mime: mime(Path::new("a.txt")), body: status.into() };
    let mut words = request.split(' ');
    let (Some("GET" | "HEAD"), Some(target)) = (words.next(), words.next()) else {
        return refusal("405 Method Not Allowed");
    };
    match resolve(target).and_then(|path| read_inside(folder, &path)) {
        Some((path, body)) => Reply { status: "200 OK", mime: mime(&path), body },
        None => refusal("404 Not Found"),
    }
}

/// The file at `path` in `folder`, unless a link leads out of it.
fn read_inside(folder: &Path, path: &Path) -> Option<(PathBuf, Vec<u8>)> {
    let folder = folder.canonicalize().ok()?;
    let file = folder.join(path).canonicalize().ok()?;
    if !file.starts_with(&folder) {
        return None;
    }
    let body = fs::read(&file).ok()?;
    Some((file, body))
}

/// The path, below the served folder, of what a request asks for; nothing for one that no plain name spells.
fn resolve(target: &str) -> Option<PathBuf> {
    let path = target.split(['?', '#']).next()?.strip_prefix('/')?;
    let path = percent_decoded(path)?;
    let path = if path.is_empty() || path.ends_with('/') { path + "index.html" } else { path };
    let plain = |name: &str| !name.is_empty() && !name.starts_with('.') && !name.contains(['\\', ':', '\0']);
    path.split('/').all(plain).then(|| path.split('/').collect())
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = text.bytes();
    let mut decoded = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        decoded.push(match byte {
            b'%' => hex(bytes.next()?)? * 16 + hex(bytes.next()?)?,
            _ => byte,
        });
    }
    String::from_utf8(decoded).ok()
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16)?.try_into().ok()
}

/// The `Content-Type` of a file, by the ending of its name.
fn mime(path: &Path) -> &'static str {
    match path.extension().and_then(|ending| ending.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_paths_lead_to_their_files() {
        for (target, path) in [
            ("/", "index.html"),
            ("/?source=home#battle", "index.html"),
            ("/app-1f.css?v=2", "app-1f.css"),
            ("/icons/pike%20and%20shot.svg", "icons/pike and shot.svg"),
            ("/icons/", "icons/index.html"),
        ] {
            assert_eq!(resolve(target), Some(PathBuf::from(path)), "{target}");
        }
    }

    #[test]
    fn no_path_leads_out_of_the_folder() {
        for target in [
            "",
            "index.html",
            "http://elsewhere/index.html",
            "/..",
            "/../Cargo.toml",
            "/%2e%2e/Cargo.toml",
            "/icons/..%2f..%2fCargo.toml",
            "/..\\Cargo.toml",
            "/%5c..%5cCargo.toml",
            "//etc/passwd",
            "/%2fetc/passwd",
            "/C:/secret",
            "/.stage/index.html",
            "/a%00b",
            "/%",
            "/%zz",
            "/%ff",
        ] {
            assert_eq!(resolve(target), None, "{target}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_out_of_the_folder_is_not_followed() {
        let folder = std::env::temp_dir().join(format!("drumhead-server-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("kept.txt"), "kept").expect("a file");
        std::os::unix::fs::symlink("/etc/hostname", folder.join("out.txt")).expect("a link");
        let statuses = ["GET /kept.txt HTTP/1.1", "GET /out.txt HTTP/1.1", "POST /kept.txt HTTP/1.1", "nonsense"]
            .map(|request| reply(request, &folder).status);
        fs::remove_dir_all(&folder).expect("removed");
        let refused = "405 Method Not Allowed";
        assert_eq!(statuses, ["200 OK", "404 Not Found", refused, refused]);
    }

    #[test]
    fn types_are_those_that_browsers_insist_on() {
        let of = |name| mime(Path::new(name));
        assert_eq!(of("drumhead_bg.wasm"), "application/wasm");
        assert_eq!(of("manifest.webmanifest"), "application/manifest+json");
        assert!(of("sw.js").starts_with("text/javascript"));
        assert!(of("app.css").starts_with("text/css"));
        assert_eq!(of("pike.svg"), "image/svg+xml");
        assert_eq!(of("LICENCE"), "application/octet-stream");
    }
}
