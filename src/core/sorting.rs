//! Sorting of short lists: by the standard library's stable sort, compiled once.
//!
//! The library compiles its sort anew for each type and each comparison, 3 kB each time. Here it sorts places, and calls the
//! comparison through a pointer. That is slower, so logs and distributions are sorted directly.

use std::cmp::Ordering;

/// Sorts a list; members that are alike stay in their order.
pub fn sort_by<T>(list: &mut [T], compare: &dyn Fn(&T, &T) -> Ordering) {
    let order = places(list.len(), &|one, other| compare(&list[one], &list[other]));
    for place in 0..list.len() {
        // A member whose place was taken before went to where the one now there came from.
        let mut from = order[place];
        while from < place {
            from = order[from];
        }
        list.swap(place, from);
    }
}

/// Sorts a list by what `key` makes of its members; members that are alike stay in their order.
pub fn sort_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(list, &|one, other| key(one).cmp(&key(other)));
}

/// The place from which the member of each place of the sorted list comes.
fn places(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|one, other| compare(*one, *other));
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lists_are_sorted_as_the_standard_library_sorts_them(keys in prop::collection::vec(0..9_u8, 0..40)) {
            let mut list: Vec<(u8, usize)> = keys.into_iter().zip(0..).collect();
            let mut expected = list.clone();
            expected.sort_by_key(|(key, _)| *key);
            sort_by_key(&mut list, |(key, _)| *key);
            prop_assert_eq!(list, expected);
        }
    }
}
