//! The outlook before the dice: missing participants, a refusal, the price, or the odds.

use super::odds_job::{OddsJob, OddsJobView};
use super::panel::Panel;
use crate::app::components::charts::{Bars, Charts, Glance, Rows};
use crate::app::components::dice::roll_words;
use crate::app::components::field::{Explained, Fault};
use crate::app::components::names::Names;
use crate::app::components::words::uncapital;
use drumhead::analysis::odds::{OddsSummary, Spread};
use drumhead::core::text::Text;
use drumhead::core::text::{percent, say, signed};
use drumhead::dice::{Halt, Modifier, RollRequest};
use drumhead::rules::procedure::OddsQuery;
use leptos::prelude::*;
use serde_json::{Map, Value as Json};

/// The outlook before the dice.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Outlook {
    /// A role lacks a unit: its place among the roles.
    Uncast(usize),
    /// Rules of the turn forbid it, and players have not overridden them: the reasons.
    Barred(Vec<Text>),
    /// It cannot be ruled on.
    Refused(Fault),
    /// It can.
    Open(Box<Open>),
}

/// The odds, and what leads to them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Open {
    /// News for players before the dice.
    before: Vec<Text>,
    pub(super) odds: Odds,
    modifiers: Vec<Modifier>,
    pub(super) next: Option<RollRequest>,
}

/// The odds, as far as they are known at once.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Odds {
    /// Their summary.
    OddsSummary(OddsSummary),
    /// There are none, and why.
    None(String),
    /// They take long, for this input.
    Long(Map<String, Json>),
}

impl Panel {
    pub(super) fn outlook(self, input: &Map<String, Json>, barred: &[Text]) -> Outlook {
        if !barred.is_empty() && !self.overriding.get() {
            return Outlook::Barred(barred.to_vec());
        }
        if let Err(why) = self.price(input) {
            return Outlook::Refused(Fault { field: String::new(), message: why.to_string(), unsaid: false });
        }
        if self.battle.is_some()
            && let Some(role) = self.first_missing()
        {
            return Outlook::Uncast(role);
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
            Err(Halt::Needs(roll)) => Some(*roll),
            Ok(_) => None,
        };
        let odds = match self.procedure.odds_summary_at_once(&ready) {
            Some(Ok(summary)) => Odds::OddsSummary(summary),
            Some(Err(refusal)) => Odds::None(refusal.message.to_string()),
            None => Odds::Long(input.clone()),
        };
        Outlook::Open(Box::new(Open { before: ready.before(), odds, modifiers: played.modifiers, next }))
    }

    fn chances(self, summary: &OddsSummary, names: &Names) -> Vec<(String, f64)> {
        let each = |(chance, likely): (&OddsQuery, &Vec<Option<f64>>)| {
            let likely = likely.iter().enumerate().filter_map(|(nth, p)| Some((nth, p.filter(|p| *p > 0.0)?)));
            likely.map(|(nth, p)| (chance.label_of(nth, names.inner()), p)).collect::<Vec<_>>()
        };
        self.procedure.chances.iter().zip(&summary.chances).flat_map(each).collect()
    }

    fn bars(self, summary: &OddsSummary, names: &Names) -> Vec<Bars> {
        let bars = |spread: &Spread| {
            let axis = self.procedure.axes.get(spread.axis)?;
            let rows = match spread.words.as_slice() {
                [] => Rows::Numbers(spread.numbers.clone()),
                words => Rows::Words(words.to_vec()),
            };
            let label = axis.label_of(spread.nth, names.inner());
            (rows.len() > 1).then_some(Bars { label, whose: axis.whose, rows })
        };
        summary.spreads.iter().filter_map(bars).collect()
    }
}

/// The price of doing it, where there is one.
#[component]
pub(super) fn PriceLine(panel: Panel, input: Memo<Map<String, Json>>) -> impl IntoView {
    let price = move |input: &_| panel.price(input).ok()?.words.map(|words| words.to_string());
    let words = Memo::new(move |_| input.with(price));
    move || words.get().map(|words| view! { <p class="price">{words}</p> })
}

/// The odds, with what leads to them.
#[component]
pub(super) fn OddsSection(panel: Panel, outlook: Memo<Outlook>, odds_job: OddsJob) -> impl IntoView {
    move || {
        let Outlook::Open(open) = outlook.get() else { return None };
        // A certain outcome is shown as an outcome, not as odds.
        let next = open.next?;
        let names = panel.named_units();
        let before = open.before.iter().map(|words| names.spell(words));
        let before = before.map(|words| view! { <p class="before">{words}</p> }).collect_view();
        let headline = match &panel.procedure.ui_hints.lots {
            Some(lots) => say(lots.draw).to_owned(),
            None => roll_words(&next, &panel.label_roll(&next.purpose)),
        };
        let modifiers = modifiers(panel, &open.modifiers, &names);
        let odds = match open.odds {
            Odds::OddsSummary(summary) => view! { <OddsView panel summary names/> }.into_any(),
            Odds::None(why) => why.into_any(),
            Odds::Long(_) => view! { <OddsJobView panel odds_job names/> }.into_any(),
        };
        Some(view! {
            <section class="odds" aria-label=say("Odds") aria-live="polite">
                <p class="headline">{headline}</p>
                {before}
                {odds}
                {modifiers}
            </section>
        })
    }
}

/// The odds in words and as charts.
#[component]
pub(super) fn OddsView(panel: Panel, summary: OddsSummary, names: Names) -> impl IntoView {
    let chances: Vec<_> = panel.chances(&summary, &names);
    let rows =
        chances.iter().map(|(label, p)| view! { <li><em>{percent(*p)}</em>" "{label.clone()}</li> }).collect_view();
    view! {
        <ul class="chances">{rows}</ul>
        <Glance chances/>
        <Charts all=panel.bars(&summary, &names)/>
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
                <Explained term/>
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
