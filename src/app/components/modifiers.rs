//! Modifiers in words: their values, and the list of the players' own modifiers that applied.

use super::names::Names;
use rules::dice::Modifier;
use rules::own;
use rules::procedure::Procedure;
use rules::text;
use rules::text::signed;

/// The value of a modifier: `+1`. For a modifier that changes the die, the die before and after it: `D8 → D6`.
pub fn added(modifier: &Modifier) -> String {
    match modifier.die {
        Some([from, to]) if from == to => text!("D{n}, no further", n = from).to_string(),
        Some([from, to]) => format!("D{from} → D{to}"),
        None => signed(modifier.value),
    }
}

/// The value of a modifier that does not apply yet: `+1`. For a modifier that changes the die: `1 step up`.
pub fn would_add(procedure: &Procedure, value: i32) -> String {
    match (procedure.steps_dice, value < 0) {
        (false, _) => signed(f64::from(value)),
        (true, true) => text!("{n} {n|step|steps} down", n = value.abs()).to_string(),
        (true, false) => text!("{n} {n|step|steps} up", n = value).to_string(),
    }
}

/// A line with the players' own modifiers that applied; `None` if none did.
pub fn own_modifiers(applied: &[Modifier], names: &Names) -> Option<String> {
    let words = |modifier: &Modifier| {
        let (before, name) = own::named(&modifier.id)?;
        let whose = Some(before.trim_end_matches('_')).filter(|whose| !whose.is_empty());
        let whose = whose.map(|whose| format!("{} · ", names.spell_id(whose))).unwrap_or_default();
        Some(format!("{whose}{name} {}", added(modifier)))
    };
    let all: Vec<String> = applied.iter().filter_map(words).collect();
    (!all.is_empty()).then(|| text!("Own rules: {rules}", rules = all.join(", ")).to_string())
}
