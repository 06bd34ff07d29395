//! The part of a panel before the dice: the price, the odds, and the modifiers behind them.

use super::odds_job::{OddsJob, OddsJobView};
use super::panel::LivePanel;
use crate::app::components::charts::{Bars, Charts, Rows, Strip};
use crate::app::components::dice::{EachDie, needs_words, roll_words, slot_groups};
use crate::app::components::field::Explained;
use crate::app::components::modifiers::added;
use crate::app::components::names::Names;
use battle::analysis::dice_sheet::SheetRoll;
use battle::analysis::needs::{Need, RollNeeds, need_words};
use battle::analysis::odds::{OddsSummary, Spread};
use battle::panel::Odds;
use leptos::prelude::*;
use rules::dice::{Modifier, RollRequest, dice_words};
use rules::own;
use rules::procedure::Chance;
use rules::text::{Text, capital, percent, say, uncapital};

/// Number of chances in the strip.
const MAX_IN_STRIP: usize = 4;

impl LivePanel {
    /// The owner of each die in words, empty for none, and its need in words.
    pub(super) fn each_die(self, owners: &[String], dice: &[Need]) -> Vec<EachDie> {
        let names = self.named_units();
        let die = |(path, need): (&String, &Need)| EachDie {
            owner: self.whose(path).unwrap_or_default(),
            slot: need.words().map(|words| words.to_string()),
            needs: need_words(std::slice::from_ref(need), |text| names.spell(text)),
        };
        owners.iter().zip(dice).map(die).collect()
    }

    /// The next roll: the first one, or while dice are entered, the one that comes next.
    pub(super) fn next_roll(self) -> Option<(RollRequest, RollNeeds)> {
        if self.is_rolling() {
            return self.shown.with(|shown| shown.dice.next.clone());
        }
        self.outlook.with(|outlook| {
            let ready = outlook.ready()?;
            Some((ready.next.clone()?, ready.needs.clone()))
        })
    }

    fn chances(self, summary: &OddsSummary, names: &Names) -> Vec<(String, f64)> {
        let each = |(chance, likely): (&Chance, &Vec<Option<f64>>)| {
            let likely = likely.iter().enumerate().filter_map(|(nth, p)| Some((nth, p.filter(|p| *p > 0.0)?)));
            likely.map(|(nth, p)| (chance.label_of(nth, names.inner()), p)).collect::<Vec<_>>()
        };
        self.procedure.chances.iter().zip(&summary.chances).flat_map(each).collect()
    }

    /// The main chances, each with its label.
    fn gist(self, summary: &OddsSummary, names: &Names) -> Vec<(String, f64)> {
        let mut gist = summary.named_gist(self.procedure, names.inner());
        gist.truncate(MAX_IN_STRIP);
        gist
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

/// The price of the act, if it has one.
#[component]
pub(super) fn PriceLine(panel: LivePanel) -> impl IntoView {
    let words = Memo::new(move |_| panel.shown.with(|shown| shown.price.as_ref().map(ToString::to_string)));
    move || words.get().map(|words| view! { <p class="price">{words}</p> })
}

/// The odds, with the dice, their needs and the modifiers.
#[component]
pub(super) fn OddsSection(panel: LivePanel, odds_job: OddsJob) -> impl IntoView {
    move || {
        let open = panel.outlook.with(|outlook| outlook.ready().cloned())?;
        // A certain outcome is shown as an outcome, not as odds.
        let next = open.next?;
        let names = panel.named_units();
        let before = open.preview.words.iter().map(|words| names.spell(words));
        let before = before.map(|words| view! { <p class="before">{words}</p> }).collect_view();
        let certain = open.preview.certain.iter().map(|words| view! { <li>{names.spell(words)}</li> }).collect_view();
        let certain = (!open.preview.certain.is_empty())
            .then(|| view! { <div class="certain"><b>{say("Whatever the dice:")}</b><ul>{certain}</ul></div> });
        // The sheet of all dice includes the first roll.
        let has_sheet = !open.sheet.is_empty();
        let headline = match &panel.procedure.lots {
            Some(lots) => say(lots.draw).to_owned(),
            None if has_sheet => say("All dice").to_owned(),
            None => roll_words(&next, &panel.label_next(&next)),
        };
        let needs = match &panel.procedure.lots {
            None if !has_sheet => need_words(&open.needs.dice, |text| names.spell(text)),
            _ => None,
        };
        let needs = needs.map(|needs| view! { <p class="needs">{format!("{}.", capital(&needs))}</p> });
        let modifiers = modifiers(panel, &open.modifiers, &names);
        let sheet = sheet_view(panel, &open.sheet);
        let odds = match open.odds {
            Odds::Known(summary) => view! { <OddsView panel summary names/> }.into_any(),
            Odds::None(why) => why.into_any(),
            Odds::Long(_) => view! { <OddsJobView panel odds_job names/> }.into_any(),
        };
        Some(view! {
            <section class="odds" aria-label=say("Odds")>
                <p class="headline">{headline}</p>
                {needs}
                {sheet}
                {before}
                {certain}
                {odds}
                {modifiers}
            </section>
        })
    }
}

/// The sheet of all dice that are certain to be rolled, each with its need; `None` if the act has no sheet.
fn sheet_view(panel: LivePanel, sheet: &[SheetRoll]) -> Option<impl IntoView + use<>> {
    let labels = panel.label_rolls(sheet.iter().map(|row| row.roll.purpose.as_str()));
    let row = |(row, purpose): (&SheetRoll, String)| {
        let needs = RollNeeds { dice: row.dice.clone(), ..RollNeeds::default() };
        let within = panel.within_sentence(&row.roll.purpose, purpose.clone());
        let names = panel.named_units();
        let words = needs_words(&row.roll, None, &within, &needs, |text| names.spell(text));
        let kind = (row.roll.sides != 6).then(|| dice_words(row.roll.count, row.roll.sides).to_string());
        let slots = slot_groups(&capital(&purpose), kind, panel.each_die(&row.owners, &row.dice), false);
        view! { <li><span class="visually-hidden">{words}</span><div aria-hidden="true">{slots}</div></li> }
    };
    (!sheet.is_empty()).then(
        || view! { <ol class="dice-sheet" aria-label=say("All dice")>{sheet.iter().zip(labels).map(row).collect_view()}</ol> },
    )
}

/// The strip above the buttons: the next roll with the needs of its dice, certain consequences, and the main chances.
#[component]
pub(super) fn OddsStrip(panel: LivePanel, odds_job: OddsJob) -> impl IntoView {
    let dice = Memo::new(move |_| {
        // A choice in the middle of a roll must be made before the next roll.
        if panel.must_choose() {
            return None;
        }
        let (roll, needs) = panel.next_roll()?;
        Some(match &panel.procedure.lots {
            Some(lots) => say(lots.draw).to_owned(),
            None => {
                let from = panel.outlook.with(|outlook| match outlook.ready() {
                    Some(ready) if !panel.is_rolling() => ready.preview.dice_from.as_ref().map(Text::to_string),
                    _ => None,
                });
                let within = panel.within_sentence(&roll.purpose, panel.label_next(&roll));
                let names = panel.named_units();
                needs_words(&roll, from, &within, &needs, |text| names.spell(text))
            }
        })
    });
    let chances = Memo::new(move |_| {
        // The odds are those before the dice, so they are no longer shown once dice are rolled.
        if panel.dice.with(|dice| !dice.is_empty()) {
            return Vec::new();
        }
        let names = panel.named_units();
        let gist = panel.outlook.with(|outlook| match outlook.ready() {
            Some(ready) => match &ready.odds {
                Odds::Known(summary) => Some(panel.gist(summary, &names)),
                Odds::Long(_) => odds_job.summary(|summary| panel.gist(summary, &names)),
                Odds::None(_) => None,
            },
            _ => None,
        });
        gist.unwrap_or_default()
    });
    let certain = Memo::new(move |_| {
        let names = panel.named_units();
        panel.outlook.with(|outlook| match outlook.ready() {
            Some(ready) if !panel.is_rolling() => {
                ready.preview.certain.iter().map(|words| names.spell(words)).collect()
            }
            _ => Vec::new(),
        })
    });
    // Announced by screen readers when it changes: the dice and the first chance.
    let announced = Memo::new(move |_| {
        let chance = chances.with(|all| all.first().map(|(label, p)| format!("{} {label}", percent(*p))));
        dice.get().into_iter().chain(chance).collect::<Vec<_>>().join(". ")
    });
    view! {
        <p class="visually-hidden" role="status" aria-label=say("Odds")>{announced}</p>
        {move || dice.get().map(|dice| view! { <Strip dice certain chances/> })}
    }
}

/// The odds in words and as charts.
#[component]
pub(super) fn OddsView(panel: LivePanel, summary: OddsSummary, names: Names) -> impl IntoView {
    let chances: Vec<_> = panel.chances(&summary, &names);
    let rows =
        chances.iter().map(|(label, p)| view! { <li><em>{percent(*p)}</em>" "{label.clone()}</li> }).collect_view();
    let is_lots = panel.procedure.draws_lots();
    view! {
        <ul class="chances" class:lots=is_lots>{rows}</ul>
        <Charts all=panel.bars(&summary, &names)/>
    }
}

/// Name of the unit to which a modifier belongs; `None` if it belongs to none. `before` is the prefix of its id, such as `a1_`.
fn whose_modifier(panel: LivePanel, modifier: &Modifier, before: &str, names: &Names) -> Option<String> {
    match before.trim_end_matches('_') {
        "" => panel.whose(&modifier.whose),
        whose => Some(names.spell_id(whose)),
    }
}

/// The modifiers, each with its value and its rule from the glossary. The players' own modifiers have no explanation.
pub(super) fn modifiers(panel: LivePanel, modifiers: &[Modifier], names: &Names) -> AnyView {
    let row = |modifier: &Modifier| {
        let adds = added(modifier);
        if let Some((before, name)) = own::named(&modifier.id) {
            let whose = whose_modifier(panel, modifier, before, names);
            let label = whose.map_or_else(|| name.to_owned(), |whose| format!("{whose} · {name}"));
            return view! { <li>{label}" "<b>{adds}</b></li> }.into_any();
        }
        let Some((term, before)) = panel.ruleset.texts.glossary.modifier(panel.procedure.id, &modifier.id) else {
            return view! { <li>{names.spell_id(&modifier.id)}" "<b>{adds}</b></li> }.into_any();
        };
        let label = match whose_modifier(panel, modifier, before, names) {
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
