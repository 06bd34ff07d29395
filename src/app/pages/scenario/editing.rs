//! Editing a scenario: each change is checked and saved at once. What cannot be saved stays in its field, with the reason below it.

use crate::app::state::notice::Notice;
use crate::app::state::{AppState, app_state};
use exchange::storage::scenario::Scenario;
use leptos::prelude::*;
use rules::number;
use rules::ruleset::Ruleset;
use rules::text;
use rules::text::say;

/// The scenario of a page.
#[derive(Clone, Copy)]
pub(super) struct Editing {
    pub(super) app: AppState,
    pub(super) ruleset: &'static Ruleset,
    /// Its id: that of a saved scenario, or of one of the library.
    pub(super) id: StoredValue<String>,
    /// The scenario as it is played. It does not change for a scenario that is gone.
    pub(super) scenario: Memo<Scenario>,
    /// The copy that this page plays, if the scenario itself cannot be changed: it is of the library, for players, or of a newer version.
    copy: Option<RwSignal<Scenario>>,
}

impl Editing {
    /// Opens a scenario. `can_edit` is false if only a copy for this page can be changed.
    pub(super) fn open(ruleset: &'static Ruleset, id: String, scenario: Scenario, can_edit: bool) -> Self {
        let app = app_state();
        let copy = (!can_edit).then(|| RwSignal::new(scenario.clone()));
        let id = StoredValue::new(id);
        let scenario = Memo::new(move |before: Option<&Scenario>| match copy {
            Some(copy) => copy.get(),
            None => {
                let saved = id.with_value(|id| app.scenario(id)).map(|saved| saved.value);
                saved.or_else(|| before.cloned()).unwrap_or_else(|| scenario.clone())
            }
        });
        Self { app, ruleset, id, scenario, copy }
    }

    /// True if the scenario itself can be changed.
    pub(super) fn can_edit(self) -> bool {
        self.copy.is_none()
    }

    /// Changes the scenario. The error is the reason in words why it cannot be changed so.
    pub(super) fn change(self, change: impl FnOnce(&mut Scenario)) -> Result<(), String> {
        match self.copy {
            Some(copy) => copy.update(change),
            None => return self.id.with_value(|id| self.app.change_scenario(id, change)),
        }
        Ok(())
    }

    /// Changes the scenario, or shows a notice why that is not possible. Returns true if it was possible.
    pub(super) fn change_or_notice(self, change: impl FnOnce(&mut Scenario)) -> bool {
        let refused = self.change(change).err();
        let is_done = refused.is_none();
        if let Some(why) = refused {
            self.app.notice.set(Some(Notice::new(why).of_this_page()));
        }
        is_done
    }

    /// Removes a part with this name. The notice offers to undo it.
    pub(super) fn remove(self, name: &str, change: impl FnOnce(&mut Scenario)) {
        let words = text!("“{name}” is removed.", name = name.to_owned()).to_string();
        self.id.with_value(|id| {
            self.app.offer_scenario_undo(id, words, || {
                self.change_or_notice(|scenario| {
                    change(scenario);
                    scenario.drop_unknown_references();
                });
            });
        });
    }

    /// Reads a value of the scenario, and follows it.
    pub(super) fn read<T: PartialEq + Send + Sync + 'static>(
        self,
        read: impl Fn(&Scenario) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        Memo::new(move |_| self.scenario.with(&read))
    }
}

/// The input of a field that was refused, and the reason.
type Refused = RwSignal<Option<(String, String)>>;

/// Saves the input of a field, and tries it again when the scenario has changed.
fn saved(editing: Editing, put: Callback<String, Result<(), String>>) -> (Refused, Callback<String>) {
    let refused = Refused::new(None);
    let typed = Callback::new(move |text: String| {
        refused.set(put.run(text.clone()).err().map(|why| (text, why)));
    });
    // Another field may have been in the way.
    Effect::new(move |_| {
        editing.scenario.track();
        if let Some((text, _)) = refused.get_untracked() {
            let why = untrack(|| put.run(text.clone())).err();
            refused.set(why.map(|why| (text, why)));
        }
    });
    (refused, typed)
}

/// The reason below a field why its input was refused.
fn fault(refused: Refused) -> impl IntoView {
    let why = Memo::new(move |_| refused.with(|refused| refused.as_ref().map(|(_, why)| why.clone())));
    move || why.get().map(|why| view! { <p class="fault" role="alert">{why}</p> })
}

/// A text of the scenario.
#[component]
pub(super) fn TextEntry(
    editing: Editing,
    label: &'static str,
    value: Memo<String>,
    /// Changes the text. The error is the reason why it cannot be so.
    put: Callback<String, Result<(), String>>,
    /// Greatest number of letters.
    most: usize,
    /// Number of lines; one line by default.
    #[prop(optional)]
    lines: usize,
    #[prop(optional)] example: &'static str,
) -> impl IntoView {
    let (refused, typed) = saved(editing, put);
    let shown = move || refused.with(|refused| refused.as_ref().map(|(text, _)| text.clone())).unwrap_or(value.get());
    let is_invalid = move || refused.with(Option::is_some).then_some("true");
    let field = if lines > 1 {
        view! {
            <textarea rows=lines maxlength=most placeholder=example prop:value=shown aria-invalid=is_invalid
                on:input=move |event| typed.run(event_target_value(&event))></textarea>
        }
        .into_any()
    } else {
        view! {
            <input type="text" autocomplete="off" maxlength=most placeholder=example prop:value=shown aria-invalid=is_invalid
                on:input=move |event| typed.run(event_target_value(&event))/>
        }
        .into_any()
    };
    view! { <label class="pick"><span class="label">{label}</span>{field}</label>{fault(refused)} }
}

/// A whole number of the scenario.
#[component]
pub(super) fn NumberEntry(
    editing: Editing,
    #[prop(into)] label: String,
    value: Memo<i32>,
    /// Changes the number. The error is the reason why it cannot be so.
    put: Callback<i32, Result<(), String>>,
    /// Shown instead of 0, which an empty field gives.
    #[prop(optional)]
    none: Option<&'static str>,
) -> impl IntoView {
    let read = Callback::new(move |text: String| match whole(&text) {
        Some(number) => put.run(number),
        None if text.trim().is_empty() && none.is_some() => put.run(0),
        None => Err(say("Enter a whole number.").to_owned()),
    });
    let (refused, typed) = saved(editing, read);
    let number =
        move || value.with(|n| if *n == 0 && none.is_some() { String::new() } else { text::number((*n).into()) });
    let shown = move || refused.with(|refused| refused.as_ref().map(|(text, _)| text.clone())).unwrap_or_else(number);
    view! {
        <label class="pick">
            <span class="label">{label}</span>
            <input type="text" inputmode="numeric" autocomplete="off" maxlength="12" placeholder=none prop:value=shown
                aria-invalid=move || refused.with(Option::is_some).then_some("true") on:change=move |event| typed.run(event_target_value(&event))/>
        </label>
        {fault(refused)}
    }
}

fn whole(text: &str) -> Option<i32> {
    number::typed(text).and_then(|typed| number::whole(&number::json(typed)))
}
