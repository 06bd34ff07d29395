//! Buttons that change a number step by step, and the refusal of a step at the end of its range. Counters of units, numbers in forms and
//! lengths of lists use them.

use super::field::StepFigure;
use crate::app::state::AppState;
use crate::app::state::notice::Notice;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use rules::text;

/// A step of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To the next smaller number.
    Less,
    /// To the next larger number.
    More,
}

impl Step {
    /// The change to a whole number: 1 or −1.
    pub fn one(self) -> i32 {
        match self {
            Self::Less => -1,
            Self::More => 1,
        }
    }

    fn sign(self) -> &'static str {
        match self {
            Self::Less => "−",
            Self::More => "+",
        }
    }
}

/// The minimum and the maximum of a range as text, each only if the number has reached it.
pub type Ends = [Option<String>; 2];

pub fn ends<N: PartialOrd + Copy>(number: N, least: N, most: N, words: impl Fn(N) -> String) -> Ends {
    [(number <= least).then(|| words(least)), (number >= most).then(|| words(most))]
}

/// The steps of a number. At the end of the range the button stays in its place and keeps the focus. It is marked as disabled, its
/// description gives the reason, and a tap shows the reason as a notice.
#[derive(Clone, Copy)]
pub struct Steps {
    app: AppState,
    /// Label of the number.
    what: StoredValue<String>,
    /// The unit that the number belongs to, if the page has several.
    owner: StoredValue<Option<String>>,
    ends: Signal<Ends>,
    take: Callback<Step>,
}

impl Steps {
    /// Makes the steps of a number with this label. `owner` is the unit that it belongs to, if the page has several. `take` is called with
    /// each step within the range.
    pub fn new(
        app: AppState,
        what: impl Into<String>,
        owner: Option<String>,
        ends: impl Fn() -> Ends + Send + Sync + 'static,
        take: impl Fn(Step) + Send + Sync + 'static,
    ) -> Self {
        let (what, owner) = (StoredValue::new(what.into()), StoredValue::new(owner));
        Self { app, what, owner, ends: Memo::new(move |_| ends()).into(), take: Callback::new(take) }
    }

    /// Takes a step, or shows the reason why it cannot be taken.
    pub fn take(self, step: Step) {
        match untrack(|| self.refusal(step)) {
            Some(why) => self.app.notice.set(Some(Notice::new(why).of_this_page().lets_taps_through())),
            None => self.take.run(step),
        }
    }

    /// Takes a step if the key is an arrow up or down, in a text box with the number.
    pub fn take_by_arrow(self, event: &KeyboardEvent) {
        let step = match event.key().as_str() {
            "ArrowUp" => Step::More,
            "ArrowDown" => Step::Less,
            _ => return,
        };
        event.prevent_default();
        self.take(step);
    }

    /// The reason why a step cannot be taken.
    fn refusal(self, step: Step) -> Option<String> {
        let what = || {
            let what = self.what.get_value();
            self.owner
                .with_value(|owner| owner.as_ref().map_or_else(|| what.clone(), |owner| format!("{what}, {owner}")))
        };
        self.ends.with(|[least, most]| match step {
            Step::Less => least.clone().map(|n| text!("{what}: {n} is the least.", what = what(), n = n).to_string()),
            Step::More => most.clone().map(|n| text!("{what}: {n} is the most.", what = what(), n = n).to_string()),
        })
    }

    /// The name of a step's button.
    fn name(self, step: Step) -> String {
        let what = self.what.get_value();
        let name = match step {
            Step::Less => text!("{what}: less", what = what).to_string(),
            Step::More => text!("{what}: more", what = what).to_string(),
        };
        self.owner.with_value(|owner| owner.as_ref().map_or_else(|| name.clone(), |owner| format!("{name}, {owner}")))
    }
}

/// The button of a step.
#[component]
pub fn StepButton(
    /// The steps of the number.
    steps: Steps,
    step: Step,
    /// The odds after the step, shown in the button.
    #[prop(optional)]
    figure: StepFigure,
) -> impl IntoView {
    let name = steps.name(step);
    let StepFigure { short, words, element } = figure;
    // The name includes everything that the button shows.
    let name = move || short.get().map_or_else(|| name.clone(), |short| format!("{name}, {short}"));
    let is_at_end = Memo::new(move |_| steps.refusal(step).is_some());
    let description = move || steps.refusal(step).or_else(|| words.get());
    view! {
        <button type="button" class="step" aria-label=name aria-description=description aria-disabled=move || is_at_end.get().to_string()
            on:click=move |_| steps.take(step)>{step.sign()}{element}</button>
    }
}

/// A number between the buttons of its steps, with its label.
#[component]
pub fn Stepper(
    #[prop(into)] label: String,
    /// A help button after the label.
    #[prop(optional_no_strip)]
    help: Option<AnyView>,
    steps: Steps,
    /// The odds in both buttons.
    #[prop(optional)]
    figures: [StepFigure; 2],
    /// The number: an output or a text box.
    children: Children,
) -> impl IntoView {
    let [less, more] = figures;
    view! {
        <div class="stepper" role="group" aria-label=label.clone()>
            <span class="label">{label.clone()}</span>
            {help}
            <StepButton steps step=Step::Less figure=less/>
            {children()}
            <StepButton steps step=Step::More figure=more/>
        </div>
    }
}
