//! Names of units where a procedure speaks of `a1` or `side b`.

use crate::app::components::words::{spaced, words};
use crate::app::state::BattleState;
use drumhead::battle::participants::{self, Participants};
use drumhead::core::text::say;
use drumhead::rules::procedure::Procedure;

/// The names that stand for tags: `a1` for a unit's name, `side a` for its side's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names {
    names: Vec<(String, String)>,
    /// Words for what each roll decides, where the procedure has them.
    throws: &'static [(&'static str, &'static str)],
}

impl Names {
    /// The names of a procedure without a battle: only of what its rolls decide.
    pub fn of_procedure(procedure: &'static Procedure) -> Self {
        Self { names: Vec::new(), throws: procedure.throws }
    }

    /// The names of those who take part in a procedure.
    pub fn of_participants(battle: BattleState, procedure: &'static Procedure, participants: &Participants) -> Self {
        battle.with(|open| {
            let unit = |id: &str| open.state().unit(id);
            let name = |id: &str| unit(id).map(|unit| unit.name().to_owned()).unwrap_or_default();
            let side_of = |id: &str| unit(id).map(|unit| open.header().sides[unit.side].name.clone());
            let sides = open.header().sides.clone().map(|side| side.name);
            let units = |role: &str| participants.units(role).to_vec();
            Self::from_participants(procedure, units, name, side_of).or_sides(sides)
        })
    }

    /// The names of the sides, where no unit gives `side a` and `side b` a name.
    pub fn of_sides(names: [String; 2]) -> Self {
        Self::default().or_sides(names)
    }

    /// The names of the sides of a battle.
    pub fn of_battle(battle: BattleState) -> Self {
        Self::of_sides(battle.with_untracked(|open| open.header().sides.clone().map(|side| side.name)))
    }

    /// Adds the names of the sides where no unit gives them one.
    fn or_sides(mut self, names: [String; 2]) -> Self {
        if !self.names.iter().any(|(tag, _)| tag == say("side a") || tag == say("side b")) {
            self.names.extend([say("side a"), say("side b")].map(str::to_owned).into_iter().zip(names));
        }
        self
    }

    /// The names of the units of each role, given the units of a role, the name of a unit, the name of its side.
    fn from_participants(
        procedure: &'static Procedure,
        units: impl Fn(&str) -> Vec<String>,
        name: impl Fn(&str) -> String,
        side_of: impl Fn(&str) -> Option<String>,
    ) -> Self {
        let mut names = Vec::new();
        for role in procedure.participants.iter().filter(|role| !role.tag.is_empty()) {
            let each = participants::names_in(procedure, role.id, &units, &name);
            let units = units(role.id);
            let numbered = each.into_iter().zip(1..).map(|(name, number)| (numbered(role.tag, number), name));
            names.extend(numbered);
            // A side of one unit goes by the unit's name.
            let side =
                if let [only] = units.as_slice() { Some(name(only)) } else { units.first().and_then(|id| side_of(id)) };
            names.extend(side.map(|side| (say(&format!("side {}", role.tag)).to_owned(), side)));
        }
        Self { names, throws: procedure.throws }
    }

    /// A sentence with the names in it.
    pub fn spell(&self, sentence: &str) -> String {
        self.names.iter().fold(sentence.to_owned(), |spelled, (tag, name)| replace_word(&spelled, tag, name))
    }

    /// An id as words, with the names in it: `a1_b1_hit` → `Cromwell's Horse · Prince Rupert's Foot · hit`.
    pub fn spell_id(&self, id: &str) -> String {
        if let Some((_, words)) = self.throws.iter().find(|(own, _)| *own == id) {
            return self.spell(say(words));
        }
        let known = |part: &str| self.names.iter().find(|(tag, _)| tag == part).map(|(_, name)| name.clone());
        let mut spelled: Vec<String> = Vec::new();
        let mut rest = id;
        while let Some((part, others)) = rest.split_once('_') {
            let Some(name) = known(part) else { break };
            spelled.push(name);
            rest = others;
        }
        spelled.push(known(rest).unwrap_or_else(|| if spelled.is_empty() { words(rest) } else { spaced(rest) }));
        self.spell(&spelled.join(" · "))
    }
}

/// Name of a member of a role in sentences: `a1`, `shooter 1`.
fn numbered(tag: &str, number: usize) -> String {
    let word = tag.trim_end();
    format!("{}{}{number}", say(word), &tag[word.len()..])
}

/// Replaces `word`, in either case of its first letter, where it stands by itself.
fn replace_word(text: &str, word: &str, by: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((at, found)) = rest.char_indices().find_map(|(at, _)| {
        let here = rest.get(at..at + word.len()).filter(|here| here.eq_ignore_ascii_case(word))?;
        let before = rest[..at].chars().next_back().or(out.chars().next_back());
        let after = rest[at + word.len()..].chars().next();
        let alone = |neighbour: Option<char>| neighbour.is_none_or(|c| !c.is_alphanumeric());
        (alone(before) && alone(after)).then_some((at, here))
    }) {
        out.push_str(&rest[..at]);
        out.push_str(by);
        rest = &rest[at + found.len()..];
    }
    out + rest
}
