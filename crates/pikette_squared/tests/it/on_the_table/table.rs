//! A battle of both sample armies, and functions to act in it.

use battle::participants::Participants;
use battle::referee::next_changes;
use battle::{Action, ActionEvent, Battle, Change, Event, Header, Unit, referee};
use exchange::storage::roster::Roster;
use rules::dice::rng::Seed;
use rules::facts::Facts;
use rules::procedure::Procedure;
use rules::ruleset::Ruleset;
use rules::turn::Duty;
use serde_json::{Map, Value as Json, json};

pub fn ruleset() -> &'static Ruleset {
    test_rulesets::RULESETS.find("pikette_squared").unwrap()
}

/// A battle of both sample armies: `a0`, `a1` … and `b0`, `b1` ….
pub struct Table(pub Battle);

/// The French gendarmes, arquebus and guns, and the Spanish lancers and pike, by their indices in the samples.
pub const GENDARMES: &str = "a0";
pub const ARQUEBUS: &str = "a5";
pub const CANNON: &str = "a11";
pub const LANCERS: &str = "b0";
pub const PIKE: &str = "b6";

impl Table {
    pub fn laid() -> Self {
        let units =
            Roster::samples(ruleset()).into_iter().zip(["a", "b"]).enumerate().flat_map(|(side, (roster, letter))| {
                let unit = move |(n, profile)| Unit { id: format!("{letter}{n}"), side, profile, ..Unit::default() };
                roster.units.into_iter().enumerate().map(unit)
            });
        let sides = ["France", "Spain"];
        let header = Header::new("pikette_squared", "Pavia", sides, units.collect(), Seed([1; 32]));
        let mut table = Self(Battle::begin(test_rulesets::RULESETS, header));
        for side in 0..2 {
            table.play("deck_build", side, &[], json!({}), &[]);
            table.play("morale_chips", side, &[], json!({}), &[4]);
        }
        table
    }

    /// A battle in which France goes first with 4 pips, and Spain second with 9.
    pub fn in_play() -> Self {
        let mut table = Self::laid();
        let choice = json!({ "winner": "a", "choice": "first", "smaller": 4, "larger": 9 });
        table.play("initiative_choice", 0, &[], choice, &[]);
        table
    }

    /// Plays a procedure even if it is barred, pays for it, and applies its changes.
    pub fn play(&mut self, id: &str, side: usize, roles: &[(&'static str, &str)], answers: Json, faces: &[u8]) {
        let (procedure, participants, input) = self.filled(id, side, roles, answers);
        let played = referee::play(procedure, &participants, self.0.state(), &input, faces);
        let played = played.unwrap_or_else(|refusal| panic!("{id}: {refusal:?}"));
        let resolved = played.result.unwrap_or_else(|halt| panic!("{id}: {halt:?}"));
        let state = self.0.state();
        let changes = referee::resolved_changes(ruleset(), procedure, &participants, state, &input, &resolved);
        self.apply(changes);
    }

    /// Returns the first reason why a procedure is refused now.
    pub fn refused(&self, id: &str, side: usize, roles: &[(&'static str, &str)], answers: Json) -> String {
        let (procedure, participants, input) = self.filled(id, side, roles, answers);
        let bars = referee::bars(ruleset(), procedure, &participants, self.0.state(), &input);
        bars.first().unwrap().message.to_string()
    }

    pub fn filled(
        &self,
        id: &str,
        side: usize,
        roles: &[(&'static str, &str)],
        answers: Json,
    ) -> (&'static Procedure, Participants, Map<String, Json>) {
        let procedure = ruleset().procedure(id).unwrap();
        let mut participants = participants(side, roles);
        participants.fill_in_by_itself(procedure, self.0.state());
        let input = referee::filled(procedure, &participants, self.0.state(), answers.as_object().unwrap());
        (procedure, participants, input)
    }

    pub fn apply(&mut self, changes: Vec<Change>) {
        self.0.add(self.0.next_stamp("t"), Event::Action(Box::new(ActionEvent::new(0.0, Action::ByHand, changes))));
    }

    pub fn by_hand(&mut self, of: &str, key: &str, to: impl Into<Json>) {
        let changes = referee::changes_by_hand(ruleset(), self.0.state(), vec![Change::set(of, key, to)]);
        self.apply(changes);
    }

    /// Turns this card.
    pub fn turn(&mut self, side: usize, card: &str) {
        let deck =
            self.of(["a", "b"][side]).get("deck").and_then(Json::as_object).filter(|deck| !deck.is_empty()).cloned();
        let deck = deck.or_else(|| self.of(["a", "b"][side]).get("full_deck")?.as_object().cloned()).unwrap();
        // Faces count through the cards in this order.
        let order = [
            "infantry_move",
            "cavalry_move",
            "reload",
            "melee",
            "leader_check",
            "milling_around",
            "courage",
            "command_indecision",
        ];
        let before: i64 =
            order.iter().take_while(|other| **other != card).filter_map(|other| deck.get(*other)?.as_i64()).sum();
        self.play("draw_card", side, &[], json!({}), &[u8::try_from(before + 1).unwrap()]);
    }

    pub fn next_phase(&mut self) {
        let changes = next_changes(ruleset(), self.0.state());
        self.apply(changes);
    }

    pub fn of(&self, id: &str) -> Facts {
        self.0.state().tracked(id).unwrap().clone()
    }

    pub fn duties(&self) -> Vec<Duty> {
        referee::duties(ruleset(), self.0.state())
    }

    /// Returns the reasons of duties that must be settled, in order.
    pub fn must(&self) -> Vec<String> {
        self.duties().iter().filter(|duty| duty.must).map(|duty| duty.why.to_string()).collect()
    }

    pub fn side_offers(&self) -> Vec<Duty> {
        referee::side_offers(ruleset(), self.0.state())
    }

    pub fn may(&self, procedure: &str) -> bool {
        self.side_offers().iter().any(|offer| offer.procedure == procedure)
    }

    pub fn may_be_chipped(&self) -> Vec<String> {
        let chips = self.duties().into_iter().filter(|duty| duty.procedure == "chip_check");
        chips.flat_map(|duty| duty.units("unit").to_vec()).collect()
    }
}

/// Returns participants with these roles, and with the acting side.
pub fn participants(side: usize, roles: &[(&'static str, &str)]) -> Participants {
    let mut participants = Participants::nobody();
    participants.act_for(side);
    for (role, unit) in roles {
        participants.set(role, vec![(*unit).to_owned()]);
    }
    participants
}
