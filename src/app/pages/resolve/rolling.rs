//! The dice of a panel: rolled by the app, or typed in from the table.

use super::choice::RaisedChoice;
use super::odds::Outlook;
use super::panel::{Die, Panel};
use super::quick_address;
use crate::app::components::counted_dice::{CountPad, RolledFaces};
use crate::app::components::dice::{DicePad, LotsPad, said_once};
use crate::app::platform::clock::{new_id, now};
use crate::app::platform::{keyboard, room};
use crate::app::state::route::{Route, router};
use crate::app::state::{BattleState, app_state};
use drumhead::analysis::needs::successes;
use drumhead::battle::both::RollSteps;
use drumhead::battle::participants::Participants;
use drumhead::battle::{Draft, LoggedRoll};
use drumhead::core::text::say;
use drumhead::dice::{Halt, Roll, RollRequest};
use leptos::ev::pagehide;
use leptos::prelude::*;
use std::time::Duration;

/// Time after which answers are saved.
const A_MOMENT: Duration = Duration::from_millis(100);

impl Panel {
    /// From now on the input stands.
    ///
    /// Returns false if that is forbidden for a reason that its player does not see.
    pub(super) fn let_stand(self) -> bool {
        if untrack(|| self.is_forbidden_unseen()) {
            return false;
        }
        let judge = self.judge();
        let (input, overrides) = untrack(|| (judge.input(), judge.overridden()));
        let reasons = untrack(|| self.barred()).into_iter().map(|barred| barred.message).collect();
        self.dice.override_reasons.set(reasons);
        self.dice.overrides.set(overrides);
        self.dice.rolled_for.set(Some(input));
        true
    }

    /// True if the input is fixed, so that dice can be typed or were rolled. While another device is asked for the first step,
    /// the questions stay on the screen.
    pub(super) fn is_rolling(self) -> bool {
        let is_asking_first = || self.dice.asking.get() && self.dice.so_far.with(Vec::is_empty);
        self.dice.rolled_for.with(Option::is_some) && !is_asking_first()
    }

    /// True while another roll awaits its settlement, another device holds the pen, or it is asked for its step: until then no dice
    /// are rolled and no outcome is applied.
    pub(super) fn blocked(self) -> bool {
        if self.dice.asking.get() {
            return true;
        }
        let awaits = |battle: BattleState| self.dice.logged.with(|logged| battle.awaiting(logged.as_ref()).is_some());
        self.battle.is_some_and(|battle| battle.no_pen().is_some() || awaits(battle))
    }

    /// True if dice can be rolled as it stands: nothing is missing, forbidden or hidden, and nothing else must be settled first.
    pub(super) fn can_roll(self) -> bool {
        let barred: Vec<_> = self.barred().into_iter().map(|barred| barred.message).collect();
        let asks_dice = matches!(self.outlook(&self.input(), &barred), Outlook::Open(open) if open.next.is_some());
        asks_dice && !self.blocked() && !self.hides()
    }

    /// The rolls as the log keeps them.
    pub(super) fn logged_rolls(self, rolls: &[Roll]) -> Vec<LoggedRoll> {
        let steps = |number| self.battle?.known_steps(number)?;
        self.dice.so_far.with_untracked(|dice| logged_rolls(rolls, dice, steps))
    }

    pub(super) fn type_die(self, face: u8) {
        self.note_beginning();
        self.dice.so_far.update(|dice| dice.push(Die::typed(face)));
        self.keep_draft();
    }

    /// Enters the rest of a roll in which only the number of successes matters: their highest faces stand for them, ones for failures.
    fn type_successes(self, roll: &RollRequest, successes: usize) {
        let succeeds = |nth: usize| if nth < successes { roll.sides } else { 1 };
        self.note_beginning();
        let dice = (0..roll.count).map(|nth| Die { counted: true, ..Die::typed(succeeds(nth)) });
        self.dice.so_far.update(|so_far| so_far.extend(dice));
        self.keep_draft();
    }

    /// Remembers where the log ended when the first die is typed.
    fn note_beginning(self) {
        if self.dice.so_far.with_untracked(Vec::is_empty) {
            self.dice.entered_after.set_value(self.battle.and_then(BattleState::last_stamp));
        }
    }

    /// Takes back the last die that was typed, or the number of successes that was said. Rolls of the app stay.
    pub(super) fn take_back(self) {
        if self.take_choice_back() {
            return;
        }
        if self.can_take_back() {
            let left = self.dice.so_far.with_untracked(|dice| dice.len() - self.last_entered(dice));
            self.dice.so_far.update(|dice| dice.truncate(left));
            self.keep_draft();
        }
    }

    /// Number of dice that the last entry made: one, or those of a number of successes, which always completes its roll.
    fn last_entered(self, dice: &[Die]) -> usize {
        let of_roll = match untrack(|| self.played()) {
            Ok(played) => played.rolls.last().map_or(0, |roll| roll.faces.len()),
            Err(_) => 0,
        };
        dice.iter().rev().take(of_roll).take_while(|die| die.counted).count().max(1)
    }

    /// True if the last thing that was entered is a die or a choice, and not a roll of the app.
    pub(super) fn can_take_back(self) -> bool {
        self.just_chosen() || self.dice.so_far.with(|dice| dice.last().is_some_and(|die| die.number.is_none()))
    }

    /// Keeps what is said from now on, so that whoever comes back finds the panel as it was. In a battle, answers are saved a
    /// moment later, as nobody waits for that, at the latest when the page is left.
    pub(super) fn keep_answers(self) {
        let app = app_state();
        let unsaved = StoredValue::new(None);
        let save = move || {
            let draft = unsaved.try_update_value(Option::take).flatten();
            // Once there are dice, the answers are kept with them.
            let draft = draft.filter(|_| self.dice.so_far.with_untracked(Vec::is_empty));
            draft.into_iter().for_each(|(battle, draft)| app.keep_answers(battle, &draft));
        };
        Effect::new(move |begun: Option<()>| {
            self.participants.chosen.track();
            self.answers.given.track();
            self.answers.overriding.track();
            if begun.is_none() {
                return;
            }
            let Some(battle) = self.battle else {
                let (address, answers) =
                    (quick_address(self.ruleset, self.procedure), self.answers.given.get_untracked());
                return app.keep_quick_answers(address, answers);
            };
            if !self.dice.so_far.with_untracked(Vec::is_empty) {
                return self.keep_draft();
            }
            let draft = (battle.id(), self.draft(battle, &[]));
            if unsaved.try_update_value(|unsaved| unsaved.replace(draft).is_none()) == Some(true) {
                set_timeout(save, A_MOMENT);
            }
        });
        let closing = window_event_listener(pagehide, move |_| save());
        on_cleanup(move || {
            closing.remove();
            save();
        });
    }

    /// The dice that were entered by hand after those of the app.
    fn entered(self) -> Vec<Die> {
        let of_the_app = |dice: &[Die]| dice.iter().rposition(|die| die.number.is_some()).map_or(0, |last| last + 1);
        self.dice.so_far.with_untracked(|dice| dice[of_the_app(dice)..].to_vec())
    }

    /// Keeps what was said and the dice entered by hand with the battle: they wait there until they are applied or discarded.
    fn keep_draft(self) {
        let Some(battle) = self.battle else { return };
        let dice = self.entered();
        if !dice.is_empty() {
            let id = self.dice.kept_as.get_value().unwrap_or_else(new_id);
            self.dice.kept_as.set_value(Some(id.clone()));
            return battle
                .keep_dice(&id, &Draft { after: self.dice.entered_after.get_value(), ..self.draft(battle, &dice) });
        }
        self.drop_dice();
        if self.dice.logged.with_untracked(Option::is_none) {
            battle.app.keep_answers(battle.id(), &self.draft(battle, &dice));
        }
    }

    /// Forgets the dice that are kept: they are settled, in a roll of the log, or taken back.
    pub(super) fn drop_dice(self) {
        let id = self.dice.kept_as.try_update_value(Option::take).flatten();
        if let (Some(battle), Some(id)) = (self.battle, id) {
            battle.drop_dice(&id);
        }
    }

    /// Shows dice that are entered for the same act in another tab.
    pub(super) fn follow_dice(self) {
        let Some(battle) = self.battle else { return };
        Effect::new(move |_| {
            let kept = battle.kept_dice(&self.dice.kept_as.get_value().unwrap_or_default());
            let (rolled, entered) = (self.dice.logged.get_untracked(), self.entered());
            let differs = |kept: &Draft| {
                let entered: Vec<u8> = entered.iter().map(|die| die.face).collect();
                kept.faces != entered
            };
            let Some(kept) = kept.filter(|kept| kept.rolled == rolled && differs(kept)) else { return };
            let of_the_app = self.dice.so_far.with_untracked(Vec::len) - entered.len();
            self.dice.so_far.update(|dice| dice.truncate(of_the_app));
            self.enter(&kept.faces, &kept.counted);
        });
    }

    /// True once the phase in which its dice were rolled or entered is over.
    pub(super) fn is_late(self) -> bool {
        let Some(battle) = self.battle.filter(|_| !self.corrects()) else { return false };
        let since = self.dice.logged.get().or_else(|| self.dice.entered_after.get_value());
        self.is_rolling()
            && !self.dice.so_far.with(Vec::is_empty)
            && battle.with(|open| open.phase_ended_since(since.as_ref()))
    }

    /// Draft of what was said, with these typed dice.
    fn draft(self, battle: BattleState, dice: &[Die]) -> Draft {
        let is_overriding = || self.is_rolling() || self.answers.overriding.get();
        Draft {
            procedure: self.procedure.id.into(),
            input: self.dice.rolled_for.get_untracked().unwrap_or_default(),
            answers: self.answers.given.get_untracked(),
            participants: self.participants.chosen.with_untracked(Participants::json),
            unit: self.participants.in_address.get_value(),
            rolled: self.dice.logged.get_untracked(),
            after: battle.last_stamp(),
            at: Some(now()),
            overrides: untrack(|| if is_overriding() { self.overridden() } else { Vec::new() }),
            faces: dice.iter().map(|die| die.face).collect(),
            counted: (0..).zip(dice).filter(|(_, die)| die.counted).map(|(nth, _)| nth).collect(),
        }
    }

    /// Back to the questions, as long as nothing was rolled.
    pub(super) fn back(self) {
        if self.dice.logged.with_untracked(Option::is_none) && self.dice.so_far.with_untracked(Vec::is_empty) {
            self.dice.rolled_for.set(None);
            keyboard::focus(self.enter_button);
        }
    }

    /// Words on what is known before any dice.
    fn known_before(self) -> impl IntoView + use<> {
        let names = self.named_units();
        let ready = self.procedure.read(&self.input());
        let before = ready.map(|ready| ready.before()).unwrap_or_default();
        let before = before.iter().map(|words| names.spell(words));
        before.map(|words| view! { <p class="before">{words}</p> }).collect_view()
    }

    /// The rolls that are complete, and the dice of the one that is not.
    fn so_far(self, rolls: &[Roll], successes: Vec<Option<bool>>) -> impl IntoView + use<> {
        let dice = self.dice.so_far.get();
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
pub(super) fn DiceInput(panel: Panel, outlook: Memo<Outlook>) -> impl IntoView {
    let played = Memo::new(move |_| {
        panel.played().map(|played| {
            let successes = successes(&played);
            (played.result.map(drop), played.rolls, successes)
        })
    });
    let needs = Memo::new(move |_| match played.get() {
        Ok((Err(Halt::Needs(roll)), rolls, _)) => match panel.raised(&roll, &rolls) {
            None => Some(*roll),
            Some(_) => None,
        },
        _ => None,
    });
    let choice = move || match played.get() {
        Ok((Err(Halt::Needs(roll)), rolls, _)) => {
            let on_back = Callback::new(move |()| panel.take_back());
            panel.raised(&roll, &rolls).map(|field| {
                let which = panel.label_next(&roll);
                view! { <RaisedChoice panel field which on_back can_go_back=panel.can_take_back()/> }
            })
        }
        _ => None,
    };
    let refused = move || match played.get() {
        Ok((Err(Halt::Refused(refusal)), ..)) => Some(refusal.message.to_string()),
        Err(words) => Some(words),
        _ => None,
    };
    let so_far = move || {
        played.with(|played| {
            let (_, rolls, successes) = played.as_ref().ok()?;
            Some(panel.so_far(rolls, successes.clone()))
        })
    };
    let pad_shows_them = move || needs.with(Option::is_some) && !panel.procedure.draws_lots();
    // A page that is scrolled to its end would move if it became shorter.
    room::keep_height("main.resolve", move || panel.dice.so_far.track());
    view! {
        {move || panel.known_before()}
        <Show when=move || needs.with(Option::is_some)><Pad panel asked=needs outlook so_far=move || so_far/></Show>
        {move || choice()}
        {move || refused().map(|words| view! { <p class="refused" role="alert">{words}</p> })}
        <Show when=move || !pad_shows_them()>{so_far}</Show>
    }
}

/// The pad of the dice that are asked for, with those so far, or of the lots.
#[component]
fn Pad(
    panel: Panel,
    asked: Memo<Option<RollRequest>>,
    outlook: Memo<Outlook>,
    #[prop(into)] so_far: ViewFn,
) -> impl IntoView {
    // A second click may come before the pad goes.
    let on_face = Callback::new(move |face| {
        if asked.with_untracked(Option::is_some) {
            panel.type_die(face);
        }
    });
    let on_back = Callback::new(move |()| panel.take_back());
    let on_leave = Callback::new(move |()| panel.back());
    if let Some(hints) = &panel.procedure.ui_hints.lots {
        let lots = Signal::derive(move || (hints.faces)(&panel.input()));
        return view! { <LotsPad name=say(hints.name) lots on_face on_leave/> }.into_any();
    }
    let with_label = move |roll: RollRequest| {
        let purpose = panel.label_next(&roll);
        (roll, purpose)
    };
    let needs = Signal::derive(move || asked.get().map(with_label));
    let each = Signal::derive(move || {
        let (_, needs) = panel.next_roll(&outlook.get())?;
        Some(panel.each_die(&needs.owners, &needs.dice))
    });
    let each = Signal::derive(move || each.get().unwrap_or_default());
    let can_go_back = Signal::derive(move || panel.can_take_back());
    let on_count = Callback::new(move |successes| {
        if let Some(roll) = asked.get_untracked() {
            panel.type_successes(&roll, successes);
        }
    });
    let counts = Memo::new(move |_| {
        let roll = asked.get().filter(|roll| roll.count > 1)?;
        Some((roll.count, roll.counts_from?))
    });
    view! {
        <DicePad needs each can_go_back on_face on_back on_leave so_far/>
        <CountPad counts open=panel.dice.counting on_count/>
    }
    .into_any()
}

/// The buttons below a panel.
#[component]
pub(super) fn Buttons(panel: Panel, outlook: Memo<Outlook>) -> impl IntoView {
    let choosing = Memo::new(move |_| panel.must_choose());
    let buttons = move || match (panel.dice.logged.get().is_some(), panel.is_rolling()) {
        // A roll of the app that raised a choice waits for it.
        (true, _) if choosing.get() => ().into_any(),
        (true, _) => view! { <OnlyDiscard panel/> }.into_any(),
        (false, true) => view! { <WhileTyping panel choosing/> }.into_any(),
        (false, false) => view! { <BeforeRolling panel outlook/> }.into_any(),
    };
    view! { <div class="actions">{move || buttons()}</div> }
}

#[component]
fn BeforeRolling(panel: Panel, outlook: Memo<Outlook>) -> impl IntoView {
    let dice = move || match outlook.get() {
        Outlook::Open(open) => open.certain_dice,
        _ => None,
    };
    let cannot = move || dice().is_none() || panel.blocked();
    // A correction grants no fresh dice.
    let roll_now = move |_| if panel.has_earlier() { panel.roll_again() } else { panel.roll_rest() };
    // A tap on what is missing leads to it.
    let to_say = move || match outlook.get() {
        Outlook::Refused(fault) => panel.to_say(&fault),
        _ => None,
    };
    let to_say = Memo::new(move |_| to_say());
    let lots = panel.procedure.ui_hints.lots.as_ref();
    let roll = move || match (lots, dice()) {
        (_, Some(_)) if panel.has_earlier() => say("Use the same dice").to_owned(),
        (Some(lots), Some(_)) => say(lots.draw).to_owned(),
        (None, Some(dice)) => dice.button().to_string(),
        (_, None) => say("Roll").to_owned(),
    };
    view! {
        <button node_ref=panel.enter_button aria-keyshortcuts="e" disabled=move || cannot() on:click=move |_| panel.enter_dice()>{lots.map_or(say("Enter dice"), |lots| say(lots.name))}</button>
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
fn WhileTyping(panel: Panel, choosing: Memo<bool>) -> impl IntoView {
    let rest = panel.procedure.ui_hints.lots.as_ref().map_or(say("Roll the rest"), |lots| say(lots.draw));
    view! {
        <button disabled=move || panel.dice.so_far.with(|dice| !dice.is_empty()) on:click=move |_| panel.back()>{say("Back")}</button>
        <button class="primary" aria-keyshortcuts="d" disabled=move || panel.blocked() || choosing.get() || panel.lacks_earlier() on:click=move |_| panel.roll_rest()>{rest}</button>
    }
}

/// The way out of a roll of the app that has no outcome, because the rules have changed since.
#[component]
fn OnlyDiscard(panel: Panel) -> impl IntoView {
    let router = router();
    let discard = move |_| {
        let Some(battle) = panel.battle else { return };
        let logged = battle.whole().with_untracked(|open| {
            let logged = panel.dice.logged.get_untracked();
            let found = open.awaiting().find(|(stamp, _)| Some(*stamp) == logged.as_ref());
            found.map(|(stamp, rolled)| (stamp.clone(), rolled.clone()))
        });
        if let Some((stamp, rolled)) = logged {
            battle.discard(stamp, rolled);
            panel.drop_dice();
        }
        router.go(&Route::table(battle.id()));
    };
    view! { <button on:click=discard>{say("Discard")}</button> }
}

/// The rolls that dice make, each with where they came from. `steps` are those of a roll of the app, by its number.
pub(super) fn logged_rolls(rolls: &[Roll], dice: &[Die], steps: impl Fn(u64) -> Option<RollSteps>) -> Vec<LoggedRoll> {
    let mut dice = dice.iter();
    let mut logged: Vec<LoggedRoll> = Vec::new();
    for roll in rolls {
        let mut fresh = true;
        for die in dice.by_ref().take(roll.faces.len()) {
            let counted = roll.counts_from.filter(|_| die.counted);
            match logged.last_mut().filter(|last| !fresh && (last.number, last.counted) == (die.number, counted)) {
                Some(last) => last.faces.push(die.face),
                None => logged.push(LoggedRoll {
                    purpose: roll.purpose.clone(),
                    sides: roll.sides,
                    faces: vec![die.face],
                    number: die.number,
                    steps: die.number.and_then(&steps),
                    counted,
                }),
            }
            fresh = false;
        }
    }
    logged
}
