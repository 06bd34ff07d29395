//! The tasks of an app for a group act.

use battle::groups::{write_acts, write_rolls};
use battle::panel::Tables;
use battle::panel::group::{GroupAct, GroupEffect, GroupMessage};
use battle::{Battle, Event, Stamp};

/// The tab that writes.
pub const TAB: &str = "here";

/// Adds an event of this tab, with its links.
pub fn add(battle: &mut Battle, event: Event) -> Stamp {
    let (event, stamp) = (battle.linked(event), battle.next_stamp(TAB));
    battle.add(stamp.clone(), event);
    stamp
}

/// Sends messages to a group act and carries out the tasks. The app rolls and acts at the time `at`.
pub fn send(group: &mut GroupAct, battle: &mut Battle, messages: impl IntoIterator<Item = GroupMessage>) {
    for message in messages {
        let mut left = vec![message];
        while let Some(message) = left.pop() {
            for effect in group.update(message, &Tables::open(battle)) {
                left.extend(carry_out(effect, battle));
            }
            group.shown(&Tables::open(battle));
        }
    }
}

/// Carries out a task. Returns the message that reports it.
fn carry_out(effect: GroupEffect, battle: &mut Battle) -> Option<GroupMessage> {
    match effect {
        GroupEffect::Roll(rolls, first) => {
            Some(GroupMessage::Logged(write_rolls(rolls, first, |event| Some(add(battle, event)))))
        }
        GroupEffect::Settle(settlement) => {
            let acts = settlement.acts(1.0);
            let count = acts.len();
            let written = write_acts(acts, |event| Some(add(battle, event)));
            Some(GroupMessage::Settled(written.len() == count))
        }
        GroupEffect::GoOn => Some(GroupMessage::Roll(1.0)),
        GroupEffect::SayForbiddenUnseen => panic!("something is forbidden for a reason that is hidden"),
        GroupEffect::Keep(_) | GroupEffect::Drop | GroupEffect::Remember(..) => None,
    }
}
