//! Serves `dist` uncached, on this machine or the local network: `trunk serve` would build again first, for every test.
//! `dev.rs` serves a development build.

use std::io;
use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::path::Path;

use axum::Router;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, X_CONTENT_TYPE_OPTIONS};
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::args::Serve;
use crate::failure::Failure;
use crate::run::announce;
use crate::setup::wait;
use crate::{bundle, dev, place, setup};

/// The default port. It must not vary: browsers keep saved battles by address and port.
pub const DEFAULT_PORT: u16 = 1642;

/// Builds unless told not to, then serves `dist` until interrupted.
pub fn serve(options: &Serve) -> Result<(), Failure> {
    if !options.no_build {
        let build = if options.dev { wait::DEVELOPMENT_BUILD } else { wait::RELEASE_BUILD };
        let mut waits = setup::missing()?;
        waits.extend(bundle::is_first(options.dev).then_some(build));
        if let Some(line) = wait::line(&waits) {
            announce(&line);
        }
    }
    if options.dev {
        return dev::serve(options, &setup::for_trunk()?);
    }
    if !options.no_build {
        bundle::build(&setup::for_build()?)?;
    }
    bundle::require()?;
    let trouble = |error| no_port(options.port, &error);
    let listener = TcpListener::bind((address(options), options.port)).map_err(trouble)?;
    listener.set_nonblocking(true).map_err(trouble)?;
    print_addresses(options);
    listen(options.port, listener, files(&place::dist()))
}

/// The address to listen at.
pub fn address(options: &Serve) -> Ipv4Addr {
    if options.lan { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST }
}

/// Answers what comes to a port, until interrupted.
pub fn listen(port: u16, listener: TcpListener, pages: Router) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let served = runtime.and_then(|runtime| {
        runtime.block_on(async { axum::serve(tokio::net::TcpListener::from_std(listener)?, pages).await })
    });
    served.map_err(|error| no_port(port, &error))
}

/// Prints the addresses at which the app is found.
pub fn print_addresses(options: &Serve) {
    announce("Serving the app until you press Ctrl+C");
    println!("    on this machine:       http://{}:{}/", Ipv4Addr::LOCALHOST, options.port);
    if options.lan {
        let addresses = lan_addresses();
        for address in &addresses {
            println!("    on the local network:  http://{address}:{}/", options.port);
        }
        if addresses.is_empty() {
            println!("    This machine has no address on a local network: join the phone's Wi-Fi and start again.");
        }
    }
}

/// The failure to use a port.
pub fn no_port(port: u16, error: &io::Error) -> Failure {
    let next = match error.kind() {
        io::ErrorKind::AddrInUse => {
            "stop the program that uses that port (another `cargo xtask serve`?), or choose another with --port N; \
             battles saved in the app stay with the old port."
        }
        _ => "choose another port with --port N.",
    };
    Failure::new(format!("Port {port} cannot be used: {error}."), next)
}

/// The addresses at which a phone nearby may reach this machine.
fn lan_addresses() -> Vec<IpAddr> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let is_usable = |interface: &if_addrs::Interface| !interface.is_loopback() && !interface.is_link_local();
    let addresses = interfaces.iter().filter(|interface| is_usable(interface)).map(if_addrs::Interface::ip);
    addresses.filter(IpAddr::is_ipv4).collect()
}

/// Answers requests for files in `folder`.
///
/// The rest is left to hyper's defaults: it keeps connections open, reads at most 400 kB of a request's head, and limits
/// neither the number of connections nor their time. That is enough for a table, and `--lan` is for networks that one trusts.
fn files(folder: &Path) -> Router {
    uncached(Router::new().fallback_service(ServeDir::new(folder)))
}

/// Has browsers ask again for every file, so that tests of offline use see the app's own cache alone.
pub fn uncached(pages: Router) -> Router {
    let header = |name, value| SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value));
    pages.layer(header(CACHE_CONTROL, "no-cache")).layer(header(X_CONTENT_TYPE_OPTIONS, "nosniff"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::{Body, to_bytes};
    use axum::http::Request;
    use std::{env, fs};
    use tower::ServiceExt as _;

    #[test]
    fn files_of_the_folder_are_served_with_their_types_and_nothing_else_is() {
        let top = env::temp_dir().join(format!("drumhead-serve-{}", std::process::id()));
        fs::create_dir_all(top.join("dist/icons")).expect("a folder");
        fs::write(top.join("secret.txt"), "secret").expect("a file");
        for file in ["index.html", "app.js", "app_bg.wasm", "manifest.webmanifest", "icons/drum.svg"] {
            fs::write(top.join("dist").join(file), "content").expect("a file");
        }
        let cases = [
            ("GET", "/", 200, r#""content-type": "text/html"#),
            ("GET", "/app.js?v=2", 200, r#""content-type": "text/javascript"#),
            ("GET", "/app_bg.wasm", 200, r#""content-type": "application/wasm"#),
            ("GET", "/manifest.webmanifest", 200, r#""content-type": "application/manifest+json"#),
            ("HEAD", "/app.js", 200, r#""cache-control": "no-cache"#),
            ("GET", "/app.js", 200, r#""x-content-type-options": "nosniff"#),
            ("GET", "/../secret.txt", 404, ""),
            ("GET", "/%2e%2e/secret.txt", 404, ""),
            ("GET", "/icons/..%2f..%2fsecret.txt", 404, ""),
            ("GET", "//etc/passwd", 404, ""),
            ("POST", "/app.js", 405, ""),
        ];
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        for (method, path, status, header) in cases {
            let request = Request::builder().method(method).uri(path).body(Body::empty()).expect("a request");
            let answer = runtime.block_on(files(&top.join("dist")).oneshot(request)).expect("an answer");
            let headers = format!("{:?}", answer.headers());
            assert_eq!(answer.status(), status, "{method} {path}");
            assert!(headers.contains(header), "{method} {path}: {headers}");
            let body = runtime.block_on(to_bytes(answer.into_body(), 100)).expect("a body");
            assert_eq!(body == "content", status == 200 && method == "GET", "{method} {path}: {body:?}");
        }
        fs::remove_dir_all(&top).expect("removed");
    }
}
