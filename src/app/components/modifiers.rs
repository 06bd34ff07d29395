//! Modifiers in words: what they add, and the players' own among those that applied.

use super::names::Names;
use drumhead::core::text::{say, signed};
use drumhead::dice::Modifier;
use drumhead::rules::own;
use drumhead::rules::procedure::Procedure;
use drumhead::text;

/// Value that a modifier of a procedure adds, in the words of the rules: `+1`; `UP 1` where it is a step of a die's size.
pub fn added(procedure: &Procedure, value: f64) -> String {
    let n = value.abs();
    match (procedure.ui_hints.steps_dice, value < 0.0) {
        (false, _) => signed(value),
        (true, true) => text!("DOWN {n}", n = n).to_string(),
        (true, false) => text!("UP {n}", n = n).to_string(),
    }
}

/// The players' own modifiers among those that applied, in a line; `None` if there are none.
pub fn own_modifiers(procedure: &Procedure, applied: &[Modifier], names: &Names) -> Option<String> {
    let words = |modifier: &Modifier| {
        let (before, name) = own::named(&modifier.id)?;
        let whose = Some(before.trim_end_matches('_')).filter(|whose| !whose.is_empty());
        let whose = whose.map(|whose| format!("{} · ", names.spell_id(whose))).unwrap_or_default();
        Some(format!("{whose}{name} {}", added(procedure, modifier.value)))
    };
    let all: Vec<String> = applied.iter().filter_map(words).collect();
    (!all.is_empty()).then(|| format!("{}: {}", say("Own rules"), all.join(", ")))
}
