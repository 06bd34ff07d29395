//! Panels of acts. Whatever happened before, a panel shows and applies the same as a new panel with the same draft.
//!
//! Random sequences change participants, answers, dice and the table under an open panel. `DRUMHEAD_SEQUENCES=2000` plays more sequences:
//!
//! ```sh
//! DRUMHEAD_SEQUENCES=2000 cargo test --release -p battle --test it panels:: -- --nocapture
//! ```

mod cases;
mod decisions;
mod player;
pub mod table;
mod toy;

use player::Player;

/// Number of sequences for each ruleset, unless `DRUMHEAD_SEQUENCES` sets another.
const SEQUENCES: u64 = 200;
/// Number of steps in a sequence.
const STEPS: usize = 25;

fn sequences() -> u64 {
    std::env::var("DRUMHEAD_SEQUENCES").ok().and_then(|count| count.parse().ok()).unwrap_or(SEQUENCES)
}

macro_rules! sequences_of {
    ($($name:ident),*) => {$(
        #[test]
        fn $name() {
            play_sequences(stringify!($name));
        }
    )*};
}
sequences_of!(pike_and_shot, pikette_squared, argad, arquebusier, toy);

fn play_sequences(ruleset: &str) {
    let ruleset = test_rulesets::RULESETS.find(ruleset).unwrap();
    let mut seen = player::Seen::default();
    for seed in 0..sequences() {
        let mut player = Player::new(ruleset, seed);
        for _ in 0..STEPS {
            player.step();
            player.check();
        }
        seen.add(&player.seen);
    }
    seen.check(ruleset);
}
