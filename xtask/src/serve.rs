//! The command that serves the built app.

use std::io;
use std::net::{IpAddr, Ipv4Addr, TcpListener};

use crate::args::Serve;
use crate::failure::Failure;
use crate::run::announce;
use crate::{bundle, place, server, setup};

/// Always the same one: browsers keep what is saved by address and port, and on another the battles would be missing.
pub const DEFAULT_PORT: u16 = 1642;

/// Builds unless told not to, then serves `dist` until interrupted.
///
/// # Errors
/// If the build fails, there is nothing built, or the port cannot be had.
pub fn serve(options: &Serve) -> Result<(), Failure> {
    if options.build {
        bundle::build(&setup::for_build()?)?;
    } else if !place::dist().join("index.html").is_file() {
        return Err(Failure::new("There is no built app in dist.", "run `cargo xtask build` first."));
    }
    let address = if options.lan { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
    let listener = TcpListener::bind((address, options.port)).map_err(|error| no_port(options.port, &error))?;

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
    server::serve(&listener, &place::dist());
    Ok(())
}

fn no_port(port: u16, error: &io::Error) -> Failure {
    let next = match error.kind() {
        io::ErrorKind::AddrInUse => {
            "stop what uses that port (another `cargo xtask serve`?), or choose another with --port N; \
             what you saved in the app stays with the old port."
        }
        _ => "choose another port with --port N.",
    };
    Failure::new(format!("Port {port} cannot be had: {error}."), next)
}

/// The addresses at which machines nearby may find this one.
fn lan_addresses() -> Vec<Ipv4Addr> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    interfaces.iter().map(if_addrs::Interface::ip).filter_map(lan_address).collect()
}

fn lan_address(address: IpAddr) -> Option<Ipv4Addr> {
    match address {
        IpAddr::V4(v4) if !v4.is_loopback() && !v4.is_link_local() => Some(v4),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phone_is_told_addresses_that_it_can_reach() {
        assert_eq!(lan_address(IpAddr::from([192, 168, 1, 7])), Some(Ipv4Addr::new(192, 168, 1, 7)));
        assert_eq!(lan_address(IpAddr::from([127, 0, 0, 1])), None);
        assert_eq!(lan_address(IpAddr::from([169, 254, 3, 4])), None);
        assert_eq!(lan_address(IpAddr::from([0u16, 0, 0, 0, 0, 0, 0, 1])), None);
    }
}
