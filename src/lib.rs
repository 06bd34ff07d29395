//! Drumhead: a table-side referee for pike-and-shot wargames.
//!
//! The engine is the crates in `crates`: rules, odds, dice, rosters and battles. It knows nothing of browsers. The app is the program in
//! `src/app`, for wasm only; it draws what the engine describes. This library lists the [rulesets] of the app and is the first page of
//! the handbook.
//!
//! # Map
//!
//! A crate uses only those below it in this table, as Cargo holds. Inside a crate, `tests/it/layout.rs` names each dependency that points
//! up.
//!
//! | crate | contents |
//! | --- | --- |
//! | [`exchange`] | the [JSON API](exchange::contract): odds, outcomes, chains, and whole battles as scripts; [links, packing and codes](exchange::share); keys, envelopes and bundles of [saved texts](exchange::storage), [rosters](exchange::storage::roster), [scenarios](exchange::storage::scenario), and [limits](exchange::storage::limits) on input |
//! | [`battle`] | events, log and state; [participants](battle::participants); [binding](battle::binding) of units to procedures; the [referee](battle::referee) of the turn; [phases](battle::turn); [verification](battle::verify) and [replay](battle::replay) of a log. On top of these, [analysis](battle::analysis): [summaries of odds](battle::analysis::odds), [luck](battle::analysis::luck), [reports](battle::analysis::report), the [chronicle](battle::analysis::chronicle), the [clock](battle::analysis::clock); [chains](battle::forecast::Chain), the exact distribution of how an act ends; and the [panel](battle::panel::Panel) of an act, or of a [group act](battle::panel::group::GroupAct) |
//! | [`pike_and_shot`], [`pikette_squared`], [`argad`], [`arquebusier`] | a ruleset each |
//! | `toy`, `test_rulesets`, `testing` | a ruleset for the tests, the list of all rulesets with it, and helpers that tests of several crates share |
//! | [`rules`] | all that a ruleset is written in: descriptions of [rulesets](rules::ruleset), [procedures](mod@rules::procedure) and [the turn](rules::turn); [forms](mod@rules::form) and [outcomes](mod@rules::outcome); the [table](rules::table) that rules see; [facts](mod@rules::facts), [texts](mod@rules::text) and [refusals](rules::refusal); [scenarios](rules::scenario) in play |
//! | [`dice`] | rolls, distributions, and the [generator](::dice::rng) of the app's dice; no game |
//! | `texts` | writes the texts of a ruleset as Rust, while the ruleset is built |
//! | `reader` | reads codes in pictures of the camera, for browsers that cannot: a module of its own, which the app fetches when it is needed |
//! | `model` | plays every history of three devices that share a battle, on the functions of `battle` |
//!
//! # Words of the code
//!
//! | word | meaning |
//! | --- | --- |
//! | ban | a rule that forbids an act, because of a unit that takes part or because of the table: [`Ban`](rules::ban::Ban) |
//! | bar | a ban that players made themselves: [`OwnBar`](rules::own::OwnBar) |
//! | duty | a procedure that the turn demands of somebody: [`DutyRule`](rules::turn::DutyRule) |
//! | group act | the same procedure for several units, as one entry of the log: [`GroupAct`](battle::panel::group::GroupAct); its parts are the acts of the units. Which procedures have them is their [`Grouping`](rules::procedure::Grouping) |
//! | chance | a question about the outcome, answered by a probability: "all lie" |
//! | axis | a number of the outcome whose whole distribution is drawn: [`Axis`](rules::procedure::Axis) |
//! | stake | a chance that counts when candidates are compared, and the side that it favours: [`favours`](rules::procedure::Chance::favours) |
//! | moot | of a chance: not asked of some inputs, as whether a unit routs that has routed already |
//! | sketch | a short form that players fill in instead of long fields of the input, which are worked out from it |
//! | state | a condition of a unit that its card or row shows, as a text, tag or stamp: [`State`](rules::ruleset::State) |
//! | card text, tag, stamp, sign | [ways of showing](#where-a-tracker-is-shown) what a unit remembers |
//! | oracle | `crates/battle/tests/it/oracle`: a slow evaluation of odds, face by face, against which those of the engine are compared |
//! | course | what a battle takes from its scenario: briefings, arrivals, events, end and points: [`Course`](rules::scenario::Course) |
//! | own | in `rules::own` and `own:`, made by the players; in `Whose::Own`, of the side that acts; in `*_own.json`, written by this project, not by the independent referee |
//!
//! # From a tap to the log
//!
//! 1. A unit's card shows the referee's [offers](battle::referee::offers): the procedures whose first role it
//!    [fits](rules::procedure::Role::fits), each with the reason why the unit cannot do it now: the first
//!    ban that holds. It also lists the procedures whose first role the unit does not fit.
//! 2. The panel picks the other [participants](battle::participants::Participants). It [fills in](rules::filling::input) the
//!    input from the units' facts, by the ids of its fields, and lays the players' answers over it.
//! 3. The form [reads](rules::procedure::Procedure::read) the input and permits it, or refuses it at a field.
//! 4. [Odds](rules::procedure::Ready::odds) and [resolving](rules::procedure::Ready::resolve) run the same function. Odds follow
//!    every branch of the dice. Resolving takes faces that were typed in, or rolled from the [seed](rules::dice::rng::Seed); while faces
//!    are missing, it answers with the next roll.
//! 5. The [consequences](rules::consequences::Consequences) become [changes](battle::binding::changes) of trackers. Contacts
//!    are made [mutual](rules::ruleset::NamedUnits), and the ruleset adds
//!    [those that follow](rules::turn::TurnRules::follow): the fallen leave.
//! 6. "Apply" makes one [event](battle::Event) of input, dice and changes, [linked](battle::Battle::linked) to the events before
//!    it. The event is [added](battle::Battle::add) to the log, which updates the [state](battle::State), and is
//!    [saved](exchange::storage::envelope) under a [key](exchange::storage::Key) of its own. No event is ever written twice.
//! 7. The app draws the cards of changed units again, once the act is on disk (`src/app/platform/drawing.rs`). Other tabs see the
//!    new key, and add the same event to their log.
//!
//! # The turn
//!
//! A ruleset describes its turn in [`TurnRules`](rules::turn::TurnRules). [Duties](rules::turn::DutyRule) are procedures that are due, and
//! can hold up the end of a phase. [Steps](rules::turn::NextStep) end a phase and begin the next, and their
//! [upkeep](rules::turn::Upkeep) changes trackers or resolves procedures. The [referee](battle::referee) judges acts by this description
//! and by the bans of the procedures, for the app and for the contract's `battle` call alike. It knows no ruleset.
//!
//! # Group acts
//!
//! A [group act](battle::panel::group::GroupAct) is one procedure for several units of a side, with one Roll and one Apply. A procedure that
//! several units may do together says so with `.grouping(…)`, and [`Grouping`](rules::procedure::Grouping) describes the rest:
//!
//! | setter | sets | example |
//! | --- | --- | --- |
//! | `in_turn()` | group acts whose parts are judged one after the other, each on the table that the earlier parts left. If the rules say that a step is simultaneous, the table has to record the units as they were when the step began | fire of *Arquebusier!* (R9) |
//! | `.at_once_under(FIELD, VALUE)` | the ruling under which all parts are judged on the table before the first instead | `r41_fire` of *Pike & Shot* |
//! | `.shared(&[…])` | answers that players give once for all units | the kind of a command |
//! | `.opens_with(&[…])` | the usual answers to shared questions | to move |
//! | `.rank(…)` | the place of a unit in the list | Regulars before Irregulars |
//! | `.proposes(…)` | the units that are ticked when the list opens; without any, the list is offered only if it is due | commands: formations without one so far |
//! | `.chosen_by_players()` | that nobody is ticked when the list opens | charges |
//! | `.family(LABEL)` | one list for several procedures of a phase, or another label for the list of one | fire of foot, horse and guns in *Pike & Shot* |
//! | `.without(…)` | units that the list leaves out, because the act never succeeds | guns that would charge |
//!
//! [`joint_offers`](battle::referee::joint_offers) lists the group acts of a table: those for [duties](rules::turn::Duty) that several units have
//! ([`is_due`](battle::referee::JointOffer::is_due)), and those of the phase's procedures. Each is for at least two units that can do it. A duty
//! that a group act includes is also listed by itself.
//!
//! A part that an earlier result has made impossible is dropped, and rolls nothing. No rule can be overridden in a group act. What an earlier
//! part has made possible "right now", such as a chip on a unit, stays possible until the next act. In the log, parts are acts with the
//! stamp of the first in their field `group`; undo, redo, and "Take back" after a discard concern all of them.
//!
//! These have no grouping: procedures whose one act already takes several units of a side (melees, combined fire, draws, marches), acts of a
//! side or of the battle, calculations, answers to a single event (the reaction and the chips of *Pikette Squared*), and choices that players
//! make for one unit at a time (formations, detachments, bridges, moves over the squares of *Pikette Squared*).
//!
//! # What forbids an act
//!
//! | it | says | is declared in | effect |
//! | --- | --- | --- | --- |
//! | `validate` of a [form](rules::form!) | The input contradicts itself. | the form | panel and contract refuse the input at a field, with `bad_value` |
//! | [`permit`](rules::procedure::Rule::permit) | The rules forbid this input, at any time. | the rule | panel and contract refuse the input at a field, with `not_allowed` |
//! | [`fits`](rules::procedure::Role::fits) | Such a unit can never take this role. | the role | no list offers the unit, and the panel refuses it |
//! | [bans](rules::ban) | The act is forbidden now. | the procedure's `.bans(…)` | card and panel show the reasons, and `battle` answers `not_now`; without a battle, as `permit` at the ban's field |
//!
//! A procedure has one list of bans, made of slices that procedures share. Its order is the order of the reasons. Players see all reasons,
//! and the contract answers with the first as `error` and the others as `also`. The players' [own bars](rules::own::OwnBar) come last; the
//! end of a battle comes first. `next` has [bans](rules::turn::TurnRules::next_bans) of the turn, and waits for duties. Players can override
//! bans, and nothing else.
//!
//! These choose what is drawn, and forbid nothing: [`offered_to`](rules::procedure::Procedure::offered_to) leaves an offer off a card;
//! [`has_occasion`](rules::ruleset::Glance::has_occasion) and [`concerns`](rules::ruleset::Phase::concerns) choose the units that a phase
//! brings to the players' attention.
//!
//! # From a request of the contract to its answer
//!
//! A request is a line of standard input, or an object from the page's scripts. The [contract](exchange::contract) finds the ruleset and the
//! procedure, and hands the `input` to [`Procedure::read_request`](rules::procedure::Procedure::read_request): the same forms and
//! the same rules as in the app. The result is a [`Ready`](rules::procedure::Ready), or a [`Refusal`](rules::refusal::Refusal) with its
//! code and field; an [`Answer`](exchange::contract::Answer) writes either as JSON. There are four calls: [odds](exchange::contract::answer_odds),
//! [resolve](exchange::contract::answer_resolve), `battle`, a [script of acts](exchange::contract::battle()) that the referee judges one by one, and
//! `chain`, [how an act ends](battle::forecast).
//! No input makes a call fail, not even bytes that are no text.
//!
//! # From a link to a battle
//!
//! 1. The [fragment](exchange::share) of the address begins with a version. Its letters are [unpacked](exchange::share::pack::unpack) into text, which
//!    is bounded before it is inflated, and again after it is read ([limits](exchange::storage::limits)).
//! 2. The [contents](exchange::share::Shared) become the [texts that would be saved](exchange::share::Shared::bundle) of them, as in a file or a
//!    backup. From here on, all input goes the same way.
//! 3. It is [compared](exchange::share::arrival) with the texts on this device, and shown. A player chooses what to take, and the
//!    [plan](exchange::share::arrival::Plan) is written text by text.
//! 4. A roster is then read by its ruleset's profile, like one that was entered by hand.
//!
//! Each of these steps is tested natively.
//!
//! # Invariants
//!
//! - The engine does not know the app. Browser crates are dependencies of wasm alone, so an engine file that names one does
//!   not compile natively.
//! - A rule is written once. Rolled dice, typed dice, replay and odds all run it, and it never asks which of them it is.
//! - No component of the app knows one ruleset from another.
//! - Every change of a battle is an event in its log. The log only grows. The state is the sum of the acts in force. An undo is
//!   an event, too.
//! - Undo and Discard never grant a fresh roll: they free the numbers of the roll, which [belong to its unit](battle::Stream).
//! - Nothing is silently zero, dropped or overwritten. A prohibition of the rules is a refusal with its reason.
//!
//! Deliberately absent: a map of the battle, an opponent to play against, a server.
//!
//! # Adding a modifier
//!
//! The row of a procedure in its ruleset's page gives its id. The file
//! `crates/<ruleset>/src/ids.rs` has a constant for it, and `Procedure::of` names this constant: the form, the rule and the procedure stand
//! together, in a file or a folder. The panel's field, the odds, the list of reasons and the log follow from steps 1 and 2 by themselves.
//!
//! 1. In the rule's form, add the field that decides it, unless it is there: `behind_books: bool = situation(flag()).or(false)
//!    .label("Behind books")`. A field is a fact of a unit (`unit`), something that players see on the table (`situation`), or their
//!    choice (`choice_of`). With a default, requests and battles that lack it stay valid. A field that copies a fact takes its kind,
//!    range, default and label: `counters: i32 = unit(of(COUNTERS))`.
//! 2. In the rule's `play`, add it where the number is made: `dice.modify("behind_books", i32::from(self.behind_books))` returns
//!    the value and records it unless it is 0, so the sum and its explanation cannot differ.
//!    If the rule records luck with `dice.record_luck`, the faces that count as successes depend on the modifier, too.
//!    A number that more than `play` asks for is made without `dice`, like `need` in `crates/arquebusier/src/shooting/play.rs`. It
//!    takes the value from a function of the input, and `play` records that once: `dice.modify("fog", self.fog())`. Then only the cases
//!    of step 5 show whether the sum has it.
//!    The value is what is added, with its sign: to a number of dice, to the steps of a die, or to the least face that succeeds, where
//!    +1 makes it harder. Players see label and value alone, so a label says what is changed if a procedure changes several numbers.
//! 3. In the ruleset's `texts/glossary.toml`, add a `[[modifier]]` under the same id: its label, the source's heading, and the rule
//!    in a sentence.
//! 4. In `texts/reference.toml`, add it to the table where players look it up. The tables are written by hand; tests compare only
//!    those that `texts/tests.rs` names.
//! 5. Add cases to `crates/<ruleset>/tests/conformance.json`, computed independently of this code: by hand, or by a short program that
//!    tries every face. Copy a neighbouring line: each case is one. Its `id` is any text that no other case of the file has. The
//!    layout of the JSON and the order of its keys do not matter, and the sum of `probability` is 1. Answers list modifiers in the
//!    order in which `play` records them.
//! 6. Run `MEND_WORDS=1 cargo test --test it words`. It fails as long as there are empty translations: fill them in. Ids that the cases
//!    record are among them, as words: `behind books` besides the label `Behind books`.
//!
//! `cargo test -p RULESET`, `cargo test -p battle --test it luck` and `cargo test --test it -- glossary names words` name what is missing.
//! A field with a default changes what random battles draw, so try `cargo test -p battle --test it random_battles::RULESET`, too: twenty
//! seconds for a ruleset, five minutes for all.
//!
//! Players change such a number by modifiers of their [own](rules::own) if the procedure names it: declare it beside the
//! procedure, `const KNOCKS_ON: Adjustable = Adjustable::of("knocks_on", "Number that knocks over")`, list it in
//! `.adjustable(&[KNOCKS_ON])`, give the form the field `own: Vec<Change> = situation(changes())`, and add
//! `self.own.on(KNOCKS_ON, dice)` where `play` makes the number. A number of one unit lies in its part of the form:
//! `KNOCKS_ON.at("target")`. Where the dice know no such value, clamp it. The oracle then draws own modifiers in its requests.
//!
//! # Hidden counters
//!
//! Players may keep counters from the other general, as in a matchbox. The [agreement](rules::secrecy) is a tracker of the battle,
//! `secrecy`, that every ruleset with a [secret](rules::ruleset::Tracker::secret) tracker has besides those of its own; an act
//! sets it, so it is shared, undone and verified like any other. Who looks at the battle then is shown
//! [another one](battle::Shown): a battle of its own, made of what that onlooker may know. In it hidden trackers are `null`, and
//! acts that [depend](battle::State::hidden_fields) on them have no input and no outcome.
//!
//! Pages read only the shown battle, in which hidden values are missing. Dice are never hidden. Acts are judged and made on the whole battle,
//! which the app reads under its own name ([the views](#views-of-a-battle)). Hidden counters are a screen, not a lock: each device stores the
//! whole log. A procedure need not know of any of this. A ruleset that can tell which units a General is with names that fact as `general_with`, and
//! can then be played with an umpire.
//!
//! In a script of the `battle` call the agreement is set like any tracker: `{ "act": "set", "of": "battle", "tracker": "secrecy", "to":
//! "own_side" }`. The answer shows the table as it is.
//!
//! # Views of a battle
//!
//! | view | type | holds | made by | used by |
//! | --- | --- | --- | --- | --- |
//! | whole | [`Battle`](battle::Battle) | all that is saved: header and log. `AppState::battle(id)` returns any saved battle, `BattleState::whole` the one in play | [`saved_battle::read`](exchange::storage::saved_battle::read) | saving, sharing, devices, verification, all pages about several battles. Reading many logs takes long: such pages use `platform::slices::in_slices` |
//! | shown | [`Shown`](battle::Shown) | what an onlooker may know while counters are hidden; else the whole battle is shown | [`Battle::seen_by`](battle::Battle::seen_by), event by event [`Shown::follow`](battle::Shown::follow) | pages: `BattleState::with` reads what this device shows |
//! | rewound | [`Rewound`](battle::Rewound) | the battle before an act that is corrected. Its first rolls have the act's numbers | [`Battle::rewound`](battle::Battle::rewound), [`Plan::rewound`](battle::correct::Plan::rewound) | the panel of a correction, in place of the battle in play |
//! | supposed | [`Supposed`](battle::forecast::job::Supposed) | a table that may come, without a past | [`job::supposed`](battle::forecast::job::supposed) | a panel in "Play it out": `BattleState::supposing` |
//! | judged | one of the others | the battle on which acts are judged and made: rewound or supposed, else whole | `InPlay::judged` | the referee, odds and outcomes: `BattleState::judged` |
//!
//! In the app, `InPlay` (`src/app/state/in_play.rs`) holds the battle in play as it is saved, as it is shown and as it is rewound. A
//! `BattleState` reads one of them. A [panel](battle::panel::Tables) is given the whole, the judged and the shown battle under these names.
//! [`Battle::after_first`](battle::Battle::after_first) makes the battle as it was after an entry of its log, for the log and the replay.
//!
//! # The end of a battle
//!
//! A battle is closed by its [verdict](rules::closing): a tracker of the battle, `verdict`, that every ruleset has besides its own. A
//! ruleset proposes one by its [`verdict`](rules::ruleset::Ruleset::verdict), from the facts that are there; players decide. In a closed
//! battle every procedure, the next phase and every change by hand but that of the verdict is [refused](battle::Battle::refuses), with the
//! rule `closed`; notes, undo and redo are not, and dice that wait may be discarded. Hidden counters come to light. The
//! [chronicle](battle::analysis::chronicle) keeps an entry of at most 1 kB of each battle, which outlasts its log. The
//! [clock](battle::analysis::clock) reads the times of the log; what players [agree](rules::clock) on are trackers, too. A
//! roster of [survivors](exchange::storage::survivors) has each unit's profile with three kinds of values from the end of the battle: the
//! trackers that count losses in a field of the profile, the [`lasting`](rules::ruleset::Rosters::lasting) trackers, and what the
//! ruleset's [`survivor`](rules::ruleset::Rosters::survivor) returns.
//!
//! # Own rules
//!
//! Players add what the rulebook leaves out: [`OwnRules`](rules::own::OwnRules). They are a tracker of the battle, `own_rules`, which an
//! act by hand sets, so they are shared, undone and verified like any other. A script of the `battle` call may begin with them
//! (`own_rules`), and a request has the changes that they make in its `own`: `[{ "name": "Charging uphill", "number": "need", "by": 1 }]`.
//!
//! A procedure takes own modifiers once it names its [adjustable](rules::procedure::Procedure) numbers and its rule adds what was made
//! of them (`self.own.on(NEED, dice)`). Every procedure that rolls has one, and each changes some odds:
//! `crates/battle/tests/it/oracle/numbers.rs` holds it, with the exceptions. Whatever fills in an input [ticks](rules::own::fill) those that
//! a flag of a unit brings along; the panel offers the others.
//!
//! Own trackers are described as the printed ones are, under ids that begin with `own:`, and a change of the own rules, or a unit that
//! joins, brings their start with it; `Ruleset::trackers_in` lists both. Own bars have the rule id `own_rules` and come after all others;
//! own reminders are the tracker `own_reminders` of the battle. A count names the procedures that it forbids at 0 (`bars_at_zero`), and
//! those that take 1 of it (`spent_by`). A set of own rules is a roster without units, so it is stored and shared like one;
//! [`own_words`](battle::analysis::own_words) spells its rules out.
//!
//! # Adding a procedure
//!
//! In a file of the ruleset's folder:
//!
//! 1. a [`form!`](rules::form!) for the input. Fields from units (`unit(…)`) have the ids of their facts, so that they are filled in;
//! 2. an [`outcome!`](rules::outcome!) for the result;
//! 3. an `impl` [`Rule`](rules::procedure::Rule): what it permits, its play, and its consequences at the table;
//! 4. a `const` [`Procedure`](rules::procedure::Procedure): its roles, its bans, and the chances that players ask for. `Role::own` and
//!    `Role::enemy` copy a unit's facts into the input; `Role::enemy_without_fields` is for a unit that only takes part. Most rulesets have
//!    bans that every act needs, such as `PHASE`: copy them from a neighbouring procedure. A procedure without roles is an act of a side if it
//!    has `.for_side()`, else of the battle. One that rolls has an [adjustable number](#own-rules), and labels of rolls in `.roll_names(…)`.
//!
//! A choice that decides the whole act is declared in the form: `answer: Answer = choice_of(choice::<Answer>()).decides()`. The panel then
//! asks for it with a button for each option, which shows what [`gives`](rules::procedure::Preview::gives) returns, or the main chance. If
//! no dice follow, the button applies the result. Duties of which a unit answers one have a label each: [`option`](rules::turn::Duty::option).
//! An act that needs neither dice nor an answer is [applied by the tap](battle::panel::Panel::at_once) that would open its panel.
//!
//! Then add
//!
//! - its id to `crates/<ruleset>/src/ids.rs`, its file's `mod` to the ruleset's module, its `const` to the `procedures` of `RULESET`, and its
//!   id to the phases that use it;
//! - its trackers and its rules of the turn, as the next two sections say;
//! - its [duties](rules::turn::DutyRule) to the ruleset's [`TurnRules`](rules::turn::TurnRules), if it has any;
//! - its modifiers to `texts/glossary.toml`, and what players look up to `texts/reference.toml`;
//! - its cases, computed independently of this code, to `crates/<ruleset>/tests/conformance.json`;
//! - its row to the table in the documentation of the ruleset's module.
//!
//! Search for the id of a neighbouring procedure to find these places: phases and duties are mostly in the ruleset's `turn`.
//!
//! These tests name what is missing: `cargo test -p RULESET`, `cargo test -p battle --test it luck` and
//! `cargo test --test it -- descriptions facts names glossary handbook words`. `MEND_WORDS=1 cargo test --test it words` adds its
//! texts to the translations, and `cargo test -p battle --test it random_battles::RULESET` plays it. The panel, rolls without a battle, the
//! contract, the log and the odds follow from the description.
//! The shortest example is `stand_up` in `crates/toy/src/lib.rs`, with its case in `crates/toy/tests/conformance.json`.
//!
//! # Choosing a roll
//!
//! [`Dice`](rules::dice::Dice) has these rolls. Odds branch as often as the third column says; the [head of the crate](::dice) tells how
//! long rules stay fast.
//!
//! | the rule asks | roll | branches | luck |
//! | --- | --- | --- | --- |
//! | does one die show the number or more | `passes` | 2 | recorded |
//! | does any of several dice | `any` | 2 | recorded |
//! | how many of several dice do | `hits` | dice + 1 | recorded |
//! | is the sum of a few dice right | `sum_is` | 2 | recorded |
//! | does a die beat one of the enemy's | `beats` | 2 | recorded |
//! | how do two such dice compare | `against`, or `against_for` for a value of both | each pair of faces, or each value | recorded |
//! | how many dice fall in each of several classes | `sorted` | each way to share them out | by the rule |
//! | which face does one die show | `die` | sides | by the rule |
//! | which face does each of a few dice show | `faces` | sides to the power of dice | by the rule |
//!
//! "By the rule" means that the rule calls `dice.record_luck` after the roll, with the faces that are good for the side that rolls. A
//! roll that decides which or how much records none, and is listed in `uncounted` of the ruleset's
//! [statistics](rules::battle_stats::BattleStats); `cargo test -p battle --test it luck` finds one that is in neither.
//!
//! # Adding a rule of the turn
//!
//! "A troop rolls once in a round": a rule that forbids an act is a [`Ban`](rules::ban::Ban), in the `bans` of each procedure that it
//! forbids. In `crates/toy/src/lib.rs` it is this line:
//!
//! ```ignore
//! Ban::unit("rolled", "Marbles", "already rolled in this round.", |troop| troop.get(HAS_ROLLED))
//! ```
//!
//! It has a rule id, the source's heading, the reason for players, and the test. Players read the reason after the unit's name: "Tin men:
//! already rolled in this round." The test of a unit gets facts from the table's record and
//! from the input under the same ids. It answers `None` with `?` as soon as something is not known, and is then not judged. Its place in
//! the list is its place among the reasons: of several rules, the source's first comes first. A comment above gives the ruling or the reason.
//! Bans that several procedures need are constants, and slices of them, in `crates/<ruleset>/src/bans.rs`.
//!
//! | the rule | is written as | and shows |
//! | --- | --- | --- |
//! | concerns a unit that acts: `rolled` | `Ban::unit(…)` | card and quick question grey the offer with the reason; the panel refuses, and can override; `battle` answers `not_now` with the rule id |
//! | looks at other units or the table | `Ban::table(…)`, `Ban::found(…)` if it concerns a unit, or `Ban::worded(…)` with a reason that depends on it | as the first, without field or reference |
//! | asks for a unit of an optional role | `.asks_for(ROLE)` | the panel lists the candidates in place of the reason |
//! | is shown by a field, too: `nobody_lies` | `.at(FALLEN_SOLDIERS)` | without a battle, panel and contract answer `not_allowed` at that field, in the same words |
//! | leaves nothing to play | `.even_if_overridden()` | the procedure refuses an act that overrides it; without a field the referee does, and the panel does not offer it |
//! | depends on several facts of a group | `unit.record()`, `unit.answer(FIELD)` | as the first |
//! | means that there is nothing to do | `.hides_offer()` | the card leaves the offer out |
//! | concerns everybody who takes part | `.of_everybody()` | targets and enemies are judged with the units that act |
//! | concerns only some acts of the procedure, such as moves by command | `.only_if(…)`, or `Some(unit.get(REASON)? == Reason::Manoeuvre && …)` | other ways, and offers whose way is not known, are not judged |
//! | depends on the target | `.on_acts()` | cards do not judge it |
//! | looks at the table, and a field of the input shows it | `Ban::table(…)`, and `Ban::input(…).at(…)` with the same rule id | in a battle the first alone; without one the procedure refuses |
//! | is a price, asked for once all else permits the act | after `Ban::PERMIT` in the list | the procedure refuses it after its own refusals |
//!
//! `.at(FIELD)` is a choice, even where the form has such a field: with it, every request of the contract whose field says so is refused,
//! too. Take it for what the source forbids outright. Leave it out if cases of the ruleset's `conformance.json` have odds for such an input: they
//! were computed apart from this code, and are not changed to fit. Search them for the field first.
//!
//! Duties and phases do not repeat it: they ask `STAND_UP.may(&unit.facts, &[])`, with the answers that are settled in the brackets, or
//! one ban by `permits`. The reference lists it below its procedure. Add a script to
//! `crates/<ruleset>/tests/battles/<ruleset>_own.json` with an act that is refused, one that overrides it, and one that is allowed: a
//! line in the short form of `crates/testing/src/scripts/short.rs`, which also lists what a script can expect.
//! `MEND_SCRIPTS=1 cargo test -p RULESET --test it scripts` formats it, and says how many dice an act wants.
//!
//! # Changing a text, adding a ruling
//!
//! The reference, the glossary and the rulings of a ruleset are `texts/reference.toml`, `texts/glossary.toml` and
//! `texts/rulings.toml` in its folder. They need no Rust: `build.rs` makes the constants of the ruleset's `texts` from them, and names file and line of an
//! entry that is wrong.
//!
//! - A text may break its lines anywhere; they are joined by spaces. In `words` of the reference a blank line begins a paragraph.
//! - A chapter's `id` is the name of its constant, for tests that compare a table with the rules: `texts/tests.rs`. A chapter with
//!   `open = true` is unfolded when players open the reference: the turn, and the tables that they look up most.
//!   A chapter with `side = 1` or `side = 2` is on that side of the printed sheet.
//! - The reference [answers questions](battle::analysis::search). `tests/it/questions` has those of each ruleset, in English and French, with
//!   the passages that answer them: `cargo test --test it questions`. Add the questions that a new rule brings.
//! - A ruling has the next number, and a row in the documentation of the ruleset's module; procedures name it in `.rulings(&["R7"])`.
//!   A ruling that players choose has a `switch`, the field of `rulings` in an input, and its `choices`, the default first. Where
//!   the rules take the choice as a value of a type, its module `rulings` lists that type's choices instead. The build fails while the
//!   two do not fit.
//!
//! `MEND_WORDS=1 cargo test --test it words` adds what is new to the translations. The French for a term of the game is in
//! `tests/it/words/french_terms.json`, and the same tests find another word for it.
//! `cargo test --test it -- descriptions glossary handbook` names what is missing.
//!
//! # Adding a tracker
//!
//! A tracker is something that the table remembers of a unit, a side or the battle. `HAS_ROLLED` of the toy ruleset takes these places:
//!
//! 1. a [fact](rules::facts!) with its id and its label: `HAS_ROLLED: bool = "rolled" "Rolled";`, a count also with its range:
//!    `whole(0, 12)`. The id is written in logs, and never changes;
//! 2. a line of the list for units, sides or the battle in its [`Trackers`](rules::ruleset::Trackers): `Tracker::flag(HAS_ROLLED)`.
//!    Besides flags there are counts, words, units and [more](rules::ruleset::Tracker). A tracker starts at 0, at
//!    no word, or at the value of the profile's field with the same id. `.start_from(…)` computes another start; units for which it returns
//!    `None` do not have the tracker;
//! 3. what sets it, in `describe` or `aftermath` of a procedure: `consequences.put(ROLLER, HAS_ROLLED, true)`;
//! 4. what ends it, on its line:
//!
//! | it | is written as | example |
//! | --- | --- | --- |
//! | ends with the turn or the phase | `.clears(Clears::EachTurn)` | `rolled` in `crates/toy/src/lib.rs` |
//! | becomes another as a turn begins | `.becomes(MOVED_LAST_TURN)`, and a second `Tracker::flag(MOVED_LAST_TURN)` | `moved_this_turn` in `crates/arquebusier/src/unit/trackers.rs` |
//! | runs down by one as a turn begins, to its least | `.clears(Clears::RunsDownEachTurn)` | bounds until a General recovers, in `crates/pike_and_shot/src/unit/trackers.rs` |
//! | ends with something else that changes | `follow` of the ruleset's [`TurnRules`](rules::turn::TurnRules) | contacts, in `crates/arquebusier/src/turn/follow.rs` |
//! | ends as a phase does, with more to it | `before` or `after` of its [`NextStep`](rules::turn::NextStep) | Dragoons, in `crates/arquebusier/src/turn/ends.rs` |
//!
//! `.secret()` says that it counts what figures do not show, so that players may agree to hide it ([how](#hidden-counters)).
//! One that names units says [whom](rules::ruleset::NamedUnits). Add a script to `crates/<ruleset>/tests/battles/<ruleset>_own.json` that
//! sets it, and one that ends it; `cargo test -p RULESET` and `cargo test --test it -- facts descriptions words` name what is missing.
//!
//! ## Where a tracker is shown
//!
//! A flag, and one that names units, has a text on the card by itself. Add the rest where players need it:
//!
//! | place | is written as | shows |
//! | --- | --- | --- |
//! | card: front | `.in_front()` | its control, not under More: for what players change often. Pips are there by themselves |
//! | card: texts | `.card_text("rolled its marbles")` | these words while it holds, rather than its label. A number has a text only with them |
//! | card: tags | a [`State`](rules::ruleset::State) in the ruleset's `states`: `State::of(DISORDER).alarm()`, or `.note()`, `.calm()` | the text as a tag with an [urgency](rules::ruleset::Urgency). `.called("…")` gives it other words; `State::when(…)` and `State::words(…)` are made of any facts. An alarm colours the card, and is the trouble that players filter and sort by. A tag replaces the text of its own tracker, and those that it `.covers(…)` |
//! | row: its line | `.stamp()` or `.beside()` of the same `State` | a stamp, such as "broken", and one thing next to it: units by name, else what the phase says, else other words. Of several the row takes the first of the list, unless they have a `.rank(…)`. `.short("…")` gives the row other words |
//! | row: what is always there | `.leader()`, `.ground()`; `.on_named("…")` | a leader with it, and its ground; and what units that its tracker names show of it: "charged by Bluecoats" |
//! | row: the sign | `sign` of the `Glance` | the unit's shape: shaken, gone, loaded |
//! | glossary | a `[[term]]` in `texts/glossary.toml` | the rule behind the word, if players would ask for it. No test demands it |
//!
//! A record that only the rules read, such as the bound of a melee, is `.internal()`: log, notices and report leave its changes out.
//!
//! *Argad!* has `disorder` in `crates/argad/src/trackers.rs`, as a state in `crates/argad/src/states.rs`, and in
//! `crates/argad/src/sign.rs`. Of units that take no further part only the states with `.even_if_out()` are shown. Rows are tested in
//! `crates/battle/tests/it/situations/rows.rs`.
//!
//! # Adding a ruleset
//!
//! In a crate named by its id, with the dependencies of the other rulesets' crates:
//!
//! 1. a [`form!`](rules::form!) for a unit as rosters enter it; its first field is `name`;
//! 2. a `NAMED`, which every page shows before the rules are fetched;
//! 3. a `static RULESET`, which ends with `..Ruleset::of(…)` ([its defaults](rules::ruleset::Ruleset::of)) and says before it what
//!    its rules have: at least a procedure, a phase that uses it, a term, a description of a unit for its card, a sample roster
//!    for each side, and a [guided battle](rules::guide::Guide). Its texts are files in `texts`, which `build.rs` writes as
//!    Rust and a module of that name includes, as in the other crates; a short one may have them as constants, like the tests' own.
//!
//! The row of a unit on the table is drawn from the ruleset's [states](rules::ruleset::Ruleset::states) and its
//! [`Glance`](rules::ruleset::Glance): the unit's sign, its number, and whether it has acted.
//!
//! Then add it to the dependencies and to the list in [`rulesets`], and to that of `crates/test_rulesets`. Every page and the contract
//! take it from the first list, the oracle and other tests from the second.
//! Its cases are in `crates/<ruleset>/tests/conformance.json`, its scripts in `crates/<ruleset>/tests/battles/<ruleset>_own.json`.
//! `cargo test --test it handbook` prints the tables for its module's documentation, and `MEND_WORDS=1 cargo test --test it words` makes
//! its lists of words. `cargo test --workspace` names everything else that is missing.
//!
//! The tests add a ruleset in just this way: `crates/toy/src/lib.rs` has procedures with bans, a turn with a duty, but no
//! guided battle. The list of the tests has it, that of the app does not. `crates/toy/tests/it/played.rs` plays it, and
//! `crates/battle/tests/it/panels/toy.rs` plays it by its panels.
//!
//! # Adding a scenario
//!
//! A scenario of the library is a JSON file, in `crates/<ruleset>/scenarios`. Writing one needs no Rust apart from its line in
//! `rosters.scenarios` of the ruleset's `RULESET`. Begin with a copy of `crates/pike_and_shot/scenarios/naseby.json`:
//!
//! 1. `name`, `date`, `place`, a `line` for lists and a longer `text`. History is right, and in our own words. The text ends by saying that
//!    the strengths and classes are a sample;
//! 2. `sides`: the name, the `commands` with their generals, and the `units`, each with an `id` of its own, its command, and its `profile` as
//!    in `samples.json`;
//! 3. `rulings` and `own_rules`, if it has house rules or own rules, as in a roster and in the log;
//! 4. `course`: briefings, deployment, arrivals, events, end and points. [`Course`](rules::scenario::Course) lists all fields, with their
//!    ranges and defaults.
//!
//! `cargo test -p exchange --lib scenario` names the place of each fault. `cargo test -p battle --test it random_battles::library` plays every scenario to its
//! end with random acts; each needs an end, points, and at least one arrival or event. `MEND_WORDS=1 cargo test --test it words` adds its
//! texts to the translations. To try one without the app, give it to the contract: `{"call": "battle", "battle": {"scenario": {…},
//! "acts": []}}`.
//!
//! # Adding to what a scenario holds
//!
//! The head of [`rules::scenario`] has the design. Something that only matters before the battle, such as a picture, is a field of
//! [`Scenario`](exchange::storage::scenario::Scenario). Something that the battle uses is a field of the course:
//!
//! 1. the field in `crates/rules/src/scenario/course.rs`, with a default that is left out of the JSON, and its limits in
//!    `crates/rules/src/scenario/check.rs`;
//! 2. what it does: in `crates/rules/src/scenario/due.rs` if it becomes due, in `crates/rules/src/scenario/acts.rs` if it is an effect of an
//!    event, in `crates/rules/src/scenario/result.rs` if it ends the battle or gives points. What it remembers is a tracker with a prefix of its own, which an act sets. If players set it by hand,
//!    [`Planned::can_hold`](rules::scenario::Planned::can_hold) accepts it;
//! 3. if it refers to units, commands or own rules, a line in `Scenario::drop_what_is_gone`; if players read it, one in
//!    `Scenario::texts_mut`;
//! 4. what players see of it at the table: `src/app/state/scenario_in_play.rs` decides what a device shows, and `src/app/pages/battle_scenario.rs`
//!    shows it. A new tracker needs its words in `crates/battle/src/analysis/scenario_words.rs`;
//! 5. its row in `docs/log_fields.md`, its value in `crates/exchange/tests/it/stored/fields.rs`, and a fixture, as that page says. A version
//!    that does not know the field refuses the scenario, so links, schema and greeting need a new version, too;
//! 6. a test in `crates/battle/tests/it/scenarios.rs`.
//!
//! # Adding a page
//!
//! The app's own map is at the top of `src/app/mod.rs`. A page is:
//!
//! 1. a row in a table of `src/app/state/route/address.rs`: in `Route`, or in `BattlePage` or `RosterPage` for a page of a battle or a
//!    roster. `LastRolls = "last-rolls"` gives the place its address, `href` and parsing. If players open the page for a
//!    moment from anywhere, as they do the settings, list it in the function `is_brief` of that file: its Back button then leads to the page
//!    before. The Back button of a page that one such page links returns by `router().came_from(…)`, as in `src/app/pages/saved.rs`;
//! 2. a file in `src/app/pages`, with a `#[component]` that begins with `<PageHeader back=Route::Home title=say("…")/>`, followed
//!    by its `<main>`; and its `mod` in `src/app/pages.rs`;
//! 3. its `use` and an arm in `render` (or `render_in_battle`) of `src/app/lazy/lazy_pages.rs`, which draws it. The compiler asks for the
//!    arm. Only the home page is outside the lazy part;
//! 4. a link to it from another page: `<a href=Route::….href()>`.
//!
//! `MEND_ROUTES=1 cargo test --bin drumhead` adds its address to `tests/browser/routes.json`. `walk.spec.ts` opens every page of
//! that list in both languages. It checks that the page can be reloaded, has no text left in English, can be read with large letters and on
//! a small screen, and has no fault that axe finds. It fails if an address has a field in braces, such as `{battle}`, that no address
//! had before. Then add a line to its walks that fills in this field. The walk opens a page about saved battles on a device without any, so the
//! page's own spec checks it with some.
//!
//! Texts for players go through `say("…")` or `text!("…")`; `MEND_WORDS=1 cargo test --test it words` adds them to the translations.
//! A spec in `tests/browser` does what players do on the page. The pictures of a page that changes are renewed as
//! `screens.spec.ts` says, and what players notice gets a line in `CHANGELOG.md`. `cargo check --target wasm32-unknown-unknown` compiles
//! the app, `cargo test --bin drumhead --test it -- app:: words layout` finds what was forgotten, and `cargo xtask serve --dev` shows it. The
//! shortest example is `src/app/pages/dice_scheme.rs`.
//!
//! # Adding a component
//!
//! 1. A file in `src/app/components`, if several pages use it, else in the folder of its page, and its `mod` beside the others; the
//!    `#[component]` takes what it shows as properties, with a doc comment where the name does not say everything;
//! 2. `battle: BattleState` for one that shows the battle in play: `battle.follow(|open| …)` is a memo of a value that is read from the
//!    battle, `battle.with(|open| …)` reads it once, and `battle.act(…)` changes it. A view that reads a memo does not also read what
//!    that memo is made of, or it can miss a change: it reads one memo of all that it shows (`UnitState` in `src/app/components/unit_state.rs`);
//! 3. classes from `style`, where each part of the app has a sheet; a new sheet joins its layer in `style/main.css`. States have the
//!    colours `--ink`, `--gold` and `--danger`, never those of the sides.
//!
//! Short examples are `src/app/components/status_tag.rs`, which draws what it is given, and `src/app/components/undo.rs`, which changes
//! the battle.

pub mod rulesets;

pub use rulesets::{RULESETS, TITLES};
