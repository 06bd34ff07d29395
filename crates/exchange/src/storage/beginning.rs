//! Headers of new battles from two rosters, and the changes at their start.

use super::limits;
use super::roster::{self, Roster};
use battle::analysis::battle_stats;
use battle::{Action, ActionEvent, Battle, Change, Header, State, Unit};
use rules::dice::rng::Seed;
use rules::facts::Facts;
use rules::guide::Guide;
use rules::ruleset::Ruleset;
use rules::subject::{Side, Subject};
use rules::table::PHASE;
use rules::text;
use rules::text::say;

/// Version 1.0.0 logged the players' values at the start as an ordinary act, at most this many milliseconds after the battle began.
const VALUES_DELAY: f64 = 1_000.0;

/// Returns the header of a battle between two rosters. An empty name is replaced by the names of the sides.
pub fn header(ruleset: &'static Ruleset, name: &str, taken: &[Option<Roster>; 2], seed: Seed) -> Header {
    let sides = side_names(taken);
    let name = match name {
        "" => name_of(&sides),
        given => limits::shortened_in_middle(given, limits::NAME),
    };
    let mut header =
        Header::new(ruleset.named.id, &name, sides.each_ref().map(String::as_str), units(ruleset, taken), seed);
    for (side, roster) in header.sides.iter_mut().zip(taken) {
        side.short = roster.as_ref().map(|roster| roster.short.clone()).unwrap_or_default();
    }
    header
}

/// Returns the name of a battle between two sides. Long names are shortened so that both fit.
pub(super) fn name_of(sides: &[String; 2]) -> String {
    let named = |sides: [String; 2]| {
        let [a, b] = sides;
        text!("{a} against {b}", a = a, b = b).to_string()
    };
    let letters = |text: &str| text.chars().count();
    let room = limits::NAME.saturating_sub(letters(&named([String::new(), String::new()])));
    let lengths = sides.each_ref().map(|side| letters(side));
    let shares = [1, 0].map(|other: usize| (room / 2).max(room.saturating_sub(lengths[other])));
    named([0, 1].map(|side| limits::shortened_in_middle(&sides[side], shares[side])))
}

/// Returns a battle between a ruleset's first two samples, and the changes at its start.
pub fn sample(ruleset: &'static Ruleset, seed: Seed) -> (Header, Vec<Change>) {
    let mut samples = Roster::samples(ruleset).into_iter();
    let taken = [samples.next(), samples.next()];
    let phase = ruleset.phases.iter().position(|phase| phase.id == ruleset.rosters.sample_phase);
    let phase = phase.and_then(|place| i32::try_from(place).ok()).filter(|place| *place > 0);
    let phase = phase.map(|place| Change::set(Subject::Battle, PHASE.id(), place));
    let changes = phase.into_iter().chain(known_at_once(ruleset, Facts::default(), &taken)).collect();
    (header(ruleset, "", &taken, seed), changes)
}

/// Returns a ruleset's guided battle, and the changes at its start.
pub fn guided(ruleset: &'static Ruleset, guide: &Guide) -> (Header, Vec<Change>) {
    let mut armies = Roster::of_file(guide.armies).into_iter();
    let taken = [armies.next(), armies.next()];
    let name = text!("First battle: {rules}", rules = ruleset.named.title).to_string();
    let header = header(ruleset, &name, &taken, Seed(guide.seed));
    let values = guide.start_values.iter().map(|(unit, tracker, to)| Change::set(*unit, *tracker, to.json()));
    (header, known_at_once(ruleset, Facts::default(), &taken).into_iter().chain(values).collect())
}

/// Returns the changes at the start: players' answers first, then trackers of the sides from their rosters.
pub fn known_at_once(ruleset: &'static Ruleset, started: Facts, taken: &[Option<Roster>; 2]) -> Vec<Change> {
    let said = serde_json::Map::from(started).into_iter().map(|(key, to)| Change::set(Subject::Battle, key, to));
    let of_sides = Side::BOTH
        .into_iter()
        .zip(taken)
        .filter_map(|(side, roster)| roster.as_ref().map(|roster| roster::side_changes(ruleset, roster, side.id())));
    said.chain(of_sides.flatten()).collect()
}

/// Returns the state after the acts at the start of a battle: the changes of the rules, the players' agreements, and the values of the
/// sides.
pub(super) fn state_at_start(battle: &Battle) -> State {
    let began = battle.header().began;
    let is_of_start = |act: &&ActionEvent| {
        let sets_values = matches!(act.action, Action::ByHand | Action::Note(_));
        act.begins || sets_values && (act.at - began).abs() <= VALUES_DELAY
    };
    let acts = battle_stats::acts(battle).take_while(is_of_start);
    acts.fold(battle.at_start().state().clone(), |state, act| state.after_act(act))
}

/// Returns the names of the sides: those of their rosters, made different if they are equal.
pub fn side_names(taken: &[Option<Roster>; 2]) -> [String; 2] {
    let named =
        |index: usize, none: &str| taken[index].as_ref().map_or_else(|| none.to_owned(), |roster| roster.name.clone());
    let (a, b) = (named(0, say("First side")), named(1, say("Second side")));
    if a == b { [a.clone(), limits::with_ending(&b, " (2)", limits::NAME)] } else { [a, b] }
}

fn units(ruleset: &'static Ruleset, taken: &[Option<Roster>; 2]) -> Vec<Unit> {
    let profiles = taken.iter().enumerate().flat_map(|(side, roster)| {
        roster.iter().flat_map(move |roster| roster.units.iter().map(move |unit| (side, unit)))
    });
    profiles
        .enumerate()
        .map(|(index, (side, profile))| Unit {
            id: format!("u{}", index + 1),
            side,
            profile: roster::relevant(ruleset.profile, profile),
            ..Unit::default()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle::{Action, ActionEvent, Battle, Event};
    use test_rulesets as rulesets;

    #[test]
    fn sides_are_named_after_their_rosters_but_differently() {
        let named = |name: &str| Some(Roster { name: name.into(), ..Roster::default() });
        assert_eq!(side_names(&[named("Essex"), named("Rupert")]), ["Essex", "Rupert"]);
        assert_eq!(side_names(&[named("Essex"), named("Essex")]), ["Essex", "Essex (2)"]);
        assert_eq!(side_names(&[None, named("Essex")]), ["First side", "Essex"]);
        assert_eq!(side_names(&[None, None]), ["First side", "Second side"]);
    }

    #[test]
    fn sides_have_given_or_generated_short_names_unless_these_are_equal() {
        let named =
            |name: &str, short: &str| Some(Roster { name: name.into(), short: short.into(), ..Roster::default() });
        let short = |a, b| header(rulesets::ALL[0], "", &[a, b], Seed([0; 32])).short_names();
        assert_eq!(short(named("Royalists 1644", ""), named("Parliament", "Ironsides")), ["Royalists", "Ironsides"]);
        assert_eq!(
            short(named("Royalists 1644", ""), named("Royalists 1645", "")),
            ["Royalists 1644", "Royalists 1645"]
        );
    }

    #[test]
    fn a_battle_is_named_after_its_sides_within_the_limit_of_names() {
        let named = |a: usize, b: usize| {
            let side = |letter: &str, length: usize| Some(Roster { name: letter.repeat(length), ..Roster::default() });
            header(rulesets::ALL[0], "", &[side("a", a), side("b", b)], Seed([0; 32])).name
        };
        assert_eq!(named(3, 4), "aaa against bbbb");
        assert_eq!(named(100, 5), format!("{} against bbbbb", "a".repeat(100)));
        for (a, b) in [(57, 58), (120, 120), (120, 1), (1, 120), (54, 120)] {
            let name = named(a, b);
            assert!(name.chars().count() <= limits::NAME && name.contains(" against "), "{a} and {b}: {name}");
            assert!(name.starts_with('a') && name.ends_with('b'), "{name}");
        }
    }

    #[test]
    fn a_sample_begins_in_the_sample_phase_of_its_ruleset_or_in_the_first_phase() {
        for ruleset in rulesets::ALL {
            let (header, changes) = sample(ruleset, Seed([0; 32]));
            let set_phase =
                changes.iter().filter(|change| matches!(change, Change::Set { key, .. } if key == PHASE.id())).count();
            let mut battle = Battle::begin(test_rulesets::RULESETS, header);
            let act = ActionEvent::new(0.0, Action::ByHand, changes);
            battle.add(battle.next_stamp("t"), Event::Action(Box::new(act)));
            let first = ruleset.phases[0].id;
            let wanted = if ruleset.rosters.sample_phase.is_empty() { first } else { ruleset.rosters.sample_phase };
            assert_eq!(battle.state().table().phase, wanted, "{}", ruleset.named.id);
            assert_eq!(set_phase > 0, wanted != first, "{}", ruleset.named.id);
        }
    }
}
