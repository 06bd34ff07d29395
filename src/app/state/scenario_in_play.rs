//! The scenario of the battle in play, as far as this device shows it.

use super::BattleState;
use super::viewer::Viewer;
use battle::analysis::battle_stats;
use battle::{Act, referee};
use leptos::prelude::*;
use rules::procedure::Procedure;
use rules::scenario::{self, ARRIVAL, Reader, Score};
use rules::secrecy::{Onlooker, Secrecy};
use rules::subject::Side;
use rules::text::say;
use rules::turn::Duty;

impl BattleState {
    /// True if the battle plays a scenario.
    pub fn has_scenario(self) -> bool {
        self.with_untracked(|open| open.header().scenario.is_some())
    }

    /// The reader of briefings at this device; `None` for the umpire, and for everybody once the battle is closed. Without hidden counters,
    /// players may still say whose device it is. The caller follows this.
    pub fn reader(self) -> Option<Onlooker> {
        if self.has_secrets() {
            return self.onlooker();
        }
        let viewer = self.app.viewer(&self.id());
        let is_closed = self.with(|open| open.ending().is_some());
        match viewer {
            _ if is_closed => None,
            Some(Viewer::Side(side)) => Some(Onlooker::Side(side)),
            Some(Viewer::Umpire) => None,
            Some(Viewer::Passed) | None => Some(Onlooker::Anybody),
        }
    }

    /// The briefings that this device shows, each with its reader. The caller follows this.
    pub fn briefings(self) -> Vec<(Reader, String)> {
        let (reader, secrecy) = (self.reader(), self.secrecy());
        self.with(|open| {
            let Some(planned) = open.state().planned() else { return Vec::new() };
            let shown = planned.briefings.shown_to(reader, secrecy);
            shown.into_iter().map(|(reader, text)| (reader, text.to_owned())).collect()
        })
    }

    /// The sides whose deployment this device shows, each with its text. The caller follows this.
    pub fn deployments(self) -> Vec<(Side, String)> {
        let (reader, secrecy) = (self.reader(), self.secrecy());
        let is_shown = |side: &Side| match reader {
            Some(Onlooker::Side(own)) => own == *side,
            Some(Onlooker::Anybody) => secrecy == Secrecy::Open,
            None => true,
        };
        self.with(|open| {
            let Some(planned) = open.state().planned() else { return Vec::new() };
            let all =
                Side::BOTH.into_iter().filter(is_shown).map(|side| (side, planned.deployment.of(side).to_owned()));
            all.filter(|(_, text)| !text.is_empty()).collect()
        })
    }

    /// The agreement about hidden counters. The caller follows this.
    fn secrecy(self) -> Secrecy {
        self.whole().with(|open| Secrecy::of(open.state().battle()))
    }

    /// True if this device shows the plans of a side: when and where its units arrive. `None` asks for those of the game master. The caller
    /// follows this.
    pub fn shows_plans_of(self, side: Option<Side>) -> bool {
        match (self.secrecy(), self.onlooker()) {
            (_, None) => true,
            (Secrecy::Umpire, Some(_)) if side.is_none() => false,
            (_, Some(Onlooker::Side(own))) => side.is_none_or(|side| side == own),
            (_, Some(Onlooker::Anybody)) => side.is_none(),
        }
    }

    /// Events and arrivals that can be called now at will. If there is an umpire, only the umpire's device has them. A side does not see those of
    /// the other side while counters are hidden.
    pub fn scenario_offers(self) -> Memo<Vec<Duty>> {
        Memo::new(move |_| {
            let has_umpire = self.secrecy() == Secrecy::Umpire && self.onlooker().is_some();
            let mut offers = self.with(|open| referee::scenario_offers(open.state()));
            offers.retain(|offer| !has_umpire && self.shows_plans_of(offer.side) && self.not_our_duty(offer).is_none());
            offers
        })
    }

    /// The points of both sides. `None` without points, or while they depend on hidden counters.
    pub fn points(self) -> Memo<Option<Score>> {
        self.follow(move |open| battle_stats::points(self.ruleset, open.state()))
    }

    /// The name that the game master gave to the event or the arrival of a duty. `None` for other duties.
    pub fn name_of_duty(self, duty: &Duty) -> Option<String> {
        self.with(|open| {
            let planned = open.state().planned()?;
            planned.name_of(duty.procedure, &referee::fixed_answers(duty)).map(str::to_owned)
        })
    }

    /// The time and the place at which a unit off the table arrives: “bound 4 · East edge”. Empty if they are not known or not shown. The
    /// caller follows this.
    pub fn arrival_words(self, unit: &str) -> String {
        let side = self.with(|open| open.state().unit(unit).map(|unit| Side::at(unit.side)));
        if !self.shows_plans_of(side) {
            return String::new();
        }
        self.with(|open| {
            let arrival = open.state().planned().and_then(|planned| planned.arrival_of(unit));
            let parts = arrival.map(|arrival| [arrival.at.words(self.ruleset), arrival.place.clone()]);
            let parts = parts.into_iter().flatten().filter(|part| !part.is_empty());
            parts.collect::<Vec<_>>().join(" · ")
        })
    }

    /// The offer that brings a unit at will, among all offers. `None` if there is none.
    pub fn offer_for(self, unit: &str, offers: &[Duty]) -> Option<Duty> {
        self.with(|open| {
            let arrival = open.state().planned()?.arrival_of(unit)?;
            offers.iter().find(|offer| is_for(offer, &ARRIVAL, &arrival.id)).cloned()
        })
    }

    /// The act of an event or an arrival that is due, or that this device offers. `None` if there is none, or for any other procedure.
    pub fn act_of_scenario(self, procedure: &Procedure, item: &str) -> Option<Act> {
        let due = self.with_untracked(|open| referee::duties(self.ruleset, open.state()));
        let offers = untrack(|| self.scenario_offers().get());
        let wanted = due.iter().chain(&offers).find(|duty| is_for(duty, procedure, item))?;
        Act::of_duty(self.ruleset, wanted)
    }
}

/// True if a duty is this event or arrival of the scenario.
fn is_for(duty: &Duty, procedure: &Procedure, item: &str) -> bool {
    duty.procedure == procedure.id && scenario::item_of(duty.procedure, &referee::fixed_answers(duty)) == Some(item)
}

/// The words that head the text of a reader.
pub fn reader_words(reader: Reader, sides: &[String; 2]) -> String {
    match reader {
        Reader::All => say("For all").to_owned(),
        Reader::Side(side) => sides[side.index()].clone(),
        Reader::Umpire => say("For the game master alone").to_owned(),
    }
}
