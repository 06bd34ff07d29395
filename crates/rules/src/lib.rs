//! The types, macros and helpers with which a ruleset is written.
//!
//! | modules | contents |
//! | --- | --- |
//! | [`ruleset`], [`procedure`](mod@procedure), [`turn`], [`ban`], [`consequences`], [`glossary`], [`guide`] | descriptions: what a ruleset declares |
//! | [`table`], [`filling`], [`input`] | what rules see of a battle, and how inputs are filled from it |
//! | [`own`], [`secrecy`], [`closing`], [`clock`], [`scenario`], [`forecast`], [`battle_stats`] | what all rulesets have in common |
//! | [`form`](mod@form) | inputs and unit profiles, declared once: read from JSON, drawn, documented |
//! | [`outcome`](mod@outcome) | outcomes of procedures; below `form`, because choices of a form can be values of an outcome |
//! | [`dice`] | the crate `dice` with refusals and texts |
//! | [`text`](mod@text), [`refusal`], [`facts`](mod@facts), [`subject`], [`names`], [`side`], [`lists`], [`grid`], [`number`], [`trail`], [`steady_clock`], [`hashes`] | values and small helpers, which the modules above use |

pub mod ban;
pub mod battle_stats;
pub mod clock;
pub mod closing;
pub mod consequences;
pub mod dice;
pub mod facts;
pub mod filling;
pub mod forecast;
pub mod form;
pub mod glossary;
pub mod grid;
pub mod guide;
pub mod hashes;
pub mod input;
pub mod lists;
pub mod names;
pub mod number;
pub mod outcome;
pub mod own;
pub mod prelude;
pub mod procedure;
pub mod refusal;
pub mod registry;
pub mod ruleset;
pub mod scenario;
pub mod secrecy;
pub mod side;
pub mod steady_clock;
pub mod subject;
pub mod table;
pub mod text;
pub mod trail;
pub mod turn;

#[doc(hidden)]
pub use serde_json; // for the macros
