//! Rolls of dice of one kind. At the table the faces come from the list; for odds every result is a branch.

use super::{Dice, Game, Roll, RollRequest, Source, Stop, Table, dist};

impl<G: Game> Dice<'_, G> {
    /// Rolls one die.
    ///
    /// # Errors
    /// [`Stop::Needs`] if there are not enough faces at the table; [`Stop::NoSuchFace`] if the die does not have the face. Every roll has
    /// these errors.
    pub fn die(&mut self, purpose: &str, sides: u8) -> Result<i32, G::Halt> {
        let prefix = &self.prefix;
        match &mut self.source {
            Source::Table(table) => Ok(i32::from(table.roll(prefix, purpose, sides, 1)?[0])),
            Source::Odds(paths) => Ok(paths.face(sides)),
        }
    }

    /// Rolls `count` dice together. Returns the number that show `need` or more: 0 to `count`.
    ///
    /// # Errors
    /// Those of [`die`](Self::die).
    pub fn hits(&mut self, purpose: &str, sides: u8, count: i32, need: i32) -> Result<i32, G::Halt> {
        let hits = match &mut self.source {
            Source::Table(table) => {
                let from = u8::try_from(need).ok().filter(|need| (2..=sides).contains(need));
                let count = usize::try_from(count).unwrap_or(0);
                let faces = table.roll_counting(from, &self.prefix, purpose, sides, count)?;
                faces.into_iter().filter(|face| i32::from(*face) >= need).map(|_| 1).sum()
            }
            Source::Odds(paths) if count == 1 => i32::from(paths.yes(chances(sides, need)[0])),
            Source::Odds(paths) => paths.take(|| dist::hits(count, chances(sides, need))),
        };
        self.record_luck(&|_, face| face >= need);
        Ok(hits)
    }

    /// Rolls `count` dice together. Returns true if any shows `need` or more.
    ///
    /// # Errors
    /// Those of [`die`](Self::die).
    pub fn any(&mut self, purpose: &str, sides: u8, count: i32, need: i32) -> Result<bool, G::Halt> {
        match &mut self.source {
            Source::Table(_) => Ok(self.hits(purpose, sides, count, need)? > 0),
            Source::Odds(paths) => Ok(paths.yes(1.0 - chances(sides, need)[1].powi(count))),
        }
    }

    /// Rolls one die. Returns true if it shows `need` or more.
    ///
    /// # Errors
    /// Those of [`die`](Self::die).
    pub fn passes(&mut self, purpose: &str, sides: u8, need: i32) -> Result<bool, G::Halt> {
        self.any(purpose, sides, 1, need)
    }

    /// Rolls one die, unless every face passes. At the table such a test uses a face if one is given, but does not ask for one. Returns true if the
    /// die shows `need` or more, or every face does. The test must be the last roll of its rule, because it would use the face of a later roll.
    ///
    /// # Errors
    /// Those of [`die`](Self::die).
    pub fn passes_unless_certain(&mut self, purpose: &str, sides: u8, need: i32) -> Result<bool, G::Halt> {
        match &self.source {
            Source::Table(table) if need <= 1 && table.faces.is_empty() => Ok(true),
            _ => self.passes(purpose, sides, need),
        }
    }

    /// Rolls `count` dice together and sorts them into `classes` by face. Returns the number in each class.
    ///
    /// # Errors
    /// Those of [`die`](Self::die).
    pub fn sorted(
        &mut self,
        purpose: &str,
        sides: u8,
        count: i32,
        classes: usize,
        class: impl Fn(i32) -> usize,
    ) -> Result<Vec<i32>, G::Halt> {
        let prefix = &self.prefix;
        match &mut self.source {
            Source::Table(table) => {
                let mut sorted = vec![0; classes];
                for face in table.roll(prefix, purpose, sides, usize::try_from(count).unwrap_or(0))? {
                    sorted[class(i32::from(face))] += 1;
                }
                Ok(sorted)
            }
            Source::Odds(paths) => {
                let mut chances = vec![0.0; classes];
                for face in 1..=i32::from(sides) {
                    chances[class(face)] += 1.0 / f64::from(sides);
                }
                Ok(paths.take(|| dist::multinomial(count, &chances)))
            }
        }
    }

    /// Rolls `count` dice together and returns their faces. Odds branch by every sequence of faces, so only a few dice are practical.
    ///
    /// # Errors
    /// Those of [`die`](Self::die).
    pub fn faces(&mut self, purpose: &str, sides: u8, count: i32) -> Result<Vec<i32>, G::Halt> {
        let prefix = &self.prefix;
        match &mut self.source {
            Source::Table(table) => {
                let faces = table.roll(prefix, purpose, sides, usize::try_from(count).unwrap_or(0))?;
                Ok(faces.into_iter().map(i32::from).collect())
            }
            Source::Odds(paths) => Ok((0..count).map(|_| paths.face(sides)).collect()),
        }
    }
}

/// Returns the probabilities that a die shows `need` or more, and that it does not.
fn chances(sides: u8, need: i32) -> [f64; 2] {
    let below = (need - 1).clamp(0, i32::from(sides));
    [i32::from(sides) - below, below].map(|faces| f64::from(faces) / f64::from(sides))
}

impl<G: Game> Table<'_, G> {
    pub(super) fn roll(&mut self, prefix: &str, purpose: &str, sides: u8, count: usize) -> Result<Vec<u8>, G::Halt> {
        self.roll_counting(None, prefix, purpose, sides, count)
    }

    /// Makes a roll of which only the number of dice that show `counts_from` or more matters. If none or all faces do, the roll is recorded
    /// without `counts_from`.
    fn roll_counting(
        &mut self,
        counts_from: Option<u8>,
        prefix: &str,
        purpose: &str,
        sides: u8,
        count: usize,
    ) -> Result<Vec<u8>, G::Halt> {
        self.last = None;
        if count == 0 {
            return Ok(Vec::new());
        }
        let purpose = format!("{prefix}{purpose}");
        let (faces, left) = self.faces.split_at(count.min(self.faces.len()));
        if let Some(face) = faces.iter().find(|face| !(1..=sides).contains(face)) {
            return Err(Stop::NoSuchFace { sides, face: *face }.into());
        }
        self.faces = left;
        if faces.len() < count {
            let count = count - faces.len();
            return Err(Stop::Needs(Box::new(RollRequest { purpose, sides, count, counts_from })).into());
        }
        let rolled = self.rolls.iter().map(|roll| roll.faces.len()).sum();
        self.last = Some(rolled..rolled + count);
        self.rolls.push(Roll { purpose, sides, faces: faces.to_vec(), counts_from });
        Ok(faces.to_vec())
    }
}
