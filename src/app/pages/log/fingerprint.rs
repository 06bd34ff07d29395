//! The log's fingerprint, which both sides compare, and the battle's seed, from which anybody can compute the app's dice.

use crate::app::state::BattleState;
use crate::app::state::live::live;
use crate::app::state::route::Route;
use battle::Battle;
use leptos::prelude::*;
use rules::text;
use rules::text::say;

/// The fingerprint of the log, and a field that checks a fingerprint noted earlier.
#[component]
pub(super) fn FingerprintCard(battle: BattleState) -> impl IntoView {
    let noted = RwSignal::new(String::new());
    let answer = move || {
        let noted = noted.get();
        if noted.trim().is_empty() {
            return String::new();
        }
        let (all, found) = battle.with(|open| (open.log().len(), open.entries_under(&noted)));
        match found {
            Some(n) if n == all => say("This is the fingerprint of the whole log.").to_owned(),
            Some(n) => text!("This was the fingerprint after entry {n}. Everything up to there is unchanged.", n = n)
                .to_string(),
            None => say(
                "This log never had this fingerprint: entries are missing or were changed since, or it is mistyped.",
            )
            .to_owned(),
        }
    };
    let of_devices = move || {
        let known = live().known_devices(&battle.id());
        let noted = known.all().iter().filter(|device| !device.mark.is_empty()).cloned().map(|device| {
            let is_here = battle.with(|open| device.has.is_within(open.log()));
            let words = if is_here { say("all of it is here") } else { say("not all of it is here") };
            view! { <dt>{battle.shown_device(&device.device)}</dt><dd><span class="digits">{device.mark}</span>" "<small>{words}</small></dd> }
        });
        noted.collect_view()
    };
    view! {
        <section class="card" aria-label=say("Log fingerprint")>
            <dl class="listed wordy"><dt>{say("Log fingerprint")}</dt><dd class="digits">{move || battle.with(Battle::mark)}</dd>{of_devices}</dl>
            <p class="soft">{say("Both sides note the log fingerprint now and then. A log that is shortened or changed later no longer has it. Devices that were connected, or read each other’s codes, note it by themselves.")}</p>
            <label class="pick">
                <span class="label">{say("A log fingerprint noted earlier")}</span>
                <input type="text" maxlength="40" autocomplete="off" autocapitalize="characters" spellcheck="false" prop:value=noted
                    on:input=move |event| noted.set(event_target_value(&event))/>
            </label>
            <p role="status">{answer}</p>
        </section>
    }
}

/// The seed with its commitment, the phrases of both sides, and the common fingerprint of battle and log.
#[component]
pub(super) fn SeedCard(battle: BattleState) -> impl IntoView {
    let (seed, phrases) = battle.with_untracked(|open| (open.header().seed, open.header().phrases.clone()));
    let sides = battle.with_untracked(|open| open.header().sides.clone().map(|side| side.name));
    let phrase_rows = move || {
        let each = sides.clone().into_iter().zip(phrases.clone());
        let row = |(side, phrase): (String, String)| {
            let words = if phrase.trim().is_empty() {
                say("nothing").to_owned()
            } else {
                text!("“{phrase}”", phrase = phrase).to_string()
            };
            view! { <dt>{text!("Phrase of {side}", side = side).to_string()}</dt><dd>{words}</dd> }
        };
        each.map(row).collect_view()
    };
    let shown = RwSignal::new(false);
    let show = move |_| shown.set(battle.show_seed());
    let seed_shown = move || {
        match shown.get() {
        false => view! {
            <p class="soft">{say("Show the seed only when the battle is over: it reveals the rolls to come. The log says that it was shown.")}</p>
            <p class="tools"><button on:click=show>{say("Show the seed")}</button></p>
        }
        .into_any(),
        true => view! {
            <dl class="listed wordy">
                <dt>{say("Seed")}</dt><dd class="digits">{String::from(seed)}</dd>
                <dt>{say("Key of the dice")}</dt><dd class="digits">{battle.with_untracked(|open| String::from(open.header().dice()))}</dd>
            </dl>
        }
        .into_any(),
    }
    };
    view! {
        <section class="card" aria-label=say("Seed")>
            <dl class="listed wordy">
                <dt>{say("Fingerprint of battle and log")}</dt><dd class="digits">{move || battle.with(|open| open.fingerprint())}</dd>
                <dt>{say("Commitment, shown before play")}</dt><dd class="digits">{seed.commitment()}</dd>
                {phrase_rows()}
            </dl>
            {seed_shown}
            <p><a href=Route::Dice.href()>{say("How the dice are rolled")}</a></p>
        </section>
    }
}
