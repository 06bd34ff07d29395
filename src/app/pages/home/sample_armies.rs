//! Test of the drawings on the home page, which must show troops of today's samples as they are drawn today.

#![allow(clippy::unwrap_used, reason = "a drawing that cannot be read or written fails the test, as it should")]

use crate::sign_drawing::{SIZE, contents};
use battle::Battle;
use battle::analysis::battle_stats;
use drumhead::RULESETS;
use exchange::storage::beginning;
use rules::dice::rng::Seed;
use rules::ruleset::{Body, Ruleset, Sign, Troops};
use std::mem::{self, Discriminant};
use std::path::PathBuf;
use std::{env, fs};

/// Number of signs of each side.
const SIGNS: usize = 3;

#[test]
fn the_home_page_shows_troops_of_the_samples() {
    for ruleset in RULESETS.rulesets() {
        let file = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("crates")
            .join(ruleset.named.id)
            .join("src/sample_armies.html");
        let drawn = drawing(ruleset);
        if env::var_os("RENEW_DRAWINGS").is_some() {
            fs::write(&file, &drawn).unwrap();
        }
        let stored = fs::read_to_string(&file).unwrap_or_default();
        assert!(stored == drawn, "{} differs: run the test again with RENEW_DRAWINGS=1", file.display());
    }
}

/// Returns both armies of the sample battle as HTML, facing each other.
fn drawing(ruleset: &'static Ruleset) -> String {
    let (header, _) = beginning::sample(ruleset, Seed([0; 32]));
    let signs = battle_stats::signs(ruleset, Battle::begin(RULESETS, header).state());
    let (width, height) = SIZE;
    let svg = |sign: &Sign| {
        format!("<svg class=\"sign\" viewBox=\"0 0 {width} {height}\" aria-hidden=\"true\">{}</svg>", contents(sign))
    };
    let army = |(side, signs): (usize, Vec<Sign>)| {
        let signs: String = varied(signs).iter().take(SIGNS).map(svg).collect();
        format!("<span class=\"army side-{side}\">{signs}</span>\n")
    };
    signs.into_iter().enumerate().map(army).collect()
}

/// Sorts signs so that each kind of troops comes once before any is repeated, and generals come last.
fn varied(signs: Vec<Sign>) -> Vec<Sign> {
    let (mut kinds, mut first, mut repeated) = (Vec::new(), Vec::new(), Vec::new());
    for sign in signs {
        let kind = kind(&sign.body);
        if kinds.contains(&kind) || sign.body == Body::Flag {
            repeated.push(sign)
        } else {
            first.push(sign)
        }
        kinds.push(kind);
    }
    first.extend(repeated);
    first
}

/// Returns the shape and the troops of a body, without their numbers.
fn kind(body: &Body) -> (Discriminant<Body>, Vec<Troops>) {
    let troops = match body {
        Body::Block { front, behind } => front.iter().chain(behind).map(|files| files.troops).collect(),
        Body::Stands { troops, .. } | Body::Figures { troops, .. } => vec![*troops],
        Body::Gun { .. } | Body::Flag => Vec::new(),
    };
    (mem::discriminant(body), troops)
}
