//! The parts of a first run, and the time that each takes. Measured in November 2026 on two cores, on a machine with only rustup's
//! Rust and Node.

/// A part of a first run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    /// Name, as it is printed.
    pub name: &'static str,
    /// Duration.
    pub minutes: u32,
}

/// Compiling Trunk.
pub const TRUNK: Wait = Wait { name: "Trunk", minutes: 4 };
/// Compiling wasm-bindgen.
pub const BINDGEN: Wait = Wait { name: "wasm-bindgen", minutes: 2 };
/// A release build in which every crate is compiled.
pub const RELEASE_BUILD: Wait = Wait { name: "a first release build", minutes: 5 };
/// A development build in which every crate is compiled.
pub const DEVELOPMENT_BUILD: Wait = Wait { name: "a first development build", minutes: 3 };

impl Wait {
    /// The duration as text: "4 minutes".
    pub fn time(self) -> String {
        format!("{} minutes", self.minutes)
    }
}

/// The total duration as text.
fn total(waits: &[Wait]) -> String {
    format!("about {} minutes on two cores", waits.iter().map(|wait| wait.minutes).sum::<u32>())
}

/// A line with the parts that a run waits for and their durations; `None` if there are none.
pub fn line(waits: &[Wait]) -> Option<String> {
    let parts: Vec<String> = waits.iter().map(|wait| format!("{} ({})", wait.name, wait.time())).collect();
    (!parts.is_empty()).then(|| format!("This first run takes {}: {}", total(waits), parts.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folders;
    use std::fs;

    #[test]
    fn a_first_run_lists_its_parts_and_a_later_one_does_not() {
        let text = "This first run takes about 7 minutes on two cores: wasm-bindgen (2 minutes), a first release build (5 minutes)";
        assert_eq!(line(&[BINDGEN, RELEASE_BUILD]).as_deref(), Some(text));
        assert_eq!(line(&[]), None);
    }

    #[test]
    fn every_page_names_the_same_time_for_a_first_run() {
        let first = total(&[TRUNK, BINDGEN, RELEASE_BUILD]);
        for page in ["README.md", "CONTRIBUTING.md", "docs/building.md", "docs/measured.md"] {
            let text = fs::read_to_string(folders::project().join(page)).expect("it is text");
            let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(words.contains(&first), "{page} lacks: {first}");
        }
    }
}
