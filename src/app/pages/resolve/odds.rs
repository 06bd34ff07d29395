//! What can be said before the dice: who is missing, why it cannot be done, what it costs, or the odds.

use super::names::Names;
use super::panel::Panel;
use super::what_if::uncapital;
use crate::app::parts::bars::{Bars, Rows, charts, glance};
use crate::app::parts::dice::asked as asked_words;
use crate::app::parts::field::{Fault, explained};
use crate::app::prelude::*;
use drumhead::dice::{Dist, Halt, Modifier, Throw};
use drumhead::outcome::{Datum, Record};
use drumhead::procedure::{Axis, Chance, Procedure, Ready};
use drumhead::text::Text;
use drumhead::text::{percent, say, signed};
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;

/// What can be said before the dice.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Outlook {
    /// Somebody is missing: the role's place in the cast.
    Uncast(usize),
    /// It cannot be ruled on.
    Refused(Fault),
    /// It can.
    Open(Box<Open>),
}

/// The odds, and what leads to them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Open {
    /// What players must know before the dice.
    before: Vec<Text>,
    chances: Vec<(String, f64)>,
    /// The chances that are followed when a situation is said otherwise.
    pub(super) followed: Vec<Option<f64>>,
    bars: Vec<Bars>,
    modifiers: Vec<Modifier>,
    pub(super) next: Option<Throw>,
    /// Why there are no odds, if there are none.
    no_odds: Option<String>,
}

/// The odds of an input that was read; of the lighter report where the whole would be too much.
pub(super) fn weigh(procedure: &Procedure, input: &Map<String, Json>, ready: &Ready) -> Result<Dist<Record>, String> {
    ready.glance().or_else(|refusal| {
        let mut lighter = input.clone();
        for (field, value) in procedure.lighter {
            lighter.insert((*field).to_owned(), value.json());
        }
        let light = procedure.read(&lighter).and_then(|ready| ready.glance());
        light.map_err(|_| refusal.message.to_string())
    })
}

/// The chances that are followed when a situation is said otherwise, the headline first.
pub(super) fn followed(procedure: &Procedure, odds: &Dist<Record>) -> Vec<Option<f64>> {
    procedure.followed().map(|chance| chance.likely(odds, 0)).collect()
}

impl Panel {
    pub(super) fn price_view(self) -> AnyView {
        let words = memo(move || self.price(&self.input()).ok()?.words.map(|words| words.to_string()));
        view! { {move || words.get().map(|words| view! { <p class="price">{words}</p> })} }
    }

    pub(super) fn outlook(self, input: &Map<String, Json>) -> Outlook {
        if let Err(why) = self.price(input) {
            return Outlook::Refused(Fault { field: String::new(), message: why.to_string(), unsaid: false });
        }
        if self.battle.is_some() {
            let missing =
                self.cast.with(|cast| self.procedure.cast.iter().position(|role| cast.units(role.id).len() < role.min));
            if let Some(role) = missing {
                return Outlook::Uncast(role);
            }
        }
        // What cannot be read of a sketch is refused where it stands, not where it would have led.
        let sketched = self.drawn_sketch().map_or(Ok(()), |own| {
            let mut said = self.sketch();
            said.retain(|id, _| own.form.field(id).is_some());
            own.form.check(&said)
        });
        let ready = match sketched.and_then(|()| self.procedure.read(input)) {
            Ok(ready) => ready,
            Err(refusal) => return Outlook::Refused(refusal.into()),
        };
        let played = ready.resolve(&[]);
        let next = match played.result {
            Err(Halt::Refused(refusal)) => return Outlook::Refused(refusal.into()),
            Err(Halt::Needs(throw)) => Some(throw),
            Ok(_) => None,
        };
        let (odds, no_odds) = match weigh(self.procedure, input, &ready) {
            Ok(odds) => (Some(odds), None),
            Err(why) => (None, Some(why)),
        };
        Outlook::Open(Box::new(Open {
            before: ready.before(),
            chances: odds.as_ref().map(|odds| self.chances(odds)).unwrap_or_default(),
            followed: odds.as_ref().map(|odds| followed(self.procedure, odds)).unwrap_or_default(),
            bars: odds.as_ref().map(|odds| self.bars(odds)).unwrap_or_default(),
            modifiers: played.modifiers,
            next,
            no_odds,
        }))
    }

    fn chances(self, odds: &Dist<Record>) -> Vec<(String, f64)> {
        let chance = |chance: &Chance, nth: usize| (chance.label_of(nth), chance.likely(odds, nth).unwrap_or(0.0));
        let each = |own: &'static Chance| {
            let count = odds.iter().next().map_or(0, |(outcome, _)| own.count(outcome));
            (0..count).map(move |nth| chance(own, nth))
        };
        self.procedure.chances.iter().flat_map(each).filter(|(_, p)| *p > 0.0).collect()
    }

    fn bars(self, odds: &Dist<Record>) -> Vec<Bars> {
        let Some((likeliest, _)) = odds.iter().next() else { return Vec::new() };
        let each = |axis: &'static Axis| {
            let told = (0..).map_while(move |nth| axis.nth(likeliest, nth));
            told.map(move |(label, path)| Bars { label, whose: axis.whose, rows: self.rows(odds, axis, &path) })
        };
        self.procedure.axes.iter().flat_map(each).filter(|bars| bars.rows.len() > 1).collect()
    }

    fn rows(self, odds: &Dist<Record>, axis: &Axis, path: &str) -> Rows {
        let mut numbers: BTreeMap<i32, f64> = BTreeMap::new();
        // In the order in which players ask for them.
        let asked = self.procedure.chances.iter().filter(|chance| chance.path == axis.path);
        let mut words: Vec<(&'static str, f64)> = asked.filter_map(|chance| Some((chance.is.word()?, 0.0))).collect();
        for (outcome, p) in odds.iter() {
            if let Some(word) = outcome.at(path).and_then(Datum::word) {
                match words.iter_mut().find(|(own, _)| *own == word) {
                    Some((_, sum)) => *sum += p,
                    None => words.push((word, p)),
                }
            } else if let Some(number) = outcome.sum(path) {
                *numbers.entry(number).or_default() += p;
            }
        }
        words.retain(|(_, p)| *p > 0.0);
        if words.is_empty() { Rows::Numbers(numbers.into_iter().collect()) } else { Rows::Words(words) }
    }

    pub(super) fn odds_view(self, outlook: Memo<Outlook>) -> AnyView {
        let Outlook::Open(open) = outlook.get() else { return ().into_any() };
        // A certain outcome is shown as an outcome, not as odds.
        let Some(next) = open.next else { return ().into_any() };
        let names = Names::of(self);
        let chances = open
            .chances
            .iter()
            .map(|(label, p)| view! { <li><em>{percent(*p)}</em>" "{names.spell(label)}</li> })
            .collect_view();
        let spelled: Vec<_> = open.chances.iter().map(|(label, p)| (names.spell(label), *p)).collect();
        let before = open
            .before
            .iter()
            .map(|words| view! { <p class="before">{names.spell(&words.to_string())}</p> })
            .collect_view();
        let headline = match &self.procedure.lots {
            Some(lots) => say(lots.draw).to_owned(),
            None => asked_words(&next, &names.spell_id(&next.purpose)),
        };
        view! {
            <section class="odds" aria-label=say("Odds") aria-live="polite">
                <p class="headline">{headline}</p>
                {before}
                <ul class="chances">{chances}</ul>
                {open.no_odds}
                {glance(&spelled)}
                {charts(&open.bars, &|label| names.spell(label))}
                {modifiers(self, &open.modifiers, &names)}
            </section>
        }
    }
}

/// Modifiers, each with what it adds and the rule behind it.
pub(super) fn modifiers(panel: Panel, modifiers: &[Modifier], names: &Names) -> AnyView {
    let row = |modifier: &Modifier| {
        let adds = signed(modifier.value);
        let Some((term, before)) = panel.ruleset.glossary.modifier(panel.procedure.id, &modifier.id) else {
            return view! { <li>{names.spell_id(&modifier.id)}" "<b>{adds}</b></li> };
        };
        let whose = match before.trim_end_matches('_') {
            "" => panel.whose(&modifier.whose),
            whose => Some(names.spell_id(whose)),
        };
        let label = match whose {
            None => say(term.label).to_owned(),
            Some(whose) => format!("{whose} · {}", uncapital(say(term.label))),
        };
        view! {
            <li><details class="rule">
                <summary>{label}" "<b>{adds}</b></summary>
                {explained(term)}
            </details></li>
        }
    };
    if modifiers.is_empty() {
        return ().into_any();
    }
    let rows = modifiers.iter().map(row).collect_view();
    view! { <div class="why"><h2>{say("Modifiers")}</h2><ul>{rows}</ul></div> }
}
