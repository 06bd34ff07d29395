//! Writes the texts of the ruleset as Rust.

fn main() -> std::io::Result<()> {
    texts::write()
}
