//! The survivors' roster: that of a side after a battle, unit by unit with its losses, restored or dropped.

use super::limits;
use super::roster::{Roster, check, facts};
use crate::analysis::battle_stats::roll_call;
use crate::battle::{Battle, Unit};
use crate::core::text::Text;
use crate::form::Kind;
use crate::rules::closing::Verdict;
use crate::rules::own::OwnRules;
use crate::rules::ruleset::Ruleset;
use crate::text;
use serde_json::{Map, Value as Json};

/// Choice for a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// It goes on with its losses.
    WithLosses,
    /// It goes on as it began.
    Restored,
    /// It is left out.
    Dropped,
}

/// A unit of a side after a battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Survivor {
    /// Its name.
    pub name: String,
    /// Its profile as it began.
    began: Map<String, Json>,
    /// Its profile with its losses; `None` if nothing is left that the rules take.
    left: Option<Map<String, Json>>,
    /// Its strength as it began, and with its losses.
    pub strength: [i32; 2],
    /// True if it fought no more at the end.
    pub is_out: bool,
}

impl Survivor {
    /// The choice that is proposed: a unit of which something is left goes on, one that was lost whole does not.
    pub fn proposed(&self) -> Keep {
        let unharmed = self.left.as_ref() == Some(&self.began);
        match self.left {
            None => Keep::Dropped,
            Some(_) if self.is_out && unharmed => Keep::Dropped,
            Some(_) => Keep::WithLosses,
        }
    }

    /// Choices for it.
    pub fn options(&self) -> Vec<Keep> {
        let with_losses = self.left.is_some().then_some(Keep::WithLosses);
        with_losses.into_iter().chain([Keep::Restored, Keep::Dropped]).collect()
    }

    fn kept(&self, keep: Keep) -> Option<Map<String, Json>> {
        match keep {
            Keep::WithLosses => self.left.clone(),
            Keep::Restored => Some(self.began.clone()),
            Keep::Dropped => None,
        }
    }
}

/// The units of a side, in the order in which they joined, also those that have left the table.
pub fn survivors(battle: &Battle, side: usize) -> Vec<Survivor> {
    let Some(ruleset) = battle.state().ruleset() else { return Vec::new() };
    let everybody = roll_call(battle);
    everybody.units().filter(|unit| unit.side == side).map(|unit| survivor(ruleset, battle, unit)).collect()
}

fn survivor(ruleset: &'static Ruleset, battle: &Battle, unit: &Unit) -> Survivor {
    let strength_of = |profile: &Map<String, Json>| (ruleset.battle_stats.strength)(&facts(ruleset, profile));
    let began = unit.profile.clone();
    let is_there = battle.state().unit(&unit.id).is_some();
    let left = is_there.then(|| left_of(ruleset, battle, unit));
    // Of a roster that the rules took otherwise when it was made, the unharmed go on, too.
    let left = left.filter(|left| *left == began || check(ruleset, left).is_ok());
    // A unit that began with nothing to fight with, such as a general, goes on as it is.
    let full = strength_of(&began);
    let left = left.filter(|left| full == 0 || strength_of(left) > 0);
    let at_end = (ruleset.battle_stats.strength)(&battle.state().facts(&unit.id));
    Survivor {
        name: unit.name().to_owned(),
        strength: [full, left.as_ref().map_or(0, strength_of)],
        is_out: !is_there || full > 0 && at_end == 0,
        began,
        left,
    }
}

/// The profile of a unit with its losses, and with what [lasts](Ruleset::lasting).
fn left_of(ruleset: &'static Ruleset, battle: &Battle, unit: &Unit) -> Map<String, Json> {
    let (mut left, before) = (unit.profile.clone(), ruleset.mustered(&unit.profile));
    let known = battle.state().facts(&unit.id);
    let Some(tracked) = battle.state().tracked(&unit.id) else { return left };
    // A count that the roster begins, and of which less is left.
    let counts = ruleset.profile.fields.iter().filter(|field| matches!(field.kind, Kind::Whole { .. }));
    let ids = counts
        .map(|field| field.id)
        .filter(|id| ruleset.trackers.iter().any(|tracker| tracker.id == *id && tracker.counts()));
    for id in ids {
        let count = |json: Option<&Json>| json.and_then(Json::as_i64);
        if let (Some(now), Some(then)) = (count(tracked.get(id)), count(before.get(id)))
            && now < then
        {
            left.insert(id.to_owned(), now.into());
        }
    }
    for field in ruleset.lasting {
        if let Some(now) = tracked.get(field).filter(|now| before.get(field) != Some(now)) {
            left.insert((*field).to_owned(), now.clone());
        }
    }
    left.extend((ruleset.survivor)(&known));
    left
}

/// The roster of a side after a battle, with a line of its history. `day` is the day of a time in words.
pub fn roster_of_survivors(
    battle: &Battle,
    side: usize,
    choices: &[Keep],
    day: &dyn Fn(f64) -> String,
) -> Option<Roster> {
    let header = battle.header();
    let army = header.sides.get(side)?;
    let units = survivors(battle, side);
    let kept = units.iter().zip(choices).filter_map(|(unit, keep)| unit.kept(*keep)).take(limits::UNITS);
    let name = text!("{side} after {battle}", side = army.name.clone(), battle = header.name.clone()).to_string();
    let (name, side_profile) = (limits::shortened(&name, limits::NAME), army.profile.clone());
    let note = limits::shortened(&history(battle, day), limits::TEXT);
    Some(Roster {
        ruleset: header.ruleset.clone(),
        name,
        short: army.short.clone(),
        note,
        sample: false,
        side: side_profile,
        own_rules: OwnRules::default(),
        units: kept.collect(),
    })
}

/// The battle in a line: `After “Cheriton”, 27 November 2026: Hopton won.`
fn history(battle: &Battle, day: &dyn Fn(f64) -> String) -> String {
    let (header, ending) = (battle.header(), battle.ending());
    let date = day(ending.as_ref().map_or(header.began, |ending| ending.at));
    let sides = header.sides.each_ref().map(|side| side.name.as_str());
    let verdict = ending.map_or(Verdict::Open, |ending| ending.verdict);
    let words: Text = match verdict {
        Verdict::Open => text!("After “{battle}”, {date}.", battle = header.name.clone(), date = date),
        _ => text!(
            "After “{battle}”, {date}: {result}.",
            battle = header.name.clone(),
            date = date,
            result = verdict.words(sides)
        ),
    };
    words.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Action, ActionEvent, Change, Event};
    use crate::dice::rng::Seed;
    use crate::rulesets;
    use crate::storage::beginning;

    fn begun(ruleset: &'static Ruleset) -> Battle {
        let (header, changes) = beginning::sample(ruleset, Seed([9; 32]));
        let mut battle = Battle::begin(header);
        by_hand(&mut battle, changes);
        battle
    }

    fn by_hand(battle: &mut Battle, changes: Vec<Change>) {
        add(battle, ActionEvent::new(0.0, Action::ByHand, changes));
    }

    fn add(battle: &mut Battle, act: ActionEvent) {
        let stamp = battle.next_stamp("t");
        battle.add(stamp, Event::Action(Box::new(act)));
    }

    fn day(at: f64) -> String {
        format!("day {at}")
    }

    #[test]
    fn the_unharmed_go_on_as_they_began_in_all_rulesets() {
        for ruleset in rulesets::ALL {
            let battle = begun(ruleset);
            for side in [0, 1] {
                let units = survivors(&battle, side);
                assert!(!units.is_empty(), "{}", ruleset.id);
                for unit in &units {
                    assert_eq!(unit.left.as_ref(), Some(&unit.began), "{}: {}", ruleset.id, unit.name);
                    assert_eq!(
                        (unit.is_out, unit.proposed()),
                        (false, Keep::WithLosses),
                        "{}: {}",
                        ruleset.id,
                        unit.name
                    );
                }
                let all = vec![Keep::WithLosses; units.len()];
                let roster = roster_of_survivors(&battle, side, &all, &day).unwrap();
                let began: Vec<_> = units.into_iter().map(|unit| unit.began).collect();
                assert_eq!(roster.units, began, "{}", ruleset.id);
            }
        }
    }

    /// A battle of one unit a side with this profile, after these changes of it.
    fn after(ruleset: &str, profile: Json, changes: &[(&str, Json)]) -> Survivor {
        let profile = profile.as_object().cloned().unwrap();
        let unit = |id: &str, side| Unit { id: id.into(), side, profile: profile.clone() };
        let header = crate::battle::Header::new(
            ruleset,
            "Cheriton",
            ["A", "B"],
            vec![unit("u", 0), unit("v", 1)],
            Seed([9; 32]),
        );
        let mut battle = Battle::begin(header);
        by_hand(&mut battle, changes.iter().map(|(key, to)| Change::set("u", *key, to.clone())).collect());
        survivors(&battle, 0).remove(0)
    }

    #[test]
    fn losses_stay_in_the_profile() {
        let foot = serde_json::json!({ "name": "Foot", "fighting_ability": "raw", "pikes": 12, "muskets": 12,
            "morale_class": "poor", "formation": "dutch" });
        let hit = [("pikes", 9.into()), ("muskets", 4.into()), ("counters", 4.into())];
        let unit = after("pike_and_shot", foot.clone(), &hit);
        let left = unit.left.clone().expect("some are left");
        assert_eq!((&left["pikes"], &left["muskets"], left.get("counters")), (&9.into(), &4.into(), None));
        assert_eq!((unit.strength, unit.proposed()), ([24, 13], Keep::WithLosses));
        let broken = after("pike_and_shot", foot.clone(), &[("broken", true.into())]);
        assert_eq!((broken.is_out, broken.proposed()), (true, Keep::Dropped), "it has run, unharmed");
        let gone = after("pike_and_shot", foot, &[("pikes", 0.into()), ("muskets", 0.into())]);
        assert_eq!((gone.left.is_some(), gone.proposed()), (false, Keep::Dropped));
        assert_eq!(gone.options(), [Keep::Restored, Keep::Dropped]);
    }

    #[test]
    fn elements_of_a_formation_are_lost_by_type() {
        let formation = serde_json::json!({ "name": "Tercio", "nature": "regular", "groups": [
            { "type": "pike", "elements": 6, "front": 3 }, { "type": "firearm", "elements": 4, "front": 2 }
        ] });
        let unit = after("arquebusier", formation, &[("lost_pike", 4.into()), ("lost_firearm", 4.into())]);
        let left = unit.left.clone().expect("some are left");
        assert_eq!(left["groups"], serde_json::json!([{ "type": "pike", "elements": 2, "front": 2 }]));
        assert_eq!(unit.strength, [10, 2]);
    }

    #[test]
    fn stands_that_were_lost_stay_lost_and_hits_and_disorder_do_not() {
        let tercio = serde_json::json!({ "name": "Tercio", "army": "spanish", "row": "tercio" });
        let hit = [("stands", 4.into()), ("hits", 1.into()), ("state", "disordered".into())];
        let unit = after("pikette_squared", tercio.clone(), &hit);
        let left = unit.left.clone().expect("some are left");
        assert_eq!((&left["stands"], left.get("hits"), left.get("state")), (&4.into(), None, None));
        assert_eq!((unit.strength, unit.proposed()), ([6, 4], Keep::WithLosses));
        // It joins the next battle with as many, and loses more there.
        let again = after("pikette_squared", Json::Object(left), &[("stands", 2.into())]);
        assert_eq!((again.strength, &again.left.unwrap()["stands"]), ([4, 2], &2.into()));
        let routed = after("pikette_squared", tercio.clone(), &[("stands", 2.into()), ("state", "routed".into())]);
        assert_eq!((routed.is_out, routed.strength), (true, [6, 2]));
        let gone = after("pikette_squared", tercio.clone(), &[("stands", 0.into()), ("state", "destroyed".into())]);
        assert_eq!((gone.left.is_none(), gone.options()), (true, vec![Keep::Restored, Keep::Dropped]));
        // A roster that claims more stands than the type has is refused.
        let mut many = tercio;
        many["row"] = "genitors".into();
        many["stands"] = 3.into();
        let ruleset = rulesets::find("pikette_squared").unwrap();
        assert!(check(ruleset, many.as_object().unwrap()).is_err());
    }

    #[test]
    fn a_roster_of_survivors_tells_its_history_in_a_line() {
        let ruleset = rulesets::find("pike_and_shot").unwrap();
        let mut battle = begun(ruleset);
        let side = battle.header().sides[0].name.clone();
        add(&mut battle, Battle::closing(7.0, Verdict::A, ""));
        let mut choices = vec![Keep::WithLosses; survivors(&battle, 0).len()];
        choices[0] = Keep::Dropped;
        let roster = roster_of_survivors(&battle, 0, &choices, &day).unwrap();
        assert_eq!(roster.units.len(), choices.len() - 1);
        assert_eq!(roster.name, format!("{side} after {}", battle.header().name));
        assert_eq!(roster.note, format!("After “{}”, day 7: {side} won.", battle.header().name));
        assert_eq!(limits::roster(&roster), Ok(()));
        assert_eq!(roster_of_survivors(&battle, 2, &[], &day), None);
    }
}
