//! Odds computed slowly: every face of every die, one after the other.

use rules::dice::{Dist, Halt};
use rules::outcome::Record;
use rules::procedure::Ready;
use std::collections::HashMap;

/// Returns every outcome with its probability; `None` if the dice have more than `most` ends.
pub fn brute_force(ready: &Ready, most: usize) -> Option<HashMap<Record, f64>> {
    if !(has_few_ends(ready, 1, most) || has_few_ends(ready, u8::MAX, most)) {
        return None;
    }
    let (mut ends, mut counted) = (0, HashMap::new());
    let mut open: Vec<(Vec<u8>, f64)> = vec![(Vec::new(), 1.0)];
    while let Some((faces, weight)) = open.pop() {
        match ready.resolve(&faces).result {
            Ok(resolved) => {
                ends += 1;
                *counted.entry(resolved.outcome).or_default() += weight;
            }
            Err(Halt::Needs(roll)) => open.extend((1..=roll.sides).map(|face| {
                let longer = faces.iter().copied().chain([face]).collect();
                (longer, weight / f64::from(roll.sides))
            })),
            Err(Halt::Refused(refusal)) => panic!("{refusal:?}"),
        }
        // Every open path has at least one end.
        if ends + open.len() > most {
            return None;
        }
    }
    Some(counted)
}

/// True if the product of the dice's sides is at most `most`, in the play where every die shows `face` or, with fewer sides, its highest
/// face. The product estimates the number of ends.
fn has_few_ends(ready: &Ready, face: u8, most: usize) -> bool {
    let (mut faces, mut ends) = (Vec::new(), 1_usize);
    while let Err(Halt::Needs(roll)) = ready.resolve(&faces).result {
        faces.push(face.min(roll.sides));
        ends = ends.saturating_mul(usize::from(roll.sides));
        if ends > most {
            return false;
        }
    }
    true
}

/// Compares computed odds with counted ones.
///
/// # Errors
/// The first difference, in words.
pub fn compare(given: &Dist<Record>, counted: &HashMap<Record, f64>) -> Result<(), String> {
    for (outcome, p) in given.iter() {
        let q = counted.get(outcome).copied().unwrap_or(0.0);
        if (p - q).abs() >= 1e-12 {
            return Err(format!("probability {p} by the odds, {q} by brute force, of {outcome:?}"));
        }
    }
    if given.len() != counted.len() {
        return Err(format!("{} outcomes by the odds, {} by brute force", given.len(), counted.len()));
    }
    Ok(())
}
