//! The licences of all crates in `Cargo.lock`. It asks nobody: what cargo has fetched says under what it may be used.

use crate::failure::Failure;
use crate::run::{answer, command};

/// Licences that let anyone use Drumhead under its own: none asks for more than that it be named.
const ALLOWED: [&str; 9] =
    ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "CC0-1.0", "MIT", "Unicode-3.0", "Zlib"];

/// Checks every crate.
///
/// # Errors
/// If a crate names no licence, or only others than those allowed.
pub fn check() -> Result<(), Failure> {
    let metadata = answer(command("cargo").args(["metadata", "--format-version", "1", "--locked"]))
        .and_then(|text| serde_json::from_str::<serde_json::Value>(&text).ok())
        .ok_or_else(|| Failure::new("`cargo metadata --locked` fails.", "run it by hand and read what it says."))?;
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let refused: Vec<String> = packages
        .iter()
        .filter(|package| !package["license"].as_str().is_some_and(allowed))
        .map(|package| format!("{} ({})", package["name"], package["license"]))
        .collect();
    if packages.is_empty() || !refused.is_empty() {
        let what = format!("These crates are under licences that are not allowed here: {}.", refused.join(", "));
        return Err(Failure::new(
            what,
            "use another crate, or add the licence to xtask/src/licences.rs if it asks for no more.",
        ));
    }
    println!("    licences of {} crates: allowed", packages.len());
    Ok(())
}

/// Whether an expression such as `(MIT OR Apache-2.0) AND Unicode-3.0` can be met with the licences allowed.
fn allowed(expression: &str) -> bool {
    // Older crates write a stroke for "or".
    let mode = spdx::ParseMode { allow_slash_as_or_operator: true, ..spdx::ParseMode::STRICT };
    spdx::Expression::parse_mode(expression, mode).is_ok_and(|expression| {
        expression.evaluate(|wanted| {
            wanted.addition.is_none() && wanted.license.id().is_some_and(|licence| ALLOWED.contains(&licence.name))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_is_allowed_if_it_can_be_met() {
        for expression in ["MIT", "MIT/Apache-2.0", "LGPL-2.1-or-later OR MIT", "(MIT OR GPL-3.0-only) AND Unicode-3.0"]
        {
            assert!(allowed(expression), "{expression}");
        }
        for expression in ["GPL-3.0-only", "MIT AND GPL-3.0-only", "LicenseRef-own", "not a licence", ""] {
            assert!(!allowed(expression), "{expression}");
        }
    }
}
