//! Lists joined at compile time.

/// Returns the number of members of all lists together.
pub const fn count<T>(parts: &[&[T]]) -> usize {
    let (mut count, mut part) = (0, 0);
    while part < parts.len() {
        count += parts[part].len();
        part += 1;
    }
    count
}

/// Returns the members of several lists in order. `N` must be what [`count`] returns. `blank` fills the array before the members are copied
/// into it.
pub const fn join<T: Copy, const N: usize>(parts: &[&[T]], blank: T) -> [T; N] {
    let mut joined = [blank; N];
    let (mut at, mut part) = (0, 0);
    while part < parts.len() {
        let mut index = 0;
        while index < parts[part].len() {
            joined[at] = parts[part][index];
            at += 1;
            index += 1;
        }
        part += 1;
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_joined_in_order() {
        const PARTS: &[&[i32]] = &[&[1, 2], &[], &[3]];
        const JOINED: [i32; count(PARTS)] = join(PARTS, 0);
        assert_eq!(JOINED, [1, 2, 3]);
    }
}
