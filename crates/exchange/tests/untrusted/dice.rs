//! Random changes of bytes and of JSON.

use rand::rngs::ChaCha20Rng;
use rand::{Rng, SeedableRng};
use serde_json::Value as Json;
use serde_json::json;

pub struct Dice(ChaCha20Rng);

impl Dice {
    pub fn new() -> Self {
        Self(ChaCha20Rng::seed_from_u64(1642))
    }

    pub fn below(&mut self, sides: usize) -> usize {
        usize::try_from(self.0.next_u32()).expect("32 bits") % sides.max(1)
    }

    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    /// Changes a few bytes: flips, inserts, removes, repeats, copies from `other`, or truncates.
    pub fn bytes(&mut self, bytes: &mut Vec<u8>, other: &[u8]) {
        for _ in 0..=self.below(3) {
            let (a, b) = (self.below(bytes.len() + 1), self.below(bytes.len() + 1));
            let (from, to) = (a.min(b), a.max(b).min(a.min(b) + 64));
            match self.below(6) {
                0 if !bytes.is_empty() => {
                    let at = self.below(bytes.len());
                    bytes[at] ^= 1 << self.below(8);
                }
                1 => bytes.insert(from, *self.pick(b"0-{}[]\",:.9eE\\\0\xff")),
                2 => drop(bytes.drain(from..to)),
                3 => {
                    let stretch = bytes[from..to].to_vec();
                    bytes.splice(from..from, stretch);
                }
                4 => {
                    let at = self.below(other.len());
                    let stretch = other[at..].iter().take(64).copied().collect::<Vec<_>>();
                    bytes.splice(from..to, stretch);
                }
                _ => bytes.truncate(to),
            }
        }
    }

    /// Replaces or removes a value somewhere in a JSON value, or repeats one.
    pub fn json(&mut self, json: &mut Json) {
        let size = match json {
            Json::Array(list) => list.len(),
            Json::Object(map) => map.len(),
            _ => 0,
        };
        if size == 0 || self.below(40) == 0 {
            let kind = std::mem::discriminant(json);
            *json = self.strange();
            // Most replacements have the same type, so that they pass the first checks.
            while std::mem::discriminant(json) != kind && self.below(20) != 0 {
                *json = self.strange();
            }
            return;
        }
        let at = self.below(size);
        match json {
            Json::Array(list) if self.below(12) == 0 => {
                let twice = list[at].clone();
                list.push(twice);
            }
            Json::Array(list) => self.json(&mut list[at]),
            Json::Object(map) => {
                let key = map.keys().nth(at).cloned().expect("a field");
                if self.below(12) == 0 {
                    map.remove(&key);
                } else {
                    self.json(&mut map[&key]);
                }
            }
            _ => {}
        }
    }

    pub fn strange(&mut self) -> Json {
        match self.below(16) {
            0 => Json::Null,
            1 => json!(i64::MAX),
            2 => json!(i64::MIN),
            3 => json!(u64::MAX),
            4 => json!(1e308),
            5 => json!(i32::MAX),
            6 => json!(-1),
            7 => json!(1_000_000),
            8 => json!(true),
            9 => json!([]),
            10 => json!({}),
            11 => json!("\u{202e}<script>alert(1)</script>\u{0}"),
            12 => json!("x".repeat(self.below(5000))),
            13 => json!(vec![0; self.below(5000)]),
            14 => json!("u2"),
            _ => json!(self.below(40)),
        }
    }
}
