//! Squares of a grid: the eight directions, and paths between squares.

/// A square relative to another: (number of squares to the east, number to the north).
pub type Square = (i32, i32);

/// The step of each of the eight directions, north first, clockwise.
pub const STEPS: [Square; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// Returns the squares on a path; the last is its end. Each step is an index in [`STEPS`].
pub fn squares(steps: &[usize]) -> Vec<Square> {
    let mut here = (0, 0);
    let step = |place: &usize| {
        let (east, north) = STEPS[place % STEPS.len()];
        here = (here.0 + east, here.1 + north);
        here
    };
    steps.iter().map(step).collect()
}

/// Returns the steps after a tap on a square. A tap on the end removes the last step. A tap on an earlier square of the path shortens the
/// path to it. Any other tap extends the path to the square by the shortest way, diagonal steps first.
pub fn tapped(steps: &[usize], square: Square) -> Vec<usize> {
    let through = squares(steps);
    if square == (0, 0) {
        return Vec::new();
    }
    if let Some(place) = through.iter().position(|passed| *passed == square) {
        let length = if place + 1 == steps.len() { place } else { place + 1 };
        return steps[..length].to_vec();
    }
    let mut here = through.last().copied().unwrap_or_default();
    let mut way = steps.to_vec();
    while here != square {
        let step = ((square.0 - here.0).signum(), (square.1 - here.1).signum());
        way.extend(STEPS.iter().position(|known| *known == step));
        here = (here.0 + step.0, here.1 + step.1);
    }
    way
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tap_far_away_goes_there_diagonally_first() {
        assert_eq!(tapped(&[], (1, 3)), [1, 0, 0]);
        assert_eq!(squares(&[1, 0, 0]), [(1, 1), (1, 2), (1, 3)]);
        assert_eq!(tapped(&[0], (-2, 1)), [0, 6, 6]);
    }

    #[test]
    fn a_tap_on_the_path_shortens_it_to_that_square() {
        assert_eq!(tapped(&[1, 0, 0], (1, 1)), [1]);
        assert_eq!(tapped(&[1, 0, 0], (1, 3)), [1, 0]);
        assert_eq!(tapped(&[1, 0, 0], (0, 0)), [] as [usize; 0]);
    }
}
