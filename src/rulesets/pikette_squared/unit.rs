//! A unit: its profile in a roster, its trackers, and what follows from them.
