//! Serves `dist` uncached, on this machine or the local network: `trunk serve` would build again first, for every test.

use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use hyper::header::{CACHE_CONTROL, HeaderValue, X_CONTENT_TYPE_OPTIONS};
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeader;

use crate::args::Serve;
use crate::failure::Failure;
use crate::run::announce;
use crate::{bundle, place, setup};

/// The default port. It must not vary: browsers keep saved battles by address and port.
pub const DEFAULT_PORT: u16 = 1642;

/// Time for one connection: a request and its answer.
const PATIENCE: Duration = Duration::from_secs(60);
/// Bytes of a request's head that are read at most.
const LONGEST_HEAD: usize = 16 * 1024;
/// Connections that are served at once; others wait.
const MOST_CONNECTIONS: usize = 128;

/// Builds unless told not to, then serves `dist` until interrupted.
pub fn serve(options: &Serve) -> Result<(), Failure> {
    if options.build {
        bundle::build(&setup::for_build()?)?;
    }
    bundle::require()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| no_port(options.port, &error))?;
    runtime.block_on(async {
        let address = if options.lan { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
        let listener = TcpListener::bind((address, options.port)).await;
        let listener = listener.map_err(|error| no_port(options.port, &error))?;
        print_addresses(options);
        answer_all(listener, &place::dist()).await;
        Ok(())
    })
}

fn print_addresses(options: &Serve) {
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

fn no_port(port: u16, error: &io::Error) -> Failure {
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

/// Answers requests for files in `folder`, one a connection, for as long as the process lives.
async fn answer_all(listener: TcpListener, folder: &Path) {
    // Browsers ask again for every file, so that tests of offline use see the app's own cache alone.
    let files = SetResponseHeader::overriding(
        SetResponseHeader::overriding(ServeDir::new(folder), CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    let permits = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    while let Ok(permit) = Arc::clone(&permits).acquire_owned().await {
        let Ok((stream, _)) = listener.accept().await else { continue };
        let service = TowerToHyperService::new(files.clone());
        tokio::spawn(async move {
            let connection = http1::Builder::new()
                .keep_alive(false)
                .max_buf_size(LONGEST_HEAD)
                .serve_connection(TokioIo::new(stream), service);
            // An error here is a browser that left early.
            tokio::time::timeout(PATIENCE, connection).await.ok();
            drop(permit);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read as _, Write as _};
    use std::net::{SocketAddr, TcpStream};
    use std::{env, fs, thread};

    /// Serves `folder` on a thread of its own; returns the address.
    fn serving(folder: &Path) -> SocketAddr {
        let folder = folder.to_owned();
        let (sender, receiver) = std::sync::mpsc::channel();
        thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            runtime.block_on(async {
                let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a port");
                sender.send(listener.local_addr().expect("an address")).expect("sent");
                answer_all(listener, &folder).await;
            });
        });
        receiver.recv().expect("an address")
    }

    #[test]
    fn files_of_the_folder_are_served_with_their_types_and_nothing_else_is() {
        let top = env::temp_dir().join(format!("drumhead-serve-{}", std::process::id()));
        fs::create_dir_all(top.join("dist/icons")).expect("a folder");
        fs::write(top.join("secret.txt"), "secret").expect("a file");
        for file in ["index.html", "app.js", "app_bg.wasm", "app.css", "manifest.webmanifest", "icons/drum.svg"] {
            fs::write(top.join("dist").join(file), "content").expect("a file");
        }
        let address = serving(&top.join("dist"));
        let ask = |line: &str| {
            let mut stream = TcpStream::connect(address).expect("connected");
            stream.write_all(format!("{line} HTTP/1.1\r\nhost: test\r\n\r\n").as_bytes()).expect("asked");
            let mut answer = Vec::new();
            let _ = stream.read_to_end(&mut answer); // a refused request may end in a reset connection, after the answer
            String::from_utf8_lossy(&answer).into_owned()
        };
        let long = format!("GET /{}", "a".repeat(2 * LONGEST_HEAD));
        let cases = [
            ("GET /", "200", "content-type: text/html"),
            ("GET /app.js?v=2", "200", "content-type: text/javascript"),
            ("GET /app_bg.wasm", "200", "content-type: application/wasm"),
            ("GET /app.css", "200", "content-type: text/css"),
            ("GET /manifest.webmanifest", "200", "content-type: application/manifest+json"),
            ("GET /icons/drum.svg", "200", "content-type: image/svg+xml"),
            ("HEAD /app.js", "200", "cache-control: no-cache"),
            ("GET /../secret.txt", "404", ""),
            ("GET /%2e%2e/secret.txt", "404", ""),
            ("GET /icons/..%2f..%2fsecret.txt", "404", ""),
            ("GET //etc/passwd", "404", ""),
            ("POST /app.js", "405", ""),
            (&long, "4", ""),
        ];
        let answers = cases.map(|(line, ..)| ask(line));
        fs::remove_dir_all(&top).expect("removed");
        for ((line, status, header), answer) in cases.iter().zip(answers) {
            assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{line}: {answer}");
            assert!(answer.contains(header) && !answer.contains("secret"), "{line}: {answer}");
            assert_eq!(answer.ends_with("content"), *status == "200" && line.starts_with("GET"), "{line}: {answer}");
        }
    }
}
