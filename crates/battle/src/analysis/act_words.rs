//! Acts in words: the act, its units and its effects, with the names of that time.

use crate::analysis::report::NamesOf;
use crate::analysis::scenario_words::{self, OfScenario};
use crate::analysis::{battle_stats, own_words, seat_words};
use crate::correct::Now;
use crate::participants::Participants;
use crate::seat::sets_seats;
use crate::{Action, ActionEvent, Battle, Change, Event, Header, Resolved, Stamp, State};
use rules::closing::{VERDICT, Verdict};
use rules::facts::{FactValue, Facts};
use rules::form::Choices;
use rules::own::{self, OWN_RULES, OwnRules, REMINDERS};
use rules::ruleset::{Ruleset, Tracks};
use rules::secrecy::{SECRECY, Secrecy};
use rules::subject::Subject;
use rules::table::{PHASE, TURN};
use rules::text;
use rules::text::{Text, number, say, spaced, uncapital, words};
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;

/// An act as a sentence, given the state before it: `Haselrig's Horse: Melee · Pinchbeck's Foot`, `By hand: Foot · Counters 2 → 1`.
pub fn sentence(ruleset: &'static Ruleset, open: &Battle, before: &State, act: &ActionEvent) -> String {
    let title = battle_stats::title(ruleset, act);
    let header = open.header();
    match act.verdict() {
        Some(Verdict::Open) => return title,
        Some(verdict) => {
            let result = verdict.words(header.sides.each_ref().map(|side| side.name.as_str()));
            return text!("{who}: {what}", who = title, what = result.to_string()).to_string();
        }
        None => {}
    }
    match &act.action {
        Action::Resolved(resolved) => done_by(ruleset, before, resolved, title),
        Action::ByHand => {
            let changes = act.changes.iter().filter_map(|change| changed_words(ruleset, header, before, change));
            let mut changes: Vec<String> = changes.collect();
            if changes.is_empty() {
                // Players changed something that otherwise only the rules read.
                let written = act.changes.iter().filter_map(|change| written_words(ruleset, header, before, change));
                changes.extend(written);
            }
            let Some(first) = changes.first() else { return title };
            let did = text!("{who}: {what}", who = title, what = first.clone()).to_string();
            match changes.len() - 1 {
                0 => did,
                more => text!("{what}, and {n} more", what = did, n = more).to_string(),
            }
        }
        Action::Muster => {
            let after = before.after(&act.changes);
            let names = act.changes.iter().filter_map(|change| match change {
                Change::Add(unit) => after.unit(&unit.id).map(|unit| unit.name().to_owned()),
                Change::Remove(id) => before.unit(id).map(|unit| unit.name().to_owned()),
                Change::Set { .. } => None,
            });
            let names: Vec<String> = names.collect();
            match names.as_slice() {
                [] => title,
                [only] => text!("{who}: {what}", who = only.clone(), what = uncapital(&title)).to_string(),
                [first, ..] => {
                    text!("{what}: {who}, and {n} more", what = title, who = first.clone(), n = names.len() - 1)
                        .to_string()
                }
            }
        }
        Action::Corrected(corrected) => match open.event(&corrected.of) {
            Some(Event::Action(of)) if !matches!(of.action, Action::Corrected(_)) => {
                text!("{who}: {what}", who = title, what = sentence(ruleset, open, before, of)).to_string()
            }
            _ => title,
        },
        Action::Phase | Action::Note(_) => title,
    }
}

/// The entry of an act as a sentence, given the state before it, with all parts of its group act. `None` if the stamp is of no act.
pub fn entry(ruleset: &'static Ruleset, open: &Battle, before: &State, stamp: &Stamp) -> Option<String> {
    let parts = open.parts_of(stamp);
    let acts = parts.iter().filter_map(|part| match open.event(part) {
        Some(Event::Action(act)) => Some(&**act),
        _ => None,
    });
    entry_of(ruleset, open, before, &acts.collect::<Vec<_>>())
}

/// The acts of an entry as a sentence, given the state before them: `Rest: 8 units`. If all acts are by hand, they set the same tracker;
/// the last act is compared with the state before the first. If the acts belong to several procedures, the first is described and the
/// others are counted. `None` without acts.
pub fn entry_of(ruleset: &'static Ruleset, open: &Battle, before: &State, acts: &[&ActionEvent]) -> Option<String> {
    let (first, last) = (acts.first()?, acts.last()?);
    let is_by_hand = |act: &&ActionEvent| matches!(act.action, Action::ByHand);
    if acts.iter().all(is_by_hand) {
        return Some(sentence(ruleset, open, before, last));
    }
    Some(match acts.len() {
        1 => sentence(ruleset, open, before, first),
        parts => group_title(ruleset, acts).unwrap_or_else(|| {
            let what = sentence(ruleset, open, before, first);
            text!("{what}, and {n} more", what = what, n = parts - 1).to_string()
        }),
    })
}

/// The title of a group act: `Rest: 8 units`. `None` if the acts are not all of one procedure or family, or if there is only one.
pub fn group_title(ruleset: &Ruleset, acts: &[&ActionEvent]) -> Option<String> {
    let procedure = |act: &ActionEvent| match &act.action {
        Action::Resolved(done) => ruleset.procedure(&done.procedure),
        _ => None,
    };
    let first = acts.first().filter(|_| acts.len() > 1)?;
    let known = procedure(first)?;
    let family = known.grouping.and_then(|grouping| grouping.family);
    let title = family.map_or_else(|| battle_stats::title(ruleset, first), |label| say(label).to_owned());
    let is_one = acts.iter().all(|act| procedure(act).is_some_and(|procedure| procedure.is_grouped_with(known)));
    is_one.then(|| text!("{what}: {n} {n|unit|units}", what = title, n = acts.len()).to_string())
}

/// Text of a notice that another device undid or redid something, applied or corrected an outcome, or ended a phase. `None` for any other
/// event, because notes and trackers that are set by hand are shown where they change. `open` is the battle before the entry.
pub fn done_elsewhere(ruleset: &'static Ruleset, open: &Battle, who: &str, event: &Event) -> Option<String> {
    let sentence = |act: &ActionEvent| sentence(ruleset, open, open.state(), act);
    let of = |stamp| entry(ruleset, open, open.state(), stamp);
    let who = who.to_owned();
    let words = match event {
        Event::Undo(reversal) => text!("{who} undid: {what}", who = who, what = of(&reversal.act)?),
        Event::Redo(reversal) => text!("{who} redid: {what}", who = who, what = of(&reversal.act)?),
        Event::Action(act) => match &act.action {
            Action::Resolved(resolved) if resolved.discarded => {
                text!("{who} discarded: {what}", who = who, what = sentence(act))
            }
            Action::Resolved(_) => text!("{who} applied: {what}", who = who, what = sentence(act)),
            Action::Corrected(_) => text!("{who}: {what}", who = who, what = sentence(act)),
            Action::Phase => {
                let begun = act.changes.iter().find_map(|change| match change {
                    Change::Set { key, to, .. } if key == PHASE.id() => {
                        ruleset.phases.get(usize::try_from(to.as_i64()?).ok()?)
                    }
                    _ => None,
                });
                match begun {
                    Some(phase) => {
                        text!("{who} ended the phase. Now: {phase}", who = who, phase = say(phase.title).to_owned())
                    }
                    None => text!("{who} ended the phase.", who = who),
                }
            }
            Action::ByHand | Action::Muster | Action::Note(_) => return None,
        },
        Event::Rolled(_) | Event::Control(_) | Event::Chain(_) => return None,
    };
    Some(words.to_string())
}

/// The acting unit, the title of a procedure, and the other participants. The title alone if no participant is known.
pub fn done_by(ruleset: &Ruleset, state: &State, resolved: &Resolved, title: String) -> String {
    let units = units(ruleset, resolved);
    let mut names = units.iter().filter_map(|id| state.unit(id)).map(|unit| unit.name().to_owned());
    let Some(first) = names.next() else { return title };
    let did = text!("{who}: {what}", who = first, what = title).to_string();
    [did].into_iter().chain(names).collect::<Vec<_>>().join(" · ")
}

/// Ids of the participating units, the acting unit first.
pub fn units(ruleset: &Ruleset, resolved: &Resolved) -> Vec<String> {
    let Some(procedure) = ruleset.procedure(&resolved.procedure) else { return Vec::new() };
    let participants = Participants::read(procedure, &resolved.participants);
    let mut units: Vec<String> = Vec::new();
    for id in procedure.participants.iter().flat_map(|role| participants.units(role.id)) {
        if !units.contains(id) {
            units.push(id.clone());
        }
    }
    units
}

/// The unit of an act: the acting unit, or the first unit that was changed. `None` if there is none.
pub fn unit_of(ruleset: &Ruleset, act: &ActionEvent) -> Option<String> {
    if let Action::Resolved(resolved) = &act.action
        && let Some(first) = units(ruleset, resolved).into_iter().next()
    {
        return Some(first);
    }
    act.changes.iter().find_map(|change| match change {
        Change::Set { of: Subject::Unit(id), .. } => Some(id.clone()),
        Change::Add(unit) => Some(unit.id.clone()),
        _ => None,
    })
}

/// Calls `about` for each act of a log, with its stamp and the state before it. The result is `None` for other events.
pub fn each_act<T>(battle: &Battle, about: impl Fn(&Stamp, &State, &ActionEvent) -> T) -> Vec<Option<T>> {
    let mut past = battle.at_start();
    let each = battle.log().iter().map(|(stamp, event)| {
        let words = match event {
            Event::Action(act) => Some(about(stamp, past.state(), act)),
            _ => None,
        };
        past.add(stamp.clone(), event.clone());
        words
    });
    each.collect()
}

/// The turn under which the log lists an act. An act that begins a turn is listed under that turn.
pub fn turn_of(ruleset: &Ruleset, before: &State, act: &ActionEvent) -> String {
    format!("{} {}", say(ruleset.turn), begun(before, act, TURN.id()))
}

/// The turn and phase under which the log lists an act. An act that begins a phase is listed under that phase.
pub fn during(ruleset: &Ruleset, before: &State, act: &ActionEvent) -> String {
    let phase = usize::try_from(begun(before, act, PHASE.id())).ok().and_then(|place| ruleset.phases.get(place));
    let turn = turn_of(ruleset, before, act);
    phase.map_or_else(|| turn.clone(), |phase| format!("{turn} · {}", say(phase.title)))
}

/// The number in a tracker of the battle: as an act sets it, else as it was before; 0 if neither is known.
fn begun(before: &State, act: &ActionEvent, tracker: &str) -> u64 {
    let set = act.changes.iter().find_map(|change| match change {
        Change::Set { of: Subject::Battle, key, to } if key == tracker => Some(to),
        _ => None,
    });
    set.or_else(|| before.tracked(Subject::Battle.id())?.get(tracker)).and_then(Json::as_u64).unwrap_or_default()
}

/// Returns the changes that only the original act makes, and the changes that only its corrected version makes. Both are empty for a phase,
/// because its changes follow from the state.
pub fn differences<'a>(was: &'a ActionEvent, now: &'a ActionEvent) -> [Vec<&'a Change>; 2] {
    if matches!(was.action, Action::Phase) {
        return [Vec::new(), Vec::new()];
    }
    [(was, now), (now, was)].map(|(act, other)| {
        let last = |place: usize, of: &Subject, key: &str| {
            let same =
                |change: &Change| matches!(change, Change::Set { of: subject, key: id, .. } if subject == of && id == key);
            !act.changes[place + 1..].iter().any(same)
        };
        let counts = |(place, change): &(usize, &Change)| match change {
            Change::Set { of, key, .. } => last(*place, of, key),
            Change::Add(_) | Change::Remove(_) => true,
        };
        let only = act.changes.iter().enumerate().filter(counts).map(|(_, change)| change);
        only.filter(|change| !other.changes.contains(change)).collect()
    })
}

/// The first sentence of the outcome of an act, as its panel showed it on the table before the act. `None` if the current rules refuse the
/// act, or if its outcome has no words.
pub fn headline(
    ruleset: &'static Ruleset,
    before: &State,
    resolved: &Resolved,
    spell: impl Fn(&Text) -> String,
) -> Option<String> {
    let outcome = resolved.ruled_on(ruleset, before).ok()?.played.result.ok()?;
    outcome.consequences.words.first().map(spell)
}

/// The results of the two versions of a corrected act, in words; `None` if both have the same headline and make the same changes. `before`
/// contains the state before each version. If both have the same headline, or none, the changes that only one of them makes are listed.
pub fn corrected_results(
    ruleset: &'static Ruleset,
    header: &Header,
    before: &[State; 2],
    names_of: NamesOf,
    [was, now]: [&ActionEvent; 2],
) -> Option<[String; 2]> {
    let headline_of = |(act, state): (&ActionEvent, &State)| match &act.action {
        Action::Resolved(done) => {
            let procedure = ruleset.procedure(&done.procedure)?;
            headline(ruleset, state, done, |words| words.named(&names_of(procedure, done)))
        }
        _ => None,
    };
    let [then, later] = before;
    let headlines = [headline_of((was, then)), headline_of((now, later))];
    if headlines[0] != headlines[1] {
        return Some(headlines.map(Option::unwrap_or_default));
    }
    let [of_was, of_now] = differences(was, now);
    let words = [(of_was, then), (of_now, later)].map(|(changes, state)| {
        let words = changes.into_iter().filter_map(|change| changed_words(ruleset, header, state, change));
        words.collect::<Vec<_>>().join(say("; "))
    });
    (words[0] != words[1]).then_some(words)
}

/// For each act in force that a correction concerns, the state before it in the original battle and in the corrected one. `now_of` returns
/// the corrected version of an act; `None` if the correction does not concern it.
pub fn states_before<'a>(open: &Battle, now_of: impl Fn(&Stamp) -> Option<&'a Now>) -> BTreeMap<Stamp, [State; 2]> {
    let start = open.at_start().state().clone();
    let [mut was, mut now] = [start.clone(), start];
    let mut all = BTreeMap::new();
    for (stamp, act) in open.acts_in_force() {
        let corrected = now_of(stamp);
        if corrected.is_some() {
            all.insert(stamp.clone(), [was.clone(), now.clone()]);
        }
        was = was.after_act(act);
        now = match corrected {
            Some(Now::Changed(act)) => now.after_act(act),
            Some(Now::LeftOut) => now,
            Some(Now::Same) | None => now.after_act(act),
        };
    }
    all
}

/// A change as a sentence, on the state before it. `None` for a change that is not shown, such as a change of an
/// [internal](rules::ruleset::Tracker::internal) tracker.
pub fn changed_words(ruleset: &'static Ruleset, header: &Header, state: &State, change: &Change) -> Option<String> {
    let Change::Set { of, key, .. } = change else { return None };
    let is_internal = ruleset.printed(of.id()).iter().any(|tracker| tracker.internal && tracker.id == key);
    (!is_internal).then(|| written_words(ruleset, header, state, change))?
}

/// A change as a sentence, also of a tracker that only the rules read. `None` if the value stays the same.
fn written_words(ruleset: &'static Ruleset, header: &Header, state: &State, change: &Change) -> Option<String> {
    let Change::Set { of, key, to } = change else { return None };
    if sets_seats(change) {
        return seat_words::changed(header, state, change);
    }
    let before = state.tracked(of.id())?.get(key).cloned().unwrap_or(Json::Null);
    (before != *to).then(|| set_words(ruleset, header, state, change, Some(&before)))?
}

/// A change as a sentence, with the previous value if that is known.
pub fn set_words(
    ruleset: &'static Ruleset,
    header: &Header,
    state: &State,
    change: &Change,
    before: Option<&Json>,
) -> Option<String> {
    let Change::Set { of, key, to } = change else { return None };
    if *of == Subject::Battle && key == VERDICT.id() {
        let verdict = Verdict::read(to).unwrap_or(Verdict::Open);
        let sides = header.sides.each_ref().map(|side| side.name.as_str());
        return Some(match verdict {
            Verdict::Open => say("The battle is reopened.").to_owned(),
            _ => text!("The battle is closed: {result}.", result = verdict.words(sides)).to_string(),
        });
    }
    match scenario_words::changed(header, state, change, before) {
        Some(OfScenario::Shown(words)) => return Some(words),
        Some(OfScenario::Internal) => return None,
        None => {}
    }
    let words = words_alone(ruleset, state, change, before)?;
    Some(match of {
        Subject::Side(side) => format!("{} · {words}", header.sides[side.index()].name),
        Subject::Battle => words,
        Subject::Unit(id) => format!("{} · {words}", state.unit(id)?.name()),
    })
}

/// A change without the name of its subject: `Counters 3 → 5`. `None` if it is not shown.
pub fn words_alone(ruleset: &'static Ruleset, state: &State, change: &Change, before: Option<&Json>) -> Option<String> {
    let Change::Set { of, key, to } = change else { return None };
    if to.is_null() && ruleset.secret_trackers(of, state.battle()).any(|tracker| tracker.id == key) {
        // From now on the value is hidden from the reader.
        return None;
    }
    if *of == Subject::Battle && key == OWN_RULES.id() {
        let rules = OwnRules::read(to).unwrap_or_default();
        let words = match before {
            Some(before) => own_words::changes(ruleset, &rules, &OwnRules::read(before).unwrap_or_default()),
            None => rules.words(),
        };
        return Some(text!("Own rules: {rules}", rules = words).to_string());
    }
    if *of == Subject::Battle && key == REMINDERS.id() {
        let left = Vec::<String>::read(to).unwrap_or_default().join(say("; "));
        let left = if left.is_empty() { say("none").to_owned() } else { left };
        return Some(text!("Reminders: {left}", left = left).to_string());
    }
    if to.is_object() || sets_seats(change) {
        // Data such as a deck are described elsewhere in words.
        return None;
    }
    if *of == Subject::Battle && key == PHASE.id() {
        let phase = to.as_u64().and_then(|place| ruleset.phases.get(usize::try_from(place).ok()?))?;
        return Some(text!("Phase → {phase}", phase = phase.title).to_string());
    }
    if *of == Subject::Battle && key == TURN.id() {
        return Some(format!("{} {}", say(ruleset.turn), json_words(to)));
    }
    if *of == Subject::Battle && key == SECRECY.id() {
        let agreed = Secrecy::of(&Facts::from(Map::from_iter([(key.clone(), to.clone())])));
        return Some(text!("Hidden counters: {agreed}", agreed = agreed.label()).to_string());
    }
    if let Some(label) = agreed_words(ruleset, of, key, to) {
        return Some(label);
    }
    let is_own = key.starts_with(own::PREFIX);
    let name = || match OwnRules::of(state.battle()).name_of(key) {
        Some(name) => name.to_owned(),
        None => words(key),
    };
    let label = ruleset.label(key).map_or_else(name, |label| say(label).to_owned());
    // Units are shown by their names.
    let kind = ruleset.trackers.unit.iter().find(|tracker| tracker.id == *key).map(|tracker| tracker.kind);
    let named = |json: &Json| match kind {
        Some(Tracks::Unit(_) | Tracks::Units(_)) => {
            unit_names(json, |id| state.unit(id).map(|unit| unit.name().to_owned()))
        }
        _ if is_own && json.is_string() => json.as_str().map_or_else(String::new, quoted),
        _ => json_words(json),
    };
    let was = before.map(|before| format!("{} ", named(before))).unwrap_or_default();
    Some(format!("{label} {was}→ {}", named(to)))
}

/// A text that players wrote, in quotes; a dash if it is empty.
fn quoted(text: &str) -> String {
    if text.is_empty() { "–".into() } else { text!("“{text}”", text = text.to_owned()).to_string() }
}

/// The text of an agreement, such as the kind of clock; `None` for other trackers.
fn agreed_words(ruleset: &Ruleset, of: &Subject, key: &str, to: &Json) -> Option<String> {
    let tracker = ruleset.common_trackers().find(|tracker| *of == Subject::Battle && tracker.id == key)?;
    let Tracks::Word(choices) = tracker.kind else { return None };
    let choice = choices.iter().find(|choice| *to == choice.id)?;
    Some(text!("{what}: {word}", what = tracker.label, word = choice.label).to_string())
}

fn json_words(json: &Json) -> String {
    match json {
        Json::Null => "–".into(),
        Json::Bool(flag) => if *flag { say("yes") } else { say("no") }.into(),
        Json::String(word) => spaced(word),
        Json::Number(held) => held.as_f64().map_or_else(|| held.to_string(), number),
        Json::Array(_) | Json::Object(_) => "…".into(),
    }
}

/// Names of the units whose ids a tracker contains; a dash if there are none.
pub fn unit_names(held: &Json, name: impl Fn(&str) -> Option<String>) -> String {
    let one = held.as_str().into_iter();
    let many = held.as_array().into_iter().flatten().filter_map(Json::as_str);
    let names: Vec<String> = one.chain(many).filter_map(name).collect();
    if names.is_empty() { "–".into() } else { names.join(", ") }
}
