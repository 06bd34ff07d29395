//! The examples in the description of Pikette Squared, and its printed odds.

/// An example: a procedure, its input, the faces, the outcome, and the modifiers that apply.
macro_rules! ruled {
    ($name:ident: $procedure:ident { $($input:tt)* } [$($face:literal),*] => { $($outcome:tt)* } $(with $($id:literal $value:literal),+)?) => {
        #[test]
        fn $name() {
            let answer = super::RULES.answer(stringify!($procedure), serde_json::json!({ $($input)* }), &[$($face),*]);
            assert_eq!(answer["outcome"], serde_json::json!({ $($outcome)* }), "{answer}");
            let modifiers: Vec<serde_json::Value> = vec![$($(serde_json::json!({ "id": $id, "value": $value })),+)?];
            assert_eq!(answer["modifiers"], serde_json::json!(modifiers));
        }
    };
}

/// An example of a refusal: its code and field.
macro_rules! refused {
    ($name:ident: $procedure:ident { $($input:tt)* } => $code:literal $field:literal) => {
        #[test]
        fn $name() {
            let answer = super::RULES.answer(stringify!($procedure), serde_json::json!({ $($input)* }), &[]);
            assert_eq!((&answer["error"]["code"], &answer["error"]["field"]), (&serde_json::json!($code), &serde_json::json!($field)), "{answer}");
        }
    };
}

mod actions;
mod army;
mod consequences;
mod deck;
mod fighting;
mod grid;
mod leaders;
mod morale;
mod movement;
mod own;
mod results;
mod set_up;
mod shooting;

use testing::asked::{Rules, assert_chance};

const RULES: Rules = Rules("pikette_squared");
