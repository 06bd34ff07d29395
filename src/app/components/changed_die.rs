//! Dice that players entered by hand, and change with a tap.

use leptos::prelude::*;
use rules::text;
use rules::text::say;

/// Dice that can be changed.
#[derive(Clone, Copy)]
pub struct ChangeableDice {
    /// Index of the first of them. All later ones can be changed, too.
    pub from: usize,
    /// Called with the index of a die, and its new face.
    pub on_face: Callback<(usize, u8)>,
    /// Index of the die that the player changes.
    pub changed: RwSignal<Option<usize>>,
}

impl ChangeableDice {
    /// The face of a die, as a button if it can be changed.
    pub fn face(self, index: usize, face: u8, success: Option<bool>) -> AnyView {
        if index < self.from {
            return shown_face(face, success);
        }
        let is_open = move || self.changed.get() == Some(index);
        let toggle = move |_| {
            self.changed.update(|changed| *changed = if *changed == Some(index) { None } else { Some(index) });
        };
        let label = text!("{face}: change this die", face = face).to_string();
        view! {
            <button class="face typed" class:success=success == Some(true) class:failure=success == Some(false) aria-label=label aria-expanded=move || is_open().to_string() on:click=toggle>{face}</button>
        }
        .into_any()
    }

    /// The faces that the changed die can show instead, if it is one of the dice from `first` to before `end`. `sides` are those of each.
    pub fn other_faces(self, (first, end): (usize, usize), sides: u8) -> impl IntoView + use<> {
        let index = move || self.changed.get().filter(|index| (first..end).contains(index));
        let faces = move |index: usize| {
            let face = move |face: u8| {
                let set = move |_| {
                    self.changed.set(None);
                    self.on_face.run((index, face));
                };
                view! { <button class="die" on:click=set>{face}</button> }
            };
            let faces = (1..=sides).map(face).collect_view();
            view! { <div class="faces" role="group" aria-label=say("Another face for this die")>{faces}</div> }
        };
        move || index().map(faces)
    }
}

/// The face of a die that cannot be changed. A success is filled, and has a label for screen readers.
pub fn shown_face(face: u8, success: Option<bool>) -> AnyView {
    let hidden_label = (success == Some(true)).then(|| view! { <i class="visually-hidden">{say("success")}</i> });
    view! { <b class="face" class:success=success == Some(true) class:failure=success == Some(false)>{face}</b>{hidden_label} }
        .into_any()
}
