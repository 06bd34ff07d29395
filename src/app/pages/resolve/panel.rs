//! The panel of a procedure.

use super::names::Names;
use super::{casting, outcome, sight};
use crate::app::desk::{InBattle, new_seed};
use crate::app::parts::bars::{Bars, charts, glance};
use crate::app::parts::dice::{asked as asked_words, lots_pad, pad};
use crate::app::parts::field::{Fault, Sheet, Shown, fields};
use crate::app::parts::frame::{percent, words};
use crate::app::parts::path;
use drumhead::battle::Thrown;
use drumhead::cast::{self, Cast};
use drumhead::chance::Seed;
use drumhead::dice::{Dist, Halt, Modifier, Played, Throw};
use drumhead::facts::Scene;
use drumhead::form::{Kind, Origin};
use drumhead::outcome::Record;
use drumhead::procedure::{Chance, Price, Procedure, Resolved, Role, Sketch};
use drumhead::ruleset::Ruleset;
use drumhead::text::Text;
use leptos::prelude::*;
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;

/// A procedure being resolved.
#[derive(Clone, Copy)]
pub struct Panel {
    pub(super) ruleset: &'static Ruleset,
    pub(super) procedure: &'static Procedure,
    pub(super) battle: Option<InBattle>,
    /// Who takes part.
    pub(super) cast: RwSignal<Cast>,
    /// What players said, shaped like the input.
    pub(super) asked: RwSignal<Map<String, Json>>,
    /// The dice so far.
    pub(super) dice: RwSignal<Vec<Die>>,
    /// The input that dice are being thrown for: it stands, whatever happens on the table meanwhile.
    stands: RwSignal<Option<Map<String, Json>>>,
    /// The seed of dice thrown without a battle.
    seed: RwSignal<Seed>,
}

/// A die that was thrown: its face, and the number of the throw if the app made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Die {
    pub(super) face: u8,
    pub(super) number: Option<u64>,
}

/// What can be said before the dice.
#[derive(Clone, Debug, PartialEq)]
enum Outlook {
    /// Somebody is missing: the role's place in the cast.
    Uncast(usize),
    /// It cannot be ruled on.
    Refused(Fault),
    /// It can.
    Open(Box<Open>),
}

/// What fills an input from the table.
type Filling = fn(&Procedure, &Scene, &Map<String, Json>, &Map<String, Json>) -> Map<String, Json>;

/// The odds, and what leads to them.
#[derive(Clone, Debug, PartialEq)]
struct Open {
    /// What players must know before the dice.
    before: Vec<Text>,
    chances: Vec<(String, f64)>,
    bars: Vec<Bars>,
    modifiers: Vec<Modifier>,
    next: Option<Throw>,
    /// Why there are no odds, if there are none.
    no_odds: Option<String>,
}

impl Panel {
    /// A panel with what is known at first.
    pub fn new(
        ruleset: &'static Ruleset,
        procedure: &'static Procedure,
        battle: Option<InBattle>,
        cast: Cast,
        said: Map<String, Json>,
    ) -> Self {
        let mut asked = procedure.form.usual();
        cast::overlay(&mut asked, &said);
        Self {
            ruleset,
            procedure,
            battle,
            cast: RwSignal::new(cast),
            asked: RwSignal::new(asked),
            dice: RwSignal::default(),
            stands: RwSignal::new(None),
            seed: RwSignal::new(new_seed()),
        }
    }

    /// The units of a role, by name.
    pub(super) fn names(self, role: &str) -> Vec<String> {
        let ids = self.cast.with(|cast| cast.units(role).to_vec());
        cast::names(&ids, |id| self.unit_name(id))
    }

    pub(super) fn unit_name(self, id: &str) -> String {
        self.battle
            .and_then(|battle| battle.with(|battle| Some(battle.state().unit(id)?.name().to_owned())))
            .unwrap_or_default()
    }

    /// The input: the one that stands, else what the table and the players say now.
    pub(super) fn input(self) -> Map<String, Json> {
        if let Some(stands) = self.stands.get() {
            return stands;
        }
        self.filled(cast::input)
    }

    /// The input as players see it: what they only sketched is not worked out.
    fn sketch(self) -> Map<String, Json> {
        self.filled(cast::sketch)
    }

    fn filled(self, fill: Filling) -> Map<String, Json> {
        let asked = self.asked.get();
        match self.battle {
            None => asked,
            Some(battle) => battle.with(|battle| {
                let scene = self.cast.with(|cast| cast::scene(self.procedure, cast, battle.state()));
                fill(self.procedure, &scene, &battle.header().rulings, &asked)
            }),
        }
    }

    /// Puts what was said at its place. A list that stands for no units is said as a whole.
    fn say(self, place: &str, value: Option<Json>) {
        let first = place.split(['.', '[']).next().unwrap_or_default();
        let seen = untrack(|| self.sketch());
        self.asked.update(|asked| {
            if let (None, Some(Json::Array(list)), false) =
                (asked.get(first), seen.get(first), self.procedure.casts(first))
            {
                asked.insert(first.to_owned(), list.clone().into());
            }
            path::set(asked, place, value);
        });
    }

    /// What was said of lists that stand for no units does not hold for others than those of whom it was said.
    pub(super) fn forget_lists(self) {
        self.asked.update(|asked| asked.retain(|id, said| !said.is_array() || self.procedure.casts(id)));
    }

    /// The scene that the cast makes on the table.
    fn scene(self, battle: InBattle) -> Scene {
        battle.with(|battle| self.cast.with(|cast| cast::scene(self.procedure, cast, battle.state())))
    }

    /// What a field names: the units of a role, or what else the procedure names by this id.
    fn named(self, what: &str) -> Vec<String> {
        let units = self.names(what);
        match self.battle.filter(|_| units.is_empty()) {
            Some(battle) => (self.procedure.names)(&self.scene(battle), what),
            None => units,
        }
    }

    /// What doing it costs in a battle, or why it cannot be done now.
    pub(super) fn price(self, input: &Map<String, Json>) -> Result<Price, Text> {
        self.battle.map_or_else(|| Ok(Price::default()), |battle| (self.procedure.price)(&self.scene(battle), input))
    }

    fn price_view(self) -> impl IntoView {
        let words = Memo::new(move |_| self.price(&self.input()).ok()?.words.map(|words| words.to_string()));
        move || words.get().map(|words| view! { <p class="price">{words}</p> })
    }

    fn outlook(self, input: &Map<String, Json>) -> Outlook {
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
        let (odds, no_odds) = match self.odds(input, &ready) {
            Ok(odds) => (Some(odds), None),
            Err(why) => (None, Some(why)),
        };
        Outlook::Open(Box::new(Open {
            before: ready.before(),
            chances: odds.as_ref().map(|odds| self.chances(odds)).unwrap_or_default(),
            bars: odds.as_ref().map(|odds| self.bars(odds)).unwrap_or_default(),
            modifiers: played.modifiers,
            next,
            no_odds,
        }))
    }

    /// The odds; of the lighter report where the whole would be too much.
    fn odds(self, input: &Map<String, Json>, ready: &drumhead::procedure::Ready) -> Result<Dist<Record>, String> {
        ready.odds().or_else(|refusal| {
            let mut lighter = input.clone();
            for (field, value) in self.procedure.lighter {
                lighter.insert((*field).to_owned(), value.json());
            }
            let light = self.procedure.read(&lighter).and_then(|ready| ready.odds());
            light.map_err(|_| refusal.message.to_string())
        })
    }

    fn chances(self, odds: &Dist<Record>) -> Vec<(String, f64)> {
        let chance = |chance: &Chance, nth: usize| {
            let p = odds.iter().filter(|(outcome, _)| chance.comes_true(outcome, nth)).map(|(_, p)| p).sum();
            (chance.label_of(nth), p)
        };
        let each = |own: &'static Chance| {
            let count = odds.iter().next().map_or(0, |(outcome, _)| own.count(outcome));
            (0..count).map(move |nth| chance(own, nth))
        };
        self.procedure.chances.iter().flat_map(each).filter(|(_, p)| *p > 0.0).collect()
    }

    fn bars(self, odds: &Dist<Record>) -> Vec<Bars> {
        let along = |axis: &drumhead::procedure::Axis| {
            let mut rows: BTreeMap<i32, f64> = BTreeMap::new();
            for (outcome, p) in odds.iter() {
                if let Some(number) = outcome.sum(axis.path) {
                    *rows.entry(number).or_default() += p;
                }
            }
            Bars { label: axis.label.to_owned(), rows: rows.into_iter().collect() }
        };
        self.procedure.axes.iter().map(along).filter(|bars| bars.rows.len() > 1).collect()
    }

    /// The procedure played with the dice so far.
    pub(super) fn played(self) -> Result<Played<Resolved>, String> {
        let faces: Vec<u8> = self.dice.with(|dice| dice.iter().map(|die| die.face).collect());
        let ready = self.procedure.read(&self.input()).map_err(|refusal| refusal.message.to_string())?;
        Ok(ready.resolve(&faces))
    }

    /// From now on the input stands.
    pub(super) fn let_stand(self) {
        let input = untrack(|| self.input());
        self.stands.set(Some(input));
    }

    /// Whether the input stands, so that dice can be thrown.
    pub(super) fn throwing(self) -> bool {
        self.stands.with(Option::is_some)
    }

    /// Throws whatever is still to be thrown.
    fn throw_rest(self) {
        let (seed, first) = match self.battle {
            Some(battle) => battle.with_untracked(|battle| (battle.header().seed, battle.next_throw())),
            None => (self.seed.get_untracked(), 0),
        };
        let mut number = self
            .dice
            .with_untracked(|dice| dice.iter().filter_map(|die| die.number).max().map_or(first, |last| last + 1));
        self.let_stand();
        while let Ok(Played { result: Err(Halt::Needs(throw)), .. }) = untrack(|| self.played()) {
            let faces = seed.faces(number, throw.sides, throw.count);
            self.dice.update(|dice| dice.extend(faces.into_iter().map(|face| Die { face, number: Some(number) })));
            number += 1;
        }
    }

    /// The throws as the log keeps them.
    pub(super) fn throws(self, played: &Played<Resolved>) -> Vec<Thrown> {
        let mut dice = self.dice.get_untracked().into_iter();
        let mut throws: Vec<Thrown> = Vec::new();
        for roll in &played.rolls {
            let mut fresh = true;
            for die in dice.by_ref().take(roll.faces.len()) {
                match throws.last_mut().filter(|last| !fresh && last.number == die.number) {
                    Some(last) => last.faces.push(die.face),
                    None => throws.push(Thrown {
                        purpose: roll.purpose.clone(),
                        sides: roll.sides,
                        faces: vec![die.face],
                        number: die.number,
                    }),
                }
                fresh = false;
            }
        }
        throws
    }

    /// The whole panel.
    pub fn view(self) -> AnyView {
        let outlook = Memo::new(move |_| self.outlook(&self.input()));
        let done = Memo::new(move |_| {
            let settled = matches!(self.played(), Ok(Played { result: Ok(_), .. }));
            // Without dice there is nothing to wait for, but a unit must be there to be ruled on.
            settled && !matches!(outlook.get(), Outlook::Uncast(_))
        });
        // What needs no dice comes out anew with every answer; once applied, the input stands and the outcome with it.
        let settled = Memo::new(move |_| (self.input(), self.dice.get()));
        let outcome = move || {
            // Read, not only tracked: a memo that nobody reads never finds out what it depends on.
            settled.with(|_| ());
            untrack(|| outcome::view(self))
        };
        view! {
            <p class="about">{self.procedure.about}</p>
            {self.battle.map(|battle| casting::view(self, battle))}
            <Show when=move || !done.get()>{self.price_view()}</Show>
            <Show when=move || !self.throwing()>{self.questions(outlook)}</Show>
            <Show when=move || !self.throwing() && outlook.with(|outlook| matches!(outlook, Outlook::Open(_)))>
                {move || self.odds_view(outlook)}
            </Show>
            <Show when=move || self.throwing() && !done.get()>{move || self.pad_view()}</Show>
            <Show when=move || done.get()>{outcome}</Show>
            <Show when=move || !done.get()>{self.buttons(outlook)}</Show>
        }
        .into_any()
    }

    fn sheet(self, outlook: Memo<Outlook>) -> Sheet {
        Sheet {
            value: Signal::derive(move || self.sketch()),
            fault: Signal::derive(move || match outlook.get() {
                Outlook::Refused(fault) => Some(fault),
                _ => None,
            }),
            set: Callback::new(move |(place, value): (String, Option<Json>)| self.say(&place, value)),
            name: Callback::new(move |place: String| self.member_name(&place)),
            cast: Callback::new(move |list: String| self.battle.is_some() && self.role_of(&list).is_some()),
            spell: Callback::new(move |words: String| Names::of(self).spell(&words)),
            names: Callback::new(move |what| self.named(what)),
            hidden: self.drawn_sketch().map_or(&[], |sketch| sketch.instead_of),
        }
    }

    /// The role whose units stand behind the members of a list.
    fn role_of(self, list: &str) -> Option<&'static Role> {
        self.procedure.cast.iter().find(|role| role.at.split_once("[]").is_some_and(|(own, _)| own == list))
    }

    /// The unit that stands behind an object, or a member of a list.
    fn member_name(self, place: &str) -> Option<String> {
        if let Some(role) = self.procedure.cast.iter().find(|role| role.at == place) {
            return self.names(role.id).into_iter().next();
        }
        let (list, index) = place.strip_suffix(']')?.rsplit_once('[')?;
        self.names(self.role_of(list)?.id).into_iter().nth(index.parse().ok()?)
    }

    /// The sketch that players fill in: only of units on the table.
    fn drawn_sketch(self) -> Option<&'static Sketch> {
        self.procedure.sketch.as_ref().filter(|_| self.battle.is_some())
    }

    fn questions(self, outlook: Memo<Outlook>) -> impl IntoView {
        let sheet = self.sheet(outlook);
        let form = self.procedure.form;
        let asked_for = if self.battle.is_some() { Shown::Asked } else { Shown::All };
        let level = move |summary: &'static str, shown: Shown| {
            (self.battle.is_some() && shown.any(form)).then(|| {
                view! { <details class="more"><summary>{summary}</summary>{fields(sheet, form, String::new(), shown)}</details> }
            })
        };
        view! {
            <Show when=move || !matches!(outlook.get(), Outlook::Uncast(_))>
                <form class="questions" on:submit=|event| event.prevent_default()>
                    {self.battle.map(|battle| sight::view(self, battle))}
                    {self.drawn_sketch().map(|own| fields(sheet, own.form, String::new(), Shown::Asked))}
                    {fields(sheet, form, String::new(), asked_for)}
                    {level("More situations", Shown::Rare)}
                    {level("Facts of the units", Shown::Facts)}
                </form>
            </Show>
            {move || match outlook.get() {
                Outlook::Refused(fault) => Some(refused(&fault)),
                _ => None,
            }}
        }
    }

    fn odds_view(self, outlook: Memo<Outlook>) -> AnyView {
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
            Some(lots) => lots.draw.to_owned(),
            None => asked_words(&next, &names.spell_id(&next.purpose)),
        };
        view! {
            <section class="odds" aria-label="Odds" aria-live="polite">
                <p class="headline">{headline}</p>
                {before}
                <ul class="chances">{chances}</ul>
                {open.no_odds}
                {glance(&spelled)}
                {charts(&open.bars, &|label| names.spell(label))}
                {modifiers(&open.modifiers, &names)}
            </section>
        }
        .into_any()
    }

    fn pad_view(self) -> AnyView {
        match self.played() {
            Ok(Played { result: Err(Halt::Needs(throw)), rolls, .. }) => {
                let (dice, names) = (self.dice, Names::of(self));
                let on_face = Callback::new(move |face| dice.update(|dice| dice.push(Die { face, number: None })));
                let on_back = Callback::new(move |()| {
                    dice.update(|dice| {
                        // What the app threw stands.
                        if dice.last().is_some_and(|die| die.number.is_none()) {
                            dice.pop();
                        }
                    });
                });
                let can_go_back = dice.with(|dice| dice.last().is_some_and(|die| die.number.is_none()));
                let so_far = rolls
                    .iter()
                    .map(|roll| {
                        view! {
                            <p class="thrown"><span>{names.spell_id(&roll.purpose)}</span>
                                {roll.faces.iter().map(|face| view! { <b class="face">{*face}</b> }).collect_view()}</p>
                        }
                    })
                    .collect_view();
                let counted: usize = rolls.iter().map(|roll| roll.faces.len()).sum();
                let partly = dice.with(|dice| dice[counted.min(dice.len())..].to_vec());
                view! {
                    <div class="throws">{so_far}
                        {(!partly.is_empty()).then(|| view! { <p class="thrown"><span>"Now"</span>
                            {partly.iter().map(|die| view! { <b class="face">{die.face}</b> }).collect_view()}</p> })}
                    </div>
                    {match &self.procedure.lots {
                        Some(lots) => lots_pad(lots.name, (lots.faces)(&self.input()), on_face).into_any(),
                        None => {
                            pad(&throw, &names.spell_id(&throw.purpose), on_face, on_back, can_go_back).into_any()
                        }
                    }}
                }
                .into_any()
            }
            Ok(Played { result: Err(Halt::Refused(refusal)), .. }) => {
                view! { <p class="refused" role="alert">{refusal.message.to_string()}</p> }.into_any()
            }
            _ => ().into_any(),
        }
    }

    fn buttons(self, outlook: Memo<Outlook>) -> impl IntoView {
        let count = move || match outlook.get() {
            Outlook::Open(open) => open.next.map(|throw| throw.count),
            _ => None,
        };
        let cannot = move || count().is_none();
        view! {
            <div class="actions">
                <Show
                    when=move || self.throwing()
                    fallback=move || view! {
                        <button disabled=cannot on:click=move |_| self.let_stand()>{self.procedure.lots.as_ref().map_or("Type dice", |lots| lots.name)}</button>
                        <button class="primary" disabled=cannot on:click=move |_| self.throw_rest()>
                            {move || match count() {
                                Some(_) if self.procedure.lots.is_some() => {
                                    self.procedure.lots.as_ref().map(|lots| lots.draw).unwrap_or_default().to_owned()
                                }
                                Some(1) => "Throw 1 die".to_owned(),
                                Some(count) => format!("Throw {count} dice"),
                                None => "Throw".to_owned(),
                            }}
                        </button>
                    }
                >
                    <button disabled=move || self.dice.with(|dice| !dice.is_empty()) on:click=move |_| self.stands.set(None)>"Back"</button>
                    <button class="primary" on:click=move |_| self.throw_rest()>{self.procedure.lots.as_ref().map_or("Throw the rest", |lots| lots.draw)}</button>
                </Show>
            </div>
        }
    }

    /// What players said of the situation is remembered, so that the next shot begins where this one did. What was said of
    /// these units, or chosen, is not.
    pub(super) fn remember(self, battle: InBattle) {
        let mut said = self.asked.get_untracked();
        said.retain(|id, _| {
            let field = self.procedure.form.field(id);
            field.is_some_and(|field| field.origin == Origin::Situation && !matches!(field.kind, Kind::List { .. }))
        });
        battle.desk.remember(&battle.id(), self.procedure.id, said);
    }

    /// Begins again, with dice that nobody has seen.
    pub(super) fn again(self) {
        self.seed.set(new_seed());
        self.dice.set(Vec::new());
        self.stands.set(None);
    }
}

/// Modifiers, each with what it adds.
pub(super) fn modifiers(modifiers: &[Modifier], names: &Names) -> Option<impl IntoView + use<>> {
    let rows = modifiers
        .iter()
        .map(|modifier| view! { <li>{names.spell_id(&modifier.id)}" "<b>{format!("{:+}", modifier.value)}</b></li> })
        .collect_view();
    (!modifiers.is_empty()).then(|| view! { <div class="why"><h2>"Modifiers"</h2><ul>{rows}</ul></div> })
}

/// What stands where the odds would be: that something was not said yet, or why it cannot be.
fn refused(fault: &Fault) -> AnyView {
    let field = words(fault.field.rsplit('.').next().unwrap_or_default());
    if fault.unsaid {
        return view! { <p class="empty" role="status">{format!("Not said yet: {field}.")}</p> }.into_any();
    }
    let field = (!field.is_empty()).then(|| view! { <b>{format!("{field}: ")}</b> });
    view! { <p class="refused" role="alert">{field}{fault.message.clone()}</p> }.into_any()
}
