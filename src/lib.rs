//! Drumhead: a table-side referee for pike-and-shot wargames.
