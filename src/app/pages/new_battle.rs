//! A battle to be begun: rules, two sides, house rules, a name.

use crate::app::components::alerts::Alerts;
use crate::app::components::clock::ClockQuestion;
use crate::app::components::hidden_counters::SecrecyChoice;
use crate::app::components::house_rules::CopyHouseRules;
use crate::app::components::own_rules::{OwnRulesEditor, OwnRulesSets};
use crate::app::components::page_header::PageHeader;
use crate::app::components::reference::ChapterParts;
use crate::app::platform::clock::new_seed;
use crate::app::platform::keyboard;
use crate::app::platform::numbers;
use crate::app::platform::session_storage;
use crate::app::state::route::{Route, router};
use crate::app::state::session::{NEW_BATTLE, keep_draft_of, read_draft};
use crate::app::state::{AppState, app_state};
use drumhead::battle::Header;
use drumhead::core::facts::Facts;
use drumhead::core::text::{is_blank, number, say};
use drumhead::dice::rng::{LONGEST_PHRASE, Seed};
use drumhead::rules::own::{OWN_RULES, OwnRules};
use drumhead::rules::ruleset::{Alert, Ruleset, Switch, Tracker, Tracks, Urgency};
use drumhead::rules::secrecy::{SECRECY, Secrecy};
use drumhead::rulesets;
use drumhead::storage::roster::Roster;
use drumhead::storage::{beginning, roster};
use drumhead::text;
use leptos::prelude::*;
use serde_json::{Map, Value as Json, json};

/// The page of a battle to be begun.
#[component]
pub fn NewBattlePage() -> impl IntoView {
    let known = |id: &str| rulesets::LIST.iter().map(|ruleset| ruleset.id).find(|ruleset| *ruleset == id);
    let drafted = read_draft(NEW_BATTLE).and_then(|draft| known(draft.get("ruleset")?.as_str()?));
    let last = || app_state().last_rules().and_then(|id| known(&id));
    let ruleset = RwSignal::new(drafted.or_else(last).unwrap_or(rulesets::LIST[0].id));
    let choose = move |id: &'static str| {
        keep_draft_of(NEW_BATTLE, &json!({ "ruleset": id }));
        ruleset.set(id);
    };
    view! {
        <PageHeader back=Route::Home title=say("New battle")/>
        <main>
            <fieldset class="chips">
                <legend>{say("Rules")}</legend>
                {rulesets::LIST.iter().map(|offered| view! {
                    <label class="chip">
                        <input type="radio" name="ruleset" prop:checked=move || ruleset.get() == offered.id on:change=move |_| choose(offered.id)/>
                        {offered.title}
                    </label>
                }).collect_view()}
            </fieldset>
            // Begun anew with other rules, or when a roster comes or goes in another tab.
            {move || rulesets::find(ruleset.get()).map(|ruleset| view! { <SetUp ruleset rosters=choices(ruleset)/> })}
        </main>
    }
}

/// The rosters that a side can take: the player's own, then the samples.
fn choices(ruleset: &'static Ruleset) -> Vec<Roster> {
    let rosters = app_state().storage.rosters.get();
    rosters
        .into_iter()
        .map(|saved| saved.it)
        .filter(|roster| roster.ruleset == ruleset.id && !roster.is_set_of_rules())
        .chain(Roster::samples(ruleset))
        .collect()
}

/// Answers so far about the battle that is to begin.
#[derive(Clone, Copy)]
struct Said {
    ruleset: &'static Ruleset,
    /// Rosters that a side can take.
    rosters: StoredValue<Vec<Roster>>,
    name: RwSignal<String>,
    /// Roster of each side, by its place among them.
    sides: [RwSignal<Option<usize>>; 2],
    rulings: RwSignal<Map<String, Json>>,
    /// Trackers of the battle at the start.
    started: RwSignal<Facts>,
    /// Drawn before players enter phrases, so that the app is committed to it.
    seed: Seed,
    phrases: [RwSignal<String>; 2],
    /// Number of seeds that were dropped after a phrase had been entered.
    redrawn: u32,
    /// The battle that was begun, by its id.
    begun: StoredValue<Option<String>>,
}

/// Name of the number of seeds that were dropped, in the session's storage.
const REDRAWN: &str = "drumhead/redrawn";
/// Name of the note that a phrase was entered for the seed that is shown.
const PHRASED: &str = "drumhead/phrased";

/// Counts the seed that was shown before, if a phrase had been entered for it. Returns the number of such seeds.
fn dropped_seeds() -> u32 {
    let before: u32 = session_storage::read(REDRAWN).unwrap_or(0);
    let dropped = session_storage::read(PHRASED).unwrap_or(false);
    let now = before.saturating_add(u32::from(dropped));
    session_storage::write(REDRAWN, &now);
    session_storage::remove(PHRASED);
    now
}

/// A roster as the draft names it.
fn key(roster: &Roster) -> Json {
    json!([roster.name, roster.sample])
}

impl Said {
    /// Answers that were given before the page was left or loaded again. Without any, the rosters meet that met last, else the
    /// first two.
    fn drafted(ruleset: &'static Ruleset, rosters: Vec<Roster>) -> Self {
        let draft = read_draft(NEW_BATTLE).filter(|draft| draft.get("ruleset").is_some_and(|id| id == ruleset.id));
        let map =
            |part: &str| draft.as_ref().and_then(|draft| draft.get(part)?.as_object().cloned()).unwrap_or_default();
        let name = draft.as_ref().and_then(|draft| draft.get("name")?.as_str().map(str::to_owned));
        let last = app_state().last_sides(ruleset.id, &rosters);
        let side = |place: usize| {
            let named = draft.as_ref().and_then(|draft| draft.get("sides")?.get(place));
            if named.is_some_and(Json::is_null) {
                return None;
            }
            let named = named.and_then(|named| rosters.iter().position(|roster| key(roster) == *named));
            named.or(last[place]).or_else(|| (place < rosters.len()).then_some(place))
        };
        Self {
            ruleset,
            sides: [0, 1].map(|place| RwSignal::new(side(place))),
            rosters: StoredValue::new(rosters),
            name: RwSignal::new(name.unwrap_or_default()),
            rulings: RwSignal::new(map("rulings")),
            started: RwSignal::new(map("started").into()),
            seed: new_seed(),
            phrases: [RwSignal::default(), RwSignal::default()],
            redrawn: dropped_seeds(),
            begun: StoredValue::default(),
        }
    }

    /// Keeps the answers from now on. Phrases are given for one seed, and go with it.
    fn keep(self) {
        Effect::new(move |begun: Option<()>| {
            let sides = self.taken().map(|roster| roster.map_or(Json::Null, |roster| key(&roster)));
            let draft = json!({
                "ruleset": self.ruleset.id,
                "name": self.name.get(),
                "sides": sides,
                "rulings": self.rulings.get(),
                "started": Map::from(self.started.get()),
            });
            // What nobody changed is no draft.
            if begun.is_some() {
                keep_draft_of(NEW_BATTLE, &draft);
            }
        });
    }

    /// The rosters that both sides take.
    fn taken(self) -> [Option<Roster>; 2] {
        self.sides.map(|side| side.get().and_then(|index| self.rosters.with_value(|all| all.get(index).cloned())))
    }

    /// The news of both armies before they meet, with the names of the sides.
    fn news(self) -> (Vec<Alert>, [String; 2]) {
        let taken = self.taken();
        let armies = taken.clone().map(|roster| {
            roster.iter().flat_map(|roster| &roster.units).map(|unit| roster::facts(self.ruleset, unit)).collect()
        });
        let mut news = self.started.with(|started| (self.ruleset.alerts)(started, &armies));
        // Alarms are left out: a side that has no units yet would set one off.
        news.retain(|alert| alert.news.urgency < Urgency::Alarm);
        (news, beginning::side_names(&taken))
    }

    /// The switches among the rulings: that of the edition, or the others.
    fn switches(self, edition: bool) -> impl IntoView {
        let field = self.ruleset.editions.as_ref().map_or("", |editions| editions.field);
        let switches = self.ruleset.rulings.iter().filter_map(|ruling| Some((ruling, ruling.switch.as_ref()?)));
        switches
            .filter(|(_, switch)| (switch.field == field) == edition)
            .map(|(ruling, switch)| {
                view! { <HouseRule question=ruling.question answer=ruling.answer switch rulings=self.rulings/> }
            })
            .collect_view()
    }

    /// Begins the battle, once; hands back its id, if it could begin.
    fn begin(self, app: AppState) -> Option<String> {
        if let Some(begun) = self.begun.get_value() {
            return Some(begun);
        }
        let taken = untrack(|| self.taken());
        let header = Header {
            rulings: self.rulings.get_untracked(),
            redrawn: self.redrawn,
            phrases: self.phrases.map(|phrase| phrase.get_untracked().trim().to_owned()),
            ..beginning::header(self.ruleset, self.name.get_untracked().trim(), &taken, self.seed)
        };
        let changes = beginning::known_at_once(self.ruleset, self.started.get_untracked(), &taken);
        let begun = app.begin(self.ruleset, header, changes)?;
        session_storage::remove(REDRAWN);
        session_storage::remove(PHRASED);
        self.begun.set_value(Some(begun.clone()));
        Some(begun)
    }
}

/// Everything that is asked of a battle, once its rules are chosen.
#[component]
fn SetUp(ruleset: &'static Ruleset, rosters: Vec<Roster>) -> impl IntoView {
    let (app, router) = (app_state(), router());
    let said = Said::drafted(ruleset, rosters);
    said.keep();
    let Said { rosters, name, sides, .. } = said;
    let sides = [say("First side"), say("Second side")].into_iter().zip(sides);
    let sides = sides.map(|(label, side)| view! { <SideChoice label side rosters/> });
    let questions = ruleset.battle_trackers.iter().filter(|tracker| tracker.setup_question);
    let questions = questions.map(|tracker| view! { <Question tracker started=said.started/> });
    let differences = ruleset.editions.as_ref().map(|editions| {
        let chapter = editions.differences;
        view! { <details class="disclosure rules"><summary>{say("Differences")}</summary><ChapterParts chapter/></details> }
    });
    // An empty name is that of the sides.
    let blank = Memo::new(move |_| name.with(|name| !name.is_empty() && is_blank(name)));
    let name_field = NodeRef::new();
    let begin = move |_| {
        if blank.get_untracked() {
            keyboard::focus(name_field);
        } else if let Some(id) = said.begin(app) {
            router.swap(&Route::table(id));
        }
    };
    // The edition is always shown. Everything else is folded away.
    view! {
        {sides.collect_view()}
        <label class="pick">
            <span class="label">{say("Name of the battle")}</span>
            <input node_ref=name_field type="text" maxlength="80" placeholder=say("from the sides") prop:value=name
                aria-invalid=move || blank.get().then_some("true") aria-describedby=move || blank.get().then_some("no-name")
                on:input=move |event| name.set(event_target_value(&event))/>
        </label>
        <Show when=move || blank.get()><p class="fault" id="no-name" role="alert">{say("A name needs a letter or a number. Without any name, the battle is named after its sides.")}</p></Show>
        {said.switches(true)}
        {differences}
        {questions.collect_view()}
        {hidden_counters(said)}
        {move || {
            let (alerts, sides) = said.news();
            view! { <Alerts alerts sides/> }
        }}
        <details class="disclosure"><summary>{say("House rules")}</summary>{said.switches(false)}<CopyHouseRules ruleset=said.ruleset rulings=said.rulings.into() added=Signal::derive(move || said.started.with(OwnRules::of))/></details>
        {own_rules(said)}
        <ClockQuestion started=said.started/>
        <FairDice seed=said.seed phrases=said.phrases/>
        <div class="actions"><button class="primary" aria-keyshortcuts="b" on:click=begin>{say("Begin the battle")}</button></div>
    }
}

/// The agreement on counters that the other side does not see, where the rules have some.
fn hidden_counters(said: Said) -> impl IntoView {
    // The players' own trackers may be hidden, too.
    let offered = Memo::new(move |_| said.started.with(|started| said.ruleset.secrecies(&OwnRules::of(started))));
    let agreed = Signal::derive(move || said.started.with(Secrecy::of));
    let set = Callback::new(move |secrecy| said.started.update(|started| started.put(SECRECY, secrecy)));
    view! {
        <Show when=move || offered.with(|offered| !offered.is_empty())>
            <details class="disclosure"><summary>{say("Hidden counters")}</summary><SecrecyChoice offered agreed set/></details>
        </Show>
    }
}

/// The players' own rules.
fn own_rules(said: Said) -> impl IntoView {
    let rules = Signal::derive(move || said.started.with(OwnRules::of));
    let set = Callback::new(move |rules: OwnRules| {
        said.started.update(|started| started.put(OWN_RULES, rules));
        true
    });
    view! {
        <details class="disclosure"><summary>{say("Own rules")}</summary><OwnRulesEditor ruleset=said.ruleset rules set/><OwnRulesSets ruleset=said.ruleset rules set/></details>
    }
}

/// Phrases and a commitment, by which both sides make sure of the app's dice.
#[component]
fn FairDice(seed: Seed, phrases: [RwSignal<String>; 2]) -> impl IntoView {
    let inputs = [say("One side’s phrase"), say("The other side’s phrase")].into_iter().zip(phrases).map(|(label, phrase)| {
        view! {
            <label class="pick">
                <span class="label">{label}</span>
                <input type="text" maxlength=LONGEST_PHRASE autocomplete="off" placeholder=say("none") prop:value=phrase
                    on:input=move |event| {
                        session_storage::write(PHRASED, &true);
                        phrase.set(event_target_value(&event));
                    }/>
            </label>
        }
    });
    view! {
        <details class="disclosure">
            <summary>{say("Fair dice")}</summary>
            <p>{say("The app has already drawn the seed of its dice, and this number commits it to that seed. Write the number down, or photograph it. Then each side enters a phrase. The dice depend on all three, so nobody can choose them.")}</p>
            <p><output class="digits" aria-label=say("Commitment")>{seed.commitment()}</output></p>
            {inputs.collect_view()}
            <p><a href=Route::Dice.href()>{say("How the dice are rolled")}</a></p>
        </details>
    }
}

/// The roster that a side takes.
#[component]
fn SideChoice(label: &'static str, side: RwSignal<Option<usize>>, rosters: StoredValue<Vec<Roster>>) -> impl IntoView {
    view! {
        <label class="pick">
            <span class="label">{label}</span>
            <select on:change=move |event| side.set(event_target_value(&event).parse().ok())>
                <option value="">{say("No roster (add units later)")}</option>
                {rosters.with_value(|all| all.iter().enumerate().map(|(index, roster)| {
                    let name = roster.name.clone();
                    let name = if roster.sample { text!("{name} (sample)", name = name).to_string() } else { name };
                    view! { <option value=index selected=move || side.get() == Some(index)>{name}</option> }
                }).collect_view())}
            </select>
        </label>
        <Show when=move || side.get().is_none()>
            <p class="soft">{say("This side starts without units. Add them on the table, one by one or a whole roster at once.")}</p>
        </Show>
    }
}

/// Something of the battle that is asked before it begins.
#[component]
fn Question(tracker: &'static Tracker, started: RwSignal<Facts>) -> impl IntoView {
    let set = move |to: Option<Json>| {
        started.update(|started| match to {
            Some(to) => started.set(tracker.id, to),
            None => started.forget(tracker.id),
        });
    };
    // Answered before the page was left or loaded again.
    let held = started.with_untracked(|started| started.get(tracker.id).cloned());
    match tracker.kind {
        Tracks::Count { max } | Tracks::Pips { max } => {
            let set = Callback::new(set);
            view! { <NumberQuestion held label=say(tracker.label) max=f64::from(max) in_wholes=true set/> }.into_any()
        }
        Tracks::Word(choices) => view! {
            <label class="pick">
                <span class="label">{say(tracker.label)}</span>
                <select on:change=move |event| set(Some(event_target_value(&event).into()))>
                    {choices.iter().map(|choice| view! { <option value=choice.id selected=held.as_ref().is_some_and(|held| held == choice.id)>{say(choice.label)}</option> }).collect_view()}
                </select>
            </label>
        }
        .into_any(),
        Tracks::Flag => view! {
            <label class="chip">
                <input type="checkbox" prop:checked=held == Some(Json::Bool(true)) on:change=move |event| set(Some(event_target_checked(&event).into()))/>
                {say(tracker.label)}
            </label>
        }
        .into_any(),
        Tracks::Number { max } => {
            let set = Callback::new(set);
            view! { <NumberQuestion held label=say(tracker.label) max=f64::from(max) in_wholes=false set/> }.into_any()
        }
        // Units come with the battle; data only with procedures.
        Tracks::Unit | Tracks::Units | Tracks::Text | Tracks::Data => ().into_any(),
    }
}

/// A number from 0 to `max` that players may leave out. A text that is no such number stays as it was typed, with a message.
#[component]
fn NumberQuestion(
    held: Option<Json>,
    label: &'static str,
    max: f64,
    /// Takes whole numbers only.
    in_wholes: bool,
    set: Callback<Option<Json>>,
) -> impl IntoView {
    let wrong = RwSignal::new(false);
    let typed = move |text: String| {
        let fits = |number: f64| (0.0..=max).contains(&number);
        let found = if in_wholes {
            text.trim().parse::<i32>().ok().filter(|number| fits(f64::from(*number))).map(Json::from)
        } else {
            numbers::typed(&text).filter(|number| fits(*number)).map(Json::from)
        };
        wrong.set(found.is_none() && !text.trim().is_empty());
        set.run(found);
    };
    let message = if in_wholes {
        text!("A whole number from 0 to {max}.", max = max)
    } else {
        text!("A number from 0 to {max}.", max = max)
    };
    view! {
        <label class="pick">
            <span class="label">{label}</span>
            <input type="text" inputmode=if in_wholes { "numeric" } else { "decimal" } autocomplete="off" placeholder=say("not set")
                prop:value=held.and_then(|held| held.as_f64()).map(number).unwrap_or_default()
                on:input=move |event| typed(event_target_value(&event))/>
        </label>
        <Show when=move || wrong.get()><p class="fault" role="alert">{message.to_string()}</p></Show>
    }
}

#[component]
fn HouseRule(
    question: &'static str,
    answer: &'static str,
    switch: &'static Switch,
    rulings: RwSignal<Map<String, Json>>,
) -> impl IntoView {
    let held = move |id: &str| rulings.with(|rulings| switch.chosen(rulings).is_some_and(|value| value.id == id));
    let chips = switch.values.iter().map(|value| view! {
        <label class="chip">
            <input type="radio" name=switch.field prop:checked=move || held(value.id)
                on:change=move |_| rulings.update(|rulings| { rulings.insert(switch.field.into(), value.id.into()); })/>
            {say(value.label)}
        </label>
    });
    let chips = chips.collect_view();
    view! { <fieldset class="chips"><legend>{say(question)}</legend><p class="soft">{say(answer)}</p>{chips}</fieldset> }
}
