//! Sets up, serves and tests Drumhead: `cargo xtask serve`, `cargo xtask test`.

fn main() {}
