//! The questions of a panel: the fields of the procedure's form, and the message about a wrong or missing answer.

use super::grid_picks::Grids;
use super::own_modifiers::OwnModifiers;
use super::panel::LivePanel;
use crate::app::components::field::{Appearance, Fields, Sheet, Shown, bands_at, label};
use crate::app::platform::keyboard;
use battle::panel::{InputFault, Outlook};
use leptos::prelude::*;
use rules::form::{Band, Field, Kind, path};
use rules::procedure::{Procedure, Role, Whose};
use rules::table::Scene;
use rules::text;
use rules::text::say;
use rules::text::{capital, uncapital};
use serde_json::Value as Json;

impl LivePanel {
    pub(super) fn sheet(self) -> Sheet {
        // Looked up once for all fields, and only if the procedure has questions that the table can answer.
        let scene = move || self.battle.filter(|_| self.procedure.known.is_some()).map(|battle| self.scene(battle));
        let scene = Memo::new_with_compare(move |_| scene(), |_, _| true);
        Sheet {
            // A memo, so that the input is filled in once for all fields.
            value: Memo::new(move |_| self.sketch()).into(),
            fault: Signal::derive(move || self.outlook.with(|outlook| outlook.fault().cloned())),
            set: Callback::new(move |(place, value): (String, Option<Json>)| self.answer(&place, value)),
            name: Callback::new(move |place: String| self.member_name(&place)),
            participants: Callback::new(move |list: String| self.battle.is_some() && self.role_of(&list).is_some()),
            known: Callback::new(move |place: String| {
                scene.with(|scene| known(self.procedure, scene.as_ref(), &place))
            }),
            names_of_units: Signal::derive(move || self.named_units()),
            names: Callback::new(move |what| self.names_for_field(what)),
            appearance: Callback::new(move |(what, nth): (String, usize)| self.appearance(&what, nth)),
            forbidden: Callback::new(move |(place, value): (String, Json)| {
                self.key.track();
                let reason = self.with_panel(|panel, tables| panel.forbids(&place, &value, tables))?;
                Some(self.named_units().spell(&reason))
            }),
            decisive: Signal::derive(move || {
                self.outlook.with(|outlook| outlook.decision().map(|decision| decision.field))
            }),
            hidden: self.drawn_sketch().map_or(&[], |sketch| sketch.instead_of),
        }
    }

    /// The role whose units the members of a list describe.
    fn role_of(self, list: &str) -> Option<&'static Role> {
        self.procedure.participants.iter().find(|role| role.list().is_some_and(|(bound, _)| bound == list))
    }

    /// The appearance of a unit. `what` is a role, a list of facts or a list of names, and `nth` the unit's index in it.
    fn appearance(self, what: &str, nth: usize) -> Option<Appearance> {
        let battle = self.battle?;
        let role = self.procedure.participants.iter().find(|role| role.id == what).or_else(|| self.role_of(what));
        let id = match role {
            Some(role) => self.participants.with(|participants| participants.units(role.id).get(nth).cloned()),
            None => (self.procedure.names)(&self.scene(battle), what).into_iter().nth(nth)?.unit,
        }?;
        battle.with(|open| {
            let state = open.state();
            let sign = (self.ruleset.glance.sign)(&state.facts(&id), state.mustered(&id)?);
            Some(Appearance { side: state.unit(&id)?.side, sign })
        })
    }

    /// The name of the unit that an object or a list member describes.
    pub(super) fn member_name(self, place: &str) -> Option<String> {
        if let Some(role) = self.procedure.participants.iter().find(|role| role.at == Some(place)) {
            return self.names(role.id).into_iter().next();
        }
        let (list, index) = place.strip_suffix(']')?.rsplit_once('[')?;
        // Several units of a role can share one object.
        let shared = || self.procedure.participants.iter().find(|role| role.at == Some(list));
        self.names(self.role_of(list).or_else(shared)?.id).into_iter().nth(index.parse().ok()?)
    }

    /// Name of the unit at a place of the input. Without a battle, the label of the place: `Opponents 2`. `None` for an empty place.
    pub(super) fn whose(self, place: &str) -> Option<String> {
        if place.is_empty() {
            return None;
        }
        self.member_name(place).or_else(|| {
            let label_text = label(self.procedure.form.at(place)?, &self.named_units());
            let nth = place.strip_suffix(']').and_then(|place| place.rsplit_once('[')?.1.parse::<usize>().ok());
            Some(nth.map_or_else(|| label_text.clone(), |nth| format!("{label_text} {}", nth + 1)))
        })
    }

    /// The unanswered number with bands about a unit of an enemy role: its place, and its bands. Each candidate is offered with these
    /// bands, so that one tap answers both the unit and, for example, its distance.
    pub(super) fn open_bands(self, role: &Role) -> Option<(String, Vec<Band>)> {
        if role.whose != Whose::Enemy {
            return None;
        }
        let form = self.procedure.form;
        let by_one = |role: &Role| self.participants.with(|participants| participants.units(role.id).len()) == 1;
        let of_one = self.procedure.participants.iter().filter(|role| by_one(role)).find_map(|role| {
            let (list, _) = role.list()?;
            let Kind::List { of: Kind::Object(inner), .. } = form.field(list)?.kind else { return None };
            Some((format!("{list}[0]."), *inner))
        });
        let forms = [(String::new(), form)].into_iter().chain(of_one);
        let (place, bands) = forms
            .filter_map(|(holder, form)| {
                let field = form.fields.iter().find(|field| field.bands().is_some())?;
                Some((format!("{holder}{}", field.id), field.bands()?))
            })
            .next()?;
        let answers = self.sketch();
        path::get(&answers, &place).is_none().then(|| (place.clone(), bands_at(bands, &answers, &place)))
    }
}

/// True for a question that the table answers.
fn known(procedure: &Procedure, scene: Option<&Scene>, place: &str) -> bool {
    procedure.known.zip(scene).is_some_and(|(known, scene)| known(scene, place))
}

/// The questions of a panel, and the message about a wrong or missing answer.
#[component]
pub(super) fn Questions(
    panel: LivePanel,
    /// True if facts of the units are hidden on this device. They are then not shown among the questions.
    #[prop(optional)]
    hides: bool,
    /// Fields that are asked elsewhere.
    #[prop(optional, into)]
    without: Vec<&'static Field>,
) -> impl IntoView {
    let without = StoredValue::new(without);
    let sheet = panel.sheet();
    let form = panel.procedure.form;
    let shown = if panel.battle.is_some() { Shown::Questions } else { Shown::All };
    let folded = move |summary: &'static str, shown: Shown| {
        (panel.battle.is_some() && shown.any(form)).then(|| {
            view! { <details class="disclosure"><summary>{summary}</summary><Fields sheet form shown without=without.get_value()/></details> }
        })
    };
    view! {
        <Show when=move || panel.has_participants()>
            <form class="questions" on:submit=|event| event.prevent_default()>
                {panel.battle.map(|battle| view! { <Grids panel battle/> })}
                {panel.drawn_sketch().map(|sketch| view! { <Fields sheet form=sketch.form shown=Shown::Questions/> })}
                <Fields sheet form shown without=without.get_value()/>
                {panel.battle.map(|battle| view! { <OwnModifiers panel battle/> })}
                {folded(say("More situations"), Shown::Rare)}
                {if hides { None } else { folded(say("Unit details"), Shown::Facts) }}
            </form>
        </Show>
        {move || match panel.outlook.with(|outlook| (**outlook).clone()) {
            Outlook::Refused(fault) => {
                let at_buttons = panel.prompt(&fault);
                Some(view! { <Refused field=label_of(panel, &fault) at_buttons fault/> }.into_any())
            }
            Outlook::Barred(reasons) => reasons.first().map(|reason| {
                let why = capital(&panel.named_units().spell(reason));
                view! { <AtTheButtons class="glance refusal" why/> }.into_any()
            }),
            _ => None,
        }}
    }
}

/// The field of a fault; `None` if the fault concerns no field.
fn field_of(panel: LivePanel, fault: &InputFault) -> Option<&'static Field> {
    let sketched = panel.drawn_sketch().and_then(|sketch| sketch.form.at(&fault.field));
    sketched.or_else(|| panel.procedure.form.at(&fault.field))
}

/// The label of the field of a fault.
fn label_of(panel: LivePanel, fault: &InputFault) -> Option<String> {
    Some(label(field_of(panel, fault)?, &panel.named_units())).filter(|field| !field.is_empty())
}

impl LivePanel {
    /// The button text for a missing number with bands: `Enter the range`. `None` for other faults.
    pub(super) fn prompt(self, fault: &InputFault) -> Option<String> {
        let field = field_of(self, fault).filter(|field| fault.is_missing && field.bands().is_some())?;
        let label = label(field, &self.named_units());
        // The unit of measure is shown at the field.
        let (what, _) = label.split_once(',').unwrap_or((&label, ""));
        Some(text!("Enter the {field}", field = uncapital(what)).to_string())
    }
}

/// The message in the place of the odds: a missing answer, or the reason why the answers are refused. If the field is visible, its own
/// message is enough, and the style sheet shows only the button that leads to the field.
#[component]
fn Refused(
    field: Option<String>,
    /// A shorter text for the place above the buttons.
    at_buttons: Option<String>,
    fault: InputFault,
) -> impl IntoView {
    let go_to_field = field.clone().map(|field| {
    let go = move |_| keyboard::focus_on_wrong();
        view! { <button type="button" class="quiet way" on:click=go>{text!("Go to: {field}", field = field).to_string()}</button> }
    });
    if fault.is_missing {
        let words = text!("Still needed: {field}.", field = field.unwrap_or_default()).to_string();
        return view! {
            <div class="empty"><p role="status">{words.clone()}</p>{go_to_field}</div>
            <AtTheButtons class="glance refusal missing" why=at_buttons.map_or(words, |say| format!("{say}."))/>
        }
        .into_any();
    }
    let field = field.map(|field| view! { <b>{text!("{field}: ", field = field).to_string()}</b> });
    view! {
        <div class="refused"><p role="alert">{field}{fault.message.clone()}</p>{go_to_field}</div>
        <AtTheButtons class="glance refusal" why=fault.message/>
    }
    .into_any()
}

/// The reason why nothing can be rolled, above the buttons, because the field may be scrolled away. A tap leads to the field. The text
/// is drawn by the style sheet, so that screen readers and the browser's search do not find it twice.
#[component]
fn AtTheButtons(class: &'static str, why: String) -> impl IntoView {
    view! { <p class=class aria-hidden="true" on:click=|_| keyboard::focus_on_wrong()><span data-what=why></span></p> }
}
