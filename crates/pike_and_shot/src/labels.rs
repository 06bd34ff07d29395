//! Labels of rolls: the owner of the dice, their purpose, and the meaning of the faces for these units.

use super::unit::figures::Figures;
use crate::facts::*;
use crate::ids::fields;
use rules::form::path;
use rules::prelude::*;
use serde_json::Value as Json;

/// Label of a roll of fire, of a melee or of a breaking unit, by its purpose. `None` for any other purpose.
pub fn roll_label(input: &Input, purpose: &str, _: usize) -> Option<Text> {
    if let Some((attacker, target, roll)) = of_melee(purpose) {
        let path_of = |(side, number): (&'static str, usize)| format!("side_{side}[{}]", number - 1);
        let [attacking, struck] = [attacker, target].map(|(side, number)| Gap::Unit(side, number));
        let label = of_casualties(&path::object(input, &path_of(target)), roll)?;
        // The label begins with the unit that rolls, so it must add that the killed figures are the enemy's.
        let label = killed_enemies(roll).unwrap_or(label);
        // The unit that is hit rolls for saves.
        let (owner, other) = if roll.starts_with("save") { (struck, attacking) } else { (attacking, struck) };
        return Some(match is_duel(input) {
            true => text!("{owner} · {roll}", owner = owner, roll = label),
            false => text!("{owner} · {other} · {roll}", owner = owner, other = other, roll = label),
        });
    }
    if let Some((firer, roll)) = of_firer(purpose) {
        let label = of_casualties(&path::object(input, fields::TARGET), roll)?;
        let label = killed_enemies(roll).unwrap_or(label);
        let firer = Gap::Unit("f", firer);
        return Some(match roll.starts_with("save") {
            // The target rolls for saves.
            true => text!("{owner} · {other} · {roll}", owner = Gap::Unit("t", 1), other = firer, roll = label),
            false => text!("{owner} · {roll}", owner = firer, roll = label),
        });
    }
    let victims = if input.contains_key(fields::TARGET) { path::object(input, fields::TARGET) } else { input.clone() };
    of_casualties(&victims, purpose)
}

/// Label of a roll for the figures that the rolling unit kills; `None` for any other roll.
fn killed_enemies(roll: &str) -> Option<Text> {
    Some(match roll {
        "kill" => "enemy figures killed".into(),
        "kill_pikes" => "enemy pikemen killed".into(),
        "kill_muskets" => "enemy musketeers killed".into(),
        _ => return None,
    })
}

/// A unit of a melee: the letter of its side, and its number from 1.
type Fighter = (&'static str, usize);

/// Attacker, target and roll, from a purpose such as `a1_b2_hit`.
fn of_melee(purpose: &str) -> Option<(Fighter, Fighter, &str)> {
    let (attacker, rest) = purpose.split_once('_')?;
    let (target, roll) = rest.split_once('_')?;
    Some((unit("a", attacker).or(unit("b", attacker))?, unit("a", target).or(unit("b", target))?, roll))
}

/// Number of the firer and the roll, from a purpose such as `f2_hit`.
fn of_firer(purpose: &str) -> Option<(usize, &str)> {
    let (firer, roll) = purpose.split_once('_')?;
    Some((unit("f", firer)?.1, roll))
}

fn unit(tag: &'static str, id: &str) -> Option<(&'static str, usize)> {
    id.strip_prefix(tag)?.parse().ok().filter(|number| *number > 0).map(|number| (tag, number))
}

/// True if each side has one unit. Labels then leave out the opponent.
fn is_duel(input: &Input) -> bool {
    let of = |side: &str| input.get(side).and_then(Json::as_array).map_or(0, Vec::len);
    of("side_a") + of("side_b") <= 2
}

/// Label of a roll for hits and casualties, given the input of the unit that is struck. `None` for any other roll.
fn of_casualties(victims: &Input, roll: &str) -> Option<Text> {
    Some(match roll {
        "hit" => "to hit".into(),
        "identify" => {
            let count = |fact| answer(victims, fact).unwrap_or(0);
            let figures = Figures { pikes: count(PIKES), muskets: count(MUSKETS), figures: None };
            let last = figures.pikeman_up_to();
            text!(
                "which figure: {legend}",
                legend = legend(6, |face| if face <= last { term("pikeman") } else { term("musketeer") })
            )
        }
        "kill" => "figures killed".into(),
        "kill_pikes" => "pikemen killed".into(),
        "kill_muskets" => "musketeers killed".into(),
        "save" => "figures saved by cover".into(),
        "save_pikes" => "pikemen saved by cover".into(),
        "save_muskets" => "musketeers saved by cover".into(),
        _ => return None,
    })
}

/// Meaning of each face, where consecutive faces with the same meaning share an entry: `1–2 pikeman, 3–6 musketeer`.
pub fn legend(sides: i32, meaning: impl Fn(i32) -> &'static str) -> Text {
    let mut runs: Vec<(i32, i32, &'static str)> = Vec::new();
    for face in 1..=sides {
        match runs.last_mut() {
            Some((_, last, held)) if *held == meaning(face) => *last = face,
            _ => runs.push((face, face, meaning(face))),
        }
    }
    let words = runs.into_iter().map(|(first, last, meaning)| match first == last {
        true => text!("{n} {meaning}", n = first, meaning = meaning),
        false => text!("{first}–{last} {meaning}", first = first, last = last, meaning = meaning),
    });
    words.reduce(|all, next| text!("{all}, {next}", all = all, next = next)).unwrap_or_else(|| "".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::names::Names;
    use serde_json::json;

    fn labelled(input: Json, purpose: &str) -> Option<String> {
        let mut names = Names::default();
        names.add_unit("a", 1, "Byron's Horse".into());
        names.add_unit("b", 1, "Pinchbeck's Foot".into());
        roll_label(input.as_object().unwrap(), purpose, 0).map(|label| label.named(&names))
    }

    #[test]
    fn a_casualty_is_identified_by_the_line_of_its_unit() {
        // Identifying Casualties: at 1 to 2, a pikeman falls on 1 or 2; at 5 to 1, on all faces but a 6.
        let label = |pikes, muskets| labelled(json!({ "target": { "pikes": pikes, "muskets": muskets } }), "identify");
        assert_eq!(label(8, 16).as_deref(), Some("which figure: 1–2 pikeman, 3–6 musketeer"));
        assert_eq!(label(10, 2).as_deref(), Some("which figure: 1–5 pikeman, 6 musketeer"));
        assert_eq!(label(2, 20).as_deref(), Some("which figure: 1 pikeman, 2–6 musketeer"));
    }

    #[test]
    fn the_target_of_combined_fire_rolls_for_saves() {
        let mut names = Names::default();
        names.add_unit("f", 2, "Montagu's".into());
        names.add_unit("t", 1, "Pinchbeck's Foot".into());
        let fire = json!({ "firers": [{}, {}], "target": { "muskets": 8 } });
        let label = |purpose| roll_label(fire.as_object().unwrap(), purpose, 0).unwrap().named(&names);
        assert_eq!(label("f2_kill"), "Montagu's · enemy figures killed");
        assert_eq!(label("f2_save"), "Pinchbeck's Foot · Montagu's · figures saved by cover");
    }

    #[test]
    fn dice_of_a_melee_name_their_owner() {
        let melee = json!({ "side_a": [{ "figures": 12 }], "side_b": [{ "pikes": 12, "muskets": 12 }] });
        let label = |purpose: &str| labelled(melee.clone(), purpose).unwrap();
        assert_eq!(label("a1_b1_hit"), "Byron's Horse · to hit");
        assert_eq!(label("a1_b1_identify"), "Byron's Horse · which figure: 1–3 pikeman, 4–6 musketeer");
        assert_eq!(label("a1_b1_save_pikes"), "Pinchbeck's Foot · pikemen saved by cover");
        assert_eq!(labelled(melee, "test"), None);
    }
}
