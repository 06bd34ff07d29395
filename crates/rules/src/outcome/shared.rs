//! Lists that many outcomes of one procedure share.

use super::Value;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::rc::Rc;

/// A list with its [`Value`], which is made once and shared by all outcomes with this list.
#[derive(Clone, Debug)]
pub struct Shared<T> {
    list: Rc<[T]>,
    value: Value,
}

impl<T: Clone + Into<Value>> From<Vec<T>> for Shared<T> {
    fn from(list: Vec<T>) -> Self {
        let value = list.iter().cloned().collect();
        Self { list: Rc::from(list), value }
    }
}

impl<T> Deref for Shared<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.list
    }
}

impl<T: PartialEq> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list
    }
}

impl<T: Eq> Eq for Shared<T> {}

impl<T: Hash> Hash for Shared<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.list.hash(state);
    }
}

impl<T> From<Shared<T>> for Value {
    fn from(shared: Shared<T>) -> Self {
        shared.value
    }
}
