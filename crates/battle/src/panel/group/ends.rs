//! Options that a group act takes from others, before its dice.

use super::{GroupAct, ShownPart};
use crate::panel::Tables;
use crate::referee::{self, play, resolved_changes};
use crate::{Act, State};
use rules::dice::Halt;
use rules::text::Text;

/// Maximum number of dice that are assumed for a part.
const MAX_DICE: usize = 100;

impl GroupAct {
    /// Options that the parts that are done take from others, as sentences. A unit that acts in an earlier part loses nothing by a later
    /// one. Empty once there are dice.
    pub(super) fn ends(&self, parts: &[ShownPart], tables: &Tables) -> Vec<Text> {
        let is_warned = |part: &ShownPart| part.is_done && !part.panel.ends.is_empty();
        let Some(state) = tables.state().filter(|_| parts.iter().any(is_warned)) else { return Vec::new() };
        let (mut supposed, mut all) = (state.clone(), Vec::new());
        for part in parts.iter().filter(|part| part.is_done) {
            let act = &part.panel.act;
            if is_warned(part) {
                let input = act.input(&supposed);
                let ends = referee::ends(self.ruleset, act.procedure, &act.participants, &supposed, &input);
                all.extend(ends.into_iter().filter(|words| !all.contains(words)).collect::<Vec<_>>());
            }
            supposed = self.supposed_after(act, supposed);
        }
        all
    }

    /// The table after an act, as if all its dice showed a 1. The real result can differ, but the table records in any case that the act was
    /// done. If the act needs another answer first, the table does not change.
    fn supposed_after(&self, act: &Act, state: State) -> State {
        let (input, mut faces) = (act.input(&state), Vec::new());
        loop {
            match play(act.procedure, &act.participants, &state, &input, &faces).map(|played| played.result) {
                Ok(Ok(resolved)) => {
                    let (procedure, participants) = (act.procedure, &act.participants);
                    let changes = resolved_changes(self.ruleset, procedure, participants, &state, &input, &resolved);
                    return state.after(&changes);
                }
                Ok(Err(Halt::Needs(roll))) if faces.len() + roll.count <= MAX_DICE => {
                    faces.extend(std::iter::repeat_n(1, roll.count));
                }
                _ => return state,
            }
        }
    }
}
