//! The survivors' roster: a side's units after a battle. Each unit is kept with its losses, restored or dropped.

use super::limits;
use super::roster::{self, Roster, check, facts};
use battle::analysis::battle_stats::roll_call;
use battle::{Battle, Joined, Unit};
use rules::battle_stats::Presence;
use rules::closing::Verdict;
use rules::form::Kind;
use rules::own::OwnRules;
use rules::ruleset::Ruleset;
use rules::subject::Side;
use rules::text;
use rules::text::Text;
use serde_json::{Map, Value as Json};

/// Choice for a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// The unit continues with its losses.
    WithLosses,
    /// The unit continues as it began.
    Restored,
    /// The unit is left out.
    Dropped,
}

/// A unit of a side after a battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Survivor {
    /// Its name.
    pub name: String,
    /// Its profile at the start of the battle.
    began: Map<String, Json>,
    /// Its profile with its losses. `None` if the ruleset would refuse it or no strength is left.
    left: Option<Map<String, Json>>,
    /// Its strength at the start, and with its losses.
    pub strength: [i32; 2],
    /// Its state at the end of the battle.
    pub presence: Presence,
}

impl Survivor {
    /// Returns the proposed choice. A unit with strength left continues with its losses. Dead generals and unharmed units that left the
    /// table are dropped.
    pub fn proposed(&self) -> Keep {
        let unharmed = self.left.as_ref() == Some(&self.began);
        match (&self.left, self.presence) {
            (None, _) => Keep::Dropped,
            // A destroyed unit with strength left consists of the wounded who heal.
            (Some(_), Presence::Destroyed) if self.strength[1] == 0 => Keep::Dropped,
            (Some(_), Presence::Broken | Presence::LeftTable) if unharmed && self.strength[0] > 0 => Keep::Dropped,
            (Some(_), _) => Keep::WithLosses,
        }
    }

    /// Describes its strength at the start and now, and its end. `counted` writes a strength in
    /// [words](rules::battle_stats::BattleStats::counted). A single figure that is destroyed needs no numbers.
    pub fn words(&self, counted: fn(i32) -> Text) -> String {
        let [full, left] = self.strength;
        let strength = match (full, left) {
            (0, _) => None,
            (1, 0) if self.presence == Presence::Destroyed => None,
            (full, left) if full == left && self.presence == Presence::Fighting => {
                Some(text!("{what}, unharmed", what = counted(full)))
            }
            (full, left) if full == left => Some(counted(full)),
            (full, left) => Some(text!("{before} → {now}", before = full, now = counted(left))),
        };
        let fate: Option<Text> = match self.presence {
            Presence::Fighting => None,
            Presence::Broken => Some(text!("broken at the end")),
            Presence::LeftTable => Some(text!("left the table")),
            Presence::Destroyed if full == 0 => Some(text!("dead")),
            Presence::Destroyed if left > 0 => Some(text!("wounded, and will heal")),
            Presence::Destroyed => Some(text!("destroyed")),
        };
        let words = match (strength, fate) {
            (Some(strength), Some(fate)) => Some(text!("{strength}, {fate}", strength = strength, fate = fate)),
            (strength, fate) => strength.or(fate),
        };
        words.map(|words| words.to_string()).unwrap_or_default()
    }

    /// Returns the choices that are possible for it.
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

/// Returns the units of a side in the order in which they joined, including those that left the table.
pub fn survivors(battle: &Battle, side: usize) -> Vec<Survivor> {
    let Some(ruleset) = battle.state().ruleset() else { return Vec::new() };
    let everybody = roll_call(battle);
    // A unit that joined during the battle and left again, such as a company, is part of another unit.
    let began = |unit: &Joined| battle.header().units.iter().any(|begun| begun.id == unit.id);
    let is_part = |unit: &Joined| battle.state().unit(&unit.id).is_none() && !began(unit);
    let units = everybody.units().filter(|unit| unit.side == side && !is_part(unit));
    units.map(|unit| survivor(ruleset, battle, unit)).collect()
}

fn survivor(ruleset: &'static Ruleset, battle: &Battle, unit: &Joined) -> Survivor {
    let strength_of = |profile: &Map<String, Json>| (ruleset.battle_stats.strength)(&facts(ruleset, profile));
    let began = unit.profile.clone();
    let is_there = battle.state().unit(&unit.id).is_some();
    let left = is_there.then(|| left_of(ruleset, battle, unit));
    // Unharmed units of an older roster continue, even if the rules would now refuse their profile.
    let left = left.filter(|left| *left == began || check(ruleset, left).is_ok());
    // A unit without fighting strength at the start, such as a general, continues as it is.
    let full = strength_of(&began);
    let left = left.filter(|left| full == 0 || strength_of(left) > 0);
    let presence = match is_there {
        true => (ruleset.battle_stats.presence)(&battle.state().facts(&unit.id)),
        // Players removed it from the table, or it is part of another unit.
        false => Presence::LeftTable,
    };
    Survivor {
        name: unit.name().to_owned(),
        strength: [full, left.as_ref().map_or(0, strength_of)],
        presence,
        began,
        left,
    }
}

/// Returns the profile of a unit with its losses, and with the trackers that [last](rules::ruleset::Rosters::lasting).
fn left_of(ruleset: &'static Ruleset, battle: &Battle, unit: &Unit) -> Map<String, Json> {
    let (mut left, profile) = (unit.profile.clone(), ruleset.mustered(&unit.profile));
    let before = battle::start(ruleset, &unit.profile);
    let known = battle.state().facts(&unit.id);
    let Some(tracked) = battle.state().tracked(&unit.id) else { return left };
    // Counts of the profile that changed during the battle. They may also increase: a company can join another unit than its own.
    let counts = ruleset.profile.fields.iter().filter(|field| matches!(field.kind, Kind::Whole { .. }));
    let ids = counts
        .map(|field| field.id)
        .filter(|id| ruleset.trackers.unit.iter().any(|tracker| tracker.id == *id && tracker.counts()));
    for id in ids {
        let count = |json: Option<&Json>| json.and_then(Json::as_i64);
        if let (Some(now), Some(then)) = (count(tracked.get(id)), count(before.get(id)))
            && now != then
        {
            // A tracker may begin higher than its field, if the field holds a part of the count.
            let of_field = count(profile.get(id)).unwrap_or(then);
            left.insert(id.to_owned(), (of_field - (then - now)).max(0).into());
        }
    }
    for field in ruleset.rosters.lasting {
        if let Some(now) = tracked.get(field).filter(|now| before.get(field) != Some(now)) {
            left.insert((*field).to_owned(), now.clone());
        }
    }
    left.extend((ruleset.rosters.survivor)(&profile, &known));
    left
}

/// Returns the roster of a side after a battle, with a line of its history. `day` formats the day of a time.
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
    let state = battle.state();
    let values = |ruleset| roster::side_values(ruleset, state.side(Side::at(side)));
    let note = limits::shortened_in_middle(&history(battle, day), limits::TEXT);
    Some(Roster {
        ruleset: header.ruleset.clone(),
        name: limits::shortened_in_middle(&name, limits::NAME),
        short: army.short.clone(),
        note,
        sample: false,
        side: state.ruleset().map(values).unwrap_or_default(),
        own_rules: OwnRules::default(),
        units: kept.collect(),
    })
}

/// Returns the history of the battle in one line: `After “Cheriton”, 27 November 2026: Hopton won.`
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
    use crate::storage::beginning;
    use battle::{Action, ActionEvent, Change, Event};
    use rules::dice::rng::Seed;
    use rules::facts::Facts;
    use test_rulesets as rulesets;

    fn begun(ruleset: &'static Ruleset) -> Battle {
        let (header, changes) = beginning::sample(ruleset, Seed([9; 32]));
        let mut battle = Battle::begin(test_rulesets::RULESETS, header);
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
    fn units_without_losses_keep_their_profiles_in_all_rulesets() {
        for ruleset in rulesets::ALL {
            let battle = begun(ruleset);
            for side in [0, 1] {
                let units = survivors(&battle, side);
                assert!(!units.is_empty(), "{}", ruleset.named.id);
                for unit in &units {
                    assert_eq!(unit.left.as_ref(), Some(&unit.began), "{}: {}", ruleset.named.id, unit.name);
                    assert_eq!(
                        (unit.presence, unit.proposed()),
                        (Presence::Fighting, Keep::WithLosses),
                        "{}: {}",
                        ruleset.named.id,
                        unit.name
                    );
                }
                let all = vec![Keep::WithLosses; units.len()];
                let roster = roster_of_survivors(&battle, side, &all, &day).unwrap();
                let began: Vec<_> = units.into_iter().map(|unit| unit.began).collect();
                assert_eq!(roster.units, began, "{}", ruleset.named.id);
            }
        }
    }

    /// Returns the first side's unit after a battle of one unit on each side with this profile, and after these changes of it.
    fn after(ruleset: &str, profile: Json, changes: &[(&str, Json)]) -> Survivor {
        let profile = profile.as_object().cloned().unwrap();
        let unit = |id: &str, side| Unit { id: id.into(), side, profile: profile.clone(), ..Unit::default() };
        let header =
            battle::Header::new(ruleset, "Cheriton", ["A", "B"], vec![unit("u", 0), unit("v", 1)], Seed([9; 32]));
        let mut battle = Battle::begin(test_rulesets::RULESETS, header);
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
        assert_eq!((broken.presence, broken.proposed()), (Presence::Broken, Keep::Dropped), "it has run, unharmed");
        let gone = after("pike_and_shot", foot, &[("pikes", 0.into()), ("muskets", 0.into())]);
        assert_eq!((gone.left.is_some(), gone.proposed()), (false, Keep::Dropped));
        assert_eq!(gone.options(), [Keep::Restored, Keep::Dropped]);
    }

    fn figures(number: i32) -> Text {
        text!("{n} {n|figure|figures}", n = number)
    }

    #[test]
    fn command_figures_are_counted_once_and_fall_last() {
        let foot =
            serde_json::json!({ "name": "Foot", "pikes": 8, "muskets": 12, "command": 4, "morale_class": "good" });
        let after_losses = |pikes: i32, muskets: i32| {
            let unit = after("pike_and_shot", foot.clone(), &[("pikes", pikes.into()), ("muskets", muskets.into())]);
            let left = unit.left.clone().expect("some are left");
            let counts = ["pikes", "muskets", "command"].map(|field| left[field].as_i64().unwrap());
            (counts, unit.strength, unit.words(figures))
        };
        assert_eq!(after_losses(8, 16), ([8, 12, 4], [24, 24], "24 figures, unharmed".to_owned()));
        assert_eq!(after_losses(8, 15), ([8, 11, 4], [24, 23], "24 → 23 figures".to_owned()));
        assert_eq!(after_losses(6, 14), ([6, 10, 4], [24, 20], "24 → 20 figures".to_owned()));
        assert_eq!(after_losses(4, 8), ([4, 4, 4], [24, 12], "24 → 12 figures".to_owned()));
        assert_eq!(after_losses(1, 3), ([1, 0, 3], [24, 4], "24 → 4 figures".to_owned()));
        assert_eq!(after_losses(0, 1), ([0, 0, 1], [24, 1], "24 → 1 figure".to_owned()));
    }

    #[test]
    fn a_dead_general_is_listed_as_dead_and_left_out_by_default() {
        let general = serde_json::json!({ "name": "Byron", "troop_type": "general" });
        let dead = after("pike_and_shot", general.clone(), &[("dead", true.into())]);
        assert_eq!((dead.words(figures).as_str(), dead.proposed()), ("dead", Keep::Dropped));
        assert!(dead.options().contains(&Keep::WithLosses), "the player may keep him");
        let wounded = after("pike_and_shot", general.clone(), &[("lost", true.into())]);
        assert_eq!((wounded.words(figures).as_str(), wounded.proposed()), ("left the table", Keep::WithLosses));
        let fit = after("pike_and_shot", general, &[]);
        assert_eq!((fit.words(figures).as_str(), fit.proposed()), ("", Keep::WithLosses));
        let player = serde_json::json!({ "name": "Milady", "class": 4, "player_character": true });
        let dead = after("argad", player, &[("life_points", 0.into())]);
        assert_eq!((dead.words(figures).as_str(), dead.proposed()), ("destroyed", Keep::Dropped));
    }

    #[test]
    fn fallen_figures_that_heal_are_among_the_survivors() {
        let men = serde_json::json!({ "name": "Musketeers", "class": 3, "figures": 5 });
        let hit = after("argad", men, &[("figures", 2.into()), ("fallen", 1.into()), ("healed", 2.into())]);
        assert_eq!((hit.words(figures).as_str(), hit.proposed()), ("5 → 4 figures", Keep::WithLosses));
        let player = serde_json::json!({ "name": "Milady", "class": 4, "player_character": true });
        let out = [("life_points", 0.into()), ("healed", 1.into())];
        let healed = after("argad", player.clone(), &out);
        assert_eq!(healed.words(figures), "1 figure, wounded, and will heal");
        assert_eq!(healed.proposed(), Keep::WithLosses);
        let again = after("argad", player, &[&out[..], &[("wounded", true.into())]].concat());
        assert_eq!(again.proposed(), Keep::Dropped, "nobody has seen to the second wound");
    }

    #[test]
    fn a_unit_that_left_the_table_keeps_its_losses() {
        let tercio = serde_json::json!({ "name": "Tercio", "army": "spanish", "row": "tercio" });
        let left = after("pikette_squared", tercio, &[("stands", 4.into()), ("state", "left_table".into())]);
        assert_eq!(left.words(|n| text!("{n} {n|stand|stands}", n = n)), "6 → 4 stands, left the table");
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
    fn lost_stands_stay_lost_while_hits_and_disorder_are_cleared() {
        let tercio = serde_json::json!({ "name": "Tercio", "army": "spanish", "row": "tercio" });
        let hit = [("stands", 4.into()), ("hits", 1.into()), ("state", "disordered".into())];
        let unit = after("pikette_squared", tercio.clone(), &hit);
        let left = unit.left.clone().expect("some are left");
        assert_eq!((&left["stands"], left.get("hits"), left.get("state")), (&4.into(), None, None));
        assert_eq!((unit.strength, unit.proposed()), ([6, 4], Keep::WithLosses));
        // The unit joins the next battle with as many stands as are left, and loses more there.
        let second = after("pikette_squared", Json::Object(left), &[("stands", 2.into())]);
        assert_eq!((second.strength, &second.left.unwrap()["stands"]), ([4, 2], &2.into()));
        let routed = after("pikette_squared", tercio.clone(), &[("stands", 2.into()), ("state", "routed".into())]);
        assert_eq!((routed.presence, routed.strength), (Presence::Broken, [6, 2]));
        let gone = after("pikette_squared", tercio.clone(), &[("stands", 0.into()), ("state", "destroyed".into())]);
        assert_eq!((gone.left.is_none(), gone.options()), (true, vec![Keep::Restored, Keep::Dropped]));
        // A roster whose unit has more stands than its type is refused.
        let mut many = tercio;
        many["row"] = "genitors".into();
        many["stands"] = 3.into();
        let ruleset = test_rulesets::RULESETS.find("pikette_squared").unwrap();
        assert!(check(ruleset, many.as_object().unwrap()).is_err());
    }

    #[test]
    fn survivors_keep_the_values_of_their_side() {
        let ruleset = test_rulesets::RULESETS.find("pikette_squared").unwrap();
        let side = Map::from_iter([("sultan".to_owned(), true.into()), ("extra_card".to_owned(), "courage".into())]);
        let ottomans = Some(Roster { name: "Ottomans".into(), side: side.clone(), ..Roster::default() });
        let taken = [ottomans, Some(Roster { name: "Habsburgs".into(), ..Roster::default() })];
        let header = beginning::header(ruleset, "", &taken, Seed([9; 32]));
        let mut battle = Battle::begin(test_rulesets::RULESETS, header);
        by_hand(&mut battle, beginning::known_at_once(ruleset, Facts::default(), &taken));
        let of_survivors = |side| roster_of_survivors(&battle, side, &[], &day).unwrap().side;
        assert_eq!((of_survivors(0), of_survivors(1)), (side, Map::new()));
    }

    #[test]
    fn a_roster_of_survivors_has_a_line_about_its_battles() {
        let ruleset = test_rulesets::RULESETS.find("pike_and_shot").unwrap();
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
