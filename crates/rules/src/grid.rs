//! Squares of a grid: the eight directions, and paths from square to square.

/// A square, as its distance from another: squares to the east and to the north.
pub type Square = (i32, i32);

/// The step of each of the eight directions, north first, clockwise.
pub const STEPS: [Square; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The squares on a path, the last being its end. Each step is an index in [`STEPS`].
pub fn squares(steps: &[usize]) -> Vec<Square> {
    let mut here = (0, 0);
    let step = |place: &usize| {
        let (east, north) = STEPS[place % STEPS.len()];
        here = (here.0 + east, here.1 + north);
        here
    };
    steps.iter().map(step).collect()
}

/// The steps after a tap on a square: on to it by the shortest path, diagonally first; back to it if the path led through it;
/// and without the last step if the path ended there.
pub fn tapped(steps: &[usize], square: Square) -> Vec<usize> {
    let through = squares(steps);
    if square == (0, 0) {
        return Vec::new();
    }
    if let Some(place) = through.iter().position(|own| *own == square) {
        let length = if place + 1 == steps.len() { place } else { place + 1 };
        return steps[..length].to_vec();
    }
    let mut here = through.last().copied().unwrap_or_default();
    let mut way = steps.to_vec();
    while here != square {
        let step = ((square.0 - here.0).signum(), (square.1 - here.1).signum());
        way.extend(STEPS.iter().position(|own| *own == step));
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
    fn a_tap_on_the_way_goes_back_to_it() {
        assert_eq!(tapped(&[1, 0, 0], (1, 1)), [1]);
        assert_eq!(tapped(&[1, 0, 0], (1, 3)), [1, 0]);
        assert_eq!(tapped(&[1, 0, 0], (0, 0)), [] as [usize; 0]);
    }
}
