//! Commands: an officer gives a formation an order. *Manoeuvre Commands; Shooting; Melee Combat.*

use super::super::bans::{BATTLE_OVER, DESTROYED, WRONG_PHASE};
use super::super::facts::*;
use super::super::terms::readings::{LossesCount, SecondCommand};
use super::super::terms::{Cause, Order, Task, TroopType, all_dragoons, each_once};
use super::super::unit::lines::line;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Procedure that gives a formation a command.
pub const COMMAND: Procedure = Procedure::of::<Command>(procedures::COMMAND, "Command")
    .heading("Manoeuvre Commands; Shooting; Melee Combat")
    .about("Gives one formation one order. Regulars come before Irregulars.")
    .participants(&[Role::own(roles::FORMATION, "Formation", "")])
    .chances(&[Chance::of("obeys", field!(Answered, passed), Is::True)])
    .adjustable(&[MODIFIER])
    .rulings(&["R7", "R11", "R13", "R14", "R19", "R25", "R26"])
    .grouping(
        Grouping::in_turn()
            .shared(&[KIND.id()])
            .opens_with(&[(KIND.id(), "manoeuvre")])
            .rank(rank)
            .proposes(has_no_command_yet),
    )
    .bans(&[&[BATTLE_OVER, WRONG_PHASE, DESTROYED], &[COMMANDED, REGULARS_FIRST]])
    .fill(|scene, input| {
        if let Some(turn) = scene.table.battle.value(TURN) {
            put(input, TURN, turn);
        }
        if let Some(formation) = scene.facts(roles::FORMATION) {
            put(input, PLACE_OF_GENERAL, General::of(formation, scene.side()));
        }
    })
    .known(|scene, place| {
        let settled = |formation: &Facts| general_is_dead(scene.side()) || formation.holds(GENERAL_JOINED);
        place == PLACE_OF_GENERAL.id() && scene.facts(roles::FORMATION).is_some_and(settled)
    });

/// Forbids more commands than a formation gets in a turn: one, or two if the General is with it and its own commander lives. (R13)
const COMMANDED: Ban = Ban::unit("commanded", "Shooting", "already commanded this turn.", |formation| {
    let most = most_commands(formation.get(PLACE_OF_GENERAL)?, formation.get(COMMANDER_LOST)?);
    Some(formation.get(EARLIER_COMMANDS)?.len() >= most)
})
.at(EARLIER_COMMANDS);

/// Forbids commands to Regulars once an Irregular of their side has had one. (R26)
const REGULARS_FIRST: Ban = Ban::table(
    "regulars_first",
    "Manoeuvre Commands",
    "Regulars first: an Irregular of this side has had its command.",
    |act| {
        act.scene.unit(roles::FORMATION).is_some_and(|formation| {
            let untried = earlier_commands(&formation.facts) == 0;
            let begun = act.scene.table.side(formation.side).holds(IRREGULARS_BEGUN);
            is_regular(&formation.facts) && untried && begun
        })
    },
);

/// Number of commands that a formation has tried this turn, passed or failed.
pub fn earlier_commands(unit: &Facts) -> usize {
    unit.value(EARLIER_COMMANDS).unwrap_or_default().len()
}

/// Sort order in a group of commands: Regulars come before Irregulars (R26), and formations that would get their second command come last
/// (R13).
fn rank(formation: &Facts) -> i32 {
    if earlier_commands(formation) > 0 { 2 } else { i32::from(formation.equals(STATE, Order::Irregular)) }
}

/// True if a formation had no command in this turn. The second command, with the General, is a choice of the players. (R13)
fn has_no_command_yet(_: &Table, formation: &TableUnit, _: &Input) -> bool {
    earlier_commands(&formation.facts) == 0
}

/// Field for the distance of the formation's General.
const PLACE_OF_GENERAL: Fact<General> = fact!(field!(Command, general));

/// Most commands that a formation gets in a turn. (R13)
fn most_commands(general: General, commander_lost: bool) -> usize {
    if general == General::Joined && !commander_lost { 2 } else { 1 }
}

choices! {
    /// Distance of a formation's General.
    pub enum General {
        None = "none" "Farther than 12\", or dead",
        Within12 = "within_12" "Within 12\"",
        Joined = "joined" "With the formation",
    }
}

form! {
    /// Rulings that affect a command.
    pub struct CommandRulings {
        r11_losses_count: LossesCount = choice_of(choice::<LossesCount>()).or_id("by_themselves"),
        r13_second_command: SecondCommand = choice_of(choice::<SecondCommand>()).or_id("after_failure"),
    }
}

impl General {
    /// Returns the recorded distance of a side's General from one of its formations.
    pub fn of(formation: &Facts, side: &Facts) -> Self {
        match (general_is_dead(side), formation.holds(GENERAL_JOINED), formation.holds(GENERAL_NEAR)) {
            (false, true, _) => General::Joined,
            (false, false, true) => General::Within12,
            _ => General::None,
        }
    }
}

/// Category of a command. A formation moves once and shoots once in a turn, so it obeys one command of each. (R13)
#[derive(PartialEq)]
enum Sort {
    Move,
    Shoot,
    Both,
}

impl Task {
    fn sort(self) -> Sort {
        match self {
            Task::Manoeuvre | Task::Mount | Task::Dismount => Sort::Move,
            Task::HoldFire | Task::ChangeTarget => Sort::Shoot,
            Task::Restore => Sort::Both,
        }
    }

    fn clashes_with(self, other: Task) -> bool {
        let (own, theirs) = (self.sort(), other.sort());
        own == theirs || own == Sort::Both || theirs == Sort::Both
    }
}

/// Value that players' own modifiers can change.
const MODIFIER: Adjustable = Adjustable::of("modifier", "Modifier of the command");

form! {
    /// Input of a command.
    pub struct Command {
        kind: Task = choice_of(of(KIND)),
        nature: Order = unit(of(NATURE)),
        shaken: Vec<Cause> = unit(of(SHAKEN)).or_empty(),
        types: Vec<TroopType> = unit(of(TYPES)),
        mounted: bool = unit(of(MOUNTED)),
        /// Turn, from 1.
        turn: i32 = unit(of(TURN)),
        general: General = choice_of(choice::<General>()).or_id("none").label("General")
            .help("Measured from your own General; exactly 12\" is near enough."),
        in_melee: bool = unit(of(IN_MELEE)),
        under_fire: bool = unit(of(UNDER_FIRE)),
        casualties_last_turn: bool = unit(of(CASUALTIES_LAST_TURN))
            .help("From any cause: shooting, melee or attrition."),
        commander_lost: bool = unit(of(COMMANDER_LOST)),
        earlier_commands: Vec<Task> = unit(of(EARLIER_COMMANDS)).or_empty(),
        earlier_failed: Vec<Task> = unit(of(EARLIER_FAILED)).or_empty(),
        rulings: CommandRulings = choice_of(object::<CommandRulings>()).or_empty().label("Rulings").rare(),
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    }
    validate(Command::validate)
}

outcome! {
    /// Result of a command. *Manoeuvre Commands.*
    pub struct Answered {
        /// True if the formation obeys.
        pub passed: bool,
        /// Sum of all modifiers.
        pub modifier: i32,
        /// The least face that passes; 1 if every face does, 7 if none does.
        pub needs_roll: i32,
    }
}

impl Command {
    fn validate(&self) -> Result<(), Refusal> {
        each_once(&self.shaken, field!(Command, shaken))?;
        each_once(&self.types, field!(Command, types))?;
        let times = |tasks: &[Task], kind| tasks.iter().filter(|task| **task == kind).count();
        let untried = |kind: &Task| times(&self.earlier_failed, *kind) > times(&self.earlier_commands, *kind);
        bad_if(
            self.earlier_failed.iter().any(untried),
            field!(Command, earlier_failed),
            "A command that failed is among those tried this turn.",
        )
    }

    fn order(&self) -> Order {
        Order::now(self.nature, &self.shaken)
    }

    /// Refuses a second command of a category, because a formation moves and shoots once in a turn. A command beyond the limit, which
    /// players must override, is treated like a first command. *Shooting.* (R13)
    fn permit_sort(&self) -> Result<(), Refusal> {
        if self.earlier_commands.len() >= most_commands(self.general, self.commander_lost) {
            return Ok(());
        }
        let clashes = self.slot_holders().iter().any(|earlier| self.kind.clashes_with(*earlier));
        forbid_if(
            clashes,
            field!(Command, kind),
            match self.rulings.r13_second_command {
                SecondCommand::AfterFailure => {
                    "It has obeyed a command of this sort: it moves once and shoots once a turn, and restoring order \
                     takes both."
                }
                SecondCommand::AnotherSort => {
                    "Of two commands one is for moving and one for shooting; restoring order is both and stands alone."
                }
            },
        )
    }

    /// Earlier commands that prevent another of their category: only passed commands in one reading, all commands in the other. (R13)
    fn slot_holders(&self) -> Vec<Task> {
        let mut holders = self.earlier_commands.clone();
        if self.rulings.r13_second_command == SecondCommand::AfterFailure {
            for failed in &self.earlier_failed {
                if let Some(place) = holders.iter().position(|kind| kind == failed) {
                    holders.remove(place);
                }
            }
        }
        holders
    }

    /// Refuses to mount or dismount a formation that is not all Dragoons, or that is mounted or on foot already. *Melee Combat.*
    fn permit_mounting(&self) -> Result<(), Refusal> {
        if !matches!(self.kind, Task::Mount | Task::Dismount) {
            return Ok(());
        }
        let dragoons = all_dragoons(self.types.iter().copied());
        forbid_if(!dragoons, field!(Command, kind), "Only a formation of nothing but Dragoons mounts or dismounts.")?;
        forbid_if(
            self.kind == Task::Mount && self.mounted,
            field!(Command, kind),
            "These Dragoons are in the saddle already.",
        )?;
        forbid_if(
            self.kind == Task::Dismount && !self.mounted,
            field!(Command, kind),
            "These Dragoons are on foot already.",
        )
    }

    /// Refuses commands about shooting for formations that cannot shoot. *Shooting.*
    fn permit_shooting(&self) -> Result<(), Refusal> {
        if self.kind.sort() != Sort::Shoot {
            return Ok(());
        }
        forbid_if(self.in_melee, field!(Command, kind), "A formation in melee does not shoot anyway.")?;
        let shoots = self.types.iter().any(|troop| line(*troop, self.order(), self.mounted).is_some());
        forbid_if(!shoots, field!(Command, kind), "Nothing in this formation can shoot as it stands.")
    }

    /// Refuses to restore order if nothing has made the formation Irregular, or in melee if a cause lasts until the end of combat. *Melee
    /// Combat.* (R7)
    fn permit_restoring(&self) -> Result<(), Refusal> {
        if self.kind != Task::Restore {
            return Ok(());
        }
        forbid_if(
            self.shaken.is_empty(),
            field!(Command, kind),
            "Nothing has made it Irregular: there is nothing to restore.",
        )?;
        forbid_if(
            self.in_melee && self.shaken.iter().any(|cause| cause.lasts_in_melee()),
            field!(Command, kind),
            "Dragoons caught changing, cavalry caught standing, and formations touched at flank or rear are \
             restored only out of melee.",
        )
    }

    /// True if last turn's losses count as a modifier, by themselves or only in addition to being under fire. *Manoeuvre Commands.*
    /// (R11)
    fn losses_count(&self) -> bool {
        self.casualties_last_turn
            && match self.rulings.r11_losses_count {
                LossesCount::ByThemselves => true,
                LossesCount::UnderFireOnly => self.under_fire,
            }
    }

    /// Sum of the modifiers. *Manoeuvre Commands; Shooting* (the commander).
    fn modifier(&self, dice: &mut Dice) -> i32 {
        let mut add = |id, value, when| dice.modify(id, if when { value } else { 0 });
        add("regular", 1, self.order() == Order::Regular)
            + add("general_within_12", 1, self.general != General::None)
            + add("first_turn", 1, self.turn == 1)
            // One element of a Mob is enough for this modifier. (R19)
            + add("mob", -1, self.types.contains(&TroopType::Mob))
            + add("close_combat", -2, self.in_melee)
            + add("under_fire", -1, self.under_fire)
            + add("casualties_last_turn", -1, self.losses_count())
            + add("commander_lost", -2, self.commander_lost)
            + self.own.on(MODIFIER, dice)
    }
}

impl Rule for Command {
    type Outcome = Answered;

    fn permit(&self) -> Result<(), Refusal> {
        self.permit_sort()?;
        self.permit_mounting()?;
        self.permit_shooting()?;
        self.permit_restoring()
    }

    fn play(&self, dice: &mut Dice) -> Result<Answered, Halt> {
        let modifier = self.modifier(dice);
        let needed = 3 - modifier;
        // Rolled even if the result is certain: no face passes or fails on its own.
        let passed = dice.hits("command", 6, 1, needed)? == 1;
        Ok(Answered { passed, modifier, needs_roll: needed.clamp(1, 7) })
    }

    fn describe(&self, outcome: &Answered, consequences: &mut ConsequencesBuilder) {
        self.describe_answer(outcome, consequences);
        if outcome.passed {
            self.describe_obeyed(consequences);
        }
    }

    /// Records the command, passed or failed, in the first free of two trackers; if players override the limit, a third replaces the
    /// second. After a command of an Irregular formation, the side's Regulars without a command get none this turn. *Manoeuvre Commands.*
    fn aftermath(&self, scene: &Scene, outcome: &Answered, consequences: &mut ConsequencesBuilder) {
        let Some(formation) = scene.facts(roles::FORMATION) else { return };
        let first_is_free = formation.equals(FIRST_COMMAND, Tried(None));
        let (slot, flag) =
            if first_is_free { (FIRST_COMMAND, FIRST_COMMAND_FAILED) } else { (SECOND_COMMAND, SECOND_COMMAND_FAILED) };
        consequences.put(roles::FORMATION, slot, Tried(Some(self.kind)));
        consequences.put(roles::FORMATION, flag, !outcome.passed);
        if !is_regular(formation) {
            if !scene.side().holds(IRREGULARS_BEGUN) {
                consequences.say("Regulars first: Regulars of its side that had no command yet get none this turn.");
            }
            consequences.put(SIDE, IRREGULARS_BEGUN, true);
        }
    }
}

impl Command {
    fn describe_answer(&self, outcome: &Answered, consequences: &mut ConsequencesBuilder) {
        let kind = self.kind.label();
        if outcome.passed {
            consequences.say(text!("{kind}: passed.", kind = kind));
        } else if self.kind.sort() == Sort::Shoot {
            consequences.say(text!("{kind}: failed. It shoots as usual.", kind = kind));
        } else {
            consequences.say(text!("{kind}: failed. Nothing is ordered.", kind = kind));
        }
        let needs = match outcome.needs_roll {
            1 => "It passes with any roll.".into(),
            7 => "It fails with any roll.".into(),
            n => text!("Needed {n} or more.", n = n),
        };
        consequences.say(needs);
    }

    fn describe_obeyed(&self, consequences: &mut ConsequencesBuilder) {
        match self.kind {
            Task::Manoeuvre => {
                consequences.put(roles::FORMATION, ORDER, Marker::Manoeuvre);
                consequences.say(
                    "Place a marker for the direction, and for the distance if less than the maximum. Nothing \
                     moves yet.",
                );
            }
            Task::HoldFire => {
                consequences.put(roles::FORMATION, HOLDING_FIRE, true);
                consequences.say("It holds its fire this turn.");
            }
            Task::ChangeTarget => {
                consequences.put(roles::FORMATION, TARGET_OVERRIDE, true);
                consequences.say("It may shoot at any target this turn.");
            }
            Task::Mount | Task::Dismount => {
                consequences.put(roles::FORMATION, CHANGING, true);
                consequences
                    .say("It shoots and is shot at as it stands now. It changes over at the end of the move step.");
            }
            Task::Restore => {
                for cause in Cause::ALL {
                    consequences.put(roles::FORMATION, shaken_by(*cause), false);
                }
                consequences.put(roles::FORMATION, DISORDERED_THIS_TURN, false);
                consequences.put(roles::FORMATION, RESTORED_THIS_TURN, true);
                consequences.say(if self.nature == Order::Regular {
                    "Order is restored: it is Regular again."
                } else {
                    "Order is restored: it is Irregular by nature alone, and loses no more elements for it."
                });
                consequences.say("It neither moves nor shoots this turn.");
            }
        }
    }
}
