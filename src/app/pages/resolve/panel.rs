//! The panel of a procedure.

use super::{outcome, sight};
use crate::app::desk::{InBattle, new_seed};
use crate::app::parts::bars::{Bars, bars};
use crate::app::parts::dice::{asked as asked_words, lots_pad, pad};
use crate::app::parts::field::{Fault, Sheet, Shown, fields};
use crate::app::parts::frame::{named, percent, words};
use crate::app::parts::path;
use drumhead::battle::Thrown;
use drumhead::cast::{self, Cast};
use drumhead::chance::Seed;
use drumhead::dice::{Dist, Halt, Modifier, Played, Throw};
use drumhead::form::{Form, Kind, Origin};
use drumhead::outcome::{Datum, Record};
use drumhead::procedure::{Price, Procedure, Resolved, Role, Whose};
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
    /// Whether dice are being thrown, so that the input stands.
    pub(super) throwing: RwSignal<bool>,
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

/// The odds, and what leads to them.
#[derive(Clone, Debug, PartialEq)]
struct Open {
    chances: Vec<(&'static str, f64)>,
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
        let mut asked = usual(procedure.form);
        cast::overlay(&mut asked, &said);
        Self {
            ruleset,
            procedure,
            battle,
            cast: RwSignal::new(cast),
            asked: RwSignal::new(asked),
            dice: RwSignal::default(),
            throwing: RwSignal::new(false),
            seed: RwSignal::new(new_seed()),
        }
    }

    /// The units of a role, by name.
    pub(super) fn names(self, role: &str) -> Vec<String> {
        let ids = self.cast.with(|cast| cast.units(role).to_vec());
        ids.iter().map(|id| self.unit_name(id)).collect()
    }

    pub(super) fn unit_name(self, id: &str) -> String {
        self.battle
            .and_then(|battle| battle.with(|battle| Some(battle.state().unit(id)?.name().to_owned())))
            .unwrap_or_default()
    }

    /// The input as it stands.
    pub(super) fn input(self) -> Map<String, Json> {
        let asked = self.asked.get();
        match self.battle {
            None => asked,
            Some(battle) => battle.with(|battle| {
                let scene = self.cast.with(|cast| cast::scene(self.procedure, cast, battle.state()));
                cast::input(self.procedure, &scene, &battle.header().rulings, &asked)
            }),
        }
    }

    /// What doing it costs in a battle, or why it cannot be done now.
    pub(super) fn price(self, input: &Map<String, Json>) -> Result<Price, Text> {
        self.battle.map_or_else(
            || Ok(Price::default()),
            |battle| {
                let scene = battle
                    .with(|battle| self.cast.with(|cast| cast::scene(self.procedure, cast, battle.state())));
                (self.procedure.price)(&scene, input)
            },
        )
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
        let ready = match self.procedure.read(input) {
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

    fn chances(self, odds: &Dist<Record>) -> Vec<(&'static str, f64)> {
        let chance = |chance: &'static drumhead::procedure::Chance| {
            let p = odds.iter().filter(|(outcome, _)| chance.comes_true(outcome)).map(|(_, p)| p).sum();
            (chance.label, p)
        };
        self.procedure.chances.iter().map(chance).filter(|(_, p)| *p > 0.0).collect()
    }

    fn bars(self, odds: &Dist<Record>) -> Vec<Bars> {
        let along = |axis: &drumhead::procedure::Axis| {
            let mut rows: BTreeMap<i32, f64> = BTreeMap::new();
            for (outcome, p) in odds.iter() {
                if let Some(Datum::Whole(number)) = outcome.at(axis.path) {
                    *rows.entry(*number).or_default() += p;
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

    /// Throws whatever is still to be thrown.
    fn throw_rest(self) {
        let (seed, first) = match self.battle {
            Some(battle) => battle.with_untracked(|battle| (battle.header().seed, battle.next_throw())),
            None => (self.seed.get_untracked(), 0),
        };
        let mut number = self
            .dice
            .with_untracked(|dice| dice.iter().filter_map(|die| die.number).max().map_or(first, |last| last + 1));
        self.throwing.set(true);
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
        view! {
            <p class="about">{self.procedure.about}</p>
            {self.battle.map(|battle| self.cast_view(battle))}
            <Show when=move || !done.get()>{self.price_view()}</Show>
            <Show when=move || !self.throwing.get()>{self.questions(outlook)}</Show>
            <Show when=move || !self.throwing.get() && outlook.with(|outlook| matches!(outlook, Outlook::Open(_)))>
                {move || self.odds_view(outlook)}
            </Show>
            <Show when=move || self.throwing.get() && !done.get()>{move || self.pad_view()}</Show>
            <Show when=move || done.get()>{move || outcome::view(self)}</Show>
            <Show when=move || !done.get()>{self.buttons(outlook)}</Show>
        }
        .into_any()
    }

    fn sheet(self, outlook: Memo<Outlook>) -> Sheet {
        Sheet {
            value: Signal::derive(move || self.input()),
            fault: Signal::derive(move || match outlook.get() {
                Outlook::Refused(fault) => Some(fault),
                _ => None,
            }),
            set: Callback::new(move |(place, value): (String, Option<Json>)| {
                self.asked.update(|asked| path::set(asked, &place, value));
            }),
            name: Callback::new(move |place: String| self.member_name(&place)),
            cast: Callback::new(move |list: String| self.battle.is_some() && self.role_of(&list).is_some()),
            names: Callback::new(move |role| self.names(role)),
        }
    }

    /// The role whose units stand behind the members of a list.
    fn role_of(self, list: &str) -> Option<&'static Role> {
        self.procedure.cast.iter().find(|role| role.at.split_once("[]").is_some_and(|(own, _)| own == list))
    }

    /// The unit that stands behind a member of a list.
    fn member_name(self, place: &str) -> Option<String> {
        let (list, index) = place.strip_suffix(']')?.rsplit_once('[')?;
        self.names(self.role_of(list)?.id).into_iter().nth(index.parse().ok()?)
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
        let chances =
            open.chances.iter().map(|(label, p)| view! { <li><em>{percent(*p)}</em>" "{named(label)}</li> }).collect_view();
        view! {
            <section class="odds" aria-label="Odds" aria-live="polite">
                <p class="headline">{match &self.procedure.lots {
                    Some(lots) => lots.draw.to_owned(),
                    None => asked_words(&next),
                }}</p>
                <ul class="chances">{chances}</ul>
                {open.no_odds}
                {open.bars.iter().map(bars).collect_view()}
                {modifiers(&open.modifiers)}
            </section>
        }
        .into_any()
    }

    fn pad_view(self) -> AnyView {
        match self.played() {
            Ok(Played { result: Err(Halt::Needs(throw)), rolls, .. }) => {
                let dice = self.dice;
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
                            <p class="thrown"><span>{words(&roll.purpose)}</span>
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
                        None => pad(&throw, on_face, on_back, can_go_back).into_any(),
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
                    when=move || self.throwing.get()
                    fallback=move || view! {
                        <button disabled=cannot on:click=move |_| self.throwing.set(true)>{self.procedure.lots.as_ref().map_or("Type dice", |lots| lots.name)}</button>
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
                    <button disabled=move || self.dice.with(|dice| !dice.is_empty()) on:click=move |_| self.throwing.set(false)>"Back"</button>
                    <button class="primary" on:click=move |_| self.throw_rest()>{self.procedure.lots.as_ref().map_or("Throw the rest", |lots| lots.draw)}</button>
                </Show>
            </div>
        }
    }

    /// For which side it is done, where no unit shows it.
    fn side_view(self, battle: InBattle) -> Option<AnyView> {
        let chosen = move || self.cast.with(|cast| battle.with(|open| cast.side(self.procedure, open.state())));
        self.procedure.for_side.then(|| {
            let sides = [0, 1].map(|side| {
                view! {
                    <label class="chip">
                        <input type="radio" name="side" prop:checked=move || chosen() == side
                            on:change=move |_| self.cast.update(|cast| cast.act_for(side))/>
                        {move || battle.with(|open| open.header().sides[side].name.clone())}
                    </label>
                }
            });
            view! { <fieldset class="chips"><legend>"For"</legend>{sides}</fieldset> }.into_any()
        })
    }

    fn cast_view(self, battle: InBattle) -> AnyView {
        let roles = self
            .procedure
            .cast
            .iter()
            .enumerate()
            .map(|(index, role)| self.role_view(battle, index, role))
            .collect_view();
        view! { {self.side_view(battle)}<div class="versus">{roles}</div> }.into_any()
    }

    fn role_view(self, battle: InBattle, index: usize, role: &'static Role) -> AnyView {
        let chosen = Memo::new(move |_| self.cast.with(|cast| cast.units(role.id).to_vec()));
        let open = RwSignal::new(false);
        let choosing =
            Memo::new(move |_| !self.throwing.get() && (open.get() || chosen.with(|ids| ids.len() < role.min)));
        let first =
            if index > 0 { self.procedure.cast.first().and_then(|first| self.names_first(first)) } else { None };
        let candidates = move || super::candidates(battle, self.procedure, index, first.as_deref());
        let toggle = Callback::new(move |id: String| {
            let mut ids = chosen.get_untracked();
            if let Some(place) = ids.iter().position(|own| *own == id) {
                ids.remove(place);
            } else if role.max == 1 {
                ids = vec![id];
                open.set(false);
            } else if ids.len() < role.max {
                ids.push(id);
            }
            self.cast.update(|cast| cast.set(role.id, ids));
        });
        let side = if role.whose == Whose::Own { "own" } else { "enemy" };
        view! {
            <section class=format!("role {side}") aria-label=role.label>
                <button class="who" disabled=move || self.throwing.get() on:click=move |_| open.update(|open| *open = !*open)>
                    <small>{role.label}</small>
                    {move || {
                        let names = self.names(role.id);
                        if names.is_empty() { "choose…".to_owned() } else { names.join(", ") }
                    }}
                </button>
                <Show when=move || choosing.get()>
                    <div class="candidates">
                        {candidates().into_iter().map(|id| {
                            let (own, name) = (id.clone(), self.unit_name(&id));
                            view! {
                                <button class="candidate" aria-pressed=move || chosen.with(|ids| ids.contains(&own)).to_string()
                                    on:click=move |_| toggle.run(id.clone())>{name}</button>
                            }
                        }).collect_view()}
                    </div>
                </Show>
            </section>
        }
        .into_any()
    }

    fn names_first(self, role: &Role) -> Option<String> {
        self.cast.with_untracked(|cast| cast.units(role.id).first().cloned())
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
        self.throwing.set(false);
    }
}

/// Modifiers, each with what it adds.
pub(super) fn modifiers(modifiers: &[Modifier]) -> Option<impl IntoView + use<>> {
    let rows = modifiers
        .iter()
        .map(|modifier| view! { <li>{words(&modifier.id)}" "<b>{format!("{:+}", modifier.value)}</b></li> })
        .collect_view();
    (!modifiers.is_empty()).then(|| view! { <div class="why"><h3>"Modifiers"</h3><ul>{rows}</ul></div> })
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

/// What a panel begins with: what is usual, where the rules have no default.
fn usual(form: &Form) -> Map<String, Json> {
    form.fields
        .iter()
        .filter_map(|field| match field.kind {
            Kind::Object(inner) => {
                Some((field.id, Json::Object(usual(inner)))).filter(|(_, inner)| inner != &Json::Object(Map::new()))
            }
            _ => field.usual.map(|usual| (field.id, usual.json())),
        })
        .map(|(id, value)| (id.to_owned(), value))
        .collect()
}
