//! The dice of a panel: rolled by the app, or entered from the table.

use super::choice::MidRollChoice;
use super::panel::LivePanel;
use crate::app::components::counted_dice::{CountPad, RolledFaces};
use crate::app::components::dice::{DicePad, LotsPad, without_repeated_names};
use crate::app::platform::{keyboard, room};
use crate::app::state::BattleState;
use crate::app::state::route::{Route, router};
use battle::Draft;
use battle::panel::{Die, Message};
use leptos::ev::pagehide;
use leptos::prelude::*;
use rules::dice::{Roll, RollRequest};
use rules::text::say;
use std::time::Duration;

/// Delay before answers are saved.
const SAVE_DELAY: Duration = Duration::from_millis(100);

impl LivePanel {
    /// Saves the answers after a delay, so that a tap does not wait for storage. They are saved at once if the page is left.
    pub(super) fn keep_answers(self, battle: BattleState, draft: Draft) {
        let draft = (battle.id(), self.with_page_state(draft));
        if self.unsaved.try_update_value(|unsaved| unsaved.replace(draft).is_none()) == Some(true) {
            set_timeout(move || self.save_answers(), SAVE_DELAY);
        }
    }

    fn save_answers(self) {
        let unsaved = self.unsaved.try_update_value(Option::take).flatten();
        // Once there are dice, the answers are saved with them.
        let unsaved = unsaved.filter(|_| self.dice.with_untracked(Vec::is_empty));
        unsaved.into_iter().for_each(|(battle, draft)| self.app.keep_answers(battle, &draft));
    }

    /// Saves delayed answers when the page is left or closed.
    pub(super) fn save_before_leaving(self) {
        let closing = window_event_listener(pagehide, move |_| self.save_answers());
        on_cleanup(move || {
            closing.remove();
            self.save_answers();
        });
    }

    /// Deletes the saved dice after they are settled, written to the log as a roll, or taken back.
    pub(super) fn drop_dice(self) {
        let id = self.dice_id.try_update_value(Option::take).flatten();
        if let (Some(battle), Some(id)) = (self.battle, id) {
            battle.drop_dice(&id);
        }
    }

    /// Takes over dice that another tab enters for the same act.
    pub(super) fn follow_dice(self) {
        let Some(battle) = self.battle else { return };
        Effect::new(move |_| {
            let saved = battle.kept_dice(&self.dice_id.get_value().unwrap_or_default());
            let entered = self.with_panel(|panel, _| {
                panel.rolling().map(|rolling| rolling.entered().iter().map(|die| die.face).collect::<Vec<u8>>())
            });
            if let Some(saved) = saved.filter(|saved| Some(&saved.faces) != entered.as_ref() && entered.is_some()) {
                self.send(Message::EnteredElsewhere(Box::new(saved)));
            }
        });
    }

    /// Label of the button that rolls the dice that are not entered.
    pub(super) fn roll_words(self) -> &'static str {
        if self.dice.with(Vec::is_empty) { say("Roll") } else { say("Roll the rest") }
    }

    /// Goes back to the questions. The panel ignores this once there are dice.
    pub(super) fn back(self) {
        self.send(Message::Back);
        keyboard::focus(self.enter_button);
    }

    /// Repeats the dice of the corrected act, as far as the rolls are the same. Dice from the table are entered again; those of the app
    /// are rolled again from their numbers.
    fn roll_again(self) {
        self.send(Message::EnterDice);
        if self.with_panel(|panel, tables| panel.goes_on_by_app(tables)) {
            self.roll_rest();
        }
    }

    /// True if players must make a choice before the next roll.
    pub(super) fn must_choose(self) -> bool {
        self.shown.with(|shown| shown.dice.mid_roll_choice.is_some())
    }

    /// The ruleset's sentences about what is certain before any dice.
    fn known_before(self) -> impl IntoView + use<> {
        let names = self.named_units();
        let ready = self.shown.with(|shown| self.procedure.read(&shown.input));
        let before = ready.map(|ready| ready.preview().words).unwrap_or_default();
        let before = before.iter().map(|words| names.spell(words));
        before.map(|words| view! { <p class="before">{words}</p> }).collect_view()
    }

    /// The complete rolls, and the dice of the incomplete one.
    fn so_far(self, rolls: &[Roll], successes: Vec<Option<bool>>) -> impl IntoView + use<> {
        let dice = self.dice.get();
        let labels = self.label_rolls(rolls.iter().map(|roll| roll.purpose.as_str()));
        let complete = labels.into_iter().zip(rolls.iter().map(|roll| roll.faces.len()));
        let rest = dice.len().saturating_sub(rolls.iter().map(|roll| roll.faces.len()).sum());
        let rest = (rest > 0).then(|| (say("Now").to_owned(), rest));
        let (mut dice, mut successes) = (dice.into_iter(), successes.into_iter().chain(std::iter::repeat(None)));
        let mut whose = String::new();
        let rows = complete.chain(rest).map(|(purpose, count)| {
            let of_roll: Vec<(Die, Option<bool>)> = dice.by_ref().zip(successes.by_ref()).take(count).collect();
            let runs = of_roll.chunk_by(|(one, _), (other, _)| one.counted == other.counted).map(|run| {
                let (dice, successes): (Vec<Die>, Vec<Option<bool>>) = run.iter().copied().unzip();
                let faces = dice.iter().map(|die| die.face).collect();
                view! { <RolledFaces faces successes counted=dice[0].counted/> }
            });
            let purpose = without_repeated_names(&mut whose, purpose);
            view! { <p class="rolled"><span>{purpose}</span>{runs.collect_view()}</p> }
        });
        view! { <div class="rolls">{rows.collect_view()}</div> }
    }
}

/// The pad for the next dice, with the dice so far. Nothing above the pad changes its height with a die.
#[component]
pub(super) fn DiceInput(panel: LivePanel) -> impl IntoView {
    let dice_state = Memo::new(move |_| panel.shown.with(|shown| shown.dice.clone()));
    let needs = Memo::new(move |_| {
        dice_state.with(|dice_state| {
            dice_state.next.as_ref().filter(|_| dice_state.mid_roll_choice.is_none()).map(|(roll, _)| roll.clone())
        })
    });
    let on_back = Callback::new(move |()| panel.send(Message::TakeBack));
    let choice = move || {
        let (field, which, can_go_back) = dice_state.with(|dice_state| {
            let field = dice_state.mid_roll_choice.and_then(|id| panel.procedure.form.field(id))?;
            let (roll, _) = dice_state.next.as_ref()?;
            Some((field, panel.label_next(roll), dice_state.can_take_back))
        })?;
        Some(view! { <MidRollChoice panel field which on_back can_go_back/> })
    };
    let refused = move || dice_state.with(|dice_state| dice_state.refused.as_ref().map(ToString::to_string));
    let so_far = move || {
        dice_state.with(|dice_state| {
            dice_state.refused.is_none().then(|| panel.so_far(&dice_state.rolls, dice_state.successes.clone()))
        })
    };
    let are_in_pad = move || needs.with(Option::is_some) && !panel.procedure.draws_lots();
    // If the page became shorter, a page that is scrolled to its end would move under the thumb.
    room::keep_height("main.resolve", move || panel.dice.with(|_| ()));
    view! {
        {move || panel.known_before()}
        <Show when=move || needs.with(Option::is_some)><Pad panel next_roll=needs so_far=move || so_far/></Show>
        {choice}
        {move || refused().map(|words| view! { <p class="refused" role="alert">{words}</p> })}
        <Show when=move || !are_in_pad()>{so_far}</Show>
    }
}

/// The pad for the next dice with the dice so far, or the pad for lots.
#[component]
fn Pad(panel: LivePanel, next_roll: Memo<Option<RollRequest>>, #[prop(into)] so_far: ViewFn) -> impl IntoView {
    // A second click can arrive after the last die, before the pad disappears.
    let on_face = Callback::new(move |face| {
        if next_roll.with_untracked(Option::is_some) {
            panel.send(Message::Die(face));
        }
    });
    let on_back = Callback::new(move |()| panel.send(Message::TakeBack));
    let on_leave = Callback::new(move |()| panel.back());
    if let Some(hints) = &panel.procedure.lots {
        let lots = Signal::derive(move || (hints.faces)(&panel.input()));
        return view! { <LotsPad name=say(hints.name) lots on_face on_leave/> }.into_any();
    }
    let with_label = move |roll: RollRequest| {
        let purpose = panel.label_next(&roll);
        (roll, purpose)
    };
    let needs = Signal::derive(move || next_roll.get().map(with_label));
    let each = Signal::derive(move || {
        let (_, needs) = panel.next_roll()?;
        Some(panel.each_die(&needs.owners, &needs.dice))
    });
    let each = Signal::derive(move || each.get().unwrap_or_default());
    let entered = Signal::derive(move || {
        panel.shown.with(|shown| {
            let complete: usize = shown.dice.rolls.iter().map(|roll| roll.faces.len()).sum();
            shown.dice.dice.len().saturating_sub(complete)
        })
    });
    let can_go_back = Signal::derive(move || panel.shown.with(|shown| shown.dice.can_take_back));
    let on_count = Callback::new(move |successes| {
        if next_roll.with_untracked(Option::is_some) {
            panel.send(Message::Successes(successes));
        }
    });
    let counts = Memo::new(move |_| {
        let roll = next_roll.get().filter(|roll| roll.count > 1)?;
        let from = roll.counts_from?;
        Some((roll, from))
    });
    view! {
        <DicePad needs each entered can_go_back on_face on_back on_leave so_far/>
        <CountPad counts open=panel.counting on_count/>
    }
    .into_any()
}

/// The buttons below a panel.
#[component]
pub(super) fn Buttons(panel: LivePanel) -> impl IntoView {
    let choosing = Memo::new(move |_| panel.must_choose());
    let buttons = move || match (panel.logged().is_some(), panel.is_rolling()) {
        // The app's roll continues after the choice, so it cannot be discarded here.
        (true, _) if choosing.get() => ().into_any(),
        (true, _) => view! { <OnlyDiscard panel/> }.into_any(),
        (false, true) => view! { <WhileTyping panel choosing/> }.into_any(),
        (false, false) => view! { <BeforeRolling panel/> }.into_any(),
    };
    view! { <div class="actions">{move || buttons()}</div> }
}

#[component]
fn BeforeRolling(panel: LivePanel) -> impl IntoView {
    let dice = Memo::new(move |_| panel.outlook.with(|outlook| outlook.ready()?.certain_dice.clone()));
    let has_earlier = panel.with_panel(|panel, _| panel.has_earlier());
    let cannot = move || dice.with(Option::is_none) || panel.is_blocked();
    // A correction must not give new dice.
    let roll_now = move |_| if has_earlier { panel.roll_again() } else { panel.roll_rest() };
    // If a number is missing, the button asks for it, and leads to its field.
    let prompt = Memo::new(move |_| panel.outlook.with(|outlook| panel.prompt(outlook.fault()?)));
    let lots = panel.procedure.lots.as_ref();
    let roll = move || match (lots, dice.get()) {
        (_, Some(_)) if has_earlier => say("Use the same dice").to_owned(),
        (Some(lots), Some(_)) => say(lots.draw).to_owned(),
        (None, Some(dice)) => dice.button().to_string(),
        (_, None) => say("Roll").to_owned(),
    };
    view! {
        <button node_ref=panel.enter_button aria-keyshortcuts="e" disabled=move || cannot() on:click=move |_| panel.send(Message::EnterDice)>{lots.map_or(say("Enter dice"), |lots| say(lots.name))}</button>
        {move || match prompt.get() {
            Some(say) => view! { <button class="primary" aria-keyshortcuts="d" on:click=|_| keyboard::focus_on_wrong()>{say}</button> }.into_any(),
            None => view! {
                <button class="primary" aria-keyshortcuts="d" disabled=move || cannot() on:click=roll_now>{move || roll()}</button>
            }
            .into_any(),
        }}
    }
}

#[component]
fn WhileTyping(panel: LivePanel, choosing: Memo<bool>) -> impl IntoView {
    let lacks_earlier = Memo::new(move |_| {
        panel.dice.with(|_| ());
        panel.with_panel(|panel, tables| panel.lacks_earlier(tables))
    });
    let rest = move || panel.procedure.lots.as_ref().map_or_else(|| panel.roll_words(), |lots| say(lots.draw));
    view! {
        <button disabled=move || panel.dice.with(|dice| !dice.is_empty()) on:click=move |_| panel.back()>{say("Back")}</button>
        <button class="primary" aria-keyshortcuts="d" disabled=move || panel.is_blocked() || choosing.get() || lacks_earlier.get() on:click=move |_| panel.roll_rest()>{rest}</button>
    }
}

/// The button that discards a roll of the app that has no outcome, because the rules have changed since.
#[component]
fn OnlyDiscard(panel: LivePanel) -> impl IntoView {
    let router = router();
    let discard = move |_| {
        panel.discard();
        if let Some(battle) = panel.battle {
            router.go(&Route::table(battle.id()));
        }
    };
    view! { <button on:click=discard>{say("Discard")}</button> }
}
