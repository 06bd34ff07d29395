//! Drumhead: a table-side referee for pike-and-shot wargames.
//!
//! This library is the engine: the rules, the odds, the dice, rosters and battles. It knows nothing of browsers; the app
//! (the binary, `src/app`, wasm only) draws what the engine describes.
//!
//! # The map
//!
//! A folder uses only those below it in this table; `tests/layout.rs` names each dependency that points up.
//!
//! | folder | holds |
//! | --- | --- |
//! | [`contract`] | requests and answers as JSON |
//! | [`share`] | links, packing, codes, and what comes in by them |
//! | [`storage`] | keys, envelopes and bundles of saved texts; [rosters](storage::roster); [limits](storage::limits) on what comes in |
//! | [`analysis`] | [summaries of odds](analysis::odds), [luck](analysis::luck), [reports](analysis::report), [variants](analysis::variants) of a situation |
//! | [`battle`] | events, log and state; [participants](battle::participants) and their [binding](battle::binding) to procedures; [turns](battle::turn); [verifying](battle::verify) and [replaying](battle::replay) a log |
//! | [`rulesets`] | the registry, and a folder for each ruleset |
//! | [`rules`] | descriptions: [rulesets](rules::ruleset), [procedures](rules::procedure), the [filling](rules::filling) of their inputs, [consequences](rules::consequences), [terms](rules::glossary) |
//! | [`form`](mod@form) | inputs and profiles, declared once: read from JSON, drawn, documented |
//! | [`outcome`](mod@outcome) | outcomes of procedures; below `form`, as choices of a form can be values of an outcome |
//! | [`dice`] | the seam of chance: rolls, distributions, and the [generator](dice::rng) of the app's dice |
//! | [`core`] | [texts](core::text), [refusals](core::refusal), [facts](core::facts), [lists](core::lists), [grids](core::grid), checksums |
//!
//! # The way of a tap
//!
//! A unit's card offers the procedures whose first role it [fits](rules::procedure::Role::fits). The panel [picks](battle::participants::Participants) the
//! others, [fills](rules::filling::input) the input from the units' facts by the names of its fields, and lays what players say over it.
//! The form [reads](rules::procedure::Procedure::read) and permits the input or refuses it at a field. [Odds](rules::procedure::Ready::odds)
//! and [resolving](rules::procedure::Ready::resolve) run the same function: odds down every branch of the dice, resolving with faces
//! typed in or thrown from the [seed](dice::rng::Seed), which answers with the next throw until there is an outcome. Its
//! [consequences](rules::consequences::Consequences) become [changes](battle::binding::changes) of trackers.
//!
//! "Apply" makes one [event](battle::Event) of what was said, thrown and changed, [linked](battle::Battle::linked) to those
//! before it. It is [added](battle::Battle::add) to the log, which reduces it into [how things stand](battle::State), and
//! [saved](storage::envelope) under a [key](storage::Key) of its own: no event is ever written twice. Cards, desks and the phase
//! are drawn from how things stand, and those that it changed are drawn anew. Other tabs hear of the key, and add the same
//! event to theirs.
//!
//! # The way of a contract request
//!
//! A line of standard input, or a call from the page's scripts, is JSON. The [contract] finds the ruleset and the procedure that it
//! names and hands its `input` to [`Procedure::read_request`](rules::procedure::Procedure::read_request): the same forms, the same
//! rules. What comes back is a [`Ready`](rules::procedure::Ready), weighed or played as above, or a [`Refusal`](core::refusal::Refusal) with
//! its code and its field; an [`Answer`](contract::Answer) writes either as JSON. Nothing that comes in makes a call fail, not
//! even bytes that are no text. The program knows nothing but lines, the page's scripts nothing but objects; both ask the same two
//! questions, [odds](contract::answer_odds) and [outcome](contract::answer_resolve).
//!
//! # The way of a shared link
//!
//! The [fragment](share) of the address says its version; its letters are [unpacked](share::pack::unpack) into text that is
//! bounded before it is inflated and again once it is read ([limits](storage::limits)). What is [shared](share::Shared) becomes the
//! [texts that would be saved](share::Shared::bundle) of it, exactly as in a file or a backup, and from there on all that comes in
//! goes one way: it is [compared](share::arrival) with what the device has, shown, and written only when a player says so, text
//! by text, as the [plan](share::arrival::Plan) says. A roster is then read by its ruleset's profile, like one that was entered by
//! hand. What is saved knows nothing of links, and links nothing of pages: each of these steps is tested natively.
//!
//! # What always holds
//!
//! - The engine does not know the app: browser crates are dependencies of wasm alone, so an engine file that names one does
//!   not compile natively.
//! - A rule is written once. Dice thrown, dice typed, replay and odds all run it.
//! - No component of the app tells one ruleset from another.
//! - What changes a battle is an event in its log, the log is only ever added to, and how things stand is what the acts in
//!   force add up to. An undo is an event too.
//! - Undoing never grants a fresh roll: the number of the next throw goes back with it.
//! - Nothing is silently zero, dropped or overwritten. "The rules say no" is a refusal with its reason.
//!
//! Deliberately absent: a map of the battle, an opponent to play against, a server.
//!
//! # Adding a procedure
//!
//! In a file of the ruleset's folder:
//!
//! 1. a [`form!`] for the input. Fields from the units (`unit(…)`) bear the names of their facts, so that they fill themselves in;
//! 2. an [`outcome!`] for what it comes to;
//! 3. an `impl` [`Rule`](rules::procedure::Rule): what it forbids, how it is played, and what that means at the table;
//! 4. a `const` [`Procedure`](rules::procedure::Procedure): who takes part, which chances players ask for.
//!
//! Then its name goes into the ruleset's list of procedures, and into the phases that use it; its modifiers into the glossary; its
//! cases, computed apart from this code, into `tests/conformance/<ruleset>.json`; its row into the table of the ruleset's page;
//! and its words into the lists. The tests name what is missing: `cargo test --test descriptions --test glossary --test
//! conformance --test luck --test handbook --test words`. The panel, the quick resolve, the contract, the log and the odds follow from the
//! description. The shortest that does all this is `stand_up` in `tests/toy/ruleset.rs`, with its case in
//! `tests/conformance/toy.json`.
//!
//! # Adding a ruleset
//!
//! In a file of [`rulesets`] or a folder, named by its id:
//!
//! 1. a [`form!`] for a unit as rosters enter it; its first field is `name`;
//! 2. a `NAMED`, which every page shows before the rules are fetched;
//! 3. a `static RULESET`, which goes on from [`Ruleset::of`](rules::ruleset::Ruleset::of) and says of the rest what its rules have: at
//!    least a procedure, a phase that uses it, a term, a few words for a unit's card, and a sample roster for each of two sides.
//!
//! Then one line of code: its name in the list of [`rulesets`], beside the `mod` that Rust asks for. Its cases lie under its id,
//! as above; the tests print the tables that belong into its page, and `MEND_WORDS=1 cargo test --test words` lists its words.
//! Every page, the contract and the oracle take it from that list.
//!
//! The tests do just this, so that the walk stays as short as it says: `tests/toy/ruleset.rs` holds a ruleset of two procedures,
//! compiled in by the feature `toy`, which native tests have and release builds have not. `tests/toy.rs` plays it, and
//! `tests/browser/toy.spec.ts` opens its panels.

pub mod analysis;
pub mod battle;
pub mod contract;
pub mod core;
pub mod dice;
pub mod form;
pub mod outcome;
pub mod rules;
pub mod rulesets;
pub mod share;
pub mod storage;
