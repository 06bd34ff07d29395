//! Drumhead: a table-side referee for pike-and-shot wargames.
//!
//! The engine consists of the crates in `crates`: rules, odds, dice, rosters and battles. It contains no code for browsers. The app is the program in
//! `src/app`, for wasm only; it draws what the engine describes. This library lists the [rulesets] of the app and is the first page of the handbook.
//!
//! # Map
//!
//! A crate depends only on crates below it in this table; `test_rulesets`, `testing` and the tests of a crate may also use crates above. Inside a
//! crate, files have floors, and `tests/it/layout.rs` fails if a file uses one on a higher floor.
//!
//! | crate | contents |
//! | --- | --- |
//! | [`exchange`] | the [JSON API](exchange::contract): odds, outcomes, chains, and whole battles as scripts; [links, packing and codes](exchange::share); keys, envelopes and bundles of [saved texts](exchange::storage), [rosters](exchange::storage::roster), [scenarios](exchange::storage::scenario), and [limits](exchange::storage::limits) on input |
//! | [`battle`] | events, log and state; [participants](battle::participants); [binding](battle::binding) of units to procedures; the [referee](battle::referee) of the turn; [phases](battle::turn); [verification](battle::verify) and [replay](battle::replay) of a log. On top of these, [analysis](battle::analysis): [summaries of odds](battle::analysis::odds), [luck](battle::analysis::luck), [reports](battle::analysis::report), the [chronicle](battle::analysis::chronicle), the [clock](battle::analysis::clock); [chains](battle::forecast::Chain), the exact distribution of how an act ends; and the [panel](battle::panel::Panel) of an act, or of a [group act](battle::panel::group::GroupAct) |
//! | [`pike_and_shot`], [`pikette_squared`], [`argad`], [`arquebusier`] | one ruleset each |
//! | `toy`, `test_rulesets`, `testing` | a ruleset for the tests (`toy`), the list of all rulesets including it, and helpers that tests of several crates share |
//! | [`rules`] | the types and macros with which a ruleset is written: descriptions of [rulesets](rules::ruleset), [procedures](mod@rules::procedure) and [the turn](rules::turn); [forms](mod@rules::form) and [outcomes](mod@rules::outcome); the [table](rules::table) that rules see; [facts](mod@rules::facts), [texts](mod@rules::text) and [refusals](rules::refusal); [scenarios](rules::scenario) in play |
//! | [`dice`] | rolls, distributions, and the [generator](::dice::rng) of the app's dice; no rules of a game |
//! | `texts` | generates Rust code from the texts of a ruleset, in its build script |
//! | `reader` | reads QR codes in pictures of the camera, for browsers without this function. It is a separate module, which the app fetches when it is needed |
//! | `model` | plays every history of three devices that share a battle, with the functions of `battle` |
//!
//! # Words of the code
//!
//! | word | meaning |
//! | --- | --- |
//! | ban | a rule that forbids an act, because of a unit that takes part or because of the table: [`Ban`](rules::ban::Ban) |
//! | bar | a ban that players wrote: [`OwnBar`](rules::own::OwnBar) |
//! | duty | a procedure that is due for a unit, a side or the battle: [`DutyRule`](rules::turn::DutyRule) |
//! | group act | the same procedure for several units, as one entry of the log: [`GroupAct`](battle::panel::group::GroupAct); its parts are the acts of the units. The [`Grouping`](rules::procedure::Grouping) of a procedure declares that it can be a group act |
//! | chance | a question about the outcome, such as "all lie", which a probability answers |
//! | axis | a number of the outcome whose whole distribution is drawn: [`Axis`](rules::procedure::Axis) |
//! | stake | a chance that counts when candidates are compared, and the side that it favours: [`favours`](rules::procedure::Chance::favours) |
//! | moot | of a chance: not shown for some inputs, such as the rout of a unit that has already routed |
//! | sketch | a short form that players fill in. The app computes the long fields of the input from it |
//! | state | a condition of a unit that its card or row shows, as a text, tag or stamp: [`State`](rules::ruleset::State) |
//! | card text, tag, stamp, sign | [the forms](#where-a-tracker-is-shown) in which the trackers of a unit are shown |
//! | oracle | `crates/battle/tests/it/oracle`: a slow evaluation of odds, face by face. Tests compare the engine's odds with it |
//! | course | what a battle takes from its scenario: briefings, arrivals, events, end and points: [`Course`](rules::scenario::Course) |
//! | own | in `rules::own` and `own:`, made by the players; in `Whose::Own`, of the side that acts; in `*_own.json`, written by this project, not by the independent referee |
//!
//! # From a tap to the log
//!
//! 1. A unit's card shows the referee's [offers](battle::referee::offers): the procedures whose first role the unit
//!    [fits](rules::procedure::Role::fits). If the unit cannot do one of them now, its offer has the reason, which is the first ban that holds. The
//!    card also lists the procedures whose first role the unit does not fit.
//! 2. The panel picks the other [participants](battle::participants::Participants). It [fills in](rules::filling::input) the input: each field takes
//!    the unit's fact with the same id. Players' answers replace these values.
//! 3. The form [reads](rules::procedure::Procedure::read) the input and accepts it, or returns a refusal that names a field.
//! 4. [Odds](rules::procedure::Ready::odds) and [resolving](rules::procedure::Ready::resolve) run the same function. For odds, it runs for every
//!    branch of the dice. For resolving, it takes faces that were typed in, or rolled from the [seed](rules::dice::rng::Seed); while faces are
//!    missing, it returns the next roll.
//! 5. The [consequences](rules::consequences::Consequences) become [changes](battle::binding::changes) of trackers. Contacts are made
//!    [mutual](rules::ruleset::NamedUnits), and the ruleset adds [changes that follow](rules::turn::TurnRules::follow) from these, such as the end of
//!    a fallen unit's contacts.
//! 6. "Apply" puts input, dice and changes into one [event](battle::Event), which is [linked](battle::Battle::linked) to the events before it. The
//!    event is [added](battle::Battle::add) to the log, which updates the [state](battle::State), and is [saved](exchange::storage::envelope) under a
//!    separate [key](exchange::storage::Key). No event is ever written twice.
//! 7. The app draws the cards of changed units again, once the act is on disk (`src/app/platform/drawing.rs`). Other tabs see the
//!    new key, and add the same event to their log.
//!
//! # The turn
//!
//! A ruleset describes its turn in [`TurnRules`](rules::turn::TurnRules). [Duties](rules::turn::DutyRule) are procedures that are due, and can
//! prevent the end of a phase. [Steps](rules::turn::NextStep) end a phase and begin the next, and their [upkeep](rules::turn::Upkeep) changes
//! trackers or resolves procedures. The [referee](battle::referee) judges acts by this description and by the bans of the procedures, for the app and
//! for the contract's `battle` call alike. It contains no code for a single ruleset.
//!
//! # Group acts
//!
//! A [group act](battle::panel::group::GroupAct) is one procedure for several units of a side, with one Roll and one Apply. A procedure that several
//! units may do together declares this with `.grouping(…)`, and [`Grouping`](rules::procedure::Grouping) has the settings:
//!
//! | setter | sets | example |
//! | --- | --- | --- |
//! | `in_turn()` | group acts whose parts are judged one after the other, each on the table that the earlier parts left. If the rules say that a step is simultaneous, the table has to record the units as they were when the step began | fire of *Arquebusier!* (R9) |
//! | `.at_once_under(FIELD, VALUE)` | the ruling under which all parts are instead judged on the table as it was before the first part | `r41_fire` of *Pike & Shot* |
//! | `.shared(&[…])` | answers that players give once for all units | the kind of a command |
//! | `.opens_with(&[…])` | the usual answers to shared questions | to move |
//! | `.rank(…)` | the order of the units in the list | Regulars before Irregulars |
//! | `.proposes(…)` | the units that are ticked when the list opens. If there are none, the list is offered only if it is due | commands: formations without one so far |
//! | `.chosen_by_players()` | that no unit is ticked when the list opens | charges |
//! | `.family(LABEL)` | one list for several procedures of a phase, or another label for the list of one procedure | fire of foot, horse and guns in *Pike & Shot* |
//! | `.without(…)` | units that the list leaves out, because the act never succeeds | guns that would charge |
//!
//! [`joint_offers`](battle::referee::joint_offers) lists the group acts of a table: those for [duties](rules::turn::Duty) that several units have
//! ([`is_due`](battle::referee::JointOffer::is_due)), and those of the phase's procedures. Each group act is for at least two units that can do it. A
//! duty that a group act includes is also listed by itself.
//!
//! A part that an earlier part made impossible is dropped, and rolls nothing. No rule can be overridden in a group act. What an earlier part has made
//! possible "right now", such as a chip on a unit, stays possible until the next act. In the log, each part is an act. The later parts have the stamp
//! of the first part in their field `group`. Undo, redo, and "Take back" after a discard apply to all parts.
//!
//! Some procedures have no grouping. They are procedures whose one act already takes several units of a side (melees, combined fire, draws, marches),
//! acts of a side or of the battle, calculations, and answers to a single event (the reaction and the chips of *Pikette Squared*). Choices that
//! players make for one unit at a time have none either (formations, detachments, bridges, moves over the squares of *Pikette Squared*).
//!
//! # What forbids an act
//!
//! | declaration | meaning | place | effect |
//! | --- | --- | --- | --- |
//! | `validate` of a [form](rules::form!) | The input contradicts itself. | the form | panel and contract refuse the input at a field, with `bad_value` |
//! | [`permit`](rules::procedure::Rule::permit) | The rules forbid this input, at any time. | the rule | panel and contract refuse the input at a field, with `not_allowed` |
//! | [`fits`](rules::procedure::Role::fits) | Such a unit cannot take this role, whatever players override: it is of another kind, or in a state such as destroyed. | the role | no list offers the unit, and the panel refuses it |
//! | [bans](rules::ban) | The act is forbidden now. | the procedure's `.bans(…)` | card and panel show the reasons, and `battle` answers `not_now`. Without a battle, a ban that names a field refuses the input like `permit` |
//!
//! A procedure has one list of bans, composed of slices that procedures share. The order of the list is the order of the reasons. Players see all
//! reasons, and the contract answers with the first as `error` and the others as `also`. The players' [own bars](rules::own::OwnBar) come last; the
//! end of a battle comes first. The act `next`, which ends a phase, has the [bans](rules::turn::TurnRules::next_bans) of the turn, and waits until
//! duties are done. Players can override bans, and nothing else.
//!
//! These functions choose what is shown, and forbid nothing: [`offered_to`](rules::procedure::Procedure::offered_to) leaves an offer off a card;
//! [`has_occasion`](rules::ruleset::Glance::has_occasion) and [`concerns`](rules::ruleset::Phase::concerns) choose the units that a phase brings to
//! the players' attention.
//!
//! # From a request of the contract to its answer
//!
//! A request is a line of standard input, or an object from the page's scripts. The [contract](exchange::contract) finds the ruleset and the
//! procedure, and passes the `input` to [`Procedure::read_request`](rules::procedure::Procedure::read_request). The forms and the rules are those of
//! the app. The result is a [`Ready`](rules::procedure::Ready), or a [`Refusal`](rules::refusal::Refusal) with its code and field; an
//! [`Answer`](exchange::contract::Answer) writes either as JSON. There are four calls: [odds](exchange::contract::answer_odds),
//! [resolve](exchange::contract::answer_resolve), `battle` and `chain`. The call `battle` takes a [script of acts](exchange::contract::battle()),
//! which the referee judges one by one. The call `chain` returns [how an act ends](battle::forecast). No input makes a call fail, not even invalid
//! UTF-8.
//!
//! # From a link to a battle
//!
//! 1. The [fragment](exchange::share) of the address begins with a version. Its letters are [unpacked](exchange::share::pack::unpack) into text.
//!    Their length is limited, and so are the text and the values in it ([limits](exchange::storage::limits)).
//! 2. The [contents](exchange::share::Shared) become [texts as this device saves them](exchange::share::Shared::bundle), as in a file or a backup.
//!    From here on, all input is handled in the same way.
//! 3. These texts are [compared](exchange::share::arrival) with the texts on this device, and the result is shown. The player chooses what to take,
//!    and the [plan](exchange::share::arrival::Plan) is saved text by text.
//! 4. A roster is then read with the profile form of its ruleset, like a roster that was entered by hand.
//!
//! Each of these steps is tested natively.
//!
//! # Invariants
//!
//! - The engine does not depend on the app. Browser crates are dependencies of wasm alone, so an engine file that names such a crate does not compile
//!   natively.
//! - A rule is written once. Rolled dice, typed dice, replay and odds all run it, and it cannot find out which of them runs it.
//! - No component of the app contains code for a single ruleset.
//! - Every change of a battle is an event in its log. The log only grows. The state is computed from the acts in force. An undo is an event, too.
//! - Undo and Discard never grant a fresh roll: they free the numbers of the roll, which [belong to its unit](battle::Stream), so that the unit's
//!   next roll has the same dice.
//! - Nothing is silently zero, dropped or overwritten. A prohibition of the rules is a refusal with its reason.
//!
//! Deliberately absent: a map of the battle, an opponent to play against, a server.
//!
//! # Adding a modifier
//!
//! The page of a ruleset has a table of its procedures, with their ids. The file `crates/<ruleset>/src/ids.rs` has a constant for each id, and
//! `Procedure::of` names this constant. The form, the rule and the procedure are together, in a file or a folder. The panel's field, the odds, the
//! list of reasons and the log need nothing except steps 1 and 2.
//!
//! 1. In the rule's form, add the field on which the modifier depends, unless the form already has it:
//!    `behind_books: bool = situation(flag()).or(false).label("Behind books")`. A field is a fact of a unit (`unit`), something that players see on
//!    the table (`situation`), or their choice (`choice_of`). If the field has a default, requests and battles without the field stay valid. A field
//!    that copies a fact takes the kind, range, default and label of that fact: `counters: i32 = unit(of(COUNTERS))`. If the table does not record
//!    the fact yet, first [add a tracker](#adding-a-tracker).
//! 2. In the rule's `play`, add the modifier where the number is computed: `dice.modify("behind_books", i32::from(self.behind_books))` returns the
//!    value, and records it unless it is 0, so the sum and its explanation cannot differ. If the rule records luck with `dice.record_luck`, the faces
//!    that count as successes depend on the modifier, too. Search `derive` and the paper card for the number, too: if
//!    they also need it, one function computes it without `dice`, like `need`
//!    in `crates/arquebusier/src/shooting/play.rs`. Such a number takes the value from a function of the input, and `play` records the value once:
//!    `dice.modify("fog", self.fog())`. Then only the cases of step 5 show whether the sum includes the value. The value is added with its sign: to a
//!    number of dice, to the steps of a die, or to the least face that succeeds, where +1 makes success harder. Players see only label and value. If
//!    a procedure changes several numbers, the label therefore says which number is changed.
//! 3. In the ruleset's `texts/glossary.toml`, add a `[[modifier]]` under the same id: its label, the source's heading, and the rule
//!    in a sentence.
//! 4. In `texts/reference.toml`, add the modifier to the table where players look it up. The tables are written by hand; tests compare only the
//!    tables that `texts/tests.rs` names.
//! 5. Add cases to `crates/<ruleset>/tests/conformance.json`, computed independently of this code: by hand, or by a short program that tries every
//!    face. Each case is one line; copy a neighbouring line. The `id` of a case is any text that no other case of the file has. The layout of the
//!    JSON and the order of its keys do not matter, and the sum of `probability` is 1. Answers list modifiers in the order in which `play` records
//!    them.
//! 6. Run `MEND_WORDS=1 cargo test --test it words`. The command fails as long as there are empty translations: fill them in. Ids that the cases
//!    record also need translations, as words: `behind books`, in addition to the label `Behind books`.
//!
//! `cargo test -p RULESET`, `cargo test -p battle --test it luck` and `cargo test --test it -- glossary names words` list what is missing. A field
//! with a default changes what random battles draw, so try `cargo test -p battle --test it random_battles::RULESET`, too. It takes twenty seconds for
//! a ruleset, and five minutes for all.
//!
//! Players can change such a number with [own](rules::own) modifiers if the procedure declares the number as adjustable. Declare it next to the
//! procedure, `const KNOCKS_ON: Adjustable = Adjustable::of("knocks_on", "Number that knocks over")`, list it in `.adjustable(&[KNOCKS_ON])`, give
//! the form the field `own: Vec<Change> = situation(changes())`, and add `self.own.on(KNOCKS_ON, dice)` where `play` computes the number. A number of
//! one unit belongs to that unit's part of the form: `KNOCKS_ON.at("target")`. Clamp values that the dice cannot have. The oracle then draws own
//! modifiers in its requests.
//!
//! # Hidden counters
//!
//! Players may hide counters from the other general, as in a matchbox. The [agreement](rules::secrecy) is a tracker of the battle, `secrecy`. Every
//! ruleset with a [secret](rules::ruleset::Tracker::secret) tracker also has this tracker. An act sets it, so it is shared, undone and verified like
//! any other tracker. An onlooker is then shown a [separate battle](battle::Shown), which contains only what this onlooker may know. In that battle,
//! hidden trackers are `null`, and acts that [depend](battle::State::hidden_fields) on them have no input and no outcome.
//!
//! Pages read only the shown battle, in which hidden values are missing. Dice are never hidden. Acts are judged and applied on the whole battle,
//! which is a separate [view](#views-of-a-battle) in the app. Hidden counters are not encrypted: each device stores the whole log. Procedures need no
//! code for any of this. A ruleset that records which units a General is with declares that fact as `general_with`, and can then be played with an
//! umpire.
//!
//! In a script of the `battle` call the agreement is set like any tracker:
//! `{ "act": "set", "of": "battle", "tracker": "secrecy", "to": "own_side" }`. The answer of the call shows the whole table, including hidden values.
//!
//! # Views of a battle
//!
//! | view | type | contents | made by | used by |
//! | --- | --- | --- | --- | --- |
//! | whole | [`Battle`](battle::Battle) | all that is saved: header and log. `AppState::battle(id)` returns any saved battle, `BattleState::whole` the one in play | [`saved_battle::read`](exchange::storage::saved_battle::read) | saving, sharing, devices, verification, all pages about several battles. Reading many logs takes long: such pages use `platform::slices::in_slices` |
//! | shown | [`Shown`](battle::Shown) | what an onlooker may know while counters are hidden; else the whole battle is shown | [`Battle::seen_by`](battle::Battle::seen_by), event by event [`Shown::follow`](battle::Shown::follow) | pages: `BattleState::with` reads what this device shows |
//! | rewound | [`Rewound`](battle::Rewound) | the battle before an act that is corrected. Its first rolls have the act's numbers | [`Battle::rewound`](battle::Battle::rewound), [`Plan::rewound`](battle::correct::Plan::rewound) | the panel of a correction, in place of the battle in play |
//! | supposed | [`Supposed`](battle::forecast::job::Supposed) | a possible later table, without a log | [`job::supposed`](battle::forecast::job::supposed) | a panel in "Play it out": `BattleState::supposing` |
//! | judged | one of the others | the battle on which acts are judged and applied: rewound or supposed, else whole | `InPlay::judged` | the referee, odds and outcomes: `BattleState::judged` |
//!
//! In the app, `InPlay` (`src/app/state/in_play.rs`) stores the battle in play in three forms: as it is saved, as it is shown and as it is rewound. A
//! `BattleState` reads one of them. A [panel](battle::panel::Tables) gets the whole, the judged and the shown battle under these names.
//! [`Battle::after_first`](battle::Battle::after_first) returns the battle as it was after an entry of its log, for the log and the replay.
//!
//! # The end of a battle
//!
//! A battle is closed by its [verdict](rules::closing): a tracker of the battle, `verdict`, that every ruleset has in addition to its own trackers.
//! The function [`verdict`](rules::ruleset::Ruleset::verdict) of a ruleset proposes a verdict from the known facts; the players decide. In a closed
//! battle, every procedure, the next phase and every change by hand except a change of the verdict is [refused](battle::Battle::refuses), with the
//! rule id `closed`. Notes, undo and redo are still possible, and pending dice may be discarded. Hidden counters are shown. The
//! [chronicle](battle::analysis::chronicle) stores an entry of at most 1 kB for each battle, and keeps the entry when the log is deleted. The
//! [clock](battle::analysis::clock) reads the times of the log. The players' [agreement](rules::clock) about the clock is stored in trackers, too. A
//! roster of [survivors](exchange::storage::survivors) has each unit's profile with three kinds of values from the end of the battle: the trackers
//! that count losses in a field of the profile, the [`lasting`](rules::ruleset::Rosters::lasting) trackers, and what the ruleset's
//! [`survivor`](rules::ruleset::Rosters::survivor) returns.
//!
//! # Own rules
//!
//! With [`OwnRules`](rules::own::OwnRules), players add what the rulebook leaves out. Own rules are the value of a tracker of the battle,
//! `own_rules`. An act by hand sets this tracker, so own rules are shared, undone and verified like any other tracker. A script of the `battle` call
//! may begin with own rules (`own_rules`). A request lists the changes that own modifiers make in its field `own`:
//! `[{ "name": "Charging uphill", "number": "need", "by": 1 }]`.
//!
//! A procedure accepts own modifiers if it names its [adjustable](rules::procedure::Procedure) numbers, and if its rule adds the changes of these
//! numbers (`self.own.on(NEED, dice)`). Every procedure that rolls has an adjustable number, and each number changes some odds:
//! `crates/battle/tests/it/oracle/numbers.rs` checks this, and lists the exceptions. The code that fills in an input [ticks](rules::own::fill) the
//! modifiers that a flag of a unit applies. The panel offers the others.
//!
//! Own trackers have descriptions like the trackers of the rulebook, with ids that begin with `own:`. An act that changes the own rules, or adds a
//! unit, also sets their start values. `Ruleset::trackers_in` lists both kinds. Own bars have the rule id `own_rules`, and come after all other bans.
//! Own reminders are the tracker `own_reminders` of the battle. A count names the procedures that it forbids at 0 (`bars_at_zero`), and those that
//! decrease it by 1 (`spent_by`). A set of own rules is a roster without units, so it is stored and shared like one;
//! [`own_words`](battle::analysis::own_words) describes its rules in sentences.
//!
//! # Adding a procedure
//!
//! In a file of the ruleset's folder:
//!
//! 1. a [`form!`](rules::form!) for the input. Fields from units (`unit(…)`) have the ids of their facts, so that they are filled in;
//! 2. an [`outcome!`](rules::outcome!) for the result;
//! 3. an `impl` [`Rule`](rules::procedure::Rule): what it permits, its play, and its consequences at the table. `describe` knows the input alone; words and
//!    changes that depend on the table are in `aftermath`;
//! 4. a `const` [`Procedure`](rules::procedure::Procedure): its roles, its bans, and the chances that players ask for. `Role::own` and `Role::enemy`
//!    copy a unit's facts into the input; `Role::own_without_fields` and `Role::enemy_without_fields` are for units that only take part. Most rulesets have bans that every act
//!    needs, such as `PHASE`: copy them from a neighbouring procedure. A procedure without roles is an act of a side if it has `.for_side()`, else of
//!    the battle. A procedure that rolls dice has an [adjustable number](#own-rules), and labels of its rolls in `.roll_names(…)`.
//!
//! A choice that decides the whole act is declared in the form: `answer: Answer = choice_of(choice::<Answer>()).decides()`. The panel then asks for
//! it with a button for each option, which shows what [`gives`](rules::procedure::Preview::gives) returns, or the main chance. If no dice follow, the
//! button applies the result. If a unit chooses one of several duties, each has a label: [`option`](rules::turn::Duty::option). An act that needs
//! neither dice nor an answer is [applied by the tap](battle::panel::Panel::at_once) that would open its panel.
//!
//! Then add
//!
//! - its id to `crates/<ruleset>/src/ids.rs`, its file's `mod` to the ruleset's module, its `const` to the `procedures` of `RULESET`, and its
//!   id to the phases that use it;
//! - its trackers and its rules of the turn ([trackers](#adding-a-tracker), [rules](#adding-a-rule-of-the-turn));
//! - its [duties](rules::turn::DutyRule) to the ruleset's [`TurnRules`](rules::turn::TurnRules), if it has any;
//! - its modifiers to `texts/glossary.toml`, and what players look up to `texts/reference.toml`;
//! - its cases, computed independently of this code, to `crates/<ruleset>/tests/conformance.json`;
//! - its row to the table in the documentation of the ruleset's module.
//!
//! Search for the id of a neighbouring procedure to find these places: phases and duties are mostly in the ruleset's `turn`.
//!
//! These tests list what is missing: `cargo test -p RULESET`, `cargo test -p battle --test it luck` and
//! `cargo test --test it -- descriptions facts names glossary handbook words`. `MEND_WORDS=1 cargo test --test it words` adds its texts to the
//! translations, and `cargo test -p battle --test it random_battles::RULESET` plays the procedure. The panel, rolls without a battle, the contract,
//! the log and the odds follow from the description. The shortest example is `stand_up` in `crates/toy/src/lib.rs`, with its case in
//! `crates/toy/tests/conformance.json`.
//!
//! # Choosing a roll
//!
//! [`Dice`](rules::dice::Dice) has these rolls. The third column is the number of branches that the roll adds to the odds. The [head of the
//! crate](::dice) explains how long rules stay fast.
//!
//! | the rule asks | roll | branches | luck |
//! | --- | --- | --- | --- |
//! | does one die show the number or more | `passes` | 2 | recorded |
//! | does any of several dice show it | `any` | 2 | recorded |
//! | how many of several dice show it | `hits` | dice + 1 | recorded |
//! | is the sum of a few dice a success | `sum_is` | 2 | recorded |
//! | does a die beat one of the enemy's | `beats` | 2 | recorded |
//! | how do two opposed dice compare | `against`, or `against_for` for a value of both | each pair of faces, or each value | recorded |
//! | how many dice fall in each of several classes | `sorted` | each way to share them out | by the rule |
//! | which face does one die show | `die` | sides | by the rule |
//! | which face does each of a few dice show | `faces` | sides to the power of dice | by the rule |
//!
//! "By the rule" means that the rule calls `dice.record_luck` after the roll, with the faces that are good for the side that rolls. A roll that only
//! chooses a unit or a number records no luck, and is listed in `uncounted` of the ruleset's [statistics](rules::battle_stats::BattleStats).
//! `cargo test -p battle --test it luck` finds rolls that do neither.
//!
//! # Adding a rule of the turn
//!
//! A rule that forbids an act, such as "a troop rolls once in a round", is a [`Ban`](rules::ban::Ban). It is in the `bans` of each procedure that it
//! forbids. The file `crates/toy/src/lib.rs` has this line:
//!
//! ```ignore
//! Ban::unit("rolled", "Marbles", "already rolled in this round.", |troop| troop.get(HAS_ROLLED))
//! ```
//!
//! The line has a rule id, the source's heading, the reason for players, and the test. Players read the reason after the unit's name: "Tin men:
//! already rolled in this round." The test reads the facts of a unit, from the table's record and from the input, under the same ids. With `?`, the
//! test returns `None` if a value is not known. The ban then does not apply. The order of the list is the order of the reasons, and follows the
//! source. A comment above the ban gives the ruling or the reason. Bans that several procedures need are constants, and slices of constants, in
//! `crates/<ruleset>/src/bans.rs`.
//!
//! | the rule | is written as | and shows |
//! | --- | --- | --- |
//! | concerns a unit that acts: `rolled` | `Ban::unit(…)` | card and quick question grey the offer and show the reason; the panel refuses the act, and players can override the ban there; `battle` answers `not_now` with the rule id |
//! | depends on other units or on the table | `Ban::table(…)`, `Ban::found(…)` if it concerns a unit, or `Ban::worded(…)` if a function returns the reason | as the first row, without field or reference |
//! | requires a unit in an optional role | `.asks_for(ROLE)` | the panel lists the candidates in place of the reason |
//! | is also shown by a field of the input: `nobody_lies` | `.at(FALLEN_SOLDIERS)` | without a battle, panel and contract answer `not_allowed` at that field, in the same words |
//! | leaves nothing to play | `.even_if_overridden()` | the procedure refuses an act that overrides the ban. If the ban has no field, the referee refuses the act, and the panel does not offer to override |
//! | depends on several facts of a group | `unit.record()`, `unit.answer(FIELD)` | as the first row |
//! | means that there is nothing to do | `.hides_offer()` | the card leaves the offer out |
//! | concerns every unit that takes part | `.of_everybody()` | targets and enemies are judged with the units that act |
//! | concerns only some acts of the procedure, such as moves by command | `.only_if(…)`, or `Some(unit.get(REASON)? == Reason::Manoeuvre && …)` | other kinds of the act, and offers whose kind is not yet known, are not judged |
//! | depends on the target | `.on_acts()` | cards do not judge it |
//! | depends on the table, and a field of the input shows it | `Ban::table(…)`, and `Ban::input(…).at(…)` with the same rule id | in a battle, only the first ban is judged; without a battle, the procedure refuses by the second |
//! | is a price, which is judged only if everything else permits the act | after `Ban::PERMIT` in the list | the procedure refuses the act after its own refusals |
//!
//! `.at(FIELD)` is optional, even if the form has such a field. With it, every request of the contract with this value is refused, too. Use it for
//! acts that the source always forbids. Leave it out if cases of the ruleset's `conformance.json` have odds for such an input: these cases were
//! computed independently of this code, and are not changed to fit it. First search the cases for the field.
//!
//! Duties and phases do not repeat the rule. They call `STAND_UP.may(&unit.facts, &[])`, with the known answers in the brackets, or `permits` of one
//! ban. Both know the facts of the unit alone, so they do not judge bans of the table. If a duty needs such a rule, ban and duty call one function.
//! The reference lists the ban below its procedure. Add a script to `crates/<ruleset>/tests/battles/<ruleset>_own.json` with an act that is refused,
//! one that overrides it, and one that is allowed. A script is a line in the short form of `crates/testing/src/scripts/short.rs`, which also lists
//! what a script can expect. `MEND_SCRIPTS=1 cargo test -p RULESET --test it scripts` formats the script, and shows how many dice an act needs.
//!
//! A rule that makes a procedure due is a [`DutyRule`](rules::turn::DutyRule) in the `DUTIES` of `crates/<ruleset>/src/turn/duties.rs`, in the order
//! in which players see the duties. It has the source's heading, the ids of the procedures, and a function that returns the open duties of a table:
//! `Duty::new(procedures::STAND_UP, "Down: it stands up.").with(roles::TROOP, [&unit.id]).must()`. A duty with `.must()` holds up `next` until it is
//! done. The phase of the procedure lists it in `.procedures(…)`, with the procedures that can follow it; otherwise the ban of the phase forbids
//! them. Adapt the phase's `.needs(…)` and `.concerns(…)`. A new duty that must be done makes scripts fail that go on without it: correct those of
//! `crates/<ruleset>/tests/battles/<ruleset>_own.json`. The scripts of `<ruleset>.json` in the same folder were written independently of this code,
//! like the cases, and are not changed: a rule that contradicts one is wrong.
//!
//! # Changing a text, adding a ruling
//!
//! The reference, the glossary and the rulings of a ruleset are `texts/reference.toml`, `texts/glossary.toml` and `texts/rulings.toml` in its folder.
//! They need no Rust: `build.rs` generates the constants of the ruleset's `texts` from them, and reports the file and line of a wrong entry.
//!
//! - A text may break its lines anywhere; they are joined by spaces. In `words` of the reference a blank line begins a paragraph.
//! - A chapter's `id` is the name of its constant, for tests that compare a table with the rules: `texts/tests.rs`. A chapter with
//!   `open = true` is unfolded when players open the reference: the turn, and the tables that they look up most.
//!   A chapter with `side = 1` or `side = 2` is on that side of the printed sheet.
//! - The reference [answers questions](battle::analysis::search). `tests/it/questions` has questions about each ruleset, in English and French, with
//!   the passages that answer them: `cargo test --test it questions`. Add questions about a new rule.
//! - A ruling has the next number, and a row in the documentation of the ruleset's module; procedures name it in `.rulings(&["R7"])`. If players
//!   choose the ruling, it has a `switch`, which is a field of `rulings` in an input, and its `choices`, with the default first. If the rules take
//!   the choice as a value of a type, the ruleset's module `rulings` lists the choices of that type instead. The build fails if the two differ.
//!
//! `MEND_WORDS=1 cargo test --test it words` adds new texts to the translations. The French for a term of the game is in
//! `tests/it/words/french_terms.json`, and the same tests find texts that use another word. `cargo test --test it -- descriptions glossary handbook`
//! lists what is missing.
//!
//! # Adding a tracker
//!
//! A tracker is a value that the battle records for a unit, a side or the battle itself. `HAS_ROLLED` of the toy ruleset has these parts:
//!
//! 1. a [fact](rules::facts!) with its id and its label: `HAS_ROLLED: bool = "rolled" "Rolled";`, a count also with its range:
//!    `whole(0, 12)`. The id is written in logs, and never changes;
//! 2. a line of the list for units, sides or the battle in its [`Trackers`](rules::ruleset::Trackers): `Tracker::flag(HAS_ROLLED)`.
//!    Besides flags there are counts, words, units and [more](rules::ruleset::Tracker). A tracker starts at 0, at
//!    no word, or at the value of the profile's field with the same id. `.start_from(…)` computes another start; units for which it returns
//!    `None` do not have the tracker. Pips that begin at 3 are a fact with `whole(0, 3)`, and `Tracker::pips(POWDER).start_from(|_| Some(3.into()))`;
//! 3. the code that sets it, in `describe` or `aftermath` of a procedure: `consequences.put(ROLLER, HAS_ROLLED, true)` for the unit of a role, or
//!    `consequences.put(SIDE, HAS_ROLLED, true)` for the acting side. A ban reads the latter by `act.scene.table.side(act.scene.acts)`;
//! 4. the code that ends it, on its line, unless it never ends by itself:
//!
//! | the tracker | is written as | example |
//! | --- | --- | --- |
//! | ends with the turn or the phase | `.clears(Clears::EachTurn)` | `rolled` in `crates/toy/src/lib.rs` |
//! | becomes another tracker as a turn begins | `.becomes(MOVED_LAST_TURN)`, and a second `Tracker::flag(MOVED_LAST_TURN)` for the same units | `moved_this_turn` in `crates/arquebusier/src/unit/trackers.rs` |
//! | decreases by one as a turn begins, down to its least value | `.clears(Clears::RunsDownEachTurn)` | bounds until a General recovers, in `crates/pike_and_shot/src/unit/trackers.rs` |
//! | ends with something else that changes | `follow` of the ruleset's [`TurnRules`](rules::turn::TurnRules) | contacts, in `crates/arquebusier/src/turn/follow.rs` |
//! | ends with a phase, by a rule that needs code | `before` or `after` of its [`NextStep`](rules::turn::NextStep) | Dragoons, in `crates/arquebusier/src/turn/ends.rs` |
//!
//! `.secret()` declares that figures do not show its value, so players may agree to hide it ([hidden counters](#hidden-counters)). A tracker that
//! names units declares [which units](rules::ruleset::NamedUnits). Add a script to `crates/<ruleset>/tests/battles/<ruleset>_own.json` that sets it,
//! and one that ends it or shows that it stays; format both as in [Adding a rule of the turn](#adding-a-rule-of-the-turn). `cargo test -p RULESET` and `cargo test --test it -- facts descriptions words` list what is missing.
//!
//! ## Where a tracker is shown
//!
//! Flags, and trackers that name units, have a text on the card without further code. Add the other forms where players need them:
//!
//! | place | is written as | shows |
//! | --- | --- | --- |
//! | card: front | `.in_front()` | its control, outside "More", for values that players change often. Pips are there without this call |
//! | card: texts | `.card_text("rolled its marbles")` | these words instead of the label, while the tracker is set. A number has a text only if it has such words |
//! | card: tags | a [`State`](rules::ruleset::State) in the ruleset's `states`: `State::of(DISORDER).alarm()`, or `.note()`, `.calm()` | the text as a tag with an [urgency](rules::ruleset::Urgency). `.called("…")` gives it other words; `State::when(…)` and `State::words(…)` are made of any facts. An alarm colours the card, and is the trouble that players filter and sort by. A tag replaces the text of its own tracker, and those that it `.covers(…)` |
//! | row: its line | `.stamp()` or `.beside()` of the same `State` | a stamp, such as "broken", and one text next to it: units by name, else the text of the phase, else other words. If there are several, the row shows the first of the list, unless they have a `.rank(…)`. `.short("…")` gives the row other words |
//! | row: what is always there | `.leader()`, `.ground()`; `.on_named("…")` | a leader with the unit, and its ground. `.on_named("…")` shows a text in the rows of the units that its tracker names: "charged by Bluecoats" |
//! | row: the sign | `sign` of the `Glance` | the unit's shape: shaken, gone, loaded |
//! | glossary | a `[[term]]` in `texts/glossary.toml` | the rule behind the word, if players would ask for it. No test requires such an entry |
//!
//! A tracker that only the rules read, such as the bound of a melee, is `.internal()`: log, notices and report leave its changes out.
//!
//! *Argad!* has `disorder` in `crates/argad/src/trackers.rs`, as a state in `crates/argad/src/states.rs`, and in `crates/argad/src/sign.rs`. Units
//! that take no further part show only states with `.even_if_out()`. Rows are tested in `crates/battle/tests/it/situations/rows.rs`.
//!
//! # Adding a ruleset
//!
//! A ruleset is a crate that has the ruleset's id as its name, and the same dependencies as the crates of the other rulesets. It has:
//!
//! 1. a [`form!`](rules::form!) for a unit as rosters enter it; its first field is `name`;
//! 2. a constant `NAMED`, which every page shows before the rules are fetched;
//! 3. a `static RULESET`, which ends with `..Ruleset::of(…)` ([its defaults](rules::ruleset::Ruleset::of)). The fields before these defaults list
//!    what the ruleset has: at least a procedure, a phase that uses it, a term, a description of a unit for its card, a sample roster for each side,
//!    and a [guided battle](rules::guide::Guide). Its texts are files in `texts`. As in the other crates, `build.rs` writes them as Rust code, and a
//!    module with the name `texts` includes this code. A short ruleset may have its texts as constants, like the ruleset of the tests.
//!
//! The row of a unit on the table is drawn from the ruleset's [states](rules::ruleset::Ruleset::states) and its
//! [`Glance`](rules::ruleset::Glance): the unit's sign, its number, and whether it has acted.
//!
//! Then add the ruleset to the dependencies and to the list in [`rulesets`], and to the list in `crates/test_rulesets`. Every page and the contract
//! use the first list, the oracle and other tests the second. Its cases are in `crates/<ruleset>/tests/conformance.json`, its scripts in
//! `crates/<ruleset>/tests/battles/<ruleset>_own.json`. `cargo test --test it handbook` prints the tables for its module's documentation, and
//! `MEND_WORDS=1 cargo test --test it words` makes its lists of words. `cargo test --workspace` lists everything else that is missing.
//!
//! The tests add a ruleset in just this way: `crates/toy/src/lib.rs` has procedures with bans, a turn with a duty, but no guided battle. The list of
//! the tests includes the toy, and the list of the app does not. `crates/toy/tests/it/played.rs` plays it, and `crates/battle/tests/it/panels/toy.rs`
//! plays it with panels.
//!
//! # Adding a scenario
//!
//! A scenario of the library is a JSON file, in `crates/<ruleset>/scenarios`. Writing one needs no Rust apart from its line in
//! `rosters.scenarios` of the ruleset's `RULESET`. Begin with a copy of `crates/pike_and_shot/scenarios/naseby.json`:
//!
//! 1. `name`, `date`, `place`, a `line` for lists and a longer `text`. The history is correct, and in our own words. The text ends by saying that the
//!    strengths and classes are a sample;
//! 2. `sides`: the name, the `commands` with their generals, and the `units`, each with a unique `id`, its command, and its `profile` as in
//!    `samples.json`;
//! 3. `rulings` and `own_rules`, if the scenario has house rules or own rules, in the form that they have in a roster and in the log;
//! 4. `course`: briefings, deployment, arrivals, events, end and points. [`Course`](rules::scenario::Course) lists all fields, with their
//!    ranges and defaults.
//!
//! `cargo test -p exchange --lib scenario` shows the place of each fault. `cargo test -p battle --test it random_battles::library` plays every
//! scenario to its end with random acts. Each scenario needs an end, points, and at least one arrival or event.
//! `MEND_WORDS=1 cargo test --test it words` adds its texts to the translations. To try one without the app, give it to the contract:
//! `{"call": "battle", "battle": {"scenario": {…}, "acts": []}}`.
//!
//! # Adding to what a scenario holds
//!
//! The documentation of [`rules::scenario`] explains the design. Something that only matters before the battle, such as a picture, is a field of
//! [`Scenario`](exchange::storage::scenario::Scenario). Something that the battle uses is a field of the course:
//!
//! 1. the field in `crates/rules/src/scenario/course.rs`, with a default that is left out of the JSON, and its limits in
//!    `crates/rules/src/scenario/check.rs`;
//! 2. what it does: in `crates/rules/src/scenario/due.rs` if it becomes due, in `crates/rules/src/scenario/acts.rs` if it is an effect of an event,
//!    in `crates/rules/src/scenario/result.rs` if it ends the battle or gives points. Its record in the battle is a tracker with a new prefix, which
//!    an act sets. If players set it by hand, [`Planned::can_hold`](rules::scenario::Planned::can_hold) accepts it;
//! 3. if it refers to units, commands or own rules, a line in `Scenario::drop_unknown_references`; if players read it, one in
//!    `Scenario::texts_mut`;
//! 4. what players see of it at the table: `src/app/state/scenario_in_play.rs` decides what a device shows, and `src/app/pages/battle_scenario.rs`
//!    shows it. A new tracker needs its words in `crates/battle/src/analysis/scenario_words.rs`;
//! 5. its row in `docs/log_fields.md`, its value in `crates/exchange/tests/it/stored/fields.rs`, and a fixture, as that page describes. A version of
//!    Drumhead that does not know the field refuses the scenario, so links, schema and greeting need a new version, too;
//! 6. a test in `crates/battle/tests/it/scenarios.rs`.
//!
//! # Adding a page
//!
//! The app's own map is at the top of `src/app/mod.rs`. A page is:
//!
//! 1. a row in a table of `src/app/state/route/address.rs`: in `Route`, or in `BattlePage` or `RosterPage` for a page of a battle or a roster.
//!    `LastRolls = "last-rolls"` gives the page its address, `href` and parsing. If players open the page for a moment from anywhere, like the
//!    settings, list it in the function `is_brief` of that file. Its Back button then leads to the page before. If such a page links to another page,
//!    the Back button of the other page returns with `router().came_from(…)`, as in `src/app/pages/saved.rs`;
//! 2. a file in `src/app/pages`, with a `#[component]` that begins with `<PageHeader back=Route::Home title=say("…")/>`, followed
//!    by its `<main>`; and its `mod` in `src/app/pages.rs`;
//! 3. its `use` and an arm in `render` (or `render_in_battle`) of `src/app/lazy/lazy_pages.rs`, which draws it. Without the arm, the app does not
//!    compile. Only the home page is outside the lazy part;
//! 4. a link to it from another page: `<a href=Route::….href()>`.
//!
//! `MEND_ROUTES=1 cargo test --bin drumhead` adds its address to `tests/browser/routes.json`. `walk.spec.ts` opens every page of that list in both
//! languages. It checks that the page can be reloaded, has no text left in English, can be read with large letters and on a small screen, and has no
//! fault that axe finds. The spec fails if an address has a field in braces, such as `{battle}`, that no earlier address has. In that case, add a
//! line to its walks that fills in this field. The walk opens a page about saved battles on a device without battles, so a separate spec checks such
//! a page with some battles.
//!
//! Texts for players go through `say("…")` or `text!("…")`; `MEND_WORDS=1 cargo test --test it words` adds them to the translations. A spec in
//! `tests/browser` does what players do on the page. If a page changes, renew its pictures as `screens.spec.ts` describes. Add a line to
//! `CHANGELOG.md` for what players notice. `cargo check --target wasm32-unknown-unknown` compiles the app,
//! `cargo test --bin drumhead --test it -- app:: words layout` finds what was forgotten, and `cargo xtask serve --dev` shows it. The shortest example
//! is `src/app/pages/dice_scheme.rs`.
//!
//! # Adding a component
//!
//! 1. A file in `src/app/components`, if several pages use it, else in the folder of its page, and its `mod` next to the others; the `#[component]`
//!    takes the values that it shows as properties, each with a doc comment if its name is not enough;
//! 2. `battle: BattleState` as a property, if the component shows the battle in play: `battle.follow(|open| …)` is a memo of a value that is read
//!    from the battle, `battle.with(|open| …)` reads it once, and `battle.act(…)` changes it. A view that reads a memo must not also read the values
//!    from which that memo is computed, or it can miss a change. Such a view reads one memo of all that it shows (`UnitState` in
//!    `src/app/components/unit_state.rs`);
//! 3. classes from `style`, where each part of the app has a sheet; a new sheet is added to its layer in `style/main.css`. States have the colours
//!    `--ink`, `--gold` and `--danger`, never those of the sides.
//!
//! Short examples are `src/app/components/status_tag.rs`, which draws what it is given, and `src/app/components/undo.rs`, which changes
//! the battle.

pub mod rulesets;

pub use rulesets::{RULESETS, TITLES};
