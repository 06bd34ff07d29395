//! Quick reference, glossary and rulings, which `build.rs` makes from the files in `texts/`.

include!(concat!(env!("OUT_DIR"), "/texts.rs"));

#[cfg(test)]
mod tests;
