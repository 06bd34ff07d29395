//! Lists that are joined when the program is compiled.

/// Number of members of all lists.
pub const fn count<T>(parts: &[&[T]]) -> usize {
    let (mut count, mut part) = (0, 0);
    while part < parts.len() {
        count += parts[part].len();
        part += 1;
    }
    count
}

/// The members of several lists, one after the other, as many as [`count`] returns. `blank` fills the list until its
/// members are put in.
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

/// Entries as a map, put in one by one.
pub fn gathered<C: Default + Extend<T>, T>(entries: impl IntoIterator<Item = T>) -> C {
    let mut map = C::default();
    map.extend(entries);
    map
}

/// Puts a short list in order, in as many steps as the square of its length at worst; equals stay as they were.
pub fn put_in_order<T>(list: &mut [T], before: impl Fn(&T, &T) -> bool) {
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && before(&list[at], &list[at - 1]) {
            list.swap(at, at - 1);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_list_is_put_in_order_and_equals_stay_as_they_were() {
        let mut list = [(2, 'a'), (1, 'b'), (2, 'c'), (0, 'd'), (1, 'e')];
        put_in_order(&mut list, |(a, _), (b, _)| a < b);
        assert_eq!(list, [(0, 'd'), (1, 'b'), (1, 'e'), (2, 'a'), (2, 'c')]);
    }

    #[test]
    fn of_two_entries_of_one_name_the_last_is_gathered() {
        let map: std::collections::BTreeMap<_, _> = gathered([("b", 1), ("a", 2), ("b", 3)]);
        assert_eq!(map, [("a", 2), ("b", 3)].into());
    }

    #[test]
    fn lists_are_joined_in_order() {
        const PARTS: &[&[i32]] = &[&[1, 2], &[], &[3]];
        const JOINED: [i32; count(PARTS)] = join(PARTS, 0);
        assert_eq!(JOINED, [1, 2, 3]);
    }
}
