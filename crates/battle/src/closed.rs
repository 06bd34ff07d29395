//! A closed battle: the events that its log still accepts, and the verdict that the log records.

use super::{Action, ActionEvent, Battle, Change, Event};
use rules::closing::{VERDICT, Verdict, closed};
use rules::facts::FactValue;
use rules::subject::Subject;
use rules::text::Text;

/// The recorded end of a battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    /// The verdict.
    pub verdict: Verdict,
    /// Time at which the battle was closed, in milliseconds since 1970.
    pub at: f64,
    /// The players' closing note; empty if they wrote none.
    pub note: String,
}

impl Battle {
    /// The reason for which a closed battle refuses an event; `None` if the event may be added. Players may still reopen the battle by hand
    /// or by an undo, write notes, and discard rolls that wait. Events about devices are accepted, too.
    pub fn refuses(&self, event: &Event) -> Option<Text> {
        let may_be_written = match event {
            Event::Undo(_) | Event::Redo(_) | Event::Control(_) | Event::Chain(_) => true,
            Event::Rolled(_) => false,
            Event::Action(act) => {
                let is_plain_note = matches!(act.action, Action::Note(_)) && act.changes.is_empty();
                is_plain_note || act.is_discarded() || act.sets_verdict_alone() || act.takes_seats()
            }
        };
        if may_be_written { None } else { closed(self.state().battle()) }
    }

    /// The end of the battle; `None` if the battle is not closed.
    pub fn ending(&self) -> Option<Ending> {
        let verdict = Verdict::of(self.state().battle());
        if verdict == Verdict::Open {
            return None;
        }
        let acts = self.acts_in_force();
        let act = acts.iter().rev().map(|(_, act)| *act).find(|act| act.sets_verdict_alone());
        let note = act.and_then(ActionEvent::note).unwrap_or_default().to_owned();
        Some(Ending { verdict, at: act.map_or(0.0, |act| act.at), note })
    }

    /// The note of the last closing, even if that act was undone or the battle was reopened. `None` if the battle was never closed, or if
    /// that closing had no note.
    pub fn last_closing_note(&self) -> Option<&str> {
        let mut acts = self.log().iter().rev().filter_map(|(_, event)| match event {
            Event::Action(act) => Some(act),
            _ => None,
        });
        acts.find(|act| act.verdict().is_some_and(|verdict| verdict != Verdict::Open))?.note()
    }

    /// Returns the act that closes the battle or reopens it: a note if `note` has text, else a change by hand.
    pub fn closing(at: f64, verdict: Verdict, note: &str) -> ActionEvent {
        let action = if note.is_empty() { Action::ByHand } else { Action::Note(note.to_owned()) };
        ActionEvent::new(at, action, vec![Change::to(Subject::Battle, VERDICT, verdict)]).refereed(Vec::new())
    }
}

impl ActionEvent {
    /// The verdict that the act sets; `None` unless the act only closes or reopens the battle by hand.
    pub fn verdict(&self) -> Option<Verdict> {
        let Some(Change::Set { to, .. }) = self.changes.first().filter(|_| self.sets_verdict_alone()) else {
            return None;
        };
        Verdict::read(to)
    }

    /// The text of the note; `None` for any other act.
    pub fn note(&self) -> Option<&str> {
        if let Action::Note(note) = &self.action { Some(note) } else { None }
    }

    fn sets_verdict_alone(&self) -> bool {
        let is_by_hand = matches!(self.action, Action::ByHand | Action::Note(_));
        let is_verdict =
            |change: &Change| matches!(change, Change::Set { of: Subject::Battle, key, .. } if *key == VERDICT.id());
        is_by_hand && matches!(self.changes.as_slice(), [change] if is_verdict(change))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{self, Offer};
    use crate::sample::sample;
    use crate::verify::verify;
    use rules::dice::rng::Seed;
    use rules::own::OwnRules;
    use rules::ruleset::Ruleset;
    use rules::secrecy::{Onlooker, SECRECY, Secrecy};
    use test_rulesets as rulesets;

    fn begun(ruleset: &'static Ruleset) -> Battle {
        let (header, changes) = sample(ruleset, Seed([9; 32]));
        let mut battle = Battle::begin(test_rulesets::RULESETS, header);
        add(&mut battle, ActionEvent::new(1.0, Action::ByHand, changes));
        battle
    }

    fn add(battle: &mut Battle, act: ActionEvent) {
        push(battle, Event::Action(Box::new(act)));
    }

    fn push(battle: &mut Battle, event: Event) {
        let (event, stamp) = (battle.linked(event), battle.next_stamp("t"));
        battle.add(stamp, event);
    }

    #[test]
    fn a_closed_battle_refuses_acts_until_it_is_reopened() {
        for ruleset in rulesets::ALL {
            let mut battle = begun(ruleset);
            assert_eq!(battle.ending(), None);
            let unit = battle.state().units().next().expect("a unit").id.clone();
            let could_act = referee::offers(ruleset, battle.state(), &unit).iter().any(Offer::is_possible);
            let by_hand = Event::Action(Box::new(ActionEvent::new(2.0, Action::ByHand, Vec::new())));
            assert_eq!(battle.refuses(&by_hand), None);
            add(&mut battle, Battle::closing(7.0, Verdict::B, "Dusk."));
            assert_eq!(battle.ending(), Some(Ending { verdict: Verdict::B, at: 7.0, note: "Dusk.".into() }));
            let why = battle.refuses(&by_hand).expect("it is refused").to_string();
            assert_eq!(why, "The battle is closed. Reopen it to go on.");
            assert_eq!(referee::next_barred(ruleset, battle.state()).map(|(rule, _)| rule), Some("closed"));
            assert!(referee::duties(ruleset, battle.state()).is_empty(), "{}", ruleset.named.id);
            let offers = referee::offers(ruleset, battle.state(), &unit);
            let is_final = |offer: &Offer| offer.barred().is_some_and(|barred| barred.is_final);
            assert!(offers.iter().all(|offer| !offer.is_fit() || is_final(offer)), "{}", ruleset.named.id);
            for other in [Action::Phase, Action::Muster] {
                assert!(battle.refuses(&Event::Action(Box::new(ActionEvent::new(2.0, other, Vec::new())))).is_some());
            }
            let note = Event::Action(Box::new(ActionEvent::new(8.0, Action::Note("A good game.".into()), Vec::new())));
            assert_eq!(battle.refuses(&note), None);
            assert!(verify(&battle).iter().all(|finding| finding.faults.is_empty()), "{}", ruleset.named.id);
            add(&mut battle, Battle::closing(9.0, Verdict::Open, ""));
            assert_eq!((battle.ending(), battle.refuses(&by_hand)), (None, None));
            let offers = referee::offers(ruleset, battle.state(), &unit);
            assert_eq!(offers.iter().any(Offer::is_possible), could_act, "{}", ruleset.named.id);
        }
    }

    #[test]
    fn undo_reopens_a_battle_and_redo_closes_it() {
        let mut battle = begun(rulesets::ALL[0]);
        add(&mut battle, Battle::closing(7.0, Verdict::Draw, ""));
        let undo = battle.undoing().expect("something to undo");
        assert_eq!(battle.refuses(&undo), None);
        push(&mut battle, undo);
        assert_eq!(battle.ending(), None);
        let redo = battle.redoing().expect("something to redo");
        push(&mut battle, redo);
        assert_eq!(battle.ending().map(|ending| ending.verdict), Some(Verdict::Draw));
    }

    #[test]
    fn the_note_of_a_closing_is_kept_after_undo_and_reopening() {
        let mut battle = begun(rulesets::ALL[0]);
        add(&mut battle, ActionEvent::new(6.0, Action::Note("After lunch.".into()), Vec::new()));
        assert_eq!(battle.last_closing_note(), None);
        add(&mut battle, Battle::closing(7.0, Verdict::Draw, "Dusk."));
        let undo = battle.undoing().expect("something to undo");
        push(&mut battle, undo);
        assert_eq!(battle.last_closing_note(), Some("Dusk."));
        add(&mut battle, Battle::closing(8.0, Verdict::A, "Night."));
        add(&mut battle, Battle::closing(9.0, Verdict::Open, ""));
        assert_eq!(battle.last_closing_note(), Some("Night."));
        add(&mut battle, Battle::closing(10.0, Verdict::A, ""));
        assert_eq!(battle.last_closing_note(), None, "it was closed without one");
    }

    #[test]
    fn a_closing_that_changes_other_trackers_is_refused() {
        let mut battle = begun(rulesets::ALL[0]);
        add(&mut battle, Battle::closing(7.0, Verdict::A, ""));
        let mut act = Battle::closing(8.0, Verdict::Open, "");
        act.changes.push(Change::set(Subject::Battle, "turn", 9));
        assert!(battle.refuses(&Event::Action(Box::new(act))).is_some());
        let unknown =
            ActionEvent::new(9.0, Action::ByHand, vec![Change::set(Subject::Battle, VERDICT.id(), "victory!")]);
        add(&mut battle, unknown);
        assert_eq!(battle.ending(), None, "a verdict that is none closes nothing");
    }

    #[test]
    fn closing_a_battle_shows_hidden_counters() {
        for ruleset in rulesets::ALL.iter().filter(|ruleset| !ruleset.secrecies(&OwnRules::default()).is_empty()) {
            let mut battle = begun(ruleset);
            let agreed = vec![Change::to(Subject::Battle, SECRECY, Secrecy::OwnSide)];
            add(&mut battle, ActionEvent::new(2.0, Action::ByHand, agreed));
            let hidden = |battle: &Battle| {
                let view = battle.seen_by(Onlooker::Anybody);
                let units: Vec<String> = view.state().units().map(|unit| unit.id.clone()).collect();
                let is_hidden = |id: &String| {
                    let facts = view.state().facts(id);
                    ruleset.trackers.unit.iter().any(|tracker| tracker.is_hidden_in(&facts))
                };
                units.iter().filter(|id| is_hidden(id)).count()
            };
            assert!(hidden(&battle) > 0, "{}", ruleset.named.id);
            add(&mut battle, Battle::closing(3.0, Verdict::A, ""));
            assert_eq!(hidden(&battle), 0, "{}", ruleset.named.id);
            add(&mut battle, Battle::closing(4.0, Verdict::Open, ""));
            assert!(hidden(&battle) > 0, "{}: hidden again, as it goes on", ruleset.named.id);
        }
    }
}
