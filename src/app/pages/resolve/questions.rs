//! The questions of a panel: what the table shows, asked as the procedure's form has it.

use super::names::Names;
use super::odds::Outlook;
use super::panel::Panel;
use super::sight;
use crate::app::parts::field::{Fault, Sheet, Shown, fields, label};
use crate::app::parts::keys;
use drumhead::core::text::say;
use drumhead::rules::procedure::{Role, Sketch};
use drumhead::text;
use leptos::prelude::*;
use serde_json::Value as Json;

impl Panel {
    fn sheet(self, outlook: Memo<Outlook>) -> Sheet {
        Sheet {
            // Filled in once for all fields.
            value: Memo::new(move |_| self.sketch()).into(),
            fault: Signal::derive(move || match outlook.get() {
                Outlook::Refused(fault) => Some(fault),
                _ => None,
            }),
            set: Callback::new(move |(place, value): (String, Option<Json>)| self.say(&place, value)),
            name: Callback::new(move |place: String| self.member_name(&place)),
            participants: Callback::new(move |list: String| self.battle.is_some() && self.role_of(&list).is_some()),
            spell: Callback::new(move |words: String| Names::of(self).spell(&words)),
            names: Callback::new(move |what| self.named(what)),
            hidden: self.drawn_sketch().map_or(&[], |sketch| sketch.instead_of),
        }
    }

    /// The role whose units stand behind the members of a list.
    fn role_of(self, list: &str) -> Option<&'static Role> {
        self.procedure.participants.iter().find(|role| role.at.split_once("[]").is_some_and(|(own, _)| own == list))
    }

    /// The unit that stands behind an object, or a member of a list.
    pub(super) fn member_name(self, place: &str) -> Option<String> {
        if let Some(role) = self.procedure.participants.iter().find(|role| role.at == place) {
            return self.names(role.id).into_iter().next();
        }
        let (list, index) = place.strip_suffix(']')?.rsplit_once('[')?;
        self.names(self.role_of(list)?.id).into_iter().nth(index.parse().ok()?)
    }

    /// Who stands at a place of the input, by name; without a battle, by what is asked there: `Opponents 2`.
    pub(super) fn whose(self, place: &str) -> Option<String> {
        if place.is_empty() {
            return None;
        }
        self.member_name(place).or_else(|| {
            let asked = label(self.procedure.form.at(place)?);
            let nth = place.strip_suffix(']').and_then(|place| place.rsplit_once('[')?.1.parse::<usize>().ok());
            Some(nth.map_or_else(|| asked.clone(), |nth| format!("{asked} {}", nth + 1)))
        })
    }

    /// The sketch that players fill in: only of units on the table.
    pub(super) fn drawn_sketch(self) -> Option<&'static Sketch> {
        self.procedure.sketch.as_ref().filter(|_| self.battle.is_some())
    }

    pub(super) fn questions(self, outlook: Memo<Outlook>) -> impl IntoView {
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
                    {level(say("More situations"), Shown::Rare)}
                    {level(say("Facts of the units"), Shown::Facts)}
                </form>
            </Show>
            {move || match outlook.get() {
                Outlook::Refused(fault) => Some(refused(self, &fault)),
                _ => None,
            }}
        }
    }
}

/// What stands where the odds would be: that something was not said yet, or why it cannot be. What is said at a field that is
/// in sight is not said again (see the style): there is only the way to it.
fn refused(panel: Panel, fault: &Fault) -> AnyView {
    let sketched = panel.drawn_sketch().and_then(|own| own.form.at(&fault.field));
    let field = sketched.or_else(|| panel.procedure.form.at(&fault.field)).map(label).unwrap_or_default();
    let field = Names::of(panel).spell(&field);
    let named = (!field.is_empty()).then_some(field);
    let way = named.clone().map(|field| {
        let way = move |_| keys::focus_on_wrong();
        view! { <button type="button" class="quiet way" on:click=way>{text!("Go to: {field}", field = field).to_string()}</button> }
    });
    if fault.unsaid {
        let words = text!("Not said yet: {field}.", field = named.unwrap_or_default()).to_string();
        let glance = at_the_buttons("glance refusal unsaid", words.clone());
        return view! { <div class="empty"><p role="status">{words}</p>{way}</div>{glance} }.into_any();
    }
    let field = named.map(|field| view! { <b>{text!("{field}: ", field = field).to_string()}</b> });
    view! {
        <div class="refused"><p role="alert">{field}{fault.message.clone()}</p>{way}</div>
        {at_the_buttons("glance refusal", fault.message.clone())}
    }
    .into_any()
}

/// Why nothing can be thrown, beside the buttons that would: the field may be out of sight. Drawn, but no text a second time to
/// whoever hears the page or looks for a word in it; a tap leads to the field.
fn at_the_buttons(class: &'static str, why: String) -> impl IntoView {
    view! { <p class=class aria-hidden="true" on:click=|_| keys::focus_on_wrong()><span data-what=why></span></p> }
}
