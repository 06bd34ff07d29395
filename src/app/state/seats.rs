//! Seats of the battle in play.

use super::AppState;
use battle::Device;
use battle::seats::PhaseMessage;

/// Handles a message of another device about the end of a phase.
pub fn receive_phase_message(_app: AppState, _battle: &str, _from: &Device, _message: PhaseMessage) {}
