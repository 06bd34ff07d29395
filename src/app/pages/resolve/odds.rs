//! What can be said before the dice: who is missing, why it cannot be done, what it costs, or the odds.

use super::names::Names;
use super::panel::Panel;
use super::weighing::Weighing;
use super::what_if::uncapital;
use crate::app::parts::bars::{Bars, Rows, charts, glance};
use crate::app::parts::dice::asked as asked_words;
use crate::app::parts::field::{Fault, explained};
use drumhead::analysis::odds::{OddsSummary, Spread};
use drumhead::core::text::Text;
use drumhead::core::text::{percent, say, signed};
use drumhead::dice::{Halt, Modifier, Throw};
use drumhead::rules::procedure::OddsQuery;
use leptos::prelude::*;
use serde_json::{Map, Value as Json};

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
    pub(super) odds: Odds,
    modifiers: Vec<Modifier>,
    pub(super) next: Option<Throw>,
}

/// What is known of the odds as soon as the input is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Odds {
    /// What is told of them.
    OddsSummary(OddsSummary),
    /// There are none, and why.
    None(String),
    /// They are long in the weighing. For this input.
    Long(Map<String, Json>),
}

impl Panel {
    pub(super) fn price_view(self, input: Memo<Map<String, Json>>) -> impl IntoView {
        let price = move |input: &_| self.price(input).ok()?.words.map(|words| words.to_string());
        let words = Memo::new(move |_| input.with(price));
        view! { {move || words.get().map(|words| view! { <p class="price">{words}</p> })} }
    }

    pub(super) fn outlook(self, input: &Map<String, Json>) -> Outlook {
        if let Err(why) = self.price(input) {
            return Outlook::Refused(Fault { field: String::new(), message: why.to_string(), unsaid: false });
        }
        if self.battle.is_some() {
            let missing = self.participants.with(|participants| {
                self.procedure.participants.iter().position(|role| participants.units(role.id).len() < role.min)
            });
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
            Err(Halt::Needs(throw)) => Some(*throw),
            Ok(_) => None,
        };
        let odds = match self.procedure.odds_summary_at_once(input, &ready) {
            Some(Ok(told)) => Odds::OddsSummary(told),
            Some(Err(refusal)) => Odds::None(refusal.message.to_string()),
            None => Odds::Long(input.clone()),
        };
        Outlook::Open(Box::new(Open { before: ready.before(), odds, modifiers: played.modifiers, next }))
    }

    fn chances(self, told: &OddsSummary) -> Vec<(String, f64)> {
        let each = |(chance, likely): (&OddsQuery, &Vec<Option<f64>>)| {
            let likely = likely.iter().enumerate().filter_map(|(nth, p)| Some((nth, p.filter(|p| *p > 0.0)?)));
            likely.map(|(nth, p)| (chance.label_of(nth), p)).collect::<Vec<_>>()
        };
        self.procedure.chances.iter().zip(&told.chances).flat_map(each).collect()
    }

    fn bars(self, told: &OddsSummary) -> Vec<Bars> {
        let bars = |spread: &Spread| {
            let axis = self.procedure.axes.get(spread.axis)?;
            let rows = match spread.words.as_slice() {
                [] => Rows::Numbers(spread.numbers.clone()),
                words => Rows::Words(words.to_vec()),
            };
            (rows.len() > 1).then(|| Bars { label: axis.label_of(spread.nth), whose: axis.whose, rows })
        };
        told.spreads.iter().filter_map(bars).collect()
    }

    pub(super) fn odds_view(self, outlook: Memo<Outlook>, weighing: Weighing) -> AnyView {
        let Outlook::Open(open) = outlook.get() else { return ().into_any() };
        // A certain outcome is shown as an outcome, not as odds.
        let Some(next) = open.next else { return ().into_any() };
        let names = Names::of(self);
        let before = open
            .before
            .iter()
            .map(|words| view! { <p class="before">{names.spell(&words.to_string())}</p> })
            .collect_view();
        let headline = match &self.procedure.lots {
            Some(lots) => say(lots.draw).to_owned(),
            None => asked_words(&next, &names.spell_id(&next.purpose)),
        };
        let modifiers = modifiers(self, &open.modifiers, &names);
        let odds = match open.odds {
            Odds::OddsSummary(told) => self.told_view(&told, &names).into_any(),
            Odds::None(why) => why.into_any(),
            Odds::Long(_) => (move || weighing.view(self, &names)).into_any(),
        };
        view! {
            <section class="odds" aria-label=say("Odds") aria-live="polite">
                <p class="headline">{headline}</p>
                {before}
                {odds}
                {modifiers}
            </section>
        }
        .into_any()
    }

    pub(super) fn told_view(self, told: &OddsSummary, names: &Names) -> impl IntoView + use<> {
        let spelled = self.chances(told).into_iter().map(|(label, p)| (names.spell(&label), p));
        let spelled: Vec<_> = spelled.collect();
        let chances =
            spelled.iter().map(|(label, p)| view! { <li><em>{percent(*p)}</em>" "{label.clone()}</li> }).collect_view();
        view! {
            <ul class="chances">{chances}</ul>
            {glance(&spelled)}
            {charts(&self.bars(told), &|label| names.spell(label))}
        }
    }
}

/// Modifiers, each with what it adds and the rule behind it.
pub(super) fn modifiers(panel: Panel, modifiers: &[Modifier], names: &Names) -> AnyView {
    let row = |modifier: &Modifier| {
        let adds = signed(modifier.value);
        let Some((term, before)) = panel.ruleset.glossary.modifier(panel.procedure.id, &modifier.id) else {
            return view! { <li>{names.spell_id(&modifier.id)}" "<b>{adds}</b></li> }.into_any();
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
        .into_any()
    };
    if modifiers.is_empty() {
        return ().into_any();
    }
    let rows = modifiers.iter().map(row).collect_view();
    view! { <div class="why"><h2>{say("Modifiers")}</h2><ul>{rows}</ul></div> }.into_any()
}
