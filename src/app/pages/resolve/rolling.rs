//! The dice of a panel: rolled by the app, or typed in from the table.

use super::choice::RaisedChoice;
use super::panel::LivePanel;
use crate::app::components::counted_dice::{CountPad, RolledFaces};
use crate::app::components::dice::{DicePad, LotsPad, said_once};
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

/// Time after which answers are saved.
const SAVE_DELAY: Duration = Duration::from_millis(100);

impl LivePanel {
    /// Saves what was said a moment later, as nobody waits for that; at the latest when the page is left.
    pub(super) fn keep_answers(self, battle: BattleState, draft: Draft) {
        let draft = (battle.id(), self.of_page(draft));
        if self.unsaved.try_update_value(|unsaved| unsaved.replace(draft).is_none()) == Some(true) {
            set_timeout(move || self.save_answers(), SAVE_DELAY);
        }
    }

    fn save_answers(self) {
        let unsaved = self.unsaved.try_update_value(Option::take).flatten();
        // Once there are dice, the answers are kept with them.
        let unsaved = unsaved.filter(|_| self.dice.with_untracked(Vec::is_empty));
        unsaved.into_iter().for_each(|(battle, draft)| self.app.keep_answers(battle, &draft));
    }

    /// Saves what was said when the page is left.
    pub(super) fn save_before_leaving(self) {
        let closing = window_event_listener(pagehide, move |_| self.save_answers());
        on_cleanup(move || {
            closing.remove();
            self.save_answers();
        });
    }

    /// Forgets the dice that are kept: they are settled, in a roll of the log, or taken back.
    pub(super) fn drop_dice(self) {
        let id = self.kept_as.try_update_value(Option::take).flatten();
        if let (Some(battle), Some(id)) = (self.battle, id) {
            battle.drop_dice(&id);
        }
    }

    /// Shows dice that are entered for the same act in another tab.
    pub(super) fn follow_dice(self) {
        let Some(battle) = self.battle else { return };
        Effect::new(move |_| {
            let kept = battle.kept_dice(&self.kept_as.get_value().unwrap_or_default());
            let entered = self.with_panel(|panel, _| {
                panel.rolling().map(|rolling| rolling.entered().iter().map(|die| die.face).collect::<Vec<u8>>())
            });
            if let Some(kept) = kept.filter(|kept| Some(&kept.faces) != entered.as_ref() && entered.is_some()) {
                self.send(Message::EnteredElsewhere(Box::new(kept)));
            }
        });
    }

    /// Back to the questions, as long as nothing was rolled.
    pub(super) fn back(self) {
        self.send(Message::Back);
        keyboard::focus(self.enter_button);
    }

    /// Uses the dice of the corrected act again, as far as the rolls are the same: those of the table are entered, and those of the app
    /// come again by their numbers.
    fn roll_again(self) {
        self.send(Message::EnterDice);
        if self.with_panel(|panel, tables| panel.goes_on_by_app(tables)) {
            self.roll_rest();
        }
    }

    /// A choice that the dice raised must be made before the next roll.
    pub(super) fn must_choose(self) -> bool {
        self.shown.with(|shown| shown.dice.raised.is_some())
    }

    /// Words on what is known before any dice.
    fn known_before(self) -> impl IntoView + use<> {
        let names = self.named_units();
        let ready = self.shown.with(|shown| self.procedure.read(&shown.input));
        let before = ready.map(|ready| ready.preview().words).unwrap_or_default();
        let before = before.iter().map(|words| names.spell(words));
        before.map(|words| view! { <p class="before">{words}</p> }).collect_view()
    }

    /// The rolls that are complete, and the dice of the one that is not.
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
            let purpose = said_once(&mut whose, purpose);
            view! { <p class="rolled"><span>{purpose}</span>{runs.collect_view()}</p> }
        });
        view! { <div class="rolls">{rows.collect_view()}</div> }
    }
}

/// The pad for the dice to come, with those so far: nothing above the pad changes with a die.
#[component]
pub(super) fn DiceInput(panel: LivePanel) -> impl IntoView {
    let played = Memo::new(move |_| panel.shown.with(|shown| shown.dice.clone()));
    let needs = Memo::new(move |_| {
        played.with(|played| played.next.as_ref().filter(|_| played.raised.is_none()).map(|(roll, _)| roll.clone()))
    });
    let on_back = Callback::new(move |()| panel.send(Message::TakeBack));
    let choice = move || {
        let (field, which, can_go_back) = played.with(|played| {
            let field = played.raised.and_then(|id| panel.procedure.form.field(id))?;
            let (roll, _) = played.next.as_ref()?;
            Some((field, panel.label_next(roll), played.can_take_back))
        })?;
        Some(view! { <RaisedChoice panel field which on_back can_go_back/> })
    };
    let refused = move || played.with(|played| played.refused.as_ref().map(ToString::to_string));
    let so_far = move || {
        played.with(|played| played.refused.is_none().then(|| panel.so_far(&played.rolls, played.successes.clone())))
    };
    let pad_shows_them = move || needs.with(Option::is_some) && !panel.procedure.draws_lots();
    // A page that is scrolled to its end would move if it became shorter.
    room::keep_height("main.resolve", move || panel.dice.with(|_| ()));
    view! {
        {move || panel.known_before()}
        <Show when=move || needs.with(Option::is_some)><Pad panel asked=needs so_far=move || so_far/></Show>
        {choice}
        {move || refused().map(|words| view! { <p class="refused" role="alert">{words}</p> })}
        <Show when=move || !pad_shows_them()>{so_far}</Show>
    }
}

/// The pad of the dice that are asked for, with those so far, or of the lots.
#[component]
fn Pad(panel: LivePanel, asked: Memo<Option<RollRequest>>, #[prop(into)] so_far: ViewFn) -> impl IntoView {
    // A second click may come before the pad goes.
    let on_face = Callback::new(move |face| {
        if asked.with_untracked(Option::is_some) {
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
    let needs = Signal::derive(move || asked.get().map(with_label));
    let each = Signal::derive(move || {
        let (_, needs) = panel.next_roll()?;
        Some(panel.each_die(&needs.owners, &needs.dice))
    });
    let each = Signal::derive(move || each.get().unwrap_or_default());
    let can_go_back = Signal::derive(move || panel.shown.with(|shown| shown.dice.can_take_back));
    let on_count = Callback::new(move |successes| {
        if asked.with_untracked(Option::is_some) {
            panel.send(Message::Successes(successes));
        }
    });
    let counts = Memo::new(move |_| {
        let roll = asked.get().filter(|roll| roll.count > 1)?;
        let from = roll.counts_from?;
        Some((roll, from))
    });
    view! {
        <DicePad needs each can_go_back on_face on_back on_leave so_far/>
        <CountPad counts open=panel.counting on_count/>
    }
    .into_any()
}

/// The buttons below a panel.
#[component]
pub(super) fn Buttons(panel: LivePanel) -> impl IntoView {
    let choosing = Memo::new(move |_| panel.must_choose());
    let buttons = move || match (panel.logged().is_some(), panel.is_rolling()) {
        // A roll of the app that raised a choice waits for it.
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
    let cannot = move || dice.with(Option::is_none) || panel.blocked();
    // A correction grants no fresh dice.
    let roll_now = move |_| if has_earlier { panel.roll_again() } else { panel.roll_rest() };
    // A tap on what is missing leads to it.
    let to_say = Memo::new(move |_| panel.outlook.with(|outlook| panel.to_say(outlook.fault()?)));
    let lots = panel.procedure.lots.as_ref();
    let roll = move || match (lots, dice.get()) {
        (_, Some(_)) if has_earlier => say("Use the same dice").to_owned(),
        (Some(lots), Some(_)) => say(lots.draw).to_owned(),
        (None, Some(dice)) => dice.button().to_string(),
        (_, None) => say("Roll").to_owned(),
    };
    view! {
        <button node_ref=panel.enter_button aria-keyshortcuts="e" disabled=move || cannot() on:click=move |_| panel.send(Message::EnterDice)>{lots.map_or(say("Enter dice"), |lots| say(lots.name))}</button>
        {move || match to_say.get() {
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
    let rest = panel.procedure.lots.as_ref().map_or(say("Roll the rest"), |lots| say(lots.draw));
    view! {
        <button disabled=move || panel.dice.with(|dice| !dice.is_empty()) on:click=move |_| panel.back()>{say("Back")}</button>
        <button class="primary" aria-keyshortcuts="d" disabled=move || panel.blocked() || choosing.get() || lacks_earlier.get() on:click=move |_| panel.roll_rest()>{rest}</button>
    }
}

/// The way out of a roll of the app that has no outcome, because the rules have changed since.
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
